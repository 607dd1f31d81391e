// See recording.h.
#include "recording.h"

#include "page/url.h"

namespace gleaner::studio {
namespace {

constexpr browser::Milliseconds kTurn{20};  // so long a gesture waits at most for its turn
constexpr size_t kMostGestures = 1000;      // that wait

}  // namespace

Recording::~Recording() { (void)stop(); }

Status Recording::start(const std::string& url) {
  const std::lock_guard control(control_);
  {
    const std::lock_guard lock(mutex_);
    if (state_ != State::none)
      return error(Code::usage,
                   state_ == State::ended ? "a recording is not saved yet" : "a recording is running already",
                   {}, "save it or drop it first");
    state_ = State::starting;
    stop_ = false;
    failed_ = {};
    view_ = {};
    gestures_.clear();
    first_url_ = url;
    looked_ = now_();
  }
  thread_ = std::thread([this, url] { run(url); });
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return state_ != State::starting; });
  if (state_ == State::running) return {};
  state_ = State::none;
  lock.unlock();
  thread_.join();
  return failed_;
}

void Recording::run(std::string url) {
  Status how = record(url);
  const std::lock_guard lock(mutex_);
  if (state_ == State::starting) failed_ = how;
  else if (!how.ok()) view_.ended = how.error().message;
  state_ = State::ended;
  changed_.notify_all();
}

// Until it is stopped. An error: why it ended by itself, or did not begin.
Status Recording::record(const std::string& url) {
  browser::BrowserOptions how;
  how.rules.private_hosts = {host_of(split_url(url))};  // a person named it
  GLEANER_TRY(const auto browser, browser::Browser::start(how));
  GLEANER_TRY(const auto context, browser::Context::open(*browser, {}));
  browser::Recorder recorder(*context);
  recorder.on_step = [&](const browser::RecordedStep&) { take_steps(recorder.steps()); };
  GLEANER_CHECK(recorder.begin(url));
  const browser::Tab* shown = nullptr;
  bool alone = false, over = false;
  while (!over) {  // what waits to be done is done first, also at the end
    std::vector<Gesture> gestures;
    {
      const std::lock_guard lock(mutex_);
      if (state_ == State::starting) state_ = State::running, changed_.notify_all();
      view_.url = context->tab().url();
      alone = now_() - looked_ > kAlone;
      over = stop_ || alone;
      gestures.swap(gestures_);
    }
    if (shown != &context->tab()) {  // the first one, or a window that a page opened
      shown = &context->tab();
      GLEANER_CHECK(context->tab().screencast([this](std::string jpeg) {
        const std::lock_guard lock(mutex_);
        ++view_.picture;
        view_.jpeg = std::move(jpeg);
        changed_.notify_all();
      }));
    }
    for (const Gesture& gesture : gestures)
      if (!perform(*context, gesture)) break;
    if (!recorder.poll(kTurn)) return error(Code::io, "the page was closed, or the browser has died");
  }
  recorder.finish();
  return alone ? error(Code::budget, "nobody looked at it for a minute") : Status();
}

// What fails is seen in the picture: a person tries again. False: the page is gone.
bool Recording::perform(browser::Context& context, const Gesture& gesture) {
  browser::Tab& tab = context.tab();
  const std::string& what = gesture.what;
  if (what == "move") (void)tab.pointer("mouseMoved", gesture.x, gesture.y);
  else if (what == "down") (void)tab.pointer("mousePressed", gesture.x, gesture.y, gesture.clicks);
  else if (what == "up") (void)tab.pointer("mouseReleased", gesture.x, gesture.y, gesture.clicks);
  else if (what == "wheel") (void)tab.wheel(gesture.x, gesture.y, gesture.right, gesture.down);
  else if (what == "key") (void)tab.stroke(gesture.text);
  else if (what == "text") (void)tab.paste(gesture.text);
  else if (what == "back") (void)tab.back(1);
  return !tab.dead();
}

void Recording::take_steps(const std::vector<browser::RecordedStep>& steps) {
  const std::lock_guard lock(mutex_);
  view_.steps.clear();
  for (const browser::RecordedStep& step : steps) view_.steps.push_back(words_of(step));
  view_.script = to_script(steps);
  changed_.notify_all();
}

Recording::View Recording::look(uint64_t after, browser::Milliseconds wait) {
  std::unique_lock lock(mutex_);
  looked_ = now_();
  const size_t steps = view_.steps.size();
  changed_.wait_for(lock, wait, [&] {
    return state_ == State::none || state_ == State::ended || view_.picture > after ||
           view_.steps.size() != steps;
  });
  View out = view_;
  out.state = state_ == State::none ? "none" : state_ == State::ended ? "ended" : "running";
  if (out.picture <= after) out.jpeg.clear();
  return out;
}

Status Recording::act(std::vector<Gesture> gestures) {
  const std::lock_guard lock(mutex_);
  if (state_ != State::running) return error(Code::usage, "nothing is being recorded");
  if (gestures_.size() + gestures.size() > kMostGestures)
    return error(Code::budget, "the page does not answer any more", {}, "drop this recording");
  for (Gesture& one : gestures) gestures_.push_back(std::move(one));
  return {};
}

std::string Recording::stop() {
  const std::lock_guard control(control_);
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  if (thread_.joinable()) thread_.join();
  const std::lock_guard lock(mutex_);
  return view_.script;
}

void Recording::drop() {
  (void)stop();
  const std::lock_guard lock(mutex_);
  state_ = State::none;
  view_ = {};
  changed_.notify_all();
}

std::string Recording::first_url() {
  const std::lock_guard lock(mutex_);
  return first_url_;
}

}  // namespace gleaner::studio
