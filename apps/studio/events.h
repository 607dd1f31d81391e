// Events: what every open tab is told as it happens (server-sent events): learning done, pages looked
// through, files changed, jobs. A tab that was away asks again for what it shows; events only say that
// there is something to ask for.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>

#include "web/server.h"

namespace gleaner::studio {

class Events {
 public:
  // `data` is JSON.
  void send(const std::string& kind, const std::string& data);
  // Writes what comes until the client has gone or end() was called.
  void stream(const web::Write& write);
  void end();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> recent_;  // the last ones, by number
  uint64_t next_ = 1;               // number of the event to come
  bool over_ = false;
};

}  // namespace gleaner::studio
