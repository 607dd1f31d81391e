// bench_pattern FOLDER [K]: the whole pipeline (decode, tree, match, records) against bare lexbor parsing,
// one thread. Every site below FOLDER (labels.jsonl) is learned from its first K pages (default 3); checked
// first: the labelled pages are answered. Twice: with the wrapper of the labelled pages alone, and with the
// one that the site's other pages, unlabelled, cut to a few rules.
extern "C" {
#include <lexbor/html/html.h>
}

#include <set>

#include "base/text.h"
#include "bench/timing.h"
#include "page/load.h"
#include "pattern/learn/learner.h"
#include "wrap/label.h"

using namespace gleaner;

// How many of a page's labelled values the wrapper gives under their names, and how many it does not.
static void count_values(const wrap::Wrapper& wrapper, const wrap::LabelledPage& page, size_t& right,
                         size_t& missed) {
  auto records = wrap::extract_all(wrapper, *page.document);
  if (!records.ok()) bench::wrong(records.error().to_string());
  std::multiset<std::pair<std::string, std::string>> given;
  for (const wrap::Record& record : *records)
    wrap::for_each_leaf(record, [&](const std::string& field, const wrap::Value& value) {
      given.insert({field, collapse(value.text)});
    });
  for (const wrap::Record& record : page.label.records)
    wrap::for_each_leaf(record, [&](const std::string& field, const wrap::Value& value) {
      const auto at = given.find({field, collapse(value.text)});
      ++(at == given.end() ? missed : right);
      if (at != given.end()) given.erase(at);
    });
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const size_t k = argc > 2 ? size_t(std::atoi(argv[2])) : 3;
  bench::keep_memory();
  struct Site {
    wrap::WrapperPtr wrapper;        // from the labelled pages alone: a vote
    wrap::WrapperPtr short_wrapper;  // with the other pages as unlabelled ones: a few rules
    std::vector<std::string> sources;
  };
  std::vector<Site> sites;
  size_t covered = 0, missed = 0, pages_total = 0;
  double bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[1])) {
    if (entry.path().filename() != "labels.jsonl") continue;
    auto text = read_file(entry.path().string());
    auto labels = wrap::parse_labels(*text, entry.path().string());
    if (!labels.ok()) bench::wrong(labels.error().to_string());
    std::vector<wrap::LabelledPage> train;
    wrap::LearnOptions options;
    Site site;
    for (wrap::Label& label : *labels) {
      std::string path = (entry.path().parent_path() / label.page).string();
      auto page = load_document(path);
      if (!page.ok()) bench::wrong(page.error().to_string());
      if (auto bound = wrap::bind(label, **page); !bound.ok()) continue;
      if (train.size() < k && !label.records.empty()) train.push_back({*page, label});
      else options.also.push_back(*page);
      site.sources.push_back(bench::slurp(path));
      bytes += double(site.sources.back().size());
      ++pages_total;
    }
    Budget budget;
    auto learned = pattern::PatternLearner{}.learn(train, {}, budget);
    if (!learned.ok()) bench::wrong(learned.error().to_string());
    for (const wrap::LabelledPage& page : train) count_values(*learned->wrapper, page, covered, missed);
    site.wrapper = learned->wrapper;
    auto with_also = pattern::PatternLearner{}.learn(train, options, budget);
    if (!with_also.ok()) bench::wrong(with_also.error().to_string());
    site.short_wrapper = with_also->wrapper;
    sites.push_back(std::move(site));
  }
  if (!covered || missed * 20 > covered) bench::wrong("labelled values are missed");
  std::printf(
      "pattern: %zu sites, %zu pages, %.1f MB, learned from %zu pages each; %zu labelled values right, %zu "
      "not\n",
      sites.size(), pages_total, bytes / 1e6, k, covered, missed);
  std::vector<bench::Competitor> competitors;
  competitors.push_back({"lexbor, bare", [&] {
                           for (const Site& site : sites)
                             for (const std::string& s : site.sources) {
                               lxb_html_document_t* d = lxb_html_document_create();
                               lxb_html_document_parse(d, reinterpret_cast<const lxb_char_t*>(s.data()),
                                                       s.size());
                               lxb_html_document_destroy(d);
                             }
                         }});
  auto run = [&](wrap::WrapperPtr Site::* wrapper) {
    return [&sites, wrapper] {
      for (const Site& site : sites)
        for (const std::string& s : site.sources) {
          auto page = Document::from_view(s, nullptr);
          auto records = wrap::extract_all(*(site.*wrapper), **page);
          if (!records.ok()) bench::wrong("extract");
        }
    };
  };
  competitors.push_back({"pattern, whole pipeline", run(&Site::wrapper)});
  competitors.push_back({"the same, rules chosen on unlabelled pages", run(&Site::short_wrapper)});
  bench::race(competitors, 15);  // the best of many: others use the machine too
  bench::report(competitors, bytes);
  return 0;
}
