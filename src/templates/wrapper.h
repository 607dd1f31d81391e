// A template set as a wrapper: `gleaner extract ads.tpl PAGE...`. Facts are records: a field a parameter,
// named as the parameter in small letters (ItemName is item_name); with `page a, b.` one record a page: a
// field a template, named as its parameter.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "label/columns.h"
#include "templates/compile.h"
#include "wrap/ruled_wrapper.h"

namespace gleaner::templates {

inline constexpr std::string_view kKind = "template";

// Makes the CodeCaller for goals that are not native, when one is first needed; one a thread (in Scratch).
// May be empty.
using MakeCaller = std::function<std::unique_ptr<CodeCaller>()>;

class TemplateWrapper : public wrap::RuledWrapper {
 public:
  // `columns`: of tables, by their headers.
  static Result<wrap::WrapperPtr> make(TemplateSet set, MakeCaller make_caller = {},
                                       label::Columns columns = {});
  static Result<wrap::WrapperPtr> load(const std::string& path, MakeCaller make_caller = {});  // a .tpl file
  static Result<wrap::WrapperPtr> load(const wrap::Config& config, MakeCaller make_caller = {});

  std::string_view kind() const override { return kKind; }
  std::unique_ptr<wrap::Scratch> make_scratch() const override;
  Status extract(const Document& document, wrap::Scratch& scratch, wrap::RecordSink& sink,
                 Budget& budget) const override;
  void save(wrap::Config& into) const override;

  const Compiled& compiled() const { return *compiled_; }

 private:
  TemplateWrapper() = default;
  void describe();
  Status extract_rows(const Document& document, wrap::RecordSink& sink, Budget& budget,
                      CodeCaller* caller) const;
  Status extract_page(const Document& document, wrap::RecordSink& sink, Budget& budget,
                      CodeCaller* caller) const;

  std::shared_ptr<const Compiled> compiled_;
  std::vector<size_t> outputs_;                  // indexes into compiled_->outputs
  std::vector<std::vector<std::string>> names_;  // field names of each
  std::vector<uint32_t> first_rule_;             // of each output: rule of its first alternative
  MakeCaller make_caller_;
  label::Columns columns_;
};

// "ItemName" -> "item_name"
std::string field_name(std::string_view parameter);
// "item_name" -> "Item_name"; field_name() leads back
std::string parameter_name(std::string_view field);

void register_family(wrap::Registry& registry, MakeCaller make_caller = {});

}  // namespace gleaner::templates
