// Where results go: standard output, or a file that appears whole or not at all.
//
// Text is buffered and written at line ends. A full disk is an error that says so, and no half line is left
// behind (the file is cut back to its last whole line where that is possible; a named file is written beside
// and renamed at the end, so it is not touched at all). A closed pipe is no error to tell
// (Code::closed): the verb ends quietly. On a terminal, control characters are shown, not obeyed; files
// and pipes get them as they are.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "options.h"
#include "store/record_file.h"

namespace gleaner::cli {

// What a file of text that is there may be, to be replaced.
enum class Replaces {
  text,     // no labels, no wrapper
  wrapper,  // a wrapper
  checked,  // the caller has looked
};
Status may_replace(const std::string& path, Replaces what);

class Output {
 public:
  // "" and "-" are standard output. What is there under that name must be something of the same kind; a
  // database keeps everything but the tables that are named.
  static Result<std::unique_ptr<Output>> open(const OutputOptions& options);
  // A file of text, or standard output.
  static Result<std::unique_ptr<Output>> open(const std::string& path, Replaces what = Replaces::text);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // Records of a schema: a writer of the format, or into the database. Finish it, then this.
  std::unique_ptr<wrap::Writer> writer(wrap::Format format, const wrap::Schema& schema,
                                       const wrap::WriteOptions& options);
  // Whole lines; for a database JSON lines, whose columns are found in them. Fails also when the pipe is
  // closed, with Code::closed.
  Status write(std::string_view lines);
  // What was written so far, to whoever reads: a stream that is followed does not wait for a full buffer.
  Status write_now();
  // Everything on disk under its name. REQUIRES: no failed write before.
  Status finish();
  // All of them or none: every file is whole before the first gets its name. The first of `all` comes last.
  static Status finish_together(const std::vector<Output*>& all);
  bool closed() const { return closed_; }
  bool to_file() const { return !path_.empty(); }
  bool to_terminal() const { return interactive_; }
  bool to_database() const { return records_ != nullptr; }
  // After finish(), for people: " (instead of the 82 rows of the table records)", or nothing.
  const std::string& told() const { return told_; }
  // From another thread, just before the process ends: whole lines that wait are written.
  void write_waiting();

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
  std::string buffer_, told_;
  std::timed_mutex mutex_;              // of buffer_ and fd_: see write_waiting
  std::optional<unsigned> mode_;        // of the file that is replaced
  std::optional<wrap::Format> format_;  // of records in a file of text
  bool closed_ = false, interactive_ = false;
};

// Refuses an output that is one of the inputs: what was read would be lost. Of a database, its tables
// ("FILE#TABLE") are told apart.
Status not_an_input(const std::string& output, const std::vector<std::string>& inputs);
// Refuses to replace a file that is no output of the format: a page, a picture, a wrapper; and labels, which
// hold the work of a person, also by labels. `--mode replace` allows the last, `--mode create` allows none.
Status may_replace(const std::string& path, wrap::Format format, const std::string& mode);

// The columns of the file at `path` where most of them are none of the file `written`; empty: it holds what
// will be there again, or nobody knows.
std::vector<std::string> other_columns(const std::string& path, const std::string& written,
                                       wrap::Format format);

// Ends the process from any thread: what waits for standard output is written,
// unfinished files go, `words` are said.
[[noreturn]] void end_now(int exit, const std::string& words);

// Writes one whole text (a wrapper file, a report) to `path` or standard output. Gives an exit code.
int write_whole(const std::string& path, std::string_view text, Replaces what = Replaces::text);

}  // namespace gleaner::cli
