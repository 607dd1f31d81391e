// Recognisers: what finds candidate instances of a field on a page. Read from a TOML file:
//
//   order = ["country", "code"]           # optional: the order of the fields on the page
//
//   [country]
//   words = ["Congo", "Egypt"]            # or words = "countries.txt", a word or phrase a line
//   errs = "misses"                       # perfect (default), misses, extra, both: see corroborate.h
//
//   [code]
//   regex = '<i>(\d+)</i>'                # over the source; group 1 is the value where there is one
//
//   [price]
//   type = "money"                        # built in: number, money, date, time, url, email, phone, year
//
//   [name]
//   command = "./find-names"              # gets the page on standard input, prints a value a line:
//                                         # "begin end" in bytes, or the text
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "delimiter/corroborate.h"
#include "page/document.h"
#include "wrap/config.h"

namespace gleaner::delimiter {

class Recogniser {
 public:
  virtual ~Recogniser() = default;
  // In page order, without overlap; spans of Document::text().
  virtual Result<std::vector<Span>> find(const Document& document) const = 0;
};

struct FieldRecogniser {
  std::string field;
  Errs errs = Errs::perfect;
  std::shared_ptr<const Recogniser> recogniser;
};

struct Recognisers {
  std::vector<FieldRecogniser> fields;
  std::vector<std::string> order;
};

// `folder`: word files and commands are relative to it.
Result<Recognisers> read_recognisers(const wrap::Config& config, const std::string& folder);

}  // namespace gleaner::delimiter
