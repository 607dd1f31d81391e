// See vocabulary.h.
#include "lines/vocabulary.h"

#include "value/calendar_words.h"
#include "value/log.h"

namespace gleaner::lines {

bool is_month(std::string_view word) { return value::english_month(word) != 0; }
bool is_weekday(std::string_view word) { return value::is_english_weekday(word); }
bool is_level(std::string_view word) { return word.size() > 1 && !value::read_level(word).empty(); }

}  // namespace gleaner::lines
