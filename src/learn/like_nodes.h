// Nodes that stand beside a wrapper's records, look like them and gave none: no row is lost
// without a word, whatever the family.
//
// A record's node is the highest one that holds it and no other record (or the siblings that it
// spreads over). Its siblings of the same tag that hold text, but no record, are what was refused; the
// reason is the usual fields for which they have no text at any of the paths at which the records have
// theirs. Cost: one pass over the page.
#pragma once

#include <vector>

#include "base/result.h"
#include "page/document.h"
#include "wrap/wrapper.h"

namespace gleaner::learn {

// Notes as wrap/refusal.h writes them; none where the page has fewer than two records.
Diagnostics refused_beside(const Document& page, const std::vector<wrap::Record>& records);

// Notes on what a wrapper gives on a page, with what it refused: by its own notes
// where it tells, else by the above.
Diagnostics notes_of(const wrap::WrapperPtr& wrapper, const Document& page);
// The same of records that are known; `notes` are those of the extraction.
void add_refusals(const wrap::Wrapper& wrapper, const Document& page,
                  const std::vector<wrap::Record>& records, Diagnostics& notes);

// "3 nodes refused, without price; 1 node refused, ...", "" where there is none.
std::string refusal_words(const Diagnostics& notes);

// What the wrapper does with a list, beside what was labelled: "2 labelled, 56 like them found; 3 without
// rating; 1 node refused, without title".
std::string list_words(const wrap::Label& label, const std::vector<wrap::Record>& given,
                       const Diagnostics& notes, const wrap::Schema& schema);

// Such words for the labelled pages that are lists, in the report's details ("list.PAGE"); and how pages of
// which one record is labelled were taken.
void tell_lists(const wrap::WrapperPtr& wrapper, const std::vector<wrap::LabelledPage>& pages,
                wrap::LearnReport& report);

}  // namespace gleaner::learn
