// See log.h.
#include "value/log.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "value/number.h"

namespace gleaner::value {
namespace {

constexpr std::string_view kPrefixes = "kmgtpe";

bool has_family(int family, const std::string& text, std::string& normal) {
  std::array<unsigned char, 16> bytes;
  if (inet_pton(family, text.c_str(), bytes.data()) != 1) return false;
  std::array<char, INET6_ADDRSTRLEN> out;
  normal = inet_ntop(family, bytes.data(), out.data(), out.size());
  return true;
}

bool is_port(std::string_view text) { return text.size() <= 5 && is_all_digits(text); }

struct LevelWords {
  std::string_view level,
      words;  // words between blanks, in lower case; a single letter stands for its level, too
};
// The names are those of syslog; log, statement, hint and detail are levels of PostgreSQL.
constexpr std::array<LevelWords, 9> kLevels = {{
    {"trace", " trace finest finer t "},
    {"debug", " debug dbg fine verbose d v "},
    {"info", " info inf information informational log statement hint detail i "},
    {"notice", " notice n "},
    {"warning", " warning warn wrn w "},
    {"error", " error err severe failure e "},
    {"critical", " critical crit fatal ftl f c "},
    {"alert", " alert "},
    {"emergency", " emergency emerg panic "},
}};

}  // namespace

std::optional<double> read_size(std::string_view text) {
  const std::optional<NumberAt> number = find_number(text, 0, false);
  if (!number || number->begin != 0 || number->number < 0) return std::nullopt;
  const std::string unit = lower_ascii(trim(text.substr(number->end)));
  if (unit.empty() || unit == "b" || unit == "byte" || unit == "bytes") return number->number;
  const size_t power = kPrefixes.find(unit[0]);
  if (power == std::string_view::npos) return std::nullopt;
  const std::string_view rest = std::string_view(unit).substr(1);
  const bool thousands = rest == "b";
  if (!thousands && rest != "ib" && !rest.empty()) return std::nullopt;
  double bytes = number->number;
  for (size_t i = 0; i <= power; ++i) bytes *= thousands ? 1000 : 1024;
  return bytes;
}

std::string read_ip(std::string_view text) {
  std::string normal;
  if (text.starts_with('[')) {  // [::1], [::1]:80
    const size_t close = text.find(']');
    if (close == std::string_view::npos) return {};
    const std::string_view behind = text.substr(close + 1);
    if (!behind.empty() && (behind[0] != ':' || !is_port(behind.substr(1)))) return {};
    return has_family(AF_INET6, std::string(text.substr(1, close - 1)), normal) ? normal : std::string();
  }
  const size_t colon = text.find(':');
  const bool port = colon != std::string_view::npos && is_port(text.substr(colon + 1));
  if (has_family(AF_INET, std::string(port ? text.substr(0, colon) : text), normal)) return normal;
  return has_family(AF_INET6, std::string(text.substr(0, text.find('%'))), normal) ? normal : std::string();
}

std::string_view read_level(std::string_view text) {
  if (text.size() > 2 &&
      ((text.front() == '[' && text.back() == ']') || (text.front() == '<' && text.back() == '>')))
    text = text.substr(1, text.size() - 2);  // [info]
  const std::string word = " " + lower_ascii(text) + " ";
  if (word.size() < 3 || text.find(' ') != std::string_view::npos) return {};
  for (const LevelWords& one : kLevels)
    if (one.words.find(word) != std::string_view::npos) return one.level;
  return {};
}

}  // namespace gleaner::value
