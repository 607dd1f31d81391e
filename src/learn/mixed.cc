// See mixed.h. Values of another family go to the record whose span holds them; files hold one wrapper inside
// another.
#include "learn/mixed.h"

#include <algorithm>
#include <map>

#include "base/lists.h"
#include "learn/evaluate.h"
#include "wrap/wrapper_file.h"

namespace gleaner::learn {
namespace {

struct MixedScratch : wrap::Scratch {
  std::unique_ptr<wrap::Scratch> base;
  std::vector<std::unique_ptr<wrap::Scratch>> parts;
};

// Where a record begins: its own span, else its first value.
uint32_t begin_of(const wrap::Record& record) {
  if (record.span) return record.span->begin;
  const std::optional<Span> hull = wrap::hull_of(record);
  return hull ? hull->begin : UINT32_MAX;
}

void shift_rules(wrap::Value& value, uint32_t by) {
  if (value.rule) value.rule += by;
  for (wrap::Value& item : value.items) shift_rules(item, by);
  for (wrap::Field& field : value.fields) shift_rules(field.value, by);
}

size_t longest_text(const wrap::Value& value) {
  size_t out = 0;
  wrap::for_each_leaf(value,
                      [&](const std::string&, const wrap::Value& v) { out = std::max(out, v.text.size()); });
  return out;
}

Result<wrap::WrapperPtr> load_one(const wrap::Config& config, const wrap::Registry& registry) {
  GLEANER_TRY(std::string kind, config.need_text("kind"));
  const wrap::Registry::Family* family = registry.find(kind);
  if (!family || !family->load) return config.wrong("there is no wrapper kind \"" + kind + "\"");
  return family->load(config);
}

wrap::Config save_one(const wrap::Wrapper& wrapper) {
  wrap::Config config;
  config.set("kind", wrapper.kind());
  config.set("schema", wrap::format_schema(wrapper.schema()));
  wrapper.save(config);
  return config;
}

}  // namespace

MixedWrapper::MixedWrapper(wrap::WrapperPtr base, std::vector<MixedPart> parts)
    : base_(std::move(base)), parts_(std::move(parts)) {
  schema_ = base_->schema();
  rules_ = base_->rules();
  if (rules_.empty()) rules_.push_back({});
  for (const MixedPart& part : parts_) {
    first_rule_.push_back(uint32_t(rules_.size()) - 1);
    const auto& more = part.wrapper->rules();
    for (size_t i = 1; i < more.size(); ++i) rules_.push_back(more[i]);
    for (const std::string& name : part.fields)
      if (!schema_.find(name))
        if (const wrap::FieldSchema* field = part.wrapper->schema().find(name))
          schema_.fields.push_back(*field);
  }
}

std::unique_ptr<wrap::Scratch> MixedWrapper::make_scratch() const {
  auto scratch = std::make_unique<MixedScratch>();
  scratch->base = base_->make_scratch();
  for (const MixedPart& part : parts_) scratch->parts.push_back(part.wrapper->make_scratch());
  return scratch;
}

Status MixedWrapper::extract(const Document& document, wrap::Scratch& scratch, wrap::RecordSink& sink,
                             Budget& budget) const {
  auto& mine = static_cast<MixedScratch&>(scratch);
  wrap::RecordList base;
  GLEANER_CHECK(base_->extract(document, *mine.base, base, budget));
  std::vector<wrap::Record>& records = base.records;
  std::vector<uint32_t> begins;
  for (wrap::Record& record : records) begins.push_back(begin_of(record));
  for (size_t p = 0; p < parts_.size(); ++p) {
    const auto& fields = parts_[p].fields;
    auto taken_over = [&](const std::string& name) { return contains(fields, name); };
    for (wrap::Record& record : records)
      std::erase_if(record.fields, [&](const wrap::Field& field) { return taken_over(field.name); });
    wrap::RecordList more;
    GLEANER_CHECK(parts_[p].wrapper->extract(document, *mine.parts[p], more, budget));
    if (records.empty() && more.records.size() == 1) records.emplace_back(), begins.push_back(0);
    for (wrap::Record& from : more.records)
      for (wrap::Field& field : from.fields) {
        if (!taken_over(field.name) || records.empty()) continue;
        if (parts_[p].longest && longest_text(field.value) > parts_[p].longest) continue;
        uint32_t at = begin_of(wrap::Record{{field}, {}, 0, false});
        auto after = std::upper_bound(begins.begin(), begins.end(), at);
        size_t into = records.size() == 1       ? 0
                      : after == begins.begin() ? 0
                                                : size_t(after - begins.begin()) - 1;
        shift_rules(field.value, first_rule_[p]);
        records[into].add(field.name, std::move(field.value));
      }
    for (Diagnostic& note : more.notes) sink.note(std::move(note));
  }
  for (Diagnostic& note : base.notes) sink.note(std::move(note));
  auto rank = [&](const wrap::Field& field) {
    return std::ranges::find(schema_.fields, field.name, &wrap::FieldSchema::name);
  };
  for (wrap::Record& record : records)
    std::ranges::stable_sort(record.fields,
                             [&](const wrap::Field& a, const wrap::Field& b) { return rank(a) < rank(b); });
  for (wrap::Record& record : records)
    if (!sink.take(std::move(record))) break;
  return {};
}

void MixedWrapper::save(wrap::Config& into) const {
  into.set("base", save_one(*base_));
  wrap::Config& list = into.add_list("parts");
  for (const MixedPart& part : parts_) {
    wrap::Config one;
    one.set("fields", part.fields);
    if (part.longest) one.set("longest", int64_t(part.longest));
    one.set("wrapper", save_one(*part.wrapper));
    list.push(std::move(one));
  }
}

const MixedPart* MixedWrapper::part_of(std::string_view field) const {
  for (const MixedPart& part : parts_)
    if (contains(part.fields, field)) return &part;
  return nullptr;
}

static std::vector<wrap::LabelledPage> labels_of(const std::vector<std::string>& fields,
                                                 const std::vector<wrap::LabelledPage>& pages) {
  std::vector<wrap::LabelledPage> out = pages;
  for (wrap::LabelledPage& page : out)
    for (wrap::Record& record : page.label.records)
      std::erase_if(record.fields, [&](const wrap::Field& field) { return !contains(fields, field.name); });
  return out;
}

wrap::WrapperPtr MixedWrapper::narrowed(const wrap::WrapperPtr& wrapper, const wrap::Registry& families,
                                        const std::vector<wrap::LabelledPage>& pages,
                                        const wrap::LearnOptions& options, Budget& budget) {
  const auto* mixed = dynamic_cast<const MixedWrapper*>(wrapper.get());
  if (!mixed) return nullptr;
  std::vector<MixedPart> parts = mixed->parts_;
  for (MixedPart& part : parts) {
    const wrap::Registry::Family* family = families.find(part.wrapper->kind());
    if (!family || !family->learner) return nullptr;
    wrap::LearnOptions own = options;
    own.kind = family->kind;
    auto learned = family->learner->learn(labels_of(part.fields, pages), own, budget);
    if (!learned.ok()) return nullptr;
    part.wrapper = learned->wrapper;
  }
  const wrap::WrapperPtr out = std::make_shared<MixedWrapper>(mixed->base_, std::move(parts));
  auto same_on = [&](const Document& page) {
    const std::vector<wrap::Record>&now = given_by(out, page), &before = given_by(wrapper, page);
    return now.size() == before.size() && f1_of(compare(before, now)) == 1;
  };
  for (const wrap::LabelledPage& page : pages)
    if (!same_on(*page.document)) return nullptr;
  for (const DocumentPtr& page : options.also)
    if (!same_on(*page)) return nullptr;
  return out;
}

namespace {

// Asks the wrapper that a field comes from.
class MixedExplainer : public wrap::PageExplainer {
 public:
  MixedExplainer(const MixedWrapper& mixed, const Document& document) : mixed_(mixed), document_(document) {}
  wrap::Explanation explain(const wrap::Record* record, std::string_view field,
                            const wrap::Value* value) override {
    const MixedPart* part = mixed_.part_of(field);
    std::unique_ptr<wrap::PageExplainer>& asked = explainers_[part];
    if (!asked) asked = (part ? *part->wrapper : mixed_.base()).explainer(document_);
    wrap::Explanation why = asked->explain(part ? nullptr : record, field, part ? nullptr : value);
    const auto& rules = mixed_.rules();
    if (part && record)
      if (const wrap::Value* own = value ? value : record->find(field); own && own->rule < rules.size())
        why.words = rules[own->rule].words;
    return why;
  }

 private:
  const MixedWrapper& mixed_;
  const Document& document_;
  std::map<const MixedPart*, std::unique_ptr<wrap::PageExplainer>> explainers_;  // null: of the base
};

}  // namespace

std::unique_ptr<wrap::PageExplainer> MixedWrapper::explainer(const Document& document) const {
  return std::make_unique<MixedExplainer>(*this, document);
}

Result<wrap::WrapperPtr> MixedWrapper::load(const wrap::Config& config, const wrap::Registry& registry) {
  const wrap::Config* base = config.find("base");
  if (!base || !base->is_table()) return config.wrong("a mixed wrapper needs a table [base]");
  GLEANER_TRY(wrap::WrapperPtr base_wrapper, load_one(*base, registry));
  std::vector<MixedPart> parts;
  if (const wrap::Config* list = config.find("parts")) {
    for (const wrap::Config& one : list->items()) {
      MixedPart part;
      const wrap::Config* wrapper = one.find("wrapper");
      if (!wrapper || !wrapper->is_table()) return one.wrong("a part needs a table [parts.wrapper]");
      GLEANER_TRY(part.wrapper, load_one(*wrapper, registry));
      GLEANER_TRY(part.fields, one.texts_or("fields", {}));
      GLEANER_TRY(part.longest, one.count_or("longest", 0));
      parts.push_back(std::move(part));
    }
  }
  return wrap::WrapperPtr(std::make_shared<MixedWrapper>(std::move(base_wrapper), std::move(parts)));
}

}  // namespace gleaner::learn
