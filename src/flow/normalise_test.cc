// Normalising: what columns are read as, why, and what is told of the rest.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <fmt/format.h>

#include "base/seed_test.h"
#include "base/temp_folder_test.h"
#include "flow/column_reading.h"
#include "flow/rates.h"
#include "flow/step.h"
#include "flow/units.h"
#include "page/load.h"
#include "page/names.h"

namespace gleaner::flow {
namespace {

Table column_of(const std::vector<std::string>& values, const std::string& name = "x") {
  Table table;
  table.columns.push_back({name, wrap::Type::text});
  table.source("shop");
  for (const std::string& value : values) {
    Row row;
    row.source = 0;
    row.cells.push_back(value.empty() ? Cell() : Cell::of_text(value));
    table.rows.push_back(std::move(row));
  }
  return table;
}

struct Normalised {
  std::vector<std::string> values;
  std::vector<std::string> problems, notes;
  std::string failed;
};

Normalised normalised(const std::string& rule, const std::vector<std::string>& values,
                      const std::map<std::string, std::string>& files = {}) {
  const TempFolder folder;
  for (const auto& [name, text] : files) EXPECT_TRUE(write_file(folder / name, text).ok());
  Diagnostics found;
  const auto flow = parse_flow(
      fmt::format("[source.shop]\nquery = \"select 1 as x\"\n[step.n]\nfrom = \"shop\"\nnormalise.x = {}\n",
                  rule),
      folder / "t.flow.toml", found);
  if (!flow) return {{}, {}, {}, found.empty() ? "?" : found[0].message};
  Files read([](const std::string& path) { return read_file(path); });
  StepContext context;
  context.flow = &*flow, context.files = &read, context.today = "2026-01-12";
  const Table in = column_of(values);
  auto out = normalise(*flow->step("n"), {&in}, context);
  if (!out.ok()) return {{}, {}, {}, out.error().message};
  Normalised got;
  for (const Row& row : out->table.rows) got.values.push_back(shown(row.cells[0]));
  for (const Problem& problem : out->problems) got.problems.push_back(problem.value + ": " + problem.reason);
  got.notes = out->notes;
  return got;
}
using Values = std::vector<std::string>;

TEST(Signs, OfBooksAndBeforeCurrencies) {
  const Normalised books =
      normalised("{ money = \"EUR\" }", {"6,90 €", "(12,50 €)", "(3,00)", "-€ 2,00", "4,00-"});
  EXPECT_EQ(books.values, (Values{"6.9", "-12.5", "-3", "-2", "-4"}));
  ASSERT_FALSE(books.notes.empty());
  EXPECT_NE(books.notes[0].find("\"(12,50 €)\" is negative because \"6,90 €\" stands without parentheses"),
            std::string::npos)
      << books.notes[0];
  // All of them in parentheses: a habit of the page, not a sign.
  EXPECT_EQ(normalised("{ money = \"EUR\" }", {"(12,50 €)", "(3,00 €)"}).values, (Values{"12.5", "3"}));
  EXPECT_EQ(normalised("\"number\"", {"7", "(5)", "-3"}).values, (Values{"7", "-5", "-3"}));
  // What stands in parentheses beside words or another number is no amount of a book.
  EXPECT_EQ(normalised("\"number\"", {"7", "about (5) pieces"}).values, (Values{"7", "5"}));
}

TEST(Normalise, DecimalMarkByTheColumn) {
  EXPECT_EQ(normalised("\"number\"", {"1,234", "12,5"}).values, (Values{"1.234", "12.5"}));
  EXPECT_EQ(normalised("\"number\"", {"1,234", "12.5"}).values, (Values{"1234", "12.5"}));
  EXPECT_EQ(normalised("\"number\"", {"1,234", "12,5"}).notes,
            (Values{"x: the decimal mark is \",\" because \"12,5\" occurs"}));
  const Normalised unsure = normalised("\"number\"", {"1,234"});
  EXPECT_EQ(unsure.values, Values{""});
  ASSERT_EQ(unsure.problems.size(), 1u);
  EXPECT_EQ(normalised("{ number = true, decimal = \",\" }", {"1,234"}).values, Values{"1.234"});
  EXPECT_EQ(normalised("\"number\"", {"1.234.567,8", "-3", "−4,5", "1 234", "1'234,5", ".5", "n/a"}).values,
            (Values{"1234567.8", "-3", "-4.5", "1234", "1234.5", "0.5", ""}));
}

TEST(Normalise, NumbersAreAsStrtodReadsThem) {
  std::mt19937 random(test_seed(7));
  for (int i = 0; i < 20000; ++i) {
    const std::string text = fmt::format("{}{}.{:0{}}", random() % 2 ? "-" : "", random() % 1000000,
                                         random() % 1000, 1 + random() % 5);
    size_t at = 0;
    bool unsure = false;
    EXPECT_EQ(read_number_at(text, at, '.', false, unsure), std::strtod(text.c_str(), nullptr)) << text;
    EXPECT_EQ(at, text.size());
  }
}

TEST(Normalise, Money) {
  const std::string rates = "Date,USD,CHF,\n2026-01-12,1.25,0.95,\n2026-01-09,1.2,0.94,\n";
  EXPECT_EQ(normalised("{ money = \"EUR\", rates = \"ecb.csv\" }",
                       {"EUR 6.90", "CHF 9.50", "$12.50", "€ 1.299,00"}, {{"ecb.csv", rates}})
                .values,
            (Values{"6.9", "10", "10", "1299"}));
  const Normalised taxed =
      normalised("{ money = \"EUR\", tax = \"net\", country = \"DE\" }", {"11,90 €", "119 €", "12,- €"});
  EXPECT_EQ(taxed.values, (Values{"10", "100", "10.08"}));
  EXPECT_EQ(normalised("{ money = \"EUR\", rates = \"ecb.csv\", on = \"2026-01-10\" }", {"CHF 9.50"},
                       {{"ecb.csv", rates}})
                .failed,
            "x: ecb.csv has no rates of 2026-01-10");
  EXPECT_EQ(normalised("{ money = \"EUR\", rates = \"ecb.csv\", on = \"2026-01-10\", back = 3 }",
                       {"CHF 9.40"}, {{"ecb.csv", rates}})
                .values,
            Values{"10"});
  EXPECT_EQ(normalised("{ money = \"EUR\", rates = \"ecb.csv\" }", {"NOK 5"}, {{"ecb.csv", rates}}).problems,
            Values{"NOK 5: ecb.csv has no rate for NOK on 2026-01-12"});
}

TEST(Normalise, RatesAsXml) {
  auto rates = Rates::parse(
      "<gesmes:Envelope><Cube><Cube time='2026-01-12'><Cube currency='USD' rate='1.25'/></Cube></Cube></gesmes:Envelope>",
      "ecb.xml");
  ASSERT_TRUE(rates.ok());
  EXPECT_EQ(rates->find("EUR", "USD", "2026-01-12", 0)->factor, 1.25);
  EXPECT_FALSE(rates->find("EUR", "USD", "2026-01-11", 0).ok());
}

TEST(Normalise, TaxesHaveDates) {
  EXPECT_EQ(*Taxes::known().find("DE", "standard", "2020-08-01"), 16);
  EXPECT_EQ(*Taxes::known().find("DE", "standard", "2021-01-01"), 19);
  EXPECT_EQ(*Taxes::known().find("CH", "standard", "2023-12-31"), 7.7);
  EXPECT_FALSE(Taxes::known().find("ZZ", "standard", "2021-01-01").ok());
}

TEST(Normalise, DatesByTheColumn) {
  const Normalised days = normalised("\"date\"", {"03/04/2026", "27/04/2026", "2026-05-01", "June 3, 2026"});
  EXPECT_EQ(days.values, (Values{"2026-04-03", "2026-04-27", "2026-05-01", "2026-06-03"}));
  EXPECT_EQ(days.notes, Values{"x: dates are d/m because \"27/04/2026\" occurs"});
  EXPECT_EQ(normalised("\"date\"", {"03/04/2026", "04/27/2026"}).values,
            (Values{"2026-03-04", "2026-04-27"}));
  EXPECT_EQ(normalised("\"date\"", {"03/04/2026"}).problems.size(), 1u);
  EXPECT_EQ(normalised("\"date\"", {"31.02.2026"}).values, Values{""});
}

TEST(Normalise, Units) {
  EXPECT_EQ(normalised("{ unit = \"g\" }", {"1,5 kg", "500g", "1 kg 250 g", "12"}).values,
            (Values{"1500", "500", "1250", ""}));
  EXPECT_EQ(normalised("{ unit = \"GB\" }", {"16 GB", "2 TB", "1 GiB"}).values,
            (Values{"16", "2000", "1.073741824"}));
  EXPECT_EQ(normalised("{ unit = \"cm\" }", {"3 kg"}).problems,
            Values{"3 kg: kg is a unit of mass, not of length"});
  EXPECT_EQ(find_unit("MW")->factor, 1e6);
  EXPECT_EQ(find_unit("mw"), nullptr);  // MW or mW?
}

TEST(Normalise, NamesPhonesAndCodes) {
  EXPECT_EQ(normalised("\"country\"", {"Deutschland", "SCHWEIZ", "United States", "fra", "Nowhere"}).values,
            (Values{"DE", "CH", "US", "FR", ""}));
  EXPECT_EQ(normalised("\"language\"", {"German", "französisch", "en"}).values, (Values{"de", "fr", "en"}));
  EXPECT_EQ(normalised("{ phone = \"DE\" }", {"030 1234567", "+41 44 123 45 67"}).values,
            (Values{"+49301234567", "+41441234567"}));
  const std::map<std::string, std::string> map = {{"c.csv", "text,code\nin stock,now\n* weeks,later\n"}};
  EXPECT_EQ(normalised("{ map = \"c.csv\" }", {"In  Stock", "2-3 weeks", "sold out"}, map).values,
            (Values{"now", "later", ""}));
  EXPECT_EQ(normalised("{ map = \"c.csv\", unknown = \"keep\" }", {"sold out"}, map).values,
            Values{"sold out"});
}

TEST(Normalise, NothingIsDropped) {
  // Every value is read or a problem, whatever it is.
  std::mt19937 random(test_seed(11));
  const std::string letters = "0123456789.,-'/ €kgEURCHF\xc2\xa0";
  for (const char* rule : {"\"number\"", "{ money = \"EUR\" }", "\"date\"", "{ unit = \"g\" }", "\"country\"",
                           "\"phone\"", "\"boolean\""}) {
    Values values;
    for (int i = 0; i < 300; ++i) {
      std::string text;
      for (size_t n = 1 + random() % 12; n > 0; --n) text += letters[random() % letters.size()];
      if (text.find_first_not_of(' ') != std::string::npos) values.push_back(text);
    }
    const Normalised got = normalised(rule, values);
    size_t empty = 0;
    for (const std::string& value : got.values) empty += value.empty();
    EXPECT_EQ(empty, got.problems.size()) << rule;
    EXPECT_EQ(got.values.size(), values.size());
  }
}

}  // namespace
}  // namespace gleaner::flow
