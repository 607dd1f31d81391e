// Labels that were cut short: "Inclusion of Bindra and Gopichand is the best" for the whole title.
//
// People copy what a narrow column shows, or stop marking too early. Such a label is the beginning of
// the value, and nothing on the page ends there: a rule that gives the whole text is nearly right, one
// that quotes the next word has learned that label by heart. A sign behind the label ("Ann Lee
// (Boston)"), or a word that most records have there ("Ann Lee in Boston"), is an end that the page
// shows. Cost: the letters of the label.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gleaner::rows {

// Is a long label the beginning of the value, and most of it?
bool is_near(std::string_view label, std::string_view value);
// The word behind the label, folded, where the label's letters are the beginning of the text and only white
// space stands between; "" where it is none, or too short to say anything.
std::string word_behind(std::string_view label, std::string_view text);
// Is it a word at which values may end? Most of the texts have it, and no other word that stands before it or
// without it is nearly as common: such words are what the texts are about.
bool is_end_word(std::string_view word, const std::vector<std::string>& texts);

}  // namespace gleaner::rows
