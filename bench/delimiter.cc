// Delimiter wrappers: extraction speed of every class against a loop of std::string_view::find, and learning
// times.
//
//   bench_delimiter FOLDER [ROUNDS]        FOLDER: the sites of the wrapper-induction survey (corpora/wien)
//
// Extraction: the wrappers that the paper's system learned for sites with four attributes (nested classes:
// those it has of sites that LR has too), over 100 MB of pages drawn at random, so that neither caches nor
// branch predictors can learn them; spans of all values included. Answers are compared first. Learning: all
// six classes on each site's first five pages; and how time grows with page length and K.
#include <cstring>
#include <map>
#include <random>
#include <string_view>

#include "base/json.h"
#include "bench/timing.h"
#include "delimiter/learn.h"
#include "delimiter/paper_file.h"

using namespace gleaner;
using namespace gleaner::delimiter;

namespace {

constexpr size_t kBytes = 100'000'000;

struct Site {
  std::string name;
  std::vector<Example> pages;
  std::vector<std::string> texts;
  size_t attributes = 0;
};

void add_items(const json::Value& value, std::vector<Item>& items, size_t& attributes) {
  for (const json::Value& item : value.items) add_items(item, items, attributes);
  for (const json::Member& member : value.members) {
    const json::Value* span = member.value.is_object() ? member.value.find("span") : nullptr;
    if (!span) {
      add_items(member.value, items, attributes);
      continue;
    }
    const auto k = uint32_t(std::atoi(std::string(member.key.substr(1)).c_str()) - 1);
    items.push_back({k, {uint32_t(span->items[0].number), uint32_t(span->items[1].number)}});
    attributes = std::max<size_t>(attributes, k + 1);
  }
}

std::vector<Site> load_sites(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (std::filesystem::exists(entry.path() / "labels.jsonl")) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  std::vector<Site> sites;
  for (const std::string& name : names) {
    Site site{name, {}, {}, 0};
    std::ifstream lines(folder + "/" + name + "/labels.jsonl");
    std::vector<std::vector<Item>> items;
    for (std::string line; std::getline(lines, line);) {
      auto parsed = json::parse(line);
      if (!parsed.ok()) bench::wrong(name + ": " + parsed.error().message);
      site.texts.push_back(
          bench::slurp(folder + "/" + name + "/" + std::string(parsed->root.find("page")->text)));
      items.emplace_back();
      add_items(*parsed->root.find("records"), items.back(), site.attributes);
    }
    for (size_t i = 0; i < items.size(); ++i) site.pages.push_back({site.texts[i], items[i]});
    sites.push_back(std::move(site));
  }
  return sites;
}

std::optional<Delimiters> paper_wrapper(const std::string& folder, const Site& site, Class kind) {
  std::string ending(name_of(kind));
  if (is_nested(kind)) ending.insert(1, "-");
  const std::string path = folder + "/" + site.name + "/paper-wrappers/" + site.name.substr(1) + "." + ending;
  if (!std::filesystem::exists(path)) return std::nullopt;
  auto read = parse_paper_file(bench::slurp(path), kind, path);
  if (!read.ok()) bench::wrong(read.error().to_string());
  return *read;
}

// One wrapper over pages drawn from its site; the pages stand one after the other in memory.
struct Task {
  Delimiters wrapper;
  std::string memory;
  std::vector<std::string_view> pages;
};

// `by`: the class whose wrappers are run, on the sites (of four attributes, for flat classes) that have one
// of class `kind` too.
std::vector<Task> make_tasks(const std::string& folder, const std::vector<Site>& sites, Class by,
                             Class kind) {
  std::vector<Task> tasks;
  std::vector<const Site*> chosen;
  for (const Site& site : sites)
    if ((is_nested(kind) || site.attributes == 4) && paper_wrapper(folder, site, kind) &&
        paper_wrapper(folder, site, Class::lr))
      chosen.push_back(&site);
  std::mt19937 rng(1);
  for (const Site* site : chosen) {
    Task task{*paper_wrapper(folder, *site, by), {}, {}};
    std::vector<std::pair<size_t, size_t>> places;
    while (task.memory.size() < kBytes / chosen.size()) {
      const std::string& text = site->texts[rng() % site->texts.size()];
      places.emplace_back(task.memory.size(), text.size());
      task.memory += text;
    }
    for (auto [at, size] : places) task.pages.push_back(std::string_view(task.memory).substr(at, size));
    tasks.push_back(std::move(task));
  }
  return tasks;
}

// The loop anybody writes first.
size_t find_loop(const Delimiters& w, std::string_view page, std::vector<Item>& items) {
  size_t cursor = 0;
  for (;;) {
    const size_t tuple = items.size();
    if (page.find(w.left[0], cursor) == std::string_view::npos) return items.size();
    for (size_t k = 0; k < w.left.size(); ++k) {
      const size_t l = page.find(w.left[k], cursor);
      if (l == std::string_view::npos) return items.resize(tuple), tuple;
      const size_t begin = l + w.left[k].size();
      const size_t end = page.find(w.right[k], begin);
      if (end == std::string_view::npos) return items.resize(tuple), tuple;
      items.push_back({uint32_t(k), {uint32_t(begin), uint32_t(end)}});
      cursor = end;
    }
  }
}

// The same with l1 looked for once a tuple: the best that can be said for find.
size_t find_loop_once(const Delimiters& w, std::string_view page, std::vector<Item>& items) {
  size_t cursor = 0;
  for (;;) {
    const size_t tuple = items.size();
    for (size_t k = 0; k < w.left.size(); ++k) {
      const size_t l = page.find(w.left[k], cursor);
      if (l == std::string_view::npos) return items.resize(tuple), tuple;
      const size_t begin = l + w.left[k].size();
      const size_t end = page.find(w.right[k], begin);
      if (end == std::string_view::npos) return items.resize(tuple), tuple;
      items.push_back({uint32_t(k), {uint32_t(begin), uint32_t(end)}});
      cursor = end;
    }
  }
}

uint64_t sum_of(const std::vector<Item>& items) {
  uint64_t sum = items.size();
  for (const Item& item : items) sum = sum * 31 + item.span.begin * 7 + item.span.end;
  return sum;
}

void bench_extraction(const std::string& folder, const std::vector<Site>& sites, int rounds) {
  for (Class kind : kAllClasses) {
    const std::vector<Task> tasks = make_tasks(folder, sites, kind, kind);
    const std::vector<Task> lr_tasks = make_tasks(folder, sites, Class::lr, kind);  // the same pages
    if (tasks.empty()) continue;
    double bytes = 0, tuples = 0;
    std::vector<Item> items, other;
    std::vector<bench::Competitor> race;
    auto over = [&](auto&& page) {
      return [&, page] {
        for (const Task& task : tasks)
          for (std::string_view text : task.pages) items.clear(), page(task, text);
      };
    };
    std::vector<std::vector<Program>> programs;  // a path, a task
    std::vector<Isa> paths;
    for (Isa isa : {Isa::avx2, Isa::sse2, Isa::plain})
      if (isa_available(isa)) {
        paths.push_back(isa);
        programs.emplace_back();
        for (const Task& task : tasks) programs.back().emplace_back(task.wrapper, isa);
      }
    for (size_t t = 0; t < tasks.size(); ++t)
      for (std::string_view text : tasks[t].pages) {
        bytes += double(text.size());
        items.clear();
        programs[0][t].run(text, items);
        tuples +=
            double(std::count_if(items.begin(), items.end(), [](const Item& i) { return i.attribute == 0; }));
        const uint64_t sum = sum_of(items);
        if (kind == Class::lr) {
          other.clear(), find_loop(tasks[t].wrapper, text, other);
          if (sum_of(other) != sum) bench::wrong("lr differs from the find loop");
        }
        for (size_t p = 1; p < paths.size(); ++p) {
          other.clear(), programs[p][t].run(text, other);
          if (sum_of(other) != sum) bench::wrong(std::string(name_of(kind)) + " differs by path");
        }
      }
    std::vector<Program> lr_programs;
    for (const Task& task : lr_tasks) lr_programs.emplace_back(task.wrapper);
    if (kind == Class::lr) {
      race.push_back({"string_view::find loop", over([&](const Task& task, std::string_view text) {
                        find_loop(task.wrapper, text, items);
                      })});
      race.push_back({"... looking for l1 once", over([&](const Task& task, std::string_view text) {
                        find_loop_once(task.wrapper, text, items);
                      })});
    }
    if (kind != Class::lr)
      race.push_back({"LR on the same pages", [&] {
                        for (size_t t = 0; t < lr_tasks.size(); ++t)
                          for (std::string_view text : lr_tasks[t].pages)
                            items.clear(), lr_programs[t].run(text, items);
                      }});
    for (size_t p = 0; p < paths.size(); ++p)
      race.push_back({std::string(name_of(paths[p])), over([&, p](const Task& task, std::string_view text) {
                        programs[p][size_t(&task - tasks.data())].run(text, items);
                      })});
    bench::race(race, rounds);
    std::printf("delimiter: %s, %zu sites, %.0f MB, %.0f records of %.0f bytes\n",
                std::string(title_of(kind)).c_str(), tasks.size(), bytes / 1e6, tuples,
                bytes / std::max(tuples, 1.0));
    bench::report(race, bytes);
  }
}

double learn_seconds(Class kind, const std::vector<Example>& pages, size_t attributes,
                     bool* found = nullptr) {
  Budget budget;
  const double begin = bench::cpu_seconds();
  const Outcomes outcomes = gleaner::delimiter::learn(kind, pages, attributes, {}, budget);
  if (found) *found = outcomes.learnt.has_value();
  return bench::cpu_seconds() - begin;
}

void bench_learning(const std::vector<Site>& sites) {
  std::printf("learning, first five pages of a site, ms by class (- no wrapper):\n  %-6s", "site");
  for (Class kind : kAllClasses) std::printf(" %9s", std::string(title_of(kind)).c_str());
  std::printf("\n");
  std::vector<double> all;
  for (const Site& site : sites) {
    std::vector<Example> first(site.pages.begin(),
                               site.pages.begin() + std::min<ptrdiff_t>(5, ptrdiff_t(site.pages.size())));
    std::printf("  %-6s", site.name.c_str());
    double sum = 0;
    for (Class kind : kAllClasses) {
      bool found = false;
      const double seconds = learn_seconds(kind, first, site.attributes, &found);
      sum += seconds;
      std::printf(" %8.2f%s", seconds * 1e3, found ? " " : "-");
    }
    all.push_back(sum);
    std::printf("\n");
  }
  std::sort(all.begin(), all.end());
  if (!all.empty())
    std::printf("  all six: median %.1f ms, worst %.1f ms\n", all[all.size() / 2] * 1e3, all.back() * 1e3);
}

// The paper's protocol: learn from one page, two, ... drawn at random until all other pages of the site are
// right.
void bench_examples(const std::vector<Site>& sites) {
  constexpr int kOrders = 20;
  std::printf(
      "examples needed until all other pages are right, mean of %d random orders (- no wrapper):\n  %-6s",
      kOrders, "site");
  for (Class kind : kAllClasses) std::printf(" %7s", std::string(title_of(kind)).c_str());
  std::printf("\n");
  for (const Site& site : sites) {
    std::printf("  %-6s", site.name.c_str());
    for (Class kind : kAllClasses) {
      std::mt19937 rng(7);
      double needed = 0;
      int right = 0;
      for (int order = 0; order < kOrders; ++order) {
        std::vector<Example> pages = site.pages;
        std::shuffle(pages.begin(), pages.end(), rng);
        for (size_t n = 1; n < pages.size(); ++n) {
          Budget budget;
          const Outcomes outcomes = gleaner::delimiter::learn(
              kind, {pages.begin(), pages.begin() + ptrdiff_t(n)}, site.attributes, {}, budget);
          if (!outcomes.learnt) break;
          const Program program(outcomes.learnt->delimiters);
          std::vector<Item> items;
          if (std::all_of(pages.begin() + ptrdiff_t(n), pages.end(), [&](const Example& page) {
                items.clear(), program.run(page.text, items);
                return items == page.items;
              })) {
            needed += double(n);
            ++right;
            break;
          }
        }
      }
      if (right == kOrders) std::printf(" %7.2f", needed / right);
      else std::printf(" %7s", right ? "some" : "-");
    }
    std::printf("\n");
    std::fflush(stdout);
  }
}

// A made page: head, a list of records of K fields with varied values, tail.
Example made_page(std::string& text, size_t size, size_t attributes, uint32_t seed) {
  std::mt19937 rng(seed);
  Example example;
  auto words = [&](size_t n) {
    std::string made;
    for (size_t i = 0; i < n; ++i) made += std::string(1 + rng() % 8, char('a' + rng() % 26)) + " ";
    return made;
  };
  text = "<html><head><title>" + words(5) + "</title></head><body><p>" + words(size / 100) + "<b>" +
         words(2) + "</b></p><ul>\n";
  while (text.size() + size / 10 < size) {
    text += "<li class=\"item\">";
    for (uint32_t k = 0; k < attributes; ++k) {
      text += "<span class=\"f" + std::to_string(k) + "\">";
      const auto begin = uint32_t(text.size());
      text += words(1 + rng() % 4);
      example.items.push_back({k, {begin, uint32_t(text.size())}});
      text += "</span> ";
    }
    text += "</li>\n";
  }
  text += "</ul><p><b>" + words(3) + "</b>" + words(size / 100) + "</p></body></html>\n";
  return example;
}

void bench_growth() {
  auto row = [](size_t size, size_t attributes) {
    std::vector<std::string> texts(3);
    std::vector<Example> pages;
    for (uint32_t i = 0; i < 3; ++i) pages.push_back(made_page(texts[i], size, attributes, i + 1));
    for (uint32_t i = 0; i < 3; ++i) pages[i].text = texts[i];
    std::printf("  %7zu bytes, K=%2zu:", size, attributes);
    for (Class kind : kAllClasses)
      std::printf(" %s %.2f", std::string(title_of(kind)).c_str(),
                  learn_seconds(kind, pages, attributes) * 1e3);
    std::printf("\n");
    std::fflush(stdout);
  };
  std::printf("growth, three made pages, ms by class:\n");
  for (size_t size : {1000u, 10'000u, 100'000u, 1'000'000u}) row(size, 4);
  for (size_t attributes : {1u, 2u, 4u, 8u, 12u}) row(30'000, attributes);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: bench_delimiter FOLDER [ROUNDS]\n"), 2;
  const std::string folder = argv[1];
  const std::vector<Site> sites = load_sites(folder);
  if (sites.empty()) return std::fprintf(stderr, "bench_delimiter: no labelled sites below %s\n", argv[1]), 2;
  bench_extraction(folder, sites, argc > 2 ? std::atoi(argv[2]) : 3);
  bench_learning(sites);
  bench_examples(sites);
  bench_growth();
}
