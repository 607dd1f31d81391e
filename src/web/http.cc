// See http.h.
#include "web/http.h"

#include <fmt/format.h>

#include "base/library.h"
#include "base/text.h"
#include "page/load.h"

#include <libdeflate.h>

#include <memory>

namespace gleaner::web {
namespace {

constexpr size_t kFirstBody = 256u << 10;

Diagnostic too_large(const std::string& name, uint64_t most) {
  return error(Code::budget, fmt::format("is larger than {} bytes when unpacked", most), {name});
}

// Chunks joined; what is broken in them ends it, as browsers do.
std::string join_chunks(std::string_view in) {
  std::string out;
  for (size_t at = 0; at < in.size();) {
    const size_t line_end = in.find('\n', at);
    if (line_end == std::string_view::npos) break;
    uint64_t size = 0;
    size_t digits = 0;
    for (char c : trim(in.substr(at, line_end - at))) {
      const char low = to_lower(c);
      if (!is_digit(low) && !(low >= 'a' && low <= 'f')) break;
      if (++digits > 15) return out;
      size = size * 16 + uint64_t(is_digit(low) ? low - '0' : low - 'a' + 10);
    }
    if (!digits || !size) break;
    out.append(in.substr(line_end + 1, size));
    at = line_end + 1 + size;
    if (at >= in.size()) break;
    if (in[at] == '\r') ++at;
    if (at < in.size() && in[at] == '\n') ++at;
  }
  return out;
}

enum class Packing { gzip, deflate };

libdeflate_result inflate(libdeflate_decompressor* unpacker, Packing packing, std::string_view in,
                          std::string& out, size_t& used, size_t& made) {
  used = in.size();
  if (packing == Packing::gzip)
    return libdeflate_gzip_decompress_ex(unpacker, in.data(), in.size(), out.data(), out.size(), &used,
                                         &made);
  // zlib's frame, or none at all: servers mean both by "deflate"
  const libdeflate_result framed =
      libdeflate_zlib_decompress(unpacker, in.data(), in.size(), out.data(), out.size(), &made);
  if (framed != LIBDEFLATE_BAD_DATA) return framed;
  return libdeflate_deflate_decompress(unpacker, in.data(), in.size(), out.data(), out.size(), &made);
}

Result<std::string> unpack_inflate(std::string_view in, Packing packing, const std::string& name,
                                   uint64_t most) {
  std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> unpacker(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  std::string out(std::min<uint64_t>(std::max(kFirstBody, in.size() * 4), most), '\0');
  for (;;) {
    size_t used = 0, made = 0;
    const libdeflate_result result = inflate(unpacker.get(), packing, in, out, used, made);
    if (result == LIBDEFLATE_SUCCESS) {
      if (used < in.size() && in[used] == '\x1f')
        return unpack(std::string(in), name, most);  // several members
      out.resize(made);
      return out;
    }
    if (result != LIBDEFLATE_INSUFFICIENT_SPACE)
      return error(Code::bad_input, "its packed content is damaged", {name});
    if (out.size() >= most) return too_large(name, most);
    out.resize(std::min<uint64_t>(out.size() * 2, most));
  }
}

// Brotli's decoder by its few functions, loaded when a server first sends such.
Result<std::string> unpack_brotli(std::string_view in, const std::string& name, uint64_t most) {
  GLEANER_TRY(Library library, Library::open({"libbrotlidec.so.1"}, "libbrotlidec, which unpacks this page,",
                                             "install it: Debian's package is libbrotli1"));
  using Create = void* (*)(void*, void*, void*);
  using Destroy = void (*)(void*);
  using Unpack = int (*)(void*, size_t*, const uint8_t**, size_t*, uint8_t**, size_t*);
  const auto create = library.find<Create>("BrotliDecoderCreateInstance");
  const auto destroy = library.find<Destroy>("BrotliDecoderDestroyInstance");
  const auto unpack = library.find<Unpack>("BrotliDecoderDecompressStream");
  if (!create || !destroy || !unpack) return error(Code::unsupported, "libbrotlidec is not as expected");
  std::unique_ptr<void, Destroy> decoder(create(nullptr, nullptr, nullptr), destroy);
  std::string out;
  size_t left = in.size();
  const uint8_t* from = reinterpret_cast<const uint8_t*>(in.data());
  constexpr int kSuccess = 1, kNeedsOutput = 3;
  for (;;) {
    const size_t used = out.size();
    out.resize(used + std::max(kFirstBody, used / 2));
    size_t room = out.size() - used;
    uint8_t* into = reinterpret_cast<uint8_t*>(out.data() + used);
    const int state = unpack(decoder.get(), &left, &from, &room, &into, nullptr);
    out.resize(out.size() - room);
    if (out.size() > most) return too_large(name, most);
    if (state == kSuccess) return out;
    if (state != kNeedsOutput) return error(Code::bad_input, "damaged br data", {name});
  }
}

}  // namespace

Result<HttpHead> read_head(std::string_view message) {
  HttpHead head;
  size_t at = 0;
  if (!take_line(message, at, head.line)) return error(Code::bad_input, "is no HTTP message");
  if (head.line.starts_with("HTTP/")) {
    const size_t blank = head.line.find(' ');
    for (size_t i = blank; i != std::string_view::npos && i + 1 < head.line.size() &&
                           is_digit(head.line[i + 1]) && head.status < 1000;
         ++i)
      head.status = head.status * 10 + (head.line[i + 1] - '0');
  }
  std::string_view line;
  while (take_line(message, at, line) && !line.empty()) {
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    head.fields.emplace_back(trim(line.substr(0, colon)), trim(line.substr(colon + 1)));
  }
  head.size = at;
  return head;
}

Result<std::string> read_body(const HttpHead& head, std::string_view body, const std::string& name,
                              uint64_t most) {
  std::string joined;
  if (equals_ignoring_case(field_of(head.fields, "Transfer-Encoding"), "chunked")) {
    joined = join_chunks(body);
    // An archive may name chunks and yet hold the body joined.
    if (!joined.empty() || body.empty()) body = joined;
  }
  if (body.size() > most) return too_large(name, most);
  const std::string coding = lower_ascii(trim(field_of(head.fields, "Content-Encoding")));
  if (coding == "gzip" || coding == "x-gzip") {
    if (!body.starts_with("\x1f\x8b")) return std::string(body);  // it is not, whatever the head says
    return unpack_inflate(body, Packing::gzip, name, most);
  }
  if (coding == "zstd") return unpack(std::string(body), name, most);
  if (coding == "br") {
    auto out = unpack_brotli(body, name, most);
    if (out.ok() || out.error().code != Code::bad_input) return out;
    return std::string(body);  // some archives hold it unpacked under the old name
  }
  if (coding == "deflate") return unpack_inflate(body, Packing::deflate, name, most);
  return std::string(body);
}

ContentType read_content_type(std::string_view value) {
  ContentType out;
  const std::string all = lower_ascii(value);
  out.type = std::string(trim(std::string_view(all).substr(0, all.find(';'))));
  const size_t at = all.find("charset=");
  if (at == std::string::npos) return out;
  std::string_view charset = std::string_view(all).substr(at + 8);
  charset = trim(charset.substr(0, charset.find(';')));
  if (charset.size() > 1 && charset.front() == '"') charset = charset.substr(1, charset.find('"', 1) - 1);
  out.charset = std::string(charset);
  return out;
}

bool is_page_type(std::string_view content_type) {
  const std::string type = read_content_type(content_type).type;
  return type.empty() || type == "application/octet-stream" || type == "application/pdf" ||
         type.find('/') == std::string::npos || media_type_of(type);
}

std::optional<MediaType> media_type_of(std::string_view content_type) {
  const std::string type = read_content_type(content_type).type;
  if (type == "text/html" || type == "application/xhtml+xml") return MediaType::html;
  if (type.starts_with("text/") || type == "application/json" || type.ends_with("+json") ||
      type.ends_with("xml") || type == "application/javascript")
    return MediaType::text;
  return {};
}

}  // namespace gleaner::web
