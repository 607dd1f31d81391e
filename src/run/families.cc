// See families.h. The order is that of --help, and of trying when no --kind is given.
#include "run/families.h"

#include "byexample/wrapper.h"
#include "delimiter/family.h"
#include "learn/portfolio.h"
#include "lines/learner.h"
#include "pattern/learn/learner.h"
#include "rows/learner.h"
#include "script/wrapper.h"
#include "select/select.h"
#include "sheets/wrapper.h"
#include "tables/wrapper.h"
#include "templates/bridge.h"

namespace gleaner::run {

void register_families(wrap::Registry& registry) {
  pattern::register_family(registry);
  rows::register_family(registry);
  sheets::register_family(registry);
  tables::register_family(registry);
  byexample::register_family(registry);
  templates::register_family(registry, templates::own_code_caller);
  select::register_family(registry);
  delimiter::register_family(registry);
  script::register_family(registry);
  lines::register_family(registry);
  learn::register_portfolio(registry);  // last: it asks all the others
}

const wrap::Registry& families() {
  static const wrap::Registry all = [] {
    wrap::Registry made;
    register_families(made);
    return made;
  }();
  return all;
}

}  // namespace gleaner::run
