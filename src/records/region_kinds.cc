// See region_kinds.h.
#include "records/region_kinds.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "base/sorted.h"
#include "base/text.h"
#include "records/weights.h"

namespace gleaner::records {
namespace {

// What a candidate is compared by between pages.
struct Profile {
  html::TagId tag = 0;
  uint64_t path = 0, classes = 0;
  std::vector<uint64_t> core;  // sorted
  double relative = 0;         // score less the page's best
  double score = 0;

  auto key() const { return std::tie(path, classes, core, tag); }
};

double alike(const Profile& a, const Profile& b) {
  if (a.tag != b.tag) return 0;
  const size_t both = common_count(a.core, b.core);
  size_t all = a.core.size() + b.core.size() - both;
  double value = all ? double(both) / double(all) : 0;
  // At one place, what most records of one page share may be a part of what those of another do: optional
  // parts.
  if (a.path == b.path && both > 0)
    value = std::max(value, kPartOfCore * double(both) / double(std::min(a.core.size(), b.core.size())));
  return value + (a.path == b.path ? 0.2 : 0) + (a.classes == b.classes ? 0.1 : 0);
}

class KindFinder {
 public:
  explicit KindFinder(const SiteTexts& texts) : texts_(texts) {}

  std::vector<RegionKind> run() {
    for (const Analysis* page : texts_.pages()) profile(*page);
    find_kinds();
    return std::move(kinds_);
  }

 private:
  void profile(const Analysis& page) {
    CoreFinder cores(page.signatures());
    std::vector<Profile> made;
    for (size_t i = 0; i < page.candidates().size() && i < kSiteCandidates; ++i) {
      const Candidate& candidate = page.candidates()[i];
      const OutlineNode& head = page.outline()[candidate.heads[0]];
      Profile p;
      p.tag = head.tag;
      p.path = head.path;
      p.classes = stable_hash(collapse(head.classes));
      cores.find(candidate.heads);
      p.core = cores.paths();
      p.score = candidate.rank;
      p.relative = candidate.rank - page.candidates()[0].rank;
      made.push_back(std::move(p));
    }
    profiles_.push_back(std::move(made));
  }

  void find_kinds() {
    // Seeds: every profile once, the most promising over all pages first.
    std::map<decltype(std::declval<const Profile&>().key()), double> seeds;
    std::map<decltype(std::declval<const Profile&>().key()), const Profile*> seed_of;
    for (const auto& page : profiles_)
      for (const Profile& p : page) {
        seeds[p.key()] += std::exp(p.relative / 2);
        seed_of[p.key()] = &p;
      }
    std::vector<std::pair<double, const Profile*>> order;
    for (const auto& [key, value] : seeds) order.push_back({value, seed_of[key]});
    std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.first > b.first; });
    if (order.size() > kSiteSeeds) order.resize(kSiteSeeds);
    std::set<std::vector<size_t>> known;
    for (const auto& [value, seed] : order) {
      RegionKind kind = gather(*seed);
      if (kind.pages == 0 || !known.insert(kind.candidate).second) continue;
      kinds_.push_back(std::move(kind));
    }
    std::ranges::stable_sort(kinds_, std::greater{}, &RegionKind::score);
    drop_repeats();
  }

  RegionKind gather(const Profile& seed) const {
    RegionKind kind;
    double sum = 0;
    std::unordered_map<uint64_t, uint32_t> pages_of;  // record texts
    std::vector<std::vector<uint64_t>> texts(texts_.size());
    for (size_t p = 0; p < texts_.size(); ++p) {
      size_t best = RegionKind::npos;
      double best_value = 0;
      for (size_t i = 0; i < profiles_[p].size(); ++i) {
        double value = alike(seed, profiles_[p][i]) + kRelativeWeight * profiles_[p][i].relative;
        if (alike(seed, profiles_[p][i]) >= kSameRegion && (best == RegionKind::npos || value > best_value))
          best = i, best_value = value;
      }
      kind.candidate.push_back(best);
      if (best == RegionKind::npos) {
        sum += kMissingRegion;
        continue;
      }
      sum += profiles_[p][best].relative;
      ++kind.pages;
      const Candidate& candidate = texts_.page(p).candidates()[best];
      kind.records += candidate.heads.size();
      if (kind.where.empty()) kind.where = texts_.outline(p).path_words(kNone, candidate.heads[0]);
      std::unordered_set<uint64_t> seen;
      for (size_t i = 0; i < candidate.heads.size(); ++i) {
        texts[p].push_back(record_hash(p, candidate.record(i)));
        if (seen.insert(texts[p].back()).second) ++pages_of[texts[p].back()];
      }
    }
    size_t repeated = 0;
    for (const auto& page : texts)
      for (uint64_t hash : page)
        repeated += pages_of[hash] >= 2 && pages_of[hash] >= kRepeatedShare * double(texts_.size());
    if (texts_.size() == 1) repeated = known_records(kind.candidate[0]);
    if (kind.records > 0) kind.repeated = double(repeated) / double(kind.records);
    const double mostly = std::max(0.0, kind.repeated - kFewRepeated) / (1 - kFewRepeated);
    kind.score = sum / double(texts_.size()) - kRepeatedCost * mostly;
    return kind;
  }

  // Records of a single page that is one of a site's: those that are made of the site's texts.
  size_t known_records(size_t index) const {
    if (index == RegionKind::npos) return 0;
    const Outline& outline = texts_.outline(0);
    const Candidate& candidate = texts_.page(0).candidates()[index];
    size_t out = 0;
    for (size_t i = 0; i < candidate.heads.size(); ++i) {
      const Stretch record = candidate.record(i);
      bool own = false;
      for (uint32_t leaf = outline[record.first].leaf_begin; leaf < outline[record.last].leaf_end && !own;
           ++leaf)
        own = texts_.varies(0, leaf);
      out += !own;
    }
    return out;
  }

  uint64_t record_hash(size_t page, Stretch record) const {
    const Outline& outline = texts_.outline(page);
    uint64_t hash = 0;
    for (uint32_t leaf = outline[record.first].leaf_begin; leaf < outline[record.last].leaf_end; ++leaf)
      hash = hash * 1099511628211ull + texts_.keys(page)[leaf];
    return hash;
  }

  // Kinds that mostly cover what a better one covers are not choices of their own.
  void drop_repeats() {
    std::vector<RegionKind> kept;
    std::vector<std::vector<bool>> covered(texts_.size());
    for (size_t p = 0; p < texts_.size(); ++p) covered[p].assign(texts_.outline(p).leaves().size(), false);
    for (RegionKind& kind : kinds_) {
      size_t own = 0, taken = 0;
      for (size_t p = 0; p < texts_.size(); ++p)
        each_leaf(texts_.page(p), kind.candidate[p],
                  [&](uint32_t leaf) { ++own, taken += covered[p][leaf]; });
      if (taken * 2 > own) continue;
      for (size_t p = 0; p < texts_.size(); ++p)
        each_leaf(texts_.page(p), kind.candidate[p], [&](uint32_t leaf) { covered[p][leaf] = true; });
      kept.push_back(std::move(kind));
    }
    kinds_ = std::move(kept);
  }

  const SiteTexts& texts_;
  std::vector<std::vector<Profile>> profiles_;  // a page
  std::vector<RegionKind> kinds_;
};

}  // namespace

std::vector<RegionKind> find_region_kinds(const SiteTexts& texts) { return KindFinder(texts).run(); }

}  // namespace gleaner::records
