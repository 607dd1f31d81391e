// Hypotheses of what a record is on a page, whatever the labels say.
//
// Regions of records/ (heads, and whole records where they go on after their head), the elements that a
// selector names, and each of these raised to the highest elements that hold one member only.
#pragma once

#include <optional>
#include <vector>

#include "rows/page.h"
#include "rows/rows.h"

namespace gleaner::rows {

struct Hypothesis {
  std::vector<Stretch> members;
  double region_score = 0;        // as records/ scores it; 0: not scored
  int selector = -1;              // index into the selectors asked for
  bool raised = false;
  std::string_view from = "region";

  // --- known with labels
  double cover = 0;               // share of the labelled cells held
  std::vector<int> member_of;     // a labelled row: its member, -1
};

std::vector<Hypothesis> hypotheses(const Page& page, const std::vector<Selector>& selectors);

// Each member's highest ancestor that holds no other member; nothing where none is higher.
std::vector<Stretch> raised(const Page& page, const std::vector<Stretch>& members);

// The members and those of like lists near by: a list that is cut into sections whose paths differ. Nothing where
// there is no such.
std::vector<Stretch> with_sections(const Page& page, const std::vector<Stretch>& members);

// The score of records without labels, for members that are no region.
double region_score(const Page& page, const std::vector<Stretch>& members);

// Share of the labelled cells that members hold, rows in different members; sets `cover` and `member_of`.
void cover_labels(const Page& page, const std::vector<LabelledRow>& rows, Hypothesis& hypothesis);

// For each labelled row the element that holds its cells in the smallest span.
std::vector<uint32_t> holders(const Page& page, const std::vector<LabelledRow>& rows);

// Siblings like the members, in their place, that hold all of `always` but are no members.
std::vector<uint32_t> left_out(const Page& page, const std::vector<Stretch>& members,
                               const std::vector<FieldModel>& always);

// What tells a record's first node: "li", ".item", "1 ul", "1 .list": tag, classes, and those above.
std::vector<std::string> head_marks(const Page& page, uint32_t head);

}  // namespace gleaner::rows
