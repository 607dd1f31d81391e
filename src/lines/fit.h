// Fits a pattern to the page: what the unlabelled lines say.
//
// They say which blanks may be missing, which words between the fields are constant, what values look like
// (digits, a date), and which bracketed parts a line may have besides those of the labelled lines. A column
// that the labels name but leave empty is taken to be such a part.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lines/pattern.h"

namespace gleaner::lines {

// `page`: lines that are not blank, the labelled ones included. The result may have failed().
Pattern fit(const std::vector<Example>& examples, const std::vector<std::string>& names,
            const std::vector<std::string_view>& page);

// Share of the lines that a production reads, with the rules that it calls.
double share_read(const std::string& production, const std::vector<std::string_view>& page,
                  const std::string& helpers = "");

// A class for values of digits and marks, as dates and times are: [0-9:,]. Empty:
// they are not, or of one number.
std::string date_class(const std::vector<std::string>& values);

}  // namespace gleaner::lines
