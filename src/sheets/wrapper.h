// Family `layout`: a field is the block that stands as the labelled one did, among texts that come again.
//
//   [fields.receiver]
//   above = ["Bill to"]          the text above it; left, right, below, row, column likewise
//   lead = ["Invoice"]           its own block begins with this, which is no part of the value
//   kind = "date"                all labelled values were dates
//   tag = "p"
//   place = [0.08, 0.13]         on the sheet: little weight, for where no text tells
//
// Every block of a sheet is compared with the field's example in the graph of blocks (block_graph.h): the
// texts around it, its kind, its tag, its place. Not all must agree, so a part that is missing or moved does
// no harm. The best block is taken if it is good and clearly better than the next; each block is taken for
// one field. Source: Lixto, section 4 (error-tolerant matching of subgraphs).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "sheets/block_graph.h"
#include "wrap/ruled_wrapper.h"

namespace gleaner::sheets {

struct FieldModel {
  std::string name;
  // texts that may stand on a side; empty: they vary, or there is none
  std::array<std::vector<std::string>, kSides> beside;
  std::vector<std::string> lead, tail;  // of the block, around the value
  std::string kind;                     // name of a type, where all values had one
  std::string tag;                      // where all had one
  double x = 0, y = 0;                  // middle of the examples' places
  std::string words() const;
};

struct Model {
  bool by_sheet = false;  // a record a sheet, not a document
  std::vector<FieldModel> fields;
};

// A value in a block.
struct Found {
  int block = -1;
  size_t begin = 0, end = 0;  // in the block's text
  double score = 0;           // 0 to 1
};
// What a block gives for a field; a score of 0 where it does not come into question.
Found compare(const FieldModel& field, const BlockGraph& graph, int block);

class LayoutWrapper : public wrap::RuledWrapper {
 public:
  explicit LayoutWrapper(Model model);
  std::string_view kind() const override { return "layout"; }
  Status extract(const Document& document, wrap::Scratch& scratch, wrap::RecordSink& sink,
                 Budget& budget) const override;
  void save(wrap::Config& into) const override;
  wrap::Explanation explain_cell(const Document& document, const wrap::Record* record, std::string_view field,
                                 const wrap::Value* value) const override;
  static Result<wrap::WrapperPtr> load(const wrap::Config& config);

 private:
  Model model_;
};

// Adds the kind "layout", with its learner.
void register_family(wrap::Registry& registry);

}  // namespace gleaner::sheets
