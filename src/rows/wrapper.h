// The wrapper of kind "rows": how the list is found on a page, and the rules of its fields.
#pragma once

#include "rows/rows.h"
#include "wrap/ruled_wrapper.h"

namespace gleaner::rows {

std::vector<uint64_t> hashes_of(const std::vector<std::string>& paths);  // sorted

class RowsWrapper : public wrap::RuledWrapper {
 public:
  explicit RowsWrapper(Model model);

  std::string_view kind() const override { return "rows"; }
  Status extract(const Document& document, wrap::Scratch& scratch, wrap::RecordSink& sink,
                 Budget& budget) const override;
  void save(wrap::Config& into) const override;
  wrap::Explanation explain(const Document& document, const wrap::Record* record, std::string_view field,
                            const wrap::Value* value) const override;

  const Model& model() const { return model_; }
  static Result<wrap::WrapperPtr> load(const wrap::Config& config);

 private:
  wrap::Record record_of(const Page& page, Stretch member) const;
  void note_refused(const Page& page, const std::vector<Stretch>& members, wrap::RecordSink& sink) const;

  Model model_;
  std::vector<uint32_t> first_rule_;  // of each field, in rules_
  bool attributes_ = false;           // a rule takes an attribute
};

}  // namespace gleaner::rows
