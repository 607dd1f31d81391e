// Statements that act on the page in the browser: what each does, `on error`, and items
// of loops that a job remembers.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/elapsed.h"
#include "base/json.h"
#include "base/lists.h"
#include "base/shorten.h"
#include "page/load.h"
#include "page/url.h"
#include "script/interpreter.h"
#include "script/navigation.h"
#include "wrap/wrapper_file.h"

namespace gleaner::script {

using browser::NodeRef;

constexpr browser::Milliseconds kRetryPause{
    500};  // before a step is tried again, and twice as long the next time
constexpr std::chrono::seconds kKeepState{1};  // between two looks at the browser's cookies

Navigation& Interpreter::navigation() {
  if (!options_.navigation)
    fail("there is no browser here", "gleaner run opens one for scripts that need it");
  if (round_) fail("a parallel for cannot use the browser: it has one page at a time");
  return *options_.navigation;
}

// --- targets

NodeRef Interpreter::live_node(const Value& value) {
  const Value* node = value.is(Kind::record) ? value.as_record().find("node") : &value;
  if (!node || !node->is(Kind::html))
    fail(fmt::format("{} is no part of the page in the browser", name_of(value.kind())),
         "records of extract(WRAPPER) and nodes of page() are");
  return take(navigation().live(node->as_html().page, node->as_html().node));
}

// `pattern RULE`: conditions of the pattern family on the page as it is now, the first
// element they hold for. None: no say.
NodeRef Interpreter::pattern_node(const std::string& rule) {
  if (!options_.registry) fail("this program was built without wrappers");
  auto wrapper = wrap::parse_wrapper(
      fmt::format(
          "format = 1\nkind = \"pattern\"\nschema = [\"target\"]\n[page.fields.target]\nrules = [{}]\n",
          json::quote(rule)),
      "pattern", *options_.registry);
  if (!wrapper.ok())
    fail(fmt::format("{} is no rule of patterns: {}", json::quote(rule), wrapper.error().message),
         wrapper.error().hint);
  const DocumentPtr page = take(navigation().page());
  if (!page->is_html()) return {};
  wrap::RecordList list;
  take(wrapper->wrapper->extract(*page, *wrapper->wrapper->make_scratch(), list, budget_));
  const wrap::Value* value = list.records.empty() ? nullptr : list.records[0].find("target");
  if (value && !value->items.empty()) value = &value->items[0];
  if (!value || !value->span) return {};
  auto ref = navigation().live(page, page->view<html::Tree>().node_at(value->span->begin));
  return ref.ok() ? *ref : NodeRef{};
}

browser::Alternative Interpreter::alternative(const Ast& n, Value* frame) {
  browser::Alternative out;
  out.kind = n.name;
  out.nth = int(n.slot);
  const Value what = eval(*n.kids[0], frame);
  if (what.is(Kind::html) || what.is(Kind::record)) {
    out.kind = "node";
    out.node = live_node(what);
  } else {
    out.text = to_text(what);
    if (out.text.empty()) fail("a target needs a text: this one is empty");
    if (out.kind == "pattern") out.kind = "node", out.node = pattern_node(out.text);
  }
  for (size_t i = 0; i < n.keys.size(); ++i) {
    if (n.keys[i] == "near") out.near.push_back(alternative(*n.kids[i + 1], frame));
    else out.in = live_node(eval(*n.kids[i + 1], frame));
  }
  return out;
}

// What stands behind the last alternative ("... in c") holds for all of them.
browser::Target Interpreter::target(const Ast& n, Value* frame) {
  browser::Target out;
  for (const AstPtr& one : n.kids) out.alternatives.push_back(alternative(*one, frame));
  for (browser::Alternative& one : out.alternatives)
    if (!one.in && out.alternatives.back().in) one.in = out.alternatives.back().in;
  return out;
}

Value Interpreter::test_target(const Ast& n, Value* frame) {
  browser::Tab* tab = take(navigation().tab());
  const browser::Target wanted = target(*n.kids[0], frame);
  here = n.offset;
  const browser::Found found = take(tab->find(wanted));
  std::vector<NodeRef> all;
  for (const auto& list : found.by_alternative)
    for (const NodeRef& ref : list)
      if (const browser::Element* e = found.of(ref); e && e->shown && !contains(all, ref)) all.push_back(ref);
  return n.name == "count" ? Value(double(all.size())) : Value(!all.empty());
}

Result<NodeRef> Interpreter::reach(const Ast& n, Value* frame, browser::Tab& tab, NavigationStep& step,
                                   std::optional<browser::Milliseconds> most) {
  const auto unseen = [](const browser::Alternative& one) { return one.kind == "node" && !one.node; };
  const auto until = browser::Clock::now() + most.value_or(tab.context().options().step_wait);
  for (;;) {
    // patterns look at a picture of the page: where they are all there is, one is
    // taken until they see something
    step.target = target(n, frame);
    const std::vector<browser::Alternative>& ways = step.target.alternatives;
    if (!std::ranges::all_of(ways, unseen) || browser::Clock::now() >= until ||
        !tab.pump(browser::kFindEvery))
      break;
  }
  step.target_begin = n.offset;
  step.target_end = n.slot;
  GLEANER_TRY(step.hit, tab.locate(step.target, most));
  const NodeRef ref = step.hit->element.ref;
  const NavigationOptions& how = options_.navigation->options();
  if (how.pictures)
    if (auto picture = tab.screenshot({}, ref); picture.ok()) step.picture = std::move(*picture);
  const bool drifted = contains(step.hit->agreed, false);
  if (how.propose && drifted)
    if (auto ways = tab.ways_to(ref); ways.ok())
      for (const browser::Alternative& one : browser::choose_ways(*ways))
        step.new_target.push_back(one.to_string());
  return ref;
}

// --- steps

Status Interpreter::act_on(const Ast& n, Value* frame, browser::Tab& tab, NodeRef ref) {
  const std::string& word = n.name;
  if (word == "click") return tab.click(ref);
  if (word == "hover") return tab.hover(ref);
  if (word == "check" || word == "uncheck") return tab.check(ref, word == "check");
  if (word == "submit") return tab.submit(ref);
  if (word == "scroll") return tab.scroll_to(ref);
  if (word == "frame") return tab.enter_frame(ref);
  const Value value = eval(*n.kids[word == "download" || word == "screenshot" ? 1 : 0], frame);
  if (value.is_null())
    return error(gleaner::Code::bad_input, fmt::format("there is nothing to {}: the value is null", word));
  const std::string text = to_text(value);
  if (word == "type") return tab.type(ref, text);
  if (word == "choose") return tab.choose(ref, text);
  if (word == "upload") return tab.upload(ref, checked_path(text));
  GLEANER_TRY(const std::string path, options_.navigation->file_path(text));
  if (word == "screenshot") {
    GLEANER_TRY(const std::string png, tab.screenshot(ref));
    return write_file(path, png);
  }
  GLEANER_TRY(const browser::Download file, tab.download(ref));
  GLEANER_TRY(const std::string bytes, read_file(file.path));
  return write_file(path, bytes);
}

Status Interpreter::wait(const Ast& n, Value* frame, browser::Tab& tab, NavigationStep& step) {
  std::optional<browser::Milliseconds> most;
  if (n.distinct)
    most = browser::Milliseconds(int64_t(to_number(eval(*n.kids.back(), frame)).value_or(10) * 1000));
  if (n.keys[0] == "idle") return tab.settle();
  if (n.keys[0] == "for") {
    GLEANER_TRY([[maybe_unused]] const NodeRef ref, reach(*n.kids[0], frame, tab, step, most));
    return {};
  }
  const auto until = browser::Clock::now() + most.value_or(tab.context().options().step_wait);
  while (!truth(eval(*n.kids[0], frame))) {
    this->step();
    if (browser::Clock::now() >= until) {
      const Ast& what = *n.kids[0];
      return error(
          gleaner::Code::budget,
          fmt::format("waited in vain until {}",
                      shortened(script_->grammar.source.substr(what.offset, n.slot - what.offset), 80)));
    }
    if (!tab.pump(browser::kFindEvery)) break;
  }
  return {};
}

Status Interpreter::act(const Ast& n, Value* frame, browser::Tab& tab, NavigationStep& step) {
  const std::string& word = n.name;
  browser::Context& context = tab.context();
  if (word == "wait") return wait(n, frame, tab, step);
  const auto on = std::ranges::find_if(n.kids, [](const AstPtr& kid) { return kid->kind == AK::target; });
  if (on != n.kids.end()) {
    GLEANER_TRY(const NodeRef ref, reach(**on, frame, tab, step));
    return act_on(n, frame, tab, ref);
  }
  const Value value = n.kids.empty() ? Value() : eval(*n.kids[0], frame);
  if (word == "load") {
    const std::string url = resolve_url(to_text(value), tab.url() == "about:blank" ? "" : tab.url());
    if (!url.starts_with("http://") && !url.starts_with("https://"))
      return error(gleaner::Code::usage,
                   fmt::format("{} is no address of a page", json::quote(to_text(value))));
    return tab.load(url);
  }
  if (word == "press") return tab.press(to_text(value));
  if (word == "reload") return tab.reload();
  if (word == "submit") return tab.submit({});
  if (word == "frame") return tab.enter_frame({});
  if (word == "scroll")
    return n.keys[0] == "end" ? tab.scroll_end() : tab.scroll_by(to_number(value).value_or(0));
  if (word == "tab") {
    if (n.keys.empty()) return context.switch_to(size_t(std::max(1.0, to_number(value).value_or(1))) - 1);
    return n.keys[0] == "new" ? context.new_tab() : context.close_tab();
  }
  if (word == "screenshot") {
    GLEANER_TRY(const std::string path, options_.navigation->file_path(to_text(value)));
    GLEANER_TRY(const std::string png, tab.screenshot());
    return write_file(path, png);
  }
  // back, forward: a window that a page opened has nowhere to go back to but the page that opened it
  const int steps = value.is_null() ? 1 : int(to_number(value).value_or(1));
  if (word == "forward") return tab.back(-steps);
  const Status at_once = tab.back(steps);
  if (at_once.ok() || at_once.error().code != gleaner::Code::not_found || tab.opener().empty())
    return at_once;
  for (int left = steps; left > 0; --left) {
    const Status done = context.tab().back(1);
    if (done.ok()) continue;
    if (done.error().code != gleaner::Code::not_found || context.tab().opener().empty()) return done;
    GLEANER_CHECK(context.close_tab());
  }
  return {};
}

void Interpreter::tell_step(NavigationStep step) {
  const NavigationOptions& how = options_.navigation->options();
  if (!step.line) step.line = where_of(here).line;
  if (options_.note)
    for (const Diagnostic& note : options_.navigation->take_notes()) options_.note(note.message);
  if (how.step) how.step(std::move(step));
}

void Interpreter::fail_step(const Ast& n, NavigationStep& step, Diagnostic why) {
  if (budget_.exhausted()) out_of_budget();
  Navigation& nav = *options_.navigation;
  // A picture of how it was; without a folder for files, among the temporary ones.
  if (auto tab = nav.tab(); tab.ok())
    if (auto picture = (*tab)->screenshot(); picture.ok()) {
      auto path = nav.picture_path(fmt::format("step-{}-failed.png", step.number));
      if (path.ok() && write_file(*path, *picture).ok())
        why.hint += fmt::format("{}picture: {}", why.hint.empty() ? "" : "\n  ", *path);
      if (step.picture.empty()) step.picture = std::move(*picture);
    }
  step.failed = why;
  const std::string message = fmt::format("step {} ({}): {}{}", step.number, n.name,
                                          why.where.file.empty() ? "" : why.where.file + ": ", why.message);
  tell_step(step);
  here = n.offset;
  fail(message, why.hint);
}

void Interpreter::perform(const Ast& n, Value* frame) {
  Navigation& nav = navigation();
  NavigationStep step;
  step.number = nav.count_step();
  step.line = where_of(n.offset).line;
  step.statement = script_->grammar.source.substr(n.offset, n.slot - n.offset);
  const auto begun = browser::Clock::now();
  auto tab = nav.tab();
  if (!tab.ok()) fail(tab.error(), "");
  step.url = (*tab)->url();
  Status done = act(n, frame, **tab, step);
  if (!done.ok() && done.error().code == gleaner::Code::io &&
      (*tab)->dead()) {  // the browser died of it or before: once more
    tab = nav.tab();
    if (tab.ok()) done = act(n, frame, **tab, step);
  }
  step.seconds = seconds_since(begun);
  if (!done.ok()) fail_step(n, step, done.error());
  if (auto context = nav.context(); context.ok()) {
    if (auto followed = (*context)->follow_windows(); !followed.ok()) fail_step(n, step, followed.error());
    const auto& refuse = (*context)->options().refuse;
    const std::string at = (*context)->tab().url();
    if (refuse && at.starts_with("http"))
      if (std::string why = refuse(at); !why.empty())
        fail_step(n, step, error(gleaner::Code::usage, "the step led elsewhere: " + why));
    if (nav.options().pictures && step.picture.empty())
      if (auto picture = (*context)->tab().screenshot(); picture.ok()) step.picture = std::move(*picture);
  }
  step.seconds = seconds_since(begun);
  tell_step(std::move(step));
}

bool Interpreter::skips() const {
  return policy_ && (policy_->name == "skip" || (!policy_->keys.empty() && policy_->keys[0] == "skip"));
}

Interpreter::Flow Interpreter::navigate(const Ast& n, Value* frame) {
  here = n.offset;
  step();
  if (n.name == "emit") {
    emit(eval(*n.kids[0], frame));
    return Flow::next;
  }
  if (where_of(n.offset).line < navigation().options().from_line) return Flow::next;
  for (uint32_t tried = 0;; ++tried) {
    const size_t calls = calls_.size();
    try {
      perform(n, frame);
      return Flow::next;
    } catch (Thrown& thrown) {
      if (thrown.why.code == gleaner::Code::budget || !policy_) throw;
      calls_.resize(calls);
      const auto say = [&](std::string_view what) {
        if (options_.note)
          options_.note(fmt::format("line {}: {}: {}", where_of(n.offset).line, what, to_text(thrown.value)));
      };
      if (policy_->name == "retry" && tried < policy_->slot) {
        say("tried again");
        const auto until = browser::Clock::now() + kRetryPause * (1 << std::min(tried, 5u));
        while (browser::Clock::now() < until) {
          auto tab = navigation().tab();
          if (!tab.ok() || !(*tab)->pump(browser::Milliseconds(50))) break;
          this->step();
        }
        continue;
      }
      if (policy_->name == "do") {
        const Ast* handler = std::exchange(policy_, nullptr);  // what fails in it is an error
        frame[handler->slot] = thrown.value;
        const Flow flow = execute(*handler->kids[0], frame);
        policy_ = handler;
        return flow;
      }
      if (!skips() || loops_) throw;
      ++skipped_;
      say("passed over");
      return Flow::next;
    }
  }
}

// One item of a loop: passed over where a job has done it, given up where it fails and `on error` says so.
Interpreter::Flow Interpreter::execute_item(const Ast& body, const Ast& loop, const std::string& key,
                                            Value* frame, size_t round) {
  NavigationJob* job = round_ ? nullptr : options_.navigation->job();
  struct Entered {
    NavigationJob* job;
    uint32_t& loops;
    ~Entered() {
      --loops;
      if (job) job->leave();
    }
  };
  ++loops_;
  const Entered entered{job, loops_};
  const bool counted = loop.kind == AK::while_;
  if (job) {
    job->enter(fmt::format("{}:{}", loop.offset, counted ? fmt::format("round {}", round) : key));
    if (!counted) {  // the rounds of a while lead from page to page: they have to be gone through
      if (take(job->is_done())) return take_variables(loop, frame, *job), Flow::next;
    }
  }
  const size_t calls = calls_.size();
  const Ast* policy = policy_;
  Flow flow = Flow::next;
  try {
    flow = execute(body, frame);
  } catch (Thrown& thrown) {
    if (thrown.why.code == gleaner::Code::budget || !skips()) throw;
    calls_.resize(calls);
    policy_ = policy;
    ++skipped_;
    if (options_.note) options_.note(fmt::format("item passed over: {}", to_text(thrown.value)));
    return Flow::next;
  }
  if (!round_) take(options_.navigation->rest());
  if (!job || counted) return flow;
  keep_variables(loop, frame, *job);
  take(job->finish());
  // how often the cookies are asked for, nothing else hangs on it
  static thread_local browser::Clock::time_point last_kept;
  if (browser::Clock::now() - last_kept > kKeepState && options_.navigation->started()) {
    last_kept = browser::Clock::now();
    if (auto context = options_.navigation->context(); context.ok())
      if (auto state = (*context)->state(); state.ok()) (void)job->keep_browser_state(*state);
  }
  return flow;
}

// Parts of the live page are no data: they stay behind.
void Interpreter::emit(const Value& value) {
  if (!value.is(Kind::record))
    fail(fmt::format("emit takes a record, not {}", name_of(value.kind())), "emit {name: x, price: y}");
  Value out = Value::record();
  for (const auto& [name, field] : value.as_record().fields)
    if (!field.is(Kind::html)) out.as_record().fields.emplace_back(name, field);
  if (options_.navigation && options_.navigation->job())
    if (!take(options_.navigation->job()->emit(to_json(out)))) return;
  if (options_.emit) options_.emit(out);
  else write(to_json(out) + "\n");
}

// --- functions

Value Interpreter::live_page() { return new HtmlNode(take(navigation().page())); }

bool Interpreter::next_page() {
  Navigation& nav = navigation();
  NavigationStep step;
  step.number = nav.count_step();
  step.line = where_of(here).line;
  step.statement = "next_page()";
  const auto begun = browser::Clock::now();
  if (auto tab = nav.tab(); tab.ok()) step.url = (*tab)->url();
  auto went = nav.next_page();
  step.seconds = seconds_since(begun);
  if (!went.ok()) {
    step.failed = went.error();
    tell_step(step);
    fail(went.error(), "");
  }
  tell_step(std::move(step));
  return *went;
}

Value Interpreter::secret(const std::string& name) {
  const auto& ask = navigation().options().secret;
  if (!ask) fail(fmt::format("there is nobody to ask for the secret {}", name));
  return Value::text(take(ask(name)));
}

}  // namespace gleaner::script
