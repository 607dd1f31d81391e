// A made-up site that is strictly held out: an agency that has unsafe products recalled. See crawl_site.h.
// Wanted are the recalls (/Recalls/2024/Copper-Home-Recalls-Space-Heaters-Due-to-Fire-Hazard): hazard,
// remedy, units, incidents, where it was sold. A third of them is there in Spanish as well
// (/es/Recalls/2024/...), any can be printed (?print=1), and old texts name them by number (/node/40123).
// Below /Recalls/ are notices of violation too, and warnings, for which nobody offers a remedy, have much of
// the same frame. Ways: a list with filters by product, hazard and year, companies, product types, news of
// the agency, a blog, dockets, a calendar of meetings that goes on without end, and a form that knows from
// which recall one came.
#include <array>
#include <map>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_prose.h"

namespace bench {
namespace {

class Recalls : public MadeSite {
 public:
  explicit Recalls(uint64_t seed) : seed_(seed), of_company_(kCompanies), of_type_(kTypes) {
    for (size_t n = 0; n < kRecalls; ++n) {
      Dice dice(seed_, "recall", n);
      Recall it;
      it.company = std::min(dice.below(kCompanies), dice.below(kCompanies));
      it.type = std::min(dice.below(kTypes), dice.below(kTypes));
      it.hazard = std::min(dice.below(kHazardCount), dice.below(kHazardCount));
      it.day = kToday - long(std::min(dice.below(18 * 360), dice.below(18 * 360)));
      it.spanish = dice.chance(0.33);
      recalls_.push_back(it);
    }
    std::ranges::stable_sort(recalls_, std::greater(), &Recall::day);
    for (size_t c = 0; c < kCompanies; ++c) add(kCompany, "/companies/", company_name(c), slug_of);
    for (size_t t = 0; t < kTypes; ++t) add(kType, "/product-types/", type_name(t), slug_of);
    for (size_t n = 0; n < kRecalls; ++n) {
      const Recall& it = recalls_[n];
      of_company_[it.company].push_back(n);
      of_type_[it.type].push_back(n);
      add(kRecall, fmt::format("/Recalls/{}/", it.day / 360), recall_title(n), dashed);
      const std::string es = spanish_title(n);
      if (it.spanish) spanish_.push_back(n), add(kSpanish, "/es/Recalls/" + year(n) + "/", es, dashed);
    }
    for (size_t n = 0; n < kWarnings; ++n)
      add(kWarning, fmt::format("/Warnings/{}/", 2026 - n / 20), warning_title(n), dashed);
    const auto texts = [&](Kind kind, size_t many, size_t per_year, const std::string& root) {
      for (size_t n = 0; n < many; ++n)
        add(kind, per_year ? fmt::format("{}{}/", root, 2026 - n / per_year) : root, headline(kind, n),
            dashed);
    };
    texts(kNews, 800, 55, "/Newsroom/News-Releases/");
    texts(kBlog, 480, 45, "/OnSafety/");
    texts(kGuide, 150, 0, "/Safety-Education/Safety-Guides/");
    texts(kBusiness, 170, 0, "/Business--Manufacturing/Business-Education/");
    texts(kReport, 220, 0, "/Research--Statistics/");
    texts(kEvent, 260, 26, "/Newsroom/Public-Calendar/");
    texts(kDocket, 420, 0, "/Regulations-Laws--Standards/Rulemaking/");
    texts(kNoticia, 130, 13, "/es/Sala-de-Prensa/");
    for (size_t n = 0; n < kViolations; ++n)
      add(kViolation, "/Recalls/violations/", fmt::format("NOV-{}-{}", 2026 - n / 130, 1000 + n * 3), dashed);
  }
  std::string name() const override { return "recalls"; }
  bool held_out() const override { return true; }
  size_t details() const override { return kRecalls; }
  std::string detail_path(size_t n) const override { return paths_[kRecall][n]; }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const std::string path = path_of(target);
    if (const auto node = number_in(path, "/node/"))
      return *node >= 40000 && *node < 40000 + kRecalls ? std::optional(*node - 40000) : std::nullopt;
    const auto found = pages_.find(path);
    if (found == pages_.end() || found->second.kind > kSpanish) return {};
    return found->second.kind == kRecall ? found->second.n : spanish_[found->second.n];
  }
  std::optional<std::string> page(const std::string& target) const override {
    auto out = made(target);
    const std::string path = path_of(target);
    if (out && path.starts_with("/node/")) name_address(*out, detail_path(*detail_of(path)));
    else if (out && (pages_.count(path) || target == "/")) name_address(*out, path);
    return out;
  }

 private:
  enum Kind {
    kRecall,
    kSpanish,
    kWarning,
    kNews,
    kBlog,
    kGuide,
    kBusiness,
    kReport,
    kEvent,
    kDocket,
    kNoticia,
    kViolation,
    kCompany,
    kType,
    kKinds
  };
  static constexpr size_t kRecalls = 1150, kCompanies = 520, kTypes = 88, kWarnings = 230, kViolations = 1500,
                          kHazardCount = 11;
  static constexpr long kToday = 2026 * 360 + 10 * 30 + 17;
  struct Recall {
    size_t company, type, hazard;
    long day;
    bool spanish;
  };
  struct Place {
    Kind kind;
    size_t n;
  };
  static constexpr std::string_view kHazards[] = {"Fire",       "Fall",      "Choking",       "Laceration",
                                                  "Burn",       "Tip-Over",  "Strangulation", "Shock",
                                                  "Entrapment", "Poisoning", "Crash"};
  static constexpr std::string_view kPeligros[] = {
      "Incendio",         "Caída",    "Asfixia",      "Laceración",     "Quemaduras", "Vuelco",
      "Estrangulamiento", "Descarga", "Atrapamiento", "Envenenamiento", "Choque"};
  static constexpr std::string_view kForms[] = {"Space",   "Infant",     "Electric", "Portable",
                                                "Outdoor", "Children's", "Folding",  "Cordless"};
  static constexpr std::string_view kGoods[] = {"Heaters", "Swings",   "Bicycles", "Ladders",
                                                "Grills",  "Dressers", "Drills",   "Blenders",
                                                "Chairs",  "Helmets",  "Lamps"};
  static constexpr std::string_view kStores[] = {
      "Hartmart", "Cornerway", "BuyBarn", "Rivermart.example", "Homestead Depot", "Toyland", "Fieldgoods"};
  static constexpr std::string_view kTalk[] = {
      "consumers", "should",   "immediately", "stop",     "using",    "the",        "recalled",  "product",
      "and",       "contact",  "for",         "a",        "free",     "repair",     "refund",    "battery",
      "can",       "overheat", "posing",      "risk",     "of",       "serious",    "injury",    "or",
      "death",     "model",    "number",      "printed",  "label",    "on",         "bottom",    "units",
      "sold",      "between",  "firm",        "has",      "received", "reports",    "no",        "injuries",
      "reported",  "children", "safety",      "standard", "federal",  "commission", "voluntary", "rule",
      "staff",     "meeting",  "testing",     "handle",   "detach",   "smoke"};
  static constexpr std::string_view kHabla[] = {
      "los",      "consumidores", "deben",     "dejar",    "de",      "usar",      "el",       "producto",
      "retirado", "del",          "mercado",   "y",        "llamar",  "a",         "la",       "empresa",
      "para",     "un",           "reembolso", "gratis",   "batería", "puede",     "riesgo",   "lesiones",
      "graves",   "número",       "modelo",    "etiqueta", "niños",   "seguridad", "informes", "ninguna",
      "vendido",  "entre",        "comisión",  "federal"};

  // --- names and addresses ---
  static std::string dashed(std::string_view title) {
    std::string out;
    for (const char c : title) {
      if (std::isalnum(static_cast<unsigned char>(c))) out += c;
      else if (!out.empty() && out.back() != '-' && c != '\'' && static_cast<unsigned char>(c) < 128)
        out += '-';
    }
    return out;
  }
  template <class Slug>
  void add(Kind kind, const std::string& root, const std::string& title, const Slug& slug) {
    std::string path = root + slug(title);
    for (int i = 0; pages_.count(path); ++i) path = fmt::format("{}{}-{}", root, slug(title), i);
    pages_[path] = {kind, paths_[kind].size()};
    paths_[kind].push_back(path);
    titles_[kind].push_back(title);
  }
  std::string to(Kind kind, size_t n) const { return link(paths_[kind][n], titles_[kind][n]); }
  std::string year(size_t n) const { return std::to_string(recalls_[n].day / 360); }
  std::string company_name(size_t c) const {
    Dice dice(seed_, "company", c);
    static constexpr std::string_view ends[] = {"Home", "Products", "USA", "Industries", "Brands", "Outdoor"};
    return capital(words_of(dice, 1)) + (c % 3 ? " " + capital(words_of(dice, 1)) : "") + " " +
           std::string(pick(dice, ends));
  }
  static std::string type_name(size_t t) { return fmt::format("{} {}", kForms[t % 8], kGoods[t / 8]); }
  std::string recall_title(size_t n) const {
    const Recall& it = recalls_[n];
    Dice dice(seed_, "recall title", n);
    const std::string who = titles_[kCompany][it.company], what = titles_[kType][it.type];
    const std::string why = fmt::format(" Due to {} Hazard", kHazards[it.hazard]);
    switch (dice.below(5)) {
      case 0: return fmt::format("{} Sold at {} Recalled{}", what, pick(dice, kStores), why);
      case 1:
        return fmt::format("{} Recalls {}{}; Sold Exclusively at {}", who, what, why, pick(dice, kStores));
      case 2: return fmt::format("{} Recalls {} and {}{}", who, what, pick(dice, kGoods), why);
      case 3: return fmt::format("{} Reannounces Recall of {}", who, what) + (n % 2 ? why : "");
      default: return fmt::format("{} Recalls {}{}", who, what, why);
    }
  }
  std::string spanish_title(size_t n) const {
    return fmt::format("{} Retira del Mercado {} por Riesgo de {}", titles_[kCompany][recalls_[n].company],
                       titles_[kType][recalls_[n].type], kPeligros[recalls_[n].hazard]);
  }
  std::string warning_title(size_t n) const {
    Dice dice(seed_, "warning", n);
    return fmt::format("Agency Warns Consumers to Immediately Stop Using {} {} Due to {} Hazard",
                       capital(words_of(dice, 1)), type_name(dice.below(kTypes)), pick(dice, kHazards));
  }
  std::string headline(Kind kind, size_t n) const {
    Dice dice(seed_, "headline", size_t(kind) * 10000 + n);
    if (kind == kNews && n % 6 == 0) return "Recall Roundup: " + capital(phrase(dice, kTalk, 3));
    return capital(kind == kNoticia ? phrase(dice, kHabla, 6) : phrase(dice, kTalk, 4 + dice.below(4)));
  }

  // --- parts of pages ---
  static std::string frame(const std::string& title, const std::string& kind, const std::string& main,
                           bool es = false) {
    return fmt::format(
        "<!DOCTYPE html><html lang=\"{0}\"><head><meta charset=\"utf-8\"><title>{1} | USPA.example</title><link rel=\"stylesheet\" href=\"/sites/default/files/css/main.css\"></head><body class=\"path-node page-node-type-{2}\"><div class=\"usa-banner\">{3}</div>"
        "<header class=\"usa-header\"><a class=\"site-logo\" href=\"/\"><img src=\"/logo.svg\" alt=\"USPA\"></a><nav class=\"usa-nav\"><ul class=\"usa-nav__primary\">{4}{5}{6}{7}{8}{9}{10}</ul></nav><form action=\"/search\"><input name=\"query\"></form></header><div class=\"layout-container\"><main role=\"main\">{11}</main></div>"
        "<footer class=\"usa-footer\"><ul>{12}{13}{14}{15}{16}</ul><p>4330 Quartz Road</p></footer></body></html>",
        es ? "es" : "en", title, kind,
        es ? "Un sitio oficial del gobierno" : "An official website of the government",
        item("/Recalls", es ? "Retiros" : "Recalls"), item("/Safety-Education", "Safety Education"),
        item("/Business--Manufacturing", "Business & Manufacturing"),
        item("/Regulations-Laws--Standards", "Regulations"), item("/Research--Statistics", "Research"),
        item("/Newsroom/News-Releases", "Newsroom"), item(es ? "/" : "/es", es ? "English" : "Español"), main,
        item("/Warnings", "Product Safety Warnings"), item("/Recalls/violations", "Violations"),
        item("/companies", "Recalls by company"), item("/OnSafety", "Blog"),
        item("/Newsroom/Public-Calendar", "Calendar"));
  }
  static std::string crumbs(const std::string& up) {
    return "<nav class=\"breadcrumb\"><ol><li><a href=\"/\">Home</a></li><li>" + up + "</li></ol></nav>";
  }
  std::string card(size_t n) const {
    const Recall& it = recalls_[n];
    Dice dice(seed_, "card", n);
    return fmt::format(
        "<div class=\"recall-list views-row\"><div class=\"recall-list__image\"><img src=\"/s3fs/{0}.jpg\" alt=\"\"></div><div class=\"recall-list__info\"><div class=\"recall-list__date\">{1}</div><h3><a href=\"{2}\">{3}</a></h3><div class=\"recall-list__hazard\"><p>{4}</p></div>{5}</div></div>",
        n, date_of(it.day, '-'), paths_[kRecall][n], titles_[kRecall][n], prose(dice, kTalk, 1),
        dice.chance(0.7) ? "<div class=\"recall-list__remedy\">Refund</div>" : "");
  }
  std::string latest() const {
    std::string out;
    for (size_t n = 0; n < 4; ++n) out += item(paths_[kRecall][n], titles_[kRecall][n]);
    return "<aside class=\"sidebar\"><h4>Recent recalls</h4><ul>" + out + "</ul></aside>";
  }
  std::string writes(const std::string& path) const {
    return "<p class=\"contact\">" + link("/contact-us?from=" + path, "Contact us about this page") + "</p>";
  }

  std::optional<std::string> made(const std::string& target) const {
    const std::string path = path_of(target);
    const size_t here = page_asked(target);
    if (path == "/") return home();
    if (path == "/es") return home_es(here);
    if (const auto n = detail_of(target)) {
      if (path.starts_with("/es/")) return recall_es(*n);
      return parameter(target, "print").empty() ? recall(*n) : print(*n);
    }
    if (path == "/Recalls") return recall_list(target, here);
    if (path == "/Newsroom/Public-Calendar") return calendar(parameter(target, "month"));
    if (path == "/contact-us") {
      const std::string from = parameter(target, "from");
      if (!from.empty() && !pages_.count(from)) return {};
      return frame(
          "Contact us about " + from, "webform",
          "<h1>Contact us</h1><form method=\"post\"><input name=\"mail\"><textarea name=\"text\"></textarea></form><p>" +
              from + "</p>");
    }
    static constexpr std::pair<std::string_view, Kind> lists[] = {{"/Warnings", kWarning},
                                                                  {"/Recalls/violations", kViolation},
                                                                  {"/companies", kCompany},
                                                                  {"/product-types", kType},
                                                                  {"/OnSafety", kBlog},
                                                                  {"/Newsroom/News-Releases", kNews},
                                                                  {"/Safety-Education", kGuide},
                                                                  {"/Business--Manufacturing", kBusiness},
                                                                  {"/Research--Statistics", kReport},
                                                                  {"/Regulations-Laws--Standards", kDocket}};
    for (const auto& [root, kind] : lists)
      if (path == root) return list_of(kind, path, here);
    const auto found = pages_.find(path);
    if (found == pages_.end()) return {};
    const auto [kind, n] = found->second;
    if (kind == kWarning) return warning(n);
    if (kind == kViolation) return violation(n);
    if (kind == kCompany) return company(n, here);
    if (kind == kType) return type(n, here);
    return here ? std::nullopt : std::optional(text(kind, n));
  }

  // --- lists ---
  std::string home() const {
    std::string rows, news, blog;
    for (size_t n = 0; n < 6; ++n) rows += card(n);
    for (size_t n = 0; n < 4; ++n)
      news += "<li>" + to(kNews, n) + "</li>", blog += "<li>" + to(kBlog, n) + "</li>";
    return frame("Home", "landing",
                 "<h1>Keeping consumers safe</h1><section class=\"recalls-home\">" + rows + "</section><p>" +
                     link("/Recalls", "All recalls") + " " + link("/product-types", "By product") +
                     "</p><h2>Warnings</h2>" + to(kWarning, 0) + "<h2>News</h2><ul>" + news +
                     "</ul><h2>Blog</h2><ul>" + blog + "</ul>");
  }
  std::optional<std::string> home_es(size_t here) const {
    const auto slice = slice_of(spanish_.size(), here, 25);
    if (!slice) return {};
    std::string rows, news;
    for (size_t i = slice->from; i < slice->to; ++i)
      rows += fmt::format("<div class=\"views-row\"><span>{}</span> {}</div>",
                          date_of(recalls_[spanish_[i]].day, '-'), to(kSpanish, i));
    for (size_t n = here * 10; n < here * 10 + 10 && n < titles_[kNoticia].size(); ++n)
      news += "<li>" + to(kNoticia, n) + "</li>";
    return frame(fmt::format("En español {}", here + 1), "landing",
                 "<h1>Retiros del mercado</h1>" + rows + paged(slice->pages, here, "/es") +
                     "<h2>Noticias</h2><ul>" + news + "</ul>",
                 true);
  }
  std::optional<std::string> recall_list(const std::string& target, size_t here) const {
    const std::string type = parameter(target, "product"), hazard = parameter(target, "hazard"),
                      year_asked = parameter(target, "year"), sort = parameter(target, "sort");
    std::vector<size_t> all;
    for (size_t n = 0; n < kRecalls; ++n)
      if ((type.empty() || slug_of(titles_[kType][recalls_[n].type]) == type) &&
          (hazard.empty() || kHazards[recalls_[n].hazard] == hazard) &&
          (year_asked.empty() || year(n) == year_asked))
        all.push_back(n);
    if (sort == "oldest") std::ranges::reverse(all);
    else if (!sort.empty()) return {};
    const auto slice = slice_of(all.size(), here, 20);
    if (!slice || (all.empty() && hazard.empty())) return {};
    std::string rows, hazards, years, types;
    for (size_t i = slice->from; i < slice->to; ++i) rows += card(all[i]);
    for (const auto one : kHazards)
      hazards +=
          item("/Recalls" + query_of({{"hazard", std::string(one)}, {"year", year_asked}}), std::string(one));
    for (int y = 2026; y > 2008; --y)
      years += item("/Recalls" + query_of({{"year", std::to_string(y)}}), std::to_string(y));
    for (size_t t = 0; t < kTypes; t += 3)
      types += item("/Recalls?product=" + slug_of(titles_[kType][t]), titles_[kType][t]);
    const auto root = [&](const std::string& order) {
      return "/Recalls" +
             query_of({{"product", type}, {"hazard", hazard}, {"year", year_asked}, {"sort", order}});
    };
    return frame(
        fmt::format("Recalls {} {} {} {} {}", type, hazard, year_asked, sort, here + 1), "recall_list",
        fmt::format(
            "<h1>Recalls</h1><p class=\"count\">{} results. {}</p><div class=\"filters\"><ul>{}</ul><ul>{}</ul><ul>{}</ul></div>",
            all.size(), link(root(sort.empty() ? "oldest" : ""), "Reverse order"), hazards, years, types) +
            "<div class=\"view-content\">" + rows + "</div><nav class=\"pager\">" +
            paged(slice->pages, here, root(sort)) + "</nav>");
  }
  std::optional<std::string> list_of(Kind kind, const std::string& path, size_t here) const {
    const auto slice = slice_of(titles_[kind].size(), here, kind == kViolation ? 50 : 30);
    if (!slice) return {};
    std::string rows;
    for (size_t n = slice->from; n < slice->to; ++n) {
      Dice dice(seed_, "row", size_t(kind) * 10000 + n);
      rows += kind == kViolation
                  ? fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>", to(kind, n),
                                type_name(dice.below(kTypes)), to(kCompany, dice.below(kCompanies)))
                  : fmt::format(
                        "<div class=\"views-row\"><h3>{}</h3>{}</div>", to(kind, n),
                        kind == kCompany || dice.chance(0.4) ? "" : "<p>" + prose(dice, kTalk, 1) + "</p>");
    }
    if (kind == kViolation)
      rows = "<table><tr><th>Letter</th><th>Product</th><th>Firm</th></tr>" + rows + "</table>";
    return frame(fmt::format("{} {}", path.substr(1), here + 1), "list",
                 "<h1>" + path.substr(1) + "</h1>" + rows + "<nav class=\"pager\">" +
                     paged(slice->pages, here, path) + "</nav>" + (kind == kNews ? latest() : ""));
  }
  std::optional<std::string> recalls_of(const std::vector<size_t>& all, const std::string& path,
                                        const std::string& title, const std::string& about,
                                        size_t here) const {
    const auto slice = slice_of(all.size(), here, 15);
    if (!slice) return {};
    std::string rows;
    for (size_t i = slice->from; i < slice->to; ++i) rows += card(all[i]);
    return frame(fmt::format("{} {} {}", title, path, here + 1), "term",
                 "<h1>" + title + "</h1>" + about + (rows.empty() ? "<p>No recalls.</p>" : rows) +
                     "<nav class=\"pager\">" + paged(slice->pages, here, path) + "</nav>");
  }
  std::optional<std::string> company(size_t c, size_t here) const {
    Dice dice(seed_, "company page", c);
    return recalls_of(
        of_company_[c], paths_[kCompany][c], titles_[kCompany][c],
        fmt::format("<dl><dt>Country</dt><dd>{}</dd><dt>Website</dt><dd>{}.example</dd></dl>",
                    capital(words_of(dice, 1)), slug_of(titles_[kCompany][c])) +
            (dice.chance(0.3) ? "<p>Letters: " + to(kViolation, dice.below(kViolations)) + "</p>" : ""),
        here);
  }
  std::optional<std::string> type(size_t t, size_t here) const {
    Dice dice(seed_, "type page", t);
    return recalls_of(of_type_[t], paths_[kType][t], titles_[kType][t],
                      paragraphs(dice, kTalk, 2) + "<p>" + to(kGuide, dice.below(150)) + "</p>", here);
  }
  std::optional<std::string> calendar(const std::string& asked) const {
    const auto first = asked.empty() ? std::optional(kToday / 30 * 30) : day_of(asked + "-01");
    if (!first) return {};
    std::string days;
    for (long d = 0; d < 30; ++d) days += fmt::format("<td>{}</td>{}", d + 1, d % 7 == 6 ? "</tr><tr>" : "");
    std::string events;
    const long ago = kToday / 30 - *first / 30;
    for (long n = ago * 2; n >= 0 && n < ago * 2 + 2 && n < 260; ++n)
      events += "<li>" + to(kEvent, size_t(n)) + "</li>";
    const auto month = [](long day) {
      return "/Newsroom/Public-Calendar?month=" + date_of(day, '-').substr(0, 7);
    };
    return frame("Public calendar " + date_of(*first, '-').substr(0, 7), "calendar",
                 "<h1>Public calendar</h1><p>" + link(month(*first - 30), "Previous") + " " +
                     link(month(*first + 30), "Next") + "</p><table class=\"calendar\"><tr>" + days +
                     "</tr></table><ul>" + events + "</ul>");
  }

  // --- recalls ---
  std::string around(size_t n) const {
    const Recall& it = recalls_[n];
    Dice dice(seed_, "around", n);
    std::string related;
    for (uint32_t i = dice.below(5); i > 0; --i)
      related += item(paths_[kRecall][of_type_[it.type][dice.below(uint32_t(of_type_[it.type].size()))]],
                      "Similar recall");
    std::string out = "<p>" + to(kCompany, it.company) + " " + to(kType, it.type) + " " +
                      link(paths_[kRecall][n] + "?print=1", "Print") + "</p>";
    if (it.spanish) {
      const auto at = size_t(std::ranges::lower_bound(spanish_, n) - spanish_.begin());
      out += "<p>" + link(paths_[kSpanish][at], "Español") + "</p>";
    }
    if (!related.empty())
      out += "<section class=\"related\"><h3>Related recalls</h3><ul>" + related + "</ul></section>";
    if (dice.chance(0.25)) out += latest();
    return out + writes(paths_[kRecall][n]);
  }
  static std::string part(const std::string& label, const std::string& inner) {
    return fmt::format(
        "<div class=\"recall-product__section\"><div class=\"field-label\">{}</div><div class=\"field-item\">{}</div></div>",
        label, inner);
  }
  std::string facts(size_t n) const {
    const Recall& it = recalls_[n];
    Dice dice(seed_, "facts", n);
    std::string out = part("Name of Product:", titles_[kType][it.type]) +
                      part("Hazard:", "<p>" + prose(dice, kTalk, 1) + "</p>") +
                      part("Remedy:", dice.chance(0.5)   ? "Refund"
                                      : dice.chance(0.5) ? "Replace"
                                                         : "Repair") +
                      part("Recall Date:", date_of(it.day, '-')) +
                      part("Units:", fmt::format("About {},{:03}", dice.below(300) + 1, dice.below(1000)));
    if (dice.chance(0.9)) out += part("Consumer Contact:", prose(dice, kTalk, 1));
    return out;
  }
  std::string story(size_t n) const {
    const Recall& it = recalls_[n];
    Dice dice(seed_, "story", n);
    std::string out = "<h2>Recall Details</h2>" + part("Description:", paragraphs(dice, kTalk, 3));
    if (dice.chance(0.25)) {
      std::string rows;
      for (uint32_t i = dice.below(dice.chance(0.2) ? 40 : 8) + 1; i > 0; --i)
        rows += fmt::format("<tr><td>{}-{}</td><td>{}</td></tr>", capital(words_of(dice, 1)), dice.below(999),
                            dice.below(90000));
      out += "<table class=\"models\"><tr><th>Model</th><th>Batch</th></tr>" + rows + "</table>";
    }
    out += part("Remedy:", "<p>" + prose(dice, kTalk, 2) + "</p>");
    if (dice.chance(0.85))
      out += part("Incidents/Injuries:", dice.chance(0.5) ? "None reported" : prose(dice, kTalk, 2));
    out += part(dice.chance(0.4) ? "Sold Exclusively At:" : "Sold At:",
                fmt::format("{} from {}", pick(dice, kStores), year(n)));
    const char* role = dice.chance(0.5) ? "Importer(s):" : "Manufacturer(s):";
    out += part(role, to(kCompany, it.company));
    if (dice.chance(0.5)) out += part("Distributor(s):", to(kCompany, dice.below(kCompanies)));
    out += part("Manufactured In:", capital(words_of(dice, 1)));
    out += part("Recall number:", fmt::format("{:02}-{:03}", it.day / 360 % 100, n % 1000));
    if (dice.chance(0.3)) out += part("Fast Track Recall", "<img src=\"/fast.png\" alt=\"\">");
    if (dice.chance(0.2))
      out += "<p class=\"note\">Note: " +
             link("/node/" + std::to_string(40000 + dice.below(kRecalls)), "earlier recall") + "</p>";
    return out;
  }
  std::string recall(size_t n) const {
    const std::string& title = titles_[kRecall][n];
    if (!real_details.empty())
      return with_links(real_details[n % real_details.size()], title + fmt::format(" {}", n), around(n));
    Dice dice(seed_, "recall page", n);
    std::string pictures;
    for (uint32_t i = dice.chance(0.95) ? dice.below(dice.chance(0.2) ? 14 : 4) + 1 : 0; i > 0; --i)
      pictures += fmt::format("<figure><img src=\"/s3fs/{}-{}.jpg\" alt=\"\">{}</figure>", n, i,
                              dice.chance(0.6) ? "<figcaption>Recalled product</figcaption>" : "");
    std::string out =
        crumbs(link("/Recalls", "Recalls")) + "<article class=\"node--type-recall\"><h1>" + title +
        "</h1><div class=\"share\"><a href=\"#\">Share</a></div><div class=\"recall-product\"><div class=\"recall-product__images\">" +
        pictures + "</div>" + facts(n) + "</div>" + story(n);
    if (dice.chance(0.3)) out += "<div class=\"statement\"><p>" + prose(dice, kTalk, 1) + "</p></div>";
    return frame(fmt::format("{} ({})", title, n), "recall", out + "</article>" + around(n));
  }
  std::string print(size_t n) const {
    return fmt::format(
        "<!DOCTYPE html><html><head><title>{} (print {})</title></head><body><h1>{}</h1>{}{}<p>{}</p></body></html>",
        titles_[kRecall][n], n, titles_[kRecall][n], facts(n), story(n), link(paths_[kRecall][n], "Back"));
  }
  std::string recall_es(size_t n) const {
    const Recall& it = recalls_[n];
    Dice dice(seed_, "es", n);
    const std::string title = spanish_title(n), ours = "<p>" + link(paths_[kRecall][n], "English") + " " +
                                                       to(kCompany, it.company) + "</p>";
    if (!real_details.empty())
      return with_links(real_details[(n + 1) % real_details.size()], title + fmt::format(" {}", n), ours);
    return frame(
        fmt::format("{} ({})", title, n), "recall",
        crumbs(link("/es", "Retiros")) + "<article class=\"node--type-recall\"><h1>" + title +
            "</h1><div class=\"recall-product\"><div class=\"recall-product__images\"><figure><img src=\"/s3fs/es.jpg\" alt=\"\"></figure></div>" +
            part("Nombre del producto:", titles_[kType][it.type]) +
            part("Riesgo:", "<p>" + prose(dice, kHabla, 1) + "</p>") + part("Solución:", "Reembolso") +
            part("Fecha de retiro:", date_of(it.day, '-')) +
            part("Unidades:", std::to_string(dice.below(90000) + 100)) +
            "</div><h2>Detalles del retiro</h2>" + part("Descripción:", paragraphs(dice, kHabla, 3)) +
            (dice.chance(0.8) ? part("Incidentes/Lesiones:", prose(dice, kHabla, 1)) : "") +
            part("Vendido en:", std::string(pick(dice, kStores))) +
            part("Fabricado en:", capital(words_of(dice, 1))) + "</article>" + ours,
        true);
  }

  // --- what else there is ---
  std::string warning(size_t n) const {
    Dice dice(seed_, "warning page", n);
    const std::string ours = to(kWarning, (n + 1) % kWarnings) + writes(paths_[kWarning][n]);
    if (!real_decoys.empty())
      return with_links(real_decoys[n % real_decoys.size()], titles_[kWarning][n] + fmt::format(" {}", n),
                        ours);
    std::string out = crumbs(link("/Warnings", "Warnings")) + "<article class=\"node--type-warning\"><h1>" +
                      titles_[kWarning][n] + "</h1><p class=\"date\">" + date_of(kToday - long(n) * 18, '-') +
                      "</p>";
    if (dice.chance(0.8)) out += "<figure><img src=\"/s3fs/w.jpg\" alt=\"\"></figure>";
    out += paragraphs(dice, kTalk, 6);
    if (dice.chance(0.5))
      out += "<p>" + link("/Recalls", "Check for recalls") + " " + to(kType, dice.below(kTypes)) + "</p>";
    return frame(fmt::format("{} ({})", titles_[kWarning][n], n), "warning", out + "</article>" + ours);
  }
  std::string violation(size_t n) const {
    Dice dice(seed_, "violation page", n);
    std::string rows;
    const auto row = [&](const std::string& label, const std::string& value) {
      rows += fmt::format("<tr><th>{}</th><td>{}</td></tr>", label, value);
    };
    row("Letter date", date_of(kToday - long(n) * 4, '-'));
    row("Firm", to(kCompany, dice.below(kCompanies)));
    row("Product", type_name(dice.below(kTypes)));
    row("Citation", fmt::format("16 CFR {}", 1100 + dice.below(400)));
    for (const char* label : {"Violation", "Action requested", "Country", "Units"})
      if (dice.chance(0.7)) row(label, phrase(dice, kTalk, 2));
    return frame(titles_[kViolation][n], "violation",
                 crumbs(link("/Recalls/violations", "Violations")) + "<h1>" + titles_[kViolation][n] +
                     "</h1><table>" + rows + "</table>" + to(kViolation, (n + 1) % kViolations));
  }
  std::string text(Kind kind, size_t n) const {
    Dice dice(seed_, "text", size_t(kind) * 10000 + n);
    const Words words = kind == kNoticia ? Words(kHabla) : Words(kTalk);
    const std::string& title = titles_[kind][n];
    std::string ours = to(kind, (n + 1) % titles_[kind].size());
    for (uint32_t i = kind == kNews && n % 6 == 0 ? 6 : dice.chance(0.35) ? dice.below(3) : 0; i > 0; --i)
      ours += " " + (kind == kNoticia ? to(kSpanish, dice.below(uint32_t(spanish_.size())))
                                      : to(kRecall, dice.below(kRecalls)));
    if (dice.chance(0.1)) ours += " " + link("/node/" + std::to_string(12000 + dice.below(9000)), "archive");
    if (!real_decoys.empty() && (kind == kBlog || kind == kNews))
      return with_links(real_decoys[(n + 4) % real_decoys.size()], title + fmt::format(" {}", n), ours);
    std::string out = "<article class=\"node\"><h1>" + title + "</h1>";
    if (kind == kNews || kind == kBlog)
      out += "<p class=\"date\">" + date_of(kToday - long(n) * 7, '-') + "</p>";
    if (kind == kEvent)
      out += "<dl><dt>Time</dt><dd>10:00</dd><dt>Location</dt><dd>Room " + std::to_string(dice.below(400)) +
             "</dd></dl>";
    if (kind == kDocket)
      out += fmt::format(
          "<table><tr><th>Docket</th><td>{}</td></tr><tr><th>Status</th><td>Open</td></tr></table>",
          2000 + n);
    for (uint32_t i = dice.below(5) + 1; i > 0; --i)
      out += (dice.chance(0.4) ? "<h2>" + capital(phrase(dice, words, 3)) + "</h2>" : "") +
             paragraphs(dice, words, 3);
    if (kind == kReport) out += "<p>report.pdf</p>";
    return frame(fmt::format("{} ({} {})", title, int(kind), n), "text",
                 out + "</article><p>" + ours + "</p>" + (dice.chance(0.4) ? latest() : "") + "<p>" +
                     link("/contact-us", "Contact us") + "</p>",
                 kind == kNoticia);
  }

  uint64_t seed_;
  std::vector<Recall> recalls_;
  std::vector<size_t> spanish_;
  std::map<std::string, Place> pages_;
  std::array<std::vector<std::string>, kKinds> paths_, titles_;
  std::vector<std::vector<size_t>> of_company_, of_type_;
};

}  // namespace

std::unique_ptr<MadeSite> recalls_site(uint64_t seed) { return std::make_unique<Recalls>(seed); }

}  // namespace bench
