// The public interface in one page: extract records with a wrapper and say where each value stands.
//
//   walk_records shop.wrapper page.html...
#include <gleaner/gleaner.h>

#include <cstdio>
#include <string>

namespace {

using gleaner::api::Value;

void show(const std::string& name, const Value& value, int indent) {
  if (value.kind == Value::Kind::text) {
    std::printf("%*s%s: %s", indent, "", name.c_str(), value.text.c_str());
    if (value.span) std::printf("  [%u, %u)", value.span->begin, value.span->end);
    std::printf("\n");
  }
  for (const Value& item : value.items) show(name, item, indent);
  if (value.kind != Value::Kind::record) return;
  std::printf("%*s%s:\n", indent, "", name.c_str());
  for (const auto& field : value.fields) show(field.name, field.value, indent + 2);
}

int fail(const gleaner::api::Error& error) {
  std::fprintf(stderr, "%s\n", error.to_string().c_str());
  return error.exit_code();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: walk_records WRAPPER PAGE...   (gleaner %s)\n",
                 gleaner::api::version().c_str());
    return 2;
  }
  auto wrapper = gleaner::api::Wrapper::load(argv[1]);
  if (!wrapper) return fail(wrapper.error());
  for (int i = 2; i < argc; ++i) {
    auto page = gleaner::api::Page::load(argv[i]);
    if (!page) return fail(page.error());
    auto found = wrapper->extract(*page);
    if (!found) return fail(found.error());
    std::printf("%s: %zu records\n", page->name().c_str(), found->records.size());
    for (const auto& record : found->records) {
      for (const auto& field : record.fields) show(field.name, field.value, 2);
      std::printf("\n");
    }
  }
}
