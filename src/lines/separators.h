// Separators: the text between the labelled fields of a line, cut into blanks (any run is one), marks (one
// character each) and words (what nobody labelled; what stands in brackets is one word).
//
// The same separator of several labelled lines is one sequence of items where it is written alike.
// Where only blanks differ they are optional; where more differs, only what all begin and end with is
// kept. Cost: linear in the text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gleaner::lines {

struct Item {
  enum class Kind : uint8_t { blank, mark, word, field, any };
  Kind kind = Kind::blank;
  std::string text = {};  // blank, mark: as in the first example; word: of the first example
  uint32_t field = 0;
  bool maybe = false;                    // a blank that may be missing
  std::vector<std::string> values = {};  // word, field: by example
  std::vector<uint32_t> starts = {};     // ... and where they begin
  std::vector<std::string> levels = {};  // word, field: productions, narrow first
  std::string extra = {};                // an optional part that may stand before this item
  bool dash = false;                     // field: a dash says that there is none
  bool is_text() const { return kind == Kind::word || kind == Kind::field; }
  bool is_mark(char c) const { return kind == Kind::mark && text.size() == 1 && text[0] == c; }
  bool has_values_with(char c) const;
};

// `dashes`: a lone dash is a word, as where a line has no value.
std::vector<Item> cut_separator(std::string_view line, uint32_t from, uint32_t to, bool dashes = false);
// How a separator is written: its marks and blanks, W for a word.
std::string sign(const std::vector<Item>& items);
std::string separator_sign(std::string_view line, uint32_t from, uint32_t to);
bool has_words(const std::vector<Item>& items);

// Cuts of one separator in several lines that differ in blanks only, with those blanks optional; as
// they are if they differ in more.
void align_blanks(std::vector<std::vector<Item>>& cuts);
// The words that all cuts have at place i, into the item of the first cut.
void take_values(Item& item, const std::vector<std::vector<Item>>& cuts, size_t i);
// Cuts that are written in several ways: their common begin, any text, their common
// end (not behind the last field).
std::vector<Item> loosened(const std::vector<std::vector<Item>>& cuts, bool last);

char closer_of(char c);  // of a bracket or quote; 0: it opens nothing

}  // namespace gleaner::lines
