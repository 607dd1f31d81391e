// Recording: a navigation recorded in a browser that a person sees and moves from afar, inside Studio.
//
// A thread owns the browser (browser/recorder.h): it hands on what the person does, keeps the last
// picture and the steps so far. Looking asks for the picture after a known one and waits for it; so
// pictures come as fast as they are looked at. When nobody has looked for kAlone, the browser is ended;
// the steps stay until they are saved or dropped. There is one recording at a time. Threads: all
// functions may be called from several.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "browser/recorder.h"

namespace gleaner::studio {

inline constexpr browser::Milliseconds kAlone{60'000};

// What a person does: move, down, up, wheel at a point; key, text; back, forward, load.
struct Gesture {
  std::string what, text;
  double x = 0, y = 0, right = 0, down = 0;
  int clicks = 1;
};

class Recording {
 public:
  using Now = std::function<browser::Clock::time_point()>;
  explicit Recording(Now now = &browser::Clock::now) : now_(std::move(now)) {}
  ~Recording();

  // Waits until the first page is there.
  Status start(const std::string& url);
  struct View {
    std::string state = "none";  // none, running, ended
    std::string ended;           // why, where nobody stopped it
    std::string url, script;
    std::vector<std::string> steps;
    uint64_t picture = 0;
    std::string jpeg;
  };
  // With the picture after that one, or none if there is none in time.
  View look(uint64_t after, browser::Milliseconds wait);
  Status act(std::vector<Gesture> gestures);
  // Ends the browser; the script of what was done. It is kept until drop().
  std::string stop();
  void drop();
  std::string first_url();

 private:
  enum class State : uint8_t { none, starting, running, ended };
  void run(std::string url);
  Status record(const std::string& url);
  bool perform(browser::Context& context, const Gesture& gesture);
  void take_steps(const std::vector<browser::RecordedStep>& steps);

  const Now now_;
  std::mutex control_;  // of starting and ending, held meanwhile
  std::mutex mutex_;    // of all below
  std::condition_variable changed_;
  std::thread thread_;
  State state_ = State::none;
  bool stop_ = false;
  Status failed_;
  browser::Clock::time_point looked_{};
  std::vector<Gesture> gestures_;
  View view_;
  std::string first_url_;
};

}  // namespace gleaner::studio
