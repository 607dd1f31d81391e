// See survey.h.
#include "lines/survey.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "base/text.h"
#include "lines/columns.h"
#include "lines/grammar_text.h"
#include "lines/learner.h"
#include "lines/page_lines.h"
#include "lines/weights.h"

namespace gleaner::lines {
namespace {

using Lines = std::vector<std::string_view>;

Lines some_of(const Lines& all, const std::vector<uint32_t>& numbers, size_t most) {
  Lines out;
  const size_t step = std::max<size_t>(1, numbers.size() / most);
  for (size_t i = 0; i < numbers.size() && out.size() < most; i += step) out.push_back(all[numbers[i]]);
  return out;
}

// How a line begins, roughly: digits, letters and marks of its first two words.
// Lines of one program begin alike.
std::string beginning(std::string_view line) {
  std::string out;
  size_t words = 0;
  for (char c : line) {
    if (is_space(c) && ++words == 2) break;
    const char kind = is_digit(c) ? '0' : is_letter_byte(c) ? 'a' : c;
    if (out.empty() || out.back() != kind) out += kind;
  }
  return out;
}

// Columns that lines have in common, and the lines they were found in.
struct Shared {
  Head head;
  Lines lines;
  std::optional<Form> form;  // fixed columns
  bool comments = false;     // there are others that begin with "#": they are none of these
};

bool is_comment(std::string_view line) { return line.starts_with('#'); }

// The head of most lines, comments left out; where they have none in common, that of the most that begin
// alike.
Shared shared_by(const Lines& lines) {
  Lines plain = lines;
  std::erase_if(plain, is_comment);
  if (plain.size() < lines.size() && plain.size() >= kLeastRegion)
    if (Shared found = shared_by(plain); !found.head.columns.empty()) {
      found.comments = true;
      return found;
    }
  NamedColumns named = find_columns(lines);
  if (!named.head.columns.empty()) {
    for (HeadLine& example : named.head.examples) example.line -= uint32_t(named.names);
    return {std::move(named.head), Lines(lines.begin() + ptrdiff_t(named.names), lines.end()),
            std::move(named.form)};
  }
  if (Head head = find_head(lines); !head.columns.empty()) return {std::move(head), lines, {}};
  std::map<std::string, Lines> groups;
  for (std::string_view line : lines) groups[beginning(line)].push_back(line);
  std::vector<const Lines*> order;
  for (const auto& [key, members] : groups)
    if (members.size() >= kLeastRegion) order.push_back(&members);
  std::ranges::stable_sort(order, [](const Lines* a, const Lines* b) { return a->size() > b->size(); });
  for (const Lines* members : order)
    if (Head head = find_head(*members); !head.columns.empty()) return {std::move(head), *members, {}};
  return {};
}

LabelledLines labelled_by(const Shared& shared) {
  LabelledLines out;
  for (const HeadColumn& column : shared.head.columns) out.fields.push_back(column.name);
  if (shared.head.named) out.heads.emplace_back(shared.lines[0]);
  for (const HeadLine& example : shared.head.examples) {
    LabelledLine line;
    line.text = shared.lines[example.line];
    Placement placement;
    for (uint32_t c = 0; c < example.values.size(); ++c)
      if (!example.values[c].empty()) {
        placement.places.push_back({c, example.values[c]});
        line.wanted.push_back({c, std::string(example.values[c].of(line.text)), example.values[c]});
      }
    std::ranges::sort(placement.places,
                      [](const FieldSpan& a, const FieldSpan& b) { return a.span.begin < b.span.begin; });
    line.placements = {std::move(placement)};
    out.lines.push_back(std::move(line));
  }
  return out;
}

constexpr const char* kComment = "Found without labels.";

HashLines hash_lines_of(const Shared& shared) {
  return shared.comments ? HashLines::comments : HashLines::records;
}

Result<std::shared_ptr<const LinesWrapper>> grammar_for(const Shared& shared) {
  if (!shared.form)
    return grammar_of(labelled_by(shared), shared.lines, kComment, nullptr, hash_lines_of(shared));
  LineGrammar grammar;
  grammar.hash_lines = hash_lines_of(shared);
  grammar.comment = kComment;
  grammar.kinds = {shared.form->production};
  grammar.heads = {std::string(shared.lines[0])};
  std::vector<std::string> fields;
  for (const HeadColumn& column : shared.head.columns) fields.push_back(column.name);
  Names names;
  add_renamed(variables_of(fields), fields, names);
  return LinesWrapper::make(grammar.text(), std::move(names));
}

// The messages of the region's lines, and which lines it reads at all. `names`: the
// line that names the columns.
void read_region(LineRegion& region, const Lines& lines, const std::vector<uint32_t>& numbers,
                 std::vector<uint32_t>& left, std::string_view names = {}, bool comments = false) {
  LineReader reader(*region.wrapper);
  const std::string& last = region.columns.back().name;
  const bool has_message = region.columns.back().type == "text";
  Lines messages;
  for (uint32_t number : numbers) {
    const bool none = lines[number] == names || (comments && is_comment(lines[number]));
    const auto fields = none ? std::nullopt : reader.read(lines[number]);
    if (!fields) {
      left.push_back(number);
      continue;
    }
    region.lines.push_back(number);
    std::string_view message = has_message ? std::string_view() : lines[number];
    for (const auto& [name, span] : *fields)
      if (has_message && name == last) message = span.of(lines[number]);
    messages.push_back(message);
  }
  region.kinds = group_kinds(messages);
}

}  // namespace

Survey survey(const std::vector<DocumentPtr>& pages, Budget& budget) {
  Survey out;
  for (const DocumentPtr& page : pages) {
    const PageLines& view = page->view<PageLines>();
    for (const Span& line : view.lines())
      if (!trim(line.of(view.text())).empty()) out.lines.push_back(line.of(view.text()));
  }
  std::vector<uint32_t> left(out.lines.size());
  std::iota(left.begin(), left.end(), 0u);
  while (out.regions.size() < kMostRegions && left.size() >= kLeastRegion &&
         budget.spend_steps(left.size())) {
    const Shared shared = shared_by(some_of(out.lines, left, kSurveyLines));
    if (shared.head.columns.empty()) break;
    auto wrapper = grammar_for(shared);
    if (!wrapper.ok()) break;
    LineRegion region;
    region.wrapper = *wrapper;
    region.columns = shared.head.columns;
    std::vector<uint32_t> rest;
    read_region(region, out.lines, left, rest, shared.head.named ? shared.lines[0] : std::string_view(),
                shared.comments);
    if (region.lines.size() < kLeastRegion) break;
    out.regions.push_back(std::move(region));
    left = std::move(rest);
  }
  std::ranges::stable_sort(
      out.regions, [](const LineRegion& a, const LineRegion& b) { return a.lines.size() > b.lines.size(); });
  if (out.regions.empty() && !left.empty()) {  // nothing in common: a line is a message
    auto wrapper = LinesWrapper::make(
        "strict rule line is message=[^\\n]+ end\n\nrule log is (lines += line() '\\n' | '\\n')* end\n", {});
    LineRegion region;
    region.wrapper = *wrapper;
    region.columns = {{"message", "text"}};
    std::vector<uint32_t> rest;
    read_region(region, out.lines, left, rest);
    out.regions.push_back(std::move(region));
    left = std::move(rest);
  }
  out.rest = std::move(left);
  return out;
}

}  // namespace gleaner::lines
