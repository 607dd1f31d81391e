#include "pattern/learner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/text.h"
#include "pattern/learn_field.h"
#include "pattern/wrapper.h"

namespace gleaner::pattern {
namespace {

using wrap::LabelledPage;

// Distinct texts of a field's value, in order.
void add_wanted(const wrap::Value& value, std::vector<Wanted>& out, bool strict) {
  if (value.is_text()) {
    Wanted w{collapse(value.text), strict ? value.span : std::nullopt};
    if (w.text.empty()) return;
    for (const Wanted& have : out)
      if (have.text == w.text) return;
    out.push_back(std::move(w));
  }
  for (const wrap::Value& item : value.items)
    if (!item.is_record()) add_wanted(item, out, strict);
}

bool is_nested(const wrap::Value& value) {
  if (value.is_record()) return true;
  return value.is_list() && std::any_of(value.items.begin(), value.items.end(), [](const wrap::Value& v) { return v.is_record(); });
}

// Keeps the conditions that votes use and renumbers them.
void move_fields(std::vector<FieldModel> fields, const Plan& from, Level& into) {
  std::vector<ConditionId> map(from.size(), Plan::kNone);
  for (FieldModel& field : fields) {
    for (Slot& slot : field.slots)
      for (Vote& vote : slot.votes) {
        for (ConditionId& id : vote.conditions) {
          if (map[id] == Plan::kNone) map[id] = into.plan.add(from.form(id), from.condition(id));
          id = map[id];
        }
        std::sort(vote.conditions.begin(), vote.conditions.end());
      }
    into.fields.push_back(std::move(field));
  }
  into.plan.finish();
}

struct Work {
  std::vector<std::unique_ptr<PageIndex>> pages;
  std::vector<std::unique_ptr<Unit>> units;
};

Result<std::unique_ptr<Level>> learn_detail(const std::vector<LabelledPage>& pages, Work& work, Budget& budget) {
  std::vector<Example> examples;
  std::vector<std::string> names;
  for (const LabelledPage& page : pages) {
    if (page.label.records.empty()) continue;
    work.pages.push_back(std::make_unique<PageIndex>(*page.document));
    work.units.push_back(std::make_unique<Unit>(*work.pages.back(), Region{0, 0}, kAllForms, &budget));
    Example e;
    e.unit = work.units.back().get();
    for (const wrap::Field& field : page.label.records[0].fields) {
      if (is_nested(field.value)) continue;
      std::vector<Wanted>& wanted = e.fields[field.name];
      add_wanted(field.value, wanted, false);
      if (std::find(names.begin(), names.end(), field.name) == names.end()) names.push_back(field.name);
    }
    examples.push_back(std::move(e));
  }
  auto level = std::make_unique<Level>();
  Site site(std::move(examples), budget);
  std::vector<FieldModel> fields;
  for (const std::string& name : names) fields.push_back(learn_field(site, name, budget));
  move_fields(std::move(fields), site.plan(), *level);
  level->template_texts = template_texts(site);
  return level;
}

}  // namespace

Result<wrap::Learned> PatternLearner::learn(const std::vector<LabelledPage>& pages, const wrap::LearnOptions& options,
                                            Budget& budget) const {
  (void)options;
  auto started = std::chrono::steady_clock::now();
  Work work;
  GLEANER_TRY(std::unique_ptr<Level> level, learn_detail(pages, work, budget));
  std::vector<wrap::Record> records;
  for (const LabelledPage& page : pages)
    for (const wrap::Record& r : page.label.records) records.push_back(r);
  wrap::Learned out;
  out.report.kind = "pattern";
  out.report.pages = uint32_t(pages.size());
  out.report.records = uint32_t(records.size());
  for (const FieldModel& f : level->fields) {
    if (f.slots.empty()) continue;
    out.report.rules.push_back(fmt::format("{}  {}", f.name, rule_words(level->plan, f.slots[0].votes[0].conditions)));
  }
  out.wrapper = std::make_shared<PatternWrapper>(std::move(level), wrap::schema_of(records));
  out.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return out;
}

void register_family(wrap::Registry& registry) {
  wrap::Registry::Family family;
  family.kind = "pattern";
  family.purpose = "DOM conditions learned from a few examples; for most pages of today's web";
  family.load = [](const wrap::Config& whole) { return PatternWrapper::load(whole); };
  family.learner = std::make_shared<PatternLearner>();
  registry.add(std::move(family));
}

}  // namespace gleaner::pattern
