// Where pages came from: --url for all of them, --url canonical for what each says of itself, --urls for a table of
// pages and addresses. Relative links become absolute by it, and records get a column `url`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "command.h"
#include "page/document.h"

namespace gleaner::cli {

struct AddressOptions {
  std::string url;   // --url
  std::string urls;  // --urls
};
void add_addresses(Command& verb, AddressOptions& into);

class Addresses {
 public:
  // Refuses what is no address.
  static Result<Addresses> read(const AddressOptions& options);

  // Whether records say where their page came from: by the options, or because pages are named by addresses.
  bool wanted(const std::vector<std::string>& pages) const;
  // Of a page as it was named; "" where nobody knows. What was said here wins over what the page came with.
  std::string of(const std::string& page, const Document& document) const;

 private:
  std::string url_;  // for all
  bool canonical_ = false;
  std::map<std::string, std::string> by_page_;
};

}  // namespace gleaner::cli
