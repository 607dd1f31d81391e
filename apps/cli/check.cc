// gleaner check WRAPPER PAGE...: do these pages still look as the wrapper knows them? Exit 4 when one does
// not.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/json.h"
#include "base/ordered_pool.h"
#include "base/text.h"
#include "label/resolve.h"
#include "learn/check.h"
#include "learn/differences.h"
#include "options.h"
#include "output.h"
#include "page/load.h"
#include "page_input.h"
#include "progress.h"
#include "run/extract.h"
#include "run/families.h"
#include "verbs.h"
#include "watchdog.h"
#include "wrap/wrapper_file.h"

namespace gleaner::cli {
namespace {

struct CheckArguments {
  std::string wrapper, labels;
  std::vector<std::string> pages;
  BudgetOptions budget;
  size_t jobs = 0;
  bool json = false, all = false, learn = false;
  PageInput input;
};

struct Checked {
  learn::PageCheck check;
  std::optional<std::pair<wrap::Label, std::vector<wrap::Record>>> labelled;  // what must come out, what does
  DocumentPtr page;                                                           // ... and where
  std::vector<wrap::Record> records;                                          // kept for --learn
  std::string refused;  // nodes like the records, and why
  std::optional<Diagnostic> failed;
};

std::string json_line(const learn::PageCheck& check, const std::string& refused,
                      const std::string& differences) {
  std::string out = fmt::format(
      "{{\"page\": {}, \"verdict\": \"{}\", \"surprise\": {:.3f}, \"records\": {}, \"skeleton\": {:.2f}",
      json::quote(check.page), learn::name_of(check.verdict), check.surprise, check.records, check.skeleton);
  if (!check.evidence.empty()) out += ", \"evidence\": " + json::quote(check.evidence);
  if (!refused.empty()) out += ", \"refused\": " + json::quote(refused);
  out += ", \"fields\": [";
  out += joined(check.fields, [](const learn::FieldCheck& field) {
    return fmt::format("{{\"field\": {}, \"verdict\": \"{}\", \"surprise\": {:.3f}, \"evidence\": {}}}",
                       json::quote(field.field), learn::name_of(field.verdict), field.surprise,
                       json::quote(field.evidence));
  });
  return out + (differences.empty() ? "]}\n" : "], \"differences\": [" + differences + "]}\n");
}

std::string text_lines(const learn::PageCheck& check, const std::string& refused) {
  std::string out;
  auto line = [&](std::string_view what) {
    out += fmt::format("{}  {:<8} {}\n", check.page, learn::name_of(check.verdict), what);
  };
  if (!check.evidence.empty()) line(check.evidence);
  for (const learn::FieldCheck& field : check.fields)
    if (check.records == 0 && !check.evidence.empty()) break;  // of no record, no field is there
    else if (field.verdict != learn::Verdict::fine || check.verdict == learn::Verdict::broken)
      line(fmt::format("{}: {}", field.field, field.evidence));
  if (!refused.empty()) line(refused);
  if (out.empty()) line("");
  return out;
}

std::string quoted_or(const std::optional<std::string>& text, std::string_view otherwise) {
  constexpr size_t kMost = 80;
  if (!text) return std::string(otherwise);
  std::string shown = json::quote(std::string_view(*text).substr(0, kMost));
  return text->size() > kMost ? shown + "..." : shown;
}

// What differs from the labels, value by value: expected, got, and the rule that gave it.
std::string difference_lines(const Checked& one, const std::vector<learn::Difference>& all,
                             const std::vector<wrap::Rule>& rules, bool json) {
  constexpr size_t kShown = 20;  // a broken rule breaks every record in the same way
  std::string out;
  for (size_t i = 0; i < all.size(); ++i) {
    const learn::Difference& d = all[i];
    const std::string rule = d.rule < rules.size() && d.rule ? rules[d.rule].words : "";
    if (json) {
      auto text = [](const std::optional<std::string>& t) {
        return t ? json::quote(*t) : std::string("null");
      };
      out += fmt::format("{}{{\"record\": {}, \"field\": {}, \"expected\": {}, \"got\": {}, \"rule\": {}}}",
                         i ? ", " : "", d.record, json::quote(d.field), text(d.expected), text(d.got),
                         json::quote(rule));
      continue;
    }
    if (i == kShown) return out + fmt::format("  ... {} more\n", all.size() - kShown);
    const std::string line = d.span ? fmt::format(":{}", one.page->line_column(d.span->begin).line) : "";
    std::string what =
        d.record == 0 ? fmt::format("a record that is not labelled, of {}", quoted_or(d.got, "nothing"))
        : d.field.empty()
            ? fmt::format("record {} is missing, of {}", d.record, quoted_or(d.expected, "nothing"))
            : fmt::format("record {}, {}: expected {}, got {}", d.record, d.field,
                          quoted_or(d.expected, "nothing"), quoted_or(d.got, "nothing"));
    out += fmt::format("  {}{}  {}\n", one.check.page, line, what);
    if (!rule.empty()) out += fmt::format("      by {}\n", rule);
  }
  return out;
}

// Labels by the path of their page, for pages that are checked too; pages that only the labels name are
// checked as well.
Result<std::map<std::string, wrap::LabelledPage>> labels_by_path(const CheckArguments& options,
                                                                 std::vector<std::string>& pages) {
  std::map<std::string, wrap::LabelledPage> out;
  if (options.labels.empty()) return out;
  GLEANER_TRY(label::Resolved resolved, label::resolve(options.labels, options.input.for_labels()));
  const std::string folder = std::filesystem::path(options.labels).parent_path().string();
  for (wrap::LabelledPage& page : resolved.pages) {
    std::string path = label::page_path(folder, page.label.page);
    std::error_code ignored;
    auto same = std::ranges::find_if(pages, [&](const std::string& p) {
      return p == path || std::filesystem::equivalent(p, path, ignored);
    });
    if (same == pages.end()) pages.push_back(path);
    else path = *same;
    out[path] = std::move(page);
  }
  return out;
}

// --learn: today's pages are what the wrapper is compared with from now on. Only
// [profile] of the file changes.
Result<int> learn_normal(const CheckArguments& options, const wrap::WrapperFile& file,
                         const std::vector<Checked>& results) {
  learn::Profile profile;
  size_t records = 0;
  for (const Checked& one : results) {
    profile.add(*one.page, one.records, &file.wrapper->rules(), one.labelled.has_value());
    records += one.records.size();
  }
  if (!records)
    return error(Code::bad_input, "none of these pages gives a record: that is no normal to learn",
                 Where{.file = options.wrapper},
                 "mend the rules first; gleaner explain shows what they match");
  GLEANER_TRY(const std::string bytes, read_program(options.wrapper));
  const std::string text = wrap::replace_table(bytes, "profile", profile.save());
  if (int exit = write_whole(options.wrapper, text, Replaces::wrapper)) return exit;
  say(fmt::format("{} records of {} are the new normal -> {}", records, counted(results.size(), "page"),
                  options.wrapper));
  return kDone;
}

// A page that was not read to its end is not judged: what is missing may stand behind.
Checked check_one(const std::string& path, const wrap::Wrapper& wrapper, const learn::Profile& profile,
                  const wrap::LabelledPage* labelled, const CheckArguments& options,
                  const BudgetLimits& limits) {
  Checked out;
  options.input.wait(path);
  Budget budget(limits);
  const Watchdog watchdog(time_of(limits), "checking " + path, kPagePatience);
  work_within(budget, [&] {
    auto page = options.input.load(path);
    if (!page.ok()) return void(out.failed = page.error());
    run::CheckedPage checked = run::check(wrapper, profile, **page, budget);
    out.check = std::move(checked.check);
    out.refused = std::move(checked.refused);
    out.failed = std::move(checked.failed);
    if (labelled) out.labelled = {labelled->label, checked.records};
    if (labelled || options.learn) out.page = *page;
    if (options.learn) out.records = std::move(checked.records);
  });
  if (!out.failed && budget.exhausted()) out.failed = budget.diagnostic("reading the page");
  if (out.failed && out.failed->where.file.empty()) out.failed->where.file = path;
  return out;
}

using LabelsByPath = std::map<std::string, wrap::LabelledPage>;

Result<wrap::WrapperFile> load_checked(const CheckArguments& options) {
  const bool grammar = options.wrapper.ends_with(".gln");
  if (options.learn && grammar)
    return error(Code::usage, "a grammar keeps no profile; give --labels: they are its tests");
  auto loaded = wrap::load_wrapper(options.wrapper, run::families());
  if (loaded.ok() || !grammar) return loaded;
  Diagnostic why = loaded.error();
  why.hint += fmt::format(
      "{}the targets of a script that navigates are checked in a browser: "
      "gleaner replay {} --check --allow-net HOST",
      why.hint.empty() ? "" : "\n  ", options.wrapper);
  return why;
}

struct CheckedPages {
  std::vector<Checked> read;
  size_t failed = 0, partial = 0;  // pages that were not, or not to their end
};

CheckedPages check_pages(const std::vector<std::string>& pages, const wrap::Wrapper& wrapper,
                         const learn::Profile& profile, const LabelsByPath& labels,
                         const CheckArguments& options) {
  CheckedPages out;
  Diagnostics problems;
  Progress progress(pages.size(), "page");
  const size_t jobs = run::jobs_for(options.jobs, pages.size());
  const BudgetLimits limits = limits_of(options.budget, jobs);
  ordered_for(
      pages.size(), jobs,
      [&](size_t i) {
        const auto it = labels.find(pages[i]);
        return check_one(pages[i], wrapper, profile, it == labels.end() ? nullptr : &it->second, options,
                         limits);
      },
      [&](size_t, Checked checked) {
        progress.step();
        if (checked.failed) {
          ++(checked.failed->code == Code::budget ? out.partial : out.failed);
          problems.push_back(std::move(*checked.failed));
        } else {
          out.read.push_back(std::move(checked));
        }
        return true;
      });
  print(problems);
  return out;
}

// A line a page, or several; `counts` by verdict. Pages are judged together: what all have in
// common is not one page's oddity.
std::string check_report(const CheckArguments& options, const CheckedPages& pages, bool has_profile,
                         const std::vector<wrap::Rule>& rules, size_t (&counts)[3]) {
  std::vector<learn::PageCheck> checks;
  for (const Checked& one : pages.read) checks.push_back(one.check);
  learn::judge_together(checks);
  std::string out;
  for (size_t i = 0; i < checks.size(); ++i) {
    const Checked& page = pages.read[i];
    std::string differ;
    if (page.labelled) {
      const auto& [label, records] = *page.labelled;
      if (!has_profile)
        checks[i].verdict = learn::Verdict::fine, checks[i].evidence.clear();  // the labels alone decide
      learn::check_labels(checks[i], label, records);
      if (checks[i].verdict == learn::Verdict::broken)
        differ = difference_lines(page, learn::differences(label, records), rules, options.json);
    }
    ++counts[size_t(checks[i].verdict)];
    if (options.json) out += json_line(checks[i], page.refused, differ);
    else if (options.all || checks[i].verdict != learn::Verdict::fine)
      out += text_lines(checks[i], options.all || checks[i].odd_records ? page.refused : "") + differ;
  }
  if (!options.json)
    out += fmt::format("{} fine, {} broken, {} changed{}\n", counts[0], counts[2], counts[1],
                       pages.partial ? fmt::format(", {} not read to the end", pages.partial) : "");
  return out;
}

Result<int> run_check(const CheckArguments& options) {
  GLEANER_TRY(const wrap::WrapperFile loaded, load_checked(options));
  GLEANER_TRY(const learn::Profile profile, learn::Profile::of_file(loaded.whole));
  std::vector<std::string> pages;
  if (!options.pages.empty()) {
    GLEANER_TRY(pages, options.input.expand(options.pages));
  }
  GLEANER_TRY(const LabelsByPath labels, labels_by_path(options, pages));
  if (pages.empty()) return error(Code::usage, "pages or --labels are needed");
  if (profile.empty() && labels.empty() && !options.learn)
    return error(Code::bad_input, "this wrapper has no profile, and no labels were given",
                 Where{.file = options.wrapper},
                 "learn it with gleaner learn, or give --labels: labels are regression tests");

  const CheckedPages checked = check_pages(pages, *loaded.wrapper, profile, labels, options);
  size_t counts[3] = {0, 0, 0};
  const std::string report =
      check_report(options, checked, !profile.empty(), loaded.wrapper->rules(), counts);
  options.input.say_failures();
  if (int exit = write_whole("", report)) return exit;
  if (checked.failed) return kBadInput;
  if (checked.partial) return kPartial;
  if (options.learn) return learn_normal(options, loaded, checked.read);
  return counts[1] + counts[2] ? kDrift : kDone;
}

}  // namespace

void add_check(Command& app) {
  auto options = std::make_shared<CheckArguments>();
  Command& verb = add_verb(
      app, "check", "See whether a wrapper still fits its pages; exit 4 if one has changed",
      "  gleaner check shop.wrapper 'today/*.html'\n"
      "  gleaner check shop.wrapper --labels shop.labels.jsonl      labels as regression tests\n"
      "  gleaner check articles.gln --labels articles.labels.jsonl  the same for a grammar: what "
      "differs, by which rule\n"
      "  gleaner check shop.wrapper 'today/*.html' --learn          after a hand edit: these pages are "
      "the new normal\n"
      "  gleaner check shop.wrapper today --json | jq 'select(.verdict == \"broken\") | .page'");
  verb.add_option("wrapper", options->wrapper, "WRAPPER", "wrapper file")->required();
  verb.add_option("pages", options->pages, "PAGE...", kPagesHelp);
  verb.add_option("--labels", options->labels, "LABELS", "what some pages must give");
  verb.add_flag("--learn", options->learn,
                "take these pages as the new normal: renews [profile] of the wrapper file, nothing else");
  verb.add_flag("--all", options->all, "also list pages that are fine");
  verb.add_flag("--json", options->json, "a line of JSON a page");
  add_jobs(verb, options->jobs);
  add_budget(verb, options->budget);
  options->input.add_options(verb, &options->budget);
  verb.callback([options] { return run_check(*options); });
}

}  // namespace gleaner::cli
