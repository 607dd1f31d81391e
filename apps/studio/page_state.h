// PageState: what a wrapper gives on one page, as the list of pages shows it: records, fields that are missing, whether the labels come
// out, and a verdict. Pages are first looked at one by one and then judged together, since a page that differs from its profile is
// less of a finding where all do.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine.h"
#include "learn/check.h"
#include "page/document.h"
#include "wrap/label.h"

namespace gleaner::studio {

struct PageState {
  std::pair<int64_t, uint64_t> version;  // of its file: when it was changed, how long it is
  size_t records = 0;
  std::map<std::string, size_t> missing;  // field: records without it
  std::string verdict;                    // fine, changed, broken, empty, unread
  std::string evidence;
  bool labelled = false;
  std::string test;  // of labelled pages: pass, fail
  std::vector<std::string> differences;
};

// What the page says by itself, labels aside.
PageState state_by_itself(const Wrapped& wrapper, const Document& page,
                          const std::vector<wrap::Record>& records, learn::PageCheck& check);
// Whether a label of the page comes out. `is_list`: a person labels some of its rows, nothing is said of the others.
void compare_with_label(PageState& state, const Document& page, wrap::Label label,
                        const std::string& labels_file, const std::vector<wrap::Record>& records,
                        bool is_list);
// Gives each page its verdict. What a page says by itself (`checks`, by page) stays for the next time.
void judge_pages(const std::map<std::string, learn::PageCheck>& checks,
                 std::map<std::string, PageState>& states);

}  // namespace gleaner::studio
