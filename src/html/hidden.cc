// A small reader of style sheets that looks for display and visibility only. See hidden.h.
#include "html/hidden.h"

extern "C" {
#include <lexbor/dom/dom.h>
}

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/text.h"
#include "html/visible.h"

namespace gleaner::html {
namespace {

constexpr size_t kMaxRules = 4000;    // selectors that set display or visibility
constexpr size_t kMaxAncestors = 64;  // looked at for a descendant combinator
constexpr double kMostHidden = 0.5;   // of the page's text: more is not believed

struct Compound {  // tag#id.class[attribute]
  std::string tag, id;
  std::vector<std::string> classes;
  std::vector<std::string> attributes;  // presence only, or name=value
  bool child = false;                   // joined to what stands left of it by >
};

enum class Effect : uint8_t { none, shows, hides };

struct Rule {
  std::vector<Compound> parts;  // rightmost last
  Effect display = Effect::none, visibility = Effect::none;
  uint64_t weight = 0;  // importance, specificity, order
};

bool is_name(char c) { return is_word_byte(c) || c == '-' || c == '_'; }

// One compound at `at`; nothing if it has a part that is not understood.
std::optional<Compound> read_compound(std::string_view s, size_t& at) {
  Compound out;
  auto name = [&] {
    size_t from = at;
    while (at < s.size() && is_name(s[at])) ++at;
    return std::string(s.substr(from, at - from));
  };
  const size_t start = at;
  if (at < s.size() && s[at] == '*') ++at;
  else if (at < s.size() && is_name(s[at])) out.tag = lower_ascii(name());
  while (at < s.size()) {
    char c = s[at];
    if (c == '#' || c == '.') {
      ++at;
      std::string word = name();
      if (word.empty()) return std::nullopt;
      if (c == '#') out.id = word;
      else out.classes.push_back(word);
    } else if (c == '[') {
      size_t end = s.find(']', at);
      if (end == s.npos) return std::nullopt;
      std::string inside;
      for (char x : s.substr(at + 1, end - at - 1))
        if (x != '"' && x != '\'' && !is_space(x)) inside += x;
      if (inside.find_first_of("~|^$*") != inside.npos) return std::nullopt;
      out.attributes.push_back(inside);
      at = end + 1;
    } else {
      break;
    }
  }
  if (at == start || (at < s.size() && !is_space(s[at]) && s[at] != '>')) return std::nullopt;
  return out;
}

std::optional<std::vector<Compound>> read_selector(std::string_view s) {
  std::vector<Compound> parts;
  bool child = false;
  for (size_t at = 0; at < s.size();) {
    if (is_space(s[at])) {
      ++at;
    } else if (s[at] == '>') {
      child = true;
      ++at;
    } else {
      std::optional<Compound> part = read_compound(s, at);
      if (!part) return std::nullopt;
      part->child = child;
      child = false;
      parts.push_back(std::move(*part));
    }
  }
  if (parts.empty() || child) return std::nullopt;
  return parts;
}

uint64_t specificity(const std::vector<Compound>& parts) {
  uint64_t ids = 0, classes = 0, tags = 0;
  for (const Compound& part : parts) {
    ids += !part.id.empty();
    classes += part.classes.size() + part.attributes.size();
    tags += !part.tag.empty();
  }
  return std::min<uint64_t>(ids, 255) << 16 | std::min<uint64_t>(classes, 255) << 8 |
         std::min<uint64_t>(tags, 255);
}

class SheetReader {
 public:
  std::vector<Rule> rules;

  void read(std::string_view sheet) {
    std::string clean = without_comments(sheet);
    read_rules(clean, 0, clean.size());
  }

 private:
  static std::string without_comments(std::string_view sheet) {
    std::string out;
    for (size_t at = 0; at < sheet.size();) {
      const size_t mark = std::min(sheet.find_first_of("/<-", at), sheet.size());
      out += sheet.substr(at, mark - at);
      at = mark;
      if (sheet.substr(at, 2) == "/*") {
        size_t end = sheet.find("*/", at + 2);
        if (end == sheet.npos) break;
        at = end + 2;
        out += ' ';
      } else if (sheet.substr(at, 4) == "<!--") {
        at += 4;
      } else if (sheet.substr(at, 3) == "-->") {
        at += 3;
      } else if (at < sheet.size()) {
        out += sheet[at++];
      }
    }
    return out;
  }

  static size_t block_end(std::string_view s, size_t open, size_t to) {
    int depth = 0;
    for (size_t at = open; at < to; ++at) {
      if (s[at] == '{') ++depth;
      else if (s[at] == '}' && --depth == 0) return at;
    }
    return to;
  }

  void read_rules(std::string_view s, size_t from, size_t to) {
    while (from < to) {
      size_t open = s.find('{', from);
      if (open == s.npos || open >= to) return;
      size_t close = block_end(s, open, to);
      std::string_view prelude = trim(s.substr(from, open - from));
      size_t semicolon = prelude.rfind(';');  // @import url; before a rule
      if (semicolon != prelude.npos) prelude = trim(prelude.substr(semicolon + 1));
      if (!prelude.starts_with('@')) add(prelude, s.substr(open + 1, close - open - 1));
      else if (is_for_screens(prelude)) read_rules(s, open + 1, close);
      from = close + 1;
    }
  }

  static bool is_for_screens(std::string_view prelude) {
    std::string lower = lower_ascii(prelude);
    if (!lower.starts_with("@media")) return false;
    std::string_view query = trim(std::string_view(lower).substr(6));
    return query == "screen" || query == "all" || query == "screen, projection" ||
           query == "all and (transform-3d)";
  }

  void add(std::string_view selectors, std::string_view block) {
    Effect display = Effect::none, visibility = Effect::none;
    bool important = false;
    for (std::string_view declaration : split(block, ';')) {
      size_t colon = declaration.find(':');
      if (colon == declaration.npos) continue;
      const std::string_view property = trim(declaration.substr(0, colon));
      const bool is_display = equals_ignoring_case(property, "display");
      if (!is_display && !equals_ignoring_case(property, "visibility")) continue;
      std::string value = lower_ascii(trim(declaration.substr(colon + 1)));
      if (size_t mark = value.find("!important"); mark != value.npos) {
        important = true;
        value = std::string(trim(std::string_view(value).substr(0, mark)));
      }
      if (is_display) display = value == "none" ? Effect::hides : Effect::shows;
      else visibility = value == "hidden" || value == "collapse" ? Effect::hides : Effect::shows;
    }
    if (display == Effect::none && visibility == Effect::none) return;
    for (std::string_view selector : split(selectors, ',')) {
      if (rules.size() >= kMaxRules) return;
      std::optional<std::vector<Compound>> parts = read_selector(trim(selector));
      if (!parts) continue;
      uint64_t weight = uint64_t(important) << 56 | specificity(*parts) << 24 | rules.size();
      rules.push_back({std::move(*parts), display, visibility, weight});
    }
  }
};

// Whether a node is hidden by the rules. Nearly all nodes meet no rule that hides: those that show
// are asked only where one does.
class Matcher {
 public:
  Matcher(const Tree& tree, const std::vector<Rule>& rules) : tree_(tree) {
    for (const Rule& rule : rules) {
      const Compound& last = rule.parts.back();
      const bool hides = rule.display == Effect::hides || rule.visibility == Effect::hides;
      Index& index = hides ? hiding_ : showing_;
      if (!last.id.empty()) index.by_id[last.id].push_back(&rule);
      else if (!last.classes.empty()) index.by_class[last.classes[0]].push_back(&rule);
      else index.by_tag[last.tag].push_back(&rule);
    }
  }

  bool hides(NodeId n) const {
    Decision decision;
    decide(n, hiding_, decision);
    if (decision.display != Effect::hides && decision.visibility != Effect::hides) return false;
    decide(n, showing_, decision);
    // a style attribute that shows the element wins over rules
    if (decision.display == Effect::hides && shown_by_attribute(n)) decision.display = Effect::shows;
    return decision.display == Effect::hides || decision.visibility == Effect::hides;
  }

 private:
  using Rules = std::vector<const Rule*>;
  struct Index {  // by the most telling part of the rightmost compound; a tag of no name is any
    std::unordered_map<std::string_view, Rules> by_id, by_class, by_tag;
  };
  struct Decision {
    Effect display = Effect::none, visibility = Effect::none;
    uint64_t display_weight = 0, visibility_weight = 0;
  };

  void decide(NodeId n, const Index& index, Decision& out) const {
    const auto look = [&](const std::unordered_map<std::string_view, Rules>& rules, std::string_view key) {
      const auto at = rules.find(key);
      if (at == rules.end()) return;
      for (const Rule* rule : at->second) {
        const bool displays = rule->display != Effect::none && rule->weight >= out.display_weight;
        const bool shows = rule->visibility != Effect::none && rule->weight >= out.visibility_weight;
        if ((!displays && !shows) || !matches(n, rule->parts)) continue;
        if (displays) out.display = rule->display, out.display_weight = rule->weight;
        if (shows) out.visibility = rule->visibility, out.visibility_weight = rule->weight;
      }
    };
    if (!index.by_tag.empty()) look(index.by_tag, ""), look(index.by_tag, tree_.name(n));
    if (!tree_.may_have_attributes(n)) return;
    if (!index.by_id.empty())
      if (const auto id = tree_.attribute(n, "id")) look(index.by_id, *id);
    if (!index.by_class.empty())
      if (const auto classes = tree_.attribute(n, "class"))
        for_each_word(*classes, [&](std::string_view token) { look(index.by_class, token); });
  }

  bool shown_by_attribute(NodeId n) const {
    auto style = tree_.attribute(n, "style");
    if (!style) return false;
    std::string lower = lower_ascii(*style);
    size_t at = lower.find("display");
    return at != lower.npos && lower.find("none", at) == lower.npos;
  }

  bool matches_one(NodeId n, const Compound& part) const {
    if (!part.tag.empty() && tree_.name(n) != part.tag) return false;
    if (!part.id.empty() && tree_.attribute(n, "id") != std::optional<std::string_view>(part.id))
      return false;
    if (!part.classes.empty()) {
      auto own = tree_.attribute(n, "class");
      if (!own) return false;
      for (const std::string& wanted : part.classes) {
        bool found = false;
        for_each_word(*own, [&](std::string_view token) { found |= token == wanted; });
        if (!found) return false;
      }
    }
    for (const std::string& wanted : part.attributes) {
      size_t equals = wanted.find('=');
      auto own = tree_.attribute(n, std::string_view(wanted).substr(0, equals));
      if (!own || (equals != wanted.npos && *own != std::string_view(wanted).substr(equals + 1)))
        return false;
    }
    return true;
  }

  // Greedy from the right: with descendant combinators the nearest match is as good as any, save under `>`;
  // one retry level is enough for sheets as people write them.
  bool matches(NodeId n, const std::vector<Compound>& parts) const {
    if (!matches_one(n, parts.back())) return false;
    size_t looked = 0;
    for (size_t i = parts.size() - 1; i-- > 0;) {
      const bool child = parts[i + 1].child;
      n = tree_.parent(n);
      while (!child && n != kNoNode && ++looked < kMaxAncestors &&
             !(tree_.is_element(n) && matches_one(n, parts[i])))
        n = tree_.parent(n);
      if (n == kNoNode || !tree_.is_element(n) || looked >= kMaxAncestors || !matches_one(n, parts[i]))
        return false;
    }
    return true;
  }

  const Tree& tree_;
  Index hiding_, showing_;
};

}  // namespace

std::vector<bool> hidden_by_styles(const Tree& tree, Budget& budget) {
  static const TagId style = tag_id("style");
  SheetReader reader;
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (tree.tag(n) != style) continue;
    const auto media = tree.attribute(n, "media");
    if (media && *media != "all" && *media != "screen" && *media != "") continue;
    for (NodeId text = n + 1; text < tree.subtree_end(n); ++text)
      if (tree.is_text(text) && tree.parent(text) == n) reader.read(tree.text(text));
  }
  const bool any = std::ranges::any_of(reader.rules, [](const Rule& rule) {
    return rule.display == Effect::hides || rule.visibility == Effect::hides;
  });
  if (!any) return {};
  const auto length_of = [&](NodeId n) -> uint64_t {
    return tree.is_text(n) && !is_invisible(tree.tag(tree.parent(n))) ? tree.text(n).size() : 0;
  };
  const Matcher matcher(tree, reader.rules);
  std::vector<bool> hidden(tree.size(), false);
  uint64_t hidden_text = 0, page_text = 0;
  for (NodeId n = 0; n < tree.size();) {
    NodeId next = n + 1;
    if (tree.is_element(n)) {
      if (!budget.spend_steps()) return hidden;
      if (is_invisible(tree.tag(n))) next = tree.subtree_end(n);
      else if (matcher.hides(n)) {
        hidden[n] = true;
        next = tree.subtree_end(n);
        for (NodeId t = n; t < next; ++t) hidden_text += length_of(t);
      }
    }
    n = next;
  }
  if (hidden_text == 0) return hidden;
  for (NodeId n = 0; n < tree.size(); ++n) page_text += length_of(n);
  if (double(hidden_text) > kMostHidden * double(page_text)) return {};
  return hidden;
}

// Most styles say neither, and every element that has one passes here: look at the values of the colons.
bool style_hides(std::string_view style) {
  const auto says = [&](size_t colon, std::string_view name, std::string_view wanted) {
    size_t at = colon + 1, end = colon;
    while (at < style.size() && is_space(style[at])) ++at;
    if (!equals_ignoring_case(style.substr(at, wanted.size()), wanted)) return false;
    while (end > 0 && is_space(style[end - 1])) --end;
    return end >= name.size() && equals_ignoring_case(style.substr(end - name.size(), name.size()), name);
  };
  for (size_t colon = style.find(':'); colon != style.npos; colon = style.find(':', colon + 1))
    if (says(colon, "display", "none") || says(colon, "visibility", "hidden")) return true;
  return false;
}

HiddenNodes::HiddenNodes(const Document& document) {
  const Tree& tree = document.view<Tree>();
  Budget budget;  // sheets are bounded by their own cap
  roots_ = hidden_by_styles(tree, budget);
  roots_.resize(tree.size(), false);
  if (!tree.size()) return;
  // By lexbor's numbers of their names: every element of the page passes here.
  const lxb_dom_document_t* owner = tree.lexbor(0)->owner_document;
  const lxb_dom_attr_data_t* hidden =
      lxb_dom_attr_data_by_local_name(owner->attrs, reinterpret_cast<const lxb_char_t*>("hidden"), 6);
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (!tree.may_have_attributes(n)) continue;
    for (lxb_dom_attr_t* a = lxb_dom_element_first_attribute(lxb_dom_interface_element(tree.lexbor(n))); a;
         a = a->next) {
      if (hidden && a->node.local_name == hidden->attr_id) roots_[n] = true;
      if (a->node.local_name == LXB_DOM_ATTR_STYLE && a->value &&
          style_hides({reinterpret_cast<const char*>(a->value->data), a->value->length}))
        roots_[n] = true;
    }
  }
}

}  // namespace gleaner::html
