// Documents: the project's pages, loaded once and kept while they are unchanged; the most recent ones only.
// Threads: load() may be called from several.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "page/document.h"
#include "project.h"
#include "web/sources.h"

namespace gleaner::studio {

class Documents {
 public:
  explicit Documents(const Project& project) : project_(project) {}
  // By its name in the project, which is also the document's name.
  Result<DocumentPtr> load(const std::string& name);
  // Is there such a page, whether it can be read or not?
  bool has(const std::string& name);

 private:
  struct Archive {
    std::pair<int64_t, uint64_t> version;  // when it was changed, and its size
    std::shared_ptr<web::Sources> sources;
    std::shared_ptr<const std::set<std::string>> names;  // of its pages, once somebody asked
  };
  // The archive's index, read anew when the archive has changed.
  Archive archive(const std::string& path, std::pair<int64_t, uint64_t> version);

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
  std::unordered_map<std::string, Archive> archives_;
};

}  // namespace gleaner::studio
