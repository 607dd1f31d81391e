// Templates as a person would write them.
#include <algorithm>
#include <functional>

#include "base/text.h"
#include "templates/parse.h"
#include "tokens/features.h"

namespace gleaner::templates {
namespace {

bool plain_atom(std::string_view text) {
  if (text.empty() || text[0] < 'a' || text[0] > 'z') return false;
  return std::ranges::all_of(text, [](char c) { return is_alnum(c) || c == '_'; });
}

std::string print_feature_name(std::string_view name) {
  if (name.empty() || !is_alpha(name[0])) return in_quotes(name);
  for (size_t i = 0; i < name.size(); ++i)
    if (!is_alpha(name[i]) && !is_digit(name[i]) && name[i] != '_' &&
        !(name[i] == '-' && i + 1 < name.size() && is_alpha(name[i + 1])))
      return in_quotes(name);
  return std::string(name);
}

std::string suffix(const Pattern& pattern) {
  std::string out = pattern.kind == Pattern::Kind::optional ? "?"
                    : pattern.kind == Pattern::Kind::plus   ? "+"
                                                            : "*";
  return pattern.moderate ? out + "?" : out;
}

// 0: alternatives, 1: sequence, 2: bind, 3: what needs no parentheses
int looseness(const Pattern& pattern) {
  switch (pattern.kind) {
    case Pattern::Kind::either: return 0;
    case Pattern::Kind::sequence: return 1;
    case Pattern::Kind::bind: return 2;
    default: return 3;
  }
}

std::string wrapped(const Pattern& pattern, int tightest) {
  std::string inner = print(pattern);
  return looseness(pattern) < tightest ? "(" + inner + ")" : inner;
}

}  // namespace

std::string print(const Term& term) {
  switch (term.kind) {
    case Term::Kind::any: return "_";
    case Term::Kind::text: return plain_atom(term.text) ? term.text : in_quotes(term.text);
    case Term::Kind::regex: return "/" + term.text + (term.ignore_case ? "/i" : "/");
    default: return term.text;
  }
}

std::string print(const TokenTest& test) {
  if (test.features.empty()) return test.type_name;
  return test.type_name + "(" +
         joined(test.features,
                [&](const FeatureTest& feature) {
                  bool tag = test.type == tokens::Type::html || test.type == tokens::Type::html_end;
                  if (feature.name.empty() && (!tag || test.features.size() == 1))
                    return print(feature.value);
                  std::string_view name =
                      feature.name.empty() ? tokens::main_feature(test.type) : std::string_view(feature.name);
                  return print_feature_name(name) + ": " + print(feature.value);
                }) +
         ")";
}

std::string print(const Pattern& pattern) {
  switch (pattern.kind) {
    case Pattern::Kind::token: return print(pattern.tests[0]);
    case Pattern::Kind::any: return "any";
    case Pattern::Kind::none_of:
      return "not(" + joined(pattern.tests, [](const TokenTest& test) { return print(test); }) + ")";
    case Pattern::Kind::times: return "times(" + std::to_string(pattern.count) + ")";
    case Pattern::Kind::optional:
    case Pattern::Kind::plus:
    case Pattern::Kind::star: {
      // "P??" would read as moderate P?, so a loop directly in a loop is put in parentheses.
      Pattern::Kind inner = pattern.parts[0].kind;
      bool loop =
          inner == Pattern::Kind::optional || inner == Pattern::Kind::plus || inner == Pattern::Kind::star;
      return (loop ? "(" + print(pattern.parts[0]) + ")" : wrapped(pattern.parts[0], 3)) + suffix(pattern);
    }
    case Pattern::Kind::once: return "once(" + print(pattern.parts[0]) + ")";
    case Pattern::Kind::bind: return pattern.name + " = " + wrapped(pattern.parts[0], 2);
    case Pattern::Kind::sequence:
      return joined(pattern.parts, [](const Pattern& part) { return wrapped(part, 2); });
    case Pattern::Kind::either:
      return joined(pattern.parts, [](const Pattern& part) { return wrapped(part, 1); }, " ; ");
    case Pattern::Kind::call:
      if (pattern.arguments.empty()) return pattern.name;
      return pattern.name + "(" + joined(pattern.arguments, [](const Term& term) { return print(term); }) +
             ")";
    case Pattern::Kind::code: return "{" + pattern.name + "}";
    case Pattern::Kind::literal: return in_quotes(pattern.name);
  }
  return {};
}

// The parts of a sequence fill lines of up to 100 columns.
std::string print(const Template& one) {
  std::vector<std::string> head = one.parameters;
  if (!one.document.empty()) head.insert(head.begin(), one.document);
  std::string out = "template " + one.name;
  if (!head.empty()) out += "(" + joined(head, std::identity()) + ")";
  out += " :=";
  if (one.pattern.kind != Pattern::Kind::sequence) return out + "\n    " + print(one.pattern) + ".\n";
  size_t column = 1000;
  for (size_t i = 0; i < one.pattern.parts.size(); ++i) {
    std::string part = wrapped(one.pattern.parts[i], 2) + (i + 1 < one.pattern.parts.size() ? "," : ".");
    if (column + 1 + part.size() > 100) out += "\n    ", column = 4;
    else out += ' ', ++column;
    out += part;
    column += part.size();
  }
  return out + "\n";
}

std::string print(const TemplateSet& set) {
  std::string out;
  if (!set.lexer_path.empty()) out += "lexer " + in_quotes(set.lexer_path) + ".\n";
  if (set.keep_whitespace) out += "keep whitespace.\n";
  if (!set.composites && !(set.lexer && !set.lexer->composites())) out += "use basic.\n";
  if (!set.extract.empty()) out += "extract " + joined(set.extract, std::identity()) + ".\n";
  if (!set.page.empty()) out += "page " + joined(set.page, std::identity()) + ".\n";
  for (const Template& one : set.templates) out += (out.empty() ? "" : "\n") + print(one);
  return out;
}

}  // namespace gleaner::templates
