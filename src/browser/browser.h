// Browser: Chromium as an engine. A Browser is a process; a Context is a fresh profile in it, for
// one job, with its tabs (tab.h).
//
// What can go wrong with pages is survived: dialogs are answered, windows that open are followed or closed
// by rule, downloads are kept, a page that hangs loses its tab, a browser that dies is started again
// (restart(), Context::revive()). Threads: a Browser and all its contexts and tabs belong to one thread at a
// time; a pool has one for each.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.h"
#include "browser/connection.h"
#include "browser/gate.h"
#include "browser/process.h"
#include "web/fetch.h"

namespace gleaner::browser {

class Tab;
class Context;

struct BrowserOptions {
  ProcessOptions process;
  GateRules rules;
  std::string agent = "gleaner";     // added to the browser's own name
  std::vector<std::string> headers;  // "Name: value", sent with every request
  uint64_t max_memory = 560u << 20;  // bytes of its processes; beyond, restart_if_large() starts it anew
};

class Browser {
 public:
  static Result<std::unique_ptr<Browser>> start(BrowserOptions options);
  ~Browser();

  // Ends the process, however it is, and starts a new one. Contexts have lost their tabs: revive() them.
  Status restart();
  // Looks at its memory once in kMemoryEvery calls: that takes as long as a small page.
  bool is_large();
  Status restart_if_large();
  bool alive();
  bool sandboxed() const { return process_->sandboxed(); }
  uint64_t memory() const { return process_->memory(); }
  Gate& gate() { return *gate_; }
  const BrowserOptions& options() const { return options_; }
  pid_t pid() const { return process_->pid(); }

 private:
  friend class Context;
  friend class Tab;
  Browser() = default;
  Status begin();
  void take(const Event& event);
  void attached(const Event& event);

  BrowserOptions options_;
  std::unique_ptr<Gate> gate_;  // none where the caller names a proxy
  std::unique_ptr<Process> process_;
  std::unique_ptr<Connection> connection_;
  std::string agent_;
  std::vector<Context*> contexts_;
  std::map<std::string, Tab*, std::less<>> sessions_;
  uint64_t life_ = 0;  // counts starts
  uint32_t looks_ = 0;
};

struct Download {
  std::string url, name, path;
  enum class State : uint8_t { running, done, failed } state = State::running;
  uint64_t bytes = 0;
};

struct ContextOptions {
  enum class Windows : uint8_t { follow, close } windows = Windows::follow;  // those that pages open
  bool accept_dialogs = true;                                 // confirm() and prompt(); alert() always
  uint64_t max_requests = 0;                                  // in all; 0: no limit
  uint64_t max_download = 256u << 20;                         // bytes of one
  Milliseconds load_wait{30'000};                             // for a page to load
  Milliseconds step_wait{10'000};                             // for a target, for an effect
  std::function<std::string(const std::string& url)> refuse;  // why this page may not be loaded; "": it may
  std::function<void(const web::Exchange&)> archive;          // every answer with its body
  std::string banners;  // script that runs in every page, to close cookie banners; "": none
};

class Context {
 public:
  static Result<std::unique_ptr<Context>> open(Browser& browser, ContextOptions options);
  ~Context();

  Tab& tab() { return *tabs_[current_]; }
  size_t tabs() const { return tabs_.size(); }
  size_t current() const { return current_; }
  Status new_tab();
  Status switch_to(size_t tab);  // from 0
  Status close_tab();            // the current one; the one that opened it is the next
  // After a step: windows that it opened are followed or closed, as the rule says. True:
  // the current tab is another now.
  Result<bool> follow_windows();

  // After a crash: one tab at the address of the last one, with the cookies and the
  // storage of the last state().
  Status revive();
  // Cookies and storage as JSON, for revive() and for a job's folder.
  Result<std::string> state();
  Status restore(const std::string& state);

  // For the library's users that report: what was asked for, what happened on the way.
  uint64_t requests() const { return requests_; }
  const Diagnostics& notes() const { return notes_; }
  void note(std::string message);
  Browser& browser() { return browser_; }
  const ContextOptions& options() const { return options_; }
  Connection& connection() { return *browser_.connection_; }

 private:
  friend class Browser;
  friend class Tab;
  Context(Browser& browser, ContextOptions options) : browser_(browser), options_(std::move(options)) {}
  Status begin();
  void take_download(const Event& event);
  void lose_tab(Tab* tab);

  Browser& browser_;
  ContextOptions options_;
  std::string id_, folder_;  // of the browser; of downloads
  std::vector<std::unique_ptr<Tab>> tabs_;
  std::vector<std::unique_ptr<Tab>> retired_;  // before the last revival: a step under way may still hold one
  std::vector<Tab*> opened_;                   // by pages, not looked at yet
  size_t current_ = 0;
  uint64_t requests_ = 0, life_ = 0;
  std::map<std::string, Download> downloads_;  // by the browser's name for them
  std::string kept_state_;
  std::string last_url_;
  std::vector<std::string> history_;  // of the current tab, up to its present page
  Diagnostics notes_;
};

// Browsers for several threads: each takes one and gives it back. Those that grew too large are started anew.
class Pool {
 public:
  explicit Pool(BrowserOptions options) : options_(std::move(options)) {}
  class Lease {
   public:
    Lease(Pool& pool, std::unique_ptr<Browser> browser) : pool_(&pool), browser_(std::move(browser)) {}
    Lease(Lease&&) = default;
    ~Lease() {
      if (browser_) pool_->give(std::move(browser_));
    }
    Browser& operator*() { return *browser_; }
    Browser* operator->() { return browser_.get(); }

   private:
    Pool* pool_;
    std::unique_ptr<Browser> browser_;
  };
  Result<Lease> take();

 private:
  void give(std::unique_ptr<Browser> browser);
  BrowserOptions options_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Browser>> idle_;
};

}  // namespace gleaner::browser
