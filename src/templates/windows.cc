// See windows.h. The place of a value among the tokens, and patterns from what several places share.
#include "templates/windows.h"

#include <algorithm>

#include "base/text.h"
#include "templates/value.h"
#include "tokens/features.h"

namespace gleaner::templates {

using tokens::Token;
using tokens::Type;

namespace {

bool is_tag(Type type) { return type == Type::html || type == Type::html_end; }

// Attributes that say what an element is, not what is on this page.
bool telling_attribute(std::string_view name) {
  static constexpr std::string_view kTelling[] = {
      "id",      "class",       "itemprop",    "property", "name",  "rel",  "headers", "itemtype", "role",
      "type",    "width",       "align",       "bgcolor",  "color", "size", "face",    "valign",   "border",
      "colspan", "cellpadding", "cellspacing", "height",   "scope", "for",  "noshade"};
  for (std::string_view one : kTelling)
    if (equals_ignoring_case(name, one)) return true;
  return false;
}
bool names_page(std::string_view value) {  // three digits in a row: an identifier of this page
  int run = 0;
  for (char c : value) {
    run = is_digit(c) ? run + 1 : 0;
    if (run >= 3) return true;
  }
  return value.size() > 80;
}

Term text_term(std::string value) {
  Term made;
  made.kind = Term::Kind::text;
  made.text = std::move(value);
  return made;
}

}  // namespace

std::optional<TokenPlace> token_place_of(const Example& example, size_t page, Span value) {
  const std::vector<Token>& all = example.tokens->all();
  auto at = std::lower_bound(all.begin(), all.end(), value.begin,
                             [](const Token& token, uint32_t offset) { return token.span.end <= offset; });
  TokenPlace site;
  if (value.empty() && (at == all.end() || at->span.begin >= value.begin || at->type != Type::html)) {
    site.page = page;
    site.begin = site.end = uint32_t(at - all.begin());
    return site;
  }
  if (at == all.end()) return std::nullopt;
  site.page = page;
  site.begin = uint32_t(at - all.begin());
  if (at->type == Type::html && at->span.begin < value.begin && value.end <= at->span.end) {
    bool found = false;
    tokens::for_each_feature(example.text(), *at, nullptr, [&](const tokens::Feature& feature) {
      if (found || feature.name == "tag" || !feature.span.contains(value)) return;
      found = true;
      site.attribute = lower_ascii(feature.name);
      site.whole = feature.span;
    });
    if (!found) return std::nullopt;
    site.value = value;
    site.end = site.begin + 1;
    return site;
  }
  if (at->span.begin != value.begin) return std::nullopt;
  while (at != all.end() && at->span.end < value.end) ++at;
  if (at == all.end() || at->span.end != value.end) return std::nullopt;
  site.end = uint32_t(at - all.begin()) + 1;
  return site;
}

std::optional<TokenTest> generalise(const std::vector<Example>& pages,
                                    const std::vector<std::pair<size_t, uint32_t>>& all, bool one,
                                    Words words) {
  TokenTest made;
  auto token_at = [&](const std::pair<size_t, uint32_t>& where) -> const Token& {
    return pages[where.first].tokens->all()[where.second];
  };
  const Token& first = token_at(all[0]);
  made.type = first.type;
  made.type_name = tokens::name_of(first.type);
  const std::string_view text = pages[all[0].first].text();
  std::vector<tokens::Feature> kept;
  tokens::for_each_feature(text, first, nullptr, [&](const tokens::Feature& feature) {
    if (is_tag(first.type) && feature.name != "tag" && !telling_attribute(feature.name)) return;
    kept.push_back(feature);
  });
  for (size_t i = 1; i < all.size(); ++i) {
    const Token& other = token_at(all[i]);
    if (other.type != first.type) return std::nullopt;
    const std::string_view other_text = pages[all[i].first].text();
    std::erase_if(kept, [&](const tokens::Feature& feature) {
      auto same = tokens::feature(other_text, other, feature.name);
      return !same || same->value != feature.value;
    });
  }
  // another tag is another kind of token
  if (is_tag(first.type) && (kept.empty() || kept[0].name != "tag")) return std::nullopt;
  for (const tokens::Feature& feature : kept) {
    const bool main = feature.name == tokens::main_feature(first.type);
    if (is_tag(first.type) && !main && (one ? names_page(feature.value) : false)) continue;
    if (!is_tag(first.type) && one && words == Words::typed && first.type != Type::punct &&
        first.type != Type::entity)
      continue;
    if (first.type == Type::declaration || first.type == Type::whitespace) continue;
    FeatureTest test;
    test.name = main ? std::string() : lower_ascii(feature.name);
    test.value = text_term(feature.value);
    if (feature.number) {
      test.value.kind = Term::Kind::number;
      test.value.number = *feature.number;
    }
    made.features.push_back(std::move(test));
  }
  return made;
}

std::vector<TokenTest> window_beside(const std::vector<Example>& pages, const std::vector<TokenPlace>& sites,
                                     bool before, size_t most, bool one, Words words) {
  std::vector<TokenTest> out;
  for (uint32_t distance = 1; distance <= most; ++distance) {
    std::vector<std::pair<size_t, uint32_t>> all;
    for (const TokenPlace& site : sites) {
      if (before ? site.begin < distance : site.end + distance > pages[site.page].tokens->all().size())
        return out;
      all.emplace_back(site.page, before ? site.begin - distance : site.end + distance - 1);
    }
    std::optional<TokenTest> test = generalise(pages, all, one, words);
    if (!test) return out;
    out.insert(before ? out.begin() : out.end(), std::move(*test));
  }
  return out;
}

Pattern token_pattern(TokenTest test) {
  Pattern made;
  made.kind = Pattern::Kind::token;
  made.tests.push_back(std::move(test));
  return made;
}

Pattern lazy_gap(const std::vector<TokenTest>& barriers) {
  Pattern inner;
  inner.kind = barriers.empty() ? Pattern::Kind::any : Pattern::Kind::none_of;
  inner.tests = barriers;
  Pattern made;
  made.kind = Pattern::Kind::star;
  made.moderate = true;
  made.parts.push_back(std::move(inner));
  return made;
}

namespace {

std::string quoted_regex(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '\n') out += "\\n";
    else if (c == '\r') out += "\\r";
    else if (c == '\t') out += "\\t";
    else if (std::string_view("\\^$.|?*+()[]{}/").find(c) != std::string_view::npos) out += '\\', out += c;
    else out += c;
  }
  return out;
}

// /prefix(?<Name>.*?)suffix/ for a value that is part of an attribute.
std::optional<Term> part_of_attribute(const std::vector<Example>& pages, const std::vector<TokenPlace>& sites,
                                      const std::string& name) {
  std::string before, after;
  bool same_before = true, same_after = true, first = true;
  for (const TokenPlace& site : sites) {
    std::string_view text = pages[site.page].text();
    std::string b(text.substr(site.whole.begin, site.value.begin - site.whole.begin)),
        a(text.substr(site.value.end, site.whole.end - site.value.end));
    if (first) before = b, after = a, first = false;
    if (b != before) {
      same_before = false;
      size_t n = 0;
      while (n < b.size() && n < before.size() && b[b.size() - 1 - n] == before[before.size() - 1 - n]) ++n;
      before = before.substr(before.size() - n);
    }
    if (a != after) {
      same_after = false;
      size_t n = 0;
      while (n < a.size() && n < after.size() && a[n] == after[n]) ++n;
      after.resize(n);
    }
  }
  constexpr size_t kMost = 40;  // enough to know the place by
  if (before.size() > kMost) before = before.substr(before.size() - kMost), same_before = false;
  if (after.size() > kMost) after.resize(kMost), same_after = false;
  if ((!same_before && before.empty()) || (!same_after && after.empty())) return std::nullopt;
  Term made;
  made.kind = Term::Kind::regex;
  made.text = (same_before ? "^" : "") + quoted_regex(before) + "(?<" + name + ">.*?)" + quoted_regex(after) +
              (same_after ? "$" : "");
  auto compiled = regex::Regex::compile(made.text);
  if (!compiled.ok()) return std::nullopt;
  made.regex = std::make_shared<const regex::Regex>(std::move(compiled).value());
  return made;
}

std::optional<Pattern> attribute_pattern(const std::vector<Example>& pages,
                                         const std::vector<TokenPlace>& sites, const std::string& name,
                                         bool one) {
  std::vector<std::pair<size_t, uint32_t>> all;
  bool whole = true;
  for (const TokenPlace& site : sites) {
    if (site.attribute != sites[0].attribute) return std::nullopt;
    whole = whole && site.value == site.whole;
    all.emplace_back(site.page, site.begin);
  }
  std::optional<TokenTest> test = generalise(pages, all, one, Words::literal);
  if (!test) return std::nullopt;
  std::erase_if(test->features,
                [&](const FeatureTest& feature) { return feature.name == sites[0].attribute; });
  FeatureTest mine;
  mine.name = sites[0].attribute;
  if (whole) {
    mine.value.kind = Term::Kind::variable;
    mine.value.text = name;
  } else {
    auto part = part_of_attribute(pages, sites, name);
    if (!part) return std::nullopt;
    mine.value = std::move(*part);
  }
  test->features.push_back(std::move(mine));
  return token_pattern(std::move(*test));
}

}  // namespace

std::optional<Pattern> value_pattern(const std::vector<Example>& pages, const std::vector<TokenPlace>& sites,
                                     const std::string& name, bool one,
                                     const std::vector<TokenTest>& barriers) {
  if (!sites[0].attribute.empty()) return attribute_pattern(pages, sites, name, one);
  bool tags = false, single = true, empty = false;
  std::optional<Type> type;
  for (const TokenPlace& site : sites) {
    if (!site.attribute.empty()) return std::nullopt;
    const std::vector<Token>& all = pages[site.page].tokens->all();
    empty = empty || site.begin == site.end;
    if (site.begin == site.end) {
      single = false;
      continue;
    }
    for (uint32_t t = site.begin; t < site.end; ++t) tags = tags || is_tag(all[t].type);
    if (site.end != site.begin + 1 || (type && *type != all[site.begin].type)) single = false;
    type = all[site.begin].type;
  }
  Pattern made;
  made.kind = Pattern::Kind::bind;
  made.name = name;
  // A number in several examples is one; a word may be several next time.
  if (single && sites.size() >= 3 && (*type == Type::integer || *type == Type::real)) {
    TokenTest test;
    test.type = *type;
    test.type_name = tokens::name_of(*type);
    made.parts.push_back(token_pattern(std::move(test)));
    return made;
  }
  std::vector<TokenTest> stops = barriers;
  if (!tags) {
    stops.clear();
    for (Type tag : {Type::html, Type::html_end}) {
      TokenTest test;
      test.type = tag;
      test.type_name = tokens::name_of(tag);
      stops.push_back(std::move(test));
    }
  }
  Pattern gap = lazy_gap(stops);
  if (!empty) gap.kind = Pattern::Kind::plus;
  made.parts.push_back(std::move(gap));
  return made;
}

}  // namespace gleaner::templates
