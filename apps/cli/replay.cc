// gleaner replay SCRIPT: a navigation step by step, with what each step met; whether its targets have
// drifted, and new ones for them.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/base64.h"
#include "base/contains.h"
#include "base/json.h"
#include "base/shorten.h"
#include "base/text.h"
#include "navigation_run.h"
#include "page/load.h"
#include "verbs.h"

namespace gleaner::cli {
namespace {

struct ReplayArguments {
  ScriptRun run;
  std::string html, repaired, pictures, from_url;
  uint64_t from_line = 0;
  bool check = false, json = false;
};

bool drifted(const script::NavigationStep& step) { return step.hit && contains(step.hit->agreed, false); }

std::string lost_ways(const script::NavigationStep& step) {
  std::string out;
  for (size_t i = 0; i < step.hit->agreed.size(); ++i)
    if (!step.hit->agreed[i]) out += (out.empty() ? "" : ", ") + step.target.alternatives[i].to_string();
  return out;
}

std::string line_of(const script::NavigationStep& step) {
  std::string out =
      fmt::format("{:>3}  line {:<3} {}", step.number, step.line, shortened(collapse(step.statement), 100));
  if (step.hit) out += fmt::format("\n       -> {}", step.hit->element.words());
  if (step.found) out += fmt::format("\n       -> {}", counted(*step.found, "record"));
  if (step.failed) out += fmt::format("\n       failed: {}", step.failed->message);
  else if (drifted(step)) out += fmt::format("\n       drifted: found, but no longer by {}", lost_ways(step));
  return out;
}

std::string json_of(const script::NavigationStep& step, const std::string& picture) {
  std::string out =
      fmt::format("{{\"step\": {}, \"line\": {}, \"statement\": {}, \"url\": {}, \"seconds\": {:.3f}",
                  step.number, step.line, json::quote(step.statement), json::quote(step.url), step.seconds);
  if (step.hit) {
    const auto& box = step.hit->element.box;
    out +=
        fmt::format(", \"hit\": {{\"role\": {}, \"name\": {}, \"box\": [{}, {}, {}, {}]}}, \"drifted\": {}",
                    json::quote(step.hit->element.role), json::quote(step.hit->element.name), box[0], box[1],
                    box[2], box[3], drifted(step));
  }
  if (step.found) out += fmt::format(", \"records\": {}", *step.found);
  if (!step.new_target.empty()) out += fmt::format(", \"new_target\": {}", json_list(step.new_target));
  if (step.failed) out += fmt::format(", \"failed\": {}", json::quote(step.failed->message));
  if (!picture.empty()) out += fmt::format(", \"picture\": {}", json::quote(picture));
  return out + "}\n";
}

// The step's picture as a file of the folder; "" where there is none.
std::string picture_file(const std::string& folder, const script::NavigationStep& step) {
  if (folder.empty() || step.picture.empty()) return "";
  std::error_code none;
  std::filesystem::create_directories(folder, none);
  const std::string path = fmt::format("{}/step-{}.png", folder, step.number);
  return write_file(path, step.picture).ok() ? path : "";
}

std::string page_of(const std::vector<script::NavigationStep>& steps, const std::string& script) {
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title><style>\n"
      "body{{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
      "color:#1c1c1c;background:#fff}}\n"
      "section{{border-top:1px solid #ccc;padding:1rem 0}} pre{{background:#f4f4f4;padding:.6rem;"
      "overflow-x:auto;white-space:pre-wrap}}\n"
      "img{{max-width:100%;border:1px solid #ccc}} .bad{{color:#a40000}} .drift{{color:#8a5a00}} "
      ".when{{color:#666;float:right}}\n"
      "</style></head><body><h1>{0}</h1>\n",
      escape_html(script));
  for (const script::NavigationStep& step : steps) {
    out += fmt::format(
        "<section><span class=\"when\">{}</span><h2>Step {}, line {}</h2><pre>{}</pre><p>on {}</p>\n",
        seconds(step.seconds), step.number, step.line, escape_html(step.statement), escape_html(step.url));
    if (step.hit) out += fmt::format("<p>found: {}</p>\n", escape_html(step.hit->element.words()));
    if (step.found) out += fmt::format("<p>{}</p>\n", counted(*step.found, "record"));
    if (step.failed)
      out += fmt::format("<p class=\"bad\">{}</p><pre>{}</pre>\n", escape_html(step.failed->message),
                         escape_html(step.failed->hint));
    else if (drifted(step))
      out += fmt::format("<p class=\"drift\">no longer found by {}</p>\n", escape_html(lost_ways(step)));
    if (!step.picture.empty())
      out += fmt::format("<img alt=\"the page at step {}\" src=\"data:image/png;base64,{}\">\n", step.number,
                         base64(step.picture));
    out += "</section>\n";
  }
  return out + "</body></html>\n";
}

// The script with new targets in place of those that have drifted, from its end to its
// beginning so that places stay.
std::string with_new_targets(std::string text, std::vector<script::NavigationStep> steps) {
  std::ranges::sort(steps, [](const auto& a, const auto& b) { return a.target_begin > b.target_begin; });
  uint32_t last = UINT32_MAX;
  for (const script::NavigationStep& step : steps) {
    if (step.new_target.empty() || step.target_begin >= last || step.target_end > text.size()) continue;
    if (std::ranges::any_of(step.target.alternatives,
                            [](const browser::Alternative& one) { return bool(one.in); }))
      continue;
    std::string target;
    for (size_t i = 0; i < step.new_target.size(); ++i)
      target += (i ? (i == 1 ? "\n    or " : " or ") : "") + step.new_target[i];
    text.replace(step.target_begin, step.target_end - step.target_begin, target);
    last = step.target_begin;
  }
  return text;
}

Result<int> run_replay(const ReplayArguments& options) {
  std::vector<script::NavigationStep> steps;
  const bool keep_pictures = !options.html.empty();
  if (options.from_line > 1 && options.from_url.empty())
    return fail_usage("--from needs the page where that line begins",
                      "--at URL: a replay of the whole script with --json tells it for each step");
  const int exit = run_script(options.run, [&](script::NavigationOptions& how) {
    how.pictures = keep_pictures || !options.pictures.empty();
    how.from_line = uint32_t(options.from_line);
    how.from_url = options.from_url;
    how.propose = true;
    how.step = [&](script::NavigationStep&& step) {
      const std::string picture = picture_file(options.pictures, step);
      if (options.json) put(stdout, json_of(step, picture)), std::fflush(stdout);
      else say(line_of(step));
      steps.push_back(std::move(step));
    };
  });
  if (keep_pictures) GLEANER_CHECK(write_file(options.html, page_of(steps, options.run.script)));
  const size_t lost = size_t(std::ranges::count_if(steps, drifted)),
               failed =
                   size_t(std::ranges::count_if(steps, [](const auto& s) { return s.failed.has_value(); }));
  say(fmt::format("{}{}{}{}", counted(steps.size(), "step"), failed ? fmt::format(", {} failed", failed) : "",
                  lost ? fmt::format(", {} drifted", counted(lost, "target")) : "",
                  keep_pictures ? " -> " + options.html : ""));
  if (!options.repaired.empty()) {
    GLEANER_TRY(auto text, read_program(options.run.script));
    GLEANER_CHECK(write_file(options.repaired, with_new_targets(text, steps)));
    say(fmt::format("{} -> {}", counted(lost, "new target"), options.repaired));
  }
  if (options.check && (lost || failed)) return kDrift;
  return exit;
}

}  // namespace

void add_replay(Command& app) {
  auto options = std::make_shared<ReplayArguments>();
  Command& verb = add_verb(
      app, "replay", "Run a navigation script step by step and show what each step met",
      "  gleaner replay shop.gln --allow-net shop.example --html report.html\n"
      "  gleaner replay shop.gln --allow-net shop.example --headed\n"
      "  gleaner replay shop.gln --allow-net shop.example --check           exit 4 when a target has drifted\n"
      "  gleaner replay shop.gln --allow-net shop.example --repair new.gln  the script with new targets\n"
      "A target has drifted when one of its ways no longer leads to what the others name.");
  add_script(verb, options->run);
  verb.add_option("--html", options->html, "FILE", "a page of all steps with pictures, the targets marked");
  verb.add_option("--pictures", options->pictures, "DIR",
                  "folder for a picture of each step: step-1.png ...");
  verb.add_option("--from", options->from_line, "LINE", "begin at this line of the script, on the page --at");
  verb.add_option("--at", options->from_url, "URL", "the page where --from begins");
  verb.add_flag("--check", options->check, "exit 4 when a step fails or a target has drifted");
  verb.add_option("--repair", options->repaired, "FILE",
                  "write the script with new targets for those that have drifted");
  verb.add_flag("--json", options->json, "a line of JSON a step on standard output");
  add_output(verb, options->run.output, "jsonl, json, csv, tsv, xml, table");
  add_browser(verb, options->run.browser);
  add_script_limits(verb, options->run);
  verb.callback([options] { return run_replay(*options); });
}

}  // namespace gleaner::cli
