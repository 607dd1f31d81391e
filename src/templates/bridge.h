// Templates and logic: templates as predicates of a program (paper, section 3), Prolog goals as code calls of
// templates.
#pragma once

#include <memory>

#include "base/result.h"
#include "logic/session.h"
#include "templates/compile.h"
#include "templates/goal.h"
#include "templates/wrapper.h"

namespace gleaner::templates {

// Every template NAME(Doc, V1, .., Vn) becomes the predicate of that name with n + 1 arguments. Facts come
// lazily.
Status add_templates(logic::Session& session, std::shared_ptr<const Compiled> compiled);

// Code calls answered by a session's program.
std::unique_ptr<CodeCaller> code_caller(logic::Session& session);
// ... or by a Prolog of their own (sandboxed, no program): what `gleaner extract` uses. Starts Prolog on the
// first call.
std::unique_ptr<CodeCaller> own_code_caller();

}  // namespace gleaner::templates
