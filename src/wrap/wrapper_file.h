// Wrapper files (NAME.wrapper): TOML, format version inside. What stands in one: kind, schema, the family's
// rules, what it was learned from, and the profile of each field for checking. See docs/formats.md.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "wrap/wrapper.h"

namespace gleaner::wrap {

inline constexpr int kWrapperFormat = 1;

// What a wrapper was learned from, kept in its file.
struct Origin {
  std::string labels;       // file name as given
  std::string labels_hash;  // stable_hash of its content
  std::vector<std::string> pages;
};

struct WrapperFile {
  WrapperPtr wrapper;
  Config whole;  // everything in the file, the parts of other layers (profile, origin) included
};

Result<WrapperFile> parse_wrapper(std::string_view text, const std::string& file, const Registry& registry);
Result<WrapperFile> load_wrapper(const std::string& path, const Registry& registry);
// Schemas in wrapper files are one flat list: ["name", "price: money", "tags: list of text", "offers: list of
// record", "offers.price: money"].
std::vector<std::string> format_schema(const Schema& schema);
// The key "schema" of a wrapper file; an empty schema when there is none.
Result<Schema> read_schema(const Config& whole);

// The wrapper's schema with the types that the file's "schema" gives: a person may add them there, whatever
// the family.
Schema typed_schema(const WrapperFile& file);

// [origin] of a wrapper file.
Config format_origin(const Origin& origin);

// A wrapper file's text with another [key] table, sections below it included; all else stays as a person
// wrote it, comments and order too.
std::string replace_table(std::string_view text, const std::string& key, const Config& table);

// `extra` members (origin, profile) are written after the family's own.
std::string format_wrapper(const Wrapper& wrapper, const Config& extra = {});

}  // namespace gleaner::wrap
