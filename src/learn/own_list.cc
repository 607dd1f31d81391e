// See own_list.h.
#include "learn/own_list.h"

#include <algorithm>
#include <optional>

#include "records/region.h"

namespace gleaner::learn {

// Is every place in a member of its own? Members are in document order, as are the sorted places.
static bool each_alone(const std::vector<Span>& members, const std::vector<uint32_t>& places) {
  size_t member = 0;
  for (uint32_t place : places) {
    while (member < members.size() && members[member].end <= place) ++member;
    if (member == members.size() || place < members[member].begin) return false;
    ++member;
  }
  return true;
}

uint32_t members_around(const Document& page, const std::vector<wrap::Record>& records) {
  if (!page.is_html() || records.empty()) return 0;
  std::vector<uint32_t> places;
  for (const wrap::Record& record : records)
    if (const auto hull = wrap::hull_of(record)) places.push_back(hull->begin);
  if (places.size() < records.size()) return 0;
  std::ranges::sort(places);
  Budget budget;
  const records::Analysis analysis(DocumentPtr(DocumentPtr(), &page), budget);
  for (size_t candidate = 0; candidate < analysis.candidates().size(); ++candidate) {
    if (analysis.candidates()[candidate].heads.size() < places.size()) continue;
    const std::vector<Span> members = analysis.spans(candidate);
    if (each_alone(members, places)) return uint32_t(members.size());
  }
  return 0;
}

std::optional<OtherList> larger_list(const Document& page, const std::vector<wrap::Record>& records) {
  if (!page.is_html() || records.empty()) return std::nullopt;
  Budget budget;
  const records::Analysis analysis(DocumentPtr(DocumentPtr(), &page), budget);
  const std::vector<size_t> best = analysis.distinct(1);
  if (best.empty() || !analysis.good(best[0])) return std::nullopt;
  const std::vector<Span> members = analysis.spans(best[0]);
  if (members.size() <= records.size()) return std::nullopt;
  for (const wrap::Record& record : records) {
    const std::optional<Span> hull = wrap::hull_of(record);
    if (!hull || (members.front().begin <= hull->begin && hull->begin < members.back().end))
      return std::nullopt;
  }
  const records::Region region = analysis.describe(best[0], true, false);
  OtherList out{members.size(), members[0], {}};
  if (!region.records.empty() && !region.records[0].cells.empty()) out.text = region.records[0].cells[0].text;
  return out;
}

}  // namespace gleaner::learn
