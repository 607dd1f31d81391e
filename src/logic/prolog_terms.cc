// See prolog_terms.h.
#include "logic/prolog_terms.h"

#include <algorithm>

#include <fmt/format.h>

namespace gleaner::logic {

std::string text_of(term_t term, unsigned flags) {
  std::string out;
  char* text = nullptr;
  size_t length = 0;
  PL_STRINGS_MARK();  // or Prolog keeps its temporary strings until the query ends
  if (PL_get_nchars(term, &length, &text, flags | REP_UTF8)) out.assign(text, length);
  PL_STRINGS_RELEASE();
  return out;
}

namespace {

constexpr int kMaxTermDepth = 200;
// Parts of one answer. A term that shares its parts, or contains itself, can be very large or
// endless when it is written out.
constexpr size_t kMaxTermParts = 4'000'000;
constexpr size_t kBytesOfPart = 64;  // texts count too

class Reader {
 public:
  Term read(term_t term, int depth);
  bool too_large() const { return too_large_; }

 private:
  Term compound(term_t term, int depth);
  bool spend(size_t bytes) {
    const size_t parts = 1 + bytes / kBytesOfPart;
    too_large_ |= parts > left_;
    left_ -= std::min(parts, left_);
    return !too_large_;
  }

  size_t left_ = kMaxTermParts;
  bool too_large_ = false;
};

Term Reader::compound(term_t term, int depth) {
  Term made;
  atom_t name;
  size_t arity = 0;
  if (!PL_get_compound_name_arity(term, &name, &arity)) return made;
  made.kind = Term::Kind::compound;
  // given back at the end, or large terms use up Prolog's own stack
  const term_t first = PL_new_term_refs(2);
  if (!first) return too_large_ = true, made;
  if (PL_is_pair(term)) {  // lists without recursion: they may be long
    made.text = "[]";
    const term_t list = first, head = first + 1;
    if (!PL_put_term(list, term)) return made;
    while (!too_large_ && PL_get_list(list, head, list)) made.arguments.push_back(read(head, depth + 1));
    if (!too_large_ && !PL_get_nil(list)) made.text = "[|]", made.arguments.push_back(read(list, depth + 1));
  } else {
    const term_t atom = first, argument = first + 1;
    if (PL_put_atom(atom, name)) made.text = text_of(atom, CVT_ATOM);
    for (size_t i = 1; i <= arity && !too_large_; ++i)
      if (PL_get_arg(i, term, argument)) made.arguments.push_back(read(argument, depth + 1));
  }
  PL_reset_term_refs(first);
  return made;
}

Term Reader::read(term_t term, int depth) {
  Term made;
  if (!spend(0) || depth > kMaxTermDepth) {
    made.kind = Term::Kind::atom;
    made.text = "...";
    return made;
  }
  switch (PL_term_type(term)) {
    case PL_VARIABLE: made.text = text_of(term, CVT_VARIABLE); break;
    case PL_INTEGER: {
      made.kind = Term::Kind::integer;
      made.text = text_of(term, CVT_INTEGER);
      if (!PL_get_int64(term, &made.integer)) {  // larger than 64 bits: as text
        made.kind = Term::Kind::atom;
      }
      break;
    }
    case PL_FLOAT:
      made.kind = Term::Kind::real;
      if (!PL_get_float(term, &made.real)) made.real = 0;
      made.text = fmt::format("{}", made.real);
      break;
    case PL_STRING:
      made.kind = Term::Kind::string;
      made.text = text_of(term, CVT_STRING);
      break;
    case PL_NIL:
      made.kind = Term::Kind::atom;
      made.text = "[]";
      break;
    case PL_TERM:
    case PL_LIST_PAIR:
    case PL_DICT: return compound(term, depth);
    default: made.kind = Term::Kind::atom; made.text = text_of(term, CVT_ATOM | CVT_WRITE);
  }
  spend(made.text.size());
  return made;
}

}  // namespace

Result<Term> term_of(term_t term) {
  Reader reader;
  Term made = reader.read(term, 0);
  if (reader.too_large())
    return error(Code::budget, "limit reached: an answer is too large to be written out, or contains itself");
  return made;
}

bool put(term_t into, const Term& term) {
  switch (term.kind) {
    case Term::Kind::variable: return PL_put_variable(into);
    case Term::Kind::atom:
      if (term.text == "[]") return PL_put_nil(into);
      return PL_put_chars(into, PL_ATOM | REP_UTF8, term.text.size(), term.text.data());
    case Term::Kind::string:
      return PL_put_chars(into, PL_STRING | REP_UTF8, term.text.size(), term.text.data());
    case Term::Kind::integer: return PL_put_int64(into, term.integer);
    case Term::Kind::real: return PL_put_float(into, term.real);
    case Term::Kind::compound: break;
  }
  if (term.is_list()) {
    if (!PL_put_nil(into)) return false;  // an atom "[]" is no list for Prolog
    for (size_t i = term.arguments.size(); i-- > 0;) {
      term_t head = PL_new_term_ref();
      if (!put(head, term.arguments[i]) || !PL_cons_list(into, head, into)) return false;
    }
    return true;
  }
  term_t arguments = PL_new_term_refs(int(term.arguments.size()));
  for (size_t i = 0; i < term.arguments.size(); ++i)
    if (!put(arguments + i, term.arguments[i])) return false;
  return PL_cons_functor_v(into, PL_new_functor(PL_new_atom(term.text.c_str()), term.arguments.size()),
                           arguments);
}

Term given_list(const std::map<std::string, Term>& given) {
  Term list;
  list.kind = Term::Kind::compound;
  list.text = "[]";
  for (const auto& [name, value] : given) {
    const Term key{Term::Kind::atom, name, 0, 0, {}};
    list.arguments.push_back({Term::Kind::compound, "=", 0, 0, {key, value}});
  }
  if (given.empty()) list.kind = Term::Kind::atom;
  return list;
}

bool unify(term_t term, const PrologValue& cell) {
  switch (cell.kind) {
    case PrologValue::Kind::none: return true;
    case PrologValue::Kind::integer: {
      if (PL_is_float(term)) {
        double known = 0;
        return PL_get_float(term, &known) && known == double(cell.integer);
      }
      return PL_unify_int64(term, cell.integer);
    }
    case PrologValue::Kind::real: return PL_unify_float(term, cell.real);
    case PrologValue::Kind::atom:
      if (PL_is_string(term)) return text_of(term, CVT_STRING) == cell.text;
      return PL_unify_chars(term, PL_ATOM | REP_UTF8, cell.text.size(), cell.text.data());
    case PrologValue::Kind::compound: {
      if (!PL_unify_functor(term, PL_new_functor(PL_new_atom(cell.functor.c_str()), cell.items.size())))
        return false;
      term_t argument = PL_new_term_ref();
      for (size_t i = 0; i < cell.items.size(); ++i)
        if (!PL_get_arg(i + 1, term, argument) || !unify(argument, cell.items[i])) return false;
      return true;
    }
    case PrologValue::Kind::list: break;
  }
  term_t list = PL_copy_term_ref(term), head = PL_new_term_ref();
  const size_t step = cell.functor.empty() ? 1 : 2;
  for (size_t i = 0; i + step <= cell.items.size(); i += step) {
    if (!PL_unify_list(list, head, list)) return false;
    if (step == 1) {
      if (!unify(head, cell.items[i])) return false;
      continue;
    }
    term_t argument = PL_new_term_ref();
    if (!PL_unify_functor(head, PL_new_functor(PL_new_atom(cell.functor.c_str()), 2))) return false;
    for (int a = 0; a < 2; ++a)
      if (!PL_get_arg(size_t(a) + 1, head, argument) || !unify(argument, cell.items[i + size_t(a)]))
        return false;
  }
  return PL_unify_nil(list);
}

bool put_text(term_t into, int kind, std::string_view text) {
  return PL_put_chars(into, kind | REP_UTF8, text.size(), text.data());
}

}  // namespace gleaner::logic
