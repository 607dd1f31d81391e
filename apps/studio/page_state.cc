// See page_state.h.
#include "page_state.h"

#include "label/resolve.h"
#include "learn/compare.h"

namespace gleaner::studio {

PageState state_by_itself(const Wrapped& wrapper, const Document& page,
                          const std::vector<wrap::Record>& records, learn::PageCheck& check) {
  PageState state;
  state.records = records.size();
  for (const wrap::FieldSchema& field : wrapper.schema.fields)
    for (const wrap::Record& record : records) {
      const wrap::Value* value = record.find(field.name);
      if (!value || value->is_absent() || value->kind == wrap::Value::Kind::null) ++state.missing[field.name];
    }
  if (!wrapper.profile.empty())
    check = learn::check_page(wrapper.profile, page, records, wrapper.file.wrapper->rules());
  return state;
}

void compare_with_label(PageState& state, const Document& page, wrap::Label label,
                        const std::string& labels_file, const std::vector<wrap::Record>& records,
                        bool is_list) {
  Diagnostics problems;
  label::resolve_label(label, page, labels_file, problems);
  state.labelled = !label.records.empty() || label.complete;
  const learn::FieldMatches matches = learn::compare_label(label, records, is_list);
  state.test = problems.empty() && learn::f1_of(matches) == 1 ? "pass" : "fail";
  for (const Diagnostic& problem : problems) state.differences.push_back(problem.message);
  for (const auto& [field, match] : matches)
    if (!field.empty() && match.wrong + match.missed > 0)
      state.differences.push_back(field + ": " + std::to_string(match.right) + " right, " +
                                  std::to_string(match.missed) + " missed, " + std::to_string(match.wrong) +
                                  " wrong");
}

void judge_pages(const std::map<std::string, learn::PageCheck>& checks,
                 std::map<std::string, PageState>& states) {
  std::vector<learn::PageCheck> together;
  for (const auto& [page, check] : checks) together.push_back(check);
  learn::judge_together(together);
  for (const learn::PageCheck& check : together) {
    PageState& state = states[check.page];
    state.verdict = state.records == 0 ? "empty" : std::string(learn::name_of(check.verdict));
    state.evidence = check.evidence;
    for (const learn::FieldCheck& field : check.fields)
      state.evidence += (state.evidence.empty() ? "" : "; ") + field.field + ": " + field.evidence;
  }
}

}  // namespace gleaner::studio
