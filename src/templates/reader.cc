// See reader.h.
#include "templates/reader.h"

#include <charconv>

#include "base/text.h"

namespace gleaner::templates {
namespace {

bool name_start(char c) { return is_alpha(c) || c == '_' || uint8_t(c) >= 0x80; }
bool name_character(char c) { return name_start(c) || is_digit(c); }

}  // namespace

bool is_variable_name(std::string_view name) { return (name[0] >= 'A' && name[0] <= 'Z') || name[0] == '_'; }

void Reader::fail(std::string message, std::string hint, std::optional<Position> where) {
  note(std::move(message), std::move(hint), where ? *where : position());
  throw Stop{};
}

void Reader::note(std::string message, std::string hint, Position where) {
  const Where at{.file = file_, .line = where.line, .column = where.column};
  errors_.push_back(error(Code::bad_input, std::move(message), at, std::move(hint)));
}

Position Reader::position() {
  for (; counted_ < at_; ++counted_) {
    if (text_[counted_] == '\n') ++here_.line, here_.column = 1;
    else if ((uint8_t(text_[counted_]) & 0xc0) != 0x80) ++here_.column;
  }
  return here_;
}

void Reader::recover() {
  while (at_ < text_.size()) {
    if (text_[at_++] == '.' && (at_ == text_.size() || is_space(text_[at_]))) {
      size_t end = at_;
      while (end < text_.size() && is_space(text_[end]) && text_[end] != '\n') ++end;
      if (end == text_.size() || text_[end] == '\n') return;
    }
  }
}

void Reader::skip() {
  while (at_ < text_.size()) {
    char c = text_[at_];
    if (is_space(c)) {
      ++at_;
    } else if (c == '%' || c == '#') {
      while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    } else if (text_.substr(at_, 2) == "/*") {
      size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else {
      return;
    }
  }
}

bool Reader::looking_at(std::string_view what) {
  skip();
  return text_.substr(at_, what.size()) == what;
}

bool Reader::take(std::string_view what) {
  if (!looking_at(what)) return false;
  at_ += what.size();
  return true;
}

void Reader::need(std::string_view what, std::string_view after) {
  if (!take(what)) fail("expected " + std::string(what) + " after " + std::string(after));
}

std::string Reader::name() {
  skip();
  size_t begin = at_;
  if (at_ < text_.size() && name_start(text_[at_]))
    while (at_ < text_.size() && name_character(text_[at_])) ++at_;
  return std::string(text_.substr(begin, at_ - begin));
}

std::string Reader::feature_name() {
  if (looking_at("\"")) return quoted();
  std::string first = name();
  while (at_ + 1 < text_.size() && text_[at_] == '-' && name_character(text_[at_ + 1])) {
    ++at_;
    first += "-" + name();
  }
  return first;
}

std::string Reader::quoted() {
  skip();
  Position open = position();
  ++at_;
  std::string out;
  while (at_ < text_.size() && text_[at_] != '"') {
    if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
      char c = text_[++at_];
      out += c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
      ++at_;
    } else {
      out += text_[at_++];
    }
  }
  if (at_ >= text_.size()) fail("the text that begins here is not closed by \"", {}, open);
  ++at_;
  return out;
}

Term Reader::term() {
  skip();
  Term made;
  if (at_ >= text_.size()) fail("a value is missing");
  char c = text_[at_];
  if (c == '"') {
    made.kind = Term::Kind::text;
    made.text = quoted();
  } else if (c == '/') {
    regex(made);
  } else if (is_digit(c) || (c == '-' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
    number(made);
  } else {
    made.text = name();
    if (made.text.empty()) fail("expected a value: a Variable, \"text\", a number, /regex/ or _");
    made.kind = made.text == "_"              ? Term::Kind::any
                : is_variable_name(made.text) ? Term::Kind::variable
                                              : Term::Kind::text;
  }
  return made;
}

void Reader::number(Term& made) {
  const char* begin = text_.data() + at_;
  auto [end, wrong] = std::from_chars(begin, text_.data() + text_.size(), made.number);
  if (wrong != std::errc()) fail("not a number");
  if (end[-1] == '.') --end;
  made.kind = Term::Kind::number;
  made.text.assign(begin, end);
  at_ += size_t(end - begin);
}

void Reader::regex(Term& made) {
  Position open = position();
  size_t begin = ++at_;
  while (at_ < text_.size() && text_[at_] != '/' && text_[at_] != '\n') at_ += text_[at_] == '\\' ? 2 : 1;
  if (at_ >= text_.size() || text_[at_] != '/')
    fail("the regular expression that begins here is not closed by /", {}, open);
  made.kind = Term::Kind::regex;
  made.text = text_.substr(begin, at_ - begin);
  ++at_;
  regex::Options options;
  if (at_ < text_.size() && text_[at_] == 'i') made.ignore_case = options.ignore_case = true, ++at_;
  auto compiled = regex::Regex::compile(made.text, options);
  if (!compiled.ok()) {
    open.column += compiled.error().where.column;
    fail(compiled.error().message, {}, open);
  }
  made.regex = std::make_shared<const regex::Regex>(std::move(compiled).value());
}

}  // namespace gleaner::templates
