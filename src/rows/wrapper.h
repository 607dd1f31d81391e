// The wrapper of kind "rows": how the list is found on a page, and the rules of its fields.
#pragma once

#include "rows/rows.h"
#include "wrap/wrapper.h"

namespace gleaner::rows {

std::vector<uint64_t> hashes_of(const std::vector<std::string>& paths);  // sorted

class RowsWrapper : public wrap::Wrapper {
 public:
  explicit RowsWrapper(Model model);

  std::string_view kind() const override { return "rows"; }
  const wrap::Schema& schema() const override { return schema_; }
  Status extract(const Document& document, wrap::Scratch& scratch, wrap::RecordSink& sink,
                 Budget& budget) const override;
  const std::vector<wrap::Rule>& rules() const override { return rules_; }
  void save(wrap::Config& into) const override;
  wrap::Explanation explain(const Document& document, const wrap::Record* record, std::string_view field,
                            const wrap::Value* value) const override;

  const Model& model() const { return model_; }
  static Result<wrap::WrapperPtr> load(const wrap::Config& config);

 private:
  wrap::Record record_of(const Page& page, Stretch member) const;
  void note_refused(const Page& page, const std::vector<Stretch>& members, wrap::RecordSink& sink) const;

  Model model_;
  wrap::Schema schema_;
  std::vector<wrap::Rule> rules_;
  std::vector<uint32_t> first_rule_;  // of each field, in rules_
  bool attributes_ = false;           // a rule takes an attribute
};

}  // namespace gleaner::rows
