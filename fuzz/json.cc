// JSON: any input gives a tree or an error; a tree's spans lie in the source and its texts write back.
#include "base/json.h"
#include "fuzz/require.h"

namespace {

using gleaner::json::Value;

void check(const Value& value, std::string_view source) {
  require(value.span.begin <= value.span.end && value.span.end <= source.size(), "a span lies in the source");
  if (value.is_string()) {
    auto again = gleaner::json::parse(gleaner::json::quote(value.text));
    require(again.ok() && again->root.is_string(), "a written string is read back");
    if (!value.text.empty()) {
      gleaner::Span first = gleaner::json::source_of(value, source, 0, 1);
      require(value.span.contains(first), "a character's source lies in the string");
    }
  }
  for (const Value& item : value.items) check(item, source);
  for (const auto& member : value.members) check(member.value, source);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view source = as_text(data, size);
  gleaner::json::ReadOptions options;
  options.control_characters = size % 2;
  auto parsed = gleaner::json::parse(source, options);
  if (parsed) check(parsed->root, source);
  return 0;
}
