// See source_parser.h. Joins the scanner, the reader and the code of rules, and chooses the rule to begin
// with.
#include "script/source_parser.h"

#include <algorithm>

#include <fmt/format.h>

namespace gleaner::script {

using grammar::kNone;

struct SourceParser::Tee : grammar::EventSink {
  explicit Tee(SourceParser& p) : parser(p) {}
  void take(const grammar::Event* events, size_t count) override {
    if (parser.options_.events) parser.options_.events->take(events, count);
    if (parser.reader_) parser.reader_->take(events, count);
    if (parser.runner_) parser.runner_->take(events, count);
  }
  SourceParser& parser;
};

SourceParser::SourceParser(Interpreter& interpreter, uint32_t rule, SourceOptions options)
    : interpreter_(interpreter),
      options_(std::move(options)),
      program_(interpreter.program(rule)),
      scanner_(program_, {.eager = options_.eager}),
      tee_(std::make_unique<Tee>(*this)) {
  reader_ = std::make_unique<grammar::Reader>(
      *program_,
      options_.records && options_.on_record ? [this](const grammar::Instance& instance) {
        if (stopped_) return;
        wrap::Record record = to_record(*reader_, *program_, instance, source_.text, source_.base);
        record.partial = reader_->partial();
        stopped_ = !options_.on_record(std::move(record));
      } : grammar::Reader::OnRecord(),
      options_.on_skip);
  if (options_.code && (interpreter.script().has_code || options_.want_result))
    runner_ = std::make_unique<CodeRunner>(interpreter, *program_, source_, options_.want_result);
  scanner_.set_test([this](uint32_t code, uint64_t b, uint64_t e) {
    return interpreter_.test_code(code, source_text(source_, b, e));
  });
}

SourceParser::~SourceParser() = default;

Status SourceParser::feed(std::string_view bytes) {
  constexpr size_t kPiece = 1u << 20;  // often enough to stop early
  try {
    for (size_t at = 0; at < bytes.size() && !stopped_; at += kPiece)
      if (!scanner_.feed(bytes.substr(at, kPiece), *tee_, interpreter_.budget())) break;
  } catch (Thrown& thrown) {
    return std::move(thrown.why);
  }
  return {};
}

Status SourceParser::whole(std::string_view text, DocumentPtr page) {
  source_ = {text, 0, std::move(page)};
  read_ = text.size();
  return feed(text);
}

Status SourceParser::piece(std::string_view bytes) {
  buffer_ += bytes;
  read_ += bytes.size();
  source_.text = buffer_;
  GLEANER_CHECK(feed(bytes));
  uint64_t keep = reader_->keep_from(scanner_.keep_from());
  if (runner_) keep = runner_->keep_from(keep);
  const uint64_t unused = keep - source_.base;
  if (unused > (1u << 16) || unused == buffer_.size()) {
    buffer_.erase(0, unused);
    source_.base = keep;
  }
  source_.text = buffer_;
  return {};
}

Result<grammar::Outcome> SourceParser::finish() {
  if (stopped_) return grammar::Outcome{};
  try {
    grammar::Outcome outcome = scanner_.finish(*tee_, interpreter_.budget());
    if (outcome.kind != grammar::Outcome::Kind::matched) unread_ = read_ - std::min(read_, outcome.reached);
    if (outcome.kind == grammar::Outcome::Kind::out_of_budget && reader_)
      reader_->flush_partial(outcome.reached);
    return outcome;
  } catch (Thrown& thrown) {
    return std::move(thrown.why);
  }
}

grammar::Coverage SourceParser::coverage() const {
  grammar::Coverage coverage = reader_->coverage;
  coverage.total = read_;
  coverage.unread = unread_;
  return coverage;
}

const Value& SourceParser::result() const {
  static const Value kNothing;
  return runner_ ? runner_->result : kNothing;
}

Diagnostic SourceParser::explain(const grammar::Outcome& outcome, std::string_view text,
                                 const std::string& name) const {
  const grammar::Grammar& grammar = interpreter_.script().grammar;
  const std::string& entry = grammar.rules[program_->entry].name;
  const Where where = grammar::where_in(text, outcome.reached, name);
  std::string message = fmt::format("rule {} matches nothing of this source", entry);
  std::string hint;
  if (outcome.rule != kNone) {
    const Diagnostic place = grammar::syntax_error(grammar, outcome.offset, "");
    hint = fmt::format("nearest: rule {} got to line {}, column {} and then needed this ({}:{}:{}):{}",
                       grammar.rules[outcome.rule].name, where.line, where.column, grammar.file,
                       place.where.line, place.where.column, place.message);
  }
  return error(gleaner::Code::not_found, std::move(message), where, std::move(hint));
}

uint32_t default_rule(const grammar::Grammar& grammar) {
  std::vector<bool> called(grammar.rules.size(), false);
  std::function<void(const grammar::Node&, uint32_t)> visit = [&](const grammar::Node& node, uint32_t rule) {
    if (node.kind == grammar::Node::Kind::call && node.target != rule) called[node.target] = true;
    for (const grammar::Node& child : node.children) visit(child, rule);
  };
  for (uint32_t i = 0; i < grammar.rules.size(); ++i) visit(grammar.rules[i].body, i);
  for (uint32_t i = uint32_t(grammar.rules.size()); i-- > 0;)
    if (!called[i]) return i;
  return grammar.rules.empty() ? kNone : uint32_t(grammar.rules.size() - 1);
}

Result<uint32_t> choose_rule(const grammar::Grammar& grammar, const std::string& name) {
  const uint32_t rule = name.empty() ? default_rule(grammar) : grammar.index_of(name);
  if (rule != kNone) return rule;
  if (grammar.rules.empty())
    return error(gleaner::Code::bad_input, "there is no rule in this file", Where{.file = grammar.file},
                 "a grammar has rules: rule line is ... end");
  std::string names;
  for (const grammar::Rule& r : grammar.rules) names += (names.empty() ? "rules: " : ", ") + r.name;
  return error(gleaner::Code::usage, fmt::format("there is no rule {}", name), Where{.file = grammar.file},
               names);
}

}  // namespace gleaner::script
