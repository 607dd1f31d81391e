// See bridge.h. Values and terms into each other, goals for templates, templates as relations.
#include "templates/bridge.h"

#include <map>

#include "templates/facts.h"

namespace gleaner::templates {
namespace {

logic::Term term_of(const Value& value) {
  logic::Term made;
  if (value.numeric) {
    logic::PrologValue cell;
    cell.set_number(value.number, value.text);
    made.kind =
        cell.kind == logic::PrologValue::Kind::integer ? logic::Term::Kind::integer : logic::Term::Kind::real;
    made.integer = cell.integer;
    made.real = cell.real;
  } else {
    made.kind = logic::Term::Kind::atom;
  }
  made.text = value.text;
  return made;
}

Value value_of(const logic::Term& term, Arena& arena) {
  Value made;
  made.text = arena.copy(term.to_text());
  made.numeric = term.kind == logic::Term::Kind::integer || term.kind == logic::Term::Kind::real;
  made.number = term.kind == logic::Term::Kind::integer ? double(term.integer) : term.real;
  return made;
}

class SessionCaller : public CodeCaller {
 public:
  explicit SessionCaller(logic::Session* session) : session_(session) {}

  Result<bool> solve(const std::string& goal, const std::vector<GoalVariable>& variables, Arena& arena,
                     uint64_t skip, uint64_t most, std::vector<std::vector<GoalVariable>>& into) override {
    if (!session_) {
      GLEANER_TRY(own_, logic::Session::create({}));
      session_ = own_.get();
      GLEANER_CHECK(session_->load_program("", "code"));
    }
    std::map<std::string, logic::Term> given;
    for (const GoalVariable& variable : variables)
      if (variable.value) given[variable.name] = term_of(*variable.value);
    std::vector<std::map<std::string, logic::Term>> found;
    GLEANER_TRY(const bool more, session_->solve(goal, given, skip, most, found));
    for (const auto& one : found) {
      into.push_back(variables);
      for (GoalVariable& variable : into.back()) {
        auto value = one.find(variable.name);
        if (!variable.value && value != one.end() && value->second.kind != logic::Term::Kind::variable)
          variable.value = value_of(value->second, arena);
      }
    }
    return more;
  }

 private:
  std::unique_ptr<logic::Session> own_;
  logic::Session* session_;
};

// Tokens of a page are made once a session, however many templates ask.
struct TokenCache {
  std::map<const Document*, std::pair<DocumentPtr, std::shared_ptr<const PageTokens>>> pages;
};

class TemplateCursor : public logic::Cursor {
 public:
  TemplateCursor(std::shared_ptr<const Compiled> compiled, size_t output, DocumentPtr page,
                 std::shared_ptr<const PageTokens> tokens, std::string given, logic::Session& session,
                 const logic::Given& arguments)
      : compiled_(std::move(compiled)),
        page_(std::move(page)),
        tokens_(std::move(tokens)),
        given_(std::move(given)),
        caller_(compiled_->needs_code() ? code_caller(session) : nullptr),
        stream_(*compiled_, output, *page_, *tokens_, budget_, caller_.get()),
        output_(output) {
    stream_.give({arguments.begin() + 1, arguments.end()});
  }

  Result<bool> next(logic::Row& row) override {
    if (!stream_.next(fact_)) {
      if (stream_.problem()) return *stream_.problem();
      return false;
    }
    row.cells.resize(fact_.values.size() + 1);
    row.document = page_;
    if (row.rule.empty()) row.rule = compiled_->outputs[output_].name;
    row.cells[0].set_atom(given_);
    for (size_t i = 0; i < fact_.values.size(); ++i) {
      logic::PrologValue& cell = row.cells[i + 1];
      cell.span.reset();
      if (!fact_.values[i]) {
        cell.set_atom("null");
        continue;
      }
      const FactValue& value = *fact_.values[i];
      if (value.numeric) cell.set_number(value.number, value.text);
      else cell.set_atom(value.text);
      if (value.located) cell.span = value.span;
    }
    return true;
  }

 private:
  std::shared_ptr<const Compiled> compiled_;
  DocumentPtr page_;
  std::shared_ptr<const PageTokens> tokens_;
  std::string given_;
  Budget budget_;
  std::unique_ptr<CodeCaller> caller_;
  FactStream stream_;
  size_t output_;
  Fact fact_;
};

class TemplateRelation : public logic::Relation {
 public:
  TemplateRelation(std::shared_ptr<const Compiled> compiled, size_t output, std::shared_ptr<TokenCache> cache)
      : compiled_(std::move(compiled)), output_(output), cache_(std::move(cache)) {}
  std::string name() const override { return compiled_->outputs[output_].name; }
  size_t arity() const override { return compiled_->outputs[output_].parameters.size() + 1; }

  Result<std::unique_ptr<logic::Cursor>> open(const logic::Given& given, logic::Session& session) override {
    if (!given[0])
      return error(Code::bad_input, name() + " needs its document", {}, "bind it first: document(Url, Doc)");
    GLEANER_TRY(DocumentPtr page, session.document(session.resolve(*given[0])));
    auto& cached = cache_->pages[page.get()];
    if (!cached.second) cached = {page, std::make_shared<const PageTokens>(*page, compiled_->set)};
    return std::unique_ptr<logic::Cursor>(
        std::make_unique<TemplateCursor>(compiled_, output_, page, cached.second, *given[0], session, given));
  }

 private:
  std::shared_ptr<const Compiled> compiled_;
  size_t output_;
  std::shared_ptr<TokenCache> cache_;
};

}  // namespace

Status add_templates(logic::Session& session, std::shared_ptr<const Compiled> compiled) {
  auto cache = std::make_shared<TokenCache>();
  for (size_t i = 0; i < compiled->outputs.size(); ++i)
    GLEANER_CHECK(session.add(std::make_shared<TemplateRelation>(compiled, i, cache)));
  return {};
}

std::unique_ptr<CodeCaller> code_caller(logic::Session& session) {
  return std::make_unique<SessionCaller>(&session);
}
std::unique_ptr<CodeCaller> own_code_caller() { return std::make_unique<SessionCaller>(nullptr); }

}  // namespace gleaner::templates
