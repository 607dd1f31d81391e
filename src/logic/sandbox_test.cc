// What the sandbox admits, all of it: every predicate that Prolog and its libraries have is put before it,
// every way out that was ever found is tried again.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "base/temp_folder_test.h"
#include "logic/session.h"

namespace gleaner::logic {
namespace {

// Runs trusted, beside the sandbox, and asks it. A predicate that nobody has is admitted too, since calling
// it only fails; those are left out.
constexpr const char* kAuditor = R"(
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(aggregate)).
:- use_module(library(clpfd)).
:- use_module(library(clpb)).
:- use_module(library(clpr)).
:- use_module(library(pairs)).
:- use_module(library(ordsets)).
:- use_module(library(assoc)).
:- use_module(library(solution_sequences)).
:- use_module(library(yall)).
:- use_module(library(dcg/basics)).
:- use_module(library(ugraphs)).
:- use_module(library(rbtrees)).
:- use_module(library(option)).
audit_name(Name, Arity) :- current_functor(Name, Arity), atom(Name), Arity < 20.
audit_name(Name, Arity) :- '$in_library'(Name, Arity, _).
audit_exists(M, G, _, _) :- catch(predicate_property(M:G, defined), _, fail), !.
audit_exists(_, _, Name, Arity) :- '$in_library'(Name, Arity, _), !.
audit(Line) :-
    context_module(M), audit_name(Name, Arity), functor(G, Name, Arity),
    \+ M:'$gleaner_defined'(G), audit_exists(M, G, Name, Arity),
    catch(gleaner:safe_body(G, M, Safe), _, fail),
    audit_how(G, M, Safe, How), format(atom(Line), "~q ~w", [Name/Arity, How]).
audit_how(G, _, Safe, 'as it is') :- G == Safe, !.
audit_how(_, _, gleaner:Instead, How) :- !, functor(Instead, Name, _), format(atom(How), "by ~q", [Name]).
audit_how(G, _, _, How) :- gleaner:meta(G, Kinds), !, Kinds =.. [_|All], format(atom(How), "goals ~w", [All]).
audit_how(_, _, _, 'goals in it').
audit(Line) :-
    clause(gleaner:directive(D, _, Trusted, _, _), _), Trusted \== true, nonvar(D), functor(D, Name, Arity),
    format(atom(Line), "directive ~q", [Name/Arity]).
audit(Line) :- clause(gleaner:safe_mode(M), true), format(atom(Line), "table mode ~q", [M]).
audit(Line) :- clause(gleaner:format_letter(L, _), true), format(atom(Line), "format letter ~q", [L]).
audit(Line) :- clause(gleaner:safe_sink(S), true), functor(S, N, A), format(atom(Line), "format into ~q", [N/A]).
audit(Line) :-
    '$member'(L, [lists, apply, aggregate, clpfd, clpb, pairs, ordsets, assoc, solution_sequences, yall, dcg/basics, tabling,
        ugraphs, rbtrees, option, clpr, clpq, process, readutil, filesex, socket, prolog_code, thread, dicts, strings, shell, sandbox]),
    gleaner:safe_import(L), format(atom(Line), "library ~w", [L]).
)";

std::set<std::string> admitted() {
  SessionOptions options;
  options.trusted = true;
  auto session = Session::create(options).value();
  Status loaded = session->load_program(kAuditor, "audit.pl");
  EXPECT_TRUE(loaded.ok()) << loaded.error().to_string();
  std::set<std::string> out;
  Status done = session->ask("audit(Line)", {}, [&](Answer&& answer) {
    out.insert(answer.values[0].second.to_text());
    return true;
  });
  EXPECT_TRUE(done.ok()) << done.error().to_string();
  return out;
}

TEST(Sandbox, admits_what_was_reviewed_and_nothing_else) {
  std::set<std::string> reviewed;
  std::ifstream file(GLEANER_SOURCE_DIR "/src/logic/sandbox_allowed.txt");
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && !line.starts_with("# ")) reviewed.insert(line);  // #= is a predicate
  EXPECT_GT(reviewed.size(), 100u);
  const std::set<std::string> found = admitted();
  for (const std::string& line : found)
    EXPECT_TRUE(reviewed.count(line)) << "admitted, but not in src/logic/sandbox_allowed.txt: " << line;
  for (const std::string& line : reviewed)
    EXPECT_TRUE(found.count(line)) << "in src/logic/sandbox_allowed.txt, but not admitted: " << line;
}

// A program as a stranger would send it; what it tries to leave behind is a file.
class Escape : public testing::Test {
 protected:
  std::string marker() const { return folder_ / "marker"; }
  void refuses(const std::string& program, const std::string& goal) {
    auto session = Session::create({}).value();
    Status done = session->load_program(program, "stranger.pl");
    size_t answers = 0;
    if (done.ok())
      done = session->ask(goal, {}, [&](Answer&&) {
        ++answers;
        return true;
      });
    EXPECT_FALSE(done.ok()) << program << goal << ": " << answers << " answers";
    EXPECT_FALSE(std::filesystem::exists(marker())) << program << goal;
  }
  TempFolder folder_;
};

TEST_F(Escape, modes_of_tables) {
  const std::string touch = "'touch " + marker() + "'";
  refuses(":- table p(_, po(shell/2)).\np(1, " + touch + ").\np(1, 0).\n", "p(1, X)");
  refuses(":- table p(_, lattice(open/3)).\np(1, '" + marker() + "').\np(1, write).\n", "p(1, X)");
  refuses(":- table p(_, lattice(shell(_, _, _))).\np(1, " + touch + ").\np(1, 0).\n", "p(1, X)");
  refuses(":- table q/1, p(_, po(shell/2)).\np(1, " + touch + ").\np(1, 0).\n", "p(1, X)");
  refuses(":- table system:shell/1.\n", "true");
  refuses(":- table gleaner:run/2.\n", "true");
  refuses(":- table shell/1.\n", "true");
  refuses(":- table (p/2 as subsumptive(po(shell/2))).\n", "shell(x)");
  refuses(":- dynamic shell/1.\n", "true");
  refuses(":- dynamic(['$gleaner_call'/1]).\n", "true");
}

// Files of the program are read by its session's rule, and held to the sandbox as the program is.
TEST_F(Escape, other_files_of_the_program) {
  const std::string touch = "'touch " + marker() + "'";
  SessionOptions options;
  options.source = [&](const std::string& path) -> Result<std::string> {
    if (path == "part.pl")
      return std::string(":- module(part, [p/1]).\np(X) :- q(X).\n:- include('part.pl').\nq(1). q(2).\n");
    if (path == "bad.pl") return "p :- shell(" + touch + ").\n";
    return error(Code::usage, "not in the program's folder: " + path);
  };
  auto session = Session::create(options).value();
  ASSERT_TRUE(session->load_program(":- use_module('part.pl').\nr(X) :- p(X).\n", "stranger.pl").ok());
  size_t answers = 0;
  EXPECT_TRUE(session->ask("r(X)", {}, [&](Answer&&) { return ++answers, true; }).ok());
  EXPECT_EQ(answers, 2u);
  for (const char* program :
       {":- include('bad.pl').\n", ":- use_module('/etc/passwd').\n", ":- ensure_loaded('../x.pl').\n"}) {
    auto other = Session::create(options).value();
    EXPECT_FALSE(other->load_program(program, "stranger.pl").ok()) << program;
  }
  refuses(":- include('x.pl').\n", "true");  // nobody gives files
  refuses(":- use_table('x.csv').\n", "true");
  EXPECT_FALSE(std::filesystem::exists(marker()));
}

TEST_F(Escape, constraints_call_nothing) {
  const std::string touch = "'touch " + marker() + "'";
  for (const char* library : {"clpr", "clpq"}) {
    const std::string use = std::string(":- use_module(library(") + library + ")).\n";
    refuses(use, "{shell(" + touch + ")}");
    refuses(use, "{X = shell(" + touch + ")}");
    refuses(use, "minimize(shell(" + touch + "))");
    refuses(use, "projecting_assert(shell(1))");
    auto session = Session::create({}).value();
    ASSERT_TRUE(session->load_program(use + "two(X) :- {2 * X = 4}.\n", "own.pl").ok());
    size_t answers = 0;
    EXPECT_TRUE(session->ask("two(X), X =:= 2", {}, [&](Answer&&) { return ++answers, true; }).ok());
    EXPECT_EQ(answers, 1u) << library;
  }
}

TEST_F(Escape, formats_that_call) {
  const std::string touch = "'touch " + marker() + "'";
  for (const std::string format : {"~W", "~p", "~@", "~3W", "~*W", "~`xW", "a~w~W", "~~~W", "~t~W~30|"})
    for (const std::string sink : {"atom(_)", "string(_)", "codes(_)"})
      refuses("", "format(" + sink + ", '" + format + "', [" + touch +
                      ", [portray(true), portray_goal(system:shell)], " + touch + "])");
  refuses("", "format(user_error, x, [])");
  refuses("", "format(atom(_), \"~*c\", [2000000000, 0'x])");
  refuses("", "format(atom(_), \"~t~2000000000|\", [])");
}

TEST_F(Escape, closures_of_libraries) {
  const std::string touch = "'touch " + marker() + "'";
  const std::string libraries =
      ":- use_module(library(pairs)).\n:- use_module(library(assoc)).\n:- use_module(library(lists)).\n"
      ":- use_module(library(rbtrees)).\n:- use_module(library(apply)).\n:- use_module(library(yall)).\n";
  for (const std::string& before : {std::string(), libraries})
    for (const std::string& goal :
         {"map_list_to_pairs(shell, [" + touch + "], _)",
          "max_member(shell, _, [" + touch + ", 0])",
          "list_to_assoc([a - " + touch + "], A), map_assoc(shell, A)",
          "list_to_rbtree([a - " + touch + "], A), rb_map(A, shell)",
          "foldr(shell, [" + touch + "], 0, _)",
          "convlist(shell, [" + touch + "], _)",
          "aggregate_all(count, shell(" + touch + "), _)",
          "call([X]>>shell(X), " + touch + ")",
          "call(\\X^shell(X), " + touch + ")",
          "apply(shell, [" + touch + "])",
          "partition(shell, [" + touch + "], _, _)",
          "call_cleanup(true, shell(" + touch + "))",
          "setup_call_cleanup(true, true, shell(" + touch + "))",
          "catch(throw(x), _, shell(" + touch + "))",
          "freeze(X, shell(" + touch + ")), X = 1",
          "when(ground(X), shell(" + touch + ")), X = 1",
          "phrase(shell, " + touch + ")",
          "thread_create(shell(" + touch + "))",
          "call_with_time_limit(1, shell(" + touch + "))",
          "term_to_atom(T, 'shell(\"touch " + marker() + "\")'), call(T)",
          "copy_term(_, shell(" + touch + ")), asserta((x :- shell(" + touch + "))), x",
          "print_message(informational, format('~@', [shell(" + touch + ")]))"})
      refuses(before, goal);
}

// What programs really use goes on working.
TEST(Sandbox, admits_what_programs_need) {
  auto all = [](const std::string& program, const std::string& goal) {
    auto session = Session::create({}).value();
    Status done = session->load_program(program, "program.pl");
    std::string out;
    if (done.ok())
      done = session->ask(goal, {}, [&](Answer&& answer) {
        for (auto& [name, value] : answer.values) out += name + "=" + value.to_prolog() + " ";
        return true;
      });
    return done.ok() ? out : "! " + done.error().message;
  };
  const std::string edges = "e(a, b, 3). e(b, c, 1). e(a, c, 9).\n";
  EXPECT_EQ(all(":- table p(_, _, min).\n" + edges +
                    "p(X, Y, C) :- e(X, Y, C).\np(X, Z, C) :- p(X, Y, A), e(Y, Z, B), C is "
                    "A + B.\n",
                "p(a, c, C)"),
            "C=4 ");
  EXPECT_EQ(all(":- table([q/1, r/1]).\n:- dynamic([s/1, t/2]).\nq(1).\nr(X) :- q(X).\n", "r(X), \\+ s(_)"),
            "X=1 ");
  EXPECT_EQ(all(":- table a//0.\na --> [x].\n", "a([x], R)"), "R=[] ");
  EXPECT_EQ(all("", "format(atom(A), '~a ~w ~q~t~20|~d~n~e', [x, f(y), 'Z', 12, 1.5])"),
            "A='x f(y) \\'Z\\'          12\\n1.500000e+00' ");
  EXPECT_EQ(all("", "format(string(S), \"~`-t~10|~*c\", [3, 0'x])"), "S=\"----------xxx\" ");
  EXPECT_EQ(all(":- use_module(library(clpfd)).\n", "X in 1..3, X #> 2"), "X=3 ");
  EXPECT_EQ(all("", "sumlist([1, 2], S), last([1, 2], L), list_to_ord_set([b, a], O)"), "S=3 L=2 O=[a, b] ");
}

}  // namespace
}  // namespace gleaner::logic
