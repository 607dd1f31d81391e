// See site_texts.h.
#include "records/site_texts.h"

#include <unordered_set>

#include "base/text.h"
#include "records/weights.h"

namespace gleaner::records {

SiteTexts::SiteTexts(std::vector<const Analysis*> pages) : pages_(std::move(pages)) {
  for (const Analysis* page : pages_) {
    const Outline& outline = page->outline();
    auto keys = std::make_shared<std::vector<uint64_t>>();
    keys->reserve(outline.leaves().size());
    for (const Leaf& leaf : outline.leaves())
      keys->push_back(stable_hash(outline.tree().text(outline[leaf.node].id)) * 31 + outline[leaf.node].path);
    keys_.push_back(std::move(keys));
  }
  count();
}

SiteTexts::SiteTexts(const SiteTexts& all, const std::vector<size_t>& members) : all_(&all) {
  for (size_t p : members) {
    pages_.push_back(all.pages_[p]);
    keys_.push_back(all.keys_[p]);
  }
  count();
}

void SiteTexts::count() {
  std::unordered_set<uint64_t> seen;
  for (const auto& keys : keys_) {
    seen.clear();
    for (uint64_t key : *keys)
      if (seen.insert(key).second) ++pages_with_[key];
  }
}

bool SiteTexts::varies(size_t p, uint32_t leaf) const {
  auto on_few = [key = keys(p)[leaf]](const SiteTexts& texts) {
    return texts.size() < 2 || texts.pages_with(key) < kConstantShare * double(texts.size());
  };
  return on_few(*this) && (!all_ || on_few(*all_));
}

}  // namespace gleaner::records
