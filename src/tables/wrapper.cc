// See wrapper.h.
#include "tables/wrapper.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "base/json.h"
#include "base/unicode.h"
#include "tables/limits.h"
#include "tables/reader.h"

namespace gleaner::tables {
namespace {

std::vector<Table> tables_of(const Document& document, Budget& budget) {
  if (!document.is_html()) return {};
  return join_continued(read_tables(document.view<html::Tree>(), {}, budget));
}

// Headings are the same if their letters and digits are.
bool same_heading(const std::string& a, const std::string& b) {
  const std::string left = letters_of(a);
  return left.empty() ? a == b : left == letters_of(b);
}

// The names of a table's records for the fields of the model; nothing where it is not such a table.
class Fit {
 public:
  Fit(const TableModel& model, const Table& table) {
    for (const wrap::FieldSchema& field : to_schema(table).fields) names_.push_back(field.name);
    const bool sections = names_.size() > table.data_columns().size();
    const size_t first = sections ? 1 : 0;
    size_t missing = 0, wanted = 0;
    for (const ColumnRule& rule : model.columns) {
      const auto at = std::ranges::find_if(
          names_, [&](const std::string& name) { return same_heading(name, rule.heading); });
      of_.push_back(at == names_.end() ? "" : *at);
      if (rule.heading == kSection) continue;  // tables without sections are like them all the same
      ++wanted;
      if (at == names_.end()) ++missing, missing_ = &rule;
    }
    const bool alike = model.width && model.width == names_.size() - first &&
                       double(missing) <= (1 - kHeadingsShare) * double(wanted);
    for (size_t i = 0; missing && alike && i < of_.size(); ++i)
      if (const uint32_t n = model.columns[i].number;
          of_[i].empty() && n && first + n <= names_.size() && is_free(names_[first + n - 1]))
        of_[i] = names_[first + n - 1], --missing;
    fits_ = missing == 0 && wanted > 0;
  }

  bool fits() const { return fits_; }
  const std::string& name(size_t rule) const { return of_[rule]; }
  const ColumnRule* missing() const { return missing_; }

 private:
  bool is_free(const std::string& name) const { return !contains(of_, name); }
  std::vector<std::string> names_, of_;
  bool fits_ = false;
  const ColumnRule* missing_ = nullptr;
};

bool is_footer(const Table& table, const wrap::Record& record) {
  for (const Cell& cell : table.cells)
    if (record.span && table.row_roles[cell.row] == RowRole::footer && record.span->overlaps(cell.span))
      return true;
  return false;
}

}  // namespace

TableWrapper::TableWrapper(TableModel model) : model_(std::move(model)) {
  rules_.push_back({"unknown", "", "unknown", ""});
  rules_.push_back({"record.1", "", "each row of a table with these columns", ""});
  for (const ColumnRule& rule : model_.columns) {
    schema_.fields.push_back({rule.field, wrap::Type::text, false, {}});
    rules_.push_back({rule.field + ".1", rule.field,
                      rule.heading == kSection ? "the section line above the row"
                                               : fmt::format("the cell below {}", json::quote(rule.heading)),
                      ""});
  }
}

Status TableWrapper::extract(const Document& document, wrap::Scratch&, wrap::RecordSink& sink,
                             Budget& budget) const {
  for (const Table& table : tables_of(document, budget)) {
    const Fit fit(model_, table);
    if (!fit.fits()) continue;
    for (wrap::Record& row : to_records(table)) {
      if (!model_.footers && is_footer(table, row)) continue;
      wrap::Record record;
      record.rule = 1;
      record.span = row.span;
      for (size_t i = 0; i < model_.columns.size(); ++i) {
        wrap::Value* value = fit.name(i).empty() ? nullptr : row.find(fit.name(i));
        if (!value) continue;
        value->rule = uint32_t(i + 2);
        record.fields.push_back({model_.columns[i].field, std::move(*value)});
      }
      if (!record.fields.empty() && !sink.take(std::move(record))) return {};
    }
  }
  if (budget.exhausted()) sink.note(budget.diagnostic("reading tables"));
  return {};
}

wrap::Explanation TableWrapper::explain_cell(const Document& document, const wrap::Record* record,
                                             std::string_view name, const wrap::Value* value) const {
  wrap::Explanation out = Wrapper::explain_cell(document, record, name, value);
  const wrap::Value* have = value ? value : record ? record->find(name) : nullptr;
  if (have && have->is_text()) return out;
  if (record) {
    out.words = "absent: the row has no text in that column";
    return out;
  }
  Budget budget;
  const std::vector<Table> all = tables_of(document, budget);
  out.words = fmt::format("absent: none of {} tables of the page has these columns", all.size());
  for (const Table& table : all)
    if (const Fit fit(model_, table); !fit.fits() && fit.missing()) {
      out.near_miss = table.span;
      out.failed = fmt::format("it has no column {}", json::quote(fit.missing()->heading));
      break;
    }
  return out;
}

void TableWrapper::save(wrap::Config& into) const {
  wrap::Config& table = into.add_table("table");
  if (!model_.footers) table.set("footers", false);
  table.set("width", int64_t(model_.width));
  std::vector<std::string> numbers;
  for (const ColumnRule& rule : model_.columns) numbers.push_back(std::to_string(rule.number));
  table.set("numbers", numbers);
  wrap::Config& columns = into.add_table("columns");
  for (const ColumnRule& rule : model_.columns) columns.set(rule.field, rule.heading);
}

Result<wrap::WrapperPtr> TableWrapper::load(const wrap::Config& config) {
  TableModel model;
  std::vector<std::string> numbers;
  if (const wrap::Config* table = config.find("table")) {
    GLEANER_CHECK(table->only({"footers", "width", "numbers"}));
    GLEANER_TRY(model.footers, table->boolean_or("footers", true));
    GLEANER_TRY(const int64_t width, table->integer_or("width", 0));
    model.width = uint32_t(std::clamp<int64_t>(width, 0, kMaxColumns));
    GLEANER_TRY(numbers, table->texts_or("numbers", {}));
  }
  const wrap::Config* columns = config.find("columns");
  if (!columns || !columns->is_table() || columns->members().empty())
    return config.wrong("a wrapper of kind table needs [columns]: field = \"heading of its column\"");
  for (const auto& [field, heading] : columns->members()) {
    if (!heading.is_text()) return heading.wrong("the heading of a column is a text");
    const size_t i = model.columns.size();
    const int number = i < numbers.size() ? std::atoi(numbers[i].c_str()) : 0;
    model.columns.push_back({field, heading.as_text(), uint32_t(std::max(0, number))});
  }
  return wrap::WrapperPtr(std::make_shared<TableWrapper>(std::move(model)));
}

}  // namespace gleaner::tables
