// XML as values: elements that know where they stand, and XML files as tables.
//
// A child that holds nothing but text is that text (with its place), an empty one null; names are as they are
// written, prefix and case included.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "html/xml.h"
#include "script/value.h"

namespace gleaner::script {

Value element_of(const std::shared_ptr<const html::Xml>& xml, html::Xml::Node node);
// The root element of a document.
Result<Value> read_xml(DocumentPtr document);
// Fields of an element that was read: `name local namespace text children`, attributes, children by name.
Value xml_member(const Element& element, const std::string& name);
Result<Value> xml_select(const Element& element, const std::string& expression);

// A table: the elements below the root that repeat are the rows, their attributes and children the columns.
Result<Value> read_xml_table(std::string text, const std::string& file);

}  // namespace gleaner::script
