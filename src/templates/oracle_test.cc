// The operator table, straight from the definitions: each pattern gives the whole list of (end, bindings) at
// a position, in order. The machine must give the same sequence, duplicates included, on random patterns and
// token lists.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "base/seed_test.h"
#include "templates/matcher.h"
#include "templates/parse.h"
#include "tokens/features.h"
#include "tokens/lexer.h"

namespace gleaner::templates {
namespace {

using tokens::Token;
using Bindings = std::map<std::string, std::string>;
struct Answer {
  uint32_t end;
  Bindings bindings;
  bool operator==(const Answer&) const = default;
};
using Answers = std::vector<Answer>;
constexpr size_t kTooMany = 3000;

class Oracle {
 public:
  Oracle(const TemplateSet& set, std::string_view text, const std::vector<Token>& all)
      : set_(set), text_(text), tokens_(all) {}
  bool too_many() const { return work_ > 300'000; }

  Answers run(const Pattern& p, uint32_t at, const Bindings& in, int depth = 0) {
    Answers out;
    if (++work_ > 300'000 || depth > 60) return work_ = 1'000'000, out;
    switch (p.kind) {
      case Pattern::Kind::token: {
        Answer one{at + 1, in};
        if (at < tokens_.size() && matches(p.tests[0], tokens_[at], one.bindings)) out.push_back(one);
        break;
      }
      case Pattern::Kind::any:
        if (at < tokens_.size()) out.push_back({at + 1, in});
        break;
      case Pattern::Kind::none_of:
        if (at < tokens_.size()) {
          bool hit = false;
          for (const TokenTest& test : p.tests) {
            Bindings ignored = in;
            hit = hit || matches(test, tokens_[at], ignored);
          }
          if (!hit) out.push_back({at + 1, in});
        }
        break;
      case Pattern::Kind::times:
        if (at + p.count <= tokens_.size()) out.push_back({at + p.count, in});
        break;
      case Pattern::Kind::optional: {
        out = run(p.parts[0], at, in, depth + 1);
        out.insert(p.moderate ? out.begin() : out.end(), Answer{at, in});
        break;
      }
      case Pattern::Kind::star: out = star(p, at, in, depth); break;
      case Pattern::Kind::plus:
        for (const Answer& first : run(p.parts[0], at, in, depth + 1))
          for (Answer& rest : star(p, first.end, first.bindings, depth)) out.push_back(std::move(rest));
        break;
      case Pattern::Kind::once:
        out = run(p.parts[0], at, in, depth + 1);
        if (out.size() > 1) out.resize(1);
        break;
      case Pattern::Kind::bind:
        for (Answer& one : run(p.parts[0], at, in, depth + 1)) {
          std::string text = source(at, one.end);
          auto [place, added] = one.bindings.emplace(p.name, text);
          if (added || place->second == text) out.push_back(std::move(one));
        }
        break;
      case Pattern::Kind::sequence:
      case Pattern::Kind::literal: {
        out.push_back({at, in});
        for (const Pattern& part : p.parts) {
          Answers next;
          for (const Answer& one : out)
            for (Answer& more : run(part, one.end, one.bindings, depth + 1)) next.push_back(std::move(more));
          out = std::move(next);
        }
        break;
      }
      case Pattern::Kind::either:
        for (const Pattern& part : p.parts)
          for (Answer& one : run(part, at, in, depth + 1)) out.push_back(std::move(one));
        break;
      case Pattern::Kind::call: out = call(p, at, in, depth); break;
      case Pattern::Kind::code: break;
    }
    work_ += out.size();
    return out;
  }

 private:
  Answers star(const Pattern& p, uint32_t at, const Bindings& in, int depth) {
    Answers out;
    if (++work_ > 300'000 || depth > 60) return work_ = 1'000'000, out;
    if (p.moderate) out.push_back({at, in});
    for (const Answer& one : run(p.parts[0], at, in, depth + 1)) {
      if (one.end == at) continue;
      for (Answer& more : star(p, one.end, one.bindings, depth + 1)) out.push_back(std::move(more));
    }
    if (!p.moderate) out.push_back({at, in});
    return out;
  }

  Answers call(const Pattern& p, uint32_t at, const Bindings& in, int depth) {
    Answers out;
    for (const Template& one : set_.templates) {
      if (one.name != p.name) continue;
      Bindings inner;
      for (size_t i = 0; i < one.parameters.size(); ++i) {
        if (p.arguments[i].is_variable() && in.count(p.arguments[i].text))
          inner[one.parameters[i]] = in.at(p.arguments[i].text);
        if (p.arguments[i].kind == Term::Kind::text) inner[one.parameters[i]] = p.arguments[i].text;
      }
      for (Answer& found : run(one.pattern, at, inner, depth + 1)) {
        Answer mine{found.end, in};
        bool ok = true;
        for (size_t i = 0; i < one.parameters.size(); ++i) {
          if (!p.arguments[i].is_variable() || !found.bindings.count(one.parameters[i])) continue;
          auto [place, added] = mine.bindings.emplace(p.arguments[i].text, found.bindings[one.parameters[i]]);
          ok = ok && (added || place->second == found.bindings[one.parameters[i]]);
        }
        if (ok) out.push_back(std::move(mine));
      }
    }
    return out;
  }

  std::string source(uint32_t from, uint32_t to) const {
    if (from == to) return {};
    return std::string(
        text_.substr(tokens_[from].span.begin, tokens_[to - 1].span.end - tokens_[from].span.begin));
  }
  bool matches(const TokenTest& test, const Token& token, Bindings& bindings) const {
    if (test.type != token.type) return false;
    for (const FeatureTest& feature : test.features) {
      auto found = tokens::feature(text_, token,
                                   feature.name.empty() ? tokens::main_feature(token.type) : feature.name);
      if (!found) return false;
      if (feature.value.kind == Term::Kind::text && feature.value.text != found->value) return false;
      if (!feature.value.is_variable()) continue;
      auto [place, added] = bindings.emplace(feature.value.text, found->value);
      if (!added && place->second != found->value) return false;
    }
    return true;
  }

  const TemplateSet& set_;
  std::string_view text_;
  const std::vector<Token>& tokens_;
  size_t work_ = 0;
};

// Random patterns over words a, b and tags, as text: the parser is tested along.
class Random {
 public:
  explicit Random(unsigned seed) : random_(seed) {}
  unsigned pick(unsigned n) { return random_() % n; }
  std::string pattern(int depth, bool calls) {
    unsigned what = pick(depth <= 0 ? 7 : 18);
    static constexpr const char* kTokens[] = {
        "word(a)", "word(b)", "word", "html(b)", "word(X)", "any", "not(word(a), html_end)"};
    if (what < 7) return kTokens[what];
    auto inner = [&] { return "(" + pattern(depth - 1, calls) + ")"; };
    static constexpr const char* kLoops[] = {"?", "+", "*", "??", "+?", "*?"};
    if (what < 11) return inner() + kLoops[pick(6)];
    if (what == 11) return "once(" + pattern(depth - 1, calls) + ")";
    if (what == 12) return std::string(1, "XYZ"[pick(3)]) + " = " + inner();
    if (what == 13) return "times(" + std::to_string(pick(3)) + ")";
    if (what == 14 && calls) return pick(2) ? "pair(X, Y)" : "nest(Z)";
    if (what < 16) return inner() + ", " + inner();
    return inner() + " ; " + inner();
  }
  std::string text() {
    static constexpr const char* kPieces[] = {"a ", "b ", "<b>", "</b>", "c "};
    std::string out;
    for (unsigned n = pick(7); n > 0; --n) out += kPieces[pick(5)];
    return out;
  }

 private:
  std::mt19937 random_;
};

Answers machine(const Compiled& compiled, const std::string& text, const std::vector<Token>& all,
                size_t most) {
  Budget budget;
  Matcher matcher(compiled, text, all, budget);
  const Compiled::Output& output = compiled.outputs.back();
  Answers out;
  matcher.start(output.units[0]);
  while (out.size() <= most && matcher.next()) {
    Answer one{matcher.position(), {}};
    for (uint32_t i = 0; i < output.parameters.size(); ++i)
      if (auto value = matcher.value(i)) one.bindings[output.parameters[i]] = value->text;
    out.push_back(std::move(one));
  }
  EXPECT_FALSE(matcher.problem());
  return out;
}

std::string shown(const Answers& answers) {
  std::string out;
  for (const Answer& one : answers) {
    out += std::to_string(one.end);
    for (auto& [name, value] : one.bindings) out += " " + name + "=" + value;
    out += "; ";
  }
  return out;
}

TEST(Oracle, random_patterns) {
  int compared = 0, calls = 0;
  for (unsigned seed = 1; seed <= at_length(30'000, 10'000); ++seed) {
    Random random(seed);
    const bool with_calls = seed % 3 == 0;
    std::string source =
        "template pair(P, Q) := word(P), any, word(Q) ; html(P), L = any, word(L)?.\n"
        "template nest(W) := html(b), nest(W)*, W = any*?, html_end(b) ; word(W).\n"
        "template nest(W) := word(b), (nest(V), {V == \"a\"})?, word(W).\n"
        "template main(X, Y, Z) := " +
        random.pattern(3, with_calls) + ".\n";
    if (with_calls) source.replace(source.find(", {V == \"a\"}"), 12, "");
    auto parsed = parse_templates(source, "random");
    ASSERT_TRUE(parsed.ok()) << source << parsed.error().to_string();
    std::string printed = print(*parsed);
    auto again = parse_templates(printed, "printed");
    ASSERT_TRUE(again.ok()) << printed;
    ASSERT_EQ(print(*again), printed);
    auto compiled = compile(std::move(again).value());
    ASSERT_TRUE(compiled.ok());
    std::string text = random.text();
    std::vector<Token> all;
    for (const Token& token : tokens::lex(text))
      if (token.type != tokens::Type::whitespace) all.push_back(token);
    Oracle oracle(*parsed, text, all);
    Answers expected = oracle.run(parsed->templates.back().pattern, 0, {});
    if (oracle.too_many() || expected.size() > kTooMany) continue;
    ++compared;
    calls += with_calls;
    Answers got = machine(**compiled, text, all, expected.size() + 1);
    ASSERT_EQ(shown(got), shown(expected)) << "seed " << seed << "\n" << source << "on: " << text;
  }
  EXPECT_GT(compared, int(at_length(20'000, 6'000)));
  EXPECT_GT(calls, int(at_length(5'000, 1'500)));
}

TEST(Oracle, loops_over_single_tokens_go_by_length) {
  std::string text = "a a a";
  std::vector<Token> all;
  for (const Token& token : tokens::lex(text))
    if (token.type != tokens::Type::whitespace) all.push_back(token);
  auto ends = [&](const std::string& pattern) {
    auto compiled = compile(parse_templates("template t := " + pattern + ".", "x").value()).value();
    std::string out;
    for (const Answer& one : machine(*compiled, text, all, 100)) out += std::to_string(one.end);
    return out;
  };
  EXPECT_EQ(ends("word?"), "10");
  EXPECT_EQ(ends("word??"), "01");
  EXPECT_EQ(ends("word+"), "321");
  EXPECT_EQ(ends("word+?"), "123");
  EXPECT_EQ(ends("word*"), "3210");
  EXPECT_EQ(ends("word*?"), "0123");
  EXPECT_EQ(ends("once(word*)"), "3");
  EXPECT_EQ(ends("any*, word"), "321");
  EXPECT_EQ(ends("times(2)"), "2");
  EXPECT_EQ(ends("times(4)"), "");
  EXPECT_EQ(ends("\"a a\""), "2");
}

}  // namespace
}  // namespace gleaner::templates
