// Family `table`: the rows of the tables that have certain columns.
//
//   kind = "table"
//   [columns]                        field = heading of its column, as `gleaner tables` names it
//   harbour = "Harbour"
//   yachts = "Berths / yachts"
//   part = "section"                 the section line above the row
//   [table]
//   footers = false                  rows of tfoot are no records
//   width = 4                        columns of the labelled tables
//
// The module reads every page in one way: what a table is, which rows are data, what spans and sections mean.
// So `tables` and such a wrapper give the same. A table is taken if it has all columns by their headings. If
// it has as many columns as the labelled tables and most of the headings, the other columns are taken by
// their number. Learned from labels whose values are whole cells. Cost: that of reading the tables of a page.
#pragma once

#include <string>
#include <vector>

#include "wrap/ruled_wrapper.h"

namespace gleaner::tables {

struct ColumnRule {
  std::string field, heading;
  uint32_t number = 0;  // of the column among data columns, from 1; 0: not known
};

struct TableModel {
  std::vector<ColumnRule> columns;
  uint32_t width = 0;  // data columns of the labelled tables; 0: not known
  bool footers = true;
};

class TableWrapper : public wrap::RuledWrapper {
 public:
  explicit TableWrapper(TableModel model);
  std::string_view kind() const override { return "table"; }
  Status extract(const Document& document, wrap::Scratch& scratch, wrap::RecordSink& sink,
                 Budget& budget) const override;
  void save(wrap::Config& into) const override;
  wrap::Explanation explain_cell(const Document& document, const wrap::Record* record, std::string_view field,
                                 const wrap::Value* value) const override;
  static Result<wrap::WrapperPtr> load(const wrap::Config& config);

 private:
  TableModel model_;
};

class TableLearner : public wrap::Learner {
 public:
  Result<wrap::Learned> learn(const std::vector<wrap::LabelledPage>& pages, const wrap::LearnOptions& options,
                              Budget& budget) const override;
};

// Adds the kind "table", with its learner.
void register_family(wrap::Registry& registry);

}  // namespace gleaner::tables
