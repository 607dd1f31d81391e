// A labelled page while it is learned from: its labels as rows of cells with their places, and the list that was
// found on it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rows/rows.h"
#include "wrap/label.h"

namespace gleaner::rows {

struct LearnPage {
  std::unique_ptr<Page> page;
  const wrap::LabelledPage* given;
  std::vector<LabelledRow> rows;  // those that teach: not all where very many are labelled
  std::vector<LabelledCell> negatives;
  std::vector<Stretch> members;
  std::vector<int> member_of;
  size_t cells = 0;  // that were found
  double cover = 0;  // of them in the members
};

// Reads the labels; fields that were not known are appended to `fields`. Labels that stand nowhere are left out.
LearnPage read_page(const wrap::LabelledPage& given, const PageOptions& options, Budget& budget,
                    std::vector<std::string>& fields);

// Is the place of the label, as far as it is known, inside a tag?
bool stands_in_attribute(const Document& document, const wrap::Value& value);

}  // namespace gleaner::rows
