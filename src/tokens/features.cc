// See features.h. Where the value of a feature stands, and its normal form.
#include "tokens/features.h"

#include <fmt/format.h>

#include "base/text.h"
#include "page/tag_scan.h"
#include "tokens/composite.h"
#include "tokens/number.h"

namespace gleaner::tokens {
namespace {

struct Names {
  std::string_view type, main;
};
constexpr Names kNames[kBuiltInTypes] = {
    {"html", "tag"},  {"html_end", "tag"},   {"word", "txt"},    {"int", "val"},     {"float", "val"},
    {"punct", "txt"}, {"whitespace", "val"}, {"entity", "name"}, {"comment", "txt"}, {"declaration", "txt"},
    {"date", "val"},  {"money", "val"},      {"url", "val"},     {"email", "val"}};

bool is_tag(Type type) { return type == Type::html || type == Type::html_end; }

Span tag_name(std::string_view text, const Token& token) {
  uint32_t begin = token.span.begin + (token.type == Type::html_end ? 2 : 1);
  return {begin, tag_name_end(text.substr(0, token.span.end), begin)};
}

// Where the value of a built-in type's own feature stands.
std::optional<Span> own_span(std::string_view text, const Token& token, std::string_view name) {
  const Span whole = token.span;
  switch (token.type) {
    case Type::entity:
      if (name == "name") return Span{whole.begin + 1, whole.end - 1};
      break;
    case Type::comment:
      if (name == "txt") {
        uint32_t begin = std::min(whole.begin + 4, whole.end);
        bool closed = whole.size() >= 7 && text.substr(whole.end - 3, 3) == "-->";
        return Span{begin, std::max(begin, closed ? whole.end - 3 : whole.end)};
      }
      return std::nullopt;
    case Type::money: {
      Money money;
      scan_money(text, whole.begin, &money);
      if (name == "val") return Span{money.amount, money.amount_end};
      if (name == "currency")
        return money.amount == whole.begin ? Span{money.amount_end, whole.end}
                                           : Span{whole.begin, money.amount};
      break;
    }
    default:
      if (name == main_feature(token.type)) return whole;
  }
  if (name == "txt") return whole;
  return std::nullopt;
}

std::optional<Span> custom_span(std::string_view text, const Token& token, std::string_view name,
                                const LexerFile* file) {
  if (name == "txt") return token.span;
  size_t index = size_t(token.type) - kFirstCustom;
  if (!file || index >= file->rules().size()) return std::nullopt;
  const regex::Regex& regex = file->rules()[index].regex;
  std::optional<size_t> group = regex.group_of(name);
  if (!group) return name == "val" ? std::optional<Span>(token.span) : std::nullopt;
  regex::Match match;
  if (!regex.match_at(text, token.span.begin, match)) return std::nullopt;
  return match.groups[*group];
}

std::string iso(const Date& date, std::string_view source) {
  if (!date.month || date.month > 12) return std::string(source);
  return fmt::format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
}

// The normal form of a built-in type's feature.
void normalise(std::string_view text, const Token& token, Feature& feature) {
  std::string_view source = feature.span.of(text);
  const bool numeric = token.type == Type::integer || token.type == Type::real || token.type == Type::money;
  if (token.type == Type::money && feature.name == "currency") {
    Money money;
    scan_money(text, token.span.begin, &money);
    feature.value = money.code;
  } else if (numeric && feature.name == "val") {
    feature.value.resize(source.size());
    feature.value.resize(normal_number(source, feature.value.data()));
    feature.number = value_of_number(source);
  } else if (token.type == Type::date && feature.name == "val") {
    Date date;
    scan_date(text, token.span.begin, &date);
    feature.value = iso(date, source);
  } else {
    feature.value = source;
  }
}

}  // namespace

std::string_view name_of(Type type, const LexerFile* file) {
  if (uint16_t(type) < kBuiltInTypes) return kNames[size_t(type)].type;
  size_t index = size_t(type) - kFirstCustom;
  return file && index < file->rules().size() ? std::string_view(file->rules()[index].name) : "unknown";
}

std::optional<Type> type_named(std::string_view name, const LexerFile* file) {
  for (uint16_t i = 0; i < kBuiltInTypes; ++i)
    if (kNames[i].type == name) return Type(i);
  if (file)
    for (size_t i = 0; i < file->rules().size(); ++i)
      if (file->rules()[i].name == name) return Type(kFirstCustom + i);
  return std::nullopt;
}

std::string_view main_feature(Type type) {
  return uint16_t(type) < kBuiltInTypes ? kNames[size_t(type)].main : "val";
}

std::optional<Span> feature_span(std::string_view text, const Token& token, std::string_view name,
                                 const LexerFile* file) {
  if (token.custom()) return custom_span(text, token, name, file);
  if (!is_tag(token.type)) return own_span(text, token, name);
  Span tag = tag_name(text, token);
  if (name == "tag") return tag;
  if (token.type == Type::html_end) return std::nullopt;
  std::string_view inside = text.substr(0, token.span.end);
  TagScan scan = TagScan::behind_name(inside, tag.end);
  for (ScannedAttribute attribute; scan.next(attribute);)
    // the first counts, as in HTML
    if (equals_ignoring_case(attribute.name.of(text), name)) return attribute.value;
  return std::nullopt;
}

std::optional<Feature> feature(std::string_view text, const Token& token, std::string_view name,
                               const LexerFile* file) {
  std::optional<Span> span = feature_span(text, token, name, file);
  if (!span) return std::nullopt;
  Feature found{name, "", *span, {}};
  if (is_tag(token.type))
    found.value = name == "tag" ? lower_ascii(span->of(text)) : std::string(span->of(text));
  else if (token.custom()) found.value = span->of(text);
  else normalise(text, token, found);
  return found;
}

void for_each_feature(std::string_view text, const Token& token, const LexerFile* file,
                      const std::function<void(const Feature&)>& visit) {
  auto give = [&](std::string_view name) {
    if (auto found = feature(text, token, name, file)) visit(*found);
  };
  give(main_feature(token.type));
  if (token.type == Type::money) give("currency");
  if (token.custom() && file)
    for (const std::string& name : file->rules()[size_t(token.type) - kFirstCustom].regex.group_names())
      if (!name.empty() && name != "val") give(name);
  if (token.type != Type::html) return;
  std::string_view inside = text.substr(0, token.span.end);
  TagScan scan = TagScan::behind_name(inside, tag_name(text, token).end);
  for (ScannedAttribute attribute; scan.next(attribute);)
    visit({attribute.name.of(text), std::string(attribute.value.of(text)), attribute.value, {}});
}

}  // namespace gleaner::tokens
