// The rows of both tables as they are compared: words as numbers, codes, measures, colours, squeezed titles.
//
// Records stand in an order of their own (by id, then content), so that nothing that follows depends on
// the order of rows. Words are ranks of their 64-bit hashes among all words of both tables: 32 bits
// each, the same whatever the order. Everything is held in flat arrays: about 500 bytes a record
// besides the table's own text. Cost: two passes over the texts (the second knows which neighbours are
// one word elsewhere), on all threads.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "match/fields.h"
#include "match/table.h"
#include "match/words.h"

namespace gleaner::match {

// Rows of values of different lengths in one array.
template <class T>
class Lists {
 public:
  void add(const std::vector<T>& values) {
    values_.insert(values_.end(), values.begin(), values.end());
    ends_.push_back(values_.size());
  }
  std::span<const T> operator[](size_t i) const {
    return {values_.data() + ends_[i], values_.data() + ends_[i + 1]};
  }
  std::span<T> edit(size_t i) { return {values_.data() + ends_[i], values_.data() + ends_[i + 1]}; }
  size_t size() const { return ends_.size() - 1; }
  std::vector<T>& values() { return values_; }

 private:
  std::vector<T> values_;
  std::vector<uint64_t> ends_ = {0};
};

// A word of a record: its number, whether it stands in the title, in other fields, or
// both, and whether it has a digit.
struct Token {
  static constexpr uint32_t kTitle = 1, kRest = 2, kDigit = 4;
  static constexpr int kBits = 3;
  uint32_t bits = 0;
  uint32_t word() const { return bits >> kBits; }
  bool in_title() const { return bits & kTitle; }
};

struct CodeText {
  uint32_t word = 0;  // its number, were it a word
  std::string_view text;
};

class Side {
 public:
  size_t size() const { return rows.size(); }
  std::vector<uint32_t> rows;  // of the table, in the order of records
  Lists<Token> tokens;         // by word
  Lists<char> titles;          // squeezed
  Lists<uint16_t> starts;      // where words begin in them
  Lists<uint32_t> code_words;
  Lists<char> code_texts;  // each ended by '\0'
  Lists<Measure> measures;
  Lists<uint32_t> numbers;                   // hashes of the numbers of the title, sorted
  std::vector<Lists<uint32_t>> short_words;  // of each short field, sorted
  std::vector<std::vector<float>> amounts;   // of each number field; NaN: none
  std::vector<uint32_t> colours, first_word;
  Lists<uint32_t> trigrams;  // slots of the title's letters of three, sorted, as often as they occur
  std::vector<float> all_norm, title_norm, title_sum, trigram_norm;  // of their weights

  std::string_view title(size_t i) const { return {titles[i].data(), titles[i].size()}; }
  void codes(size_t i, std::vector<CodeText>& out) const;
};

// The order of ids: whole numbers first, by size, then texts.
bool id_less(std::string_view a, std::string_view b);

class Records {
 public:
  // `right` null: one table, matched with itself. False: the budget of this thread ran out.
  static bool read(const Table& left, const Table* right, const Fields& fields, size_t jobs, Records& out);

  bool one_table = false;
  Side sides[2];  // [1] is empty where there is one table
  const Side& left() const { return sides[0]; }
  const Side& right() const { return sides[one_table ? 0 : 1]; }
  std::vector<uint32_t> in_left, in_right;  // how many records hold each word
  std::vector<float> weight, title_weight;  // idf of each word, among all words, among those of titles
  std::vector<char> digit;                  // whether a word has one
  std::vector<uint64_t> hashes;             // of the words, ascending
  std::vector<float> trigram_weight;        // idf of each among the titles, by trigram_slot
  double total() const { return double(sides[0].size() + sides[1].size()) + 1; }
  size_t words() const { return weight.size(); }
  // The number of a word, by the text as words.h gives it; kNoWord: no record has it.
  uint32_t word(std::string_view text) const;
  static constexpr uint32_t kNoWord = 0x1fffffff;

 private:
  void weigh();
};

// Letters of three, hashed into a table.
inline constexpr size_t kTrigramSlots = 1u << 20;
inline uint32_t trigram_slot(const char* at) {
  const uint32_t three = uint32_t(static_cast<unsigned char>(at[0])) << 16 |
                         uint32_t(static_cast<unsigned char>(at[1])) << 8 | static_cast<unsigned char>(at[2]);
  return (three * 2654435761u) >> 12;
}

}  // namespace gleaner::match
