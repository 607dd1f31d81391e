// See skeleton.h. Tags are read straight from the source (html/tag_walk.h) and hashed.
#include "learn/skeleton.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "base/text.h"
#include "html/tag_walk.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

constexpr uint16_t kEmptyBin = 0xffff;

uint64_t mix(uint64_t h) {
  h ^= h >> 33;
  h *= 0xff51afd7ed558ccdull;
  h ^= h >> 33;
  h *= 0xc4ceb9fe1a85ec53ull;
  return h ^ (h >> 33);
}

class Sketcher {
 public:
  explicit Sketcher(std::string_view text) : text_(text), sketch_(kSketchSize, kEmptyBin) {}

  Sketch run() {
    html::TagWalk walk(text_);
    html::WalkedTag tag;
    while (walk.next(tag)) {
      paths_.resize(tag.depth);
      const uint64_t path = mix((paths_.empty() ? 0 : paths_.back()) * 31 + tag.name);
      put(path);
      put_classes(tag, path);
      if (tag.holds) paths_.push_back(path);
    }
    return std::move(sketch_);
  }

 private:
  void put_classes(const html::WalkedTag& tag, uint64_t path) {
    for (const html::ScannedAttribute& attribute : tag.attributes) {
      if (!equals_ignoring_case(text_.substr(attribute.name.begin, attribute.name.size()), "class")) continue;
      for (const std::string_view word : words(text_.substr(attribute.value.begin, attribute.value.size())))
        put(mix(stable_hash(word, path)));
    }
  }

  void put(uint64_t hash) {
    uint16_t& bin = sketch_[hash % kSketchSize];
    bin = std::min(bin, uint16_t(std::min<uint64_t>(hash >> 48, kEmptyBin - 1)));
  }

  std::string_view text_;
  Sketch sketch_;
  std::vector<uint64_t> paths_;  // of the open elements
};

}  // namespace

Sketch sketch_of(const Document& page) {
  return page.is_html() ? Sketcher(page.text()).run() : Sketch(kSketchSize, kEmptyBin);
}

double similarity(const Sketch& a, const Sketch& b) {
  if (a.empty() || a.size() != b.size()) return 0;
  size_t equal = 0, used = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] == kEmptyBin && b[i] == kEmptyBin) continue;
    ++used;
    equal += a[i] == b[i];
  }
  return used ? double(equal) / double(used) : 1;
}

std::string format_sketch(const Sketch& sketch) {
  std::string hex;
  for (uint16_t hash : sketch) hex += fmt::format("{:04x}", hash);
  return hex;
}

Sketch parse_sketch(std::string_view hex) {
  Sketch sketch;
  for (size_t i = 0; i + 4 <= hex.size(); i += 4)
    sketch.push_back(uint16_t(std::strtoul(std::string(hex.substr(i, 4)).c_str(), nullptr, 16)));
  return sketch;
}

}  // namespace gleaner::learn
