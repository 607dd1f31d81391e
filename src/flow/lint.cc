// The second half of lint: what can be known of columns before anything runs. Sources say theirs (a
// wrapper's schema, the first line of a CSV file), steps change them; where a query makes them, they are
// not known and nothing is said.
#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/contains.h"
#include "base/lists.h"
#include "base/nearest.h"
#include "flow/engine.h"
#include "flow/rates.h"
#include "flow/units.h"
#include "page/load.h"
#include "script/parser.h"
#include "script/query_names.h"

namespace gleaner::flow {
namespace {

using Names = std::optional<std::vector<std::string>>;  // nothing: not known

class ColumnCheck {
 public:
  ColumnCheck(const Flow& flow, const wrap::Registry& registry, Diagnostics& found)
      : flow_(flow), registry_(registry), found_(found) {}

  void run() {
    for (const Step& step : flow_.steps) {
      columns_[step.name] = columns_after(step);
      for (const std::string& name : step.key)
        need(columns_[step.name], name, step.line, fmt::format("the key of {}", step.name));
    }
    for (const Delivery& to : flow_.deliveries)
      for (const std::string& name : to.key)
        need(columns_[to.from], name, to.line, fmt::format("the key of {}", to.name));
  }

 private:
  void tell(uint32_t line, std::string message, std::string hint = {}) {
    found_.push_back(error(Code::bad_input, std::move(message), {flow_.path, line}, std::move(hint)));
  }
  void need(const Names& names, const std::string& name, uint32_t line, const std::string& who) {
    if (!names || contains(*names, name)) return;
    tell(line, fmt::format("{} is \"{}\", a column that is not there", who, name),
         did_you_mean(name, *names, fmt::format("columns: {}", fmt::join(*names, ", "))));
  }

  Names columns_after(const Step& step) {
    switch (step.kind) {
      case StepKind::pages:
      case StepKind::table:
      case StepKind::script: return of_source(step);
      case StepKind::integrate: return of_integrate(step);
      case StepKind::normalise: return of_normalise(step);
      case StepKind::match: return of_match(step);
      default: return of_query(step);
    }
  }

  Names of_source(const Step& step) {
    if (step.kind == StepKind::script) return {};
    auto names = source_columns(step, flow_, registry_);
    if (!names.ok()) {
      if (names.error().code == Code::not_found) return {};  // told already
      Diagnostic why = names.error();
      why.message = fmt::format("{}: {}", step.name, why.message);
      found_.push_back(std::move(why));
      return {};
    }
    return names->empty() ? Names() : Names(std::move(*names));
  }

  Names of_integrate(const Step& step) {
    std::vector<std::string> out;
    bool known = true;
    for (const std::string& input : step.inputs) {
      Names names = columns_[input];
      if (!names) {
        known = false;
        continue;
      }
      if (const auto renamed = step.integrate.rename.find(input); renamed != step.integrate.rename.end())
        for (const auto& [from, to] : renamed->second) {
          need(names, from, step.line, fmt::format("what {} renames in {}", step.name, input));
          std::replace(names->begin(), names->end(), from, to);
        }
      for (const std::string& name : *names)
        if (step.integrate.only.empty() || contains(step.integrate.only, name)) add_new(out, name);
    }
    if (!known) return {};
    for (const std::string& name : step.integrate.only)
      need(out, name, step.line, fmt::format("what {} wants only", step.name));
    if (!step.integrate.origin.empty()) add_new(out, step.integrate.origin);
    return out;
  }

  Names of_normalise(const Step& step) {
    Names names = columns_[step.inputs[0]];
    for (const NormaliseRule& rule : step.normalise) {
      need(names, rule.column, rule.line, fmt::format("what {} normalises", step.name));
      if (rule.kind == NormaliseRule::Kind::unit && !find_unit(rule.target))
        tell(rule.line, fmt::format("there is no unit \"{}\"", rule.target),
             did_you_mean(rule.target, unit_names(), "as m, kg, l, m2, GB"));
      if (!rule.rates.empty())
        if (auto text = read_file(flow_.at(rule.rates)); text.ok())
          if (auto rates = Rates::parse(*text, rule.rates); !rates.ok()) found_.push_back(rates.error());
      if (!rule.tax_table.empty())
        if (auto text = read_file(flow_.at(rule.tax_table)); text.ok())
          if (auto taxes = Taxes::parse(*text, rule.tax_table); !taxes.ok()) found_.push_back(taxes.error());
      if (!names) continue;
      if (rule.kind == NormaliseRule::Kind::money && rule.target.empty())
        add_new(*names, rule.column + "_currency");
      if (rule.original) add_new(*names, rule.column + "_text");
    }
    return names;
  }

  Names of_match(const Step& step) {
    for (const std::string& input : step.inputs)
      for (const std::string& name : step.match.on)
        need(columns_[input], name, step.line, fmt::format("what {} compares in {}", step.name, input));
    Names left = columns_[step.inputs[0]];
    if (!left) return {};
    if (step.inputs.size() == 1) return add_new(*left, "cluster"), left;
    const Names right = columns_[step.inputs[1]];
    if (!right) return {};
    std::vector<std::string> out = *left;
    for (const std::string& name : *right)
      add_new(out, contains(out, name) ? step.inputs[1] + "_" + name : name);
    add_new(out, "probability");
    return out;
  }

  Names of_query(const Step& step) {
    for (const std::string& name : step.query.by)
      need(columns_[step.inputs[0]], name, step.line, fmt::format("what {} groups by", step.name));
    std::vector<std::string> texts;
    if (step.kind == StepKind::query) texts.push_back(step.query.text);
    if (step.kind == StepKind::filter)
      texts.push_back(fmt::format("select 1 from {} where ({})", step.inputs[0], step.query.text));
    for (const auto& [name, expression] : step.query.derived)
      texts.push_back(fmt::format("select ({}) as {} from {}", expression, name, step.inputs[0]));
    for (const std::string& text : texts) {
      script::ParseOptions options;
      options.known_globals = step.inputs;
      auto parsed = script::parse_script(text, step.name, options);
      if (parsed.ok()) check_names(step, **parsed);
      else tell(step.line, fmt::format("{}: {}", step.name, parsed.error().message), parsed.error().hint);
    }
    Names before = step.inputs.empty() ? Names() : columns_[step.inputs[0]];
    if (step.kind == StepKind::filter) return before;
    if (step.kind == StepKind::query || !before) return {};
    if (step.kind == StepKind::aggregate) before = step.query.by;
    for (const auto& [name, expression] : step.query.derived) add_new(*before, name);
    return before;
  }

  // Names that only a column can have must be columns of some input, or what the query itself calls so.
  void check_names(const Step& step, const script::Script& query) {
    std::vector<std::string> names;
    for (const std::string& input : step.inputs) {
      const Names& known = columns_[input];
      if (!known) return;
      for (const std::string& name : *known) add_new(names, name);
    }
    if (names.empty() || !query.main || !query.main->body) return;
    std::vector<const script::Ast*> asked;
    script::for_each_node(*query.main->body, [&](const script::Ast& n) {
      if (n.kind == script::Ast::Kind::global && n.column_only) asked.push_back(&n);
      if (!n.query) return;
      for (const script::Query::Item& item : n.query->select)
        if (item.named) add_new(names, item.name);
    });
    for (const script::Ast* n : asked)
      need(names, n->name, step.line, fmt::format("what {} asks", step.name));
  }

  const Flow& flow_;
  const wrap::Registry& registry_;
  Diagnostics& found_;
  std::map<std::string, Names> columns_;
};

}  // namespace

void check_columns(const Flow& flow, const wrap::Registry& registry, Diagnostics& found) {
  ColumnCheck(flow, registry, found).run();
}

}  // namespace gleaner::flow
