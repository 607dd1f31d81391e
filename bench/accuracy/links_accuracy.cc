// Accuracy of pager links on labelled pages, by models that never saw the page's
// domain; and the fit of the weights.
//
// usage: links_accuracy FOLDER [--stated] [--pull N] [--page-pull N] [--errors]
// [--folds N] [--fit FILE] [--fitted]
//
// FOLDER holds labels.csv in autopager's format: a CSS selector a class, and the pages. Scores are
// over all <a href>, micro, a class each, first and last counting as pages, pages marked failed left
// out: as autopager's notebook counts.
//   (nothing)   one domain left out at a time, fitted on the others (--folds N: N groups of domains)
//   --stated    the weights a person would state, nothing fitted
//   --fitted    the weights in the program
//   --fit FILE  fits on all pages and writes src/links/weights.inc
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "base/text.h"
#include "html/css.h"
#include "links/pager.h"
#include "links_stated.h"
#include "page/load.h"
#include "page/url.h"

namespace {

using namespace gleaner;
using links::Role;
using links::Weights;

struct Page {
  std::string file, url, domain;
  DocumentPtr document;
  std::vector<links::Link> links;
  std::vector<links::Signals> signals;
  std::vector<Role> gold;
};

struct Options {
  std::string folder, fit;
  bool stated = false, fitted = false, errors = false;
  size_t folds = 0;
  double pull = 3, page_pull = 10;  // how strongly next, and page, are held to the stated weights
};

std::vector<std::vector<std::string>> read_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1, {""});
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    std::string& cell = rows.back().back();
    if (quoted && text[i] == '"' && i + 1 < text.size() && text[i + 1] == '"') cell += text[i++];
    else if (text[i] == '"') quoted = !quoted;
    else if (quoted) cell += text[i];
    else if (text[i] == ',') rows.back().emplace_back();
    else if (text[i] == '\n') rows.push_back({""});
    else if (text[i] != '\r') cell += text[i];
  }
  return rows;
}

std::string domain_of(const std::string& url) {
  const std::string host = host_of(split_url(url));
  std::vector<std::string_view> parts = split(host, '.');
  const size_t n = parts.size();
  const size_t keep = n > 2 && parts[n - 2].size() <= 3 && parts[n - 1].size() == 2 ? 3 : 2;
  std::string out;
  for (size_t i = n > keep ? n - keep : 0; i < n; ++i) out.append(out.empty() ? "" : ".").append(parts[i]);
  return out;
}

// The links that the selector means: the selected elements' links above, else those below; copies count too.
void mark(Page& page, const std::string& selector, Role role) {
  if (selector.empty()) return;
  auto css = html::Css::compile(selector);
  if (!css.ok()) {
    fmt::print(stderr, "{}: {}: {}\n", page.file, selector, css.error().message);
    return;
  }
  const html::Tree& tree = page.document->view<html::Tree>();
  const html::TagId a = html::tag_id("a");
  std::set<std::string_view> sources;
  for (html::NodeId n : css->select(tree)) {
    size_t before = sources.size();
    for (html::NodeId up = tree.parent(n); up != html::kNoNode; up = tree.parent(up))
      if (tree.tag(up) == a) sources.insert(tree.span(up).of(page.document->text()));
    if (sources.size() != before) continue;
    for (html::NodeId in = n; in < tree.subtree_end(n); ++in)
      if (tree.tag(in) == a) sources.insert(tree.span(in).of(page.document->text()));
  }
  for (size_t i = 0; i < page.links.size(); ++i)
    if (sources.count(tree.span(page.links[i].node).of(page.document->text()))) page.gold[i] = role;
}

std::vector<Page> read_pages(const std::string& folder) {
  auto text = read_file(folder + "/labels.csv");
  if (!text.ok()) fmt::print(stderr, "{}\n", text.error().to_string()), std::exit(3);
  std::vector<std::vector<std::string>> rows = read_csv(*text);
  std::map<std::string, size_t> column;
  for (size_t i = 0; i < rows[0].size(); ++i) column[rows[0][i]] = i;
  std::vector<Page> out;
  for (size_t r = 1; r < rows.size(); ++r) {
    rows[r].resize(rows[0].size());
    const auto cell = [&](const char* name) { return rows[r][column[name]]; };
    if (!cell("failed").empty() || cell("File Name").empty()) continue;
    Page page;
    page.file = cell("File Name") + ".html";
    page.url = cell("Page URL");
    page.domain = domain_of(page.url);
    LoadOptions load;
    load.document.transport_charset = cell("Encoding");
    auto document = load_document(folder + "/" + page.file, load);
    if (!document.ok()) continue;
    page.document = *document;
    page.links = links::read_links(page.document->view<html::Tree>(), page.url);
    page.signals = links::describe(page.links, page.url);
    page.gold.assign(page.links.size(), Role::other);
    mark(page, cell("PREV"), Role::previous);
    mark(page, cell("PAGE"), Role::page);
    mark(page, cell("NEXT"), Role::next);
    mark(page, cell("LAST"), Role::page);
    mark(page, cell("FIRST"), Role::page);
    out.push_back(std::move(page));
  }
  return out;
}

// --- logistic regression by Newton steps with a line search, pulled to the stated weights

struct Example {
  const links::Signals* signals;
  bool mirrored, yes;
};

size_t column_of(const links::Signal& signal, bool mirrored) {
  return size_t(mirrored ? links::mirrored(signal.feature) : signal.feature);
}

double value_of(const Example& example, const Weights& weights) {
  double sum = weights[links::kFeatures];
  for (const links::Signal& signal : *example.signals)
    sum += weights[column_of(signal, example.mirrored)] * signal.value;
  return sum;
}

double loss(const std::vector<Example>& examples, const Weights& weights, const Weights& stated,
            double pull) {
  double sum = 0;
  for (const Example& example : examples) {
    const double z = value_of(example, weights) * (example.yes ? -1 : 1);
    sum += z > 30 ? z : std::log1p(std::exp(z));
  }
  for (size_t i = 0; i < weights.size(); ++i)
    sum += 0.5 * pull * (weights[i] - stated[i]) * (weights[i] - stated[i]);
  return sum;
}

// Solves a x = b for a symmetric positive matrix (Cholesky), in place.
void solve(std::vector<double>& a, std::vector<double>& b) {
  const size_t n = b.size();
  for (size_t j = 0; j < n; ++j) {
    for (size_t k = 0; k < j; ++k) a[j * n + j] -= a[j * n + k] * a[j * n + k];
    a[j * n + j] = std::sqrt(a[j * n + j]);
    for (size_t i = j + 1; i < n; ++i) {
      for (size_t k = 0; k < j; ++k) a[i * n + j] -= a[i * n + k] * a[j * n + k];
      a[i * n + j] /= a[j * n + j];
    }
  }
  for (size_t i = 0; i < n; ++i) {
    for (size_t k = 0; k < i; ++k) b[i] -= a[i * n + k] * b[k];
    b[i] /= a[i * n + i];
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t k = i + 1; k < n; ++k) b[i] -= a[k * n + i] * b[k];
    b[i] /= a[i * n + i];
  }
}

Weights fit(const std::vector<Example>& examples, const Weights& stated, double pull) {
  constexpr size_t n = links::kFeatures + 1;
  Weights weights = stated;
  double now = loss(examples, weights, stated, pull);
  for (int step = 0; step < 25; ++step) {
    std::vector<double> h(n * n), g(n);
    for (const Example& example : examples) {
      const double p = 1 / (1 + std::exp(-std::clamp(value_of(example, weights), -30., 30.)));
      std::vector<std::pair<size_t, double>> row = {{n - 1, 1}};
      for (const links::Signal& s : *example.signals)
        row.emplace_back(column_of(s, example.mirrored), s.value);
      for (const auto& [i, x] : row) {
        g[i] += x * (p - example.yes);
        for (const auto& [j, y] : row) h[i * n + j] += x * y * p * (1 - p);
      }
    }
    for (size_t i = 0; i < n; ++i) {
      h[i * n + i] += pull;
      g[i] += pull * (weights[i] - stated[i]);
    }
    solve(h, g);
    double size = 1, then = now;
    Weights tried = weights;
    for (; size > 1e-4; size /= 2) {
      for (size_t i = 0; i < n; ++i) tried[i] = weights[i] - size * g[i];
      then = loss(examples, tried, stated, pull);
      if (then <= now) break;
    }
    const double gained = now - then;
    weights = tried;
    now = then;
    if (gained < 1e-4 * now) break;
  }
  return weights;
}

links::Model train(const std::vector<Page>& pages, const std::set<std::string>& without,
                   const Options& options) {
  std::vector<Example> page, next;
  for (const Page& one : pages) {
    if (without.count(one.domain)) continue;
    for (size_t i = 0; i < one.links.size(); ++i) {
      if (!links::candidate(one.signals[i])) continue;
      page.push_back({&one.signals[i], false, one.gold[i] == Role::page});
      next.push_back({&one.signals[i], false, one.gold[i] == Role::next});
      next.push_back({&one.signals[i], true, one.gold[i] == Role::previous});
    }
  }
  const links::Model stated = stated::model();
  return {fit(page, stated.page, options.page_pull), fit(next, stated.next, options.pull)};
}

std::vector<Role> predict(const Page& page, const links::Model& model) {
  std::vector<Role> out;
  for (const links::Scores& scores : links::score(page.links, page.signals, model))
    out.push_back(links::pager_role(scores));
  return out;
}

void report(const std::vector<Page>& pages, const std::vector<std::vector<Role>>& said, bool errors) {
  for (Role role : {Role::page, Role::next, Role::previous}) {
    size_t both = 0, claimed = 0, real = 0;
    for (size_t p = 0; p < pages.size(); ++p)
      for (size_t i = 0; i < pages[p].gold.size(); ++i) {
        claimed += said[p][i] == role;
        real += pages[p].gold[i] == role;
        both += said[p][i] == role && pages[p].gold[i] == role;
      }
    fmt::print("{:<9} F1 {:.3f}  precision {:.3f}  recall {:.3f}  of {} links\n", links::name_of(role),
               2. * double(both) / double(std::max<size_t>(claimed + real, 1)),
               double(both) / double(std::max<size_t>(claimed, 1)),
               double(both) / double(std::max<size_t>(real, 1)), real);
  }
  size_t right = 0;
  for (size_t p = 0; p < pages.size(); ++p) right += said[p] == pages[p].gold;
  fmt::print("pages all right {} of {}\n", right, pages.size());
  if (!errors) return;
  for (size_t p = 0; p < pages.size(); ++p)
    for (size_t i = 0; i < pages[p].gold.size(); ++i)
      if (said[p][i] != pages[p].gold[i]) {
        const links::Link& link = pages[p].links[i];
        std::string signals;
        for (const links::Signal& s : pages[p].signals[i])
          signals.append(" ").append(links::name_of(s.feature));
        fmt::print("{} {}: {} -> {} \"{}\" {} [{}]\n", pages[p].file, pages[p].url.substr(0, 70),
                   links::name_of(pages[p].gold[i]), links::name_of(said[p][i]), link.label.substr(0, 40),
                   link.href.substr(0, 60), signals);
      }
}

int write_weights(const std::string& file, const links::Model& model) {
  std::string out = "// page, next; made by bench/accuracy/links_accuracy.cc --fit\n";
  for (size_t i = 0; i <= links::kFeatures; ++i)
    out += fmt::format("{{{:.3f}, {:.3f}}},  // {}\n", model.page[i], model.next[i],
                       i < links::kFeatures ? links::name_of(links::Feature(i)) : "constant");
  const Status written = write_file(file, out);
  if (!written.ok()) fmt::print(stderr, "{}\n", written.error().to_string());
  return written.ok() ? 0 : 3;
}

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view arg = argv[i];
    if (arg == "--stated") options.stated = true;
    else if (arg == "--fitted") options.fitted = true;
    else if (arg == "--errors") options.errors = true;
    else if (arg == "--folds") options.folds = std::stoul(argv[++i]);
    else if (arg == "--pull") options.pull = std::stod(argv[++i]);
    else if (arg == "--page-pull") options.page_pull = std::stod(argv[++i]);
    else if (arg == "--fit") options.fit = argv[++i];
    else options.folder = arg;
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = read_options(argc, argv);
  const std::vector<Page> pages = read_pages(options.folder);
  if (!options.fit.empty()) return write_weights(options.fit, train(pages, {}, options));
  std::vector<std::vector<Role>> said(pages.size());
  if (options.stated || options.fitted) {
    const links::Model model = options.stated ? stated::model() : links::fitted_model();
    for (size_t p = 0; p < pages.size(); ++p) said[p] = predict(pages[p], model);
  } else {
    std::set<std::string> all;
    for (const Page& page : pages) all.insert(page.domain);
    const std::vector<std::string> domains(all.begin(), all.end());
    const size_t folds = options.folds ? options.folds : domains.size();
    for (size_t f = 0; f < folds; ++f) {
      std::set<std::string> left_out;
      for (size_t d = f; d < domains.size(); d += folds) left_out.insert(domains[d]);
      const links::Model model = train(pages, left_out, options);
      for (size_t p = 0; p < pages.size(); ++p)
        if (left_out.count(pages[p].domain)) said[p] = predict(pages[p], model);
    }
  }
  report(pages, said, options.errors);
  return 0;
}
