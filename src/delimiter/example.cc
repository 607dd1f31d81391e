// See example.h. Gaps are cut here, and a finished wrapper is tried on the examples.
#include "delimiter/example.h"

#include <algorithm>

#include "delimiter/match.h"

namespace gleaner::delimiter {

ExampleSet::ExampleSet(std::vector<Example> pages, size_t attributes, bool nested)
    : pages_(std::move(pages)), attributes_(attributes) {
  for (uint32_t page = 0; page < pages_.size(); ++page) {
    const Example& example = pages_[page];
    reversed_.push_back(Suffixes::reverse(example.text));
    if (example.items.empty()) {
      empty_.push_back(page);
      continue;
    }
    auto rivals_after = [&](uint32_t attribute) {
      return nested ? uint32_t(std::min<size_t>(attribute + 2, attributes_)) : uint32_t(0);
    };
    uint32_t from = 0, rivals = 1;
    int64_t place = -1;  // of the item before: tuple * K + attribute
    for (size_t i = 0; i < example.items.size(); ++i) {
      const Item& item = example.items[i];
      const bool neighbours =
          !example.partial || place + 1 == int64_t(example.tuple[i] * attributes_ + item.attribute);
      if (neighbours)
        (place < 0 ? heads_ : gaps_).push_back({page, from, item.span.begin, item.attribute, rivals});
      from = item.span.end;
      rivals = rivals_after(item.attribute);
      place = example.partial ? int64_t(example.tuple[i] * attributes_ + item.attribute) : 0;
    }
    if (!example.partial || place + 1 == int64_t(example.tuples * attributes_))
      tails_.push_back({page, from, nested ? rivals : 1});
  }
}

ExampleSet ExampleSet::collapsed() const {
  ExampleSet tuples = *this;
  tuples.attributes_ = 1;
  std::erase_if(tuples.gaps_, [](const Gap& gap) { return gap.attribute != 0; });
  for (Gap& gap : tuples.gaps_) gap.rivals = 1;
  return tuples;
}

static bool stands(const std::string& what, std::string_view text, size_t from, size_t to) {
  return text.substr(0, to).find(what, from) != std::string_view::npos;
}

// First one, then the other from there on.
static bool stand(const std::string& one, const std::string& other, std::string_view text, size_t from,
                  size_t to) {
  const size_t at = text.substr(0, to).find(one, from);
  return at != std::string_view::npos && stands(other, text, at, to);
}

bool fits(const Program& program, const ExampleSet& examples, std::vector<Item>& items) {
  const Delimiters& w = program.delimiters();
  for (const Example& page : examples.pages()) {
    items.clear();
    const Outcome outcome = program.run(
        page.text, items,
        (page.partial ? page.tuples : page.items.size()) * examples.attributes() + examples.attributes() + 1);
    if (outcome.end == Outcome::End::cut_off || outcome.end == Outcome::End::endless ||
        outcome.end == Outcome::End::stopped)
      return false;
    if (page.partial) {
      if (items.size() != page.tuples * examples.attributes()) return false;
      for (size_t i = 0; i < page.items.size(); ++i)
        if (items[page.tuple[i] * examples.attributes() + page.items[i].attribute] != page.items[i])
          return false;
      continue;
    }
    if (items != page.items) return false;
    if (page.items.empty()) continue;
    const uint32_t head = page.items.front().span.begin, tail = page.items.back().span.end;
    const size_t end = page.text.size();
    if (has_head_tail(w.kind) &&
        (!stands(w.head, page.text, 0, head) || !stands(w.tail, page.text, tail, end)))
      return false;
    if (!has_open_close(w.kind)) continue;
    if (!stand(w.head, w.open, page.text, 0, head) || !stands(w.close, page.text, tail, end)) return false;
    for (size_t i = 1; i < page.items.size(); ++i) {
      if (page.items[i].attribute != 0) continue;
      const uint32_t from = page.items[i - 1].span.end, to = page.items[i].span.begin;
      if (!stand(w.close, w.open, page.text, from, to)) return false;
    }
  }
  return true;
}

}  // namespace gleaner::delimiter
