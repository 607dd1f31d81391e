// The place that each labelled text means, chosen once for all families.
//
// A label says what a value is, often not where: "12" stands in twenty places of a page. A family that learns
// from places takes the one in Value::span, which is set here; those that weigh all places against each other
// (pattern on pages of one record, rows) have them in Value::places. On a page of several records the labels
// stand in the order of the page (chain.h), and what that leaves open stands nearest to its record's other
// values. On pages of one record the places are meant that look most alike from page to page, and on a single
// page the one whose surroundings are rarest there: only such a place can be told from others. Labels with a
// span stay as they are. Cost: linear in the places, but for pages of one record, where each place of the
// page with the fewest is compared with all of the others.
#pragma once

#include <vector>

#include "wrap/label.h"

namespace gleaner::label {

// Sets the span of every labelled text that stands somewhere on its page.
void settle(std::vector<wrap::LabelledPage>& pages);
bool is_settled(const std::vector<wrap::LabelledPage>& pages);

// One record a page, or lists? As far as labels say it; of one labelled record that may be the first row of a
// list, learn/list_or_detail.h decides.
bool one_record_each(const std::vector<wrap::LabelledPage>& pages);

}  // namespace gleaner::label
