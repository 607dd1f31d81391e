// Table: the rows to be matched, compact: all cells in one text, with where each ends. A million rows are one
// block of memory and one array.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gleaner::match {

class Table {
 public:
  Table() = default;
  explicit Table(std::vector<std::string> columns) : columns_(std::move(columns)) {}

  const std::vector<std::string>& columns() const { return columns_; }
  size_t rows() const { return columns_.empty() ? 0 : (ends_.size() - 1) / columns_.size(); }
  // Cells in the order of columns(); missing ones at the end are empty. REQUIRES: no more than columns().
  void add(const std::vector<std::string_view>& cells);
  // A column that comes up late: empty in the rows before. Gives its number.
  size_t add_column(const std::string& name);
  std::string_view cell(size_t row, size_t column) const {
    const size_t at = row * columns_.size() + column;
    return std::string_view(text_).substr(ends_[at], ends_[at + 1] - ends_[at]);
  }
  void rename_column(size_t column, std::string name) { columns_[column] = std::move(name); }
  // The column of that name; npos: none.
  size_t column(std::string_view name) const;

  // The column that names rows: `id`, else none (rows then are called by their number, from 1). A
  // row whose id is empty is "row 3".
  bool has_ids() const { return id_column() != npos; }
  size_t id_column() const { return column("id"); }
  std::string id(size_t row) const;

  static constexpr size_t npos = std::string::npos;

 private:
  std::vector<std::string> columns_;
  std::string text_;
  std::vector<uint64_t> ends_ = {0};
};

// What people write in a column `match`: 1 or 0, yes or no, true or false.
std::optional<bool> read_answer(std::string_view text);

}  // namespace gleaner::match
