// Which addresses of a site are asked for, and under which name.
//
// One page has many addresses: tracking and session parameters are taken off, also those that were seen to
// make no difference on this site: two addresses that differ in one parameter alone gave the same text, for
// kSameAgain pages, and never another; or the same for addresses of one make (the item of an agenda that a
// paper was opened from, /paper.php?id=17&item=4, says nothing there, but is what /item.php?item=4 is about).
// Addresses that grow without end, files that are no pages and other hosts are refused, with the reason in
// words.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

namespace gleaner::crawl {

class UrlRules {
 public:
  // The host of an address with its port, in lower case, without "www.": what one site is.
  static std::string site_of(std::string_view url);

  explicit UrlRules(std::string site) : site_(std::move(site)) {}
  const std::string& site() const { return site_; }
  // The address that a link on a page means; "" for what is no address of the web.
  std::string clean(std::string_view reference, const std::string& base) const;
  // Why it is not asked for; "" if it may be. REQUIRES: a clean address.
  std::string_view refusal(std::string_view url) const;

  // What a visited address gave. Gives the parameter that is left out from now on, if that decides one.
  std::optional<std::string> observe(std::string_view url, uint64_t text);
  // Parameters that make no difference: "sid", or "item of /paper.php?id".
  const std::set<std::string>& without() const { return without_; }

 private:
  struct Seen {
    uint32_t same = 0, other = 0;
  };
  std::string without_noise(std::string_view url) const;
  std::optional<std::string> count(const std::string& name, bool same, uint32_t enough);
  struct Gave;
  std::optional<std::string> compare(Gave& known, const std::string& of_make, uint64_t text);

  std::string site_;
  std::set<std::string> without_;
  std::map<std::string, Seen> seen_;  // by parameter, and by parameter and make of the address
  struct Gave {
    uint64_t text = 0;
    const std::string* lacks =
        nullptr;         // of an address that was not visited: a parameter and the make it is of, in seen_
    bool again = false;  // another address gave it too
  };
  std::unordered_map<uint64_t, Gave> gave_;  // by an address with one of its parameters left out
};

}  // namespace gleaner::crawl
