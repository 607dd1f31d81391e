// gleaner parse GRAMMAR [RULE] FILE...: reads sources with a grammar.
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "grammar/trace.h"
#include "lines/page_lines.h"
#include "options.h"
#include "output.h"
#include "page/load.h"
#include "page_input.h"
#include "progress.h"
#include "run/types.h"
#include "script/parser.h"
#include "script/source_parser.h"
#include "script_access.h"
#include "verbs.h"
#include "wrap/types.h"

namespace gleaner::cli {
namespace {

struct ParseArguments {
  std::string grammar, rule, trace;
  std::vector<std::string> inputs, types;
  int year = 0;
  AccessOptions access;
  OutputOptions output;
  BudgetOptions budget;
  bool text = false, follow = false, skipped = false, json = false, quiet = false, spans = false,
       no_page = false, records = false;
};

struct ParseTotals {
  grammar::Coverage coverage;
  size_t sources = 0, records = 0, failed = 0, partial = 0;
};

std::string size_words(uint64_t bytes) {
  if (bytes >= 1'000'000'000) return fmt::format("{:.1f} GB", double(bytes) / 1e9);
  if (bytes >= 1'000'000) return fmt::format("{:.1f} MB", double(bytes) / 1e6);
  if (bytes >= 10'000) return fmt::format("{:.0f} kB", double(bytes) / 1e3);
  return fmt::format("{} bytes", bytes);
}

std::string percent(uint64_t part, uint64_t whole, bool partial) {
  if (!partial && (whole == 0 || part == whole)) return "100 %";
  // never 100 % when something is missing
  return fmt::format("{:.2f} %",
                     std::min(99.99, 100.0 * double(part) / double(std::max<uint64_t>(whole, 1))));
}

std::string summary(const ParseTotals& t, double time) {
  const grammar::Coverage& c = t.coverage;
  std::string line = fmt::format("{}; {} of {} matched, {} in variables", counted(t.records, "record"),
                                 percent(c.matched(), c.total, t.partial > 0), size_words(c.total),
                                 percent(c.assigned, c.total, t.partial > 0));
  if (c.skips) line += fmt::format(", {} skipped (see --skipped)", counted(c.skips, "portion"));
  if (c.total > 10'000'000 && time > 0) line += fmt::format("; {:.0f} MB/s", double(c.total) / 1e6 / time);
  return line;
}

std::string json_report(const ParseTotals& t, double time) {
  const grammar::Coverage& c = t.coverage;
  return fmt::format(
      "{{\"sources\": {}, \"records\": {}, \"bytes\": {}, \"matched\": {}, \"assigned\": {}, \"skipped\": "
      "{}, \"portions\": {}, \"unread\": {}, "
      "\"failed\": {}, \"partial\": {}, \"seconds\": {:.3f}}}\n",
      t.sources, t.records, c.total, c.matched(), c.assigned, c.skipped, c.skips, c.unread, t.failed,
      t.partial, time);
}

// Everything of one run of the verb.
class Run {
 public:
  // `several`: records say of which source they are.
  Run(const ParseArguments& options, std::shared_ptr<script::Script> script, uint32_t rule, Output& output,
      bool several)
      : options_(options),
        several_(several),
        script_(std::move(script)),
        rule_(rule),
        output_(output),
        budget_(limits_of(options.budget, 1)) {
    script::RunOptions how = run_options(options.access);
    how.out = [this](std::string_view text) {
      if (written_.ok()) written_ = output_.write(text);
    };
    interpreter_ = std::make_unique<script::Interpreter>(script_, std::move(how), budget_);
    // Code that prints makes the output; records are written otherwise, or when a format is asked for.
    writes_records_ = !script_->has_code || options.records || !options.output.path.empty() ||
                      !options.output.format_name.empty();
  }

  Status prepare() {
    if (script_->has_statements) {
      GLEANER_CHECK(interpreter_->run());
    }
    GLEANER_TRY(const auto format, format_of(options_.output));
    GLEANER_TRY(const auto write,
                write_options(options_.output, options_.spans, !options_.no_page && several_));
    schema_ = grammar::schema_of(*interpreter_->program(rule_));
    GLEANER_CHECK(run::set_types(options_.types, schema_));
    writer_ = output_.writer(format, schema_, write);
    return {};
  }

  Result<int> file(const std::string& path) {
    GLEANER_TRY(const DocumentPtr page, load(path));
    const Budget::Scope scope(budget_);
    const Document& document = *page;
    std::vector<wrap::Record> batch;
    const lines::PageLines* shown =
        options_.text && document.is_html() ? &document.view<lines::PageLines>() : nullptr;
    const std::string_view text = shown ? shown->text() : document.text();
    script::SourceOptions how = source_options(path, &document, batch, shown);
    grammar::TraceSink trace;
    if (!options_.trace.empty()) how.events = &trace;
    script::SourceParser parser(*interpreter_, rule_, std::move(how));
    GLEANER_CHECK(parser.whole(text, page));
    GLEANER_TRY(const grammar::Outcome outcome, parser.finish());
    flush(path, &document, batch);
    if (!options_.trace.empty()) {
      GLEANER_CHECK(write_file(options_.trace, grammar::trace_page(*interpreter_->program(rule_), text, path,
                                                                   trace, parser.coverage())));
    }
    const size_t before = records_before_;
    const int code = account(parser, outcome, text, path);
    if (document.is_html() && !shown && totals.records == before && !options_.quiet)
      say(fmt::format(
          "note: {} is HTML, and the grammar reads its source; --text reads what it shows, line by line",
          path));
    return code;
  }

  // Standard input piece by piece: what is certain is written at once.
  Result<int> follow() {
    std::vector<wrap::Record> batch;
    script::SourceOptions how = source_options("-", nullptr, batch);
    how.eager = true;
    script::SourceParser parser(*interpreter_, rule_, std::move(how));
    std::vector<char> buffer(1u << 16);
    ssize_t got;
    while ((got = ::read(STDIN_FILENO, buffer.data(), buffer.size())) > 0) {
      GLEANER_CHECK(parser.piece({buffer.data(), size_t(got)}));
      flush("-", nullptr, batch);
      if (written_.ok()) written_ = output_.write_now();
      if (!written_.ok() || budget_.exhausted()) break;
    }
    GLEANER_TRY(const grammar::Outcome outcome, parser.finish());
    flush("-", nullptr, batch);
    return account(parser, outcome, {}, "-");
  }

  Status finish() {
    if (writes_records_ && written_.ok()) written_ = writer_->finish();
    if (written_.ok()) written_ = output_.finish();
    if (output_.closed()) return {};
    if (written_.ok() && totals.records == 1 && !many_lines_.empty() && !options_.quiet) say(many_lines_);
    return written_;
  }
  bool writes_records() const { return writes_records_; }  // not what code prints
  ParseTotals totals;

 private:
  // `shown`: the lines that are read in place of the source.
  script::SourceOptions source_options(const std::string& path, const Document* document,
                                       std::vector<wrap::Record>& batch,
                                       const lines::PageLines* shown = nullptr) {
    script::SourceOptions how;
    how.records = true;
    how.code = !writes_records_;
    how.on_record = [this, path, document, &batch, shown](wrap::Record&& record) {
      if (shown) lines::to_page(record, *shown);
      if (++totals.records == 1) look_for_lines(record);
      if (!writes_records_) return written_.ok();
      if (!options_.types.empty()) {
        wrap::read_types(record, schema_);
        wrap::read_times(record, schema_, options_.year);
      }
      batch.push_back(std::move(record));
      if (batch.size() >= 1024) flush(path, document, batch);
      return written_.ok();
    };
    if (options_.skipped)
      how.on_skip = [path, document, shown](grammar::Range r) {
        if (shown) {
          const Span at = shown->to_page({uint32_t(r.begin), uint32_t(r.end)});
          r = {at.begin, at.end};
        }
        if (!document) return say(fmt::format("{}: bytes {}-{} skipped", path, r.begin, r.end));
        const LineColumn at = document->line_column(uint32_t(r.begin));
        std::string text(document->text().substr(r.begin, std::min<uint64_t>(r.end - r.begin, 80)));
        say(fmt::format("{}:{}:{}: bytes {}-{} skipped: {}{}", path, at.line, at.column, r.begin, r.end,
                        json::quote(text), r.end - r.begin > 80 ? "..." : ""));
      };
    return how;
  }

  // A single record with a value of many lines: `.` went on where a line was meant to end.
  void look_for_lines(const wrap::Record& record) {
    constexpr ptrdiff_t kMany = 20;
    wrap::for_each_leaf(record, [&](const std::string& field, const wrap::Value& value) {
      const ptrdiff_t lines = std::ranges::count(value.text, '\n');
      if (lines < kMany || !many_lines_.empty()) return;
      many_lines_ = fmt::format(
          "note: {} holds {} lines of the source: `.` matches line ends, too\n"
          "  for a record a line write [^\\n]* for .* and repeat the rule: rule log is (lines += {}() "
          "'\\n'?)+ end",
          field, lines, script_->grammar.rules[rule_].name);
    });
  }

  // A file may be larger than what is read of it; a pipe is held in memory.
  Result<DocumentPtr> load(const std::string& path) const {
    BudgetLimits limits = budget_.limits();
    limits.bytes = BudgetLimits::kUnlimited;
    if (const auto left = budget_.time_left()) limits.time = *left;
    Budget budget(limits);
    const Budget::Scope scope(budget);
    return options_.access.input.load(path);
  }

  void flush(const std::string& path, const Document* document, std::vector<wrap::Record>& batch) {
    if (!batch.empty() && written_.ok()) written_ = writer_->page(path, document, batch);
    batch.clear();
  }

  int account(script::SourceParser& parser, const grammar::Outcome& outcome, std::string_view text,
              const std::string& path) {
    const grammar::Coverage c = parser.coverage();
    grammar::Coverage& all = totals.coverage;
    ++totals.sources;
    all.total += c.total;
    const bool began = totals.records > records_before_;  // --follow writes before the end is known
    records_before_ = totals.records;
    if (outcome.kind == grammar::Outcome::Kind::failed && !began) {
      all.unread += c.total;
      ++totals.failed;
      print(parser.explain(outcome, text, path));
      return kDone;
    }
    all.skipped += c.skipped;
    all.assigned += c.assigned;
    all.skips += c.skips;
    all.unread += c.unread;
    if (outcome.kind == grammar::Outcome::Kind::matched) return kDone;
    ++totals.partial;
    Diagnostic why = outcome.kind == grammar::Outcome::Kind::failed ? parser.explain(outcome, text, path)
                                                                    : budget_.diagnostic("reading " + path);
    if (outcome.kind == grammar::Outcome::Kind::failed)
      why.message =
          fmt::format("rule {} does not match all of this source", script_->grammar.rules[rule_].name);
    why.message += fmt::format("; read up to byte {} of {}, {}", c.total - c.unread, c.total,
                               percent(c.total - c.unread, c.total, true));
    print(why);
    return kDone;
  }

  const ParseArguments& options_;
  bool several_;
  std::shared_ptr<script::Script> script_;
  uint32_t rule_;
  Output& output_;
  Budget budget_;
  std::unique_ptr<script::Interpreter> interpreter_;
  std::unique_ptr<wrap::Writer> writer_;
  wrap::Schema schema_;
  bool writes_records_ = true;
  size_t records_before_ = 0;  // of the sources before this one
  std::string many_lines_;     // what to say of the first record, should it stay the only one
  Status written_;
};

Result<int> run_parse(ParseArguments& options) {
  GLEANER_TRY(auto source, read_program(options.grammar));
  GLEANER_TRY(auto script, script::parse_script(std::move(source), options.grammar));
  const grammar::Grammar& grammar = script->grammar;
  struct stat info;
  if (options.rule.empty() && !options.inputs.empty() && grammar.find(options.inputs[0]) &&
      ::stat(options.inputs[0].c_str(), &info) != 0) {
    options.rule = options.inputs[0];
    options.inputs.erase(options.inputs.begin());
  }
  GLEANER_TRY(auto rule, script::choose_rule(grammar, options.rule));
  if (options.inputs.empty()) options.inputs = {"-"};
  std::vector<std::string> inputs = options.inputs;
  if (!options.follow) {
    GLEANER_TRY(inputs, options.access.input.expand(options.inputs));
  } else if (inputs != std::vector<std::string>{"-"}) {
    return fail_usage("--follow reads standard input", "tail -f LOG | gleaner parse --follow GRAMMAR");
  }
  if (!options.trace.empty() && inputs.size() != 1) return fail_usage("--trace is for one source");
  for (const std::string& to : {options.output.path, options.trace}) GLEANER_CHECK(not_an_input(to, inputs));
  GLEANER_TRY(auto output, Output::open(options.output));
  Progress progress(inputs.size(), "source");
  const bool several = inputs.size() > 1;
  Run run(options, script, rule, *output, several);
  GLEANER_CHECK(run.prepare());
  int worst = kDone;
  for (const std::string& input : inputs) {  // one that fails is told, and the others are read
    const int one = exit_after(options.follow ? run.follow() : run.file(input));
    if (one != kDone) worst = one;
    progress.step();
  }
  GLEANER_CHECK(run.finish());
  if (options.json)  // beside the records: not where they go
    put(output->to_file() ? stdout : stderr, json_report(run.totals, progress.seconds()));
  else if (!options.quiet && run.totals.failed < run.totals.sources)
    say(summary(run.totals, progress.seconds()));
  if (worst != kDone) return worst;
  if (run.totals.partial) return kPartial;
  return run.totals.failed || (run.writes_records() && !run.totals.records) ? kNothingFound : kDone;
}

}  // namespace

void add_parse(Command& app) {
  auto options = std::make_shared<ParseArguments>();
  Command& verb = add_verb(
      app, "parse", "Read texts, logs and pages with a grammar",
      "  gleaner parse sshd.gln auth.log -o auth.csv\n"
      "  gleaner parse sshd.gln line one.log        begin with rule line\n"
      "  gleaner parse articles.gln page.html --trace trace.html\n"
      "  gleaner parse sshd.gln auth.log --type time=date --year 2024 -o auth.parquet\n"
      "  tail -f auth.log | gleaner parse --follow sshd.gln\n"
      "Without RULE the last rule that no other rule calls is the one to begin with. Records are "
      "the variables of\n"
      "the rules. When the rules have code, it runs, and what it prints is the output, unless -o, --format\n"
      "or --records asks for the records. Standard error tells how much of the source was understood.");
  verb.add_option("grammar", options->grammar, "GRAMMAR", "grammar or script file (.gln)")->required();
  verb.add_option("inputs", options->inputs, "[RULE] FILE...",
                  "rule to begin with (optional), then files; - for standard input");
  verb.add_option("--rule", options->rule, "NAME", "rule to begin with");
  add_output(verb, options->output);
  verb.add_flag("--records", options->records,
                "write records even if the grammar's code prints something itself");
  verb.add_option(
          "--type", options->types, "FIELD=TYPE",
          "read a field as number, date, duration, size, ip, level, ... (see docs/formats.md), beside its text")
      ->repeated();
  verb.add_option("--year", options->year, "YEAR", "year of dates that have none, as those of syslog");
  verb.add_flag("--text", options->text,
                "of HTML read what it shows, line by line, headings as \"# ...\", not its source");
  verb.add_flag("--spans", options->spans, "also where each value stands, in bytes of the source");
  verb.add_flag("--no-page", options->no_page, "leave out the column with the source's name");
  verb.add_flag("--skipped", options->skipped, "tell each skipped portion on standard error");
  verb.add_option("--trace", options->trace, "HTML",
                  "a page that shows the source marked by rule, variable and fallback");
  verb.add_flag("--follow", options->follow,
                "read standard input as it comes; write what is certain at once");
  add_access(verb, options->access);
  verb.add_flag("--json", options->json, "the report as JSON (on standard error without -o)");
  verb.add_flag("-q,--quiet", options->quiet, "no report");
  add_budget(verb, options->budget, "all sources");
  verb.callback([options] { return run_parse(*options); });
}

}  // namespace gleaner::cli
