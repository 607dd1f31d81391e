// The place that each labelled text means, chosen once for all families.
//
// A label says what a value is, often not where: "12" stands in twenty places of a page. Most
// families learn from one place: they take the one in Value::span, which is set here. Families that
// weigh all places against each other (pattern on pages of one record, rows) find them in
// Value::places. Labels with a span stay as they are.
//
//  - On a page of several records the labels stand in the order of the page (chain.h). What that leaves open
//    is the place nearest to the other values of its record.
//  - On pages of one record each, the places are meant that look most alike from page to page.
//  - On a single page with one record, the place is meant whose surroundings are rarest on that page: only
//    such a place can be told from the others.
//
// Cost: linear in the places. Only for pages of one record each place of the page with the fewest is
// compared with all of the others.
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
