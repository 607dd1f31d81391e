// Texts: the texts of a page one after the other, as conditions and questions about a page see them.
//
// Every text that is more than white space and stands in no script, style or template, collapsed, with its
// place in the order of reading. So "the text before", "all texts of this element" and "how far apart" are
// differences of numbers. With them what a reader knows of a text: the heading it stands below (and those
// above that heading), whether it looks like the label of what follows, the page's title. A view of the page,
// document.view<Texts>(), immutable. Cost: one pass over the tree; a text is copied only where white space
// must be collapsed. A page of which the budget allows only the beginning ends there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/arena.h"
#include "html/tree.h"

namespace gleaner::html {

struct Text {
  NodeId element = kNoNode;  // its parent
  NodeId node = kNoNode;
  std::string_view text;  // collapsed; never empty
};

inline constexpr uint32_t kNoText = 0xffffffff;

class Texts {
 public:
  explicit Texts(const Document& document);

  const Tree& tree() const { return tree_; }
  uint32_t size() const { return uint32_t(texts_.size()); }
  const Text& operator[](uint32_t text) const { return texts_[text]; }
  // The texts inside n are [begin(n), end(n)).
  uint32_t begin(NodeId n) const { return before_[n]; }
  uint32_t end(NodeId n) const { return before_[tree_.subtree_end(n)]; }
  bool empty(NodeId n) const { return begin(n) == end(n); }
  bool skipped(NodeId n) const { return skipped_[n]; }  // inside script, style, noscript, template
  // The first texts below n joined by blanks, cut behind `limit`.
  std::string joined(NodeId n, size_t limit) const;

  std::string_view title() const { return title_; }
  // The heading that a text stands below, as the number of its text, or kNoText.
  uint32_t heading(uint32_t text) const { return heading_[text]; }
  // The heading of a higher rank above a heading: h2 above h3.
  uint32_t outer_heading(uint32_t heading) const {
    auto at = outer_.find(heading);
    return at == outer_.end() ? kNoText : at->second;
  }
  std::string_view heading_tag(uint32_t heading) const;

  // Short, with letters, and with a colon behind it or in an element that marks labels (b, th, dt, ...).
  bool is_label(uint32_t text) const;
  // The nearest such text before this one, not before `first`; kNoText if none is near.
  uint32_t label_before(uint32_t text, uint32_t first = 0) const;
  static constexpr uint32_t kLabelReach = 7;  // texts

  // An element of each tag that stands outside of what is skipped, by TagId; kNoNode: there is none.
  const std::vector<NodeId>& tags() const { return tags_; }

 private:
  friend class TextsBuilder;

  const Tree& tree_;
  std::vector<Text> texts_;
  std::vector<uint32_t> before_;  // by node
  std::vector<bool> skipped_;
  std::vector<uint32_t> heading_;
  std::unordered_map<uint32_t, uint32_t> outer_;
  std::vector<NodeId> tags_;
  std::string_view title_;
  Arena arena_;
};

// The element before n among its siblings, kNoNode if there is none.
NodeId previous_element(const Tree& tree, NodeId n);
// White space, U+00A0 included, off both ends.
std::string_view strip(std::string_view text);
// Is a stripped text as `collapse` would leave it?
bool is_collapsed(std::string_view stripped);

}  // namespace gleaner::html
