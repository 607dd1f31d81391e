// From productions to the text of a grammar, laid out as a person would write it.
//
//   strict rule line is date=[0-9-]+ ' '+ level=[A-Z]+ ... end
//   strict rule skipped is [^\n]+ '\n' end     a line of no kind: read by this alone, and reported as skipped
//   strict rule log is (lines += line() '\r'? '\n' | skipped() | '\r'? '\n')* end
//
// A line of no kind is never read in part: the log is strict, too, else the end of a line could be passed
// over. The last line counts even if its end is missing: the engine sees to that (Scanner::finish).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gleaner::lines {

// What lines that begin with "#" are: records as any other; headings of HTML, behind which a blank stands; or
// comments.
enum class HashLines : uint8_t { records, headings, comments };

struct LineGrammar {
  std::string comment;             // one line, without //
  std::vector<std::string> kinds;  // productions of the record, the surest first
  std::string helpers;             // rules that the kinds call
  std::vector<std::string> heads;  // lines that look like records and are none: column headings
  HashLines hash_lines = HashLines::records;
  std::string text() const;
  // The rule `heading`, if there is something for it; and how it is called among other alternatives.
  std::string heading_rule() const;
  std::string heading_call() const {
    return hash_lines != HashLines::records || !heads.empty() ? "heading() | " : "";
  }
};

// The end of a line; a \r before it is no part of the line, wherever the next log comes from.
inline constexpr std::string_view kLineEnd = "'\\r'? '\\n'";

// `strict rule NAME is PRODUCTION end`, on one line or several.
std::string rule_text(const std::string& name, const std::string& production);
// A production broken into lines of readable length, indented.
std::string wrapped(const std::string& production, size_t indent = 2);

}  // namespace gleaner::lines
