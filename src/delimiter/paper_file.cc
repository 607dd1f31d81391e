// See paper_file.h. The reader of the list of strings, and names for its attributes, which the file has
// none for.
#include "delimiter/paper_file.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gleaner::delimiter {

namespace {

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  Result<std::vector<std::string>> strings() {
    std::vector<std::string> found;
    skip_space();
    if (at_ >= text_.size() || text_[at_] != '(')
      return wrong("a list of strings in parentheses is expected");
    ++at_;
    for (skip_space(); at_ < text_.size() && text_[at_] != ')'; skip_space()) {
      if (text_[at_] != '"') return wrong("a string in double quotes is expected");
      GLEANER_TRY(found.emplace_back(), string());
    }
    if (at_ >= text_.size()) return wrong("the closing parenthesis is missing");
    ++at_;
    skip_space();
    if (at_ < text_.size()) return wrong("there is something behind the closing parenthesis");
    return found;
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  Result<std::string> string() {
    const size_t begin = at_;
    std::string out;
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      char c = text_[at_];
      if (c == '\\' && at_ + 1 < text_.size()) c = text_[++at_];
      else if (c == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') continue;
      out += c;
    }
    if (at_ >= text_.size()) return at_ = begin, wrong("this string does not end");
    ++at_;
    return out;
  }

  Diagnostic wrong(std::string message) const {
    Where where{.file = file_, .line = 1, .column = 1, .span = {}};
    for (size_t i = 0; i < at_ && i < text_.size(); ++i) {
      ++where.column;
      if (text_[i] == '\n') ++where.line, where.column = 1;
    }
    return error(Code::bad_input, std::move(message), where,
                 "the form is (\"l1\" \"l2\" \"r1\" \"r2\"), h t o c first where the class has them");
  }

  std::string_view text_;
  const std::string& file_;
  size_t at_ = 0;
};

}  // namespace

Result<Delimiters> parse_paper_file(std::string_view text, Class kind, const std::string& file) {
  GLEANER_TRY(std::vector<std::string> strings, Reader(text, file).strings());
  Delimiters w;
  w.kind = kind;
  const size_t fixed = (has_head_tail(kind) ? 2u : 0u) + (has_open_close(kind) ? 2u : 0u);
  if (strings.size() <= fixed || (strings.size() - fixed) % 2)
    return error(Code::bad_input,
                 fmt::format("{} strings are no {} wrapper: {}an l and an r for every attribute are needed",
                             strings.size(), title_of(kind),
                             fixed == 4            ? "h, t, o, c, and "
                             : has_head_tail(kind) ? "h, t, and "
                             : fixed               ? "o, c, and "
                                                   : ""),
                 Where{.file = file});
  auto next = strings.begin();
  if (has_head_tail(kind)) w.head = *next++, w.tail = *next++;
  if (has_open_close(kind)) w.open = *next++, w.close = *next++;
  const auto attributes = std::ptrdiff_t((strings.size() - fixed) / 2);
  w.left.assign(next, next + attributes);
  w.right.assign(next + attributes, strings.end());
  return w;
}

Shape unnamed_shape(size_t attributes, bool nested) {
  Shape shape;
  for (size_t k = 0; k < attributes; ++k) {
    Attribute attribute{fmt::format("a{}", k + 1)};
    if (nested && k > 0) attribute.form = Attribute::Form::records, attribute.list = attribute.name + "s";
    shape.attributes.push_back(std::move(attribute));
  }
  return shape;
}

}  // namespace gleaner::delimiter
