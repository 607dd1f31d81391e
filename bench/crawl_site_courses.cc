// A made-up site that no decision was taken on: the courses of a university. See crawl_site.h.
// It was written when the method was decided; what a crawl does on it was not looked into.
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_parts.h"

namespace bench {
namespace {

// --- courses: one program shows everything, by its parameters (/app?view=course&id=4711). Faculties list
// their courses by letter in tables, with who teaches them and the room; each course has tabs (literature,
// exams) and a page for each date on which it is held; people and rooms are listed too, and people link to
// what they teach. A timetable goes on by week without end, a forum is larger than the rest. Courses vary: a
// schedule of one to six rows, aims, requirements, literature, a film, comments. Wanted: the courses.
class Courses : public MadeSite {
 public:
  explicit Courses(uint64_t seed) : layout_(seed, "courses") {}
  std::string name() const override { return "courses"; }
  std::string start() const override { return "/app"; }
  bool held_out() const override { return true; }
  size_t details() const override { return kCourses; }
  std::string detail_path(size_t n) const override { return view("course", id_of(n)); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto n = course_of(target);
    return n && parameter(target, "tab").empty() ? n : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    if (target == "/app")
      return whole("University", "<h1>Welcome</h1><div class=faculties>" + faculties() +
                                     "</div><div class=talk>" + several("thread", 0, 8, 31, kThreads) +
                                     "</div>");
    if (!target.starts_with("/app?")) return {};
    const std::string kind = parameter(target, "view"), id = parameter(target, "id");
    const size_t n = size_t(std::atoi(id.c_str()));
    if (kind == "course") {
      const auto course = course_of(target);
      if (!course) return {};
      return parameter(target, "tab").empty() ? course_page(*course)
                                              : tab_page(*course, parameter(target, "tab"));
    }
    if (kind == "faculty" && n < kFaculties) return faculty(n, parameter(target, "letter"));
    if (kind == "person" && n < kPeople) return person(n);
    if (kind == "room" && n < kRooms) return room(n);
    if (kind == "date" && n < kCourses * 3) return date(n);
    if (kind == "week") return week(n);
    if (kind == "thread" && n < kThreads) return thread(n);
    return {};
  }

 private:
  static constexpr size_t kCourses = 960, kFaculties = 12, kPeople = 500, kRooms = 200, kThreads = 4000,
                          kLetters = 8;

  static std::string view(std::string_view kind, size_t id) {
    return fmt::format("/app?view={}&id={}", kind, id);
  }
  size_t id_of(size_t n) const { return 1000 + n * 7 + layout_.seed() % 5; }
  std::optional<size_t> course_of(const std::string& target) const {
    if (parameter(target, "view") != "course") return {};
    const size_t id = size_t(std::atoi(parameter(target, "id").c_str()));
    if (id < id_of(0) || (id - id_of(0)) % 7) return {};
    const size_t n = (id - id_of(0)) / 7;
    return n < kCourses ? std::optional(n) : std::nullopt;
  }
  std::string whole(const std::string& title, const std::string& main) const {
    return layout_.page(title,
                        item("/app", "Home") + item(view("faculty", 0), "Faculties") +
                            item(view("week", 2900), "Timetable") + item(view("person", 0), "People") +
                            item(view("thread", 1), "Forum"),
                        main, link(view("thread", 2), "Help") + link(view("room", 0), "Rooms"));
  }
  static std::string several(std::string_view kind, size_t from, size_t count, size_t step, size_t all) {
    std::string out;
    for (size_t i = 0; i < count; ++i)
      out += "<p>" + link(view(kind, (from + i * step) % all), "see") + "</p>";
    return out;
  }
  static std::string faculties() {
    std::string out;
    for (size_t i = 0; i < kFaculties; ++i) out += "<h3>" + link(view("faculty", i), "Faculty") + "</h3>";
    return out;
  }
  // Courses of a faculty whose letter it is; the first letter if none is said.
  std::string faculty(size_t n, const std::string& letter) const {
    const size_t at = letter.empty() ? 0 : size_t(letter[0] - 'a') % kLetters;
    std::string rows, letters;
    for (size_t k = n; k < kCourses; k += kFaculties)
      if (k / kFaculties % kLetters == at)
        rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>", k,
                            link(detail_path(k), "course"), link(view("person", k * 3 % kPeople), "person"),
                            link(view("room", k % kRooms), "room"));
    for (size_t i = 0; i < kLetters; ++i)
      letters += link(fmt::format("/app?view=faculty&id={}&letter={}", n, char('a' + i)), "letter") + " ";
    return whole(fmt::format("Faculty {} {}", n, at),
                 fmt::format("<h1>Faculty {}</h1><p class=letters>{}</p><table class=courses>{}</table>", n,
                             letters, rows));
  }
  std::string around(size_t n) const {
    return "<p class=tabs>" + link(detail_path(n) + "&tab=literature", "Literature") +
           link(detail_path(n) + "&tab=exams", "Exams") + "</p><p class=dates>" +
           link(view("date", n * 3), "first") + link(view("date", n * 3 + 1), "second") + "</p><p class=by>" +
           link(view("person", n * 3 % kPeople), "who") + "</p><div class=talk>" +
           several("thread", n * 4, 2, 1, kThreads) + "</div>";
  }
  std::string course_page(size_t n) const {
    Dice dice(layout_.seed(), "course", n);
    const std::string title = fmt::format("{} {}", words_of(dice, 3), n);
    if (!real_details.empty()) return with_links(real_details[n % real_details.size()], title, around(n));
    std::string out = "<div class=course><h1>" + title + "</h1><p><em>" + words_of(dice, 2) +
                      "</em></p><table class=times>";
    for (uint32_t i = dice.below(6) + 1; i > 0; --i)
      out += "<tr><th>Mon</th><td>8:00</td><td>" + words_of(dice, 1) + "</td></tr>";
    out += "</table><h2>About</h2>";
    for (uint32_t i = dice.below(5) + 1; i > 0; --i) out += "<p>" + sentences(dice, 2) + "</p>";
    if (dice.chance(0.6)) {
      out += "<h2>Aims</h2><ul>";
      for (uint32_t i = dice.below(6) + 1; i > 0; --i)
        out += "<li>" + words_of(dice, 4) + (dice.chance(0.3) ? "<sup>1</sup>" : "") + "</li>";
      out += "</ul>";
    }
    if (dice.chance(0.5))
      out += "<div class=needs><h2>Needs</h2><ol><li><b>" + words_of(dice, 1) +
             "</b></li></ol><small>or the like</small></div>";
    if (dice.chance(0.3))
      out += "<figure class=film><video></video><figcaption>" + words_of(dice, 2) + "</figcaption></figure>";
    if (dice.chance(0.5)) {
      out += "<section class=comments><h2>Comments</h2>";
      for (uint32_t i = dice.below(20); i > 0; --i)
        out += "<blockquote><p>" + sentences(dice, 1) + "</p>" +
               (dice.chance(0.3) ? "<cite>" + words_of(dice, 1) + "</cite>" : "") + "</blockquote>";
      out += "</section>";
    }
    return whole(
        title, out + "<form class=join><label><input></label><button>Join</button></form></div>" + around(n));
  }
  std::string tab_page(size_t n, const std::string& tab) const {
    Dice dice(layout_.seed(), tab, n);
    std::string out = fmt::format("<div class=course><h1>{} of course {}</h1>", tab, n);
    for (uint32_t i = dice.below(8) + 1; i > 0; --i)
      out += tab == "exams" ? "<p><time>May</time> <b>room</b></p>"
                            : "<p><i>" + words_of(dice, 2) + "</i> " + words_of(dice, 3) + "</p>";
    return whole(fmt::format("{} {}", tab, n), out + link(detail_path(n), "back") + "</div>");
  }
  std::string person(size_t n) const {
    Dice dice(layout_.seed(), "person", n);
    std::string teaches;
    for (size_t k = 0; k < kCourses; ++k)
      if (k * 3 % kPeople == n) teaches += item(detail_path(k), "teaches");
    return whole(
        fmt::format("Person {}", n),
        fmt::format(
            "<h1>{} {}</h1><img src=/p.jpg><address>{}</address><p>{}</p><ul class=teaches>{}</ul><div class=more>",
            words_of(dice, 2), n, words_of(dice, 3), sentences(dice, 1), teaches) +
            several("person", n * 2 + 1, 3, 17, kPeople) + "</div>");
  }
  std::string room(size_t n) const {
    return whole(fmt::format("Room {}", n),
                 fmt::format("<h1>Room {}</h1><iframe></iframe><dl><dt>Seats<dd>{}<dt>Floor<dd>{}</dl>", n,
                             n * 3 % 200, n % 5) +
                     several("room", n + 1, 2, 1, kRooms));
  }
  std::string date(size_t n) const {
    return whole(fmt::format("Date {}", n),
                 fmt::format("<h1>Date {}</h1><p><time>{}</time></p><pre>agenda</pre>", n, n) +
                     link(detail_path(n / 3), "course") + several("room", n, 1, 1, kRooms));
  }
  std::string week(size_t n) const {
    Dice dice(layout_.seed(), "week", n);
    std::string rows;
    for (int i = 0; i < 5; ++i)
      rows += fmt::format("<tr><td>{}</td><td>{}</td></tr>", i,
                          link(view("date", dice.below(kCourses * 3)), "held"));
    return whole(fmt::format("Week {}", n),
                 fmt::format("<h1>Week {}</h1><table class=week>{}</table><p class=turn>{}{}</p>", n, rows,
                             link(view("week", n + 1), "next"), link(view("week", n ? n - 1 : 0), "before")));
  }
  std::string thread(size_t n) const {
    return whole(
        fmt::format("Thread {}", n),
        layout_.thread(n, fmt::format("Thread {}", n),
                       "<div class=talk>" + several("thread", n * 5 + 3, 5, 7, kThreads) + "</div>"));
  }
  Layout layout_;
};

}  // namespace

std::unique_ptr<MadeSite> courses_site(uint64_t seed) { return std::make_unique<Courses>(seed); }

}  // namespace bench
