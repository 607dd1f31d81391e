// Where results go: standard output, or a file that appears whole or not at all.
//
// Text is buffered and written at line ends. A full disk is an error that says so, and no half line is left
// behind (the file is cut back to its last whole line where that is possible; a named file is written beside
// and renamed at the end, so it is not touched at all). A closed pipe is no error: closed() becomes true and
// the verb ends quietly. On a terminal, control characters are shown, not obeyed; files and pipes get them as they are.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/record_file.h"

namespace gleaner::cli {

class Output {
 public:
  // "" and "-" are standard output. A .parquet, .duckdb or .sqlite file takes JSON lines (see
  // store::RecordFile).
  static Result<std::unique_ptr<Output>> open(const std::string& path);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // Whole lines. Fails also when the pipe is closed: then stop, say nothing, exit 0.
  Status write(std::string_view lines);
  // The same to one of several tables of a file. REQUIRES: store::RecordFile::has_tables(path).
  Status write_to(const std::string& table, std::string_view lines);
  // Everything on disk under its name. REQUIRES: no failed write before.
  Status finish();
  // All of them or none: every file is whole before the first gets its name. The first of `all` comes last.
  static Status finish_together(const std::vector<Output*>& all);
  bool closed() const { return closed_; }
  bool to_file() const { return !path_.empty(); }
  bool to_terminal() const { return interactive_; }

 private:
  Output() = default;
  Status close_file();
  Status put_in_place();
  Status flush(size_t most = std::string::npos);
  Diagnostic cannot_write(int error_number) const;
  void cut_back(size_t written);

  int fd_ = -1;
  std::unique_ptr<store::RecordFile> records_;  // instead of a file of text
  // as given, with links followed, beside it; empty: standard output / direct
  std::string path_, target_, temporary_;
  std::string buffer_;
  std::optional<unsigned> mode_;  // of the file that is replaced
  bool closed_ = false, interactive_ = false;
};

// Writes one whole text (a wrapper file, a report) to `path` or standard output. Gives an exit code.
int write_whole(const std::string& path, std::string_view text);

}  // namespace gleaner::cli
