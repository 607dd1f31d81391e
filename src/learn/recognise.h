// What is still recognisable of a known value on a page that was built anew.
//
// The same text is the easy case (html/locate.h). A redesign may also write the same amount, number or date
// in another form: "$1,250.00" becomes "1 250.00 USD". Then the old form may survive where nobody looks
// (embedded data), and following it there would trade what the page shows for what it forgot; so the visible
// place in another form comes before an invisible one in the old form. Where no value is known at all, the
// label text that always stood before a field ("Price:") still points at a value of the right shape. Cost:
// one pass over the visible text a value.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "learn/profile.h"
#include "wrap/record.h"

namespace gleaner::learn {

// Do two texts say the same: equal, or the same amount, number or date in another form?
bool says_the_same(std::string_view a, std::string_view b);

// Makes `value` (a text known from `old_page`) a label of `page`: its text as it stands there and its places.
// False: not recognised. What is struck through is no place, unless it was so before: a price that
// is crossed out is not the price.
bool recognise_on(wrap::Value& value, const Document& old_page, const Document& page);

// Label texts by field: the visible text right before the field's value on most of the pages it is known
// from.
class LabelTexts {
 public:
  void add(const Document& page, const std::vector<wrap::Record>& records);
  // The one text after the field's label text on the page that fits the field's profile; absent when none or
  // several do.
  wrap::Value find(const Document& page, const FieldProfile& field) const;
  // Does one of the field's label texts stand right before the value on the page?
  bool stands_before(const Document& page, const std::string& field, const wrap::Value& value) const;

 private:
  struct Seen {
    uint32_t values = 0;
    std::map<std::string, uint32_t> before;
  };
  std::map<std::string, Seen> fields_;
};

}  // namespace gleaner::learn
