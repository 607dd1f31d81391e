// See skeleton.h. Tags are read straight from the source, closed as HTML closes them, and hashed.
#include "learn/skeleton.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "base/text.h"
#include "html/tag_scan.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

constexpr uint16_t kEmptyBin = 0xffff;
// Open elements that an end tag is looked for in: hostile nesting must not cost its square
constexpr size_t kLookUp = 64;

// A tag's name as a number, lower case: eight letters are enough to tell all of HTML's apart that matter
// here.
using Name = uint64_t;
constexpr Name name_of(std::string_view text) {
  Name name = 0;
  for (size_t i = 0; i < text.size() && i < 8; ++i) name = name << 8 | uint8_t(to_lower(text[i]));
  return name;
}

// How a start tag is read.
struct Manner {
  bool holds_nothing = false;  // void, or often left open or closed crosswise
  bool raw = false;            // its text has no tags
  Name ends = 0, or_ends = 0;  // what it closes,
  Name within = 0;             // ... as far as this
};

constexpr Manner manner_of(Name name) {
  switch (name) {
    case name_of("a"):
    case name_of("b"):
    case name_of("i"):
    case name_of("u"):
    case name_of("p"):
    case name_of("br"):
    case name_of("em"):
    case name_of("tt"):
    case name_of("hr"):
    case name_of("big"):
    case name_of("col"):
    case name_of("img"):
    case name_of("font"):
    case name_of("base"):
    case name_of("link"):
    case name_of("meta"):
    case name_of("nobr"):
    case name_of("area"):
    case name_of("code"):
    case name_of("wbr"):
    case name_of("embed"):
    case name_of("input"):
    case name_of("param"):
    case name_of("small"):
    case name_of("track"):
    case name_of("source"):
    case name_of("strike"):
    case name_of("strong"): return {.holds_nothing = true};
    case name_of("script"):
    case name_of("style"):
    case name_of("textarea"):
    case name_of("title"):
    case name_of("xmp"):
    case name_of("iframe"):
    case name_of("noembed"): return {.raw = true};
    case name_of("li"): return {.ends = name, .within = name_of("ul")};
    case name_of("td"):
    case name_of("th"): return {.ends = name_of("td"), .or_ends = name_of("th"), .within = name_of("table")};
    case name_of("tr"): return {.ends = name, .within = name_of("table")};
    case name_of("tbody"): return {.ends = name, .or_ends = name_of("thead"), .within = name_of("table")};
    case name_of("dt"):
    case name_of("dd"): return {.ends = name_of("dt"), .or_ends = name_of("dd"), .within = name_of("dl")};
    case name_of("option"): return {.ends = name, .within = name_of("select")};
    default: return {};
  }
}

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
    size_t at = 0;
    while ((at = text_.find('<', at)) != std::string_view::npos && at + 1 < text_.size()) {
      const char next = text_[at + 1];
      if (is_alpha(next)) at = start_tag(at + 1);
      else if (next == '/') at = end_tag(at + 2);
      else if (next == '!' || next == '?') at = comment(at + 1);
      else ++at;
    }
    return std::move(sketch_);
  }

 private:
  struct Open {
    Name name;
    uint64_t path;
  };

  size_t start_tag(size_t begin) {
    const size_t end = name_end(begin);
    const Name name = name_of(text_.substr(begin, end - begin));
    const Manner manner = manner_of(name);
    if (manner.ends) close(manner.ends, manner.or_ends, manner.within);
    const uint64_t path = mix((open_.empty() ? 0 : open_.back().path) * 31 + name);
    put(path);
    size_t behind = end + 1;
    if (end >= text_.size() || text_[end] != '>') behind = attributes(begin, path);
    if (manner.raw) return raw_text_end(behind, text_.substr(begin, end - begin));
    if (!manner.holds_nothing) open_.push_back({name, path});
    return behind;
  }

  // Puts the class words; gives where the tag ends.
  size_t attributes(size_t begin, uint64_t path) {
    html::TagScan scan(text_, uint32_t(begin));
    html::ScannedAttribute attribute;
    while (scan.next(attribute)) {
      if (!equals_ignoring_case(text_.substr(attribute.name.begin, attribute.name.size()), "class")) continue;
      const std::string_view value = text_.substr(attribute.value.begin, attribute.value.size());
      for (size_t i = 0; i < value.size();) {
        while (i < value.size() && is_space(value[i])) ++i;
        const size_t word = i;
        while (i < value.size() && !is_space(value[i])) ++i;
        if (i > word) put(mix(stable_hash(value.substr(word, i - word), path)));
      }
    }
    return scan.end();
  }

  size_t end_tag(size_t begin) {
    const size_t end = name_end(begin);
    close(name_of(text_.substr(begin, end - begin)), 0, 0);
    const size_t behind = text_.find('>', end);
    return behind == std::string_view::npos ? text_.size() : behind + 1;
  }

  size_t comment(size_t begin) const {
    const bool whole = text_.substr(begin, 3) == "!--";
    const size_t end = text_.find(whole ? "-->" : ">", begin + (whole ? 1 : 0));
    return end == std::string_view::npos ? text_.size() : end;
  }

  size_t name_end(size_t at) const {
    while (at < text_.size() && !is_space(text_[at]) && text_[at] != '/' && text_[at] != '>') ++at;
    return at;
  }

  size_t raw_text_end(size_t at, std::string_view name) const {
    while ((at = text_.find("</", at)) != std::string_view::npos) {
      if (equals_ignoring_case(text_.substr(at + 2, name.size()), name)) return at;
      at += 2;
    }
    return text_.size();
  }

  // Closes the innermost element of either name, and what is open in it.
  void close(Name name, Name or_name, Name within) {
    for (size_t i = open_.size(), n = 0; i > 0 && n < kLookUp; --i, ++n) {
      const Name here = open_[i - 1].name;
      if (here == name || (or_name && here == or_name)) return open_.resize(i - 1);
      if (within && here == within) return;
    }
  }

  void put(uint64_t hash) {
    uint16_t& bin = sketch_[hash % kSketchSize];
    bin = std::min(bin, uint16_t(std::min<uint64_t>(hash >> 48, kEmptyBin - 1)));
  }

  std::string_view text_;
  Sketch sketch_;
  std::vector<Open> open_;
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
