// CSS selectors over a Tree, read by lexbor, matched in linear time (css_match.h). A Css is compiled once and
// immutable, so threads may share it. Under the thread's budget: where it ends, what
// was found by then is given.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "html/tree.h"

namespace gleaner::html {

class Css {
 public:
  // Errors carry the column in the selector.
  static Result<Css> compile(std::string_view selector);

  // Descendants of `context` that match, in document order, each once. `:scope` is the context.
  std::vector<NodeId> select(const Tree& tree, NodeId context = kDocument) const;
  NodeId first(const Tree& tree, NodeId context = kDocument) const;  // kNoNode if none
  const std::string& source() const;

 private:
  Css() = default;
  std::vector<NodeId> search(const Tree& tree, NodeId context, bool first_only) const;
  struct Impl;
  std::shared_ptr<const Impl> impl_;  // copies share it
};

}  // namespace gleaner::html
