// Reading TOML (by toml++) into an ordered Config, and the look-ups with line and key. See config.h.
// toml++ keeps tables sorted by key; the order a person wrote is restored from source positions.
// Writing is in config_writer.cc.
#include "wrap/config.h"

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 1
#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <sstream>

#include "base/nearest.h"
#include "base/text.h"

namespace gleaner::wrap {

Config Config::text(std::string value) {
  Config made;
  made.kind_ = Kind::text;
  made.text_ = std::move(value);
  return made;
}

Config Config::integer(int64_t value) {
  Config made;
  made.kind_ = Kind::integer;
  made.integer_ = value;
  return made;
}

Config Config::real(double value) {
  Config made;
  made.kind_ = Kind::real;
  made.real_ = value;
  return made;
}

Config Config::boolean(bool value) {
  Config made;
  made.kind_ = Kind::boolean;
  made.boolean_ = value;
  return made;
}

Config Config::list() {
  Config made;
  made.kind_ = Kind::list;
  return made;
}

// --- building

Config& Config::set(std::string key, Config value) {
  for (auto& [name, present] : members_)
    if (name == key) {
      present = std::move(value);
      return *this;
    }
  members_.emplace_back(std::move(key), std::move(value));
  return *this;
}

Config& Config::set(std::string key, std::string_view value) {
  return set(std::move(key), text(std::string(value)));
}
Config& Config::set(std::string key, int64_t value) { return set(std::move(key), integer(value)); }
Config& Config::set(std::string key, double value) { return set(std::move(key), real(value)); }
Config& Config::set(std::string key, bool value) { return set(std::move(key), boolean(value)); }

Config& Config::set(std::string key, const std::vector<std::string>& values) {
  Config made = list();
  for (const std::string& value : values) made.items_.push_back(text(value));
  return set(std::move(key), std::move(made));
}

Config& Config::add_table(std::string key) {
  set(key, Config());
  return const_cast<Config&>(*find(key));
}

Config& Config::add_list(std::string key) {
  set(key, list());
  return const_cast<Config&>(*find(key));
}

Config& Config::push(Config value) {
  items_.push_back(std::move(value));
  return items_.back();
}

// --- reading

const Config* Config::find(std::string_view key) const {
  for (const auto& [name, value] : members_)
    if (name == key) return &value;
  return nullptr;
}

Diagnostic Config::wrong(std::string message) const {
  std::string said = path_.empty() ? std::move(message) : fmt::format("{}: {}", path_, message);
  return error(Code::bad_input, std::move(said), Where{.file = file_, .line = line_});
}

namespace {

std::string_view kind_name(Config::Kind kind) {
  switch (kind) {
    case Config::Kind::text: return "a text";
    case Config::Kind::integer: return "a whole number";
    case Config::Kind::real: return "a number";
    case Config::Kind::boolean: return "true or false";
    case Config::Kind::list: return "a list";
    case Config::Kind::table: return "a table";
  }
  return "?";
}

Diagnostic wrong_kind(const Config& found, std::string_view wanted) {
  return found.wrong(fmt::format("must be {}, not {}", wanted, kind_name(found.kind())));
}

}  // namespace

Result<std::string> Config::need_text(std::string_view key) const {
  const Config* found = find(key);
  if (!found) return wrong(fmt::format("the key \"{}\" is missing", key));
  if (!found->is_text()) return wrong_kind(*found, "a text");
  return found->text_;
}

Result<std::string> Config::text_or(std::string_view key, std::string fallback) const {
  const Config* found = find(key);
  if (!found) return fallback;
  if (!found->is_text()) return wrong_kind(*found, "a text");
  return found->text_;
}

Result<int64_t> Config::integer_or(std::string_view key, int64_t fallback) const {
  const Config* found = find(key);
  if (!found) return fallback;
  if (found->kind_ != Kind::integer) return wrong_kind(*found, "a whole number");
  return found->integer_;
}

Result<double> Config::real_or(std::string_view key, double fallback) const {
  const Config* found = find(key);
  if (!found) return fallback;
  if (found->kind_ != Kind::real && found->kind_ != Kind::integer) return wrong_kind(*found, "a number");
  return found->as_real();
}

Result<bool> Config::boolean_or(std::string_view key, bool fallback) const {
  const Config* found = find(key);
  if (!found) return fallback;
  if (found->kind_ != Kind::boolean) return wrong_kind(*found, "true or false");
  return found->boolean_;
}

Result<std::vector<std::string>> Config::texts_or(std::string_view key,
                                                  std::vector<std::string> fallback) const {
  const Config* found = find(key);
  if (!found) return fallback;
  if (!found->is_list()) return wrong_kind(*found, "a list of texts");
  std::vector<std::string> texts;
  for (const Config& item : found->items_) {
    if (!item.is_text()) return wrong_kind(item, "a text");
    texts.push_back(item.text_);
  }
  return texts;
}

Status Config::only(const std::vector<std::string_view>& known) const {
  for (const auto& [name, value] : members_) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    Diagnostic why = value.wrong("is not a key that is known here");
    std::vector<std::string> names(known.begin(), known.end());
    if (const auto near = nearest(name, names)) {
      why.hint = fmt::format("did you mean {}?", *near);
    } else {
      why.hint = fmt::format("known keys: {}", fmt::join(names, ", "));
    }
    return why;
  }
  return {};
}

// --- TOML in

struct ConfigReader {
  const std::string& file;

  Config place(Config made, const toml::node& node, const std::string& path) const {
    made.file_ = file;
    made.path_ = path;
    if (made.line_ == 0) made.line_ = uint32_t(node.source().begin.line);
    return made;
  }

  Config convert(const toml::node& node, const std::string& path) const {
    if (const toml::table* table = node.as_table()) return place(convert_table(*table, path), node, path);
    if (const toml::array* array = node.as_array()) return place(convert_array(*array, path), node, path);
    if (const auto* text = node.as_string()) return place(Config::text(text->get()), node, path);
    if (const auto* number = node.as_integer()) return place(Config::integer(number->get()), node, path);
    if (const auto* real = node.as_floating_point()) return place(Config::real(real->get()), node, path);
    if (const auto* flag = node.as_boolean()) return place(Config::boolean(flag->get()), node, path);
    std::ostringstream text;  // dates and times: kept as they are written
    node.visit([&](auto&& value) { text << value; });
    return place(Config::text(text.str()), node, path);
  }

  Config convert_table(const toml::table& table, const std::string& path) const {
    std::vector<std::pair<const toml::key*, const toml::node*>> members;
    for (auto&& [key, node] : table) members.emplace_back(&key, &node);
    std::stable_sort(members.begin(), members.end(), [](const auto& a, const auto& b) {
      const auto& x = a.first->source().begin;
      const auto& y = b.first->source().begin;
      return x.line != y.line ? x.line < y.line : x.column < y.column;
    });
    Config made;
    made.line_ = uint32_t(table.source().begin.line);
    for (const auto& [key, node] : members) {
      std::string name(key->str());
      std::string inner = path.empty() ? name : path + "." + name;
      Config value = convert(*node, inner);
      if (value.line_ == 0) value.line_ = uint32_t(key->source().begin.line);
      made.members_.emplace_back(std::move(name), std::move(value));
    }
    return made;
  }

  Config convert_array(const toml::array& array, const std::string& path) const {
    Config made = Config::list();
    for (size_t i = 0; i < array.size(); ++i)
      made.items_.push_back(convert(array[i], fmt::format("{}[{}]", path, i + 1)));
    return made;
  }
};

namespace {

// Deeper keys are nobody's file, and both the library and we go down one call a level.
constexpr int kKeyParts = 16;

// The line of the first key of more parts ("a.b.c..."), 0 if there is none. Texts and comments are skipped.
uint32_t line_of_deep_key(std::string_view text) {
  uint32_t line = 1;
  int dots = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '#') {
      at = text.find('\n', at);
      if (at == std::string_view::npos) return 0;
      ++line;
      dots = 0;
    } else if (c == '"' || c == '\'') {
      const std::string_view three = text.substr(at, 3);
      const bool block = three == "\"\"\"" || three == "\'\'\'";
      const std::string_view end = block ? three : three.substr(0, 1);
      size_t i = at + end.size();
      for (; i < text.size() && text.substr(i, end.size()) != end && (block || text[i] != '\n'); ++i) {
        if (text[i] == '\n') ++line;
        if (c == '"' && text[i] == '\\') ++i;
      }
      at = i < text.size() && text[i] == '\n' ? i - 1 : i + end.size() - 1;
    } else if (c == '.') {
      if (++dots > kKeyParts) return line;
    } else if (!is_alpha(c) && !is_digit(c) && c != '_' && c != '-' && c != ' ' && c != '\t') {
      dots = 0;
      if (c == '\n') ++line;
    }
  }
  return 0;
}

}  // namespace

Result<Config> parse_config(std::string_view text, const std::string& file) {
  if (const uint32_t line = line_of_deep_key(text))
    return error(Code::bad_input, "damaged TOML: a key of too many parts", Where{.file = file, .line = line});
  toml::parse_result parsed = toml::parse(text);
  if (!parsed) {
    const toml::parse_error& why = parsed.error();
    return error(Code::bad_input, fmt::format("damaged TOML: {}", why.description()),
                 Where{.file = file,
                       .line = uint32_t(why.source().begin.line),
                       .column = uint32_t(why.source().begin.column)});
  }
  Config root = ConfigReader{file}.convert(parsed.table(), "");
  root.line_ = 1;
  return root;
}

}  // namespace gleaner::wrap
