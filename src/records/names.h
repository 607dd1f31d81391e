// Names of columns. First that applies: header cell above it; itemprop; a constant text before it that ends
// in ":" or stands in th, dt, label; a class of the element or its parent that is a plain word; the kind of
// its values; title = first link or heading; text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "records/fields.h"

namespace gleaner::records {

// What a text looks like: "price", "date", "url", "size", "percent", "number", or "".
std::string_view kind_of_value(std::string_view text);

// "Price (EUR):" -> "price_eur". Letters of all scripts are kept; "" if there is none.
std::string to_name(std::string_view words);

// The header of a table whose rows are records: the row just before the first record, or the last of a thead,
// with as many cells.
class HeaderRow {
 public:
  HeaderRow(const Outline& outline, Stretch record);
  // The header's text above the cell that a node stands in, "" if there is none.
  std::string above(uint32_t node) const;

 private:
  std::vector<uint32_t> cells_of(uint32_t row) const;
  void collect_thead(uint32_t body, std::vector<uint32_t>& rows) const;

  const Outline& outline_;
  std::vector<std::string> texts_;
};

struct NamedColumn {
  std::string name;       // several may have the same
  bool is_label = false;  // its text is the name of what follows, not a value
};

// `texts` are the cells' texts, parallel to table.rows.
std::vector<NamedColumn> name_columns(const Outline& outline, const Table& table,
                                      const std::vector<std::vector<std::string>>& texts,
                                      const std::vector<Stretch>& records);

// Makes names unique by appending _2, _3.
void make_unique(std::vector<std::string>& names);

}  // namespace gleaner::records
