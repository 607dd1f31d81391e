// See pdf_pages.h.
#include "pdf_pages.h"

#include "layout/settings_file.h"
#include "page/load.h"
#include "pdf/convert.h"

namespace gleaner::cli {

PdfOptions& pdf_options() {
  static PdfOptions options;
  return options;
}

Result<layout::Read> convert_pdf(std::string_view bytes, const std::string& name) {
  pdf::ConvertOptions options;
  options.read.password = pdf_options().password;
  if (!pdf_options().rules.empty()) {
    GLEANER_TRY(options.settings, layout::load_settings(pdf_options().rules));
  }
  return pdf::convert(bytes, name, options);
}

namespace {

Result<MadePage> make_page(std::string_view bytes, const std::string& name) {
  GLEANER_TRY(layout::Read read, convert_pdf(bytes, name));
  return MadePage{std::move(read.xhtml), std::move(read.notes)};
}

}  // namespace

void register_pdf_pages() { set_page_maker({pdf::is_pdf, make_page}); }

void add_pdf(Command& verb) {
  verb.add_option("--password", pdf_options().password, "opens encrypted PDFs")
      ->type_name("TEXT")
      ->group("PDF");
  verb.add_option(
          "--rules", pdf_options().rules,
          "thresholds and words for reading PDFs, in place of the built-in ones (gleaner debug rules prints those)")
      ->type_name("FILE.toml")
      ->group("PDF");
}

}  // namespace gleaner::cli
