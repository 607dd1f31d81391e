// Selectors against two oracles: lexbor's own search (which errs where functions like :not stand
// inside a longer selector, so it is asked without them), and a slow reading of the standard
// that looks around every element.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "base/seed_test.h"
#include "html/css.h"
#include "html/css_match.h"
#include "page/made_page_test.h"

namespace gleaner::html {
namespace {

lxb_status_t add_hit(lxb_dom_node_t* node, lxb_css_selector_specificity_t, void* nodes) {
  static_cast<std::vector<NodeId>*>(nodes)->push_back(Tree::id_of(node));
  return LXB_STATUS_OK;
}

std::vector<NodeId> by_lexbor(const Tree& tree, const std::string& selector, NodeId context) {
  std::vector<NodeId> nodes;
  lxb_css_parser_t* parser = lxb_css_parser_create();
  lxb_css_parser_init(parser, nullptr);
  lxb_css_selector_list_t* list =
      lxb_css_selectors_parse(parser, reinterpret_cast<const lxb_char_t*>(selector.data()), selector.size());
  lxb_selectors_t* engine = lxb_selectors_create();
  lxb_selectors_init(engine);
  if (list) {
    lxb_selectors_find(engine, tree.lexbor(context), list, add_hit, &nodes);
    lxb_css_selector_list_destroy_memory(list);
  }
  lxb_selectors_destroy(engine, true);
  lxb_css_parser_destroy(parser, true);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

class RandomCss {
 public:
  explicit RandomCss(unsigned seed) : random_(seed) {}
  size_t below(size_t n) { return random_() % n; }
  std::string one_of(const std::vector<std::string>& from) { return from[below(from.size())]; }

  std::string page() {
    std::string out = "<!-- c --><body>";
    std::vector<std::string> open;
    for (size_t i = 0, n = 5 + below(40); i < n; ++i) {
      if (!open.empty() && below(3) == 0) {
        out += "</" + open.back() + ">";
        open.pop_back();
        continue;
      }
      const std::string tag = one_of({"div", "span", "b", "i", "x-y"});
      out += "<" + tag +
             one_of({"", "", " class=a", " class='b a'", " class=b", " id=k", " title=ab", " title"}) + ">";
      out += one_of({"", "t", " "});
      open.push_back(tag);
    }
    return out;
  }
  std::string plain() {
    return one_of({"div",
                   "span",
                   "b",
                   "i",
                   "x-y",
                   "*",
                   ".a",
                   ".b",
                   ".a.b",
                   "#k",
                   "[title]",
                   "[title=ab]",
                   "[title^=a]",
                   ":empty",
                   ":first-child",
                   ":last-child",
                   ":only-child",
                   ":first-of-type",
                   ":last-of-type",
                   ":only-of-type",
                   ":nth-child(2)",
                   ":nth-child(2n+1)",
                   ":nth-last-child(2)",
                   ":nth-of-type(2)",
                   ":nth-last-of-type(n+2)",
                   ":nth-child(-n+2)",
                   "div.a",
                   "b:first-child"});
  }
  std::string selector() {
    std::string out = plain();
    for (size_t i = below(4); i > 0; --i) out += one_of({" ", " > ", " + ", " ~ "}) + plain();
    return below(5) == 0 ? out + ", " + plain() : out;
  }

 private:
  std::mt19937 random_;
};

TEST(CssMatch, AgreesWithLexbor) {
  const unsigned seed = test_seed(101);
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomCss random(seed);
  for (int round = 0; round < 1500; ++round) {
    const std::string text = random.page();
    const auto page = page_of(text);
    const Tree& tree = page->view<Tree>();
    for (int i = 0; i < 4; ++i) {
      const std::string selector = random.selector();
      const auto css = Css::compile(selector);
      ASSERT_TRUE(css.ok()) << selector;
      NodeId context = random.below(2) ? kDocument : NodeId(random.below(tree.size()));
      if (!tree.is_element(context)) context = kDocument;
      const std::vector<NodeId> expected = by_lexbor(tree, selector, context);
      ASSERT_EQ(css->select(tree, context), expected) << selector << "\n" << text << "\nbelow " << context;
      ASSERT_EQ(css->first(tree, context), expected.empty() ? kNoNode : expected.front()) << selector;
    }
  }
}

// --- the standard, slowly

using Test = std::function<bool(const Tree&, NodeId)>;

bool classed(const Tree& tree, NodeId n, std::string_view name) {
  const std::string all = " " + std::string(tree.attribute(n, "class").value_or("")) + " ";
  return all.find(" " + std::string(name) + " ") != std::string::npos;
}
Test of_class(const char* name) {
  return [name](const Tree& tree, NodeId n) { return classed(tree, n, name); };
}
Test named(const char* name) {
  return [name](const Tree& tree, NodeId n) { return tree.name(n) == name; };
}
std::vector<NodeId> siblings(const Tree& tree, NodeId n) {
  std::vector<NodeId> out;
  for (NodeId s = tree.first_child(tree.parent(n)); s != kNoNode; s = tree.next_sibling(s))
    if (tree.is_element(s)) out.push_back(s);
  return out;
}
// Its place among the siblings that pass, from one end; 0: it does not pass.
size_t place(const Tree& tree, NodeId n, bool from_end, const Test& passes) {
  if (!passes(tree, n)) return 0;
  std::vector<NodeId> all = siblings(tree, n);
  if (from_end) std::reverse(all.begin(), all.end());
  size_t at = 0;
  for (NodeId s : all) {
    at += passes(tree, s);
    if (s == n) break;
  }
  return at;
}
Test below_it(const Test& wanted) {
  return [wanted](const Tree& tree, NodeId n) {
    for (NodeId c = n + 1; c < tree.subtree_end(n); ++c)
      if (tree.is_element(c) && wanted(tree, c)) return true;
    return false;
  };
}
Test behind_it(const Test& wanted, bool next_only) {
  return [wanted, next_only](const Tree& tree, NodeId n) {
    for (NodeId s : siblings(tree, n)) {
      if (s <= n) continue;
      if (wanted(tree, s)) return true;
      if (next_only) return false;
    }
    return false;
  };
}

struct Part {
  std::string text;
  Test test;
};
const std::vector<Part>& functions() {
  static const std::vector<Part> all = {
      {"b", named("b")},
      {".a", of_class("a")},
      {"*", [](const Tree&, NodeId) { return true; }},
      {":not(.a)", [](const Tree& t, NodeId n) { return !classed(t, n, "a"); }},
      {":is(.a, b)", [](const Tree& t, NodeId n) { return classed(t, n, "a") || t.name(n) == "b"; }},
      {":has(b)", below_it(named("b"))},
      {":has(> b)",
       [](const Tree& t, NodeId n) {
         for (NodeId c = t.first_child(n); c != kNoNode; c = t.next_sibling(c))
           if (t.name(c) == "b") return true;
         return false;
       }},
      {":has(+ span)", behind_it(named("span"), true)},
      {":has(~ i)", behind_it(named("i"), false)},
      {":not(:has(.a))", [](const Tree& t, NodeId n) { return !below_it(of_class("a"))(t, n); }},
      {":has(.a b)",  // the .a, too, is below
       [](const Tree& t, NodeId n) {
         return below_it(
             [](const Tree& u, NodeId m) { return classed(u, m, "a") && below_it(named("b"))(u, m); })(t, n);
       }},
      {":nth-child(1 of .a)", [](const Tree& t, NodeId n) { return place(t, n, false, of_class("a")) == 1; }},
      {":nth-last-child(2 of .b)",
       [](const Tree& t, NodeId n) { return place(t, n, true, of_class("b")) == 2; }},
      {":not(div > .a)",
       [](const Tree& t, NodeId n) { return !(classed(t, n, "a") && t.name(t.parent(n)) == "div"); }},
  };
  return all;
}

struct Chain {
  std::vector<const Part*> parts;
  std::string combinators;  // between them

  std::string text() const {
    std::string out = parts[0]->text;
    for (size_t i = 1; i < parts.size(); ++i)
      out += std::string(" ") + combinators[i - 1] + " " + parts[i]->text;
    return out;
  }
  bool matches(const Tree& tree, NodeId n, size_t last) const {
    if (!parts[last]->test(tree, n)) return false;
    if (last == 0) return true;
    switch (combinators[last - 1]) {
      case '>': return tree.is_element(tree.parent(n)) && matches(tree, tree.parent(n), last - 1);
      case ' ':
        for (NodeId a = tree.parent(n); a != kNoNode && tree.is_element(a); a = tree.parent(a))
          if (matches(tree, a, last - 1)) return true;
        return false;
      default: {
        std::vector<NodeId> all = siblings(tree, n);
        all.erase(std::find(all.begin(), all.end(), n), all.end());
        if (combinators[last - 1] == '+') return !all.empty() && matches(tree, all.back(), last - 1);
        return std::any_of(all.begin(), all.end(), [&](NodeId s) { return matches(tree, s, last - 1); });
      }
    }
  }
};

TEST(CssMatch, FunctionsAgreeWithTheStandard) {
  const unsigned seed = test_seed(102);
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomCss random(seed);
  for (int round = 0; round < 800; ++round) {
    const std::string text = random.page();
    const auto page = page_of(text);
    const Tree& tree = page->view<Tree>();
    for (int i = 0; i < 4; ++i) {
      Chain chain;
      for (size_t k = 0, n = 1 + random.below(3); k < n; ++k) {
        chain.parts.push_back(&functions()[random.below(functions().size())]);
        chain.combinators += " >+~"[random.below(4)];
      }
      std::vector<NodeId> expected;
      for (NodeId n = 1; n < tree.size(); ++n)
        if (tree.is_element(n) && chain.matches(tree, n, chain.parts.size() - 1)) expected.push_back(n);
      const auto css = Css::compile(chain.text());
      ASSERT_TRUE(css.ok()) << chain.text();
      ASSERT_EQ(css->select(tree), expected) << chain.text() << "\n" << text;
    }
  }
}

TEST(CssMatch, ScopeBeginsAtTheContext) {
  const auto page = page_of("<ul><li>1<ul><li>2</ul><li>3</ul>");
  const Tree& tree = page->view<Tree>();
  const NodeId ul = Css::compile("ul")->first(tree);
  EXPECT_EQ(Css::compile(":scope > li")->select(tree, ul).size(), 2u);
  EXPECT_EQ(Css::compile(":scope li")->select(tree, ul).size(), 3u);
}

TEST(CssMatch, ContentOfTemplatesIsAnotherDocument) {
  const auto page = page_of("<div class=a><template><p class=a><b>1</b></p></template><b>2</b></div>");
  const Tree& tree = page->view<Tree>();
  EXPECT_EQ(Css::compile("b")->select(tree).size(), 1u);
  EXPECT_EQ(Css::compile(".a b")->select(tree).size(), 1u);
  EXPECT_EQ(Css::compile("div:has(p)")->select(tree).size(), 0u);
}

// Quadratic in lexbor; seconds would be noticed here.
TEST(CssMatch, ManySiblingsAndDeepNesting) {
  std::string flat = "<body>", deep = "<body>";
  for (int i = 0; i < 60'000; ++i) flat += "<p>x";
  for (int i = 0; i < 20'000; ++i) deep += "<div>";
  const auto siblings = page_of(flat), nested = page_of(deep + "<b>x");
  EXPECT_EQ(Css::compile("p:nth-child(2n)")->select(siblings->view<Tree>()).size(), 30'000u);
  EXPECT_EQ(Css::compile("p:nth-last-of-type(3)")->select(siblings->view<Tree>()).size(), 1u);
  EXPECT_EQ(Css::compile("p ~ p")->select(siblings->view<Tree>()).size(), 59'999u);
  EXPECT_EQ(Css::compile("div:has(b)")->select(nested->view<Tree>()).size(), 20'000u);
  EXPECT_EQ(Css::compile("div div div div b")->select(nested->view<Tree>()).size(), 1u);
}

TEST(CssMatch, BudgetEndsTheSearchAndNothingPartialIsKept) {
  std::string deep = "<body>";
  for (int i = 0; i < 5'000; ++i) deep += "<div>";
  const auto page = page_of(deep + "<b>x");
  const Tree& tree = page->view<Tree>();
  const auto css = Css::compile("div:has(div div b)");
  BudgetLimits limits;
  limits.time = std::chrono::milliseconds(1);
  {
    Budget budget(limits);
    const Budget::Scope scope(budget);
    css->select(tree);
    EXPECT_EQ(budget.ran_out(), Budget::Ran::time);
  }
  EXPECT_EQ(Css::compile("div:has(b)")->select(tree).size(), 5'000u);
  EXPECT_EQ(css->select(tree).size(), 4'998u);
}

TEST(CssMatch, LongAndNestedSelectorsAreRefused) {
  std::string chain = "a", nested = "a";
  for (int i = 0; i < 100; ++i) chain += " a";
  for (int i = 0; i < 100; ++i) nested = ":not(" + nested + ")";
  EXPECT_FALSE(Css::compile(chain).ok());
  EXPECT_FALSE(Css::compile(nested).ok());
}

}  // namespace
}  // namespace gleaner::html
