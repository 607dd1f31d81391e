// See fields.h.
#include "match/fields.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "base/text.h"
#include "base/unicode.h"
#include "match/settings.h"
#include "match/words.h"

namespace gleaner::match {
namespace {

constexpr size_t kLooked = 5000;  // values of a column that tell what it is

// What a column's values look like.
struct Look {
  size_t filled = 0, numbers = 0, words = 0, different = 0;
  double words_each() const { return filled ? double(words) / double(filled) : 0; }
  double distinct() const { return filled ? double(different) / double(filled) : 0; }
  bool numeric() const { return filled && double(numbers) > kNumericShare * double(filled); }
};

void look_at(const Table& table, size_t column, Look& look) {
  const size_t step = table.rows() / kLooked + 1;
  std::unordered_set<uint64_t> seen;
  for (size_t row = 0; row < table.rows(); row += step) {
    const std::string_view value = trim(table.cell(row, column).substr(0, kMaxCell));
    if (value.empty()) continue;
    ++look.filled;
    look.numbers += is_plain_number(value);
    look.words += words(value).size();
    look.different += seen.insert(stable_hash(value)).second;
  }
}

// The column that names the thing: one that people call so, else the first with several words in most values.
size_t choose_title(const std::vector<Field>& fields, const std::vector<Look>& looks) {
  constexpr double kSeveral = 2, kVaried = 0.3;
  size_t best = fields.size();
  for (const char* name : {"title", "name", "productname", "product", "label", "headline"})
    for (size_t i = 0; i < fields.size(); ++i)
      if (best == fields.size() && letters_of(fields[i].name) == name && !looks[i].numeric() &&
          looks[i].words_each() >= kSeveral)
        best = i;
  for (size_t i = 0; i < fields.size() && best == fields.size(); ++i)
    if (!looks[i].numeric() && looks[i].words_each() >= kSeveral && looks[i].distinct() >= kVaried) best = i;
  return best;
}

}  // namespace

std::string_view name_of(FieldKind kind) {
  constexpr std::string_view kNames[] = {"title", "number", "short text",
                                         "long text"};  // in the order of FieldKind
  return kNames[size_t(kind)];
}

Result<Fields> align(const Table& left, const Table& right) {
  Fields out;
  std::vector<Look> looks;
  std::vector<char> used(right.columns().size(), 0);
  for (size_t i = 0; i < left.columns().size(); ++i) {
    if (i == left.id_column()) continue;
    const std::string key = letters_of(left.columns()[i]);
    size_t j = 0;
    while (j < used.size() && (used[j] || j == right.id_column() || letters_of(right.columns()[j]) != key))
      ++j;
    if (j == used.size()) {
      out.left_only.push_back(left.columns()[i]);
      continue;
    }
    used[j] = 1;
    Look look;
    look_at(left, i, look);
    if (&left != &right) look_at(right, j, look);
    if (!look.filled) continue;  // nothing to compare
    out.all.push_back({left.columns()[i], FieldKind::short_text, false, i, j});
    looks.push_back(look);
  }
  for (size_t j = 0; j < used.size(); ++j)
    if (!used[j] && j != right.id_column()) out.right_only.push_back(right.columns()[j]);
  if (out.all.empty())
    return error(
        Code::bad_input, "the two tables have no column with values in common", {},
        fmt::format("left: {}; right: {}; columns meet by their names: rename one (id is not compared)",
                    fmt::join(left.columns(), ", "), fmt::join(right.columns(), ", ")));
  const size_t title = choose_title(out.all, looks);
  for (size_t i = 0; i < out.all.size(); ++i) {
    Field& field = out.all[i];
    field.kind = i == title                           ? FieldKind::title
                 : looks[i].numeric()                 ? FieldKind::number
                 : looks[i].words_each() > kLongWords ? FieldKind::long_text
                                                      : FieldKind::short_text;
    if (title == out.all.size()) field.in_title = field.kind == FieldKind::short_text;
  }
  if (title == out.all.size() && std::ranges::none_of(out.all, [](auto& f) { return f.in_title; }))
    for (Field& field : out.all) field.in_title = true;  // numbers alone: phone numbers, article numbers
  return out;
}

}  // namespace gleaner::match
