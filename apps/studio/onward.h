// Onward: what a table's wrapper reaches beyond the page in view: the further pages of its list ([next]) and
// the pages behind its links ([follow]). Read by the code of `gleaner extract`, so that what is shown is what
// a run gives; but only from the project: nothing is fetched here. What is not in the project is named, with
// its address where that is known, so that a person can have it fetched.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "crawl/next_pages.h"
#include "documents.h"
#include "run/follow.h"

namespace gleaner::studio {

struct Onward {
  std::optional<crawl::NextRule> next;
  std::vector<run::Follow> follows;
  std::vector<std::string> files;    // the wrappers that read what is behind links, by name
  std::optional<Diagnostic> failed;  // why one of them cannot be read
};
// Of a wrapper file that is called `file` in the project, and has these fields.
Onward read_onward(const wrap::Config& whole, const wrap::Schema& schema, const std::string& file);
// The files that [follow] names, as they would be called in the project, also where they cannot be read.
std::vector<std::string> files_behind(const wrap::Config& whole, const std::string& file);

// The pages that the list of this page goes on with, in order.
struct Further {
  std::vector<std::pair<std::string, DocumentPtr>> pages;
  std::string missing;  // where it goes on outside of the project
  bool more = false;    // there are more than a preview reads
  Diagnostics notes;
};
Further further_pages(const crawl::NextRule& rule, Documents& documents, const std::string& page,
                      const DocumentPtr& document);

// What the pages behind the links of these rows hold, for each row.
struct Joined {
  std::vector<std::vector<wrap::Field>> fields;
  Diagnostics notes;
};
Joined join_rows(const Onward& onward, Documents& documents, const std::string& page,
                 const Document& document, std::vector<wrap::Record> rows);

// The pages behind the links of these rows that are not in the project: addresses, or names of files.
std::vector<std::string> missing_behind(const Onward& onward, Documents& documents, const std::string& page,
                                        const Document& document, const std::vector<wrap::Record>& rows);

}  // namespace gleaner::studio
