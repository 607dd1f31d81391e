// The rules of a selector wrapper, compiled: what to select, what part of it to take. Internal to select.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "html/css.h"
#include "html/xpath.h"
#include "regex/regex.h"
#include "wrap/config.h"
#include "wrap/schema.h"

namespace gleaner::select {

// CSS or XPath; neither means the context itself.
struct Selector {
  std::optional<html::Css> css;
  std::optional<html::XPath> xpath;
  bool none() const { return !css && !xpath; }
  std::string words() const;
};

struct FieldRule {
  std::string name;
  Selector selector;
  std::string attribute;             // "": the element's text
  std::optional<regex::Regex> part;  // group 1 (or all) of its first match is the value
  std::string part_source;
  bool list = false;
  wrap::Type type = wrap::Type::text;
  std::vector<FieldRule> fields;  // nested record
  uint32_t rule = 0;              // index into Wrapper::rules()

  std::string words() const;
};

struct Rules {
  std::optional<Selector> record;  // absent: the page is the record
  std::vector<FieldRule> fields;
};

Result<Rules> read_rules(const wrap::Config& config);
void save_rules(const Rules& rules, wrap::Config& into);
wrap::Schema schema_of(const Rules& rules);

}  // namespace gleaner::select
