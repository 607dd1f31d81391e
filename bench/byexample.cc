// bench_byexample: matching object patterns of six components, against PCRE2-JIT running the same pattern as
// one lazy regular expression (which is how the paper's string-match would be done today); and learning from
// one example on a page of 200 KB. Checked first: both give the same values, and the wrapper gives every
// object of the page.
#include <fmt/format.h>

#include "bench/timing.h"
#include "byexample/assemble.h"
#include "byexample/learner.h"
#include "byexample/wrapper.h"
#include "regex/regex.h"

namespace {

using namespace gleaner;

// Rows of six components between the layout that pages have; `n` of them.
std::string make_page(size_t n) {
  std::string page =
      "<html><head><title>Offers</title></head><body class=\"list\"><h1>Offers</h1>\n<table>\n";
  for (size_t i = 0; i < n; ++i)
    page += fmt::format(
        "<tr class=\"row\"><td class=\"name\"><a href=\"/item/{0}.html\">Lantern {0} of the northern "
        "harbour</a></td>\n"
        "  <td class=\"maker\"><i>Maker {1}</i> <span class=\"note\">ships on weekdays from the store next "
        "to the bridge</span></td>\n"
        "  <td><b>EUR {2}.90</b> <small>was {3}.50</small></td><td><em>{4} "
        "left</em></td><td><tt>{0:08d}</tt> more about this in the catalogue</td></tr>\n",
        i, i % 97, i % 500, i % 600, i % 9);
  return page + "</table></body></html>\n";
}

DocumentPtr document_of(std::string text) {
  DocumentOptions options;
  options.name = "offers.html";
  auto made = Document::from_bytes(std::move(text), options);
  if (!made) bench::wrong(made.error().to_string());
  return *made;
}

wrap::Value value(const Document& page, std::string_view before, std::string_view after) {
  const size_t begin = page.text().find(before) + before.size(), end = page.text().find(after, begin);
  return wrap::Value::make_text(std::string(page.text().substr(begin, end - begin)),
                                {uint32_t(begin), uint32_t(end)});
}

wrap::LabelledPage example(const DocumentPtr& page) {
  wrap::LabelledPage labelled;
  labelled.document = page;
  labelled.label.page = page->name();
  wrap::Record record;
  record.fields = {{"name", value(*page, ".html\">", "</a>")}, {"maker", value(*page, "<i>", "</i>")},
                   {"price", value(*page, "EUR ", "</b>")},    {"was", value(*page, "was ", "</small>")},
                   {"left", value(*page, "<em>", " left")},    {"code", value(*page, "<tt>", "</tt>")}};
  labelled.label.records = {record};
  return labelled;
}

byexample::Model learn(const DocumentPtr& page) {
  Budget budget;
  wrap::LearnReport report;
  auto model = byexample::learn_model({example(page)}, {}, budget, report);
  if (!model) bench::wrong(model.error().to_string());
  return std::move(model).value();
}

size_t match_top_down(const byexample::Model& model, const byexample::Scanner& scanner, std::string_view text,
                      byexample::Occurrences& scratch) {
  Budget budget;
  scanner.scan(text, 0, scratch, budget);
  return byexample::top_down(model, scratch, budget).size();
}

size_t match_both(const byexample::Model& model, const byexample::Scanner& scanner, std::string_view text,
                  byexample::Occurrences& scratch) {
  Budget budget;
  scanner.scan(text, 0, scratch, budget);
  return byexample::extract_objects(model, text, scratch, budget).size();
}

}  // namespace

int main(int argc, char** argv) {
  bench::keep_memory();
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 5;
  const size_t kObjects = 20000;
  const DocumentPtr page = document_of(make_page(kObjects)), small = document_of(make_page(560));
  const std::string_view text = page->text();
  const byexample::Model model = learn(small);
  const byexample::Scanner scanner(model.patterns, model.attributes.size());
  byexample::Occurrences scratch;
  if (match_top_down(model, scanner, text, scratch) != kObjects) bench::wrong("top-down loses objects");
  if (match_both(model, scanner, text, scratch) != kObjects) bench::wrong("objects are lost");

  // The same pattern as a regular expression: the windows' terms as text, gaps and values lazy.
  auto regex = regex::Regex::compile(
      "<a [^>]*>([^<]*?)</a>.*?<i>([^<]*?)</i>.*?EUR ([^<]*?)</b>.*?was ([^<]*?)</small>.*?<em>([^<]*?) "
      "left.*?<tt>([^<]*?)</tt>",
      {.dot_all = true});
  if (!regex) bench::wrong(regex.error().to_string());
  auto match_regex = [&] {
    size_t n = 0;
    regex::Match match;
    for (size_t at = 0; regex->find(text, at, match); at = match.span.end) ++n;
    return n;
  };
  if (match_regex() != kObjects) bench::wrong("the peer loses objects");

  std::printf("byexample: %zu objects of 6 components, %.1f MB\n", kObjects, double(text.size()) / 1e6);
  std::vector<bench::Competitor> competitors = {
      {"PCRE2-JIT, one lazy expression", [&] { match_regex(); }},
      {"object pattern, top-down", [&] { match_top_down(model, scanner, text, scratch); }},
      {"both strategies, combined", [&] { match_both(model, scanner, text, scratch); }},
  };
  bench::race(competitors, rounds);
  bench::report(competitors, double(text.size()));

  std::vector<bench::Competitor> learning = {{"", [&] { learn(small); }}};
  bench::race(learning, rounds);
  std::printf("  learning from one example, %.0f KB page: %.1f ms\n", double(small->text().size()) / 1e3,
              learning[0].best * 1e3);
}
