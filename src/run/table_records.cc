// See table_records.h.
#include "run/table_records.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/text.h"
#include "records/weights.h"
#include "tables/reader.h"
#include "wrap/type_guess.h"

namespace gleaner::run {
namespace {

using records::FoundRecord;
using tables::RowRole;
using tables::Table;

constexpr double kRowsOfSection = 2;  // on the average, at least
// of the records stand in rows of the table, each in one: then they are its rows
constexpr double kInTable = 0.8;

bool is_plain(const Table& table) {
  for (const RowRole role : table.row_roles)
    if (role == RowRole::section || role == RowRole::repeated_header) return false;
  for (const tables::Cell& cell : table.cells)
    if (table.row_roles[cell.row] == RowRole::data && cell.row_span > 1) return false;
  return table.header_rows().size() <= 1;
}

// A heading for every row or two is part of a record, not the name of a section.
bool has_turns(const Table& table) {
  const auto sections = std::ranges::count(table.row_roles, RowRole::section);
  return kRowsOfSection * double(sections) > double(table.data_rows().size());
}

bool is_figure(std::string_view text) {
  const auto digits = std::ranges::count_if(text, is_digit), letters = std::ranges::count_if(text, is_alpha);
  return digits > letters;
}

// A row of words above columns of figures.
bool names_figures(const Table& table, uint32_t header) {
  const std::vector<uint32_t> rows = table.data_rows();
  size_t named = 0;
  for (uint32_t c = 0; c < table.columns; ++c) {
    if (is_figure(table.text(header, c))) return false;
    const auto figures = std::ranges::count_if(rows, [&](uint32_t r) { return is_figure(table.text(r, c)); });
    named += !table.text(header, c).empty() && double(figures) >= kInTable * double(rows.size());
  }
  return named > 0 && rows.size() > 1;
}

// Does its author say what its columns are? By heading cells, or by words above figures.
bool has_headings(const Table& table) {
  const std::vector<uint32_t> header = table.header_rows();
  return !header.empty() && (std::ranges::any_of(table.cells,
                                                 [&](const tables::Cell& cell) {
                                                   return cell.heading && cell.row == header.front();
                                                 }) ||
                             names_figures(table, header.front()));
}

// In how many rows records stand; they are in the order of the page.
size_t rows_taken(const Table& table, const std::vector<FoundRecord>& found) {
  std::set<uint32_t> taken;
  for (const tables::Cell& cell : table.cells) {
    const auto after =
        std::upper_bound(found.begin(), found.end(), cell.span.begin,
                         [](size_t at, const FoundRecord& record) { return at < record.head.begin; });
    if (after != found.begin() && std::prev(after)->head.contains(cell.span)) taken.insert(cell.row);
  }
  return taken.size();
}

// The table whose rows the records are: some of them, if it names its columns; else nearly all.
std::optional<Table> table_of(const Document& page, const std::vector<FoundRecord>& found, Budget& budget) {
  for (Table& table : tables::join_continued(tables::read_tables(page.view<html::Tree>(), {}, budget))) {
    const double inside = double(std::ranges::count_if(
        found, [&](const FoundRecord& record) { return table.span.contains(record.head); }));
    if (inside < kInTable * double(found.size())) continue;
    const double rows = double(has_headings(table) ? rows_taken(table, found) : table.data_rows().size());
    if (rows >= kInTable * inside && inside >= kInTable * rows) return std::move(table);
  }
  return std::nullopt;
}

// Rows as found records; links of the records that stand in them.
class TableRows {
 public:
  bool take(const Table& table, const std::vector<FoundRecord>& before) {
    std::vector<std::string> names;
    for (const wrap::FieldSchema& field : tables::to_schema(table).fields) names.push_back(field.name);
    if (!names_.empty() && names != names_) return false;
    names_ = std::move(names);
    std::vector<FoundRecord> made;
    for (const wrap::Record& row : tables::to_records(table)) {
      if (!row.span) continue;
      FoundRecord record;
      record.head = record.whole = *row.span;
      for (uint32_t c = 0; c < names_.size(); ++c)
        if (const wrap::Value* value = row.find(names_[c]))
          record.cells.push_back({c, value->text, value->span.value_or(Span{}), html::kNoNode, {}, {}, {}});
      for (const FoundRecord& one : before) add_links(one, record);
      made.push_back(std::move(record));
    }
    pages_.push_back(std::move(made));
    return true;
  }
  void take_none() { pages_.emplace_back(); }

  void put(records::Site& site) {
    std::vector<records::Column> columns;
    for (const std::string& name : names_) columns.push_back(column_of(name, uint32_t(columns.size())));
    for (auto& [old, now] : links_) {  // behind all others
      now = uint32_t(columns.size());
      columns.push_back(site.columns[old]);
    }
    for (std::vector<FoundRecord>& page : pages_)
      for (FoundRecord& record : page)
        for (records::Cell& cell : record.cells)
          if (!cell.attribute.empty()) cell.column = links_.at(cell.column);
    records::name_apart(columns);
    site.columns = std::move(columns);
    site.pages = std::move(pages_);
  }

 private:
  // By where they begin: a row's span is that of its texts, and the tag of a link in
  // its first cell stands before it.
  void add_links(const FoundRecord& from, FoundRecord& to) {
    if (!to.whole.contains(from.head) && !from.head.contains(to.whole) && !from.whole.contains(to.whole))
      return;
    for (const records::Cell& cell : from.cells)
      if (!cell.attribute.empty()) {
        links_[cell.column] = 0;
        to.cells.push_back(cell);
      }
  }

  records::Column column_of(const std::string& name, uint32_t index) const {
    records::Column out;
    out.name = out.base_name = name;
    std::vector<std::string> values;
    size_t all = 0;
    for (const std::vector<FoundRecord>& page : pages_)
      for (const FoundRecord& record : page) {
        ++all;
        for (const records::Cell& cell : record.cells)
          if (cell.column == index && cell.attribute.empty()) values.push_back(cell.text);
      }
    out.present = double(values.size()) / double(std::max<size_t>(1, all));
    if (!values.empty())
      // its author named it: it is shown, however rare
      out.present = std::max(out.present, records::kShownShare);
    if (const auto guess = wrap::guess_type(values)) out.type = guess->type.type;
    return out;
  }

  std::vector<std::string> names_;
  std::vector<std::vector<FoundRecord>> pages_;
  std::map<uint32_t, uint32_t> links_;  // columns of links: as they were, as they are
};

}  // namespace

void use_tables(const std::vector<const records::Analysis*>& pages, records::Site& site, Budget& budget) {
  if (site.kind != records::SiteKind::list) return;
  TableRows rows;
  bool plain = true;
  for (size_t p = 0; p < pages.size(); ++p) {
    if (site.pages[p].empty()) {
      rows.take_none();
      continue;
    }
    const std::optional<Table> table = table_of(pages[p]->document(), site.pages[p], budget);
    if (!table || has_turns(*table) || !rows.take(*table, site.pages[p])) return;
    plain &= is_plain(*table) && !has_headings(*table);
  }
  if (!plain) rows.put(site);
}

}  // namespace gleaner::run
