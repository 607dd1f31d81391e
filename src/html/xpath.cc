// See xpath.h. Reading is in xpath_syntax.cc, finding in xpath_eval.cc.
#include "html/xpath.h"

#include <fmt/format.h>

#include "base/lists.h"
#include "html/xpath_eval.h"
#include "html/xpath_syntax.h"

namespace gleaner::html {

struct XPath::Impl {
  std::string source;
  xpath::ExpressionPtr expression;
};

const std::string& XPath::source() const { return impl_->source; }

Result<XPath> XPath::compile(std::string_view source) {
  auto failed = [&](std::string_view why, uint32_t column) {
    Where where;
    where.line = 1;
    where.column = column;
    return error(Code::bad_input, fmt::format("not an XPath: \"{}\": {} at column {}", source, why, column),
                 where);
  };
  auto parsed = xpath::parse(source);
  if (!parsed.ok()) return failed(parsed.error().message, parsed.error().where.column);
  if ((*parsed)->type != xpath::Type::nodes) return failed("gives a value, not nodes", 1);
  XPath made;
  made.impl_ = std::make_shared<const Impl>(Impl{std::string(source), std::move(parsed).value()});
  return made;
}

std::vector<XPathHit> XPath::select(const Tree& tree, NodeId context) const {
  xpath::Evaluator evaluator(tree);
  return mapped(evaluator.nodes(*impl_->expression, context),
                [&](const xpath::Item& item) { return XPathHit{item.node, evaluator.attribute_name(item)}; });
}

}  // namespace gleaner::html
