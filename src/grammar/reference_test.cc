// Engine = reference interpreter: on all small grammars and sources, on random ones with a printed seed, for
// every split.
#include "grammar/reference_test.h"
#include "base/seed_test.h"

#include <gtest/gtest.h>

#include <random>

#include <fmt/format.h>

#include "grammar/parser.h"

namespace gleaner::grammar {
namespace {

struct Collect : EventSink {
  void take(const Event* first, size_t count) override { events.insert(events.end(), first, first + count); }
  std::vector<Event> events;
};

std::string show(const std::optional<std::vector<Event>>& events) {
  if (!events) return "no match";
  static constexpr const char* kOps[] = {"enter", "exit", "begin", "end", "code", "skip", "unskip", "tail"};
  std::string out;
  for (const Event& e : *events) out += fmt::format("{}({})@{} ", kOps[int(e.op)], e.argument, e.position);
  return out;
}

// Two fixed predicates are enough to test the engine: of odd length, and beginning with a.
bool holds(uint32_t code, std::string_view text) {
  return code % 2 ? text.size() % 2 == 1 : !text.starts_with("b");
}

std::optional<std::vector<Event>> run(const std::shared_ptr<const Program>& program, std::string_view source,
                                      size_t split, bool eager, size_t cache = 64u << 20,
                                      size_t most_readings = 64) {
  ScannerOptions options;
  options.eager = eager;
  options.cache_bytes = cache;
  options.most_readings = most_readings;
  Scanner scanner(program, options);
  scanner.set_test(
      [&](uint32_t code, uint64_t b, uint64_t e) { return holds(code, source.substr(b, e - b)); });
  Collect sink;
  BudgetLimits limits;
  limits.steps = 50'000;  // nested predicates multiply; such grammars are left out
  Budget budget(limits);
  scanner.feed(source.substr(0, split), sink, budget);
  scanner.feed(source.substr(split), sink, budget);
  Outcome outcome = scanner.finish(sink, budget);
  if (outcome.kind == Outcome::Kind::out_of_budget) return std::vector<Event>{{Op::tail_call, 0, 0}};
  if (outcome.kind != Outcome::Kind::matched) {
    EXPECT_TRUE(eager || sink.events.empty()) << "a failed parse must have no effects";
    return std::nullopt;
  }
  for (Event& e : sink.events) {
    if (e.op != Op::begin && e.op != Op::end) continue;
    const Binding& b = program->bindings[e.argument];
    e.argument = Reference::binding_code(b.rule, b.variable, b.append);
  }
  return sink.events;
}

// Compares on one source; false: stop, a difference was reported.
bool same(const Grammar& grammar, const std::shared_ptr<const Program>& program, std::string_view source,
          bool splits) {
  Reference reference(grammar, 0, source, holds);
  if (reference.too_many()) return true;
  for (size_t split = 0; split <= (splits ? source.size() : 0); ++split) {
    for (bool eager : {false, true}) {
      auto got = run(program, source, split, eager);
      if (got == reference.best()) continue;
      EXPECT_NE(show(got), "tail(0)@0 ") << "a small source ran out of budget";
      ADD_FAILURE() << "grammar: " << grammar.source << "\nsource: '" << source << "' split " << split
                    << (eager ? " eager" : "") << "\nexpected " << show(reference.best()) << "\ngot      "
                    << show(got) << "\n"
                    << program->to_string();
      return false;
    }
  }
  return true;
}

std::vector<std::string> all_sources(std::string_view letters, size_t longest) {
  std::vector<std::string> out{""};
  for (size_t from = 0, length = 0; length < longest; ++length) {
    const size_t to = out.size();
    for (; from < to; ++from)
      for (char c : letters) out.push_back(out[from] + c);
  }
  return out;
}

// All productions with at most `size` operators.
std::vector<std::vector<std::string>> all_productions(size_t size) {
  std::vector<std::vector<std::string>> levels{{"'a'", "[ab]", ".", "'ab'"}};
  for (size_t n = 1; n <= size; ++n) {
    std::vector<std::string> level;
    for (const std::string& e : levels[n - 1]) {
      for (const char* mark : {"?", "*", "+"}) level.push_back("(" + e + ")" + mark);
      level.push_back("v = (" + e + ")");
      level.push_back("l += (" + e + ")");
    }
    for (size_t i = 0; i < n; ++i)
      for (const std::string& left : levels[i])
        for (const std::string& right : levels[n - 1 - i]) {
          level.push_back("(" + left + ") (" + right + ")");
          level.push_back("(" + left + " | " + right + ")");
        }
    levels.push_back(std::move(level));
  }
  return levels;
}

TEST(Reference, AllSmallGrammars) {
  const auto sources = all_sources("ab", 4);
  size_t grammars = 0;
  for (const auto& level : all_productions(2)) {
    for (const std::string& production : level) {
      for (const char* head : {"strict rule r is ", "rule r is "}) {
        auto grammar = parse_grammar(head + production + " end");
        if (!grammar.ok()) continue;  // empty repetition
        ++grammars;
        auto program = Program::compile(*grammar, 0);
        for (const std::string& source : sources)
          if (!same(*grammar, *program, source, false)) return;
      }
    }
  }
  EXPECT_GT(grammars, 1000u);
}

struct Random {
  std::mt19937 engine;
  bool tests = true;
  uint32_t below(uint32_t n) { return uint32_t(engine() % n); }

  std::string atom(bool wide) {
    static const std::vector<std::string> kNarrow{"'a'",  "'b'",   "'ab'", "[ab]", ".",
                                                  "[^a]", "[a-c]", "'c'",  "[^bc]"};
    static const std::vector<std::string> kWide{"'é'",  "[à-ï]", "[^é]", "'€'", "[\\u{20A0}-\\u{20BF}a]",
                                                "'😀'", ".",     "[^a]", "[é€]"};
    return wide && below(2) ? kWide[below(uint32_t(kWide.size()))] : kNarrow[below(uint32_t(kNarrow.size()))];
  }
  std::string production(uint32_t depth, uint32_t rules, bool wide, bool prune) {
    if (depth == 3 && below(4) == 0) {  // a choice of many ways is compiled differently
      std::string many = "(";
      for (int i = 0; i < 7; ++i) many += (i ? " | " : "") + production(1, rules, wide, prune);
      return many + ")" + (below(2) ? "+" : "");
    }
    if (depth == 0 || below(5) == 0) {
      if (rules && below(4) == 0) return fmt::format("{}r{}()", below(3) ? "" : "v = ", below(rules));
      return atom(wide);
    }
    auto sub = [&] { return production(depth - 1, rules, wide, prune); };
    switch (below(prune ? 10 : 9)) {
      case 0: return "(" + sub() + ")?";
      case 1: return "(" + sub() + ")*";
      case 2: return "(" + sub() + ")+";
      case 3: return fmt::format("({} | {})", sub(), sub());
      case 4: return fmt::format("({} | {} | {})", sub(), sub(), sub());
      case 5: return fmt::format("w += ({})", sub());
      case 6: return tests ? fmt::format("(accept {} if p($$);)", sub()) : sub();
      case 7: return fmt::format("({} do x(); end {})", sub(), sub());
      case 9: return fmt::format("({} prune {})", sub(), sub());
      default: return fmt::format("({} {})", sub(), sub());
    }
  }
  std::string grammar(bool wide, bool prune) {
    const uint32_t rules = 1 + below(3);
    std::string out;
    for (uint32_t i = 0; i < rules; ++i)
      out += fmt::format("{}rule r{} is {} end\n", below(2) ? "strict " : "", i,
                         production(3, rules, wide, prune));
    return out;
  }
  std::string source(bool wide) {
    static const std::vector<std::string> kLetters{"a", "b", "c", "é", "€", "😀", "è"};
    std::string out;
    for (uint32_t n = below(7); n > 0; --n) out += kLetters[below(wide ? 7 : 3)];
    return out;
  }
};

void compare_random(uint32_t seed, bool wide, bool prune, size_t grammars) {
  SCOPED_TRACE(fmt::format("seed {}", seed));
  Random random{std::mt19937(seed)};
  size_t used = 0;
  for (size_t i = 0; i < grammars; ++i) {
    auto grammar = parse_grammar(random.grammar(wide, prune));
    if (!grammar.ok()) continue;
    ++used;
    ProgramOptions options;
    options.inline_points = random.below(3) ? 20'000 : 0;
    auto program = Program::compile(*grammar, 0, options);
    for (int s = 0; s < 6; ++s)
      if (!same(*grammar, *program, random.source(wide), s == 0)) return;
  }
  EXPECT_GT(used, grammars / 10);
}

TEST(Reference, RandomGrammars) { compare_random(20261, false, false, at_length(4000, 1500)); }
TEST(Reference, RandomGrammarsOverUnicode) { compare_random(20262, true, false, at_length(4000, 1500)); }
TEST(Reference, RandomGrammarsWithPrune) { compare_random(20263, false, true, at_length(4000, 1500)); }

// Fallbacks show up only where no production of the rule can match (paper, section 4.1): a rule that reads
// any text reads as if it were strict, whatever else it says.
TEST(Reference, RulesOfAnyTextSkipNothing) {
  const uint32_t seed = test_seed(20266);
  SCOPED_TRACE(fmt::format("seed {}", seed));
  Random random{std::mt19937(seed)};
  size_t used = 0, read = 0;
  for (size_t i = 0; i < 1500; ++i) {
    const std::string body = random.production(3, 0, false, false);
    auto tolerant = parse_grammar("rule r is " + body + " | .* end");
    auto strict = parse_grammar("strict rule r is " + body + " | .* end");
    if (!tolerant.ok() || !strict.ok()) continue;
    ++used;
    const auto program = Program::compile(*tolerant, 0);
    for (int s = 0; s < 4; ++s) {
      const std::string source = random.source(false);
      Reference reference(*strict, 0, source, holds);
      if (reference.too_many()) continue;
      const auto got = run(*program, source, 0, s % 2);
      if (got && got->size() == 1 && (*got)[0].op == Op::tail_call) continue;  // out of budget
      ASSERT_EQ(show(got), show(reference.best())) << body << " on '" << source << "'";
      ++read;
    }
  }
  EXPECT_GT(used, 500u);
  EXPECT_GT(read, 1000u);
}

std::string read_by(const std::string& text, std::string_view source) {
  auto grammar = parse_grammar(text);
  EXPECT_TRUE(grammar.ok()) << text;
  return show(run(*Program::compile(*grammar, 0), source, 0, false));
}

TEST(Reference, ThePapersExampleOfFallbacks) {
  // '.*' can match all of it, so nothing is skipped
  EXPECT_EQ(read_by("rule r is v=('a' | [a-z] | [a-z0-9])+ | w=.* end", "aaa$"),
            "enter(0)@0 begin(2)@0 end(2)@4 exit(0)@4 ");
  // without it, what the letters leave is skipped
  EXPECT_EQ(read_by("rule r is v=('a' | [a-z] | [a-z0-9])+ end", "aaa$"),
            "enter(0)@0 begin(0)@0 end(0)@3 exit(0)@3 skip(0)@3 unskip(0)@4 ");
}

TEST(Reference, ALastLineWithoutEndIsALine) {
  const std::string lines = "rule log is (l+=line())+ end strict rule line is [0-9]+ '\\n' end";
  EXPECT_EQ(read_by(lines, "1\n22"),
            "enter(0)@0 begin(1)@0 enter(1)@0 exit(1)@2 end(1)@2 begin(1)@2 enter(1)@2 exit(1)@4 "
            "end(1)@4 exit(0)@4 ");
  EXPECT_EQ(read_by("strict " + lines, "1\n22"), read_by(lines, "1\n22"));
  EXPECT_EQ(read_by("strict rule r is 'a' '\\r'? '\\n' end", "a"), "enter(0)@0 exit(0)@1 ");
  EXPECT_EQ(read_by("strict rule r is 'a' . end", "a"), "no match");  // a dot reads nothing that is not there
  EXPECT_EQ(read_by("strict rule r is 'a' '\\n' '\\n' end", "a"), "no match");
  EXPECT_EQ(read_by("strict rule r is 'a' '\\n'? end", "a"), "enter(0)@0 exit(0)@1 ");
  EXPECT_EQ(read_by("strict rule r is 'a'? '\\n' end", ""), "no match");  // no line at all
}

TEST(Reference, SmallCacheGivesTheSame) {
  Random random{std::mt19937(test_seed(20264))};
  for (size_t i = 0; i < 500; ++i) {
    auto grammar = parse_grammar(random.grammar(false, false));
    if (!grammar.ok()) continue;
    auto program = Program::compile(*grammar, 0);
    std::string source;
    for (int n = 0; n < 20; ++n) source += random.source(false);
    for (bool eager : {false, true}) {
      ASSERT_EQ(show(run(*program, source, 0, eager)), show(run(*program, source, 0, eager, 1)))
          << grammar->source << " on " << source;
    }
  }
}

// Readings that share their work, from the first character on, are as good as those that keep their own
// stacks; nearly always the very same (see shared_reading.h about readings of equal cost).
TEST(Reference, SharedReadingIsAsGood) {
  const uint32_t seed = test_seed(20265);
  SCOPED_TRACE(fmt::format("seed {}", seed));
  Random random{std::mt19937(seed)};
  random.tests = false;
  size_t used = 0, other = 0;
  for (size_t i = 0; i < at_length(20'000, 4'000); ++i) {
    const bool wide = random.below(4) == 0;
    auto grammar = parse_grammar(random.grammar(wide, false));
    if (!grammar.ok()) continue;
    ProgramOptions options;
    options.inline_points = 0;
    auto program = Program::compile(*grammar, 0, options);
    if (!program.ok() || !SharedReading::can_read(**program)) continue;
    for (int s = 0; s < 6; ++s) {
      const std::string source = random.source(wide);
      Reference reference(*grammar, 0, source, holds);
      if (reference.too_many()) continue;
      ++used;
      const auto got = run(*program, source, source.size() / 2, false, 64u << 20, 0);
      other += got != reference.best();
      ASSERT_EQ(got.has_value(), reference.best().has_value()) << grammar->source << "on '" << source << "'";
      ASSERT_TRUE(!got || reference.as_good(*got)) << grammar->source << "on '" << source << "'\nexpected "
                                                   << show(reference.best()) << "\ngot      " << show(got);
    }
  }
  EXPECT_GT(used, at_length(5000, 700));
  EXPECT_LT(other, used / 200);
}

// Calls of one rule that may be empty, one after the other: what the second finds out is news to the first.
TEST(Reference, EmptyCallsInARowAreRead) {
  const auto grammar = parse_grammar(
      "rule r0 is ((('b')+ v = r2()) do x(); end (('c' | r2() | 'b') [a-c])) end\n"
      "rule r2 is (([a-c] do x(); end [a-c]) | 'a' | [a-c] | ('ab' | . | 'ab') | ([ab])+ | ([^a])+ | ('c')?) end");
  ASSERT_TRUE(grammar.ok());
  ProgramOptions options;
  options.inline_points = 0;
  const auto program = Program::compile(*grammar, 0, options);
  ASSERT_TRUE(program.ok() && SharedReading::can_read(**program));
  for (const std::string source : {"cba", "ba", "bba", "bcba"}) {
    Reference reference(*grammar, 0, source, holds);
    const auto got = run(*program, source, source.size() / 2, false, 64u << 20, 0);
    EXPECT_EQ(got.has_value(), reference.best().has_value()) << source;
  }
}

// Each level may begin in several ways: work and memory grow with the levels, not with their powers.
TEST(Reference, NestedLevelsShareTheirWork) {
  const auto grammar = parse_grammar(
      "rule page is kids() end rule kids is (cards+=card() | box() | .)* end\n"
      "rule card is '<c>' kids() '</>' end rule box is '<' [^>]* '>' kids() '</>' end");
  ASSERT_TRUE(grammar.ok());
  const auto program = Program::compile(*grammar, 0);
  std::vector<uint64_t> steps;
  for (const int levels : {50, 100, 200}) {
    std::string source;
    for (int i = 0; i < levels; ++i) source += "<c>";
    for (int i = 0; i < levels - 3; ++i) source += "</>";  // three are never closed
    Scanner scanner(*program);
    Collect sink;
    Budget budget;
    scanner.feed(source, sink, budget);
    EXPECT_EQ(scanner.finish(sink, budget).kind, Outcome::Kind::matched);
    size_t entered = 0;
    for (const Event& e : sink.events)
      entered += e.op == Op::enter && grammar->rules[e.argument].name == "card";
    EXPECT_EQ(entered, size_t(levels) - 3);
    steps.push_back(budget.steps_spent());
  }
  EXPECT_LT(steps[2], 8 * steps[1]);
  EXPECT_LT(steps[1], 8 * steps[0]);
}

}  // namespace
}  // namespace gleaner::grammar
