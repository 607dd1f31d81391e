// Recorded from real events in a visible window (Xvfb), run again, the same page reached. And what
// the parser makes of statements.
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/temp_folder_test.h"
#include "browser/process.h"
#include "browser/recorder.h"
#include "page/load.h"
#include "script/interpreter.h"
#include "script/navigation.h"
#include "script/parser.h"
#include "web/site_test.h"

extern char** environ;

namespace gleaner::script {
namespace {

using web::Site;

std::string navigated_page(const web::SiteRequest& request) {
  if (request.path == "/")
    return Site::page(
        R"(<body><h1>Door</h1><form action=/in id=frm-8f3a91c2><label>User <input name=user></label><label>Password <input type=password name=word></label>
      <select name=team aria-label=Team><option>red</option><option>blue</option></select><label><input type=checkbox name=stay> Stay</label>
      <button class="css-1q2w3e4r">Enter</button></form></body>)");
  if (request.path.starts_with("/in?"))
    return Site::page(
        "<body><h1>Inside</h1><ul class=things>" +
        std::string(
            "<li>Lamp <a href=/thing?lamp>Details</a></li><li>Table <a href=/thing?table>Details</a></li>"
            "<li>Chair <a href=/thing?chair>Details</a></li>") +
        "</ul><pre>" + request.path + "</pre></body>");
  if (request.path.starts_with("/thing"))
    return Site::page("<body><h1>Thing</h1><p class=what>" + request.path.substr(7) + "</p></body>");
  return Site::none();
}

// A screen that nobody sees; none where there is no Xvfb.
class Screen {
 public:
  Screen() {
    const std::string name = ":" + std::to_string(100 + ::getpid() % 800);
    std::vector<std::string> words = {"Xvfb", name, "-screen", "0", "1300x1000x24"};
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", 1, 0);
    if (::posix_spawnp(&pid_, "Xvfb", &actions, nullptr, argv.data(), environ) != 0) pid_ = -1;
    posix_spawn_file_actions_destroy(&actions);
    for (int i = 0; i < 100 && pid_ > 0 && ::access(("/tmp/.X11-unix/X" + name.substr(1)).c_str(), F_OK) != 0;
         ++i)
      ::usleep(20'000);
    if (pid_ > 0) ::setenv("DISPLAY", name.c_str(), 1);
  }
  ~Screen() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGTERM);
    ::waitpid(pid_, nullptr, 0);
  }
  bool there() const { return pid_ > 0; }

 private:
  pid_t pid_ = -1;
};

struct Driven {
  std::string out;
  std::string failed;
};

Driven run_navigation(const std::string& source) {
  Driven ran;
  auto script = parse_script(source, "test.gln");
  if (!script.ok()) return {"", script.error().to_string()};
  NavigationOptions how;
  how.browser.rules.private_hosts = {"127.0.0.1"};
  how.secret = [](const std::string& name) -> Result<std::string> { return "the " + name; };
  RunOptions options;
  options.out = [&](std::string_view text) { ran.out += text; };
  options.navigation = std::make_shared<Navigation>(std::move(how));
  Budget budget;
  Interpreter interpreter(*script, std::move(options), budget);
  if (auto done = interpreter.run(); !done.ok()) ran.failed = done.error().to_string();
  return ran;
}

TEST(Navigation, RecordedThenReplayed) {
  if (!browser::find_browser("").ok()) GTEST_SKIP() << "no Chromium here";
  const Screen screen;
  Site site(navigated_page);
  browser::BrowserOptions options;
  options.rules.private_hosts = {"127.0.0.1"};
  options.process.headed = screen.there();
  auto browser = browser::Browser::start(options);
  ASSERT_TRUE(browser.ok()) << browser.error().to_string();
  std::string recorded;
  {
    auto context = browser::Context::open(**browser, {});
    ASSERT_TRUE(context.ok()) << context.error().to_string();
    browser::Recorder recorder(**context);
    ASSERT_TRUE(recorder.begin(site.url("/")).ok());
    browser::Tab& tab = (*context)->tab();
    const auto at = [&](const std::string& kind, const std::string& text, int nth = 0) {
      auto hit = tab.locate(browser::Target{{{.kind = kind, .text = text, .nth = nth}}});
      EXPECT_TRUE(hit.ok()) << (hit.ok() ? "" : hit.error().to_string());
      return hit.ok() ? hit->element.ref : browser::NodeRef{};
    };
    EXPECT_TRUE(tab.type(at("field", "User"), "ada").ok());
    EXPECT_TRUE(tab.type(at("field", "Password"), "the WORD").ok());
    EXPECT_TRUE(tab.check(at("field", "Stay"), true).ok());
    EXPECT_TRUE(tab.click(at("button", "Enter")).ok());
    EXPECT_TRUE(tab.click(at("link", "Details", 1)).ok());
    EXPECT_TRUE(tab.back(1).ok());
    EXPECT_TRUE(tab.click(at("link", "Details", 2)).ok());
    for (int i = 0; i < 10; ++i) recorder.poll(browser::Milliseconds(20));
    recorded = browser::to_script(recorder.steps());
  }
  EXPECT_NE(recorded.find("type \"ada\" into field \"User\"\n    or css \"[name=\\\"user\\\"]\""),
            std::string::npos)
      << recorded;
  EXPECT_NE(recorded.find("type secret(\"WORD\") into field \"Password\""), std::string::npos) << recorded;
  EXPECT_EQ(recorded.find("the WORD"), std::string::npos) << "a secret is written down";
  EXPECT_NE(recorded.find("check field \"Stay\""), std::string::npos) << recorded;
  EXPECT_NE(recorded.find("click button \"Enter\""), std::string::npos) << recorded;
  EXPECT_EQ(recorded.find("8f3a91c2"), std::string::npos) << "a generated name: " << recorded;
  EXPECT_EQ(recorded.find("1q2w3e4r"), std::string::npos) << "a generated name: " << recorded;
  EXPECT_NE(recorded.find("\nback\n"), std::string::npos) << recorded;
  EXPECT_NE(recorded.find("// for member in page().css("), std::string::npos)
      << "no loop is proposed: " << recorded;
  const Driven again = run_navigation(recorded + "\nprintln(page().css(\".what\").first.text);\n");
  EXPECT_EQ(again.failed, "");
  EXPECT_EQ(again.out, "table\n") << recorded;
}

TEST(Navigation, WordsOfStatementsStayNames) {
  const char* kFine[] = {"load = 3; check = load + 1; back = check; back; type = [back]; println(type[0]);",
                         "function click(x) return x; end println(click(2));",
                         "tab = {a: 1}; println(tab.a); scroll = 1; wait = scroll;",
                         "for each in [1, 2] do println(each); end",
                         "url = \"x\"; println(url); page = 2; println(page);"};
  for (const char* source : kFine) {
    auto script = parse_script(source, "t");
    ASSERT_TRUE(script.ok()) << source << "\n" << script.error().to_string();
    EXPECT_FALSE((*script)->navigates) << source;
  }
}

TEST(Navigation, StatementsParse) {
  const char* kFine[] = {
      "load \"http://x/\"",
      "click 2nd link \"More\" or css \"a.more\" near \"Total\"",
      "type secret(\"A\") into field \"B\"\npress \"Enter\"",
      "choose \"a\" in field \"B\" submit",
      "wait until exists(button \"x\") for 3 s\nwait idle back 2 forward",
      "for each r in \"q.csv\" do load r.url end",
      "on error retry 2 then skip\non error do println(error); end on error stop",
      "scroll to end scroll by 10 scroll to \"x\"",
      "tab new tab 2 tab close frame css \"iframe\" frame top",
      "screenshot to \"a.png\" screenshot css \"h1\" to \"b.png\" download \"x\" as \"y\"",
      "while next_page() do emit {a: url()}; end",
      "c = 1; click last button \"x\" in c\nhover \"y\" check \"z\" uncheck \"z\" upload \"f\" into field \"g\" reload"};
  for (const char* source : kFine) {
    auto script = parse_script(source, "t");
    ASSERT_TRUE(script.ok()) << source << "\n" << script.error().to_string();
    EXPECT_TRUE((*script)->navigates) << source;
  }
  const char* kWrong[] = {"type \"x\"", "on error perhaps", "choose \"a\"", "download \"x\"",
                          "load \"a\" \"b\" \"c\" )"};
  for (const char* source : kWrong) EXPECT_FALSE(parse_script(source, "t").ok()) << source;
}

// Files that pages fill are named by scripts: see Navigation::file_path.
TEST(Navigation, FilesStayInTheirFolderAndHideNothing) {
  const TempFolder folder;
  namespace fs = std::filesystem;
  fs::create_directories(folder / "files/sub");
  fs::create_directory_symlink(std::string(folder / "files") + "/..", folder / "files/up");
  ASSERT_TRUE(write_file(folder / "files/there", "x").ok());
  NavigationOptions how;
  how.files = folder / "files";
  Navigation named(how);
  for (const char* fine : {"a.png", "sub/b.csv", "new/c.csv", "there"})
    EXPECT_TRUE(named.file_path(fine).ok()) << fine;
  for (const char* wrong :
       {"", "/etc/x", "../x", "sub/../../x", "up/x", ".bashrc", ".git/hooks/x", "sub/.x", ".", "sub/"})
    EXPECT_FALSE(named.file_path(wrong).ok()) << wrong;
  // Without a folder of their own they write over nothing but what they wrote.
  const fs::path before = fs::current_path();
  fs::current_path(folder / "files");
  Navigation here(NavigationOptions{});
  EXPECT_FALSE(here.file_path("there").ok());
  const auto fresh = here.file_path("fresh");
  ASSERT_TRUE(fresh.ok());
  ASSERT_TRUE(write_file(*fresh, "x").ok());
  EXPECT_TRUE(here.file_path("fresh").ok());
  const auto picture = here.picture_path("step-1.png");
  ASSERT_TRUE(picture.ok());
  const fs::path private_folder = fs::path(*picture).parent_path();
  EXPECT_EQ(fs::status(private_folder).permissions(), fs::perms::owner_all);
  fs::remove_all(private_folder);
  fs::current_path(before);
}

TEST(Navigation, ScriptsWithoutABrowserSayWhatIsMissing) {
  auto script = parse_script("load \"http://x/\"", "t");
  ASSERT_TRUE(script.ok());
  Budget budget;
  Interpreter interpreter(*script, {}, budget);
  auto ran = interpreter.run();
  ASSERT_FALSE(ran.ok());
  EXPECT_NE(ran.error().message.find("no browser"), std::string::npos);
}

}  // namespace
}  // namespace gleaner::script
