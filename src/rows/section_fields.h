// Fields that stand above the records: the month over its events, the heading of each part of a menu.
//
// A label that its record does not hold is the whole text of an element above it. If for all labelled rows
// that element is the last of its make (tag and classes) before the record, and in no record, each record has
// what that element says. At least two rows must show it, of one alone it may be any text of the page; or
// there are several such elements over the records. Cost: one pass over the page.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rows/learn_page.h"

namespace gleaner::rows {

// The elements of a make that hold text and no record, nor stand in one; in document order.
class SectionHeads {
 public:
  SectionHeads(const Page& page, std::string_view of, const std::vector<Stretch>& records);
  // The last one before the record; kNone where there is none.
  uint32_t above(Stretch record) const;

 private:
  const Outline& outline_;
  std::vector<uint32_t> nodes_;
};

// The rule that gives what all rows of the pages have for the field, if there is one.
std::optional<SectionField> section_field(const std::vector<LearnPage>& pages, const Model& model,
                                          const std::string& field);

// Does each of several heads stand above records of its own, and most of them above more than one? A title
// above each record is no section's.
bool are_sections(const LearnPage& page, const Model& model, const SectionField& field);

// The value that a head gives, as a field's.
std::optional<Found> found_above(const Page& page, uint32_t head);

}  // namespace gleaner::rows
