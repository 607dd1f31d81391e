// See parser_internal.h. Statements that act on a browser, and targets.
//
//   load E   reload   back [E]   forward [E]   tab N | tab new | tab close   frame T | frame top
//   click T   hover T   type E into T   press E   choose E in T   check T   uncheck T   submit [T]
//   scroll to T | scroll to end | scroll by E   wait for T [for E s]   wait until E [for E s]   wait idle
//   upload E into T   download T as E   screenshot [T] to E   emit E
//   on error retry N [then skip] | skip | stop | do .. end
//   T: [2nd|last] [button|link|field|css|xpath|pattern|text] E [in E] [near T], several joined by `or`
//
// None of these words is reserved: they begin such a statement where one can follow
// and no variable has the name.

#include "base/lists.h"
#include "base/text.h"
#include "grammar/parser.h"
#include "script/parser_internal.h"

namespace gleaner::script {
namespace {

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return contains(words, word);
}

// An expression that begins with a variable goes on with one of these.
bool goes_on(std::string_view word) {
  return is_one_of(word, {"and", "or", "in", "is", "like", "not", "between"});
}

}  // namespace

std::string_view Parser::word_after() const {
  const size_t begin = grammar::skip_blanks(s_, at_);
  size_t end = begin;
  while (end < s_.size() && (is_alpha(s_[end]) || s_[end] == '_' || uint8_t(s_[end]) >= 0x80 ||
                             (end > begin && is_digit(s_[end]))))
    ++end;
  return s_.substr(begin, end > begin ? end - begin : size_t(begin < s_.size()));
}

bool Parser::begins_navigation() const {
  if (token_.kind != Token::name || scope_->assigned.count(std::string(token_.word)) ||
      scope_->unit->slot_of(token_.word) != kNone || known_.count(token_.word))
    return false;
  const std::string_view word = token_.word, after = word_after();
  const char c = after.empty() ? '\0' : after[0];
  const bool value = c == '"' || c == '\'' || is_alnum(c) || c == '_' || uint8_t(c) >= 0x80 ||
                     ((c == '(' || c == '{') && at_ < s_.size() && s_[at_] != '(');
  if (is_one_of(word, {"load", "click", "hover", "type", "press", "choose", "check", "uncheck", "upload",
                       "download", "emit", "frame"}))
    return value && !goes_on(after);
  if (word == "on") return after == "error";
  if (word == "wait") return is_one_of(after, {"for", "until", "idle"});
  if (word == "scroll") return is_one_of(after, {"to", "by"});
  if (word == "tab") return is_digit(c) || is_one_of(after, {"new", "close"});
  if (word == "screenshot") return value;
  if (is_one_of(word, {"back", "forward", "submit", "reload"}))
    return !(c != '\0' && std::string_view("=+.([-*/<>!,|").find(c) != std::string_view::npos) &&
           !goes_on(after);
  return false;
}

static bool is_ordinal_ending(std::string_view word) { return is_one_of(word, {"st", "nd", "rd", "th"}); }
static bool is_target_kind(std::string_view word) {
  return is_one_of(word, {"button", "link", "field", "css", "xpath", "pattern", "text", "file"});
}

// Does a target stand here that no expression could be? For exists() and count().
bool Parser::begins_target() const {
  const std::string_view after = word_after();
  if (token_.kind == Token::digits) return is_ordinal_ending(after);
  if (token_.kind != Token::name) return false;
  return (is_target_kind(token_.word) && !after.empty() && (after[0] == '"' || after[0] == '\'')) ||
         (token_.word == "last" && is_target_kind(after));
}

void Parser::ordinal(Ast& n) {
  const double number = token_.number;
  next();
  next();
  n.slot = uint32_t(int(number));
  if (take("last")) n.slot = uint32_t(-int(number));
}

AstPtr Parser::alternative() {
  auto n = node(AK::alternative, token_.begin);
  if (token_.kind == Token::digits && is_ordinal_ending(word_after())) ordinal(*n);
  else if (is("last") && (is_target_kind(word_after()) || word_after()[0] == '"'))
    next(), n->slot = uint32_t(-1);
  if (token_.kind == Token::name && is_target_kind(token_.word)) {
    const std::string_view after = word_after();
    if (!after.empty() && (after[0] == '"' || after[0] == '\'' || after[0] == '(' || is_alpha(after[0]))) {
      n->name = token_.word == "text" ? "" : std::string(token_.word);
      next();
    }
  }
  adopt(*n, postfix(primary()));
  for (;;) {
    if (take("in")) {
      n->keys.push_back("in");
      adopt(*n, postfix(primary()));
    } else if (take("near")) {
      n->keys.push_back("near");
      adopt(*n, alternative());
    } else if (token_.kind == Token::digits && is_ordinal_ending(word_after())) {
      ordinal(*n);
    } else {
      return n;
    }
  }
}

AstPtr Parser::target() {
  auto n = node(AK::target, token_.begin);
  do adopt(*n, alternative());
  while (take("or"));
  n->slot = uint32_t(last_end_);
  return n;
}

AstPtr Parser::target_test(size_t begin) {
  const Token before = token_;
  const size_t at = at_, end = last_end_;
  auto n = node(AK::exists_target, begin);
  n->name = token_.word;
  next();
  next();
  if (begins_target() || (n->name == "exists" && token_.kind == Token::text)) {
    adopt(*n, target());
    need(")", "after the target");
    script_.navigates = true;
    return n;
  }
  token_ = before;
  at_ = at;
  last_end_ = end;
  return nullptr;
}

AstPtr Parser::on_error(size_t begin) {
  next();
  need("error");
  auto n = node(AK::on_error, begin);
  if (take("do")) {
    n->name = "do";
    n->slot = add_local(*scope_->unit, "error");
    adopt(*n, block_until({"end"}));
    need("end");
    return n;
  }
  if (!is_one_of(token_.word, {"retry", "skip", "stop"}))
    fail(token_.begin, "expected `retry N`, `skip`, `stop` or `do`" + found());
  n->name = token_.word;
  next();
  if (n->name == "retry") {
    if (token_.kind != Token::digits) fail(token_.begin, "expected how often to try again" + found());
    n->slot = uint32_t(token_.number);
    next();
    if (take("then")) {
      if (!is("skip") && !is("stop")) fail(token_.begin, "expected `skip` or `stop`" + found());
      n->keys.push_back(std::string(token_.word));
      next();
    }
  }
  return n;
}

// "for 20 s" behind a wait.
void Parser::time_limit(Ast& n) {
  if (!is("for")) return;
  const std::string_view after = word_after();
  if (after.empty() || !is_digit(after[0])) return;  // a loop that follows
  next();
  n.distinct = true;
  adopt(n, postfix(primary()));
  if (!take("s")) take("seconds");
}

void Parser::navigation_parts(Ast& n) {
  const std::string& word = n.name;
  if (is_one_of(word, {"load", "press", "emit"})) return adopt(n, expression());
  if (is_one_of(word, {"click", "hover", "check", "uncheck"})) return adopt(n, target());
  if (word == "type" || word == "upload") {
    adopt(n, expression());
    need("into", "and the field");
    return adopt(n, target());
  }
  if (word == "choose") {
    adopt(n, binary(4));
    need("in", "and the list");
    return adopt(n, target());
  }
  if (word == "download") {
    adopt(n, target());
    need("as", "and a name for the file");
    return adopt(n, expression());
  }
  if (word == "screenshot") {
    if (!is("to")) adopt(n, target());
    need("to", "and a name for the file");
    return adopt(n, expression());
  }
  if (word == "frame") {
    if (take("top")) return;
    return adopt(n, target());
  }
  if (word == "tab") {
    if (take("new")) return n.keys.push_back("new");
    if (take("close")) return n.keys.push_back("close");
    return adopt(n, postfix(primary()));
  }
  if (word == "scroll") {
    if (take("by")) return n.keys.push_back("by"), adopt(n, expression());
    need("to");
    if (is("end") && word_after() != "in") return next(), n.keys.push_back("end");
    n.keys.push_back("to");
    return adopt(n, target());
  }
  if (word == "wait") {
    if (take("idle")) return n.keys.push_back("idle"), time_limit(n);
    if (take("until")) return n.keys.push_back("until"), adopt(n, expression()), time_limit(n);
    need("for");
    n.keys.push_back("for");
    adopt(n, target());
    return time_limit(n);
  }
  if (word == "submit") {
    if (token_.kind == Token::text || begins_target()) adopt(n, target());
    return;
  }
  if ((word == "back" || word == "forward") && token_.kind == Token::digits) adopt(n, postfix(primary()));
}

AstPtr Parser::navigation(size_t begin) {
  script_.navigates = true;
  if (is("on")) {
    auto n = on_error(begin);
    take(";");
    return n;
  }
  auto n = node(AK::navigate, begin);
  n->name = token_.word;
  next();
  navigation_parts(*n);
  n->slot = uint32_t(last_end_);
  take(";");
  return n;
}

}  // namespace gleaner::script
