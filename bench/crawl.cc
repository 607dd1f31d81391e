// The focused crawl beside breadth-first, best-first by the likeness of addresses and a crawler that knows
// the whole site (crawl_peers.h), on made-up sites (crawl_site.h), without a network:
//
//   bench_crawl [--real FOLDER [--mixed FOLDER]] [--seed N]... [--site NAME]... [--templates N] [--addresses]
//   [--trace] [--quick] | --distances [--real FOLDER] | --million
//
// --templates: how many details are given (5); --addresses: their addresses are known as well, as those that
// a search finds: the crawl begins there too, and they are no harvest. --real: pages of real sites (swde) as
// details and as decoys; --mixed: those of another folder (pagers) among the decoys; --trace: each visit of
// ours, and what was missed; --quick: ours alone; --distances: distances of skeletons a second; --million: a
// site of a million pages that are all visited, in how much time and memory. For each site, the mean of the
// seeds: harvest rate (details among the pages visited) after 50, 100, 500 visits of all crawlers and its
// share of what the oracle harvests, the same of ours without each of its terms and with the paper's two
// alone; precision and recall of the candidates after 2,000 visits, the least of the seeds; CPU for each
// visit and the share of it that choosing costs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include <sys/resource.h>

#include "bench/crawl_peers.h"
#include "bench/crawl_site.h"
#include "crawl/site_crawl.h"
#include "crawl/structure.h"

namespace {

using namespace gleaner;
using namespace gleaner::crawl;
using bench::cpu_seconds;
using bench::Curve;
using bench::kHost;
using bench::target_of;

constexpr size_t kVisits = 2000, kEarly = 500;

struct Ours {
  Curve curve;
  size_t visits = 0, candidates = 0;
  size_t right = 0, wrong = 0;  // of the candidates: details, each once; other pages
  double scanning = 0, choosing = 0;
  Threshold threshold;  // in the end
};

// One crawl of a site; `trace` prints what it does.
class FocusedRun {
 public:
  // `known`: addresses of templates, where they are known as those that a search found: the crawl begins with
  // them too, and they are no harvest.
  FocusedRun(const bench::MadeSite& site, const std::vector<Structure>& templates, const Weights& weights,
             const std::vector<std::string>& known, bool trace)
      : site_(site), trace_(trace), crawl_(options_for(templates, weights)) {
    start_with(kHost + site.start());
    for (const std::string& url : known) {
      start_with(url);
      found_.insert(*site.detail_of(target_of(url)));
    }
  }

  Ours run(size_t visits) {
    while (out_.curve.detail.size() < visits && visit_next()) {
    }
    std::set<size_t> recognised;
    for (const auto& [facts, right] : judged_) {
      if (trace_ && right && crawl_.kind_of(facts) == Kind::page)
        fmt::print("refused d={} g={} {}\n", facts.distance, facts.group, target_of(urls_[facts.page]));
      if (crawl_.kind_of(facts) != Kind::candidate) continue;
      ++out_.candidates;
      right ? void(recognised.insert(*right)) : void(++out_.wrong);
      if (trace_ && !right)
        fmt::print("wrong d={} g={} {}\n", facts.distance, facts.group, target_of(urls_[facts.page]));
    }
    out_.right = recognised.size();
    out_.threshold = crawl_.kinds().threshold();
    if (trace_)
      fmt::print("templates apart {} threshold {}\n", fmt::join(out_.threshold.apart, " "),
                 out_.threshold.how);
    if (trace_) tell_missed();
    return out_;
  }

 private:
  static SiteCrawl::Options options_for(const std::vector<Structure>& templates, const Weights& weights) {
    SiteCrawl::Options options;
    options.site = UrlRules::site_of(kHost);
    options.templates = templates;
    options.threshold = threshold_of(templates);
    options.weights = weights;
    return options;
  }

  void start_with(const std::string& url) {
    if (crawl_.add_start(url)) urls_.push_back(url);
  }

  bool visit_next() {
    double start = cpu_seconds();
    const auto choice = crawl_.next();
    out_.choosing += cpu_seconds() - start;
    if (!choice) return false;
    const std::string url = urls_[choice->page];
    if (crawl_.is_alias(choice->page, url)) return crawl_.visit_other(choice->page, Kind::skipped), true;
    const auto html = site_.page(target_of(url));
    const auto number = site_.detail_of(target_of(url));
    fresh_.clear();
    start = cpu_seconds();
    const Facts facts = html ? crawl_.visit_page(choice->page, url, url, *html, fresh_)
                             : crawl_.visit_other(choice->page, Kind::failed);
    out_.scanning += cpu_seconds() - start;
    for (const NewPage& page : fresh_) urls_.push_back(page.url);
    out_.curve.detail.push_back(html && number && found_.insert(*number).second);
    judged_.emplace_back(facts, html ? number : std::nullopt);
    ++out_.visits;
    if (trace_)
      fmt::print("{} {} d={} g={} {} from {}  p{:.2f} y{:.2f} h{:.2f} r{:.2f} f{:.2f}\n", out_.visits,
                 name_of(facts.kind), facts.distance, facts.group, target_of(url),
                 choice->from == kNoPage ? "-" : target_of(urls_[choice->from]), choice->terms.pattern,
                 choice->terms.yield, choice->terms.hub, choice->terms.rank, choice->terms.fresh);
    return true;
  }

  void tell_missed() const {
    for (size_t n = 0; n < site_.details(); ++n) {
      if (found_.count(n)) continue;
      const std::string url = kHost + site_.detail_path(n);
      const auto page = crawl_.find(url);
      fmt::print("missed {}: {}\n", site_.detail_path(n),
                 !page                             ? "no link to it was seen"
                 : crawl_.frontier().closed(*page) ? "its pattern is closed"
                                                   : "known, not visited");
    }
  }

  const bench::MadeSite& site_;
  bool trace_;
  SiteCrawl crawl_;
  std::vector<std::string> urls_;
  std::vector<NewPage> fresh_;
  std::set<size_t> found_;
  std::vector<std::pair<Facts, std::optional<size_t>>> judged_;  // and which detail it is
  Ours out_;
};

double precision_of(const Ours& ours) {
  return double(ours.candidates - ours.wrong) / double(std::max<size_t>(1, ours.candidates));
}

// A crawler, or ours without a part: harvest rates of all seeds.
struct Row {
  std::string name;
  double at_50 = 0, at_100 = 0, at_500 = 0, at_2000 = 0;  // sums
  void add(const Curve& curve) {
    at_50 += curve.rate(50), at_100 += curve.rate(100), at_500 += curve.rate(kEarly),
        at_2000 += curve.rate(kVisits);
  }
};

// What all seeds say of a site.
struct Summary {
  std::string name;
  bool real = false, held_out = false;
  size_t seeds = 0;
  std::vector<Row> rows;
  double bound = 0, precision = 1, recall = 1, cpu = 0, choosing = 0;
  size_t could = 0;  // seeds with which anything could harvest twice as much as best-first
  size_t could_breadth = 0;

  void add(const std::string& row, const Curve& curve) {
    const auto at = std::find_if(rows.begin(), rows.end(), [&](const Row& one) { return one.name == row; });
    (at == rows.end() ? rows.emplace_back(Row{row}) : *at).add(curve);
  }
  const Row& row(const std::string& wanted) const {
    return *std::find_if(rows.begin(), rows.end(), [&](const Row& one) { return one.name == wanted; });
  }
};

// Ours with one term left out, and the paper's two alone.
std::vector<std::pair<std::string, Weights>> ablations() {
  std::vector<std::pair<std::string, Weights>> out;
  const auto without = [&](const char* name, double Weights::* term) {
    Weights weights;
    weights.*term = 0;
    out.emplace_back(name, weights);
  };
  without("- patterns", &Weights::pattern);
  without("- hub", &Weights::hub);
  without("- rank", &Weights::rank);
  without("- yield", &Weights::yield);
  Weights paper;
  paper.pattern = paper.yield = paper.fresh = paper.untried = paper.list = 0;
  paper.rank = paper.hub = 1;
  out.emplace_back("rank and hub", paper);
  return out;
}

struct How {
  bool trace = false, quick = false;
  bool addresses = false;  // of the templates are known
  size_t templates = 5;
};

void measure(const bench::MadeSite& site, uint64_t seed, const How& how, Summary& summary) {
  std::mt19937_64 random(seed);
  std::vector<Structure> templates;
  std::vector<std::string> template_urls;
  while (templates.size() < how.templates) {
    const std::string path = site.detail_path(random() % site.details());
    template_urls.push_back(kHost + path);
    templates.push_back(structure_of(*site.page(path)));
  }
  templates = as_templates(std::move(templates));
  const std::vector<std::string> known = how.addresses ? template_urls : std::vector<std::string>();
  const Ours ours = FocusedRun(site, templates, Weights(), known, how.trace).run(kVisits);
  summary.add("focused", ours.curve);
  if (how.quick) {
    fmt::print(
        "{} seed {}: at 50 {:.2f}, 51 to 500 {:.2f}, 500 {:.2f}; precision {:.3f}, recall {:.3f}, threshold {} of {:.0f}\n",
        site.name(), seed, ours.curve.rate(50), ours.curve.rate(kEarly, 50), ours.curve.rate(kEarly),
        precision_of(ours), double(ours.right) / double(site.details()), ours.threshold.limit,
        ours.threshold.length);
    return;
  }
  const bench::SiteGraph graph = bench::graph_of(site);
  const double bound = bench::most_possible(graph, kEarly);
  const Curve breadth = bench::breadth_first(site, kVisits),
              best = bench::best_first(site, kVisits, template_urls, kEarly);
  summary.add("oracle", bench::oracle_crawl(graph, kVisits));
  summary.add("best-first", best);
  summary.add("breadth-first", breadth);
  for (const auto& [name, weights] : ablations())
    summary.add(name, FocusedRun(site, templates, weights, known, false).run(kEarly).curve);
  summary.bound += bound;
  summary.could += 2 * best.rate(kEarly) <= bound;
  summary.could_breadth += 3 * breadth.rate(kEarly) <= bound;
  const double precision = precision_of(ours), recall = double(ours.right) / double(graph.details);
  summary.precision = std::min(summary.precision, precision);
  summary.recall = std::min(summary.recall, recall);
  summary.cpu += 1000 * (ours.scanning + ours.choosing) / double(ours.visits);
  summary.choosing += 100 * ours.choosing / (ours.scanning + ours.choosing);
  ++summary.seeds;
  fmt::print(
      "{} seed {}: {} details, {} reachable, threshold {} of {:.0f} ({}); at 500 {:.2f}, bound {:.2f}, best-first {:.2f}, breadth-first {:.2f}; at {}: precision {:.3f}, recall {:.3f}, {} wrong\n",
      site.name(), seed, site.details(), graph.details, ours.threshold.limit, ours.threshold.length,
      ours.threshold.how, ours.curve.rate(kEarly), bound, best.rate(kEarly), breadth.rate(kEarly),
      ours.visits, precision, recall, ours.wrong);
  std::fflush(stdout);
}

void tell(const Summary& all) {
  const double n = double(all.seeds), oracle = all.row("oracle").at_500;
  fmt::print(
      "\n{}{}{}, mean of {} seeds\n  harvest after       50     100     500    2000   of the oracle's at 500\n",
      all.name, all.real ? " with real pages" : "", all.held_out ? " (held out)" : "", all.seeds);
  for (const Row& row : all.rows)
    fmt::print("  {:<14} {:6.2f}  {:6.2f}  {:6.2f}  {:6.2f}   {:.2f}\n", row.name, row.at_50 / n,
               row.at_100 / n, row.at_500 / n, row.at_2000 / n, row.at_500 / oracle);
  const auto times = [&](const char* row) {
    return all.row("focused").at_500 / std::max(0.002 * n, all.row(row).at_500);
  };
  fmt::print(
      "  at 500: {:.1f} x breadth-first (3 x possible with {} of {} seeds), {:.1f} x best-first (2 x possible with {}); nothing can exceed {:.2f}\n",
      times("breadth-first"), all.could_breadth, all.seeds, times("best-first"), all.could, all.bound / n);
  fmt::print(
      "  at {}: precision {:.3f}, recall {:.3f} at least; CPU a visit {:.3f} ms, choosing {:.1f} %\n\n",
      kVisits, all.precision, all.recall, all.cpu / n, all.choosing / n);
}

// The same as a row of the table in accuracy/crawl.md.
void tell_row(const Summary& all) {
  const double n = double(all.seeds);
  const auto at = [&](const char* row) { return all.row(row).at_500 / n; };
  fmt::print(
      "| {}{}{} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.0f} |\n",
      all.name, all.real ? ", real details" : "", all.held_out ? " (held out)" : "",
      all.row("focused").at_50 / n, at("focused"), at("focused") / at("oracle"), at("oracle"),
      at("best-first"), at("breadth-first"), at("- patterns"), at("- hub"), at("- rank"), at("- yield"),
      at("rank and hub"), all.precision, all.recall, all.cpu / n, all.choosing / n);
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
    options.templates.push_back(structure_of(page_of(like)));
  options.templates = as_templates(std::move(options.templates));
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

std::vector<std::vector<std::string>> kinds_in(const std::string& real) {
  std::vector<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(real))
    if (entry.is_directory()) folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  std::vector<std::vector<std::string>> out;
  for (const auto& folder : folders)
    if (auto pages = pages_in(folder); pages.size() >= 10) out.push_back(std::move(pages));
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  std::string real, mixed;
  std::vector<uint64_t> seeds;
  std::vector<std::string> names;
  How how;
  bool distances = false;
  for (int i = 1; i < argc; ++i) {
    const auto is = [&](const char* name) { return !std::strcmp(argv[i], name); };
    if (is("--real") && i + 1 < argc) real = argv[++i];
    else if (is("--seed") && i + 1 < argc) seeds.push_back(uint64_t(std::atoll(argv[++i])));
    else if (is("--site") && i + 1 < argc) names.emplace_back(argv[++i]);
    else if (is("--mixed") && i + 1 < argc) mixed = argv[++i];
    else if (is("--trace")) how.trace = true;
    else if (is("--quick")) how.quick = true;
    else if (is("--addresses")) how.addresses = true;
    else if (is("--templates") && i + 1 < argc) how.templates = size_t(std::atoll(argv[++i]));
    else if (is("--distances")) distances = true;
    else if (is("--million")) return measure_million(), 0;
    else return fmt::print(stderr, "bench_crawl: {} is no option of this program\n", argv[i]), 2;
  }
  if (seeds.empty()) seeds = {1};
  std::vector<std::vector<std::string>> kinds;
  if (!real.empty()) kinds = kinds_in(real);
  if (distances) {
    bench::measure_made_distances();
    if (!kinds.empty()) bench::measure_real_distances(kinds);
    return 0;
  }
  const std::vector<std::string> others = mixed.empty() ? std::vector<std::string>() : pages_in(mixed);
  std::vector<Summary> all;
  for (const uint64_t seed : seeds) {
    auto sites = bench::tuning_sites(seed);
    for (auto& site : bench::held_out_sites(seed)) sites.push_back(std::move(site));
    all.resize(sites.size());
    for (size_t i = 0; i < sites.size(); ++i) {
      if (!names.empty() && std::find(names.begin(), names.end(), sites[i]->name()) == names.end()) continue;
      if (!kinds.empty()) {
        sites[i]->real_details = kinds[(seed * 5 + i * 3) % kinds.size()];
        sites[i]->real_decoys = kinds[(seed * 5 + i * 3 + 11) % kinds.size()];
        sites[i]->real_decoys.insert(sites[i]->real_decoys.end(), others.begin(), others.end());
      }
      all[i].name = sites[i]->name();
      all[i].real = !kinds.empty();
      all[i].held_out = sites[i]->held_out();
      measure(*sites[i], seed, how, all[i]);
    }
  }
  std::erase_if(all, [](const Summary& one) { return !one.seeds; });
  for (const Summary& one : all) tell(one);
  for (const Summary& one : all) tell_row(one);
}
