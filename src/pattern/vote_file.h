// Votes as a wrapper file keeps them: every condition once, rules as numbers of conditions.
//
//   [votes]
//   conditions = ["text", 'in "h3"', 'under "h3" "a"', 'path "a"', ...]    numbered 0 1 ... 9 a ... z 10 ...
//   [votes.fields]
//   name = { votes = ["1 0,1 0+1", "0.88 0,1+2,5-9"] }
//
// "text", "@href" ... alone say what the conditions behind them are about, and have no number.
// A line is a weight and the rules of that weight, best first. `0,1` are two rules of one condition, `5-9`
// five, `0+1` is one rule of two; lists on both sides of a + are all pairs, the left ones changing first:
// `0,1+2,5` is 0+2 1+2 0+5 1+5. Rules that vote are mostly such products (a few good conditions with each of
// many others), so that a hundred take three lines.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "pattern/model.h"

namespace gleaner::pattern {

class ConditionNumbers {
 public:
  size_t number(const Plan& plan, ConditionId id);
  const std::vector<std::string>& listed() const { return listed_; }  // as files keep them

 private:
  std::string form_;  // of the condition that was listed last
  std::vector<std::string> listed_;
  std::unordered_map<std::string, size_t> numbers_;  // by form and condition
};

// Conditions as rules of one each, by number.
std::vector<std::string> unlisted(const std::vector<std::string>& listed);

std::vector<std::string> pack_votes(const std::vector<Vote>& votes, const Plan& plan,
                                    ConditionNumbers& numbers);

// The way back, for the fields of one plan; `conditions` are those of the file and outlive it.
class VoteReader {
 public:
  VoteReader(const std::vector<std::string>& conditions, Plan& plan)
      : conditions_(conditions), plan_(plan), ids_(conditions.size(), kUnread) {}

  // Appends the votes of a line. An error says what is wrong with it.
  Status read(std::string_view line, std::vector<Vote>& into);

 private:
  static constexpr ConditionId kUnread = ConditionId(-1);
  Result<std::vector<size_t>> numbers(std::string_view text) const;
  Status add(double weight, std::vector<size_t> rule, std::vector<Vote>& into);

  const std::vector<std::string>& conditions_;
  Plan& plan_;
  std::vector<ConditionId> ids_;  // by number
};

}  // namespace gleaner::pattern
