// See page.h.
#include "layout/page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <unordered_set>

#include "base/text.h"
#include "base/unicode.h"
#include "layout/direction.h"
#include "layout/kinds.h"

namespace gleaner::layout {
namespace {

// Of the em, above and below the baseline.
constexpr double kAscent = 0.74, kDescent = 0.2;

struct Placed {  // a character in the turned page
  double x0, x1, base, size;
  uint32_t glyph;
};

class PageMaker {
 public:
  PageMaker(const Sheet& sheet, const Settings& settings)
      : sheet_(sheet), s_(settings), directions_(directions_of(sheet)) {
    page_.sheet = &sheet;
    page_.settings = &settings;
    page_.turn = turn_of(sheet, directions_, along_);
    page_.width = page_.turn == Turn::none ? sheet.width : sheet.height;
    page_.height = page_.turn == Turn::none ? sheet.height : sheet.width;
  }

  Page make() {
    find_pitches();
    place_glyphs();
    join_words();
    drop_leaders();
    join_signs();
    add_rotated();
    for (Word& word : page_.words) {
      turn_letters(word);
      word.number = is_number(word.text);
      word.pure = is_pure_number(word.text);
    }
    add_values();
    sort_drawings();
    return std::move(page_);
  }

 private:
  // Fonts all of whose characters are as wide as each other, by what is seen of them.
  void find_pitches() {
    constexpr size_t kFewestLetters = 10;  // different ones
    constexpr double kSameWidth = 0.01;    // em
    struct Seen {
      std::set<uint32_t> letters;
      double low = 1e9, high = 0;
    };
    std::vector<Seen> seen(sheet_.fonts.size());
    for (const Glyph& g : sheet_.glyphs) {
      if (is_blank(g.code) || g.font >= seen.size() || g.along_x != 1 || g.size <= 0) continue;
      Seen& font = seen[g.font];
      if (font.high - font.low > kSameWidth) continue;
      const double width = g.box.width() / g.size;
      font.low = std::min(font.low, width), font.high = std::max(font.high, width);
      font.letters.insert(g.code);
    }
    for (const Seen& font : seen)
      pitches_.push_back(
          font.letters.size() >= kFewestLetters && font.high - font.low <= kSameWidth ? font.high : 0);
  }

  void place_glyphs() {
    std::unordered_set<uint64_t> seen;
    for (uint32_t i = 0; i < sheet_.glyphs.size(); ++i) {
      const Glyph& g = sheet_.glyphs[i];
      page_.unmapped += g.unmapped;
      if (directions_[i] != along_) {
        if (!is_blank(g.code)) other_.push_back(i);
        continue;
      }
      const Box box = turned(page_.turn, sheet_.width, sheet_.height, g.box);
      Point origin = turned(page_.turn, sheet_.width, sheet_.height, g.baseline_x, g.baseline_y);
      if (stands_upright(i))
        origin.y += (kAscent - kDescent) / 2 * g.size;  // it was the middle of the column
      if (!is_blank(g.code) && !is_ligature_part(i)) {
        const auto at = [](double v) { return uint64_t(int64_t(std::nearbyint(v)) & 0xfffff); };
        if (!seen.insert(uint64_t(g.code) << 40 | at(box.x0) << 20 | at(origin.y)).second) continue;
      }
      placed_.push_back({box.x0, box.x1, origin.y, g.size, i});
    }
  }

  // "ffi" or lam-alef as one sign: characters in the same place, one after the other. Bold that is printed
  // twice is a little beside itself.
  bool is_ligature_part(uint32_t i) const {
    constexpr uint32_t kLigature = 3;
    const Glyph& here = sheet_.glyphs[i];
    for (uint32_t back = 1; back < kLigature && back <= i; ++back) {
      const Glyph& before = sheet_.glyphs[i - back];
      if (before.index + back != here.index || before.baseline_x != here.baseline_x ||
          before.baseline_y != here.baseline_y)
        return false;
      if (before.code == 'f' || (back == 1 && is_one_sign(i - 1, i))) return true;
    }
    return false;
  }

  // Two letters that are read from right to left and begin at the same point, one after the other.
  bool is_one_sign(uint32_t a, uint32_t b) const {
    const Glyph &first = sheet_.glyphs[a], &second = sheet_.glyphs[b];
    return first.index + 1 == second.index && first.baseline_x == second.baseline_x &&
           first.baseline_y == second.baseline_y && is_leftward(first.code) && is_letter(first.code) &&
           is_leftward(second.code) && is_letter(second.code);
  }

  // In a column, character below character.
  bool stands_upright(uint32_t i) const { return directions_[i][1] == 1 && sheet_.glyphs[i].along_y == 0; }

  // Neighbouring baselines (half a point) are one.
  void join_words() {
    const auto key = [](const Placed& p) { return int64_t(std::nearbyint(p.base * 2)); };
    std::ranges::stable_sort(placed_, [&](const Placed& a, const Placed& b) { return key(a) < key(b); });
    for (size_t from = 0; from < placed_.size();) {
      size_t to = from + 1;
      while (to < placed_.size() && key(placed_[to]) - key(placed_[to - 1]) <= 1) ++to;
      std::stable_sort(
          placed_.begin() + int64_t(from), placed_.begin() + int64_t(to),
          [](const Placed& a, const Placed& b) { return a.x0 != b.x0 ? a.x0 < b.x0 : a.x1 < b.x1; });
      join_line(from, to);
      from = to;
    }
  }

  void join_line(size_t from, size_t to) {
    Word* word = nullptr;
    bool space = false;
    for (size_t i = from; i < to; ++i) {
      const Placed& p = placed_[i];
      const Glyph& g = sheet_.glyphs[p.glyph];
      if (is_blank(g.code)) {
        space = true;
        continue;
      }
      const double gap = word ? p.x0 - word->x1 : 0;
      const bool same = word && (is_ligature_part(p.glyph) ||
                                 (!(space && gap > s_.space_gap * p.size) &&
                                  gap < s_.word_gap * std::max(p.size, 1.0) && gap > -0.6 * p.size &&
                                  std::abs(p.size - word->size) < 0.35 * std::max(p.size, word->size)));
      if (!same) word = &start_word(p, g);
      append_utf8(word->text, g.code);
      word->x1 = std::max(word->x1, p.x1);
      page_.glyphs.push_back(p.glyph);
      word->glyph_end = uint32_t(page_.glyphs.size());
      space = false;
    }
  }

  Word& start_word(const Placed& p, const Glyph& g) {
    Word word;
    word.x0 = p.x0;
    word.x1 = p.x1;
    word.base = p.base;
    word.size = p.size;
    word.y0 = p.base - kAscent * p.size;
    word.y1 = p.base + kDescent * p.size;
    word.font = g.font;
    if (g.font < sheet_.fonts.size()) {
      word.pitch = pitches_[g.font] * p.size;
      word.bold = sheet_.fonts[g.font].bold;
      word.italic = sheet_.fonts[g.font].italic;
    }
    word.glyph_begin = word.glyph_end = uint32_t(page_.glyphs.size());
    page_.words.push_back(std::move(word));
    return page_.words.back();
  }

  // Letters of scripts that are written from right to left stand in the word as on the sheet: the last one
  // first. Digits and Latin letters among them keep their order, and so do lam and alef.
  void turn_letters(Word& word) const {
    const bool letter_by_letter = count_code_points(word.text) == word.glyph_end - word.glyph_begin;
    uint32_t glyph = word.glyph_begin;
    size_t leftward = 0, rightward = 0;
    std::vector<std::string> pieces;  // characters, runs of the other direction in one piece
    bool in_run = false;
    for (size_t at = 0; at < word.text.size();) {
      const CodePoint point = code_point_at(word.text, at);
      const bool runs_right = point.value < 0x80 ? is_alpha(char(point.value)) || is_digit(char(point.value))
                                                 : is_digit_point(point.value);
      const bool joins = in_run && (runs_right || ((point.value == '.' || point.value == ',') &&
                                                   at + 1 < word.text.size() && is_digit(word.text[at + 1])));
      const bool one_sign =
          letter_by_letter && at > 0 && is_lam_alef(page_.glyphs[glyph - 1], page_.glyphs[glyph]);
      ++glyph;
      if (joins || one_sign) pieces.back() += word.text.substr(at, point.length);
      else pieces.push_back(word.text.substr(at, point.length));
      in_run = joins || runs_right;
      leftward += is_leftward(point.value);
      rightward += !is_leftward(point.value) && (is_letter(point.value) || runs_right);
      at += point.length;
    }
    if (!leftward || leftward < rightward) return;
    word.leftward = true;
    word.text.clear();
    for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece) word.text += mirrored(*piece);
  }
  // Lam and alef as one sign are given in either order; lam is read first.
  bool is_lam_alef(uint32_t lam, uint32_t alef) const {
    constexpr uint32_t kLam = 0x644;
    const uint32_t second = sheet_.glyphs[alef].code;
    return is_one_sign(lam, alef) && sheet_.glyphs[lam].code == kLam &&
           (second == 0x622 || second == 0x623 || second == 0x625 || second == 0x627);
  }
  static std::string mirrored(const std::string& piece) {
    if (piece == "(") return ")";
    if (piece == ")") return "(";
    return piece;
  }

  // "....": cut off words, dropped where they stand alone; also ". . . .".
  void drop_leaders() {
    std::vector<Word>& words = page_.words;
    std::vector<bool> dotted(words.size(), false);
    for (size_t i = 0; i + 2 < words.size(); ++i) {
      const Word &a = words[i], &b = words[i + 1], &c = words[i + 2];
      if (is_dot(a) && is_dot(b) && is_dot(c) && std::abs(a.base - c.base) < 1 && c.x0 - a.x1 < 3 * a.size)
        dotted[i] = dotted[i + 1] = dotted[i + 2] = true;
    }
    std::vector<Word> out;
    for (size_t i = 0; i < words.size(); ++i) {
      Word& word = words[i];
      if (is_leader(word.text) || dotted[i]) {
        page_.leaders.push_back({word.x0, word.base});
        continue;
      }
      if (const auto cut = leader_in(word.text)) {
        page_.leaders.push_back({word.x0, word.base});
        const double width = word.x1 - word.x0;
        const double characters = double(count_code_points(word.text));
        if (cut->end < word.text.size()) {
          Word tail = word;
          tail.text = word.text.substr(cut->end);
          tail.x0 = word.x1 - width * double(count_code_points(tail.text)) / characters;
          tail.glyph_begin = tail.glyph_end - uint32_t(count_code_points(tail.text));
          out.push_back(std::move(tail));
        }
        if (cut->begin == 0) continue;
        word.text.resize(cut->begin);
        const double kept = double(count_code_points(word.text));
        word.x1 = word.x0 + std::min(width, width * kept / characters * 1.3);
        word.glyph_end = word.glyph_begin + uint32_t(kept);
      }
      out.push_back(std::move(word));
    }
    words = std::move(out);
  }

  static bool is_dot(const Word& word) { return word.text == "." || word.text == ".."; }

  // Right behind a number, and nearer to it than to the next one: "45,00 €", not the sign of the next column.
  static bool is_sign_behind(const std::vector<Word>& words, double gap_to_next) {
    constexpr double kBlank = 0.5, kNearer = 0.1;  // em
    if (words.size() < 2) return false;
    const Word &number = words[words.size() - 2], &sign = words.back();
    const double gap = sign.x0 - number.x1;
    return std::abs(number.base - sign.base) < 1 && ends_in_digit(number.text) && gap > -kBlank * sign.size &&
           gap < kBlank * sign.size && gap + kNearer * sign.size < gap_to_next;
  }

  // A currency sign set apart belongs to the number after it, if not to the one before; a
  // lone % or ) to the one before.
  void join_signs() {
    constexpr double kFarSign = 120;  // points: accounts set it at the left of the column
    std::vector<Word>& words = page_.words;
    std::ranges::stable_sort(words, [](const Word& a, const Word& b) {
      const double ra = std::nearbyint(a.base), rb = std::nearbyint(b.base);
      return ra != rb ? ra < rb : a.x0 < b.x0;
    });
    std::vector<Word> out;
    for (Word& word : words) {
      if (!out.empty() && std::abs(out.back().base - word.base) < 1) {
        Word& last = out.back();
        const double gap = word.x0 - last.x1;
        if ((is_currency(last.text) && begins_number(word.text) && gap < kFarSign &&
             !is_sign_behind(out, gap)) ||
            (is_closing_sign(word.text) && ends_in_digit(last.text) && gap >= 0 && gap < 0.8 * word.size)) {
          last.text += word.text;
          last.x1 = word.x1;
          last.glyph_end = word.glyph_end;
          continue;
        }
      }
      out.push_back(std::move(word));
    }
    std::erase_if(out, [&](const Word& word) {
      return !(word.x0 > -5 && word.x0 < page_.width + 5 && word.base > -5 && word.base < page_.height + 5);
    });
    words = std::move(out);
  }

  // Text in another direction (headings of narrow columns): one word for each run of characters that follow
  // each other, with the box it fills.
  void add_rotated() {
    Word* word = nullptr;
    const Glyph* last = nullptr;
    for (uint32_t i : other_) {
      const Glyph& g = sheet_.glyphs[i];
      const bool axis = std::abs(g.along_x) + std::abs(g.along_y) == 1 && !stands_upright(i);
      if (!axis) {
        last = nullptr;
        continue;
      }
      const Box box = turned(page_.turn, sheet_.width, sheet_.height, g.box);
      if (!last || g.along_x != last->along_x || g.along_y != last->along_y || !follows(*last, g))
        word = nullptr;
      if (!word) {
        Word made;
        made.x0 = box.x0, made.x1 = box.x1, made.y0 = box.y0, made.y1 = box.y1;
        made.size = g.size;
        made.font = g.font;
        made.bold = g.font < sheet_.fonts.size() && sheet_.fonts[g.font].bold;
        made.rotated = true;
        made.glyph_begin = uint32_t(page_.glyphs.size());
        rotated_.push_back(std::move(made));
        word = &rotated_.back();
      } else if (gap_along(*last, g) > s_.word_gap * g.size) {
        word->text += ' ';
      }
      append_utf8(word->text, g.code);
      word->x0 = std::min(word->x0, box.x0), word->x1 = std::max(word->x1, box.x1);
      word->y0 = std::min(word->y0, box.y0), word->y1 = std::max(word->y1, box.y1);
      word->base = word->y1 - kDescent * word->size;
      page_.glyphs.push_back(i);
      word->glyph_end = uint32_t(page_.glyphs.size());
      last = &g;
    }
    page_.rotated = std::move(rotated_);
  }

  static double gap_along(const Glyph& a, const Glyph& b) {
    if (a.along_y == -1) return a.box.y0 - b.box.y1;
    if (a.along_y == 1) return b.box.y0 - a.box.y1;
    return a.along_x == -1 ? a.box.x0 - b.box.x1 : b.box.x0 - a.box.x1;
  }
  static bool follows(const Glyph& a, const Glyph& b) {
    const double across =
        a.along_x ? std::abs(a.baseline_y - b.baseline_y) : std::abs(a.baseline_x - b.baseline_x);
    const double gap = gap_along(a, b);
    return across < 1 && gap > -0.6 * b.size && gap < 1.0 * b.size;
  }

  // The words of a field's value, from the left end of its box, as large as the box lets them
  // be. The sheet does not draw them.
  void add_values() {
    constexpr double kLargest = 10, kOfHeight = 0.7, kLetter = 0.5;  // points; of the box; em
    for (size_t f = 0; f < sheet_.fields.size(); ++f) {
      const Box box = turned(page_.turn, sheet_.width, sheet_.height, sheet_.fields[f].box);
      const size_t letters = std::max<size_t>(1, count_code_points(sheet_.fields[f].value));
      const double size =
          std::min({kLargest, kOfHeight * box.height(), box.width() / kLetter / double(letters)});
      double x = box.x0;
      for (std::string_view text : words(sheet_.fields[f].value)) {
        Word word;
        word.text = text;
        word.size = size;
        word.base = box.center_y() + (kAscent - kDescent) / 2 * size;
        word.x0 = x, word.x1 = x + kLetter * size * double(count_code_points(text));
        word.y0 = word.base - kAscent * size, word.y1 = word.base + kDescent * size;
        word.number = is_number(word.text), word.pure = is_pure_number(word.text);
        word.field = int(f);
        x = word.x1 + kLetter * size;
        page_.values.push_back(std::move(word));
      }
    }
  }

  void sort_drawings() {
    std::vector<Rule> across, down;
    const auto rule = [&](double x0, double y0, double x1, double y1, bool drawn) {
      if (x1 - x0 >= y1 - y0) across.push_back({(y0 + y1) / 2, x0, x1, drawn});
      else down.push_back({(x0 + x1) / 2, y0, y1, drawn});
    };
    for (const Drawing& d : sheet_.drawings) {
      const Box b = turned(page_.turn, sheet_.width, sheet_.height, d.box);
      switch (d.kind) {
        case Drawing::Kind::curve: page_.curves.push_back(b); break;
        case Drawing::Kind::line: add_line(d, b, rule); break;
        case Drawing::Kind::area: add_area(d, b, rule); break;
      }
    }
    std::erase_if(across, [&](const Rule& line) { return is_underline(line); });
    page_.horizontal = join_rules(std::move(across));
    page_.vertical = join_rules(std::move(down));
  }

  // A line that begins and ends with the words right above it belongs to them (links), not to a table.
  bool is_underline(const Rule& rule) const {
    constexpr double kBelow = 0.22;  // em below the baseline, at most
    constexpr double kEnds = 1.5;    // points
    bool begins = false, ends = false;
    // words are in the order of their baselines
    auto at = std::lower_bound(page_.words.begin(), page_.words.end(), rule.at - 12,
                               [](const Word& word, double y) { return word.base < y; });
    for (; at != page_.words.end() && at->base < rule.at + 1; ++at) {
      if (rule.at - at->base > kBelow * at->size || rule.at < at->base - 0.5) continue;
      begins |= std::abs(at->x0 - rule.a) < kEnds;
      ends |= std::abs(at->x1 - rule.b) < kEnds;
    }
    return begins && ends;
  }

  template <class Add>
  void add_line(const Drawing& d, const Box& b, Add& rule) {
    if (!d.stroked && !(d.filled && d.pieces <= 4)) return;
    if ((b.height() < 1.5 && b.width() > 3) || (b.width() < 1.5 && b.height() > 3)) {
      rule(b.x0, b.y0, b.x1, b.y1, d.stroked);
    } else if (b.height() > 0.4 && b.width() > 0.4) {
      page_.curves.push_back(b);
      if (b.height() > 1.5 && b.width() > 1.5) page_.slants.push_back({b.center_x(), b.center_y()});
    }
  }

  template <class Add>
  void add_area(const Drawing& d, const Box& b, Add& rule) {
    if (b.width() > 0.9 * page_.width && b.height() > 0.9 * page_.height) return;
    if (!d.stroked && !d.filled) return;
    if (b.height() < s_.thin && b.width() > b.height()) {
      rule(b.x0, b.center_y(), b.x1, b.center_y(), true);
    } else if (b.width() < s_.thin) {
      rule(b.center_x(), b.y0, b.center_x(), b.y1, true);
    } else {
      if (d.filled) page_.fills.push_back({b, d.fill});
      rule(b.x0, b.y0, b.x1, b.y0, d.stroked);
      rule(b.x0, b.y1, b.x1, b.y1, d.stroked);
      rule(b.x0, b.y0, b.x0, b.y1, d.stroked);
      rule(b.x1, b.y0, b.x1, b.y1, d.stroked);
    }
  }

  // Collinear pieces are put on one line, then joined over short gaps.
  std::vector<Rule> join_rules(std::vector<Rule> rules) const {
    constexpr double kAcross = 2.0, kStep = 1.2, kShortest = 4;
    std::ranges::sort(rules, [](const Rule& a, const Rule& b) {
      return a.at != b.at ? a.at < b.at : a.a != b.a ? a.a < b.a : a.b < b.b;
    });
    std::vector<Rule> out;
    for (size_t from = 0; from < rules.size();) {
      size_t to = from + 1;
      while (to < rules.size() && rules[to].at - rules[from].at <= kAcross &&
             rules[to].at - rules[to - 1].at <= kStep)
        ++to;
      std::vector<double> drawn, all;
      for (size_t i = from; i < to; ++i) {
        all.push_back(rules[i].at);
        if (rules[i].drawn) drawn.push_back(rules[i].at);
      }
      const std::vector<double>& places = drawn.empty() ? all : drawn;
      const double at = places[places.size() / 2];
      std::sort(rules.begin() + int64_t(from), rules.begin() + int64_t(to),
                [](const Rule& a, const Rule& b) { return a.a != b.a ? a.a < b.a : a.b < b.b; });
      Rule* current = nullptr;
      for (size_t i = from; i < to; ++i) {
        if (current && rules[i].a <= current->b + s_.rule_join) {
          current->b = std::max(current->b, rules[i].b);
          current->drawn |= rules[i].drawn;
        } else {
          out.push_back({at, rules[i].a, rules[i].b, rules[i].drawn});
          current = &out.back();
        }
      }
      from = to;
    }
    std::erase_if(out, [&](const Rule& rule) { return rule.length() <= kShortest; });
    return out;
  }

  const Sheet& sheet_;
  const Settings& s_;
  std::vector<Direction> directions_;  // of each character
  std::vector<double> pitches_;        // of each font, in em; 0 where letters differ in width
  Direction along_{};
  Page page_;
  std::vector<Placed> placed_;
  std::vector<uint32_t> other_;  // characters of another direction
  std::vector<Word> rotated_;
};

}  // namespace

Box Page::to_sheet(const Box& box) const {
  const double w = sheet->width, h = sheet->height;
  const auto back = [&](double x, double y) -> Point {
    switch (turn) {
      case Turn::text_runs_up: return {y, h - x};
      case Turn::text_runs_down: return {w - y, x};
      case Turn::none: break;
    }
    return {x, y};
  };
  const Point a = back(box.x0, box.y0), b = back(box.x1, box.y1);
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
}

Box Page::from_sheet(const Box& box) const { return turned(turn, sheet->width, sheet->height, box); }

Page make_page(const Sheet& sheet, const Settings& settings) { return PageMaker(sheet, settings).make(); }

}  // namespace gleaner::layout
