// Pieces of grammars as text, written as a person would write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gleaner::lines {

std::string literal(std::string_view text);   // 'it\'s'
std::string none_of(std::string_view marks);  // [^ \]\n]: line ends never belong to a value
std::string quoted_text(char quote);          // what stands in quotes, \" included
std::string one_of(std::string_view marks);   // [0-9:.-] when given the marks ":.-"
std::string digits_and(std::string_view marks);
// A name that a rule's variable can have: letters, digits and _, no word of the language.
std::string variable_name(std::string_view name);
std::vector<std::string> variables_of(const std::vector<std::string>& fields);  // each once

}  // namespace gleaner::lines
