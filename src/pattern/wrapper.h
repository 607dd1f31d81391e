// PatternWrapper: levels of patterns over a page. See model.h for how a field answers, records.h for where
// records are.
//
// Level: a rule for record regions in the unit above (none: the unit itself is the one record, a detail
// page), the fields of a record, and the levels nested in it. In files every rule is one readable line; votes
// are kept beside the readable rules where no unlabelled pages decided for one (see docs/pattern.md). Rules
// changed by hand win over the votes.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "pattern/model.h"
#include "pattern/records.h"
#include "wrap/wrapper.h"

namespace gleaner::pattern {

// A field that is found by the header of its column: where the table has that header, it alone answers;
// where the table has none such, the other rules do. So a reordered table changes nothing, and one
// without headers is still read.
struct HeadedField {
  std::vector<std::string> headers;  // in their label form
  FieldModel with, without;          // rules that do not count weigh nothing
};

struct Level {
  std::string name;                        // "" for the page's own
  std::optional<RecordModel> records;      // none: one record, the whole unit
  Plan plan;                               // conditions of the fields
  std::shared_ptr<const Program> program;  // of their rules; made by the wrapper
  std::vector<FieldModel> fields;
  std::vector<std::optional<HeadedField>> headed;  // by field; made by the wrapper
  TemplateSet template_texts;                      // that stood on labelled pages, whatever they were
  std::vector<std::unique_ptr<Level>> nested;
};

class PatternWrapper : public wrap::Wrapper {
 public:
  PatternWrapper(std::unique_ptr<Level> root, wrap::Schema schema);
  static Result<wrap::WrapperPtr> load(const wrap::Config& whole);

  std::string_view kind() const override { return "pattern"; }
  const wrap::Schema& schema() const override { return schema_; }
  Status extract(const Document& document, wrap::Scratch& scratch, wrap::RecordSink& sink,
                 Budget& budget) const override;
  const std::vector<wrap::Rule>& rules() const override;
  void save(wrap::Config& into) const override;
  std::unique_ptr<wrap::PageExplainer> explainer(const Document& document) const override;

  const Level& root() const { return *root_; }
  // Records must have all fields that every labelled one had, or half of them.
  // REQUIRES: nobody uses the wrapper yet.
  void require_all(bool all) {
    if (root_->records) root_->records->strict = all;
  }

 private:
  class Explainer;
  // The field as it is to be read in this unit.
  static const FieldModel& reading(const Level& level, size_t field, const Unit& unit);
  std::shared_ptr<const Program> root_program(const PageIndex& page) const;
  void extract_level(const Level& level, const Program& program, const Unit& unit, uint32_t rule_base,
                     std::vector<wrap::Record>& out, Budget& budget) const;
  wrap::Record extract_record(const Level& level, const Program& program, const Unit& unit,
                              uint32_t rule_base, Budget& budget) const;
  void list_rules(const Level& level, const std::string& prefix, std::vector<wrap::Rule>& out) const;

  std::unique_ptr<Level> root_;
  wrap::Schema schema_;
  mutable std::once_flag listed_;
  mutable std::vector<wrap::Rule> rules_;
  mutable std::atomic<uint32_t> pages_{0};
  // null until the site is known, see root_program
  mutable std::atomic<std::shared_ptr<const Program>> tuned_;
};

std::string print_rule(const Plan& plan, const std::vector<ConditionId>& conditions);
std::string rule_words(const Plan& plan, const std::vector<ConditionId>& conditions);
// Of all rules of a record, and of one of a field with the part that it takes.
std::string record_words(const RecordModel& model);
std::string value_words(const Plan& plan, const FieldModel& field, const Vote& vote);
// What a rule begins with: "text", "@href", "node" ...
bool is_form(std::string_view word);
// "text after \"price\" and is \"b\"": adds its conditions to the plan.
Result<std::vector<ConditionId>> parse_rule(std::string_view line, Plan& plan);

}  // namespace gleaner::pattern
