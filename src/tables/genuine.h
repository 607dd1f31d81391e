// Data or layout? Internal to tables.
//
// What an author marks decides: headings, a caption, a head, a role or a class made for data. Without a mark
// a table holds data if its columns are alike from row to row (numbers below numbers, short texts below short
// texts) and its cells are no parts of a page (paragraphs, lists, forms, tables).
// After Wang and Hu, "A machine learning based approach for table detection on the web" (2002), whose
// strongest features these are; weights by hand.
#pragma once

#include "html/tree.h"
#include "tables/table.h"

namespace gleaner::tables {

// What its cells are like.
struct Measures {
  size_t texts = 0, characters = 0, headings = 0, blocks = 0, empty_slots = 0;
  size_t figures = 0, words = 0;  // columns whose cells are mostly numbers; mostly something else
  double alike = 0;               // mean over columns of the share of their commonest kind
  double mean_length() const { return double(characters) / double(texts ? texts : 1); }
};
Measures measure(const html::Tree& tree, const Table& table);

// A text of digits, more or less.
bool is_figure(std::string_view text);

// By its marks, its size and what its cells hold, before their texts are read: what judge() would say no to.
bool is_surely_layout(const html::Tree& tree, const Table& table);

// Sets genuine and why. REQUIRES: slots and roles are filled.
void judge(const html::Tree& tree, Table& table);

}  // namespace gleaner::tables
