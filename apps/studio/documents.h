// Documents: the project's pages, loaded once and kept while they are unchanged; the most recent ones only.
// Threads: load() may be called from several.
#pragma once

#include <list>
#include <mutex>
#include <string>
#include <unordered_map>

#include "page/document.h"
#include "project.h"

namespace gleaner::studio {

class Documents {
 public:
  explicit Documents(const Project& project) : project_(project) {}
  // By its name in the project, which is also the document's name.
  Result<DocumentPtr> load(const std::string& name);

 private:
  struct Kept {
    DocumentPtr document;
    int64_t changed = 0;
    uint64_t bytes = 0;
    std::list<std::string>::iterator use;
  };
  const Project& project_;
  std::mutex mutex_;
  std::unordered_map<std::string, Kept> kept_;
  std::list<std::string> uses_;  // the latest first
};

}  // namespace gleaner::studio
