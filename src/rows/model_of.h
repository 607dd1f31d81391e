// From a list that was found on a page to what finds it on others: selectors, typical heads, common paths,
// how usual each field is; and what tells nodes that a person marked as no records.
#pragma once

#include <optional>
#include <vector>

#include "rows/learn_page.h"

namespace gleaner::rows {

// The fields, and how usual each is among the page's records.
void set_fields(const LearnPage& page, std::vector<FieldModel> fields, Model& model);

// `with_lists`: records hold lists, and may be of any length.
Model model_of(const LearnPage& page, std::vector<FieldModel> fields, bool with_lists);

// Members one of whose values was marked as no value are no records. What they have and labelled ones lack,
// and as few others as can be, tells them; else the fields that they lack. An error where nothing does.
std::optional<Diagnostic> refuse_negatives(const LearnPage& page, Model& model);

}  // namespace gleaner::rows
