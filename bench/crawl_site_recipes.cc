// A made-up site: a community of cooks. See crawl_site.h.
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_parts.h"

namespace bench {
namespace {

// --- recipes: people put recipes and films of cooking on the site (/recipe/300127/maple-stone,
// /video/300127/maple-stone), both with ingredients, steps and comments. Recipes are reached from people,
// their collections, tags with sort orders and diets, plans for the week without end, ingredients, articles
// and other recipes. Each has a list for shopping (for two, four, ... people), more comments and a print
// page. Recipes vary: ingredients in one list or in groups, steps as a list or as text, pictures, nutrition,
// tips, a film, up to 15 comments. A forum and profiles of people are larger than what is wanted.
class Recipes : public MadeSite {
 public:
  explicit Recipes(uint64_t seed) : layout_(seed, "recipes") {}
  std::string name() const override { return "recipes"; }
  size_t details() const override { return kRecipes; }
  std::string detail_path(size_t n) const override { return dish("recipe", n); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto n = dish_of(path_of(target), "recipe", kRecipes);
    return n && dish("recipe", *n) == path_of(target) ? n : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    const std::string path = path_of(target);
    const size_t at = size_t(std::atoi(parameter(target, "page").c_str()));
    if (path == "/") return home();
    if (const auto n = dish_of(path, "recipe", kRecipes)) return around_recipe(*n, path, target, at);
    if (const auto n = dish_of(path, "video", kVideos))
      return path == dish("video", *n) ? std::optional(video(*n)) : std::nullopt;
    if (const auto n = number_in(path, "/print/"))
      return *n < kRecipes ? std::optional(print(*n)) : std::nullopt;
    if (const auto n = number_in(path, "/user/")) return *n < kUsers ? user(*n, at) : std::nullopt;
    if (const auto n = number_in(path, "/collection/"))
      return *n < kCollections ? std::optional(collection(*n)) : std::nullopt;
    if (const auto n = number_in(path, "/ingredient/"))
      return *n < kIngredients ? std::optional(ingredient(*n)) : std::nullopt;
    if (const auto n = number_in(path, "/magazine/"))
      return *n < kArticles ? std::optional(story(*n)) : std::nullopt;
    if (const auto n = number_in(path, "/forum/"))
      return *n < kThreads ? std::optional(thread(*n)) : std::nullopt;
    if (const auto n = number_in(path, "/plan/week-")) return plan(*n);
    if (path.starts_with("/tag/")) return tag(path.substr(5), target, at);
    return {};
  }

 private:
  static constexpr size_t kRecipes = 1400, kVideos = 800, kUsers = 1800, kCollections = 500, kTags = 96,
                          kIngredients = 350, kArticles = 800, kThreads = 1500;

  size_t id_of(size_t n) const { return 300000 + n * 17 + layout_.seed() % 17; }
  std::string words(std::string_view kind, size_t n) const {
    Dice dice(layout_.seed(), kind, n);
    return words_of(dice, 2 + dice.below(2), '-');
  }
  std::string dish(std::string_view kind, size_t n) const {
    return fmt::format("/{}/{}/{}", kind, id_of(n), words(kind, n));
  }
  std::string title(std::string_view kind, size_t n) const {
    std::string out = words(kind, n);
    std::replace(out.begin(), out.end(), '-', ' ');
    return fmt::format("{} {}", out, n);
  }
  // The dish of its own page and of those below it.
  std::optional<size_t> dish_of(const std::string& path, std::string_view kind, size_t count) const {
    const std::string before = fmt::format("/{}/", kind);
    if (!path.starts_with(before)) return {};
    const auto id = number_in(path.substr(before.size(), path.find('/', before.size()) - before.size()), "");
    if (!id || *id < id_of(0) || (*id - id_of(0)) % 17) return {};
    const size_t n = (*id - id_of(0)) / 17;
    return n < count && path.starts_with(dish(kind, n)) ? std::optional(n) : std::nullopt;
  }
  static std::string tag_name(size_t n) { return fmt::format("{}-{}", kWords[n % 24], kWords[n / 24 * 5]); }
  size_t owner(size_t n) const {
    Dice dice(layout_.seed(), "owner", n);  // a few have many
    return dice.chance(0.4) ? dice.below(60) : dice.below(kUsers);
  }
  std::string card(std::string_view kind, size_t n) const {
    return fmt::format(
        "<div class=card><a href=\"{0}\"><img src=/d.jpg></a><h3>{1}</h3><span>4.5</span></div>",
        dish(kind, n), link(dish(kind, n), title(kind, n)));
  }
  std::string cards(std::string_view what, size_t number, uint32_t count, double films) const {
    Dice dice(layout_.seed(), what, number);
    std::string out = "<div class=cards>";
    for (uint32_t i = 0; i < count; ++i)
      out += dice.chance(films) ? card("video", dice.below(kVideos)) : card("recipe", dice.below(kRecipes));
    return out + "</div>";
  }
  std::string whole(const std::string& heading, const std::string& main) const {
    return layout_.page(heading,
                        item("/tag/" + tag_name(0), "Dishes") + item("/tag/" + tag_name(30), "Baking") +
                            item("/magazine/0", "Magazine") + item(dish("video", 0), "Films") +
                            item("/plan/week-1300", "Plan") + item("/forum/0", "Forum") +
                            item("/user/0", "People"),
                        main, link("/forum/1", "Help") + link("/imprint", "Imprint"));
  }
  std::string home() const {
    std::string tags, stories;
    for (size_t i = 0; i < kTags; i += 4) tags += link("/tag/" + tag_name(i), tag_name(i)) + " ";
    for (size_t i = 0; i < 8; ++i) stories += item(fmt::format("/magazine/{}", i * 90), "Story");
    return whole("Cooks", "<h1>Cook with us</h1>" + cards("home", 0, 6, 0.4) + "<p class=tags>" + tags +
                              "</p><ul class=stories>" + stories + "</ul>");
  }
  // A dish has the tags of its number in four ways, so every dish is in four of the lists.
  static bool tagged(size_t n, size_t tag) {
    return tag == n % 24 || tag == 24 + n * 7 % 24 || tag == 48 + n / 24 % 24 || tag == 72 + n * 5 / 3 % 24;
  }
  std::optional<std::string> tag(const std::string& wanted, const std::string& target, size_t at) const {
    size_t number = 0;
    while (number < kTags && tag_name(number) != wanted) ++number;
    if (number == kTags) return {};
    const std::string sort = parameter(target, "sort"), diet = parameter(target, "diet");
    const size_t step = sort == "rating" ? 1009
                        : sort == "time" ? 769
                                         : 1,
                 only = diet.empty() ? 0 : diet.size();
    std::string rows;
    size_t all = 0;
    for (size_t i = 0; i < kRecipes + kVideos; ++i) {
      const size_t n = i * step % (kRecipes + kVideos);
      const bool film = n >= kRecipes;
      if (!tagged(n, number) || (only && n % only != 0) || all++ / 24 != at) continue;
      rows += card(film ? "video" : "recipe", film ? n - kRecipes : n);
    }
    if (rows.empty()) return {};
    const std::string base = "/tag/" + wanted;
    std::string ways;
    for (const char* one : {"rating", "time", "new"})
      ways += link(fmt::format("{}?sort={}{}", base, one, diet.empty() ? "" : "&diet=" + diet), one);
    for (const char* one : {"vegan", "fish", "low-fat"})
      ways += link(fmt::format("{}?{}diet={}", base, sort.empty() ? "" : "sort=" + sort + "&", one), one);
    std::string keep = sort.empty() ? "" : "sort=" + sort + "&";
    if (!diet.empty()) keep += "diet=" + diet + "&";
    const std::string near = link("/tag/" + tag_name((number * 5 + 1) % kTags), "near") +
                             link("/tag/" + tag_name((number + 1) % kTags), "next tag");
    return whole(
        fmt::format("{} {}", target, at),
        fmt::format(
            "<h1>{}</h1><p class=ways>{}</p><div class=cards>{}</div><p class=pager>{}</p><p class=tags>{}</p>",
            wanted, ways, rows,
            (at + 1) * 24 < all ? link(fmt::format("{}?{}page={}", base, keep, at + 1), "more") : "", near));
  }

  std::optional<std::string> around_recipe(size_t n, const std::string& path, const std::string& target,
                                           size_t at) const {
    const std::string rest = path.substr(detail_path(n).size());
    if (rest.empty()) return recipe(n);
    if (rest == "/shopping-list") return shopping(n, parameter(target, "for"));
    if (rest == "/comments" && at < 1 + n % 3) return comments(n, at);
    return {};
  }
  std::string beside(size_t n) const {
    Dice dice(layout_.seed(), "beside", n);
    std::string out = "<p class=do>" + link(detail_path(n) + "/shopping-list?for=4", "Shopping list") +
                      link(detail_path(n) + "/comments", "Comments") +
                      link(fmt::format("/print/{}", n), "Print") + "</p><p class=cook>" +
                      link(fmt::format("/user/{}", owner(n)), "Cook") + "</p><p class=tags>";
    for (size_t i = 0; i < kTags; ++i)
      if (tagged(n, i)) out += link("/tag/" + tag_name(i), tag_name(i)) + " ";
    out += "</p><h3>Goes with it</h3>" + cards("goes", n, 2 + dice.below(4), 0.3);
    if (dice.chance(0.3))
      out += link(fmt::format("/collection/{}", dice.below(kCollections)), "In a collection");
    return out;
  }
  std::string ingredients(Dice& dice, uint32_t least, uint32_t more, bool linked) const {
    std::string out = "<table class=ingredients>";
    for (uint32_t i = least + dice.below(more); i > 0; --i) {
      const std::string what = words_of(dice, 1);
      const bool known = linked && dice.chance(0.3);
      out += fmt::format("<tr><td>{} g</td><td>{}</td></tr>", dice.below(500),
                         known ? link(fmt::format("/ingredient/{}", dice.below(kIngredients)), what) : what);
    }
    return out + "</table>";
  }
  std::string said(Dice& dice, uint32_t most) const {
    std::string out = "<ul class=comments>";
    for (uint32_t i = dice.below(most); i > 0; --i)
      out += fmt::format("<li>{}<p>{}</p></li>",
                         link(fmt::format("/user/{}", dice.below(kUsers)), words_of(dice, 1)),
                         sentences(dice, 1));
    return out + "</ul>";
  }
  std::string recipe(size_t n) const {
    const std::string heading = title("recipe", n);
    if (!real_details.empty()) return with_links(real_details[n % real_details.size()], heading, beside(n));
    Dice dice(layout_.seed(), "recipe page", n);
    std::string out = "<div class=dish><h1>" + heading + "</h1><div class=photo><img src=/d.jpg></div>";
    if (dice.chance(0.4)) {
      out += "<ul class=photos>";
      for (uint32_t i = dice.below(8) + 1; i > 0; --i) out += "<li><img src=/p.jpg></li>";
      out += "</ul>";
    }
    out += "<p class=facts><span>30 min</span><span>easy</span></p><h2>Ingredients</h2>";
    if (dice.chance(0.25))
      for (uint32_t i = 2 + dice.below(2); i > 0; --i)
        out += "<h4>For the " + words_of(dice, 1) + "</h4>" + ingredients(dice, 2, 6, true);
    else out += ingredients(dice, 4, 14, true);
    out += "<h2>How to</h2>";
    const bool text = dice.chance(0.33);
    out += text ? "<div class=text>" : "<ol class=steps>";
    for (uint32_t i = dice.below(text ? 4 : 9) + 2; i > 0; --i)
      out += (text ? "<p>" : "<li>") + sentences(dice, 1) + (text ? "</p>" : "</li>");
    out += text ? "</div>" : "</ol>";
    if (dice.chance(0.4))
      out +=
          "<dl class=nutrition><dt>kcal</dt><dd>300</dd><dt>fat</dt><dd>3</dd><dt>salt</dt><dd>1</dd></dl>";
    if (dice.chance(0.3)) out += "<div class=tip><h4>Tip</h4><p>" + sentences(dice, 1) + "</p></div>";
    if (dice.chance(0.15)) out += card("video", dice.below(kVideos));
    if (dice.chance(0.7)) out += "<h2>Comments</h2>" + said(dice, 15);
    return whole(heading, out + "</div>" + beside(n));
  }
  std::string video(size_t n) const {
    Dice dice(layout_.seed(), "video page", n);
    const std::string heading = "Film " + title("video", n),
                      more =
                          cards("films", n, 4, 0.7) + link(fmt::format("/user/{}", dice.below(kUsers)), "By");
    if (!real_decoys.empty()) return with_links(real_decoys[n % real_decoys.size()], heading, more);
    std::string out =
        "<div class=dish><h1>" + heading +
        "</h1><div class=player><video></video><button>Play</button><button>Full</button></div>" +
        "<p class=facts><span>5 min</span></p><h2>You need</h2>" + ingredients(dice, 3, 5, false) +
        "<h2>Chapters</h2><ol class=chapters>";
    for (uint32_t i = dice.below(6) + 2; i > 0; --i)
      out += "<li><time>1:20</time> " + words_of(dice, 3) + "</li>";
    out += "</ol><form class=share><input><button>Copy</button></form><h2>Comments</h2>" + said(dice, 12);
    return whole(heading, out + "</div>" + more);
  }
  std::optional<std::string> shopping(size_t n, const std::string& people) const {
    const auto count = number_in(people, "");
    if (!count || *count % 2 || *count < 2 || *count > 8) return {};
    Dice dice(layout_.seed(), "shopping", n);
    std::string out = fmt::format("<div class=dish><h1>To buy: {} for {}</h1>", title("recipe", n), *count) +
                      ingredients(dice, 4, 14, false) +
                      "<form><input type=checkbox><button>Send</button></form><p>";
    for (const size_t other : {2, 4, 6, 8})
      out +=
          link(fmt::format("{}/shopping-list?for={}", detail_path(n), other), fmt::format("for {}", other)) +
          " ";
    return whole(fmt::format("Shopping {} {}", n, people),
                 out + link(detail_path(n), "Recipe") + "</p></div>");
  }
  std::string comments(size_t n, size_t at) const {
    Dice dice(layout_.seed(), "more comments", n * 3 + at);
    return whole(fmt::format("Comments {} {}", n, at),
                 "<h1>Comments on " + title("recipe", n) + "</h1>" + said(dice, 25) +
                     link(detail_path(n), "Recipe") +
                     link(fmt::format("{}/comments?page={}", detail_path(n), at + 1), "older"));
  }
  std::string print(size_t n) const {
    Dice dice(layout_.seed(), "print", n);
    return fmt::format("<html><title>Print {0}</title><body><h1>{0}</h1>{1}<p>{2}</p>{3}</body></html>",
                       title("recipe", n), ingredients(dice, 4, 14, false), sentences(dice, 4),
                       link(detail_path(n), "back"));
  }
  std::optional<std::string> user(size_t n, size_t at) const {
    Dice dice(layout_.seed(), "user", n);
    std::string own, friends;
    size_t all = 0;
    for (size_t k = 0; k < kRecipes; ++k)
      if (owner(k) == n && all++ / 12 == at) own += card("recipe", k);
    if (at && own.empty()) return {};
    for (uint32_t i = dice.below(9) + 1; i > 0; --i)
      friends += item(fmt::format("/user/{}", dice.below(kUsers)), words_of(dice, 1));
    if (dice.chance(0.3)) friends += item(fmt::format("/collection/{}", n % kCollections), "Collection");
    return whole(
        fmt::format("Cook {} {}", n, at),
        fmt::format(
            "<h1>Cook {}</h1><img src=/u.jpg><p>{}</p><div class=own>{}</div>{}<ul class=friends>{}</ul>{}",
            n, sentences(dice, 1), own,
            (at + 1) * 12 < all ? link(fmt::format("/user/{}?page={}", n, at + 1), "more") : "", friends,
            said(dice, 6)));
  }
  std::string collection(size_t n) const {
    Dice dice(layout_.seed(), "collection", n);
    return whole(fmt::format("Collection {}", n),
                 fmt::format("<h1>Collection {}</h1><p>{}</p>", n, sentences(dice, 1)) +
                     cards("collected", n, 5 + dice.below(20), 0.2) +
                     link(fmt::format("/user/{}", dice.below(kUsers)), "By") +
                     link(fmt::format("/collection/{}", (n * 3 + 1) % kCollections), "Another"));
  }
  std::string ingredient(size_t n) const {
    Dice dice(layout_.seed(), "ingredient", n);
    std::string out = fmt::format("<h1>About {} {}</h1><img src=/i.jpg><dl>", words_of(dice, 1), n);
    for (uint32_t i = dice.below(5) + 2; i > 0; --i) out += "<dt>Fact</dt><dd>" + words_of(dice, 3) + "</dd>";
    return whole(fmt::format("Ingredient {}", n),
                 out + "</dl><p>" + sentences(dice, 4) + "</p>" + cards("with", n, 3, 0.2) +
                     link(fmt::format("/ingredient/{}", (n + 1) % kIngredients), "Next"));
  }
  std::string story(size_t n) const {
    Dice dice(layout_.seed(), "links of story", n);
    std::string more = "<p>";
    for (uint32_t i = dice.below(4); i > 0; --i)
      more += sentences(dice, 1) + link(detail_path(dice.below(kRecipes)), words_of(dice, 2)) + " ";
    more += "</p><ul class=stories>";
    for (size_t i = 1; i < 6; ++i)
      more += item(fmt::format("/magazine/{}", (n + i * i * 3) % kArticles), "Story");
    return whole(fmt::format("Story {}", n),
                 layout_.article("story", n, fmt::format("Story {}", n), more + "</ul>"));
  }
  std::string thread(size_t n) const {
    std::string more;
    for (size_t i = 1; i < 7; ++i)
      more += item(fmt::format("/forum/{}", (n * 2 + i * 11) % kThreads), "Talk");
    return whole(fmt::format("Talk {}", n),
                 layout_.thread(n, fmt::format("Talk {}", n), "<ul class=talk>" + more + "</ul>"));
  }
  std::string plan(size_t week) const {
    Dice dice(layout_.seed(), "plan", week);
    std::string rows;
    for (int i = 0; i < 7; ++i) {
      const size_t n = dice.below(kRecipes / 4);  // the same dishes come back
      rows += "<tr><th>Day</th><td>" + link(detail_path(n), title("recipe", n)) + "</td></tr>";
    }
    return whole(fmt::format("Week {}", week),
                 fmt::format("<h1>Week {}</h1><table class=week>{}</table>{}{}", week, rows,
                             link(fmt::format("/plan/week-{}", week + 1), "next week"),
                             link(fmt::format("/plan/week-{}", week ? week - 1 : 0), "week before")));
  }
  Layout layout_;
};

}  // namespace

std::unique_ptr<MadeSite> recipes_site(uint64_t seed) { return std::make_unique<Recipes>(seed); }

}  // namespace bench
