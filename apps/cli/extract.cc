// gleaner extract WRAPPER PAGE...: records of pages.
#include "extract.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/exact_number.h"
#include "base/json.h"
#include "browser_options.h"
#include "crawl/next_pages.h"
#include "flat_output.h"
#include "options.h"
#include "output.h"
#include "page/load.h"
#include "page_input.h"
#include "page_name.h"
#include "progress.h"
#include "run/browser_pages.h"
#include "run/families.h"
#include "store/record_file.h"
#include "verbs.h"
#include "wrap/nested.h"
#include "wrap/refusal.h"
#include "wrap/wrapper_file.h"

namespace gleaner::cli {
namespace {

struct ExtractArguments {
  int year = 0;  // of dates that have none
  std::string wrapper;
  std::vector<std::string> pages;
  OutputOptions output;
  BudgetOptions budget;
  size_t jobs = 0;
  bool nested = false, flat = false;
  size_t nested_width = 40;
  bool as_labels = false, spans = false, json = false, verbose = false, no_page = false;
  bool day_first = false, month_first = false;
  PageInput input;
  bool next = false, no_next = false;
  uint64_t max_next = 0;
  std::string part;  // "K/N"
  std::string follow, follow_with;
  std::string browser;  // "": where the wrapper says so
  bool scroll = false;
  BrowserFlags flags;
};

struct Totals {
  size_t pages = 0, records = 0, failed = 0, partial = 0, empty = 0;
  size_t refused = 0;     // nodes like the records that are none
  wrap::Skipped skipped;  // lines or portions of texts that a grammar passed over
  uint64_t bytes = 0;
  int failed_exit = kDone;
  bool not_fetched = false;              // some pages of the web
  std::vector<std::string> empty_pages;  // the first of them
  std::string why_empty;                 // of the first
};
constexpr size_t kEmptyNamed = 10;

std::string json_report(const Totals& totals, double seconds, const std::string& output) {
  return fmt::format(
      "{{\"pages\": {}, \"records\": {}, \"empty\": {}, \"failed\": {}, \"partial\": {}, \"refused\": {}, "
      "\"skipped\": {}, \"bytes\": {}, "
      "\"seconds\": {:.3f}, "
      "\"output\": {}, \"empty_pages\": {}}}\n",
      totals.pages, totals.records, totals.empty, totals.failed, totals.partial, totals.refused,
      totals.skipped.count, totals.bytes, seconds, json::quote(output), json_list(totals.empty_pages));
}

std::string skipped_words(const Totals& totals) {
  return counted(totals.skipped.count, totals.skipped.what) + " skipped";
}

std::string summary(const Totals& totals, double time, const std::string& output) {
  std::string line = fmt::format("{}, {}", counted(totals.pages, "page"), counted(totals.records, "record"));
  if (totals.failed) line += fmt::format(", {} not readable", totals.failed);
  if (totals.partial) line += fmt::format(", {} partial", totals.partial);
  if (totals.refused)
    line += fmt::format(", {} refused", counted(totals.refused, "node like them", "nodes like them"));
  if (totals.skipped.count) line += fmt::format(", {}", skipped_words(totals));
  return line + fmt::format(", {} -> {}", seconds(time), output);
}

// Pages without records are not an error, but nobody should have to look for them.
void say_empty(const Totals& totals, const std::string& wrapper) {
  if (!totals.empty) return;
  const std::string& first = totals.empty_pages.front();
  std::string line = totals.pages == 1 ? fmt::format("nothing found on {}", first)
                                       : fmt::format("nothing found on {} of {} pages, e.g. {}", totals.empty,
                                                     totals.pages, first);
  if (!totals.why_empty.empty()) line += fmt::format(": {}", totals.why_empty);
  else if (first != "-")
    line += fmt::format("\n  what was looked for: gleaner explain {} {}", wrapper, first);
  say(line);
}

int exit_of(const Totals& totals) {
  if (totals.not_fetched && totals.failed < totals.pages) return kPartial;
  if (totals.failed) return totals.failed_exit;
  if (totals.partial) return kPartial;
  return totals.records ? kDone : kNothingFound;
}

constexpr size_t kPart = 4096;  // records of one page that are written at once

void count(const run::PageResult& result, Totals& totals) {
  totals.records += result.records.size();
  if (result.more) return;
  ++totals.pages;
  totals.bytes += result.bytes;
  totals.partial += result.partial;
  for (const Diagnostic& note : result.notes)
    if (const auto refusal = wrap::refusal_of(note)) totals.refused += refusal->nodes;
    else if (auto skipped = wrap::skipped_of(note)) {
      skipped->count += totals.skipped.count;
      totals.skipped = std::move(*skipped);
    }
  if (!result.failed && result.records.empty()) {
    if (!totals.empty++) totals.why_empty = result.why_empty;
    if (totals.empty_pages.size() < kEmptyNamed) totals.empty_pages.push_back(result.page);
  }
  if (!result.failed || result.failed->code == Code::budget) return;  // ended by a limit: partial
  ++totals.failed;
  if (totals.failed_exit == kDone) totals.failed_exit = exit_code(result.failed->code);
}

// [follow.FIELD] of the wrapper, and what the command line adds.
Result<std::vector<run::Follow>> follows_of(const ExtractArguments& options, const wrap::WrapperFile& wrapper,
                                            const wrap::Registry& registry) {
  GLEANER_TRY(std::vector<run::Follow> out, run::read_follows(wrapper.whole, options.wrapper, registry));
  if (options.follow.empty()) return out;
  GLEANER_TRY(run::Follow follow, run::make_follow(options.follow, options.follow_with, registry));
  std::erase_if(out, [&](const run::Follow& one) { return one.field == follow.field; });
  out.push_back(std::move(follow));
  return out;
}

// Where the pages of the web come through a browser, if at all.
Result<std::unique_ptr<web::PageStream>> through_browser(const ExtractArguments& options,
                                                         const wrap::WrapperFile& wrapper,
                                                         std::unique_ptr<web::PageStream> pages,
                                                         run::BrowserPages*& shown) {
  const WebOptions& web = options.input.web();
  const bool on_the_web = std::ranges::any_of(options.pages, [](const std::string& name) {
    return web::is_web_address(name) || name.starts_with("sitemap:") || name.starts_with("@");
  });
  const bool marked = wrapper.wrapper->kind() == "layout";  // goes by where texts stand
  if (options.browser == "never" || web.cached || !(on_the_web || (marked && options.browser == "always")))
    return pages;
  run::BrowserPagesOptions how;
  how.marked = marked;
  how.use = options.browser == "always" ? run::BrowserUse::always
            : options.browser == "auto" ? run::BrowserUse::automatic
                                        : run::BrowserUse::known_sites;
  GLEANER_CHECK(set_browser(how, options.pages, options.flags, options.input));
  how.scroll = options.scroll;
  if (const wrap::Config* known = wrapper.whole.find("browser")) {
    GLEANER_TRY(how.sites, known->texts_or("sites", {}));
  }
  if (options.browser.empty() && how.sites.empty()) return pages;
  auto out =
      std::make_unique<run::BrowserPages>(std::move(pages), run::values_by(*wrapper.wrapper), std::move(how));
  shown = out.get();
  return std::unique_ptr<web::PageStream>(std::move(out));
}

// Sites that need a browser stay known: in [browser] of the wrapper.
void keep_learned(const ExtractArguments& options, const wrap::WrapperFile& wrapper,
                  const run::BrowserPages& shown) {
  std::vector<std::string> sites = shown.learned();
  if (sites.empty()) return;
  if (const wrap::Config* known = wrapper.whole.find("browser"))
    if (auto before = known->texts_or("sites", {}); before.ok())
      sites.insert(sites.begin(), before->begin(), before->end());
  wrap::Config table;
  table.set("sites", sites);
  auto text = read_program(options.wrapper);
  if (!text.ok()) return;
  if (write_file(options.wrapper, wrap::replace_table(*text, "browser", table)).ok())
    say(fmt::format("{} needs a browser: noted in {}", shown.learned().front(), options.wrapper));
}

// "3/16"; nothing if it is no such text.
std::optional<web::PagePart> read_part(std::string_view text) {
  const size_t slash = std::min(text.find('/'), text.size());
  const auto number = exact_number<size_t>(text.substr(0, slash));
  const auto of = exact_number<size_t>(text.substr(std::min(slash + 1, text.size())));
  if (!number || !of || *number < 1 || *number > *of) return {};
  return web::PagePart{*number, *of};
}

// The table would be replaced by each part in turn.
Status check_part(const ExtractArguments& options) {
  const std::string_view kind = store::kind_of(options.output.path);
  if (options.part.empty() || kind.empty() || kind == "parquet" || !options.output.mode.empty()) return {};
  return error(
      Code::usage,
      fmt::format("each part would replace the rows of the others in {}",
                  store::shown_place(options.output.path)),
      {},
      "--mode upsert --key page,... or append; or a file for each part (part-3.parquet), which are read "
      "together");
}

// The pages, and with --next or [next] of the wrapper those they lead on to.
Result<std::unique_ptr<web::PageStream>> pages_of(const ExtractArguments& options,
                                                  const wrap::WrapperFile& wrapper, web::Sources& sources,
                                                  run::BrowserPages*& shown) {
  GLEANER_TRY(auto plain, sources.stream(options.pages, read_part(options.part).value_or(web::PagePart())));
  GLEANER_TRY(auto pages, through_browser(options, wrapper, std::move(plain), shown));
  GLEANER_TRY(std::optional<crawl::NextRule> rule, crawl::read_next_rule(wrapper.whole));
  if (options.no_next || (!rule && !options.next)) return pages;
  if (!rule) rule.emplace();
  if (options.max_next) rule->most = options.max_next;
  GLEANER_TRY(auto following, crawl::NextPages::make(std::move(pages), sources, *rule));
  return std::unique_ptr<web::PageStream>(std::move(following));
}

// One run of the verb: what is read and written is opened, each page's records are written as they come, and
// then it is told what came of it.
class Extraction {
 public:
  explicit Extraction(const ExtractArguments& options) : options_(options) {}

  Result<int> run() {
    GLEANER_CHECK(check_part(options_));
    GLEANER_CHECK(open_pages());
    GLEANER_CHECK(choose_format());
    GLEANER_CHECK(open_output());
    GLEANER_CHECK(open_writer());
    progress_.emplace(pages_->known(), "page", output_->to_terminal());
    notes_.emplace(options_.verbose, &*progress_);
    const Status read = run::extract_pages(loaded_.wrapper, *pages_, how_to_read(),
                                           [&](run::PageResult result) { return take(std::move(result)); });
    if (written_.ok()) written_ = writer_->finish();
    if (written_.ok()) written_ = flat_ ? flat_->finish(*output_) : output_->finish();
    if (output_->closed()) return kDone;
    const double time = progress_->seconds();
    tell_notes();
    if (shown_) keep_learned(options_, loaded_, *shown_);
    GLEANER_CHECK(written_);
    GLEANER_CHECK(read);
    return report(time);
  }

 private:
  Status open_pages() {
    GLEANER_TRY(loaded_, wrap::load_wrapper(options_.wrapper, run::families()));
    GLEANER_TRY(sources_, options_.input.sources());
    GLEANER_TRY(follows_, follows_of(options_, loaded_, run::families()));
    GLEANER_TRY(pages_, pages_of(options_, loaded_, *sources_, shown_));
    return {};
  }

  Status choose_format() {
    if (options_.as_labels) format_ = wrap::Format::labels;
    else if (!options_.nested) {
      GLEANER_TRY(format_, format_of(options_.output));
    }
    return wrap::check_names(wrap::typed_schema(loaded_), store::RecordFile::writes(options_.output.path));
  }

  Status open_output() {
    std::vector<std::string> inputs = options_.pages;  // of the web as they were named
    if (auto files = pages_named(options_.pages); files.ok()) inputs = std::move(*files);
    inputs.push_back(options_.wrapper);
    GLEANER_CHECK(not_an_input(options_.output.path, inputs));
    OutputOptions to = options_.output;
    to.flat = options_.flat;
    if (options_.as_labels) to.format_name = "labels";
    GLEANER_TRY(output_, nested_html() ? Output::open(to.path) : Output::open(to));
    if (options_.json && !output_->to_file())
      return error(Code::usage, "--json is a report beside the records: it needs -o FILE");
    return {};
  }

  Status open_writer() {
    GLEANER_TRY(const wrap::WriteOptions write,
                write_options(options_.output, options_.spans, !options_.no_page));
    types_ = run::followed_schema(wrap::typed_schema(loaded_), follows_);
    if (options_.day_first || options_.month_first)
      wrap::set_date_order(types_.fields,
                           options_.day_first ? wrap::DateOrder::day_first : wrap::DateOrder::month_first);
    wrap::Schema schema = types_;
    url_column_.emplace(
        !options_.no_page && format_ != wrap::Format::labels && options_.input.addressed(options_.pages),
        schema);
    if (options_.flat && !output_->to_database()) {
      GLEANER_TRY(flat_, FlatOutput::open(*output_, options_.output.path, format_, schema, write));
    }
    if (options_.nested)
      own_writer_ = wrap::make_nested_writer(schema, {nested_html(), write.page, options_.nested_width},
                                             [&](std::string_view text) { return output_->write(text); });
    else own_writer_ = output_->writer(format_, schema, write);
    writer_ = flat_ ? &flat_->writer() : own_writer_.get();
    return {};
  }

  run::PagesOptions how_to_read() const {
    run::PagesOptions out;
    out.jobs = options_.jobs;
    out.schema = &types_;
    out.limits = limits_of(options_.budget, run::jobs_for(options_.jobs, pages_->known()));
    out.follows = follows_;
    out.sources = sources_;
    out.year = options_.year;
    const bool whole_pages =
        format_ == wrap::Format::labels || format_ == wrap::Format::xml || options_.nested;
    if (!whole_pages) out.part = kPart;
    out.refusals = options_.verbose;
    return out;
  }

  bool take(run::PageResult result) {
    count(result, totals_);
    if (!result.more) progress_->step();
    if (result.failed) notes_->take(*result.failed);
    for (const Diagnostic& note : result.notes) notes_->take(note);
    if (result.failed && result.records.empty()) return true;  // not a page
    url_column_->put(result.records, result.url);
    const bool labels = format_ == wrap::Format::labels && !options_.nested;
    written_ = writer_->page(labels ? page_name(result.page, options_.output.path) : result.page, nullptr,
                             result.records);
    return written_.ok();
  }

  void tell_notes() {
    progress_->clear();
    for (const Diagnostic& note : pages_->notes()) {
      notes_->take(note);
      totals_.partial += note.code == Code::budget;
    }
    if (shown_ && shown_ != pages_.get())
      for (const Diagnostic& note : shown_->notes()) notes_->take(note);
    notes_->finish();
  }

  int report(double time) {
    totals_.not_fetched = options_.input.say_failures();
    const std::string place = store::shown_place(options_.output.path);
    if (options_.json) {
      put(stdout, json_report(totals_, time, place));
    } else {
      if (output_->to_file()) say(summary(totals_, time, place + output_->told()));
      else if (totals_.skipped.count) say("note: " + skipped_words(totals_) + "; -v says which and why");
      say_empty(totals_, options_.wrapper);
      if (!totals_.pages && options_.part.empty()) print(no_pages_in(options_.pages));
    }
    const bool empty_part = !options_.part.empty() && !totals_.pages;  // there are more parts than pages
    return empty_part ? kDone : exit_of(totals_);
  }

  bool nested_html() const {
    return options_.nested &&
           (options_.output.path.ends_with(".html") || options_.output.path.ends_with(".htm"));
  }

  const ExtractArguments& options_;
  wrap::WrapperFile loaded_;
  web::Sources* sources_ = nullptr;
  std::vector<run::Follow> follows_;
  run::BrowserPages* shown_ = nullptr;  // among pages_, if a browser shows them
  std::unique_ptr<web::PageStream> pages_;
  wrap::Format format_ = wrap::Format::jsonl;
  wrap::Schema types_;
  std::optional<UrlColumn> url_column_;
  std::unique_ptr<Output> output_;
  std::unique_ptr<FlatOutput> flat_;
  std::unique_ptr<wrap::Writer> own_writer_;
  wrap::Writer* writer_ = nullptr;
  Status written_;
  Totals totals_;
  std::optional<Progress> progress_;
  std::optional<Notes> notes_;
};

int run_extract(const ExtractArguments& options) { return exit_after(Extraction(options).run()); }

}  // namespace

int extract_pages(const std::string& wrapper, const std::vector<std::string>& pages,
                  const OutputOptions& output) {
  ExtractArguments options;
  options.wrapper = wrapper;
  options.pages = pages;
  options.output = output;
  return run_extract(options);
}

namespace {

void add_extract_output(Command& verb, ExtractArguments& options) {
  add_output(verb, options.output);
  verb.add_flag("--as-labels", options.as_labels,
                "write a label file: a line a page, spans in bytes of the page");
  auto* nested = verb.add_flag("--nested", options.nested,
                               "tables inside tables for reading; a page of them with -o FILE.html");
  verb.add_option("--width", options.nested_width, "N",
                  "with --nested: longest text shown in a cell, 0 for all")
      ->needs(nested);
  verb.add_flag(
          "--flat", options.flat,
          "relational tables: one a level, with keys, in one .duckdb or .sqlite; -o FILE.csv also writes "
          "FILE.LIST.csv")
      ->excludes(nested);
  verb.add_flag("--spans", options.spans, "also where each value stands, in bytes of the page");
  verb.add_flag("--no-page", options.no_page, "leave out the column with the page's name");
  auto* day = verb.add_flag("--day-first", options.day_first, "05/06/2010 is the 5th of June");
  verb.add_flag("--month-first", options.month_first, "05/06/2010 is the 6th of May")->excludes(day);
  verb.add_option("--year", options.year, "YEAR", "year of dates that have none, as those of syslog");
}

void add_part(Command& verb, ExtractArguments& options) {
  verb.add_option("--part", options.part, "K/N",
                  "only every N-th page, from the K-th on: the share of one of N machines")
      ->check([](const std::string& text) {
        return read_part(text) ? std::string() : "it must be like 3/16, from 1/16 to 16/16";
      });
}

void add_extract_links(Command& verb, ExtractArguments& options) {
  Option* next_option =
      verb.add_flag("--next", options.next, "follow the link to the next page of a list, to its end");
  verb.add_flag("--no-next", options.no_next, "do not, whatever the wrapper's [next] says")
      ->excludes(next_option);
  verb.add_option("--max-next", options.max_next, "N", "pages of one list, at most (default 1000)")
      ->check(whole_from_one());
  Option* follow_option = verb.add_option("--follow", options.follow, "FIELD",
                                          "open the link in this field and read that page, too");
  Option* with_option = verb.add_option("--with", options.follow_with, "WRAPPER",
                                        "wrapper for the pages that --follow opens; nested under its name")
                            ->needs(follow_option);
  follow_option->needs(with_option);
}

void add_extract_browser(Command& verb, ExtractArguments& options) {
  verb.add_option("--browser", options.browser, "WHEN",
                  "pages of the web through a browser: auto (sites where it shows more; "
                  "the wrapper remembers them), always, never")
      ->check([](const std::string& when) {
        return when == "auto" || when == "always" || when == "never" ? std::string()
                                                                     : "it must be auto, always or never";
      });
  verb.add_flag("--scroll", options.scroll,
                "in the browser: to the end of each page first, for lists that load by scrolling");
  add_browser(verb, options.flags);
}

}  // namespace

void add_extract(Command& app) {
  auto options = std::make_shared<ExtractArguments>();
  Command& verb =
      add_verb(app, "extract", "Take records out of pages with a wrapper",
               "  gleaner extract shop.wrapper 'shop/*.html' -o shop.csv\n"
               "  gleaner extract shop.wrapper 'shop/*.html' -o shop.duckdb#offers   the table offers; "
               "the others stay\n"
               "  gleaner extract shop.wrapper new/ -o shop.sqlite --mode upsert --key page,name\n"
               "  gleaner extract shop.wrapper page.html --format table\n"
               "  gleaner extract shop.wrapper page.html --spans\n"
               "  gleaner extract shop.wrapper https://shop.example/list --next -o shop.csv\n"
               "  gleaner extract shop.wrapper https://shop.example/list --follow link --with item.wrapper\n"
               "  gleaner extract shop.wrapper crawl.warc.gz -o shop.csv\n"
               "  gleaner extract shop.wrapper crawl.warc.gz --part 3/16 -o part-3.parquet\n"
               "  curl -s URL | gleaner extract shop.wrapper -\n"
               "  gleaner extract shop.wrapper --as-labels page7.html >> shop.labels.jsonl\n"
               "Nested records in csv and tsv: the fields of a nested record are columns \"offers.price\"; a "
               "record has\n"
               "as many rows as its longest nested list, its own values repeated on each. A list of texts is "
               "one cell.");
  verb.add_option("wrapper", options->wrapper, "WRAPPER", "wrapper file")->required();
  verb.add_option("pages", options->pages, "PAGE...", kPagesHelp)->required();
  add_extract_output(verb, *options);
  add_extract_links(verb, *options);
  add_extract_browser(verb, *options);
  options->input.add_options(verb, &options->budget);
  add_jobs(verb, options->jobs);
  add_part(verb, *options);
  verb.add_flag("--json", options->json, "a report as JSON on standard output (with -o)");
  verb.add_flag("-v,--verbose", options->verbose, "all warnings and notes");
  add_budget(verb, options->budget);
  verb.callback([options] { return run_extract(*options); });
}

}  // namespace gleaner::cli
