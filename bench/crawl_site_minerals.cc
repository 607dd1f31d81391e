// A made-up site that was looked into after its first run: a database of minerals and where they are found.
// See crawl_site.h. Wanted are the pages of mineral species (/min-4821.html). Varieties, synonyms and groups
// have numbers of the same row and pages of their own make; localities (/loc-), photos (/photo-), members and
// threads are numbers too, and there are more localities than minerals, with the same rows of facts and lists
// of sources. Ways: an index by letter that mixes species, synonyms and varieties; classes; elements and
// pairs of them; the lists of minerals on every locality, which link varieties as well; photos and their
// galleries; the forum and articles, which use addresses of old (/show.php?id=4821). There is little in the
// menu that leads to minerals.
#include <map>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_prose.h"

namespace bench {
namespace {

class Minerals : public MadeSite {
 public:
  explicit Minerals(uint64_t seed)
      : seed_(seed),
        alike_(kSpecies),
        found_at_(kEntries),
        holds_(kPlaces),
        below_(kPlaces),
        photos_of_(kEntries),
        photos_at_(kPlaces) {
    std::map<std::string, size_t> names;
    for (size_t n = 0; n < kEntries; ++n) {
      Dice dice(seed_, "entry", n);
      Entry it{n < kSpecies                ? kIsSpecies
               : n < kSpecies + kVarieties ? kIsVariety
               : n < kEntries - kGroups    ? kIsSynonym
                                           : kIsGroup,
               "",
               0,
               {},
               dice.below(9) + 1,
               dice.below(6),
               dice.below(kSystemCount)};
      if (it.kind == kIsSpecies) {
        for (uint32_t i = dice.below(4) + 1; i > 0; --i)
          it.elements.push_back(std::min(dice.below(kElements), dice.below(kElements)));
        std::ranges::sort(it.elements);
        it.elements.erase(std::unique(it.elements.begin(), it.elements.end()), it.elements.end());
        it.name = made_name(dice);
        it.of = dice.below(kGroups * 2);  // half of them belong to no group
      } else {
        it.of = it.kind == kIsGroup ? n - (kEntries - kGroups)
                                    : std::min(dice.below(kSpecies), dice.below(kSpecies));
        it.name = it.kind == kIsGroup ? made_name(dice) + " Group"
                  : it.kind == kIsVariety && dice.chance(0.5)
                      ? capital(words_of(dice, 1)) + " " + entries_[it.of].name
                  : dice.chance(0.3) ? fmt::format("{} (of {})", made_name(dice), full_name(dice))
                                     : made_name(dice);
      }
      while (names.count(it.name)) it.name += fmt::format("-({})", kSymbols[dice.below(kElements)]);
      names[it.name] = n;
      entries_.push_back(it);
      if (it.kind == kIsVariety || it.kind == kIsSynonym) alike_[it.of].push_back(n);
      add_id(kMin, n, 7000);
    }
    for (size_t n = 0; n < kPlaces; ++n) {
      Dice dice(seed_, "place", n);
      parent_.push_back(n < kCountries ? 0
                        : n < kRegions ? dice.below(kCountries)
                        : n < kDistricts
                            ? kCountries + dice.below(kRegions - kCountries)
                            : std::min(dice.below(kDistricts - kRegions), dice.below(kDistricts - kRegions)) +
                                  kRegions);
      if (n >= kCountries) below_[parent_[n]].push_back(n);
      add_id(kLoc, n, 90000);
      for (uint32_t i = n < kDistricts     ? 0
                        : dice.chance(0.1) ? dice.below(60) + 10
                                           : dice.below(12) + 1;
           i > 0; --i) {
        const size_t all = kSpecies + kVarieties;
        const size_t m = dice.chance(0.7)
                             ? std::min({dice.below(kSpecies), dice.below(kSpecies), dice.below(kSpecies)})
                             : dice.below(uint32_t(all));
        if (std::ranges::count(holds_[n], m)) continue;
        holds_[n].push_back(m);
        found_at_[m].push_back(n);
      }
    }
    // Every mineral was found somewhere.
    for (size_t m = 0; m < kSpecies + kVarieties; ++m) {
      if (!found_at_[m].empty()) continue;
      const size_t n = kDistricts + mix(seed_ + 3, m) % (kPlaces - kDistricts);
      holds_[n].push_back(m);
      found_at_[m].push_back(n);
    }
    for (size_t n = 0; n < kPhotos; ++n) {
      Dice dice(seed_, "photo", n);
      const size_t at = kDistricts + dice.below(uint32_t(kPlaces - kDistricts));
      const size_t of =
          holds_[at].empty() ? dice.below(kSpecies) : holds_[at][dice.below(uint32_t(holds_[at].size()))];
      photos_.push_back({of, at, std::min(dice.below(kUsers), dice.below(kUsers))});
      photos_of_[of].push_back(n);
      photos_at_[at].push_back(n);
      add_id(kPhoto, n, 900000);
    }
  }
  std::string name() const override { return "minerals"; }
  size_t details() const override { return kSpecies; }
  std::string detail_path(size_t n) const override { return min_path(n); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto n = entry_at(target);
    return n && *n < kSpecies ? n : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    auto out = made(target);
    if (!out) return out;
    const auto n = entry_at(target);
    name_address(*out, n ? min_path(*n) : target);
    return out;
  }

 private:
  enum EntryKind { kIsSpecies, kIsVariety, kIsSynonym, kIsGroup };
  enum Row : size_t { kMin, kLoc, kPhoto, kRows };
  static constexpr size_t kSpecies = 720, kVarieties = 290, kGroups = 76, kEntries = 1560, kElements = 20,
                          kSystemCount = 7, kCountries = 7, kRegions = 60, kDistricts = 330, kPlaces = 2350,
                          kPhotos = 2000, kUsers = 360, kThreads = 1300, kBoards = 12, kTerms = 230,
                          kArticles = 170, kPages = 20;
  struct Entry {
    EntryKind kind;
    std::string name;
    size_t of;  // the species of a variety or synonym; the group of a species
    std::vector<size_t> elements;
    size_t strunz, division, system;
  };
  struct Photo {
    size_t of, at, user;
  };
  static constexpr std::string_view kSymbols[] = {"Si", "Fe", "Ca", "Al", "Mg", "Na", "Cu", "S",  "Pb", "As",
                                                  "K",  "Mn", "Zn", "P",  "Ti", "Ba", "Ce", "Ag", "U",  "Sb"};
  static constexpr std::string_view kElementNames[] = {
      "Silicon",  "Iron",   "Calcium", "Aluminium", "Magnesium", "Sodium",  "Copper",
      "Sulphur",  "Lead",   "Arsenic", "Potassium", "Manganese", "Zinc",    "Phosphorus",
      "Titanium", "Barium", "Cerium",  "Silver",    "Uranium",   "Antimony"};
  static constexpr std::string_view kSystems[] = {"Isometric",    "Hexagonal",  "Trigonal", "Tetragonal",
                                                  "Orthorhombic", "Monoclinic", "Triclinic"};
  static constexpr std::string_view kFirst[] = {"Ker", "Mor", "Tal", "Bru", "Zin", "Hal", "Ost", "Fer",
                                                "Lin", "Cal", "Dav", "Sel", "Var", "Pel", "Gon", "Wul",
                                                "Rho", "Nem", "Ash", "Eck", "Ilm", "Jar", "Ul"};
  static constexpr std::string_view kSecond[] = {"en", "ad",  "ol", "ar", "ing", "ov",
                                                 "am", "est", "ul", "ir", "ber", "stan"};
  static constexpr std::string_view kThird[] = {"ite", "lite", "ine", "dite", "site", "ite"};
  static constexpr std::string_view kSites[] = {"Mine",  "Quarry",  "Claim", "Pit",  "Prospect",
                                                "Shaft", "Outcrop", "Creek", "Adit", "Dump"};
  static constexpr std::string_view kColours[] = {"colourless", "white",  "pale blue", "green",  "brown",
                                                  "black",      "yellow", "red",       "violet", "grey"};
  static constexpr std::string_view kTalk[] = {
      "crystals",  "to",       "several",   "cm",          "in",        "the",          "vein",
      "with",      "matrix",   "on",        "quartz",      "calcite",   "found",        "by",
      "collected", "specimen", "old",       "mine",        "tailings",  "hydrothermal", "oxidized",
      "zone",      "of",       "deposit",   "pegmatite",   "granite",   "skarn",        "associated",
      "rare",      "twinned",  "tabular",   "prismatic",   "needles",   "crust",        "fluorescent",
      "under",     "light",    "analysis",  "new",         "type",      "material",     "cleavage",
      "perfect",   "basalt",   "cavity",    "pseudomorph", "after",     "structure",    "analogue",
      "named",     "for",      "professor", "who",         "described", "from",         "level",
      "dump",      "was",      "is",        "and"};

  static std::string made_name(Dice& dice) {
    return fmt::format("{}{}{}", pick(dice, kFirst), pick(dice, kSecond), pick(dice, kThird));
  }
  void add_id(Row row, size_t n, size_t range) {
    size_t id = 2 + mix(mix(seed_, 91 + row), n) % range;
    while (by_id_[row].count(id)) ++id;
    by_id_[row][id] = n;
    ids_[row].push_back(id);
  }
  std::optional<size_t> lookup(Row row, std::optional<size_t> id) const {
    const auto found = id ? by_id_[row].find(*id) : by_id_[row].end();
    return found == by_id_[row].end() ? std::nullopt : std::optional(found->second);
  }
  std::string min_path(size_t n) const { return fmt::format("/min-{}.html", ids_[kMin][n]); }
  std::string loc_path(size_t n) const { return fmt::format("/loc-{}.html", ids_[kLoc][n]); }
  std::string photo_path(size_t n) const { return fmt::format("/photo-{}.html", ids_[kPhoto][n]); }
  std::optional<size_t> entry_at(const std::string& target) const {
    const std::string path = path_of(target);
    return lookup(kMin, path == "/show.php" ? number_in(parameter(target, "id"), "")
                                            : number_in(path, "/min-", ".html"));
  }
  std::string min_link(size_t n) const { return link(min_path(n), entries_[n].name); }
  std::string place_name(size_t n) const {
    Dice dice(seed_, "place name", n);
    std::string out = capital(words_of(dice, 1));
    if (n < kCountries) return out + "ia";
    if (n < kRegions) return out + (dice.chance(0.5) ? " Province" : " County");
    if (n < kDistricts) return out + " " + capital(words_of(dice, 1)) + " District";
    if (dice.chance(0.5)) out += " " + capital(words_of(dice, 1));
    return fmt::format("{} {}", out, pick(dice, kSites));
  }
  // The name with all that it lies in, as links or as text.
  std::string where(size_t n, bool links) const {
    std::string out;
    for (size_t p = n;; p = parent_[p]) {
      out += (out.empty() ? "" : ", ") + (links ? link(loc_path(p), place_name(p)) : place_name(p));
      if (p < kCountries) return out;
    }
  }
  std::string formula(size_t n) const {
    Dice dice(seed_, "formula", n);
    std::string out;
    for (const size_t e : entries_[n].elements)
      out += fmt::format("{}{}", kSymbols[e],
                         dice.chance(0.5) ? fmt::format("<sub>{}</sub>", dice.below(9) + 2) : "");
    if (dice.chance(0.6)) out += "O<sub>4</sub>";
    if (dice.chance(0.3)) out += fmt::format(" &middot; {}H<sub>2</sub>O", dice.below(9) + 1);
    return out;
  }
  std::string user_link(size_t u) const {
    Dice dice(seed_, "user", u);
    return link(fmt::format("/user-{}.html", u * 13 + 40), full_name(dice));
  }
  std::string element_path(size_t e) const { return fmt::format("/element/{}", kElementNames[e]); }
  std::string strunz_path(size_t a, size_t b) const {
    return fmt::format("/strunz.php?a={}&amp;b={}", a, char('A' + b));
  }
  std::string headline(std::string_view what, size_t n) const {
    Dice dice(seed_, what, n);
    return capital(phrase(dice, kTalk, 3 + dice.below(4)));
  }

  // --- parts of pages ---
  static std::string frame(const std::string& title, const std::string& main) {
    return fmt::format(
        "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>{0}</title><link rel=\"stylesheet\" href=\"/style/std.css\"></head><body><div id=\"headerplus\"><a href=\"/\"><img src=\"/g/logo.png\" alt=\"lodestone\"></a><form action=\"/search.php\"><input name=\"name\" placeholder=\"Name\"><input name=\"loc\" placeholder=\"Place\"></form>"
        "<ul id=\"menu\"><li>{1}<ul><li>{2}</li><li>{3}</li></ul></li><li>{4}</li><li>{5}</li><li>{6}</li><li>{7}</li><li>{8}</li></ul></div><div id=\"advert\"><img src=\"/ads/728.gif\" alt=\"\"></div><div id=\"mainbody\">{9}</div><div id=\"footer\">{10} &middot; {11} &middot; {12}<p>Lodestone is an outreach project of volunteers.</p></div></body></html>",
        title, link("/", "Home"), link("/page-1.html", "About"), link("/page-2.html", "Support us"),
        link("/advanced.html", "Search minerals"), link("/localities.html", "Localities"),
        link("/photos.php", "Photos"), link("/forum.html", "Discussions"), link("/articles.html", "Learning"),
        main, link("/page-3.html", "Privacy"), link("/page-4.html", "Contact"),
        link("/glossary.html", "Glossary"));
  }
  static std::string row(const std::string& head, const std::string& data) {
    return fmt::format(
        "<div class=\"datrow\"><span class=\"datth\">{}:</span><span class=\"dattd\">{}</span></div>", head,
        data);
  }
  static std::string part(const std::string& head, const std::string& inner) {
    return fmt::format("<div class=\"datsec\"><h2 class=\"datm2\">{}<a name=\"{}\"></a></h2>{}</div>", head,
                       slug_of(head), inner);
  }
  static std::string pager(size_t pages, size_t here, const std::string& root,
                           std::string_view key = "page") {
    return "<div class=\"cfpager\">" + paged(pages, here, root, key) + "</div>";
  }
  std::string thumb(size_t n) const {
    return fmt::format("<div class=\"thumb\"><a href=\"{}\"><img src=\"/t/{}.jpg\" alt=\"\"></a><br>{}</div>",
                       photo_path(n), ids_[kPhoto][n], entries_[photos_[n].of].name);
  }
  static std::string sources(Dice& dice, uint32_t most) {
    std::string out;
    for (uint32_t i = dice.below(most) + 1; i > 0; --i)
      out += fmt::format("<li>{} ({}) {}. <i>Journal of Minerals</i>, {}, {}-{}.</li>", full_name(dice),
                         1880 + dice.below(146), capital(phrase(dice, kTalk, 5 + dice.below(6))),
                         dice.below(90) + 1, dice.below(400), dice.below(400) + 400);
    return part("References", "<ul class=\"refs\">" + out + "</ul>");
  }
  std::optional<std::string> made(const std::string& target) const {
    const std::string path = path_of(target);
    const size_t here = page_asked(target);
    if (path == "/") return home();
    if (const auto n = entry_at(target)) return entry(*n);
    if (const auto n = lookup(kLoc, number_in(path, "/loc-", ".html"))) return place(*n, here);
    if (const auto n = lookup(kPhoto, number_in(path, "/photo-", ".html"))) return photo(*n);
    if (path == "/gallery.php") return gallery(target);
    if (path == "/minlocs.php") return all_places(target);
    if (path == "/photos.php") return photo_list(here);
    if (path == "/advanced.html") return search_page();
    if (path.size() == 13 && path.starts_with("/index-") && path.ends_with(".html"))
      return letter(path[7], path, here);
    if (path == "/strunz.php") return strunz(target);
    if (path == "/chemsearch.php" || path.starts_with("/element/")) return chemistry(path, target);
    if (path == "/localities.html") return countries();
    if (path.starts_with("/forum") && path.ends_with(".html")) return forum(path, here);
    if (path.starts_with("/mesg-")) return thread(path);
    if (const auto n = number_in(path, "/user-", ".html");
        n && *n >= 40 && (*n - 40) % 13 == 0 && (*n - 40) / 13 < kUsers)
      return user((*n - 40) / 13, here);
    if (path == "/articles.html" || path.starts_with("/article.php/")) return articles(path, here);
    if (path == "/glossary.html" || path.starts_with("/glossary/")) return glossary(path);
    if (const auto n = number_in(path, "/page-", ".html"); n && *n >= 1 && *n <= kPages) {
      Dice dice(seed_, "page", *n);
      return frame(headline("page", *n), "<h1>" + headline("page", *n) + "</h1>" +
                                             paragraphs(dice, kTalk, 6) +
                                             link(fmt::format("/page-{}.html", *n % kPages + 1), "More"));
    }
    return {};
  }
  std::string home() const {
    Dice dice(seed_, "home");
    std::string shots, talk, index;
    for (int i = 0; i < 8; ++i) shots += thumb(dice.below(kPhotos));
    for (size_t n = 0; n < 10; ++n) talk += item(thread_path(n * 7), headline("thread", n * 7));
    for (char c = 'A'; c <= 'Z'; ++c) index += fmt::format("<a href=\"/index-{0}.html\">{0}</a> ", c);
    const size_t day = dice.below(kPhotos);
    return frame(
        "Lodestone: minerals and localities",
        fmt::format(
            "<h1>Minerals, localities, photos</h1><div class=\"potd\"><h2>Photo of the day</h2>{}<p>{}</p></div><h2>Latest photos</h2>{}<h2>Minerals by letter</h2><p>{}</p><h2>Discussions</h2><ul>{}</ul>",
            thumb(day), where(photos_[day].at, true), shots, index, talk));
  }
  std::string search_page() const {
    std::string elements, classes, index;
    for (size_t e = 0; e < kElements; ++e)
      elements += fmt::format("<td>{}</td>{}", link(element_path(e), std::string(kSymbols[e])),
                              e % 10 == 9 ? "</tr><tr>" : "");
    for (size_t a = 1; a < 10; ++a)
      classes += item(fmt::format("/strunz.php?a={}", a), fmt::format("Class {}", a));
    for (char c = 'A'; c <= 'Z'; ++c) index += fmt::format("<a href=\"/index-{0}.html\">{0}</a> ", c);
    return frame("Search minerals", "<h1>Search minerals</h1><table class=\"periodic\"><tr>" + elements +
                                        "</tr></table><h2>Classes</h2><ul>" + classes +
                                        "</ul><h2>By letter</h2><p>" + index + "</p>");
  }

  // --- lists of minerals ---
  std::optional<std::string> letter(char c, const std::string& path, size_t here) const {
    std::vector<size_t> all;
    for (size_t n = 0; n < kEntries; ++n)
      if (entries_[n].name[0] == c) all.push_back(n);
    std::ranges::sort(all, {}, [&](size_t n) { return entries_[n].name; });
    const auto slice = slice_of(all.size(), here, 60);
    if (!slice) return {};
    std::string rows;
    for (size_t i = slice->from; i < slice->to; ++i) {
      const Entry& it = entries_[all[i]];
      rows += it.kind == kIsSynonym
                  ? fmt::format("<li><i>{}</i> see {}</li>", min_link(all[i]), entries_[it.of].name)
              : it.kind == kIsVariety ? fmt::format("<li>{} (var.)</li>", min_link(all[i]))
                                      : fmt::format("<li><b>{}</b></li>", min_link(all[i]));
    }
    return frame(fmt::format("Minerals {} {}", c, here + 1),
                 fmt::format("<h1>Minerals beginning with {}</h1><ul class=\"names\">{}</ul>", c, rows) +
                     pager(slice->pages, here, path));
  }
  std::string table(const std::vector<size_t>& all, const Slice& slice) const {
    std::string rows;
    for (size_t i = slice.from; i < slice.to; ++i)
      rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>", min_link(all[i]), formula(all[i]),
                          kSystems[entries_[all[i]].system]);
    return "<table class=\"minlist\"><tr><th>Name</th><th>Formula</th><th>System</th></tr>" + rows +
           "</table>";
  }
  std::optional<std::string> strunz(const std::string& target) const {
    const auto a = number_in(parameter(target, "a"), "");
    const std::string b = parameter(target, "b");
    if (!a || *a < 1 || *a > 9 || b.size() > 1 || (b.size() == 1 && (b[0] < 'A' || b[0] > 'F'))) return {};
    if (b.empty()) {
      std::string rows;
      for (size_t d = 0; d < 6; ++d)
        rows += item(strunz_path(*a, d), fmt::format("{}.{}", *a, char('A' + d)));
      Dice dice(seed_, "strunz", *a);
      return frame(fmt::format("Class {}", *a),
                   fmt::format("<h1>Class {}</h1><p>{}</p><ul>{}</ul>", *a, prose(dice, kTalk, 2), rows));
    }
    std::vector<size_t> all;
    for (size_t n = 0; n < kSpecies; ++n)
      if (entries_[n].strunz == *a && entries_[n].division == size_t(b[0] - 'A')) all.push_back(n);
    return frame(fmt::format("Division {}.{}", *a, b),
                 fmt::format("<h1>{} &rsaquo; {}</h1>",
                             link(fmt::format("/strunz.php?a={}", *a), fmt::format("Class {}", *a)), b) +
                     table(all, Slice{0, all.size(), 1}));
  }
  // What has an element, or two of them.
  std::optional<std::string> chemistry(const std::string& path, const std::string& target) const {
    std::vector<size_t> asked;
    const std::string with = parameter(target, "inc");
    for (size_t e = 0; e < kElements; ++e) {
      if (path == element_path(e)) asked = {e};
      for (const auto part : gleaner::split(with, ','))
        if (part == kSymbols[e]) asked.push_back(e);
    }
    if (asked.empty() || asked.size() > 2) return {};
    std::vector<size_t> all;
    for (size_t n = 0; n < kSpecies; ++n)
      if (std::ranges::all_of(asked,
                              [&](size_t e) { return std::ranges::count(entries_[n].elements, e) > 0; }))
        all.push_back(n);
    const size_t here = page_asked(target);
    const auto slice = slice_of(all.size(), here, 30);
    if (!slice || all.empty()) return {};
    std::string more, title;
    for (const size_t e : asked) title += (title.empty() ? "" : ",") + std::string(kSymbols[e]);
    if (asked.size() == 1)
      for (size_t e = asked[0] + 1; e < kElements; ++e)
        if (std::ranges::any_of(all,
                                [&](size_t n) { return std::ranges::count(entries_[n].elements, e) > 0; }))
          more += link(fmt::format("/chemsearch.php?inc={},{}", title, kSymbols[e]),
                       fmt::format("+{}", kSymbols[e])) +
                  " ";
    Dice dice(seed_, "element", asked[0]);
    const std::string root = path == "/chemsearch.php" ? "/chemsearch.php?inc=" + with : path;
    return frame(
        fmt::format("Minerals with {} {}", title, here + 1),
        fmt::format("<h1>Minerals with {}</h1><p>{} found</p><p class=\"refine\">{}</p>{}",
                    asked.size() == 1 ? kElementNames[asked[0]] : title, all.size(), more,
                    asked.size() == 1 && !here ? row("Discovered", std::to_string(1500 + dice.below(400))) +
                                                     paragraphs(dice, kTalk, 2)
                                               : "") +
            table(all, *slice) + pager(slice->pages, here, root));
  }

  // --- minerals ---
  std::string around(size_t n) const {
    const Entry& it = entries_[n];
    Dice dice(seed_, "around", n);
    std::string out, rows;
    const auto list = [&](const std::string& head) {
      if (!rows.empty()) out += part(head, "<ul>" + rows + "</ul>");
      rows.clear();
    };
    for (const size_t other : it.kind == kIsSpecies ? alike_[n] : std::vector<size_t>{})
      if (entries_[other].kind == kIsSynonym) rows += "<li>" + min_link(other) + "</li>";
    list("Synonyms");
    for (const size_t other : it.kind == kIsSpecies ? alike_[n] : std::vector<size_t>{})
      if (entries_[other].kind == kIsVariety)
        rows += fmt::format("<li>{} - {}</li>", min_link(other), prose(dice, kTalk, 1));
    list("Varieties of " + it.name);
    if (it.kind == kIsSpecies) {
      for (size_t m = 0; m < kSpecies; ++m)
        if (m != n && entries_[m].of == it.of && it.of < kGroups)
          rows += fmt::format("<li>{} {}</li>", min_link(m), formula(m));
      list("Relationship to other species");
      for (uint32_t i = dice.chance(0.6) ? dice.below(8) + 1 : 0; i > 0; --i) {
        const size_t other = std::min(dice.below(kSpecies), dice.below(kSpecies));
        rows += fmt::format("<li>{} {} photos</li>", min_link(other), dice.below(300) + 1);
      }
      list("Common associates");
      for (size_t m = 0; m < kSpecies; ++m)
        if (entries_[m].strunz == it.strunz && entries_[m].division == it.division &&
            entries_[m].system == it.system && m != n)
          rows +=
              fmt::format("<tr><td>{}.{}{}.{:02}</td><td>{}</td><td>{}</td></tr>", it.strunz,
                          char('A' + it.division), char('A' + it.system), m % 90, min_link(m), formula(m));
      if (!rows.empty()) out += part("Related minerals", "<table class=\"strunzgroup\">" + rows + "</table>");
      rows.clear();
    }
    if (it.kind == kIsGroup) {
      for (size_t m = 0; m < kSpecies; ++m)
        if (entries_[m].of == it.of)
          rows += fmt::format("<tr><td>{}</td><td>{}</td></tr>", min_link(m), formula(m));
      out += part("Members", rows.empty() ? "<p>None.</p>" : "<table class=\"members\">" + rows + "</table>");
      rows.clear();
    }
    if (it.kind != kIsSpecies && it.kind != kIsGroup) out += "<p>" + min_link(it.of) + "</p>";
    if (dice.chance(0.01))
      out += "<p>" + link(fmt::format("/min-{}.html", 20000 + dice.below(999)), "Discredited name") + "</p>";
    for (size_t i = 0; i < std::min<size_t>(found_at_[n].size(), 25); ++i) {
      rows += fmt::format("<li>{}", where(found_at_[n][i], true));
      if (dice.chance(0.5))
        rows += fmt::format(" <small>{} ({})</small>", full_name(dice), 1900 + dice.below(126));
      rows += "</li>";
    }
    list("Localities for " + it.name);
    if (found_at_[n].size() > 25)
      out += "<p>" + link(fmt::format("/minlocs.php?min={}", ids_[kMin][n]), "All localities") + "</p>";
    if (!photos_of_[n].empty())
      out += "<p>" +
             link(fmt::format("/gallery.php?min={}", ids_[kMin][n]),
                  fmt::format("{} photos", photos_of_[n].size())) +
             "</p>";
    if (it.kind == kIsSpecies)
      out += "<p>" +
             link(strunz_path(it.strunz, it.division),
                  fmt::format("Strunz {}.{}", it.strunz, char('A' + it.division))) +
             "</p>";
    return out;
  }
  std::string entry(size_t n) const {
    const Entry& it = entries_[n];
    const auto& real = it.kind == kIsSpecies ? real_details : real_decoys;
    if (!real.empty())
      return with_links(real[n % real.size()], fmt::format("{} ({})", it.name, ids_[kMin][n]), around(n));
    Dice dice(seed_, "entry page", n);
    std::string out = "<h1 class=\"mineralheading\">" + it.name + "</h1>";
    switch (it.kind) {
      case kIsSpecies:
        return frame(it.name + ": mineral information, data and localities",
                     out + species(n, dice) + around(n) + sources(dice, dice.chance(0.2) ? 40 : 8));
      case kIsGroup:
        return frame(it.name + ": group information", out + paragraphs(dice, kTalk, 3) + around(n) +
                                                          (dice.chance(0.5) ? sources(dice, 6) : ""));
      case kIsVariety:
        out += fmt::format("<p class=\"sub\">A variety of {}</p>", min_link(it.of));
        if (!photos_of_[n].empty()) out += "<div class=\"photostrip\">" + thumb(photos_of_[n][0]) + "</div>";
        out += "<div class=\"datsummary\">" +
               (dice.chance(0.8) ? row("Colour", std::string(pick(dice, kColours))) : "") +
               (dice.chance(0.4) ? row("Name", prose(dice, kTalk, 1)) : "") + "</div>" +
               paragraphs(dice, kTalk, 2);
        return frame(it.name + ": variety", out + around(n) + (dice.chance(0.4) ? sources(dice, 4) : ""));
      default:
        return frame(
            it.name + ": synonym",
            out +
                fmt::format("<p class=\"sub\">A synonym of {}</p>{}", min_link(it.of),
                            dice.chance(0.4) ? "<p>" + prose(dice, kTalk, 1 + dice.below(2)) + "</p>" : "") +
                around(n));
    }
  }
  std::string species(size_t n, Dice& dice) const {
    const Entry& it = entries_[n];
    std::string out;
    if (!photos_of_[n].empty()) {
      out += "<div class=\"photostrip\">";
      for (size_t i = 0; i < std::min<size_t>(photos_of_[n].size(), 6); ++i) out += thumb(photos_of_[n][i]);
      out += "</div>";
    }
    out += "<div class=\"datsummary\">" + row("Formula", formula(n));
    if (dice.chance(0.9))
      out += row("Colour", fmt::format("{}, {}", pick(dice, kColours), pick(dice, kColours)));
    if (dice.chance(0.8)) out += row("Lustre", dice.chance(0.5) ? "Vitreous" : "Metallic");
    if (dice.chance(0.85)) out += row("Hardness", fmt::format("{}½", dice.below(9)));
    if (dice.chance(0.7))
      out += row("Specific gravity", fmt::format("{}.{:02}", dice.below(8) + 2, dice.below(100)));
    out += row("Crystal system", std::string(kSystems[it.system]));
    if (it.of < kGroups) out += row("Member of", min_link(kEntries - kGroups + it.of));
    if (dice.chance(0.85)) out += row("Name", prose(dice, kTalk, 1 + dice.below(2)));
    if (!found_at_[n].empty() && dice.chance(0.8)) out += row("Type locality", where(found_at_[n][0], true));
    out += "</div>";
    if (dice.chance(0.5)) out += paragraphs(dice, kTalk, 3);
    std::string cls = row("Status", dice.chance(0.9) ? "Approved" : "Questionable") +
                      row("Strunz", fmt::format("{}.{}{}.{:02}", it.strunz, char('A' + it.division),
                                                char('A' + it.system), n % 90));
    if (dice.chance(0.7))
      cls += row("Dana", fmt::format("{}.{}.{}", dice.below(70), dice.below(9), dice.below(9)));
    for (const size_t e : it.elements)
      cls += row("Contains", link(element_path(e), std::string(kElementNames[e])));
    out += part("Classification of " + it.name, cls);
    const auto facts = [&](const char* head, std::initializer_list<const char*> names, double often) {
      std::string rows;
      for (const char* one : names)
        if (dice.chance(0.55))
          rows += row(one, dice.chance(0.5) ? fmt::format("{}.{:03}", dice.below(9), dice.below(1000))
                                            : phrase(dice, kTalk, 1 + dice.below(4)));
      if (!rows.empty() && dice.chance(often)) out += part(fmt::format("{} of {}", head, it.name), rows);
    };
    facts("Physical properties",
          {"Transparency", "Streak", "Tenacity", "Cleavage", "Parting", "Fracture", "Density", "Comment"},
          0.9);
    facts("Optical data",
          {"Type", "RI values", "2V", "Birefringence", "Surface relief", "Dispersion", "Pleochroism",
           "Extinction"},
          0.7);
    facts("Crystallography",
          {"Class", "Space group", "Cell parameters", "Ratio", "Z", "Morphology", "Twinning"}, 0.8);
    if (dice.chance(0.5)) {
      std::string rows;
      for (uint32_t i = dice.below(18) + 2; i > 0; --i)
        rows += fmt::format("<tr><td>{}.{:02} &Aring;</td><td>({})</td></tr>", dice.below(9) + 1,
                            dice.below(100), dice.below(100) + 1);
      out += part("X-ray powder diffraction",
                  "<table class=\"xray\"><tr><th>d-spacing</th><th>Intensity</th></tr>" + rows + "</table>");
    }
    facts("Geological environment", {"Type occurrence", "Setting", "Associated at type locality", "Rocks"},
          0.6);
    if (dice.chance(0.6)) {
      std::string rows;
      for (const char* tongue : {"German", "Russian", "Spanish", "Japanese", "Czech", "Dutch", "Italian"})
        if (dice.chance(0.6))
          rows += row(tongue, entries_[n].name.substr(0, entries_[n].name.size() - 1) + "a");
      out += part("Other language names", rows);
    }
    if (dice.chance(0.4))
      out += part("Other information", (dice.chance(0.5) ? row("Health risks", prose(dice, kTalk, 1)) : "") +
                                           row("Industrial uses", phrase(dice, kTalk, 4)));
    if (dice.chance(0.3))
      out += part("Articles",
                  "<ul>" + item(article_path(n % kArticles), headline("article", n % kArticles)) + "</ul>");
    if (dice.chance(0.3))
      out += part("Discussions",
                  "<ul>" + item(thread_path(n % kThreads), headline("thread", n % kThreads)) + "</ul>");
    return out;
  }
  std::optional<std::string> all_places(const std::string& target) const {
    const auto id = number_in(parameter(target, "min"), "");
    const auto n = lookup(kMin, id);
    if (!n || found_at_[*n].size() <= 25) return {};
    const size_t here = page_asked(target);
    const auto slice = slice_of(found_at_[*n].size(), here, 50);
    if (!slice) return {};
    std::string rows;
    for (size_t i = slice->from; i < slice->to; ++i) rows += "<li>" + where(found_at_[*n][i], true) + "</li>";
    return frame(fmt::format("Localities for {} {}", entries_[*n].name, here + 1),
                 "<h1>Localities for " + min_link(*n) + "</h1><ul>" + rows + "</ul>" +
                     pager(slice->pages, here, fmt::format("/minlocs.php?min={}", *id)));
  }

  // --- localities ---
  std::string countries() const {
    std::string rows;
    for (size_t n = 0; n < kCountries; ++n) rows += item(loc_path(n), place_name(n));
    return frame("Localities", "<h1>Localities</h1><ul>" + rows + "</ul>");
  }
  std::optional<std::string> place(size_t n, size_t here) const {
    const auto slice = slice_of(below_[n].size(), here, 60);
    if (!slice) return {};
    Dice dice(seed_, "place page", n);
    std::string inner, ours;
    for (size_t i = slice->from; i < slice->to; ++i)
      inner += item(loc_path(below_[n][i]), place_name(below_[n][i]));
    if (!inner.empty())
      ours += part("Sub-localities", "<ul>" + inner + "</ul>" + pager(slice->pages, here, loc_path(n)));
    // Of what lies in it, a district shows the minerals of the first few.
    std::vector<size_t> held = holds_[n];
    for (size_t i = 0; i < std::min<size_t>(3, below_[n].size()); ++i)
      held.insert(held.end(), holds_[below_[n][i]].begin(), holds_[below_[n][i]].end());
    std::ranges::sort(held, {}, [&](size_t m) { return entries_[m].name; });
    held.erase(std::unique(held.begin(), held.end()), held.end());
    std::string list;
    for (const size_t m : held) {
      list += entries_[m].kind == kIsVariety
                  ? fmt::format("<li>{} var. {}</li>", min_link(entries_[m].of), min_link(m))
                  : fmt::format("<li>{}", min_link(m));
      if (entries_[m].kind == kIsSpecies)
        list += (dice.chance(0.3) ? "<br><small>Formula: " + formula(m) + "</small>" : "") + "</li>";
    }
    if (!list.empty())
      ours += part("Mineral list",
                   fmt::format("<p>{} minerals</p><ul class=\"minerals\">{}</ul>", held.size(), list));
    if (!photos_at_[n].empty())
      ours += "<p>" + link(fmt::format("/gallery.php?loc={}", ids_[kLoc][n]), "Photos") + "</p>";
    if (n >= kCountries)
      ours += "<p>Other places in this one: " + link(loc_path(parent_[n]), place_name(parent_[n])) + "</p>";
    if (!real_decoys.empty())
      return with_links(real_decoys[n % real_decoys.size()],
                        fmt::format("{} ({}) {}", where(n, false), ids_[kLoc][n], here + 1), ours);
    std::string out = fmt::format("<h1 class=\"locheading\">{}</h1>", where(n, true));
    if (!photos_at_[n].empty() && !here) {
      out += "<div class=\"photostrip\">";
      for (size_t i = 0; i < std::min<size_t>(photos_at_[n].size(), 6); ++i) out += thumb(photos_at_[n][i]);
      out += "</div>";
    }
    out += "<div class=\"datsummary\">";
    for (const char* fact : {"Latitude", "Type", "Deposit first discovered", "Köppen climate type",
                             "Nearest settlement", "Age", "Other names"})
      if (dice.chance(0.6))
        out += row(fact, dice.chance(0.5) ? fmt::format("{}.{}", dice.below(90), dice.below(99))
                                          : phrase(dice, kTalk, 2));
    out += "</div>";
    if (dice.chance(0.5)) out += paragraphs(dice, kTalk, 4);
    return frame(fmt::format("{} ({}) {}", where(n, false), ids_[kLoc][n], here + 1),
                 out + ours + (dice.chance(0.6) ? sources(dice, 10) : ""));
  }

  // --- photos ---
  std::string photo(size_t n) const {
    const Photo& it = photos_[n];
    Dice dice(seed_, "photo page", n);
    const auto& same = photos_of_[it.of];
    const std::string ours = fmt::format(
        "<p>{} - {}</p><p>{}</p><p>{} {}</p>", min_link(it.of), where(it.at, true), user_link(it.user),
        link(photo_path(same[(size_t(std::ranges::find(same, n) - same.begin()) + 1) % same.size()]),
             "Next photo"),
        link(fmt::format("/gallery.php?min={}", ids_[kMin][it.of]), "Gallery"));
    std::string out = fmt::format(
        "<div class=\"photobox\"><img class=\"big\" src=\"/p/{}.jpg\" alt=\"\"></div><h1>{}</h1>{}",
        ids_[kPhoto][n], entries_[it.of].name,
        row("Dimensions", fmt::format("{}.{} cm", dice.below(20), dice.below(10))));
    if (dice.chance(0.5)) out += row("Field of view", fmt::format("{} mm", dice.below(30) + 1));
    if (dice.chance(0.6)) out += "<p>" + prose(dice, kTalk, 1 + dice.below(3)) + "</p>";
    if (dice.chance(0.2))
      out += "<div class=\"comment\">" + user_link(dice.below(kUsers)) + "<p>" + prose(dice, kTalk, 1) +
             "</p></div>";
    return frame(
        fmt::format("{} from {} (photo {})", entries_[it.of].name, place_name(it.at), ids_[kPhoto][n]),
        out + ours);
  }
  std::optional<std::string> gallery(const std::string& target) const {
    const auto min = number_in(parameter(target, "min"), ""), loc = number_in(parameter(target, "loc"), "");
    const auto n = min ? lookup(kMin, min) : lookup(kLoc, loc);
    if (!n) return {};
    const auto& all = min ? photos_of_[*n] : photos_at_[*n];
    const size_t here = page_asked(target, "cf_pager_page");
    const auto slice = slice_of(all.size(), here, 16);
    if (all.empty() || !slice) return {};
    std::string rows;
    for (size_t i = slice->from; i < slice->to; ++i) rows += thumb(all[i]);
    return frame(
        fmt::format("Photos of {} {}", min ? entries_[*n].name : where(*n, false), here + 1),
        "<h1>Photos of " + (min ? min_link(*n) : where(*n, true)) + "</h1>" + rows +
            pager(slice->pages, here,
                  min ? fmt::format("/gallery.php?min={}", *min) : fmt::format("/gallery.php?loc={}", *loc),
                  "cf_pager_page"));
  }
  std::optional<std::string> photo_list(size_t here) const {
    const auto slice = slice_of(kPhotos / 2, here, 40);
    if (!slice) return {};
    std::string rows;
    for (size_t i = slice->from; i < slice->to; ++i) rows += thumb(i);
    return frame(fmt::format("New photos {}", here + 1),
                 "<h1>New photos</h1>" + rows + pager(slice->pages, here, "/photos.php"));
  }

  // --- what people write ---
  static std::string thread_path(size_t n) {
    return fmt::format("/mesg-{}-{}.html", n % kBoards + 1, 100000 + n * 37);
  }
  std::optional<std::string> forum(const std::string& path, size_t here) const {
    std::string rows;
    if (path == "/forum.html") {
      for (size_t b = 1; b <= kBoards; ++b)
        rows += item(fmt::format("/forum-{}.html", b), headline("board", b));
      return frame("Discussions", "<h1>Discussions</h1><ul>" + rows + "</ul>");
    }
    const auto b = number_in(path, "/forum-", ".html");
    if (!b || *b < 1 || *b > kBoards) return {};
    std::vector<size_t> all;
    for (size_t n = *b - 1; n < kThreads; n += kBoards) all.push_back(n);
    const auto slice = slice_of(all.size(), here, 25);
    if (!slice) return {};
    for (size_t i = slice->from; i < slice->to; ++i)
      rows +=
          fmt::format("<tr><td>{}</td><td>{}</td></tr>",
                      link(thread_path(all[i]), headline("thread", all[i])), user_link(all[i] * 7 % kUsers));
    return frame(fmt::format("{} {}", headline("board", *b), here + 1),
                 "<h1>" + headline("board", *b) + "</h1><table class=\"forum\">" + rows + "</table>" +
                     pager(slice->pages, here, path));
  }
  std::optional<std::string> thread(const std::string& path) const {
    const size_t dash = path.rfind('-');
    const auto id = number_in(path.substr(dash + 1), "", ".html");
    if (!id || *id < 100000 || (*id - 100000) % 37 || (*id - 100000) / 37 >= kThreads) return {};
    const size_t n = (*id - 100000) / 37;
    if (thread_path(n) != path) return {};
    Dice dice(seed_, "thread page", n);
    std::string out =
        "<p>" + link(fmt::format("/forum-{}.html", n % kBoards + 1), headline("board", n % kBoards + 1)) +
        "</p><h1>" + headline("thread", n) + "</h1>";
    for (uint32_t i = dice.below(12) + 1; i > 0; --i) {
      out += fmt::format("<div class=\"mesg\"><div class=\"who\">{} {}</div><p>{}</p>",
                         user_link(dice.below(kUsers)), 2005 + dice.below(21),
                         prose(dice, kTalk, 1 + dice.below(5)));
      if (dice.chance(0.15)) {
        const size_t m = dice.below(kEntries);
        out += "<p>" +
               (dice.chance(0.5) ? min_link(m)
                                 : link(fmt::format("/show.php?id={}", ids_[kMin][m]), entries_[m].name)) +
               "</p>";
      }
      if (dice.chance(0.1)) out += thumb(dice.below(kPhotos));
      out += "</div>";
    }
    return frame(headline("thread", n) + fmt::format(" {}", *id), out);
  }
  std::optional<std::string> user(size_t u, size_t here) const {
    std::vector<size_t> all;
    for (size_t n = 0; n < kPhotos; ++n)
      if (photos_[n].user == u) all.push_back(n);
    const auto slice = slice_of(all.size(), here, 24);
    if (!slice) return {};
    Dice dice(seed_, "user page", u);
    std::string rows;
    for (size_t i = slice->from; i < slice->to; ++i) rows += thumb(all[i]);
    return frame(fmt::format("Member {} {}", u, here + 1),
                 "<h1>" + user_link(u) + "</h1>" + row("Registered", std::to_string(2001 + dice.below(25))) +
                     (dice.chance(0.4) ? paragraphs(dice, kTalk, 2) : "") + rows +
                     pager(slice->pages, here, fmt::format("/user-{}.html", u * 13 + 40)));
  }
  std::string article_path(size_t n) const {
    return fmt::format("/article.php/{}/{}", 900 + n * 11, slug_of(headline("article", n)));
  }
  std::optional<std::string> articles(const std::string& path, size_t here) const {
    if (path == "/articles.html") {
      const auto slice = slice_of(kArticles, here, 30);
      if (!slice) return {};
      std::string rows;
      for (size_t n = slice->from; n < slice->to; ++n) rows += item(article_path(n), headline("article", n));
      return frame(fmt::format("Articles {}", here + 1),
                   "<h1>Articles</h1><ul>" + rows + "</ul>" + pager(slice->pages, here, path));
    }
    for (size_t n = 0; n < kArticles; ++n) {
      if (article_path(n) != path) continue;
      Dice dice(seed_, "article page", n);
      std::string out, ours;
      for (uint32_t i = dice.below(6); i > 0; --i) {
        const size_t m = dice.below(kEntries);
        ours += (dice.chance(0.5) ? min_link(m)
                                  : link(fmt::format("/show.php?id={}", ids_[kMin][m]), entries_[m].name)) +
                " ";
      }
      for (uint32_t i = dice.below(4); i > 0; --i) ours += thumb(dice.below(kPhotos));
      ours += link(article_path((n + 1) % kArticles), "Next article");
      if (!real_decoys.empty())
        return with_links(real_decoys[(n + 2) % real_decoys.size()],
                          headline("article", n) + fmt::format(" {}", n), ours);
      out = "<h1>" + headline("article", n) + "</h1><p>" + user_link(dice.below(kUsers)) + "</p>" +
            paragraphs(dice, kTalk, 12);
      return frame(headline("article", n) + fmt::format(" {}", n),
                   out + ours + (dice.chance(0.5) ? sources(dice, 12) : ""));
    }
    return {};
  }
  std::optional<std::string> glossary(const std::string& path) const {
    std::string rows;
    for (size_t n = 0; n < kTerms; ++n) {
      Dice dice(seed_, "term", n);
      const std::string term = fmt::format("{}_{}", pick(dice, kTalk), n), at = "/glossary/" + term;
      rows += item(at, term);
      if (path != at) continue;
      return frame("Definition of " + term,
                   "<h1>Definition of " + term + "</h1><p>" + prose(dice, kTalk, 1 + dice.below(4)) + "</p>" +
                       (dice.chance(0.2) ? "<p>See " + min_link(dice.below(kSpecies)) + "</p>" : "") +
                       link("/glossary.html", "Glossary"));
    }
    if (path != "/glossary.html") return {};
    return frame("Glossary", "<h1>Glossary</h1><ul>" + rows + "</ul>");
  }

  uint64_t seed_;
  std::vector<Entry> entries_;
  std::vector<Photo> photos_;
  std::vector<size_t> parent_, ids_[kRows];
  std::map<size_t, size_t> by_id_[kRows];
  std::vector<std::vector<size_t>> alike_, found_at_, holds_, below_, photos_of_, photos_at_;
};

}  // namespace

std::unique_ptr<MadeSite> minerals_site(uint64_t seed) { return std::make_unique<Minerals>(seed); }

}  // namespace bench
