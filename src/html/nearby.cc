// See nearby.h.
#include "html/nearby.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "html/char_refs.h"

namespace gleaner::html {
namespace {

constexpr size_t kNone = std::string_view::npos;
constexpr size_t kTextBytes = 400;  // of a text that are looked at, from the place on
constexpr size_t kCutWords = 2;
constexpr size_t kLetters = 2;
constexpr std::array<std::string_view, 4> kUnread = {"script", "style", "noscript", "template"};

bool names(std::string_view source, size_t at, std::string_view name) {
  return at < source.size() && equals_ignoring_case(source.substr(at, name.size()), name);
}

// The element that the tag at "<" (or "</", by `sign`) opens or closes, if nobody reads what is in it.
std::string_view unread(std::string_view source, size_t tag, size_t sign) {
  for (std::string_view name : kUnread)
    if (names(source, tag + sign, name)) return name;
  return {};
}

// Is the place inside of a tag, and where does that begin?
size_t open_tag(std::string_view source, size_t at) {
  const size_t sign = at ? source.find_last_of("<>", at - 1) : kNone;
  return sign != kNone && source[sign] == '<' ? sign : kNone;
}

// Where the tag begins that ends before `end`; what is unread, with its element.
size_t tag_start(std::string_view source, size_t end) {
  if (source.substr(0, end).ends_with("-->")) {
    const size_t comment = source.rfind("<!--", end - 1);
    return comment == kNone ? 0 : comment;
  }
  size_t tag = end ? source.rfind('<', end - 1) : kNone;
  if (tag == kNone) return 0;
  if (source.substr(tag, 2) != "</") return tag;
  if (const std::string_view name = unread(source, tag, 2); !name.empty())
    while (tag && (tag = source.rfind('<', tag - 1)) != kNone)
      if (names(source, tag + 1, name)) return tag;
  return tag == kNone ? 0 : tag;
}

// Behind the tag that begins at `begin`; what is unread, behind its element's text.
size_t tag_stop(std::string_view source, size_t begin) {
  if (source.substr(begin, 4) == "<!--") {
    const size_t end = source.find("-->", begin);
    return end == kNone ? source.size() : end + 3;
  }
  size_t end = source.find('>', begin);
  if (const std::string_view name = unread(source, begin, 1); !name.empty() && end != kNone)
    while ((end = source.find("</", end)) != kNone && !names(source, end + 2, name)) end += 2;
  return end == kNone ? source.size() : source[end] == '>' ? end + 1 : end;
}

std::string words_beside(const std::string& text, bool before) {
  const std::vector<std::string_view> all = words(text);
  const size_t n = std::min(all.size(), kCutWords), from = before ? all.size() - n : 0;
  std::string out;
  for (size_t i = from; i < from + n; ++i) out += (out.empty() ? "" : " ") + std::string(all[i]);
  return out;
}

// What is looked at: the source around a place. Positions are those of the window.
struct Window {
  std::string_view source;
  size_t begin, at;  // of the window in the source, of the place in the window

  Window(std::string_view all, size_t place)
      : begin(place > kNearbyBytes ? place - kNearbyBytes : 0), at(place - begin) {
    source = all.substr(begin, at + kNearbyBytes);
  }

  // A text of which the place is the end (`before`) or the beginning is cut by it.
  void add(size_t from, size_t to, bool before, std::vector<NearbyText>& out) const {
    std::string_view raw = source.substr(from, to - from);
    const bool cut = before ? to == at : from == at;
    if (raw.size() > kTextBytes)
      raw = cut && before ? raw.substr(raw.size() - kTextBytes) : raw.substr(0, kTextBytes);
    std::string text = collapse(decode_text(raw));
    if (cut) text = words_beside(text, before);
    if (size_t(std::ranges::count_if(text, is_letter_byte)) >= kLetters)
      out.push_back({{uint32_t(begin + from), uint32_t(begin + to)}, std::move(text)});
  }
};

}  // namespace

std::vector<NearbyText> texts_before(std::string_view source, uint32_t at, size_t most) {
  std::vector<NearbyText> out;
  const Window window(source, at);
  const size_t tag = open_tag(window.source, window.at);
  for (size_t end = tag == kNone ? window.at : tag; end > 0 && out.size() < most;) {
    const size_t sign = window.source.rfind('>', end - 1);
    const size_t begin = sign == kNone ? 0 : sign + 1;
    if (begin < end) window.add(begin, end, true, out);
    end = sign == kNone ? 0 : tag_start(window.source, begin);
  }
  return out;
}

std::vector<NearbyText> texts_behind(std::string_view source, uint32_t at, size_t most) {
  std::vector<NearbyText> out;
  const Window window(source, at);
  const size_t tag = open_tag(window.source, window.at);
  size_t begin = tag == kNone ? window.at : std::max(window.at, tag_stop(window.source, tag));
  while (begin < window.source.size() && out.size() < most) {
    const size_t end = std::min(window.source.find('<', begin), window.source.size());
    if (begin < end) window.add(begin, end, false, out);
    begin = tag_stop(window.source, end);
  }
  return out;
}

}  // namespace gleaner::html
