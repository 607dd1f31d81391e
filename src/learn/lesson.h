// A lesson: labels of the new pages of a redesigned site, made of what is known of the old ones.
//
//   1. the page of the same name (or the one that shares most values) was seen before: its old values, where
//      the old rules still give them, else where they are recognised, in the old form or another
//      (recognise.h);
//   2. else values that the old wrapper gives on the new page and that look as they should;
//   3. else texts of the right shape after the label texts that always stood before them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "learn/profile.h"
#include "learn/recognise.h"
#include "wrap/label.h"
#include "wrap/wrapper.h"

namespace gleaner::learn {

// An old page and what the wrapper gives there.
struct KnownPage {
  DocumentPtr page;
  std::string name;  // without folders
  std::vector<wrap::Record> records;
  std::set<std::string> texts;  // all values
};

// What a wrapper gives on a page, without values that are struck through where known ones are not: a price
// that is crossed out is no price.
std::vector<wrap::Record> live_records(const wrap::Wrapper& wrapper, const Document& page,
                                       const Profile& profile);

std::vector<KnownPage> know(const wrap::Wrapper& wrapper, const std::vector<DocumentPtr>& pages);

struct Lesson {
  std::vector<wrap::LabelledPage> pages;   // those labelled by values known from before come first
  std::map<std::string, uint32_t> labels;  // values a field
  std::map<std::string, uint32_t> known;   // ... that the old pages of the known ones had
  size_t known_pages = 0;                  // labelled by values known from before
  LabelTexts label_texts;                  // of the old pages

  // The lesson without some fields, or of every other known page.
  Lesson without(const std::set<std::string>& fields) const;
  Lesson half(size_t which) const;
};

Lesson make_lesson(const wrap::Wrapper& wrapper, const Profile& profile, const std::vector<KnownPage>& known,
                   const std::vector<DocumentPtr>& new_pages);

}  // namespace gleaner::learn
