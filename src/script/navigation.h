// Navigation: what the statements load, click, type, ... of a script act on: a browser,
// started when the first of them runs.
//
// Steps name their targets (browser/target.h), are waited for, and are told to whoever listens, with what was
// hit. Records of extract() lead back to the live page: a snapshot remembers which element each node was, and
// a node of a page that has been loaded anew is found again by its text and its place, or is an error. A job
// keeps the state (navigation_job.h), so that a run that was killed goes on at the item where it was. A
// browser that dies is started again at the last page, with its cookies. Threads: one.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "browser/tab.h"
#include "script/navigation_job.h"

namespace gleaner::script {

struct NavigationStep {
  size_t number = 0;      // from 1, in order of running
  uint32_t line = 0;      // of the script
  std::string statement;  // as the script has it: secrets are not in it
  std::string url;        // of the page where it began
  double seconds = 0;
  std::optional<browser::Hit> hit;  // of its target
  browser::Target target;
  std::optional<size_t> found;  // records that an extract gave
  std::string picture;  // PNG before it, the target marked, or after it; with NavigationOptions::pictures
  std::optional<Diagnostic> failed;
  // alternatives that would name what was hit, where some of its own no longer do
  std::vector<std::string> new_target;
  uint32_t target_begin = 0, target_end = 0;  // bytes of the script
};

struct NavigationOptions {
  browser::BrowserOptions browser;
  browser::ContextOptions context;
  std::string files;  // folder for downloads and pictures; "": the working folder
  std::function<Result<std::string>(const std::string& name)> secret;
  std::function<void(NavigationStep&&)> step;  // told after each; may be null
  bool pictures = false;
  bool propose = false;  // NavigationStep::new_target
  std::shared_ptr<NavigationJob> job;
  std::function<void(const browser::Snapshot&)> snapshot;  // each one that is extracted from
  // Only from this line of the script on, beginning at this page: steps of earlier lines are not done.
  uint32_t from_line = 0;
  std::string from_url;
};

class Navigation {
 public:
  explicit Navigation(NavigationOptions options) : options_(std::move(options)) {}
  ~Navigation();

  // The current tab. Starts the browser; revives it where it has died.
  Result<browser::Tab*> tab();
  Result<browser::Context*> context();
  // To be called between two items of a loop: a browser that has grown too large is
  // started anew, at the same page.
  Status rest();
  bool started() const { return context_ != nullptr; }

  // The page as it is now; its nodes lead back to live elements.
  Result<DocumentPtr> page();
  // The live element of a node of such a page.
  Result<browser::NodeRef> live(const DocumentPtr& page, html::NodeId node);

  // Does a node of such a page stand in a live element?
  bool stands_in(const DocumentPtr& page, html::NodeId node, browser::NodeRef element) const;

  // Clicks on to the next page of a list. False: there is none.
  Result<bool> next_page();

  // Where a file that a script names is written. Fails outside of the folder for them.
  Result<std::string> file_path(const std::string& name);
  // For a picture of a step that failed: among the files, else in a temporary folder
  // that nobody else can enter.
  Result<std::string> picture_path(const std::string& name);
  const NavigationOptions& options() const { return options_; }
  NavigationJob* job() { return options_.job.get(); }
  size_t steps() const { return steps_; }
  size_t count_step() { return ++steps_; }
  Diagnostics take_notes();

 private:
  Status begin();
  Status restart();
  Result<browser::NodeRef> find_again(const Document& page, html::NodeId node);

  NavigationOptions options_;
  std::unique_ptr<browser::Browser> browser_;
  std::unique_ptr<browser::Context> context_;
  std::deque<browser::Snapshot> snapshots_;  // the last ones
  std::set<std::string> written_;            // files of this run
  std::string pictures_;
  size_t steps_ = 0, notes_taken_ = 0;
  Diagnostics notes_;
};

}  // namespace gleaner::script
