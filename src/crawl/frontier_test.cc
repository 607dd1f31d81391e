// What decides the way of a focused crawl: page rank against power iteration, quantiles against a statistics
// table, skeletons, shapes of addresses, rules, duplicates, the packed graph, and that choosing depends on
// the calls alone.
#include "crawl/frontier.h"
#include "base/seed_test.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "crawl/crawl_store.h"
#include "crawl/duplicates.h"
#include "crawl/page_scan.h"
#include "crawl/site_crawl.h"
#include "crawl/skeleton.h"
#include "crawl/threshold.h"

namespace gleaner::crawl {
namespace {

TEST(PageRank, AsPowerIterationWhileItGrows) {
  const unsigned seed = test_seed(101);
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 60; ++round) {
    const uint32_t n = 1 + random() % 30;
    std::vector<std::vector<uint32_t>> links(n);
    PageRank rank(
        [&](uint32_t page, const std::function<void(uint32_t)>& take) {
          for (uint32_t t : links[page]) take(t);
        },
        1e-7);
    for (uint32_t i = 0; i < n; ++i) rank.add_page();
    for (uint32_t i = 0; i < n; ++i) {  // links become known one page after the other, as in a crawl
      if (random() % 4 == 0) continue;
      for (uint32_t k = 1 + random() % 5; k > 0; --k) links[i].push_back(random() % n);
      rank.set_links(i, uint32_t(links[i].size()));
      rank.settle(random() % 10);
    }
    rank.settle(10'000'000);
    std::vector<double> exact(n, 1), next(n);
    for (int step = 0; step < 400; ++step) {
      std::fill(next.begin(), next.end(), 1 - kDamping);
      for (uint32_t i = 0; i < n; ++i)
        for (uint32_t t : links[i]) next[t] += kDamping * exact[i] / double(links[i].size());
      exact = next;
    }
    for (uint32_t i = 0; i < n; ++i)
      ASSERT_NEAR(rank.value(i), exact[i], 1e-3 * (1 + exact[i])) << "page " << i << " of " << n;
  }
}

TEST(Threshold, QuantilesAsInTheTable) {
  const std::pair<double, double> table[] = {{0.5, 0},
                                             {0.75, 0.6744897502},
                                             {0.9, 1.2815515655},
                                             {0.95, 1.6448536270},
                                             {0.975, 1.9599639845},
                                             {0.99, 2.3263478740},
                                             {0.995, 2.5758293035},
                                             {0.999, 3.0902323062},
                                             {0.9999, 3.7190164855},
                                             {0.025, -1.9599639845},
                                             {0.001, -3.0902323062}};
  for (const auto& [p, z] : table) EXPECT_NEAR(normal_quantile(p), z, 1e-9) << p;
  EXPECT_DOUBLE_EQ(sample_quantile({1, 2, 3, 4, 5}, 0.5), 3);
  EXPECT_DOUBLE_EQ(sample_quantile({1, 2, 3, 4, 5}, 0.99), 4.96);
  EXPECT_DOUBLE_EQ(sample_quantile({7}, 0.99), 7);
}

std::vector<Structure> templates_of(const std::vector<std::string>& skeletons) {
  std::vector<Structure> out;
  for (const std::string& one : skeletons) out.emplace_back(one, Parts(), Parts());
  return out;
}

TEST(Threshold, FromTemplates) {
  EXPECT_EQ(threshold_of({}).limit, 0u);
  const std::string base(100, 'a');
  EXPECT_EQ(threshold_of(templates_of({base})).limit, 27u);        // one says nothing of how much pages vary
  EXPECT_EQ(threshold_of(templates_of({base, base})).limit, 27u);  // nor do two
  EXPECT_EQ(threshold_of(templates_of(std::vector<std::string>(25, base))).limit, 27u);  // nor do copies
  // Distances 20, 20 and 40: mean 26.67, deviation 11.55.
  const std::string left = std::string(20, 'b') + std::string(80, 'a'),
                    right = std::string(80, 'a') + std::string(20, 'c');
  const Threshold fitted = threshold_of(templates_of({base, left, right}), 0.99, Fit::normal);
  EXPECT_EQ(fitted.pairs, 3u);
  EXPECT_NEAR(fitted.mean, 80.0 / 3, 1e-9);
  EXPECT_NEAR(fitted.normal, 80.0 / 3 + 2.3263478740 * fitted.deviation, 1e-6);
  EXPECT_NEAR(fitted.empirical, 39.6, 1e-9);
  EXPECT_EQ(fitted.limit, 54u);
  EXPECT_EQ(threshold_of(templates_of({base, left, right}), 0.99, Fit::empirical).limit, 40u);
  // Each is 20 from the nearest, and three distances show no deviation: the least that is usual.
  EXPECT_EQ(threshold_of(templates_of({base, left, right})).limit, 27u);
}

// Of three or more copies in a row, two are kept, also of copies that hold copies.
TEST(Skeleton, RepeatsAreFolded) {
  const auto tags = [](std::string_view html) { return skeleton_of(html).size(); };
  EXPECT_EQ(tags("<ul><li><a><li><a></ul>"), 5u);
  EXPECT_EQ(tags("<ul><li><a><li><a><li><a><li><a></ul>"), 5u);
  EXPECT_EQ(tags("<table><tr><td><td><td><td><tr><td><td><td><tr><td><td><td><td><td></table>"),
            tags("<table><tr><td><td><tr><td><td></table>"));
  EXPECT_EQ(skeleton_of("<p>a<b>c</b></p><!-- <i> --><script>'<u>'</script>"),
            skeleton_of("<P><B x=1><SCRIPT>"));
  EXPECT_EQ(skeleton_of(""), "");
  const std::string same = folded("abcabcabcxyxyxyxyz");
  EXPECT_EQ(same, "abcabcxyxyz");
}

// Of elements beside each other that are built alike two are kept, in whatever order and however many there
// are; what is built differently stays.
TEST(Skeleton, ItemsThatVaryAreFolded) {
  const std::string post = "<div><h3><a></a></h3><p><span></span><em></div>",
                    quoting = "<div><h3><a></a></h3><blockquote></blockquote><p><span></span><em></div>";
  const auto page = [](const std::string& posts) {
    return skeleton_of("<body><h1></h1><section>" + posts + "</section><form></form>");
  };
  EXPECT_EQ(page(post + quoting), page(post + quoting + quoting + post + quoting + post + post));
  EXPECT_EQ(page(post + post), page(post + post + quoting + post));
  EXPECT_NE(page(post), page(post + post));
  const std::string table = "<div><table><tr><td><tr><td><td></table></div>";
  EXPECT_EQ(page(post + post + table).size(), page(post + post).size() + 7);
  EXPECT_EQ(page(post + table + post + post + table), page(post + table + post + table));
}

// A threshold that stands among pages moves into the valley beside it, never over another kind of pages.
TEST(Threshold, MovesIntoAValley) {
  Threshold threshold;
  threshold.length = 50;
  threshold.limit = threshold.by_templates = 7;
  threshold.apart.assign(kLeastTemplates, 6);
  std::vector<uint32_t> pages_at(25);
  pages_at[0] = 100, pages_at[6] = pages_at[7] = pages_at[8] = 20, pages_at[16] = 300;
  Threshold moved = threshold;
  EXPECT_TRUE(review(moved, pages_at));
  EXPECT_EQ(moved.limit, 10u);
  EXPECT_FALSE(review(moved, pages_at));  // it stays there
  Threshold few = threshold;
  few.apart.assign(3, 6);
  EXPECT_FALSE(review(few, pages_at));  // three do not show that much
  std::vector<uint32_t> others = pages_at;
  others[8] = 100;
  moved = threshold;
  EXPECT_FALSE(review(moved, others));  // so many would be another kind
  for (size_t i = 1; i < 16; ++i) pages_at[i] = 12;
  EXPECT_FALSE(review(threshold, pages_at));  // the only valley is beyond the others
}

// Nothing between 15 and 25: whichever place there is nearest to where it stands, if no template is further
// than that from the nearest other one.
TEST(Threshold, HoldsTheTemplates) {
  Threshold threshold;
  threshold.length = 100;
  threshold.limit = threshold.by_templates = 30;
  std::vector<uint32_t> pages_at(60, 2);
  for (size_t at = 0; at < 25; ++at) pages_at[at] = 0;
  pages_at[5] = 40, pages_at[15] = 20;
  Threshold near = threshold;
  near.apart = {4, 4, 13, 15, 16};
  EXPECT_TRUE(review(near, pages_at));
  EXPECT_LT(near.limit, 25u);
  for (size_t at = 20; at < 25; ++at) pages_at[at] = 2;  // only between 15 and 20
  Threshold far = threshold;
  far.apart = {4, 4, 13, 18, 21};
  EXPECT_FALSE(review(far, pages_at)) << "a template would be of another kind than the others";
}

// Most of a short page is the frame that all pages of a site have: pages of other kinds are near to it, but
// have nothing of what is its own.
TEST(SiteCrawl, TheFrameOfTheSiteTellsNothing) {
  const auto whole = [](const std::string& main) {
    std::string out =
        "<html><head><title>t</title></head><body><div><ul><li><a><b><i><u><s><q></ul><form><input><button></form><main>";
    return out + main + "</main><footer><p><small>";
  };
  const auto topic = [&](unsigned number) {  // of one to eight posts, no two in the same order
    std::string posts = "<h2>";
    for (unsigned i = 0; i <= number % 8; ++i)
      posts += number >> i & 1 ? "<dl><dt><dd><h3><em>" : "<dl><dt><dd><h3><code><cite><p>";
    return whole(posts + fmt::format("<address>{}", number));
  };
  const std::string others[] = {"<table><tr><td>", "<ol><li><li>", "<p><p><strong>",
                                "<h1><img>",       "<pre>",        "<h4><hr><kbd>"};
  SiteCrawl::Options options;
  options.site = "a.example";
  for (const unsigned number : {8u, 43u, 45u, 95u, 214u})
    options.templates.push_back(structure_of(topic(number)));
  options.templates = as_templates(std::move(options.templates));
  options.threshold = threshold_of(options.templates);
  SiteCrawl crawl(options);
  std::vector<NewPage> fresh;
  std::vector<Facts> kinds[2];
  for (unsigned i = 0; i < 200; ++i) {
    const std::string url = fmt::format("http://a.example/{}", i);
    const auto page = crawl.add_start(url);
    ASSERT_TRUE(page && crawl.next());
    const std::string html = i % 2 ? topic(i) : whole(others[i / 2 % 6] + fmt::format("words of {}", i));
    kinds[i % 2].push_back(crawl.visit_page(page->page, url, url, html, fresh));
  }
  size_t near = 0;
  for (const Facts& facts : kinds[0]) {
    EXPECT_NE(crawl.kind_of(facts), Kind::candidate) << facts.distance;
    near += facts.distance <= crawl.kinds().threshold().limit;
  }
  EXPECT_GT(near, 0u);  // so the threshold alone would have taken some
  size_t found = 0;
  for (const Facts& facts : kinds[1]) found += crawl.kind_of(facts) == Kind::candidate;
  EXPECT_GT(found, 90u);
}

TEST(PageScan, LinksAndWhereTheyStand) {
  const PageScan scan = scan_page(
      "<base href='/b/'><link rel=canonical href='/c?a=1&amp;b=2'><title>T</title><h1>Head</h1>"
      "<ul class='list item7'><li class=odd><a href='1'>x</a><li class=even><a href='2'>y</a></ul>"
      "<ul class=menu><li><a href='3'>z</a></ul><a rel='x nofollow' href=4>n</a><a href='#top'>t</a><script>'<a href=5>'</script><img src=6>");
  ASSERT_EQ(scan.links.size(), 3u);
  EXPECT_EQ(scan.links[0].href, "1");
  EXPECT_EQ(list_of(scan.links[0].place), list_of(scan.links[1].place));
  EXPECT_NE(list_of(scan.links[0].place), list_of(scan.links[2].place));
  EXPECT_EQ(scan.base, "/b/");
  EXPECT_EQ(scan.canonical, "/c?a=1&b=2");
}

// In a short list each link has a place of its own within that of the list, in a long one all have the same;
// columns of a table and the links of an item are told apart.
TEST(PageScan, PlacesWithinLists) {
  const auto list = [](size_t items, const std::string& item) {
    std::string out = "<ul>";
    for (size_t i = 0; i < items; ++i) out += "<li>" + item;
    return out + "</ul>";
  };
  const PageScan tabs = scan_page(list(3, "<a href=x>t</a>"));
  EXPECT_NE(tabs.links[0].place, tabs.links[1].place);
  EXPECT_EQ(list_of(tabs.links[0].place), list_of(tabs.links[2].place));
  const PageScan items = scan_page(list(20, "<a href=x>title</a><a href=y>author</a>"));
  EXPECT_EQ(items.links[0].place, items.links[2].place);
  EXPECT_NE(items.links[0].place, items.links[1].place);
  EXPECT_EQ(items.links[1].place, items.links[39].place);
  std::string rows = "<table>";
  for (int i = 0; i < 20; ++i) rows += "<tr><td><a href=x>film</a><td>8 pm<td><a href=y>review</a>";
  const PageScan table = scan_page(rows + "</table>");
  EXPECT_EQ(table.links[0].place, table.links[2].place);
  EXPECT_NE(table.links[0].place, table.links[1].place);
  const PageScan prose = scan_page("<p><a href=x>a</a> and <a href=y>b</a></p>");
  EXPECT_EQ(prose.links[0].place, prose.links[1].place);
}

// However large the frame is that they share.
TEST(Duplicates, TheNextPageOfAListIsNoCopy) {
  for (const int frame : {10, 100, 1000}) {
    const auto list = [&](int page) {
      std::string html = "<title>a</title>";
      for (int i = 0; i < frame; ++i) html += "<p>menu " + std::to_string(i);
      for (int i = 0; i < 8; ++i) {
        const std::string item = std::to_string(page * 8 + i + 1000);
        html += "<a href=/item/" + item + ">item " + item + "</a>";
      }
      const PageScan scan = scan_page(html);
      return TextPrint{scan.text, scan.near, scan.heading, scan.text_size};
    };
    Duplicates known;
    for (PageId page = 0; page < 100; ++page)
      EXPECT_FALSE(known.enter(page, list(int(page)))) << frame << " " << page;
  }
}

TEST(PageScan, WhereAPageSendsItsVisitor) {
  const auto links = [](const std::string& html) {
    std::string out;
    for (const ScannedLink& link : scan_page(html).links) out += link.href + " ";
    return out;
  };
  EXPECT_EQ(links("<meta http-equiv=Refresh content='0; URL=/start?a=1&amp;b=2'>"), "/start?a=1&b=2 ");
  EXPECT_EQ(links("<meta http-equiv=refresh content=\"5;url='/a'\">"), "/a ");
  EXPECT_EQ(links("<meta http-equiv=refresh content=30><meta name=refresh content='0; url=/b'>"), "");
}

TEST(Duplicates, SameAndNearlySameTexts) {
  Duplicates known;
  std::string words;
  for (int i = 0; i < 200; ++i) words += "<p>word " + std::to_string(i);
  const auto print_of = [](const std::string& html) {
    const PageScan scan = scan_page(html);
    return TextPrint{scan.text, scan.near, scan.heading, scan.text_size};
  };
  EXPECT_FALSE(known.enter(1, print_of("<title>a</title>" + words)));
  EXPECT_EQ(known.enter(2, print_of("<title>a</title><body class=x>" + words + "<!-- made in 3 ms -->")), 1u);
  EXPECT_EQ(known.enter(3, print_of("<title>a</title>" + words + "<p>12:30")), 1u);  // a clock
  EXPECT_FALSE(known.enter(4, print_of("<title>b</title>" + words + "<p>12:31")));   // another heading
  EXPECT_FALSE(
      known.enter(5, print_of("<title>a</title>" + words + words.substr(words.size() / 2))));  // another text
  EXPECT_FALSE(known.enter(8, print_of("<title>a</title>" + words + "<a href=/p2>x</a><a href=/p3>y</a>" +
                                       "<a href=/p4>z</a>")));  // other links
  EXPECT_FALSE(known.enter(6, print_of("<p>-")));
  EXPECT_FALSE(known.enter(7, print_of("<p>-")));  // says nothing: no copy
}

TEST(UrlShapes, ValuesAreLearned) {
  UrlShapes shapes;
  EXPECT_EQ(shapes.text(shapes.take("https://a.example/item-k1043.html")), "/item-k#.html");
  EXPECT_EQ(shapes.take("https://a.example/item-k7.html"), shapes.take("https://a.example/item-k1043.html"));
  EXPECT_EQ(shapes.text(shapes.take("https://a.example/x?b=2&a=1")), "/x?a=#&b=#");
  EXPECT_EQ(shapes.text(shapes.take("https://a.example/x?b=2&a=1&b=3&b=4")),
            "/x?a=#&b=#");  // more of the same
  EXPECT_NE(shapes.take("https://a.example/shop/about"), shapes.take("https://a.example/shop/help"));
  for (char c = 'a'; c < 'a' + 20; ++c) shapes.take(std::string("https://a.example/shop/canon-") + c);
  EXPECT_EQ(shapes.text(shapes.take("https://a.example/shop/nikon-d")), "/shop/*");
  EXPECT_EQ(shapes.take("https://a.example/shop/nikon-d"), shapes.take("https://a.example/shop/pentax-k"));
  EXPECT_EQ(shapes.text(shapes.take("https://a.example/shop/about")), "/shop/about");  // as it was
  // The first names were values as well: they are judged by what values gave, and values by what they gave.
  const ShapeId first = shapes.take("https://a.example/shop/canon-a");
  EXPECT_EQ(shapes.text(first), "/shop/canon-a");
  EXPECT_EQ(shapes.text(shapes.above(first)), "/shop/*");
  UrlShapes counted;
  counted.count(counted.take("https://a.example/what/canon-a"), true);
  for (char c = 'b'; c < 'b' + 20; ++c) counted.take(std::string("https://a.example/what/canon-") + c);
  EXPECT_EQ(counted.candidates(counted.find("https://a.example/what/nikon-d")), 1u);
  // a first word that many values share makes a shape of its own below that of all values
  for (int i = 0; i < 40; ++i)
    for (const char* kind : {"dr", "praxis"})
      shapes.take(
          fmt::format("https://a.example/who/{}-{}{}-b", kind, char('a' + i % 26), char('a' + i / 2)));
  const ShapeId doctor = shapes.take("https://a.example/who/dr-someone-else");
  EXPECT_EQ(shapes.text(doctor), "/who/dr-*");
  EXPECT_EQ(shapes.find("https://a.example/who/dr-other"), doctor);
  EXPECT_EQ(shapes.text(shapes.above(doctor)), "/who/*");
  EXPECT_EQ(shapes.text(shapes.take("https://a.example/who/clinic-north")), "/who/*");
  const ShapeId seen = shapes.take("https://a.example/shop/nikon-d");
  for (int i = 0; i < 20; ++i) shapes.count(seen, true);
  EXPECT_GT(shapes.candidates_estimate(seen), 0.9);
  EXPECT_GT(shapes.candidates_estimate(shapes.take("https://a.example/shop/new")),
            0.5);  // by what it has in common
}

// What ends alike tells of a new address as long as it foretold well: the rooms of every hotel are none, but
// names and numbers stand below routes and below tracks.
TEST(UrlShapes, EndingsAreBelievedAsFarAsTheyForetell) {
  const auto name = [](const char* kind, int place, int n) {
    return fmt::format("https://a.example/{}/place-{}-b/some-ridge-{}/{}", kind, char('a' + place),
                       char('a' + n), n);
  };
  UrlShapes rooms, tracks;
  for (int hotel = 0; hotel < 20; ++hotel)
    for (int n = 0; n < 5; ++n)
      rooms.count(rooms.take(fmt::format("https://a.example/hotel-{}/rooms/{}", char('a' + hotel), n)),
                  false);
  rooms.count(rooms.take("https://a.example/hotel-x"), true);
  EXPECT_LT(rooms.candidates_estimate(rooms.take("https://a.example/hotel-x/rooms/1")), 0.1);
  for (int place = 0; place < 9; ++place)
    for (int n = 0; n < 9; ++n) {
      tracks.count(tracks.take(name("route", place, n)), true);
      tracks.count(tracks.take(name("track", place, n)), false);
    }
  EXPECT_GT(tracks.candidates_estimate(tracks.take(name("route", 10, 1))), 0.8);
  EXPECT_LT(tracks.candidates_estimate(tracks.take(name("track", 10, 1))), 0.2);
}

TEST(LinkGraph, GivesBackWhatWasPutIn) {
  const unsigned seed = test_seed(102);
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  LinkGraph graph;
  std::map<uint32_t, std::vector<GraphLink>> all;
  for (uint32_t page = 0; page < 200; page += 1 + random() % 3) {
    std::vector<GraphLink> links;
    for (uint32_t n = random() % 60; n > 0; --n)
      links.push_back({uint32_t(random() % 4 * 1000), uint32_t(random() % (1u << (random() % 31)))});
    graph.add(page, links);
    all[page] = links;
  }
  for (const auto& [page, links] : all) {
    std::vector<GraphLink> got;
    graph.each_group(page, [&](LinkGraph::Group group) {
      while (group.targets.left) got.push_back({group.cell, graph.next(group.targets)});
    });
    EXPECT_EQ(got, links);
    std::vector<PlacedLink> placed;
    for (const GraphLink& link : links) placed.push_back({link.target, link.cell * 7919});
    const auto again = unpack_links(pack_links(placed));
    ASSERT_EQ(again.size(), placed.size());
    for (size_t i = 0; i < again.size(); ++i)
      EXPECT_TRUE(again[i].target == placed[i].target && again[i].place == placed[i].place);
  }
}

// A site as numbers: which links a page has, and whether it is a candidate. Told twice, the second time with
// the choices of the first instead of next() for a while, the frontier goes on as it did.
TEST(Frontier, DependsOnTheCallsAlone) {
  const auto url_of = [](uint32_t page) {
    return "http://a.example/" + std::string(page % 3 ? "item/" : "list/") + std::to_string(page);
  };
  const auto links_of = [](uint32_t page) {
    std::vector<uint32_t> out;
    for (uint32_t i = 1; i < 12; ++i) out.push_back((page * 7 + i * i * 13) % 500);
    return out;
  };
  const auto run = [&](const std::vector<Choice>& before) {
    Frontier frontier({}, 5);
    std::map<uint32_t, PageId> ids;
    std::vector<uint32_t> numbers;
    const auto id_of = [&](uint32_t page) {
      const auto [at, fresh] = ids.try_emplace(page, PageId(numbers.size()));
      if (fresh) numbers.push_back(page), frontier.add_page(url_of(page));
      return at->second;
    };
    frontier.start_with(id_of(0));
    std::vector<Choice> choices;
    for (size_t i = 0; i < 300; ++i) {
      std::optional<Choice> choice;
      if (i < before.size()) choice = before[i], frontier.taken(choice->page, choice->from, choice->place);
      else choice = frontier.next();
      if (!choice) break;
      choices.push_back(*choice);
      const uint32_t page = numbers[choice->page];
      std::vector<PlacedLink> links;
      for (const uint32_t target : links_of(page)) links.push_back({id_of(target), target % 3 ? 11u : 12u});
      frontier.visited(choice->page, page % 3 == 1, page % 3, links);
    }
    return choices;
  };
  const std::vector<Choice> whole = run({});
  EXPECT_EQ(whole.size(), 300u);
  for (const size_t cut : {1u, 17u, 100u, 290u}) {
    const std::vector<Choice> again = run({whole.begin(), whole.begin() + long(cut)});
    ASSERT_EQ(again.size(), whole.size());
    for (size_t i = 0; i < whole.size(); ++i)
      ASSERT_EQ(again[i].page, whole[i].page) << "cut " << cut << " visit " << i;
  }
}

// The paper's two terms alone: navigating by rank until a candidate shows, then all of the hub it stands on.
// Addresses and places say nothing here.
TEST(Frontier, TurnsFromNavigatingToExploiting) {
  enum : PageId { start, navigation, news, good_list = 22, other_list, details, others = 44, all = 64 };
  Weights paper;
  paper.pattern = paper.yield = paper.fresh = paper.untried = paper.list = 0;
  paper.rank = paper.hub = 1;
  Frontier frontier(paper);
  for (PageId page = 0; page < all; ++page) frontier.add_page(fmt::format("http://a.example/p/{}", page));
  const auto links_of = [&](PageId page) {
    std::vector<PageId> out = {start, navigation};
    const auto add = [&](PageId from, PageId to) {
      for (; from < to; ++from) out.push_back(from);
    };
    if (page == start) add(news, news + 4);
    if (page == navigation) add(good_list, details);
    if (page >= news && page < good_list) add(page + 1, std::min<PageId>(page + 3, good_list));
    if (page == good_list) add(details, others);
    if (page == other_list) add(others, all);
    std::vector<PlacedLink> placed;
    for (const PageId target : out) placed.push_back({target, kPositions});
    return placed;
  };
  frontier.start_with(start);
  size_t candidates = 0, since = 0, led = 0;
  while (const auto choice = frontier.next()) {
    const bool candidate = choice->page >= details && choice->page < others;
    if (!candidates) EXPECT_EQ(choice->terms.hub, 0) << choice->page;
    else if (candidates < others - details) ++since, led += choice->from == good_list;
    candidates += candidate;
    frontier.visited(choice->page, candidate, 0, links_of(choice->page));
  }
  EXPECT_EQ(candidates, size_t(others - details));
  EXPECT_GE(
      led + 1,
      since);  // it stays until the hub is used up; one look elsewhere while one candidate is all it knows of
}

// Each item has a French version. Where those are further from the templates than the items, most items come
// first; where they are not, one is worth as much as the other.
TEST(Frontier, OtherVersionsOfCandidatesComeLater) {
  enum : uint32_t { item, french = 200, start = 400, list, all = 421 };
  for (const bool further : {true, false}) {
    Frontier frontier;
    std::map<uint32_t, PageId> known;
    std::vector<uint32_t> what;
    const auto page_of = [&](uint32_t n) {
      const auto [at, fresh] = known.try_emplace(n, PageId(what.size()));
      if (!fresh) return at->second;
      what.push_back(n);
      frontier.add_page(n >= start    ? fmt::format("http://a.example/list/{}", n)
                        : n >= french ? fmt::format("http://a.example/fr/item/{}", 1000 + n - french)
                                      : fmt::format("http://a.example/item/{}", 1000 + n));
      return at->second;
    };
    frontier.start_with(page_of(start));
    size_t versions_before = 0, items = 0, versions = 0;
    while (const auto choice = frontier.next()) {
      const uint32_t page = what[choice->page];
      std::vector<PlacedLink> links;
      if (page >= list)
        for (uint32_t i = 0; i < 10; ++i) links.push_back({page_of((page - list) * 10 + i), kPositions});
      else if (page == start)
        for (uint32_t i = list; i < all; ++i) links.push_back({page_of(i), 2 * kPositions});
      else links.push_back({page_of((page + french) % start), 3 * kPositions});
      const bool version = page >= french && page < start;
      items += page < french;
      versions += version;
      if (items < french) versions_before = versions;
      frontier.visited(choice->page, page < start, page >= start, links, false, further && version ? 20 : 5);
    }
    EXPECT_EQ(items, size_t(french));
    EXPECT_EQ(versions, size_t(french));
    if (further) EXPECT_LT(versions_before, size_t(french / 3));
    else EXPECT_GT(versions_before, size_t(2 * french / 3));
  }
}

// Before the first candidate links that always lead to one kind of page are left for those that still lead to
// others, however many there are of the first.
TEST(Frontier, NavigatesToWhatIsNotKnown) {
  enum : PageId { start, article, mixed = 81, all = 121 };
  Frontier frontier;
  for (PageId page = 0; page < all; ++page) frontier.add_page(fmt::format("http://a.example/p/{}", page));
  frontier.start_with(start);
  size_t articles = 0, others = 0;
  for (size_t visits = 0; visits < 40; ++visits) {
    const auto choice = frontier.next();
    ASSERT_TRUE(choice);
    std::vector<PlacedLink> links;
    if (choice->page == start)
      for (PageId page = article; page < all; ++page)
        links.push_back({page, (page < mixed ? 1 : 2) * kPositions});
    articles += choice->page >= article && choice->page < mixed;
    others += choice->page >= mixed;
    frontier.visited(choice->page, false, choice->page < mixed ? 1 : choice->page, links);
  }
  EXPECT_LE(articles, 5u);
  EXPECT_GE(others, 34u);
}

// The same where the menu that always leads to one kind stands on pages of many kinds.
TEST(Frontier, NavigatesPastMenusOfAllPages) {
  enum : PageId { start, menu, mixed = 41, all = 121 };
  Frontier frontier;
  for (PageId page = 0; page < all; ++page) frontier.add_page(fmt::format("http://a.example/p/{}", page));
  frontier.start_with(start);
  size_t of_menu = 0;
  for (size_t visits = 0; visits < 40; ++visits) {
    const auto choice = frontier.next();
    ASSERT_TRUE(choice);
    std::vector<PlacedLink> links;
    for (PageId page = menu; page < mixed; ++page) links.push_back({page, kPositions});
    if (choice->page == start)
      for (PageId page = mixed; page < all; ++page) links.push_back({page, 2 * kPositions});
    of_menu += choice->page >= menu && choice->page < mixed;
    frontier.visited(choice->page, false, choice->page < mixed ? 1 : choice->page, links);
  }
  EXPECT_LE(of_menu, 20u);  // of 39
}

// One list of names of two kinds; those of one begin with a word, too few of them to make a shape.
TEST(Frontier, FirstWordsOfNamesAreTold) {
  constexpr PageId kNames = 120, kWanted = 11;
  Frontier frontier;
  frontier.add_page("http://a.example/");
  const auto is_wanted = [](PageId page) { return page % 11 == 5; };
  for (PageId page = 1; page <= kNames; ++page) {
    const char letter = char('a' + page % 26), other = char('a' + page / 26);
    frontier.add_page(fmt::format("http://a.example/{}-{}{}", is_wanted(page) ? "dr" : std::string(3, letter),
                                  letter, other));
  }
  frontier.start_with(0);
  std::vector<PlacedLink> links;
  for (PageId page = 1; page <= kNames; ++page) links.push_back({page, kPositions});
  size_t visits = 0;
  while (frontier.candidates() < kWanted) {
    const auto choice = frontier.next();
    ASSERT_TRUE(choice);
    frontier.visited(choice->page, choice->page && is_wanted(choice->page), 0,
                     choice->page ? std::vector<PlacedLink>() : links);
    ++visits;
  }
  EXPECT_LE(visits, 60u);  // of 121
}

// A list of everything, in which articles of two topics alternate, and a list of each topic that was only
// looked at. What came of some tells which of the others are worth a visit, though all of them stand in one
// list.
TEST(Frontier, OtherPagesThatLinkToAPageTellOfIt) {
  constexpr PageId kTopics[] = {1, 2}, kEverything = 3, kFirst = 4, kLast = 44;
  Weights weights;
  weights.hub = weights.rank = weights.list = weights.untried = 0;
  Frontier frontier(weights);
  for (PageId page = 0; page < kLast; ++page)
    frontier.add_page(fmt::format("http://a.example/{}{}", page < kFirst ? "list" : "article/", page));
  frontier.start_with(0);
  const auto visit = [&](PageId page, PageId from, std::vector<PlacedLink> links) {
    frontier.taken(page, from, kPositions);
    frontier.visited(page, page >= kFirst && page % 2, page >= kFirst, links);
  };
  std::vector<PlacedLink> of_topic[2], all;
  for (PageId page = kFirst; page < kLast; ++page) {
    of_topic[page % 2].push_back({page, 2 * kPositions});
    all.push_back({page, kPositions});
  }
  visit(0, kNoPage, {{1, 0}, {2, 0}, {3, 0}});
  for (const PageId topic : kTopics) visit(topic, 0, of_topic[topic % 2]);
  visit(kEverything, 0, all);
  for (PageId page = kFirst; page < kFirst + 20; ++page) visit(page, kEverything, {});
  for (int i = 0; i < 8; ++i) {
    const auto choice = frontier.next();
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->page % 2, 1u) << choice->page;
    frontier.visited(choice->page, choice->page % 2, 1, {});
  }
}

// A start and sixty pages, in turns of two patterns; gives the start's links to them, each pattern in a place
// of its own.
std::vector<PlacedLink> add_odd_and_even(Frontier& frontier) {
  std::vector<PlacedLink> links;
  for (PageId page = 0; page < 61; ++page) {
    frontier.add_page(fmt::format("http://a.example/{}/{}", page % 2 ? "odd" : "even", page));
    if (page > 0) links.push_back({page, (1 + page % 2) * kPositions});
  }
  frontier.start_with(0);
  return links;
}

// What turns out to be a candidate later counts as if it had been one.
TEST(Frontier, PromotedPagesShowTheWay) {
  Frontier frontier;
  const std::vector<PlacedLink> links = add_odd_and_even(frontier);
  std::vector<PageId> seen;
  for (int i = 0; i < 12; ++i) {
    const auto choice = frontier.next();
    ASSERT_TRUE(choice);
    frontier.visited(choice->page, false, choice->page % 2, i ? std::vector<PlacedLink>() : links);
    seen.push_back(choice->page);
  }
  for (const PageId page : seen)
    if (page % 2) frontier.promote(page);
  const size_t promoted = frontier.candidates();
  EXPECT_GT(promoted, 0u);
  for (const PageId page : seen)
    if (page % 2) frontier.promote(page);
  EXPECT_EQ(frontier.candidates(), promoted);  // once
  for (size_t i = 0; i < 10; ++i) {
    const auto choice = frontier.next();
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->page % 2, 1u);
    frontier.visited(choice->page, true, 1, {});
  }
}

// What turns out to be none no longer counts, neither for the links that led there nor for the pages that
// they stand on.
TEST(Frontier, DemotedPagesShowNoWay) {
  Frontier frontier;
  const std::vector<PlacedLink> links = add_odd_and_even(frontier);
  std::vector<PageId> odd;
  for (int i = 0; i < 12; ++i) {
    const auto choice = frontier.next();
    ASSERT_TRUE(choice);
    const bool is_odd = choice->page % 2;
    frontier.visited(choice->page, is_odd, is_odd, i ? std::vector<PlacedLink>() : links);
    if (is_odd) odd.push_back(choice->page);
  }
  ASSERT_GE(odd.size(), 4u);
  EXPECT_EQ(frontier.hub(0), odd.size());
  for (int twice = 0; twice < 2; ++twice)
    for (const PageId page : odd) frontier.demote(page);
  EXPECT_EQ(frontier.candidates(), 0u);
  EXPECT_EQ(frontier.hub(0), 0u);
  EXPECT_EQ(frontier.way(*frontier.cell_to(odd[0])).candidates, 0u);
  EXPECT_EQ(frontier.shapes().candidates(frontier.shape(odd[0])), 0u);
  const auto choice = frontier.next();  // the less known ones now
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->page % 2, 0u);
}

// A start that names twelve years; a year names four lists, a list twenty details; beside them adverts, of
// which a third is wanted and which lead nowhere. A year shows no detail, but is worth nearly as much as the
// lists it leads to, more than an advert.
TEST(Frontier, PagesThatLeadToListsAreWorthAsMuchAsTheyBring) {
  constexpr int kYears = 12, kLists = 4, kDetails = 20, kAdverts = 400;
  struct Page {
    std::string kind;
    int number = 0;
  };
  Frontier frontier;
  std::vector<Page> pages;
  const auto add = [&](const char* kind, int number) {
    pages.push_back({kind, number});
    return frontier.add_page(fmt::format("http://a.example/{}/{}", kind, number));
  };
  const auto links_of = [&](const Page& page) {
    std::vector<PlacedLink> out;
    const auto link = [&](const char* kind, int from, int count, uint32_t place) {
      for (int i = from * count; i < (from + 1) * count; ++i)
        out.push_back({add(kind, i), place * kPositions});
    };
    if (page.kind == "start") link("year", 0, kYears, 1), link("advert", 0, kAdverts, 2);
    else if (page.kind == "year") link("list", page.number, kLists, 3);
    else if (page.kind == "list") link("detail", page.number, kDetails, 4);
    return out;
  };
  frontier.start_with(add("start", 0));
  size_t found = 0;
  for (size_t visits = 0; visits < 700; ++visits) {
    const auto choice = frontier.next();
    ASSERT_TRUE(choice);
    const Page page = pages[choice->page];
    const bool wanted = page.kind == "detail" || (page.kind == "advert" && page.number % 3 == 0);
    found += wanted;
    frontier.visited(choice->page, wanted, uint32_t(page.kind.size()), links_of(page));
  }
  EXPECT_GE(found, 600u);  // of adverts alone it would be a third
}

// Pages of a pattern that lead to nothing are not visited for ever.
TEST(Frontier, TrapsAreLeft) {
  Frontier frontier;
  std::vector<bool> trap;
  const auto add = [&](bool is_trap) {
    const PageId page =
        frontier.add_page((is_trap ? "http://a.example/calendar?day=" : "http://a.example/item/") +
                          std::to_string(trap.size()));
    trap.push_back(is_trap);
    return page;
  };
  frontier.start_with(add(false));
  size_t in_trap = 0, visits = 0;
  while (const auto choice = frontier.next()) {
    std::vector<PlacedLink> links;
    if (trap[choice->page] || choice->page == 0)
      for (int i = 0; i < 3; ++i) links.push_back({add(true), 5});  // without end
    if (choice->page == 0)
      for (int i = 0; i < 40; ++i) links.push_back({add(false), 6});
    in_trap += trap[choice->page];
    frontier.visited(choice->page, !trap[choice->page], trap[choice->page], links);
    ASSERT_LT(++visits, 1000u);
  }
  EXPECT_EQ(frontier.candidates(), 41u);
  EXPECT_LE(in_trap, size_t(kFruitless));
}

// Weeks of a programme: the same words, other links. They are no copies, and the parameter that turns them
// stays in addresses; a session that changes nothing does not.
TEST(SiteCrawl, SameWordsAndOtherLinksLeadOn) {
  SiteCrawl::Options options;
  options.site = UrlRules::site_of("http://a.example");
  SiteCrawl crawl(options);
  std::vector<std::string> urls = {"http://a.example/list"};
  crawl.add_start(urls[0]);
  const auto page_of = [](const std::string& url) {
    const size_t at = url.find("week=");
    const int week = at == std::string::npos ? 0 : std::atoi(url.c_str() + at + 5);
    std::string out = "<title>Programme</title><h1>What is on in this week, and where</h1><ul>";
    if (url.find("/list") == std::string::npos) return out + "<p>Film " + url.substr(0, url.find('?'));
    for (int i = 0; i < 8; ++i)
      out +=
          "<li><a href=/film" + std::to_string(week * 8 + i) + "?sid=" + std::to_string(week) + ">film</a>";
    if (week < 6) out += "</ul><a href=/list?week=" + std::to_string(week + 1) + ">next</a>";
    return out;
  };
  std::vector<NewPage> fresh;
  std::set<std::string> films;
  while (const auto choice = crawl.next()) {
    const std::string url = urls[choice->page];
    fresh.clear();
    crawl.visit_page(choice->page, url, url, page_of(url), fresh);
    for (const NewPage& page : fresh) urls.push_back(page.url);
    if (url.find("/film") != std::string::npos) films.insert(url.substr(0, url.find('?')));
  }
  EXPECT_EQ(films.size(), 56u);
}

}  // namespace
}  // namespace gleaner::crawl
