// See table.h.
#include "match/table.h"

#include <algorithm>

#include "base/text.h"

namespace gleaner::match {

void Table::add(const std::vector<std::string_view>& cells) {
  for (size_t i = 0; i < columns_.size(); ++i) {
    if (i < cells.size()) text_ += cells[i];
    ends_.push_back(text_.size());
  }
}

size_t Table::add_column(const std::string& name) {
  const size_t before = columns_.size(), count = rows();
  columns_.push_back(name);
  if (!count) return before;
  std::vector<uint64_t> wider = {0};
  wider.reserve(count * columns_.size() + 1);
  for (size_t row = 0; row < count; ++row) {
    for (size_t i = 0; i < before; ++i) wider.push_back(ends_[row * before + i + 1]);
    wider.push_back(wider.back());
  }
  ends_ = std::move(wider);
  return before;
}

size_t Table::column(std::string_view name) const {
  for (size_t i = 0; i < columns_.size(); ++i)
    if (equals_ignoring_case(columns_[i], name)) return i;
  return npos;
}

std::string Table::id(size_t row) const {
  const size_t at = id_column();
  const std::string number = std::to_string(row + 1);
  if (at == npos) return number;
  return cell(row, at).empty() ? "row " + number : std::string(cell(row, at));
}

std::optional<bool> read_answer(std::string_view text) {
  const std::string word = lower_ascii(trim(text));
  for (const char* yes : {"1", "yes", "y", "true", "match", "1.0"})
    if (word == yes) return true;
  for (const char* no : {"0", "no", "n", "false", "0.0"})
    if (word == no) return false;
  return {};
}

}  // namespace gleaner::match
