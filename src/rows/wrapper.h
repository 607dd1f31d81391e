// The wrapper of kind "rows": how the list is found on a page, and the rules of its fields.
#pragma once

#include "rows/rows.h"
#include "wrap/ruled_wrapper.h"

namespace gleaner::rows {

class RowsWrapper : public wrap::RuledWrapper {
 public:
  explicit RowsWrapper(Model model);

  std::string_view kind() const override { return "rows"; }
  Status extract(const Document& document, wrap::Scratch& scratch, wrap::RecordSink& sink,
                 Budget& budget) const override;
  void save(wrap::Config& into) const override;
  wrap::Explanation explain_cell(const Document& document, const wrap::Record* record, std::string_view field,
                                 const wrap::Value* value) const override;

  const Model& model() const { return model_; }
  static Result<wrap::WrapperPtr> load(const wrap::Config& config);

 private:
  // Where the rules of a level stand in rules_.
  struct LevelRules {
    uint32_t record = 0;
    std::vector<uint32_t> first;  // of each field
    std::vector<LevelRules> lists;
  };
  LevelRules add_rules(const Model& model, const std::string& prefix, std::vector<wrap::FieldSchema>& schema);
  // The fields of each of the records, of a level and those below it.
  std::vector<std::vector<wrap::Field>> fields_of(const Model& model, const LevelRules& rules,
                                                  const Page& page, const std::vector<Stretch>& records,
                                                  Budget& budget) const;
  std::vector<wrap::Field> own_fields(const Model& model, const LevelRules& rules, const Page& page,
                                      Stretch record, const std::vector<Stretch>& holes) const;
  void note_refused(const Page& page, const std::vector<Stretch>& members, wrap::RecordSink& sink) const;

  void add_sections(const Page& page, const std::vector<Stretch>& records,
                    std::vector<std::vector<wrap::Field>>& fields) const;

  Model model_;
  LevelRules level_;
  std::vector<uint32_t> section_rules_;  // of Model::sections
  bool attributes_ = false;              // a rule takes an attribute
};

}  // namespace gleaner::rows
