// Work that can go on later stops in order: the first Ctrl-C (or SIGTERM) is a question that the work asks
// for, the second ends the program at once.
#pragma once

namespace gleaner::cli {

class Interrupts {
 public:
  Interrupts();   // from now on they are questions
  ~Interrupts();  // ... and ends again
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  bool asked() const;
};

}  // namespace gleaner::cli
