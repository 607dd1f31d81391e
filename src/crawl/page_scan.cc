// See page_scan.h.
#include "crawl/page_scan.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "base/text.h"
#include "crawl/skeleton.h"
#include "crawl/weights.h"
#include "html/char_refs.h"
#include "html/tag_walk.h"

namespace gleaner::crawl {
namespace {

constexpr size_t kAround = 5;       // elements around a link that tell its place
constexpr size_t kLists = 3;        // of one look that are told apart; those after them are one
constexpr uint32_t kShortList = 8;  // links of a list whose positions are told apart
static_assert(kShortList < kPositions);
constexpr uint32_t kNextPlace = kPositions;             // of <link rel=next>
constexpr uint32_t kOfItem = 3;                         // links of one item of a list that are told apart,
constexpr uint32_t kColumns = 9;                        // and columns of a table
constexpr size_t kMostParts = 4000;                     // of a page, and short texts
constexpr uint32_t kShortText = 32, kLeastLetters = 3;  // bytes of a text that may be a label
constexpr uint64_t kHashStart = 14695981039346656037ull, kHashStep = 1099511628211ull;

// Classes that say where a reader is, not what an element is.
bool is_state(std::string_view word) {
  for (const std::string_view one :
       {"active", "current", "selected", "first", "last", "odd", "even", "visited", "open", "on", "hover"})
    if (equals_ignoring_case(word, one)) return true;
  return false;
}

bool is_list(html::TagName name) {
  switch (name) {
    case html::tag_name("ul"):
    case html::tag_name("ol"):
    case html::tag_name("dl"):
    case html::tag_name("table"): return true;
    default: return false;
  }
}

bool is_cell(html::TagName name) { return name == html::tag_name("td") || name == html::tag_name("th"); }

// What a list repeats: the first link in each is one kind of link, the second another.
bool is_item(html::TagName name) {
  switch (name) {
    case html::tag_name("li"):
    case html::tag_name("dt"):
    case html::tag_name("dd"):
    case html::tag_name("tr"):
    case html::tag_name("article"):
    case html::tag_name("figure"): return true;
    default: return is_cell(name);
  }
}

// A name or a text without its digits, which number things, and its white space.
uint64_t letters_of(std::string_view word) {
  uint64_t hash = kHashStart;
  for (const char c : word)
    if (!is_digit(c) && !is_space(c)) hash = (hash ^ uint8_t(c)) * kHashStep;
  return hash;
}

// Attributes that name what an element is, beside its classes.
bool is_name(std::string_view attribute) {
  for (const std::string_view one : {"id", "name", "itemprop", "itemtype", "property"})
    if (equals_ignoring_case(attribute, one)) return true;
  return false;
}

// Parts as they are met; most of a page's repeat what came shortly before.
class PartsMaker {
 public:
  uint32_t add(uint32_t parent, uint64_t what) {
    const uint32_t id = uint32_t(mix(mix(0, parent), what) >> 32) | 1;
    uint32_t& last = last_[id / 2 % last_.size()];
    if (last != id && parts_.size() < kMostParts) parts_.push_back({last = id, parent, 1});
    return id;
  }
  Parts finish() {
    std::sort(parts_.begin(), parts_.end());
    parts_.erase(std::unique(parts_.begin(), parts_.end()), parts_.end());
    return std::move(parts_);
  }
  Parts in_order() { return std::move(parts_); }

 private:
  Parts parts_;
  std::array<uint32_t, 1024> last_{};
};

// How many things one of two pages has and the other lacks, from 64 bits of each: the tug-of-war sketch of
// Alon, Matias and Szegedy (1996). Each thing adds one to each of sixteen counters or takes one off, by its
// hash; what both pages have falls out of the differences, whose squares are that number on average. So two
// pages of a large frame are told apart as well as two small ones. Of the counters four bits are kept: where
// many things differ, so do those.
class Sketch {
 public:
  void add(uint64_t hash) {
    uint64_t spread = mix(0, hash);
    spread = mix(0, spread ^ spread >> 29);
    for (size_t i = 0; i < 16; ++i) counts_[i] += (spread >> (4 * i + 1) & 1) ? 1 : -1;
  }
  uint64_t value() const {
    uint64_t out = 0;
    for (size_t i = 0; i < 16; ++i) out |= uint64_t(counts_[i] & 15) << 4 * i;
    return out;
  }

 private:
  int counts_[16] = {};
};

class Scanner {
 public:
  explicit Scanner(std::string_view html) : html_(html) {}

  PageScan run() {
    html::TagWalk walk(html_);
    html::WalkedTag tag;
    size_t text_from = 0;
    SkeletonMaker skeleton;
    while (walk.next(tag)) {
      take_text(html_.substr(text_from, tag.begin - text_from));
      text_from = tag.raw ? tag.raw_end : tag.end;
      skeleton.add(tag);
      take_part(tag);
      take_tag(tag);
    }
    take_text(html_.substr(std::min(text_from, html_.size())));
    number_short_lists();
    out_.skeleton = skeleton.finish();
    out_.parts = parts_.finish();
    out_.texts = texts_.in_order();
    out_.near = near_.value();
    return std::move(out_);
  }

 private:
  std::string_view of(Span span) const { return html_.substr(span.begin, span.size()); }

  std::string_view attribute(const html::WalkedTag& tag, std::string_view name) const {
    for (const html::ScannedAttribute& one : tag.attributes)
      if (equals_ignoring_case(of(one.name), name)) return of(one.value);
    return {};
  }

  // Tag, class names and id without digits.
  uint64_t look_of(const html::WalkedTag& tag) const {
    uint64_t hash = mix(0, tag.name);
    for (const html::ScannedAttribute& one : tag.attributes) {
      const std::string_view name = of(one.name);
      const bool is_class = equals_ignoring_case(name, "class");
      if (!is_class && !equals_ignoring_case(name, "id")) continue;
      for (const std::string_view word : words(of(one.value))) {
        if (is_state(word)) continue;
        hash += mix(is_class ? 1 : 2, letters_of(word));  // in any order
      }
    }
    return hash;
  }

  // The element as a part: its tag and its first class; what else names it is a part of it. Classes of the
  // root say what page it is ("postid-17").
  void take_part(const html::WalkedTag& tag) {
    ways_.resize(tag.depth);
    uint64_t look = mix(1, tag.name);
    const bool root = tag.name == html::tag_name("html") || tag.name == html::tag_name("body");
    bool first = !root;
    names_.clear();
    for (const html::ScannedAttribute& one : tag.attributes) {
      const std::string_view name = of(one.name);
      if (equals_ignoring_case(name, "class")) {
        for (const std::string_view word : words(of(one.value))) {
          if (is_state(word)) continue;
          if (std::exchange(first, false)) look = mix(look, letters_of(word));
          else names_.push_back(mix(2, letters_of(word)));
        }
      } else if (is_name(name)) {
        names_.push_back(mix(3, letters_of(of(one.value))));
      }
    }
    last_part_ = parts_.add(ways_.empty() ? 0 : ways_.back(), look);
    for (const uint64_t name : names_) parts_.add(last_part_, name);
    if (tag.holds) ways_.push_back(last_part_);
  }

  void take_tag(const html::WalkedTag& tag) {
    around_.resize(tag.depth);
    while (!lists_.empty() && lists_.back().depth >= tag.depth) lists_.pop_back();
    while (!items_.empty() && items_.back().depth >= tag.depth) items_.pop_back();
    const uint64_t look = look_of(tag);
    switch (tag.name) {
      case html::tag_name("a"):
      case html::tag_name("area"): add_link(tag, "href", look); break;
      case html::tag_name("frame"):
      case html::tag_name("iframe"): add_link(tag, "src", look); break;
      case html::tag_name("base"):
        if (out_.base.empty())
          out_.base = html::decode_text(attribute(tag, "href"), html::CharRefs::attribute);
        break;
      case html::tag_name("link"): take_link_tag(tag); break;
      case html::tag_name("meta"): take_meta_tag(tag, look); break;
      case html::tag_name("title"):
        out_.heading = mix(out_.heading, stable_hash(trim(html_.substr(tag.end, tag.raw_end - tag.end))));
        break;
      case html::tag_name("h1"):
        if (!in_heading_) in_heading_ = true, heading_open_ = true;
        break;
      default: break;
    }
    if (tag.holds) around_.push_back(look);
    if (tag.holds && is_list(tag.name)) lists_.push_back({tag.depth, ++list_count_});
    if (tag.holds && is_item(tag.name)) open_item(tag);
  }

  void take_link_tag(const html::WalkedTag& tag) {
    const std::string_view rel = attribute(tag, "rel");
    const auto href = [&] { return html::decode_text(attribute(tag, "href"), html::CharRefs::attribute); };
    if (equals_ignoring_case(rel, "canonical")) out_.canonical = href();
    if (equals_ignoring_case(rel, "next")) {
      out_.links.push_back({href(), kNextPlace});
      in_list_.push_back(false);
    }
  }

  // Robots, and pages that only say where the visitor goes from here: "0; url=/start".
  void take_meta_tag(const html::WalkedTag& tag, uint64_t look) {
    const std::string_view content = attribute(tag, "content");
    const std::string lower = lower_ascii(content);
    if (equals_ignoring_case(attribute(tag, "name"), "robots"))
      out_.no_follow |= lower.find("nofollow") != std::string::npos;
    if (!equals_ignoring_case(attribute(tag, "http-equiv"), "refresh")) return;
    const size_t at = lower.find("url=");
    if (at == std::string::npos) return;
    std::string_view href = trim(content.substr(at + 4));
    if (href.size() > 1 && (href[0] == '"' || href[0] == '\'')) href = href.substr(1, href.size() - 2);
    add_href(tag, trim(href), look);
  }

  void add_link(const html::WalkedTag& tag, std::string_view name, uint64_t look) {
    add_href(tag, trim(attribute(tag, name)), look);
  }

  void add_href(const html::WalkedTag& tag, std::string_view href, uint64_t look) {
    if (href.empty() || href[0] == '#' || out_.links.size() >= kMostLinks) return;
    for (const std::string_view word : words(attribute(tag, "rel")))
      if (equals_ignoring_case(word, "nofollow")) return;
    uint64_t place = mix(0, look);
    const size_t from = around_.size() > kAround ? around_.size() - kAround : 0;
    for (size_t i = from; i < around_.size(); ++i) place = mix(place, around_[i]);
    place = mix(mix(place, list_number(place)), number_in_item());
    out_.links.push_back({href.find('&') == std::string_view::npos
                              ? std::string(href)
                              : html::decode_text(href, html::CharRefs::attribute),
                          list_of(uint32_t(place >> 32))});
    in_list_.push_back(!lists_.empty());
    near_.add(stable_hash(href.substr(0, href.find_first_of("?#"))));
  }

  // In a list of few links each stands for something of its own: tabs, crumbs, a pager.
  void number_short_lists() {
    std::unordered_map<uint32_t, uint32_t> links_in, seen;
    for (size_t i = 0; i < in_list_.size(); ++i) links_in[out_.links[i].place] += in_list_[i];
    for (size_t i = 0; i < in_list_.size(); ++i)
      if (const uint32_t links = links_in[out_.links[i].place]; links > 1 && links <= kShortList)
        out_.links[i].place += ++seen[out_.links[i].place];
  }

  void open_item(const html::WalkedTag& tag) {
    const uint32_t column = is_cell(tag.name) && !items_.empty() ? ++items_.back().cells : 0;
    items_.push_back({tag.depth, 0, 0, std::min(column, kColumns)});
  }

  // Links of one look in an item of a list, or in the columns of a table, are places of their own: a title
  // leads to another kind of page than an author.
  uint64_t number_in_item() {
    if (items_.empty()) return 0;
    Item& item = items_.back();
    const uint32_t link = std::min(item.links++, kOfItem);
    return uint64_t(item.column) * (kOfItem + 1) + link;
  }

  // Two lists of one look on a page are two places: which one of them, as far as it matters.
  uint64_t list_number(uint64_t place) {
    const uint32_t list = lists_.empty() ? 0 : lists_.back().number;
    std::vector<uint32_t>& known = lists_of_[place];
    const size_t at = size_t(std::find(known.begin(), known.end(), list) - known.begin());
    if (at == known.size() && at < kLists) known.push_back(list);
    return std::min(at, kLists);
  }

  // What stands between two start tags: stretches of text between end tags and comments.
  void take_text(std::string_view between) {
    for (size_t at = 0; at < between.size();) {
      const size_t tag = std::min(between.find('<', at), between.size());
      take_stretch(between.substr(at, tag - at));
      if (tag == between.size()) break;
      const bool comment = between.substr(tag).starts_with("<!--");
      if (heading_open_ && equals_ignoring_case(between.substr(tag, 4), "</h1")) heading_open_ = false;
      const size_t end = between.find(comment ? "-->" : ">", tag);
      at = end == std::string_view::npos ? between.size() : end + (comment ? 3 : 1);
    }
  }

  void take_stretch(std::string_view text) {
    uint64_t hash = kHashStart;
    uint32_t size = 0, letters = 0;
    for (const char c : text) {
      if (is_space(c)) continue;
      hash = (hash ^ uint8_t(c)) * kHashStep;
      ++size;
      letters += is_letter_byte(c);
    }
    if (!size) return;
    if (size <= kShortText && letters >= kLeastLetters) texts_.add(last_part_, letters_of(text));
    out_.text_size += size;
    out_.text = mix(out_.text, hash);
    near_.add(hash);
    if (heading_open_) out_.heading = mix(out_.heading, hash);
  }

  std::string_view html_;
  PageScan out_;
  Sketch near_;
  struct List {
    size_t depth;
    uint32_t number;
  };
  struct Item {
    size_t depth;
    uint32_t links, cells;  // so far
    uint32_t column;        // of a cell, from 1
  };
  PartsMaker parts_, texts_;
  std::vector<uint32_t> ways_;    // parts that the open elements are
  std::vector<uint64_t> names_;   // of the element at hand
  uint32_t last_part_ = 0;        // the element that started last
  std::vector<uint64_t> around_;  // looks of the open elements
  std::vector<Item> items_;       // those of them that are one of many
  std::vector<List> lists_;       // those of them that hold lists
  std::vector<bool> in_list_;     // by link
  uint32_t list_count_ = 0;
  std::unordered_map<uint64_t, std::vector<uint32_t>> lists_of_;  // by place: lists with a link there
  bool in_heading_ = false, heading_open_ = false;
};

}  // namespace

PageScan scan_page(std::string_view html) { return Scanner(html).run(); }

double changes_between(uint64_t near, uint64_t other) {
  double squares = 0;
  for (int i = 0; i < 16; ++i) {
    const uint64_t apart = ((near >> 4 * i) - (other >> 4 * i)) & 15;
    const double least = double(std::min(apart, 16 - apart));
    squares += least * least;
  }
  return squares / 16;
}

}  // namespace gleaner::crawl
