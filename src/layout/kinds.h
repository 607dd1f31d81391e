// What kind of text a word or a cell is, as a reader of tables sees it: figures, data, list marks, captions.
// Internal to layout.
#pragma once

#include <optional>
#include <string_view>

#include "base/span.h"

namespace gleaner::layout {

bool is_number(std::string_view text);  // "1,234", "(12.5%)", "n.a.", "-": what fills a column of figures
bool is_pure_number(std::string_view text);  // digits and signs only
bool is_data(std::string_view text);         // begins as a figure and goes on shortly: "12 kg", "3 x 4"
bool is_year(std::string_view text);         // 19xx or 20xx at the begin, a word boundary behind
bool is_year_alone(std::string_view text);   // with at most three characters more
bool is_list_mark(std::string_view text);    // bullets, "1.", "(a)", "iv)"
bool ends_open(std::string_view text);       // "and", "of", a comma: the text goes on
bool begins_lower(std::string_view text, bool signs);  // a small letter (or one of "(&")
bool is_bracketed(std::string_view text);              // "(12.5)"

bool is_leader(std::string_view text);  // four dots or more and nothing else
std::optional<Span> leader_in(std::string_view text);
bool is_currency(std::string_view text);
bool is_closing_sign(std::string_view text);
bool begins_number(std::string_view text);
bool ends_in_digit(std::string_view text);

}  // namespace gleaner::layout
