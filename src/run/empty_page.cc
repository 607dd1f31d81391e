// See empty_page.h.
#include "run/empty_page.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "html/visible.h"

namespace gleaner::run {
namespace {

constexpr std::pair<std::string_view, const char*> kSignatures[] = {
    {"%PDF-", "this is a PDF file"},  {"PK\x03\x04", "this is a ZIP archive or an office document"},
    {"\x89PNG", "this is a picture"}, {"\xff\xd8\xff", "this is a picture"},
    {"GIF8", "this is a picture"},    {"SQLite format 3", "this is a database"},
    {"PAR1", "this is a table"},
};

// Control characters that no text has, at its begin.
bool is_binary(std::string_view text) {
  constexpr size_t kLooked = 4096, kOneOf = 20;
  text = text.substr(0, kLooked);
  const auto odd = std::ranges::count_if(text, [](char c) {
    return uint8_t(c) < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != '\x1b';
  });
  return size_t(odd) * kOneOf > text.size();
}

}  // namespace

std::string why_no_page(const Document& page) {
  for (const auto& [start, what] : kSignatures)
    if (page.bytes().starts_with(start)) return what;
  return is_binary(page.text()) ? "this is not text" : "";
}

std::string why_empty(const Document& page) {
  if (page.bytes().empty()) return "the file is empty";
  if (std::string why = why_no_page(page); !why.empty()) return why;
  if (!page.is_html()) return trim(page.text()).empty() ? "there is no text in it" : "";
  if (!html::visible_text(page.view<html::Tree>(), html::kDocument).empty()) return "";
  for (const Diagnostic& note : page.notes())  // the pages of a PDF are pictures, say
    return note.message;
  return "there is no visible text; if scripts make the page, save it from a browser first";
}

}  // namespace gleaner::run
