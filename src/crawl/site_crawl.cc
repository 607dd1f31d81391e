// See site_crawl.h.
#include "crawl/site_crawl.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "page/url.h"
#include "web/fetch.h"

namespace gleaner::crawl {
namespace {

constexpr size_t kElsewhere = 4;            // one link in so many
constexpr size_t kFollowedLinks = 1 << 16;  // that are remembered
constexpr size_t kJudgedSkeletons = 4096;   // that are remembered

// Where its links lead, whatever their parameters are: pages of pictures have one text. Links of a session
// differ in a parameter alone.
uint64_t print_of_links(const PageScan& scan) {
  uint64_t sum = 0;
  for (const ScannedLink& link : scan.links)
    sum += stable_hash(std::string_view(link.href).substr(0, link.href.find_first_of("?#")));
  return sum;
}

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

bool leads_on(Kind kind) { return kind == Kind::candidate || kind == Kind::page || kind == Kind::sitemap; }

}  // namespace

std::string_view name_of(Kind kind) {
  static constexpr std::string_view kNames[] = {"waiting", "candidate", "page",    "copy",
                                                "other",   "failed",    "sitemap", "skipped"};
  return size_t(kind) < std::size(kNames) ? kNames[size_t(kind)] : "";  // a job's file may say anything
}

SiteCrawl::SiteCrawl(Options options)
    : options_(std::move(options)), rules_(options_.site), frontier_(options_.weights, options_.seed) {
  furthest_ = std::max(options_.threshold.limit,
                       uint32_t(options_.threshold.most() + options_.threshold.length * kValley));
  pages_at_.resize(furthest_ + 2);
  for (Structure& one : options_.templates) one.skeleton.keep_rows();
  most_of_.assign(options_.templates.size(), furthest_);
  given_ = options_.templates.size();
}

// The groups that are not of the templates' kind, those left out that are near them: they show what every
// page of the site has.
void SiteCrawl::see_frame() {
  others_.clear();
  for (size_t i = 0; i < groups_known_ && i < groups_.size(); ++i) {
    const Structure& leader = groups_[i].leader;
    const uint32_t near = std::min(options_.threshold.limit, uint32_t(kLeastShare * leader.length()));
    if (!groups_[i].of_kind &&
        std::none_of(options_.templates.begin(), options_.templates.end(),
                     [&](const Structure& one) { return is_within(one, leader, near); }))
      others_.push_back(uint32_t(i));
  }
  if (others_.size() < kFrameGroups) return;
  see_labels();
  for (size_t i = 0; i < most_of_.size(); ++i)
    most_of_[i] = std::min(furthest_, most_of(options_.templates[i].skeleton.symbols));
  judged_.clear();
}

// Which labels all pages of the site have, and which only those of the templates' kind: all templates have
// them, and pages that are as near as templates are to each other. A section that three in four pages have,
// one in four sets of five templates has five times.
void SiteCrawl::see_labels() {
  own_labels_.clear();
  frame_labels_.clear();
  if (given_ < kLeastTemplates)
    return;                    // what one has in common with the pages nearest to it is more than the kind's
  std::vector<uint32_t> sure;  // groups
  for (uint32_t i = 0; i < groups_known_ && i < groups_.size(); ++i)
    if (is_sure(groups_[i].leader)) sure.push_back(i);
  const auto has = [&](uint32_t group, const Part& label) {
    const Parts& texts = groups_[group].leader.texts;
    return std::binary_search(texts.begin(), texts.end(), label);
  };
  for (const Part& label : options_.templates[0].texts) {
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

bool SiteCrawl::is_sure(const Structure& leader) const {
  return std::any_of(options_.templates.begin(), options_.templates.end(),
                     [&](const Structure& one) { return is_within(one, leader, sure_); });
}

// Pages of another kind in the same frame may be built alike (a coach and a player); what stands on them
// tells them apart. A page in another language lacks the labels of the frame too.
bool SiteCrawl::lacks_own_labels(const Structure& leader) const {
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

// Pages of other kinds share the site's frame with the templates: how much a page has in common with a
// quarter of the other groups at least. What it has beyond that is what makes its kind, and half of it may
// differ at most; where parts make distances longer than edits, as many times more.
uint32_t SiteCrawl::most_of(const std::string& skeleton) const {
  if (others_.size() < kFrameGroups) return furthest_;
  std::vector<size_t> common;
  for (const uint32_t other : others_)
    common.push_back(common_ends(skeleton, groups_[other].leader.skeleton.symbols));
  const auto quarter = common.begin() + long(common.size() / 4);
  std::nth_element(common.begin(), quarter, common.end());
  return std::max(uint32_t(kLeastTags),
                  uint32_t(kMostOfOwn * options_.threshold.stretch * double(skeleton.size() - *quarter)));
}

void SiteCrawl::add_group(Structure leader, std::string url) {
  weigh_like(options_.templates, leader);
  leader.skeleton.keep_rows();
  groups_.push_back({std::move(leader), std::move(url), 0, 0});
}

Kind SiteCrawl::kind_of(const Facts& facts) const {
  if (facts.kind != Kind::candidate && facts.kind != Kind::page) return facts.kind;
  return frontier_.is_candidate(facts.page) ? Kind::candidate : Kind::page;
}

uint32_t SiteCrawl::limit_of(uint32_t nearest) const {
  const uint32_t limit = options_.threshold.limit;
  return nearest < most_of_.size() ? std::min(limit, most_of_[nearest]) : limit;
}

PageId SiteCrawl::add_page(const std::string& url) {
  const PageId page = frontier_.add_page(url);
  numbers_.add(url, page);
  return page;
}

PageId SiteCrawl::page_of(const std::string& url, std::vector<NewPage>& fresh) {
  if (const auto known = known_as(url)) return *known;
  const PageId page = add_page(url);
  fresh.push_back({page, url, false});
  return page;
}

std::optional<NewPage> SiteCrawl::add_start(const std::string& url, bool sitemap) {
  const std::string clean = sitemap ? web::canonical_url(url) : rules_.clean(url, "");
  if (clean.empty() || numbers_.find(clean)) return {};
  if (sitemap ? UrlRules::site_of(clean) != rules_.site() : !rules_.refusal(clean).empty()) return {};
  const PageId page = add_page(clean);
  frontier_.start_with(page);
  return NewPage{page, clean, sitemap};
}

void SiteCrawl::replay_page(const std::string& url, bool start) {
  const PageId page = add_page(url);
  if (start) frontier_.start_with(page);
}

bool SiteCrawl::is_alias(PageId page, const std::string& url) const {
  if (const auto same = names_.find(url); same && *same != page && frontier_.is_visited(*same)) return true;
  if (rules_.without().empty()) return false;
  const std::string clean = rules_.clean(url, "");
  if (clean == url) return false;
  const auto known = known_as(clean);
  return known && *known != page && frontier_.is_visited(*known);
}

// The page of an address, by whatever address it was visited.
std::optional<PageId> SiteCrawl::known_as(const std::string& url) const {
  const auto known = numbers_.find(url);
  if (!known) return {};
  const auto same = visited_as(*known);
  return same ? same : known;
}

// What a page was asked for as may not be its address by what was learned since: it is not asked for under
// the other one too.
void SiteCrawl::note_other_address(PageId page, const std::string& asked) {
  if (asked.empty() || rules_.without().empty()) return;
  const std::string clean = rules_.clean(asked, "");
  if (clean.empty() || clean == asked) return;
  const uint32_t known = numbers_.add(clean, page);
  if (known != page && !frontier_.is_visited(known) && same_as_.try_emplace(known, page).second)
    frontier_.leave(known);
}

// The first whose leader is near: groups that are made later do not change where a skeleton belongs.
uint32_t SiteCrawl::group_of(const Structure& page, const std::string& url) {
  const uint32_t limit = uint32_t(kGroupShare * page.length());
  for (size_t i = 0; i < groups_.size(); ++i)
    if (is_within(groups_[i].leader, page, limit)) return uint32_t(i);
  if (groups_.size() >= kMostGroups) return nearest_group(page);
  add_group(page, url);
  return uint32_t(groups_.size() - 1);
}

// Where there are as many groups as may be.
uint32_t SiteCrawl::nearest_group(const Structure& page) const {
  uint32_t out = uint32_t(groups_.size()), most = uint32_t(kLeastShare * page.length());
  for (size_t i = 0; i < groups_.size() && most > 0; ++i)
    if (const uint32_t found = distance(groups_[i].leader, page, most); found <= most)
      out = uint32_t(i), most = found - (found > 0);
  return out;
}

// What all templates have need not be what all pages of their kind have: of five that have a part which four
// in five have, one in three sets has it five times. Where candidates lack it, their groups being near
// others, it weighs no more than other parts.
void SiteCrawl::see_optional_parts() {
  std::vector<uint32_t> optional;
  for (const Part& part : options_.templates[0].parts) {
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
  for (const uint32_t id : optional) make_optional(options_.templates, id);
  for (PageGroup& group : groups_) weigh_like(options_.templates, group.leader);
  judged_.clear();
}

// Few templates do not show what pages of their kind have in common. The pages nearest to them do: those are
// mostly of the kind, also where pages of others are within the threshold.
void SiteCrawl::adopt_templates() {
  if (given_ >= kLeastTemplates || options_.templates.size() > given_ || others_.size() < kFrameGroups)
    return;
  const uint32_t most = uint32_t(kAdoptedShare * options_.threshold.limit);
  std::vector<std::pair<uint32_t, size_t>> near;  // how far, which group
  for (size_t i = 0; i < groups_known_ && i < groups_.size(); ++i) {
    if (groups_[i].pages < kAdoptedPages || groups_[i].candidates < groups_[i].pages) continue;
    uint32_t apart = most + 1;
    for (const Structure& one : options_.templates)
      apart = std::min(apart, distance(one, groups_[i].leader, most));
    if (apart <= most) near.emplace_back(apart, i);
  }
  if (given_ + near.size() < kLeastTogether) return;
  std::sort(near.begin(), near.end());
  near.resize(std::min(near.size(), kMostAdopted));
  for (const auto& [apart, group] : near) options_.templates.push_back(groups_[group].leader);
  options_.templates = as_templates(std::move(options_.templates), kLeastTogether);
  options_.threshold.how += fmt::format(
      "; {} what its kind has in common",
      near.size() == 1 ? "1 page near it shows" : fmt::format("{} pages near it show", near.size()));
  for (Structure& one : options_.templates) one.skeleton.keep_rows();
  most_of_.resize(options_.templates.size(), furthest_);
  for (PageGroup& group : groups_) weigh_like(options_.templates, group.leader);
  judged_.clear();
  judge_by_groups();
}

// The pages that were seen, by how far from the templates what they are built like is.
void SiteCrawl::judge_by_groups() {
  std::vector<Seen> leaders;
  for (uint32_t i = 0; i < groups_.size(); ++i) {
    leaders.push_back({kNoPage, furthest_ + 1, 0, i});
    for (uint32_t t = 0; t < options_.templates.size(); ++t)
      if (const uint32_t found = distance(options_.templates[t], groups_[i].leader, furthest_);
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

// Pages that may be of the kind, by the shapes of their addresses and those above.
std::map<ShapeId, SiteCrawl::NearPages> SiteCrawl::near_pages() const {
  std::map<ShapeId, NearPages> out;
  for (const Seen& one : seen_) {
    if (one.distance > options_.threshold.limit && !is_of_kind(one.group)) continue;
    for (ShapeId at = frontier_.shape(one.page); at != kAnyShape; at = frontier_.shapes().above(at))
      out[at].apart.push_back(one.distance);
  }
  return out;
}

// Pages of another kind in the same frame may be as near to the templates as those of the kind that vary most
// (sights and routes of a guide), but hardly any of them is as near as most of the kind are. Where addresses
// tell kinds apart, that shows: the shape with the most pages that are surely of the kind, and the largest
// share of them, is a home of it, and under a shape with hardly any as near as three quarters of the home's
// there are none.
void SiteCrawl::see_foreign_shapes() {
  foreign_shapes_.clear();
  std::map<ShapeId, NearPages> near = near_pages();
  NearPages* home = nullptr;
  double most = 0;
  for (auto& [shape, here] : near) {
    const double sure = double(here.within(sure_)), surely = sure * sure / double(here.apart.size());
    if (sure >= kHomePages && surely > most) home = &here, most = surely;
  }
  if (!home) return;
  const auto level = home->apart.begin() + long(double(home->apart.size() - 1) * kHomeShare);
  std::nth_element(home->apart.begin(), level, home->apart.end());
  const uint32_t usual = std::max(sure_, *level);
  for (const auto& [shape, here] : near)
    if (kHomeShare * double(here.apart.size()) >= kHomePages)
      foreign_shapes_[shape] = double(here.within(usual)) < kForeignShare * double(here.apart.size());
}

// By the nearest of the shapes above that enough is known of.
bool SiteCrawl::is_foreign_shape(ShapeId shape) const {
  for (; shape != kAnyShape && !foreign_shapes_.empty(); shape = frontier_.shapes().above(shape))
    if (const auto known = foreign_shapes_.find(shape); known != foreign_shapes_.end()) return known->second;
  return false;
}

void SiteCrawl::review_threshold() {
  Threshold& threshold = options_.threshold;
  sure_ = uint32_t(kAdoptedShare * threshold.by_templates);
  if (const auto& apart = threshold.apart; !apart.empty())
    sure_ = std::min(sure_, std::max(uint32_t(kGroupShare * threshold.length), apart[apart.size() / 2]));
  if (threshold.bounded) adopt_templates();
  see_optional_parts();
  if (threshold.bounded) see_frame();
  if (threshold.bounded) see_foreign_shapes();
  review(threshold, pages_at_);
  if (threshold.bounded) take_groups(kin_groups());
  judge_again();
}

// What pages are by what is known now: links like those that led to them lead to candidates, or not.
void SiteCrawl::judge_again() {
  std::vector<PageId> demoted;
  for (const Seen& one : seen_) {
    const bool wanted = is_wanted(one);
    if (wanted == frontier_.is_candidate(one.page)) continue;
    wanted ? frontier_.promote(one.page) : frontier_.demote(one.page);
    if (!wanted) demoted.push_back(one.page);
    if (one.group < groups_.size())
      wanted ? ++groups_[one.group].candidates : --groups_[one.group].candidates;
  }
  ask_for_named(std::move(demoted));
}

// A view for printing may have been taken for the page that it names as its own: that one is visited after
// all.
void SiteCrawl::ask_for_named(std::vector<PageId> demoted) {
  if (demoted.empty()) return;
  std::sort(demoted.begin(), demoted.end());
  std::vector<PageId> named;
  for (const auto& [own, page] : same_as_)
    if (std::binary_search(demoted.begin(), demoted.end(), page) && !frontier_.is_visited(own))
      named.push_back(own);
  std::sort(named.begin(), named.end());
  for (const PageId own : named) {
    same_as_.erase(own);
    frontier_.start_again(own);
  }
}

// Groups that links say are of the kind: pages that are built alike are of one kind, by whatever links they
// were found, and those links mostly lead to pages near the templates, where they lead elsewhere. Copies and
// pages that could not be had say nothing of that; nor do pages that are only taken because of links, or one
// mistake would make the next.
std::vector<bool> SiteCrawl::kin_groups() const {
  struct Way {
    uint32_t visits = 0, near = 0;
  };
  std::unordered_map<uint32_t, Way> all;                  // by cell
  std::map<std::pair<uint32_t, uint32_t>, Way> of_group;  // by group and cell
  for (const Seen& one : seen_) {
    const auto cell = frontier_.cell_to(one.page);
    if (!cell) continue;
    for (Way* way : {&all[*cell], &of_group[{one.group, *cell}]}) ++way->visits, way->near += is_near(one);
  }
  struct Evidence {
    double share = 0;              // of near pages among the other pages behind the same links
    uint32_t pages = 0, sure = 0;  // sure: behind links that lead to hardly anything else
  };
  std::vector<Evidence> evidence(groups_.size());
  for (const auto& [key, own] : of_group) {
    const Way& links = all[key.second];
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
void SiteCrawl::take_groups(const std::vector<bool>& kin) {
  const size_t known = std::min(groups_known_, groups_.size());
  std::vector<uint32_t> reached;
  for (size_t i = 0; i < known; ++i) {
    groups_[i].most = most_of(groups_[i].leader.skeleton.symbols);
    groups_[i].foreign = lacks_own_labels(groups_[i].leader);
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

bool SiteCrawl::is_near_templates(const Structure& leader) const {
  for (uint32_t i = 0; i < options_.templates.size(); ++i)
    if (is_within(options_.templates[i], leader, limit_of(i))) return true;
  return false;
}

// As near as one template's pages are, or as most templates are to each other where that is more; further
// where nearly all of the links to it lead to candidates: by tags and parts as far as tags alone may differ.
bool SiteCrawl::joins(const PageGroup& group, const PageGroup& other, bool by_links) const {
  if (others_.size() < kFrameGroups) return false;  // the frame is not known
  const Threshold& threshold = options_.threshold;
  const uint32_t own = std::min(group.most, other.most);
  if (by_links) return is_within(other.leader, group.leader, uint32_t(kSurelyKin * own));
  uint32_t chain = uint32_t(kLeastShare * threshold.length);
  if (!threshold.apart.empty()) chain = std::max(chain, threshold.apart[threshold.apart.size() / 2]);
  return is_within(other.leader, group.leader, std::min({chain, threshold.limit, own}));
}

// A group that is met for the first time: of the kind, if it is near one that is.
void SiteCrawl::meet(uint32_t number) {
  if (number < groups_known_ || number >= groups_.size()) return;
  PageGroup& group = groups_[number];
  if (options_.threshold.bounded) {
    group.most = most_of(group.leader.skeleton.symbols);
    group.foreign = lacks_own_labels(group.leader);
    for (uint32_t i = 0; i < groups_known_ && !group.of_kind && !group.foreign; ++i)
      if (groups_[i].bridge && joins(group, groups_[i], false))
        group.of_kind = group.bridge = true, group.by = i;
  }
  groups_known_ = number + 1;
}

SiteCrawl::Judgement SiteCrawl::judge(PageScan& scan, const std::string& url) {
  const Parts labels = labels_among(scan.texts, options_.templates);
  uint64_t hash = stable_hash(scan.skeleton);
  for (const Parts* parts : {&std::as_const(scan.parts), &labels})
    for (const Part& part : *parts) hash = mix(hash, part.id);
  if (const auto known = judged_.find(hash); known != judged_.end()) return known->second;
  const Structure page(std::move(scan.skeleton), std::move(scan.parts), labels);
  Judgement out;
  out.distance = options_.templates.empty() ? 0 : furthest_ + 1;
  Judgement beyond = out;  // nearer, but further than pages of that template are
  for (uint32_t i = 0; i < options_.templates.size() && out.distance > 0; ++i) {
    const uint32_t found = distance(options_.templates[i], page, out.distance - 1);
    Judgement& nearer = found <= most_of_[i] ? out : beyond;
    if (found < nearer.distance) nearer.distance = found, nearer.nearest = i;
  }
  if (out.distance > furthest_) out = beyond;
  out.group = group_of(page, url);
  if (judged_.size() >= kJudgedSkeletons) judged_.clear();
  judged_.emplace(hash, out);
  return out;
}

std::vector<PlacedLink> SiteCrawl::take_links(const PageScan& scan, const std::string& base,
                                              std::vector<NewPage>& fresh) {
  std::vector<PlacedLink> out;
  if (scan.no_follow) return out;
  const std::string from = scan.base.empty() ? base : resolve_url(scan.base, base);
  // Links from the root mean the same on all pages of a host, others on those of a folder.
  const size_t root = from.find('/', from.find("://") + 3),
               folder = from.substr(0, from.find('?')).rfind('/');
  const uint64_t of_root = stable_hash(from.substr(0, root)),
                 of_folder = stable_hash(from.substr(0, folder + 1)), of_page = stable_hash(from);
  for (const ScannedLink& link : scan.links) {
    const char first = link.href[0];
    const PageId page = follow(link.href, from,
                               first == '/'                   ? of_root
                               : first == '?' || first == '#' ? of_page
                                                              : of_folder,
                               fresh);
    if (page != kNoPage) out.push_back({page, link.place});
  }
  return out;
}

PageId SiteCrawl::follow(const std::string& href, const std::string& base, uint64_t base_hash,
                         std::vector<NewPage>& fresh) {
  const uint64_t key = stable_hash(href, base_hash);
  if (const auto known = followed_.find(key); known != followed_.end()) return known->second;
  const std::string url = rules_.clean(href, base);
  const PageId page = url.empty() || !rules_.refusal(url).empty() ? kNoPage : page_of(url, fresh);
  if (followed_.size() >= kFollowedLinks) followed_.clear();
  followed_.emplace(key, page);
  return page;
}

bool SiteCrawl::is_like(PageId visited, uint32_t group, uint64_t heading) const {
  return frontier_.group(visited) == group || has_heading(visited, heading);
}

// A redirect or a canonical address leads to a page that was visited: this is its copy, if it is built like
// it or has its heading. Sites that name their first page as the canonical one of all are not believed; nor
// is an address that a visited page has named as its own, unless this one has its heading too, or ends as
// that address does.
bool SiteCrawl::is_copy_of(const std::string& named, PageId visited, const Facts& facts,
                           const std::string& asked) const {
  if (numbers_.find(named) == visited) return is_like(visited, facts.group, facts.print.heading);
  return has_heading(visited, facts.print.heading) ||
         (frontier_.group(visited) == facts.group && SameNames::end_alike(asked, named));
}

// A candidate that names another address as its own is not asked for there too, and what their addresses
// differ by makes no difference. Pages of lists often name the first one; candidates do that as well where a
// site names one address on all its pages, which shows when the second one does.
void SiteCrawl::note_named_address(const Facts& facts, const std::string& asked, const std::string& named) {
  const PageId own = facts.copy_of;
  if (frontier_.is_visited(own)) return;
  const auto [same, fresh] = same_as_.try_emplace(own, facts.page);
  if (fresh) {
    frontier_.leave(own);
    if (rules_.observe(named, facts.print.text)) followed_.clear();
  } else if (!has_heading(same->second, facts.print.heading) && !SameNames::end_alike(asked, named)) {
    same_as_.erase(same);
    frontier_.start_again(own);
  }
}

// A page with the text of another: does it link to pages that the other does not?
bool SiteCrawl::leads_elsewhere(const PageScan& scan, const std::string& base, PageId other) const {
  const std::string from = scan.base.empty() ? base : resolve_url(scan.base, base);
  const std::vector<PageId> known = frontier_.targets(other);
  size_t elsewhere = 0;
  for (const ScannedLink& link : scan.links) {
    const std::string url = rules_.clean(link.href, from);
    if (url.empty()) continue;
    const auto page = known_as(url);
    elsewhere += !page || !std::binary_search(known.begin(), known.end(), *page);
  }
  return elsewhere * kElsewhere > scan.links.size();
}

Facts SiteCrawl::visit_page(PageId page, const std::string& asked, const std::string& url,
                            std::string_view html, std::vector<NewPage>& fresh) {
  PageScan scan = scan_page(html);
  Facts out;
  out.page = page;
  out.print = {mix(scan.text, print_of_links(scan)), scan.near, scan.heading, scan.text_size};
  const Judgement judged = judge(scan, asked);
  meet(judged.group);
  out.distance = judged.distance;
  out.nearest = judged.nearest;
  out.group = judged.group;
  out.kind = is_wanted({page, judged.distance, judged.nearest, judged.group}) ? Kind::candidate : Kind::page;
  const std::string canonical = scan.canonical.empty() ? "" : rules_.clean(scan.canonical, url);
  for (const std::string& other : {rules_.clean(url, ""), canonical}) {
    const auto known = other.empty() ? std::nullopt : known_as(other);
    if (known && *known != page && frontier_.is_visited(*known) && is_copy_of(other, *known, out, asked))
      out.kind = Kind::copy, out.copy_of = *known;
  }
  if (const auto same = duplicates_.enter(page, out.print)) out.kind = Kind::copy, out.copy_of = *same;
  if (out.kind == Kind::candidate && !canonical.empty() && rules_.refusal(canonical).empty()) {
    const auto known = numbers_.find(canonical);
    const PageId own = known ? *known : page_of(canonical, fresh);
    if (own != page && !frontier_.is_visited(own)) out.copy_of = own;
  }
  // Lists of pictures or of towns have one text and different links: a copy leads on where its links are
  // others.
  if (leads_on(out.kind) || leads_elsewhere(scan, url, out.copy_of)) out.links = take_links(scan, url, fresh);
  enter(out, asked, canonical);
  return out;
}

Facts SiteCrawl::visit_sitemap(PageId page, const std::vector<std::string>& urls,
                               const std::vector<std::string>& sitemaps, std::vector<NewPage>& fresh) {
  Facts out;
  out.page = page;
  out.kind = Kind::sitemap;
  for (const std::string& url : sitemaps)
    if (auto added = add_start(url, true)) fresh.push_back(std::move(*added));
  for (const std::string& address : urls) {
    const std::string url = rules_.clean(address, "");
    if (url.empty() || !rules_.refusal(url).empty() || frontier_.pages() > kMostSitemapUrls) continue;
    out.links.push_back({page_of(url, fresh), kSitemapPlace});
  }
  enter(out, "", "");
  return out;
}

Facts SiteCrawl::visit_other(PageId page, Kind kind) {
  Facts out;
  out.page = page;
  out.kind = kind;
  enter(out, "", "");
  return out;
}

void SiteCrawl::replay(const Facts& facts, const std::string& asked, const std::string& named) {
  if (facts.print.size) duplicates_.enter(facts.page, facts.print);
  enter(facts, asked, named);
}

// What a visit changes, now and when it is replayed.
void SiteCrawl::enter(const Facts& facts, const std::string& asked, const std::string& named) {
  const bool candidate = facts.kind == Kind::candidate;
  if (candidate || facts.kind == Kind::page || facts.kind == Kind::copy) meet(facts.group);
  if (facts.group < groups_.size() && (candidate || facts.kind == Kind::page)) {
    ++groups_[facts.group].pages;
    groups_[facts.group].candidates += candidate;
  }
  if (facts.print.size && !asked.empty() && rules_.observe(asked, facts.print.text))
    followed_.clear();  // links mean other pages now
  note_other_address(facts.page, asked);
  if (candidate || facts.kind == Kind::page || facts.kind == Kind::copy)
    names_.see(asked, facts.page, facts.kind == Kind::copy ? std::optional(facts.copy_of) : std::nullopt);
  if (candidate && facts.copy_of != kNoPage) note_named_address(facts, asked, named);
  if (headings_.size() <= facts.page) headings_.resize(facts.page + 1);
  headings_[facts.page] = uint32_t(facts.print.heading);
  if ((candidate || facts.kind == Kind::page) && !options_.templates.empty()) {
    const bool beyond = !candidate && facts.distance <= options_.threshold.limit;  // for its template
    ++pages_at_[beyond ? furthest_ + 1 : std::min(facts.distance, furthest_ + 1)];
    seen_.push_back({facts.page, facts.distance, facts.nearest, facts.group});
  }
  frontier_.visited(facts.page, candidate, facts.group, facts.links, facts.kind == Kind::copy,
                    facts.distance);
  if ((candidate || facts.kind == Kind::page) && !options_.templates.empty()) look_again();
}

// After each visit: most of the time there is nothing to do.
void SiteCrawl::look_again() {
  if (++judged_pages_ == next_review_) {
    next_review_ += std::max(kFirstReview, next_review_ / kReviewsApart);
    review_threshold();
  }
}

}  // namespace gleaner::crawl
