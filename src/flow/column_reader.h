// ColumnReader: one column of a normalise step and its rule, made ready; reads value after value.
//
// It is made in a pass over the whole column, which finds how each source writes (column_reading.h). What is
// read for one value and likely asked for by the next (the words around an amount, a factor, a rate of tax, a
// unit) is kept: a million prices cost what their digits cost.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "flow/code_map.h"
#include "flow/column_reading.h"
#include "flow/file.h"
#include "flow/rates.h"
#include "flow/step.h"
#include "flow/table.h"
#include "flow/units.h"
#include "wrap/schema.h"

namespace gleaner::flow {

// What one value became.
struct NormalisedValue {
  Cell cell;
  std::string second;    // the currency, where amounts are left in theirs
  const char* why = "";  // not read: why not
  std::string reason;    // the same, made for this value
};

class ColumnReader {
 public:
  // The rule and the table outlive it.
  static Result<ColumnReader> make(const NormaliseRule& rule, const Table& in, size_t column,
                                   StepContext& context);

  // `words`: how it came about; null where nobody asks.
  void read(const Row& row, NormalisedValue& out, std::string* words = nullptr);

  std::vector<std::string> evidence() const;
  wrap::Type type() const;
  bool has_second() const { return rule_->kind == Kind::money && rule_->target.empty(); }

 private:
  using Kind = NormaliseRule::Kind;
  ColumnReader(const NormaliseRule& rule, const Table& in, size_t column, std::string today);
  Status prepare();

  std::optional<double> number_in(std::string_view text, size_t source, size_t& begin, size_t& end,
                                  bool money, NormalisedValue& out) const;
  void read_plain(const Cell& cell, size_t source, NormalisedValue& out) const;

  struct Around {
    std::string currency;
    bool negative = false;  // a sign before the currency: -$5
  };
  // What stands around the number; the same words are looked up once.
  const Around* around(std::string_view text, size_t begin, size_t end);
  void read_money(const Cell& cell, const Row& row, size_t source, NormalisedValue& out, std::string* words);
  bool exchange(const std::string& currency, const std::string& day, double& amount, NormalisedValue& out,
                std::string* words);
  bool tax(size_t source, const std::string& day, double& amount, NormalisedValue& out, std::string* words);

  void read_date(const Cell& cell, size_t source, NormalisedValue& out) const;
  void read_unit(const Cell& cell, size_t source, NormalisedValue& out, std::string* words);
  const Unit* unit_named(std::string_view name);
  void read_name(const Cell& cell, NormalisedValue& out);
  void read_phone(const Cell& cell, NormalisedValue& out) const;
  void read_code(const Cell& cell, NormalisedValue& out) const;
  void read_truth(const Cell& cell, NormalisedValue& out) const;
  void unknown(const Cell& cell, const char* why, NormalisedValue& out) const;

  const NormaliseRule* rule_;
  const Table* in_;
  size_t column_;
  std::string today_;
  std::vector<NumberStyle> numbers_;  // by source; the last: of several
  std::vector<DateStyle> dates_;
  std::optional<Rates> rates_;
  std::optional<Taxes> taxes_;
  std::optional<CodeMap> map_;
  std::vector<std::string> countries_;  // by source
  size_t date_column_ = Table::npos;
  const Unit *unit_ = nullptr, *from_unit_ = nullptr, *last_unit_ = nullptr;
  std::string last_unit_name_;
  std::unordered_map<std::string, Around> around_;
  std::unordered_map<std::string, std::string> codes_;
  std::string last_before_, last_after_, several_, row_day_;
  const Around* last_around_ = nullptr;
  std::string factor_currency_, factor_day_, factor_why_, tax_country_, tax_day_, tax_why_;
  Rates::Found factor_;
  double percent_ = 0;
};

}  // namespace gleaner::flow
