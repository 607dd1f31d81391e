// A made-up site: a publisher of journals. See crawl_site.h.
#include <map>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_parts.h"

namespace bench {
namespace {

// --- papers: a publisher of ten journals. Research articles, editorials, corrections and book reviews share
// one kind of address (/doi/10.5077/abc.2021.10357) and the lists; wanted are the research articles alone.
// Every article has a page of its abstract, a download page and a citation page; contributions to meetings
// have an abstract only. Ways: journals, volumes, issues, authors, keywords, references, and a search whose
// suggestions add a word to the question, without end.
class Papers : public MadeSite {
 public:
  explicit Papers(uint64_t seed)
      : seed_(seed), by_author_(kAuthors), by_keyword_(kKeywords), by_issue_(kIssues) {
    for (size_t e = 0; e < kEntries; ++e) {
      Dice dice(seed_, "entry", e);
      Entry entry{dice.below(kIssues), {}, {}};
      for (uint32_t i = dice.below(5) + 1; i > 0; --i) entry.authors.push_back(dice.below(kAuthors));
      if (e < kArticles || e >= kPrinted)
        for (uint32_t i = dice.below(4) + 1; i > 0; --i) entry.keywords.push_back(dice.below(kKeywords));
      for (const size_t a : entry.authors) by_author_[a].push_back(e);
      for (const size_t k : entry.keywords) by_keyword_[k].push_back(e);
      by_issue_[entry.issue].push_back(e);
      entries_.push_back(std::move(entry));
      by_code_[code_of(e)] = e;
    }
  }
  std::string name() const override { return "papers"; }
  size_t details() const override { return kArticles; }
  std::string detail_path(size_t n) const override { return "/doi/" + doi(n); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto e = entry_of(target, "/doi/");
    return e && *e < kArticles ? e : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    if (target == "/") return home();
    if (const auto e = entry_of(target, "/doi/"); e && *e < kPrinted) return entry_page(*e);
    if (const auto e = entry_of(target, "/doi/abs/"); e && has_abstract(*e)) return abstract_page(*e);
    if (const auto e = entry_of(target, "/doi/pdf/"); e && *e < kPrinted) return download(*e);
    if (const auto e = entry_of(target, "/action/showCitation?doi=")) return citation(*e);
    if (target.starts_with("/action/doSearch?")) return search(target);
    for (size_t j = 0; j < kJournals; ++j)
      if (auto out = journal_page(j, target)) return out;
    if (const auto n = number_in(target, "/author/"); n && *n < kAuthors) return author(*n);
    if (target.starts_with("/topic/")) return keyword(target);
    if (const auto n = number_in(target, "/news/"); n && *n < kNews) return news(*n);
    if (const auto n = number_in(target, "/help/"); n && *n < kHelp) return help(*n);
    return {};
  }

 private:
  static constexpr size_t kArticles = 1350, kEditorials = 1510, kCorrections = 1730, kPrinted = 1930,
                          kEntries = 2230, kJournals = 10, kIssues = 160, kAuthors = 700, kKeywords = 90,
                          kNews = 220, kHelp = 40;
  struct Entry {
    size_t issue;
    std::vector<size_t> authors, keywords;
  };

  static bool has_abstract(size_t e) { return e < kArticles || e >= kPrinted; }
  size_t code_of(size_t e) const { return 10000 + e * 1361 % kEntries * 7 + seed_ % 7; }
  static std::string journal_code(size_t j) {
    return std::string(kWords[j * 2]).substr(0, 3) + std::string(kWords[j + 3]).substr(0, 1);
  }
  static std::string journal_name(size_t j) {
    return fmt::format("Journal of {} and {}", kWords[j * 2], kWords[j + 3]);
  }
  std::string doi(size_t e) const {
    const size_t issue = entries_[e].issue;
    return fmt::format("10.5077/{}.{}.{}", journal_code(issue / 16), 2018 + issue % 16 / 4, code_of(e));
  }
  std::optional<size_t> entry_of(const std::string& target, std::string_view prefix) const {
    if (!target.starts_with(prefix)) return {};
    const auto code = number_in(target.substr(target.rfind('.') + 1), "");
    const auto found = code ? by_code_.find(*code) : by_code_.end();
    if (found == by_code_.end() || target != std::string(prefix) + doi(found->second)) return {};
    return found->second;
  }
  // Where lists lead to: what was only presented has no page but the abstract.
  std::string entry_path(size_t e) const { return (e < kPrinted ? "/doi/" : "/doi/abs/") + doi(e); }
  std::string entry_title(size_t e) const {
    Dice dice(seed_, "titled", e);
    const std::string words = words_of(dice, 4 + dice.below(7));
    if (e < kArticles || e >= kPrinted) return words;
    return (e < kEditorials ? "Editorial: " : e < kCorrections ? "Correction to: " : "Book review: ") + words;
  }
  std::string author_name(size_t a) const {
    Dice dice(seed_, "author", a);
    return fmt::format("{}. {}", char('A' + dice.below(26)), words_of(dice, 1) + words_of(dice, 1));
  }
  static std::string issue_path(size_t issue) {
    return fmt::format("/toc/{}/{}/{}", journal_code(issue / 16), issue % 16 / 4 + 31, issue % 4 + 1);
  }
  static std::string topic_path(size_t k, size_t page = 0) {
    return fmt::format("/topic/{}-{}{}", kWords[k % 24], k, page ? fmt::format("?startPage={}", page) : "");
  }

  std::string frame(const std::string& title, const std::string& main) const {
    std::string menu;
    for (size_t j = 0; j < kJournals; ++j) menu += item("/journal/" + journal_code(j), journal_name(j));
    return fmt::format(
        "<!doctype html><html><head><meta charset=utf-8><title>{}</title></head><body><header>{}<nav><ul>{}</ul></nav><form action=/action/doSearch><input name=text></form></header>"
        "<div class=wrap>{}</div><footer><ul>{}{}{}{}</ul></footer></body></html>",
        title, link("/", "Press"), menu, main, item("/news/0", "News"), item("/help/0", "Help"),
        item("/help/1", "For authors"), item("/action/doSearch?text=" + std::string(kWords[3]), "Search"));
  }
  std::string people(size_t e) const {
    std::string out;
    for (const size_t a : entries_[e].authors)
      out += fmt::format("<span class=au>{}</span> ", link(fmt::format("/author/{}", a), author_name(a)));
    return out;
  }
  // One line of a list: title, authors, and the ways to the other views.
  std::string line(size_t e) const {
    std::string views;
    if (has_abstract(e)) views += link("/doi/abs/" + doi(e), "Abstract") + " ";
    if (e < kPrinted) views += link("/doi/pdf/" + doi(e), "PDF") + " ";
    return fmt::format("<div class=entry><h5>{}</h5><p>{}</p><p class=views>{}{}</p></div>",
                       link(entry_path(e), entry_title(e)), people(e), views,
                       link("/action/showCitation?doi=" + doi(e), "Cite"));
  }
  std::string home() const {
    Dice dice(seed_, "home");
    std::string recent, topics, news;
    for (int i = 0; i < 6; ++i) recent += line(dice.below(kEntries));
    for (int i = 0; i < 12; ++i) {
      const size_t k = dice.below(kKeywords);
      topics += item(topic_path(k), std::string(kWords[k % 24]));
    }
    for (int i = 0; i < 5; ++i) news += item(fmt::format("/news/{}", dice.below(kNews)), words_of(dice, 5));
    return frame("Press", "<h1>Press</h1><h2>Recent</h2>" + recent + "<h2>Topics</h2><ul>" + topics +
                              "</ul><h2>News</h2><ul>" + news + "</ul>");
  }
  // A journal's home, what it says of itself, its volumes, and its issues.
  std::optional<std::string> journal_page(size_t j, const std::string& target) const {
    const std::string code = journal_code(j);
    Dice dice(seed_, "journal", j);
    if (target == "/journal/" + code) {
      std::string out =
          fmt::format("<h1>{}</h1><p>{}</p>{} {} {}", journal_name(j), sentences(dice, 3),
                      link("/loi/" + code, "All issues"), link(issue_path(j * 16 + 15), "Current issue"),
                      link("/journal/" + code + "/about", "About"));
      for (int i = 0; i < 4; ++i) {
        const auto& in = by_issue_[j * 16 + dice.below(16)];
        if (!in.empty()) out += line(in[dice.below(uint32_t(in.size()))]);
      }
      return frame(journal_name(j), out);
    }
    if (target == "/journal/" + code + "/about")
      return frame("About " + journal_name(j), "<h1>About</h1><p>" + sentences(dice, 9) + "</p><ul>" +
                                                   item("/help/" + std::to_string(j + 2), "Policy") +
                                                   "</ul>");
    if (target == "/loi/" + code) {
      std::string out = "<h1>Issues of " + journal_name(j) + "</h1>";
      for (size_t v = 0; v < 4; ++v) {
        out += fmt::format("<h3>Volume {}</h3><ul>", v + 31);
        for (size_t i = 0; i < 4; ++i)
          out += item(issue_path(j * 16 + v * 4 + i), fmt::format("Issue {}", i + 1));
        out += "</ul>";
      }
      return frame("Issues " + code, out);
    }
    for (size_t issue = j * 16; issue < j * 16 + 16; ++issue)
      if (target == issue_path(issue)) return contents(issue);
    return {};
  }
  std::string contents(size_t issue) const {
    std::string parts[4], out = "<h1>" + journal_name(issue / 16) + issue_path(issue) + "</h1>";
    for (const size_t e : by_issue_[issue])
      parts[e < kArticles ? 1 : e < kEditorials ? 0 : e < kPrinted ? 2 : 3] += line(e);
    constexpr const char* kHeads[] = {"Editorial", "Research", "Notes", "Meeting abstracts"};
    for (size_t i = 0; i < 4; ++i)
      if (!parts[i].empty()) out += fmt::format("<h2>{}</h2>{}", kHeads[i], parts[i]);
    if (issue % 16) out += link(issue_path(issue - 1), "Previous") + " ";
    if (issue % 16 < 15) out += link(issue_path(issue + 1), "Next");
    return frame("Contents " + issue_path(issue), out);
  }
  std::string author(size_t a) const {
    std::string out = "<h1>" + author_name(a) + "</h1>";
    for (const size_t e : by_author_[a]) out += line(e);
    return frame(fmt::format("{} ({})", author_name(a), a), out);
  }
  std::optional<std::string> keyword(const std::string& target) const {
    const size_t at = size_t(std::max(0, std::atoi(parameter(target, "startPage").c_str())));
    const std::string path = path_of(target);
    const auto k = number_in(path.substr(path.rfind('-') + 1), "");
    if (!k || *k >= kKeywords || path != topic_path(*k)) return {};
    const auto& all = by_keyword_[*k];
    if (at && at * 20 >= all.size()) return {};
    std::string rows, pager;
    for (size_t i = at * 20; i < std::min(all.size(), at * 20 + 20); ++i) rows += line(all[i]);
    for (size_t i = 0; i * 20 < all.size(); ++i)
      pager += link(topic_path(*k, i), std::to_string(i + 1)) + " ";
    for (size_t i = 1; i < 4; ++i)
      pager += link(topic_path((*k + i * 24) % kKeywords), "Related topic") + " ";
    return frame("Topic " + target, "<h1>Topic " + target + "</h1>" + rows + "<p>" + pager + "</p>");
  }
  // Answers to a question of words joined by plus signs; each answer suggests to add one more.
  std::optional<std::string> search(const std::string& target) const {
    const std::string text = parameter(target, "text"), type = parameter(target, "type");
    if (text.empty()) return {};
    Dice dice(seed_, text);
    std::string rows, more;
    const uint32_t hits = text.size() > 40 ? 0 : dice.below(15);
    for (uint32_t i = 0; i < hits; ++i) {
      const size_t e = dice.below(kEntries);
      if (type.empty() || (type == "research") == (e < kArticles)) rows += line(e);
    }
    for (int i = 0; i < 5; ++i) {
      const std::string word = words_of(dice, 1);
      more += item(fmt::format("/action/doSearch?text={}+{}", text, word), word);
    }
    for (const char* kind : {"research", "other"})
      more += item(fmt::format("/action/doSearch?text={}&type={}", text, kind), kind);
    return frame("Search " + target, "<h1>Results for " + text + "</h1><div class=hits>" + rows +
                                         "</div><div class=narrow><ul>" + more + "</ul></div>");
  }

  std::string tools(size_t e) const {
    std::string out = "<ul class=tools>";
    if (e < kPrinted) out += item("/doi/pdf/" + doi(e), "Download");
    if (has_abstract(e)) out += item("/doi/abs/" + doi(e), "Abstract");
    return out + item("/action/showCitation?doi=" + doi(e), "Cite") +
           item(issue_path(entries_[e].issue), "Issue") + "</ul>";
  }
  std::string topics(size_t e) const {
    std::string out;
    for (const size_t k : entries_[e].keywords)
      out += link(topic_path(k), std::string(kWords[k % 24])) + ", ";
    return out.empty() ? out : "<p class=kw><b>Keywords</b> " + out + "</p>";
  }
  // Of what is cited, a part is on this site.
  std::string references(Dice& dice, uint32_t count) const {
    std::string out = "<h2>References</h2><ol class=refs>";
    for (uint32_t i = 0; i < count; ++i) {
      out += "<li>" + words_of(dice, 7) + ", " + std::to_string(1980 + dice.below(40));
      if (dice.chance(0.2)) {
        const size_t e = dice.below(dice.chance(0.85) ? kArticles : kPrinted);
        out += " " + link(entry_path(e), "Link");
      }
      out += "</li>";
    }
    return out + "</ol>";
  }
  std::string head(size_t e) const {
    return fmt::format(
        "<p class=in>{} / {}</p><h1>{}</h1><div class=aus>{}</div>",
        link("/journal/" + journal_code(entries_[e].issue / 16), journal_name(entries_[e].issue / 16)),
        doi(e), entry_title(e), people(e));
  }
  std::string entry_page(size_t e) const {
    Dice dice(seed_, "body", e);
    const std::string title = entry_title(e);
    const auto& real = e < kArticles ? real_details : real_decoys;
    if (!real.empty()) {
      Dice cited(seed_, "cited", e);
      return with_links(real[e % real.size()], title,
                        people(e) + topics(e) + tools(e) + references(cited, e < kArticles ? 12 : 2));
    }
    return frame(title, head(e) + (e < kArticles ? research(e, dice) : note(e, dice)) + tools(e));
  }
  std::string research(size_t e, Dice& dice) const {
    std::string out;
    if (dice.chance(0.5)) out += "<ol class=places><li>" + words_of(dice, 4) + "</li></ol>";
    out += "<section class=abstract><h2>Abstract</h2><p>" + sentences(dice, 4) + "</p></section>";
    if (dice.chance(0.8)) out += topics(e);
    for (uint32_t i = dice.below(5) + 2; i > 0; --i) {
      out += "<section><h2>" + words_of(dice, 2) + "</h2>";
      for (uint32_t k = dice.below(4) + 1; k > 0; --k) out += "<p>" + sentences(dice, 2) + "</p>";
      if (dice.chance(0.35))
        out += "<figure><img src=/f.png><figcaption>" + words_of(dice, 6) + "</figcaption></figure>";
      if (dice.chance(0.15)) {
        out += "<table class=data>";
        for (uint32_t k = dice.below(6) + 2; k > 0; --k)
          out += "<tr><td>1.0</td><td>2.5</td><td>0.3</td></tr>";
        out += "</table>";
      }
      out += "</section>";
    }
    if (dice.chance(0.4))
      out += "<section class=thanks><h3>Acknowledgements</h3><p>" + sentences(dice, 1) + "</p></section>";
    if (dice.chance(0.3))
      out += "<section class=funds><h3>Funding</h3><p>" + sentences(dice, 1) + "</p></section>";
    out += references(dice, dice.below(30) + 6);
    if (dice.chance(0.4)) {
      out += "<h2>Cited by</h2><ul class=citing>";
      for (uint32_t i = dice.below(5) + 1; i > 0; --i) {
        const size_t o = dice.below(kArticles);
        out += item(entry_path(o), entry_title(o));
      }
      out += "</ul>";
    }
    return out;
  }
  // Editorials, corrections and book reviews.
  std::string note(size_t e, Dice& dice) const {
    std::string out;
    if (e >= kEditorials && e < kCorrections) {
      const size_t of = dice.below(kArticles);
      out += "<p>" + sentences(dice, 1 + dice.below(3)) + link(entry_path(of), entry_title(of)) + "</p>";
      if (dice.chance(0.3))
        out += "<figure><img src=/f.png><figcaption>" + words_of(dice, 6) + "</figcaption></figure>";
      return out;
    }
    if (e >= kCorrections)
      out += "<table class=book><tr><td><img src=/b.jpg></td><td>" + words_of(dice, 5) + "</td></tr></table>";
    for (uint32_t i = dice.below(4) + 1; i > 0; --i) {
      if (dice.chance(0.4))
        out += "<section><h2>" + words_of(dice, 2) + "</h2><p>" + sentences(dice, 3) + "</p></section>";
      else out += "<p>" + sentences(dice, 3) + "</p>";
    }
    if (dice.chance(0.5)) out += references(dice, dice.below(9) + 1);
    return out;
  }
  std::string abstract_page(size_t e) const {
    Dice dice(seed_, "abstract", e);
    const std::string full =
        e < kPrinted ? "<p class=access>" + link(entry_path(e), "Full text") + "</p>" : "";
    const std::string title = entry_title(e) + " - abstract";
    if (!real_decoys.empty())
      return with_links(real_decoys[(e * 3 + 1) % real_decoys.size()], title,
                        people(e) + full + topics(e) + tools(e));
    std::string out =
        head(e) + "<section class=abstract><h2>Abstract</h2><p>" + sentences(dice, 4) + "</p></section>";
    if (dice.chance(0.8)) out += topics(e);
    if (dice.chance(0.3)) out += references(dice, dice.below(8) + 1);
    return frame(title, out + full + tools(e));
  }
  std::string download(size_t e) const {
    return frame("Download " + doi(e), "<h1>Download</h1><iframe src=/x.pdf></iframe><p>" +
                                           link(entry_path(e), "Back") +
                                           "</p><form><input name=user><input name=word></form>");
  }
  std::string citation(size_t e) const {
    std::string out = "<h1>Cite " + doi(e) + "</h1><pre>" + entry_title(e) + "</pre><form>";
    for (const char* format : {"RIS", "BibTeX", "Text"})
      out += fmt::format("<label><input type=radio>{}</label>", format);
    return frame("Citation " + doi(e), out + "</form>" + link(entry_path(e), "Back"));
  }
  std::string news(size_t n) const {
    Dice dice(seed_, "news", n);
    std::string out = fmt::format("<article><h1>News {}: {}</h1>", n, words_of(dice, 5));
    for (uint32_t i = dice.below(5) + 1; i > 0; --i) out += "<p>" + sentences(dice, 3) + "</p>";
    if (dice.chance(0.3))
      out += "<p>" + link(detail_path(dice.below(kArticles)), "Read the article") + "</p>";
    for (size_t i = 1; i < 6; ++i)
      out += link(fmt::format("/news/{}", (n + i * i) % kNews), "More news") + "<br>";
    return frame(fmt::format("News {}", n), out + "</article>");
  }
  std::string help(size_t n) const {
    Dice dice(seed_, "help", n);
    std::string out = fmt::format("<h1>Help {}</h1><dl>", n);
    for (uint32_t i = dice.below(6) + 2; i > 0; --i)
      out += "<dt>" + words_of(dice, 5) + "</dt><dd>" + sentences(dice, 2) + "</dd>";
    return frame(fmt::format("Help {}", n),
                 out + "</dl>" + link(fmt::format("/help/{}", (n + 1) % kHelp), "Next") +
                     link(fmt::format("/help/{}", (n * 3 + 2) % kHelp), "See also"));
  }
  uint64_t seed_;
  std::vector<Entry> entries_;
  std::vector<std::vector<size_t>> by_author_, by_keyword_, by_issue_;
  std::map<size_t, size_t> by_code_;
};

}  // namespace

std::unique_ptr<MadeSite> papers_site(uint64_t seed) { return std::make_unique<Papers>(seed); }

}  // namespace bench
