// See read_sheet.h. Everything is brought to the page as displayed: crop box and rotation applied, y down.
#include "pdf/child/read_sheet.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"

namespace gleaner::pdf {
namespace {

using layout::Box;
using layout::Drawing;

// Bounds against pages made to be endless.
constexpr int kMostCharacters = 2'000'000;
constexpr size_t kMostDrawings = 400'000;
constexpr int kDeepestForm = 12;
constexpr size_t kMostLinks = 20'000;

constexpr int kTextObject = 1, kPathObject = 2, kImageObject = 3, kFormObject = 5;
constexpr int kLineTo = 0, kBezierTo = 1, kMoveTo = 2;
constexpr int kWidget = 20;
constexpr int kUnseen = 2 | 32;  // flags of an annotation: hidden, not on the screen
constexpr unsigned long kGoToAction = 1, kUriAction = 3;

Matrix multiply(const Matrix& m, const Matrix& n) {  // first m, then n
  return {m.a * n.a + m.b * n.c, m.a * n.b + m.b * n.d,       m.c * n.a + m.d * n.c,
          m.c * n.b + m.d * n.d, m.e * n.a + m.f * n.c + n.e, m.e * n.b + m.f * n.d + n.f};
}

struct Point {
  double x, y;
};
Point apply(const Matrix& m, double x, double y) {
  return {m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f};
}

class SheetReader {
 public:
  SheetReader(const Pdfium& p, Handle document, Handle page, uint32_t number, Forms& forms)
      : p_(p), document_(document), page_(page), forms_(forms) {
    sheet_.number = number;
    Rect box{0, 792, 612, 0};
    p.FPDF_GetPageBoundingBox(page, &box);
    left_ = std::min(box.left, box.right), bottom_ = std::min(box.bottom, box.top);
    width_ = std::abs(box.right - box.left), height_ = std::abs(box.top - box.bottom);
    turn_ = p.FPDFPage_GetRotation(page) & 3;
    sheet_.width = turn_ % 2 ? height_ : width_;
    sheet_.height = turn_ % 2 ? width_ : height_;
  }

  layout::Sheet read() {
    const int count = p_.FPDFPage_CountObjects(page_);
    for (int i = 0; i < count; ++i)
      if (Handle object = p_.FPDFPage_GetObject(page_, i)) drop_actual_text(object, 0);
    if (Handle text = p_.FPDFText_LoadPage(page_)) {
      read_text(text);
      p_.FPDFText_ClosePage(text);
    }
    for (int i = 0; i < count; ++i)
      if (Handle object = p_.FPDFPage_GetObject(page_, i)) read_object(object, {1, 0, 0, 1, 0, 0}, 0);
    read_links();
    read_fields();
    return std::move(sheet_);
  }

 private:
  Point shown(double x, double y) const {
    x -= left_, y -= bottom_;
    switch (turn_) {
      case 1: return {y, x};
      case 2: return {width_ - x, y};
      case 3: return {height_ - y, width_ - x};
      default: return {x, height_ - y};
    }
  }
  Box shown(double x0, double y0, double x1, double y1) const {
    const Point a = shown(x0, y0), b = shown(x1, y1);
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
  }

  // ActualText replaces what is drawn by what was meant ("Italy" for small capitals), for a whole run of
  // glyphs at once: the characters then have no places of their own. We read the page as it is seen.
  void drop_actual_text(Handle object, int depth) {
    const int type = p_.FPDFPageObj_GetType(object);
    if (type == kFormObject && depth < kDeepestForm) {
      const int count = p_.FPDFFormObj_CountObjects(object);
      for (int i = 0; i < count; ++i)
        if (Handle part = p_.FPDFFormObj_GetObject(object, static_cast<unsigned long>(i)))
          drop_actual_text(part, depth + 1);
    }
    if (type != kTextObject) return;
    for (int i = p_.FPDFPageObj_CountMarks(object); i-- > 0;) {
      Handle mark = p_.FPDFPageObj_GetMark(object, static_cast<unsigned long>(i));
      if (mark && p_.FPDFPageObjMark_GetParamValueType(mark, "ActualText") != 0)
        p_.FPDFPageObj_RemoveMark(object, mark);
    }
  }

  // ---- characters

  void read_text(Handle text) {
    const int count = std::min(p_.FPDFText_CountChars(text), kMostCharacters);
    for (int i = 0; i < count; ++i) {
      if (p_.FPDFText_IsGenerated(text, i) == 1) continue;
      uint32_t code = p_.FPDFText_GetUnicode(text, i);
      if (code >= 0xdc00 && code < 0xe000) continue;  // the second half of a pair
      if (code >= 0xd800 && code < 0xdc00 && i + 1 < count) {
        const uint32_t low = p_.FPDFText_GetUnicode(text, i + 1);
        code = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : 0xfffd;
      }
      if (code < 0x20 && p_.FPDFText_IsHyphen(text, i) == 1) code = '-';
      read_glyph(text, i, code);
    }
  }

  void read_glyph(Handle text, int i, uint32_t code) {
    Handle object = p_.FPDFText_GetTextObject(text, i);
    if (object != object_) take_object(text, i, object);
    layout::Glyph g;
    g.code = code;
    g.index = uint32_t(i);
    g.unmapped = p_.FPDFText_HasUnicodeMapError(text, i) == 1 || code == 0 || code == 0xfffd;
    double x = 0, y = 0;
    if (!p_.FPDFText_GetCharOrigin(text, i, &x, &y)) return;
    const Point origin = shown(x, y);
    g.baseline_x = origin.x, g.baseline_y = origin.y;
    Rect loose{};
    double l = 0, r = 0, b = 0, t = 0;
    if (upright_ && p_.FPDFText_GetLooseCharBox(text, i, &loose)) {
      l = loose.left, r = loose.right, b = loose.bottom, t = loose.top;
    } else if (!p_.FPDFText_GetCharBox(text, i, &l, &r, &b, &t)) {
      return;
    }
    g.box = shown(l, b, r, t);
    if (!upright_) g.box = g.box.hull({origin.x, origin.y, origin.x, origin.y});
    g.size = p_.FPDFText_GetFontSize(text, i) * scale_;
    g.font = font_;
    g.along_x = along_x_, g.along_y = along_y_;
    sheet_.glyphs.push_back(g);
  }

  // What the characters of one text object share.
  void take_object(Handle text, int i, Handle object) {
    object_ = object;
    Matrix m{1, 0, 0, 1, 0, 0};
    p_.FPDFText_GetMatrix(text, i, &m);
    scale_ = std::sqrt(std::abs(double(m.a) * m.d - double(m.b) * m.c));
    const double length = std::hypot(m.a, m.b);
    const double dx = length > 0 ? m.a / length : 1, dy = length > 0 ? m.b / length : 0;
    upright_ = std::abs(dy) < 0.01 && dx > 0;
    const Point a = shown(0, 0), b = shown(dx, dy);
    along_x_ = int8_t(std::lround(b.x - a.x)), along_y_ = int8_t(std::lround(b.y - a.y));
    font_ = object ? font_of(p_.FPDFTextObj_GetFont(object)) : 0;
  }

  uint16_t font_of(Handle font) {
    if (const auto at = fonts_.find(font); at != fonts_.end()) return at->second;
    if (sheet_.fonts.size() >= 0xffff) return 0;
    layout::Font made;
    char name[256] = {};
    if (font && p_.FPDFFont_GetBaseFontName(font, name, sizeof name - 1)) made.name = name;
    if (valid_utf8_prefix(made.name) != made.name.size()) made.name.clear();
    const std::string lower = lower_ascii(made.name);
    const int flags = font ? p_.FPDFFont_GetFlags(font) : 0;
    constexpr int kItalic = 1 << 6, kForceBold = 1 << 18;
    made.bold = lower.find("bold") != lower.npos || lower.find("black") != lower.npos ||
                lower.find("heavy") != lower.npos || flags & kForceBold;
    made.italic =
        lower.find("italic") != lower.npos || lower.find("oblique") != lower.npos || flags & kItalic;
    const auto id = uint16_t(sheet_.fonts.size());
    sheet_.fonts.push_back(std::move(made));
    fonts_[font] = id;
    return id;
  }

  // ---- drawings

  void read_object(Handle object, const Matrix& outer, int depth) {
    const int type = p_.FPDFPageObj_GetType(object);
    if (type == kPathObject) {
      read_path(object, outer);
    } else if (type == kImageObject) {
      float l, b, r, t;
      if (p_.FPDFPageObj_GetBounds(object, &l, &b, &r, &t)) {
        const Point c0 = apply(outer, l, b), c1 = apply(outer, r, t);
        sheet_.images.push_back(shown(c0.x, c0.y, c1.x, c1.y));
      }
    } else if (type == kFormObject && depth < kDeepestForm) {
      Matrix own{1, 0, 0, 1, 0, 0};
      p_.FPDFPageObj_GetMatrix(object, &own);
      const Matrix inner = multiply(own, outer);
      const int count = p_.FPDFFormObj_CountObjects(object);
      for (int i = 0; i < count && sheet_.drawings.size() < kMostDrawings; ++i)
        if (Handle part = p_.FPDFFormObj_GetObject(object, static_cast<unsigned long>(i)))
          read_object(part, inner, depth + 1);
    }
  }

  // A colour that is seen on white paper.
  static bool is_seen(int known, unsigned r, unsigned g, unsigned b, unsigned a) {
    constexpr unsigned kWhite = 251;
    return !known || (a > 0 && std::min({r, g, b}) <= kWhite);
  }

  void read_path(Handle path, const Matrix& outer) {
    if (sheet_.drawings.size() >= kMostDrawings) return;
    int fill = 0, stroke = 0;
    if (!p_.FPDFPath_GetDrawMode(path, &fill, &stroke) || (!fill && !stroke)) return;
    unsigned r = 0, g = 0, b = 0, a = 255;
    Drawing like;
    if (stroke) like.stroked = is_seen(p_.FPDFPageObj_GetStrokeColor(path, &r, &g, &b, &a), r, g, b, a);
    if (fill) {
      like.filled = is_seen(p_.FPDFPageObj_GetFillColor(path, &r, &g, &b, &a), r, g, b, a);
      like.fill = r << 16 | g << 8 | b;
    }
    stroked_in_white_ = stroke && !like.stroked;
    if (!like.stroked && !like.filled) return;
    Matrix own{1, 0, 0, 1, 0, 0};
    p_.FPDFPageObj_GetMatrix(path, &own);
    const Matrix m = multiply(own, outer);
    const size_t from = sheet_.drawings.size();
    std::vector<Point> points;
    const int count = p_.FPDFPath_CountSegments(path);
    bool closed = false, curved = false;
    const auto end = [&] {
      add_outline(points, closed, curved, like);
      points.clear();
      closed = curved = false;
    };
    int control = 0;
    for (int i = 0; i < count && sheet_.drawings.size() < kMostDrawings; ++i) {
      Handle segment = p_.FPDFPath_GetPathSegment(path, i);
      float x = 0, y = 0;
      if (!segment || !p_.FPDFPathSegment_GetPoint(segment, &x, &y)) continue;
      const int type = p_.FPDFPathSegment_GetType(segment);
      const Point at = place(apply(m, x, y));
      if (type == kMoveTo) {
        end();
        points.push_back(at);
      } else if (type == kBezierTo) {
        curved = true;
        if (++control % 3 == 0) {
          if (!points.empty()) add(Drawing::Kind::curve, points.back(), at, like);
          points.push_back(at);
        }
      } else if (type == kLineTo) {
        if (curved && !points.empty()) add(Drawing::Kind::line, points.back(), at, like);
        points.push_back(at);
      }
      if (p_.FPDFPathSegment_GetClose(segment)) closed = true;
    }
    end();
    const size_t made = sheet_.drawings.size() - from;
    for (size_t i = from; i < sheet_.drawings.size(); ++i)
      sheet_.drawings[i].pieces = uint16_t(std::min<size_t>(made, 0xffff));
  }

  Point place(Point p) const { return shown(p.x, p.y); }

  // Straight outlines: an upright rectangle is an area, everything else its lines.
  void add_outline(std::vector<Point>& points, bool closed, bool curved, const Drawing& like) {
    if (points.size() < 2 || curved) return;
    const auto same = [](const Point& a, const Point& b) {
      return std::abs(a.x - b.x) < 0.01 && std::abs(a.y - b.y) < 0.01;
    };
    if (points.size() == 5 && same(points[0], points[4])) points.pop_back(), closed = true;
    if (points.size() == 4 && (closed || like.filled) && is_rectangle(points)) {
      add(Drawing::Kind::area, points[0], points[2], like);
      return;
    }
    for (size_t i = 1; i < points.size(); ++i) add(Drawing::Kind::line, points[i - 1], points[i], like);
    if (closed && points.size() > 2) add(Drawing::Kind::line, points.back(), points.front(), like);
  }

  static bool is_rectangle(const std::vector<Point>& p) {
    const auto level = [](double a, double b) { return std::abs(a - b) < 0.05; };
    return (level(p[0].y, p[1].y) && level(p[1].x, p[2].x) && level(p[2].y, p[3].y) &&
            level(p[3].x, p[0].x)) ||
           (level(p[0].x, p[1].x) && level(p[1].y, p[2].y) && level(p[2].x, p[3].x) && level(p[3].y, p[0].y));
  }

  void add(Drawing::Kind kind, const Point& a, const Point& b, const Drawing& like) {
    Drawing d = like;
    d.kind = kind;
    d.box = {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
    if (kind == Drawing::Kind::line && stroked_in_white_) d.filled = false;
    sheet_.drawings.push_back(d);
  }

  // ---- links and form fields

  void read_links() {
    int position = 0;
    Handle link = nullptr;
    while (sheet_.links.size() < kMostLinks && p_.FPDFLink_Enumerate(page_, &position, &link)) {
      layout::Link made;
      Rect box{};
      if (!link || !p_.FPDFLink_GetAnnotRect(link, &box)) continue;
      made.box = shown(box.left, box.bottom, box.right, box.top);
      Handle destination = p_.FPDFLink_GetDest(document_, link);
      if (Handle action = p_.FPDFLink_GetAction(link)) {
        const unsigned long type = p_.FPDFAction_GetType(action);
        char uri[2048] = {};
        if (type == kUriAction && p_.FPDFAction_GetURIPath(document_, action, uri, sizeof uri - 1))
          made.target = uri;
        if (type == kGoToAction && !destination) destination = p_.FPDFAction_GetDest(document_, action);
      }
      if (made.target.empty() && destination) {
        const int page = p_.FPDFDest_GetDestPageIndex(document_, destination);
        if (page >= 0) made.target = "#page-" + std::to_string(page + 1);
      }
      if (!made.target.empty() && valid_utf8_prefix(made.target) == made.target.size())
        sheet_.links.push_back(std::move(made));
    }
  }

  // What a function of PDFium writes into a buffer, as UTF-8. `ask` takes the buffer and its length in bytes.
  template <class Ask>
  static std::string text_of(Ask ask) {
    constexpr size_t kMost = 1 << 16;  // of a field's text
    const size_t bytes = ask(nullptr, 0ul);
    std::vector<unsigned short> buffer(std::min(bytes / 2, kMost) + 2);
    ask(buffer.data(), static_cast<unsigned long>((buffer.size() - 1) * 2));
    std::string out;
    for (size_t i = 0; i + 1 < buffer.size() && buffer[i]; ++i) {
      uint32_t code = buffer[i];
      if (code >= 0xd800 && code < 0xdc00 && buffer[i + 1] >= 0xdc00 && buffer[i + 1] < 0xe000)
        code = 0x10000 + ((code - 0xd800) << 10) + (uint32_t(buffer[++i]) - 0xdc00);
      else if (code >= 0xd800 && code < 0xe000) code = 0xfffd;
      append_utf8(out, code);
    }
    return out;
  }

  void read_fields() {
    const int count = std::min(p_.FPDFPage_GetAnnotCount(page_), 20'000);
    for (int i = 0; i < count; ++i) {
      Handle annotation = p_.FPDFPage_GetAnnot(page_, i);
      if (!annotation) continue;
      Rect box{};
      if (p_.FPDFAnnot_GetSubtype(annotation) == kWidget && p_.FPDFAnnot_GetRect(annotation, &box) &&
          !(p_.FPDFAnnot_GetFlags(annotation) & kUnseen))
        add_field(annotation, shown(box.left, box.bottom, box.right, box.top));
      p_.FPDFPage_CloseAnnot(annotation);
    }
  }

  void add_field(Handle annotation, const layout::Box& box) {
    const Handle form = forms_.of(p_, document_);
    if (!form) return;
    using FieldText = decltype(p_.FPDFAnnot_GetFormFieldName);
    const auto ask = [&](FieldText function) {
      return text_of(
          [&](unsigned short* buffer, unsigned long n) { return function(form, annotation, buffer, n); });
    };
    layout::FormField field;
    field.box = box;
    field.name = ask(p_.FPDFAnnot_GetFormFieldName);
    field.title = ask(p_.FPDFAnnot_GetFormFieldAlternateName);
    switch (p_.FPDFAnnot_GetFormFieldType(form, annotation)) {  // FPDF_FORMFIELD_...
      case 2: field.kind = "checkbox"; break;
      case 3: field.kind = "radio"; break;
      case 4:
      case 5: field.kind = "choice"; break;
      case 6: field.kind = "text"; break;
      case 7: field.kind = "signature"; break;
      default: return;  // buttons hold no value
    }
    if (field.kind == "checkbox" || field.kind == "radio") {
      const std::string state = text_of([&](unsigned short* buffer, unsigned long n) {
        return p_.FPDFAnnot_GetStringValue(annotation, "AS", buffer, n);
      });
      const bool on = !state.empty() && state != "Off";
      field.value = on ? "yes" : "no";
      field.choice = on ? state : ask(p_.FPDFAnnot_GetFormFieldExportValue);
    } else if (field.kind != "signature") {
      field.value = ask(p_.FPDFAnnot_GetFormFieldValue);
    }
    sheet_.fields.push_back(std::move(field));
  }

  const Pdfium& p_;
  Handle document_, page_;
  Forms& forms_;
  layout::Sheet sheet_;
  double left_ = 0, bottom_ = 0, width_ = 612, height_ = 792;
  int turn_ = 0;
  // of the current text object
  Handle object_ = nullptr;
  double scale_ = 1;
  bool upright_ = true;
  int8_t along_x_ = 1, along_y_ = 0;
  uint16_t font_ = 0;
  std::map<Handle, uint16_t> fonts_;
  bool stroked_in_white_ = false;
};

}  // namespace

layout::Sheet read_sheet(const Pdfium& pdfium, Handle document, Handle page, uint32_t number, Forms& forms) {
  return SheetReader(pdfium, document, page, number, forms).read();
}

Picture draw_page(const Pdfium& p, Handle page, double width, double height, double dpi, const Forms& forms) {
  constexpr int kGrey = 1, kAnnotations = 1;
  constexpr double kWidest = 4000;  // pixels
  Picture out;
  const double scale = std::min({dpi / 72, kWidest / std::max(width, 1.0), kWidest / std::max(height, 1.0)});
  const int w = std::max(1, int(width * scale)), h = std::max(1, int(height * scale));
  Handle bitmap = p.FPDFBitmap_CreateEx(w, h, kGrey, nullptr, 0);
  if (!bitmap) return out;
  p.FPDFBitmap_FillRect(bitmap, 0, 0, w, h, 0xffffffff);
  p.FPDF_RenderPageBitmap(bitmap, page, 0, 0, w, h, 0, kAnnotations);
  if (forms.met())
    p.FPDF_FFLDraw(forms.met(), bitmap, page, 0, 0, w, h, 0, kAnnotations);  // values of fields
  const int stride = p.FPDFBitmap_GetStride(bitmap);
  const char* pixels = static_cast<const char*>(p.FPDFBitmap_GetBuffer(bitmap));
  out.width = uint32_t(w), out.height = uint32_t(h);
  for (int y = 0; y < h && pixels; ++y) out.grey.append(pixels + size_t(y) * size_t(stride), size_t(w));
  p.FPDFBitmap_Destroy(bitmap);
  return out;
}

}  // namespace gleaner::pdf
