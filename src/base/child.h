// Other programs as children of this one: how they are started. What becomes of a child is its
// owner's affair (waitpid, kill).
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace gleaner {

struct ChildOptions {
  // What the child has as its file `number`: one of ours, or one that is opened for it.
  struct File {
    int number, ours;
    std::string path = {};
    int flags = 0;  // of open(2)
  };
  std::vector<File> files;  // in this order; all others that are not closed on exec stay as they are
  std::string folder = {};  // it works there; "": where we do
  // of ours it gets only 0, 1 and 2: one that outlives us would keep connections open
  bool no_more_files = false;
  bool own_group = false;  // ended as a whole, and not by Ctrl-C before us
  bool own_session = false;
  bool fresh_signals = false;  // as a new process has them, whatever we block or ignore
};

// Starts a program; one that is named without a folder is looked for in PATH. `words` are its name and its
// arguments. Gives 0, or the error of the system (errno).
int start_child(const std::vector<std::string>& words, const ChildOptions& options, pid_t& child);

// The path of the program that runs; "" where the system does not tell.
std::string own_program();

}  // namespace gleaner
