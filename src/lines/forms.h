// Forms of records that a sequence of fields cannot say: cells between delimiters, some of them in quotes;
// and values behind keys, in any order.
//
//   strict rule line is id=[^,\n]* ',' ('"' name=([^"\n] | '""')* '"' | name=[^,\n]*) end
//   strict rule part is 'uid=' uid=[^ \n]* | 'pid=' pid=[^ \n]* | [^ \n]+ end
//   strict rule line is part() (' ' part())* end
// Keys work for lines (uid=0 pid=7) and for blocks of lines (From: a, Subject: b).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lines/pattern.h"

namespace gleaner::lines {

struct Form {
  std::string production;
  std::string helpers;  // rules that it calls
  double read = 0;      // share of the page
  bool sure = false;    // the page shows that a sequence of fields would go wrong
};

struct CellSpan {
  Span inner;  // without quotes around
  bool quoted = false;
};
// Cells between delimiters; quotes enclose one that holds some.
std::vector<CellSpan> cells_of(std::string_view line, char delimiter);

// `page`: lines. Nothing if the labelled lines are not of this form.
std::optional<Form> delimited_form(const std::vector<Example>& examples,
                                   const std::vector<std::string>& names,
                                   const std::vector<std::string_view>& page);
std::optional<Form> keyed_form(const std::vector<Example>& examples, const std::vector<std::string>& names,
                               const std::vector<std::string_view>& page);

// Does the form give the labelled values on the labelled lines?
bool reads_as_labelled(const Form& form, const std::vector<Example>& examples,
                       const std::vector<std::string>& names);

}  // namespace gleaner::lines
