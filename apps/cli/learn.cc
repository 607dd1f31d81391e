// gleaner learn LABELS: from labelled pages to a wrapper, by any family that can learn.
//
// Without --kind every family is asked in the order of registration, and the wrapper that gives the labelled
// values with the fewest missed and wrong wins; a family called "auto", where there is one, does this better
// and is asked alone.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "base/json.h"
#include "base/ordered_pool.h"
#include "base/shorten.h"
#include "base/text.h"
#include "label/resolve.h"
#include "learn/like_nodes.h"
#include "learn/next_label.h"
#include "learn/portfolio.h"
#include "learn_ask.h"
#include "options.h"
#include "output.h"
#include "page_input.h"
#include "page_name.h"
#include "progress.h"
#include "run/families.h"
#include "run/learn.h"
#include "run/types.h"
#include "samples.h"
#include "verbs.h"

namespace gleaner::cli {
namespace {

struct LearnArguments {
  std::string labels, kind, output;
  std::vector<std::string> also, settings, types;
  BudgetOptions budget;
  AskOptions ask;
  SampleOptions samples;
  bool json = false, verbose = false;
  size_t jobs = 0;
  PageInput input;
  bool next = false;
};

Result<std::map<std::string, std::string>> read_settings(const std::vector<std::string>& settings) {
  std::map<std::string, std::string> made;
  for (const std::string& setting : settings) {
    const size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
      return error(Code::usage, fmt::format("--set {} is not NAME=VALUE", setting));
    const std::string name = setting.substr(0, equals);
    if (name != "strategy" && name != "objects")
      return error(Code::usage, fmt::format("there is no setting \"{}\"", name), {},
                   "settings of byexample: strategy=both|top-down|bottom-up, objects=one|many");
    made[name] = setting.substr(equals + 1);
  }
  return made;
}

std::string json_report(const wrap::LearnReport& report, const LearnArguments& options) {
  const auto detail = [](const auto& one) { return json::quote(one.first) + ": " + json::quote(one.second); };
  return fmt::format(
      "{{\"kind\": {}, \"pages\": {}, \"records\": {}, \"covered\": {}, \"missed\": {}, \"wrong\": {}, "
      "\"fitting\": {}, "
      "\"seconds\": {:.3f}, \"output\": {}, \"rules\": {}, \"notes\": [{}], \"details\": {{{}}}}}\n",
      json::quote(report.kind), report.pages, report.records, report.covered, report.missed, report.wrong,
      report.fitting, report.seconds, json::quote(options.output), json_list(report.rules),
      joined(report.notes, [](const Diagnostic& note) { return json::quote(note.to_string()); }),
      joined(report.details, detail));
}

// Rules in words begin with their field and two blanks or more: the words are put below each other.
std::vector<std::string> aligned(const std::vector<std::string>& rules) {
  constexpr size_t kWidest = 24;
  auto field_of = [](const std::string& rule) {
    const size_t blank = rule.find(' ');
    return blank != std::string::npos && rule.compare(blank, 2, "  ") == 0 ? blank : 0;
  };
  size_t width = 0;
  for (const std::string& rule : rules) width = std::max(width, std::min(field_of(rule), kWidest));
  std::vector<std::string> out;
  for (const std::string& rule : rules) {
    const size_t field = field_of(rule);
    out.push_back(field ? fmt::format("{:<{}}  {}", rule.substr(0, field), width,
                                      rule.substr(std::min(rule.find_first_not_of(' ', field), rule.size())))
                        : rule);
  }
  return out;
}

void print_report(const wrap::LearnReport& report, const LearnArguments& options) {
  std::string exact = "all exact";
  if (report.missed || report.wrong)
    exact = fmt::format("{} right, {} missed, {} wrong", report.covered, report.missed, report.wrong);
  if (const auto lost = report.details.find("unused_labels"); lost != report.details.end())
    exact += fmt::format(", but {} could not be used", counted(std::stoul(lost->second), "label"));
  const auto agreement = report.details.find("agreement");
  say(fmt::format("learned from {}, {}, {} ({}; {}{})", counted(report.pages, "page"),
                  counted(report.records, "record"), exact, seconds(report.seconds), report.kind,
                  agreement == report.details.end() ? "" : "; " + agreement->second));
  for (const auto& [name, words] : report.details)
    if (name.starts_with("list.") || name == "assumed")
      say(fmt::format("  {}: {}", name == "assumed" ? name : name.substr(5), words));
  for (const std::string& rule : aligned(report.rules)) say("  " + rule);
  print(report.notes, options.verbose);
  if (!options.output.empty() && options.output != "-") say("-> " + options.output);
}

// On standard output, as the report would be.
void print_failure(const Diagnostic& why, const std::optional<learn::NextLabel>& next) {
  std::string out = fmt::format("{{\"error\": {}, \"code\": {}, \"file\": {}, \"line\": {}, \"hint\": {}",
                                json::quote(why.message), json::quote(name_of(why.code)),
                                json::quote(why.where.file), why.where.line, json::quote(why.hint));
  if (next) {
    const std::string span =
        next->span ? fmt::format("[{}, {}]", next->span->begin, next->span->end) : "null";
    auto text = [](const std::string& said) {
      return said.empty() ? std::string("null") : json::quote(said);
    };
    out += fmt::format(
        ", \"next\": {{\"page\": {}, \"line\": {}, \"span\": {}, \"field\": {}, \"text\": {}, \"like\": {}, "
        "\"rival\": {}, \"like_rival\": {}, \"labelled\": {}}}",
        json::quote(next->page), next->line, span, json::quote(next->field), text(next->text),
        json_list(next->like), text(next->rival), json_list(next->like_rival), next->labelled);
  }
  put(stdout, out + "}\n");
}

// Two fields whose names differ in case only are most often one, written in two ways.
void warn_of_names(const std::vector<wrap::LabelledPage>& pages, const LearnArguments& options) {
  std::map<std::string, std::string> known;  // in small letters -> as first written
  for (const wrap::LabelledPage& page : pages)
    for (const wrap::Record& record : page.label.records)
      for (const wrap::Field& field : record.fields) {
        const auto [at, fresh] = known.try_emplace(lower_ascii(field.name), field.name);
        if (fresh || at->second == field.name) continue;
        print(warning(
            Code::bad_input,
            fmt::format("\"{}\" and \"{}\" are two fields: they differ in case", at->second, field.name),
            Where{.file = options.labels}, "give them one name if they are one"));
        at->second = field.name;
      }
}

// Labels that cannot be used are warnings as long as others remain.
std::optional<int> check_labels(label::Resolved& resolved, const LearnArguments& options) {
  const bool hopeless = resolved.values == 0;
  for (Diagnostic& problem : resolved.problems)
    if (!hopeless) problem.severity = Severity::warning;
  print(resolved.problems, options.verbose);
  warn_of_names(resolved.pages, options);
  if (!hopeless) return std::nullopt;
  if (resolved.problems.empty())
    return fail(error(Code::bad_input, "no labelled values in this file", Where{.file = options.labels},
                      "a line is {\"page\": \"a.html\", \"records\": [{\"price\": \"6.90\"}]}; gleaner label "
                      "helps to make them"));
  if (resolved.pages.empty()) return exit_code(resolved.problems.front().code);  // no page could be read
  Diagnostic why = resolved.problems.front();  // the labels are not on their pages
  why.code = Code::cannot_learn;
  if (options.json) print_failure(why, std::nullopt);
  return exit_code(why.code);
}

// No wrapper fits: says which label to look at, or to add.
int cannot_learn(Diagnostic why, const std::vector<wrap::LabelledPage>& pages,
                 const wrap::LearnOptions& learn_options, const LearnArguments& options) {
  std::optional<learn::NextLabel> next;
  auto advise = [&](const std::string& words) { why.hint += (why.hint.empty() ? "" : "\n  ") + words; };
  const wrap::Registry::Family* all = run::families().find("auto");
  if (const auto* portfolio = all ? dynamic_cast<const learn::Portfolio*>(all->learner.get()) : nullptr;
      portfolio && why.code == Code::cannot_learn) {
    Budget budget(limits_of(options.budget));
    std::vector<learn::Contestant> together;
    if (auto contested = portfolio->contest(pages, learn_options, budget); contested.ok()) {
      auto other = portfolio->choose(*contested, pages, learn_options.also);
      if (other.ok() && !other->report.missed && !other->report.wrong && !options.kind.empty())
        advise(fmt::format("without --kind a wrapper of kind {} gives every labelled value",
                           other->wrapper->kind()));
      together = std::move(contested->candidates);
    }
    next = learn::next_label(*portfolio, together, pages, learn_options, limits_of(options.budget));
  }
  if (next) advise(next->words());
  if (options.json) print_failure(why, next);
  return fail(why);
}

std::string what_is_sure(const Asked& asked) {
  if (asked.open)
    return fmt::format("{} still in doubt{}", counted(asked.open, "record is", "records are"),
                       asked.stopped ? " (stopped)" : "");
  if (asked.stopped) return "stopped: what was not asked is open";
  if (!asked.empty.empty())
    return fmt::format("nothing is found on {}{}: label a record there", asked.empty[0],
                       asked.empty.size() > 1 ? fmt::format(" and {} more", asked.empty.size() - 1) : "");
  return asked.agreed ? "all pages agree" : "doubts remain";
}

// Lines that the file has already, and those that are new; a page's last line counts.
std::string appended(const std::string& path, const std::string& lines) {
  auto old = read_program(path);
  if (!old.ok()) return lines;
  std::string out = *old;
  if (!out.empty() && out.back() != '\n') out += '\n';
  for (std::string_view line : split(lines, '\n'))
    if (!line.empty() && out.find(line) == std::string::npos) out += std::string(line) + "\n";
  return out;
}

// What a person answered is worth keeping: the next learning needs it. Written beside the wrapper, with the
// labels that were there before; what an earlier session wrote stays.
int keep_answers(const Asked& asked, const LearnArguments& options) {
  std::string path = options.output.empty() || options.output == "-" ? options.labels : options.output;
  for (const char* ending : {".jsonl", ".labels", ".wrapper"})
    if (path.ends_with(ending)) path.resize(path.size() - std::strlen(ending));
  path += ".answered.labels.jsonl";
  std::string lines;
  for (wrap::LabelledPage page : asked.labels) {
    page.label.page = page_name(page.document->name(), path);
    lines += wrap::format_label(page.label, page.document.get()) + "\n";
  }
  if (const int exit = write_whole(path, appended(path, lines), Replaces::checked)) return exit;
  say(fmt::format("labels and answers -> {}", path));
  return kDone;
}

// A list that goes on over several pages should not end at its first by oversight.
void propose_next(const std::vector<wrap::LabelledPage>& pages) {
  if (const auto on = run::goes_on(pages))
    say(fmt::format(
        "the list goes on: \"{}\" on {}. Follow it: gleaner extract WRAPPER PAGE --next (or learn --next)",
        on->next.words, on->page));
}

void offer_types(const std::vector<wrap::LabelledPage>& pages, const wrap::Schema& schema) {
  std::vector<std::string> lines;
  for (const run::TypeOffer& offer : run::type_offers(pages, schema)) {
    const std::string type = wrap::format_type(offer.guess.type);
    lines.push_back(fmt::format(
        "  --type {}   all {} values read so, e.g. {}",
        type.find(' ') == std::string::npos ? offer.path + "=" + type : "'" + offer.path + "=" + type + "'",
        offer.guess.values, json::quote(shortened(offer.guess.evidence, 40))));
  }
  if (!lines.empty()) say(fmt::format("typed columns are possible:\n{}", fmt::join(lines, "\n")));
}

// A grammar is a text of its own kind.
Replaces made_as(const LearnArguments& options) {
  return options.output.ends_with(".gln") ? Replaces::text : Replaces::wrapper;
}

// All families together take longer and tell how far they are.
Result<wrap::Learned> learn_all(const LearnArguments& options, const std::vector<wrap::LabelledPage>& pages,
                                const wrap::LearnOptions& how) {
  std::optional<Progress> progress;
  run::LearnOptions asked{options.kind, how.settings, how.also, limits_of(options.budget), {}};
  asked.progress = [&](size_t, size_t most) {
    if (!progress) progress.emplace(most, "trial");
    progress->step();
  };
  return run::learn(run::families(), pages, asked);
}

// What is written: a wrapper file, or for -o X.gln the grammar that was learned.
Result<std::string> made_text(const wrap::WrapperPtr& wrapper, const std::vector<wrap::LabelledPage>& pages,
                              const std::vector<DocumentPtr>& also, const LearnArguments& options,
                              const std::string& hash) {
  if (options.output.ends_with(".gln")) {
    if (auto grammar = run::grammar_text(*wrapper)) return std::move(*grammar);
    return error(Code::usage,
                 fmt::format("a wrapper of kind {} is no grammar: give -o NAME.wrapper", wrapper->kind()), {},
                 "--kind lines learns a grammar from labelled lines");
  }
  run::FileOptions file;
  file.origin.labels = options.labels;
  file.origin.labels_hash = hash;
  file.types = options.types;
  file.next = options.next;
  return run::wrapper_text(wrapper, run::families(), pages, also, std::move(file));
}

// What was asked and answered is part of the report.
void note_answers(const Asked& asked, const LearnArguments& options, wrap::LearnReport& report) {
  report.details["clicks"] = std::to_string(asked.clicks);
  report.details["agreed"] = asked.agreed ? "true" : "false";
  if (!options.ask.simulate.empty())
    report.details["perfect_after"] = asked.perfect_after ? std::to_string(*asked.perfect_after) : "never";
}

// After the wrapper is written: the report, and what one might want next.
void tell_learned(const wrap::Learned& learned, const std::vector<wrap::LabelledPage>& pages,
                  const LearnArguments& options) {
  if (options.json) put(stdout, json_report(learned.report, options));
  else print_report(learned.report, options);
  if (options.output.ends_with(".gln") && pages[0].document->is_html())
    say(fmt::format("the grammar reads what HTML shows: gleaner parse --text {} PAGE", options.output));
  if (options.json) return;
  if (!options.next) propose_next(pages);
  if (options.output.empty() || options.output == "-") return;
  wrap::Schema typed = learned.wrapper->schema();
  if (run::set_types(options.types, typed).ok()) offer_types(pages, typed);
}

Result<int> run_learn(LearnArguments options) {
  if (options.kind.empty() && options.output.ends_with(".gln"))
    options.kind = "lines";  // no other is a grammar
  GLEANER_TRY(const auto families, run::families_of(run::families(), options.kind));
  wrap::LearnOptions how;
  GLEANER_TRY(how.settings, read_settings(options.settings));
  if (options.json && !options.samples.asked && (options.output.empty() || options.output == "-"))
    return error(Code::usage, "--json is a report beside the wrapper: it needs -o FILE");
  GLEANER_CHECK(may_replace(options.output, made_as(options)));

  const Progress clock(0, "page");
  GLEANER_TRY(
      label::Resolved resolved,
      label::resolve(options.labels, options.input.for_labels(options.jobs ? options.jobs : default_jobs())));
  if (auto exit = check_labels(resolved, options)) return *exit;
  learn::put_in_order(resolved.pages);
  if (options.samples.asked) return print_samples(resolved.pages, options.samples, options.json);

  GLEANER_TRY(how.also, options.input.load_all(options.also));
  if (families.front()->kind == "auto") how.settings["jobs"] = std::to_string(options.jobs);
  std::optional<Asked> asked;
  if (options.ask.wanted()) {
    options.ask.json = options.json;
    how.kind = families.front()->kind;
    auto answered = ask(resolved.pages, *families.front()->learner, how, options.ask, options.input,
                        limits_of(options.budget));
    if (!answered.ok()) return cannot_learn(answered.error(), resolved.pages, how, options);
    if (answered->only_question) return kDone;
    asked = std::move(*answered);
    say(fmt::format("{} answered; {}", counted(asked->clicks, "question"), what_is_sure(*asked)));
    if (asked->new_labels && options.ask.simulate.empty())
      if (const int exit = keep_answers(*asked, options)) return exit;
  }
  Result<wrap::Learned> learned =
      asked ? Result<wrap::Learned>(std::move(asked->learned)) : learn_all(options, resolved.pages, how);
  if (!learned.ok()) return cannot_learn(learned.error(), resolved.pages, how, options);
  wrap::LearnReport& report = learned->report;
  if (asked) note_answers(*asked, options, report);
  if (!resolved.problems.empty()) report.details["unused_labels"] = std::to_string(resolved.problems.size());
  learn::tell_lists(learned->wrapper, asked ? asked->labels : resolved.pages, report);
  if (report.kind.empty()) report.kind = learned->wrapper->kind();
  if (report.seconds == 0) report.seconds = clock.seconds();
  GLEANER_TRY(const std::string text,
              made_text(learned->wrapper, resolved.pages, how.also, options, resolved.hash));
  if (const int exit = write_whole(options.output, text, made_as(options))) return exit;
  tell_learned(*learned, resolved.pages, options);
  const bool cut =
      std::ranges::any_of(report.notes, [](const Diagnostic& note) { return note.code == Code::budget; });
  return cut ? kPartial : kDone;
}

}  // namespace

void add_learn(Command& app) {
  auto options = std::make_shared<LearnArguments>();
  Command& verb =
      add_verb(app, "learn", "Learn a wrapper from labelled pages",
               "  gleaner learn shop.labels.jsonl -o shop.wrapper\n"
               "  gleaner learn shop.labels.jsonl --also 'shop/*.html' -o shop.wrapper\n"
               "  gleaner learn shop.labels.jsonl --type price=money --type rating=number -o shop.wrapper\n"
               "  gleaner learn shop.labels.jsonl --kind lr -o shop.wrapper\n"
               "  gleaner learn shop.labels.jsonl --samples --epsilon 0.1 --delta 0.05\n"
               "A label file has a line a page; texts without a span are found on the page:\n"
               "  {\"page\": \"shop/page1.html\", \"records\": [{\"name\": \"Espresso cup\", \"price\": "
               "\"EUR 6.90\"}]}");
  verb.add_option("labels", options->labels, "LABELS", "label file; pages are named relative to it")
      ->required();
  verb.add_option("-o,--output", options->output, "FILE", "wrapper file to write (default: standard output)");
  verb.add_option("--kind", options->kind, "KIND",
                  "kind of wrapper (default: the best); gleaner version lists them");
  verb.add_flag("--next", options->next, "also write [next]: extract then follows the list to its last page");
  verb.add_option("--also", options->also, "PAGE...", "more pages of the same site, without labels");
  verb.add_option("--type", options->types, "FIELD=TYPE",
                  "read a field as number, money, date ..., beside its text")
      ->repeated();
  verb.add_option("--ask", options->ask.pages, "PAGE...",
                  "ask about the page and text that would decide most (a terminal), or print it as JSON");
  verb.add_option("--simulate", options->ask.simulate, "LABELS",
                  "answer the questions from this label file and count the clicks");
  verb.add_option("--set", options->settings, "NAME=VALUE",
                  "a setting of the kind (byexample: strategy, objects)")
      ->repeated();
  verb.add_flag("--samples", options->samples.asked,
                "only say how many examples the delimiter classes need (PAC bound)");
  verb.add_option("--epsilon", options->samples.epsilon, "FLOAT",
                  "with --samples: share of pages the wrapper may be wrong on");
  verb.add_option("--delta", options->samples.delta, "FLOAT", "with --samples: probability of failing that");
  add_jobs(verb, options->jobs);
  verb.add_flag("--json", options->json, "the report as JSON on standard output (with -o)");
  verb.add_flag("-v,--verbose", options->verbose, "all warnings and notes");
  add_budget(verb, options->budget, "learning");
  options->input.add_options(verb, &options->budget);
  verb.callback([options] {
    BudgetLimits limits = limits_of(options->budget, 1);
    if (options->ask.wanted())
      limits.time.reset();  // that of learning alone: a person who is asked may think
    return run_limited(limits, [&] { return run_learn(*options); });
  });
}

}  // namespace gleaner::cli
