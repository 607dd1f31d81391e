// From labelled pages to examples: the place of each label (label/settle.h), and why some labels can be no
// examples of a class: values out of order, or missing where the class has one in every record.
#include <fmt/format.h>

#include <algorithm>

#include "delimiter/family.h"
#include "delimiter/ranges.h"
#include "label/settle.h"

namespace gleaner::delimiter {

namespace {

Diagnostic out_of_order(const wrap::LabelledPage& page, const std::vector<OpenValue>& slots,
                        const Shape& shape) {
  uint32_t from = 0;
  for (size_t i = 0; i < slots.size(); ++i) {
    auto place = std::ranges::find_if(slots[i].places, [&](Span s) { return s.begin >= from; });
    if (place == slots[i].places.end()) {
      const OpenValue& before = slots[i ? i - 1 : 0];
      return error(Code::cannot_learn,
                   fmt::format("\"{}\" ({}) does not stand behind \"{}\" ({}): delimiter wrappers need the "
                               "values of all records in page order, without overlap",
                               shape.path(slots[i].attribute), show(slots[i].text),
                               shape.path(before.attribute), show(before.text)),
                   page.document->where(slots[i].places.front()),
                   "label the fields in one order, or learn another kind of wrapper");
    }
    from = place->end;
  }
  return error(Code::cannot_learn, "the labelled values overlap", Where{.file = page.document->name()});
}

// Nested items: each attribute hangs on the one before it.
std::optional<Diagnostic> broken_chain(const wrap::LabelledPage& page, const std::vector<OpenValue>& slots,
                                       const Shape& shape) {
  uint32_t last = 0;  // 1-based
  for (const OpenValue& slot : slots) {
    if (slot.attribute > last)
      return error(Code::cannot_learn,
                   fmt::format("\"{}\" is missing before \"{}\" ({}): a nested class can leave out the last "
                               "fields of a record, not one in the middle",
                               shape.path(last), shape.path(slot.attribute), show(slot.text)),
                   page.document->where(slot.places.front()),
                   "label the field if it is there; otherwise learn another kind of wrapper");
    last = slot.attribute + 1;
  }
  return std::nullopt;
}

std::optional<Diagnostic> not_whole(const wrap::LabelledPage& page, const std::vector<OpenValue>& slots,
                                    const Shape& shape, Class kind) {
  const size_t k = shape.attributes.size();
  for (size_t i = 0; i <= slots.size(); ++i) {
    const auto expected = uint32_t(i % k);
    if (i == slots.size() ? expected == 0 : slots[i].attribute == expected) continue;
    const OpenValue& near = slots[i == slots.size() ? i - 1 : i];
    std::string words = fmt::format("\"{}\" is missing in a record near \"{}\" ({})", shape.path(expected),
                                    shape.path(near.attribute), show(near.text));
    if (shape.has_lists() || (i < slots.size() && slots[i].attribute != 0 && expected > slots[i].attribute))
      words = fmt::format("records have several values of \"{}\"", shape.path(near.attribute));
    return error(
        Code::cannot_learn,
        fmt::format("{}: {} gives every record exactly one value of every field", words, title_of(kind)),
        page.document->where(near.places.front()),
        "--kind nlr and --kind nhlrt learn records with lists or missing last fields");
  }
  return std::nullopt;
}

}  // namespace

Result<Prepared> prepare(Class kind, const std::vector<wrap::LabelledPage>& given) {
  std::vector<wrap::LabelledPage> pages = given;
  label::settle(pages);
  Prepared prepared;
  GLEANER_TRY(prepared.shape, shape_of(pages));
  for (const wrap::LabelledPage& page : pages) {
    GLEANER_TRY(const std::vector<OpenValue> slots, open_values_of(page, prepared.shape));
    if (!is_nested(kind))
      if (auto why = not_whole(page, slots, prepared.shape, kind)) return *why;
    if (auto why = broken_chain(page, slots, prepared.shape)) return *why;
    Example example{page.document->text(), {}};
    uint32_t from = 0;
    for (const OpenValue& slot : slots) {
      const Span place = slot.places.front();
      if (place.begin < from) return out_of_order(page, slots, prepared.shape);
      example.items.push_back({slot.attribute, place});
      from = place.end;
    }
    prepared.examples.push_back(std::move(example));
  }
  prepared.columns = label::Columns::of(pages);
  return prepared;
}

}  // namespace gleaner::delimiter
