// The text is cut into numbers, words and marks; a date is one of a few shapes over them:
//   Y-M-D  Y/M/D  D.M.Y  D/M/Y or M/D/Y when one of them is over 12  D month Y  month D, Y  month Y,
// each with an optional time.
// Month names in English, German, French, Spanish, Italian, Dutch and Portuguese, by their first three
// letters or more.
#include "value/date.h"

#include <fmt/format.h>

#include <vector>

#include "base/calendar.h"
#include "base/text.h"
#include "value/calendar_words.h"

namespace gleaner::value {
namespace {

struct Piece {
  enum class Kind : uint8_t { number, word, mark } kind;
  std::string_view text;
  int number = 0;
};

std::vector<Piece> cut(std::string_view text) {
  std::vector<Piece> pieces;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    if (is_digit(text[at])) {
      int number = 0;
      while (end < text.size() && is_digit(text[end])) {
        if (number < 100'000'000) number = number * 10 + (text[end] - '0');
        ++end;
      }
      pieces.push_back({Piece::Kind::number, text.substr(at, end - at), number});
    } else if (is_letter_byte(text[at])) {
      while (end < text.size() && is_letter_byte(text[end])) ++end;
      pieces.push_back({Piece::Kind::word, text.substr(at, end - at)});
    } else {
      end = at + 1;
      if (text[at] != ' ') pieces.push_back({Piece::Kind::mark, text.substr(at, 1)});
    }
    at = end;
  }
  return pieces;
}

bool is_year(const Piece& piece) {
  return piece.kind == Piece::Kind::number && piece.text.size() == 4 && piece.number >= 1000 &&
         piece.number <= 2999;
}
bool is_short(const Piece& piece, int most) {
  return piece.kind == Piece::Kind::number && piece.text.size() <= 2 && piece.number >= 1 &&
         piece.number <= most;
}
class DateReader {
 public:
  explicit DateReader(std::string_view text, DateOrder order = DateOrder::unknown)
      : pieces_(cut(text)), order_(order) {}

  std::optional<DateFound> read(bool only_whole) {
    std::optional<DateFound> found;
    bool other = false;  // something that is neither the date nor a day of the week
    for (size_t at = 0; at < pieces_.size();) {
      size_t end = at;
      std::string iso = date_at(at, end);
      if (iso.empty()) {
        const Piece& piece = pieces_[at];
        const bool harmless =
            is(at, ",") || is(at, ".") || (piece.kind == Piece::Kind::word && is_weekday(piece.text));
        other |= !harmless;
        if (other && only_whole) return std::nullopt;
        ++at;
        continue;
      }
      if (found) return std::nullopt;
      iso += time_at(end, end);
      found = DateFound{std::move(iso), false};
      at = end;
    }
    if (found) found->whole = !other;
    return found;
  }

 private:
  const Piece* get(size_t at) const { return at < pieces_.size() ? &pieces_[at] : nullptr; }
  bool is(size_t at, std::string_view mark) const {
    return at < pieces_.size() && pieces_[at].kind == Piece::Kind::mark && pieces_[at].text == mark;
  }

  static std::string ymd(int year, int month, int day) {
    if (month < 1 || month > 12 || day < 1 || day > days_in(year, month)) return "";
    return fmt::format("{:04}-{:02}-{:02}", year, month, day);
  }

  std::string date_at(size_t at, size_t& end) const {
    if (std::string iso = numeric_at(at, end); !iso.empty()) return iso;
    if (std::string iso = day_month_year_at(at, end); !iso.empty()) return iso;
    return month_first_at(at, end);
  }

  // 2010-06-29, 2010/06/29, 29.06.2010, 29/06/2010, 06/29/2010, 29-06-2010
  std::string numeric_at(size_t at, size_t& end) const {
    if (at + 4 >= pieces_.size() || pieces_[at].kind != Piece::Kind::number) return "";
    const Piece& a = pieces_[at];
    const Piece& b = pieces_[at + 2];
    const Piece& c = pieces_[at + 4];
    const Piece& mark = pieces_[at + 1];
    if (mark.kind != Piece::Kind::mark || !is(at + 3, mark.text) || b.kind != Piece::Kind::number) return "";
    if (mark.text != "-" && mark.text != "/" && mark.text != ".") return "";
    if (at > 0 && is(at - 1, mark.text)) return "";  // the tail of a longer number
    end = at + 5;
    if (is_year(a) && is_short(b, 12) && is_short(c, 31)) return ymd(a.number, b.number, c.number);
    if (!is_year(c) || !is_short(a, 31) || !is_short(b, 31)) return "";
    if (mark.text == "." || a.number > 12 || a.number == b.number) return ymd(c.number, b.number, a.number);
    if (b.number > 12 || order_ == DateOrder::month_first) return ymd(c.number, a.number, b.number);
    return order_ == DateOrder::day_first ? ymd(c.number, b.number, a.number) : "";
  }

  // 29 June 2010, 29. Juni 2010, 29th of June, 2010, 29 de junio de 2010, 29-Jun-2010
  std::string day_month_year_at(size_t at, size_t& end) const {
    if (!is_short(pieces_[at], 31)) return "";
    const int day = pieces_[at].number;
    size_t i = at + 1;
    skip_fillers(i);
    const int month = month_at(i);
    return month ? with_year_at(i + 1, month, day, end) : "";
  }

  // June 29, 2010; June 29th 2010; June 2010
  std::string month_first_at(size_t at, size_t& end) const {
    const int month = month_at(at);
    if (!month) return "";
    size_t i = at + 1;
    skip_fillers(i);
    if (i >= pieces_.size()) return "";
    if (is_year(pieces_[i])) {
      end = i + 1;
      return fmt::format("{:04}-{:02}", pieces_[i].number, month);
    }
    return is_short(pieces_[i], 31) ? with_year_at(i + 1, month, pieces_[i].number, end) : "";
  }

  int month_at(size_t i) const {
    return i < pieces_.size() && pieces_[i].kind == Piece::Kind::word ? month_of(pieces_[i].text) : 0;
  }
  std::string with_year_at(size_t i, int month, int day, size_t& end) const {
    skip_fillers(i);
    if (i >= pieces_.size() || !is_year(pieces_[i])) return "";
    end = i + 1;
    return ymd(pieces_[i].number, month, day);
  }

  void skip_fillers(size_t& i) const {
    for (; i < pieces_.size(); ++i) {
      if (is(i, ",") || is(i, ".") || is(i, "-") || is(i, "/")) continue;
      if (pieces_[i].kind != Piece::Kind::word) return;
      const std::string lower = lower_ascii(pieces_[i].text);
      if (lower != "th" && lower != "st" && lower != "nd" && lower != "rd" && lower != "of" &&
          lower != "de" && lower != "er")
        return;
    }
  }

  // "T10:30:00Z", " 10:30", ", 6:30 pm", " at 18:30"
  std::string time_at(size_t at, size_t& end) const {
    size_t i = at;
    if (is(i, ",")) ++i;
    if (const Piece* word = get(i);
        word && word->kind == Piece::Kind::word &&
        (word->text == "T" || lower_ascii(word->text) == "at" || word->text == "um"))
      ++i;
    const Piece* hour = get(i);
    const Piece* minute = get(i + 2);
    if (!hour || !minute || !is(i + 1, ":") || hour->kind != Piece::Kind::number ||
        minute->kind != Piece::Kind::number || minute->text.size() != 2 || minute->number > 59)
      return "";
    int hours = hour->number;
    i += 3;
    std::string seconds;
    if (is(i, ":") && get(i + 1) && get(i + 1)->kind == Piece::Kind::number && get(i + 1)->number < 61) {
      seconds = fmt::format(":{:02}", get(i + 1)->number);
      i += 2;
      if (is(i, ".") && get(i + 1) && get(i + 1)->kind == Piece::Kind::number) i += 2;  // fractions
    }
    std::string zone;
    if (const Piece* word = get(i); word && word->kind == Piece::Kind::word) {
      const std::string lower = lower_ascii(word->text);
      if (lower == "pm" || lower == "am") {
        if (hours < 1 || hours > 12) return "";
        hours = hours % 12 + (lower == "pm" ? 12 : 0);
        ++i;
      } else if (word->text == "Z" || lower == "utc" || lower == "gmt") {
        zone = "Z";
        ++i;
      }
    } else if ((is(i, "+") || is(i, "-")) && get(i + 1) && get(i + 1)->kind == Piece::Kind::number) {
      zone = std::string(get(i)->text) + std::string(get(i + 1)->text);
      i += 2;
      if (is(i, ":") && get(i + 1)) {
        zone += ":" + std::string(get(i + 1)->text);
        i += 2;
      }
    }
    if (hours > 24) return "";
    end = i;
    return fmt::format("T{:02}:{:02}{}{}", hours, minute->number, seconds, zone);
  }

  std::vector<Piece> pieces_;
  DateOrder order_;
};

// Every date has a year of four digits: most texts that are no date are told by that alone.
bool has_four_digits(std::string_view text) {
  size_t run = 0;
  for (char c : text) {
    if (is_digit(c)) ++run;
    else if (run == 4) return true;
    else run = 0;
  }
  return run == 4;
}

}  // namespace

std::optional<DateFound> find_date(std::string_view text, DateOrder order) {
  return has_four_digits(text) ? DateReader(text, order).read(false) : std::nullopt;
}

bool is_date(std::string_view text) {
  if (!has_four_digits(text)) return false;
  const std::optional<DateFound> found = DateReader(text).read(true);
  return found && found->whole;
}

}  // namespace gleaner::value
