// Learns a wrapper of kind table: the columns in which the labelled values stand, by
// their headings. See wrapper.h.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/lists.h"
#include "base/unicode.h"
#include "tables/reader.h"
#include "tables/wrapper.h"

namespace gleaner::tables {
namespace {

Diagnostic cannot(const std::string& why) {
  return error(Code::cannot_learn, why, {}, "table learns from rows whose values are whole cells of a table");
}

// A table of a labelled page with its rows.
struct Rows {
  Table table;
  std::vector<std::string> names;
  std::vector<wrap::Record> records;
  size_t sections = 0;  // names before the first column
};

std::vector<Rows> rows_of(const Document& document, Budget& budget) {
  std::vector<Rows> out;
  if (!document.is_html()) return out;
  for (Table& table : join_continued(read_tables(document.view<html::Tree>(), {}, budget))) {
    Rows rows;
    rows.records = to_records(table);
    for (const wrap::FieldSchema& field : to_schema(table).fields) rows.names.push_back(field.name);
    rows.sections = rows.names.size() - table.data_columns().size();
    rows.table = std::move(table);
    out.push_back(std::move(rows));
  }
  return out;
}

bool stands_in(const wrap::Value& labelled, const wrap::Value& cell) {
  if (!cell.span || letters_of(cell.text) != letters_of(labelled.text)) return false;
  if (labelled.span && labelled.span->overlaps(*cell.span)) return true;
  for (const Span place : labelled.places)
    if (place.overlaps(*cell.span)) return true;
  return !labelled.span && labelled.places.empty();
}

// Votes of labelled values for the columns of one table.
class Lesson {
 public:
  std::optional<Diagnostic> take(const wrap::LabelledPage& page, Budget& budget) {
    const std::vector<Rows> all = rows_of(*page.document, budget);
    if (all.empty()) return cannot("a labelled page has no table of data");
    const Rows* best = nullptr;
    size_t most = 0;
    for (const Rows& rows : all)
      if (const size_t n = place(page.label, rows, nullptr); n > most) most = n, best = &rows;
    if (!best) return cannot("no labelled value is a cell of a table");
    place(page.label, *best, this);
    if (width_ && width_ != best->names.size() - best->sections) same_width_ = false;
    width_ = uint32_t(best->names.size() - best->sections);
    if (page.label.complete && !has_footer(page.label, *best)) footers_ = false;
    return std::nullopt;
  }

  Result<TableModel> model() const {
    TableModel out;
    std::set<std::string> used;
    for (const std::string& field : order_) {
      const auto at = votes_.find(field);
      if (at == votes_.end())
        return cannot(fmt::format("no value of \"{}\" is a whole cell of the table", field));
      const auto heading = std::ranges::max_element(
          at->second, [](const auto& a, const auto& b) { return a.second.first < b.second.first; });
      if (!used.insert(heading->first).second)
        return cannot(fmt::format("\"{}\" stands in the column of another field", field));
      out.columns.push_back({field, heading->first, heading->second.second});
    }
    if (out.columns.empty()) return cannot("nothing is labelled");
    out.width = same_width_ ? width_ : 0;
    out.footers = footers_;
    return out;
  }

 private:
  // How many labelled values are cells of the table, each record in one row; `into`:
  // they vote for its columns.
  static size_t place(const wrap::Label& label, const Rows& rows, Lesson* into) {
    size_t sum = 0;
    size_t from = 0;
    for (const wrap::Record& record : label.records) {
      size_t best = 0, at = rows.records.size();
      for (size_t i = 0; i < rows.records.size(); ++i) {
        const size_t row = (from + i) % rows.records.size();  // mostly the next one
        if (const size_t n = cells_of(record, rows, row, nullptr); n > best) best = n, at = row;
        if (best == record.fields.size()) break;
      }
      if (into) into->remember(record);
      if (at == rows.records.size()) continue;
      cells_of(record, rows, at, into);
      sum += best;
      from = at + 1;
    }
    return sum;
  }

  static size_t cells_of(const wrap::Record& record, const Rows& rows, size_t row, Lesson* into) {
    size_t sum = 0;
    for (const wrap::Field& field : record.fields) {
      if (!field.value.is_text()) continue;
      for (size_t c = 0; c < rows.names.size(); ++c) {
        const wrap::Value* cell = rows.records[row].find(rows.names[c]);
        if (!cell || !stands_in(field.value, *cell)) continue;
        ++sum;
        if (into) {
          auto& vote = into->votes_[field.name][rows.names[c]];
          ++vote.first;
          vote.second = c < rows.sections ? 0 : uint32_t(c - rows.sections + 1);
        }
        break;
      }
    }
    return sum;
  }

  void remember(const wrap::Record& record) {
    for (const wrap::Field& field : record.fields) add_new(order_, field.name);
  }

  // Is a row of the footer labelled, or is there none?
  static bool has_footer(const wrap::Label& label, const Rows& rows) {
    bool any = false;
    for (const Cell& cell : rows.table.cells) {
      if (rows.table.row_roles[cell.row] != RowRole::footer || cell.text.empty()) continue;
      any = true;
      for (const wrap::Record& record : label.records)
        for (const wrap::Field& field : record.fields)
          if (field.value.span && field.value.span->overlaps(cell.span)) return true;
    }
    return !any;
  }

  // field, heading: values, number
  std::map<std::string, std::map<std::string, std::pair<size_t, uint32_t>>> votes_;
  std::vector<std::string> order_;
  uint32_t width_ = 0;
  bool same_width_ = true, footers_ = true;
};

bool are_flat(const std::vector<wrap::LabelledPage>& pages) {
  for (const wrap::LabelledPage& page : pages)
    for (const wrap::Record& record : page.label.records)
      for (const wrap::Field& field : record.fields)
        if (field.value.is_record() || field.value.is_list()) return false;
  return true;
}

void judge_rows(const wrap::Wrapper& wrapper, const std::vector<wrap::LabelledPage>& pages,
                wrap::LearnReport& report) {
  for (const wrap::LabelledPage& page : pages) {
    const auto given = wrap::extract_all(wrapper, *page.document);
    report.records += uint32_t(page.label.records.size());
    std::multiset<std::pair<std::string, std::string>> have;
    if (given.ok())
      for (const wrap::Record& record : *given)
        for (const wrap::Field& field : record.fields)
          have.insert({field.name, letters_of(field.value.text)});
    for (const wrap::Record& record : page.label.records)
      for (const wrap::Field& field : record.fields) {
        if (!field.value.is_text()) continue;
        const auto at = have.find({field.name, letters_of(field.value.text)});
        ++(at == have.end() ? report.missed : report.covered);
        if (at != have.end()) have.erase(at);
      }
    if (page.label.complete) report.wrong += uint32_t(have.size());
  }
}

}  // namespace

Result<wrap::Learned> TableLearner::learn(const std::vector<wrap::LabelledPage>& pages,
                                          const wrap::LearnOptions&, Budget& budget) const {
  if (!are_flat(pages)) return cannot("nested records and lists are no cells");
  Lesson lesson;
  for (const wrap::LabelledPage& page : pages)
    if (!page.label.records.empty())
      if (auto why = lesson.take(page, budget)) return std::move(*why);
  GLEANER_TRY(TableModel model, lesson.model());
  wrap::Learned out;
  out.wrapper = std::make_shared<TableWrapper>(std::move(model));
  out.report.kind = "table";
  out.report.pages = uint32_t(pages.size());
  for (size_t i = 2; i < out.wrapper->rules().size(); ++i) {
    const wrap::Rule& rule = out.wrapper->rules()[i];
    out.report.rules.push_back(fmt::format("{}  {}", rule.field, rule.words));
  }
  judge_rows(*out.wrapper, pages, out.report);
  if (!out.report.covered) return cannot("the columns of the labelled values are not found again");
  return out;
}

void register_family(wrap::Registry& registry) {
  registry.add({"table", "rows of a page's tables by the headings of their columns", TableWrapper::load,
                std::make_shared<TableLearner>()});
}

}  // namespace gleaner::tables
