// Programs and goals: what a session asks of Prolog, and the pages it has seen. Terms cross the border in
// prolog_terms.cc, Prolog calls back in bridge.cc; the Prolog half is boot.pl.
#include "logic/session.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include <fmt/format.h>

#include "base/lists.h"
#include "base/ordered_pool.h"
#include "base/text.h"
#include "logic/bridge.h"
#include "logic/prolog.h"
#include "logic/prolog_terms.h"

namespace gleaner::logic {
namespace {

// As read_term wants it: one full stop at the end, whether it was written or not.
std::string with_stop(std::string_view goal) {
  goal = trim(goal);
  if (goal.ends_with('.')) goal.remove_suffix(1);
  return std::string(goal) + " .";
}

bool put_bool(term_t into, bool value) { return put_text(into, PL_ATOM, value ? "true" : "false"); }

Diagnostic no_room() { return error(Code::budget, "limit reached: Prolog takes no more terms"); }

}  // namespace

Result<std::unique_ptr<Session>> Session::create(SessionOptions options) {
  GLEANER_CHECK(start_prolog(Bridge::predicates()));
  need_engine();
  std::unique_ptr<Session> made(new Session);
  made->options_ = std::move(options);
  if (!made->options_.fetcher)
    made->options_.fetcher = std::make_shared<FileFetcher>("", !made->options_.trusted);
  static std::atomic<uint64_t> count{0};
  made->module_ = fmt::format("gleaner_program_{}", ++count);
  GLEANER_CHECK(made->call_with_module("open_module"));
  Bridge::enter(*made);
  return made;
}

Session::~Session() {
  Bridge::leave(*this);
  need_engine();
  (void)call_with_module("close_module");
}

Status Session::call_with_module(const char* predicate) const {
  Frame frame;
  term_t argument = PL_new_term_ref();
  if (!put_text(argument, PL_ATOM, module_)) return no_room();
  return call_prolog("gleaner", predicate, 1, argument, nullptr);
}

Status Session::add(std::shared_ptr<Relation> relation) {
  need_engine();
  GLEANER_CHECK(Bridge::bind(*this, *relation));
  relations_.push_back(std::move(relation));
  return {};
}

Status Session::load_program(const std::string& text, const std::string& file) {
  need_engine();
  Frame frame;
  term_t arguments = PL_new_term_refs(4);
  if (!put_text(arguments, PL_ATOM, module_) || !put_text(arguments + 1, PL_STRING, text) ||
      !put_text(arguments + 2, PL_ATOM, file) || !put_bool(arguments + 3, options_.trusted))
    return no_room();
  return call_prolog("gleaner", "load_program", 4, arguments, &fault_);
}

// The stack limit is a flag of the engine, so it is set for each goal.
void Session::limit_stack() const {
  Frame frame;
  term_t flag = PL_new_term_refs(2);
  if (put_text(flag, PL_ATOM, "stack_limit") && PL_put_int64(flag + 1, int64_t(options_.stack_bytes)))
    (void)call_prolog("system", "set_prolog_flag", 2, flag, nullptr);
}

Status Session::ask(const std::string& goal, const AskOptions& options,
                    const std::function<bool(Answer&&)>& on_answer) {
  need_engine();
  Frame frame;
  facts_.clear();
  fault_.reset();
  // answer(Module, Text, Trusted, Inferences, Values, Given); prove_answer also gives the proof.
  term_t arguments = PL_new_term_refs(7);
  if (!put_text(arguments, PL_ATOM, module_) || !put_text(arguments + 1, PL_STRING, with_stop(goal)) ||
      !put_bool(arguments + 2, options_.trusted) ||
      !PL_put_int64(arguments + 3, int64_t(options.inferences)) ||
      !put(arguments + 5, given_list(options.given)))
    return no_room();
  limit_stack();
  keep_facts_ = options.proofs;
  Status done;
  {
    Watch watch({options.time, options.memory});
    predicate_t predicate =
        PL_predicate(options.proofs ? "prove_answer" : "answer", options.proofs ? 7 : 6, "gleaner");
    qid_t query = PL_open_query(nullptr, PL_Q_CATCH_EXCEPTION | PL_Q_NODEBUG, predicate, arguments);
    auto more = [&] {
      watch.enter();
      const bool found = PL_next_solution(query);
      watch.leave();
      return found;
    };
    while (more()) {
      Answer answer;
      done = read_answer(arguments, options.proofs, answer);
      if (!done.ok() || !on_answer(std::move(answer))) break;
      if (auto why = watch.expired()) done = std::move(*why);
      if (!done.ok()) break;
    }
    if (done.ok())
      if (term_t exception = PL_exception(query)) done = diagnostic_of(exception, &fault_);
    PL_cut_query(query);
  }
  keep_facts_ = false;
  return done;
}

// The values of the goal's variables, and the proof.
Status Session::read_answer(uintptr_t arguments, bool proof, Answer& into) {
  Frame inner;
  GLEANER_TRY(const Term values, term_of(arguments + 4));
  for (const Term& pair : values.arguments)
    if (pair.arguments.size() == 2 && !pair.arguments[0].text.starts_with("_"))
      into.values.emplace_back(pair.arguments[0].text, pair.arguments[1]);
  if (!proof) return {};
  GLEANER_TRY(const Term steps, term_of(arguments + 6));
  into.proof = Proof::of(steps, facts_);
  return {};
}

Result<bool> Session::solve(const std::string& goal, const std::map<std::string, Term>& given, uint64_t skip,
                            uint64_t most, std::vector<std::map<std::string, Term>>& into) {
  need_engine();
  Frame frame;
  // parse_goal(Module, Text, Goal, Names, Trusted), then the given values, then the goal.
  term_t arguments = PL_new_term_refs(5);
  if (!put_text(arguments, PL_ATOM, module_) || !put_text(arguments + 1, PL_STRING, with_stop(goal)) ||
      !put_bool(arguments + 4, options_.trusted))
    return no_room();
  GLEANER_CHECK(call_prolog("gleaner", "parse_goal", 5, arguments, &fault_));
  term_t list = PL_copy_term_ref(arguments + 3), head = PL_new_term_ref(), name = PL_new_term_ref(),
         value = PL_new_term_ref();
  while (PL_get_list(list, head, list)) {
    if (!PL_get_arg(1, head, name) || !PL_get_arg(2, head, value)) continue;
    auto known = given.find(text_of(name, CVT_ATOM));
    if (known == given.end()) continue;
    term_t made = PL_new_term_ref();
    if (!put(made, known->second) || !PL_unify(value, made)) return false;
  }
  Status done;
  bool more = true;
  qid_t query = PL_open_query(nullptr, PL_Q_CATCH_EXCEPTION | PL_Q_NODEBUG, PL_predicate("call", 1, "system"),
                              arguments + 2);
  for (uint64_t i = 0; done.ok() && i < skip + most; ++i) {
    if (!PL_next_solution(query)) {
      if (term_t exception = PL_exception(query)) done = diagnostic_of(exception, &fault_);
      more = false;
      break;
    }
    if (i < skip) continue;
    Frame inner;
    auto values = term_of(arguments + 3);
    if (!values.ok()) {
      done = values.error();
      break;
    }
    std::map<std::string, Term>& one = into.emplace_back();
    for (const Term& pair : values->arguments)
      if (pair.arguments.size() == 2) one[pair.arguments[0].text] = pair.arguments[1];
  }
  PL_cut_query(query);
  if (!done.ok()) return done.error();
  return more;
}

// --- pages

std::string Session::resolve(const std::string& reference, const std::string& base) const {
  return options_.fetcher->resolve(reference, base);
}

// A page that is known by this name; else what `fetch` gives, while more may be fetched.
template <class Fetch>
Result<DocumentPtr> Session::once(const std::string& name, const Fetch& fetch) {
  auto found = pages_.find(name);
  if (found != pages_.end()) return found->second;
  if (fetched_ >= options_.fetches)
    return error(Code::budget, fmt::format("limit reached: {} pages", options_.fetches));
  ++fetched_;
  GLEANER_TRY(DocumentPtr page, fetch());
  pages_[name] = page;
  return page;
}

Result<DocumentPtr> Session::document(const std::string& url) {
  return once(url, [&] { return options_.fetcher->fetch(url); });
}

Result<std::string> Session::submit(const std::string& url, const std::string& body) {
  const std::string name = url + " with " + body;
  GLEANER_CHECK(once(name, [&] { return options_.fetcher->submit(url, body); }));
  return name;
}

std::vector<DocumentPtr> Session::documents(const std::vector<std::string>& urls, size_t jobs) {
  std::vector<std::string> missing;
  for (const std::string& url : urls)
    if (!pages_.count(url) && !contains(missing, url) && fetched_ + missing.size() < options_.fetches)
      missing.push_back(url);
  ordered_for(
      missing.size(), jobs,
      [&](size_t i) {
        auto page = options_.fetcher->fetch(missing[i]);
        return page.ok() ? *page : DocumentPtr();
      },
      [&](size_t i, DocumentPtr page) {
        ++fetched_;
        if (page) pages_[missing[i]] = std::move(page);
        return true;
      });
  std::vector<DocumentPtr> out;
  for (const std::string& url : urls) {
    auto found = pages_.find(url);
    out.push_back(found == pages_.end() ? nullptr : found->second);
  }
  return out;
}

// A goal of our own needs no sandbox.
Status Session::ask_trusted(const std::string& goal, const std::function<bool(Answer&&)>& on_answer) {
  const bool trusted = std::exchange(options_.trusted, true);
  Status done = ask(goal, {}, on_answer);
  options_.trusted = trusted;
  return done;
}

Result<std::vector<Parameter>> Session::parameters() {
  std::vector<Parameter> out;
  GLEANER_CHECK(ask_trusted("'$gleaner_parameter'(N, K, T)", [&](Answer&& answer) {
    out.push_back({answer.values[0].second.text, answer.values[2].second.to_text(), answer.values[1].second});
    return true;
  }));
  return out;
}

Result<std::optional<std::pair<Term, std::string>>> Session::robot_goal() {
  std::optional<std::pair<Term, std::string>> out;
  GLEANER_CHECK(ask_trusted("'$gleaner_robot'(G, T)", [&](Answer&& answer) {
    out.emplace();
    for (auto& [name, value] : answer.values) {
      if (name == "T") out->second = value.to_text();
      if (name == "G") out->first = std::move(value);
    }
    return false;
  }));
  return out;
}

}  // namespace gleaner::logic
