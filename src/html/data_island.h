// Data islands: JSON inside a page (`script type=application/ld+json` and other *json* types) as a
// sub-document whose every string and number has its span in the page. View: document.view<DataIslands>().
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "html/tree.h"

namespace gleaner::html {

struct Island {
  NodeId script = kNoNode;
  std::string_view source;  // the script's source in Document::text()
  uint32_t base = 0;        // where it begins there
  json::Parsed parsed;
};

// An object that says what it is: {"@type": "Recipe"} or {"@type": ["Recipe"]}; "" where it does not.
std::string_view type_of(const json::Value& object);

struct IslandLeaf {
  // Keys joined by '.', list positions as '*': "Recipe.author.*.name"; @type names an object when it has one.
  std::string path;
  std::string indexed_path;  // the same with list positions as numbers
  std::string text;          // as a person reads it: tags stripped, entities decoded, collapsed
  Span span;                 // of the string without quotes, or of the number, in Document::text()
  const json::Value* value = nullptr;
  uint32_t island = 0;
};

class DataIslands {
 public:
  explicit DataIslands(const Document& document);
  const std::vector<Island>& islands() const { return islands_; }
  const std::vector<IslandLeaf>& leaves() const { return leaves_; }  // in source order

 private:
  std::vector<Island> islands_;
  std::vector<IslandLeaf> leaves_;
};

}  // namespace gleaner::html
