// One column and its rule: what the reader makes of each value, and what it says of it. What whole columns
// become stands in normalise_test.cc.
#include "flow/column_reader.h"

#include <gtest/gtest.h>

namespace gleaner::flow {
namespace {

using Kind = NormaliseRule::Kind;

// A table of one column; each value with the source that it is of.
Table column_of(const std::vector<std::pair<std::string, std::string>>& values) {
  Table table;
  table.columns.push_back({"x", wrap::Type::text});
  for (const auto& [source, text] : values) {
    Row& row = table.rows.emplace_back();
    row.source = table.source(source);
    row.cells.push_back(text.empty() ? Cell() : Cell::of_text(text));
  }
  return table;
}

class Reading {
 public:
  Reading(NormaliseRule rule, Table table, std::map<std::string, std::string> files = {})
      : rule_(std::move(rule)), table_(std::move(table)), files_([files](const std::string& path) {
          const auto found = files.find(path);
          return found == files.end() ? Result<std::string>(error(Code::not_found, path)) : found->second;
        }) {
    rule_.column = "x";
    context_.flow = &flow_, context_.files = &files_, context_.today = "2026-01-12";
    auto made = ColumnReader::make(rule_, table_, 0, context_);
    if (made.ok()) reader_.emplace(std::move(*made));
    else failed = made.error().message + "; " + made.error().hint;
  }

  // The value in its shortest form, or why it is none.
  std::string operator()(size_t row) {
    NormalisedValue value;
    words.clear();
    reader_->read(table_.rows[row], value, &words);
    second = value.second;
    if (*value.why || !value.reason.empty()) return std::string("! ") + value.why + value.reason;
    return shown(value.cell);
  }
  ColumnReader& reader() { return *reader_; }

  std::string failed, words, second;

 private:
  NormaliseRule rule_;
  Table table_;
  Flow flow_;
  Files files_;
  StepContext context_;
  std::optional<ColumnReader> reader_;
};

NormaliseRule rule_of(Kind kind, std::string target = "") {
  NormaliseRule rule;
  rule.kind = kind, rule.target = std::move(target);
  return rule;
}

// "1.234" is decided by another value of the same source, and not by one of another.
TEST(ColumnReader, JudgesEachSourceByItsOwnValues) {
  Reading read(rule_of(Kind::number),
               column_of({{"a", "1.234"}, {"a", "7,5"}, {"b", "1.234"}, {"b", "0.75"}, {"c", "1.234"}}));
  EXPECT_EQ(read(0), "1234");
  EXPECT_EQ(read(2), "1.234");
  EXPECT_TRUE(read(4).starts_with("! can be read as thousands or as decimals")) << read(4);
  const std::vector<std::string> evidence = read.reader().evidence();
  ASSERT_EQ(evidence.size(), 2u);
  EXPECT_EQ(evidence[0], "x of a: the decimal mark is \",\" because \"7,5\" occurs");
  EXPECT_EQ(read.reader().type(), wrap::Type::number);
}

TEST(ColumnReader, LeavesAmountsInTheirCurrencyBesideIt) {
  Reading read(rule_of(Kind::money), column_of({{"a", "12,50 €"}, {"a", "$ 3.00"}, {"a", "7"}, {"a", ""}}));
  EXPECT_TRUE(read.reader().has_second());
  EXPECT_EQ(read(0), "12.5");
  EXPECT_EQ(read.second, "EUR");
  EXPECT_EQ(read(1), "3");
  EXPECT_EQ(read.second, "USD");
  EXPECT_TRUE(read(2).starts_with("! names no currency")) << read(2);
  EXPECT_EQ(read(3), "");  // nothing stands there: no problem
}

TEST(ColumnReader, ExchangesByTheRatesOfTheDayAndSaysHow) {
  NormaliseRule rule = rule_of(Kind::money, "EUR");
  rule.rates = "ecb.csv";
  Reading read(rule, column_of({{"a", "USD 110"}, {"a", "5 EUR"}, {"a", "CHF 1"}}),
               {{"ecb.csv", "Date,USD\n2026-01-12,1.1\n"}});
  ASSERT_EQ(read.failed, "");
  EXPECT_EQ(read(0), "100");
  EXPECT_EQ(read.words, "110 USD x 0.909091 (ecb.csv 2026-01-12)");
  EXPECT_EQ(read(1), "5");
  EXPECT_EQ(read(2), "! ecb.csv has no rate for CHF on 2026-01-12");
  EXPECT_FALSE(read.reader().has_second());
}

TEST(ColumnReader, SumsMeasuresOfOneDimension) {
  Reading read(rule_of(Kind::unit, "cm"),
               column_of({{"a", "2 ft 3 in"}, {"a", "1,5 m"}, {"a", "3 kg"}, {"a", "4"}}));
  EXPECT_EQ(read(0), "68.58");
  EXPECT_EQ(read(1), "150");
  EXPECT_EQ(read(2), "! kg is a unit of mass, not of length");
  EXPECT_TRUE(read(3).starts_with("! has no unit")) << read(3);
  Reading none(rule_of(Kind::unit, "kgg"), column_of({}));
  EXPECT_EQ(none.failed, "x: there is no unit \"kgg\"; did you mean kg?");
}

TEST(ColumnReader, KeepsOrDropsWhatAMapLacks) {
  const std::map<std::string, std::string> files = {{"codes.csv", "text,code\nin stock,A\n"}};
  for (const auto unknown :
       {NormaliseRule::Unknown::problem, NormaliseRule::Unknown::keep, NormaliseRule::Unknown::null}) {
    NormaliseRule rule = rule_of(Kind::map);
    rule.map_file = "codes.csv", rule.unknown = unknown;
    Reading read(rule, column_of({{"a", "In stock"}, {"a", "who knows"}}), files);
    EXPECT_EQ(read(0), "A");
    EXPECT_EQ(read(1), unknown == NormaliseRule::Unknown::problem ? "! stands not in the map"
                       : unknown == NormaliseRule::Unknown::keep  ? "who knows"
                                                                  : "");
  }
}

}  // namespace
}  // namespace gleaner::flow
