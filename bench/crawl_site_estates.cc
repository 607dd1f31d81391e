// A made-up site: an agency's homes for sale and to let. See crawl_site.h. It was held out at first; that its
// offers vary in more parts than five templates show led to taking in groups near groups
// (crawl/site_crawl.h).
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_parts.h"

namespace bench {
namespace {

// --- estates: offers under opaque codes; each has a page to print, a form to write to the agent and one to
// compare it, homes that are gone keep their address and say so. Lists by district and kind name an offer
// three times (picture, heading, "save") with its agent; they know the next page only. Open days are a
// calendar without end, a magazine is larger than all offers. Lists are written without end tags, addresses
// are relative to a base. Wanted: the offers that are still there.
class Estates : public MadeSite {
 public:
  explicit Estates(uint64_t seed) : layout_(seed, "estates") {}
  std::string name() const override { return "estates"; }
  size_t details() const override { return kOffers; }
  std::string detail_path(size_t n) const override { return "/home/" + code_of(n); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto n = offer_of(target);
    return n && *n < kOffers ? n : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    const std::string path = path_of(target);
    if (path == "/")
      return whole("Homes", "<h1>Homes</h1><ul class=districts>" + districts() + "</ul><ul class=news>" +
                                articles(0, 6) + "</ul>");
    if (const auto n = offer_of(path)) return *n < kOffers ? offer(*n) : gone(*n);
    for (const char* side : {"/print", "/contact"})
      if (path.ends_with(side))
        if (const auto n = offer_of(path.substr(0, path.size() - std::string_view(side).size())))
          return side_page(*n, side);
    if (path == "/compare")
      return whole("Compare " + target, "<h1>Compare</h1><table class=compare><tr><th>Home<th>Price<tr><td>" +
                                            target + "<td>?</table>");
    if (const auto d = number_in(path, "/district/")) return list(*d, target);
    if (const auto n = number_in(path, "/agent/"))
      return *n < kAgents ? std::optional(agent(*n)) : std::nullopt;
    if (const auto day = number_in(path, "/open-days/")) return open_day(*day);
    if (const auto n = number_in(path, "/magazine/"))
      return *n < kArticles ? std::optional(article(*n)) : std::nullopt;
    return {};
  }

 private:
  static constexpr size_t kOffers = 850, kGone = 400, kAgents = 300, kDistricts = 24, kArticles = 2600,
                          kOnPage = 12;
  static constexpr uint32_t kCode = 0x2545f491;  // odd, so that it can be undone

  // Codes of offers and of those that are gone are drawn from the same numbers.
  uint32_t first_code() const { return uint32_t(layout_.seed() * 977); }
  std::string code_of(size_t n) const { return fmt::format("{:08x}", uint32_t(n) * kCode + first_code()); }
  std::optional<size_t> offer_of(const std::string& path) const {
    if (!path.starts_with("/home/") || path.size() != 14) return {};
    uint32_t undo = kCode;  // Newton's steps to the inverse
    for (int i = 0; i < 5; ++i) undo *= 2 - kCode * undo;
    const size_t n = uint32_t((uint32_t(std::strtoul(path.c_str() + 6, nullptr, 16)) - first_code()) * undo);
    return n < kOffers + kGone && path.compare(6, 8, code_of(n)) == 0 ? std::optional(n) : std::nullopt;
  }
  std::string whole(const std::string& heading, const std::string& main) const {
    return layout_.page(
        heading + "</title><base href=\"http://site.example/\"><title>",
        "<li><a href=\"/\">Start</a><li><a href=\"district/0\">Buy</a><li><a href=\"district/1\">Rent</a><li><a href=\"open-days/739000\">Open days</a><li><a href=\"magazine/0\">Magazine</a>",
        main, link("magazine/1", "About") + link("magazine/2", "Imprint") + link("compare", "Compare"));
  }
  static std::string districts() {
    std::string out;
    for (size_t d = 0; d < kDistricts; ++d)
      out += fmt::format("<li><a href=\"district/{0}\">District {0}</a> <small>{1}</small>", d, d * 3);
    return out;
  }
  static std::string articles(size_t from, size_t n) {
    std::string out;
    for (size_t i = from; i < from + n; ++i)
      out += fmt::format("<li><a href=\"magazine/{}\">read</a>", i % kArticles);
    return out;
  }
  // One line of a list: some are new, some have no picture, some are let by their owner.
  std::string line(size_t n, Dice& dice) const {
    std::string out = "<li class=home>";
    if (dice.chance(0.8)) out += fmt::format("<a href=\"home/{}\"><img src=/t.jpg></a>", code_of(n));
    out += fmt::format("<h3><a href=\"home/{}\">Home</a></h3>", code_of(n));
    if (dice.chance(0.2)) out += "<em>new</em>";
    if (dice.chance(0.7)) out += fmt::format("<span><a href=\"agent/{}\">Agent</a></span>", n * 5 % kAgents);
    return out + fmt::format("<a href=\"compare?add={}\" class=save>save</a>", code_of(n));
  }
  std::optional<std::string> list(size_t district, const std::string& target) const {
    if (district >= kDistricts) return {};
    const size_t from = size_t(std::atoi(parameter(target, "from").c_str()));
    Dice dice(layout_.seed(), "list" + target, district);
    std::string rows;
    size_t all = 0, shown = 0;
    for (size_t n = 0; n < kOffers + kGone; ++n) {
      if (n % kDistricts != district || (n >= kOffers && n % 3)) continue;
      if (all++ < from || shown == kOnPage) continue;
      ++shown;
      rows += line(n, dice);
    }
    if (!shown) return {};
    std::string turn = from + kOnPage < all
                           ? link(fmt::format("district/{}?from={}", district, from + kOnPage), "more")
                           : "";
    if (from) turn += link(fmt::format("district/{}?from={}", district, from - kOnPage), "back");
    for (const char* order : {"price", "size", "date"})
      turn += link(fmt::format("district/{}?from={}&order={}", district, from, order), order);
    return whole(fmt::format("District {} {}", district, target),
                 "<h1>District</h1><ul class=homes>" + rows + "</ul><div class=turn>" + turn + "</div>");
  }
  std::string around(size_t n) const {
    std::string out = "<div class=act>" + link(fmt::format("home/{}/print", code_of(n)), "Print") +
                      link(fmt::format("home/{}/contact", code_of(n)), "Write") + "</div><ul class=near>";
    for (const size_t other : {(n + kDistricts) % (kOffers + kGone), (n * 7 + 3) % (kOffers + kGone)})
      out += fmt::format("<li><a href=\"home/{}\">near</a>", code_of(other));
    return out + "</ul><ul class=news>" + articles(n * 3, 2) + "</ul>";
  }
  std::string offer(size_t n) const {
    Dice dice(layout_.seed(), "offer", n);
    const std::string title = fmt::format("{} {}", words_of(dice, 3), n);
    if (!real_details.empty()) return with_links(real_details[n % real_details.size()], title, around(n));
    std::string out = "<section class=offer><h1>" + title + "</h1><div class=shots>";
    for (uint32_t i = dice.below(14); i > 0; --i)
      out += dice.chance(0.2) ? "<figure><img src=/p.jpg><figcaption>plan</figcaption></figure>"
                              : "<figure><img src=/p.jpg></figure>";
    out += "</div><dl class=facts>";
    for (uint32_t i = dice.below(12) + 4; i > 0; --i)
      out += "<dt>" + words_of(dice, 1) + "<dd>" +
             (dice.chance(0.15) ? "<b>" + words_of(dice, 1) + "</b>" : words_of(dice, 2));
    out += "</dl>";
    for (uint32_t i = dice.below(4) + 1; i > 0; --i)
      out += "<h2>" + words_of(dice, 1) + "</h2><p>" + sentences(dice, 2) + "</p>";
    if (dice.chance(0.4)) {
      out += "<h2>Rooms</h2><table class=rooms>";
      for (uint32_t i = dice.below(8) + 2; i > 0; --i)
        out += fmt::format("<tr><td>{}<td>{} m<sup>2</sup>{}", words_of(dice, 1), dice.below(40),
                           dice.chance(0.3) ? "<td><i>balcony</i>" : "");
      out += "</table>";
    }
    if (dice.chance(0.5)) {
      out += "<div class=history><h2>Prices</h2><ol>";
      for (uint32_t i = dice.below(25) + 1; i > 0; --i)
        out += fmt::format("<li><time>2020</time> {}{}", dice.below(900),
                           dice.chance(0.25) ? " <strong>less</strong>" : "");
      out += "</ol></div>";
    }
    if (dice.chance(0.3))
      out += "<div class=energy><img src=/e.svg><p><span>A</span><span>B</span></p></div>";
    out +=
        fmt::format("<address class=agent><img src=/a.jpg><a href=\"agent/{}\">{}</a>{}</address></section>",
                    n * 5 % kAgents, words_of(dice, 2), dice.chance(0.5) ? "<br><a href=tel:1>call</a>" : "");
    return whole(title, out + around(n));
  }
  std::string gone(size_t n) const {
    Dice dice(layout_.seed(), "gone", n);
    return whole(
        fmt::format("Gone {}", n),
        fmt::format(
            "<section class=offer><h1>{} {}</h1><div class=shots></div><p class=gone><strong>This home is no longer on offer.</strong></p></section>",
            words_of(dice, 3), n) +
            around(n));
  }
  std::string side_page(size_t n, const std::string& side) const {
    Dice dice(layout_.seed(), side, n);
    std::string out = fmt::format("<section class=offer><h1>{} {}</h1>", side, n);
    if (side == "/print") {
      out += "<dl>";
      for (uint32_t i = dice.below(12) + 4; i > 0; --i)
        out += "<dt>" + words_of(dice, 1) + "<dd>" + words_of(dice, 1);
      return "<html><head><title>Print " + std::to_string(n) + "</title></head><body>" + out +
             "</dl></section></body></html>";
    }
    return whole(
        fmt::format("Write {}", n),
        out +
            "<form><label>Name<input></label><label>Mail<input></label><textarea></textarea><button>Send</button></form></section>" +
            link("home/" + code_of(n), "Back"));
  }
  std::string agent(size_t n) const {
    Dice dice(layout_.seed(), "agent", n);
    std::string homes;
    for (size_t k = 0; k < kOffers; ++k)
      if (k * 5 % kAgents == n) homes += line(k, dice);
    return whole(
        fmt::format("Agent {}", n),
        fmt::format(
            "<section class=person><h1>Agent {}</h1><img src=/a.jpg><p>{}</p></section><ul class=homes>", n,
            sentences(dice, 2)) +
            homes + "</ul>");
  }
  std::optional<std::string> open_day(size_t day) const {
    if (day < 700000 || day > 800000) return {};
    Dice dice(layout_.seed(), "day", day);
    std::string rows;
    if (dice.chance(0.2))
      rows = fmt::format("<tr><td>10:00<td><a href=\"home/{}\">home</a>", code_of(dice.below(kOffers)));
    return whole(fmt::format("Open day {}", day),
                 "<h1>Open day</h1><table class=day>" + rows + "</table><p class=turn>" +
                     link(fmt::format("open-days/{}", day - 1), "before") +
                     link(fmt::format("open-days/{}", day + 1), "after") + "</p>");
  }
  std::string article(size_t n) const {
    const std::string heading = fmt::format("Article {}", n);
    return whole(heading, layout_.article("magazine", n, heading,
                                          "<ul class=news>" + articles(n * 5 + 1, 6) + "</ul>"));
  }
  Layout layout_;
};

}  // namespace

std::unique_ptr<MadeSite> estates_site(uint64_t seed) { return std::make_unique<Estates>(seed); }

}  // namespace bench
