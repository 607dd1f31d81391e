// Accuracy of the pattern learner on a corpus of labelled sites, with several choices of the training pages.
//
// usage: pattern_accuracy [-k 1,3] [--starts 0,4,8,12,16] [--errors] [--sites] [--only NAME] [--spans]
// [--also] FOLDER...
//
// A site is a folder with labels.jsonl. For each start s the first k pages with records from the s-th on are
// learned from and all others are tested; scores as macro F1 over sites, values as sets of normalised text
// (--spans: exact spans). One start is noise of about 0.005 (--also: the test pages are given as unlabelled
// pages); judge changes on the mean of five. Also prints groups: the folder above a site (swde: the kind of
// site).
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>

#include "base/text.h"
#include "page/load.h"
#include "pattern/learn/learner.h"
#include "wrap/label.h"
#include "wrap/wrapper.h"

namespace {

using namespace gleaner;
namespace fs = std::filesystem;

struct Page {
  DocumentPtr document;
  wrap::Label label;
};
struct Site {
  std::string name, group;
  std::vector<Page> pages;
};
struct Options {
  std::vector<size_t> ks = {1, 3}, starts = {0, 4, 8, 12, 16};
  bool errors = false, sites = false, spans = false, also = false;
  std::string only;
  std::vector<std::string> folders;
  std::map<std::string, std::string> settings;
};

std::vector<size_t> numbers(const std::string& list) {
  std::vector<size_t> out;
  for (std::string_view part : split(list, ',')) out.push_back(size_t(std::stoul(std::string(part))));
  return out;
}

std::set<std::string> leaves(const std::vector<wrap::Record>& records, bool spans) {
  std::set<std::string> out;
  for (const wrap::Record& r : records)
    wrap::for_each_leaf(r, [&](const std::string& path, const wrap::Value& v) {
      size_t dot = path.rfind('.');
      if (spans) out.insert(v.span ? fmt::format("{}-{}", v.span->begin, v.span->end) : "?");
      else out.insert(path.substr(dot == std::string::npos ? 0 : dot + 1) + "\t" + collapse(v.text));
    });
  return out;
}

bool load_site(const fs::path& folder, Site& site) {
  auto text = read_file((folder / "labels.jsonl").string());
  if (!text.ok()) return false;
  auto labels = wrap::parse_labels(*text, (folder / "labels.jsonl").string());
  if (!labels.ok()) {
    fmt::print(stderr, "{}\n", labels.error().to_string());
    return false;
  }
  site.name = folder.filename().string();
  site.group = folder.parent_path().filename().string();
  for (wrap::Label& label : *labels) {
    auto document = load_document((folder / label.page).string());
    if (!document.ok()) {
      fmt::print(stderr, "{}\n", document.error().to_string());
      continue;
    }
    if (auto bound = wrap::bind(label, **document); !bound.ok())
      fmt::print(stderr, "{}\n", bound.error().to_string());
    site.pages.push_back({*document, std::move(label)});
  }
  return true;
}

struct Score {
  size_t tp = 0, fp = 0, fn = 0, exact = 0, pages = 0;
  double f1() const { return 2 * tp + fp + fn ? 2.0 * double(tp) / double(2 * tp + fp + fn) : 0; }
};

std::vector<double> learn_times;

Score run(const Site& site, size_t k, size_t start, const Options& options,
          std::map<std::string, std::vector<std::string>>& errors) {
  std::vector<size_t> full;
  for (size_t i = 0; i < site.pages.size(); ++i)
    if (!leaves(site.pages[i].label.records, false).empty()) full.push_back(i);
  std::set<size_t> train;
  for (size_t i = start; i < full.size() && train.size() < k; ++i) train.insert(full[i]);
  std::vector<wrap::LabelledPage> pages;
  for (size_t i : train) pages.push_back({site.pages[i].document, site.pages[i].label});
  Score score;
  wrap::LearnOptions learn_options;
  learn_options.settings = options.settings;
  if (options.also)
    for (size_t i = 0; i < site.pages.size(); ++i)
      if (!train.contains(i)) learn_options.also.push_back(site.pages[i].document);
  Budget budget;
  auto t0 = std::chrono::steady_clock::now();
  auto learned = pattern::PatternLearner{}.learn(pages, learn_options, budget);
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - t0).count();
  learn_times.push_back(seconds);
  for (size_t i = 0; i < site.pages.size(); ++i) {
    if (train.contains(i)) continue;
    std::set<std::string> gold = leaves(site.pages[i].label.records, options.spans), got;
    if (learned.ok()) {
      auto records = wrap::extract_all(*learned->wrapper, *site.pages[i].document);
      if (records.ok()) got = leaves(*records, options.spans);
    } else if (errors.empty()) {
      errors["(learning) " + learned.error().message].push_back("");
    }
    size_t tp = 0;
    for (const std::string& v : got) tp += gold.contains(v);
    score.tp += tp;
    score.fp += got.size() - tp;
    score.fn += gold.size() - tp;
    score.exact += got == gold;
    ++score.pages;
    std::map<std::string, std::pair<std::string, std::string>> wrong;
    for (const std::string& v : gold)
      if (!got.contains(v))
        wrong[v.substr(0, v.find('\t'))].first += " [" + v.substr(v.find('\t') + 1, 60) + "]";
    for (const std::string& v : got)
      if (!gold.contains(v))
        wrong[v.substr(0, v.find('\t'))].second += " [" + v.substr(v.find('\t') + 1, 60) + "]";
    for (auto& [field, w] : wrong)
      errors[field].push_back(fmt::format("page {} missed{} extra{}", i, w.first, w.second));
  }
  return score;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string a = argv[i];
    auto next = [&] { return i + 1 < argc ? std::string(argv[++i]) : std::string(); };
    if (a == "-k") options.ks = numbers(next());
    else if (a == "--starts") options.starts = numbers(next());
    else if (a == "--errors") options.errors = true;
    else if (a == "--sites") options.sites = true;
    else if (a == "--spans") options.spans = true;
    else if (a == "--also") options.also = true;
    else if (a == "--only") options.only = next();
    else if (a == "--set") {
      std::string s = next();
      options.settings[s.substr(0, s.find('='))] = s.substr(s.find('=') + 1);
    } else options.folders.push_back(a);
  }
  std::vector<fs::path> found;
  for (const std::string& f : options.folders)
    for (auto& entry : fs::recursive_directory_iterator(f))
      if (entry.path().filename() == "labels.jsonl") found.push_back(entry.path().parent_path());
  std::sort(found.begin(), found.end());
  std::map<size_t, std::map<std::string, std::pair<double, size_t>>> groups;  // k -> group -> sum, count
  std::map<size_t, std::pair<double, size_t>> all;
  std::map<size_t, size_t> perfect;
  for (const fs::path& folder : found) {
    if (!options.only.empty() && folder.string().find(options.only) == std::string::npos) continue;
    Site site;
    if (!load_site(folder, site)) continue;
    for (size_t k : options.ks)
      for (size_t start : options.starts) {
        std::map<std::string, std::vector<std::string>> errors;
        Score s = run(site, k, start, options, errors);
        if (!s.pages) continue;
        groups[k][site.group].first += s.f1();
        groups[k][site.group].second += 1;
        all[k].first += s.f1();
        all[k].second += 1;
        perfect[k] += s.exact == s.pages;
        if (options.sites || (options.errors && s.exact != s.pages))
          fmt::print("k={} start {:2} {:32} F1 {:.4f} exact {}/{}\n", k, start, site.name, s.f1(), s.exact,
                     s.pages);
        if (options.errors)
          for (auto& [field, list] : errors) fmt::print("    {:3} {}: {}\n", list.size(), field, list[0]);
      }
  }
  for (auto& [k, g] : groups) {
    fmt::print("k={}", k);
    for (auto& [name, sum] : g) fmt::print("  {} {:.4f}", name, sum.first / double(sum.second));
    fmt::print("\nk={} all {:.4f} perfect {}/{}\n", k, all[k].first / double(all[k].second), perfect[k],
               all[k].second);
  }
  std::sort(learn_times.begin(), learn_times.end());
  if (!learn_times.empty())
    fmt::print("learn: median {:.1f} ms, worst {:.1f} ms\n", learn_times[learn_times.size() / 2] * 1e3,
               learn_times.back() * 1e3);
  return 0;
}
