// See own_list.h.
#include "rows/own_list.h"

#include <algorithm>
#include <set>

#include "base/contains.h"
#include "rows/weights.h"

namespace gleaner::rows {
namespace {

// Words for places, which sections and columns of one list differ by.
bool names_place(std::string_view word) {
  for (std::string_view part : {"odd", "even", "alt", "left", "right", "first", "last", "active", "current"})
    if (word.find(part) != std::string_view::npos) return true;
  return false;
}

std::vector<std::string> around(const Page& page, uint32_t node) {
  std::vector<std::string> out;
  for (uint32_t n = page.outline()[node].parent; n != kNone; n = page.outline()[n].parent)
    for (const std::string& word : page.class_words(n)) out.push_back(word);
  std::ranges::sort(out);
  return out;
}

// What the list of `other` is named, where that is otherwise than the list of `own` at the same height; "".
std::string other_name(const Page& page, uint32_t own, uint32_t other) {
  const Outline& o = page.outline();
  for (uint32_t a = o[own].parent, b = o[other].parent; a != b && a != kNone && b != kNone;
       a = o[a].parent, b = o[b].parent) {
    const std::vector<std::string> words = page.class_words(a), others = page.class_words(b);
    if (words.empty() || others.empty() || page.tag(a) == "tr" || page.tag(b) == "tr") continue;
    if (std::ranges::any_of(words, [&](const std::string& w) { return contains(others, w); })) continue;
    if (std::ranges::any_of(words, names_place) || std::ranges::any_of(others, names_place)) continue;
    return page.classes(b);
  }
  return {};
}

}  // namespace

std::optional<OwnList> own_list(const Page& page, const std::vector<Stretch>& members,
                                const std::vector<int>& labelled) {
  const Outline& o = page.outline();
  std::set<uint32_t> parents;
  for (int m : labelled)
    if (m >= 0) parents.insert(o[members[size_t(m)].first].parent);
  OwnList out;
  std::vector<Stretch> others;
  std::set<std::string> names;
  for (const Stretch& m : members) {
    std::string name;
    if (!parents.contains(o[m.first].parent))
      for (uint32_t parent : parents) {
        name = other_name(page, o.first_child(parent), m.first);
        if (name.empty()) break;
      }
    if (name.empty()) {
      out.members.push_back(m);
    } else {
      others.push_back(m);
      names.insert(std::move(name));
    }
  }
  if (others.empty() || out.members.size() < kOtherMembers || names.size() > kMostOtherLists)
    return std::nullopt;
  out.within = around(page, out.members[0].first);
  for (const Stretch& m : out.members) {
    const std::vector<std::string> words = around(page, m.first);
    std::erase_if(out.within, [&](const std::string& w) { return !contains(words, w); });
  }
  for (const Stretch& m : others) {
    const std::vector<std::string> words = around(page, m.first);
    std::erase_if(out.within, [&](const std::string& w) { return contains(words, w); });
  }
  out.within.erase(std::ranges::unique(out.within).begin(), out.within.end());
  if (out.within.empty()) return std::nullopt;
  return out;
}

bool stands_within(const Page& page, uint32_t node, const std::vector<std::string>& within) {
  for (uint32_t n = page.outline()[node].parent; n != kNone; n = page.outline()[n].parent)
    if (std::ranges::any_of(page.class_words(n), [&](const std::string& w) { return contains(within, w); }))
      return true;
  return false;
}

void keep_within(const Page& page, const std::vector<std::string>& within, std::vector<Stretch>& members) {
  if (within.empty()) return;
  std::erase_if(members, [&](const Stretch& m) { return !stands_within(page, m.first, within); });
}

}  // namespace gleaner::rows
