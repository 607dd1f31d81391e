// See structure.h.
#include "crawl/structure.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "crawl/page_scan.h"
#include "crawl/weights.h"

namespace gleaner::crawl {
namespace {

constexpr char kPacked = '\0';     // no tag's symbol
constexpr size_t kDeepest = 1000;  // parts below each other; hashes may make a circle

bool has(const Parts& parts, uint32_t id) {
  return id == 0 || std::binary_search(parts.begin(), parts.end(), Part{id, 0, 1});
}

// The topmost parts of `a` that `b` lacks, each with the root of how many it has below it: what is inside a
// section that is missing is missing with it, but a page without a review and one without its whole content
// are not the same. Adds their weights (`weight`, if it is given), or stops where they are more than `most`.
double lacking(const Structure& a, const Parts& b, double most, float weight = 0) {
  constexpr uint32_t kPresent = ~0u, kUnknown = ~1u;
  const Parts& parts = a.parts;
  std::vector<uint32_t> top(parts.size(), kUnknown);
  auto other = b.begin();
  size_t missing = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    while (other != b.end() && other->id < parts[i].id) ++other;
    if (other != b.end() && other->id == parts[i].id) top[i] = kPresent;
    else ++missing;
  }
  if (!missing) return 0;
  const auto weight_of = [&](size_t i) { return double(weight > 0 ? weight : parts[i].weight); };
  double least = 0;  // the topmost alone: mostly that is too much already
  for (size_t i = 0; i < parts.size() && least <= most; ++i)
    if (top[i] != kPresent && (a.above[i] == kNoPart || top[a.above[i]] == kPresent)) least += weight_of(i);
  if (least > most) return least;
  std::vector<uint32_t> way, below(parts.size());
  for (uint32_t i = 0; i < parts.size(); ++i) {
    if (top[i] == kPresent) continue;
    uint32_t at = i;
    for (way.clear(); top[at] == kUnknown;) {
      way.push_back(at);
      const uint32_t above = a.above[at];
      if (above == kNoPart || top[above] == kPresent || way.size() > kDeepest) break;
      at = above;
    }
    const uint32_t found = top[at] == kUnknown ? at : top[at];
    for (const uint32_t one : way) top[one] = found;
    ++below[found];
  }
  double sum = 0;
  for (size_t i = 0; i < parts.size() && sum <= most; ++i)
    if (below[i]) sum += weight_of(i) * std::sqrt(double(below[i]));
  return sum;
}

// Labels of `a` that are not in their place in `b`. Where hardly any is, down to those of the menu, `b` is in
// another language, and they say nothing.
double labels_lacking(const Structure& a, const Structure& b) {
  double there = 0, lacking = 0;
  for (const Part& label : a.texts)
    if (label.weight > 0 && has(b.parts, label.parent)) ++(has(b.texts, label.id) ? there : lacking);
  return there < kSameLanguage * lacking ? 0 : lacking;
}

// Tags that one part stands for in these two pages.
double tags_a_part(const Structure& a, const Structure& b) {
  const size_t parts = a.parts.size() + b.parts.size();
  return parts ? kPartShare * (a.length() + b.length()) / double(parts) : 0;
}

// Sums of both measures whose mean is rounded to the limit at most.
double most_sum(uint32_t limit) { return 2.0 * limit + 0.99; }

void put(std::string& into, uint32_t number) {
  char bytes[4];
  std::memcpy(bytes, &number, 4);
  into.append(bytes, 4);
}

uint32_t get(std::string_view bytes, size_t& at) {
  uint32_t number = 0;
  if (at + 4 <= bytes.size()) std::memcpy(&number, bytes.data() + at, 4);
  at += 4;
  return number;
}

void put_parts(std::string& into, const Parts& parts) {
  put(into, uint32_t(parts.size()));
  for (const Part& one : parts) put(into, one.id), put(into, one.parent);
}

Parts get_parts(std::string_view bytes, size_t& at) {
  Parts out;
  for (uint32_t n = get(bytes, at); n > 0 && at < bytes.size(); --n) {
    const uint32_t id = get(bytes, at);
    out.push_back({id, get(bytes, at), 1});
  }
  return out;
}

}  // namespace

Structure::Structure(std::string tags, Parts of_elements, Parts short_texts)
    : skeleton(std::move(tags)), parts(std::move(of_elements)), texts(std::move(short_texts)) {
  above.reserve(parts.size());
  for (const Part& part : parts) {
    const auto parent = std::lower_bound(parts.begin(), parts.end(), Part{part.parent, 0, 1});
    const bool known = part.parent && parent != parts.end() && parent->id == part.parent;
    above.push_back(known ? uint32_t(parent - parts.begin()) : kNoPart);
  }
}

std::vector<Structure> as_templates(std::vector<Structure> templates, size_t least) {
  if (templates.empty()) return templates;
  const auto all_have = [&](Parts Structure::* parts, uint32_t id) {
    return std::all_of(templates.begin(), templates.end(),
                       [&](const Structure& one) { return has(one.*parts, id); });
  };
  const bool enough = templates.size() >= least;
  Parts labels;
  for (const Part& one : templates[0].texts)
    if (all_have(&Structure::texts, one.id))
      labels.push_back({one.id, one.parent, enough ? kLabelWeight : 0});
  for (Structure& one : templates) one.texts = labels;
  if (!enough) return templates;
  for (Part& part : templates[0].parts)
    if (all_have(&Structure::parts, part.id)) part.weight = kCoreWeight;
  for (size_t i = 1; i < templates.size(); ++i) weigh_like(templates, templates[i]);
  return templates;
}

void weigh_like(const std::vector<Structure>& templates, Structure& page) {
  if (templates.empty()) return;
  const Parts &known = templates[0].parts, &labels = templates[0].texts;
  for (Part& part : page.parts)
    if (const auto at = std::lower_bound(known.begin(), known.end(), part);
        at != known.end() && at->id == part.id)
      part.weight = at->weight;
  std::erase_if(page.texts, [&](const Part& text) { return !has(labels, text.id); });
  for (Part& label : page.texts) label.weight = labels[0].weight;
}

void make_optional(std::vector<Structure>& templates, uint32_t id) {
  for (Structure& one : templates)
    if (const auto at = std::lower_bound(one.parts.begin(), one.parts.end(), Part{id, 0, 1});
        at != one.parts.end() && at->id == id)
      at->weight = 1;
}

double parts_apart(const Structure& a, const Structure& b, double limit) {
  const double tags = tags_a_part(a, b), most = tags > 0 ? limit / tags : 0;
  double sum = lacking(a, b.parts, most);
  if (sum <= most) sum += lacking(b, a.parts, most - sum, 1);
  if (sum <= most) sum += double(kLabelWeight) * std::sqrt(labels_lacking(a, b));
  return sum * tags;
}

uint32_t distance(const Structure& a, const Structure& b, uint32_t limit) {
  if (a.parts.empty() || b.parts.empty()) return distance(a.skeleton, b.skeleton, limit);
  const double most = most_sum(limit);
  if (least_distance(a.skeleton, b.skeleton) > most) return limit + 1;
  const double apart = parts_apart(a, b, most);
  if (apart > most) return limit + 1;
  const uint32_t left = uint32_t(most - apart);
  const uint32_t edits = distance(a.skeleton, b.skeleton, left);
  return std::min(limit + 1, uint32_t(std::lround((edits + apart) / 2)));
}

bool is_within(const Structure& a, const Structure& b, uint32_t limit) {
  if (a.parts.empty() || b.parts.empty()) return is_within(a.skeleton, b.skeleton, limit);
  const double most = most_sum(limit);
  if (least_distance(a.skeleton, b.skeleton) > most) return false;  // tells most pages of other kinds apart
  const double apart = parts_apart(a, b, most);
  return apart <= most && is_within(a.skeleton, b.skeleton, uint32_t(most - apart));
}

std::string packed(const Structure& structure) {
  std::string out(1, kPacked);
  put_parts(out, structure.parts);
  put_parts(out, structure.texts);
  return out + structure.skeleton.symbols;
}

Structure unpacked(std::string_view bytes) {
  if (!bytes.starts_with(kPacked)) return {std::string(bytes), {}, {}};
  size_t at = 1;
  Parts parts = get_parts(bytes, at), texts = get_parts(bytes, at);
  return {std::string(bytes.substr(std::min(at, bytes.size()))), std::move(parts), std::move(texts)};
}

Structure structure_of(std::string_view html) {
  PageScan scan = scan_page(html);
  std::sort(scan.texts.begin(), scan.texts.end());
  scan.texts.erase(std::unique(scan.texts.begin(), scan.texts.end()), scan.texts.end());
  return {std::move(scan.skeleton), std::move(scan.parts), std::move(scan.texts)};
}

}  // namespace gleaner::crawl
