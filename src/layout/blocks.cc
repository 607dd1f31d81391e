// See blocks.h.
#include "layout/blocks.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/contains.h"
#include "layout/columns.h"
#include "layout/fields.h"
#include "layout/kinds.h"
#include "layout/pairs.h"

namespace gleaner::layout {
namespace {

class BlockReader {
 public:
  BlockReader(const Sheet& sheet, const Settings& s) : sheet_(sheet), s_(s), page_(make_page(sheet, s)) {}

  ReadSheet read() {
    out_.number = sheet_.number;
    out_.width = sheet_.width, out_.height = sheet_.height;
    out_.links = sheet_.links;
    out_.fields = sheet_.fields;
    out_.images = sheet_.images.size();
    for (const Box& image : sheet_.images)
      out_.image_share = std::max(out_.image_share, image.common({0, 0, sheet_.width, sheet_.height}).area() /
                                                        std::max(1.0, sheet_.width * sheet_.height));
    out_.characters = page_.glyphs.size();
    out_.unmapped = page_.unmapped;
    tables_ = find_tables(page_);
    collect_loose();
    collect_items();
    for (const Item* item : reading_order(items_)) place(*item);
    flush();
    return std::move(out_);
  }

 private:
  // Text of another direction that no table has.
  void collect_loose() {
    std::set<const Word*> taken;
    for (const FoundTable& table : tables_) taken.insert(table.words.begin(), table.words.end());
    for (const Word& word : page_.rotated)
      if (!taken.count(&word)) loose_.push_back(&word);
  }

  static Box box_of(const Words& words) {
    Box box{1e9, 1e9, -1e9, -1e9};
    for (const Word* word : words) box = box.hull(word->box());
    return box;
  }

  void collect_items() {
    std::set<const Word*> used;
    for (size_t i = 0; i < tables_.size(); ++i) {
      used.insert(tables_[i].words.begin(), tables_[i].words.end());
      items_.push_back({tables_[i].kind == TableKind::lattice ? tables_[i].box : box_of(tables_[i].words),
                        {},
                        int(i),
                        -1});
    }
    std::vector<Words> charted(page_.charts.size());
    Words rest;
    for (const Word& word : page_.words) {
      if (used.count(&word)) continue;
      size_t zone = 0;
      while (zone < page_.charts.size() && !page_.charts[zone].holds(word.center_x(), word.center_y()))
        ++zone;
      (zone < page_.charts.size() ? charted[zone] : rest).push_back(&word);
    }
    for (size_t zone = 0; zone < charted.size(); ++zone)
      if (!charted[zone].empty())
        items_.push_back({box_of(charted[zone]), std::move(charted[zone]), -1, int(zone)});
    std::vector<Line> lines = lines_of(rest, s_);
    if (!sheet_.fields.empty()) take_fields(lines);
    const std::vector<std::vector<size_t>> names = find_pairs(lines);
    for (size_t i = 0; i < lines.size(); ++i) add_line(lines[i], names[i]);
    for (const Word* word : loose_) items_.push_back({word->box(), {word}, -1, -1});
  }

  // Form fields that no cell of a table holds, each with the text that names it, which goes out of its line.
  void take_fields(std::vector<Line>& lines) {
    std::set<int> in_tables;
    for (const FoundTable& table : tables_)
      for (const Word* word : table.words) in_tables.insert(word->field);
    std::vector<int> loose;
    std::vector<FormField> fields;
    std::vector<Box> boxes;
    for (int f = 0; f < int(sheet_.fields.size()); ++f)
      if (!in_tables.count(f)) {
        loose.push_back(f);
        fields.push_back(sheet_.fields[size_t(f)]);
        boxes.push_back(page_.from_sheet(fields.back().box));
      }
    std::vector<FieldName> names(boxes.size());
    if (boxes.size() <= kMostNamedFields) {
      cut_at_fields(lines, boxes);
      names = name_fields(lines, boxes, fields);
    }
    std::vector<std::set<size_t>> taken(lines.size());
    for (size_t f = 0; f < names.size(); ++f) {
      Item item{boxes[f], {}, -1, -1};
      item.field = loose[f];
      if (names[f].line != kNoName) {
        const Chunk& name = lines[names[f].line].chunks[names[f].chunk];
        item.words = name.words;
        item.box = item.box.hull(name.box());
        taken[names[f].line].insert(names[f].chunk);
      }
      items_.push_back(std::move(item));
    }
    for (size_t l = 0; l < lines.size(); ++l) {
      std::vector<Chunk> left;
      for (size_t c = 0; c < lines[l].chunks.size(); ++c)
        if (!taken[l].count(c)) left.push_back(std::move(lines[l].chunks[c]));
      lines[l].chunks = std::move(left);
    }
  }

  // A chunk each, and a name with its value.
  void add_line(const Line& line, const std::vector<size_t>& names) {
    for (size_t c = 0; c < line.chunks.size(); ++c) {
      const Chunk& chunk = line.chunks[c];
      Item item{chunk.box(), chunk.words, -1, -1};
      item.pair = contains(names, c);
      if (item.pair) {
        const Chunk& value = line.chunks[++c];
        item.box = item.box.hull(value.box());
        item.words.insert(item.words.end(), value.words.begin(), value.words.end());
      }
      items_.push_back(std::move(item));
    }
  }

  PlacedWord placed(const Word& word) const {
    PlacedWord out;
    out.text = word.text;
    out.box = word.field < 0 ? page_.to_sheet(word.box()) : sheet_.fields[size_t(word.field)].box;
    out.bold = word.bold, out.italic = word.italic;
    out.field = word.field;
    uint32_t low = 0xffffffff, high = 0;
    for (uint32_t i = word.glyph_begin; i < word.glyph_end; ++i) {
      const uint32_t index = sheet_.glyphs[page_.glyphs[i]].index;
      low = std::min(low, index), high = std::max(high, index);
    }
    if (low <= high) out.first = low, out.last = high;
    for (size_t i = 0; i < sheet_.links.size() && i < 0xfffe; ++i)
      if (sheet_.links[i].box.holds(out.box.center_x(), out.box.center_y())) out.link = uint16_t(i + 1);
    return out;
  }
  PlacedLine placed(const Words& words) const {
    PlacedLine out;
    for (const Word* word : in_reading_order(words)) out.push_back(placed(*word));
    return out;
  }

  // ---- items in reading order to blocks

  void place(const Item& item) {
    if (item.table >= 0) {
      flush();
      add_table(tables_[size_t(item.table)], item.box);
    } else if (item.chart >= 0) {
      flush();
      Block block;
      block.kind = BlockKind::figure;
      block.box = page_.to_sheet(item.box);
      for (const Line& line : lines_of(item.words, s_)) block.lines.push_back(placed(line.words));
      out_.blocks.push_back(std::move(block));
    } else if (item.field >= 0) {
      flush();
      Block block;
      block.kind = BlockKind::field;
      block.field = item.field;
      block.box = page_.to_sheet(item.box);
      if (!item.words.empty()) block.lines.push_back(placed(item.words));
      out_.blocks.push_back(std::move(block));
    } else {
      take_chunk(item);
    }
  }

  void take_chunk(const Item& item) {
    Line line(item.words, s_);
    if (!open_.empty()) {
      const Line& last = open_.back();
      const bool same_line = !item.pair && item.group == group_ &&
                             std::abs(line.base - last.base) < 0.5 * last.size && line.x0 >= last.x1;
      if (same_line) {  // the chunks of one line, with a gap between them
        Words both = last.words;
        both.insert(both.end(), line.words.begin(), line.words.end());
        open_.back() = Line(std::move(both), s_);
        return;
      }
      if (item.group != group_ || item.pair || starts_block(last, line)) flush();
    }
    group_ = item.group;
    open_.push_back(std::move(line));
    if (item.pair) flush();
  }

  static bool has_mark(const Line& line) {
    return line.words.size() > 1 && is_list_mark(line.words[0]->text) && line.words[0]->text != "o" &&
           line.words[0]->text != "–" && line.words[0]->text != "—";
  }

  // A small raised number, or a star, before larger text: a footnote begins.
  static bool has_note_mark(const Line& line) {
    constexpr double kSmall = 0.85, kRaised = 0.1;  // of the line's size
    if (line.words.size() < 2) return false;
    const Word &mark = *line.words[0], &text = *line.words[1];
    const bool raised = mark.size < kSmall * text.size && mark.base < text.base - kRaised * text.size;
    return (raised && mark.number) || mark.text == "*" || mark.text == "**" || mark.text == "†";
  }

  // A gap far wider than justified text has.
  static bool is_spread(const Line& line) {
    constexpr double kSpread = 2.5;  // em
    for (size_t i = 1; i < line.chunks.size(); ++i)
      if (line.chunks[i].x0 - line.chunks[i - 1].x1 > kSpread * line.size) return true;
    return false;
  }

  // The pitch that lines of this size have, as far as it was seen in the block; else a guess.
  bool starts_block(const Line& last, const Line& line) const {
    const double gap = line.base - last.base;
    const double size = std::max(last.size, line.size);
    double pitch = 1.2 * size;
    if (open_.size() >= 2) pitch = std::max(open_[1].base - open_[0].base, 0.9 * size);
    if (gap <= 0 || gap > s_.paragraph_gap * pitch) return true;
    if (is_spread(last) || is_spread(line)) return true;  // names and values: a line each
    if (std::abs(last.size - line.size) > 0.1 * size) return true;
    if (last.bold != line.bold) return true;
    if (has_mark(line) || has_note_mark(line)) return true;
    const Line& first = open_.front();
    if (has_mark(first)) return line.x0 < first.x0 + 0.3 * size && !begins_lower(line.words[0]->text, false);
    // an indented first line, or the end of a paragraph by its short last line
    if (is_leftward(line.words))
      return open_.size() >= 2 && line.x1 < last.x1 - 0.8 * size && line.x1 > last.x1 - 4 * size;
    if (open_.size() >= 2 && line.x0 > last.x0 + 0.8 * size && line.x0 < last.x0 + 4 * size) return true;
    return false;
  }

  void flush() {
    if (open_.empty()) return;
    Block block;
    Box box{1e9, 1e9, -1e9, -1e9};
    std::vector<double> sizes;
    bool bold = true;
    for (const Line& line : open_) {
      box = box.hull(line.box());
      sizes.push_back(line.size);
      bold &= line.bold;
      block.lines.push_back(placed(line.words));
    }
    block.box = page_.to_sheet(box);
    block.size = median(sizes);
    block.left = box.x0;
    block.bold = bold;
    if (has_mark(open_.front())) {
      block.kind = BlockKind::list_item;
      block.mark = open_.front().words[0]->text;
    }
    std::vector<Line> marked = {open_.front()};
    mark_stops(marked, page_.width, s_);
    block.caption = marked[0].stop == Stop::caption;
    if (marked[0].stop == Stop::note) block.kind = BlockKind::note;
    out_.blocks.push_back(std::move(block));
    open_.clear();
  }

  void add_table(const FoundTable& found, const Box& box) {
    TableBlock table;
    table.rows = found.grid.rows, table.columns = found.grid.columns;
    table.header_rows = found.grid.header_rows;
    std::vector<double> left(size_t(found.grid.columns), 1e9);
    const bool leftward = is_leftward(found.words);  // the first column is the rightmost one
    for (const GridCell& cell : found.grid.cells) {
      const int column = leftward ? found.grid.columns - cell.column - cell.column_span : cell.column;
      TableBlock::Cell out{
          cell.row, column, cell.row_span, cell.column_span, page_.to_sheet(box_of(cell.words)), {}};
      for (const Line& line : lines_of(cell.words, s_)) out.lines.push_back(placed(line.words));
      double& edge = left[size_t(cell.column)];
      edge = std::min(edge, box_of(cell.words).x0);
      table.cells.push_back(std::move(out));
    }
    if (leftward)
      std::ranges::stable_sort(table.cells, [](const TableBlock::Cell& a, const TableBlock::Cell& b) {
        return a.row != b.row ? a.row < b.row : a.column < b.column;
      });
    table.edges = std::move(left);
    Block block;
    block.kind = BlockKind::table;
    block.box = page_.to_sheet(box);
    block.table = int(out_.tables.size());
    out_.tables.push_back(std::move(table));
    out_.blocks.push_back(std::move(block));
  }

  const Sheet& sheet_;
  const Settings& s_;
  Page page_;
  std::vector<FoundTable> tables_;
  Words loose_;
  std::vector<Item> items_;
  std::vector<Line> open_;  // lines of the block in work
  int group_ = -1;          // the column they stand in
  ReadSheet out_;
};

}  // namespace

ReadSheet read_blocks(const Sheet& sheet, const Settings& settings) {
  return BlockReader(sheet, settings).read();
}

}  // namespace gleaner::layout
