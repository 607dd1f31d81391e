// A made-up site that is strictly held out: a register of clinical trials. See crawl_site.h. Wanted are the
// records of trials (/reg/navigate.do?navigationId=trial.HTML&TRIAL_ID=ACR00018274). All pages have one path,
// and parameters tell what they are; what the searches of the start page find carries a session
// (navigate.do;jsessionid=...), and papers use a short address (/trial/ACR00018274). A trial has its results,
// its history and what changed with each version, a version to print and a form to write to, all under the
// same head; records that were withdrawn keep their address. Ways: conditions by chapter, drugs, countries,
// months, status with orders, saved searches, sponsors, people, hospitals, publications. Every label of a
// record leads to the glossary.
#include <map>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_prose.h"

namespace bench {
namespace {

class Trials : public MadeSite {
 public:
  explicit Trials(uint64_t seed)
      : seed_(seed), of_org_(kOrgs), of_person_(kPeople), of_site_(kSites), papers_of_(kAll) {
    for (size_t n = 0; n < kAll; ++n) {
      Dice dice(seed_, "trial", n);
      Trial it;
      it.org = std::min(dice.below(kOrgs), dice.below(kOrgs));
      it.status = dice.below(kStatusCount);
      it.day = kToday - long(std::min(dice.below(4300), dice.below(4300)));
      it.versions = dice.chance(0.35) ? 0 : dice.below(4) + 1;
      it.results = it.status == 3 && dice.chance(0.6);
      it.drugs = dice.chance(0.7);
      const auto some = [&](std::vector<size_t>& list, uint32_t most, uint32_t below) {
        for (uint32_t i = most ? dice.below(most) + 1 : 0; i > 0; --i)
          list.push_back(std::min(dice.below(below), dice.below(below)));
        std::ranges::sort(list);
        list.erase(std::unique(list.begin(), list.end()), list.end());
      };
      some(it.conditions, dice.chance(0.7) ? 2 : 6, kConditions);
      some(it.given, it.drugs ? 3 : 0, kDrugs);
      some(it.people, 3, kPeople);
      some(it.sites, dice.chance(0.2) ? 0 : dice.chance(0.15) ? 40 : 5, kSites);
      some(it.countries, dice.chance(0.8) ? 1 : 7, kCountries);
      of_org_[it.org].push_back(n);
      for (const size_t p : it.people) of_person_[p].push_back(n);
      for (const size_t s : it.sites) of_site_[s].push_back(n);
      trials_.push_back(it);
      size_t id = 10000 + mix(mix(seed_, 57), n) % 28000;
      while (by_id_.count(id)) ++id;
      by_id_[id] = n;
      ids_.push_back(id);
    }
    for (size_t n = 0; n < kPapers; ++n) {
      Dice dice(seed_, "paper", n);
      paper_on_.push_back(dice.below(kTrials));
      papers_of_[paper_on_[n]].push_back(n);
    }
  }
  std::string name() const override { return "trials"; }
  bool held_out() const override { return true; }
  size_t details() const override { return kTrials; }
  std::string detail_path(size_t n) const override { return own(n); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto n = record_at(target);
    return n && *n < kTrials ? n : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    auto out = made(target);
    if (!out) return out;
    auto n = record_at(target);
    if (!n && parameter(target, "navigationId") == "trial.Print") n = trial_of(parameter(target, "TRIAL_ID"));
    if (n) name_address(*out, own(*n));
    return out;
  }

 private:
  static constexpr size_t kTrials = 900, kAll = 970, kOrgs = 360, kPeople = 600, kSites = 420, kChapters = 20,
                          kConditions = 160, kDrugs = 170, kCountries = 30, kPapers = 900, kStatusCount = 5,
                          kNews = 200, kTerms = 180, kHelp = 45, kCommittees = 50, kQueries = 36, kOften = 8;
  static constexpr long kToday = 2026 * 360 + 10 * 30 + 17;
  struct Trial {
    size_t org, status, versions;
    long day;
    bool results, drugs;
    std::vector<size_t> conditions, given, people, sites, countries;
  };
  static constexpr std::string_view kStatuses[] = {"Planned", "Recruiting", "Suspended", "Completed",
                                                   "Terminated"};
  static constexpr std::string_view kParts[] = {
      "heart",   "lung",    "kidney",  "liver", "breast", "colon", "skin",  "bone",  "brain", "eye",
      "thyroid", "bladder", "stomach", "nerve", "muscle", "joint", "blood", "lymph", "spine", "ear"};
  static constexpr std::string_view kIlls[] = {"cancer",   "failure", "infection",    "pain",
                                               "fibrosis", "injury",  "inflammation", "disorder"};
  static constexpr std::string_view kStems[] = {"abra", "cito", "dexo", "evo",  "fila", "gano",
                                                "lepo", "mira", "nalu", "oxa",  "peri", "rito",
                                                "sela", "tevo", "ura",  "vena", "zali"};
  static constexpr std::string_view kEnds[] = {"mab",   "tinib", "pril",    "statin", "vir",
                                               "mycin", "olol",  "gliptin", "sartan", "azole"};
  static constexpr std::string_view kLands[] = {
      "Austria", "Belgium", "Brazil",  "Canada", "Chile",   "China",  "Denmark", "Egypt",
      "Finland", "France",  "Germany", "Greece", "Hungary", "India",  "Ireland", "Israel",
      "Italy",   "Japan",   "Kenya",   "Mexico", "Norway",  "Peru",   "Poland",  "Portugal",
      "Spain",   "Sweden",  "Turkey",  "Uganda", "Ukraine", "Vietnam"};
  static constexpr std::string_view kTalk[] = {
      "patients",    "with",      "the",           "of",         "and",       "in",       "versus",
      "placebo",     "treatment", "group",         "weeks",      "after",     "baseline", "randomised",
      "controlled",  "study",     "safety",        "efficacy",   "dose",      "daily",    "oral",
      "intravenous", "survival",  "score",         "quality",    "life",      "months",   "follow",
      "up",          "adverse",   "events",        "primary",    "secondary", "endpoint", "therapy",
      "surgery",     "standard",  "care",          "age",        "years",     "informed", "consent",
      "known",       "allergy",   "pregnancy",     "chronic",    "acute",     "severe",   "change",
      "from",        "measured",  "questionnaire", "laboratory", "values",    "hospital", "stay",
      "mortality",   "rate",      "pilot",         "compared"};

  // --- names and addresses ---
  // An address as it stands in a page.
  static std::string at(std::string_view what, const std::string& more = "") {
    return fmt::format("/reg/navigate.do?navigationId={}{}{}", what, more.empty() ? "" : "&amp;", more);
  }
  std::string code(size_t n) const { return fmt::format("ACR{:08}", ids_[n]); }
  std::string own(size_t n) const { return "/reg/navigate.do?navigationId=trial.HTML&TRIAL_ID=" + code(n); }
  std::string trial_at(size_t n, std::string_view what = "trial.HTML") const {
    return at(what, "TRIAL_ID=" + code(n));
  }
  std::optional<size_t> trial_of(std::string_view id) const {
    const auto number = id.size() == 11 ? number_in(id, "ACR") : std::nullopt;
    const auto found = number ? by_id_.find(*number) : by_id_.end();
    return found == by_id_.end() ? std::nullopt : std::optional(found->second);
  }
  static bool is_navigate(const std::string& target) {
    const std::string path = path_of(target);
    return path.substr(0, path.find(';')) == "/reg/navigate.do";
  }
  std::optional<size_t> record_at(const std::string& target) const {
    if (target.starts_with("/trial/")) return trial_of(path_of(target).substr(7));
    return is_navigate(target) && parameter(target, "navigationId") == "trial.HTML"
               ? trial_of(parameter(target, "TRIAL_ID"))
               : std::nullopt;
  }
  static std::string condition_name(size_t c) {
    return capital(fmt::format("{} {}", kParts[c / 8], kIlls[c % 8]));
  }
  static std::string condition_code(size_t c) {
    return fmt::format("{}{:02}", char('A' + c / 8), c % 8 * 11 + 3);
  }
  static std::string condition_at(size_t c) { return at("browse.Condition", "CODE=" + condition_code(c)); }
  static std::string drug_name(size_t d) {
    return capital(fmt::format("{}{}", kStems[d / 10], kEnds[d % 10]));
  }
  static std::string drug_at(size_t d) { return at("browse.Drug", "DRUG=" + slug_of(drug_name(d))); }
  static std::string country_at(size_t c) { return at("browse.Country", "C=" + slug_of(kLands[c])); }
  std::string org_name(size_t o) const {
    Dice dice(seed_, "org", o);
    static constexpr std::string_view kinds[] = {"University Hospital", "Pharma",       "Foundation",
                                                 "Medical School",      "Therapeutics", "Institute"};
    return fmt::format("{} {}", capital(words_of(dice, 1 + o % 2)), pick(dice, kinds));
  }
  static std::string org_at(size_t o) { return at("org.HTML", fmt::format("ORG_ID={}", 300 + o * 7)); }
  std::string person_name(size_t p) const {
    Dice dice(seed_, "person", p);
    return (p % 3 ? "Dr. " : "Prof. ") + full_name(dice);
  }
  static std::string person_at(size_t p) {
    return at("contact.HTML", fmt::format("CONTACT_ID={}", 5000 + p * 3));
  }
  std::string site_name(size_t s) const {
    Dice dice(seed_, "site", s);
    return fmt::format("{} Hospital {}", capital(words_of(dice, 1)), capital(words_of(dice, 1)));
  }
  static std::string site_at(size_t s) { return at("site.HTML", fmt::format("SITE_ID={}", 70 + s * 5)); }
  static std::string paper_at(size_t n) {
    return at("publication.HTML", fmt::format("PUB_ID={}", 20000 + n * 9));
  }
  std::string paper_title(size_t n) const {
    Dice dice(seed_, "paper title", n);
    return capital(phrase(dice, kTalk, 7 + dice.below(6)));
  }
  // The number behind a key, of those that begin at `first` and are `step` apart.
  static std::optional<size_t> key_of(const std::string& target, std::string_view key, size_t first,
                                      size_t step, size_t many) {
    const auto id = number_in(parameter(target, key), "");
    return id && *id >= first && (*id - first) % step == 0 && (*id - first) / step < many
               ? std::optional((*id - first) / step)
               : std::nullopt;
  }
  std::string title_of(size_t n) const {
    Dice dice(seed_, "title", n);
    const Trial& it = trials_[n];
    const std::string ill = condition_name(it.conditions[0]);
    const std::string drug = it.given.empty() ? capital(phrase(dice, kTalk, 2)) : drug_name(it.given[0]);
    switch (dice.below(4)) {
      case 0: return fmt::format("{} versus placebo in patients with {}", drug, ill);
      case 1: return fmt::format("A {} study of {} for {}", phrase(dice, kTalk, 3), drug, ill);
      case 2: return fmt::format("{} – {} in {}", capital(words_of(dice, 1)), phrase(dice, kTalk, 5), ill);
      default: return fmt::format("Effect of {} on {} in {}", drug, phrase(dice, kTalk, 3), ill);
    }
  }

  // --- parts of pages ---
  static std::string frame(const std::string& title, const std::string& main) {
    return fmt::format(
        "<!DOCTYPE html><html lang=\"en\"><head><title>ACR - {0}</title><link rel=\"stylesheet\" href=\"/reg/css/main.css\"></head><body><div id=\"page\"><div id=\"head\"><a href=\"/\"><img src=\"/reg/img/acr.png\" alt=\"ACR\"></a><div id=\"tools\"><a href=\"#\">A+</a> {1} {2}</div></div>"
        "<div id=\"nav\"><ul><li>{3}</li><li>{4}<ul><li>{5}</li><li>{6}</li><li>{7}</li><li>{8}</li></ul></li><li>{9}</li><li>{10}</li><li>{11}</li><li>{12}</li></ul></div><div id=\"content\">{13}</div><div id=\"foot\"><p>{14} | {15} | {16}</p><p>The register is a public service.</p></div></div></body></html>",
        title, link(at("user.Login"), "Login"), link(at("help.Index"), "Help"), link("/", "Start"),
        link(at("search.Form"), "Search"), link(at("browse.Conditions"), "By condition"),
        link(at("browse.Drugs"), "By intervention"), link(at("browse.Countries"), "By country"),
        link(at("browse.Months"), "By date"), link(at("news.Index"), "News"),
        link(at("org.Index"), "Sponsors"), link(at("publication.Index"), "Publications"),
        link(at("glossary.Index"), "Glossary"), main, link(at("help.Page", "N=1"), "Imprint"),
        link(at("help.Page", "N=2"), "Privacy"), link(at("help.Page", "N=3"), "Contact"));
  }
  static std::string pager(size_t pages, size_t here, const std::string& root) {
    if (pages < 2) return "";
    return "<div class=\"pages\">" +
           pager_of(pages, here,
                    [&](size_t n) { return n ? fmt::format("{}&amp;page={}", root, n + 1) : root; }) +
           "</div>";
  }
  std::string row(size_t n, const std::string& session = "") const {
    const Trial& it = trials_[n];
    std::string to = trial_at(n);
    if (!session.empty()) to.replace(to.find('?'), 1, ";jsessionid=" + session + "?");
    return fmt::format(
        "<tr><td class=\"id\">{}</td><td class=\"title\"><a href=\"{}\">{}</a></td><td>{}</td><td>{}</td><td><span class=\"status s{}\">{}</span></td><td>{}{}</td></tr>",
        code(n), to, title_of(n), link(condition_at(it.conditions[0]), condition_name(it.conditions[0])),
        link(org_at(it.org), org_name(it.org)), it.status, n < kTrials ? kStatuses[it.status] : "Withdrawn",
        date_of(it.day, '/'), it.results ? "<br>" + link(trial_at(n, "trial.Results"), "Results") : "");
  }
  static std::string table(const std::string& rows) {
    return "<table class=\"list\"><tr><th>ID</th><th>Title</th><th>Condition</th><th>Sponsor</th><th>Status</th><th>Registered</th></tr>" +
           rows + "</table>";
  }
  std::optional<std::string> listed(const std::string& title, const std::string& before,
                                    const std::vector<size_t>& all, const std::string& root, size_t here,
                                    const std::string& session = "") const {
    const auto slice = slice_of(all.size(), here, 20);
    if (!slice) return {};
    std::string rows;
    for (size_t i = slice->from; i < slice->to; ++i) rows += row(all[i], session);
    return frame(
        fmt::format("{} {}", title, here + 1),
        fmt::format("<h1>{}</h1>{}<p class=\"hits\">{} records</p>", title, here ? "" : before, all.size()) +
            (rows.empty() ? "<p>No records.</p>" : table(rows)) + pager(slice->pages, here, root));
  }
  template <class Test>
  std::vector<size_t> those(const Test& test) const {
    std::vector<size_t> out;
    for (size_t n = 0; n < kAll; ++n)
      if (test(trials_[n])) out.push_back(n);
    return out;
  }
  static bool has(const std::vector<size_t>& list, size_t one) { return std::ranges::count(list, one) > 0; }

  std::optional<std::string> made(const std::string& target) const {
    if (target == "/" || target == "/reg/") return home();
    if (const auto n = record_at(target)) return record(*n);
    if (path_of(target) == "/reg/mail.do") {
      const auto n = trial_of(parameter(target, "TRIAL_ID"));
      return n && writes(*n) ? std::optional(mail(*n)) : std::nullopt;
    }
    if (!is_navigate(target)) return {};
    const std::string what = parameter(target, "navigationId");
    const size_t here = page_asked(target);
    if (what.starts_with("trial.")) {
      const auto n = trial_of(parameter(target, "TRIAL_ID"));
      if (!n || *n >= kTrials) return {};
      if (what == "trial.Print") return print(*n);
      if (what == "trial.Results" && trials_[*n].results) return results(*n);
      if (what == "trial.History" && trials_[*n].versions) return history(*n);
      const auto v = number_in(parameter(target, "VERSION"), "");
      if (what == "trial.Changes" && v && *v >= 1 && *v <= trials_[*n].versions) return changes(*n, *v);
      return {};
    }
    if (what.starts_with("browse.") || what.starts_with("search."))
      return browse(what.substr(7), what[0] == 's', target, here);
    if (what == "org.Index")
      return names("Sponsors", at(what), kOrgs, here, [&](size_t n) { return item(org_at(n), org_name(n)); });
    if (what == "publication.Index")
      return names("Publications", at(what), kPapers / 2, here,
                   [&](size_t n) { return item(paper_at(n * 2), paper_title(n * 2)); });
    if (what == "news.Index")
      return names("News", at(what), kNews, here, [&](size_t n) {
        return item(at("news.HTML", fmt::format("NEWS_ID={}", n + 1)), headline("news", n));
      });
    if (what == "help.Index")
      return names("Help", at(what), kHelp, here, [&](size_t n) {
        return item(at("help.Page", fmt::format("N={}", n + 1)), headline("help", n));
      });
    if (what == "glossary.Index")
      return names("Glossary", at(what), kTerms, here,
                   [&](size_t n) { return item(term_at(n), headline("term", n)); });
    if (what == "org.HTML")
      if (const auto n = key_of(target, "ORG_ID", 300, 7, kOrgs)) return org(*n, here);
    if (what == "contact.HTML")
      if (const auto n = key_of(target, "CONTACT_ID", 5000, 3, kPeople)) return person(*n);
    if (what == "site.HTML")
      if (const auto n = key_of(target, "SITE_ID", 70, 5, kSites)) return site(*n, here);
    if (what == "publication.HTML")
      if (const auto n = key_of(target, "PUB_ID", 20000, 9, kPapers)) return paper(*n);
    if (what == "news.HTML")
      if (const auto n = key_of(target, "NEWS_ID", 1, 1, kNews)) return news(*n);
    if (what == "help.Page")
      if (const auto n = key_of(target, "N", 1, 1, kHelp)) return text("help", *n, at("help.Index"));
    if (what == "glossary.Term")
      if (const auto n = key_of(target, "T", 1, 1, kTerms)) return text("term", *n, at("glossary.Index"));
    if (what == "ethics.HTML")
      if (const auto n = key_of(target, "EC", 1, 1, kCommittees)) return text("ethics", *n, at("help.Index"));
    if (what == "user.Login")
      return frame(
          "Login",
          "<h1>Login</h1><form><input name=\"user\"><input type=\"password\" name=\"pass\"><button>Login</button></form><p>" +
              link(at("help.Page", "N=9"), "How to register a trial") + "</p>");
    return {};
  }
  std::string headline(std::string_view what, size_t n) const {
    Dice dice(seed_, what, n);
    return capital(phrase(dice, kTalk, what == "term" ? 2 : 4 + dice.below(4)));
  }
  static std::string term_at(size_t n) { return at("glossary.Term", fmt::format("T={}", n + 1)); }
  template <class Row>
  std::optional<std::string> names(const std::string& title, const std::string& root, size_t all, size_t here,
                                   const Row& one) const {
    const auto slice = slice_of(all, here, 45);
    if (!slice) return {};
    std::string rows;
    for (size_t n = slice->from; n < slice->to; ++n) rows += one(n);
    return frame(fmt::format("{} {}", title, here + 1), "<h1>" + title + "</h1><ul class=\"names\">" + rows +
                                                            "</ul>" + pager(slice->pages, here, root));
  }
  std::string home() const {
    std::string rows, news_rows, asked;
    std::vector<size_t> all = those([](const Trial&) { return true; });
    std::ranges::stable_sort(all, std::greater(), [&](size_t n) { return trials_[n].day; });
    for (size_t i = 0; i < 5; ++i) rows += row(all[i]);
    for (size_t n = 0; n < 4; ++n)
      news_rows += item(at("news.HTML", fmt::format("NEWS_ID={}", n + 1)), headline("news", n));
    for (size_t q = 0; q < kOften; ++q) asked += item(query_at(q), query_words(q));
    return frame(
        "Register of clinical trials",
        "<h1>Find clinical trials</h1><form action=\"/reg/navigate.do\"><input name=\"QUERY\"><button>Search</button></form><h2>Latest</h2>" +
            table(rows) + "<h2>Often searched</h2><ul>" + asked + "</ul><h2>News</h2><ul>" + news_rows +
            "</ul>");
  }

  // --- lists ---
  // Saved searches are for a part of the body, for an illness, and for an illness of children.
  static std::string query_words(size_t q) {
    return q < 20   ? std::string(kParts[q])
           : q < 28 ? std::string(kIlls[q - 20])
                    : std::string(kIlls[q - 28]) + "+children";
  }
  static std::string query_at(size_t q) { return at("search.Result", "QUERY=" + query_words(q)); }
  std::optional<std::string> browse(const std::string& what, bool searched, const std::string& target,
                                    size_t here) const {
    std::string rows;
    if (searched && what == "Form") {
      for (size_t q = 0; q < kQueries; ++q) rows += item(query_at(q), query_words(q));
      for (const auto status : kStatuses)
        rows += item(at("browse.Status", fmt::format("S={}", slug_of(status))), std::string(status));
      return frame(
          "Search",
          "<h1>Search</h1><form><input name=\"QUERY\"><select name=\"S\"><option>Recruiting</option></select><button>Search</button></form><h2>Saved searches</h2><ul>" +
              rows + "</ul>");
    }
    if (searched) {
      for (size_t q = 0; q < kQueries; ++q) {
        if (what != "Result" || parameter(target, "QUERY") != query_words(q)) continue;
        const auto all = those([&](const Trial& it) {
          return std::ranges::any_of(it.conditions, [&](size_t c) {
            return q < 20 ? c / 8 == q : q < 28 ? c % 8 == q - 20 : c % 8 == q - 28 && it.org % 4 == 0;
          });
        });
        return listed(
            "Search for " + query_words(q), "", all, query_at(q), here,
            q < kOften ? fmt::format("{:016X}{:016X}", mix(seed_ + 11, q), mix(seed_ + 12, q)) : "");
      }
      return {};
    }
    if (what == "Conditions") {
      for (size_t c = 0; c < kConditions; ++c)
        rows += (c % 8 ? "" : fmt::format("</ul><h2>{}</h2><ul>", capital(std::string(kParts[c / 8])))) +
                item(condition_at(c), fmt::format("{} {}", condition_code(c), condition_name(c)));
      return frame("Conditions", "<h1>Conditions</h1><ul>" + rows + "</ul>");
    }
    for (size_t c = 0; what == "Condition" && c < kConditions; ++c) {
      if (parameter(target, "CODE") != condition_code(c)) continue;
      Dice dice(seed_, "condition", c);
      for (size_t o = c / 8 * 8; o < c / 8 * 8 + 8; ++o)
        rows += link(condition_at(o), condition_name(o)) + " ";
      const std::string sort = parameter(target, "SORT"),
                        root = condition_at(c) + (sort == "date" ? "&amp;SORT=date" : "");
      auto all = those([&](const Trial& it) { return has(it.conditions, c); });
      if (sort == "date") std::ranges::stable_sort(all, {}, [&](size_t n) { return trials_[n].day; });
      return listed(fmt::format("{} {}", condition_name(c), sort),
                    "<p>" + rows + "</p>" + (dice.chance(0.5) ? "<p>" + prose(dice, kTalk, 3) + "</p>" : "") +
                        "<p>" + link(condition_at(c) + "&amp;SORT=date", "by date") + "</p>",
                    all, root, here);
    }
    if (what == "Drugs")
      return names("Interventions", at("browse.Drugs"), kDrugs, here,
                   [&](size_t d) { return item(drug_at(d), drug_name(d)); });
    for (size_t d = 0; what == "Drug" && d < kDrugs; ++d) {
      if (parameter(target, "DRUG") != slug_of(drug_name(d))) continue;
      Dice dice(seed_, "drug", d);
      return listed(
          drug_name(d),
          fmt::format(
              "<table class=\"detail\"><tr><th>Class</th><td>{}</td></tr><tr><th>Route</th><td>{}</td></tr></table>{}",
              phrase(dice, kTalk, 2), pick(dice, kTalk), paragraphs(dice, kTalk, 3)),
          those([&](const Trial& it) { return has(it.given, d); }), drug_at(d), here);
    }
    if (what == "Countries") {
      for (size_t c = 0; c < kCountries; ++c) rows += item(country_at(c), std::string(kLands[c]));
      return frame("Countries", "<h1>Countries</h1><div id=\"worldmap\"></div><ul>" + rows + "</ul>");
    }
    for (size_t c = 0; what == "Country" && c < kCountries; ++c)
      if (parameter(target, "C") == slug_of(kLands[c]))
        return listed(fmt::format("Trials in {}", kLands[c]), "",
                      those([&](const Trial& it) { return has(it.countries, c); }), country_at(c), here);
    if (what == "Months") {
      for (long m = kToday / 30; m > kToday / 30 - 145; --m)
        rows += item(at("browse.Month", "M=" + date_of(m * 30, '-').substr(0, 7)),
                     date_of(m * 30, '-').substr(0, 7));
      return frame("By date", "<h1>By date</h1><ul class=\"months\">" + rows + "</ul>");
    }
    if (const auto first = day_of(parameter(target, "M") + "-01");
        what == "Month" && first && *first <= kToday && *first > kToday - 145 * 30)
      return listed("Registered in " + parameter(target, "M"), "",
                    those([&](const Trial& it) { return it.day >= *first && it.day < *first + 30; }),
                    at("browse.Month", "M=" + parameter(target, "M")), here);
    for (size_t s = 0; what == "Status" && s < kStatusCount; ++s)
      if (parameter(target, "S") == slug_of(kStatuses[s]))
        return listed(std::string(kStatuses[s]), "", those([&](const Trial& it) { return it.status == s; }),
                      at("browse.Status", "S=" + slug_of(kStatuses[s])), here);
    return {};
  }

  // --- trials ---
  bool writes(size_t n) const { return n < kTrials && trials_[n].status < 2; }
  std::string head(size_t n, std::string_view shown) const {
    const Trial& it = trials_[n];
    std::string tabs = link(trial_at(n), "Record");
    if (it.results) tabs += " " + link(trial_at(n, "trial.Results"), "Results");
    if (it.versions) tabs += " " + link(trial_at(n, "trial.History"), "History");
    tabs += " " + link(trial_at(n, "trial.Print"), "Print");
    if (writes(n))
      tabs += fmt::format(" <a href=\"/reg/mail.do?TRIAL_ID={}\">Write to the study team</a>", code(n));
    return fmt::format(
        "<div class=\"trialhead\"><p class=\"id\">{}</p><h1>{}</h1><p><span class=\"status s{}\">{}</span> {} Registered {}</p><div class=\"tabs\" data-shown=\"{}\">{}</div></div>",
        code(n), title_of(n), it.status, kStatuses[it.status], link(org_at(it.org), org_name(it.org)),
        date_of(it.day, '/'), shown, tabs);
  }
  // A label leads to what it means.
  static std::string fact(std::string_view label, const std::string& data, bool plain = false) {
    return fmt::format("<tr><th>{}{}</th><td>{}</td></tr>", label,
                       plain ? ""
                             : fmt::format(" <a class=\"hint\" href=\"{}\">?</a>",
                                           term_at(gleaner::stable_hash(label) % kTerms)),
                       data);
  }
  static std::string section(const std::string& name, const std::string& rows) {
    return fmt::format("<h2 id=\"{}\">{}</h2><table class=\"detail\">{}</table>", slug_of(name), name, rows);
  }
  std::string record(size_t n) const {
    if (n >= kTrials) return withdrawn(n);
    if (!real_details.empty())
      return with_links(real_details[n % real_details.size()], fmt::format("{}: {}", code(n), title_of(n)),
                        head(n, "record") + people_of(n) + conditions_of(n) + sites_of(n) + papers(n));
    return frame(fmt::format("{}: {}", code(n), title_of(n)), head(n, "record") + body(n, false));
  }
  std::string conditions_of(size_t n) const {
    std::string out;
    for (const size_t c : trials_[n].conditions)
      out += fmt::format("<li>{} {}</li>", condition_code(c), link(condition_at(c), condition_name(c)));
    return "<ul>" + out + "</ul>";
  }
  std::string people_of(size_t n) const {
    Dice dice(seed_, "people", n);
    std::string out;
    for (const size_t p : trials_[n].people) {
      out += fmt::format("<div class=\"contact\"><b>{}</b><br>{}", link(person_at(p), person_name(p)),
                         org_name(dice.below(kOrgs)));
      if (dice.chance(0.7)) out += fmt::format("<br>Tel. {}", 100000 + dice.below(900000));
      if (dice.chance(0.6)) out += "<br>mail at study.example";
      out += "</div>";
    }
    return out;
  }
  std::string sites_of(size_t n) const {
    std::string out;
    for (const size_t s : trials_[n].sites)
      out += fmt::format("<li>{}, {}</li>", link(site_at(s), site_name(s)), kLands[s % kCountries]);
    return out.empty() ? out : "<ul class=\"sites\">" + out + "</ul>";
  }
  std::string papers(size_t n) const {
    std::string out;
    for (const size_t p : papers_of_[n]) out += "<li>" + link(paper_at(p), paper_title(p)) + "</li>";
    return out.empty() ? out : "<ol class=\"papers\">" + out + "</ol>";
  }
  std::string body(size_t n, bool plain) const {
    const Trial& it = trials_[n];
    Dice dice(seed_, "record", n);
    std::string rows, out;
    const auto say = [&](std::string_view label, const std::string& data) {
      rows += fact(label, data, plain);
    };
    const auto close = [&](const char* name) {
      if (!rows.empty()) out += section(name, rows);
      rows.clear();
    };
    say("Public title", title_of(n));
    if (dice.chance(0.8)) say("Scientific title", title_of(n) + ": " + phrase(dice, kTalk, 8));
    if (dice.chance(0.4)) say("Acronym", capital(words_of(dice, 1)));
    say("Summary", paragraphs(dice, kTalk, 3));
    if (dice.chance(0.6)) say("Scientific summary", paragraphs(dice, kTalk, 5));
    if (dice.chance(0.5)) say("Sharing of data", dice.chance(0.5) ? "No" : "Yes. " + prose(dice, kTalk, 2));
    close("Overview");
    for (uint32_t i = dice.chance(0.5) ? dice.below(4) + 1 : 0; i > 0; --i)
      say("Secondary ID", fmt::format("{}-{}", 2010 + dice.below(16), dice.below(999999)));
    close("Identifiers");
    say("Condition", conditions_of(n));
    if (dice.chance(0.3)) say("Free text", prose(dice, kTalk, 1));
    close("Health conditions");
    for (uint32_t i = dice.below(dice.chance(0.2) ? 6 : 2) + 1; i > 0; --i) {
      std::string given = prose(dice, kTalk, 1 + dice.below(3));
      if (!it.given.empty()) {
        const size_t d = it.given[i % it.given.size()];
        given = link(drug_at(d), drug_name(d)) + ". " + given;
      }
      say(fmt::format("Arm {}", i), given);
    }
    close("Interventions");
    for (const char* one :
         {"Type", "Allocation", "Blinding", "Control", "Purpose", "Assignment", "Phase", "Who is blinded"})
      if (dice.chance(it.drugs ? 0.85 : 0.5)) say(one, phrase(dice, kTalk, 1 + dice.below(2)));
    close("Characteristics");
    for (uint32_t i = dice.below(2) + 1; i > 0; --i)
      say("Primary outcome", prose(dice, kTalk, 1 + dice.below(2)));
    for (uint32_t i = dice.chance(0.8) ? dice.below(dice.chance(0.2) ? 25 : 6) : 0; i > 0; --i)
      say("Secondary outcome", prose(dice, kTalk, 1));
    close("Outcomes");
    say("Countries", [&] {
      std::string all;
      for (const size_t c : it.countries)
        all += (all.empty() ? "" : ", ") + link(country_at(c), std::string(kLands[c]));
      return all;
    }());
    if (const std::string sites = sites_of(n); !sites.empty()) say("Locations", sites);
    close("Where");
    say("Planned", dice.chance(0.8) ? "Actual" : "Planned");
    if (it.status) say("Start", date_of(it.day + 40, '/'));
    if (it.status > 2) say("End", date_of(it.day + 500, '/'));
    say("Sample size", std::to_string(dice.below(900) + 10));
    if (it.status == 4) say("Reason", prose(dice, kTalk, 1));
    close("Recruitment");
    for (const char* one : {"Gender", "Minimum age", "Maximum age"})
      if (dice.chance(0.9)) say(one, std::to_string(dice.below(90)));
    for (const char* which : {"Inclusion criteria", "Exclusion criteria"}) {
      std::string list;
      for (uint32_t i = dice.below(12) + 1; i > 0; --i) list += "<li>" + prose(dice, kTalk, 1) + "</li>";
      say(which, dice.chance(0.7) ? "<ol>" + list + "</ol>" : "<p>" + prose(dice, kTalk, 4) + "</p>");
    }
    close("Who can take part");
    say("Contacts", people_of(n));
    say("Sponsor", link(org_at(it.org), org_name(it.org)));
    for (uint32_t i = dice.chance(0.5) ? dice.below(3) + 1 : 0; i > 0; --i) {
      const size_t o = dice.below(kOrgs);
      say("Funding", link(org_at(o), org_name(o)));
    }
    close("Addresses");
    if (dice.chance(0.85)) {
      const size_t e = dice.below(kCommittees);
      say("Committee", link(at("ethics.HTML", fmt::format("EC={}", e + 1)), headline("ethics", e)));
      say("Vote", date_of(it.day - long(dice.below(90)), '/'));
      close("Ethics");
    }
    if (const std::string list = papers(n); !list.empty()) say("Publications", list);
    for (uint32_t i = dice.chance(0.2) ? dice.below(4) + 1 : 0; i > 0; --i) say("Document", "protocol.pdf");
    close("Results and documents");
    if (dice.chance(0.008))
      out += "<p>Follows " +
             link(at("trial.HTML", fmt::format("TRIAL_ID=ACR{:08}", 50000 + dice.below(9999))),
                  "an earlier trial") +
             "</p>";
    if (dice.chance(0.1)) {
      const size_t other = dice.below(kAll);
      out += "<p>See also " + link(trial_at(other), code(other)) + "</p>";
    }
    return out;
  }
  std::string withdrawn(size_t n) const {
    Dice dice(seed_, "withdrawn", n);
    return frame(
        code(n) + " withdrawn",
        fmt::format(
            "<div class=\"trialhead\"><p class=\"id\">{}</p><h1>{}</h1></div><div class=\"notice\"><p>This record was withdrawn on {}. {}</p></div><p>{}</p>",
            code(n), title_of(n), date_of(trials_[n].day + 100, '/'), prose(dice, kTalk, 1),
            link(at("help.Page", "N=7"), "Why records are withdrawn")));
  }
  std::string print(size_t n) const {
    return fmt::format(
        "<!DOCTYPE html><html><head><title>{0} (print)</title></head><body onload=\"window.print()\"><p>{0}</p><h1>{1}</h1>{2}<p>{3}</p></body></html>",
        code(n), title_of(n), body(n, true), link(trial_at(n), "Back"));
  }
  std::string results(size_t n) const {
    Dice dice(seed_, "results", n);
    std::string out;
    for (uint32_t i = dice.below(6) + 2; i > 0; --i) {
      std::string rows;
      for (uint32_t k = dice.below(8) + 2; k > 0; --k)
        rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>", phrase(dice, kTalk, 3),
                            dice.below(300), dice.below(300));
      out += "<h2>" + capital(phrase(dice, kTalk, 2)) + "</h2>" +
             (dice.chance(0.5) ? "<p>" + prose(dice, kTalk, 2) + "</p>" : "") +
             "<table class=\"results\"><tr><th></th><th>Arm 1</th><th>Arm 2</th></tr>" + rows + "</table>";
    }
    return frame("Results of " + code(n),
                 head(n, "results") + out + (papers(n).empty() ? "" : "<h2>Publications</h2>" + papers(n)));
  }
  std::string history(size_t n) const {
    std::string rows;
    for (size_t v = trials_[n].versions; v > 0; --v)
      rows += fmt::format(
          "<tr><td>{}</td><td>{}</td><td>{}</td></tr>", v,
          date_of(std::min(kToday, trials_[n].day + long(v) * 70), '/'),
          link(at("trial.Changes", fmt::format("TRIAL_ID={}&amp;VERSION={}", code(n), v)), "Changes"));
    return frame("History of " + code(n),
                 head(n, "history") +
                     "<table class=\"history\"><tr><th>Version</th><th>Date</th><th></th></tr>" + rows +
                     "</table>");
  }
  std::string changes(size_t n, size_t v) const {
    Dice dice(seed_, "changes", n * 10 + v);
    std::string rows;
    for (const char* label : {"Public title", "Summary", "Status", "Sample size", "End", "Primary outcome",
                              "Contacts", "Locations", "Inclusion criteria"})
      if (dice.chance(0.35))
        rows += fmt::format("<tr><th>{}</th><td><del>{}</del></td><td><ins>{}</ins></td></tr>", label,
                            prose(dice, kTalk, 1), prose(dice, kTalk, 1));
    return frame(
        fmt::format("Changes of {}, version {}", code(n), v),
        head(n, "history") +
            fmt::format(
                "<h2>Version {} of {}</h2><table class=\"detail changes\"><tr><th></th><td>Before</td><td>After</td></tr>{}</table><p>{}</p>",
                v, date_of(std::min(kToday, trials_[n].day + long(v) * 70), '/'), rows,
                link(trial_at(n, "trial.History"), "All versions")));
  }
  std::string mail(size_t n) const {
    return frame(
        "Write to " + code(n),
        head(n, "mail") +
            "<form method=\"post\"><label>Your name</label><input name=\"who\"><label>Message</label><textarea name=\"text\"></textarea><p>We pass on your message.</p><button>Send</button></form>");
  }

  // --- sponsors, people, hospitals, publications, texts ---
  std::optional<std::string> org(size_t o, size_t here) const {
    Dice dice(seed_, "org page", o);
    const std::string about =
        section("Organisation",
                fact("Name", org_name(o)) +
                    fact("Address", fmt::format("{} Street {}", capital(words_of(dice, 1)), dice.below(99))) +
                    fact("Country", link(country_at(o % kCountries), std::string(kLands[o % kCountries]))) +
                    (dice.chance(0.5) ? fact("About", paragraphs(dice, kTalk, 2)) : ""));
    return listed(org_name(o) + fmt::format(" ({})", o), about, of_org_[o], org_at(o), here);
  }
  std::string person(size_t p) const {
    Dice dice(seed_, "person page", p);
    std::string rows;
    for (const size_t n : of_person_[p]) rows += row(n);
    const size_t o = dice.below(kOrgs);
    return frame(
        person_name(p) + fmt::format(" ({})", p),
        fmt::format("<h1>{}</h1>", person_name(p)) +
            section("Contact",
                    fact("Affiliation", link(org_at(o), org_name(o))) +
                        (dice.chance(0.6) ? fact("Telephone", std::to_string(dice.below(900000))) : "")) +
            (rows.empty() ? "<p>No records.</p>" : table(rows)));
  }
  std::optional<std::string> site(size_t s, size_t here) const {
    Dice dice(seed_, "site page", s);
    return listed(site_name(s) + fmt::format(" ({})", s),
                  section("Hospital", fact("City", capital(words_of(dice, 1))) +
                                          fact("Country", link(country_at(s % kCountries),
                                                               std::string(kLands[s % kCountries])))) +
                      "<div class=\"map\"></div>",
                  of_site_[s], site_at(s), here);
  }
  std::string paper(size_t n) const {
    Dice dice(seed_, "paper page", n);
    const size_t on = paper_on_[n], p = dice.below(kPeople);
    const std::string ours =
        fmt::format("<p>Registered as <a href=\"/trial/{0}\">{0}</a></p><p>{1} {2}</p>", code(on),
                    link(person_at(p), person_name(p)), link(paper_at((n + 1) % kPapers), "Next"));
    if (!real_decoys.empty())
      return with_links(real_decoys[n % real_decoys.size()], paper_title(n) + fmt::format(" {}", n), ours);
    std::string out =
        fmt::format("<h1>{}</h1><p class=\"authors\">{}, {}</p>", paper_title(n), full_name(dice),
                    full_name(dice)) +
        section(
            "Citation",
            fact("Journal", "Annals of " + capital(words_of(dice, 1))) +
                fact("Year", std::to_string(2012 + dice.below(15))) +
                (dice.chance(0.7) ? fact("DOI", fmt::format("10.{}/{}", dice.below(9999), dice.below(99999)))
                                  : ""));
    if (dice.chance(0.7)) out += "<h2>Abstract</h2>" + paragraphs(dice, kTalk, 5);
    return frame(paper_title(n) + fmt::format(" {}", n), out + ours);
  }
  std::string news(size_t n) const {
    Dice dice(seed_, "news page", n);
    std::string ours = link(at("news.HTML", fmt::format("NEWS_ID={}", (n + 1) % kNews + 1)), "Next");
    if (dice.chance(0.2)) ours += "<table class=\"list\">" + row(dice.below(kTrials)) + "</table>";
    if (!real_decoys.empty())
      return with_links(real_decoys[(n + 6) % real_decoys.size()],
                        headline("news", n) + fmt::format(" {}", n), ours);
    return frame(headline("news", n) + fmt::format(" {}", n),
                 "<h1>" + headline("news", n) + "</h1>" + paragraphs(dice, kTalk, 7) + ours);
  }
  std::string text(std::string_view what, size_t n, const std::string& up) const {
    Dice dice(seed_, std::string(what) + " page", n);
    return frame(headline(what, n) + fmt::format(" {}", n + 1),
                 "<h1>" + headline(what, n) + "</h1>" + paragraphs(dice, kTalk, what == "help" ? 8 : 2) +
                     link(up, "Index"));
  }

  uint64_t seed_;
  std::vector<Trial> trials_;
  std::vector<size_t> ids_, paper_on_;
  std::map<size_t, size_t> by_id_;
  std::vector<std::vector<size_t>> of_org_, of_person_, of_site_, papers_of_;
};

}  // namespace

std::unique_ptr<MadeSite> trials_site(uint64_t seed) { return std::make_unique<Trials>(seed); }

}  // namespace bench
