// Made-up sites for measuring the focused crawl: some 10,000 pages each, of which a few hundred to a thousand
// are the details that a crawl is after. Every page is made from its path and the site's seed when it is
// asked for, so a site costs no memory.
//
// What makes real sites hard is in them: menus and footers on every page, lists with pagers and sort orders,
// details that vary (optional parts, 0 to 40 reviews), decoys of a similar skeleton, forums and blogs larger
// than what is looked for, calendars without end, session parameters, two languages, dead links, circles.
// They differ in what tells the way: speaking addresses (shop), opaque ones (portal), a table layout without
// classes (catalog), links in running text (wiki), filters upon filters (jobs), facets and two languages
// (museum), names alone in addresses (doctors). Weights were chosen on shop and portal. Catalog, wiki, jobs,
// doctors and cinema (one kind of opaque code for all pages, films in the weeks of houses) were held out at
// first, but what went wrong on them was looked into; museum was written when all was decided; board, library
// and positions were written after that again (crawl_site_unseen.cc), and of those board and positions were
// looked into; estates (crawl_site_estates.cc) came next and was looked into as well, then courses
// (crawl_site_courses.cc). Tenders, gazette and recipes were written without a look at how the crawl decides,
// and looked into then; hotels and papers after that in the same way, then auctions, register and league, all
// of which were looked into as well. Nursery, leaflets, council and usedcars came then in that way, and the
// latter two were looked into; events, judgments, podcasts and spares last, of which one mistake on spares
// was mended. Hikes, trials, plugins and minerals followed, again written without a look at how the crawl
// decides; hikes and minerals were looked into then. Recalls, accidents and reviews came next in the same
// way; the latter two were looked into then.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bench {

class MadeSite {
 public:
  virtual ~MadeSite() = default;
  virtual std::string name() const = 0;
  virtual std::string start() const { return "/"; }
  virtual bool held_out() const { return false; }  // nobody looked at what a crawl does on it
  // The page of a path with its query; nothing: 404.
  virtual std::optional<std::string> page(const std::string& target) const = 0;
  // What the crawl is after: details by number, and the number of a path that is one.
  virtual size_t details() const = 0;
  virtual std::string detail_path(size_t number) const = 0;
  virtual std::optional<size_t> detail_of(const std::string& target) const = 0;

  // Real pages that stand in for the body of details and of decoys; empty: made-up ones.
  std::vector<std::string> real_details, real_decoys;
};

// All of them; `held_out`: those that no weight was chosen on.
std::vector<std::unique_ptr<MadeSite>> tuning_sites(uint64_t seed);
std::vector<std::unique_ptr<MadeSite>> held_out_sites(uint64_t seed);
std::vector<std::unique_ptr<MadeSite>> fresh_sites(uint64_t seed);  // of those, by file
std::vector<std::unique_ptr<MadeSite>> unseen_sites(uint64_t seed);
std::unique_ptr<MadeSite> estates_site(uint64_t seed);
std::unique_ptr<MadeSite> courses_site(uint64_t seed);
std::unique_ptr<MadeSite> tenders_site(uint64_t seed);
std::unique_ptr<MadeSite> hotels_site(uint64_t seed);
std::unique_ptr<MadeSite> papers_site(uint64_t seed);
std::unique_ptr<MadeSite> nursery_site(uint64_t seed);
std::unique_ptr<MadeSite> leaflets_site(uint64_t seed);
std::unique_ptr<MadeSite> council_site(uint64_t seed);
std::unique_ptr<MadeSite> usedcars_site(uint64_t seed);
std::unique_ptr<MadeSite> gazette_site(uint64_t seed);
std::unique_ptr<MadeSite> recipes_site(uint64_t seed);
std::unique_ptr<MadeSite> auctions_site(uint64_t seed);
std::unique_ptr<MadeSite> register_site(uint64_t seed);
std::unique_ptr<MadeSite> league_site(uint64_t seed);
std::unique_ptr<MadeSite> events_site(uint64_t seed);
std::unique_ptr<MadeSite> judgments_site(uint64_t seed);
std::unique_ptr<MadeSite> podcasts_site(uint64_t seed);
std::unique_ptr<MadeSite> spares_site(uint64_t seed);
std::unique_ptr<MadeSite> hikes_site(uint64_t seed);
std::unique_ptr<MadeSite> trials_site(uint64_t seed);
std::unique_ptr<MadeSite> plugins_site(uint64_t seed);
std::unique_ptr<MadeSite> minerals_site(uint64_t seed);
std::unique_ptr<MadeSite> recalls_site(uint64_t seed);
std::unique_ptr<MadeSite> accidents_site(uint64_t seed);
std::unique_ptr<MadeSite> reviews_site(uint64_t seed);

}  // namespace bench
