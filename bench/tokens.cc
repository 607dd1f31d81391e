// bench_tokens FOLDER: lexbor's tokenizer (every token, attributes parsed, nothing kept) against our default
// lexer, which also cuts words, numbers, dates, money and the like. Checked first: our spans cover the page
// without a gap, and both see nearly the same number of start tags (ours knows no tree, so a few inside
// scripts may differ).
extern "C" {
#include <lexbor/html/html.h>
}

#include <cmath>

#include "bench/timing.h"
#include "page/document.h"
#include "tokens/lexer.h"

namespace {

struct Count {
  size_t tags = 0, tokens = 0;
};

lxb_html_token_t* on_token(lxb_html_tokenizer_t*, lxb_html_token_t* token, void* count) {
  auto& c = *static_cast<Count*>(count);
  ++c.tokens;
  c.tags += token->tag_id > LXB_TAG__EM_DOCTYPE && !(token->type & LXB_HTML_TOKEN_TYPE_CLOSE);
  return token;
}

class Peer {
 public:
  Peer() : tokenizer_(lxb_html_tokenizer_create()) {
    lxb_html_tokenizer_init(tokenizer_);
    tags_ = lexbor_hash_create();
    lexbor_hash_init(tags_, 128, sizeof(lxb_tag_data_t));
    attributes_ = lexbor_hash_create();
    lexbor_hash_init(attributes_, 128, sizeof(lxb_dom_attr_data_t));
    mraw_ = lexbor_mraw_create();
    lexbor_mraw_init(mraw_, 1024);
    lxb_html_tokenizer_tags_set(tokenizer_, tags_);
    lxb_html_tokenizer_attrs_set(tokenizer_, attributes_);
    lxb_html_tokenizer_attrs_mraw_set(tokenizer_, mraw_);
  }
  ~Peer() {
    lxb_html_tokenizer_destroy(tokenizer_);
    lexbor_hash_destroy(tags_, true);
    lexbor_hash_destroy(attributes_, true);
    lexbor_mraw_destroy(mraw_, true);
  }
  Count run(std::string_view text) {
    Count count;
    lxb_html_tokenizer_callback_token_done_set(tokenizer_, on_token, &count);
    lxb_html_tokenizer_begin(tokenizer_);
    lxb_html_tokenizer_chunk(tokenizer_, reinterpret_cast<const lxb_char_t*>(text.data()), text.size());
    lxb_html_tokenizer_end(tokenizer_);
    lxb_html_tokenizer_clean(tokenizer_);
    lexbor_mraw_clean(mraw_);
    return count;
  }

 private:
  lxb_html_tokenizer_t* tokenizer_;
  lexbor_hash_t *tags_, *attributes_;
  lexbor_mraw_t* mraw_;
};

Count run_ours(std::string_view text) {
  Count count;
  gleaner::tokens::Lexer lexer(text);
  gleaner::tokens::Token token;
  uint32_t end = 0;
  while (lexer.next(token)) {
    if (token.span.begin != end) bench::wrong("a gap before " + std::to_string(token.span.begin));
    end = token.span.end;
    ++count.tokens;
    count.tags += token.type == gleaner::tokens::Type::html;
  }
  if (end != text.size()) bench::wrong("the text's end is missing");
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  bench::keep_memory();
  std::vector<gleaner::DocumentPtr> pages;
  double bytes = 0, tags = 0, peer_tags = 0;
  Peer peer;
  for (const std::string& path : bench::pages_below(argv[1])) {
    auto page = gleaner::Document::from_bytes(bench::slurp(path));
    if (!page) bench::wrong(page.error().to_string());
    bytes += double((*page)->text().size());
    peer_tags += double(peer.run((*page)->text()).tags);
    tags += double(run_ours((*page)->text()).tags);
    pages.push_back(*page);
  }
  if (std::abs(tags - peer_tags) > 0.02 * peer_tags) bench::wrong("number of tags");
  std::printf("tokens: %zu pages, %.1f MB, %.0f and %.0f start tags\n", pages.size(), bytes / 1e6, peer_tags,
              tags);
  std::vector<bench::Competitor> competitors;
  competitors.push_back({"lexbor's tokenizer", [&] {
                           for (const auto& page : pages) peer.run(page->text());
                         }});
  competitors.push_back({"tokens: tags, words, dates, ...", [&] {
                           for (const auto& page : pages) run_ours(page->text());
                         }});
  bench::race(competitors, argc > 2 ? std::atoi(argv[2]) : 5);
  bench::report(competitors, bytes);
}
