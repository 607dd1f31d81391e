// Made-up sites that no decision was taken on when they were written: a museum, a directory of doctors, a
// cinema guide. See crawl_site.h.
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_parts.h"

namespace bench {
namespace {

// --- museum: objects by number of accession, reached through facets (maker, place, material) with pagers, in
// two languages; essays and events around them.
class Museum : public MadeSite {
 public:
  explicit Museum(uint64_t seed) : seed_(seed) {}
  std::string name() const override { return "museum"; }
  bool held_out() const override { return true; }
  // A page in each language.
  size_t details() const override { return 2 * kObjects; }
  std::string detail_path(size_t n) const override {
    const std::string path = fmt::format("/collection/object/{}.{}.{}", 1900 + n % kObjects % 90,
                                         n % kObjects / 90 + 1, n % kObjects % 7 + 1);
    return n < kObjects ? path : path + "?lang=de";
  }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const std::string path = path_of(target), prefix = "/collection/object/";
    if (!path.starts_with(prefix)) return {};
    const auto parts = gleaner::split(std::string_view(path).substr(prefix.size()), '.');
    if (parts.size() != 3) return {};
    const size_t n = size_t(std::atoi(std::string(parts[0]).c_str()) - 1900) +
                     (size_t(std::atoi(std::string(parts[1]).c_str())) - 1) * 90;
    if (n >= kObjects || detail_path(n) != path) return {};
    return parameter(target, "lang") == "de" ? n + kObjects : n;
  }
  std::optional<std::string> page(const std::string& target) const override {
    const std::string path = path_of(target);
    const bool german = parameter(target, "lang") == "de";
    if (path == "/")
      return frame("Museum",
                   "<section class=hero><h1>Museum</h1></section><section class=teasers>" +
                       cards("/stories/", 0, 6) + cards("/exhibition/", 0, 4) + "</section>",
                   false);
    if (const auto n = detail_of(target)) return object(*n % kObjects, german);
    if (path == "/collection")
      return frame("Collection", "<h1>Collection</h1><div class=facets>" + facets() + "</div>", german);
    for (const char* facet : {"maker", "place", "material"})
      if (const auto n = number_in(path, fmt::format("/collection/{}/", facet)))
        return *n < 30 ? hits(facet, *n, target) : std::nullopt;
    if (const auto n = number_in(path, "/stories/"))
      return *n < 2500 ? std::optional(story(*n)) : std::nullopt;
    if (const auto n = number_in(path, "/exhibition/"))
      return *n < 400 ? std::optional(exhibition(*n)) : std::nullopt;
    for (const auto& [part, count] : {std::pair<std::string, size_t>{"stories", 2500},
                                      {"exhibition", 400},
                                      {"press", 1500},
                                      {"shop/p", 600}})
      if (path == "/" + part) return index(part, count, size_t(std::atoi(parameter(target, "page").c_str())));
    if (path == "/whats-on") return events(target);
    if (const auto n = number_in(path, "/press/"))
      return *n < 1500 ? std::optional(frame(fmt::format("Press {}", *n), press(*n), false)) : std::nullopt;
    if (const auto n = number_in(path, "/shop/p/"))
      return *n < 600 ? std::optional(frame(fmt::format("Gift {}", *n), gift(*n), false)) : std::nullopt;
    return {};
  }

 private:
  static constexpr size_t kObjects = 600;
  std::string frame(const std::string& title, const std::string& main, bool german) const {
    return fmt::format(
        "<!doctype html><html lang={}><head><title>{}</title></head><body><div class=skip><a href=#main>Skip</a></div><header><nav><a href=/collection>Collection</a><a href=/whats-on?from=2024-01-01>What's on</a>"
        "<a href=/stories>Stories</a><a href=/press>Press</a><a href=/exhibition>Exhibitions</a><a href=/shop/p>Shop</a></nav></header><div id=main>{}</div><footer><div><a href=/press/1>About</a><a href=/press/2>Jobs</a></div></footer></body></html>",
        german ? "de" : "en", title, main);
  }
  std::string cards(const std::string& prefix, size_t from, size_t n) const {
    std::string out;
    for (size_t i = from; i < from + n; ++i)
      out += fmt::format("<article class=card><a href={}{}><img src=/c.jpg><h3>Card {}</h3></a></article>",
                         prefix, i, i);
    return out;
  }
  std::optional<std::string> index(const std::string& part, size_t count, size_t at) const {
    if (at * 40 >= count) return {};
    std::string pages;
    for (size_t i = 0; i < count / 40; ++i) pages += fmt::format("<a href=/{}?page={}>{}</a>", part, i, i);
    return frame(part + std::to_string(at),
                 "<h1>All</h1><div class=all>" +
                     cards("/" + part + "/", at * 40, std::min<size_t>(40, count - at * 40)) +
                     "</div><div class=years>" + pages + "</div>",
                 false);
  }
  std::string facets() const {
    std::string out;
    for (const char* facet : {"maker", "place", "material"}) {
      out += fmt::format("<div class=facet><h2>{}</h2>", facet);
      for (int i = 0; i < 30; ++i)
        out += fmt::format("<a class=tag href=/collection/{}/{}>{} {}</a> ", facet, i, facet, i);
      out += "</div>";
    }
    return out;
  }
  std::optional<std::string> hits(const std::string& facet, size_t n, const std::string& target) const {
    const size_t from = size_t(std::atoi(parameter(target, "start").c_str()));
    const size_t step = facet == "maker" ? 30 : facet == "place" ? 31 : 37;
    std::string grid;
    size_t all = 0, shown = 0;
    for (size_t i = n; i < kObjects; i += step, ++all)
      if (all >= from && shown < 12)
        grid += fmt::format(
            "<figure class=hit><a href={0}><img src=/t.jpg></a><figcaption><a href={0}>Object</a></figcaption></figure>",
            detail_path(i)),
            ++shown;
    if (!shown) return {};
    std::string sorts;
    for (const char* sort : {"date", "title", "number"})
      sorts += fmt::format("<a href=/collection/{}/{}?sort={}&start={}>{}</a>", facet, n, sort, from, sort);
    return frame(
        fmt::format("{} {} {}", facet, n, target),
        fmt::format(
            "<h1>{} {}</h1><div class=sort>{}</div><div class=grid>{}</div><div class=more><a href=/collection/{}/{}?start={}>More</a></div>",
            facet, n, sorts, grid, facet, n, from + 12),
        false);
  }
  std::string object(size_t n, bool german) const {
    Dice dice(seed_, "object", n);
    const std::string title = fmt::format("{} {}", words_of(dice, 2), n);
    const std::string ours = fmt::format(
        "<p class=also><a href=/collection/maker/{}>Maker</a><a href=/collection/place/{}>Place</a><a href={}?lang=de>Deutsch</a><a href=/stories/{}>Story</a></p>",
        n % 30, n % 31 % 30, detail_path(n), n * 2 % 2500);
    if (!real_details.empty())
      return with_links(real_details[n % real_details.size()], title + (german ? " de" : ""), ours);
    std::string out =
        fmt::format("<article class=object><h1>{}</h1><figure class=main><img src=/o.jpg>", title);
    if (dice.chance(0.7)) out += "<figcaption>" + sentences(dice, 1) + "</figcaption>";
    out += "</figure><dl class=facts>";
    for (uint32_t i = dice.below(8) + 4; i > 0; --i)
      out += fmt::format("<dt>{}</dt><dd>{}</dd>", german ? "Angabe" : "Fact", words_of(dice, 2));
    out += "</dl>";
    if (dice.chance(0.5)) out += "<div class=views><img src=/1.jpg><img src=/2.jpg><img src=/3.jpg></div>";
    for (uint32_t i = dice.below(4); i > 0; --i) out += "<p>" + sentences(dice, 2) + "</p>";
    if (dice.chance(0.3))
      out +=
          "<h2>References</h2><ol><li>" + words_of(dice, 4) + "</li><li>" + words_of(dice, 4) + "</li></ol>";
    return frame(title + (german ? " de" : ""), out + ours + "</article>", german);
  }
  std::string story(size_t n) const {
    Dice dice(seed_, "story", n);
    std::string out =
        fmt::format("<article class=story><h1>Story {}</h1><p class=lead>{}</p>", n, sentences(dice, 1));
    for (uint32_t i = dice.below(6) + 3; i > 0; --i) {
      out += "<p>" + sentences(dice, 3) + "</p>";
      if (dice.chance(0.3))
        out += fmt::format("<figure class=inline><a href={}><img src=/s.jpg></a></figure>",
                           detail_path(dice.below(kObjects)));
    }
    return frame(fmt::format("Story {}", n),
                 out + "</article><aside>" + cards("/stories/", (n * 5 + 1) % 2490, 4) + "</aside>", false);
  }
  std::string exhibition(size_t n) const {
    return frame(
        fmt::format("Exhibition {}", n),
        fmt::format(
            "<h1>Exhibition {}</h1><p class=dates>2024</p><p>About.</p><div class=tickets><form><select><option>1<option>2</select><button>Book</button></form></div>",
            n) +
            cards("/stories/", n * 3, 3),
        false);
  }
  std::string press(size_t n) const {
    Dice dice(seed_, "press", n);
    return fmt::format(
               "<div class=press><h1>Press {}</h1><p>{}</p><address>{}</address></div><ul class=releases>", n,
               sentences(dice, 4), words_of(dice, 3)) +
           item(fmt::format("/press/{}", n + 1), "next") + item(fmt::format("/press/{}", n * 2 + 1), "see") +
           "</ul>";
  }
  std::string gift(size_t n) const {
    return fmt::format(
               "<div class=gift><h1>Gift {}</h1><img src=/g.jpg><p class=price>EUR 9</p><form><input name=n><button>Add</button></form></div><div class=gifts>",
               n) +
           cards("/shop/p/", n + 1, 4) + "</div>";
  }
  std::string events(const std::string& target) const {
    const int day = std::atoi(parameter(target, "from").substr(0, 4).c_str()) * 372 +
                    std::atoi((parameter(target, "from") + "0000000").substr(5, 2).c_str()) * 31;
    const auto date = [](int d) { return fmt::format("{}-{:02}-01", d / 372, d % 372 / 31 % 12 + 1); };
    return frame("What's on " + target,
                 "<h1>What's on</h1><p>" + target + "</p><a href=/whats-on?from=" + date(day + 31) +
                     ">later</a><a href=/whats-on?from=" + date(day - 31) + ">earlier</a>" +
                     cards("/exhibition/", size_t(std::abs(day)) % 380, 3),
                 false);
  }
  uint64_t seed_;
};

// --- doctors: every page is a name at the root; people, practices and articles have the same kind of
// address. Lists by town and by field.
class Doctors : public MadeSite {
 public:
  explicit Doctors(uint64_t seed) : layout_(seed, "doctors") {}
  std::string name() const override { return "doctors"; }
  size_t details() const override { return kPeople; }
  std::string detail_path(size_t n) const override { return "/" + slug(n); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto n = number_of(target);
    return n && *n < kPeople ? n : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    const std::string path = path_of(target);
    const size_t at = size_t(std::atoi(parameter(target, "page").c_str()));
    if (path == "/")
      return whole("Doctors", "<h1>Find a doctor</h1><div class=towns>" + towns() + "</div><div class=read>" +
                                  names(kPeople + kPractices, 6, 1) + "</div>");
    if (const auto n = number_in(path, "/town/t-")) return *n < kTowns ? town(*n, at) : std::nullopt;
    if (const auto n = number_in(path, "/field/f-"))
      return *n < 20 ? std::optional(whole(fmt::format("Field {}", *n),
                                           "<h1>Field</h1><div class=read>" +
                                               names(kPeople + kPractices + *n * 300, 100, 3) + "</div>"))
                     : std::nullopt;
    const auto n = number_of(target);
    if (!n) return {};
    return *n < kPeople ? person(*n) : *n < kPeople + kPractices ? practice(*n) : article(*n);
  }

 private:
  static constexpr size_t kPeople = 1000, kPractices = 2000, kArticles = 6000, kTowns = 80,
                          kAll = kPeople + kPractices + kArticles;
  std::string slug(size_t n) const {
    Dice dice(layout_.seed(), "slug", n);
    std::string out = n < kPeople ? "dr-" : n < kPeople + kPractices && n % 2 ? "praxis-" : "";
    out += words_of(dice, n < kPeople ? 2 : 3, '-') + "-";
    for (size_t rest = n, i = 0; i < 3; ++i, rest /= 26) out += char('a' + rest % 26);
    return out;
  }
  std::optional<size_t> number_of(const std::string& target) const {
    if (target.size() < 8) return {};
    const char* end = target.data() + target.size() - 3;
    const size_t n = size_t(end[0] - 'a') + size_t(end[1] - 'a') * 26 + size_t(end[2] - 'a') * 676;
    return n < kAll && target == "/" + slug(n) ? std::optional(n) : std::nullopt;
  }
  std::string names(size_t from, size_t count, size_t step) const {
    std::string out;
    for (size_t i = 0; i < count; ++i)
      out += "<div class=entry>" + link("/" + slug((from + i * step) % kAll), "entry") + "</div>";
    return out;
  }
  std::string towns() const {
    std::string out;
    for (size_t i = 0; i < kTowns; ++i) out += link(fmt::format("/town/t-{}", i), "Town") + " ";
    return out;
  }
  std::string whole(const std::string& heading, const std::string& main) const {
    std::string menu;
    for (int i = 0; i < 20; ++i) menu += item(fmt::format("/field/f-{}", i), "Field");
    return layout_.page(heading, menu, main, link("/" + slug(kAll - 1), "Imprint"));
  }
  std::optional<std::string> town(size_t n, size_t at) const {
    std::string rows;
    size_t all = 0, shown = 0;
    for (size_t k = n; k < kPeople + kPractices; k += kTowns, ++all)
      if (const size_t i = k * 7 % (kPeople + kPractices); all / 15 == at)
        rows += "<div class=entry>" + link("/" + slug(i), i < kPeople ? "Doctor" : "Practice") +
                "<span>street</span></div>",
            ++shown;
    if (!shown) return {};
    return whole(fmt::format("Town {} {}", n, at),
                 "<h1>Town</h1><div class=list>" + rows + "</div><div class=pages>" +
                     link(fmt::format("/town/t-{}?page={}", n, at + 1), "next") + "</div>");
  }
  std::string person(size_t n) const {
    Dice dice(layout_.seed(), "person", n);
    const std::string ours = "<div class=near>" + link(fmt::format("/town/t-{}", n % kTowns), "Town") +
                             names(kPeople + n * 2 % kPractices, 1, 1) + "</div>";
    if (!real_details.empty())
      return with_links(real_details[n % real_details.size()], fmt::format("Dr {}", n), ours);
    std::string out = fmt::format(
        "<div class=person><img src=/p.jpg><h1>Dr {} {}</h1><p class=field>{}</p><table class=hours>",
        words_of(dice, 1), n, words_of(dice, 1));
    for (uint32_t i = dice.below(3) + 3; i > 0; --i)
      out += "<tr><td>Day</td><td>8-12</td><td>14-18</td></tr>";
    out += "</table><ul class=skills>";
    for (uint32_t i = dice.below(9); i > 0; --i) out += "<li>" + words_of(dice, 2) + "</li>";
    out += "</ul>";
    if (dice.chance(0.6)) out += "<p class=cv>" + sentences(dice, 2) + "</p>";
    for (uint32_t i = dice.below(5); i > 0; --i)
      out +=
          "<blockquote><p>" + sentences(dice, 1) + "</p><cite>" + words_of(dice, 1) + "</cite></blockquote>";
    return whole(fmt::format("Dr {}", n),
                 out + "<form class=date><input><input><button>Ask for a date</button></form></div>" + ours);
  }
  std::string practice(size_t n) const {
    Dice dice(layout_.seed(), "practice", n);
    std::string out =
        fmt::format("<div class=practice><h1>Practice {}</h1><address>{}</address><table class=hours>", n,
                    words_of(dice, 3));
    for (uint32_t i = dice.below(3) + 3; i > 0; --i) out += "<tr><td>Day</td><td>8-12</td></tr>";
    out += "</table><h2>Team</h2><div class=team>" + (dice.chance(0.5) ? names(n % kPeople, 1, 1) : "") +
           "</div><iframe></iframe></div>";
    return whole(fmt::format("Practice {}", n), out);
  }
  std::string article(size_t n) const {
    return whole(fmt::format("Article {}", n),
                 layout_.article("text", n, fmt::format("Article {}", n),
                                 "<div class=read>" +
                                     names(kPeople + kPractices + (n * 3) % kArticles, 5, 7) + "</div>"));
  }
  Layout layout_;
};

// --- cinema: films, houses, people and reviews have one kind of address, a code (/c/4f2a); programmes by
// house and week lead to films, reviews and people link to each other without end.
class Cinema : public MadeSite {
 public:
  explicit Cinema(uint64_t seed) : layout_(seed, "cinema") {}
  std::string name() const override { return "cinema"; }
  size_t details() const override { return kFilms; }
  std::string detail_path(size_t n) const override { return code(n); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto n = number_of(target);
    return n && *n < kFilms ? n : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    if (target == "/")
      return whole("Cinema", "<h1>Tonight</h1><div class=houses>" + links(kHousesFrom, kHouses, 1) +
                                 "</div><div class=new>" + links(kReviewsFrom, 12, 31) + "</div>");
    const auto n = number_of(path_of(target));
    if (!n) return {};
    if (*n < kFilms) return film(*n);
    if (*n < kReviewsFrom) return house(*n, size_t(std::atoi(parameter(target, "week").c_str())));
    return *n < kPeopleFrom ? review(*n) : person(*n);
  }

 private:
  static constexpr size_t kFilms = 900, kHousesFrom = kFilms, kHouses = 60, kReviewsFrom = 1000,
                          kPeopleFrom = 5000, kAll = 10000, kWeeks = 8;
  // Numbers in disorder: a bijection on 16 bits.
  static std::string code(size_t n) { return fmt::format("/c/{:04x}", n * 40503 % 65536); }
  static std::optional<size_t> number_of(const std::string& path) {
    if (path.size() != 7 || !path.starts_with("/c/")) return {};
    const size_t n =
        std::strtoul(path.c_str() + 3, nullptr, 16) * 30599 % 65536;  // 40503 * 30599 = 1 mod 65536
    return n < kAll && code(n) == path ? std::optional(n) : std::nullopt;
  }
  std::string links(size_t from, size_t count, size_t step) const {
    std::string out;
    for (size_t i = 0; i < count; ++i) out += "<p>" + link(code(from + i * step), "see") + "</p>";
    return out;
  }
  std::string whole(const std::string& title, const std::string& main) const {
    return layout_.page(
        title, item("/", "Tonight") + item(code(kReviewsFrom), "Reviews") + item(code(kPeopleFrom), "People"),
        main, link(code(kAll - 1), "About"));
  }
  std::optional<std::string> house(size_t n, size_t week) const {
    if (n >= kHousesFrom + kHouses || week >= kWeeks) return {};
    std::string rows;
    for (size_t i = 0; i < 14; ++i) {
      const size_t film = ((n - kHousesFrom) * kWeeks * 7 + week * 7 + i) * 13 % kFilms;
      rows += fmt::format("<tr><td>{}:00</td><td>{}</td><td>{}</td></tr>", 14 + i % 9,
                          link(code(film), "film"), link(code(kReviewsFrom + film * 4), "review"));
    }
    return whole(fmt::format("House {} week {}", n, week),
                 fmt::format("<h1>House {}</h1><table class=week>{}</table><p class=turn>{}</p>", n, rows,
                             link(fmt::format("{}?week={}", code(n), week + 1), "next week")));
  }
  std::string film(size_t n) const {
    Dice dice(layout_.seed(), "film", n);
    const std::string ours = "<div class=cast>" + links(kPeopleFrom + n * 5 % 4990, 3, 1) + "</div><p>" +
                             link(code(kReviewsFrom + n * 4), "review") + "</p>";
    const std::string title = fmt::format("{} {}", words_of(dice, 2), n);
    if (!real_details.empty()) return with_links(real_details[n % real_details.size()], title, ours);
    std::string out = fmt::format("<h1>{}</h1><img src=/poster.jpg><dl>", title);
    for (uint32_t i = dice.below(4) + 4; i > 0; --i) out += "<dt>Fact</dt><dd>" + words_of(dice, 2) + "</dd>";
    out += "</dl><div class=plot>";
    for (uint32_t i = dice.below(3) + 1; i > 0; --i) out += "<p>" + sentences(dice, 2) + "</p>";
    if (dice.chance(0.4)) out += "<video></video><button>Trailer</button>";
    return whole(title, out + "</div>" + ours);
  }
  std::string review(size_t n) const {
    const bool about = n % 4 == 0 && (n - kReviewsFrom) / 4 < kFilms;
    return whole(
        fmt::format("Review {}", n),
        layout_.article("review", n, fmt::format("Review {}", n),
                        (about ? "<p>" + link(code((n - kReviewsFrom) / 4), "the film") + "</p>" : "") +
                            "<div class=more>" + links(kReviewsFrom + n * 7 % 3980, 5, 3) + "</div>"));
  }
  std::string person(size_t n) const {
    Dice dice(layout_.seed(), "person", n);
    return whole(fmt::format("Person {}", n),
                 fmt::format("<h1>{} {}</h1><img src=/face.jpg><p>{}</p><div class=with>", words_of(dice, 2),
                             n, sentences(dice, 3)) +
                     links(kPeopleFrom + n * 3 % 4900, 8, 11) + "</div>");
  }
  Layout layout_;
};

}  // namespace

std::vector<std::unique_ptr<MadeSite>> fresh_sites(uint64_t seed) {
  std::vector<std::unique_ptr<MadeSite>> out;
  out.push_back(std::make_unique<Museum>(seed));
  out.push_back(std::make_unique<Doctors>(seed));
  out.push_back(std::make_unique<Cinema>(seed));
  return out;
}

}  // namespace bench
