// Any bytes in any charset become valid UTF-8 with offsets that map back and forth.
// The first byte chooses the charset; the rest is the page.
#include "base/text.h"
#include "fuzz/require.h"
#include "page/document.h"

namespace {

constexpr const char* kCharsets[] = {
    "",        "utf-8",  "windows-1252", "utf-16le", "utf-16be",       "shift_jis",
    "gb18030", "euc-kr", "iso-2022-jp",  "big5",     "x-user-defined", "replacement"};

void check_offsets(const gleaner::Document& page) {
  const uint32_t size = uint32_t(page.text().size());
  uint32_t last = 0;
  for (uint32_t at = 0; at <= size; ++at) {
    gleaner::Span bytes = page.to_bytes(gleaner::Span{at, at});
    require(bytes.begin >= last, "to_bytes never goes back");
    require(bytes.begin <= page.bytes().size(), "to_bytes stays in the page");
    // several characters may share a byte (an escape that was none), so not simply back to `at`
    require(page.to_bytes(page.to_text(bytes)) == bytes, "to_text goes to a character that begins there");
    last = bytes.begin;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  gleaner::DocumentOptions options;
  options.transport_charset = kCharsets[data[0] % std::size(kCharsets)];
  auto page = gleaner::Document::from_bytes(std::string(as_text(data + 1, size - 1)), options);
  if (!page) return 0;
  std::string_view text = (*page)->text();
  require(gleaner::valid_utf8_prefix(text) == text.size(), "text is valid UTF-8");
  check_offsets(**page);
  (*page)->line_column(uint32_t(text.size() / 2));
  return 0;
}
