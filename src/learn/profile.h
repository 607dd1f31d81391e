// Profile: what the values of a wrapper look like when it works, kept in its file and compared by `gleaner
// check`.
//
// A field's profile: how often it is there, of which kind and shape its values are, how long, between
// which texts; for the page: how many records, and a sketch of its skeleton (skeleton.h), so that
// similarity to known pages can be estimated.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "learn/beside.h"
#include "learn/skeleton.h"
#include "learn/spread.h"
#include "page/document.h"
#include "wrap/config.h"
#include "wrap/record.h"
#include "wrap/wrapper.h"

namespace gleaner::learn {

// Letters to w, digits to 9, the rest as it is: "EUR 12.40" is "w 9.9".
std::string shape_of(std::string_view text);
// The kind of a value, coarse enough to hold on other pages: number, money, date, url, digits, word, words,
// long.
std::string kind_of(std::string_view text);
// "w w", "9 .": the classes of the first and the last character.
std::string edges_of(std::string_view text);

// A value as it stands in a vocabulary.
std::string vocabulary_key(std::string_view text);

// Of a field with values, or of a list of nested records ("offers"), which has a presence only.
struct FieldProfile {
  std::string field;     // path: "offers.price"
  uint32_t records = 0;  // records (of its level) looked at
  uint32_t present = 0;  // ... that have it
  double rarest = 1;     // the least share of a page's records that have it
  uint32_t values = 0;
  uint32_t shortest = 0, longest = 0;  // characters
  uint32_t least = 0, most = 0;        // values in one record that has any
  std::string prefix;                  // that all values share
  Spread spread;                       // amounts, decimal marks, variety, header
  BesideTexts beside;                  // texts before and behind the values
  std::map<std::string, uint32_t> kinds;
  std::map<std::string, uint32_t> shapes;
  std::map<std::string, uint32_t> vocabulary;  // the values themselves, while they are few
  std::map<std::string, uint32_t> edges;       // first and last character of the values, by class
  std::map<std::string, uint32_t> rules;       // ids of the rules that gave them
  // by rule: the labelled value it was learned from, "page1.html record 2: EUR 6.90"
  std::map<std::string, std::string> examples;

  uint32_t returns = 0;  // values that came before, with others between
  std::string last;      // the value before

  // Every value is one of a few that come again and again.
  bool has_vocabulary() const;
  // They come again with others between, so that the few are all there are: pages in the order
  // of their makers show one maker after the other. Where one value is all that came, another of
  // its shape may be the next maker.
  bool has_mixed_vocabulary() const;
  bool knows(std::string_view value) const;  // one of them
  uint32_t seen_once() const;                // values of the vocabulary
  double present_rate() const { return records ? double(present) / records : 0; }
};

struct Profile {
  uint32_t pages = 0;
  uint32_t fewest = 0, most = 0;     // records a page
  std::vector<FieldProfile> fields;  // in order of first appearance
  std::vector<Sketch> skeletons;     // of a few known pages
  double skeleton_spread = 1;        // the least similarity between two of them
  double twins = -1;  // greatest share of a page's records that repeat another; -1: no page has enough
  // least share of the page's own list (own_list.h) that the records are; -1: no list
  double list_share = -1;
  double lines_left_share = -1;  // greatest share of a text's lines that are in no record; -1: no texts

  // `rules` are those of the wrapper that gave the records (null: a person gave them); `labelled` says that a
  // person vouches for them too.
  void add(const Document& page, const std::vector<wrap::Record>& records,
           const std::vector<wrap::Rule>* rules = nullptr, bool labelled = false);
  const FieldProfile* find(std::string_view field) const;
  std::string example(std::string_view field, const std::string& rule) const;  // "" when none is known
  bool empty() const { return pages == 0; }

  wrap::Config save() const;
  static Result<Profile> load(const wrap::Config& config);
  // Of a whole wrapper file; an empty profile where it has none.
  static Result<Profile> of_file(const wrap::Config& whole);

 private:
  void add_page_facts(const Document& page, const std::vector<wrap::Record>& records);
};

// Share of the records that are the same as an earlier one, all fields together.
double twin_share(const std::vector<wrap::Record>& records);
// Lines of a text (not of HTML) that are not blank, and those of them that no record reaches into.
struct LinesLeft {
  uint32_t lines = 0, left = 0;
  double share() const { return lines ? double(left) / lines : 0; }
};
LinesLeft lines_left(const Document& page, const std::vector<wrap::Record>& records);
// The header texts above a page's values, by field; "" where a value has none.
std::map<std::string, std::vector<std::string>> headers_of(const Document& page,
                                                           const std::vector<wrap::Record>& records);

// How many of a page's values are struck through, by field; only fields that have any.
std::map<std::string, uint32_t> struck_in(const Document& page, const std::vector<wrap::Record>& records);

// How well a value fits a field's profile: 0 fits, 1 cannot be one. `why` gets the words.
double strangeness(const FieldProfile& field, std::string_view value, std::string* why = nullptr);

}  // namespace gleaner::learn
