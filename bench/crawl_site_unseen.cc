// Made-up sites that no decision was taken on: a message board, a library's catalogue, a market of positions
// in three languages. See crawl_site.h. They were written when everything else stood. What a crawl does on
// library and positions was not looked into: their figures say what to expect of a site nobody has seen. On
// board pages of other kinds were taken for topics, which led to the rule on the frame of a site
// (SiteCrawl::see_frame).
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_parts.h"

namespace bench {
namespace {

// --- board: topics of a message board as its software makes them. A topic has many addresses (each post has
// one, views for print, "next topic"), all of one script; members, forms for replies and searches outnumber
// them. Wanted: the topics, each page of them.
class Board : public MadeSite {
 public:
  explicit Board(uint64_t seed) : layout_(seed, "board") {}
  std::string name() const override { return "board"; }
  std::string start() const override { return "/index.php"; }
  size_t details() const override { return kTopics + kTopics / kLong; }
  // The second pages of long topics come behind all topics.
  std::string detail_path(size_t n) const override {
    return n < kTopics ? topic_path(n) : topic_path((n - kTopics) * kLong) + "&start=15";
  }
  std::optional<size_t> detail_of(const std::string& target) const override {
    if (path_of(target) != "/viewtopic.php" || parameter(target, "view") == "print") return {};
    const auto n = topic_of(target);
    if (n && parameter(target, "view") == "next") return (*n + 1) % kTopics;
    if (!n || parameter(target, "start").empty()) return n;
    return *n % kLong == 0 && parameter(target, "start") == "15" ? std::optional(kTopics + *n / kLong)
                                                                 : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    const std::string path = path_of(target);
    const auto at = [&](const char* key) { return size_t(std::atoi(parameter(target, key).c_str())); };
    if (path == "/index.php") return whole("Board index", forums());
    if (path == "/viewforum.php") return at("f") < kForums ? forum(at("f"), at("start")) : std::nullopt;
    if (path == "/viewtopic.php") return topic(target);
    if (path == "/memberlist.php") return members(target);
    if (path == "/posting.php")
      return whole(
          "Reply " + target,
          "<form class=post><h2>Reply</h2><textarea></textarea><input><input><button>Send</button></form><p>" +
              target + "</p>");
    if (path == "/search.php")
      return whole(
          "Search " + target,
          "<h2>Search</h2><form><input><select><option>all<option>any</select></form><p>" + target + "</p>");
    if (path == "/faq.php")
      return at("q") < 900
                 ? std::optional(whole("Question " + std::to_string(at("q")),
                                       layout_.article("faq", at("q"), "Question", faq(at("q") + 1))))
                 : std::nullopt;
    return {};
  }

 private:
  static constexpr size_t kTopics = 900, kForums = 15, kMembers = 4000, kOnPage = 20, kLong = 6;
  static size_t forum_of(size_t topic) { return topic * 7 % kForums; }
  static std::string topic_path(size_t n) {
    return fmt::format("/viewtopic.php?f={}&t={}", forum_of(n), 1000 + n * 3);
  }
  static std::optional<size_t> topic_of(const std::string& target) {
    const std::string number = parameter(target, "t"), post = parameter(target, "p");
    const size_t t = !number.empty() ? size_t(std::atoi(number.c_str()))
                     : !post.empty() ? 1000 + size_t(std::atoi(post.c_str())) / 50 * 3
                                     : 0;
    if (t < 1000 || (t - 1000) % 3 || (t - 1000) / 3 >= kTopics) return {};
    return (t - 1000) / 3;
  }
  std::string whole(const std::string& heading, const std::string& main) const {
    return layout_.page(heading,
                        item("/index.php", "Index") + item("/search.php", "Search") +
                            item("/faq.php?q=1", "FAQ") + item("/memberlist.php", "Members") +
                            item("/search.php?id=new", "New posts"),
                        main, link("/faq.php?q=2", "Privacy") + link("/index.php?sid=8f3", "Index"));
  }
  static std::string faq(size_t n) {
    return "<p>" + link(fmt::format("/faq.php?q={}", n), "more") +
           link(fmt::format("/faq.php?q={}", n * 2), "see") + "</p>";
  }
  std::string forums() const {
    std::string rows;
    for (size_t f = 0; f < kForums; ++f)
      rows += fmt::format(
          "<tr><td><a class=forumtitle href=/viewforum.php?f={0}>Forum {0}</a></td><td>{1}</td><td>{2} by {3}</td></tr>",
          f, 60, link(fmt::format("/viewtopic.php?p={}", f * 50 + 3), "last"), member(f * 31));
    return "<table class=forabg>" + rows + "</table>";
  }
  static std::string member(size_t n) {
    return link(fmt::format("/memberlist.php?mode=viewprofile&u={}", n % kMembers), "member");
  }
  std::optional<std::string> forum(size_t f, size_t from) const {
    std::string rows;
    size_t all = 0, shown = 0;
    for (size_t n = 0; n < kTopics; ++n) {
      if (forum_of(n) != f || all++ < from || shown == kOnPage) continue;
      ++shown;
      rows += fmt::format(
          "<tr><td><a class=topictitle href=\"{}\">Topic {}</a>{} by {}</td><td>{}</td><td>{} {}</td></tr>",
          topic_path(n), n, n % kLong ? "" : link(topic_path(n) + "&start=15", "2"), member(n * 13), n % 40,
          member(n * 17), link(fmt::format("/viewtopic.php?p={}", n * 50 + 9), "last"));
    }
    if (!shown) return {};
    std::string pager;
    for (size_t start = 0; start < all; start += kOnPage)
      if (start != from) pager += link(fmt::format("/viewforum.php?f={}&start={}", f, start), "page");
    return whole(fmt::format("Forum {} {}", f, from),
                 "<h2>Forum</h2><p class=pagination>" + pager + "</p><table>" + rows + "</table>" +
                     link(fmt::format("/posting.php?mode=post&f={}", f), "New topic"));
  }
  std::optional<std::string> topic(const std::string& target) const {
    auto n = topic_of(target);
    if (!n) return {};
    const std::string view = parameter(target, "view");
    if (view == "next") n = (*n + 1) % kTopics;
    const bool second = *n % kLong == 0 && parameter(target, "start") == "15";
    if (!parameter(target, "start").empty() && !second) return {};
    Dice dice(layout_.seed(), second ? "second" : "topic", *n);
    const std::string title = fmt::format("{} {}{}", words_of(dice, 3), *n, second ? " page 2" : "");
    std::string posts;
    for (uint32_t i = 0, count = 1 + dice.below(*n % kLong ? 12 : 15); i < count; ++i)
      posts += fmt::format(
          "<div class=post><dl class=profile><dt>{}</dt><dd>Posts {}</dd></dl><h3>{}</h3><div class=content>{}{}</div>{}</div>",
          member(*n * 11 + i * 7), dice.below(900),
          link(fmt::format("/viewtopic.php?p={}#p{}", *n * 50 + i, i), "Re"),
          dice.chance(0.3) ? "<blockquote><cite>wrote</cite>" + sentences(dice, 1) + "</blockquote>" : "",
          sentences(dice, 1 + dice.below(3)),
          link(fmt::format("/posting.php?mode=quote&p={}", *n * 50 + i), "quote"));
    const std::string ours =
        "<p class=tools>" + link(topic_path(*n) + "&view=print", "Print") +
        link(topic_path(*n) + "&view=next", "Next topic") +
        link(fmt::format("/posting.php?mode=reply&t={}", *n), "Reply") +
        (*n % kLong ? "" : link(second ? topic_path(*n) : topic_path(*n) + "&start=15", second ? "1" : "2")) +
        "</p><p>" + link(fmt::format("/viewforum.php?f={}", forum_of(*n)), "Back") + "</p>";
    if (view == "print")
      return "<html><title>" + title + "</title><body><h1>" + title + "</h1><pre>" + sentences(dice, 9) +
             "</pre></body></html>";
    if (!real_details.empty())
      return with_links(real_details[(*n * 2 + second) % real_details.size()], title,
                        posts.substr(0, posts.find("</div>")) + "</div>" + ours);
    return whole(title, "<h2>" + title + "</h2>" + posts + ours);
  }
  std::optional<std::string> members(const std::string& target) const {
    if (parameter(target, "mode") != "viewprofile") {
      const size_t from = size_t(std::atoi(parameter(target, "start").c_str()));
      if (from >= kMembers) return {};
      std::string rows;
      for (size_t i = from; i < from + 25; ++i) rows += "<tr><td>" + member(i) + "</td><td>1</td></tr>";
      return whole(fmt::format("Members {}", from),
                   "<table>" + rows + "</table><p class=pagination>" +
                       link(fmt::format("/memberlist.php?start={}", from + 25), "next") + "</p>");
    }
    const size_t n = size_t(std::atoi(parameter(target, "u").c_str()));
    if (n >= kMembers) return {};
    return whole(
        fmt::format("Member {}", n),
        fmt::format("<h2>Member {0}</h2><dl><dt>Joined</dt><dd>2009</dd><dt>Posts</dt><dd>{0}</dd></dl>", n) +
            link(fmt::format("/search.php?author={}", n), "posts of this member"));
  }
  Layout layout_;
};

// --- library: records behind a search with facets that can be combined (author, subject, year, form), lists
// of headings to browse, three languages by a parameter; each record has a page of copies and one to cite it,
// which look alike.
class Library : public MadeSite {
 public:
  explicit Library(uint64_t seed) : layout_(seed, "library") {}
  std::string name() const override { return "library"; }
  bool held_out() const override { return true; }
  size_t details() const override { return kRecords * std::size(kLanguages); }
  std::string detail_path(size_t n) const override {
    return record_path(n % kRecords) + language_part('?', n / kRecords);
  }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto n = record_of(path_of(target));
    const auto language = language_of(target);
    return n && language && target == detail_path(*n + *language * kRecords)
               ? std::optional(*n + *language * kRecords)
               : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    const std::string path = path_of(target);
    const auto language = language_of(target);
    if (!language) return {};
    if (path == "/")
      return whole(target, "Library",
                   "<h1>Library</h1><div class=intro><p>Welcome</p></div><ul class=lists>" +
                       item("/Browse/author", "Authors") + item("/Browse/subject", "Subjects") + "</ul>");
    if (path == "/Search/Results") return results(target);
    if (const auto n = record_of(path)) return record(*n, target);
    for (const char* tab : {"/Holdings", "/Cite"})
      if (path.ends_with(tab))
        if (const auto n = record_of(path.substr(0, path.size() - std::string_view(tab).size())))
          return side_page(*n, tab, target);
    for (const char* heading : {"author", "subject"})
      if (path == fmt::format("/Browse/{}", heading)) return browse(heading, target);
    if (const auto n = number_in(path, "/Content/p"))
      return *n < 2500
                 ? std::optional(whole(target, fmt::format("Page {}", *n),
                                       layout_.article("content", *n, fmt::format("Page {}", *n),
                                                       "<ul class=see>" + contents(*n * 3 + 1, 5) + "</ul>")))
                 : std::nullopt;
    return {};
  }

 private:
  static constexpr size_t kRecords = 420, kAuthors = 70, kSubjects = 40, kOnPage = 10;
  static constexpr std::string_view kLanguages[] = {"", "de", "fr"};
  static std::string language_part(char before, size_t language) {
    return language ? fmt::format("{}lng={}", before, kLanguages[language]) : "";
  }
  static std::optional<size_t> language_of(const std::string& target) {
    const std::string named = parameter(target, "lng");
    for (size_t i = 0; i < std::size(kLanguages); ++i)
      if (named == kLanguages[i]) return i;
    return {};
  }
  static std::string record_path(size_t n) { return fmt::format("/Record/b{:07}", 1000000 + n * 211); }
  static std::optional<size_t> record_of(const std::string& path) {
    const auto id = number_in(path, "/Record/b");
    return id && *id >= 1000000 && (*id - 1000000) % 211 == 0 && (*id - 1000000) / 211 < kRecords
               ? std::optional((*id - 1000000) / 211)
               : std::nullopt;
  }
  static std::string contents(size_t from, size_t n) {
    std::string out;
    for (size_t i = from; i < from + n; ++i) out += item(fmt::format("/Content/p{}", i % 2500), "page");
    return out;
  }
  std::string whole(const std::string& target, const std::string& heading, const std::string& main) const {
    const std::string bare = path_of(target);
    std::string switches;
    for (const std::string_view language : kLanguages)
      if (!language.empty())
        switches += item(fmt::format("{}?lng={}", bare, language), std::string(language));
    return layout_.page(heading + " " + parameter(target, "lng"),
                        item("/Search/Results?type=all", "Search") + item("/Browse/author", "Authors") +
                            item("/Browse/subject", "Subjects") + contents(0, 3) + switches,
                        main, contents(5, 4));
  }
  std::optional<std::string> browse(const std::string& heading, const std::string& target) const {
    const size_t count = heading == "author" ? kAuthors : kSubjects;
    std::string rows;
    for (size_t i = 0; i < count; ++i)
      rows += item(fmt::format("/Search/Results?{}={}", heading, i), heading);
    return whole(target, "Browse " + heading, "<h1>Browse</h1><ul class=headings>" + rows + "</ul>");
  }
  std::optional<std::string> results(const std::string& target) const {
    const auto wanted = [&](const char* key, size_t value) {
      const std::string asked = parameter(target, key);
      return asked.empty() || size_t(std::atoi(asked.c_str())) == value;
    };
    const size_t at = size_t(std::atoi(parameter(target, "page").c_str()));
    std::string rows, facets;
    size_t all = 0, shown = 0;
    for (size_t n = 0; n < kRecords; ++n) {
      if (!wanted("author", n % kAuthors) || !wanted("subject", n * 3 % kSubjects) ||
          !wanted("year", n % 9) || !wanted("form", n % 4))
        continue;
      if (all++ / kOnPage != at) continue;
      ++shown;
      rows += fmt::format(
          "<div class=result><div class=media>{}</div><div class=middle><h3>{}</h3>{}<p>{}</p></div></div>",
          link(record_path(n) + "/Holdings", "copies"), link(record_path(n), "Record"),
          link(fmt::format("/Search/Results?author={}", n % kAuthors), "Author"), 1990 + n % 9);
    }
    if (!shown) return whole(target, "Nothing", "<h1>No records</h1><p>" + target + "</p>");
    for (const auto& [key, count] :
         {std::pair<const char*, size_t>{"year", 9}, {"form", 4}, {"subject", kSubjects}})
      if (parameter(target, key).empty()) {
        facets += fmt::format("<h4>{}</h4><ul class=facet>", key);
        for (size_t i = 0; i < std::min<size_t>(count, 9); ++i)
          facets += item(fmt::format("{}&{}={}", target, key, i), key);
        facets += "</ul>";
      }
    std::string next = target.substr(0, target.find("&page="));
    return whole(target, "Results " + target,
                 "<h1>Results</h1><div class=results>" + rows + "</div><div class=sidebar>" + facets +
                     "</div><ul class=pager>" + item(fmt::format("{}&page={}", next, at + 1), "next") +
                     "</ul>");
  }
  std::string record(size_t n, const std::string& target) const {
    Dice dice(layout_.seed(), "record", n);
    const std::string title = fmt::format("{} {}", words_of(dice, 3), n), language = parameter(target, "lng");
    const std::string ours = "<ul class=tabs>" + item(record_path(n) + "/Holdings", "Copies") +
                             item(record_path(n) + "/Cite", "Cite") + "</ul><ul class=similar>" +
                             item(record_path((n * 5 + 1) % kRecords), "similar") +
                             item(record_path((n + 70) % kRecords), "similar") + "</ul><p>" +
                             link(fmt::format("/Search/Results?subject={}", n * 3 % kSubjects), "Subject") +
                             "</p>";
    if (!real_details.empty()) {
      const std::string switches = fmt::format(
          "<ul class=lng><li><a href={0}?lng=de>de</a><li><a href={0}?lng=fr>fr</a></ul>", record_path(n));
      return with_links(real_details[n % real_details.size()], title + " " + language, ours + switches);
    }
    std::string out =
        fmt::format("<div class=record><h1>{}</h1><img src=/cover.jpg><table class=biblio>", title);
    for (uint32_t i = dice.below(8) + 3; i > 0; --i)
      out +=
          fmt::format("<tr><th>{} {}</th><td>{}</td></tr>", language, words_of(dice, 1), words_of(dice, 3));
    out += "</table>";
    if (dice.chance(0.5)) out += "<h2>Summary</h2><p>" + sentences(dice, 3) + "</p>";
    if (dice.chance(0.4)) {
      out += "<h2>Contents</h2><ol>";
      for (uint32_t i = dice.below(12) + 2; i > 0; --i) out += "<li>" + words_of(dice, 3) + "</li>";
      out += "</ol>";
    }
    if (dice.chance(0.3)) out += "<div class=tags><span>a</span><span>b</span></div>";
    return whole(
        target, title,
        out + "<form class=save><select><option>list</select><button>Save</button></form></div>" + ours);
  }
  std::string side_page(size_t n, const std::string& tab, const std::string& target) const {
    Dice dice(layout_.seed(), tab, n);
    std::string out = fmt::format("<div class=record><h1>{} {}</h1><ul class=tabs>{}{}</ul>", tab, n,
                                  item(record_path(n), "Record"), item(record_path(n) + "/Cite", "Cite"));
    if (tab == "/Cite") out += "<p>" + sentences(dice, 1) + "</p><textarea></textarea>";
    else
      for (uint32_t i = dice.below(5) + 1; i > 0; --i)
        out += "<h3>Branch</h3><p><b>" + words_of(dice, 1) + "</b><i>on shelf</i></p>";
    return whole(target, fmt::format("{} {}", tab, n), out + "</div>");
  }
  Layout layout_;
};

// --- positions: adverts in three languages, whose paths are words of the language; lists have a link to the
// next page only. Adverts that have expired, pages on salaries and employers have a similar skeleton, and
// more of them are linked to.
class Positions : public MadeSite {
 public:
  explicit Positions(uint64_t seed) : layout_(seed, "positions") {}
  std::string name() const override { return "positions"; }
  size_t details() const override { return kAdverts; }
  std::string detail_path(size_t n) const override {
    Dice dice(layout_.seed(), "advert", n);
    const Language& in = kLanguages[n % 3];
    return fmt::format("/{}/{}/{}-{}-{}", in.code, in.advert, kTrades[n % std::size(kTrades)],
                       words_of(dice, 1), 20000 + n * 17);
  }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto id = number_in(target.substr(target.rfind('-') + 1), "");
    if (!id || *id < 20000 || (*id - 20000) % 17) return {};
    const size_t n = (*id - 20000) / 17;
    return n < kAdverts && target == detail_path(n) ? std::optional(n) : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    if (target == "/")
      return whole(0, "Positions",
                   "<h1>Positions</h1><ul class=languages>" + item("/en", "English") +
                       item("/de", "Deutsch") + item("/fr", "Français") + "</ul>");
    if (const auto n = detail_of(target)) return advert(*n);
    for (size_t i = 0; i < std::size(kLanguages); ++i)
      if (const std::string root = fmt::format("/{}", kLanguages[i].code);
          target == root || target.starts_with(root + "/"))
        return of_language(i, target.substr(root.size()));
    return {};
  }

 private:
  struct Language {
    std::string_view code, advert, list, page, employer, salary, advice;
  };
  static constexpr Language kLanguages[] = {
      {"en", "position", "positions", "page", "employer", "salary", "advice"},
      {"de", "stelle", "stellen", "seite", "arbeitgeber", "gehalt", "ratgeber"},
      {"fr", "poste", "postes", "page", "employeur", "salaire", "conseil"}};
  static constexpr std::string_view kTrades[] = {"cook",  "nurse", "driver", "clerk", "welder",
                                                 "tutor", "baker", "guard",  "smith", "pilot"};
  static constexpr size_t kAdverts = 990, kOnPage = 15, kEmployers = 700, kExpired = 1500, kAdvice = 1200;

  std::string whole(size_t language, const std::string& heading, const std::string& main) const {
    const Language& in = kLanguages[language];
    return layout_.page(heading,
                        item(fmt::format("/{}", in.code), "Start") +
                            item(fmt::format("/{}/{}", in.code, in.list), "All") +
                            item(fmt::format("/{}/{}", in.code, in.advice), "Advice") +
                            item(fmt::format("/{}/{}", in.code, in.salary), "Salaries") +
                            item(fmt::format("/{}/{}", in.code, in.employer), "Employers"),
                        main, link("/en", "en") + link("/de", "de") + link("/fr", "fr"));
  }
  std::string expired_path(size_t language, size_t n) const {
    return fmt::format("/{}/{}/{}-gone-{}", kLanguages[language].code, kLanguages[language].advert,
                       kTrades[n % std::size(kTrades)], 900000 + n);
  }
  std::string several(size_t language, std::string_view part, size_t from, size_t n, size_t all) const {
    std::string out;
    for (size_t i = from; i < from + n; ++i)
      out += item(fmt::format("/{}/{}/{}-{}", kLanguages[language].code, part,
                              kTrades[i % std::size(kTrades)], i % all),
                  "see");
    return out;
  }
  std::optional<std::string> of_language(size_t language, const std::string& rest) const {
    const Language& in = kLanguages[language];
    const std::string path = path_of(rest);
    const size_t at = size_t(std::atoi(parameter(rest, in.page).c_str()));
    if (path.empty()) {
      std::string trades;
      for (size_t i = 0; i < std::size(kTrades); ++i)
        trades += item(fmt::format("/{}/{}/{}", in.code, in.list, kTrades[i]), std::string(kTrades[i]));
      return whole(language, "Start",
                   "<h1>Start</h1><ul class=trades>" + trades + "</ul><ul class=reading>" +
                       several(language, in.advice, 0, 8, kAdvice) + "</ul>");
    }
    if (path == fmt::format("/{}", in.list)) return list(language, std::size(kTrades), at);
    for (size_t i = 0; i < std::size(kTrades); ++i)
      if (path == fmt::format("/{}/{}", in.list, kTrades[i])) return list(language, i, at);
    for (const auto& [part, all] :
         {std::pair{in.advice, kAdvice}, {in.salary, size_t(400)}, {in.employer, kEmployers}}) {
      if (path == fmt::format("/{}", part))
        return at * 30 < all
                   ? std::optional(
                         whole(language, fmt::format("{} {}", part, at),
                               "<h1>All</h1><ul class=reading>" + several(language, part, at * 30, 30, all) +
                                   "</ul><p class=turn>" +
                                   link(fmt::format("/{}/{}?{}={}", in.code, part, in.page, at + 1), "next") +
                                   "</p>"))
                   : std::nullopt;
      const auto n = number_in(path.substr(path.rfind('-') + 1), "");
      if (path.starts_with(fmt::format("/{}/", part)) && n && *n < all) return other(language, part, *n);
    }
    const auto id = number_in(path.substr(path.rfind('-') + 1), "");
    if (id && *id >= 900000 && *id < 900000 + kExpired) return expired(language, *id - 900000);
    return {};
  }
  std::optional<std::string> list(size_t language, size_t trade, size_t at) const {
    const Language& in = kLanguages[language];
    std::string rows;
    size_t all = 0, shown = 0;
    for (size_t n = language; n < kAdverts; n += 3) {
      if (trade < std::size(kTrades) && n % std::size(kTrades) != trade) continue;
      if (all++ / kOnPage != at) continue;
      ++shown;
      rows += "<li class=offer><h2>" + link(detail_path(n), "offer") + "</h2><p>" +
              link(fmt::format("/{}/{}/{}-{}", in.code, in.employer, kTrades[n % 10], n * 7 % kEmployers),
                   "employer") +
              "</p></li>";
      if (n % 4 == 0)
        rows += "<li class=offer><h2>" + link(expired_path(language, n % kExpired), "offer") +
                "</h2><p>expired</p></li>";
    }
    if (!shown) return {};
    const std::string path = fmt::format("/{}/{}{}", in.code, in.list,
                                         trade < std::size(kTrades) ? "/" + std::string(kTrades[trade]) : "");
    return whole(
        language, path + std::to_string(at),
        "<h1>List</h1><ul class=offers>" + rows + "</ul><p class=turn>" +
            (all > (at + 1) * kOnPage ? link(fmt::format("{}?{}={}", path, in.page, at + 1), "next") : "") +
            "</p>");
  }
  std::string advert(size_t n) const {
    Dice dice(layout_.seed(), "text", n);
    const size_t language = n % 3;
    const Language& in = kLanguages[language];
    const std::string title = fmt::format("{} {} {}", in.advert, words_of(dice, 2), n);
    const std::string ours = "<aside class=more><ul>" + item(detail_path((n + 30) % kAdverts), "similar") +
                             item(expired_path(language, n * 5 % kExpired), "similar") +
                             several(language, in.salary, n, 1, 400) +
                             several(language, in.employer, n * 7, 1, kEmployers) + "</ul></aside>";
    if (!real_details.empty()) return with_links(real_details[n % real_details.size()], title, ours);
    std::string out = fmt::format(
        "<article class=advert><header><h1>{}</h1><p><span>place</span><span>pay</span></p></header>", title);
    for (uint32_t i = dice.below(4) + 1; i > 0; --i) {
      out += "<section><h2>" + words_of(dice, 2) + "</h2><ul>";
      for (uint32_t k = dice.below(6) + 2; k > 0; --k) out += "<li>" + words_of(dice, 5) + "</li>";
      out += "</ul></section>";
    }
    if (dice.chance(0.5)) out += "<figure><img src=/team.jpg><figcaption>team</figcaption></figure>";
    return whole(
        language, title,
        out + "<form class=apply><input><input><textarea></textarea><button>Apply</button></form></article>" +
            ours);
  }
  std::string expired(size_t language, size_t n) const {
    return whole(
        language, fmt::format("Expired {}", n),
        fmt::format(
            "<article class=advert><header><h1>Expired {}</h1><p><span>place</span></p></header><div class=gone><strong>No longer open</strong></div></article><aside class=more><ul>",
            n) +
            item(expired_path(language, (n * 3 + 1) % kExpired), "similar") +
            several(language, kLanguages[language].advice, n, 3, kAdvice) + "</ul></aside>");
  }
  std::string other(size_t language, std::string_view part, size_t n) const {
    const Language& in = kLanguages[language];
    const std::string heading = fmt::format("{} {}", part, n);
    if (part == in.advice)
      return whole(
          language, heading,
          layout_.article("advice", n, heading,
                          "<ul class=reading>" + several(language, part, n * 3 + 1, 5, kAdvice) + "</ul>"));
    Dice dice(layout_.seed(), part, n);
    std::string out = fmt::format("<article class=about><h1>{}</h1><img src=/x.png>", heading);
    if (part == in.salary) {
      out += "<table>";
      for (uint32_t i = dice.below(6) + 3; i > 0; --i) out += "<tr><td>level</td><td>1</td><td>2</td></tr>";
      return whole(language, heading,
                   out + "</table></article><ul class=reading>" + several(language, part, n * 7 + 1, 6, 400) +
                       "</ul>");
    }
    out += "<address>" + words_of(dice, 3) + "</address><h2>Open</h2><ul class=open>";
    for (size_t k = language; k < kAdverts; k += 3)
      if (k * 7 % kEmployers == n) out += item(detail_path(k), "offer");
    return whole(language, heading, out + "</ul></article>");
  }
  Layout layout_;
};

}  // namespace

std::vector<std::unique_ptr<MadeSite>> unseen_sites(uint64_t seed) {
  std::vector<std::unique_ptr<MadeSite>> out;
  out.push_back(std::make_unique<Board>(seed));
  out.push_back(std::make_unique<Library>(seed));
  out.push_back(std::make_unique<Positions>(seed));
  return out;
}

}  // namespace bench
