// See column_reader.h.
#include "flow/column_reader.h"

#include <cmath>

#include <fmt/format.h>

#include "base/calendar.h"
#include "base/nearest.h"
#include "base/text.h"
#include "page/names.h"
#include "wrap/types.h"

namespace gleaner::flow {
namespace {

constexpr int kMoneyDigits = 2;
constexpr const char* kUnsure =
    "can be read as thousands or as decimals, and no other value of the column decides: "
    "say decimal = \",\" or \".\"";

// Countries to the digits that calls to them begin with; where a 0 before the number
// belongs to it (Italy), it stays.
constexpr std::pair<std::string_view, std::string_view> kCallingCodes[] = {
    {"AT", "43"},  {"AU", "61"},  {"BE", "32"},  {"BG", "359"}, {"BR", "55"},  {"CA", "1"},   {"CH", "41"},
    {"CN", "86"},  {"CZ", "420"}, {"DE", "49"},  {"DK", "45"},  {"EE", "372"}, {"ES", "34"},  {"FI", "358"},
    {"FR", "33"},  {"GB", "44"},  {"GR", "30"},  {"HR", "385"}, {"HU", "36"},  {"IE", "353"}, {"IN", "91"},
    {"IT", "39"},  {"JP", "81"},  {"KR", "82"},  {"LI", "423"}, {"LT", "370"}, {"LU", "352"}, {"LV", "371"},
    {"MX", "52"},  {"NL", "31"},  {"NO", "47"},  {"NZ", "64"},  {"PL", "48"},  {"PT", "351"}, {"RO", "40"},
    {"RS", "381"}, {"SE", "46"},  {"SI", "386"}, {"SK", "421"}, {"TR", "90"},  {"UA", "380"}, {"US", "1"},
    {"ZA", "27"}};

// What a conversion adds behind the twelfth digit is no measure: 2.54 cm are 25.4 mm.
double measured(double value) {
  constexpr int kDigits = 12;
  if (value == 0 || !std::isfinite(value)) return value;
  const double ten = std::pow(10.0, kDigits - 1 - std::floor(std::log10(std::fabs(value))));
  return std::isfinite(ten) ? std::round(value * ten) / ten : value;
}

double rounded(double value, int digits) {
  if (digits < 0) return value;
  const double ten = std::pow(10.0, digits);
  return std::round(value * ten) / ten;
}

// 2026-01-12, and 12.01.2026 with any sign where the order is known.
std::string quick_date(std::string_view text, wrap::DateOrder order) {
  if (text.size() != 10) return {};
  const auto two = [&](size_t at) {
    return is_digit(text[at]) && is_digit(text[at + 1]) ? (text[at] - '0') * 10 + (text[at + 1] - '0') : -1;
  };
  int year, month, day;
  if (text[4] == '-' && text[7] == '-') year = two(0) * 100 + two(2), month = two(5), day = two(8);
  else if (order != wrap::DateOrder::unknown && text[2] == text[5] &&
           (text[2] == '.' || text[2] == '/' || text[2] == '-')) {
    year = two(6) * 100 + two(8), month = two(3), day = two(0);
    if (order == wrap::DateOrder::month_first) std::swap(month, day);
  } else return {};
  if (year < 1000 || month < 1 || month > 12 || day < 1 || day > days_in(year, month)) return {};
  std::string out = "0000-00-00";
  for (int i = 3; i >= 0; --i, year /= 10) out[size_t(i)] = char('0' + year % 10);
  out[5] = char('0' + month / 10), out[6] = char('0' + month % 10), out[8] = char('0' + day / 10),
  out[9] = char('0' + day % 10);
  return out;
}

}  // namespace

Result<ColumnReader> ColumnReader::make(const NormaliseRule& rule, const Table& in, size_t column,
                                        StepContext& context) {
  ColumnReader out(rule, in, column, context.today);
  const Flow& flow = *context.flow;
  if (!rule.rates.empty()) {
    GLEANER_TRY(const std::string_view text, context.files->get(flow.at(rule.rates)));
    GLEANER_TRY(out.rates_, Rates::parse(text, rule.rates));
  }
  out.taxes_ = Taxes::known();
  if (!rule.tax_table.empty()) {
    GLEANER_TRY(const std::string_view text, context.files->get(flow.at(rule.tax_table)));
    GLEANER_TRY(out.taxes_, Taxes::parse(text, rule.tax_table));
  }
  if (rule.kind == Kind::map) {
    GLEANER_TRY(const std::string_view text, context.files->get(flow.at(rule.map_file)));
    GLEANER_TRY(out.map_, CodeMap::parse(text, rule.map_file));
  }
  GLEANER_CHECK(out.prepare());
  return out;
}

void ColumnReader::read(const Row& row, NormalisedValue& out, std::string* words) {
  const Cell& cell = row.cells[column_];
  out.cell = Cell(), out.second.clear(), out.why = "", out.reason.clear();
  if (cell.is_null() || (cell.kind == Cell::Kind::text && trim(cell.text).empty())) return;
  if (cell.kind == Cell::Kind::json) return void(out.why = "is a list");
  const size_t source = row.source == kNoPage ? in_->sources.size() : row.source;
  switch (rule_->kind) {
    case Kind::number: read_plain(cell, source, out); break;
    case Kind::money: read_money(cell, row, source, out, words); break;
    case Kind::date: read_date(cell, source, out); break;
    case Kind::unit: read_unit(cell, source, out, words); break;
    case Kind::country:
    case Kind::language: read_name(cell, out); break;
    case Kind::phone: read_phone(cell, out); break;
    case Kind::map: read_code(cell, out); break;
    case Kind::boolean: read_truth(cell, out); break;
  }
  if (out.cell.kind == Cell::Kind::number && rule_->digits >= 0)
    out.cell.number = rounded(out.cell.number, rule_->digits);
}

std::vector<std::string> ColumnReader::evidence() const {
  std::vector<std::string> out;
  for (size_t i = 0; i < numbers_.size(); ++i) {
    const std::string who = i < in_->sources.size() && in_->sources.size() > 1
                                ? fmt::format("{} of {}", rule_->column, in_->sources[i])
                                : rule_->column;
    const bool is_number =
        rule_->kind == Kind::number || rule_->kind == Kind::money || rule_->kind == Kind::unit;
    if (const std::string words = numbers_[i].evidence(); is_number && !words.empty())
      out.push_back(fmt::format("{}: {}", who, words));
    if (const std::string words = dates_[i].evidence(); rule_->kind == Kind::date && !words.empty())
      out.push_back(fmt::format("{}: {}", who, words));
  }
  return out;
}

wrap::Type ColumnReader::type() const {
  switch (rule_->kind) {
    case Kind::number:
    case Kind::money:
    case Kind::unit: return wrap::Type::number;
    case Kind::date: return wrap::Type::date;
    case Kind::boolean: return wrap::Type::boolean;
    default: return wrap::Type::text;
  }
}

ColumnReader::ColumnReader(const NormaliseRule& rule, const Table& in, size_t column, std::string today)
    : rule_(&rule),
      in_(&in),
      column_(column),
      today_(std::move(today)),
      numbers_(in.sources.size() + 1),
      dates_(in.sources.size() + 1) {}

Status ColumnReader::prepare() {
  if (rule_->kind == Kind::unit) {
    unit_ = find_unit(rule_->target);
    if (!unit_)
      return error(Code::bad_input, fmt::format("{}: there is no unit \"{}\"", rule_->column, rule_->target),
                   {}, did_you_mean(rule_->target, unit_names(), "as m, kg, l, m2, GB"));
    if (!rule_->from.empty() && !(from_unit_ = find_unit(rule_->from)))
      return error(Code::bad_input, fmt::format("{}: there is no unit \"{}\"", rule_->column, rule_->from));
  }
  if (rule_->kind == Kind::money && rule_->on != "run date") {
    if (rule_->on.size() == 10 && is_digit(rule_->on[0])) today_ = rule_->on;
    else if ((date_column_ = in_->column(rule_->on)) == Table::npos)
      return error(Code::bad_input,
                   fmt::format("{}: on = \"{}\" is no date and no column", rule_->column, rule_->on), {},
                   "columns: " + column_list(*in_));
  }
  if (rates_ && date_column_ == Table::npos &&
      !in_->rows.empty())  // one day for all rows: without its rates there is nothing to do
    if (auto day = rates_->day_for(today_, rule_->back); !day.ok())
      return error(Code::bad_input, fmt::format("{}: {}", rule_->column, day.error().message), {},
                   day.error().hint);
  for (size_t i = 0; i <= in_->sources.size(); ++i) {
    const auto said =
        i < in_->sources.size() ? rule_->country_of.find(in_->sources[i]) : rule_->country_of.end();
    const auto other = rule_->country_of.find("*");
    countries_.push_back(said != rule_->country_of.end()    ? said->second
                         : other != rule_->country_of.end() ? other->second
                                                            : "");
  }
  for (const Row& row : in_->rows) {  // the first pass
    const Cell& cell = row.cells[column_];
    if (cell.is_null() || cell.text.empty()) continue;
    const size_t source = row.source == kNoPage ? in_->sources.size() : row.source;
    if (rule_->kind == Kind::date) dates_[source].see(cell.text);
    else numbers_[source].see(cell.text);
  }
  for (NumberStyle& style : numbers_)
    if (!rule_->decimal.empty()) style.set(rule_->decimal[0]);
  for (DateStyle& style : dates_)
    if (!rule_->order.empty())
      style.set(rule_->order == "day-first" ? wrap::DateOrder::day_first : wrap::DateOrder::month_first);
  return {};
}

std::optional<double> ColumnReader::number_in(std::string_view text, size_t source, size_t& begin,
                                              size_t& end, bool money, NormalisedValue& out) const {
  begin = number_begin(text);
  if (begin == std::string_view::npos) return out.why = "holds no number", std::nullopt;
  end = begin;
  bool unsure = false;
  const NumberStyle& style = numbers_[source];
  const auto number = read_number_at(text, end, style.decimal(), money, unsure);
  if (!number) out.why = unsure ? kUnsure : "holds no number";
  else if (style.parentheses_negative() && *number > 0 && in_parentheses(text, begin)) return -*number;
  return number;
}

void ColumnReader::read_plain(const Cell& cell, size_t source, NormalisedValue& out) const {
  if (cell.kind == Cell::Kind::number) return void(out.cell = Cell::of_number(cell.number, cell.text));
  size_t begin = 0, end = 0;
  const auto number = number_in(cell.text, source, begin, end, false, out);
  if (!number) return;
  if (number_begin(std::string_view(cell.text).substr(end)) != std::string_view::npos)
    return void(out.why = "holds several numbers");
  out.cell = Cell::of_number(*number, cell.text);
}

const ColumnReader::Around* ColumnReader::around(std::string_view text, size_t begin, size_t end) {
  const std::string_view before = text.substr(0, begin), after = text.substr(end);
  if (before == last_before_ && after == last_after_ && last_around_) return last_around_;
  std::string key(before);
  key += '\x1f';
  key += after;
  auto found = around_.find(key);
  if (found == around_.end()) {
    // The words alone decide: "12,- €" is written with no number that others would read.
    const auto typed = wrap::read_as(wrap::Type::money, fmt::format("{}1{}", before, after));
    found =
        around_.emplace(std::move(key), typed ? Around{typed->normal, typed->number < 0} : Around()).first;
  }
  last_before_ = before, last_after_ = after, last_around_ = &found->second;
  return last_around_;
}

void ColumnReader::read_money(const Cell& cell, const Row& row, size_t source, NormalisedValue& out,
                              std::string* words) {
  double amount = cell.number;
  const std::string* currency = &rule_->from;
  size_t begin = 0, end = 0;
  if (!cell.text.empty()) {
    std::string_view text = cell.text;
    const auto number = number_in(text, source, begin, end, true, out);
    if (!number) return;
    if (number_begin(text.substr(end)) !=
        std::string_view::npos) {  // "2 for 5 EUR": which of them is the amount?
      const auto typed = wrap::read_as(wrap::Type::money, text);
      if (!typed || typed->normal.empty()) return void(out.why = "holds several numbers");
      amount = typed->number;
      currency = &(several_ = typed->normal);
    } else {
      amount = *number;
      const Around* words_around = around(text, begin, end);
      if (words_around->negative && amount > 0) amount = -amount;
      currency = words_around->currency.empty() ? &rule_->from : &words_around->currency;
    }
  }
  if (currency->empty()) {
    if (!rule_->target.empty() && rule_->rates.empty() && rule_->tax.empty()) currency = &rule_->target;
    else return void(out.why = "names no currency: say from = \"EUR\" if it is always the same");
  }
  if (words) *words = fmt::format("{} {}", shown(Cell::of_number(amount)), *currency);
  const std::string* day = &today_;
  if (date_column_ != Table::npos) {
    const Cell& date = row.cells[date_column_];
    if (date.is_null() || date.text.size() < 10)
      return void(out.reason = fmt::format("there is no date in {}", rule_->on));
    if (row_day_.compare(0, std::string::npos, date.text, 0, 10) != 0) row_day_ = date.text.substr(0, 10);
    day = &row_day_;
  }
  if (!exchange(*currency, *day, amount, out, words) || !tax(source, *day, amount, out, words)) return;
  out.second = rule_->target.empty() ? *currency : "";
  out.cell = Cell::of_number(rounded(amount, rule_->digits >= 0 ? rule_->digits : kMoneyDigits), cell.text);
}

bool ColumnReader::exchange(const std::string& currency, const std::string& day, double& amount,
                            NormalisedValue& out, std::string* words) {
  if (rule_->target.empty() || rule_->target == currency) return true;
  if (rule_->rates.empty())
    return out.reason = fmt::format("is in {}, and there are no rates: rates = \"ecb.csv\"", currency), false;
  if (currency != factor_currency_ || day != factor_day_) {
    factor_currency_ = currency, factor_day_ = day;
    auto found = rates_->find(currency, rule_->target, day, rule_->back);
    factor_why_ = found.ok()
                      ? ""
                      : found.error().message + (found.error().hint.empty() ? "" : "; " + found.error().hint);
    if (found.ok()) factor_ = *found;
  }
  if (!factor_why_.empty()) return out.reason = factor_why_, false;
  amount *= factor_.factor;
  if (words) *words += fmt::format(" x {:.6g} ({} {})", factor_.factor, rule_->rates, factor_.day);
  return true;
}

bool ColumnReader::tax(size_t source, const std::string& day, double& amount, NormalisedValue& out,
                       std::string* words) {
  const std::string has = rule_->has.empty() ? "gross" : rule_->has;
  if (rule_->tax.empty() || rule_->tax == has) return true;
  const std::string& country = countries_[source];
  if (country.empty())
    return out.reason = fmt::format("of {} nobody says which country's tax it has",
                                    source < in_->sources.size() ? in_->sources[source] : "several sources"),
           false;
  if (country != tax_country_ || day != tax_day_) {
    tax_country_ = country, tax_day_ = day;
    auto found = taxes_->find(country, rule_->tax_class, day);
    tax_why_ = found.ok() ? "" : found.error().message;
    if (found.ok()) percent_ = *found;
  }
  if (!tax_why_.empty()) return out.reason = tax_why_, false;
  amount = rule_->tax == "net" ? amount / (1 + percent_ / 100) : amount * (1 + percent_ / 100);
  if (words)
    *words += fmt::format(" {} {:g} % tax ({} {})", rule_->tax == "net" ? "less" : "plus", percent_, country,
                          rule_->tax_class);
  return true;
}

void ColumnReader::read_date(const Cell& cell, size_t source, NormalisedValue& out) const {
  const wrap::DateOrder order = dates_[source].order();
  if (const std::string quick = quick_date(cell.text, order); !quick.empty())
    return void(out.cell = Cell::of_text(quick));
  const auto typed = wrap::read_as(wrap::Type::date, cell.text, {}, order);
  if (typed && typed->normal.size() >= 10) return void(out.cell = Cell::of_text(typed->normal.substr(0, 10)));
  out.why =
      typed ? "names no day"
      : order == wrap::DateOrder::unknown && cell.text.find('/') != std::string::npos
          ? "day or month first? No value of the column decides: say order = \"day-first\" or \"month-first\""
          : "is no date";
}

void ColumnReader::read_unit(const Cell& cell, size_t source, NormalisedValue& out, std::string* words) {
  if (cell.text.empty()) {
    const Unit* unit = from_unit_ ? from_unit_ : unit_;
    return void(out.cell = Cell::of_number(measured(cell.number * unit->factor / unit_->factor)));
  }
  std::string_view rest = cell.text;
  double sum = 0;
  std::string said;
  for (bool any = false;; any = true) {
    size_t begin = 0, end = 0;
    if (number_begin(rest) == std::string_view::npos && any) break;
    const auto number = number_in(rest, source, begin, end, false, out);
    if (!number) return;
    rest = rest.substr(end);
    size_t next = number_begin(rest);
    if (next == 0) return void(out.why = "holds a number without a unit");
    const std::string_view name = trim(rest.substr(0, std::min(next, rest.size())));
    const Unit* unit = name.empty() ? from_unit_ : unit_named(name);
    if (!unit)
      return void(out.reason = name.empty() ? "has no unit: say from = \"g\" if it is always the same"
                                            : fmt::format("\"{}\" is no unit", name));
    if (unit->dimension != unit_->dimension)
      return void(out.reason = fmt::format("{} is a unit of {}, not of {}", unit->name, unit->dimension,
                                           unit_->dimension));
    sum += *number * unit->factor / unit_->factor;
    if (words)
      said += fmt::format("{}{} {} x {:g}", said.empty() ? "" : " + ", shown(Cell::of_number(*number)),
                          unit->name, unit->factor / unit_->factor);
    if (next == std::string_view::npos) break;
    rest = rest.substr(next);
  }
  if (words) *words = said;
  out.cell = Cell::of_number(measured(sum), cell.text);
}

const Unit* ColumnReader::unit_named(std::string_view name) {
  if (name == last_unit_name_) return last_unit_;
  last_unit_name_ = name;
  last_unit_ = find_unit(name);
  for (std::string_view cut = name; !last_unit_ && !cut.empty();) {  // "kg (netto)", "g."
    const size_t end = cut.find_last_of(" .,;(");
    if (end == std::string_view::npos) break;
    cut = trim(cut.substr(0, end));
    last_unit_ = find_unit(cut);
  }
  return last_unit_;
}

void ColumnReader::read_name(const Cell& cell, NormalisedValue& out) {
  const auto found = codes_.find(cell.text);
  const bool country = rule_->kind == Kind::country;
  const std::string code = found != codes_.end() ? found->second
                           : country             ? country_code(cell.text)
                                                 : language_code(cell.text);
  if (found == codes_.end()) codes_.emplace(cell.text, code);
  if (code.empty())
    return unknown(cell, country ? "is no country that is known" : "is no language that is known", out);
  out.cell =
      Cell::of_text(rule_->target == "name" ? (country ? country_name(code) : language_name(code)) : code);
}

void ColumnReader::read_phone(const Cell& cell, NormalisedValue& out) const {
  const std::string text = cell.text.empty() ? shown(cell) : cell.text;
  const auto typed = wrap::read_as(wrap::Type::phone, text);
  if (!typed) return void(out.why = "is no phone number");
  std::string number = typed->normal;
  if (number.starts_with("00")) number.replace(0, 2, "+");
  if (number.starts_with('+')) return void(out.cell = Cell::of_text(number));
  const std::string& country = rule_->target.empty() ? rule_->from : rule_->target;
  for (const auto& [code, calling] : kCallingCodes)
    if (code == country)
      return void(
          out.cell = Cell::of_text(fmt::format(
              "+{}{}", calling, number.starts_with('0') && code != "IT" ? number.substr(1) : number)));
  out.why = "names no country: say phone = \"DE\"";
}

void ColumnReader::read_code(const Cell& cell, NormalisedValue& out) const {
  const std::string* code = map_->find(cell.text.empty() ? shown(cell) : cell.text);
  if (code) out.cell = Cell::of_text(*code);
  else unknown(cell, "stands not in the map", out);
}

void ColumnReader::read_truth(const Cell& cell, NormalisedValue& out) const {
  if (cell.kind == Cell::Kind::boolean) return void(out.cell = cell);
  const auto typed = wrap::read_as(wrap::Type::boolean, cell.text.empty() ? shown(cell) : cell.text);
  if (typed) out.cell = Cell::of_boolean(typed->number != 0);
  else out.why = "is neither yes nor no";
}

void ColumnReader::unknown(const Cell& cell, const char* why, NormalisedValue& out) const {
  if (rule_->unknown == NormaliseRule::Unknown::problem) out.why = why;
  if (rule_->unknown == NormaliseRule::Unknown::keep) out.cell = cell;
}

}  // namespace gleaner::flow
