// See review.h.
#include "flow/review.h"

#include <fmt/format.h>

namespace gleaner::flow {
namespace {

// The key of the row that people call so, in the last run's table of an input.
Result<std::string> find_key(const Flow& flow, Ledger& ledger, const std::string& input,
                             const std::string& said) {
  const Step* made = flow.step(input);
  if (!made || made->key.empty())
    return error(
        Code::usage, fmt::format("{} has no key to name its rows by", input), {},
        fmt::format("key = [\"...\"] in [{}.{}]", made && made->is_source() ? "source" : "step", input));
  GLEANER_TRY(const auto run, ledger.last_done());
  for (const StepRecord& record : run ? run->steps : std::vector<StepRecord>()) {
    if (record.step != input) continue;
    GLEANER_TRY(const Table table, ledger.table(record.table));
    GLEANER_TRY(const std::vector<size_t> columns, columns_of(table, made->key, input));
    for (const Row& row : table.rows)
      if (std::string key = key_of(row, columns); shown_key(key) == said) return key;
  }
  return error(Code::not_found, fmt::format("the last run has no row {} in {}", said, input));
}

}  // namespace

std::string shown_key(std::string key) {
  for (size_t at = 0; (at = key.find('\x1f', at)) != std::string::npos;) key.replace(at, 1, " / ");
  return key;
}

Result<Decision> find_pair(const Flow& flow, Ledger& ledger, const std::string& step, const std::string& left,
                           const std::string& right) {
  GLEANER_TRY(const std::vector<ReviewPair> waiting, ledger.review());
  for (const ReviewPair& one : waiting)
    if (shown_key(one.left) == left && shown_key(one.right) == right && (step.empty() || one.step == step))
      return Decision{one.step, one.left, one.right, "", "", "", one.text_hash};
  const Step* match = nullptr;
  for (const Step& one : flow.steps) {
    if (one.kind != StepKind::match || (!step.empty() && one.name != step)) continue;
    if (match)
      return error(Code::usage, fmt::format("{} and {} are both match steps", match->name, one.name), {},
                   "say which: --step NAME");
    match = &one;
  }
  if (!match)
    return error(Code::not_found, step.empty() ? "the flow has no match step"
                                               : fmt::format("there is no match step {}", step));
  Decision out;
  out.step = match->name;
  GLEANER_TRY(out.left, find_key(flow, ledger, match->inputs.front(), left));
  GLEANER_TRY(out.right, find_key(flow, ledger, match->inputs.back(), right));
  return out;
}

}  // namespace gleaner::flow
