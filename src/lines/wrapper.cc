// See wrapper.h.
#include "lines/wrapper.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/shorten.h"
#include "base/text.h"
#include "grammar/parser.h"
#include "grammar/reader.h"
#include "grammar/scanner.h"
#include "lines/page_lines.h"
#include "lines/rule_reader.h"
#include "wrap/refusal.h"

namespace gleaner::lines {
namespace {

constexpr size_t kSkippedShown = 3;

struct LinesScratch : wrap::Scratch {
  explicit LinesScratch(std::shared_ptr<const grammar::Program> program) : scanner(std::move(program)) {}
  grammar::Scanner scanner;  // its table is kept from page to page
};

// Empty texts are absent.
void tidy(std::vector<wrap::Field>& fields) {
  for (wrap::Field& field : fields) {
    for (wrap::Value& item : field.value.items) tidy(item.fields);
    tidy(field.value.fields);
    if (!field.value.is_text()) continue;
    wrap::tidy_text(field.value);
    if (field.value.text.empty()) field.value = wrap::Value();
  }
  std::erase_if(fields, [](const wrap::Field& field) { return field.value.is_absent(); });
}

// In a cell that stands in quotes two of them are one: "says ""yes""".
void join_quotes(std::vector<wrap::Field>& fields, std::string_view text) {
  for (wrap::Field& field : fields) {
    for (wrap::Value& item : field.value.items) join_quotes(item.fields, text);
    join_quotes(field.value.fields, text);
    const std::optional<Span>& span = field.value.span;
    if (!field.value.is_text() || !span || span->begin == 0 || span->end >= text.size() ||
        text[span->begin - 1] != '"' || text[span->end] != '"')
      continue;
    std::string& value = field.value.text;
    for (size_t at = value.find("\"\""); at != std::string::npos; at = value.find("\"\"", at + 1))
      value.erase(at, 1);
  }
}

// What comes behind the item in which `offset` of a grammar lies: past its repetition, its other alternatives
// and the parentheses that end with it.
std::string next_item(const std::string& source, size_t offset) {
  int depth = 0;
  for (; offset < source.size(); ++offset) {
    const char c = source[offset];
    if (c == '\'' ||
        c == '[') {  // a literal or a set: it is the next item, unless it is of another alternative
      if (depth == 0) break;
      const char end = c == '[' ? ']' : c;
      while (++offset < source.size() && source[offset] != end)
        if (source[offset] == '\\') ++offset;
      continue;
    }
    if (c == '|' && depth == 0) depth = 1;  // up to the end of the choice
    else if (c == '(' && depth == 0) break;
    else if (c == '(') ++depth;
    else if (c == ')' && depth > 0) --depth;
    else if (is_alpha(c) && depth == 0) break;
  }
  return offset < source.size() ? source.substr(offset) : std::string();
}

// The variable that is assigned where `offset` lies, or before it.
std::string variable_at(const std::string& source, size_t offset) {
  for (size_t at = source.rfind('=', offset); at != std::string::npos && at > 0;
       at = source.rfind('=', at - 1)) {
    size_t begin = at;
    while (begin > 0 && (is_alnum(source[begin - 1]) || source[begin - 1] == '_')) --begin;
    if (begin < at && (begin == 0 || source[begin - 1] == ' ' || source[begin - 1] == '('))
      return source.substr(begin, at - begin);
  }
  return {};
}

uint32_t entry_of(const grammar::Grammar& grammar) {
  const uint32_t log = grammar.index_of("log");
  return log != grammar::kNone ? log : uint32_t(grammar.rules.size() - 1);
}

}  // namespace

void add_renamed(const std::vector<std::string>& variables, const std::vector<std::string>& fields,
                 Names& into) {
  for (size_t i = 0; i < fields.size(); ++i)
    if (variables[i] != fields[i]) into.emplace_back(variables[i], fields[i]);
}

Result<std::shared_ptr<const LinesWrapper>> LinesWrapper::make(std::string source, Names names) {
  std::shared_ptr<LinesWrapper> made(new LinesWrapper());
  GLEANER_TRY(made->grammar_, grammar::parse_grammar(std::move(source), "lines"));
  if (made->grammar_.rules.empty())
    return error(Code::bad_input, "there is no rule in the grammar", {},
                 "rule log is (lines += line())+ end");
  GLEANER_TRY(made->program_, grammar::Program::compile(made->grammar_, entry_of(made->grammar_)));
  for (const char* name : {"line", "item"})
    if (const uint32_t line = made->grammar_.index_of(name); line != grammar::kNone && made->line_.empty())
      if (auto program = grammar::Program::compile(made->grammar_, line); program.ok())
        made->line_.push_back(*program);
  made->names_ = std::move(names);
  made->schema_ = grammar::schema_of(*made->program_);
  made->rules_ = grammar::rules_of(*made->program_);
  made->grouped_ = made->grammar_.index_of("group") != grammar::kNone;
  for (wrap::FieldSchema& field : made->schema_.fields)
    for (const auto& [variable, name] : made->names_)
      if (field.name == variable) field.name = name;
  return std::shared_ptr<const LinesWrapper>(std::move(made));
}

Result<wrap::WrapperPtr> LinesWrapper::load(const wrap::Config& config) {
  GLEANER_TRY(std::string source, config.need_text("grammar"));
  Names names;
  if (const wrap::Config* table = config.find("names"); table && table->is_table())
    for (const auto& [variable, name] : table->members())
      if (name.is_text()) names.emplace_back(variable, name.as_text());
  auto made = make(std::move(source), std::move(names));
  if (!made.ok()) {
    Diagnostic why = config.find("grammar")->wrong(made.error().message);
    why.hint = made.error().hint;
    return why;
  }
  return wrap::WrapperPtr(*made);
}

void LinesWrapper::save(wrap::Config& into) const {
  into.set("grammar", grammar_.source);
  if (names_.empty()) return;
  wrap::Config& table = into.add_table("names");
  for (const auto& [variable, name] : names_) table.set(variable, name);
}

std::unique_ptr<wrap::Scratch> LinesWrapper::make_scratch() const {
  return std::make_unique<LinesScratch>(program_);
}

void LinesWrapper::rename(wrap::Record& record) const {
  for (wrap::Field& field : record.fields)
    for (const auto& [variable, name] : names_)
      if (field.name == variable) field.name = name;
}

// `at`: where the line begins, in Document::text().
Diagnostic LinesWrapper::note_of_skipped(const Document& document, std::string_view line, uint32_t at) const {
  Diagnostic note{Severity::note,
                  Code::not_found,
                  fmt::format("line of no kind: {}", shortened(std::string(line), 80)),
                  {},
                  why_not(line)};
  note.where.file = document.name();
  note.where.line = document.line_column(at).line;
  return note;
}

Status LinesWrapper::extract(const Document& document, wrap::Scratch& scratch, wrap::RecordSink& sink,
                             Budget& budget) const {
  auto* own = dynamic_cast<LinesScratch*>(&scratch);
  std::unique_ptr<LinesScratch> other;
  if (!own) {
    other = std::make_unique<LinesScratch>(program_);
    own = other.get();
  }
  const PageLines* page = document.is_html() ? &document.view<PageLines>() : nullptr;
  const std::string_view text = page ? page->text() : document.text();
  bool enough = false;
  std::vector<grammar::Range> skipped;
  uint64_t skips = 0;
  grammar::Reader* reader = nullptr;
  grammar::Reader reading(
      *program_,
      [&](const grammar::Instance& instance) {
        if (enough) return;
        wrap::Record record = grammar::to_record(*reader, *program_, instance, text, 0);
        tidy(record.fields);
        join_quotes(record.fields, text);
        rename(record);
        if (page) to_page(record, *page);
        const bool lists = std::ranges::any_of(
            record.fields, [](const wrap::Field& field) { return field.value.is_list(); });
        if (!record.fields.empty() && (lists || !grouped_)) enough = !sink.take(std::move(record));
      },
      [&](grammar::Range range) {
        if (++skips <= kSkippedShown) skipped.push_back(range);
      });
  reader = &reading;
  own->scanner.reset();
  constexpr size_t kPiece = 1u << 20;  // often enough to stop early
  for (size_t at = 0; at < text.size() && !enough; at += kPiece)
    if (!own->scanner.feed(text.substr(at, kPiece), reading, budget)) break;
  if (enough) return {};
  const grammar::Outcome outcome = own->scanner.finish(reading, budget);
  if (outcome.kind == grammar::Outcome::Kind::out_of_budget) {
    reading.flush_partial(outcome.reached);
    sink.note(budget.diagnostic("reading the page"));
  }
  for (const grammar::Range& range : skipped) {
    const std::string_view line = trim(text.substr(range.begin, range.end - range.begin));
    const uint32_t at =
        page ? page->to_page({uint32_t(range.begin), uint32_t(range.end)}).begin : uint32_t(range.begin);
    sink.note(note_of_skipped(document, line, at));
  }
  if (skips) sink.note(wrap::note_of(wrap::Skipped{"line", skips}, "of no kind", {document.name()}));
  return {};
}

struct LineReader::Parts : BoundSpans {
  explicit Parts(std::shared_ptr<const grammar::Program> p) : program(std::move(p)), scanner(program) {}
  std::shared_ptr<const grammar::Program> program;
  grammar::Scanner scanner;
};

LineReader::LineReader(const LinesWrapper& wrapper) : wrapper_(wrapper) {
  if (!wrapper.line_.empty()) parts_ = std::make_unique<Parts>(wrapper.line_[0]);
}
LineReader::~LineReader() = default;

std::optional<std::vector<std::pair<std::string, Span>>> LineReader::read(std::string_view line) {
  if (!parts_) return std::nullopt;
  parts_->open.clear();
  parts_->found.clear();
  parts_->scanner.reset();
  Budget budget;
  parts_->scanner.feed(line, *parts_, budget);
  if (parts_->scanner.finish(*parts_, budget).kind != grammar::Outcome::Kind::matched) return std::nullopt;
  std::vector<std::pair<std::string, Span>> out;
  for (const auto& [binding, span] : parts_->found) {
    if (span.empty()) continue;
    const grammar::Binding& b = parts_->program->bindings[binding];
    std::string name = wrapper_.grammar_.rules[b.rule].variables[b.variable].name;
    for (const auto& [variable, field] : wrapper_.names_)
      if (variable == name) name = field;
    out.emplace_back(std::move(name), span);
  }
  return out;
}

std::string LinesWrapper::why_not(std::string_view line) const {
  if (line_.empty()) return {};
  struct Nothing : grammar::EventSink {
    void take(const grammar::Event*, size_t) override {}
  } nothing;
  grammar::Scanner scanner(line_[0]);
  Budget budget;
  scanner.feed(line, nothing, budget);
  const grammar::Outcome outcome = scanner.finish(nothing, budget);
  if (outcome.kind == grammar::Outcome::Kind::matched) return {};
  const size_t at = std::min<size_t>(outcome.reached, line.size());
  std::string wanted = next_item(grammar_.source, outcome.offset);
  if (const size_t is = wanted.find(" is"); at == 0 && wanted.starts_with("line") && is != std::string::npos)
    wanted = std::string(trim(wanted.substr(is + 3)));  // nothing of it was read
  wanted.resize(std::min<size_t>(wanted.size(), 60));
  wanted = wanted.substr(0, wanted.find('\n'));
  if (const size_t end = wanted.find(" end"); end != std::string::npos) wanted.resize(end);
  const std::string field = variable_at(grammar_.source, outcome.offset);
  return fmt::format("read up to column {} ({}){}, then wanted: {}",
                     count_code_points(line.substr(0, at)) + 1,
                     at >= line.size() ? std::string("its end")
                                       : "before \"" + shortened(std::string(line.substr(at)), 20) + "\"",
                     field.empty() ? "" : ", reading " + field, wanted.empty() ? "the line's end" : wanted);
}

wrap::Explanation LinesWrapper::explain_cell(const Document& document, const wrap::Record* record,
                                             std::string_view field, const wrap::Value* value) const {
  wrap::Explanation why = Wrapper::explain_cell(document, record, field, value);
  const wrap::Value* given = value ? value : record ? record->find(field) : nullptr;
  std::string variable(field);
  for (const auto& [known, name] : names_)
    if (name == field) variable = known;
  for (const grammar::Rule& rule : grammar_.rules) {
    const std::string_view body = std::string_view(grammar_.source).substr(rule.begin, rule.end - rule.begin);
    size_t at = body.find(variable + "=");
    if (at == std::string_view::npos || (at > 0 && (is_alpha(body[at - 1]) || body[at - 1] == '_'))) continue;
    const size_t end = body.find('\n', at);
    const std::string part =
        shortened(collapse(body.substr(at, end == std::string_view::npos ? end : end - at)), 90);
    why.words = given && !given->is_absent()
                    ? fmt::format("rule {}: {}", rule.name, part)
                    : fmt::format("this line has no such part; rule {}: {}", rule.name, part);
    break;
  }
  return why;
}

}  // namespace gleaner::lines
