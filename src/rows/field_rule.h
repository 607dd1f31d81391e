// Field rules: which unit of a record is a field's value, and which part of it.
//
// A rule takes the n-th unit of a key (see units.h), cut if need be. If a record has fewer such units than
// the labelled ones, some are missing, and counting would go wrong. Then the units are aligned, in order, to
// what stands at each place in whole records (Slots): by kind and shape of value, inner tags, and constant
// first word. So where the price is missing the author does not become the price.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rows/cut.h"
#include "rows/page.h"

namespace gleaner::rows {

// "price", "prices", "date", ..., "figures" where most letters are digits, or "short",
// "words", "long" by their number.
std::string kind_of(std::string_view text);
// "w w", "9:9 w": the words of a short text by what they are made of; "" for longer ones.
std::string shape_of(std::string_view text);
double alike(std::string_view kind_a, std::string_view kind_b);

// What stands at the places of a key in whole records.
class Slots {
 public:
  struct Place {
    bool known = false;
    std::string kind;                // "": it varies, texts of any length
    std::string word;                // first word, where it is constant
    std::string shape = {};          // where nearly all have one
    std::vector<std::string> paths;  // of tags to the texts inside
    bool operator==(const Place&) const = default;
  };
  explicit Slots(std::vector<Place> places);
  size_t size() const { return places_.size(); }
  const std::vector<Place>& places() const { return places_; }
  // Which of the entries (fewer than places) stands at each place; -1: none.
  std::vector<int32_t> align(const Page& page, const Member& member,
                             std::span<const Member::Entry> entries) const;

 private:
  double likeness(size_t place, const Page& page, const Unit& unit, const std::string& text) const;
  std::vector<Place> places_;
  std::vector<std::vector<uint64_t>> paths_;
};
using SlotsPtr = std::shared_ptr<const Slots>;

std::string first_word(std::string_view text);  // "" if the text does not begin with letters

// A value in a record.
struct Found {
  Unit unit;
  size_t from = 0, to = std::string::npos;  // bytes of the unit's text
  std::string letters;
  // Where it stands, for comparison.
  bool same_place(const Found& other) const {
    return unit.leaf_begin == other.unit.leaf_begin && unit.leaf_end == other.unit.leaf_end &&
           unit.attribute == other.unit.attribute && from == other.from && to == other.to;
  }
};

struct FieldRule {
  KeyKind kind = KeyKind::path;
  std::string of;
  uint64_t key = 0;        // hash_of_key(kind, of)
  int nth = 0;             // from 0; negative: from the end
  bool all = false;        // every unit of the key is a value: lists
  std::string split = {};  // ... or the parts of one unit between these signs
  std::optional<Cut> cut = {};
  SlotsPtr slots = {};
  std::optional<KeyInfo> without = {};  // units that are or have one of this key do not count
  uint64_t without_key = 0;
  // stands in for a rule by header on pages where no column is headed so: it was renamed
  bool unheaded = false;
  double score = 0;
  // Of a rule by header: letters of the header.
  std::string_view header() const { return std::string_view(of).substr(0, of.find(' ')); }

  const Unit* unit(const Page& page, const Member& member) const;
  std::optional<Found> value(const Page& page, const Member& member) const;
  std::vector<Found> values(const Page& page,
                            const Member& member) const;  // all, of a list; else one or none
  // The units of its key that count, in document order; `scratch` holds them where some do not.
  std::span<const Member::Entry> entries(const Page& page, const Member& member,
                                         std::vector<Member::Entry>& scratch) const;
  std::string words() const;  // for people: "the 2nd span.price, after "by""
};

std::string text_of(const Page& page, const Found& found);
Span span_of(const Page& page, const Found& found);

}  // namespace gleaner::rows
