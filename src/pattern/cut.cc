// Follows the measured choice: separators before constants when there is only one example, unless the
// constant ends like a label.
#include "pattern/cut.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>

#include "base/json.h"
#include "base/text.h"
#include "pattern/condition.h"
#include "pattern/forms.h"
#include "pattern/weights.h"

namespace gleaner::pattern {

std::vector<Cut::Part> Cut::parts(std::string_view text) const {
  std::vector<Part> out;
  if (how != How::split) {
    if (auto one = apply(text)) out.push_back(*one);
    return out;
  }
  size_t at = !b.empty() && text.starts_with(b) ? b.size() : 0;
  while (at <= text.size()) {
    size_t end = std::min(text.find(a, at), text.size());
    Part p{at, end};
    trim_range(text, p.from, p.to);
    if (p.from < p.to) out.push_back(p);
    at = end + a.size();
  }
  return out;
}

std::optional<Cut::Part> Cut::apply(std::string_view text) const {
  size_t from = 0, to = text.size();
  if (how == How::split) {
    std::vector<Part> all = parts(text);
    return all.empty() ? std::nullopt : std::optional<Part>(all[0]);
  }
  if (how == How::within) {
    if (!text.starts_with(a) || !text.ends_with(b) || text.size() <= a.size() + b.size()) return std::nullopt;
    from = a.size();
    to = text.size() - b.size();
  } else if (how == How::between) {
    if (!text.starts_with(a)) return std::nullopt;
    from = a.size();
    to = std::min(text.find(b, from), text.size());
  } else {
    bool first = how == How::after_first || how == How::before_first;
    size_t at = first ? text.find(a) : text.rfind(a);
    if (at != std::string_view::npos) {
      if (how == How::after_first || how == How::after_last) from = at + a.size();
      else to = at;
    }
  }
  trim_range(text, from, to);
  if (from >= to) return std::nullopt;
  return Part{from, to};
}

namespace {
constexpr const char* kHow[] = {"after first", "before first", "after last", "before last",
                                "within",      "split",        "between"};
}

std::string Cut::print() const {
  std::string out = kHow[size_t(how)];
  out += ' ';
  json::append_string(out, a);
  if (how == How::within || how == How::between || (how == How::split && !b.empty())) {
    out += ' ';
    json::append_string(out, b);
  }
  return out;
}

std::string Cut::words() const {
  if (how == How::split)
    return fmt::format("each part between \"{}\"{}", a, b.empty() ? "" : fmt::format(" behind \"{}\"", b));
  if (how == How::between) return fmt::format("behind \"{}\", up to \"{}\"", a, b);
  if (how != How::within) return fmt::format("the part {} \"{}\"", kHow[size_t(how)], a);
  if (b.empty()) return fmt::format("without \"{}\" at its beginning", a);
  if (a.empty()) return fmt::format("without \"{}\" at its end", b);
  return fmt::format("between \"{}\" and \"{}\"", a, b);
}

std::optional<Cut> Cut::parse(std::string_view printed) {
  for (size_t i = 0; i < std::size(kHow); ++i) {
    std::string_view word = kHow[i];
    if (!printed.starts_with(word)) continue;
    std::vector<std::string> texts;
    for (size_t at = word.size(); (at = printed.find_first_not_of(' ', at)) != printed.npos;) {
      auto text = quoted_text(printed, at, word);
      if (!text.ok()) return std::nullopt;
      texts.push_back(std::move(*text));
    }
    if (How(i) == How::split ? texts.empty() || texts.size() > 2 || texts[0].empty()
                             : texts.size() != (How(i) == How::within || How(i) == How::between ? 2u : 1u))
      return std::nullopt;
    Cut cut{How(i), std::move(texts[0]), {}};
    if (texts.size() == 2) cut.b = std::move(texts[1]);
    return cut;
  }
  return std::nullopt;
}

// Cuts at common separators, in order of preference.
const std::vector<Cut>& separator_cuts() {
  static const std::vector<Cut> cuts = [] {
    std::vector<Cut> out;
    for (const char* s : {" ", ", ", ",", " - ", ": ", ":", "/", "|", " | ", "(", ";", " by "})
      for (Cut::How how :
           {Cut::How::after_first, Cut::How::before_first, Cut::How::after_last, Cut::How::before_last})
        out.push_back({how, s, {}});
    return out;
  }();
  return cuts;
}

namespace {

// A constant that ends like a label or opens with punctuation is trusted from one example.
bool label_like_constant(const std::string& a, const std::string& b) {
  bool open = a.empty();
  if (!open) {
    std::string_view t = a;
    while (!t.empty() && is_space(t.back())) t.remove_suffix(1);
    open = t.empty() || std::string_view(":#(|-").find(t.back()) != std::string_view::npos || !has_word(a);
  }
  return open && !has_word(b);
}

// "Research: Volcanoes. She also ...": the text goes on behind the value, where the first separator that the
// value does not have itself ends it. One example is enough to know it from what the text says there.
std::optional<Cut> between(std::string_view text, size_t at, size_t size) {
  if (at == 0 || !label_like_constant(std::string(text.substr(0, at)), "")) return std::nullopt;
  const std::string_view rest = text.substr(at + size);
  size_t end = 0;
  while (end < rest.size() && !is_word_byte(rest[end])) ++end;
  const std::string_view sign = rest.substr(0, end);
  if (end == 0 || end == rest.size() || trim(sign).empty() || sign.size() > weights::kSeparatorBytes)
    return std::nullopt;
  const Cut cut{Cut::How::between, std::string(text.substr(0, at)), std::string(sign)};
  const auto part = cut.apply(text);
  return part && part->from == at && part->to == at + size ? std::optional(cut) : std::nullopt;
}

struct Weighed {
  size_t found = 0;
  size_t bytes = 0;
  bool constant = false;
  std::vector<std::vector<std::string>> whole;
  bool better(const Weighed& o) const {
    return std::tuple(found, -int64_t(bytes), constant) > std::tuple(o.found, -int64_t(o.bytes), o.constant);
  }
};

Weighed weigh(const Cut& cut, const std::vector<CutExample>& examples) {
  Weighed out;
  out.constant =
      (cut.how == Cut::How::within && (examples.size() > 1 || label_like_constant(cut.a, cut.b))) ||
      cut.how == Cut::How::between;
  for (const CutExample& e : examples) {
    std::map<std::string_view, std::vector<std::string_view>> by_value;
    for (const std::string& v : e.values) by_value[v];
    for (std::string_view t : e.texts) {
      if (t.size() >= weights::kCutText) continue;
      auto part = cut.apply(t);
      if (!part) continue;
      auto at = by_value.find(t.substr(part->from, part->to - part->from));
      if (at != by_value.end()) at->second.push_back(t);
    }
    out.whole.emplace_back();
    for (const std::string& v : e.values) {
      auto& list = by_value[v];
      std::ranges::stable_sort(list, [](auto x, auto y) { return x.size() < y.size(); });
      for (std::string_view t : list) {
        if (t == v && list.size() > 1) continue;
        out.whole.back().emplace_back(t);
        ++out.found;
        out.bytes += t.size();
        break;
      }
    }
  }
  return out;
}

// Several values in one text: the separator, and the constant before the first, that give all values of all
// examples.
std::optional<std::vector<std::vector<std::string>>> fits(const Cut& split,
                                                          const std::vector<CutExample>& examples) {
  std::vector<std::vector<std::string>> whole;
  bool several = false;
  for (const CutExample& e : examples) {
    std::set<std::string_view> wanted(e.values.begin(), e.values.end());
    const std::string_view* shortest = nullptr;
    for (const std::string_view& t : e.texts) {
      if (t.size() >= weights::kCutText || (shortest && shortest->size() <= t.size())) continue;
      std::set<std::string_view> got;
      for (Cut::Part p : split.parts(t)) got.insert(t.substr(p.from, p.to - p.from));
      if (got == wanted) shortest = &t;
    }
    if (!shortest) return std::nullopt;
    several |= e.values.size() > 1;
    whole.push_back({std::string(*shortest)});
  }
  if (!several) return std::nullopt;
  return whole;
}

}  // namespace

std::optional<CutChoice> find_split(const std::vector<CutExample>& examples) {
  auto fullest = std::ranges::max_element(
      examples, [](const CutExample& x, const CutExample& y) { return x.values.size() < y.values.size(); });
  if (fullest == examples.end() || fullest->values.size() < 2) return std::nullopt;
  const std::string &first = fullest->values[0], &second = fullest->values[1];
  std::set<std::pair<std::string, std::string>> tried;
  for (std::string_view t : fullest->texts) {
    if (t.size() >= weights::kCutText) continue;
    size_t at = t.find(first), next = at == std::string_view::npos ? at : t.find(second, at + first.size());
    if (next == std::string_view::npos) continue;
    std::string between(t.substr(at + first.size(), next - at - first.size())), before(t.substr(0, at));
    if (between.empty() || between.size() > weights::kSeparatorBytes ||
        !tried.insert({between, before}).second)
      continue;
    Cut split{Cut::How::split, between, before};
    if (auto whole = fits(split, examples)) return CutChoice{split, std::move(*whole)};
  }
  return std::nullopt;
}

std::optional<CutChoice> find_cut(const std::vector<CutExample>& examples) {
  std::vector<const CutExample*> part;
  size_t values = 0, whole_nodes = 0;
  for (const CutExample& e : examples) {
    std::unordered_set<std::string_view> texts(e.texts.begin(), e.texts.end());
    size_t here = 0;
    for (const std::string& v : e.values) here += texts.count(v);
    values += e.values.size();
    whole_nodes += here;
    if (here < e.values.size()) part.push_back(&e);
  }
  if (part.empty()) return std::nullopt;
  if (auto split = find_split(examples)) return split;
  std::vector<Cut> cuts = separator_cuts();
  for (const std::string& v : part[0]->values) {
    std::vector<std::string_view> around;
    for (std::string_view t : part[0]->texts)
      if (t.size() < weights::kCutText && t.size() > v.size() && t.find(v) != std::string_view::npos)
        around.push_back(t);
    std::ranges::stable_sort(around, [](auto x, auto y) { return x.size() < y.size(); });
    for (size_t i = 0; i < around.size() && i < 6; ++i) {
      size_t at = around[i].find(v);
      cuts.push_back({Cut::How::within, std::string(around[i].substr(0, at)),
                      std::string(around[i].substr(at + v.size()))});
      if (auto cut = between(around[i], at, v.size())) cuts.push_back(std::move(*cut));
    }
  }
  std::optional<CutChoice> best;
  Weighed most;
  for (const Cut& cut : cuts) {
    Weighed w = weigh(cut, examples);
    if (!w.found || (best && !w.better(most))) continue;
    most = w;
    best = CutChoice{cut, w.whole};
  }
  if (!best || most.found <= whole_nodes) return std::nullopt;
  if (2 * part.size() >= examples.size() || most.found == values) return best;
  return std::nullopt;
}

}  // namespace gleaner::pattern
