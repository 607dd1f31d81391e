// Object patterns: the linear matcher against plain backtracking over every choice.
#include "byexample/object.h"
#include "base/seed_test.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <random>

namespace gleaner::byexample {
namespace {

// --- the oracle: tries everything in order of preference, comes back when the rest fails

struct Choice {
  std::vector<const Occurrence*> used;
};

class Backtracker {
 public:
  Backtracker(const Component& root, const Occurrences& occurrences) : root_(root), all_(occurrences) {}

  std::optional<Choice> match(uint32_t from) {
    return sequence(root_.children, 0, from, [](uint32_t) { return std::optional<Choice>(Choice{}); });
  }

 private:
  using Rest = std::function<std::optional<Choice>(uint32_t)>;

  static std::optional<Choice> prepend(const Occurrence* first, std::optional<Choice> rest) {
    if (rest) rest->used.insert(rest->used.begin(), first);
    return rest;
  }

  std::optional<Choice> atom(const Component& component, uint32_t from, const Rest& rest) {
    for (const Occurrence& o : all_.of[component.attribute])
      if (o.left_begin >= from)
        if (auto done = prepend(&o, rest(end_of(o)))) return done;
    return std::nullopt;
  }

  std::optional<Choice> one(const Component& component, uint32_t from, const Rest& rest) {
    return component.atom ? atom(component, from, rest) : sequence(component.children, 0, from, rest);
  }

  std::optional<Choice> sequence(const std::vector<Component>& items, size_t i, uint32_t from,
                                 const Rest& rest) {
    if (i == items.size()) return rest(from);
    const Rest behind = [&, i](uint32_t at) { return sequence(items, i + 1, at, rest); };
    return items[i].list || items[i].optional ? list(items[i], from, behind) : one(items[i], from, behind);
  }

  // Another element, or what follows: whichever begins first; what follows if both begin together.
  std::optional<Choice> list(const Component& component, uint32_t from, const Rest& rest) {
    const auto leave = rest(from);
    const auto take = one(component, from, [&](uint32_t at) {
      if (!component.list || component.optional) return at > from ? rest(at) : std::nullopt;
      return at > from ? list(component, at, rest) : std::nullopt;
    });
    if (!take) return leave;
    if (!leave) return take;
    const uint32_t element = take->used.front()->left_begin;
    uint32_t next = leave->used.empty() ? kNowhere : leave->used.front()->left_begin;
    if (element >= next) return leave;
    return take;
  }

  const Component& root_;
  const Occurrences& all_;
};

std::vector<const Occurrence*> used(const ObjectMatch& match) {
  std::vector<const Occurrence*> out;
  for (const Event& event : match.events)
    if (event.kind == Event::Kind::value) out.push_back(event.occurrence);
  return out;
}

Component atom(uint32_t attribute) {
  Component made;
  made.atom = true;
  made.attribute = attribute;
  return made;
}

Component list_of(Component what) {
  what.list = true;
  return what;
}

Component maybe(Component what) {
  what.optional = true;
  return what;
}

Component record(std::vector<Component> children) {
  Component made;
  made.children = std::move(children);
  return made;
}

// --- pages as strings of letters: attribute k occurs where the letter 'a' + k stands, longer for capitals

Occurrences occurrences_of(std::string_view page, size_t attributes) {
  Occurrences out;
  out.clear(attributes);
  for (uint32_t i = 0; i < page.size(); ++i) {
    const bool wide = page[i] >= 'A' && page[i] <= 'Z';
    const uint32_t attribute = uint32_t(page[i] - (wide ? 'A' : 'a'));
    if (attribute >= attributes) continue;
    const uint32_t end = std::min<uint32_t>(i + (wide ? 4 : 1), uint32_t(page.size()));
    out.of[attribute].push_back({i, {i, end}, end, 0, 0, 1});
  }
  return out;
}

std::string shown(const std::vector<const Occurrence*>& list) {
  std::string out;
  for (const Occurrence* o : list) out += std::to_string(o->left_begin) + " ";
  return out;
}

void compare(const Component& root, std::string_view page) {
  const Occurrences occurrences = occurrences_of(page, 4);
  const ObjectPattern pattern{root, 1, ""};
  const ObjectMatcher matcher(pattern, occurrences);
  for (uint32_t from = 0; from <= page.size(); ++from) {
    ObjectMatch match;
    const bool found = matcher.next(from, match);
    const auto expected = Backtracker(root, occurrences).match(from);
    const bool any = expected && !expected->used.empty();
    ASSERT_EQ(found, any) << page << " from " << from;
    if (!found) continue;
    ASSERT_EQ(shown(used(match)), shown(expected->used)) << page << " from " << from;
  }
}

// All strings over a small alphabet up to a length.
void for_all_pages(std::string_view letters, size_t length,
                   const std::function<void(std::string_view)>& visit) {
  std::string page;
  std::function<void()> grow = [&] {
    visit(page);
    if (page.size() == length) return;
    for (char c : letters) {
      page.push_back(c);
      grow();
      page.pop_back();
    }
  };
  grow();
}

TEST(Object, SequencesAgreeWithBacktrackingOnAllSmallPages) {
  for_all_pages("abcA.", 6, [&](std::string_view page) {
    compare(record({atom(0), atom(1), atom(2)}), page);
    compare(record({atom(0), record({atom(1), atom(0)}), atom(2)}), page);
  });
}

TEST(Object, ListsInsideAgreeWithBacktrackingOnAllSmallPages) {
  for_all_pages("abcB", 6, [&](std::string_view page) {
    compare(record({atom(0), list_of(atom(1)), atom(2)}), page);
    compare(record({list_of(atom(0)), atom(1), atom(2)}), page);
    compare(record({atom(0), list_of(record({atom(1), atom(2)})), atom(0)}), page);
    compare(record({list_of(record({list_of(atom(0)), atom(1)})), atom(2)}), page);
    compare(record({list_of(record({atom(0), maybe(atom(1))})), atom(2)}), page);
    compare(record({maybe(atom(0)), maybe(record({atom(1), atom(0)})), atom(2)}), page);
  });
}

TEST(Object, RandomPatternsAgreeWithBacktracking) {
  const unsigned seed = test_seed(5);
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  std::function<Component(int)> make = [&](int depth) {
    std::vector<Component> children;
    for (unsigned n = 1 + random() % 3; n > 0; --n) {
      Component child = depth > 0 && random() % 3 == 0 ? make(depth - 1) : atom(random() % 4);
      child.list = random() % 3 == 0;
      child.optional = random() % 4 == 0;
      children.push_back(child);
    }
    return record(std::move(children));
  };
  for (int round = 0; round < 1500; ++round) {
    Component root = make(2);
    root.children.push_back(atom(3));  // ends with an atom: what follows the whole object is tested below
    std::string page;
    for (unsigned n = random() % 14; n > 0; --n) page += "abcdABCD."[random() % 9];
    compare(root, page);
  }
}

TEST(Object, AListAtTheEndStopsAtTheNextObject) {
  const Component root = record({atom(0), list_of(record({list_of(atom(1)), atom(2)}))});
  const std::string_view page = ".abcbbc.acab";
  const Occurrences occurrences = occurrences_of(page, 3);
  const ObjectPattern pattern{root, 1, ""};
  const ObjectMatcher matcher(pattern, occurrences);
  ObjectMatch match;
  ASSERT_TRUE(matcher.next(0, match));
  EXPECT_EQ(shown(used(match)), "1 2 3 4 5 6 ");
  ASSERT_TRUE(matcher.next(match.extent.end, match));
  EXPECT_EQ(shown(used(match)), "8 9 ");
  ASSERT_TRUE(matcher.next(match.extent.end, match));
  EXPECT_EQ(shown(used(match)), "10 ");  // the last b has no c
  EXPECT_FALSE(matcher.next(match.extent.end, match));
}

}  // namespace
}  // namespace gleaner::byexample
