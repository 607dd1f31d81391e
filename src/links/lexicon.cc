// See lexicon.h. A word ending in ~ stands for all words that begin so; words of scripts without blanks are
// looked for anywhere.
#include "links/lexicon.h"

#include <array>
#include <vector>

#include "base/text.h"
#include "base/unicode.h"

namespace gleaner::links {
namespace {

constexpr std::array<std::string_view, kCues> kWords = {
    // next
    "next nxt nextpage weiter nächste~ naechste~ nachste~ vorwärts siguiente~ próxim~ proxim~ seguinte~ "
    "avançar suivant~ successiv~ avanti seguent~ volgende~ след следующ~ вперед вперёд далее туда dalej "
    "następn~ nastepn~ další dalsi ďalši~ nästa neste næste seuraava~ sonraki ileri επόμεν~ επομεν~ tiếp sau "
    "berikut~ selanjut~ التالي~ التالى بعدی بعد הבא~ următo~ urmato~ înainte következő~ следващ~ sljedeć~ "
    "naslednj~ наступн~ далі próx পরবর্তী अगला अगले forward",
    // prev
    "prev previous prior back zurück vorherige~ vorige~ anterior~ précédent~ precedent~ indietro пред "
    "предыдущ~ назад сюда poprzedni~ wstecz předchozí predchoz~ föregående forrige edellin~ önceki geri "
    "προηγούμεν~ προηγουμεν~ trước sebelum~ السابق~ قبلی קודם הקודם~ înapoi előző~ предишн~ prethodn~ "
    "prejšnj~ попередн~ ant পূর্ববর্তী पिछला पिछले",
    // first
    "first erste~ primer~ première~ premier~ prima prime primo первая первую первой начало pierwsz~ eerste "
    "inicio início start ilk först πρώτη awal الأولى اول første",
    // last
    "last end letzte~ últim~ ultim~ dernier~ dernière~ fin последн~ конец ostatni~ laatste~ final~ sonuncu "
    "τελευταία akhir الأخيرة آخر poslední sista siste sidste",
    // older
    "older старые earlier antig~ anciens ältere~ starsze oudere ouder",
    // newer
    "newer newest новые neuere~ nowsze recentes récents recientes nieuwere nieuwer",
};
constexpr std::array<std::string_view, kCues> kAnywhere = {
    "次 下一 下页 下頁 다음 后一页 後一頁 ถัดไป",
    "前の 前へ 前 上一 上页 上頁 이전 ก่อนหน้า",
    "首页 首頁 最初 第一页 第一頁 처음",
    "最後 最后 末页 末頁 尾页 尾頁 마지막",
    "古い 以前 過去",
    "新しい",
};

struct Word {
  std::string_view text;
  Cue cue;
  bool open = false;  // may go on
};

// By first byte, so that a word of a link is compared with few.
struct Table {
  std::array<std::vector<Word>, 256> by_byte;
  std::vector<Word> anywhere;
  Table() {
    for (int c = 0; c < kCues; ++c) {
      for (std::string_view word : words(kWords[c])) {
        Word one{word, Cue(c)};
        if (word.ends_with('~')) one.open = true, one.text.remove_suffix(1);
        by_byte[uint8_t(word[0])].push_back(one);
      }
      for (std::string_view word : words(kAnywhere[c])) anywhere.push_back({word, Cue(c)});
    }
  }
};

const Table& table() {
  static const Table kTable;
  return kTable;
}

}  // namespace

std::string fold(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    at += c.length;
    if (c.value == 0x200E || c.value == 0x200F || c.value == 0xAD || c.value == 0xFEFF) continue;
    if (c.value == 0x2026) out += "...";
    else append_utf8(out, lower(c.value));
  }
  return collapse(out);
}

uint32_t cues_of(std::string_view folded) {
  uint32_t found = 0;
  bool in_word = false, other_script = false;
  for (size_t at = 0; at < folded.size();) {
    const CodePoint c = code_point_at(folded, at);
    const bool letter = is_letter(c.value);
    other_script |= c.value >= 0xE00;
    if (letter && !in_word) {
      for (const Word& word : table().by_byte[uint8_t(folded[at])]) {
        if (!folded.substr(at).starts_with(word.text)) continue;
        const size_t end = at + word.text.size();
        if (word.open || end == folded.size() || !is_letter(code_point_at(folded, end).value))
          found |= 1u << unsigned(word.cue);
      }
    }
    in_word = letter;
    at += c.length;
  }
  if (other_script)
    for (const Word& word : table().anywhere)
      if (folded.find(word.text) != std::string_view::npos) found |= 1u << unsigned(word.cue);
  return found;
}

Arrow arrow_of(std::string_view folded) {
  std::string drawn;  // what is left without words and punctuation
  for (size_t at = 0; at < folded.size();) {
    const CodePoint c = code_point_at(folded, at);
    const bool other =
        is_letter(c.value) ||
        (c.value < 0x80 && (is_digit(char(c.value)) || c.value == '_' ||
                            std::string_view(" .,:;()[]&-").find(char(c.value)) != std::string_view::npos));
    if (!other) drawn += folded.substr(at, c.length);
    at += c.length;
  }
  if (drawn.empty()) return Arrow::none;
  const auto one_of = [&](std::string_view list) {
    for (std::string_view word : words(list))
      if (word == drawn) return true;
    return false;
  };
  if (one_of("> › → ▶ ► ❯ ⟩ ⇒ ➔ ➜ ⟶ ▸ ⯈")) return Arrow::next;
  if (one_of("< ‹ ← ◀ ◄ ❮ ⟨ ⇐ ⟵ ◂ ⯇")) return Arrow::prev;
  if (one_of("» >> ›› ⟫ ⏩ ≫ >| »» ⇥ »| >>| |> ⏭ ▶▶ ►► ›| >>>")) return Arrow::far_next;
  if (one_of("« << ‹‹ ⟪ ⏪ ≪ |< «« ⇤ |« |<< <| ⏮ ◀◀ ◄◄ |‹ <<<")) return Arrow::far_prev;
  return Arrow::none;
}

std::optional<uint32_t> number_of(std::string_view folded) {
  constexpr std::string_view kBefore = "[(|-.:# ", kAfter = "])|-.:, ";
  constexpr size_t kMostDigits = 5, kLongest = 24;
  if (folded.empty() || folded.size() > kLongest) return {};
  const auto drop_before = [&] {
    while (!folded.empty() && (kBefore.find(folded[0]) != std::string_view::npos || folded.starts_with("·")))
      folded.remove_prefix(folded.starts_with("·") ? 2 : 1);
  };
  drop_before();
  for (std::string_view word : {"page", "seite", "стр.", "стр", "página", "pagina"})
    if (folded.starts_with(word)) {
      folded.remove_prefix(word.size());
      break;
    }
  drop_before();
  while (!folded.empty() && (kAfter.find(folded.back()) != std::string_view::npos || folded.ends_with("·")))
    folded.remove_suffix(folded.ends_with("·") ? 2 : 1);
  if (folded.ends_with(" last")) folded.remove_suffix(5);
  std::string digits;
  for (size_t i = 0; i < folded.size(); ++i) {
    const bool thousands =
        (folded[i] == ',' || folded[i] == '.' || folded[i] == ' ') && i && i <= 3 && folded.size() == i + 4;
    if (is_digit(folded[i])) digits += folded[i];
    else if (!thousands) return {};
  }
  if (digits.empty() || digits.size() > kMostDigits + 1) return {};
  if (digits.size() == folded.size() && digits.size() > kMostDigits) return {};
  return uint32_t(std::stoul(digits));
}

bool names_page(std::string_view folded) {
  for (std::string_view word : {"seite", "стр", "página", "ページ", "页"})
    if (folded.find(word) != std::string_view::npos) return true;
  for (size_t at = folded.find("page"); at != std::string_view::npos; at = folded.find("page", at + 1)) {
    size_t end = at + 4;
    if (end < folded.size() && folded[end] == 's') ++end;
    if ((!at || !is_alpha(folded[at - 1])) && (end == folded.size() || !is_alpha(folded[end]))) return true;
  }
  return false;
}

bool has_word(std::string_view folded) {
  for (size_t at = 0; at < folded.size();) {
    const CodePoint c = code_point_at(folded, at);
    if (is_letter(c.value) || (c.value < 0x80 && is_digit(char(c.value)))) return true;
    at += c.length;
  }
  return false;
}

}  // namespace gleaner::links
