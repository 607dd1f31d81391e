// See explain.h. Cells with their rules, the examples they are like, and as text.
#include "learn/explain.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"

namespace gleaner::learn {
namespace {

constexpr size_t kLineShown = 160;
constexpr size_t kVotersShown = 4;

// The part of a source line around one of its bytes, cut to a readable length on both sides.
std::string cut_around(std::string_view line, size_t at) {
  if (line.size() <= kLineShown) return std::string(trim(line));
  size_t from = at > kLineShown / 2 ? at - kLineShown / 2 : 0;
  while (from && from < line.size() && is_utf8_tail(line[from])) --from;
  size_t length = std::min(kLineShown, line.size() - from);
  while (from + length < line.size() && is_utf8_tail(line[from + length])) ++length;
  std::string cut(trim(line.substr(from, length)));
  return (from ? "..." : "") + cut + (from + length < line.size() ? "..." : "");
}

// Where places stand. Neighbouring cells are mostly of one line, which is then looked up once.
class Lines {
 public:
  explicit Lines(const Document& page) : page_(page) {}
  void find(uint32_t at, ExplainedCell& cell) {
    if (!number_ || at < begin_ || at > begin_ + line_.size()) {
      line_ = page_.line(at);
      begin_ = size_t(line_.data() - page_.text().data());
      number_ = page_.line_column(uint32_t(begin_)).line;
    }
    cell.line_number = number_;
    cell.line = cut_around(line_, std::min<size_t>(at - begin_, line_.size()));
  }

 private:
  const Document& page_;
  std::string_view line_;
  size_t begin_ = 0;
  uint32_t number_ = 0;
};

class Explainer {
 public:
  Explainer(const wrap::Wrapper* wrapper, const Document& page, const ExplainOptions& options)
      : wrapper_(wrapper), page_(page), options_(options), lines_(page) {}

  void expect(size_t records) {
    if (wrapper_) cells_.reserve(records * wrapper_->schema().fields.size());
  }

  void record(const wrap::Record& record, size_t number) {
    record_ = &record;
    number_ = number;
    wrap::for_each_leaf(record, [&](const std::string& path, const wrap::Value& v) {
      if (wanted(path)) text(v, path);
    });
    if (!wrapper_) return;
    for (const wrap::FieldSchema& field : wrapper_->schema().fields) {
      const wrap::Value* value = record.find(field.name);
      if (wanted(field.name) && (!value || value->is_absent())) absent(field.name);
    }
  }
  std::vector<ExplainedCell> take() { return std::move(cells_); }

 private:
  bool wanted(const std::string& path) const {
    return options_.field.empty() || path == options_.field || path.starts_with(options_.field + ".");
  }

  void text(const wrap::Value& v, const std::string& path) {
    ExplainedCell& cell = cells_.emplace_back();
    cell.record = number_;
    cell.field = path;
    cell.text = v.text;
    cell.span = v.span ? v.span : v.places.empty() ? std::nullopt : std::optional<Span>(v.places.front());
    if (cell.span) lines_.find(cell.span->begin, cell);
    if (wrapper_) rule(v, cell);
    else if (!v.span && v.places.size() > 1)
      cell.words =
          fmt::format("this text stands in {} places, here is the first; learning finds out which is meant",
                      v.places.size());
  }

  void rule(const wrap::Value& v, ExplainedCell& cell) {
    const auto& rules = wrapper_->rules();
    if (v.rule && v.rule < rules.size()) {
      cell.rule = rules[v.rule].id;
      cell.words = rules[v.rule].words;
      cell.example = rules[v.rule].example;
    }
    if (!options_.field.empty() ||
        cell.words.empty()) {  // the family's own, longer account, when asked for one field
      wrap::Explanation why = explainer().explain(record_, cell.field, &v);
      if (cell.words.empty()) cell.words = why.words;
      cell.voters = why.voters;
    }
  }

  void absent(const std::string& field) {
    ExplainedCell cell;
    cell.record = number_;
    cell.field = field;
    cell.absent = true;
    wrap::Explanation why = explainer().explain(record_, field);
    cell.words = why.words;
    cell.voters = why.voters;
    cell.near_miss = why.near_miss;
    cell.failed = why.failed;
    if (cell.near_miss) lines_.find(cell.near_miss->begin, cell);
    cells_.push_back(std::move(cell));
  }

  wrap::PageExplainer& explainer() {
    if (!explainer_) explainer_ = wrapper_->explainer(page_);
    return *explainer_;
  }

  const wrap::Wrapper* wrapper_;
  const Document& page_;
  const ExplainOptions& options_;
  std::unique_ptr<wrap::PageExplainer> explainer_;  // made when the first cell needs it
  Lines lines_;
  const wrap::Record* record_ = nullptr;
  size_t number_ = 0;
  std::vector<ExplainedCell> cells_;
};

}  // namespace

std::vector<ExplainedCell> explain(const wrap::Wrapper& wrapper, const Document& page,
                                   const std::vector<wrap::Record>& records, const ExplainOptions& options) {
  Explainer explainer(&wrapper, page, options);
  explainer.expect(options.record ? 1 : records.size());
  for (size_t i = 0; i < records.size(); ++i)
    if (!options.record || options.record == i + 1) explainer.record(records[i], i + 1);
  if (records.empty()) {
    wrap::Record none;  // what is missing is all of it
    explainer.record(none, 0);
  }
  return explainer.take();
}

std::vector<ExplainedCell> cells_of(const Document& page, const std::vector<wrap::Record>& records) {
  ExplainOptions all;
  Explainer explainer(nullptr, page, all);
  for (size_t i = 0; i < records.size(); ++i) explainer.record(records[i], i + 1);
  return explainer.take();
}

std::string line_around(const Document& page, uint32_t at) {
  const std::string_view line = page.line(at);
  return cut_around(line, std::min(size_t(page.text().data() + at - line.data()), line.size()));
}

static double unlikeness(const std::set<std::string_view>& a, const std::set<std::string_view>& b) {
  size_t both = 0;
  for (std::string_view word : a) both += b.contains(word);
  const size_t either = a.size() + b.size() - both;
  return either ? 1 - double(both) / double(either) : 0;
}

// Rules that vote are often one rule in many guises. Shown are the first and, one after the other, those
// least like any shown before.
static std::vector<std::string> few_of(const std::vector<std::string>& voters) {
  if (voters.size() <= kVotersShown + 1) return voters;
  std::vector<std::set<std::string_view>> words_of;
  for (const std::string& voter : voters) {
    const auto list = words(voter);
    words_of.emplace_back(list.begin(), list.end());
  }
  std::vector<size_t> shown{0};
  std::vector<double> unlike(voters.size(), 2);  // the nearest one shown
  while (shown.size() < kVotersShown) {
    for (size_t i = 0; i < voters.size(); ++i)
      unlike[i] = std::min(unlike[i], unlikeness(words_of[i], words_of[shown.back()]));
    shown.push_back(size_t(std::ranges::max_element(unlike) - unlike.begin()));
  }
  std::ranges::sort(shown);
  std::vector<std::string> out;
  for (size_t i : shown) out.push_back(voters[i]);
  out.push_back(fmt::format("and {} more like these (--json lists all)", voters.size() - shown.size()));
  return out;
}

std::string format_text(const ExplainedCell& cell, const Document& page) {
  std::string out;
  auto line = [&](std::string_view name, std::string_view text) {
    if (!text.empty()) out += fmt::format("  {:<9}{}\n", name, text);
  };
  if (cell.absent) {
    out = fmt::format("{}{} is absent\n", cell.record ? fmt::format("record {} ", cell.record) : "",
                      cell.field);
    line("rule", cell.words);
    if (cell.near_miss) {
      line("nearest", fmt::format("{} line {}:  {}", collapse(page.text(*cell.near_miss)).substr(0, 80),
                                  cell.line_number, cell.line));
      line("but", cell.failed);
    }
    return out;
  }
  out = fmt::format("record {} {}: {}\n", cell.record, cell.field, cell.text);
  if (cell.span) {
    Span bytes = page.to_bytes(*cell.span);
    line("where",
         fmt::format("bytes {}-{}, line {}:  {}", bytes.begin, bytes.end, cell.line_number, cell.line));
  }
  line("because", cell.words + (cell.rule.empty() ? "" : fmt::format("   (rule {})", cell.rule)));
  line("like", cell.example);
  if (cell.voters.size() > 1)
    line("voters", fmt::format("{}", fmt::join(few_of(cell.voters), "\n           ")));
  return out;
}

std::string format_json(const ExplainedCell& cell, const Document& page) {
  std::string out = fmt::format("{{\"record\": {}, \"field\": {}", cell.record, json::quote(cell.field));
  auto text = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) out += fmt::format(", \"{}\": {}", name, json::quote(value));
  };
  auto place = [&](std::string_view name, const std::optional<Span>& span) {
    if (!span) return;
    Span bytes = page.to_bytes(*span);
    out += fmt::format(", \"{}\": [{}, {}], \"line\": {}", name, bytes.begin, bytes.end, cell.line_number);
  };
  if (cell.absent) out += ", \"absent\": true";
  else out += ", \"text\": " + json::quote(cell.text);
  place("span", cell.absent ? std::nullopt : cell.span);
  place("near_miss", cell.near_miss);
  text("source", cell.line);
  text("rule", cell.rule);
  text("words", cell.words);
  text("failed", cell.failed);
  text("example", cell.example);
  if (!cell.voters.empty()) {
    out += ", \"voters\": [";
    for (size_t i = 0; i < cell.voters.size(); ++i) out += (i ? ", " : "") + json::quote(cell.voters[i]);
    out += "]";
  }
  return out + "}";
}

}  // namespace gleaner::learn
