// See tab.h. What happens to a page, and waiting for it; acting on elements is in
// tab_actions.cc, seeing in snapshot.cc.
#include "browser/tab.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/base64.h"
#include "base/json.h"
#include "base/text.h"
#include "page/url.h"

namespace gleaner::browser {
namespace {

constexpr const char* kAgent =
#include "browser/agent_js.h"
    ;
constexpr const char* kWorld = "gleaner";
constexpr int kHistory = 4;  // pages before the present one that a revived tab can go back to

// Requests that stay open, or that nobody waits for.
bool lasts(const std::string& type) {
  return type == "WebSocket" || type == "EventSource" || type == "Ping" || type == "Media" ||
         type == "Prefetch" || type == "CSPViolationReport";
}

}  // namespace

Tab::Tab(Context& context, std::string session, std::string target, std::string opener)
    : context_(context),
      session_(std::move(session)),
      target_(std::move(target)),
      opener_(std::move(opener)) {
  main().id = target_;
  last_busy_ = Clock::now();
}

// Said in one go when the page is there, before any of its scripts run.
void Tab::begin() {
  Connection& to = context_.connection();
  const auto say = [&](std::string_view method, const std::string& parameters = "{}") {
    to.post(method, parameters, session_);
  };
  say("Page.enable");
  say("Page.setLifecycleEventsEnabled", R"({"enabled":true})");
  say("Page.addScriptToEvaluateOnNewDocument",
      fmt::format("{{\"source\":{},\"worldName\":\"{}\",\"runImmediately\":true}}", json::quote(kAgent),
                  kWorld));
  say("Runtime.enable");
  // Bodies are kept for whoever asks for them: an archive for all, otherwise files that are no pages.
  say("Network.enable", context_.options_.archive
                            ? R"({"maxTotalBufferSize":100000000,"maxResourceBufferSize":50000000})"
                            : R"({"maxTotalBufferSize":20000000,"maxResourceBufferSize":20000000})");
  const Browser& browser = context_.browser_;
  say("Emulation.setUserAgentOverride",
      fmt::format("{{\"userAgent\":{},\"acceptLanguage\":\"en-US,en\"}}", json::quote(browser.agent_)));
  if (!browser.options_.headers.empty()) {
    std::string headers;
    for (const std::string& one : browser.options_.headers) {
      const size_t colon = one.find(':');
      if (colon == std::string::npos) continue;
      const size_t value = one.find_first_not_of(' ', colon + 1);
      headers += fmt::format("{}{}:{}", headers.empty() ? "" : ",", json::quote(one.substr(0, colon)),
                             json::quote(value == std::string::npos ? "" : one.substr(value)));
    }
    say("Network.setExtraHTTPHeaders", fmt::format("{{\"headers\":{{{}}}}}", headers));
  }
  if (!context_.options_.banners.empty())
    say("Page.addScriptToEvaluateOnNewDocument", fmt::format("{{\"source\":{},\"worldName\":\"{}\"}}",
                                                             json::quote(context_.options_.banners), kWorld));
  if (!browser.options_.process.headed)
    say("Emulation.setDeviceMetricsOverride",
        fmt::format("{{\"width\":{},\"height\":{},\"deviceScaleFactor\":1,\"mobile\":false}}", kWidth,
                    kHeight));
  say("Runtime.runIfWaitingForDebugger");
}

std::string Tab::url() const {
  const auto at = frames_.find(target_);
  return at == frames_.end() ? "" : at->second.url;
}

std::vector<FrameState> Tab::frames() const {
  std::vector<FrameState> out;
  if (const auto at = frames_.find(target_); at != frames_.end()) out.push_back(at->second);
  for (const auto& [id, frame] : frames_)
    if (id != target_) out.push_back(frame);
  return out;
}

// --- events

void Tab::take(const Event& event) {
  if (event.method.starts_with("Network.")) return take_network(event);
  if (event.method.starts_with("Page.")) return take_page(event);
  if (event.method == "Inspector.targetCrashed") {
    dead_ = true;
  } else if (event.method == "Runtime.executionContextCreated") {
    const json::Value& context = *member_at(event.parameters, "context");
    if (text_at(context, "name") != kWorld) return;
    const std::string frame = text_at(context, "auxData.frameId");
    frames_[frame].id = frame;
    frames_[frame].context = int(number_at(context, "id"));
  } else if (event.method == "Runtime.executionContextDestroyed") {
    const int gone = int(number_at(event.parameters, "executionContextId"));
    for (auto& [id, frame] : frames_)
      if (frame.context == gone) frame.context = 0;
  } else if (event.method == "Runtime.executionContextsCleared") {
    for (auto& [id, frame] : frames_) frame.context = 0;
  } else if (event.method == "Runtime.bindingCalled") {
    const int context = int(number_at(event.parameters, "executionContextId"));
    if (on_binding) on_binding(frame_of(context), text_at(event.parameters, "payload"));
  }
}

void Tab::take_page(const Event& event) {
  const json::Value& p = event.parameters;
  if (event.method == "Page.javascriptDialogOpening") return take_dialog(event);
  if (event.method == "Page.screencastFrame") {
    context_.connection().post("Page.screencastFrameAck",
                               fmt::format("{{\"sessionId\":{}}}", int(number_at(p, "sessionId"))), session_);
    if (take_picture_) take_picture_(from_base64(text_at(p, "data")).value_or(""));
    return;
  }
  last_busy_ = Clock::now();
  if (event.method == "Page.frameNavigated") {
    FrameState& frame = frames_[text_at(p, "frame.id")];
    frame.id = text_at(p, "frame.id");
    frame.parent = text_at(p, "frame.parentId");
    frame.url = text_at(p, "frame.url") + text_at(p, "frame.urlFragment");
    if (frame.id != target_) return;
    only_frame_.clear();
    loader_ = text_at(p, "frame.loaderId");
    ++navigations_;
    std::erase_if(frames_,
                  [&](const auto& one) { return one.first != target_; });  // those of the page before
    std::erase_if(requests_, [&](const auto& one) { return one.first != loader_; });
    if (on_navigated) on_navigated(frame.url, text_at(p, "type"));
  } else if (event.method == "Page.navigatedWithinDocument") {
    FrameState& frame = frames_[text_at(p, "frameId")];
    frame.url = text_at(p, "url");
    if (text_at(p, "frameId") == target_) ++navigations_;
  } else if (event.method == "Page.frameAttached") {
    FrameState& frame = frames_[text_at(p, "frameId")];
    frame.id = text_at(p, "frameId");
    frame.parent = text_at(p, "parentFrameId");
  } else if (event.method == "Page.frameDetached") {
    if (text_at(p, "reason") != "swap") frames_.erase(text_at(p, "frameId"));
  } else if (event.method == "Page.frameStartedLoading" || event.method == "Page.frameStoppedLoading") {
    const std::string id = text_at(p, "frameId");
    if (event.method == "Page.frameStoppedLoading" && !frames_.count(id)) return;
    frames_[id].id = id;
    frames_[id].loading = event.method == "Page.frameStartedLoading";
    if (id == target_ && !frames_[id].loading) finish(loader_);
  }
}

// The browser does not always tell the end of the page's own request, when its process changes with it.
void Tab::finish(const std::string& request) {
  const auto at = requests_.find(request);
  if (at == requests_.end()) return;
  const web::Exchange& exchange = at->second.exchange;
  if (context_.options_.archive && exchange.status && exchange.url.starts_with("http")) {
    finished_.push_back(exchange);
    finished_ids_.push_back(request);
  }
  requests_.erase(at);
}

void Tab::take_dialog(const Event& event) {
  const std::string type = text_at(event.parameters, "type");
  last_busy_ = Clock::now();
  ++dialogs_;
  const bool accept = context_.options_.accept_dialogs || type == "alert" || type == "beforeunload";
  if (type != "beforeunload")
    context_.note(fmt::format("the page said ({}): {}", type, text_at(event.parameters, "message")));
  context_.connection().post("Page.handleJavaScriptDialog",
                             fmt::format("{{\"accept\":{},\"promptText\":{}}}", accept,
                                         json::quote(text_at(event.parameters, "defaultPrompt"))),
                             session_);
  if (dialogs_ > kMostDialogs) {  // a loop of them: the page is given up
    hung_ = true;
    context_.connection().post("Target.closeTarget", fmt::format("{{\"targetId\":\"{}\"}}", target_), "");
  }
}

namespace {

std::string heads(const json::Value* headers, bool decoded) {
  std::string out;
  if (!headers || !headers->is_object()) return out;
  for (const json::Member& one : headers->members) {
    const std::string name = lower_ascii(one.key);
    // The body is kept unpacked and whole.
    if (decoded && (name == "content-encoding" || name == "content-length" || name == "transfer-encoding"))
      continue;
    if (one.key.starts_with(":")) continue;
    std::string value(one.value.text);
    std::replace(value.begin(), value.end(), '\n', ' ');
    out += fmt::format("{}: {}\r\n", one.key, value);
  }
  return out;
}

}  // namespace

void Tab::take_network(const Event& event) {
  const json::Value& p = event.parameters;
  const std::string id = text_at(p, "requestId");
  if (event.method == "Network.requestWillBeSent") {
    last_busy_ = Clock::now();
    ++context_.requests_;
    Request& request = requests_[id];
    request = {
        Clock::now(), !lasts(text_at(p, "type")) && !text_at(p, "request.url").ends_with("/favicon.ico"), {}};
    web::Exchange& exchange = request.exchange;
    exchange.url = text_at(p, "request.url");
    exchange.time = int64_t(number_at(p, "wallTime") * 1000);
    const UrlParts parts = split_url(exchange.url);
    exchange.request_head =
        fmt::format("{} {}{}{} HTTP/1.1\r\nHost: {}\r\n{}\r\n", text_at(p, "request.method"),
                    parts.path.empty() ? "/" : parts.path, parts.has_query ? "?" : "", parts.query,
                    parts.authority, heads(member_at(p, "request.headers"), false));
    if (context_.options_.max_requests && context_.requests_ > context_.options_.max_requests)
      context_.connection().post("Page.stopLoading", "{}", session_);
    return;
  }
  const auto at = requests_.find(id);
  if (at == requests_.end()) return;
  if (event.method == "Network.responseReceived") {
    web::Exchange& exchange = at->second.exchange;
    exchange.status = int(number_at(p, "response.status"));
    exchange.address = text_at(p, "response.remoteIPAddress");
    exchange.response_head =
        fmt::format("HTTP/1.1 {} {}\r\n{}\r\n", exchange.status, text_at(p, "response.statusText"),
                    heads(member_at(p, "response.headers"), true));
    if (text_at(p, "type") == "Document" && text_at(p, "frameId") == target_) {
      status_ = exchange.status;
      mime_ = text_at(p, "response.mimeType");
    }
  } else if (event.method == "Network.loadingFinished" || event.method == "Network.loadingFailed") {
    last_busy_ = Clock::now();
    if (event.method == "Network.loadingFailed") at->second.exchange.status = 0;
    finish(id);
  }
}

// --- waiting

bool Tab::pump(Milliseconds wait) { return context_.connection().pump(wait); }

bool Tab::dead() const {
  const auto& connection = context_.browser_.connection_;
  return dead_ || !connection || connection->gone();
}

Status Tab::check_alive() const {
  if (hung_)
    return error(Code::budget,
                 fmt::format("{} opens one dialog after the other: the page was given up", url()));
  if (dead() && !dead_) return error(Code::io, "the browser has ended by itself");
  if (dead_) return error(Code::io, fmt::format("the page {} has crashed", url()));
  if (context_.options_.max_requests && context_.requests_ > context_.options_.max_requests)
    return error(Code::budget,
                 fmt::format("more than {} requests were made", context_.options_.max_requests));
  if (context_.browser_.gate_ && context_.browser_.gate_->exhausted())
    return error(Code::budget, fmt::format("more than {} MB were received",
                                           context_.browser_.options_.rules.max_bytes >> 20));
  return {};
}

bool Tab::busy() {
  const auto now = Clock::now();
  for (const auto& [id, frame] : frames_)
    if (frame.loading && (id == target_ || now - last_busy_ < kSlowRequest)) return true;
  for (const auto& [id, request] : requests_)
    if (request.counts && now - request.begun < kSlowRequest) return true;
  for (const auto& [id, one] : context_.downloads_)
    if (id == file_ && one.state == Download::State::running) return true;
  return false;
}

int Tab::main_context(Milliseconds wait) {
  const auto until = Clock::now() + std::min(wait, Milliseconds(1'000));
  while (!main().context && !dead_ && Clock::now() < until)
    if (!pump(Milliseconds(10))) break;
  if (main().context) return main().context;
  // A document that was there before us, or one that the script could not be added to.
  auto world = call("Page.createIsolatedWorld",
                    fmt::format("{{\"frameId\":\"{}\",\"worldName\":\"{}\"}}", target_, kWorld), wait);
  if (!world.ok()) return 0;
  const int context = int(world->number("executionContextId"));
  (void)call("Runtime.evaluate",
             fmt::format("{{\"expression\":{},\"contextId\":{}}}", json::quote(kAgent), context));
  return main().context = context;
}

Status Tab::settle() {
  const auto until = Clock::now() + kSettleMost;
  double changes = -1;
  while (Clock::now() < until) {
    if (!pump(Milliseconds(10))) break;
    GLEANER_CHECK(check_alive());
    if (busy() || Clock::now() - last_busy_ < kQuiet) continue;
    const auto asked = Clock::now();
    const Milliseconds wait = std::min(kSettleMost, context_.options_.load_wait);
    auto state = evaluate("gleaner.state()", 0, wait);
    GLEANER_CHECK(check_alive());
    if (!state.ok()) {
      if (Clock::now() - asked >= wait) return give_up();
      last_busy_ = Clock::now();  // it was just exchanged for another
      continue;
    }
    main().url = state->text("result.value.url");
    const double now = number_at(state->result(), "result.value.changes");
    const bool still = now == changes;
    if (!still && changes >= 0) last_busy_ = Clock::now();
    else if (still || text_at(state->result(), "result.value.ready") == "complete") break;
    changes = now;
  }
  keep_exchanges();
  GLEANER_CHECK(check_alive());
  if (this == &context_.tab()) keep_history();
  return {};
}

// Where the page was last in order, and how it got there: for Context::revive().
void Tab::keep_history() {
  context_.last_url_ = url();
  if (history_of_ == navigations_) return;
  auto history = call("Page.getNavigationHistory");
  if (!history.ok()) return;
  history_of_ = navigations_;
  context_.history_.clear();
  const json::Value* entries = history->at("entries");
  const int at = int(history->number("currentIndex"));
  for (int i = std::max(0, at - kHistory); entries && i <= at && i < int(entries->items.size()); ++i)
    if (std::string visited = text_at(entries->items[size_t(i)], "url"); visited != "about:blank")
      context_.history_.push_back(std::move(visited));
}

// A page whose scripts never end answers nothing any more: its tab is closed,
// whoever goes on revives the context.
Status Tab::give_up() {
  dead_ = true;
  context_.connection().post("Target.closeTarget", fmt::format("{{\"targetId\":\"{}\"}}", target_), "");
  return error(Code::budget, fmt::format("{} hangs: its scripts do not come to an end", url()));
}

void Tab::keep_exchanges() {
  if (!context_.options_.archive) return;
  std::vector<web::Exchange> all = std::exchange(finished_, {});
  const std::vector<std::string> ids = std::exchange(finished_ids_, {});
  for (size_t i = 0; i < all.size(); ++i) {
    auto body = call("Network.getResponseBody", fmt::format("{{\"requestId\":\"{}\"}}", ids[i]));
    if (!body.ok()) continue;  // of a page that is gone
    all[i].body = true_at(body->result(), "base64Encoded") ? from_base64(body->text("body")).value_or("")
                                                           : body->text("body");
    context_.options_.archive(all[i]);
  }
}

// --- going somewhere

Status Tab::wait_loaded(Milliseconds wait) {
  const auto until = Clock::now() + wait;
  while (main().loading && Clock::now() < until) {
    if (!pump(Milliseconds(20))) break;
    GLEANER_CHECK(check_alive());
  }
  if (!main().loading) return {};
  context_.note(
      fmt::format("{} was not loaded whole after {} s: taken as it is", url(), wait.count() / 1000.0));
  context_.connection().post("Page.stopLoading", "{}", session_);
  main().loading = false;
  requests_.clear();
  return {};
}

Status Tab::load(const std::string& url) {
  if (context_.options_.refuse)
    if (std::string why = context_.options_.refuse(url); !why.empty())
      return error(Code::usage, why, {.file = url});
  dialogs_ = 0;
  file_.clear();
  status_ = 0;
  main().loading = true;
  last_busy_ = Clock::now();
  auto reply =
      call("Page.navigate", fmt::format("{{\"url\":{}}}", json::quote(url)), context_.options_.load_wait);
  GLEANER_CHECK(check_alive());
  if (!reply.ok()) {
    if (reply.error().code == Code::budget) {
      context_.connection().post("Page.stopLoading", "{}", session_);
      return error(Code::budget,
                   fmt::format("no answer within {} s", context_.options_.load_wait.count() / 1000.0),
                   {.file = url});
    }
    return error(reply.error().code, reply.error().message, {.file = url});
  }
  const std::string wrong = reply->text("errorText");
  if (wrong.empty()) {
    main().url = url;
    if (!reply->text("loaderId").empty()) loader_ = reply->text("loaderId");
  }
  if (!wrong.empty() || reply->text("loaderId").empty()) main().loading = false;
  if (!wrong.empty() && !true_at(reply->result(), "isDownload") && file_.empty()) {
    std::string hint;
    if (context_.browser_.gate_)
      for (const std::string& refused : context_.browser_.gate_->refused())
        if (refused.starts_with(host_of(split_url(url)) + " "))
          hint = fmt::format("{}: allow it with --allow-private", refused);
    return error(Code::io,
                 fmt::format("cannot be loaded: {}", wrong.starts_with("net::") ? wrong.substr(5) : wrong),
                 {.file = url}, hint);
  }
  GLEANER_CHECK(wait_loaded(context_.options_.load_wait));
  GLEANER_CHECK(settle());
  if (file()) return {};
  if (status_ >= 400)
    return error(Code::not_found, fmt::format("the server answers {}", status_), {.file = url});
  return {};
}

Status Tab::reload() {
  main().loading = true;
  (void)call("Page.reload");
  GLEANER_CHECK(wait_loaded(context_.options_.load_wait));
  return settle();
}

Status Tab::back(int steps) {
  GLEANER_TRY(const Reply history, call("Page.getNavigationHistory"));
  const json::Value* entries = history.at("entries");
  const int at = int(history.number("currentIndex")) - steps;
  const int count = entries ? int(entries->items.size()) : 0;
  if (at < 0 || at >= count || (at == 0 && steps > 0 && text_at(entries->items[0], "url") == "about:blank"))
    return error(Code::not_found, fmt::format("there is no page {} steps {} in this tab", std::abs(steps),
                                              steps > 0 ? "back" : "forward"));
  file_.clear();
  const uint64_t before = navigations_;
  GLEANER_CHECK(call("Page.navigateToHistoryEntry",
                     fmt::format("{{\"entryId\":{}}}", int(number_at(entries->items[size_t(at)], "id")))));
  const auto until = Clock::now() + context_.options_.load_wait;
  while (navigations_ == before && Clock::now() < until) {
    if (!pump(Milliseconds(10))) break;
    GLEANER_CHECK(check_alive());
  }
  GLEANER_CHECK(wait_loaded(context_.options_.load_wait));
  return settle();
}

const Download* Tab::file() const {
  const auto at = context_.downloads_.find(file_);
  return at == context_.downloads_.end() ? nullptr : &at->second;
}

// --- talking to the page

Result<Reply> Tab::call(std::string_view method, const std::string& parameters, Milliseconds wait) {
  GLEANER_CHECK(check_alive());
  return context_.connection().call(method, parameters, session_, wait);
}

Result<Reply> Tab::evaluate(const std::string& expression, int context, Milliseconds wait) {
  if (!context) context = main_context(wait);
  if (!context) return error(Code::io, fmt::format("{} cannot be looked into", url()));
  GLEANER_TRY(Reply reply, call("Runtime.evaluate",
                                fmt::format("{{\"expression\":{},\"contextId\":{},\"returnByValue\":true}}",
                                            json::quote(expression), context),
                                wait));
  if (const json::Value* wrong = reply.at("exceptionDetails")) {
    std::string words = text_at(*wrong, "exception.description");
    words = words.substr(0, words.find('\n'));
    return error(Code::bad_input, words.empty() ? "the page's agent failed" : words);
  }
  return reply;
}

std::string Tab::frame_of(int context) const {
  for (const auto& [id, frame] : frames_)
    if (frame.context == context) return id;
  return {};
}

Status Tab::add_script(const std::string& source, const std::string& binding) {
  GLEANER_CHECK(call("Runtime.addBinding", fmt::format("{{\"name\":{},\"executionContextName\":\"{}\"}}",
                                                       json::quote(binding), kWorld)));
  GLEANER_CHECK(call("Page.addScriptToEvaluateOnNewDocument",
                     fmt::format("{{\"source\":{},\"worldName\":\"{}\",\"runImmediately\":true}}",
                                 json::quote(source), kWorld)));
  return {};
}

}  // namespace gleaner::browser
