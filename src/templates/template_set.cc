// What a set of templates means as a whole: its names, which templates give records, and whether all calls
// fit.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/lists.h"
#include "templates/ast.h"

namespace gleaner::templates {
namespace {

Diagnostic wrong(const TemplateSet& set, Position at, std::string message, std::string hint = {}) {
  return error(Code::bad_input, std::move(message),
               Where{.file = set.file, .line = at.line, .column = at.column}, std::move(hint));
}

const Template* find(const TemplateSet& set, const std::string& name) {
  return find_by(set.templates, &Template::name, name);
}

void check_calls(const TemplateSet& set, const Pattern& pattern, Diagnostics& into) {
  for (const Pattern& part : pattern.parts) check_calls(set, part, into);
  if (pattern.kind != Pattern::Kind::call) return;
  const Template* called = find(set, pattern.name);
  if (!called) {
    if (into.empty())
      into.push_back(
          wrong(set, pattern.at, fmt::format("no template or token type is called \"{}\"", pattern.name)));
    return;
  }
  const size_t given = pattern.arguments.size(), wanted = called->parameters.size();
  const bool with_document = given == wanted + 1 && !called->document.empty();
  if (given != wanted && !with_document)
    into.push_back(
        wrong(set, pattern.at, fmt::format("{} takes {} arguments, not {}", pattern.name, wanted, given)));
  for (const Term& argument : pattern.arguments)
    if (argument.kind == Term::Kind::regex)
      into.push_back(wrong(set, pattern.at, "a regular expression is no argument of a template"));
}

// Alternatives of a template, told apart by nothing but their place.
void check_alternatives(const TemplateSet& set, const Template& one, Diagnostics& into) {
  for (const Template& other : set.templates) {
    if (&other >= &one) return;
    if (other.name != one.name || other.parameters.size() == one.parameters.size()) continue;
    into.push_back(wrong(set, one.at,
                         fmt::format("template {} has {} parameters here and {} in line {}", one.name,
                                     one.parameters.size(), other.parameters.size(), other.at.line),
                         "alternatives of a template take the same parameters"));
    return;
  }
}

}  // namespace

void collect_calls(const Pattern& pattern, std::set<std::string>& into) {
  if (pattern.kind == Pattern::Kind::call) into.insert(pattern.name);
  for (const Pattern& part : pattern.parts) collect_calls(part, into);
}

void TemplateSet::check(Diagnostics& into) const {
  for (const Template& one : templates) {
    check_calls(*this, one.pattern, into);
    check_alternatives(*this, one, into);
  }
  for (const std::string& name : extract)
    if (!find(*this, name)) into.push_back(wrong(*this, {1, 1}, "extract names no template: " + name));
  for (const std::string& name : page)
    if (!find(*this, name)) into.push_back(wrong(*this, {1, 1}, "page names no template: " + name));
}

std::vector<std::string> TemplateSet::names() const {
  std::vector<std::string> out;
  for (const Template& one : templates) add_new(out, one.name);
  return out;
}

std::vector<std::string> TemplateSet::outputs() const {
  if (!extract.empty()) return extract;
  if (!page.empty()) return page;
  std::vector<std::string> all = names(), out;
  std::set<std::string> called;
  for (const Template& one : templates) {
    std::set<std::string> calls;
    collect_calls(one.pattern, calls);
    calls.erase(one.name);
    called.merge(calls);
  }
  for (const std::string& name : all)
    if (!called.count(name)) out.push_back(name);
  return out.empty() ? all : out;
}

}  // namespace gleaner::templates
