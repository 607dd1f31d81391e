// Session: a logic program, the relations it may call, and the pages it has seen (paper, section 3: templates
// as theories).
//
// SWI-Prolog is started on first use in the process (about 10 ms) and lives as long as the process; each
// session has a module of its own, which goes with it. Untrusted programs (the default) are loaded clause by
// clause and may call only what the sandbox allows (boot.pl). Threads: a session is used by one thread at a
// time; different sessions run in parallel, each thread with its own engine.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/result.h"
#include "logic/fetcher.h"
#include "logic/relation.h"

namespace gleaner::logic {

// A Prolog term as the outside sees it.
struct Term {
  enum class Kind : uint8_t { variable, atom, string, integer, real, compound } kind = Kind::variable;
  std::string text;  // atom, string; compound: its name; numbers: as written
  int64_t integer = 0;
  double real = 0;
  std::vector<Term> arguments;

  bool is_list() const;  // proper list
  std::vector<const Term*> items() const;
  std::string to_text() const;    // atoms and strings bare: for records
  std::string to_prolog() const;  // quoted as needed: for people
};

// Where a fact came from.
struct FactSource {
  std::string relation;
  std::string page;  // name or URL
  std::string rule;
  DocumentPtr document;
  std::vector<PrologValue> cells;
};

struct Proof {
  enum class Kind : uint8_t { all, rule, fact, negation, built_in, tabled, collected } kind = Kind::all;
  Term goal;  // rule, fact, negation, built_in, tabled, collected
  std::vector<Proof> parts;
  std::optional<FactSource> source;  // fact

  // Of the term that boot.pl's prove/4 made.
  static Proof of(const Term& term, const std::vector<FactSource>& facts);
};

struct Answer {
  // in order of the goal's variables; names with _ left out
  std::vector<std::pair<std::string, Term>> values;
  std::optional<Proof> proof;
};

struct AskOptions {
  bool proofs = false;
  std::map<std::string, Term> given;  // values of the goal's variables: data, never read as Prolog text
  uint64_t inferences = 200'000'000;  // 0: no limit
  std::optional<std::chrono::milliseconds> time;  // default: none
  uint64_t memory = 0;  // bytes that the process may grow by: stacks, facts, tables, atoms and pages; 0: any
};

struct SessionOptions {
  std::shared_ptr<const Fetcher> fetcher;  // null: files below the current folder
  bool trusted = false;
  uint64_t stack_bytes = 512ull << 20;
  uint64_t fetches = 100'000;  // pages a session may fetch
  // `:- use_templates(F)` and `:- use_wrapper(F)`: adds the relations. kind is "templates" or "wrapper".
  // `:- use_table(F)` and `:- use_table(F, Name)`: kind is "table", path "F" or "F\nName".
  std::function<Status(const std::string& kind, const std::string& path, Session& session)> use;
  // The text of another file of the program, `:- include(F)` and `:- use_module(F)`; null: there are none.
  std::function<Result<std::string>(const std::string& path)> source;
};

// A query parameter that a program declares for the robot: `:- parameter(price, number, 'Price').`
struct Parameter {
  std::string name, title;
  Term kind;  // text, text([columns]), number, pattern, choice([...])
};

class Session {
 public:
  static Result<std::unique_ptr<Session>> create(SessionOptions options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  Status add(std::shared_ptr<Relation> relation);
  // Errors carry file and line.
  Status load_program(const std::string& text, const std::string& file);

  // Calls on_answer for each answer, until it gives false. Limits end with Code::budget.
  Status ask(const std::string& goal, const AskOptions& options,
             const std::function<bool(Answer&&)>& on_answer);
  // Solutions of a goal with some variables given, from number `skip` on, at most `most`: used for code
  // calls. Nothing stays open, so each call begins anew. True: there may be more.
  Result<bool> solve(const std::string& goal, const std::map<std::string, Term>& given, uint64_t skip,
                     uint64_t most, std::vector<std::map<std::string, Term>>& into);

  // --- pages: fetched once a query, counted
  std::string resolve(const std::string& reference, const std::string& base = {}) const;
  Result<DocumentPtr> document(const std::string& url);
  // What a form gives: the page that the server answers, and the name it has from now on.
  Result<std::string> submit(const std::string& url, const std::string& body);
  // Several at once, in parallel; those that fail are null.
  std::vector<DocumentPtr> documents(const std::vector<std::string>& urls, size_t jobs);
  uint64_t fetched() const { return fetched_; }
  void forget_pages() { pages_.clear(), fetched_ = 0; }

  Result<std::vector<Parameter>> parameters();
  // `:- robot(goal(column, ...), Title).`: the predicate and the names of its columns; nothing if there is
  // none.
  Result<std::optional<std::pair<Term, std::string>>> robot_goal();

  const SessionOptions& options() const { return options_; }

  // For the module's own use.
  struct Bridge;

 private:
  Session() = default;
  friend struct Bridge;
  Status call_with_module(const char* predicate) const;
  void limit_stack() const;
  Status read_answer(uintptr_t arguments, bool proof, Answer& into);
  Status ask_trusted(const std::string& goal, const std::function<bool(Answer&&)>& on_answer);
  template <class Fetch>
  Result<DocumentPtr> once(const std::string& name, const Fetch& fetch);

  SessionOptions options_;
  std::string module_;
  std::vector<std::shared_ptr<Relation>> relations_;
  std::map<std::string, DocumentPtr> pages_;
  uint64_t fetched_ = 0;
  bool keep_facts_ = false;
  std::vector<FactSource> facts_;  // of the answer in work, when proofs are kept
  Row last_row_;
  std::string last_relation_;
  std::optional<Diagnostic> fault_;  // of a relation, on its way out through Prolog
};

}  // namespace gleaner::logic
