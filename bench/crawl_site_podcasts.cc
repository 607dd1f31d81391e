// A made-up site that is strictly held out: a directory of podcasts. See crawl_site.h. Wanted are the
// episodes that can be heard (/e/x8KdQ2mZ). All addresses are a letter and a code that says nothing; episodes
// that were taken down keep theirs. Below an episode are its transcript, comments and a player to embed; the
// shows, most of which have no episodes here, look much like episodes, as do hosts. Listeners, what they
// follow and their playlists are more pages than the episodes. Ways: categories and charts lead to shows,
// shows to seasons with pagers, playlists, topics, hosts and the newest to episodes; charts of days go back
// without end. Transcripts and comments link to moments (?t=754), shows to another language (?lang=de).
#include <map>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_prose.h"

namespace bench {
namespace {

class Podcasts : public MadeSite {
 public:
  explicit Podcasts(uint64_t seed) : seed_(seed), of_show_(kShows), of_topic_(kTopics), guest_in_(kPeople) {
    // A few shows have very many episodes, most of them none: their feeds cannot be read.
    for (size_t e = 0; e < kAudio; ++e) {
      Dice dice(seed_, "episode", e);
      const size_t rank = std::min({dice.below(kActive), dice.below(kActive), dice.below(kActive)});
      Episode it{rank * 307 % kActive * 5, {}, {}};
      for (uint32_t i = dice.below(4); i > 0; --i) it.topics.push_back(dice.below(kTopics));
      for (uint32_t i = dice.chance(0.4) ? dice.below(3) + 1 : 0; i > 0; --i)
        it.guests.push_back(dice.below(kPeople));
      of_show_[it.show].push_back(e);
      if (e < kEpisodes) {
        for (const size_t topic : it.topics) of_topic_[topic].push_back(e);
        for (const size_t guest : it.guests) guest_in_[guest].push_back(e);
      }
      episodes_.push_back(it);
    }
    for (auto& list : of_show_) std::ranges::sort(list, {}, [&](size_t e) { return mix(seed_ + 3, e); });
    index('e', kAudio), index('s', kShows), index('h', kPeople), index('u', kUsers), index('l', kLists),
        index('b', kPosts);
  }
  std::string name() const override { return "podcasts"; }
  bool held_out() const override { return true; }
  size_t details() const override { return kEpisodes; }
  std::string detail_path(size_t n) const override { return at('e', n); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto found = by_path_.find(path_of(target));
    return found != by_path_.end() && found->first[1] == 'e' && found->second < kEpisodes
               ? std::optional(found->second)
               : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    const std::string path = path_of(target);
    auto out = made(path, target);
    if (out && by_path_.count(path)) name_address(*out, path);
    return out;
  }

 private:
  std::optional<std::string> made(const std::string& path, const std::string& target) const {
    const size_t here = page_asked(target);
    if (path == "/") return home();
    if (path == "/new") return newest(here);
    if (path == "/browse" || path.starts_with("/browse/")) return browse(path, here);
    if (path == "/charts" || path.starts_with("/charts/")) return charts(path, parameter(target, "day"));
    if (path.starts_with("/topic/")) return topic_list(path, here);
    if (path == "/playlists") return playlists(here);
    if (path == "/blog") return blog(here);
    if (path.starts_with("/embed/")) {
      const auto e = detail_of(path.substr(6));
      return e && has(*e, 2) ? std::optional(embedded(*e)) : std::nullopt;
    }
    if (const auto n = number_in(path, "/about/"); n && *n < 14) return about(*n);
    const size_t end = path.find('/', 3);
    const auto found = by_path_.find(path.substr(0, end));
    if (found == by_path_.end()) return {};
    return of_kind(path[1], found->second, end == std::string::npos ? "" : path.substr(end), here);
  }
  std::optional<std::string> of_kind(char kind, size_t n, const std::string& below, size_t here) const {
    if (kind == 'e' && below.empty()) return n < kEpisodes ? episode(n) : gone(n);
    if (kind == 'e' && n < kEpisodes && below == "/transcript" && has(n, 0)) return transcript(n);
    if (kind == 'e' && n < kEpisodes && below == "/comments" && has(n, 1)) return comments(n);
    if (kind == 's' && below.empty()) return show(n);
    if (kind == 's' && below == "/reviews" && n % 3 == 0) return reviews(n);
    if (kind == 's' && below.starts_with("/season/"))
      return season(n, number_in(below, "/season/").value_or(0), here);
    if (kind == 'u' && below == "/following" && n % 5 < 3) return following(n);
    if (!below.empty()) return {};
    if (kind == 'h') return person(n);
    if (kind == 'u') return user(n);
    if (kind == 'l') return playlist(n);
    if (kind == 'b') return post(n);
    return {};
  }

  static constexpr size_t kEpisodes = 1250, kAudio = 1510, kShows = 860, kActive = 172, kPeople = 640,
                          kUsers = 1500, kLists = 760, kPosts = 380, kTopics = 110, kCategories = 18,
                          kCountries = 12, kInSeason = 14, kOnPage = 8;
  static constexpr long kToday = 2026 * 360 + 10 * 30 + 17;
  struct Episode {
    size_t show;
    std::vector<size_t> topics, guests;
  };
  static constexpr std::string_view kCategoryNames[] = {
      "Arts",  "Business", "Comedy",   "Education", "Fiction", "History", "Health",     "Kids",  "Leisure",
      "Music", "News",     "Religion", "Science",   "Society", "Sports",  "Technology", "Crime", "Film"};
  static constexpr std::string_view kCountryCodes[] = {"at", "be", "ca", "ch", "de", "es",
                                                       "fr", "gb", "it", "nl", "se", "us"};
  static constexpr std::string_view kTalk[] = {
      "we",       "talk",     "about",     "this",    "week",     "the",      "and",      "how",
      "why",      "story",    "guest",     "host",    "listener", "question", "answer",   "science",
      "history",  "politics", "money",     "brain",   "sleep",    "food",     "music",    "film",
      "future",   "past",     "war",       "peace",   "book",     "author",   "research", "startup",
      "founder",  "crime",    "detective", "case",    "evidence", "climate",  "energy",   "school",
      "children", "parents",  "football",  "coach",   "season",   "match",    "travel",   "island",
      "ocean",    "space",    "robots",    "privacy", "internet", "market",   "culture",  "language",
      "memory",   "habits",   "health",    "work"};
  static constexpr std::string_view kEndings[] = {"Hour",    "Daily",  "Talk",      "Files", "Club",
                                                  "Stories", "Weekly", "Unplugged", "Lab",   "Diaries"};

  // --- codes and names ---
  std::string at(char kind, size_t n) const {
    return fmt::format("/{}/{}", kind, opaque_code(seed_, std::string(1, kind), n, 8));
  }
  void index(char kind, size_t all) {
    for (size_t n = 0; n < all; ++n) by_path_[at(kind, n)] = n;
  }
  // Which pages are below an episode: 0 transcript, 1 comments, 2 player.
  bool has(size_t e, size_t which) const {
    return mix(mix(seed_, 40 + which), e) % 100 < (which == 0 ? 55u : which == 1 ? 30u : 48u);
  }
  std::string show_name(size_t s) const {
    Dice dice(seed_, "show name", s);
    return fmt::format("{}{} {}", dice.chance(0.3) ? "The " : "",
                       capital(phrase(dice, kTalk, 1 + dice.below(2))), pick(dice, kEndings));
  }
  std::string episode_name(size_t e) const {
    Dice dice(seed_, "episode name", e);
    std::string out = dice.chance(0.3) ? fmt::format("#{}: ", dice.below(300) + 1) : "";
    return out + capital(phrase(dice, kTalk, 3 + dice.below(6)));
  }
  std::string person_name(size_t h) const {
    Dice dice(seed_, "person", h);
    return full_name(dice);
  }
  std::string user_name(size_t u) const {
    Dice dice(seed_, "user", u);
    return words_of(dice, 1) + std::to_string(dice.below(999));
  }
  static std::string topic_path(size_t t) { return fmt::format("/topic/{}-{}", kTalk[t % 60], t); }
  static size_t category_of(size_t s) { return s * 11 % kCategories; }
  std::string link_to(char kind, size_t n) const {
    return link(at(kind, n), kind == 's'   ? show_name(n)
                             : kind == 'e' ? episode_name(n)
                             : kind == 'h' ? person_name(n)
                             : kind == 'u' ? user_name(n)
                                           : list_name(n));
  }
  std::string list_name(size_t l) const {
    Dice dice(seed_, "list name", l);
    return capital(phrase(dice, kTalk, 2 + dice.below(3)));
  }

  // --- parts of pages ---
  static std::string frame(const std::string& title, const std::string& main, const std::string& side = "") {
    return fmt::format(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0} | Earful</title><link href=\"/css/bootstrap.min.css\" rel=\"stylesheet\"></head><body><nav class=\"navbar navbar-default navbar-fixed-top\"><div class=\"container\"><div class=\"navbar-header\"><a class=\"navbar-brand\" href=\"/\">Earful</a></div>"
        "<ul class=\"nav navbar-nav\">{1}</ul><form class=\"navbar-form navbar-right\" action=\"/find\"><input class=\"form-control\" name=\"q\"></form></div></nav><div class=\"container\"><div class=\"row\"><div class=\"col-md-8\">{2}</div><div class=\"col-md-4\">{3}<div class=\"well\"><p>Get the app.</p></div></div></div></div>"
        "<footer class=\"footer\"><div class=\"container\"><ul class=\"list-inline\">{4}</ul></div></footer></body></html>",
        title,
        item("/browse", "Browse") + item("/charts", "Charts") + item("/new", "New") +
            item("/playlists", "Playlists") + item("/blog", "Blog"),
        main, side,
        item("/about/0", "About") + item("/about/1", "Terms") + item("/about/2", "For podcasters") +
            item("/about/3", "API"));
  }
  static std::string panel(const std::string& head, const std::string& body) {
    return fmt::format(
        "<div class=\"panel panel-default\"><div class=\"panel-heading\"><h3 class=\"panel-title\">{}</h3></div><div class=\"panel-body\">{}</div></div>",
        head, body);
  }
  static std::string pager(size_t pages, size_t here, const std::string& root) {
    return "<ul class=\"pagination\"><li>" + paged(pages, here, root) + "</li></ul>";
  }
  std::string media(char kind, size_t n, const std::string& text) const {
    return fmt::format(
        "<div class=\"media\"><div class=\"media-left\"><a href=\"{0}\"><img class=\"media-object\" src=\"/art/{1}_64.jpg\"></a></div><div class=\"media-body\"><h4 class=\"media-heading\">{2}</h4><p>{3}</p></div></div>",
        at(kind, n), kind == 'e' ? episodes_[n].show : n, link_to(kind, n), text);
  }
  std::string episode_row(size_t e) const {
    return media(
        'e', e, fmt::format("<small>{}</small> {}", date_of(aired(e), '-'), link_to('s', episodes_[e].show)));
  }
  std::string show_row(size_t s) const {
    Dice dice(seed_, "show row", s);
    return media('s', s,
                 fmt::format("<span class=\"label label-info\">{}</span> {}", kCategoryNames[category_of(s)],
                             prose(dice, kTalk, 1)));
  }
  long aired(size_t e) const { return kToday - long(mix(seed_ + 9, e) % 900); }
  std::string said(Dice& dice, const std::string& at_moment, uint32_t most) const {
    std::string out;
    for (uint32_t i = dice.below(most); i > 0; --i) {
      const uint32_t second = dice.below(3000);
      out += fmt::format(
          "<div class=\"media comment\"><div class=\"media-body\"><strong>{}</strong> {}<p>{}</p></div></div>",
          link_to('u', dice.below(kUsers)),
          dice.chance(0.3) && !at_moment.empty() ? link(fmt::format("{}?t={}", at_moment, second),
                                                        fmt::format("{}:{:02}", second / 60, second % 60))
                                                 : "",
          prose(dice, kTalk, 1 + dice.below(2)));
    }
    return out;
  }
  std::string home() const {
    Dice dice(seed_, "home");
    std::string shows, lists, posts, episodes;
    for (int i = 0; i < 6; ++i) shows += show_row(dice.below(kShows));
    for (int i = 0; i < 4; ++i) episodes += episode_row(dice.below(kEpisodes));
    for (int i = 0; i < 5; ++i) lists += "<li>" + link_to('l', dice.below(kLists)) + "</li>";
    for (size_t b = 0; b < 4; ++b) posts += item(at('b', b), post_title(b));
    return frame("Podcasts",
                 "<div class=\"jumbotron\"><h1>Listen</h1></div>" + panel("Shows we like", shows) +
                     panel("Now playing", episodes),
                 panel("Playlists", "<ul>" + lists + "</ul>") + panel("Blog", "<ul>" + posts + "</ul>"));
  }

  // --- lists ---
  std::optional<std::string> newest(size_t here) const {
    const auto slice = slice_of(200, here, 20);
    if (!slice) return {};
    std::string rows;
    for (size_t i = slice->from; i < slice->to; ++i) rows += episode_row(i * 61 % kEpisodes);
    return frame(fmt::format("New episodes {}", here + 1),
                 "<h1>New episodes</h1>" + rows + pager(slice->pages, here, "/new"));
  }
  std::optional<std::string> browse(const std::string& path, size_t here) const {
    std::string rows;
    for (size_t c = 0; c < kCategories; ++c) {
      const std::string root = "/browse/" + slug_of(kCategoryNames[c]);
      if (path == "/browse")
        rows += fmt::format("<a class=\"list-group-item\" href=\"{}\">{}</a>", root, kCategoryNames[c]);
      if (path != root) continue;
      std::vector<size_t> all;
      for (size_t s = 0; s < kShows; ++s)
        if (category_of(s) == c) all.push_back(s);
      const auto slice = slice_of(all.size(), here, 12);
      if (!slice) return {};
      for (size_t i = slice->from; i < slice->to; ++i) rows += show_row(all[i]);
      return frame(fmt::format("{} {}", kCategoryNames[c], here + 1),
                   fmt::format("<h1>{}</h1>{}", kCategoryNames[c], rows) + pager(slice->pages, here, root));
    }
    if (path != "/browse") return {};
    std::string topics;
    for (size_t t = 0; t < kTopics; t += 4) topics += link(topic_path(t), std::string(kTalk[t % 60])) + " ";
    return frame("Browse", "<h1>Browse</h1><div class=\"list-group\">" + rows + "</div>",
                 panel("Topics", topics));
  }
  // Of each country: episodes, shows, and shows of a category; those of earlier days go back without end.
  std::optional<std::string> charts(const std::string& path, const std::string& day) const {
    std::string rows, kinds;
    const auto asked = day.empty() ? std::optional(kToday) : day_of(day);
    if (!asked || *asked > kToday || *asked < 1901 * 360) return {};
    for (size_t c = 0; c < kCountries; ++c) {
      const std::string root = fmt::format("/charts/{}", kCountryCodes[c]);
      if (path == "/charts") rows += item(root + "/shows", std::string(kCountryCodes[c]));
      if (!path.starts_with(root + "/")) continue;
      const std::string which = path.substr(root.size() + 1);
      bool known = which == "shows" || which == "episodes";
      kinds = link(root + "/shows", "Shows") + " " + link(root + "/episodes", "Episodes") + " ";
      for (const auto category : kCategoryNames) {
        known = known || slug_of(category) == which;
        kinds += link(root + "/" + slug_of(category), std::string(category)) + " ";
      }
      if (!known || (which != "shows" && !day.empty())) return {};
      Dice dice(seed_, path, size_t(*asked));
      for (int i = 1; i <= 25; ++i)
        rows += fmt::format("<tr><td><strong>{}</strong></td><td>{}</td></tr>", i,
                            which == "episodes" ? link_to('e', dice.below(kEpisodes)) + " "
                                                : link_to('s', dice.below(kShows)));
      return frame(
          fmt::format("Charts {} {} {}", kCountryCodes[c], which, day),
          fmt::format(
              "<h1>Charts: {}</h1><div class=\"btn-group\">{}</div><table class=\"table table-striped\">{}</table>{}",
              kCountryCodes[c], kinds, rows,
              which == "shows"
                  ? link(fmt::format("{}/shows?day={}", root, date_of(*asked - 1, '-')), "The day before")
                  : ""));
    }
    if (path != "/charts" || !day.empty()) return {};
    return frame("Charts", "<h1>Charts</h1><ul>" + rows + "</ul>");
  }
  std::optional<std::string> topic_list(const std::string& path, size_t here) const {
    const auto t = number_in(path.substr(path.rfind('-') + 1), "");
    if (!t || *t >= kTopics || topic_path(*t) != path) return {};
    const auto slice = slice_of(of_topic_[*t].size(), here, 10);
    if (!slice) return {};
    std::string rows;
    for (size_t i = slice->from; i < slice->to; ++i) rows += episode_row(of_topic_[*t][i]);
    return frame(fmt::format("{} {}", path.substr(7), here + 1),
                 fmt::format("<h1>{}</h1>{}", kTalk[*t % 60], rows) + pager(slice->pages, here, path));
  }
  std::optional<std::string> playlists(size_t here) const {
    const auto slice = slice_of(kLists, here, 25);
    if (!slice) return {};
    std::string rows;
    for (size_t l = slice->from; l < slice->to; ++l)
      rows += fmt::format("<div class=\"list-group-item\">{} by {}</div>", link_to('l', l),
                          link_to('u', l * 7 % kUsers));
    return frame(fmt::format("Playlists {}", here + 1), "<h1>Playlists</h1><div class=\"list-group\">" +
                                                            rows + "</div>" +
                                                            pager(slice->pages, here, "/playlists"));
  }

  // --- shows ---
  size_t seasons(size_t s) const { return (of_show_[s].size() + kInSeason - 1) / kInSeason; }
  std::string tabs(size_t s) const {
    std::string out = item(at('s', s), "About");
    for (size_t k = 1; k <= seasons(s); ++k)
      out += item(fmt::format("{}/season/{}", at('s', s), k), fmt::format("Season {}", k));
    if (s % 3 == 0) out += item(at('s', s) + "/reviews", "Reviews");
    return "<ul class=\"nav nav-tabs\">" + out + "</ul>";
  }
  std::string hosts_of(size_t s) const {
    std::string out;
    for (size_t i = 0; i <= s % 3; ++i) out += "<li>" + link_to('h', (s * 3 + i * 101) % kPeople) + "</li>";
    return "<ul class=\"list-unstyled hosts\">" + out + "</ul>";
  }
  std::string show(size_t s) const {
    Dice dice(seed_, "show", s);
    const auto& all = of_show_[s];
    std::string rows, like;
    for (size_t i = 0; i < std::min<size_t>(5, all.size()); ++i) rows += episode_row(all[i]);
    for (int i = 0; i < 5; ++i) like += "<li>" + link_to('s', dice.below(kShows)) + "</li>";
    std::string ours =
        tabs(s) + (rows.empty()
                       ? "<div class=\"alert alert-warning\">We cannot read the feed of this show.</div>"
                       : panel("Latest episodes", rows));
    const std::string side = panel("Hosts", hosts_of(s)) +
                             panel("Listeners also like", "<ul>" + like + "</ul>") +
                             (s % 3 == 1 ? link(at('s', s) + "?lang=de", "Deutsch") : "");
    if (!real_decoys.empty())
      return with_links(real_decoys[s % real_decoys.size()], fmt::format("{} {}", show_name(s), s),
                        ours + side);
    std::string out = fmt::format(
        "<div class=\"media show-head\"><div class=\"media-left\"><img class=\"media-object img-rounded\" src=\"/art/{}_300.jpg\"></div><div class=\"media-body\"><h1>{}</h1><p>{}</p>",
        s, show_name(s),
        link("/browse/" + slug_of(kCategoryNames[category_of(s)]),
             std::string(kCategoryNames[category_of(s)])));
    if (dice.chance(0.5))
      out += fmt::format("<span class=\"label label-default\">{} followers</span>", dice.below(9000));
    out += "</div></div>" + (dice.chance(0.9) ? paragraphs(dice, kTalk, 3) : "");
    return frame(show_name(s), out + ours, side);
  }
  std::optional<std::string> season(size_t s, size_t k, size_t here) const {
    if (k < 1 || k > seasons(s)) return {};
    const size_t from = (k - 1) * kInSeason, all = std::min(kInSeason, of_show_[s].size() - from);
    const auto slice = slice_of(all, here, kOnPage);
    if (!slice) return {};
    std::string rows;
    for (size_t i = from + slice->from; i < from + slice->to; ++i) rows += episode_row(of_show_[s][i]);
    return frame(fmt::format("{}, season {} {}", show_name(s), k, here + 1),
                 fmt::format("<h1>{}: season {}</h1>", show_name(s), k) + tabs(s) + rows +
                     pager(slice->pages, here, fmt::format("{}/season/{}", at('s', s), k)));
  }
  std::string reviews(size_t s) const {
    Dice dice(seed_, "reviews", s);
    return frame("Reviews of " + show_name(s),
                 "<h1>" + show_name(s) + "</h1>" + tabs(s) + said(dice, "", 25));
  }

  // --- episodes ---
  std::string around(size_t e) const {
    const Episode& it = episodes_[e];
    Dice dice(seed_, "around", e);
    const auto& all = of_show_[it.show];
    const size_t place = size_t(std::ranges::find(all, e) - all.begin());
    std::string out = "<ul class=\"pager\">", more;
    if (place > 0) out += "<li class=\"previous\">" + link(at('e', all[place - 1]), "Newer") + "</li>";
    if (place + 1 < all.size())
      out += "<li class=\"next\">" + link(at('e', all[place + 1]), "Older") + "</li>";
    out += "</ul><p>From " + link_to('s', it.show) + ", " +
           link(fmt::format("{}/season/{}", at('s', it.show), place / kInSeason + 1), "season") + "</p>";
    if (e < kEpisodes && has(e, 0)) out += link(at('e', e) + "/transcript", "Transcript") + " ";
    if (e < kEpisodes && has(e, 1)) out += link(at('e', e) + "/comments", "All comments") + " ";
    if (e < kEpisodes && has(e, 2)) out += link("/embed" + at('e', e), "Embed");
    if (dice.chance(0.6))
      for (uint32_t i = dice.below(4) + 1; i > 0; --i)
        more += episode_row(dice.chance(0.6) ? all[dice.below(uint32_t(all.size()))] : dice.below(kAudio));
    if (dice.chance(0.01)) more += link("/e/" + opaque_code(seed_, "dead", e, 8), "Bonus episode");
    return out + (more.empty() ? "" : panel("More to hear", more));
  }
  std::string guests(size_t e) const {
    std::string out;
    for (const size_t h : episodes_[e].guests) out += media('h', h, "Guest");
    return out.empty() ? out : panel("Guests", out);
  }
  std::string episode(size_t e) const {
    const Episode& it = episodes_[e];
    if (!real_details.empty())
      return with_links(real_details[e % real_details.size()], fmt::format("{} ({})", episode_name(e), e),
                        guests(e) + around(e));
    Dice dice(seed_, "episode page", e);
    std::string labels,
        out = fmt::format(
            "<div class=\"media episode-head\"><div class=\"media-left\"><img class=\"media-object\" src=\"/art/{}_160.jpg\"></div><div class=\"media-body\"><p class=\"lead\">{}</p><h1>{}</h1><p><time>{}</time> · {} min</p></div></div><div class=\"player\"><audio controls src=\"/a/{}.mp3\"></audio><div class=\"progress\"><div class=\"progress-bar\"></div></div></div>",
            it.show, link_to('s', it.show), episode_name(e), date_of(aired(e), '-'), dice.below(90) + 5, e);
    if (dice.chance(0.12)) out += "<span class=\"label label-danger\">Explicit</span>";
    out += "<div class=\"description\">" + paragraphs(dice, kTalk, 5);
    if (dice.chance(0.45)) {
      out += "<p>Links:</p><ul>";
      for (uint32_t i = dice.below(8) + 1; i > 0; --i)
        out += item(fmt::format("https://{}.example/{}", words_of(dice, 1), words_of(dice, 1)),
                    phrase(dice, kTalk, 2));
      out += "</ul>";
    }
    out += "</div>";
    if (dice.chance(0.35)) {
      std::string rows;
      for (uint32_t i = dice.below(10) + 2; i > 0; --i)
        rows += fmt::format("<tr><td>{:02}:{:02}</td><td>{}</td></tr>", dice.below(60), dice.below(60),
                            capital(phrase(dice, kTalk, 3)));
      out += panel("Chapters", "<table class=\"table table-condensed chapters\">" + rows + "</table>");
    }
    out += guests(e);
    for (const size_t t : it.topics)
      labels +=
          fmt::format("<a class=\"label label-default\" href=\"{}\">{}</a> ", topic_path(t), kTalk[t % 60]);
    if (!labels.empty()) out += "<p class=\"topics\">" + labels + "</p>";
    if (dice.chance(0.25)) out += "<div class=\"well sponsor\"><p>" + prose(dice, kTalk, 1) + "</p></div>";
    if (has(e, 1)) out += panel("Comments", said(dice, at('e', e), 5));
    return frame(episode_name(e), out + around(e), panel("Hosts", hosts_of(it.show)));
  }
  // An episode that its makers took down.
  std::string gone(size_t e) const {
    const std::string title = episode_name(e);
    if (!real_decoys.empty())
      return with_links(real_decoys[e % real_decoys.size()], fmt::format("{} ({})", title, e), around(e));
    return frame(
        title,
        fmt::format(
            "<div class=\"media episode-head\"><div class=\"media-body\"><h1 class=\"text-muted\">{}</h1></div></div><div class=\"alert alert-info\"><p>This episode is no longer available.</p></div>",
            title) +
            around(e));
  }
  std::string transcript(size_t e) const {
    Dice dice(seed_, "transcript", e);
    std::string out;
    for (uint32_t i = dice.below(40) + 8, second = 0; i > 0; --i) {
      second += 10 + dice.below(80);
      const std::string stamp = fmt::format("{}:{:02}", second / 60, second % 60);
      // A link stands where a new chapter begins.
      out += fmt::format("<p><span class=\"stamp\">{}</span> <strong>{}:</strong> {}</p>",
                         dice.chance(0.1) ? link(fmt::format("{}?t={}", at('e', e), second), stamp) : stamp,
                         dice.chance(0.5) ? "Host" : "Guest", prose(dice, kTalk, 1 + dice.below(3)));
    }
    if (!real_decoys.empty())
      return with_links(real_decoys[(e + 7) % real_decoys.size()],
                        fmt::format("Transcript: {} ({})", episode_name(e), e), link_to('e', e));
    return frame("Transcript: " + episode_name(e), "<h1>Transcript</h1><p class=\"lead\">" + link_to('e', e) +
                                                       "</p><div class=\"transcript\">" + out + "</div>");
  }
  std::string comments(size_t e) const {
    Dice dice(seed_, "comments", e);
    return frame("Comments: " + episode_name(e),
                 "<h1>" + link_to('e', e) + "</h1>" + said(dice, at('e', e), 30));
  }
  std::string embedded(size_t e) const {
    return fmt::format(
        "<!DOCTYPE html><html><head><title>Player: {0}</title></head><body class=\"embed\"><div class=\"player\"><audio controls src=\"/a/{1}.mp3\"></audio><h4>{2}</h4><textarea readonly>iframe</textarea></div></body></html>",
        episode_name(e), e, link_to('e', e));
  }

  // --- people ---
  std::string person(size_t h) const {
    Dice dice(seed_, "person page", h);
    std::string rows, shows;
    for (size_t i = 0; i < std::min<size_t>(6, guest_in_[h].size()); ++i)
      rows += episode_row(guest_in_[h][i]);
    for (size_t s = 0; s < kShows; ++s)
      for (size_t i = 0; i <= s % 3; ++i)
        if ((s * 3 + i * 101) % kPeople == h) shows += show_row(s);
    const std::string ours =
        (shows.empty() ? "" : panel("Shows", shows)) + (rows.empty() ? "" : panel("Heard in", rows));
    if (!real_decoys.empty())
      return with_links(real_decoys[(h + 3) % real_decoys.size()], fmt::format("{} {}", person_name(h), h),
                        ours);
    std::string out = fmt::format(
        "<div class=\"media person-head\"><div class=\"media-left\"><img class=\"media-object img-circle\" src=\"/h/{}.jpg\"></div><div class=\"media-body\"><h1>{}</h1></div></div>",
        h, person_name(h));
    if (dice.chance(0.7)) out += "<div class=\"description\">" + paragraphs(dice, kTalk, 3) + "</div>";
    return frame(person_name(h), out + ours);
  }
  std::string user(size_t u) const {
    Dice dice(seed_, "user page", u);
    std::string lists, shows, friends;
    for (size_t l = 0; l < kLists; ++l)
      if (l * 7 % kUsers == u) lists += "<li>" + link_to('l', l) + "</li>";
    for (uint32_t i = dice.below(5); i > 0; --i) shows += show_row(dice.below(kShows));
    for (uint32_t i = dice.below(6) + 1; i > 0; --i)
      friends += "<li>" + link_to('u', dice.below(kUsers)) + "</li>";
    std::string out = fmt::format(
        "<div class=\"page-header\"><img class=\"img-circle\" src=\"/u/{}.png\"><h1>{} <small>since {}</small></h1></div>",
        u, user_name(u), 2012 + dice.below(14));
    if (dice.chance(0.4)) out += "<p>" + prose(dice, kTalk, 1) + "</p>";
    if (dice.chance(0.25)) out += panel("Just heard", episode_row(dice.below(kAudio)));
    if (!shows.empty()) out += panel("Favourites", shows);
    if (u % 5 < 3) out += link(at('u', u) + "/following", "Follows");
    return frame(user_name(u), out,
                 (lists.empty() ? "" : panel("Playlists", "<ul>" + lists + "</ul>")) +
                     panel("Friends", "<ul>" + friends + "</ul>"));
  }
  std::string following(size_t u) const {
    Dice dice(seed_, "following", u);
    std::string rows;
    for (uint32_t i = dice.below(12) + 1; i > 0; --i)
      rows += "<li class=\"list-group-item\">" +
              (dice.chance(0.6) ? link_to('s', dice.below(kShows)) : link_to('u', dice.below(kUsers))) +
              "</li>";
    return frame("Followed by " + user_name(u),
                 "<h1>" + link_to('u', u) + " follows</h1><ul class=\"list-group\">" + rows + "</ul>");
  }
  std::string playlist(size_t l) const {
    Dice dice(seed_, "playlist", l);
    const bool of_shows = dice.chance(0.4);
    std::string rows;
    for (uint32_t i = dice.below(16) + 2; i > 0; --i)
      rows += of_shows ? show_row(dice.below(kShows)) : episode_row(dice.below(kAudio));
    return frame(fmt::format("{} ({})", list_name(l), l),
                 fmt::format("<div class=\"page-header\"><h1>{}</h1><p>by {}</p></div>", list_name(l),
                             link_to('u', l * 7 % kUsers)) +
                     (dice.chance(0.5) ? "<p>" + prose(dice, kTalk, 2) + "</p>" : "") + rows);
  }

  // --- blog and the rest ---
  std::string post_title(size_t b) const {
    Dice dice(seed_, "post title", b);
    return capital(phrase(dice, kTalk, 5 + dice.below(4)));
  }
  std::optional<std::string> blog(size_t here) const {
    const auto slice = slice_of(kPosts, here, 15);
    if (!slice) return {};
    std::string rows;
    for (size_t b = slice->from; b < slice->to; ++b)
      rows += "<h3>" + link(at('b', b), post_title(b)) + "</h3>";
    return frame(fmt::format("Blog {}", here + 1),
                 "<h1>Blog</h1>" + rows + pager(slice->pages, here, "/blog"));
  }
  std::string post(size_t b) const {
    Dice dice(seed_, "post", b);
    std::string tips;
    for (uint32_t i = dice.chance(0.4) ? dice.below(5) + 1 : 0; i > 0; --i)
      tips += dice.chance(0.5) ? show_row(dice.below(kShows)) : episode_row(dice.below(kAudio));
    const std::string ours = tips + link(at('b', (b + 1) % kPosts), "Next post");
    if (!real_decoys.empty())
      return with_links(real_decoys[(b + 5) % real_decoys.size()], fmt::format("{} {}", post_title(b), b),
                        ours);
    return frame(post_title(b),
                 fmt::format("<article class=\"post\"><h1>{}</h1><p class=\"text-muted\">{}</p>{}</article>",
                             post_title(b), full_name(dice), paragraphs(dice, kTalk, 8)) +
                     ours);
  }
  std::string about(size_t n) const {
    Dice dice(seed_, "about", n);
    return frame(fmt::format("About {}", n), "<h1>" + capital(words_of(dice, 2)) + "</h1>" +
                                                 paragraphs(dice, kTalk, 6) +
                                                 link(fmt::format("/about/{}", (n + 1) % 14), "More"));
  }

  uint64_t seed_;
  std::vector<Episode> episodes_;
  std::vector<std::vector<size_t>> of_show_, of_topic_, guest_in_;
  std::map<std::string, size_t> by_path_;
};

}  // namespace

std::unique_ptr<MadeSite> podcasts_site(uint64_t seed) { return std::make_unique<Podcasts>(seed); }

}  // namespace bench
