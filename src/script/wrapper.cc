// See wrapper.h. Records of a rule with the white space of wrappers, and the family of the kind.
#include "script/wrapper.h"

#include <fmt/format.h>

#include "base/text.h"
#include "page/allowed_path.h"
#include "page/load.h"
#include "script/parser.h"
#include "script/source_parser.h"
#include "wrap/refusal.h"
#include "wrap/ruled_wrapper.h"

namespace gleaner::script {
namespace {

class GrammarWrapper : public wrap::RuledWrapper {
 public:
  GrammarWrapper(std::shared_ptr<const Script> script, uint32_t rule,
                 std::shared_ptr<const grammar::Program> program)
      : script_(std::move(script)), rule_(rule), program_(std::move(program)) {
    schema_ = grammar::schema_of(*program_);
    rules_ = grammar::rules_of(*program_);
  }

  std::string_view kind() const override { return "grammar"; }

  // Predicates run; code blocks do not: a wrapper gives records and has no other effects.
  Status extract(const Document& document, wrap::Scratch&, wrap::RecordSink& sink,
                 Budget& budget) const override {
    RunOptions alone;
    alone.access.options = false;
    Interpreter interpreter(script_, std::move(alone), budget);
    SourceOptions options;
    options.code = false;
    options.on_record = [&](wrap::Record&& record) {
      // Rules read white space as it is written.
      wrap::for_each_leaf(record.fields,
                          [](const std::string&, wrap::Value& value) { wrap::tidy_text(value); });
      return sink.take(std::move(record));
    };
    SourceParser parser(interpreter, rule_, std::move(options));
    GLEANER_CHECK(parser.whole(document.text()));
    GLEANER_TRY(grammar::Outcome outcome, parser.finish());
    if (outcome.kind == grammar::Outcome::Kind::out_of_budget)
      sink.note(budget.diagnostic("reading the page"));
    if (outcome.kind == grammar::Outcome::Kind::failed) {
      Diagnostic why = parser.explain(outcome, document.text(), document.name());
      why.severity = Severity::warning;
      sink.note(std::move(why));
    }
    const grammar::Coverage coverage = parser.coverage();
    if (outcome.kind == grammar::Outcome::Kind::matched && coverage.skips)
      sink.note(wrap::note_of(wrap::Skipped{"portion", coverage.skips},
                              fmt::format("{} of {} bytes (gleaner parse --skipped shows them)",
                                          coverage.skipped, coverage.total),
                              {document.name(), 0, 0, {}}));
    return {};
  }

  void save(wrap::Config& into) const override {
    into.set("rule", script_->grammar.rules[rule_].name);
    into.set("source", script_->grammar.source);
    into.set("file", script_->grammar.file);
  }

 private:
  std::shared_ptr<const Script> script_;
  uint32_t rule_;
  std::shared_ptr<const grammar::Program> program_;
};

// A wrapper file of kind "grammar" holds the source, or names the .gln file beside it.
Result<wrap::WrapperPtr> load(const wrap::Config& config) {
  GLEANER_TRY(std::string file, config.text_or("file", "grammar"));
  GLEANER_TRY(std::string source, config.text_or("source", ""));
  GLEANER_TRY(std::string rule, config.text_or("rule", ""));
  if (source.empty()) {
    GLEANER_TRY(const std::string path, path_beside(config.file(), file));
    GLEANER_TRY(source, read_program(path));
  }
  return make_wrapper(std::move(source), file, rule);
}

}  // namespace

Result<wrap::WrapperPtr> make_wrapper(std::string source, const std::string& file, const std::string& rule) {
  GLEANER_TRY(std::shared_ptr<Script> script, parse_script(std::move(source), file));
  GLEANER_TRY(const uint32_t index, choose_rule(script->grammar, rule));
  GLEANER_TRY(std::shared_ptr<const grammar::Program> program,
              grammar::Program::compile(script->grammar, index));
  return wrap::WrapperPtr(std::make_shared<GrammarWrapper>(std::move(script), index, std::move(program)));
}

void register_family(wrap::Registry& registry) {
  registry.add({"grammar", "a grammar of rules, most specific reading first (.gln)", load, nullptr});
}

}  // namespace gleaner::script
