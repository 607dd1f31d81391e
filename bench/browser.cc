// The browser: pages a second, what a snapshot costs, memory over many pages; and targets after redesigns.
//
//   bench_browser speed [SECONDS]          pages of 75 KB made up here, two browsers, two threads; snapshots
//                                          with and without boxes
//   bench_browser memory PAGES             two browsers, memory of their processes along the way
//   bench_browser targets PAGE.html...     for each page: ways to name its controls are taken as the recorder
//                                          takes them, then the live page is redesigned in 13 ways; which
//                                          controls are still found, beside a plain path of CSS, as
//                                          browsers' own tools record it
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>

#include "browser/tab.h"
#include "web/site_test.h"

namespace {

using namespace gleaner;
using browser::Clock;

double seconds_since(Clock::time_point begun) {
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

double cpu_seconds() {
  double sum = 0;
  for (int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage used{};
    ::getrusage(who, &used);
    for (const timeval& one : {used.ru_utime, used.ru_stime})
      sum += double(one.tv_sec) + 1e-6 * double(one.tv_usec);
  }
  return sum;
}

// About 75 KB: a list of 330 items, with a script that changes it.
std::string made_page(int n) {
  std::string body = fmt::format(
      "<!DOCTYPE html><html><head><title>Page {0}</title><style>li{{margin:4px}}.p{{color:#060}}</style></head><body><h1>Page {0}</h1><ul>",
      n);
  for (int i = 0; i < 330; ++i)
    body += fmt::format(
        "<li class=item><a href=\"/item/{0}-{1}\"><b>Item {0}-{1}</b></a> <span class=maker>Maker {2}</span> <span class=p>${3}.00</span>"
        "<p class=about>A made up thing of which nothing is known but its number, which is {1}, and its page, {0}.</p></li>",
        n, i, i % 17, i * 7 % 991);
  return body +
         "</ul><script>document.querySelectorAll('.p').forEach((e) => { e.title = e.textContent; });</script></body></html>";
}

std::string answer(const web::SiteRequest& request) {
  if (request.path.starts_with("/page/"))
    return web::Site::page(made_page(std::atoi(request.path.c_str() + 6)));
  return web::Site::none();
}

browser::BrowserOptions local() {
  browser::BrowserOptions out;
  out.rules.private_hosts = {"127.0.0.1"};
  return out;
}

template <class T>
T need(Result<T> result) {
  if (result.ok()) return std::move(*result);
  fmt::print(stderr, "{}\n", result.error().to_string());
  std::exit(1);
}
void need(const Status& status) {
  if (status.ok()) return;
  fmt::print(stderr, "{}\n", status.error().to_string());
  std::exit(1);
}

void speed(double for_seconds) {
  web::Site site(answer);
  const auto begun = Clock::now();
  auto one = need(browser::Browser::start(local()));
  auto context = need(browser::Context::open(*one, {}));
  fmt::print("start                {:.2f} s\n", seconds_since(begun));
  need(context->tab().load(site.url("/page/1")));
  auto first = Clock::now();
  need(context->tab().load(site.url("/page/2")));
  fmt::print("load, settled        {:.0f} ms ({} KB)\n", 1000 * seconds_since(first),
             made_page(2).size() / 1024);
  const auto snapshots = [&](bool boxes) {
    constexpr int kTimes = 20;
    double best = 1e9;
    for (int i = 0; i < kTimes; ++i) {
      const auto at = Clock::now();
      auto shot = need(context->tab().snapshot({.boxes = boxes, .scroll = false}));
      if (shot.page->text().find("Item 2-299") == std::string_view::npos) std::exit(1);
      best = std::min(best, seconds_since(at));
    }
    return 1000 * best;
  };
  const double plain = snapshots(false), boxed = snapshots(true);
  fmt::print("snapshot             {:.1f} ms, with boxes {:.1f} ms\n", plain, boxed);
  context.reset();
  one.reset();
  const double cpu_before = cpu_seconds();
  std::atomic<int> pages = 0;
  std::atomic<bool> stop = false;
  std::vector<std::thread> threads;
  std::atomic<int> ready = 0;
  for (int t = 0; t < 2; ++t)
    threads.emplace_back([&, t] {
      auto mine = need(browser::Browser::start(local()));
      auto in = need(browser::Context::open(*mine, {}));
      need(in->tab().load(site.url("/page/0")));
      for (++ready; ready < 2;) ::usleep(1000);
      for (int n = t; !stop; n += 2) {
        need(in->tab().load(site.url(fmt::format("/page/{}", n % 500))));
        (void)need(in->tab().snapshot());
        ++pages;
      }
    });
  while (ready < 2) ::usleep(1000);
  const auto at = Clock::now();
  ::usleep(useconds_t(for_seconds * 1e6));
  const int done = pages;
  const double took = seconds_since(at);
  stop = true;
  for (std::thread& one_thread : threads) one_thread.join();
  // On a machine that others use, too, the CPU's time says more: of all processes,
  // starting and ending included.
  fmt::print(
      "two browsers         {:.1f} pages a second (load, settle, snapshot with boxes), {:.0f} ms of CPU a page\n",
      done / took, 1000 * (cpu_seconds() - cpu_before) / std::max(1, int(pages)));
}

void memory(int pages) {
  web::Site site(answer);
  browser::Pool pool(local());
  double most = 0;
  for (int n = 0; n + 1 < pages;
       n += 2) {  // as extraction does: a browser of the pool, a context for each page
    browser::Pool::Lease first = need(pool.take()), second = need(pool.take());
    for (browser::Browser* one : {&*first, &*second}) {
      auto in = need(browser::Context::open(*one, {}));
      need(in->tab().load(site.url(fmt::format("/page/{}", n % 500))));
      (void)need(in->tab().snapshot());
    }
    if (n % std::max(2, pages / 20 * 2) == 0) {
      const double now = double(first->memory() + second->memory()) / (1 << 20);
      most = std::max(most, now);
      fmt::print("after {:>5} pages    {:.0f} MB\n", n + 2, now);
      std::fflush(stdout);
    }
  }
  fmt::print("most                 {:.0f} MB of two browsers\n", most);
}

// Redesigns of the live page, each a function of the agent's world. `truth` follows
// elements that are exchanged.
constexpr const char* kRedesign = R"JS((() => {
  const g = globalThis.gleaner;
  const truth = new Map();
  globalThis.truthOf = (e) => { for (let at = e; at; at = g.parentOf(at)) if (truth.has(at)) return truth.get(at); return 0; };
  globalThis.chooseControls = (most) => {
    const seen = new Set(), out = [];
    const all = g.queryAll('a[href], button, input:not([type=hidden]), select, textarea').filter((e) => g.shown(e) && !e.disabled);
    const step = Math.max(1, Math.floor(all.length / most));
    for (let i = 0; i < all.length && out.length < most; i += step) { truth.set(all[i], out.length + 1); out.push({id: g.number(all[i]), truth: out.length + 1, ways: g.waysTo(g.number(all[i]))}); }
    return out;
  };
  // As browsers' tools copy it: ids where there are some, else tag and classes and number, from the root.
  globalThis.plainPath = (n) => {
    const parts = [];
    for (let at = g.element(n); at && at.nodeType === 1; at = at.parentElement) {
      if (at.id) { parts.unshift('#' + CSS.escape(at.id)); break; }
      let k = 1;
      for (let s = at.previousElementSibling; s; s = s.previousElementSibling) ++k;
      parts.unshift(at === document.documentElement ? 'html' : at.localName + [...at.classList].map((c) => '.' + CSS.escape(c)).join('') + `:nth-child(${k})`);
    }
    return parts.join(' > ');
  };
  const hash = (s) => { let h = 5381; for (const c of s) h = (h * 33 ^ c.charCodeAt(0)) >>> 0; return 'x' + h.toString(36); };
  const all = (css) => [...document.body.querySelectorAll(css)];
  const exchange = (e, tag) => {
    const made = document.createElement(tag);
    for (const a of e.attributes) try { made.setAttribute(a.name, a.value); } catch {}
    made.append(...e.childNodes);
    e.replaceWith(made);
    if (truth.has(e)) truth.set(made, truth.get(e));
    return made;
  };
  const blocks = () => { let b = document.body; while (b.children.length === 1) b = b.children[0]; return b; };
  const synonyms = [[/\badd\b/gi, 'Put'], [/\bcart\b/gi, 'basket'], [/\bsearch\b/gi, 'Find'], [/\bsign in\b/gi, 'Log on'], [/\blog ?in\b/gi, 'Sign in'], [/\bmore\b/gi, 'Further'], [/\bhome\b/gi, 'Start'], [/\bcontact\b/gi, 'Write to us'], [/\babout\b/gi, 'Who we are'], [/\bhelp\b/gi, 'Support']];
  const kinds = {
    rename_classes() { for (const e of all('[class]')) e.setAttribute('class', [...e.classList].map(hash).join(' ')); },
    hash_ids() { for (const e of all('[id]')) { const old = e.id; e.id = hash(old); for (const l of all(`label[for="${CSS.escape(old)}"]`)) l.htmlFor = e.id; } },
    wrap() { for (const e of all('table, ul, dl, h1, form')) { const d = document.createElement('div'); d.className = 'box'; e.replaceWith(d); d.append(e); } },
    unwrap() { for (const e of all('font, center, b, strong, i, em')) { if (!truth.has(e)) e.replaceWith(...e.childNodes); } },
    change_tags() { const m = {b: 'strong', strong: 'b', i: 'em', h1: 'h2', h2: 'h3', h3: 'h4', ul: 'ol', div: 'section', span: 'em', dl: 'ul', dt: 'li', dd: 'li'}; for (const [from, to] of Object.entries(m)) for (const e of all(from + ':not([data-changed])')) exchange(e, to).setAttribute('data-changed', ''); },
    tables_to_divs() { for (const e of all('table, tbody, tr, td, th, thead')) { const c = e.localName; exchange(e, 'div').classList.add(c); } },
    reorder_blocks() { const b = blocks(), k = [...b.children]; b.append(...k.slice(Math.floor(k.length / 2)), ...k.slice(0, Math.floor(k.length / 2))); },
    move_controls() { const d = document.createElement('div'); d.className = 'moved'; let n = 0; for (const e of [...truth.keys()]) if (n++ % 3 === 0 && e.isConnected) d.append(e.closest('label') ?? e); document.body.append(d); },
    change_texts() { let n = 0; for (const e of [...truth.keys()]) { if (n++ % 2) continue; const w = document.createTreeWalker(e, NodeFilter.SHOW_TEXT); for (let t = w.nextNode(); t; t = w.nextNode()) { const was = t.data; for (const [from, to] of synonyms) t.data = t.data.replace(from, to); if (t.data === was && t.data.trim()) t.data = t.data.trim() + ' now'; } if (e.matches('input[type=submit]')) e.value = e.value + ' now'; if (e.placeholder) e.placeholder += ' here'; } },
    change_addresses() { for (const e of all('a[href]')) { const u = e.getAttribute('href'); if (!u.startsWith('#')) e.setAttribute('href', u.startsWith('/') ? '/en' + u : u + (u.includes('?') ? '&' : '?') + 'ref=new'); } },
    insert_ads() { let n = 0; for (const e of all('div, li, tr, p')) if (n++ % 7 === 3) { const d = document.createElement('div'); d.className = 'ad'; d.innerHTML = '<a href="/ad">Ad</a>'; e.parentElement.matches('tr, tbody, table') ? e.parentElement.closest('table').before(d) : e.before(d); } },
    remove_blocks() { const b = blocks(), k = [...b.children]; for (let i = 0; i < k.length; i += 4) if (![...truth.keys()].some((e) => k[i].contains(e))) k[i].remove(); for (const e of all('img')) e.remove(); },
    everything() { kinds.rename_classes(); kinds.hash_ids(); kinds.wrap(); kinds.unwrap(); kinds.reorder_blocks(); kinds.insert_ads(); },
  };
  globalThis.redesign = (kind) => kinds[kind]();
  globalThis.redesigns = Object.keys(kinds);
})())JS";
constexpr const char* kKinds[] = {"rename_classes", "hash_ids",         "wrap",           "unwrap",
                                  "change_tags",    "tables_to_divs",   "reorder_blocks", "move_controls",
                                  "change_texts",   "change_addresses", "insert_ads",     "remove_blocks",
                                  "everything"};

struct Score {
  int all = 0, right = 0, wrong = 0, path_right = 0, path_wrong = 0;
};

void targets(const std::vector<std::string>& files) {
  std::map<std::string, std::string> pages;
  for (size_t i = 0; i < files.size(); ++i) {
    std::stringstream text;
    text << std::ifstream(files[i]).rdbuf();
    pages[fmt::format("/{}", i)] = text.str();
  }
  web::Site site([&](const web::SiteRequest& request) {
    return pages.count(request.path) ? web::Site::page(pages[request.path]) : web::Site::none();
  });
  auto chromium = need(browser::Browser::start(local()));
  auto context = need(browser::Context::open(*chromium, {}));
  browser::Tab& tab = context->tab();
  (void)tab.call("Emulation.setScriptExecutionDisabled", R"({"value":true})");
  (void)tab.call(
      "Network.setBlockedURLs",
      R"({"urlPatterns":[{"urlPattern":"https://*:*/*","block":true},{"urlPattern":"http://*.*:80/*","block":true}]})");
  std::map<std::string, Score> scores;
  for (size_t i = 0; i < files.size(); ++i)
    for (const char* kind : kKinds) {
      if (!tab.load(site.url(fmt::format("/{}", i))).ok()) continue;
      if (!tab.evaluate(kRedesign).ok()) continue;
      auto chosen = tab.evaluate("chooseControls(15)");
      if (!chosen.ok()) continue;
      struct Control {
        int truth;
        browser::Target target;
        std::string path;
      };
      std::vector<Control> controls;
      for (const json::Value& one : chosen->at("result.value")->items) {
        Control control{int(browser::number_at(one, "truth")),
                        {browser::choose_ways(browser::read_ways(*one.find("ways")))},
                        ""};
        auto path = tab.evaluate(fmt::format("plainPath({})", int(browser::number_at(one, "id"))));
        control.path = path.ok() ? path->text("result.value") : "";
        if (!control.target.alternatives.empty()) controls.push_back(std::move(control));
      }
      if (!tab.evaluate(fmt::format("redesign('{}')", kind)).ok()) continue;
      Score& score = scores[kind];
      const auto truth = [&](const browser::Target& target) -> int {
        auto found = tab.find(target);
        if (!found.ok()) return 0;
        const browser::Vote voted = browser::vote(*found);
        if (voted.kind != browser::Vote::Kind::one) return 0;
        auto is =
            tab.evaluate(fmt::format("truthOf(gleaner.element({}))", voted.chosen.id), voted.chosen.context);
        return is.ok() && is->number("result.value") > 0 ? int(is->number("result.value")) : -1;
      };
      for (const Control& control : controls) {
        ++score.all;
        const int ours = truth(control.target), plain = truth({{{.kind = "css", .text = control.path}}});
        score.right += ours == control.truth;
        score.wrong += ours != 0 && ours != control.truth;
        score.path_right += plain == control.truth;
        score.path_wrong += plain != 0 && plain != control.truth;
        if (std::getenv("BENCH_VERBOSE") && ours != control.truth)
          fmt::print("  {} {}: {} ({})\n", files[i], kind, control.target.to_string(), ours);
      }
    }
  Score sum;
  fmt::print("{:<18} {:>8} {:>8} {:>8} | {:>8} {:>8}\n", "redesign", "targets", "found", "wrong", "CSS path",
             "wrong");
  const auto row = [](const std::string& name, const Score& s) {
    const double all = std::max(1, s.all);
    fmt::print("{:<18} {:>8} {:>7.1f}% {:>7.1f}% | {:>7.1f}% {:>7.1f}%\n", name, s.all, 100 * s.right / all,
               100 * s.wrong / all, 100 * s.path_right / all, 100 * s.path_wrong / all);
  };
  for (const char* kind : kKinds) {
    const Score& s = scores[kind];
    row(kind, s);
    sum.all += s.all, sum.right += s.right, sum.wrong += s.wrong, sum.path_right += s.path_right,
        sum.path_wrong += s.path_wrong;
  }
  row("all", sum);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && !std::strcmp(argv[1], "speed")) return speed(argc > 2 ? std::atof(argv[2]) : 10), 0;
  if (argc > 2 && !std::strcmp(argv[1], "memory")) return memory(std::atoi(argv[2])), 0;
  if (argc > 2 && !std::strcmp(argv[1], "targets")) return targets({argv + 2, argv + argc}), 0;
  fmt::print(stderr, "usage: bench_browser speed [SECONDS] | memory PAGES | targets PAGE.html...\n");
  return 2;
}
