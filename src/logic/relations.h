// The relations every program has:
//   document(Url, Doc)        the page, fetched if need be; Doc is its absolute name, which all other
//                             relations take
//   link(Doc, Text, Url)      its links in page order, absolute
//   form(Doc, Action, Fields) its forms; Fields is a list of Name = Value
//   follow(Url, Doc)          like document/2, but a dead link simply has no document
//   follow_all(Urls, Doc)     all of a list, fetched in parallel, in order; dead ones left out
//   record(Doc, Record)       records of the wrappers named by :- use_wrapper(File); a list of Name = Value
//   field(Record, Name, Value)
#pragma once

#include "base/result.h"
#include "logic/session.h"
#include "wrap/wrapper.h"

namespace gleaner::logic {

Status add_page_relations(Session& session);

// record/2 over these wrappers; add() may be called again.
class RecordRelation;
// `schema`: the types that its values are read as (wrap::typed_schema).
Status add_wrapper(Session& session, wrap::WrapperPtr wrapper, wrap::Schema schema,
                   std::shared_ptr<RecordRelation>& into);

}  // namespace gleaner::logic
