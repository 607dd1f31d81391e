// How a whole column is written, found from all its values: which sign is the decimal mark, whether the day
// or the month stands first. One value of a column seldom says ("1,234", "03/04/2026"), a few values together
// mostly do; the value that decides is kept as the evidence. Values of different sources are judged apart:
// every site writes in its own way.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "wrap/schema.h"

namespace gleaner::flow {

class NumberStyle {
 public:
  void see(std::string_view text);
  void set(char decimal) { said_ = decimal; }
  // '.' or ','; 0: both occur, or nothing decides.
  char decimal() const {
    return said_ ? said_ : comma_.empty() == dot_.empty() ? '\0' : comma_.empty() ? '.' : ',';
  }
  bool mixed() const { return !said_ && !comma_.empty() && !dot_.empty(); }
  // Books write what is owed as (12.50). A column in which all stand so says nothing by it.
  bool parentheses_negative() const { return !enclosed_.empty() && !bare_.empty(); }
  std::string evidence() const;  // words; empty where nothing decides

 private:
  char said_ = '\0';
  std::string mark_evidence() const;
  void see_parentheses(std::string_view text, size_t begin);
  std::string comma_, dot_;      // the first value that shows it
  std::string enclosed_, bare_;  // the first value in parentheses, and the first that is not
};

class DateStyle {
 public:
  void see(std::string_view text);
  void set(wrap::DateOrder order) { said_ = order; }
  wrap::DateOrder order() const;
  bool mixed() const { return !day_.empty() && !month_.empty(); }
  std::string evidence() const;

 private:
  wrap::DateOrder said_ = wrap::DateOrder::unknown;
  std::string day_, month_;
};

// The number at `at`, which moves behind it; a sign and signs between the digits belong to it. Nothing where
// none stands there, or where it can be read in two ways (`unsure` is set).
std::optional<double> read_number_at(std::string_view text, size_t& at, char decimal, bool money,
                                     bool& unsure);

// Whether the number that begins there stands in parentheses, with nothing else but perhaps a currency.
bool in_parentheses(std::string_view text, size_t begin);

// Where the first number begins, its sign included; npos: there is none.
size_t number_begin(std::string_view text);

}  // namespace gleaner::flow
