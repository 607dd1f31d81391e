// Label files: any text gives labels or an error with a line; labels written and read again are the same.
#include "base/text.h"
#include "fuzz/require.h"
#include "wrap/label.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto labels = gleaner::wrap::parse_labels(as_text(data, size), "fuzz.labels.jsonl");
  if (!labels) {
    require(labels.error().where.line > 0, "an error names its line");
    return 0;
  }
  // Bytes that are no UTF-8 are written as the replacement character, which may make two names one.
  if (gleaner::valid_utf8_prefix(as_text(data, size)) != size) return 0;
  for (const gleaner::wrap::Label& label : *labels) {
    std::string written = gleaner::wrap::format_label(label, nullptr);
    auto again = gleaner::wrap::parse_labels(written, "again");
    require(again.ok() && again->size() == 1, "a written label is read back");
    require(gleaner::wrap::format_label(again->front(), nullptr) == written, "and is the same");
  }
  return 0;
}
