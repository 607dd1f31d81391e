// The wrapper: a compiled Model. Immutable; threads share it, each with its own scratch.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "byexample/assemble.h"
#include "byexample/model.h"
#include "wrap/ruled_wrapper.h"

namespace gleaner::byexample {

class ExampleWrapper : public wrap::RuledWrapper {
 public:
  explicit ExampleWrapper(Model model);

  std::string_view kind() const override { return "byexample"; }
  std::unique_ptr<wrap::Scratch> make_scratch() const override;
  Status extract(const Document& document, wrap::Scratch& scratch, wrap::RecordSink& sink,
                 Budget& budget) const override;
  void save(wrap::Config& into) const override;
  std::unique_ptr<wrap::PageExplainer> explainer(const Document& document) const override;
  // `found`: what all patterns find on the page, asked for only where it is needed.
  wrap::Explanation explain(const wrap::Record* record, std::string_view field,
                            const std::function<const Occurrences&()>& found) const;
  void scan(const Document& document, Occurrences& into) const;

  const Model& model() const { return model_; }

 private:
  wrap::Record record_of(const Document& document, const Assembled& object) const;
  void fill_fields(const Document& document, const Assembled& object, uint32_t shape,
                   std::vector<wrap::Field>& fields) const;

  Model model_;
  Scanner scanner_;
};

Result<wrap::WrapperPtr> load_wrapper(const wrap::Config& config);

// The form of a model in wrapper files (model_file.cc).
void save_model(const Model& model, wrap::Config& into);
Result<Model> load_model(const wrap::Config& config);
std::string print_object(const Model& model, const Component& root);

// Adds the family to the registry.
void register_family(wrap::Registry& registry);

}  // namespace gleaner::byexample
