// See matcher.h.
#include "match/matcher.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "base/budget.h"
#include "match/clusters.h"
#include "match/matcher_impl.h"
#include "match/settings.h"
#include "match/twins.h"

namespace gleaner::match {
namespace {

constexpr double kLabelOdds = 2980;  // e^8: a labelled match against rivals that are not labelled

}  // namespace

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
    if (id.empty() || id.size() > kDigits || id.find_first_not_of("0123456789") != std::string_view::npos)
      return {};
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
    size_t equal = 0;
    std::string_view first;
    for (size_t i = 1; i < rows.size(); ++i)
      if (in.cell(rows[i], in.id_column()) == in.cell(rows[i - 1], in.id_column())) {
        if (!equal++) first = in.cell(rows[i], in.id_column());
      }
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

bool Matcher::Impl::prepare() {
  const auto tell = [&](std::string_view doing) {
    if (options.tell) options.tell(doing);
  };
  std::vector<Candidate> also;
  for (const auto& [pair, match] : decided) also.push_back(pair);
  tell("sorting pieces");
  if (!Pieces::build(records, options.jobs, pieces)) return false;
  tell("finding candidates");
  if (!find_candidates(records, pieces, options.jobs, also, candidates)) return false;
  features = std::make_unique<Features>(records, pieces, fields);
  tell("learning weights");
  if (!self_teach(records, pieces, *features, graph(), options.jobs, taught)) return false;
  if (!taught.seeds && !candidates.empty())
    notes.push_back(
        "no pair is clearly better than its rivals: probabilities are guesses until some pairs are labelled (--ask)");
  return true;
}

std::vector<double> Matcher::Impl::competing_odds() const {
  std::vector<double> out(odds.size());
  for (size_t k = 0; k < odds.size(); ++k)
    out[k] = std::exp(std::clamp<double>(odds[k], -kLogOddsCap, kLogOddsCap));
  for (const auto& [pair, match] : decided) {
    const auto at = std::lower_bound(candidates.begin(), candidates.end(), pair);
    if (at != candidates.end() && *at == pair) out[size_t(at - candidates.begin())] = match ? kLabelOdds : 0;
  }
  return out;
}

bool Matcher::Impl::judge() {
  weights = taught.weights;
  if (!decided.empty()) {
    std::vector<Decision> decisions;
    for (const auto& [pair, match] : decided) decisions.push_back({pair, match});
    weights = learn(*features, taught, decisions);
  }
  if (options.tell) options.tell("judging pairs");
  const auto score = [&](size_t from, size_t to, float* out) {
    Features::Scratch scratch;
    std::vector<float> row(features->size());
    for (size_t k = from; k < to; ++k) {
      features->of(candidates[k], row.data(), scratch);
      taught.scale.apply(row.data());
      *out++ = float(log_odds(row.data(), weights));
    }
  };
  if (!score_all(candidates, options.jobs, score, odds)) return false;
  competing = competing_odds();
  together =
      compete(graph(), competing, find_twins(*features, taught.scale, weights, graph(), odds, options.jobs));
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
size_t Matcher::unknown_labels() const { return impl_->unknown; }
const std::vector<std::string>& Matcher::notes() const { return impl_->notes; }

Status Matcher::relearn(const std::vector<Label>& labels) {
  impl_->decide(labels);
  std::vector<Candidate> added;
  for (const auto& [pair, match] : impl_->decided)
    if (!std::binary_search(impl_->candidates.begin(), impl_->candidates.end(), pair)) added.push_back(pair);
  impl_->candidates.insert(impl_->candidates.end(), added.begin(), added.end());
  std::sort(impl_->candidates.begin(), impl_->candidates.end());
  if (!impl_->judge()) return Budget::current()->diagnostic("matching");
  return {};
}

std::vector<size_t> Matcher::to_ask(size_t n) const {
  std::vector<size_t> order;
  for (size_t k = 0; k < impl_->pairs.size(); ++k)
    if (!impl_->pairs[k].labelled) order.push_back(k);
  const auto doubt = [&](size_t k) { return std::fabs(impl_->odds[k]); };
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return doubt(a) < doubt(b); });
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
