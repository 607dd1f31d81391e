// Frames of any bytes, as a child that went wrong would send them: refused or a sheet whose numbers are sane.
#include <cmath>

#include "fuzz/require.h"
#include "pdf/wire.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace gleaner;
  layout::Sheet sheet;
  if (pdf::parse_sheet(as_text(data, size), sheet)) {
    require(sheet.width > 0 && sheet.height > 0, "a sheet has a size");
    for (const layout::Glyph& g : sheet.glyphs)
      require(std::isfinite(g.box.x0) && g.size > 0 && g.code <= 0x10ffff, "characters are somewhere");
    layout::Sheet again;
    require(pdf::parse_sheet(pdf::format_sheet(sheet), again) && again.glyphs.size() == sheet.glyphs.size(),
            "a sheet reads back");
  }
  pdf::Reader in(as_text(data, size));
  pdf::Request request;
  pdf::parse_request(in, request);
  return 0;
}
