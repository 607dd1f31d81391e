// Tokens of any text: their spans follow each other without a gap and cover all of it, as HTML and as plain
// text.
#include "base/text.h"
#include "fuzz/require.h"
#include "tokens/lexer.h"

namespace {

void check(std::string_view text, const gleaner::tokens::LexerOptions& options) {
  gleaner::tokens::Lexer lexer(text, options);
  gleaner::tokens::Token token;
  uint32_t end = 0;
  while (lexer.next(token)) {
    require(token.span.begin == end, "no gap between tokens");
    require(token.span.end > end, "no empty token");
    end = token.span.end;
  }
  require(end == text.size(), "tokens cover the text");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text = as_text(data, size);
  text = text.substr(0, gleaner::valid_utf8_prefix(text));  // a Document's text is valid
  for (bool html : {true, false})
    for (bool composites : {true, false}) check(text, {html, composites, nullptr});
  return 0;
}
