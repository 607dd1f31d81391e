// See charset.h. The order of the evidence, the scan for declarations, detection by ICU, decoding by
// lexbor.
#include "page/charset.h"

extern "C" {
#include <lexbor/encoding/encoding.h>
#include <lexbor/html/encoding.h>
}
#include <unicode/ucsdet.h>

#include "base/text.h"

namespace gleaner {
namespace {

// The standard lets a parser look at the first 1024 bytes for a declaration.
constexpr size_t kPrescanBytes = 1024;
// A declaration further down still counts: a browser meets it while parsing and starts again.
constexpr size_t kLateMetaBytes = 64 * 1024;
// Enough text for frequency statistics; more changes nothing and costs time.
constexpr size_t kDetectBytes = 64 * 1024;
// Below this (of 100) ICU is guessing.
constexpr int32_t kDetectConfidence = 40;

const lxb_char_t* chars(std::string_view text) { return reinterpret_cast<const lxb_char_t*>(text.data()); }

const lxb_encoding_data_t* data_of(std::string_view label) {
  return lxb_encoding_data_by_pre_name(chars(label), label.size());
}

std::string name_of(const lxb_encoding_data_t* data) {
  return lower_ascii(reinterpret_cast<const char*>(data->name));
}

bool ascii_only(std::string_view bytes) { return ascii_prefix(bytes) == bytes.size(); }

// Frequency analysis, for undeclared pages that are not UTF-8. Western guesses are left to the default, which
// is a superset of them.
std::optional<std::string> detect(std::string_view bytes) {
  bytes = bytes.substr(0, kDetectBytes);
  UErrorCode status = U_ZERO_ERROR;
  UCharsetDetector* detector = ucsdet_open(&status);
  if (U_FAILURE(status)) return {};
  std::optional<std::string> found;
  ucsdet_setText(detector, bytes.data(), int32_t(bytes.size()), &status);
  ucsdet_enableInputFilter(detector, true);
  const UCharsetMatch* match = ucsdet_detect(detector, &status);
  if (U_SUCCESS(status) && match && ucsdet_getConfidence(match, &status) >= kDetectConfidence) {
    std::string_view name = ucsdet_getName(match, &status);
    if (name.substr(0, 6) != "UTF-16" && name.substr(0, 6) != "UTF-32" && name != "ISO-8859-1" &&
        name != "UTF-8")
      found = canonical_charset(name);
  }
  ucsdet_close(detector);
  return found;
}

// Charsets in which a byte below 0x80 is always that ASCII character.
bool ascii_compatible(lxb_encoding_t encoding) {
  return encoding != LXB_ENCODING_UTF_16BE && encoding != LXB_ENCODING_UTF_16LE &&
         encoding != LXB_ENCODING_ISO_2022_JP && encoding != LXB_ENCODING_REPLACEMENT;
}

struct Bom {
  const char* charset;
  uint32_t length;
};
std::optional<Bom> bom_of(std::string_view bytes) {
  if (bytes.substr(0, 3) == "\xef\xbb\xbf") return Bom{"utf-8", 3};
  if (bytes.substr(0, 2) == "\xfe\xff") return Bom{"utf-16be", 2};
  if (bytes.substr(0, 2) == "\xff\xfe") return Bom{"utf-16le", 2};
  return {};
}

// Decodes the rest of `bytes` from `at` on, a character at a time, ASCII runs at once.
void decode_rest(std::string_view bytes, size_t at, const lxb_encoding_data_t* data, Decoded& out) {
  lxb_encoding_decode_t context;
  lxb_encoding_decode_init_single(&context, data);
  const lxb_char_t* next = chars(bytes) + at;
  const lxb_char_t* end = chars(bytes) + bytes.size();
  const bool skip_ascii = ascii_compatible(data->encoding);
  while (next < end) {
    const lxb_char_t* from = next;
    if (skip_ascii && *next < 0x80) {
      while (next < end && *next < 0x80) ++next;
      out.text.append(reinterpret_cast<const char*>(from), next - from);
      out.map.add_identity(uint32_t(next - from));
      continue;
    }
    lxb_codepoint_t c = data->decode_single(&context, &next, end);
    bool cut_off = c == LXB_ENCODING_DECODE_CONTINUE;
    if (cut_off) next = end;
    if (c > LXB_ENCODING_MAX_CODEPOINT) c = 0xfffd, ++out.replaced;
    size_t before = out.text.size();
    append_utf8(out.text, c);
    out.map.add(uint32_t(next - from), uint32_t(out.text.size() - before));
    // never loop without progress
    if (next == from && !cut_off && out.text.size() > bytes.size() * 4 + 16) break;
  }
}

}  // namespace

std::optional<std::string> canonical_charset(std::string_view label) {
  const lxb_encoding_data_t* data = data_of(trim(label));
  if (!data) return {};
  return name_of(data);
}

namespace {

// Offset of the first "charset" in any case, or npos. Many pages have none, so it goes by blocks in which the
// compiler tests all places at once.
size_t find_charset(std::string_view text) {
  constexpr std::string_view kWord = "charset";
  constexpr size_t kBlock = 64;
  size_t at = 0;
  for (; at + kBlock + 2 <= text.size(); at += kBlock) {
    uint8_t found = 0;
    for (size_t i = 0; i < kBlock; ++i)
      found |= uint8_t((text[at + i] | 0x20) == 'c') & uint8_t((text[at + i + 1] | 0x20) == 'h') &
               uint8_t((text[at + i + 2] | 0x20) == 'a');
    if (!found) continue;
    for (size_t i = at; i < at + kBlock; ++i)
      if (equals_ignoring_case(text.substr(i, kWord.size()), kWord)) return i;
  }
  for (; at < text.size(); ++at)
    if (equals_ignoring_case(text.substr(at, kWord.size()), kWord)) return at;
  return std::string_view::npos;
}

// The first declaration in `head` that names a charset. A page that could be read so far is not in UTF-16,
// whatever it says.
std::optional<std::string> first_declaration(std::string_view head) {
  lxb_html_encoding_t scan;
  if (lxb_html_encoding_init(&scan) != LXB_STATUS_OK) return {};
  lxb_html_encoding_determine(&scan, chars(head), chars(head) + head.size());
  std::optional<std::string> found;
  for (size_t i = 0; !found && i < lxb_html_encoding_meta_length(&scan); ++i) {
    const lxb_html_encoding_entry_t* entry = lxb_html_encoding_meta_entry(&scan, i);
    found = canonical_charset({reinterpret_cast<const char*>(entry->name), size_t(entry->end - entry->name)});
  }
  lxb_html_encoding_destroy(&scan, false);
  if (found && found->starts_with("utf-16")) return "utf-8";
  if (found == "x-user-defined") return "windows-1252";
  return found;
}

// The standard's scan goes byte by byte; on nearly every page the tag with the first "charset" is as far as
// it has to go.
std::optional<std::string> declared_in(std::string_view head) {
  const size_t word = find_charset(head);
  if (word == std::string_view::npos) return {};
  const size_t tag_end = head.find('>', word);
  if (tag_end != std::string_view::npos)
    if (auto found = first_declaration(head.substr(0, tag_end + 1))) return found;
  return first_declaration(head);
}

}  // namespace

Charset determine_charset(std::string_view bytes, std::string_view transport, bool html) {
  if (auto bom = bom_of(bytes)) return {bom->charset, CharsetSource::bom};
  if (!transport.empty())
    if (auto name = canonical_charset(transport)) return {*name, CharsetSource::transport};
  if (html)
    for (size_t look : {kPrescanBytes, kLateMetaBytes})
      if (auto name = declared_in(bytes.substr(0, look))) {
        // Saved pages are often UTF-8 under an old Latin-1 declaration; text in a single-byte charset is
        // never valid UTF-8 by chance.
        if (*name == "windows-1252" && !ascii_only(bytes) && valid_utf8_prefix(bytes) == bytes.size())
          return {"utf-8", CharsetSource::detected};
        return {*name, CharsetSource::meta};
      }
  if (ascii_only(bytes)) return {"windows-1252", CharsetSource::fallback};
  if (valid_utf8_prefix(bytes) == bytes.size()) return {"utf-8", CharsetSource::detected};
  if (auto name = detect(bytes)) return {*name, CharsetSource::detected};
  return {"windows-1252", CharsetSource::fallback};
}

Decoded decode(std::string_view bytes, const std::string& charset) {
  Decoded out;
  if (auto bom = bom_of(bytes); bom && bom->charset == charset) out.skip = bom->length;
  bytes.remove_prefix(out.skip);
  const lxb_encoding_data_t* data = data_of(charset);
  size_t plain = 0;
  if (!data || data->encoding == LXB_ENCODING_UTF_8) {
    plain = valid_utf8_prefix(bytes);
    data = lxb_encoding_data(LXB_ENCODING_UTF_8);
  } else if (ascii_compatible(data->encoding) && ascii_only(bytes)) {
    plain = bytes.size();
  }
  if (plain == bytes.size()) {
    out.identity = true;
    return out;
  }
  out.text.reserve(bytes.size() + bytes.size() / 16);
  out.text.append(bytes.substr(0, plain));
  out.map.add_identity(uint32_t(plain));
  decode_rest(bytes, plain, data, out);
  return out;
}

}  // namespace gleaner
