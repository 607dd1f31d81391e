// Texts of the pages of a site, each with its path: which are the site's (menus, footers, labels) and which
// the page's own. Cost: one pass over the pages' texts.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "records/region.h"

namespace gleaner::records {

class SiteTexts {
 public:
  // REQUIRES: no page twice; the analyses live.
  explicit SiteTexts(std::vector<const Analysis*> pages);
  // Some of the pages of `all`, which must live: what is the site's there is the site's here.
  SiteTexts(const SiteTexts& all, const std::vector<size_t>& members);

  size_t size() const { return pages_.size(); }
  const Analysis& page(size_t p) const { return *pages_[p]; }
  const Outline& outline(size_t p) const { return pages_[p]->outline(); }
  const std::vector<const Analysis*>& pages() const { return pages_; }

  // Text and path of each leaf of a page, as one number.
  const std::vector<uint64_t>& keys(size_t p) const { return *keys_[p]; }
  uint32_t pages_with(uint64_t key) const { return pages_with_.at(key); }
  // Is the text on fewer than kConstantShare of the pages? Of a single page everything is its own.
  bool varies(size_t p, uint32_t leaf) const;

 private:
  void count();

  std::vector<const Analysis*> pages_;
  std::vector<std::shared_ptr<const std::vector<uint64_t>>> keys_;
  std::unordered_map<uint64_t, uint32_t> pages_with_;
  const SiteTexts* all_ = nullptr;
};

}  // namespace gleaner::records
