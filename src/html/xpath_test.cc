// XPath against an oracle: pugixml on a copy of the tree.
#include <gtest/gtest.h>

#include <pugixml.hpp>
#include <random>
#include <unordered_map>

#include "base/budget.h"
#include "base/seed_test.h"
#include "html/xpath.h"
#include "page/made_page_test.h"

namespace gleaner::html {
namespace {

// The tree again, as pugixml wants it.
class Mirror {
 public:
  explicit Mirror(const Tree& tree) {
    nodes_.resize(tree.size());
    nodes_[kDocument] = mirror_;
    ids_.emplace(mirror_.hash_value(), kDocument);
    std::vector<Attribute> attributes;
    for (NodeId n = 1; n < tree.size(); ++n) {
      pugi::xml_node parent = nodes_[tree.parent(n)], made;
      if (tree.is_element(n)) {
        made = parent.append_child(pugi::node_element);
        made.set_name(std::string(tree.name(n)).c_str());
        for (const Attribute& a : tree.attributes_of(n, attributes))
          made.append_attribute(std::string(a.name).c_str()).set_value(std::string(a.value).c_str());
      } else if (tree.kind(n) != NodeKind::doctype) {
        made = parent.append_child(tree.is_text(n) ? pugi::node_pcdata : pugi::node_comment);
        made.set_value(std::string(tree.text(n)).c_str());
      }
      nodes_[n] = made;
      ids_.emplace(made.hash_value(), n);
    }
  }
  std::vector<std::pair<NodeId, std::string>> select(const std::string& source, NodeId context) const {
    pugi::xpath_query query(source.c_str());
    pugi::xpath_node_set found = query.evaluate_node_set(nodes_[context]);
    found.sort();
    std::vector<std::pair<NodeId, std::string>> out;
    for (const pugi::xpath_node& hit : found)
      out.push_back({ids_.at((hit.attribute() ? hit.parent() : hit.node()).hash_value()),
                     hit.attribute() ? hit.attribute().name() : ""});
    return out;
  }

 private:
  pugi::xml_document mirror_;
  std::vector<pugi::xml_node> nodes_;
  std::unordered_map<size_t, NodeId> ids_;
};

class RandomXPath {
 public:
  explicit RandomXPath(unsigned seed) : random_(seed) {}
  size_t below(size_t n) { return random_() % n; }
  std::string one_of(const std::vector<std::string>& from) { return from[below(from.size())]; }

  std::string page() {
    std::string out = "<!doctype html><body>";
    std::vector<std::string> open;
    for (size_t i = 0, n = 5 + below(25); i < n; ++i) {
      if (!open.empty() && below(3) == 0) {
        out += "</" + open.back() + ">";
        open.pop_back();
        continue;
      }
      const std::string tag = one_of({"div", "span", "b"});
      out += "<" + tag + one_of({"", " id=k", " title=ab class=c", " title=2"}) + ">";
      out += one_of({"", "1", "2.5", "ab", "<!--c-->", " x  y "});
      open.push_back(tag);
    }
    return out;
  }
  std::string path(int depth) {
    std::string out = one_of({"", "", "/", "//", ".//", "../"});
    for (size_t i = 0, n = 1 + below(3); i < n; ++i) {
      if (i) out += one_of({"/", "/", "//"});
      out += step(depth);
    }
    return out;
  }
  std::string step(int depth) {
    std::string out = one_of({"", "", "", "descendant::", "parent::", "ancestor::", "following-sibling::",
                              "self::", "preceding-sibling::", "following::", "preceding::",
                              "ancestor-or-self::", "descendant-or-self::", "child::", "attribute::"});
    out += one_of({"div", "span", "b", "*", "*", "node()", "text()", "comment()"});
    if (below(8) == 0) out = one_of({"@id", "@*", ".", "..", "@title"});
    for (size_t i = below(depth ? 3 : 1); i > 0 && out != "." && out != ".."; --i)
      out += "[" + condition(depth - 1) + "]";
    return out;
  }
  std::string condition(int depth) {
    switch (below(10)) {
      case 0: return std::to_string(1 + below(3));
      case 1: return "last()";
      case 2: return "position() " + one_of({"<", ">", "=", "!="}) + " " + std::to_string(below(3));
      case 3: return path(depth);
      case 4: return "not(" + path(depth) + ")";
      case 5:
        return path(depth) + one_of({" = ", " != ", " < ", " >= "}) + one_of({"1", "'ab'", "2.5", "@title"});
      case 6: return "count(" + path(depth) + ") " + one_of({">", "="}) + " 1";
      case 7:
        return one_of({"contains(., 'a')", "starts-with(name(), 's')", "string-length() > 2",
                       "normalize-space() = 'x y'", "substring(., 2) = 'b'", "translate(., 'ab', 'x') = 'x'",
                       "number(.) * 2 = 5", "sum(*) > 1", "floor(2.5) = 2", "round(2.5) mod 2 = 1",
                       "string(@title) = concat('a', 'b')", "substring-before(., 'b') = 'a'",
                       "substring-after(., '.') = '5'", "local-name() = 'b'"});
      case 8: return condition(depth) + one_of({" and ", " or "}) + path(depth);
      default: return "@" + one_of({"id", "title", "class"});
    }
  }

 private:
  std::mt19937 random_;
};

TEST(XPathEval, AgreesWithPugixml) {
  const unsigned seed = test_seed(101);
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomXPath random(seed);
  for (int round = 0; round < 800; ++round) {
    const std::string text = random.page();
    const auto page = page_of(text);
    const Tree& tree = page->view<Tree>();
    const Mirror mirror(tree);
    for (int i = 0; i < 5; ++i) {
      std::string source = random.path(2);
      if (random.below(6) == 0) source = "(" + source + ")[" + random.condition(1) + "]";
      if (random.below(6) == 0) source += " | " + random.path(1);
      NodeId context = NodeId(random.below(tree.size()));
      if (tree.kind(context) == NodeKind::doctype) context = kDocument;
      const auto xpath = XPath::compile(source);
      ASSERT_TRUE(xpath.ok()) << source << ": " << xpath.error().message;
      std::vector<std::pair<NodeId, std::string>> hits;
      for (const XPathHit& hit : xpath->select(tree, context)) hits.push_back({hit.node, hit.attribute});
      ASSERT_EQ(hits, mirror.select(source, context)) << source << "\n" << text << "\nat " << context;
    }
  }
}

TEST(XPathEval, WhatCannotBeReadHasAPlace) {
  for (const char* bad : {"", "//", "a[", "a]", "a[1", "foo()", "a/'b'", "1 +", "a b", "@", "count(1)", "'x",
                          "$v", "a::b", "concat('a')", "1", "'t'", "count(//a)"}) {
    const auto made = XPath::compile(bad);
    ASSERT_FALSE(made.ok()) << bad;
    EXPECT_GE(made.error().where.column, 1u);
  }
  std::string deep = "a", chain = "1";
  for (int i = 0; i < 100'000; ++i) deep = i < 5000 ? "(" + deep + ")" : deep, chain += "+1";
  EXPECT_FALSE(XPath::compile(deep).ok());
  EXPECT_FALSE(XPath::compile("a[" + chain + "]").ok());
  EXPECT_TRUE(XPath::compile("a[" + std::string(100'001, '-') + "1]").ok());
}

TEST(XPathEval, BudgetEndsQuadraticConditions) {
  std::string text = "<body>";
  for (int i = 0; i < 60'000; ++i) text += "<p>x";
  const auto page = page_of(text);
  const Tree& tree = page->view<Tree>();
  for (const char* slow :
       {"//p[count(preceding-sibling::p) > 1000000]", "//p[not(following::x)]", "//p[. = //p]"}) {
    BudgetLimits limits;
    limits.time = std::chrono::milliseconds(20);
    Budget budget(limits);
    const Budget::Scope scope(budget);
    XPath::compile(slow)->select(tree);
    EXPECT_EQ(budget.ran_out(), Budget::Ran::time) << slow;
  }
  EXPECT_EQ(XPath::compile("//p[following-sibling::p]")->select(tree).size(),
            59'999u);  // the first is enough
  EXPECT_EQ(XPath::compile("//p[5]")->select(tree).size(), 1u);
}

}  // namespace
}  // namespace gleaner::html
