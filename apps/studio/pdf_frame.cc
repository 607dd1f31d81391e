// See pdf_frame.h.
#include "pdf_frame.h"

#include <fmt/format.h>

#include <map>

#include "base/text.h"
#include "pdf/convert.h"
#include "pdf/png.h"
#include "web/server.h"

namespace gleaner::studio {
namespace {

constexpr uint32_t kPictureDpi = 120;
constexpr double kPixels = 96.0 / 72;  // of the screen, a point
constexpr const char* kPdfStyle =
    "<style>body{margin:0;background:#e4e6ea;font-family:sans-serif}.sheet{position:relative;margin:16px auto;background:#fff;box-shadow:0 1px 4px #0004}"
    ".sheet img{width:100%;height:100%;display:block}.sheet span{position:absolute;color:transparent;white-space:pre;overflow:hidden;cursor:crosshair;line-height:1}"
    "</style>";

}  // namespace

Result<std::string> pdf_frame(const std::string& bytes, const FrameOptions& options) {
  GLEANER_TRY(const layout::Read read, pdf::convert(bytes, options.page, {}));
  std::map<uint32_t, std::pair<double, double>> sizes;
  pdf::ReadOptions how;
  GLEANER_TRY(const pdf::FileFacts facts,
              pdf::read_pdf(bytes, options.page, how, [&](layout::Sheet&& sheet, const pdf::Picture*) {
                sizes[sheet.number] = {sheet.width, sheet.height};
                return true;
              }));
  std::string out = fmt::format(
      "<!doctype html><html><head><script nonce=\"{}\" src=\"/picker.js\" data-secret=\"{}\" data-mode=\"spans\"></script><title>{}</title>{}</head><body>",
      options.nonce, options.secret, escape_html(facts.title), kPdfStyle);
  size_t next = 0;
  for (const auto& [number, size] : sizes) {
    out += fmt::format(
        "<div class=\"sheet\" style=\"width:{:.1f}px;height:{:.1f}px\"><img alt=\"sheet {}\" loading=\"lazy\" src=\"{}p/{}/{}\">",
        size.first * kPixels, size.second * kPixels, number, options.resources, number,
        web::escape_url(options.page));
    for (; next < read.places.size() && read.places[next].sheet <= number; ++next) {
      const layout::Place& place = read.places[next];
      if (place.sheet != number) continue;
      out += fmt::format(
          "<span data-b=\"{}\" data-e=\"{}\" style=\"left:{:.1f}px;top:{:.1f}px;width:{:.1f}px;height:{:.1f}px;font-size:{:.1f}px\">{}</span>",
          place.span.begin, place.span.end, place.box.x0 * kPixels, place.box.y0 * kPixels,
          place.box.width() * kPixels, place.box.height() * kPixels, place.box.height() * kPixels,
          std::string(place.span.of(read.xhtml)));  // escaped already
    }
    out += "</div>";
  }
  return out + "</body></html>";
}

Result<std::string> pdf_picture(const std::string& bytes, const std::string& name, uint32_t sheet) {
  pdf::ReadOptions how;
  how.first = how.last = sheet;
  how.picture_dpi = kPictureDpi;
  std::string png;
  GLEANER_TRY(const pdf::FileFacts facts,
              pdf::read_pdf(bytes, name, how, [&](layout::Sheet&&, const pdf::Picture* picture) {
                if (picture) png = pdf::png_of(*picture);
                return false;
              }));
  if (png.empty()) return error(Code::not_found, fmt::format("there is no sheet {}", sheet), {name});
  return png;
}

}  // namespace gleaner::studio
