// See sample.h.
#include "learn/sample.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/lists.h"
#include "base/ordered_pool.h"
#include "learn/evaluate.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

struct Proof {
  FieldMatches matches;
  std::vector<size_t> odd;  // pages that come out otherwise than labelled
};

Proof prove(const wrap::Wrapper& wrapper, const std::vector<wrap::LabelledPage>& pages, size_t jobs) {
  Proof out;
  out.matches[""];
  ordered_for(
      pages.size(), jobs,
      [&](size_t i) {
        FieldMatches one = compare_label(pages[i].label, records_of(wrapper, *pages[i].document));
        pages[i].document->drop_views();
        return one;
      },
      [&](size_t i, FieldMatches one) {
        if (f1_of(one) < 1) out.odd.push_back(i);
        add(out.matches, one);
        return true;
      });
  return out;
}

void fill_report(wrap::LearnReport& report, const Proof& proof, const std::vector<wrap::LabelledPage>& pages,
                 size_t sampled) {
  tell(report, proof.matches, pages);
  report.details["sample"] =
      fmt::format("{} of {} pages taught it, all were compared", sampled, pages.size());
  for (size_t i = 0; i < proof.odd.size() && i < kOddNamed; ++i)
    report.notes.push_back({Severity::note, Code::cannot_learn, "this page comes out otherwise than labelled",
                            Where{.file = pages[proof.odd[i]].label.page},
                            i ? "" : fmt::format("{} of {} pages do", proof.odd.size(), pages.size())});
}

}  // namespace

std::vector<size_t> evenly(size_t n, size_t most) {
  std::vector<size_t> out;
  const size_t k = std::min(n, most);
  for (size_t i = 0; i < k; ++i) out.push_back(i * n / k);
  return out;
}

std::vector<wrap::LabelledPage> evenly(const std::vector<wrap::LabelledPage>& pages, size_t most) {
  return mapped(evenly(pages.size(), most), [&](size_t i) { return pages[i]; });
}

Result<wrap::Learned> learn_from_sample(const std::vector<wrap::LabelledPage>& pages, size_t jobs,
                                        const LearnFrom& learn) {
  const std::vector<size_t> first = evenly(pages.size(), kSamplePages);
  std::set<size_t> taken(first.begin(), first.end());
  std::optional<wrap::Learned> best;
  Proof best_proof;
  size_t best_sampled = 0;
  for (size_t round = 0; round < kSampleRounds; ++round) {
    std::vector<wrap::LabelledPage> sample = mapped(taken, [&](size_t i) { return pages[i]; });
    auto learned = learn(sample);
    if (!learned.ok()) {
      if (best) break;
      return learned.error();
    }
    Proof proof = prove(*learned->wrapper, pages, jobs);
    const bool done = proof.odd.empty();
    std::vector<size_t> odd = proof.odd;
    if (!best || f1_of(proof.matches) > f1_of(best_proof.matches))
      best = std::move(*learned), best_proof = std::move(proof), best_sampled = sample.size();
    if (done) break;
    const size_t before = taken.size();
    for (size_t i : evenly(odd.size(), kSampleOdd)) taken.insert(odd[i]);
    if (taken.size() == before) break;  // what is odd was among them
  }
  fill_report(best->report, best_proof, pages, best_sampled);
  return std::move(*best);
}

}  // namespace gleaner::learn
