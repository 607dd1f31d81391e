// See target.h.
#include "browser/target.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "base/json.h"
#include "base/text.h"

namespace gleaner::browser {

std::string Alternative::to_string() const {
  if (kind == "node") return "the element";
  std::string out;
  if (nth) {
    if (nth != -1) out += ordinal(std::abs(nth)) + " ";
    if (nth < 0) out += "last ";
  }
  if (!kind.empty()) out += kind + " ";
  out += json::quote(text);
  if (!near.empty()) out += " near " + near[0].to_string();
  return out;
}

std::string Target::to_string() const {
  return joined(alternatives, [](const Alternative& one) { return one.to_string(); }, " or ");
}

std::string Element::words() const {
  const std::string what = role.empty() ? tag : role;
  return fmt::format("{}{} at {},{}{}{}", what, name.empty() ? "" : " " + json::quote(name), box[0], box[1],
                     shown ? "" : ", hidden", disabled ? ", disabled" : "");
}

const Element* Found::of(NodeRef ref) const {
  const auto at = std::ranges::find_if(elements, [&](const Element& e) { return e.ref == ref; });
  return at == elements.end() ? nullptr : &*at;
}

Vote vote(const Found& found) {
  struct Voices {
    NodeRef ref;
    int voices = 0;
  };
  std::vector<Voices> all;
  constexpr int kAlone = 4, kAmongOthers = 2, kWeak = 1;
  for (size_t i = 0; i < found.by_alternative.size(); ++i) {
    const auto& list = found.by_alternative[i];
    const int voices = i < found.weak.size() && found.weak[i] ? kWeak
                       : list.size() == 1                     ? kAlone
                                                              : kAmongOthers;
    for (const NodeRef& ref : list) {
      auto at = std::ranges::find_if(all, [&](const Voices& v) { return v.ref == ref; });
      if (at == all.end()) at = all.insert(all.end(), Voices{ref});
      at->voices += voices;
    }
  }
  Vote out;
  if (all.empty()) return out;
  const int most = std::ranges::max_element(all, {}, &Voices::voices)->voices;
  for (const Voices& one : all)
    if (one.voices == most) out.contenders.push_back(one.ref);
  if (out.contenders.size() > 1) {
    const bool alone =
        std::ranges::any_of(found.by_alternative, [](const auto& list) { return list.size() == 1; });
    out.kind = alone ? Vote::Kind::disagree : Vote::Kind::several;
    return out;
  }
  out.kind = Vote::Kind::one;
  out.chosen = out.contenders[0];
  for (const auto& list : found.by_alternative) out.agreed.push_back(contains(list, out.chosen));
  return out;
}

std::string to_json(const std::vector<Alternative>& alternatives, int context) {
  std::string out = "[";
  for (const Alternative& one : alternatives) {
    if (out.size() > 1) out += ',';
    const bool elsewhere = (one.in && one.in.context != context) || (one.node && one.node.context != context);
    out += fmt::format("{{\"kind\":{},\"text\":{}", json::quote(elsewhere ? "node" : one.kind),
                       json::quote(one.text));
    if (one.nth) out += fmt::format(",\"nth\":{}", one.nth);
    if (one.in && !elsewhere) out += fmt::format(",\"in\":{}", one.in.id);
    if (elsewhere || one.kind == "node") out += fmt::format(",\"node\":{}", elsewhere ? 0 : one.node.id);
    if (!one.near.empty()) out += ",\"near\":" + to_json(one.near, context);
    out += '}';
  }
  return out + "]";
}

}  // namespace gleaner::browser
