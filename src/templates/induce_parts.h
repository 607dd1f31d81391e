// What the learners of rows (row_learner.cc) and of fields (induce.cc) share: building patterns and trying a
// template out.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "templates/learn_constants.h"
#include "templates/value.h"
#include "templates/windows.h"
#include "templates/wrapper.h"

namespace gleaner::templates {

inline Pattern sequence(std::vector<Pattern> parts) {
  Pattern made;
  made.kind = Pattern::Kind::sequence;
  made.parts = std::move(parts);
  return made;
}
inline Pattern once(Pattern inner) {
  Pattern made;
  made.kind = Pattern::Kind::once;
  made.parts.push_back(std::move(inner));
  return made;
}
inline void append(std::vector<Pattern>& into, const std::vector<TokenTest>& tests) {
  for (const TokenTest& test : tests) into.push_back(token_pattern(test));
}
inline std::vector<TokenTest> last(const std::vector<TokenTest>& tests, size_t n) {
  return {tests.end() - std::ptrdiff_t(std::min(n, tests.size())), tests.end()};
}
inline std::vector<TokenTest> first(const std::vector<TokenTest>& tests, size_t n) {
  return {tests.begin(), tests.begin() + std::ptrdiff_t(std::min(n, tests.size()))};
}

inline TemplateSet set_of(std::vector<Template> templates) {
  TemplateSet set;
  set.composites = false;  // values may begin or end inside a date or a price
  set.templates = std::move(templates);
  return set;
}

// All facts of the only template on a page; nothing if it ran out of steps. Trials are paid from the
// learner's budget: when that is out, all further ones fail at once, and the best template so far is kept.
inline std::optional<std::vector<Fact>> try_out(const Compiled& compiled, const Example& page, size_t most,
                                                Budget& whole) {
  if (whole.exhausted()) return std::nullopt;
  BudgetLimits limits;
  limits.steps = kTrialSteps;
  Budget budget(limits);
  FactStream stream(compiled, 0, *page.document, *page.tokens, budget);
  std::vector<Fact> facts;
  Fact fact;
  while (facts.size() <= most && stream.next(fact)) facts.push_back(fact);
  whole.spend_steps(budget.steps_spent());
  if (stream.problem()) return std::nullopt;
  return facts;
}

inline Diagnostic cannot(std::string message, std::string hint = {}) {
  return error(Code::cannot_learn, std::move(message), {}, std::move(hint));
}

// One template for all records of a page, several a page; `report` says how it was found.
Result<TemplateSet> learn_rows(const std::vector<Example>& pages,
                               const std::vector<wrap::LabelledPage>& labels, bool whitespace, Budget& budget,
                               std::string& report);

}  // namespace gleaner::templates
