// Reading a PDF: its sheets one by one, from a child process with limits.
//
// The child (gleaner-pdf) may die on a hostile or damaged file; then the page it died on is left out and
// named, and a new child goes on with the next. It works under the thread's budget: when time or
// memory run out, the sheets read by then are what there is, with a note. Cost: starting a child
// takes about 10 ms, a page about 5.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "layout/sheet.h"

namespace gleaner::pdf {

struct ReadOptions {
  std::string password;
  uint32_t first = 1, last = 0xffffffff;  // pages
  uint32_t picture_dpi = 0;               // also pictures of the pages
  uint32_t seconds = 120;                 // of processor time and of waiting for a sign of life
  uint64_t memory = 3ull << 30;           // bytes of a child
};

struct Picture {  // grey, a byte a pixel
  uint32_t width = 0, height = 0;
  std::string grey;
};

struct FileFacts {
  uint32_t pages = 0;
  std::string title;
  Diagnostics notes;  // pages that could not be read, and why
};

// Is this a PDF, by its first bytes?
bool is_pdf(std::string_view bytes);

// Sheets in order of their numbers; `take` returning false stops. The picture is null where none was asked
// for. Errors: encrypted, damaged, no child or no PDFium.
using TakeSheet = std::function<bool(layout::Sheet&& sheet, const Picture* picture)>;
Result<FileFacts> read_pdf(std::string_view bytes, const std::string& name, const ReadOptions& options,
                           const TakeSheet& take);

}  // namespace gleaner::pdf
