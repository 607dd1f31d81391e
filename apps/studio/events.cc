// See events.h.
#include "events.h"

#include <chrono>

namespace gleaner::studio {
namespace {

constexpr size_t kRecentEvents = 256;
constexpr auto kSignOfLife = std::chrono::seconds(15);  // so that a client that has gone is noticed

}  // namespace

void Events::send(const std::string& kind, const std::string& data) {
  const std::lock_guard lock(mutex_);
  recent_.push_back("id: " + std::to_string(next_++) + "\nevent: " + kind + "\ndata: " + data + "\n\n");
  if (recent_.size() > kRecentEvents) recent_.pop_front();
  changed_.notify_all();
}

void Events::stream(const web::Write& write) {
  std::unique_lock lock(mutex_);
  uint64_t from = next_;
  std::string waiting = "retry: 1000\n\n";
  while (!over_) {
    lock.unlock();
    const bool there = write(waiting);
    lock.lock();
    if (!there) return;
    waiting = ": here\n\n";
    if (from == next_) changed_.wait_for(lock, kSignOfLife, [&] { return over_ || from != next_; });
    if (from == next_) continue;
    waiting.clear();
    const uint64_t oldest = next_ - recent_.size();
    for (uint64_t i = std::max(from, oldest); i < next_; ++i) waiting += recent_[i - oldest];
    from = next_;
  }
}

void Events::end() {
  const std::lock_guard lock(mutex_);
  over_ = true;
  changed_.notify_all();
}

}  // namespace gleaner::studio
