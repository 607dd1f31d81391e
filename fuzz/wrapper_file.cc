// Wrapper files of every family: any text gives a wrapper or an error; a wrapper written and read again is
// the same, and runs on a small page.
#include "wrap/wrapper_file.h"
#include "fuzz/require.h"
#include "page/document.h"
#include "run/families.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  gleaner::wrap::Registry registry;
  gleaner::run::register_families(registry);
  auto file = gleaner::wrap::parse_wrapper(as_text(data, size), "fuzz.wrapper", registry);
  if (!file) return 0;
  std::string written = gleaner::wrap::format_wrapper(*file->wrapper);
  auto again = gleaner::wrap::parse_wrapper(written, "again", registry);
  require(again.ok(), "a written wrapper is read back");
  require(gleaner::wrap::format_wrapper(*again->wrapper) == written, "and is the same");
  auto page = gleaner::Document::from_bytes("<ul><li class=a>EUR 1<b>x</b><li><a href=b>2026-01-02</a></ul>");
  auto records = gleaner::wrap::extract_all(*file->wrapper, **page);
  if (records && records->size() > 1000) require(false, "a small page gives few records");
  return 0;
}
