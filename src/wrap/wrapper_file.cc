// Wrapper files: the part that all kinds share. See wrapper_file.h; the format is described in
// docs/formats.md.
#include "wrap/wrapper_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/lists.h"
#include "base/text.h"
#include "page/load.h"

namespace gleaner::wrap {
namespace {

Status check_format(const Config& whole) {
  const Config* format = whole.find("format");
  if (!format)
    return whole.wrong("the key \"format\" is missing: is this a wrapper file?",
                       fmt::format("a wrapper file begins with: format = {}", kWrapperFormat));
  GLEANER_TRY(const int64_t version, whole.integer_or("format", 0));
  if (version > kWrapperFormat)
    return format->wrong(fmt::format("this file is of format {}, and this program reads formats up to {}",
                                     version, kWrapperFormat),
                         "use a newer gleaner, or learn the wrapper again with this one");
  if (version < 1) return format->wrong(fmt::format("there is no wrapper format {}", version));
  return {};
}

std::string known_kinds(const Registry& registry) {
  std::string names;
  for (const Registry::Family& family : registry.families())
    if (family.load) names += (names.empty() ? "" : ", ") + family.kind;
  return names;
}

void append_fields(std::vector<std::string>& lines, const std::vector<FieldSchema>& fields,
                   const std::string& prefix) {
  for (const FieldSchema& field : fields) {
    const std::string path = prefix + field.name;
    std::string shape = field.fields.empty() ? format_type(field) : "record";
    if (field.list) shape = "list of " + shape;
    const bool plain =
        shape == "text" && path.find(": ") == std::string::npos;  // else "Price: EUR" names a type
    lines.push_back(plain ? path : path + ": " + shape);
    append_fields(lines, field.fields, path + ".");
  }
}

// The place for "offers.price": below "offers" if that was declared as a record, else a name with a dot.
std::vector<FieldSchema>* place_of(std::vector<FieldSchema>& fields, std::string& name,
                                   const std::vector<std::string>& records, const std::string& prefix) {
  for (FieldSchema& field : fields) {
    const std::string path = prefix + field.name;
    if (name.size() <= field.name.size() + 1 || !name.starts_with(field.name + ".")) continue;
    if (!contains(records, path)) continue;
    name = name.substr(field.name.size() + 1);
    return place_of(field.fields, name, records, path + ".");
  }
  return &fields;
}

}  // namespace

std::vector<std::string> format_schema(const Schema& schema) {
  std::vector<std::string> lines;
  append_fields(lines, schema.fields, "");
  return lines;
}

Result<Schema> read_schema(const Config& whole) {
  Schema schema;
  const Config* list = whole.find("schema");
  if (!list) return schema;
  if (!list->is_list()) return list->wrong("must be a list such as [\"name\", \"price: money\"]");
  std::vector<std::string> records;
  for (const Config& item : list->items()) {
    if (!item.is_text()) return item.wrong("must be a text such as \"price: money\"");
    std::string name = item.as_text();
    std::string shape = "text";
    if (const size_t colon = name.rfind(": "); colon != std::string::npos) {
      shape = std::string(trim(std::string_view(name).substr(colon + 2)));
      name.resize(colon);
    }
    FieldSchema field;
    const std::string path = name;
    std::vector<FieldSchema>* into = place_of(schema.fields, name, records, "");
    field.name = name;
    if (shape.starts_with("list of ")) {
      field.list = true;
      shape = shape.substr(8);
    }
    if (shape == "record") {
      records.push_back(path);
    } else if (!read_type(shape, field)) {
      return item.wrong(fmt::format("\"{}\" is no type", shape),
                        "types: " + type_names() + ", record, or \"list of\" one of them");
    }
    into->push_back(std::move(field));
  }
  return schema;
}

static void take_types(std::vector<FieldSchema>& into, const std::vector<FieldSchema>& from) {
  for (FieldSchema& field : into)
    for (const FieldSchema& known : from) {
      if (known.name != field.name) continue;
      if (known.type != Type::text) field.type = known.type, field.order = known.order;
      take_types(field.fields, known.fields);
    }
}

Schema typed_schema(const WrapperFile& file) {
  Schema schema = file.wrapper->schema();
  if (auto written = read_schema(file.whole); written.ok()) take_types(schema.fields, written->fields);
  return schema;
}

Config format_origin(const Origin& origin) {
  Config made;
  made.set("labels", origin.labels);
  made.set("labels_hash", origin.labels_hash);
  made.set("pages", origin.pages);
  return made;
}

Result<WrapperFile> parse_wrapper(std::string_view text, const std::string& file, const Registry& registry) {
  if (valid_utf8_prefix(text) != text.size() || text.find('\0') != std::string_view::npos)
    return error(Code::bad_input, "this is not a wrapper file: it is not UTF-8 text", Where{.file = file},
                 "the wrapper comes first, then the pages");
  if (trim(text).starts_with('<'))
    return error(Code::bad_input, "this is a page, not a wrapper file", Where{.file = file, .line = 1},
                 "the wrapper comes first, then the pages");
  if (trim(text).starts_with('{'))
    return error(Code::bad_input, "this is JSON, not a wrapper file", Where{.file = file, .line = 1},
                 fmt::format("labels make one: gleaner learn {} -o NAME.wrapper", file));
  WrapperFile made;
  GLEANER_TRY(made.whole, parse_config(text, file));
  GLEANER_CHECK(check_format(made.whole));
  GLEANER_TRY(const std::string kind, made.whole.need_text("kind"));
  const Registry::Family* family = registry.find(kind);
  if (!family || !family->load)
    return made.whole.find("kind")->wrong(fmt::format("there is no wrapper kind \"{}\"", kind),
                                          fmt::format("known kinds: {}", known_kinds(registry)));
  if (auto schema = read_schema(made.whole); !schema.ok()) return std::move(schema).error();
  GLEANER_TRY(made.wrapper, family->load(made.whole));
  return made;
}

Result<WrapperFile> load_wrapper(const std::string& path, const Registry& registry) {
  for (const Registry::Family& family : registry.families()) {
    if (!family.load_file || family.extension.empty() || !path.ends_with(family.extension)) continue;
    WrapperFile made;
    GLEANER_TRY(made.wrapper, family.load_file(path));
    return made;
  }
  GLEANER_TRY(const std::string text, read_program(path));
  if (path.ends_with(".gln")) {  // a grammar is its own wrapper file
    Config whole;
    whole.set("format", int64_t{kWrapperFormat});
    whole.set("kind", "grammar");
    whole.set("file", path);
    whole.set("source", text);
    const Registry::Family* family = registry.find("grammar");
    if (!family || !family->load)
      return error(Code::unsupported, "this program cannot read grammars", Where{.file = path});
    GLEANER_TRY(WrapperPtr wrapper, family->load(whole));
    return WrapperFile{std::move(wrapper), std::move(whole)};
  }
  return parse_wrapper(text, path, registry);
}

// The key of a line that opens a section: "profile" of "[profile.fields.price]"; "" for other lines.
static std::string_view section_of(std::string_view line) {
  line = trim(line);
  if (line.empty() || line.front() != '[') return {};
  line.remove_prefix(line.starts_with("[[") ? 2 : 1);
  return trim(line.substr(0, line.find_first_of(".]")));
}

std::string replace_table(std::string_view text, const std::string& key, const Config& table) {
  std::string out;
  bool inside = false;
  std::string_view block;  // the quotes of a text of several lines that is open
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string_view line = text.substr(at, end - at);
    if (block.empty())
      if (std::string_view section = section_of(line); !section.empty()) inside = section == key;
    if (!inside) out += line;
    for (size_t i = 0; i + 3 <= line.size();) {
      const std::string_view three = line.substr(i, 3);
      if (block.empty() ? three == "'''" || three == "\"\"\"" : three == block)
        block = block.empty() ? three : std::string_view(), i += 3;
      else ++i;
    }
    at = end;
  }
  while (!out.empty() && is_space(out.back())) out.pop_back();
  Config whole;
  whole.set(key, table);
  return out + "\n\n" + format_config(whole);
}

std::string format_wrapper(const Wrapper& wrapper, const Config& extra) {
  Config whole;
  whole.set("format", int64_t{kWrapperFormat});
  whole.set("kind", wrapper.kind());
  whole.set("schema", format_schema(wrapper.schema()));
  wrapper.save(whole);
  for (const auto& [key, value] : extra.members()) whole.set(key, value);
  return format_config(whole);
}

}  // namespace gleaner::wrap
