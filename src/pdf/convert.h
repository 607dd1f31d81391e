// A PDF as a page: XHTML with boxes, so that everything that reads pages reads PDFs.
//
// The same file gives the same text, so spans may be kept in files; the places lead from a span back to the
// sheet, the box and the characters of the PDF.
#pragma once

#include "layout/reading.h"
#include "pdf/read.h"

namespace gleaner::pdf {

struct ConvertOptions {
  ReadOptions read;
  layout::Settings settings;
};

Result<layout::Read> convert(std::string_view bytes, const std::string& name, const ConvertOptions& options);

}  // namespace gleaner::pdf
