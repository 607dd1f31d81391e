// Any labels: a learner gives a wrapper that reproduces them, or a reason. Input: a byte for the class, one
// for the number of attributes, one for the number of items, then a gap and a length for each item, then the
// page.
#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "delimiter/learn.h"
#include "delimiter/oracle_test.h"
#include "fuzz/require.h"

using namespace gleaner::delimiter;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 3) return 0;
  const Class kind = kAllClasses[data[0] % 6];
  const size_t attributes = 1 + data[1] % 3;
  const size_t count = data[2] % 13;
  if (size < 3 + 2 * count) return 0;
  std::string_view text = as_text(data + 3 + 2 * count, size - 3 - 2 * count);
  text = text.substr(0, std::min<size_t>(gleaner::valid_utf8_prefix(text), 600));
  std::vector<Item> items;
  uint32_t at = 0;
  std::vector<bool> seen(attributes);
  for (size_t i = 0; i < count; ++i) {
    const uint32_t begin = at + data[3 + 2 * i] % 32, end = begin + data[4 + 2 * i] % 32;
    if (end > text.size()) break;
    items.push_back({uint32_t(i % attributes), {begin, end}});
    seen[i % attributes] = true;
    at = end;
  }
  if (std::find(seen.begin(), seen.end(), false) != seen.end()) return 0;
  gleaner::BudgetLimits limits;
  limits.steps = 20'000;
  gleaner::Budget budget(limits);
  const Outcomes outcomes = learn(kind, {{text, items}}, attributes, {}, budget);
  if (outcomes.learnt)
    require(oracle::fits(outcomes.learnt->delimiters, {{std::string(text), items}}),
            "what is learned reproduces the labels");
  else require(!outcomes.reason.words.empty(), "what is not learned has a reason");
  return 0;
}
