// PageIndex: the texts, headers and tree of a page (views of html) as numbers that
// conditions are compared by.
//
// Hashes of tags and of paths of classes, places among siblings: each found when it is first asked for, since
// few are. So it belongs to one thread, and to one extraction or learner; what it stands on is shared.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/arena.h"
#include "html/table_header.h"
#include "html/texts.h"
#include "html/tree.h"
#include "pattern/forms.h"

namespace gleaner::pattern {

using html::kNoNode;
using html::NodeId;
using html::TagId;

class PageIndex {
 public:
  explicit PageIndex(const Document& document);

  const Document& document() const { return tree_.document(); }
  const html::Tree& tree() const { return tree_; }
  const html::Texts& texts() const { return texts_; }
  const html::TableHeaders& headers() const { return headers_; }
  // Has the table that the node stands in a column with this header, in its label form?
  bool has_header(NodeId node, std::string_view plain_text) const;

  NodeId parent_element(NodeId n) const {
    NodeId p = tree_.parent(n);
    return p == kNoNode || !tree_.is_element(p) ? kNoNode : p;
  }
  uint32_t child_count(NodeId n) const;  // elements; more than kMostChildren are not counted
  static constexpr uint32_t kMostChildren = 100;
  uint64_t tag_hash(NodeId n) const { return tag_hash_[tree_.tag(n)]; }
  // The path of tags and classes from the top to an element, as one number.
  uint64_t class_path(NodeId n) const;

  // Among siblings of its tag, from 1, and how many those are.
  struct Ordinal {
    uint32_t nth = 0, total = 0;
  };
  const Ordinal& place(NodeId n) const {
    if (places_.empty()) places_.resize(tree_.size());
    if (!places_[n].nth) count_siblings(n);
    return places_[n];
  }

  // Of a td or th, by counting alone: spans are for headers().
  struct CellPlace {
    uint32_t index = 0;            // in its row
    NodeId row_head = kNoNode;     // the row's first cell, when that is another
    NodeId column_head = kNoNode;  // the cell of that index in the table's first row, when that is another
  };
  const CellPlace& cell(NodeId td) const {
    auto at = cells_.find(td);
    return at != cells_.end() ? at->second : read_row(td);
  }

  std::string_view keep(std::string_view text) const { return arena_.copy(text); }

 private:
  void count_siblings(NodeId n) const;
  const CellPlace& read_row(NodeId td) const;

  const html::Tree& tree_;
  const html::Texts& texts_;
  const html::TableHeaders& headers_;
  std::vector<uint64_t> tag_hash_;                          // by TagId
  mutable std::vector<Ordinal> places_;                     // nth 0: not known yet
  mutable std::vector<uint64_t> class_path_;                // 0: not known yet
  mutable std::vector<std::pair<TagId, uint32_t>> counts_;  // scratch
  mutable std::unordered_map<NodeId, CellPlace> cells_;
  mutable Arena arena_;
};

}  // namespace gleaner::pattern
