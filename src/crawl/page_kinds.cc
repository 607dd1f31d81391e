// See page_kinds.h.
#include "crawl/page_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/hash.h"
#include "base/text.h"

namespace gleaner::crawl {
namespace {

constexpr size_t kJudgedSkeletons = 4096;  // that are remembered

// Of a page's short texts those that all templates have.
Parts labels_among(const Parts& texts, const std::vector<Structure>& templates) {
  Parts out;
  if (templates.empty() || templates[0].texts.empty()) return out;
  const Parts& labels = templates[0].texts;
  for (const Part& text : texts)
    if (std::binary_search(labels.begin(), labels.end(), text)) out.push_back(text);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

PageKinds::PageKinds(std::vector<Structure> templates, Threshold threshold, const Frontier& links)
    : templates_(std::move(templates)), threshold_(std::move(threshold)), links_(links) {
  furthest_ = std::max(threshold_.limit, uint32_t(threshold_.most() + threshold_.length * kValley));
  pages_at_.resize(furthest_ + 2);
  for (Structure& one : templates_) one.skeleton.keep_rows();
  most_of_.assign(templates_.size(), furthest_);
  given_ = templates_.size();
}

// --- one page

PageKinds::Judged PageKinds::judge(PageId page, PageScan& scan, const std::string& url) {
  const Distance found = measure(scan, url);
  meet(found.group);
  return {found.distance, found.nearest, found.group,
          is_wanted({page, found.distance, found.nearest, found.group})};
}

void PageKinds::enter(const Seen& page, bool candidate) {
  if (page.group < groups_.size()) {
    ++groups_[page.group].pages;
    groups_[page.group].candidates += candidate;
  }
  if (templates_.empty()) return;
  const bool beyond = !candidate && page.distance <= threshold_.limit;  // for its template
  ++pages_at_[beyond ? furthest_ + 1 : std::min(page.distance, furthest_ + 1)];
  seen_.push_back(page);
}

PageKinds::Distance PageKinds::measure(PageScan& scan, const std::string& url) {
  const Parts labels = labels_among(scan.texts, templates_);
  uint64_t hash = stable_hash(scan.skeleton);
  for (const Parts* parts : {&std::as_const(scan.parts), &labels})
    for (const Part& part : *parts) hash = mix(hash, part.id);
  if (const auto known = judged_.find(hash); known != judged_.end()) return known->second;
  const Structure page(std::move(scan.skeleton), std::move(scan.parts), labels);
  Distance out;
  out.distance = templates_.empty() ? 0 : furthest_ + 1;
  Distance beyond = out;  // nearer, but further than pages of that template are
  for (uint32_t i = 0; i < templates_.size() && out.distance > 0; ++i) {
    const uint32_t found = distance(templates_[i], page, out.distance - 1);
    Distance& nearer = found <= most_of_[i] ? out : beyond;
    if (found < nearer.distance) nearer.distance = found, nearer.nearest = i;
  }
  if (out.distance > furthest_) out = beyond;
  out.group = group_of(page, url);
  if (judged_.size() >= kJudgedSkeletons) judged_.clear();
  judged_.emplace(hash, out);
  return out;
}

// The first whose leader is near: groups that are made later do not change where a skeleton belongs.
uint32_t PageKinds::group_of(const Structure& page, const std::string& url) {
  const uint32_t limit = uint32_t(kGroupShare * page.length());
  for (size_t i = 0; i < groups_.size(); ++i)
    if (is_within(groups_[i].leader, page, limit)) return uint32_t(i);
  if (groups_.size() >= kMostGroups) return nearest_group(page);
  add_group(page, url);
  return uint32_t(groups_.size() - 1);
}

// Where there are as many groups as may be.
uint32_t PageKinds::nearest_group(const Structure& page) const {
  uint32_t out = uint32_t(groups_.size()), most = uint32_t(kLeastShare * page.length());
  for (size_t i = 0; i < groups_.size() && most > 0; ++i)
    if (const uint32_t found = distance(groups_[i].leader, page, most); found <= most)
      out = uint32_t(i), most = found - (found > 0);
  return out;
}

void PageKinds::add_group(Structure leader, std::string url) {
  weigh_like(templates_, leader);
  leader.skeleton.keep_rows();
  groups_.push_back({std::move(leader), std::move(url), 0, 0});
}

uint32_t PageKinds::limit_of(uint32_t nearest) const {
  const uint32_t limit = threshold_.limit;
  return nearest < most_of_.size() ? std::min(limit, most_of_[nearest]) : limit;
}

// --- looking again

// After each visit: most of the time there is nothing to do.
bool PageKinds::is_due() {
  if (templates_.empty() || ++judged_pages_ != next_review_) return false;
  next_review_ += std::max(kFirstReview, next_review_ / kReviewsApart);
  return true;
}

void PageKinds::look_again(const Correct& correct) {
  sure_ = uint32_t(kAdoptedShare * threshold_.by_templates);
  if (const auto& apart = threshold_.apart; !apart.empty())
    sure_ = std::min(sure_, std::max(uint32_t(kGroupShare * threshold_.length), apart[apart.size() / 2]));
  if (threshold_.bounded) adopt_templates();
  see_optional_parts();
  if (threshold_.bounded) see_frame();
  if (threshold_.bounded) see_foreign_makes();
  review(threshold_, pages_at_);
  if (threshold_.bounded) take_groups(kin_groups());
  judge_again(correct);
}

// What pages are by what is known now: links like those that led to them lead to candidates, or not.
void PageKinds::judge_again(const Correct& correct) {
  for (const Seen& one : seen_) {
    const bool wanted = is_wanted(one);
    if (wanted == links_.is_candidate(one.page)) continue;
    correct(one.page, wanted);
    if (one.group < groups_.size())
      wanted ? ++groups_[one.group].candidates : --groups_[one.group].candidates;
  }
}

// --- what makes the kind: frame, labels, parts, more templates

// The groups that are not of the templates' kind, those left out that are near them: they show what every
// page of the site has.
void PageKinds::see_frame() {
  others_.clear();
  for (size_t i = 0; i < groups_known_ && i < groups_.size(); ++i) {
    const Structure& leader = groups_[i].leader;
    const uint32_t near = std::min(threshold_.limit, uint32_t(kLeastShare * leader.length()));
    if (!groups_[i].of_kind && std::none_of(templates_.begin(), templates_.end(), [&](const Structure& one) {
          return is_within(one, leader, near);
        }))
      others_.push_back(uint32_t(i));
  }
  if (others_.size() < kFrameGroups) return;
  see_labels();
  for (size_t i = 0; i < most_of_.size(); ++i)
    most_of_[i] = std::min(furthest_, most_of(templates_[i].skeleton.symbols));
  judged_.clear();
}

// Which labels all pages of the site have, and which only those of the templates' kind: all templates have
// them, and pages that are as near as templates are to each other. A section that three in four pages have,
// one in four sets of five templates has five times. Few templates that no page has joined do not show it.
void PageKinds::see_labels() {
  own_labels_.clear();
  frame_labels_.clear();
  if (given_ < kLeastTemplates && templates_.size() == given_) return;
  std::vector<uint32_t> sure;  // groups
  for (uint32_t i = 0; i < groups_known_ && i < groups_.size(); ++i)
    if (is_sure(groups_[i].leader)) sure.push_back(i);
  const auto has = [&](uint32_t group, const Part& label) {
    const Parts& texts = groups_[group].leader.texts;
    return std::binary_search(texts.begin(), texts.end(), label);
  };
  for (const Part& label : templates_[0].texts) {
    const auto have =
        std::count_if(others_.begin(), others_.end(), [&](uint32_t other) { return has(other, label); });
    size_t all = 0, lacking = 0;
    for (const uint32_t group : sure) {
      all += groups_[group].pages;
      if (!has(group, label)) lacking += groups_[group].pages;
    }
    const bool optional = lacking >= kLeastLacking && double(lacking) > kOptional * double(all);
    const double share = double(have) / double(others_.size());
    if (share <= kOwnLabel && !optional) own_labels_.push_back(label);
    if (share >= 1 - kOwnLabel) frame_labels_.push_back(label);
  }
}

bool PageKinds::is_sure(const Structure& leader) const {
  return std::any_of(templates_.begin(), templates_.end(),
                     [&](const Structure& one) { return is_within(one, leader, sure_); });
}

// Pages of another kind in the same frame may be built alike (a coach and a player); what stands on them
// tells them apart. A page in another language lacks the labels of the frame too.
bool PageKinds::lacks_own_labels(const Structure& leader) const {
  const auto lacking = [&](const Parts& labels) {
    return std::count_if(labels.begin(), labels.end(), [&](const Part& label) {
      return !std::binary_search(leader.texts.begin(), leader.texts.end(), label);
    });
  };
  if (own_labels_.size() < kLeastOwnLabels || frame_labels_.size() < kLeastFrameLabels ||
      2 * size_t(lacking(frame_labels_)) > frame_labels_.size())
    return false;
  return double(lacking(own_labels_)) >= kMostLabelsLacking * double(own_labels_.size());
}

// Few templates have labels in common by chance, and so have the pages nearest to them: a page near them may
// lack these, but is no bridge to others that do.
bool PageKinds::is_foreign(const Structure& leader) const {
  return lacks_own_labels(leader) && (given_ >= kLeastTemplates || !is_near_templates(leader));
}

// Pages of other kinds share the site's frame with the templates: how much a page has in common with a
// quarter of the other groups at least. What it has beyond that is what makes its kind, and half of it may
// differ at most; where parts make distances longer than edits, as many times more.
uint32_t PageKinds::most_of(const std::string& skeleton) const {
  if (others_.size() < kFrameGroups) return furthest_;
  std::vector<size_t> common;
  for (const uint32_t other : others_)
    common.push_back(common_ends(skeleton, groups_[other].leader.skeleton.symbols));
  const auto quarter = common.begin() + long(common.size() / 4);
  std::nth_element(common.begin(), quarter, common.end());
  return std::max(uint32_t(kLeastTags),
                  uint32_t(kMostOfOwn * threshold_.stretch * double(skeleton.size() - *quarter)));
}

// What all templates have need not be what all pages of their kind have: of five that have a part which four
// in five have, one in three sets has it five times. Where candidates lack it, their groups being near
// others, it weighs no more than other parts.
void PageKinds::see_optional_parts() {
  std::vector<uint32_t> optional;
  for (const Part& part : templates_[0].parts) {
    if (part.weight <= 1) continue;
    size_t all = 0, lacking = 0;
    for (size_t i = 0; i < groups_known_ && i < groups_.size(); ++i) {
      const PageGroup& group = groups_[i];
      if (!group.candidates) continue;
      all += group.candidates;
      if (!std::binary_search(group.leader.parts.begin(), group.leader.parts.end(), part))
        lacking += group.candidates;
    }
    if (lacking >= kLeastLacking && double(lacking) > kOptional * double(all)) optional.push_back(part.id);
  }
  if (optional.empty()) return;
  for (const uint32_t id : optional) make_optional(templates_, id);
  for (PageGroup& group : groups_) weigh_like(templates_, group.leader);
  judged_.clear();
}

// Few templates do not show what pages of their kind have in common. The pages nearest to them do: those that
// are as near as templates are to each other are mostly of the kind, also where pages of others are within
// the threshold.
void PageKinds::adopt_templates() {
  if (given_ >= kLeastTemplates || templates_.size() > given_ || others_.size() < kFrameGroups) return;
  const uint32_t most = sure_;
  std::vector<std::pair<uint32_t, size_t>> near;  // how far, which group
  for (size_t i = 0; i < groups_known_ && i < groups_.size(); ++i) {
    if (groups_[i].pages < kAdoptedPages || groups_[i].candidates < groups_[i].pages) continue;
    uint32_t apart = most + 1;
    for (const Structure& one : templates_) apart = std::min(apart, distance(one, groups_[i].leader, most));
    if (apart <= most) near.emplace_back(apart, i);
  }
  if (given_ + near.size() < kLeastTogether) return;
  std::sort(near.begin(), near.end());
  near.resize(std::min(near.size(), kLeastTemplates - given_));
  for (const auto& [apart, group] : near) templates_.push_back(groups_[group].leader);
  templates_ = as_templates(std::move(templates_), kLeastTogether);
  threshold_.how += fmt::format(
      "; {} what its kind has in common",
      near.size() == 1 ? "1 page near it shows" : fmt::format("{} pages near it show", near.size()));
  for (Structure& one : templates_) one.skeleton.keep_rows();
  most_of_.resize(templates_.size(), furthest_);
  for (PageGroup& group : groups_) weigh_like(templates_, group.leader);
  judged_.clear();
  judge_by_groups();
}

// The pages that were seen, by how far from the templates what they are built like is.
void PageKinds::judge_by_groups() {
  std::vector<Seen> leaders;
  for (uint32_t i = 0; i < groups_.size(); ++i) {
    leaders.push_back({kNoPage, furthest_ + 1, 0, i});
    for (uint32_t t = 0; t < templates_.size(); ++t)
      if (const uint32_t found = distance(templates_[t], groups_[i].leader, furthest_);
          found < leaders[i].distance)
        leaders[i].distance = found, leaders[i].nearest = t;
  }
  std::fill(pages_at_.begin(), pages_at_.end(), 0);
  for (Seen& one : seen_) {
    if (one.group < leaders.size())
      one.distance = leaders[one.group].distance, one.nearest = leaders[one.group].nearest;
    ++pages_at_[std::min(one.distance, furthest_ + 1)];
  }
}

// --- addresses of another kind

namespace {

// How an address is made: its shape, those above, and how it ends.
using Make = uint64_t;
constexpr Make kEnding = uint64_t(1) << 62, kLast = uint64_t(1) << 63;  // with these bits
std::array<Make, 2> endings_of(const UrlShapes& shapes, ShapeId shape) {
  return {kEnding | shapes.ending(shape), kLast | shapes.last(shape)};
}

}  // namespace

// Pages that may be of the kind, by how their addresses are made.
std::map<uint64_t, PageKinds::NearPages> PageKinds::near_pages() const {
  std::map<Make, NearPages> out;
  const UrlShapes& shapes = links_.shapes();
  for (const Seen& one : seen_) {
    if (one.distance > threshold_.limit && !is_of_kind(one.group)) continue;
    const ShapeId own = links_.shape(one.page);
    for (const Make ending : endings_of(shapes, own)) out[ending].apart.push_back(one.distance);
    for (ShapeId at = own; at != kAnyShape; at = shapes.above(at)) out[at].apart.push_back(one.distance);
  }
  return out;
}

// Pages of another kind in the same frame may be as near to the templates as those of the kind that vary most
// (sights and routes of a guide), but hardly any of them is as near as half of the kind are. Where addresses
// tell kinds apart, that shows: the make with the most pages that are surely of the kind, and the largest
// share of them, is a home of it, and under a make with hardly any as near as half of the home's there are
// none.
void PageKinds::see_foreign_makes() {
  foreign_makes_.clear();
  std::map<Make, NearPages> near = near_pages();
  NearPages* home = nullptr;
  double most = 0;
  for (auto& [make, here] : near) {
    const double sure = double(here.within(sure_)), surely = sure * sure / double(here.apart.size());
    if (make < kLast && sure >= kHomePages && surely > most) home = &here, most = surely;
  }
  if (!home) return;
  const auto level = home->apart.begin() + long(double(home->apart.size() - 1) * kHomeShare);
  std::nth_element(home->apart.begin(), level, home->apart.end());
  usual_ = std::max({*level, uint32_t(kLeastTags), uint32_t(kUsualShare * threshold_.length)});
  for (const auto& [make, here] : near)
    if (here.apart.size() >= kForeignPages)
      foreign_makes_[make] = double(here.within(usual_)) < kForeignShare * double(here.apart.size());
}

// By its shape, if enough is known of that; else by its last two steps, the last one, and the nearest shape
// above, one of them being enough.
bool PageKinds::has_foreign_address(PageId page) const {
  if (foreign_makes_.empty()) return false;
  const auto known = [this](Make make) {
    const auto at = foreign_makes_.find(make);
    return at == foreign_makes_.end() ? std::nullopt : std::optional(at->second);
  };
  const UrlShapes& shapes = links_.shapes();
  const ShapeId own = links_.shape(page);
  if (const auto by_own = known(own)) return *by_own;
  for (const Make ending : endings_of(shapes, own))
    if (known(ending).value_or(false)) return true;
  for (ShapeId at = shapes.above(own); at != kAnyShape; at = shapes.above(at))
    if (const auto above = known(at)) return *above;
  return false;
}

// --- groups near groups

// Groups that links say are of the kind: pages that are built alike are of one kind, by whatever links they
// were found, and those links mostly lead to pages near the templates, where they lead elsewhere. Copies and
// pages that could not be had say nothing of that; nor do pages that are only taken because of links, or one
// mistake would make the next.
std::vector<bool> PageKinds::kin_groups() const {
  struct Behind {
    uint32_t visits = 0, near = 0;
  };
  std::unordered_map<uint32_t, Behind> all;                  // by cell
  std::map<std::pair<uint32_t, uint32_t>, Behind> of_group;  // by group and cell
  for (const Seen& one : seen_) {
    const auto cell = links_.cell_to(one.page);
    if (!cell) continue;
    for (Behind* way : {&all[*cell], &of_group[{one.group, *cell}]}) ++way->visits, way->near += is_near(one);
  }
  struct Evidence {
    double share = 0;              // of near pages among the other pages behind the same links
    uint32_t pages = 0, sure = 0;  // sure: behind links that lead to hardly anything else
  };
  std::vector<Evidence> evidence(groups_.size());
  for (const auto& [key, own] : of_group) {
    const Behind& links = all[key.second];
    const uint32_t others = links.visits - own.visits;
    if (key.first >= evidence.size() || others < kKinVisits) continue;
    evidence[key.first].share += own.visits * double(links.near - own.near) / others;
    evidence[key.first].pages += own.visits;
    if (links.near >= kSureShare * links.visits) evidence[key.first].sure += own.visits;
  }
  std::vector<bool> out;
  for (const Evidence& links : evidence)
    out.push_back(links.pages >= kKinPages && links.share >= kKinShare * links.pages &&
                  2 * links.sure >= links.pages);
  return out;
}

// What varies in many parts is near some page of its kind, if far from the few templates: groups near the
// templates are of their kind, and groups near those (single linkage), further away where links say so as
// well. Both have to keep half of what is their own, so that a page of little but the frame never joins. A
// group that is taken because of links leads on to none that links do not speak for: campsites in the lists
// of hotels would else bring restaurants. And links speak for pages that vary more than most: if they did for
// many, it would be another kind that stands in the same lists.
void PageKinds::take_groups(const std::vector<bool>& kin) {
  const size_t known = std::min(groups_known_, groups_.size());
  std::vector<uint32_t> reached;
  for (size_t i = 0; i < known; ++i) {
    groups_[i].most = most_of(groups_[i].leader.skeleton.symbols);
    groups_[i].foreign = is_foreign(groups_[i].leader);
    groups_[i].of_kind = !groups_[i].foreign && is_near_templates(groups_[i].leader);
    groups_[i].by = kNoGroup;
    groups_[i].bridge = groups_[i].of_kind;
    if (groups_[i].of_kind) reached.push_back(uint32_t(i));
  }
  const auto spread = [&](bool by_links) {
    size_t pages = 0;  // of the groups that are reached
    for (size_t at = 0; at < reached.size(); ++at) {
      pages += groups_[reached[at]].pages;
      for (size_t i = 0; i < known; ++i) {
        if (groups_[i].of_kind || groups_[i].foreign || (by_links && !kin[i])) continue;
        if (!joins(groups_[i], groups_[reached[at]], by_links)) continue;
        groups_[i].of_kind = true;
        groups_[i].bridge = !by_links;
        groups_[i].by = reached[at];
        reached.push_back(uint32_t(i));
      }
    }
    return double(pages);
  };
  const double pages = spread(false);
  const size_t by_shape = reached.size();
  if (spread(true) <= (1 + kMostByLinks) * pages) return;
  for (size_t at = by_shape; at < reached.size(); ++at)
    groups_[reached[at]].of_kind = false, groups_[reached[at]].by = kNoGroup;
}

bool PageKinds::is_near_templates(const Structure& leader) const {
  for (uint32_t i = 0; i < templates_.size(); ++i)
    if (is_within(templates_[i], leader, limit_of(i))) return true;
  return false;
}

// As near as one template's pages are, or as most templates are to each other where that is more, nearer
// where templates are few; further where nearly all of the links to it lead to candidates: by tags and parts
// as far as tags alone may differ.
bool PageKinds::joins(const PageGroup& group, const PageGroup& other, bool by_links) const {
  if (others_.size() < kFrameGroups) return false;  // the frame is not known
  const Threshold& threshold = threshold_;
  const uint32_t own = std::min(group.most, other.most);
  if (by_links) return is_within(other.leader, group.leader, uint32_t(kSurelyKin * own));
  const double enough = double(std::min(given_, kLeastTemplates) - 1) / (kLeastTemplates - 1);
  uint32_t chain = uint32_t(std::lerp(kChainShare, kLeastShare, enough) * threshold.length);
  if (!threshold.apart.empty()) chain = std::max(chain, threshold.apart[threshold.apart.size() / 2]);
  return is_within(other.leader, group.leader, std::min({chain, threshold.limit, own}));
}

// A group that is met for the first time: of the kind, if it is near one that is.
void PageKinds::meet(uint32_t number) {
  if (number < groups_known_ || number >= groups_.size()) return;
  PageGroup& group = groups_[number];
  if (threshold_.bounded) {
    group.most = most_of(group.leader.skeleton.symbols);
    group.foreign = is_foreign(group.leader);
    for (uint32_t i = 0; i < groups_known_ && !group.of_kind && !group.foreign; ++i)
      if (groups_[i].bridge && joins(group, groups_[i], false))
        group.of_kind = group.bridge = true, group.by = i;
  }
  groups_known_ = number + 1;
}

}  // namespace gleaner::crawl
