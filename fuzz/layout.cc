// Layout of any boxes: what is read of a sheet made of the input's bytes is valid UTF-8, its places are in
// order, in the text and of the sheet; grids hold every cell once.
#include "base/text.h"
#include "fuzz/require.h"
#include "layout/find_tables.h"
#include "layout/reading.h"

namespace {

class Bytes {
 public:
  Bytes(const uint8_t* data, size_t size) : data_(data), size_(size) {}
  bool more() const { return at_ < size_; }
  uint8_t next() { return at_ < size_ ? data_[at_++] : 0; }
  double place(double most) { return most * (next() + 256.0 * next()) / 65535.0 * 1.2 - 0.1 * most; }

 private:
  const uint8_t* data_;
  size_t size_, at_ = 0;
};

gleaner::layout::Sheet sheet_of(Bytes& in) {
  using namespace gleaner::layout;
  Sheet sheet;
  sheet.width = 600, sheet.height = 800;
  sheet.fonts = {{"Plain", false, false}, {"Bold", true, false}};
  constexpr size_t kMost = 1500;
  while (in.more() && sheet.glyphs.size() + sheet.drawings.size() < kMost) {
    const uint8_t kind = in.next();
    if (kind < 200) {  // a run of characters on a line
      double x = in.place(600);
      const double y = in.place(800), size = 1 + in.next() % 30;
      const int direction = in.next() % 16;
      for (int n = 1 + in.next() % 8; n-- > 0 && in.more();) {
        Glyph g;
        g.code = 32 + in.next() % 224;
        g.index = uint32_t(sheet.glyphs.size());
        g.size = size;
        g.baseline_x = x, g.baseline_y = y;
        g.box = {x, y - 0.7 * size, x + 0.5 * size, y + 0.2 * size};
        g.font = direction & 1;
        if (direction == 15) g.along_x = 0, g.along_y = -1;
        if (direction == 14) g.along_x = 0, g.along_y = 1;
        sheet.glyphs.push_back(g);
        x += (0.5 + (in.next() % 8 == 0)) * size;
      }
    } else {
      Drawing d;
      d.kind = Drawing::Kind(kind % 3);
      const double x = in.place(600), y = in.place(800);
      d.box = {x, y, x + (kind & 4 ? in.next() : 0), y + (kind & 8 ? in.next() : 0)};
      d.stroked = kind & 16, d.filled = !d.stroked;
      d.pieces = 1;
      sheet.drawings.push_back(d);
    }
  }
  return sheet;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace gleaner;
  Bytes in(data, size);
  const layout::Settings settings;
  layout::Reader reader(settings);
  for (uint32_t number = 1; number <= 2; ++number) {
    layout::Sheet sheet = sheet_of(in);
    sheet.number = number;
    layout::Page page = layout::make_page(sheet, settings);
    for (const layout::FoundTable& table : layout::find_tables(page)) {
      require(!table.grid.cells.empty(), "a table has cells");
      for (const layout::GridCell& cell : table.grid.cells)
        require(cell.row >= 0 && cell.column >= 0 && cell.row_span >= 1 && cell.column_span >= 1 &&
                    cell.row + cell.row_span <= table.grid.rows &&
                    cell.column + cell.column_span <= table.grid.columns,
                "a cell lies in its grid");
    }
    reader.add(sheet);
  }
  const layout::Read read = reader.finish("fuzz");
  require(valid_utf8_prefix(read.xhtml) == read.xhtml.size(), "the page is valid text");
  uint32_t end = 0;
  for (const layout::Place& place : read.places) {
    require(place.span.begin >= end && place.span.end <= read.xhtml.size(),
            "places are in order and in the page");
    end = place.span.end;
    require(place.sheet == 1 || place.sheet == 2, "a place is on a sheet");
  }
  return 0;
}
