// The focused crawl beside breadth-first and best-first by the likeness of addresses, on made-up sites (crawl_site.h), without a network:
//
//   bench_crawl [--real FOLDER [--mixed FOLDER]] [--seed N] [--tune] | --million
//
// --real: pages of real sites (swde) as details and as decoys; --mixed: those of another folder (pagers) among the decoys; --tune: only the sites that weights
// were chosen on; --million: a site of a million pages that are all visited, in how much time and memory.
// For each site: harvest rate (details among the pages visited) after 50, 100, 500 visits of all three, of ours without the term of address patterns and with the paper's two terms alone, precision and recall of the candidates after 2,000 visits,
// CPU for each visit and the share of it that choosing costs. Then distances a second of skeletons of 2 KB, and of those of the sites.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <queue>
#include <random>
#include <set>
#include <sstream>
#include <unordered_set>

#include <sys/resource.h>

#include "bench/crawl_site.h"
#include "crawl/site_crawl.h"
#include "crawl/skeleton.h"

namespace {

using namespace gleaner;
using namespace gleaner::crawl;

constexpr size_t kTemplates = 5, kVisits = 2000;
const std::string kHost = "http://site.example";

double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + double(now.tv_nsec) / 1e9;
}

std::string target_of(const std::string& url) { return url.substr(kHost.size()); }

struct Curve {
  std::vector<bool> detail;  // by visit: a detail that was not seen before
  double rate(size_t visits) const {
    const size_t n = std::min(visits, detail.size());
    return n ? double(std::count(detail.begin(), detail.begin() + long(n), true)) / double(n) : 0;
  }
};

// Visits pages in the order of a queue that `push` fills: the peers.
template <class Queue, class Push>
Curve crawl_by(const bench::MadeSite& site, size_t visits, Push push) {
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
    const PageScan scan = scan_page(*html);
    for (const ScannedLink& link : scan.links) {
      const std::string next = rules.clean(link.href, url);
      if (next.empty() || !rules.refusal(next).empty() || !known.insert(next).second) continue;
      push(queue, next);
    }
  }
  return out;
}

Curve breadth_first(const bench::MadeSite& site, size_t visits) {
  return crawl_by<std::queue<std::pair<int, std::string>>>(
      site, visits, [](auto& queue, const std::string& url) { queue.push({0, url}); });
}

// Likeness of addresses: by edits, or by the letters three in a row that both have; whichever does better on the site.
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

Curve best_first(const bench::MadeSite& site, size_t visits, const std::vector<std::string>& templates,
                 double (*likeness)(const std::string&, const std::string&)) {
  return crawl_by<std::priority_queue<std::pair<double, std::string>>>(
      site, visits, [&](auto& queue, const std::string& url) {
        double best = 0;
        for (const std::string& one : templates) best = std::max(best, likeness(one, url));
        queue.push({best, url});
      });
}

struct Ours {
  Curve curve;
  size_t visits = 0, right = 0, wrong = 0, candidates = 0, details_visited = 0;
  double scanning = 0, choosing = 0;
  size_t patterns = 0;
  Threshold threshold;  // in the end
};

Ours focused(const bench::MadeSite& site, const std::vector<Measured>& templates, const Weights& weights,
             size_t visits) {
  SiteCrawl::Options options;
  options.site = UrlRules::site_of(kHost);
  options.templates = templates;
  options.threshold = threshold_of(templates);
  options.weights = weights;
  SiteCrawl crawl(options);
  std::vector<std::string> urls;
  std::vector<NewPage> fresh;
  crawl.add_start(kHost + site.start());
  urls.push_back(kHost + site.start());
  Ours out;
  std::set<size_t> found;
  std::vector<std::pair<Facts, bool>> judged;
  for (; out.curve.detail.size() < visits;) {
    double start = cpu_seconds();
    const auto choice = crawl.next();
    out.choosing += cpu_seconds() - start;
    if (!choice) break;
    const std::string url = urls[choice->page];
    if (crawl.is_alias(choice->page, url)) {
      crawl.visit_other(choice->page, Kind::skipped);
      continue;
    }
    const auto html = site.page(target_of(url));
    const auto number = site.detail_of(target_of(url));
    fresh.clear();
    start = cpu_seconds();
    const Facts facts = html ? crawl.visit_page(choice->page, url, url, *html, fresh)
                             : crawl.visit_other(choice->page, Kind::failed);
    out.scanning += cpu_seconds() - start;
    for (const NewPage& page : fresh) urls.push_back(page.url);
    const bool is_new = html && number && found.insert(*number).second;
    out.curve.detail.push_back(is_new);
    out.details_visited += is_new;
    judged.push_back({facts, number.has_value()});
    ++out.visits;
    if (std::getenv("TRACE"))
      fmt::print("{} {} d={} {}  p{:.2f} y{:.2f} h{:.2f} r{:.2f} f{:.2f}\n", out.visits, name_of(facts.kind),
                 facts.distance, target_of(url), choice->terms.pattern, choice->terms.yield,
                 choice->terms.hub, choice->terms.rank, choice->terms.fresh);
  }
  for (const auto& [facts, right] : judged) {
    if (crawl.kind_of(facts) != Kind::candidate) continue;
    ++out.candidates;
    ++(right ? out.right : out.wrong);
  }
  out.threshold = crawl.threshold();
  out.patterns = crawl.frontier().shapes().size();
  return out;
}

void measure(const bench::MadeSite& site, bool held_out, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Measured> templates;
  std::vector<std::string> template_urls;
  while (templates.size() < kTemplates) {
    const std::string path = site.detail_path(random() % site.details());
    template_urls.push_back(kHost + path);
    templates.emplace_back(skeleton_of(*site.page(path)));
  }
  const Curve breadth = breadth_first(site, kVisits),
              edits = best_first(site, kVisits, template_urls, likeness_by_edits),
              letters = best_first(site, kVisits, template_urls, likeness_by_letters),
              &likeness = edits.rate(500) > letters.rate(500) ? edits : letters;
  Weights paper;
  paper.pattern = paper.yield = paper.fresh = paper.untried = paper.list = 0;
  paper.rank = paper.hub = 1;
  Weights no_patterns;  // all terms but the one of address patterns
  no_patterns.pattern = 0;
  const Ours ours = focused(site, templates, Weights(), kVisits),
             as_paper = focused(site, templates, paper, 500),
             without = focused(site, templates, no_patterns, 500);
  const Threshold& threshold = ours.threshold;
  fmt::print("{}{}{}: {} details, threshold {} of {:.0f} ({})\n", site.name(),
             site.real_details.empty() ? "" : " with real pages", held_out ? " (held out)" : "",
             site.details(), threshold.limit, threshold.length, threshold.how);
  fmt::print("  harvest after    50     100     500    2000\n");
  const auto row = [](const char* name, const Curve& curve) {
    fmt::print("  {:<12} {:6.2f}  {:6.2f}  {:6.2f}  {:6.2f}\n", name, curve.rate(50), curve.rate(100),
               curve.rate(500), curve.rate(2000));
  };
  row("focused", ours.curve);
  row("no patterns", without.curve);
  row("paper's two", as_paper.curve);
  row("best-first", likeness);
  row("breadth", breadth);
  fmt::print("  at 500: {:.1f} x breadth-first, {:.1f} x best-first, {:.1f} x without patterns\n",
             ours.curve.rate(500) / std::max(0.002, breadth.rate(500)),
             ours.curve.rate(500) / std::max(0.002, likeness.rate(500)),
             ours.curve.rate(500) / std::max(0.002, without.curve.rate(500)));
  fmt::print("  at {}: precision {:.3f}, recall {:.3f} ({} of {} details visited), {} wrong\n", ours.visits,
             double(ours.right) / double(std::max<size_t>(1, ours.candidates)),
             double(ours.right) / double(site.details()), ours.details_visited, site.details(), ours.wrong);
  fmt::print("  CPU a visit {:.3f} ms, choosing {:.1f} %, {} patterns\n\n",
             1000 * (ours.scanning + ours.choosing) / double(ours.visits),
             100 * ours.choosing / (ours.scanning + ours.choosing), ours.patterns);
}

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

// Skeletons of 2,000 symbols: of one kind with edits, and of another kind that shares a quarter of it at either end.
void measure_distances() {
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
  const std::vector<Measured> model = {Measured(base)};
  for (const auto& [name, edits] : {std::pair{"of another kind with the same frame", -1},
                                    {"of the same kind, 20 edits away", 20},
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

// Plain skeletons of real pages, unfolded, of 1,000 to 4,000 tags: five templates of each site with their threshold against the pages of all.
void measure_real_distances(const std::vector<std::vector<std::string>>& kinds) {
  std::vector<std::vector<Measured>> sites;
  double tags = 0;
  size_t count = 0;
  for (const auto& pages : kinds) {
    std::vector<Measured> site;
    for (const std::string& page : pages) {
      std::string plain;
      html::TagWalk walk(page);
      html::WalkedTag tag;
      while (walk.next(tag)) plain += symbol_of(tag.name);
      if (plain.size() >= 1000 && plain.size() <= 4000)
        tags += double(plain.size()), ++count, site.emplace_back(std::move(plain));
    }
    if (site.size() >= 10) sites.push_back(std::move(site));
  }
  std::vector<double> same_rates, other_rates, same_decided, other_decided;
  double same_pruned = 0, other_pruned = 0;
  for (size_t i = 0; i < sites.size(); ++i) {
    const std::vector<Measured> templates(sites[i].begin(), sites[i].begin() + 5);
    const uint32_t limit = threshold_of(templates).limit;
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

// Lists of 40 details each, 25,000 of them, of which each names the next ones; every page has a menu.
void measure_million() {
  constexpr size_t kDetails = 975'000, kOnList = 40, kLists = kDetails / kOnList;
  const auto page_of = [](const std::string& path) {
    const size_t number = size_t(std::atoll(path.c_str() + path.rfind('-') + 1));
    std::string out = "<title>" + path +
                      "</title><ul class=menu><li><a href=/list-0>Start</a><li><a href=/list-1>News</a></ul>";
    const auto link = [&](const char* kind, size_t to) {
      out += fmt::format("<li><a href=/{}-{}>{}</a>", kind, to, to);
    };
    if (path.starts_with("/list-")) {
      out += "<ul class=lists>";
      for (size_t i = 1; i <= 4; ++i) link("list", (number * 4 + i) % kLists);
      out += "</ul><ul class=items>";
      for (size_t i = 0; i < kOnList; ++i) link("item", number * kOnList + i);
      return out + "</ul>";
    }
    out += fmt::format(
        "<h1>Item {}</h1><img src=a><table><tr><th>Price<td>{}</table><form><input></form><ul class=more>",
        number, number);
    for (size_t i = 1; i <= 6; ++i) link("item", (number + i * 7919) % kDetails);
    return out + "</ul>";
  };
  SiteCrawl::Options options;
  options.site = UrlRules::site_of(kHost);
  for (const char* like : {"/item-17", "/item-4711"})
    options.templates.emplace_back(skeleton_of(page_of(like)));
  options.threshold = threshold_of(options.templates);
  SiteCrawl crawl(options);
  std::vector<uint32_t>
      paths;  // what stands behind its kind in an address: the addresses themselves are in the job's store
  const auto path_of = [&](uint32_t coded) {
    return fmt::format("/{}-{}", coded % 2 ? "item" : "list", coded / 2);
  };
  const auto code_of = [](const std::string& path) {
    return uint32_t(std::atoll(path.c_str() + 6) * 2 + path.starts_with("/item-"));
  };
  crawl.add_start(kHost + "/list-0");
  paths.push_back(code_of("/list-0"));
  std::vector<NewPage> fresh;
  double choosing = 0;
  size_t visits = 0;
  const double start = cpu_seconds();
  for (;; ++visits) {
    const double before = cpu_seconds();
    const auto choice = crawl.next();
    choosing += cpu_seconds() - before;
    if (!choice) break;
    const std::string path = path_of(paths[choice->page]);
    fresh.clear();
    crawl.visit_page(choice->page, kHost + path, kHost + path, page_of(path), fresh);
    for (const NewPage& page : fresh) paths.push_back(code_of(target_of(page.url)));
  }
  rusage used;
  getrusage(RUSAGE_SELF, &used);
  fmt::print(
      "{} pages known, {} visited, {} candidates: {:.3f} ms CPU a visit (making the page included), choosing {:.0f} %; peak {} MB\n",
      crawl.frontier().pages(), visits, crawl.frontier().candidates(),
      1000 * (cpu_seconds() - start) / double(visits), 100 * choosing / (cpu_seconds() - start),
      used.ru_maxrss / 1024);
}

std::vector<std::string> pages_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".htm" || entry.path().extension() == ".html")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> out;
  for (const auto& file : files) {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    out.push_back(text.str());
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  std::string real, mixed;
  uint64_t seed = 1;
  bool tune = false;
  for (int i = 1; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--real") && i + 1 < argc) real = argv[++i];
    else if (!std::strcmp(argv[i], "--seed") && i + 1 < argc) seed = uint64_t(std::atoll(argv[++i]));
    else if (!std::strcmp(argv[i], "--mixed") && i + 1 < argc) mixed = argv[++i];
    else if (!std::strcmp(argv[i], "--tune")) tune = true;
    else if (!std::strcmp(argv[i], "--million")) return measure_million(), 0;
  }
  std::vector<std::vector<std::string>> kinds;
  if (!real.empty()) {
    std::vector<std::filesystem::path> folders;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(real))
      if (entry.is_directory()) folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end());
    for (const auto& folder : folders)
      if (auto pages = pages_in(folder); pages.size() >= 10) kinds.push_back(std::move(pages));
  }
  const std::vector<std::string> others = mixed.empty() ? std::vector<std::string>() : pages_in(mixed);
  const auto run = [&](bool held_out) {
    auto sites = held_out ? bench::held_out_sites(seed) : bench::tuning_sites(seed);
    for (size_t i = 0; i < sites.size(); ++i) {
      if (!kinds.empty()) {
        sites[i]->real_details = kinds[(seed * 5 + i * 3) % kinds.size()];
        sites[i]->real_decoys = kinds[(seed * 5 + i * 3 + 11) % kinds.size()];
        sites[i]->real_decoys.insert(sites[i]->real_decoys.end(), others.begin(), others.end());
      }
      measure(*sites[i], held_out && sites[i]->held_out(), seed);
    }
  };
  run(false);
  if (!tune) run(true);
  measure_distances();
  if (!kinds.empty()) measure_real_distances(kinds);
}
