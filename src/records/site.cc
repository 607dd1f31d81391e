// Regions that agree between pages; list or detail. See site.h.
#include "records/site.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "base/text.h"
#include "records/names.h"
#include "records/weights.h"

namespace gleaner::records {
namespace {

constexpr size_t npos = RegionKind::npos;

// What a candidate is compared by between pages.
struct Profile {
  html::TagId tag = 0;
  uint64_t path = 0, classes = 0;
  std::vector<uint64_t> core;  // sorted
  double relative = 0;         // score less the page's best
  double score = 0;

  auto key() const { return std::tie(path, classes, core, tag); }
};

double alike(const Profile& a, const Profile& b) {
  if (a.tag != b.tag) return 0;
  size_t both = 0;
  for (size_t i = 0, j = 0; i < a.core.size() && j < b.core.size();) {
    if (a.core[i] == b.core[j]) ++both, ++i, ++j;
    else if (a.core[i] < b.core[j]) ++i;
    else ++j;
  }
  size_t all = a.core.size() + b.core.size() - both;
  double value = all ? double(both) / double(all) : 0;
  // At one place, what most records of one page share may be a part of what those of another do: optional
  // parts.
  if (a.path == b.path && both > 0)
    value = std::max(value, kPartOfCore * double(both) / double(std::min(a.core.size(), b.core.size())));
  return value + (a.path == b.path ? 0.2 : 0) + (a.classes == b.classes ? 0.1 : 0);
}

class SiteFinder {
 public:
  SiteFinder(const std::vector<const Analysis*>& pages, const SiteOptions& options, Budget& budget)
      : given_(pages), options_(options), budget_(budget) {
    std::unordered_map<uint64_t, size_t> seen;
    for (const Analysis* page : pages) {
      uint64_t hash = stable_hash(page->document().text());
      auto [at, added] = seen.try_emplace(hash, pages_.size());
      if (added) pages_.push_back(page), hashes_.push_back(hash);
      distinct_of_.push_back(at->second);
    }
  }

  Site run() {
    site_.distinct_pages = pages_.size();
    for (const Analysis* page : pages_) profile(*page);
    find_texts();
    find_kinds();
    decide();
    if (site_.kind == SiteKind::list) give_lists();
    else if (site_.kind == SiteKind::detail) give_details();
    return std::move(site_);
  }

 private:
  void profile(const Analysis& page) {
    CoreFinder cores(page.signatures());
    std::vector<Profile> made;
    for (size_t i = 0; i < page.candidates().size() && i < kSiteCandidates; ++i) {
      const Candidate& candidate = page.candidates()[i];
      const OutlineNode& head = page.outline()[candidate.heads[0]];
      Profile p;
      p.tag = head.tag;
      p.path = head.path;
      p.classes = stable_hash(collapse(head.classes));
      cores.find(candidate.heads);
      p.core = cores.paths();
      p.score = candidate.score;
      p.relative = candidate.score - page.candidates()[0].score;
      made.push_back(std::move(p));
    }
    profiles_.push_back(std::move(made));
  }

  // How many pages hold each text at its path; a page's text is the site's when kConstantShare of the pages
  // have it.
  void find_texts() {
    for (const Analysis* page : pages_) {
      const Outline& outline = page->outline();
      std::vector<uint64_t> at;
      std::unordered_set<uint64_t> seen;
      for (uint32_t leaf = 0; leaf < outline.leaves().size(); ++leaf) {
        const OutlineNode& node = outline[outline.leaves()[leaf].node];
        at.push_back(stable_hash(outline.tree().text(node.id)) * 31 + node.path);
        if (seen.insert(at.back()).second) ++pages_with_[at.back()];
      }
      leaf_keys_.push_back(std::move(at));
    }
  }

  bool varies(size_t page, uint32_t leaf) const {
    if (pages_.size() < 2) return true;
    return pages_with_.at(leaf_keys_[page][leaf]) < kConstantShare * double(pages_.size());
  }

  void find_kinds() {
    // Seeds: every profile once, the most promising over all pages first.
    std::map<decltype(std::declval<const Profile&>().key()), double> seeds;
    std::map<decltype(std::declval<const Profile&>().key()), const Profile*> seed_of;
    for (const auto& page : profiles_)
      for (const Profile& p : page) {
        seeds[p.key()] += std::exp(p.relative / 2);
        seed_of[p.key()] = &p;
      }
    std::vector<std::pair<double, const Profile*>> order;
    for (const auto& [key, value] : seeds) order.push_back({value, seed_of[key]});
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    if (order.size() > kSiteSeeds) order.resize(kSiteSeeds);
    std::set<std::vector<size_t>> known;
    for (const auto& [value, seed] : order) {
      RegionKind kind = gather(*seed);
      if (kind.pages == 0 || !known.insert(kind.candidate).second) continue;
      site_.choices.push_back(std::move(kind));
    }
    std::stable_sort(site_.choices.begin(), site_.choices.end(),
                     [](const RegionKind& a, const RegionKind& b) { return a.score > b.score; });
    drop_repeats();
  }

  RegionKind gather(const Profile& seed) const {
    RegionKind kind;
    double sum = 0;
    std::unordered_map<uint64_t, uint32_t> pages_of;  // record texts
    std::vector<std::vector<uint64_t>> texts(pages_.size());
    for (size_t p = 0; p < pages_.size(); ++p) {
      size_t best = npos;
      double best_value = 0;
      for (size_t i = 0; i < profiles_[p].size(); ++i) {
        double value = alike(seed, profiles_[p][i]) + kRelativeWeight * profiles_[p][i].relative;
        if (alike(seed, profiles_[p][i]) >= kSameRegion && (best == npos || value > best_value))
          best = i, best_value = value;
      }
      kind.candidate.push_back(best);
      if (best == npos) {
        sum += kMissingRegion;
        continue;
      }
      sum += profiles_[p][best].relative;
      ++kind.pages;
      const Candidate& candidate = pages_[p]->candidates()[best];
      kind.records += candidate.heads.size();
      if (kind.where.empty()) kind.where = pages_[p]->outline().path_words(kNone, candidate.heads[0]);
      std::unordered_set<uint64_t> seen;
      for (size_t i = 0; i < candidate.heads.size(); ++i) {
        texts[p].push_back(record_hash(p, candidate.record(i)));
        if (seen.insert(texts[p].back()).second) ++pages_of[texts[p].back()];
      }
    }
    if (pages_.size() > 1 && kind.records > 0) {
      size_t repeated = 0;
      for (const auto& page : texts)
        for (uint64_t hash : page)
          repeated += pages_of[hash] >= 2 && pages_of[hash] >= kRepeatedShare * double(pages_.size());
      kind.repeated = double(repeated) / double(kind.records);
    }
    const double mostly = std::max(0.0, kind.repeated - kFewRepeated) / (1 - kFewRepeated);
    kind.score = sum / double(pages_.size()) - kRepeatedCost * mostly;
    return kind;
  }

  uint64_t record_hash(size_t page, Stretch record) const {
    const Outline& outline = pages_[page]->outline();
    uint64_t hash = 0;
    for (uint32_t leaf = outline[record.first].leaf_begin; leaf < outline[record.last].leaf_end; ++leaf)
      hash = hash * 1099511628211ull + leaf_keys_[page][leaf];
    return hash;
  }

  // Kinds that mostly cover what a better one covers are not choices of their own.
  void drop_repeats() {
    std::vector<RegionKind> kept;
    std::vector<std::vector<bool>> covered(pages_.size());
    for (size_t p = 0; p < pages_.size(); ++p) covered[p].assign(pages_[p]->outline().leaves().size(), false);
    for (RegionKind& kind : site_.choices) {
      size_t own = 0, taken = 0;
      for (size_t p = 0; p < pages_.size(); ++p)
        each_leaf(p, kind.candidate[p], [&](uint32_t leaf) { ++own, taken += covered[p][leaf]; });
      if (taken * 2 > own) continue;
      for (size_t p = 0; p < pages_.size(); ++p)
        each_leaf(p, kind.candidate[p], [&](uint32_t leaf) { covered[p][leaf] = true; });
      kept.push_back(std::move(kind));
    }
    site_.choices = std::move(kept);
  }

  template <class Visit>
  void each_leaf(size_t page, size_t index, Visit&& visit) const {
    if (index == npos) return;
    const Outline& outline = pages_[page]->outline();
    const Candidate& candidate = pages_[page]->candidates()[index];
    for (size_t i = 0; i < candidate.heads.size(); ++i) {
      Stretch record = candidate.record(i);
      for (uint32_t leaf = outline[record.first].leaf_begin; leaf < outline[record.last].leaf_end; ++leaf)
        visit(leaf);
    }
  }

  void decide() {
    if (!site_.choices.empty()) {
      double sum = 0;
      for (size_t p = 0; p < pages_.size(); ++p) sum += share_of_list(p, site_.choices[0].candidate[p]);
      site_.list_share = sum / double(pages_.size());
      site_.own_labels = own_labels(site_.choices[0]);
      site_.leading = leading(site_.choices[0]);
    }
    if (options_.kind != SiteKind::none) {
      site_.kind = options_.kind;
      site_.why = "as asked for";
    } else if (pages_.size() >= kDetailPages && !looks_like_list()) {
      site_.kind = SiteKind::detail;
    } else if (!site_.choices.empty() && pages_.size() == 1) {
      site_.kind = SiteKind::list;
      site_.why = "one page";
    } else if (!site_.choices.empty()) {
      site_.kind = SiteKind::list;
      site_.why = fmt::format("{:.0f} % of the text that varies between the pages stands in one list",
                              100 * site_.list_share);
    }
    if (site_.kind != SiteKind::list) return;
    if (options_.choice >= site_.choices.size() ||
        !(options_.any || any_good(site_.choices[options_.choice])))
      site_.kind = SiteKind::none;
  }

  bool any_good(const RegionKind& kind) const {
    for (size_t p = 0; p < pages_.size(); ++p)
      if (kind.candidate[p] != npos && pages_[p]->good(kind.candidate[p])) return true;
    return false;
  }

  bool looks_like_list() {
    const double records =
        site_.choices.empty() ? 0 : double(site_.choices[0].records) / double(pages_.size());
    if (site_.list_share < kListShare)
      site_.why = fmt::format("only {:.0f} % of the text that varies between the pages stands in one list",
                              100 * site_.list_share);
    else if (records < kListRecords)
      site_.why = fmt::format("what repeats most does so {:.1f} times a page", records);
    else if (site_.leading < kLeading && site_.list_share < kPlainListShare)
      site_.why =
          fmt::format("only {:.0f} % of what repeats on a page leads to another page", 100 * site_.leading);
    else if (site_.own_labels > kOwnLabels)
      site_.why = fmt::format("{:.0f} % of what repeats on a page has label texts of its own",
                              100 * site_.own_labels);
    return site_.why.empty();
  }

  // Share of the records with a text that is the same on all pages but in no other record: parts of one
  // entity ("Weight", "Team"), not records.
  double own_labels(const RegionKind& kind) const {
    if (pages_.size() < kDetailPages) return 0;
    double records = 0, own = 0;
    for (size_t p = 0; p < pages_.size(); ++p) {
      if (kind.candidate[p] == npos) continue;
      const Outline& outline = pages_[p]->outline();
      const Candidate& candidate = pages_[p]->candidates()[kind.candidate[p]];
      std::unordered_map<uint64_t, uint32_t> times;
      each_leaf(p, kind.candidate[p], [&](uint32_t leaf) { ++times[leaf_keys_[p][leaf]]; });
      for (size_t i = 0; i < candidate.heads.size(); ++i) {
        Stretch record = candidate.record(i);
        bool any = false;
        for (uint32_t leaf = outline[record.first].leaf_begin; leaf < outline[record.last].leaf_end && !any;
             ++leaf)
          any = times[leaf_keys_[p][leaf]] == 1 && !varies(p, leaf) && outline.digits(leaf, leaf + 1) == 0;
        own += any;
      }
      records += double(candidate.heads.size());
    }
    return records > 0 ? own / records : 0;
  }

  // Share of the records with a link that leads off the page: lists lead to what they list; paragraphs and
  // comments do not.
  double leading(const RegionKind& kind) const {
    double records = 0, found = 0;
    for (size_t p = 0; p < pages_.size(); ++p) {
      if (kind.candidate[p] == npos) continue;
      const Outline& outline = pages_[p]->outline();
      const Candidate& candidate = pages_[p]->candidates()[kind.candidate[p]];
      for (size_t i = 0; i < candidate.heads.size(); ++i) {
        Stretch record = candidate.record(i);
        bool any = false;
        uint32_t last = kNone;
        for (uint32_t leaf = outline[record.first].leaf_begin; leaf < outline[record.last].leaf_end && !any;
             ++leaf) {
          const uint32_t anchor = outline.leaves()[leaf].anchor;
          if (anchor == kNone || anchor == last) continue;
          last = anchor;
          any = outline.attribute(anchor, "href").find('#') == std::string_view::npos;
        }
        found += any;
      }
      records += double(candidate.heads.size());
    }
    return records > 0 ? found / records : 0;
  }

  double share_of_list(size_t page, size_t index) const {
    const Outline& outline = pages_[page]->outline();
    double all = 0, inside = 0;
    for (uint32_t leaf = 0; leaf < outline.leaves().size(); ++leaf)
      if (varies(page, leaf)) all += double(outline.chars(leaf, leaf + 1));
    each_leaf(page, index, [&](uint32_t leaf) {
      if (varies(page, leaf)) inside += double(outline.chars(leaf, leaf + 1));
    });
    return all > 0 ? inside / all : 0;
  }

  void give_lists() {
    site_.choice = options_.choice;
    const RegionKind& kind = site_.choices[site_.choice];
    std::vector<Region> regions;
    double confidence = 0;
    for (size_t p = 0; p < pages_.size(); ++p) {
      regions.emplace_back();
      if (kind.candidate[p] == npos) continue;
      regions.back() = pages_[p]->describe(kind.candidate[p], options_.whole);
      confidence += regions.back().confidence;
    }
    site_.confidence = confidence / double(std::max<size_t>(1, kind.pages));
    agree(kind, regions);
    merge(regions);
    for (size_t given : distinct_of_) site_.pages.push_back(regions[given].records);
  }

  // What a page alone cannot tell, all decide: a list inside the records of one page is one on all; the
  // majority of fields says whether a field is one value or several, and with what label or word its values
  // begin.
  void agree(const RegionKind& kind, std::vector<Region>& regions) const {
    if (regions.size() < 2) return;
    Choices choices;
    std::set<uint64_t> lists;
    for (const Region& region : regions) lists.insert(region.lists.begin(), region.lists.end());
    choices.lists.assign(lists.begin(), lists.end());
    auto lacks = [&](size_t p) {
      return kind.candidate[p] != npos && regions[p].lists.size() < lists.size();
    };
    for (size_t p = 0; p < regions.size(); ++p)
      if (lacks(p)) describe(kind, regions, p, choices);
    choices.split = agreed_splits(regions);
    for (size_t p = 0; p < regions.size(); ++p) describe(kind, regions, p, choices);
    choices.lead = agreed_leads(regions);
    for (size_t p = 0; p < regions.size(); ++p) describe(kind, regions, p, choices);
  }

  void describe(const RegionKind& kind, std::vector<Region>& regions, size_t p,
                const Choices& choices) const {
    if (kind.candidate[p] != npos)
      regions[p] = pages_[p]->describe(kind.candidate[p], options_.whole, true, &choices);
  }

  // fewer fields show nothing
  static bool says(const ColumnVote& vote) { return vote.count >= kSplitFields; }

  static std::unordered_map<uint64_t, ColumnChoice> agreed_splits(const std::vector<Region>& regions) {
    struct Count {
      uint64_t split = 0, whole = 0;
      std::set<uint64_t> parts;
    };
    std::map<uint64_t, Count> counts;
    for (const Region& region : regions)
      for (const ColumnVote& vote : region.votes) {
        Count& count = counts[vote.column];
        (vote.split ? count.split : count.whole) += says(vote) ? vote.count : 0;
        count.parts.insert(vote.parts.begin(), vote.parts.end());
      }
    std::unordered_map<uint64_t, ColumnChoice> out;
    for (const auto& [column, count] : counts) {
      ColumnChoice& choice = out[column];
      choice.split = count.split > count.whole;
      if (choice.split) choice.parts.assign(count.parts.begin(), count.parts.end());
    }
    return out;
  }

  static std::unordered_map<uint64_t, ColumnChoice> agreed_leads(const std::vector<Region>& regions) {
    std::map<uint64_t, std::map<std::string, uint64_t>> counts;
    for (const Region& region : regions)
      for (const ColumnVote& vote : region.leads)
        counts[vote.column][vote.lead] += says(vote) ? vote.count : 0;
    std::unordered_map<uint64_t, ColumnChoice> out;
    for (const auto& [column, leads] : counts)
      out[column].lead = std::max_element(leads.begin(), leads.end(), [](const auto& a, const auto& b) {
                           return a.second < b.second;
                         })->first;
    return out;
  }

  // Columns of one page (or of the items of one nested list), and how many rows they are of.
  struct Source {
    const std::vector<Column>* columns;
    double rows;
  };
  using ColumnAt = std::unordered_map<uint64_t, uint32_t>;

  // One list of columns for all pages: the same path and occurrence is the same column; its name is the
  // commonest.
  static std::vector<Column> merge_columns(const std::vector<Source>& sources, ColumnAt& at) {
    struct Sum {
      std::map<std::string, double> names;
      std::map<wrap::Type, double> types;
      double place = 0, rows = 0, present = 0, constant = 0, label = 0, nested = 0;
      const Column* example = nullptr;
      std::vector<Source> fields;
    };
    std::map<uint64_t, Sum> sums;
    double all_rows = 0;
    for (const Source& source : sources) {
      all_rows += source.rows;
      for (const Column& column : *source.columns) {
        Sum& sum = sums[column.key];
        sum.names[column.base_name] += source.rows;
        sum.types[column.type] += source.rows * column.present;
        sum.place += column.place * source.rows;
        sum.rows += source.rows;
        sum.present += column.present * source.rows;
        sum.constant += column.constant ? source.rows : 0;
        sum.label += column.is_label ? source.rows : 0;
        if (!sum.example || column.path < sum.example->path) sum.example = &column;
        if (!column.fields.empty()) sum.fields.push_back({&column.fields, source.rows});
      }
    }
    auto largest = [](const auto& votes) {
      return std::max_element(votes.begin(), votes.end(),
                              [](const auto& a, const auto& b) { return a.second < b.second; })
          ->first;
    };
    std::vector<std::pair<double, uint64_t>> order;
    for (const auto& [key, sum] : sums) order.push_back({sum.place / sum.rows, key});
    std::sort(order.begin(), order.end());
    std::vector<Column> out;
    for (const auto& [place, key] : order) {
      const Sum& sum = sums[key];
      at[key] = uint32_t(out.size());
      Column column = *sum.example;
      column.base_name = largest(sum.names);
      column.type = largest(sum.types);
      column.present = all_rows > 0 ? sum.present / all_rows : 0;
      column.constant = sum.constant * 2 > sum.rows;
      column.is_label = sum.label * 2 > sum.rows;
      column.place = place;
      ColumnAt inner;
      if (!sum.fields.empty()) column.fields = merge_columns(sum.fields, inner);
      out.push_back(std::move(column));
    }
    name_apart(out);
    return out;
  }

  static void renumber(std::vector<Cell>& cells, const std::vector<Column>& from,
                       const std::vector<Column>& to, const ColumnAt& at) {
    for (Cell& cell : cells) {
      const Column& old = from[cell.column];
      cell.column = at.at(old.key);
      if (cell.items.empty()) continue;
      ColumnAt inner;
      const std::vector<Column>& fields = to[cell.column].fields;
      for (uint32_t c = 0; c < fields.size(); ++c) inner[fields[c].key] = c;
      for (std::vector<Cell>& item : cell.items) renumber(item, old.fields, fields, inner);
    }
  }

  void merge(std::vector<Region>& regions) {
    std::vector<Source> sources;
    for (const Region& region : regions) sources.push_back({&region.columns, double(region.records.size())});
    ColumnAt at;
    site_.columns = merge_columns(sources, at);
    for (Region& region : regions)
      for (FoundRecord& record : region.records) renumber(record.cells, region.columns, site_.columns, at);
    mark_constants(regions);
  }

  // A column may be constant on each page (the query) and still vary between pages, or vary little on one
  // page only.
  void mark_constants(const std::vector<Region>& regions) {
    std::vector<std::map<std::string_view, size_t>> values(site_.columns.size());
    std::vector<size_t> count(site_.columns.size(), 0);
    for (const Region& region : regions)
      for (const FoundRecord& record : region.records)
        for (const Cell& cell : record.cells) ++values[cell.column][value_of(cell)], ++count[cell.column];
    for (size_t c = 0; c < site_.columns.size(); ++c) {
      size_t most = 0;
      for (const auto& [text, n] : values[c]) most = std::max(most, n);
      site_.columns[c].constant = count[c] > 2 && most * 10 >= count[c] * 9;
    }
    name_apart(site_.columns);
  }

  void give_details() {
    // in an order that does not hang on how the pages were given
    std::vector<size_t> order(pages_.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return hashes_[a] < hashes_[b]; });
    std::vector<const Analysis*> sorted;
    for (size_t i : order) sorted.push_back(pages_[i]);
    DetailSite found = find_details(sorted, budget_);
    std::vector<std::vector<FoundRecord>> records(pages_.size());
    for (size_t i = 0; i < order.size(); ++i) records[order[i]].push_back(one_record(*sorted[i], found, i));
    for (DetailColumn& made : found.columns) {
      Column column;
      column.name = column.base_name = made.name;
      column.type = made.type;
      column.present = made.present;
      column.list = made.list;
      column.path = made.label.empty() ? "" : "after \"" + made.label + "\"";
      site_.columns.push_back(std::move(column));
    }
    if (site_.columns.empty()) site_.kind = SiteKind::none;
    site_.confidence = 1 - site_.list_share;
    for (size_t given : distinct_of_) site_.pages.push_back(records[given]);
  }

  static FoundRecord one_record(const Analysis& page, const DetailSite& found, size_t at) {
    const Outline& outline = page.outline();
    FoundRecord record;
    if (outline.size() == 0) return record;
    record.head = record.whole = outline.tree().span(outline[0].id);
    record.leaf_end = record.head_leaf_end = uint32_t(outline.leaves().size());
    for (size_t c = 0; c < found.columns.size(); ++c)
      for (const FieldPlace& field : found.columns[c].values[at])
        record.cells.push_back({uint32_t(c),
                                field_text(outline, field),
                                field_span(outline, field),
                                outline[field.node].id,
                                {},
                                {},
                                {}});
    return record;
  }

  const std::vector<const Analysis*>& given_;
  const SiteOptions& options_;
  Budget& budget_;
  std::vector<const Analysis*> pages_;  // each once
  std::vector<uint64_t> hashes_;
  std::vector<size_t> distinct_of_;  // a given page: which of pages_
  std::vector<std::vector<Profile>> profiles_;
  std::vector<std::vector<uint64_t>> leaf_keys_;
  std::unordered_map<uint64_t, uint32_t> pages_with_;
  Site site_;
};

}  // namespace

std::string_view name_of(SiteKind kind) {
  switch (kind) {
    case SiteKind::none: return "none";
    case SiteKind::list: return "list";
    case SiteKind::detail: return "detail";
  }
  return "";
}

Site find_on_site(const std::vector<const Analysis*>& pages, const SiteOptions& options, Budget& budget) {
  return SiteFinder(pages, options, budget).run();
}

}  // namespace gleaner::records
