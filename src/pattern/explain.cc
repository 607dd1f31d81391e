// Why a value was taken, or what was nearest where none was. The page and the regions of its records are made
// once for all cells that are asked about; a cell then costs as much as its record.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "pattern/wrapper.h"

namespace gleaner::pattern {
namespace {

constexpr size_t kVotersTold = 20, kVotesLookedAt = 30;

// The level that holds a field given as "offers.price", and the field's own name.
const Level* level_of(const Level& root, std::string_view& field) {
  const Level* level = &root;
  while (true) {
    const Level* next = nullptr;
    for (const auto& below : level->nested)
      if (field.starts_with(below->name + ".")) next = below.get();
    if (!next) return level;
    field.remove_prefix(next->name.size() + 1);
    level = next;
  }
}

// Why an answer was given, and by whom.
void say_votes(const Level& level, const FieldModel& field, const Answer& given, const Matches& matches,
               wrap::Explanation& out) {
  const Slot& slot = field.slots[given.slot];
  size_t agree = 0;
  for (const Vote& v : slot.votes) {
    if (!matches.holds(v.conditions, given.candidate)) continue;
    ++agree;
    if (out.voters.size() < kVotersTold) out.voters.push_back(rule_words(level.plan, v.conditions));
  }
  out.words =
      fmt::format("{}; {} of {} rules gave it", rule_words(level.plan, slot.votes[given.vote].conditions),
                  agree, slot.votes.size());
  if (field.cut) out.words += "; " + field.cut->words();
}

}  // namespace

class PatternWrapper::Explainer : public wrap::PageExplainer {
 public:
  Explainer(const PatternWrapper& wrapper, const Document& document) : wrapper_(wrapper), page_(document) {}
  wrap::Explanation explain(const wrap::Record* record, std::string_view name,
                            const wrap::Value* value) override;

 private:
  Region region_of(const Level& level, const wrap::Record* record);
  // The candidate that satisfies most of the strongest rules' conditions, and the first that it does not.
  static void nearest_miss(const Level& level, const FieldModel& field, const Unit& unit,
                           const Matches& matches, wrap::Explanation& out);

  const PatternWrapper& wrapper_;
  PageIndex page_;
  std::map<const Level*, std::map<uint32_t, Region>> regions_;  // by where they begin
};

Region PatternWrapper::Explainer::region_of(const Level& level, const wrap::Record* record) {
  if (!level.records || !record || !record->span) return {0, 0};
  auto [at, fresh] = regions_.try_emplace(&level);
  if (fresh) {
    Unit whole(page_, Region{0, 0}, 0);
    for (const Region region : find_records(*level.records, whole, nullptr))
      at->second[page_.tree().span(region.first).begin] = region;
  }
  const auto found = at->second.find(record->span->begin);
  return found == at->second.end() ? Region{0, 0} : found->second;
}

void PatternWrapper::Explainer::nearest_miss(const Level& level, const FieldModel& field, const Unit& unit,
                                             const Matches& matches, wrap::Explanation& out) {
  if (field.slots.empty()) return;
  const std::vector<Vote>& votes = field.slots[0].votes;
  const auto holds = [&](ConditionId id, size_t c) {
    const uint64_t* row = matches.row(id);
    return row && (row[c >> 6] >> (c & 63) & 1);
  };
  std::vector<double> near(unit.candidates.size(), 0);
  for (size_t i = 0; i < votes.size() && i < kVotesLookedAt; ++i)
    for (ConditionId id : votes[i].conditions)
      for (size_t c = 0; c < near.size(); ++c)
        if (holds(id, c)) near[c] += votes[i].weight;
  const auto best = std::ranges::max_element(near);
  if (best == near.end() || *best <= 0) return;
  const size_t c = size_t(best - near.begin());
  out.near_miss = unit.span(unit.candidates[c]);
  for (const Vote& v : votes)
    for (ConditionId id : v.conditions)
      if (!holds(id, c)) {
        out.failed = "not: " + level.plan.condition(id).words();
        return;
      }
}

wrap::Explanation PatternWrapper::Explainer::explain(const wrap::Record* record, std::string_view name,
                                                     const wrap::Value* value) {
  wrap::Explanation out;
  std::string_view own = name;
  const Level* level = level_of(*wrapper_.root_, own);
  const auto field = std::ranges::find_if(level->fields, [&](const FieldModel& f) { return f.name == own; });
  if (field == level->fields.end()) {
    out.words = fmt::format("the wrapper has no field \"{}\"", name);
    return out;
  }
  const RunTags runs = level->plan.run_tags();
  const Unit unit(page_, region_of(*level, record), level->plan.candidate_forms(), nullptr, Interned::all,
                  &runs);
  const Matches matches(level->plan, unit);
  const View view{&unit, &matches, &level->plan, &level->template_texts};
  const FieldModel& read = reading(*level, size_t(field - level->fields.begin()), unit);
  const std::vector<Answer> answers = answer(read, view);
  if (answers.empty()) {
    out.words = "absent: no text has enough votes";
    nearest_miss(*level, *field, unit, matches, out);
    return out;
  }
  const auto asked =
      std::ranges::find_if(answers, [&](const Answer& a) { return value && a.text == value->text; });
  say_votes(*level, *field, asked == answers.end() ? answers[0] : *asked, matches, out);
  return out;
}

std::unique_ptr<wrap::PageExplainer> PatternWrapper::explainer(const Document& document) const {
  return std::make_unique<Explainer>(*this, document);
}

}  // namespace gleaner::pattern
