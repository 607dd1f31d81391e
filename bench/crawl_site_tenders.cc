// A made-up site: a portal of public tenders. See crawl_site.h.
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_parts.h"

namespace bench {
namespace {

// --- tenders: what authorities want to buy, by query strings (/portal/notice?id=201337&view=detail) in
// frames of tables. A notice has views beside its detail (lots, documents, questions, print); what was
// awarded looks nearly like it and stands in the same lists. Ways: a tree of codes, a search with filters
// upon filters, authorities, deadlines by day without end. Some answers put a session into all their links.
class Tenders : public MadeSite {
 public:
  explicit Tenders(uint64_t seed) : seed_(seed) {
    for (size_t e = 0; e < kEntries; ++e) {
      Dice dice(seed_, "entry", e);
      entries_.push_back({dice.below(kLeaves), dice.below(kRegions), dice.below(kAuthorities),
                          2024l * 360 + dice.below(360)});
    }
  }
  std::string name() const override { return "tenders"; }
  std::string start() const override { return "/portal/home"; }
  size_t details() const override { return kNotices; }
  std::string detail_path(size_t n) const override { return view("notice", n, "detail"); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const std::string plain = without_session(target);
    if (path_of(plain) != "/portal/notice" || parameter(plain, "view") != "detail") return {};
    return number_of(plain, kNotices);
  }
  std::optional<std::string> page(const std::string& target) const override {
    const std::string plain = without_session(target);
    auto out = plain_page(plain);
    Dice dice(seed_, plain);
    std::string session;
    if (plain.size() < target.size()) {
      const size_t at = target.find(';');
      session = target.substr(at, target.find('?', at) - at);
    } else if (dice.chance(0.15)) {
      session = fmt::format(";jsessionid={:016X}{:016X}", dice.next(), dice.next());
    }
    if (out && !session.empty()) *out = with_session(*out, session);
    return out;
  }

 private:
  static constexpr size_t kNotices = 1300, kAwards = 1000, kEntries = kNotices + kAwards, kLeaves = 72,
                          kRegions = 16, kAuthorities = 400, kCompanies = 800, kNews = 500, kLaws = 300;
  struct Entry {
    size_t leaf, region, authority;
    long day;
  };
  struct Filter {
    std::string cpv, region, status, sort;
    size_t page = 0;
  };

  static std::string without_session(const std::string& target) {
    const size_t at = target.find(";jsessionid=");
    if (at == std::string::npos) return target;
    const size_t question = target.find('?', at);
    return target.substr(0, at) + (question == std::string::npos ? "" : target.substr(question));
  }
  static std::string with_session(const std::string& html, const std::string& session) {
    constexpr std::string_view kHref = "href=\"/portal/";
    std::string out;
    size_t from = 0;
    for (size_t at = html.find(kHref); at != std::string::npos; at = html.find(kHref, from)) {
      const size_t end = html.find_first_of("?\"", at + kHref.size());
      out.append(html, from, end - from).append(session);
      from = end;
    }
    return out.append(html, from);
  }
  size_t id_of(size_t n) const { return 200000 + n * 13 + seed_ % 13; }
  std::optional<size_t> number_of(const std::string& target, size_t count) const {
    const auto id = number_in(parameter(target, "id"), "");
    if (!id || *id < id_of(0) || (*id - id_of(0)) % 13) return {};
    const size_t n = (*id - id_of(0)) / 13;
    return n < count ? std::optional(n) : std::nullopt;
  }
  std::string view(std::string_view kind, size_t n, std::string_view which) const {
    return fmt::format("/portal/{}?id={}&view={}", kind, id_of(n), which);
  }
  std::string one(std::string_view kind, size_t n) const {
    return fmt::format("/portal/{}?id={}", kind, id_of(n));
  }
  // Notices and what was awarded, by their number in the lists.
  std::string entry_path(size_t e) const {
    return e < kNotices ? detail_path(e) : view("award", e - kNotices, "detail");
  }
  std::string entry_title(size_t e) const {
    Dice dice(seed_, "named", e);
    return fmt::format("{} {}", words_of(dice, 3 + dice.below(4)), e < kNotices ? e : e - kNotices);
  }
  static std::string cpv_of(size_t leaf) {
    return fmt::format("{}{}{}", 30 + leaf / 6 * 3, leaf % 6 / 2 + 1, leaf % 2 + 1);
  }

  std::optional<std::string> plain_page(const std::string& target) const {
    const std::string path = path_of(target), which = parameter(target, "view");
    if (path == "/portal/home") return home();
    if (path == "/portal/search") return search(target);
    if (path == "/portal/codes") return codes(parameter(target, "code"));
    if (path == "/portal/deadlines") return deadlines(parameter(target, "day"));
    if (path == "/portal/notice") {
      const auto n = number_of(target, kNotices);
      return !n ? std::nullopt : which == "detail" ? std::optional(notice(*n)) : side_view(*n, which);
    }
    if (path == "/portal/award") {
      const auto n = number_of(target, kAwards);
      return n ? std::optional(award(*n, which == "print")) : std::nullopt;
    }
    if (path == "/portal/authority") {
      const auto n = number_of(target, kAuthorities);
      return n ? std::optional(authority(*n)) : std::nullopt;
    }
    if (path == "/portal/company") {
      const auto n = number_of(target, kCompanies);
      return n ? std::optional(company(*n)) : std::nullopt;
    }
    if (path == "/portal/news") {
      const auto n = number_of(target, kNews);
      return n ? std::optional(news(*n)) : std::nullopt;
    }
    const auto law = number_in(path, "/law/p-", ".html");
    return law && *law < kLaws ? std::optional(law_page(*law)) : std::nullopt;
  }

  std::string frame(const std::string& title, const std::string& main) const {
    return fmt::format(
        "<html><head><title>{0}</title></head><body><table id=frame><tr><td colspan=2><img src=/crest.gif><h3>Tenders of the state</h3></td></tr>"
        "<tr><td valign=top><p>{1}</p><p>{2}</p><p>{3}</p><p>{4}</p><p>{5}</p><p>{6}</p></td><td valign=top>{7}</td></tr>"
        "<tr><td colspan=2><font size=1>{8} {9}</font></td></tr></table></body></html>",
        title, link("/portal/home", "Home"), link("/portal/search?status=open", "Current tenders"),
        link("/portal/search?status=awarded", "Awarded contracts"), link("/portal/codes", "By code"),
        link("/portal/deadlines?day=2024-05-02", "Deadlines"), link(one("news", 0), "News"), main,
        link("/law/p-0.html", "Law"), link("/law/p-1.html", "Imprint"));
  }
  std::string home() const {
    std::string latest, news;
    for (size_t i = 0; i < 6; ++i)
      latest += item(entry_path(i * 331 % kEntries), entry_title(i * 331 % kEntries));
    for (size_t i = 0; i < 8; ++i) news += item(one("news", i * 3), "News");
    return frame("Tenders",
                 "<h1>Tenders</h1><h2>Latest</h2><ul>" + latest + "</ul><h2>News</h2><ul>" + news + "</ul>");
  }
  std::optional<std::string> codes(const std::string& code) const {
    std::string rows;
    for (size_t leaf = 0; leaf < kLeaves; ++leaf) {
      const std::string cpv = cpv_of(leaf);
      if (code.empty() && leaf % 6 == 0) rows += item("/portal/codes?code=" + cpv.substr(0, 2), "Division");
      if (code.size() == 2 && cpv.starts_with(code) && leaf % 2 == 0)
        rows += item("/portal/codes?code=" + cpv.substr(0, 3), "Group " + cpv.substr(0, 3));
      if (code.size() == 3 && cpv.starts_with(code))
        rows += item("/portal/search?cpv=" + cpv, "Class " + cpv);
    }
    if (rows.empty()) return {};
    return frame("Codes " + code, "<h1>Codes " + code + "</h1><ul type=square>" + rows + "</ul>");
  }

  static std::string address(const Filter& filter) {
    std::string out;
    const auto add = [&](std::string_view key, const std::string& value) {
      if (!value.empty()) out += fmt::format("{}{}={}", out.empty() ? '?' : '&', key, value);
    };
    add("cpv", filter.cpv), add("region", filter.region), add("status", filter.status);
    add("sort", filter.sort), add("page", filter.page ? std::to_string(filter.page) : "");
    return "/portal/search" + out;
  }
  bool fits(size_t e, const Filter& filter) const {
    const Entry& entry = entries_[e];
    return (filter.cpv.empty() || cpv_of(entry.leaf) == filter.cpv) &&
           (filter.region.empty() || std::to_string(entry.region) == filter.region) &&
           (filter.status.empty() || (filter.status == "open") == (e < kNotices));
  }
  std::string refine(const Filter& filter) const {
    std::string out = "<form><fieldset>";
    const auto add = [&](std::string Filter::* part, const std::string& value) {
      Filter other = filter;
      other.*part = value;
      other.page = 0;
      out += link(address(other), value) + " ";
    };
    for (size_t i = 0; i < kRegions; ++i) add(&Filter::region, std::to_string(i));
    out += "<br>";
    for (const char* status : {"open", "awarded"}) add(&Filter::status, status);
    out += "<br>";
    for (const char* sort : {"date", "buyer", "title"}) add(&Filter::sort, sort);
    return out + "<input name=q><input type=submit></fieldset></form>";
  }
  std::optional<std::string> search(const std::string& target) const {
    Filter filter{parameter(target, "cpv"), parameter(target, "region"), parameter(target, "status"),
                  parameter(target, "sort"), size_t(std::atoi(parameter(target, "page").c_str()))};
    const size_t step = filter.sort.empty()      ? 1009
                        : filter.sort == "date"  ? kEntries - 1
                        : filter.sort == "buyer" ? 37
                                                 : 1013;
    std::string rows;
    size_t all = 0;
    for (size_t i = 1; i <= kEntries; ++i) {
      const size_t e = i * step % kEntries;
      if (!fits(e, filter) || all++ / 15 != filter.page) continue;
      rows += fmt::format(
          "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>", date_of(entries_[e].day, '-'),
          link(entry_path(e), entry_title(e)), link(one("authority", entries_[e].authority), "Buyer"),
          link(e < kNotices ? view("notice", e, "print") : view("award", e - kNotices, "print"),
               "<img src=/print.gif>"));
    }
    if (rows.empty() && filter.page) return {};
    std::string pager;
    const size_t pages = (all + 14) / 15, here = filter.page;
    for (filter.page = here > 3 ? here - 3 : 0; filter.page < std::min(pages, here + 4); ++filter.page)
      pager += link(address(filter), std::to_string(filter.page + 1)) + " ";
    filter.page = here;
    return frame("Search " + target, "<h1>Results</h1>" + refine(filter) + "<p>" + std::to_string(all) +
                                         " hits</p><table border=1>" + rows + "</table><p>" + pager + "</p>");
  }
  std::optional<std::string> deadlines(const std::string& date) const {
    const auto day = day_of(date);
    if (!day) return {};
    std::string rows, days;
    for (size_t n = 0; n < kNotices; ++n)
      if (entries_[n].day == *day) rows += item(detail_path(n), entry_title(n));
    for (long d = *day - 3; d <= *day + 3; ++d)
      days += "<td>" + link("/portal/deadlines?day=" + date_of(d, '-'), date_of(d, '.')) + "</td>";
    days += "<td>" + link("/portal/deadlines?day=" + date_of(*day + 30, '-'), "month") + "</td>";
    return frame("Deadlines " + date,
                 "<h1>Deadlines " + date + "</h1><table><tr>" + days + "</tr></table><ul>" + rows + "</ul>");
  }

  std::string tabs(size_t n) const {
    std::string out = "<p>";
    for (const char* which : {"detail", "lots", "documents", "qa", "print"})
      out += link(view("notice", n, which), which) + " | ";
    return out + "</p>";
  }
  std::string around(size_t e) const {
    Dice dice(seed_, "around", e);
    std::string out = "<p>" + link(one("authority", entries_[e].authority), "All of this buyer") + "</p><p>" +
                      link("/portal/search?cpv=" + cpv_of(entries_[e].leaf), "Same code") + "</p><ul>";
    for (int i = 0; i < 3; ++i) {
      const size_t other = dice.below(kEntries);
      out += item(entry_path(other), entry_title(other));
    }
    return out + "</ul>";
  }
  static std::string facts(Dice& dice, uint32_t least, uint32_t more) {
    std::string out = "<table cellpadding=3>";
    for (uint32_t i = least + dice.below(more); i > 0; --i)
      out += fmt::format("<tr><td><b>{}</b></td><td>{}</td></tr>", words_of(dice, 1), words_of(dice, 3));
    return out + "</table>";
  }
  std::string notice(size_t n) const {
    if (!real_details.empty())
      return with_links(real_details[n % real_details.size()], entry_title(n), tabs(n) + around(n));
    Dice dice(seed_, "notice", n);
    std::string out = tabs(n) + "<h1>" + entry_title(n) + "</h1>" + facts(dice, 6, 6) + "<h2>Object</h2>";
    for (uint32_t i = dice.below(4) + 1; i > 0; --i) out += "<p>" + sentences(dice, 2) + "</p>";
    if (dice.chance(0.4)) {
      out += "<h2>Lots</h2><table border=1><tr><th>No.</th><th>What</th></tr>";
      for (uint32_t i = dice.below(8) + 2; i > 0; --i)
        out += fmt::format("<tr><td>{}</td><td>{}</td></tr>", i, words_of(dice, 4));
      out += "</table>";
    }
    if (dice.chance(0.7)) {
      out += "<h2>Criteria</h2><ol>";
      for (uint32_t i = dice.below(5) + 1; i > 0; --i) out += "<li>" + words_of(dice, 3) + "</li>";
      out += "</ol>";
    }
    if (dice.chance(0.2)) out += "<hr><h2>Correction</h2><p><i>" + sentences(dice, 1) + "</i></p>";
    out += "<h2>Buyer</h2><address>" + words_of(dice, 2) + "<br>" + words_of(dice, 1) + "<br>" +
           (dice.chance(0.6) ? "<tt>mail</tt><br>" : "") + "</address>";
    return frame(entry_title(n), out + around(n));
  }
  std::optional<std::string> side_view(size_t n, const std::string& which) const {
    Dice dice(seed_, which, n);
    std::string rows;
    const uint32_t count = dice.below(7) + 1;
    for (uint32_t i = 0; i < count; ++i) {
      if (which == "lots") rows += "<h3>Lot</h3>" + facts(dice, 2, 3);
      if (which == "documents") rows += "<li><tt>" + words_of(dice, 2, '_') + ".pdf</tt> 12 KB</li>";
      if (which == "qa") rows += "<dt>" + sentences(dice, 1) + "</dt><dd>" + sentences(dice, 2) + "</dd>";
    }
    if (which == "print")
      return "<html><head><title>Print " + entry_title(n) + "</title></head><body><h1>" + entry_title(n) +
             "</h1><pre>" + sentences(dice, 5) + "</pre><p>" + link(detail_path(n), "back") +
             "</p></body></html>";
    if (rows.empty()) return {};
    return frame(which + " " + entry_title(n), tabs(n) + "<h1>" + entry_title(n) + "</h1>" + rows);
  }
  std::string award(size_t n, bool print) const {
    Dice dice(seed_, "award", n);
    const size_t e = kNotices + n;
    const std::string winner = "<p>" + link(one("company", dice.below(kCompanies)), "Winner") + "</p>";
    const std::string title = "Award: " + entry_title(e);
    if (print) return "<html><title>Print " + title + "</title><body><h1>" + title + "</h1><pre>x</pre>";
    if (!real_decoys.empty())
      return with_links(real_decoys[n % real_decoys.size()], title, winner + around(e));
    std::string out = "<h1>" + title + "</h1>" + facts(dice, 4, 4) + "<h2>Object</h2><p>" +
                      sentences(dice, 2) + "</p><h2>Awarded</h2>";
    for (uint32_t i = dice.below(3) + 1; i > 0; --i)
      out += "<blockquote><b>Lot</b><br>EUR <big>" + std::to_string(dice.below(90000)) +
             "</big><br>Offers: 3</blockquote>";
    out += "<h2>Buyer</h2><address>" + words_of(dice, 2) + "<br>" + words_of(dice, 1) + "<br></address>";
    return frame(title, out + winner + around(e));
  }
  std::string authority(size_t n) const {
    Dice dice(seed_, "authority", n);
    std::string rows;
    for (size_t e = 0; e < kEntries; ++e)
      if (entries_[e].authority == n) rows += item(entry_path(e), entry_title(e));
    return frame(fmt::format("Authority {}", n),
                 fmt::format("<h1>Authority {}</h1><address>{}</address><p>{}</p><ul>{}</ul><p>{}</p>", n,
                             words_of(dice, 3), sentences(dice, 2), rows,
                             link(one("authority", (n * 7 + 3) % kAuthorities), "Parent body")));
  }
  std::string company(size_t n) const {
    Dice dice(seed_, "company", n);
    std::string rows;
    for (int i = 0; i < 4; ++i) {
      const size_t e = kNotices + dice.below(kAwards);
      rows += "<tr><td>" + link(entry_path(e), entry_title(e)) + "</td><td>EUR</td></tr>";
    }
    return frame(fmt::format("Company {}", n),
                 fmt::format("<h1>Company {}</h1>{}<table border=1>{}</table><p>{}</p>", n, facts(dice, 2, 3),
                             rows, link(one("company", (n * 3 + 1) % kCompanies), "Competitor")));
  }
  std::string news(size_t n) const {
    Dice dice(seed_, "news", n);
    std::string out = fmt::format("<h1>News {}</h1>", n);
    for (uint32_t i = dice.below(5) + 1; i > 0; --i) out += "<p>" + sentences(dice, 3) + "</p>";
    if (dice.chance(0.2)) out += "<p>" + link(detail_path(dice.below(kNotices)), "To the tender") + "</p>";
    for (size_t i = 1; i < 6; ++i) out += link(one("news", (n + i * i) % kNews), "More") + "<br>";
    return frame(fmt::format("News {}", n), out);
  }
  std::string law_page(size_t n) const {
    Dice dice(seed_, "law", n);
    std::string out = fmt::format("<h1>Section {}</h1><ol type=a>", n);
    for (uint32_t i = dice.below(9) + 1; i > 0; --i) out += "<li>" + sentences(dice, 1) + "</li>";
    out += "</ol>";
    for (size_t i = 1; i < 5; ++i)
      out += link(fmt::format("/law/p-{}.html", (n + i) % kLaws), "Section") + " ";
    return frame(fmt::format("Section {}", n), out);
  }
  uint64_t seed_;
  std::vector<Entry> entries_;
};

}  // namespace

std::unique_ptr<MadeSite> tenders_site(uint64_t seed) { return std::make_unique<Tenders>(seed); }

}  // namespace bench
