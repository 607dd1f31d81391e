// See notes.h.
#include "notes.h"

#include <fmt/format.h>

namespace gleaner::cli {

void Notes::take(const Diagnostic& note) {
  if (note.severity == Severity::note && !all_) return;
  if (!all_ && shown_ >= kShown) {
    ++hidden_;
    return;
  }
  ++shown_;
  if (progress_) progress_->clear();
  Diagnostic one = note;
  if (one.hint == last_hint_) one.hint.clear();  // the same advice once is enough
  else last_hint_ = one.hint;
  print(one);
}

void Notes::finish() {
  if (hidden_) say(fmt::format("... and {} more (all of them: --verbose)", hidden_));
  hidden_ = 0;
}

}  // namespace gleaner::cli
