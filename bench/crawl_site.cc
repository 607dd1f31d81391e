// See crawl_site.h.
#include "bench/crawl_site.h"

#include <vector>

#include "bench/crawl_site_parts.h"

namespace bench {
namespace {

// --- shop: addresses that speak; details in lists with pagers; accessories and reviews nearly look like
// them.
class Shop : public MadeSite {
 public:
  explicit Shop(uint64_t seed) : layout_(seed, "shop") {}
  std::string name() const override { return "shop"; }
  size_t details() const override { return kProducts; }
  std::string detail_path(size_t n) const override { return fmt::format("/product/{}-{}.html", slug(n), n); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const std::string path = path_of(target);
    if (!path.starts_with("/product/")) return {};
    const auto n = number_in(path.substr(path.rfind('-') + 1), "", ".html");
    return n && *n < kProducts && path == detail_path(*n) ? n : std::nullopt;
  }

  std::optional<std::string> page(const std::string& target) const override {
    const std::string path = path_of(target);
    const size_t at = size_t(std::atoi(parameter(target, "page").c_str()));
    if (path == "/") return whole("Shop", "<h1>Welcome</h1><ul class=news>" + blog_links(0, 6) + "</ul>");
    if (const auto n = detail_of(target)) return product(*n);
    if (const auto n = number_in(path, "/dept/"))
      return *n < 8 ? std::optional(whole("Department",
                                          "<h1>Department</h1><ul class=cats>" + categories(*n) + "</ul>"))
                    : std::nullopt;
    if (const auto n = number_in(path, "/category/")) return *n < kCategories ? list(*n, at) : std::nullopt;
    if (const auto n = number_in(path, "/accessory/a-", ".html"))
      return *n < 1200 ? std::optional(accessory(*n)) : std::nullopt;
    if (const auto n = number_in(path, "/review/"))
      return *n < kProducts
                 ? std::optional(whole("Review", layout_.article("review", *n, "Review " + title(*n),
                                                                 link(detail_path(*n), "product"))))
                 : std::nullopt;
    if (const auto n = number_in(path, "/forum/thread/"))
      return *n < 3500
                 ? std::optional(whole(
                       "Thread",
                       layout_.thread(*n, fmt::format("Thread {}", *n),
                                      "<ul class=more>" +
                                          item(fmt::format("/forum/thread/{}", (*n * 7 + 1) % 3500), "next") +
                                          item("/forum?page=" + std::to_string(*n / 30), "forum") + "</ul>")))
                 : std::nullopt;
    if (path == "/forum") return whole("Forum", threads(at));
    if (path == "/blog")
      return whole("Blog", "<h1>Blog</h1><ul class=posts>" + blog_links(at * 20, 20) + "</ul>" +
                               link(fmt::format("/blog?page={}", at + 1), "older"));
    if (path.starts_with("/blog/")) return blog(path);
    if (path == "/calendar") return calendar(target);
    if (const auto n = number_in(path, "/user/"))
      return *n < 800
                 ? std::optional(whole(
                       "User", fmt::format("<h1>User {}</h1><dl><dt>Posts<dd>12<dt>Since<dd>2010</dl>", *n)))
                 : std::nullopt;
    if (const auto n = number_in(path, "/help/"))
      return *n < 100
                 ? std::optional(whole("Help", layout_.article("help", *n, fmt::format("Help {}", *n), "")))
                 : std::nullopt;
    return {};
  }

 private:
  static constexpr size_t kProducts = 1100, kCategories = 48, kAPage = 20;
  std::string title(size_t n) const {
    Dice dice(layout_.seed(), "title", n);
    return words_of(dice, 3) + " " + std::to_string(n);
  }
  std::string slug(size_t n) const {
    Dice dice(layout_.seed(), "title", n);
    return words_of(dice, 3, '-');
  }
  std::string with_session(const std::string& path, uint64_t salt) const {
    Dice dice(layout_.seed(), "session", salt);
    return dice.chance(0.1) ? path + (path.find('?') == std::string::npos ? "?" : "&") +
                                  "s=" + std::to_string(dice.next() % 1000003)
                            : path;
  }
  std::string whole(const std::string& heading, const std::string& main) const {
    std::string menu;
    for (int i = 0; i < 8; ++i) menu += item(fmt::format("/dept/{}", i), fmt::format("Department {}", i));
    menu += item("/forum", "Forum") + item("/blog", "Blog") + item("/calendar?m=2020-01", "Events");
    std::string footer;
    for (int i = 0; i < 10; ++i) footer += link(fmt::format("/help/{}", i * 7), "Help") + " ";
    return layout_.page(heading, menu, main, footer + link("/gone", "gone"));
  }
  std::string categories(size_t dept) const {
    std::string out;
    for (size_t i = 0; i < kCategories / 8; ++i)
      out += item(fmt::format("/category/{}", dept * (kCategories / 8) + i), "Category");
    return out;
  }
  std::optional<std::string> list(size_t category, size_t at) const {
    std::string rows =
        "<h1>Category</h1><p class=sort>" + link(fmt::format("/category/{}?sort=price", category), "price") +
        link(fmt::format("/category/{}?sort=name&page={}", category, at), "name") + "</p><ul class=items>";
    size_t shown = 0, all = 0;
    for (size_t n = category; n < kProducts; n += kCategories, ++all)
      if (all / kAPage == at) {
        rows += "<li class=item>" + link(with_session(detail_path(n), n * 31 + at), title(n)) +
                "<span>EUR 5</span>" + link(fmt::format("/review/{}", n), "review") + "</li>";
        ++shown;
      }
    for (size_t k = 0; k < 8; ++k)
      rows += "<li class=item>" +
              link(fmt::format("/accessory/a-{}.html", (category * 25 + at * 8 + k) % 1200), "accessory") +
              "<span>EUR 1</span></li>";
    if (!shown) return {};
    rows += "</ul><p class=pager>";
    if ((at + 1) * kAPage < all) rows += link(fmt::format("/category/{}?page={}", category, at + 1), "next");
    return whole("Category", rows + "</p>");
  }
  std::string product(size_t n) const {
    Dice dice(layout_.seed(), "related", n);
    std::string related;
    for (int i = 0; i < 4; ++i) {
      const size_t other = dice.below(kProducts);
      related += item(detail_path(other), title(other));
    }
    related += item(fmt::format("/accessory/a-{}.html", dice.below(1200)), "accessory");
    const std::string crumbs = link(fmt::format("/category/{}", n % kCategories), "Category");
    const std::string extra = "<p class=links>" + link(fmt::format("/review/{}", n), "review") +
                              link(fmt::format("/forum/thread/{}", n * 3), "discuss") + "</p>";
    if (!real_details.empty())
      return with_links(real_details[n % real_details.size()], title(n),
                        crumbs + "<ul>" + related + "</ul>" + extra);
    return whole(title(n), layout_.detail(n, title(n), crumbs, related, extra));
  }
  std::string accessory(size_t n) const {
    if (!real_decoys.empty())
      return with_links(real_decoys[n % real_decoys.size()], fmt::format("Accessory {}", n),
                        link(fmt::format("/category/{}", n % kCategories), "Category"));
    Dice dice(layout_.seed(), "accessory", n);
    std::string body =
        "<div class=crumbs>" + link(fmt::format("/category/{}", n % kCategories), "Category") +
        fmt::format(
            "</div><h1>Accessory {}</h1><div class=pic><img src=/a.jpg></div><p class=price><b>EUR 3</b></p>",
            n);
    body += "<div class=fits><h2>Fits</h2><dl>";
    for (uint32_t i = dice.below(6) + 2; i > 0; --i)
      body += "<dt><em>" + words_of(dice, 1) + "</em></dt><dd><code>" + words_of(dice, 1) + "</code></dd>";
    body +=
        "</dl></div><form class=order><label>Number<select><option>1</option><option>2</option><option>3</option></select></label><button>Order</button></form><ol class=steps>";
    for (uint32_t i = dice.below(4) + 2; i > 0; --i)
      body += "<li><em>" + words_of(dice, 4) + "</em><sup>1</sup></li>";
    return whole(fmt::format("Accessory {}", n), body + "</ol>");
  }
  std::string blog_links(size_t from, size_t n) const {
    std::string out;
    for (size_t i = from; i < from + n && i < 2000; ++i) {
      Dice dice(layout_.seed(), "blog", i);
      out +=
          item(fmt::format("/blog/20{:02}/{:02}/{}-{}", 10 + i % 10, 1 + i % 12, words_of(dice, 3, '-'), i),
               "post");
    }
    return out;
  }
  std::optional<std::string> blog(const std::string& path) const {
    const auto n = number_in(path.substr(path.rfind('-') + 1), "");
    if (!n || *n >= 2000) return {};
    return whole("Blog", layout_.article("post", *n, fmt::format("Post {}", *n),
                                         "<ul class=posts>" + blog_links((*n * 13) % 2000, 3) + "</ul>"));
  }
  std::string threads(size_t at) const {
    std::string out = "<h1>Forum</h1><ul class=threads>";
    for (size_t i = at * 30; i < at * 30 + 30 && i < 3500; ++i)
      out += item(fmt::format("/forum/thread/{}", i), "Thread");
    return out + "</ul>" + link(fmt::format("/forum?page={}", at + 1), "next");
  }
  std::string calendar(const std::string& target) const {
    const std::string month = parameter(target, "m");
    const int year = std::atoi(month.substr(0, 4).c_str()),
              m = month.size() > 5 ? std::atoi(month.substr(5).c_str()) : 1;
    const int next = year * 12 + m, before = next - 2;
    std::string days;
    for (int d = 1; d < 29; ++d)
      days +=
          fmt::format("<td><a href=/calendar?m={}&d={}>{}</a></td>{}", month, d, d, d % 7 ? "" : "</tr><tr>");
    return whole("Events " + target,
                 "<h1>Events " + target + "</h1><table class=cal><tr>" + days + "</tr></table>" +
                     link(fmt::format("/calendar?m={}-{:02}", next / 12, next % 12 + 1), "next") +
                     link(fmt::format("/calendar?m={}-{:02}", before / 12, before % 12 + 1), "previous"));
  }
  Layout layout_;
};

// --- portal: every page has the address /show?id=N; only where links stand and what their pages linked to
// before tells the way.
class Portal : public MadeSite {
 public:
  explicit Portal(uint64_t seed) : layout_(seed, "portal") {}
  std::string name() const override { return "portal"; }
  size_t details() const override { return kDetails; }
  std::string detail_path(size_t n) const override { return at('d', n); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto [kind, n] = what(target);
    return kind == 'd' ? std::optional<size_t>(n) : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    if (target == "/")
      return whole("Portal", "<h1>Portal</h1><div class=box><ul>" + links('n', 0, 10) +
                                 "</ul></div><div class=box><ul>" + links('b', 0, 6) + "</ul></div>");
    const auto [kind, n] = what(target);
    switch (kind) {
      case 'd': return detail(n);
      case 'b': return brand(n);
      case 's':
        return whole("Section", fmt::format("<h1>Section {}</h1><div class=box><ul>{}</ul></div>", n,
                                            n < 3 ? links('b', n * 20, 20)
                                                  : links('n', n * 150, 40) + links('f', n * 100, 20)));
      case 'n':
        return whole("News", layout_.article("news", n, fmt::format("News {}", n),
                                             "<div class=box><ul>" + links('n', n + 1, 6) +
                                                 links('r', n % 2000, 1) + "</ul></div>"));
      case 'r':
        return whole("Opinion", layout_.article("opinion", n, fmt::format("Opinion {}", n),
                                                "<div class=box><ul>" + links('r', n + 1, 5) +
                                                    links('d', n % kDetails, 1) + "</ul></div>"));
      case 'f':
        return whole("Talk", layout_.thread(n, fmt::format("Talk {}", n),
                                            "<div class=box><ul>" + links('f', n + 1, 8) + "</ul></div>"));
      default: return {};
    }
  }

 private:
  static constexpr size_t kDetails = 900, kBrands = 60, kSections = 12, kNews = 3600, kOpinions = 2600,
                          kTalks = 2800;
  static constexpr size_t kAll = kDetails + kBrands + kSections + kNews + kOpinions + kTalks;
  // Numbers of all kinds are shuffled into one sequence by a fixed step that has no common divisor with their
  // count.
  static constexpr uint64_t kStep = 7919;
  std::string at(char kind, size_t n) const {
    size_t first = 0;
    for (const auto& [k, count] : kinds()) {
      if (k == kind) return fmt::format("/show?id={}", ((first + n % count) * kStep) % kAll + 100);
      first += count;
    }
    return "/";
  }
  static std::vector<std::pair<char, size_t>> kinds() {
    return {{'d', kDetails}, {'b', kBrands}, {'s', kSections}, {'n', kNews}, {'r', kOpinions}, {'f', kTalks}};
  }
  static std::pair<char, size_t> what(const std::string& target) {
    const auto id = number_in(target, "/show?id=");
    if (!id || *id < 100 || *id >= kAll + 100) return {'-', 0};
    static const uint64_t inverse = [] {
      for (uint64_t i = 1; i < kAll; ++i)
        if (kStep * i % kAll == 1) return i;
      return uint64_t(0);
    }();
    size_t n = (*id - 100) * inverse % kAll;
    for (const auto& [kind, count] : kinds()) {
      if (n < count) return {kind, n};
      n -= count;
    }
    return {'-', 0};
  }
  std::string links(char kind, size_t from, size_t n) const {
    std::string out;
    for (size_t i = from; i < from + n; ++i) out += item(at(kind, i), fmt::format("{} {}", kind, i));
    return out;
  }
  std::string whole(const std::string& heading, const std::string& main) const {
    std::string menu;
    for (size_t i = 0; i < kSections; ++i) menu += item(at('s', i), fmt::format("Section {}", i));
    return layout_.page(heading, menu, main, link(at('n', 17), "Imprint") + link(at('n', 18), "Jobs"));
  }
  std::optional<std::string> brand(size_t n) const {
    std::string rows;
    for (size_t i = n; i < kDetails; i += kBrands) rows += item(at('d', i), fmt::format("Camera {}", i));
    return whole(
        "Brand",
        fmt::format("<h1>Brand {}</h1><div class=box><ul>{}</ul></div><div class=box><ul>{}</ul></div>", n,
                    rows, links('r', n * 9, 9) + links('n', n * 5, 5)));
  }
  std::string detail(size_t n) const {
    const std::string heading = fmt::format("Camera {}", n);
    const std::string related = links('d', n + 1, 2) + links('r', n, 3) + links('f', n * 2, 2),
                      crumbs = link(at('b', n % kBrands), "Brand");
    if (!real_details.empty())
      return with_links(real_details[n % real_details.size()], heading,
                        crumbs + "<div class=box><ul>" + related + "</ul></div>");
    return whole(heading, layout_.detail(n, heading, crumbs, "<div class=box>" + related + "</div>", ""));
  }
  Layout layout_;
};

// --- catalog (held out): tables inside tables, no class anywhere, four levels down, addresses of a script.
class Catalog : public MadeSite {
 public:
  explicit Catalog(uint64_t seed) : seed_(seed) {}
  std::string name() const override { return "catalog"; }
  size_t details() const override { return kItems; }
  std::string detail_path(size_t n) const override {
    return fmt::format("/cgi-bin/item.pl?group={}&item={}", n % kGroups, n);
  }
  std::optional<size_t> detail_of(const std::string& target) const override {
    if (!target.starts_with("/cgi-bin/item.pl?")) return {};
    const std::string number = parameter(target, "item");
    const auto n = number_in(number, "");
    return n && *n < kItems && parameter(target, "group") == std::to_string(*n % kGroups) ? n : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    const std::string path = path_of(target);
    const size_t n = size_t(std::atoi(parameter(target, "n").c_str()));
    if (path == "/")
      return frame("Catalog", rows("/cgi-bin/area.pl?n=", 0, 6) + rows("/docs/page.pl?n=", 0, 8));
    if (path == "/cgi-bin/area.pl")
      return n < 6 ? std::optional(frame("Area", rows("/cgi-bin/shelf.pl?n=", n * 6, 6))) : std::nullopt;
    if (path == "/cgi-bin/shelf.pl") return n < 36 ? std::optional(frame("Shelf", groups(n))) : std::nullopt;
    if (path == "/cgi-bin/group.pl")
      return n < kGroups ? std::optional(frame("Group", group(n))) : std::nullopt;
    if (const auto found = detail_of(target)) return item_page(*found);
    if (path == "/cgi-bin/sheet.pl")
      return n < kItems ? std::optional(frame(fmt::format("Sheet {}", n), sheet(n))) : std::nullopt;
    if (path == "/docs/page.pl")
      return n < 4000 ? std::optional(frame(fmt::format("Doc {}", n),
                                            text(n) + rows("/docs/page.pl?n=", (n * 3 + 1) % 4000, 5)))
                      : std::nullopt;
    if (path == "/list/mail.pl")
      return n < 3000
                 ? std::optional(frame(fmt::format("Mail {}", n),
                                       "<pre>" + text(n) + "</pre>" + rows("/list/mail.pl?n=", n + 1, 2)))
                 : std::nullopt;
    return {};
  }

 private:
  static constexpr size_t kItems = 960, kGroups = 96;
  std::string frame(const std::string& heading, const std::string& main) const {
    std::string left;
    for (const auto& [href, text] : {std::pair{"/", "Home"},
                                     {"/docs/page.pl?n=1", "Documents"},
                                     {"/list/mail.pl?n=0", "Mail"},
                                     {"/cgi-bin/area.pl?n=0", "Catalog"}})
      left += fmt::format("<tr><td><font size=2>{}</font></td></tr>", link(href, text));
    return fmt::format(
        "<html><head><title>{0}</title></head><body bgcolor=white><table width=100%><tr><td><h2>{0}</h2></td></tr></table><table><tr><td valign=top><table>{1}</table></td><td>{2}</td></tr></table><hr><font size=1>{3}</font></body></html>",
        heading, left, main, link("/docs/page.pl?n=2", "Terms"));
  }
  std::string rows(const std::string& prefix, size_t from, size_t n) const {
    std::string out = "<table>";
    for (size_t i = from; i < from + n; ++i)
      out += fmt::format("<tr><td>{}</td></tr>", link(prefix + std::to_string(i), "entry"));
    return out + "</table>";
  }
  std::string groups(size_t shelf) const {
    std::string out = "<table>";
    for (size_t i = shelf; i < kGroups; i += 36)
      out += fmt::format("<tr><td>{}</td></tr>", link(fmt::format("/cgi-bin/group.pl?n={}", i), "group"));
    return out + "</table>";
  }
  std::string group(size_t n) const {
    std::string out = "<table border=1>";
    for (size_t i = n; i < kItems; i += kGroups)
      out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>", link(detail_path(i), "Part"), i,
                         link(fmt::format("/cgi-bin/sheet.pl?n={}", i), "sheet"));
    return out + "</table>" + rows("/cgi-bin/group.pl?n=", (n + 1) % kGroups, 1);
  }
  std::string text(size_t n) const {
    Dice dice(seed_, "text", n);
    std::string out;
    for (uint32_t i = dice.below(6) + 2; i > 0; --i) out += "<p>" + sentences(dice, 3);
    return out;
  }
  std::string sheet(size_t n) const {
    Dice dice(seed_, "sheet", n);
    std::string out = "<table border=1>";
    for (uint32_t i = dice.below(20) + 10; i > 0; --i)
      out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>", words_of(dice, 1), dice.below(99),
                         dice.below(99));
    return out + "</table>" + link(detail_path(n), "part");
  }
  std::string item_page(size_t n) const {
    Dice dice(seed_, "item", n);
    const std::string ours = link(fmt::format("/cgi-bin/group.pl?n={}", n % kGroups), "group") +
                             link(fmt::format("/cgi-bin/sheet.pl?n={}", n), "sheet");
    if (!real_details.empty())
      return with_links(real_details[n % real_details.size()], fmt::format("Part {}", n), ours);
    std::string out = fmt::format(
        "<h3>Part {}</h3><img src=/p.gif><table><tr><td><b>Price</b><td>{}<tr><td><b>Stock</b><td>{}</table>",
        n, dice.below(999), dice.below(99));
    if (dice.chance(0.5))
      out += "<dl><dt>Material<dd>" + words_of(dice, 1) + "<dt>Finish<dd>" + words_of(dice, 1) + "</dl>";
    out += "<ul>";
    for (uint32_t i = dice.below(8) + 1; i > 0; --i) out += "<li>" + words_of(dice, 3);
    out += "</ul><p>" + sentences(dice, 2) +
           "<form action=/cgi-bin/order.pl><input name=n><input type=submit></form>" + ours;
    return frame(fmt::format("Part {}", n), out);
  }
  uint64_t seed_;
};

// --- wiki (held out): all addresses are /wiki/Title, links stand in running text; wanted are the articles
// with a box of facts.
class Wiki : public MadeSite {
 public:
  explicit Wiki(uint64_t seed) : seed_(seed) {}
  std::string name() const override { return "wiki"; }
  std::string start() const override { return "/wiki/Main_Page"; }
  size_t details() const override { return kSpecies; }
  std::string detail_path(size_t n) const override { return "/wiki/" + title(n); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto n = article_of(target);
    return n && *n < kSpecies ? n : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    if (target == "/wiki/Main_Page")
      return frame("Main Page", "<h1>Main Page</h1><p>" + prose(kSpecies + 1, 12) + "</p><ul>" +
                                    categories(5, 1) + categories(30, 1) + categories(47, 1) +
                                    categories(80, 1) + categories(111, 1) + "</ul>");
    if (const auto n = number_in(target, "/wiki/Category:"))
      return *n < kCategories ? std::optional(category(*n)) : std::nullopt;
    if (target.starts_with("/w/index.php?"))
      return frame("History " + target,
                   "<h1>History</h1><ol><li>" + target + "</li></ol>" + link(target + "&old=1", "older"));
    const auto n = article_of(target);
    if (!n) return {};
    return article(*n);
  }

 private:
  static constexpr size_t kSpecies = 1000, kArticles = 9000, kCategories = 120, kSpeciesCategories = 20;
  std::string title(size_t n) const {
    Dice dice(seed_, "wiki", n);
    std::string word = words_of(dice, 2, '_');
    word[0] = char(word[0] - 32);
    return word + "_" + std::string(1, char('a' + n % 26)) + std::string(1, char('a' + n / 26 % 26)) +
           std::string(1, char('a' + n / 676 % 26));
  }
  std::optional<size_t> article_of(const std::string& target) const {
    if (!target.starts_with("/wiki/") || target.size() < 12) return {};
    const char* end = target.data() + target.size() - 3;
    const size_t n = size_t(end[0] - 'a') + size_t(end[1] - 'a') * 26 + size_t(end[2] - 'a') * 676;
    return n < kArticles && target == "/wiki/" + title(n) ? std::optional(n) : std::nullopt;
  }
  std::string frame(const std::string& heading, const std::string& main) const {
    return fmt::format(
        "<!doctype html><html><head><title>{}</title></head><body><div id=content>{}</div><div id=panel><ul><li>{}</li><li>{}</li><li>{}</li></ul></div><div id=foot>{}</div></body></html>",
        heading, main, link("/wiki/Main_Page", "Main"), link("/wiki/Category:3", "Contents"),
        link("/wiki/" + title(kSpecies + 7), "About"), link("/wiki/" + title(kSpecies + 8), "Privacy"));
  }
  // Words with links to other articles: of species one in three leads to another.
  std::string prose(size_t n, size_t links) const {
    Dice dice(seed_, "prose", n);
    std::string out;
    for (size_t i = 0; i < links; ++i) {
      const size_t target = n < kSpecies && dice.chance(0.3)
                                ? dice.below(kSpecies)
                                : kSpecies + dice.below(uint32_t(kArticles - kSpecies));
      out += words_of(dice, 5) + " " + link("/wiki/" + title(target), words_of(dice, 1)) + " ";
    }
    return out;
  }
  std::string categories(size_t from, size_t n) const {
    std::string out;
    for (size_t i = from; i < from + n; ++i)
      out += item(fmt::format("/wiki/Category:{}", i % kCategories), "Category");
    return out;
  }
  std::string category(size_t n) const {
    std::string out = fmt::format("<h1>Category {}</h1><ul>", n);
    if (n < kSpeciesCategories) {
      for (size_t i = n; i < kSpecies; i += kSpeciesCategories) out += item("/wiki/" + title(i), "species");
    } else {
      for (size_t i = kSpecies + n; i < kArticles; i += kCategories)
        out += item("/wiki/" + title(i), "article");
    }
    return frame(fmt::format("Category {}", n), out + "</ul><ul class=sub>" + categories(n + 1, 4) + "</ul>");
  }
  std::string article(size_t n) const {
    Dice dice(seed_, "article", n);
    const std::string name = title(n);
    const std::string tail =
        "<p>" + link("/w/index.php?title=" + name + "&action=history", "History") + "</p><ul class=cats>" +
        (n < kSpecies ? item(fmt::format("/wiki/Category:{}", n % kSpeciesCategories), "c")
                      : item(fmt::format("/wiki/Category:{}",
                                         kSpeciesCategories + n % (kCategories - kSpeciesCategories)),
                             "c")) +
        "</ul>";
    if (n < kSpecies && !real_details.empty())
      return with_links(real_details[n % real_details.size()], name, "<p>" + prose(n, 6) + "</p>" + tail);
    std::string out = "<h1>" + name + "</h1>";
    if (n < kSpecies) {
      out += "<table class=infobox><tr><th colspan=2>" + name +
             "</th></tr><tr><td colspan=2><img src=/x.jpg></td></tr>";
      for (uint32_t i = dice.below(6) + 4; i > 0; --i)
        out += fmt::format("<tr><td><i>{}</i></td><td><b>{}</b></td></tr>", words_of(dice, 1),
                           words_of(dice, 1));
      out += "</table>";
    }
    for (uint32_t i = dice.below(5) + 1; i > 0; --i)
      out += (dice.chance(0.5) ? "<h2>" + words_of(dice, 2) + "</h2><p>" : "<p>") +
             prose(n * 7 + i, 2 + dice.below(4)) + "</p>";
    if (n >= kSpecies && dice.chance(0.3)) {
      out += "<table class=data>";
      for (uint32_t i = dice.below(10) + 2; i > 0; --i)
        out += "<tr><td>" + words_of(dice, 1) + "</td><td>1</td><td>2</td></tr>";
      out += "</table>";
    }
    return frame(name, out + tail);
  }
  uint64_t seed_;
};

// --- jobs (held out): a search with filters upon filters, two languages, companies; adverts have a number in
// their address as everything else does.
class Jobs : public MadeSite {
 public:
  explicit Jobs(uint64_t seed) : layout_(seed, "jobs") {}
  std::string name() const override { return "jobs"; }
  size_t details() const override { return kJobs; }
  std::string detail_path(size_t n) const override {
    return fmt::format("/{}/p/{}", n % 2 ? "de" : "en", 50000 + n * 3);
  }
  std::optional<size_t> detail_of(const std::string& target) const override {
    for (const char* language : {"en", "de"})
      if (const auto id = number_in(target, fmt::format("/{}/p/", language));
          id && *id >= 50000 && (*id - 50000) % 3 == 0)
        if (const size_t n = (*id - 50000) / 3; n < kJobs && detail_path(n) == target) return n;
    return {};
  }
  std::optional<std::string> page(const std::string& target) const override {
    if (target == "/")
      return whole("en", "Jobs", "<h1>Jobs</h1>" + link("/en", "English") + link("/de", "Deutsch"));
    if (const auto n = detail_of(target)) return advert(*n);
    const std::string path = path_of(target);
    const std::string language = path.substr(1, 2);
    if (language != "en" && language != "de") return {};
    if (path.size() == 3)
      return whole(language, "Start", "<h1>Start</h1><ul class=advice>" + pages(language, 1, 10) + "</ul>");
    if (path == "/" + language + "/search") return search(language, target);
    if (const auto id = number_in(path, "/" + language + "/p/")) return other(language, *id);
    return {};
  }

 private:
  static constexpr size_t kJobs = 1000;
  std::string whole(const std::string& language, const std::string& heading, const std::string& main) const {
    std::string menu;
    for (const char* field : {"it", "care", "sales", "law", "craft"})
      menu += item(fmt::format("/{}/search?field={}", language, field), field);
    menu += item(fmt::format("/{}", language), "Start") + item(fmt::format("/{}/p/1", language), "Advice") +
            item(language == "en" ? "/de" : "/en", "Other language");
    return layout_.page(heading, menu, main, link(fmt::format("/{}/p/2", language), "Imprint"));
  }
  // Not adverts: advice, companies, people. Their numbers leave the adverts' out.
  std::string pages(const std::string& language, size_t from, size_t n) const {
    std::string out;
    for (size_t i = from; i < from + n; ++i)
      out += item(fmt::format("/{}/p/{}", language, i % 3500 + 1), "page");
    return out;
  }
  std::optional<std::string> other(const std::string& language, size_t id) const {
    if (id == 0 || id > 4000) return {};
    if (id % 4 == 0) {
      Dice dice(layout_.seed(), "company", id);
      std::string out = fmt::format(
          "<div class=company><h1>Company {}</h1><img src=/c.png><address>{}</address><ul class=advice>", id,
          words_of(dice, 3));
      return whole(language, fmt::format("Company {}", id), out + pages(language, id + 1, 5) + "</ul></div>");
    }
    return whole(language, fmt::format("Advice {}", id),
                 layout_.article("advice", id, fmt::format("Advice {} {}", id, language),
                                 "<ul class=advice>" + pages(language, id * 3, 6) + "</ul>"));
  }
  std::optional<std::string> search(const std::string& language, const std::string& target) const {
    const std::string fields[] = {"it", "care", "sales", "law", "craft"};
    const size_t field = size_t(std::find(fields, fields + 5, parameter(target, "field")) - fields);
    const size_t at = size_t(std::atoi(parameter(target, "page").c_str()));
    if (field == 5) return {};
    std::string filters, rows;
    for (const char* key : {"place", "hours", "level", "since", "remote"})
      if (parameter(target, key).empty())
        for (int i = 1; i < 4; ++i) filters += item(fmt::format("{}&{}={}", target, key, i), key);
    size_t shown = 0, all = 0;
    for (size_t n = field; n < kJobs; n += 5) {
      if ((n % 2 == 1) != (language == "de")) continue;
      if (all++ / 15 == at)
        rows += "<li class=hit>" + link(detail_path(n), fmt::format("Job {}", n)) +
                link(fmt::format("/{}/p/{}", language, n * 4 % 3500 + 4), "Company") + "</li>",
            ++shown;
    }
    if (!shown) return whole(language, "Nothing found", "<h1>Nothing found</h1><p>" + target + "</p>");
    std::string pager =
        link(fmt::format("/{}/search?field={}&page={}", language, fields[field], at + 1), "next");
    return whole(language, "Search " + target,
                 "<h1>Search</h1><div class=filters><ul>" + filters + "</ul></div><ul class=hits>" + rows +
                     "</ul><p class=pager>" + pager + "</p>");
  }
  std::string advert(size_t n) const {
    Dice dice(layout_.seed(), "advert", n);
    const std::string language = n % 2 ? "de" : "en", heading = fmt::format("Job {}", n);
    const std::string ours = "<ul class=like>" + item(detail_path((n + 10) % kJobs), "like this") + "</ul>" +
                             link(fmt::format("/{}/p/{}", language, n * 4 % 3500 + 4), "Company");
    if (!real_details.empty()) return with_links(real_details[n % real_details.size()], heading, ours);
    std::string out = fmt::format(
        "<div class=advert><h1>{}</h1><dl><dt>Place</dt><dd>{}</dd><dt>Pay</dt><dd>{}</dd></dl><h2>You will</h2><ul>",
        heading, words_of(dice, 1), dice.below(9000));
    for (uint32_t i = dice.below(7) + 2; i > 0; --i) out += "<li>" + words_of(dice, 6) + "</li>";
    out += "</ul><h2>You have</h2><ul>";
    for (uint32_t i = dice.below(7) + 2; i > 0; --i) out += "<li>" + words_of(dice, 6) + "</li>";
    out += "</ul>";
    if (dice.chance(0.4)) out += "<h2>We offer</h2><p>" + sentences(dice, 2) + "</p>";
    out +=
        "<form class=apply><label>Name<input></label><label>Mail<input></label><textarea></textarea><button>Apply</button></form></div>";
    return whole(language, heading, out + ours);
  }
  Layout layout_;
};

}  // namespace

std::vector<std::unique_ptr<MadeSite>> tuning_sites(uint64_t seed) {
  std::vector<std::unique_ptr<MadeSite>> out;
  out.push_back(std::make_unique<Shop>(seed));
  out.push_back(std::make_unique<Portal>(seed));
  return out;
}

std::vector<std::unique_ptr<MadeSite>> held_out_sites(uint64_t seed) {
  std::vector<std::unique_ptr<MadeSite>> out;
  out.push_back(std::make_unique<Catalog>(seed));
  out.push_back(std::make_unique<Wiki>(seed));
  out.push_back(std::make_unique<Jobs>(seed));
  for (auto& site : fresh_sites(seed)) out.push_back(std::move(site));
  for (auto& site : unseen_sites(seed)) out.push_back(std::move(site));
  out.push_back(estates_site(seed));
  out.push_back(courses_site(seed));
  out.push_back(tenders_site(seed));
  out.push_back(gazette_site(seed));
  out.push_back(recipes_site(seed));
  out.push_back(hotels_site(seed));
  out.push_back(papers_site(seed));
  out.push_back(auctions_site(seed));
  out.push_back(register_site(seed));
  out.push_back(league_site(seed));
  out.push_back(nursery_site(seed));
  out.push_back(leaflets_site(seed));
  out.push_back(council_site(seed));
  out.push_back(usedcars_site(seed));
  out.push_back(events_site(seed));
  out.push_back(judgments_site(seed));
  out.push_back(podcasts_site(seed));
  out.push_back(spares_site(seed));
  out.push_back(hikes_site(seed));
  out.push_back(trials_site(seed));
  out.push_back(plugins_site(seed));
  out.push_back(minerals_site(seed));
  out.push_back(recalls_site(seed));
  out.push_back(accidents_site(seed));
  out.push_back(reviews_site(seed));
  return out;
}

}  // namespace bench
