// Probes: what does a wrapper do when a record lacks a field?
//
// Labelled lists are often whole: every record has every field. Then a wrapper that runs from one record into
// the next where a value is missing (delimiters do) is as exact as one that does not, and silently wrong on
// the first page that lacks one. So copies of a labelled page are made in which one record has lost one
// value, with the element around it, and the wrapper must give what it gave before, less that value. Cost: a
// page's parse for each field, an extraction for each field and wrapper.
#pragma once

#include <string>
#include <vector>

#include "wrap/wrapper.h"

namespace gleaner::learn {

class Probes {
 public:
  // `records`: all of the page, with spans. None where the page is no list in HTML.
  Probes(const DocumentPtr& page, const std::vector<wrap::Record>& records);
  bool empty() const { return probes_.empty(); }

  // Share of the probes in which another record's values change, or a record comes or goes.
  double failed(const wrap::WrapperPtr& wrapper) const;

 private:
  struct Probe {
    DocumentPtr page;
    size_t record;      // that lost a value,
    std::string field;  // "offers.price"
  };
  DocumentPtr whole_;
  std::vector<Probe> probes_;
};

}  // namespace gleaner::learn
