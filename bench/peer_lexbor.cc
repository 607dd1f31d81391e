// bench_peer_lexbor @LIST: the least a program can do with the pages of a list: read each file, parse it with bare lexbor, free it.
// The peer of `gleaner extract` in bench/run.
extern "C" {
#include <lexbor/html/html.h>
}

#include "bench/timing.h"

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  std::ifstream list(argv[1] + (argv[1][0] == '@'));
  size_t pages = 0, bytes = 0;
  for (std::string path; std::getline(list, path); ++pages) {
    std::string source = bench::slurp(path);
    lxb_html_document_t* document = lxb_html_document_create();
    lxb_html_document_parse(document, reinterpret_cast<const lxb_char_t*>(source.data()), source.size());
    lxb_html_document_destroy(document);
    bytes += source.size();
  }
  std::printf("%zu pages, %zu bytes\n", pages, bytes);
}
