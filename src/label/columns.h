// Columns by their headers, for families that count cells or read the page as a string.
//
// Where labelled values stand in columns of a table that have headers, a wrapper remembers which header each
// field has. On a page whose columns stand in another order such a family takes the neighbour's column for
// the field: a value in a column that is headed as another field's is left out, with a note, rather than
// given under the wrong name. A header that no field knows says nothing: it may have been renamed. Cost: the
// page's tree, and linear in the cells, on pages of such wrappers.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "html/source_map.h"
#include "html/table_header.h"
#include "wrap/config.h"
#include "wrap/label.h"
#include "wrap/wrapper.h"

namespace gleaner::label {

class Columns {
 public:
  // REQUIRES: the labels are settled (settle.h).
  static Columns of(const std::vector<wrap::LabelledPage>& pages);
  static Result<Columns> load(const wrap::Config& config);  // columns = ["price=Price", ...]
  void save(wrap::Config& into) const;

  bool known() const { return headers_.size() > 1; }
  // Is the field's value in the column of another one?
  bool is_of_another(const std::string& field, const std::string& header) const;

 private:
  std::map<std::string, std::string> headers_;  // field, letters of its header
};

// Passes records on without the values that stand in another field's column.
class ColumnSink : public wrap::RecordSink {
 public:
  ColumnSink(const Columns& columns, const Document& document, wrap::RecordSink& sink);
  bool take(wrap::Record&& record) override;
  void note(Diagnostic diagnostic) override { sink_.note(std::move(diagnostic)); }

 private:
  const Columns& columns_;
  const Document& document_;
  wrap::RecordSink& sink_;
  const html::SourceMap* map_ = nullptr;
  const html::TableHeaders* headers_ = nullptr;  // null: nothing to look for
  std::map<std::string, size_t> left_out_;       // by field
};

}  // namespace gleaner::label
