// Shape: the way between records, as labels and results have them, and items, as delimiter wrappers see them.
//
// A delimiter wrapper knows attributes 1..K in page order; in nested classes each is a detail of the one
// before. A record shows them as fields:
//   inline   beside the attribute before it:  {"country": .., "code": ..}
//   records  first field of a nested list:    {"name": .., "addresses": [{"street": ..,
//                                              "phones": [{"phone": ..}]}]}
//   values   a list of plain texts:           {"name": .., "tags": ["a", "b"]}
//
// A nested wrapper may find a second value of an inline attribute below the same parent. Then the
// parent's fields are repeated in one more record of that level, as in a joined table. Labels
// that are written so are read so.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/result.h"
#include "delimiter/exec.h"
#include "page/document.h"
#include "wrap/label.h"
#include "wrap/record.h"
#include "wrap/schema.h"

namespace gleaner::delimiter {

struct Attribute {
  enum class Form : uint8_t { inline_, records, values };
  std::string name;
  Form form = Form::inline_;
  std::string list = {};  // records: the name of the field that holds the list
  wrap::Type type = wrap::Type::text;
  bool operator==(const Attribute&) const = default;
};

struct Shape {
  std::vector<Attribute> attributes;
  std::vector<std::string> order = {};  // of a record's fields as the labels have them; empty: page order

  bool has_lists() const;
  wrap::Schema schema() const;
  std::string path(size_t attribute) const;  // "offers.price"

  // Fields (of records or schemas) as `order` has them.
  template <class Field>
  void put_in_order(std::vector<Field>& fields) const {
    if (order.empty()) return;
    auto rank = [&](const Field& field) { return std::ranges::find(order, field.name); };
    std::ranges::stable_sort(fields, [&](const Field& a, const Field& b) { return rank(a) < rank(b); });
  }
};

// One page's labels with places still open: a slot a value, in the order of the shape.
struct OpenValue {
  uint32_t attribute = 0;
  std::vector<Span> places;  // at least one
  std::string text;
};

// The shape that the records of all pages show. Attributes stand in page order where their places are known;
// records show them in the order of the labels.
Result<Shape> shape_of(const std::vector<wrap::LabelledPage>& pages);

// The slots of one page. Fails where a record does not fit the shape (a text where others have a list).
Result<std::vector<OpenValue>> open_values_of(const wrap::LabelledPage& page, const Shape& shape);

// Builds records from items, one item after the other.
class RecordBuilder {
 public:
  // `nested`: items come from a nested class, so that inline values may repeat.
  RecordBuilder(const Shape& shape, const Document& document, bool nested);

  // Gives the finished records to take(Record&&) -> bool; false stops.
  template <class Take>
  bool add(const Item& item, Take&& take) {
    if (splits_record(item.attribute) && !finish(take)) return false;
    place(item);
    return true;
  }
  template <class Take>
  bool finish(Take&& take) {
    if (!open_) return true;
    return take(close());
  }

 private:
  struct Level {
    std::vector<wrap::Field> fields;
    std::vector<uint32_t> attributes;  // of the fields
  };

  bool splits_record(uint32_t attribute) const;
  static constexpr uint32_t kNoAttribute = 0xffffffff;  // of a nested list
  void place(const Item& item);
  void close_levels(size_t keep);
  wrap::Record close();
  wrap::Value value_of(const Item& item) const;

  const Shape& shape_;
  const Document& document_;
  const bool nested_;
  std::vector<uint32_t> level_of_;  // of an attribute
  std::vector<uint32_t> first_of_;  // first attribute of a level
  std::vector<Level> levels_;
  bool open_ = false;
  std::vector<wrap::Field> repeated_;  // fields of the first level that the next record shares
  std::vector<uint32_t> repeated_attributes_;
};

}  // namespace gleaner::delimiter
