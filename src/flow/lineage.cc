// See lineage.h.
#include "flow/lineage.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gleaner::flow {

std::optional<Origin> origin_of(const Flow& flow, const std::map<std::string, Table>& tables,
                                const std::string& name, uint32_t row, const std::string& column) {
  const Step* step = flow.step(name);
  const auto table = tables.find(name);
  if (!step || table == tables.end() || row >= table->second.rows.size()) return {};
  const Row& here = table->second.rows[row];
  const size_t at = table->second.column(column);
  if (step->is_source()) return at == Table::npos ? std::nullopt : std::optional<Origin>({name, row, at});
  for (const RowRef& ref : here.from) {
    const std::string& input = step->inputs[ref.input];
    std::string before = column;
    if (step->kind == StepKind::integrate)
      if (const auto renamed = step->integrate.rename.find(input); renamed != step->integrate.rename.end())
        for (const auto& [from, to] : renamed->second)
          if (to == column) before = from;
    for (const std::string& ending : {std::string("_text"), std::string("_currency")})
      if (step->kind == StepKind::normalise && column.ends_with(ending) && tables.count(input) &&
          tables.at(input).column(column) == Table::npos)
        before = column.substr(0, column.size() - ending.size());
    if (step->kind == StepKind::match && ref.input == 1 && column.starts_with(input + "_"))
      before = column.substr(input.size() + 1);
    if (auto found = origin_of(flow, tables, input, ref.row, before)) return found;
  }
  return {};
}

std::string place_text(const Table& source, uint32_t row, size_t column) {
  const Row& here = source.rows[row];
  if (here.page == kNoPage || here.page >= source.pages.size()) return fmt::format("row {}", row + 1);
  const PageSeen& page = source.pages[here.page];
  const std::string& name = page.url.empty() ? page.name : page.url;
  if (column >= here.places.size() || here.places[column].span.empty()) return name;
  return fmt::format("{}, bytes {}-{}", name, here.places[column].span.begin, here.places[column].span.end);
}

std::map<std::string, uint64_t> forget_undelivered(const Flow& flow, std::map<std::string, Table>& tables) {
  std::map<std::string, std::vector<char>> reached;
  for (const auto& [name, table] : tables) reached[name].assign(table.rows.size(), 0);
  const auto all_of = [&](const std::string& name) { std::ranges::fill(reached[name], 1); };
  for (const Delivery& one : flow.deliveries) all_of(one.from);
  for (const Step& step : flow.steps)
    if (flow.deliveries.empty() && flow.is_last(step)) all_of(step.name);
  // What a step is made of stands before it.
  for (auto step = flow.steps.rbegin(); step != flow.steps.rend(); ++step) {
    Table& table = tables[step->name];
    const std::vector<char>& here = reached[step->name];
    for (uint32_t r = 0; r < table.rows.size(); ++r) {
      if (!here[r]) {
        table.rows[r].from.clear(), table.rows[r].places.clear();
        continue;
      }
      for (const RowRef& ref : table.rows[r].from)
        if (auto& input = reached[step->inputs[ref.input]]; ref.row < input.size()) input[ref.row] = 1;
    }
  }
  std::map<std::string, uint64_t> out;
  for (const auto& [name, rows] : reached)
    out[name] = stable_hash(std::string_view(rows.data(), rows.size()));
  return out;
}

}  // namespace gleaner::flow
