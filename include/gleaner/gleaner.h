// Gleaner as a library: load a page, load a wrapper, extract, walk the records.
//
//   auto wrapper = gleaner::api::Wrapper::load("shop.wrapper");
//   auto page = gleaner::api::Page::load("page.html");
//   if (!wrapper || !page) ...                               // .error().to_string() says what, where and what to do
//   auto found = wrapper->extract(*page);
//   for (const auto& record : found->records)
//     std::cout << record.text("name") << " at byte " << record.find("name")->span->begin << "\n";
//
// This header is all there is to the interface; it includes nothing of the library's inside. Link
// gleaner::gleaner. Threads: Page and Wrapper are immutable handles, cheap to copy; any number of threads may
// extract with one Wrapper. The library never prints, exits or throws on bad input: what can fail gives an
// Expected.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace gleaner::api {

// Half-open range of bytes of the page as stored.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;
  bool operator==(const Span&) const = default;
};

struct Error {
  int exit_code = 0;  // what the program would exit with: 2 usage, 3 bad input, 5 cannot learn, 6 budget
  std::string message;
  std::string file;  // "" and 0: not known
  uint32_t line = 0, column = 0;
  std::string hint;
  std::string to_string() const;
};

// A value, or the Error that says why there is none.
template <class T>
class [[nodiscard]] Expected {
 public:
  Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Expected(Error error) : state_(std::in_place_index<1>, std::move(error)) {}
  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  // REQUIRES: ok().
  T& operator*() { return *std::get_if<0>(&state_); }
  const T& operator*() const { return *std::get_if<0>(&state_); }
  T* operator->() { return std::get_if<0>(&state_); }
  const T* operator->() const { return std::get_if<0>(&state_); }
  // REQUIRES: !ok().
  const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, Error> state_;
};

enum class Type : uint8_t { text, number, money, date, url, boolean };

struct Field;

// A text with the place it came from, a list, or a nested record. Absent fields are not there at all.
struct Value {
  enum class Kind : uint8_t { null, text, list, record };
  Kind kind = Kind::null;
  std::string text;          // as a person reads it
  std::optional<Span> span;  // where it was written
  Type type = Type::text;    // the typed reading, if the wrapper asks for one and the text has one
  double number = 0;         // number, money: the amount; boolean: 0 or 1
  std::string normal;        // money: ISO 4217 code; date: ISO 8601; url: absolute
  std::string rule;          // the rule that found it, in words
  std::vector<Value> items;
  std::vector<Field> fields;

  const Value* find(std::string_view name) const;  // a nested field; null if absent
};

struct Field {
  std::string name;
  Value value;
};

struct Record {
  std::vector<Field> fields;  // in order
  std::optional<Span> span;
  bool partial = false;  // cut off by a limit or the end of the page

  const Value* find(std::string_view name) const;      // null if absent
  std::string_view text(std::string_view name) const;  // "" if absent or no text
};

struct PageOptions {
  std::string name;     // for messages; load() fills it in
  std::string url;      // makes relative links absolute
  std::string charset;  // as the transport said; "" lets the page speak for itself
};

class Page {
 public:
  // A file (gzip and zstd are unpacked), or "-" for standard input.
  static Expected<Page> load(const std::string& path, const PageOptions& options = {});
  static Expected<Page> from_bytes(std::string bytes, const PageOptions& options = {});
  std::string_view bytes() const;           // as stored: what spans refer to
  std::string_view bytes(Span span) const;  // REQUIRES: a span of this page
  std::string charset() const;
  const std::string& name() const;

 private:
  friend class Wrapper;
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

struct Extraction {
  std::vector<Record> records;     // in page order
  std::vector<std::string> notes;  // what a person should know of this page
  bool partial = false;            // a limit was reached: see notes
};

struct Limits {
  uint64_t steps = UINT64_MAX;
  uint64_t milliseconds = UINT64_MAX;
};

class Wrapper {
 public:
  static Expected<Wrapper> load(const std::string& path);
  static Expected<Wrapper> parse(std::string_view text, const std::string& name_for_messages = "wrapper");
  Expected<Extraction> extract(const Page& page, const Limits& limits = {}) const;
  std::string kind() const;
  std::vector<std::string> fields() const;  // names, in order

 private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

std::string to_json(const Record& record);  // one line, as `gleaner extract` writes it, without the page
std::string version();

}  // namespace gleaner::api
