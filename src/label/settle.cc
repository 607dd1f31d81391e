// See settle.h.
#include "label/settle.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include "base/lists.h"
#include "base/text.h"
#include "html/locate.h"
#include "html/source_map.h"
#include "label/chain.h"
#include "label/weights.h"

namespace gleaner::label {
namespace {

struct SettledLeaf {
  uint32_t page, record;
  std::string path;
  wrap::Value* value;
  bool later;  // not the first of a list of plain values

  size_t choices() const { return value->span ? 1 : value->places.size(); }
  std::vector<Span> options() const { return value->span ? std::vector<Span>{*value->span} : value->places; }
};

// ---------------------------------------------------------------- what stands around a place

struct Surroundings {
  std::vector<uint64_t> levels;  // tag and class of the elements around it, from the inside
  uint64_t before = 0;           // the text before it, if it is short: a label
  bool attribute = false, whole = false;
};

class PageSurroundings {
 public:
  explicit PageSurroundings(const Document& document) : document_(document) {
    if (!document.is_html()) return;
    tree_ = &document.view<html::Tree>();
    map_ = &document.view<html::SourceMap>();
    for (html::NodeId n = 0; n < tree_->size(); ++n)
      if (tree_->is_text(n) && !trim(tree_->text(n)).empty()) {
        ++counts_[path_of(n)];
        texts_.push_back(n);
      }
  }

  Surroundings around(Span place) const {
    Surroundings out;
    if (!tree_) {
      const std::string_view text = document_.text();
      const size_t line = text.rfind('\n', place.begin ? place.begin - 1 : 0);
      const size_t from = line == std::string_view::npos ? 0 : line;
      out.before = stable_hash(text.substr(from, place.begin - from));
      out.levels.push_back(1);
      return out;
    }
    const html::NodeId n = map_->node_at(place.begin);
    if (n == html::kNoNode) return out;
    out.attribute = !tree_->is_text(n);
    out.levels = levels_of(n);
    if (out.attribute) return out;
    out.whole = trim(document_.text(tree_->text_span(n))).size() <= place.size();
    const auto at = std::lower_bound(texts_.begin(), texts_.end(), n);
    if (at != texts_.begin())
      if (const std::string text = collapse(tree_->text(*(at - 1))); text.size() <= kShortText)
        out.before = stable_hash(text);
    return out;
  }

  // How many texts of the page stand so.
  size_t like(const Surroundings& at) const {
    uint64_t hash = 0;
    for (uint64_t level : at.levels) hash = hash * 1000003 ^ level;
    const auto found = counts_.find(hash);
    return found == counts_.end() ? 1 : found->second;
  }

 private:
  std::vector<uint64_t> levels_of(html::NodeId n) const {
    std::vector<uint64_t> out;
    for (html::NodeId at = tree_->is_text(n) ? tree_->parent(n) : n;
         out.size() < kLevelsAlike && at != html::kNoNode && tree_->is_element(at); at = tree_->parent(at))
      out.push_back(stable_hash(tree_->name(at)) * 31 ^
                    stable_hash(tree_->attribute(at, "class").value_or(std::string_view{})));
    return out;
  }
  uint64_t path_of(html::NodeId n) const {
    uint64_t hash = 0;
    for (uint64_t level : levels_of(n)) hash = hash * 1000003 ^ level;
    return hash;
  }

  const Document& document_;
  const html::Tree* tree_ = nullptr;
  const html::SourceMap* map_ = nullptr;
  std::vector<html::NodeId> texts_;
  std::unordered_map<uint64_t, size_t> counts_;  // texts by path
};

double alike(const Surroundings& a, const Surroundings& b) {
  if (a.attribute != b.attribute) return 0;
  size_t levels = 0;
  while (levels < a.levels.size() && levels < b.levels.size() && a.levels[levels] == b.levels[levels])
    ++levels;
  if (!levels) return 0;
  return double(levels) + (a.whole == b.whole ? 1 : 0) + (a.before && a.before == b.before ? 3 : 0);
}

// ---------------------------------------------------------------- the choice

class Settler {
 public:
  explicit Settler(std::vector<wrap::LabelledPage>& pages) : pages_(pages) {}

  void run() {
    for (uint32_t p = 0; p < pages_.size(); ++p) {
      auto& records = pages_[p].label.records;
      bool nested = false;
      for (wrap::Record& record : records) locate(p, record.fields, nested);
      if (records.size() > 1 || nested) settle_in_order(pages_[p].label, *pages_[p].document);
      const size_t first = leaves_.size();
      for (uint32_t r = 0; r < records.size(); ++r) collect(p, r, records[r].fields, "");
      if (records.size() > 1 || nested) settle_near(p, first);
    }
    settle_alike();
    for (SettledLeaf& leaf : leaves_)
      if (!leaf.value->span && !leaf.value->places.empty()) leaf.value->span = leaf.value->places.front();
  }

 private:
  void locate(uint32_t p, std::vector<wrap::Field>& fields, bool& nested) {
    wrap::for_each_leaf(fields, [&](const std::string& path, wrap::Value& value) {
      nested |= path.find('.') != std::string::npos;
      if (!value.span && value.places.empty())
        for (const html::Place& place : html::locate(*pages_[p].document, value.text, kPlacesTried))
          value.places.push_back(place.span);
      std::ranges::sort(value.places);
      if (!value.span && value.places.size() == 1) value.span = value.places[0];
    });
  }

  void collect(uint32_t p, uint32_t r, std::vector<wrap::Field>& fields, const std::string& prefix) {
    for (wrap::Field& field : fields) {
      const std::string path = prefix.empty() ? field.name : prefix + "." + field.name;
      std::vector<wrap::Value*> values;
      if (field.value.is_list())
        for (wrap::Value& item : field.value.items) values.push_back(&item);
      else values.push_back(&field.value);
      for (size_t i = 0; i < values.size(); ++i) {
        if (values[i]->is_record()) collect(p, r, values[i]->fields, path);
        if (values[i]->is_text() && (values[i]->span || !values[i]->places.empty()))
          leaves_.push_back({p, r, path, values[i], i > 0});
      }
    }
  }

  // Records in turn: the nearest place to what is already placed, behind the record
  // before it if there is one.
  void settle_near(uint32_t p, size_t next) {
    uint32_t floor = 0;
    for (uint32_t r = 0; r < pages_[p].label.records.size(); ++r) {
      std::vector<SettledLeaf*> mine;
      for (; next < leaves_.size() && leaves_[next].record == r; ++next) mine.push_back(&leaves_[next]);
      if (mine.empty()) continue;
      const SettledLeaf* anchor = *std::ranges::min_element(
          mine, [](const auto* a, const auto* b) { return a->choices() < b->choices(); });
      uint64_t best_cost = ~uint64_t{0};
      std::vector<Span> best;
      for (Span start : anchor->options()) {
        uint64_t cost = start.begin < floor ? kBackwards : 0;
        std::vector<Span> chosen = places_near(mine, anchor, start, floor, cost);
        if (cost < best_cost) best_cost = cost, best = std::move(chosen);
      }
      for (size_t i = 0; i < mine.size(); ++i) {
        mine[i]->value->span = best[i];
        floor = std::max(floor, best[i].end);
      }
    }
  }

  // Outwards from the anchor in the order of the labels.
  static std::vector<Span> places_near(const std::vector<SettledLeaf*>& mine, const SettledLeaf* anchor,
                                       Span start, uint32_t floor, uint64_t& cost) {
    std::vector<Span> chosen(mine.size());
    const size_t at = size_t(std::ranges::find(mine, anchor) - mine.begin());
    chosen[at] = start;
    std::vector<Span> taken = {start};
    auto place = [&](size_t i, Span beside, bool behind) {
      uint64_t least = ~uint64_t{0};
      for (Span option : mine[i]->options()) {
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

  // Fields of pages with one record, over all those pages at once; further values of
  // a list behind the one before.
  void settle_alike() {
    std::map<std::string, std::vector<SettledLeaf*>> fields;
    for (SettledLeaf& leaf : leaves_)
      if (!leaf.later) fields[leaf.path].push_back(&leaf);
    for (auto& [path, list] : fields)
      if (std::ranges::any_of(list, [](const SettledLeaf* l) { return !l->value->span; })) settle_field(list);
    for (size_t i = 1; i < leaves_.size(); ++i) {
      SettledLeaf& leaf = leaves_[i];
      if (!leaf.later || leaf.value->span) continue;
      const auto& before = leaves_[i - 1].value->span;
      const auto& places = leaf.value->places;
      auto next = std::lower_bound(places.begin(), places.end(), Span{before ? before->end : 0, 0});
      leaf.value->span = next == places.end() ? places.front() : *next;
    }
  }

  // Every place of the page with the fewest is tried as the model for the others.
  void settle_field(const std::vector<SettledLeaf*>& list) {
    std::vector<SettledLeaf*> some;
    for (size_t i = 0, n = std::min(list.size(), kPagesCompared); i < n; ++i)
      some.push_back(list[i * list.size() / n]);
    std::vector<std::vector<Surroundings>> around;
    size_t seed = 0;
    for (size_t i = 0; i < some.size(); ++i) {
      around.push_back(around_of(*some[i]));
      if (around[i].size() < around[seed].size()) seed = i;
    }
    double best = -1;
    size_t chosen = 0;
    for (size_t c = 0; c < around[seed].size(); ++c) {
      const Surroundings& model = around[seed][c];
      double score = 0;
      for (size_t i = 0; i < some.size(); ++i) {
        double most = 0;
        if (i != seed)
          for (const Surroundings& other : around[i]) most = std::max(most, alike(model, other));
        score += most;
      }
      if (some.size() > 1) score /= double(some.size() - 1);
      score += 3.0 / double(surroundings(some[seed]->page).like(model)) + (model.whole ? 1 : 0) -
               (model.attribute ? 4 : 0) - 0.01 * double(c);
      if (c == 0 || score > best) best = score, chosen = c;
    }
    const Surroundings model = around[seed][chosen];
    for (SettledLeaf* leaf : list) {
      if (leaf->value->span) continue;
      const std::vector<Surroundings> here = around_of(*leaf);
      size_t pick = leaf == some[seed] ? chosen : 0;
      double most = 0;
      for (size_t c = 0; c < here.size() && leaf != some[seed]; ++c)
        if (const double same = alike(model, here[c]); same > most) most = same, pick = c;
      leaf->value->span = leaf->value->places[pick];
    }
  }
  std::vector<Surroundings> around_of(const SettledLeaf& leaf) {
    return mapped(leaf.options(), [&](Span place) { return surroundings(leaf.page).around(place); });
  }

  const PageSurroundings& surroundings(uint32_t p) {
    auto& known = surroundings_[p];
    if (!known) known = std::make_unique<PageSurroundings>(*pages_[p].document);
    return *known;
  }

  std::vector<wrap::LabelledPage>& pages_;
  std::vector<SettledLeaf> leaves_;
  std::map<uint32_t, std::unique_ptr<PageSurroundings>> surroundings_;
};

}  // namespace

bool is_settled(const std::vector<wrap::LabelledPage>& pages) {
  bool all = true;
  for (const wrap::LabelledPage& page : pages)
    for (const wrap::Record& record : page.label.records)
      wrap::for_each_leaf(record, [&](const std::string&, const wrap::Value& v) { all = all && v.span; });
  return all;
}

bool one_record_each(const std::vector<wrap::LabelledPage>& pages) {
  return std::ranges::all_of(pages,
                             [](const wrap::LabelledPage& page) { return page.label.records.size() <= 1; });
}

void settle(std::vector<wrap::LabelledPage>& pages) {
  if (!is_settled(pages)) Settler(pages).run();
}

}  // namespace gleaner::label
