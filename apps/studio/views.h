// Views: what Studio knows, as the JSON that the browser gets (docs/studio-api.md).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "history.h"
#include "json_out.h"
#include "learn/explain.h"
#include "table.h"

namespace gleaner::studio {

// {"what": ..., "where": {"file", "line", "column"}, "hint": ...}
void write_diagnostic(JsonOut& out, const Diagnostic& diagnostic);
void write_diagnostics(JsonOut& out, std::string_view name, const Diagnostics& diagnostics);

void write_schema(JsonOut& out, const std::vector<wrap::FieldSchema>& fields);

// Fields and spans that somebody vouches for.
using LabelledPlaces = std::set<std::pair<std::string, Span>>;
LabelledPlaces labelled_places(const wrap::Label& label);

// What of a row is not on the page in view.
struct Beyond {
  const std::vector<wrap::Field>* joined = nullptr;  // fields from the pages behind its links
  std::string page = {};                             // where the row itself stands; "": here
};
void write_record(JsonOut& out, const wrap::Record& record, size_t index, const Document& page,
                  const LabelledPlaces& labelled, const Beyond& beyond = {});
// What an edit answers: the revision of the table that will tell what came of it; `record`:
// of the label that got a value.
std::string learning_view(const Table& table, uint64_t revision, const std::string& what,
                          std::optional<size_t> record = {});
void write_question(JsonOut& out, const AskedQuestion& question, const Document& page);
// Why a cell is as it is. `page`: where it stands, if not on the page in view.
void write_cell(JsonOut& out, const learn::ExplainedCell& cell, const Document& document,
                const std::string& page);
void write_page_state(JsonOut& out, const PageState& state);
// The wrapper's rules in words: [{"field", "words", "example"}].
void write_rules(JsonOut& out, std::string_view name, const wrap::Wrapper& wrapper);

}  // namespace gleaner::studio
