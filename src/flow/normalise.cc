// Normalise: texts of a column become numbers, amounts in one currency, dates, measures in one unit, codes.
//
// A column is read in two passes (column_reader.h): the first finds how each source writes, the
// second reads. What cannot be read is a problem and stays empty; the text stands in COLUMN_text.
// Cost: two scans of every text.
#include <fmt/format.h>

#include "flow/column_reader.h"
#include "flow/step.h"

namespace gleaner::flow {
namespace {

// Where the columns of a rule stand in the output.
struct RulePlace {
  ColumnReader reader;
  size_t column, text = Table::npos, second = Table::npos;
};

Result<std::vector<RulePlace>> places_of(const Step& step, const Table& in, Table& out,
                                         StepContext& context) {
  std::vector<RulePlace> places;
  for (const NormaliseRule& rule : step.normalise) {
    const size_t column = in.column(rule.column);
    if (column == Table::npos)
      return error(Code::bad_input,
                   fmt::format("{}: {} has no column \"{}\"", step.name, step.inputs[0], rule.column),
                   {context.flow->path, rule.line}, "columns: " + column_list(in));
    GLEANER_TRY(ColumnReader reader, ColumnReader::make(rule, in, column, context));
    RulePlace place{std::move(reader), column};
    out.columns[column].type = place.reader.type();
    const auto add = [&](const std::string& name) {
      out.columns.push_back({name, wrap::Type::text});
      return out.columns.size() - 1;
    };
    if (place.reader.has_second() && in.column(rule.column + "_currency") == Table::npos)
      place.second = add(rule.column + "_currency");
    if (rule.original && in.column(rule.column + "_text") == Table::npos)
      place.text = add(rule.column + "_text");
    places.push_back(std::move(place));
  }
  return places;
}

}  // namespace

Result<std::string_view> Files::get(const std::string& path) {
  auto found = used_.find(path);
  if (found == used_.end()) {
    GLEANER_TRY(std::string content, read_(path));
    found = used_.emplace(path, std::move(content)).first;
  }
  return std::string_view(found->second);
}

Result<StepOutput> normalise(const Step& step, const Inputs& inputs, StepContext& context) {
  const Table& in = *inputs[0];
  StepOutput out;
  out.table.columns = in.columns;
  out.table.sources = in.sources;
  GLEANER_TRY(std::vector<RulePlace> places, places_of(step, in, out.table, context));
  out.table.rows.reserve(in.rows.size());
  NormalisedValue reading;
  for (uint32_t r = 0; r < in.rows.size(); ++r) {
    const Row& before = in.rows[r];
    Row row;
    row.cells.reserve(out.table.columns.size());
    row.cells = before.cells;
    row.cells.resize(out.table.columns.size());
    row.from = {{0, r}};
    row.stale = before.stale, row.source = before.source;
    for (size_t i = 0; i < places.size(); ++i) {
      RulePlace& place = places[i];
      place.reader.read(before, reading);
      const Cell& cell = before.cells[place.column];
      if (*reading.why || !reading.reason.empty())
        out.problems.push_back({step.name, r, step.normalise[i].column,
                                cell.text.empty() ? shown(cell) : cell.text,
                                *reading.why ? reading.why : reading.reason, ""});
      if (place.text != Table::npos && !cell.is_null())
        row.cells[place.text] = Cell::of_text(cell.text.empty() ? shown(cell) : cell.text);
      if (place.second != Table::npos && !reading.second.empty())
        row.cells[place.second] = Cell::of_text(reading.second);
      row.cells[place.column] = std::move(reading.cell);
    }
    out.table.rows.push_back(std::move(row));
  }
  for (const RulePlace& place : places)
    for (std::string& note : place.reader.evidence()) out.notes.push_back(std::move(note));
  return out;
}

Result<std::string> explain_normalised(const Step& step, const Table& input, uint32_t row,
                                       std::string_view column, StepContext& context) {
  for (const NormaliseRule& rule : step.normalise) {
    if (rule.column != column) continue;
    const size_t at = input.column(rule.column);
    if (at == Table::npos) break;
    GLEANER_TRY(ColumnReader reader, ColumnReader::make(rule, input, at, context));
    NormalisedValue reading;
    std::string words;
    reader.read(input.rows[row], reading, &words);
    if (words.empty()) words = fmt::format("\"{}\"", input.rows[row].cells[at].text);
    if (*reading.why || !reading.reason.empty())
      return words + ": " + (*reading.why ? reading.why : reading.reason);
    return words;
  }
  return std::string();
}

std::vector<std::string> files_of(const Step& step) {
  std::vector<std::string> out;
  for (const NormaliseRule& rule : step.normalise)
    for (const std::string* file : {&rule.rates, &rule.tax_table, &rule.map_file})
      if (!file->empty()) out.push_back(*file);
  if (!step.match.labels.empty()) out.push_back(step.match.labels);
  return out;
}

bool depends_on_day(const Step& step) {
  for (const NormaliseRule& rule : step.normalise)
    if (rule.kind == NormaliseRule::Kind::money && rule.on == "run date" &&
        (!rule.rates.empty() || !rule.tax.empty()))
      return true;
  return false;
}

}  // namespace gleaner::flow
