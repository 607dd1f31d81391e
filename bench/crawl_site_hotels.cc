// A made-up site: a guide to hotels in three languages. See crawl_site.h.
#include <map>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_parts.h"

namespace bench {
namespace {

// --- hotels: a travel guide in three languages, each with section names of its own
// (/en/stay/mapleham/grand-river-3051). Wanted is the page of a hotel in every language. Campsites have the
// same kind of address, restaurants and sights nearly the same page; rooms, reviews and maps hang below each
// hotel. Ways: regions, towns, lists by stars and order, what is nearby, and offers by day without end, which
// link hotels with the day of arrival.
class Hotels : public MadeSite {
 public:
  explicit Hotels(uint64_t seed) : seed_(seed) {
    for (size_t p = 0; p < kPlaces; ++p) {
      Dice dice(seed_, "place", p);
      const uint32_t rooms = p < kHotels ? dice.below(3) + 1 : 0;
      places_.push_back({dice.below(kTowns), dice.below(4) + 2, rooms, dice.below(3)});
      by_id_[id_of(p)] = p;
    }
  }
  std::string name() const override { return "hotels"; }
  size_t details() const override { return kHotels * kLanguages; }
  std::string detail_path(size_t n) const override { return place_path(n / kHotels, n % kHotels); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const std::string path = path_of(target);
    const auto language = language_of(path);
    const auto p = language ? place_of(*language, path) : std::nullopt;
    return p && *p < kHotels ? std::optional(*language * kHotels + *p) : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    if (target == "/") return welcome();
    const std::string path = path_of(target);
    const auto language = language_of(path);
    if (!language) return {};
    const size_t l = *language;
    const std::string rest = path.size() > 4 ? path.substr(4) : "";
    if (rest.empty()) return home(l);
    if (rest == "hotels" || rest == "places") return list(l, rest, target);
    if (rest == "offers") return offers(l, parameter(target, "date"));
    if (const auto n = number_in(rest, "region/"); n && *n < kRegions) return region(l, *n);
    if (const auto n = number_in(rest, "guide/"); n && *n < kGuides) return guide(l, *n);
    if (const auto n = number_in(rest, "info/"); n && *n < 12) return info(l, *n);
    for (size_t t = 0; t < kTowns; ++t)
      if (rest == "town/" + town_slug(t)) return town(l, t);
    if (const auto p = place_of(l, path)) return place(l, *p);
    return below_place(l, path);
  }

 private:
  static constexpr size_t kLanguages = 3, kHotels = 420, kStays = 520, kEats = 760, kPlaces = 900,
                          kTowns = 44, kRegions = 8, kGuides = 110;
  struct Place {
    size_t town, stars, rooms, review_pages;
  };
  static constexpr const char* kCodes[] = {"en", "de", "fr"};
  static constexpr const char* kSections[][3] = {
      {"stay", "eat", "see"}, {"unterkunft", "essen", "sehen"}, {"sejour", "table", "visite"}};
  // Words of the frame and of headings: hotels, restaurants, sights, offers, rooms, reviews, map, nearby,
  // facilities, hours.
  static constexpr const char* kLabels[][10] = {
      {"Hotels", "Restaurants", "Sights", "Offers", "Rooms", "Reviews", "Map", "Nearby", "Facilities",
       "Opening hours"},
      {"Hotels", "Gaststätten", "Sehenswertes", "Angebote", "Zimmer", "Bewertungen", "Karte", "In der Nähe",
       "Ausstattung", "Öffnungszeiten"},
      {"Hôtels", "Restaurants", "À voir", "Offres", "Chambres", "Avis", "Carte", "À proximité", "Équipements",
       "Horaires"}};

  static std::optional<size_t> language_of(const std::string& path) {
    for (size_t l = 0; l < kLanguages; ++l)
      if (path.size() >= 3 && path.substr(1, 2) == kCodes[l] && (path.size() == 3 || path[3] == '/'))
        return l;
    return {};
  }
  static size_t section_of(size_t p) { return p < kStays ? 0 : p < kEats ? 1 : 2; }
  static std::string town_slug(size_t t) { return std::string(kWords[t % 24]) + (t < 24 ? "ham" : "burg"); }
  size_t id_of(size_t p) const { return 3000 + p * 617 % kPlaces * 3 + seed_ % 3; }
  std::string place_name(size_t p) const {
    Dice dice(seed_, "named", p);
    return words_of(dice, 2 + dice.below(2));
  }
  std::string place_path(size_t l, size_t p) const {
    std::string slug = place_name(p);
    std::replace(slug.begin(), slug.end(), ' ', '-');
    return fmt::format("/{}/{}/{}/{}-{}", kCodes[l], kSections[l][section_of(p)], town_slug(places_[p].town),
                       slug, id_of(p));
  }
  std::optional<size_t> place_of(size_t l, const std::string& path) const {
    const size_t dash = path.rfind('-');
    const auto id = dash == std::string::npos ? std::nullopt : number_in(path.substr(dash + 1), "");
    const auto found = id ? by_id_.find(*id) : by_id_.end();
    if (found == by_id_.end() || place_path(l, found->second) != path) return {};
    return found->second;
  }
  std::string anchor(size_t l, size_t p) const { return link(place_path(l, p), place_name(p)); }

  // `same`: the addresses of this page in all languages; empty: there are none, and the switch leads to the
  // homes.
  std::string frame(size_t l, const std::string& title, const std::string& main,
                    const std::vector<std::string>& same = {}) const {
    std::string menu, languages, foot;
    const std::string root = fmt::format("/{}", kCodes[l]);
    menu += item(root + "/hotels", kLabels[l][0]) + item(root + "/places?kind=eat", kLabels[l][1]) +
            item(root + "/places?kind=see", kLabels[l][2]) +
            item(root + "/offers?date=2025-06-01", kLabels[l][3]) + item(root + "/guide/0", "Magazine");
    for (size_t o = 0; o < kLanguages; ++o)
      if (o != l) languages += link(same.empty() ? fmt::format("/{}", kCodes[o]) : same[o], kCodes[o]) + " ";
    for (size_t i = 0; i < 5; ++i) foot += item(fmt::format("{}/info/{}", root, i), words_of_info(i));
    for (size_t r = 0; r < kRegions; ++r)
      foot += item(fmt::format("{}/region/{}", root, r), fmt::format("Region {}", r + 1));
    return fmt::format(
        "<!doctype html><html lang={}><head><meta charset=utf-8><title>{}</title></head><body><div id=top>{}<div class=lang>{}</div>"
        "<ul class=nav>{}</ul></div><div id=page>{}</div><div id=foot><ul>{}</ul></div></body></html>",
        kCodes[l], title, link(root, "<img src=/logo.svg>"), languages, menu, main, foot);
  }
  static std::string words_of_info(size_t i) {
    constexpr const char* kNames[] = {"About", "Contact", "Terms", "Privacy", "Press"};
    return kNames[i % 5];
  }

  std::string welcome() const {
    std::string out = "<h1>Welcome</h1><ul class=choose>";
    for (const char* code : kCodes) out += item(fmt::format("/{}", code), code);
    return frame(0, "Welcome", out + "</ul>");
  }
  std::string home(size_t l) const {
    std::string regions, guides, stays;
    Dice dice(seed_, "home", l);
    for (size_t r = 0; r < kRegions; ++r)
      regions +=
          fmt::format("<div class=tile><img src=/r{}.jpg>{}</div>", r,
                      link(fmt::format("/{}/region/{}", kCodes[l], r), fmt::format("Region {}", r + 1)));
    for (int i = 0; i < 6; ++i)
      guides += item(fmt::format("/{}/guide/{}", kCodes[l], dice.below(kGuides)), words_of(dice, 4));
    for (int i = 0; i < 5; ++i) stays += "<li>" + anchor(l, dice.below(kPlaces)) + "</li>";
    return frame(l, "Travel guide",
                 "<h1>Travel guide</h1>" + regions + "<ul class=guides>" + guides + "</ul><ul class=tips>" +
                     stays + "</ul>");
  }
  std::string region(size_t l, size_t r) const {
    Dice dice(seed_, "region", r);
    std::string towns, tips;
    for (size_t t = r; t < kTowns; t += kRegions)
      towns += item(fmt::format("/{}/town/{}", kCodes[l], town_slug(t)), town_slug(t));
    for (size_t p = kEats; p < kPlaces && tips.size() < 900; ++p)
      if (places_[p].town % kRegions == r) tips += "<li>" + anchor(l, p) + "</li>";
    return frame(l, fmt::format("Region {} {}", r + 1, kCodes[l]),
                 fmt::format("<h1>Region {}</h1><p>{}</p><ul class=towns>{}</ul><h2>{}</h2><ul>{}</ul>",
                             r + 1, sentences(dice, 4), towns, kLabels[l][2], tips));
  }
  std::string town(size_t l, size_t t) const {
    Dice dice(seed_, "town", t);
    const std::string slug = town_slug(t);
    std::string tips[3], stars;
    size_t shown[3] = {};
    for (size_t p = 0; p < kPlaces; ++p)
      if (const size_t s = section_of(p); places_[p].town == t && shown[s]++ < 4)
        tips[s] += "<li>" + anchor(l, p) + "</li>";
    for (size_t i = 2; i < 6; ++i)
      stars +=
          link(fmt::format("/{}/hotels?town={}&stars={}", kCodes[l], slug, i), fmt::format("{}*", i)) + " ";
    const std::string all[] = {fmt::format("/{}/hotels?town={}", kCodes[l], slug),
                               fmt::format("/{}/places?kind=eat&town={}", kCodes[l], slug),
                               fmt::format("/{}/places?kind=see&town={}", kCodes[l], slug)};
    std::string out = fmt::format("<h1>{}</h1><img src=/t/{}.jpg><p>{}</p><p class=stars>{}</p>", slug, t,
                                  sentences(dice, 3), stars);
    for (size_t s = 0; s < 3; ++s)
      out += fmt::format("<section><h2>{}</h2><ul>{}</ul><p>{}</p></section>", kLabels[l][s], tips[s],
                         link(all[s], "+"));
    return frame(l, slug, out + link(fmt::format("/{}/region/{}", kCodes[l], t % kRegions), "Region"));
  }

  struct Filter {
    std::string kind, town, stars, sort;
    size_t page = 0;
  };
  static std::string address(size_t l, const std::string& which, const Filter& filter) {
    std::string out;
    const auto add = [&](std::string_view key, const std::string& value) {
      if (!value.empty()) out += fmt::format("{}{}={}", out.empty() ? '?' : '&', key, value);
    };
    add("kind", filter.kind), add("town", filter.town), add("stars", filter.stars);
    add("sort", filter.sort), add("page", filter.page ? std::to_string(filter.page + 1) : "");
    return fmt::format("/{}/{}{}", kCodes[l], which, out);
  }
  bool fits(size_t p, const Filter& filter) const {
    const size_t section = filter.kind == "eat" ? 1 : filter.kind == "see" ? 2 : 0;
    return section_of(p) == section && (filter.town.empty() || town_slug(places_[p].town) == filter.town) &&
           (filter.stars.empty() || (p < kHotels && std::to_string(places_[p].stars) == filter.stars));
  }
  std::string filters(size_t l, const std::string& which, const Filter& filter) const {
    std::string out = "<div class=filter>";
    const auto add = [&](std::string Filter::* part, const std::string& value) {
      Filter other = filter;
      other.*part = value;
      other.page = 0;
      out += link(address(l, which, other), value) + " ";
    };
    if (which == "hotels")
      for (size_t i = 2; i < 6; ++i) add(&Filter::stars, std::to_string(i));
    for (const char* sort : {"price", "score", "name"}) add(&Filter::sort, sort);
    if (filter.town.empty())
      for (size_t t = 0; t < kTowns; t += 3) add(&Filter::town, town_slug(t));
    return out + "</div>";
  }
  std::optional<std::string> list(size_t l, const std::string& which, const std::string& target) const {
    const int asked = std::atoi(parameter(target, "page").c_str());
    Filter filter{parameter(target, "kind"), parameter(target, "town"), parameter(target, "stars"),
                  parameter(target, "sort"), size_t(asked > 1 ? asked - 1 : 0)};
    if ((which == "places") != (filter.kind == "eat" || filter.kind == "see")) return {};
    const size_t step = filter.sort.empty()      ? 7
                        : filter.sort == "price" ? 61
                        : filter.sort == "score" ? 113
                                                 : 1;
    std::string rows, pager;
    size_t all = 0;
    for (size_t i = 0; i < kPlaces; ++i) {
      const size_t p = (i * step + 5) % kPlaces;
      if (!fits(p, filter) || all++ / 12 != filter.page) continue;
      rows += fmt::format("<div class=hit><img src=/p/{}.jpg><h3>{}</h3><p>{}</p>{}</div>", p, anchor(l, p),
                          town_slug(places_[p].town),
                          p < kHotels ? link(place_path(l, p) + "/reviews/1", kLabels[l][5]) : "");
    }
    if (rows.empty() && filter.page) return {};
    const size_t pages = (all + 11) / 12, here = filter.page;
    for (filter.page = here > 2 ? here - 2 : 0; filter.page < std::min(pages, here + 3); ++filter.page)
      pager += link(address(l, which, filter), std::to_string(filter.page + 1)) + " ";
    filter.page = here;
    return frame(l, fmt::format("{} {}", all, target),
                 fmt::format("<h1>{} {}</h1>{}<div class=hits>{}</div><p class=pager>{}</p>", all, which,
                             filters(l, which, filter), rows, pager));
  }
  std::optional<std::string> offers(size_t l, const std::string& date) const {
    const auto day = day_of(date);
    if (!day) return {};
    Dice dice(seed_, "offers", uint64_t(*day));
    std::string rows, days;
    for (uint32_t i = dice.below(5); i > 0; --i) {
      const size_t p = dice.below(kHotels);
      rows += fmt::format("<tr><td>{}</td><td>-{}%</td></tr>",
                          link(place_path(l, p) + "?checkin=" + date, place_name(p)), dice.below(40) + 5);
    }
    for (const long d : {*day - 30, *day - 1, *day + 1, *day + 2, *day + 7, *day + 30})
      days += link(fmt::format("/{}/offers?date={}", kCodes[l], date_of(d, '-')), date_of(d, '.')) + " ";
    return frame(l, kLabels[l][3] + (" " + date),
                 fmt::format("<h1>{} {}</h1><p class=days>{}</p><table class=offers>{}</table>",
                             kLabels[l][3], date, days, rows));
  }

  static std::string rows_of(Dice& dice, uint32_t least, uint32_t more, const char* kind) {
    std::string out = fmt::format("<table class={}>", kind);
    for (uint32_t i = least + dice.below(more); i > 0; --i)
      out += fmt::format("<tr><th>{}</th><td>{}</td></tr>", words_of(dice, 1), words_of(dice, 2));
    return out + "</table>";
  }
  static std::string bullets(Dice& dice, uint32_t least, uint32_t more, const char* kind) {
    std::string out = fmt::format("<ul class={}>", kind);
    for (uint32_t i = least + dice.below(more); i > 0; --i) out += "<li>" + words_of(dice, 2) + "</li>";
    return out + "</ul>";
  }
  static std::string opinions(Dice& dice, uint32_t count) {
    std::string out;
    for (uint32_t i = 0; i < count; ++i)
      out += fmt::format("<div class=opinion><b>{}</b> <em>{}/10</em><p>{}</p></div>", words_of(dice, 1),
                         dice.below(10) + 1, sentences(dice, 1 + dice.below(3)));
    return out;
  }
  // Links that every place has below: the town, what is near, and for hotels rooms, reviews and map.
  std::string around(size_t l, size_t p) const {
    Dice dice(seed_, "around", p);
    const std::string path = place_path(l, p), slug = town_slug(places_[p].town);
    std::string out;
    if (p < kHotels) {
      out += "<p class=tabs>" + link(path + "/map", kLabels[l][6]) + " ";
      for (size_t i = 1; i <= places_[p].rooms; ++i)
        out += link(fmt::format("{}/rooms/{}", path, i), fmt::format("{} {}", kLabels[l][4], i)) + " ";
      if (places_[p].review_pages) out += link(path + "/reviews/1", kLabels[l][5]);
      out += "</p>";
    }
    out += fmt::format("<div class=near><h4>{}</h4><ul>", kLabels[l][7]);
    size_t shown = 0;
    const size_t from = dice.below(kPlaces);
    for (size_t i = 0; i < kPlaces && shown < 5; ++i)
      if (const size_t o = (from + i * 7) % kPlaces; o != p && places_[o].town == places_[p].town)
        out += "<li>" + anchor(l, o) + "</li>", ++shown;
    return out + "</ul></div><p>" + link(fmt::format("/{}/town/{}", kCodes[l], slug), slug) + "</p>";
  }
  std::vector<std::string> all_languages(size_t p) const {
    std::vector<std::string> out;
    for (size_t l = 0; l < kLanguages; ++l) out.push_back(place_path(l, p));
    return out;
  }
  std::string place(size_t l, size_t p) const {
    const std::string title = fmt::format("{}, {}", place_name(p), town_slug(places_[p].town));
    if (p < kHotels && !real_details.empty())
      return with_links(real_details[(l * kHotels + p) % real_details.size()], title, around(l, p));
    if (p >= kHotels && !real_decoys.empty())
      return with_links(real_decoys[(l * kPlaces + p) % real_decoys.size()], title, around(l, p));
    Dice dice(seed_, "about", p);
    std::string out =
        fmt::format("<div class=crumbs>{} &gt; {}</div><h1>{}</h1>",
                    link(fmt::format("/{}/region/{}", kCodes[l], places_[p].town % kRegions), "Region"),
                    town_slug(places_[p].town), title);
    if (p < kHotels) out += fmt::format("<span class=stars>{}</span>", places_[p].stars);
    if (dice.chance(p < kEats ? 0.8 : 0.95)) {
      out += "<div class=gallery>";
      for (uint32_t i = dice.below(7) + 1; i > 0; --i) out += "<img src=/g.jpg>";
      out += "</div>";
    }
    out += "<address>" + words_of(dice, 3) + (dice.chance(0.7) ? "<br><span>+49 30 1</span>" : "") +
           "</address>";
    for (uint32_t i = dice.below(3) + 1; i > 0; --i) out += "<p>" + sentences(dice, 2) + "</p>";
    out += p < kHotels ? hotel_parts(l, p, dice) : other_parts(l, p, dice);
    if (dice.chance(p < kStays ? 0.7 : 0.5))
      out += fmt::format("<h2>{}</h2><div class=opinions>{}</div>", kLabels[l][5],
                         opinions(dice, dice.below(6) + 1));
    return frame(l, title, out + around(l, p), all_languages(p));
  }
  std::string hotel_parts(size_t l, size_t p, Dice& dice) const {
    std::string out = fmt::format(
        "<div class=book><b>EUR {}</b><form><input name=from><input name=to><button>OK</button></form></div>",
        dice.below(300) + 40);
    if (dice.chance(0.85)) out += fmt::format("<h2>{}</h2>", kLabels[l][8]) + bullets(dice, 3, 14, "has");
    if (dice.chance(0.9)) {
      out += fmt::format("<h2>{}</h2><table class=rooms>", kLabels[l][4]);
      for (size_t i = 1; i <= places_[p].rooms; ++i)
        out += fmt::format("<tr><td>{}</td><td>{}</td><td>EUR {}</td></tr>",
                           link(fmt::format("{}/rooms/{}", place_path(l, p), i), words_of(dice, 2)),
                           dice.below(4) + 1, dice.below(200) + 40);
      out += "</table>";
    }
    if (dice.chance(0.5)) out += "<dl class=rules><dt>in</dt><dd>15:00</dd><dt>out</dt><dd>11:00</dd></dl>";
    if (dice.chance(0.15)) out += "<p class=award><img src=/award.png>" + words_of(dice, 3) + "</p>";
    if (dice.chance(0.35)) out += "<div class=way>" + rows_of(dice, 1, 4, "distances") + "</div>";
    return out;
  }
  std::string other_parts(size_t l, size_t p, Dice& dice) const {
    std::string out;
    if (p < kStays) {
      out += "<dl class=season><dt>I</dt><dd>EUR 20</dd><dt>II</dt><dd>EUR 30</dd></dl>";
      if (dice.chance(0.8)) out += fmt::format("<h2>{}</h2>", kLabels[l][8]) + bullets(dice, 2, 9, "has");
      return out + (dice.chance(0.4) ? "<div class=way>" + rows_of(dice, 1, 4, "distances") + "</div>" : "");
    }
    out += fmt::format("<h2>{}</h2>", kLabels[l][9]) + rows_of(dice, 2, 5, "hours");
    if (p < kEats) {
      if (dice.chance(0.7)) out += bullets(dice, 3, 10, "dishes");
      if (dice.chance(0.4))
        out +=
            fmt::format("<div class=book><b>EUR {}</b><form><input name=day><button>OK</button></form></div>",
                        dice.below(60));
      return out;
    }
    if (dice.chance(0.5)) out += fmt::format("<p class=fee>EUR {}</p>", dice.below(20));
    return out + (dice.chance(0.3) ? "<div class=way>" + rows_of(dice, 1, 4, "distances") + "</div>" : "");
  }
  // Rooms, reviews and maps of hotels.
  std::optional<std::string> below_place(size_t l, const std::string& path) const {
    for (const std::string_view what : {"/rooms/", "/reviews/", "/map"}) {
      const size_t at = path.rfind(what);
      const auto p = at == std::string::npos ? std::nullopt : place_of(l, path.substr(0, at));
      if (!p || *p >= kHotels) continue;
      const std::string rest = path.substr(at);
      if (what == "/map" && rest == what) return map(l, *p);
      const auto n = number_in(rest, what);
      if (n && what == "/rooms/" && *n >= 1 && *n <= places_[*p].rooms) return room(l, *p, *n);
      if (n && what == "/reviews/" && *n >= 1 && *n <= places_[*p].review_pages) return reviews(l, *p, *n);
    }
    return {};
  }
  std::string room(size_t l, size_t p, size_t n) const {
    Dice dice(seed_, "room", p * 8 + n);
    const std::string title = fmt::format("{} {}: {}", kLabels[l][4], n, place_name(p));
    std::string out = "<h1>" + title + "</h1><div class=gallery><img src=/g.jpg><img src=/g.jpg></div><p>" +
                      sentences(dice, 2) + "</p>";
    if (dice.chance(0.8)) out += fmt::format("<h2>{}</h2>", kLabels[l][8]) + bullets(dice, 2, 8, "has");
    out += fmt::format("<div class=book><b>EUR {}</b><form><input name=from><button>OK</button></form></div>",
                       dice.below(250));
    return frame(l, title, out + "<p>" + link(place_path(l, p), place_name(p)) + "</p>");
  }
  std::string reviews(size_t l, size_t p, size_t n) const {
    Dice dice(seed_, "reviews", p * 8 + n);
    const std::string path = place_path(l, p),
                      title = fmt::format("{} {}: {}", kLabels[l][5], n, place_name(p));
    std::string out =
        fmt::format("<h1>{}</h1><div class=opinions>{}</div><p>", title, opinions(dice, dice.below(10) + 4));
    for (size_t i = 1; i <= places_[p].review_pages; ++i)
      out += link(fmt::format("{}/reviews/{}", path, i), std::to_string(i)) + " ";
    return frame(l, title, out + "</p>" + link(path, place_name(p)));
  }
  std::string map(size_t l, size_t p) const {
    std::string near;
    for (size_t o = 0, shown = 0; o < kPlaces && shown < 9; ++o)
      if (places_[o].town == places_[p].town) near += "<li>" + anchor(l, o) + "</li>", ++shown;
    return frame(
        l, fmt::format("{} {}", kLabels[l][6], place_name(p)),
        fmt::format("<h1>{}</h1><canvas id=map></canvas><ol class=pins>{}</ol>", place_name(p), near));
  }
  std::string guide(size_t l, size_t n) const {
    Dice dice(seed_, "guide", n);
    const std::string title = fmt::format("{} {}", words_of(dice, 5), n);
    std::string out = "<h1>" + title + "</h1>";
    for (uint32_t i = dice.below(6) + 2; i > 0; --i) {
      out += "<p>" + sentences(dice, 2);
      if (dice.chance(0.4)) out += anchor(l, dice.below(kPlaces));
      out += "</p>";
    }
    out += "<ul class=more>";
    for (size_t i = 1; i < 6; ++i)
      out += item(fmt::format("/{}/guide/{}", kCodes[l], (n + i * i) % kGuides), "Magazine");
    return frame(l, title, out + "</ul>");
  }
  std::string info(size_t l, size_t n) const {
    Dice dice(seed_, "info", n);
    return frame(l, words_of_info(n) + " " + std::to_string(n),
                 "<h1>" + words_of_info(n) + "</h1><p>" + sentences(dice, 6) + "</p>" +
                     link(fmt::format("/{}/info/{}", kCodes[l], (n + 5) % 12), "More"));
  }
  uint64_t seed_;
  std::vector<Place> places_;
  std::map<size_t, size_t> by_id_;
};

}  // namespace

std::unique_ptr<MadeSite> hotels_site(uint64_t seed) { return std::make_unique<Hotels>(seed); }

}  // namespace bench
