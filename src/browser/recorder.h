// Recorder: what a person does in a browser, as steps of a script. A library: it
// prints nothing and owns no window.
//
// Listeners in every frame tell actions before the page reacts (recorder.js). Here they become steps: strokes
// are one typing already, what follows from a step by itself (a page that a click loads) is dropped, a page
// that somebody went to by hand is a load. The same done to several members of one list is told as a loop
// that could stand for it, and passwords are secrets by name.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "browser/tab.h"
#include "browser/ways.h"

namespace gleaner::browser {

struct RecordedStep {
  std::string word;       // load, click, type, press, choose, check, uncheck, upload, scroll, back
  std::string value;      // of load, type, press, choose, upload
  std::string secret;     // type: the name of the secret that stands for the value
  std::vector<Way> ways;  // of its target
  Element element;
  std::string url;  // where it was done
  // The list that the element stands in, and which of its members: for loops.
  std::string list;
  int member = -1;
  Alternative inside;  // how the element is named within a member
  std::vector<std::string> list_names;
};

class Recorder {
 public:
  explicit Recorder(Context& context) : context_(context) {}

  Status begin(const std::string& url);
  // Takes in what happened; waits so long for something to happen. False: the window was closed.
  bool poll(Milliseconds wait);
  // What was typed and not left yet is a step too.
  void finish();
  const std::vector<RecordedStep>& steps() const { return steps_; }
  // Called with each step as it is recorded, for whoever shows them.
  std::function<void(const RecordedStep&)> on_step;

 private:
  void listen(Tab& tab);
  void take(const std::string& payload);
  void take_page(const json::Value& said);
  void add(RecordedStep step);

  Context& context_;
  std::vector<RecordedStep> steps_;
  std::vector<const Tab*> listened_;
  Clock::time_point last_action_{};
  std::string last_url_;
};

// A step in a few words: click button "Search".
std::string words_of(const RecordedStep& step);

// The steps as a script that a person reads: targets of several ways, the longer ones on lines of their
// own; loops proposed as comments.
std::string to_script(const std::vector<RecordedStep>& steps);

}  // namespace gleaner::browser
