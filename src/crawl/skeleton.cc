// See skeleton.h.
#include "crawl/skeleton.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/hash.h"
#include "crawl/distance.h"
#include "crawl/weights.h"

namespace gleaner::crawl {
namespace {

constexpr std::string_view kTagNames[] = {
    "a",        "abbr",     "address",  "applet",   "area",     "article",  "aside",  "audio",    "b",
    "base",     "bdi",      "bdo",      "big",      "blockquo", "body",     "br",     "button",   "canvas",
    "caption",  "center",   "cite",     "code",     "col",      "colgroup", "data",   "datalist", "dd",
    "del",      "details",  "dfn",      "dialog",   "dir",      "div",      "dl",     "dt",       "em",
    "embed",    "fieldset", "figcapti", "figure",   "font",     "footer",   "form",   "frame",    "frameset",
    "h1",       "h2",       "h3",       "h4",       "h5",       "h6",       "head",   "header",   "hgroup",
    "hr",       "html",     "i",        "iframe",   "img",      "input",    "ins",    "kbd",      "label",
    "legend",   "li",       "link",     "main",     "map",      "mark",     "menu",   "meta",     "meter",
    "nav",      "nobr",     "noscript", "object",   "ol",       "optgroup", "option", "output",   "p",
    "param",    "picture",  "pre",      "progress", "q",        "rp",       "rt",     "ruby",     "s",
    "samp",     "script",   "section",  "select",   "slot",     "small",    "source", "span",     "strike",
    "strong",   "style",    "sub",      "summary",  "sup",      "svg",      "table",  "tbody",    "td",
    "template", "textarea", "tfoot",    "th",       "thead",    "time",     "title",  "tr",       "track",
    "tt",       "u",        "ul",       "var",      "video",    "wbr",      "path",   "g",        "use"};
constexpr size_t kTags = std::size(kTagNames);
constexpr size_t kFirstOther = 160;  // symbols from here on are shared
static_assert(kTags < kFirstOther);

constexpr auto kSymbols = [] {
  std::array<std::pair<html::TagName, uint8_t>, kTags> all{};
  for (size_t i = 0; i < kTags; ++i) all[i] = {html::tag_name(kTagNames[i]), uint8_t(i + 1)};
  std::sort(all.begin(), all.end());
  return all;
}();

// For each period, how many symbols at the end match those one period before; as many as fit into a byte.
using Matches = std::array<uint8_t, kLongestPeriod>;

}  // namespace

char symbol_of(html::TagName name) {
  const auto at =
      std::lower_bound(kSymbols.begin(), kSymbols.end(), std::pair<html::TagName, uint8_t>(name, 0));
  if (at != kSymbols.end() && at->first == name) return char(at->second);
  return char(kFirstOther + (mix(0, name) >> 32) % (256 - kFirstOther));
}

std::string folded(std::string_view plain) {
  // `out` stands behind kLongestPeriod blanks that match nothing, so that a look back never leaves it.
  std::string out(kLongestPeriod, '\0');
  std::vector<Matches> matches(1);
  for (const char symbol : plain) {
    Matches next;
    const Matches& last = matches.back();
    const char* behind =
        out.data() + out.size() - kLongestPeriod;  // the symbol of period p is behind[kLongestPeriod - p]
    for (size_t i = 0; i < kLongestPeriod; ++i) {
      const uint8_t same = behind[i] == symbol ? 0xff : 0;
      const uint8_t grown = last[i] == 0xff ? last[i] : uint8_t(last[i] + 1);
      next[i] = grown & same;
    }
    out += symbol;
    matches.push_back(next);
    for (size_t period = 1; period <= kLongestPeriod; ++period) {
      if (next[kLongestPeriod - period] < 2 * period) continue;
      out.resize(out.size() - period);
      matches.resize(matches.size() - period);
      break;
    }
  }
  out.erase(0, kLongestPeriod);
  return out;
}

void SkeletonMaker::add(const html::WalkedTag& tag) {
  close_to(tag.depth);
  if (tag.holds) open_.push_back({out_.size(), {}});
  out_ += symbol_of(tag.name);
}

void SkeletonMaker::close_to(size_t depth) {
  while (open_.size() > depth + 1) {
    const size_t begin = open_.back().begin;
    open_.pop_back();
    std::vector<Stretch>& beside = open_.back().inside;
    if (is_one_more(beside, std::string_view(out_).substr(begin))) out_.resize(begin);
    else if (beside.size() < kMostBeside) beside.push_back({begin, out_.size()});
  }
}

// Two like it are there already. A tag alone is no list's item: it is left to the periods.
bool SkeletonMaker::is_one_more(const std::vector<Stretch>& beside, std::string_view tags) const {
  if (tags.size() < 2 || tags.size() > kLongestItem) return false;
  size_t alike = 0;
  for (const Stretch& one : beside) {
    const std::string_view other = std::string_view(out_).substr(one.begin, one.end - one.begin);
    const uint32_t limit = uint32_t(kAlike * double(std::max(tags.size(), other.size())));
    if (other[0] == tags[0] && (other == tags || distance(other, tags, limit) <= limit)) ++alike;
    if (alike == kKeptItems) return true;
  }
  return false;
}

std::string SkeletonMaker::finish() {
  close_to(0);
  return folded(out_);
}

std::string skeleton_of(std::string_view html) {
  SkeletonMaker maker;
  html::TagWalk walk(html);
  html::WalkedTag tag;
  while (walk.next(tag)) maker.add(tag);
  return maker.finish();
}

}  // namespace gleaner::crawl
