// Hypotheses of what a record is on a page, whatever the labels say.
//
// Regions of records/ (heads, and whole records where they go on after their head), the elements that a
// selector names, and each of these raised to the highest elements that hold one member only. Inside of the
// records of a level above all are clipped to these, and nothing is raised: where a record holds one member
// there is nothing that ends the rise.
#pragma once

#include <set>
#include <vector>

#include "rows/rows.h"
#include "rows/scope.h"

namespace gleaner::rows {

struct Hypothesis {
  std::vector<Stretch> members;
  double region_score = 0;  // as records/ scores it; 0: not scored
  int selector = -1;        // index into the selectors asked for
  bool raised = false;
  std::string_view from = "region";

  // --- known with labels
  double cover = 0;            // share of the labelled cells held
  std::vector<int> member_of;  // a labelled row: its member, -1
};

std::vector<Hypothesis> hypotheses(const Scope& scope, const std::vector<Selector>& selectors);

// Records that are an element and what follows it up to the next of its kind, as headings and what stands
// below them: for each selector one hypothesis. `heads`, `others`: paths to the texts of labelled records'
// first nodes and of their others, which tell the first of elements that are all rows of one table.
std::vector<Hypothesis> to_the_next(const Scope& scope, const std::vector<Selector>& selectors,
                                    const std::vector<std::vector<uint64_t>>& heads,
                                    const std::vector<std::vector<uint64_t>>& others);
// Which of the paths are most like those of the node: 1 the same, 0 none.
double most_like(const Page& page, uint32_t node, const std::vector<std::vector<uint64_t>>& paths);

// Each member's highest ancestor that holds no other member; nothing where none is higher.
std::vector<Stretch> raised(const Page& page, const std::vector<Stretch>& members);

// The members and those of like lists near by: a list that is cut into sections whose paths differ.
// Nothing where there is no such.
std::vector<Stretch> with_sections(const Page& page, const std::vector<Stretch>& members);

// Lists that hold different labelled rows and are built alike, as one: `all` with their covers known.
std::vector<Hypothesis> joined_by_labels(const Page& page, const std::vector<LabelledRow>& rows,
                                         const std::vector<Hypothesis>& all);

// Paths to texts that most of the members' heads have, and whether two lists have much the same.
std::set<uint64_t> core_of(const Page& page, const std::vector<Stretch>& members);
bool same_core(const std::set<uint64_t>& a, const std::set<uint64_t>& b);
// No member of one overlaps a member of the other.
bool are_apart(const Outline& outline, const std::vector<Stretch>& a, const std::vector<Stretch>& b);

// The score of records without labels, for members that are no region; of lists inside of records their mean.
double region_score(const Scope& scope, const std::vector<Stretch>& members);

// Share of the labelled cells that members hold, rows in different members; sets `cover` and `member_of`.
void cover_labels(const Page& page, const std::vector<LabelledRow>& rows, Hypothesis& hypothesis);

// For each labelled row the element that holds its cells in the smallest span, and the nodes in it
// that the row begins and ends with.
struct Holder {
  uint32_t node, head, last;
};
std::vector<Holder> holders(const Page& page, const std::vector<LabelledRow>& rows);

// Siblings like the members, in their place, that hold all of `always` but are no members.
std::vector<uint32_t> left_out(const Page& page, const std::vector<Stretch>& members,
                               const std::vector<FieldModel>& always);

// What tells a record's first node: "li", ".item", "1 ul", "1 .list": tag, classes, and those above.
std::vector<std::string> head_marks(const Page& page, uint32_t head);

}  // namespace gleaner::rows
