// See columns.h.
#include "lines/columns.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "lines/grammar_text.h"
#include "lines/rule_reader.h"
#include "lines/weights.h"

namespace gleaner::lines {
namespace {

constexpr size_t kWidest = 400;       // characters of a line that are looked at
constexpr double kRiver = 0.97;       // lines that must be blank there
constexpr double kReach = 0.5;        // lines that must reach so far

// Byte offset of each character, and of the end.
std::vector<uint32_t> characters(std::string_view line) {
  std::vector<uint32_t> out;
  for (size_t at = 0; at < line.size(); at += code_point_at(line, at).length) out.push_back(uint32_t(at));
  out.push_back(uint32_t(line.size()));
  return out;
}

// The cell of a column in a line, without the blanks around it.
Span cell_of(std::string_view line, const std::vector<uint32_t>& chars, const Column& column, bool last) {
  const size_t size = chars.size() - 1;
  if (column.begin >= size) return {};
  Span cell{chars[column.begin], last || column.end >= size ? uint32_t(line.size()) : chars[column.end]};
  while (cell.begin < cell.end && is_space(line[cell.begin])) ++cell.begin;
  while (cell.end > cell.begin && is_space(line[cell.end - 1])) --cell.end;
  return cell;
}

}  // namespace

std::vector<Column> fixed_columns(const std::vector<std::string_view>& lines) {
  std::vector<size_t> blank(kWidest), reach(kWidest);
  size_t widest = 0;
  for (std::string_view line : lines) {
    if (line.find('\t') != std::string_view::npos) return {};
    const std::vector<uint32_t> chars = characters(line);
    const size_t size = std::min(chars.size() - 1, kWidest);
    widest = std::max(widest, size);
    for (size_t i = 0; i < size; ++i) {
      blank[i] += line[chars[i]] == ' ';
      ++reach[i];
    }
  }
  // of the lines that reach so far; where few do, there is nothing to divide
  auto river = [&](size_t i) {
    return double(blank[i]) >= kRiver * double(reach[i]) && double(reach[i]) >= kReach * double(lines.size());
  };
  std::vector<Column> out;
  for (size_t i = 0; i < widest;) {
    if (river(i)) {
      ++i;
      continue;
    }
    size_t end = i;
    while (end < widest && !river(end)) ++end;
    out.push_back({uint32_t(i), uint32_t(end)});
    i = end;
  }
  // a column reaches to the one behind it: right-aligned and left-aligned values both fit
  for (size_t c = 0; c + 1 < out.size(); ++c) out[c].end = out[c + 1].begin - 1;
  if (!out.empty()) out[0].begin = 0;
  return out;
}

namespace {

// Blanks of a line, and everything behind its end.
std::vector<bool> blanks_of(std::string_view line) {
  std::vector<bool> out(kWidest, true);
  const std::vector<uint32_t> chars = characters(line);
  for (size_t i = 0; i + 1 < chars.size() && i < kWidest; ++i) out[i] = line[chars[i]] == ' ';
  return out;
}

// Lines that leave a river between every two labelled values: titles and rulers do not.
std::vector<std::string_view> lines_in_columns(const std::vector<Example>& examples,
                                               const std::vector<std::string_view>& page) {
  std::vector<bool> rivers(kWidest, true);
  std::vector<std::pair<size_t, size_t>> gaps;  // in characters
  for (const Example& example : examples) {
    const std::vector<bool> blank = blanks_of(example.line);
    for (size_t i = 0; i < kWidest; ++i) rivers[i] = rivers[i] && blank[i];
    for (size_t p = 1; p < example.places.size(); ++p)
      gaps.emplace_back(count_code_points(example.line.substr(0, example.places[p - 1].span.end)),
                        count_code_points(example.line.substr(0, example.places[p].span.begin)));
  }
  std::vector<std::string_view> out;
  for (std::string_view line : page) {
    const std::vector<bool> blank = blanks_of(line);
    const bool fits = std::all_of(gaps.begin(), gaps.end(), [&](const auto& gap) {
      for (size_t i = gap.first; i < gap.second && i < kWidest; ++i)
        if (rivers[i] && blank[i]) return true;
      return false;
    });
    if (!fits) continue;
    out.push_back(line);
    for (size_t i = 0; i < kWidest; ++i) rivers[i] = rivers[i] && blank[i];
  }
  return out;
}

}  // namespace

std::optional<Form> fixed_form(const std::vector<Example>& examples, const std::vector<std::string>& names,
                               const std::vector<std::string_view>& page) {
  if (page.size() < 3 || examples[0].line.find('\n') != std::string_view::npos) return std::nullopt;
  const std::vector<std::string_view> in_columns = lines_in_columns(examples, page);
  if (in_columns.size() < 3 || in_columns.size() * 2 < page.size()) return std::nullopt;
  const std::vector<Column> columns = fixed_columns(in_columns);
  if (columns.size() < 2) return std::nullopt;
  std::map<size_t, uint32_t> field_of;
  for (const Example& example : examples) {
    const std::vector<uint32_t> chars = characters(example.line);
    for (const Place& place : example.places) {
      size_t at = 0;
      while (at < columns.size() && cell_of(example.line, chars, columns[at], at + 1 == columns.size()) != place.span) ++at;
      if (at == columns.size()) return std::nullopt;
      auto [known, fresh] = field_of.try_emplace(at, place.field);
      if (!fresh && known->second != place.field) return std::nullopt;
    }
  }
  Form form;
  for (size_t c = 0; c < columns.size(); ++c) {
    const bool last = c + 1 == columns.size();
    const auto field = field_of.find(c);
    const std::string name = field == field_of.end() ? "" : names[field->second] + "=";
    const uint32_t width = columns[c].end - columns[c].begin;
    // a column, and the blank that divides it from the next; a line may end before its last columns
    form.production += last ? name + "[^\\n]*" : fmt::format("{}[^\\n]{{{}}} ' ' ", name, width);
  }
  if (!reads_as_labelled(form, examples, names)) return std::nullopt;
  RuleReader reader(form.production);
  size_t read = 0, all = 0;
  for (std::string_view line : page) all += reader.reads(line);
  for (std::string_view line : in_columns) {
    if (!reader.reads(line)) continue;
    ++read;
    const std::vector<uint32_t> chars = characters(line);
    for (const auto& [column, field] : field_of)  // an empty cell that is not at the end would shift the others
      form.sure |= column + 1 < columns.size() && cell_of(line, chars, columns[column], false).empty();
  }
  form.read = double(all) / double(page.size());
  form.sure &= double(read) >= kReadsMost * double(in_columns.size());
  return form;
}

Head find_columns(const std::vector<std::string_view>& lines) {
  Head head;
  if (lines.size() < 3) return head;
  const std::vector<Column> columns = fixed_columns(lines);
  if (columns.size() < 2 || columns.size() > kMostColumns) return head;
  const std::vector<uint32_t> chars = characters(lines[0]);
  for (size_t c = 0; c < columns.size(); ++c) {
    const std::string_view name = cell_of(lines[0], chars, columns[c], c + 1 == columns.size()).of(lines[0]);
    if (std::none_of(name.begin(), name.end(), is_alpha)) return {};  // no line of names
    head.columns.push_back({lower_ascii(name), "text"});
  }
  bool numbers = false;  // below names stand values of another kind
  for (size_t i = 1; i < lines.size() && head.examples.size() < kHeadExamples; ++i) {
    const std::vector<uint32_t> places = characters(lines[i]);
    HeadLine one{uint32_t(i), {}};
    for (size_t c = 0; c < columns.size(); ++c)
      one.values.push_back(cell_of(lines[i], places, columns[c], c + 1 == columns.size()));
    numbers |= std::any_of(lines[i].begin(), lines[i].end(), is_digit);
    if (std::none_of(one.values.begin(), one.values.end(), [](Span s) { return s.empty(); }))
      head.examples.push_back(std::move(one));
  }
  if (head.examples.empty() || !numbers) return {};
  head.named = true;
  return head;
}

}  // namespace gleaner::lines
