// See genuine.h.
#include "tables/genuine.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/contains.h"
#include "base/text.h"
#include "html/visible.h"
#include "tables/limits.h"

namespace gleaner::tables {
namespace {

using html::NodeId;

enum class Kind : uint8_t { empty, number, word, phrase, prose, count };

// As coarse as an eye that skims a column.
Kind kind_of(std::string_view text) {
  if (text.empty()) return Kind::empty;
  size_t digits = 0, letters = 0, blanks = 0;
  for (char c : text) {
    digits += is_digit(c);
    letters += is_letter_byte(c);
    blanks += c == ' ';
  }
  if (digits && digits >= letters) return Kind::number;
  if (blanks == 0) return Kind::word;
  return text.size() <= 60 ? Kind::phrase : Kind::prose;
}

bool has_word(std::string_view classes, std::initializer_list<std::string_view> wanted) {
  const std::string lower = lower_ascii(classes);
  for (std::string_view word : wanted)
    if (lower.find(word) != lower.npos) return true;
  return false;
}

// Lists, forms, headings, tables inside a cell: it is a part of a page.
bool holds_blocks(const html::Tree& tree, NodeId cell) {
  static const auto tags = [] {
    std::vector<html::TagId> out;
    for (const char* name :
         {"form", "input", "select", "textarea", "button", "h1", "h2", "h3", "table", "iframe", "nav"})
      out.push_back(html::tag_id(name));
    return out;
  }();
  for (NodeId n = cell + 1; n < tree.subtree_end(cell); ++n)
    if (tree.is_element(n) && contains(tags, tree.tag(n))) return true;
  return false;
}

// Rows that say something of each column: sections and titles are of none.
bool holds_data(RowRole role) { return role == RowRole::data || role == RowRole::footer; }

struct Judgement {
  bool genuine;
  std::string why;
};

// What the author says of the table; nothing said: undecided.
std::optional<Judgement> by_marks(const html::Tree& tree, const Table& table) {
  const NodeId n = table.node;
  if (tree.attribute(n, "data-box")) return Judgement{true, "it was found on the sheet"};
  if (const auto role = tree.attribute(n, "role")) {
    if (*role == "presentation" || *role == "none") return Judgement{false, "its role is presentation"};
    if (*role == "grid" || *role == "table" || *role == "treegrid")
      return Judgement{true, "its role says so"};
  }
  if (const auto classes = tree.attribute(n, "class")) {
    if (has_word(*classes, {"navbox", "nav-table", "mbox", "metadata"}))
      return Judgement{false, "its class is of navigation"};
    if (table.rows > 1 && has_word(*classes, {"wikitable", "datatable", "sortable", "infobox"}))
      return Judgement{true, "its class is of data"};
  }
  return std::nullopt;
}

}  // namespace

bool is_figure(std::string_view text) { return kind_of(text) == Kind::number; }

Measures measure(const html::Tree& tree, const Table& table) {
  Measures out;
  for (const Cell& cell : table.cells) {
    out.texts += !cell.text.empty();
    out.characters += cell.text.size();
    out.headings += cell.heading && !cell.text.empty();
    out.blocks += holds_blocks(tree, cell.node);
  }
  size_t counted = 0;
  for (uint32_t c = 0; c < table.columns; ++c) {
    std::array<size_t, size_t(Kind::count)> kinds{};
    size_t rows = 0;
    for (uint32_t r = 0; r < table.rows; ++r) {
      const Cell* cell = table.at(r, c);
      out.empty_slots += !cell || cell->text.empty();
      if (!cell || cell->text.empty() || !holds_data(table.row_roles[r])) continue;
      ++rows;
      ++kinds[size_t(kind_of(cell->text))];
    }
    if (rows < 2) continue;
    ++counted;
    const auto most = std::ranges::max_element(kinds);
    out.alike += double(*most) / double(rows);
    ++(most - kinds.begin() == ptrdiff_t(Kind::number) ? out.figures : out.words);
  }
  if (counted) out.alike /= double(counted);
  return out;
}

namespace {

Judgement by_content(const html::Tree& tree, const Table& table) {
  if (table.rows < kFewestRows || table.columns < kFewestColumns)
    return {false, "it has a single row or column"};
  const Measures m = measure(tree, table);
  const double cells = double(std::max<size_t>(1, table.cells.size()));
  if (m.texts < 3) return {false, "it holds hardly any text"};
  if (double(m.blocks) > kMostBlocks * cells) return {false, "its cells hold forms, headings or tables"};
  if (!table.caption.empty()) return {true, "it has a caption"};
  if (m.headings >= 2 || (m.headings && table.rows > 2)) return {true, "it has heading cells"};
  if (m.mean_length() > kLongestMean) return {false, "its cells hold paragraphs"};
  if (double(m.empty_slots) > kMostEmpty * double(table.rows) * table.columns)
    return {false, "most of it is empty"};
  if (m.blocks && table.rows <= 3) return {false, "it holds parts of a page"};
  if (table.columns == 2 && table.header_rows().empty() && table.column_roles[0] == ColumnRole::header)
    return {true, "its first column names what the second says"};
  if (m.alike >= kAlike && table.rows >= 2) return {true, "its columns are alike from row to row"};
  if (table.rows >= 3 && table.columns >= 3 && m.alike >= kAlike - 0.2) return {true, "its rows are alike"};
  return {false, "its rows are not alike"};
}

}  // namespace

bool is_surely_layout(const html::Tree& tree, const Table& table) {
  if (const std::optional<Judgement> marked = by_marks(tree, table)) return !marked->genuine;
  if (table.rows < kFewestRows || table.columns < kFewestColumns) return true;
  size_t blocks = 0;
  for (const Cell& cell : table.cells) blocks += holds_blocks(tree, cell.node);
  return double(blocks) > kMostBlocks * double(std::max<size_t>(1, table.cells.size()));
}

void judge(const html::Tree& tree, Table& table) {
  const std::optional<Judgement> marked = by_marks(tree, table);
  Judgement judgement = marked ? *marked : by_content(tree, table);
  table.genuine = judgement.genuine;
  table.why = std::move(judgement.why);
}

}  // namespace gleaner::tables
