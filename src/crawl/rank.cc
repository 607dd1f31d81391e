// See rank.h.
#include "crawl/rank.h"

#include "crawl/weights.h"

namespace gleaner::crawl {

void PageRank::add_page() {
  value_.push_back(0);
  residue_.push_back(0);
  count_.push_back(0);
  waits_.push_back(false);
  give(uint32_t(value_.size() - 1), 1 - kDamping);
}

void PageRank::give(uint32_t page, double more) {
  residue_[page] += float(more);
  if (waits_[page] || double(residue_[page]) < least_) return;
  waits_[page] = true;
  queue_.push_back(page);
}

void PageRank::pass_on(uint32_t page, double amount) {
  if (!count_[page]) return;
  const double share = kDamping * amount / count_[page];
  links_(page, [&](uint32_t target) { give(target, share); });
}

void PageRank::set_links(uint32_t page, uint32_t count) {
  count_[page] = count;
  pass_on(page, double(value_[page]));
}

// In the order they came.
void PageRank::settle(size_t pushes) {
  while (pushes && !queue_.empty()) {
    const uint32_t page = queue_.front();
    queue_.pop_front();
    waits_[page] = false;
    const float amount = residue_[page];
    residue_[page] = 0;
    value_[page] += amount;
    if (count_[page]) --pushes;
    pass_on(page, double(amount));
  }
}

}  // namespace gleaner::crawl
