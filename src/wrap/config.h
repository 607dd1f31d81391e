// Config: an ordered tree of keys and values with line numbers, in which wrapper files are read and written
// (as TOML). Families see this, never the TOML library, and so keep the order of keys and give errors with
// line and key.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace gleaner::wrap {

class Config {
 public:
  enum class Kind : uint8_t { text, integer, real, boolean, list, table };

  Config() = default;  // an empty table
  static Config text(std::string value);
  static Config integer(int64_t value);
  static Config real(double value);
  static Config boolean(bool value);
  static Config list();

  Kind kind() const { return kind_; }
  bool is_table() const { return kind_ == Kind::table; }
  bool is_list() const { return kind_ == Kind::list; }
  bool is_text() const { return kind_ == Kind::text; }
  uint32_t line() const { return line_; }
  const std::string& path() const { return path_; }  // "fields.price" for messages
  const std::string& file() const { return file_; }  // as given to parse_config; "" when built in memory

  // --- building; all give *this or the new child
  Config& set(std::string key, std::string_view value);
  Config& set(std::string key, const char* value) { return set(std::move(key), std::string_view(value)); }
  Config& set(std::string key, int64_t value);
  Config& set(std::string key, double value);
  Config& set(std::string key, bool value);
  Config& set(std::string key, const std::vector<std::string>& values);
  Config& set(std::string key, Config value);
  Config& add_table(std::string key);  // new child table
  Config& add_list(std::string key);   // new child list; push() fills it
  Config& push(Config value);          // into a list; gives the new element

  // --- reading
  const Config* find(std::string_view key) const;
  const std::vector<std::pair<std::string, Config>>& members() const { return members_; }
  const std::vector<Config>& items() const { return items_; }
  const std::string& as_text() const { return text_; }
  int64_t as_integer() const { return integer_; }
  double as_real() const { return kind_ == Kind::integer ? double(integer_) : real_; }
  bool as_boolean() const { return boolean_; }

  // Typed look-ups that fail with file:line and key. The optional ones give the fallback when the key is
  // missing, but fail on a wrong type.
  Result<std::string> need_text(std::string_view key) const;
  Result<std::string> text_or(std::string_view key, std::string fallback) const;
  Result<int64_t> integer_or(std::string_view key, int64_t fallback) const;
  // As near as it comes within [0, most].
  Result<uint32_t> count_or(std::string_view key, uint32_t fallback, uint32_t most = UINT32_MAX) const;
  Result<double> real_or(std::string_view key, double fallback) const;
  Result<bool> boolean_or(std::string_view key, bool fallback) const;
  Result<std::vector<std::string>> texts_or(std::string_view key, std::vector<std::string> fallback) const;
  // Fails naming the first key that is not in `known`.
  Status only(const std::vector<std::string_view>& known) const;
  Diagnostic wrong(std::string message, std::string hint = {}) const;  // an error at this place

 private:
  explicit Config(Kind kind) : kind_(kind) {}
  template <class T>
  Result<T> value_or(std::string_view key, T fallback, std::initializer_list<Kind> kinds,
                     T (*get)(const Config&)) const;
  friend Result<Config> parse_config(std::string_view, const std::string&);
  friend struct ConfigReader;

  Kind kind_ = Kind::table;
  std::string text_;
  int64_t integer_ = 0;
  double real_ = 0;
  bool boolean_ = false;
  std::vector<Config> items_;
  std::vector<std::pair<std::string, Config>> members_;
  uint32_t line_ = 0;
  std::string path_;
  std::string file_;
};

Result<Config> parse_config(std::string_view toml, const std::string& file);
std::string format_config(const Config& config);

}  // namespace gleaner::wrap
