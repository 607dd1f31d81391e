// The pattern part of a wrapper file, both ways. Format: docs/pattern.md.
#include <fmt/format.h>

#include "base/text.h"
#include "pattern/wrapper.h"

namespace gleaner::pattern {

void PatternWrapper::save(wrap::Config& into) const { (void)into; }

Result<wrap::WrapperPtr> PatternWrapper::load(const wrap::Config& whole) { return whole.wrong("not yet"); }

}  // namespace gleaner::pattern
