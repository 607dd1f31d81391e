// See units.h. One walk over a record's nodes; paths are hashed as they grow, their words are made only where
// they are wanted.
#include "rows/units.h"

#include <algorithm>

#include "base/text.h"
#include "base/unicode.h"
#include "html/tags.h"
#include "records/fields.h"
#include "rows/page.h"
#include "rows/weights.h"

namespace gleaner::rows {
namespace {

struct KindInfo {
  std::string_view name;
  double worth;
};
constexpr KindInfo kKinds[kKeyKinds] = {
    {"property", 0.5}, {"class path", 0.45}, {"classes", 0.45}, {"class", 0.4},       {"parent class", 0.35},
    {"path", 0.35},    {"places", 0.2},      {"tag", 0.25},     {"after", 0.0},       {"before", -0.1},
    {"begins", -0.2},  {"ends", -0.2},       {"run", 0.1},      {"run classes", 0.1}, {"pair", 0.2},
    {"header", 0.55},  {"attribute", 0.3}};

constexpr uint64_t seed_of(KeyKind kind) {
  return 14695981039346656037ull + 0x9e3779b97f4a7c15ull * (uint64_t(kind) + 1);
}

constexpr int kMemberDepth = 100;
constexpr size_t kPairChildren = 40;
constexpr size_t kShortUnit = 3;      // leaves: only short units are known by their first and last word
constexpr size_t kLabelLetters = 24;  // a longer text before a value is content

}  // namespace

std::string_view name_of(KeyKind kind) { return kKinds[size_t(kind)].name; }
double worth_of(KeyKind kind) { return kKinds[size_t(kind)].worth; }
uint64_t hash_of_key(KeyKind kind, std::string_view of) { return stable_hash(of, seed_of(kind)); }

std::span<const Member::Entry> Member::at(uint64_t key) const {
  auto first = std::lower_bound(entries_.begin(), entries_.end(), key,
                                [](const Entry& e, uint64_t k) { return e.key < k; });
  auto last = first;
  while (last != entries_.end() && last->key == key) ++last;
  return {entries_.data() + (first - entries_.begin()), size_t(last - first)};
}

int Member::in_runs(const Unit& unit) const {
  if (unit.attribute) return 2;
  auto after = std::upper_bound(runs_.begin(), runs_.end(), std::pair{unit.leaf_begin, kNone});
  if (after == runs_.begin()) return 0;
  auto [begin, end] = *(after - 1);
  if (unit.leaf_begin > begin || unit.leaf_end < end) return unit.leaf_end <= end ? -1 : 1;
  return unit.leaf_end == end ? 0 : 1;
}

class UnitWalk {
 public:
  UnitWalk(const Page& page, Stretch record, const std::vector<Stretch>& holes,
           std::unordered_map<uint64_t, KeyInfo>* keys)
      : page_(page),
        outline_(page.outline()),
        record_(record),
        holes_(holes),
        keys_(keys),
        tags_(html::Tags::all()) {
    low_ = outline_[record.first].leaf_begin;
    high_ = outline_[record.last].leaf_end;
  }

  Member run() {
    std::vector<std::pair<std::string_view, uint32_t>> counts;
    std::vector<uint32_t> nodes;
    for (uint32_t n = record_.first; n != kNone; n = n == record_.last ? kNone : outline_.next_sibling(n)) {
      if (in_hole(n)) continue;
      if (outline_.has_text(n)) nodes.push_back(n);
      for (uint32_t cell : page_.reaching_into(n))
        if (cell < record_.first)
          put(KeyKind::header, page_.header_of(cell),
              make(outline_[cell].leaf_begin, outline_[cell].leaf_end, cell));
      Paths paths = root_paths();
      extend(paths, n, number(counts, page_.tag(n)), true);
      walk(n, paths, false, 0);
    }
    if (nodes.size() > 1) add_marked_runs(nodes, "# ");
    add_runs();
    std::ranges::stable_sort(made_.entries_, {}, &Member::Entry::key);
    return std::move(made_);
  }

 private:
  bool in_hole(uint32_t node) const { return !holes_.empty() && page_.stretch_with(holes_, node) >= 0; }

  struct Path {
    uint64_t hash;
    std::string words;
  };
  struct Paths {
    Path tags, classes, places;
  };
  static Paths root_paths() {
    return {{seed_of(KeyKind::path), {}}, {seed_of(KeyKind::class_path), {}}, {seed_of(KeyKind::places), {}}};
  }
  static uint32_t number(std::vector<std::pair<std::string_view, uint32_t>>& counts, std::string_view tag) {
    for (auto& [name, count] : counts)
      if (name == tag) return ++count;
    counts.emplace_back(tag, 1);
    return 1;
  }

  void grow(Path& path, std::string_view more) const {
    path.hash = stable_hash(more, path.hash);
    if (keys_) path.words += more;
  }
  void extend(Paths& paths, uint32_t n, uint32_t place, bool first) const {
    const std::string_view slash = first ? "" : "/";
    for (Path* path : {&paths.tags, &paths.classes, &paths.places})
      grow(*path, slash), grow(*path, page_.tag(n));
    if (const std::string& classes = page_.classes(n); !first && !classes.empty())  // a record's own vary
      grow(paths.classes, "."), grow(paths.classes, classes);
    grow(paths.places, std::to_string(place));
  }

  template <class Words>
  void put(KeyKind kind, uint64_t hash, uint32_t unit, Words&& words) {
    made_.entries_.push_back({hash, unit});
    if (keys_)
      if (auto [at, fresh] = keys_->try_emplace(hash); fresh) at->second = {kind, words()};
  }
  void put(KeyKind kind, const std::string& of, uint32_t unit) {
    put(kind, hash_of_key(kind, of), unit, [&] { return of; });
  }
  void put(KeyKind kind, const Path& path, uint32_t unit) {
    put(kind, path.hash, unit, [&] { return path.words; });
  }

  uint32_t make(uint32_t leaf_begin, uint32_t leaf_end, uint32_t node) {
    made_.units_.push_back({leaf_begin, leaf_end, node});
    return uint32_t(made_.units_.size() - 1);
  }

  void walk(uint32_t n, const Paths& paths, bool only_text, int depth) {
    const OutlineNode& node = outline_[n];
    if (looked_at_++ > kMemberNodes || depth > kMemberDepth) return;
    if (page_.has_attributes() && node.tag) add_attributes(n, paths);
    if (node.tag && (node.tag == tags_.br || node.tag == tags_.hr || node.tag == tags_.img)) return;
    if (!outline_.has_text(n)) {
      add_empty(n, paths);
      if (page_.has_attributes()) add_attributes_below(n, paths, depth);
      return;
    }
    if (outline_.is_text(n)) {
      if (!only_text) add_unit(make(node.leaf_begin, node.leaf_end, n), paths);
      return;
    }
    add_unit(make(node.leaf_begin, node.leaf_end, n), paths);
    std::vector<uint32_t> children;
    for (uint32_t c = outline_.first_child(n); c != kNone; c = outline_.next_sibling(c))
      if (outline_.has_text(c) && !in_hole(c)) children.push_back(c);
    add_own_text(n, children, paths);
    add_pairs(n, children);
    std::vector<std::pair<std::string_view, uint32_t>> counts;
    for (uint32_t c = outline_.first_child(n); c != kNone; c = outline_.next_sibling(c)) {
      if (in_hole(c)) continue;
      Paths below = paths;
      extend(below, c, number(counts, page_.tag(c)), false);
      walk(c, below, children.size() == 1, depth + 1);
    }
  }

  void add_attributes(uint32_t n, const Paths& paths) {
    for (const auto& [name, id] : page_.attributes_of(n)) {
      made_.units_.push_back({outline_[n].leaf_begin, outline_[n].leaf_begin, n, id});
      const uint32_t unit = uint32_t(made_.units_.size() - 1);
      const std::string at = "@" + name;
      Paths own = paths;
      for (Path* path : {&own.tags, &own.classes, &own.places}) grow(*path, at);
      put(KeyKind::path, own.tags, unit);
      put(KeyKind::places, own.places, unit);
      put(KeyKind::class_path, own.classes, unit);
      put(KeyKind::tag, std::string(page_.tag(n)) + at, unit);
      if (!page_.classes(n).empty()) put(KeyKind::classes, page_.with_classes(n) + at, unit);
      if (std::string_view property = outline_.attribute(n, "itemprop"); !property.empty())
        put(KeyKind::property, std::string(property) + at, unit);
    }
  }

  // A cell that holds nothing but an image.
  void add_attributes_below(uint32_t n, const Paths& paths, int depth) {
    if (depth > kMemberDepth) return;
    std::vector<std::pair<std::string_view, uint32_t>> counts;
    for (uint32_t c = outline_.first_child(n); c != kNone && looked_at_++ < kMemberNodes;
         c = outline_.next_sibling(c)) {
      if (!outline_[c].tag) continue;
      Paths below = paths;
      extend(below, c, number(counts, page_.tag(c)), false);
      add_attributes(c, below);
      add_attributes_below(c, below, depth + 1);
    }
  }

  // The header of the column, and the tags from the cell down to the unit.
  void add_header(uint32_t unit) { add_header(unit, made_.units_[unit].node, {}); }
  void add_header(uint32_t unit, uint32_t n, std::string below) {
    constexpr int kLevels = 6;
    for (int level = 0; level < kLevels && n != kNone && n >= record_.first;
         ++level, n = outline_[n].parent) {
      if (outline_[n].tag == tags_.td || outline_[n].tag == tags_.th) {
        if (const std::string& header = page_.header_of(n); !header.empty())
          put(KeyKind::header, below.empty() ? header : header + " " + below, unit);
        return;
      }
      below = below.empty() ? std::string(page_.tag(n)) : std::string(page_.tag(n)) + "/" + below;
    }
  }

  // An empty element holds the place of a missing value.
  void add_empty(uint32_t n, const Paths& paths) {
    if (outline_.is_text(n)) return;
    const uint32_t leaf = outline_[n].leaf_begin;
    const uint32_t unit = make(leaf, leaf, n);
    put(KeyKind::path, paths.tags, unit);
    put(KeyKind::places, paths.places, unit);
    put(KeyKind::class_path, paths.classes, unit);
    add_own_text(n, {}, paths);
    if (!page_.classes(n).empty()) put(KeyKind::classes, page_.with_classes(n), unit);
    const html::TagId tag = outline_[n].tag;
    if (tag == tags_.td || tag == tags_.th) {
      put(KeyKind::tag, std::string(page_.tag(n)), unit);
      if (page_.has_headers()) add_header(unit);
    }
  }

  void add_unit(uint32_t unit, const Paths& paths) {
    const Unit u = made_.units_[unit];
    const std::string tag(page_.tag(u.node));
    put(KeyKind::path, paths.tags, unit);
    put(KeyKind::places, paths.places, unit);
    put(KeyKind::class_path, paths.classes, unit);
    add_class_keys(unit, tag);
    if (page_.has_headers()) add_header(unit);
    if (tag != "div" && tag != "span" && tag != "#") put(KeyKind::tag, tag, unit);
    auto label = [&](uint32_t leaf) {
      const std::string_view letters = page_.letters(leaf, leaf + 1);
      return letters.size() > 1 && letters.size() < kLabelLetters ? std::string(letters) : std::string();
    };
    if (u.leaf_begin > low_)
      if (std::string text = label(u.leaf_begin - 1); !text.empty())
        put(KeyKind::after, text + " " + tag, unit);
    if (u.leaf_end < high_)
      if (std::string text = label(u.leaf_end); !text.empty()) put(KeyKind::before, text + " " + tag, unit);
    if (u.leaf_end - u.leaf_begin <= kShortUnit) add_word_keys(unit, tag);
  }

  // "Leeks <span>new</span>": the element's own text, without what optional elements beside it say, and the
  // whole where there are none. One without holds the place, so that the n-th is that of the n-th element.
  void add_own_text(uint32_t n, const std::vector<uint32_t>& children, const Paths& paths) {
    uint32_t own = kNone;
    for (uint32_t c : children)
      if (outline_.is_text(c) && !page_.letters(outline_[c].leaf_begin, outline_[c].leaf_end).empty()) {
        own = c;
        break;
      }
    const uint32_t leaf = outline_[n].leaf_begin;
    const uint32_t unit =
        own == kNone ? make(leaf, leaf, n) : make(outline_[own].leaf_begin, outline_[own].leaf_end, own);
    Paths below = paths;
    for (Path* path : {&below.tags, &below.classes}) grow(*path, "/"), grow(*path, kOwnText);
    put(KeyKind::path, below.tags, unit);
    put(KeyKind::class_path, below.classes, unit);
    if (page_.has_headers()) add_header(unit, n, std::string(kOwnText));
  }

  void add_class_keys(uint32_t unit, const std::string& tag) {
    const uint32_t n = made_.units_[unit].node;
    if (!outline_.is_text(n)) {
      if (!page_.classes(n).empty()) put(KeyKind::classes, page_.with_classes(n), unit);
      const std::vector<std::string> words = page_.class_words(n);
      if (words.size() > 1)
        for (const std::string& word : words) put(KeyKind::one_class, tag + "." + word, unit);
      if (std::string_view property = outline_.attribute(n, "itemprop"); !property.empty())
        put(KeyKind::property, std::string(property), unit);
      for (const std::string& mark : page_.attribute_marks(n)) put(KeyKind::attribute, tag + mark, unit);
    }
    const uint32_t parent = outline_[n].parent;
    if (parent != kNone && n != record_.first && !page_.classes(parent).empty())
      put(KeyKind::parent_class, page_.with_classes(parent) + ">" + tag, unit);
  }

  void add_word_keys(uint32_t unit, const std::string& tag) {
    const Unit u = made_.units_[unit];
    auto is_word = [](const std::string& w) {
      return w.size() > 1 && !std::ranges::all_of(w, [](char c) { return is_digit(c); });
    };
    if (const std::string& w = edge_word(u.leaf_begin, true); is_word(w))
      put(KeyKind::begins, w + " " + tag, unit);
    if (const std::string& w = edge_word(u.leaf_end - 1, false); is_word(w))
      put(KeyKind::ends, w + " " + tag, unit);
  }

  std::string edge_word(uint32_t leaf, bool first) {
    if (leaf != edge_leaf_) edge_leaf_ = leaf, edge_words_ = letter_words(page_.text(leaf, leaf + 1).text());
    if (edge_words_.empty()) return {};
    return first ? edge_words_.front().folded : edge_words_.back().folded;
  }

  // Texts and the search hits marked in them, between other elements: what a person reads as one text. One
  // without hits is known by the same key.
  void add_marked_runs(const std::vector<uint32_t>& nodes, const std::string& above) {
    auto is_hit = [&](uint32_t n) {
      const std::string_view tag = page_.tag(n);
      return tag == "b" || tag == "strong" || tag == "em" || tag == "mark";
    };
    for (size_t i = 0; i < nodes.size();) {
      size_t end = i;
      bool text = false;
      while (end < nodes.size() && (outline_.is_text(nodes[end]) || is_hit(nodes[end])))
        text |= outline_.is_text(nodes[end++]);
      if (text)
        put(KeyKind::pair, above + "...",
            make(outline_[nodes[i]].leaf_begin, outline_[nodes[end - 1]].leaf_end, nodes[i]));
      i = std::max(end, i + 1);
    }
  }

  // "Updated <time>" in running text: the text and what follows it, or the element and the text behind it.
  void add_pairs(uint32_t n, const std::vector<uint32_t>& children) {
    const bool mixed = std::ranges::any_of(children, [&](uint32_t c) { return outline_.is_text(c); });
    if (children.size() < 2 || !mixed) return;
    const std::string above = path_words(outline_[record_.first].parent, n) + " ";
    add_marked_runs(children, above);
    const std::string here =
        n == record_.first || page_.classes(n).empty() ? "" : page_.with_classes(n) + " ";
    auto key = [&](const std::string& what, uint32_t from, uint32_t to) {
      const uint32_t unit = make(outline_[from].leaf_begin, outline_[to].leaf_end, from);
      put(KeyKind::pair, above + what, unit);
      if (!here.empty()) put(KeyKind::pair, here + what, unit);
    };
    for (size_t i = 0; i < children.size() && i < kPairChildren; ++i) {
      const uint32_t c = children[i];
      if (outline_.is_text(c)) {
        if (i + 2 < children.size()) key("+" + std::string(page_.tag(children[i + 1])), c, children[i + 1]);
        if (i + 1 < children.size() && i > 0) key(">", c, children.back());
      } else if (i + 1 < children.size() && outline_.is_text(children[i + 1]) && children.size() > 2) {
        key(std::string(page_.tag(c)) + "+", c, children[i + 1]);
      }
    }
  }

  void add_runs() {
    const uint32_t base = outline_[record_.first].parent;
    for (const records::FieldPlace& field : records::fields_of(outline_, record_)) {
      if (!holes_.empty() && in_hole(outline_.leaves()[field.leaf_begin].node)) continue;
      made_.runs_.emplace_back(field.leaf_begin, field.leaf_end);
      const uint32_t unit = make(field.leaf_begin, field.leaf_end, field.node);
      put(KeyKind::run, field.node == base ? std::string("#") : path_words(base, field.node), unit);
      if (field.node != base && !page_.classes(field.node).empty())
        put(KeyKind::run_classes, page_.with_classes(field.node), unit);
    }
  }

  std::string path_words(uint32_t base, uint32_t n) const {
    std::vector<std::string_view> tags;
    for (uint32_t at = n; at != base && at != kNone && tags.size() < kMemberDepth; at = outline_[at].parent)
      tags.push_back(page_.tag(at));
    std::string out;
    for (size_t i = tags.size(); i-- > 0;) out += (out.empty() ? "" : "/") + std::string(tags[i]);
    return out;
  }

  const Page& page_;
  const Outline& outline_;
  const Stretch record_;
  const std::vector<Stretch>& holes_;
  std::unordered_map<uint64_t, KeyInfo>* keys_;
  const html::Tags& tags_;
  Member made_;
  uint32_t low_, high_, looked_at_ = 0, edge_leaf_ = kNone;
  std::vector<Word> edge_words_;
};

Member make_member(const Page& page, Stretch record, const std::vector<Stretch>& holes,
                   std::unordered_map<uint64_t, KeyInfo>* keys) {
  return UnitWalk(page, record, holes, keys).run();
}

}  // namespace gleaner::rows
