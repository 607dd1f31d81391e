// Tables that money needs: rates of exchange by day, taxes by country and day.
//
// Rates are read as the European Central Bank gives them: CSV (Date,USD,JPY,... a line a day;
// eurofxref-hist.csv, eurofxref.csv) and XML (Cube time, currency, rate): units of a currency for one euro. A
// day that is not there is an error that says so. Taxes: country,class,from,percent, a line for each change.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gleaner::flow {

class Rates {
 public:
  static Result<Rates> parse(std::string_view text, const std::string& name);

  struct Found {
    double factor = 1;  // of the amount
    std::string day;    // of the rates that were used
  };
  // The day whose rates count on a day: that day, or the last before it that is not older than `back` days.
  Result<std::string> day_for(const std::string& day, int back) const;
  // From one currency to another on a day (2026-01-12). `back`: days that the rates may be older.
  Result<Found> find(const std::string& from, const std::string& to, const std::string& day, int back) const;

 private:
  Result<double> per_euro(const std::string& currency, const std::map<std::string, double>& day,
                          const std::string& date) const;
  std::string name_;
  std::map<std::string, std::map<std::string, double>> days_;  // by date, by currency
};

class Taxes {
 public:
  static Result<Taxes> parse(std::string_view text, const std::string& name);
  // What comes with the program: the standard and the reduced rates of Europe.
  static const Taxes& known();

  // In percent.
  Result<double> find(const std::string& country, const std::string& tax_class, const std::string& day) const;

 private:
  struct Line {
    std::string country, tax_class, from;
    double percent;
  };
  std::string name_;
  std::vector<Line> lines_;  // by country, class, day
};

}  // namespace gleaner::flow
