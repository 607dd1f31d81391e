// Mixed wrapper: records from one family, some fields from others.
//
// The base gives the records. A part gives some fields: its values are put into the base record in which they
// stand, that is between where the record begins and where the next one begins; on a page with one record,
// into that one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "wrap/ruled_wrapper.h"

namespace gleaner::learn {

struct MixedPart {
  std::vector<std::string> fields;
  wrap::WrapperPtr wrapper;
  // Bytes; a longer value is none: a delimiter that is missing runs on to the next. 0: any length
  size_t longest = 0;
};

class MixedWrapper : public wrap::RuledWrapper {
 public:
  MixedWrapper(wrap::WrapperPtr base, std::vector<MixedPart> parts);

  std::string_view kind() const override { return "mixed"; }
  std::unique_ptr<wrap::Scratch> make_scratch() const override;
  Status extract(const Document& document, wrap::Scratch& scratch, wrap::RecordSink& sink,
                 Budget& budget) const override;
  void save(wrap::Config& into) const override;
  std::unique_ptr<wrap::PageExplainer> explainer(const Document& document) const override;
  const wrap::Wrapper& base() const { return *base_; }
  // The part that gives a field; null: the base.
  const MixedPart* part_of(std::string_view field) const;
  // Parts learned again from the labels of their own fields, so that files hold no rules that
  // nobody asks. Null: it is no mixed wrapper, or a part gives something else then, on the
  // labelled pages or on options.also.
  static wrap::WrapperPtr narrowed(const wrap::WrapperPtr& wrapper, const wrap::Registry& families,
                                   const std::vector<wrap::LabelledPage>& pages,
                                   const wrap::LearnOptions& options, Budget& budget);

  static Result<wrap::WrapperPtr> load(const wrap::Config& config, const wrap::Registry& registry);

 private:
  wrap::WrapperPtr base_;
  std::vector<MixedPart> parts_;
  std::vector<uint32_t> first_rule_;  // of each part in rules_
};

}  // namespace gleaner::learn
