// A made-up site that was looked into after its first run: a portal of the outdoors. See crawl_site.h. Wanted
// are the routes, whatever one does on them
// (/en/route/mountain-hike/upper-sarn/across-the-ridge-to-the-blue-lake/2483917/). Each of them has a German
// address as well (/de/tour/bergtour/...), and a short one that people write under their reports
// (/r/2483917). Huts, sights, recorded tracks, reports of conditions, stories and lists end in numbers of the
// same range, and many stand beside routes in the same cards. Classes say how things look and not what they
// are. Ways: areas, regions and countries with lists by activity, difficulty and order; what is near;
// members; lists and stories; bulletins of avalanches, one for each day without end in the past.
#include <map>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_prose.h"

namespace bench {
namespace {

class Hikes : public MadeSite {
 public:
  explicit Hikes(uint64_t seed) : seed_(seed) {
    for (size_t k = 0; k < kKinds; ++k) {
      of_area_[k].resize(kAreas);
      for (size_t n = 0; n < kMany[k]; ++n) {
        Dice dice(seed_, kKindNames[k], n);
        Thing it{Kind(k),
                 n,
                 std::min(dice.below(kAreas), dice.below(kAreas + 40)),
                 dice.below(kActivities),
                 std::min(dice.below(kMembers), dice.below(kMembers)),
                 {}};
        // The stages of a long way follow upon it, from one area into the next.
        if (k == kRoute && n < kWays * kStages) {
          const Thing& lead = n % kStages ? things_.at(ids_[k][n / kStages * kStages]) : it;
          it.area = (lead.area + n % kStages / 2) % kAreas;
          it.activity = 2;
          it.member = lead.member;
        }
        if (k == kReport && dice.chance(0.7)) it.about = dice.below(uint32_t(kMany[kRoute]));
        if (it.about) it.area = things_.at(ids_[kRoute][*it.about]).area;
        size_t id = 1200000 + mix(mix(seed_, 71 + k), n) % 7000000;
        while (things_.count(id)) ++id;
        things_.emplace(id, it);
        ids_[k].push_back(id);
        of_area_[k][it.area].push_back(n);
      }
    }
  }
  std::string name() const override { return "hikes"; }
  size_t details() const override { return kMany[kRoute]; }
  std::string detail_path(size_t n) const override { return path_to(kRoute, n); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto found = thing_at(path_of(target));
    return found && found->first->kind == kRoute ? std::optional(found->first->n) : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    auto out = made(target);
    if (!out) return out;
    const auto found = thing_at(path_of(target));
    name_address(*out, found ? path_to(found->first->kind, found->first->n, found->second) : target);
    return out;
  }

 private:
  enum Kind : size_t { kRoute, kHut, kPoi, kTrack, kReport, kStory, kList, kKinds };
  static constexpr size_t kMany[] = {820, 380, 1500, 1300, 1300, 260, 140};
  static constexpr size_t kCountries = 5, kRegions = 30, kAreas = 90, kActivities = 8, kMembers = 450,
                          kWays = 14, kStages = 8, kHelp = 40, kPlaces = kCountries + kRegions + kAreas;
  static constexpr long kToday = 2026 * 360 + 10 * 30 + 17;
  struct Thing {
    Kind kind;
    size_t n, area, activity, member;
    std::optional<size_t> about;  // the route that a report is about
  };
  static constexpr std::string_view kKindNames[] = {"route",  "hut",   "poi", "track",
                                                    "report", "story", "list"};
  static constexpr std::string_view kFront[] = {"Upper",  "Lower",    "Inner",   "Outer", "Saint",
                                                "Little", "Northern", "Western", "High",  "Old"};
  static constexpr std::string_view kBack[] = {"Sarn",    "Tellen", "Morvan", "Grisal", "Vaud",
                                               "Kerstin", "Ombra",  "Halden", "Ruhl"};
  static constexpr std::string_view kRegionParts[] = {"Alps",   "Lakes",   "Forest",
                                                      "Valley", "Plateau", "Coast"};
  static constexpr std::string_view kCountryNames[] = {"Alvia", "Bergland", "Corona", "Dravia", "Estrel"};
  static constexpr std::string_view kActivityNames[] = {
      "Hiking trail",    "Mountain hike", "Long distance hike", "Theme trail",
      "Mountain biking", "Ski touring",   "Snowshoeing",        "Protected climb"};
  static constexpr std::string_view kGerman[] = {"Wanderung",    "Bergtour", "Fernwanderweg", "Themenweg",
                                                 "Mountainbike", "Skitour",  "Schneeschuh",   "Klettersteig"};
  static constexpr std::string_view kSights[] = {"Viewpoint", "Peak",   "Waterfall", "Parking",  "Restaurant",
                                                 "Lake",      "Chapel", "Spring",    "Bus stop", "Museum"};
  static constexpr std::string_view kGrades[] = {"easy", "moderate", "difficult"};
  static constexpr std::string_view kThings[] = {"lake",   "ridge", "peak",   "gorge",     "falls", "meadow",
                                                 "saddle", "tower", "chapel", "alp",       "cross", "glacier",
                                                 "pass",   "mill",  "castle", "reservoir", "cave",  "bridge"};
  static constexpr std::string_view kLike[] = {"blue",  "red",   "black", "long",   "silent", "lower",
                                               "upper", "white", "wild",  "hidden", "three",  "devil's"};
  static constexpr std::string_view kTalk[] = {
      "the",     "path",    "trail",   "follow", "turn",   "left",    "right",  "uphill",  "down",
      "through", "forest",  "meadow",  "view",   "over",   "valley",  "steep",  "gentle",  "signpost",
      "marked",  "red",     "white",   "stream", "bridge", "cross",   "summit", "hut",     "rest",
      "car",     "park",    "bus",     "stop",   "after",  "minutes", "climb",  "descend", "rocks",
      "snow",    "early",   "start",   "water",  "boots",  "poles",   "sun",    "shade",   "narrow",
      "exposed", "cable",   "secured", "loop",   "back",   "lake",    "cows",   "alpine",  "flowers",
      "wind",    "weather", "ridge",   "and",    "a",      "then"};
  static constexpr std::string_view kWege[] = {
      "der",      "Weg",       "führt",      "durch",  "den",    "Wald",   "über",    "die",
      "Wiese",    "steil",     "nach",       "links",  "rechts", "zum",    "Gipfel",  "Hütte",
      "Aussicht", "und",       "weiter",     "bergab", "am",     "Bach",   "entlang", "bis",
      "zur",      "Brücke",    "dann",       "auf",    "schmal", "Steig",  "See",     "Alm",
      "Rast",     "Parkplatz", "Markierung", "folgen", "wir",    "wieder", "Tal",     "hinunter"};

  // --- names and addresses ---
  static const char* t(bool de, const char* en, const char* german) { return de ? german : en; }
  static Words talk(bool de) { return de ? Words(kWege) : Words(kTalk); }
  // Places: countries, then regions, then areas.
  static std::string place_name(size_t p) {
    if (p < kCountries) return std::string(kCountryNames[p]);
    p -= kCountries;
    if (p < kRegions) return fmt::format("{} {}", kBack[p / 4], kRegionParts[p % 6]);
    p -= kRegions;
    return fmt::format("{} {}", kFront[p % 10], kBack[p / 10]);
  }
  static size_t area_place(size_t a) { return kCountries + kRegions + a; }
  static size_t above(size_t p) {
    return p >= kCountries + kRegions ? kCountries + (p - kCountries - kRegions) / 3 : (p - kCountries) / 6;
  }
  static bool within(size_t area, size_t p) {
    const size_t own = area_place(area);
    return own == p || above(own) == p || above(above(own)) == p;
  }
  static std::string place_path(size_t p, bool de) {
    return fmt::format("/{}/{}/{}/", t(de, "en", "de"), t(de, "destination", "reiseziel"),
                       slug_of(place_name(p))) +
           std::to_string(10200 + p * 17) + "/";
  }
  static std::string list_path(const std::string& what, size_t p, bool de) {
    return fmt::format("/{}/{}/{}/{}/", t(de, "en", "de"), what, slug_of(place_name(p)), 10200 + p * 17);
  }
  std::string title_of(Kind k, size_t n) const {
    Dice dice(seed_, "title", k * 100000 + n);
    const auto place = [&] {
      return fmt::format("{} {}", capital(std::string(pick(dice, kLike))),
                         capital(std::string(pick(dice, kThings))));
    };
    const Thing& it = things_.at(ids_[k][n]);
    switch (k) {
      case kRoute:
        if (n < kWays * kStages && n % kStages)
          return fmt::format("Stage {}: {} – {}", n % kStages, place(), place());
        if (n < kWays * kStages) return fmt::format("{} High Trail", capital(words_of(dice, 1)));
        switch (dice.below(5)) {
          case 0: return fmt::format("From {} to the {}", place_name(area_place(it.area)), place());
          case 1: return fmt::format("{} round tour", place());
          case 2: return fmt::format("{} over the {}", place(), place());
          case 3: return fmt::format("{} via {}", place(), place());
          default: return place();
        }
      case kHut:
        return fmt::format("{} Hut",
                           capital(words_of(dice, 1)) + " " + capital(std::string(pick(dice, kThings))));
      case kPoi: return dice.chance(0.4) ? fmt::format("{} {}", kSights[it.activity], place()) : place();
      case kTrack:
        return dice.chance(0.5) ? fmt::format("{} {}", place(), date_of(kToday - dice.below(2000), '-'))
                                : place();
      case kReport: return it.about ? title_of(kRoute, *it.about) : place();
      case kStory: return capital(phrase(dice, kTalk, 4 + dice.below(4)));
      default: return fmt::format("The {} best tours at the {}", dice.below(12) + 4, place());
    }
  }
  std::string path_to(Kind k, size_t n, bool de = false) const {
    const Thing& it = things_.at(ids_[k][n]);
    const std::string area = slug_of(place_name(area_place(it.area)));
    const std::string tail = slug_of(title_of(k, n)) + "/" + std::to_string(ids_[k][n]) + "/";
    switch (k) {
      case kRoute:
        return de ? fmt::format("/de/tour/{}/{}/{}", slug_of(kGerman[it.activity]), area, tail)
                  : fmt::format("/en/route/{}/{}/{}", slug_of(kActivityNames[it.activity]), area, tail);
      case kHut: return fmt::format("/{}/{}/{}/{}", t(de, "en", "de"), t(de, "hut", "huette"), area, tail);
      case kPoi: return fmt::format("/en/poi/{}/{}/{}", slug_of(kSights[it.activity]), area, tail);
      case kTrack: return fmt::format("/en/track/{}/{}/{}", slug_of(kActivityNames[it.activity]), area, tail);
      case kReport: return "/en/current-conditions/" + tail;
      case kStory: return "/en/story/" + tail;
      default: return "/en/list/" + tail;
    }
  }
  // What an address shows, and whether in German.
  std::optional<std::pair<const Thing*, bool>> thing_at(const std::string& path) const {
    const bool brief = path.starts_with("/r/");
    if (!brief && (path.size() < 9 || path.back() != '/')) return {};
    const std::string stem = brief ? path : path.substr(0, path.size() - 1);
    const auto id = number_in(stem.substr(stem.rfind('/') + 1), "");
    const auto found = id ? things_.find(*id) : things_.end();
    if (found == things_.end()) return {};
    const bool de = path.starts_with("/de/");
    const Thing& it = found->second;
    if (!brief && (de && it.kind != kRoute && it.kind != kHut)) return {};
    if (!brief && path_to(it.kind, it.n, de) != path) return {};
    return std::pair(&it, de);
  }
  std::string member_name(size_t m) const {
    Dice dice(seed_, "member", m);
    return dice.chance(0.5) ? full_name(dice) : words_of(dice, 1) + std::to_string(dice.below(99));
  }
  std::string member_path(size_t m) const {
    return fmt::format("/en/member/{}/{}/", slug_of(member_name(m)), 500000 + m * 31);
  }
  std::string member_link(size_t m) const {
    return fmt::format(
        "<a class=\"flex items-center gap-1 text-gray-600\" href=\"{}\"><img class=\"rounded-full w-6\" src=\"/u/{}.jpg\" alt=\"\">{}</a>",
        member_path(m), m, member_name(m));
  }
  uint32_t figure(Kind k, size_t n, uint32_t which, uint32_t below) const {
    return uint32_t(mix(mix(seed_, k * 1000003 + n), which) % below);
  }
  std::string_view grade(size_t n) const { return kGrades[figure(kRoute, n, 1, 3)]; }

  // --- parts of pages ---
  static std::string frame(bool de, const std::string& title, const std::string& other,
                           const std::string& main) {
    std::string places, kinds;
    for (size_t p = 0; p < kCountries; ++p) places += item(place_path(p, de), place_name(p));
    for (size_t a = 0; a < kActivities; ++a)
      kinds += item(list_path(slug_of(de ? kGerman[a] : kActivityNames[a]), a % kCountries, de),
                    fmt::format("{} in {}", de ? kGerman[a] : kActivityNames[a], place_name(a % kCountries)));
    return fmt::format(
        "<!doctype html><html lang=\"{0}\"><head><meta charset=\"utf-8\"><title>{1} | Farwander</title>{2}<link rel=\"stylesheet\" href=\"/_next/static/app.css\"></head><body class=\"bg-white text-gray-900 antialiased\"><div id=\"__next\"><header class=\"sticky top-0 flex items-center justify-between px-4 h-14 border-b\"><a class=\"font-bold\" href=\"/{0}/\">Farwander</a>"
        "<nav class=\"hidden md:flex gap-4\"><a href=\"{3}\">{4}</a><a href=\"/en/community/\">Community</a><a href=\"/en/stories/\">{5}</a><a href=\"/en/conditions/\">{6}</a></nav><div class=\"flex gap-2\">{7}<a class=\"btn btn-primary\" href=\"/en/login/\">{8}</a></div></header>"
        "<main class=\"max-w-screen-xl mx-auto px-4\">{9}</main><footer class=\"bg-gray-100 mt-8 p-6 grid grid-cols-3\"><ul>{10}</ul><ul>{11}</ul><ul><li><a href=\"/en/help/\">{12}</a></li><li><a href=\"/en/help/3/\">{13}</a></li><li><a href=\"/en/avalanche/{14}/{15}/\">{16}</a></li></ul></footer>"
        "<div class=\"fixed bottom-0 inset-x-0 p-4 bg-white shadow\" role=\"dialog\"><p>{17}</p><button>OK</button></div></div></body></html>",
        t(de, "en", "de"), title,
        other.empty()
            ? ""
            : fmt::format("<link rel=\"alternate\" hreflang=\"{}\" href=\"{}\">", t(de, "de", "en"), other),
        list_path(t(de, "routes", "touren"), 0, de), t(de, "Find routes", "Touren finden"),
        t(de, "Stories", "Magazin"), t(de, "Conditions", "Bedingungen"),
        other.empty()
            ? ""
            : fmt::format("<a class=\"uppercase text-xs\" href=\"{}\">{}</a>", other, t(de, "de", "en")),
        t(de, "Log in", "Anmelden"), main, places, kinds, t(de, "Help", "Hilfe"),
        t(de, "Imprint", "Impressum"), slug_of(place_name(kCountries)), date_of(kToday, '-'),
        t(de, "Avalanches", "Lawinen"), t(de, "We use cookies.", "Wir verwenden Cookies."));
  }
  static std::string box(const std::string& head, const std::string& inner) {
    return fmt::format(
        "<section class=\"py-6 border-t\"><h2 class=\"text-xl font-semibold mb-3\">{}</h2>{}</section>", head,
        inner);
  }
  static std::string grid(const std::string& inner) {
    return "<div class=\"grid grid-cols-1 md:grid-cols-3 gap-4\">" + inner + "</div>";
  }
  // All kinds of things have the same card.
  std::string card(Kind k, size_t n, bool de) const {
    const Thing& it = things_.at(ids_[k][n]);
    const bool here = de && (k == kRoute || k == kHut);
    std::string facts, flag;
    if (k == kRoute || k == kTrack)
      facts = fmt::format(
          "<div class=\"flex gap-2 text-sm\"><span>{}.{} km</span><span>{}:{:02} h</span><span>{} m</span></div>",
          figure(k, n, 2, 30) + 2, figure(k, n, 3, 10), figure(k, n, 4, 9) + 1, figure(k, n, 5, 60),
          figure(k, n, 6, 1800) + 30);
    if (k == kReport)
      facts = fmt::format("<div class=\"text-sm\">{}</div>", date_of(kToday - figure(k, n, 2, 900), '.'));
    if (k == kRoute && n % 5 == 0) flag = fmt::format("<span class=\"badge bg-green-600\">{}</span>", "Top");
    if (k == kHut && n % 3) flag = fmt::format("<span class=\"badge\">{}</span>", t(de, "open", "geöffnet"));
    static constexpr std::string_view labels[] = {"", "Hut", "", "Track", "Conditions", "Story", "List"};
    const std::string label(k == kRoute || k == kTrack
                                ? de ? kGerman[it.activity] : kActivityNames[it.activity]
                            : k == kPoi ? kSights[it.activity]
                                        : labels[k]);
    return fmt::format(
        "<article class=\"rounded-lg shadow overflow-hidden\"><a class=\"block relative\" href=\"{0}\"><img class=\"w-full h-40 object-cover\" loading=\"lazy\" src=\"/img/{1}/s.jpg\" alt=\"\">{2}</a><div class=\"p-3\"><div class=\"text-xs text-gray-500\">{3} · <a href=\"{4}\">{5}</a></div><a class=\"font-semibold\" href=\"{0}\"><h3>{6}</h3></a>{7}{8}</div></article>",
        path_to(k, n, here), ids_[k][n], flag, label, place_path(area_place(it.area), de),
        place_name(area_place(it.area)), title_of(k, n), facts,
        k == kTrack || k == kReport || n % 4 == 0 ? member_link(it.member) : "");
  }
  static std::string crumbs(size_t p, bool de) {
    std::string out = link(place_path(p, de), place_name(p));
    while (p >= kCountries) {
      p = above(p);
      out = link(place_path(p, de), place_name(p)) + " / " + out;
    }
    return "<nav class=\"text-sm py-2 text-gray-500\" aria-label=\"breadcrumb\">" +
           link(t(de, "/en/", "/de/"), "Farwander") + " / " + out + "</nav>";
  }
  static std::string pager(size_t pages, size_t here, const std::string& root) {
    return "<nav class=\"flex justify-center gap-1 py-4\">" + paged(pages, here, root) + "</nav>";
  }
  std::vector<size_t> in_place(Kind k, size_t p) const {
    std::vector<size_t> out;
    for (size_t a = 0; a < kAreas; ++a)
      if (within(a, p)) out.insert(out.end(), of_area_[k][a].begin(), of_area_[k][a].end());
    return out;
  }
  std::string home(bool de) const {
    Dice dice(seed_, "home");
    std::string top, lists, stories, places;
    for (int i = 0; i < 6; ++i) top += card(kRoute, dice.below(uint32_t(kMany[kRoute])), de);
    for (int i = 0; i < 3; ++i) lists += card(kList, dice.below(uint32_t(kMany[kList])), de);
    for (size_t n = 0; n < 3; ++n) stories += card(kStory, n, de);
    for (size_t p = kCountries; p < kCountries + kRegions; ++p)
      places += item(place_path(p, de), place_name(p));
    return frame(de, t(de, "Out and about", "Draußen unterwegs"), t(de, "/de/", "/en/"),
                 fmt::format("<h1 class=\"text-4xl\">{}</h1>", t(de, "Where to next?", "Wohin geht es?")) +
                     box(t(de, "Popular", "Beliebt"), grid(top)) +
                     box(t(de, "Lists", "Listen"), grid(lists)) +
                     box(t(de, "Regions", "Regionen"), "<ul class=\"columns-3\">" + places + "</ul>") +
                     box(t(de, "Stories", "Magazin"), grid(stories)));
  }
  std::optional<std::string> made(const std::string& target) const {
    const std::string path = path_of(target);
    const size_t here = page_asked(target);
    if (path == "/" || path == "/en/") return home(false);
    if (path == "/de/") return home(true);
    if (const auto found = thing_at(path)) return thing(*found->first, found->second);
    if (const auto id = number_in(path, "/en/print/", "/")) return print(*id);
    if (path == "/en/login/" || path == "/en/gpx/")
      return frame(
          false, "Log in", "",
          "<form class=\"max-w-sm mx-auto\"><h1>Log in</h1><input name=\"mail\"><input name=\"password\" type=\"password\"><button class=\"btn\">Log in</button></form>");
    if (path == "/en/community/") return flow("Community", path, kTrack, here);
    if (path == "/en/conditions/") return flow("Current conditions", path, kReport, here);
    if (path == "/en/stories/") return flow("Stories", path, kStory, here);
    if (path == "/en/lists/") return flow("Lists", path, kList, here);
    if (path.starts_with("/en/member/")) return member(path, here);
    if (path.starts_with("/en/avalanche/")) return avalanche(path);
    if (path.starts_with("/en/help/")) return help(path);
    const bool de = path.starts_with("/de/");
    for (size_t p = 0; p < kPlaces; ++p) {
      const std::string tail = fmt::format("/{}/{}/", slug_of(place_name(p)), 10200 + p * 17);
      if (!path.ends_with(tail) || path.size() < tail.size() + 4) continue;
      const std::string what = path.substr(4, path.size() - 4 - tail.size());
      if (path == place_path(p, de)) return place(p, de);
      if (path == list_path(what, p, de)) return listed(what, p, de, target);
    }
    return {};
  }

  // --- places and lists ---
  std::string place(size_t p, bool de) const {
    Dice dice(seed_, de ? "ort" : "place", p);
    std::string out = crumbs(p, de) + "<h1 class=\"text-3xl font-bold\">" + place_name(p) + "</h1>", kinds,
                below;
    if (dice.chance(0.7)) out += "<div class=\"prose\">" + paragraphs(dice, talk(de), 3) + "</div>";
    const auto routes = in_place(kRoute, p);
    // In German, areas have no lists by activity.
    for (size_t a = 0; a < kActivities && (!de || p < kCountries + kRegions); ++a)
      if (std::ranges::any_of(routes, [&](size_t n) { return things_.at(ids_[kRoute][n]).activity == a; }))
        kinds += fmt::format("<a class=\"chip\" href=\"{}\">{}</a>",
                             list_path(slug_of(de ? kGerman[a] : kActivityNames[a]), p, de),
                             de ? kGerman[a] : kActivityNames[a]);
    out += box(
        t(de, "Activities", "Aktivitäten"),
        kinds + fmt::format("<a class=\"chip\" href=\"{}\">{}</a>",
                            list_path(t(de, "routes", "touren"), p, de), t(de, "All routes", "Alle Touren")));
    const auto some = [&](Kind k, const char* head, size_t most) {
      const auto all = in_place(k, p);
      std::string rows;
      for (size_t i = 0; i < std::min(most, all.size()); ++i)
        rows += card(k, all[(i * 37 + p) % all.size()], de);
      if (!rows.empty()) out += box(head, grid(rows));
    };
    some(kRoute, t(de, "Popular routes", "Beliebte Touren"), 3 + dice.below(4));
    if (dice.chance(0.8)) some(kHut, t(de, "Huts", "Hütten"), 3);
    if (dice.chance(0.8)) some(kPoi, t(de, "Sights", "Ausflugsziele"), 6);
    if (dice.chance(0.6)) some(kReport, t(de, "Latest conditions", "Aktuelle Bedingungen"), 3);
    if (!de)
      for (const char* what : {"huts", "sights", "tracks", "conditions"})
        out += fmt::format("<a class=\"btn\" href=\"{}\">All {}</a> ", list_path(what, p, de), what);
    for (size_t q = kCountries; q < kPlaces; ++q)
      if (above(q) == p) below += item(place_path(q, de), place_name(q));
    if (!below.empty()) out += box(t(de, "Places", "Orte"), "<ul class=\"columns-2\">" + below + "</ul>");
    return frame(de, place_name(p), place_path(p, !de), out);
  }
  std::optional<std::string> listed(const std::string& what, size_t p, bool de,
                                    const std::string& target) const {
    const std::string hard = de ? "" : parameter(target, "difficulty"),
                      sort = de ? "" : parameter(target, "sort");
    const Kind k = what == "huts"         ? kHut
                   : what == "sights"     ? kPoi
                   : what == "tracks"     ? kTrack
                   : what == "conditions" ? kReport
                                          : kRoute;
    if (de && k != kRoute) return {};
    std::string head = capital(what);
    auto all = in_place(k, p);
    if (k == kRoute && what != t(de, "routes", "touren")) {
      size_t a = 0;
      while (a < kActivities && slug_of(de ? kGerman[a] : kActivityNames[a]) != what) ++a;
      if (a == kActivities || (de && p >= kCountries + kRegions)) return {};
      head = std::string(de ? kGerman[a] : kActivityNames[a]);
      std::erase_if(all, [&](size_t n) { return things_.at(ids_[k][n]).activity != a; });
      if (all.empty()) return {};
    }
    if (!hard.empty()) std::erase_if(all, [&](size_t n) { return grade(n) != hard; });
    if (sort == "distance") std::ranges::stable_sort(all, {}, [&](size_t n) { return figure(k, n, 2, 30); });
    if (sort == "newest") std::ranges::sort(all, std::greater());
    const size_t here = page_asked(target);
    const auto slice = slice_of(all.size(), here, 18);
    if (!slice) return {};
    const std::string root = list_path(what, p, de);
    std::string rows, chips;
    for (size_t i = slice->from; i < slice->to; ++i) rows += card(k, all[i], de);
    if (what == "routes" && p < kCountries + kRegions) {
      for (const auto g : kGrades)
        chips += fmt::format("<a class=\"chip\" rel=\"nofollow\" href=\"{}{}\">{}</a>", root,
                             query_of({{"difficulty", std::string(g)}}), g);
      for (const char* by : {"distance", "newest"})
        chips += fmt::format("<a class=\"chip\" href=\"{}{}\">{}</a>", root, query_of({{"sort", by}}), by);
    }
    const std::string title = fmt::format("{} in {}", head, place_name(p));
    return frame(
        de, fmt::format("{} {} {} {}", title, hard, sort, here + 1),
        k == kRoute && !de ? place_path(p, true) : "",
        crumbs(p, de) +
            fmt::format(
                "<h1 class=\"text-3xl font-bold\">{}</h1><p>{}</p><div class=\"flex flex-wrap gap-2\">{}</div>",
                title, all.size(), chips) +
            (rows.empty() ? "<p>Nothing found.</p>" : grid(rows)) +
            pager(slice->pages, here, root + query_of({{"difficulty", hard}, {"sort", sort}})));
  }
  std::optional<std::string> flow(const std::string& head, const std::string& path, Kind k,
                                  size_t here) const {
    const auto slice = slice_of(kMany[k], here, 24);
    if (!slice) return {};
    std::string rows;
    for (size_t n = slice->from; n < slice->to; ++n) rows += card(k, n, false);
    return frame(false, fmt::format("{} {}", head, here + 1), "",
                 "<h1 class=\"text-3xl font-bold\">" + head + "</h1>" + grid(rows) +
                     pager(slice->pages, here, path) + link("/en/lists/", "All lists"));
  }

  // --- what ends in a number ---
  std::string thing(const Thing& it, bool de) const {
    Dice dice(seed_, "page", it.kind * 100000 + it.n);
    const std::string title = title_of(it.kind, it.n), ours = around(it, de);
    const auto& real = it.kind == kRoute ? real_details : real_decoys;
    if (!real.empty() && (it.kind == kRoute || it.kind == kTrack || it.kind == kStory || it.kind == kPoi))
      return with_links(real[(it.n + it.kind * 5) % real.size()],
                        fmt::format("{} ({}) {}", title, ids_[it.kind][it.n], t(de, "", "de")), ours);
    std::string out = crumbs(area_place(it.area), de);
    switch (it.kind) {
      case kRoute: out += route(it, de, dice); break;
      case kHut: out += hut(it, de, dice); break;
      case kPoi: out += poi(it, dice); break;
      case kTrack: out += track(it, dice); break;
      case kReport: out += report(it, dice); break;
      case kStory:
        out = "<article class=\"prose mx-auto\"><h1>" + title + "</h1><p class=\"lead\">" +
              prose(dice, kTalk, 2) + "</p>" + paragraphs(dice, kTalk, 10) + "</article>";
        break;
      default:
        out = "<h1 class=\"text-3xl font-bold\">" + title + "</h1>" +
              (dice.chance(0.7) ? "<p>" + prose(dice, kTalk, 2) + "</p>" : "");
        break;
    }
    return frame(
        de,
        fmt::format("{} • {}", title,
                    it.kind == kStory || it.kind == kList ? "Farwander" : place_name(area_place(it.area))),
        it.kind == kRoute || it.kind == kHut ? path_to(it.kind, it.n, !de) : "", out + ours);
  }
  // The links of a page: what belongs to it, and what is near.
  std::string around(const Thing& it, bool de) const {
    Dice dice(seed_, "around", it.kind * 100000 + it.n);
    std::string out, rows;
    const auto some = [&](Kind k, uint32_t most) {
      const auto& near = of_area_[k][it.area];
      for (uint32_t i = dice.below(most + 1); i > 0 && !near.empty(); --i)
        rows += card(k, near[dice.below(uint32_t(near.size()))], de);
    };
    if (it.kind == kRoute && it.n < kWays * kStages) {
      const size_t lead = it.n / kStages * kStages;
      for (size_t n = lead; n < lead + kStages; ++n)
        if (n != it.n) rows += item(path_to(kRoute, n, de), title_of(kRoute, n));
      out += box(t(de, "Stages", "Etappen"), "<ol class=\"list-decimal pl-4\">" + rows + "</ol>");
    } else if (it.kind == kList || it.kind == kStory) {
      for (uint32_t i = it.kind == kList ? dice.below(12) + 4 : dice.below(4); i > 0; --i) {
        const Kind k = dice.chance(0.65) ? kRoute : dice.chance(0.5) ? kPoi : kHut;
        rows += card(k, dice.below(uint32_t(kMany[k])), de);
      }
      out += rows.empty() ? "" : grid(rows);
    } else if (it.kind == kReport) {
      if (it.about)
        out += dice.chance(0.6) ? box("Route", card(kRoute, *it.about, de))
                                : fmt::format("<p>Route: <a href=\"/r/{0}\">farwander.example/r/{0}</a></p>",
                                              ids_[kRoute][*it.about]);
    }
    rows.clear();
    if (it.kind == kRoute || it.kind == kHut || it.kind == kPoi) {
      some(kRoute, 5), some(kPoi, 4), some(kHut, 2);
      if (dice.chance(0.5)) some(kTrack, 2);
    } else if (it.kind == kTrack) some(kTrack, 3), some(kRoute, 2);
    else if (it.kind == kReport) some(kReport, 4);
    if (!rows.empty()) out += box(t(de, "Nearby", "In der Nähe"), grid(rows));
    if (it.kind == kStory)
      out += box("Read on", grid(card(kStory, (it.n + 17) % kMany[kStory], de) +
                                 card(kStory, (it.n + 90) % kMany[kStory], de)));
    if (it.kind == kRoute && dice.chance(0.01))
      out += link(fmt::format("/r/{}", 9100000 + dice.below(99999)), t(de, "Alternative", "Variante"));
    if (it.kind == kRoute)
      out += fmt::format(
          "<div class=\"flex gap-2\"><a class=\"btn\" href=\"/en/print/{}/\">{}</a><a class=\"btn\" href=\"/en/gpx/\">GPX</a></div>",
          ids_[it.kind][it.n], t(de, "Print", "Drucken"));
    if (it.kind != kList) out += "<p>" + member_link(it.member) + "</p>";
    return out;
  }
  std::string hero(const Thing& it, const std::string& label, Dice& dice) const {
    std::string out = "<div class=\"grid grid-cols-4 gap-1\">";
    for (uint32_t i = dice.below(5) + 1; i > 0; --i)
      out += "<img class=\"object-cover\" src=\"/img/l.jpg\" alt=\"\">";
    out += fmt::format(
        "</div><div class=\"text-sm text-gray-500\">{}</div><h1 class=\"text-3xl font-bold\">{}</h1>", label,
        title_of(it.kind, it.n));
    if (dice.chance(0.7))
      out += fmt::format(
          "<div class=\"flex items-center gap-1\"><span class=\"text-yellow-500\">★</span>{}.{} ({})</div>",
          dice.below(2) + 3, dice.below(10), dice.below(90) + 1);
    return out;
  }
  static std::string stats(bool de, Dice& dice) {
    return fmt::format(
        "<dl class=\"grid grid-cols-5 text-center\"><div><dt>{}</dt><dd>{}.{} km</dd></div><div><dt>{}</dt><dd>{}:{:02} h</dd></div><div><dt>{}</dt><dd>{} m</dd></div><div><dt>{}</dt><dd>{} m</dd></div></dl>",
        t(de, "Distance", "Strecke"), dice.below(30) + 2, dice.below(10), t(de, "Duration", "Dauer"),
        dice.below(9) + 1, dice.below(60), t(de, "Ascent", "Aufstieg"), dice.below(1800) + 30,
        t(de, "Descent", "Abstieg"), dice.below(1800) + 30);
  }
  std::string voices(bool de, uint32_t most, Dice& dice) const {
    std::string out;
    for (uint32_t i = dice.below(most) + 1; i > 0; --i) {
      out += fmt::format("<div class=\"flex gap-3 py-3\">{}<div><p>{}</p>", member_link(dice.below(kMembers)),
                         prose(dice, kTalk, 1 + dice.below(3)));
      if (dice.chance(0.2)) out += "<img class=\"rounded w-24\" src=\"/img/c.jpg\" alt=\"\">";
      out += "</div></div>";
    }
    return box(t(de, "Questions and comments", "Fragen und Kommentare"), out);
  }
  std::string route(const Thing& it, bool de, Dice& dice) const {
    const Words words = talk(de);
    std::string out = hero(it,
                           std::string(de ? kGerman[it.activity] : kActivityNames[it.activity]) +
                               (it.n % 5 == 0 ? " · Top" : ""),
                           dice);
    out += fmt::format("<div class=\"badge\">{}</div>", grade(it.n)) + stats(de, dice);
    if (dice.chance(0.9)) out += "<p class=\"text-lg\">" + prose(dice, words, 1 + dice.below(2)) + "</p>";
    out += "<div class=\"h-64 bg-gray-200\" id=\"map\"></div>";
    if (dice.chance(0.8))
      out += "<svg class=\"w-full h-32\" viewBox=\"0 0 100 20\"><path d=\"M0 9L100 3\"></path></svg>";
    if (dice.chance(0.7)) {
      out += "<dl class=\"grid grid-cols-2\">";
      for (const char* fact : {"Technique", "Stamina", "Experience", "Landscape", "Highest point",
                               "Lowest point", "Best time of year", "Exposition"})
        if (dice.chance(0.6)) out += fmt::format("<dt>{}</dt><dd>{}</dd>", fact, dice.below(3000));
      out += "</dl>";
    }
    if (dice.chance(0.3))
      out += fmt::format("<div class=\"rounded bg-yellow-50 p-3\"><h3>{}</h3><p>{}</p></div>",
                         t(de, "Author's tip", "Autorentipp"), prose(dice, words, 1));
    if (dice.chance(0.25)) {
      out += "<ul class=\"flex gap-2\">";
      for (uint32_t i = dice.below(6) + 1; i > 0; --i)
        out += "<li class=\"chip\">" + std::string(pick(dice, kThings)) + "</li>";
      out += "</ul>";
    }
    if (dice.chance(0.12))
      out +=
          fmt::format("<div class=\"rounded bg-red-50 p-3\" role=\"alert\">{}</div>", prose(dice, words, 1));
    if (dice.chance(0.9)) out += box(t(de, "Directions", "Wegbeschreibung"), paragraphs(dice, words, 8));
    if (dice.chance(0.45)) out += box(t(de, "Safety", "Sicherheitshinweise"), paragraphs(dice, words, 2));
    if (dice.chance(0.6))
      out += box(t(de, "Getting there", "Anfahrt"),
                 "<h3>Bus</h3><p>" + prose(dice, words, 1) + "</p>" +
                     (dice.chance(0.6) ? "<h3>P</h3><p>" + prose(dice, words, 1) + "</p>" : ""));
    if (dice.chance(0.35)) {
      std::string gear;
      for (uint32_t i = dice.below(12) + 2; i > 0; --i) gear += "<li>" + phrase(dice, words, 2) + "</li>";
      out += box(t(de, "Equipment", "Ausrüstung"), "<ul class=\"list-disc pl-4\">" + gear + "</ul>");
    }
    if (dice.chance(0.5)) out += voices(de, dice.chance(0.15) ? 30 : 6, dice);
    const auto& reports = of_area_[kReport][it.area];
    std::string rows;
    for (const size_t n : reports)
      if (things_.at(ids_[kReport][n]).about == it.n)
        rows += item(path_to(kReport, n), date_of(kToday - figure(kReport, n, 2, 900), '.'));
    if (!rows.empty()) out += box(t(de, "Conditions", "Bedingungen"), "<ul>" + rows + "</ul>");
    return out;
  }
  std::string hut(const Thing& it, bool de, Dice& dice) const {
    const Words words = talk(de);
    std::string out = hero(it, fmt::format("{} · {} m", t(de, "Hut", "Hütte"), dice.below(2000) + 800), dice);
    out += "<table class=\"w-full text-sm\">";
    for (const char* fact : {"Beds", "Dormitory", "Winter room", "Open", "Phone", "Owner", "Dogs"})
      if (dice.chance(0.6)) out += fmt::format("<tr><td>{}</td><td>{}</td></tr>", fact, dice.below(200));
    out += "</table>";
    if (dice.chance(0.8)) out += box(t(de, "About", "Beschreibung"), paragraphs(dice, words, 4));
    out += "<div class=\"h-64 bg-gray-200\" id=\"map\"></div>";
    if (dice.chance(0.5))
      out += box(t(de, "Getting there", "Anfahrt"), "<p>" + prose(dice, words, 2) + "</p>");
    if (dice.chance(0.4)) out += voices(de, 8, dice);
    return out;
  }
  std::string poi(const Thing& it, Dice& dice) const {
    std::string out = hero(it, std::string(kSights[it.activity]), dice);
    if (dice.chance(0.7)) out += "<p class=\"text-lg\">" + prose(dice, kTalk, 1 + dice.below(3)) + "</p>";
    out += "<div class=\"h-64 bg-gray-200\" id=\"map\"></div>";
    if (dice.chance(0.4)) out += box("About", paragraphs(dice, kTalk, 3));
    if (dice.chance(0.4)) out += box("Getting there", "<p>" + prose(dice, kTalk, 2) + "</p>");
    if (dice.chance(0.2)) out += voices(false, 4, dice);
    return out;
  }
  std::string track(const Thing& it, Dice& dice) const {
    std::string out =
        hero(it, "Recorded track · " + std::string(kActivityNames[it.activity]), dice) + stats(false, dice);
    out +=
        "<div class=\"h-64 bg-gray-200\" id=\"map\"></div><svg class=\"w-full h-32\" viewBox=\"0 0 100 20\"><path d=\"M0 3L100 9\"></path></svg>";
    out += fmt::format("<p class=\"text-sm\">{} · average {}.{} km/h</p>",
                       date_of(kToday - dice.below(2000), '.'), dice.below(12) + 2, dice.below(10));
    if (dice.chance(0.4)) out += "<p>" + prose(dice, kTalk, 1 + dice.below(3)) + "</p>";
    if (dice.chance(0.2)) out += voices(false, 4, dice);
    return out;
  }
  std::string report(const Thing& it, Dice& dice) const {
    std::string out = fmt::format(
        "<div class=\"text-sm\">Conditions of {}</div><h1 class=\"text-3xl font-bold\">{}</h1><div class=\"flex gap-2\"><span class=\"badge\">{}</span><span>{}</span></div><p>{}</p>",
        date_of(kToday - figure(kReport, it.n, 2, 900), '.'), title_of(kReport, it.n),
        dice.chance(0.5) ? "good" : "fair", pick(dice, kActivityNames),
        prose(dice, kTalk, 1 + dice.below(5)));
    if (dice.chance(0.6)) {
      out += "<div class=\"grid grid-cols-4 gap-1\">";
      for (uint32_t i = dice.below(8) + 1; i > 0; --i)
        out += "<figure><img src=\"/img/r.jpg\" alt=\"\"></figure>";
      out += "</div>";
    }
    if (dice.chance(0.3)) out += voices(false, 4, dice);
    return out;
  }
  std::optional<std::string> print(size_t id) const {
    const auto found = things_.find(id);
    if (found == things_.end() || found->second.kind != kRoute) return {};
    const Thing& it = found->second;
    Dice dice(seed_, "page", it.kind * 100000 + it.n);
    return fmt::format(
        "<!doctype html><html><head><title>Print: {0}</title></head><body class=\"print\"><h1>{0}</h1><img src=\"/map/{1}.png\" alt=\"\">{2}{3}<p>{4}</p></body></html>",
        title_of(kRoute, it.n), id, stats(false, dice), paragraphs(dice, kTalk, 6),
        link(path_to(kRoute, it.n), "Back to the route"));
  }

  // --- members, bulletins, help ---
  std::optional<std::string> member(const std::string& path, size_t here) const {
    const std::string stem = path.substr(0, path.size() - 1);
    const auto id = number_in(stem.substr(stem.rfind('/') + 1), "");
    if (!id || *id < 500000 || (*id - 500000) % 31 || (*id - 500000) / 31 >= kMembers) return {};
    const size_t m = (*id - 500000) / 31;
    if (member_path(m) != path) return {};
    std::vector<std::pair<Kind, size_t>> all;
    for (const auto& [key, it] : things_)
      if (it.member == m && it.kind != kPoi && it.kind != kList) all.emplace_back(it.kind, it.n);
    const auto slice = slice_of(all.size(), here, 18);
    if (!slice) return {};
    Dice dice(seed_, "member page", m);
    std::string rows;
    for (size_t i = slice->from; i < slice->to; ++i) rows += card(all[i].first, all[i].second, false);
    return frame(
        false, fmt::format("{} {}", member_name(m), here + 1), "",
        fmt::format(
            "<div class=\"flex gap-4\"><img class=\"rounded-full\" src=\"/u/{}.jpg\" alt=\"\"><h1>{}</h1></div>{}",
            m, member_name(m), dice.chance(0.4) ? "<p>" + prose(dice, kTalk, 1) + "</p>" : "") +
            box("Activity", grid(rows)) + pager(slice->pages, here, path));
  }
  std::optional<std::string> avalanche(const std::string& path) const {
    for (size_t p = kCountries; p < kCountries + kRegions; ++p) {
      const std::string root = "/en/avalanche/" + slug_of(place_name(p)) + "/";
      if (!path.starts_with(root) || path.back() != '/') continue;
      const auto day = day_of(path.substr(root.size(), path.size() - root.size() - 1));
      if (!day || *day > kToday || root + date_of(*day, '-') + "/" != path) return {};
      Dice dice(seed_, path);
      std::string others;
      for (size_t q = kCountries; q < kCountries + kRegions; ++q)
        others += item(fmt::format("/en/avalanche/{}/{}/", slug_of(place_name(q)), date_of(kToday, '-')),
                       place_name(q));
      return frame(
          false, fmt::format("Avalanches {} {}", place_name(p), date_of(*day, '-')), "",
          fmt::format(
              "<h1 class=\"text-3xl\">Avalanche bulletin {}</h1><p>Level {}</p><p>{}</p><nav>{} {}</nav>",
              place_name(p), dice.below(5) + 1, prose(dice, kTalk, 3),
              link(root + date_of(*day - 1, '-') + "/", "Day before"),
              *day < kToday ? link(root + date_of(*day + 1, '-') + "/", "Day after") : "") +
              (*day == kToday ? "<ul>" + others + "</ul>" : "") + link(place_path(p, false), place_name(p)));
    }
    return {};
  }
  std::optional<std::string> help(const std::string& path) const {
    std::string rows;
    if (path == "/en/help/") {
      for (size_t n = 0; n < kHelp; ++n)
        rows += item(fmt::format("/en/help/{}/", n), fmt::format("Question {}", n + 1));
      return frame(false, "Help", "", "<h1>Help</h1><ul>" + rows + "</ul>");
    }
    const auto n = number_in(path, "/en/help/", "/");
    if (!n || *n >= kHelp) return {};
    Dice dice(seed_, "help", *n);
    return frame(false, fmt::format("Help {}", *n + 1), "",
                 "<h1>" + capital(phrase(dice, kTalk, 5)) + "?</h1><div class=\"prose\">" +
                     paragraphs(dice, kTalk, 5) + "</div>" + link("/en/help/", "All questions"));
  }

  uint64_t seed_;
  std::map<size_t, Thing> things_;
  std::vector<size_t> ids_[kKinds];
  std::vector<std::vector<size_t>> of_area_[kKinds];
};

}  // namespace

std::unique_ptr<MadeSite> hikes_site(uint64_t seed) { return std::make_unique<Hikes>(seed); }

}  // namespace bench
