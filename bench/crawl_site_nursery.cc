// A made-up site that is strictly held out: a plant nursery with a shop and an encyclopedia. See
// crawl_site.h. Wanted are the pages of plants for sale. Tools and seeds of the same shop have the same kind
// of address, frame, price and reviews; the encyclopedia writes about the same plants without selling them.
// Further there are guides, a blog, a forum, wish lists, and a basket for each product. Ways: categories with
// pagers, orders and filters, plants that go together, the encyclopedia, wish lists, and links from the blog
// that carry tracking parameters.
#include <map>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_prose.h"

namespace bench {
namespace {

class Nursery : public MadeSite {
 public:
  explicit Nursery(uint64_t seed) : seed_(seed), of_species_(kSpecies), in_list_(std::size(kLists)) {
    for (size_t p = 0; p < kProducts; ++p) {
      Dice dice(seed_, "stock", p);
      const size_t list = p < kPlants  ? dice.below(kPlantLists)
                          : p < kTools ? kPlantLists + dice.below(kToolLists - kPlantLists)
                                       : kToolLists + dice.below(uint32_t(std::size(kLists) - kToolLists));
      stock_.push_back({list, dice.below(kSpecies), dice.below(120) + 3, dice.below(3), dice.below(4),
                        dice.chance(0.6) ? dice.below(dice.chance(0.2) ? 30 : 7) : 0});
      in_list_[list].push_back(p);
      if (p < kPlants) of_species_[stock_[p].species].push_back(p);
      by_id_[id_of(p)] = p;
    }
    for (size_t l = 0; l < std::size(kLists); ++l) menu_ += item(list_path(l), std::string(kLists[l]));
  }
  std::string name() const override { return "nursery"; }
  bool held_out() const override { return true; }
  size_t details() const override { return kPlants; }
  std::string detail_path(size_t n) const override { return product_path(n); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const std::string path = path_of(target);
    const auto p = product_of(path);
    return p && *p < kPlants && product_path(*p) == path ? p : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    auto out = made(target);
    if (out) name_address(*out, target.find("?utm_") == std::string::npos ? target : path_of(target));
    return out;
  }

 private:
  std::optional<std::string> made(const std::string& target) const {
    const std::string path = path_of(target);
    if (path == "/") return home();
    if (const auto p = product_of(path)) {
      if (path == product_path(*p)) return product(*p);
      const std::string below = path.substr(path.rfind('/'));
      if (below == "/reviews") return reviews(*p, page_asked(target));
      if (below == "/ask" && *p < kPlants) return ask(*p);
      return {};
    }
    for (const char* root : {"/plants", "/supplies", "/seeds"})
      if (path == root) return department(path);
    for (size_t l = 0; l < std::size(kLists); ++l)
      if (path == list_path(l)) return list(l, target);
    if (path == "/lexicon") return letters(parameter(target, "letter"));
    if (path.starts_with("/lexicon/")) return lexicon(path);
    if (const auto n = number_in(path, "/guide/"); n && *n < kGuides) return guide(*n);
    if (path == "/blog") return blog_list(page_asked(target));
    if (const auto n = number_in(path, "/blog/"); n && *n < kPosts) return post(*n);
    if (path == "/forum") return boards();
    if (const auto n = number_in(path, "/forum/board/"); n && *n < kBoards)
      return board(*n, page_asked(target));
    if (const auto n = number_in(path, "/forum/topic/"); n && *n < kTopics)
      return topic(*n, page_asked(target));
    if (const auto n = number_in(path, "/forum/user/"); n && *n < kUsers) return user(*n);
    if (const auto n = number_in(path, "/wishlist/", ".html"); n && *n % 37 == 5 && *n / 37 < kWishes)
      return wishes(*n / 37);
    if (path == "/basket") return basket(parameter(target, "add"));
    if (const auto n = number_in(path, "/info/"); n && *n < kInfos) return info(*n);
    return {};
  }

  static constexpr size_t kPlants = 900, kTools = 1160, kProducts = 1520, kSpecies = 900, kGenera = 150,
                          kPlantLists = 10, kToolLists = 16, kGuides = 180, kPosts = 320, kBoards = 8,
                          kTopics = 1400, kUsers = 600, kWishes = 400, kInfos = 12, kInList = 24;
  struct Product {
    size_t list, species, price, light, season, reviews;
  };
  static constexpr std::string_view kLists[] = {
      "trees",   "shrubs",  "roses",      "perennials", "climbers",   "hedges",   "fruit",
      "grasses", "ferns",   "herbs",      "pruning",    "digging",    "watering", "pots",
      "soil",    "clothes", "vegetables", "flowers",    "herb-seeds", "lawn",     "green-manure"};
  static constexpr std::string_view kLight[] = {"sun", "half-shade", "shade"};
  static constexpr std::string_view kSeason[] = {"spring", "summer", "autumn", "winter"};
  static constexpr std::string_view kHeads[] = {"Ac",  "Be",  "Cam", "Del", "Eu",  "Ger", "Hel", "Ir",
                                                "Lav", "Mal", "Ner", "Phi", "Ros", "Sal", "Tra"};
  static constexpr std::string_view kTails[] = {"anium",  "andra", "elia", "esia", "inia",
                                                "ophila", "ora",   "osma", "ula",  "anthus"};
  static constexpr std::string_view kEpithets[] = {
      "alba",     "alpina",  "arvensis",  "aurea",   "canadensis", "chinensis", "cordata",   "elegans",
      "fragrans", "glabra",  "grandis",   "hirsuta", "japonica",   "lutea",     "maritima",  "montana",
      "nana",     "pendula", "pratensis", "rubra",   "sibirica",   "spinosa",   "sylvatica", "vulgaris"};
  static constexpr std::string_view kToolNames[] = {
      "hand trowel",  "secateurs", "spade",           "digging fork", "watering can", "hose reel",
      "clay pot",     "planter",   "potting compost", "gloves",       "rake",         "hedge shears",
      "kneeling mat", "lopper",    "plant label",     "fleece"};
  static constexpr std::string_view kSeedNames[] = {"carrot", "lettuce", "tomato",  "sunflower", "basil",
                                                    "radish", "bean",    "cosmos",  "chard",     "marigold",
                                                    "dill",   "clover",  "pumpkin", "poppy",     "ryegrass"};
  static constexpr std::string_view kTalk[] = {
      "leaves", "blossoms",  "roots",   "soil",   "winter",  "frost",    "grows",  "upright",  "slowly",
      "bees",   "compact",   "scented", "garden", "border",  "moist",    "dry",    "needs",    "pruning",
      "bright", "evergreen", "hardy",   "early",  "late",    "autumn",   "colour", "branches", "spreads",
      "the",    "and",       "with",    "in",     "a",       "of",       "from",   "loves",    "tolerates",
      "clay",   "lime",      "shade",   "sunny",  "place",   "flowers",  "large",  "dainty",   "white",
      "pink",   "berries",   "birds",   "feed",   "spring",  "watering", "mulch",  "after",    "planting",
      "years",  "high",      "wide",    "group",  "terrace", "container"};
  static constexpr std::string_view kProfile[] = {
      "Height", "Width",    "Flower colour", "Flowering time", "Flower shape", "Foliage", "Leaf colour",
      "Scent",  "Position", "Soil",          "Hardiness",      "Growth",       "Root",    "Per square metre",
      "Bees",   "Use",      "Fruit"};
  static constexpr std::string_view kSections[] = {
      "Description", "Growth", "Blossom", "Foliage", "Location", "Care", "Winter protection", "Good to know"};

  size_t id_of(size_t p) const { return 10000 + p * 733 % kProducts * 9 + seed_ % 9; }
  static std::string genus_name(size_t g) {
    return std::string(kHeads[g % 15]) + std::string(kTails[g / 15]);
  }
  static std::string epithet(size_t s) { return std::string(kEpithets[(s % 6 * 7 + s / 6) % 24]); }
  static std::string species_name(size_t s) { return genus_name(s / 6) + " " + epithet(s); }
  static std::string species_path(size_t s) {
    return "/lexicon/" + slug_of(genus_name(s / 6)) + "/" + epithet(s);
  }
  static std::string list_path(size_t l) {
    return std::string(l < kPlantLists  ? "/plants/"
                       : l < kToolLists ? "/supplies/"
                                        : "/seeds/") +
           std::string(kLists[l]);
  }
  std::string name_of(size_t p) const {
    Dice dice(seed_, "name", p);
    const std::string own = capital(words_of(dice, 1)) + " " + capital(words_of(dice, 1));
    if (p < kPlants) return species_name(stock_[p].species) + " '" + own + "'";
    return capital(std::string(pick(dice, p < kTools ? Words(kToolNames) : Words(kSeedNames)))) + " " + own;
  }
  std::string product_path(size_t p) const {
    return fmt::format("/product/{}/{}.html", id_of(p), slug_of(name_of(p)));
  }
  std::optional<size_t> product_of(std::string_view path) const {
    if (!path.starts_with("/product/")) return {};
    const auto id = number_in(path.substr(9, path.find('/', 9) - 9), "");
    const auto found = id ? by_id_.find(*id) : by_id_.end();
    return found == by_id_.end() ? std::nullopt : std::optional(found->second);
  }
  std::string anchor(size_t p, const std::string& query = "") const {
    return link(product_path(p) + query, name_of(p));
  }
  std::string frame(const std::string& title, const std::string& main) const {
    return fmt::format(
        "<!doctype html><html lang=en><head><meta charset=utf-8><title>{} | Linden Nursery</title></head><body>"
        "<div class=bar><span>Delivery in 3 days</span>{}{}</div><header id=head>{}<form action=/find><input name=q></form></header>"
        "<nav id=nav><ul><li>{}</li><li>{}</li><li>{}</li></ul><ul class=sub>{}</ul><ul>{}{}{}{}</ul></nav><div id=main>{}</div><footer><ul>{}{}{}</ul><p>Linden Nursery, Vale Road</p></footer></body></html>",
        title, link("/basket", "Basket"), link("/info/3", "Sign in"), link("/", "Linden Nursery"),
        link("/plants", "Plants"), link("/supplies", "Supplies"), link("/seeds", "Seeds"), menu_,
        item("/lexicon", "Lexicon"), item("/guide/0", "Guides"), item("/blog", "Blog"),
        item("/forum", "Forum"), main, item("/info/0", "About us"), item("/info/1", "Delivery"),
        item("/info/2", "Privacy"));
  }
  std::string card(size_t p) const {
    return fmt::format(
        "<li class=card><img src=/img/{}-s.jpg alt=\"\">{}<span class=cost>from EUR {}.90</span>{}</li>",
        id_of(p), anchor(p), stock_[p].price,
        stock_[p].reviews ? fmt::format("<i class=rate>{} reviews</i>", stock_[p].reviews) : "");
  }
  std::string home() const {
    Dice dice(seed_, "home");
    std::string out =
        "<h1>Plants for your garden</h1><div class=stage><img src=/stage.jpg></div><ul class=cards>";
    for (int i = 0; i < 8; ++i) out += card(dice.below(kProducts));
    out += "</ul><h2>From our blog</h2><ul>";
    for (size_t i = 0; i < 5; ++i) out += item(fmt::format("/blog/{}", i), prose(dice, kTalk, 1));
    out += "</ul><h2>Wish lists of our guests</h2><ul>";
    for (size_t i = 0; i < 6; ++i)
      out += item(wish_path(dice.below(kWishes)), "Garden of " + words_of(dice, 1));
    return frame("Home", out + "</ul>");
  }
  std::string department(const std::string& path) const {
    std::string out = "<h1>" + capital(path.substr(1)) + "</h1><ul class=tiles>";
    Dice dice(seed_, path);
    for (size_t l = 0; l < std::size(kLists); ++l)
      if (list_path(l).starts_with(path + "/"))
        out += fmt::format("<li><img src=/cat/{}.jpg>{}<p>{}</p></li>", l,
                           link(list_path(l), std::string(kLists[l])), prose(dice, kTalk, 1));
    return frame(capital(path.substr(1)), out + "</ul><p>" + prose(dice, kTalk, 4) + "</p>");
  }
  std::optional<std::string> list(size_t l, const std::string& target) const {
    const std::string light = parameter(target, "light"), season = parameter(target, "season"),
                      sort = parameter(target, "sort");
    const size_t here = page_asked(target);
    std::vector<size_t> all;
    for (const size_t p : in_list_[l])
      if ((light.empty() || kLight[stock_[p].light] == light) &&
          (season.empty() || kSeason[stock_[p].season] == season))
        all.push_back(p);
    if (sort == "price") std::ranges::stable_sort(all, {}, [&](size_t p) { return stock_[p].price; });
    if (sort == "new") std::ranges::reverse(all);
    if (here && here * kInList >= all.size()) return {};
    const auto address = [&](const std::string& a, const std::string& b, const std::string& c, size_t n) {
      std::string query = (a.empty() ? "" : "&light=" + a) + (b.empty() ? "" : "&season=" + b) +
                          (c.empty() ? "" : "&sort=" + c) + (n ? fmt::format("&page={}", n + 1) : "");
      if (!query.empty()) query[0] = '?';
      return list_path(l) + query;
    };
    std::string filters, rows;
    if (l < kPlantLists) {
      for (const auto value : kLight)
        filters += item(address(std::string(value), season, sort, 0), std::string(value));
      for (const auto value : kSeason)
        filters += item(address(light, std::string(value), sort, 0), std::string(value));
    }
    for (const char* value : {"price", "new"}) filters += item(address(light, season, value, 0), value);
    for (size_t i = here * kInList; i < std::min(all.size(), here * kInList + kInList); ++i)
      rows += card(all[i]);
    Dice dice(seed_, "list", l);
    const std::string title = fmt::format("{} {} {}", capital(std::string(kLists[l])), light, season);
    return frame(
        fmt::format("{} - page {}", title, here + 1),
        fmt::format(
            "<h1>{}</h1><p>{} products</p><ul class=filters>{}</ul><ul class=cards>{}</ul><div class=pages>{}</div>{}",
            title, all.size(), filters, rows,
            pager_of((all.size() + kInList - 1) / kInList, here,
                     [&](size_t n) { return address(light, season, sort, n); }),
            here ? "" : "<div class=seo>" + paragraphs(dice, kTalk, 3) + "</div>"));
  }

  // --- products ---
  std::string pictures(Dice& dice, size_t p, uint32_t most) const {
    std::string out = fmt::format("<div class=pics><img src=/img/{}.jpg>", id_of(p));
    for (uint32_t i = dice.below(most); i > 0; --i)
      out += fmt::format("<a class=thumb><img src=/img/{}-{}.jpg></a>", id_of(p), i);
    return out + "</div>";
  }
  std::string opinions(Dice& dice, size_t count) const {
    std::string out;
    for (size_t i = 0; i < count; ++i)
      out +=
          fmt::format("<div class=opinion><b>{}</b><span class=stars>{} of 5</span><p>{}</p></div>",
                      capital(words_of(dice, 1)), dice.below(3) + 3, prose(dice, kTalk, 1 + dice.below(3)));
    return out;
  }
  std::string crumbs(size_t p) const {
    const std::string path = list_path(stock_[p].list);
    const std::string root = path.substr(0, path.find('/', 1));
    return "<div class=crumbs>" + link("/", "Home") + " &rsaquo; " + link(root, capital(root.substr(1))) +
           " &rsaquo; " + link(path, std::string(kLists[stock_[p].list])) + "</div>";
  }
  // What else a product's page leads to: basket, all reviews, what goes with it, and the encyclopedia.
  std::string around(size_t p) const {
    Dice dice(seed_, "around", p);
    std::string out =
        fmt::format("<p class=act>{}", link(fmt::format("/basket?add={}", id_of(p)), "Into the basket"));
    if (stock_[p].reviews > 4) out += " " + link(fmt::format("/product/{}/reviews", id_of(p)), "All reviews");
    if (p < kPlants && dice.chance(0.4))
      out += " " + link(fmt::format("/product/{}/ask", id_of(p)), "Ask a gardener");
    out += "</p>";
    if (dice.chance(p < kPlants ? 0.7 : 0.5)) {
      out += "<section class=goes><h3>Goes well with</h3><ul class=cards>";
      for (uint32_t i = dice.below(6) + 1; i > 0; --i)
        out += card(dice.chance(0.7)
                        ? p < kPlants ? dice.below(kPlants) : kPlants + dice.below(kProducts - kPlants)
                        : dice.below(kProducts));
      out += "</ul></section>";
    }
    if (p < kPlants && dice.chance(0.8))
      out += "<p class=more>From our lexicon: " +
             link(species_path(stock_[p].species), species_name(stock_[p].species)) + "</p>";
    if (dice.chance(0.03))
      out += "<p>" +
             link(fmt::format("/product/{}/old.html", 7000 + dice.below(900)), "Last year's edition") +
             "</p>";
    return out;
  }
  std::string product(size_t p) const {
    const auto& real = p < kPlants ? real_details : real_decoys;
    if (!real.empty()) return with_links(real[p % real.size()], name_of(p), crumbs(p) + around(p));
    Dice dice(seed_, "product", p);
    return frame(name_of(p), crumbs(p) +
                                 (p < kPlants  ? plant(p, dice)
                                  : p < kTools ? tool(p, dice)
                                               : seeds(p, dice)) +
                                 around(p));
  }
  std::string plant(size_t p, Dice& dice) const {
    std::string out = "<h1>" + name_of(p) + "</h1>";
    if (dice.chance(0.6)) out += "<h2 class=common>" + capital(words_of(dice, 1)) + " flower</h2>";
    out += pictures(dice, p, 7);
    if (dice.chance(0.5)) {
      out += "<ul class=points>";
      for (uint32_t i = dice.below(4) + 2; i > 0; --i)
        out += "<li>" + phrase(dice, kTalk, 2 + dice.below(3)) + "</li>";
      out += "</ul>";
    }
    // What is not in season has no sizes to order, but a form to be told.
    if (dice.chance(0.9)) {
      out += "<table class=sizes>";
      for (uint32_t i = dice.below(dice.chance(0.2) ? 9 : 4) + 1; i > 0; --i)
        out += fmt::format(
            "<tr><td>Pot {} l, {} cm</td><td class=cost>EUR {}.90</td><td><input value=1 size=2><button>Order</button></td></tr>",
            dice.below(12) + 1, dice.below(20) * 10 + 20, stock_[p].price + i * 4);
      out += "</table>";
    } else
      out += "<div class=later><p>Again in " + std::string(kSeason[dice.below(4)]) +
             "</p><form><input name=mail><button>Tell me</button></form></div>";
    if (dice.chance(0.3)) out += "<p class=badge><img src=/bee.svg>Good for bees</p>";
    out += "<div class=profile><h3>Profile</h3><table class=facts>";
    for (const auto label : kProfile)
      if (dice.chance(0.6))
        out += fmt::format("<tr><th>{}</th><td>{}</td></tr>", label, phrase(dice, kTalk, 1 + dice.below(3)));
    out += "</table></div><div class=text>";
    for (const auto section : kSections)
      if (dice.chance(0.45)) out += fmt::format("<h3>{}</h3>{}", section, paragraphs(dice, kTalk, 3));
    out += "<p>" + prose(dice, kTalk, 2) + "</p></div>";
    if (dice.chance(0.2))
      out += "<div class=video><iframe src=/v></iframe><p>" + prose(dice, kTalk, 1) + "</p></div>";
    if (const auto& same = of_species_[stock_[p].species]; same.size() > 1) {
      out += "<section class=varieties><h3>Other varieties</h3><ul>";
      for (const size_t o : same)
        if (o != p) out += "<li>" + anchor(o) + "</li>";
      out += "</ul></section>";
    }
    if (dice.chance(0.35)) {
      out += "<section class=asked><h3>Questions</h3><dl>";
      for (uint32_t i = dice.below(5) + 1; i > 0; --i)
        out += "<dt>" + prose(dice, kTalk, 1) + "</dt><dd>" + prose(dice, kTalk, 2) + "</dd>";
      out += "</dl></section>";
    }
    if (stock_[p].reviews)
      out += "<section class=opinions><h3>Reviews</h3>" +
             opinions(dice, std::min<size_t>(stock_[p].reviews, 12)) + "</section>";
    return out;
  }
  std::string tool(size_t p, Dice& dice) const {
    std::string out = "<h1>" + name_of(p) + "</h1>" + pictures(dice, p, 4);
    out += fmt::format(
        "<div class=buy><span class=cost>EUR {}.90</span><select><option>one</option></select><button>Order</button></div>",
        stock_[p].price);
    out += "<div class=text><h3>Description</h3>" + paragraphs(dice, kTalk, 3) +
           "</div><h3>Technical data</h3><dl class=data>";
    for (const char* label : {"Weight", "Length", "Material", "Blade", "Volume", "Warranty", "Made in"})
      if (dice.chance(0.6))
        out += fmt::format("<dt>{}</dt><dd>{} {}</dd>", label, dice.below(90) + 1, words_of(dice, 1));
    out += "</dl>";
    if (dice.chance(0.4))
      out +=
          "<h3>In the box</h3><ul><li>" + words_of(dice, 2) + "</li><li>" + words_of(dice, 2) + "</li></ul>";
    if (dice.chance(0.3)) out += "<p class=file><img src=/pdf.svg>Manual</p>";
    if (stock_[p].reviews)
      out += "<section class=opinions><h3>Reviews</h3>" +
             opinions(dice, std::min<size_t>(stock_[p].reviews, 12)) + "</section>";
    return out;
  }
  std::string seeds(size_t p, Dice& dice) const {
    std::string out = "<h1>" + name_of(p) + "</h1>" + pictures(dice, p, 3);
    out += fmt::format(
        "<div class=buy><span class=cost>EUR {}.49</span><span>{} seeds in a packet</span><button>Order</button></div><table class=months><tr>",
        stock_[p].price % 6 + 1, dice.below(40) * 10 + 10);
    for (int m = 1; m <= 12; ++m) out += fmt::format("<td>{}</td>", m);
    out += "</tr><tr>";
    for (int m = 1; m <= 12; ++m) out += dice.chance(0.3) ? "<td class=sow>x</td>" : "<td></td>";
    out += "</tr></table><div class=text><p>" + prose(dice, kTalk, 2) +
           "</p></div><h3>How to sow</h3><ol class=steps>";
    for (uint32_t i = dice.below(5) + 2; i > 0; --i) out += "<li>" + prose(dice, kTalk, 1) + "</li>";
    out += "</ol>";
    if (dice.chance(0.5))
      out += fmt::format("<p class=germ>Germinates in {} days at {} degrees</p>", dice.below(20) + 4,
                         dice.below(15) + 8);
    if (stock_[p].reviews)
      out += "<section class=opinions><h3>Reviews</h3>" +
             opinions(dice, std::min<size_t>(stock_[p].reviews, 12)) + "</section>";
    return out;
  }
  std::optional<std::string> reviews(size_t p, size_t here) const {
    const size_t pages = (stock_[p].reviews + 9) / 10;
    if (stock_[p].reviews <= 4 || here >= pages) return {};
    Dice dice(seed_, "reviews", p * 8 + here);
    return frame(
        "Reviews of " + name_of(p),
        fmt::format(
            "<h1>Reviews of {}</h1><p>{}</p><div class=opinions>{}</div><div class=pages>{}</div>",
            name_of(p), anchor(p), opinions(dice, std::min<size_t>(10, stock_[p].reviews - here * 10)),
            pager_of(pages, here, [&](size_t n) {
              return fmt::format("/product/{}/reviews{}", id_of(p), n ? fmt::format("?page={}", n + 1) : "");
            })));
  }
  std::string ask(size_t p) const {
    return frame(
        "Ask about " + name_of(p),
        fmt::format(
            "<h1>Ask about {}</h1><img src=/img/{}-s.jpg><form><textarea></textarea><input name=mail><button>Send</button></form>{}",
            name_of(p), id_of(p), anchor(p)));
  }
  std::optional<std::string> basket(const std::string& add) const {
    const auto id = number_in(add, "");
    const auto found = id ? by_id_.find(*id) : by_id_.end();
    if (!add.empty() && found == by_id_.end()) return {};
    std::string out = "<h1>Your basket</h1>";
    if (add.empty()) return frame("Basket", out + "<p>There is nothing in it.</p>");
    return frame(
        "Basket",
        out +
            fmt::format(
                "<table class=basket><tr><td>{}</td><td><input value=1></td><td>EUR {}.90</td></tr></table><p>Delivery EUR 6.90</p><button>Pay</button><h3>Have you thought of it?</h3><ul class=cards>{}</ul>",
                anchor(found->second), stock_[found->second].price,
                card(kPlants + found->second % (kTools - kPlants))));
  }

  // --- encyclopedia, guides, blog ---
  std::optional<std::string> letters(const std::string& letter) const {
    std::string out = "<h1>Lexicon of plants</h1><p class=az>", rows;
    for (const auto head : kHeads)
      out += link(fmt::format("/lexicon?letter={}", char(head[0] + 32)), std::string(1, head[0])) + " ";
    for (size_t g = 0; g < kGenera; ++g)
      if (letter.empty() ? g % 11 == 0 : letter[0] == genus_name(g)[0] + 32)
        rows += item("/lexicon/" + slug_of(genus_name(g)), genus_name(g));
    if (rows.empty()) return {};
    return frame("Lexicon " + letter, out + "</p><ul class=genera>" + rows + "</ul>");
  }
  std::optional<std::string> lexicon(const std::string& path) const {
    for (size_t g = 0; g < kGenera; ++g) {
      const std::string root = "/lexicon/" + slug_of(genus_name(g));
      if (path == root) return genus(g);
      if (!path.starts_with(root + "/")) continue;
      for (size_t s = g * 6; s < g * 6 + 6; ++s)
        if (path == species_path(s)) return species(s);
    }
    return {};
  }
  std::string genus(size_t g) const {
    Dice dice(seed_, "genus", g);
    std::string out =
        fmt::format("<div class=crumbs>{}</div><h1>{}</h1><img src=/lex/{}.jpg>{}<h2>Species</h2><ul>",
                    link("/lexicon", "Lexicon"), genus_name(g), g, paragraphs(dice, kTalk, 6));
    for (size_t s = g * 6; s < g * 6 + 6; ++s) out += item(species_path(s), species_name(s));
    out += "</ul><h2>Related</h2><ul>";
    for (size_t i = 1; i < 5; ++i) {
      const size_t o = (g + i * i * 7) % kGenera;
      out += item("/lexicon/" + slug_of(genus_name(o)), genus_name(o));
    }
    return frame(genus_name(g), out + "</ul>");
  }
  std::string species(size_t s) const {
    Dice dice(seed_, "species", s);
    const std::string title = species_name(s);
    std::string sold;
    for (const size_t p : of_species_[s]) sold += "<li>" + anchor(p) + "</li>";
    if (!sold.empty()) sold = "<div class=sold><h4>In our shop</h4><ul>" + sold + "</ul></div>";
    sold += "<p>" + link("/lexicon/" + slug_of(genus_name(s / 6)), genus_name(s / 6)) + "</p>";
    if (!real_decoys.empty())
      return with_links(real_decoys[s % real_decoys.size()], title + " in the lexicon", sold);
    std::string out = fmt::format(
        "<div class=crumbs>{} &rsaquo; {}</div><h1>{}</h1><table class=taxon><caption>{}</caption>",
        link("/lexicon", "Lexicon"), genus_name(s / 6), title, title);
    for (const char* rank : {"Order", "Family", "Tribe", "Genus", "Author"})
      if (dice.chance(0.8))
        out += fmt::format("<tr><th>{}</th><td>{}</td></tr>", rank, capital(words_of(dice, 1)) + "aceae");
    out += "</table>";
    if (dice.chance(0.6))
      out += "<figure><img src=/lex/s.jpg><figcaption>" + phrase(dice, kTalk, 4) + "</figcaption></figure>";
    for (const char* part : {"Appearance", "Distribution", "Ecology", "History", "Use", "Toxicity", "Names"})
      if (dice.chance(0.55)) out += fmt::format("<h2>{}</h2>{}", part, paragraphs(dice, kTalk, 3));
    if (dice.chance(0.4)) {
      out += "<h2>Profile</h2><table class=facts>";
      for (const auto label : kProfile)
        if (dice.chance(0.3))
          out += fmt::format("<tr><th>{}</th><td>{}</td></tr>", label, phrase(dice, kTalk, 2));
      out += "</table>";
    }
    if (dice.chance(0.5))
      out += "<h2>Sources</h2><ol class=sources><li>" + words_of(dice, 6) + "</li><li>" + words_of(dice, 5) +
             "</li></ol>";
    return frame(title + " - lexicon", out + sold);
  }
  std::string guide(size_t n) const {
    Dice dice(seed_, "guide", n);
    const std::string title = "How to: " + phrase(dice, kTalk, 4);
    std::string out = "<h1>" + title + "</h1><p class=lead>" + prose(dice, kTalk, 2) + "</p>";
    for (uint32_t i = 1, steps = dice.below(6) + 2; i <= steps; ++i) {
      out += fmt::format("<h2>Step {}: {}</h2>", i, phrase(dice, kTalk, 3)) + paragraphs(dice, kTalk, 2);
      if (dice.chance(0.5)) out += "<img src=/guide.jpg>";
    }
    out += "<div class=needs><h3>What you need</h3><ul>";
    for (uint32_t i = dice.below(4) + 1; i > 0; --i)
      out += "<li>" +
             anchor(dice.chance(0.3) ? dice.below(kPlants) : kPlants + dice.below(kTools - kPlants)) +
             "</li>";
    out += "</ul></div><ul class=next>";
    for (size_t i = 1; i < 6; ++i) out += item(fmt::format("/guide/{}", (n + i * i) % kGuides), "Guide");
    return frame(title, out + "</ul>");
  }
  std::optional<std::string> blog_list(size_t here) const {
    if (here * 10 >= kPosts) return {};
    std::string out = "<h1>Blog</h1>";
    for (size_t n = here * 10; n < here * 10 + 10; ++n) {
      Dice dice(seed_, "teaser", n);
      out += fmt::format("<div class=teaser><img src=/blog/{}.jpg><h3>{}</h3><p>{}</p></div>", n,
                         link(fmt::format("/blog/{}", n), post_title(n)), prose(dice, kTalk, 2));
    }
    return frame(fmt::format("Blog {}", here + 1),
                 out + "<div class=pages>" + pager_of(kPosts / 10, here, [](size_t n) {
                   return n ? fmt::format("/blog?page={}", n + 1) : std::string("/blog");
                 }) + "</div>");
  }
  std::string post_title(size_t n) const {
    Dice dice(seed_, "post title", n);
    return capital(phrase(dice, kTalk, 5));
  }
  std::string post(size_t n) const {
    Dice dice(seed_, "post", n);
    std::string out =
        "<article class=post><h1>" + post_title(n) + "</h1><p class=by>" + words_of(dice, 2) + "</p>";
    for (uint32_t i = dice.below(7) + 2; i > 0; --i) {
      out += "<p>" + prose(dice, kTalk, 3);
      if (dice.chance(0.35))
        out += " " + anchor(dice.below(kProducts), "?utm_source=blog&utm_campaign=" + words_of(dice, 1));
      out += "</p>";
    }
    if (dice.chance(0.1)) out += link(fmt::format("/blog/{}", kPosts + dice.below(200)), "An older article");
    out += "<h3>Comments</h3>";
    for (uint32_t i = dice.below(6); i > 0; --i)
      out += "<div class=comment><b>" + words_of(dice, 1) + "</b><p>" + prose(dice, kTalk, 1) + "</p></div>";
    for (size_t i = 1; i < 4; ++i)
      out += link(fmt::format("/blog/{}", (n + i * 11) % kPosts), post_title((n + i * 11) % kPosts)) + "<br>";
    return frame(post_title(n), out + "</article>");
  }

  // --- forum and wish lists ---
  std::string boards() const {
    std::string out = "<h1>Forum</h1><table class=boards>";
    for (size_t b = 0; b < kBoards; ++b)
      out += fmt::format("<tr><td>{}</td><td>{}</td></tr>",
                         link(fmt::format("/forum/board/{}", b), capital(std::string(kLists[b]))),
                         kTopics / kBoards);
    return frame("Forum", out + "</table>");
  }
  std::string topic_title(size_t t) const {
    Dice dice(seed_, "topic title", t);
    return capital(phrase(dice, kTalk, 4)) + "?";
  }
  std::optional<std::string> board(size_t b, size_t here) const {
    const size_t all = kTopics / kBoards;
    if (here * 25 >= all) return {};
    std::string out = fmt::format("<h1>Forum: {}</h1><table class=topics>", kLists[b]);
    for (size_t i = here * 25; i < std::min(all, here * 25 + 25); ++i) {
      const size_t t = i * kBoards + b;
      out += fmt::format("<tr><td>{}</td><td>{}</td></tr>",
                         link(fmt::format("/forum/topic/{}", t), topic_title(t)),
                         link(fmt::format("/forum/user/{}", t * 7 % kUsers), "gardener"));
    }
    return frame(fmt::format("Forum {} {}", kLists[b], here + 1),
                 out + "</table><div class=pages>" + pager_of((all + 24) / 25, here, [&](size_t n) {
                   return fmt::format("/forum/board/{}{}", b, n ? fmt::format("?page={}", n + 1) : "");
                 }) + "</div>");
  }
  std::optional<std::string> topic(size_t t, size_t here) const {
    Dice size(seed_, "topic", t);
    const size_t posts = size.below(size.chance(0.25) ? 45 : 12) + 1, pages = (posts + 11) / 12;
    if (here >= pages) return {};
    Dice dice(seed_, "topic page", t * 8 + here);
    std::string out = fmt::format("<div class=crumbs>{}</div><h1>{}</h1>",
                                  link(fmt::format("/forum/board/{}", t % kBoards), "Forum"), topic_title(t));
    for (size_t i = here * 12; i < std::min(posts, here * 12 + 12); ++i) {
      const size_t u = dice.below(kUsers);
      out += fmt::format("<div class=said><div class=who>{}</div><div class=what><p>{}</p>",
                         link(fmt::format("/forum/user/{}", u), fmt::format("gardener {}", u)),
                         prose(dice, kTalk, 1 + dice.below(4)));
      if (dice.chance(0.08)) out += "<p>" + anchor(dice.below(kProducts)) + "</p>";
      if (dice.chance(0.06)) out += link(species_path(dice.below(kSpecies)), "see the lexicon");
      out += "</div></div>";
    }
    return frame(topic_title(t), out + "<div class=pages>" + pager_of(pages, here, [&](size_t n) {
                                   return fmt::format("/forum/topic/{}{}", t,
                                                      n ? fmt::format("?page={}", n + 1) : "");
                                 }) + "</div>");
  }
  std::string user(size_t u) const {
    Dice dice(seed_, "user", u);
    std::string out = fmt::format(
        "<h1>gardener {}</h1><img src=/face.png><dl><dt>Since</dt><dd>{}</dd><dt>Lives in</dt><dd>{}</dd></dl><ul>",
        u, 2005 + dice.below(19), capital(words_of(dice, 1)));
    for (uint32_t i = dice.below(5); i > 0; --i) {
      const size_t t = dice.below(kTopics);
      out += item(fmt::format("/forum/topic/{}", t), topic_title(t));
    }
    if (u < kWishes) out += item(wish_path(u), "Wish list");
    return frame(fmt::format("gardener {}", u), out + "</ul>");
  }
  static std::string wish_path(size_t w) { return fmt::format("/wishlist/{}.html", w * 37 + 5); }
  std::string wishes(size_t w) const {
    Dice dice(seed_, "wishes", w);
    std::string out =
        fmt::format("<h1>Wishes of gardener {}</h1><p>{}</p><table class=basket>", w, prose(dice, kTalk, 1));
    for (uint32_t i = dice.below(9) + 1; i > 0; --i) {
      const size_t p = dice.below(kProducts);
      out += fmt::format("<tr><td><img src=/img/{}-s.jpg></td><td>{}</td><td>EUR {}.90</td></tr>", id_of(p),
                         anchor(p), stock_[p].price);
    }
    return frame(fmt::format("Wishes {}", w),
                 out + "</table>" + link(fmt::format("/forum/user/{}", w), "About this gardener"));
  }
  std::string info(size_t n) const {
    Dice dice(seed_, "info", n);
    return frame(fmt::format("Service {}", n), "<h1>" + capital(words_of(dice, 3)) + "</h1>" +
                                                   paragraphs(dice, kTalk, 7) +
                                                   link(fmt::format("/info/{}", (n + 1) % kInfos), "More"));
  }

  uint64_t seed_;
  std::vector<Product> stock_;
  std::vector<std::vector<size_t>> of_species_, in_list_;
  std::map<size_t, size_t> by_id_;
  std::string menu_;
};

}  // namespace

std::unique_ptr<MadeSite> nursery_site(uint64_t seed) { return std::make_unique<Nursery>(seed); }

}  // namespace bench
