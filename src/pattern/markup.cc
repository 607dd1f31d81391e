// See markup.h. The tables.
#include "pattern/markup.h"

#include <memory>

namespace gleaner::pattern {
const TagTraits& tag_traits() {
  static const std::unique_ptr<const TagTraits> traits = [] {
    auto made = std::make_unique<TagTraits>();
    made->fill(0);
    auto mark = [&](TagTrait trait, std::initializer_list<const char*> names) {
      for (const char* name : names) (*made)[html::tag_id(name)] |= trait;
    };
    mark(kTelling,
         {"h1", "h2", "h3", "h4", "h5", "h6", "title", "address", "dt", "dd", "th", "figcaption", "time"});
    mark(kLabelling, {"b", "strong", "th", "dt", "label", "h1", "h2", "h3", "h4", "h5", "h6", "em", "i"});
    mark(kCell, {"td", "th"});
    mark(kRow, {"tr"});
    mark(kSkipped, {"script", "style", "noscript", "template"});
    mark(kHeading, {"h1", "h2", "h3", "h4", "h5", "h6"});
    mark(kTitle, {"title"});
    (*made)[0] = 0;  // of no known name
    return made;
  }();
  return *traits;
}

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
