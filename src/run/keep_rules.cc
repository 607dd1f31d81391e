// See keep_rules.h.
#include "run/keep_rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "base/text.h"

namespace gleaner::run {
namespace {

using Path = std::vector<std::string>;
using wrap::Config;

const Config* part_at(const Config& whole, const Path& path) {
  const Config* at = &whole;
  for (const std::string& key : path)
    if (!at->is_table() || !(at = at->find(key))) return nullptr;
  return at;
}

// The table with another value at the path; null takes it away.
Config with_part(const Config& table, const Path& path, const Config* value, size_t from = 0) {
  const bool last = from + 1 == path.size();
  Config out;
  for (const auto& [key, member] : table.members())
    if (key != path[from]) out.set(key, member);
    else if (!last) out.set(key, with_part(member, path, value, from + 1));
    else if (value) out.set(key, *value);
  if (value && !table.find(path[from]))
    out.set(path[from], last ? *value : with_part(Config(), path, value, from + 1));
  return out;
}

// Where the list that a field belongs to stands below [page] and [votes].
Path level_of(std::string_view top, const std::vector<std::string_view>& names) {
  Path out{std::string(top)};
  for (size_t i = 0; i + 1 < names.size(); ++i) out.insert(out.end(), {"nested", std::string(names[i])});
  return out;
}

Path below(Path path, std::initializer_list<std::string_view> keys) {
  path.insert(path.end(), keys.begin(), keys.end());
  return path;
}

std::string name_in_schema(const std::string& entry) { return entry.substr(0, entry.find(':')); }

// Names of the old schema that are kept and are not in the new one stand behind the one they stood behind.
void keep_names(const std::vector<std::string>& old, const std::string& field,
                std::vector<std::string>& names) {
  for (size_t i = 0; i < old.size(); ++i) {
    const std::string name = name_in_schema(old[i]);
    const auto is = [](const std::string& wanted) {
      return [&wanted](const std::string& entry) { return name_in_schema(entry) == wanted; };
    };
    if ((field != name && !field.starts_with(name + ".")) ||
        std::any_of(names.begin(), names.end(), is(name)))
      continue;
    auto place = names.begin();
    for (size_t before = i; before-- > 0 && place == names.begin();)
      if (const auto found = std::find_if(names.begin(), names.end(), is(name_in_schema(old[before])));
          found != names.end())
        place = found + 1;
    names.insert(place, old[i]);
  }
}

// What was seen of a field while it was learned. Votes are numbered by file and cannot go over: the rules stand for themselves.
Config without_votes(const Config& seen) {
  Config out;
  for (const auto& [key, value] : seen.members())
    if (!key.starts_with("votes")) out.set(key, value);
  return out;
}

Status keep_field(const Config& old, const std::string& field, Config& fresh) {
  const std::vector<std::string_view> names = split(field, '.');
  const std::string_view last = names.back();
  const Path level = level_of("page", names);
  const Config* rules = part_at(old, below(level, {"fields", last}));
  if (!rules)
    return error(Code::usage, fmt::format("the old wrapper has no rules of a field {}", json::quote(field)));
  if (!part_at(fresh, level)) {  // the whole list is gone: it comes back as it was
    fresh = with_part(fresh, level, part_at(old, level));
  } else {
    fresh = with_part(fresh, below(level, {"fields", last}), rules);
    const Path required = below(level, {"records", "required"});
    if (const Config* demanded = part_at(fresh, required)) {
      Config less = Config::list();
      for (const Config& one : demanded->items())
        if (one.as_text() != last) less.push(one);
      fresh = with_part(fresh, required, &less);
    }
  }
  const Path votes = below(level_of("votes", names), {"fields", last});
  const Config* seen = part_at(old, votes);
  const Config kept = seen ? without_votes(*seen) : Config();
  fresh = with_part(fresh, votes, seen ? &kept : nullptr);
  if (const Config* profile = part_at(old, {"profile", "fields", field}))
    fresh = with_part(fresh, {"profile", "fields", field}, profile);
  GLEANER_TRY(const std::vector<std::string> old_names, old.texts_or("schema", {}));
  GLEANER_TRY(std::vector<std::string> now_names, fresh.texts_or("schema", {}));
  keep_names(old_names, field, now_names);
  fresh.set("schema", now_names);
  return {};
}

}  // namespace

Result<std::string> keep_rules(const wrap::WrapperFile& old, const std::string& repaired,
                               const std::vector<std::string>& fields, const wrap::Registry& registry) {
  if (fields.empty()) return repaired;
  GLEANER_TRY(Config fresh, wrap::parse_config(repaired, "the new wrapper"));
  GLEANER_TRY(const std::string kind, old.whole.need_text("kind"));
  GLEANER_TRY(const std::string new_kind, fresh.need_text("kind"));
  if (kind != "pattern" || new_kind != kind)
    return error(Code::unsupported, "the rules of these two wrappers belong together: none can be kept alone",
                 {}, "take the repair as a whole, or not");
  for (const std::string& field : fields) GLEANER_CHECK(keep_field(old.whole, field, fresh));
  std::string text = wrap::format_config(fresh);
  GLEANER_TRY([[maybe_unused]] const wrap::WrapperFile back,
              wrap::parse_wrapper(text, "the new wrapper", registry));
  return text;
}

}  // namespace gleaner::run
