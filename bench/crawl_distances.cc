// Distances of skeletons a second: made-up ones of 2,000 tags, and real ones. See crawl_peers.h.
#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>

#include "bench/crawl_peers.h"
#include "crawl/distance.h"
#include "crawl/skeleton.h"
#include "crawl/threshold.h"

namespace bench {
namespace {

using namespace gleaner::crawl;
namespace html = gleaner::html;

struct Rate {
  double a_second = 0, decided = 0;  // distances; decisions whether they are within the limit
  double near = 0, pruned = 0;       // shares: within the limit, told apart by counts
};
Rate distances_a_second(const std::vector<Measured>& templates, const std::vector<Measured>& pages,
                        uint32_t limit) {
  const auto timed = [&](auto&& look) {
    const double start = cpu_seconds();
    size_t done = 0, near = 0;
    do {
      for (const Measured& page : pages)
        for (const Measured& one : templates) near += look(one, page), ++done;
    } while (cpu_seconds() - start < 0.2);
    return std::pair(double(done) / (cpu_seconds() - start), double(near) / double(done));
  };
  Rate rate;
  size_t pruned = 0;
  std::tie(rate.a_second, rate.near) =
      timed([&](const Measured& a, const Measured& b) { return distance(a, b, limit) <= limit; });
  rate.decided = timed([&](const Measured& a, const Measured& b) { return is_within(a, b, limit); }).first;
  for (const Measured& page : pages)
    for (const Measured& one : templates) pruned += least_distance(one, page) > limit;
  rate.pruned = double(pruned) / double(pages.size() * templates.size());
  return rate;
}

std::string plain_skeleton(const std::string& page) {
  std::string plain;
  html::TagWalk walk(page);
  html::WalkedTag tag;
  while (walk.next(tag)) plain += symbol_of(tag.name);
  return plain;
}

// Up to how many edits pages are of the templates' kind.
uint32_t limit_for(const std::vector<Measured>& templates) {
  std::vector<Structure> bare;
  for (const Measured& one : templates) bare.emplace_back(one.symbols, Parts(), Parts());
  return threshold_of(bare).limit;
}

// What a crawl asks: for each page how far it is from the nearest of five templates, so with a limit that
// shrinks. Half of the pages are details of the templates' site, half are of other sites; a skeleton that was
// judged is known again. Counted are the questions: templates times pages.
void measure_mix(const std::vector<std::vector<std::string>>& kinds, bool fold) {
  std::vector<std::vector<std::string>> sites;
  for (const auto& pages : kinds) {
    std::vector<std::string>& site = sites.emplace_back();
    for (const std::string& page : pages) site.push_back(fold ? skeleton_of(page) : plain_skeleton(page));
  }
  double seconds = 0, tags = 0;
  size_t asked = 0, skeletons = 0;
  std::vector<double> rates;
  for (size_t i = 0; i < sites.size(); ++i) {
    std::vector<Measured> templates;
    for (size_t k = 0; k < 5; ++k) templates.emplace_back(sites[i][k]).keep_rows();
    const uint32_t limit = limit_for(templates);
    std::vector<Measured> pages;
    std::set<std::string> known;
    for (size_t k = 5; k < sites[i].size(); ++k)
      for (const std::string& one :
           {sites[i][k], sites[(i + k) % sites.size()][k % sites[(i + k) % sites.size()].size()]})
        if (known.insert(one).second) pages.emplace_back(one), tags += double(one.size()), ++skeletons;
    const size_t questions = 2 * (sites[i].size() - 5) * templates.size();
    size_t rounds = 0;
    const double start = cpu_seconds();
    do {
      ++rounds;
      for (const Measured& page : pages) {
        uint32_t nearest = limit + 1;
        for (const auto& [least, at] : by_least_distance(templates, page)) {
          if (least >= nearest) break;
          nearest = std::min(nearest, distance(templates[at], page, nearest - 1));
        }
      }
    } while (cpu_seconds() - start < 0.05);
    const double spent = (cpu_seconds() - start) / double(rounds);
    seconds += spent, asked += questions;
    rates.push_back(double(questions) / spent / 1e6);
  }
  std::sort(rates.begin(), rates.end());
  fmt::print(
      "the mix of a crawl on {} real sites, {} skeletons, {:.0f} tags on average: {:.2f} million a second over all, {:.2f} on the median site ({:.2f} to {:.2f})\n",
      sites.size(), fold ? "folded" : "plain", tags / double(skeletons), double(asked) / seconds / 1e6,
      rates[rates.size() / 2], rates.front(), rates.back());
}

}  // namespace

// Skeletons of 2,000 symbols: of one kind with edits, and of another kind that shares a quarter of it at
// either end.
void measure_made_distances() {
  std::mt19937 random(7);
  const auto made = [&](size_t size) {
    std::string out;
    while (out.size() < size) out += char(1 + random() % 40);
    return out;
  };
  const auto edited = [&](std::string text, size_t edits) {
    for (; edits > 0; --edits) text[random() % text.size()] = char(1 + random() % 40);
    return text;
  };
  const std::string base = made(2000);
  std::vector<Measured> model = {Measured(base)};
  model[0].keep_rows();
  for (const auto& [name, edits] : {std::pair{"of another kind with the same frame", -1},
                                    {"of the same kind, 20 edits away", 20},
                                    {"of the same kind, 60 edits away", 60},
                                    {"of the same kind, 150 edits away", 150}}) {
    std::vector<Measured> pages;
    for (int i = 0; i < 200; ++i)
      pages.emplace_back(edits < 0 ? base.substr(0, 500) + made(1000) + base.substr(1500)
                                   : edited(base, size_t(edits)));
    const Rate rate = distances_a_second(model, pages, 200);
    fmt::print(
        "distances of 2,000 tags, limit 200, {}: {:.3f} million a second decided, {:.3f} worked out, {:.0f} % near, {:.0f} % told apart by counts\n",
        name, rate.decided / 1e6, rate.a_second / 1e6, 100 * rate.near, 100 * rate.pruned);
  }
}

// Plain skeletons of real pages, unfolded, of 1,000 to 4,000 tags: five templates of each site with their
// threshold against the pages of all.
void measure_real_distances(const std::vector<std::vector<std::string>>& kinds) {
  measure_mix(kinds, true);
  measure_mix(kinds, false);
  std::vector<std::vector<Measured>> sites;
  double tags = 0;
  size_t count = 0;
  for (const auto& pages : kinds) {
    std::vector<Measured> site;
    for (const std::string& page : pages) {
      std::string plain = plain_skeleton(page);
      if (plain.size() >= 1000 && plain.size() <= 4000)
        tags += double(plain.size()), ++count, site.emplace_back(std::move(plain));
    }
    if (site.size() >= 10) sites.push_back(std::move(site));
  }
  std::vector<double> same_rates, other_rates, same_decided, other_decided;
  double same_pruned = 0, other_pruned = 0;
  for (size_t i = 0; i < sites.size(); ++i) {
    std::vector<Measured> templates(sites[i].begin(), sites[i].begin() + 5);
    for (Measured& one : templates) one.keep_rows();
    const uint32_t limit = limit_for(templates);
    std::vector<Measured> others, own(sites[i].begin() + 5, sites[i].end());
    for (size_t j = 0; j < sites.size(); ++j)
      if (j != i) others.insert(others.end(), sites[j].begin(), sites[j].end());
    const Rate same = distances_a_second(templates, own, limit),
               other = distances_a_second(templates, others, limit);
    same_rates.push_back(same.a_second / 1e6);
    other_rates.push_back(other.a_second / 1e6);
    same_decided.push_back(same.decided / 1e6);
    other_decided.push_back(other.decided / 1e6);
    same_pruned += same.pruned, other_pruned += other.pruned;
  }
  const double n = double(sites.size());
  for (auto* rates : {&same_rates, &other_rates, &same_decided, &other_decided})
    std::sort(rates->begin(), rates->end());
  const auto told = [](const std::vector<double>& rates) {
    return fmt::format("{:.2f} ({:.2f} to {:.2f})", rates[rates.size() / 2], rates.front(), rates.back());
  };
  if (!sites.empty())
    fmt::print(
        "real pages of {} sites, {:.0f} tags on average, each site's own threshold, millions a second, median of the sites (least to most): of the same site {} decided, {} worked out, {:.0f} % told apart by counts; of other sites {} decided, {} worked out, {:.0f} %\n",
        sites.size(), tags / double(count), told(same_decided), told(same_rates), 100 * same_pruned / n,
        told(other_decided), told(other_rates), 100 * other_pruned / n);
}

}  // namespace bench
