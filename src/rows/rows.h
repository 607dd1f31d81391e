// What learning and extraction of rows share: labelled rows, and the model of a list.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rows/field_rule.h"
#include "rows/page.h"

namespace gleaner::rows {

// A labelled value on its page: all places where it may stand.
struct LabelledCell {
  std::string field;
  std::string text, letters;
  std::vector<Place> places;
};

struct LabelledRow {
  std::vector<LabelledCell> cells;
  bool whole = false;  // fields that are not mentioned are absent
  const LabelledCell* find(const std::string& field) const {
    for (const LabelledCell& cell : cells)
      if (cell.field == field) return &cell;
    return nullptr;
  }
};

struct FieldModel {
  std::string name;
  std::vector<FieldRule> rules;  // the first that gives a value is taken
  double want = 1;               // share of the learned page's records that have it
};

// What a record of several siblings looks like.
struct SeveralNodes {
  std::vector<std::vector<uint64_t>> heads, others;  // leaf paths of the first node, of the others
  std::vector<std::vector<std::string>> head_words, other_words;
  std::vector<std::string> tags;  // of the others
  size_t longest = 1;
};

struct Model {
  std::vector<Selector> selectors;
  std::vector<std::string> head;       // what is typical of the first node: tag, classes, those above
  std::vector<std::string> core;       // paths of tags to texts that most records have
  std::vector<FieldModel> fields;
  double fields_share = 1;             // mean share of fields of the learned records
  std::optional<SeveralNodes> several;

  bool always(const FieldModel& field) const;
};

// A field's value in a record, and by which of its rules.
struct RowValue {
  size_t field, rule;
  Found found;
};
std::vector<RowValue> row_of(const Page& page, Stretch record, const std::vector<FieldModel>& fields);

}  // namespace gleaner::rows
