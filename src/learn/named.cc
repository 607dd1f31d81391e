// See named.h.
#include "learn/named.h"

#include <fmt/format.h>

#include "learn/bounds.h"
#include "learn/evaluate.h"
#include "learn/list_or_detail.h"

namespace gleaner::learn {
namespace {

// Families that find the records by themselves, from a part of them.
bool knows_records(std::string_view kind) { return kind == "rows" || kind == "lines" || kind == "auto"; }

Result<wrap::Learned> learn_in_bounds(const wrap::Registry& families, const wrap::Registry::Family& family,
                                      const std::vector<wrap::LabelledPage>& pages,
                                      const wrap::LearnOptions& options, Budget& budget) {
  std::optional<Bounds> bounds;
  if (!knows_records(family.kind) && any_part_of_list(pages))
    bounds = find_bounds(families, pages, options, budget);
  if (!bounds) return family.learner->learn(pages, options, budget);
  GLEANER_TRY(wrap::Learned learned, family.learner->learn(completed(*bounds, pages), options, budget));
  for (size_t p = 0; p < pages.size(); ++p)
    if (auto why = leaves_bounds(given_by(learned.wrapper, *pages[p].document), bounds->records[p],
                                 *pages[p].document))
      return error(
          Code::cannot_learn, fmt::format("{} {}, and so is not kept", family.kind, *why), {},
          "without --kind the records are found first; or label all records of a page and say \"complete\": true");
  return learned;
}

}  // namespace

Result<wrap::Learned> learn_named(const wrap::Registry& families, const wrap::Registry::Family& family,
                                  const std::vector<wrap::LabelledPage>& pages,
                                  const wrap::LearnOptions& options, Budget& budget) {
  GLEANER_TRY(wrap::Learned learned, learn_in_bounds(families, family, pages, options, budget));
  for (const wrap::LabelledPage& page : pages)
    for (const auto& [field, text] : negatives_in(page.label, given_by(learned.wrapper, *page.document)))
      return error(Code::cannot_learn,
                   fmt::format("{}: {} gives \"{}\" as {}, which is marked as no value", page.label.page,
                               family.kind, text, field),
                   {}, "without --kind all families are asked; or mark more texts of such records");
  tell(learned.report, evaluate(learned.wrapper, pages, true), pages);  // what is not labelled says nothing
  if (!learned.report.covered && learned.report.missed)
    return error(Code::cannot_learn, fmt::format("{} gives none of the labelled values", family.kind), {},
                 "without --kind all families are asked; or label more");
  return learned;
}

}  // namespace gleaner::learn
