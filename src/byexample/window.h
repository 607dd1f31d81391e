// Windows: how wide a context must be (the paper, section 3), for one attribute at a time.
//
// A window is W terms on each side of a labelled value. It never goes beyond a line end, nor into another
// labelled value. W grows from 1 until the pattern finds its examples and matches no other place. Which other
// places count depends on the labels: on a complete page all of them; with a count, what exceeds it;
// otherwise those inside of the example objects.
//
// Then terms that are not needed are taken off the far ends again, on the right side first, because what
// names a value mostly stands before it. If the examples of an attribute share no such window, they are split
// by the term in which they differ, and each part is learned apart. So a page full of labels gives a few
// patterns, not one for each label.
//
// In markup a line end is only white space: there windows go on across lines when the line alone
// does not suffice. A second, loose window may do with less, if its first match behind the value
// before is always the example. It is used only to fill what an object lacks. Cost: one scan of the
// labelled pages for each window tried.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "byexample/example.h"
#include "page/document.h"

namespace gleaner::byexample {

// One labelled page, as the stop rule sees it; by attribute where it says so.
struct JudgedPage {
  const Document* document = nullptr;
  bool complete = false;
  std::vector<std::vector<Span>> right;  // by attribute: places that are no mistake, sorted
  // by attribute: extents of the example objects that show it, sorted
  std::vector<std::vector<Span>> excerpts;
  std::vector<std::vector<Span>> negative;     // by attribute
  std::vector<std::optional<uint32_t>> count;  // by attribute
  std::vector<Span> labelled;                  // all values

  Span room_around(Span place) const;  // to the labelled values before and behind it
};

// How far a window goes: to the line's end; across it (markup: a line end is white space); to the line's end
// with the end itself as a term. Text has only the last.
enum Mode { kLine, kAcross, kEdges };

// A labelled value (or run of list elements) and the terms around it, nearest first.
struct Window {
  uint32_t page = 0;
  std::vector<Span> values;  // one, or the elements of a run
  std::string example;
  uint32_t before = 0;                  // end of the labelled value before it
  std::vector<Term> left[3], right[3];  // by Mode
};

// The terms before (after) a place, nearest first, not beyond `bound`.
std::vector<Term> terms_before(std::string_view text, uint32_t bound, uint32_t at, Mode mode);
std::vector<Term> terms_after(std::string_view text, uint32_t at, uint32_t bound, Mode mode);
// What all the lists begin with; tags keep the attributes that all have.
Terms common_terms(const std::vector<const Terms*>& lists);

struct AttributePatterns {
  std::vector<AvpPattern> patterns;
  uint32_t over = 0;         // values too many at the widest window; 0: none
  std::string over_pattern;  // that window, for the message
  bool across = false;       // some pattern had to cross line ends

  void add(AvpPattern pattern, bool clean);  // clean: it is never wrong
};

class WindowLearner {
 public:
  WindowLearner(const std::vector<JudgedPage>& pages, const Examples& examples, const Model& model,
                uint32_t attribute, Budget& budget);

  // How often the first window that keeps the excerpts right and matches at most `most` times matches on all
  // pages, if that is at least `least`; for balancing fields without counts.
  std::optional<size_t> first_count(size_t least, size_t most);
  // `at_most`: values on all pages together, where the labels do not say.
  AttributePatterns learn(std::optional<size_t> at_most);
  // Windows that are right behind the value before, if they are less than the ones in `known`.
  std::vector<AvpPattern> learn_loose(const std::vector<AvpPattern>& known);

 private:
  struct Verdict {
    bool finds = false;  // its own examples, exactly
    size_t wrong = 0;    // values that are none
    size_t count = 0;    // values on all pages
    bool good() const { return finds && wrong == 0; }
  };
  using Cluster = std::vector<const Window*>;

  void make_windows(bool runs);
  Cluster all_windows() const;
  bool find_separators();
  void keep_single_blanks();
  AvpPattern pattern_of(const Cluster& cluster, const Terms& left, const Terms& right, bool across) const;
  Verdict judge(const AvpPattern& pattern, const Cluster& cluster);
  size_t wrong_on(const JudgedPage& page, const Occurrences& found, size_t& count) const;
  std::vector<Mode> modes() const {
    return markup_ ? std::vector<Mode>{kLine, kAcross, kEdges} : std::vector<Mode>{kEdges};
  }
  template <class Visit>
  bool for_each_window(const Cluster& cluster, Visit&& visit);
  template <class Visit>
  bool for_each_mixed_window(const Cluster& cluster, Visit&& visit);
  void learn_cluster(const Cluster& cluster, size_t depth, AttributePatterns& out);
  std::vector<Cluster> split(const Cluster& cluster) const;
  void shrink(AvpPattern& pattern, const Cluster& cluster);
  void forget_next(AvpPattern& pattern, const Cluster& cluster);

  const std::vector<JudgedPage>& pages_;
  const Examples& examples_;
  const Model& model_;
  uint32_t attribute_;
  Budget& budget_;
  std::optional<size_t> at_most_;
  std::vector<Window> windows_;
  std::vector<Terms> separators_;
  bool tags_ = false, lines_ = false, trim_left_ = true, trim_right_ = true;
  bool markup_ = true;
  bool inside_only_ = false;  // judge only whether the first match behind the value before is the example
  size_t splits_ = 0;
  Occurrences scratch_;
};

}  // namespace gleaner::byexample
