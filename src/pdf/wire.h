// What passes between the program and its PDF child: a request, and frames of sheets, pictures and reports.
// Both are built together, so values travel as they stand in memory. The child is not trusted: reading checks
// every length and gives false on anything that does not fit.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "layout/sheet.h"

namespace gleaner::pdf {

enum class FrameKind : uint32_t { opened = 1, sheet, picture, failed, done };

struct FrameHead {
  FrameKind kind;
  uint32_t page;    // 1..; 0: of the whole file
  uint64_t length;  // of what follows
};

// How the file could not be opened.
enum class OpenError : uint32_t { none, damaged, password, security, no_library, page };

struct Request {
  uint32_t first = 1, last = 0xffffffff;  // pages
  uint32_t picture_dpi = 0;               // 0: no pictures
  uint32_t seconds = 0;                   // of processor time
  uint64_t memory = 0;                    // bytes
  std::string password;
};

// Characters as they travel.
struct WireGlyph {
  uint32_t code, index;
  float x0, y0, x1, y1, baseline_x, baseline_y, size;
  uint16_t font;
  int8_t along_x, along_y;
  uint8_t unmapped;
};
struct WireDrawing {
  float x0, y0, x1, y1;
  uint32_t fill;
  uint16_t pieces;
  uint8_t kind, stroked, filled;
};

class Writer {
 public:
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put_text(std::string_view text) {
    put(uint32_t(text.size()));
    out += text;
  }
  template <class T>
  void put_all(const std::vector<T>& values) {
    put(uint32_t(values.size()));
    if (!values.empty()) out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }
  std::string out;
};

class Reader {
 public:
  explicit Reader(std::string_view in) : in_(in) {}
  template <class T>
  bool get(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (in_.size() < sizeof value) return false;
    std::memcpy(&value, in_.data(), sizeof value);
    in_.remove_prefix(sizeof value);
    return true;
  }
  bool get_text(std::string& text) {
    uint32_t length;
    if (!get(length) || in_.size() < length) return false;
    text.assign(in_.substr(0, length));
    in_.remove_prefix(length);
    return true;
  }
  template <class T>
  bool get_all(std::vector<T>& values) {
    uint32_t count;
    if (!get(count) || in_.size() / sizeof(T) < count) return false;
    values.resize(count);
    if (count) std::memcpy(values.data(), in_.data(), count * sizeof(T));
    in_.remove_prefix(count * sizeof(T));
    return true;
  }
  bool done() const { return in_.empty(); }
  std::string_view rest() const { return in_; }

 private:
  std::string_view in_;
};

std::string format_request(const Request& request);
bool parse_request(Reader& in, Request& request);
std::string format_sheet(const layout::Sheet& sheet);
bool parse_sheet(std::string_view frame, layout::Sheet& sheet);

}  // namespace gleaner::pdf
