// Recursive descent over characters (reader.h): the language is small, and every error has its line and
// column.
#include "templates/parse.h"

#include <algorithm>

#include "base/text.h"
#include "page/allowed_path.h"
#include "page/load.h"
#include "templates/constants.h"
#include "templates/reader.h"
#include "tokens/features.h"
#include "tokens/lexer.h"

namespace gleaner::templates {
namespace {

class Parser : private Reader {
 public:
  Parser(std::string_view text, const std::string& file, TemplateSet& set, const ReadLexer& read)
      : Reader(text, file), set_(set), read_(read) {
    set_.file = file;
  }

  Diagnostics run() {
    while (!at_end()) {
      try {
        statement();
      } catch (const Stop&) {
        recover();
      }
      if (errors_.size() >= 20) break;
    }
    set_.check(errors_);
    return std::move(errors_);
  }

 private:
  // --- statements
  void statement() {
    Position where = position();
    std::string word = name();
    if (word == "template") return one_template(where);
    if (word == "lexer") return lexer_directive(where);
    if (word == "keep" || word == "use") {
      std::string what = name();
      if (word == "keep" && what == "whitespace") set_.keep_whitespace = true;
      else if (word == "use" && what == "basic") set_.composites = false;
      else fail("unknown directive: " + word + " " + what, "known: keep whitespace. use basic.", where);
    } else if (word == "extract" || word == "page") {
      std::vector<std::string>& into = word == "page" ? set_.page : set_.extract;
      do into.push_back(name());
      while (take(","));
    } else {
      fail(word.empty() ? "expected a template or directive" : "unknown directive: " + word,
           "write: template NAME(Doc, X, ...) := PATTERN.", where);
    }
    need(".", "a directive");
  }

  void lexer_directive(Position where) {
    if (!looking_at("\"")) fail("expected the lexer file's name in quotes");
    set_.lexer_path = quoted();
    need(".", "the lexer file's name");
    if (!read_) fail("lexer files cannot be read here", {}, where);
    Result<std::string> text = read_(set_.lexer_path);
    if (!text.ok()) fail("lexer file: " + text.error().message, {}, where);
    auto file = tokens::LexerFile::parse(*text, set_.lexer_path);
    if (!file.ok()) {
      errors_.push_back(file.error());
      return;
    }
    if (!file->composites()) set_.composites = false;
    set_.lexer = std::make_shared<const tokens::LexerFile>(std::move(file).value());
  }

  void one_template(Position where) {
    Template made;
    made.at = where;
    skip();
    Position name_at = position();
    made.name = name();
    if (made.name.empty()) fail("a template's name is missing");
    if (is_variable_name(made.name))
      fail("a template's name begins with a small letter: " + made.name, {}, name_at);
    if (reserved(made.name) || tokens::type_named(made.name, set_.lexer.get()))
      fail("\"" + made.name + "\" is a token type or operator; call the template otherwise", {}, name_at);
    if (take("(") && !take(")")) {
      do {
        skip();
        Position at = position();
        std::string parameter = name();
        if (parameter.empty() || !is_variable_name(parameter) || parameter == "_")
          fail("a parameter is a Variable, with a capital letter", {}, at);
        if (made.parameters.empty() && made.document.empty() && is_document_name(parameter))
          made.document = parameter;
        else if (std::ranges::count(made.parameters, parameter)) fail(parameter + " stands twice", {}, at);
        else made.parameters.push_back(parameter);
      } while (take(","));
      need(")", "the parameters");
    }
    need(":=", "the template's head");
    made.pattern = either(0);
    need(".", "the pattern");
    set_.templates.push_back(std::move(made));
  }
  static bool is_document_name(std::string_view name) {
    return name == "Doc" || name == "D" || name == "Document";
  }
  static bool reserved(std::string_view name) {
    return name == "any" || name == "not" || name == "times" || name == "once";
  }

  // --- patterns
  Pattern either(uint32_t depth) {
    if (depth > kMaxNesting) fail("nested too deeply");
    return joined(Pattern::Kind::either, ";", &Parser::sequence, depth);
  }
  Pattern sequence(uint32_t depth) { return joined(Pattern::Kind::sequence, ",", &Parser::postfix, depth); }
  // Parts with `sign` between them; one alone is itself.
  Pattern joined(Pattern::Kind kind, std::string_view sign, Pattern (Parser::*part)(uint32_t),
                 uint32_t depth) {
    Pattern first = (this->*part)(depth);
    if (!looking_at(sign)) return first;
    Pattern made;
    made.kind = kind;
    made.at = first.at;
    made.parts.push_back(std::move(first));
    while (take(sign)) made.parts.push_back((this->*part)(depth));
    return made;
  }

  // primary and its ? + * operators; X = P binds looser than these: X = word+ is X = (word+).
  Pattern postfix(uint32_t depth) {
    const bool grouped = looking_at("(");
    Pattern made = primary(depth);
    if (made.kind == Pattern::Kind::bind && !grouped) return made;
    while (true) {
      skip();
      char c = at_ < text_.size() ? text_[at_] : 0;
      if (c != '?' && c != '+' && c != '*') return made;
      Pattern outer;
      outer.at = made.at;
      outer.kind = c == '?' ? Pattern::Kind::optional : c == '+' ? Pattern::Kind::plus : Pattern::Kind::star;
      ++at_;
      if (at_ < text_.size() && text_[at_] == '?') outer.moderate = true, ++at_;
      outer.parts.push_back(std::move(made));
      made = std::move(outer);
      if (++depth > kMaxNesting) fail("nested too deeply");
    }
  }

  Pattern primary(uint32_t depth) {
    skip();
    Pattern made;
    made.at = position();
    if (at_ >= text_.size()) fail("a pattern is missing");
    char c = text_[at_];
    if (c == '(') {
      ++at_;
      made = either(depth + 1);
      need(")", "the pattern in parentheses");
      return made;
    }
    if (c == '"') return literal(made.at);
    if (c == '{') return code(made.at);
    std::string word = name();
    if (word.empty()) fail("expected a pattern");
    if (word != "_" && is_variable_name(word)) {
      if (!take("="))
        fail(word + " alone is no pattern",
             "bind it: " + word + " = PATTERN, or in a token: word(" + word + ")", made.at);
      made.kind = Pattern::Kind::bind;
      made.name = word;
      made.parts.push_back(postfix(depth + 1));
      return made;
    }
    return named(std::move(made), word, depth);
  }

  Pattern named(Pattern made, const std::string& word, uint32_t depth) {
    if (word == "any") {
      made.kind = Pattern::Kind::any;
    } else if (word == "times") {
      need("(", "times");
      Term count = term();
      if (count.kind != Term::Kind::number || count.number < 0 || count.number > kMaxTimes ||
          count.number != uint32_t(count.number))
        fail("times(n) takes a whole number", {}, made.at);
      need(")", "the number");
      made.kind = Pattern::Kind::times;
      made.count = uint32_t(count.number);
    } else if (word == "once") {
      need("(", "once");
      made.kind = Pattern::Kind::once;
      made.parts.push_back(either(depth + 1));
      need(")", "the pattern");
    } else if (word == "not") {
      need("(", "not");
      made.kind = Pattern::Kind::none_of;
      do {
        skip();
        Position at = position();
        std::string type = name();
        made.tests.push_back(token_test(type, at));
      } while (take(","));
      need(")", "the tokens");
    } else if (tokens::type_named(word, set_.lexer.get())) {
      made.kind = Pattern::Kind::token;
      made.tests.push_back(token_test(word, made.at));
    } else {
      made.kind = Pattern::Kind::call;
      made.name = word;
      if (take("(") && !take(")")) {
        do made.arguments.push_back(term());
        while (take(","));
        need(")", "the arguments");
      }
    }
    return made;
  }

  TokenTest token_test(const std::string& type, Position at) {
    TokenTest test;
    test.at = at;
    test.type_name = type;
    auto known = type.empty() ? std::nullopt : tokens::type_named(type, set_.lexer.get());
    if (!known)
      fail("\"" + type + "\" is no token type",
           "types: html html_end word int float punct whitespace entity comment "
           "declaration date money url email, and those of the lexer file",
           at);
    test.type = *known;
    if (!take("(") || take(")")) return test;
    do {
      FeatureTest feature;
      size_t before = at_;
      std::string first = looking_at("/") ? std::string() : feature_name();
      if (!first.empty() && take(":")) {
        feature.name = first == tokens::main_feature(test.type) ? std::string() : first;
        feature.value = term();
      } else {
        at_ = before;
        feature.value = term();
      }
      if (feature.value.kind != Term::Kind::any || !feature.name.empty())
        test.features.push_back(std::move(feature));
    } while (take(","));
    need(")", "the features");
    return test;
  }

  // "Price: DM" stands for its tokens.
  Pattern literal(Position at) {
    Pattern made;
    made.kind = Pattern::Kind::literal;
    made.at = at;
    made.name = quoted();
    tokens::LexerOptions options;
    options.composites = set_.composites;
    options.file = set_.lexer.get();
    for (const tokens::Token& token : tokens::lex(made.name, options)) {
      if (token.type == tokens::Type::whitespace && !set_.keep_whitespace) continue;
      TokenTest test{token.type, std::string(tokens::name_of(token.type, set_.lexer.get())), {}, at};
      tokens::for_each_feature(made.name, token, set_.lexer.get(), [&](const tokens::Feature& feature) {
        const bool main = feature.name == tokens::main_feature(token.type);
        test.features.push_back({main ? "" : std::string(feature.name),
                                 {feature.number ? Term::Kind::number : Term::Kind::text, feature.value,
                                  feature.number.value_or(0)}});
      });
      made.parts.push_back({.kind = Pattern::Kind::token, .tests = {std::move(test)}, .at = at});
    }
    if (made.parts.empty()) fail("an empty text is no pattern", {}, at);
    return made;
  }

  // {goal}: up to the closing brace, quotes and nested braces respected.
  Pattern code(Position at) {
    size_t begin = ++at_;
    int depth = 1;
    for (char quote = 0; at_ < text_.size(); ++at_) {
      char c = text_[at_];
      if (quote) {
        if (c == '\\') ++at_;
        else if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '{') {
        ++depth;
      } else if (c == '}' && --depth == 0) {
        break;
      }
    }
    if (at_ >= text_.size()) {
      at_ = text_.size();
      fail("the code call that begins here is not closed by }", {}, at);
    }
    Pattern made;
    made.kind = Pattern::Kind::code;
    made.at = at;
    made.name = trim(text_.substr(begin, at_ - begin));
    ++at_;
    if (made.name.empty()) fail("an empty code call", {}, at);
    return made;
  }

  TemplateSet& set_;
  const ReadLexer& read_;
};

}  // namespace

Diagnostics parse(std::string_view text, const std::string& file, TemplateSet& set,
                  const ReadLexer& read_lexer) {
  set.source = text;
  return Parser(text, file, set, read_lexer).run();
}

Result<TemplateSet> parse_templates(std::string_view text, const std::string& file,
                                    const ReadLexer& read_lexer) {
  TemplateSet set;
  Diagnostics errors = parse(text, file, set, read_lexer);
  if (!errors.empty()) {
    Diagnostic first = errors.front();
    if (errors.size() > 1)
      first.hint +=
          (first.hint.empty() ? "" : "; ") + std::to_string(errors.size() - 1) + " more errors follow";
    return first;
  }
  if (set.templates.empty())
    return error(Code::bad_input, "no template in this file", {file, 1, 1, {}},
                 "write: template NAME(Doc, X, ...) := PATTERN.");
  return set;
}

Result<TemplateSet> load_templates(const std::string& path) {
  GLEANER_TRY(std::string text, read_program(path));
  return parse_templates(text, path, [&](const std::string& lexer) -> Result<std::string> {
    GLEANER_TRY(const std::string beside, path_beside(path, lexer));
    return read_program(beside);
  });
}

}  // namespace gleaner::templates
