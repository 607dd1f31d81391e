// The words by which pagers speak, in some thirty languages, and the arrows they draw.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gleaner::links {

enum class Cue : uint8_t { next, prev, first, last, older, newer };
inline constexpr int kCues = 6;

// Lower case, full-width digits and letters as plain ones, white space collapsed, direction marks dropped.
std::string fold(std::string_view text);

// Bit c is set where the folded text has a word of Cue c.
uint32_t cues_of(std::string_view folded);

enum class Arrow : uint8_t { none, next, prev, far_next, far_prev };  // >  <  >>  <<
Arrow arrow_of(std::string_view folded);

// The number that a folded text is, if it says no more than that ("3", "[3]", "page 3", "1,204").
std::optional<uint32_t> number_of(std::string_view folded);

// "page", "seite", "стр", ...
bool names_page(std::string_view folded);

// Is there a letter or digit?
bool has_word(std::string_view folded);

}  // namespace gleaner::links
