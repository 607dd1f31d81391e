// A made-up site: a public register of law in two languages. See crawl_site.h.
#include <map>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_parts.h"

namespace bench {
namespace {

// --- register: what a government publishes of its courts, in tables without classes. Wanted are the
// decisions, in the language of the case and, of a third, in the other one too. Notices, laws, press releases
// and judges have the same kind of address (/doc.aspx?id=48213&lang=en), the same frame and the same table at
// their head; summaries, stages of the case and citations hang below a decision. Ways: courts by year in
// three orders, a thesaurus, laws and who cites them, judges, the journal's issues, searches that leave their
// number in the links, hearings by day without end.
class Register : public MadeSite {
 public:
  explicit Register(uint64_t seed)
      : seed_(seed), by_term_(kTerms), by_law_(kReleases), by_judge_(kDocs), by_issue_(kIssues) {
    for (size_t d = 0; d < kDocs; ++d) {
      Dice dice(seed_, "doc", d);
      Doc doc;
      doc.year = 2013 + dice.below(12);
      doc.court = d < kReleases ? dice.below(kCourts) : (d - kReleases) % kCourts;
      doc.issue = (doc.year - 2013) * 20 + dice.below(20);
      doc.language = dice.below(2);
      doc.both = d >= kDecisions || dice.chance(0.35);
      for (uint32_t k = dice.below(4) + 1; k > 0; --k) doc.terms.push_back(dice.below(kTerms));
      if (d < kDecisions) {
        for (uint32_t k = dice.below(5); k > 0; --k)
          doc.laws.push_back(kNotices + dice.below(kLaws - kNotices));
        for (uint32_t k = dice.below(3) * 2 + 1; k > 0; --k)
          doc.judges.push_back(kReleases + (doc.court + kCourts * dice.below(11)) % (kDocs - kReleases));
        for (size_t l = 0; l < 2; ++l)
          if (has(doc, l)) number_[d * 2 + l] = details_.size(), details_.push_back(d * 2 + l);
      }
      for (const size_t t : doc.terms) by_term_[t].push_back(d);
      for (const size_t w : doc.laws) by_law_[w].push_back(d);
      for (const size_t j : doc.judges) by_judge_[j].push_back(d);
      if (d >= kDecisions && d < kLaws) by_issue_[doc.issue].push_back(d);
      by_id_[id_of(d)] = d;
      docs_.push_back(std::move(doc));
    }
  }
  std::string name() const override { return "register"; }
  size_t details() const override { return details_.size(); }
  std::string detail_path(size_t n) const override { return doc_path(details_[n] / 2, details_[n] % 2); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto d = path_of(target) == "/doc.aspx" ? doc_of(target) : std::nullopt;
    const auto l = language_of(target);
    const auto found = d && l ? number_.find(*d * 2 + *l) : number_.end();
    return found == number_.end() ? std::nullopt : std::optional(found->second);
  }
  std::optional<std::string> page(const std::string& target) const override {
    if (target == "/") return welcome();
    const std::string path = path_of(target);
    const auto language = language_of(target);
    if (!language) return {};
    const size_t l = *language;
    if (path == "/default.aspx") return home(l);
    if (path == "/list.aspx") return list(l, target);
    if (path == "/cal.aspx") return hearings(l, parameter(target, "d"));
    if (path == "/search.aspx") return search(l, target);
    if (path == "/journal.aspx") return journal(l, target);
    if (path == "/press.aspx") return press(l, target);
    if (path == "/judges.aspx") return judges(l);
    if (path == "/laws.aspx") return laws(l, target);
    const auto n = number_in(parameter(target, "n"), "");
    if (path == "/court.aspx" && n && *n < kCourts) return court(l, *n);
    if (path == "/issue.aspx" && n && *n < kIssues) return issue(l, *n);
    if (path == "/thes.aspx" && n && *n < kTerms) return term(l, *n, target);
    if (path == "/info.aspx" && n && *n < 24) return info(l, *n);
    const auto d = doc_of(target);
    if (!d) return {};
    if (path == "/doc.aspx" && has(docs_[*d], l)) return document(l, *d);
    if (path == "/cited.aspx" && *d >= kNotices && *d < kLaws) return cited(l, *d, target);
    if (*d >= kDecisions) return {};
    if (path == "/summary.aspx" && summed_up(*d)) return summary(l, *d);
    if (path == "/stages.aspx") return stages(l, *d);
    if (path == "/cite.aspx" && has(docs_[*d], l)) return citation(l, *d);
    return {};
  }

 private:
  // Documents by kind, each up to the number of the next: decisions, notices, laws, press releases, judges.
  static constexpr uint32_t kDecisions = 720, kNotices = 1720, kLaws = 1980, kReleases = 2220, kDocs = 2286,
                            kCourts = 6, kTerms = 100, kIssues = 240;
  struct Doc {
    size_t year = 0, court = 0, issue = 0, language = 0;
    bool both = false;
    std::vector<size_t> terms, laws, judges;
  };
  static constexpr const char* kCodes[] = {"en", "fr"};
  static constexpr const char* kCourt[][6] = {{"Supreme Court", "Court of Appeal", "Tax Court",
                                               "Labour Court", "Administrative Court", "Patent Court"},
                                              {"Cour suprême", "Cour d'appel", "Cour de l'impôt",
                                               "Cour du travail", "Cour administrative", "Cour des brevets"}};
  static constexpr const char* kWord[][32] = {
      {"court",  "claim",   "party",    "appeal", "tax",   "permit",  "duty",    "order",
       "lease",  "damage",  "witness",  "the",    "of",    "against", "grants",  "refuses",
       "office", "licence", "notice",   "term",   "costs", "law",     "section", "holds",
       "that",   "finds",   "contract", "worker", "water", "road",    "patent",  "school"},
      {"cour",   "demande", "partie",  "recours", "taxe",  "permis", "devoir",  "ordre",
       "bail",   "dommage", "témoin",  "la",      "de",    "contre", "accorde", "refuse",
       "bureau", "licence", "avis",    "délai",   "frais", "loi",    "alinéa",  "retient",
       "que",    "juge",    "contrat", "salarié", "eau",   "route",  "brevet",  "école"}};
  enum Label {
    kDecision,
    kDate,
    kNumber,
    kPartiesOf,
    kJudges,
    kKeywords,
    kLawsCited,
    kNotice,
    kLaw,
    kRelease,
    kJudge,
    kSummary,
    kStages,
    kCite,
    kHearings,
    kSearch,
    kJournal,
    kThesaurus,
    kFacts,
    kReasons,
    kOrder,
    kCited,
    kCiting,
    kDissent,
    kHeadnote,
    kInForce,
    kArticle,
    kBy,
    kHome,
    kNone
  };
  static constexpr const char* kLabel[][30] = {{"Judgment",
                                                "Date",
                                                "Number",
                                                "Parties",
                                                "Judges",
                                                "Descriptors",
                                                "Provisions",
                                                "Notice",
                                                "Act",
                                                "Press release",
                                                "Judge",
                                                "Summary",
                                                "Stages of the case",
                                                "How to cite",
                                                "Hearings",
                                                "Search",
                                                "Official Journal",
                                                "Thesaurus",
                                                "Facts",
                                                "Reasons",
                                                "Order",
                                                "Decisions cited",
                                                "Cited in",
                                                "Dissenting opinion",
                                                "Headnote",
                                                "In force since",
                                                "Section",
                                                "Issued by",
                                                "Home",
                                                "No entries"},
                                               {"Arrêt",
                                                "Date",
                                                "Numéro",
                                                "Parties",
                                                "Juges",
                                                "Descripteurs",
                                                "Dispositions",
                                                "Avis",
                                                "Loi",
                                                "Communiqué",
                                                "Juge",
                                                "Résumé",
                                                "Étapes de la cause",
                                                "Comment citer",
                                                "Audiences",
                                                "Recherche",
                                                "Journal officiel",
                                                "Thésaurus",
                                                "Faits",
                                                "Motifs",
                                                "Dispositif",
                                                "Arrêts cités",
                                                "Cité dans",
                                                "Opinion dissidente",
                                                "Sommaire",
                                                "En vigueur depuis",
                                                "Article",
                                                "Émis par",
                                                "Accueil",
                                                "Aucune entrée"}};

  static bool has(const Doc& doc, size_t l) { return doc.both || doc.language == l; }
  size_t id_of(size_t d) const { return 10000 + d * 1009 % kDocs * 23 + seed_ % 23; }
  static std::optional<size_t> language_of(const std::string& target) {
    const std::string code = parameter(target, "lang");
    return code == "en" ? std::optional<size_t>(0) : code == "fr" ? std::optional<size_t>(1) : std::nullopt;
  }
  std::optional<size_t> doc_of(const std::string& target) const {
    const auto id = number_in(parameter(target, "id"), "");
    const auto found = id ? by_id_.find(*id) : by_id_.end();
    return found == by_id_.end() ? std::nullopt : std::optional(found->second);
  }
  std::string doc_path(size_t d, size_t l) const { return below(d, l, "doc"); }
  std::string below(size_t d, size_t l, const char* what) const {
    return fmt::format("/{}.aspx?id={}&lang={}", what, id_of(d), kCodes[l]);
  }
  bool summed_up(size_t d) const { return Dice(seed_, "summed up", d).chance(0.55); }
  static std::string text(Dice& dice, size_t l, size_t words) {
    std::string out;
    for (size_t k = 0; k < words; ++k) out += (k ? " " : "") + std::string(kWord[l][dice.below(32)]);
    return out;
  }
  static std::string prose(Dice& dice, size_t l, size_t n) {
    std::string out;
    for (size_t k = 0; k < n; ++k) out += text(dice, l, 8 + dice.below(14)) + ". ";
    return out;
  }
  std::string person(std::string_view what, size_t n) const {
    Dice dice(seed_, what, n);
    return fmt::format("{}. {}{}", char('A' + dice.below(26)), char('A' + dice.below(26)), words_of(dice, 1));
  }
  std::string date(size_t d) const {
    Dice dice(seed_, "date", d);
    return fmt::format("{:02}.{:02}.{}", dice.below(28) + 1, dice.below(12) + 1, docs_[d].year);
  }
  std::string term_name(size_t l, size_t t) const {
    Dice dice(seed_, "term", t);
    return text(dice, l, 1 + dice.below(2)) + (t % 3 ? "" : l ? " (droit)" : " (law)");
  }
  std::string number_of(size_t d) const {
    constexpr const char* kMark[] = {"C", "A", "T", "L", "V", "P"};
    return fmt::format("{} {}/{}", kMark[docs_[d].court], id_of(d) % 997, docs_[d].year);
  }
  std::string title(size_t l, size_t d) const {
    Dice dice(seed_, "title", d);
    if (d < kDecisions)
      return fmt::format("{} v. {} ({})", person("one", d), dice.chance(0.5) ? person("two", d) : "State",
                         number_of(d));
    if (d < kNotices) return fmt::format("{} {}", kLabel[l][kNotice], id_of(d)) + ": " + text(dice, l, 5);
    if (d < kLaws) return fmt::format("{} {}: {}", kLabel[l][kLaw], id_of(d) % 900, text(dice, l, 4));
    if (d < kReleases) return text(dice, l, 7);
    return person("judge", d);
  }
  // A document in a list; where it is not there in the reader's language, the other one is offered.
  std::string anchor(size_t l, size_t d, const std::string& more = "") const {
    const size_t in = has(docs_[d], l) ? l : 1 - l;
    return link(doc_path(d, in) + more, title(in, d)) + (in == l ? "" : fmt::format(" [{}]", kCodes[in]));
  }
  static std::string at(const char* what, size_t l, const std::string& more = "") {
    return fmt::format("/{}.aspx?{}{}lang={}", what, more, more.empty() ? "" : "&", kCodes[l]);
  }

  // `other`: the same page in the other language; empty: there is none.
  std::string frame(size_t l, const std::string& title, const std::string& main,
                    const std::string& other) const {
    const auto& say = kLabel[l];
    std::string menu;
    const auto add = [&](const std::string& href, const std::string& name) {
      menu +=
          fmt::format("<tr><td bgcolor=\"#E0E8F0\"><font size=\"2\">{}</font></td></tr>", link(href, name));
    };
    add(at("default", l), say[kHome]);
    for (size_t c = 0; c < kCourts; ++c) add(at("court", l, fmt::format("n={}", c)), kCourt[l][c]);
    add(at("journal", l, "y=2024"), say[kJournal]);
    add(at("laws", l, "chap=0"), say[kLaw]);
    add(at("press", l, "y=2024"), say[kRelease]);
    add(at("judges", l), say[kJudges]);
    add(at("thes", l, "n=0"), say[kThesaurus]);
    add(at("cal", l, "d=2025-02-03"), say[kHearings]);
    add(at("search", l, "s=2"), say[kSearch]);
    return fmt::format(
        "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\"><html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\"><title>{0}</title></head><body bgcolor=\"#FFFFFF\">"
        "<table width=\"100%\" border=\"0\" cellspacing=\"0\"><tr><td colspan=\"2\" bgcolor=\"#003366\"><img src=\"/arms.gif\"> <font color=\"#FFFFFF\">{1}</font></td><td align=\"right\" bgcolor=\"#003366\">{2}</td></tr>"
        "<tr><td width=\"160\" valign=\"top\"><table border=\"0\">{3}</table></td><td valign=\"top\" colspan=\"2\">{4}</td></tr>"
        "<tr><td colspan=\"3\" align=\"center\"><hr><font size=\"1\">{5} | {6} | {7}</font></td></tr></table></body></html>",
        title, l ? "Registre public du droit" : "Public Register of Law",
        link(other.empty() ? at("default", 1 - l) : other, l ? "English" : "Français"), menu, main,
        link(at("info", l, "n=0"), l ? "Aide" : "Help"), link(at("info", l, "n=1"), l ? "Droits" : "Legal"),
        link(at("info", l, "n=2"), "Contact"));
  }
  static std::string head(const std::string& words) {
    return "<h2><font face=\"Arial\">" + words + "</font></h2>";
  }
  static std::string row(const std::string& name, const std::string& value) {
    return fmt::format("<tr><td valign=\"top\" nowrap><b>{}</b></td><td>{}</td></tr>", name, value);
  }
  std::string rows_of(size_t l, const std::vector<size_t>& docs, const std::string& more = "") const {
    std::string out = "<table border=\"1\" cellpadding=\"3\" width=\"100%\">";
    for (const size_t d : docs)
      out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>", date(d), anchor(l, d, more),
                         kLabel[l][d < kDecisions  ? kDecision
                                   : d < kNotices  ? kNotice
                                   : d < kLaws     ? kLaw
                                   : d < kReleases ? kRelease
                                                   : kJudge]);
    return out + "</table>";
  }
  // One page of many, and the links to the other pages; nothing: there is no such page.
  std::optional<std::string> paged(size_t l, const std::vector<size_t>& docs, const std::string& target,
                                   const char* what, const std::string& asked, size_t size,
                                   const std::string& more = "") const {
    const auto p = number_in(parameter(target, "p"), "");
    const size_t here = p && *p ? *p - 1 : 0, pages = (docs.size() + size - 1) / size;
    if (here && here >= pages) return {};
    if (docs.empty()) return std::string("<p>") + kLabel[l][kNone] + "</p>";
    std::string pager;
    for (size_t k = 0; k < pages && pages > 1; ++k)
      pager += link(at(what, l, fmt::format("{}&p={}", asked, k + 1)), std::to_string(k + 1)) + " ";
    return rows_of(l,
                   {docs.begin() + long(here * size),
                    docs.begin() + long(std::min(docs.size(), here * size + size))},
                   more) +
           "<p align=\"center\">" + pager + "</p>";
  }

  std::string welcome() const {
    return frame(0, "Register / Registre",
                 "<center><h1>Register / Registre</h1><p>" + link(at("default", 0), "English") + " - " +
                     link(at("default", 1), "Français") + "</p></center>",
                 "");
  }
  std::string home(size_t l) const {
    Dice dice(seed_, "home", l);
    std::vector<size_t> news;
    for (int k = 0; k < 5; ++k) news.push_back(kLaws + dice.below(kReleases - kLaws));
    for (int k = 0; k < 5; ++k) news.push_back(dice.below(kNotices));
    return frame(l, kLabel[l][kHome],
                 head(l ? "Registre public" : "Public register") + "<p>" + prose(dice, l, 3) + "</p>" +
                     rows_of(l, news),
                 at("default", 1 - l));
  }
  std::string court(size_t l, size_t c) const {
    Dice dice(seed_, "court", c);
    std::string years, judges;
    for (size_t y = 2013; y < 2025; ++y)
      years += "<td>" + link(at("list", l, fmt::format("c={}&y={}", c, y)), std::to_string(y)) + "</td>";
    for (size_t j = kReleases; j < kDocs; ++j)
      if (docs_[j].court == c) judges += "<li>" + anchor(l, j) + "</li>";
    return frame(l, kCourt[l][c],
                 head(kCourt[l][c]) + "<p>" + prose(dice, l, 5) + "</p><table border=\"1\"><tr>" + years +
                     "</tr></table><ul>" + judges + "</ul>",
                 at("court", 1 - l, fmt::format("n={}", c)));
  }
  // Decisions of a court and year, and between them the press releases about it.
  std::optional<std::string> list(size_t l, const std::string& target) const {
    const auto c = number_in(parameter(target, "c"), ""), y = number_in(parameter(target, "y"), "");
    const std::string order = parameter(target, "o");
    if (!c || *c >= kCourts || !y || *y < 2013 || *y > 2024) return {};
    std::vector<size_t> docs;
    for (size_t d = 0; d < kReleases; ++d)
      if ((d < kDecisions || d >= kLaws) && docs_[d].court == *c && docs_[d].year == *y) docs.push_back(d);
    if (order == "num" || order == "name")
      std::sort(docs.begin(), docs.end(), [&](size_t a, size_t b) {
        return order == "num" ? id_of(a) < id_of(b) : title(0, a) < title(0, b);
      });
    const std::string plain = fmt::format("c={}&y={}", *c, *y),
                      asked = order.empty() ? plain : plain + "&o=" + order;
    const auto rows = paged(l, docs, target, "list", asked, 10);
    if (!rows) return {};
    const std::string orders = link(at("list", l, plain + "&o=num"), kLabel[l][kNumber]) + " | " +
                               link(at("list", l, plain + "&o=name"), kLabel[l][kPartiesOf]);
    return frame(l, fmt::format("{} {}", kCourt[l][*c], *y),
                 head(fmt::format("{} {}", kCourt[l][*c], *y)) + "<p>" + orders + "</p>" + *rows,
                 at("list", 1 - l, asked));
  }
  std::optional<std::string> journal(size_t l, const std::string& target) const {
    const auto y = number_in(parameter(target, "y"), "");
    if (!y || *y < 2013 || *y > 2024) return {};
    std::string out = head(fmt::format("{} {}", kLabel[l][kJournal], *y)) + "<p>";
    for (size_t o = 2013; o < 2025; ++o)
      out += link(at("journal", l, fmt::format("y={}", o)), std::to_string(o)) + " ";
    out += "</p><ul>";
    for (size_t n = (*y - 2013) * 20; n < (*y - 2012) * 20; ++n)
      out += item(at("issue", l, fmt::format("n={}", n)), fmt::format("No. {}/{}", n % 20 + 1, *y));
    return frame(l, fmt::format("{} {}", kLabel[l][kJournal], *y), out + "</ul>",
                 at("journal", 1 - l, fmt::format("y={}", *y)));
  }
  std::string issue(size_t l, size_t n) const {
    const std::string name = fmt::format("{} {}/{}", kLabel[l][kJournal], n % 20 + 1, 2013 + n / 20);
    std::string out = head(name) + rows_of(l, by_issue_[n]);
    if (n) out += link(at("issue", l, fmt::format("n={}", n - 1)), "&lt;&lt;") + " ";
    if (n + 1 < kIssues) out += link(at("issue", l, fmt::format("n={}", n + 1)), "&gt;&gt;");
    return frame(l, name, out, at("issue", 1 - l, fmt::format("n={}", n)));
  }
  std::optional<std::string> press(size_t l, const std::string& target) const {
    const auto y = number_in(parameter(target, "y"), "");
    if (!y || *y < 2013 || *y > 2024) return {};
    std::vector<size_t> docs;
    for (size_t d = kLaws; d < kReleases; ++d)
      if (docs_[d].year == *y) docs.push_back(d);
    std::string out = head(fmt::format("{} {}", kLabel[l][kRelease], *y)) + rows_of(l, docs);
    for (size_t o = 2013; o < 2025; ++o)
      out += link(at("press", l, fmt::format("y={}", o)), std::to_string(o)) + " ";
    return frame(l, fmt::format("{} {}", kLabel[l][kRelease], *y), out,
                 at("press", 1 - l, fmt::format("y={}", *y)));
  }
  std::string judges(size_t l) const {
    std::vector<size_t> docs;
    for (size_t d = kReleases; d < kDocs; ++d) docs.push_back(d);
    return frame(l, kLabel[l][kJudges], head(kLabel[l][kJudges]) + rows_of(l, docs), at("judges", 1 - l));
  }
  std::optional<std::string> laws(size_t l, const std::string& target) const {
    const auto chapter = number_in(parameter(target, "chap"), "");
    if (!chapter || *chapter > 9) return {};
    std::string out = head(fmt::format("{} {}", kLabel[l][kLaw], *chapter)) + "<p>", rows;
    for (size_t k = 0; k < 10; ++k)
      out += link(at("laws", l, fmt::format("chap={}", k)), fmt::format("{}.", k)) + " ";
    for (size_t d = kNotices; d < kLaws; ++d)
      if (id_of(d) / 23 % 10 == *chapter)
        rows += "<tr><td>" + anchor(l, d) + "</td><td>" + link(below(d, l, "cited"), kLabel[l][kCiting]) +
                "</td></tr>";
    return frame(l, fmt::format("{} {}", kLabel[l][kLaw], *chapter),
                 out + "</p><table border=\"1\">" + rows + "</table>",
                 at("laws", 1 - l, fmt::format("chap={}", *chapter)));
  }
  std::optional<std::string> cited(size_t l, size_t d, const std::string& target) const {
    const auto rows = paged(l, by_law_[d], target, "cited", fmt::format("id={}", id_of(d)), 15);
    if (!rows) return {};
    return frame(l, fmt::format("{}: {}", kLabel[l][kCiting], title(l, d)),
                 head(kLabel[l][kCiting]) + "<p>" + anchor(l, d) + "</p>" + *rows, below(d, 1 - l, "cited"));
  }
  std::optional<std::string> term(size_t l, size_t t, const std::string& target) const {
    const std::string asked = fmt::format("n={}", t);
    const auto rows = paged(l, by_term_[t], target, "thes", asked, 25);
    if (!rows) return {};
    std::string near = "<table border=\"0\"><tr>";
    for (const size_t o : {t * 2 + 1, t * 2 + 2, t / 2, t + 1})
      near +=
          "<td>" + link(at("thes", l, fmt::format("n={}", o % kTerms)), term_name(l, o % kTerms)) + "</td>";
    return frame(l, fmt::format("{}: {}", kLabel[l][kThesaurus], term_name(l, t)),
                 head(term_name(l, t)) + near + "</tr></table>" + *rows, at("thes", 1 - l, asked));
  }
  // Who is heard on a day; some of it became a decision of this register.
  std::optional<std::string> hearings(size_t l, const std::string& on) const {
    const auto day = day_of(on);
    if (!day) return {};
    Dice dice(seed_, "hearings", uint64_t(*day));
    std::string rows, days;
    for (uint32_t k = dice.below(6); k > 0; --k)
      rows += fmt::format(
          "<tr><td>{}:00</td><td>{}</td><td>{}</td></tr>", 9 + dice.below(7), kCourt[l][dice.below(6)],
          dice.chance(0.25) ? anchor(l, dice.below(kDecisions))
                            : person("one", dice.below(9000)) + " v. " + person("two", dice.below(9000)));
    for (const long o : {*day - 30, *day - 1, *day + 1, *day + 7, *day + 30})
      days += link(at("cal", l, "d=" + date_of(o, '-')), date_of(o, '-')) + " ";
    return frame(l, fmt::format("{} {}", kLabel[l][kHearings], on),
                 head(fmt::format("{} {}", kLabel[l][kHearings], on)) + "<p>" + days +
                     "</p><table border=\"1\">" + rows + "</table>",
                 at("cal", 1 - l, "d=" + on));
  }
  // Saved searches over documents of every kind; the number of the search stays in the links.
  std::optional<std::string> search(size_t l, const std::string& target) const {
    const auto asked = number_in(parameter(target, "s"), "");
    if (!asked || *asked >= 32) return {};
    const size_t w = *asked;
    Dice dice(seed_, "search", w);
    std::vector<size_t> docs;
    for (uint32_t k = dice.below(50) + 12; k > 0; --k) docs.push_back(dice.below(kReleases));
    const auto rows =
        paged(l, docs, target, "search", fmt::format("s={}", w), 12, fmt::format("&qid={}", 100 + w * 2 + l));
    if (!rows) return {};
    std::string more;
    for (size_t k = 1; k < 6; ++k) {
      const size_t o = (w * 3 + k * 5) % 32;
      more += link(at("search", l, fmt::format("s={}", o)), kWord[l][o]) + " ";
    }
    return frame(l, fmt::format("{}: {}", kLabel[l][kSearch], kWord[l][w]),
                 fmt::format("{}<form action=\"/search.aspx\"><input name=\"q\"></form><p>{}</p>{}",
                             head(kLabel[l][kSearch]), more, *rows),
                 "");
  }

  // Ways from a decision: its laws, judges, terms, decisions cited, and what hangs below it.
  std::string around(size_t l, size_t d) const {
    const Doc& doc = docs_[d];
    Dice dice(seed_, "around", d);
    std::string laws, who, terms, cites;
    for (const size_t w : doc.laws) laws += anchor(l, w) + "<br>";
    for (const size_t j : doc.judges) who += anchor(l, j) + " ";
    for (const size_t t : doc.terms)
      terms += link(at("thes", l, fmt::format("n={}", t)), term_name(l, t)) + "; ";
    for (uint32_t k = dice.chance(0.7) ? dice.below(9) : 0; k > 0; --k)
      cites += "<li>" + anchor(l, dice.below(kDecisions)) + "</li>";
    std::string out = "<hr><table border=\"0\" cellpadding=\"2\">";
    if (!who.empty() && dice.chance(0.9)) out += row(kLabel[l][kJudges], who);
    out += row(kLabel[l][kKeywords], terms);
    if (!laws.empty()) out += row(kLabel[l][kLawsCited], laws);
    if (!cites.empty()) out += row(kLabel[l][kCited], "<ul>" + cites + "</ul>");
    out += "</table><p><font size=\"2\">" + link(below(d, l, "stages"), kLabel[l][kStages]) + " | " +
           link(below(d, l, "cite"), kLabel[l][kCite]);
    if (summed_up(d)) out += " | " + link(below(d, l, "summary"), kLabel[l][kSummary]);
    return out + " | " +
           link(at("list", l, fmt::format("c={}&y={}", doc.court, doc.year)), kCourt[l][doc.court]) +
           "</font></p>";
  }
  std::string document(size_t l, size_t d) const {
    const Doc& doc = docs_[d];
    const std::string other = has(doc, 1 - l) ? doc_path(d, 1 - l) : "";
    const std::string name = title(l, d) + (d < kReleases ? "" : fmt::format(", {}", kCourt[l][doc.court]));
    std::string ours = d < kDecisions ? around(l, d) : ways(l, d);
    if (!other.empty()) ours += "<p>" + link(other, l ? "English" : "Français") + "</p>";
    const auto& real = d < kDecisions ? real_details : real_decoys;
    if (!real.empty()) {
      const size_t n = d < kDecisions ? number_.at(d * 2 + l) : d * 2 + l;
      return with_links(real[n % real.size()], name, ours);
    }
    Dice dice(seed_, kCodes[l], d);
    const std::string body = d < kDecisions  ? decision(l, d, dice)
                             : d < kNotices  ? notice(l, d, dice)
                             : d < kLaws     ? law(l, d, dice)
                             : d < kReleases ? release(l, d, dice)
                                             : judge(l, d, dice);
    return frame(l, name, body + ours, other);
  }
  // The table that opens documents of all kinds.
  std::string facts(size_t l, size_t d, const std::string& more) const {
    return "<table border=\"0\" cellpadding=\"2\" bgcolor=\"#F4F4F4\" width=\"100%\">" +
           row(kLabel[l][kDate], date(d)) + more + "</table>";
  }
  std::string decision(size_t l, size_t d, Dice& dice) const {
    std::string more = row(kLabel[l][kNumber], number_of(d)) + row("", kCourt[l][docs_[d].court]);
    more += row(kLabel[l][kPartiesOf], title(l, d));
    if (dice.chance(0.4)) more += row(l ? "Chambre" : "Chamber", std::to_string(dice.below(5) + 1));
    if (dice.chance(0.3)) more += row("ECLI", fmt::format("ECLI:XX:{}:{}", docs_[d].year, id_of(d)));
    std::string out =
        fmt::format("<center><h3>{}</h3><p><b>{}</b></p></center>", kLabel[l][kDecision], title(l, d)) +
        facts(l, d, more);
    if (dice.chance(0.45))
      out += fmt::format("<h4>{}</h4><blockquote><i>{}</i></blockquote>", kLabel[l][kHeadnote],
                         prose(dice, l, 1 + dice.below(4)));
    size_t number = 0;
    for (const Label part : {kFacts, kReasons}) {
      if (part == kFacts && !dice.chance(0.9)) continue;  // short ones go to the reasons at once
      out += fmt::format("<h4>{}</h4>", kLabel[l][part]);
      const uint32_t most = dice.chance(0.15) ? 40 : part == kFacts ? 7 : 14;
      for (uint32_t k = dice.below(most) + 2; k > 0; --k) {
        ++number;
        out += fmt::format("<p><a name=\"p{0}\">{0}.</a> {1}</p>", number, prose(dice, l, 1 + dice.below(4)));
        if (dice.chance(0.08)) out += "<blockquote>" + prose(dice, l, 2) + "</blockquote>";
      }
      if (part == kReasons && dice.chance(0.12)) {
        out += "<table border=\"1\">";
        for (uint32_t k = dice.below(8) + 2; k > 0; --k)
          out += fmt::format("<tr><td>{}</td><td>{}</td></tr>", text(dice, l, 2), dice.below(90000));
        out += "</table>";
      }
    }
    out += fmt::format("<h4>{}</h4><ol>", kLabel[l][kOrder]);
    for (uint32_t k = dice.below(4) + 1; k > 0; --k) out += "<li>" + prose(dice, l, 1) + "</li>";
    out += "</ol>";
    if (dice.chance(0.15))
      out += fmt::format("<h4>{}</h4><p>{}</p><p>{}</p>", kLabel[l][kDissent], prose(dice, l, 4),
                         prose(dice, l, 3));
    if (dice.chance(0.6)) out += "<p align=\"right\"><i>" + person("clerk", dice.below(40)) + "</i></p>";
    return out;
  }
  std::string notice(size_t l, size_t d, Dice& dice) const {
    std::string more =
        row(kLabel[l][kNumber], std::to_string(id_of(d))) + row(kLabel[l][kBy], text(dice, l, 3));
    std::string out = fmt::format("<center><h3>{}</h3></center>", title(l, d)) + facts(l, d, more);
    for (uint32_t k = dice.below(6) + 1; k > 0; --k) out += "<p>" + prose(dice, l, 2) + "</p>";
    if (dice.chance(0.3)) {
      out += "<table border=\"1\">";
      for (uint32_t k = dice.below(12) + 2; k > 0; --k)
        out += fmt::format("<tr><td>{}</td><td>{}</td></tr>", text(dice, l, 3), dice.below(5000));
      out += "</table>";
    }
    if (dice.chance(0.5)) out += "<p align=\"right\"><i>" + person("clerk", dice.below(40)) + "</i></p>";
    return out;
  }
  std::string law(size_t l, size_t d, Dice& dice) const {
    std::string out = fmt::format("<center><h3>{}</h3></center>", title(l, d)) +
                      facts(l, d, row(kLabel[l][kInForce], std::to_string(docs_[d].year + 1)));
    for (uint32_t n = 1, last = dice.below(25) + 4; n <= last; ++n) {
      out += fmt::format("<p><b><a name=\"a{1}\">{0} {1}</a></b><br>{2}</p>", kLabel[l][kArticle], n,
                         prose(dice, l, 1 + dice.below(3)));
      if (dice.chance(0.2))
        out += "<ol><li>" + prose(dice, l, 1) + "</li><li>" + prose(dice, l, 1) + "</li></ol>";
    }
    return out;
  }
  std::string release(size_t l, size_t d, Dice& dice) const {
    std::string out = fmt::format("<p><b>{}</b></p><h3>{}</h3>", kLabel[l][kRelease], title(l, d)) +
                      facts(l, d, row("", kCourt[l][docs_[d].court]));
    for (uint32_t k = dice.below(6) + 2; k > 0; --k) out += "<p>" + prose(dice, l, 3) + "</p>";
    return out;
  }
  std::string judge(size_t l, size_t d, Dice& dice) const {
    std::string out = fmt::format("<h3>{}</h3><img src=\"/j.jpg\" align=\"right\">", title(l, d)) +
                      facts(l, d, row("", kCourt[l][docs_[d].court]));
    for (uint32_t k = dice.below(4) + 1; k > 0; --k) out += "<p>" + prose(dice, l, 2) + "</p>";
    return out;
  }
  // Ways from what is not a decision.
  std::string ways(size_t l, size_t d) const {
    Dice dice(seed_, "ways", d);
    std::string terms, out = "<hr><table border=\"0\" cellpadding=\"2\">";
    for (const size_t t : docs_[d].terms)
      terms += link(at("thes", l, fmt::format("n={}", t)), term_name(l, t)) + "; ";
    if (dice.chance(0.7)) out += row(kLabel[l][kKeywords], terms);
    if (d < kLaws)
      out += row(kLabel[l][kJournal], link(at("issue", l, fmt::format("n={}", docs_[d].issue)), "No."));
    if (d < kNotices && dice.chance(0.4))
      out += row(kLabel[l][kLawsCited], anchor(l, kNotices + dice.below(kLaws - kNotices)));
    if (d >= kNotices && d < kLaws) out += row("", link(below(d, l, "cited"), kLabel[l][kCiting]));
    if (d >= kLaws && d < kReleases && dice.chance(0.6))
      out += row(kLabel[l][kDecision], anchor(l, dice.below(kDecisions)));
    if (d >= kReleases) {
      for (size_t k = 0; k < std::min<size_t>(by_judge_[d].size(), 25); ++k)
        out += row(date(by_judge_[d][k]), anchor(l, by_judge_[d][k]));
    }
    // Old notices were taken off, but what refers to them was not changed.
    if (dice.chance(0.03))
      out += row(
          "", link(fmt::format("/doc.aspx?id={}&lang={}", 900000 + id_of(d), kCodes[l]), kLabel[l][kNotice]));
    return out + "</table>";
  }
  std::string summary(size_t l, size_t d) const {
    Dice dice(seed_, kCodes[l], d + kDocs);
    const std::string name = fmt::format("{}: {}", kLabel[l][kSummary], title(l, d));
    std::string out = fmt::format("<h3>{}</h3>", name) + facts(l, d, row("", kCourt[l][docs_[d].court]));
    for (uint32_t k = dice.below(3) + 1; k > 0; --k) out += "<p>" + prose(dice, l, 2) + "</p>";
    return frame(l, name, out + "<p>" + anchor(l, d) + "</p>", below(d, 1 - l, "summary"));
  }
  std::string stages(size_t l, size_t d) const {
    Dice dice(seed_, "stages", d);
    const std::string name = fmt::format("{}: {}", kLabel[l][kStages], title(l, d));
    std::string out = fmt::format("<h3>{}</h3><table border=\"1\">", name);
    for (uint32_t k = dice.below(5) + 1; k > 0; --k)
      out +=
          fmt::format("<tr><td>{:02}.{:02}.{}</td><td>{}</td><td>{}</td></tr>", dice.below(28) + 1,
                      dice.below(12) + 1, docs_[d].year - k / 3, kCourt[l][dice.below(6)], text(dice, l, 3));
    return frame(l, name, out + "</table><p>" + anchor(l, d) + "</p>", below(d, 1 - l, "stages"));
  }
  std::string citation(size_t l, size_t d) const {
    const std::string name = fmt::format("{}: {}", kLabel[l][kCite], title(l, d));
    return frame(l, name,
                 fmt::format("<h3>{}</h3><pre>{}, {}, {}</pre><p>{}</p>", name, kCourt[l][docs_[d].court],
                             number_of(d), date(d), anchor(l, d)),
                 "");
  }
  std::string info(size_t l, size_t n) const {
    Dice dice(seed_, kCodes[l], 90000 + n);
    std::string out = head(fmt::format("{} {}", l ? "Renseignements" : "Information", n)) + "<dl>";
    for (uint32_t k = dice.below(6) + 2; k > 0; --k)
      out += "<dt>" + text(dice, l, 4) + "</dt><dd>" + prose(dice, l, 2) + "</dd>";
    return frame(l, fmt::format("{} {}", l ? "Renseignements" : "Information", n),
                 out + "</dl>" + link(at("info", l, fmt::format("n={}", (n * 2 + 3) % 24)), "&gt;") +
                     link(at("info", l, fmt::format("n={}", (n + 1) % 24)), "&gt;&gt;"),
                 at("info", 1 - l, fmt::format("n={}", n)));
  }
  uint64_t seed_;
  std::vector<Doc> docs_;
  std::vector<size_t> details_;      // document * 2 + language
  std::map<size_t, size_t> number_;  // and back
  std::vector<std::vector<size_t>> by_term_, by_law_, by_judge_, by_issue_;
  std::map<size_t, size_t> by_id_;
};

}  // namespace

std::unique_ptr<MadeSite> register_site(uint64_t seed) { return std::make_unique<Register>(seed); }

}  // namespace bench
