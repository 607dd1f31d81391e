// One record a page from what varies between the pages of a site. See detail.h.
#include "records/detail.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "html/tags.h"
#include "records/names.h"
#include "records/weights.h"
#include "wrap/types.h"

namespace gleaner::records {
namespace {

struct PageTexts {
  std::vector<std::string> text;  // a leaf
  std::vector<uint64_t> at;       // hash of text and path
};

struct Found {
  uint32_t page;
  FieldPlace field;
  uint32_t occurrence;
  uint32_t order;  // place on the page
};

struct LikePlaces {
  std::string label;
  bool label_is_near = false;  // the label stands in the same row, item or field
  std::vector<Found> found;
};

class DetailFinder {
 public:
  DetailFinder(const std::vector<const Analysis*>& pages, Budget& budget)
      : pages_(pages), budget_(budget), tags_(html::Tags::all()) {}

  DetailSite run() {
    for (const Analysis* page : pages_) read(page->outline());
    for (uint32_t p = 0; p < pages_.size() && !budget_.exhausted(); ++p) group(p);
    for (auto& [key, made] : groups_) make_columns(made);
    choose();
    name();
    site_.varying /= double(std::max<size_t>(1, pages_.size()));
    return std::move(site_);
  }

 private:
  struct Made {
    DetailColumn column;
    double order;
    bool near;
  };

  static uint32_t path_node(const Outline& outline, uint32_t leaf) {
    return outline[outline.leaves()[leaf].node].parent;
  }

  void read(const Outline& outline) {
    PageTexts texts;
    std::unordered_set<uint64_t> seen;
    const uint32_t leaves = uint32_t(outline.leaves().size());
    budget_.spend_steps(leaves);
    for (uint32_t leaf = 0; leaf < leaves; ++leaf) {
      texts.text.push_back(outline.leaf_text(leaf));
      texts.at.push_back(mix(stable_hash(texts.text.back()), outline[path_node(outline, leaf)].path));
      if (seen.insert(texts.at.back()).second) ++pages_with_[texts.at.back()];
    }
    texts_.push_back(std::move(texts));
  }

  bool is_constant(uint32_t page, uint32_t leaf) const {
    const double share = double(pages_with_.at(texts_[page].at[leaf])) / double(pages_.size());
    if (share >= kConstantShare) return true;
    return share >= kOptionalLabel && pages_with_.at(texts_[page].at[leaf]) >= 2 &&
           looks_like_label(page, leaf);
  }

  bool looks_like_label(uint32_t page, uint32_t leaf) const {
    const std::string& text = texts_[page].text[leaf];
    if (text.size() > kLabelChars || text.empty()) return false;
    if (text.back() == ':') return true;
    const Outline& outline = pages_[page]->outline();
    uint32_t node = path_node(outline, leaf);
    html::TagId tag = outline[outline[node].top].tag;
    return tag == tags_.th || tag == tags_.dt || tag == tags_.label;
  }

  // What stands before the value in work, while a page is read.
  struct Before {
    std::string label;
    uint32_t node = kNone;
    bool fresh = false;  // nothing came between the label and here
    std::unordered_map<uint64_t, uint32_t> times;
    uint32_t order = 0;
  };

  void group(uint32_t page) {
    const Outline& outline = pages_[page]->outline();
    if (outline.size() == 0) return;
    Before before;
    uint64_t varying = 0;
    for (const FieldPlace& field : fields_of(outline, {0, 0})) {
      for (uint32_t leaf = field.leaf_begin; leaf < field.leaf_end;) {
        FieldPlace value = field;
        value.leaf_begin = leaf;
        if (is_constant(page, leaf)) {
          value.leaf_end = leaf + 1;
          if (is_labelled_constant(page, before, value)) add(page, before, value);
          else before.label = texts_[page].text[leaf], before.node = field.node, before.fresh = true;
          ++leaf;
          continue;
        }
        while (leaf < field.leaf_end && !is_constant(page, leaf)) ++leaf;
        value.leaf_end = leaf;
        if (!has_word(page, value)) continue;
        varying += outline.chars(value.leaf_begin, value.leaf_end);
        add(page, before, value);
      }
    }
    uint64_t all = outline.chars(0, uint32_t(outline.leaves().size()));
    site_.varying += all ? double(varying) / double(all) : 0;
  }

  void add(uint32_t page, Before& before, const FieldPlace& value) {
    const Outline& outline = pages_[page]->outline();
    const uint64_t key = mix(stable_hash(before.label), value.path);
    LikePlaces& made = groups_[key];
    if (made.found.empty()) {
      made.label = before.label;
      made.label_is_near = before.node != kNone && is_near(outline, before.label, before.node, value.node);
    }
    made.found.push_back({page, value, before.times[key]++, before.order++});
    before.fresh = false;
  }

  // The same on all pages, but right after "Date posted:": a value that happens not to vary.
  bool is_labelled_constant(uint32_t page, const Before& before, const FieldPlace& value) const {
    if (!before.fresh || before.label.empty() || before.label.back() != ':' || before.node == kNone)
      return false;
    const std::string& text = texts_[page].text[value.leaf_begin];
    return text.size() <= kLabelChars && !looks_like_label(page, value.leaf_begin) && has_word(page, value) &&
           is_near(pages_[page]->outline(), before.label, before.node, value.node) &&
           is_among_data(page, value);
  }

  // Does anything that varies stand in the same block? Else it is furniture ("Cart: EUR 0.00").
  bool is_among_data(uint32_t page, const FieldPlace& value) const {
    const Outline& outline = pages_[page]->outline();
    uint32_t block = value.node;
    for (int up = 0; up < kBlockLevels; ++up) {
      const uint32_t parent = outline[block].parent;
      if (parent == kNone || outline[parent].tag == tags_.body || outline[parent].tag == tags_.html) break;
      block = parent;
    }
    const uint32_t end = std::min(outline[block].leaf_end, outline[block].leaf_begin + kBlockLeaves);
    for (uint32_t leaf = outline[block].leaf_begin; leaf < end; ++leaf)
      if (!is_constant(page, leaf)) return true;
    return false;
  }

  // Bars, commas and arrows between values are no values.
  bool has_word(uint32_t page, const FieldPlace& field) const {
    for (uint32_t leaf = field.leaf_begin; leaf < field.leaf_end; ++leaf)
      if (measure(texts_[page].text[leaf]).word) return true;
    return false;
  }

  // Does the text name what follows? Labels that look like ones may stand two levels away; others must share
  // a small block.
  bool is_near(const Outline& outline, const std::string& text, uint32_t label, uint32_t value) const {
    const html::TagId tag = outline[label].tag;
    const bool strong =
        !text.empty() && (text.back() == ':' || tag == tags_.th || tag == tags_.dt || tag == tags_.label);
    for (uint32_t up = label, i = 0; i < 3 && up != kNone; ++i, up = outline[up].parent) {
      if (!outline.contains(up, value)) continue;
      return strong || outline[up].leaf_end - outline[up].leaf_begin <= kLabelBlock;
    }
    return false;
  }

  void make_columns(LikePlaces& made) {
    std::map<uint32_t, uint32_t> count;  // values a page
    for (const Found& f : made.found) ++count[f.page];
    std::map<uint32_t, uint32_t> how_often;
    uint32_t usual = 0, most = 0, largest = 0;
    for (auto [page, n] : count) {
      largest = std::max(largest, n);
      if (++how_often[n] > most) most = how_often[n], usual = n;
    }
    const bool scalar = largest == 1 || (usual <= kScalarTimes && most >= 0.8 * double(count.size()));
    if (!scalar) {
      add_column(made, kNone, true);
    } else {
      for (uint32_t k = 0; k < usual; ++k) add_column(made, k, false);
    }
  }

  void add_column(const LikePlaces& made, uint32_t occurrence, bool list) {
    DetailColumn column;
    column.label = made.label;
    column.list = list;
    column.values.resize(pages_.size());
    std::map<std::string, uint32_t> pages_of;  // distinct texts
    double order = 0;
    uint32_t present = 0, values = 0;
    for (const Found& f : made.found) {
      if (occurrence != kNone && f.occurrence != occurrence) continue;
      if (column.values[f.page].empty()) ++present, order += f.order;
      column.values[f.page].push_back(f.field);
      ++pages_of[field_text(pages_[f.page]->outline(), f.field)];
      ++values;
    }
    if (present == 0) return;
    column.present = double(present) / double(pages_.size());
    uint32_t most = 0;
    for (const auto& [text, n] : pages_of) most = std::max(most, n);
    const bool varies = pages_of.size() >= 2 && (list || most < 0.95 * present || present <= 2);
    const bool labelled = made.label_is_near && !made.label.empty() && made.label.back() == ':' && !list;
    if (column.present < kColumnShare || !(varies || labelled)) return;
    column.quality = judge(made, column, double(pages_of.size()) / values) - (varies ? 0 : 1.5);
    made_.push_back({std::move(column), order / present, made.label_is_near});
  }

  double judge(const LikePlaces& made, const DetailColumn& column, double variety) const {
    const Found& first = made.found[0];
    const Outline& outline = pages_[first.page]->outline();
    html::TagId tag = outline[first.field.node].tag;
    double q = 2 * column.present + 0.5 * variety;
    if (made.label_is_near) q += 1;
    if (!made.label.empty() && made.label.back() == ':') q += 0.5;
    if (tags_.is(tag, html::kHeading)) q += 2;
    if (column.list) q -= 0.7;
    uint64_t chars = 0, n = 0;
    for (const Found& f : made.found)
      chars += pages_[f.page]->outline().chars(f.field.leaf_begin, f.field.leaf_end), ++n;
    if (chars > 300 * n) q -= 0.7;
    return q;
  }

  void choose() {
    std::ranges::sort(made_, [](const Made& a, const Made& b) {
      return a.column.quality != b.column.quality ? a.column.quality > b.column.quality : a.order < b.order;
    });
    if (made_.size() > kDetailColumns) made_.resize(kDetailColumns);
    drop_repeats();
    std::ranges::sort(made_, [](const Made& a, const Made& b) { return a.order < b.order; });
  }

  // The letters and digits of a value, hashed; 0 if the page has none or several.
  uint64_t letters(const DetailColumn& column, size_t page) const {
    if (column.values[page].size() != 1) return 0;
    std::string kept;
    const std::string text = field_text(pages_[page]->outline(), column.values[page][0]);
    for (size_t at = 0; at < text.size();) {
      const size_t length = std::max<size_t>(1, code_point_at(text, at).length);
      const std::string_view character = std::string_view(text).substr(at, length);
      if (measure(character).word)
        kept += length == 1 ? std::string(1, to_lower(character[0])) : std::string(character);
      at += length;
    }
    return stable_hash(kept) | 1;
  }

  // A column that says what a better one says on every page it stands on (the breadcrumb's end, the title
  // again) is left out.
  void drop_repeats() {
    std::vector<std::vector<uint64_t>> texts;
    for (const Made& made : made_) {
      texts.emplace_back();
      for (size_t p = 0; p < pages_.size(); ++p) texts.back().push_back(letters(made.column, p));
    }
    std::vector<Made> kept;
    std::vector<size_t> at;
    for (size_t i = 0; i < made_.size(); ++i) {
      auto repeats = [&](size_t better) {
        if (made_[i].column.list) return false;
        for (size_t p = 0; p < pages_.size(); ++p)
          if (texts[i][p] != 0 && texts[i][p] != texts[better][p]) return false;
        return true;
      };
      if (std::ranges::any_of(at, repeats)) continue;
      at.push_back(i);
    }
    for (size_t i : at) kept.push_back(std::move(made_[i]));
    made_ = std::move(kept);
  }

  // "Weight: 690 g" in one text on every page: the label names it. It stays in the value: labels of detail
  // pages are of whole texts more often than not.
  void find_lead(DetailColumn& column) const {
    std::vector<std::string> texts;
    for (size_t p = 0; p < pages_.size(); ++p)
      for (const FieldPlace& field : column.values[p])
        texts.push_back(field_text(pages_[p]->outline(), field));
    const std::string lead = common_lead(texts);
    if (!lead.empty() && lead.back() == ':') column.lead = lead;
  }

  std::string plain_class(const Outline& outline, uint32_t node) const {
    for (int up = 0; up < 2 && node != kNone; ++up, node = outline[node].parent) {
      if (std::string_view property = outline.attribute(node, "itemprop"); !property.empty())
        return std::string(property);
      for (std::string_view token : words(outline[node].classes))
        if (token.size() >= 3 && token.size() <= 25 &&
            std::ranges::all_of(token, [](char c) { return is_alpha(c) || c == '-' || c == '_'; }))
          return std::string(token);
    }
    return {};
  }

  std::string name_of(const Made& made) const {
    for (size_t p = 0; p < pages_.size(); ++p) {
      if (made.column.values[p].empty()) continue;
      const Outline& outline = pages_[p]->outline();
      const FieldPlace& field = made.column.values[p][0];
      html::TagId tag = outline[field.node].tag;
      if (tag != 0 && outline.tree().name(outline[field.node].id) == "h1") return "title";
      if (!made.column.lead.empty()) return made.column.lead;
      if (made.near && made.column.label.size() <= kLabelChars)
        if (std::string name = to_name(made.column.label); !name.empty()) return name;
      if (std::string name = plain_class(outline, field.node); !name.empty()) return name;
      return std::string(kind_of_value(field_text(outline, field)));
    }
    return {};
  }

  void name() {
    for (Made& made : made_) find_lead(made.column);
    std::vector<std::string> names;
    for (const Made& made : made_) names.push_back(to_name(name_of(made)));
    make_unique(names);
    for (size_t i = 0; i < made_.size(); ++i) {
      DetailColumn& column = made_[i].column;
      column.name = names[i];
      std::map<wrap::Type, uint32_t> types;
      uint32_t n = 0;
      for (size_t p = 0; p < pages_.size(); ++p)
        for (const FieldPlace& field : column.values[p])
          ++types[wrap::recognise(field_text(pages_[p]->outline(), field))], ++n;
      for (auto [type, count] : types)
        if (type != wrap::Type::text && count >= kKindShare * n) column.type = type;
      site_.columns.push_back(std::move(column));
    }
  }

  const std::vector<const Analysis*>& pages_;
  Budget& budget_;
  const html::Tags& tags_;
  std::vector<PageTexts> texts_;
  std::unordered_map<uint64_t, uint32_t> pages_with_;
  std::map<uint64_t, LikePlaces> groups_;
  std::vector<Made> made_;
  DetailSite site_;
};

}  // namespace

DetailSite find_details(const std::vector<const Analysis*>& pages, Budget& budget) {
  return DetailFinder(pages, budget).run();
}

}  // namespace gleaner::records
