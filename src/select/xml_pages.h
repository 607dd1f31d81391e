// Selector wrappers on XML: XPath over the document as XML (html/xml.h), where every selector of the wrapper is XPath.
// Names keep their case and prefix, CDATA is text, an empty element is null. Internal to select.
#pragma once

#include "html/xml.h"
#include "select/rules.h"
#include "wrap/wrapper.h"

namespace gleaner::select {

// Whether the wrapper can read XML as such: it has no CSS.
bool only_xpath(const Rules& rules);
// Records of the document, in order. REQUIRES: only_xpath(rules).
Status extract_xml(const Rules& rules, const html::Xml& xml, wrap::RecordSink& sink, Budget& budget);

}  // namespace gleaner::select
