// What all wrappers share: the default explanation, the simplest extraction, the registry. See wrapper.h.
#include "wrap/wrapper.h"

namespace gleaner::wrap {

Explanation Wrapper::explain_cell(const Document&, const Record* record, std::string_view field,
                                  const Value*) const {
  Explanation why;
  uint32_t used = 0;
  if (record) {
    if (const Value* value = record->find(field)) used = value->rule;
    if (field.empty()) used = record->rule;
  }
  const std::vector<Rule>& all = rules();
  if (used != 0 && used < all.size()) {
    why.words = all[used].words;
    why.voters.push_back(all[used].id);
    return why;
  }
  // Not found, or a value made of several: all rules of the field.
  for (const Rule& rule : all) {
    if (rule.id.empty() || rule.field != field) continue;
    if (why.words.empty()) why.words = rule.words;
    why.voters.push_back(rule.id);
  }
  return why;
}

namespace {

class CellByCell : public PageExplainer {
 public:
  CellByCell(const Wrapper& wrapper, const Document& document) : wrapper_(wrapper), document_(document) {}
  Explanation explain(const Record* record, std::string_view field, const Value* value) override {
    return wrapper_.explain_cell(document_, record, field, value);
  }

 private:
  const Wrapper& wrapper_;
  const Document& document_;
};

}  // namespace

std::unique_ptr<PageExplainer> Wrapper::explainer(const Document& document) const {
  return std::make_unique<CellByCell>(*this, document);
}

Result<std::vector<Record>> extract_all(const Wrapper& wrapper, const Document& document) {
  RecordList list;
  Budget budget;
  const std::unique_ptr<Scratch> scratch = wrapper.make_scratch();
  GLEANER_CHECK(wrapper.extract(document, *scratch, list, budget));
  return std::move(list.records);
}

void Registry::add(Family family) {
  for (Family& present : families_)
    if (present.kind == family.kind) {
      present = std::move(family);
      return;
    }
  families_.push_back(std::move(family));
}

const Registry::Family* Registry::find(std::string_view kind) const {
  for (const Family& family : families_)
    if (family.kind == kind) return &family;
  return nullptr;
}

}  // namespace gleaner::wrap
