// See labelled.h.
#include "lines/labelled.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/shorten.h"
#include "base/text.h"
#include "lines/weights.h"

namespace gleaner::lines {
namespace {

constexpr size_t kMostLines = 60;  // of one record

struct Asked {
  const std::vector<wrap::Field>* fields;
  size_t number;  // in the label, from 1
  std::vector<Wanted> wanted;
  std::vector<LabelledLine> candidates;
};

// The column of a name: behind the column that the record has before it.
class Columns {
 public:
  void add(const std::vector<wrap::Field>& fields) {
    size_t at = 0;
    for (const wrap::Field& field : fields) {
      if (field.value.is_list() || field.value.is_record()) continue;
      auto known = std::ranges::find(names, field.name);
      if (known == names.end())
        known = names.insert(names.begin() + ptrdiff_t(std::min(at, names.size())), field.name);
      at = size_t(known - names.begin()) + 1;
    }
  }
  uint32_t index(const std::string& name) const {
    return uint32_t(std::ranges::find(names, name) - names.begin());
  }
  std::vector<std::string> names;
};

class Finder {
 public:
  Finder(const PageLines& page, const std::string& name, LabelledLines& out)
      : page_(page), name_(name), out_(out) {}

  void run(const std::vector<const std::vector<wrap::Field>*>& records, const Columns& columns) {
    std::vector<Asked> asked;
    for (size_t i = 0; i < records.size(); ++i) {
      Asked one{records[i], i + 1, {}, {}};
      for (const wrap::Field& field : *records[i])
        if (field.value.is_text() && !trim(field.value.text).empty())
          one.wanted.push_back(
              {columns.index(field.name), collapse(field.value.text), place_of(field.value)});
      if (one.wanted.empty()) continue;
      find_candidates(one);
      if (one.candidates.empty()) find_windows(one);
      if (one.candidates.empty()) report(one);
      else asked.push_back(std::move(one));
    }
    std::ranges::stable_sort(asked, [](const Asked& a, const Asked& b) {
      return std::pair(a.candidates[0].line, a.wanted[0].text) <
             std::pair(b.candidates[0].line, b.wanted[0].text);
    });
    for (Asked& one : asked) take(one);
  }

 private:
  std::optional<Span> place_of(const wrap::Value& value) const {
    Span at;
    if (!value.span || !page_.from_page(*value.span, at)) return std::nullopt;
    return at;
  }

  // Spans of wanted texts relative to the unit that begins at `begin`; false if one lies outside.
  static bool shift(std::vector<Wanted>& wanted, Span unit) {
    for (Wanted& one : wanted) {
      if (!one.span) continue;
      if (!unit.contains(*one.span)) return false;
      one.span = Span{one.span->begin - unit.begin, one.span->end - unit.begin};
    }
    return true;
  }

  std::optional<LabelledLine> try_unit(const Asked& one, size_t first, size_t count) const {
    const Span unit{page_.lines()[first].begin, page_.lines()[first + count - 1].end};
    LabelledLine made{&page_, first, count, unit.of(page_.text()), one.wanted, {}};
    if (!shift(made.wanted, unit)) return std::nullopt;
    made.placements = locate(made.text, made.wanted);
    if (made.placements.empty()) return std::nullopt;
    return made;
  }

  void find_candidates(Asked& one) const {
    for (size_t i = 0; i < page_.lines().size() && one.candidates.size() < kLinesTried; ++i)
      if (auto made = try_unit(one, i, 1)) one.candidates.push_back(std::move(*made));
    keep_best(one.candidates);
  }

  // The fewest lines in a row that hold all texts.
  void find_windows(Asked& one) const {
    const size_t lines = page_.lines().size();
    for (size_t count = 2; count <= std::min(kMostLines, lines) && one.candidates.empty(); ++count)
      for (size_t first = 0; first + count <= lines && one.candidates.size() < kLinesTried; ++first) {
        if (!begins(one, page_.lines()[first].of(page_.text()))) continue;
        if (auto made = try_unit(one, first, count)) one.candidates.push_back(std::move(*made));
      }
    keep_best(one.candidates);
  }

  // A record of several lines begins with a line that holds the first word of one of its texts.
  static bool begins(const Asked& one, std::string_view line) {
    return std::ranges::any_of(one.wanted, [&](const Wanted& wanted) {
      return line.find(std::string_view(wanted.text).substr(0, wanted.text.find(' '))) !=
             std::string_view::npos;
    });
  }

  static void keep_best(std::vector<LabelledLine>& candidates) {
    double least = 1e9;
    for (const LabelledLine& c : candidates) least = std::min(least, c.placements[0].edges);
    std::erase_if(candidates, [&](const LabelledLine& c) { return c.placements[0].edges > least + 1e-9; });
  }

  void take(Asked& one) {
    for (LabelledLine& candidate : one.candidates)
      if (taken_.insert(candidate.line).second) {
        out_.lines.push_back(std::move(candidate));
        return;
      }
    Diagnostic why = error(
        Code::bad_input,
        fmt::format("record {}: other records are labelled on every line that holds its texts", one.number),
        Where{.file = name_}, "is the record labelled twice?");
    out_.problems.push_back(std::move(why));
  }

  // Which texts do not stand together, and where the nearest line is.
  void report(const Asked& one) const {
    size_t best = 0, best_count = 0;
    for (size_t i = 0; i < page_.lines().size(); ++i) {
      const std::string_view line = page_.lines()[i].of(page_.text());
      size_t count = 0;
      for (const Wanted& wanted : one.wanted) count += !occurrences(line, wanted.text, 1).empty();
      if (count > best_count) best = i, best_count = count;
    }
    std::string missing;
    for (size_t w = 0; w < one.wanted.size(); ++w)
      if (occurrences(page_.lines().empty() ? "" : page_.lines()[best].of(page_.text()), one.wanted[w].text,
                      1)
              .empty())
        missing += fmt::format("{}\"{}\"", missing.empty() ? "" : ", ", shortened(one.wanted[w].text, 40));
    Where where{.file = name_, .line = uint32_t(best + 1)};
    out_.problems.push_back(
        error(Code::bad_input,
              fmt::format("record {}: its texts stand in no line together, in order and without overlap",
                          one.number),
              where,
              missing.empty() ? "two fields are labelled with the same text, which stands there once"
                              : fmt::format("line {} holds most of them, but not {}", best + 1, missing)));
  }

  const PageLines& page_;
  const std::string& name_;
  LabelledLines& out_;
  std::set<size_t> taken_;
};

}  // namespace

LabelledLines find_labelled(const PageLines& page,
                            const std::vector<const std::vector<wrap::Field>*>& records,
                            const std::string& page_name) {
  LabelledLines out;
  Columns columns;
  for (const auto* fields : records) columns.add(*fields);
  Finder(page, page_name, out).run(records, columns);
  out.fields = std::move(columns.names);
  return out;
}

LabelledLines find_labelled(const std::vector<wrap::LabelledPage>& pages) {
  LabelledLines out;
  Columns columns;
  // columns by the fullest record first: the order of labels changes nothing
  std::vector<const wrap::Record*> longest;
  for (const wrap::LabelledPage& page : pages)
    for (const wrap::Record& record : page.label.records) longest.push_back(&record);
  auto key = [](const wrap::Record* r) {
    std::string names;
    for (const wrap::Field& field : r->fields) names += field.name + '\n';
    return names;
  };
  std::ranges::stable_sort(longest, [&](const wrap::Record* a, const wrap::Record* b) {
    if (a->fields.size() != b->fields.size()) return a->fields.size() > b->fields.size();
    return key(a) < key(b);
  });
  for (const wrap::Record* record : longest) columns.add(record->fields);
  for (const wrap::LabelledPage& page : pages) {
    std::vector<const std::vector<wrap::Field>*> records;
    for (const wrap::Record& record : page.label.records) records.push_back(&record.fields);
    Finder(page.document->view<PageLines>(), page.label.page, out).run(records, columns);
  }
  out.fields = std::move(columns.names);
  return out;
}

}  // namespace gleaner::lines
