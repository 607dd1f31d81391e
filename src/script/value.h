// Values of the language: null, boolean, number, text, list, record, XML element, HTML node, function.
//
// A Value is two words; everything that does not fit is a counted Object. A number is a double; one that a
// double would change (64-bit keys, long decimals) is kept as it is written (Exact) and still is a number.
// Texts that came from a source remember where they stood (their span), and texts that a rule matched also
// carry what the rule's variables held, so that `article.price` works on the result of a rule that declares
// no result. A text that a wrapper has typed carries its reading (money, date), and is compared by it. What
// holds itself is freed by its heap (heap.h). Threads: counts are atomic; a value may be shared for reading.
// Who may change an object: see Object::owner.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/span.h"
#include "html/tree.h"
#include "html/xml.h"
#include "page/document.h"
#include "script/heap.h"
#include "wrap/record.h"

namespace gleaner::script {

enum class Kind : uint8_t { null, boolean, number, text, exact, list, record, element, html, function };
std::string_view name_of(Kind kind);

struct Object {
  explicit Object(Kind k);
  virtual ~Object() = default;
  std::atomic<uint32_t> count{0};
  Kind kind;
  // The round of a `parallel for` that made it, 0 outside: a round may change only what it made itself. No
  // two rounds of a run have the same number.
  uint64_t owner;
};

// One that can hold values. Belongs to the heap of whoever is at work when it is made.
struct Container : Object {
  explicit Container(Kind k, bool holds = true);
  ~Container() override {
    if (shard) Heap::remove(*this);
  }
  Container *before = nullptr, *after = nullptr;
  Heap::Shard* shard = nullptr;
  uint32_t outside = 0;  // for the collection
};

// Pays for walks over values (printing, comparing). Even small values can be long to walk: a list may hold
// another twice, which holds another twice, and so on.
class Payer {
 public:
  virtual void pay() = 0;                     // for kWalk values; throws when nothing is left
  [[noreturn]] virtual void too_large() = 0;  // a text longer than kMaxText: throws
 protected:
  ~Payer() = default;
};

// Who is at work on this thread, while it lives: the round and the heap that new
// objects belong to, and who pays.
class AtWork {
 public:
  AtWork(uint64_t round, Payer* payer, Heap* heap);
  ~AtWork();
  AtWork(const AtWork&) = delete;
  AtWork& operator=(const AtWork&) = delete;

 private:
  uint64_t round_;
  Payer* payer_;
  Heap* heap_;
};

inline constexpr size_t kMaxText = 512u << 20;

struct Text;
struct Exact;
struct List;
struct Record;
struct Element;
struct HtmlNode;
struct Function;

class Value {
 public:
  Value() = default;
  Value(bool b) : kind_(Kind::boolean) { bits_.boolean = b; }
  Value(double n) : kind_(Kind::number) { bits_.number = n; }
  Value(Object* object) : kind_(object->kind) { bits_.object = object, retain(); }
  Value(const Value& other) : kind_(other.kind_), whole_(other.whole_), bits_(other.bits_) { retain(); }
  Value(Value&& other) noexcept : kind_(other.kind_), whole_(other.whole_), bits_(other.bits_) {
    other.kind_ = Kind::null;
  }
  Value& operator=(const Value& other) {
    Value copy(other);
    swap(copy);
    return *this;
  }
  Value& operator=(Value&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Value() { release(); }
  void swap(Value& other) noexcept {
    std::swap(kind_, other.kind_);
    std::swap(whole_, other.whole_);
    std::swap(bits_, other.bits_);
  }

  static Value whole(int64_t n);  // a number, exact: a double where that holds it
  static Value text(std::string s);
  static Value text(std::string s, Span span, DocumentPtr page = {});
  static Value list(std::vector<Value> items = {});
  static Value record();

  Kind kind() const { return kind_; }
  bool is(Kind k) const { return kind_ == k; }
  bool is_null() const { return kind_ == Kind::null; }
  bool is_number() const { return kind_ == Kind::number; }
  bool is_text() const { return kind_ == Kind::text; }
  bool boolean() const { return bits_.boolean; }
  double number() const { return whole_ ? double(bits_.whole) : bits_.number; }
  bool is_real() const { return kind_ == Kind::number && !whole_; }
  bool is_whole() const { return kind_ == Kind::number && whole_; }  // a whole number that no double holds
  int64_t whole() const { return bits_.whole; }                      // REQUIRES: is_whole()
  void set_number(double n) {                                        // REQUIRES: is_number()
    whole_ = false;
    bits_.number = n;
  }
  Object* object() const { return bits_.object; }
  Text& as_text() const;
  Exact& as_exact() const;
  List& as_list() const;
  Record& as_record() const;
  Element& as_element() const;
  HtmlNode& as_html() const;
  Function& as_function() const;
  std::string_view view() const;  // of a text

 private:
  static void destroy(Object* object);  // whatever the nesting: not by recursion
  bool counted() const { return kind_ >= Kind::text; }
  void retain() const {
    if (counted()) bits_.object->count.fetch_add(1, std::memory_order_relaxed);
  }
  void release() {
    if (counted() && bits_.object->count.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy(bits_.object);
    kind_ = Kind::null;
  }

  Kind kind_ = Kind::null;
  bool whole_ = false;  // of a number: bits_.whole holds it
  union {
    bool boolean;
    double number;
    int64_t whole;
    Object* object;
  } bits_{};
};

using Fields = std::vector<std::pair<std::string, Value>>;

struct Text : Container {
  explicit Text(std::string s) : Container(Kind::text, false), string(std::move(s)) {}
  void add_field(const std::string& name, Value value);  // from here on it holds values
  std::string string;
  std::optional<Span> span;
  DocumentPtr page;  // the span's page, when it is one
  Fields fields;     // what the variables of the rule held that matched it
  std::string rule;  // ... and the rule's name
  // Nobody said what it is: a piece of a page, a cell of a column that is not all numbers. Where it is
  // written as a number it is compared with numbers as one; texts of JSON and of databases are texts.
  bool untyped = false;
  std::shared_ptr<const wrap::Typed> typed;  // what a wrapper reads in it
};

// A number that a double cannot hold, as it is written.
struct Exact : Object {
  explicit Exact(std::string d) : Object(Kind::exact), digits(std::move(d)) {}
  std::string digits;
};

struct List : Container {
  List() : Container(Kind::list) {}
  std::vector<Value> items;
  std::vector<std::string> columns;  // of a table: known also when it has no rows
};

struct Record : Container {
  Record() : Container(Kind::record) {}
  Fields fields;
  std::shared_ptr<const struct ObjectType> type;  // of an object; null: a plain record
  const Value* find(std::string_view name) const;
  std::string free_name(
      const std::string& name) const;  // the name, with a number behind it where it is taken
  void set(std::string_view name, Value value);
};

struct Element : Container {
  Element() : Container(Kind::element) {}
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<Value> children;           // elements and texts
  std::shared_ptr<const html::Xml> xml;  // read from a document: which, and where in it
  uint32_t node = 0;
};

struct HtmlNode : Object {
  explicit HtmlNode(DocumentPtr p, html::NodeId n = html::kDocument)
      : Object(Kind::html), page(std::move(p)), node(n) {}
  DocumentPtr page;
  html::NodeId node;
};

inline Text& Value::as_text() const { return static_cast<Text&>(*bits_.object); }
inline Exact& Value::as_exact() const { return static_cast<Exact&>(*bits_.object); }
inline List& Value::as_list() const { return static_cast<List&>(*bits_.object); }
inline Record& Value::as_record() const { return static_cast<Record&>(*bits_.object); }
inline Element& Value::as_element() const { return static_cast<Element&>(*bits_.object); }
inline HtmlNode& Value::as_html() const { return static_cast<HtmlNode&>(*bits_.object); }
inline std::string_view Value::view() const { return as_text().string; }

// Values can be nested without limit, and in themselves. Deeper than this, and inside themselves, they are
// shown as "..." and compared by identity.
inline constexpr int kMaxNesting = 1000;

// The fields of a record, or of a text that a rule matched; null where it has none.
const Fields* fields_in(const Value& value);
bool truth(const Value& value);           // null, false, 0, "" and the empty list are false
std::string to_text(const Value& value);  // as print shows it
std::string to_json(const Value& value);
std::string format_number(double number);
std::optional<double> to_number(
    const Value& value);  // numbers, readings that are one, and texts that are one
// The number that a text writes: a double where it is the same number, else kept as it is written.
// Nothing if it writes none. "01234" writes one here; is_number_written() is stricter.
std::optional<Value> read_number(std::string_view written);
// As a person writes a number, and no key or code: "12", "-3.50", "1e3"; not "01234", "0x64", "1,5".
bool is_number_written(std::string_view text);
// The wrapper's value with its readings, lists and nested records.
Value from_wrapped(const wrap::Value& value, const DocumentPtr& page);

// indent < 0: on one line
void write_xml(std::string& out, const Element& element, int indent);
std::string text_of(const Element& element);  // all its texts

}  // namespace gleaner::script
