// See scope.h.
#include "rows/scope.h"

#include <algorithm>

#include "base/contains.h"
#include "base/text.h"

namespace gleaner::rows {
namespace {

uint64_t hash_of(SelectBy by, std::string_view of) { return stable_hash(of, 0x5e1ec7 + uint64_t(by)); }

}  // namespace

std::optional<Stretch> Scope::clipped(Stretch stretch) const {
  if (whole_page_) return stretch;
  const int bound = bound_of(stretch.first);
  if (bound < 0) return std::nullopt;
  const Stretch& around = bounds_[size_t(bound)];
  const Outline& o = page_->outline();
  if (stretch.last >= o[around.last].end) stretch.last = around.last;  // siblings: one of a bound's own nodes
  if (stretch.first == around.first && stretch.last == around.last) return std::nullopt;
  return stretch;
}

std::vector<Stretch> Scope::clipped(const std::vector<Stretch>& members) const {
  if (whole_page_) return members;
  std::vector<Stretch> out;
  for (const Stretch& member : members)
    if (auto inside = clipped(member)) out.push_back(*inside);
  return out;
}

double Scope::own_inside(const std::vector<Stretch>& members) const {
  if (own_.empty()) return 0;
  size_t inside = 0, at = 0;
  for (uint32_t node : own_) {
    while (at < members.size() && page_->outline()[members[at].last].end <= node) ++at;
    inside += at < members.size() && members[at].first <= node;
  }
  return double(inside) / double(own_.size());
}

std::vector<Selector> Scope::selectors(uint32_t node) const {
  std::vector<Selector> out;
  std::vector<uint32_t> up;
  const Outline& o = page_->outline();
  const int bound = whole_page_ ? -1 : bound_of(node);
  const uint32_t root = bound < 0 ? kNone : o[bounds_[size_t(bound)].first].parent;
  for (uint32_t n = node; n != kNone && n != root; n = o[n].parent) up.push_back(n);
  std::string path, class_path;
  for (size_t i = up.size(); i-- > 0;) {
    path += (path.empty() ? "" : "/") + std::string(page_->tag(up[i]));
    class_path += (class_path.empty() ? "" : "/") + page_->with_classes(up[i]);
  }
  auto add = [&](SelectBy by, std::string of) { out.push_back({by, {std::move(of)}, 0}); };
  add(SelectBy::path, path);
  add(SelectBy::class_path, class_path);
  if (!page_->classes(node).empty()) {
    add(SelectBy::classes, page_->with_classes(node));
    for (std::string_view word : words(o[node].classes))
      if (std::ranges::none_of(word, [](char c) { return is_digit(c); }))
        add(SelectBy::one_class, std::string(page_->tag(node)) + "." + std::string(word));
  }
  const uint32_t parent = o[node].parent;
  if (parent != kNone && !page_->classes(parent).empty())
    add(SelectBy::parent_class, page_->with_classes(parent) + ">" + std::string(page_->tag(node)));
  if (std::string_view property = o.attribute(node, "itemprop"); !property.empty())
    add(SelectBy::property, std::string(property));
  return out;
}

// Nodes [from, to), paths counted from below `root`.
void Scope::add_to_index(uint32_t from, uint32_t to, uint32_t root) const {
  const Outline& o = page_->outline();
  struct Up {
    uint64_t path, class_path;
  };
  std::vector<Up> hashes(to - from);
  for (uint32_t n = from; n < to; ++n) {
    if (o.is_text(n)) continue;
    const uint32_t parent = o[n].parent;
    const Up above = parent == root ? Up{hash_of(SelectBy::path, ""), hash_of(SelectBy::class_path, "")}
                                    : hashes[parent - from];
    const std::string slash = parent == root ? "" : "/";
    const std::string own = page_->with_classes(n);
    hashes[n - from] = {stable_hash(slash + std::string(page_->tag(n)), above.path),
                        stable_hash(slash + own, above.class_path)};
    if (!o.has_text(n) || (n == from && !whole_page_ && o[n].end == to))
      continue;  // a bound is not inside of itself
    auto put = [&](uint64_t hash) { selected_.emplace_back(hash, n); };
    put(hashes[n - from].path);
    put(hashes[n - from].class_path);
    if (!page_->classes(n).empty()) {
      put(hash_of(SelectBy::classes, own));
      std::vector<std::string_view> seen;
      for (std::string_view word : words(o[n].classes)) {
        if (contains(seen, word)) continue;
        seen.push_back(word);
        put(hash_of(SelectBy::one_class, std::string(page_->tag(n)) + "." + std::string(word)));
      }
    }
    if (parent != kNone && !page_->classes(parent).empty())
      put(hash_of(SelectBy::parent_class, page_->with_classes(parent) + ">" + std::string(page_->tag(n))));
    if (o.tree().may_have_attributes(o[n].id))
      if (std::string_view property = o.attribute(n, "itemprop"); !property.empty())
        put(hash_of(SelectBy::property, property));
  }
}

void Scope::make_index() const {
  if (index_made_) return;
  index_made_ = true;
  const Outline& o = page_->outline();
  if (whole_page_) add_to_index(0, o.size(), kNone);
  for (const Stretch& bound : bounds_) add_to_index(bound.first, o[bound.last].end, o[bound.first].parent);
  std::ranges::stable_sort(selected_, [](const auto& a, const auto& b) { return a.first < b.first; });
}

std::vector<uint32_t> Scope::select(const Selector& selector) const {
  make_index();
  std::vector<uint32_t> all;
  for (const std::string& of : selector.of) {
    const uint64_t hash = hash_of(selector.by, of);
    auto at = std::lower_bound(selected_.begin(), selected_.end(), hash,
                               [](const auto& e, uint64_t h) { return e.first < h; });
    for (; at != selected_.end() && at->first == hash; ++at) all.push_back(at->second);
  }
  std::ranges::sort(all);
  std::vector<uint32_t> out;  // disjoint: the outer ones
  for (uint32_t n : all)
    if (out.empty() || n >= page_->outline()[out.back()].end) out.push_back(n);
  return out;
}

}  // namespace gleaner::rows
