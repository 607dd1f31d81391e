// See wire.h.
#include "pdf/wire.h"

#include <cmath>

namespace gleaner::pdf {
namespace {

// Coordinates beyond this are of no sheet; a child that went wrong may send anything.
constexpr float kFarthest = 1e6f;
bool is_place(float v) { return std::isfinite(v) && std::abs(v) < kFarthest; }

bool is_box(const layout::Box& b) {
  return is_place(float(b.x0)) && is_place(float(b.y0)) && is_place(float(b.x1)) && is_place(float(b.y1));
}

}  // namespace

std::string format_request(const Request& request) {
  Writer w;
  w.put(request.first);
  w.put(request.last);
  w.put(request.picture_dpi);
  w.put(request.seconds);
  w.put(request.memory);
  w.put_text(request.password);
  return std::move(w.out);
}

bool parse_request(Reader& in, Request& request) {
  return in.get(request.first) && in.get(request.last) && in.get(request.picture_dpi) &&
         in.get(request.seconds) && in.get(request.memory) && in.get_text(request.password);
}

std::string format_sheet(const layout::Sheet& sheet) {
  Writer w;
  w.put(sheet.number);
  w.put(sheet.width);
  w.put(sheet.height);
  w.put(uint32_t(sheet.fonts.size()));
  for (const layout::Font& font : sheet.fonts) {
    w.put_text(font.name);
    w.put(uint8_t(font.bold | font.italic << 1));
  }
  std::vector<WireGlyph> glyphs;
  glyphs.reserve(sheet.glyphs.size());
  for (const layout::Glyph& g : sheet.glyphs)
    glyphs.push_back({g.code, g.index, float(g.box.x0), float(g.box.y0), float(g.box.x1), float(g.box.y1),
                      float(g.baseline_x), float(g.baseline_y), float(g.size), g.font, g.along_x, g.along_y,
                      uint8_t(g.unmapped)});
  w.put_all(glyphs);
  std::vector<WireDrawing> drawings;
  drawings.reserve(sheet.drawings.size());
  for (const layout::Drawing& d : sheet.drawings)
    drawings.push_back({float(d.box.x0), float(d.box.y0), float(d.box.x1), float(d.box.y1), d.fill, d.pieces,
                        uint8_t(d.kind), uint8_t(d.stroked), uint8_t(d.filled)});
  w.put_all(drawings);
  w.put_all(sheet.images);
  w.put(uint32_t(sheet.links.size()));
  for (const layout::Link& link : sheet.links) w.put(link.box), w.put_text(link.target);
  w.put(uint32_t(sheet.fields.size()));
  for (const layout::FormField& field : sheet.fields) {
    w.put(field.box);
    w.put_text(field.name);
    w.put_text(field.value);
    w.put_text(field.kind);
    w.put_text(field.title);
    w.put_text(field.choice);
  }
  return std::move(w.out);
}

namespace {

bool parse_fonts(Reader& in, layout::Sheet& sheet) {
  uint32_t count;
  if (!in.get(count)) return false;
  for (uint32_t i = 0; i < count; ++i) {
    layout::Font font;
    uint8_t style;
    if (!in.get_text(font.name) || !in.get(style)) return false;
    font.bold = style & 1;
    font.italic = style & 2;
    sheet.fonts.push_back(std::move(font));
  }
  return true;
}

bool parse_glyphs(Reader& in, layout::Sheet& sheet) {
  std::vector<WireGlyph> glyphs;
  if (!in.get_all(glyphs)) return false;
  sheet.glyphs.reserve(glyphs.size());
  for (const WireGlyph& g : glyphs) {
    const layout::Box box{g.x0, g.y0, g.x1, g.y1};
    if (!is_box(box) || !is_place(g.baseline_x) || !is_place(g.baseline_y) || !(g.size > 0) ||
        !is_place(g.size) || g.code > 0x10ffff)
      continue;  // drawn nowhere
    sheet.glyphs.push_back({g.code, g.index, box, g.baseline_x, g.baseline_y, g.size, g.font, g.along_x,
                            g.along_y, g.unmapped != 0});
  }
  return true;
}

bool parse_drawings(Reader& in, layout::Sheet& sheet) {
  std::vector<WireDrawing> drawings;
  if (!in.get_all(drawings)) return false;
  sheet.drawings.reserve(drawings.size());
  for (const WireDrawing& d : drawings) {
    const layout::Box box{d.x0, d.y0, d.x1, d.y1};
    if (is_box(box) && d.kind <= uint8_t(layout::Drawing::Kind::curve))
      sheet.drawings.push_back(
          {layout::Drawing::Kind(d.kind), box, d.stroked != 0, d.filled != 0, d.fill, d.pieces});
  }
  return true;
}

bool parse_links_and_fields(Reader& in, layout::Sheet& sheet) {
  uint32_t count;
  if (!in.get(count)) return false;
  for (uint32_t i = 0; i < count; ++i) {
    layout::Link link;
    if (!in.get(link.box) || !in.get_text(link.target)) return false;
    if (is_box(link.box)) sheet.links.push_back(std::move(link));
  }
  if (!in.get(count)) return false;
  for (uint32_t i = 0; i < count; ++i) {
    layout::FormField field;
    if (!in.get(field.box) || !in.get_text(field.name) || !in.get_text(field.value) ||
        !in.get_text(field.kind) || !in.get_text(field.title) || !in.get_text(field.choice))
      return false;
    if (is_box(field.box)) sheet.fields.push_back(std::move(field));
  }
  return true;
}

}  // namespace

bool parse_sheet(std::string_view frame, layout::Sheet& sheet) {
  Reader in(frame);
  if (!in.get(sheet.number) || !in.get(sheet.width) || !in.get(sheet.height)) return false;
  if (!is_place(float(sheet.width)) || !is_place(float(sheet.height)) || sheet.width <= 0 ||
      sheet.height <= 0)
    return false;
  if (!parse_fonts(in, sheet) || !parse_glyphs(in, sheet) || !parse_drawings(in, sheet)) return false;
  std::vector<layout::Box> images;
  if (!in.get_all(images)) return false;
  for (const layout::Box& box : images)
    if (is_box(box)) sheet.images.push_back(box);
  return parse_links_and_fields(in, sheet) && in.done();
}

}  // namespace gleaner::pdf
