// bench_learn [-k K] FOLDER...: learning time of the portfolio, and what check and explain add to extraction,
// one thread.
//
// Every site below a folder (labels.jsonl) is learned from its first K labelled pages (default 3; -k holds
// for the folders behind it), all families, one job; checked first: the labelled values are covered. Then its
// pages are read from memory and extracted; the same with the check against the profile; the same with the
// explanation of every cell. The three take turns, and what one adds is the median over the rounds of its
// ratio to the extraction of the same round.
#include "bench/timing.h"
#include "label/resolve.h"
#include "learn/check.h"
#include "learn/explain.h"
#include "learn/portfolio.h"
#include "run/families.h"
#include "wrap/wrapper_file.h"

using namespace gleaner;

namespace {

struct Site {
  wrap::WrapperPtr wrapper;
  learn::Profile profile;
  std::vector<std::pair<std::string, std::string>> pages;  // name, bytes
};

struct Totals {
  std::vector<double> seconds;  // of learning, a site
  size_t covered = 0, wrong = 0, cells = 0, pages = 0;
  double bytes = 0;
};

bool learn_site(const std::filesystem::path& file, size_t k, const wrap::Registry& registry, Site& site,
                Totals& totals) {
  auto text = read_file(file.string());
  auto labels = wrap::parse_labels(*text, file.string());
  if (!labels.ok()) bench::wrong(labels.error().to_string());
  std::vector<wrap::Label> first;
  for (const wrap::Label& label : *labels) {
    const std::string path = (file.parent_path() / label.page).string();
    site.pages.emplace_back(path, bench::slurp(path));
    if (first.size() < k && !label.records.empty()) first.push_back(label);
  }
  if (first.size() < k) return false;
  for (const auto& page : site.pages) totals.bytes += double(page.second.size());
  label::Resolved resolved = label::resolve_labels(first, file.parent_path().string(), file.string());
  wrap::LearnOptions options;
  options.settings["jobs"] = "1";
  Budget budget;
  const double begin = bench::cpu_seconds();
  auto learned = registry.find("auto")->learner->learn(resolved.pages, options, budget);
  totals.seconds.push_back(bench::cpu_seconds() - begin);
  if (!learned.ok()) bench::wrong(file.string() + ": " + learned.error().to_string());
  totals.covered += learned->report.covered;
  totals.wrong += learned->report.missed + learned->report.wrong;
  site.wrapper = learned->wrapper;
  site.profile = learn::make_profile(site.wrapper, resolved.pages, {});
  return true;
}

template <class Then>
void each_page(const std::vector<Site>& sites, Then&& then) {
  for (const Site& site : sites)
    for (const auto& [name, bytes] : site.pages) {
      DocumentOptions options;
      options.name = name;
      auto page = Document::from_bytes(bytes, options);
      auto records = wrap::extract_all(*site.wrapper, **page);
      if (records.ok()) then(site, **page, *records);
    }
}

// What a task adds to the first one, in percent: the median over the rounds.
double adds(const std::vector<double>& extract, const std::vector<double>& task) {
  std::vector<double> ratios;
  for (size_t i = 0; i < task.size(); ++i) ratios.push_back(task[i] / extract[i]);
  std::sort(ratios.begin(), ratios.end());
  return 100 * (ratios[ratios.size() / 2] - 1);
}

void measure(const std::vector<Site>& sites, Totals& totals) {
  constexpr int kRounds = 9;
  const std::pair<const char*, std::function<void()>> tasks[] = {
      {"extract",
       [&] { each_page(sites, [](const Site&, const Document&, const std::vector<wrap::Record>&) {}); }},
      {"check",
       [&] {
         each_page(sites,
                   [](const Site& site, const Document& page, const std::vector<wrap::Record>& records) {
                     learn::check_page(site.profile, page, records, site.wrapper->rules());
                   });
       }},
      {"explain", [&] {
         each_page(sites,
                   [&](const Site& site, const Document& page, const std::vector<wrap::Record>& records) {
                     totals.cells += learn::explain(*site.wrapper, page, records, {}).size();
                   });
       }}};
  std::vector<std::vector<double>> times(std::size(tasks));
  for (int round = 0; round < kRounds; ++round)
    for (size_t t = 0; t < std::size(tasks); ++t) {
      const double begin = bench::cpu_seconds();
      tasks[t].second();
      times[t].push_back(bench::cpu_seconds() - begin);
    }
  std::printf("  extract %.0f MB/s, %.0f cells a page\n",
              totals.bytes / *std::min_element(times[0].begin(), times[0].end()) / 1e6,
              double(totals.cells) / kRounds / double(totals.pages));
  for (size_t t = 1; t < std::size(tasks); ++t)
    std::printf("  %s adds %.1f %%\n", tasks[t].first, adds(times[0], times[t]));
}

void bench_folder(const std::string& folder, size_t k, const wrap::Registry& registry) {
  Totals totals;
  std::vector<Site> sites;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().filename() == "labels.jsonl") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files)
    if (Site site; learn_site(file, k, registry, site, totals)) sites.push_back(std::move(site));
  if (sites.empty()) bench::wrong("no site with so many labelled pages below " + folder);
  if (totals.wrong * 20 > totals.covered)
    bench::wrong("more than one in twenty labelled values is not given back");
  for (const Site& site : sites) totals.pages += site.pages.size();
  std::sort(totals.seconds.begin(), totals.seconds.end());
  std::printf("%s: learning from %zu pages, %zu sites: median %.3f s, worst %.3f s\n", folder.c_str(), k,
              sites.size(), totals.seconds[totals.seconds.size() / 2], totals.seconds.back());
  measure(sites, totals);
}

}  // namespace

int main(int argc, char** argv) {
  bench::keep_memory();
  wrap::Registry registry;
  run::register_families(registry);
  size_t k = 3;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "-k" && i + 1 < argc) k = size_t(std::atoi(argv[++i]));
    else bench_folder(argv[i], k, registry);
  }
  return 0;
}
