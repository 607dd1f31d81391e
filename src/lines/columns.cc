// See columns.h.
#include "lines/columns.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/lists.h"
#include "base/text.h"
#include "lines/grammar_text.h"
#include "lines/line_words.h"
#include "lines/rule_reader.h"
#include "lines/weights.h"

namespace gleaner::lines {
namespace {

struct Column {
  uint32_t begin, end;  // characters; the last column has no end
};

// A line by its characters; behind its end everything is blank.
class Row {
 public:
  explicit Row(std::string_view line) : line_(line) {
    while (!line_.empty() && is_space(line_.back())) line_.remove_suffix(1);
    for (size_t at = 0; at < line_.size(); at += code_point_at(line_, at).length) at_.push_back(uint32_t(at));
  }
  std::string_view line() const { return line_; }
  size_t size() const { return at_.size(); }
  bool blank(size_t i) const { return i >= at_.size() || line_[at_[i]] == ' '; }
  // What stands in a column, without the blanks around it.
  Span cell(const Column& column, bool last) const {
    if (column.begin >= size()) return {};
    Span cell{at_[column.begin], last || column.end >= size() ? uint32_t(line_.size()) : at_[column.end]};
    trim_range(line_, cell.begin, cell.end);
    return cell;
  }
  size_t place_of(uint32_t offset) const {  // of the character at a byte
    return size_t(std::lower_bound(at_.begin(), at_.end(), offset) - at_.begin());
  }

 private:
  std::string_view line_;
  std::vector<uint32_t> at_;
};

// A line drawn with marks: it says nothing itself.
bool is_ruler(std::string_view line) { return std::ranges::none_of(line, is_word_byte); }

std::vector<Row> rows_of(const std::vector<std::string_view>& lines) {
  std::vector<Row> rows;
  for (std::string_view line : lines)
    if (!is_ruler(line) && line.find('\t') == std::string_view::npos) rows.emplace_back(line);
  return rows;
}

// --- with labels

// Rows that leave a river between every two labelled values, from the first labelled line on; what stands
// above it may be titles, and is asked only where that is too little.
std::vector<Row> rows_like(const std::vector<Example>& examples, const std::vector<std::string_view>& page) {
  std::vector<std::pair<size_t, size_t>> gaps;  // between labelled values
  std::vector<bool> river(kWidestRow, true);
  auto narrow = [&](const Row& row) {
    for (size_t i = 0; i < kWidestRow; ++i) river[i] = river[i] && row.blank(i);
  };
  for (const Example& example : examples) {
    const Row row(example.line);
    narrow(row);
    for (size_t p = 1; p < example.places.size(); ++p)
      gaps.emplace_back(row.place_of(example.places[p - 1].span.end),
                        row.place_of(example.places[p].span.begin));
  }
  std::vector<Row> out;
  auto take = [&](auto begin, auto end) {
    for (Row& row : rows_of({begin, end})) {
      const bool fits = std::ranges::all_of(gaps, [&](const auto& gap) {
        for (size_t i = gap.first; i < std::min(gap.second, kWidestRow); ++i)
          if (river[i] && row.blank(i)) return true;
        return false;
      });
      if (!fits) continue;
      narrow(row);
      out.push_back(std::move(row));
    }
  };
  const auto first = std::ranges::find_if(
      page, [&](std::string_view line) { return line.data() == examples[0].line.data(); });
  take(first, page.end());
  if (out.size() < kLeastRows || out.size() * 2 < page.size()) take(page.begin(), first);
  return out;
}

// Columns between the rivers of all rows.
std::vector<Column> between_rivers(const std::vector<Row>& rows) {
  size_t widest = 0;
  for (const Row& row : rows) widest = std::max(widest, std::min(row.size(), kWidestRow));
  auto river = [&](size_t i) {
    size_t inked = 0, reach = 0;
    for (const Row& row : rows) inked += !row.blank(i), reach += i < row.size();
    return double(inked) <= kInked * double(rows.size()) && reach >= 1;
  };
  std::vector<Column> out;
  for (size_t i = 0; i < widest;) {
    size_t end = i;
    while (end < widest && !river(end)) ++end;
    if (end > i) out.push_back({uint32_t(i), uint32_t(end)});
    i = end + 1;
  }
  return out;
}

// A column of numbers is one, however near the next stands.
bool is_numeric(const std::vector<Row>& rows, const Column& column) {
  size_t filled = 0, numbers = 0;
  for (const Row& row : rows) {
    const std::string_view cell = row.cell(column, false).of(row.line());
    if (cell.empty()) continue;
    ++filled;
    numbers += std::ranges::any_of(cell, is_digit) && std::ranges::none_of(cell, is_alpha);
  }
  return filled && double(numbers) >= kHeaderShare * double(filled);
}

// Is the river between two columns only the blank between words of one text? Every
// gap is a single blank then.
bool is_chance(const std::vector<Row>& rows, const Column& a, const Column& b) {
  size_t both = 0;
  for (const Row& row : rows) {
    const Span left = row.cell(a, false), right = row.cell(b, false);
    if (left.empty() || right.empty()) continue;
    if (right.begin - left.end > 1) return false;
    ++both;
  }
  return both > 0 && !is_numeric(rows, a) && !is_numeric(rows, b);
}

enum class Said : uint8_t { nothing, one, two };

// What the labels say of the river between two columns: that a value goes across it,
// or ends before more text.
Said labels_say(const std::vector<Example>& examples, const Column& a, const Column& b) {
  Said said = Said::nothing;
  for (const Example& example : examples) {
    const Row row(example.line);
    const Span left = row.cell(a, false), right = row.cell(b, false);
    if (left.empty() || right.empty()) continue;
    for (const FieldSpan& place : example.places) {
      if (place.span.begin < left.end && place.span.end > right.begin) return Said::one;
      if (place.span.end == left.end || place.span.begin == right.begin) said = Said::two;
    }
  }
  return said;
}

std::vector<Column> joined(const std::vector<Column>& columns, const std::vector<Row>& rows,
                           const std::vector<Example>& examples) {
  std::vector<Column> out;
  for (const Column& column : columns) {
    const Said said = out.empty() ? Said::two : labels_say(examples, out.back(), column);
    if (said == Said::one || (said == Said::nothing && is_chance(rows, out.back(), column)))
      out.back().end = column.end;
    else out.push_back(column);
  }
  // a column reaches to the one behind it: right-aligned and left-aligned values both fit
  for (size_t c = 0; c + 1 < out.size(); ++c) out[c].end = out[c + 1].begin - 1;
  if (!out.empty()) out[0].begin = 0;
  return out;
}

// --- the production

// The marks among the digits of a column, if its values are made of these: one with letters is of a title.
std::optional<std::string> marks_of(const std::vector<Row>& rows, const Column& column, bool last) {
  std::string marks;
  size_t numbers = 0, others = 0;
  for (const Row& row : rows) {
    const std::string_view cell = row.cell(column, last).of(row.line());
    if (cell.empty()) continue;
    const bool number = std::ranges::any_of(cell, is_digit) &&
                        std::ranges::none_of(cell, [](char c) { return is_letter_byte(c) || c == ' '; });
    ++(number ? numbers : others);
    for (char c : cell)
      if (number && !is_digit(c) && marks.find(c) == std::string::npos) marks += c;
  }
  std::ranges::sort(marks);
  if (!numbers || double(numbers) < kRowShare * double(numbers + others) || marks.size() > kMostClass)
    return std::nullopt;
  return marks;
}

struct Named {
  Column column;
  std::string name;  // empty: nobody wants it
};

// Values begin where the column does, in nearly all rows: other lines are none.
bool is_left(const std::vector<Row>& rows, const Column& column) {
  size_t begun = 0;
  for (const Row& row : rows) {
    if (row.blank(column.begin) && !row.cell(column, false).empty()) return false;
    begun += !row.blank(column.begin);
  }
  return double(begun) >= kRowShare * double(rows.size());
}

// A column, the blank that divides it from the next, and so on; a line may end in any column but the first.
std::string production_of(const std::vector<Named>& columns, const std::vector<Row>& rows) {
  std::string out;
  for (size_t c = columns.size(); c-- > 0;) {
    const bool last = c + 1 == columns.size();
    const Column& column = columns[c].column;
    const std::string assign = columns[c].name.empty() ? "" : columns[c].name + "=";
    const auto marks = columns[c].name.empty() ? std::nullopt : marks_of(rows, column, last);
    const std::string one = !marks ? "[^\\n]" : digits_and(last ? *marks : " " + *marks);
    const uint32_t width = column.end - column.begin;
    if (last) {
      out = "' '* " + assign + one + "*";
      continue;
    }
    std::string body = fmt::format("{}{{{}}}", one, width);
    if (c == 0 && width > 1 && !columns[c].name.empty() &&
        is_left(rows, column))  // what begins no row is none
      body = fmt::format("({} {}{{{}}})", marks ? digits_and(*marks) : "[^ \\n]", one, width - 1);
    out = fmt::format("{}{} ' ' {}", assign, body, out);
    if (c > 0) out = fmt::format("({} | {}{}{{0,{}}})", out, assign, one, width);
  }
  return out;
}

// Some row leaves a wanted column empty and goes on behind it: words in a row would be shifted.
bool has_empty_cells(const std::vector<Named>& columns, const std::vector<Row>& rows) {
  for (const Row& row : rows)
    for (size_t c = 0; c + 1 < columns.size(); ++c)
      if (!columns[c].name.empty() && row.cell(columns[c].column, false).empty()) return true;
  return false;
}

// Columns that nobody wants are one with their neighbours of that sort.
std::vector<Named> without_idle(const std::vector<Named>& columns) {
  std::vector<Named> out;
  for (const Named& one : columns) {
    if (!out.empty() && out.back().name.empty() && one.name.empty()) out.back().column.end = one.column.end;
    else out.push_back(one);
  }
  return out;
}

}  // namespace

std::optional<Form> fixed_form(const std::vector<Example>& examples, const std::vector<std::string>& names,
                               const std::vector<std::string_view>& page) {
  if (page.size() < kLeastRows || examples[0].line.find('\n') != std::string_view::npos) return std::nullopt;
  const std::vector<Row> rows = rows_like(examples, page);
  if (rows.size() < kLeastRows || rows.size() * 2 < page.size()) return std::nullopt;
  const std::vector<Column> columns = joined(between_rivers(rows), rows, examples);
  if (columns.size() < 2) return std::nullopt;
  std::vector<Named> named = mapped(columns, [](const Column& column) { return Named{column, ""}; });
  for (const Example& example : examples) {
    const Row row(example.line);
    for (const FieldSpan& place : example.places) {
      size_t at = 0;
      while (at < columns.size() && row.cell(columns[at], at + 1 == columns.size()) != place.span) ++at;
      if (at == columns.size() || (!named[at].name.empty() && named[at].name != names[place.field]))
        return std::nullopt;
      named[at].name = names[place.field];
    }
  }
  named = without_idle(named);
  Form form;
  form.production = production_of(named, rows);
  if (!reads_as_labelled(form, examples, names)) return std::nullopt;
  RuleReader reader(form.production);
  size_t all = 0;
  for (std::string_view line : page) all += reader.reads(line);
  std::vector<Row> read;
  for (const Row& row : rows)
    if (reader.reads(row.line())) read.push_back(row);
  form.read = double(all) / double(page.size());
  form.sure = has_empty_cells(named, read) && double(read.size()) >= kRowShare * double(rows.size());
  return form;
}

// --- without labels

namespace {

// Words of a line of names; nothing if it is none.
std::vector<Column> words_of_names(const Row& row) {
  std::vector<Column> out;
  for (size_t i = 0; i < row.size();) {
    if (row.blank(i)) {
      ++i;
      continue;
    }
    const uint32_t begin = uint32_t(i);
    while (!row.blank(i)) ++i;
    out.push_back({begin, uint32_t(i)});
  }
  return out;
}

// Names are words: no dates, numbers or paths.
bool can_be_names(std::string_view line) {
  for (std::string_view word : words(line)) {
    const Kind kind = kind_of(word);
    if (kind != Kind::word && kind != Kind::level && kind != Kind::month && kind != Kind::weekday)
      return false;
    if (size_t(std::ranges::count_if(word, is_digit)) * 2 >= word.size()) return false;  // 7.25]
  }
  return std::ranges::count_if(line, is_letter_byte) >= 2;
}

// The place between two names at which most rows are blank; nothing if they are one name.
std::optional<size_t> river_between(const std::vector<Row>& rows, const Column& a, const Column& b) {
  size_t best = 0, best_blank = 0;
  for (size_t i = a.end; i < b.begin; ++i) {
    size_t blank = 0;
    for (const Row& row : rows) blank += row.blank(i);
    if (blank > best_blank) best = i, best_blank = blank;
  }
  if (double(best_blank) < kRowShare * double(rows.size())) return std::nullopt;
  return best;
}

// Names and rows below one line of names; columns and rows that do not cross them.
struct Sheet {
  std::vector<Named> columns;
  std::vector<Row> rows;
  std::vector<uint32_t> lines;  // of the rows
};

Sheet sheet_below(const std::vector<std::string_view>& lines, size_t names) {
  Sheet sheet;
  if (!can_be_names(lines[names])) return sheet;
  const Row head(lines[names]);
  std::vector<Row> below;
  std::vector<uint32_t> numbers;
  for (size_t i = names + 1; i < lines.size(); ++i)
    if (!is_ruler(lines[i]) && lines[i].find('\t') == std::string_view::npos) {
      below.emplace_back(lines[i]);
      numbers.push_back(uint32_t(i));
    }
  std::vector<size_t> rivers;
  const std::vector<Column> words = words_of_names(head);
  if (words.size() < 2 || below.size() < kLeastRows) return sheet;
  uint32_t begin = 0;
  for (size_t w = 0; w < words.size(); ++w) {
    const auto river = w + 1 < words.size() ? river_between(below, words[w], words[w + 1]) : std::nullopt;
    if (w + 1 < words.size() && !river) continue;
    const Column column{begin, river ? uint32_t(*river) : uint32_t(kWidestRow)};
    sheet.columns.push_back({column, lower_ascii(collapse(head.cell(column, !river).of(head.line())))});
    if (river) rivers.push_back(*river), begin = uint32_t(*river + 1);
  }
  for (size_t i = 0; i < below.size(); ++i) {
    const bool crosses = std::ranges::any_of(rivers, [&](size_t r) { return !below[i].blank(r); });
    if (crosses) continue;
    sheet.rows.push_back(below[i]);
    sheet.lines.push_back(numbers[i]);
  }
  return sheet;
}

// Rows must differ from their names: under most of the names something stands that is no word.
bool looks_like_rows(const Sheet& sheet) {
  size_t numeric = 0;
  for (const Named& one : sheet.columns) numeric += is_numeric(sheet.rows, one.column);
  return numeric > 0;
}

// Rows that together show every column, the fullest first.
void choose_examples(const Sheet& sheet, Head& head) {
  std::vector<HeadLine> all;
  for (size_t i = 0; i < sheet.rows.size(); ++i) {
    HeadLine one{sheet.lines[i], {}};
    for (size_t c = 0; c < sheet.columns.size(); ++c)
      one.values.push_back(sheet.rows[i].cell(sheet.columns[c].column, c + 1 == sheet.columns.size()));
    all.push_back(std::move(one));
  }
  auto filled = [](const HeadLine& line) {
    return std::ranges::count_if(line.values, [](Span s) { return !s.empty(); });
  };
  std::ranges::stable_sort(all, [&](const HeadLine& a, const HeadLine& b) { return filled(a) > filled(b); });
  for (size_t i = 0; i < all.size() && head.examples.size() < kHeadExamples; ++i)
    if (filled(all[i]) == filled(all[0])) head.examples.push_back(all[i]);
}

}  // namespace

NamedColumns find_columns(const std::vector<std::string_view>& lines) {
  NamedColumns out;
  Sheet best;
  for (size_t i = 0; i < std::min(lines.size(), kNamesWithin); ++i) {
    Sheet sheet = sheet_below(lines, i);
    const bool enough = sheet.columns.size() >= 2 && sheet.columns.size() <= kMostColumns &&
                        sheet.rows.size() >= kLeastRows &&
                        double(sheet.rows.size()) >= kRowShare * double(lines.size() - i - 1);
    if (!enough || sheet.columns.size() <= best.columns.size() || !looks_like_rows(sheet)) continue;
    best = std::move(sheet);
    out.names = i;
  }
  if (best.columns.empty()) return {};
  std::vector<std::string> taken;
  for (size_t c = 0; c < best.columns.size(); ++c) {
    std::vector<std::string_view> values;
    for (const Row& row : best.rows)
      if (const Span cell = row.cell(best.columns[c].column, c + 1 == best.columns.size()); !cell.empty())
        values.push_back(cell.of(row.line()));
    std::string name = best.columns[c].name;
    for (int n = 2; contains(taken, name); ++n) name = fmt::format("{}{}", best.columns[c].name, n);
    taken.push_back(name);
    out.head.columns.push_back({name, common_type(values)});
  }
  out.head.named = true;
  choose_examples(best, out.head);
  if (!has_empty_cells(best.columns, best.rows)) return out;
  const std::vector<std::string> variables = variables_of(taken);
  for (size_t c = 0; c < best.columns.size(); ++c) best.columns[c].name = variables[c];
  Form form;
  form.production = production_of(best.columns, best.rows);
  form.sure = true;
  out.form = std::move(form);
  return out;
}

}  // namespace gleaner::lines
