// State: SQLite for what the program itself has to remember over runs and crashes (queues, indexes). WAL
// mode: a program killed at any moment leaves the last committed state. Threads: one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/result.h"
#include "store/table.h"

struct sqlite3;
struct sqlite3_stmt;

namespace gleaner::store {

// The value of a column of the row that a statement stands at; not its name.
void read_cell(sqlite3_stmt* statement, int column, Cell& cell);

// A prepared statement: bind, step through its rows, reset.
class Statement {
 public:
  Statement() = default;
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&& other) noexcept;
  ~Statement();

  // Parameters count from 1. Texts must live until the step.
  Statement& bind(int parameter, int64_t value);
  Statement& bind(int parameter, std::string_view value);
  Statement& bind(int parameter, double value);
  Statement& bind_null(int parameter);
  // All of them, in their order; enumerations as their numbers.
  template <class... Values>
  Statement& bind_all(const Values&... values) {
    int parameter = 0;
    const auto one = [&]<class Value>(const Value& value) {
      if constexpr (std::is_integral_v<Value> || std::is_enum_v<Value>) bind(++parameter, int64_t(value));
      else bind(++parameter, value);
    };
    (one(values), ...);
    return *this;
  }
  // True: there is a row. After the last row the statement is ready to be bound again.
  Result<bool> step();
  Status run();  // to its end
  // take() for each row.
  template <class Take>
  Status each(Take&& take) {
    for (;;) {
      GLEANER_TRY(const bool more, step());
      if (!more) return {};
      if constexpr (std::is_void_v<decltype(take())>) take();
      else GLEANER_CHECK(take());
    }
  }
  void reset();

  // Columns count from 0; texts are valid until the next step.
  int64_t integer(int column) const;
  std::string_view text(int column) const;
  int columns() const;
  Cell cell(int column) const;  // its name and value, valid until the next step

 private:
  friend class State;
  sqlite3_stmt* handle_ = nullptr;
};

class State {
 public:
  // Made where there is none.
  static Result<std::unique_ptr<State>> open(const std::string& path);
  ~State();
  State(const State&) = delete;

  Status run(const char* sql);  // statements without parameters
  Result<Statement> prepare(const char* sql);
  int64_t last_row() const;
  int64_t changes() const;

 private:
  State() = default;
  sqlite3* handle_ = nullptr;
};

}  // namespace gleaner::store
