// See reading.h. What is decided over the whole document: the size of its text, levels of headings, running
// heads and feet, tables that go on on the next sheet.
#include "layout/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text.h"
#include "layout/blocks.h"
#include "layout/xhtml.h"

namespace gleaner::layout {
namespace {

constexpr int kLevels = 6;

std::string text_of(const Block& block) {
  std::string out;
  for (const PlacedLine& line : block.lines)
    for (const PlacedWord& word : line) {
      if (!out.empty()) out += ' ';
      out += word.text;
    }
  return out;
}

class Decisions {
 public:
  Decisions(std::vector<ReadSheet>& sheets, const Settings& s) : sheets_(sheets), s_(s) {}

  void make() {
    find_body_size();
    find_running();
    put_running_outside();
    find_headings();
    find_notes();
  }

 private:
  // The size in which most characters are set.
  void find_body_size() {
    std::map<long, size_t> letters;  // by tenths of a point
    for (const ReadSheet& sheet : sheets_)
      for (const Block& block : sheet.blocks)
        if (block.kind == BlockKind::paragraph || block.kind == BlockKind::list_item)
          letters[std::lround(block.size * 10)] += text_of(block).size();
    size_t most = 0;
    for (const auto& [size, count] : letters)
      if (count > most) most = count, body_ = double(size) / 10;
  }

  // Texts at the top or the bottom that come again on other sheets, numbers aside; and lone page numbers.
  void find_running() {
    std::map<std::string, std::set<uint32_t>> seen;
    const auto key = [](const Block& block) {
      std::string out;
      for (char c : lower_ascii(text_of(block)))
        if (!is_digit(c)) out += c;
        else if (out.empty() || out.back() != '#') out += '#';
      return out;
    };
    const auto each = [&](auto&& visit) {
      for (ReadSheet& sheet : sheets_)
        for (Block& block : sheet.blocks) {
          if (block.kind == BlockKind::table || block.kind == BlockKind::figure || block.lines.size() > 2 ||
              has_raised_mark(block))
            continue;
          const bool top = block.box.y1 < s_.margin_share * sheet.height;
          const bool bottom = block.box.y0 > (1 - s_.margin_share) * sheet.height;
          if (top || bottom) visit(sheet, block, top, (top ? "^" : "$") + key(block));
        }
    };
    each([&](const ReadSheet& sheet, const Block&, bool, const std::string& text) {
      seen[text].insert(sheet.number);
    });
    const auto run = [](Block& block, bool top) {
      block.kind = top ? BlockKind::running_head : BlockKind::running_foot;
    };
    each([&](const ReadSheet&, Block& block, bool top, const std::string& text) {
      if (seen[text].size() >= 2) run(block, top);
    });
    each([&](const ReadSheet& sheet, Block& block, bool top, const std::string& text) {
      const bool number = text.size() <= 12 && text.find('#') != text.npos &&
                          std::ranges::count_if(text, [](char c) { return is_alpha(c); }) <= 5;
      if (number && block.lines.size() == 1 && block.lines[0].size() <= 3 && is_outermost(sheet, block, top))
        run(block, top);
    });
  }

  // A footnote begins so: "Ibid." comes on many sheets.
  static bool has_raised_mark(const Block& block) {
    constexpr double kSmall = 0.85;
    if (block.lines.empty() || block.lines[0].size() < 2) return false;
    const PlacedWord &mark = block.lines[0][0], &text = block.lines[0][1];
    return !mark.text.empty() && is_digit(mark.text[0]) && mark.box.height() < kSmall * text.box.height() &&
           mark.box.y1 < text.box.y1;
  }

  // Heads first and feet last: columns of text are not parted by the number of the page.
  void put_running_outside() {
    const auto rank = [](const Block& block) {
      return block.kind == BlockKind::running_head ? 0 : block.kind == BlockKind::running_foot ? 2 : 1;
    };
    for (ReadSheet& sheet : sheets_)
      std::ranges::stable_sort(sheet.blocks,
                               [&](const Block& a, const Block& b) { return rank(a) < rank(b); });
  }

  // Does nothing but running heads and feet stand between the block and the edge of the sheet? A number below
  // other text is that of an invoice rather than of the page.
  static bool is_outermost(const ReadSheet& sheet, const Block& block, bool top) {
    return std::ranges::none_of(sheet.blocks, [&](const Block& other) {
      if (other.kind == BlockKind::running_head || other.kind == BlockKind::running_foot) return false;
      return top ? other.box.y1 <= block.box.y0 : other.box.y0 >= block.box.y1;
    });
  }

  bool may_head(const Block& block) const {
    if (block.kind != BlockKind::paragraph || block.caption || block.lines.size() > 3) return false;
    const std::string text = text_of(block);
    if (text.size() > 200 || text.size() < 2) return false;
    size_t letters = 0;
    for (char c : text) letters += is_letter_byte(c);
    return letters * 2 >= text.size() || letters >= 4;
  }

  // Larger than the text, or bold and alone; a level for each size, from the largest.
  void find_headings() {
    std::set<long, std::greater<>> sizes;
    const auto rank = [&](const Block& b) { return std::lround(b.size * 2); };
    const auto is_larger = [&](const Block& b) { return b.size >= s_.heading_size * body_; };
    const auto is_bold_line = [&](const Block& b) {
      const std::string text = text_of(b);
      return b.bold && b.lines.size() <= 2 && b.size >= 0.95 * body_ && !text.ends_with('.') &&
             !text.ends_with(',');
    };
    for (const ReadSheet& sheet : sheets_)
      for (const Block& block : sheet.blocks)
        if (may_head(block) && is_larger(block)) sizes.insert(rank(block));
    for (ReadSheet& sheet : sheets_)
      for (Block& block : sheet.blocks) {
        if (!may_head(block)) continue;
        if (is_larger(block)) block.level = 1 + int(std::distance(sizes.begin(), sizes.find(rank(block))));
        else if (is_bold_line(block)) block.level = 1 + int(sizes.size());
        else continue;
        block.level = std::min(block.level, kLevels);
        block.kind = BlockKind::heading;
      }
  }

  // Smaller text at the foot of a sheet that begins with a mark: a footnote.
  void find_notes() {
    for (ReadSheet& sheet : sheets_)
      for (Block& block : sheet.blocks) {
        if ((block.kind != BlockKind::paragraph && block.kind != BlockKind::list_item) || block.lines.empty())
          continue;
        if (block.size > 0.93 * body_ || block.box.y0 < 0.6 * sheet.height) continue;
        const std::string& first = block.lines[0][0].text;
        if (is_digit(first[0]) || first[0] == '*' || first.starts_with("†")) block.kind = BlockKind::note;
      }
  }

  std::vector<ReadSheet>& sheets_;
  const Settings& s_;
  double body_ = 10;
};

}  // namespace

struct Reader::State {
  Settings settings;
  std::vector<ReadSheet> sheets;
};

Reader::Reader(Settings settings) : state_(std::make_unique<State>()) {
  state_->settings = std::move(settings);
}
Reader::~Reader() = default;

void Reader::add(const Sheet& sheet) { state_->sheets.push_back(read_blocks(sheet, state_->settings)); }

Read Reader::finish(const std::string& title) {
  std::vector<ReadSheet>& sheets = state_->sheets;
  Decisions(sheets, state_->settings).make();
  Read read = write_xhtml(sheets, title);
  constexpr double kScanned = 0.5;  // of the sheet is a picture
  std::vector<uint32_t> scanned;
  size_t characters = 0, unmapped = 0;
  for (const ReadSheet& sheet : sheets) {
    characters += sheet.characters;
    unmapped += sheet.unmapped;
    if (!sheet.characters && sheet.image_share > kScanned) scanned.push_back(sheet.number);
  }
  if (!scanned.empty())
    read.notes.push_back(
        warning(Code::bad_input,
                fmt::format("{} of {} pages are pictures without text (the first is page {})", scanned.size(),
                            sheets.size(), scanned[0]),
                {}, "a program for text recognition, e.g. ocrmypdf IN OUT, adds the text; then read OUT"));
  if (scanned.empty() && !characters && !sheets.empty())
    read.notes.push_back(warning(
        Code::bad_input, fmt::format("no text on {}", sheets.size() == 1 ? "its page" : "any of its pages")));
  if (unmapped * 20 > characters && unmapped)
    read.notes.push_back(
        warning(Code::bad_input,
                fmt::format("{} of {} characters have no known meaning: the fonts lack a ToUnicode map",
                            unmapped, characters),
                {}, "text recognition of the pictures of the pages may read them"));
  return read;
}

}  // namespace gleaner::layout
