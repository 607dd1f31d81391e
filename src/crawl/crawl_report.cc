// See crawl_report.h.
#include "crawl/crawl_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"

namespace gleaner::crawl {
namespace {

constexpr size_t kPoints = 400;  // of a curve
constexpr size_t kWindow = 100;  // visits that the rate of the moment looks back on
constexpr size_t kRows = 25;     // of a table
constexpr size_t kDoubtful = 8;  // candidates
constexpr int kWidth = 720, kHeight = 220, kLeft = 58, kRight = 24, kBelow = 26,
              kAbove = 12;  // of a curve, and around it

constexpr std::string_view kStyle =
    ":root{color-scheme:light dark}body{font:15px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}"
    "table{border-collapse:collapse;width:100%;font-size:.9rem}td,th{padding:.2rem .5rem;border-bottom:1px solid #ddd;text-align:left;vertical-align:top}"
    "td.n,th.n{width:1%;text-align:right;font-variant-numeric:tabular-nums}td.u{word-break:break-all}.bar{display:inline-block;height:.7rem;background:#bcd}.bar b{display:block;height:.7rem;background:#276}"
    "svg{width:100%;height:auto;background:#fafafa;border:1px solid #ddd}p.s{color:#555}b.a{color:#276}b.r{color:#b60}.a{stroke:#276}.r{stroke:#e90}"
    "svg text{font-size:12px}@media(max-width:34rem){svg text{font-size:21px}.bar{display:none}td,th{padding:.2rem .3rem}}"
    "@media(prefers-color-scheme:dark){body{background:#161616;color:#ddd}p.s{color:#aaa}a{color:#8bf}svg{background:#1e1e1e}svg,td,th{border-color:#444}.bar{background:#456}.bar b{background:#4b9}"
    "b.a{color:#4b9}b.r{color:#e90}.a{stroke:#4b9}}";

// Of a sum of visits: "1 copy", "228 other pages".
std::string words_for(Kind kind, size_t count) {
  const bool one = count == 1;
  switch (kind) {
    case Kind::candidate: return one ? "candidate" : "candidates";
    case Kind::page: return one ? "other page" : "other pages";
    case Kind::copy: return one ? "copy" : "copies";
    case Kind::other: return "that are no HTML";
    case Kind::sitemap: return one ? "sitemap" : "sitemaps";
    case Kind::failed: return "that could not be had";
    default: return std::string(name_of(kind));
  }
}

struct Told {                   // what the visits of a site add up to
  std::vector<bool> candidate;  // by visit that counts
  std::map<Kind, size_t> kinds;
  std::set<PageId> sitemaps;
  std::map<uint32_t, std::pair<uint32_t, PageId>>
      furthest;  // candidate of each kind of pages, and how far it is from the templates
};

// Lines at four shares, and below at round numbers of visits.
std::string grid_of(size_t visits) {
  std::string out;
  for (int i = 0; i <= 4; ++i)
    out += fmt::format(
        "<line x1=0 x2={0} y1={1} y2={1} stroke=#8884 /><text x=-6 y={2} fill=#888 text-anchor=end>{3}</text>",
        kWidth, kHeight * i / 4, kHeight * i / 4 + 4, 1 - i / 4.0);
  size_t step = 1;
  for (size_t next = 2; visits / step > 8; next = next == 2 ? 5 : next == 5 ? 10 : 2) {
    size_t power = 1;
    while (power * 10 <= step) power *= 10;
    step = power * next;
  }
  for (size_t at = 0; at <= visits; at += step)
    out += fmt::format("<text x={:.1f} y={} fill=#888 text-anchor=middle>{}</text>",
                       double(at) / double(visits) * kWidth, kHeight + 20, at);
  return out;
}

// Visits from left to right, rate from bottom to top.
std::string curve(const std::vector<bool>& candidate) {
  std::string all, recent;
  const size_t n = candidate.size();
  std::vector<size_t> sums(n + 1);
  for (size_t i = 0; i < n; ++i) sums[i + 1] = sums[i] + candidate[i];
  const size_t step = std::max<size_t>(1, n / kPoints);
  for (size_t i = step; i <= n; i += step) {
    const size_t from = i > kWindow ? i - kWindow : 0;
    const double x = double(i) / double(n) * kWidth;
    all += fmt::format("{:.1f},{:.1f} ", x, kHeight - double(sums[i]) / double(i) * kHeight);
    if (i >= kWindow)
      recent += fmt::format("{:.1f},{:.1f} ", x,
                            kHeight - double(sums[i] - sums[from]) / double(i - from) * kHeight);
  }
  return fmt::format(
      "<svg viewBox='{} {} {} {}' role=img aria-label='harvest rate against visits'>{}<polyline class=r fill=none stroke-width=1.3 points='{}'/><polyline class=a fill=none stroke-width=2.2 points='{}'/></svg>"
      "<p class=s>Harvest rate, the share of candidates, against visits: <b class=a>all visits so far</b>{}.</p>",
      -kLeft, -kAbove, kWidth + kLeft + kRight, kHeight + kAbove + kBelow, grid_of(n), recent, all,
      n > kWindow ? fmt::format(", <b class=r>the last {}</b>", kWindow) : "");
}

std::string link_to(const std::string& url) {
  return fmt::format("<a href=\"{0}\" rel=nofollow>{0}</a>", escape_html(url));
}

std::string bar(size_t part, size_t whole, size_t most) {
  const double width = most ? 10.0 * double(whole) / double(most) : 0,
               share = whole ? 100.0 * double(part) / double(whole) : 0;
  return fmt::format("<span class=bar style='width:{:.2f}rem'><b style='width:{:.0f}%'></b></span>",
                     std::max(0.1, width), share);
}

std::string groups_table(const SiteCrawl& crawl) {
  std::vector<const PageGroup*> groups;
  for (const PageGroup& group : crawl.kinds().groups())
    if (group.pages) groups.push_back(&group);
  std::stable_sort(groups.begin(), groups.end(), [](auto* a, auto* b) { return a->pages > b->pages; });
  std::string out =
      "<h3>Kinds of pages</h3><table><tr><th class=n>pages<th class=n>candidates<th><th class=n>tags<th>the first of them</tr>";
  for (size_t i = 0; i < groups.size() && i < kRows; ++i) {
    out += fmt::format("<tr><td class=n>{}<td class=n>{}<td>{}<td class=n>{}<td class=u>{}</tr>",
                       groups[i]->pages, groups[i]->candidates,
                       bar(groups[i]->candidates, groups[i]->pages, groups[0]->pages),
                       groups[i]->leader.skeleton.symbols.size(), link_to(groups[i]->url));
  }
  if (groups.size() > kRows)
    out += fmt::format("<tr><td colspan=5>and {} more kinds</tr>", groups.size() - kRows);
  return out + "</table>";
}

struct PatternRow {
  size_t known = 0, visited = 0, candidates = 0;
  bool closed = false;
};

// `no_pages`: sitemaps.
std::string patterns_table(const Frontier& frontier, const std::set<PageId>& no_pages) {
  std::map<ShapeId, PatternRow> rows;
  for (PageId page = 0; page < frontier.pages(); ++page) {
    if (no_pages.count(page)) continue;
    PatternRow& row = rows[frontier.shape(page)];
    ++row.known;
    row.visited += frontier.is_visited(page);
    row.closed = frontier.closed(page);
    row.candidates += frontier.is_candidate(page);
  }
  std::vector<std::pair<ShapeId, PatternRow>> sorted(rows.begin(), rows.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return std::pair(a.second.candidates, a.second.visited) >
           std::pair(b.second.candidates, b.second.visited);
  });
  std::string out =
      "<h3>Patterns of addresses</h3><table><tr><th class=n>known<th class=n>visited<th class=n>candidates<th>pattern<th></tr>";
  for (size_t i = 0; i < sorted.size() && i < kRows; ++i)
    out += fmt::format("<tr><td class=n>{}<td class=n>{}<td class=n>{}<td class=u>{}<td>{}</tr>",
                       sorted[i].second.known, sorted[i].second.visited, sorted[i].second.candidates,
                       escape_html(frontier.shapes().text(sorted[i].first)),
                       sorted[i].second.closed ? "led to nothing: no more of them" : "");
  if (sorted.size() > kRows)
    out += fmt::format("<tr><td colspan=5>and {} more patterns</tr>", sorted.size() - kRows);
  return out + "</table>";
}

// Where a mistake would be: of each kind of pages the candidate that is furthest from the templates.
Result<std::string> doubtful_table(CrawlStore& store, int64_t site, const Told& told,
                                   const SiteCrawl& crawl) {
  std::vector<std::pair<uint32_t, PageId>> furthest;
  for (const auto& [group, one] : told.furthest)
    if (one.first > 0) furthest.push_back(one);
  std::sort(furthest.rbegin(), furthest.rend());
  if (furthest.empty()) return std::string();
  std::string out =
      "<h3>Candidates to look at first</h3><p class=s>They are furthest from the templates. If one is not what you want, or <code>gleaner crawl why</code> shows that wanted pages are refused, give more of the wanted pages with <code>--like</code>.</p>"
      "<table><tr><th class=n>distance<th>page</tr>";
  for (size_t i = 0; i < furthest.size() && i < kDoubtful; ++i) {
    GLEANER_TRY(const auto page, store.page(site, furthest[i].second));
    const std::string apart = furthest[i].first <= crawl.kinds().furthest()
                                  ? std::to_string(furthest[i].first)
                                  : fmt::format("more than {}", crawl.kinds().furthest());
    out += fmt::format("<tr><td class=n>{}<td class=u>{}</tr>", apart, link_to(page ? page->url : ""));
  }
  return out + "</table>";
}

Result<std::string> hubs_table(CrawlStore& store, int64_t site, const Frontier& frontier) {
  std::vector<std::pair<uint32_t, PageId>> hubs;
  for (PageId page = 0; page < frontier.pages(); ++page)
    if (frontier.is_visited(page) && frontier.hub(page)) hubs.emplace_back(frontier.hub(page), page);
  std::stable_sort(hubs.begin(), hubs.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string out = "<h3>Hubs</h3><table><tr><th class=n>candidates linked to<th class=n>rank<th>page</tr>";
  for (size_t i = 0; i < hubs.size() && i < kRows; ++i) {
    GLEANER_TRY(const auto page, store.page(site, hubs[i].second));
    out += fmt::format("<tr><td class=n>{}<td class=n>{:.3f}<td class=u>{}</tr>", hubs[i].first,
                       frontier.rank(hubs[i].second), link_to(page ? page->url : ""));
  }
  return out + "</table>";
}

Result<Told> told_by(CrawlStore& store, int64_t site, const SiteCrawl& crawl) {
  Told out;
  std::map<PageId, size_t> failed;  // and where it stands among the visits
  GLEANER_CHECK(store.each_visit(site, false, [&](const StoredVisit& visit) -> Status {
    const Kind kind = crawl.kind_of(visit.facts);
    if (const auto before = failed.find(visit.facts.page);
        before != failed.end()) {  // asked for again: counts once
      out.candidate.erase(out.candidate.begin() + long(before->second));
      for (auto& [page, at] : failed) at -= at > before->second;
      failed.erase(before);
      if (!--out.kinds[Kind::failed]) out.kinds.erase(Kind::failed);
    }
    if (kind == Kind::failed) failed.emplace(visit.facts.page, out.candidate.size());
    ++out.kinds[kind];
    if (kind == Kind::sitemap) out.sitemaps.insert(visit.facts.page);
    if (kind == Kind::candidate) {
      auto& furthest = out.furthest[visit.facts.group];
      furthest = std::max(furthest, std::pair(visit.facts.distance, visit.facts.page));
    }
    if (kind != Kind::taken && kind != Kind::sitemap && kind != Kind::skipped)
      out.candidate.push_back(kind == Kind::candidate);
    return {};
  }));
  return out;
}

}  // namespace

Result<std::string> report_page(CrawlJob& crawl, const std::vector<SiteReport>& sites) {
  const std::string name = crawl.sites().size() == 1 ? escape_html(crawl.sites()[0]->name)
                                                     : fmt::format("{} sites", crawl.sites().size());
  std::string out = fmt::format(
      "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'><title>Crawl of {}</title><style>{}</style><h1>Crawl of {}</h1>",
      name, kStyle, name);
  for (const auto& site : crawl.sites()) {
    const auto report =
        std::find_if(sites.begin(), sites.end(), [&](const SiteReport& one) { return one.id == site->id; });
    GLEANER_TRY(const Told told, told_by(crawl.store(), site->id, *site->crawl));
    const Threshold& threshold = site->crawl->kinds().threshold();
    const size_t found = size_t(std::count(told.candidate.begin(), told.candidate.end(), true));
    out += fmt::format(
        "<h2>{}</h2><p>{} visited, {} candidates, harvest rate {:.2f}; {} addresses known. {}</p>",
        escape_html(site->name), told.candidate.size(), found,
        told.candidate.empty() ? 0.0 : double(found) / double(told.candidate.size()),
        site->crawl->frontier().pages(),
        report != sites.end() && !report->ended.empty()
            ? "It ended because " + escape_html(report->ended) + "."
            : "");
    if (threshold.length > 0)
      out += fmt::format(
          "<p class=s>A candidate is at most {} tags away from a template of {:.0f} on average (the mean of edits and of parts that differ): {}.{}</p>",
          threshold.limit, threshold.length, escape_html(threshold.how),
          threshold.pairs > 1
              ? fmt::format(
                    " The quantile of all {} pairs of templates is {:.1f} by a normal fit, {:.1f} as they are.",
                    threshold.pairs, threshold.normal, threshold.empirical)
              : "");
    if (!told.candidate.empty()) out += curve(told.candidate);
    out += "<p class=s>";
    for (const auto& [kind, count] : told.kinds)
      out += fmt::format("{}{} {}", out.ends_with('>') ? "" : ", ", count, words_for(kind, count));
    out += ".</p>";
    if (const auto left_out = site->crawl->rules().left_out(); !left_out.empty()) {
      out += "<p>Parameters that make no difference, left out: ";
      for (const std::string& key : left_out) out += "<code>" + escape_html(key) + "</code> ";
      out += "</p>";
    }
    if (threshold.length > 0) {
      GLEANER_TRY(const std::string doubtful, doubtful_table(crawl.store(), site->id, told, *site->crawl));
      out += doubtful;
    }
    out += groups_table(*site->crawl);
    GLEANER_TRY(const std::string hubs, hubs_table(crawl.store(), site->id, site->crawl->frontier()));
    out += hubs + patterns_table(site->crawl->frontier(), told.sitemaps);
  }
  return out + "</html>\n";
}

}  // namespace gleaner::crawl
