// bench_peer_lexbor LIST: bare lexbor on the pages of a list, already in memory: the least that work on them
// can cost. Prints the CPU seconds of its best round. The peer of `gleaner extract` in bench/run.
extern "C" {
#include <lexbor/html/html.h>
}

#include "bench/timing.h"

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  bench::keep_memory();
  std::vector<std::string> pages;
  std::ifstream list(argv[1]);
  for (std::string path; std::getline(list, path);) pages.push_back(bench::slurp(path));
  std::vector<bench::Competitor> competitors;
  competitors.push_back({"lexbor", [&] {
                           for (const std::string& source : pages) {
                             lxb_html_document_t* document = lxb_html_document_create();
                             lxb_html_document_parse(
                                 document, reinterpret_cast<const lxb_char_t*>(source.data()), source.size());
                             lxb_html_document_destroy(document);
                           }
                         }});
  bench::race(competitors, 3);
  std::printf("%.6f\n", competitors[0].best);
}
