// A made-up site that is strictly held out: the information system of a town council. See crawl_site.h.
// Wanted are the pages of papers: motions, drafts of resolutions, reports (/bi/vo020.php?VOLFDNR=1004711).
// Everything is a table in a table, and every address a short code with an opaque number. Near them are the
// items of agendas, which quote the same subjects, the course of a paper, written questions and pages of
// documents; then meetings, people, committees, a calendar without end, and the static pages of the old site.
// Ways: calendar, meetings of a committee, agendas, the list of papers with orders and kinds, people. A paper
// opened from an agenda carries the number of the item.
#include <map>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_prose.h"

namespace bench {
namespace {

class Council : public MadeSite {
 public:
  explicit Council(uint64_t seed)
      : seed_(seed), of_meeting_(kMeetings), of_paper_(kPapers), by_author_(kPeople), by_month_(kMonths) {
    for (size_t m = 0; m < kMeetings; ++m) {
      Dice dice(seed_, "meeting", m);
      meetings_.push_back({dice.below(kCommittees), m * kMonths / kMeetings, dice.below(28) + 1, {}});
      by_month_[meetings_[m].month].push_back(m);
      // The first items are opening and minutes, the last one is any other business; some have a page.
      for (uint32_t i = dice.below(3) + 2; i > 0; --i) add_item(m, std::nullopt);
    }
    for (size_t p = 0; p < kPapers; ++p) {
      Dice dice(seed_, "paper", p);
      papers_.push_back({dice.below(uint32_t(std::size(kKinds))),
                         dice.below(kPeople),
                         dice.below(kOffices),
                         dice.chance(0.4),
                         {}});
      if (papers_[p].by_person) by_author_[papers_[p].author].push_back(p);
      // Papers are consulted in one to four meetings in a row.
      size_t m = p * (kMeetings - 12) / kPapers;
      for (uint32_t i = dice.below(4) + 1; i > 0; --i, m += 1 + dice.below(3)) add_item(m, p);
      for (uint32_t i = dice.below(dice.chance(0.3) ? 6 : 3); i > 0; --i)
        papers_[p].documents.push_back(add_document(p, false));
    }
    for (size_t m = 0; m < kMeetings; ++m)
      for (size_t i = 0; i < 1 + m % 2; ++i) meetings_[m].documents.push_back(add_document(m, true));
  }
  std::string name() const override { return "council"; }
  std::string start() const override { return "/bi/"; }
  size_t details() const override { return kPapers; }
  std::string detail_path(size_t n) const override {
    return fmt::format("/bi/vo020.php?VOLFDNR={}", code(n, kPapers));
  }
  std::optional<size_t> detail_of(const std::string& target) const override {
    return path_of(target) == "/bi/vo020.php" ? number_of(target, "VOLFDNR", kPapers) : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    const std::string path = path_of(target);
    if (path.starts_with("/alt/")) return old_page(path);
    if (path == "/bi/") return home();
    const std::string file =
        path.starts_with("/bi/") && path.ends_with(".php") ? path.substr(4, path.size() - 8) : "";
    const auto paper = number_of(target, "VOLFDNR", kPapers),
               meeting = number_of(target, "SILFDNR", kMeetings),
               found = number_of(target, "TOLFDNR", items_.size()),
               person = number_of(target, "KPLFDNR", kPeople),
               committee = number_of(target, "AULFDNR", kCommittees),
               document = number_of(target, "DOLFDNR", documents_.size()),
               asked = number_of(target, "ANLFDNR", kAsked);
    if (file == "vo020" && paper) return paper_page(*paper);
    if (file == "vo021" && paper) return course(*paper);
    if (file == "vo040") return papers(target);
    if (file == "to010" && meeting) return agenda(*meeting);
    if (file == "na010" && meeting && *meeting % 5 < 3) return attendance(*meeting);
    if (file == "to020" && found && items_[*found].shown) return item_page(*found);
    if (file == "si010") return calendar(parameter(target, "YY"), parameter(target, "MM"));
    if (file == "si018" && committee) return meetings_of(*committee, parameter(target, "YY"));
    if (file == "au010") return committees();
    if (file == "au020" && committee) return committee_page(*committee);
    if (file == "kp010") return people(page_asked(target));
    if (file == "kp020" && person) return person_page(*person);
    if (file == "fr020") return party(parameter(target, "FRLFDNR"));
    if (file == "do010" && document) return document_page(*document);
    if (file == "an040") return asked_list(page_asked(target));
    if (file == "an020" && asked) return asked_page(*asked);
    if (file == "texte")
      if (const auto n = number_in(parameter(target, "TXID"), ""); n && *n < 15) return text(*n);
    return {};
  }

 private:
  static constexpr size_t kPapers = 950, kMeetings = 420, kMonths = 120, kFirstYear = 2014, kPeople = 170,
                          kCommittees = 26, kParties = 7, kOffices = 14, kAsked = 280, kOldYears = 11,
                          kOldPages = 52;
  struct Meeting {
    size_t committee, month, day;
    std::vector<size_t> documents;
  };
  struct Paper {
    size_t kind, author, office;
    bool by_person;
    std::vector<size_t> documents;
  };
  struct Item {
    size_t meeting;
    std::optional<size_t> paper;
    bool shown;
  };
  struct Document {
    size_t of;
    bool of_meeting;
  };
  static constexpr std::string_view kKinds[] = {"Motion", "Draft resolution", "Report", "Urgent motion",
                                                "Amendment"};
  static constexpr std::string_view kThemes[] = {
      "Schools",  "Roads",        "Parks",   "Budget", "Housing",   "Culture", "Sports",
      "Traffic",  "Fire service", "Youth",   "Elders", "Health",    "Water",   "Waste",
      "Planning", "Markets",      "Finance", "Audit",  "Libraries", "Trade",   "Climate",
      "Harbour",  "Woods",        "Staff",   "Europe", "Law"};
  static constexpr std::string_view kTalk[] = {
      "council",   "town",     "committee",  "street",      "school",    "building", "the",
      "of",        "and",      "to",         "for",         "in",        "costs",    "budget",
      "year",      "plan",     "area",       "traffic",     "citizens",  "proposal", "decides",
      "approves",  "mayor",    "instructed", "examine",     "report",    "measures", "funds",
      "bridge",    "cycle",    "path",       "playground",  "hall",      "renewal",  "statute",
      "fees",      "district", "public",     "development", "site",      "contract", "land",
      "sale",      "draft",    "amended",    "version",     "according", "annex",    "administration",
      "requested", "until",    "next",       "meeting",     "children",  "trees",    "lighting",
      "parking",   "library",  "noise",      "energy"};
  static constexpr std::string_view kNames[] = {"Abel",    "Brandt", "Conrad", "Dorn",   "Ebert",  "Falk",
                                                "Gerlach", "Hansen", "Ihde",   "Jansen", "Kern",   "Lorenz",
                                                "Maurer",  "Noll",   "Otto",   "Peters", "Quast",  "Richter",
                                                "Seidel",  "Thoma",  "Ulrich", "Vogt",   "Winter", "Ziegler"};

  void add_item(size_t m, std::optional<size_t> p) {
    Dice dice(seed_, "item", items_.size());
    of_meeting_[m].push_back(items_.size());
    if (p) of_paper_[*p].push_back(items_.size());
    items_.push_back({m, p, dice.chance(p ? 0.9 : 0.5)});
  }
  size_t add_document(size_t of, bool of_meeting) {
    documents_.push_back({of, of_meeting});
    return documents_.size() - 1;
  }
  // Numbers in addresses say nothing of the order, and all kinds have the same form.
  size_t code(size_t n, size_t all) const { return 1000000 + n * 7919 % all * 3 + seed_ % 3; }
  std::optional<size_t> number_of(const std::string& target, std::string_view key, size_t all) const {
    const auto value = number_in(parameter(target, key), "");
    if (!value || *value < 1000000 || (*value - 1000000) % 3 != seed_ % 3 || (*value - 1000000) / 3 >= all)
      return {};
    for (size_t n = 0; n < all; ++n)
      if (code(n, all) == *value) return n;
    return {};
  }
  std::string subject(size_t p) const {
    Dice dice(seed_, "subject", p);
    return capital(phrase(dice, kTalk, 4 + dice.below(8)));
  }
  std::string paper_number(size_t p) const {
    return fmt::format("{}/{:04}", kFirstYear + p * 10 / kPapers, p % 400 + 1);
  }
  static std::string person_name(size_t k) {
    return fmt::format("{}. {}{}", char('A' + k * 7 % 26), kNames[k % 24],
                       k < 24 ? "" : "-" + std::string(kNames[(k / 24 + k) % 24]));
  }
  std::string when(size_t m) const {
    return fmt::format("{:02}.{:02}.{}", meetings_[m].day, meetings_[m].month % 12 + 1,
                       kFirstYear + meetings_[m].month / 12);
  }
  static std::string committee_name(size_t c) {
    return c == 0 ? "Town council" : "Committee for " + std::string(kThemes[c]);
  }
  std::string meeting_link(size_t m) const {
    return link(fmt::format("/bi/to010.php?SILFDNR={}", code(m, kMeetings)), when(m));
  }
  std::string person_link(size_t k) const {
    return link(fmt::format("/bi/kp020.php?KPLFDNR={}", code(k, kPeople)), person_name(k));
  }
  std::string committee_link(size_t c) const {
    return link(fmt::format("/bi/au020.php?AULFDNR={}", code(c, kCommittees)), committee_name(c));
  }
  std::string document_link(size_t d) const {
    return link(fmt::format("/bi/do010.php?DOLFDNR={}", code(d, documents_.size())),
                fmt::format("Document {}", d));
  }
  std::string item_link(size_t i, const std::string& text) const {
    return items_[i].shown ? link(fmt::format("/bi/to020.php?TOLFDNR={}", code(i, items_.size())), text)
                           : text;
  }
  std::string paper_link(size_t p, const std::string& more = "") const {
    return link(detail_path(p) + more, paper_number(p));
  }
  std::string item_title(size_t i) const {
    if (items_[i].paper) return subject(*items_[i].paper);
    Dice dice(seed_, "item title", i);
    return capital(phrase(dice, kTalk, 2 + dice.below(4)));
  }
  // Rows of a table change their colour from one to the next.
  static std::string row(size_t n, std::initializer_list<std::string> cells) {
    std::string out = fmt::format("<tr class=\"zl1{}\">", n % 2 + 1);
    for (const std::string& cell : cells) out += "<td class=\"text4\" valign=\"top\">" + cell + "</td>";
    return out + "</tr>";
  }
  static std::string table(const std::string& rows) {
    return "<table class=\"tl1\" border=\"0\" cellpadding=\"2\" cellspacing=\"1\" width=\"100%\">" + rows +
           "</table>";
  }
  static std::string fact(const std::string& label, const std::string& value) {
    return fmt::format("<tr><td class=\"kb1\" nowrap>{}:</td><td class=\"text1\" colspan=\"3\">{}</td></tr>",
                       label, value);
  }
  static std::string frame(const std::string& title, const std::string& main) {
    return fmt::format(
        "<html><head><title>{0}</title><meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\"></head><body bgcolor=\"#ffffff\"><table width=\"980\" border=\"0\" cellpadding=\"0\" cellspacing=\"0\"><tr><td colspan=\"2\"><img src=\"/bi/kopf.gif\"></td></tr>"
        "<tr><td width=\"170\" valign=\"top\"><table class=\"menu\">{1}</table></td><td valign=\"top\"><table width=\"100%\"><tr><td class=\"ueb\"><h1>{0}</h1></td></tr><tr><td>{2}</td></tr></table></td></tr><tr><td colspan=\"2\"><font size=\"1\">{3} | {4} | {5}</font></td></tr></table></body></html>",
        title,
        menu_row("/bi/", "Start") + menu_row("/bi/si010.php?YY=2023&MM=11", "Calendar") +
            menu_row("/bi/au010.php", "Committees") + menu_row("/bi/kp010.php", "Council members") +
            menu_row("/bi/vo040.php", "Papers") + menu_row("/bi/an040.php", "Questions") +
            menu_row("/alt/index.htm", "Archive"),
        main, link("/bi/texte.php?TXID=0", "Imprint"), link("/bi/texte.php?TXID=1", "Help"),
        link("/bi/texte.php?TXID=2", "Privacy"));
  }
  static std::string menu_row(const std::string& href, const std::string& text) {
    return "<tr><td><img src=\"/bi/pfeil.gif\"></td><td>" + link(href, text) + "</td></tr>";
  }

  std::string home() const {
    Dice dice(seed_, "home");
    std::string rows;
    for (size_t m = kMeetings - 8; m < kMeetings; ++m)
      rows += row(m, {meeting_link(m), committee_link(meetings_[m].committee)});
    return frame("Council information", "<p>" + prose(dice, kTalk, 4) + "</p><h3>Next meetings</h3>" +
                                            table(rows) + "<p>" +
                                            link("/bi/texte.php?TXID=3", "How the council works") + " " +
                                            link("/bi/fr020.php?FRLFDNR=1", "Parties") + "</p>");
  }
  std::optional<std::string> calendar(const std::string& year, const std::string& month) const {
    const auto y = number_in(year, ""), m = number_in(month, "");
    if (!y || !m || *y < 1000 || *y > 9998 || *m < 1 || *m > 12) return {};
    std::string rows;
    const size_t at = (*y - kFirstYear) * 12 + *m - 1;
    for (size_t day = 1; day <= 28; ++day) {
      std::string on;
      if (*y >= kFirstYear && at < kMonths)
        for (const size_t k : by_month_[at])
          if (meetings_[k].day == day)
            on += meeting_link(k) + " " + committee_name(meetings_[k].committee) + "<br>";
      if (!on.empty() || day % 7 == 1) rows += row(day, {std::to_string(day), on});
    }
    const auto go = [](size_t to_year, size_t to_month, const std::string& text) {
      return link(fmt::format("/bi/si010.php?YY={}&MM={}", to_year, to_month), text) + " ";
    };
    return frame(fmt::format("Calendar {}/{}", *m, *y),
                 go(*m == 1 ? *y - 1 : *y, *m == 1 ? 12 : *m - 1, "back") +
                     go(*m == 12 ? *y + 1 : *y, *m == 12 ? 1 : *m + 1, "on") + go(*y - 1, *m, "year before") +
                     go(*y + 1, *m, "year after") + table(rows));
  }
  std::string agenda(size_t m) const {
    const Meeting& it = meetings_[m];
    std::string rows, files;
    size_t n = 0;
    for (const size_t i : of_meeting_[m]) {
      const auto p = items_[i].paper;
      rows += row(++n, {fmt::format("Item {}", n), item_link(i, item_title(i)),
                        p ? paper_link(*p, fmt::format("&TOLFDNR={}", code(i, items_.size()))) : "&nbsp;"});
    }
    for (const size_t d : it.documents) files += document_link(d) + "<br>";
    return frame(
        fmt::format("Agenda: {} {}", committee_name(it.committee), when(m)),
        "<table class=\"tk1\">" + fact("Committee", committee_link(it.committee)) + fact("Day", when(m)) +
            fact("Room", fmt::format("Hall {}", m % 9 + 1)) + fact("Files", files) +
            (m % 5 < 3
                 ? fact("Present", link(fmt::format("/bi/na010.php?SILFDNR={}", code(m, kMeetings)), "List"))
                 : "") +
            "</table>" + table(rows));
  }
  std::string attendance(size_t m) const {
    Dice dice(seed_, "present", m);
    std::string rows;
    for (size_t k = meetings_[m].committee; k < kPeople; k += 9)
      if (dice.chance(0.8))
        rows += row(k, {person_link(k), dice.chance(0.2) ? "for another" : "",
                        fmt::format("from {}:00", 17 + dice.below(2))});
    return frame(fmt::format("Present: {} {}", committee_name(meetings_[m].committee), when(m)),
                 table(rows) + meeting_link(m));
  }

  // --- papers ---
  std::string consulted(size_t p) const {
    std::string rows;
    for (const size_t i : of_paper_[p]) {
      const size_t m = items_[i].meeting;
      Dice dice(seed_, "result", i);
      rows += row(i, {meeting_link(m), committee_link(meetings_[m].committee), item_link(i, "Item"),
                      dice.chance(0.7)   ? "decided"
                      : dice.chance(0.5) ? "put off"
                                         : "taken note of"});
    }
    return table(rows);
  }
  std::string around(size_t p) const {
    Dice dice(seed_, "around", p);
    std::string out = "<h3>Consultations</h3>" + consulted(p), files;
    for (const size_t d : papers_[p].documents)
      files +=
          row(d, {"<img src=\"/bi/pdf.gif\">", document_link(d), fmt::format("{} KB", d * 37 % 900 + 20)});
    if (!files.empty()) out += "<h3>Annexes</h3>" + table(files);
    if (dice.chance(0.02)) out += link(fmt::format("/bi/do010.php?DOLFDNR={}", 5000000 + p), "Letter");
    if (dice.chance(0.3)) {
      out += "<p>Refers to ";
      for (uint32_t i = dice.below(3) + 1; i > 0; --i)
        out += paper_link((p + 1 + dice.below(60)) % kPapers) + " ";
      out += "</p>";
    }
    return out + "<p>" +
           link(fmt::format("/bi/vo021.php?VOLFDNR={}", code(p, kPapers)), "Course of consultation") + "</p>";
  }
  std::string paper_page(size_t p) const {
    const Paper& it = papers_[p];
    const std::string title = fmt::format("Paper {}", paper_number(p));
    if (!real_details.empty())
      return with_links(real_details[p % real_details.size()], title + ": " + subject(p), around(p));
    Dice dice(seed_, "paper page", p);
    std::string out =
        "<table class=\"tk1\">" + fact("Subject", subject(p)) + fact("Kind", std::string(kKinds[it.kind]));
    if (dice.chance(0.8)) out += fact("Status", dice.chance(0.8) ? "public" : "public, amended");
    if (it.by_person) out += fact("Author", person_link(it.author));
    else out += fact("Office", fmt::format("Office {} {}", it.office + 10, kThemes[it.office]));
    if (dice.chance(0.5)) out += fact("In charge", person_name(dice.below(kPeople)));
    if (dice.chance(0.3))
      out += fact("File number", fmt::format("{}-{}", dice.below(90) + 10, dice.below(9000)));
    out += "</table>";
    if (dice.chance(0.85)) {
      out += "<table class=\"vo\"><tr><td class=\"vh\"><b>Proposed resolution</b></td></tr><tr><td>";
      if (dice.chance(0.4)) {
        out += "<ol>";
        for (uint32_t i = dice.below(5) + 2; i > 0; --i) out += "<li>" + prose(dice, kTalk, 1) + "</li>";
        out += "</ol>";
      } else out += "<p>" + prose(dice, kTalk, 1 + dice.below(3)) + "</p>";
      out += "</td></tr></table>";
    }
    if (dice.chance(0.8))
      out += "<table class=\"vo\"><tr><td class=\"vh\"><b>Reasons</b></td></tr><tr><td>" +
             paragraphs(dice, kTalk, 9) + "</td></tr></table>";
    if (dice.chance(0.45)) {
      std::string rows;
      for (uint32_t i = dice.below(5) + 1; i > 0; --i)
        rows += row(i, {phrase(dice, kTalk, 2), fmt::format("{} EUR", dice.below(900) * 1000),
                        std::to_string(kFirstYear + dice.below(12))});
      out += "<h3>Financial effects</h3>" + table(rows);
    }
    if (dice.chance(0.2))
      out += "<h3>Effects on the climate</h3><p>" + prose(dice, kTalk, 1 + dice.below(2)) + "</p>";
    if (dice.chance(0.35))
      out += "<p align=\"right\"><i>signed " + person_name(dice.below(kPeople)) + "</i></p>";
    return frame(title, out + around(p));
  }
  std::string course(size_t p) const {
    Dice dice(seed_, "course", p);
    std::string out;
    for (const size_t i : of_paper_[p]) {
      const size_t m = items_[i].meeting;
      out += fmt::format("<p><b>{}</b> {}</p><p>{}</p><font color=\"#666666\">yes {} no {}</font><hr>",
                         when(m), committee_name(meetings_[m].committee), prose(dice, kTalk, 1),
                         dice.below(40), dice.below(20));
    }
    return frame("Course of paper " + paper_number(p), out + paper_link(p));
  }
  std::optional<std::string> papers(const std::string& target) const {
    const std::string order = parameter(target, "ORD"), kind = parameter(target, "VOART");
    const size_t here = page_asked(target, "PG");
    std::vector<size_t> all;
    for (size_t i = 0; i < kPapers; ++i) {
      const size_t p = order == "subject" ? i * 31 % kPapers : order == "old" ? i : kPapers - 1 - i;
      if (kind.empty() || std::to_string(papers_[p].kind) == kind) all.push_back(p);
    }
    if (all.empty() || here * 20 >= all.size()) return {};
    std::string rows, kinds;
    for (size_t i = here * 20; i < std::min(all.size(), here * 20 + 20); ++i) {
      const size_t p = all[i], first = of_paper_[p][0];
      rows += row(i, {paper_link(p), subject(p), std::string(kKinds[papers_[p].kind]),
                      item_link(first, "Item"), meeting_link(items_[first].meeting)});
    }
    const auto address = [](const std::string& by, const std::string& of, size_t n) {
      std::string query = (by.empty() ? "" : "&ORD=" + by) + (of.empty() ? "" : "&VOART=" + of) +
                          (n ? fmt::format("&PG={}", n + 1) : "");
      if (!query.empty()) query[0] = '?';
      return "/bi/vo040.php" + query;
    };
    for (size_t k = 0; k < std::size(kKinds); ++k)
      kinds += link(address(order, std::to_string(k), 0), std::string(kKinds[k])) + " | ";
    for (const char* by : {"subject", "old"}) kinds += link(address(by, kind, 0), by) + " | ";
    return frame(
        fmt::format("Papers {}", here + 1),
        "<p>" + kinds + "</p>" + table(rows) + "<p align=\"center\">" +
            pager_of((all.size() + 19) / 20, here, [&](size_t n) { return address(order, kind, n); }) +
            "</p>");
  }
  std::string item_page(size_t i) const {
    const Item& it = items_[i];
    const Meeting& in = meetings_[it.meeting];
    Dice dice(seed_, "item page", i);
    const std::string title = fmt::format("Item: {}", item_title(i));
    const std::string ours =
        "<table class=\"tk1\">" + fact("Meeting", meeting_link(it.meeting)) +
        fact("Committee", committee_link(in.committee)) +
        (it.paper ? fact("Paper", paper_link(*it.paper, fmt::format("&TOLFDNR={}", code(i, items_.size()))))
                  : "") +
        "</table>";
    if (!real_decoys.empty())
      return with_links(real_decoys[i % real_decoys.size()], fmt::format("{} ({})", title, when(it.meeting)),
                        ours);
    std::string out = ours;
    for (uint32_t n = dice.below(5); n > 0; --n)
      out += fmt::format("<p><u>{}</u> {}</p>", person_name(dice.below(kPeople)),
                         prose(dice, kTalk, 1 + dice.below(2)));
    if (dice.chance(0.6))
      out += "<p><b>Resolution</b></p><blockquote>" + prose(dice, kTalk, 1 + dice.below(2)) + "</blockquote>";
    if (dice.chance(0.6))
      out += fmt::format(
          "<table class=\"vote\" border=\"1\"><tr><td>Yes</td><td>No</td><td>None</td></tr><tr><td>{}</td><td>{}</td><td>{}</td></tr></table>",
          dice.below(40), dice.below(20), dice.below(5));
    return frame(title, out);
  }
  std::string document_page(size_t d) const {
    Dice dice(seed_, "document", d);
    const Document& it = documents_[d];
    std::string out = fmt::format(
        "<table class=\"tk1\">{}{}{}</table><iframe src=\"/bi/d{}.pdf\" width=\"100%\"></iframe>",
        fact("Name", phrase(dice, kTalk, 3)), fact("Size", fmt::format("{} KB", d * 37 % 900 + 20)),
        fact("Belongs to", it.of_meeting ? meeting_link(it.of) : paper_link(it.of)), d);
    if (!real_decoys.empty())
      return with_links(real_decoys[d % real_decoys.size()], fmt::format("Document {}", d), out);
    if (dice.chance(0.5)) out += "<pre>" + prose(dice, kTalk, 2 + dice.below(12)) + "</pre>";
    return frame(fmt::format("Document {}", d), out);
  }

  // --- who, and what else ---
  std::string committees() const {
    std::string rows;
    for (size_t c = 0; c < kCommittees; ++c)
      rows += row(c, {committee_link(c),
                      link(fmt::format("/bi/si018.php?AULFDNR={}", code(c, kCommittees)), "Meetings")});
    return frame("Committees", table(rows));
  }
  std::string committee_page(size_t c) const {
    std::string rows;
    for (size_t k = c; k < kPeople; k += 9)
      rows += row(k, {person_link(k), k == c ? "chair" : "member",
                      link(fmt::format("/bi/fr020.php?FRLFDNR={}", k % kParties), "Party")});
    return frame(
        committee_name(c),
        link(fmt::format("/bi/si018.php?AULFDNR={}", code(c, kCommittees)), "Meetings") + table(rows));
  }
  std::optional<std::string> meetings_of(size_t c, const std::string& year) const {
    const auto y = year.empty() ? std::optional<size_t>(2023) : number_in(year, "");
    if (!y || *y < kFirstYear || *y > 2023) return {};
    std::string rows, years;
    for (size_t m = 0; m < kMeetings; ++m)
      if (meetings_[m].committee == c && kFirstYear + meetings_[m].month / 12 == *y)
        rows += row(m, {meeting_link(m), fmt::format("Hall {}", m % 9 + 1)});
    for (size_t o = kFirstYear; o <= 2023; ++o)
      years +=
          link(fmt::format("/bi/si018.php?AULFDNR={}&YY={}", code(c, kCommittees), o), std::to_string(o)) +
          " ";
    return frame(fmt::format("Meetings: {} {}", committee_name(c), *y),
                 years + table(rows) + committee_link(c));
  }
  std::optional<std::string> people(size_t here) const {
    if (here * 30 >= kPeople) return {};
    std::string rows;
    for (size_t k = here * 30; k < std::min(kPeople, here * 30 + 30); ++k)
      rows += row(k, {person_link(k), link(fmt::format("/bi/fr020.php?FRLFDNR={}", k % kParties), "Party")});
    return frame(fmt::format("Council members {}", here + 1),
                 table(rows) + pager_of((kPeople + 29) / 30, here, [](size_t n) {
                   return n ? fmt::format("/bi/kp010.php?page={}", n + 1) : std::string("/bi/kp010.php");
                 }));
  }
  std::string person_page(size_t k) const {
    Dice dice(seed_, "person", k);
    std::string out = fmt::format("<img src=\"/bi/p{}.jpg\" align=\"right\"><table class=\"tk1\">", k) +
                      fact("Name", person_name(k)) + fact("Street", capital(words_of(dice, 1)) + " street"),
                rows;
    if (dice.chance(0.6)) out += fact("Trade", words_of(dice, 1));
    if (dice.chance(0.6)) out += fact("Mail", slug_of(person_name(k)) + "@council");
    out += fact("Party", link(fmt::format("/bi/fr020.php?FRLFDNR={}", k % kParties), "Party")) + "</table>";
    for (size_t c = k % 9; c < kCommittees; c += 9)
      rows += row(c, {committee_link(c), fmt::format("since {}", kFirstYear + dice.below(9))});
    for (size_t i = 0; i < by_author_[k].size() && i < 6; ++i)
      rows += row(i, {paper_link(by_author_[k][i]), subject(by_author_[k][i])});
    for (size_t a = k; a < kAsked; a += kPeople) rows += row(a, {asked_link(a), "Question"});
    return frame(person_name(k), out + table(rows));
  }
  std::optional<std::string> party(const std::string& which) const {
    const auto f = number_in(which, "");
    if (!f || *f >= kParties) return {};
    std::string rows;
    for (size_t k = *f; k < kPeople; k += kParties) rows += row(k, {person_link(k)});
    return frame(
        fmt::format("Party {}", *f + 1),
        table(rows) + link(fmt::format("/bi/fr020.php?FRLFDNR={}", (*f + 1) % kParties), "Next party"));
  }
  std::string asked_link(size_t a) const {
    return link(fmt::format("/bi/an020.php?ANLFDNR={}", code(a, kAsked)), fmt::format("Question {}", a + 1));
  }
  std::optional<std::string> asked_list(size_t here) const {
    if (here * 25 >= kAsked) return {};
    std::string rows;
    for (size_t a = here * 25; a < std::min(kAsked, here * 25 + 25); ++a)
      rows += row(a, {asked_link(a), person_link(a % kPeople)});
    return frame(fmt::format("Written questions {}", here + 1),
                 table(rows) + pager_of((kAsked + 24) / 25, here, [](size_t n) {
                   return n ? fmt::format("/bi/an040.php?page={}", n + 1) : std::string("/bi/an040.php");
                 }));
  }
  std::string asked_page(size_t a) const {
    Dice dice(seed_, "asked", a);
    const std::string ours = "<table class=\"tk1\">" + fact("Asked by", person_link(a % kPeople)) +
                             fact("Answered by", fmt::format("Office {}", dice.below(kOffices) + 10)) +
                             "</table>";
    if (!real_decoys.empty())
      return with_links(real_decoys[a % real_decoys.size()], fmt::format("Question {}", a + 1), ours);
    std::string out = ours;
    for (uint32_t i = 1, all = dice.below(4) + 1; i <= all; ++i)
      out +=
          fmt::format("<p><b>Question {}:</b> {}</p><p><font color=\"#003366\"><b>Answer:</b> {}</font></p>",
                      i, prose(dice, kTalk, 1), prose(dice, kTalk, 1 + dice.below(4)));
    return frame(fmt::format("Question {}", a + 1), out);
  }
  std::string text(size_t n) const {
    Dice dice(seed_, "text", n);
    return frame(
        capital(words_of(dice, 2)),
        paragraphs(dice, kTalk, 6) + link(fmt::format("/bi/texte.php?TXID={}", (n + 1) % 15), "More"));
  }
  // The site as it was before the system: years with static pages of notices, without menu.
  std::optional<std::string> old_page(const std::string& path) const {
    const auto plain = [](const std::string& title, const std::string& body) {
      return fmt::format(
          "<html><head><title>{0}</title></head><body background=\"/alt/bg.gif\"><center><h2>{0}</h2></center><hr>{1}<hr>{2}</body></html>",
          title, body, link("/alt/index.htm", "Archive") + " " + link("/bi/", "New pages"));
    };
    std::string out;
    if (path == "/alt/index.htm") {
      for (size_t y = 0; y < kOldYears; ++y)
        out += link(fmt::format("/alt/{}/index.htm", 1994 + y), std::to_string(1994 + y)) + "<br>";
      return plain("Archive", out);
    }
    const auto year = number_in(path.substr(0, 9), "/alt/");
    if (!year || *year < 1994 || *year >= 1994 + kOldYears) return {};
    const std::string folder = fmt::format("/alt/{}/", *year);
    if (path == folder + "index.htm") {
      for (size_t n = 1; n <= kOldPages + (*year % 3 == 0); ++n)
        out += "<li>" + link(fmt::format("{}n{}.htm", folder, n), fmt::format("Notice {}", n));
      return plain(fmt::format("Notices {}", *year), "<ul>" + out + "</ul>");
    }
    const auto n = number_in(path, folder + "n", ".htm");
    if (!n || *n < 1 || *n > kOldPages) return {};
    Dice dice(seed_, path);
    return plain(fmt::format("Notice {} of {}", *n, *year),
                 "<p align=\"justify\">" + prose(dice, kTalk, 3 + dice.below(12)) + "</p><p>" +
                     link(fmt::format("{}n{}.htm", folder, *n % kOldPages + 1), "next") + "</p>");
  }

  uint64_t seed_;
  std::vector<Meeting> meetings_;
  std::vector<Paper> papers_;
  std::vector<Item> items_;
  std::vector<Document> documents_;
  std::vector<std::vector<size_t>> of_meeting_, of_paper_, by_author_, by_month_;
};

}  // namespace

std::unique_ptr<MadeSite> council_site(uint64_t seed) { return std::make_unique<Council>(seed); }

}  // namespace bench
