// Check: does a wrapper still work on these pages? The records of the pages are compared with the
// wrapper's profile, and with labels where there are some. Each page and field is fine, changed or
// broken, with the evidence in words.
//
// Surprise is added up. These things surprise:
//
//  - a missing value, the more, the more records had it before
//  - a value of another kind or length
//  - amounts out of range, another decimal mark, one value everywhere, another header above the column, two
//    fields that changed places (check_spread.h)
//  - other texts beside the values (beside.h)
//  - a record count far off the usual one, or off the page's own list
//  - a rule that answers and never did before; more values than a record ever had
//
// A skeleton unlike all known pages counts only together with something else: a new layout from
// which the same values come is "changed". Small natural variation (an optional field missing, a
// longer title) stays below the threshold. Constants: weights.h. False alarms and detection are
// measured by bench/accuracy/redesign.
#pragma once

#include <string>
#include <vector>

#include "learn/check_spread.h"
#include "learn/compare.h"
#include "learn/profile.h"
#include "wrap/label.h"
#include "wrap/wrapper.h"

namespace gleaner::learn {

enum class Verdict : uint8_t { fine, changed, broken };
std::string_view name_of(Verdict verdict);

struct FieldCheck {
  std::string field;
  Verdict verdict = Verdict::fine;
  double surprise = 0;
  bool missing = false;                           // none of the page's records has it,
  uint32_t known_records = 0, known_present = 0;  // ... which so many of so many known ones have
  std::string evidence;  // "0 of 24 found (usual 100 %); 22 texts of that shape stand elsewhere"
  std::vector<Oddity> oddities = {};

  void say(const std::string& words) { evidence += (evidence.empty() ? "" : "; ") + words; }
};

struct PageCheck {
  std::string page;
  Verdict verdict = Verdict::fine;
  double surprise = 0;
  double skeleton = 1;   // similarity to the nearest known page
  bool rebuilt = false;  // ... and that is unlike all of them
  uint32_t records = 0;
  bool odd_records = false;  // far too few or many, or the same again and again
  std::string evidence;      // of the page as a whole
  // Fields with one value here that never had the same twice; for judging pages together.
  std::vector<std::pair<std::string, std::string>> singles;
  std::vector<FieldCheck> fields;  // those that are not fine
};

PageCheck check_page(const Profile& profile, const Document& page, const std::vector<wrap::Record>& records,
                     const std::vector<wrap::Rule>& rules);
// Pages of one site, checked together: what one page in many shows is variation, what most of them show is a
// redesign. Raises and lowers the verdicts accordingly.
void judge_together(std::vector<PageCheck>& checks);

// Labels are regression tests: any difference is broken.
void check_labels(PageCheck& check, const wrap::Label& label, const std::vector<wrap::Record>& records);

// 0..1: how much the records look like those of the profile; for choosing between wrappers.
double plausibility(const Profile& profile, const std::vector<wrap::Record>& records);

}  // namespace gleaner::learn
