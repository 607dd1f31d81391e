// See list_or_detail.h.
#include "records/list_or_detail.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "base/sorted.h"
#include "records/weights.h"

namespace gleaner::records {
namespace {

class Judge {
 public:
  explicit Judge(const SiteTexts& texts) : texts_(texts) {}

  Verdict run(const std::vector<RegionKind>& kinds) {
    if (!kinds.empty()) {
      weigh(kinds[0]);
      out_.own_labels = own_labels(kinds[0]);
      out_.leading = leading(kinds[0]);
    }
    decide();
    return std::move(out_);
  }

 private:
  // Pages with little text of their own (nothing found, an error) say little.
  void weigh(const RegionKind& kind) {
    std::vector<double> all, inside;
    for (size_t p = 0; p < texts_.size(); ++p) {
      const Outline& outline = texts_.outline(p);
      double sum = 0, in_list = 0;
      for (uint32_t leaf = 0; leaf < outline.leaves().size(); ++leaf)
        if (texts_.varies(p, leaf)) sum += double(outline.chars(leaf, leaf + 1));
      each_leaf(texts_.page(p), kind.candidate[p], [&](uint32_t leaf) {
        if (texts_.varies(p, leaf)) in_list += double(outline.chars(leaf, leaf + 1));
      });
      all.push_back(sum);
      inside.push_back(in_list);
    }
    const double usual = kLittleText * upper_median(all);
    double pages = 0;
    for (size_t p = 0; p < texts_.size(); ++p) {
      const double weight = all[p] <= 0 ? 0 : all[p] < usual ? all[p] / usual : 1;
      pages += weight;
      if (all[p] > 0) out_.list_share += weight * inside[p] / all[p];
    }
    if (pages > 0) out_.list_share /= pages;
    out_.list_records = double(kind.records) / std::max(pages, 1.0);
  }

  void decide() {
    if (out_.list_share < kListShare)
      out_.why = fmt::format("only {:.0f} % of the text that varies between the pages stands in one list",
                             100 * out_.list_share);
    else if (out_.list_records < kListRecords)
      out_.why = fmt::format("what repeats most does so {:.1f} times a page", out_.list_records);
    else if (out_.leading < kLeading && out_.list_share < kPlainListShare)
      out_.why =
          fmt::format("only {:.0f} % of what repeats on a page leads to another page", 100 * out_.leading);
    else if (out_.own_labels > kOwnLabels)
      out_.why =
          fmt::format("{:.0f} % of what repeats on a page has label texts of its own", 100 * out_.own_labels);
    out_.kind = out_.why.empty() ? SiteKind::list : SiteKind::detail;
    if (out_.why.empty())
      out_.why = fmt::format("{:.0f} % of the text that varies between the pages stands in one list",
                             100 * out_.list_share);
  }

  // Share of the records on all pages that pass; `of_page(p)` gives the test for a page's records.
  template <class OfPage>
  double share(const RegionKind& kind, OfPage&& of_page) const {
    double records = 0, found = 0;
    for (size_t p = 0; p < texts_.size(); ++p) {
      if (kind.candidate[p] == RegionKind::npos) continue;
      const Candidate& candidate = texts_.page(p).candidates()[kind.candidate[p]];
      const auto passes = of_page(p);
      for (size_t i = 0; i < candidate.heads.size(); ++i) found += passes(candidate.record(i));
      records += double(candidate.heads.size());
    }
    return records > 0 ? found / records : 0;
  }

  // With a text that is the same on all pages but in no other record: parts of one entity ("Weight", "Team"),
  // not records.
  double own_labels(const RegionKind& kind) const {
    if (texts_.size() < kDetailPages) return 0;
    return share(kind, [&](size_t p) {
      std::unordered_map<uint64_t, uint32_t> times;
      each_leaf(texts_.page(p), kind.candidate[p], [&](uint32_t leaf) { ++times[texts_.keys(p)[leaf]]; });
      return [this, p, times = std::move(times)](Stretch record) {
        const Outline& outline = texts_.outline(p);
        bool any = false;
        for (uint32_t leaf = outline[record.first].leaf_begin; leaf < outline[record.last].leaf_end && !any;
             ++leaf)
          any = times.at(texts_.keys(p)[leaf]) == 1 && !texts_.varies(p, leaf) &&
                outline.digits(leaf, leaf + 1) == 0;
        return any;
      };
    });
  }

  // With a link that leads off the page: lists lead to what they list; paragraphs and comments do not.
  double leading(const RegionKind& kind) const {
    return share(kind, [&](size_t p) {
      return [&outline = texts_.outline(p)](Stretch record) {
        bool any = false;
        uint32_t last = kNone;
        for (uint32_t leaf = outline[record.first].leaf_begin; leaf < outline[record.last].leaf_end && !any;
             ++leaf) {
          const uint32_t anchor = outline.leaves()[leaf].anchor;
          if (anchor == kNone || anchor == last) continue;
          last = anchor;
          any = outline.attribute(anchor, "href").find('#') == std::string_view::npos;
        }
        return any;
      };
    });
  }

  const SiteTexts& texts_;
  Verdict out_;
};

}  // namespace

Verdict list_or_detail(const SiteTexts& texts, const std::vector<RegionKind>& kinds) {
  return Judge(texts).run(kinds);
}

}  // namespace gleaner::records
