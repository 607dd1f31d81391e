// See fill.h. Finds the container that a value fills, and the items of one on another page.
#include "pattern/fill.h"

#include <algorithm>

#include "base/text.h"
#include "pattern/forms.h"
#include "pattern/weights.h"

namespace gleaner::pattern {
namespace {

// Ancestors of a text's element, itself first, as long as `path` names their tags.
std::vector<NodeId> along(const Unit& unit, NodeId element, const std::string& path) {
  const html::Tree& tree = unit.page().tree();
  std::vector<NodeId> out;
  for (std::string_view tag : split(path, '/')) {
    if (element == kNoNode || !unit.holds(element) || tree.name(element) != tag) return {};
    out.push_back(element);
    element = unit.page().parent_element(element);
  }
  return out;
}

bool same_tags(const std::vector<NodeId>& a, const std::vector<NodeId>& b, size_t levels,
               const html::Tree& tree) {
  for (size_t i = 0; i < levels; ++i)
    if (tree.tag(a[i]) != tree.tag(b[i])) return false;
  return true;
}

}  // namespace

bool is_separator(std::string_view text) {
  std::string t = lower_ascii(trim(text));
  return t.empty() || t == "," || t == ";" || t == "&" || t == "/" || t == "|" || t == "and" ||
         t == ", and" || t == "·" || t == "•" || t == "-";
}

std::string filled_path(const Unit& unit, uint32_t candidate) {
  const Candidate& c = unit.candidates[candidate];
  if (c.form != Form::text) return {};
  const PageIndex& page = unit.page();
  std::string out;
  for (NodeId a = c.node; a != kNoNode && unit.holds(a); a = page.parent_element(a)) {
    if (page.texts().begin(a) != c.text || page.texts().end(a) != c.text + 1) break;
    if (!out.empty()) out += '/';
    out += page.tree().name(a);
  }
  return out;
}

std::string common_path(const std::string& a, const std::string& b) {
  auto x = split(a, '/'), y = split(b, '/');
  std::string out;
  for (size_t i = 0; i < x.size() && i < y.size() && x[i] == y[i]; ++i) (out += i ? "/" : "") += x[i];
  return out;
}

std::vector<uint32_t> container_items(const Unit& unit, uint32_t candidate, const std::string& path) {
  const Candidate& c = unit.candidates[candidate];
  if (c.form != Form::text) return {};
  const PageIndex& page = unit.page();
  const std::vector<NodeId> chain = along(unit, c.node, path);
  // The largest container that holds items and separators only.
  for (size_t level = chain.size(); level-- > 1;) {
    const NodeId box = chain[level];
    const uint32_t from = page.texts().begin(box), to = page.texts().end(box);
    if (to - from < 2 || to - from > weights::kFillTexts) continue;
    std::vector<uint32_t> items;
    bool pure = true;
    for (uint32_t t = from; t < to && pure; ++t) {
      if (is_separator(page.texts()[t].text)) continue;
      std::vector<NodeId> other = along(unit, page.texts()[t].element, path);
      pure = other.size() > level && other[level] == box && same_tags(chain, other, level, page.tree());
      items.push_back(t);
    }
    if (!pure || items.size() < 2) continue;
    std::vector<uint32_t> out;
    for (uint32_t i = 0; i < unit.candidates.size(); ++i)
      if (unit.candidates[i].form == Form::text && i != candidate &&
          std::binary_search(items.begin(), items.end(), unit.candidates[i].text))
        out.push_back(i);
    return out;
  }
  return {};
}

std::optional<std::vector<uint32_t>> numbered_items(const Unit& unit, uint32_t candidate) {
  const html::Tree& tree = unit.page().tree();
  auto id_of = [&](uint32_t c) {
    return tree.attribute(unit.candidates[c].node, "id").value_or(std::string_view{});
  };
  if (unit.candidates[candidate].form != Form::text) return std::nullopt;
  const std::string_view own = id_of(candidate);
  if (std::ranges::none_of(own, is_digit)) return std::nullopt;
  const std::string mask = mask_digits(own);
  std::vector<uint32_t> out;
  for (uint32_t c = 0; c < unit.candidates.size(); ++c) {
    if (c == candidate || unit.candidates[c].form != Form::text) continue;
    const std::string_view id = id_of(c);
    if (!id.empty() && id != own && mask_digits(id) == mask) out.push_back(c);
  }
  return out;
}

}  // namespace gleaner::pattern
