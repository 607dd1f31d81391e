// Sessions: programs, answers, proofs, limits, and what the sandbox refuses.
#include "logic/session.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "logic/relations.h"
#include "logic/why.h"

namespace gleaner::logic {
namespace {

// n/1 gives 0, 1, ... below a limit; counts how many were taken.
class Numbers : public Relation {
 public:
  explicit Numbers(int64_t limit) : limit_(limit) {}
  std::string name() const override { return "n"; }
  size_t arity() const override { return 1; }
  Result<std::unique_ptr<Cursor>> open(const Given&, Session&) override {
    struct Counting : Cursor {
      Numbers& owner;
      int64_t at = 0;
      explicit Counting(Numbers& o) : owner(o) {}
      Result<bool> next(Row& row) override {
        if (at >= owner.limit_) return false;
        row.cells.resize(1);
        row.cells[0].set_number(double(at++), "");
        ++owner.taken;
        return true;
      }
    };
    return std::unique_ptr<Cursor>(std::make_unique<Counting>(*this));
  }
  int64_t taken = 0;

 private:
  int64_t limit_;
};

std::unique_ptr<Session> make(const std::string& program, bool trusted = false, int64_t limit = 10) {
  SessionOptions options;
  options.trusted = trusted;
  options.stack_bytes = 64 << 20;
  auto session = Session::create(options);
  EXPECT_TRUE(session.ok()) << (session.ok() ? "" : session.error().to_string());
  EXPECT_TRUE((*session)->add(std::make_shared<Numbers>(limit)).ok());
  Status loaded = (*session)->load_program(program, "test.pl");
  EXPECT_TRUE(loaded.ok()) << loaded.error().to_string();
  return std::move(session).value();
}

std::string all(Session& session, const std::string& goal, AskOptions options = {}) {
  std::string out;
  Status done = session.ask(goal, options, [&](Answer&& answer) {
    for (auto& [name, value] : answer.values) out += name + "=" + value.to_prolog() + " ";
    out += "; ";
    return true;
  });
  return done.ok() ? out : "! " + done.error().message;
}

TEST(Session, answers_in_order) {
  auto session = make("p(1). p(2). q(X, Y) :- p(X), p(Y), X \\== Y.");
  EXPECT_EQ(all(*session, "q(X, Y)"), "X=1 Y=2 ; X=2 Y=1 ; ");
  EXPECT_EQ(all(*session, "p(X), \\+ X = 1."), "X=2 ; ");
  EXPECT_EQ(all(*session, "p(3)"), "");
  EXPECT_EQ(all(*session, "X = \"a b\", Y = 'C d', Z = f([1,2|_], -3.5)"),
            "X=\"a b\" Y='C d' Z=f('[|]'(1, 2, _), -3.5) ; ");
  EXPECT_EQ(all(*session, "findall(X-Y, q(X, Y), L)").substr(0, 2), "X=");
  EXPECT_EQ(all(*session, "aggregate_all(sum(X), p(X), _S), _S =:= 3"), "X=_ ; ");
}

TEST(Session, tabling_dcg_and_libraries) {
  auto session = make(
      ":- table path/2.\n:- use_module(library(lists)).\npath(X, Y) :- path(X, Z), edge(Z, Y).\npath(X, Y) "
      ":- edge(X, Y).\n"
      "edge(a, b). edge(b, c). edge(c, a).\nab --> [a], ab.\nab --> [b].\n");
  EXPECT_EQ(all(*session, "findall(_Y, path(a, _Y), _L), msort(_L, S)"), "S=[a, b, c] ; ");
  EXPECT_EQ(all(*session, "ab([a, a, b], R)"), "R=[] ; ");
  EXPECT_EQ(all(*session, "maplist([X, Y]>>(Y is X * 2), [1, 2], L)"), "X=_ Y=_ L=[2, 4] ; ");
}

TEST(Session, relations_are_lazy_and_backtrack) {
  SessionOptions options;
  auto session = Session::create(options).value();
  auto numbers = std::make_shared<Numbers>(1'000'000);
  ASSERT_TRUE(session->add(numbers).ok());
  ASSERT_TRUE(session->load_program("even(X) :- n(X), 0 is X mod 2.", "t.pl").ok());
  int count = 0;
  ASSERT_TRUE(session->ask("even(X)", {}, [&](Answer&&) { return ++count < 5; }).ok());
  EXPECT_LE(numbers->taken, 10);
  EXPECT_EQ(all(*session, "n(7)"), "; ");
  EXPECT_EQ(all(*session, "n(X), X > 3, !"), "X=4 ; ");
}

TEST(Session, given_values_are_data) {
  auto session = make("p('x, shell(ls)'). p(y).");
  AskOptions options;
  Term value;
  value.kind = Term::Kind::atom;
  value.text = "x, shell(ls)";
  options.given["X"] = value;
  EXPECT_EQ(all(*session, "p(X)", options), "X='x, shell(ls)' ; ");
}

// Everything that reaches out of the program is refused, in whatever way it is called.
TEST(Sandbox, files_network_shell) {
  auto session = make("p(1).\nrun(G) :- call(G).\nrun2(G, X) :- call(G, X).\nall(G) :- findall(x, G, _).\n");
  const std::string marker = (std::filesystem::temp_directory_path() / "gleaner_sandbox_marker").string();
  std::filesystem::remove(marker);
  const std::string touch = "'touch " + marker + "'";
  const std::string hostile[] = {"shell(" + touch + ")",
                                 "shell(" + touch + ", _)",
                                 "system:shell(" + touch + ")",
                                 "run(shell(" + touch + "))",
                                 "run(system:shell(" + touch + "))",
                                 "run2(shell, " + touch + ")",
                                 "all(shell(" + touch + "))",
                                 "X = shell(" + touch + "), X",
                                 "maplist(shell, [" + touch + "])",
                                 "catch(shell(" + touch + "), _, true)",
                                 "\\+ \\+ shell(" + touch + ")",
                                 "findall(X, shell(" + touch + "), _)",
                                 "forall(true, shell(" + touch + "))",
                                 "assertz((h :- shell(" + touch + "))), h",
                                 "assertz('$gleaner_defined'(shell(_))), shell(" + touch + ")",
                                 "call(call, shell(" + touch + "))",
                                 "setof(X, Y^shell(" + touch + "), _)",
                                 "foldl([_,_,_]>>shell(" + touch + "), [a], 0, _)",
                                 "G =.. [shell, " + touch + "], G",
                                 "term_to_atom(G, 'shell(" + touch.substr(1, touch.size() - 2) + ")'), G",
                                 "freeze(X, shell(" + touch + ")), X = 1",
                                 "open('" + marker + "', write, _)",
                                 "tell('" + marker + "')",
                                 "see('/etc/passwd')",
                                 "read_term(_, [])",
                                 "consult('/etc/passwd')",
                                 "load_files('/etc/passwd', [])",
                                 "[user]",
                                 "open('/etc/passwd', read, _)",
                                 "exists_file('/etc/passwd')",
                                 "delete_file('" + marker + "')",
                                 "directory_files('.', _)",
                                 "tcp_socket(_)",
                                 "http_open('http://localhost/', _, [])",
                                 "process_create(path(touch), ['" + marker + "'], [])",
                                 "use_foreign_library(foreign(files))",
                                 "getenv('HOME', _)",
                                 "setenv(a, b)",
                                 "halt",
                                 "thread_create(shell(" + touch + "), _)",
                                 "set_prolog_flag(x, y)",
                                 "prolog_load_context(_, _)",
                                 "gleaner:run(user, shell(" + touch + "))",
                                 "format('~w', [x])",
                                 "format(atom(_), '~@', [shell(" + touch + ")])",
                                 "nb_setval(a, 1)",
                                 "absolute_file_name('.', _)",
                                 "working_directory(_, '/')",
                                 "print_message(error, x)",
                                 "write(x)",
                                 "current_op(_, _, _), op(1, xfx, x)",
                                 "sandbox:foo",
                                 "prolog_cut_to(1)",
                                 "clause(p(_), _)",
                                 "'$set_source_module'(user)",
                                 "garbage_collect",
                                 "listing",
                                 "make",
                                 "edit",
                                 "apropos(x)",
                                 "qsave_program(x)"};
  for (const std::string& goal : hostile) {
    std::string answer = all(*session, goal);
    EXPECT_TRUE(answer.starts_with("! ")) << goal << " gave " << answer;
    EXPECT_FALSE(std::filesystem::exists(marker)) << goal;
  }
}

// Prolog reads and writes a level of a term by a call of C: what has more levels than
// there is stack is refused before.
TEST(Sandbox, very_deep_terms_are_refused_where_they_would_end_the_process) {
  const auto nested = [](const std::string& open, size_t times, const std::string& close) {
    std::string out;
    for (size_t i = 0; i < times; ++i) out += open;
    out += "a";
    for (size_t i = 0; i < times; ++i) out += close;
    return out;
  };
  for (const char* open : {"f(", "[", "{", "- (", "'x y'("}) {
    auto session = Session::create({}).value();
    const std::string close = *open == '[' ? "]" : *open == '{' ? "}" : ")";
    EXPECT_FALSE(session->load_program("p(" + nested(open, 200'000, close) + ").\n", "deep.pl").ok()) << open;
    auto another = Session::create({}).value();
    ASSERT_TRUE(another->load_program("p(1).\n", "p.pl").ok());
    EXPECT_TRUE(all(*another, "X = " + nested(open, 200'000, close)).find("nested") != std::string::npos)
        << open;
    const std::string fine = all(*another, "X = " + nested(open, 1000, close) + ", nonvar(X), Y = 1, Y == 1");
    EXPECT_FALSE(fine.starts_with("! ")) << open << fine.substr(0, 300);
  }
  auto session = Session::create({}).value();
  ASSERT_TRUE(session
                  ->load_program("d(0, a) :- !.\nd(N, f(T)) :- M is N - 1, d(M, T).\n"
                                 "% ((((( a comment\nq('(((', \"[[[\", 0'(, `{{`).\n",
                                 "d.pl")
                  .ok());
  for (const char* goal : {"term_to_atom(T, A)", "term_string(S, T)", "format(atom(A), '~w', [T])",
                           "maplist(term_to_atom, [T], L)"})
    EXPECT_TRUE(all(*session, std::string("d(500000, T), ") + goal).starts_with("! ")) << goal;
  EXPECT_FALSE(
      all(*session,
          "d(1000, T), term_to_atom(T, A), term_to_atom(U, A), T == U, atom_to_term(A, V, _), V == T")
          .starts_with("! "));
  EXPECT_FALSE(
      all(*session, "numlist(1, 100000, L), term_to_atom(L, A), atom_length(A, N)").starts_with("! "));
}

TEST(Sandbox, programs_are_looked_at_before_they_run) {
  auto refused = [](const std::string& program) {
    auto session = Session::create({}).value();
    Status loaded = session->load_program(program, "bad.pl");
    return loaded.ok() ? std::string("loaded")
                       : loaded.error().where.file + ":" + std::to_string(loaded.error().where.line);
  };
  EXPECT_EQ(refused("p(1).\n\np(X) :- shell(X).\n"), "bad.pl:3");
  EXPECT_EQ(refused(":- initialization(shell(ls)).\n"), "bad.pl:1");
  EXPECT_EQ(refused(":- shell(ls).\n"), "bad.pl:1");
  EXPECT_EQ(refused(":- use_module(library(process)).\n"), "bad.pl:1");
  EXPECT_EQ(refused("p :- q,\n  findall(X, open(a, read, X), _).\n"), "bad.pl:1");
  EXPECT_EQ(refused("mine(X) :- true.\nshell(X) :- true.\n"), "bad.pl:2");
  EXPECT_EQ(refused("user:p(1).\n"), "bad.pl:1");
  EXPECT_EQ(refused("p(1).\nq(.\n"), "bad.pl:2");
  EXPECT_EQ(refused("p(X) :- q(X).\nq(1).\n"), "loaded");
}

TEST(Sandbox, limits) {
  auto session =
      make("loop :- loop.\ngrow(L) :- grow([a, b, c, d, e|L]).\ncatcher :- catch(loop, _, catcher).\n");
  AskOptions few;
  few.inferences = 100'000;
  EXPECT_EQ(all(*session, "loop", few).substr(0, 15), "! limit reached");
  EXPECT_EQ(all(*session, "catcher", few).substr(0, 15), "! limit reached");
  AskOptions quick;
  quick.inferences = 0;
  quick.time = std::chrono::milliseconds(100);
  EXPECT_EQ(all(*session, "catcher", quick), "! limit reached: time");
  EXPECT_EQ(all(*session, "grow([])").substr(0, 15), "! limit reached");
  EXPECT_EQ(all(*session, "X = 1"), "X=1 ; ");  // and is well afterwards
}

// Terms that are small in Prolog and large, or endless, when they are written out.
TEST(Session, shared_and_cyclic_terms) {
  auto session = make("d(0, a).\nd(N, f(T, T)) :- N > 0, M is N - 1, d(M, T).\n");
  for (const std::string goal : {"d(40, T)", "X = [a|X]", "d(30, _T), L = [_T, _T]", "X = [X|X]"})
    EXPECT_EQ(all(*session, goal).substr(0, 30), "! limit reached: an answer is ") << goal;
  for (const std::string goal : {"d(40, T)", "X = [X|X]"}) {
    AskOptions proofs;
    proofs.proofs = true;
    EXPECT_EQ(all(*session, goal, proofs).substr(0, 15), "! limit reached") << goal;
  }
  EXPECT_EQ(all(*session, "d(3, T)"), "T=f(f(f(a, a), f(a, a)), f(f(a, a), f(a, a))) ; ");
  EXPECT_TRUE(all(*session, "X = f(X)").starts_with("X=f(f(f("));
  for (const std::string goal :
       {"d(40, T), throw(T)", "X = f(X, X), throw(X)", "d(40, T), call(T)", "X = (a, X), X",
        "X = f(X), assertz(p(X))", "X = [X], atom_length(X, _)", "X = f(X), shell(X)"})
    EXPECT_TRUE(all(*session, goal).starts_with("! ")) << goal;
  EXPECT_EQ(all(*session, "length(_L, 100000), sumlist([1], S)"), "S=1 ; ");
  EXPECT_GT(all(*session, "numlist(1, 100000, L)").size(), 500000u);
  EXPECT_EQ(all(*session, "X = 1"), "X=1 ; ");
}

TEST(Sandbox, memory_that_is_no_stack) {
  auto session = make(
      ":- dynamic f/2.\n:- table t/1.\nfacts(N) :- assertz(f(N, 'some text of a fact')), M is N + 1, facts(M).\n"
      "atoms(N, L) :- atom_concat(some_long_name_of_an_atom_, N, A), assertz(f(A, A)), M is N + 1, atoms(M, L).\n"
      "t(X) :- between(1, inf, X).\n");
  AskOptions small;
  small.inferences = 0;
  small.memory = 20 << 20;
  for (const std::string goal : {"facts(0)", "atoms(0, [])", "t(X)"}) {
    EXPECT_EQ(all(*session, goal, small), "! limit reached: memory") << goal;
    EXPECT_EQ(all(*session, "retractall(f(_, _)), abolish_all_tables"), "; ");
  }
  // Answers that take long to be taken: the time runs out outside of Prolog.
  AskOptions quick;
  quick.time = std::chrono::milliseconds(30);
  size_t taken = 0;
  Status done = session->ask("between(1, inf, X)", quick, [&](Answer&&) {
    ++taken;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return true;
  });
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().message, "limit reached: time");
  EXPECT_LT(taken, 20u);
  EXPECT_EQ(all(*session, "X = 1"), "X=1 ; ");
}

TEST(Sandbox, pages_of_its_folder_only) {
  auto folder = std::filesystem::temp_directory_path() / "gleaner_logic_test";
  std::filesystem::create_directories(folder / "site");
  std::ofstream(folder / "secret.html") << "<p>secret";
  std::ofstream(folder / "site/a.html") << "<a href='b.html'>B</a> <a href='gone.html#x'>gone</a> <form "
                                           "action=go><input name=q value=1></form>";
  std::ofstream(folder / "site/b.html") << "<p>b";
  std::filesystem::remove(folder / "site/link.html");
  std::filesystem::create_symlink(folder / "secret.html", folder / "site/link.html");
  SessionOptions options;
  options.fetcher = std::make_shared<FileFetcher>((folder / "site").string(), true);
  auto session = Session::create(options).value();
  ASSERT_TRUE(add_page_relations(*session).ok());
  ASSERT_TRUE(session->load_program("", "x.pl").ok());
  EXPECT_EQ(all(*session, "document('a.html', _D), link(_D, T, U)"),
            "T='B' U='b.html' ; T=gone U='gone.html' ; ");
  EXPECT_EQ(all(*session, "document('a.html', _D), link(_D, _, U), follow(U, D)"),
            "U='b.html' D='b.html' ; ");
  EXPECT_EQ(all(*session, "form('a.html', A, F)"), "A=go F=[q = '1'] ; ");
  EXPECT_EQ(all(*session, "follow_all(['b.html', 'a.html', 'gone.html'], D)"), "D='b.html' ; D='a.html' ; ");
  EXPECT_TRUE(all(*session, "document('../secret.html', D)").starts_with("! a sandboxed"));
  EXPECT_TRUE(all(*session, "document('link.html', D)").starts_with("! a sandboxed"));
  EXPECT_TRUE(
      all(*session, "document('" + (folder / "secret.html").string() + "', D)").starts_with("! a sandboxed"));
  EXPECT_TRUE(all(*session, "document('http://localhost/', D)").starts_with("! only files"));
  EXPECT_TRUE(all(*session, "document(U, D)").starts_with("! document/2 needs"));
}

TEST(Proof, shows_rules_negation_and_cut) {
  auto session = make("p(X) :- n(X), X > 2, \\+ X = 3, !.\nq(X) :- ( p(X) -> true ; X = none ).\n");
  AskOptions options;
  options.proofs = true;
  std::string text;
  ASSERT_TRUE(session
                  ->ask("q(X)", options,
                        [&](Answer&& answer) {
                          text += why_text(answer, 1);
                          return true;
                        })
                  .ok());
  EXPECT_EQ(text,
            "answer 1: X = 4\n  q(4)\n    p(4)\n      n(4)\n      4 > 2   (built in)\n      not 4 = 3\n");
}

TEST(Proof, answers_are_those_without_proofs) {
  auto session = make(
      "a(X) :- n(X), X < 4.\nb(X, Y) :- a(X), ( X > 1 -> Y = big ; Y = small ).\nc(L) :- findall(X, a(X), "
      "L).\n"
      "d(X) :- a(X), X >= 1, !.\nd(9).\ne(X) :- \\+ a(7), forall(a(Y), Y >= 0), once(a(X)).\n");
  AskOptions proofs;
  proofs.proofs = true;
  for (const std::string goal :
       {"a(X)", "b(X, Y)", "c(L)", "d(X)", "e(X)", "a(X), X > 1 ; X = x", "member(X, [1, 2])"})
    EXPECT_EQ(all(*session, goal, proofs), all(*session, goal)) << goal;
}

TEST(Session, threads_have_engines_of_their_own) {
  std::vector<std::thread> threads;
  std::vector<std::string> answers(4);
  make("p(0).");
  for (size_t t = 0; t < answers.size(); ++t)
    threads.emplace_back([&, t] {
      auto session = make("p(" + std::to_string(t) + ").");
      for (int i = 0; i < 50; ++i) answers[t] = all(*session, "p(X), n(X)");
    });
  for (auto& thread : threads) thread.join();
  for (size_t t = 0; t < answers.size(); ++t) EXPECT_EQ(answers[t], "X=" + std::to_string(t) + " ; ");
}

}  // namespace
}  // namespace gleaner::logic
