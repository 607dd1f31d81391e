// See boxes_file.h.
#include "layout/boxes_file.h"

#include <cmath>
#include <map>
#include <optional>

#include "base/json.h"
#include "base/text.h"

namespace gleaner::layout {
namespace {

constexpr double kAbove = 0.74,
                 kBelow = 0.2;           // of the em around the baseline, as words are given by `debug boxes`
constexpr double kMostSheets = 100'000;  // numbers beyond that are no numbers of pages

std::string_view take_line(std::string_view& rest) {
  const size_t end = rest.find('\n');
  const std::string_view line = trim(rest.substr(0, end));
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return line;
}

std::optional<Box> box_at(const json::Value& line, std::string_view key) {
  const json::Value* value = line.find(key);
  if (!value || value->items.size() != 4) return std::nullopt;
  for (const json::Value& number : value->items)
    if (!number.is_number() || !std::isfinite(number.number)) return std::nullopt;
  const auto& n = value->items;
  return Box{n[0].number, n[1].number, n[2].number, n[3].number};
}

// A line of such a file, whatever it says.
bool is_boxes_line(const json::Value& line) {
  const double page = number_of(line, "page");
  if (page < 1 || page > kMostSheets) return false;
  if (line.find("text")) return box_at(line, "box").has_value();
  return box_at(line, "line") || (number_of(line, "width") > 0 && number_of(line, "height") > 0);
}

// The box is shared evenly among the characters: where in the word one stands does not matter for layout.
void add_word(Sheet& sheet, const json::Value& line, const Box& box) {
  const uint16_t font = uint16_t(flag_of(line, "bold") + 2 * flag_of(line, "italic"));
  const double size = number_of(line, "size", box.height() / (kAbove + kBelow));
  const double count = double(std::max<size_t>(1, count_code_points(line.find("text")->text)));
  const double wide = box.width() / count, base = box.y1 - kBelow * size;
  double x = box.x0;
  const std::string_view text = line.find("text")->text;
  for (size_t at = 0; at < text.size(); x += wide) {
    Glyph glyph;
    const CodePoint point = code_point_at(text, at);
    at += point.length;
    glyph.code = point.value;
    glyph.index = uint32_t(sheet.glyphs.size());
    glyph.box = {x, box.y0, x + wide, box.y1};
    glyph.baseline_x = x, glyph.baseline_y = base;
    glyph.size = size;
    glyph.font = font;
    sheet.glyphs.push_back(glyph);
  }
  Glyph blank = sheet.glyphs.back();  // words are words, however near the next one is
  blank.code = ' ';
  blank.box = {box.x1, box.y0, box.x1, box.y1};
  sheet.glyphs.push_back(blank);
  sheet.width = std::max(sheet.width, box.x1);
  sheet.height = std::max(sheet.height, box.y1);
}

void add_line(Sheet& sheet, const Box& box) {
  Drawing line;
  line.box = box;
  line.stroked = true;
  line.pieces = 1;
  sheet.drawings.push_back(line);
}

}  // namespace

bool is_boxes_file(std::string_view bytes) {
  if (bytes.size() < 2 || bytes[0] != '{') return false;
  const auto first = json::parse(take_line(bytes));
  return first.ok() && is_boxes_line(first->root);
}

Result<std::vector<Sheet>> sheets_of_boxes(std::string_view bytes, const std::string& name) {
  std::map<uint32_t, Sheet> sheets;
  size_t number = 0;
  for (std::string_view rest = bytes; !rest.empty();) {
    ++number;
    const std::string_view line = take_line(rest);
    if (line.empty()) continue;
    auto parsed = json::parse(line);
    if (!parsed.ok() || !is_boxes_line(parsed->root))
      return error(Code::bad_input, "this line of a file of boxes has no page with a text and its box",
                   {name, uint32_t(number), 0, {}},
                   R"(a line: {"page": 1, "text": "word", "box": [x0, y0, x1, y1]})");
    const json::Value& said = parsed->root;
    Sheet& sheet = sheets[uint32_t(number_of(said, "page", 1))];
    if (sheet.fonts.empty())
      sheet.fonts = {{"", false, false}, {"", true, false}, {"", false, true}, {"", true, true}};
    sheet.width = std::max(sheet.width, number_of(said, "width"));
    sheet.height = std::max(sheet.height, number_of(said, "height"));
    if (const auto ruling = box_at(said, "line")) add_line(sheet, *ruling);
    if (const json::Value* text = said.find("text"); text && !trim(text->text).empty())
      add_word(sheet, said, *box_at(said, "box"));
  }
  std::vector<Sheet> out;
  for (auto& [page, sheet] : sheets) {
    sheet.number = page;
    out.push_back(std::move(sheet));
  }
  return out;
}

Result<Read> read_boxes_file(std::string_view bytes, const std::string& name, const Settings& settings) {
  GLEANER_TRY(const std::vector<Sheet> sheets, sheets_of_boxes(bytes, name));
  Reader reader(settings);
  for (const Sheet& sheet : sheets) reader.add(sheet);
  return reader.finish(name);
}

}  // namespace gleaner::layout
