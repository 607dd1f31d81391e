// See label_boxes.h. The words whose middles lie in a box are the value; their place in the page that is made of
// the PDF is its span. So a choice on the picture is a label like any other, and every family learns from it.
#include "label_boxes.h"

#include <fmt/format.h>

#include <cstdio>

#include "layout/reading.h"
#include "output.h"
#include "page/load.h"
#include "page_name.h"
#include "pdf_pages.h"
#include "records_report.h"
#include "wrap/label.h"

namespace gleaner::cli {
namespace {

struct Choice {
  uint32_t page = 0;
  layout::Box box;
  std::string field, as_given;
};

Result<Choice> read_choice(const std::string& text) {
  Choice out;
  out.as_given = text;
  int read = 0;
  layout::Box& b = out.box;
  const int numbers =
      std::sscanf(text.c_str(), "%u:%lf,%lf,%lf,%lf=%n", &out.page, &b.x0, &b.y0, &b.x1, &b.y1, &read);
  if (numbers != 5 || read == 0 || size_t(read) >= text.size() || b.x1 <= b.x0 || b.y1 <= b.y0)
    return error(Code::usage, fmt::format("--box {}: this is no box", text), {},
                 "PAGE:x0,y0,x1,y1=FIELD, points from the top left, e.g. 1:380,52,545,66=number");
  out.field = text.substr(size_t(read));
  return out;
}

// The words in the box: one stretch of the page, or nothing.
Result<wrap::Value> value_in(const Choice& choice, const layout::Read& read, const std::string& page) {
  std::string text;
  Span span;
  for (const layout::Place& place : read.places) {
    if (place.sheet != choice.page || !choice.box.holds(place.box.center_x(), place.box.center_y())) continue;
    text += (text.empty() ? "" : " ") + std::string(place.span.of(read.xhtml));
    span = span.empty() ? place.span : span.hull(place.span);
  }
  if (span.empty())
    return error(Code::bad_input, fmt::format("--box {}: no word stands there", choice.as_given), {page},
                 "gleaner debug boxes FILE.pdf prints where the words stand");
  for (const layout::Place& place : read.places)
    if (span.contains(place.span) &&
        !(place.sheet == choice.page && choice.box.holds(place.box.center_x(), place.box.center_y())))
      return error(Code::bad_input,
                   fmt::format("--box {}: between its words stands \"{}\", which lies outside",
                               choice.as_given, place.span.of(read.xhtml)),
                   {page}, "a value is one stretch of text: choose a smaller box");
  return wrap::Value::make_text(std::move(text), span);
}

}  // namespace

Result<int> label_boxes(const std::string& page, const std::vector<std::string>& boxes,
                        const std::string& output, const std::string& mode) {
  GLEANER_TRY(auto bytes, read_file(page));
  if (!has_sheets(bytes)) return fail_usage(page + " is no PDF", "--box chooses on the picture of a PDF");
  GLEANER_TRY(auto read, convert_pdf(bytes, page));
  wrap::Label label;
  label.page = page_name(page, output);
  label.records.emplace_back();
  for (const std::string& text : boxes) {
    GLEANER_TRY(auto choice, read_choice(text));
    GLEANER_TRY(auto value, value_in(choice, read, page));
    if (label.records.back().find(choice.field)) label.records.emplace_back();
    label.records.back().add(choice.field, std::move(value));
  }
  GLEANER_TRY(auto document,
              Document::from_bytes(
                  read.xhtml,
                  {.name = page, .url = {}, .transport_charset = "utf-8", .media_type = MediaType::html}));
  GLEANER_CHECK(may_replace(output, wrap::Format::labels, mode));
  const std::string line = wrap::format_label(label, document.get()) + "\n";
  if (const int exit = write_whole(output, line, Replaces::checked)) return exit;
  if (!output.empty() && output != "-") {
    say(fmt::format("{} -> {}", counted(label.records.size(), "record"), output));
    say(fmt::format("Next:  gleaner learn {} -o {}", output, wrapper_name(output)));
  }
  return kDone;
}

}  // namespace gleaner::cli
