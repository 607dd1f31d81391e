// See pdfium.h.
#include "pdf/child/pdfium.h"

#include "base/library.h"

namespace gleaner::pdf {

Result<Pdfium> load_pdfium() {
  GLEANER_TRY(Library library,
              Library::open(library_places("libpdfium.so", GLEANER_PDFIUM_LIBRARY), "PDFium",
                            "scripts/setup fetches it; an installed gleaner keeps it in lib/gleaner"));
  Pdfium made;
#define X(name, result, arguments)                                       \
  made.name = library.find<result(*) arguments>(#name);                  \
  if (!made.name)                                                        \
    return error(Code::unsupported, "PDFium has no function " #name, {}, \
                 "run scripts/setup: it takes the version that fits");
  GLEANER_PDFIUM_FUNCTIONS(X)
#undef X
  made.FPDF_InitLibrary();
  return made;
}

}  // namespace gleaner::pdf
