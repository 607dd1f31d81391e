// Labels without spans: which of the places where a text stands did the person mean?
//
// A page with several records: the places that lie close together, records one after the other. A page with
// one record: over several pages the places whose surroundings are most alike; on a single page the place
// whose surroundings are rarest there, because only such a window can be told from the others. Cost: places *
// pages for a field, a page lexed once.
#include <algorithm>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "base/text.h"
#include "byexample/costs.h"
#include "byexample/example.h"
#include "html/locate.h"

namespace gleaner::byexample {
namespace {

constexpr size_t kSideTerms = 6;

struct Leaf {
  uint32_t page, record;
  std::string path;
  wrap::Value* value;
  bool later_element;  // not the first of a list of plain values
};

// The page as numbered terms, to see how rare a window is.
class PageTerms {
 public:
  explicit PageTerms(const Document& document) {
    for (const PlacedTerm& placed : lex(document.text(), {0, uint32_t(document.text().size())}, false)) {
      ids_.push_back(id(placed.term));
      begins_.push_back(placed.span.begin);
      ends_.push_back(placed.span.end);
    }
  }

  struct Around {
    std::vector<uint32_t> left, right;  // nearest first
    bool inside_tag = false;
  };
  Around around(Span span) {
    Around out;
    size_t before = size_t(std::upper_bound(ends_.begin(), ends_.end(), span.begin) - ends_.begin());
    size_t after = size_t(std::lower_bound(begins_.begin(), begins_.end(), span.end) - begins_.begin());
    if (before < ends_.size() && begins_[before] < span.begin && ends_[before] >= span.end)
      out.inside_tag = true;
    for (size_t i = before; i-- > 0 && out.left.size() < kSideTerms;) out.left.push_back(ids_[i]);
    for (size_t i = after; i < ids_.size() && out.right.size() < kSideTerms; ++i)
      out.right.push_back(ids_[i]);
    return out;
  }

  // Terms to the left that make the window's left side occur once; kSideTerms + 1 if none do.
  size_t rare_width(const Around& at) const {
    for (size_t w = 1; w <= at.left.size(); ++w) {
      size_t hits = 0;
      for (size_t i = w; i <= ids_.size() && hits < 2; ++i) {
        size_t n = 0;
        while (n < w && ids_[i - 1 - n] == at.left[n]) ++n;
        hits += n == w;
      }
      if (hits < 2) return w;
    }
    return kSideTerms + 1;
  }

 private:
  static uint32_t id(const Term& term) {  // numbers must be the same on all pages
    return uint32_t(stable_hash(print_term(without_attributes(term), true)));
  }
  std::vector<uint32_t> ids_, begins_, ends_;
};

class Chooser {
 public:
  explicit Chooser(std::vector<wrap::LabelledPage>& pages) : pages_(pages) {}

  Status run() {
    for (uint32_t p = 0; p < pages_.size(); ++p) {
      auto& records = pages_[p].label.records;
      for (uint32_t r = 0; r < records.size(); ++r) GLEANER_CHECK(collect(p, r, records[r].fields, ""));
    }
    for (uint32_t p = 0; p < pages_.size(); ++p)
      if (pages_[p].label.records.size() > 1 || nested(p)) choose_close(p);
    choose_alike();
    for (Leaf& leaf : leaves_)
      if (!leaf.value->span && !leaf.value->places.empty()) leaf.value->span = leaf.value->places.front();
    return {};
  }

 private:
  Status collect(uint32_t p, uint32_t r, std::vector<wrap::Field>& fields, const std::string& prefix) {
    for (wrap::Field& field : fields) {
      const std::string path = prefix.empty() ? field.name : prefix + "." + field.name;
      std::vector<wrap::Value*> values;
      if (field.value.is_list())
        for (wrap::Value& item : field.value.items) values.push_back(&item);
      else values.push_back(&field.value);
      for (size_t i = 0; i < values.size(); ++i) {
        if (values[i]->is_record()) GLEANER_CHECK(collect(p, r, values[i]->fields, path));
        if (values[i]->is_text()) GLEANER_CHECK(add(p, r, path, *values[i], i > 0));
      }
    }
    return {};
  }

  Status add(uint32_t p, uint32_t r, const std::string& path, wrap::Value& value, bool later) {
    if (!value.span && value.places.empty()) {
      const Document& document = *pages_[p].document;
      for (const html::Place& place : html::locate(document, value.text, kMaxPlaces))
        value.places.push_back(place.span);
      if (value.places.empty())
        return error(Code::cannot_learn,
                     fmt::format("\"{}\" ({}) stands nowhere on the page", value.text, path),
                     {pages_[p].label.page, 0, 0, {}}, "label the text as the page shows it");
    }
    std::sort(value.places.begin(), value.places.end());
    if (value.places.size() > kMaxPlaces) value.places.resize(kMaxPlaces);
    if (!value.span && value.places.size() == 1) value.span = value.places[0];
    leaves_.push_back({p, r, path, &value, later});
    return {};
  }

  bool nested(uint32_t p) const {
    return std::any_of(leaves_.begin(), leaves_.end(), [&](const Leaf& leaf) {
      return leaf.page == p && leaf.path.find('.') != std::string::npos;
    });
  }

  // Records in turn: the nearest place to what is already placed, behind the record before it if there is
  // one.
  void choose_close(uint32_t p) {
    uint32_t floor = 0;
    for (uint32_t r = 0; r < pages_[p].label.records.size(); ++r) {
      std::vector<Leaf*> mine;
      for (Leaf& leaf : leaves_)
        if (leaf.page == p && leaf.record == r) mine.push_back(&leaf);
      if (mine.empty()) continue;
      const Leaf* anchor = *std::min_element(
          mine.begin(), mine.end(), [](const Leaf* a, const Leaf* b) { return choices(*a) < choices(*b); });
      const std::vector<Span> starts =
          anchor->value->span ? std::vector<Span>{*anchor->value->span} : anchor->value->places;
      uint64_t best_cost = ~uint64_t{0};
      std::vector<Span> best;
      for (Span start : starts) {
        uint64_t cost = start.begin < floor ? kBackwards : 0;
        std::vector<Span> chosen = place_near(mine, anchor, start, floor, cost);
        if (cost < best_cost) best_cost = cost, best = std::move(chosen);
      }
      for (size_t i = 0; i < mine.size(); ++i) {
        mine[i]->value->span = best[i];
        floor = std::max(floor, best[i].end);
      }
    }
  }

  static size_t choices(const Leaf& leaf) { return leaf.value->span ? 1 : leaf.value->places.size(); }

  // Outwards from the anchor in label order.
  static std::vector<Span> place_near(const std::vector<Leaf*>& mine, const Leaf* anchor, Span start,
                                      uint32_t floor, uint64_t& cost) {
    std::vector<Span> chosen(mine.size());
    const size_t at = size_t(std::find(mine.begin(), mine.end(), anchor) - mine.begin());
    chosen[at] = start;
    std::vector<Span> taken = {start};
    auto place = [&](size_t i, Span beside, bool behind) {
      const wrap::Value& value = *mine[i]->value;
      const std::vector<Span> options = value.span ? std::vector<Span>{*value.span} : value.places;
      uint64_t least = ~uint64_t{0};
      for (Span option : options) {
        uint64_t away = option.begin >= beside.end   ? option.begin - beside.end
                        : beside.begin >= option.end ? beside.begin - option.end
                                                     : kBackwards;
        if ((option.begin >= beside.end) != behind) away *= 2;  // labels mostly stand in page order
        if (option.begin < floor) away += kBackwards;
        for (Span other : taken)
          if (other.overlaps(option)) away += kBackwards;
        if (away < least) least = away, chosen[i] = option;
      }
      cost += least;
      taken.push_back(chosen[i]);
    };
    for (size_t i = at + 1; i < mine.size(); ++i) place(i, chosen[i - 1], true);
    for (size_t i = at; i-- > 0;) place(i, chosen[i + 1], false);
    return chosen;
  }

  PageTerms& terms(uint32_t p) {
    auto& slot = terms_[p];
    if (!slot) slot = std::make_unique<PageTerms>(*pages_[p].document);
    return *slot;
  }

  static size_t alike(const PageTerms::Around& a, const PageTerms::Around& b) {
    size_t left = 0, right = 0;
    while (left < a.left.size() && left < b.left.size() && a.left[left] == b.left[left]) ++left;
    while (right < a.right.size() && right < b.right.size() && a.right[right] == b.right[right]) ++right;
    if (a.inside_tag != b.inside_tag) return 0;
    return left == 0 || right == 0 ? 0 : 2 * left + right;
  }

  // Fields of pages with one record, over all those pages at once.
  void choose_alike() {
    std::map<std::string, std::vector<Leaf*>> fields;
    for (Leaf& leaf : leaves_)
      if (!leaf.later_element) fields[leaf.path].push_back(&leaf);
    for (auto& [path, list] : fields) {
      if (std::all_of(list.begin(), list.end(), [](const Leaf* l) { return l->value->span.has_value(); }))
        continue;
      choose_field(list);
    }
    for (Leaf& leaf : leaves_)  // further elements: behind the one before
      if (leaf.later_element && !leaf.value->span) {
        const Leaf& before = *(&leaf - 1);
        const uint32_t behind = before.value->span ? before.value->span->end : 0;
        auto next = std::lower_bound(leaf.value->places.begin(), leaf.value->places.end(), Span{behind, 0});
        leaf.value->span = next == leaf.value->places.end() ? leaf.value->places.front() : *next;
      }
  }

  void choose_field(std::vector<Leaf*>& list) {
    std::vector<std::vector<PageTerms::Around>> around;
    std::vector<std::vector<Span>> places;
    for (Leaf* leaf : list) {
      places.push_back(leaf->value->span ? std::vector<Span>{*leaf->value->span} : leaf->value->places);
      auto& row = around.emplace_back();
      for (Span span : places.back()) row.push_back(terms(leaf->page).around(span));
    }
    // Every place of the page with the fewest is tried as the model for the others.
    size_t seed = 0;
    for (size_t i = 1; i < list.size(); ++i)
      if (places[i].size() < places[seed].size()) seed = i;
    double best = -1;
    size_t chosen = 0;
    for (size_t c = 0; c < places[seed].size(); ++c) {
      const PageTerms::Around& model = around[seed][c];
      double score = 0;
      for (size_t i = 0; i < list.size(); ++i) {
        size_t most = 0;
        if (i != seed)
          for (const auto& other : around[i]) most = std::max(most, alike(model, other));
        score += double(most);
      }
      const double others = double(list.size() - 1);
      score = others > 0 ? score / others : 0;
      score += 1.5 * double(kSideTerms + 1 - terms(list[seed]->page).rare_width(model));
      if (model.inside_tag) score -= 6;
      score -= 0.01 * double(c);
      if (c == 0 || score > best) best = score, chosen = c;
    }
    for (size_t i = 0; i < list.size(); ++i) {
      size_t pick = i == seed ? chosen : 0, most = 0;
      for (size_t c = 0; c < places[i].size() && i != seed; ++c) {
        const size_t same = alike(around[seed][chosen], around[i][c]);
        if (same > most) most = same, pick = c;
      }
      if (!list[i]->value->span) list[i]->value->span = places[i][pick];
    }
  }

  static constexpr uint64_t kBackwards = 1'000'000;

  std::vector<wrap::LabelledPage>& pages_;
  std::vector<Leaf> leaves_;
  std::map<uint32_t, std::unique_ptr<PageTerms>> terms_;
};

}  // namespace

Status choose_places(std::vector<wrap::LabelledPage>& pages) { return Chooser(pages).run(); }

}  // namespace gleaner::byexample
