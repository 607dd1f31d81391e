// A made-up site: a newspaper that tests products. See crawl_site.h.
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_parts.h"

namespace bench {
namespace {

// --- gazette: a newspaper's archive of three years. All articles have one kind of address
// (/tech/2021/05/17/maple-river-104711.html) and share their frame; one in five is a test of a product
// (rating, measured values, for and against), one in twenty a guide to buying, which looks nearly like a
// test. Ways: sections with pagers, days, authors (some of whom write most tests), topics, links in running
// text. Around them: comments, second and print pages of tests, galleries picture by picture, months without
// end.
class Gazette : public MadeSite {
 public:
  explicit Gazette(uint64_t seed) : layout_(seed, "gazette") {
    for (size_t n = 0; n < kArticles; ++n) {
      Dice dice(seed, "article", n);
      Article made;
      made.kind = dice.chance(0.2) ? 't' : dice.chance(0.06) ? 'g' : 'a';
      const uint32_t share = dice.below(10);
      made.section = made.kind == 'a' ? share : share < 5 ? 3 : share < 7 ? 4 : share < 9 ? 5 : 6;
      made.author = made.kind == 't' && dice.chance(0.7) ? dice.below(kTesters) : dice.below(kAuthors);
      made.topic = made.kind == 'a' ? dice.below(kTopics) : dice.below(kTopics / 5);
      made.day = 2019l * 360 + long(n * kDays / kArticles);
      made.words = words_of(dice, 2 + dice.below(3), '-');
      made.number = tests_.size();
      if (made.kind == 't') tests_.push_back(n);
      articles_.push_back(made);
    }
  }
  std::string name() const override { return "gazette"; }
  size_t details() const override { return tests_.size(); }
  std::string detail_path(size_t n) const override { return path(tests_[n]); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto n = article_of(target);
    return n && articles_[*n].kind == 't' ? std::optional(articles_[*n].number) : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    const std::string place = path_of(target);
    const size_t at = size_t(std::atoi(parameter(target, "page").c_str()));
    if (place == "/") return home();
    if (const auto n = article_of(place)) return article(*n, target);
    for (size_t s = 0; s < kSections; ++s)
      if (place == fmt::format("/{}/", kNames[s]))
        return list(fmt::format("Section {}", kNames[s]), place, at,
                    [&](const Article& one) { return one.section == s; });
    if (const auto n = number_in(place, "/author/a"); n && *n < kAuthors)
      return list(fmt::format("Author {}", *n), place, at,
                  [&](const Article& one) { return one.author == *n; });
    if (const auto n = number_in(place, "/topic/"); n && *n < kTopics)
      return list(fmt::format("Topic {}", *n), place, at,
                  [&](const Article& one) { return one.topic == *n; });
    if (const auto n = number_in(place, "/comments/"); n && *n < kArticles) return comments(*n, at);
    if (const auto n = number_in(place, "/gallery/"); n && *n < kGalleries)
      return gallery(*n, size_t(std::atoi(parameter(target, "pic").c_str())));
    return place.starts_with("/archive/") ? archive(place.substr(9)) : std::nullopt;
  }

 private:
  static constexpr size_t kArticles = 5600, kDays = 1080, kSections = 10, kAuthors = 130, kTesters = 16,
                          kTopics = 150, kGalleries = 450, kPictures = 6, kOnList = 20;
  static constexpr std::string_view kNames[kSections] = {
      "politics", "economy", "sports", "tech", "motor", "living", "travel", "culture", "science", "local"};
  struct Article {
    char kind = 'a';  // test, guide or article
    size_t section = 0, author = 0, topic = 0, number = 0;
    long day = 0;
    std::string words;
  };

  std::string path(size_t n) const {
    const Article& one = articles_[n];
    return fmt::format("/{}/{}/{}-{}.html", kNames[one.section], date_of(one.day, '/'), one.words,
                       100000 + n * 7);
  }
  std::optional<size_t> article_of(const std::string& target) const {
    const size_t dash = target.rfind('-');
    const auto id =
        dash == std::string::npos ? std::nullopt : number_in(target.substr(dash + 1), "", ".html");
    if (!id || *id < 100000 || *id % 7 != 100000 % 7) return {};
    const size_t n = (*id - 100000) / 7;
    return n < kArticles && path(n) == target ? std::optional(n) : std::nullopt;
  }
  std::string title(size_t n) const {
    std::string out = articles_[n].words;
    std::replace(out.begin(), out.end(), '-', ' ');
    return fmt::format("{} {}", out, n);
  }
  std::string teaser(size_t n) const {
    Dice dice(layout_.seed(), "teaser", n);
    return fmt::format("<article class=teaser>{}<h2>{}</h2><p>{}{}</p></article>",
                       dice.chance(0.6) ? "<img src=/t.jpg>" : "", link(path(n), title(n)),
                       sentences(dice, 1), link(fmt::format("/author/a{}", articles_[n].author), "by"));
  }
  std::string whole(const std::string& heading, const std::string& main) const {
    std::string menu;
    for (const std::string_view name : kNames) menu += item(fmt::format("/{}/", name), std::string(name));
    menu += item("/archive/2021/12", "Archive") + item("/gallery/0", "Pictures");
    return layout_.page(
        heading, menu, main,
        link("/author/a20", "Editors") + link("/imprint", "Imprint") + link("/topic/100", "Topics"));
  }
  std::string home() const {
    std::string main = "<h1>Today</h1>";
    for (size_t i = 1; i <= 25; ++i) main += teaser(kArticles - i);
    main += "<aside class=pictures>";
    for (size_t i = 0; i < 5; ++i) main += link(fmt::format("/gallery/{}", i * 9), "pictures");
    return whole("Gazette", main + "</aside>");
  }
  template <class Fits>
  std::optional<std::string> list(const std::string& heading, const std::string& place, size_t at,
                                  Fits fits) const {
    std::string rows, pager;
    size_t all = 0;
    for (size_t n = kArticles; n-- > 0;)
      if (fits(articles_[n]) && all++ / kOnList == at) rows += teaser(n);
    if (rows.empty()) return {};
    if (at) pager += link(fmt::format("{}?page={}", place, at - 1), "newer");
    if ((at + 1) * kOnList < all) pager += link(fmt::format("{}?page={}", place, at + 1), "older");
    return whole(
        fmt::format("{} {}", heading, at),
        fmt::format("<h1>{}</h1><div class=list>{}</div><p class=pager>{}</p>", heading, rows, pager));
  }
  // A month or a day: 2021/05, 2021/05/17.
  std::optional<std::string> archive(const std::string& date) const {
    if (date.size() != 10 && date.size() != 7) return {};
    const auto day = day_of(date.size() == 7 ? date + "/01" : date);
    if (!day) return {};
    std::string main = "<h1>Archive " + date + "</h1>";
    if (date.size() == 7) {
      main += "<table class=month><tr>";
      for (long d = *day; d < *day + 30; ++d)
        main += "<td>" + link("/archive/" + date_of(d, '/'), std::to_string(d % 30 + 1)) + "</td>" +
                ((d - *day) % 7 == 6 ? "</tr><tr>" : "");
      main += "</tr></table>";
      for (const long way : {-360l, -30l, 30l, 360l})
        main += link("/archive/" + date_of(*day + way, '/').substr(0, 7), way < 0 ? "before" : "after") + " ";
      return whole("Archive " + date, main);
    }
    main += "<ul class=day>";
    for (size_t n = 0; n < kArticles; ++n)
      if (articles_[n].day == *day)
        main += fmt::format("<li><b>{}</b> {}</li>", kNames[articles_[n].section], link(path(n), title(n)));
    main += "</ul>" + link("/archive/" + date_of(*day - 1, '/'), "day before") +
            link("/archive/" + date_of(*day + 1, '/'), "day after");
    return whole("Archive " + date, main);
  }

  std::string after(size_t n) const {
    const Article& one = articles_[n];
    Dice dice(layout_.seed(), "after", n);
    std::string out = fmt::format("<p class=by>{}{}</p><ul class=more>",
                                  link(fmt::format("/author/a{}", one.author), "Author"),
                                  link(fmt::format("/topic/{}", one.topic), "Topic"));
    for (size_t k = n + 1, found = 0; found < 2 && k < n + 400; ++k)
      if (articles_[k % kArticles].topic == one.topic)
        out += item(path(k % kArticles), title(k % kArticles)), ++found;
    for (int i = 0; i < 2; ++i) {
      const size_t other = dice.below(kArticles);
      out += item(path(other), title(other));
    }
    out += "</ul>";
    if (dice.chance(0.4)) out += link(fmt::format("/comments/{}", n), "Comments");
    if (dice.chance(0.1)) out += link(fmt::format("/gallery/{}", n % kGalleries), "Pictures");
    return out;
  }
  std::optional<std::string> article(size_t n, const std::string& target) const {
    const Article& one = articles_[n];
    const bool more = one.kind == 't' && n % 3 == 0;
    if (parameter(target, "print") == "1")
      return fmt::format("<html><title>Print {0}</title><body><h1>{0}</h1><p>{1}", title(n),
                         link(path(n), "to the article"));
    if (!parameter(target, "page").empty()) return more ? std::optional(second(n)) : std::nullopt;
    if (one.kind == 'a') return whole(title(n), layout_.article("story", n, title(n), in_text(n) + after(n)));
    const std::string links = (more ? link(path(n) + "?page=2", "Measured values") : "") +
                              link(path(n) + "?print=1", "Print") + after(n);
    const auto& real = one.kind == 't' ? real_details : real_decoys;
    if (!real.empty()) return with_links(real[n % real.size()], title(n), links);
    return whole(title(n), (one.kind == 't' ? test(n) : guide(n)) + links);
  }
  std::string in_text(size_t n) const {
    Dice dice(layout_.seed(), "in text", n);
    std::string out = "<p>";
    for (uint32_t i = dice.below(3); i > 0; --i)
      out += sentences(dice, 1) + link(path(dice.below(kArticles)), words_of(dice, 2)) + " ";
    return out + "</p>";
  }
  std::string test(size_t n) const {
    Dice dice(layout_.seed(), "test", n);
    std::string out =
        fmt::format("<article class=story><h1>{}</h1><p class=lead>{}</p><figure><img src=/p.jpg></figure>",
                    title(n), sentences(dice, 1));
    for (uint32_t i = dice.below(7) + 2; i > 0; --i) {
      if (dice.chance(0.25)) out += "<h2>" + words_of(dice, 3) + "</h2>";
      out += "<p>" + sentences(dice, 3) + "</p>";
    }
    out += "<div class=box><h3>Our verdict</h3><span class=mark>" + std::to_string(dice.below(6)) +
           "</span><ul class=pro>";
    for (uint32_t i = dice.below(4) + 1; i > 0; --i) out += "<li>" + words_of(dice, 3) + "</li>";
    out += "</ul><ul class=contra>";
    for (uint32_t i = dice.below(4); i > 0; --i) out += "<li>" + words_of(dice, 3) + "</li>";
    out += "</ul>";
    if (dice.chance(0.75)) {
      out += "<table class=data>";
      for (uint32_t i = dice.below(10) + 2; i > 0; --i)
        out += "<tr><th>" + words_of(dice, 1) + "</th><td>" + words_of(dice, 1) + "</td></tr>";
      out += "</table>";
    }
    if (dice.chance(0.5)) out += "<p class=price>EUR <b>" + std::to_string(dice.below(2000)) + "</b></p>";
    out += "</div>";
    if (dice.chance(0.2)) out += "<div class=video><video></video><small>Film</small></div>";
    return out + "</article>";
  }
  // Several products side by side.
  std::string guide(size_t n) const {
    Dice dice(layout_.seed(), "guide", n);
    std::string out =
        fmt::format("<article class=story><h1>{}</h1><p class=lead>{}</p>", title(n), sentences(dice, 1));
    for (uint32_t i = dice.below(5) + 3; i > 0; --i)
      out += "<section class=product><h2>" + words_of(dice, 2) + "</h2><figure><img src=/p.jpg></figure><p>" +
             sentences(dice, 2) + "</p><p class=price>EUR <b>99</b></p>" +
             link(detail_path(dice.below(uint32_t(tests_.size()))), "to the test") + "</section>";
    return out + "<div class=box><h3>How to choose</h3><p>" + sentences(dice, 2) + "</p></div></article>";
  }
  std::string second(size_t n) const {
    Dice dice(layout_.seed(), "second", n);
    std::string rows;
    for (uint32_t i = dice.below(20) + 8; i > 0; --i)
      rows += "<tr><th>" + words_of(dice, 1) + "</th><td>1</td><td>2</td></tr>";
    return whole("Values " + title(n), "<h1>Values " + title(n) + "</h1><table class=data>" + rows +
                                           "</table>" + link(path(n), "first page"));
  }
  std::optional<std::string> comments(size_t n, size_t at) const {
    Dice dice(layout_.seed(), "comments", n);
    const uint32_t pages = dice.below(3) + 1;
    if (at >= pages) return {};
    std::string rows;
    for (uint32_t i = dice.below(15) + 1; i > 0; --i)
      rows += "<li><b>" + words_of(dice, 1) + "</b><p>" + sentences(dice, 1) + "</p></li>";
    return whole(fmt::format("Comments {} {}", n, at),
                 "<h1>Comments</h1><ol class=comments>" + rows + "</ol>" + link(path(n), "article") +
                     (at + 1 < pages ? link(fmt::format("/comments/{}?page={}", n, at + 1), "more") : ""));
  }
  std::optional<std::string> gallery(size_t n, size_t picture) const {
    if (picture >= kPictures) return {};
    Dice dice(layout_.seed(), "gallery", n * kPictures + picture);
    std::string turn = picture + 1 < kPictures
                           ? link(fmt::format("/gallery/{}?pic={}", n, picture + 1), "next picture")
                           : link(path(dice.below(kArticles)), "article");
    for (size_t i = 1; i < 5; ++i)
      turn += item(fmt::format("/gallery/{}", (n + i * i) % kGalleries), "gallery");
    return whole(fmt::format("Gallery {} {}", n, picture),
                 "<h1>Pictures</h1><figure class=big><img src=/g.jpg><figcaption>" + sentences(dice, 1) +
                     "</figcaption></figure><ul class=turn>" + turn + "</ul>");
  }
  Layout layout_;
  std::vector<Article> articles_;
  std::vector<size_t> tests_;  // articles by the number of the test
};

}  // namespace

std::unique_ptr<MadeSite> gazette_site(uint64_t seed) { return std::make_unique<Gazette>(seed); }

}  // namespace bench
