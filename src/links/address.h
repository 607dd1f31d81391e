// What addresses say of pages of one list: numbers, dates, keys that count pages, and how the address of a
// link differs from the page's own. Internal to links; features.h makes features of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "links/link.h"

namespace gleaner::links {

inline constexpr size_t kMostUrlDigits = 6;  // longer numbers in addresses are identifiers

// How an address differs from the page's own.
struct Difference {
  size_t words = 0, gone = 0;     // parts that only the link has, and only the page
  size_t gone_counting = 0;       // of those gone: what counts pages, as a first page needs it not
  std::vector<uint32_t> numbers;  // those of the link's that the page's has not
  std::vector<std::string> keys;  // of the query, with another value than the page's
};

// The page's own address, in the parts that are compared.
struct OwnAddress {
  std::string host;
  std::string whole;  // path and query
  std::multiset<std::string> pieces;
  std::map<std::string, std::string> query;
};

OwnAddress own_address(const std::string& url);
Difference difference(const Link& link, const OwnAddress& own);

bool counts_pages(std::string_view key);     // is it a query's key that counts pages?
bool chooses_view(std::string_view key);     // ... or that chooses how a list is shown?
bool page_in_path(const std::string& path);  // "/p/3", "page-3", "index_2"
bool has_date(std::string_view href);        // 2024-01-31, /2024/1/3
bool has_year_folder(std::string_view path);
std::vector<uint32_t> numbers_in(std::string_view text, size_t most_digits);
std::string_view without_www(std::string_view host);

}  // namespace gleaner::links
