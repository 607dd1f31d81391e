// A made-up site that was looked into after its first run: an old database of accidents of airliners. See
// crawl_site.h. Wanted are the accidents (/database/record.asp?id=19871104-1), tables within tables without
// classes, with links that say from where they start; the order of parameters differs and some ask for French
// labels (lang=fr). Aircraft, types, airlines and airports are such tables of facts too, and so are
// transcripts, photos and reports about an accident. Every page is an .asp with a query. Ways: years,
// countries, airlines, types, causes, each with orders, what happened on a day of the year, statistics, news
// with comments, a forum with a session in its links, and a login that knows where one came from.
#include <map>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_prose.h"

namespace bench {
namespace {

class Accidents : public MadeSite {
 public:
  explicit Accidents(uint64_t seed)
      : seed_(seed), of_operator_(kOperators), of_type_(kTypes), of_airport_(kAirports), of_frame_(kFrames) {
    for (size_t n = 0; n < kAccidents; ++n) {
      Dice dice(seed_, "accident", n);
      Accident it;
      it.day = kToday - long(dice.below(76 * 360));
      it.frame = dice.below(kFrames);
      it.type = frame_type(it.frame);
      it.by = std::min(dice.below(kOperators), dice.below(kOperators));
      it.from = dice.below(kAirports), it.to = dice.below(kAirports);
      it.country = dice.below(kCountries),
      it.cause = std::min(dice.below(kCauseCount), dice.below(kCauseCount));
      it.aboard = dice.below(dice.chance(0.5) ? 12 : 280) + 1,
      it.dead = dice.chance(0.4) ? 0 : dice.below(uint32_t(it.aboard)) + 1;
      it.transcript = dice.chance(0.12), it.report = dice.chance(0.22),
      it.photos = dice.chance(0.35) ? dice.below(5) + 1 : 0;
      all_.push_back(it);
    }
    std::ranges::stable_sort(all_, {}, &Accident::day);
    for (size_t n = 0; n < kAccidents; ++n) {
      const std::string date = date_of(all_[n].day, '-');
      std::string id;
      for (int i = 0; id.empty() || by_id_.count(id); ++i)
        id = fmt::format("{}{}{}-{}", date.substr(0, 4), date.substr(5, 2), date.substr(8), i);
      by_id_[id] = n;
      ids_.push_back(id);
      of_operator_[all_[n].by].push_back(n);
      of_type_[all_[n].type].push_back(n);
      of_frame_[all_[n].frame].push_back(n);
      of_airport_[all_[n].from].push_back(n);
      if (all_[n].to != all_[n].from) of_airport_[all_[n].to].push_back(n);
    }
  }
  std::string name() const override { return "accidents"; }
  std::string start() const override { return "/default.asp"; }
  size_t details() const override { return kAccidents; }
  std::string detail_path(size_t n) const override { return "/database/record.asp?id=" + ids_[n]; }
  std::optional<size_t> detail_of(const std::string& target) const override {
    if (path_of(target) != "/database/record.asp") return {};
    return accident_at(parameter(target, "id"));
  }
  std::optional<std::string> page(const std::string& target) const override { return made(target); }

 private:
  static constexpr size_t kAccidents = 1400, kOperators = 620, kTypes = 96, kAirports = 640, kFrames = 1900,
                          kCountries = 54, kCauseCount = 14, kNews = 700, kThreads = 480, kUsers = 260,
                          kStats = 36, kBooks = 120, kHelp = 14;
  static constexpr long kToday = 2026 * 360 + 10 * 30 + 17;
  struct Accident {
    long day;
    size_t frame, type, by, from, to, country, cause, aboard, dead, photos;
    bool transcript, report;
  };
  static constexpr std::string_view kMakers[] = {"Antares",  "Boyd",   "Comstock", "Dorval",
                                                 "Fairlane", "Halder", "Ilyin",    "Lockwood"};
  static constexpr std::string_view kCauses[] = {
      "Loss of control",        "Runway excursion", "Undershoot",  "Engine failure", "Fire in flight",
      "Collision with terrain", "Fuel exhaustion",  "Icing",       "Bird strike",    "Gear collapse",
      "Mid-air collision",      "Wake turbulence",  "Cargo shift", "Windshear"};
  static constexpr std::string_view kFrench[] = {"Statut", "Date",      "Heure",
                                                 "Type",   "Compagnie", "Immatriculation"};
  static constexpr std::string_view kTalk[] = {
      "the",      "aircraft",  "crew",    "runway",  "approach", "captain",    "first",     "officer",
      "engine",   "descended", "below",   "minimum", "altitude", "in",         "fog",       "rain",
      "after",    "takeoff",   "landing", "gear",    "struck",   "trees",      "hill",      "short",
      "of",       "threshold", "visual",  "contact", "lost",     "flight",     "was",       "cleared",
      "to",       "land",      "climb",   "stall",   "warning",  "sounded",    "flaps",     "were",
      "not",      "extended",  "fire",    "broke",   "out",      "passengers", "evacuated", "slides",
      "mountain", "weather",   "radar",   "tower",   "cargo",    "ferry",      "wing",      "spun"};

  // --- names and addresses ---
  std::optional<size_t> accident_at(const std::string& id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? std::nullopt : std::optional(found->second);
  }
  size_t frame_type(size_t f) const {
    Dice dice(seed_, "frame", f);
    return std::min(dice.below(kTypes), dice.below(kTypes));
  }
  static std::string type_name(size_t t) {
    return fmt::format("{} {}-{}", kMakers[t % 8], char('A' + t % 5), 100 + t / 8 * 10);
  }
  std::string operator_name(size_t o) const {
    Dice dice(seed_, "operator", o);
    static constexpr std::string_view ends[] = {"Airlines", "Air",       "Airways", "Cargo",
                                                "Aviation", "Air Force", "Express"};
    return capital(words_of(dice, 1)) + " " + (o % 2 ? capital(words_of(dice, 1)) + " " : "") +
           std::string(pick(dice, ends));
  }
  std::string airport_code(size_t a) const {
    std::string out = "AAAA";
    for (size_t i = 0, rest = a * 733 + seed_ % 97; i < 4; ++i, rest /= 26)
      out[3 - i] = char('A' + rest % 26);
    return out;
  }
  std::string airport_name(size_t a) const {
    Dice dice(seed_, "airport", a);
    return capital(words_of(dice, 1)) + (a % 3 ? " Airport" : " International Airport");
  }
  std::string country_name(size_t c) const {
    Dice dice(seed_, "country", c);
    return capital(words_of(dice, 1)) + (c % 2 ? "ia" : "land") +
           (c < 24 ? "" : fmt::format(" {}", c / 24 + 1));
  }
  std::string registration(size_t f) const {
    return fmt::format("{}-{}{:03}", char('C' + f % 20), char('A' + f / 7 % 26), f % 1000);
  }
  std::string headline(std::string_view what, size_t n) const {
    Dice dice(seed_, what, n);
    return capital(phrase(dice, kTalk, 4 + dice.below(4)));
  }
  // The same record has several addresses: the order of parameters differs.
  std::string record_at(size_t n, bool french = false) const {
    if (french)
      return n % 2 ? "/database/record.asp?lang=fr&id=" + ids_[n]
                   : "/database/record.asp?id=" + ids_[n] + "&lang=fr";
    return detail_path(n);
  }
  static std::string operator_at(size_t o) {
    return fmt::format("/database/operator.asp?var={}", 1000 + o * 3);
  }
  static std::string type_at(size_t t) { return fmt::format("/database/type.asp?type={:03}", t + 10); }
  std::string airport_at(size_t a) const { return "/database/airport.asp?id=" + airport_code(a); }
  static std::string frame_at(size_t f) { return fmt::format("/database/aircraft.asp?ac={}", 20000 + f * 7); }
  static std::optional<size_t> keyed(const std::string& target, std::string_view key, size_t first,
                                     size_t step, size_t many) {
    const auto id = number_in(parameter(target, key), "");
    return id && *id >= first && (*id - first) % step == 0 && (*id - first) / step < many
               ? std::optional((*id - first) / step)
               : std::nullopt;
  }

  // --- parts of pages ---
  static std::string frame(const std::string& title, const std::string& main, const std::string& side = "") {
    return fmt::format(
        "<HTML><HEAD><TITLE>ASR: {0}</TITLE><META http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\"></HEAD><BODY bgcolor=\"#FFFFFF\" topmargin=0><TABLE width=\"100%\" border=0 cellspacing=0><TR><TD bgcolor=\"#003366\" colspan=2><A href=\"/default.asp\"><IMG src=\"/images/logo.gif\" border=0></A></TD></TR>"
        "<TR><TD bgcolor=\"#CCCCCC\" colspan=2><FONT size=1>{1} | {2} | {3} | {4} | {5} | {6} | {7}</FONT></TD></TR><TR><TD width=140 valign=top bgcolor=\"#EEEEEE\"><FONT size=1><B>Database</B><BR>{8}<BR>{9}<BR>{10}<BR>{11}<BR>{12}<BR>{13}<BR></FONT>{14}</TD><TD valign=top>{15}</TD></TR>"
        "<TR><TD colspan=2 align=center><FONT size=1>{16} - {17} - {18}<BR>Copyright ASR Air Safety Records</FONT></TD></TR></TABLE></BODY></HTML>",
        title, link("/default.asp", "Home"), link("/news/default.asp", "News"),
        link("/database/default.asp", "Database"), link("/statistics/default.asp", "Statistics"),
        link("/pubs/default.asp", "Publications"), link("/forum/default.asp", "Forum"),
        link("/about.asp?p=1", "About"), link("/database/years.asp", "By year"),
        link("/database/countries.asp", "By country"), link("/database/operators.asp", "By operator"),
        link("/database/types.asp", "By type"), link("/database/causes.asp", "By cause"),
        link("/database/airports.asp", "Airports"), side, main, link("/about.asp?p=2", "Disclaimer"),
        link("/about.asp?p=3", "Contact"), link("/about.asp?p=4", "Help wanted"));
  }
  static std::string row(const std::string& label, const std::string& value) {
    return "<TR><TD valign=top nowrap><FONT size=2>" + label + ":</FONT></TD><TD><FONT size=2>" + value +
           "</FONT></TD></TR>";
  }
  static std::string table(const std::string& rows) {
    return "<TABLE cellspacing=1 cellpadding=2 border=0>" + rows + "</TABLE>";
  }
  std::string line(size_t n) const {
    const Accident& it = all_[n];
    return fmt::format(
        "<TR bgcolor=\"{}\"><TD nowrap>{}</TD><TD>{}</TD><TD>{}</TD><TD>{}</TD><TD align=right>{}</TD><TD>{}</TD></TR>",
        n % 2 ? "#FFFFFF" : "#EEF3F8", link(detail_path(n), date_of(it.day, '-')), type_name(it.type),
        registration(it.frame), operator_name(it.by), it.dead,
        it.photos ? "<IMG src=\"/images/camera.gif\">" : "");
  }
  // A list of accidents whose order a parameter tells.
  std::optional<std::string> listed(const std::string& title, std::vector<size_t> all,
                                    const std::string& root, const std::string& target,
                                    const std::string& before) const {
    const std::string sort = parameter(target, "sorteer");
    if (sort == "dead") std::ranges::stable_sort(all, std::greater(), [&](size_t n) { return all_[n].dead; });
    else if (sort == "type") std::ranges::stable_sort(all, {}, [&](size_t n) { return all_[n].type; });
    else if (!sort.empty()) return {};
    const size_t here = page_asked(target);
    const auto slice = slice_of(all.size(), here, 50);
    if (!slice) return {};
    std::string rows;
    for (size_t i = slice->from; i < slice->to; ++i) rows += line(all[i]);
    const std::string sorted = root + (sort.empty() ? "" : "&sorteer=" + sort);
    return frame(
        fmt::format("{} {} {}", title, sort, here + 1),
        fmt::format(
            "<H3>{}</H3>{}<P>{} occurrences</P><TABLE border=0><TR bgcolor=\"#99AABB\"><TD>{}</TD><TD>{}</TD><TD>reg.</TD><TD>operator</TD><TD>{}</TD><TD>pic</TD></TR>{}</TABLE><P>{}</P>",
            title, here ? "" : before, all.size(), link(root, "date"), link(root + "&sorteer=type", "type"),
            link(root + "&sorteer=dead", "fat."), rows, paged(slice->pages, here, sorted)));
  }
  template <class Row>
  static std::optional<std::string> names(const std::string& title, const std::string& root, size_t all,
                                          const std::string& target, size_t on_page, const Row& one) {
    const size_t here = page_asked(target);
    const auto slice = slice_of(all, here, on_page);
    if (!slice) return {};
    std::string rows;
    for (size_t n = slice->from; n < slice->to; ++n)
      rows += "<TR><TD><FONT size=2>" + one(n) + "</FONT></TD></TR>";
    return frame(fmt::format("{} {}", title, here + 1),
                 "<H3>" + title + "</H3>" + table(rows) + paged(slice->pages, here, root));
  }
  template <class Test>
  std::vector<size_t> those(const Test& test) const {
    std::vector<size_t> out;
    for (size_t n = 0; n < kAccidents; ++n)
      if (test(all_[n])) out.push_back(n);
    return out;
  }

  std::optional<std::string> made(const std::string& target) const {
    const std::string path = path_of(target);
    if (path == "/" || path == "/default.asp") return home();
    if (path.starts_with("/database/")) return database(path.substr(10), target);
    if (path == "/about.asp")
      if (const auto n = keyed(target, "p", 1, 1, kHelp)) return text("about", *n, "/about.asp?p=");
    if (path == "/pubs/book.asp")
      if (const auto n = keyed(target, "isbn", 9780, 11, kBooks)) return book(*n);
    if (path == "/pubs/default.asp")
      return names("Publications", path, kBooks, target, 30, [&](size_t n) {
        return link(fmt::format("book.asp?isbn={}", 9780 + n * 11), headline("book", n));
      });
    if (path == "/news/default.asp")
      return names("News", path, kNews, target, 25, [&](size_t n) {
        return date_of(kToday - long(n) * 4, '-') + " " + link(news_at(n), headline("news", n));
      });
    if (path == "/news/item.asp")
      if (const auto n = keyed(target, "n", 5001, 1, kNews)) return news(*n);
    if (path == "/statistics/default.asp")
      return names("Statistics", path, kStats, target, 60,
                   [&](size_t n) { return link(fmt::format("stat.asp?s={}", n + 1), headline("stat", n)); });
    if (path == "/statistics/stat.asp")
      if (const auto n = keyed(target, "s", 1, 1, kStats)) return statistic(*n);
    if (path.starts_with("/forum/")) return forum(path.substr(7), target);
    return {};
  }
  std::optional<std::string> database(const std::string& file, const std::string& target) const {
    if (file == "default.asp") return search();
    if (file == "record.asp") {
      const auto n = accident_at(parameter(target, "id"));
      return n ? std::optional(record(*n, parameter(target, "lang") == "fr")) : std::nullopt;
    }
    if (file == "transcript.asp" || file == "report.asp" || file == "photo.asp") return about(file, target);
    if (file == "operator.asp")
      if (const auto o = keyed(target, "var", 1000, 3, kOperators)) return airline(*o, target);
    if (file == "type.asp")
      if (const auto t = keyed(target, "type", 10, 1, kTypes)) return type(*t);
    if (file == "aircraft.asp")
      if (const auto f = keyed(target, "ac", 20000, 7, kFrames)) return aircraft(*f);
    if (file == "airport.asp")
      for (size_t a = 0; a < kAirports; ++a)
        if (parameter(target, "id") == airport_code(a)) return airport(a);
    if (file == "onthisday.asp") return on_this_day(parameter(target, "d"));
    if (file == "login.asp") {
      const auto n = accident_at(parameter(target, "back"));
      if (!n) return {};
      return frame(
          "Member login " + ids_[*n],
          "<H3>Login</H3><P>to correct " + ids_[*n] +
              "</P><FORM method=post><INPUT name=u><INPUT type=password name=p><INPUT type=submit></FORM>" +
              link("/about.asp?p=4", "Become a member"));
    }
    return lists(file, target);
  }
  std::optional<std::string> lists(const std::string& file, const std::string& target) const {
    const std::string root = "/database/" + file;
    if (file == "years.asp") {
      std::string rows;
      for (long y = 2026; y > 1950; --y)
        rows += link(fmt::format("dblist.asp?Year={}", y), std::to_string(y)) + (y % 10 ? " " : "<BR>");
      return frame("Years", "<H3>Accidents by year</H3><P>" + rows + "</P>");
    }
    if (file == "countries.asp")
      return names("Countries", root, kCountries, target, 90, [&](size_t c) {
        return link(fmt::format("dblist.asp?Country={}", c + 1), country_name(c));
      });
    if (file == "causes.asp")
      return names("Causes", root, kCauseCount, target, 90, [&](size_t c) {
        return link(fmt::format("dblist.asp?Event={}", c + 1), std::string(kCauses[c]));
      });
    if (file == "operators.asp")
      return names("Operators", root, kOperators, target, 60, [&](size_t o) {
        return link(operator_at(o), operator_name(o)) + fmt::format(" ({})", of_operator_[o].size());
      });
    if (file == "types.asp")
      return names("Types", root, kTypes, target, 96,
                   [&](size_t t) { return link(type_at(t), type_name(t)); });
    if (file == "airports.asp")
      return names("Airports", root, kAirports, target, 80,
                   [&](size_t a) { return link(airport_at(a), airport_code(a) + " " + airport_name(a)); });
    if (file != "dblist.asp") return {};
    if (const auto y = keyed(target, "Year", 1951, 1, 76))
      return listed(
          fmt::format("Accidents in {}", 1951 + *y),
          those([&](const Accident& it) { return it.day / 360 == long(1951 + *y); }),
          fmt::format("/database/dblist.asp?Year={}", 1951 + *y), target,
          fmt::format("<P>{} {}</P>", link(fmt::format("dblist.asp?Year={}", 1950 + *y), "previous"),
                      link(fmt::format("dblist.asp?Year={}", 1952 + *y), "next")));
    if (const auto c = keyed(target, "Country", 1, 1, kCountries))
      return listed(country_name(*c), those([&](const Accident& it) { return it.country == *c; }),
                    fmt::format("/database/dblist.asp?Country={}", *c + 1), target, "");
    if (const auto c = keyed(target, "Event", 1, 1, kCauseCount))
      return listed(std::string(kCauses[*c]), those([&](const Accident& it) { return it.cause == *c; }),
                    fmt::format("/database/dblist.asp?Event={}", *c + 1), target,
                    "<P>" + headline("cause", *c) + ".</P>");
    if (const auto t = keyed(target, "field", 10, 1, kTypes))
      return listed("Accidents of " + type_name(*t), of_type_[*t],
                    fmt::format("/database/dblist.asp?field={:03}", *t + 10), target,
                    "<P>" + link(type_at(*t), type_name(*t)) + "</P>");
    return {};
  }
  std::string home() const {
    std::string rows, items, day = date_of(kToday, '-');
    for (size_t n = kAccidents - 8; n < kAccidents; ++n) rows = line(n) + rows;
    for (size_t n = 0; n < 6; ++n) items += "<LI>" + link(news_at(n), headline("news", n));
    return frame("Air Safety Records",
                 "<H2>Air Safety Records</H2><TABLE><TR><TD valign=top><B>Latest accidents</B><TABLE>" +
                     rows + "</TABLE></TD><TD valign=top><B>News</B><UL>" + items + "</UL>" +
                     link("/database/onthisday.asp?d=" + day.substr(5, 2) + day.substr(8), "On this day") +
                     "</TD></TR></TABLE>");
  }
  static std::string search() {
    return frame(
        "Database",
        "<H3>Database</H3><FORM action=dblist.asp><SELECT name=Year><OPTION>2026</SELECT><INPUT type=submit></FORM><P>" +
            link("years.asp", "Years") + " " + link("types.asp", "Types") + " " +
            link("operators.asp", "Operators") + "</P>");
  }
  std::optional<std::string> on_this_day(const std::string& asked) const {
    const auto first =
        asked.size() == 4 ? day_of("2026-" + asked.substr(0, 2) + "-" + asked.substr(2)) : std::nullopt;
    if (!first) return {};
    std::string rows;
    for (size_t n = 0; n < kAccidents; ++n)
      if (all_[n].day % 360 == *first % 360) rows += line(n);
    const auto at = [](long day) {
      const std::string date = date_of(2026 * 360 + day % 360, '-');
      return "onthisday.asp?d=" + date.substr(5, 2) + date.substr(8);
    };
    return frame("On this day " + asked, "<H3>On this day: " + asked + "</H3><P>" +
                                             link(at(*first + 359), "Yesterday") + " " +
                                             link(at(*first + 1), "Tomorrow") + "</P>" +
                                             (rows.empty() ? "<P>Nothing known.</P>" : table(rows)));
  }

  // --- accidents ---
  std::string around(size_t n, bool french) const {
    const Accident& it = all_[n];
    Dice dice(seed_, "around", n);
    std::string out = "<P><FONT size=1>" +
                      link(record_at(n, !french), french ? "English" : "Fran&ccedil;ais") + " | " +
                      link("login.asp?back=" + ids_[n], "Correct this record") + "</FONT></P>";
    std::string more;
    if (it.report) more += "<LI>" + link("report.asp?id=" + ids_[n], "Official report");
    if (it.transcript) more += "<LI>" + link("transcript.asp?id=" + ids_[n], "CVR transcript");
    for (size_t i = 0; i < it.photos; ++i)
      more +=
          "<LI>" + link(fmt::format("photo.asp?id={}&nr={}", ids_[n], i + 1), fmt::format("Photo {}", i + 1));
    if (dice.chance(0.2)) more += "<LI>" + link(news_at(dice.below(kNews)), "News item");
    if (!more.empty()) out += "<B>More</B><UL>" + more + "</UL>";
    if (dice.chance(0.3))
      out += link(fmt::format("dblist.asp?Event={}", it.cause + 1), std::string(kCauses[it.cause])) + " ";
    return out + link(fmt::format("dblist.asp?Year={}", it.day / 360), "Back to the list");
  }
  std::string facts(size_t n, bool french) const {
    const Accident& it = all_[n];
    Dice dice(seed_, "facts", n);
    const auto label = [&](size_t i, const char* english) {
      return french ? std::string(kFrench[i]) : english;
    };
    std::string out = row(label(0, "Status"), it.report ? "Final" : "Preliminary") +
                      row(label(1, "Date"), date_of(it.day, ' '));
    if (dice.chance(0.7))
      out += row(label(2, "Time"), fmt::format("{:02}:{:02}", dice.below(24), dice.below(60)));
    out +=
        row(label(3, "Type"), "<IMG src=\"/images/t.gif\"> " + link(type_at(it.type), type_name(it.type))) +
        row(label(4, "Operator"), link(operator_at(it.by), operator_name(it.by)));
    out += row(label(5, "Registration"), link(frame_at(it.frame), registration(it.frame)));
    if (dice.chance(0.8)) out += row("C/n / msn", std::to_string(it.frame + 1000));
    if (dice.chance(0.75)) out += row("First flight", std::to_string(it.day / 360 - long(dice.below(25))));
    if (dice.chance(0.4)) out += row("Total airframe hrs", std::to_string(dice.below(60000)));
    if (dice.chance(0.5))
      out += row("Engines", fmt::format("{} {}", dice.below(4) + 1, capital(words_of(dice, 1))));
    out += row("Crew", fmt::format("Fatalities: {} / Occupants: {}", it.dead ? 2 : 0, 3)) +
           row("Passengers", fmt::format("Fatalities: {} / Occupants: {}", it.dead, it.aboard)) +
           row("<B>Total</B>", fmt::format("<B>Fatalities: {} / Occupants: {}</B>",
                                           it.dead + (it.dead ? 2 : 0), it.aboard + 3));
    if (dice.chance(0.1)) out += row("Ground casualties", fmt::format("Fatalities: {}", dice.below(9) + 1));
    out +=
        row("Aircraft damage", dice.chance(0.7) ? "Destroyed" : "Substantial") +
        row("Location",
            capital(words_of(dice, 1)) + " (" +
                link(fmt::format("dblist.asp?Country={}", it.country + 1), country_name(it.country)) + ")");
    if (dice.chance(0.3)) out += row("Crash site elevation", fmt::format("{} m", dice.below(3000)));
    out += row("Phase", capital(phrase(dice, kTalk, 1))) +
           row("Nature", dice.chance(0.6) ? "Domestic Scheduled Passenger" : "Cargo");
    if (dice.chance(0.85)) out += row("Departure airport", link(airport_at(it.from), airport_name(it.from)));
    if (dice.chance(0.85)) out += row("Destination airport", link(airport_at(it.to), airport_name(it.to)));
    if (dice.chance(0.5)) out += row("Flightnumber", std::to_string(dice.below(2000)));
    return out;
  }
  std::string record(size_t n, bool french) const {
    const Accident& it = all_[n];
    Dice dice(seed_, "record", n);
    const std::string title = fmt::format("{} {} {} {}", french ? "Accident" : "Aircraft accident",
                                          type_name(it.type), registration(it.frame), ids_[n]);
    if (!real_details.empty())
      return with_links(real_details[n % real_details.size()], title,
                        around(n, french) + link(operator_at(it.by), operator_name(it.by)) +
                            link(type_at(it.type), "type"));
    std::string out =
        "<TABLE width=\"100%\"><TR><TD valign=top>" + table(facts(n, french)) + "</TD><TD valign=top>";
    if (it.photos)
      out += "<A href=\"photo.asp?id=" + ids_[n] + "&nr=1\"><IMG src=\"/photos/s.jpg\" border=0></A>";
    out += "</TD></TR></TABLE><P><B>Narrative:</B><BR>";
    for (uint32_t i = dice.below(dice.chance(0.3) ? 9 : 3) + 1; i > 0; --i)
      out += prose(dice, kTalk, 1 + dice.below(4)) + "<BR>";
    out += "</P>";
    if (dice.chance(0.35)) out += "<P><B>Probable Cause:</B><BR>" + prose(dice, kTalk, 2) + "</P>";
    if (it.report)
      out += table(row("Investigating agency", capital(words_of(dice, 1)) + " Board") +
                   row("Duration", fmt::format("{} months", dice.below(30) + 3)));
    if (dice.chance(0.3))
      out +=
          fmt::format("<P><B>Classification:</B><BR>{}<BR>{}</P>", kCauses[it.cause], phrase(dice, kTalk, 2));
    if (dice.chance(0.25)) {
      out += "<P><B>Follow-up / safety actions:</B></P><TABLE border=1>";
      for (uint32_t i = dice.below(8) + 1; i > 0; --i)
        out +=
            fmt::format("<TR><TD>{}</TD><TD>{}</TD></TR>", date_of(it.day + 200, '-'), prose(dice, kTalk, 1));
      out += "</TABLE>";
    }
    out += "<P><B>Sources:</B><BR>";
    for (uint32_t i = dice.below(5); i > 0; --i) out += "&raquo; " + capital(phrase(dice, kTalk, 3)) + "<BR>";
    out += "</P>";
    if (dice.chance(0.5))
      out += fmt::format("<P><B>Map</B><BR>Distance from {} to {}: {} km<BR><IMG src=\"/map.gif\"></P>",
                         airport_code(it.from), airport_code(it.to), dice.below(5000));
    return frame(title, out + around(n, french),
                 dice.chance(0.3) ? link("/statistics/stat.asp?s=1", "Worst accidents") : "");
  }
  std::optional<std::string> about(const std::string& file, const std::string& target) const {
    const auto n = accident_at(parameter(target, "id"));
    if (!n) return {};
    const std::string back = "<P>" + link(detail_path(*n), "Accident " + ids_[*n]) + "</P>";
    Dice dice(seed_, file, *n);
    if (file == "transcript.asp" && all_[*n].transcript) {
      std::string rows;
      for (uint32_t i = 0, all = dice.below(60) + 10; i < all; ++i)
        rows += fmt::format("<TR><TD>{:02}:{:02}</TD><TD>CAM-{}</TD><TD>{}</TD></TR>", i / 6, i % 6 * 10,
                            dice.below(2) + 1, phrase(dice, kTalk, 4));
      return frame("CVR " + ids_[*n], "<H3>CVR transcript " + type_name(all_[*n].type) + " " + ids_[*n] +
                                          "</H3><TABLE>" + rows + "</TABLE>" + back);
    }
    if (file == "report.asp" && all_[*n].report)
      return frame("Report " + ids_[*n],
                   "<H3>Report " + ids_[*n] + "</H3>" +
                       table(row("Report number", std::to_string(*n + 300)) +
                             row("Published", date_of(all_[*n].day + 400, '-')) +
                             row("Pages", std::to_string(dice.below(200) + 4)) + row("Language", "English")) +
                       "<P>report.pdf</P>" + back);
    const auto nr = keyed(target, "nr", 1, 1, all_[*n].photos);
    if (file != "photo.asp" || !nr) return {};
    return frame(
        fmt::format("Photo {} of {}", *nr + 1, ids_[*n]),
        fmt::format("<CENTER><IMG src=\"/photos/{}-{}.jpg\"><BR>{}</CENTER>{}", ids_[*n], *nr,
                    table(row("Photographer", full_name(dice)) + row("Date", date_of(all_[*n].day + 3, '-'))),
                    back));
  }

  // --- airlines, types, aircraft, airports ---
  std::optional<std::string> airline(size_t o, const std::string& target) const {
    Dice dice(seed_, "airline page", o);
    std::string rows = row("Name", operator_name(o)) +
                       row("Country", link(fmt::format("dblist.asp?Country={}", o % kCountries + 1),
                                           country_name(o % kCountries))) +
                       row("Status", dice.chance(0.5) ? "Active" : "Ceased");
    for (const char* label : {"IATA code", "ICAO code", "Founded", "Hubs", "Formerly"})
      if (dice.chance(0.5)) rows += row(label, capital(words_of(dice, 1)));
    return listed(fmt::format("{} ({})", operator_name(o), o), of_operator_[o], operator_at(o), target,
                  table(rows));
  }
  std::string type(size_t t) const {
    Dice dice(seed_, "type page", t);
    std::string rows, last;
    for (const char* label : {"Manufacturer", "First flight", "Production ended", "Number built",
                              "Hull-losses", "Engines", "Length", "Span", "Seats"})
      if (dice.chance(0.8)) rows += row(label, std::to_string(dice.below(900)));
    for (size_t i = 0; i < of_type_[t].size() && i < 10; ++i) last += line(of_type_[t][i]);
    return frame(type_name(t),
                 "<H3>" + type_name(t) + "</H3><IMG src=\"/types/t.jpg\">" + table(rows) + "<P>" +
                     prose(dice, kTalk, 3) + "</P><P>" +
                     link(fmt::format("dblist.asp?field={:03}", t + 10), "All accidents of this type") +
                     "</P>" + (last.empty() ? "" : "<TABLE>" + last + "</TABLE>") + "<P>" +
                     link(type_at((t + 1) % kTypes), "Next type") + "</P>");
  }
  std::string aircraft(size_t f) const {
    Dice dice(seed_, "aircraft page", f);
    const std::string title = registration(f) + " " + type_name(frame_type(f));
    std::string ours = "<P>" + link(type_at(frame_type(f)), type_name(frame_type(f))) + " " +
                       link(frame_at((f * 5 + 3) % kFrames), "Next airframe") + "</P>",
                rows = row("Registration", registration(f)) + row("C/n / msn", std::to_string(f + 1000));
    for (const size_t n : of_frame_[f]) ours += "<P>Accident: " + link(detail_path(n), ids_[n]) + "</P>";
    if (!real_decoys.empty())
      return with_links(real_decoys[f % real_decoys.size()], fmt::format("{} {}", title, f), ours);
    for (const char* label : {"First flight", "Engines", "Test registration", "Line number", "Status"})
      if (dice.chance(0.7)) rows += row(label, capital(words_of(dice, 1)));
    rows += row("Type", link(type_at(frame_type(f)), type_name(frame_type(f))));
    std::string owners;
    for (uint32_t i = dice.below(6) + 1; i > 0; --i) {
      const size_t o = dice.below(kOperators);
      owners += fmt::format("<TR><TD>{}</TD><TD>{}</TD></TR>", 1960 + dice.below(60),
                            link(operator_at(o), operator_name(o)));
    }
    return frame(fmt::format("{} ({})", title, f),
                 table(rows) + "<P><B>History:</B></P><TABLE border=1>" + owners + "</TABLE>" +
                     (dice.chance(0.3) ? "<P>" + prose(dice, kTalk, 1) + "</P>" : "") + ours);
  }
  std::string airport(size_t a) const {
    Dice dice(seed_, "airport page", a);
    std::string rows, lines;
    for (const char* label : {"IATA code", "Elevation", "Runways", "Opened", "Latitude", "Longitude"})
      if (dice.chance(0.8)) rows += row(label, std::to_string(dice.below(4000)));
    for (const size_t n : of_airport_[a]) lines += line(n);
    return frame(airport_code(a), "<H3>" + airport_name(a) + "</H3>" +
                                      table(row("ICAO code", airport_code(a)) + rows) +
                                      "<P><B>Accidents:</B></P>" +
                                      (lines.empty() ? "<P>None.</P>" : "<TABLE>" + lines + "</TABLE>"));
  }

  // --- news, texts, the forum ---
  static std::string news_at(size_t n) { return fmt::format("/news/item.asp?n={}", 5001 + n); }
  std::string news(size_t n) const {
    Dice dice(seed_, "news page", n);
    std::string ours = "<P>" + link(news_at((n + 1) % kNews), "Previous item") + "</P>", said;
    for (uint32_t i = dice.chance(0.4) ? dice.below(3) + 1 : 0; i > 0; --i) {
      const size_t other = dice.below(kAccidents);
      ours += "<P>See " + link(detail_path(other), ids_[other]) + "</P>";
    }
    if (dice.chance(0.05))
      ours += link(fmt::format("/database/record.asp?id=19{}0101-9", 40 + dice.below(9)), "an earlier one");
    if (!real_decoys.empty())
      return with_links(real_decoys[(n + 5) % real_decoys.size()],
                        headline("news", n) + fmt::format(" {}", n), ours);
    for (uint32_t i = dice.chance(0.3) ? dice.below(25) : 0; i > 0; --i)
      said += "<TR><TD><B>" + full_name(dice) + "</B></TD><TD>" + prose(dice, kTalk, 1) + "</TD></TR>";
    return frame(headline("news", n) + fmt::format(" {}", n),
                 "<H3>" + headline("news", n) + "</H3><I>" + date_of(kToday - long(n) * 4, '-') + "</I>" +
                     paragraphs(dice, kTalk, 6) + ours +
                     (said.empty() ? "" : "<TABLE border=1>" + said + "</TABLE>"));
  }
  std::string text(std::string_view what, size_t n, const std::string& root) const {
    Dice dice(seed_, std::string(what) + " page", n);
    return frame(headline(what, n) + fmt::format(" {}", n),
                 "<H3>" + headline(what, n) + "</H3>" + paragraphs(dice, kTalk, 6) +
                     link(root + std::to_string(n % kHelp + 1), "More"));
  }
  std::string book(size_t n) const {
    Dice dice(seed_, "book page", n);
    return frame("Book " + headline("book", n),
                 "<H3>" + headline("book", n) + "</H3><IMG src=\"/covers/b.jpg\">" +
                     table(row("Author", full_name(dice)) + row("Publisher", capital(words_of(dice, 1))) +
                           row("Pages", std::to_string(dice.below(500)))) +
                     paragraphs(dice, kTalk, 3));
  }
  std::string statistic(size_t n) const {
    Dice dice(seed_, "stat page", n);
    std::string rows;
    for (uint32_t i = 1; i < 40; ++i) {
      const size_t one = dice.below(kAccidents);
      rows += n % 3 ? fmt::format("<TR><TD>{}</TD><TD>{}</TD><TD>{}</TD></TR>", 1985 + i, dice.below(60),
                                  dice.below(2000))
                    : fmt::format("<TR><TD>{}</TD><TD>{}</TD><TD>{}</TD></TR>", i,
                                  link(detail_path(one), ids_[one]), operator_name(all_[one].by));
    }
    return frame(headline("stat", n) + fmt::format(" {}", n),
                 "<H3>" + headline("stat", n) + "</H3><TABLE border=1>" + rows + "</TABLE>");
  }
  // The forum puts a session into its links: another on each page that leads to a thread.
  std::optional<std::string> forum(const std::string& file, const std::string& target) const {
    const auto thread_at = [&](size_t n) {
      return fmt::format("/forum/topic.asp?TOPIC_ID={}&sid={:08x}", 100 + n * 3,
                         uint32_t(mix(seed_, gleaner::stable_hash(target)) % 4));
    };
    if (file == "default.asp")
      return names("Forum", "/forum/default.asp", kThreads, target, 40,
                   [&](size_t n) { return link(thread_at(n), headline("thread", n)); });
    if (file == "member.asp")
      if (const auto u = keyed(target, "u", 1, 1, kUsers)) {
        Dice dice(seed_, "user", *u);
        return frame(fmt::format("Member {}", *u),
                     "<H3>" + full_name(dice) + "</H3>" +
                         table(row("Member since", std::to_string(1999 + dice.below(27))) +
                               row("Posts", std::to_string(dice.below(900)))));
      }
    const auto n = file == "topic.asp" ? keyed(target, "TOPIC_ID", 100, 3, kThreads) : std::nullopt;
    if (!n) return {};
    Dice dice(seed_, "thread page", *n);
    std::string rows;
    for (uint32_t i = dice.below(dice.chance(0.2) ? 30 : 8) + 1; i > 0; --i) {
      rows += "<TR><TD valign=top>" +
              link(fmt::format("/forum/member.asp?u={}", dice.below(kUsers) + 1), full_name(dice)) +
              "</TD><TD>" + prose(dice, kTalk, 2);
      const size_t other = dice.below(kAccidents);
      if (dice.chance(0.06))
        rows += " " + link(dice.chance(0.5) ? record_at(other, true) : detail_path(other), "this one");
      rows += "</TD></TR>";
    }
    return frame(headline("thread", *n) + fmt::format(" {}", *n),
                 "<H3>" + headline("thread", *n) + "</H3><TABLE border=1>" + rows + "</TABLE>" +
                     link(thread_at((*n + 1) % kThreads), "Next topic"));
  }

  uint64_t seed_;
  std::vector<Accident> all_;
  std::vector<std::string> ids_;
  std::map<std::string, size_t> by_id_;
  std::vector<std::vector<size_t>> of_operator_, of_type_, of_airport_, of_frame_;
};

}  // namespace

std::unique_ptr<MadeSite> accidents_site(uint64_t seed) { return std::make_unique<Accidents>(seed); }

}  // namespace bench
