// Follows the measured choice: separators before constants when there is only one example, unless the constant ends like a label.
#include "pattern/cut.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>

#include "base/json.h"
#include "base/text.h"
#include "pattern/forms.h"
#include "pattern/weights.h"

namespace gleaner::pattern {

std::optional<Cut::Part> Cut::apply(std::string_view text) const {
  size_t from = 0, to = text.size();
  if (how == How::within) {
    if (!text.starts_with(a) || !text.ends_with(b) || text.size() <= a.size() + b.size()) return std::nullopt;
    from = a.size();
    to = text.size() - b.size();
  } else {
    bool first = how == How::after_first || how == How::before_first;
    size_t at = first ? text.find(a) : text.rfind(a);
    if (at != std::string_view::npos) {
      if (how == How::after_first || how == How::after_last) from = at + a.size();
      else to = at;
    }
  }
  while (from < to && is_space(text[from])) ++from;
  while (to > from && is_space(text[to - 1])) --to;
  if (from >= to) return std::nullopt;
  return Part{from, to};
}

namespace {
constexpr const char* kHow[] = {"after first", "before first", "after last", "before last", "within"};
}

std::string Cut::print() const {
  std::string out = kHow[size_t(how)];
  out += ' ';
  json::append_string(out, a);
  if (how == How::within) {
    out += ' ';
    json::append_string(out, b);
  }
  return out;
}

std::string Cut::words() const {
  if (how != How::within) return fmt::format("the part {} \"{}\"", std::string_view(kHow[size_t(how)]).substr(0), a);
  if (b.empty()) return fmt::format("without \"{}\" at its beginning", a);
  if (a.empty()) return fmt::format("without \"{}\" at its end", b);
  return fmt::format("between \"{}\" and \"{}\"", a, b);
}

std::optional<Cut> Cut::parse(std::string_view printed) {
  for (size_t i = 0; i < 5; ++i) {
    std::string_view word = kHow[i];
    if (!printed.starts_with(word)) continue;
    std::string list = "[";
    bool quoted = false, gap = false;
    for (char c : printed.substr(word.size())) {
      if (!quoted && c == ' ') {
        gap = true;
        continue;
      }
      if (!quoted && gap && c == '"' && list.size() > 1) list += ',';
      gap = false;
      if (c == '"' && list.back() != '\\') quoted = !quoted;
      list += c;
    }
    list += ']';  // the parsed texts are views of it
    auto parsed = json::parse(list);
    if (!parsed.ok() || parsed->root.items.size() != (i == 4 ? 2u : 1u)) return std::nullopt;
    Cut cut{How(i), std::string(parsed->root.items[0].text), {}};
    if (i == 4) cut.b = std::string(parsed->root.items[1].text);
    return cut;
  }
  return std::nullopt;
}

const std::vector<Cut>& separator_cuts() {
  static const std::vector<Cut> cuts = [] {
    std::vector<Cut> out;
    for (const char* s : {" ", ", ", ",", " - ", ": ", ":", "/", "|", " | ", "(", ";", " by "})
      for (Cut::How how : {Cut::How::after_first, Cut::How::before_first, Cut::How::after_last, Cut::How::before_last})
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
  out.constant = cut.how == Cut::How::within && (examples.size() > 1 || label_like_constant(cut.a, cut.b));
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
      std::stable_sort(list.begin(), list.end(), [](auto x, auto y) { return x.size() < y.size(); });
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

}  // namespace

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
  std::vector<Cut> cuts = separator_cuts();
  for (const std::string& v : part[0]->values) {
    std::vector<std::string_view> around;
    for (std::string_view t : part[0]->texts)
      if (t.size() < weights::kCutText && t.size() > v.size() && t.find(v) != std::string_view::npos) around.push_back(t);
    std::stable_sort(around.begin(), around.end(), [](auto x, auto y) { return x.size() < y.size(); });
    for (size_t i = 0; i < around.size() && i < 6; ++i) {
      size_t at = around[i].find(v);
      cuts.push_back({Cut::How::within, std::string(around[i].substr(0, at)), std::string(around[i].substr(at + v.size()))});
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
