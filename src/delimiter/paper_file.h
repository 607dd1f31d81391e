// Wrapper files of the paper's own system: one list of strings in parentheses,
//   ("h" "t" "o" "c" "l1" .. "lK" "r1" .. "rK")
// (those of the class that the file's ending names: .lr .hlrt .. .n-hlrt), with backslash escapes and white
// space between them. The files were written with CR LF line ends, the pages not: CR LF inside a string is
// read as LF.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "delimiter/delimiters.h"
#include "delimiter/shape.h"

namespace gleaner::delimiter {

Result<Delimiters> parse_paper_file(std::string_view text, Class kind, const std::string& file);

// Attributes without names of their own: a1, a2, ...; for nested classes each in a list below the one before
// it: a2s, a3s, ...
Shape unnamed_shape(size_t attributes, bool nested);

}  // namespace gleaner::delimiter
