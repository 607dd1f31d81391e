// See offset_map.h. Adding runs and looking up in them.
#include "page/offset_map.h"

namespace gleaner {

void OffsetMap::add(uint32_t byte_length, uint32_t text_length) {
  if (runs_.empty() || runs_.back().byte_each != byte_length || runs_.back().text_each != text_length)
    runs_.push_back({text_end_, byte_end_, uint16_t(text_length), uint16_t(byte_length)});
  text_end_ += text_length;
  byte_end_ += byte_length;
}

void OffsetMap::add_identity(uint32_t n) {
  if (!n) return;
  if (runs_.empty() || runs_.back().byte_each != 1 || runs_.back().text_each != 1)
    runs_.push_back({text_end_, byte_end_, 1, 1});
  text_end_ += n;
  byte_end_ += n;
}

// A character may give no text (byte_each alone: a shift sequence) or take no bytes; both searches look for
// the last run that begins at or before the position, and count whole characters from there.
uint32_t OffsetMap::to_bytes(uint32_t text) const {
  if (identity()) return text;
  if (text >= text_end_) return byte_end_ + (text - text_end_);
  auto after = std::upper_bound(runs_.begin(), runs_.end(), text,
                                [](uint32_t at, const Run& run) { return at < run.text; });
  const Run& run = *(after - 1);
  if (!run.text_each) return run.byte;
  return run.byte + (text - run.text) / run.text_each * run.byte_each;
}

uint32_t OffsetMap::to_text(uint32_t byte) const {
  if (identity()) return byte;
  if (byte >= byte_end_) return text_end_ + (byte - byte_end_);
  auto after = std::upper_bound(runs_.begin(), runs_.end(), byte,
                                [](uint32_t at, const Run& run) { return at < run.byte; });
  const Run& run = *(after - 1);
  if (!run.byte_each) return run.text;
  return run.text + (byte - run.byte) / run.byte_each * run.text_each;
}

}  // namespace gleaner
