// Form fields and the texts that name them: a text field's name stands at its left or above it, that of a
// check box at its right. Internal to layout.
#pragma once

#include <cstddef>
#include <vector>

#include "layout/lines.h"

namespace gleaner::layout {

constexpr size_t kNoName = size_t(-1);
// of a sheet: each is compared with all of its words; more keep the names that the form gives
constexpr size_t kMostNamedFields = 2000;

// Cuts the chunks of lines where a field stands between their words. Fields in
// coordinates of the page, here and below.
void cut_at_fields(std::vector<Line>& lines, const std::vector<Box>& fields);

// For each field the chunk that names it, as (line, chunk); kNoName where none does. A chunk names one field.
struct FieldName {
  size_t line = kNoName, chunk = 0;
};
std::vector<FieldName> name_fields(const std::vector<Line>& lines, const std::vector<Box>& boxes,
                                   const std::vector<FormField>& fields);

}  // namespace gleaner::layout
