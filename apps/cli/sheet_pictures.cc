// See sheet_pictures.h.
#include "sheet_pictures.h"

#include <fmt/format.h>

#include "base/base64.h"
#include "base/text.h"
#include "layout/boxes_file.h"
#include "pdf/png.h"
#include "pdf/read.h"
#include "pdf_pages.h"

namespace gleaner::cli {
namespace {

constexpr uint32_t kDpi = 96;
constexpr size_t kMostPictures = 100;  // a page of more would be too large to open

constexpr const char* kSheetStyle = R"(<style>
.sheet { position: relative; margin: 1em 0; border: 1px solid #999; display: inline-block; max-width: 100% }
.sheet img { display: block; width: 100% } .sheet svg { position: absolute; left: 0; top: 0; width: 100%; height: 100% }
.sheet rect { fill: none; stroke-width: 1; pointer-events: all } .sheet rect:hover { fill: rgba(255, 220, 0, .35) }
.value { stroke: #d00; fill: rgba(255, 0, 0, .15) !important } rect.on { stroke-width: 3 } .word { stroke: #bbb; stroke-width: .4 } .line { stroke: #7a7; stroke-width: .5 }
.cell { stroke: #06c } .header { stroke: #06c; fill: rgba(0, 100, 220, .15) !important } .table { stroke: #d00; stroke-width: 2 }
.rejected { stroke: #e80; stroke-dasharray: 4 3 } .ruling { stroke: #c0c; stroke-width: 2 } .gutter { stroke: #0a0; stroke-dasharray: 2 2 } .chart { stroke: #880; stroke-dasharray: 6 2 }
.column { stroke: #0a0; stroke-dasharray: 2 2 } .section { stroke: #06c; fill: rgba(220, 180, 0, .25) !important } .aside { stroke: #06c; fill: rgba(120, 120, 120, .25) !important }
.sheet div { position: absolute; overflow: hidden; line-height: 1.15 } .why { font: 14px sans-serif }
</style>
)";

// The words of a sheet that there is no picture of, each as wide as its box.
std::string words_of(const layout::Sheet& sheet) {
  std::string out;
  for (size_t from = 0; from < sheet.glyphs.size();) {
    std::string text;
    size_t to = from;
    for (; to < sheet.glyphs.size() && sheet.glyphs[to].code != ' '; ++to)
      append_utf8(text, sheet.glyphs[to].code);
    const layout::Glyph &first = sheet.glyphs[from], &last = sheet.glyphs[to > from ? to - 1 : from];
    if (!text.empty())
      out += fmt::format(
          "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" textLength=\"{:.1f}\" "
          "lengthAdjust=\"spacingAndGlyphs\">{}</text>\n",
          first.baseline_x, first.baseline_y, first.size, std::max(0.1, last.box.x1 - first.box.x0),
          escape_html(text));
    from = to + 1;
  }
  return out;
}

// Over its picture, or over its words where there is none.
std::string drawn(const layout::Sheet& sheet, const pdf::Picture* picture,
                  const std::vector<SheetMark>& marks) {
  std::string under, words;
  if (picture)
    under = fmt::format("<img alt=\"page {}\" src=\"data:image/png;base64,{}\">\n", sheet.number,
                        base64(pdf::png_of(*picture)));
  else
    under = fmt::format("<svg viewBox=\"0 0 {:.1f} {:.1f}\" preserveAspectRatio=\"none\">\n{}</svg>",
                        sheet.width, sheet.height, words_of(sheet));
  constexpr double kPixels = 96.0 / 72;  // a point
  return fmt::format("<h2>page {}</h2>\n", sheet.number) +
         picture_with_marks(under, {sheet.width, sheet.height, kPixels, !picture}, marks);
}

}  // namespace

const char* sheet_style() { return kSheetStyle; }

std::string picture_with_marks(std::string_view under, const PictureSize& size,
                               const std::vector<SheetMark>& marks) {
  std::string out = fmt::format(
      "<div class=\"sheet\" style=\"width: {:.0f}px{}\">{}", size.width * size.pixels,
      size.fixed ? fmt::format("; max-width: none; height: {:.0f}px", size.height * size.pixels) : "", under);
  out += fmt::format("<svg viewBox=\"0 0 {:.1f} {:.1f}\" preserveAspectRatio=\"none\">\n", size.width,
                     size.height);
  std::string why;
  for (const SheetMark& mark : marks) {
    const std::string words = escape_html(mark.words);
    out += fmt::format(
        "<rect class=\"{}\"{} x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"><title>{}</title></rect>\n",
        mark.kind, mark.cell < 0 ? "" : fmt::format(" data-c=\"{}\"", mark.cell), mark.box.x0, mark.box.y0,
        std::max(0.3, mark.box.width()), std::max(0.3, mark.box.height()), words);
    if (mark.kind == "table" || mark.kind == "rejected" || mark.kind == "chart")
      why += fmt::format("<li>{} (at {:.0f}, {:.0f})</li>\n", words, mark.box.x0, mark.box.y0);
  }
  out += "</svg></div>\n";
  return why.empty() ? out : out + "<ul class=\"why\">\n" + why + "</ul>\n";
}

Result<std::string> sheet_pictures(std::string_view bytes, const std::string& name,
                                   const MarksOfSheet& marks_of) {
  pdf::ReadOptions options;
  options.password = pdf_options().password;
  options.picture_dpi = kDpi;
  std::string out = kSheetStyle;
  size_t shown = 0, left_out = 0;
  const auto show = [&](const layout::Sheet& sheet, const pdf::Picture* picture) {
    const std::vector<SheetMark> marks = marks_of(sheet);
    if (marks.empty()) return;
    if (shown == kMostPictures) ++left_out;
    else ++shown, out += drawn(sheet, picture, marks);
  };
  if (layout::is_boxes_file(bytes)) {
    GLEANER_TRY(const std::vector<layout::Sheet> sheets, layout::sheets_of_boxes(bytes, name));
    for (const layout::Sheet& sheet : sheets) show(sheet, nullptr);
  } else {
    GLEANER_TRY(const pdf::FileFacts facts,
                pdf::read_pdf(bytes, name, options, [&](layout::Sheet&& sheet, const pdf::Picture* picture) {
                  if (picture) show(sheet, picture);
                  return true;
                }));
  }
  if (left_out) out += fmt::format("<p>{} more pages are not shown.</p>\n", left_out);
  return out;
}

}  // namespace gleaner::cli
