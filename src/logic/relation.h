// Relations: predicates of a logic program whose facts come from pages, on demand, one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "page/document.h"

namespace gleaner::logic {

// A value on its way into Prolog, and where it stands on the page.
struct PrologValue {
  enum class Kind : uint8_t {
    none,
    atom,
    integer,
    real,
    list,
    compound
  } kind = Kind::none;  // none: nothing known, stays a variable
  std::string text;     // atom; numbers: as written
  int64_t integer = 0;
  double real = 0;
  std::vector<PrologValue> items;  // list
  // list: name of the compound each pair of items makes ("": a plain list); compound: its name
  std::string functor;
  std::optional<Span> span;

  void set_atom(std::string_view value) {
    kind = Kind::atom;
    text = value;
  }
  void set_number(double value, std::string_view written);
};

struct Row {
  std::vector<PrologValue> cells;  // one an argument
  DocumentPtr document;            // where the spans are; null: nowhere
  std::string rule;                // what found it
};

// What a call knows of an argument: a text (atoms, strings and numbers alike), or nothing yet.
using Given = std::vector<std::optional<std::string>>;

class Cursor {
 public:
  virtual ~Cursor() = default;
  // The next fact; false at the end. `row` is reused from call to call.
  virtual Result<bool> next(Row& row) = 0;
};

class Session;

class Relation {
 public:
  virtual ~Relation() = default;
  virtual std::string name() const = 0;
  virtual size_t arity() const = 0;
  // Facts that may match what is given; the caller unifies, so giving too many is only slow.
  virtual Result<std::unique_ptr<Cursor>> open(const Given& given, Session& session) = 0;
};

}  // namespace gleaner::logic
