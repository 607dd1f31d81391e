// Writing a Config as TOML that a person likes to read.
//
// Plain values come before tables (TOML demands it), otherwise the order is kept. Strings with quotes or
// backslashes (delimiters, regular expressions) are written literally in '...' where that is possible; long
// texts of many lines in '''...'''. Lists stay on one line while they fit. Tables are [name] sections and
// lists of tables [[name]] ones; several small ones beside each other, and many alike, have a line each:
//
//   [page.fields]
//   name = { rules = ['text in "h3"'], grows = true }
//
// What only the machine reads (kMachines) is written as densely as that goes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/lists.h"
#include "base/text.h"
#include "wrap/config.h"

namespace gleaner::wrap {
namespace {

constexpr size_t kLineWidth = 100;  // lists longer than this are broken, an item a line
constexpr size_t kShortItem = 40;   // ... unless all items are that short: then several a line
constexpr size_t kTableLine = 120;  // tables beside each other that fit have a line each
constexpr size_t kManyTables = 12;  // ... lists of more whatever their size
constexpr size_t kDenseLine = 160;  // of what the machine reads
constexpr std::string_view kMachines[] = {"votes", "profile"};
constexpr size_t kBlockLines = 3;  // texts of at least that many lines ...
constexpr size_t kBlockSize = 80;  // ... and bytes are written as a block

bool is_bare_key(std::string_view key) {
  if (key.empty()) return false;
  return std::ranges::all_of(key, [](char c) { return is_alnum(c) || c == '_' || c == '-'; });
}

void append_basic(std::string& out, std::string_view text) {
  out += '"';
  for (size_t at = 0; at < text.size();) {
    const unsigned char c = static_cast<unsigned char>(text[at]);
    if (c < 0x80) {
      ++at;
      switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default:
          if (c < 0x20 || c == 0x7f) out += fmt::format("\\u{:04X}", c);
          else out += char(c);
      }
      continue;
    }
    const CodePoint point = code_point_at(text, at);
    // C1 controls, no-break space, line separators, byte-order mark: invisible, so spelled out.
    const uint32_t v = point.value;
    if (v <= 0xa0 || (v >= 0x2000 && v <= 0x200f) || (v >= 0x2028 && v <= 0x202f) || v == 0xfeff)
      out += fmt::format("\\u{:04X}", v);
    else append_utf8(out, v);
    at += point.length;
  }
  out += '"';
}

bool visible_ascii_or_letters(std::string_view text, bool lines) {
  if (valid_utf8_prefix(text) != text.size()) return false;
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    const uint32_t v = point.value;
    const bool line_break = lines && (v == '\n' || v == '\t');
    if (!line_break && (v < 0x20 || (v >= 0x7f && v <= 0xa0) || (v >= 0x2000 && v <= 0x200f) ||
                        (v >= 0x2028 && v <= 0x202f) || v == 0xfeff))
      return false;
    at += point.length;
  }
  return true;
}

void append_text(std::string& out, std::string_view text) {
  const size_t lines = size_t(std::ranges::count(text, '\n'));
  if (lines >= kBlockLines && text.size() >= kBlockSize && visible_ascii_or_letters(text, true) &&
      text.find("'''") == std::string_view::npos && text.back() != '\'') {
    out += "'''\n";
    out += text;
    out += "'''";
    return;
  }
  const bool needs_escape = text.find_first_of("\"\\") != std::string_view::npos;
  if (needs_escape && text.find('\'') == std::string_view::npos && visible_ascii_or_letters(text, false)) {
    out += '\'';
    out += text;
    out += '\'';
    return;
  }
  append_basic(out, text);
}

void append_key(std::string& out, std::string_view key) {
  if (is_bare_key(key)) out += key;
  else append_basic(out, key);
}

void append_real(std::string& out, double value) {
  if (std::isnan(value)) {
    out += "nan";
    return;
  }
  if (std::isinf(value)) {
    out += value < 0 ? "-inf" : "inf";
    return;
  }
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  out += text;
}

bool is_section(const Config& value) { return value.is_table(); }
bool is_section_list(const Config& value) {
  return value.is_list() && !value.items().empty() && std::ranges::all_of(value.items(), is_section);
}

void append_inline(std::string& out, const Config& value);

void append_inline_list(std::string& out, const Config& value) {
  out += '[';
  bool first = true;
  for (const Config& item : value.items()) {
    if (!first) out += ", ";
    first = false;
    append_inline(out, item);
  }
  out += ']';
}

// Over several lines: short items side by side, long ones on a line each; `dense`: all side by side.
void append_long_list(std::string& out, const Config& value, bool dense) {
  std::vector<std::string> items;
  bool fill = true;
  for (const Config& item : value.items()) {
    append_inline(items.emplace_back(), item);
    fill = fill && !item.is_table() && (dense || items.back().size() <= kShortItem);
  }
  out += '[';
  const size_t most = dense ? kDenseLine : kLineWidth;
  size_t width = most;  // of the line so far
  for (const std::string& item : items) {
    const bool same_line = fill && width + item.size() + 2 <= most;
    out += same_line ? " " : "\n  ";
    width = (same_line ? width + 1 : 2) + item.size() + 1;
    out += item;
    out += ',';
  }
  out += "\n]";
}

void append_inline(std::string& out, const Config& value) {
  switch (value.kind()) {
    case Config::Kind::text: append_text(out, value.as_text()); break;
    case Config::Kind::integer: out += fmt::format("{}", value.as_integer()); break;
    case Config::Kind::real: append_real(out, value.as_real()); break;
    case Config::Kind::boolean: out += value.as_boolean() ? "true" : "false"; break;
    case Config::Kind::list: append_inline_list(out, value); break;
    case Config::Kind::table: {
      out += "{";
      bool first = true;
      for (const auto& [key, member] : value.members()) {
        out += first ? " " : ", ";
        first = false;
        append_key(out, key);
        out += " = ";
        // Line breaks are not allowed inside an inline table, so no block texts there.
        if (member.is_text() && member.as_text().find('\n') != std::string::npos)
          append_basic(out, member.as_text());
        else append_inline(out, member);
      }
      out += first ? "}" : " }";
    }
  }
}

void append_entry(std::string& out, const std::string& key, const Config& value, bool dense) {
  append_key(out, key);
  out += " = ";
  std::string flat;
  append_inline(flat, value);
  if (value.is_list() && (is_section_list(value) || value.items().size() > 1) &&
      (is_section_list(value) || key.size() + 3 + flat.size() > (dense ? kDenseLine : kLineWidth))) {
    flat.clear();
    append_long_list(flat, value, dense);
  }
  out += flat;
  out += '\n';
}

// Can a table stand on a line, that is, holds it neither tables nor texts of several lines?
bool is_flat(const Config& value) {
  if (value.is_text()) return value.as_text().find('\n') == std::string::npos;
  return std::ranges::all_of(value.items(),
                             [](const Config& item) { return !item.is_table() && is_flat(item); }) &&
         std::ranges::all_of(value.members(), [](const auto& member) {
           return !member.second.is_table() && is_flat(member.second);
         });
}

bool fits(const Config& value, size_t name) {
  std::string flat;
  append_inline(flat, value);
  return name + flat.size() <= kTableLine;
}

// Are all members of a table tables that have a line each?
bool has_lines(const Config& table, bool dense) {
  return std::ranges::all_of(table.members(), [&](const auto& member) {
    return is_section(member.second) && is_flat(member.second) &&
           (dense || fits(member.second, member.first.size() + 3));
  });
}

bool is_list_of_lines(const Config& list) {
  return std::ranges::all_of(list.items(), [&](const Config& item) {
    return is_flat(item) && (list.items().size() > kManyTables || fits(item, 0));
  });
}

std::string joined(const std::string& prefix, const std::string& key) {
  std::string path = prefix;
  if (!path.empty()) path += '.';
  append_key(path, key);
  return path;
}

// Writes tables by their sections. What the machine reads waits for the end of the file, unless it belongs to
// an item of a list, which would be left by then.
class Sections {
 public:
  std::string write(const Config& whole) {
    append(whole, "", false);
    for (const auto& [path, table] : later_) append_section(*table, path, true);
    return std::move(out_);
  }

 private:
  struct Later {
    std::string path;
    const Config* table;
  };

  // A table's plain values, then its sections. `path` is the table's own.
  void append(const Config& table, const std::string& path, bool dense) {
    const bool lines = !path.empty() && has_lines(table, dense);
    auto apart = [&](const Config& value) {
      return is_section(value) ? !lines : is_section_list(value) && !is_list_of_lines(value);
    };
    for (const auto& [key, value] : table.members())
      if (!apart(value)) append_entry(out_, key, value, dense);
    for (const auto& [key, value] : table.members()) {
      if (!apart(value)) continue;
      const std::string below = joined(path, key);
      const bool machine = contains(kMachines, key);
      if (is_section_list(value)) append_items(value, below, dense);
      else if (machine && !items_) later_.push_back({below, &value});
      else append_section(value, below, dense || machine);
    }
  }

  void append_section(const Config& table, const std::string& path, bool dense) {
    // A table of nothing but sections needs no header of its own.
    const bool only_sections =
        !table.members().empty() && !has_lines(table, dense) &&
        std::ranges::all_of(table.members(), [](const auto& m) {
          return is_section(m.second) || (is_section_list(m.second) && !is_list_of_lines(m.second));
        });
    if (!only_sections) out_ += fmt::format("{}[{}]\n", out_.empty() ? "" : "\n", path);
    append(table, path, dense);
  }

  void append_items(const Config& list, const std::string& path, bool dense) {
    ++items_;
    for (const Config& item : list.items()) {
      out_ += fmt::format("{}[[{}]]\n", out_.empty() ? "" : "\n", path);
      append(item, path, dense);
    }
    --items_;
  }

  std::string out_;
  std::vector<Later> later_;
  size_t items_ = 0;  // lists of tables that are being written
};

}  // namespace

std::string format_config(const Config& config) { return Sections().write(config); }

}  // namespace gleaner::wrap
