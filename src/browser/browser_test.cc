// A real Chromium against a site on this machine: what pages do to a browser, and what is seen of
// them. Skipped where there is none.
#include <gtest/gtest.h>
#include <signal.h>

#include <map>

#include "base/temp_folder_test.h"
#include "browser/process.h"
#include "browser/tab.h"
#include "html/tree.h"
#include "html/visible.h"
#include "web/site_test.h"

namespace gleaner::browser {
namespace {

using web::Site;
using web::SiteRequest;

std::string html_of(const std::string& path) {
  if (path == "/shadow")
    return R"(<body><h1>Shadow</h1><x-card><b slot="title">Lens</b></x-card><script>
      customElements.define('x-card', class extends HTMLElement { constructor() { super();
        this.attachShadow({mode: 'open'}).innerHTML = '<p>Name: <slot name=title></slot></p><button>Buy</button>';
        this.shadowRoot.querySelector('button').onclick = () => document.querySelector('h1').textContent = 'Bought'; } });
      </script></body>)";
  if (path == "/frame")
    return "<body><h1>Outside</h1><iframe src='/inner' width=400 height=200></iframe></body>";
  if (path == "/inner")
    return "<body><p id=p>inside</p><button onclick=\"p.textContent='pressed'\">Press</button></body>";
  if (path == "/form")
    return R"(<body><form action=/echo><label>Name <input name=name value=old></label><label>Word <input type=password name=word></label>
      <select name=color aria-label=Color><option>red</option><option>green</option></select>
      <label><input type=checkbox name=news> News</label><textarea name=more>x</textarea><input type=submit value=Send></form>
      <script>document.querySelector('[name=news]').checked = true</script></body>)";
  if (path.starts_with("/echo")) return "<body><pre>" + path + "</pre></body>";
  if (path == "/late")
    return "<body><ul id=l></ul><script>setTimeout(()=>fetch('/data').then(r=>r.text()).then(t=>l.innerHTML='<li>'+t+'</li>'), 30)</script></body>";
  if (path == "/data") return "came later";
  if (path == "/alerts") return "<body><script>while(true) alert('again')</script></body>";
  if (path == "/alert")
    return "<body><p id=p>no</p><script>if (confirm('sure?')) p.textContent='yes'; alert(1)</script></body>";
  if (path == "/hang") return "<body><script>for(;;);</script></body>";
  if (path == "/window") return "<body><a href='/echo1' target=_blank>Open</a></body>";
  if (path == "/hidden")
    return "<head><style>.off{display:none}</style><link rel=stylesheet href=/style.css></head><body><p class=far>unseen</p><p>seen</p></body>";
  if (path == "/private")
    return "<body><p id=p>waiting</p><script>fetch('http://127.0.0.2:8099/').catch(e=>p.textContent='refused')</script></body>";
  if (path == "/endless")
    return R"(<body style="margin:0"><div id=l></div><script>let n=0; const more=()=>{ for(let i=0;i<20&&n<100;++i) { const d=document.createElement('div');
      d.style.height='80px'; d.textContent='item '+(++n); l.append(d);} }; more();
      addEventListener('scroll',()=>{ if (innerHeight+scrollY>=document.body.offsetHeight-10) fetch('/data').then(more) });</script></body>)";
  if (path == "/file") return "<body><a href=/table.csv>Get</a></body>";
  if (path == "/two")
    return "<body><div id=a><button>Add</button></div><div id=b><button>Add</button></div><button disabled>Gone</button></body>";
  return "";
}

std::string answer(const SiteRequest& request) {
  if (request.path == "/style.css")
    return Site::reply("200 OK", "Content-Type: text/css\r\n", ".far{display:none}");
  if (request.path == "/table.csv")
    return Site::reply("200 OK",
                       "Content-Type: text/csv\r\nContent-Disposition: attachment; filename=table.csv\r\n",
                       "a,b\n1,2\n");
  if (request.path == "/json")
    return Site::reply("200 OK", "Content-Type: application/json\r\n", "{\"a\": 1}");
  if (request.path == "/cookie")
    return Site::reply("200 OK", "Set-Cookie: who=me\r\nContent-Type: text/html\r\n",
                       "<body>set<script>localStorage.k='v'</script></body>");
  if (request.path == "/who")
    return Site::page("<body><pre>" +
                      std::string(request.head.find("who=me") != std::string::npos ? "known" : "unknown") +
                      "</pre><script>document.body.append(localStorage.k ?? 'none')</script></body>");
  const std::string html = html_of(request.path);
  return html.empty() ? Site::none() : Site::page(html);
}

class BrowserTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!find_browser("").ok()) GTEST_SKIP() << "no Chromium here";
    if (!browser_) {
      BrowserOptions options;
      options.rules.private_hosts = {"127.0.0.1"};
      auto started = Browser::start(options);
      ASSERT_TRUE(started.ok()) << started.error().to_string();
      browser_ = started->release();
      site_ = new Site(answer);
    }
    open();
  }
  void open(ContextOptions options = {}) {
    context_.reset();
    auto opened = Context::open(*browser_, std::move(options));
    ASSERT_TRUE(opened.ok()) << opened.error().to_string();
    context_ = std::move(*opened);
  }
  static void TearDownTestSuite() {
    delete browser_;
    delete site_;
    browser_ = nullptr;
  }
  Tab& tab() { return context_->tab(); }
  void load(const std::string& path) {
    const Status done = tab().load(site_->url(path));
    ASSERT_TRUE(done.ok()) << done.error().to_string();
  }
  std::string text() {
    auto shot = tab().snapshot();
    if (!shot.ok()) return shot.error().to_string();
    return html::visible_text(shot->page->view<html::Tree>(), html::kDocument);
  }
  NodeRef at(const std::string& text, const std::string& kind = "") {
    auto hit = tab().locate(Target{{{.kind = kind, .text = text}}});
    EXPECT_TRUE(hit.ok()) << (hit.ok() ? "" : hit.error().to_string());
    return hit.ok() ? hit->element.ref : NodeRef{};
  }

  static Browser* browser_;
  static Site* site_;
  std::unique_ptr<Context> context_;
};
Browser* BrowserTest::browser_ = nullptr;
Site* BrowserTest::site_ = nullptr;

void expect_ok(const Status& status) {
  EXPECT_TRUE(status.ok()) << (status.ok() ? "" : status.error().to_string());
}

TEST_F(BrowserTest, SnapshotHasShadowTreesAndTheirButtonsWork) {
  load("/shadow");
  EXPECT_NE(text().find("Name: Lens"), std::string::npos) << text();
  auto shot = tab().snapshot();
  EXPECT_NE(shot->page->text().find("data-gleaner-shadow"), std::string::npos);
  expect_ok(tab().click(at("Buy", "button")));
  EXPECT_NE(text().find("Bought"), std::string::npos);
}

TEST_F(BrowserTest, SnapshotsAreTheSameTwice) {
  load("/shadow");
  EXPECT_EQ(tab().snapshot()->page->bytes(), tab().snapshot()->page->bytes());
}

TEST_F(BrowserTest, FramesStandInPlaceAndAreActedOn) {
  load("/frame");
  EXPECT_EQ(text(), "Outside inside Press");
  expect_ok(tab().click(at("Press")));
  EXPECT_EQ(text(), "Outside pressed Press");
}

TEST_F(BrowserTest, BoxesAndWayBackToLiveElements) {
  load("/form");
  auto shot = tab().snapshot();
  ASSERT_TRUE(shot.ok());
  const html::Tree& tree = shot->page->view<html::Tree>();
  size_t led = 0;
  for (html::NodeId n = 0; n < tree.size(); ++n) {
    const SnapshotElement* e = shot->element_of(n);
    if (!e || tree.name(n) != "select") continue;
    ++led;
    EXPECT_GT(e->box[2], 0);
    expect_ok(tab().choose(e->ref, "green"));
  }
  EXPECT_EQ(led, 1u);
  EXPECT_NE(tab().snapshot()->page->text().find("<option selected=\"\">green"), std::string::npos);
}

TEST_F(BrowserTest, FormsAreFilledAndSent) {
  load("/form");
  expect_ok(tab().type(at("Name", "field"), "Zoë & co"));
  expect_ok(tab().type(at("Word", "field"), "secret word"));
  expect_ok(tab().check(at("News"), false));
  const std::string shot(tab().snapshot()->page->text());
  EXPECT_NE(shot.find("value=\"Zoë &amp; co\""), std::string::npos) << shot;
  EXPECT_EQ(shot.find("secret word"), std::string::npos);
  expect_ok(tab().submit({}));
  EXPECT_NE(text().find("/echo?name=Zo%C3%AB+%26+co&word=secret+word&color=red&more=x"), std::string::npos)
      << text();
  expect_ok(tab().back(1));
  EXPECT_EQ(tab().url(), site_->url("/form"));
}

TEST_F(BrowserTest, WhatComesLaterIsWaitedFor) {
  load("/late");
  EXPECT_NE(at("came later").context, 0);
}

TEST_F(BrowserTest, DialogsAreAnsweredAndLoopsOfThemEnd) {
  load("/alert");
  EXPECT_EQ(text(), "yes");
  const Status loop = tab().load(site_->url("/alerts"));
  ASSERT_FALSE(loop.ok());
  EXPECT_NE(loop.error().message.find("dialog"), std::string::npos) << loop.error().message;
  expect_ok(context_->revive());
  EXPECT_EQ(tab().url(), site_->url("/alert"));
}

TEST_F(BrowserTest, WindowsAreFollowedOrClosed) {
  load("/window");
  expect_ok(tab().click(at("Open")));
  ASSERT_TRUE(context_->follow_windows().ok());
  EXPECT_EQ(tab().url(), site_->url("/echo1"));
  expect_ok(context_->close_tab());
  EXPECT_EQ(tab().url(), site_->url("/window"));
  ContextOptions closing;
  closing.windows = ContextOptions::Windows::close;
  open(closing);
  load("/window");
  expect_ok(tab().click(at("Open")));
  ASSERT_TRUE(context_->follow_windows().ok());
  EXPECT_EQ(context_->tabs(), 1u);
}

TEST_F(BrowserTest, FilesArePages) {
  load("/file");
  auto kept = tab().download(at("Get"));
  ASSERT_TRUE(kept.ok()) << kept.error().to_string();
  EXPECT_EQ(kept->name, "table.csv");
  expect_ok(tab().load(site_->url("/table.csv")));
  EXPECT_EQ(tab().snapshot()->page->bytes(), "a,b\n1,2\n");
  load("/json");
  EXPECT_EQ(tab().snapshot()->page->bytes(), "{\"a\": 1}");
}

TEST_F(BrowserTest, HiddenByStyleSheetsFromElsewhere) {
  load("/hidden");
  EXPECT_NE(tab().snapshot()->page->text().find("<p class=\"far\" hidden=\"\">"), std::string::npos);
}

TEST_F(BrowserTest, PrivateAddressesAreRefusedByTheGate) {
  load("/private");
  EXPECT_NE(at("refused").context, 0);
  ASSERT_FALSE(browser_->gate().refused().empty());
  const Status other = tab().load("http://127.0.0.3:8099/");
  ASSERT_FALSE(other.ok());
  EXPECT_NE(other.error().hint.find("--allow-private"), std::string::npos) << other.error().to_string();
}

TEST_F(BrowserTest, EndlessListsAreScrolledToTheirEnd) {
  load("/endless");
  auto shot = tab().snapshot({.boxes = false, .scroll = true});
  ASSERT_TRUE(shot.ok());
  EXPECT_NE(shot->page->text().find("item 100"), std::string::npos);
}

TEST_F(BrowserTest, UnclearTargetsAreErrorsThatShowThePlaces) {
  ContextOptions quick;
  quick.step_wait = Milliseconds(100);
  open(quick);
  load("/two");
  auto two = tab().locate(Target{{{.kind = "button", .text = "Add"}}});
  ASSERT_FALSE(two.ok());
  EXPECT_NE(two.error().message.find("fits 2 elements"), std::string::npos) << two.error().message;
  auto differ =
      tab().locate(Target{{{.kind = "css", .text = "#a button"}, {.kind = "css", .text = "#b button"}}});
  ASSERT_FALSE(differ.ok());
  EXPECT_NE(differ.error().message.find("different"), std::string::npos);
  EXPECT_TRUE(
      tab().locate(Target{{{.kind = "button", .text = "Add"}, {.kind = "css", .text = "#b button"}}}).ok());
  auto none = tab().locate(Target{{{.kind = "button", .text = "Gonne"}}});
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().hint.find("disabled"), std::string::npos) << none.error().hint;
}

TEST_F(BrowserTest, ErrorsOfServersAndNames) {
  EXPECT_NE(tab().load(site_->url("/nothing")).error().message.find("404"), std::string::npos);
  EXPECT_FALSE(tab().load("http://no-such-host.invalid/").ok());
}

TEST_F(BrowserTest, ADeadBrowserIsStartedAgainWithItsCookies) {
  load("/cookie");
  ASSERT_TRUE(context_->state().ok());
  load("/who");
  EXPECT_EQ(text(), "known v");
  ::kill(browser_->pid(), SIGKILL);
  EXPECT_FALSE(tab().load(site_->url("/form")).ok());
  expect_ok(context_->revive());
  EXPECT_EQ(text(), "known v");
}

TEST_F(BrowserTest, PicturesAndAPointerForWhoeverLooks) {
  load("/two");
  std::vector<std::string> pictures;
  expect_ok(tab().screencast([&](std::string jpeg) { pictures.push_back(std::move(jpeg)); }));
  for (int i = 0; i < 100 && pictures.empty(); ++i) tab().pump(Milliseconds(20));
  ASSERT_FALSE(pictures.empty());
  EXPECT_EQ(pictures[0].substr(0, 2), "\xff\xd8");
  expect_ok(tab().screencast(nullptr));
  load("/frame");
  auto shot = tab().screenshot({}, at("Outside"));
  ASSERT_TRUE(shot.ok());
  EXPECT_EQ(shot->substr(1, 3), "PNG");
}

TEST_F(BrowserTest, AnswersGoIntoTheArchive) {
  std::vector<web::Exchange> kept;
  ContextOptions archiving;
  archiving.archive = [&](const web::Exchange& one) { kept.push_back(one); };
  open(archiving);
  load("/hidden");
  std::map<std::string, const web::Exchange*> by_url;
  const auto both = [&] {
    for (const web::Exchange& one : kept) by_url[one.url] = &one;
    return by_url.count(site_->url("/hidden")) && by_url.count(site_->url("/style.css"));
  };
  for (int i = 0; i < 100 && !both(); ++i)
    tab().pump(Milliseconds(20));  // an answer may come after its page has loaded
  ASSERT_TRUE(both());
  EXPECT_EQ(by_url[site_->url("/style.css")]->body, ".far{display:none}");
  EXPECT_TRUE(by_url[site_->url("/hidden")]->response_head.starts_with("HTTP/1.1 200"));
}

TEST_F(BrowserTest, APageThatHangsLosesItsTabOnly) {
  ContextOptions quick;
  quick.load_wait = Milliseconds(2'000);
  open(quick);
  load("/data");
  const Status hung = tab().load(site_->url("/hang"));
  ASSERT_FALSE(hung.ok());
  EXPECT_EQ(hung.error().code, Code::budget);
  expect_ok(context_->revive());
  EXPECT_EQ(tab().url(), site_->url("/data"));
}

TEST(Vote, MostVoicesWinAndTiesAreErrors) {
  const NodeRef a{1, 1}, b{1, 2}, c{1, 3};
  EXPECT_EQ(vote({{{}, {}}, {}, {}}).kind, Vote::Kind::none);
  EXPECT_EQ(vote({{{a}, {}}, {}, {}}).chosen, a);
  EXPECT_EQ(vote({{{a}, {b}}, {}, {}}).kind, Vote::Kind::disagree);
  EXPECT_EQ(vote({{{a}, {b}, {b}}, {}, {}}).chosen, b);
  EXPECT_EQ(vote({{{a, b, c}}, {}, {}}).kind, Vote::Kind::several);
  EXPECT_EQ(vote({{{a, b, c}, {c}}, {}, {}}).chosen, c);
  EXPECT_EQ(vote({{{a, b}, {b, c}}, {}, {}}).chosen, b);
  EXPECT_EQ(vote({{{a}, {b}, {b}}, {false, true, true}, {}}).chosen, a);
  EXPECT_EQ(vote({{{}, {b}}, {false, true}, {}}).chosen, b);
}

}  // namespace
}  // namespace gleaner::browser
