// Reading, checking and writing the rules of a selector wrapper. See rules.h.
#include "select/rules.h"

#include <fmt/format.h>

namespace gleaner::select {
namespace {

using wrap::Config;

// A selector's own error has a column in the selector; the file's line and key come from the Config.
Diagnostic at_key(const Config& where, const Diagnostic& inner) {
  Diagnostic why = where.wrong(inner.message);
  if (inner.where.column)
    why.message += fmt::format(" (at column {} of \"{}\")", inner.where.column, where.as_text());
  else why.message += fmt::format(" in \"{}\"", where.as_text());
  why.hint = inner.hint;
  return why;
}

template <class Made>
Status compile(const Config& from, std::string_view what, std::optional<Made>& into) {
  if (!from.is_text()) return from.wrong(fmt::format("must be {} in quotes", what));
  auto made = Made::compile(from.as_text());
  if (!made.ok()) return at_key(from, made.error());
  into = std::move(made).value();
  return {};
}

Status compile_css(const Config& from, Selector& into) { return compile(from, "a CSS selector", into.css); }

Status read_selector(const Config& table, Selector& into) {
  const Config* css = table.find("css");
  const Config* xpath = table.find("xpath");
  if (css && xpath) return xpath->wrong("has both css and xpath: one of them, please");
  if (css) return compile_css(*css, into);
  if (xpath) return compile(*xpath, "an XPath expression", into.xpath);
  return {};
}

Status read_fields(const Config& table, std::vector<FieldRule>& into);

Status read_part(const Config& from, FieldRule& into) {
  const Config* part = from.find("regex");
  if (!part) return {};
  if (!part->is_text()) return part->wrong("must be a regular expression in quotes");
  auto made = regex::Regex::compile(part->as_text());
  if (!made.ok()) return at_key(*part, made.error());
  into.part = std::move(made).value();
  into.part_source = part->as_text();
  return {};
}

Status read_field(const std::string& name, const Config& from, FieldRule& into) {
  into.name = name;
  if (from.is_text()) return compile_css(from, into.selector);
  if (!from.is_table()) return from.wrong("must be a CSS selector in quotes or a table with css or xpath");
  GLEANER_CHECK(from.only({"css", "xpath", "attribute", "regex", "list", "type", "fields"}));
  GLEANER_CHECK(read_selector(from, into.selector));
  GLEANER_TRY(into.attribute, from.text_or("attribute", ""));
  GLEANER_TRY(into.list, from.boolean_or("list", false));
  GLEANER_TRY(const std::string type, from.text_or("type", "text"));
  const std::optional<wrap::Type> known = wrap::type_of_name(type);
  if (!known) {
    Diagnostic why = from.find("type")->wrong(fmt::format("there is no type \"{}\"", type));
    why.hint = "types: " + wrap::type_names();
    return why;
  }
  into.type = *known;
  GLEANER_CHECK(read_part(from, into));
  const Config* fields = from.find("fields");
  if (!fields) return {};
  if (!into.attribute.empty() || into.part || into.type != wrap::Type::text)
    return fields->wrong("a nested record has no attribute, regex or type of its own");
  return read_fields(*fields, into.fields);
}

Status read_fields(const Config& table, std::vector<FieldRule>& into) {
  if (!table.is_table()) return table.wrong("must be a table of fields");
  if (table.members().empty()) return table.wrong("no field in it");
  for (const auto& [name, from] : table.members()) {
    FieldRule rule;
    GLEANER_CHECK(read_field(name, from, rule));
    into.push_back(std::move(rule));
  }
  return {};
}

Status read_record(const Config& config, Rules& into) {
  const Config* record = config.find("record");
  if (!record) return {};
  Selector selector;
  if (record->is_text()) {
    GLEANER_CHECK(compile_css(*record, selector));
  } else if (record->is_table()) {
    GLEANER_CHECK(record->only({"css", "xpath"}));
    GLEANER_CHECK(read_selector(*record, selector));
    if (selector.none()) return record->wrong("needs css or xpath");
  } else {
    return record->wrong("must be a CSS selector in quotes or a table with css or xpath");
  }
  into.record = std::move(selector);
  return {};
}

wrap::FieldSchema schema_of(const FieldRule& rule) {
  wrap::FieldSchema made{rule.name, rule.type, rule.list, {}};
  for (const FieldRule& inner : rule.fields) made.fields.push_back(schema_of(inner));
  return made;
}

void save_field(const FieldRule& rule, Config& fields) {
  const bool plain = rule.selector.css && rule.attribute.empty() && !rule.part && !rule.list &&
                     rule.type == wrap::Type::text && rule.fields.empty();
  if (plain) {
    fields.set(rule.name, rule.selector.css->source());
    return;
  }
  Config& table = fields.add_table(rule.name);
  if (rule.selector.css) table.set("css", rule.selector.css->source());
  if (rule.selector.xpath) table.set("xpath", rule.selector.xpath->source());
  if (!rule.attribute.empty()) table.set("attribute", rule.attribute);
  if (rule.part) table.set("regex", rule.part_source);
  if (rule.list) table.set("list", true);
  if (rule.type != wrap::Type::text) table.set("type", wrap::name_of(rule.type));
  if (rule.fields.empty()) return;
  Config inner;
  for (const FieldRule& nested : rule.fields) save_field(nested, inner);
  table.set("fields", std::move(inner));
}

}  // namespace

std::string Selector::words() const {
  if (css) return css->source();
  if (xpath) return xpath->source();
  return "the record itself";
}

std::string FieldRule::words() const {
  std::string said;
  if (!fields.empty()) said = list ? "a record for each of " : "a record in ";
  else if (!attribute.empty())
    said = fmt::format("attribute {} of {}", attribute, list ? "each of " : "the first of ");
  else said = list ? "text of each of " : "text of the first of ";
  said += selector.words();
  if (part) said += fmt::format(", the part that matches {}", part_source);
  if (type != wrap::Type::text) said += fmt::format(", as {}", wrap::name_of(type));
  return said;
}

Result<Rules> read_rules(const Config& config) {
  Rules rules;
  GLEANER_CHECK(config.only({"format", "kind", "schema", "description", "record", "fields", "origin",
                             "profile", "url", "next", "follow", "browser"}));
  GLEANER_CHECK(read_record(config, rules));
  const Config* fields = config.find("fields");
  if (!fields) {
    Diagnostic why = config.wrong("the table \"fields\" is missing");
    why.hint = "for example:\n  [fields]\n  name = \"h3 a\"";
    return why;
  }
  GLEANER_CHECK(read_fields(*fields, rules.fields));
  return rules;
}

void save_rules(const Rules& rules, Config& into) {
  if (rules.record && rules.record->css) into.set("record", rules.record->css->source());
  if (rules.record && rules.record->xpath)
    into.add_table("record").set("xpath", rules.record->xpath->source());
  Config fields;
  for (const FieldRule& rule : rules.fields) save_field(rule, fields);
  into.set("fields", std::move(fields));
}

wrap::Schema schema_of(const Rules& rules) {
  wrap::Schema schema;
  for (const FieldRule& rule : rules.fields) schema.fields.push_back(schema_of(rule));
  return schema;
}

}  // namespace gleaner::select
