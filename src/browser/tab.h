// Tab: one page in the browser. Loading, finding targets, acting on them, waiting for effects, snapshots.
//
// Waiting is not sleeping: a step ends when nothing is loading, nothing was asked for and nothing changed for
// a moment (settle()); a target is looked for until it is there, still and reachable. Both under the
// context's times, and a time-out names what was waited for.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "browser/browser.h"
#include "browser/snapshot.h"
#include "browser/target.h"
#include "browser/ways.h"

namespace gleaner::browser {

struct FrameState {
  std::string id, parent, url;
  int context = 0;  // the agent's world in it; 0: not there yet
  bool loading = false;
};

// What a step met, for logs and reports.
struct Hit {
  Element element;
  std::vector<bool> agreed;  // by alternative of the target
  size_t alternatives = 0;
};

class Tab {
 public:
  Tab(Context& context, std::string session, std::string target, std::string opener);

  // --- going somewhere
  Status load(const std::string& url);
  Status back(int steps);  // negative: forward
  Status reload();
  Status settle();
  std::string url() const;
  int status() const { return status_; }
  bool dead() const;  // it has crashed or was given up, or the browser is gone
  const std::string& opener() const { return opener_; }
  const std::string& target() const { return target_; }
  // A file that came instead of a page, by the last load or click.
  const Download* file() const;

  // --- targets
  Result<Found> find(const Target& target);
  // The one element that is meant, waited for. Where it is not there: the step, the
  // nearest candidates and why not they.
  Result<Hit> locate(const Target& target, std::optional<Milliseconds> wait = {});
  Result<std::vector<Element>> nearest(const std::string& text);
  // Ways to name an element, each of which names it alone now.
  Result<std::vector<Way>> ways_to(NodeRef ref);
  // Targets are looked for in this frame alone from now on; nothing: in all.
  Status enter_frame(std::optional<NodeRef> frame);
  // The agent's description of an element; an error if it is gone.
  Result<Element> describe(NodeRef ref);

  // --- acting
  Status click(NodeRef ref);
  Status hover(NodeRef ref);
  Status type(NodeRef ref, const std::string& text);
  Status press(const std::string& key);
  Status choose(NodeRef ref, const std::string& option);
  Status check(NodeRef ref, bool on);
  Status submit(std::optional<NodeRef> ref);
  Status upload(NodeRef ref, const std::string& path);
  Status scroll_to(NodeRef ref);
  Status scroll_by(double pixels);
  Status scroll_end();  // until nothing more comes
  Result<Download> download(NodeRef ref);

  // --- seeing
  Result<Snapshot> snapshot(const SnapshotOptions& options = {});
  // PNG; of an element alone, or of the window with an element marked.
  Result<std::string> screenshot(std::optional<NodeRef> of = {}, std::optional<NodeRef> marked = {});
  // In the agent's world of a frame (0: the main one); the value as JSON.
  Result<Reply> evaluate(const std::string& expression, int context = 0, Milliseconds wait = kAnswerWait);
  Result<Reply> call(std::string_view method, const std::string& parameters = "{}",
                     Milliseconds wait = kAnswerWait);
  int main_context(Milliseconds wait = kAnswerWait);
  std::vector<FrameState> frames() const;
  Context& context() { return context_; }
  bool pump(Milliseconds wait);

  // Pictures of the page as it changes (JPEG), while somebody pumps: for front ends
  // that show it. null ends them.
  Status screencast(std::function<void(std::string jpeg)> take);
  // The hands of somebody who looks at such a picture. Nothing is waited for: the next picture shows
  // what came of it. mouseMoved, mousePressed, mouseReleased, at a point of the window; `clicks`:
  // the second of two presses is 2.
  Status pointer(std::string_view event, double x, double y, int clicks = 1);
  Status wheel(double x, double y, double right, double down);
  Status stroke(const std::string& key);  // a name as press() has them, or a character
  Status paste(const std::string& text);

  // The recorder listens to what pages say by this.
  std::function<void(const std::string& frame, const std::string& payload)> on_binding;
  std::function<void(const std::string& url, const std::string& reason)> on_navigated;
  Status add_script(const std::string& source, const std::string& binding);

 private:
  friend class Browser;
  friend class Context;
  struct Request {
    Clock::time_point begun;
    bool counts;  // for being quiet
    web::Exchange exchange;
  };
  void begin();
  FrameState& main() { return frames_[target_]; }
  void take(const Event& event);
  void take_network(const Event& event);
  void take_page(const Event& event);
  void take_dialog(const Event& event);
  bool busy();
  Status wait_loaded(Milliseconds wait);
  Status check_alive() const;
  Status after_action();
  Status give_up();
  void keep_history();
  void finish(const std::string& request);
  void keep_exchanges();
  struct Point {
    double x, y;
  };
  Result<Point> reach(NodeRef ref);
  Status mouse(std::string_view type, Point at, int buttons, int clicks);
  Status key(const std::string& key, std::string_view text);
  Result<Reply> on_element(std::string_view function, NodeRef ref, const std::string& more = {});
  std::string frame_of(int context) const;
  Result<Point> frame_offset(const std::string& frame);
  Result<DocumentPtr> raw_document();
  int context_inside(int context, uint32_t id);
  Status write_frame(int context, const SnapshotOptions& options, Point offset, size_t depth,
                     std::string& html, Snapshot& out);

  Context& context_;
  std::string session_, target_, opener_;
  std::map<std::string, FrameState, std::less<>> frames_;
  std::map<std::string, Request, std::less<>> requests_;
  std::vector<web::Exchange> finished_;  // to archive; bodies not yet asked for
  std::vector<std::string> finished_ids_;
  std::string loader_, mime_;
  int status_ = 0;
  Clock::time_point last_busy_{};
  bool dead_ = false, hung_ = false;
  int dialogs_ = 0;
  std::function<void(std::string)> take_picture_;
  std::string only_frame_;     // "": targets in all frames
  size_t frames_written_ = 0;  // of the snapshot in work
  uint64_t navigations_ = 0, history_of_ = 0;
  std::string file_;  // key of context_.downloads_
};

}  // namespace gleaner::browser
