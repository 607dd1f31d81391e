// Integrate: rows of several tables one below the other, their columns by name (renamed where the flow says
// so), and of rows with the same key the first. What an input lacks is empty; which input a row is of
// stands in a column of its own.
#include <unordered_map>

#include <fmt/format.h>

#include "base/contains.h"
#include "base/text.h"
#include "flow/step.h"

namespace gleaner::flow {
namespace {

// Where each column of an input goes; npos: left out.
Result<std::vector<size_t>> align_columns(const Step& step, const std::string& input, const Table& in,
                                          Table& out, const Flow& flow) {
  std::vector<std::string> names = in.names();
  if (const auto renamed = step.integrate.rename.find(input); renamed != step.integrate.rename.end())
    for (const auto& [before, after] : renamed->second) {
      const size_t at = in.column(before);
      if (at == Table::npos)
        return error(Code::bad_input,
                     fmt::format("{}: {} has no column \"{}\" to rename", step.name, input, before),
                     {flow.path, step.line}, "columns: " + column_list(in));
      names[at] = after;
    }
  std::vector<size_t> places;
  for (size_t i = 0; i < names.size(); ++i) {
    const bool wanted = step.integrate.only.empty() || contains(step.integrate.only, names[i]);
    if (!wanted) {
      places.push_back(Table::npos);
      continue;
    }
    size_t at = out.column(names[i]);
    if (at == Table::npos) at = out.columns.size(), out.columns.push_back({names[i], in.columns[i].type});
    else if (out.columns[at].type != in.columns[i].type) out.columns[at].type = wrap::Type::text;
    if (contains(places, at))
      return error(Code::bad_input,
                   fmt::format("{}: {} has two columns \"{}\" after renaming", step.name, input, names[i]),
                   {flow.path, step.line});
    places.push_back(at);
  }
  return places;
}

}  // namespace

Result<StepOutput> integrate(const Step& step, const Inputs& inputs, StepContext& context) {
  StepOutput out;
  Table& table = out.table;
  std::vector<std::vector<size_t>> places;
  for (size_t i = 0; i < inputs.size(); ++i) {
    GLEANER_TRY(places.emplace_back(), align_columns(step, step.inputs[i], *inputs[i], table, *context.flow));
  }
  for (const std::string& name : step.integrate.only)
    if (table.column(name) == Table::npos)
      return error(Code::bad_input,
                   fmt::format("{}: none of the inputs has a column \"{}\"", step.name, name),
                   {context.flow->path, step.line});
  const bool adds_origin =
      !step.integrate.origin.empty() && table.column(step.integrate.origin) == Table::npos;
  if (adds_origin) table.columns.push_back({step.integrate.origin, wrap::Type::text});
  GLEANER_TRY(const std::vector<size_t> key, columns_of(table, step.key, step.name));
  std::unordered_map<std::string, uint32_t> seen;
  size_t doubles = 0, different = 0;
  for (uint32_t i = 0; i < inputs.size(); ++i) {
    const Table& in = *inputs[i];
    for (uint32_t r = 0; r < in.rows.size(); ++r) {
      Row row;
      row.cells.resize(table.columns.size());
      for (size_t c = 0; c < places[i].size(); ++c)
        if (places[i][c] != Table::npos) row.cells[places[i][c]] = in.rows[r].cells[c];
      const Row& before = in.rows[r];
      row.source = before.source == kNoPage ? kNoPage : table.source(in.sources[before.source]);
      if (adds_origin)
        row.cells.back() = Cell::of_text(row.source == kNoPage ? step.inputs[i] : table.sources[row.source]);
      row.from = {{i, r}};
      row.stale = before.stale;
      if (!key.empty() && has_key(row, key)) {  // rows without one are not the same thing
        const auto [there, fresh] = seen.emplace(key_of(row, key), uint32_t(table.rows.size()));
        if (!fresh) {  // the first stays, and knows of the others
          table.rows[there->second].from.push_back({i, r});
          ++doubles;
          if (row_hash(table.rows[there->second]) != row_hash(row)) {
            ++different;
            out.problems.push_back(
                {step.name, there->second, fmt::format("{}", fmt::join(step.key, ", ")),
                 fmt::format("{}", fmt::join(split(there->first, '\x1f'), " / ")),
                 fmt::format("another row{} has the same key and other values: it is left out",
                             row.source == kNoPage ? "" : " of " + table.sources[row.source]),
                 ""});
          }
          continue;
        }
      }
      table.rows.push_back(std::move(row));
    }
  }
  if (doubles)
    out.notes.push_back(
        fmt::format("{} row{} had the key of another ({} with other values): the first of each stays",
                    doubles, doubles == 1 ? "" : "s", different));
  find_types(table);  // an input without rows, or without values in a column, does not make it one of texts
  return out;
}

}  // namespace gleaner::flow
