// Repair: a new wrapper for a redesigned site, without new labels.
//
// What the old wrapper gave on old pages is known: values, kinds, shapes. On the new pages, labels are made
// from what is still recognisable (lesson.h). If the old rules still give these values, they stay, and only
// the profile learns the new forms. Else the portfolio learns from the labels; fields whose known values it
// would lose keep their old rules.
//
// A field may be gone from the site. Its old values may still stand somewhere by accident, and rules
// can be fitted to accidents: so rules learned from one half of the known pages must give the known
// values of the other half. A field that neither these nor the old rules give, nor its label text
// points at, is left out and named.
//
// The result is taken only if its records on the new pages are more plausible than the old wrapper's, and
// agree with the known values; otherwise the old wrapper stays, and the report says what to label.
#pragma once

#include <string>
#include <vector>

#include "learn/profile.h"
#include "wrap/wrapper.h"

namespace gleaner::learn {

struct FieldRepair {
  std::string field;
  std::string before, after;  // the rule in words
  uint32_t labels = 0;        // values that taught it
  uint32_t found = 0;         // of so many records on the new pages
  uint32_t records = 0;
  uint32_t known_same = 0, known = 0;  // values known from before: how many come out again
  double confidence = 0;               // 0..1
  bool gone = false;                   // nothing on the new pages speaks for it: left out
};

struct RepairReport {
  bool better = false;  // the new wrapper is to be written
  // ... which is the old one: only its profile is new, values are written in another form
  bool rules_hold = false;
  double old_score = 0, new_score = 0;  // plausibility on the new pages
  double old_pages_score = 0;           // of the new wrapper on the old pages
  std::vector<FieldRepair> fields;
  std::string advice;  // what to label, when unsure
  Diagnostics notes;
};

struct Repaired {
  wrap::WrapperPtr wrapper;  // the old one when nothing better was found
  Profile profile;
  RepairReport report;
};

Result<Repaired> repair(const wrap::WrapperPtr& wrapper, const Profile& profile,
                        const std::vector<DocumentPtr>& old_pages, const std::vector<DocumentPtr>& new_pages,
                        const wrap::Learner& learner, Budget& budget);

}  // namespace gleaner::learn
