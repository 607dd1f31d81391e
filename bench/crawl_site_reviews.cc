// A made-up site that was looked into after its first run: a magazine about cameras and sound, made with a
// blog program. See crawl_site.h. Wanted are the reviews (/2024/05/antares-x200-review/): a score, for and
// against, a specification, a verdict. News, features, tutorials, offers and previews are posts at addresses
// of the same form and in the same frame, some speak of a review in their name, and a fourth of the reviews
// does not. Reviews have an address for phones (/amp/) and those with what was clicked (?share=...,
// ?replytocom=12). Products have pages with a specification of their own, best-of lists show scores, pictures
// have pages below their post. Ways: archives by category, tag, author, year and month, each with pagers, a
// search, the sidebar with what is read and said most, and related posts.
#include <array>
#include <map>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_prose.h"

namespace bench {
namespace {

class Reviews : public MadeSite {
 public:
  explicit Reviews(uint64_t seed) : seed_(seed), posts_of_(kProducts) {
    for (size_t n = 0; n < kProducts; ++n) add(kProduct, "/product/" + slug_of(product_name(n)) + "/");
    long day = kToday;
    size_t left = kReviews;
    for (size_t n = 0; n < kPosts; ++n) {
      Dice dice(seed_, "post", n);
      Post it;
      const bool review = dice.below(uint32_t(kPosts - n)) < left;
      left -= review;
      const uint32_t draw = dice.below(100);
      it.what = review      ? kReview
                : draw < 55 ? kNews
                : draw < 68 ? kFeature
                : draw < 80 ? kTutorial
                : draw < 88 ? kOffer
                : draw < 96 ? kPreview
                            : kBest;
      it.product = dice.below(kProducts);
      it.author = std::min(dice.below(kAuthors), dice.below(kAuthors));
      it.day = day;
      day -= long(dice.below(4));
      for (uint32_t i = dice.below(5); i > 0; --i)
        it.tags.push_back(std::min(dice.below(kTags), dice.below(kTags)));
      it.pictures = it.what == kReview ? dice.below(6) : dice.below(2);
      if (review) review_no_[n] = reviews_.size(), reviews_.push_back(n);
      posts_.push_back(it);
      add(kPost, "/" + date_of(it.day, '/').substr(0, 7) + "/" + slug_of(title(n)) + "/");
      posts_of_[it.product].push_back(n);
      for (const size_t tag : it.tags) of_[fmt::format("/tag/{}/", slug_of(tag_name(tag)))].push_back(n);
      of_["/" + std::string(kCategories[it.what]) + "/"].push_back(n);
      if (it.what <= kNews)
        of_[fmt::format("/{}/{}/", kCategories[it.what], slug_of(kKinds[it.product % kKindCount]))].push_back(
            n);
      of_["/author/" + slug_of(author_name(it.author)) + "/"].push_back(n);
      const std::string date = date_of(it.day, '/');
      of_["/" + date.substr(0, 4) + "/"].push_back(n);
      of_["/" + date.substr(0, 7) + "/"].push_back(n);
      for (size_t p = 0; p < it.pictures; ++p)
        pictures_[fmt::format("{}dsc{:05}/", places_[kPost][n], n * 7 + p)] = n;
    }
  }
  std::string name() const override { return "reviews"; }
  size_t details() const override { return reviews_.size(); }
  std::string detail_path(size_t n) const override { return places_[kPost][reviews_[n]]; }
  std::optional<size_t> detail_of(const std::string& target) const override {
    std::string path = path_of(target);
    if (path.ends_with("/amp/")) path.resize(path.size() - 4);
    const auto n = post_at(path);
    const auto found = n ? review_no_.find(*n) : review_no_.end();
    return found == review_no_.end() ? std::nullopt : std::optional(found->second);
  }
  std::optional<std::string> page(const std::string& target) const override {
    auto out = made(target);
    std::string path = path_of(target);
    if (path.ends_with("/amp/")) path.resize(path.size() - 4);
    if (out && (path == target || post_at(path))) name_address(*out, path);
    return out;
  }

 private:
  enum What { kReview, kNews, kFeature, kTutorial, kOffer, kPreview, kBest, kWhats };
  enum Frame { kPost, kProduct, kFrames };
  static constexpr size_t kReviews = 760, kPosts = 3600, kProducts = 900, kAuthors = 42, kTags = 120,
                          kKindCount = 9, kPages = 26;
  static constexpr long kToday = 2026 * 360 + 10 * 30 + 17;
  struct Post {
    What what;
    size_t product, author, pictures;
    long day;
    std::vector<size_t> tags;
  };
  static constexpr std::string_view kCategories[] = {"reviews", "news",       "features", "how-to",
                                                     "deals",   "first-look", "best"};
  static constexpr std::string_view kKinds[] = {
      "Mirrorless Cameras", "Lenses",      "Compacts", "Tripods", "Headphones",
      "Speakers",           "Microphones", "Drones",   "Printers"};
  static constexpr std::string_view kMakers[] = {"Antares", "Belmont", "Calyx",  "Dorn",
                                                 "Everon",  "Fujara",  "Glim",   "Halden",
                                                 "Ixo",     "Kestrel", "Lumina", "Norell"};
  static constexpr std::string_view kSpecs[] = {
      "Sensor",       "Resolution",         "ISO range", "Autofocus points", "Burst rate",
      "Screen",       "Viewfinder",         "Weight",    "Dimensions",       "Battery life",
      "Connectivity", "Frequency response", "Impedance", "Filter thread"};
  static constexpr std::string_view kTalk[] = {
      "the",       "camera",  "image",      "quality", "is",      "sharp",    "and",      "autofocus",
      "fast",      "but",     "battery",    "grip",    "feels",   "a",        "bit",      "small",
      "in",        "low",     "light",      "noise",   "lens",    "focal",    "length",   "wide",
      "open",      "colours", "natural",    "sound",   "bass",    "treble",   "clear",    "comfort",
      "price",     "we",      "tested",     "with",    "sample",  "shots",    "menu",     "buttons",
      "screen",    "video",   "stabilised", "body",    "weather", "sealed",   "firmware", "update",
      "rivals",    "value",   "for",        "money",   "studio",  "portrait", "street",   "landscape",
      "announced", "rumour"};

  // --- names and addresses ---
  // Another post of the same name gets a number, as blog programs do.
  void add(Frame frame, const std::string& wished) {
    std::string path = wished;
    for (int i = 2; at_[frame].count(path); ++i)
      path = fmt::format("{}-{}/", wished.substr(0, wished.size() - 1), i);
    at_[frame][path] = places_[frame].size();
    places_[frame].push_back(path);
  }
  std::optional<size_t> post_at(const std::string& path, Frame frame = kPost) const {
    const auto found = at_[frame].find(path);
    return found == at_[frame].end() ? std::nullopt : std::optional(found->second);
  }
  std::string product_name(size_t n) const {
    Dice dice(seed_, "product", n);
    return fmt::format("{} {}{}{}", pick(dice, kMakers), char('A' + dice.below(26)), dice.below(90) * 10 + 10,
                       dice.chance(0.3)   ? " II"
                       : dice.chance(0.2) ? " Pro"
                                          : "");
  }
  std::string author_name(size_t a) const {
    Dice dice(seed_, "author", a);
    return full_name(dice);
  }
  static std::string tag_name(size_t t) {
    return t < 12 ? std::string(kMakers[t]) : fmt::format("{} {}", kTalk[t % 53], kTalk[(t * 7 + 3) % 53]);
  }
  std::string title(size_t n) const {
    Dice dice(seed_, "title", n);
    const Post& it = posts_[n];
    const std::string name = product_name(it.product), words = phrase(dice, kTalk, 3 + dice.below(3));
    switch (it.what) {
      case kReview:
        return dice.chance(0.75)  ? name + (dice.chance(0.3) ? " Review: " + words : " Review")
               : dice.chance(0.5) ? fmt::format("{}: {}", name, words)
                                  : capital(words) + " with the " + name;
      case kNews:
        return dice.chance(0.04)  ? "The year in review: " + words
               : dice.chance(0.4) ? fmt::format("{} {}", name, words)
                                  : capital(words) + " " + std::string(pick(dice, kMakers));
      case kTutorial: return "How to " + words;
      case kOffer: return fmt::format("Deal: {} now {} off", name, dice.below(300));
      case kPreview: return name + (dice.chance(0.3) ? " hands-on review (pre-production)" : " first look");
      case kBest: return fmt::format("Best {} for {}", kKinds[it.product % kKindCount], words);
      default: return capital(words) + (dice.chance(0.1) ? ": readers review their kit" : "");
    }
  }
  std::string to(size_t n) const { return link(places_[kPost][n], title(n)); }
  std::string by(size_t a) const { return link("/author/" + slug_of(author_name(a)) + "/", author_name(a)); }

  // --- parts of pages ---
  static std::string frame(const std::string& title, const std::string& classes, const std::string& main,
                           const std::string& side) {
    std::string menu;
    for (size_t c = 0; c < kWhats; ++c)
      menu += fmt::format("<li class=\"menu-item\">{}</li>", link("/" + std::string(kCategories[c]) + "/",
                                                                  capital(std::string(kCategories[c]))));
    return fmt::format(
        "<!DOCTYPE html><html lang=\"en-GB\"><head><meta charset=\"UTF-8\"><title>{0} - Apertura</title></head><body class=\"{1} wp-custom-logo\"><div id=\"page\" class=\"site\"><header id=\"masthead\" class=\"site-header\"><a href=\"/\" rel=\"home\"><img src=\"/wp-content/uploads/logo.png\" alt=\"Apertura\"></a><nav id=\"site-navigation\"><ul id=\"primary-menu\">{2}<li class=\"menu-item\">{3}</li></ul></nav><form role=\"search\" action=\"/\"><input name=\"s\"></form></header>"
        "<div id=\"content\" class=\"site-content\"><div id=\"primary\"><main id=\"main\">{4}</main></div><aside id=\"secondary\" class=\"widget-area\">{5}</aside></div><footer id=\"colophon\"><div class=\"footer-menu\">{6} {7} {8} {9}</div><p>All rights reserved.</p></footer></div></body></html>",
        title, classes, menu, link("/products/", "Product finder"), main, side, link("/about/", "About us"),
        link("/how-we-test/", "How we test"), link("/privacy/", "Privacy"),
        link("/newsletter/", "Newsletter"));
  }
  std::string widget(const std::string& heading, const std::string& rows) const {
    return "<section class=\"widget\"><h2 class=\"widget-title\">" + heading + "</h2><ul>" + rows +
           "</ul></section>";
  }
  // Which boxes are at the side differs from page to page.
  std::string side(uint64_t key) const {
    Dice dice(seed_, "side", key);
    std::string read, tags, months, said;
    for (size_t i = 0; i < 5; ++i) read += "<li>" + to(i * 3 + i % 2) + "</li>";
    std::string out = widget("Latest", read);
    if (dice.chance(0.5)) {
      for (size_t i = 0; i < 15; ++i)
        tags += link(fmt::format("/tag/{}/", slug_of(tag_name(i * 3))), tag_name(i * 3)) + " ";
      out +=
          "<section class=\"widget widget_tag_cloud\"><div class=\"tagcloud\">" + tags + "</div></section>";
    }
    if (dice.chance(0.4)) {
      for (long m = 0; m < 12; ++m)
        months += item("/" + date_of(kToday - m * 30, '/').substr(0, 7) + "/",
                       date_of(kToday - m * 30, '-').substr(0, 7));
      out += widget("Archives", months);
    }
    if (dice.chance(0.3)) {
      for (uint32_t i = 0; i < 4; ++i) {
        const size_t n = dice.below(kPosts / 4);
        said += fmt::format("<li>{} on <a href=\"{}#comment-{}\">{}</a></li>", full_name(dice),
                            places_[kPost][n], dice.below(9999), title(n));
      }
      out += widget("Recent comments", said);
    }
    return out;
  }
  std::string card(size_t n) const {
    Dice dice(seed_, "card", n);
    const Post& it = posts_[n];
    std::string out = fmt::format(
        "<article class=\"post type-post category-{0}\"><a class=\"post-thumbnail\" href=\"{1}\"><img src=\"/wp-content/uploads/{2}.jpg\" alt=\"\"></a><header class=\"entry-header\"><h2 class=\"entry-title\"><a href=\"{1}\">{3}</a></h2><div class=\"entry-meta\">{4} &middot; {5}</div></header>",
        kCategories[it.what], places_[kPost][n], n, title(n), by(it.author), date_of(it.day, '-'));
    if (it.what == kReview && dice.chance(0.5))
      out += fmt::format("<span class=\"score-badge\">{}</span>", score(n));
    return out + "<div class=\"entry-summary\"><p>" + prose(dice, kTalk, 1) +
           fmt::format("</p><a href=\"{}#comments\">Comments</a></div></article>", places_[kPost][n]);
  }
  std::string score(size_t n) const {
    return fmt::format("{}.{}", 5 + mix(seed_, n) % 5, mix(seed_, n + 7) % 10);
  }
  static size_t take_page(std::string& path) {
    const size_t at = path.find("/page/");
    if (at == std::string::npos) return 0;
    const auto n = number_in(path.substr(at), "/page/", "/");
    path.resize(at + 1);
    return n && *n > 1 ? *n - 1 : 100000;
  }
  static std::string pager(size_t pages, size_t here, const std::string& root,
                           const std::string& query = "") {
    if (pages < 2) return "";
    return "<nav class=\"navigation pagination\"><div class=\"nav-links\">" +
           pager_of(pages, here,
                    [&](size_t n) { return (n ? fmt::format("{}page/{}/", root, n + 1) : root) + query; }) +
           "</div></nav>";
  }

  std::optional<std::string> made(const std::string& target) const {
    std::string path = path_of(target);
    if (const auto n = post_at(path)) return post(*n, parameter(target, "replytocom"));
    if (path.ends_with("/amp/")) {
      const auto n = post_at(path.substr(0, path.size() - 4));
      return n && posts_[*n].what == kReview ? std::optional(amp(*n)) : std::nullopt;
    }
    if (const auto n = post_at(path, kProduct)) return product(*n);
    if (const auto found = pictures_.find(path); found != pictures_.end())
      return picture(found->second, path);
    for (size_t n = 0; n < kPages; ++n)
      if (path == page_path(n)) return text(n);
    const size_t here = take_page(path);
    if (path == "/" && !parameter(target, "s").empty()) return found_for(parameter(target, "s"), here);
    if (path == "/") return blog(here);
    if (path == "/products/") return products(parameter(target, "kind"), here);
    const auto found = of_.find(path);
    return found == of_.end() ? std::nullopt : archive(path, found->second, here);
  }

  // --- archives ---
  std::optional<std::string> archive(const std::string& path, const std::vector<size_t>& all,
                                     size_t here) const {
    const auto slice = slice_of(all.size(), here, 14);
    if (!slice) return {};
    std::string rows, about;
    for (size_t i = slice->from; i < slice->to; ++i) rows += card(all[i]);
    if (path == "/reviews/" || path == "/news/")
      for (const auto kind : kKinds) about += link(path + slug_of(kind) + "/", std::string(kind)) + " ";
    if (path.starts_with("/author/")) {
      Dice dice(seed_, path);
      about = "<div class=\"author-bio\"><img class=\"avatar\" src=\"/a.png\" alt=\"\"><p>" +
              prose(dice, kTalk, 2) + "</p></div>";
    }
    return frame(fmt::format("{} Archives page {}", path, here + 1), "archive",
                 "<header class=\"page-header\"><h1 class=\"page-title\">" + path.substr(1, path.size() - 2) +
                     "</h1>" + about + "</header>" + rows + pager(slice->pages, here, path),
                 side(gleaner::stable_hash(path)));
  }
  std::optional<std::string> blog(size_t here) const {
    const auto slice = slice_of(900, here, 14);
    if (!slice) return {};
    std::string rows, top;
    for (size_t n = slice->from; n < slice->to; ++n) rows += card(n);
    for (size_t i = 0; !here && i < 3; ++i) top += "<li>" + to(reviews_[i * 5]) + "</li>";
    return frame(fmt::format("Cameras and sound {}", here + 1), "home blog",
                 (top.empty() ? "" : "<section class=\"featured\"><ul>" + top + "</ul></section>") + rows +
                     pager(slice->pages, here, "/"),
                 side(here));
  }
  std::optional<std::string> found_for(const std::string& words, size_t here) const {
    std::vector<size_t> all;
    for (size_t n = 0; n < kPosts && (words == slug_of(words)); ++n)
      if (slug_of(title(n)).find(words) != std::string::npos) all.push_back(n);
    const auto slice = slice_of(all.size(), here, 14);
    if (!slice) return {};
    std::string rows;
    for (size_t i = slice->from; i < slice->to; ++i) rows += card(all[i]);
    return frame(fmt::format("Search Results for {} {}", words, here + 1), "search search-results",
                 "<h1>Search results for: " + words + "</h1>" +
                     (rows.empty() ? "<p>Nothing found.</p>" : rows) +
                     pager(slice->pages, here, "/", "?s=" + words),
                 side(3));
  }
  std::optional<std::string> products(const std::string& kind, size_t here) const {
    std::vector<size_t> all;
    for (size_t n = 0; n < kProducts; ++n)
      if (kind.empty() || slug_of(kKinds[n % kKindCount]) == kind) all.push_back(n);
    const auto slice = slice_of(all.size(), here, 40);
    if (!slice || all.empty()) return {};
    std::string rows, kinds;
    for (size_t i = slice->from; i < slice->to; ++i)
      rows += item(places_[kProduct][all[i]], product_name(all[i]));
    for (const auto one : kKinds) kinds += link("/products/?kind=" + slug_of(one), std::string(one)) + " ";
    return frame(fmt::format("Products {} {}", kind, here + 1), "post-type-archive-product",
                 "<h1>Product finder</h1><p>" + kinds + "</p><ul class=\"products\">" + rows + "</ul>" +
                     pager(slice->pages, here, "/products/", kind.empty() ? "" : "?kind=" + kind),
                 side(4));
  }

  // --- posts ---
  std::string around(size_t n) const {
    const Post& it = posts_[n];
    Dice dice(seed_, "around", n);
    std::string tags, like, share;
    for (const size_t tag : it.tags)
      tags += link(fmt::format("/tag/{}/", slug_of(tag_name(tag))), tag_name(tag)) + " ";
    for (uint32_t i = dice.below(4) + 1; i > 0; --i) {
      const auto& same =
          dice.chance(0.5) ? of_.at("/" + std::string(kCategories[it.what]) + "/") : posts_of_[it.product];
      like += "<li>" + to(same[dice.below(uint32_t(same.size()))]) + "</li>";
    }
    if (dice.chance(0.5))
      share = link(places_[kPost][n] + "?share=mail", "Mail") + " " +
              link(places_[kPost][n] + "?share=print&nb=1", "Print");
    std::string out = "<footer class=\"entry-footer\">" +
                      (tags.empty() ? "" : "<span class=\"tags-links\">" + tags + "</span>") +
                      "<div class=\"sharedaddy\">" + share +
                      "</div></footer><div class=\"jp-relatedposts\"><ul>" + like +
                      "</ul></div><nav class=\"post-navigation\">";
    if (n + 1 < kPosts) out += link(places_[kPost][n + 1], "Previous");
    if (n) out += " " + link(places_[kPost][n - 1], "Next");
    out += "</nav><p class=\"product-link\">" +
           link(places_[kProduct][it.product], product_name(it.product)) + "</p>";
    for (const auto& [path, of] : pictures_of(n))
      out += fmt::format("<a href=\"{}\"><img src=\"/wp-content/uploads/t{}.jpg\" alt=\"\"></a>", path, of);
    return out;
  }
  std::vector<std::pair<std::string, size_t>> pictures_of(size_t n) const {
    std::vector<std::pair<std::string, size_t>> out;
    for (size_t p = 0; p < posts_[n].pictures; ++p)
      out.emplace_back(fmt::format("{}dsc{:05}/", places_[kPost][n], n * 7 + p), n);
    return out;
  }
  std::string comments(size_t n) const {
    Dice dice(seed_, "comments", n);
    std::string out;
    for (uint32_t i = dice.chance(0.6) ? dice.below(dice.chance(0.15) ? 40 : 8) : 0; i > 0; --i)
      out += fmt::format(
          "<li class=\"comment\"><div class=\"comment-author vcard\"><b class=\"fn\">{}</b></div><div class=\"comment-content\"><p>{}</p></div><a class=\"comment-reply-link\" rel=\"nofollow\" href=\"{}?replytocom={}\">Reply</a></li>",
          full_name(dice), prose(dice, kTalk, 1), places_[kPost][n], n * 50 + i);
    return "<div id=\"comments\" class=\"comments-area\">" +
           (out.empty() ? "" : "<ol class=\"comment-list\">" + out + "</ol>") +
           "<form id=\"commentform\"><textarea name=\"comment\"></textarea></form></div>";
  }
  std::string specification(size_t product, double shown) const {
    Dice dice(seed_, "specification", product);
    std::string rows;
    for (const auto label : kSpecs)
      if (dice.chance(shown))
        rows +=
            fmt::format("<tr><th>{}</th><td>{}</td></tr>", label, capital(words_of(dice, 1 + dice.below(2))));
    return "<table class=\"spec-table\">" + rows + "</table>";
  }
  std::string verdict(size_t n) const {
    Dice dice(seed_, "verdict", n);
    std::string out = fmt::format(
        "<div class=\"review-box\"><div class=\"review-total-score\"><span class=\"score\">{}</span><span>out of 10</span></div>",
        score(n));
    if (dice.chance(0.6))
      for (const char* part : {"Features", "Build", "Handling", "Image quality", "Value"})
        out += fmt::format(
            "<div class=\"review-criterion\"><span>{}</span><div class=\"bar\" style=\"width:{}%\"></div></div>",
            part, 50 + dice.below(50));
    out += "<div class=\"review-pros\"><h4>Pros</h4><ul>";
    for (uint32_t i = dice.below(5) + 1; i > 0; --i) out += "<li>" + phrase(dice, kTalk, 3) + "</li>";
    out += "</ul></div><div class=\"review-cons\"><h4>Cons</h4><ul>";
    for (uint32_t i = dice.below(4) + 1; i > 0; --i) out += "<li>" + phrase(dice, kTalk, 3) + "</li>";
    out += "</ul></div>";
    if (dice.chance(0.2)) out += "<div class=\"award\"><img src=\"/gold.png\" alt=\"Gold award\"></div>";
    return out + "<p class=\"review-verdict\">" + prose(dice, kTalk, 2) + "</p></div>";
  }
  std::string review_body(size_t n) const {
    Dice dice(seed_, "review body", n);
    std::string out;
    if (dice.chance(0.6))
      out += fmt::format("<div class=\"price-box\"><span>Price when reviewed</span> <b>{}</b></div>",
                         99 + dice.below(3000));
    out += paragraphs(dice, kTalk, 3);
    if (dice.chance(0.85)) out += "<h2>Specification</h2>" + specification(posts_[n].product, 0.6);
    for (const char* part :
         {"Design", "Features", "Performance", "Image quality", "Sound", "Video", "In use"})
      if (dice.chance(0.5)) out += fmt::format("<h2>{}</h2>", part) + paragraphs(dice, kTalk, 4);
    for (uint32_t i = dice.below(7); i > 0; --i)
      out += fmt::format(
          "<figure class=\"wp-block-image\"><img src=\"/wp-content/uploads/{}-{}.jpg\" alt=\"\">{}</figure>",
          n, i, dice.chance(0.5) ? "<figcaption>Sample</figcaption>" : "");
    out += "<h2>Verdict</h2>" + verdict(n);
    if (dice.chance(0.4))
      out +=
          "<div class=\"buy\"><h3>Where to buy</h3><a rel=\"sponsored\" href=\"https://shop.example/\">See price</a></div>";
    return out;
  }
  std::string other_body(size_t n) const {
    const Post& it = posts_[n];
    Dice dice(seed_, "other body", n);
    std::string out = paragraphs(dice, kTalk, it.what == kNews || it.what == kOffer ? 4 : 9);
    if (it.what == kOffer)
      out +=
          "<div class=\"buy\"><h3>Where to buy</h3><a rel=\"sponsored\" href=\"https://shop.example/\">See price</a></div>";
    if (it.what == kNews && dice.chance(0.15))
      out += "<h2>Specification</h2>" + specification(it.product, 0.4);
    if (it.what == kPreview)
      out += (dice.chance(0.5) ? "<h2>Specification</h2>" + specification(it.product, 0.5) : "") +
             "<h2>Early verdict</h2>" + paragraphs(dice, kTalk, 2);
    if (it.what == kTutorial)
      for (uint32_t i = 1, all = dice.below(8) + 3; i < all; ++i)
        out +=
            fmt::format("<h3>{}. {}</h3>", i, capital(phrase(dice, kTalk, 3))) + paragraphs(dice, kTalk, 2);
    for (uint32_t i = it.what == kBest ? dice.below(6) + 4 : 0; i > 0; --i) {
      const size_t r = reviews_[dice.below(uint32_t(reviews_.size()))];
      out += fmt::format(
          "<h2>{}</h2><div class=\"mini-review\"><span class=\"score\">{}</span><p>{}</p>{}</div>",
          product_name(posts_[r].product), score(r), prose(dice, kTalk, 2),
          link(places_[kPost][r], "Read the full review"));
    }
    if (dice.chance(0.3)) out += "<p>" + to(reviews_[dice.below(uint32_t(reviews_.size()))]) + "</p>";
    if (dice.chance(0.05))
      out += "<p>" +
             link(fmt::format("/20{:02}/01/{}/", 5 + dice.below(9), slug_of(phrase(dice, kTalk, 3))),
                  "we wrote long ago") +
             "</p>";
    return out;
  }
  std::string post(size_t n, const std::string& reply) const {
    const Post& it = posts_[n];
    const bool review = it.what == kReview;
    const std::string head = title(n) + fmt::format(" ({})", n), category = std::string(kCategories[it.what]);
    std::string ours = around(n);
    if (review) ours += link(places_[kPost][n] + "amp/", "Mobile version");
    if (review && !real_details.empty())
      return with_links(real_details[n % real_details.size()], head + reply, ours + comments(n));
    if (it.what == kNews && !real_decoys.empty())
      return with_links(real_decoys[n % real_decoys.size()], head + reply, ours + comments(n));
    return frame(
        head + (reply.empty() ? "" : " reply " + reply),
        fmt::format("post-template-default single single-post postid-{}", n + 8000),
        fmt::format(
            "<article id=\"post-{}\" class=\"post type-post format-standard category-{}\"><header class=\"entry-header\"><span class=\"cat-links\">{}</span><h1 class=\"entry-title\">{}</h1><div class=\"entry-meta\"><span class=\"byline\">{}</span> <time>{}</time></div></header><img class=\"wp-post-image\" "
            "src=\"/wp-content/uploads/{}.jpg\" alt=\"\"><div class=\"entry-content\">{}</div>{}</article>{}",
            n + 8000, category, link("/" + category + "/", capital(category)), title(n), by(it.author),
            link("/" + date_of(it.day, '/').substr(0, 7) + "/", date_of(it.day, '-')), n,
            review ? review_body(n) : other_body(n), ours, comments(n)),
        side(n % 50 + 100));
  }
  std::string amp(size_t n) const {
    return fmt::format(
        "<!doctype html><html amp><head><meta charset=\"utf-8\"><title>{0} ({1}, mobile)</title></head><body class=\"single-post\"><header><a href=\"/\">Apertura</a></header><article class=\"amp-wp-article\"><h1>{0}</h1><div>{2}</div></article><footer>{3}</footer></body></html>",
        title(n), n, review_body(n), link(places_[kPost][n], "Full site"));
  }

  // --- products, pictures, texts ---
  std::string product(size_t n) const {
    Dice dice(seed_, "product page", n);
    std::string about;
    for (const size_t p : posts_of_[n]) about += "<li>" + to(p) + "</li>";
    const std::string ours = "<h2>On this product</h2>" +
                             (about.empty() ? "<p>Nothing yet.</p>" : "<ul>" + about + "</ul>") +
                             link("/products/?kind=" + slug_of(kKinds[n % kKindCount]), "More like this") +
                             " " + link("/?s=" + slug_of(pick(dice, kMakers)), "Search");
    if (!real_decoys.empty())
      return with_links(real_decoys[(n + 7) % real_decoys.size()], product_name(n) + fmt::format(" {}", n),
                        ours);
    return frame(product_name(n) + fmt::format(" specifications {}", n), "single single-product",
                 "<article class=\"product type-product\"><h1 class=\"entry-title\">" + product_name(n) +
                     "</h1><img src=\"/wp-content/uploads/p.jpg\" alt=\"\">" + specification(n, 0.8) +
                     "</article>" + ours,
                 side(n % 20 + 60));
  }
  std::string picture(size_t n, const std::string& path) const {
    const std::string name = path.substr(path.rfind('/', path.size() - 2) + 1, 8);
    return frame(name, "attachment attachmentid",
                 "<article class=\"attachment\"><h1 class=\"entry-title\">" + name +
                     "</h1><img src=\"/wp-content/uploads/full.jpg\" alt=\"\"><p>" +
                     date_of(posts_[n].day, '-') + "</p><nav>" + link(places_[kPost][n], "Published in") +
                     "</nav></article>",
                 side(n % 9));
  }
  static std::string page_path(size_t n) {
    static constexpr std::string_view fixed[] = {"about", "how-we-test", "privacy", "newsletter"};
    return n < 4 ? fmt::format("/{}/", fixed[n])
                 : fmt::format("/how-we-test/{}-{}/", slug_of(kKinds[n % kKindCount]), n);
  }
  std::string text(size_t n) const {
    Dice dice(seed_, "page", n);
    return frame(page_path(n), "page-template",
                 "<h1>" + page_path(n) + "</h1>" + paragraphs(dice, kTalk, 6) +
                     link(page_path((n + 1) % kPages), "More") +
                     link("/?s=" + slug_of(kMakers[n % 12]), "Search"),
                 side(n));
  }

  uint64_t seed_;
  std::vector<Post> posts_;
  std::vector<size_t> reviews_;
  std::map<size_t, size_t> review_no_;
  std::array<std::map<std::string, size_t>, kFrames> at_;
  std::array<std::vector<std::string>, kFrames> places_;
  std::map<std::string, size_t> pictures_;
  std::map<std::string, std::vector<size_t>> of_;
  std::vector<std::vector<size_t>> posts_of_;
};

}  // namespace

std::unique_ptr<MadeSite> reviews_site(uint64_t seed) { return std::make_unique<Reviews>(seed); }

}  // namespace bench
