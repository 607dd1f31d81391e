// See crawl_peers.h.
#include "bench/crawl_peers.h"

#include <algorithm>
#include <deque>
#include <queue>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "crawl/distance.h"
#include "crawl/page_scan.h"
#include "crawl/url_rules.h"
#include "page/url.h"

namespace bench {
namespace {

using namespace gleaner::crawl;

constexpr size_t kMostPages = 20'000;  // of a graph: the sites have some 10,000 and parts without end
constexpr uint32_t kFar = ~0u;

// The addresses that a page links to, as a crawl would ask for them.
std::vector<std::string> links_of(const UrlRules& rules, const std::string& html, const std::string& url) {
  std::vector<std::string> out;
  const PageScan scan = scan_page(html);
  const std::string from = scan.base.empty() ? url : gleaner::resolve_url(scan.base, url);
  for (const ScannedLink& link : scan.links) {
    std::string next = rules.clean(link.href, from);
    if (!next.empty() && rules.refusal(next).empty()) out.push_back(std::move(next));
  }
  return out;
}

// Visits pages in the order of a queue that `push` fills.
template <class Queue, class Push>
Curve crawl_by(const MadeSite& site, size_t visits, Push push) {
  const UrlRules rules(UrlRules::site_of(kHost));
  std::unordered_set<std::string> known;
  std::set<size_t> found;
  Queue queue;
  Curve out;
  push(queue, kHost + site.start());
  while (!queue.empty() && out.detail.size() < visits) {
    std::string url;
    if constexpr (requires { queue.top(); }) url = queue.top().second;
    else url = queue.front().second;
    queue.pop();
    const auto html = site.page(target_of(url));
    const auto number = site.detail_of(target_of(url));
    out.detail.push_back(html && number && found.insert(*number).second);
    if (!html) continue;
    for (const std::string& next : links_of(rules, *html, url))
      if (known.insert(next).second) push(queue, next);
  }
  return out;
}

double likeness_by_edits(const std::string& a, const std::string& b) {
  return 1 - double(distance(a, b, 10000)) / double(std::max(a.size(), b.size()));
}
double likeness_by_letters(const std::string& a, const std::string& b) {
  const auto threes = [](const std::string& text) {
    std::set<std::string> out;
    for (size_t i = 0; i + 3 <= text.size(); ++i) out.insert(text.substr(i, 3));
    return out;
  };
  const auto x = threes(a), y = threes(b);
  size_t both = 0;
  for (const std::string& one : x) both += y.count(one);
  return double(both) / double(x.size() + y.size() - both + 1);
}

// The oracle's way: the details at hand first, then the pages on the best way to more of them.
class Oracle {
 public:
  explicit Oracle(const SiteGraph& graph)
      : graph_(graph), visited_(graph.links.size()), found_(graph.links.size() + 1) {
    for (const uint32_t detail : graph.detail)
      if (detail >= found_.size()) found_.resize(detail + 1);
  }

  Curve run(size_t visits) {
    visit(0);
    while (curve_.detail.size() < visits) {
      if (!at_hand_.empty()) {
        const uint32_t page = at_hand_.front();
        at_hand_.pop_front();
        if (!visited_[page] && !found_[graph_.detail[page]]) visit(page);
        continue;
      }
      const std::vector<uint32_t> way = best_way();
      if (way.empty()) break;
      for (const uint32_t page : way)
        if (curve_.detail.size() < visits) visit(page);
    }
    return curve_;
  }

 private:
  void visit(uint32_t page) {
    visited_[page] = true;
    const uint32_t detail = graph_.detail[page];
    curve_.detail.push_back(detail && !found_[detail]);
    if (detail) found_[detail] = true;
    for (const uint32_t next : graph_.links[page])
      if (!visited_[next] && graph_.detail[next] && !found_[graph_.detail[next]]) at_hand_.push_back(next);
  }

  size_t gain(uint32_t page) {
    fresh_.clear();
    for (const uint32_t next : graph_.links[page])
      if (graph_.detail[next] && !found_[graph_.detail[next]]) fresh_.insert(graph_.detail[next]);
    return fresh_.size();
  }

  // From all visited pages outwards; the end with most new details for each page of the way.
  std::vector<uint32_t> best_way() {
    std::vector<uint32_t> before(visited_.size(), kFar), depth(visited_.size(), 0);
    std::deque<uint32_t> queue;
    for (uint32_t page = 0; page < visited_.size(); ++page)
      if (visited_[page]) queue.push_back(page);
    uint32_t best = kFar;
    double most = 0;
    while (!queue.empty()) {
      const uint32_t page = queue.front();
      queue.pop_front();
      for (const uint32_t next : graph_.links[page]) {
        if (visited_[next] || before[next] != kFar) continue;
        before[next] = page;
        depth[next] = depth[page] + 1;
        queue.push_back(next);
        if (const double worth = double(gain(next)) / depth[next]; worth > most) most = worth, best = next;
      }
    }
    std::vector<uint32_t> way;
    for (uint32_t page = best; page != kFar && !visited_[page]; page = before[page]) way.push_back(page);
    std::reverse(way.begin(), way.end());
    return way;
  }

  const SiteGraph& graph_;
  std::vector<bool> visited_, found_;
  std::deque<uint32_t> at_hand_;
  std::unordered_set<uint32_t> fresh_;
  Curve curve_;
};

}  // namespace

double Curve::rate(size_t visits, size_t from) const {
  const size_t to = std::min(visits, detail.size());
  if (to <= from) return 0;
  return double(std::count(detail.begin() + long(from), detail.begin() + long(to), true)) / double(to - from);
}

Curve breadth_first(const MadeSite& site, size_t visits) {
  return crawl_by<std::queue<std::pair<int, std::string>>>(
      site, visits, [](auto& queue, const std::string& url) { queue.push({0, url}); });
}

Curve best_first(const MadeSite& site, size_t visits, const std::vector<std::string>& templates,
                 size_t judged_at) {
  const auto by = [&](double (*likeness)(const std::string&, const std::string&)) {
    return crawl_by<std::priority_queue<std::pair<double, std::string>>>(
        site, visits, [&](auto& queue, const std::string& url) {
          double best = 0;
          for (const std::string& one : templates) best = std::max(best, likeness(one, url));
          queue.push({best, url});
        });
  };
  const Curve edits = by(likeness_by_edits), letters = by(likeness_by_letters);
  return edits.rate(judged_at) > letters.rate(judged_at) ? edits : letters;
}

// Pages with few parameters first: filters upon filters would fill the graph else.
SiteGraph graph_of(const MadeSite& site) {
  const UrlRules rules(UrlRules::site_of(kHost));
  std::unordered_map<std::string, uint32_t> numbers;
  std::priority_queue<std::pair<std::pair<long, long>, std::string>>
      queue;  // parameters and number, both below zero
  SiteGraph out;
  std::set<size_t> details;
  const auto number_of = [&](const std::string& url) {
    const auto [at, fresh] = numbers.try_emplace(url, uint32_t(numbers.size()));
    if (!fresh) return at->second;
    queue.push({{-std::count(url.begin(), url.end(), '&'), -long(at->second)}, url});
    out.links.emplace_back();
    const auto number = site.detail_of(target_of(url));
    out.detail.push_back(number ? uint32_t(*number + 1) : 0);
    if (number) details.insert(*number);
    return at->second;
  };
  number_of(kHost + site.start());
  for (size_t visited = 0; !queue.empty() && visited < kMostPages; ++visited) {
    const std::string url = queue.top().second;
    queue.pop();
    const auto html = site.page(target_of(url));
    if (!html) continue;
    std::vector<uint32_t> links;
    for (const std::string& next : links_of(rules, *html, url)) links.push_back(number_of(next));
    std::sort(links.begin(), links.end());
    links.erase(std::unique(links.begin(), links.end()), links.end());
    out.links[numbers.at(url)] = std::move(links);
  }
  out.details = details.size();
  return out;
}

Curve oracle_crawl(const SiteGraph& graph, size_t visits) { return Oracle(graph).run(visits); }

double most_possible(const SiteGraph& graph, size_t visits) {
  // Pages that are no details, on the way to the first one.
  std::vector<uint32_t> others(graph.links.size(), kFar);
  std::deque<uint32_t> queue = {0};
  others[0] = graph.detail[0] ? 0 : 1;
  while (!queue.empty()) {
    const uint32_t page = queue.front();
    queue.pop_front();
    if (graph.detail[page])
      return double(std::min(graph.details, visits - std::min<size_t>(visits, others[page]))) /
             double(visits);
    for (const uint32_t next : graph.links[page])
      if (others[next] == kFar) others[next] = others[page] + !graph.detail[next], queue.push_back(next);
  }
  return 0;
}

}  // namespace bench
