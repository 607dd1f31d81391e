// See raw_cut.h. Applying a cut, its printed form, and learning one from examples.
#include "pattern/raw_cut.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/collapsed.h"
#include "base/json.h"
#include "base/text.h"
#include "pattern/condition.h"

namespace gleaner::pattern {
namespace {

constexpr size_t kLongest = 40;  // delimiters

size_t skip_space(std::string_view raw, size_t at) {
  while (at < raw.size() && blank_at(raw, at)) at += blank_at(raw, at);
  return at;
}
size_t back_space(std::string_view raw, size_t at, size_t least) {
  while (at > least) {
    if (is_space(raw[at - 1])) --at;
    else if (at >= least + 2 && raw.substr(at - 2, 2) == "\xC2\xA0") at -= 2;
    else break;
  }
  return at;
}

}  // namespace

std::optional<RawCut::Part> RawCut::apply(std::string_view raw) const {
  Part part{0, raw.size()};
  if (!left.empty()) {
    size_t at = last ? raw.rfind(left) : raw.find(left);
    for (int i = 1; i < nth && !last && at != std::string_view::npos; ++i) at = raw.find(left, at + 1);
    if (at == std::string_view::npos) return std::nullopt;
    part.from = at + left.size();
  } else if (trim_left) {
    part.from = skip_space(raw, 0);
  }
  if (!right.empty()) {
    part.to = right_last ? raw.rfind(right) : raw.find(right, part.from);
    if (part.to == std::string_view::npos || part.to < part.from) return std::nullopt;
  } else if (trim_right) {
    part.to = back_space(raw, raw.size(), part.from);
  }
  if (part.to <= part.from) return std::nullopt;
  return part;
}

std::string RawCut::print() const {
  std::string out = last ? "after last " : nth > 1 ? fmt::format("after {} ", nth) : "after ";
  json::append_string(out, left);
  out += right_last ? " before last " : " before ";
  json::append_string(out, right);
  if (!trim_left) out += " keep-leading";
  if (!trim_right) out += " keep-trailing";
  return out;
}

std::string RawCut::words() const {
  if (left.empty() && right.empty()) return "with its white space";
  if (left.empty()) return fmt::format("up to {}{}", right_last ? "the last " : "", json::quote(right));
  if (right.empty()) return fmt::format("after {}", json::quote(left));
  return fmt::format("between {} and {}", json::quote(left), json::quote(right));
}

std::optional<RawCut> RawCut::parse(std::string_view printed) {
  RawCut cut;
  size_t at = 0;
  auto word = [&](std::string_view w) {  // behind blanks
    while (at < printed.size() && printed[at] == ' ') ++at;
    if (!printed.substr(at).starts_with(w)) return false;
    at += w.size();
    return true;
  };
  auto text = [&](std::string& into) {
    word("");
    auto read = quoted_text(printed, at, "raw");
    if (read.ok()) into = std::move(*read);
    return read.ok();
  };
  if (!word("after")) return std::nullopt;
  cut.last = word("last");
  word("");
  if (at < printed.size() && is_digit(printed[at])) {
    cut.nth = 0;
    while (at < printed.size() && is_digit(printed[at]) && cut.nth < 1000)
      cut.nth = cut.nth * 10 + (printed[at++] - '0');
    if (cut.nth < 1) return std::nullopt;
  }
  if (!text(cut.left) || !word("before")) return std::nullopt;
  cut.right_last = word("last");
  if (!text(cut.right)) return std::nullopt;
  if (word("keep-leading")) cut.trim_left = false;
  if (word("keep-trailing")) cut.trim_right = false;
  word("");
  if (at != printed.size()) return std::nullopt;
  return cut;
}

std::optional<RawCut> learn_raw_cut(const std::vector<RawExample>& examples, bool as_written) {
  if (examples.empty()) return RawCut{};
  std::string_view left = examples[0].raw.substr(0, examples[0].from),
                   right = examples[0].raw.substr(examples[0].to);
  bool at_start = true, at_end = true, trim_start = true, trim_end = true;
  for (const RawExample& e : examples) {
    std::string_view l = e.raw.substr(std::min(e.after, e.from), e.from - std::min(e.after, e.from));
    std::string_view r = e.raw.substr(e.to, std::max(std::min(e.before, e.raw.size()), e.to) - e.to);
    size_t n = 0;
    while (n < l.size() && n < left.size() && l[l.size() - 1 - n] == left[left.size() - 1 - n]) ++n;
    left = left.substr(left.size() - n);
    n = 0;
    while (n < r.size() && n < right.size() && r[n] == right[n]) ++n;
    right = right.substr(0, n);
    at_start &= e.from == 0;
    at_end &= e.to == e.raw.size();
    trim_start &= e.from == skip_space(e.raw, 0);
    trim_end &= e.to == back_space(e.raw, e.raw.size(), e.from);
  }
  std::vector<RawCut> lefts, cuts;
  if (as_written && at_start) trim_start = false;
  if (as_written && at_end) trim_end = false;
  if (trim_start || at_start) {
    lefts.push_back({"", "", trim_start, true, false, false, 1});
  } else {
    for (size_t n = std::min(left.size(), kLongest); n >= 1; --n)
      for (bool last : {false, true})
        lefts.push_back({std::string(left.substr(left.size() - n)), "", true, true, last, false, 1});
    for (size_t n = std::min(left.size(), kLongest); n >= 1; --n)
      for (int nth = 2; nth <= 8; ++nth)
        lefts.push_back({std::string(left.substr(left.size() - n)), "", true, true, false, false, nth});
  }
  for (const RawCut& l : lefts) {
    if (trim_end || at_end) {
      cuts.push_back(l);
      cuts.back().trim_right = trim_end;
      continue;
    }
    for (bool from_end : {false, true})
      for (size_t n = std::min(right.size(), kLongest); n >= 1; --n) {
        cuts.push_back(l);
        cuts.back().right = std::string(right.substr(0, n));
        cuts.back().right_last = from_end;
      }
  }
  for (const RawCut& cut : cuts) {
    bool all = std::ranges::all_of(examples, [&](const RawExample& e) {
      auto part = cut.apply(e.raw);
      return part && part->from == e.from && part->to == e.to;
    });
    if (all) return cut;
  }
  return std::nullopt;
}

}  // namespace gleaner::pattern
