// A grammar as a wrapper: kind "grammar". Its file is the .gln file itself; the variables of its rules are
// the schema.
#pragma once

#include <string>

#include "base/result.h"
#include "wrap/wrapper.h"

namespace gleaner::script {

// `rule` empty: default_rule.
Result<wrap::WrapperPtr> make_wrapper(std::string source, const std::string& file,
                                      const std::string& rule = "");
void register_family(wrap::Registry& registry);

}  // namespace gleaner::script
