// Reading: sheets to the text of a document as a person reads it: blocks in reading order over columns,
// headings of several levels, lists, paragraphs, notes, running heads, tables; written as XHTML whose blocks
// say where they stand on the sheet.
//
//   layout::Reader reader(settings);
//   for each sheet: reader.add(sheet);
//   layout::Read read = reader.finish(title);
//
// After the PDF import of the Lixto paper, section 4 (lines, blocks by clustering with thresholds that vary
// with the text, headings, lists, then XHTML). A sheet is read when it is added and only its words are kept;
// what needs the whole document (levels of headings, running heads, tables over pages) waits for finish().
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/span.h"
#include "layout/settings.h"
#include "layout/sheet.h"

namespace gleaner::layout {

// A word of the text and where it stands.
struct Place {
  Span span;           // in the XHTML
  uint32_t sheet = 0;  // number
  Box box;
  uint32_t first = 0, last = 0;  // characters of the source
};

struct Read {
  std::string xhtml;
  std::vector<Place> places;  // in order of their spans
  Diagnostics notes;          // sheets without text, characters without meaning
};

class Reader {
 public:
  explicit Reader(Settings settings);
  ~Reader();
  void add(const Sheet& sheet);
  Read finish(const std::string& title);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gleaner::layout
