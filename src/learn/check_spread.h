// Check, the part that looks at all values of a field together, and at all records of a page: amounts
// far beyond the known ones, another decimal mark, one value everywhere, columns under another
// header, fields that changed places, records that repeat each other, and counts against the profile
// and against the page's own list.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "learn/profile.h"
#include "learn/seen.h"
#include "page/document.h"

namespace gleaner::learn {

// What one page may well show, and many pages only after a change: judged by how
// many show it (judge_together).
struct Oddity {
  enum class Of : uint8_t { text_before, text_behind, value, count } of = Of::value;
  uint32_t known = 0, usual = 0;  // values that are known, and that are otherwise
};

struct Finding {
  size_t field = 0;     // index into the profile's fields
  double surprise = 0;  // as in weights.h
  std::string words;
  std::vector<Oddity> oddities = {};
};

// `seen` is in the order of the profile's fields.
std::vector<Finding> odd_values(const Profile& profile, const std::vector<Seen>& seen, const Document& page,
                                const std::vector<wrap::Record>& records);

// Too few or too many records, or records that repeat each other; Finding::field says nothing.
std::optional<Finding> odd_records(const Profile& profile, const Document& page,
                                   const std::vector<wrap::Record>& records);

// Is the field's value another one on nearly every known page? Then one value for a whole batch is odd.
bool varies(const FieldProfile& field);

}  // namespace gleaner::learn
