// What counts as of the templates' kind when pages vary more than the templates show (site_crawl.h): groups
// near groups, and groups by the links that lead to them; and other kinds that are nearly as near.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "crawl/site_crawl.h"
#include "crawl/structure.h"

namespace gleaner::crawl {
namespace {

const std::string kHost = "http://a.example";

std::string whole(const std::string& title, const std::string& main) {
  return "<html><head><title>" + title +
         "</title></head><body><header><a><img></a><form><input></form></header><nav><ol></ol></nav><main>" +
         main + "</main><footer><p><small>";
}

// Crawls a site that is given as a function from path to page; what came of each path.
template <typename PageOf>
std::map<std::string, Kind> kinds_of(const std::vector<std::string>& like, const std::string& start,
                                     PageOf page_of) {
  SiteCrawl::Options options;
  options.site = UrlRules::site_of(kHost);
  for (const std::string& path : like) options.templates.push_back(structure_of(page_of(path)));
  options.templates = as_templates(std::move(options.templates));
  options.threshold = threshold_of(options.templates);
  SiteCrawl crawl(options);
  std::vector<std::string> urls = {kHost + start};
  crawl.add_start(urls[0]);
  std::vector<NewPage> fresh;
  std::vector<Facts> visits;
  while (const auto choice = crawl.next()) {
    const std::string url = urls[choice->page];
    fresh.clear();
    if (crawl.is_alias(choice->page, url)) {
      crawl.visit_other(choice->page, Kind::skipped);
      continue;
    }
    visits.push_back(crawl.visit_page(choice->page, url, url, page_of(url.substr(kHost.size())), fresh));
    for (const NewPage& page : fresh) urls.push_back(page.url);
  }
  std::map<std::string, Kind> out;
  for (const Facts& facts : visits) out[urls[facts.page].substr(kHost.size())] = crawl.kind_of(facts);
  return out;
}

size_t number_of(const std::string& path) { return size_t(std::atoll(path.c_str() + path.rfind('/') + 1)); }

std::string links_to(const std::string& kind, size_t from, size_t count, size_t all) {
  std::string out = "<ul class=" + kind + ">";
  for (size_t i = from; i < from + count; ++i)
    out += fmt::format("<li><a href=/{}/{}>see</a>", kind, i % all);
  return out + "</ul>";
}

// Details have five parts or have them not; the templates have at most one of them, so details with many are
// far from all templates, and near others. What has only the frame and a word of excuse stands behind the
// same links and is as near to the templates as those, but keeps nothing of what is theirs.
TEST(SiteCrawl, PagesThatVaryInManyPartsAreReached) {
  constexpr size_t kAll = 160;
  const auto detail = [](size_t n) {
    const std::string parts[] = {"<table><tr><td><b></table>", "<blockquote><cite><q></blockquote>",
                                 "<dl><dt><dd><em></dl>", "<figure><video><figcaption></figure>",
                                 "<pre><code><kbd></pre>"};
    std::string out = fmt::format(
        "<article><h1>Thing {}</h1><div><picture><source></div><h2><u><s><i></h2><address><time><abbr></address>",
        n);
    for (size_t i = 0; i < std::size(parts); ++i)
      if (n >> i & 1) out += parts[i];
    return whole(fmt::format("Thing {}", n), out + "</article>");
  };
  const auto page_of = [&](const std::string& path) {
    const size_t n = number_of(path);
    if (path.starts_with("/list")) {
      std::string others;
      for (const char* kind : {"help", "news", "shops", "jobs"}) others += links_to(kind, 0, 6, 6);
      return whole(path, "<h1>List</h1>" + links_to("thing", n * 10, 10, kAll) + others +
                             fmt::format("<a href=/list/{}>next</a>", (n + 1) % (kAll / 10)));
    }
    if (path.starts_with("/thing"))
      return n >= 128 ? whole(path, fmt::format("<p>Thing {} is gone.", n)) : detail(n);
    const std::string look = path.starts_with("/help")    ? "<table><tr><td>"
                             : path.starts_with("/news")  ? "<dl><dt><dd>"
                             : path.starts_with("/shops") ? "<pre><hr>"
                                                          : "<h3><form><textarea>";
    return whole(path, look + "words of " + path);
  };
  size_t found = 0, wrong = 0;
  for (const auto& [path, kind] :
       kinds_of({"/thing/0", "/thing/1", "/thing/2", "/thing/4", "/thing/8"}, "/list/0", page_of))
    if (kind == Kind::candidate) ++(path.starts_with("/thing") && number_of(path) < 128 ? found : wrong);
  EXPECT_GE(found, 116u);  // of 128
  EXPECT_EQ(wrong, 0u);
}

// Sights lie in the same frame as routes and are as near to the templates as routes that vary much; but
// routes are often nearer than that, and sights never. They have addresses of their own.
TEST(SiteCrawl, NearPagesUnderAddressesWithoutSurePagesAreOfAnotherKind) {
  constexpr size_t kAll = 120;
  const auto page_of = [&](const std::string& path) {
    const size_t n = number_of(path);
    if (path.starts_with("/list"))
      return whole(path, "<h1>List</h1>" + links_to("route", n * 10, 10, kAll) +
                             links_to("sight", n * 10, 10, kAll) + links_to("help", 0, 6, 6) +
                             links_to("news", 0, 6, 6) + links_to("jobs", 0, 6, 6) +
                             links_to("shops", 0, 6, 6) +
                             fmt::format("<a href=/list/{}>next</a>", (n + 1) % (kAll / 10)));
    if (path.starts_with("/help")) return whole(path, "<pre><kbd>" + path);
    if (path.starts_with("/news")) return whole(path, "<h3><form><textarea>" + path);
    if (path.starts_with("/jobs")) return whole(path, "<dl><dt><em>" + path);
    if (path.starts_with("/shops")) return whole(path, "<table><tr><td><big>" + path);
    const bool route = path.starts_with("/route");
    std::string out =
        fmt::format("<article><h1>{}</h1><div class=map><canvas></div><ul><li><a><b><i></ul>", path);
    out += "<section class=way><h2><ol><li><strong></ol></section>";
    if (!route) out += "<address><time></address><section class=open><h2><var></section>";
    const char* parts[] = {"<dl class=a><dt><dd></dl>", "<figure class=b><video></figure>",
                           "<pre class=c><code></pre>", "<blockquote class=d><q></blockquote>"};
    for (size_t i = 0; i < std::size(parts); ++i)
      if (n >> i & 1) out += parts[i];
    return whole(path, out + "</article>");
  };
  size_t found = 0, wrong = 0;
  for (const auto& [path, kind] :
       kinds_of({"/route/0", "/route/1", "/route/3", "/route/7", "/route/15"}, "/list/0", page_of))
    if (kind == Kind::candidate) ++(path.starts_with("/route") ? found : wrong);
  EXPECT_EQ(found, kAll);
  EXPECT_EQ(wrong, 0u);
}

// One detail in ten has much more than the others, further away than any threshold goes; but the links to it
// lead to details, and half of it is as theirs. What is gone stands behind the same links and has nothing of
// them.
TEST(SiteCrawl, LinksThatHardlyErrTakeWhatIsFarAway) {
  constexpr size_t kAll = 300;
  const auto page_of = [&](const std::string& path) {
    const size_t n = number_of(path);
    if (path.starts_with("/list"))
      return whole(path, "<h1>List</h1>" + links_to("thing", n * 10, 10, kAll) + links_to("help", 0, 6, 6) +
                             links_to("news", 0, 6, 6) + links_to("jobs", 0, 6, 6) +
                             fmt::format("<a href=/list/{}>next</a>", (n + 1) % 30));
    if (path.starts_with("/help")) return whole(path, "<pre><kbd>" + path);
    if (path.starts_with("/news")) return whole(path, "<h3><form><textarea>" + path);
    if (path.starts_with("/jobs")) return whole(path, "<dl><dt><em>" + path);
    if (n % 10 == 9) return whole(path, "<p><strong>Gone: " + path);
    const auto parts = [](size_t from, size_t count) {
      const char* tags[] = {"b", "i", "u", "s", "q", "em", "var", "sub", "sup", "del", "ins", "cite", "abbr"};
      std::string out;
      for (size_t i = from; i < from + count; ++i)
        out += fmt::format("<{}>", tags[(i * i * 7 + i * 3 + i / 5) % std::size(tags)]);
      return out;
    };
    std::string out = fmt::format("<article><h1>Thing {}</h1><div>{}</div>", n, parts(0, 80));
    if (n % 10 == 4) out += "<aside>" + parts(100, 36) + "</aside>";
    return whole(path, out + "</article>");
  };
  size_t found = 0;
  for (const auto& [path, kind] : kinds_of({"/thing/0", "/thing/1", "/thing/2"}, "/list/0", page_of)) {
    found += kind == Kind::candidate;
    EXPECT_EQ(kind == Kind::candidate, path.starts_with("/thing") && number_of(path) % 10 != 9) << path;
  }
  EXPECT_EQ(found, kAll / 10 * 9);
}

// Pages of another kind under addresses of their own, as near to the nearest template as the least alike of
// these are to each other: each could be one of the kind, all of them cannot. The first links lead there.
TEST(SiteCrawl, AddressesOfAnotherKindAreNotTakenForIt) {
  constexpr size_t kAll = 240;
  const auto page_of = [&](const std::string& path) {
    const size_t n = number_of(path);
    if (path.starts_with("/list"))
      return whole(path, "<h1>List</h1>" + links_to("award", n * 6, 6, kAll) +
                             links_to("thing", n * 6, 6, kAll) +
                             fmt::format("<a href=/list/{}>next</a>", (n + 1) % (kAll / 6)));
    const std::string parts[] = {"<table><tr><td><b></table>", "<dl><dt><dd></dl>",
                                 "<figure><img><q></figure>"};
    std::string out =
        fmt::format("<article><h1>{} {}</h1><h2><address><time></address><pre><code></pre>", path, n);
    if (path.starts_with("/award"))
      return whole(path, out + "<blockquote><cite><ins><del><sub><sup></blockquote>");
    out += "<hr><u><s><i>";
    for (size_t i = 0; i < std::size(parts); ++i)
      if (n >> i & 1) out += parts[i];
    return whole(path, out + "</article>");
  };
  const std::vector<std::string> like = {"/thing/0", "/thing/1", "/thing/2",
                                         "/thing/3", "/thing/4", "/thing/16"};
  size_t found = 0;
  for (const auto& [path, kind] : kinds_of(like, "/list/0", page_of)) {
    found += kind == Kind::candidate;
    EXPECT_EQ(kind == Kind::candidate, path.starts_with("/thing")) << path;
  }
  EXPECT_EQ(found, kAll);
}

// Templates of an older look: all pages of the site are further from them than they are from each other.
// Where there is nothing else, these are what is wanted.
TEST(SiteCrawl, PagesUnlikeOldTemplatesAreTakenWhereThereIsNothingElse) {
  constexpr size_t kAll = 600;
  const auto page_of = [&](const std::string& path) {
    const size_t n = number_of(path);
    if (path.starts_with("/list"))
      return whole(path, "<h1>List</h1>" + links_to("thing", n * 10, 10, kAll) +
                             fmt::format("<a href=/list/{}>next</a>", (n + 1) % (kAll / 10)));
    std::string out =
        fmt::format("<article><h1>Thing {}</h1><h2><address><time></address><dl><dt><dd><b><i><u></dl>", n);
    if (path.starts_with("/thing")) out += "<aside><cite><ins><del></aside>";
    else if (n % 2) out += "<q>";
    return whole(path, out + "</article>");
  };
  size_t found = 0;
  for (const auto& [path, kind] :
       kinds_of({"/old/0", "/old/1", "/old/2", "/old/3", "/old/4"}, "/list/0", page_of))
    found += kind == Kind::candidate;
  EXPECT_EQ(found, kAll);
}

// Things are linked with where the reader came from, in two ways, and without; once that is known to make no
// difference, each is visited under one of its addresses.
TEST(SiteCrawl, APageIsNotAskedForUnderItsOtherAddress) {
  const auto page_of = [](const std::string& path) {
    const size_t n = number_of(path);
    if (path.starts_with("/thing"))
      return whole(
          path.substr(0, path.find('?')),
          fmt::format("<h1>Thing {0}</h1><table><tr><td><b>It is {0} metres long and well made</table>", n));
    std::string out = "<h1>List</h1><ul>";
    for (size_t i = n * 10; i < n * 10 + 10; ++i)
      out += fmt::format(
          "<li><a href=/thing/{0}?from=list>see</a> <a href=/thing/{0}?from=top>top</a><p><a href=/thing/{0}>link</a>",
          i);
    return whole(path, out + (n < 4 ? fmt::format("</ul><a href=/list/{}>next</a>", n + 1) : ""));
  };
  size_t candidates = 0, copies = 0;
  for (const auto& [path, kind] : kinds_of({"/thing/1", "/thing/2", "/thing/3"}, "/list/0", page_of))
    candidates += kind == Kind::candidate, copies += kind == Kind::copy;
  EXPECT_EQ(candidates, 50u);
  EXPECT_LE(
      copies,
      50u);  // of 100: what was visited before the parameter was known is met again under its bare address
}

// Each thing stands below two groups and names one of its addresses as its own: whichever was visited, the
// other is not asked for. Pages of the list name the first one and are visited all the same.
TEST(SiteCrawl, APageIsNotAskedForUnderTheAddressThatItNames) {
  const auto page_of = [](const std::string& path) {
    const size_t n = number_of(path);
    if (path.find("/thing/") != std::string::npos)
      return fmt::format("<link rel=canonical href=/red/thing/{}>", n) +
             whole(path, fmt::format("<h1>Thing {0}</h1><table><tr><td><b>It is {0} metres long</table>", n));
    std::string out = "<h1>List</h1><ul>";
    for (size_t i = n * 10; i < n * 10 + 10; ++i)
      out += fmt::format("<li><a href=/blue/thing/{0}>see</a> <a href=/red/thing/{0}>see</a>", i);
    return "<link rel=canonical href=/list/0>" +
           whole(path, out + (n < 4 ? fmt::format("</ul><a href=/list/{}>next</a>", n + 1) : ""));
  };
  size_t candidates = 0, lists = 0;
  const auto kinds = kinds_of({"/red/thing/1", "/red/thing/2", "/red/thing/3"}, "/list/0", page_of);
  for (const auto& [path, kind] : kinds) {
    candidates += kind == Kind::candidate;
    lists += path.starts_with("/list");
    const auto blue = kinds.find("/blue" + path.substr(4));
    const bool both = path.starts_with("/red") && blue != kinds.end() && blue->second == Kind::candidate;
    EXPECT_FALSE(both) << path;
  }
  EXPECT_EQ(candidates, 50u);
  EXPECT_EQ(lists, 5u);
}

constexpr const char* kMenu = "<ol><li>Home<li>Scores<li>News<li>Teams<li>About</ol>";

// Of a site of `all` things in lists of ten: its lists, and pages of three other kinds; "": a thing.
std::string other_page(const std::string& path, const std::string& thing, size_t all) {
  const size_t n = number_of(path);
  if (path.starts_with("/list"))
    return kMenu +
           whole(path, "<h1>List</h1>" + links_to(thing, n * 10, 10, all) + links_to("help", 0, 6, 6) +
                           links_to("news", 0, 6, 6) + links_to("jobs", 0, 6, 6) +
                           fmt::format("<a href=/list/{}>next</a>", (n + 1) % (all / 10)));
  if (path.starts_with("/help")) return kMenu + whole(path, "<pre><kbd>" + path);
  if (path.starts_with("/news")) return kMenu + whole(path, "<h3><form><textarea>" + path);
  if (path.starts_with("/jobs")) return kMenu + whole(path, "<table><tr><td><em>" + path);
  return "";
}

// Facts that most pages of the kind have stand on all templates by chance; pages without them are as near to
// them as they are to each other.
TEST(SiteCrawl, LabelsThatPagesAsNearAsTemplatesLackAreOptional) {
  constexpr size_t kAll = 200;
  const char* words[] = {"Amber", "Birch", "Copper", "Delta",  "Ember",
                         "Flint", "Grove", "Harbor", "Indigo", "Juniper"};
  const auto page_of = [&](const std::string& path) {
    const size_t n = number_of(path);
    if (const std::string other = other_page(path, "thing", kAll); !other.empty()) return other;
    std::string out =
        fmt::format("<article><h1>Thing {}</h1><div><picture><source></div><p>{}<p>{}", n, n * 3, n * 7);
    for (const char* part : {"text", "score", "pros", "cons", "author", "gallery", "prices", "tags"})
      out += fmt::format(
          "<section class={0}><h2 class=h-{0}></h2><p class=p-{0}><b></b><span></span></p></section>", part);
    if (n % 5 == 0) out += "<aside><q></aside>";
    if (n % 3 == 0) out += "<figure><img><figcaption></figure>";
    out += "<dl>";
    for (const char* label :
         {"Weight", "Height", "Width", "Depth", "Colour", "Maker", "Power", "Memory", "Year"})
      out += fmt::format("<dt>{}<dd><i>{}", n % 4 ? label : words[n / 4 % 10], n);
    out += "</dl>";
    return kMenu + whole(path, out);
  };
  size_t found = 0;
  for (const auto& [path, kind] :
       kinds_of({"/thing/1", "/thing/5", "/thing/9", "/thing/15", "/thing/46"}, "/list/0", page_of)) {
    found += kind == Kind::candidate;
    EXPECT_EQ(kind == Kind::candidate, path.starts_with("/thing")) << path;
  }
  EXPECT_EQ(found, kAll);
}

// Coaches stand in the lists of players, under the same addresses, and their pages have the same elements;
// what is written on them differs.
TEST(SiteCrawl, PagesThatLackTheLabelsOfTheKindAreOfAnother) {
  constexpr size_t kAll = 200;
  const auto table = [](const std::vector<std::string>& labels, size_t n) {
    std::string out = "<dl>";
    for (const std::string& label : labels) out += fmt::format("<dt>{}<dd><i>{}", label, n);
    return out + "</dl>";
  };
  const auto page_of = [&](const std::string& path) {
    const size_t n = number_of(path);
    if (const std::string other = other_page(path, "person", kAll); !other.empty()) return other;
    const std::vector<std::string> player = {"Goals",   "Assists", "Shots", "Cards", "Foot",
                                             "Minutes", "Games",   "Value", "Shirt", "Age"},
                                   coach = {"Stations", "Points", "Wins",  "Draws",  "Defeats",
                                            "Licence",  "Since",  "Until", "System", "Age"};
    return kMenu + whole(path, fmt::format("<article><h1>Person {}</h1><div><picture><source></div>", n) +
                                   table(n % 6 == 5 ? coach : player, n) +
                                   (n % 2 ? "<aside><q><em><u></aside>" : "") +
                                   (n % 5 < 2 ? "<figure><img><figcaption><cite></figure>" : ""));
  };
  size_t found = 0;
  for (const auto& [path, kind] :
       kinds_of({"/person/0", "/person/1", "/person/2", "/person/3", "/person/4"}, "/list/0", page_of)) {
    found += kind == Kind::candidate;
    EXPECT_EQ(kind == Kind::candidate, path.starts_with("/person") && number_of(path) % 6 != 5) << path;
  }
  EXPECT_EQ(found, kAll - kAll / 6);
  // Pages near it join one template, and show the labels of the kind as well: coaches lead on to no others.
  // Some are near the template itself, and may be of the kind for all that one shows; without labels all 33
  // are taken.
  size_t players = 0, coaches = 0;
  for (const auto& [path, kind] : kinds_of({"/person/0"}, "/list/0", page_of))
    if (kind == Kind::candidate) ++(number_of(path) % 6 == 5 ? coaches : players);
  EXPECT_EQ(players, kAll - kAll / 6);
  EXPECT_LT(coaches, 24);
}

// Awards are as near to one notice as notices are that lack some sections; what the notices nearest to it
// have in common tells them apart.
TEST(SiteCrawl, OneTemplateIsJoinedByThePagesNearestToIt) {
  constexpr size_t kAll = 160;
  const auto page_of = [&](const std::string& path) {
    const size_t n = number_of(path);
    const std::string menu = "<ol><li>Home<li>Search<li>News<li>Help</ol>";
    if (path.starts_with("/list"))
      return menu + whole(path, "<h1>List</h1>" + links_to("notice", n * 10, 10, kAll) +
                                    links_to("award", n * 10, 10, kAll) + links_to("help", 0, 6, 6) +
                                    links_to("news", 0, 6, 6) + links_to("jobs", 0, 6, 6) +
                                    fmt::format("<a href=/list/{}>next</a>", (n + 1) % (kAll / 10)));
    if (path.starts_with("/help")) return menu + whole(path, "<pre><kbd>" + path);
    if (path.starts_with("/news")) return menu + whole(path, "<h3><form><textarea>" + path);
    if (path.starts_with("/jobs")) return menu + whole(path, "<table><tr><td><em>" + path);
    const bool award = path.starts_with("/award");
    std::string out = fmt::format("<article><h1>{} {}</h1><address><time><abbr></address><h2><u><s></h2>",
                                  award ? "Award" : "Notice", n);
    if (!award && n % 4) out += "<figure><video><figcaption></figure>";
    if (award || n % 3) out += "<blockquote><cite><q></blockquote>";
    if (award || n % 5) out += "<pre><code><samp></pre>";
    const char* labels[] = {"Deadline", "Lots",     "Documents", "Questions", "Visits",
                            "Language", "Duration", "Bond",      "Place"};
    for (const char* label : labels)
      out += fmt::format("<p class=f><b>{}</b> <i>{}</i></p>", award ? std::string("Won ") + label[0] : label,
                         n);
    return menu +
           whole(path, out + (award ? "<aside><ins><del><sub><sup></aside>" : "<dl><dt><dd><em></dl>"));
  };
  size_t found = 0, wrong = 0;
  for (const auto& [path, kind] : kinds_of({"/notice/1"}, "/list/0", page_of))
    if (kind == Kind::candidate) ++(path.starts_with("/notice") ? found : wrong);
  EXPECT_EQ(found, kAll);
  EXPECT_EQ(wrong, 0u);
}

// A site that names its first page as the canonical one of all pages is not believed, and that page is
// visited.
TEST(SiteCrawl, OneCanonicalAddressOfAllPagesIsNone) {
  const auto page_of = [](const std::string& path) {
    const size_t n = number_of(path);
    const std::string canonical = "<link rel=canonical href=/home>";
    if (path == "/home") return canonical + whole(path, "<h1>Home</h1>" + links_to("thing", 50, 10, 60));
    if (path.starts_with("/thing"))
      return canonical + whole(path, fmt::format("<h1>Thing {}</h1><table><tr><td><b></table>", n));
    return canonical +
           whole(path, "<h1>List</h1>" + links_to("thing", n * 10, 10, 50) + "<a href=/home>home</a>" +
                           (n < 4 ? fmt::format("<a href=/list/{}>next</a>", n + 1) : ""));
  };
  size_t things = 0;
  for (const auto& [path, kind] : kinds_of({"/thing/1", "/thing/2", "/thing/3"}, "/list/0", page_of))
    things += path.starts_with("/thing") && kind == Kind::candidate;
  EXPECT_EQ(things, 60u);
}

// A part is listed below each model it fits, its heading names the model, and each names its address below
// the first model as its own. Reports of years end alike and are several pages.
TEST(SiteCrawl, APageIsNotAskedForUnderEachPathThatLeadsToIt) {
  constexpr size_t kModels = 6, kPartsOfAll = 40, kYears = 12;
  const auto page_of = [](const std::string& path) {
    const size_t n = number_of(path), model = size_t(std::atoll(path.c_str() + 3));
    if (path.find("/ring-kit-") != std::string::npos) {
      const std::string name = path.substr(path.find("/ring-kit-"));
      return "<link rel=canonical href=/m-0" + name + ">" +
             whole(path, fmt::format("<h1>{} for model {}</h1><table><tr><td><b></table><dl><dt><dd></dl>",
                                     name, model));
    }
    if (path.ends_with("/summary.html"))
      return whole(path, fmt::format("<h1>Summary</h1><pre><code>{}</pre>", path));
    std::string out = "<h1>List</h1><ul class=parts>";
    for (size_t i = 0; path.starts_with("/m-") && i < kPartsOfAll; ++i)
      out += fmt::format("<li><a href=/m-{}/ring-kit-{}.html>see</a>", model, i);
    out += "</ul><ul class=models>";
    for (size_t i = 0; i < kModels; ++i) out += fmt::format("<li><a href=/m-{}/>model</a>", i);
    out += "</ul><ol>";
    for (size_t i = 0; i < kYears; ++i)
      out += fmt::format("<li><a href=/y-{}/summary.html>year</a>", 2000 + i);
    return whole(path, out + "</ol>" + std::to_string(n));
  };
  size_t parts = 0, copies = 0, years = 0;
  for (const auto& [path, kind] :
       kinds_of({"/m-0/ring-kit-1.html", "/m-2/ring-kit-7.html"}, "/list/0", page_of)) {
    parts += kind == Kind::candidate;
    copies += kind == Kind::copy;
    years += path.ends_with("summary.html") && kind == Kind::page;
  }
  EXPECT_EQ(parts, kPartsOfAll);
  EXPECT_LT(copies, 30u);  // of 200
  EXPECT_EQ(years, kYears);
}

}  // namespace
}  // namespace gleaner::crawl
