// See target.h.
#include "store/target.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "store/postgres.h"

namespace gleaner::store {
namespace {

std::string_view kind_by_ending(std::string_view path) {
  const std::string name = lower_ascii(path);
  if (name.ends_with(".parquet")) return "parquet";
  if (name.ends_with(".duckdb")) return "duckdb";
  for (std::string_view ending : {".sqlite", ".sqlite3", ".db"})
    if (name.ends_with(ending)) return "sqlite";
  return {};
}

}  // namespace

Result<Mode> mode_of_name(std::string_view name) {
  if (name == "replace") return Mode::replace;
  if (name == "create") return Mode::create;
  if (name == "append") return Mode::append;
  if (name == "upsert") return Mode::upsert;
  return error(Code::usage, fmt::format("there is no mode \"{}\"", name), {},
               "modes: replace (default), create, append, upsert --key FIELDS");
}

std::string_view kind_of(std::string_view place) {
  if (Postgres::is_address(place)) return "postgresql";
  return kind_by_ending(place.substr(0, table_mark(place)));
}

std::string shown_place(std::string_view place) {
  if (!Postgres::is_address(place)) return std::string(place);
  const size_t from = place.find("//") + 2;
  const size_t at = place.substr(0, place.find_first_of("/?", from)).rfind('@');
  const size_t colon = place.find(':', from);
  std::string shown(place);
  if (at != std::string_view::npos && at >= from && colon < at) shown.erase(colon, at - colon);
  if (const size_t word = shown.find("password="); word != std::string::npos)
    shown.replace(word, std::min(shown.find_first_of("&#", word), shown.size()) - word, "password=...");
  return shown;
}

size_t table_mark(std::string_view place) {
  if (Postgres::is_address(place)) return place.rfind('#');
  size_t at = place.find('#');
  while (at != std::string_view::npos && kind_by_ending(place.substr(0, at)).empty())
    at = place.find('#', at + 1);
  return at;
}

Result<Target> parse_target(std::string_view place) {
  Target target;
  const std::string_view kind = kind_of(place);
  target.place = place;
  const size_t hash = table_mark(place);
  if (hash == std::string_view::npos) return target;
  target.place = place.substr(0, hash);
  target.table = place.substr(hash + 1);
  if (target.table.empty() || target.table.find('\0') != std::string::npos)
    return error(
        Code::usage, fmt::format("{}: which table?", place), {},
        fmt::format("write {}#TABLE, or nothing behind the name for the table records", target.place));
  if (kind == "parquet")
    return error(Code::usage, fmt::format("{} is one table: it has no name", target.place), {},
                 fmt::format("write -o {}", target.place));
  if (kind == "sqlite" && lower_ascii(target.table).starts_with("sqlite_"))
    return error(Code::usage,
                 fmt::format("\"{}\": SQLite keeps names that begin so for itself", target.table));
  return target;
}

}  // namespace gleaner::store
