#include "pattern/program.h"

#include <algorithm>

#include "base/text.h"

namespace gleaner::pattern {
namespace {

// Cheapest first.
constexpr Test kLate[] = {Test::length, Test::no_own_label, Test::own_label, Test::starts, Test::in_title,
                          Test::kind,   Test::shape,        Test::link,      Test::link_query};

// Conditions of lower order are known when one of higher order is tested.
int order_of(Test test) {
  const Test* at = std::find(std::begin(kLate), std::end(kLate), test);
  return at == std::end(kLate) ? 0 : int(at - std::begin(kLate)) + 1;
}

// The text a condition quotes from the page, if its test quotes one.
const std::string* quoted(const Condition& c) {
  if (!info(c.test).quotes) return nullptr;
  int texts = 0;
  for (const char* k = info(c.test).arguments; *k; ++k) {
    if (*k == 'T') return texts == 0 ? &c.a : &c.b;
    if (*k != 'n') ++texts;
  }
  return nullptr;
}

// "a/b/c": its hash, that of "b/c" and that of "c".
template <class Hash>
void add_ends(std::string_view path, Hash&& hash, std::vector<uint64_t>& into) {
  while (true) {
    into.push_back(hash(path));
    size_t slash = path.find('/');
    if (slash == std::string_view::npos) return;
    path.remove_prefix(slash + 1);
  }
}

// Tests that match.cc makes itself.
bool known(Test t) {
  switch (t) {
    case Test::text_number: case Test::text_from_end: case Test::text_count: case Test::child_count:
    case Test::after1: case Test::after2: case Test::after3: case Test::before: case Test::label: case Test::label_off:
    case Test::block: case Test::block_off: case Test::block_up: case Test::sibling: case Test::sibling_path:
    case Test::row: case Test::row_off: case Test::column: case Test::heading: case Test::section:
    case Test::data_path: case Test::data_place: case Test::data_key: case Test::data_keys: return true;
    default: return t <= Test::last3 || order_of(t) > 0;
  }
}

bool between(Test t, Test first, Test last) { return t >= first && t <= last; }

}  // namespace

void TextStarts::add(std::string_view plain) {
  if (plain.empty()) return;
  auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
  if (letter(plain[0])) pairs_[size_t(plain[0] - 'a') * 27 + (plain.size() > 1 && letter(plain[1]) ? size_t(plain[1] - 'a') + 1 : 0)] = true;
  else (has_letter(plain) ? other_letters_ : no_letters_) = true;
}

bool TextStarts::may_begin(std::string_view text, bool more_behind) const {
  for (size_t i = 0; i < text.size();) {
    if (is_alpha(text[i])) {
      size_t second = i + 1 < text.size() && is_alpha(text[i + 1]) ? size_t(to_lower(text[i + 1]) - 'a') + 1 : 0;
      return pairs_[size_t(to_lower(text[i]) - 'a') * 27 + second];
    }
    if (static_cast<unsigned char>(text[i]) < 0x80) {
      ++i;
      continue;
    }
    CodePoint point = code_point_at(text, i);
    if (is_letter(point.value)) return other_letters_;
    i += point.length;
  }
  return more_behind || no_letters_;
}

void Program::add_condition(const Condition& c, std::array<std::vector<uint64_t>, 5>& sets) {
  auto& [name_set, path_set, place_set, class_set, text_set] = sets;
  const Test t = c.test;
  if (t <= Test::below_tag) {
    name_set.push_back(hash_name(c.a));
    name_kinds[(size_t(t) - size_t(Test::own_id)) % 6] = true;
  } else if (between(t, Test::path1, Test::path4)) {
    add_ends(c.a, hash_path, path_set);
  } else if (between(t, Test::place1, Test::place4)) {
    add_ends(c.a, hash_place, place_set);
  } else if (between(t, Test::classes1, Test::classes4)) {
    add_ends(c.a, hash_class_path, class_set);
  } else if (t == Test::path_all || t == Test::place_all) {
    whole_steps |= bit(uint64_t(std::count(c.a.begin(), c.a.end(), '/')));
    std::string_view last = std::string_view(c.a).substr(c.a.rfind('/') + 1);
    whole_tags |= bit(hash_text(last.substr(0, last.find('['))));
  } else if (between(t, Test::nth0, Test::nth3)) {
    nth_tags[size_t(t) - size_t(Test::nth0)] |= bit(hash_text(c.a));
  } else if (between(t, Test::last0, Test::last3)) {
    last_tags[size_t(t) - size_t(Test::last0)] |= bit(hash_text(c.a));
  } else if (const std::string* text = quoted(c)) {
    text_set.push_back(hash_text(*text));
    starts.add(*text);
  } else if (t == Test::shape && !c.a.empty()) {
    // Words begin with a letter, whichever; digits with 9; all else stands for itself.
    for (int b = 0; b < 256; ++b) {
      bool same = is_alpha(c.a[0]) ? is_alpha(char(b)) : c.a[0] == '9' ? is_digit(char(b)) : c.a[0] == char(b);
      if (same) shape_starts[size_t(b)] = true;
    }
  }
}

Program::Program(const Plan& plan, const std::vector<const std::vector<ConditionId>*>& rules) {
  std::array<std::vector<uint64_t>, 5> sets;
  for (ConditionId id = 0; id < plan.size(); ++id) add_condition(plan.condition(id), sets);
  names = HashSet(sets[0]);
  paths = HashSet(sets[1]);
  places = HashSet(sets[2]);
  classes = HashSet(sets[3]);
  texts = HashSet(sets[4]);
  const TestSet& wanted = plan.tests();
  neighbours = wanted.any(Test::after1, Test::after2, Test::after3, Test::before, Test::label, Test::label_off, Test::heading,
                          Test::section);
  blocks = wanted.any(Test::block, Test::block_off, Test::block_up);
  siblings = wanted.any(Test::sibling, Test::sibling_path);
  rows = wanted.any(Test::row, Test::row_off, Test::column);
  own_texts = wanted.any(Test::text_number, Test::text_from_end, Test::text_count);
  // A test added later works from the first day, at the old speed.
  for (size_t t = 0; t < kTests; ++t)
    if (wanted.has(Test(t)) && !known(Test(t))) unknown.add(Test(t)), any_unknown = true;
  for (Test test : kLate) {
    if (!wanted.has(test)) continue;
    Late step{test, false, {}};
    for (const auto* rule : rules) {
      auto has = [&](ConditionId id) { return plan.condition(id).test == test; };
      if (std::none_of(rule->begin(), rule->end(), has)) continue;
      std::vector<ConditionId> before;
      for (ConditionId id : *rule)
        if (order_of(plan.condition(id).test) < order_of(test)) before.push_back(id);
      if (before.empty()) step.everywhere = true;
      else step.behind.push_back(std::move(before));
    }
    if (step.everywhere) step.behind.clear();
    std::sort(step.behind.begin(), step.behind.end());
    step.behind.erase(std::unique(step.behind.begin(), step.behind.end()), step.behind.end());
    late.push_back(std::move(step));
  }
}

}  // namespace gleaner::pattern
