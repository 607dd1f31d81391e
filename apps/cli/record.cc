// gleaner record URL -o FILE: a script from what a person does in a browser.
#include <fmt/format.h>

#include <filesystem>

#include "browser/recorder.h"
#include "browser_options.h"
#include "interrupt.h"
#include "output.h"
#include "page/load.h"
#include "page/url.h"
#include "verbs.h"

namespace gleaner::cli {
namespace {

struct RecordArguments {
  std::string url, output;
  BrowserFlags browser;
  PageInput input;
  double seconds = 0;
  bool headless = false, force = false;
};

Result<int> run_record(const RecordArguments& options) {
  if (options.headless && options.browser.headed)
    return fail_usage("--headed and --headless exclude each other");
  std::error_code none;
  if (!options.output.empty() && !options.force && std::filesystem::exists(options.output, none))
    return fail_usage(fmt::format("{} is there already", options.output), "name another file, or --force");
  const std::string host = host_of(split_url(options.url));
  if (host.empty() || !options.url.starts_with("http"))
    return fail_usage(fmt::format("{} is no address of a page", options.url));
  const WebOptions& web = options.input.web();
  GLEANER_TRY(auto browser, browser::Browser::start(browser_options(web, {host}, !options.headless)));
  GLEANER_TRY(auto how, context_options(options.browser, web));
  GLEANER_TRY(auto context, browser::Context::open(*browser, how));
  browser::Recorder recorder(*context);
  recorder.on_step = [](const browser::RecordedStep& step) { say(words_of(step)); };
  if (!browser->sandboxed()) say("note: the browser runs without its sandbox: it cannot have one as root");
  GLEANER_CHECK(recorder.begin(options.url));
  say("recording: close the window, or press Ctrl-C here, when you are done");
  const Interrupts interrupts;
  const auto until = browser::Clock::now() + browser::Milliseconds(int64_t(options.seconds * 1000));
  while (!interrupts.asked() && (options.seconds <= 0 || browser::Clock::now() < until))
    if (!recorder.poll(browser::Milliseconds(100))) break;
  recorder.finish();
  const std::string script = browser::to_script(recorder.steps());
  if (options.output.empty()) return put(stdout, script), kDone;
  GLEANER_CHECK(write_file(options.output, script));
  say(fmt::format("{} -> {}\n  see it run: gleaner replay {} --allow-net {}",
                  counted(recorder.steps().size(), "step"), options.output, options.output, host));
  return kDone;
}

}  // namespace

void add_record(Command& app) {
  auto options = std::make_shared<RecordArguments>();
  Command& verb = add_verb(
      app, "record", "Record a navigation script from what you do in a browser",
      "  gleaner record https://shop.example/cameras -o shop.gln\n"
      "  gleaner replay shop.gln --allow-net shop.example\n"
      "Clicks, typing, choosing, keys that act and pages gone to by hand become statements; passwords\n"
      "become secret(\"NAME\"). The same done to two members of a list is proposed as a loop over all of them.");
  verb.add_option("address", options->url, "URL", "where to begin")->required();
  verb.add_option("-o,--output", options->output, "FILE", "script file to write (default: standard output)");
  verb.add_flag("--force", options->force, "write over a file that is there");
  verb.add_flag("--headless", options->headless,
                "without a window: for programs that send the events themselves");
  verb.add_option("--max-seconds", options->seconds, "S", "stop by itself after so long");
  add_browser(verb, options->browser);
  options->input.add_options(verb);
  verb.callback([options] { return run_record(*options); });
}

}  // namespace gleaner::cli
