// See program.h. The choice of anchors, and what a filter keeps of conditions.
#include "pattern/match/program.h"

#include <algorithm>

#include "base/contains.h"
#include "base/text.h"
#include "base/unicode.h"
#include "pattern/weights.h"

namespace gleaner::pattern {
namespace {

// Tests of the text itself, cheapest first.
constexpr Test kOfText[] = {Test::length, Test::no_own_label, Test::own_label,
                            Test::starts, Test::in_title,     Test::kind,
                            Test::shape,  Test::link,         Test::link_query};

bool of_text(Test test) { return contains(kOfText, test); }

bool between(Test t, Test first, Test last) { return t >= first && t <= last; }

// What finding a condition's candidates costs when they were counted on a page: all
// of them are looked at closely.
double burden(const Condition& c, uint32_t count) {
  return 1 + count + (of_text(c.test) ? weights::kOfTextBurden : 0);
}

// The same by experience, without a page.
double burden(const Condition& c) {
  if (c.a.empty() && (c.test == Test::row || c.test == Test::row_off)) return 90;
  if (c.a.empty() && c.test == Test::starts) return 300;
  if (c.test == Test::in_title) return c.a == "eq" ? 15 : c.a == "in" ? 40 : 300;
  return info(c.test).burden;
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
bool known(Test t) { return t < Test::attr; }

// Chooses conditions of which every rule has one, greedily by how many rules they serve for their burden;
// then gives up the heaviest while no group loses more weight than it may.
class Cover {
 public:
  Cover(const Plan& plan, const std::vector<RuleGroup>& groups, const std::vector<uint32_t>& counts)
      : plan_(plan), rules_of_(plan.size()), burden_(plan.size()) {
    for (uint32_t g = 0; g < groups.size(); ++g) {
      double total = 0;
      for (double w : groups[g].weights) total += w;
      may_lose_.push_back(groups[g].weights.empty() ? 0 : weights::kOpen * total);
      for (uint32_t r = 0; r < groups[g].rules.size(); ++r) {
        for (ConditionId id : *groups[g].rules[r]) rules_of_[id].push_back(uint32_t(rules_.size()));
        rules_.push_back({groups[g].rules[r], g, groups[g].weights.empty() ? 1 : groups[g].weights[r], 0});
      }
    }
    for (ConditionId id = 0; id < plan.size(); ++id)
      burden_[id] = counts.empty() ? burden(plan.condition(id)) : burden(plan.condition(id), counts[id]);
    choose();
    give_up();
  }

  const std::vector<ConditionId>& anchors() const { return anchors_; }
  bool open(size_t rule) const { return rules_[rule].anchors == 0; }
  // Anchors that were given up and that open rules of the group had.
  std::vector<ConditionId> rest(uint32_t group) const {
    std::vector<ConditionId> out;
    for (ConditionId id : given_up_) {
      auto lost = [&](uint32_t r) { return rules_[r].group == group && rules_[r].anchors == 0; };
      if (std::ranges::any_of(rules_of_[id], lost)) out.push_back(id);
    }
    return out;
  }

 private:
  struct Served {
    const std::vector<ConditionId>* conditions;
    uint32_t group;
    double weight;
    uint32_t anchors;  // that it has
  };

  void choose() {
    std::vector<uint32_t> serves(plan_.size(), 0);
    for (ConditionId id = 0; id < plan_.size(); ++id) serves[id] = uint32_t(rules_of_[id].size());
    while (true) {
      ConditionId best = Plan::kNone;
      for (ConditionId id = 0; id < plan_.size(); ++id)
        if (serves[id] && (best == Plan::kNone || serves[id] * burden_[best] > serves[best] * burden_[id]))
          best = id;
      if (best == Plan::kNone) return;
      anchors_.push_back(best);
      for (uint32_t r : rules_of_[best])
        if (rules_[r].anchors++ == 0)
          for (ConditionId id : *rules_[r].conditions) --serves[id];
    }
  }

  void give_up() {
    std::ranges::stable_sort(anchors_, [&](ConditionId a, ConditionId b) { return burden_[a] > burden_[b]; });
    std::vector<double> lost(may_lose_.size());
    std::erase_if(anchors_, [&](ConditionId id) {
      std::ranges::fill(lost, 0);
      for (uint32_t r : rules_of_[id])
        if (rules_[r].anchors == 1) lost[rules_[r].group] += rules_[r].weight;
      for (size_t g = 0; g < lost.size(); ++g)
        if (lost[g] > may_lose_[g]) return false;
      for (size_t g = 0; g < lost.size(); ++g) may_lose_[g] -= lost[g];
      for (uint32_t r : rules_of_[id]) --rules_[r].anchors;
      given_up_.push_back(id);
      return true;
    });
  }

  const Plan& plan_;
  std::vector<Served> rules_;
  std::vector<std::vector<uint32_t>> rules_of_;
  std::vector<double> burden_, may_lose_;
  std::vector<ConditionId> anchors_, given_up_;
};

}  // namespace

void TextStarts::add(std::string_view plain) {
  if (plain.empty()) return;
  auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
  if (letter(plain[0]))
    pairs_[size_t(plain[0] - 'a') * 27 +
           (plain.size() > 1 && letter(plain[1]) ? size_t(plain[1] - 'a') + 1 : 0)] = true;
  else (has_letter(plain) ? other_letters_ : no_letters_) = true;
}

bool TextStarts::may_begin(std::string_view text, bool more_behind) const {
  for (size_t i = 0; i < text.size();) {
    if (is_alpha(text[i])) {
      size_t second =
          i + 1 < text.size() && is_alpha(text[i + 1]) ? size_t(to_lower(text[i + 1]) - 'a') + 1 : 0;
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

void Filter::add(const Condition& c, std::array<std::vector<uint64_t>, 6>& sets) {
  auto& [name_set, path_set, place_set, class_set, text_set, place_path_set] = sets;
  const Test t = c.test;
  tests.add(t);
  if (t <= Test::below_tag) {
    name_set.push_back(hash_name(c.a));
    name_kinds[(size_t(t) - size_t(Test::own_id)) % 6] = true;
    own_names |= t <= Test::own_tag;
    names_above |= between(t, Test::in_id, Test::in_tag);
    if (t < Test::under_id) return;
    if (c.b.starts_with('/')) {  // no path that a page has, but a person may write it
      names_above = true;
      under.fill(0xffff);
      below.fill(0xffff);
      return;
    }
    // The last step of the path is the node's own tag.
    std::string_view last = std::string_view(c.b).substr(c.b.rfind('/') + 1);
    auto& levels = t <= Test::under_tag ? under : below;
    levels[hash_text(last.substr(0, last.find('['))) & 63] |=
        uint16_t(1u << std::min<size_t>(15, size_t(std::ranges::count(c.b, '/')) + 1));
  } else if (between(t, Test::path1, Test::path4)) {
    add_ends(c.a, hash_path, path_set);
  } else if (between(t, Test::place1, Test::place4)) {
    add_ends(c.a, hash_place, place_set);
    std::string tags;  // each step up to its number
    for (std::string_view step : split(c.a, '/'))
      tags += std::string(tags.empty() ? "" : "/").append(step.substr(0, step.find('[')));
    add_ends(tags, hash_path, place_path_set);
  } else if (between(t, Test::classes1, Test::classes4)) {
    add_ends(c.a, hash_class_path, class_set);
  } else if (t == Test::path_all || t == Test::place_all) {
    whole_steps |= bit(uint64_t(std::ranges::count(c.a, '/')));
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
      bool same = is_alpha(c.a[0]) ? is_alpha(char(b))
                  : c.a[0] == '9'  ? is_digit(char(b))
                                   : c.a[0] == char(b);
      if (same) shape_starts[size_t(b)] = true;
    }
  }
}

Filter::Filter(const Plan& plan, const std::vector<ConditionId>& ids) {
  std::array<std::vector<uint64_t>, 6> sets;
  std::vector<uint64_t> hashes;
  for (ConditionId id : ids) {
    add(plan.condition(id), sets);
    hashes.push_back(plan.hash(id));
    if (is_negative(plan.condition(id).test)) unknown.add_negated(plan.condition(id));
  }
  conditions = HashSet(hashes);
  names = HashSet(sets[0]);
  paths = HashSet(sets[1]);
  places = HashSet(sets[2]);
  classes = HashSet(sets[3]);
  texts = HashSet(sets[4]);
  place_paths = HashSet(sets[5]);
  neighbours = tests.any(Test::after1, Test::after2, Test::after3, Test::before, Test::label, Test::label_off,
                         Test::heading, Test::section);
  blocks = tests.any(Test::block, Test::block_off, Test::block_up);
  siblings = tests.any(Test::sibling, Test::sibling_path);
  upward = names_above || blocks || siblings;
  for (int level = 0; level < 4; ++level)
    if (nth_tags[size_t(level)] | last_tags[size_t(level)]) numbered_levels = level + 1;
  rows = tests.any(Test::row, Test::row_off, Test::column);
  own_texts = tests.any(Test::text_number, Test::text_from_end, Test::text_count);
  for (Test test : kOfText)
    if (tests.has(test)) of_text.push_back(test);
  // A test added later works from the first day, at the speed of Features.
  for (size_t t = 0; t < kTests; ++t)
    if (tests.has(Test(t)) && !known(Test(t))) unknown.add(Test(t)), any_unknown = true;
}

Program::Program(const Plan& plan, const std::vector<RuleGroup>& groups,
                 const std::vector<uint32_t>& counts) {
  Cover cover(plan, groups, counts);
  anchors = Filter(plan, cover.anchors());
  size_t rule = 0;
  for (const RuleGroup& group : groups) {
    open.emplace_back();
    for (size_t r = 0; r < group.rules.size(); ++r) open.back().push_back(cover.open(rule++));
    rest.emplace_back(plan, cover.rest(uint32_t(open.size() - 1)));
  }
  std::vector<ConditionId> ids(plan.size());
  for (ConditionId id = 0; id < plan.size(); ++id) ids[id] = id;
  all = Filter(plan, ids);
}

}  // namespace gleaner::pattern
