// Corroboration: labels from recognisers, by keeping what a wrapper can explain (section 7 of the paper).
//
// A recogniser finds candidate instances of one field and declares how it errs. At least one must be
// perfect: the anchor, which tells how many records a page has and where each is. A label set is consistent
// if every field has one value in each record, in one order of the fields, without overlap, and the
// recogniser of the field allows it:
//   perfect         its instances are exactly the values
//   misses          all its instances are values; where it has none, the value is unknown (a hole)
//   extra           every value is one of its instances; others are dropped
//   both            a value is one of its instances, or unknown
//
// Label sets for which a wrapper exists are kept, and the wrapper fills the holes. It must give every chosen
// value in the value's own record, so a value that was missed at the beginning or end of a page shifts
// nothing. Different sets are different labels: the caller shows them and takes none by itself.
//
// Sets are made lazily, depth first, field by field. A branch ends as soon as the values chosen so far share
// no context, so the sets are never listed whole. The budget and kLabelSetsKept bound the work.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/result.h"
#include "delimiter/learn.h"

namespace gleaner::delimiter {

enum class Errs : uint8_t { perfect, misses, extra, both };
std::string_view name_of(Errs errs);
std::optional<Errs> errs_of_name(std::string_view name);

struct Recognised {
  std::string field;
  Errs errs = Errs::perfect;
  std::vector<std::vector<Span>> instances;  // a page, in order, without overlap
};

struct LabelSet {
  std::vector<uint32_t> order;           // fields in page order: indexes into the recognised
  std::vector<std::vector<Item>> items;  // a page; attributes count in that order; holes filled
  Learnt learnt;
  uint32_t holes = 0;  // values that no recogniser found
};

struct Corroboration {
  std::vector<LabelSet> kept;  // fewest holes first, then the simpler class; at most kLabelSetsKept
  uint64_t consistent = 0;     // label sets that agree with the recognisers and share context
  uint64_t fitting = 0;        // different labels with a wrapper among them
  uint32_t orders = 0;         // orders of the fields with a label set that agrees with the recognisers
  bool all = true;             // false: the budget or the limit ended the search
};

// `order`: fields in page order, empty for any. Fails where there is no perfect recogniser or the perfect
// ones contradict each other.
Result<Corroboration> corroborate(const std::vector<std::string_view>& pages,
                                  const std::vector<Recognised>& recognised,
                                  const std::vector<std::string>& order, Budget& budget);

}  // namespace gleaner::delimiter
