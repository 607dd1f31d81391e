// One record on each page, or a list? Every place of this module that has to know asks here.
//
// Labels answer it where a page has several labelled records. One labelled record, not marked complete, may
// be all that the page has, or the first row of a list. The page is a list if its title does not speak of the
// record and the family "rows" finds a plain list around the record. But rows like "Director: ...", "Year:
// ..." are facts of one thing, and no such list.
#pragma once

#include <vector>

#include "wrap/wrapper.h"

namespace gleaner::learn {

// Pages with several labelled records, on average.
bool are_lists(const std::vector<wrap::LabelledPage>& pages);

// Several records, and perhaps not all that the page has.
inline bool is_part_of_list(const wrap::Label& label) { return !label.complete && label.records.size() > 1; }

bool any_part_of_list(const std::vector<wrap::LabelledPage>& pages);

// A page whose title is a value of its only labelled record is about that record.
bool is_about_record(const wrap::LabelledPage& page);

// Do labelled records have records inside?
bool are_nested(const std::vector<wrap::LabelledPage>& pages);

// By the report of the family "rows": is it plain enough to be believed from one row a page? A row with lists
// in it shows more than one without: fewer records like it will do.
bool is_plain_list(const wrap::LearnReport& report, bool nested);

// Of one labelled value: are the like rows that were found facts of one thing, each with a name of its
// own, or values of other kinds?
bool are_facts(const Document& page, const wrap::Record& label, const std::vector<wrap::Record>& rows);

// Is what it gives a list, of which a page may be labelled in part, whatever the
// number of its labelled records?
bool gives_lists(const wrap::Wrapper& wrapper);

}  // namespace gleaner::learn
