// A made-up site that is strictly held out: the directory of plugins for a program that runs web sites. See
// crawl_site.h. Wanted are the pages of plugins (/plugins/copper-forms/). Names alone tell them from what
// else is below /plugins/; a plugin that was closed keeps its address and says so. Each has a second page of
// figures with the same head (/plugins/copper-forms/advanced/), a forum and reviews
// (/support/plugin/copper-forms/reviews/), and topics, of which there are three times as many as plugins, are
// names alone as well. Themes and patterns are shown much like plugins. Ways: lists of the popular, new and
// featured, tags, searches, authors with what they wrote, news, and commercial neighbours; every plugin leads
// to a login that knows where one came from.
#include <map>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_prose.h"

namespace bench {
namespace {

class Plugins : public MadeSite {
 public:
  explicit Plugins(uint64_t seed) : seed_(seed), topics_of_(kAll), of_author_(kAuthors), of_tag_(kTags) {
    for (size_t p = 0; p < kAll; ++p) {
      Dice dice(seed_, "plugin", p);
      Plugin it;
      it.name = made_name(dice);
      it.slug = slug_of(it.name);
      while (by_slug_.count(it.slug)) {
        const std::string more(pick(dice, kAddOns));
        it.name += " " + more;
        it.slug += "-" + slug_of(more);
      }
      it.installs = dice.below(4) ? dice.below(90) * 10 : dice.below(3000) * 1000;
      it.day = kToday - long(dice.below(dice.chance(0.6) ? 300 : 3000));
      for (uint32_t i = dice.chance(0.6) ? 1 : dice.below(6) + 1; i > 0; --i)
        it.authors.push_back(std::min(dice.below(kAuthors), dice.below(kAuthors)));
      for (uint32_t i = dice.chance(0.12) ? 0 : dice.below(5) + 1; i > 0; --i)
        it.tags.push_back(std::min(dice.below(kTags), dice.below(kTags)));
      for (auto* list : {&it.authors, &it.tags}) {
        std::ranges::sort(*list);
        list->erase(std::unique(list->begin(), list->end()), list->end());
      }
      by_slug_[it.slug] = p;
      for (const size_t a : it.authors) of_author_[a].push_back(p);
      if (p < kPlugins)
        for (const size_t tag : it.tags) of_tag_[tag].push_back(p);
      plugins_.push_back(it);
    }
    for (size_t n = 0; n < kTopics; ++n) {
      Dice dice(seed_, "topic", n);
      const size_t p = std::min({dice.below(kAll), dice.below(kAll), dice.below(kAll)});
      about_.push_back(p);
      topics_of_[p].push_back(n);
      std::string slug = slug_of(topic_title(n));
      if (by_topic_.count(slug)) slug += "-" + std::to_string(2 + n % 60);
      while (by_topic_.count(slug)) slug += "-2";
      by_topic_[slug] = n;
      topic_slugs_.push_back(slug);
    }
    for (size_t n = 0; n < kThemes; ++n) by_theme_[theme_slug(n)] = n;
    for (size_t n = 0; n < kPatterns; ++n) by_pattern_[pattern_slug(n)] = n;
    for (size_t n = 0; n < kFunctions; ++n) by_function_[function_name(n)] = n;
    for (size_t a = 0; a < kAuthors; ++a) by_author_[author_slug(a)] = a;
  }
  std::string name() const override { return "plugins"; }
  bool held_out() const override { return true; }
  size_t details() const override { return kPlugins; }
  std::string detail_path(size_t n) const override { return plugin_path(n); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto p = plugin_at(path_of(target));
    return p && *p < kPlugins ? p : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    auto out = made(target);
    if (out) name_address(*out, path_of(target));
    return out;
  }

 private:
  static constexpr size_t kPlugins = 1000, kAll = 1110, kAuthors = 430, kTags = 90, kTopics = 3000,
                          kThemes = 280, kPatterns = 260, kFunctions = 620, kPosts = 300, kArticles = 210,
                          kTerms = 24;
  static constexpr long kToday = 2026 * 360 + 10 * 30 + 17;
  struct Plugin {
    std::string name, slug;
    size_t installs;
    long day;
    std::vector<size_t> authors, tags;
  };
  static constexpr std::string_view kBrands[] = {"Copper", "Swift",  "Easy",  "Simple", "Ultimate", "Smart",
                                                 "Nimbus", "Orbit",  "Pixel", "Super",  "Advanced", "Tiny",
                                                 "Quill",  "Rocket", "Zen",   "Better", "Fox",      "Lumen"};
  static constexpr std::string_view kTasks[] = {
      "Forms",    "Gallery",  "SEO",        "Cache",    "Backup",  "Slider",    "Popup",
      "Calendar", "Checkout", "Analytics",  "Login",    "Members", "Redirects", "Tables",
      "Maps",     "Reviews",  "Newsletter", "Social",   "Images",  "Spam",      "Menus",
      "Cookies",  "Search",   "Comments",   "Shipping", "Video",   "Footnotes"};
  static constexpr std::string_view kAddOns[] = {"Lite",    "Pro",     "Plus",    "for Shops", "Add-on",
                                                 "Manager", "Builder", "Tools",   "Connect",   "Blocks",
                                                 "Free",    "Suite",   "Reloaded"};
  static constexpr std::string_view kTagWords[] = {
      "form",     "gallery",   "seo",   "cache",   "backup", "slider",  "popup",  "calendar",
      "shop",     "analytics", "login", "members", "links",  "tables",  "maps",   "rating",
      "email",    "social",    "image", "spam",    "menu",   "privacy", "search", "comments",
      "shipping", "video",     "block", "editor",  "admin",  "widget"};
  static constexpr std::string_view kTagMore[] = {"", "-free", "-manager"};
  static constexpr std::string_view kVerbs[] = {"get",      "set",    "the",      "is",  "has",
                                                "register", "remove", "sanitize", "add", "wp"};
  static constexpr std::string_view kNouns[] = {"post",     "term",  "option", "user",   "meta", "query",
                                                "template", "block", "style",  "script", "menu", "comment",
                                                "feed",     "role",  "cron",   "theme"};
  static constexpr std::string_view kTalk[] = {
      "the",    "plugin",   "adds",      "a",         "to",       "your",    "site",      "with",   "and",
      "no",     "code",     "settings",  "page",      "click",    "install", "activate",  "update", "version",
      "error",  "after",    "works",     "fine",      "thanks",   "support", "shortcode", "block",  "editor",
      "theme",  "fast",     "free",      "premium",   "feature",  "option",  "import",    "export", "users",
      "email",  "field",    "upload",    "image",     "menu",     "button",  "mobile",    "css",    "cache",
      "server", "database", "multisite", "translate", "language", "please",  "help",      "cannot", "fixed",
      "issue",  "since",    "new",       "easy",      "simple",   "powerful"};

  // --- names and addresses ---
  static std::string made_name(Dice& dice) {
    switch (dice.below(4)) {
      case 0: return fmt::format("{} {}", pick(dice, kBrands), pick(dice, kTasks));
      case 1: return fmt::format("{} {} {}", pick(dice, kBrands), pick(dice, kTasks), pick(dice, kAddOns));
      case 2:
        return fmt::format("{}{} – {} and {}", capital(words_of(dice, 1)), pick(dice, kAddOns).substr(0, 4),
                           pick(dice, kTasks), pick(dice, kTasks));
      default: return fmt::format("{} {}", pick(dice, kTasks), pick(dice, kAddOns));
    }
  }
  std::string plugin_path(size_t p) const { return "/plugins/" + plugins_[p].slug + "/"; }
  std::string support_path(size_t p) const { return "/support/plugin/" + plugins_[p].slug + "/"; }
  // The name between a prefix and a slash at the end.
  static std::string between(const std::string& path, std::string_view prefix) {
    if (!path.starts_with(prefix) || path.size() < prefix.size() + 2 || path.back() != '/') return "";
    return path.substr(prefix.size(), path.size() - prefix.size() - 1);
  }
  std::optional<size_t> plugin_at(const std::string& path, std::string_view prefix = "/plugins/",
                                  std::string_view suffix = "") const {
    std::string slug = between(path, prefix);
    if (!slug.ends_with(suffix)) return {};
    slug.resize(slug.size() - suffix.size());
    return lookup(by_slug_, slug);
  }
  static std::optional<size_t> lookup(const std::map<std::string, size_t>& map, const std::string& key) {
    const auto found = map.find(key);
    return found == map.end() ? std::nullopt : std::optional(found->second);
  }
  static std::string tag_name(size_t t) { return fmt::format("{}{}", kTagWords[t % 30], kTagMore[t / 30]); }
  static std::string tag_path(size_t t) { return "/plugins/tags/" + tag_name(t) + "/"; }
  std::string author_name(size_t a) const {
    Dice dice(seed_, "author", a);
    return dice.chance(0.55) ? full_name(dice)
                             : capital(words_of(dice, 1)) + (dice.chance(0.5) ? " Labs" : "Themes");
  }
  std::string author_slug(size_t a) const {
    const std::string slug = slug_of(author_name(a));
    return a % 3 ? fmt::format("{}{}", slug.substr(0, slug.find('-')), a)
                 : fmt::format("{}-{}", slug, a % 40 + a / 40 * 40);
  }
  std::string author_link(size_t a) const {
    return link("/profiles/" + author_slug(a) + "/", author_name(a));
  }
  std::string topic_title(size_t n) const {
    Dice dice(seed_, "topic title", n);
    if (n % 4 == 0) return capital(phrase(dice, kTalk, 1 + dice.below(3)));
    return capital(phrase(dice, kTalk, 3 + dice.below(5)));
  }
  // Every fourth topic is a review.
  static bool is_review(size_t n) { return n % 4 == 0; }
  std::string topic_path(size_t n) const { return "/support/topic/" + topic_slugs_[n] + "/"; }
  std::string theme_name(size_t n) const {
    Dice dice(seed_, "theme", n);
    return capital(words_of(dice, 1)) + (n % 2 ? "" : " " + capital(words_of(dice, 1)));
  }
  std::string theme_slug(size_t n) const {
    return slug_of(theme_name(n)) + (n % 5 ? fmt::format("-{}", n) : fmt::format("{}", n));
  }
  std::string pattern_name(size_t n) const {
    Dice dice(seed_, "pattern", n);
    return capital(phrase(dice, kTalk, 3));
  }
  std::string pattern_slug(size_t n) const { return slug_of(pattern_name(n)) + fmt::format("-{}", n); }
  static std::string function_name(size_t n) {
    return fmt::format("{}_{}_{}", kVerbs[n % 10], kNouns[n / 10 % 16], kNouns[(n / 160 * 5 + n) % 16]);
  }
  static std::string star(size_t of) {
    return fmt::format(
        "<div class=\"ink-ratings\" aria-label=\"{} out of 5 stars\"><span class=\"star\"></span></div>", of);
  }
  static std::string installs(size_t n) {
    return n >= 1000000 ? fmt::format("{}+ million", n / 1000000)
           : n >= 1000  ? fmt::format("{},000+", n / 1000)
           : n          ? fmt::format("{}+", n)
                        : "Fewer than 10";
  }

  // --- parts of pages ---
  static std::string frame(const std::string& title, const std::string& kind, const std::string& main) {
    return fmt::format(
        "<!DOCTYPE html><html lang=\"en-US\"><head><meta charset=\"UTF-8\"><title>{0} &#124; Inkpress.example</title><link rel=\"stylesheet\" href=\"/wp-content/style.css?ver=20261101\"></head><body class=\"wp-singular {1} wp-embed-responsive\"><a class=\"skip-link\" href=\"#wp--skip-link--target\">Skip to content</a><div class=\"wp-site-blocks\">"
        "<header class=\"global-header wp-block-group\"><a class=\"global-header__logo-mark\" href=\"/\">Inkpress</a><nav class=\"wp-block-navigation\"><ul class=\"wp-block-navigation__container\"><li class=\"wp-block-navigation-item\">{2}</li><li class=\"wp-block-navigation-item\">{3}</li><li class=\"wp-block-navigation-item\">{4}</li><li class=\"wp-block-navigation-item\">{5}</li><li class=\"wp-block-navigation-item\">{6}</li><li class=\"wp-block-navigation-item\">{7}</li></ul></nav></header>"
        "<div class=\"wp-block-ink-local-navigation-bar\">{8} {9} {10} {11}</div><main class=\"wp-block-group alignfull\" id=\"wp--skip-link--target\">{12}</main><footer class=\"global-footer wp-block-group\"><ul class=\"wp-block-navigation__container\">{13}{14}{15}</ul><ul class=\"wp-block-navigation__container\">{16}{17}</ul><p class=\"global-footer__tagline\">Words are ink</p></footer></div></body></html>",
        title, kind, link("/plugins/", "Plugins"), link("/themes/", "Themes"), link("/patterns/", "Patterns"),
        link("/news/", "News"), link("/support/", "Support"), link("/documentation/", "Documentation"),
        link("/plugins/browse/popular/", "Popular"), link("/plugins/browse/new/", "New"),
        link("/plugins/browse/featured/", "Featured"), link("/login/", "Log in"), main,
        item("/documentation/about/", "About"), item("/documentation/privacy/", "Privacy"),
        item("/reference/", "Developers"), item("/support/forum/how-to/", "Forums"),
        item("/plugins/search/form/", "Search"));
  }
  std::string card(size_t p) const {
    const Plugin& it = plugins_[p];
    Dice dice(seed_, "card", p);
    return fmt::format(
        "<li class=\"wp-block-post plugin type-plugin\"><div class=\"plugin-card\"><div class=\"entry\"><div class=\"entry-thumbnail\"><img class=\"plugin-icon\" src=\"/icons/{0}.png\" alt=\"\"></div><header class=\"entry-header\"><h3 class=\"entry-title\"><a href=\"/plugins/{0}/\">{1}</a></h3></header><div class=\"plugin-rating\">{2}<span class=\"rating-count\">({3}<span class=\"screen-reader-text\"> total ratings</span>)</span></div>"
        "<div class=\"entry-excerpt\"><p>{4}</p></div></div><footer><span class=\"plugin-author\">{5}</span><span class=\"active-installs\">{6} active installations</span>{7}</footer></div></li>",
        it.slug, it.name, star(dice.below(3) + 3),
        link("/support/plugin/" + it.slug + "/reviews/", std::to_string(dice.below(900))),
        prose(dice, kTalk, 1), author_name(it.authors[0]), installs(it.installs),
        dice.chance(0.8) ? fmt::format("<span class=\"tested-with\">Tested with 6.{}</span>", dice.below(9))
                         : "");
  }
  static std::string cards(const std::string& inner) {
    return "<ul class=\"wp-block-post-template is-flex-container columns-2\">" + inner + "</ul>";
  }
  // Pagers have the number in the path.
  static std::string pager(size_t pages, size_t here, const std::string& root) {
    if (pages < 2) return "";
    return "<nav class=\"wp-block-query-pagination\">" +
           pager_of(pages, here,
                    [&](size_t n) { return n ? fmt::format("{}page/{}/", root, n + 1) : root; }) +
           (here + 1 < pages ? fmt::format("<a class=\"next\" href=\"{}page/{}/\">Next</a>", root, here + 2)
                             : "") +
           "</nav>";
  }
  // Takes "page/3/" off the end of a path; pages count from 0.
  static size_t take_page(std::string& path) {
    const size_t at = path.find("/page/");
    if (at == std::string::npos) return 0;
    const auto n = number_in(path.substr(at), "/page/", "/");
    path.resize(at + 1);
    return n && *n > 1 ? *n - 1 : 100000;
  }
  std::optional<std::string> made(const std::string& target) const {
    std::string path = path_of(target);
    if (path == "/") return home();
    if (const auto p = plugin_at(path)) return plugin(*p);
    if (const auto p = plugin_at(path, "/plugins/", "/advanced"))
      return *p < kPlugins ? std::optional(advanced(*p)) : std::nullopt;
    if (path == "/login/") return login(parameter(target, "redirect_to"));
    if (const auto n = lookup(by_topic_, between(path, "/support/topic/"))) return topic(*n);
    if (const auto n = lookup(by_function_, between(path, "/reference/functions/"))) return function(*n);
    if (const auto n = lookup(by_pattern_, between(path, "/patterns/pattern/"))) return pattern(*n);
    if (const auto n = lookup(by_theme_, between(path, "/themes/"))) return theme(*n);
    if (const auto n = lookup(by_author_, between(path, "/profiles/"))) return author(*n);
    const size_t here = take_page(path);
    if (path == "/plugins/") return directory();
    if (path.starts_with("/plugins/")) return plugin_list(path, here);
    if (const auto p = plugin_at(path, "/support/plugin/")) return forum(*p, path, "", here);
    for (const char* part : {"/reviews", "/unresolved", "/active"})
      if (const auto p = plugin_at(path, "/support/plugin/", part)) return forum(*p, path, part + 1, here);
    if (path == "/support/") return boards();
    if (path.starts_with("/support/forum/")) return board(path, here);
    if (path == "/themes/")
      return rows_of(path, "Themes", kThemes, here, [&](size_t n) {
        return fmt::format(
            "<div class=\"theme-card\"><a href=\"/themes/{0}/\"><img src=\"/shots/{0}.png\" alt=\"\"><h3>{1}</h3></a></div>",
            theme_slug(n), theme_name(n));
      });
    if (path == "/patterns/")
      return rows_of(path, "Patterns", kPatterns, here, [&](size_t n) {
        return fmt::format("<div class=\"pattern\"><a href=\"/patterns/pattern/{}/\"><h3>{}</h3></a>{}</div>",
                           pattern_slug(n), pattern_name(n), author_link(n * 7 % kAuthors));
      });
    if (path == "/reference/")
      return rows_of(path, "Functions", kFunctions, here, [&](size_t n) {
        return "<article class=\"code-function\"><h2>" +
               link("/reference/functions/" + function_name(n) + "/", function_name(n) + "()") +
               "</h2></article>";
      });
    if (path == "/news/")
      return rows_of(path, "News", kPosts, here, [&](size_t n) {
        return fmt::format("<article class=\"post\"><h2>{}</h2><time>{}</time></article>",
                           link(post_path(n), post_title(n)), date_of(kToday - long(n) * 9, '-'));
      });
    if (path.starts_with("/news/")) return post(path);
    if (path == "/documentation/")
      return rows_of(path, "Documentation", kArticles, here,
                     [&](size_t n) { return item(article_path(n), article_title(n)); });
    if (path.starts_with("/documentation/")) return article(path);
    return {};
  }
  template <class Row>
  std::optional<std::string> rows_of(const std::string& path, const std::string& title, size_t all,
                                     size_t here, const Row& row) const {
    const auto slice = slice_of(all, here, 24);
    if (!slice) return {};
    std::string rows;
    for (size_t n = slice->from; n < slice->to; ++n) rows += row(n);
    return frame(fmt::format("{} {}", title, here + 1), "archive",
                 "<h1 class=\"wp-block-query-title\">" + title +
                     "</h1><div class=\"wp-block-post-template\">" + rows + "</div>" +
                     pager(slice->pages, here, path));
  }
  std::string home() const {
    std::string news, shots;
    for (size_t n = 0; n < 4; ++n) news += item(post_path(n), post_title(n));
    for (size_t n = 0; n < 6; ++n)
      shots += fmt::format("<a href=\"/themes/{0}/\"><img src=\"/shots/{0}.png\" alt=\"\"></a>",
                           theme_slug(n * 11));
    return frame("Blog tool and publishing platform", "home",
                 "<h1>Publish what you write</h1><p>" + link("/plugins/", "Extend it") + " " +
                     link("/documentation/", "Get started") + "</p><div>" + shots +
                     "</div><h2>News</h2><ul>" + news + "</ul>");
  }
  std::string directory() const {
    std::string out = "<h1 class=\"wp-block-heading\">Plugins</h1>", words;
    for (const char* which : {"featured", "popular", "new"}) {
      std::string rows;
      const auto all = browsed(which);
      for (size_t i = 0; i < 4; ++i) rows += card(all[i]);
      out += fmt::format(
          "<section class=\"plugin-section\"><header class=\"section-header\"><h2 class=\"section-title\">{}</h2><a class=\"section-link\" href=\"/plugins/browse/{}/\">See all</a></header>{}</section>",
          capital(which), which, cards(rows));
    }
    for (size_t t = 0; t < 20; ++t) words += link(tag_path(t), tag_name(t)) + " ";
    for (size_t t = 0; t < kTerms; t += 2)
      words += link("/plugins/search/" + slug_of(kTasks[t]) + "/", std::string(kTasks[t])) + " ";
    return frame("Plugins", "plugins", out + "<p class=\"wp-block-tag-cloud\">" + words + "</p>");
  }
  std::vector<size_t> browsed(std::string_view which) const {
    std::vector<size_t> all;
    for (size_t p = 0; p < kPlugins; ++p)
      if (which == "popular" || (which == "new"        ? p % 6 == 1
                                 : which == "featured" ? p % 45 == 3
                                                       : p % 9 == 0))
        all.push_back(p);
    if (which == "popular")
      std::ranges::stable_sort(all, std::greater(), [&](size_t p) { return plugins_[p].installs; });
    if (which == "popular") all.resize(kPlugins / 2);  // lists end somewhere
    if (which == "new")
      std::ranges::stable_sort(all, std::greater(), [&](size_t p) { return plugins_[p].day; });
    return all;
  }
  std::optional<std::string> plugin_list(const std::string& path, size_t here) const {
    std::vector<size_t> all;
    std::string title;
    for (const char* which : {"popular", "new", "featured", "blocks"})
      if (path == fmt::format("/plugins/browse/{}/", which))
        all = browsed(which), title = fmt::format("Plugins: {}", which);
    for (size_t t = 0; t < kTags; ++t)
      if (path == tag_path(t)) all = of_tag_[t], title = "Plugin tag: " + tag_name(t);
    for (size_t t = 0; t < kTerms; ++t) {
      if (path != "/plugins/search/" + slug_of(kTasks[t]) + "/") continue;
      title = fmt::format("Search results for: {}", kTasks[t]);
      for (size_t p = 0; p < kPlugins; ++p)
        if (plugins_[p].name.find(kTasks[t]) != std::string::npos) all.push_back(p);
    }
    if (title.empty()) return {};
    const auto slice = slice_of(all.size(), here, 20);
    if (!slice) return {};
    std::string rows, like;
    for (size_t i = slice->from; i < slice->to; ++i) rows += card(all[i]);
    for (size_t i = 0; i < 6; ++i)
      like += link(tag_path((i * 17 + all.size()) % kTags), tag_name((i * 17 + all.size()) % kTags)) + " ";
    return frame(
        fmt::format("{} {}", title, here + 1), "archive post-type-archive-plugin",
        fmt::format(
            "<header class=\"page-header\"><h1 class=\"page-title\">{}</h1><p>{} plugins</p></header>", title,
            all.size()) +
            (rows.empty() ? "<p class=\"no-results\">Nothing.</p>" : cards(rows)) +
            pager(slice->pages, here, path) + "<p class=\"tags\">" + like + "</p>");
  }

  // --- plugins ---
  std::string head(size_t p, bool figures) const {
    const Plugin& it = plugins_[p];
    Dice dice(seed_, "head", p);
    return fmt::format(
        "{}<header class=\"plugin-header\"><div class=\"entry-thumbnail\"><img class=\"plugin-icon\" src=\"/icons/{}.png\" alt=\"\"></div><h1 class=\"plugin-title\">{}</h1><span class=\"byline\">By <span class=\"author vcard\">{}</span></span><div class=\"plugin-actions\">{}<a class=\"wp-block-button__link\" href=\"/login/?redirect_to=%2Fplugins%2F{}%2F\">Favorite</a></div></header>"
        "<ul class=\"tabs clear\"><li><a href=\"/plugins/{}/#description\">Details</a></li><li><a href=\"/plugins/{}/#reviews\">Reviews</a></li><li><a href=\"/plugins/{}/#installation\">Installation</a></li><li class=\"{}\"><a href=\"/plugins/{}/advanced/\">Development</a></li><li><a href=\"/support/plugin/{}/\">Support</a></li></ul>",
        dice.chance(0.6) ? "<div class=\"plugin-banner\"></div>" : "", it.slug, it.name,
        author_link(it.authors[0]),
        dice.chance(0.3) ? "<button class=\"live-preview\">Live preview</button>" : "", it.slug, it.slug,
        it.slug, it.slug, figures ? "active" : "", it.slug, it.slug);
  }
  std::string meta(size_t p) const {
    const Plugin& it = plugins_[p];
    Dice dice(seed_, "meta", p);
    std::string tags,
        out = fmt::format(
            "<div class=\"entry-meta\"><div class=\"widget plugin-meta\"><h3>Meta</h3><ul><li>Version <strong>{}.{}.{}</strong></li><li>Last updated <strong>{}</strong></li><li>Active installations <strong>{}</strong></li>",
            dice.below(9) + 1, dice.below(20), dice.below(9), date_of(it.day, '-'), installs(it.installs));
    for (const char* fact : {"Requires", "Tested up to", "PHP version"})
      if (dice.chance(0.8))
        out += fmt::format("<li>{} <strong>{}.{}</strong></li>", fact, dice.below(3) + 5, dice.below(9));
    if (dice.chance(0.4)) out += fmt::format("<li>Languages <strong>{}</strong></li>", dice.below(60) + 1);
    for (const size_t t : it.tags) tags += link(tag_path(t), tag_name(t)) + " ";
    if (!tags.empty()) out += "<li class=\"clear\">Tags <div class=\"tags\">" + tags + "</div></li>";
    out += "<li class=\"hide-if-no-js\"><a href=\"/plugins/" + it.slug +
           "/advanced/\">Advanced View</a></li></ul></div>";
    if (const uint32_t votes = dice.chance(0.8) ? dice.below(500) + 1 : 0) {
      out += "<div class=\"widget plugin-ratings\"><h3>Ratings</h3>" + star(dice.below(3) + 3) +
             "<ul class=\"ratings-list\">";
      for (uint32_t i = 5; i > 0; --i)
        out += fmt::format(
            "<li class=\"counter-container\"><a href=\"/support/plugin/{}/reviews/\"><span class=\"counter-label\">{} stars</span> {}</a></li>",
            it.slug, i, votes / i);
      out += "</ul></div>";
    } else
      out +=
          "<div class=\"widget plugin-ratings\"><h3>Ratings</h3><p>No reviews have been submitted yet.</p></div>";
    out += "<div class=\"widget plugin-contributors\"><h3>Contributors</h3><ul class=\"contributors-list\">";
    for (const size_t a : it.authors)
      out += fmt::format("<li><img class=\"avatar\" src=\"/a/{}.png\" alt=\"\">{}</li>", a, author_link(a));
    out += "</ul></div><div class=\"widget plugin-support\"><h3>Support</h3>";
    out += dice.chance(0.5) ? fmt::format("<p>Issues resolved in last two months: {} out of {}</p>",
                                          dice.below(9), dice.below(20) + 9)
                            : "<p>Got something to say? Need help?</p>";
    out += "<p>" + link(support_path(p), "View support forum") + "</p></div>";
    if (dice.chance(0.3))
      out +=
          "<div class=\"widget plugin-donate\"><h3>Donate</h3><p>Would you like to support this plugin?</p></div>";
    return out + "</div>";
  }
  std::string plugin(size_t p) const {
    const Plugin& it = plugins_[p];
    if (p >= kPlugins) return closed(p);
    if (!real_details.empty())
      return with_links(real_details[p % real_details.size()], fmt::format("{} ({})", it.name, it.slug),
                        head(p, false) + meta(p));
    Dice dice(seed_, "plugin page", p);
    std::string out = head(p, false) + "<div class=\"entry-content\">";
    if (dice.chance(0.1))
      out +=
          "<div class=\"plugin-notice notice notice-warning notice-alt\"><p>This plugin has not been tested with the latest three major releases.</p></div>";
    if (const uint32_t shots = dice.chance(0.55) ? dice.below(12) + 1 : 0) {
      out += "<div id=\"screenshots\" class=\"plugin-screenshots section\"><h2>Screenshots</h2><ul>";
      for (uint32_t i = 0; i < shots; ++i)
        out += "<li><figure><img class=\"screenshot\" src=\"/s.png\" alt=\"\">" +
               (dice.chance(0.6) ? "<figcaption>" + prose(dice, kTalk, 1) + "</figcaption>" : "") +
               "</figure></li>";
      out += "</ul></div>";
    }
    out +=
        "<div id=\"tab-description\" class=\"plugin-description section\"><h2 id=\"description-header\">Description</h2>" +
        paragraphs(dice, kTalk, 5);
    for (uint32_t i = dice.chance(0.6) ? dice.below(5) : 0; i > 0; --i) {
      out += "<h3>" + capital(phrase(dice, kTalk, 2)) + "</h3>";
      if (dice.chance(0.6)) {
        out += "<ul>";
        for (uint32_t k = dice.below(12) + 1; k > 0; --k) out += "<li>" + phrase(dice, kTalk, 5) + "</li>";
        out += "</ul>";
      } else out += paragraphs(dice, kTalk, 2);
    }
    if (dice.chance(0.2))
      out +=
          "<p>" + capital(phrase(dice, kTalk, 4)) + ": " + neighbour(dice) + ", " + neighbour(dice) + "</p>";
    if (dice.chance(0.15)) out += "<iframe class=\"wp-embed\" src=\"/embed\"></iframe>";
    out += "</div>";
    if (dice.chance(0.2)) {
      out +=
          "<div class=\"plugin-blocks section\"><h2>Blocks</h2><p>This plugin provides blocks.</p><ul class=\"plugin-blocks-list\">";
      for (uint32_t i = dice.below(20) + 1; i > 0; --i)
        out += "<li class=\"has-description\"><span class=\"dashicons\"></span><span class=\"block-title\">" +
               capital(phrase(dice, kTalk, 2)) + "</span></li>";
      out += "</ul></div>";
    }
    if (dice.chance(0.7)) {
      out += "<div id=\"tab-installation\" class=\"plugin-installation section\"><h2>Installation</h2><ol>";
      for (uint32_t i = dice.below(6) + 2; i > 0; --i) out += "<li>" + prose(dice, kTalk, 1) + "</li>";
      out += "</ol></div>";
    }
    if (dice.chance(0.55)) {
      out += "<div id=\"faq\" class=\"plugin-faq section\"><h2>FAQ</h2>";
      for (uint32_t i = dice.below(15) + 1; i > 0; --i)
        out += "<details><summary>" + capital(phrase(dice, kTalk, 5)) + "?</summary><p>" +
               prose(dice, kTalk, 2) + "</p></details>";
      out += "</div>";
    }
    out += "<div id=\"reviews\" class=\"plugin-reviews section\"><h2>Reviews</h2>" + reviews(p);
    out +=
        "</div><div class=\"plugin-developers section\"><h2>Contributors &amp; Developers</h2><p>Open source software.</p></div>";
    if (dice.chance(0.85)) {
      out += "<div id=\"changelog\" class=\"plugin-changelog section\"><h2>Changelog</h2>";
      for (uint32_t i = dice.below(dice.chance(0.2) ? 30 : 8) + 1; i > 0; --i) {
        out += fmt::format("<h4>1.{}.{}</h4><ul>", i, dice.below(9));
        for (uint32_t k = dice.below(5) + 1; k > 0; --k) out += "<li>" + phrase(dice, kTalk, 6) + "</li>";
        out += "</ul>";
      }
      out += "</div>";
    }
    out += "</div>" + meta(p);
    if (dice.chance(0.25))
      out += "<div class=\"commercial\"><p>This plugin is free but offers paid upgrades.</p></div>";
    return frame(it.name + " – Plugin", "single single-plugin",
                 "<article class=\"plugin type-plugin\">" + out + "</article>");
  }
  std::string neighbour(Dice& dice) const {
    if (dice.chance(0.02)) return link(fmt::format("/plugins/{}/", words_of(dice, 3, '-')), "an add-on");
    const size_t p = dice.below(kAll);
    return link(plugin_path(p), plugins_[p].name);
  }
  std::string reviews(size_t p) const {
    std::string out;
    size_t shown = 0;
    for (const size_t n : topics_of_[p]) {
      if (!is_review(n) || ++shown > 6) continue;
      Dice dice(seed_, "review", n);
      const size_t a = dice.below(kAuthors);
      out += fmt::format(
          "<article class=\"plugin-review\"><div class=\"header\"><h3 class=\"review-title\">{}</h3>{}</div><div class=\"review-author\">{} <time>{}</time></div><div class=\"review-content\">{}</div></article>",
          link(topic_path(n), topic_title(n)), star(dice.below(5) + 1), author_link(a),
          date_of(kToday - dice.below(900), '-'), prose(dice, kTalk, 1 + dice.below(2)));
    }
    return out.empty() ? "<div class=\"no-reviews\"><p>There are no reviews for this plugin.</p></div>"
                       : out + link(support_path(p) + "reviews/", "Read all reviews");
  }
  std::string closed(size_t p) const {
    const Plugin& it = plugins_[p];
    return frame(
        it.name + " – Plugin", "single single-plugin closed",
        fmt::format(
            "<article class=\"plugin type-plugin\"><header class=\"plugin-header\"><h1 class=\"plugin-title\">{}</h1><span class=\"byline\">By {}</span></header><div class=\"entry-content\"><div class=\"plugin-notice notice notice-error notice-alt\"><p>This plugin has been closed as of {} and is not available for download.</p></div>{}</div></article>",
            it.name, author_link(it.authors[0]), date_of(it.day, '-'),
            topics_of_[p].empty() ? "" : link(support_path(p), "Support forum")));
  }
  std::string advanced(size_t p) const {
    Dice dice(seed_, "advanced", p);
    std::string versions;
    for (uint32_t i = dice.below(30) + 2; i > 0; --i) versions += fmt::format("<option>1.{}</option>", i);
    return frame(
        "Advanced view: " + plugins_[p].name, "single single-plugin advanced",
        "<article class=\"plugin type-plugin\">" + head(p, true) +
            fmt::format(
                "<div class=\"entry-content\"><div class=\"section\"><h2>Statistics</h2><h4>Active versions</h4><svg class=\"chart\"></svg><h4>Downloads per day</h4><svg class=\"chart\"></svg><table id=\"plugin-download-history-stats\"><tr><th>Today</th><td>{}</td></tr><tr><th>All time</th><td>{}</td></tr></table></div><div class=\"section\"><h3>Previous versions</h3><p>{}</p><select class=\"previous-versions\">{}</select></div></div>",
                dice.below(900), dice.below(900000), prose(dice, kTalk, 1), versions) +
            meta(p) + "</article>");
  }

  // --- support ---
  std::string topic_row(size_t n) const {
    Dice dice(seed_, "row", n);
    return fmt::format(
        "<ul class=\"topic {}\"><li class=\"bbp-topic-title\"><a class=\"bbp-topic-permalink\" href=\"{}\">{}</a><p class=\"bbp-topic-meta\">Started by: {}</p></li><li class=\"bbp-topic-reply-count\">{}</li><li class=\"bbp-topic-freshness\">{}</li></ul>",
        n % 3 ? "" : "resolved", topic_path(n), topic_title(n), author_link(dice.below(kAuthors)),
        dice.below(20), date_of(kToday - dice.below(1200), '-'));
  }
  std::string sidebar(size_t p) const {
    return fmt::format(
        "<div class=\"bbp-sidebar\"><ul><li><img class=\"plugin-icon\" src=\"/icons/{}.png\" alt=\"\"></li><li><a href=\"{}\">{}</a></li><li>{}</li><li>{}</li><li>{}</li></ul></div>",
        plugins_[p].slug, plugin_path(p), plugins_[p].name, link(support_path(p), "Support threads"),
        link(support_path(p) + "active/", "Active topics"), link(support_path(p) + "reviews/", "Reviews"));
  }
  std::optional<std::string> forum(size_t p, const std::string& path, const std::string& which,
                                   size_t here) const {
    std::vector<size_t> all;
    for (const size_t n : topics_of_[p])
      if (which == "reviews" ? is_review(n)
                             : !is_review(n) && (which.empty() || n % 3 == 0 || which == "active"))
        all.push_back(n);
    const auto slice = slice_of(all.size(), here, 15);
    if (!slice || (which == "unresolved" && all.empty())) return {};
    std::string rows;
    for (size_t i = slice->from; i < slice->to; ++i) rows += topic_row(all[i]);
    return frame(fmt::format("{} {} {}", plugins_[p].name, which.empty() ? "Support" : which, here + 1),
                 "forum bbpress",
                 "<div class=\"bbp-breadcrumb\">" + link("/support/", "Support") + " &rsaquo; Plugin: " +
                     plugins_[p].name + "</div><header class=\"page-header\"><h1 class=\"page-title\">" +
                     plugins_[p].name + "</h1></header><div class=\"bbp-topics\">" +
                     (rows.empty() ? "<p class=\"bbp-template-notice\">No topics.</p>" : rows) + "</div>" +
                     pager(slice->pages, here, path) + sidebar(p));
  }
  static std::string board_path(size_t b) {
    return fmt::format("/support/forum/{}/", b == 0   ? "how-to"
                                             : b == 1 ? "installation"
                                             : b == 2 ? "developers"
                                                      : "everything-else");
  }
  std::string boards() const {
    std::string rows;
    for (size_t b = 0; b < 4; ++b) rows += item(board_path(b), between(board_path(b), "/support/forum/"));
    return frame("Forums", "forum bbpress",
                 "<h1>Forums</h1><ul class=\"bbp-forums\">" + rows + "</ul>" +
                     link("/documentation/", "Documentation"));
  }
  std::optional<std::string> board(const std::string& path, size_t here) const {
    for (size_t b = 0; b < 4; ++b) {
      if (path != board_path(b)) continue;
      const auto slice = slice_of(kTopics / 12, here, 30);
      if (!slice) return {};
      std::string rows;
      for (size_t i = slice->from; i < slice->to; ++i) rows += topic_row(i * 12 + b * 3 + 1);
      return frame(
          fmt::format("Forum {} {}", between(path, "/support/forum/"), here + 1), "forum bbpress",
          "<h1>Forum</h1><div class=\"bbp-topics\">" + rows + "</div>" + pager(slice->pages, here, path));
    }
    return {};
  }
  std::string topic(size_t n) const {
    const size_t p = about_[n];
    Dice dice(seed_, "topic page", n);
    const std::string title = topic_title(n);
    std::string out = "<div class=\"bbp-breadcrumb\">" + link("/support/", "Support") + " &rsaquo; " +
                      link(support_path(p), "Plugin: " + plugins_[p].name) + " &rsaquo; " + title + "</div>";
    if (!real_decoys.empty())
      return with_links(real_decoys[n % real_decoys.size()], title + " " + topic_slugs_[n], out + sidebar(p));
    out += "<header class=\"page-header\"><h1 class=\"page-title\">" + title +
           "</h1></header><div class=\"bbp-replies\">";
    for (uint32_t i = is_review(n) ? dice.below(3) + 1 : dice.below(10) + 1; i > 0; --i) {
      out += fmt::format(
          "<div class=\"topic\"><div class=\"bbp-topic-author\">{}</div><div class=\"bbp-topic-content\">{}{}",
          author_link(dice.below(kAuthors)), is_review(n) && i == 1 ? star(dice.below(5) + 1) : "",
          paragraphs(dice, kTalk, 3));
      if (dice.chance(0.06)) out += "<p>" + neighbour(dice) + "</p>";
      if (dice.chance(0.1)) out += "<pre><code>" + phrase(dice, kTalk, 8) + "</code></pre>";
      out += "</div></div>";
    }
    return frame(title + " " + (is_review(n) ? "review" : "topic"), "topic bbpress",
                 out + "</div><p class=\"bbp-template-notice\">You must be " + link("/login/", "logged in") +
                     " to reply.</p>" + sidebar(p));
  }
  static std::string login(const std::string& back) {
    return frame(
        "Log in", "login",
        fmt::format(
            "<form id=\"loginform\"><p>{}</p><input name=\"log\"><input type=\"password\" name=\"pwd\"><input type=\"hidden\" name=\"redirect_to\" value=\"{}\"><button>Log in</button></form>",
            link("/documentation/register/", "Register"), back));
  }

  // --- themes, patterns, people ---
  std::string theme(size_t n) const {
    Dice dice(seed_, "theme page", n);
    const size_t a = dice.below(kAuthors);
    std::string like, ours = author_link(a);
    for (int i = 0; i < 3; ++i) {
      const size_t other = dice.below(kThemes);
      like += fmt::format("<div class=\"theme-card\"><a href=\"/themes/{}/\"><h3>{}</h3></a></div>",
                          theme_slug(other), theme_name(other));
    }
    if (dice.chance(0.3)) ours += "<p>Recommended: " + neighbour(dice) + "</p>";
    ours += like;
    if (!real_decoys.empty())
      return with_links(real_decoys[(n + 3) % real_decoys.size()], theme_name(n) + " " + theme_slug(n), ours);
    std::string out = fmt::format(
        "<article class=\"theme type-theme\"><header class=\"theme-header\"><h1 class=\"theme-title\">{}</h1><span class=\"byline\">By {}</span><div class=\"theme-actions\"><a class=\"wp-block-button__link\" href=\"/login/\">Favorite</a></div></header><div class=\"entry-content\"><img class=\"theme-screenshot\" src=\"/shots/{}.png\" alt=\"\">",
        theme_name(n), author_name(a), theme_slug(n));
    out += "<div class=\"theme-description section\">" + paragraphs(dice, kTalk, 3) + "</div>";
    if (dice.chance(0.5)) {
      out += "<div class=\"theme-styles\"><h2>Style variations</h2>";
      for (uint32_t i = dice.below(8) + 1; i > 0; --i) out += "<img src=\"/v.png\" alt=\"\">";
      out += "</div>";
    }
    out += fmt::format(
        "</div><div class=\"entry-meta\"><div class=\"widget theme-meta\"><h3>Meta</h3><ul><li>Version <strong>{}.{}</strong></li><li>Active installations <strong>{}</strong></li></ul></div>",
        dice.below(9), dice.below(9), installs(dice.below(900) * 100));
    if (dice.chance(0.7))
      out += "<div class=\"widget theme-ratings\"><h3>Ratings</h3>" + star(dice.below(3) + 3) + "</div>";
    return frame(theme_name(n) + fmt::format(" – Theme {}", n), "single single-theme",
                 out + "</div>" + ours + "</article>");
  }
  std::string pattern(size_t n) const {
    Dice dice(seed_, "pattern page", n);
    std::string more;
    for (int i = 0; i < 4; ++i) {
      const size_t other = dice.below(kPatterns);
      more += item("/patterns/pattern/" + pattern_slug(other) + "/", pattern_name(other));
    }
    return frame(
        pattern_name(n) + fmt::format(" – Pattern {}", n), "single single-pattern",
        "<article class=\"pattern\"><h1>" + pattern_name(n) + "</h1><p>By " + author_link(n * 7 % kAuthors) +
            "</p><iframe src=\"/preview\"></iframe><button>Copy pattern</button></article><h2>More from this designer</h2><ul>" +
            more + "</ul>");
  }
  std::string author(size_t a) const {
    Dice dice(seed_, "author page", a);
    std::string own, stream;
    for (const size_t p : of_author_[a])
      if (p < kPlugins || dice.chance(0.2))
        own += fmt::format(
            "<li><div class=\"plugin-icon\"></div><div><h3>{}</h3><p>Active installs: {}</p></div></li>",
            link(plugin_path(p), plugins_[p].name), installs(plugins_[p].installs));
    for (uint32_t i = dice.below(12); i > 0; --i) {
      const size_t n = dice.below(kTopics);
      stream += fmt::format("<li><p>Posted a reply to {}</p></li>", link(topic_path(n), topic_title(n)));
    }
    return frame(
        fmt::format("{} (@{})", author_name(a), author_slug(a)), "profile buddypress",
        fmt::format(
            "<div id=\"profile-header\"><img class=\"avatar\" src=\"/a/{}.png\" alt=\"\"><h2>{}</h2><ul><li>Member since {}</li></ul></div>",
            a, author_name(a), 2008 + dice.below(18)) +
            (dice.chance(0.4) ? "<div class=\"item-meta-about\">" + prose(dice, kTalk, 2) + "</div>" : "") +
            (own.empty() ? "" : "<div id=\"content-plugins\"><h2>Plugins</h2><ul>" + own + "</ul></div>") +
            (stream.empty() ? "" : "<div id=\"content-activity\"><ul>" + stream + "</ul></div>"));
  }

  // --- texts ---
  std::string function(size_t n) const {
    Dice dice(seed_, "function", n);
    std::string uses;
    for (uint32_t i = dice.below(8) + 1; i > 0; --i) {
      const size_t other = dice.below(kFunctions);
      uses +=
          fmt::format("<tr><td>{}</td><td>{}</td></tr>",
                      link("/reference/functions/" + function_name(other) + "/", function_name(other) + "()"),
                      prose(dice, kTalk, 1));
    }
    return frame(
        function_name(n) + "() – Function", "single code-function",
        "<article class=\"code-function\"><h1>" + function_name(n) + "()</h1><section class=\"summary\"><p>" +
            prose(dice, kTalk, 1) +
            "</p></section><section class=\"parameters\"><h2>Parameters</h2><dl><dt>$id</dt><dd>" +
            prose(dice, kTalk, 1) +
            "</dd></dl></section><section class=\"source\"><h2>Source</h2><pre><code>" +
            phrase(dice, kTalk, 20 + dice.below(40)) +
            "</code></pre></section><section class=\"related\"><table>" + uses + "</table></section>" +
            (dice.chance(0.3) ? "<section class=\"changelog\"><h2>Changelog</h2><p>Introduced.</p></section>"
                              : "") +
            "</article>");
  }
  std::string post_title(size_t n) const {
    Dice dice(seed_, "post title", n);
    return capital(phrase(dice, kTalk, 4 + dice.below(4)));
  }
  std::string post_path(size_t n) const {
    const std::string date = date_of(kToday - long(n) * 9, '/');
    return fmt::format("/news/{}/{}/", date.substr(0, 7), slug_of(post_title(n)) + (n % 7 ? "" : "-2"));
  }
  std::optional<std::string> post(const std::string& path) const {
    for (size_t n = 0; n < kPosts; ++n) {
      if (post_path(n) != path) continue;
      Dice dice(seed_, "post", n);
      std::string ours =
          link(post_path((n + 1) % kPosts), "Previous") + " " + author_link(dice.below(kAuthors));
      if (dice.chance(0.3)) ours += "<p>" + neighbour(dice) + ", " + neighbour(dice) + "</p>";
      if (!real_decoys.empty())
        return with_links(real_decoys[(n + 8) % real_decoys.size()], post_title(n) + fmt::format(" {}", n),
                          ours);
      std::string said;
      for (uint32_t i = dice.chance(0.5) ? dice.below(20) : 0; i > 0; --i)
        said += "<li class=\"comment\">" + author_link(dice.below(kAuthors)) + "<p>" + prose(dice, kTalk, 1) +
                "</p></li>";
      return frame(post_title(n) + fmt::format(" {}", n), "single single-post",
                   "<article class=\"post\"><h1>" + post_title(n) + "</h1><div class=\"entry-content\">" +
                       paragraphs(dice, kTalk, 10) + "</div></article>" + ours +
                       "<ol class=\"comment-list\">" + said + "</ol>");
    }
    return {};
  }
  std::string article_title(size_t n) const {
    static constexpr std::string_view fixed[] = {"About", "Privacy", "Register"};
    if (n < std::size(fixed)) return std::string(fixed[n]);
    Dice dice(seed_, "article title", n);
    return capital(phrase(dice, kTalk, 3));
  }
  std::string article_path(size_t n) const {
    return n < 3 ? "/documentation/" + slug_of(article_title(n)) + "/"
                 : fmt::format("/documentation/article/{}-{}/", slug_of(article_title(n)), n);
  }
  std::optional<std::string> article(const std::string& path) const {
    for (size_t n = 0; n < kArticles; ++n) {
      if (article_path(n) != path) continue;
      Dice dice(seed_, "article", n);
      std::string out;
      for (uint32_t i = dice.below(5) + 1; i > 0; --i)
        out += "<h2>" + capital(phrase(dice, kTalk, 3)) + "</h2>" + paragraphs(dice, kTalk, 3);
      if (dice.chance(0.15)) out += "<p>" + neighbour(dice) + "</p>";
      return frame(article_title(n) + fmt::format(" – Documentation {}", n), "single helphub_article",
                   "<article><h1>" + article_title(n) + "</h1>" + out +
                       link(article_path((n + 1) % kArticles), "Next") + "</article>");
    }
    return {};
  }

  uint64_t seed_;
  std::vector<Plugin> plugins_;
  std::vector<size_t> about_;
  std::vector<std::string> topic_slugs_;
  std::vector<std::vector<size_t>> topics_of_, of_author_, of_tag_;
  std::map<std::string, size_t> by_slug_, by_topic_, by_theme_, by_pattern_, by_function_, by_author_;
};

}  // namespace

std::unique_ptr<MadeSite> plugins_site(uint64_t seed) { return std::make_unique<Plugins>(seed); }

}  // namespace bench
