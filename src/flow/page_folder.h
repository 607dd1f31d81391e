// Pages as they were when they were read, by the hash of their bytes, in a folder beside the flow: what `explain` shows and `repair` learns
// from. May be deleted at any time.
//
// One file of packed pages that only grows, and a list of what stands where (hash, offset, size, a line each). A line is written behind
// its page, and what is read is checked by its hash, so a run that is killed leaves at most bytes that nobody asks for. One run at a time
// writes (run_lock.h). Threads: all functions may be called from several.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"

namespace gleaner::flow {

class PageFolder {
 public:
  explicit PageFolder(std::string folder) : folder_(std::move(folder)) {}
  Status keep(const std::string& hash, std::string_view bytes);  // nothing to do where it is there
  Result<std::string> find(const std::string& hash);
  Status flush();  // from here on others find what was kept
  static std::string hash_of(std::string_view bytes);

 private:
  struct Where {
    uint64_t offset = 0, size = 0;
  };
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void read_index();
  Status open_for_writing();

  std::string folder_;
  std::mutex mutex_;
  bool read_ = false;
  std::unordered_map<std::string, Where> index_;
  std::unique_ptr<std::FILE, CloseFile> pack_, list_;
  uint64_t end_ = 0;
  std::string waiting_;  // lines of the list whose pages may not be written yet
};

}  // namespace gleaner::flow
