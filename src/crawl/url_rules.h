// Which addresses of a site are asked for, and under which name.
//
// One page has many addresses: tracking and session parameters are taken off, also those that were seen to
// make no difference on this site: for some pages two addresses that differ in one parameter alone gave the
// same text, and for no page another. That holds for addresses of one make (the item of an agenda that a
// paper was opened from, /paper.php?id=17&item=4, says nothing there, but is what /item.php?item=4 is about),
// and for all of them if it does for several makes. Where only one value was tried, it holds for that one:
// ?page=0 is the list itself, ?page=1 is not. Parameters that only come together (which list a page was
// recommended in, by what, at which place) are learned together: all that an address has, or all but one.
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
#include <vector>

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

  // What a visited address gave. Gives whether other addresses are left out from now on.
  bool observe(std::string_view url, uint64_t text, uint32_t page = 0);
  // Parameters that make no difference: "sid", "item of /paper.php?id", several ("list&place of /p/*") or one
  // value ("page=0 of /news").
  const std::set<std::string>& without() const { return without_; }
  // The same for people: what is left out everywhere is not named for single makes as well.
  std::vector<std::string> left_out() const;
  // A page that was visited under this address with more parameters, which make no difference: that was
  // learned later.
  std::optional<uint32_t> visited_with_more(std::string_view url) const;

 private:
  struct Value {
    std::string name;  // "page=0"
    uint32_t same = 0, other = 0;
  };
  struct Seen {  // of parameters and the make of an address without them
    uint32_t same = 0, other = 0;
    bool several = false;       // values that made no difference, one of them at least to another
    std::vector<Value> values;  // the first ones, beside an address without
  };
  using Names = std::map<std::string, Seen, std::less<>>;
  struct Gave {
    uint64_t text = 0;
    // Of an address that was not visited: what it lacks of one that was, and which value of that.
    Names::value_type* lacks = nullptr;
    size_t value = 0;
    uint32_t page = 0;   // that was visited
    bool again = false;  // another address gave it too
  };
  std::string without_noise(std::string_view url) const;
  bool is_left_out(const Gave& gave) const;
  bool compare(Gave& known, Names::value_type& lacks, size_t value, uint64_t text);
  bool decide(const std::string& name, const Seen& seen);
  bool decide_for_all(std::string_view key);

  std::string site_;
  std::set<std::string> without_;
  Names seen_;
  std::unordered_map<uint64_t, Gave> gave_;  // by addresses, and those with parameters left out
};

}  // namespace gleaner::crawl
