// See progress.h.
#include "progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "base/shorten.h"
#include "cli.h"

namespace gleaner::cli {
namespace {

constexpr auto kQuietFor = std::chrono::milliseconds(700);  // quick work shows nothing
constexpr auto kRedraw = std::chrono::milliseconds(150);

size_t terminal_width() {
  constexpr size_t kUsual = 80;
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : kUsual;
}

}  // namespace

Progress::Progress(size_t total, std::string unit, bool results_here)
    : total_(total),
      unit_(std::move(unit)),
      terminal_(isatty(STDERR_FILENO) && !results_here),
      start_(Clock::now()),
      next_(start_ + kQuietFor) {}

Progress::~Progress() { clear(); }

double Progress::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

void Progress::step(size_t n) {
  done_ += n;
  if (!terminal_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + kRedraw;
  draw(now);
}

void Progress::draw(Clock::time_point now) {
  const double spent = std::chrono::duration<double>(now - start_).count();
  const double rate = spent > 0 ? double(done_) / spent : 0;
  std::string line = total_ ? fmt::format("{} of {}, {:.0f}/s", done_, counted(total_, unit_), rate)
                            : fmt::format("{}, {:.0f}/s", counted(done_, unit_), rate);
  if (total_ > done_ && rate > 0) line += ", " + cli::seconds(double(total_ - done_) / rate) + " left";
  if (!also_.empty()) line += ", " + also_;
  line = "\r\x1b[K" + shortened(line, terminal_width() - 1);  // more would fill the screen line by line
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::clear() {
  if (!drawn_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  drawn_ = false;
}

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
