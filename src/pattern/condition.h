// Condition: one test C(p, n) on a candidate node n of a context p (page or record), seed 002 section 2.2.
//
// A condition has a test and up to three arguments (names, paths, texts, numbers). It prints as one readable
// piece,
//   under "div.details" "p/b"     label "our price"     nth 1 "td" 3     shape "$9.9"     @bgcolor != "red"
// reads back, and hashes to what the page side computes for every candidate that satisfies it (features.h),
// so matching is a look-up. `form` says what kind of candidate it is about: a text node, an element, an
// attribute, a data leaf.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace gleaner::pattern {

enum class Test : uint8_t {
  // a name (id, masked id, semantic attribute, class, class word, telling tag) of the node itself ...
  own_id,
  own_idm,
  own_sem,
  own_class,
  own_word,
  own_tag,
  // ... of an ancestor ...
  in_id,
  in_idm,
  in_sem,
  in_class,
  in_word,
  in_tag,
  // ... of an ancestor, with the tags between ...
  under_id,
  under_idm,
  under_sem,
  under_class,
  under_word,
  under_tag,
  // ... and with the indexed tags between.
  below_id,
  below_idm,
  below_sem,
  below_class,
  below_word,
  below_tag,
  path1,
  path2,
  path3,
  path4,
  path_all,
  place1,
  place2,
  place3,
  place4,
  place_all,
  classes1,
  classes2,
  classes3,
  classes4,
  nth0,
  nth1,
  nth2,
  nth3,
  last0,
  last1,
  last2,
  last3,
  text_number,
  text_from_end,
  text_count,
  child_count,
  after1,
  after2,
  after3,
  before,
  label,
  label_off,
  block,
  block_off,
  block_up,
  sibling,
  sibling_path,
  row,
  row_off,
  column,
  heading,
  section,
  shape,
  kind,
  length,
  starts,
  own_label,
  no_own_label,
  in_title,
  link,
  link_query,
  data_path,
  data_place,
  data_key,
  data_keys,
  // any attribute with its value, of the node itself and of it or an ancestor ...
  attr,
  attr_in,
  // ... and names that the node must not have, or that must not stand above it either
  no_attr,
  is_not,
  not_in,
  header,  // of the column, by html/table_header.h; records only
  count_   // how many
};
inline constexpr size_t kTests = size_t(Test::count_);
constexpr bool is_negative(Test test) { return test >= Test::no_attr && test <= Test::not_in; }

// What kind of candidate: "text", "element" (run together), "block" (joined by blanks), "@href", "data".
struct TestInfo {
  Test test;
  const char* word;       // in wrapper files
  const char* arguments;  // N name, P path, I indexed path, C class path, T text, G tag, n number
  double weight, list_weight;
  bool quotes;      // quotes a text of the page
  bool names;       // may hold the field's own name
  bool structural;  // says where by tags, classes, ids, keys only
  double burden;  // what finding its candidates costs by experience: the order matters more than the numbers
};
const TestInfo& info(Test test);

struct Condition {
  Test test = Test::own_id;
  std::string a, b;  // texts in the order of the arguments
  int32_t n = 0, m = 0;

  uint64_t hash(uint64_t form) const;
  std::string print() const;
  std::string words() const;        // as a person would say it
  std::string place_words() const;  // those of the tests up to last3
  bool operator==(const Condition&) const = default;
};

// The text in double quotes at `at`, which moves behind it. `word`: what needs it, for errors.
Result<std::string> quoted_text(std::string_view text, size_t& at, std::string_view word);
// Reads one condition at `at`, which moves behind it.
Result<Condition> parse_condition(std::string_view text, size_t& at);

// --- the pieces of hashes, shared with the page side
uint64_t hash_form(std::string_view form);
uint64_t hash_name(std::string_view printed);
uint64_t hash_path(std::string_view printed);  // tags, from the node upwards
uint64_t hash_place(std::string_view printed);
uint64_t hash_class_path(std::string_view printed);
uint64_t hash_test(Test test, uint64_t form, uint64_t payload);
constexpr uint64_t kPathStart = 0x51ED270B0B0B0B0Bull;
constexpr uint64_t kNameStart = 0x7A3C19E4D5F60712ull;
uint64_t hash_class_step(uint64_t tag, std::string_view classes);  // white space separates classes

std::string escape_name(std::string_view word);  // so that . and / separate
std::string unescape_name(std::string_view word);

}  // namespace gleaner::pattern
