// A made-up site that is strictly held out: decisions of courts, with the law they are about. See
// crawl_site.h. Wanted are the decisions in full (/decisions/sc/2019/03/iii-zr-112-18). Folders of their
// address are lists: of a court, a year, a month. Next to each is a page to print, to many one of later
// decisions that cite it; press releases, entries of the official reports (head notes alone) and pending
// cases speak of the same files, sections of statutes have numbered paragraphs too. Ways: courts with years
// and months (to 2013 in one layout, then in another), registers of file numbers, norms, keywords, a search
// with facets, newsletters, citations in running text. From keywords a link carries what to highlight.
#include <map>
#include <set>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_prose.h"

namespace bench {
namespace {

class Judgments : public MadeSite {
 public:
  explicit Judgments(uint64_t seed)
      : seed_(seed), of_norm_(kNorms), of_keyword_(kKeywords), cited_by_(kDecisions), press_of_(kDecisions) {
    for (size_t d = 0; d < kDecisions; ++d) {
      decisions_.push_back(made_decision(d));
      Decision& it = decisions_[d];
      while (by_path_.count(decision_path(d))) ++it.number;
      by_path_[decision_path(d)] = d;
      for (const size_t norm : it.norms) of_norm_[norm].push_back(d);
      for (const size_t keyword : it.keywords) of_keyword_[keyword].push_back(d);
      for (const size_t other : it.cites) cited_by_[other].push_back(d);
      months_[{it.court, it.year, it.month}].push_back(d);
      files_[{it.series, it.filed}].push_back(d);
    }
    for (size_t p = 0; p < kPress; ++p)
      if (const auto d = press_about(p)) press_of_[*d].push_back(p);
  }
  std::string name() const override { return "judgments"; }
  std::string start() const override { return "/home"; }
  bool held_out() const override { return true; }
  size_t details() const override { return kDecisions; }
  std::string detail_path(size_t n) const override { return decision_path(n); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto found = by_path_.find(path_of(target));
    return found != by_path_.end() ? std::optional(found->second) : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    auto out = made(target);
    if (out && detail_of(target)) name_address(*out, path_of(target));
    return out;
  }

 private:
  std::optional<std::string> made(const std::string& target) const {
    const std::string path = path_of(target);
    const size_t here = page_asked(target, "p");
    if (path == "/home") return home();
    if (const auto d = detail_of(target)) return decision(*d);
    if (path == "/decisions" || path.starts_with("/decisions/")) return folder(path);
    if (path == "/search") return search(target);
    if (path == "/registers" || path.starts_with("/registers/")) return registers(path);
    if (path == "/norms" || path.starts_with("/norms/")) return norms(path, here);
    if (path == "/statutes" || path.starts_with("/statutes/")) return statutes(path);
    if (path == "/keywords" || path.starts_with("/keywords/")) return keywords(path, here);
    if (path == "/press" || path.starts_with("/press/")) return press(path);
    if (path == "/pending" || path.starts_with("/pending/")) return pending(path, here);
    if (path == "/reports" || path.starts_with("/reports/")) return reports(path);
    if (path == "/newsletter" || path.starts_with("/newsletter/")) return newsletter(path);
    if (path == "/notices" || path.starts_with("/notices/")) return notices(path, here);
    if (path.starts_with("/hearings/")) return hearings(path);
    if (const auto n = number_in(path, "/service/"); n && *n < 12) return service(*n);
    return {};
  }

  static constexpr size_t kDecisions = 1180, kCourts = 9, kFirstYear = 2008, kYears = 17, kNewLayout = 2014,
                          kSeries = 12, kCodes = 9, kSections = 115, kNorms = kCodes * kSections,
                          kKeywords = 400, kPress = 620, kPending = 280, kReports = 420, kVolume = 15,
                          kNotices = 180, kIssues = 150, kWeeks = 200;
  struct Decision {
    size_t court, year, month, day, series, number, filed;
    bool order;
    std::vector<size_t> norms, keywords, cites;
  };
  static constexpr std::string_view kCourtCodes[] = {"sc",  "cc",  "fac",      "flc",     "fsc",
                                                     "ftc", "pat", "ca-north", "ca-south"};
  static constexpr std::string_view kCourtNames[] = {
      "Supreme Court", "Constitutional Court",   "Administrative Court",
      "Labour Court",  "Social Court",           "Tax Court",
      "Patent Court",  "Court of Appeal, North", "Court of Appeal, South"};
  static constexpr std::string_view kSeriesNames[] = {"I ZR",  "II ZR", "III ZR", "IV ZB", "V ZB", "1 StR",
                                                      "2 StR", "3 B",   "4 C",    "5 AZR", "6 U",  "VII R"};
  static constexpr std::string_view kCodeNames[] = {"CivC", "PenC", "CPC",  "CrPC", "AdmC",
                                                    "TaxC", "LabC", "SocC", "PatA"};
  static constexpr std::string_view kTalk[] = {
      "the",        "of",         "court",      "appeal",    "claimant",   "defendant", "is",
      "was",        "not",        "contract",   "damages",   "claim",      "decision",  "judgment",
      "lower",      "held",       "that",       "pursuant",  "section",    "paragraph", "evidence",
      "facts",      "law",        "question",   "whether",   "obligation", "breach",    "notice",
      "period",     "limitation", "interest",   "costs",     "dismissed",  "granted",   "set",
      "aside",      "referred",   "back",       "grounds",   "reasons",    "statutory", "provision",
      "meaning",    "purpose",    "legislator", "party",     "parties",    "agreed",    "liability",
      "negligence", "property",   "tenant",     "employer",  "employee",   "authority", "permit",
      "proceeding", "hearing",    "objection",  "admissible"};
  static constexpr std::string_view kNouns[] = {"lease",   "liability", "consumer", "patent",   "tax",
                                                "pension", "dismissal", "estate",   "evidence", "custody",
                                                "theft",   "insurance", "planning", "loan",     "agency",
                                                "merger",  "noise",     "traffic",  "tort",     "warranty"};

  Decision made_decision(size_t d) const {
    Dice dice(seed_, "decision", d);
    // More of the recent ones are here, and more of the first courts.
    Decision it{std::min(dice.below(kCourts), dice.below(kCourts)),
                kFirstYear + std::max(dice.below(kYears), dice.below(kYears)),
                dice.below(12) + 1,
                dice.below(28) + 1,
                dice.below(kSeries),
                dice.below(480) + 1,
                0,
                dice.chance(0.35),
                {},
                {},
                {}};
    it.filed = it.year - dice.below(3);
    std::set<size_t> norms, keywords, cites;
    for (uint32_t i = dice.below(5) + 1; i > 0; --i)
      norms.insert(std::min(dice.below(kNorms), dice.below(kNorms)));
    for (uint32_t i = dice.below(4) + 1; i > 0; --i) keywords.insert(dice.below(kKeywords));
    for (uint32_t i = d > 20 ? dice.below(6) : 0; i > 0; --i) cites.insert(dice.below(uint32_t(d)));
    it.norms.assign(norms.begin(), norms.end());
    it.keywords.assign(keywords.begin(), keywords.end());
    it.cites.assign(cites.begin(), cites.end());
    return it;
  }

  // --- names and addresses ---
  std::string file_number(size_t d) const {
    const Decision& it = decisions_[d];
    return fmt::format("{} {}/{:02}", kSeriesNames[it.series], it.number, it.filed % 100);
  }
  static std::string month_path(size_t court, size_t year, size_t month) {
    return fmt::format("/decisions/{}/{}/{:02}", kCourtCodes[court], year, month);
  }
  std::string decision_path(size_t d) const {
    const Decision& it = decisions_[d];
    return month_path(it.court, it.year, it.month) + "/" + slug_of(file_number(d));
  }
  std::string when(size_t d) const {
    return fmt::format("{:02}.{:02}.{}", decisions_[d].day, decisions_[d].month, decisions_[d].year);
  }
  std::string kind_of(size_t d) const { return decisions_[d].order ? "Order" : "Judgment"; }
  std::string title_of(size_t d) const {
    return fmt::format("{}, {} of {}, {}", kCourtNames[decisions_[d].court], kind_of(d), when(d),
                       file_number(d));
  }
  std::string decision_link(size_t d, const std::string& query = "") const {
    return link(decision_path(d) + query, file_number(d));
  }
  static std::string norm_name(size_t norm) {
    return fmt::format("§ {} {}", norm % kSections + 1, kCodeNames[norm / kSections]);
  }
  static std::string norm_path(const char* root, size_t norm) {
    return fmt::format("/{}/{}/{}", root, slug_of(kCodeNames[norm / kSections]), norm % kSections + 1);
  }
  static std::string keyword_name(size_t k) {
    return capital(std::string(kNouns[k % 20])) +
           (k < 20 ? "" : fmt::format(", {}", kTalk[(k / 20 * 7 + k) % 60]));
  }
  static std::string keyword_path(size_t k) {
    const std::string slug = slug_of(keyword_name(k));
    return fmt::format("/keywords/{}/{}-{}", slug.substr(0, 1), slug, k);
  }
  std::string headline(std::string_view what, size_t n) const {
    Dice dice(seed_, what, n);
    return capital(phrase(dice, kTalk, 5 + dice.below(5)));
  }

  // --- parts of pages ---
  static std::string frame(const std::string& title, const std::string& main) {
    std::string menu;
    static constexpr std::string_view entries[][2] = {{"/home", "Home"},
                                                      {"/decisions", "Courts"},
                                                      {"/search", "All decisions"},
                                                      {"/registers", "File numbers"},
                                                      {"/norms", "By norm"},
                                                      {"/keywords", "By keyword"},
                                                      {"/statutes", "Statutes"},
                                                      {"/reports", "Official reports"},
                                                      {"/pending", "Pending cases"},
                                                      {"/press", "Press releases"},
                                                      {"/hearings/2024-20", "Hearings"},
                                                      {"/newsletter", "Newsletter"},
                                                      {"/notices", "Legal notices"}};
    for (const auto& entry : entries) menu += item(std::string(entry[0]), std::string(entry[1]));
    return fmt::format(
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\"><html><head><title>{0}</title><meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\" /></head><body><div id=\"page_margins\"><div id=\"header\"><div id=\"topnav\">{1} | {2} | {3}</div><img src=\"/img/arms.png\" alt=\"\" /></div>"
        "<div id=\"main\"><div id=\"col1\"><div id=\"submenu\"><ul>{4}</ul></div></div><div id=\"col3\"><div id=\"col3_content\" class=\"clearfix\"><h1>{0}</h1>{5}</div></div></div><div id=\"footer\">{6} | {7}</div></div></body></html>",
        title, link("/service/0", "Contact"), link("/service/1", "Help"),
        link("/service/2", "Plain language"), menu, main, link("/service/3", "Imprint"),
        link("/service/4", "Data protection"));
  }
  // The table of facts on top of all kinds of documents.
  static std::string facts(std::initializer_list<std::pair<const char*, std::string>> rows) {
    std::string out = "<table class=\"head\" cellspacing=\"0\">";
    for (const auto& [label, value] : rows)
      if (!value.empty())
        out += fmt::format("<tr><td class=\"label\"><strong>{}:</strong></td><td>{}</td></tr>", label, value);
    return out + "</table>";
  }
  std::string table_row(size_t d, const std::string& query = "") const {
    return fmt::format(
        "<tr class=\"{}\"><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td><a href=\"{}/print\"><img src=\"/img/print.gif\" alt=\"Print\" /></a></td></tr>",
        d % 2 ? "odd" : "even", when(d), kCourtNames[decisions_[d].court], decision_link(d, query),
        kind_of(d), decision_path(d));
  }
  std::string hit(size_t d, const std::string& query = "") const {
    Dice dice(seed_, "hit", d);
    return fmt::format(
        "<li class=\"result\"><h3><a href=\"{}{}\">{}</a></h3><p class=\"snippet\">{} …</p><p class=\"meta\">{}</p></li>",
        decision_path(d), query, title_of(d), phrase(dice, kTalk, 12), norm_name(decisions_[d].norms[0]));
  }
  static std::string pager(size_t pages, size_t here, const std::string& root) {
    return "<p class=\"pager\">" + paged(pages, here, root, "p") + "</p>";
  }
  std::string home() const {
    Dice dice(seed_, "home");
    std::string rows, news;
    for (int i = 0; i < 6; ++i) rows += table_row(dice.below(kDecisions));
    for (size_t p = 0; p < 5; ++p) news += item(press_path(p), headline("press", p));
    return frame("Case law online", "<p>" + prose(dice, kTalk, 3) +
                                        "</p><h2>New decisions</h2><table class=\"list\">" + rows +
                                        "</table><h2>Press releases</h2><ul>" + news + "</ul>");
  }

  // --- lists of decisions ---
  std::optional<std::string> folder(const std::string& path) const {
    std::string rows;
    if (path == "/decisions") {
      for (size_t c = 0; c < kCourts; ++c) {
        rows += "<tr><th>" + link(fmt::format("/decisions/{}", kCourtCodes[c]), std::string(kCourtNames[c])) +
                "</th>";
        for (size_t y = kFirstYear + kYears - 5; y < kFirstYear + kYears; ++y)
          rows +=
              "<td>" + link(fmt::format("/decisions/{}/{}", kCourtCodes[c], y), std::to_string(y)) + "</td>";
        rows += "</tr>";
      }
      return frame("Courts", "<table class=\"matrix\">" + rows + "</table>");
    }
    for (size_t c = 0; c < kCourts; ++c) {
      const std::string root = fmt::format("/decisions/{}", kCourtCodes[c]);
      if (path == root) return court(c, root);
      if (!path.starts_with(root + "/")) continue;
      const auto year = number_in(path.substr(0, root.size() + 5), root + "/");
      if (!year || *year < kFirstYear || *year >= kFirstYear + kYears) return {};
      if (path.size() == root.size() + 5) return year_list(c, *year);
      for (size_t m = 1; m <= 12; ++m)
        if (path == month_path(c, *year, m)) return month_list(c, *year, m);
      return below_decision(path);
    }
    return {};
  }
  std::optional<std::string> below_decision(const std::string& path) const {
    const size_t end = path.rfind('/');
    const auto found = by_path_.find(path.substr(0, end));
    if (found == by_path_.end()) return {};
    if (path.substr(end) == "/print") return printed(found->second);
    if (path.substr(end) == "/citations" && !cited_by_[found->second].empty())
      return citations(found->second);
    return {};
  }
  std::string court(size_t c, const std::string& root) const {
    Dice dice(seed_, "court", c);
    std::string years;
    for (size_t y = kFirstYear + kYears; y > kFirstYear; --y)
      years += link(fmt::format("{}/{}", root, y - 1), std::to_string(y - 1)) + " ";
    return frame(std::string(kCourtNames[c]),
                 fmt::format("<p>{}</p><p class=\"years\">{}</p>", prose(dice, kTalk, 3), years) + "<p>" +
                     link(fmt::format("/search?court={}", kCourtCodes[c]), "All decisions of this court") +
                     "</p>");
  }
  std::string year_list(size_t c, size_t year) const {
    std::string rows;
    for (size_t m = 1; m <= 12; ++m)
      if (const auto found = months_.find({c, year, m}); found != months_.end())
        rows +=
            fmt::format("<li>{} ({})</li>", link(month_path(c, year, m), fmt::format("{:02}/{}", m, year)),
                        found->second.size());
    const std::string near =
        (year > kFirstYear ? link(fmt::format("/decisions/{}/{}", kCourtCodes[c], year - 1), "«") : "") +
        (year + 1 < kFirstYear + kYears
             ? " " + link(fmt::format("/decisions/{}/{}", kCourtCodes[c], year + 1), "»")
             : "");
    return frame(fmt::format("{} {}", kCourtNames[c], year),
                 fmt::format("<p>{}</p><ul class=\"months\">{}</ul>", near, rows));
  }
  // Lists were plain until the site was made anew, and nobody changed those of earlier years.
  std::optional<std::string> month_list(size_t c, size_t year, size_t month) const {
    const auto found = months_.find({c, year, month});
    if (found == months_.end()) return {};
    std::string rows;
    for (const size_t d : found->second)
      rows += year < kNewLayout
                  ? fmt::format("<dt>{} {}</dt><dd>{}</dd>", when(d), decision_link(d), kind_of(d))
                  : table_row(d);
    const std::string title = fmt::format("{} {:02}/{}", kCourtNames[c], month, year);
    return frame(title, (year < kNewLayout ? "<dl class=\"old\">" + rows + "</dl>"
                                           : "<table class=\"list\">" + rows + "</table>") +
                            link(fmt::format("/decisions/{}/{}", kCourtCodes[c], year), "Other months"));
  }
  std::optional<std::string> search(const std::string& target) const {
    const std::string court = parameter(target, "court"), year = parameter(target, "year"),
                      kind = parameter(target, "kind");
    std::vector<size_t> all;
    std::map<std::string, size_t> courts, years, kinds;
    for (size_t i = 0; i < kDecisions; ++i) {
      const size_t d = i * 389 % kDecisions;
      const std::string of(kCourtCodes[decisions_[d].court]), in = std::to_string(decisions_[d].year),
                                                              is = decisions_[d].order ? "order" : "judgment";
      if ((!court.empty() && of != court) || (!year.empty() && in != year) || (!kind.empty() && is != kind))
        continue;
      all.push_back(d);
      ++courts[of], ++years[in], ++kinds[is];
    }
    const size_t here = page_asked(target, "p");
    const auto slice = slice_of(all.size(), here, 20);
    if (all.empty() || !slice) return {};
    const auto address = [](const std::string& of, const std::string& in, const std::string& is) {
      return "/search" + query_of({{"court", of}, {"year", in}, {"kind", is}});
    };
    std::string rows, facets;
    for (size_t i = slice->from; i < slice->to; ++i) rows += hit(all[i]);
    const auto facet = [&](const std::string& to, const std::string& text, size_t hits) {
      facets += fmt::format("<li>{} ({})</li>", link(to, text), hits);
    };
    if (court.empty())
      for (const auto& [of, hits] : courts) facet(address(of, year, kind), of, hits);
    if (year.empty())
      for (const auto& [in, hits] : years) facet(address(court, in, kind), in, hits);
    if (kind.empty())
      for (const auto& [is, hits] : kinds) facet(address(court, year, is), is, hits);
    return frame(
        fmt::format("Decisions {} {} {} {}", court, year, kind, here + 1),
        fmt::format("<p>{} found</p><div class=\"facets\"><ul>{}</ul></div><ol class=\"results\">{}</ol>",
                    all.size(), facets, rows) +
            pager(slice->pages, here, address(court, year, kind)));
  }
  std::optional<std::string> registers(const std::string& path) const {
    std::string rows;
    for (size_t s = 0; s < kSeries; ++s) {
      const std::string root = "/registers/" + slug_of(kSeriesNames[s]);
      if (path == "/registers") rows += item(root, std::string(kSeriesNames[s]));
      if (path == root) {
        for (const auto& [key, files] : files_)
          if (key.first == s)
            rows += item(fmt::format("{}/{}", root, key.second), std::to_string(key.second));
        return frame(fmt::format("Register {}", kSeriesNames[s]), "<ul>" + rows + "</ul>");
      }
      const auto year = number_in(path, root + "/");
      const auto found = files_.find({s, year.value_or(0)});
      if (!year || found == files_.end()) continue;
      Dice dice(seed_, path);
      // Between those that are published stand those that are not.
      for (const size_t d : found->second) {
        for (uint32_t i = dice.below(4); i > 0; --i)
          rows += fmt::format("<li class=\"gone\">{} {}/{:02}</li>", kSeriesNames[s], dice.below(480) + 1,
                              *year % 100);
        rows += "<li>" + decision_link(d) + "</li>";
      }
      return frame(fmt::format("Register {} {}", kSeriesNames[s], *year),
                   "<ul class=\"files\">" + rows + "</ul>");
    }
    if (path != "/registers") return {};
    return frame("File numbers", "<ul>" + rows + "</ul>");
  }
  std::optional<std::string> norms(const std::string& path, size_t here) const {
    std::string rows;
    for (size_t code = 0; code < kCodes; ++code) {
      const std::string root = "/norms/" + slug_of(kCodeNames[code]);
      if (path == "/norms") rows += item(root, std::string(kCodeNames[code]));
      if (path == root) {
        for (size_t norm = code * kSections; norm < (code + 1) * kSections; ++norm)
          if (!of_norm_[norm].empty())
            rows += fmt::format("<li>{} ({})</li>", link(norm_path("norms", norm), norm_name(norm)),
                                of_norm_[norm].size());
        return frame(fmt::format("Norms: {}", kCodeNames[code]), "<ul class=\"norms\">" + rows + "</ul>");
      }
      const auto section = number_in(path, root + "/");
      if (!section || *section < 1 || *section > kSections) continue;
      const size_t norm = code * kSections + *section - 1;
      const auto slice = slice_of(of_norm_[norm].size(), here, 10);
      if (of_norm_[norm].empty() || !slice) return {};
      for (size_t i = slice->from; i < slice->to; ++i) rows += hit(of_norm_[norm][i]);
      return frame(fmt::format("Decisions on {} {}", norm_name(norm), here + 1),
                   fmt::format("<p>{}</p><ol class=\"results\">{}</ol>",
                               link(norm_path("statutes", norm), "Text of the norm"), rows) +
                       pager(slice->pages, here, norm_path("norms", norm)));
    }
    if (path != "/norms") return {};
    return frame("By norm", "<ul>" + rows + "</ul>");
  }
  std::optional<std::string> keywords(const std::string& path, size_t here) const {
    std::string rows;
    if (path == "/keywords") {
      std::set<char> letters;
      for (const auto noun : kNouns) letters.insert(noun[0]);
      for (const char letter : letters)
        rows += link(fmt::format("/keywords/{}", letter), std::string(1, letter)) + " ";
      return frame("Keywords", "<p class=\"letters\">" + rows + "</p>");
    }
    if (path.size() == 11) {
      for (size_t k = 0; k < kKeywords; ++k)
        if (keyword_path(k).starts_with(path + "/") && !of_keyword_[k].empty())
          rows += item(keyword_path(k), keyword_name(k));
      if (rows.empty()) return {};
      return frame("Keywords: " + path.substr(10), "<ul class=\"keywords\">" + rows + "</ul>");
    }
    const auto k = number_in(path.substr(path.rfind('-') + 1), "");
    if (!k || *k >= kKeywords || keyword_path(*k) != path || of_keyword_[*k].empty()) return {};
    const auto slice = slice_of(of_keyword_[*k].size(), here, 10);
    if (!slice) return {};
    for (size_t i = slice->from; i < slice->to; ++i)
      rows += hit(of_keyword_[*k][i], "?hl=" + slug_of(keyword_name(*k)));
    return frame(fmt::format("Keyword: {} {}", keyword_name(*k), here + 1),
                 "<ol class=\"results\">" + rows + "</ol>" + pager(slice->pages, here, path));
  }

  // --- a decision ---
  std::string numbered(Dice& dice, size_t& number, uint32_t least, uint32_t most,
                       const std::vector<size_t>* cites) const {
    std::string out;
    for (uint32_t i = least + dice.below(most); i > 0; --i, ++number) {
      out += fmt::format("<dl class=\"margin\"><dt><a name=\"rn{0}\">{0}</a></dt><dd>", number);
      if (dice.chance(0.08)) out += "<h4>" + capital(phrase(dice, kTalk, 3)) + "</h4>";
      out += "<p>" + prose(dice, kTalk, 1 + dice.below(4));
      if (cites && !cites->empty() && dice.chance(0.4))
        out += " (see " + decision_link((*cites)[dice.below(uint32_t(cites->size()))]) + ")";
      out += "</p>";
      if (dice.chance(0.08)) out += "<blockquote><p>" + prose(dice, kTalk, 2) + "</p></blockquote>";
      out += "</dd></dl>";
    }
    return out;
  }
  // Where a decision leads to: norms, keywords, what it cites, press release, other pages of its own.
  std::string around(size_t d) const {
    const Decision& it = decisions_[d];
    Dice dice(seed_, "around", d);
    std::string norm_links, keyword_links, cited, out = "<div class=\"context\"><ul>";
    for (const size_t norm : it.norms)
      norm_links += link(norm_path(dice.chance(0.5) ? "norms" : "statutes", norm), norm_name(norm)) + ", ";
    for (const size_t k : it.keywords) keyword_links += link(keyword_path(k), keyword_name(k)) + "; ";
    for (const size_t other : it.cites) cited += decision_link(other) + ", ";
    out += item(decision_path(d) + "/print", "Print");
    if (!cited_by_[d].empty())
      out += item(decision_path(d) + "/citations", fmt::format("Cited by {}", cited_by_[d].size()));
    for (const size_t p : press_of_[d]) out += item(press_path(p), "Press release");
    if (dice.chance(0.01))
      out += item(fmt::format("/decisions/{}/{}/13/missing-{}", kCourtCodes[it.court], it.year, d),
                  "Lower court");
    out += item(month_path(it.court, it.year, it.month), "Month") + "</ul></div>";
    return "<p>Norms: " + norm_links + "</p>" +
           (dice.chance(0.8) ? "<p>Keywords: " + keyword_links + "</p>" : "") +
           (cited.empty() ? "" : "<p>Cited: " + cited + "</p>") + out;
  }
  std::string body(size_t d) const {
    const Decision& it = decisions_[d];
    Dice dice(seed_, "body", d);
    size_t number = 1;
    std::string out;
    if (dice.chance(0.6)) {
      out += "<h2 class=\"part\">Head note</h2><div class=\"headnote\">";
      for (uint32_t i = dice.below(3) + 1; i > 0; --i)
        out += "<p>" + prose(dice, kTalk, 1 + dice.below(2)) + "</p>";
      out += "</div>";
    }
    out += "<h2 class=\"part\">Operative part</h2><div class=\"tenor\">";
    for (uint32_t i = dice.below(4) + 1; i > 0; --i) out += "<p>" + prose(dice, kTalk, 1) + "</p>";
    out += "</div>";
    if (!it.order || dice.chance(0.2))
      out += "<h2 class=\"part\">Facts</h2>" + numbered(dice, number, 2, 14, nullptr);
    out += "<h2 class=\"part\">Reasons</h2>" +
           numbered(dice, number, it.order ? 1 : 4, it.order ? 12 : 30, &it.cites);
    if (dice.chance(0.2))
      out += "<h2 class=\"part\">Dissenting opinion</h2>" + numbered(dice, number, 1, 10, nullptr);
    if (dice.chance(0.7)) {
      out += "<table class=\"judges\"><tr>";
      for (uint32_t i = dice.below(4) + 2; i > 0; --i) out += "<td>" + full_name(dice) + "</td>";
      out += "</tr></table>";
    }
    return out;
  }
  std::string decision(size_t d) const {
    if (!real_details.empty())
      return with_links(real_details[d % real_details.size()], title_of(d), around(d));
    Dice dice(seed_, "decision page", d);
    const Decision& it = decisions_[d];
    return frame(
        title_of(d),

        facts({{"Court", link(fmt::format("/decisions/{}", kCourtCodes[it.court]),
                              std::string(kCourtNames[it.court]))},
               {"Date", when(d)},
               {"File number", file_number(d)},
               {"Kind", kind_of(d)},
               {"ECLI", dice.chance(0.7) ? fmt::format("ECLI:XX:{}:{}:{}", it.court, it.year, d) : ""},
               {"Panel", dice.chance(0.5) ? fmt::format("Panel {}", it.series + 1) : ""},
               {"Lower court", dice.chance(0.6) ? capital(words_of(dice, 1)) + " District Court" : ""}}) +
            "<div class=\"doc\">" + body(d) + "</div>" + around(d));
  }
  std::string printed(size_t d) const {
    return fmt::format(
        "<html><head><title>Print: {0}</title><link rel=\"stylesheet\" href=\"/css/print.css\" /></head><body class=\"print\" onload=\"window.print()\"><h1>{0}</h1>{1}<p><small>{2}</small></p></body></html>",
        title_of(d), body(d), link(decision_path(d), "Back"));
  }
  std::string citations(size_t d) const {
    std::string rows;
    for (const size_t other : cited_by_[d]) rows += table_row(other);
    return frame("Citations of " + title_of(d), "<p>Later decisions that cite " + decision_link(d) +
                                                    "</p><table class=\"list\">" + rows + "</table>");
  }

  // --- law ---
  std::optional<std::string> statutes(const std::string& path) const {
    std::string rows;
    for (size_t code = 0; code < kCodes; ++code) {
      const std::string root = "/statutes/" + slug_of(kCodeNames[code]);
      if (path == "/statutes") rows += item(root, std::string(kCodeNames[code]));
      if (path == root) {
        for (size_t norm = code * kSections; norm < (code + 1) * kSections; ++norm)
          rows += item(norm_path("statutes", norm), norm_name(norm));
        return frame(std::string(kCodeNames[code]), "<ul class=\"toc\">" + rows + "</ul>");
      }
      const auto section = number_in(path, root + "/");
      if (section && *section >= 1 && *section <= kSections) return statute(code * kSections + *section - 1);
    }
    if (path != "/statutes") return {};
    return frame("Statutes", "<ul>" + rows + "</ul>");
  }
  std::string statute(size_t norm) const {
    Dice dice(seed_, "statute", norm);
    const size_t first = norm / kSections * kSections, at = norm - first;
    std::string ours = link(norm_path("statutes", first + (at + kSections - 1) % kSections), "«") + " " +
                       link(norm_path("statutes", first + (at + 1) % kSections), "»");
    if (!of_norm_[norm].empty()) {
      ours += " " + link(norm_path("norms", norm), "Decisions on this norm");
      if (dice.chance(0.3)) ours += "<p>Lead case: " + decision_link(of_norm_[norm][0]) + "</p>";
    }
    if (!real_decoys.empty())
      return with_links(real_decoys[norm % real_decoys.size()], norm_name(norm), ours);
    std::string out = "<h2>" + capital(phrase(dice, kTalk, 3)) + "</h2><div class=\"law\">";
    for (uint32_t i = 1, all = dice.below(6) + 1; i <= all; ++i) {
      out += fmt::format("<div class=\"absatz\">({}) {}", i, prose(dice, kTalk, 1 + dice.below(2)));
      if (dice.chance(0.3)) {
        out += "<dl>";
        for (uint32_t k = 1, most = dice.below(6) + 2; k <= most; ++k)
          out += fmt::format("<dt>{}.</dt><dd>{}</dd>", k, phrase(dice, kTalk, 8));
        out += "</dl>";
      }
      out += "</div>";
    }
    return frame(norm_name(norm), out + "</div><p>" + ours + "</p>");
  }

  // --- what is said about decisions ---
  std::optional<size_t> press_about(size_t p) const {
    Dice dice(seed_, "press about", p);
    return dice.chance(0.6) ? std::optional<size_t>(dice.below(kDecisions)) : std::nullopt;
  }
  static std::string press_path(size_t p) {
    return fmt::format("/press/{}/{:03}", 2024 - p / 40, 40 - p % 40);
  }
  std::optional<std::string> press(const std::string& path) const {
    std::string rows;
    if (path == "/press") {
      for (size_t p = 0; p < kPress; p += 40)
        rows += item(fmt::format("/press/{}", 2024 - p / 40), std::to_string(2024 - p / 40));
      return frame("Press releases", "<ul>" + rows + "</ul>");
    }
    const auto year = number_in(path.substr(0, 11), "/press/");
    if (!year || *year > 2024 || *year < 2024 - (kPress - 1) / 40) return {};
    const size_t from = (2024 - *year) * 40, to = std::min(kPress, from + 40);
    if (path.size() == 11) {
      for (size_t p = from; p < to; ++p)
        rows +=
            fmt::format("<div class=\"teaser\"><h3>{}</h3></div>", link(press_path(p), headline("press", p)));
      return frame(fmt::format("Press releases {}", *year), rows);
    }
    for (size_t p = from; p < to; ++p)
      if (press_path(p) == path) return release(p);
    return {};
  }
  std::string release(size_t p) const {
    Dice dice(seed_, "release", p);
    const auto d = press_about(p);
    const std::string title =
        fmt::format("No. {:03}/{}: {}", 40 - p % 40, 2024 - p / 40, headline("press", p));
    std::string ours = d ? "<p>" + std::string(kCourtNames[decisions_[*d].court]) + ", " + kind_of(*d) +
                               " of " + when(*d) + ", " + decision_link(*d) + "</p>"
                         : "";
    if (dice.chance(0.4))
      ours += "<p>" + link(norm_path("statutes", dice.below(kNorms)), "The relevant norm") + "</p>";
    ours += "<p>" + link(press_path((p + 1) % kPress), "Next release") + "</p>";
    if (!real_decoys.empty()) return with_links(real_decoys[p % real_decoys.size()], title, ours);
    return frame(title, "<div class=\"article\">" + paragraphs(dice, kTalk, 9) + "</div>" + ours);
  }
  std::optional<std::string> reports(const std::string& path) const {
    std::string rows;
    if (path == "/reports") {
      for (size_t v = 0; v < kReports / kVolume; ++v)
        rows += item(fmt::format("/reports/{}", v + 101), fmt::format("Volume {}", v + 101));
      return frame("Official reports", "<ul>" + rows + "</ul>");
    }
    for (size_t r = 0; r < kReports; ++r) {
      const std::string volume = fmt::format("/reports/{}", r / kVolume + 101);
      const std::string own = fmt::format("{}/{}", volume, r % kVolume * 17 + 1);
      if (path == volume)
        rows += fmt::format("<li>{} {}</li>", link(own, fmt::format("p. {}", r % kVolume * 17 + 1)),
                            headline("report", r));
      if (path != own) continue;
      Dice dice(seed_, "report", r);
      const size_t d = dice.below(kDecisions);
      std::string out = facts({{"Court", std::string(kCourtNames[decisions_[d].court])},
                               {"Date", when(d)},
                               {"File number", dice.chance(0.7) ? decision_link(d) : file_number(d)}});
      out +=
          "<h2 class=\"part\">Head note</h2><div class=\"headnote\">" + paragraphs(dice, kTalk, 4) + "</div>";
      return frame(fmt::format("Reports {}, {}", r / kVolume + 101, r % kVolume * 17 + 1),
                   out + link(volume, "Volume"));
    }
    if (rows.empty()) return {};
    return frame("Reports " + path.substr(9), "<ul class=\"contents\">" + rows + "</ul>");
  }
  std::string pending_path(size_t n) const {
    Dice dice(seed_, "pending", n);
    return "/pending/" +
           slug_of(fmt::format("{} {}/{:02}", kSeriesNames[dice.below(kSeries)], 500 + n, 23 + n % 2));
  }
  std::optional<std::string> pending(const std::string& path, size_t here) const {
    std::string rows;
    if (path == "/pending") {
      const auto slice = slice_of(kPending, here, 20);
      if (!slice) return {};
      for (size_t n = slice->from; n < slice->to; ++n)
        rows += fmt::format("<tr class=\"odd\"><td>{}</td><td>{}</td></tr>",
                            link(pending_path(n), fmt::format("Case {}", n + 1)), headline("pending", n));
      return frame(fmt::format("Pending cases {}", here + 1),
                   "<table class=\"list\">" + rows + "</table>" + pager(slice->pages, here, "/pending"));
    }
    for (size_t n = 0; n < kPending; ++n) {
      if (pending_path(n) != path) continue;
      Dice dice(seed_, "pending page", n);
      size_t number = 1;
      const size_t norm = dice.below(kNorms), d = dice.below(kDecisions);
      return frame("Pending: " + path.substr(9),

                   facts({{"Court", std::string(kCourtNames[dice.below(kCourts)])},
                          {"Filed", fmt::format("{:02}.{:02}.2024", dice.below(28) + 1, dice.below(12) + 1)},
                          {"Norm", link(norm_path("statutes", norm), norm_name(norm))},
                          {"Lower court", dice.chance(0.4) ? decision_link(d) : ""}}) +
                       "<h2 class=\"part\">Question of law</h2>" + numbered(dice, number, 1, 3, nullptr));
    }
    return {};
  }
  std::optional<std::string> newsletter(const std::string& path) const {
    std::string rows;
    for (size_t n = 0; n < kIssues; ++n) {
      const std::string own = fmt::format("/newsletter/{}/{}", 2024 - n / 12, 12 - n % 12);
      if (path == "/newsletter") rows += item(own, fmt::format("{}/{}", 12 - n % 12, 2024 - n / 12));
      if (path != own) continue;
      Dice dice(seed_, "newsletter", n);
      for (uint32_t i = dice.below(6) + 2; i > 0; --i)
        rows += fmt::format("<h3>{}</h3><p>{} {}</p>", capital(phrase(dice, kTalk, 5)), prose(dice, kTalk, 2),
                            dice.chance(0.6)   ? decision_link(dice.below(kDecisions), "?hl=newsletter")
                            : dice.chance(0.5) ? link(press_path(dice.below(kPress)), "Press release")
                                               : link(pending_path(dice.below(kPending)), "Pending"));
      return frame("Newsletter " + path.substr(12), "<div class=\"article\">" + rows + "</div>");
    }
    if (path != "/newsletter") return {};
    return frame("Newsletter", "<ul>" + rows + "</ul>");
  }
  std::optional<std::string> notices(const std::string& path, size_t here) const {
    std::string rows;
    if (path == "/notices") {
      const auto slice = slice_of(kNotices, here, 25);
      if (!slice) return {};
      for (size_t n = slice->from; n < slice->to; ++n)
        rows += item(fmt::format("/notices/{}", 7000 + n), headline("notice", n));
      return frame(fmt::format("Legal notices {}", here + 1),
                   "<ul>" + rows + "</ul>" + pager(slice->pages, here, "/notices"));
    }
    const auto n = number_in(path, "/notices/");
    if (!n || *n < 7000 || *n >= 7000 + kNotices) return {};
    Dice dice(seed_, "notice page", *n);
    return frame(
        headline("notice", *n - 7000),

        facts({{"Published", fmt::format("{:02}.{:02}.2024", dice.below(28) + 1, dice.below(12) + 1)},
               {"Place", capital(words_of(dice, 1))}}) +
            "<div class=\"article\">" + paragraphs(dice, kTalk, 3) + "</div>");
  }
  std::optional<std::string> hearings(const std::string& path) const {
    for (size_t w = 0; w < kWeeks; ++w) {
      const auto own = [](size_t n) { return fmt::format("/hearings/{}-{:02}", 2021 + n / 50, n % 50 + 1); };
      if (own(w) != path) continue;
      Dice dice(seed_, "hearings", w);
      std::string rows;
      for (uint32_t i = dice.below(9) + 1; i > 0; --i)
        rows += fmt::format("<tr class=\"odd\"><td>{}:00</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                            dice.below(7) + 9, kCourtNames[dice.below(kCourts)],
                            dice.chance(0.3) ? link(pending_path(dice.below(kPending)), "Case") : "Case",
                            capital(phrase(dice, kTalk, 4)));
      return frame("Hearings, week " + path.substr(10),
                   "<table class=\"list\">" + rows + "</table>" + (w ? link(own(w - 1), "Week before") : "") +
                       " " + (w + 1 < kWeeks ? link(own(w + 1), "Week after") : ""));
    }
    return {};
  }
  std::string service(size_t n) const {
    Dice dice(seed_, "service", n);
    return frame(fmt::format("Service {}", n), "<h2>" + capital(words_of(dice, 2)) + "</h2>" +
                                                   paragraphs(dice, kTalk, 5) +
                                                   link(fmt::format("/service/{}", (n + 1) % 12), "More"));
  }

  uint64_t seed_;
  std::vector<Decision> decisions_;
  std::map<std::string, size_t> by_path_;
  std::vector<std::vector<size_t>> of_norm_, of_keyword_, cited_by_, press_of_;
  std::map<std::tuple<size_t, size_t, size_t>, std::vector<size_t>> months_;  // by court, year and month
  std::map<std::pair<size_t, size_t>, std::vector<size_t>> files_;            // by series and year
};

}  // namespace

std::unique_ptr<MadeSite> judgments_site(uint64_t seed) { return std::make_unique<Judgments>(seed); }

}  // namespace bench
