// gleaner ask PROGRAM.pl 'goal': answers of a logic program over pages, as records, with proofs.
#include <algorithm>

#include <fmt/format.h>

#include "logic/why.h"
#include "logic_session.h"
#include "options.h"
#include "output.h"
#include "page/load.h"
#include "templates/wrapper.h"
#include "verbs.h"
#include "watchdog.h"
#include "wrap/literal.h"
#include "wrap/writer.h"

namespace gleaner::cli {
namespace {

struct AskArguments {
  LogicOptions logic;
  std::string goal, html;
  OutputOptions output;
  size_t limit = 0;
  bool why = false, json = false, spans = false, stats = false;
};

// Lists as lists, date(2010, 6, 29) as that day, everything else as its text.
wrap::Value value_of(const logic::Term& term) {
  using Kind = logic::Term::Kind;
  if (term.is_list()) {
    std::vector<wrap::Value> items;
    for (const logic::Term* item : term.items()) items.push_back(value_of(*item));
    return wrap::Value::make_list(std::move(items));
  }
  wrap::Value value = wrap::Value::make_text(term.to_text());
  wrap::Typed typed;
  if (term.kind == Kind::integer || term.kind == Kind::real) {
    typed.type = wrap::Type::number;
    typed.number = term.kind == Kind::integer ? double(term.integer) : term.real;
    typed.normal = wrap::exact_digits(typed.number, value.text);
    value.typed = typed;
  } else if (term.kind == Kind::compound && term.text == "date" && term.arguments.size() == 3 &&
             std::ranges::all_of(term.arguments,
                                 [](const logic::Term& part) { return part.kind == Kind::integer; })) {
    value.text = fmt::format("{:04}-{:02}-{:02}", term.arguments[0].integer, term.arguments[1].integer,
                             term.arguments[2].integer);
  }
  return value;
}

wrap::Record record_of(const logic::Answer& answer, DocumentPtr& page) {
  wrap::Record record;
  for (const auto& [name, term] : answer.values) {
    wrap::Value value;
    if (term.kind != logic::Term::Kind::variable) {
      value = value_of(term);
      std::optional<logic::FactPlace> place =
          answer.proof ? logic::place_of(*answer.proof, term) : std::nullopt;
      if (value.is_text() && place && (!page || page == place->document)) {
        page = place->document;
        value.span = place->span;
      }
    }
    record.fields.push_back({templates::field_name(name), std::move(value)});
  }
  return record;
}

class Answers {
 public:
  Answers(const AskArguments& options, Output& output, wrap::Format format, const wrap::WriteOptions& write)
      : options_(options), output_(output), format_(format), write_(write) {}

  bool take(logic::Answer&& answer) {
    ++count_;
    if (!options_.html.empty()) kept_.push_back(answer);
    if (options_.why && options_.html.empty()) {
      written_ =
          output_.write(options_.json ? logic::why_json(answer) + "\n" : logic::why_text(answer, count_));
    } else if (options_.html.empty()) {
      DocumentPtr page;
      wrap::Record record = record_of(answer, page);
      if (!writer_) open_writer(record);
      written_ = writer_->page(page ? page->name() : "", page.get(), {std::move(record)});
    }
    return written_.ok() && (!options_.limit || count_ < options_.limit);
  }
  Status finish() {
    if (!written_.ok()) return written_;
    if (!options_.html.empty()) return write_file(options_.html, logic::why_html(kept_, options_.goal));
    if (writer_) GLEANER_CHECK(writer_->finish());
    return output_.finish();
  }
  size_t count() const { return count_; }

 private:
  void open_writer(const wrap::Record& first) {
    wrap::Schema schema;
    for (const wrap::Field& field : first.fields)
      schema.fields.push_back({field.name, wrap::Type::text, field.value.is_list(), {}});
    writer_ = wrap::make_writer(format_, schema, write_,
                                [this](std::string_view text) { return output_.write(text); });
  }

  const AskArguments& options_;
  Output& output_;
  wrap::Format format_;
  wrap::WriteOptions write_;
  std::unique_ptr<wrap::Writer> writer_;
  std::vector<logic::Answer> kept_;
  size_t count_ = 0;
  Status written_;
};

Result<int> run_ask(const AskArguments& options) {
  GLEANER_TRY(auto format, format_of(options.output));
  const Watchdog watchdog(limits_of(options.logic), "answering the question");
  GLEANER_TRY(auto loaded, open_program(options.logic));
  logic::Session& program = *loaded;
  GLEANER_TRY(auto out, Output::open(options.output));
  GLEANER_TRY(const auto write, write_options(options.output, options.spans, options.spans));
  Answers answers(options, *out, format, write);
  logic::AskOptions ask = ask_options(options.logic);
  ask.proofs = options.why || options.spans || !options.html.empty();
  Status done =
      program.ask(options.goal, ask, [&](logic::Answer&& answer) { return answers.take(std::move(answer)); });
  Status written = answers.finish();
  GLEANER_CHECK(written);
  if (options.stats)
    say(fmt::format("{}, {} fetched", counted(answers.count(), "answer"),
                    counted(program.fetched(), "page")));
  GLEANER_CHECK(done);
  if (out->to_file()) say(fmt::format("{} -> {}", counted(answers.count(), "answer"), options.output.path));
  else if (!options.html.empty())
    say(fmt::format("{} -> {}", counted(answers.count(), "answer"), options.html));
  else if (!answers.count()) say("no answers");
  return answers.count() ? kDone : kNothingFound;
}

}  // namespace

void add_ask(Command& app) {
  auto options = std::make_shared<AskArguments>();
  Command& verb =
      add_verb(app, "ask", "Ask a logic program about pages",
               "  gleaner ask shoes.pl 'article(Supplier, Article, Price), Price < 100' -o cheap.csv\n"
               "  gleaner ask shoes.pl 'article(S, A, P)' --why\n"
               "  gleaner ask shoes.pl 'article(S, A, P)' --why --html why.html\n"
               "Templates (:- use_templates('ads.tpl')) and wrappers (:- use_wrapper('shop.wrapper')) are "
               "predicates of the\n"
               "program, and so are tables (:- use_table('shop.csv')). Programs run sandboxed: "
               "no files but those of their\n"
               "folder, no network but hosts of --allow-net, no shell.");
  add_logic(verb, options->logic);
  verb.add_option("goal", options->goal, "GOAL", "the question, a Prolog goal")->required();
  add_output(verb, options->output);
  verb.add_option("--limit", options->limit, "N", "at most so many answers");
  verb.add_flag("--why", options->why, "the proof of each answer, with page and bytes of every fact");
  verb.add_flag("--json", options->json, "with --why: proofs as JSON, one answer a line");
  verb.add_option("--html", options->html, "FILE", "with --why: write a page of its own");
  verb.add_flag("--spans", options->spans, "also where each value stands");
  verb.add_flag("--stats", options->stats, "say how many answers there were and how many pages were fetched");
  verb.callback([options] { return run_ask(*options); });
}

}  // namespace gleaner::cli
