// See json.h. The reader by recursive descent, the source range of a decoded text, and writing.
#include "base/json.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace gleaner::json {

const Value* Value::find(std::string_view key) const {
  for (const Member& member : members)
    if (member.key == key) return &member.value;
  return nullptr;
}

namespace {

// Recursive descent over objects and arrays, bounded by max_depth.
class Reader {
 public:
  Reader(std::string_view source, const ReadOptions& options, Arena& strings)
      : source_(source), options_(options), strings_(strings) {}

  Result<Value> read() {
    skip_space();
    Value root;
    if (!read_value(root, 0)) return failure();
    skip_space();
    if (at_ < source_.size()) {
      fail("unexpected text after the end of the value");
      return failure();
    }
    return root;
  }

 private:
  bool fail(std::string message) {
    if (message_.empty()) message_ = std::move(message), failed_at_ = at_;
    return false;
  }

  Diagnostic failure() const {
    Where where;
    where.line = 1;
    size_t line_begin = 0;
    for (size_t i = 0; i < failed_at_ && i < source_.size(); ++i)
      if (source_[i] == '\n') ++where.line, line_begin = i + 1;
    where.column = uint32_t(failed_at_ - line_begin + 1);
    return error(Code::bad_input, "not JSON: " + message_, where);
  }

  void skip_space() {
    while (at_ < source_.size() && is_space(source_[at_])) ++at_;
  }

  bool expect(char c) {
    skip_space();
    if (at_ < source_.size() && source_[at_] == c) return ++at_, true;
    if (at_ >= source_.size()) return fail(fmt::format("ends where '{}' should stand", c));
    return fail(fmt::format("'{}' where '{}' should stand", source_[at_], c));
  }

  Span span_from(size_t begin) const {
    return {uint32_t(begin) + options_.base, uint32_t(at_) + options_.base};
  }

  bool read_value(Value& out, uint32_t depth) {
    if (depth > options_.max_depth) return fail("nested too deeply");
    skip_space();
    if (at_ >= source_.size()) return fail("ends where a value should stand");
    size_t begin = at_;
    bool ok = false;
    switch (source_[at_]) {
      case '{': ok = read_object(out, depth); break;
      case '[': ok = read_array(out, depth); break;
      case '"':
        out.kind = Value::Kind::string;
        ok = read_string(out.text);
        break;
      case 't':
      case 'f':
      case 'n': ok = read_word(out); break;
      default: ok = read_number(out);
    }
    out.span = span_from(begin);
    return ok;
  }

  // What stands between brackets, divided by commas.
  template <class ReadOne>
  bool read_all(char close, ReadOne&& read_one) {
    ++at_;
    skip_space();
    if (at_ < source_.size() && source_[at_] == close) return ++at_, true;
    for (;; ++at_) {
      if (!read_one()) return false;
      skip_space();
      if (at_ >= source_.size() || source_[at_] != ',') return expect(close);
    }
  }

  bool read_object(Value& out, uint32_t depth) {
    out.kind = Value::Kind::object;
    return read_all('}', [&] {
      skip_space();
      if (at_ >= source_.size() || source_[at_] != '"') return fail("a key in quotes should stand here");
      Member& member = out.members.emplace_back();
      return read_string(member.key) && expect(':') && read_value(member.value, depth + 1);
    });
  }

  bool read_array(Value& out, uint32_t depth) {
    out.kind = Value::Kind::array;
    return read_all(']', [&] { return read_value(out.items.emplace_back(), depth + 1); });
  }

  bool read_word(Value& out) {
    auto take = [&](std::string_view word) {
      if (source_.substr(at_, word.size()) != word) return false;
      at_ += word.size();
      return true;
    };
    if (take("true")) return out.kind = Value::Kind::boolean, out.boolean = true;
    if (take("false")) return out.kind = Value::Kind::boolean, true;
    if (take("null")) return true;
    return fail("an unknown word");
  }

  bool read_number(Value& out) {
    size_t begin = at_;
    auto digits = [&] {
      size_t from = at_;
      while (at_ < source_.size() && is_digit(source_[at_])) ++at_;
      return at_ > from;
    };
    if (at_ < source_.size() && source_[at_] == '-') ++at_;
    if (!digits()) {
      at_ = begin;
      return fail(fmt::format("'{}' begins no value", source_[begin]));
    }
    if (at_ < source_.size() && source_[at_] == '.') {
      ++at_;
      if (!digits()) return fail("a digit should stand after the point");
    }
    if (at_ < source_.size() && (source_[at_] == 'e' || source_[at_] == 'E')) {
      ++at_;
      if (at_ < source_.size() && (source_[at_] == '+' || source_[at_] == '-')) ++at_;
      if (!digits()) return fail("a digit should stand in the exponent");
    }
    out.kind = Value::Kind::number;
    out.text = source_.substr(begin, at_ - begin);
    std::from_chars(out.text.data(), out.text.data() + out.text.size(), out.number);
    return true;
  }

  // REQUIRES: source_[at_] == '"'.
  bool read_string(std::string_view& out) {
    size_t begin = ++at_;
    bool escaped = false;
    for (; at_ < source_.size(); ++at_) {
      char c = source_[at_];
      if (c == '"') break;
      if (c == '\\') escaped = true, ++at_;
      else if (uint8_t(c) < 0x20 && !options_.control_characters)
        return fail("a raw control character in a string");
    }
    if (at_ >= source_.size()) {
      at_ = begin - 1;
      return fail("a string without its closing quote");
    }
    std::string_view raw = source_.substr(begin, at_ - begin);
    ++at_;
    if (!escaped) return out = raw, true;
    std::string decoded;
    size_t i = 0;
    while (i < raw.size()) {
      size_t length = 0;
      if (!unescape_one(raw, i, decoded, length))
        return at_ = begin + i, fail("an unknown escape in a string");
      i += length;
    }
    out = strings_.copy(decoded);
    return true;
  }

 public:
  // Decodes one character or escape of a string's raw text.
  static bool unescape_one(std::string_view raw, size_t i, std::string& out, size_t& length) {
    if (raw[i] != '\\') {
      length = 1;
      out += raw[i];
      return true;
    }
    if (i + 1 >= raw.size()) return false;
    length = 2;
    switch (raw[i + 1]) {
      case '"': out += '"'; return true;
      case '\\': out += '\\'; return true;
      case '/': out += '/'; return true;
      case 'b': out += '\b'; return true;
      case 'f': out += '\f'; return true;
      case 'n': out += '\n'; return true;
      case 'r': out += '\r'; return true;
      case 't': out += '\t'; return true;
      case 'u': break;
      default: return false;
    }
    uint32_t unit = 0;
    if (!read_hex(raw, i + 2, unit)) return false;
    length = 6;
    uint32_t low = 0;
    if (unit >= 0xd800 && unit < 0xdc00 && raw.substr(i + 6, 2) == "\\u" && read_hex(raw, i + 8, low) &&
        low >= 0xdc00 && low < 0xe000) {
      unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
      length = 12;
    }
    append_utf8(out, unit);
    return true;
  }

 private:
  static bool read_hex(std::string_view raw, size_t at, uint32_t& out) {
    if (at + 4 > raw.size()) return false;
    auto [end, status] = std::from_chars(raw.data() + at, raw.data() + at + 4, out, 16);
    return status == std::errc() && end == raw.data() + at + 4;
  }

  std::string_view source_;
  const ReadOptions& options_;
  Arena& strings_;
  size_t at_ = 0;
  std::string message_;
  size_t failed_at_ = 0;
};

}  // namespace

Result<Parsed> parse(std::string_view source, const ReadOptions& options) {
  Parsed parsed;
  parsed.strings = std::make_unique<Arena>(4096);
  Reader reader(source, options, *parsed.strings);
  GLEANER_TRY(parsed.root, reader.read());
  return parsed;
}

Span source_of(const Value& value, std::string_view source, size_t from, size_t to, uint32_t base) {
  uint32_t begin = value.span.begin - base + 1, end = value.span.end - base - 1;
  std::string_view raw = source.substr(begin, end - begin);
  std::string decoded;
  size_t i = 0;
  uint32_t first = end, last = end;
  bool begun = false;
  while (i < raw.size()) {
    if (!begun && decoded.size() >= from) first = uint32_t(begin + i), begun = true;
    if (decoded.size() >= to) {
      last = uint32_t(begin + i);
      break;
    }
    size_t length = 1;
    if (!Reader::unescape_one(raw, i, decoded, length)) length = 1;
    i += length;
  }
  return {first + base, std::max(first, last) + base};
}

namespace {
// NEL, LINE SEPARATOR and PARAGRAPH SEPARATOR: many readers of lines break lines at them,
// so that a record would be cut.
bool ends_line(std::string_view sign) {
  return sign == "\xc2\x85" || sign == "\xe2\x80\xa8" || sign == "\xe2\x80\xa9";
}
}  // namespace

void append_string(std::string& out, std::string_view text) {
  out += '"';
  size_t plain = 0;
  auto flush = [&](size_t to) { out.append(text.data() + plain, to - plain); };
  for (size_t i = 0; i < text.size();) {
    uint8_t c = uint8_t(text[i]);
    if (c >= 0x20 && c < 0x80 && c != '"' && c != '\\') {
      ++i;
      continue;
    }
    if (c >= 0x80) {
      CodePoint point = code_point_at(text, i);
      if (point.length > 1 && !ends_line(text.substr(i, point.length))) {
        i += point.length;
        continue;
      }
      flush(i);
      if (point.length > 1) {
        out += point.length == 2 ? "\\u0085" : text[i + 2] == '\xa8' ? "\\u2028" : "\\u2029";
        plain = i += point.length;
        continue;
      }
      out += "\xef\xbf\xbd";
    } else {
      flush(i);
      switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default: out += fmt::format("\\u{:04x}", c);
      }
    }
    plain = ++i;
  }
  flush(text.size());
  out += '"';
}

void append_number(std::string& out, double number) {
  if (!std::isfinite(number)) {
    out += "null";
    return;
  }
  char buffer[32];
  auto [end, status] = std::to_chars(buffer, buffer + sizeof buffer, number);
  (void)status;
  out.append(buffer, end);
}

std::string quote(std::string_view text) {
  std::string out;
  append_string(out, text);
  return out;
}

}  // namespace gleaner::json
