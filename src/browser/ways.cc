// See ways.h.
#include "browser/ways.h"

#include <algorithm>

#include "browser/connection.h"
#include "html/names.h"

namespace gleaner::browser {
namespace {

Alternative read_alternative(const json::Value& value) {
  Alternative out;
  out.kind = text_at(value, "kind");
  out.text = text_at(value, "text");
  out.nth = int(number_at(value, "nth"));
  if (const json::Value* near = value.find("near"); near && near->is_array())
    for (const json::Value& one : near->items) out.near.push_back(read_alternative(one));
  return out;
}

// From what lasts longest to what any change breaks.
constexpr std::string_view kNatures[] = {"text",    "attribute", "address",  "form",
                                         "picture", "near",      "structure"};

}  // namespace

std::vector<Way> read_ways(const json::Value& list) {
  std::vector<Way> out;
  for (const json::Value& one : list.items) {
    Way way{text_at(one, "nature"), read_alternative(one), {}};
    if (const json::Value* names = one.find("names"); names && names->is_array())
      for (const json::Value& name : names->items) way.names.emplace_back(name.text);
    out.push_back(std::move(way));
  }
  return out;
}

std::vector<Alternative> choose_ways(const std::vector<Way>& ways) {
  std::vector<Alternative> out;
  const auto usable = [](const Way& way) { return std::ranges::none_of(way.names, html::looks_generated); };
  for (std::string_view nature : kNatures) {
    if (out.size() == kMostWays) break;
    const Way* best = nullptr;
    for (const Way& way : ways)
      if (way.nature == nature && usable(way) && !best) best = &way;
    if (best) out.push_back(best->alternative);
  }
  if (out.empty())  // nothing says what it is: where it stands has to do
    for (const Way& way : ways)
      if (way.nature == "path") out.push_back(way.alternative);
  return out;
}

}  // namespace gleaner::browser
