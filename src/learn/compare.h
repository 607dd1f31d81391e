// How alike are two sets of records? By spans where the wanted values have them, else by field and text; one
// record with another by either.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "wrap/label.h"
#include "wrap/wrapper.h"

namespace gleaner::learn {

struct Match {
  size_t right = 0, wrong = 0, missed = 0;
  double f1() const {
    size_t all = 2 * right + wrong + missed;
    return all ? 2.0 * double(right) / double(all) : 1.0;
  }
  void operator+=(const Match& other) {
    right += other.right;
    wrong += other.wrong;
    missed += other.missed;
  }
};

// Per field path and, under "", for all together. Records count too: values must fall into the same record.
using FieldMatches = std::map<std::string, Match>;
FieldMatches compare(const std::vector<wrap::Record>& wanted, const std::vector<wrap::Record>& got);
// Against what a label vouches for: a page that is not complete says nothing of further records if it has
// several (or is known to be a list), nothing of further records nested in these, and nothing of the fields
// that a record leaves out; a null says that the record lacks the field.
FieldMatches compare_label(const wrap::Label& label, const std::vector<wrap::Record>& got,
                           bool is_list = false);
// Values given that the label marks as none: field and text. compare_label counts them as wrong.
std::vector<std::pair<std::string, std::string>> negatives_in(const wrap::Label& label,
                                                              const std::vector<wrap::Record>& got);
// Against some rows of a list, by text: nothing is said of other records, nor of fields that a row leaves
// out. `by_letters`: signs, blanks and case do not matter.
FieldMatches compare_rows(const std::vector<wrap::Record>& rows, const std::vector<wrap::Record>& got,
                          bool by_letters = false);
// Does every row come out but for labels that are the beginning of what is given, of each field no more than
// come out whole? Such a label was cut short by whoever gave it.
bool differ_by_cuts(const std::vector<wrap::Record>& rows, const std::vector<wrap::Record>& got);
// Numbers of the rows that come out otherwise, compared as compare_rows does.
std::vector<size_t> odd_rows(const std::vector<wrap::Record>& rows, const std::vector<wrap::Record>& got);
// Does the label say (by a null) that the record lacks the field of a leaf, "price" or "offers.price"?
bool says_absent(const wrap::Record& label, std::string_view leaf);
// How many of the rows have a record that shares a value with them.
size_t paired_rows(const std::vector<wrap::Record>& rows, const std::vector<wrap::Record>& got);
void add(FieldMatches& into, const FieldMatches& more);
double f1_of(const FieldMatches& matches, const std::string& field = "");

// What a wrapper gives on a page; nothing where it fails.
std::vector<wrap::Record> records_of(const wrap::Wrapper& wrapper, const Document& page);

}  // namespace gleaner::learn
