// Sources and steps of a flow file. See flow_reader.h.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/lists.h"
#include "base/nearest.h"
#include "base/text.h"
#include "flow/flow_reader.h"
#include "store/target.h"

namespace gleaner::flow {

using wrap::Config;

namespace {

uint64_t config_hash(const Config& config, uint64_t hash = 14695981039346656037ull) {
  hash = stable_hash(std::string(1, char(config.kind())), hash);
  switch (config.kind()) {
    case Config::Kind::text: return stable_hash(config.as_text(), hash);
    case Config::Kind::integer: return stable_hash(std::to_string(config.as_integer()), hash);
    case Config::Kind::real: return stable_hash(fmt::format("{}", config.as_real()), hash);
    case Config::Kind::boolean: return stable_hash(config.as_boolean() ? "1" : "0", hash);
    default: break;
  }
  for (const Config& item : config.items()) hash = config_hash(item, hash);
  for (const auto& [key, value] : config.members()) hash = config_hash(value, stable_hash(key, hash));
  return hash;
}

}  // namespace

void FlowReader::read_step(const std::string& name, const std::string& note, const Config& config,
                           bool source) {
  Step step;
  step.name = name, step.note = note, step.line = config.line(), step.hash = config_hash(config);
  KeyReader in(config, found_);
  for (const char c : name)
    if (!is_alpha(c) && !is_digit(c) && c != '_') {
      in.wrong(config, fmt::format("\"{}\" is no name for a step", name),
               "letters, digits and _: queries call steps by their names");
      break;
    }
  in.texts("key", step.key);
  source ? read_source(in, step) : read_operation(in, step);
  in.finish();
  flow_.steps.push_back(std::move(step));
}

void FlowReader::read_source(KeyReader& in, Step& step) {
  SourceSpec& spec = step.source;
  in.text("wrapper", spec.wrapper);
  in.text("table", spec.table);
  in.text("script", spec.script);
  in.text("query", step.query.text);
  const int said =
      !spec.wrapper.empty() + !spec.table.empty() + !spec.script.empty() + !step.query.text.empty();
  if (said != 1) in.wrong(in.config(), "needs one of: wrapper, table, script, query");
  step.kind = !spec.wrapper.empty() ? StepKind::pages
              : !spec.table.empty() ? StepKind::table
                                    : StepKind::script;
  in.texts("pages", spec.pages);
  in.boolean("next", spec.next);
  in.text("follow", spec.follow);
  in.text("with", spec.with);
  in.boolean("allow_private", spec.private_hosts);
  in.texts("allow_read", spec.reads);
  in.texts("allow_net", spec.hosts);
  in.choice("on_drift", spec.on_drift,
            {{"stop", OnDrift::stop}, {"keep", OnDrift::keep}, {"repair", OnDrift::repair}});
  if (step.kind == StepKind::pages && spec.pages.empty())
    in.wrong(in.config(), "has a wrapper and no pages", "pages = \"shop/*.html\", a URL, an archive ...");
  if (step.kind != StepKind::pages && !spec.pages.empty()) in.wrong(in.config(), "pages need a wrapper");
  for (const std::string* file : {&spec.wrapper, &spec.script}) need_file(in, *file);
  if (const size_t mark = store::table_mark(spec.table); !spec.table.empty())
    need_file(in, spec.table.substr(0, mark));
}

void FlowReader::need_file(KeyReader& in, const std::string& file) {
  if (file.empty() || is_address(file)) return;
  if (std::error_code failed; !std::filesystem::exists(flow_.at(file), failed))
    in.wrong(in.config(), fmt::format("there is no file {}", file), {}, Code::not_found);
}

void FlowReader::read_operation(KeyReader& in, Step& step) {
  static const std::vector<std::pair<std::string, StepKind>> kOperations = {
      {"integrate", StepKind::integrate}, {"normalise", StepKind::normalise}, {"filter", StepKind::filter},
      {"derive", StepKind::derive},       {"aggregate", StepKind::aggregate}, {"query", StepKind::query},
      {"match", StepKind::match}};
  std::vector<std::string> said;
  for (const auto& [word, kind] : kOperations)
    if (in.get(word)) said.push_back(word), step.kind = kind;
  if (said.size() != 1) {
    in.wrong(in.config(),
             said.empty() ? "says not what it does"
                          : fmt::format("does several things: {}", fmt::join(said, ", ")),
             said.empty() ? "one of: integrate, normalise, filter, derive, aggregate, query, match"
                          : "make a step of each, with from = the one before");
    if (said.empty()) return;
  }
  std::string from;
  if (step.kind != StepKind::integrate && step.kind != StepKind::match) {
    in.text("from", from);
    if (!from.empty()) step.inputs = {from};
    else if (step.kind != StepKind::query)
      in.wrong(in.config(), "says not what it works on", "from = \"NAME\"");
  }
  switch (step.kind) {
    case StepKind::integrate: read_integrate(in, step); break;
    case StepKind::normalise: read_normalise(in, step); break;
    case StepKind::match: read_match(in, step); break;
    default: read_query(in, step);
  }
}

void FlowReader::read_integrate(KeyReader& in, Step& step) {
  in.texts("integrate", step.inputs);
  in.texts("only", step.integrate.only);
  in.text("origin", step.integrate.origin);
  const Config* rename = in.get("rename");
  if (!rename) return;
  for (const auto& [input, names] : rename->members()) {
    if (!contains(step.inputs, input))
      in.wrong(names, fmt::format("{} is not integrated here", input),
               fmt::format("integrated: {}", fmt::join(step.inputs, ", ")));
    for (const auto& [before, after] : names.members()) {
      if (after.is_text()) step.integrate.rename[input].emplace_back(before, after.as_text());
      else in.wrong(after, "must be a text: the new name");
    }
  }
}

void FlowReader::read_query(KeyReader& in, Step& step) {
  if (step.kind == StepKind::query || step.kind == StepKind::filter)
    in.text(name_of(step.kind), step.query.text);
  if (step.kind == StepKind::query && step.inputs.empty()) step.inputs = tables_in_query(step.query.text);
  if (step.kind == StepKind::derive || step.kind == StepKind::aggregate) {
    const Config* columns = in.get(name_of(step.kind));
    if (!columns->is_table())
      return in.wrong(*columns, "must be a table of columns", "derive.total = \"price * amount\"");
    for (const auto& [column, expression] : columns->members()) {
      if (step.kind == StepKind::aggregate && column == "by") {
        KeyReader(*columns, found_).texts("by", step.query.by);
        continue;
      }
      if (expression.is_text()) step.query.derived.emplace_back(column, expression.as_text());
      else in.wrong(expression, "must be a text: an expression");
    }
  }
}

void FlowReader::read_match(KeyReader& in, Step& step) {
  MatchSpec& spec = step.match;
  in.texts("match", step.inputs);
  if (step.inputs.empty() || step.inputs.size() > 2)
    in.wrong(in.config(), "match needs one table (what stands twice) or two");
  in.texts("on", spec.on);
  if (const Config* one = in.get("one_to_one")) {
    if (one->kind() == Config::Kind::boolean) spec.one_to_one = one->as_boolean() ? "both" : "";
    else if (one->is_text() && contains(step.inputs, one->as_text())) spec.one_to_one = one->as_text();
    else in.wrong(*one, "must be true or one of the tables that are matched");
  }
  in.number("threshold", spec.threshold, 0, 1);
  in.boolean("hold", spec.hold);
  in.text("labels", spec.labels);
  need_file(in, spec.labels);
  in.boolean("keep_unmatched", spec.keep_unmatched);
  if (const Config* review = in.get("review")) {
    std::string_view said = review->is_text() ? std::string_view(review->as_text()) : "";
    if (said.starts_with("below ")) said.remove_prefix(6);
    try {
      spec.review = review->is_text() ? std::stod(std::string(said)) : review->as_real();
    } catch (const std::exception&) {
      in.wrong(*review, "is no probability", "review = \"below 0.9\"");
    }
  }
}

void FlowReader::read_normalise(KeyReader& in, Step& step) {
  const Config* columns = in.get("normalise");
  if (!columns->is_table())
    return in.wrong(*columns, "must be a table of columns", "normalise.price = { money = \"EUR\" }");
  for (const auto& [column, rule] : columns->members()) read_rule(column, rule, step);
}

void FlowReader::read_rule(const std::string& column, const Config& config, Step& step) {
  KeyReader in(config, found_);
  NormaliseRule rule;
  rule.column = column, rule.line = config.line();
  using Kind = NormaliseRule::Kind;
  static const std::vector<std::pair<std::string, Kind>> kKinds = {
      {"number", Kind::number}, {"money", Kind::money},     {"date", Kind::date},
      {"unit", Kind::unit},     {"country", Kind::country}, {"language", Kind::language},
      {"phone", Kind::phone},   {"map", Kind::map},         {"boolean", Kind::boolean}};
  std::vector<std::string> names = mapped(kKinds, [](const auto& one) { return one.first; });
  if (config.is_text()) {  // normalise.added = "date"
    const auto found =
        std::ranges::find_if(kKinds, [&](const auto& one) { return one.first == config.as_text(); });
    if (found == kKinds.end())
      return in.wrong(config, "is nothing that can be normalised",
                      fmt::format("one of: {}", fmt::join(names, ", ")));
    rule.kind = found->second;
    if (rule.kind == Kind::map || rule.kind == Kind::unit)
      return in.wrong(config, "needs more", "{ unit = \"g\" }, { map = \"codes.csv\" }");
    step.normalise.push_back(rule);
    return;
  }
  if (!config.is_table()) return in.wrong(config, "must be a table", "normalise.price = { money = \"EUR\" }");
  bool said = false;
  for (const auto& [word, kind] : kKinds) {
    const Config* value = config.find(word);
    if (!value || (word == "country" && said)) continue;  // money has a country too
    (void)in.get(word);
    if (said) in.wrong(*value, "a column is normalised one way");
    said = true, rule.kind = kind;
    if (value->is_text()) (kind == Kind::map ? rule.map_file : rule.target) = value->as_text();
  }
  if (!said) {
    for (const auto& member : config.members())
      if (const auto near = nearest(member.first, names))
        return in.wrong(member.second, "this key is not known here", fmt::format("did you mean {}?", *near));
    return in.wrong(config, "says not what the column holds",
                    fmt::format("one of: {}", fmt::join(names, ", ")));
  }
  read_rule_details(in, rule);
  in.finish();
  step.normalise.push_back(rule);
}

void FlowReader::read_rule_details(KeyReader& in, NormaliseRule& rule) {
  using Kind = NormaliseRule::Kind;
  in.boolean("original", rule.original);
  in.choice("unknown", rule.unknown,
            {{"problem", NormaliseRule::Unknown::problem},
             {"keep", NormaliseRule::Unknown::keep},
             {"null", NormaliseRule::Unknown::null}});
  in.number("digits", rule.digits, 0, 15);
  in.word("decimal", rule.decimal, {",", "."});
  if (rule.kind == Kind::date) in.word("order", rule.order, {"day-first", "month-first"});
  if (rule.kind == Kind::unit || rule.kind == Kind::money) in.text("from", rule.from);
  if (rule.kind == Kind::map) need_file(in, rule.map_file);
  if (rule.kind == Kind::phone) in.text("country_code", rule.from);
  if (rule.kind != Kind::money) return;
  for (const std::string& code : {rule.target, rule.from})
    if (!code.empty() &&
        (code.size() != 3 || code.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string::npos))
      in.wrong(in.config(), fmt::format("\"{}\" is no code of a currency", code),
               "three capital letters: EUR, USD, CHF");
  in.text("rates", rule.rates);
  need_file(in, rule.rates);
  in.text("on", rule.on);
  in.number("back", rule.back, 0, 3660);
  in.word("tax", rule.tax, {"net", "gross"});
  in.word("has", rule.has, {"net", "gross"});
  in.text("tax_table", rule.tax_table);
  need_file(in, rule.tax_table);
  in.text("tax_class", rule.tax_class);
  if (const Config* country = in.get("country")) {
    if (country->is_text()) rule.country_of["*"] = country->as_text();
    for (const auto& [source, code] : country->members()) rule.country_of[source] = code.as_text();
  }
  if (!rule.tax.empty() && rule.country_of.empty())
    in.wrong(in.config(), "tax needs to know the country",
             "country = \"DE\", or country = { shop_a = \"DE\", shop_b = \"CH\" }");
}

}  // namespace gleaner::flow
