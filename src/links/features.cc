// See features.h.
#include "links/features.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/contains.h"
#include "base/text.h"
#include "links/address.h"
#include "links/lexicon.h"

namespace gleaner::links {
namespace {

using F = Feature;

constexpr size_t kShortText = 30;  // bytes: what may be the words of a pager link
constexpr size_t kShortTitle = 60;

constexpr std::array<std::string_view, kFeatures> kNames = {
#define X(name) #name,
    GLEANER_LINK_FEATURES(X)
#undef X
};

F operator+(F first, int offset) { return F(int(first) + offset); }

class Row {
 public:
  void set(F feature, double value = 1) { values_[size_t(feature)] = float(value); }
  bool operator[](F feature) const { return values_[size_t(feature)] != 0; }
  Signals signals() const {
    Signals out;
    for (size_t i = 0; i < kFeatures; ++i)
      if (values_[i] != 0) out.push_back({F(i), values_[i]});
    return out;
  }

 private:
  std::array<float, kFeatures> values_{};
};

bool holds(const std::vector<std::string>& words, std::string_view word) { return contains(words, word); }
bool holds_any(const std::vector<std::string>& words, std::initializer_list<std::string_view> any) {
  return std::ranges::any_of(any, [&](std::string_view one) { return holds(words, one); });
}
template <class Test>
bool some(const std::vector<std::string>& words, Test test) {
  return std::ranges::any_of(words, test);
}

// next prev first last page current older newer disabled, in the order of the features
void set_classes(const std::vector<std::string>& words, F first, Row& row) {
  if (words.empty()) return;
  const auto edge = [](std::string_view word, std::string_view part) {
    return word.starts_with(part) || word.ends_with(part);
  };
  const auto contains = [](std::string_view word, std::string_view part) {
    return word.find(part) != std::string_view::npos;
  };
  using View = std::string_view;
  if (some(words, [&](View w) { return edge(w, "next") || w == "right" || contains(w, "forward"); }))
    row.set(first);
  if (some(words, [&](View w) {
        return edge(w, "prev") || contains(w, "previous") || w == "left" || contains(w, "backward");
      }))
    row.set(first + 1);
  if (holds(words, "first")) row.set(first + 2);
  if (holds(words, "last")) row.set(first + 3);
  if (some(words, [&](View w) { return contains(w, "page") || w.starts_with("pagin") || w == "paging"; }))
    row.set(first + 4);
  if (some(words, [&](View w) {
        return contains(w, "current") || contains(w, "active") || contains(w, "selected");
      }))
    row.set(first + 5);
  if (some(words, [&](View w) { return contains(w, "older"); })) row.set(first + 6);
  if (some(words, [&](View w) { return contains(w, "newer"); })) row.set(first + 7);
  if (some(words, [&](View w) { return contains(w, "disabled"); })) row.set(first + 8);
}

bool differ_by_one(uint32_t a, uint32_t b) { return a + 1 == b || b + 1 == a; }

bool points_on(Arrow arrow) { return arrow == Arrow::next || arrow == Arrow::far_next; }
bool points_back(Arrow arrow) { return arrow == Arrow::prev || arrow == Arrow::far_prev; }

// Makes the row of one link.
class Describer {
 public:
  Describer(const std::vector<Link>& links, const std::string& url) : links_(links), own_(own_address(url)) {
    for (const Link& link : links)
      if (link.number) ++masks_[link.mask];
  }

  Signals row(size_t i) {
    i_ = i;
    row_ = Row();
    words();
    surroundings();
    number();
    address();
    neighbours();
    crosses();
    return row_.signals();
  }

 private:
  const Link& link() const { return links_[i_]; }
  const Link* neighbour(int by) const {
    const size_t at = i_ + size_t(by);
    return at < links_.size() ? &links_[at] : nullptr;
  }

  void words() {
    const Link& k = link();
    const std::string& t = k.label;
    const size_t count = gleaner::words(t).size();
    text_cues_ = t.size() <= kShortText * 2 && count_code_points(t) <= kShortText ? cues_of(t) : 0;
    const bool only = count <= 2 || t.size() <= 12;
    for (int c = 0; c < 4; ++c) {
      if (!(text_cues_ >> c & 1)) continue;
      row_.set(F::text_next + c);
      if (only) row_.set(F::text_next_only + c);
    }
    if (k.title.size() < kShortTitle) {
      const uint32_t cues = cues_of(k.title);
      for (int c = 0; c < kCues; ++c)
        if (cues >> c & 1) row_.set(F::title_next + c);
    }
    if (t.size() + k.title.size() < kShortTitle && (names_page(t) || names_page(k.title)))
      row_.set(F::text_page);
    arrow_ = t.size() <= 40 ? arrow_of(t) : Arrow::none;
    if (arrow_ != Arrow::none) {
      row_.set(F::arrow_next + (int(arrow_) - 1));
      if (!has_word(t)) row_.set(F::arrow_next_alone + (int(arrow_) - 1));
    }
    if (t.empty()) row_.set(F::text_empty);
    if (count_code_points(t) > kShortText) row_.set(F::text_long);
    row_.set(F::text_words, double(std::min<size_t>(count, 8)) / 8);
    constexpr std::array<std::string_view, 7> kRel = {"next",     "prev", "nofollow", "bookmark",
                                                      "category", "tag",  "start"};
    for (size_t r = 0; r < kRel.size(); ++r)
      if (holds(k.rel, kRel[r])) row_.set(F::rel_next + int(r));
    if (holds(k.rel, "previous")) row_.set(F::rel_prev);
  }

  void surroundings() {
    const Link& k = link();
    set_classes(k.own, F::own_next, row_);
    set_classes(k.holder, F::holder_next, row_);
    set_classes(k.image, F::image_next, row_);
    if (some(k.around, [](std::string_view w) {
          return w.starts_with("pag") || w.find("page") != std::string_view::npos;
        }))
      row_.set(F::around_page);
    if (holds_any(k.around, {"nav", "navigation"})) row_.set(F::around_nav);
    for (const auto* words : {&k.own, &k.holder, &k.around})
      if (holds_any(*words, {"calendar", "day", "month", "mini", "date", "cal"}))
        row_.set(F::around_calendar);
    if (!one_of({F::around_page, F::holder_page, F::own_page}) &&
        holds_any(k.around, {"comment", "comments", "slider", "carousel", "gallery", "archive", "menu",
                             "tabs", "breadcrumb", "sidebar", "widget"}))
      row_.set(F::around_other);
    if (k.place > 0.5) row_.set(F::place_end);
    if (k.place < 0.15) row_.set(F::place_top);
  }

  void number() {
    const Link& k = link();
    if (const size_t open = k.label.find('('); open != std::string::npos) {
      const size_t close = k.label.find(')', open);
      if (close != std::string::npos &&
          is_all_digits(std::string_view(k.label).substr(open + 1, close - open - 1)))
        row_.set(F::number_in_brackets);
    }
    if (!k.number) return;
    const uint32_t n = *k.number;
    row_.set(F::number_is);
    if (n < 100) row_.set(F::number_small);
    if (n >= 1900 && n <= 2100) row_.set(F::number_year);
    if (n == 0) row_.set(F::number_zero);
    if (k.run_length >= 2) row_.set(F::run_two);
    if (k.run_length >= 3) row_.set(F::run_three);
    if (k.run_length >= 15 && k.run_top <= 31) row_.set(F::run_month);
    for (int by : {-1, 1})
      if (const Link* other = neighbour(by); other && other->number && differ_by_one(*other->number, n))
        row_.set(F::run_step);
    for (const std::string* text : {&k.before, &k.after})
      for (uint32_t bare : bare_numbers(*text))
        if (differ_by_one(bare, n)) row_.set(F::run_current);
    if (k.run_length <= 1 && !row_[F::run_current]) row_.set(F::run_alone);
    if (masks_[k.mask] >= 2) row_.set(F::url_same_mask);
    const std::string where = k.path + "?" + k.query_text + "#" + k.fragment + (k.script ? k.href : "");
    for (uint32_t in_url : numbers_in(where, kMostUrlDigits)) {
      if (in_url == n || in_url + 1 == n) row_.set(F::url_equal);
      if (in_url > n && n > 1 && in_url % (n - 1) == 0) row_.set(F::url_multiple);
    }
  }

  void address() {
    const Link& k = link();
    if (k.script) row_.set(F::url_script);
    else {
      const Difference d = difference(k, own_);
      if (!own_.host.empty() && without_www(k.host) != without_www(own_.host)) row_.set(F::url_other_host);
      if (!d.words && !d.gone && d.numbers.empty()) row_.set(F::url_self);
      const bool first_page = d.gone && d.gone == d.gone_counting && !d.words && d.numbers.empty();
      if (first_page || (d.numbers.size() == 1 && d.words <= 1 && d.gone <= 1)) row_.set(F::url_one_number);
      row_.set(F::url_other_words, double(std::min<size_t>(d.words + d.gone, 6)) / 6);
      if (std::ranges::any_of(d.keys, counts_pages)) row_.set(F::url_key);
      else if (std::ranges::any_of(d.keys, chooses_view)) row_.set(F::url_size);
    }
    if (page_in_path(k.path)) row_.set(F::url_page_path);
    if (has_date(k.href) && !row_[F::url_key])
      row_.set(F::url_date);  // "updated-max=2016-03-18" counts pages by date
    if (lower_ascii(k.href).find("page") != std::string::npos) row_.set(F::url_page_word);
    if (has_year_folder(k.path)) row_.set(F::url_year);
  }

  void neighbours() {
    constexpr size_t kNear = 25;
    const Link& k = link();
    const bool counted = std::ranges::any_of(k.mask, is_digit) || std::ranges::any_of(k.href, is_digit);
    for (int side = 0; side < 2; ++side) {
      const Link* other = neighbour(side ? 1 : -1);
      if (!other) continue;
      if (other->number && (side ? k.after : k.before).size() < kNear) row_.set(F::near_left_number + side);
      if (other->mask == k.mask && counted) row_.set(F::near_left_mask + side);
      if (other->run_length >= 2) row_.set(F::near_left_run + side);
    }
    if (!bare_numbers(k.before).empty()) row_.set(F::near_left_bare);
    if (!bare_numbers(k.after).empty()) row_.set(F::near_right_bare);
    if (k.before.find("...") != std::string::npos || k.after.find("...") != std::string::npos)
      row_.set(F::near_dots);
  }

  bool one_of(std::initializer_list<F> features) const {
    return std::ranges::any_of(features, [&](F f) { return row_[f]; });
  }

  void crosses() {
    const Link& k = link();
    if (k.label.empty())  // a picture without words right after the numbers, or before
      for (int side = 0; side < 2; ++side)
        if (const Link* other = neighbour(side ? 1 : -1);
            other && other->run_length >= 2 && (k.script || other->mask == k.mask))
          row_.set(F::cross_empty_left_run + side);
    // "Older entries" is next or previous as its class says; without one it is previous.
    const bool older = text_cues_ >> unsigned(Cue::older) & 1, newer = text_cues_ >> unsigned(Cue::newer) & 1;
    if ((older || one_of({F::own_older, F::holder_older})) &&
        !one_of({F::own_next, F::holder_next, F::rel_next}))
      row_.set(F::cross_older);
    if ((newer || one_of({F::own_newer, F::holder_newer})) &&
        !one_of({F::own_prev, F::holder_prev, F::rel_prev}))
      row_.set(F::cross_newer);
    const bool next = one_of({F::text_next, F::arrow_next, F::arrow_far_next, F::own_next, F::holder_next,
                              F::rel_next, F::cross_newer});
    const bool prev = one_of({F::text_prev, F::arrow_prev, F::arrow_far_prev, F::own_prev, F::holder_prev,
                              F::rel_prev, F::cross_older});
    page_ = one_of({F::around_page, F::holder_page, F::own_page});
    url_ = one_of({F::url_one_number, F::url_key, F::url_page_path}) ||
           (row_[F::near_left_number] && row_[F::near_left_mask]) ||
           (row_[F::near_right_number] && row_[F::near_right_mask]);
    number_ = one_of({F::near_left_number, F::near_right_number, F::near_left_bare, F::near_right_bare});
    if (next) cross(F::cross_next_page);
    if (prev) cross(F::cross_prev_page);
    edges();
    arrows();
    if (!k.number) return;
    if (page_) row_.set(F::cross_number_page);
    if (url_) row_.set(F::cross_number_url);
    if (page_ && one_of({F::run_two, F::run_current})) row_.set(F::cross_number_run_page);
  }

  // page, url, number, long, any: in the order of the features
  void cross(F first) {
    if (page_) row_.set(first);
    if (url_) row_.set(first + 1);
    if (number_) row_.set(first + 2);
    if (row_[F::text_long]) row_.set(first + 3);
    row_.set(first + 4);
  }

  // An arrow that says all the link says: of two that point away from each other, with no words but of pages
  // between them; or to an address that counts one on from the page's own.
  void arrows() {
    const Link& k = link();
    if (k.script || has_word(k.label) || row_[F::around_calendar]) return;  // months have such arrows, too
    if (!points_on(arrow_) && !points_back(arrow_)) return;
    const bool on = points_on(arrow_);
    if (const Link* other = neighbour(on ? -1 : 1)) {
      const Arrow there = has_word(other->label) ? Arrow::none : arrow_of(other->label);
      const std::string& between = on ? k.before : k.after;
      if ((on ? points_back(there) : points_on(there)) && other->mask == k.mask && other->href != k.href &&
          (!has_word(between) || names_page(between)))
        row_.set(on ? F::cross_pair_next : F::cross_pair_prev);
    }
    if (const int step = step_of(k); step == (on ? 1 : -1))
      row_.set(on ? F::cross_step_next : F::cross_step_prev);
  }

  // 1: its address is the page's own but for one number, which is one more, or but for a page's number of two
  // where the own has none; -1: likewise back. 0: neither.
  int step_of(const Link& k) const {
    if (own_.host.empty() || without_www(k.host) != without_www(own_.host)) return 0;
    const std::vector<uint32_t> there = numbers_in(k.path + "?" + k.query_text, kMostUrlDigits),
                                here = numbers_in(own_.whole, kMostUrlDigits);
    const Difference d = difference(k, own_);
    if (there.size() == here.size()) {
      int step = 0, differ = 0;
      for (size_t i = 0; i < there.size(); ++i) {
        differ += there[i] != here[i];
        if (differ_by_one(there[i], here[i])) step = there[i] > here[i] ? 1 : -1;
      }
      return differ == 1 && d.words == 0 ? step : 0;
    }
    if (d.words == 0 && d.gone == 0 && d.keys.size() == 1 && counts_pages(d.keys[0]) &&
        d.numbers == std::vector<uint32_t>{2})
      return 1;
    const bool first_page = d.words == 0 && d.numbers.empty() && d.gone == 1 && d.gone_counting == 1;
    return first_page && contains(here, 2u) ? -1 : 0;
  }

  // ">>" beside ">" is the last page, not the next one.
  void edges() {
    const Link* left = neighbour(-1);
    const Link* right = neighbour(1);
    const auto says = [](const Link& other, Arrow arrow, Cue cue) {
      return arrow_of(other.label) == arrow || (cues_of(other.label) >> unsigned(cue) & 1);
    };
    if (arrow_ == Arrow::far_next && left && says(*left, Arrow::next, Cue::next))
      row_.set(F::cross_far_next_beside);
    if (arrow_ == Arrow::far_prev && right && says(*right, Arrow::prev, Cue::prev))
      row_.set(F::cross_far_prev_beside);
    constexpr size_t kEdgeText = 20;
    if (link().label.size() > kEdgeText || !one_of({F::text_first_only, F::text_last_only, F::own_first,
                                                    F::own_last, F::holder_first, F::holder_last}))
      return;
    if (page_ || number_) row_.set(F::cross_edge_page);
    if (url_) row_.set(F::cross_edge_url);
  }

  const std::vector<Link>& links_;
  OwnAddress own_;
  std::map<std::string, size_t> masks_;
  size_t i_ = 0;
  Row row_;
  uint32_t text_cues_ = 0;
  Arrow arrow_ = Arrow::none;
  bool page_ = false, url_ = false, number_ = false;
};

std::string mirrored_name(std::string_view name) {
  static const std::map<std::string_view, std::string_view> kSwapped = {
      {"next", "prev"},   {"prev", "next"},   {"first", "last"}, {"last", "first"},
      {"older", "newer"}, {"newer", "older"}, {"left", "right"}, {"right", "left"}};
  std::string out;
  for (std::string_view part : split(name, '_')) {
    const auto at = kSwapped.find(part);
    out.append(out.empty() ? "" : "_").append(at == kSwapped.end() ? part : at->second);
  }
  return out;
}

std::array<F, kFeatures> mirror_table() {
  std::array<F, kFeatures> out{};
  for (size_t i = 0; i < kFeatures; ++i) {
    const auto at = std::ranges::find(kNames, mirrored_name(kNames[i]));
    out[i] = at == kNames.end() ? F(i) : F(at - kNames.begin());
  }
  return out;
}

bool is_sign(std::string_view name) {
  for (std::string_view sign :
       {"text_next", "text_prev", "text_first", "text_last", "number_is", "around_page", "cross_older",
        "cross_newer", "near_left_number", "near_right_number"})
    if (name == sign) return true;
  for (std::string_view sign :
       {"arrow_", "title_", "holder_", "image_", "cross_edge", "cross_empty", "rel_next", "rel_prev"})
    if (name.starts_with(sign)) return true;
  return name.starts_with("own_") && name != "own_current" && name != "own_disabled";
}

std::array<bool, kFeatures> sign_table() {
  std::array<bool, kFeatures> out{};
  for (size_t i = 0; i < kFeatures; ++i) out[i] = is_sign(kNames[i]);
  return out;
}

}  // namespace

std::vector<uint32_t> bare_numbers(std::string_view text) {
  constexpr size_t kLongest = 30, kDigits = 4;
  return text.size() < kLongest ? numbers_in(text, kDigits) : std::vector<uint32_t>();
}

std::string_view name_of(Feature feature) { return kNames[size_t(feature)]; }

Feature mirrored(Feature feature) {
  static const std::array<F, kFeatures> kMirror = mirror_table();
  return kMirror[size_t(feature)];
}

std::vector<Signals> describe(const std::vector<Link>& links, const std::string& url) {
  Describer describer(links, url);
  std::vector<Signals> out;
  out.reserve(links.size());
  for (size_t i = 0; i < links.size(); ++i) out.push_back(describer.row(i));
  return out;
}

bool has(const Signals& signals, Feature feature) {
  return std::ranges::any_of(signals, [&](const Signal& s) { return s.feature == feature; });
}

bool candidate(const Signals& signals) {
  static const std::array<bool, kFeatures> kSigns = sign_table();
  return std::ranges::any_of(signals, [](const Signal& signal) { return kSigns[size_t(signal.feature)]; });
}

}  // namespace gleaner::links
