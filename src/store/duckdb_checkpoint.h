// A DuckDB file that survives kill -9 at any moment.
//
// What is committed stands in a log beside the file (FILE.wal), entry by entry with checksums. A log that is
// cut off loses nothing that was committed. A checkpoint moves the log into the file. It rewrites, in place,
// blocks of 256 KB that the state before it still uses (metadata of tables share a block). If it is killed in
// the middle of such a block, the file cannot be opened any more, with all of its history.
//
// So DuckDB makes no checkpoint by the way. When one is due, we first make a copy of the file beside it
// (FILE.safe) and give the log a second name (FILE.safe.wal). Whoever finds the copy and that same log puts
// the copy back, and the log is read again. If the log is another one, somebody else's program went on with
// the file: the copy is old and is removed. Found by tests/flow_kill_test.py. Cost: a copy of the file for
// each checkpoint; file systems that share blocks make it at once.
#pragma once

#include <cstdint>
#include <string>

#include "base/descriptor.h"
#include "base/result.h"

namespace gleaner::store {

// Puts the copy back if a checkpoint was cut. Nothing where there is none, or where its maker still works.
// REQUIRES: no session of this process has the file open.
void mend_cut_checkpoint(const std::string& path);

// Bytes of the log.
uint64_t logged(const std::string& path);

// Whether a checkpoint is worth the copy: of a large file with little in its log it is not.
bool is_worth_a_checkpoint(const std::string& path);

// The copy. It holds the file open: closing a file gives up all locks that the process has on it, DuckDB's
// too, so this must outlive the database.
class SafeCopy {
 public:
  Status make(const std::string& path);  // an error: there is no room for it; the log must stay as it is
  void remove();                         // behind the checkpoint

 private:
  std::string path_;
  Descriptor file_;
};

}  // namespace gleaner::store
