// The one-pass scanner for AVP patterns; see avp.h.
#include "byexample/avp.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <functional>

#include "base/text.h"

namespace gleaner::byexample {
namespace {

constexpr uint32_t kBytesPerStep = 64;

// Bytes with which a term may begin.
void mark_first(const Term& term, bool line_begin, const std::function<void(unsigned char)>& mark) {
  switch (term.kind) {
    case Term::Kind::word:
    case Term::Kind::symbol: mark(static_cast<unsigned char>(term.text[0])); break;
    case Term::Kind::tag: mark('<'); break;
    case Term::Kind::number:
      for (char c = '0'; c <= '9'; ++c) mark(static_cast<unsigned char>(c));
      break;
    case Term::Kind::run:
      for (int c = 0; c < 256; ++c) mark(static_cast<unsigned char>(c));
      break;
    case Term::Kind::line:
      if (line_begin) break;  // found by line, not by byte
      mark('\n');
      mark('\r');
      break;
  }
}

// The second byte of a term, in both cases for tags; -1: anything.
int second_byte(const Term& term) {
  if (term.kind == Term::Kind::tag) return static_cast<unsigned char>(term.text[0]);
  if (term.kind == Term::Kind::number || term.kind == Term::Kind::run || term.text.size() < 2) return -1;
  return static_cast<unsigned char>(term.text[1]);
}

}  // namespace

bool AvpPattern::operator==(const AvpPattern& other) const {
  return attribute == other.attribute && left == other.left && right == other.right &&
         separators == other.separators && across == other.across && loose == other.loose &&
         slot == other.slot && tags == other.tags && lines == other.lines && trim_left == other.trim_left &&
         trim_right == other.trim_right;
}

void Occurrences::clear(size_t attributes) {
  of.resize(attributes);
  for (auto& list : of) list.clear();
  values.clear();
}

// Bytes at which something may begin. Few different ones (the usual case) are looked for sixteen bytes at a
// time.
class StopBytes {
 public:
  explicit StopBytes(const std::array<bool, 256>& stop) : stop_(stop) {
    for (int c = 0; c < 256; ++c)
      if (stop[size_t(c)]) bytes_.push_back(char(c));
  }

  // The first such byte in text[at, end), or end.
  uint32_t next(std::string_view text, uint32_t at, uint32_t end) const {
#ifdef __SSE2__
    if (bytes_.size() <= kFew) {
      __m128i wanted[kFew];
      for (size_t i = 0; i < bytes_.size(); ++i) wanted[i] = _mm_set1_epi8(bytes_[i]);
      for (; at + 16 <= end; at += 16) {
        const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
        __m128i hits = _mm_setzero_si128();
        for (size_t i = 0; i < bytes_.size(); ++i)
          hits = _mm_or_si128(hits, _mm_cmpeq_epi8(block, wanted[i]));
        if (const int mask = _mm_movemask_epi8(hits)) return at + uint32_t(__builtin_ctz(unsigned(mask)));
      }
    }
#endif
    while (at < end && !stop_[static_cast<unsigned char>(text[at])]) ++at;
    return at;
  }

 private:
  static constexpr size_t kFew = 8;
  std::array<bool, 256> stop_;
  std::vector<char> bytes_;
};

// An occurrence gives way to a later one that ends at the same right side.
struct Nearest {
  uint32_t right = kNowhere;
  size_t index = 0;  // in Occurrences::of[attribute]
};

struct Scanner::Work {
  std::string_view text;
  Occurrences* out;
  std::vector<Right> right;      // by pattern
  std::vector<uint32_t> taken;   // by pattern: end of its last run
  std::vector<Nearest> nearest;  // by pattern: its last occurrence
  uint32_t found = 0;
};

Scanner::Scanner(const std::vector<AvpPattern>& patterns, size_t attributes)
    : patterns_(patterns), attributes_(attributes), right_bytes_(patterns.size()) {
  for (uint32_t p = 0; p < patterns.size(); ++p) {
    for (uint32_t l = 0; l < patterns[p].left.size(); ++l) add_entry({p, l});
    right_bytes_[p].fill(false);
    auto mark = [&](unsigned char c) { right_bytes_[p][c] = true; };
    for (const Terms& terms : patterns[p].right) mark_first(terms[0], false, mark);
    for (const Terms& terms : patterns[p].separators) mark_first(terms[0], false, mark);
  }
}

void Scanner::add_entry(const Entry& entry) {
  const Term& term = patterns_[entry.pattern].left[entry.left][0];
  if (term.kind == Term::Kind::line) {
    line_entries_.push_back(entry);
    return;
  }
  const size_t group = entries_.size() / 64;
  const uint64_t bit = uint64_t{1} << (entries_.size() % 64);
  if (first_.size() <= group) {
    first_.emplace_back().fill(0);
    second_.emplace_back().fill(0);
  }
  mark_first(term, true, [&](unsigned char c) {
    first_[group][c] |= bit;
    any_[c] = true;
  });
  const int second = second_byte(term);
  for (int c = 0; c < 256; ++c)
    if (second < 0 || c == second || (term.kind == Term::Kind::tag && to_lower(char(c)) == char(second)))
      second_[group][size_t(c)] |= bit;
  entries_.push_back(entry);
}

bool Scanner::scan(std::string_view text, uint32_t from, Occurrences& out, Budget& budget,
                   std::optional<std::chrono::milliseconds> time) const {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point until = Clock::now() + time.value_or(std::chrono::milliseconds(0));
  out.clear(attributes_);
  Work work{text, &out, std::vector<Right>(patterns_.size()), std::vector<uint32_t>(patterns_.size(), 0),
            std::vector<Nearest>(patterns_.size())};
  const uint32_t size = uint32_t(text.size());
  bool within = true;
  auto at_line = [&](uint32_t at) {
    for (const Entry& entry : line_entries_) try_entry(entry, at, work);
  };
  if (from == 0 || (from <= size && text[from - 1] == '\n')) at_line(from);
  std::array<bool, 256> stop_bytes = any_;
  if (!line_entries_.empty()) stop_bytes['\n'] = true;
  const StopBytes stops(stop_bytes);
  constexpr uint32_t kBlock = 1 << 14;  // the budget is asked once a block
  for (uint32_t block = from; block < size && within; block += kBlock) {
    const uint32_t end = size - block > kBlock ? block + kBlock : size;
    const uint32_t found = work.found;
    for (uint32_t at = stops.next(text, block, end); at < end; at = stops.next(text, at + 1, end)) {
      const auto c = static_cast<unsigned char>(text[at]);
      const auto next = static_cast<unsigned char>(at + 1 < size ? text[at + 1] : 0);
      for (size_t group = 0; group < first_.size(); ++group)
        for (uint64_t bits = first_[group][c] & second_[group][next]; bits; bits &= bits - 1)
          try_entry(entries_[group * 64 + size_t(__builtin_ctzll(bits))], at, work);
      if (c == '\n') at_line(at + 1);
    }
    within = budget.spend_steps((end - block) / kBytesPerStep + (work.found - found)) &&
             !(time && Clock::now() > until);
  }
  const auto before = [](const Occurrence& a, const Occurrence& b) {
    return a.left_begin != b.left_begin ? a.left_begin < b.left_begin : a.value.end < b.value.end;
  };
  for (auto& list : out.of)
    if (!std::ranges::is_sorted(list, before)) std::ranges::stable_sort(list, before);
  return within;
}

void Scanner::try_entry(const Entry& entry, uint32_t at, Work& work) const {
  const AvpPattern& pattern = patterns_[entry.pattern];
  if (!pattern.separators.empty() && at < work.taken[entry.pattern]) return;
  uint32_t begin = match_terms(work.text, at, pattern.left[entry.left], pattern.across, true);
  if (begin == kNowhere) return;
  const uint32_t first = uint32_t(work.out->values.size());
  Occurrence made{at, {}, 0, entry.pattern, first, 0};
  const bool wide = pattern.across || pattern.lines;
  while (true) {
    if (pattern.trim_left) begin = skip_blank(work.text, begin, wide);
    if (!find_right(entry.pattern, begin, work)) break;
    const Right& right = work.right[entry.pattern];
    uint32_t end = right.at;
    if (pattern.trim_right)
      while (end > begin && is_space(work.text[end - 1])) --end;
    work.out->values.push_back({begin, end});
    ++made.count;
    made.right_end = right.end;
    if (right.which < pattern.right.size() || right.end <= begin) break;
    begin = right.end;
  }
  if (made.count == 0) return;
  made.value = {work.out->values[first].begin, work.out->values.back().end};
  work.taken[entry.pattern] = std::max(made.value.end, at + 1);
  work.found += made.count;
  auto& list = work.out->of[pattern.attribute];
  Nearest& nearest = work.nearest[entry.pattern];
  const uint32_t stop = work.right[entry.pattern].at;
  if (pattern.separators.empty() && nearest.right == stop &&
      list[nearest.index].value.begin <= made.value.begin) {
    work.out->values[list[nearest.index].first] = made.value;
    work.out->values.pop_back();
    made.first = list[nearest.index].first;
    list[nearest.index] = made;
    return;
  }
  nearest = {stop, list.size()};
  list.push_back(made);
}

// Remembers where the nearest right side stands for questions at or after `from`.
bool Scanner::find_right(uint32_t index, uint32_t from, Work& work) const {
  const AvpPattern& pattern = patterns_[index];
  Right& right = work.right[index];
  if (right.from <= from && from <= right.upto) return right.at != kNowhere;
  const auto& bytes = right_bytes_[index];
  const std::string_view text = work.text;
  auto matches = [&](uint32_t at) {
    for (uint32_t s = 0; s < pattern.separators.size(); ++s) {
      right.end = match_terms(text, at, pattern.separators[s], true, false);
      if (right.end != kNowhere) return right.which = uint32_t(pattern.right.size()) + s, true;
    }
    for (uint32_t r = 0; r < pattern.right.size(); ++r) {
      right.end = match_terms(text, at, pattern.right[r], pattern.across, false);
      if (right.end != kNowhere) return right.which = r, true;
    }
    return false;
  };
  right.from = from;
  right.at = kNowhere;
  uint32_t at = from;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (bytes[static_cast<unsigned char>(c)] && matches(at)) {
      right.at = at;
      break;
    }
    if (c == '<' && !pattern.tags) break;
    if (c == '\n' && !pattern.lines) break;
  }
  if (at == text.size() && bytes['\n'] && matches(at)) right.at = at;
  right.upto = std::min(at, uint32_t(text.size()));
  return right.at != kNowhere;
}

}  // namespace gleaner::byexample
