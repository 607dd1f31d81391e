// See vote_file.h.
#include "pattern/vote_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/exact_number.h"
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
  for (size_t i = 0; i < numbers.size(); ++i) {
    size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    out += (out.empty() ? "" : ",") + print(numbers[i]);
    if (last < i + 2) continue;
    out += "-" + print(numbers[last]);
    i = last;
  }
  return out;
}

// A block of pairs: the left sides with each of the right ones, the left ones changing first.
struct Pairs {
  Numbers left, right;
  size_t size() const { return left.size() * right.size(); }
  size_t written() const { return left.size() + right.size(); }
};

// The other condition of a pair; nothing if it is no pair with this one.
std::optional<size_t> beside(const Numbers& rule, size_t one) {
  if (rule.size() != 2 || (rule[0] != one && rule[1] != one)) return std::nullopt;
  return rule[0] == one ? rule[1] : rule[0];
}

// How many rules from `at` on are pairs with `one`.
size_t run_with(const std::vector<Numbers>& rules, size_t at, size_t one) {
  size_t end = at;
  while (end < rules.size() && beside(rules[end], one)) ++end;
  return end - at;
}

// The block that begins at `at` with `width` left sides, all beside `right`.
Pairs pairs_at(const std::vector<Numbers>& rules, size_t at, size_t width, size_t right) {
  Pairs out;
  for (size_t i = 0; i < width; ++i) out.left.push_back(*beside(rules[at + i], right));
  for (size_t from = at; from + width <= rules.size(); from += width) {
    const std::optional<size_t> next = beside(rules[from], out.left[0]);
    bool same = next.has_value();
    for (size_t i = 0; i < width && same; ++i) same = beside(rules[from + i], out.left[i]) == next;
    if (!same) break;
    out.right.push_back(*next);
  }
  return out;
}

// A rule is a set: either condition of the first pair may stand on the right.
Pairs most_pairs_at(const std::vector<Numbers>& rules, size_t at) {
  Pairs best;
  for (size_t right : rules[at])
    for (size_t width : {run_with(rules, at, right), size_t{1}}) {
      Pairs made = pairs_at(rules, at, width, right);
      if (std::pair(made.size(), best.written()) > std::pair(best.size(), made.written()))
        best = std::move(made);
    }
  return best;
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
  const auto read = [&](std::string_view word) -> std::optional<size_t> {
    const auto number = exact_number<size_t>(word, kBase);
    return number && *number < conditions_.size() ? number : std::nullopt;
  };
  for (std::string_view word : split(text, ',')) {
    const size_t dash = std::min(word.find('-'), word.size());
    const auto first = read(word.substr(0, dash));
    const auto last = dash == word.size() ? first : read(word.substr(dash + 1));
    if (!first || !last || *last < *first)
      return error(Code::bad_input, fmt::format("\"{}\" is no number of a condition", word));
    for (size_t number = *first; number <= *last; ++number) out.push_back(number);
  }
  return out;
}

Status VoteReader::add(double weight, Numbers rule, std::vector<Vote>& into) {
  Vote vote{weight, {}};
  std::ranges::sort(rule);  // as they were numbered, so that they are written again in that order
  for (size_t n : rule) {
    if (ids_[n] == kUnread) {
      GLEANER_TRY(const auto read, parse_rule(conditions_[n], plan_));
      if (read.size() != 1)
        return error(Code::bad_input, fmt::format("\"{}\" is not one condition", conditions_[n]));
      ids_[n] = read[0];
    }
    vote.conditions.push_back(ids_[n]);
  }
  std::ranges::sort(vote.conditions);
  into.push_back(std::move(vote));
  return {};
}

Status VoteReader::read(std::string_view line, std::vector<Vote>& into) {
  const std::vector<std::string_view> parts = words(line);
  const double weight = parts.empty() ? -1 : exact_number<double>(parts[0]).value_or(-1);
  if (!(weight >= 0))
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
