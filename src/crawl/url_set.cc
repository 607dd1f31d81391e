// See url_set.h.
#include "crawl/url_set.h"

#include "base/text.h"

namespace gleaner::crawl {
namespace {

// FNV alone has weak low bits; the finish of MurmurHash3 mixes them.
uint64_t fingerprint(std::string_view url) {
  uint64_t h = stable_hash(url);
  h ^= h >> 33;
  h *= 0xff51afd7ed558ccdull;
  h ^= h >> 33;
  h *= 0xc4ceb9fe1a85ec53ull;
  h ^= h >> 33;
  return h ? h : 1;
}

}  // namespace

size_t UrlSet::slot_of(uint64_t print, const std::vector<uint64_t>& slots) const {
  const size_t mask = slots.size() - 1;
  size_t at = size_t(print) & mask;
  while (slots[at] && slots[at] != print) at = (at + 1) & mask;
  return at;
}

bool UrlSet::has(std::string_view url) const { return slots_[slot_of(fingerprint(url), slots_)] != 0; }

bool UrlSet::add(std::string_view url) {
  const uint64_t print = fingerprint(url);
  size_t at = slot_of(print, slots_);
  if (slots_[at]) return false;
  if ((size_ + 1) * 4 > slots_.size() * 3) {
    grow();
    at = slot_of(print, slots_);
  }
  slots_[at] = print;
  ++size_;
  return true;
}

void UrlSet::grow() {
  std::vector<uint64_t> larger(slots_.size() * 2);
  for (uint64_t print : slots_)
    if (print) larger[slot_of(print, larger)] = print;
  slots_.swap(larger);
}

size_t UrlNumbers::slot_of(uint64_t print, const std::vector<Slot>& slots) {
  const size_t mask = slots.size() - 1;
  size_t at = size_t(print) & mask;
  while (slots[at].print && slots[at].print != print) at = (at + 1) & mask;
  return at;
}

std::optional<uint32_t> UrlNumbers::find(std::string_view url) const {
  const Slot& slot = slots_[slot_of(fingerprint(url), slots_)];
  return slot.print ? std::optional<uint32_t>(slot.number) : std::nullopt;
}

uint32_t UrlNumbers::add(std::string_view url, uint32_t number) {
  const uint64_t print = fingerprint(url);
  const size_t at = slot_of(print, slots_);
  if (slots_[at].print) return slots_[at].number;
  slots_[at] = {print, number};
  if (++size_ * 4 <= slots_.size() * 3) return number;
  std::vector<Slot> larger(slots_.size() * 2);
  for (const Slot& slot : slots_)
    if (slot.print) larger[slot_of(slot.print, larger)] = slot;
  slots_.swap(larger);
  return number;
}

}  // namespace gleaner::crawl
