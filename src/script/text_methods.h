// What `a.m(..)` means for a text `a`.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "script/value.h"

namespace gleaner::script {

class Interpreter;
using Method = Value (*)(Interpreter&, const Value& self, std::vector<Value>& arguments);

const std::map<std::string_view, Method>& text_methods();

}  // namespace gleaner::script
