// Reads the rule language. One pass, recursive descent; errors carry file, line, column and a caret. Code
// blocks are skipped over by counting what opens and what ends a block, so that no layer above is needed
// here.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "grammar/syntax.h"

namespace gleaner::grammar {

// A file of rules alone, checked (see check.h): ready to compile.
Result<Grammar> parse_grammar(std::string source, std::string file = "");

// For a language around the rules: reads the one rule that begins at `at` (at `rule` or `strict`) into the
// grammar, whose source is already set, and moves `at` behind it. Calls are not resolved yet: check_grammar
// does that when all are read.
Status parse_rule(Grammar& grammar, size_t& at);

// Blanks and `//` comments.
size_t skip_blanks(std::string_view source, size_t at);
bool is_word_at(std::string_view source, size_t at, std::string_view word);

}  // namespace gleaner::grammar
