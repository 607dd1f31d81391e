// See tag_scan.h. The states of the tokenizer between a tag's name and its end.
#include "html/tag_scan.h"

#include "base/text.h"

namespace gleaner::html {

TagScan::TagScan(std::string_view text, uint32_t name_begin) : text_(text), at_(name_begin) {
  while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '/' && text_[at_] != '>') ++at_;
}

void TagScan::skip_space() {
  while (at_ < text_.size() && is_space(text_[at_])) ++at_;
}

bool TagScan::next(ScannedAttribute& out) {
  if (done_) return false;
  while (at_ < text_.size() && (is_space(text_[at_]) || text_[at_] == '/')) ++at_;
  if (at_ >= text_.size() || text_[at_] == '>') {
    if (at_ < text_.size()) ++at_;
    done_ = true;
    return false;
  }
  out.name.begin = at_;
  ++at_;  // a name may begin with '='
  while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '/' && text_[at_] != '>' &&
         text_[at_] != '=')
    ++at_;
  out.name.end = at_;
  out.value = {at_, at_};
  skip_space();
  if (at_ >= text_.size() || text_[at_] != '=') return true;
  ++at_;
  skip_space();
  if (at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'')) {
    size_t close = text_.find(text_[at_], at_ + 1);
    if (close == std::string_view::npos) close = text_.size();
    out.value = {at_ + 1, uint32_t(close)};
    at_ = uint32_t(std::min(close + 1, text_.size()));
    return true;
  }
  out.value.begin = at_;
  while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '>') ++at_;
  out.value.end = at_;
  return true;
}

uint32_t tag_end(std::string_view text, uint32_t name_begin) {
  TagScan scan(text, name_begin);
  ScannedAttribute attribute;
  while (scan.next(attribute)) {
  }
  return scan.end();
}

uint32_t tag_begin(std::string_view text, uint32_t name_begin) {
  uint32_t at = name_begin;
  if (at && text[at - 1] == '/') --at;
  if (at && text[at - 1] == '<') --at;
  return at;
}

}  // namespace gleaner::html
