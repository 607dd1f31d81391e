// See ranges.h. The two linear passes, and the reasons given where no delimiter is left.
#include "delimiter/ranges.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/budget.h"
#include "base/terminal.h"
#include "base/text.h"

namespace gleaner::delimiter {

// No delimiter is longer. On a page that repeats itself the text behind one value is that behind all others,
// to the end of the page: without this, comparing them would be quadratic.
constexpr size_t kLongestRight = 64 * 1024;

std::string show(std::string_view text, size_t limit) {
  if (text.size() <= limit) return show_controls(in_quotes(text));
  return show_controls(in_quotes(text.substr(0, whole_characters(text, limit)))) + "...";
}

std::string show_end(std::string_view text, size_t limit) {
  if (text.size() <= limit) return show_controls(in_quotes(text));
  return "..." + show_controls(in_quotes(text.substr(whole_characters(text, text.size() - limit))));
}

Range right_range(const ExampleSet& examples, uint32_t attribute) {
  Range range;
  std::string_view longest;
  size_t within = std::string_view::npos;
  bool first = true;
  Pulse pulse(Budget::current(), 16);
  auto each = [&](auto&& visit) {
    for (uint32_t page = 0; page < examples.size(); ++page) {
      const std::vector<Item>& items = examples.items(page);
      for (size_t i = 0; i < items.size() && pulse.beat(); ++i)
        if (items[i].attribute == attribute)
          visit(page, items[i].span,
                i + 1 < items.size() ? size_t(items[i + 1].span.begin) : examples.text(page).size());
    }
  };
  each([&](uint32_t page, Span span, size_t next) {
    const std::string_view behind = examples.text(page).substr(span.end, kLongestRight);
    within = std::min(within, next - span.end);
    if (first) {
      longest = behind;
      range.one = range.other = {page, span};
      first = false;
      return;
    }
    const size_t common = common_prefix(longest, behind);
    if (common < longest.size()) {
      longest = longest.substr(0, common);
      range.other = {page, span};
      range.bounded = true;
    }
  });
  const std::string_view whole = examples.text(range.one.page).substr(range.one.span.end);
  longest = longest.substr(0, whole_characters(whole, longest.size()));
  range.longest = longest;
  range.within = std::min(within, longest.size());
  const Prefixes prefixes(longest);
  each([&](uint32_t page, Span span, size_t) {
    if (span.empty()) return;
    const size_t early = prefixes.longest(examples.text(page), span.begin, span.end) + 1;
    if (early > range.least) range.least = early, range.early = {page, span};
  });
  return range;
}

Range left_range(const ExampleSet& examples, uint32_t attribute, bool heads_count) {
  Range range;
  std::string_view longest;
  bool first = true;
  auto each = [&](const std::vector<Gap>& gaps, auto&& visit) {
    for (const Gap& gap : gaps)
      if (gap.attribute == attribute) visit(gap);
  };
  auto narrow = [&](const Gap& gap) {
    const std::string_view before = examples.text(gap.page).substr(gap.from, gap.to - gap.from);
    const PageSpan place{gap.page, {gap.from, gap.to}};
    if (first) {
      longest = before;
      range.one = range.other = place;
      first = false;
      return;
    }
    const size_t common = common_suffix(longest, before);
    if (common < longest.size()) {
      longest = longest.substr(longest.size() - common);
      range.other = place;
      range.bounded = true;
    }
  };
  each(examples.heads(), narrow);
  each(examples.gaps(), narrow);
  while (inside_character(longest, 0)) longest.remove_prefix(1);
  range.longest = longest;
  range.within = longest.size();
  const Suffixes suffixes(longest);
  auto raise = [&](const Gap& gap) {
    if (gap.from == gap.to) return;
    const size_t early = suffixes.longest(examples.reversed(gap.page), gap.from, gap.to - 1) + 1;
    if (early > range.least) range.least = early, range.early = {gap.page, {gap.from, gap.to}};
  };
  if (heads_count) each(examples.heads(), raise);
  each(examples.gaps(), raise);
  return range;
}

Reason explain_right(const ExampleSet& examples, uint32_t attribute, const Range& range) {
  auto value = [&](const PageSpan& p) { return show(p.span.of(examples.text(p.page))); };
  auto behind = [&](const PageSpan& p) { return show(examples.text(p.page).substr(p.span.end), 24); };
  Reason why{int(attribute), {}, {range.one, range.other}};
  const std::string here = fmt::format("behind {} stands {}", value(range.one), behind(range.one));
  if (range.longest.empty()) {
    why.words = range.bounded ? fmt::format("no text stands behind every value: {}, behind {} stands {}",
                                            here, value(range.other), behind(range.other))
                              : fmt::format("nothing stands behind the value {} at the end of the page",
                                            value(range.other));
    return why;
  }
  why.words = fmt::format("the text behind every value, {}, is found too early: it begins inside {}",
                          show(range.longest), value(range.early));
  if (range.bounded)
    why.words += fmt::format(", and no longer text is common ({}; behind {} stands {})", here,
                             value(range.other), behind(range.other));
  why.places.push_back(range.early);
  return why;
}

Reason explain_left(const ExampleSet& examples, uint32_t attribute, const Range& range) {
  auto before = [&](const PageSpan& p) { return show_end(p.span.of(examples.text(p.page)), 32); };
  Reason why{int(attribute), {}, {range.one, range.other}};
  if (range.longest.empty()) {
    why.words =
        range.bounded
            ? fmt::format("no text stands before every value: {} here, {} there", before(range.one),
                          before(range.other))
            : fmt::format(
                  "nothing stands between the value and the one before it, which has a right delimiter "
                  "but no end of its own");
    return why;
  }
  // The whole common text stands too early: there, and what follows it.
  const std::string_view text = examples.text(range.early.page);
  const size_t at = text.find(range.longest, range.early.span.begin);
  const PageSpan early{range.early.page, {uint32_t(at), uint32_t(at + range.longest.size())}};
  why.words = fmt::format("the text before every value, {}, also stands before {}, which is none",
                          show_end(range.longest), show(text.substr(early.span.end), 24));
  if (range.bounded)
    why.words +=
        fmt::format("; no longer text is common ({} here, {} there)", before(range.one), before(range.other));
  why.places.push_back(early);
  return why;
}

}  // namespace gleaner::delimiter
