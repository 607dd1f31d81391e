// A labelled page while it is learned from: its labels as rows of cells with their places, and
// the list that was found on it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rows/rows.h"
#include "rows/scope.h"
#include "wrap/label.h"

namespace gleaner::rows {

struct LearnPage {
  std::shared_ptr<const Page> page;
  const wrap::LabelledPage* given;
  std::shared_ptr<const Scope> scope;  // where the list is looked for
  size_t labelled = 0;                 // rows
  std::vector<LabelledRow> rows;       // those that teach: not all where very many are labelled
  std::vector<LabelledCell> negatives;
  std::vector<Stretch> members;
  std::vector<int> member_of;
  size_t cells = 0;  // that were found
  double cover = 0;  // of them in the members
};

// Reads the labels; fields that were not known are appended to `fields`. Labels that
// stand nowhere are left out.
LearnPage read_page(const wrap::LabelledPage& given, const PageOptions& options, Budget& budget,
                    std::vector<std::string>& fields);

// The labelled records of a list inside of the page's records: `page` with these as rows, and its members,
// which have fields of their own, as the scope. Nothing where no labelled record has any.
std::optional<LearnPage> inner_page(const LearnPage& page, const std::vector<FieldModel>& own,
                                    const std::string& list, std::vector<std::string>& fields);

// Is the place of the label, as far as it is known, inside a tag?
bool stands_in_attribute(const Document& document, const wrap::Value& value);

}  // namespace gleaner::rows
