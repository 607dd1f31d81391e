// See matcher.h.
#include "match/matcher.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "base/budget.h"
#include "base/text.h"
#include "match/clusters.h"
#include "match/matcher_impl.h"
#include "match/settings.h"
#include "match/twins.h"

namespace gleaner::match {

constexpr double kLabelOdds = 2980;  // e^8: a labelled match against rivals that are not labelled

Matcher::Matcher() : impl_(std::make_unique<Impl>()) {}
Matcher::Matcher(Matcher&&) noexcept = default;
Matcher& Matcher::operator=(Matcher&&) noexcept = default;
Matcher::~Matcher() = default;

// Records of an id. Several rows may have the same.
std::vector<uint32_t> Matcher::Impl::find(int s, std::string_view id) const {
  const Table& in = table(s);
  const std::vector<uint32_t>& rows = side(s).rows;
  if (!in.has_ids()) {
    constexpr size_t kDigits = 9;
    if (id.size() > kDigits || !is_all_digits(id)) return {};
    const size_t row = std::stoul(std::string(id)) - 1;
    return row < rows.size() ? std::vector<uint32_t>{record_of[s && !one()][row]} : std::vector<uint32_t>{};
  }
  const size_t column = in.id_column();
  std::vector<uint32_t> out;
  auto at = std::lower_bound(rows.begin(), rows.end(), id, [&](uint32_t row, std::string_view wanted) {
    return id_less(in.cell(row, column), wanted);
  });
  for (; at != rows.end() && in.cell(*at, column) == id; ++at) out.push_back(uint32_t(at - rows.begin()));
  return out;
}

void Matcher::Impl::note_equal_ids() {
  for (int s = 0; s < (one() ? 1 : 2); ++s) {
    const Table& in = table(s);
    if (!in.has_ids()) continue;
    const std::vector<uint32_t>& rows = side(s).rows;
    size_t equal = 0, empty = 0;
    std::string_view first;
    for (size_t i = 0; i < rows.size(); ++i) {
      const std::string_view id = in.cell(rows[i], in.id_column());
      empty += id.empty();
      if (i && !id.empty() && id == in.cell(rows[i - 1], in.id_column()) && !equal++) first = id;
    }
    if (empty)
      notes.push_back(
          fmt::format("rows of the {} table without an id: {}; they are called by their number, as \"row 7\"",
                      s ? "right" : "left", empty));
    if (equal)
      notes.push_back(fmt::format(
          "ids of the {} table that stand on several rows: {}, \"{}\" first; pairs name such rows alike",
          s ? "right" : "left", equal, first));
  }
}

void Matcher::Impl::decide(const std::vector<Label>& labels) {
  decided.clear();
  unknown = 0;
  for (const Label& label : labels) {
    const std::vector<uint32_t> left = find(0, label.left), right = find(1, label.right);
    unknown += left.empty() || right.empty();
    for (uint32_t a : left)
      for (uint32_t b : right) {
        if (one() && a == b) continue;
        decided[one() && a > b ? Candidate{b, a} : Candidate{a, b}] = label.match;  // the last one wins
      }
  }
}

// The candidates of a sample of the records, and those of the likest of each: whether two are
// each other's best can be told.
bool Matcher::Impl::sample(size_t whole) {
  const size_t left = records.left().size(), all = graph().records(),
               step = all / std::max<size_t>(1, whole) + 1;
  std::vector<char> from(all, 0);
  size_t sampled[2] = {0, 0};
  for (size_t i = 0; i < all; i += step) from[i] = 1, ++sampled[i >= left];
  if (!find_candidates(records, pieces, options.jobs, {}, from, teaching)) return false;
  census.stands_for.assign(all, 0);
  const size_t size[2] = {left, all - left};
  for (size_t i = 0; i < all; i += step)
    census.stands_for[i] = float(size[i >= left]) / float(std::max<size_t>(1, sampled[i >= left]));
  census.most = one() ? double(all) / 2 : double(std::min(size[0], size[1]));
  const Features first(records, pieces, fields);
  std::vector<float> score(teaching.size());
  for (size_t k = 0; k < teaching.size(); ++k) score[k] = float(first.first_score(teaching[k]));
  std::vector<std::pair<float, uint32_t>> likest(all, {0.f, UINT32_MAX});
  const PairGraph lesson = graph_of(teaching);
  for (size_t k = 0; k < teaching.size(); ++k) {
    const uint32_t a = lesson.first(k), b = lesson.second(k);
    likest[a] = std::max(likest[a], {score[k], b}), likest[b] = std::max(likest[b], {score[k], a});
  }
  const std::vector<char> of_sample = from;
  for (size_t i = 0; i < all; ++i)
    if (of_sample[i] && likest[i].second != UINT32_MAX) from[likest[i].second] = 1;
  return find_candidates(records, pieces, options.jobs, {}, from, teaching);
}

// Pairs of rows that were in one cluster before; `fresh` gets the rows that were in none.
std::vector<Candidate> Matcher::Impl::settled(std::vector<char>& fresh) const {
  // rows of a cluster that are all compared; of a larger one, with its first
  constexpr size_t kMostTogether = 8;
  const size_t left = records.left().size(), all = graph().records();
  std::unordered_map<std::string, std::vector<uint32_t>> together_before;
  fresh.assign(all, 0);
  for (uint32_t i = 0; i < all; ++i) {
    const bool right = i >= left;
    const std::string cluster = options.known(right, side(right).rows[right ? i - left : i]);
    if (cluster.empty()) fresh[i] = 1;
    else together_before[cluster].push_back(i);
  }
  std::vector<Candidate> out;
  for (const auto& [name, rows] : together_before)
    for (size_t a = 0; a < (rows.size() > kMostTogether ? 1 : rows.size()); ++a)
      for (size_t b = a + 1; b < rows.size(); ++b) {
        if (one()) out.push_back({rows[a], rows[b]});
        else if (rows[a] < left && rows[b] >= left) out.push_back({rows[a], uint32_t(rows[b] - left)});
      }
  return out;
}

bool Matcher::Impl::prepare() {
  const auto tell = [&](std::string_view doing) {
    if (options.tell) options.tell(doing);
  };
  std::vector<Candidate> also;
  for (const auto& [pair, match] : decided) also.push_back(pair);
  if (one()) {
    taught.chance = std::make_shared<Chance>(records);
    for (const Candidate& pair : taught.chance->equal_rows()) also.push_back(pair);
  }
  tell("sorting pieces");
  if (!Pieces::build(records, options.jobs, pieces)) return false;
  tell("finding candidates");
  std::vector<char> fresh;
  only_new = options.known && graph().records() > options.whole_up_to;
  if (only_new) {
    const std::vector<Candidate> before = settled(fresh);
    also.insert(also.end(), before.begin(), before.end());
  }
  // A sample has the candidates of its records' likest, too: it pays where it is less than half of all.
  const bool sampled = only_new || graph().records() > 2 * kTeachRecords;
  if (sampled && !sample(std::min(options.whole_up_to, kTeachRecords))) return false;
  if (!find_candidates(records, pieces, options.jobs, also, fresh, candidates)) return false;
  features = std::make_unique<Features>(records, pieces, fields);
  tell("learning weights");
  const PairGraph lesson = sampled ? graph_of(teaching) : graph();
  if (!self_teach(records, pieces, *features, lesson, sampled ? &census : nullptr, options.jobs, taught))
    return false;
  if (!taught.seeds && !candidates.empty())
    notes.push_back(
        fmt::format("no pair is clearly {}: probabilities are guesses until some pairs are labelled (--ask)",
                    one() ? "the same thing" : "better than its rivals"));
  return true;
}

std::vector<double> Matcher::Impl::competing_odds(const std::vector<Candidate>& among,
                                                  const std::vector<float>& alone) const {
  std::vector<double> out(alone.size());
  for (size_t k = 0; k < alone.size(); ++k)
    out[k] = std::exp(std::clamp<double>(alone[k], -kLogOddsCap, kLogOddsCap));
  for (const auto& [pair, match] : decided) {
    const auto at = std::lower_bound(among.begin(), among.end(), pair);
    if (at != among.end() && *at == pair) out[size_t(at - among.begin())] = match ? kLabelOdds : 0;
  }
  return out;
}

bool Matcher::Impl::score(const std::vector<Candidate>& among, std::vector<float>& out) const {
  return score_pairs(*features, taught, weights, among, options.jobs, out);
}

// How likely a record has a match, by the sample: among pairs of new rows and old
// matches that could not be told.
double Matcher::Impl::prior_of_sample(bool& alive) const {
  std::vector<float> alone;
  alive = score(teaching, alone);
  if (!alive) return 0;
  const PairGraph lesson = graph_of(teaching);
  return compete(lesson, competing_odds(teaching, alone),
                 find_twins(*features, taught.scale, weights, lesson, alone, options.jobs), &census)
      .prior_odds;
}

bool Matcher::Impl::judge() {
  weights = taught.weights;
  std::vector<Candidate> matches;
  for (const auto& [pair, match] : decided)
    if (match) matches.push_back(pair);
  if (taught.chance) taught.chance->allow(matches);
  if (!decided.empty()) {
    std::vector<Decision> decisions;
    for (const auto& [pair, match] : decided) decisions.push_back({pair, match});
    if (held.rows() == 0)
      held = held_by(*features, taught, teaching.empty() ? candidates : teaching, options.jobs);
    weights = learn(*features, taught, decisions, held);
  }
  if (options.tell) options.tell("judging pairs");
  bool alive = true;
  const double prior = only_new ? prior_of_sample(alive) : 0;
  if (!alive || !score(candidates, odds)) return false;
  competing = competing_odds(candidates, odds);
  // a labelled pair is what its label says, also to those that may be its copies
  std::vector<float> told = odds;
  for (size_t k = 0; k < told.size(); ++k)
    if (decided.count(candidates[k])) told[k] = float(std::log(std::max(competing[k], 1 / kLabelOdds)));
  together =
      compete(graph(), competing, find_twins(*features, taught.scale, weights, graph(), told, options.jobs),
              nullptr, prior);
  finish_pairs();
  return true;
}

void Matcher::Impl::finish_pairs() {
  pairs.clear();
  pairs.reserve(candidates.size());
  for (size_t k = 0; k < candidates.size(); ++k) {
    Pair pair{side(0).rows[candidates[k].left], side(1).rows[candidates[k].right], 0, to_probability(odds[k]),
              false};
    pair.probability = options.rivals ? together.probability[k] : pair.alone;
    if (const auto label = decided.find(candidates[k]); label != decided.end())
      pair.labelled = true, pair.probability = label->second ? 1 : 0;
    pairs.push_back(pair);
  }
}

Result<Matcher> Matcher::run(const Table& left, const Table* right, const std::vector<Label>& labels,
                             const Options& options) {
  Matcher out;
  Impl& impl = *out.impl_;
  impl.tables[0] = &left, impl.tables[1] = right;
  impl.options = options;
  for (const Table* table : {&left, right})
    if (table && !table->rows())
      return error(Code::bad_input,
                   fmt::format("the {} table has no rows", table == &left ? "left" : "right"));
  GLEANER_TRY(impl.fields, align(left, right ? *right : left));
  if (options.tell) options.tell("reading records");
  const auto late = [] { return Budget::current()->diagnostic("matching"); };
  if (!Records::read(left, right, impl.fields, options.jobs, impl.records)) return late();
  for (int s = 0; s < 2; ++s) {
    impl.record_of[s].resize(impl.records.sides[s].size());
    for (uint32_t i = 0; i < impl.record_of[s].size(); ++i)
      impl.record_of[s][impl.records.sides[s].rows[i]] = i;
  }
  impl.note_equal_ids();
  impl.decide(labels);
  if (!impl.prepare() || !impl.judge()) return late();
  return out;
}

const Fields& Matcher::fields() const { return impl_->fields; }
const std::vector<Pair>& Matcher::pairs() const { return impl_->pairs; }
bool Matcher::only_new() const { return impl_->only_new; }
size_t Matcher::unknown_labels() const { return impl_->unknown; }
const std::vector<std::string>& Matcher::notes() const { return impl_->notes; }

Status Matcher::relearn(const std::vector<Label>& labels) {
  impl_->decide(labels);
  std::vector<Candidate> added;
  for (const auto& [pair, match] : impl_->decided)
    if (!std::binary_search(impl_->candidates.begin(), impl_->candidates.end(), pair)) added.push_back(pair);
  impl_->candidates.insert(impl_->candidates.end(), added.begin(), added.end());
  std::ranges::sort(impl_->candidates);
  if (!impl_->judge()) return Budget::current()->diagnostic("matching");
  return {};
}

std::vector<size_t> Matcher::to_ask(size_t n) const {
  std::vector<size_t> order;
  for (size_t k = 0; k < impl_->pairs.size(); ++k)
    if (!impl_->pairs[k].labelled) order.push_back(k);
  const auto doubt = [&](size_t k) { return std::fabs(impl_->odds[k]); };
  std::ranges::stable_sort(order, [&](size_t a, size_t b) { return doubt(a) < doubt(b); });
  std::vector<size_t> out;
  std::set<uint32_t> left, right;
  for (size_t k : order) {
    if (out.size() == n) break;
    if (!left.insert(impl_->candidates[k].left).second || !right.insert(impl_->candidates[k].right).second)
      continue;
    out.push_back(k);
  }
  return out;
}

std::vector<char> Matcher::assign(double threshold) const {
  std::vector<double> probability;
  for (const Pair& pair : impl_->pairs) probability.push_back(pair.probability);
  return one_to_one(impl_->graph(), probability, threshold);
}

std::vector<Matcher::Cluster> Matcher::clusters(const std::vector<char>& chosen, const Known& known) const {
  const PairGraph graph = impl_->graph();
  std::vector<Link> links, apart;
  for (size_t k = 0; k < impl_->pairs.size(); ++k) {
    const Pair& pair = impl_->pairs[k];
    const Link link{graph.first(k), graph.second(k), pair.probability, pair.labelled};
    if (chosen[k]) links.push_back(link);
    else if (pair.labelled && pair.probability == 0) apart.push_back(link);
  }
  std::vector<Cluster> out;
  std::vector<std::string> before;
  for (uint32_t record = 0; record < graph.records(); ++record) {
    const bool right = record >= graph.left;
    out.push_back({right, impl_->side(right).rows[right ? record - graph.left : record], ""});
    if (known) before.push_back(known(right, out.back().row));
  }
  const std::vector<uint32_t> roots = joined(graph.records(), std::move(links), apart, before);
  std::vector<std::string> names;
  for (const uint32_t root : roots) {
    const std::string id = impl_->table(out[root].right).id(out[root].row);
    names.push_back(out[root].right && !impl_->find(0, id).empty() ? "right:" + id : id);
  }
  if (known) names = kept_names(names, before);
  for (size_t i = 0; i < out.size(); ++i) out[i].id = std::move(names[i]);
  return out;
}

}  // namespace gleaner::match
