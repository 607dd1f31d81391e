// Pages as they were when they were read, by the hash of their bytes, in a folder beside the flow: what
// `explain` shows and `repair` learns from. May be deleted at any time.
//
// One file that only grows, of blocks of pages packed together (pages of one site have much in common),
// and a list of what stands where: hash, offset and size of the block, offset and size in it, a line
// each. A line is written behind its block, and what is read is checked by its hash, so a run that is
// killed leaves at most bytes that nobody asks for. One run at a time writes (run_lock.h). Threads: all
// functions may be called from several.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

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
    uint64_t offset = 0, size = 0;  // of the block; size 0: it is not written yet
    uint64_t at = 0, length = 0;    // in it
  };
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void read_index();
  Status open_for_writing();
  Status write_block();
  Result<std::string> read_block(const Where& where) const;

  std::string folder_;
  std::mutex mutex_;
  bool read_ = false;
  std::unordered_map<std::string, Where> index_;
  std::unique_ptr<std::FILE, CloseFile> pack_, list_;
  uint64_t end_ = 0;
  std::string block_;                  // pages that wait until there are enough
  std::vector<std::string> in_block_;  // their hashes
  std::string waiting_;                // lines of the list whose blocks may not be written yet
};

}  // namespace gleaner::flow
