// See query_names.h.
#include "script/query_names.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/lists.h"
#include "base/nearest.h"
#include "script/parser.h"

namespace gleaner::script {
namespace {

[[noreturn]] void no_column(Interpreter& in, const Ast& n, const std::vector<const SourceColumns*>& of) {
  std::vector<std::string> names;
  std::string columns;
  for (const SourceColumns* s : of) {
    names.insert(names.end(), s->names.begin(), s->names.end());
    columns += fmt::format("{}columns of {}: {}", columns.empty() ? "" : "\n  ", s->called,
                           fmt::join(s->names, ", "));
  }
  in.here = n.offset;
  const auto near = nearest(n.name, names);
  in.fail(fmt::format("nothing is called {} here", n.name),
          near ? fmt::format("did you mean {}?", *near) : columns);
}

// The source whose row this is, if it is one.
const SourceColumns* row_of(const Ast& n, const std::vector<SourceColumns>& sources) {
  for (const SourceColumns& s : sources)
    if (n.is_row(s.source->slot)) return &s;
  return nullptr;
}

bool is_property(const std::string& name) { return name == "length" || name == "text"; }

void check_name(Interpreter& in, const Ast& n, const std::vector<SourceColumns>& sources,
                const Value* frame) {
  std::vector<const SourceColumns*> own, holds;
  bool open = false;  // something whose columns nobody knows
  for (const uint32_t slot : n.rows) {
    const auto at = std::ranges::find_if(sources, [&](const auto& s) { return s.source->slot == slot; });
    if (at == sources.end()) {  // of a query around this one
      open |= !frame[slot].is(Kind::record) || frame[slot].as_record().find(n.name);
      continue;
    }
    own.push_back(&*at);
    if (!at->known) open = true;
    else if (contains(at->names, n.name)) holds.push_back(&*at);
  }
  if (holds.size() > 1) {
    in.here = n.offset;
    in.fail(fmt::format("{} is a column of {} and of {}", n.name, holds[0]->called, holds[1]->called),
            fmt::format("name the sources: from {} a, {} b, and write a.{}", holds[0]->called,
                        holds[1]->called, n.name));
  }
  if (holds.empty() && !open && n.column_only && !own.empty()) no_column(in, n, own);
}

}  // namespace

SourceColumns columns_of(const Query::Source& source, const Value& list, const Script& script) {
  SourceColumns out{&source};
  const Ast& e = *source.expression;
  out.called = !source.name.empty()                          ? source.name
               : e.kind == AK::constant && e.value.is_text() ? fmt::format("'{}'", e.value.view())
               : !e.name.empty()                             ? e.name
                                                             : "the source";
  out.names = list.as_list().columns;
  out.known = !out.names.empty() || !list.as_list().items.empty();
  const Record* before = nullptr;
  for (const Value& row : list.as_list().items) {
    if (row.is(Kind::record)) {
      const Record& r = row.as_record();
      const bool same = before && before->fields.size() == r.fields.size() &&
                        std::equal(r.fields.begin(), r.fields.end(), before->fields.begin(),
                                   [](const auto& x, const auto& y) { return x.first == y.first; });
      if (!same)
        for (const auto& field : r.fields) add_new(out.names, field.first);
      before = &r;
    } else if (row.is_text() && !row.as_text().rule.empty()) {
      const grammar::Rule* rule = script.grammar.find(row.as_text().rule);
      if (rule)
        for (const grammar::Variable& v : rule->variables) add_new(out.names, v.name);
      for (const char* own : {"begin", "end"}) add_new(out.names, own);
      out.known &= rule != nullptr;
    } else if (!row.is_null()) {
      out.known = false;
      break;
    }
  }
  return out;
}

void check_columns(Interpreter& in, const Query& q, const std::vector<SourceColumns>& sources,
                   const Value* frame, const std::set<const Ast*>& aliases) {
  for_each_expression(q, [&](const Ast& e) {
    for_each_node(e, [&](const Ast& n) {
      if (n.kind != AK::member) return;
      const SourceColumns* of = row_of(*n.kids[0], sources);
      if (of && of->known && !contains(of->names, n.name) && !is_property(n.name)) no_column(in, n, {of});
    });
    for_each_node(
        e,
        [&](const Ast& n) {
          if (n.kind != AK::call || !n.kids[0]->column_only) return;
          in.here = n.offset;
          const auto near = nearest(n.kids[0]->name, builtin_names());
          in.fail(fmt::format("there is no function {}", n.kids[0]->name),
                  near ? fmt::format("did you mean {}?", *near)
                       : "define it in the script, or see docs/language.md for those there are");
        },
        false);
    // The names in a query inside are its own to check.
    for_each_node(
        e,
        [&](const Ast& n) {
          if (!n.rows.empty() && !aliases.count(&n)) check_name(in, n, sources, frame);
        },
        false);
  });
}

// The same expression?
static bool same_expression(const Ast& a, const Ast& b) {
  if (a.kind != b.kind || a.name != b.name || a.negated != b.negated || a.keys != b.keys || a.unit ||
      b.unit || a.query || b.query || a.kids.size() != b.kids.size())
    return false;
  if ((a.kind == AK::local || a.kind == AK::global) && (a.slot != b.slot || a.rows != b.rows)) return false;
  if (a.kind == AK::constant && to_json(a.value) != to_json(b.value)) return false;
  for (size_t i = 0; i < a.kids.size(); ++i)
    if (!same_expression(*a.kids[i], *b.kids[i])) return false;
  return true;
}

// Whether the name is a column of one of the sources, as far as that can be known.
static bool is_column(const Ast& n, const std::vector<SourceColumns>& sources) {
  for (const SourceColumns& s : sources) {
    if (!n.may_be_column_of(s.source->slot)) continue;
    if (s.known ? contains(s.names, n.name) : n.column_only) return true;
  }
  return false;
}

static void check_grouped(Interpreter& in, const Ast& n, const std::vector<const Ast*>& group,
                          const std::vector<SourceColumns>& sources) {
  if (n.kind == AK::aggregate) return;
  for (const Ast* g : group) {
    if (same_expression(n, *g)) return;
    // o.shop may be grouped by as shop, and the other way round
    if (n.name == g->name && !n.name.empty() && (n.kind == AK::member) != (g->kind == AK::member)) {
      const Ast &member = n.kind == AK::member ? n : *g, &name = n.kind == AK::member ? *g : n;
      if (!name.rows.empty() && row_of(*member.kids[0], sources)) return;
    }
  }
  if (row_of(n, sources) || is_column(n, sources)) {
    in.here = n.offset;
    in.fail(fmt::format("{} is neither grouped by nor aggregated", n.name.empty() ? "this" : n.name),
            fmt::format("add `group by {0}`, or say which one of the group: min({0}), list({0})",
                        n.name.empty() ? "it" : n.name));
  }
  for (const AstPtr& kid : n.kids) {
    if (n.kind == AK::member && row_of(*kid, sources)) {
      in.here = n.offset;
      in.fail(
          fmt::format("{} is neither grouped by nor aggregated", n.name),
          fmt::format("add it to `group by`, or say which one of the group: min({0}), list({0})", n.name));
    }
    check_grouped(in, *kid, group, sources);
  }
}

void check_grouped(Interpreter& in, const Query& q, const std::vector<const Ast*>& group,
                   const std::vector<SourceColumns>& sources) {
  for (const Query::Item& item : q.select) {
    if (item.star) in.fail("* is neither grouped by nor aggregated", "name the columns");
    check_grouped(in, *item.expression, group, sources);
  }
  if (q.having) check_grouped(in, *q.having, group, sources);
  for (const Query::Item& item : q.order)
    if (item.expression->kind != AK::name) check_grouped(in, *item.expression, group, sources);
}

}  // namespace gleaner::script
