// See xhtml.h.
#include "layout/xhtml.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace gleaner::layout {
namespace {

// XML has no place for these.
bool is_legal(uint32_t c) {
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c < 0xd800) || (c >= 0xe000 && c < 0xfffe) ||
         c >= 0x10000;
}

class XhtmlWriter {
 public:
  explicit XhtmlWriter(const std::vector<ReadSheet>& sheets) : sheets_(sheets) {}

  Read write(const std::string& title) {
    out_.xhtml =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n"
        "<html xmlns=\"http://www.w3.org/1999/xhtml\">\n"
        "<head><meta charset=\"UTF-8\"/><title>";
    text(title.empty() ? "PDF" : title);
    out_.xhtml += "</title></head>\n<body>\n";
    for (size_t i = 0; i < sheets_.size(); ++i) write_sheet(i);
    out_.xhtml += "</body>\n</html>\n";
    return std::move(out_);
  }

 private:
  void text(std::string_view raw) {
    for (size_t i = 0; i < raw.size();) {
      const CodePoint c = code_point_at(raw, i);
      if (!is_legal(c.value)) append_utf8(out_.xhtml, 0xfffd);
      else append_html(out_.xhtml, raw.substr(i, c.length));
      i += c.length;
    }
  }

  void attribute(const char* name, std::string_view value) {
    out_.xhtml += fmt::format(" {}=\"", name);
    text(value);
    out_.xhtml += '"';
  }

  static std::string numbers(const Box& b) {
    return fmt::format("{:.1f} {:.1f} {:.1f} {:.1f}", b.x0, b.y0, b.x1, b.y1);
  }

  void word(const PlacedWord& word, std::string_view shown) {
    const auto begin = uint32_t(out_.xhtml.size());
    text(shown);
    out_.places.push_back(
        {{begin, uint32_t(out_.xhtml.size())}, sheet_->number, word.box, word.first, word.last});
  }

  // A word broken at the end of its line: "exam-" + "ple".
  static bool is_broken(const PlacedLine& line, const PlacedLine& next) {
    const std::string& last = line.back().text;
    if (last.size() < 3 || last.back() != '-' || next.empty()) return false;
    const char before = last[last.size() - 2], after = next[0].text[0];
    return ((before >= 'a' && before <= 'z') || static_cast<unsigned char>(before) >= 0x80) &&
           ((after >= 'a' && after <= 'z') || static_cast<unsigned char>(after) >= 0xc3);
  }

  // Short lines in a narrow block, as in addresses, end where they were meant to.
  bool is_set_in_lines(const Block& block) const {
    constexpr double kNarrow = 0.35;  // of the sheet
    constexpr size_t kMostLines = 8;
    constexpr double kWordsOfALine = 3.5;  // on the average; columns of running text have more
    if (block.kind != BlockKind::paragraph || block.caption || block.lines.size() < 2 ||
        block.lines.size() > kMostLines)
      return false;
    size_t words = 0;
    for (size_t l = 0; l < block.lines.size(); ++l) {
      words += block.lines[l].size();
      if (l + 1 < block.lines.size() && is_broken(block.lines[l], block.lines[l + 1])) return false;
    }
    return block.box.x1 - block.box.x0 < kNarrow * sheet_->width &&
           double(words) <= kWordsOfALine * double(block.lines.size());
  }

  // Words of lines, with bold, italic and links as elements around runs. `breaks`: lines stay lines.
  void lines(const std::vector<PlacedLine>& all, bool styled, bool hyphens, bool breaks = false) {
    bool first = true, joined = false;
    uint16_t link = 0;
    int field = -1;
    bool bold = false, italic = false;
    const auto close = [&] {
      if (italic) out_.xhtml += "</i>";
      if (bold) out_.xhtml += "</b>";
      if (link) out_.xhtml += "</a>";
      if (field >= 0) out_.xhtml += "</output>";
      italic = bold = false;
      link = 0, field = -1;
    };
    for (size_t l = 0; l < all.size(); ++l)
      for (size_t w = 0; w < all[l].size(); ++w) {
        const PlacedWord& item = all[l][w];
        const bool b = styled && item.bold, it = styled && item.italic;
        const bool breaks_here = breaks && w == 0 && l > 0;
        const bool changes =
            item.link != link || item.field != field || b != bold || it != italic || breaks_here;
        if (changes) close();
        if (breaks_here) out_.xhtml += "<br/>";
        else if (!first && !joined) out_.xhtml += ' ';
        if (changes) {
          if (item.field >= 0) open_output(item.field);
          if (item.link) {
            out_.xhtml += "<a";
            attribute("href", sheet_->links[size_t(item.link) - 1].target);
            out_.xhtml += '>';
          }
          if (b) out_.xhtml += "<b>";
          if (it) out_.xhtml += "<i>";
          link = item.link, bold = b, italic = it, field = item.field;
        }
        joined = hyphens && w + 1 == all[l].size() && l + 1 < all.size() && is_broken(all[l], all[l + 1]);
        std::string_view shown = item.text;
        if (joined) shown.remove_suffix(1);
        word(item, shown);
        first = false;
      }
    close();
  }

  void write_sheet(size_t index) {
    sheet_ = &sheets_[index];
    out_.xhtml += fmt::format(
        "<section class=\"page\" id=\"page-{0}\" data-page=\"{0}\" data-size=\"{1:.1f} {2:.1f}\">\n",
        sheet_->number, sheet_->width, sheet_->height);
    const std::vector<Block>& blocks = sheet_->blocks;
    for (size_t i = 0; i < blocks.size(); ++i) {
      if (blocks[i].kind != BlockKind::list_item) {
        write_block(blocks, i, index);
        continue;
      }
      const char* list = is_digit(blocks[i].mark.empty() ? ' ' : blocks[i].mark[0]) ? "ol" : "ul";
      out_.xhtml += fmt::format("<{}>\n", list);
      for (; i < blocks.size() && blocks[i].kind == BlockKind::list_item; ++i) element("li", "", blocks[i]);
      --i;
      out_.xhtml += fmt::format("</{}>\n", list);
    }
    out_.xhtml += "</section>\n";
  }

  void element(const std::string& tag, std::string_view classes, const Block& block) {
    out_.xhtml += '<' + tag;
    if (!classes.empty()) attribute("class", classes);
    attribute("data-box", numbers(block.box));
    out_.xhtml += '>';
    const bool head = block.kind == BlockKind::heading;
    lines(block.lines, !head, true, is_set_in_lines(block));
    out_.xhtml += "</" + tag + ">\n";
  }

  void write_block(const std::vector<Block>& blocks, size_t i, size_t sheet) {
    const Block& block = blocks[i];
    switch (block.kind) {
      case BlockKind::heading: element(fmt::format("h{}", block.level), "", block); break;
      case BlockKind::note: element("p", "note", block); break;
      case BlockKind::running_head: element("header", "running", block); break;
      case BlockKind::running_foot: element("footer", "running", block); break;
      case BlockKind::figure: element("div", "figure", block); break;
      case BlockKind::table: write_table(block, sheet); break;
      case BlockKind::field: write_field(block); break;
      case BlockKind::list_item:
      case BlockKind::paragraph: element("p", block.caption ? "caption" : "", block); break;
    }
  }

  void open_output(int index) {
    const FormField& field = sheet_->fields[size_t(index)];
    out_.xhtml += "<output";
    attribute("class", field.kind);
    attribute("name", field.name);
    if (!field.choice.empty()) attribute("data-choice", field.choice);
    out_.xhtml += '>';
  }

  // Named by the text beside it; where there is none, by what the form calls it.
  void write_field(const Block& block) {
    const FormField& field = sheet_->fields[size_t(block.field)];
    out_.xhtml += "<p class=\"field\"";
    attribute("data-box", numbers(block.box));
    out_.xhtml += "><label>";
    if (block.lines.empty()) text(field.title.empty() ? field.name : field.title);
    else lines(block.lines, true, true);
    out_.xhtml += "</label> ";
    open_output(block.field);
    const auto begin = uint32_t(out_.xhtml.size());
    text(field.value);
    if (begin < out_.xhtml.size())
      out_.places.push_back({{begin, uint32_t(out_.xhtml.size())}, sheet_->number, field.box, 0, 0});
    out_.xhtml += "</output></p>\n";
  }

  // ---- tables

  void write_table(const Block& block, size_t sheet) {
    const TableBlock& table = sheet_->tables[size_t(block.table)];
    out_.xhtml += fmt::format("<table id=\"table-{}\" data-page=\"{}\"", ++tables_, sheet_->number);
    attribute("data-box", numbers(block.box));
    if (continues(block, table, sheet))
      out_.xhtml += fmt::format(" data-continues=\"table-{}\"", tables_ - 1);
    out_.xhtml += ">\n";
    std::vector<const TableBlock::Cell*> slots(size_t(table.rows) * size_t(table.columns), nullptr);
    std::vector<bool> taken(slots.size(), false);
    std::vector<std::pair<int, int>> spans(slots.size(), {1, 1});
    for (const TableBlock::Cell& cell : table.cells) claim(table, cell, slots, taken, spans);
    const int head = std::min(table.header_rows, table.rows - 1);
    for (int r = 0; r < table.rows; ++r) {
      if (r == 0) out_.xhtml += head > 0 ? "<thead>\n" : "<tbody>\n";
      if (r == head && r > 0) out_.xhtml += "</thead>\n<tbody>\n";
      write_row(table, r, r < head ? "th" : "td", head, slots, taken, spans);
    }
    out_.xhtml += "</tbody>\n</table>\n";
  }

  // A cell's slots; a span that another cell stands in ends before it.
  static void claim(const TableBlock& t, const TableBlock::Cell& cell,
                    std::vector<const TableBlock::Cell*>& slots, std::vector<bool>& taken,
                    std::vector<std::pair<int, int>>& spans) {
    const auto at = [&](int r, int c) { return size_t(r) * size_t(t.columns) + size_t(c); };
    const auto free_row = [&](int r, int c0, int c1) {
      for (int c = c0; c < c1; ++c)
        if (taken[at(r, c)]) return false;
      return true;
    };
    if (taken[at(cell.row, cell.column)]) return;
    int wide = 1, high = 1;
    while (wide < cell.column_span && cell.column + wide < t.columns &&
           !taken[at(cell.row, cell.column + wide)])
      ++wide;
    while (high < cell.row_span && cell.row + high < t.rows &&
           free_row(cell.row + high, cell.column, cell.column + wide))
      ++high;
    for (int r = cell.row; r < cell.row + high; ++r)
      for (int c = cell.column; c < cell.column + wide; ++c) taken[at(r, c)] = true;
    slots[at(cell.row, cell.column)] = &cell;
    spans[at(cell.row, cell.column)] = {high, wide};
  }

  void write_row(const TableBlock& t, int r, const char* tag, int head,
                 const std::vector<const TableBlock::Cell*>& slots, const std::vector<bool>& taken,
                 const std::vector<std::pair<int, int>>& spans) {
    out_.xhtml += "<tr>";
    for (int c = 0; c < t.columns; ++c) {
      const size_t at = size_t(r) * size_t(t.columns) + size_t(c);
      const TableBlock::Cell* cell = slots[at];
      if (!cell && taken[at]) continue;
      out_.xhtml += fmt::format("<{}", tag);
      if (cell) {
        int high = spans[at].first;
        if (r < head) high = std::min(high, head - r);  // a span ends with its row group
        if (high > 1) out_.xhtml += fmt::format(" rowspan=\"{}\"", high);
        if (spans[at].second > 1) out_.xhtml += fmt::format(" colspan=\"{}\"", spans[at].second);
        attribute("data-box", numbers(cell->box));
      }
      out_.xhtml += '>';
      if (cell) lines(cell->lines, false, false);
      out_.xhtml += fmt::format("</{}>", tag);
    }
    out_.xhtml += "</tr>\n";
  }

  // The last table of a sheet goes on as the first of the next, if the columns stand in the same places.
  bool continues(const Block& block, const TableBlock& table, size_t sheet) const {
    constexpr double kShift = 8;  // points between the columns of one sheet and the next
    if (sheet == 0 || block.table != 0) return false;
    const ReadSheet& before = sheets_[sheet - 1];
    if (before.tables.empty()) return false;
    const TableBlock& last = before.tables.back();
    if (last.columns != table.columns || !is_at_edge(*sheet_, true) || !is_at_edge(before, false))
      return false;
    double shift = 0;
    for (size_t c = 0; c < table.edges.size(); ++c) shift += std::abs(table.edges[c] - last.edges[c]);
    return same_header(last, table) || shift / double(table.edges.size()) < kShift;
  }

  // Nothing but running heads and notes stands before the first (behind the last) table.
  static bool is_at_edge(const ReadSheet& sheet, bool first) {
    const auto aside = [](const Block& b) {
      return b.kind == BlockKind::running_head || b.kind == BlockKind::running_foot ||
             b.kind == BlockKind::note || b.caption;
    };
    if (first) {
      for (const Block& b : sheet.blocks) {
        if (b.kind == BlockKind::table) return true;
        if (!aside(b)) return false;
      }
      return false;
    }
    for (size_t i = sheet.blocks.size(); i-- > 0;) {
      if (sheet.blocks[i].kind == BlockKind::table) return true;
      if (!aside(sheet.blocks[i])) return false;
    }
    return false;
  }

  static std::string first_row(const TableBlock& t) {
    std::string out;
    for (const TableBlock::Cell& cell : t.cells)
      if (cell.row == 0)
        for (const PlacedLine& line : cell.lines)
          for (const PlacedWord& w : line) out += w.text + ' ';
    return out;
  }
  static bool same_header(const TableBlock& a, const TableBlock& b) { return first_row(a) == first_row(b); }

  const std::vector<ReadSheet>& sheets_;
  const ReadSheet* sheet_ = nullptr;
  Read out_;
  int tables_ = 0;
};

}  // namespace

Read write_xhtml(const std::vector<ReadSheet>& sheets, const std::string& title) {
  return XhtmlWriter(sheets).write(title);
}

}  // namespace gleaner::layout
