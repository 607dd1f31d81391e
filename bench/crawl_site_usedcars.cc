// A made-up site that is strictly held out: classified adverts of cars. See crawl_site.h. Wanted are the
// adverts of cars that are on sale. Adverts of motorcycles and parts and those of cars that are sold have the
// same kind of address (/offers/birch-delta-diesel-4f1c09ab72) and share parts of the page; classes are
// utilities and hashed names. Price guides, tests, models and comparisons speak of the same cars. Ways:
// search results with filters upon filters (which end after 20 pages, so that one has to go by make), dealers
// and their stock, similar cars; links from lists carry where they were clicked.
#include <map>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_prose.h"

namespace bench {
namespace {

class UsedCars : public MadeSite {
 public:
  explicit UsedCars(uint64_t seed)
      : seed_(seed),
        of_model_(kModels),
        of_dealer_(kDealers),
        sold_of_dealer_(kDealers),
        sold_of_model_(kModels) {
    for (size_t m = 0; m < kModels; ++m) lists_.push_back(model_path("lst", m));
    for (size_t o = 0; o < kOffers; ++o) {
      Dice dice(seed_, "offer", o);
      Offer it{dice.below(kModels),
               dice.below(5),
               dice.below(2),
               dice.below(8),
               dice.below(18) + 2006,
               dice.below(400) * 100 + 900,
               dice.below(220) * 1000 + 500,
               {},
               0};
      if (dice.chance(0.75)) it.dealer = dice.below(kDealers);
      it.parts = dice.below(8);
      if (o < kCars) of_model_[it.model].push_back(o);
      if (o < kParts && it.dealer) of_dealer_[*it.dealer].push_back(o);
      if (o >= kParts) {
        sold_of_model_[it.model].push_back(o);
        if (it.dealer) sold_of_dealer_[*it.dealer].push_back(o);
      }
      offers_.push_back(it);
      by_code_[code_of(o)] = o;
    }
  }
  std::string name() const override { return "usedcars"; }
  size_t details() const override { return kCars; }
  std::string detail_path(size_t n) const override { return offer_path(n); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const std::string path = path_of(target);
    const auto o = offer_of(path);
    return o && *o < kCars && path == offer_path(*o) ? o : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    auto out = made(target);
    if (out) name_address(*out, target.find("?source=") == std::string::npos ? target : path_of(target));
    return out;
  }

 private:
  std::optional<std::string> made(const std::string& target) const {
    const std::string path = path_of(target);
    if (path == "/") return home();
    if (path.starts_with("/offers/")) {
      const size_t end = path.find('/', 8);
      const auto o = offer_of(path.substr(0, end));
      if (!o) return {};
      if (end == std::string::npos) return offer(*o);
      if (*o < kCars && path.substr(end) == "/finance" && (offers_[*o].parts & 1)) return finance(*o);
      if (*o < kCars && path.substr(end) == "/valuation" && (offers_[*o].parts & 2)) return valuation(*o);
      return {};
    }
    if (path == "/lst" || path.starts_with("/lst/")) return results(path, target);
    if (path == "/motorcycles" || path == "/parts") return others(path, page_asked(target));
    if (path == "/contact") return contact(parameter(target, "offer"));
    if (path == "/compare-offers") return side_by_side(parameter(target, "ids"));
    if (path == "/dealers") return dealers(parameter(target, "region"), page_asked(target));
    if (path.starts_with("/dealers/")) return dealer_page(path, page_asked(target));
    if (path == "/price-guide" || path.starts_with("/price-guide/")) return guide(path);
    if (path.starts_with("/models/")) return model_page(path);
    if (path.starts_with("/compare/")) return comparison(path);
    if (path == "/magazine") return magazine(page_asked(target));
    if (const auto n = number_in(path, "/magazine/test-"); n && *n < kTests) return test(*n);
    if (const auto n = number_in(path, "/magazine/news-"); n && *n < kNews) return news(*n);
    if (const auto n = number_in(path, "/help/"); n && *n < 14) return help(*n);
    return {};
  }

  static constexpr size_t kCars = 1150, kBikes = 1480, kParts = 1900, kOffers = 2400, kMakes = 20,
                          kModels = 120, kDealers = 220, kTests = 280, kNews = 400, kRegions = 12,
                          kInList = 20;
  struct Offer {
    size_t model, fuel, gear, color, year, price, km;
    std::optional<size_t> dealer;
    uint32_t parts;  // which pages are below it
  };
  static constexpr std::string_view kMakeNames[] = {
      "Avanti", "Borealis", "Corsaro", "Dynamo", "Elektra", "Falcon", "Gemini", "Helios", "Icarus", "Jupiter",
      "Karat",  "Lumen",    "Meteor",  "Nimbus", "Orbis",   "Pulsar", "Quasar", "Rondo",  "Stella", "Titan"};
  static constexpr std::string_view kModelNames[] = {"One", "Tourer", "Sport", "Cross", "Van", "Coupe"};
  static constexpr std::string_view kFuels[] = {"petrol", "diesel", "electric", "hybrid", "gas"};
  static constexpr std::string_view kGears[] = {"manual", "automatic"};
  static constexpr std::string_view kColors[] = {"black", "white", "silver", "blue",
                                                 "red",   "green", "grey",   "brown"};
  static constexpr std::string_view kPartNames[] = {"winter tyres", "alloy wheels", "tow bar", "roof rack",
                                                    "headlight",    "bumper",       "gearbox", "starter",
                                                    "radio",        "mirror",       "exhaust", "seat covers"};
  static constexpr std::string_view kEquipment[] = {
      "air conditioning", "heated seats",  "cruise control",   "parking sensors", "camera",
      "leather seats",    "panorama roof", "head-up display",  "lane assistant",  "isofix",
      "alarm system",     "tow bar",       "roof rails",       "navigation",      "bluetooth",
      "digital radio",    "sound system",  "electric windows", "sport seats",     "rain sensor",
      "xenon light",      "led light",     "alloy wheels",     "winter tyres",    "start-stop",
      "traction control", "side airbags",  "central locking",  "touch screen",    "voice control"};
  static constexpr std::string_view kTalk[] = {
      "car",      "engine",    "first",     "owner",       "service", "history",    "full",     "tyres",
      "new",      "brakes",    "condition", "very",        "good",    "garage",     "kept",     "no",
      "accident", "the",       "and",       "with",        "is",      "for",        "sale",     "because",
      "family",   "drive",     "smooth",    "inspection",  "done",    "seats",      "clean",    "scratch",
      "small",    "dent",      "door",      "price",       "fixed",   "negotiable", "call",     "evening",
      "test",     "possible",  "delivery",  "warranty",    "months",  "exchange",   "import",   "original",
      "keys",     "documents", "complete",  "consumption", "low",     "city",       "motorway", "comfortable",
      "space",    "boot",      "reliable",  "paint"};
  static constexpr std::string_view kBasic[] = {
      "Body type", "Type", "Drivetrain", "Seats", "Doors", "Country version", "Offer number"};
  static constexpr std::string_view kHistory[] = {
      "Mileage",      "First registration", "Production year",      "General inspection",
      "Last service", "Previous owners",    "Full service history", "Non-smoker vehicle"};
  static constexpr std::string_view kTechnical[] = {"Power", "Gearbox",   "Engine size",
                                                    "Gears", "Cylinders", "Empty weight"};
  static constexpr std::string_view kEnergy[] = {"Fuel type",      "Consumption",       "CO2 emissions",
                                                 "Emission class", "Emissions sticker", "Range"};

  // Component names with a hash behind them, as bundlers write them.
  std::string c(std::string_view name) const {
    uint64_t hash = mix(seed_, gleaner::stable_hash(name));
    std::string out = std::string(name) + "__";
    for (int i = 0; i < 5; ++i, hash /= 62)
      out += "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"[hash % 62];
    return out;
  }
  std::string code_of(size_t o) const {
    return fmt::format("{:010x}", mix(mix(seed_, 77), o) & 0xffffffffff);
  }
  static std::string make_slug(size_t make) { return slug_of(kMakeNames[make]); }
  static std::string model_slug(size_t model) { return slug_of(kModelNames[model % 6]); }
  static std::string model_name(size_t model) {
    return std::string(kMakeNames[model / 6]) + " " + std::string(kModelNames[model % 6]);
  }
  static std::string model_path(const char* root, size_t model) {
    return fmt::format("/{}/{}/{}", root, make_slug(model / 6), model_slug(model));
  }
  static std::string dealer_name(size_t d) {
    return capital(std::string(kWords[d % 24])) + (d / 24 % 2 ? " Motors " : " Cars ") +
           capital(std::string(kWords[(d / 24 * 5 + d) % 24]));
  }
  static std::string dealer_path(size_t d) {
    return fmt::format("/dealers/{}-{}", slug_of(dealer_name(d)), d);
  }
  std::string title_of(size_t o) const {
    const Offer& it = offers_[o];
    Dice dice(seed_, "title", o);
    if (o >= kBikes && o < kParts)
      return capital(std::string(pick(dice, kPartNames))) + " for " + model_name(it.model);
    if (o >= kCars && o < kParts)
      return fmt::format("{} R {}", kMakeNames[it.model / 6], dice.below(10) * 100 + 125);
    std::string out = fmt::format("{} {}.{}", model_name(it.model), dice.below(3) + 1, dice.below(10));
    for (uint32_t i = dice.below(4); i > 0; --i) out += " " + capital(std::string(pick(dice, kEquipment)));
    return out;
  }
  std::string offer_path(size_t o) const {
    const Offer& it = offers_[o];
    std::string words = title_of(o);
    if (o < kCars || o >= kParts) words += fmt::format(" {} {}", kFuels[it.fuel], kColors[it.color]);
    return fmt::format("/offers/{}-{}", slug_of(words), code_of(o));
  }
  std::optional<size_t> offer_of(const std::string& path) const {
    if (!path.starts_with("/offers/")) return {};
    const auto found = by_code_.find(path.substr(path.rfind('-') + 1));
    return found != by_code_.end() && offer_path(found->second) == path ? std::optional(found->second)
                                                                        : std::nullopt;
  }
  static std::string money(size_t euros) {
    return euros < 1000 ? fmt::format("€ {}", euros) : fmt::format("€ {},{:03}", euros / 1000, euros % 1000);
  }
  std::string box(const std::string& head, const std::string& inner) const {
    return fmt::format(
        "<section class=\"rounded-lg bg-white p-4 mb-6\"><h2 class=\"text-xl font-bold mb-4\">{}</h2><div class=\"{}\">{}</div></section>",
        head, c("Section_body"), inner);
  }
  std::string frame(const std::string& title, const std::string& main) const {
    const auto nav = [&](const char* href, const char* text) {
      return fmt::format("<a class=\"{} px-3 py-2 hover:underline\" href=\"{}\">{}</a>", c("Nav_link"), href,
                         text);
    };
    return fmt::format(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charSet=\"utf-8\"/><title>{0} | Kestrel Cars</title></head><body class=\"font-sans antialiased\"><div id=\"__next\"><header class=\"{1} sticky top-0 flex items-center justify-between\">{2}<nav class=\"hidden md:flex\">{3}</nav>"
        "<button class=\"{4} rounded-full\">Sell</button></header><main class=\"container mx-auto max-w-6xl\">{5}</main><footer class=\"{6} grid grid-cols-4 gap-4\">{7}</footer></div></body></html>",
        title, c("Header_root"), link("/", "<svg viewBox=\"0 0 24 24\"></svg>"),
        nav("/lst", "Cars") + nav("/motorcycles", "Motorcycles") + nav("/parts", "Parts") +
            nav("/dealers", "Dealers") + nav("/price-guide", "Values") + nav("/magazine", "Magazine"),
        c("Button_root"), main, c("Footer_root"),
        nav("/help/0", "Help") + nav("/help/1", "Imprint") + nav("/help/2", "Privacy") +
            nav("/help/3", "Jobs"));
  }
  std::string card(size_t o, const std::string& query = "") const {
    const Offer& it = offers_[o];
    std::string tags;
    if (o < kCars)
      tags = fmt::format(
          "<span class=\"{0}\">{1} km</span><span class=\"{0}\">{2}</span><span class=\"{0}\">{3}</span>",
          c("Pill_text"), it.km, it.year, kFuels[it.fuel]);
    return fmt::format(
        "<article class=\"{} flex gap-4 border-b\"><img loading=\"lazy\" src=\"/img/{}_s.webp\"/><div class=\"flex flex-col\"><a class=\"{}\" href=\"{}{}\"><h2>{}</h2></a><p class=\"text-lg font-bold\">{}</p><div class=\"flex gap-2\">{}</div></div></article>",
        c("ListItem_article"), code_of(o), c("ListItem_title"), offer_path(o), query, title_of(o),
        money(it.price), tags);
  }
  std::string home() const {
    Dice dice(seed_, "home");
    std::string makes, cars, tests;
    for (size_t m = 0; m < kMakes; ++m)
      makes += link("/lst/" + make_slug(m), std::string(kMakeNames[m])) + " ";
    for (int i = 0; i < 6; ++i)
      cars += card(dice.below(kCars), "?source=homepage_last-seen&position=" + std::to_string(i + 1));
    for (int i = 0; i < 6; ++i)
      tests += link(fmt::format("/magazine/test-{}", dice.below(kTests)), "Test") + " " +
               link(model_path("models", dice.below(kModels)), "Model") + " ";
    return frame(
        "Home",
        fmt::format(
            "<div class=\"{}\"><h1 class=\"text-4xl\">Find your next car</h1></div><div class=\"grid grid-cols-5\">{}</div>",
            c("Stage_root"), makes) +
            box("For you", cars) + box("Magazine", tests));
  }

  // --- search ---
  struct Query {
    std::string path, fuel, gear, color, price, sort;
    size_t page = 0;
    size_t filters() const {
      return size_t(!fuel.empty()) + size_t(!gear.empty()) + size_t(!color.empty()) + size_t(!price.empty());
    }
    std::string address() const {
      std::string out;
      const auto add = [&](std::string_view key, const std::string& value) {
        if (!value.empty()) out += fmt::format("{}{}={}", out.empty() ? '?' : '&', key, value);
      };
      add("fuel", fuel), add("gear", gear), add("color", color), add("priceto", price), add("sort", sort),
          add("page", page ? std::to_string(page + 1) : "");
      return path + out;
    }
  };
  bool fits(size_t o, const Query& query) const {
    const Offer& it = offers_[o];
    const std::string& own = lists_[it.model];
    return (query.path == "/lst" || own == query.path || own.starts_with(query.path + "/")) &&
           (query.fuel.empty() || kFuels[it.fuel] == query.fuel) &&
           (query.gear.empty() || kGears[it.gear] == query.gear) &&
           (query.color.empty() || kColors[it.color] == query.color) &&
           (query.price.empty() || it.price <= size_t(std::atoi(query.price.c_str())));
  }
  std::optional<std::string> results(const std::string& path, const std::string& target) const {
    const Query query{path,
                      parameter(target, "fuel"),
                      parameter(target, "gear"),
                      parameter(target, "color"),
                      parameter(target, "priceto"),
                      parameter(target, "sort"),
                      page_asked(target)};
    std::vector<size_t> all;
    for (size_t i = 0; i < kCars; ++i)
      if (const size_t o = i * 377 % kCars; fits(o, query)) all.push_back(o);
    if (all.empty()) return {};
    if (query.sort == "price") std::ranges::stable_sort(all, {}, [&](size_t o) { return offers_[o].price; });
    if (query.sort == "age")
      std::ranges::stable_sort(all, {}, [&](size_t o) { return 3000 - offers_[o].year; });
    const size_t pages = std::min<size_t>((all.size() + kInList - 1) / kInList, 20);
    if (query.page >= pages) return {};
    std::string rows, facets;
    for (size_t i = query.page * kInList; i < std::min(all.size(), query.page * kInList + kInList); ++i)
      rows += card(all[i], fmt::format("?source=list&position={}", i % kInList + 1));
    const auto facet = [&](std::string Query::* part, std::string_view value) {
      Query other = query;
      other.*part = std::string(value), other.page = 0;
      size_t hits = 0;
      for (const size_t o : all) hits += fits(o, other);
      // What finds nothing is not offered, nor is a fourth filter.
      if ((query.*part).empty() && hits && (part == &Query::sort || query.filters() < 3))
        facets += fmt::format("<a class=\"{} text-sm\" href=\"{}\">{} ({})</a>", c("Facet_link"),
                              other.address(), value, hits);
    };
    for (const auto value : kFuels) facet(&Query::fuel, value);
    for (const auto value : kGears) facet(&Query::gear, value);
    for (const auto value : kColors) facet(&Query::color, value);
    for (const char* value : {"5000", "10000", "20000", "30000"}) facet(&Query::price, value);
    for (const char* value : {"price", "age"}) facet(&Query::sort, value);
    if (std::ranges::count(path, '/') == 2)
      for (size_t m = 0; m < kModels; ++m)
        if (model_path("lst", m).starts_with(path + "/") && !of_model_[m].empty())
          facets += link(model_path("lst", m), model_name(m)) + " ";
    return frame(
        fmt::format("{} cars {} page {}", all.size(), slug_of(target), query.page + 1),
        fmt::format(
            "<h1 class=\"text-2xl\">{} used cars</h1><div class=\"grid grid-cols-4\"><aside class=\"{}\">{}</aside><div class=\"col-span-3\">{}</div></div><nav class=\"{}\">{}</nav>",
            all.size(), c("Filters_root"), facets, rows, c("Pagination_root"),
            pager_of(pages, query.page, [&](size_t n) {
              Query other = query;
              other.page = n;
              return other.address();
            })));
  }
  std::optional<std::string> others(const std::string& path, size_t here) const {
    const size_t from = path == "/parts" ? kBikes : kCars, to = path == "/parts" ? kParts : kBikes;
    if (here * kInList >= to - from) return {};
    std::string rows;
    for (size_t o = from + here * kInList; o < std::min(to, from + here * kInList + kInList); ++o)
      rows += card(o, fmt::format("?source=list&position={}", o % kInList + 1));
    return frame(fmt::format("{} {}", capital(path.substr(1)), here + 1),
                 fmt::format("<h1 class=\"text-2xl\">{}</h1>{}<nav class=\"{}\">{}</nav>",
                             capital(path.substr(1)), rows, c("Pagination_root"),
                             pager_of((to - from + kInList - 1) / kInList, here, [&](size_t n) {
                               return path + (n ? fmt::format("?page={}", n + 1) : "");
                             })));
  }

  // --- adverts ---
  std::string grid(Dice& dice, const char* head, Words labels, double share) const {
    std::string out;
    for (const auto label : labels)
      if (dice.chance(share))
        out += fmt::format("<dt class=\"{0}\">{1}</dt><dd class=\"{2}\">{3} {4}</dd>", c("DataGrid_label"),
                           label, c("DataGrid_value"), dice.below(300), phrase(dice, kTalk, 1));
    return out.empty() ? out : box(head, fmt::format("<dl class=\"{}\">{}</dl>", c("DataGrid_root"), out));
  }
  std::string gallery(Dice& dice, size_t o, uint32_t most) const {
    std::string out = fmt::format("<div class=\"{} relative\">", c("Gallery_root"));
    for (uint32_t i = dice.below(most) + 1; i > 0; --i)
      out += fmt::format("<picture><img class=\"object-cover\" src=\"/img/{}_{}.webp\"/></picture>",
                         code_of(o), i);
    return out + "</div>";
  }
  std::string seller(size_t o) const {
    Dice dice(seed_, "seller", o);
    const std::string ask =
        fmt::format("<a class=\"{} bg-blue-600\" href=\"/contact?offer={}\">Send a message</a>",
                    c("Button_root"), code_of(o));
    if (!offers_[o].dealer) return box("Private seller", "<p>" + capital(words_of(dice, 1)) + "</p>" + ask);
    const size_t d = *offers_[o].dealer;
    return box(
        "Dealer",
        fmt::format("<a class=\"font-bold\" href=\"{}\">{}</a><span class=\"{}\">{}.{}</span>{}",
                    dealer_path(d), dealer_name(d), c("Stars_root"), dice.below(2) + 3, dice.below(10), ask));
  }
  // Where an advert leads to: pages below it, model, guide, similar cars.
  std::string around(size_t o) const {
    const Offer& it = offers_[o];
    Dice dice(seed_, "around", o);
    std::string out = fmt::format("<ul class=\"{}\">", c("Links_list")), similar;
    if (o < kCars && (it.parts & 1)) out += item(offer_path(o) + "/finance", "Finance");
    if (o < kCars && (it.parts & 2)) out += item(offer_path(o) + "/valuation", "Is the price right?");
    const auto& same = of_model_[it.model];
    if (o < kCars && (it.parts & 4) && same.size() > 1) {
      const size_t other = same[dice.below(uint32_t(same.size()))];
      if (other != o)
        out += item(fmt::format("/compare-offers?ids={},{}", code_of(o), code_of(other)), "Compare");
    }
    out += item(model_path("lst", it.model), model_name(it.model)) +
           item(model_path("models", it.model), "About the model");
    if (dice.chance(0.5))
      out +=
          item(fmt::format("{}/{}", model_path("price-guide", it.model), 2010 + dice.below(7) * 2), "Values");
    if (dice.chance(0.01))
      out += item(fmt::format("/offers/{}-{:010x}", make_slug(it.model / 6), dice.next() & 0xffffffffff),
                  "Seen lately");
    out += "</ul>";
    if (!same.empty() && dice.chance(0.75))
      for (uint32_t i = dice.below(6) + 1; i > 0; --i)
        similar += card(dice.chance(0.8)   ? same[dice.below(uint32_t(same.size()))]
                        : dice.chance(0.8) ? dice.below(kCars)
                                           : kParts + dice.below(kOffers - kParts),
                        "?source=detail_recommendations");
    return out + (similar.empty() ? "" : box("Similar cars", similar));
  }
  std::string offer(size_t o) const {
    const auto& real = o < kCars ? real_details : real_decoys;
    if (!real.empty())
      return with_links(real[o % real.size()], title_of(o) + " " + code_of(o), seller(o) + around(o));
    Dice dice(seed_, "advert", o);
    return frame(title_of(o), (o < kCars    ? car(o, dice)
                               : o < kBikes ? bike(o, dice)
                               : o < kParts ? part(o, dice)
                                            : sold(o, dice)) +
                                  around(o));
  }
  std::string car(size_t o, Dice& dice) const {
    const Offer& it = offers_[o];
    std::string out =
        gallery(dice, o, dice.chance(0.3) ? 30 : 9) +
        fmt::format(
            "<div class=\"{}\"><h1 class=\"text-2xl font-bold\">{}</h1><span class=\"{} text-3xl\">{}</span>",
            c("StageTitle_root"), title_of(o), c("PriceInfo_price"), money(it.price));
    if (dice.chance(0.5))
      out += fmt::format("<p class=\"{}\">{}</p>", c("PriceLabel_root"),
                         std::string(dice.chance(0.5) ? "Fair price" : "Good price"));
    if (dice.chance(0.2)) out += fmt::format("<p class=\"line-through\">{}</p>", money(it.price + 700));
    if (dice.chance(0.35))
      out += fmt::format("<p class=\"{}\">from {} a month</p>", c("Leasing_teaser"), it.price / 60);
    out += fmt::format("</div><div class=\"{} grid grid-cols-3 gap-4\">", c("VehicleOverview_container"));
    const std::string tiles[][2] = {{"Mileage", fmt::format("{} km", it.km)},
                                    {"Gearbox", std::string(kGears[it.gear])},
                                    {"First registration", fmt::format("{}/{}", dice.below(12) + 1, it.year)},
                                    {"Fuel", std::string(kFuels[it.fuel])},
                                    {"Power", fmt::format("{} kW", dice.below(200) + 40)},
                                    {"Seller", it.dealer ? "Dealer" : "Private"}};
    for (const auto& tile : tiles)
      out += fmt::format("<div class=\"{}\"><svg></svg><div>{}</div><div class=\"font-bold\">{}</div></div>",
                         c("VehicleOverview_item"), tile[0], tile[1]);
    out += "</div>";
    if (dice.chance(0.25))
      out += fmt::format("<div class=\"{} bg-green-50\"><svg></svg>{} months warranty</div>",
                         c("Warranty_badge"), dice.below(3) * 12 + 12);
    out += grid(dice, "Basic data", kBasic, 0.7) + grid(dice, "Vehicle history", kHistory, 0.6) +
           grid(dice, "Technical data", kTechnical, 0.65);
    if (dice.chance(0.8)) out += grid(dice, "Energy", kEnergy, 0.6);
    if (dice.chance(0.85)) {
      std::string groups;
      for (const char* group : {"Comfort", "Media", "Safety", "Extras"})
        if (dice.chance(0.8)) {
          groups += fmt::format("<div class=\"{}\"><h3>{}</h3><ul class=\"list-disc\">", c("Equipment_group"),
                                group);
          for (uint32_t i = dice.below(12) + 1; i > 0; --i)
            groups += "<li>" + capital(std::string(pick(dice, kEquipment))) + "</li>";
          groups += "</ul></div>";
        }
      out += box("Equipment", groups);
    }
    out += box("Colour", fmt::format("<dl class=\"{}\"><dt>Colour</dt><dd>{}</dd></dl>", c("DataGrid_root"),
                                     kColors[it.color]));
    if (dice.chance(0.85)) {
      std::string text;
      for (uint32_t i = dice.below(dice.chance(0.3) ? 20 : 6) + 1; i > 0; --i)
        text += prose(dice, kTalk, 1 + dice.below(2)) + (dice.chance(0.5) ? "<br/>" : "<br/><br/>");
      out += box("Vehicle description", text);
    }
    return out + seller(o);
  }
  std::string bike(size_t o, Dice& dice) const {
    std::string out =
        gallery(dice, o, 6) +
        fmt::format("<h1 class=\"text-2xl font-bold\">{}</h1><span class=\"{} text-3xl\">{}</span>",
                    title_of(o), c("PriceInfo_price"), money(offers_[o].price / 3)) +
        fmt::format("<table class=\"{} w-full\">", c("BikeFacts_table"));
    for (const char* label :
         {"Displacement", "Seat height", "Licence", "Cylinders", "Stroke", "Owners", "Mileage"})
      if (dice.chance(0.7)) out += fmt::format("<tr><td>{}</td><td>{}</td></tr>", label, dice.below(1200));
    return out + "</table>" + box("About this motorcycle", paragraphs(dice, kTalk, 4)) + seller(o);
  }
  std::string part(size_t o, Dice& dice) const {
    std::string fitting;
    for (uint32_t i = dice.below(7) + 1; i > 0; --i)
      fitting += item(model_path("models", dice.below(kModels)),
                      fmt::format("{}-{}", 2004 + dice.below(8), 2013 + dice.below(9)));
    return fmt::format(
               "<div class=\"grid grid-cols-2\"><img src=\"/img/{}.webp\"/><div><h1 class=\"text-2xl font-bold\">{}</h1><span class=\"{}\">{}</span><p>{}, shipping € {}</p></div></div>",
               code_of(o), title_of(o), c("PriceInfo_price"), money(offers_[o].price / 20),
               std::string(dice.chance(0.5) ? "used" : "new"), dice.below(30)) +
           box("Description", "<p>" + prose(dice, kTalk, 1 + dice.below(3)) + "</p>") +
           box("Fits", "<ul>" + fitting + "</ul>") + seller(o);
  }
  // An advert that is over: what it was, and a form to be told of the like.
  std::string sold(size_t o, Dice& dice) const {
    return fmt::format(
               "<div class=\"{} bg-yellow-100 p-4\"><svg></svg><p>This car has been sold.</p></div><h1 class=\"text-2xl text-gray-500\">{}</h1><img class=\"grayscale\" src=\"/img/{}.webp\"/><ul class=\"flex\"><li>{}</li><li>{} km</li></ul>",
               c("Banner_root"), title_of(o), code_of(o), offers_[o].year, offers_[o].km) +
           box("Be told of cars like this",
               fmt::format(
                   "<form><input name=\"mail\"/><button class=\"{}\">Tell me</button></form><p>Sold after {} days.</p>",
                   c("Button_root"), dice.below(90) + 1));
  }
  std::string finance(size_t o) const {
    std::string rows;
    for (const size_t months : {12, 24, 36, 48, 60})
      rows += fmt::format("<tr><td>{} months</td><td>€ {}</td></tr>", months, offers_[o].price / months + 20);
    return frame("Finance " + title_of(o),
                 "<h1 class=\"text-2xl\">Finance</h1>" + card(o) +
                     box("Your rate", fmt::format("<input type=\"range\"/><table class=\"{}\">{}</table>",
                                                  c("Rates_table"), rows)));
  }
  std::string valuation(size_t o) const {
    Dice dice(seed_, "valuation", o);
    std::string near;
    for (const size_t other : of_model_[offers_[o].model])
      if (other != o && dice.chance(0.5)) near += card(other, "?source=valuation");
    return frame("Value of " + title_of(o),
                 "<h1 class=\"text-2xl\">Is the price right?</h1>" + card(o) +
                     box("Market", fmt::format("<svg class=\"{}\"></svg><p>{} to {}</p><p>{}</p>",
                                               c("Chart_root"), money(offers_[o].price * 9 / 10),
                                               money(offers_[o].price * 11 / 10), prose(dice, kTalk, 2))) +
                     box("Others on the market", near));
  }
  std::optional<std::string> contact(const std::string& code) const {
    const auto found = by_code_.find(code);
    if (found == by_code_.end()) return {};
    return frame("Message",
                 "<h1 class=\"text-2xl\">Write to the seller</h1>" + card(found->second) +
                     "<form><textarea></textarea><input name=\"mail\"/><input name=\"phone\"/></form>");
  }
  std::optional<std::string> side_by_side(const std::string& ids) const {
    const auto a = by_code_.find(ids.substr(0, ids.find(','))),
               b = by_code_.find(ids.substr(std::min(ids.size(), ids.find(',') + 1)));
    if (ids.find(',') == std::string::npos || a == by_code_.end() || b == by_code_.end() ||
        std::max(a->second, b->second) >= kCars)
      return {};
    std::string rows;
    const Offer &one = offers_[a->second], &two = offers_[b->second];
    rows += fmt::format(
        "<tr><td>Price</td><td>{}</td><td>{}</td></tr><tr><td>Mileage</td><td>{}</td><td>{}</td></tr><tr><td>Year</td><td>{}</td><td>{}</td></tr>",
        money(one.price), money(two.price), one.km, two.km, one.year, two.year);
    return frame(
        "Compare offers",
        fmt::format(
            "<h1 class=\"text-2xl\">Compare offers</h1><div class=\"grid grid-cols-2\">{}{}</div><table class=\"{}\">{}</table>",
            card(a->second), card(b->second), c("Compare_table"), rows));
  }

  // --- dealers ---
  std::optional<std::string> dealers(const std::string& region, size_t here) const {
    std::string rows, regions;
    size_t all = 0;
    for (size_t d = 0; d < kDealers; ++d)
      if ((region.empty() || std::to_string(d % kRegions) == region) && all++ / kInList == here)
        rows += fmt::format("<div class=\"{} flex\"><a href=\"{}\">{}</a><span>{} cars</span></div>",
                            c("DealerCard_root"), dealer_path(d), dealer_name(d), of_dealer_[d].size());
    if (rows.empty()) return {};
    for (size_t r = 0; r < kRegions; ++r)
      regions += link(fmt::format("/dealers?region={}", r), fmt::format("Region {}", r + 1)) + " ";
    return frame(fmt::format("Dealers {} {}", region, here + 1),
                 "<h1 class=\"text-2xl\">Dealers</h1>" + regions + rows +
                     pager_of((all + kInList - 1) / kInList, here, [&](size_t n) {
                       return "/dealers" + (region.empty() ? n ? fmt::format("?page={}", n + 1) : ""
                                                           : "?region=" + region +
                                                                 (n ? fmt::format("&page={}", n + 1) : ""));
                     }));
  }
  std::optional<std::string> dealer_page(const std::string& path, size_t here) const {
    const size_t end = path.find('/', 9);
    const std::string root = path.substr(0, end), below = end == std::string::npos ? "" : path.substr(end);
    const auto d = number_in(root.substr(root.rfind('-') + 1), "");
    if (!d || *d >= kDealers || dealer_path(*d) != root) return {};
    Dice dice(seed_, "dealer" + below, *d);
    const std::string head = fmt::format(
        "<div class=\"{}\"><img src=\"/logo/{}.webp\"/><h1 class=\"text-2xl\">{}</h1></div><nav class=\"{}\">{} {} {}</nav>",
        c("DealerStage_root"), *d, dealer_name(*d), c("Tabs_root"), link(root, "About"),
        link(root + "/stock", "Stock"), *d % 3 ? link(root + "/reviews", "Reviews") : "");
    std::string rows;
    if (below.empty()) {
      for (const size_t o : sold_of_dealer_[*d]) rows += card(o);
      return frame(dealer_name(*d),
                   head + box("About us", paragraphs(dice, kTalk, 4)) +
                       box("Where", fmt::format("<p>{} {}</p><p>Mo-Fr {}-18</p>", capital(words_of(dice, 2)),
                                                dice.below(99), dice.below(3) + 7)) +
                       (rows.empty() ? "" : box("Sold lately", rows)));
    }
    if (below == "/reviews" && *d % 3) {
      for (uint32_t i = dice.below(15) + 1; i > 0; --i)
        rows += fmt::format("<div class=\"{} border-b\"><b>{}</b><p>{}</p></div>", c("Review_root"),
                            dice.below(5) + 1, prose(dice, kTalk, 1 + dice.below(3)));
      return frame("Reviews of " + dealer_name(*d), head + rows);
    }
    const auto& all = of_dealer_[*d];
    if (below != "/stock" || (here && here * 8 >= all.size())) return {};
    for (size_t i = here * 8; i < std::min(all.size(), here * 8 + 8); ++i)
      rows += card(all[i], "?source=dealer");
    return frame(fmt::format("Stock of {} {}", dealer_name(*d), here + 1),
                 head + rows + pager_of((all.size() + 7) / 8, here, [&](size_t n) {
                   return root + "/stock" + (n ? fmt::format("?page={}", n + 1) : "");
                 }));
  }

  // --- what is written about models ---
  std::optional<std::string> guide(const std::string& path) const {
    std::string rows;
    if (path == "/price-guide") {
      for (size_t m = 0; m < kModels; ++m) rows += item(model_path("price-guide", m), model_name(m));
      return frame("Values",
                   "<h1 class=\"text-2xl\">What is it worth?</h1><ul class=\"columns-4\">" + rows + "</ul>");
    }
    for (size_t m = 0; m < kModels; ++m) {
      const std::string root = model_path("price-guide", m);
      if (!path.starts_with(root)) continue;
      Dice dice(seed_, path);
      if (path == root) {
        for (size_t year = 2010; year < 2024; year += 2)
          rows += fmt::format("<tr><td>{}</td><td>{}</td></tr>",
                              link(fmt::format("{}/{}", root, year), std::to_string(year)),
                              money(dice.below(300) * 100 + 900));
        return frame(
            "Values of " + model_name(m),
            fmt::format(
                "<h1 class=\"text-2xl\">What is a {} worth?</h1><table class=\"{}\">{}</table><p>{}</p>{}",
                model_name(m), c("Rates_table"), rows, prose(dice, kTalk, 3),
                link(model_path("models", m), "About the model")));
      }
      const auto year = number_in(path, root + "/");
      if (!year || *year < 2010 || *year > 2022 || *year % 2) return {};
      for (const char* state : {"good", "fair", "poor"})
        rows += fmt::format("<div class=\"{}\"><div>{}</div><div class=\"font-bold\">{}</div></div>",
                            c("VehicleOverview_item"), state, money(dice.below(300) * 100 + 900));
      std::string out =
          fmt::format(
              "<h1 class=\"text-2xl font-bold\">{} of {}: value</h1><div class=\"{} grid grid-cols-3 gap-4\">{}</div>",
              model_name(m), *year, c("VehicleOverview_container"), rows) +
          grid(dice, "Technical data", kTechnical, 0.5) +
          box("Development",
              fmt::format("<svg class=\"{}\"></svg>{}", c("Chart_root"), paragraphs(dice, kTalk, 3)));
      std::string examples;
      for (const size_t o : sold_of_model_[m])
        if (dice.chance(0.4)) examples += card(o);
      if (dice.chance(0.4) && !of_model_[m].empty())
        examples += card(of_model_[m][dice.below(uint32_t(of_model_[m].size()))], "?source=price-guide");
      if (!examples.empty()) out += box("Examples", examples);
      return frame(fmt::format("{} {} value", model_name(m), *year), out + link(root, "All years"));
    }
    return {};
  }
  bool compared(size_t a, size_t b) const {
    return a != b && mix(mix(seed_, std::min(a, b) + 500), std::max(a, b)) % 5 == 0;
  }
  static std::string comparison_path(size_t a, size_t b) {
    return fmt::format("/compare/{}-{}-vs-{}-{}", make_slug(std::min(a, b) / 6), model_slug(std::min(a, b)),
                       make_slug(std::max(a, b) / 6), model_slug(std::max(a, b)));
  }
  std::optional<std::string> model_page(const std::string& path) const {
    for (size_t m = 0; m < kModels; ++m) {
      if (path != model_path("models", m)) continue;
      Dice dice(seed_, "model", m);
      std::string against, tests,
          out = fmt::format("<h1 class=\"text-4xl\">{}</h1><img src=\"/model/{}.webp\"/>", model_name(m), m);
      for (const char* part : {"Design", "Engines", "Inside", "Safety", "Reliability"})
        if (dice.chance(0.7)) out += box(part, paragraphs(dice, kTalk, 3));
      for (size_t o = 0; o < kModels; ++o)
        if (compared(m, o)) against += item(comparison_path(m, o), model_name(o));
      for (size_t t = m; t < kTests; t += kModels)
        tests += item(fmt::format("/magazine/test-{}", t), fmt::format("Test {}", t));
      return frame(model_name(m), out + grid(dice, "Technical data", kTechnical, 0.9) +
                                      box("Compare with", "<ul>" + against + "</ul>") +
                                      box("Tests", "<ul>" + tests + "</ul>") +
                                      (of_model_[m].empty() ? "" : link(model_path("lst", m), "On sale")) +
                                      " " + link(model_path("price-guide", m), "Values"));
    }
    return {};
  }
  std::optional<std::string> comparison(const std::string& path) const {
    for (size_t a = 0; a < kModels; ++a) {
      if (!path.starts_with(fmt::format("/compare/{}-{}-vs-", make_slug(a / 6), model_slug(a)))) continue;
      for (size_t b = a + 1; b < kModels; ++b) {
        if (!compared(a, b) || path != comparison_path(a, b)) continue;
        Dice dice(seed_, path);
        std::string rows;
        for (const auto label : kTechnical)
          rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>", label, dice.below(300),
                              dice.below(300));
        const std::string title = model_name(a) + " or " + model_name(b);
        return frame(
            title,
            fmt::format(
                "<h1 class=\"text-2xl\">{}</h1><div class=\"grid grid-cols-2\"><img src=\"/model/{}.webp\"/><img src=\"/model/{}.webp\"/></div><table class=\"{}\">{}</table>",
                title, a, b, c("Compare_table"), rows) +
                box("Our verdict", paragraphs(dice, kTalk, 4)) +
                link(model_path("models", a), model_name(a)) + " " +
                link(model_path("models", b), model_name(b)));
      }
    }
    return {};
  }
  std::string test(size_t n) const {
    Dice dice(seed_, "test", n);
    const size_t m = n % kModels;
    const std::string title = fmt::format("Test {}: {}", n, model_name(m));
    const std::string ours =
        link(model_path("models", m), model_name(m)) + " " +
        (of_model_[m].empty() ? "" : card(of_model_[m][n % of_model_[m].size()], "?source=magazine")) +
        link(fmt::format("/magazine/test-{}", (n + 7) % kTests), "Next test");
    if (!real_decoys.empty()) return with_links(real_decoys[n % real_decoys.size()], title, ours);
    std::string out =
        fmt::format("<article class=\"{} prose\"><h1 class=\"text-4xl\">{}</h1>", c("Article_root"), title);
    for (uint32_t i = dice.below(6) + 3; i > 0; --i)
      out += (dice.chance(0.4) ? "<h2>" + capital(phrase(dice, kTalk, 3)) + "</h2>" : "") + "<p>" +
             prose(dice, kTalk, 3) + "</p>";
    if (dice.chance(0.6)) out += grid(dice, "Technical data", kTechnical, 0.8);
    return frame(title, out + "<h2>Pro and con</h2><ul><li>" + prose(dice, kTalk, 1) + "</li><li>" +
                            prose(dice, kTalk, 1) + "</li></ul></article>" + ours);
  }
  std::string news_title(size_t n) const {
    Dice dice(seed_, "news title", n);
    return capital(phrase(dice, kTalk, 6));
  }
  std::optional<std::string> magazine(size_t here) const {
    if (here * 20 >= kNews) return {};
    std::string out = "<h1 class=\"text-4xl\">Magazine</h1>";
    for (size_t n = here * 20; n < here * 20 + 20; ++n)
      out += fmt::format(
          "<div class=\"{}\">{} {}</div>", c("Teaser_root"),
          link(fmt::format("/magazine/news-{}", n), news_title(n)),
          n < kTests ? link(fmt::format("/magazine/test-{}", n), "Test " + model_name(n % kModels)) : "");
    return frame(fmt::format("Magazine {}", here + 1), out + pager_of(kNews / 20, here, [](size_t n) {
                                                         return n ? fmt::format("/magazine?page={}", n + 1)
                                                                  : std::string("/magazine");
                                                       }));
  }
  std::string news(size_t n) const {
    Dice dice(seed_, "news", n);
    std::string out = fmt::format("<article class=\"{} prose\"><h1 class=\"text-4xl\">{}</h1>{}</article>",
                                  c("Article_root"), news_title(n), paragraphs(dice, kTalk, 8));
    if (dice.chance(0.4)) out += link(model_path("models", dice.below(kModels)), "About the model");
    if (dice.chance(0.15)) out += card(dice.below(kOffers), "?source=magazine");
    return frame(news_title(n), out + link(fmt::format("/magazine/news-{}", (n + 17) % kNews), "More"));
  }
  std::string help(size_t n) const {
    Dice dice(seed_, "help", n);
    return frame(fmt::format("Help {}", n), "<h1 class=\"text-2xl\">" + capital(words_of(dice, 2)) + "</h1>" +
                                                paragraphs(dice, kTalk, 6) +
                                                link(fmt::format("/help/{}", (n + 1) % 14), "More"));
  }

  uint64_t seed_;
  std::vector<Offer> offers_;
  std::vector<std::vector<size_t>> of_model_, of_dealer_, sold_of_dealer_, sold_of_model_;
  std::vector<std::string> lists_;
  std::map<std::string, size_t> by_code_;
};

}  // namespace

std::unique_ptr<MadeSite> usedcars_site(uint64_t seed) { return std::make_unique<UsedCars>(seed); }

}  // namespace bench
