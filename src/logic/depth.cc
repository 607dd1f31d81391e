// See depth.h.
#include "logic/depth.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "logic/prolog_terms.h"

namespace gleaner::logic {
namespace {

constexpr int kMostLevels = 4000;
constexpr size_t kMostParts = 50'000'000;  // that are looked at: terms that share parts may have no end

// Behind what is quoted from `at` on; the end of the text, if it is not closed.
size_t behind_quoted(std::string_view text, size_t at) {
  const char quote = text[at];
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\') ++at;
    else if (text[at] == quote) return at + 1;  // a doubled one opens again
  }
  return text.size();
}

size_t behind_comment(std::string_view text, size_t at, std::string_view end) {
  const size_t found = text.find(end, at + 1);
  return found == std::string_view::npos ? text.size() : found + end.size();
}

bool is_word(char c) { return is_alnum(c) || c == '_'; }

// Does a text of Prolog open at most kMostLevels brackets inside of each other? What is
// quoted or a comment does not count.
bool is_shallow_text(std::string_view text) {
  int depth = 0;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '(' || c == '[' || c == '{') {
      if (++depth > kMostLevels) return false;
    } else if (c == ')' || c == ']' || c == '}') {
      depth = std::max(0, depth - 1);
    } else if (c == '%') {
      at = behind_comment(text, at, "\n");
      continue;
    } else if (c == '/' && text.substr(at).starts_with("/*")) {
      at = behind_comment(text, at + 1, "*/");
      continue;
    } else if (c == '\'' && at > 0 && text[at - 1] == '0' && (at < 2 || !is_word(text[at - 2]))) {
      at += text.substr(at + 1).starts_with("\\") ? 3 : 2;  // 0'( is a character
      continue;
    } else if (c == '\'' || c == '"' || c == '`') {
      at = behind_quoted(text, at);
      continue;
    }
    ++at;
  }
  return true;
}

// The same of a term as it is written: lists have one level, whatever their length. False
// too for terms of very many parts.
bool is_shallow_term(term_t term) {
  // One term of each level on the way down, and which argument of it is next. A list's rest is no level.
  struct Level {
    term_t term;
    size_t next, arity;
    bool list;
  };
  Frame frame;
  std::vector<Level> levels;
  const auto enter = [&](term_t at, bool rest) {
    size_t arity = 0;
    atom_t name;
    if (!PL_is_compound(at) || !PL_get_compound_name_arity(at, &name, &arity) || arity == 0) return true;
    const bool list = PL_is_pair(at);
    if (rest && list) {
      levels.back() = {levels.back().term, 1, arity, true};
      return PL_put_term(levels.back().term, at) != 0;
    }
    if (levels.size() >= size_t(kMostLevels)) return false;
    const term_t own = PL_new_term_ref();
    if (!own || !PL_put_term(own, at)) return false;
    levels.push_back({own, 1, arity, list});
    return true;
  };
  const term_t argument = PL_new_term_ref();
  if (!enter(term, false)) return false;
  for (size_t parts = 0; !levels.empty(); ++parts) {
    if (parts > kMostParts) return false;
    Level& level = levels.back();
    if (level.next > level.arity) {
      PL_reset_term_refs(level.term);
      levels.pop_back();
      continue;
    }
    const size_t i = level.next++;
    if (!PL_get_arg(i, level.term, argument) || !enter(argument, level.list && i == level.arity))
      return false;
  }
  return true;
}

}  // namespace

foreign_t shallow_text(term_t text) {
  return foreign_t(is_shallow_text(text_of(text, CVT_ATOM | CVT_STRING | CVT_LIST)));
}
foreign_t shallow_term(term_t term) { return foreign_t(is_shallow_term(term)); }

}  // namespace gleaner::logic
