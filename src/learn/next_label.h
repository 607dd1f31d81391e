// Which label to look at, or to add, when no wrapper fits: the one thing to do next.
//
// The labels are read in several ways: all together by every family, and each page alone. Where two readings
// differ, a label decides between them. Best on a page that has none yet (given by --also): it says which of
// the labelled pages the site follows. Without such a page it is the labelled value that the other pages'
// rules read otherwise: either it is a slip, or one more page like it is needed. Nothing where all readings
// agree. Cost: a learning of one family for each of the first few pages.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "learn/portfolio.h"

namespace gleaner::learn {

struct NextLabel {
  std::string page, field;
  std::string text, rival;                    // what two readings give there; empty: nothing
  std::vector<std::string> like, like_rival;  // labelled pages that speak for either
  bool labelled = false;                      // the page has a label of the field already: `text`
  uint32_t line = 0;
  std::optional<Span> span;  // bytes of the page

  std::string words() const;
};

// `together`: what the families learned from all pages; none where none could.
std::optional<NextLabel> next_label(const Portfolio& portfolio, const std::vector<Contestant>& together,
                                    const std::vector<wrap::LabelledPage>& pages,
                                    const wrap::LearnOptions& options, const BudgetLimits& limits);

}  // namespace gleaner::learn
