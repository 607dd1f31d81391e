// PDF files (and files of boxes) as pages of every verb: known by content, read by the pdf module, with the
// options that a verb may offer for them.
#pragma once

#include "base/result.h"
#include "command.h"
#include "layout/reading.h"

namespace gleaner::cli {

// What the flags of a verb say of PDFs; one for the whole program, since a run has one command line.
struct PdfOptions {
  std::string password, rules;
};
PdfOptions& pdf_options();

// A PDF, or a file of boxes: what pages are made of.
bool has_sheets(std::string_view bytes);
// The thresholds that hold: the built-in ones, or those of --rules.
Result<layout::Settings> pdf_settings();
// With the flags' password and rules.
Result<layout::Read> convert_pdf(std::string_view bytes, const std::string& name);

void register_pdf_pages();
void add_pdf(Command& verb);  // --password, --rules

}  // namespace gleaner::cli
