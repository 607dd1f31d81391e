// XPath 1.0 over a Tree. Answers are nodes and attributes. Under the thread's budget: where it ends, what was
// found by then is given.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "html/tree.h"

namespace gleaner::html {

struct XPathHit {
  NodeId node = kNoNode;
  std::string attribute;  // name, when the hit is an attribute of node
};

class XPath {
 public:
  static Result<XPath> compile(std::string_view expression);  // errors carry the column

  // Node-sets in document order.
  std::vector<XPathHit> select(const Tree& tree, NodeId context = kDocument) const;
  const std::string& source() const;

 private:
  XPath() = default;
  struct Impl;
  std::shared_ptr<const Impl> impl_;  // copies share it
};

}  // namespace gleaner::html
