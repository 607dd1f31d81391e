// See beside.h.
#include "learn/beside.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "base/lists.h"
#include "base/text.h"
#include "html/nearby.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

std::string key_of(std::string_view text) {
  std::string key(text.substr(0, kBesideBytes));
  key.resize(valid_utf8_prefix(key));
  return key;
}

// A field's value in one record, or all of its values there.
struct Place {
  Span hull;
  std::string_view value;
};
using Places = std::map<std::string, std::vector<Place>>;

void find_places(const std::vector<wrap::Field>& fields, const std::string& prefix, Places& out,
                 std::vector<Span>& taken);

void find_places(const wrap::Value& value, const std::string& path, bool goes_on, Places& out,
                 std::vector<Span>& taken) {
  if (value.is_record()) return find_places(value.fields, path, out, taken);
  for (size_t i = 0; i < value.items.size(); ++i) find_places(value.items[i], path, i > 0, out, taken);
  if (!value.is_text() || !value.span) return;
  taken.push_back(*value.span);
  std::vector<Place>& places = out[path];
  if (goes_on && !places.empty()) places.back().hull = places.back().hull.hull(*value.span);
  else places.push_back({*value.span, value.text});
}

void find_places(const std::vector<wrap::Field>& fields, const std::string& prefix, Places& out,
                 std::vector<Span>& taken) {
  for (const wrap::Field& field : fields)
    find_places(field.value, prefix.empty() ? field.name : prefix + "." + field.name, false, out, taken);
}

// `taken`: in order of their ends.
std::vector<std::string> texts_of(const std::vector<html::NearbyText>& nearby,
                                  const std::vector<Span>& taken) {
  std::vector<std::string> out;
  for (const html::NearbyText& one : nearby) {
    auto value = std::upper_bound(taken.begin(), taken.end(), one.span.begin,
                                  [](uint32_t at, const Span& span) { return at < span.end; });
    if (value == taken.end() || value->begin >= one.span.end) out.push_back(key_of(one.text));
  }
  return out;
}

std::string nearest(const std::vector<std::string>& texts) {
  return texts.empty() ? std::string("nothing") : fmt::format("\"{}\"", texts.front());
}

}  // namespace

PageSurroundings surroundings_of(const Document& page, const std::vector<wrap::Record>& records) {
  PageSurroundings out;
  if (!page.is_html()) return out;
  Places places;
  std::vector<Span> taken;
  for (const wrap::Record& record : records) find_places(record.fields, "", places, taken);
  std::ranges::sort(taken, {}, &Span::end);
  const size_t most = kBesideReach + kBesideSlack;
  for (const auto& [field, all] : places) {
    const size_t looked_at = std::min(all.size(), kJudgedValues);
    for (size_t i = 0; i < looked_at; ++i) {
      const Place& place = all[i * all.size() / looked_at];
      out[field].push_back({std::string(place.value),
                            texts_of(html::texts_before(page.text(), place.hull.begin, most), taken),
                            texts_of(html::texts_behind(page.text(), place.hull.end, most), taken)});
    }
  }
  return out;
}

void BesideText::add(const std::vector<std::string>& texts) {
  ++values_;
  for (size_t i = 0; i < texts.size() && i < kBesideReach; ++i) {
    if (std::ranges::any_of(texts[i], is_digit)) continue;  // says more of the page than of the field
    auto it = counts_.find(texts[i]);
    if (it == counts_.end()) {
      if (values_ > kBesideFirst) continue;  // what most values have, one of the first has
      it = counts_.emplace(texts[i], Count{}).first;
    }
    if (std::find(texts.begin(), texts.begin() + long(i), texts[i]) != texts.begin() + long(i)) continue;
    ++it->second.values;
    it->second.nearest = std::min(it->second.nearest, uint32_t(i + 1));
    it->second.farthest = std::max(it->second.farthest, uint32_t(i + 1));
  }
}

void BesideText::end_page() {
  text_.clear();
  beyond_.clear();
  having_ = farthest_ = 0;
  if (++pages_ < kBesidePages) return;
  std::vector<std::pair<std::string_view, Count>> usual;
  for (const auto& [text, count] : counts_)
    if (count.values >= kBesideShare * values_) usual.emplace_back(text, count);
  std::ranges::sort(usual, [](const auto& a, const auto& b) {
    return a.second.farthest != b.second.farthest ? a.second.farthest < b.second.farthest
                                                  : a.second.values > b.second.values;
  });
  for (const auto& [text, count] : usual) {
    if (text_.empty()) text_ = text, having_ = count.values, farthest_ = count.farthest;
    else if (count.nearest > farthest_ && beyond_.size() < kBesideBeyond) beyond_.emplace_back(text);
  }
}

bool BesideText::stands_in(const std::vector<std::string>& texts) const {
  for (size_t i = 0; i < texts.size() && i < farthest_ + kBesideSlack; ++i) {
    if (texts[i] == text_) return true;
    if (contains(beyond_, texts[i])) return false;
  }
  return false;
}

// ["Price:", "24 of 24", "within 1", "Size:"]: the last ones stand beyond it
void BesideText::save(wrap::Config& into, std::string key) const {
  if (text_.empty()) return;
  std::vector<std::string> all{text_, fmt::format("{} of {}", having_, values_),
                               fmt::format("within {}", farthest_)};
  all.insert(all.end(), beyond_.begin(), beyond_.end());
  into.set(std::move(key), all);
}

Status BesideText::load(const wrap::Config& from, std::string_view key) {
  GLEANER_TRY(const std::vector<std::string> all, from.texts_or(key, {}));
  if (all.size() < 3) return {};
  auto number = [](const std::string& text, size_t word) {
    const std::vector<std::string_view> parts = words(text);
    return word < parts.size() ? uint32_t(std::strtoul(parts[word].data(), nullptr, 10)) : 0;
  };
  text_ = all[0];
  beyond_.assign(all.begin() + 3, all.end());
  having_ = number(all[1], 0), values_ = number(all[1], 2), farthest_ = number(all[2], 1);
  return {};
}

BesideLost beside_lost(const BesideTexts& known, const std::vector<Surroundings>& here) {
  BesideLost out;
  auto side = [&](const BesideText& text, bool before) {
    const auto texts = before ? &Surroundings::before : &Surroundings::behind;
    const auto other = before ? &Surroundings::behind : &Surroundings::before;
    size_t lost = 0, swallowed = 0, passed = 0;
    std::string now;
    if (text.text().empty()) return false;
    for (const Surroundings& one : here) {
      if (text.stands_in(one.*texts)) continue;
      if (++lost == 1) now = nearest(one.*texts);
      passed += text.stands_in(one.*other);
      swallowed += before ? one.value.starts_with(text.text()) : one.value.ends_with(text.text());
    }
    if (lost * 2 <= here.size()) return false;
    const bool holds = swallowed * 2 > here.size();
    out.swallowed |= holds;
    out.passed |= passed * 2 > here.size();
    const std::string_view where = before ? "behind" : "before";
    const std::string who =
        here.size() == 1 ? "stands" : fmt::format("{} of {} values stand", lost, here.size());
    out.words += fmt::format("{}{} {} {} ({} \"{}\" until now{})", out.words.empty() ? "" : "; ", who, where,
                             now, where, text.text(), holds ? ", which is part of it" : "");
    return true;
  };
  out.before = side(known.before, true);
  out.behind = side(known.behind, false);
  return out;
}

}  // namespace gleaner::learn
