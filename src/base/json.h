// JSON: read into a tree that keeps the span of every value and key; write by appending.
//
// Why our own reader: values inside a page's `script type=application/ld+json` are values of the page, so
// every string needs its source range, and label files need file:line in errors. No library here keeps both.
// Cost: one pass, arena-backed; strings without escapes are views of the source.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/result.h"
#include "base/span.h"

namespace gleaner::json {

struct Member;

struct Value {
  enum class Kind : uint8_t { null, boolean, number, string, array, object };
  Kind kind = Kind::null;
  bool boolean = false;
  double number = 0;
  std::string_view text;  // string: decoded; number: as written
  Span span;              // whole value in the source; a string's quotes included
  std::vector<Value> items;
  std::vector<Member> members;  // in source order, duplicates kept

  bool is(Kind k) const { return kind == k; }
  bool is_string() const { return kind == Kind::string; }
  bool is_object() const { return kind == Kind::object; }
  bool is_array() const { return kind == Kind::array; }
  bool is_number() const { return kind == Kind::number; }
  const Value* find(std::string_view key) const;  // first member of that name, or null
};

struct Member {
  std::string_view key;
  Value value;
};

// A parsed text and the memory its decoded strings live in. Views also point into the source.
struct Parsed {
  Value root;
  std::unique_ptr<Arena> strings;
};

struct ReadOptions {
  bool control_characters = false;  // allow raw control characters in strings (sites write them)
  uint32_t max_depth = 512;
  uint32_t base = 0;  // added to every span: where the source stands in its page
};

// Errors carry line and column within `source`.
Result<Parsed> parse(std::string_view source, const ReadOptions& options = {});

// Maps a range of a string value's decoded text to the source. REQUIRES: value.is_string(), source is what
// was parsed.
Span source_of(const Value& value, std::string_view source, size_t from, size_t to, uint32_t base = 0);

// What a member of an object says; "", `otherwise` and no where there is none of that kind.
inline std::string text_of(const Value& object, std::string_view name) {
  const Value* found = object.find(name);
  return found && found->is_string() ? std::string(found->text) : std::string();
}
inline double number_of(const Value& object, std::string_view name, double otherwise = 0) {
  const Value* found = object.find(name);
  return found && found->is_number() ? found->number : otherwise;
}
inline bool flag_of(const Value& object, std::string_view name) {
  const Value* found = object.find(name);
  return found && found->boolean;
}

// quoted and escaped; invalid UTF-8 becomes U+FFFD
void append_string(std::string& out, std::string_view text);
void append_number(std::string& out, double number);  // shortest form that reads back
std::string quote(std::string_view text);

}  // namespace gleaner::json
