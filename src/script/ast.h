// A script as a tree, with names already resolved to slots: what the parser makes and the interpreter walks.
//
//   statements   x = E;  x += E;  E;  if E then .. elseif E then .. else .. end
//                while E do .. end   for x in E do .. end
//                load E  click T  ... : see parser_navigation.cc
//                return E;  break;  continue;  throw E;  try .. catch e .. end
//                parallel for x in E do .. end
//   definitions  import "lib.gln";   type T is a, b; function m(x) .. end from(source) .. end end
//                function f(a, b) .. end   rule ..  (see grammar/syntax.h)   view NAME is E;
//   expressions  or and not  == != < <= > >= like in  + -  * / %  - f(..) a.b a.m(..) a[i] [..] {a: E}
//                function(a) .. end
//                select E [as n], .. from x in E, .. [left|right|full] join E x on E
//                where E group by E [as n], .. having E order by E [desc], .. limit E offset E
//                union [all], except, intersect between such
//                in them: is [not] null  between E and E  [not] in (..)  exists (select ..)
//                case when E then E else E end  ||
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/lists.h"
#include "grammar/syntax.h"
#include "script/imports.h"
#include "script/value.h"

namespace gleaner::script {

struct Unit;

struct Ast {
  enum class Kind : uint8_t {
    // expressions
    constant,
    local,
    global,
    name,
    negate,
    not_,
    add,
    subtract,
    multiply,
    divide,
    remainder,
    equal,
    unequal,
    less,
    less_equal,
    greater,
    greater_equal,
    like,
    in,
    is_null,
    between,
    concat,
    case_,
    exists,
    and_,
    or_,
    call,
    method,
    member,
    index,
    list,
    record,
    function,
    select,
    aggregate,
    parallel,
    // statements
    assign,
    assign_add,
    expression,
    block,
    if_,
    while_,
    for_,
    return_,
    break_,
    continue_,
    throw_,
    try_,
    // navigation (parser_navigation.cc)
    target,         // expression: kids are alternatives; slot: where it ends in the script
    alternative,    // name: its kind; slot: which of several; kids: the text, then what keys say (in, near)
    exists_target,  // name: exists or count
    navigate,       // statement: name is its word, keys its form; slot: where it ends
    on_error,       // name: retry (slot times, then keys[0]), skip, stop, do (kid)
  };
  Kind kind = Kind::constant;
  // nodes on the longest way down, bounded by the parser: whatever walks the tree recurses
  uint32_t height = 1;
  uint32_t offset = 0;
  uint32_t slot = 0;      // local, global; for_, try_, parallel: the variable
  bool sql = false;       // inside a query: null is unknown, as in SQL
  bool distinct = false;  // aggregate: of different values only; in: one value or a list of them
  bool negated = false;   // is_null, in, like, between: `not`
  // A name inside a query may be a column: the slots of the sources that may have it, innermost first. Of a
  // query's named sources only if it is nothing else.
  std::vector<uint32_t> rows, named_rows;
  bool column_only = false;  // global: nothing but a column has this name
  std::string name;          // member, method, name, aggregate
  Value value;               // constant
  std::vector<std::unique_ptr<Ast>> kids;
  std::vector<std::string> keys;  // record
  std::shared_ptr<Unit> unit;     // function, parallel
  std::unique_ptr<struct Query> query;

  // With respect to the source of a query that has this slot.
  bool may_be_column_of(uint32_t source) const { return contains(rows, source); }
  bool is_row(uint32_t source) const { return kind == Kind::local && rows.empty() && slot == source; }
  bool reads(uint32_t source) const {
    return (kind == Kind::local && slot == source) || may_be_column_of(source);
  }
};
using AK = Ast::Kind;
using AstPtr = std::unique_ptr<Ast>;

struct Query {
  struct Item {
    AstPtr expression;
    std::string name;
    bool named = false;
    bool descending = false;  // order by
    bool star = false;        // select *
  };
  struct Source {
    AstPtr expression;
    uint32_t slot = 0;
    std::string name;  // empty: its fields are used by name alone
    enum class Join : uint8_t { inner, left, right, full } join = Join::inner;
    std::vector<AstPtr> on = {};  // conjuncts
  };
  struct Further {  // union, except, intersect
    enum class Kind : uint8_t { union_, except, intersect } kind;
    bool all;
    std::unique_ptr<Query> query;
  };
  std::vector<Item> select;
  std::vector<Source> from;   // none: one row of nothing
  std::vector<AstPtr> where;  // conjuncts
  std::vector<Item> group;
  AstPtr having;
  std::vector<Item> order;
  AstPtr limit, offset;
  std::vector<Further> further;
  bool distinct = false;
  bool aggregates = false;
  std::vector<const Ast*> aggregate_calls;
  bool having_selected = false;  // `having` uses names of what is selected: they stand behind the aggregates

  bool grouped() const { return aggregates || !group.empty(); }
  // Its answer is a list of values, not of records.
  bool gives_values() const {
    return select.size() == 1 && !select[0].named && !select[0].star && !grouped();
  }
};

// A body with its own variables: a function, the code of a rule, the script itself.
struct Unit {
  std::string name;
  uint32_t offset = 0;
  uint32_t parameters = 0;
  std::vector<std::string> locals;  // parameters first
  struct Capture {
    AstPtr from;  // a name in the unit around
    uint32_t slot;
  };
  std::vector<Capture> captures;
  AstPtr body;
  uint32_t slot_of(std::string_view name) const;  // kNone if there is none
};

// Calls visit(node) for every expression of the query, queries inside it included.
template <class Visit>
void for_each_expression(const Query& q, Visit&& visit);

template <class Visit>
void for_each_node(const Ast& n, Visit&& visit, bool inside_queries = true) {
  visit(n);
  for (const AstPtr& kid : n.kids) for_each_node(*kid, visit, inside_queries);
  if (n.unit)
    for (const Unit::Capture& c : n.unit->captures) for_each_node(*c.from, visit, inside_queries);
  if (n.query && inside_queries)
    for_each_expression(*n.query, [&](const Ast& e) { for_each_node(e, visit, inside_queries); });
}

template <class Visit>
void for_each_expression(const Query& q, Visit&& visit) {
  for (const auto* items : {&q.select, &q.group, &q.order})
    for (const Query::Item& item : *items)
      if (item.expression) visit(*item.expression);
  for (const Query::Source& s : q.from) {
    visit(*s.expression);
    for (const AstPtr& on : s.on) visit(*on);
  }
  for (const AstPtr& where : q.where) visit(*where);
  for (const AstPtr* part : {&q.having, &q.limit, &q.offset})
    if (*part) visit(**part);
  for (const Query::Further& further : q.further) for_each_expression(*further.query, visit);
}

// The code of one rule: one frame holds its variables for all its blocks.
struct RuleCode {
  Unit unit;  // locals: the rule's variables, its result, and what its blocks assign
  uint32_t result = grammar::kNone;
};

// type NAME is FIELD, ..; function METHOD(..) .. end  from(source) .. end end
struct ObjectType {
  std::string name;
  uint32_t offset = 0;
  std::vector<std::string> fields;
  std::map<std::string, std::shared_ptr<Unit>, std::less<>> methods;  // their first parameter is `self`
  std::shared_ptr<Unit> from;  // makes a record of a source; null: objects are made of records
};

struct Script {
  grammar::Grammar grammar;       // the file, its rules and the ranges of their code
  std::vector<SourcePart> parts;  // of its source, where others were imported
  size_t own_begin = 0;           // where the script itself begins in it
  std::unique_ptr<Unit> main;     // statements outside of rules and functions
  std::map<std::string, std::shared_ptr<Unit>, std::less<>> functions;
  std::map<std::string, std::shared_ptr<Unit>, std::less<>> views;
  std::map<std::string, std::shared_ptr<ObjectType>, std::less<>> types;
  std::vector<RuleCode> rules;  // by rule
  // by code number: a block, or a condition (its unit: conditions[i])
  std::vector<AstPtr> codes;
  std::vector<std::unique_ptr<Unit>> conditions;  // by code number, null for blocks
  std::vector<std::string> globals;               // names
  bool has_statements = false;                    // something besides definitions
  bool has_code = false;                          // some rule has a block
  bool navigates = false;                         // it needs a browser
  uint32_t global_slot(std::string_view name) const;
};

}  // namespace gleaner::script
