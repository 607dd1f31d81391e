// See locate.h. The visible text is searched first, then attributes, then data islands; hits become nodes and
// spans.
#include "html/locate.h"

#include <algorithm>
#include <optional>

#include "base/collapsed.h"
#include "base/text.h"
#include "base/text_search.h"
#include "html/data_island.h"
#include "html/visible.h"

namespace gleaner::html {
namespace {

// Texts of many small things in one string, a separator between, so that one search covers them all.
class Pool {
 public:
  static constexpr char kSeparator = '\x01';

  void add(std::string_view text) {
    begins_.push_back(uint32_t(all_.size()));
    all_ += text;
    all_ += kSeparator;
  }
  const TextSearch& search() const { return search_.value(); }
  void close() { search_.emplace(all_); }  // nothing is added from here on
  size_t entry_at(size_t at) const {
    return size_t(std::upper_bound(begins_.begin(), begins_.end(), at) - begins_.begin()) - 1;
  }
  uint32_t begin(size_t entry) const { return begins_[entry]; }
  std::string_view text(size_t entry) const {
    size_t end = entry + 1 < begins_.size() ? begins_[entry + 1] : all_.size();
    return std::string_view(all_).substr(begins_[entry], end - 1 - begins_[entry]);
  }

 private:
  std::string all_;
  std::vector<uint32_t> begins_;
  std::optional<TextSearch> search_;
};

// A text found only inside words must have at least so many bytes: "a" stands inside every word, and means
// nothing there.
constexpr size_t kInsideWords = 3;

// Two characters that are of one word or one number, if nothing stands between them.
bool joined(char a, char b) {
  return (is_letter_byte(a) && is_letter_byte(b)) || (is_digit(a) && is_digit(b));
}

// A text is not found in the middle of a word: "118" does not stand in "21187", but in "EUR118".
// `cut(at)`: something does stand between the characters at-1 and at.
template <class Cut>
bool at_boundaries(std::string_view all, size_t at, size_t length, Cut&& cut) {
  const size_t end = at + length;
  const bool begins = at == 0 || !joined(all[at - 1], all[at]) || cut(at);
  const bool ends = end >= all.size() || !joined(all[end - 1], all[end]) || cut(end);
  return begins && ends;
}

// Places at word boundaries; only where there is none, places inside words (scripts that do not part words
// need them). Visit gives false when it has enough.
template <class Visit, class Cut>
void for_each_hit(const TextSearch& all, std::string_view needle, Visit&& visit, Cut&& cut) {
  bool found = false, inside = false;
  all.for_each(needle, [&](size_t at) {
    const bool apart = at_boundaries(all.text(), at, needle.size(), cut);
    found |= apart, inside |= !apart;
    return !apart || visit(at);
  });
  if (!found && inside && needle.size() >= kInsideWords) all.for_each(needle, visit);
}
template <class Visit>
void for_each_hit(const TextSearch& all, std::string_view needle, Visit&& visit) {
  for_each_hit(all, needle, visit, [](size_t) { return false; });
}

struct AttributeEntry {
  NodeId node;
  std::string name;
  bool plain;  // the collapsed text is the value itself
};

// Made once a document, for all the texts that are looked for on it.
class LocateIndex {
 public:
  explicit LocateIndex(const Document& document)
      : tree(document.view<Tree>()),
        islands(document.view<DataIslands>()),
        page(tree, kDocument),
        page_search(page.text()) {
    const TagId title = tag_id("title");
    std::vector<Attribute> all;
    for (NodeId n = 0; n < tree.size(); ++n) {
      if (tree.is_text(n) && tree.tag(tree.parent(n)) == title) {
        titles.push_back(n);
        title_pool.add(collapse(tree.text(n)));
      }
      if (!tree.is_element(n)) continue;
      for (const Attribute& a : tree.attributes_of(n, all)) add_attribute(n, a);
    }
    for (const IslandLeaf& leaf : islands.leaves()) data_pool.add(leaf.text);
    for (Pool* pool : {&title_pool, &attribute_pool, &data_pool}) pool->close();
  }

  const Tree& tree;
  const DataIslands& islands;
  VisibleText page;
  TextSearch page_search;
  Pool title_pool, attribute_pool, data_pool;
  std::vector<NodeId> titles;
  std::vector<AttributeEntry> attributes;

 private:
  void add_attribute(NodeId n, const Attribute& a) {
    if (a.value.empty() || a.name == "class" || a.name == "id" || a.name == "style" ||
        a.name.substr(0, 2) == "on")
      return;
    std::string text = collapse(a.value);
    if (text.empty()) return;
    attributes.push_back({n, std::string(a.name), text == a.value});
    attribute_pool.add(text);
  }
};

NodeId common_ancestor(const Tree& tree, NodeId a, NodeId b) {
  while (!tree.contains(a, b)) a = tree.parent(a);
  return a;
}

bool whole_node(const Tree& tree, NodeId n, size_t from, size_t to) {
  std::string_view text = tree.text(n);
  return collapse(text.substr(0, from)).empty() && collapse(text.substr(std::min(to, text.size()))).empty();
}

Place text_place(const LocateIndex& index, size_t at, size_t length) {
  const Tree& tree = index.tree;
  NodeId first = index.page.node_at(at), last = index.page.node_at(at + length - 1);
  Place place;
  place.span = index.page.span(at, at + length);
  if (first == last) {
    place.node = first;
    size_t from = index.page.offset_in_node(at), to = index.page.offset_in_node(at + length - 1) + 1;
    place.whole = whole_node(tree, first, from, to);
  } else {
    place.node = common_ancestor(tree, first, last);
    place.whole = visible_text(tree, place.node) == std::string_view(index.page.text()).substr(at, length);
  }
  return place;
}

// Collapsed text back to a stretch of the decoded text of one node or attribute.
Span part_of(std::string_view decoded, size_t at, size_t length) {
  const Collapsed all(decoded);
  return {uint32_t(all.begin_of(at)), uint32_t(all.end_of(at + length))};
}

void add_text_places(const LocateIndex& index, std::string_view needle, size_t limit,
                     std::vector<Place>& out) {
  for_each_hit(
      index.page_search, needle,
      [&](size_t at) {
        out.push_back(text_place(index, at, needle.size()));
        return out.size() < limit;
      },
      [&](size_t at) { return index.page.node_at(at - 1) != index.page.node_at(at); });
  for_each_hit(index.title_pool.search(), needle, [&](size_t at) {
    size_t entry = index.title_pool.entry_at(at);
    NodeId n = index.titles[entry];
    Span part = part_of(index.tree.text(n), at - index.title_pool.begin(entry), needle.size());
    out.push_back({Place::Kind::text,
                   index.tree.text_span(n, part.begin, part.end),
                   n,
                   {},
                   index.title_pool.text(entry) == needle});
    return out.size() < limit;
  });
}

void add_attribute_places(const LocateIndex& index, std::string_view needle, size_t limit,
                          std::vector<Place>& out) {
  for_each_hit(index.attribute_pool.search(), needle, [&](size_t at) {
    size_t entry = index.attribute_pool.entry_at(at);
    const AttributeEntry& a = index.attributes[entry];
    size_t from = at - index.attribute_pool.begin(entry);
    Span part{uint32_t(from), uint32_t(from + needle.size())};
    if (!a.plain) part = part_of(*index.tree.attribute(a.node, a.name), from, needle.size());
    if (auto span = index.tree.attribute_span(a.node, a.name, part.begin, part.end))
      out.push_back(
          {Place::Kind::attribute, *span, a.node, a.name, index.attribute_pool.text(entry) == needle});
    return out.size() < limit;
  });
}

void add_data_places(const LocateIndex& index, std::string_view needle, size_t limit,
                     std::vector<Place>& out) {
  for_each_hit(index.data_pool.search(), needle, [&](size_t at) {
    const IslandLeaf& leaf = index.islands.leaves()[index.data_pool.entry_at(at)];
    const Island& island = index.islands.islands()[leaf.island];
    bool whole = leaf.text == needle;
    Span span = leaf.span;
    size_t inside = leaf.value->text.find(needle);
    if (!whole && leaf.value->is_string() && inside != std::string_view::npos)
      span = json::source_of(*leaf.value, island.source, inside, inside + needle.size(), island.base);
    out.push_back({Place::Kind::data, span, island.script, leaf.path, whole});
    return out.size() < limit;
  });
}

std::vector<Place> locate_in_text(const Document& document, std::string_view needle, size_t limit) {
  struct Index {
    explicit Index(const Document& page) : all(page.text()), search(all.text()) {}
    Collapsed all;
    TextSearch search;
  };
  const Index& index = document.view<Index>();
  std::vector<Place> out;
  for_each_hit(index.search, needle, [&](size_t at) {
    Span span{uint32_t(index.all.begin_of(at)), uint32_t(index.all.end_of(at + needle.size()))};
    out.push_back({Place::Kind::source, span, kNoNode, {}, false});
    return out.size() < limit;
  });
  return out;
}

}  // namespace

std::vector<Place> locate(const Document& document, std::string_view text, size_t limit) {
  std::string needle = collapse(text);
  if (needle.empty()) return {};
  if (!document.is_html()) return locate_in_text(document, needle, limit);
  const LocateIndex& index = document.view<LocateIndex>();
  std::vector<Place> out;
  add_text_places(index, needle, limit, out);
  add_attribute_places(index, needle, limit, out);
  add_data_places(index, needle, limit, out);
  std::ranges::stable_sort(out, [](const Place& a, const Place& b) { return a.span < b.span; });
  return out;
}

}  // namespace gleaner::html
