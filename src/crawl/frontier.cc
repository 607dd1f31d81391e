// See frontier.h.
#include "crawl/frontier.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "crawl/page_scan.h"

namespace gleaner::crawl {
namespace {

constexpr double kLeastOdds = 0.005;     // no sign is surer
constexpr double kDoubt = 0.2;           // weight of a sign that no visit has shown
constexpr size_t kJudgedAtVisit = 256;   // cells that are looked at again after each visit, in turns
constexpr size_t kEntriesCompared = 16;  // of a cell, at either end
constexpr size_t kCellsCompared = 6;     // the best ones
constexpr size_t kLinksCompared = 32;    // of a page in one cell,
constexpr size_t kNamesCompared = 100;   // where their first words tell them apart

uint64_t tried_key(PageId page, uint32_t cell) { return uint64_t(page) << 32 | cell; }
uint64_t head_key(uint32_t cell, uint32_t head) { return uint64_t(cell) << 32 | head; }

// A sign of where a link leads: a chance, and how many visits say so.
struct Sign {
  double share = 0, visits = 0;
  double log_odds() const {
    const double bounded = std::clamp(share, kLeastOdds, 1 - kLeastOdds);
    return std::log(bounded / (1 - bounded));
  }
  double weight() const { return kDoubt + visits / (visits + kStrength); }
};

// What two signs say together: the mean of their odds' logarithms, each by how well it is known. So an address that hardly ever led to a candidate is not made promising by the list it stands in, as the mean
// of their shares would make it, and an address of a new shape is judged by its list.
double both(const Sign& a, const Sign& b) {
  const double together = (a.log_odds() * a.weight() + b.log_odds() * b.weight()) / (a.weight() + b.weight());
  return 1 / (1 + std::exp(-together));
}

// Of a page whose links led to so many candidates.
double yield_of(uint32_t led) { return led / (led + 1.0); }

}  // namespace

Frontier::Frontier(const Weights& weights, uint64_t seed)
    : weights_(weights),
      seed_(seed),
      rank_([this](uint32_t page,
                   const std::function<void(uint32_t)>& take) { graph_.each_target(page, take); },
            kLeastPush) {
  closed_shapes_.resize(1);
}

size_t Frontier::bytes() const { return graph_.bytes(); }

bool Frontier::is_kin(PageId page) const {
  const auto cell = cell_to(page);
  if (!cell) return false;
  const Way links = way(*cell);
  return links.visits >= kKinVisits && double(links.candidates) >= kKinShare * double(links.visits);
}

std::vector<PageId> Frontier::targets(PageId page) const {
  std::vector<PageId> out;
  if (graph_.has(page)) graph_.each_target(page, [&](uint32_t target) { out.push_back(target); });
  std::sort(out.begin(), out.end());
  return out;
}

PageId Frontier::add_page(std::string_view url) {
  const PageId page = PageId(state_.size());
  state_.push_back(State::known);
  shape_.push_back(shapes_.take(url));
  head_.push_back(UrlShapes::head_of(url));
  name_.push_back(names_.take(url));
  version_of_.push_back(kNoPage);
  closed_shapes_.resize(shapes_.size());
  linked_from_.emplace_back().fill(kNoPage);
  through_.push_back(0);
  from_.push_back(kNoPage);
  candidate_.push_back(false);
  copy_.push_back(false);
  rank_.add_page();
  return page;
}

void Frontier::start_with(PageId page) { starts_.push_back(page); }

void Frontier::start_again(PageId page) {
  state_[page] = State::known;
  starts_.push_back(page);
}

double Frontier::rank(PageId page) const {
  return highest_rank_ > 0 ? std::min(1.0, rank_.value(page) / highest_rank_) : 0;
}

double Frontier::hub_share(PageId page) const {
  const Hub& hub = hubs_[page];
  return hub.candidates / (hub.visited + kHubDoubt);
}

// Pages near the start lead to all parts of a site: they are tried before those that were found by going deep into one.
double Frontier::untried(PageId page) const {
  return weights_.untried / ((1.0 + hubs_[page].tried) * (1 + hubs_[page].depth / 2.0));
}

double Frontier::expand_score(PageId page) const {
  const double rank = page < snapshot_.size() ? double(snapshot_[page]) : 0;
  return weights_.hub * hub_share(page) + weights_.rank * rank / std::sqrt(1.0 + hubs_[page].tried) +
         untried(page);
}

uint32_t Frontier::cell_of(ShapeId shape, uint32_t place, uint32_t group) {
  if (cells_.size() >= kMostCells) place = group = 0;
  const auto [at, fresh] =
      cell_index_.try_emplace(mix(mix(mix(0, shape), place), group), uint32_t(cells_.size()));
  if (!fresh) return at->second;
  const uint32_t place_index = place_of(place);
  Cell& cell = cells_.emplace_back();
  cell.shape = shape;
  cell.place = place;
  cell.place_index = place_index;
  judge(cell);
  return at->second;
}

uint32_t Frontier::place_of(uint32_t place) {
  const auto [known, fresh] = place_index_.try_emplace(place, uint32_t(places_.size()));
  if (!fresh) return known->second;
  const uint32_t index = known->second;
  places_.emplace_back().list = index;
  if (const uint32_t list = list_of(place); list != place) places_[index].list = place_of(list);
  return index;
}

// What links of a place gave; before it what those of its whole list gave, and the site.
Frontier::Estimate Frontier::estimate(const Place& place) const {
  const Place& list = places_[place.list];
  const Estimate before =
      &list == &place ? Estimate{shapes_.candidates_estimate(kAnyShape), shapes_.yield_estimate(kAnyShape)}
                      : estimate(list);
  return {(place.candidates + kStrength * before.candidates) / (place.visits + kStrength),
          (place.yield + kStrength * before.yield) / (place.visits + kStrength)};
}

// What may be had from a page on: `candidates` of itself, then the links it brings, the best first, as long as they raise the rate of candidates among the visits. So a list is worth nearly as much as what it
// lists, and a page that leads to lists nearly as much as those; a pager that only leads to the next list of the same kind adds nothing.
Frontier::Outlook Frontier::outlook(double candidates, std::vector<Brought> links, double least) const {
  std::sort(links.begin(), links.end(), [this](const Brought& a, const Brought& b) {
    const double one = cells_[a.cell].rate, other = cells_[b.cell].rate;
    return one != other ? one > other : a.cell < b.cell;
  });
  Outlook out{candidates, 1};
  for (const Brought& link : links) {
    const Cell& to = cells_[link.cell];
    if (to.rate < least || to.rate <= out.rate()) break;
    out.candidates += link.links * to.rate * to.time;
    out.visits += link.links * to.time;
  }
  return out;
}

// The share of candidates: the cell's own visits, and before them what its shape and its place have given elsewhere, both.
void Frontier::judge(Cell& cell) {
  const Estimate of_place = estimate(places_[cell.place_index]);
  const double before = both({shapes_.candidates_estimate(cell.shape), looks_at(cell.shape)},
                             {of_place.candidates, double(list_visits(cell))}),
               yield_before = (shapes_.yield_estimate(cell.shape) + of_place.yield) / 2;
  cell.share = (cell.first_candidates + kStrength * before) / (cell.first_visits + kStrength);
  std::vector<Brought> links = cell.brought;
  for (Brought& link : links) link.links /= cell.looked;
  const Outlook own = outlook(cell.share, std::move(links), 0);
  cell.rate =
      (own.rate() * cell.looked + kStrength * std::max(cell.share, yield_before)) / (cell.looked + kStrength);
  cell.time = std::min(own.visits, kLongestTime);
  const double versions = cell.versions / (cell.visits + 1.0);
  cell.terms.pattern = weights_.pattern * cell.share * (1 - versions * (1 - worth_of_versions(cell)));
  cell.terms.yield = weights_.yield * (cell.rate - cell.share);
  cell.terms.fresh = weights_.fresh * newness(cell);
  cell.score = chance_of_new_kind(cell) * cell.terms.sum();
}

// Versions of candidates that are there already, in another language or for printing, are worth less than other pages if they are further from the templates than those are: then it is not them that the
// templates show. Where links of one place lead to versions, most of them have to be.
double Frontier::worth_of_versions(const Cell& cell) const {
  const Place& place = places_[cell.place_index];
  const double further = (place.further + kStrength / 2) / (place.versions + kStrength);
  return 1 - (1 - kVersionWorth) * std::max(0.0, 2 * further - 1);
}

// Links of a candidate to pages whose addresses have all that is its own in common with its.
void Frontier::see_versions(PageId page) {
  if (!name_[page]) return;
  graph_.each_target(page, [&](uint32_t target) {
    if (target == page || name_[target] != name_[page] || is_visited(target)) return;
    if (candidate_[page]) version_of_[target] = page;
    else if (version_of_[target] == page) version_of_[target] = kNoPage;
  });
}

void Frontier::count_version(PageId page, uint32_t cell) {
  if (version_of_[page] == kNoPage) return;
  Place& place = places_[cells_[cell].place_index];
  ++cells_[cell].versions;
  ++place.versions;
  place.further += hubs_[page].apart > hubs_[version_of_[page]].apart;
}

// What is known of the cell on this page, and before that of the cell.
double Frontier::link_share(PageId page, uint32_t cell) const {
  const auto at = tried_.find(tried_key(page, cell));
  const double share = cells_[cell].share;
  return at == tried_.end() ? share
                            : (at->second.candidates + kStrength * share) / (at->second.visits + kStrength);
}

// What the other pages that link to it tell.
double Frontier::told_by_others(PageId page, PageId from) const {
  double sum = 0;
  for (const PageId other : linked_from_[page]) {
    if (other == kNoPage) break;
    if (other != from) sum += double(hubs_[other].told);
  }
  return sum;
}

// How much likelier than others of its cell on this page, as the logarithm of odds.
double Frontier::log_odds_of_link(uint32_t cell, PageId from, PageId page) const {
  return told_by_others(page, from) + (tells_heads(cell) ? std::log(odds_by_head(cell, head_[page])) : 0);
}

// How much likelier links of a page lead to candidates than their cells say, as the logarithm of odds: one step of Newton's method for the effect of this page in a logistic regression. An author who writes tests, a
// topic without any.
void Frontier::tell_hub(PageId page, double surplus, double spread) {
  Hub& hub = hubs_[page];
  hub.surplus += float(surplus);
  hub.spread += float(spread);
  hub.told =
      std::clamp(hub.surplus / (hub.spread + float(kHubVariance)), -float(kMostTold), float(kMostTold));
}

void Frontier::tell_hub_of_visit(PageId page, uint32_t cell, bool candidate) {
  const double share = cells_[cell].share;
  tell_hub(page, candidate - share, share * (1 - share));
}

// How much likelier than others of its cell a link is to lead to a candidate, by the word that its name begins with: the odds of those that begin with it, or, of a word that is new, of the first ones of
// other words, by the odds of all; 1 as long as chance may have made the difference. So few visits tell /dr-* from /praxis-* in one list, and words that say nothing change nothing.
double Frontier::odds_of(const Cell& cell, const Way& like) {
  const double share = double(cell.candidates) / cell.visits, expected = share * like.visits;
  if (std::abs(like.candidates - expected) <= kSurely * std::sqrt(expected * (1 - share)) + 0.5) return 1;
  const double here = (like.candidates + kStrength * share) / (like.visits + kStrength);
  return here / (1 - here) * (1 - share) / share;
}

double Frontier::odds_by_head(uint32_t cell, uint32_t head) const {
  const auto known = by_head_.find(head_key(cell, head));
  return odds_of(cells_[cell], known != by_head_.end() ? known->second.way : cells_[cell].heads);
}

// Do first words tell links of the cell apart? Half of its candidates, or of its other pages, have to stand behind words that surely lead to more of them: one word in twenty looks so by chance.
bool Frontier::tells_heads(uint32_t index) const {
  const Cell& cell = cells_[index];
  const uint32_t others = cell.visits - cell.candidates;
  return cell.candidates && others &&
         (2 * cell.told.candidates >= cell.candidates || 2 * cell.told.visits >= others);
}

// A visit, or a page that turns out to be a candidate, by the first word of its name.
void Frontier::count_head(uint32_t index, uint32_t head, bool visit, int candidates) {
  Cell& cell = cells_[index];
  Head& like = by_head_[head_key(index, head)];
  if (like.odds > 1) cell.told.candidates -= like.way.candidates;
  if (like.odds < 1) cell.told.visits -= like.way.visits - like.way.candidates;
  if (visit && !like.way.visits) ++cell.heads.visits;
  if (like.way.visits == uint32_t(!visit)) cell.heads.candidates += uint32_t(candidates);
  like.way.visits += visit;
  like.way.candidates += uint32_t(candidates);
  like.odds = cell.candidates && cell.candidates < cell.visits ? odds_of(cell, like.way) : 1;
  if (like.odds > 1) cell.told.candidates += like.way.candidates;
  if (like.odds < 1) cell.told.visits += like.way.visits - like.way.candidates;
}

// Visits that tell of a shape: its own, half of those that end alike, fewer of those above it.
double Frontier::looks_at(ShapeId shape) const {
  double seen = std::max(double(shapes_.visits(shape)), 0.5 * shapes_.alike_visits(shape)), share = 0.25;
  for (ShapeId above = shapes_.above(shape); above != kAnyShape; above = shapes_.above(above), share /= 4)
    seen += share * shapes_.visits(above);
  return seen;
}

// A place that was not looked at counts as much as an address of a new shape; one whose beginning is known well is less new.
double Frontier::newness(const Cell& cell) const {
  const double seen = looks_at(cell.shape);
  return (0.5 / (1.0 + list_visits(cell)) + 0.5 / (1.0 + seen)) / (1.0 + cell.visits);
}

// Before the first candidate: how likely the next page of the cell is of a kind that links of its place have not led to, by Good and Turing, those met once among all. What
// always leads to one kind of page that is not wanted says nothing more, whatever pages it stands on and however central they are.
double Frontier::chance_of_new_kind(const Cell& cell) const {
  if (candidates_) return 1;
  double once = 0, all = 0;
  for (const auto& [group, pages] : places_[cell.place_index].kinds) once += pages == 1, all += pages;
  return std::min(1.0, (2 * once + 1) / (all + 1));
}

void Frontier::judge_some(uint32_t touched) {
  judge(cells_[touched]);
  for (size_t n = std::min(kJudgedAtVisit, cells_.size()); n > 0; --n) {
    if (++turn_ >= cells_.size()) turn_ = 0;
    judge(cells_[turn_]);
  }
}

void Frontier::close_if_fruitless(uint32_t index, ShapeId shape) {
  if (!candidates_) return;
  Cell& cell = cells_[index];
  if (cell.visits >= kFruitlessPlace && !cell.candidates && double(cell.yield) < kNoYield * cell.visits)
    cell.closed = true;
  if (shapes_.visits(shape) >= kFruitless && !shapes_.candidates(shape) &&
      shapes_.yields(shape) < kNoYield * shapes_.visits(shape))
    closed_shapes_[shape] = true;
}

// Enters the links of a page: counts what is known of where they lead.
void Frontier::count_links(PageId page, const std::vector<GraphLink>& links) {
  Hub& hub = hubs_[page];
  PageId last = kNoPage;
  for (const GraphLink& link : links) {
    if (link.target == last) continue;
    last = link.target;
    if (is_visited(link.target)) {
      ++hub.visited;
      hub.candidates += candidate_[link.target];
      if (through_[link.target] && !copy_[link.target])
        tell_hub_of_visit(page, through_[link.target] - 1, candidate_[link.target]);
      continue;
    }
    for (PageId& from : linked_from_[link.target])
      if (from == page) break;
      else if (from == kNoPage) {
        from = page;
        break;
      }
  }
}

// Those that lead to pages nobody had seen, each page once, by the best of its links.
std::vector<Frontier::Brought> Frontier::new_links(const std::vector<GraphLink>& links,
                                                   PageId first_new) const {
  std::vector<std::pair<PageId, uint32_t>> fresh;
  for (const GraphLink& link : links)
    if (link.target >= first_new && state_[link.target] == State::known)
      fresh.emplace_back(link.target, link.cell);
  std::sort(fresh.begin(), fresh.end(), [this](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first < b.first;
    const double one = cells_[a.second].rate, other = cells_[b.second].rate;
    return one != other ? one > other : a.second < b.second;
  });
  std::map<uint32_t, double> by_cell;
  for (size_t i = 0; i < fresh.size(); ++i)
    if (i == 0 || fresh[i].first != fresh[i - 1].first) ++by_cell[fresh[i].second];
  std::vector<Brought> out;
  for (const auto& [cell, count] : by_cell) out.push_back({cell, count});
  return out;
}

void Frontier::bring(Cell& cell, const std::vector<Brought>& links) {
  cell.looked = cell.looked * kMemory + 1;
  for (Brought& one : cell.brought) one.links *= kMemory;
  for (const Brought& link : links) {
    const auto at = std::lower_bound(cell.brought.begin(), cell.brought.end(), link.cell,
                                     [](const Brought& one, uint32_t wanted) { return one.cell < wanted; });
    if (at != cell.brought.end() && at->cell == link.cell) at->links += link.links;
    else cell.brought.insert(at, link);
  }
  std::erase_if(cell.brought, [](const Brought& one) { return one.links < kFewLinks; });
}

// The cell of the link that led to a page; of a start, that of no place.
uint32_t Frontier::reached_through(PageId page) {
  return through_[page] ? through_[page] - 1 : cell_of(shape_[page], 0, 0);
}

// What a page brings is known when it is visited, by how promising its new links are, or later, by the candidates they led to: the larger counts.
void Frontier::credit(PageId page, double yield) {
  const double more = std::min(1.0, yield) - double(hubs_[page].yield);
  if (more > 0) add_yield(page, more);
}

// What it promised beyond the candidates that its links led to is taken back.
void Frontier::discredit(PageId page) {
  const double less = double(hubs_[page].yield) - yield_of(hubs_[page].led);
  if (less > 0) add_yield(page, -less);
}

void Frontier::add_yield(PageId page, double more) {
  hubs_[page].yield += float(more);
  Cell& cell = cells_[reached_through(page)];
  cell.yield += float(more);
  places_[cell.place_index].yield += more;
  if (Place& place = places_[cell.place_index]; place.list != cell.place_index)
    places_[place.list].yield += more;
  shapes_.add_yield(shape_[page], more);
}

void Frontier::take_rank_snapshot() {
  rank_.settle(graph_.bytes());  // as many as there may be
  snapshot_.resize(hubs_.size());
  highest_rank_ = 0;
  for (PageId page = 0; page < snapshot_.size(); ++page)
    if (graph_.has(page)) highest_rank_ = std::max(highest_rank_, rank_.value(page));
  heap_ = {};
  for (PageId page = 0; page < snapshot_.size(); ++page) {
    if (!graph_.has(page)) continue;
    snapshot_[page] = float(rank(page));
    heap_.push({expand_score(page), page});
  }
  next_snapshot_ = visits_ + std::max<size_t>(kFirstSnapshot, visits_ / 8);
}

// What a visit tells of links like the one that the page was reached by; gives their cell.
uint32_t Frontier::count_visit(PageId page, bool candidate) {
  const uint32_t cell = reached_through(page);
  ++cells_[cell].visits;
  cells_[cell].candidates += candidate;
  count_version(page, cell);
  last_from_ = from_[page];
  if (last_from_ != kNoPage) {
    Tried& here = tried_[tried_key(last_from_, cell)];
    if (!here.visits) {
      ++cells_[cell].firsts;
      cells_[cell].first_visits = cells_[cell].first_visits * kMemory + 1;
      cells_[cell].first_candidates = cells_[cell].first_candidates * kMemory + candidate;
    }
    ++here.visits;
    here.candidates += candidate;
  }
  count_head(cell, head_[page], true, candidate);
  const uint32_t place = cells_[cell].place_index;
  for (const uint32_t one : {place, places_[place].list}) {
    ++places_[one].visits;
    places_[one].candidates += candidate;
    if (!candidates_) ++places_[one].kinds[hubs_[page].group];
    if (places_[one].list == one) break;
  }
  shapes_.count(shape_[page], candidate);
  return cell;
}

void Frontier::visited(PageId page, bool candidate, uint32_t group, const std::vector<PlacedLink>& links,
                       bool copy, uint32_t apart) {
  copy_[page] = copy;
  const PageId first_new = PageId(known_before_);
  known_before_ = pages();
  state_[page] = State::visited;
  candidate_[page] = candidate;
  ++visits_;
  candidates_ += candidate;
  std::vector<GraphLink> entered;
  for (const PlacedLink& link : links)
    if (link.target != page)
      entered.push_back({cell_of(shape_[link.target], link.place, group), link.target});
  graph_.add(page, entered);
  if (hubs_.size() <= page) hubs_.resize(page + 1);
  hubs_[page].group = uint16_t(group);
  hubs_[page].apart = uint16_t(std::min(apart, 0xffffu));
  if (from_[page] != kNoPage) hubs_[page].depth = uint16_t(std::min(hubs_[from_[page]].depth + 1, 0xffff));
  count_links(page, entered);
  if (candidate) see_versions(page);
  for (const PageId from : linked_from_[page])
    if (from == kNoPage || copy) break;
    else tell_hub_of_visit(from, reached_through(page), candidate);
  const std::vector<Brought> fresh = new_links(entered, first_new);
  const uint32_t cell = count_visit(page, candidate);
  bring(cells_[cell], fresh);
  if (candidates_) credit(page, outlook(0, fresh, kPromising).rate());
  if (const PageId from = from_[page]; candidate && from != kNoPage)
    credit(from, yield_of(++hubs_[from].led));
  for (const PageId from : linked_from_[page]) {
    if (from == kNoPage) break;
    ++hubs_[from].visited;
    hubs_[from].candidates += candidate;
    heap_.push({expand_score(from), from});
  }
  graph_.each_group(page, [&](const LinkGraph::Group& links_of) {
    Cell& one = cells_[links_of.cell];
    LinkGraph::Cursor look = links_of.targets;
    if (!first_open(look)) return;
    one.untried.push_back({page, links_of.targets});
    if (!one.active) active_.push_back(links_of.cell);
    one.active = true;
  });
  uint32_t count = 0;
  graph_.each_target(page, [&](uint32_t) { ++count; });
  rank_.set_links(page, count);
  rank_.settle(kPushesAtVisit);
  heap_.push({expand_score(page), page});
  judge_some(cell);
  close_if_fruitless(cell, shape_[page]);
  if (visits_ >= next_snapshot_) take_rank_snapshot();
}

void Frontier::promote(PageId page) {
  if (candidate_[page] || !is_visited(page)) return;
  candidate_[page] = true;
  see_versions(page);
  ++candidates_;
  const uint32_t index = reached_through(page);
  Cell& cell = cells_[index];
  ++cell.candidates;
  cell.closed = false;
  count_head(index, head_[page], false, true);
  closed_shapes_[shape_[page]] = false;
  if (const PageId from = from_[page]; from != kNoPage) {
    Tried& here = tried_[tried_key(from, index)];
    // How long ago it was is not kept: it counts as much as those that were first do on average.
    if (!here.candidates++ && cell.firsts)
      cell.first_candidates =
          std::min(cell.first_visits, cell.first_candidates + cell.first_visits / cell.firsts);
    credit(from, yield_of(++hubs_[from].led));
  }
  for (uint32_t place = cell.place_index;; place = places_[place].list) {
    ++places_[place].candidates;
    if (places_[place].list == place) break;
  }
  shapes_.count_candidate(shape_[page]);
  for (const PageId from : linked_from_[page]) {
    if (from == kNoPage) break;
    ++hubs_[from].candidates;
    tell_hub(from, 1, 0);
    heap_.push({expand_score(from), from});
  }
  judge(cells_[index]);
}

// What promote() and a visit count, the other way round.
void Frontier::demote(PageId page) {
  if (!candidate_[page]) return;
  candidate_[page] = false;
  see_versions(page);
  --candidates_;
  const uint32_t index = reached_through(page);
  Cell& cell = cells_[index];
  --cell.candidates;
  count_head(index, head_[page], false, -1);
  if (const PageId from = from_[page]; from != kNoPage) {
    Tried& here = tried_[tried_key(from, index)];
    if (here.candidates && !--here.candidates && cell.firsts)
      cell.first_candidates = std::max(0.0, cell.first_candidates - cell.first_visits / cell.firsts);
    if (hubs_[from].led) --hubs_[from].led;
    discredit(from);
  }
  discredit(page);
  for (uint32_t place = cell.place_index;; place = places_[place].list) {
    --places_[place].candidates;
    if (places_[place].list == place) break;
  }
  shapes_.count_candidate(shape_[page], -1);
  for (const PageId from : linked_from_[page]) {
    if (from == kNoPage) break;
    --hubs_[from].candidates;
    tell_hub(from, -1, 0);
  }
  judge(cells_[index]);
}

void Frontier::taken(PageId page, PageId from, uint32_t place) {
  state_[page] = State::taken;
  from_[page] = from;
  const uint32_t index = cell_of(shape_[page], place, from == kNoPage ? 0 : hubs_[from].group);
  through_[page] = index + 1;
  if (from == kNoPage) return;
  if (hubs_[from].tried < 0xffff) ++hubs_[from].tried;
  if (!tried_.try_emplace(tried_key(from, index)).second) return;
  std::deque<Entry>& untried_lists = cells_[index].untried;
  const auto entry = std::find_if(untried_lists.rbegin(), untried_lists.rend(),
                                  [&](const Entry& one) { return one.page == from; });
  if (entry == untried_lists.rend()) return;
  cells_[index].tried.push_back(*entry);
  untried_lists.erase(std::next(entry).base());
}

// The first target that nobody took; the cursor then stands behind it.
std::optional<PageId> Frontier::first_open(LinkGraph::Cursor& links) const {
  while (links.left) {
    const PageId page = graph_.next(links);
    if (state_[page] == State::known) return page;
  }
  return {};
}

// Of the links of a page in one cell the best, or the first where nothing tells them apart.
std::optional<Choice> Frontier::best_open(uint32_t cell, PageId from, LinkGraph::Cursor links) const {
  const uint32_t count = links.left;
  std::optional<PageId> best = first_open(links);
  if (!best) return {};
  double most = log_odds_of_link(cell, from, *best);
  for (size_t looked = 1, all = tells_heads(cell) ? kNamesCompared : kLinksCompared; looked < all; ++looked) {
    const auto other = first_open(links);
    if (!other) break;
    if (const double odds = log_odds_of_link(cell, from, *other); odds > most) most = odds, best = other;
  }
  return chosen(cell, from, *best, count);
}

Choice Frontier::chosen(uint32_t index, PageId from, PageId page, uint32_t links) const {
  const Cell& cell = cells_[index];
  Choice out{page, from, cell.place, cell.terms};
  if (from != kNoPage) {
    double share = link_share(from, index);
    const double odds = std::exp(log_odds_of_link(index, from, page)) * share / (1 - share);
    share = odds / (1 + odds);
    out.terms.pattern =
        weights_.pattern * share * (version_of_[page] != kNoPage ? worth_of_versions(cell) : 1);
    out.terms.rank = expand_score(from) - weights_.hub * hub_share(from) - untried(from);
    out.terms.hub = weights_.hub * hub_share(from) * cell.share / (cell.share + kBarren);
    out.terms.fresh += untried(from);
    if (!tried_.count(tried_key(from, index)))
      out.terms.fresh += weights_.list * std::sqrt(cell.share) * std::min(1.0, links / kLongList);
  }
  const double hopeful = chance_of_new_kind(cell);
  for (double* term :
       {&out.terms.pattern, &out.terms.rank, &out.terms.hub, &out.terms.yield, &out.terms.fresh})
    *term *= hopeful;
  return out;
}

// Cells of equal worth come in an order that the seed decides.
bool Frontier::better(uint32_t a, uint32_t b) const {
  if (cells_[a].score != cells_[b].score) return cells_[a].score > cells_[b].score;
  return mix(seed_, a) < mix(seed_, b);
}

std::vector<uint32_t> Frontier::best_cells() {
  std::vector<uint32_t> best;
  const auto first = [this](uint32_t a, uint32_t b) { return better(a, b); };
  size_t kept = 0;
  for (const uint32_t index : active_) {
    Cell& cell = cells_[index];
    if (cell.untried.empty() && cell.tried.empty()) {
      cell.active = false;
      continue;
    }
    active_[kept++] = index;
    if (!usable(index) || (best.size() == kCellsCompared && !better(index, best.back()))) continue;
    best.insert(std::upper_bound(best.begin(), best.end(), index, first), index);
    if (best.size() > kCellsCompared) best.pop_back();
  }
  active_.resize(kept);
  return best;
}

// Some of the entries: the newest that have a link left and the oldest.
void Frontier::look_through(uint32_t index, std::deque<Entry>& entries, std::optional<Choice>& best) const {
  for (size_t i = 0, looked = 0; i < entries.size() && looked < 2 * kEntriesCompared;) {
    const size_t at = looked < kEntriesCompared ? entries.size() - 1 - i : i - kEntriesCompared;
    const auto choice = best_open(index, entries[at].page, entries[at].links);
    if (!choice) {  // used up: out with it, order kept
      entries.erase(entries.begin() + long(at));
      continue;
    }
    if (!best || choice->terms.sum() > best->terms.sum()) best = choice;
    ++i, ++looked;
  }
}

std::optional<Choice> Frontier::from_cell(uint32_t index) {
  std::optional<Choice> best;
  look_through(index, cells_[index].untried, best);
  look_through(index, cells_[index].tried, best);
  return best;
}

std::optional<Choice> Frontier::from_page(PageId page) const {
  std::optional<Choice> best;
  graph_.each_group(page, [&](LinkGraph::Group links_of) {
    if (!usable(links_of.cell)) return;
    const auto choice = best_open(links_of.cell, page, links_of.targets);
    if (choice && (!best || choice->terms.sum() > best->terms.sum())) best = choice;
  });
  return best;
}

// The best link of the page with the highest expand score. Entries of the heap may be too high, never too low.
std::optional<Choice> Frontier::from_hub() {
  while (!heap_.empty()) {
    const HeapEntry top = heap_.top();
    const double now = expand_score(top.page);
    if (now < top.score) {
      heap_.pop();
      heap_.push({now, top.page});
      continue;
    }
    if (const auto best = from_page(top.page)) return best;
    heap_.pop();
  }
  return {};
}

std::optional<Choice> Frontier::next() {
  std::optional<Choice> best;
  while (next_start_ < starts_.size() && !best) {
    const PageId page = starts_[next_start_++];
    if (state_[page] == State::known) best = Choice{page, kNoPage, 0, {}};
  }
  if (!best) {
    best = from_hub();
    if (last_from_ != kNoPage)
      if (const auto stay = from_page(last_from_); stay && stay->terms.sum() > best->terms.sum()) best = stay;
    // A cell may turn out to have no link left: then the next ones are looked at.
    for (bool any = false; !any;) {
      const std::vector<uint32_t> cells = best_cells();
      if (cells.empty()) break;
      for (const uint32_t cell : cells) {
        const auto other = from_cell(cell);
        any |= other.has_value();
        if (other && (!best || other->terms.sum() > best->terms.sum())) best = other;
      }
    }
  }
  if (best) taken(best->page, best->from, best->place);
  return best;
}

}  // namespace gleaner::crawl
