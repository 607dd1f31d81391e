// A made-up site that is strictly held out: what is on in fourteen towns, with tickets. See crawl_site.h.
// Wanted are the events that are still to come (/carrow/the-silent-foxes-at-mill-hall-e482913). Those that
// are over keep the same kind of address and have another layout; houses (-v12) and artists (-a733) end in a
// letter and a number too, and the pages where one buys show the same tables of prices. Classes are of the
// kind block__element, with microdata. Ways: lists of a town with orders and prices, of a genre, of today and
// this weekend, of days; calendars of months without end in both directions; houses, artists, festivals, the
// blog, whose short addresses (/e/482913) are other ones of the same events.
#include <map>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_prose.h"

namespace bench {
namespace {

class Events : public MadeSite {
 public:
  explicit Events(uint64_t seed)
      : seed_(seed), of_city_(kCities), of_venue_(kVenues), of_artist_(kArtists), of_series_(kSeries) {
    for (size_t v = 0; v < kVenues; ++v) {
      Dice dice(seed_, "venue city", v);
      city_of_.push_back(v < kCities ? v : std::min(dice.below(kCities), dice.below(kCities)));
    }
    for (size_t e = 0; e < kEvents; ++e) {
      events_.push_back(made_event(e));
      size_t id = 400000 + mix(mix(seed_, 31), e) % 500000;
      while (by_id_.count(id)) ++id;
      by_id_[id] = e;
      ids_.push_back(id);
      const Event& it = events_[e];
      of_city_[city_of_[it.venue]].push_back(e);
      of_venue_[it.venue].push_back(e);
      for (const size_t a : it.artists) of_artist_[a].push_back(e);
      if (it.series) of_series_[*it.series].push_back(e);
    }
    for (auto* lists : {&of_city_, &of_venue_, &of_artist_, &of_series_})
      for (auto& list : *lists) std::ranges::stable_sort(list, {}, [&](size_t e) { return events_[e].day; });
  }
  std::string name() const override { return "events"; }
  bool held_out() const override { return true; }
  size_t details() const override { return kUpcoming; }
  std::string detail_path(size_t n) const override { return event_path(n); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto e = event_of(path_of(target));
    return e && *e < kUpcoming ? e : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    const std::string path = path_of(target);
    auto out = made(path, target);
    if (!out) return out;
    const auto e = event_of(path);
    name_address(*out, e ? event_path(*e) : target.find("ref=") == std::string::npos ? target : path);
    return out;
  }

 private:
  std::optional<std::string> made(const std::string& path, const std::string& target) const {
    if (path == "/") return home();
    if (const auto e = event_of(path)) return event(*e);
    if (const auto id = number_in(path, "/tickets/")) {
      const auto found = by_id_.find(*id);
      return found != by_id_.end() && sold_here(found->second) ? std::optional(tickets(found->second))
                                                               : std::nullopt;
    }
    if (path == "/blog" || path.starts_with("/blog/tag/")) return blog(path, page_asked(target));
    if (path.starts_with("/blog/")) return post(path);
    if (path == "/artists") return artists(parameter(target, "letter"), page_asked(target));
    if (path == "/help" || path.starts_with("/help/")) return help(path);
    if (path.starts_with("/genre/")) return genre_list(path, page_asked(target));
    if (path == "/festivals" || path.starts_with("/festivals/")) return festival(path);
    for (size_t c = 0; c < kCities; ++c)
      if (path == city_path(c) || path.starts_with(city_path(c) + "/"))
        return in_city(c, path.substr(city_path(c).size()), target);
    return artist_page(path, page_asked(target));
  }
  std::optional<std::string> in_city(size_t c, const std::string& below, const std::string& target) const {
    if (below.empty()) return city(c);
    if (below == "/events") return city_events(c, target);
    if (below == "/venues") return venues(c, page_asked(target));
    if (below == "/today") return days(c, "Today", kToday, kToday);
    if (below == "/this-weekend")
      return days(c, "This weekend", kToday + (12 - kToday % 7) % 7, kToday + (12 - kToday % 7) % 7 + 1);
    if (below.starts_with("/calendar/")) return month(c, below.substr(10));
    if (const auto day = day_of(below.substr(1)); day && below == "/" + date_of(*day, '-')) {
      for (const size_t e : of_city_[c])
        if (events_[e].day == *day) return days(c, "What's on", *day, *day);
      return {};
    }
    for (size_t g = 0; g < kGenres; ++g)
      if (below == "/" + slug_of(kGenreNames[g])) return city_genre(c, g);
    return venue_page(c, below, page_asked(target));
  }

  static constexpr size_t kUpcoming = 1120, kEvents = 2620, kNights = 300, kRun = 6, kCities = 14,
                          kVenues = 230, kArtists = 880, kGenres = 16, kSeries = 48, kPosts = 640,
                          kHelp = 110, kTags = 40;
  static constexpr long kToday = 2026 * 360 + 10 * 30 + 17;
  struct Event {
    size_t run, venue, genre, price;
    long day;
    std::vector<size_t> artists;
    std::optional<size_t> series;
  };
  static constexpr std::string_view kCityNames[] = {
      "Aldermouth", "Brenwick", "Carrow",    "Dunsley", "Eastholm", "Fenbridge", "Garrick",
      "Hollin",     "Inverlea", "Kingsmere", "Lowgate", "Marshby",  "Northolme", "Oakhaven"};
  // The first four are played night after night.
  static constexpr std::string_view kGenreNames[] = {
      "Musical", "Theatre", "Circus", "Opera",   "Rock", "Pop",   "Jazz",     "Classical",
      "Comedy",  "Dance",   "Folk",   "Hip Hop", "Club", "Metal", "Readings", "Family"};
  static constexpr std::string_view kHouses[] = {"Hall", "Arena",  "Theatre", "Club",   "Ballroom", "Academy",
                                                 "Park", "Cellar", "Works",   "Chapel", "Pavilion", "Dock"};
  static constexpr std::string_view kLike[] = {"Silent", "Electric", "Paper", "Golden", "Lost",   "Northern",
                                               "Velvet", "Broken",   "Wild",  "Secret", "Hollow", "Crimson"};
  static constexpr std::string_view kThings[] = {"Foxes",   "Engines", "Gardens", "Rivers",
                                                 "Letters", "Wolves",  "Lights",  "Sailors",
                                                 "Mirrors", "Pilots",  "Orchids", "Giants"};
  static constexpr std::string_view kTalk[] = {
      "the",    "and",     "of",       "a",      "with",     "stage",    "tour",    "album",   "night",
      "songs",  "band",    "audience", "live",   "new",      "sound",    "voice",   "show",    "returns",
      "after",  "sold",    "out",      "dates",  "debut",    "guitar",   "piano",   "story",   "laughter",
      "drama",  "company", "directed", "cast",   "evening",  "doors",    "open",    "support", "acoustic",
      "fans",   "classic", "hits",     "years",  "world",    "premiere", "special", "guest",   "festival",
      "summer", "winter",  "dance",    "rhythm", "energy",   "award",    "winning", "first",   "time",
      "city",   "tickets", "limited",  "seats",  "standing", "early"};
  static constexpr std::string_view kNotes[] = {"Age limit", "Duration", "Language",  "Interval", "Access",
                                                "Dress",     "Cameras",  "Cloakroom", "Parking"};

  Event made_event(size_t e) const {
    // The nights of a run follow upon each other in one house and share title and text.
    const size_t lead = e < kNights ? e / kRun * kRun : e;
    Dice dice(seed_, "event", lead);
    Event it{lead, dice.below(kVenues), e < kNights ? dice.below(4) : 4 + dice.below(kGenres - 4), 0, 0, {},
             {}};
    if (dice.chance(0.85)) it.price = dice.below(90) + 8;
    it.day = e < kUpcoming ? kToday + long(std::min(dice.below(190), dice.below(190))) + long(e - lead)
                           : kToday - 1 - long(dice.below(700));
    if (e < kNights) return it;
    for (uint32_t i = 1 + (dice.chance(0.35) ? dice.below(5) : 0); i > 0; --i)
      it.artists.push_back(std::min(dice.below(kArtists), dice.below(kArtists)));
    std::ranges::sort(it.artists);
    it.artists.erase(std::unique(it.artists.begin(), it.artists.end()), it.artists.end());
    if (dice.chance(0.14)) it.series = dice.below(kSeries);
    return it;
  }

  // --- names and addresses ---
  static std::string city_path(size_t c) { return "/" + slug_of(kCityNames[c]); }
  std::string venue_name(size_t v) const {
    Dice dice(seed_, "venue", v);
    return capital(words_of(dice, 1)) + " " + std::string(pick(dice, kHouses));
  }
  std::string venue_path(size_t v) const {
    return fmt::format("{}/{}-v{}", city_path(city_of_[v]), slug_of(venue_name(v)), v + 100);
  }
  std::string artist_name(size_t a) const {
    Dice dice(seed_, "artist", a);
    if (dice.chance(0.4)) return full_name(dice);
    return fmt::format("{}{} {}", dice.chance(0.6) ? "The " : "", pick(dice, kLike), pick(dice, kThings));
  }
  std::string artist_path(size_t a) const { return fmt::format("/{}-a{}", slug_of(artist_name(a)), a + 100); }
  std::string series_name(size_t s) const {
    Dice dice(seed_, "series", s);
    return capital(words_of(dice, 1)) + " Festival";
  }
  std::string series_path(size_t s) const {
    return fmt::format("/festivals/{}-{}", slug_of(series_name(s)), s + 1);
  }
  std::string title_of(size_t e) const {
    const Event& it = events_[e];
    Dice dice(seed_, "title", it.run);
    if (it.artists.empty()) return fmt::format("The {} {}", pick(dice, kLike), capital(words_of(dice, 1)));
    std::string out = artist_name(it.artists[dice.below(uint32_t(it.artists.size()))]);
    if (dice.chance(0.3)) out += ": " + capital(phrase(dice, kTalk, 2)) + " Tour";
    return out;
  }
  std::string event_path(size_t e) const {
    const Event& it = events_[e];
    return fmt::format("{}/{}-at-{}-e{}", city_path(city_of_[it.venue]), slug_of(title_of(e)),
                       slug_of(venue_name(it.venue)), ids_[e]);
  }
  std::optional<size_t> event_of(const std::string& path) const {
    const bool brief = path.starts_with("/e/");
    const size_t at = brief ? 1 : path.rfind("-e");
    if (at == std::string::npos) return {};
    const auto id = number_in(path.substr(at + 2), "", "");
    const auto found = by_id_.find(brief ? number_in(path, "/e/").value_or(0) : id.value_or(0));
    return found != by_id_.end() && (brief || event_path(found->second) == path)
               ? std::optional(found->second)
               : std::nullopt;
  }
  // Of free events, and of some others, no tickets are to be had here.
  bool sold_here(size_t e) const { return e < kUpcoming && events_[e].price && mix(seed_ + 5, e) % 4; }
  static std::string month_path(size_t c, long day) {
    return fmt::format("{}/calendar/{}-{:02}", city_path(c), day / 360, day % 360 / 30 + 1);
  }

  // --- parts of pages ---
  static std::string frame(const std::string& title, const std::string& kind, const std::string& main) {
    std::string cities, genres;
    for (size_t c = 0; c < kCities; ++c)
      cities +=
          fmt::format("<li class=\"menu__item\">{}</li>", link(city_path(c), std::string(kCityNames[c])));
    for (size_t g = 0; g < kGenres; g += 2)
      genres += item("/genre/" + slug_of(kGenreNames[g]), std::string(kGenreNames[g]));
    return fmt::format(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0} – Curtain Up</title><link rel=\"stylesheet\" href=\"/assets/app.css\"></head><body class=\"page page--{1}\"><header class=\"header\"><a class=\"header__logo\" href=\"/\"><img src=\"/assets/logo.svg\" alt=\"Curtain Up\"></a>"
        "<form class=\"header__search\" action=\"/search\"><input name=\"q\" placeholder=\"Artist, venue or town\"></form><div class=\"menu\"><button class=\"menu__button\">Towns</button><ul class=\"menu__list\">{2}</ul></div><nav class=\"header__nav\">{3} {4} {5} {6}</nav></header>"
        "<main class=\"page__main\">{7}</main><footer class=\"footer\"><div class=\"footer__column\"><h4>Genres</h4><ul>{8}</ul></div><div class=\"footer__column\"><h4>Service</h4><ul>{9}{10}{11}</ul></div><p class=\"footer__small\">All prices include fees.</p></footer></body></html>",
        title, kind, cities, link("/festivals", "Festivals"), link("/artists", "Artists"),
        link("/blog", "Blog"), link("/help", "Help"), main, genres, item(help_path(0), "Contact"),
        item(help_path(1), "Refunds"), item(help_path(2), "Privacy"));
  }
  std::string card(size_t e, const std::string& ref = "") const {
    const Event& it = events_[e];
    std::string out = fmt::format(
        "<li class=\"event-card\"><a class=\"event-card__link\" href=\"{}{}\"><img class=\"event-card__image\" src=\"/img/{}_s.jpg\" alt=\"\"><time class=\"event-card__date\">{}</time><h3 class=\"event-card__title\">{}</h3></a><span class=\"event-card__venue\">{}, {}</span>",
        event_path(e), ref.empty() ? "" : "?ref=" + ref, ids_[it.run], date_of(it.day, '-'), title_of(e),
        link(venue_path(it.venue), venue_name(it.venue)), kCityNames[city_of_[it.venue]]);
    if (e < kUpcoming)
      out += it.price ? fmt::format("<span class=\"event-card__price\">from £{}</span>", it.price)
                      : "<span class=\"badge badge--free\">Free</span>";
    return out + "</li>";
  }
  static std::string cards(const std::string& inner) { return "<ul class=\"event-list\">" + inner + "</ul>"; }
  static std::string block(const std::string& name, const std::string& head, const std::string& inner) {
    return fmt::format("<section class=\"block block--{}\"><h2 class=\"block__title\">{}</h2>{}</section>",
                       name, head, inner);
  }
  static std::string pager(size_t pages, size_t here, const std::string& root) {
    return "<nav class=\"pagination\">" + paged(pages, here, root) + "</nav>";
  }
  std::vector<size_t> coming(const std::vector<size_t>& list, bool over = false) const {
    std::vector<size_t> out;
    for (const size_t e : list)
      if ((e < kUpcoming) != over) out.push_back(e);
    return out;
  }
  std::string home() const {
    Dice dice(seed_, "home");
    std::string top, posts, genres;
    for (int i = 0; i < 8; ++i) top += card(dice.below(kUpcoming), "home");
    for (size_t p = 0; p < 4; ++p) posts += item(post_path(p), post_title(p));
    for (const auto name : kGenreNames) genres += link("/genre/" + slug_of(name), std::string(name)) + " ";
    return frame("Tickets", "home",
                 "<div class=\"stage\"><h1 class=\"stage__title\">What's on near you</h1></div>" +
                     block("top", "Selling fast", cards(top)) + block("genres", "Genres", genres) +
                     block("news", "From the blog", "<ul>" + posts + "</ul>"));
  }

  // --- lists ---
  std::string city(size_t c) const {
    Dice dice(seed_, "city", c);
    const std::string root = city_path(c);
    const auto all = coming(of_city_[c]);
    std::string rows, genres;
    for (size_t i = 0; i < std::min<size_t>(6, all.size()); ++i)
      rows += card(all[dice.below(uint32_t(all.size()))], "town");
    for (const auto name : kGenreNames) genres += item(root + "/" + slug_of(name), std::string(name));
    return frame(
        fmt::format("Events in {}", kCityNames[c]), "city",
        fmt::format("<h1 class=\"page__title\">{}</h1><nav class=\"tabs\">{} {} {} {} {}</nav>",
                    kCityNames[c], link(root + "/today", "Today"),
                    link(root + "/this-weekend", "This weekend"), link(month_path(c, kToday), "Calendar"),
                    link(root + "/events", "All events"), link(root + "/venues", "Venues")) +
            block("highlights", "Highlights", cards(rows)) +
            block("genres", "By genre", "<ul class=\"chips\">" + genres + "</ul>") +
            (dice.chance(0.7) ? block("about", "Going out here", paragraphs(dice, kTalk, 3)) : ""));
  }
  std::optional<std::string> city_events(size_t c, const std::string& target) const {
    const std::string sort = parameter(target, "sort"), most = parameter(target, "max");
    const auto limit = number_in(most, "");
    auto all = coming(of_city_[c]);
    if (limit) std::erase_if(all, [&](size_t e) { return events_[e].price > *limit; });
    if (sort == "price") std::ranges::stable_sort(all, {}, [&](size_t e) { return events_[e].price; });
    if (sort == "name") std::ranges::stable_sort(all, {}, [&](size_t e) { return title_of(e); });
    const size_t here = page_asked(target);
    const auto slice = slice_of(all.size(), here, 18);
    if (!slice) return {};
    const auto address = [&](const std::string& by, const std::string& max) {
      return city_path(c) + "/events" + query_of({{"sort", by}, {"max", max}});
    };
    std::string rows, options;
    for (size_t i = slice->from; i < slice->to; ++i) rows += card(all[i]);
    for (const char* by : {"price", "name"}) options += link(address(by, most), by) + " ";
    for (const char* max : {"15", "30", "60"})
      options += link(address(sort, max), fmt::format("up to £{}", max)) + " ";
    return frame(fmt::format("All events in {} {} {} {}", kCityNames[c], sort, most, here + 1), "list",
                 fmt::format("<h1 class=\"page__title\">{} events in {}</h1><div class=\"filters\">{}</div>",
                             all.size(), kCityNames[c], options) +
                     cards(rows) + pager(slice->pages, here, address(sort, most)));
  }
  std::string city_genre(size_t c, size_t g) const {
    std::string rows;
    for (const size_t e : coming(of_city_[c]))
      if (events_[e].genre == g) rows += card(e);
    return frame(fmt::format("{} in {}", kGenreNames[g], kCityNames[c]), "list",
                 fmt::format("<h1 class=\"page__title\">{} in {}</h1>", kGenreNames[g], kCityNames[c]) +
                     (rows.empty() ? "<p class=\"empty\">Nothing planned at the moment.</p>" : cards(rows)) +
                     link("/genre/" + slug_of(kGenreNames[g]), "In all towns"));
  }
  std::optional<std::string> genre_list(const std::string& path, size_t here) const {
    for (size_t g = 0; g < kGenres; ++g) {
      const std::string root = "/genre/" + slug_of(kGenreNames[g]);
      if (path != root) continue;
      std::vector<size_t> all;
      for (size_t e = 0; e < kUpcoming; ++e)
        if (events_[e].genre == g) all.push_back(e);
      const auto slice = slice_of(all.size(), here, 12);
      if (!slice) return {};
      std::string rows, towns;
      for (size_t i = slice->from; i < slice->to; ++i) rows += card(all[i]);
      for (size_t c = 0; c < kCities; ++c)
        towns += link(city_path(c) + "/" + slug_of(kGenreNames[g]), std::string(kCityNames[c])) + " ";
      return frame(fmt::format("{} {}", kGenreNames[g], here + 1), "list",
                   fmt::format("<h1 class=\"page__title\">{}</h1><div class=\"filters\">{}</div>",
                               kGenreNames[g], towns) +
                       cards(rows) + pager(slice->pages, here, root));
    }
    return {};
  }
  std::string days(size_t c, const std::string& what, long from, long to) const {
    std::string rows;
    for (const size_t e : of_city_[c])
      if (events_[e].day >= from && events_[e].day <= to) rows += card(e);
    return frame(fmt::format("{} in {}, {}", what, kCityNames[c], date_of(from, '-')), "day",
                 fmt::format("<h1 class=\"page__title\">{} in {}</h1><p class=\"lead\">{}</p>", what,
                             kCityNames[c], date_of(from, '.')) +
                     (rows.empty() ? "<p class=\"empty\">Nothing planned.</p>" : cards(rows)) +
                     link(month_path(c, from), "Whole month"));
  }
  // Calendars show all months that there are, with and without events.
  std::optional<std::string> month(size_t c, const std::string& which) const {
    const auto first = day_of(which + "-01");
    if (!first || *first < 1901 * 360 || *first > 9998 * 360) return {};
    std::map<long, std::vector<size_t>> on;
    for (const size_t e : of_city_[c])
      if (events_[e].day >= *first && events_[e].day < *first + 30) on[events_[e].day].push_back(e);
    std::string cells;
    for (long day = *first; day < *first + 30; ++day) {
      cells += fmt::format("{}<td class=\"month__day\">", (day - *first) % 7 ? "" : "<tr>");
      const auto found = on.find(day);
      if (found == on.end()) {
        cells += fmt::format("<span>{}</span></td>", day % 30 + 1);
        continue;
      }
      cells += link(city_path(c) + "/" + date_of(day, '-'), std::to_string(day % 30 + 1));
      for (size_t i = 0; i < std::min<size_t>(2, found->second.size()); ++i)
        cells += "<div class=\"month__event\">" +
                 link(event_path(found->second[i]), title_of(found->second[i])) + "</div>";
      cells += "</td>";
    }
    return frame(
        fmt::format("Calendar of {} {}", kCityNames[c], which), "calendar",
        fmt::format(
            "<h1 class=\"page__title\">{}: {}</h1><nav class=\"month__nav\">{} {}</nav><table class=\"month\">{}</table>",
            kCityNames[c], which, link(month_path(c, *first - 30), "‹ previous"),
            link(month_path(c, *first + 30), "next ›"), cells));
  }

  // --- events ---
  std::string around(size_t e) const {
    const Event& it = events_[e];
    Dice dice(seed_, "around", e);
    const size_t c = city_of_[it.venue];
    std::string out, more;
    if (e < kNights) {
      for (size_t night = it.run; night < it.run + kRun; ++night)
        if (night != e) more += item(event_path(night), date_of(events_[night].day, '.'));
      out += block("dates", "More dates", "<ul class=\"dates\">" + more + "</ul>");
    }
    if (it.series)
      out +=
          "<p class=\"part-of\">Part of " + link(series_path(*it.series), series_name(*it.series)) + "</p>";
    if (dice.chance(0.8)) {
      const auto near = coming(of_city_[c]);
      std::string like;
      for (uint32_t i = near.empty() ? 0 : dice.below(5) + 1; i > 0; --i)
        like +=
            card(dice.chance(0.8) ? near[dice.below(uint32_t(near.size()))] : dice.below(kEvents), "like");
      out += block("like", "You may also like", cards(like));
    }
    if (dice.chance(0.01))
      out += link(fmt::format("{}/{}-e{}", city_path(c), slug_of(title_of(e)), 950000 + dice.below(9999)),
                  "Extra date");
    return out +
           fmt::format(
               "<nav class=\"crumbs\">{} › {} › {}</nav>", link(city_path(c), std::string(kCityNames[c])),
               link(city_path(c) + "/" + slug_of(kGenreNames[it.genre]), std::string(kGenreNames[it.genre])),
               link(city_path(c) + "/" + date_of(it.day, '-'), date_of(it.day, '.')));
  }
  std::string line_up(size_t e) const {
    std::string out;
    for (const size_t a : events_[e].artists)
      out += fmt::format("<li class=\"line-up__artist\"><img src=\"/img/a{}.jpg\" alt=\"\">{}</li>", a,
                         link(artist_path(a), artist_name(a)));
    return out.empty() ? out : block("line-up", "Line-up", "<ul class=\"line-up\">" + out + "</ul>");
  }
  std::string event(size_t e) const {
    const auto& real = e < kUpcoming ? real_details : real_decoys;
    const std::string title =
        fmt::format("{}, {} {}", title_of(e), venue_name(events_[e].venue), date_of(events_[e].day, '-'));
    if (!real.empty())
      return with_links(real[e % real.size()], fmt::format("{} ({})", title, ids_[e]),
                        line_up(e) + around(e));
    return e < kUpcoming ? frame(title, "event", to_come(e) + around(e))
                         : frame(title, "archive", over(e) + around(e));
  }
  std::string offers(size_t e, Dice& dice) const {
    std::string rows;
    for (uint32_t i = dice.below(6) + 1; i > 0; --i)
      rows += fmt::format(
          "<tr class=\"offer\" itemprop=\"offers\" itemscope><td class=\"offer__name\">{}</td><td class=\"offer__price\" itemprop=\"price\">£{}</td><td>{}</td></tr>",
          dice.chance(0.5) ? "Standing" : fmt::format("Category {}", i), events_[e].price + i * 7 - 7,
          dice.chance(0.2) ? "<span class=\"badge\">sold out</span>"
                           : link(fmt::format("/tickets/{}", ids_[e]), "Buy"));
    return "<table class=\"offers\">" + rows + "</table>";
  }
  std::string to_come(size_t e) const {
    const Event& it = events_[e];
    Dice dice(seed_, "event page", it.run);
    std::string out = fmt::format(
        "<article class=\"event\" itemscope itemtype=\"https://schema.org/Event\"><div class=\"event__hero\"><img itemprop=\"image\" src=\"/img/{}.jpg\"></div><h1 class=\"event__title\" itemprop=\"name\">{}</h1>",
        ids_[it.run], title_of(e));
    if (dice.chance(0.08)) out += "<div class=\"notice notice--warn\"><p>Moved to another day.</p></div>";
    out += fmt::format(
        "<dl class=\"event__facts\"><dt>Date</dt><dd><time itemprop=\"startDate\">{}</time></dd><dt>Start</dt><dd>{}:{}0</dd>",
        date_of(it.day, '-'), 17 + dice.below(5), dice.below(2) * 3);
    if (dice.chance(0.6)) out += fmt::format("<dt>Doors</dt><dd>{}:00</dd>", 16 + dice.below(4));
    out += fmt::format("<dt>Venue</dt><dd itemprop=\"location\">{}</dd></dl>",
                       link(venue_path(it.venue), venue_name(it.venue)));
    if (sold_here(e)) out += block("tickets", "Tickets", offers(e, dice));
    else
      out += it.price ? "<p class=\"event__box-office\">Tickets at the door only.</p>"
                      : "<p class=\"badge badge--free\">Free entry</p>";
    if (dice.chance(0.85)) out += block("about", "About", paragraphs(dice, kTalk, 5));
    out += line_up(e);
    if (dice.chance(0.5)) {
      std::string notes;
      for (const auto note : kNotes)
        if (dice.chance(0.4)) notes += fmt::format("<li><b>{}</b> {}</li>", note, phrase(dice, kTalk, 3));
      if (!notes.empty()) out += block("notes", "Good to know", "<ul class=\"notes\">" + notes + "</ul>");
    }
    if (dice.chance(0.35)) out += block("reviews", "What others say", voices(dice, 8));
    if (dice.chance(0.2)) out += "<div class=\"video\"><iframe src=\"/player\"></iframe></div>";
    if (dice.chance(0.6))
      out += fmt::format("<aside class=\"organiser\"><h3>Organiser</h3><p>{} Concerts</p><p>{}</p></aside>",
                         capital(words_of(dice, 1)), link(help_path(dice.below(9)), "Terms"));
    return out + "</article>";
  }
  static std::string voices(Dice& dice, uint32_t most) {
    std::string out;
    for (uint32_t i = dice.below(most) + 1; i > 0; --i)
      out += fmt::format(
          "<blockquote class=\"voice\"><div class=\"voice__stars\">{}</div><p>{}</p><cite>{}</cite></blockquote>",
          dice.below(5) + 1, prose(dice, kTalk, 1 + dice.below(2)), full_name(dice));
    return out;
  }
  // What is over: pictures, what was played, what people said.
  std::string over(size_t e) const {
    const Event& it = events_[e];
    Dice dice(seed_, "past page", e);
    std::string out = fmt::format(
        "<div class=\"archive\"><p class=\"archive__flag\">This event took place on {}.</p><h1 class=\"archive__title\">{}</h1><p class=\"archive__where\">{}</p>",
        date_of(it.day, '.'), title_of(e), link(venue_path(it.venue), venue_name(it.venue)));
    if (dice.chance(0.5)) {
      out += "<div class=\"gallery\">";
      for (uint32_t i = dice.below(12) + 2; i > 0; --i)
        out += "<figure class=\"gallery__item\"><img src=\"/img/g.jpg\"></figure>";
      out += "</div>";
    }
    if (dice.chance(0.5)) {
      out += "<h2>Set list</h2><ol class=\"set-list\">";
      for (uint32_t i = dice.below(16) + 4; i > 0; --i)
        out += "<li>" + capital(phrase(dice, kTalk, 3)) + "</li>";
      out += "</ol>";
    }
    if (dice.chance(0.4)) out += block("reviews", "What others say", voices(dice, 6));
    std::string next;
    for (const size_t a : it.artists) {
      out += "<p>" + link(artist_path(a), artist_name(a)) + "</p>";
      for (const size_t other : coming(of_artist_[a])) next += card(other);
    }
    return out + "</div>" + (next.empty() ? "" : block("next", "Next dates", cards(next)));
  }
  std::string tickets(size_t e) const {
    Dice dice(seed_, "tickets", e);
    return frame(
        fmt::format("Tickets for {} {}", title_of(e), date_of(events_[e].day, '-')), "checkout",
        fmt::format(
            "<h1 class=\"page__title\">Choose your seats</h1><div class=\"checkout__event\">{}<p>{}</p></div><svg class=\"seat-map\"></svg>",
            link(event_path(e), title_of(e)), date_of(events_[e].day, '.')) +
            offers(e, dice) +
            "<form class=\"checkout\"><select name=\"n\"><option>1</option><option>2</option></select><button>On to payment</button></form>" +
            link(help_path(dice.below(kHelp)), "Questions about tickets"));
  }

  // --- houses, artists, festivals ---
  std::optional<std::string> venues(size_t c, size_t here) const {
    std::vector<size_t> all;
    for (size_t v = 0; v < kVenues; ++v)
      if (city_of_[v] == c) all.push_back(v);
    const auto slice = slice_of(all.size(), here, 15);
    if (!slice) return {};
    std::string rows;
    for (size_t i = slice->from; i < slice->to; ++i)
      rows +=
          fmt::format("<li class=\"venue-card\"><a href=\"{}\"><h3>{}</h3></a><span>{} events</span></li>",
                      venue_path(all[i]), venue_name(all[i]), coming(of_venue_[all[i]]).size());
    return frame(fmt::format("Venues in {} {}", kCityNames[c], here + 1), "list",
                 fmt::format("<h1 class=\"page__title\">Venues in {}</h1><ul class=\"venue-list\">{}</ul>",
                             kCityNames[c], rows) +
                     pager(slice->pages, here, city_path(c) + "/venues"));
  }
  // Events that are over have a list of their own, below the page of a house or an artist.
  std::string past_list(const std::string& root, const std::vector<size_t>& all, size_t here,
                        const Slice& slice) const {
    std::string rows;
    for (size_t i = slice.from; i < slice.to; ++i) rows += card(all[i]);
    return cards(rows) + pager(slice.pages, here, root + "/past");
  }
  std::optional<std::string> venue_page(size_t c, const std::string& below, size_t here) const {
    const size_t end = below.find('/', 1), mark = below.substr(0, end).rfind("-v");
    if (mark == std::string::npos) return {};
    const auto n = number_in(below.substr(0, end).substr(mark + 2), "");
    const std::string root = city_path(c) + below.substr(0, end);
    if (!n || *n < 100 || *n - 100 >= kVenues || venue_path(*n - 100) != root) return {};
    const size_t v = *n - 100;
    const auto past = coming(of_venue_[v], true);
    if (end != std::string::npos) {
      const auto slice = slice_of(past.size(), here, 10);
      if (below.substr(end) != "/past" || past.empty() || !slice) return {};
      return frame(fmt::format("Past events at {} {}", venue_name(v), here + 1), "list",
                   "<h1 class=\"page__title\">Past events at " + link(root, venue_name(v)) + "</h1>" +
                       past_list(root, past, here, *slice));
    }
    Dice dice(seed_, "venue page", v);
    std::string rows,
        out = fmt::format(
            "<article class=\"venue\" itemscope itemtype=\"https://schema.org/Place\"><div class=\"venue__hero\"><img src=\"/img/v{}.jpg\"></div><h1 class=\"venue__title\" itemprop=\"name\">{}</h1><dl class=\"venue__facts\"><dt>Address</dt><dd>{} Street {}</dd><dt>Town</dt><dd>{}</dd></dl>",
            v, venue_name(v), capital(words_of(dice, 1)), dice.below(99) + 1,
            link(city_path(c), std::string(kCityNames[c])));
    if (dice.chance(0.7)) out += block("about", "About", paragraphs(dice, kTalk, 3));
    if (dice.chance(0.6)) out += "<div class=\"map\"><iframe src=\"/map\"></iframe></div>";
    const auto next = coming(of_venue_[v]);
    for (size_t i = 0; i < std::min<size_t>(10, next.size()); ++i) rows += card(next[i]);
    out += rows.empty() ? "<p class=\"empty\">No dates.</p>" : block("dates", "Coming up", cards(rows));
    if (!past.empty()) out += link(root + "/past", "Past events");
    return frame(venue_name(v), "venue", out + "</article>");
  }
  std::optional<std::string> artists(const std::string& letter, size_t here) const {
    std::vector<size_t> all;
    for (size_t a = 0; a < kArtists; ++a)
      if (letter.empty() || slug_of(artist_name(a)).starts_with(letter)) all.push_back(a);
    const auto slice = slice_of(all.size(), here, 40);
    if (!slice || all.empty()) return {};
    std::string rows, letters;
    for (const char* one :
         {"a", "b", "c", "d", "e", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "s", "t", "v"})
      letters += link(fmt::format("/artists?letter={}", one), one) + " ";
    for (size_t i = slice->from; i < slice->to; ++i) rows += item(artist_path(all[i]), artist_name(all[i]));
    return frame(fmt::format("Artists {} {}", letter, here + 1), "list",
                 "<h1 class=\"page__title\">Artists</h1><div class=\"filters\">" + letters +
                     "</div><ul class=\"artist-list\">" + rows + "</ul>" +
                     pager(slice->pages, here, "/artists" + query_of({{"letter", letter}})));
  }
  std::optional<std::string> artist_page(const std::string& path, size_t here) const {
    const size_t end = path.find('/', 1), mark = path.substr(0, end).rfind("-a");
    if (mark == std::string::npos) return {};
    const std::string root = path.substr(0, end), below = end == std::string::npos ? "" : path.substr(end);
    const auto n = number_in(root.substr(mark + 2), "");
    if (!n || *n < 100 || *n - 100 >= kArtists || artist_path(*n - 100) != root) return {};
    const size_t a = *n - 100;
    const auto past = coming(of_artist_[a], true);
    Dice dice(seed_, "artist page" + below, a);
    if (below == "/reviews" && a % 3 == 0)
      return frame("Reviews of " + artist_name(a), "reviews",
                   "<h1 class=\"page__title\">" + link(root, artist_name(a)) + "</h1>" + voices(dice, 20));
    if (below == "/past" && !past.empty()) {
      const auto slice = slice_of(past.size(), here, 10);
      if (!slice) return {};
      return frame(fmt::format("Past dates of {} {}", artist_name(a), here + 1), "list",
                   "<h1 class=\"page__title\">" + link(root, artist_name(a)) + "</h1>" +
                       past_list(root, past, here, *slice));
    }
    if (!below.empty()) return {};
    return artist(a, root, !past.empty(), dice);
  }
  std::string artist(size_t a, const std::string& root, bool past, Dice& dice) const {
    std::string rows, like;
    for (const size_t e : coming(of_artist_[a])) rows += card(e);
    for (int i = 0; i < 4; ++i) {
      const size_t other = dice.below(kArtists);
      like += item(artist_path(other), artist_name(other));
    }
    const std::string ours = (rows.empty() ? "<p class=\"empty\">No dates at present.</p>"
                                           : block("dates", "Dates", cards(rows))) +
                             (past ? link(root + "/past", "Past dates") : "") +
                             (a % 3 == 0 ? " " + link(root + "/reviews", "Reviews") : "") +
                             block("like", "Similar artists", "<ul>" + like + "</ul>");
    if (!real_decoys.empty())
      return with_links(real_decoys[a % real_decoys.size()], artist_name(a) + fmt::format(" {}", a), ours);
    std::string out = fmt::format(
        "<article class=\"artist\" itemscope itemtype=\"https://schema.org/MusicGroup\"><div class=\"artist__hero\"><img src=\"/img/a{}.jpg\"></div><h1 class=\"artist__title\" itemprop=\"name\">{}</h1>",
        a, artist_name(a));
    if (dice.chance(0.3)) out += "<ul class=\"social\"><li>@</li><li>♫</li></ul>";
    if (dice.chance(0.75)) out += block("about", "Biography", paragraphs(dice, kTalk, 6));
    return frame(artist_name(a), "artist", out + ours + "</article>");
  }
  std::optional<std::string> festival(const std::string& path) const {
    std::string rows;
    if (path == "/festivals") {
      for (size_t s = 0; s < kSeries; ++s) rows += item(series_path(s), series_name(s));
      return frame("Festivals", "list", "<h1 class=\"page__title\">Festivals</h1><ul>" + rows + "</ul>");
    }
    for (size_t s = 0; s < kSeries; ++s) {
      if (path != series_path(s)) continue;
      Dice dice(seed_, "festival", s);
      for (const size_t e : of_series_[s]) rows += card(e, "festival");
      return frame(fmt::format("{} {}", series_name(s), s + 1), "festival",
                   "<h1 class=\"page__title\">" + series_name(s) + "</h1>" + paragraphs(dice, kTalk, 4) +
                       block("dates", "Programme", cards(rows)));
    }
    return {};
  }

  // --- blog and help ---
  std::string post_title(size_t p) const {
    Dice dice(seed_, "post title", p);
    return capital(phrase(dice, kTalk, 4 + dice.below(4)));
  }
  std::string post_path(size_t p) const {
    return fmt::format("/blog/{}/{:02}/{}-{}", 2026 - p / 72, 12 - p / 6 % 12, slug_of(post_title(p)), p);
  }
  std::optional<std::string> blog(const std::string& path, size_t here) const {
    const auto tag = number_in(path, "/blog/tag/topic-");
    if (path != "/blog" && (!tag || *tag >= kTags)) return {};
    std::vector<size_t> all;
    for (size_t p = 0; p < kPosts; ++p)
      if (!tag || p * 7 % kTags == *tag || p * 11 % kTags == *tag) all.push_back(p);
    const auto slice = slice_of(all.size(), here, 10);
    if (!slice) return {};
    std::string rows;
    for (size_t i = slice->from; i < slice->to; ++i) {
      Dice dice(seed_, "teaser", all[i]);
      rows += fmt::format("<div class=\"teaser\"><h2 class=\"teaser__title\">{}</h2><p>{}</p></div>",
                          link(post_path(all[i]), post_title(all[i])), prose(dice, kTalk, 1));
    }
    return frame(fmt::format("Blog {} {}", tag ? std::to_string(*tag) : "", here + 1), "blog",
                 "<h1 class=\"page__title\">Blog</h1>" + rows + pager(slice->pages, here, path));
  }
  std::optional<std::string> post(const std::string& path) const {
    const auto p = number_in(path.substr(path.rfind('-') + 1), "");
    if (!p || *p >= kPosts || post_path(*p) != path) return {};
    Dice dice(seed_, "post", *p);
    std::string tips, tags;
    for (uint32_t i = dice.chance(0.45) ? dice.below(3) + 1 : 0; i > 0; --i) {
      const size_t e = dice.chance(0.5) ? dice.below(kUpcoming) : kUpcoming + dice.below(kEvents - kUpcoming);
      tips += dice.chance(0.5) ? card(e, "blog") : item(fmt::format("/e/{}", ids_[e]), title_of(e));
    }
    if (dice.chance(0.03)) tips += item(fmt::format("/e/{}", 990000 + *p), "Sold out");
    for (const size_t t : {*p * 7 % kTags, *p * 11 % kTags})
      tags += link(fmt::format("/blog/tag/topic-{}", t), fmt::format("#topic{}", t)) + " ";
    const size_t a = dice.below(kArtists);
    const std::string ours = (tips.empty() ? "" : block("tips", "Our tips", cards(tips))) +
                             "<p class=\"tags\">" + tags + "</p>" + link(artist_path(a), artist_name(a)) +
                             " " + link(post_path((*p + 13) % kPosts), "Read on");
    if (!real_decoys.empty())
      return with_links(real_decoys[*p % real_decoys.size()], post_title(*p) + fmt::format(" {}", *p), ours);
    return frame(
        post_title(*p), "post",
        fmt::format(
            "<article class=\"post\"><h1 class=\"post__title\">{}</h1><p class=\"post__by\">{}</p>{}</article>",
            post_title(*p), full_name(dice), paragraphs(dice, kTalk, 9)) +
            ours);
  }
  static std::string help_path(size_t n) { return fmt::format("/help/articles/{}", 36000 + n * 13); }
  std::optional<std::string> help(const std::string& path) const {
    std::string rows;
    if (path == "/help") {
      for (size_t n = 0; n < kHelp; ++n) rows += item(help_path(n), fmt::format("Question {}", n + 1));
      return frame("Help", "help", "<h1 class=\"page__title\">Help</h1><ul class=\"help\">" + rows + "</ul>");
    }
    const auto id = number_in(path, "/help/articles/");
    if (!id || *id < 36000 || (*id - 36000) % 13 || (*id - 36000) / 13 >= kHelp) return {};
    const size_t n = (*id - 36000) / 13;
    Dice dice(seed_, "help", n);
    return frame(fmt::format("Question {}", n + 1), "help",
                 "<h1 class=\"page__title\">" + capital(phrase(dice, kTalk, 5)) + "?</h1>" +
                     paragraphs(dice, kTalk, 4) + "<ul>" + item(help_path((n + 1) % kHelp), "Next") +
                     item("/help", "All questions") + "</ul>");
  }

  uint64_t seed_;
  std::vector<Event> events_;
  std::vector<size_t> city_of_, ids_;
  std::map<size_t, size_t> by_id_;
  std::vector<std::vector<size_t>> of_city_, of_venue_, of_artist_, of_series_;
};

}  // namespace

std::unique_ptr<MadeSite> events_site(uint64_t seed) { return std::make_unique<Events>(seed); }

}  // namespace bench
