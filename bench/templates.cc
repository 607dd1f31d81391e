// bench_templates FOLDER: token templates over the classified-advertisements pages (samples/logic/ads).
// Checked first: the number of facts. Reported: tokens matched a second (lexing apart), and facts a second
// seen from Prolog.
#include <ctime>

#include "bench/timing.h"
#include "logic/relations.h"
#include "templates/bridge.h"
#include "templates/facts.h"
#include "templates/parse.h"

namespace {

// CPU time of this thread: what else runs on the machine does not count.
double now() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + double(t.tv_nsec) * 1e-9;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace gleaner;
  if (argc < 2) return 2;
  const std::string folder = argv[1];
  auto compiled = templates::compile(templates::load_templates(folder + "/ads.tpl").value()).value();
  size_t advert = 0;
  while (compiled->outputs[advert].name != "advert") ++advert;
  // All pages as one long one, so that starting costs nothing.
  std::string text;
  for (const std::string& path : bench::pages_below(folder)) text += bench::slurp(path);
  std::string more;
  for (int i = 0; i < 20; ++i) more += text;
  DocumentOptions named;
  named.name = "all.html";
  auto document = Document::from_bytes(more, named).value();
  templates::PageTokens tokens(*document, compiled->set);
  size_t facts = 0, best_facts = 0;
  double best = 1e9;
  for (int round = 0; round < 5; ++round) {
    Budget budget;
    templates::FactStream stream(*compiled, advert, *document, tokens, budget);
    templates::Fact fact;
    const double start = now();
    for (facts = 0; stream.next(fact);) ++facts;
    best = std::min(best, now() - start);
    best_facts = facts;
  }
  if (best_facts != 1090 * 20) bench::wrong("number of advertisements: " + std::to_string(best_facts));
  std::printf("matching: %zu tokens, %zu facts: %.1f million tokens a second, %.2f million facts a second\n",
              tokens.all().size(), best_facts, double(tokens.all().size()) / best / 1e6,
              double(best_facts) / best / 1e6);

  // Into Prolog: a short fact, very many of them.
  std::string words;
  for (int i = 0; i < 300'000; ++i) words += "<b>w" + std::to_string(i % 1000) + "</b>";
  const std::string path = (std::filesystem::temp_directory_path() / "gleaner_bench_words.html").string();
  std::ofstream(path) << words;
  auto simple = templates::compile(
                    templates::parse_templates("template w(Doc, W) := any*?, html(b), word(W).", "w").value())
                    .value();
  logic::SessionOptions options;
  options.trusted = true;
  auto session = logic::Session::create(options).value();
  if (!templates::add_templates(*session, simple).ok() ||
      !session->load_program("count(F, N) :- aggregate_all(count, w(F, _), N).", "c.pl").ok())
    return 1;
  for (int round = 0; round < 3; ++round) {
    std::string counted;
    const double start = now();
    logic::AskOptions ask;
    ask.inferences = 0;
    Status done = session->ask("count('" + path + "', N)", ask, [&](logic::Answer&& answer) {
      counted = answer.values[0].second.text;
      return false;
    });
    if (!done.ok() || counted != "300000") bench::wrong("facts in Prolog: " + counted);
    std::printf("facts into Prolog: %.2f million a second\n", 0.3 / (now() - start));
  }
  std::filesystem::remove(path);
}
