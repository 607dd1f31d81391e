// See entity.h.
#include "records/entity.h"

#include <algorithm>
#include <map>

#include "base/lists.h"
#include "base/text.h"
#include "records/names.h"
#include "records/weights.h"

namespace gleaner::records {
namespace {

class EntityFinder {
 public:
  explicit EntityFinder(const Outline& outline) : outline_(outline) {
    for (const char* name : {"nav", "footer", "aside", "form", "button"})
      aside_.push_back(html::tag_id(name));
  }

  std::vector<EntityValue> run() {
    if (outline_.size() == 0) return {};
    for (const FieldPlace& field : fields_of(outline_, {0, 0}))
      if (!stands_aside(field.node)) fields_.push_back(field);
    for (size_t i = 0; i < fields_.size(); ++i) i += take(i);
    return chosen();
  }

 private:
  std::string text(const FieldPlace& field) const { return field_text(outline_, field); }

  bool stands_aside(uint32_t node) const {
    for (uint32_t up = node; up != kNone; up = outline_[up].parent)
      if (contains(aside_, outline_[up].tag)) return true;
    return false;
  }

  // The innermost element for which the test holds, of those that hold nothing but the field.
  template <class Test>
  uint32_t around(const FieldPlace& field, Test test) const {
    for (uint32_t up = outline_[outline_.leaves()[field.leaf_begin].node].parent;
         up != kNone && outline_[up].leaf_begin >= field.leaf_begin &&
         outline_[up].leaf_end <= field.leaf_end;
         up = outline_[up].parent)
      if (test(up)) return up;
    return kNone;
  }

  // The first of two cells of a row; others may stand empty between them (the sum below a column of amounts).
  bool first_of_two(uint32_t cell) const {
    if (!html::is_cell(outline_[cell].tag)) return false;
    uint32_t filled = 0;
    for (uint32_t c = outline_.first_child(outline_[cell].parent); c != kNone; c = outline_.next_sibling(c)) {
      if (!html::is_cell(outline_[c].tag)) return false;
      filled += outline_[c].leaf_begin < outline_[c].leaf_end;
      if (filled == 1 && c < cell && outline_[c].leaf_begin < outline_[c].leaf_end) return false;
    }
    return filled == 2;
  }

  bool is_pair_label(const FieldPlace& field, const std::string& words) const {
    if (words.size() > kLabelChars || words.empty() || outline_.links(field.leaf_begin, field.leaf_end))
      return false;
    return words.back() == ':' || around(field, [&](uint32_t n) {
                                    return outline_[n].tag == tags_.dt || outline_[n].tag == tags_.th ||
                                           first_of_two(n);
                                  }) != kNone;
  }

  // Has a short block that holds both: no label speaks of what stands elsewhere, and a heading among
  // others in its row of none below it.
  bool near(const FieldPlace& field, uint32_t value) const {
    const uint32_t cell = around(field, [&](uint32_t n) { return html::is_cell(outline_[n].tag); });
    if (cell != kNone && !first_of_two(cell) &&
        outline_.next_sibling(outline_.first_child(outline_[cell].parent)) != kNone &&
        !outline_.contains(outline_[cell].parent, value))
      return false;
    const uint32_t label = field.node;
    for (uint32_t up = label, i = 0; i < 4 && up != kNone; ++i, up = outline_[up].parent)
      if (outline_.contains(up, value)) return true;
    return false;
  }

  // What the field is, or it and the one behind it; gives how many more than one it took.
  size_t take(size_t i) {
    const FieldPlace& field = fields_[i];
    const std::string words = text(field);
    if (take_inside(field, words)) return 0;
    if (i + 1 < fields_.size() && is_pair_label(field, words) && near(field, fields_[i + 1].node)) {
      const std::string value = text(fields_[i + 1]);
      if (!is_pair_label(fields_[i + 1], value) && value.size() <= kEntityText) {
        add(words, fields_[i + 1]);
        return 1;
      }
    }
    if (const uint32_t stated =
            around(field, [&](uint32_t n) { return !outline_.attribute(n, "itemprop").empty(); });
        stated != kNone)
      add("", field, to_name(outline_.attribute(stated, "itemprop")));
    else if (!headed_ && around(field, [&](uint32_t n) { return outline_[n].tag == h1_; }) != kNone)
      headed_ = true, add("", field, "title");
    else if (kind_of_value(words) == "price") add("", field, "price");
    return 0;
  }

  // "<b>Weight</b> 2 kg": all of the first text is bold, and no other.
  bool is_bold_label(const FieldPlace& field, const std::string& first) const {
    const auto is_bold = [&](uint32_t leaf) {
      const uint32_t tag = outline_[outline_[outline_.leaves()[leaf].node].parent].tag;
      return tag == b_ || tag == strong_;
    };
    if (first.size() > kLabelChars || text(field).size() > kEntityText || !is_bold(field.leaf_begin))
      return false;
    for (uint32_t leaf = field.leaf_begin + 1; leaf < field.leaf_end; ++leaf)
      if (is_bold(leaf)) return false;
    return true;
  }

  // "Weight: 2 kg" in one text, or its label in bold.
  bool take_inside(const FieldPlace& field, const std::string& words) {
    if (outline_.links(field.leaf_begin, field.leaf_begin + 1)) return false;  // a headline: "Today: rain"
    const std::string first = outline_.leaf_text(field.leaf_begin);
    FieldPlace value = field;
    if (field.leaf_end - field.leaf_begin > 1 && (first.ends_with(':') || is_bold_label(field, first))) {
      ++value.leaf_begin, value.skip = 0;
      add(first, value);
      return true;
    }
    const size_t colon = first.find(": ");
    if (colon == std::string::npos || colon > kLabelChars || words.size() > kEntityText ||
        first.substr(0, colon).find_first_of(".!?") != std::string::npos || colon + 2 >= first.size())
      return false;
    value.skip = uint32_t(colon + 2);
    add(first.substr(0, colon + 1), value);
    return true;
  }

  void add(const std::string& label, const FieldPlace& place, std::string name = {}) {
    if (name.empty()) name = to_name(label);
    if (name.empty() || !measure(text(place)).word) return;
    ++times_[name];
    found_.push_back({std::move(name), label, place});
  }

  std::vector<EntityValue> chosen() {
    std::erase_if(found_, [&](const EntityValue& one) {
      return times_[one.name] > kEntityRepeats ||
             (one.name == "price" && one.label.empty() && times_["price"] > 2);
    });
    const auto labelled =
        size_t(std::ranges::count_if(found_, [](const EntityValue& one) { return one.name != "title"; }));
    if (labelled < kEntityPairs) return {};
    std::vector<std::string> names = mapped(found_, &EntityValue::name);
    make_unique(names);
    for (size_t i = 0; i < names.size(); ++i) found_[i].name = names[i];
    return std::move(found_);
  }

  const Outline& outline_;
  const html::Tags& tags_ = html::Tags::all();
  const html::TagId h1_ = html::tag_id("h1"), b_ = html::tag_id("b"), strong_ = html::tag_id("strong");
  std::vector<html::TagId> aside_;
  std::vector<FieldPlace> fields_;
  std::vector<EntityValue> found_;
  std::map<std::string, size_t> times_;
  bool headed_ = false;
};

}  // namespace

std::vector<EntityValue> entity_values(const Outline& outline) { return EntityFinder(outline).run(); }

}  // namespace gleaner::records
