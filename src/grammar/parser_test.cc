// The rule language: what is refused, where, and in what words; where fallbacks go.
#include "grammar/parser.h"

#include <gtest/gtest.h>

#include "grammar/fallback.h"

namespace gleaner::grammar {
namespace {

std::string refused(const std::string& text) {
  auto grammar = parse_grammar(text, "g.gln");
  return grammar.ok() ? "accepted" : grammar.error().to_string();
}

TEST(Parser, CountedRepetitions) {
  EXPECT_EQ(refused("rule a is [0-9]{4} '-' .{0,3} ('ab'){2} end"), "accepted");
  for (const char* wrong :
       {"rule a is .{0} end", "rule a is .{} end", "rule a is .{3,2} end", "rule a is .{501} end",
        "rule a is .{99999999999} end", "rule a is .{2 end", "rule a is ((.{500}){500}){500} end"})
    EXPECT_NE(refused(wrong), "accepted") << wrong;
}

TEST(Parser, ErrorsHavePlaceAndCaret) {
  EXPECT_EQ(refused("rule a is\n  b() end"),
            "g.gln:2:3: error: there is no rule b\n      b() end\n      ^\n  did you mean a()?");
  EXPECT_NE(refused("rule a is a() 'x' end").find("g.gln:1:11: error: left recursion: a -> a"),
            std::string::npos);
  EXPECT_NE(refused("rule a is 'x'? b() end rule b is a() 'y' end").find("left recursion: a -> b -> a"),
            std::string::npos);
  EXPECT_NE(
      refused("rule a is ('x'?)* end").find("g.gln:1:17: error: what is repeated here can match nothing"),
      std::string::npos);
  EXPECT_NE(refused("rule a is b()+ end rule b is .* end").find("can match nothing"), std::string::npos);
  EXPECT_NE(refused("rule a is 'x end").find("never closed"), std::string::npos);
  EXPECT_NE(refused("rule a is [z-a] end").find("wrong way round"), std::string::npos);
  EXPECT_NE(refused("rule a is ('x' end").find("not expected here"), std::string::npos);
  EXPECT_NE(refused("rule a is 'x'").find("has no `end`"), std::string::npos);
  EXPECT_NE(refused("rule a is do x(); end").find("has no `end`"), std::string::npos);
  EXPECT_NE(refused("rule a is 'x' end rule a is 'y' end").find("already a rule a"), std::string::npos);
  EXPECT_NE(refused("rule a is accept 'x' if y end").find("expected `;`"), std::string::npos);
  EXPECT_NE(refused("rule a is b end").find("neither called nor assigned"), std::string::npos);
  EXPECT_NE(refused("rule a is '\\q' end").find("no escape \\q"), std::string::npos);
  EXPECT_NE(refused("").find("there is no rule here"), std::string::npos);
  EXPECT_NE(refused("rule a is " + std::string(5000, '(')).find("nested too deeply"), std::string::npos);
}

TEST(Parser, Accepts) {
  EXPECT_EQ(refused("rule a is '\\u{20AC}\\t\\'' [\\]\\-a-z^] \"x\" end // done"), "accepted");
  EXPECT_EQ(refused("rule a : r is do if x then y(); end while z do end end 'q' end"), "accepted");
  EXPECT_EQ(refused("rule list is '(' list()* ')' end"), "accepted");
  EXPECT_EQ(refused("rule nothing is end"), "accepted");
}

// Shown as a text: F where a fallback stands.
std::string shape(const Node& n) {
  std::string in;
  for (const Node& child : n.children) in += shape(child);
  switch (n.kind) {
    case Node::Kind::fallback: return "F";
    case Node::Kind::set: return "s";
    case Node::Kind::literal: return "l";
    case Node::Kind::call: return "c";
    case Node::Kind::plus: return n.between ? "(" + in + ")F+" : "(" + in + ")+";
    case Node::Kind::star: return "(" + in + ")*";
    case Node::Kind::optional: return "(" + in + ")?";
    case Node::Kind::assign: return "v(" + in + ")";
    case Node::Kind::choice: return "[" + in + "]";
    default: return in;
  }
}

std::string fallbacks(const std::string& text) {
  auto grammar = parse_grammar(text);
  return grammar.ok() ? shape(add_fallbacks(*grammar, 0)) : grammar.error().to_string();
}

TEST(Fallback, Places) {
  // the first one stands where the rule is called
  EXPECT_EQ(fallbacks("rule r is 'a' [b] 'c' end"), "lFsFl");
  // none inside the repetition of a character
  EXPECT_EQ(fallbacks("rule r is [a-z]+ 'x'* '.' end"), "(s)+F(l)*Fl");
  EXPECT_EQ(fallbacks("rule r is ('ab' 'c')+ end"), "(lFl)F+");
  EXPECT_EQ(fallbacks("rule r is ('ab' 'c')* end"), "((lFl)F+)?");
  EXPECT_EQ(fallbacks("rule r is v=('a' 'b') 'c' end"), "v(lFl)Fl");  // before a variable, not inside it
  EXPECT_EQ(fallbacks("rule r is 'a' | 'b' 'c' end"), "[llFl]");
  EXPECT_EQ(fallbacks("strict rule r is 'a' 'b' end"), "ll");
  // a tolerant rule brings its own
  EXPECT_EQ(fallbacks("strict rule r is 'a' s() v=s() end rule s is 'x' end"), "lFcFv(c)");
  EXPECT_EQ(fallbacks("rule r is 'a' s() end strict rule s is 'x' end"), "lFc");
}

}  // namespace
}  // namespace gleaner::grammar
