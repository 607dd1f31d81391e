// See ask.h. Scores of the two best texts of every page; the closest call is the question.
#include "pattern/learn/ask.h"

#include <algorithm>

#include "pattern/weights.h"

namespace gleaner::pattern {
namespace {

// The doubt about one field of a unit, and what would be asked.
void note_doubt(const FieldModel& field, const View& view, Question& best, size_t page,
                const std::string& name) {
  const Unit& unit = *view.unit;
  for (uint32_t s = 0; s < field.slots.size(); ++s) {
    Question q;
    q.page = page;
    q.field = name;
    std::vector<Answer> answers = answer_slot(field, s, view);
    if (!answers.empty()) q.text = answers[0].text, q.span = unit.span(unit.candidates[answers[0].candidate]);
    if (field.list) {
      q.doubt = answers.empty() ? 0.5 : 1.0 - answers[0].share;
    } else {
      Scores sc = scores(field, s, view);
      if (sc.by_value.empty()) {
        q.doubt = 0.4;  // nothing at all fires: another kind of page?
      } else if (answers.empty()) {
        q.doubt = std::min(0.9, 0.4 + 0.5 * sc.by_value[0].second / (weights::kAbsent * sc.total));
      } else {
        double second = sc.by_value.size() > 1 ? sc.by_value[1].second : 0;
        q.doubt = second / sc.by_value[0].second;
      }
      // The strongest text that is not the answer: of two that tie either may be it.
      auto rival =
          std::ranges::find_if(sc.by_value, [&](const auto& v) { return unit.values[v.first] != q.text; });
      if (rival != sc.by_value.end()) {
        uint32_t v = rival->first;
        q.rival = std::string(unit.values[v]);
        if (!q.span)
          for (const Candidate& c : unit.candidates)
            if (c.value == v) {
              q.span = unit.span(c);
              break;
            }
      }
    }
    if (q.doubt > best.doubt) best = std::move(q);
  }
}

}  // namespace

std::optional<Question> next_question(const PatternWrapper& wrapper, const std::vector<DocumentPtr>& pages,
                                      const std::set<std::pair<size_t, std::string>>& answered) {
  const Level& level = wrapper.root();
  const RunTags runs = level.plan.run_tags();
  Question best;
  for (size_t p = 0; p < pages.size(); ++p) {
    PageIndex index(*pages[p]);
    Unit whole(index, Region{0, 0}, level.records ? uint8_t(0) : level.plan.candidate_forms());
    std::vector<Region> regions = {Region{0, 0}};
    if (level.records) regions = find_records(*level.records, whole, nullptr);
    for (Region region : regions) {
      Unit unit(index, region, level.plan.candidate_forms(), nullptr, Interned::all, &runs);
      Matches matches(level.plan, unit);
      View view{&unit, &matches, &level.plan, &level.template_texts};
      for (const FieldModel& field : level.fields)
        if (!answered.contains({p, field.name})) note_doubt(field, view, best, p, field.name);
    }
  }
  if (best.doubt < weights::kDoubt) return std::nullopt;
  return best;
}

}  // namespace gleaner::pattern
