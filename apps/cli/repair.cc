// gleaner repair WRAPPER OLD... --new NEW...: a wrapper for the redesigned pages, learned from what is still
// recognisable.
#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "options.h"
#include "output.h"
#include "page_input.h"
#include "run/extract_pages.h"
#include "run/families.h"
#include "run/learn.h"
#include "verbs.h"
#include "wrap/wrapper_file.h"

namespace gleaner::cli {
namespace {

struct RepairArguments {
  std::string wrapper, output;
  std::vector<std::string> old_pages, new_pages;
  std::vector<std::string> keep;  // fields that keep their rules
  BudgetOptions budget;
  bool json = false;
  PageInput input;
};

std::string json_report(const learn::RepairReport& report) {
  std::string out = fmt::format(
      "{{\"better\": {}, \"rules_hold\": {}, \"old\": {:.3f}, \"new\": {:.3f}, \"old_pages\": {:.3f}, "
      "\"advice\": {}, \"fields\": [",
      report.better, report.rules_hold, report.old_score, report.new_score, report.old_pages_score,
      json::quote(report.advice));
  out += joined(report.fields, [](const learn::FieldRepair& f) {
    return fmt::format(
        "{{\"field\": {}, \"before\": {}, \"after\": {}, \"labels\": {}, \"found\": {}, \"records\": {}, "
        "\"known\": {}, \"known_same\": {}, \"confidence\": {:.2f}, \"gone\": {}}}",
        json::quote(f.field), json::quote(f.before), json::quote(f.after), f.labels, f.found, f.records,
        f.known, f.known_same, f.confidence, f.gone);
  });
  return out + "]}\n";
}

void print_report(const learn::RepairReport& report) {
  for (const learn::FieldRepair& f : report.fields) {
    if (f.gone) {
      say(fmt::format("{:<10} left out: no known value and no label text speaks for it on the new pages",
                      f.field));
      continue;
    }
    if (f.before == f.after) say(fmt::format("{:<10} unchanged", f.field));
    else say(fmt::format("{:<10} {}\n{:<8} -> {}", f.field, f.before, "", f.after));
    std::string evidence = fmt::format("{} of {} found", f.found, f.records);
    if (f.known) evidence += fmt::format(", values as before on {} of {} known", f.known_same, f.known);
    say(fmt::format("{:<10} {} (confidence {:.2f})", "", evidence, f.confidence));
  }
  print(report.notes);
}

Result<int> run_repair(const RepairArguments& options) {
  auto loaded = wrap::load_wrapper(options.wrapper, run::families());
  if (!loaded.ok()) {
    Diagnostic why = loaded.error();
    if (options.wrapper.ends_with(".gln"))
      why.hint += fmt::format(
          "{}the targets of a script that navigates are repaired in a browser: "
          "gleaner replay {} --repair new.gln --allow-net HOST",
          why.hint.empty() ? "" : "\n  ", options.wrapper);
    return fail(why);
  }
  GLEANER_CHECK(may_replace(options.output, Replaces::wrapper));
  GLEANER_TRY(auto old_pages, options.input.load_all(options.old_pages));
  GLEANER_TRY(auto new_pages, options.input.load_all(options.new_pages));
  Budget budget(limits_of(options.budget));
  GLEANER_TRY(auto repaired, run::repair(*loaded, run::families(), old_pages, new_pages, budget));
  const learn::RepairReport& report = repaired.report;
  if (options.json) put(stdout, json_report(report));
  else print_report(report);
  bool in_part = false;  // a page was not read to its end: what is missing may stand behind
  for (const auto* pages : {&old_pages, &new_pages})
    for (const DocumentPtr& page : *pages)
      if (run::read_in_part(*page)) in_part = true, print(page->notes());
  if (!report.better) {
    say("not replaced: " + report.advice);
    if (in_part) return kPartial;
    return report.old_score > 0.9 ? kDone : kCannotLearn;
  }
  GLEANER_TRY(const std::string text,
              run::keep_fields(*loaded, repaired.text, options.keep, run::families()));
  if (int exit = write_whole(options.output, text, Replaces::wrapper)) return exit;
  if (options.json) return in_part ? kPartial : kDone;
  if (report.rules_hold) say("the rules still hold; what the pages show has changed: the profile is renewed");
  else
    say(fmt::format("better on the new pages ({:.2f} before, {:.2f} now; {:.2f} on the old pages): written",
                    report.old_score, report.new_score, report.old_pages_score));
  if (!report.advice.empty()) say(report.advice);
  if (!options.output.empty())
    say(fmt::format("Review: gleaner explain {} --diff {}", options.wrapper, options.output));
  return in_part ? kPartial : kDone;
}

}  // namespace

void add_repair(Command& app) {
  auto options = std::make_shared<RepairArguments>();
  Command& verb =
      add_verb(app, "repair", "Make a wrapper for redesigned pages from what is still recognisable",
               "  gleaner repair shop.wrapper 'shop/*.html' --new 'today/*.html' -o shop.2.wrapper\n"
               "The old pages are those on which the wrapper worked. The file is written only if the new "
               "wrapper is better.");
  verb.add_option("wrapper", options->wrapper, "WRAPPER", "wrapper file")->required();
  verb.add_option("old", options->old_pages, "OLD-PAGE...", "pages on which it worked")->required();
  verb.add_option("--new", options->new_pages, "NEW-PAGE...", "pages after the redesign")->required();
  verb.add_option("-o,--output", options->output, "FILE", "wrapper file to write (default: standard output)");
  verb.add_option("--keep", options->keep, "FIELD", "field that keeps its old rules (again for more)")
      ->repeated();
  verb.add_flag("--json", options->json, "the report as JSON on standard output (with -o)");
  add_budget(verb, options->budget, "repairing");
  options->input.add_options(verb, &options->budget);
  verb.callback(
      [options] { return run_limited(limits_of(options->budget, 1), [&] { return run_repair(*options); }); });
}

}  // namespace gleaner::cli
