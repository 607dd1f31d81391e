// Result<T>: a value or the Diagnostic that says why there is none.
// Expected failure is a value; exceptions are for bugs and third-party borders.
#pragma once

#include <cassert>
#include <utility>
#include <variant>

#include "base/diagnostic.h"

namespace gleaner {

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Diagnostic why) : state_(std::in_place_index<1>, std::move(why)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // REQUIRES: ok().
  T& value() & { return assert(ok()), *std::get_if<0>(&state_); }
  const T& value() const& { return assert(ok()), *std::get_if<0>(&state_); }
  T&& value() && { return assert(ok()), std::move(*std::get_if<0>(&state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  // REQUIRES: !ok().
  const Diagnostic& error() const& { return assert(!ok()), *std::get_if<1>(&state_); }
  Diagnostic&& error() && { return assert(!ok()), std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<T, Diagnostic> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Diagnostic why) : why_(std::move(why)), failed_(true) {}
  bool ok() const { return !failed_; }
  explicit operator bool() const { return ok(); }
  const Diagnostic& error() const& { return assert(failed_), why_; }
  Diagnostic&& error() && { return assert(failed_), std::move(why_); }

 private:
  Diagnostic why_;
  bool failed_ = false;
};

using Status = Result<void>;

// GLEANER_TRY(auto page, load(path));  returns the diagnostic from the enclosing function on failure.
#define GLEANER_TRY_JOIN2(a, b) a##b
#define GLEANER_TRY_JOIN(a, b) GLEANER_TRY_JOIN2(a, b)
#define GLEANER_TRY(declaration, expression) \
  GLEANER_TRY_IMPL(GLEANER_TRY_JOIN(gleaner_try_, __LINE__), declaration, expression)
#define GLEANER_TRY_IMPL(temporary, declaration, expression) \
  auto&& temporary = (expression);                           \
  if (!temporary.ok()) return std::move(temporary).error();  \
  declaration = std::move(temporary).value()
#define GLEANER_CHECK(expression)                                     \
  do {                                                                \
    auto&& gleaner_check = (expression);                              \
    if (!gleaner_check.ok()) return std::move(gleaner_check).error(); \
  } while (false)

}  // namespace gleaner
