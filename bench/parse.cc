// bench_parse FOLDER: bare lexbor against the Tree with spans, on the same decoded pages in memory.
// Checked first: both give the same number of nodes, and every text span lies in the page.
extern "C" {
#include <lexbor/dom/dom.h>
#include <lexbor/html/html.h>
}

#include "bench/timing.h"
#include "html/tree.h"
#include "page/document.h"

namespace {

using gleaner::Document;
using gleaner::DocumentPtr;
using gleaner::html::NodeId;
using gleaner::html::Tree;

lxb_html_document_t* parse_bare(std::string_view text) {
  lxb_html_document_t* document = lxb_html_document_create();
  lxb_html_document_parse(document, reinterpret_cast<const lxb_char_t*>(text.data()), text.size());
  return document;
}

// All elements, templates' contents included.
size_t count_elements(lxb_html_document_t* document) {
  size_t count = 0;
  auto count_one = [](lxb_dom_node_t* node, void* count_) {
    *static_cast<size_t*>(count_) += node->type == LXB_DOM_NODE_TYPE_ELEMENT;
    return LEXBOR_ACTION_OK;
  };
  lxb_dom_node_simple_walk(lxb_dom_interface_node(document), count_one, &count);
  return count;
}

void check(const Document& page) {
  lxb_html_document_t* bare = parse_bare(page.text());
  Tree tree(page);
  size_t elements = 0, in_templates = 0;
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (tree.is_text(n) && tree.text_span(n).end > page.text().size()) bench::wrong(page.name() + ": span");
    if (!tree.is_element(n)) continue;
    ++elements;
    if (tree.name(n) == "template") in_templates += tree.subtree_end(n) - n;
  }
  size_t wanted = count_elements(bare);
  if (elements < wanted || elements > wanted + in_templates)
    bench::wrong(page.name() + ": number of elements");
  lxb_html_document_destroy(bare);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  bench::keep_memory();
  std::vector<DocumentPtr> pages;
  std::vector<std::string> sources;
  double bytes = 0;
  for (const std::string& path : bench::pages_below(argv[1])) {
    sources.push_back(bench::slurp(path));
    gleaner::DocumentOptions options;
    options.name = path;
    auto page = Document::from_bytes(sources.back(), options);
    if (!page) bench::wrong(page.error().to_string());
    bytes += double((*page)->text().size());
    pages.push_back(*page);
  }
  for (const DocumentPtr& page : pages) check(*page);
  std::printf("parse: %zu pages, %.1f MB, same elements in both\n", pages.size(), bytes / 1e6);
  std::vector<bench::Competitor> competitors;
  competitors.push_back({"lexbor, bare", [&] {
                           for (const DocumentPtr& page : pages)
                             lxb_html_document_destroy(parse_bare(page->text()));
                         }});
  competitors.push_back({"Tree with spans", [&] {
                           for (const DocumentPtr& page : pages) Tree tree(*page);
                         }});
  competitors.push_back({"decode + Tree with spans", [&] {
                           for (const std::string& source : sources) {
                             auto page = Document::from_view(source, nullptr);
                             Tree tree(**page);
                           }
                         }});
  bench::race(competitors, argc > 2 ? std::atoi(argv[2]) : 5);
  bench::report(competitors, bytes);
}
