// See records.h.
#include "match/records.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/lists.h"
#include "base/text.h"
#include "match/batches.h"
#include "match/settings.h"

namespace gleaner::match {
namespace {

constexpr size_t kMaxJoined = 3;  // neighbours that may be one word elsewhere: "rs 130", "dsc w 300"
constexpr size_t kMinJoinedSize = 4;

// Numbers for 64-bit hashes in the order they come, and afterwards their ranks. Open addressing, 12 bytes a
// slot: millions of words without a string being kept.
class HashRanks {
 public:
  HashRanks() : keys_(1024, 0), numbers_(1024, 0) {}

  // The number of a hash, a new one if it is new.
  uint32_t insert(uint64_t hash) {
    if (!hash) hash = 1;  // 0 marks an empty slot
    if ((hashes_.size() + 1) * 2 > keys_.size()) grow();
    size_t at = slot(hash);
    if (!keys_[at]) {
      keys_[at] = hash;
      numbers_[at] = uint32_t(hashes_.size());
      hashes_.push_back(hash);
    }
    return numbers_[at];
  }
  size_t size() const { return hashes_.size(); }

  std::vector<uint64_t> sorted() const {
    std::vector<uint64_t> out = hashes_;
    std::ranges::sort(out);
    return out;
  }
  // By number: the rank of its hash.
  std::vector<uint32_t> ranks() const {
    std::vector<uint32_t> order(hashes_.size()), rank(hashes_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, [&](uint32_t a, uint32_t b) { return hashes_[a] < hashes_[b]; });
    for (size_t i = 0; i < order.size(); ++i) rank[order[i]] = uint32_t(i);
    return rank;
  }

 private:
  size_t slot(uint64_t hash) const {
    size_t at = (hash * 0x9e3779b97f4a7c15ull) >> 20 & (keys_.size() - 1);
    while (keys_[at] && keys_[at] != hash) at = (at + 1) & (keys_.size() - 1);
    return at;
  }
  void grow() {
    keys_.assign(keys_.size() * 2, 0);
    numbers_.assign(keys_.size(), 0);
    for (size_t i = 0; i < hashes_.size(); ++i) {
      const size_t at = slot(hashes_[i]);
      keys_[at] = hashes_[i];
      numbers_[at] = uint32_t(i);
    }
  }

  std::vector<uint64_t> keys_, hashes_;
  std::vector<uint32_t> numbers_;
};

// Order of rows: by id, then by all cells, then as they stand.
std::vector<uint32_t> ordered_rows(const Table& table) {
  std::vector<uint32_t> rows(table.rows());
  std::iota(rows.begin(), rows.end(), 0u);
  const size_t id = table.id_column(), columns = table.columns().size();
  std::ranges::stable_sort(rows, [&](uint32_t a, uint32_t b) {
    if (id != Table::npos && table.cell(a, id) != table.cell(b, id))
      return id_less(table.cell(a, id), table.cell(b, id));
    for (size_t i = 0; i < columns; ++i)
      if (const int c = table.cell(a, i).compare(table.cell(b, i))) return c < 0;
    return false;
  });
  return rows;
}

struct Columns {  // of one side
  const Table& table;
  const Fields& fields;
  bool right;
  size_t of(const Field& field) const { return right ? field.right : field.left; }
  std::string cell(size_t row, const Field& field, size_t most) const {
    return fold(table.cell(row, of(field)).substr(0, most));
  }
  std::string title(size_t row) const {
    std::string out;
    for (const Field& field : fields.all)
      if ((field.kind == FieldKind::title || field.in_title) && out.size() < kMaxCell)
        out += (out.empty() ? "" : " ") + cell(row, field, kMaxTitle);
    return out;
  }
};

// What one row gives, words still as hashes.
struct Draft {
  std::vector<std::pair<uint64_t, uint32_t>> tokens;
  std::vector<char> title, code_texts;
  std::vector<uint16_t> starts;
  std::vector<uint64_t> code_words;
  std::vector<Measure> measures;
  std::vector<uint32_t> numbers;
  std::vector<std::vector<uint64_t>> short_words;
  std::vector<float> amounts;
  uint32_t colours = 0;
  uint64_t first_word = 0;
};

// Numbers of a word that is no measure: "2.0" and "2" are one, "v3" is 3.
void add_numbers(std::string_view word, std::vector<uint32_t>& out) {
  for (size_t at = 0; at < word.size();) {
    size_t end = at;
    while (end < word.size() && (is_digit(word[end]) || (end > at && word[end] == '.'))) ++end;
    if (end == at) {
      ++at;
      continue;
    }
    std::string_view number = word.substr(at, end - at);
    while (number.size() > 1 && number[0] == '0') number.remove_prefix(1);
    if (number.find('.') != std::string_view::npos) {
      while (number.size() > 1 && number.back() == '0') number.remove_suffix(1);
      while (number.size() > 1 && number.back() == '.') number.remove_suffix(1);
    }
    out.push_back(uint32_t(hash_of(number)));
    at = end;
  }
}

class Reader {
 public:
  Reader(const Columns& columns, const std::vector<uint64_t>& known) : columns_(columns), known_(known) {}

  Draft read(size_t row) {
    Draft draft;
    read_title(columns_.title(row), draft);
    for (const Field& field : columns_.fields.all) {
      if (field.kind == FieldKind::number) read_number(row, field, draft);
      else if (field.kind != FieldKind::title) read_rest(row, field, draft);
    }
    merge(draft.tokens);
    sort_unique(draft.numbers);
    return draft;
  }

 private:
  void read_title(const std::string& text, Draft& draft) {
    std::vector<std::string> words;
    for (const std::string& chunk : chunks(text)) {
      const std::string whole = squeeze(chunk);
      const bool measure = measure_of(chunk).has_value();
      const std::string compared = plain_word(chunk);
      add_token(compared, Token::kTitle, draft);
      if (!measure && is_code(whole)) add_code(whole, compared, draft);
      for (const std::string& word : words_of(chunk)) words.push_back(word);
    }
    std::vector<std::string> plain;
    for (const std::string& word : words) {
      plain.push_back(squeeze(word));
      draft.starts.push_back(uint16_t(draft.title.size()));
      draft.title.insert(draft.title.end(), plain.back().begin(), plain.back().end());
      add_word(word, plain_word(word), Token::kTitle, draft);
      if (!measure_of(word)) add_numbers(word, draft.numbers);
    }
    if (!words.empty()) draft.first_word = hash_of(plain_word(words[0]));
    for (size_t i = 0; i < plain.size(); ++i) {
      std::string joined = plain[i];
      for (size_t n = 1; n < kMaxJoined && i + n < plain.size(); ++n) {
        joined += plain[i + n];
        if (joined.size() >= kMinJoinedSize &&
            std::binary_search(known_.begin(), known_.end(), hash_of(joined)))
          add_token(joined, Token::kTitle, draft);
      }
    }
  }

  void read_rest(size_t row, const Field& field, Draft& draft) {
    std::vector<uint64_t> own;
    for (const std::string& chunk : chunks(columns_.cell(row, field, kMaxCell))) {
      const std::string whole = squeeze(chunk);
      const std::string compared = plain_word(chunk);
      if (!field.in_title) add_token(compared, Token::kRest, draft);
      if (field.kind == FieldKind::short_text && is_code(whole) && !measure_of(chunk) &&
          std::ranges::any_of(whole, is_alpha))
        add_code(whole, compared, draft);
      for (const std::string& word : words_of(chunk)) {
        const std::string plain = plain_word(word);
        own.push_back(hash_of(plain));
        if (!field.in_title) add_word(word, plain, Token::kRest, draft);
      }
    }
    if (field.kind != FieldKind::short_text) return;
    sort_unique(own);
    draft.short_words.push_back(std::move(own));
  }

  void read_number(size_t row, const Field& field, Draft& draft) {
    const auto number = number_in(columns_.table.cell(row, columns_.of(field)).substr(0, kMaxCell));
    draft.amounts.push_back(number ? float(*number) : NAN);
  }

  static void add_token(const std::string& word, uint32_t where, Draft& draft) {
    const bool digit = std::ranges::any_of(word, is_digit);
    draft.tokens.emplace_back(hash_of(word), where | (digit ? Token::kDigit : 0));
  }

  static void add_word(const std::string& word, const std::string& plain, uint32_t where, Draft& draft) {
    add_token(plain, where, draft);
    if (auto measure = measure_of(word)) {
      if (word != plain) add_token(word, where, draft);  // 13.6mp, not only 136mp
      measure->in_title = where == Token::kTitle;
      draft.measures.push_back(*measure);
    }
    draft.colours |= colour_of(word);
  }

  static void add_code(const std::string& code, const std::string& compared, Draft& draft) {
    const uint64_t hash = hash_of(compared);
    if (contains(draft.code_words, hash)) return;
    draft.code_words.push_back(hash);
    draft.code_texts.insert(draft.code_texts.end(), code.begin(), code.end());
    draft.code_texts.push_back('\0');
  }

  static void merge(std::vector<std::pair<uint64_t, uint32_t>>& tokens) {
    std::ranges::sort(tokens);
    size_t kept = 0;
    for (size_t i = 0; i < tokens.size(); ++i) {
      if (kept && tokens[kept - 1].first == tokens[i].first) tokens[kept - 1].second |= tokens[i].second;
      else tokens[kept++] = tokens[i];
    }
    tokens.resize(kept);
  }

  Columns columns_;
  const std::vector<uint64_t>& known_;
};

// Hashes of the chunks of all titles: what neighbours of other titles may be joined to.
bool title_chunks(const Columns& columns, const std::vector<uint32_t>& rows, size_t jobs, HashRanks& into) {
  return in_batches(
      rows.size(), kRecordBatch, jobs,
      [&](size_t from, size_t to) {
        std::vector<uint64_t> found;
        for (size_t i = from; i < to; ++i)
          for (const std::string& chunk : chunks(columns.title(rows[i])))
            found.push_back(hash_of(squeeze(chunk)));
        sort_unique(found);
        return found;
      },
      [&](const std::vector<uint64_t>& found) {
        for (uint64_t hash : found) into.insert(hash);
      });
}

void take(const Draft& draft, HashRanks& words, Side& side) {
  std::vector<Token> tokens;
  for (const auto& [hash, where] : draft.tokens)
    tokens.push_back({words.insert(hash) << Token::kBits | where});
  side.tokens.add(tokens);
  side.titles.add(draft.title);
  side.starts.add(draft.starts);
  std::vector<uint32_t> numbers;
  const auto numbered = [&](const std::vector<uint64_t>& hashes) {
    numbers.clear();
    for (uint64_t hash : hashes) numbers.push_back(words.insert(hash));
    return numbers;
  };
  side.code_words.add(numbered(draft.code_words));
  side.code_texts.add(draft.code_texts);
  side.measures.add(draft.measures);
  side.numbers.add(draft.numbers);
  side.short_words.resize(draft.short_words.size());
  for (size_t i = 0; i < draft.short_words.size(); ++i)
    side.short_words[i].add(numbered(draft.short_words[i]));
  side.amounts.resize(draft.amounts.size());
  for (size_t i = 0; i < draft.amounts.size(); ++i) side.amounts[i].push_back(draft.amounts[i]);
  side.colours.push_back(draft.colours);
  side.first_word.push_back(draft.first_word ? words.insert(draft.first_word) : Records::kNoWord);
}

bool read_side(const Columns& columns, const std::vector<uint64_t>& known, size_t jobs, HashRanks& words,
               Side& side) {
  return in_batches(
      side.rows.size(), kRecordBatch, jobs,
      [&](size_t from, size_t to) {
        std::vector<Draft> drafts;
        Reader reader(columns, known);
        for (size_t i = from; i < to; ++i) drafts.push_back(reader.read(side.rows[i]));
        return drafts;
      },
      [&](const std::vector<Draft>& drafts) {
        for (const Draft& draft : drafts) take(draft, words, side);
      });
}

// From the order in which words came up to the order of their hashes.
void renumber(Side& side, const std::vector<uint32_t>& rank) {
  constexpr uint32_t kWhere = (1u << Token::kBits) - 1;
  for (Token& token : side.tokens.values())
    token.bits = rank[token.word()] << Token::kBits | (token.bits & kWhere);
  for (size_t i = 0; i < side.size(); ++i) {
    auto own = side.tokens.edit(i);
    std::ranges::sort(own, [](Token a, Token b) { return a.bits < b.bits; });
  }
  for (uint32_t& word : side.code_words.values()) word = rank[word];
  for (Lists<uint32_t>& field : side.short_words) {
    for (uint32_t& word : field.values()) word = rank[word];
    for (size_t i = 0; i < side.size(); ++i) {
      auto own = field.edit(i);
      std::ranges::sort(own);
    }
  }
  for (uint32_t& word : side.first_word)
    if (word != Records::kNoWord) word = rank[word];
}

}  // namespace

bool id_less(std::string_view a, std::string_view b) {
  const bool wa = is_all_digits(a), wb = is_all_digits(b);
  if (wa != wb) return wa;
  return wa && a.size() != b.size() ? a.size() < b.size() : a < b;
}

void Side::codes(size_t i, std::vector<CodeText>& out) const {
  out.clear();
  const char* at = code_texts[i].data();
  for (uint32_t word : code_words[i]) {
    out.push_back({word, at});
    at += out.back().text.size() + 1;
  }
}

uint32_t Records::word(std::string_view text) const {
  const auto at = std::lower_bound(hashes.begin(), hashes.end(), hash_of(text));
  return at != hashes.end() && *at == hash_of(text) ? uint32_t(at - hashes.begin()) : kNoWord;
}

void Records::weigh() {
  std::vector<uint32_t> titles(in_left.size(), 0);
  digit.assign(in_left.size(), 0);
  std::vector<uint32_t> own, trigrams(kTrigramSlots, 0);
  for (int s = 0; s < 2; ++s)
    for (size_t i = 0; i < sides[s].size(); ++i) {
      for (Token token : sides[s].tokens[i]) {
        ++(s ? in_right : in_left)[token.word()];
        titles[token.word()] += token.in_title();
        digit[token.word()] |= char((token.bits & Token::kDigit) != 0);
      }
      const std::string_view title = sides[s].title(i);
      own.clear();
      for (size_t at = 0; at + 3 <= title.size(); ++at) own.push_back(trigram_slot(title.data() + at));
      std::ranges::sort(own);
      sides[s].trigrams.add(own);
      for (size_t at = 0; at < own.size(); ++at) trigrams[own[at]] += !at || own[at] != own[at - 1];
    }
  trigram_weight.assign(kTrigramSlots, float(std::log(total())));
  for (size_t slot = 0; slot < kTrigramSlots; ++slot)
    if (trigrams[slot] > 1) trigram_weight[slot] = float(std::log(total() / trigrams[slot]));
  if (one_table) in_right = in_left;
  for (size_t w = 0; w < in_left.size(); ++w) {
    const uint32_t held = one_table ? in_left[w] : in_left[w] + in_right[w];
    weight.push_back(held ? float(std::log(total() / held)) : 1);
    title_weight.push_back(titles[w] ? float(std::log(total() / titles[w])) : 0);
  }
  for (Side& side : sides)
    for (size_t i = 0; i < side.size(); ++i) {
      double all = 0, title = 0, sum = 0;
      for (Token token : side.tokens[i]) {
        const double w = weight[token.word()], t = title_weight[token.word()];
        all += w * w;
        if (token.in_title()) title += t * t, sum += t;
      }
      side.all_norm.push_back(all > 0 ? float(std::sqrt(all)) : 1);
      side.title_norm.push_back(title > 0 ? float(std::sqrt(title)) : 1);
      side.title_sum.push_back(sum > 0 ? float(sum) : 1);
      double letters = 0;
      const auto slots = side.trigrams[i];
      for (size_t at = 0, next = 0; at < slots.size(); at = next) {
        while (next < slots.size() && slots[next] == slots[at]) ++next;
        const double w = double(next - at) * trigram_weight[slots[at]];
        letters += w * w;
      }
      side.trigram_norm.push_back(letters > 0 ? float(std::sqrt(letters)) : 1);
    }
}

bool Records::read(const Table& left, const Table* right, const Fields& fields, size_t jobs, Records& out) {
  out.one_table = !right;
  const Table* tables[2] = {&left, right};
  HashRanks known, words;
  for (int s = 0; s < 2; ++s) {
    if (!tables[s]) continue;
    out.sides[s].rows = ordered_rows(*tables[s]);
    if (!title_chunks({*tables[s], fields, s == 1}, out.sides[s].rows, jobs, known)) return false;
  }
  const std::vector<uint64_t> chunk_hashes = known.sorted();
  for (int s = 0; s < 2; ++s)
    if (tables[s] && !read_side({*tables[s], fields, s == 1}, chunk_hashes, jobs, words, out.sides[s]))
      return false;
  const std::vector<uint32_t> rank = words.ranks();
  for (Side& side : out.sides) renumber(side, rank);
  out.hashes = words.sorted();
  out.in_left.assign(rank.size(), 0);
  out.in_right.assign(rank.size(), 0);
  out.weigh();
  return true;
}

}  // namespace gleaner::match
