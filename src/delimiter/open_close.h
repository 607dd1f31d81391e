// o and c, together with l1 and, where the class has them, h and t: the part of OCLR and HOCLRT that must be
// decided at once. Each tuple is taken as one attribute.
//
// Two facts keep the search small:
//
//  1. If LR (HLRT) has a wrapper, so has OCLR (HOCLRT): o = l1, c empty. learn.cc uses that first.
//  2. With o, c, h and t fixed, a longer l1 is at least as good as a shorter one, until it would
//     begin before o does. So l1 is either the longest common suffix, or o begins exactly where
//     l1 does and is a prefix of it.
//
// o is enumerated as classes (texts that stand in the same places). Then for OCLR c is a question of windows
// (windows.h); for HOCLRT c, t and h are classes in turn. Each level is cut off as soon as a condition fails.
// Cost: OCLR |gap|^2 searches of the gaps at worst; HOCLRT |gap|^2 x |tail| x |head| at worst, bounded by the
// budget. Both are tried only where the simpler class has no wrapper.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/budget.h"
#include "delimiter/example.h"
#include "delimiter/ranges.h"
#include "delimiter/windows.h"

namespace gleaner::delimiter {

struct OpenCloseSolution {
  std::string head, tail, open, close, left;
};

class OpenCloseSolver {
 public:
  // REQUIRES: examples are collapsed() and live as long as this.
  OpenCloseSolver(const ExampleSet& examples, bool head_tail, Budget& budget);

  std::optional<OpenCloseSolution> solve();
  Reason reason() const { return reason_; }

 private:
  // A gap or head with what a fixed l1 says of it: o must begin in (after, before].
  struct Stretch {
    std::string_view page;  // whole
    int64_t from = 0, to = 0;
    int64_t after = -1, before = -1;
    std::string_view inside() const { return page.substr(0, size_t(to)); }
  };
  struct Rest {
    std::string_view page;
    int64_t from = 0;
  };
  using Visit = std::function<bool(std::string_view)>;  // true: found, stop

  using Changes = void (*)(const Window& window, std::string_view what, std::set<size_t>& lengths);

  void fix_left(size_t length);
  // Texts that begin in `reference` and stand in every window of `must`, in none of `never`:
  // one for each class, which is told by what `changes` says of the windows of `watch`. The
  // longest first; each costs `steps`.
  bool each_class(const Window& reference, const std::vector<Window>& must, const std::vector<Window>& never,
                  const std::vector<Window>& watch, Changes changes, size_t steps, const Visit& visit);
  bool each_open(bool only_prefixes, const Visit& visit);
  bool each_close(const Visit& visit);
  bool each_tail(std::string_view open, const std::vector<int64_t>& closes, const Visit& visit);
  bool each_head(const Visit& visit);

  bool try_open(std::string_view open);                           // OCLR
  bool try_open_with_head_tail(std::string_view open);            // HOCLRT
  bool try_close(std::string_view open, std::string_view close);  // HOCLRT
  bool head_does(std::string_view head, std::string_view open, std::string_view tail) const;
  bool spend(size_t steps);

  const ExampleSet& examples_;
  const bool head_tail_;
  Budget& budget_;
  Range range_;
  std::optional<Suffixes> suffixes_;
  std::vector<std::vector<uint32_t>> head_ends_, gap_ends_;  // last end of l1 before the right one, a length
  std::vector<Stretch> heads_, gaps_;
  std::vector<Rest> tails_;
  std::vector<std::string_view> empty_;
  std::string left_;
  OpenCloseSolution solution_;
  bool out_of_budget_ = false;
  Reason reason_;
};

}  // namespace gleaner::delimiter
