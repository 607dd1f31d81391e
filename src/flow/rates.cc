// See rates.h.
#include "flow/rates.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "base/calendar.h"
#include "base/text.h"
#include "script/csv.h"
#include "wrap/types.h"

namespace gleaner::flow {
namespace {

// country,class,from,percent. Changes as they were announced; who needs another class gives a table.
constexpr std::string_view kTaxes = R"(country,class,from,percent
AT,standard,1984-01-01,20
AT,reduced,1984-01-01,10
BE,standard,1996-01-01,21
BE,reduced,1996-01-01,6
BG,standard,1999-01-01,20
CH,standard,2011-01-01,8
CH,standard,2018-01-01,7.7
CH,standard,2024-01-01,8.1
CH,reduced,2011-01-01,2.5
CH,reduced,2024-01-01,2.6
CZ,standard,2013-01-01,21
DE,standard,1998-04-01,16
DE,standard,2007-01-01,19
DE,standard,2020-07-01,16
DE,standard,2021-01-01,19
DE,reduced,1983-07-01,7
DE,reduced,2020-07-01,5
DE,reduced,2021-01-01,7
DK,standard,1992-01-01,25
ES,standard,2012-09-01,21
ES,reduced,2012-09-01,10
FI,standard,2013-01-01,24
FI,standard,2024-09-01,25.5
FR,standard,2014-01-01,20
FR,reduced,2012-01-01,5.5
GB,standard,2011-01-04,20
GR,standard,2016-06-01,24
HU,standard,2012-01-01,27
IE,standard,2012-01-01,23
IE,standard,2020-09-01,21
IE,standard,2021-03-01,23
IT,standard,2013-10-01,22
IT,reduced,1995-02-24,10
LU,standard,2015-01-01,17
LU,standard,2023-01-01,16
LU,standard,2024-01-01,17
NL,standard,2012-10-01,21
NL,reduced,2019-01-01,9
NO,standard,2005-01-01,25
PL,standard,2011-01-01,23
PT,standard,2011-01-01,23
SE,standard,1991-01-01,25
SI,standard,2013-07-01,22
SK,standard,2011-01-01,20
SK,standard,2025-01-01,23
)";

double real_in(std::string_view text) { return std::strtod(std::string(trim(text)).c_str(), nullptr); }

// "2026-01-12", "12 January 2026"
std::string day_in(std::string_view text) {
  text = trim(text);
  if (text.size() == 10 && text[4] == '-' && text[7] == '-') return std::string(text);
  const auto typed = wrap::read_as(wrap::Type::date, text);
  return typed && typed->normal.size() == 10 ? typed->normal : std::string();
}

// The value of an attribute behind `at`, in either quotes.
std::string_view attribute(std::string_view tag, std::string_view name) {
  const size_t at = tag.find(std::string(name) + "=");
  if (at == std::string_view::npos || at + name.size() + 2 > tag.size()) return {};
  const char quote = tag[at + name.size() + 1];
  const size_t begin = at + name.size() + 2, end = tag.find(quote, begin);
  return end == std::string_view::npos ? std::string_view() : tag.substr(begin, end - begin);
}

}  // namespace

Result<Rates> Rates::parse(std::string_view text, const std::string& name) {
  Rates out;
  out.name_ = name;
  std::string room;
  text = script::readable(text, room);
  if (trim(text).starts_with('<')) {  // Cube time='2026-01-12', within it Cube currency='USD' rate='1.08'
    std::string day;
    for (size_t at = 0; (at = text.find("<", at)) != std::string_view::npos; ++at) {
      const std::string_view tag = text.substr(at, text.find('>', at) - at);
      if (const auto time = attribute(tag, "time"); !time.empty()) day = day_in(time);
      const auto currency = attribute(tag, "currency"), rate = attribute(tag, "rate");
      if (!currency.empty() && !day.empty() && real_in(rate) > 0)
        out.days_[day][std::string(currency)] = real_in(rate);
    }
  } else {
    std::string bad;
    const auto take = [&](const std::vector<std::string>& names, std::vector<std::string>& cells) {
      const std::string day = cells.empty() ? "" : day_in(cells[0]);
      if (day.empty()) bad = cells.empty() ? "" : cells[0];
      for (size_t i = 1; i < cells.size() && i < names.size() && !day.empty(); ++i)
        if (const double rate = real_in(cells[i]); rate > 0)
          out.days_[day][std::string(trim(names[i]))] = rate;  // N/A is none
      return true;
    };
    GLEANER_CHECK(script::each_csv_row(text, name, take));
    if (out.days_.empty() && !bad.empty())
      return error(Code::bad_input, fmt::format("\"{}\" is no day", bad), {name, 2},
                   "rates are read as the ECB gives them: Date,USD,JPY,...");
  }
  if (out.days_.empty())
    return error(Code::bad_input, "there are no rates in it", {name},
                 "rates are read as the ECB gives them: a CSV with Date,USD,JPY,..., or its XML");
  return out;
}

Result<double> Rates::per_euro(const std::string& currency, const std::map<std::string, double>& day,
                               const std::string& date) const {
  if (currency == "EUR") return 1.0;
  if (const auto found = day.find(currency); found != day.end()) return found->second;
  return error(Code::bad_input, fmt::format("{} has no rate for {} on {}", name_, currency, date));
}

Result<std::string> Rates::day_for(const std::string& day, int back) const {
  auto at = days_.upper_bound(day);
  const std::string nearest = at == days_.begin() ? "" : std::prev(at)->first;
  const auto number_of = [](const std::string& date) {
    return days_of({std::atoi(date.c_str()), std::atoi(date.c_str() + 5), std::atoi(date.c_str() + 8)});
  };
  if (nearest.empty() || number_of(day) - number_of(nearest) > back) {
    std::string hint = "the table begins with " + days_.begin()->first;
    if (!nearest.empty())
      hint = fmt::format(
          "the last before is of {}: bring the table up to date, or allow older rates with back = {}",
          nearest, number_of(day) - number_of(nearest));
    return error(Code::bad_input, fmt::format("{} has no rates of {}", name_, day), {}, hint);
  }
  return nearest;
}

Result<Rates::Found> Rates::find(const std::string& from, const std::string& to, const std::string& day,
                                 int back) const {
  if (from == to) return Found{1, day};
  GLEANER_TRY(const std::string nearest, day_for(day, back));
  const auto& rates = days_.at(nearest);
  GLEANER_TRY(const double one, per_euro(from, rates, nearest));
  GLEANER_TRY(const double other, per_euro(to, rates, nearest));
  return Found{other / one, nearest};
}

const Taxes& Taxes::known() {
  static const Taxes kKnown = *Taxes::parse(kTaxes, "the table of taxes");
  return kKnown;
}

Result<Taxes> Taxes::parse(std::string_view text, const std::string& name) {
  Taxes out;
  out.name_ = name;
  std::optional<Diagnostic> wrong;
  uint32_t line = 1;
  const auto take = [&](const std::vector<std::string>& names, std::vector<std::string>& cells) {
    ++line;
    if (names.size() < 4 || cells.size() < 4 || day_in(cells[2]).empty() || trim(cells[3]).empty() ||
        !is_digit(trim(cells[3])[0])) {
      wrong = error(Code::bad_input, "is no line of taxes", {name, line},
                    "country,class,from,percent, as DE,standard,2007-01-01,19");
      return false;
    }
    out.lines_.push_back(
        {std::string(trim(cells[0])), std::string(trim(cells[1])), day_in(cells[2]), real_in(cells[3])});
    return true;
  };
  GLEANER_CHECK(script::each_csv_row(text, name, take));
  if (wrong) return std::move(*wrong);
  std::ranges::stable_sort(out.lines_, [](const Line& a, const Line& b) {
    return std::tie(a.country, a.tax_class, a.from) < std::tie(b.country, b.tax_class, b.from);
  });
  return out;
}

Result<double> Taxes::find(const std::string& country, const std::string& tax_class,
                           const std::string& day) const {
  const Line* found = nullptr;
  for (const Line& line : lines_)
    if (line.country == country && line.tax_class == tax_class && line.from <= day) found = &line;
  if (found) return found->percent;
  return error(Code::bad_input, fmt::format("{} has no {} rate for {} on {}", name_, tax_class, country, day),
               {}, "give a table with tax_table = \"tax.csv\": country,class,from,percent");
}

}  // namespace gleaner::flow
