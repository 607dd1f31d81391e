// See pdf_pages.h.
#include "pdf_pages.h"

#include "layout/boxes_file.h"
#include "layout/settings_file.h"
#include "page/load.h"
#include "pdf/convert.h"

namespace gleaner::cli {

PdfOptions& pdf_options() {
  static PdfOptions options;
  return options;
}

Result<layout::Settings> pdf_settings() {
  if (pdf_options().rules.empty()) return layout::Settings();
  return layout::load_settings(pdf_options().rules);
}

Result<layout::Read> convert_pdf(std::string_view bytes, const std::string& name) {
  pdf::ConvertOptions options;
  options.read.password = pdf_options().password;
  GLEANER_TRY(options.settings, pdf_settings());
  if (layout::is_boxes_file(bytes)) return layout::read_boxes_file(bytes, name, options.settings);
  return pdf::convert(bytes, name, options);
}

namespace {

Result<MadePage> make_page(std::string_view bytes, const std::string& name) {
  GLEANER_TRY(layout::Read read, convert_pdf(bytes, name));
  return MadePage{std::move(read.xhtml), std::move(read.notes)};
}

}  // namespace

void register_pdf_pages() { set_page_maker({has_sheets, make_page}); }

bool has_sheets(std::string_view bytes) { return pdf::is_pdf(bytes) || layout::is_boxes_file(bytes); }

void add_pdf(Command& verb) {
  verb.add_option("--password", pdf_options().password, "TEXT", "opens encrypted PDFs")->group("PDF");
  verb.add_option(
          "--rules", pdf_options().rules, "FILE.toml",
          "thresholds and words for reading PDFs, in place of the built-in ones (gleaner debug rules prints those)")
      ->group("PDF");
}

}  // namespace gleaner::cli
