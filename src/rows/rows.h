// What learning and extraction of rows share: labelled rows, and the model of a list.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/lists.h"
#include "rows/field_rule.h"
#include "rows/page.h"

namespace gleaner::rows {

// A labelled value on its page: all places where it may stand.
struct LabelledCell {
  std::string field;
  std::string text, letters;
  std::vector<Place> places;
  bool list = false;
  std::vector<std::string> items = {};  // letters of each
  bool in_attribute() const { return !places.empty() && places[0].node != kNone; }
};

struct LabelledList;

struct LabelledRow {
  std::vector<LabelledCell> cells;
  // records inside of this one; no initialiser: LabelledList is incomplete here
  std::vector<LabelledList> lists;
  std::vector<LabelledCell> inner;  // cells of these, for what the record must hold
  bool whole = false;               // fields that are not mentioned are absent
  std::vector<std::string> absent;  // fields that the label says are absent
  const LabelledCell* find(const std::string& field) const {
    return find_by(cells, &LabelledCell::field, field);
  }
  bool lacks(const std::string& field) const { return whole ? !find(field) : contains(absent, field); }
  // Its own, and those of the records inside.
  std::vector<const LabelledCell*> all_cells() const {
    std::vector<const LabelledCell*> out = mapped(cells, [](const LabelledCell& cell) { return &cell; });
    for (const LabelledCell& cell : inner) out.push_back(&cell);
    return out;
  }
};

struct LabelledList {
  std::string name;
  std::vector<LabelledRow> rows;
  bool single = false;  // one record, not a list of them
};

struct FieldModel {
  std::string name;
  std::vector<FieldRule> rules;  // the first that gives a value is taken
  bool list = false;             // several values a record, or one: always a list
  double want = 1;               // share of the learned page's records that have it
};

// What a record of several siblings looks like.
struct SeveralNodes {
  std::vector<std::vector<uint64_t>> heads, others;  // leaf paths of the first node, of the others
  std::vector<std::vector<std::string>> head_words, other_words;
  std::vector<std::string> tags;  // of the others
  size_t longest = 1;
};

// A field that stands above the records (section_fields.h): the last element of this make before each.
struct SectionField {
  std::string name;
  std::string of;  // "h2", "tr.head"
};

struct ListModel;

struct Model {
  std::vector<Selector> selectors;
  std::vector<std::string> head;  // what is typical of the first node: tag, classes, those above
  std::vector<std::string> core;  // paths of tags to texts that most records have
  std::vector<FieldModel> fields;
  double fields_share = 1;  // mean share of fields of the learned records
  std::optional<SeveralNodes> several;
  std::vector<KeyInfo> refuse;    // a record with a unit of such a key is none
  bool refuse_labels = false;     // rows of a sheet's table that are a first cell alone (section_rows.h)
  std::vector<std::string> need;  // a record without any of these fields is none
  // classes around the records, not around another list like theirs (own_list.h)
  std::vector<std::string> within;
  std::vector<ListModel> lists;        // records inside of its records
  std::vector<SectionField> sections;  // of the outermost records
};

// Records inside of the records of the level above, found as these are, but nowhere else than inside of them.
struct ListModel {
  std::string name;
  bool single = false;  // one record: the fields are looked for in all of the record above
  Model model;
};

// A field's value in a record, and by which of its rules.
struct RowValue {
  size_t field, rule;
  std::vector<Found> found;  // never empty
};
// `holes`: parts of the record that are not looked at.
std::vector<RowValue> row_of(const Page& page, Stretch record, const std::vector<FieldModel>& fields,
                             const std::vector<Stretch>& holes = {});

// The nodes of the values of all these records, in order.
std::vector<uint32_t> value_nodes(const Page& page, const std::vector<Stretch>& records,
                                  const std::vector<FieldModel>& fields);

}  // namespace gleaner::rows
