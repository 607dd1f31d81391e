// See structure.h.
#include "crawl/structure.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "crawl/page_scan.h"
#include "crawl/weights.h"

namespace gleaner::crawl {
namespace {

constexpr char kPacked = '\0';  // no tag's symbol

bool has(const Parts& parts, uint32_t id) {
  return id == 0 || std::binary_search(parts.begin(), parts.end(), Part{id, 0, 1});
}

// Calls take(part) for the topmost parts of `a` that `b` lacks; it gives whether to go on.
template <class Take>
void each_lacking(const Parts& a, const Parts& b, Take take) {
  auto other = b.begin();
  for (const Part& one : a) {
    while (other != b.end() && other->id < one.id) ++other;
    if (other != b.end() && other->id == one.id) continue;
    if (has(b, one.parent) && !take(one)) return;
  }
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

std::vector<Structure> as_templates(std::vector<Structure> templates) {
  const bool enough = templates.size() >= kLeastTemplates;
  const auto all_have = [&](Parts Structure::* parts, uint32_t id) {
    return std::all_of(templates.begin(), templates.end(),
                       [&](const Structure& one) { return has(one.*parts, id); });
  };
  Parts labels;
  if (enough)
    for (const Part& one : templates[0].texts)
      if (all_have(&Structure::texts, one.id)) labels.push_back({one.id, one.parent, kLabelWeight});
  for (Structure& one : templates) one.texts = labels;
  if (!enough) return templates;
  for (Part& part : templates[0].parts)
    if (all_have(&Structure::parts, part.id)) part.weight = kCoreWeight;
  for (size_t i = 1; i < templates.size(); ++i)
    for (Part& part : templates[i].parts) {
      const Parts& first = templates[0].parts;
      const auto at = std::lower_bound(first.begin(), first.end(), part);
      if (at != first.end() && at->id == part.id) part.weight = at->weight;
    }
  return templates;
}

double parts_apart(const Structure& a, const Structure& b, double limit) {
  const double tags = tags_a_part(a, b), most = tags > 0 ? limit / tags : 0;
  double sum = 0;
  const auto lacks = [&](const Part& one) { return (sum += double(one.weight)) <= most; };
  each_lacking(a.parts, b.parts, lacks);
  if (sum <= most) each_lacking(b.parts, a.parts, [&](const Part&) { return (sum += 1) <= most; });
  if (sum <= most)
    for (const Part& label : a.texts)
      if (!has(b.texts, label.id) && has(b.parts, label.parent) && !lacks(label)) break;
  return sum * tags;
}

uint32_t distance(const Structure& a, const Structure& b, uint32_t limit) {
  const double most = most_sum(limit), apart = parts_apart(a, b, most);
  if (apart > most) return limit + 1;
  const uint32_t left = uint32_t(most - apart);
  const uint32_t edits = distance(a.skeleton, b.skeleton, left);
  return std::min(limit + 1, uint32_t(std::lround((edits + apart) / 2)));
}

bool is_within(const Structure& a, const Structure& b, uint32_t limit) {
  const double most = most_sum(limit), apart = parts_apart(a, b, most);
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
