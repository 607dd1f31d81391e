// Beside: the texts that always stand before and behind a field's values. A part of a field's profile.
//
// A redesign that breaks a rule often leaves it a value that looks right: the next row's, the other price, a
// title with the word behind it. Such a value stands elsewhere, between other texts. So the profile keeps,
// for each side of a field's values, the nearest text that nearly all known values have beside them (a label,
// a heading, the next field's label), and how far away it was. Texts between are allowed for, so that an
// advertisement beside the value changes nothing, and one text that is gone may be a page that says something
// in another way: alone it counts only when more pages of a batch show it than chance allows (check.cc).
// Cost: a look around some values a page (html/nearby.h), no tree.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "page/document.h"
#include "wrap/config.h"
#include "wrap/record.h"

namespace gleaner::learn {

// The texts around one value (of a list, around all of its values), nearest first.
struct Surroundings {
  std::string value;
  std::vector<std::string> before, behind;
};
// By field, of some values evenly spread over the page. Texts that are values themselves are left out.
using PageSurroundings = std::map<std::string, std::vector<Surroundings>>;
PageSurroundings surroundings_of(const Document& page, const std::vector<wrap::Record>& records);

// One side of a field's values.
class BesideText {
 public:
  void add(const std::vector<std::string>& texts);
  // A page's values have been added: chooses the text that nearly all have beside them, once the pages are
  // enough. (Three pages may be those of one town.)
  void end_page();

  const std::string& text() const { return text_; }  // "": there is none
  uint32_t values() const { return values_; }
  uint32_t having() const { return having_; }  // values that have it
  // Does it stand among the texts beside a value, no farther away than it may, and before
  // those that always were beyond it?
  bool stands_in(const std::vector<std::string>& texts) const;

  void save(wrap::Config& into, std::string key) const;
  Status load(const wrap::Config& from, std::string_view key);

 private:
  struct Count {
    uint32_t values = 0, nearest = UINT32_MAX, farthest = 0;
  };
  std::string text_;
  uint32_t values_ = 0, having_ = 0;
  std::vector<std::string> beyond_;  // the next ones, which never stand between
  uint32_t pages_ = 0;
  uint32_t farthest_ = 0;  // 1: nothing stands between
  std::map<std::string, Count> counts_;
};

struct BesideTexts {
  BesideText before, behind;
};

// What of it is gone for most of a page's values.
struct BesideLost {
  bool before = false, behind = false;
  bool passed = false;     // the text stands on the other side now
  bool swallowed = false;  // ... is part of the value
  std::string words;
};
BesideLost beside_lost(const BesideTexts& known, const std::vector<Surroundings>& here);

}  // namespace gleaner::learn
