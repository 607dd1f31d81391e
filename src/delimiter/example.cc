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
    for (const Item& item : example.items) {
      Gap gap{page, from, item.span.begin, item.attribute, rivals};
      (&item == &example.items.front() ? heads_ : gaps_).push_back(gap);
      from = item.span.end;
      rivals = rivals_after(item.attribute);
    }
    tails_.push_back({page, from, nested ? rivals : 1});
  }
}

ExampleSet ExampleSet::collapsed() const {
  std::vector<Example> pages;
  for (const Example& page : pages_) {
    Example one{page.text, {}};
    for (const Item& item : page.items) {
      if (item.attribute == 0) one.items.push_back({0, item.span});
      one.items.back().span.end = item.span.end;
    }
    pages.push_back(std::move(one));
  }
  return ExampleSet(std::move(pages), 1, true);
}

namespace {

bool stands(const std::string& what, std::string_view text, size_t from, size_t to) {
  return text.substr(0, to).find(what, from) != std::string_view::npos;
}

// First one, then the other from there on.
bool stand(const std::string& one, const std::string& other, std::string_view text, size_t from, size_t to) {
  const size_t at = text.substr(0, to).find(one, from);
  return at != std::string_view::npos && stands(other, text, at, to);
}

}  // namespace

bool fits(const Program& program, const ExampleSet& examples, std::vector<Item>& items) {
  const Delimiters& w = program.delimiters();
  for (const Example& page : examples.pages()) {
    items.clear();
    const Outcome outcome = program.run(page.text, items, page.items.size() + examples.attributes() + 1);
    if (outcome.end == Outcome::End::cut_off || outcome.end == Outcome::End::endless || outcome.end == Outcome::End::stopped)
      return false;
    if (items != page.items) return false;
    if (page.items.empty()) continue;
    const uint32_t head = page.items.front().span.begin, tail = page.items.back().span.end;
    const size_t end = page.text.size();
    if (has_head_tail(w.kind) && (!stands(w.head, page.text, 0, head) || !stands(w.tail, page.text, tail, end))) return false;
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
