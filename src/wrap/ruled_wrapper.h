// A wrapper whose schema and rules are known when it is made: most families' are.
#pragma once

#include <vector>

#include "wrap/wrapper.h"

namespace gleaner::wrap {

class RuledWrapper : public Wrapper {
 public:
  const Schema& schema() const override { return schema_; }
  const std::vector<Rule>& rules() const override { return rules_; }

 protected:
  Schema schema_;
  std::vector<Rule> rules_;
};

}  // namespace gleaner::wrap
