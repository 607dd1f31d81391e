// The family "selector": wrappers that a person writes, with a CSS selector or XPath for the record and for
// each field.
//
//   format = 1
//   kind = "selector"
//   record = "li.product"          # CSS; { xpath = "..." } for XPath; left out: the page is one record
//
//   [fields]
//   name = "h3 a"                  # short for { css = "h3 a" }
//   link = { css = "h3 a", attribute = "href", type = "url" }
//   price = { xpath = ".//b[@class='price']", regex = '[0-9.,]+', type = "money" }
//   tags = { css = ".tag", list = true }
//
//   [fields.offers]                # nested records: a record for each element that matches
//   css = "tr.offer"
//   list = true
//   [fields.offers.fields]
//   seller = "td.seller"
//   ...
// An absent field stays absent; an element that is there but shows nothing gives null. Documented in
// docs/selector.md. Cost: one parse of the page and one selector match a field and record.
#pragma once

#include "wrap/wrapper.h"

namespace gleaner::select {

void register_family(wrap::Registry& registry);

Result<wrap::WrapperPtr> load(const wrap::Config& config);

}  // namespace gleaner::select
