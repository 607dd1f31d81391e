// Gleaner as a library: what the program does, without the program.
//
//   using namespace gleaner::api;
//   auto labels  = Labels::load("shop.labels.jsonl");
//   auto learned = learn(*labels);                            // a wrapper from examples
//   auto page    = Page::load("page.html");
//   auto found   = learned->wrapper.extract(*page);           // records
//   for (const Record& record : found->records)
//     std::cout << record["name"].text << " " << record["price"].number() << "\n";
//
// This header is all there is to the interface; it includes nothing of the library's inside. Link
// gleaner::gleaner. What can fail gives an Expected, whose error says what, where and what to do; nothing
// prints, exits or throws on bad input. Threads: Page, Labels and Wrapper are immutable handles, cheap to
// copy; any number of threads may use one.
#pragma once

#include <cstdint>
#include <functional>
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

enum class ErrorCode : uint8_t {
  usage,         // something was asked for that does not exist
  not_found,     // no such file, page, field
  io,            // reading or writing failed
  bad_input,     // a file that cannot be understood
  drift,         // a check failed
  cannot_learn,  // no wrapper fits the labels
  budget,        // a limit was reached
  unsupported,   // understood, but not available here
  internal       // a bug
};

struct Error {
  ErrorCode code = ErrorCode::internal;
  std::string message;
  std::string file;  // "" and 0: not known
  uint32_t line = 0, column = 0;
  std::string hint;
  int exit_code() const;  // what the program would exit with
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

// --- records

enum class Type : uint8_t {
  text,
  number,
  money,
  date,
  url,
  boolean,
  integer,
  timestamp,
  duration,
  rating,
  phone,
  isbn,
  gtin,
  size,
  ip,
  level
};

// What a text says, where the field has a type and the text can be read so.
struct Reading {
  Type type = Type::text;
  // number, integer, money, rating: the amount; duration: seconds; size: bytes; boolean: 0 or 1
  double number = 0;
  // money: ISO 4217 code; date, timestamp: ISO 8601; url: absolute; phone, isbn, gtin: digits; ip, level: as
  // everybody writes it
  std::string normal;
};

struct Field;

// A text with the place it came from, a list, a nested record, or nothing.
struct Value {
  enum class Kind : uint8_t { absent, null, text, list, record };
  Kind kind = Kind::absent;
  std::string text;          // as a person reads it
  std::optional<Span> span;  // where it was written
  std::optional<Reading> reading;
  std::string rule;  // the rule that found it, in words
  std::vector<Value> items;
  std::vector<Field> fields;

  explicit operator bool() const { return kind != Kind::absent && kind != Kind::null; }
  double number(double otherwise = 0) const { return reading ? reading->number : otherwise; }
  const Value& operator[](std::string_view name) const;  // a nested field; an absent value if there is none
};

struct Field {
  std::string name;
  Value value;
};

struct Record {
  std::vector<Field> fields;  // in order; absent ones are left out
  std::optional<Span> span;
  bool partial = false;  // cut off by a limit or the end of the page

  const Value& operator[](std::string_view name) const;  // an absent value if there is none
};

std::string to_json(const Record& record);  // one line, as `gleaner extract --no-page` writes it

struct Column {
  std::string name;
  Type type = Type::text;
  bool list = false;
  std::vector<Column> columns;  // of nested records
};

// --- pages

// Bounds the work on hostile pages: what was found so far comes back with `partial` set, or the error says
// so. Memory is what the engines account for: the tree of a page, tables of a learner, what is unpacked. Work
// under limits reads the page for itself: what they cut off is missing from no other call.
struct Limits {
  uint64_t steps = UINT64_MAX;
  uint64_t milliseconds = UINT64_MAX;
  uint64_t megabytes = UINT64_MAX;
};

struct PageOptions {
  std::string name;     // for messages; load() fills it in
  std::string url;      // makes relative links absolute
  std::string charset;  // as the transport said; "" lets the page speak for itself
  Limits limits = {};   // of loading: a file may unpack to a thousand times its size
};

class Page {
 public:
  Page();  // an empty one
  // A file (gzip and zstd are unpacked, PDF is read), or "-" for standard input.
  static Expected<Page> load(const std::string& path, const PageOptions& options = {});
  static Expected<Page> from_bytes(std::string bytes, const PageOptions& options = {});
  std::string_view bytes() const;           // as stored: what spans refer to
  std::string_view bytes(Span span) const;  // what of the span is on this page
  std::string charset() const;
  const std::string& name() const;

  struct Impl;
  const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

// --- wrappers

struct Extraction {
  std::vector<Record> records;     // in page order
  std::vector<std::string> notes;  // what a person should know of this page
  bool partial = false;            // a limit was reached: see notes
};

// Why a cell is as it is.
struct Cell {
  size_t record = 0;  // counted from 1
  std::string field;  // "offers.price"
  bool absent = false;
  std::string text;
  std::optional<Span> span;
  std::string why;                // the rule in words, or why there is no value
  std::optional<Span> near_miss;  // absent: the nearest candidate
  std::string failed;             // ... and what it failed
};

enum class Verdict : uint8_t { fine, changed, broken };

struct PageCheck {
  std::string page;
  Verdict verdict = Verdict::fine;
  size_t records = 0;
  std::string evidence;
  struct OfField {
    std::string field;
    Verdict verdict = Verdict::fine;
    std::string evidence;
  };
  std::vector<OfField> fields;  // those that are not fine
};

class Wrapper {
 public:
  static Expected<Wrapper> load(const std::string& path);
  static Expected<Wrapper> parse(std::string_view text, const std::string& name_for_messages = "wrapper");

  Expected<Extraction> extract(const Page& page, const Limits& limits = {}) const;
  // The records of many pages, each page in turn, on several threads (0: all there are). `sink` is called on
  // the caller's thread, in order of the pages, and ends the run by returning false.
  void extract_all(const std::vector<Page>& pages, size_t threads,
                   const std::function<bool(const Page&, const Expected<Extraction>&)>& sink,
                   const Limits& limits = {}) const;
  Expected<std::vector<Cell>> explain(const Page& page, const Limits& limits = {}) const;
  // Do these pages still look as those that it was learned from? The limits are those of each page.
  Expected<std::vector<PageCheck>> check(const std::vector<Page>& pages, const Limits& limits = {}) const;

  std::string kind() const;
  std::vector<Column> schema() const;
  // The same wrapper with other types: {"price", "money"}, {"date", "date day-first"}.
  Expected<Wrapper> with_types(const std::vector<std::pair<std::string, std::string>>& types) const;
  const std::string& text()
      const;  // of the wrapper file; "" for grammars and templates in files of their own
  std::vector<std::string> rules() const;  // in words

  struct Impl;
  const Impl& impl() const { return *impl_; }
  explicit Wrapper(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

 private:
  std::shared_ptr<const Impl> impl_;
};

// --- learning

// Examples: for some pages, some or all of their records.
class Labels {
 public:
  static Expected<Labels> load(const std::string& path);  // pages are named relative to the file
  // One line of a label file, for a page that is here already: {"records": [{"name":
  // "Cup", "price": "6.90"}]}.
  Expected<Labels> with(const Page& page, std::string_view records) const;
  std::vector<std::string> problems() const;  // values that do not stand on their page, and were left out

  struct Impl;
  Labels();
  const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

struct LearnOptions {
  std::string kind;        // "" the best of all; else one family: "pattern", "rows", "lr", ...
  std::vector<Page> also;  // more pages of the same site, without labels
  Limits limits = {};
  std::function<void(size_t done, size_t most)> progress = {};  // called on the caller's thread
};

struct Learned {
  Wrapper wrapper;
  size_t right = 0, missed = 0, wrong = 0;  // values on the labelled pages
  std::vector<std::string> notes;
};

Expected<Learned> learn(const Labels& labels, const LearnOptions& options = {});

struct Repair {
  Wrapper wrapper;  // the old one when nothing better was found
  bool better = false;
  std::string advice;  // what to label, when unsure
};

// A wrapper for redesigned pages from what is still recognisable. The old pages are those on which it worked.
Expected<Repair> repair(const Wrapper& wrapper, const std::vector<Page>& old_pages,
                        const std::vector<Page>& new_pages, const Limits& limits = {});

// --- without labels

struct Found {
  std::vector<Column> columns;
  std::vector<std::vector<Record>> pages;  // the records of each page, as given
  double confidence = 0;
  std::string why;
};
// The records that a person would see on these pages of one site; ErrorCode::not_found when there are none.
Expected<Found> find_records(const std::vector<Page>& pages, const Limits& limits = {});

struct Table {
  std::string caption;
  std::vector<std::string> columns;
  std::vector<Record> rows;
  Span span;
};
// The tables of data on a page, not those that frame it.
Expected<std::vector<Table>> find_tables(const Page& page, const Limits& limits = {});

std::string version();

}  // namespace gleaner::api
