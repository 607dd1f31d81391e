// See gutters.h.
#include "layout/gutters.h"

#include <algorithm>
#include <optional>

#include "base/lists.h"

namespace gleaner::layout {
namespace {

struct Vote {
  double from, to, weight;
};
struct Strip {
  double from, to;
};

class Finder {
 public:
  Finder(const std::vector<const Line*>& lines, double x0, double x1, const Settings& s,
         const GutterOptions& o)
      : lines_(lines), x0_(x0), x1_(x1), s_(s), o_(o) {}

  std::vector<Gutter> find() {
    collect_votes();
    make_strips();
    if (strips_.empty()) return {};
    support_ = profile(for_);
    ink_ = profile(against_);
    for (size_t i = 0; i < strips_.size();) {
      if (!open(i)) {
        ++i;
        continue;
      }
      size_t j = i;
      while (j + 1 < strips_.size() && open(j + 1)) ++j;
      cut_run(i, j);
      i = j + 1;
    }
    drop_empty_columns();
    return std::move(out_);
  }

 private:
  void collect_votes() {
    std::vector<double> counts = mapped(lines_, [](const Line* line) { return double(line->chunks.size()); });
    std::ranges::sort(counts);
    const double top = counts.empty() ? 1 : counts[size_t(double(counts.size()) * 0.75)];
    for (const Line* line : lines_) {
      const double n = double(line->chunks.size());
      const double weight = n == 1 ? o_.single : std::max(0.4, std::min(1.0, n / (0.6 * top)));
      for (const Word* word : line->words) against_.push_back({word->x0, word->x1, weight});
      for (size_t i = 1; i < line->chunks.size(); ++i)
        for_.push_back({line->chunks[i - 1].x1, line->chunks[i].x0, 1});
      for (const Chunk& chunk : line->chunks)
        for (size_t i = 1; i < chunk.words.size(); ++i) {
          const Word &a = *chunk.words[i - 1], &b = *chunk.words[i];
          const double gap = b.x0 - a.x1;
          if (gap >= parting_gap(a, b, s_.weak_gap)) for_.push_back({a.x1, b.x0, s_.weak_vote});
          else if (gap > 0 && !(a.pure && b.pure)) against_.push_back({a.x1, b.x0, weight});
        }
    }
  }

  void make_strips() {
    std::vector<double> ends = {x0_, x1_};
    for (const std::vector<Vote>* votes : {&for_, &against_})
      for (const Vote& vote : *votes)
        for (double x : {vote.from, vote.to})
          if (x >= x0_ && x <= x1_) ends.push_back(x);
    sort_unique(ends);
    for (size_t i = 1; i < ends.size(); ++i)
      if (ends[i] - ends[i - 1] > 0.05) strips_.push_back({ends[i - 1], ends[i]});
  }

  std::vector<double> profile(const std::vector<Vote>& votes) const {
    std::vector<std::pair<double, double>> steps;
    for (const Vote& vote : votes) {
      steps.push_back({vote.from, vote.weight});
      steps.push_back({vote.to, -vote.weight});
    }
    std::ranges::sort(steps);
    std::vector<double> out;
    double sum = 0;
    size_t at = 0;
    for (const Strip& strip : strips_) {
      const double middle = (strip.from + strip.to) / 2;
      while (at < steps.size() && steps[at].first <= middle) sum += steps[at++].second;
      out.push_back(sum);
    }
    return out;
  }

  bool open(size_t i) const {
    return support_[i] >= o_.votes - 0.01 && ink_[i] <= o_.opposition * support_[i] + 0.01;
  }

  // Between the sparse columns inside a run of open strips: the place of least ink.
  void cut_run(size_t i, size_t j) {
    const double a = strips_[i].from, b = strips_[j].to;
    std::vector<Strip> columns;
    for (const Line* line : lines_) {
      if (line->chunks.size() < 2) continue;
      for (const Chunk& chunk : line->chunks)
        if (chunk.x0 > a - 0.1 && chunk.x1 < b + 0.1) columns.push_back({chunk.x0, chunk.x1});
    }
    std::ranges::sort(columns, [](const Strip& p, const Strip& q) { return p.from < q.from; });
    struct Cluster {
      double from, to;
      size_t count;
    };
    std::vector<Cluster> clusters;
    for (const Strip& column : columns) {
      if (!clusters.empty() && column.from < clusters.back().to) {
        clusters.back().to = std::max(clusters.back().to, column.to);
        ++clusters.back().count;
      } else {
        clusters.push_back({column.from, column.to, 1});
      }
    }
    // a single text that fills most of the run is a heading over the columns on both sides
    constexpr double kHeading = 0.5;
    if (lines_.size() > 3)
      std::erase_if(clusters,
                    [&](const Cluster& c) { return c.count == 1 && c.to - c.from > kHeading * (b - a); });
    std::vector<double> edges = {a};
    for (const Cluster& c : clusters) edges.push_back(c.from), edges.push_back(c.to);
    edges.push_back(b);
    for (size_t e = 0; e + 1 < edges.size(); e += 2) cut_between(i, j, edges[e], edges[e + 1]);
  }

  // Where the least ink is, in a space that is more than a sliver beside the end of a heading.
  void cut_between(size_t i, size_t j, double from, double to) {
    constexpr double kSliver = 1.0;  // points
    const auto within = [&](size_t t) { return strips_[t].from >= from - 0.1 && strips_[t].to <= to + 0.1; };
    const auto wide = [&](size_t t) { return strips_[t].to - strips_[t].from; };
    std::optional<size_t> best;
    Gutter chosen;
    for (size_t t = i; t <= j; ++t) {
      if (!within(t)) continue;
      if (best && (ink_[t] != ink_[*best]           ? ink_[t] > ink_[*best]
                   : support_[t] != support_[*best] ? support_[t] < support_[*best]
                                                    : wide(t) <= wide(*best)))
        continue;
      size_t low = t, high = t;
      while (low > i && strips_[low - 1].from >= from - 0.1 && ink_[low - 1] <= ink_[t] + 0.01) --low;
      while (high < j && strips_[high + 1].to <= to + 0.1 && ink_[high + 1] <= ink_[t] + 0.01) ++high;
      const double width = strips_[high].to - strips_[low].from;
      if (width < kSliver) continue;
      best = t;
      chosen = {(strips_[low].from + strips_[high].to) / 2, support_[t], ink_[t], width};
    }
    if (best) out_.push_back(chosen);
  }

  // Do words of the chunk stand between the two, with more than word spaces around them?
  bool stands_between(const Chunk& chunk, double from, double to) const {
    const Words& w = chunk.words;
    for (size_t i = 0; i < w.size(); ++i) {
      if (w[i]->x0 < from) continue;
      size_t last = i;
      while (last + 1 < w.size() && w[last + 1]->x1 <= to) ++last;
      const auto parted = [&](const Word& a, const Word& b) {
        return b.x0 - a.x1 >= parting_gap(a, b, s_.weak_gap);
      };
      return w[last]->x1 <= to && (i == 0 || parted(*w[i - 1], *w[i])) &&
             (last + 1 == w.size() || parted(*w[last], *w[last + 1]));
    }
    return false;
  }

  // Between two gutters there must be a column: chunks of its own.
  void drop_empty_columns() {
    for (size_t k = 0; k + 1 < out_.size();) {
      const Gutter &u = out_[k], &v = out_[k + 1];
      size_t own = 0;
      for (const Line* line : lines_) {
        if (line->chunks.size() < 2) continue;
        own += std::ranges::any_of(line->chunks, [&](const Chunk& c) {
          return std::min(c.x1, v.x) - std::max(c.x0, u.x) > 0.7 * (c.x1 - c.x0) ||
                 stands_between(c, u.x, v.x);
        });
      }
      if (own == 0 || (own == 1 && std::max(u.ink, v.ink) > 0.01 && lines_.size() > 3)) {
        const auto worth = [](const Gutter& g) { return std::pair(g.support - 3 * g.ink, g.width); };
        out_.erase(out_.begin() + int64_t(worth(v) < worth(u) ? k + 1 : k));
      } else {
        ++k;
      }
    }
  }

  const std::vector<const Line*>& lines_;
  double x0_, x1_;
  const Settings& s_;
  const GutterOptions& o_;
  std::vector<Vote> for_, against_;
  std::vector<Strip> strips_;
  std::vector<double> support_, ink_;
  std::vector<Gutter> out_;
};

}  // namespace

GutterOptions gutter_options(const Settings& settings) {
  return {settings.opposition, settings.votes, settings.single};
}

std::vector<Gutter> find_gutters(const std::vector<const Line*>& lines, double x0, double x1,
                                 const Settings& settings, const GutterOptions& options) {
  return Finder(lines, x0, x1, settings, options).find();
}

std::vector<Gutter> find_gutters(const std::vector<const Line*>& lines, double x0, double x1,
                                 const Settings& settings) {
  return find_gutters(lines, x0, x1, settings, gutter_options(settings));
}

std::vector<const Line*> pointers(const std::vector<Line>& lines, size_t from, size_t to) {
  std::vector<const Line*> out;
  for (size_t i = from; i < to; ++i) out.push_back(&lines[i]);
  return out;
}

}  // namespace gleaner::layout
