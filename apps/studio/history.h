// History: everything Studio did to files, append-only, so that every step can be undone
// and redone, also after a restart.
//
// .gleaner/history.jsonl has a line a step: what was done in words, the command that does the same, and
// for each file what stood there before and after, by its hash; the contents lie in .gleaner/objects/.
// Undoing writes a new line. A file that somebody changed meanwhile is not touched: the step is refused,
// and the file named. (Where before and after are the same, Studio's own learning wrote over it, and
// undoing brings it back.) The line comes before the files: a step that was cut off by a kill can be
// undone, too. What another Studio on the same folder appended is read before anything is done. Threads:
// all functions may be called from several.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "project.h"

namespace gleaner::studio {

struct FileChange {
  std::string file;
  std::optional<std::string> before, after;  // contents; nothing: the file is not there
  bool seen = false;  // not changed: what stands there is kept, to be compared with what comes after it
};

struct Step {
  size_t id = 0;
  std::string what, command, table;
  int64_t time = 0;               // milliseconds since 1970
  size_t undoes = 0, redoes = 0;  // the step that it takes back, or does again
  struct Touched {
    std::string file, before, after;  // hashes; "-": not there
    bool seen = false;
  };
  std::vector<Touched> files;
};

class JsonOut;
void write_step(JsonOut& out, const Step& step);  // as it stands in the file, and as the API gives it

class History {
 public:
  explicit History(const Project& project);

  // Writes the line and the files, which must be as `before` says: else Code::drift. `command`: what
  // gives the same on the command line.
  Status take(const std::string& what, const std::string& command, const std::string& table,
              const std::vector<FileChange>& changes);
  // The step that was taken back or done again. Nothing to undo: Code::not_found.
  Result<Step> undo();
  Result<Step> redo();

  std::vector<Step> steps(size_t from, size_t to) const;  // newest first
  size_t size() const;
  std::optional<Step> undoable() const, redoable() const;
  std::optional<std::string> content(const std::string& hash) const;

 private:
  void read_again() const;
  bool was_cut_off(const Step& step) const;
  Status append(Step step, const std::vector<FileChange>& changes);
  Result<Step> revert(bool forward);
  std::optional<Step> next(bool forward) const;

  const Project& project_;
  mutable std::mutex mutex_;
  mutable uint64_t bytes_ = 0;  // of the file, as far as it was read or written here
  mutable std::vector<Step> steps_;
  mutable std::vector<size_t> done_,
      undone_;  // indices into steps_: what can be undone and redone, last first to go
};

}  // namespace gleaner::studio
