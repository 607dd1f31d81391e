// The header cell above a cell: the name that a person reads at the top of a table's column.
//
// Cells are laid out with rowspan and colspan as HTML does, so that a cell's column is the one it is seen in.
// Header rows are those of thead, else the leading rows all of whose cells are th, or bold from end to end;
// the lowest of them speaks. A view of the page, document.view<TableHeaders>(), that threads share: a table
// is laid out when it is first asked for. Cost: linear in the table's cells and the columns they span.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "html/tree.h"

namespace gleaner::html {

class TableHeaders {
 public:
  explicit TableHeaders(const Document& document) : tree_(document.view<Tree>()) {}
  // Of the cell that the node stands in; "" outside of tables, in header rows and where there is no header.
  const std::string& above(NodeId node) const;
  // Of all columns of the table that the node stands in.
  const std::vector<std::string>& all(NodeId node) const { return table_at(node).headers; }

 private:
  struct Table {
    std::map<NodeId, uint32_t> columns;  // by cell; header cells are not in it
    std::vector<std::string> headers;    // by column
  };
  const Table& table_at(NodeId node) const;
  Table lay_out(NodeId table) const;

  const Tree& tree_;
  mutable std::mutex mutex_;
  mutable std::map<NodeId, Table> tables_;
};

}  // namespace gleaner::html
