// See wrapper.h. Loading, saving, the schema, and records from facts.
#include "templates/wrapper.h"

#include <algorithm>

#include "base/text.h"
#include "templates/facts.h"
#include "templates/induce.h"
#include "templates/parse.h"
#include "wrap/literal.h"

namespace gleaner::templates {
namespace {

class TemplateScratch : public wrap::Scratch {
 public:
  std::unique_ptr<CodeCaller> caller;
};

wrap::Value make_value(const FactValue& value, uint32_t rule) {
  wrap::Value made = wrap::Value::make_text(value.text, value.span, rule);
  if (!value.located) made.span.reset();
  if (value.numeric)
    made.typed = wrap::Typed{wrap::Type::number, value.number, wrap::exact_digits(value.number, value.text)};
  return made;
}

}  // namespace

std::string field_name(std::string_view parameter) {
  std::string out;
  for (size_t i = 0; i < parameter.size(); ++i) {
    char c = parameter[i];
    bool capital = c >= 'A' && c <= 'Z';
    if (capital && i && parameter[i - 1] != '_' && !(parameter[i - 1] >= 'A' && parameter[i - 1] <= 'Z'))
      out += '_';
    out += to_lower(c);
  }
  return out;
}

std::string parameter_name(std::string_view field) {
  std::string out;
  for (char c : field) out += is_alnum(c) || uint8_t(c) >= 0x80 ? c : '_';
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = char(out[0] - 32);
  if (out.empty() || out[0] < 'A' || out[0] > 'Z') out.insert(0, "V");
  return out;
}

Result<wrap::WrapperPtr> TemplateWrapper::make(TemplateSet set, MakeCaller make_caller,
                                               label::Columns columns) {
  std::shared_ptr<TemplateWrapper> made(new TemplateWrapper);
  GLEANER_TRY(made->compiled_, compile(std::move(set)));
  made->make_caller_ = std::move(make_caller);
  made->columns_ = std::move(columns);
  made->describe();
  return wrap::WrapperPtr(made);
}

Result<wrap::WrapperPtr> TemplateWrapper::load(const std::string& path, MakeCaller make_caller) {
  GLEANER_TRY(TemplateSet set, load_templates(path));
  return make(std::move(set), std::move(make_caller));
}

Result<wrap::WrapperPtr> TemplateWrapper::load(const wrap::Config& config, MakeCaller make_caller) {
  GLEANER_TRY(std::string text, config.need_text("templates"));
  GLEANER_TRY(std::string lexer, config.text_or("lexer", ""));
  Result<TemplateSet> set =
      parse_templates(text, "templates", [&](const std::string&) -> Result<std::string> { return lexer; });
  if (!set.ok()) return config.find("templates")->wrong(set.error().to_string());
  GLEANER_TRY(std::vector<std::string> fields, config.texts_or("fields", {}));
  for (const std::string& pair : fields)
    if (size_t equals = pair.find('='); equals != std::string::npos)
      set->fields[pair.substr(0, equals)] = pair.substr(equals + 1);
  GLEANER_TRY(label::Columns columns, label::Columns::load(config));
  return make(std::move(set).value(), std::move(make_caller), std::move(columns));
}

void TemplateWrapper::describe() {
  const TemplateSet& set = compiled_->set;
  rules_.push_back({"unknown", "", "", ""});
  for (const std::string& name : set.outputs()) {
    auto found = std::ranges::find(compiled_->outputs, name, &Compiled::Output::name);
    outputs_.push_back(size_t(found - compiled_->outputs.begin()));
    first_rule_.push_back(uint32_t(rules_.size()));
    std::vector<std::string> names;
    for (const std::string& parameter : found->parameters) {
      auto known = set.fields.find(parameter);
      names.push_back(known == set.fields.end() ? field_name(parameter) : known->second);
    }
    if (!set.page.empty()) names.assign(1, found->parameters.empty() ? name : names[0]);
    for (size_t i = 0; i < found->units.size(); ++i) {
      const Template& one = set.templates[found->units[i].source];
      rules_.push_back(
          {name + "." + std::to_string(i + 1), set.page.empty() ? "" : name, print(one.pattern), ""});
    }
    for (const std::string& field : names)
      if (!schema_.find(field)) schema_.fields.push_back({field, wrap::Type::text, false, {}});
    names_.push_back(std::move(names));
  }
}

std::unique_ptr<wrap::Scratch> TemplateWrapper::make_scratch() const {
  return std::make_unique<TemplateScratch>();
}

Status TemplateWrapper::extract(const Document& document, wrap::Scratch& scratch, wrap::RecordSink& out,
                                Budget& budget) const {
  label::ColumnSink sink(columns_, document, out);
  CodeCaller* caller = nullptr;
  if (compiled_->needs_code() && make_caller_) {
    auto* mine = dynamic_cast<TemplateScratch*>(&scratch);
    if (mine && !mine->caller) mine->caller = make_caller_();
    if (mine) caller = mine->caller.get();
  }
  return compiled_->set.page.empty() ? extract_rows(document, sink, budget, caller)
                                     : extract_page(document, sink, budget, caller);
}

// Several templates: their facts in page order.
Status TemplateWrapper::extract_rows(const Document& document, wrap::RecordSink& sink, Budget& budget,
                                     CodeCaller* caller) const {
  PageTokens page(document, compiled_->set);
  std::vector<wrap::Record> kept;
  for (size_t o = 0; o < outputs_.size(); ++o) {
    FactStream stream(*compiled_, outputs_[o], document, page, budget, caller);
    Fact fact;
    while (stream.next(fact)) {
      wrap::Record record;
      record.rule = first_rule_[o] + fact.unit;
      record.span = fact.span;
      for (size_t i = 0; i < fact.values.size(); ++i) {
        wrap::Field field;
        field.name = names_[o][i];
        if (fact.values[i]) field.value = make_value(*fact.values[i], record.rule);
        record.fields.push_back(std::move(field));
      }
      if (outputs_.size() > 1) kept.push_back(std::move(record));
      else if (!sink.take(std::move(record))) return {};
    }
    if (stream.problem()) sink.note(*stream.problem());
  }
  std::ranges::stable_sort(
      kept, [](const wrap::Record& a, const wrap::Record& b) { return a.span->begin < b.span->begin; });
  for (wrap::Record& record : kept)
    if (!sink.take(std::move(record))) return {};
  return {};
}

Status TemplateWrapper::extract_page(const Document& document, wrap::RecordSink& sink, Budget& budget,
                                     CodeCaller* caller) const {
  PageTokens page(document, compiled_->set);
  wrap::Record record;
  bool any = false;
  for (size_t o = 0; o < outputs_.size(); ++o) {
    FactStream stream(*compiled_, outputs_[o], document, page, budget, caller);
    Fact fact;
    bool found = false;
    while (stream.next(fact)) {
      if (fact.values.empty() || !fact.values[0] || (fact.values[0]->located && fact.values[0]->span.empty()))
        continue;
      record.add(names_[o][0], make_value(*fact.values[0], first_rule_[o] + fact.unit));
      record.span = any ? record.span->hull(fact.span) : fact.span;
      any = found = true;
    }
    if (!found) record.fields.push_back({names_[o][0], wrap::Value()});
    if (stream.problem()) sink.note(*stream.problem());
  }
  if (any) sink.take(std::move(record));
  return {};
}

void TemplateWrapper::save(wrap::Config& into) const {
  const TemplateSet& set = compiled_->set;
  into.set("templates", set.source.empty() ? print(set) : set.source);
  if (set.lexer) into.set("lexer", set.lexer->source());
  std::vector<std::string> fields;
  for (const auto& [parameter, field] : set.fields) fields.push_back(parameter + "=" + field);
  if (!fields.empty()) into.set("fields", fields);
  columns_.save(into);
}

void register_family(wrap::Registry& registry, MakeCaller make_caller) {
  wrap::Registry::Family family;
  family.kind = kKind;
  family.purpose = "token templates: patterns over the tokens of a page, written by hand (.tpl) or learned";
  family.load = [make_caller](const wrap::Config& config) {
    return TemplateWrapper::load(config, make_caller);
  };
  family.extension = ".tpl";
  family.load_file = [make_caller](const std::string& path) {
    return TemplateWrapper::load(path, make_caller);
  };
  family.learner = make_learner();
  registry.add(std::move(family));
}

}  // namespace gleaner::templates
