// What a robot searches and what its form asks (see robot.cc): read from the program's declarations; what a
// visitor asked, read from the request and compared with answers. A visitor's words are data: they are
// compared with values and never become Prolog text.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "logic/session.h"
#include "web/server.h"

namespace gleaner::cli {

// One input of the form, and which answers pass it.
struct RobotField {
  std::string name, title, kind;  // choice, text, number, pattern
  std::vector<std::string> choices;
  std::vector<std::string> columns;  // which columns it looks at
};

struct RobotPlan {
  std::string title, predicate;
  std::vector<std::string> columns, variables;
  std::vector<RobotField> fields;
};

// What a visitor asked.
struct RobotQuery {
  std::map<std::string, std::string> values;     // of parameters, not empty
  std::map<std::string, std::string> operators;  // number: less, greater, equal
  std::optional<size_t> sort;                    // by which column
  bool descending = false;
  std::string problem;
};

inline constexpr const char* kComparisons[] = {"less", "greater", "equal"};

// The name of a column as a variable of Prolog.
std::string variable_of(const std::string& column);
Result<RobotPlan> make_plan(logic::Session& program, const std::string& file);
RobotQuery query_of(const RobotPlan& plan, const web::Request& request);
// Whether an answer is what the field asks for.
bool passes(const RobotPlan& plan, const RobotField& field, const RobotQuery& query,
            const logic::Answer& answer);

}  // namespace gleaner::cli
