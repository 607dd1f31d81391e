// A made-up site: results and figures of three leagues. See crawl_site.h.
#include <map>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_parts.h"

namespace bench {
namespace {

// --- league: sports statistics of three leagues. Wanted are the pages of players. Coaches and referees have
// the same address (/people/amber-vale-20147) and the same head; a player's career and games are tabs below,
// comparisons put two players side by side. All classes are hashes of a style, as scripts make them, so every
// page has the same ones. Ways: squads by season, matches and their tickers, rankings by figure, season and
// league, names by letter, transfers, news, and scores by day without end.
class League : public MadeSite {
 public:
  explicit League(uint64_t seed) : seed_(seed), squads_(kTeams * kSeasons), matches_of_(kPeople) {
    for (size_t p = 0; p < kPeople; ++p) {
      Dice dice(seed_, "person", p);
      Person who;
      who.first = dice.below(kSeasons);
      who.last = std::min<size_t>(kSeasons - 1, who.first + dice.below(kSeasons));
      who.position = dice.below(10) ? 1 + dice.below(3) : 0;
      size_t team = dice.below(kTeams);
      for (size_t s = who.first; s <= who.last && p < kCoaches; ++s) {
        if (dice.chance(0.25)) team = dice.below(kTeams);
        who.teams.push_back(team);
        if (p < kPlayers) squads_[team * kSeasons + s].push_back(p);
      }
      people_.push_back(std::move(who));
      by_id_[id_of(p)] = p;
    }
    for (size_t m = 0; m < kMatches; ++m) by_match_[match_id(m)] = m;
    for (size_t m = 0; m < kMatches; ++m)
      for (const size_t p : scorers(m)) matches_of_[p].push_back(m);
  }
  std::string name() const override { return "league"; }
  size_t details() const override { return kPlayers; }
  std::string detail_path(size_t p) const override { return person_path(p); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto p = person_of(path_of(target));
    return p && *p < kPlayers ? p : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    const std::string path = path_of(target);
    if (path == "/") return home();
    if (const auto p = person_of(path)) return person(*p);
    for (const std::string_view tab : {"/career", "/games"})
      if (const auto p =
              path.ends_with(tab) ? person_of(path.substr(0, path.size() - tab.size())) : std::nullopt;
          p && *p < kPlayers)
        return tab == "/career" ? career(*p) : games(*p);
    if (path == "/compare") return compare(target);
    if (path == "/players") return names(target);
    if (path.starts_with("/team/")) return team_page(target);
    if (path.starts_with("/league/")) return league_page(path);
    if (path.starts_with("/match/")) return match_page(path);
    if (path.starts_with("/rankings/")) return ranking(target);
    if (path.starts_with("/scores/")) return scores(path.substr(8));
    if (path.starts_with("/news")) return news_page(target);
    if (const auto s = number_in(path, "/transfers/"); s && *s >= 2017 && *s < 2025)
      return transfers(*s - 2017);
    if (const auto n = number_in(path, "/help/"); n && *n < 14) return help(*n);
    return {};
  }

 private:
  static constexpr uint32_t kPlayers = 850, kCoaches = 960, kPeople = 1010, kTeams = 48, kSeasons = 8,
                            kRounds = 30, kPlayed = 3, kMatches = 3 * kPlayed * kRounds * 8, kNews = 620;
  struct Person {
    size_t first = 0, last = 0, position = 0;
    std::vector<size_t> teams;  // by season from the first on
  };
  static constexpr const char* kLeague[] = {"North League", "South League", "Second Division"};
  static constexpr const char* kPosition[] = {"Goalkeeper", "Defender", "Midfielder", "Forward"};
  static constexpr const char* kFigure[] = {"goals", "assists", "minutes", "cards",
                                            "shots", "saves",   "passes",  "value"};

  size_t id_of(size_t p) const { return 20000 + p * 463 % kPeople * 7 + seed_ % 7; }
  std::string name_of(size_t p) const {
    Dice dice(seed_, "name", p);
    constexpr const char* kFirst[] = {"Ante", "Bela", "Carl", "Dino", "Emil",  "Finn", "Goran", "Henk",
                                      "Ivan", "Jari", "Kofi", "Luca", "Marko", "Nils", "Omar",  "Pavel"};
    constexpr const char* kEnd[] = {"sson", "ic", "mann", "ez", "ov", "es", "ini", "ski"};
    std::string last = words_of(dice, 1) + kEnd[dice.below(8)];
    last[0] = char(last[0] - 'a' + 'A');
    return fmt::format("{} {}", kFirst[dice.below(16)], last);
  }
  static std::string slug(std::string text) {
    for (char& c : text) c = c == ' ' ? '-' : char(std::tolower(static_cast<unsigned char>(c)));
    return text;
  }
  std::string person_path(size_t p) const { return fmt::format("/people/{}-{}", slug(name_of(p)), id_of(p)); }
  std::optional<size_t> person_of(const std::string& path) const {
    const size_t dash = path.rfind('-');
    const auto id = dash == std::string::npos ? std::nullopt : number_in(path.substr(dash + 1), "");
    const auto found = id ? by_id_.find(*id) : by_id_.end();
    if (found == by_id_.end() || person_path(found->second) != path) return {};
    return found->second;
  }
  std::string who(size_t p, const char* from = "") const {
    return link(person_path(p) + (*from ? fmt::format("?src={}", from) : ""), name_of(p));
  }
  static std::string team_name(size_t t) {
    constexpr const char* kKind[] = {"FC", "United"};
    std::string town(kWords[t % 24]);
    town[0] = char(town[0] - 'a' + 'A');
    return fmt::format("{} {}", town, kKind[t / 24]);
  }
  static std::string team_path(size_t t) { return "/team/" + slug(team_name(t)); }
  static std::string team(size_t t) { return link(team_path(t), team_name(t)); }
  static std::string league_path(size_t g, size_t s) {
    return fmt::format("/league/{}/{}", slug(kLeague[g]), 2017 + s);
  }
  // A class stands for a style, and a style for a part that many pages use.
  std::string css(std::string_view part) const {
    constexpr std::string_view kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";
    Dice dice(seed_, part);
    std::string out = "css-";
    for (int k = 0; k < 7; ++k) out += kDigits[dice.below(36)];
    return out;
  }
  std::string box(std::string_view part, const std::string& inside, const char* tag = "div") const {
    return fmt::format("<{0} class=\"{1}\">{2}</{0}>", tag, css(part), inside);
  }
  std::string heading(const std::string& words) const { return box("heading", words, "h2"); }
  std::string grid_row(const std::vector<std::string>& cells, const char* tag = "td") const {
    std::string out;
    for (const std::string& cell : cells) out += box(*tag == 't' && tag[1] == 'h' ? "th" : "cell", cell, tag);
    return box("row", out, "tr");
  }
  std::string table(const std::vector<std::string>& head, const std::string& rows) const {
    return box(
        "scroll",
        box("table", "<thead>" + grid_row(head, "th") + "</thead><tbody>" + rows + "</tbody>", "table"));
  }
  std::string card(const std::string& head, const std::string& inside) const {
    return box("card", heading(head) + inside, "section");
  }
  std::string prose(Dice& dice, uint32_t least, uint32_t more) const {
    std::string out;
    for (uint32_t k = least + dice.below(more); k > 0; --k)
      out += box("text", sentences(dice, 1 + dice.below(3)), "p");
    return out;
  }
  std::string tabs(const std::vector<std::string>& links) const {
    std::string out;
    for (const std::string& one : links) out += box("tab", one, "li");
    return box("tabs", out, "ul");
  }
  std::string frame(const std::string& title, const std::string& main) const {
    std::string menu, foot;
    for (size_t g = 0; g < 3; ++g) menu += box("menu-item", link(league_path(g, 7), kLeague[g]), "li");
    menu += box("menu-item", link("/scores/2025-02-10", "Scores"), "li") +
            box("menu-item", link("/rankings/goals", "Rankings"), "li") +
            box("menu-item", link("/players?letter=A", "Players"), "li") +
            box("menu-item", link("/transfers/2024", "Transfers"), "li") +
            box("menu-item", link("/news", "News"), "li");
    for (size_t n = 0; n < 4; ++n)
      foot += link(fmt::format("/help/{}", n), fmt::format("Info {}", n + 1)) + " ";
    return fmt::format(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{} | Scoreline</title></head><body><div id=\"__next\">{}</div></body></html>",
        title,
        box("bar", box("logo", link("/", "Scoreline")) + box("menu", menu, "ul"), "header") +
            box("main", box("column", main), "main") + box("foot", foot, "footer"));
  }

  // --- matches: everyone plays everyone in the league twice, for the last three seasons
  struct Match {
    size_t league, season, round, home, away;
    uint32_t goals, against;
  };
  Match match(size_t m) const {
    Match out{m / (kPlayed * kRounds * 8), 0, m / 8 % kRounds, 0, 0, 0, 0};
    out.season = kSeasons - kPlayed + m / (kRounds * 8) % kPlayed;
    const size_t turn = out.round % 15, k = m % 8;
    const size_t one = k ? (turn + k) % 15 : 15, two = k ? (turn + 15 - k) % 15 : turn;
    out.home = out.league * 16 + (out.round < 15 ? one : two);
    out.away = out.league * 16 + (out.round < 15 ? two : one);
    Dice dice(seed_, "match", m);
    out.goals = dice.below(5), out.against = dice.below(4);
    return out;
  }
  size_t match_id(size_t m) const { return 500000 + m * 1013 % kMatches * 3 + seed_ % 3; }
  std::string match_path(size_t m) const {
    const Match at = match(m);
    return fmt::format("/match/{}-vs-{}-{}", slug(team_name(at.home)), slug(team_name(at.away)), match_id(m));
  }
  long match_day(const Match& at) const { return long((2017 + at.season) * 360 + 200 + at.round * 7); }
  static bool has_ticker(size_t m) { return m % 5 < 2; }
  std::string match_line(size_t m) const {
    const Match at = match(m);
    return grid_row({date_of(match_day(at), '-'), team(at.home),
                     link(match_path(m), fmt::format("{}:{}", at.goals, at.against)), team(at.away)});
  }
  const std::vector<size_t>& squad(size_t t, size_t s) const { return squads_[t * kSeasons + s]; }
  std::vector<size_t> scorers(size_t m) const {
    const Match at = match(m);
    Dice dice(seed_, "scorers", m);
    std::vector<size_t> out;
    for (uint32_t k = 0; k < at.goals + at.against; ++k)
      if (const auto& in = squad(k < at.goals ? at.home : at.away, at.season); !in.empty())
        out.push_back(in[dice.below(uint32_t(in.size()))]);
    return out;
  }
  std::optional<std::string> match_page(const std::string& path) const {
    const bool ticker = path.ends_with("/ticker");
    const std::string whole = ticker ? path.substr(0, path.size() - 7) : path;
    const auto id = number_in(whole.substr(whole.rfind('-') + 1), "");
    const auto found = id ? by_match_.find(*id) : by_match_.end();
    if (found == by_match_.end() || match_path(found->second) != whole) return {};
    const size_t m = found->second;
    const Match at = match(m);
    const std::string title = fmt::format("{} - {} {}:{} ({})", team_name(at.home), team_name(at.away),
                                          at.goals, at.against, date_of(match_day(at), '-'));
    std::vector<std::string> ways = {link(whole, "Match"), link(league_path(at.league, at.season), "Table")};
    if (has_ticker(m)) ways.push_back(link(whole + "/ticker", "Ticker"));
    std::string out = box("banner", box("title", title, "h1") + team(at.home) + team(at.away)) + tabs(ways);
    Dice dice(seed_, ticker ? "ticker" : "match page", m);
    if (ticker) {
      if (!has_ticker(m)) return {};
      std::string said;
      for (uint32_t minute = 90; minute > 0; minute -= std::min(minute, 1 + dice.below(6))) {
        const auto& in = squad(dice.chance(0.5) ? at.home : at.away, at.season);
        said += box("event", fmt::format("<b>{}'</b> {}{}", minute, sentences(dice, 1),
                                         in.empty() || dice.chance(0.6)
                                             ? ""
                                             : who(in[dice.below(uint32_t(in.size()))], "ticker")));
      }
      return frame("Ticker: " + title, out + box("stack", said));
    }
    std::string goals;
    for (const size_t p : scorers(m))
      goals += box("event", fmt::format("<b>{}'</b> {}", dice.below(90) + 1, who(p)));
    out += card("Goals", goals);
    for (const size_t t : {at.home, at.away}) {
      std::string eleven;
      const auto& in = squad(t, at.season);
      for (size_t k = 0; k < std::min<size_t>(in.size(), 11); ++k)
        eleven += box("list-item", who(in[k]), "li");
      const size_t coach = coach_of(t, at.season);
      out += card(team_name(t), box("list", eleven, "ul") + box("text", "Coach: " + who(coach), "p"));
    }
    if (dice.chance(0.7)) {
      std::string rows;
      for (const char* what : {"Shots", "Fouls", "Corners", "Possession"})
        rows += grid_row({std::to_string(dice.below(30)), what, std::to_string(dice.below(30))});
      out += card("Statistics", table({"Home", "", "Away"}, rows));
    }
    if (dice.chance(0.5)) out += card("Report", prose(dice, 1, 4));
    out += box("text", "Referee: " + who(kCoaches + m % (kPeople - kCoaches)), "p");
    return frame(title, out);
  }
  size_t coach_of(size_t t, size_t s) const {
    return kPlayers + (t * 5 + s / 3 * 17) % (kCoaches - kPlayers);
  }

  std::string home() const {
    Dice dice(seed_, "home");
    std::string results, news, stars;
    for (size_t k = 0; k < 10; ++k) results += match_line(dice.below(kMatches));
    for (size_t k = 0; k < 8; ++k) news += news_line(dice.below(kNews));
    for (size_t k = 0; k < 4; ++k) stars += box("list-item", who(dice.below(kPlayers), "home"), "li");
    return frame("Results and figures", box("title", "Results and figures", "h1") +
                                            card("Results", table({"Day", "Home", "", "Away"}, results)) +
                                            card("News", box("list", news, "ul")) +
                                            card("In form", box("list", stars, "ul")));
  }
  // Squads by season, matches by season, figures and news of a team.
  std::optional<std::string> team_page(const std::string& target) const {
    const std::string path = path_of(target);
    size_t t = 0;
    while (t < kTeams && path != team_path(t) && !path.starts_with(team_path(t) + "/")) ++t;
    if (t == kTeams) return {};
    const std::string tab = path.substr(team_path(t).size());
    Dice dice(seed_, tab, t);
    const std::string asked = parameter(target, "season");
    const size_t s = asked.empty() ? kSeasons - 1 : size_t(std::atoi(asked.c_str())) - 2017;
    if (s >= kSeasons) return {};
    std::string title = fmt::format("{} {}", team_name(t), 2017 + s), seasons;
    std::string out = box("banner", box("logo", "<img src=\"/crest.svg\">") + box("title", title, "h1")) +
                      tabs({link(team_path(t), "Overview"), link(team_path(t) + "/squad", "Squad"),
                            link(team_path(t) + "/matches", "Matches"), link(team_path(t) + "/news", "News"),
                            link(league_path(t / 16, s), kLeague[t / 16])});
    if (tab == "/squad" || tab == "/matches") {
      for (size_t o = tab == "/squad" ? 0 : kSeasons - kPlayed; o < kSeasons; ++o)
        seasons += link(fmt::format("{}?season={}", path, 2017 + o), std::to_string(2017 + o)) + " ";
      out += box("text", seasons, "p");
    }
    if (tab == "/squad") {
      std::string rows;
      for (const size_t p : squad(t, s))
        rows += grid_row({std::to_string(id_of(p) % 40 + 1), who(p), kPosition[people_[p].position],
                          std::to_string(Dice(seed_, "born", p).below(18) + 1985)});
      out += card("Squad", table({"No.", "Name", "Position", "Born"}, rows));
      return frame("Squad of " + title, out + box("text", "Coach: " + who(coach_of(t, s)), "p"));
    }
    if (tab == "/matches") {
      if (s < kSeasons - kPlayed) return {};
      std::string rows;
      for (size_t m = 0; m < kMatches; ++m)
        if (const Match at = match(m); at.season == s && (at.home == t || at.away == t))
          rows += match_line(m);
      return frame("Matches of " + title, out + card("Matches", table({"Day", "Home", "", "Away"}, rows)));
    }
    if (tab == "/news") {
      std::string rows;
      for (size_t n = t; n < kNews; n += kTeams) rows += news_line(n);
      return frame("News of " + title, out + box("list", rows, "ul"));
    }
    if (!tab.empty()) return {};
    std::string facts;
    for (const char* what : {"Founded", "Ground", "Colours"})
      facts += box("fact", box("label", what, "span") + box("value", words_of(dice, 1), "span"));
    out += box("facts", facts) + prose(dice, 1, 3) + box("text", "Coach: " + who(coach_of(t, s)), "p");
    if (dice.chance(0.6)) out += card("Honours", honours(dice, 6));
    return frame(team_name(t), out);
  }
  // Table of a season, its rounds, and its best scorers.
  std::optional<std::string> league_page(const std::string& path) const {
    for (size_t g = 0; g < 3; ++g)
      for (size_t s = 0; s < kSeasons; ++s) {
        const std::string root = league_path(g, s);
        if (!path.starts_with(root)) continue;
        const std::string tab = path.substr(root.size()), title = fmt::format("{} {}", kLeague[g], 2017 + s);
        Dice dice(seed_, "league" + tab, g * kSeasons + s);
        std::string rows, ways;
        for (size_t o = 0; o < kSeasons; ++o) ways += link(league_path(g, o), std::to_string(2017 + o)) + " ";
        if (s >= kSeasons - kPlayed)
          for (size_t r = 0; r < kRounds; ++r)
            ways += link(fmt::format("{}/round/{}", root, r + 1), std::to_string(r + 1)) + " ";
        const std::string top =
            box("title", title, "h1") + box("text", ways, "p") +
            tabs({link(root, "Table"), link(root + "/scorers", "Scorers"),
                  link(fmt::format("/rankings/assists?season={}&league={}", 2017 + s, g), "Figures")});
        if (tab.empty()) {
          for (size_t k = 0; k < 16; ++k)
            rows += grid_row({std::to_string(k + 1), team(g * 16 + (k * 7 + s * 3) % 16),
                              std::to_string(80 - k * 4), std::to_string(dice.below(50))});
          return frame(title, top + card("Table", table({"", "Team", "Points", "Goals"}, rows)));
        }
        if (tab == "/scorers") {
          for (size_t k = 0; k < 25; ++k)
            if (const auto& in = squad(g * 16 + dice.below(16), s); !in.empty())
              rows += grid_row({who(in[dice.below(uint32_t(in.size()))], "scorers"), std::to_string(30 - k)});
          return frame("Scorers: " + title, top + card("Scorers", table({"Name", "Goals"}, rows)));
        }
        const auto r = number_in(tab, "/round/");
        if (!r || *r < 1 || *r > kRounds || s < kSeasons - kPlayed) return {};
        const size_t first = ((g * kPlayed + s - (kSeasons - kPlayed)) * kRounds + *r - 1) * 8;
        for (size_t m = first; m < first + 8; ++m) rows += match_line(m);
        return frame(fmt::format("{}, round {}", title, *r),
                     top + card(fmt::format("Round {}", *r), table({"Day", "Home", "", "Away"}, rows)));
      }
    return {};
  }
  // Figures by season, league and order; what is asked for stays in the links.
  std::optional<std::string> ranking(const std::string& target) const {
    const std::string path = path_of(target), season = parameter(target, "season"),
                      league = parameter(target, "league"), asked = parameter(target, "page");
    const size_t f = size_t(std::find(std::begin(kFigure), std::end(kFigure), path.substr(10)) - kFigure);
    const size_t s = season.empty() ? kSeasons - 1 : size_t(std::atoi(season.c_str())) - 2017;
    const auto g = number_in(league, "");
    const size_t here = size_t(std::max(1, std::atoi(asked.c_str()))) - 1;
    if (f == std::size(kFigure) || s >= kSeasons || (g && *g > 2)) return {};
    std::vector<size_t> all;
    for (size_t t = 0; t < kTeams; ++t)
      if (!g || t / 16 == *g) all.insert(all.end(), squad(t, s).begin(), squad(t, s).end());
    const auto key = [&](size_t p) { return Dice(seed_, kFigure[f], p * kSeasons + s).next(); };
    std::sort(all.begin(), all.end(), [&](size_t a, size_t b) { return key(a) < key(b); });
    all.resize(std::min<size_t>(all.size(), 90));
    if (here * 30 >= all.size()) return {};
    std::string base = fmt::format("{}?season={}", path, 2017 + s), rows, ways;
    for (const char* other : kFigure) ways += link(fmt::format("/rankings/{}", other), other) + " ";
    for (size_t o = 0; o < kSeasons; ++o)
      ways += link(fmt::format("{}?season={}", path, 2017 + o), std::to_string(2017 + o)) + " ";
    for (size_t o = 0; o < 3; ++o) ways += link(fmt::format("{}&league={}", base, o), kLeague[o]) + " ";
    if (g) base += fmt::format("&league={}", *g);
    for (size_t k = 0; k * 30 < all.size(); ++k)
      ways += link(fmt::format("{}&page={}", base, k + 1), std::to_string(k + 1)) + " ";
    for (size_t k = here * 30; k < std::min(all.size(), here * 30 + 30); ++k)
      rows +=
          grid_row({std::to_string(k + 1), who(all[k]), team(team_in(all[k], s)), std::to_string(200 - k)});
    const std::string title =
        fmt::format("{} {} {} {}", kFigure[f], 2017 + s, g ? kLeague[*g] : "", here + 1);
    return frame(title, box("title", title, "h1") + box("text", ways, "p") +
                            table({"", "Name", "Team", kFigure[f]}, rows));
  }
  size_t team_in(size_t p, size_t s) const { return people_[p].teams[s - people_[p].first]; }
  std::optional<std::string> names(const std::string& target) const {
    const std::string letter = parameter(target, "letter");
    const size_t here = size_t(std::max(1, std::atoi(parameter(target, "page").c_str()))) - 1;
    if (letter.size() != 1) return {};
    std::string rows, ways;
    size_t all = 0;
    for (size_t p = 0; p < kPlayers; ++p)
      if (name_of(p).starts_with(letter) && all++ / 40 == here) rows += box("list-item", who(p), "li");
    if (rows.empty()) return {};
    for (char c = 'A'; c <= 'P'; ++c)
      ways += link(fmt::format("/players?letter={}", c), std::string(1, c)) + " ";
    for (size_t k = 0; k * 40 < all; ++k)
      ways += link(fmt::format("/players?letter={}&page={}", letter, k + 1), std::to_string(k + 1)) + " ";
    return frame(fmt::format("Players {} {}", letter, here + 1),
                 box("title", "Players", "h1") + box("text", ways, "p") + box("list", rows, "ul"));
  }
  std::string transfers(size_t s) const {
    std::string rows, ways;
    for (size_t o = 0; o < kSeasons; ++o)
      ways += link(fmt::format("/transfers/{}", 2017 + o), std::to_string(2017 + o)) + " ";
    for (size_t p = 0; p < kPlayers; ++p)
      if (const Person& one = people_[p];
          s > one.first && s <= one.last && team_in(p, s) != team_in(p, s - 1))
        rows += grid_row({who(p), team(team_in(p, s - 1)), team(team_in(p, s))});
    return frame(fmt::format("Transfers {}", 2017 + s),
                 box("title", fmt::format("Transfers {}", 2017 + s), "h1") + box("text", ways, "p") +
                     table({"Name", "From", "To"}, rows));
  }
  std::optional<std::string> scores(const std::string& on) const {
    const auto day = day_of(on);
    if (!day) return {};
    std::string rows, ways;
    for (size_t m = 0; m < kMatches; m += 8)
      if (match_day(match(m)) == *day)
        for (size_t k = m; k < m + 8; ++k) rows += match_line(k);
    for (const long o : {*day - 7, *day - 1, *day + 1, *day + 7, *day + 30})
      ways += link("/scores/" + date_of(o, '-'), date_of(o, '-')) + " ";
    return frame("Scores " + on, box("title", "Scores " + on, "h1") + box("text", ways, "p") +
                                     (rows.empty() ? box("text", "No matches", "p")
                                                   : table({"Day", "Home", "", "Away"}, rows)));
  }

  std::string honours(Dice& dice, uint32_t most) const {
    std::string out;
    for (uint32_t k = dice.below(most) + 1; k > 0; --k)
      out += box("list-item", fmt::format("{} cup {}", words_of(dice, 1), 2005 + dice.below(20)), "li");
    return box("list", out, "ul");
  }
  // What stands above all pages of one person.
  std::string top(size_t p, const std::string& more) const {
    std::vector<std::string> ways = {link(person_path(p), "Profile")};
    if (p < kPlayers) {
      ways.push_back(link(person_path(p) + "/career", "Career"));
      if (!matches_of_[p].empty()) ways.push_back(link(person_path(p) + "/games", "Games"));
    }
    return box("banner", box("photo", fmt::format("<img src=\"/face/{}.jpg\">", id_of(p))) +
                             box("title", name_of(p) + more, "h1")) +
           tabs(ways);
  }
  std::string facts(size_t p, Dice& dice, const std::string& role) const {
    constexpr const char* kNames[] = {"Height", "Weight", "Birthplace", "Foot", "Agent", "Contract until"};
    std::string out = box("fact", box("label", "Role", "span") + box("value", role, "span"));
    out += box("fact", box("label", "Born", "span") +
                           box("value", std::to_string(Dice(seed_, "born", p).below(18) + 1985), "span"));
    for (const char* label : kNames)
      if (dice.chance(0.65))
        out += box("fact", box("label", label, "span") + box("value", words_of(dice, 1), "span"));
    return box("facts", out);
  }
  std::string news_about(Dice& dice, uint32_t most) const {
    std::string out;
    for (uint32_t k = dice.below(most) + 1; k > 0; --k) out += news_line(dice.below(kNews));
    return card("News", box("list", out, "ul"));
  }
  // Ways from a person: teams, for players rivals as well.
  std::string around(size_t p) const {
    Dice dice(seed_, "around", p);
    std::string out, near;
    size_t last = kTeams;
    for (const size_t t : people_[p].teams)
      if (t != last) out += box("list-item", team(last = t), "li");
    if (!out.empty()) out = box("list", out, "ul");
    if (p < kPlayers) {
      for (uint32_t k = 2 + dice.below(4); k > 0; --k)
        near += box("list-item", who(dice.below(kPlayers), "similar"), "li");
      out += card("Similar players", box("list", near, "ul"));
      for (uint32_t k = 1 + dice.below(2); k > 0; --k) {
        const size_t o = dice.below(kPlayers);
        out +=
            link(fmt::format("/compare?p1={}&p2={}", id_of(p), id_of(o)), "Compare with " + name_of(o)) + " ";
      }
    }
    if (dice.chance(0.4)) out += news_about(dice, 5);
    return out;
  }
  std::string figures(size_t p, bool all) const {
    const Person& one = people_[p];
    Dice dice(seed_, "figures", p);
    const bool keeper = one.position == 0;
    std::string rows;
    for (size_t s = one.last + 1; s-- > one.first;)
      for (uint32_t k = 0, n = all ? 3 : 1; k < n; ++k)
        rows += grid_row({std::to_string(2017 + s), team(team_in(p, s)),
                          all ? (k == 0   ? "League"
                                 : k == 1 ? "Cup"
                                          : "Friendly")
                              : "",
                          std::to_string(dice.below(34)), std::to_string(dice.below(keeper ? 60 : 20)),
                          std::to_string(dice.below(12)), std::to_string(dice.below(3000))});
    return table({"Season", "Team", "", "Games", keeper ? "Conceded" : "Goals", keeper ? "Clean" : "Assists",
                  "Minutes"},
                 rows);
  }
  std::string person(size_t p) const {
    const std::string role = p < kPlayers   ? kPosition[people_[p].position]
                             : p < kCoaches ? "Head coach"
                                            : "Referee";
    const std::string title = fmt::format("{} - {}", name_of(p), role);
    if (p < kPlayers && !real_details.empty())
      return with_links(real_details[p % real_details.size()], title, top(p, "") + around(p));
    if (p >= kPlayers && !real_decoys.empty())
      return with_links(real_decoys[p % real_decoys.size()], title, top(p, "") + around(p));
    Dice dice(seed_, "profile", p);
    std::string out = top(p, "") + facts(p, dice, role);
    if (p >= kPlayers)
      return frame(title, out + (p < kCoaches ? coach(p, dice) : referee(p, dice)) + around(p));
    if (dice.chance(0.5)) out += card("Profile", prose(dice, 1, dice.chance(0.2) ? 9 : 3));
    out += card("Figures", figures(p, false));
    if (dice.chance(0.6))
      out += card("Market value", box("value", fmt::format("EUR {} m", dice.below(90)), "span") +
                                      "<svg viewBox=\"0 0 9 9\"><path d=\"M0 0L9 9\"></path></svg>");
    if (dice.chance(0.45)) {
      std::string rows;
      for (uint32_t k = dice.below(6) + 1; k > 0; --k)
        rows += grid_row({words_of(dice, 1), words_of(dice, 2), fmt::format("{} days", dice.below(120))});
      out += card("Injuries", table({"When", "What", "Out"}, rows));
    }
    if (dice.chance(0.4)) out += card("Honours", honours(dice, 9));
    if (dice.chance(0.25))
      out += card("National team", table({"Team", "Caps", "Goals"},
                                         grid_row({words_of(dice, 1), std::to_string(dice.below(90)),
                                                   std::to_string(dice.below(30))})));
    if (dice.chance(0.35) && !matches_of_[p].empty()) {
      std::string rows;
      for (size_t k = 0; k < std::min<size_t>(matches_of_[p].size(), 5); ++k)
        rows += match_line(matches_of_[p][k]);
      out += card("Last goals", table({"Day", "Home", "", "Away"}, rows));
    }
    if (dice.chance(0.2)) out += box("quote", sentences(dice, 1), "blockquote");
    return frame(title, out + around(p));
  }
  std::string coach(size_t p, Dice& dice) const {
    std::string rows, out;
    for (size_t k = people_[p].teams.size(); k-- > 0;)
      rows += grid_row({std::to_string(2017 + people_[p].first + k), team(people_[p].teams[k]),
                        fmt::format("{} - {} - {}", dice.below(20), dice.below(10), dice.below(20)),
                        fmt::format("{:.2f}", double(dice.below(300)) / 100)});
    out += card("Stations as a coach", table({"Season", "Team", "W - D - L", "Points a game"}, rows));
    if (dice.chance(0.6)) out += card("Profile", prose(dice, 1, 3));
    if (dice.chance(0.4)) out += card("Honours", honours(dice, 6));
    if (dice.chance(0.5)) out += card("Preferred formation", box("value", "4-3-3", "span"));
    return out;
  }
  std::string referee(size_t p, Dice& dice) const {
    std::string rows;
    for (size_t m = p - kCoaches + (kPeople - kCoaches) * dice.below(20), k = 0; m < kMatches && k < 15;
         m += kPeople - kCoaches, ++k)
      rows += match_line(m);
    return card("Cards", table({"Yellow", "Red"},
                               grid_row({std::to_string(dice.below(300)), std::to_string(dice.below(30))}))) +
           card("Matches", table({"Day", "Home", "", "Away"}, rows));
  }
  std::string career(size_t p) const {
    const std::string title = "Career of " + name_of(p);
    const std::string id = std::to_string(id_of(p));
    if (!real_decoys.empty())
      return with_links(real_decoys[(p * 3 + 1) % real_decoys.size()], title + " " + id, top(p, ""));
    return frame(title, top(p, ": career") + figures(p, true));
  }
  std::optional<std::string> games(size_t p) const {
    if (matches_of_[p].empty()) return {};
    std::string rows;
    for (const size_t m : matches_of_[p]) rows += match_line(m);
    return frame("Games of " + name_of(p), top(p, ": games") + table({"Day", "Home", "", "Away"}, rows));
  }
  std::optional<std::string> compare(const std::string& target) const {
    std::string out, both;
    for (const char* key : {"p1", "p2"}) {
      const auto id = number_in(parameter(target, key), "");
      const auto found = id ? by_id_.find(*id) : by_id_.end();
      if (found == by_id_.end() || found->second >= kPlayers) return {};
      const size_t p = found->second;
      Dice dice(seed_, "profile", p);
      both += (both.empty() ? "" : " or ") + name_of(p);
      out +=
          box("half", heading(who(p)) + facts(p, dice, kPosition[people_[p].position]) + figures(p, false));
    }
    return frame(both, box("title", both + "?", "h1") + box("split", out));
  }
  std::string news_title(size_t n) const {
    Dice dice(seed_, "headline", n);
    return fmt::format("{}: {}", team_name(n % kTeams), words_of(dice, 5));
  }
  std::string news_line(size_t n) const {
    return box("list-item", link(fmt::format("/news/{}", n + 4000), news_title(n)), "li");
  }
  std::optional<std::string> news_page(const std::string& target) const {
    const std::string path = path_of(target);
    if (path == "/news") {
      const size_t here = size_t(std::max(1, std::atoi(parameter(target, "page").c_str()))) - 1;
      if (here * 20 >= kNews) return {};
      std::string rows, ways;
      for (size_t n = here * 20; n < std::min<size_t>(kNews, here * 20 + 20); ++n) rows += news_line(n);
      for (size_t k = here > 3 ? here - 3 : 0; k < here + 4 && k * 20 < kNews; ++k)
        ways += link(fmt::format("/news?page={}", k + 1), std::to_string(k + 1)) + " ";
      return frame(fmt::format("News {}", here + 1),
                   box("title", "News", "h1") + box("list", rows, "ul") + box("text", ways, "p"));
    }
    const auto id = number_in(path, "/news/");
    if (!id || *id < 4000 || *id - 4000 >= kNews) return {};
    const size_t n = *id - 4000, t = n % kTeams;
    Dice dice(seed_, "news", n);
    const auto& in = squad(t, kSeasons - 1);
    std::string out = box("title", news_title(n), "h1") + box("label", words_of(dice, 2), "span");
    for (uint32_t k = dice.below(7) + 2; k > 0; --k)
      out +=
          box("text",
              sentences(dice, 2) +
                  (in.empty() || dice.chance(0.7) ? "" : who(in[dice.below(uint32_t(in.size()))], "news")) +
                  sentences(dice, 1),
              "p");
    if (dice.chance(0.3)) out += box("quote", sentences(dice, 1), "blockquote");
    if (dice.chance(0.15))
      out += link(fmt::format("/news/{}", dice.below(4000)), "Earlier report");  // taken off since
    return frame(news_title(n),
                 box("article", out + box("text", team(t), "p"), "article") + news_about(dice, 6));
  }
  std::string help(size_t n) const {
    Dice dice(seed_, "help", n);
    return frame(fmt::format("Info {}", n + 1),
                 box("title", fmt::format("Info {}", n + 1), "h1") + prose(dice, 2, 6) +
                     link(fmt::format("/help/{}", (n * 2 + 3) % 14), "More") + " " +
                     link(fmt::format("/help/{}", (n + 1) % 14), "Next"));
  }
  uint64_t seed_;
  std::vector<Person> people_;
  std::vector<std::vector<size_t>> squads_, matches_of_;
  std::map<size_t, size_t> by_id_, by_match_;
};

}  // namespace

std::unique_ptr<MadeSite> league_site(uint64_t seed) { return std::make_unique<League>(seed); }

}  // namespace bench
