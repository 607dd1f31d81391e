// See interrupt.h.
#include "interrupt.h"

#include <csignal>
#include <initializer_list>

namespace gleaner::cli {
namespace {

volatile std::sig_atomic_t interrupt_asked = 0;  // a handler reaches nothing but what is global

// The second one ends the program, whichever of both it is: a request may hang.
void ask_interrupt(int) {
  interrupt_asked = 1;
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);
}

}  // namespace

Interrupts::Interrupts() {
  interrupt_asked = 0;
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, ask_interrupt);
}

Interrupts::~Interrupts() {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);
}

bool Interrupts::asked() const { return interrupt_asked != 0; }

}  // namespace gleaner::cli
