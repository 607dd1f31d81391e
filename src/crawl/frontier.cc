// See frontier.h.
#include "crawl/frontier.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "crawl/page_scan.h"

namespace gleaner::crawl {
namespace {

constexpr size_t kEntriesCompared = 16;  // of a cell, at either end
constexpr size_t kCellsCompared = 6;     // the best ones
constexpr size_t kLinksCompared = 32;    // of a page in one cell,
constexpr size_t kNamesCompared = 100;   // where their first words tell them apart

uint64_t tried_key(PageId page, uint32_t cell) { return uint64_t(page) << 32 | cell; }
// Of a page whose links led to so many candidates.
double yield_of(uint32_t led) { return led / (led + 1.0); }

}  // namespace

Frontier::Frontier(const Weights& weights, uint64_t seed)
    : weights_(weights),
      seed_(seed),
      cells_(weights),
      rank_([this](uint32_t page,
                   const std::function<void(uint32_t)>& take) { graph_.each_target(page, take); },
            kLeastPush) {}

size_t Frontier::bytes() const { return graph_.bytes(); }

bool Frontier::is_kin(PageId page) const {
  const auto cell = cell_to(page);
  if (!cell) return false;
  const Way& links = cells_[*cell].way;
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
  shape_.push_back(cells_.take_shape(url));
  head_.push_back(UrlShapes::head_of(url));
  name_.push_back(names_.take(url));
  version_of_.push_back(kNoPage);
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

// Pages near the start lead to all parts of a site: they are tried before those that were found by going deep
// into one.
double Frontier::untried(PageId page) const {
  return weights_.untried / ((1.0 + hubs_[page].tried) * (1 + hubs_[page].depth / 2.0));
}

double Frontier::expand_score(PageId page) const {
  const double rank = page < snapshot_.size() ? double(snapshot_[page]) : 0;
  return weights_.hub * hub_share(page) + weights_.rank * rank / std::sqrt(1.0 + hubs_[page].tried) +
         untried(page);
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
  if (version_of_[page] != kNoPage)
    cells_.count_version(cell, hubs_[page].apart > hubs_[version_of_[page]].apart);
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
  return told_by_others(page, from) +
         (cells_.tells_heads(cell) ? std::log(cells_.odds_by_head(cell, head_[page])) : 0);
}

// How much likelier links of a page lead to candidates than their cells say, as the logarithm of odds: one
// step of Newton's method for the effect of this page in a logistic regression. An author who writes tests, a
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
std::vector<Brought> Frontier::new_links(const std::vector<GraphLink>& links, PageId first_new) const {
  std::vector<std::pair<PageId, uint32_t>> fresh;
  for (const GraphLink& link : links)
    if (link.target >= first_new && state_[link.target] == State::known)
      fresh.emplace_back(link.target, link.cell);
  std::sort(fresh.begin(), fresh.end(), [this](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : cells_.comes_first(a.second, b.second);
  });
  std::map<uint32_t, double> by_cell;
  for (size_t i = 0; i < fresh.size(); ++i)
    if (i == 0 || fresh[i].first != fresh[i - 1].first) ++by_cell[fresh[i].second];
  std::vector<Brought> out;
  for (const auto& [cell, count] : by_cell) out.push_back({cell, count});
  return out;
}

// The cell of the link that led to a page; of a start, that of no place.
uint32_t Frontier::reached_through(PageId page) {
  return through_[page] ? through_[page] - 1 : cells_.of(shape_[page], 0, 0);
}

LinkCells::Page Frontier::in_cell(PageId page) {
  return {reached_through(page), shape_[page], head_[page], hubs_[page].group};
}

// What a page brings is known when it is visited, by how promising its new links are, or later, by the
// candidates they led to: the larger counts.
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
  cells_.add_yield(in_cell(page), more);
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
  const LinkCells::Page here = in_cell(page);
  count_version(page, here.cell);
  last_from_ = from_[page];
  if (last_from_ != kNoPage) {
    Way& tried = tried_[tried_key(last_from_, here.cell)];
    if (!tried.visits) cells_.count_first(here.cell, candidate);
    ++tried.visits;
    tried.candidates += candidate;
  }
  cells_.count_visit(here, candidate);
  return here.cell;
}

void Frontier::visited(PageId page, bool candidate, uint32_t group, const std::vector<PlacedLink>& links,
                       bool copy, uint32_t apart) {
  copy_[page] = copy;
  const PageId first_new = PageId(known_before_);
  known_before_ = pages();
  state_[page] = State::visited;
  candidate_[page] = candidate;
  ++visits_;
  cells_.note_candidate(candidate);
  std::vector<GraphLink> entered;
  for (const PlacedLink& link : links)
    if (link.target != page)
      entered.push_back({cells_.of(shape_[link.target], link.place, group), link.target});
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
  cells_.bring(cell, fresh);
  if (candidates()) credit(page, cells_.outlook(0, fresh, kPromising).rate());
  if (const PageId from = from_[page]; candidate && from != kNoPage)
    credit(from, yield_of(++hubs_[from].led));
  for (const PageId from : linked_from_[page]) {
    if (from == kNoPage) break;
    ++hubs_[from].visited;
    hubs_[from].candidates += candidate;
    heap_.push({expand_score(from), from});
  }
  lists_.resize(cells_.size());
  graph_.each_group(page, [&](const LinkGraph::Group& links_of) {
    LinkGraph::Cursor look = links_of.targets;
    if (!first_open(look)) return;
    Lists& lists = lists_[links_of.cell];
    lists.untried.push_back({page, links_of.targets});
    if (!lists.active) active_.push_back(links_of.cell);
    lists.active = true;
  });
  uint32_t count = 0;
  graph_.each_target(page, [&](uint32_t) { ++count; });
  rank_.set_links(page, count);
  rank_.settle(kPushesAtVisit);
  heap_.push({expand_score(page), page});
  cells_.judge_some(cell);
  cells_.close_if_fruitless(cell, shape_[page]);
  if (visits_ >= next_snapshot_) take_rank_snapshot();
}

void Frontier::promote(PageId page) {
  if (!candidate_[page] && is_visited(page)) correct(page, true);
}

void Frontier::demote(PageId page) {
  if (candidate_[page]) correct(page, false);
}

// What a visit has counted of candidates, the other way round.
void Frontier::correct(PageId page, bool candidate) {
  const int more = candidate ? 1 : -1;
  candidate_[page] = candidate;
  see_versions(page);
  cells_.note_candidate(more);
  const LinkCells::Page here = in_cell(page);
  const PageId from = from_[page];
  bool of_first = false;
  if (from != kNoPage) {
    Way& tried = tried_[tried_key(from, here.cell)];
    of_first = candidate ? !tried.candidates++ : tried.candidates && !--tried.candidates;
  }
  cells_.correct(here, more, of_first);
  if (from != kNoPage && candidate) credit(from, yield_of(++hubs_[from].led));
  if (from != kNoPage && !candidate) {
    if (hubs_[from].led) --hubs_[from].led;
    discredit(from);
  }
  if (!candidate) discredit(page);
  for (const PageId other : linked_from_[page]) {
    if (other == kNoPage) break;
    hubs_[other].candidates += uint32_t(more);
    tell_hub(other, more, 0);
    if (candidate) heap_.push({expand_score(other), other});
  }
  cells_.judge(here.cell);
}

void Frontier::taken(PageId page, PageId from, uint32_t place) {
  state_[page] = State::taken;
  from_[page] = from;
  const uint32_t index = cells_.of(shape_[page], place, from == kNoPage ? 0 : hubs_[from].group);
  lists_.resize(cells_.size());
  through_[page] = index + 1;
  if (from == kNoPage) return;
  if (hubs_[from].tried < 0xffff) ++hubs_[from].tried;
  if (!tried_.try_emplace(tried_key(from, index)).second) return;
  std::deque<Entry>& untried_lists = lists_[index].untried;
  const auto entry = std::find_if(untried_lists.rbegin(), untried_lists.rend(),
                                  [&](const Entry& one) { return one.page == from; });
  if (entry == untried_lists.rend()) return;
  lists_[index].tried.push_back(*entry);
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
  for (size_t looked = 1, all = cells_.tells_heads(cell) ? kNamesCompared : kLinksCompared; looked < all;
       ++looked) {
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
        weights_.pattern * share * (version_of_[page] != kNoPage ? cells_.worth_of_versions(cell) : 1);
    out.terms.rank = expand_score(from) - weights_.hub * hub_share(from) - untried(from);
    out.terms.hub = weights_.hub * hub_share(from) * cell.share / (cell.share + kBarren);
    out.terms.fresh += untried(from);
    if (!tried_.count(tried_key(from, index)))
      out.terms.fresh += weights_.list * std::sqrt(cell.share) * std::min(1.0, links / kLongList);
  }
  const double hopeful = cells_.chance_of_new_kind(cell);
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
    Lists& lists = lists_[index];
    if (lists.untried.empty() && lists.tried.empty()) {
      lists.active = false;
      continue;
    }
    active_[kept++] = index;
    if (!cells_.usable(index) || (best.size() == kCellsCompared && !better(index, best.back()))) continue;
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
  look_through(index, lists_[index].untried, best);
  look_through(index, lists_[index].tried, best);
  return best;
}

std::optional<Choice> Frontier::from_page(PageId page) const {
  std::optional<Choice> best;
  graph_.each_group(page, [&](LinkGraph::Group links_of) {
    if (!cells_.usable(links_of.cell)) return;
    const auto choice = best_open(links_of.cell, page, links_of.targets);
    if (choice && (!best || choice->terms.sum() > best->terms.sum())) best = choice;
  });
  return best;
}

// The best link of the page with the highest expand score. Entries of the heap may be too high, never too
// low.
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
      if (const auto stay = from_page(last_from_); stay && (!best || stay->terms.sum() > best->terms.sum()))
        best = stay;
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
