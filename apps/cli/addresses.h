// Where pages came from: --url for all of them, --url canonical for what each says of itself, --urls for a table of
// pages and addresses. Relative links become absolute by it, and records get a column `url`.
#pragma once

#include <map>
#include <string>

#include "base/result.h"
#include "command.h"

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

  // Of a page as it was named; "" where nobody has said it.
  std::string of(const std::string& page) const;
  // What a page says of itself counts.
  bool canonical() const { return canonical_; }

 private:
  std::string url_;  // for all
  bool canonical_ = false;
  std::map<std::string, std::string> by_page_;
};

}  // namespace gleaner::cli
