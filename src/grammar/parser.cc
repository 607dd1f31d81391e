// See parser.h. One class reads a rule; below it what reads a file of rules and says where it is wrong.
#include "grammar/parser.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/lists.h"
#include "base/text.h"
#include "grammar/check.h"

namespace gleaner::grammar {
namespace {

constexpr uint32_t kMaxCount = 500;    // of a counted repetition
constexpr size_t kMaxCopied = 20'000;  // productions that it may become
constexpr uint32_t kMaxNesting = 400;  // of productions in one another; deeper is refused, not crashed upon

bool starts_word(char c) { return is_alpha(c) || c == '_' || uint8_t(c) >= 0x80; }
bool in_word(char c) { return starts_word(c) || is_digit(c); }

size_t word_end(std::string_view s, size_t at) {
  while (at < s.size() && in_word(s[at])) ++at;
  return at;
}

bool is_keyword(std::string_view word) {
  static constexpr std::string_view kWords[] = {"rule", "strict", "is", "end", "do", "accept", "if", "prune"};
  return contains(kWords, word);
}

size_t size_of(const Node& node) {
  size_t size = 1;
  for (const Node& child : node.children) size += size_of(child);
  return size;
}

class RuleParser {
 public:
  RuleParser(Grammar& grammar, size_t at) : grammar_(grammar), s_(grammar.source), at_(at) {}

  Status parse() {
    blanks();
    rule_.begin = uint32_t(at_);
    if (take_word("strict")) rule_.strict = true;
    if (!take_word("rule")) return fail("expected `rule`");
    GLEANER_CHECK(header());
    rule_index_ = uint32_t(grammar_.rules.size());
    GLEANER_TRY(rule_.body, choice(0));
    if (!take_word("end"))
      return fail(s_.size() == at_ ? fmt::format("rule {} has no `end`", rule_.name) : unexpected());
    rule_.end = uint32_t(at_);
    grammar_.rules.push_back(std::move(rule_));
    return {};
  }
  size_t at() const { return at_; }

 private:
  Status header() {
    blanks();
    rule_.offset = uint32_t(at_);
    GLEANER_TRY(rule_.name, name("the name of a rule"));
    if (grammar_.find(rule_.name))
      return fail_at(rule_.offset, fmt::format("there is already a rule {}", rule_.name));
    blanks();
    if (peek() == ':') {
      ++at_;
      blanks();
      GLEANER_TRY(rule_.result, name("the result variable"));
    }
    if (!take_word("is")) return fail(fmt::format("expected `is` after the name of rule {}", rule_.name));
    return {};
  }

  // --- productions, loosest first
  Result<Node> choice(uint32_t depth) {
    if (depth > kMaxNesting) return fail("productions are nested too deeply");
    blanks();
    const size_t begin = at_;
    GLEANER_TRY(Node first, sequence(depth));
    blanks();
    if (peek() != '|') return first;
    Node node = make(Node::Kind::choice, begin);
    node.children.push_back(std::move(first));
    while (peek() == '|') {
      ++at_;
      GLEANER_TRY(node.children.emplace_back(), sequence(depth));
      blanks();
    }
    return node;
  }

  Result<Node> sequence(uint32_t depth) {
    blanks();
    Node node = make(Node::Kind::sequence, at_);
    while (starts_item()) {
      GLEANER_TRY(node.children.emplace_back(), item(depth));
      blanks();
    }
    if (node.children.size() == 1) return std::move(node.children[0]);
    return node;
  }

  bool starts_item() {
    blanks();
    if (at_ == s_.size()) return false;
    const char c = s_[at_];
    if (starts_word(c)) {
      std::string_view word = s_.substr(at_, word_end(s_, at_) - at_);
      return !is_keyword(word) || word == "do" || word == "accept" || word == "prune";
    }
    return c == '(' || c == '.' || c == '[' || c == '\'' || c == '"';
  }

  Result<Node> item(uint32_t depth) {
    const size_t begin = at_;
    if (starts_word(s_[at_]) && !is_keyword(s_.substr(at_, word_end(s_, at_) - at_))) {
      GLEANER_TRY(std::string word, name("a name"));
      blanks();
      if (peek() == '=' || (peek() == '+' && peek(1) == '='))
        return assignment(begin, std::move(word), depth);
      if (peek() != '(')
        return fail_at(begin, fmt::format("{} is neither called nor assigned", word),
                       fmt::format("write {0}() to call a rule, {0} = ... to keep what matches", word));
      GLEANER_TRY(Node call, call_of(begin, std::move(word)));
      return repeated(std::move(call));
    }
    GLEANER_TRY(Node node, primary(depth));
    return repeated(std::move(node));
  }

  Result<Node> assignment(size_t begin, std::string word, uint32_t depth) {
    if (depth > kMaxNesting) return fail("productions are nested too deeply");
    Node node = make(Node::Kind::assign, begin);
    node.append = peek() == '+';
    at_ += node.append ? 2 : 1;
    if (!starts_item()) return fail(fmt::format("{} = needs a production", word));
    node.variable = variable(word, node.append, begin);
    GLEANER_TRY(Node child, item(depth + 1));
    if (child.kind == Node::Kind::code || child.kind == Node::Kind::prune)
      return fail_at(uint32_t(child.offset), "only what matches text can be assigned");
    node.name = std::move(word);
    node.children.push_back(std::move(child));
    return node;
  }

  uint32_t variable(const std::string& word, bool list, size_t offset) {
    for (uint32_t i = 0; i < rule_.variables.size(); ++i) {
      if (rule_.variables[i].name != word) continue;
      rule_.variables[i].list |= list;
      return i;
    }
    rule_.variables.push_back({word, list, kNone, uint32_t(offset)});
    return uint32_t(rule_.variables.size() - 1);
  }

  Result<Node> call_of(size_t begin, std::string word) {
    ++at_;  // (
    blanks();
    if (peek() != ')') return fail(fmt::format("expected `)`: rules take no arguments, write {}()", word));
    ++at_;
    Node node = make(Node::Kind::call, begin);
    node.name = std::move(word);
    return node;
  }

  Result<Node> repeated(Node node) {
    for (;;) {
      blanks();
      Node::Kind kind;
      switch (peek()) {
        case '?': kind = Node::Kind::optional; break;
        case '*': kind = Node::Kind::star; break;
        case '+':
          if (peek(1) == '=') return node;
          kind = Node::Kind::plus;
          break;
        case '{': {
          GLEANER_TRY(node, counted(std::move(node)));
          continue;
        }
        default: return node;
      }
      if (node.kind == Node::Kind::code || node.kind == Node::Kind::prune)
        return fail("only what matches text can be repeated");
      Node outer = make(kind, at_);
      ++at_;
      outer.children.push_back(std::move(node));
      node = std::move(outer);
    }
  }

  // E{n}, E{m,n}: m times E, then up to n - m more, each only behind the one before.
  Result<Node> counted(Node node) {
    const size_t begin = at_++;
    auto number = [&]() -> uint32_t {
      blanks();
      uint32_t value = 0;
      if (!is_digit(peek())) return kMaxCount + 1;
      while (is_digit(peek())) value = std::min(value * 10 + uint32_t(s_[at_++] - '0'), kMaxCount + 1);
      blanks();
      return value;
    };
    const uint32_t least = number();
    uint32_t most = least;
    if (peek() == ',') ++at_, most = number();
    if (peek() != '}' || most > kMaxCount || most == 0 || most < least)
      return fail(fmt::format("expected a number from 1 to {}, as in {{4}} or {{0,20}}", kMaxCount), begin);
    ++at_;
    if (node.kind == Node::Kind::code || node.kind == Node::Kind::prune)
      return fail("only what matches text can be repeated");
    if (size_of(node) * most > kMaxCopied)
      return fail("repetitions in repetitions make this too large", begin);
    Node out = make(Node::Kind::sequence, begin);
    out.counted = true;
    Node more;  // what may still follow, from the last one inwards
    for (uint32_t i = least; i < most; ++i) {
      Node inner = make(Node::Kind::sequence, begin);
      inner.counted = true;
      inner.children.push_back(node);
      if (i > least) inner.children.push_back(std::move(more));
      more = make(Node::Kind::optional, begin);
      more.children.push_back(std::move(inner));
    }
    for (uint32_t i = 0; i < least; ++i) out.children.push_back(node);
    if (most > least) out.children.push_back(std::move(more));
    return out;
  }

  Result<Node> primary(uint32_t depth) {
    const size_t begin = at_;
    switch (s_[at_]) {
      case '.': {
        ++at_;
        Node node = make(Node::Kind::set, begin);
        node.set = CodeSet::any();
        return node;
      }
      case '[': return set();
      case '\'':
      case '"': return literal();
      case '(': {
        ++at_;
        GLEANER_TRY(Node node, choice(depth + 1));
        blanks();
        if (peek() != ')') return fail(at_ == s_.size() ? "this `(` is never closed" : unexpected(), begin);
        ++at_;
        return node;
      }
      default: break;
    }
    if (take_word("prune")) return make(Node::Kind::prune, begin);
    if (take_word("accept")) return accept(begin, depth);
    take_word("do");
    return block(begin);
  }

  Result<Node> accept(size_t begin, uint32_t depth) {
    Node node = make(Node::Kind::accept, begin);
    GLEANER_TRY(node.children.emplace_back(), choice(depth + 1));
    if (!take_word("if")) return fail("expected `if` and a condition after what is to be accepted");
    blanks();
    const size_t from = at_;
    GLEANER_CHECK(scan_expression());
    node.code = add_code(true, from, at_);
    ++at_;  // ;
    return node;
  }

  Result<Node> block(size_t begin) {
    const size_t from = at_;
    GLEANER_TRY(size_t end, scan_block(begin));
    Node node = make(Node::Kind::code, begin);
    node.code = add_code(false, from, end);
    rule_.has_code = true;
    return node;
  }

  uint32_t add_code(bool predicate, size_t from, size_t to) {
    grammar_.codes.push_back({predicate, uint32_t(from), uint32_t(to), rule_index_});
    return uint32_t(grammar_.codes.size() - 1);
  }

  // --- code, skipped over
  Status scan_string() {
    const char quote = s_[at_];
    const size_t begin = at_++;
    while (at_ < s_.size() && s_[at_] != quote) at_ += s_[at_] == '\\' ? 2 : 1;
    if (at_ >= s_.size()) return fail("this text is never closed", begin);
    ++at_;
    return {};
  }

  Status scan_expression() {
    const size_t begin = at_;
    for (;;) {
      blanks();
      if (at_ >= s_.size()) return fail("expected `;` after the condition", begin);
      const char c = s_[at_];
      if (c == ';') return {};
      if (c == '"' || c == '\'') {
        GLEANER_CHECK(scan_string());
      } else {
        ++at_;
      }
    }
  }

  Result<size_t> scan_block(size_t begin) {
    uint32_t open = 1;
    for (;;) {
      blanks();
      if (at_ >= s_.size()) return fail("this `do` has no `end`", begin);
      const char c = s_[at_];
      if (c == '"' || c == '\'') {
        GLEANER_CHECK(scan_string());
      } else if (starts_word(c)) {
        const size_t from = at_;
        at_ = word_end(s_, at_);
        const bool member = from > 0 && s_[from - 1] == '.';
        std::string_view word = s_.substr(from, at_ - from);
        if (member) continue;
        if (word == "do" || word == "if" || word == "function" || word == "try") ++open;
        if (word == "end" && --open == 0) return from;
      } else {
        at_ += is_digit(c) ? word_end(s_, at_) - at_ : 1;
      }
    }
  }

  // --- terminals
  Result<Node> literal() {
    const size_t begin = at_;
    const char quote = s_[at_++];
    Node node = make(Node::Kind::literal, begin);
    while (at_ < s_.size() && s_[at_] != quote) {
      GLEANER_TRY(uint32_t c, character(begin));
      node.text.push_back(c);
    }
    if (at_ >= s_.size()) return fail("this text is never closed", begin);
    ++at_;
    return node;
  }

  Result<Node> set() {
    const size_t begin = at_++;
    Node node = make(Node::Kind::set, begin);
    const bool negated = peek() == '^';
    if (negated) ++at_;
    while (at_ < s_.size() && s_[at_] != ']') {
      GLEANER_TRY(uint32_t first, character(begin));
      uint32_t last = first;
      if (peek() == '-' && peek(1) != ']' && at_ + 1 < s_.size()) {
        ++at_;
        GLEANER_TRY(last, character(begin));
        if (last < first) return fail("this range of characters is the wrong way round", begin);
      }
      node.set.add(first, last);
    }
    if (at_ >= s_.size()) return fail("this set is never closed", begin);
    ++at_;
    if (negated) node.set.complement();
    if (node.set.empty()) return fail("this set holds no character", begin);
    return node;
  }

  Result<uint32_t> character(size_t begin) {
    if (s_[at_] != '\\') {
      CodePoint c = code_point_at(s_, at_);
      at_ += c.length;
      return c.value;
    }
    const size_t escape = at_++;
    if (at_ >= s_.size()) return fail("this is never closed", begin);
    const char c = s_[at_++];
    switch (c) {
      case 't': return uint32_t('\t');
      case 'n': return uint32_t('\n');
      case 'r': return uint32_t('\r');
      case 'u': return code_escape(escape);
      default: break;
    }
    if (!in_word(c)) return uint32_t(uint8_t(c));
    return fail(fmt::format("there is no escape \\{}", c), escape,
                "known: \\t \\n \\r \\\\ \\' \\] \\- \\u{20AC}");
  }

  Result<uint32_t> code_escape(size_t escape) {
    uint32_t value = 0, digits = 0;
    if (peek() != '{') return fail("expected { after \\u, as in \\u{20AC}", escape);
    for (++at_; at_ < s_.size() && s_[at_] != '}'; ++at_, ++digits) {
      const char c = to_lower(s_[at_]);
      if (!is_digit(c) && !(c >= 'a' && c <= 'f'))
        return fail("expected hexadecimal digits, as in \\u{20AC}", escape);
      value = value * 16 + uint32_t(is_digit(c) ? c - '0' : c - 'a' + 10);
      if (value > CodeSet::kLast) return fail("there is no such character", escape);
    }
    if (digits == 0 || peek() != '}' || (value >= 0xD800 && value <= 0xDFFF))
      return fail("there is no such character", escape);
    ++at_;
    return value;
  }

  // --- helpers
  char peek(size_t ahead = 0) const { return at_ + ahead < s_.size() ? s_[at_ + ahead] : '\0'; }
  void blanks() { at_ = skip_blanks(s_, at_); }
  bool take_word(std::string_view word) {
    blanks();
    if (!is_word_at(s_, at_, word)) return false;
    at_ += word.size();
    return true;
  }
  Result<std::string> name(std::string_view what) {
    blanks();
    if (at_ == s_.size() || !starts_word(s_[at_])) return fail(fmt::format("expected {}", what));
    const size_t end = word_end(s_, at_);
    std::string word(s_.substr(at_, end - at_));
    if (is_keyword(word))
      return fail(fmt::format("expected {}, but {} is a word of the language", what, word));
    at_ = end;
    return word;
  }
  std::string unexpected() const {
    if (at_ >= s_.size()) return "the grammar ends too early";
    if (starts_word(s_[at_]))
      return fmt::format("`{}` is not expected here", s_.substr(at_, word_end(s_, at_) - at_));
    CodePoint c = code_point_at(s_, at_);
    return fmt::format("`{}` is not expected here", s_.substr(at_, c.length));
  }
  static Node make(Node::Kind kind, size_t offset) {
    Node node;
    node.kind = kind;
    node.offset = uint32_t(offset);
    return node;
  }
  Diagnostic fail(std::string message) const {
    return syntax_error(grammar_, uint32_t(at_), std::move(message));
  }
  Diagnostic fail(std::string message, size_t offset, std::string hint = {}) const {
    return syntax_error(grammar_, uint32_t(offset), std::move(message), std::move(hint));
  }
  Diagnostic fail_at(size_t offset, std::string message, std::string hint = {}) const {
    return syntax_error(grammar_, uint32_t(offset), std::move(message), std::move(hint));
  }

  Grammar& grammar_;
  std::string_view s_;
  size_t at_;
  Rule rule_;
  uint32_t rule_index_ = 0;
};

}  // namespace

const Rule* Grammar::find(std::string_view name) const { return find_by(rules, &Rule::name, name); }

uint32_t Grammar::index_of(std::string_view name) const {
  const Rule* rule = find(name);
  return rule ? uint32_t(rule - rules.data()) : kNone;
}

uint32_t Grammar::line_of(uint32_t offset) const { return where_in(source, offset, "").line; }

// Where the line of a place begins.
static size_t line_begin(std::string_view source, size_t offset) {
  return offset == 0 ? 0 : source.rfind('\n', offset - 1) + 1;  // npos + 1 is 0
}

Where where_in(std::string_view source, size_t offset, const std::string& file) {
  offset = std::min(offset, source.size());
  const auto lines = std::count(source.begin(), source.begin() + ptrdiff_t(offset), '\n');
  const size_t begin = line_begin(source, offset);
  return {
      file, uint32_t(lines) + 1, uint32_t(count_code_points(source.substr(begin, offset - begin))) + 1, {}};
}

Diagnostic syntax_error(const Grammar& grammar, uint32_t offset, std::string message, std::string hint) {
  const std::string_view source = grammar.source;
  offset = std::min<uint32_t>(offset, uint32_t(source.size()));
  const size_t begin = line_begin(source, offset), end = std::min(source.find('\n', offset), source.size());
  // Of a long line only what stands around the place; control characters would move the caret.
  constexpr size_t kBefore = 100, kAfter = 100;
  size_t from = offset - begin > kBefore ? offset - kBefore : begin;
  while (from < offset && is_utf8_tail(source[from])) ++from;
  size_t to = std::min(end, size_t(offset) + kAfter);
  while (to < end && is_utf8_tail(source[to])) ++to;
  std::string line(source.substr(from, to - from)), caret;
  for (char& c : line)
    if (uint8_t(c) < ' ' && c != '\t') c = ' ';
  for (size_t i = from; i < offset; ++i)
    if (!is_utf8_tail(source[i])) caret += source[i] == '\t' ? '\t' : ' ';
  const std::string_view cut_before = from > begin ? "..." : "", cut_after = to < end ? "..." : "";
  message += fmt::format("\n    {}{}{}\n    {}{}^", cut_before, line, cut_after,
                         std::string(cut_before.size(), ' '), caret);
  return error(gleaner::Code::bad_input, std::move(message), where_in(source, offset, grammar.file),
               std::move(hint));
}

size_t skip_blanks(std::string_view s, size_t at) {
  while (at < s.size()) {
    if (is_space(s[at])) ++at;
    else if (s[at] == '/' && at + 1 < s.size() && s[at + 1] == '/') at = std::min(s.find('\n', at), s.size());
    else break;
  }
  return at;
}

bool is_word_at(std::string_view s, size_t at, std::string_view word) {
  return s.substr(std::min(at, s.size()), word.size()) == word &&
         (at + word.size() >= s.size() || !in_word(s[at + word.size()]));
}

Status parse_rule(Grammar& grammar, size_t& at) {
  RuleParser parser(grammar, at);
  GLEANER_CHECK(parser.parse());
  at = parser.at();
  return {};
}

Result<Grammar> parse_grammar(std::string source, std::string file) {
  Grammar grammar;
  grammar.file = std::move(file);
  grammar.source = std::move(source);
  if (grammar.source.size() > kNone / 4) return error(gleaner::Code::bad_input, "this grammar is too large");
  for (size_t at = skip_blanks(grammar.source, 0); at < grammar.source.size();
       at = skip_blanks(grammar.source, at))
    GLEANER_CHECK(parse_rule(grammar, at));
  if (grammar.rules.empty())
    return syntax_error(grammar, 0, "there is no rule here", "a rule is written: rule name is 'text' end");
  GLEANER_CHECK(check_grammar(grammar));
  return grammar;
}

}  // namespace gleaner::grammar
