// How candidates are made, trimmed and ranked. See candidates.h.
#include "records/candidates.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/lists.h"
#include "base/sorted.h"
#include "base/text.h"
#include "records/periods.h"

namespace gleaner::records {

std::string_view name_of(Origin origin) {
  switch (origin) {
    case Origin::coarse: return "siblings alike in structure";
    case Origin::fine: return "siblings alike in the paths to their texts";
    case Origin::tag: return "siblings of one tag";
    case Origin::class_token: return "siblings of one class";
    case Origin::cousins: return "nodes of one path under several parents";
    case Origin::periodic: return "siblings of which several in turn are a record";
    case Origin::like_cousins: return "like nodes of one path under several parents";
  }
  return "";
}

namespace {

class CandidateFinder {
 public:
  CandidateFinder(const Outline& outline, Signatures& signatures, Budget& budget, size_t keep)
      : outline_(outline),
        signatures_(signatures),
        cores_(signatures),
        sections_(outline),
        budget_(budget),
        keep_(keep) {}

  std::vector<Candidate> run() {
    find_cousins();
    for (uint32_t parent = 0; parent < outline_.size() && !budget_.exhausted(); ++parent) from_parent(parent);
    if (!budget_.exhausted()) from_cousins();
    shrink();
    for (size_t i = 0; i < kept_.size() && (i < kEdgeRegions || keep_ > kKeep); ++i)
      trim_edges(outline_, cores_, kept_[i].candidate);
    std::vector<Candidate> out;
    for (Kept& kept : kept_) out.push_back(std::move(kept.candidate));
    return out;
  }

 private:
  struct Kept {
    Candidate candidate;
    uint64_t order;
  };
  struct Group {
    html::TagId tag;
    SetId leader;
    std::vector<uint32_t> members;
  };

  // Nodes with text by their path from the root, thinned out.
  void find_cousins() {
    for (uint32_t n = 1; n < outline_.size(); ++n)
      if (!outline_.is_text(n) && outline_.has_text(n)) ++cousins_[outline_[n].path].count;
    for (uint32_t n = 1; n < outline_.size(); ++n) {
      if (outline_.is_text(n) || !outline_.has_text(n)) continue;
      Cousins& list = cousins_[outline_[n].path];
      if (list.seen++ % (1 + list.count / kSampledCousins) == 0) list.sample.push_back(n);
    }
  }

  const Cousins& cousins_of(uint32_t node) const { return cousins_.at(outline_[node].path); }

  void from_parent(uint32_t parent) {
    if (outline_.is_text(parent)) return;
    children_.clear();
    for (uint32_t c = outline_.first_child(parent); c != kNone; c = outline_.next_sibling(c))
      if (!outline_.is_text(c) && outline_.has_text(c)) children_.push_back(c);
    if (children_.size() < 2) return;
    from_groups(Origin::coarse, kCoarseThreshold);
    from_groups(Origin::fine, kFineThreshold);
    from_tags_and_classes();
  }

  // Leader clustering: a child joins the most similar group of its tag at or above the threshold, else opens
  // one.
  void from_groups(Origin origin, double threshold) {
    groups_.clear();
    for (uint32_t child : children_) {
      SetId set = origin == Origin::fine ? signatures_.fine(child) : signatures_.coarse(child);
      Group* best = nullptr;
      double best_value = threshold;
      for (Group& group : groups_) {
        if (group.tag != outline_[child].tag) continue;
        double value = signatures_.similarity(set, group.leader, threshold);
        if (value >= best_value) best = &group, best_value = value + 1e-9;
        if (value == 1) break;
      }
      if (best) best->members.push_back(child);
      else if (groups_.size() < kMaxGroups) groups_.push_back({outline_[child].tag, set, {child}});
    }
    budget_.spend_steps(children_.size());
    for (Group& group : groups_) add(std::move(group.members), origin);
  }

  void from_tags_and_classes() {
    std::map<html::TagId, std::vector<uint32_t>> by_tag;
    std::vector<std::pair<std::pair<html::TagId, std::string_view>, std::vector<uint32_t>>> by_class;
    std::map<std::pair<html::TagId, std::string_view>, size_t> class_at;
    std::vector<std::string_view> seen;
    for (uint32_t child : children_) {
      const OutlineNode& node = outline_[child];
      by_tag[node.tag].push_back(child);
      if (node.classes.empty()) continue;
      seen.clear();
      for (std::string_view token : words(node.classes)) {
        if (seen.size() == kMaxClasses) break;
        if (contains(seen, token)) continue;
        seen.push_back(token);
        auto [at, added] = class_at.try_emplace({node.tag, token}, by_class.size());
        if (added) by_class.push_back({{node.tag, token}, {}});
        by_class[at->second].second.push_back(child);
      }
    }
    std::ranges::stable_sort(by_class,
                             [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
    if (by_class.size() > kMaxClassLists) by_class.resize(kMaxClassLists);
    for (auto& [key, list] : by_class)
      if (list.size() < by_tag[key.first].size()) add(std::move(list), Origin::class_token);
    for (auto& [tag, list] : by_tag)
      if (list.size() >= 3) {
        offer_periodic(list);
        add(std::move(list), Origin::tag);
      }
  }

  // Nodes with the same tag path from the root (and the same with the same class) under several parents.
  void from_cousins() {
    std::unordered_map<uint64_t, size_t> at;
    std::vector<std::vector<uint32_t>> lists;
    auto put = [&](uint64_t key, uint32_t n) {
      auto [place, added] = at.try_emplace(key, lists.size());
      if (added) lists.emplace_back();
      lists[place->second].push_back(n);
    };
    for (uint32_t n = 1; n < outline_.size(); ++n) {
      const OutlineNode& node = outline_[n];
      if (node.tag == 0 || !outline_.has_text(n)) continue;
      put(node.path, n);
      std::string_view classes = trim(node.classes);
      if (!classes.empty()) put(node.path * 31 + stable_hash(collapse(classes)), n);
    }
    for (std::vector<uint32_t>& list : lists) {
      if (list.size() < 3 || !several_parents(list) || !budget_.spend_steps(list.size())) continue;
      from_cousin_list(list);
    }
  }

  void from_cousin_list(const std::vector<uint32_t>& list) {
    offer_periodic(list);
    add(list, Origin::cousins);
    std::vector<SetId> sets = mapped(list, [&](uint32_t n) { return signatures_.coarse(n); });
    const SetId usual = commonest(sets);
    std::vector<uint32_t> like;
    const uint64_t beginning = common_beginning(outline_, list);
    for (uint32_t n : list)
      if (opens_with_link(outline_, n, beginning) ||
          signatures_.similarity(signatures_.coarse(n), usual, kCoarseThreshold) >= kCoarseThreshold)
        like.push_back(n);
    if (like.size() >= 3 && like.size() < list.size() && several_parents(like))
      add(std::move(like), Origin::like_cousins);
  }

  bool several_parents(const std::vector<uint32_t>& list) const {
    for (uint32_t n : list)
      if (outline_[n].parent != outline_[list[0]].parent) return true;
    return false;
  }

  // Trims, and offers what is left (and the whole, if much was dropped).
  void add(std::vector<uint32_t> list, Origin origin) {
    if (list.size() < 2) return;
    std::vector<uint32_t> kept = trim_members(list);
    if (kept.size() >= 2 && kept.size() < list.size()) {
      bool replaces = double(kept.size()) > kTrimReplaces * double(list.size());
      offer(std::move(kept), origin, true);
      if (replaces) return;
    }
    offer(std::move(list), origin, false);
  }

  std::vector<uint32_t> trim_members(std::vector<uint32_t> nodes) {
    for (int round = 0; round < kTrimRounds && nodes.size() >= 3; ++round) {
      const Core& core = cores_.find(nodes);
      if (core.size == 0) break;
      const double least = least_held(cores_, core, kTrimShare);
      const uint64_t beginning = common_beginning(outline_, nodes);
      std::vector<uint32_t> left;
      for (size_t i = 0; i < nodes.size(); ++i)
        if (core.held[i] >= least || opens_with_link(outline_, nodes[i], beginning)) left.push_back(nodes[i]);
      if (left.size() == nodes.size()) break;
      nodes = std::move(left);
    }
    return nodes;
  }

  void offer(std::vector<uint32_t> heads, Origin origin, bool trimmed) {
    // A class is what the page says itself: both are offered. Else siblings that begin with the same link are
    // of the list.
    if (std::vector<uint32_t> more = grown(outline_, heads); !more.empty()) {
      if (origin == Origin::class_token) offer_lines(std::move(more), origin, trimmed);
      else heads = std::move(more);
    }
    offer_lines(std::move(heads), origin, trimmed);
  }

  void offer_lines(std::vector<uint32_t> heads, Origin origin, bool trimmed) {
    std::vector<uint32_t> lines = first_of_lines(outline_, heads);
    if (lines.empty()) offer_one(std::move(heads), origin, trimmed, false);
    else offer_one(std::move(lines), origin, trimmed, true);
  }

  void offer_one(std::vector<uint32_t> heads, Origin origin, bool trimmed, bool lines) {
    uint64_t hash = heads.size();
    for (uint32_t n : heads) hash = (hash ^ n) * 0x9e3779b97f4a7c15ull, hash ^= hash >> 29;
    if (!seen_.insert(hash).second || !budget_.spend_steps(heads.size())) return;
    Candidate candidate;
    candidate.heads = std::move(heads);
    candidate.origin = origin;
    candidate.trimmed = trimmed;
    candidate.lines = lines;
    find_left_out(outline_, cores_, cousins_of(candidate.heads[0]), candidate);
    extend(outline_, candidate);
    keep(std::move(candidate));
  }

  void offer_periodic(const std::vector<uint32_t>& list) {
    if (!budget_.spend_steps(list.size())) return;
    auto candidate = find_periodic(outline_, signatures_, list);
    if (candidate) keep(std::move(*candidate));
  }

  void keep(Candidate candidate) {
    candidate.features = features_of(outline_, cores_, sections_, candidate, &candidate.core);
    candidate.score = score_of(candidate.features);
    candidate.rank = rank_of(candidate.features);
    kept_.push_back({std::move(candidate), offered_++});
    if (kept_.size() >= 4 * keep_) shrink();
  }

  void shrink() {
    std::ranges::sort(kept_, [](const Kept& a, const Kept& b) {
      return a.candidate.rank != b.candidate.rank ? a.candidate.rank > b.candidate.rank : a.order < b.order;
    });
    if (kept_.size() > keep_) kept_.resize(keep_);
  }

  const Outline& outline_;
  Signatures& signatures_;
  CoreFinder cores_;
  Groups sections_;
  Budget& budget_;
  const size_t keep_;
  std::unordered_map<uint64_t, Cousins> cousins_;
  std::vector<uint32_t> children_;
  std::vector<Group> groups_;
  std::vector<Kept> kept_;
  std::unordered_set<uint64_t> seen_;
  uint64_t offered_ = 0;
};

}  // namespace

std::vector<Candidate> find_candidates(const Outline& outline, Signatures& signatures, Budget& budget,
                                       size_t keep) {
  return CandidateFinder(outline, signatures, budget, keep).run();
}

}  // namespace gleaner::records
