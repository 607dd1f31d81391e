// Which of the pages are taken, as what, and what they give. See site.h.
#include "records/site.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "base/lists.h"
#include "base/text.h"
#include "records/detail.h"
#include "records/entity.h"
#include "records/page_groups.h"
#include "records/site_columns.h"
#include "records/site_texts.h"
#include "records/weights.h"

namespace gleaner::records {
namespace {

// Pages that are built alike, and what they are by themselves.
struct Group {
  std::vector<size_t> pages;
  size_t site = 0;
  std::unique_ptr<SiteTexts> texts;
  std::vector<RegionKind> kinds;
  Verdict verdict;
  bool sure = true;   // told from other pages, not from one alone
  size_t listed = 0;  // pages that have its list
  uint64_t hash = 0;  // the same in any order of pages

  bool is_list() const { return verdict.kind == SiteKind::list && listed > 0; }
};

class SiteFinder {
 public:
  SiteFinder(const std::vector<const Analysis*>& given, const SiteOptions& options, Budget& budget)
      : options_(options), budget_(budget) {
    std::unordered_map<uint64_t, size_t> seen;
    for (const Analysis* page : given) {
      const uint64_t hash = stable_hash(page->document().text());
      auto [at, added] = seen.try_emplace(hash, pages_.size());
      if (added) pages_.push_back(page), hashes_.push_back(hash);
      distinct_of_.push_back(at->second);
    }
  }

  Site run() {
    records_.resize(pages_.size());
    absent_.resize(pages_.size());
    if (!pages_.empty()) {
      find_groups();
      choose();
    }
    for (size_t given = 0; given < distinct_of_.size(); ++given) {
      const size_t p = distinct_of_[given];
      site_.pages.push_back(records_[p]);
      if (site_.kind != SiteKind::none && records_[p].empty())
        site_.left_out.push_back({given, absent_[p].value_or(Absence::lacks_list)});
    }
    for (RegionKind& kind : site_.choices) kind.candidate = as_given(kind.candidate);
    return std::move(site_);
  }

 private:
  void find_groups() {
    all_ = std::make_unique<SiteTexts>(pages_);
    for (PageGroup& found : group_pages(*all_, hashes_)) {
      Group group;
      group.pages = std::move(found.pages);
      group.site = found.site;
      for (size_t p : group.pages) group.hash ^= hashes_[p];
      groups_.push_back(std::move(group));
    }
    std::map<size_t, std::vector<size_t>> members;  // pages of a site
    for (const Group& group : groups_)
      members[group.site].insert(members[group.site].end(), group.pages.begin(), group.pages.end());
    for (auto& [site, list] : members) {
      std::ranges::sort(list);
      sites_.emplace(site, SiteTexts(*all_, list));
    }
    own_.resize(pages_.size());
    for (const auto& [site, list] : members) weigh(sites_.at(site), list);
    for (Group& group : groups_) judge(group);
  }

  // A page with hardly any text of its own (an error, nothing found) does not say what the pages are. So much
  // less than on most pages; of two pages, than on the other.
  void weigh(const SiteTexts& texts, const std::vector<size_t>& members) {
    std::vector<uint64_t> own;
    for (size_t i = 0; i < members.size(); ++i) own.push_back(own_chars(texts, i));
    const double least = kFewOwn * double(upper_median(own));
    for (size_t i = 0; i < members.size(); ++i) own_[members[i]] = own[i] > 0 && double(own[i]) >= least;
  }

  static uint64_t own_chars(const SiteTexts& texts, size_t p) {
    const Outline& outline = texts.outline(p);
    uint64_t sum = 0;
    for (uint32_t leaf = 0; leaf < outline.leaves().size(); ++leaf)
      if (texts.varies(p, leaf)) sum += outline.chars(leaf, leaf + 1);
    return sum;
  }

  void judge(Group& group) {
    const SiteTexts& site = sites_.at(group.site);
    std::vector<size_t> members;
    size_t own = 0, here = 0;  // pages of the site, and of the group, that say what they are
    for (size_t p = 0, i = 0; p < pages_.size(); ++p) {
      if (i == site.size() || site.pages()[i] != pages_[p]) continue;
      const bool inside = std::binary_search(group.pages.begin(), group.pages.end(), p);
      own += own_[p], here += inside && own_[p];
      if (inside) members.push_back(i);
      ++i;
    }
    group.texts = std::make_unique<SiteTexts>(site, members);
    group.kinds = find_region_kinds(*group.texts);
    group.verdict = list_or_detail(*group.texts, group.kinds);
    if (own == 1 && here == 1) {  // as if it were given alone
      group.sure = group.verdict.kind == SiteKind::list;
      group.verdict.kind = SiteKind::list;
      if (pages_.size() == 1) group.verdict.why = "one page";
    }
    if (options_.choice >= group.kinds.size()) return;
    const RegionKind& kind = group.kinds[options_.choice];
    if (!options_.any && !any_good(*group.texts, kind)) return;
    if (!options_.any && group.pages.size() == 1 && kind.repeated > kFewRepeated) return;  // a menu
    group.listed = kind.pages;
  }

  static bool any_good(const SiteTexts& texts, const RegionKind& kind) {
    for (size_t p = 0; p < texts.size(); ++p)
      if (kind.candidate[p] != RegionKind::npos && texts.page(p).good(kind.candidate[p])) return true;
    return false;
  }

  void choose() {
    const Group* list = options_.kind == SiteKind::detail ? nullptr : best_list();
    const std::vector<const Group*> details =
        options_.kind == SiteKind::list ? std::vector<const Group*>() : best_details();
    if (list && list->listed >= pages_with_text(details)) give_list(*list);
    else if (count(details) >= kDetailPages) give_details(details);
    else if (options_.kind == SiteKind::detail && pages_.size() == 1) give_entity();
    if (site_.kind == SiteKind::none) take(largest());
    if (options_.kind != SiteKind::none) site_.why = "as asked for";
  }

  // The list that most pages have.
  const Group* best_list() const {
    const Group* best = nullptr;
    auto worth = [](const Group& g) {
      return std::tuple(g.is_list(), g.listed, g.sure, g.verdict.list_share, g.hash);
    };
    for (const Group& group : groups_) {
      if (options_.kind == SiteKind::list ? group.listed == 0 : !group.is_list()) continue;
      if (!best || worth(group) > worth(*best)) best = &group;
    }
    return best;
  }

  // The groups of one site that are no lists: of the site with most such pages. If a person says that pages
  // are single entities and none looks like one, all of a site.
  std::vector<const Group*> best_details() const {
    std::vector<const Group*> best;
    uint64_t best_hash = 0;
    for (bool lists : {false, true}) {
      if (lists && (options_.kind != SiteKind::detail || count(best) >= kDetailPages)) break;
      for (const auto& [site, texts] : sites_) {
        std::vector<const Group*> own;
        uint64_t hash = 0;
        for (const Group& group : groups_)
          if (group.site == site && (lists || !group.is_list())) own.push_back(&group), hash ^= group.hash;
        if (std::pair(count(own), hash) > std::pair(count(best), best_hash)) best = own, best_hash = hash;
      }
    }
    return best;
  }

  static size_t count(const std::vector<const Group*>& groups) {
    size_t n = 0;
    for (const Group* group : groups) n += group->pages.size();
    return n;
  }

  size_t pages_with_text(const std::vector<const Group*>& groups) const {
    size_t n = 0;
    for (const Group* group : groups)
      for (size_t p : group->pages) n += own_[p];
    return n >= kDetailPages ? n : 0;
  }

  const Group& largest() const {
    return *std::ranges::max_element(groups_, [](const Group& a, const Group& b) {
      return std::tuple(a.pages.size(), a.hash) < std::tuple(b.pages.size(), b.hash);
    });
  }

  // What is reported of a group.
  void take(const Group& group) {
    site_.verdict = group.verdict;
    site_.why = group.verdict.why;
    site_.sure = group.sure;
    site_.choices = group.kinds;
    for (RegionKind& kind : site_.choices) {
      std::vector<size_t> of_page(pages_.size(), RegionKind::npos);
      for (size_t i = 0; i < group.pages.size(); ++i) of_page[group.pages[i]] = kind.candidate[i];
      kind.candidate = std::move(of_page);
    }
  }

  std::vector<size_t> as_given(const std::vector<size_t>& of_distinct) const {
    return mapped(distinct_of_, [&](size_t p) { return of_distinct[p]; });
  }

  void give_list(const Group& group) {
    site_.kind = SiteKind::list;
    take(group);
    site_.choice = options_.choice;
    SiteRegions made = describe_kind(*group.texts, group.kinds[site_.choice], options_.whole);
    site_.columns = std::move(made.columns);
    for (size_t i = 0; i < group.pages.size(); ++i) {
      site_.confidence += made.pages[i].confidence;
      records_[group.pages[i]] = std::move(made.pages[i].records);
    }
    site_.confidence /= double(std::max<size_t>(1, group.listed));
    for (const Group& other : groups_) {
      if (&other == &group) continue;
      for (size_t p : other.pages)
        absent_[p] = other.site != group.site ? Absence::other_site
                     : other.is_list()        ? Absence::other_list
                     : own_[p]                ? Absence::one_entity
                                              : Absence::lacks_list;
    }
    mark_empty();
  }

  void mark_empty() {
    for (size_t p = 0; p < pages_.size(); ++p)
      if (pages_[p]->outline().leaves().empty()) absent_[p] = Absence::empty;
  }

  void give_details(const std::vector<const Group*>& groups) {
    site_.kind = SiteKind::detail;
    const Group* most = groups[0];
    std::vector<size_t> members;
    for (const Group* group : groups) {
      for (size_t p : group->pages)
        if (own_[p]) members.push_back(p);
      if (std::tuple(group->pages.size(), group->hash) > std::tuple(most->pages.size(), most->hash))
        most = group;
    }
    take(*most);
    for (const Group& other : groups_)
      for (size_t p : other.pages)
        absent_[p] = other.site != most->site ? Absence::other_site
                     : other.is_list()        ? Absence::is_list
                                              : Absence::lacks_data;
    mark_empty();
    DetailSite found = find_details(in_order(members), budget_);
    if (drop_poor(members, found)) found = find_details(in_order(members), budget_);
    for (size_t i = 0; i < members.size(); ++i)
      records_[members[i]].push_back(one_record(*pages_[members[i]], found, i));
    take_columns(found);
    if (site_.columns.empty()) site_.kind = SiteKind::none;
    site_.confidence = 1 - site_.verdict.list_share;
  }

  // One page alone: what it says of itself.
  void give_entity() {
    const Outline& outline = pages_[0]->outline();
    DetailSite found;
    for (EntityValue& value : entity_values(outline)) {
      DetailColumn& column = found.columns.emplace_back();
      column.name = std::move(value.name);
      column.label = std::move(value.label);
      column.present = 1;
      column.values = {{value.place}};
    }
    if (found.columns.empty()) return;
    site_.kind = SiteKind::detail;
    records_[0].push_back(one_record(*pages_[0], found, 0));
    take_columns(found);
    site_.confidence = 0.5;
  }

  void take_columns(DetailSite& found) {
    for (DetailColumn& made : found.columns) {
      Column column;
      column.name = column.base_name = made.name;
      column.type = made.type;
      column.present = made.present;
      column.list = made.list;
      column.path = made.label.empty() ? "" : "after \"" + made.label + "\"";
      site_.columns.push_back(std::move(column));
    }
  }

  // In an order that does not hang on how the pages were given.
  std::vector<const Analysis*> in_order(std::vector<size_t>& members) const {
    std::ranges::sort(members, [&](size_t a, size_t b) { return hashes_[a] < hashes_[b]; });
    return mapped(members, [&](size_t p) { return pages_[p]; });
  }

  // Leaves out the pages that have hardly any of the columns.
  static bool drop_poor(std::vector<size_t>& members, const DetailSite& found) {
    std::vector<size_t> have;
    for (size_t i = 0; i < members.size(); ++i)
      have.push_back(size_t(std::ranges::count_if(
          found.columns, [&](const auto& column) { return !column.values[i].empty(); })));
    std::vector<size_t> kept;
    const double least = kFewOwn * double(have.empty() ? 0 : upper_median(have));
    for (size_t i = 0; i < members.size(); ++i)
      if (have[i] > 0 && double(have[i]) >= least) kept.push_back(members[i]);
    if (kept.size() == members.size() || kept.size() < kDetailPages) return false;
    members = std::move(kept);
    return true;
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

  const SiteOptions& options_;
  Budget& budget_;
  std::vector<const Analysis*> pages_;  // each once
  std::vector<uint64_t> hashes_;
  std::vector<size_t> distinct_of_;  // a given page: which of pages_
  std::vector<bool> own_;            // a page has text of its own, see weigh
  std::unique_ptr<SiteTexts> all_;
  std::map<size_t, SiteTexts> sites_;
  std::vector<Group> groups_;
  std::vector<std::vector<FoundRecord>> records_;  // of pages_
  std::vector<std::optional<Absence>> absent_;
  Site site_;
};

}  // namespace

std::string_view name_of(SiteKind kind) {
  static constexpr std::string_view kNames[] = {"none", "list", "detail"};
  return kNames[size_t(kind)];
}

std::string_view words_of(Absence absence) {
  switch (absence) {
    case Absence::empty: return "no visible text; if scripts make the page, save it from a browser first";
    case Absence::lacks_list: return "the list is not there";
    case Absence::lacks_data: return "hardly any of the fields is there";
    case Absence::one_entity: return "not this list but texts of their own; give such pages by themselves";
    case Absence::is_list: return "a list; give such pages by themselves";
    case Absence::other_list: return "another list; give such pages by themselves";
    case Absence::other_site: return "nothing in common with the other pages";
  }
  return "";
}

Site find_on_site(const std::vector<const Analysis*>& pages, const SiteOptions& options, Budget& budget) {
  return SiteFinder(pages, options, budget).run();
}

}  // namespace gleaner::records
