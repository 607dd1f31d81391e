// See robot_search.h.
#include "robot_search.h"

#include <algorithm>
#include <charconv>

#include "base/contains.h"
#include "base/text.h"

namespace gleaner::cli {
namespace {

using logic::Term;

// With a point, whatever the language of the system.
std::optional<double> number_of(const std::string& text) {
  const char *from = text.data() + (text.starts_with('+') ? 1 : 0), *to = text.data() + text.size();
  double number = 0;
  const auto [end, failed] = std::from_chars(from, to, number);
  return failed == std::errc() && end == to ? std::optional(number) : std::nullopt;
}

// * and ? as in file names, but over any text.
bool matches_pattern(std::string pattern, std::string text) {
  if (text.starts_with(pattern)) return true;
  std::replace(pattern.begin(), pattern.end(), '/', '\x1f');
  std::replace(text.begin(), text.end(), '/', '\x1f');
  return glob_match(pattern, text);
}

const Term* column_of(const RobotPlan& plan, const logic::Answer& answer, const std::string& column) {
  for (size_t i = 0; i < plan.columns.size() && i < answer.values.size(); ++i)
    if (plan.columns[i] == column) return &answer.values[i].second;
  return nullptr;
}

}  // namespace

std::string variable_of(const std::string& column) {
  std::string out = column;
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = char(out[0] - 32);
  return out;
}

Result<RobotPlan> make_plan(logic::Session& program, const std::string& file) {
  RobotPlan plan;
  GLEANER_TRY(auto goal, program.robot_goal());
  Where where;
  where.file = file;
  if (!goal || goal->first.kind != Term::Kind::compound || goal->first.is_list())
    return error(Code::bad_input, "the program does not say what to search", where,
                 "add: :- robot(advertisement(column, article, price), 'Advertisements').");
  plan.title = goal->second;
  plan.predicate = goal->first.text;
  for (const Term& column : goal->first.arguments) {
    const bool plain = column.kind == Term::Kind::atom && !column.text.empty() && column.text[0] >= 'a' &&
                       column.text[0] <= 'z';
    if (!plain)
      return error(Code::bad_input, "a column of robot/2 is a name in small letters: " + column.to_prolog(),
                   where);
    plan.columns.push_back(column.text);
    plan.variables.push_back(variable_of(column.text));
  }
  GLEANER_TRY(auto parameters, program.parameters());
  for (const logic::Parameter& parameter : parameters) {
    RobotField field;
    field.name = parameter.name;
    field.title = parameter.title;
    field.kind = parameter.kind.text;
    field.columns = {parameter.name};
    if (parameter.kind.kind == Term::Kind::compound && !parameter.kind.arguments.empty()) {
      std::vector<std::string> names;
      for (const Term* item : parameter.kind.arguments[0].items()) names.push_back(item->to_text());
      (field.kind == "choice" ? field.choices : field.columns) = std::move(names);
    }
    if (field.kind != "choice" && field.kind != "text" && field.kind != "number" && field.kind != "pattern")
      return error(Code::bad_input,
                   "unknown kind of parameter " + field.name + ": " + parameter.kind.to_prolog(), where,
                   "kinds: choice([a, b]), text, text([column, ...]), number, pattern");
    for (const std::string& column : field.columns)
      if (!contains(plan.columns, column))
        return error(Code::bad_input, "parameter " + field.name + " names no column of robot/2: " + column,
                     where);
    plan.fields.push_back(std::move(field));
  }
  return plan;
}

RobotQuery query_of(const RobotPlan& plan, const web::Request& request) {
  RobotQuery query;
  if (const std::string column = request.parameter("sort"); !column.empty()) {
    const auto at = std::ranges::find(plan.columns, column);
    if (at == plan.columns.end()) query.problem = "there is no column " + column + " to sort by";
    else query.sort = size_t(at - plan.columns.begin());
    query.descending = request.parameter("order") == "desc";
  }
  for (const RobotField& field : plan.fields) {
    std::string value(trim(request.parameter(field.name)));
    if (value.empty()) continue;
    if (field.kind == "choice" && !contains(field.choices, value))
      query.problem = field.title + ": there is no such choice";
    if (field.kind == "number") {
      std::string plain = value;
      std::replace(plain.begin(), plain.end(), ',', '.');
      if (!number_of(plain)) query.problem = field.title + ": not a number";
      value = plain;
      const std::string op = request.parameter(field.name + ".op");
      if (!op.empty() && !contains(kComparisons, op))
        query.problem = field.title + ": there is no comparison " + op + "; known: less, greater, equal";
      query.operators[field.name] = op;
    }
    query.values[field.name] = std::move(value);
  }
  return query;
}

bool passes(const RobotPlan& plan, const RobotField& field, const RobotQuery& query,
            const logic::Answer& answer) {
  auto wanted = query.values.find(field.name);
  if (wanted == query.values.end()) return true;
  for (const std::string& column : field.columns) {
    const Term* value = column_of(plan, answer, column);
    if (!value) continue;
    const std::string text = value->to_text();
    if (field.kind == "choice" && text == wanted->second) return true;
    if (field.kind == "text" && lower_ascii(text).find(lower_ascii(wanted->second)) != std::string::npos)
      return true;
    if (field.kind == "pattern" && matches_pattern(wanted->second, text)) return true;
    if (field.kind == "number" && (value->kind == Term::Kind::integer || value->kind == Term::Kind::real)) {
      const double number = value->kind == Term::Kind::integer ? double(value->integer) : value->real;
      const double limit = number_of(wanted->second).value_or(0);
      const std::string& op = query.operators.at(field.name);
      if (op == "greater" ? number > limit : op == "equal" ? number == limit : number < limit) return true;
    }
  }
  return false;
}

}  // namespace gleaner::cli
