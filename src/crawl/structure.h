// How a page is built, and how unlike two pages are: the mean of two measures, in tags.
//
// The skeleton (skeleton.h) is Lixto's measure: edits between the strings of tags. It counts a list of facts
// as ten edits and a missing price as one, so other kinds of pages in the same frame are often as near as
// pages of one kind that vary. Parts count things as people see them: a part is an element by its way from
// the root, each step by its tag and the first of its class names, and further names (classes, ids,
// properties, names of inputs) below it. A section that one page has and the other has not is one part,
// whatever is in it: only the topmost of those that are missing count. What all templates have, if there are
// some, is what makes their kind: a page that lacks it is further away (kCoreWeight), and so are labels,
// short texts in one place of all templates ("References").
//
// A prototype on 12 made-up sites (bench/accuracy/crawl.md): at the best threshold tags alone part the wanted
// pages of a made-up site from others with an F of 0.86 to 1.00, both together with 0.993 and more, and the
// gap between them is wide. Cost: a pass over the sorted parts of both, some hundred numbers; then the
// distance of the skeletons as far as the limit leaves it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "crawl/distance.h"
#include "crawl/weights.h"

namespace gleaner::crawl {

struct Part {
  uint32_t id = 0, parent = 0;  // hashes; 0: the page itself
  float weight = 1;             // of lacking it
  bool operator<(const Part& other) const { return id < other.id; }
  bool operator==(const Part& other) const { return id == other.id; }
};
using Parts = std::vector<Part>;  // sorted, each once
inline constexpr uint32_t kNoPart = ~0u;

// Of a page that is compared: its texts are all short ones. Of a template: those that count as labels
// (as_templates).
struct Structure {
  Structure() = default;
  Structure(std::string tags, Parts of_elements, Parts short_texts);
  Measured skeleton;
  Parts parts, texts;
  std::vector<uint32_t> above;  // of each part: where its parent stands, or kNoPart
  double length() const { return double(skeleton.symbols.size()); }
};

// Pages as templates: what all of them have weighs more, and only labels are left of their texts, those that
// all of them have. Fewer than `least` have much in common by chance: what they have in common weighs as
// other parts do, and labels nothing.
std::vector<Structure> as_templates(std::vector<Structure> pages, size_t least = kLeastTemplates);

// Weighs what the page has of that by the templates, for comparing others with it.
void weigh_like(const std::vector<Structure>& templates, Structure& page);

// A part that all templates have turns out to be one that pages of their kind may lack.
void make_optional(std::vector<Structure>& templates, uint32_t id);

// Tags that the parts differ by: what `a` has by its weights, and what `b` has beyond it. Stops where it is
// more than `limit`.
double parts_apart(const Structure& a, const Structure& b, double limit);
// The mean of both, or limit + 1 where it is more; of structures without parts that of the tags alone. `a` is
// the template, if one of them is.
uint32_t distance(const Structure& a, const Structure& b, uint32_t limit);
bool is_within(const Structure& a, const Structure& b, uint32_t limit);

// As bytes, for the job's store, and back; of bytes of another kind the tags alone.
std::string packed(const Structure& structure);
Structure unpacked(std::string_view bytes);

// Of a whole page (page_scan.h).
Structure structure_of(std::string_view html);

}  // namespace gleaner::crawl
