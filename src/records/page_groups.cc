// See page_groups.h.
#include "records/page_groups.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "records/weights.h"

namespace gleaner::records {
namespace {

using Weights = std::unordered_map<uint64_t, double>;  // a path: how much of a page's own text stands there

double sum_of(const Weights& weights) {
  double sum = 0;
  for (const auto& [path, weight] : weights) sum += weight;
  return sum;
}

class Grouper {
 public:
  Grouper(const SiteTexts& texts, const std::vector<uint64_t>& hashes) : texts_(texts), hashes_(hashes) {}

  std::vector<PageGroup> run() {
    for (size_t p = 0; p < texts_.size(); ++p) {
      own_.push_back(own_of(p));
      sums_.push_back(sum_of(own_.back()));
    }
    std::vector<size_t> order(texts_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, [&](size_t a, size_t b) {
      return sums_[a] != sums_[b] ? sums_[a] > sums_[b] : hashes_[a] < hashes_[b];
    });
    for (size_t p : order) put(p);
    for (Made& made : made_) std::ranges::sort(made.group.pages);
    find_sites();
    std::vector<PageGroup> out;
    for (Made& made : made_) out.push_back(std::move(made.group));
    return out;
  }

 private:
  struct Made {
    PageGroup group;
    Weights own;
    double sum = 0;
  };

  // The root of the characters: a long description must not outweigh everything else.
  Weights own_of(size_t p) const {
    const Outline& outline = texts_.outline(p);
    const double few = std::max(1.0, kOwnShare * double(texts_.size()));
    Weights out;
    for (uint32_t leaf = 0; leaf < outline.leaves().size(); ++leaf) {
      if (texts_.pages_with(texts_.keys(p)[leaf]) > few) continue;
      const OutlineNode& parent = outline[outline[outline.leaves()[leaf].node].parent];
      out[parent.path ^ first_class_hash(parent.classes)] += double(outline.chars(leaf, leaf + 1));
    }
    for (auto& [path, weight] : out) weight = std::round(std::sqrt(weight) * 16) / 16;  // sums in any order
    return out;
  }

  static double held(const Weights& of, double sum, const Weights& by) {
    double both = 0;
    for (const auto& [path, weight] : of)
      if (by.count(path)) both += weight;
    return sum > 0 ? both / sum : 0;
  }

  void put(size_t p) {
    Made* best = nullptr;
    double most = 0;
    for (Made& made : made_) {
      const double alike = std::max(held(own_[p], sums_[p], made.own), held(made.own, made.sum, own_[p]));
      if (alike > most) best = &made, most = alike;
    }
    if (!best || (most < kBuiltAlike && made_.size() < kPageGroups)) {
      made_.emplace_back();
      best = &made_.back();
    }
    best->group.pages.push_back(p);
    for (const auto& [path, weight] : own_[p]) best->own[path] += weight;
    best->sum += sums_[p];
  }

  // Groups are of one site if they have texts in common, at the same paths.
  void find_sites() {
    std::vector<std::unordered_set<uint64_t>> keys;
    for (size_t g = 0; g < made_.size(); ++g) {
      made_[g].group.site = g;
      keys.emplace_back();
      for (size_t p : made_[g].group.pages) keys.back().insert(texts_.keys(p).begin(), texts_.keys(p).end());
    }
    for (size_t g = 0; g < made_.size(); ++g)
      for (size_t other = 0; other < g; ++other) {
        const size_t from = made_[g].group.site, to = made_[other].group.site;
        if (from == to || !share_texts(keys[g], keys[other])) continue;
        for (Made& made : made_)
          if (made.group.site == from) made.group.site = to;
      }
  }

  static bool share_texts(const std::unordered_set<uint64_t>& a, const std::unordered_set<uint64_t>& b) {
    const auto& [few, many] = a.size() < b.size() ? std::tie(a, b) : std::tie(b, a);
    size_t both = 0;
    for (uint64_t key : few) both += many.count(key);
    return both >= kSiteTexts && double(both) >= kSiteTextShare * double(few.size());
  }

  const SiteTexts& texts_;
  const std::vector<uint64_t>& hashes_;
  std::vector<Weights> own_;
  std::vector<double> sums_;
  std::vector<Made> made_;
};

}  // namespace

std::vector<PageGroup> group_pages(const SiteTexts& texts, const std::vector<uint64_t>& hashes) {
  return Grouper(texts, hashes).run();
}

}  // namespace gleaner::records
