// A made-up site: a house of art auctions. See crawl_site.h.
#include <map>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_parts.h"

namespace bench {
namespace {

// --- auctions: an auction house with a market for its members. Wanted is the page of a lot of a coming sale
// (/auction/29013/lot/23/walnut-commode/). Things at a fixed price have nearly the same parts, what was sold
// before has a record in an archive behind a sign-in, condition reports and lists of bids hang below each
// lot. Ways: sales with pagers, orders and views, departments, artists, sellers, members who bid, searches,
// and a calendar of months without end. Links to lots often carry where they stood.
class Auctions : public MadeSite {
 public:
  explicit Auctions(uint64_t seed)
      : seed_(seed), by_sale_(kOpen), by_artist_(kArtists), by_seller_(kSellers), by_member_(kMembers) {
    for (size_t i = 0; i < kLots; ++i) {
      Dice dice(seed_, "lot", i);
      Lot lot;
      lot.sale = dice.below(dice.chance(0.4) ? kOpen / 3 : kOpen);
      lot.number = by_sale_[lot.sale].empty() ? 1 : lots_[by_sale_[lot.sale].back()].number + 1;
      if (dice.chance(0.04)) ++lot.number;  // withdrawn before the catalogue was made
      lot.artist = dice.chance(0.72) ? std::min(dice.below(kArtists), dice.below(kArtists)) : kArtists;
      lot.seller = dice.below(kSellers);
      lot.title = thing(dice);
      for (uint32_t n = dice.chance(0.75) ? dice.below(9) : 0; n > 0; --n)
        lot.bidders.push_back(dice.below(kMembers));
      lot.condition = dice.chance(0.7);
      by_sale_[lot.sale].push_back(i);
      if (lot.artist < kArtists) by_artist_[lot.artist].push_back(i);
      by_seller_[lot.seller].push_back(i);
      for (const size_t m : lot.bidders)
        if (by_member_[m].empty() || by_member_[m].back() != i) by_member_[m].push_back(i);
      lots_.push_back(std::move(lot));
      by_path_[lot_path(i)] = i;
    }
  }
  std::string name() const override { return "auctions"; }
  size_t details() const override { return kLots; }
  std::string detail_path(size_t i) const override { return lot_path(i); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto found = by_path_.find(path_of(target));
    return found == by_path_.end() ? std::nullopt : std::optional(found->second);
  }
  std::optional<std::string> page(const std::string& target) const override {
    const std::string path = path_of(target);
    if (path == "/") return home();
    if (const auto i = detail_of(path)) return lot_page(*i);
    for (const std::string_view tab : {"condition/", "bids/"})
      if (const auto i =
              path.ends_with(tab) ? detail_of(path.substr(0, path.size() - tab.size())) : std::nullopt)
        return tab == "bids/" ? bids(*i) : condition(*i);
    if (path.starts_with("/auction/")) return sale_page(target);
    if (path.starts_with("/archive/")) return record(path);
    if (path.starts_with("/calendar/")) return calendar(path);
    if (path == "/results/") return results(target);
    if (path == "/artists/") return artists(target);
    if (path.starts_with("/artist/")) return artist(path);
    if (path.starts_with("/seller/")) return seller(target);
    if (const auto m = number_in(path, "/member/", "/"); m && *m < kMembers) return member(*m);
    if (path.starts_with("/department/")) return department(target);
    if (const auto n = number_in(path, "/specialist/", "/"); n && *n < kSpecialists) return specialist(*n);
    if (path.starts_with("/buy-now/")) return buy_now(target);
    if (path.starts_with("/stories/")) return stories(target);
    if (const auto n = number_in(path, "/help/", "/"); n && *n < kHelp) return help(*n);
    if (path == "/search/") return search(target);
    if (path == "/account/sign-in/") return sign_in();
    return {};
  }

 private:
  static constexpr uint32_t kLots = 900, kOpen = 24, kClosed = 220, kArtists = 480, kSellers = 110,
                            kMembers = 640, kDepartments = 12, kSpecialists = 70, kItems = 320,
                            kStories = 380, kHelp = 55;
  static constexpr long kNow = 2025 * 12 + 5;  // the month of the next sales
  struct Lot {
    size_t sale = 0, number = 0, artist = 0, seller = 0;
    std::string title;
    std::vector<size_t> bidders;
    bool condition = false;
  };
  static constexpr const char* kDepartment[] = {"Furniture", "Paintings", "Clocks", "Silver",
                                                "Jewels",    "Books",     "Maps",   "Ceramics",
                                                "Asian art", "Design",    "Prints", "Photographs"};
  static constexpr const char* kMaterial[] = {"walnut", "gilt",   "bronze", "marble", "ebony", "silver",
                                              "oak",    "enamel", "ivory",  "glass",  "jade",  "copper"};
  static constexpr const char* kObject[] = {
      "commode",  "landscape", "mantel clock", "candlesticks", "brooch", "atlas",   "vase",   "armchair",
      "portrait", "screen",    "tureen",       "still life",   "mirror", "cabinet", "figure", "tea set"};

  static std::string thing(Dice& dice) {
    return fmt::format("{} {} with {}", kMaterial[dice.below(12)], kObject[dice.below(16)],
                       words_of(dice, 1 + dice.below(3)));
  }
  static std::string slug(std::string text) {
    for (char& c : text) c = c == ' ' || c == '.' ? '-' : char(std::tolower(static_cast<unsigned char>(c)));
    return text;
  }
  static size_t page_in(const std::string& target) {
    const int asked = std::atoi(parameter(target, "page").c_str());
    return size_t(asked > 1 ? asked - 1 : 0);
  }
  std::string person(std::string_view what, size_t n) const {
    Dice dice(seed_, what, n);
    constexpr const char* kFirst[] = {"Ada", "Bruno", "Clara", "Denis", "Edith", "Felix", "Greta", "Hugo"};
    std::string last = words_of(dice, 1) + std::string(kWords[dice.below(24)]).substr(0, 3);
    last[0] = char(last[0] - 'a' + 'A');
    return fmt::format("{} {}", kFirst[dice.below(8)], last);
  }
  // Open sales come first in number; an id says nothing of which is which but its size.
  size_t sale_id(size_t s) const { return (s < kOpen ? 29000 + s * 13 : 21000 + s * 29) + seed_ % 11; }
  std::string sale_title(size_t s) const {
    Dice dice(seed_, "sale", s);
    return fmt::format("{} and {}", kDepartment[s % kDepartments], words_of(dice, 2));
  }
  std::string sale_path(size_t s) const {
    return fmt::format("/auction/{}/{}/", sale_id(s), slug(sale_title(s)));
  }
  std::string artist_path(size_t a) const {
    return fmt::format("/artist/{}-{}/", slug(person("artist", a)), a + 700);
  }
  std::string item_title(size_t n) const {
    Dice dice(seed_, "item", n);
    return thing(dice);
  }
  std::string item_path(size_t n) const {
    return fmt::format("/buy-now/{}-{}/", slug(item_title(n)), n + 5000);
  }
  std::string story_title(size_t n) const {
    Dice dice(seed_, "story title", n);
    return fmt::format("How {} met {}", words_of(dice, 2), words_of(dice, 2));
  }
  std::string story_path(size_t n) const { return fmt::format("/stories/{}-{}/", slug(story_title(n)), n); }
  static std::string department_path(size_t d) {
    return fmt::format("/department/{}/", slug(kDepartment[d]));
  }
  // Of what a closed sale had, every third thing was kept as a record.
  size_t closed_size(size_t s) const { return 14 + Dice(seed_, "closed", s).below(40); }
  std::string record_path(size_t s, size_t n) const { return fmt::format("/archive/{}-{}/", sale_id(s), n); }
  std::string any_record(Dice& dice) const {
    const size_t s = kOpen + dice.below(kClosed), n = dice.below(uint32_t(closed_size(s))) / 3 * 3;
    Dice sold(seed_, "record", s * 1000 + n);
    return fmt::format("<td>{}</td><td>{}</td>", link(record_path(s, n), thing(sold)), 2025 - s / 22);
  }
  std::string lot_path(size_t i) const {
    return fmt::format("/auction/{}/lot/{}/{}/", sale_id(lots_[i].sale), lots_[i].number,
                       slug(lots_[i].title));
  }
  std::string estimate(size_t i) const {
    Dice dice(seed_, "estimate", i);
    if (dice.chance(0.07)) return "Estimate on request";
    const uint32_t low = (dice.below(90) + 3) * (dice.chance(0.2) ? 1000 : 50);
    return fmt::format("Estimate EUR {} - {}", low, low + low / 2);
  }

  std::string frame(const std::string& title, const std::string& kind, const std::string& main) const {
    std::string menu, foot;
    for (size_t d = 0; d < kDepartments; ++d)
      menu += fmt::format("<li class=\"nav__item nav__item--sub\">{}</li>",
                          link(department_path(d), kDepartment[d]));
    for (size_t n = 0; n < 6; ++n) foot += item(fmt::format("/help/{}/", n), help_title(n));
    return fmt::format(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0} | Kestrel &amp; Vale</title></head><body class=\"page page--{1}\">"
        "<header class=\"site-header\"><a class=\"site-header__logo\" href=\"/\">Kestrel &amp; Vale</a><nav class=\"nav\"><ul class=\"nav__list\"><li class=\"nav__item\">{2}</li><li class=\"nav__item\">{3}</li>"
        "<li class=\"nav__item\">{4}</li><li class=\"nav__item\">{5}</li><li class=\"nav__item\">{6}</li>{7}</ul></nav><form class=\"site-search\" action=\"/search/\"><input class=\"site-search__input\" name=\"q\"></form>"
        "<a class=\"site-header__account\" href=\"/account/sign-in/\">Sign in</a></header><main class=\"page__main\">{8}</main>"
        "<footer class=\"site-footer\"><ul class=\"site-footer__links\">{9}</ul><p class=\"site-footer__legal\">All rights reserved</p></footer></body></html>",
        title, kind, link("/calendar/", "Auctions"), link("/results/", "Results"),
        link("/buy-now/", "Buy now"), link("/artists/?letter=A", "Artists"), link("/stories/", "Stories"),
        menu, main, foot);
  }
  static std::string pager(const std::string& base, size_t here, size_t pages) {
    if (pages < 2) return "";
    std::string out = "<nav class=\"pager\">";
    for (size_t p = here > 3 ? here - 3 : 0; p < std::min(pages, here + 4); ++p)
      out += fmt::format("<a class=\"pager__link{}\" href=\"{}page={}\">{}</a>",
                         p == here ? " pager__link--active" : "", base, p + 1, p + 1);
    return out + "</nav>";
  }
  std::string lot_card(size_t i, const char* from = "") const {
    const Lot& lot = lots_[i];
    const std::string path = lot_path(i) + (*from ? fmt::format("?ref={}", from) : "");
    return fmt::format(
        "<article class=\"lot-card\"><a class=\"lot-card__image\" href=\"{0}\"><img src=\"/img/{1}.jpg\" alt=\"\"></a><h3 class=\"lot-card__title\"><a href=\"{0}\">Lot {2}. {3}</a></h3>"
        "<p class=\"lot-card__artist\">{4}</p><p class=\"lot-card__estimate\">{5}</p></article>",
        path, i, lot.number, lot.title, lot.artist < kArtists ? person("artist", lot.artist) : "",
        estimate(i));
  }
  // Lots in one of four orders, 18 to a page; what is asked for stays in the links.
  std::optional<std::string> lot_grid(std::vector<size_t> lots, const std::string& target,
                                      const char* from) const {
    const std::string sort = parameter(target, "sort"), view = parameter(target, "view");
    const size_t here = page_in(target), pages = (lots.size() + 17) / 18;
    if (here && here >= pages) return {};
    if (!sort.empty())
      std::sort(lots.begin(), lots.end(), [&](size_t a, size_t b) {
        return Dice(seed_, sort, a).next() < Dice(seed_, sort, b).next();
      });
    std::string base = path_of(target) + "?", cards, tools;
    for (const char* key : {"q", "tab"})
      if (const std::string value = parameter(target, key); !value.empty())
        base += fmt::format("{}={}&", key, value);
    for (const char* other : {"estimate-low", "estimate-high", "most-bids"})
      tools += link(fmt::format("{}sort={}", base, other), other) + " ";
    tools += link(base + "view=list", "List view");
    if (!sort.empty()) base += "sort=" + sort + "&";
    if (!view.empty()) base += "view=" + view + "&";
    for (size_t i = here * 18; i < std::min(lots.size(), here * 18 + 18); ++i)
      cards += lot_card(lots[i], from);
    return fmt::format("<div class=\"toolbar\">{}</div><div class=\"lot-grid lot-grid--{}\">{}</div>{}",
                       tools, view.empty() ? "tiles" : "list", cards, pager(base, here, pages));
  }
  std::string sale_card(size_t s) const {
    return fmt::format(
        "<article class=\"sale-card\"><img class=\"sale-card__image\" src=\"/s/{}.jpg\"><h3 class=\"sale-card__title\">{}</h3><p class=\"sale-card__meta\">{} lots</p></article>",
        s, link(sale_path(s), sale_title(s)), s < kOpen ? by_sale_[s].size() : closed_size(s));
  }
  std::string story_card(size_t n) const {
    return fmt::format(
        "<article class=\"teaser\"><img class=\"teaser__image\" src=\"/m/{}.jpg\"><h3 class=\"teaser__title\">{}</h3></article>",
        n, link(story_path(n), story_title(n)));
  }

  std::string home() const {
    Dice dice(seed_, "home");
    std::string out =
        "<section class=\"hero\"><h1 class=\"hero__title\">Coming sales</h1></section><div class=\"sales\">";
    for (size_t s = 0; s < 8; ++s) out += sale_card(s * 3 % kOpen);
    out += "</div><section class=\"carousel\"><h2 class=\"carousel__title\">Highlights</h2>";
    for (int k = 0; k < 6; ++k) out += lot_card(dice.below(kLots), "home");
    out += "</section><section class=\"teasers\">";
    for (int k = 0; k < 5; ++k) out += story_card(dice.below(kStories));
    for (int k = 0; k < 3; ++k) {
      const size_t n = dice.below(kItems);
      out += fmt::format("<article class=\"teaser\">{}</article>", link(item_path(n), item_title(n)));
    }
    return frame("Auctions", "home", out + "</section>");
  }
  std::optional<std::string> sale_page(const std::string& target) const {
    const std::string path = path_of(target);
    size_t s = 0;
    while (s < kOpen + kClosed && !path.starts_with(sale_path(s))) ++s;
    if (s == kOpen + kClosed) return {};
    Dice dice(seed_, "sale page", s);
    const size_t expert = dice.below(kSpecialists);
    const std::string tab = path.substr(sale_path(s).size());
    std::string head = fmt::format(
        "<div class=\"sale-header\"><p class=\"sale-header__date\">{} May 2025</p><h1 class=\"sale-header__title\">{}</h1><p class=\"sale-header__text\">{}</p>"
        "<ul class=\"tabs\"><li class=\"tabs__tab\">{}</li><li class=\"tabs__tab\">{}</li><li class=\"tabs__tab\">{}</li></ul></div>",
        dice.below(28) + 1, sale_title(s), sentences(dice, 3), link(sale_path(s), "Lots"),
        link(sale_path(s) + "overview/", "Overview"),
        link(fmt::format("/specialist/{}/", expert), person("specialist", expert)));
    if (tab == "overview/") {
      for (uint32_t k = dice.below(5) + 2; k > 0; --k)
        head += "<p class=\"prose__text\">" + sentences(dice, 3) + "</p>";
      head += "<h2 class=\"prose__title\">Viewing</h2><ul class=\"prose__list\">";
      for (uint32_t k = dice.below(4) + 1; k > 0; --k) head += "<li>" + words_of(dice, 4) + "</li>";
      return frame("About " + sale_title(s), "sale", head + "</ul>");
    }
    if (!tab.empty()) return {};
    if (s < kOpen) {
      const auto grid = lot_grid(by_sale_[s], target, "");
      return grid ? std::optional(frame(sale_title(s), "sale", head + *grid)) : std::nullopt;
    }
    const size_t here = page_in(target), size = closed_size(s), pages = (size + 19) / 20;
    if (here >= pages) return {};
    head += "<p class=\"notice notice--closed\">This sale has ended.</p><table class=\"result-table\">";
    for (size_t n = here * 20; n < std::min(size, here * 20 + 20); ++n) {
      Dice sold(seed_, "record", s * 1000 + n);
      const std::string what = thing(sold);
      head += fmt::format("<tr class=\"result-table__row\"><td>{}</td><td>{}</td><td>{}</td></tr>", n + 1,
                          n % 3 ? what : link(record_path(s, n), what),
                          sold.chance(0.8) ? fmt::format("EUR {}", sold.below(9000)) : "Unsold");
    }
    return frame(sale_title(s) + " (ended)", "sale",
                 head + "</table>" + pager(sale_path(s) + "?", here, pages));
  }
  // What was sold before: a short record, the price for members only.
  std::optional<std::string> record(const std::string& path) const {
    const size_t dash = path.find('-');
    for (size_t s = kOpen; s < kOpen + kClosed && dash != std::string::npos; ++s) {
      const auto n = number_in(path, fmt::format("/archive/{}-", sale_id(s)), "/");
      if (!n || *n % 3 || *n >= closed_size(s)) continue;
      Dice dice(seed_, "record", s * 1000 + *n);
      const std::string what = thing(dice), title = fmt::format("Sold: {} ({})", what, 2025 - s / 22);
      const size_t a = dice.below(kArtists);
      std::string ours =
          fmt::format("<p class=\"record__links\">{} {} {}</p>", link(sale_path(s), sale_title(s)),
                      link(artist_path(a), person("artist", a)), link("/account/sign-in/", "See the price"));
      if (!real_decoys.empty())
        return with_links(real_decoys[(s * 64 + *n) % real_decoys.size()], title, ours);
      std::string out = fmt::format(
          "<div class=\"record\"><h1 class=\"record__title\">{}</h1><div class=\"media-gallery media-gallery--small\"><img class=\"media-gallery__image\" src=\"/a.jpg\"></div>"
          "<dl class=\"spec-list\"><dt class=\"spec-list__name\">Sold</dt><dd class=\"spec-list__value\">{}</dd>",
          title, 2025 - s / 22);
      for (uint32_t k = dice.below(4) + 1; k > 0; --k)
        out += fmt::format("<dt class=\"spec-list__name\">{}</dt><dd class=\"spec-list__value\">{}</dd>",
                           words_of(dice, 1), words_of(dice, 2));
      out += "</dl><div class=\"wall\"><p class=\"wall__text\">Sign in to see what was paid.</p></div>";
      return frame(title, "record", out + ours + "</div>");
    }
    return {};
  }
  // The coming sales, and every month before and after, without end.
  std::optional<std::string> calendar(const std::string& path) const {
    long month = kNow;
    if (path != "/calendar/") {
      const std::string rest = path.substr(10);
      const auto year = rest.size() == 8 ? number_in(rest.substr(0, 4), "") : std::nullopt;
      const auto in_year = year ? number_in(rest.substr(5, 2), "") : std::nullopt;
      if (!in_year || *in_year < 1 || *in_year > 12 || *year < 1800) return {};
      month = long(*year * 12 + *in_year - 1);
    }
    std::string sales, months;
    for (size_t s = 0; s < kOpen + kClosed; ++s)
      if (const long of = s < kOpen ? kNow + long(s / 14) : kNow - 1 - long(s - kOpen) / 2;
          of == month || (s < kOpen && path == "/calendar/"))
        sales += sale_card(s);
    for (const long m : {month - 12, month - 1, month + 1, month + 2, month + 12})
      months += fmt::format("<a class=\"month-nav__link\" href=\"/calendar/{0}/{1:02}/\">{0}/{1:02}</a>",
                            m / 12, m % 12 + 1);
    const std::string title = fmt::format("Sales calendar {}/{:02}", month / 12, month % 12 + 1);
    return frame(
        title, "calendar",
        fmt::format(
            "<h1 class=\"page__title\">{}</h1><nav class=\"month-nav\">{}</nav><div class=\"sales\">{}</div>",
            title, months, sales.empty() ? "<p class=\"notice\">No sales.</p>" : sales));
  }
  std::optional<std::string> results(const std::string& target) const {
    const size_t here = page_in(target);
    if (here >= (kClosed + 11) / 12) return {};
    std::string out = "<h1 class=\"page__title\">Results</h1><div class=\"sales\">";
    for (size_t s = here * 12; s < std::min<size_t>(kClosed, here * 12 + 12); ++s)
      out += sale_card(kOpen + s);
    return frame(fmt::format("Results, page {}", here + 1), "results",
                 out + "</div>" + pager("/results/?", here, (kClosed + 11) / 12));
  }

  // Ways from a lot: neighbours in the sale, artist, seller, what hangs below it, and the sign-in that
  // bidding needs.
  std::string around(size_t i) const {
    const Lot& lot = lots_[i];
    Dice dice(seed_, "around", i);
    const auto& in = by_sale_[lot.sale];
    const size_t at = size_t(std::find(in.begin(), in.end(), i) - in.begin());
    std::string out = "<nav class=\"lot-nav\">";
    if (at) out += link(lot_path(in[at - 1]), "Previous lot");
    out += link(sale_path(lot.sale), "Back to the sale");
    if (at + 1 < in.size()) out += link(lot_path(in[at + 1]), "Next lot");
    out += "</nav><ul class=\"lot-actions\">";
    if (lot.condition) out += item(lot_path(i) + "condition/", "Condition report");
    if (!lot.bidders.empty()) out += item(lot_path(i) + "bids/", "Bids");
    out += item("/account/sign-in/?next=" + lot_path(i), "Place a bid");
    out += item(fmt::format("/seller/{}/", slug(person("seller", lot.seller))), "Seller") + "</ul>";
    if (lot.artist < kArtists)
      out +=
          "<p class=\"lot-artist\">" + link(artist_path(lot.artist), person("artist", lot.artist)) + "</p>";
    if (dice.chance(0.8)) {
      out +=
          "<section class=\"carousel\"><h2 class=\"carousel__title\">More from this sale</h2><div class=\"carousel__track\">";
      for (uint32_t k = 2 + dice.below(5); k > 0; --k)
        out += lot_card(in[dice.below(uint32_t(in.size()))], "carousel");
      out += "</div></section>";
    }
    if (dice.chance(0.25)) {
      out += "<section class=\"teasers\"><h2 class=\"teasers__title\">Stories</h2>";
      for (uint32_t k = 1 + dice.below(3); k > 0; --k) out += story_card(dice.below(kStories));
      out += "</section>";
    }
    if (dice.chance(0.2)) {
      const size_t n = dice.below(kItems);
      out += "<p class=\"promo\">Buy now: " + link(item_path(n), item_title(n)) + "</p>";
    }
    return out;
  }
  static std::string gallery(Dice& dice, uint32_t most) {
    std::string out =
        "<div class=\"media-gallery\"><img class=\"media-gallery__image\" src=\"/big.jpg\" alt=\"\">";
    if (dice.chance(0.7)) {
      out += "<ul class=\"media-gallery__thumbs\">";
      for (uint32_t k = dice.below(most) + 1; k > 0; --k)
        out += "<li class=\"media-gallery__thumb\"><img src=\"/t.jpg\" alt=\"\"></li>";
      out += "</ul>";
    }
    return out + "</div>";
  }
  static std::string specs(Dice& dice, uint32_t most) {
    constexpr const char* kNames[] = {"Height", "Width", "Depth", "Date", "Medium", "Origin", "Signed"};
    std::string out = "<dl class=\"spec-list\">";
    for (uint32_t k = 0, n = dice.below(most) + 2; k < n; ++k)
      out += fmt::format("<dt class=\"spec-list__name\">{}</dt><dd class=\"spec-list__value\">{}</dd>",
                         kNames[(k + n) % 7], k % 2 ? words_of(dice, 2) : std::to_string(dice.below(200)));
    return out + "</dl>";
  }
  static std::string accordion(const std::string& head, const std::string& body) {
    return fmt::format(
        "<section class=\"accordion\"><h2 class=\"accordion__head\">{}</h2><div class=\"accordion__body\">{}</div></section>",
        head, body);
  }
  static std::string prose(Dice& dice, uint32_t least, uint32_t more) {
    std::string out;
    for (uint32_t k = least + dice.below(more); k > 0; --k)
      out += "<p class=\"prose__text\">" + sentences(dice, 1 + dice.below(4)) + "</p>";
    return out;
  }
  static std::string lines(Dice& dice, uint32_t more) {
    std::string out = "<ul class=\"prose__list\">";
    for (uint32_t k = dice.below(more) + 1; k > 0; --k)
      out += fmt::format("<li>{}, {}</li>", words_of(dice, 3 + dice.below(4)), 1780 + dice.below(240));
    return out + "</ul>";
  }
  std::string lot_page(size_t i) const {
    const Lot& lot = lots_[i];
    Dice dice(seed_, "lot page", i);
    const std::string title = fmt::format("Lot {}: {}", lot.number, lot.title);
    if (!real_details.empty()) return with_links(real_details[i % real_details.size()], title, around(i));
    std::string out = fmt::format(
        "<div class=\"lot-detail\"><p class=\"breadcrumb\">{}</p>{}<div class=\"lot-detail__head\"><span class=\"lot-detail__number\">Lot {}</span>",
        link(sale_path(lot.sale), sale_title(lot.sale)), gallery(dice, 9), lot.number);
    if (lot.artist < kArtists)
      out += fmt::format("<h2 class=\"lot-detail__artist\">{}</h2>", person("artist", lot.artist));
    out += fmt::format("<h1 class=\"lot-detail__title\">{}</h1></div><div class=\"bid-box\">", lot.title);
    out += fmt::format("<p class=\"bid-box__estimate\">{}</p>", estimate(i));
    if (!lot.bidders.empty())
      out += fmt::format("<p class=\"bid-box__current\">Current bid <strong>EUR {}</strong> ({} bids)</p>",
                         (dice.below(80) + 1) * 50, lot.bidders.size());
    else
      out += fmt::format("<p class=\"bid-box__opening\">Opening bid EUR {}</p>", (dice.below(20) + 1) * 50);
    if (dice.chance(0.6))
      out +=
          fmt::format("<p class=\"bid-box__timer\">Closes in {} d {} h</p>", dice.below(20), dice.below(24));
    if (dice.chance(0.3)) out += "<p class=\"bid-box__note\">No reserve</p>";
    out += "<button class=\"button button--primary\">Place a bid</button></div>";
    if (dice.chance(0.85)) out += specs(dice, 6);
    out += accordion("Lot description", prose(dice, 1, 5));
    if (dice.chance(0.6)) out += accordion("Provenance", lines(dice, 7));
    if (dice.chance(0.3)) out += accordion("Exhibited", lines(dice, 5));
    if (dice.chance(0.3)) out += accordion("Literature", lines(dice, 9));
    if (dice.chance(0.4)) out += accordion("Footnotes", prose(dice, 1, dice.chance(0.2) ? 14 : 4));
    if (lot.condition && dice.chance(0.7)) out += accordion("Condition", prose(dice, 1, 1));
    if (dice.chance(0.5)) out += accordion("Shipping", "<p>" + words_of(dice, 8) + "</p>");
    if (dice.chance(0.1)) out += "<div class=\"video\"><video src=\"/v.mp4\"></video></div>";
    if (dice.chance(0.35)) {
      const std::string word = kMaterial[dice.below(12)];
      out += fmt::format(
          "<p class=\"tags\"><a class=\"tags__tag\" href=\"/search/?q={0}&tab=lots\">{0}</a></p>", word);
    }
    if (dice.chance(0.2)) {
      out += "<section class=\"questions\"><h2 class=\"questions__title\">Questions</h2>";
      for (uint32_t k = dice.below(10) + 1; k > 0; --k) out += question(dice);
      out += "</section>";
    }
    return frame(title, "lot", out + around(i) + "</div>");
  }
  std::string question(Dice& dice) const {
    const size_t m = dice.below(kMembers);
    return fmt::format(
        "<div class=\"comment\"><a class=\"comment__by\" href=\"/member/{}/\">{}</a><p class=\"comment__text\">{}</p></div>",
        m, person("member", m), sentences(dice, 1));
  }
  std::string lot_head(size_t i, const std::string& what) const {
    return fmt::format(
        "<p class=\"breadcrumb\">{}</p><div class=\"lot-summary\"><img class=\"lot-summary__image\" src=\"/t.jpg\"><span class=\"lot-summary__number\">Lot {}</span><h1 class=\"lot-summary__title\">{}: {}</h1></div>",
        link(lot_path(i), "Back to the lot"), lots_[i].number, what, lots_[i].title);
  }
  std::optional<std::string> condition(size_t i) const {
    if (!lots_[i].condition) return {};
    Dice dice(seed_, "condition", i);
    const size_t expert = dice.below(kSpecialists);
    std::string out = lot_head(i, "Condition report") + specs(dice, 3) + prose(dice, 1, 4);
    if (dice.chance(0.6)) out += gallery(dice, 12);
    if (dice.chance(0.5)) {
      out += "<table class=\"grade-table\">";
      for (const char* part : {"Surface", "Frame", "Colour"})
        out += fmt::format("<tr><td>{}</td><td>{}</td></tr>", part, words_of(dice, 2));
      out += "</table>";
    }
    return frame("Condition report: " + lots_[i].title, "condition",
                 out + link(fmt::format("/specialist/{}/", expert), person("specialist", expert)));
  }
  std::optional<std::string> bids(size_t i) const {
    if (lots_[i].bidders.empty()) return {};
    Dice dice(seed_, "bids", i);
    std::string out = lot_head(i, "Bids") + "<table class=\"bid-table\">";
    size_t price = 50;
    for (const size_t m : lots_[i].bidders)
      out += fmt::format("<tr class=\"bid-table__row\"><td>{}</td><td>EUR {}</td><td>{} May</td></tr>",
                         link(fmt::format("/member/{}/", m), person("member", m)),
                         price += (dice.below(9) + 1) * 50, dice.below(28) + 1);
    return frame("Bids: " + lots_[i].title, "bids", out + "</table>");
  }

  std::optional<std::string> artists(const std::string& target) const {
    const std::string letter = parameter(target, "letter");
    std::string out = "<h1 class=\"page__title\">Artists</h1><nav class=\"letters\">", rows;
    for (const char* l : {"A", "B", "C", "D", "E", "F", "G", "H"})
      out += link(fmt::format("/artists/?letter={}", l), l) + " ";
    for (size_t a = 0; a < kArtists; ++a)
      if (const std::string who = person("artist", a); who.starts_with(letter))
        rows += item(artist_path(a), who);
    if (letter.size() != 1 || rows.empty()) return {};
    return frame("Artists " + letter, "artists", out + "</nav><ul class=\"name-list\">" + rows + "</ul>");
  }
  std::optional<std::string> artist(const std::string& path) const {
    const size_t slash = path.find('/', 8), dash = path.rfind('-', slash);
    const auto id = slash == std::string::npos || dash == std::string::npos
                        ? std::nullopt
                        : number_in(path.substr(dash + 1, slash - dash - 1), "");
    if (!id || *id < 700 || *id - 700 >= kArtists || !path.starts_with(artist_path(*id - 700))) return {};
    const size_t a = *id - 700;
    const std::string tab = path.substr(artist_path(a).size()), who = person("artist", a);
    Dice dice(seed_, "artist page", a);
    std::string out = fmt::format(
        "<div class=\"profile\"><h1 class=\"profile__name\">{}</h1><p class=\"profile__dates\">{} - {}</p><ul class=\"tabs\"><li class=\"tabs__tab\">{}</li><li class=\"tabs__tab\">{}</li></ul></div>",
        who, 1700 + dice.below(80), 1800 + dice.below(90), link(artist_path(a), "About"),
        link(artist_path(a) + "results/", "Past results"));
    if (tab == "results/") {
      out += "<table class=\"result-table\">";
      for (uint32_t k = dice.below(16) + 2; k > 0; --k)
        out += "<tr class=\"result-table__row\">" + any_record(dice) + "</tr>";
      return frame("Past results of " + who, "artist", out + "</table>");
    }
    if (!tab.empty()) return {};
    if (dice.chance(0.6)) out += gallery(dice, 3);
    out += prose(dice, 1, 5);
    if (dice.chance(0.3)) out += accordion("Exhibited", lines(dice, 8));
    if (!by_artist_[a].empty()) out += "<section class=\"carousel\"><h2 class=\"carousel__title\">Lots</h2>";
    for (const size_t i : by_artist_[a]) out += lot_card(i);
    if (!by_artist_[a].empty()) out += "</section>";
    if (dice.chance(0.4)) {
      const size_t other = dice.below(kArtists);
      out += "<p class=\"profile__see\">" + link(artist_path(other), person("artist", other)) + "</p>";
    }
    return frame(who, "artist", out);
  }
  std::optional<std::string> seller(const std::string& target) const {
    const std::string path = path_of(target);
    for (size_t s = 0; s < kSellers; ++s) {
      const std::string root = fmt::format("/seller/{}/", slug(person("seller", s)));
      if (!path.starts_with(root)) continue;
      const std::string tab = path.substr(root.size());
      Dice dice(seed_, "seller page", s);
      std::string out = fmt::format(
          "<div class=\"profile profile--seller\"><h1 class=\"profile__name\">{}</h1><p class=\"profile__score\">{} % positive</p><ul class=\"tabs\"><li class=\"tabs__tab\">{}</li><li class=\"tabs__tab\">{}</li></ul></div>",
          person("seller", s), 80 + dice.below(20), link(root + "lots/", "Lots"),
          link(root + "feedback/", "Feedback"));
      if (tab == "lots/") {
        const auto grid = lot_grid(by_seller_[s], target, "");
        return grid ? std::optional(frame("Lots of " + person("seller", s), "seller", out + *grid))
                    : std::nullopt;
      }
      if (!tab.empty() && tab != "feedback/") return {};
      if (tab.empty()) out += prose(dice, 1, 3);
      for (uint32_t k = tab.empty() ? 3 : dice.below(25) + 4; k > 0; --k) out += question(dice);
      return frame(person("seller", s) + (tab.empty() ? "" : ": feedback"), "seller", out);
    }
    return {};
  }
  std::string member(size_t m) const {
    Dice dice(seed_, "member page", m);
    std::string out = fmt::format(
        "<div class=\"profile profile--member\"><h1 class=\"profile__name\">{} ({})</h1><p class=\"profile__since\">Member since {}</p></div>",
        person("member", m), m, 2005 + dice.below(20));
    if (dice.chance(0.5)) out += "<p class=\"badge\">" + words_of(dice, 2) + "</p>";
    if (!by_member_[m].empty()) {
      out += "<h2 class=\"profile__sub\">Bids on</h2><ul class=\"bid-list\">";
      for (const size_t i : by_member_[m]) out += item(lot_path(i) + "?ref=member", lots_[i].title);
      out += "</ul>";
    }
    for (uint32_t k = dice.below(6); k > 0; --k) out += question(dice);
    return frame(fmt::format("{} ({})", person("member", m), m), "member", out);
  }
  std::optional<std::string> department(const std::string& target) const {
    for (size_t d = 0; d < kDepartments; ++d) {
      const std::string path = path_of(target);
      if (path != department_path(d) && path != department_path(d) + "lots/") continue;
      Dice dice(seed_, "department", d);
      const std::string title = fmt::format("<h1 class=\"page__title\">{}</h1>", kDepartment[d]);
      if (path != department_path(d)) {
        std::vector<size_t> lots;
        for (size_t s = d; s < kOpen; s += kDepartments)
          lots.insert(lots.end(), by_sale_[s].begin(), by_sale_[s].end());
        const auto grid = lot_grid(lots, target, "");
        return grid ? std::optional(
                          frame(fmt::format("Lots in {}", kDepartment[d]), "department", title + *grid))
                    : std::nullopt;
      }
      std::string out =
          title + prose(dice, 2, 3) + link(path + "lots/", "All lots") + "<div class=\"sales\">";
      for (size_t s = d; s < kOpen + 60; s += kDepartments) out += sale_card(s);
      out += "</div><ul class=\"people\">";
      for (size_t n = d; n < kSpecialists; n += kDepartments)
        out += item(fmt::format("/specialist/{}/", n), person("specialist", n));
      return frame(kDepartment[d], "department", out + "</ul>");
    }
    return {};
  }
  std::string specialist(size_t n) const {
    Dice dice(seed_, "specialist page", n);
    const size_t s = dice.below(kOpen);
    return frame(
        person("specialist", n), "specialist",
        fmt::format(
            "<div class=\"profile profile--staff\"><img class=\"profile__image\" src=\"/p.jpg\"><h1 class=\"profile__name\">{}</h1><p class=\"profile__role\">{}</p>{}</div>{}",
            person("specialist", n), words_of(dice, 2), prose(dice, 1, 4), sale_card(s)));
  }
  // Things at a fixed price: parts of a lot's page, but a basket in place of the bids.
  std::optional<std::string> buy_now(const std::string& target) const {
    const std::string path = path_of(target);
    if (path == "/buy-now/") {
      const size_t here = page_in(target), pages = (kItems + 23) / 24;
      if (here >= pages) return {};
      std::string out = "<h1 class=\"page__title\">Buy now</h1><div class=\"item-grid\">";
      for (size_t n = here * 24; n < std::min<size_t>(kItems, here * 24 + 24); ++n)
        out += fmt::format(
            "<article class=\"item-card\"><img class=\"item-card__image\" src=\"/b/{}.jpg\"><h3 class=\"item-card__title\">{}</h3></article>",
            n, link(item_path(n), item_title(n)));
      return frame(fmt::format("Buy now, page {}", here + 1), "shop",
                   out + "</div>" + pager("/buy-now/?", here, pages));
    }
    const auto id = number_in(path.substr(path.rfind('-') + 1), "", "/");
    if (!id || *id < 5000 || *id - 5000 >= kItems || path != item_path(*id - 5000)) return {};
    const size_t n = *id - 5000, a = Dice(seed_, "made by", n).below(kArtists);
    Dice dice(seed_, "item page", n);
    std::string ours = fmt::format("<p class=\"item-detail__artist\">{}</p><section class=\"carousel\">",
                                   link(artist_path(a), person("artist", a)));
    for (size_t k = 1; k < 5; ++k)
      ours += link(item_path((n + k * 41) % kItems), item_title((n + k * 41) % kItems)) + " ";
    ours += "</section>";
    if (dice.chance(0.3)) ours += lot_card(dice.below(kLots));
    if (!real_decoys.empty()) return with_links(real_decoys[n % real_decoys.size()], item_title(n), ours);
    std::string out = fmt::format(
        "<div class=\"item-detail\"><p class=\"breadcrumb\">{}</p>{}<h1 class=\"item-detail__title\">{}</h1><div class=\"buy-box\"><p class=\"buy-box__price\">EUR {}</p>"
        "<button class=\"button button--primary\">Add to basket</button><p class=\"buy-box__note\">{}</p></div>",
        link("/buy-now/", "Buy now"), gallery(dice, 6), item_title(n), dice.below(9000) + 90,
        dice.chance(0.5) ? "Ships in 5 days" : "Collect in our rooms");
    if (dice.chance(0.85)) out += specs(dice, 5);
    out += accordion("Description", prose(dice, 1, 3));
    if (dice.chance(0.3)) out += accordion("Provenance", lines(dice, 3));
    if (dice.chance(0.6)) out += accordion("Returns", "<p>" + words_of(dice, 9) + "</p>");
    return frame(item_title(n) + " to buy", "shop", out + ours + "</div>");
  }
  std::optional<std::string> stories(const std::string& target) const {
    const std::string path = path_of(target);
    if (path == "/stories/") {
      const size_t here = page_in(target), pages = (kStories + 14) / 15;
      if (here >= pages) return {};
      std::string out = "<h1 class=\"page__title\">Stories</h1><section class=\"teasers\">";
      for (size_t n = here * 15; n < std::min<size_t>(kStories, here * 15 + 15); ++n) out += story_card(n);
      return frame(fmt::format("Stories, page {}", here + 1), "stories",
                   out + "</section>" + pager("/stories/?", here, pages));
    }
    const auto n = number_in(path.substr(path.rfind('-') + 1), "", "/");
    if (!n || *n >= kStories || path != story_path(*n)) return {};
    Dice dice(seed_, "story", *n);
    std::string out = fmt::format(
        "<article class=\"story\"><h1 class=\"story__title\">{}</h1><p class=\"story__by\">{}</p>",
        story_title(*n), person("writer", *n % 30));
    for (uint32_t k = dice.below(8) + 2; k > 0; --k) {
      out += "<p class=\"prose__text\">" + sentences(dice, 3) + "</p>";
      if (dice.chance(0.25)) out += "<figure class=\"story__figure\"><img src=\"/f.jpg\"></figure>";
      if (dice.chance(0.15)) out += lot_card(dice.below(kLots));
      if (dice.chance(0.1)) out += link(artist_path(dice.below(kArtists)), "The artist");
    }
    // Stories outlive the lots that they tell of.
    if (dice.chance(0.15))
      out += link(fmt::format("/auction/{}/lot/{}/", 20000 + dice.below(900), dice.below(90)), "See the lot");
    out += "</article><section class=\"teasers\">";
    for (size_t k = 1; k < 5; ++k) out += story_card((*n + k * 31) % kStories);
    return frame(story_title(*n), "story", out + "</section>");
  }
  static std::string help_title(size_t n) {
    constexpr const char* kTitles[] = {"How to bid", "How to sell", "Shipping",
                                       "Terms",      "Privacy",     "Contact"};
    return n < 6 ? kTitles[n] : fmt::format("Question {}", n);
  }
  std::string help(size_t n) const {
    Dice dice(seed_, "help", n);
    std::string out = fmt::format("<div class=\"help\"><h1 class=\"help__title\">{}</h1>", help_title(n));
    for (uint32_t k = dice.below(6) + 1; k > 0; --k) out += accordion(words_of(dice, 4), prose(dice, 1, 2));
    for (size_t k = 1; k < 4; ++k)
      out +=
          link(fmt::format("/help/{}/", (n * 3 + k * 7) % kHelp), help_title((n * 3 + k * 7) % kHelp)) + " ";
    return frame(help_title(n), "help", out + "</div>");
  }
  std::optional<std::string> search(const std::string& target) const {
    const std::string word = parameter(target, "q"), tab = parameter(target, "tab");
    if (word.empty()) return {};
    std::string out = fmt::format("<h1 class=\"page__title\">Results for {}</h1><ul class=\"tabs\">", word);
    for (const char* other : {"lots", "stories", "archive"})
      out +=
          fmt::format("<li class=\"tabs__tab\"><a href=\"/search/?q={0}&tab={1}\">{1}</a></li>", word, other);
    out += "</ul>";
    Dice dice(seed_, word + tab);
    if (tab == "stories" || tab == "archive") {
      out += "<table class=\"result-table\">";
      for (int k = 0; k < 12; ++k)
        out += tab == "archive" ? "<tr>" + any_record(dice) + "</tr>"
                                : "<tr><td>" + story_card(dice.below(kStories)) + "</td></tr>";
      return frame(fmt::format("{} in {}", word, tab), "search", out + "</table>");
    }
    std::vector<size_t> lots;
    for (size_t i = 0; i < kLots; ++i)
      if (lots_[i].title.find(word) != std::string::npos) lots.push_back(i);
    const auto grid = lot_grid(lots, target, "search");
    return grid ? std::optional(frame("Search: " + word, "search", out + *grid)) : std::nullopt;
  }
  std::string sign_in() const {
    return frame(
        "Sign in", "account",
        "<form class=\"sign-in\"><h1 class=\"sign-in__title\">Sign in</h1><label class=\"field\">Mail<input class=\"field__input\" name=\"mail\"></label>"
        "<label class=\"field\">Password<input class=\"field__input\" name=\"word\"></label><button class=\"button\">Sign in</button></form>" +
            link("/help/0/", "How to bid"));
  }
  uint64_t seed_;
  std::vector<Lot> lots_;
  std::vector<std::vector<size_t>> by_sale_, by_artist_, by_seller_, by_member_;
  std::map<std::string, size_t> by_path_;
};

}  // namespace

std::unique_ptr<MadeSite> auctions_site(uint64_t seed) { return std::make_unique<Auctions>(seed); }

}  // namespace bench
