// See url_rules.h.
#include "crawl/url_rules.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "base/text.h"
#include "crawl/weights.h"
#include "page/url.h"
#include "web/fetch.h"

namespace gleaner::crawl {
namespace {

// Never part of what a page is: campaigns, clicks, sessions of the usual servers.
constexpr std::string_view kNoise[] = {"gclid",   "fbclid",    "msclkid",    "dclid",        "yclid",
                                       "mc_cid",  "mc_eid",    "_ga",        "phpsessid",    "jsessionid",
                                       "sessid",  "sessionid", "session_id", "aspsessionid", "cfid",
                                       "cftoken", "zenid",     "osCsid"};

constexpr std::string_view kNoPages[] = {
    "jpg", "jpeg", "png", "gif",  "webp", "svg",   "ico",  "bmp",     "tif",  "tiff", "avif", "css",
    "js",  "mjs",  "map", "json", "woff", "woff2", "ttf",  "otf",     "eot",  "mp3",  "mp4",  "ogg",
    "wav", "avi",  "mov", "wmv",  "flv",  "webm",  "m4a",  "m4v",     "mpg",  "mpeg", "zip",  "gz",
    "bz2", "xz",   "7z",  "rar",  "tar",  "tgz",   "exe",  "dmg",     "msi",  "deb",  "rpm",  "apk",
    "iso", "bin",  "pdf", "doc",  "docx", "xls",   "xlsx", "ppt",     "pptx", "odt",  "ods",  "rtf",
    "csv", "ps",   "eps", "swf",  "jar",  "ics",   "vcf",  "torrent", "rss",  "atom"};

bool is_noise(std::string_view key) {
  if (key.size() > 4 && equals_ignoring_case(key.substr(0, 4), "utm_")) return true;
  for (const std::string_view one : kNoise)
    if (equals_ignoring_case(key, one)) return true;
  return false;
}

std::string_view key_of(std::string_view pair) { return pair.substr(0, pair.find('=')); }

std::vector<std::string_view> pairs_of(std::string_view query) {
  std::vector<std::string_view> out;
  for (const std::string_view pair : split(query, '&'))
    if (!pair.empty()) out.push_back(pair);
  return out;
}

using Pairs = std::vector<std::string_view>;

// "labels=" and "milestone=0" are filters that are not set.
bool has_value(std::string_view pair) {
  const std::string_view value = pair.substr(std::min(pair.find('='), pair.size() - 1) + 1);
  return !value.empty() && value != "0";
}

std::string sorted_and_joined(Pairs pairs) {
  std::sort(pairs.begin(), pairs.end());
  std::string out;
  for (const std::string_view one : pairs) out.append(out.empty() ? "" : "&").append(one);
  return out;
}

std::string joined_keys(Pairs pairs) {
  for (std::string_view& pair : pairs) pair = key_of(pair);
  return sorted_and_joined(std::move(pairs));
}

// How an address is made: its path with numbers as "#" and names as "*", and its parameters. A file, or the
// only segment, keeps its name.
std::string make_of(std::string_view path, const Pairs& pairs) {
  const auto segments = split(path.substr(std::min(path.find("://"), path.size() - 3) + 3), '/');
  std::string out;
  for (size_t i = 1; i < segments.size(); ++i) {
    const bool last = i + 1 == segments.size(), file = segments[i].find('.') != std::string_view::npos;
    std::string name;
    for (const char c : segments[i])
      if (!is_digit(c)) name += c;
      else if (!name.ends_with('#')) name += '#';
    const bool is_word = name.find_first_of("#-_+%") == std::string::npos;
    const bool keeps = file ? last : last ? is_word && segments.size() == 2 : is_word;
    out.append("/").append(keeps ? name : "*");
  }
  return pairs.empty() ? out : out + "?" + joined_keys(pairs);
}

constexpr std::string_view kOf = " of ";
constexpr size_t kValuesKept = 4;  // of parameters, by which it is known whether one or several were tried

std::string of_make(std::string_view parameters, const std::string& make) {
  return std::string(parameters).append(kOf) + make;
}

std::string with_query(std::string_view path, const Pairs& pairs) {
  std::string out(path);
  char before = '?';
  for (const std::string_view pair : pairs) out.append(1, std::exchange(before, '&')).append(pair);
  return out;
}

// The parameters that an address may have without need: each of them, all but one, all. Takes what is left
// out and what is kept, until that is enough.
template <class Take>
void each_part(const Pairs& pairs, Take take) {
  const auto without = [&](size_t at) {
    Pairs rest = pairs;
    rest.erase(rest.begin() + long(at));
    return rest;
  };
  for (size_t i = 0; i < pairs.size(); ++i)
    if (take(Pairs{pairs[i]}, without(i))) return;
  if (pairs.size() >= 2 && take(pairs, Pairs())) return;
  for (size_t i = 0; i < pairs.size() && pairs.size() >= 3; ++i)
    if (take(without(i), Pairs{pairs[i]})) return;
}

bool repeats_segments(const std::vector<std::string_view>& segments) {
  for (size_t i = 0; i < segments.size(); ++i) {
    if (segments[i].empty()) continue;
    if (size_t(std::count(segments.begin() + long(i), segments.end(), segments[i])) > kMostRepeats)
      return true;
  }
  return false;
}

}  // namespace

std::string UrlRules::site_of(std::string_view url) {
  std::string authority = lower_ascii(split_url(url).authority);
  if (const size_t at = authority.rfind('@'); at != std::string::npos) authority.erase(0, at + 1);
  if (authority.starts_with("www.")) authority.erase(0, 4);
  return authority;
}

std::string UrlRules::without_noise(std::string_view url) const {
  std::string out(url);
  // ";jsessionid=..." stands in the path
  if (const size_t at = lower_ascii(out).find(";jsessionid="); at != std::string::npos) {
    const size_t end = std::min(out.find('?', at), out.size());
    out.erase(at, end - at);
  }
  const size_t question = out.find('?');
  if (question == std::string::npos) return out;
  Pairs pairs = pairs_of(std::string_view(out).substr(question + 1));
  std::erase_if(pairs, [&](std::string_view pair) {
    return is_noise(key_of(pair)) || without_.count(std::string(key_of(pair)));
  });
  const std::string_view path = std::string_view(out).substr(0, question);
  bool changed = !without_.empty() && pairs.size() <= kMostTried;
  while (std::exchange(changed, false))
    each_part(pairs, [&](const Pairs& left_out, const Pairs& kept) {
      const std::string make = make_of(path, kept);
      changed = without_.count(of_make(joined_keys(left_out), make)) ||
                without_.count(of_make(sorted_and_joined(left_out), make));
      if (changed) pairs = Pairs(kept);
      return changed;
    });
  return with_query(path, pairs);
}

std::string UrlRules::clean(std::string_view reference, const std::string& base) const {
  std::string url = web::canonical_url(resolve_url(reference, base));
  // A login that a link brings along makes no other page; one that the crawl was given stays.
  if (const std::string_view authority = split_url(url).authority;
      authority.find('@') != std::string_view::npos && !base.empty() &&
      authority != split_url(base).authority)
    url.erase(size_t(authority.data() - url.data()), authority.rfind('@') + 1);
  if (url.empty() || url.find_first_of(";?") == std::string::npos) return url;
  return without_noise(url);
}

std::string_view UrlRules::refusal(std::string_view url) const {
  if (site_of(url) != site_) return "it is on another site";
  if (url.size() > kLongestUrl) return "its address is longer than addresses are: a trap";
  const UrlParts parts = split_url(url);
  const auto segments = split(parts.path, '/');
  if (segments.size() > kDeepestPath + 1) return "its path is deeper than paths are: a trap";
  if (repeats_segments(segments)) return "its path repeats itself: a trap";
  const Pairs pairs = parts.has_query ? pairs_of(parts.query) : Pairs();
  if (size_t(std::count_if(pairs.begin(), pairs.end(), has_value)) > kMostParameters)
    return "it has filters upon filters: a trap";
  const std::string_view file = segments.back();
  if (const size_t dot = file.rfind('.'); dot != std::string_view::npos && dot > 0) {
    const std::string ending = lower_ascii(file.substr(dot + 1));
    if (std::find(std::begin(kNoPages), std::end(kNoPages), ending) != std::end(kNoPages))
      return "it is a file, not a page";
  }
  return "";
}

// Does what was seen decide that it is left out, for all values or for one?
bool UrlRules::decide(const std::string& name, const Seen& seen) {
  if (seen.same < kSameOfMake) return false;
  const auto tried = std::count_if(seen.values.begin(), seen.values.end(),
                                   [](const Value& value) { return value.same > 0; });
  if (!seen.other && (seen.several || tried > 1)) {
    const std::string_view key = std::string_view(name).substr(0, name.find(kOf));
    return (!without_.count(std::string(key)) && without_.insert(name).second) | decide_for_all(key);
  }
  bool decided = false;
  const std::string make = name.substr(name.find(kOf));
  for (const Value& value : seen.values)
    decided |= value.same >= kSameOfMake && !value.other && without_.insert(value.name + make).second;
  return decided;
}

// Left out of addresses of several makes, and of none it makes a difference: of all.
bool UrlRules::decide_for_all(std::string_view key) {
  const std::string begin = std::string(key).append(kOf);
  size_t makes = 0;
  for (auto at = seen_.lower_bound(begin); at != seen_.end() && at->first.starts_with(begin); ++at) {
    if (at->second.other) return false;
    makes += without_.count(at->first);
  }
  return makes >= kMakesAgree && without_.insert(std::string(key)).second;
}

// An address with a value gave `text`; what is known of it without: what the address without gave, or that
// with another value.
bool UrlRules::compare(Gave& known, Names::value_type& lacks, size_t value, uint64_t text) {
  const bool same = known.text == text;
  if (same && std::exchange(known.again, true)) return false;  // a page counts once
  auto& [name, seen] = lacks;
  ++(same ? seen.same : seen.other);
  if (known.lacks) seen.several |= same && (known.value != value || value >= kValuesKept);
  else if (value < seen.values.size()) ++(same ? seen.values[value].same : seen.values[value].other);
  else seen.several |= same;
  if (same) return decide(name, seen);
  return without_.erase(name) + without_.erase(name.substr(0, name.find(kOf))) > 0;
}

bool UrlRules::observe(std::string_view url, uint64_t text, uint32_t page) {
  const size_t question = std::min(url.find('?'), url.size());
  const std::string_view path = url.substr(0, question);
  bool decided = false;
  Gave& own = gave_.try_emplace(stable_hash(url), Gave{text, nullptr, 0, page, false}).first->second;
  if (auto* const lacks = std::exchange(own.lacks, nullptr)) decided = compare(own, *lacks, own.value, text);
  const Pairs pairs = pairs_of(url.substr(std::min(question + 1, url.size())));
  if (pairs.size() > kMostTried) return decided;
  each_part(pairs, [&](const Pairs& left_out, const Pairs& kept) {
    auto& named = *seen_.try_emplace(of_make(joined_keys(left_out), make_of(path, kept))).first;
    std::vector<Value>& values = named.second.values;
    const std::string name = sorted_and_joined(left_out);
    size_t value = 0;
    while (value < values.size() && values[value].name != name) ++value;
    if (value == values.size() && value < kValuesKept) values.push_back({name});
    const auto [at, fresh] =
        gave_.try_emplace(stable_hash(with_query(path, kept)), Gave{text, &named, value, page, false});
    if (!fresh) decided |= compare(at->second, named, value, text);
    return false;
  });
  return decided;
}

bool UrlRules::is_left_out(const Gave& gave) const {
  const auto& [name, seen] = *gave.lacks;
  const size_t of = name.find(kOf);
  return without_.count(name) || without_.count(name.substr(0, of)) ||
         (gave.value < seen.values.size() && without_.count(seen.values[gave.value].name + name.substr(of)));
}

std::vector<std::string> UrlRules::left_out() const {
  std::vector<std::string> out;
  for (const std::string& name : without_) {
    const size_t of = name.find(kOf);
    if (of == std::string::npos || !without_.count(name.substr(0, of))) out.push_back(name);
  }
  return out;
}

std::optional<uint32_t> UrlRules::visited_with_more(std::string_view url) const {
  if (without_.empty()) return {};
  const auto at = gave_.find(stable_hash(url));
  if (at == gave_.end() || !at->second.lacks || !is_left_out(at->second)) return {};
  return at->second.page;
}

}  // namespace gleaner::crawl
