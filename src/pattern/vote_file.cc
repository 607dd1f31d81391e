// See vote_file.h.
#include "pattern/vote_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "pattern/wrapper.h"

namespace gleaner::pattern {
namespace {

constexpr int kBase = 36;

using Numbers = std::vector<size_t>;

std::string print(size_t number) {
  char digits[16];
  return {digits, std::to_chars(digits, digits + sizeof digits, number, kBase).ptr};
}

std::string print(const Numbers& numbers) {
  std::string out;
  for (size_t n : numbers) out += (out.empty() ? "" : ",") + print(n);
  return out;
}

bool is_pair(const Numbers& rule, size_t left, size_t right) {
  return rule.size() == 2 && rule[0] == left && rule[1] == right;
}

// A block of pairs that begins at `at`: the first `width` left sides with as many right ones as follow.
struct Pairs {
  Numbers left, right;
  size_t size() const { return left.size() * right.size(); }
};

Pairs pairs_at(const std::vector<Numbers>& rules, size_t at, size_t width) {
  Pairs out;
  for (size_t i = 0; i < width; ++i) out.left.push_back(rules[at + i][0]);
  for (size_t from = at; from + width <= rules.size(); from += width) {
    if (rules[from].size() != 2) break;
    const size_t right = rules[from][1];
    bool same = true;
    for (size_t i = 0; i < width && same; ++i) same = is_pair(rules[from + i], out.left[i], right);
    if (!same) break;
    out.right.push_back(right);
  }
  return out;
}

Pairs most_pairs_at(const std::vector<Numbers>& rules, size_t at) {
  size_t widest = 1;
  while (at + widest < rules.size() && rules[at + widest].size() == 2 &&
         rules[at + widest][1] == rules[at][1])
    ++widest;
  const Pairs wide = pairs_at(rules, at, widest), narrow = pairs_at(rules, at, 1);
  return narrow.size() > wide.size() ? narrow : wide;
}

// Rules of one weight.
std::string pack_rules(const std::vector<Numbers>& rules) {
  std::string out;
  for (size_t at = 0; at < rules.size();) {
    out += ' ';
    if (rules[at].size() == 2) {
      const Pairs pairs = most_pairs_at(rules, at);
      out += print(pairs.left) + "+" + print(pairs.right);
      at += pairs.size();
    } else if (rules[at].size() == 1) {
      Numbers singles;
      for (; at < rules.size() && rules[at].size() == 1; ++at) singles.push_back(rules[at][0]);
      out += print(singles);
    } else {
      for (size_t i = 0; i < rules[at].size(); ++i) out += (i ? "+" : "") + print(rules[at][i]);
      ++at;
    }
  }
  return out;
}

}  // namespace

size_t ConditionNumbers::number(const Plan& plan, ConditionId id) {
  const auto [at, fresh] = numbers_.try_emplace(print_rule(plan, {id}), numbers_.size());
  if (fresh) {
    if (plan.form(id) != form_) listed_.push_back(form_ = plan.form(id));
    listed_.push_back(plan.condition(id).print());
  }
  return at->second;
}

std::vector<std::string> unlisted(const std::vector<std::string>& listed) {
  std::vector<std::string> out;
  std::string_view form;
  for (const std::string& item : listed)
    if (is_form(item)) form = item;
    else out.push_back(form.empty() ? item : fmt::format("{} {}", form, item));
  return out;
}

std::vector<std::string> pack_votes(const std::vector<Vote>& votes, const Plan& plan,
                                    ConditionNumbers& numbers) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < votes.size();) {
    const std::string weight = fmt::format("{:.6g}", votes[at].weight);
    std::vector<Numbers> rules;
    for (; at < votes.size() && fmt::format("{:.6g}", votes[at].weight) == weight; ++at) {
      Numbers& rule = rules.emplace_back();
      for (ConditionId c : votes[at].conditions) rule.push_back(numbers.number(plan, c));
    }
    lines.push_back(weight + pack_rules(rules));
  }
  return lines;
}

Result<std::vector<size_t>> VoteReader::numbers(std::string_view text) const {
  Numbers out;
  for (std::string_view word : split(text, ',')) {
    size_t number = 0;
    const auto [end, bad] = std::from_chars(word.data(), word.data() + word.size(), number, kBase);
    if (bad != std::errc{} || end != word.data() + word.size() || number >= conditions_.size())
      return error(Code::bad_input, fmt::format("\"{}\" is no number of a condition", word));
    out.push_back(number);
  }
  return out;
}

Status VoteReader::add(double weight, const Numbers& rule, std::vector<Vote>& into) {
  Vote vote{weight, {}};
  for (size_t n : rule) {
    if (ids_[n] == kUnread) {
      GLEANER_TRY(const auto read, parse_rule(conditions_[n], plan_));
      if (read.size() != 1)
        return error(Code::bad_input, fmt::format("\"{}\" is not one condition", conditions_[n]));
      ids_[n] = read[0];
    }
    vote.conditions.push_back(ids_[n]);
  }
  std::sort(vote.conditions.begin(), vote.conditions.end());
  into.push_back(std::move(vote));
  return {};
}

Status VoteReader::read(std::string_view line, std::vector<Vote>& into) {
  const std::vector<std::string_view> parts = words(line);
  double weight = 0;
  const std::string_view first = parts.empty() ? std::string_view() : parts[0];
  const auto [end, bad] = std::from_chars(first.data(), first.data() + first.size(), weight);
  if (bad != std::errc{} || end != first.data() + first.size() || !(weight >= 0))
    return error(Code::bad_input, "a line of votes begins with its weight, as in: 0.88 0,1+2,5");
  for (size_t i = 1; i < parts.size(); ++i) {
    std::vector<Numbers> sides;
    for (std::string_view side : split(parts[i], '+')) {
      GLEANER_TRY(sides.emplace_back(), numbers(side));
    }
    if (sides.size() == 1) {
      for (size_t n : sides[0]) GLEANER_CHECK(add(weight, {n}, into));
    } else if (sides.size() == 2) {
      for (size_t right : sides[1])
        for (size_t left : sides[0]) GLEANER_CHECK(add(weight, {left, right}, into));
    } else {
      Numbers rule;
      for (const Numbers& side : sides) rule.insert(rule.end(), side.begin(), side.end());
      GLEANER_CHECK(add(weight, rule, into));
    }
  }
  return {};
}

}  // namespace gleaner::pattern
