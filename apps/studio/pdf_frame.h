// A PDF for the frame: the pictures of its sheets, and over them the words as invisible text, each with the bytes that it is of the
// page made from the PDF. A person points at the picture; labels and records speak of spans as everywhere.
#pragma once

#include <string>

#include "base/result.h"
#include "page_frame.h"

namespace gleaner::studio {

// `bytes`: of the PDF.
Result<std::string> pdf_frame(const std::string& bytes, const FrameOptions& options);
// One sheet as PNG.
Result<std::string> pdf_picture(const std::string& bytes, const std::string& name, uint32_t sheet);

}  // namespace gleaner::studio
