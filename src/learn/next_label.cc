// See next_label.h. Reads parts of the labels alone and together, and looks where the readings split or
// contradict one.
#include "learn/next_label.h"

#include <algorithm>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "base/lists.h"
#include "base/text.h"
#include "learn/differences.h"
#include "learn/evaluate.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

struct Reading {
  wrap::WrapperPtr wrapper;
  std::vector<std::string> pages;  // read together
};

std::vector<Reading> readings_of(const Portfolio& portfolio, const std::vector<Contestant>& together,
                                 const std::vector<wrap::LabelledPage>& pages, wrap::LearnOptions options,
                                 const BudgetLimits& limits) {
  std::vector<Reading> out;
  options.also.clear();
  std::vector<std::string> names;
  for (const wrap::LabelledPage& page : pages) names.push_back(page.label.page);
  for (size_t i = 0; i < pages.size() && i < kReadAlone && pages.size() > 1; ++i) {
    Budget budget(limits);
    auto learned = portfolio.learn_first({pages[i]}, options, budget);
    if (learned.ok()) out.push_back({learned->wrapper, {names[i]}});
  }
  for (size_t i = 0; i < together.size() && i < kReadTogether; ++i)
    out.push_back({together[i].wrapper, names});
  return out;
}

// What the readings give for one field of one page.
struct Answer {
  std::string text;
  std::optional<Span> span;
  size_t readings = 0;
  std::vector<std::string> pages;  // read alone
};

std::vector<Answer> answers_on(const std::vector<std::vector<wrap::Record>>& given,
                               const std::vector<Reading>& readings, const std::string& field) {
  std::map<std::string, Answer> by_text;
  std::vector<std::string> order;
  for (size_t r = 0; r < readings.size(); ++r) {
    Answer one;
    wrap::for_each_leaf(given[r], [&](const std::string& path, const wrap::Value& v) {
      if (path == field && one.text.empty()) one.text = v.text, one.span = v.span;
    });
    const std::string key = collapse(one.text);
    auto [at, added] = by_text.try_emplace(key, one);
    if (added) order.push_back(key);
    ++at->second.readings;
    if (readings[r].pages.size() == 1) at->second.pages.push_back(readings[r].pages.front());
  }
  std::vector<Answer> out;
  for (const std::string& key : order) out.push_back(std::move(by_text[key]));
  std::ranges::stable_sort(out, std::ranges::greater{}, &Answer::readings);
  return out;
}

void place(NextLabel& next, const Document& page, const std::optional<Span>& span) {
  if (!span) return;
  next.line = page.line_column(span->begin).line;
  next.span = page.to_bytes(*span);
}

// The unlabelled page and field on which the readings are most evenly split.
std::optional<NextLabel> on_new_page(const std::vector<Reading>& readings,
                                     const std::vector<std::string>& fields,
                                     const std::vector<DocumentPtr>& also) {
  std::optional<NextLabel> best;
  size_t most = 0;
  for (size_t p = 0; p < also.size() && p < kAlsoPages; ++p) {
    std::vector<std::vector<wrap::Record>> given;
    for (const Reading& reading : readings) given.push_back(given_by(reading.wrapper, *also[p]));
    for (const std::string& field : fields) {
      const std::vector<Answer> answers = answers_on(given, readings, field);
      if (answers.size() < 2 || answers[1].readings <= most) continue;
      most = answers[1].readings;
      best = NextLabel{also[p]->name(),
                       field,
                       answers[0].text,
                       answers[1].text,
                       answers[0].pages,
                       answers[1].pages,
                       false,
                       0,
                       {}};
      place(*best, *also[p], answers[0].span ? answers[0].span : answers[1].span);
    }
  }
  return best;
}

// The labelled value that most readings of other pages contradict.
std::optional<NextLabel> on_labelled_page(const std::vector<Reading>& readings,
                                          const std::vector<wrap::LabelledPage>& pages) {
  std::optional<NextLabel> best;
  size_t most = 0;
  for (const wrap::LabelledPage& page : pages) {
    std::map<std::pair<std::string, std::string>, NextLabel> found;  // by field and what is given instead
    for (const Reading& reading : readings) {
      const bool own = reading.pages.size() == 1 && reading.pages.front() == page.label.page;
      if (own) continue;
      for (const Difference& d : differences(page.label, given_by(reading.wrapper, *page.document))) {
        if (d.field.empty() || !d.expected) continue;
        NextLabel& one = found[{d.field, d.got.value_or("")}];
        if (one.page.empty()) {
          one = {
              page.label.page, d.field, *d.expected, d.got.value_or(""), {page.label.page}, {}, true, 0, {}};
          place(one, *page.document, d.span);
        }
        if (reading.pages.size() == 1) one.like_rival.push_back(reading.pages.front());
        break;
      }
    }
    for (auto& [key, one] : found)
      if (one.like_rival.size() + 1 > most) most = one.like_rival.size() + 1, best = one;
  }
  return best;
}

std::string shown(const std::string& text) {
  if (text.empty()) return "nothing";
  return "\"" + text.substr(0, valid_utf8_prefix(text.substr(0, 80))) + "\"";
}

}  // namespace

std::string NextLabel::words() const {
  const std::string at = line ? fmt::format("{}:{}", page, line) : page;
  if (labelled) {
    const std::string others = like_rival.empty()
                                   ? "the rules of the other labels"
                                   : fmt::format("the rule of {}", fmt::join(like_rival, ", "));
    return fmt::format(
        "look at \"{}\" on {}: the label says {}, {} {} {}; if the label is right, label one more page like "
        "it (--also PAGE... names the best)",
        field, at, shown(text), others, like_rival.empty() ? "give" : "gives", shown(rival));
  }
  auto side = [](const std::string& said, const std::vector<std::string>& pages) {
    return pages.empty() ? shown(said) : fmt::format("{} (as on {})", shown(said), fmt::join(pages, ", "));
  };
  return fmt::format("label \"{}\" on {}: it is {} or {}", field, at, side(text, like),
                     side(rival, like_rival));
}

std::optional<NextLabel> next_label(const Portfolio& portfolio, const std::vector<Contestant>& together,
                                    const std::vector<wrap::LabelledPage>& given_pages,
                                    const wrap::LearnOptions& options, const BudgetLimits& limits) {
  std::vector<wrap::LabelledPage> pages = given_pages;
  put_in_order(pages);
  const std::vector<Reading> readings = readings_of(portfolio, together, pages, options, limits);
  if (readings.empty()) return std::nullopt;
  std::vector<std::string> fields;
  wrap::for_each_leaf(pages, [&](const std::string& field, const wrap::Value&) { add_new(fields, field); });
  if (auto next = on_new_page(readings, fields, options.also)) return next;
  return on_labelled_page(readings, pages);
}

}  // namespace gleaner::learn
