#include "pattern/markup.h"

#include <vector>

namespace gleaner::pattern {
namespace {

using html::TagId;

struct Known {
  TagId td = html::tag_id("td"), th = html::tag_id("th"), tr = html::tag_id("tr");
  std::vector<bool> telling, labelling;
  Known() {
    auto mark = [](std::vector<bool>& set, std::initializer_list<const char*> names) {
      for (const char* name : names) {
        TagId t = html::tag_id(name);
        if (t >= set.size()) set.resize(t + 1);
        if (t) set[t] = true;
      }
    };
    mark(telling, {"h1", "h2", "h3", "h4", "h5", "h6", "title", "address", "dt", "dd", "th", "figcaption", "time"});
    mark(labelling, {"b", "strong", "th", "dt", "label", "h1", "h2", "h3", "h4", "h5", "h6", "em", "i"});
  }
  static bool in(const std::vector<bool>& set, TagId t) { return t < set.size() && set[t]; }
};
const Known& known() {
  static const Known k;
  return k;
}

}  // namespace

bool telling_tag(TagId t) { return Known::in(known().telling, t); }
bool labelling_tag(TagId t) { return Known::in(known().labelling, t); }
bool cell_tag(TagId t) { return t == known().td || t == known().th; }
bool row_tag(TagId t) { return t == known().tr; }

bool semantic_attribute(std::string_view name) {
  switch (name.size()) {
    case 3: return name == "rel" || name == "for";
    case 4: return name == "name" || name == "role" || name == "type";
    case 5: return name == "title";
    case 7: return name == "headers";
    case 8: return name == "itemprop" || name == "property" || name == "itemtype";
    case 9: return name == "data-type";
    case 10: return name == "data-field" || name == "data-label";
    case 11: return name == "data-testid";
    default: return false;
  }
}

}  // namespace gleaner::pattern
