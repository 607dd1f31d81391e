// One page of an open document as a Sheet. In the child only.
#pragma once

#include "layout/sheet.h"
#include "pdf/child/pdfium.h"

namespace gleaner::pdf {

// REQUIRES: `page` was loaded. `number` counts from 1.
layout::Sheet read_sheet(const Pdfium& pdfium, Handle document, Handle page, uint32_t number, Forms& forms);

// The page as it looks: a PGM-like grey picture (width, height, bytes).
struct Picture {
  uint32_t width = 0, height = 0;
  std::string grey;
};
Picture draw_page(const Pdfium& pdfium, Handle page, double width, double height, double dpi,
                  const Forms& forms);

}  // namespace gleaner::pdf
