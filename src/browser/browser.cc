// See browser.h.
#include "browser/browser.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/contains.h"
#include "base/json.h"
#include "browser/tab.h"

namespace gleaner::browser {
namespace {

namespace fs = std::filesystem;

}  // namespace

// --- Browser

Result<std::unique_ptr<Browser>> Browser::start(BrowserOptions options) {
  std::unique_ptr<Browser> out(new Browser());
  out->options_ = std::move(options);
  if (out->options_.process.proxy.empty()) {
    GLEANER_TRY(out->gate_, Gate::open(out->options_.rules));
    out->options_.process.proxy = out->gate_->proxy();
  }
  GLEANER_CHECK(out->begin());
  return out;
}

Browser::~Browser() {
  for (Context* one : contexts_) one->tabs_.clear();
}

Status Browser::begin() {
  ++life_;
  GLEANER_TRY(process_, Process::start(options_.process));
  connection_ = std::make_unique<Connection>(process_->to(), process_->from());
  connection_->on_event = [this](const Event& event) { take(event); };
  auto version = connection_->call("Browser.getVersion", "{}", "", kStartWait);
  if (!version.ok()) {
    Diagnostic why = version.error();
    why.code = Code::unsupported;
    why.message = "the browser does not start: " + why.message;
    if (options_.process.headed)
      why.hint = "a visible browser needs a display (DISPLAY); without one: xvfb-run gleaner ...";
    return why;
  }
  agent_ = version->text("userAgent");
  if (const size_t at = agent_.find("Headless"); at != std::string::npos) agent_.erase(at, 8);
  if (!options_.agent.empty()) agent_ += " " + options_.agent;
  GLEANER_CHECK(connection_->call("Target.setAutoAttach",
                                  R"({"autoAttach":true,"waitForDebuggerOnStart":true,"flatten":true})", "",
                                  kStartWait));
  return {};
}

Status Browser::restart() {
  sessions_.clear();
  for (Context* one : contexts_) {
    for (auto& tab : one->tabs_) tab->dead_ = true;
    one->opened_.clear();
  }
  connection_.reset();
  if (process_) process_->kill();
  process_.reset();
  return begin();
}

bool Browser::is_large() {
  return ++looks_ % kMemoryEvery == 0 && options_.max_memory && memory() > options_.max_memory;
}

Status Browser::restart_if_large() { return !alive() || is_large() ? restart() : Status(); }

bool Browser::alive() { return connection_ && !connection_->gone() && process_ && process_->running(); }

void Browser::take(const Event& event) {
  if (event.method == "Target.attachedToTarget") return attached(event);
  if (event.method == "Target.detachedFromTarget") {
    const auto at = sessions_.find(text_at(event.parameters, "sessionId"));
    if (at == sessions_.end()) return;
    at->second->dead_ = true;
    sessions_.erase(at);
    return;
  }
  if (event.method.starts_with("Browser.download")) {
    for (Context* one : contexts_) one->take_download(event);
    return;
  }
  if (const auto at = sessions_.find(event.session); at != sessions_.end()) at->second->take(event);
}

// A page, or something else that may run scripts: a worker of a service. The latter goes on by itself.
void Browser::attached(const Event& event) {
  const std::string session = text_at(event.parameters, "sessionId");
  const std::string context = text_at(event.parameters, "targetInfo.browserContextId");
  const auto of = std::ranges::find_if(contexts_, [&](Context* one) { return one->id_ == context; });
  if (text_at(event.parameters, "targetInfo.type") != "page" || of == contexts_.end()) {
    connection_->post("Runtime.runIfWaitingForDebugger", "{}", session);
    connection_->post("Target.detachFromTarget", fmt::format("{{\"sessionId\":\"{}\"}}", session), "");
    return;
  }
  auto tab = std::make_unique<Tab>(**of, session, text_at(event.parameters, "targetInfo.targetId"),
                                   text_at(event.parameters, "targetInfo.openerId"));
  sessions_[session] = tab.get();
  tab->begin();
  if (!tab->opener().empty()) (*of)->opened_.push_back(tab.get());
  (*of)->tabs_.push_back(std::move(tab));
}

// --- Context

Result<std::unique_ptr<Context>> Context::open(Browser& browser, ContextOptions options) {
  std::unique_ptr<Context> out(new Context(browser, std::move(options)));
  browser.contexts_.push_back(out.get());
  GLEANER_CHECK(out->begin());
  return out;
}

Context::~Context() {
  std::erase(browser_.contexts_, this);
  for (const auto& tab : tabs_) browser_.sessions_.erase(tab->session_);
  if (life_ == browser_.life_ && browser_.alive() && !id_.empty()) {
    (void)connection().call("Target.disposeBrowserContext",
                            fmt::format("{{\"browserContextId\":\"{}\"}}", id_), "", kEndWait);
  }
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

Status Context::begin() {
  GLEANER_TRY(const Reply made, connection().call("Target.createBrowserContext",
                                                  R"({"disposeOnDetach":true})", "", kStartWait));
  id_ = made.text("browserContextId");
  life_ = browser_.life_;
  folder_ = browser_.process_->folder() + "/downloads-" + id_;
  std::error_code failed;
  fs::create_directories(folder_, failed);
  (void)connection().call(
      "Browser.setDownloadBehavior",
      fmt::format("{{\"behavior\":\"allowAndName\",\"browserContextId\":\"{}\",\"downloadPath\":{},"
                  "\"eventsEnabled\":true}}",
                  id_, json::quote(folder_)),
      "");
  return new_tab();
}

Status Context::new_tab() {
  const size_t before = tabs_.size();
  // A window in the middle of the screen costs nothing without one; with one, each tab has its own.
  GLEANER_TRY(const Reply made,
              connection().call("Target.createTarget",
                                fmt::format("{{\"url\":\"about:blank\",\"browserContextId\":\"{}\"}}", id_),
                                "", kStartWait));
  for (int i = 0; i < 200 && tabs_.size() == before; ++i)
    if (!connection().pump(Milliseconds(10))) break;
  if (tabs_.size() == before) return error(Code::io, "the browser opens no page");
  std::erase(opened_, tabs_.back().get());
  current_ = tabs_.size() - 1;
  // a page that is sent elsewhere before all this has arrived tells only half of what happens to it
  tab().main_context();
  return {};
}

Status Context::switch_to(size_t tab) {
  if (tab >= tabs_.size())
    return error(Code::not_found,
                 fmt::format("there is no tab {}: {} open", tab + 1,
                             tabs_.size() == 1 ? "one is" : fmt::format("{} are", tabs_.size())));
  current_ = tab;
  (void)tabs_[tab]->call("Page.bringToFront");
  return {};
}

Status Context::close_tab() {
  Tab& closing = tab();
  const std::string opener = closing.opener();
  (void)connection().call("Target.closeTarget", fmt::format("{{\"targetId\":\"{}\"}}", closing.target()), "");
  lose_tab(&closing);
  if (tabs_.empty()) return new_tab();
  for (size_t i = 0; i < tabs_.size(); ++i)
    if (tabs_[i]->target() == opener) current_ = i;
  return {};
}

void Context::lose_tab(Tab* tab) {
  browser_.sessions_.erase(tab->session_);
  std::erase(opened_, tab);
  const size_t at =
      size_t(std::ranges::find_if(tabs_, [&](const auto& one) { return one.get() == tab; }) - tabs_.begin());
  if (at == tabs_.size()) return;
  tabs_.erase(tabs_.begin() + ptrdiff_t(at));
  if (current_ > at || current_ == tabs_.size()) current_ = current_ ? current_ - 1 : 0;
}

Result<bool> Context::follow_windows() {
  bool other = false;
  for (Tab* opened : std::exchange(opened_, {})) {
    const auto at = std::ranges::find_if(tabs_, [&](const auto& one) { return one.get() == opened; });
    if (at == tabs_.end() || opened->dead()) continue;
    if (options_.windows == ContextOptions::Windows::close) {
      note(fmt::format("a window that the page opened was closed: {}", opened->url()));
      (void)connection().call("Target.closeTarget", fmt::format("{{\"targetId\":\"{}\"}}", opened->target()),
                              "");
      lose_tab(opened);
      continue;
    }
    current_ = size_t(at - tabs_.begin());
    other = true;
    GLEANER_CHECK(opened->settle());
  }
  // Windows that closed themselves; one that is the last stays, dead, for whoever asks why.
  for (size_t i = tabs_.size(); i-- > 0;)
    if (tabs_[i]->dead() && !tabs_[i]->opener().empty() && tabs_.size() > 1) {
      other = other || i == current_;
      lose_tab(tabs_[i].get());
    }
  return other;
}

void Context::note(std::string message) {
  for (const Diagnostic& one : notes_)
    if (one.message == message) return;
  notes_.push_back(warning(Code::io, std::move(message)));
}

void Context::take_download(const Event& event) {
  const std::string guid = text_at(event.parameters, "guid");
  if (event.method == "Browser.downloadWillBegin") {
    const std::string frame = text_at(event.parameters, "frameId");
    for (const auto& tab : tabs_) {
      if (!tab->frames_.count(frame)) continue;
      downloads_[guid] = {text_at(event.parameters, "url"), text_at(event.parameters, "suggestedFilename"),
                          folder_ + "/" + guid, Download::State::running, 0};
      tab->file_ = guid;
      tab->last_busy_ = Clock::now();
    }
    return;
  }
  const auto at = downloads_.find(guid);
  if (at == downloads_.end()) return;
  at->second.bytes = uint64_t(number_at(event.parameters, "receivedBytes"));
  const std::string state = text_at(event.parameters, "state");
  if (state == "completed") at->second.state = Download::State::done;
  else if (state == "canceled") at->second.state = Download::State::failed;
  else if (options_.max_download && at->second.bytes > options_.max_download) {
    connection().post("Browser.cancelDownload",
                      fmt::format("{{\"guid\":\"{}\",\"browserContextId\":\"{}\"}}", guid, id_), "");
    note(fmt::format("{} is larger than {} MB: not kept", at->second.url, options_.max_download >> 20));
  }
}

Result<std::string> Context::state() {
  GLEANER_TRY(
      const Reply cookies,
      connection().call("Storage.getCookies", fmt::format("{{\"browserContextId\":\"{}\"}}", id_), ""));
  std::string out = "{\"cookies\":";
  const json::Value* list = cookies.at("cookies");
  out += list ? cookies.source(*list) : "[]";
  out += fmt::format(",\"url\":{},\"storage\":[", json::quote(tab().url()));
  if (auto said = tab().evaluate("gleaner.storage()"); said.ok())
    if (const json::Value* value = said->at("result.value"); value && value->is_object())
      out += said->source(*value);
  kept_state_ = out + "]}";
  return kept_state_;
}

namespace {

// Cookies as they came from the browser, in the form that it takes: members it does not know are refused.
std::string settable_cookies(const json::Value& cookies, std::string_view source) {
  std::string out = "[";
  for (const json::Value& one : cookies.items) {
    if (out.size() > 1) out += ',';
    out += '{';
    bool first = true;
    const bool session = true_at(one, "session");
    for (const json::Member& member : one.members) {
      static constexpr std::string_view kTaken[] = {"name",     "value",  "domain",   "path",    "expires",
                                                    "httpOnly", "secure", "sameSite", "priority"};
      if (!contains(kTaken, member.key) || (session && member.key == "expires")) continue;
      out += fmt::format(
          "{}{}:{}", first ? "" : ",", json::quote(member.key),
          source.substr(member.value.span.begin, member.value.span.end - member.value.span.begin));
      first = false;
    }
    out += '}';
  }
  return out + "]";
}

// Fills the storage of an origin before its first page runs, where it is still empty.
constexpr const char* kFillStorage = R"JS((() => {
  for (const s of %s) {
    if (!s || s.origin !== location.origin) continue;
    try {
      if (!localStorage.length) for (const [k, v] of s.local) localStorage.setItem(k, v);
      if (!sessionStorage.length) for (const [k, v] of s.session) sessionStorage.setItem(k, v);
    } catch {}
  }
})())JS";

}  // namespace

Status Context::restore(const std::string& state) {
  auto parsed = json::parse(state, {.control_characters = true, .max_depth = 64});
  if (!parsed.ok()) return parsed.error();
  kept_state_ = state;
  if (const json::Value* cookies = parsed->root.find("cookies"); cookies && cookies->is_array()) {
    GLEANER_CHECK(connection().call(
        "Storage.setCookies",
        fmt::format("{{\"browserContextId\":\"{}\",\"cookies\":{}}}", id_, settable_cookies(*cookies, state)),
        ""));
  }
  if (const json::Value* storage = parsed->root.find("storage"); storage && storage->is_array()) {
    std::string script = kFillStorage;
    script.replace(script.find("%s"), 2,
                   state.substr(storage->span.begin, storage->span.end - storage->span.begin));
    (void)tab().call("Page.addScriptToEvaluateOnNewDocument",
                     fmt::format("{{\"source\":{}}}", json::quote(script)));
  }
  if (last_url_.empty()) last_url_ = text_at(parsed->root, "url");
  return {};
}

Status Context::revive() {
  const std::string url = last_url_;  // where a page was last in order
  if (!browser_.alive()) GLEANER_CHECK(browser_.restart());
  for (const auto& tab : tabs_) {
    browser_.sessions_.erase(tab->session_);  // what still comes for them concerns nobody
    tab->dead_ = true;
  }
  retired_ = std::exchange(tabs_, {});
  opened_.clear();
  downloads_.clear();
  current_ = 0;
  if (life_ != browser_.life_) GLEANER_CHECK(begin());
  else GLEANER_CHECK(new_tab());
  if (!kept_state_.empty()) GLEANER_CHECK(restore(kept_state_));
  last_url_ = url;
  if (url.empty() || url == "about:blank") return {};
  for (const std::string& before : std::exchange(history_, {}))  // so that it can go back as before
    if (before != url) (void)tab().load(before);
  return tab().load(url);
}

// --- Pool

Result<Pool::Lease> Pool::take() {
  std::unique_ptr<Browser> browser;
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      browser = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (browser) {
    GLEANER_CHECK(browser->restart_if_large());
  } else {
    GLEANER_TRY(browser, Browser::start(options_));
  }
  return Lease(*this, std::move(browser));
}

void Pool::give(std::unique_ptr<Browser> browser) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(browser));
}

}  // namespace gleaner::browser
