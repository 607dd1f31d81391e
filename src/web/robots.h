// robots.txt (RFC 9309): may a program of our name fetch an address?
//
// Groups are chosen by the product token of the user agent, whatever its case; all groups that name it count
// as one, and those of * where none does. Of the rules that match, the longest decides, and of equal ones
// Allow. "*" stands for any text and a "$" at the end for the end. Octets that need no escape are compared
// unescaped. Cost: reading is one pass; a decision is one match for each rule of the group, linear in the
// path for each "*" (no backtracking).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gleaner::web {

class Robots {
 public:
  // `text` as fetched; more than 500 KiB is cut off, as the standard asks for at least that much.
  static Robots parse(std::string_view text, std::string_view product_token);
  static Robots allow_all() { return Robots(); }
  static Robots refuse_all();

  // `target`: path and query of the URL, as it is requested.
  bool allowed(std::string_view target) const;
  // Seconds between two requests, where the group asks for some.
  std::optional<double> delay() const { return delay_; }
  const std::vector<std::string>& sitemaps() const { return sitemaps_; }

 private:
  struct Rule {
    std::string pattern;
    bool allow;
  };
  std::vector<Rule> rules_;
  std::optional<double> delay_;
  std::vector<std::string> sitemaps_;
};

// Path and query of a URL: what robots.txt speaks of.
std::string robots_target(std::string_view url);

}  // namespace gleaner::web
