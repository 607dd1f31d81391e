// See sheet_pictures.h.
#include "sheet_pictures.h"

#include <fmt/format.h>

#include "base/base64.h"
#include "base/text.h"
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
.sheet rect { fill: none; stroke-width: 1 } .sheet rect:hover { fill: rgba(255, 220, 0, .35) }
.value { stroke: #d00; fill: rgba(255, 0, 0, .15) !important } rect.on { stroke-width: 3 } .word { stroke: #bbb; stroke-width: .4 } .line { stroke: #7a7; stroke-width: .5 }
.cell { stroke: #06c } .header { stroke: #06c; fill: rgba(0, 100, 220, .15) !important } .table { stroke: #d00; stroke-width: 2 }
.rejected { stroke: #e80; stroke-dasharray: 4 3 } .ruling { stroke: #c0c; stroke-width: 2 } .gutter { stroke: #0a0; stroke-dasharray: 2 2 } .chart { stroke: #880; stroke-dasharray: 6 2 }
</style>
)";

std::string drawn(const layout::Sheet& sheet, const pdf::Picture& picture,
                  const std::vector<SheetMark>& marks) {
  std::string out = fmt::format(
      "<h2>page {}</h2>\n<div class=\"sheet\" style=\"width: {:.0f}px\"><img alt=\"page {}\" src=\"data:image/png;base64,{}\">\n",
      sheet.number, sheet.width * 96 / 72, sheet.number, base64(pdf::png_of(picture)));
  out += fmt::format("<svg viewBox=\"0 0 {:.1f} {:.1f}\" preserveAspectRatio=\"none\">\n", sheet.width,
                     sheet.height);
  for (const SheetMark& mark : marks)
    out += fmt::format(
        "<rect class=\"{}\"{} x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"><title>{}</title></rect>\n",
        mark.kind, mark.cell < 0 ? "" : fmt::format(" data-c=\"{}\"", mark.cell), mark.box.x0, mark.box.y0,
        std::max(0.3, mark.box.width()), std::max(0.3, mark.box.height()), escape_html(mark.words));
  return out + "</svg></div>\n";
}

}  // namespace

Result<std::string> sheet_pictures(std::string_view bytes, const std::string& name,
                                   const MarksOfSheet& marks_of) {
  pdf::ReadOptions options;
  options.password = pdf_options().password;
  options.picture_dpi = kDpi;
  std::string out = kSheetStyle;
  size_t shown = 0, left_out = 0;
  GLEANER_TRY(const pdf::FileFacts facts,
              pdf::read_pdf(bytes, name, options, [&](layout::Sheet&& sheet, const pdf::Picture* picture) {
                const std::vector<SheetMark> marks = marks_of(sheet);
                if (marks.empty() || !picture) return true;
                if (shown == kMostPictures) return ++left_out, true;
                ++shown;
                out += drawn(sheet, *picture, marks);
                return true;
              }));
  if (left_out) out += fmt::format("<p>{} more pages are not shown.</p>\n", left_out);
  return out;
}

}  // namespace gleaner::cli
