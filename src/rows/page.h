// A page as the learner of rows sees it: its texts by their letters and digits, and the units of each record.
//
// The letters and digits of all texts stand in one string, so that a label is found wherever it is written,
// across elements too, and equality of values is that of intervals of it. Immutable but for what is kept once
// made; one thread at a time. Cost: one pass for the texts.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "records/region.h"
#include "rows/units.h"

namespace gleaner::rows {

using records::kNone;
using records::Outline;
using records::OutlineNode;
using records::Stretch;

// An interval of Page::letters(), or an element whose attribute is meant.
struct Place {
  uint32_t begin = 0, end = 0;
  uint32_t node = kNone;
  auto operator<=>(const Place&) const = default;
};

// An attribute that may hold a value.
struct AttributeText {
  uint32_t node = 0;
  std::string name, text, letters;
};

// Text of the leaves [begin, end) as a person reads it, with the way back to the source.
class RunText {
 public:
  RunText(const Outline& outline, uint32_t begin, uint32_t end);
  const std::string& text() const { return text_; }
  Span span(size_t from = 0, size_t to = std::string::npos) const;

 private:
  struct Run {
    uint32_t begin, from;
    html::NodeId node;
  };
  const html::Tree* tree_;
  std::string text_;
  std::vector<Run> runs_;
};

// How a selector says "like this": the words of wrapper files.
enum class SelectBy : uint8_t { path, class_path, classes, one_class, parent_class, property };
std::string_view name_of(SelectBy by);

struct Selector {
  SelectBy by = SelectBy::path;
  std::vector<std::string> of;  // several: any of them, the outermost where one holds another
  double agrees = 0;            // how well it says the records of the learned page
  auto operator<=>(const Selector&) const = default;
};

struct PageOptions {
  bool naming = false;      // keys of units keep their words, as learning needs them
  bool attributes = false;  // attributes are units
};

class Page {
 public:
  Page(DocumentPtr document, Budget& budget, PageOptions options = {});
  ~Page();
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;

  const records::Analysis& analysis() const { return analysis_; }
  const Outline& outline() const { return analysis_.outline(); }
  const Document& document() const { return analysis_.document(); }

  // --- letters and digits
  const std::string& letters() const { return letters_; }
  uint32_t at(uint32_t leaf) const { return at_[leaf]; }
  std::string_view letters(uint32_t leaf_begin, uint32_t leaf_end) const {
    return std::string_view(letters_).substr(at_[leaf_begin], at_[leaf_end] - at_[leaf_begin]);
  }
  uint32_t leaf_at(uint32_t position) const;
  std::string_view letters(const Unit& unit) const {
    return unit.attribute ? std::string_view(attributes_[unit.attribute - 1].letters)
                          : letters(unit.leaf_begin, unit.leaf_end);
  }
  const std::string& text(const Unit& unit) const {
    return unit.attribute ? attributes_[unit.attribute - 1].text
                          : text(unit.leaf_begin, unit.leaf_end).text();
  }
  Span span(const Unit& unit, size_t from, size_t to) const;
  // Does the record hold the place?
  bool holds(Stretch record, const Place& place) const;
  // Where these letters stand, at bounds of words; without, if it stands nowhere so.
  std::vector<Place> find(std::string_view letters) const;
  Place place_of(Stretch record) const {
    return {at_[outline()[record.first].leaf_begin], at_[outline()[record.last].leaf_end]};
  }
  const RunText& text(uint32_t leaf_begin, uint32_t leaf_end) const;
  // Which of the stretches, in document order and apart from each other, holds the node; -1: none.
  int stretch_with(const std::vector<Stretch>& stretches, uint32_t node) const;
  // The source from the first to the last node of a record.
  Span span(Stretch record) const { return records::span_of(outline(), record); }

  // --- elements
  std::string_view tag(uint32_t node) const;        // "#" for texts
  const std::string& classes(uint32_t node) const;  // "card.new", sorted, numbers as 0, no hashes
  std::string with_classes(uint32_t node) const;    // "div.card.new"
  std::vector<std::string> class_words(uint32_t node) const;
  // Hashes of the paths of tags from the node to its texts; sorted. The words of such a path.
  const std::vector<uint64_t>& leaf_paths(uint32_t node) const;
  std::vector<std::string> leaf_path_words(uint32_t node) const;

  // --- attributes, where they are units
  bool has_attributes() const { return options_.attributes; }
  std::vector<std::pair<std::string, uint32_t>> attributes_of(uint32_t node) const;  // name, number
  // "[bgcolor=red]": attributes that tell like elements apart; not those that hold what is particular to one.
  const std::vector<std::string>& attribute_marks(uint32_t node) const;
  // Elements with an attribute that holds the text, at `span` if that is given.
  std::vector<Place> find_attribute(std::string_view text, const std::optional<Span>& span) const;

  // --- tables
  bool has_headers() const { return !headers_.empty(); }
  const std::string& header_of(
      uint32_t cell) const;  // letters of the text above its column, "" if there is none
  const std::string& header_above(uint32_t node) const;  // ... of the cell that holds the node
  bool has_header(std::string_view letters) const { return header_texts_.contains(letters); }
  // Cells of rows above that reach down into the row, in tables with headers: a
  // person reads them in every row.
  const std::vector<uint32_t>& reaching_into(uint32_t row) const;

  const Member& member(Stretch record) const;
  // The same without what stands in `holes`: the records of lists inside of this one, in document order.
  const Member& member(Stretch record, const std::vector<Stretch>& holes) const;
  const KeyInfo* key(uint64_t hash) const;

 private:
  void read_headers();

  records::Analysis analysis_;
  std::string letters_;
  std::vector<uint32_t> at_;
  std::vector<bool> word_begins_;
  const PageOptions options_;
  std::unordered_map<uint32_t, std::string> headers_;             // a cell
  std::unordered_map<uint32_t, std::vector<uint32_t>> reaching_;  // a row
  std::set<std::string, std::less<>> header_texts_;
  mutable std::deque<AttributeText> attributes_;
  mutable std::unordered_map<uint32_t, std::vector<std::pair<std::string, uint32_t>>> attributes_at_;
  mutable std::unordered_map<uint32_t, std::vector<std::string>> marks_at_;
  mutable std::vector<std::string> classes_;
  mutable std::vector<bool> classes_known_;
  mutable std::unordered_map<uint64_t, std::unique_ptr<RunText>> texts_;
  mutable std::unordered_map<uint64_t, std::unique_ptr<Member>> members_;
  mutable std::map<std::vector<uint32_t>, std::unique_ptr<Member>> members_with_holes_;
  mutable std::unordered_map<uint32_t, std::vector<uint64_t>> leaf_paths_;
  mutable std::unordered_map<uint64_t, KeyInfo> keys_;
};

// Hash of a path of tags as leaf_paths has it.
std::vector<uint64_t> hashes_of(const std::vector<std::string>& paths);  // sorted

}  // namespace gleaner::rows
