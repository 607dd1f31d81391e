// See pieces.h.
#include "match/pieces.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/budget.h"
#include "base/ordered_pool.h"
#include "match/settings.h"

namespace gleaner::match {
namespace {

struct Place {
  uint64_t head;  // first eight characters
  uint32_t owner;
  uint16_t start;
};

std::string_view text_at(const Records& records, uint32_t owner, uint16_t start) {
  return records.sides[owner & 1].title(owner >> 1).substr(start, kMaxPiece);
}

uint64_t head_of(std::string_view text) {
  uint64_t head = 0;
  for (size_t i = 0; i < 8; ++i)
    head = head << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0);
  return head;
}

}  // namespace

// By the first character in buckets that are sorted apart. Equal texts by owner, so
// the order is always the same.
bool Pieces::sort(const Records& records, size_t jobs) {
  std::vector<std::vector<Place>> buckets(256 * 4);
  for (int s = 0; s < 2; ++s)
    for (size_t i = 0; i < records.sides[s].size(); ++i)
      for (uint16_t start : records.sides[s].starts[i]) {
        const uint32_t owner = uint32_t(i) << 1 | uint32_t(s);
        const std::string_view text = text_at(records, owner, start);
        if (text.size() < kMinPiece) continue;
        const uint64_t head = head_of(text);
        buckets[head >> 54].push_back({head, owner, start});
      }
  Budget* const budget = Budget::current();
  bool alive = true;
  ordered_for(
      buckets.size(), jobs,
      [&](size_t b) {
        std::ranges::sort(buckets[b], [&](const Place& x, const Place& y) {
          if (x.head != y.head) return x.head < y.head;
          if (const int c = text_at(records, x.owner, x.start).compare(text_at(records, y.owner, y.start)))
            return c < 0;
          return std::pair(x.owner, x.start) < std::pair(y.owner, y.start);
        });
        return true;
      },
      [&](size_t b, bool) {
        for (const Place& place : buckets[b]) owner_.push_back(place.owner), start_.push_back(place.start);
        buckets[b] = {};
        return alive = !budget || budget->check();
      });
  return alive;
}

void Pieces::build_tree(const Records& records) {
  const size_t n = owner_.size();
  common_.assign(n + 1, 0);
  for (size_t i = 1; i < n; ++i) {
    const std::string_view a = text_at(records, owner_[i - 1], start_[i - 1]),
                           b = text_at(records, owner_[i], start_[i]);
    const size_t same = size_t(
        std::mismatch(a.begin(), a.begin() + ptrdiff_t(std::min(a.size(), b.size())), b.begin()).first -
        a.begin());
    common_[i] = same < kMinPiece ? 0 : uint8_t(same);
  }
  leaf_.assign(n, kRoot);
  nodes_.assign(1, Node{0, uint32_t(n), kRoot, 0, 0, 0, false});
  std::vector<uint32_t> open = {kRoot};
  for (size_t i = 1; i <= n; ++i) {
    const uint8_t here = common_[i];
    const uint32_t before = open.back();
    uint32_t begin = uint32_t(i - 1), closed = kRoot;
    while (here < nodes_[open.back()].depth) {
      closed = open.back();
      open.pop_back();
      nodes_[closed].end = uint32_t(i);
      nodes_[closed].parent = open.back();
      begin = nodes_[closed].begin;
    }
    if (here > nodes_[open.back()].depth) {
      const std::string_view text = text_at(records, owner_[i], start_[i]).substr(0, here);
      nodes_.push_back({begin, 0, open.back(), 0, 0, here,
                        std::ranges::any_of(text, [](char c) { return c >= '0' && c <= '9'; })});
      open.push_back(uint32_t(nodes_.size() - 1));
      if (closed) nodes_[closed].parent = open.back();
    }
    leaf_[i - 1] = nodes_[before].depth >= here ? before : open.back();
  }
}

// Records that hold each piece: entries of its range, but a record that holds it twice counts once.
void Pieces::count(const Records& records) {
  std::vector<uint32_t> rights(owner_.size() + 1, 0);
  for (size_t i = 0; i < owner_.size(); ++i) rights[i + 1] = rights[i] + (owner_[i] & 1);
  for (Node& node : nodes_) {
    node.right = rights[node.end] - rights[node.begin];
    node.left = node.end - node.begin - node.right;
  }
  std::vector<std::vector<uint32_t>> held[2];
  for (int s = 0; s < 2; ++s) held[s].resize(records.sides[s].size());
  for (size_t i = 0; i < owner_.size(); ++i) held[owner_[i] & 1][owner_[i] >> 1].push_back(uint32_t(i));
  for (int s = 0; s < 2; ++s)
    for (std::vector<uint32_t>& own : held[s]) {
      for (size_t k = 1; k < own.size(); ++k)
        for (uint32_t node = shared(own[k - 1], own[k]); node != kRoot; node = nodes_[node].parent)
          --(s ? nodes_[node].right : nodes_[node].left);
      places_[s].add(own);
      own = {};
    }
}

bool Pieces::build(const Records& records, size_t jobs, Pieces& out) {
  out.one_table_ = records.one_table;
  out.most_ = std::log(double(std::max<size_t>(records.left().size(), 1))) +
              std::log(double(std::max<size_t>(records.right().size(), 1)));
  if (out.most_ <= 0) out.most_ = 1;
  if (!out.sort(records, jobs)) return false;
  out.build_tree(records);
  out.count(records);
  return true;
}

uint32_t Pieces::shared(uint32_t place, uint32_t other) const {
  uint32_t at = leaf_[place];
  while (at != kRoot && (other < nodes_[at].begin || other >= nodes_[at].end)) at = nodes_[at].parent;
  return at;
}

double Pieces::telling(const Node& node) const {
  const double left = node.left, right = one_table_ ? node.left : node.right;
  return std::max(0.0, (most_ - std::log(std::max(left, 1.0)) - std::log(std::max(right, 1.0))) / most_);
}

}  // namespace gleaner::match
