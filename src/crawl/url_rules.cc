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

// How the rest of an address is made: its path with numbers as "#" and names as "*", and its other
// parameters. A file, or the only segment, keeps its name.
std::string make_of(std::string_view path, const std::vector<std::string_view>& pairs,
                    std::string_view left_out) {
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
  std::vector<std::string_view> keys;
  for (const std::string_view pair : pairs)
    if (key_of(pair) != left_out) keys.push_back(key_of(pair));
  std::sort(keys.begin(), keys.end());
  for (size_t i = 0; i < keys.size(); ++i) out.append(i ? "&" : "?").append(keys[i]);
  return out;
}

constexpr std::string_view kOf = " of ";

std::string of_make(std::string_view key, const std::string& make) {
  return std::string(key).append(kOf) + make;
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
  std::vector<std::string_view> pairs = pairs_of(std::string_view(out).substr(question + 1));
  std::erase_if(pairs, [&](std::string_view pair) {
    return is_noise(key_of(pair)) || without_.count(std::string(key_of(pair)));
  });
  const std::string_view path = std::string_view(out).substr(0, question);
  for (size_t i = 0; i < pairs.size() && !without_.empty();) {
    const std::string_view key = key_of(pairs[i]);
    if (without_.count(of_make(key, make_of(path, pairs, key)))) pairs.erase(pairs.begin() + long(i)), i = 0;
    else ++i;
  }
  std::string query;
  for (const std::string_view pair : pairs) query.append(query.empty() ? "?" : "&").append(pair);
  return std::string(path) + query;
}

std::string UrlRules::clean(std::string_view reference, const std::string& base) const {
  const std::string url = web::canonical_url(resolve_url(reference, base));
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
  if (parts.has_query && pairs_of(parts.query).size() > kMostParameters)
    return "it has filters upon filters: a trap";
  const std::string_view file = segments.back();
  if (const size_t dot = file.rfind('.'); dot != std::string_view::npos && dot > 0) {
    const std::string ending = lower_ascii(file.substr(dot + 1));
    if (std::find(std::begin(kNoPages), std::end(kNoPages), ending) != std::end(kNoPages))
      return "it is a file, not a page";
  }
  return "";
}

// One page more of which two addresses gave the same, or another thing.
std::optional<std::string> UrlRules::count(const std::string& name, bool same, uint32_t enough) {
  Seen& seen = seen_[name];
  ++(same ? seen.same : seen.other);
  if (seen.other || seen.same < enough || !without_.insert(name).second) return {};
  return name;
}

// An address that gave `text` beside one without a parameter, or the other way round.
std::optional<std::string> UrlRules::compare(Gave& known, const std::string& of_make, uint64_t text) {
  const bool same = known.text == text;
  if (same && std::exchange(known.again, true)) return {};  // a page counts once
  const std::string key = of_make.substr(0, of_make.find(kOf));
  auto found = count(key, same, kSameAgain);
  if (!without_.count(key)) found = count(of_make, same, kSameOfMake);
  return found;
}

std::optional<std::string> UrlRules::observe(std::string_view url, uint64_t text) {
  const size_t question = std::min(url.find('?'), url.size());
  const auto pairs = pairs_of(url.substr(std::min(question + 1, url.size())));
  std::optional<std::string> decided;
  const auto own = gave_.try_emplace(stable_hash(url), Gave{text}).first;
  if (const std::string* lacks = std::exchange(own->second.lacks, nullptr))
    decided = compare(own->second, *lacks, text);
  for (const std::string_view left_out : pairs) {
    std::string rest(url.substr(0, question));
    char before = '?';
    for (const std::string_view pair : pairs)
      if (pair.data() != left_out.data()) rest.append(1, before).append(pair), before = '&';
    const std::string key(key_of(left_out));
    const std::string make = of_make(key, make_of(url.substr(0, question), pairs, key));
    const auto [at, fresh] = gave_.try_emplace(stable_hash(rest), Gave{text});
    if (fresh) at->second.lacks = &seen_.try_emplace(make).first->first;
    else if (auto found = compare(at->second, make, text)) decided = std::move(found);
  }
  return decided;
}

}  // namespace gleaner::crawl
