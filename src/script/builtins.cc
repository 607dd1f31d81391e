// The built-in functions.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include "base/calendar.h"
#include "base/json.h"
#include "base/lists.h"
#include "base/text.h"
#include "page/load.h"
#include "script/compare.h"
#include "script/interpreter.h"
#include "script/navigation.h"
#include "script/numbers.h"
#include "script/pages.h"
#include "script/parser.h"
#include "script/tables.h"
#include "script/xml.h"
#include "store/postgres.h"
#include "store/target.h"
#include "wrap/types.h"

namespace gleaner::script {
namespace {

using Arguments = std::vector<Value>;

constexpr double kLongestRange = 50e6;

double number(Interpreter& in, const Value& v) {
  auto n = to_number(v);
  if (!n)
    in.fail(fmt::format("expected a number, not {}",
                        v.is_text() ? json::quote(v.view()) : std::string(name_of(v.kind()))));
  return *n;
}

// Large whole numbers are round already.
template <class Round>
Value rounded(Interpreter& in, const Value& v, Round round) {
  const double n = number(in, v);
  return std::fabs(n) < kExact ? Value(round(n)) : *as_number(v);
}

Value without_sign(Interpreter& in, const Value& v) {
  const double n = number(in, v);
  if (std::fabs(n) < kExact) return Value(std::fabs(n));
  return n > 0 ? *as_number(v) : exact_arithmetic('-', Value(0.0), v).value_or(Value(-n));
}

// The charset that a call names behind the page; "": none.
std::string charset_of(Interpreter& in, const Arguments& a) {
  if (a.size() < 2) return "";
  const std::string name = to_text(a[1]);
  if (!canonical_charset(name)) in.fail(fmt::format("there is no charset {}", json::quote(name)));
  return name;
}

template <int sign>
Value extreme(Interpreter&, Arguments& a) {
  const std::vector<Value>& all = a.size() == 1 && a[0].is(Kind::list) ? a[0].as_list().items : a;
  if (all.empty()) return Value();
  const Value* best = &all[0];
  for (const Value& v : all)
    if (compare(v, *best) * sign > 0) best = &v;
  return *best;
}

Value xml_element(Interpreter& in, Arguments& a) {
  Element* e = new Element();
  Value out(e);
  e->name = to_text(a[0]);
  a.erase(a.begin());
  return in.call_method(out, "addChild", a);
}

Value fields_of(Interpreter&, Arguments& a) {
  std::vector<Value> out;
  auto add = [&](std::string_view name) { out.push_back(Value::text(std::string(name))); };
  const Value v = a.empty() ? Value() : a[0];
  if (v.is(Kind::record))
    for (const auto& [name, value] : v.as_record().fields) add(name);
  if (v.is_text())
    for (const auto& [name, value] : v.as_text().fields) add(name);
  if (v.is(Kind::element)) {
    for (const auto& [name, value] : v.as_element().attributes) add(name);
    for (const Value& child : v.as_element().children)
      if (child.is(Kind::element)) add(child.as_element().name);
  }
  if (v.is(Kind::html)) {
    std::vector<html::Attribute> scratch;
    if (v.as_html().page->view<html::Tree>().is_element(v.as_html().node))
      for (const html::Attribute& x :
           v.as_html().page->view<html::Tree>().attributes_of(v.as_html().node, scratch))
        add(x.name);
  }
  return Value::list(std::move(out));
}

Value as_text(const Value& v) { return v.is_text() ? v : Value::text(to_text(v)); }

// A method of texts as a function, of null null.
Value of_text(Interpreter& in, const Arguments& a, const char* method) {
  if (a[0].is_null()) return Value();
  Arguments none;
  return in.call_method(as_text(a[0]), method, none);
}

Value read_typed(const Value& v, wrap::Type type) {
  if (v.is_null() || (v.is_text() && v.as_text().typed && v.as_text().typed->type == type)) return v;
  const Value text = as_text(v);
  auto read = wrap::read_as(type, text.view());
  if (!read) return Value();
  Value out = text.as_text().span
                  ? Value::text(text.as_text().string, *text.as_text().span, text.as_text().page)
                  : Value::text(text.as_text().string);
  out.as_text().typed = std::make_shared<const wrap::Typed>(std::move(*read));
  return out;
}

int64_t day_number(Interpreter& in, const Value& v) {
  const Value date = read_typed(v, wrap::Type::date);
  Day day;
  if (date.is_null() ||
      std::sscanf(date.as_text().typed->normal.c_str(), "%d-%d-%d", &day.year, &day.month, &day.day) != 3)
    in.fail(fmt::format("{} is no day", to_json(v)));
  return days_of(day);
}

template <Store store>
Value stored(Interpreter& in, Arguments& a) {
  const std::string where =
      store == Store::postgres ? in.checked_database(to_text(a[0])) : in.checked_path(to_text(a[0]));
  return in.take(read_stored(store, where, a.size() > 1 ? to_text(a[1]) : "", in.budget()), where);
}

Value builtin_print(Interpreter& in, Arguments& a) {
  for (const Value& v : a) in.write(to_text(v));
  return Value();
}

Value builtin_println(Interpreter& in, Arguments& a) {
  std::string line;
  for (const Value& v : a) line += to_text(v);
  in.write(line + "\n");
  return Value();
}

Value builtin_typeof(Interpreter&, Arguments& a) {
  if (a[0].is(Kind::record) && a[0].as_record().type) return Value::text(a[0].as_record().type->name);
  if (a[0].is_text() && a[0].as_text().typed)
    return Value::text(std::string(wrap::name_of(a[0].as_text().typed->type)));
  return Value::text(std::string(name_of(a[0].kind())));
}

Value builtin_number(Interpreter& in, Arguments& a) {
  number(in, a[0]);  // or says what it is
  return *as_number(a[0]);
}

Value builtin_range(Interpreter& in, Arguments& a) {
  const double from = a.size() == 2 ? number(in, a[0]) : 0, to = number(in, a.back());
  const double count = std::ceil(to - from);
  if (!(count <= kLongestRange)) in.fail("this list would be too long");
  std::vector<Value> out;
  if (count > 0) {
    in.need_room(uint64_t(count) * sizeof(Value));
    out.reserve(size_t(count));
  }
  for (double i = 0; i < count; ++i) out.emplace_back(from + i);
  return Value::list(std::move(out));
}

Value builtin_floor(Interpreter& in, Arguments& a) {
  return rounded(in, a[0], [](double x) { return std::floor(x); });
}

Value builtin_ceil(Interpreter& in, Arguments& a) {
  return rounded(in, a[0], [](double x) { return std::ceil(x); });
}

Value builtin_round(Interpreter& in, Arguments& a) {
  const double scale = std::pow(10, a.size() == 2 ? number(in, a[1]) : 0);
  return rounded(in, a[0], [&](double x) { return std::round(x * scale) / scale; });
}

Value builtin_sum(Interpreter& in, Arguments& a) {
  if (!a[0].is(Kind::list)) in.fail("sum needs a list");
  Sum total;
  for (const Value& v : a[0].as_list().items) total.add(v, number(in, v));
  return total.total();
}

Value builtin_count(Interpreter& in, Arguments& a) {
  if (!a[0].is(Kind::list)) in.fail("count needs a list");
  return Value(double(a[0].as_list().items.size()));
}

Value builtin_read(Interpreter& in, Arguments& a) {
  const DocumentPtr page = in.load_page(to_text(a[0]), charset_of(in, a));
  return Value::text(std::string(page->text()), Span{0, uint32_t(page->text().size())}, page);
}

Value builtin_extract(Interpreter& in, Arguments& a) {
  if (a.size() == 1) return extracted_here(in, to_text(a[0]), Value());
  const bool part = a[1].is(Kind::record) || (a[1].is(Kind::html) && a[1].as_html().node != html::kDocument);
  return part ? extracted_here(in, to_text(a[0]), a[1]) : extracted(in, to_text(a[0]), a[1]);
}

Value builtin_tables(Interpreter& in, Arguments& a) {
  return found_tables(in, a[0], a.size() > 1 ? size_t(std::max(1.0, number(in, a[1]))) : 0);
}

Value builtin_days(Interpreter& in, Arguments& a) {
  return a[0].is_null() || a[1].is_null() ? Value()
                                          : Value(double(day_number(in, a[1]) - day_number(in, a[0])));
}

Value builtin_coalesce(Interpreter&, Arguments& a) {
  for (const Value& v : a)
    if (!v.is_null()) return v;
  return Value();
}

Value builtin_length(Interpreter& in, Arguments& a) {
  return a[0].is_null() ? Value() : in.member(a[0].is(Kind::list) ? a[0] : as_text(a[0]), "length");
}

Value builtin_csv(Interpreter& in, Arguments& a) {
  auto rows = read_csv(to_text(a[0]), 0, "text");
  if (!rows.ok()) in.fail(rows.error().message);
  return std::move(*rows);
}

Value builtin_json(Interpreter& in, Arguments& a) {
  auto value = read_json(to_text(a[0]), "text");
  if (!value.ok()) in.fail(value.error().message);
  return std::move(*value);
}

using In = Interpreter&;
using Args = Arguments&;
constexpr size_t kAny = SIZE_MAX;

constexpr Builtin kBuiltins[] = {
    {"print", 0, kAny, "", builtin_print},
    {"println", 0, kAny, "", builtin_println},
    {"xml_element", 1, 1000, "xml_element(name, child, ...)", xml_element},
    {"typeof", 1, 1, "typeof(value)", builtin_typeof},
    {"fields", 0, kAny, "", fields_of},
    {"text", 1, 1, "text(value)", [](In, Args a) { return as_text(a[0]); }},
    {"number", 1, 1, "number(value)", builtin_number},
    {"range", 1, 2, "range(count) or range(from, to)", builtin_range},
    {"abs", 1, 1, "abs(x)", [](In in, Args a) { return without_sign(in, a[0]); }},
    {"floor", 1, 1, "floor(x)", builtin_floor},
    {"ceil", 1, 1, "ceil(x)", builtin_ceil},
    {"sqrt", 1, 1, "sqrt(x)", [](In in, Args a) { return Value(std::sqrt(number(in, a[0]))); }},
    {"round", 1, 2, "round(x) or round(x, digits)", builtin_round},
    {"min", 0, kAny, "", extreme<-1>},
    {"max", 0, kAny, "", extreme<1>},
    {"sum", 1, 1, "sum(list)", builtin_sum},
    {"count", 1, 1, "count(list)", builtin_count},
    {"read", 1, 2, "read(file or url, charset)", builtin_read},
    {"html", 1, 2, "html(file, url or text, charset)",
     [](In in, Args a) { return in.load_html(a[0], charset_of(in, a)); }},
    {"xml", 1, 1, "xml(file, url or text)", [](In in, Args a) { return in.load_xml(a[0]); }},
    {"table", 1, 1, "table(file, url or database)", [](In in, Args a) { return in.load(to_text(a[0])); }},
    {"extract", 1, 2, "extract(wrapper, pages), or extract(wrapper) for the page in the browser",
     builtin_extract},
    // the page in the browser
    {"page()", 0, 0, "page()", [](In in, Args) { return in.live_page(); }},
    {"url()", 0, 0, "url()", [](In in, Args) { return Value::text(in.take(in.navigation().tab())->url()); }},
    {"next_page()", 0, 0, "next_page()", [](In in, Args) { return Value(in.next_page()); }},
    {"secret()", 1, 1, "secret(\"NAME\")", [](In in, Args a) { return in.secret(to_text(a[0])); }},
    {"records", 1, 1, "records(pages)", [](In in, Args a) { return found_records(in, a[0]); }},
    {"tables", 1, 2, "tables(pages) or tables(pages, number)", builtin_tables},
    // readings: date("June 29, 2010").year, money("EUR 5") < 6; null where the text is none
    {"date", 1, 1, "date(text)", [](In, Args a) { return read_typed(a[0], wrap::Type::date); }},
    {"money", 1, 1, "money(text)", [](In, Args a) { return read_typed(a[0], wrap::Type::money); }},
    {"days", 2, 2, "days(from, to)", builtin_days},
    // SQL's own
    {"coalesce", 0, kAny, "", builtin_coalesce},
    {"nullif", 2, 2, "nullif(value, other)", [](In, Args a) { return equal(a[0], a[1]) ? Value() : a[0]; }},
    {"lower", 1, 1, "lower(text)", [](In in, Args a) { return of_text(in, a, "lower"); }},
    {"upper", 1, 1, "upper(text)", [](In in, Args a) { return of_text(in, a, "upper"); }},
    {"trim", 1, 1, "trim(text)", [](In in, Args a) { return of_text(in, a, "trim"); }},
    {"length", 1, 1, "length(text or list)", builtin_length},
    {"csv", 1, 1, "csv(text)", builtin_csv},
    {"json", 1, 1, "json(text)", builtin_json},
    {"sqlite", 2, 2, "sqlite(file, table or query)", stored<Store::sqlite>},
    {"parquet", 1, 2, "parquet(file) or parquet(file, query over the table data)", stored<Store::parquet>},
    {"duckdb", 2, 2, "duckdb(file, table or query)", stored<Store::duckdb>},
    {"postgres", 2, 2, "postgres(address, table or query)", stored<Store::postgres>},
};

}  // namespace

const Builtin* find_builtin(std::string_view name) {
  const auto at = std::ranges::find(kBuiltins, name, &Builtin::name);
  return at == std::end(kBuiltins) ? nullptr : &*at;
}

bool is_builtin(std::string_view name) { return find_builtin(name) != nullptr; }

std::vector<std::string> builtin_names() {
  std::vector<std::string> out = mapped(kBuiltins, [](const Builtin& one) { return std::string(one.name); });
  std::ranges::sort(out);
  return out;
}

namespace {

// The host of an address, in lower case. Names of users and odd characters are refused: what reads the
// address next might see another host in them.
std::optional<std::string> host_of(std::string_view url) {
  std::string_view rest = url.substr(url.find("//") + 2);
  rest = rest.substr(0, rest.find_first_of("/?#"));
  const size_t port = rest.rfind(':');
  if (port != std::string_view::npos &&
      rest.find_first_not_of("0123456789", port + 1) == std::string_view::npos)
    rest = rest.substr(0, port);
  const bool literal = rest.starts_with('[') && rest.ends_with(']');  // [::1]
  for (char c : literal ? rest.substr(1, rest.size() - 2) : rest)
    if (!is_alpha(c) && !is_digit(c) && c != '.' && c != (literal ? ':' : '-') && c != '_')
      return std::nullopt;
  return rest.empty() ? std::nullopt : std::optional(lower_ascii(rest));
}

bool is_url(std::string_view text) { return text.starts_with("http://") || text.starts_with("https://"); }

// `file.sqlite#table`, `postgresql://host/database#table`: what may be reached is what stands before the
// sign.
std::pair<std::string, std::string> named_part(const std::string& path) {
  const size_t part = store::table_mark(path);
  if (part == std::string::npos) return {path, ""};
  return {path.substr(0, part), path.substr(part + 1)};
}

}  // namespace

void Interpreter::check_host(const std::string& host) {
  const auto& allowed = options_.access.net;
  if (!contains(allowed, host))
    fail(fmt::format("this script may not reach {}", host),
         options_.access.options ? fmt::format("allow it: --allow-net {}", host)
                                 : "a wrapper reads its page alone; gleaner parse and run reach hosts");
}

std::string Interpreter::checked_database(const std::string& address) {
  auto hosts = store::Postgres::hosts(address);
  if (!hosts.ok()) fail(hosts.error().message, hosts.error().hint);
  for (const std::string& host : *hosts) check_host(host);
  return address;
}

DocumentPtr Interpreter::load_page(const std::string& from, const std::string& charset) {
  Result<DocumentPtr> page = DocumentPtr();
  LoadOptions load;
  load.max_bytes = std::min(load.max_bytes, budget_.limits().memory);
  load.document.transport_charset = charset;
  if (is_url(from)) {
    const auto host = host_of(from);
    if (!host)
      fail(fmt::format("{} names no host", from),
           "write http://host/path; an international name in its xn-- form");
    check_host(*host);
    if (!options_.fetch) fail("this program was built without network access");
    page = options_.fetch(from, load);
    if (!page.ok() && !budget_.check()) out_of_budget();
  } else {
    const std::string path = checked_path(from);
    page = options_.load ? options_.load(path, load) : load_document(path, load);
  }
  return take(std::move(page), from);
}

Value Interpreter::load(const std::string& path, const Pushed* pushed) {
  const auto [where, part] = named_part(path);
  Result<Value> value = Value();
  if (store::Postgres::is_address(path)) {
    value = read_stored(Store::postgres, checked_database(where), part, budget_, pushed);
  } else if (is_url(path)) {
    value = read_table_text(load_page(path)->bytes(), path.substr(0, path.find_first_of("?#")));
  } else {
    const std::string file = checked_path(where);
    value = read_table(part.empty() ? file : file + "#" + part, budget_, pushed);
  }
  return take(std::move(value), where);
}

// A page of what a script has written itself.
DocumentPtr Interpreter::page_of(const std::string& text, MediaType type) {
  auto made = Document::from_bytes(text, {"text", "", "utf-8", type});
  if (!made.ok()) fail(made.error().message);
  return *made;
}

Value Interpreter::load_xml(const Value& from) {
  DocumentPtr page;
  const std::string text = to_text(from);
  if (from.is_text() && from.as_text().page && from.as_text().span && from.as_text().span->begin == 0)
    page = from.as_text().page;  // what read() gave: places are those of the file
  else if (is_url(text) || text.find('<') == std::string::npos) page = load_page(text);
  else page = page_of(text, MediaType::text);
  return take(read_xml(page), page->name());
}

Value Interpreter::load_html(const Value& from, const std::string& charset) {
  const std::string text = to_text(from);
  if (is_url(text) || (text.find('<') == std::string::npos && text.find('\n') == std::string::npos))
    return new HtmlNode(load_page(text, charset));
  return new HtmlNode(page_of(text, MediaType::html));
}

}  // namespace gleaner::script
