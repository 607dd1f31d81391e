// Embedded data of any bytes: every value lies in the page.
#include "embedded/embedded.h"
#include "fuzz/require.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  gleaner::DocumentOptions options;
  options.media_type = gleaner::MediaType::html;
  auto document =
      gleaner::Document::from_bytes(std::string(reinterpret_cast<const char*>(data), size), options);
  if (!document.ok()) return 0;
  const auto end = uint32_t((*document)->text().size());
  for (gleaner::embedded::Item& item : gleaner::embedded::read_embedded(**document, "https://x.example/a/b"))
    gleaner::wrap::for_each_leaf(item.record.fields, [&](const std::string&, gleaner::wrap::Value& value) {
      if (value.span)
        require(value.span->begin <= value.span->end && value.span->end <= end, "a value lies in the page");
    });
  return 0;
}
