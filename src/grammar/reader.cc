// See reader.h. Which rules give records is worked out once a grammar; the frames of open rules are reused.
#include "grammar/reader.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/shorten.h"

namespace gleaner::grammar {
namespace {

constexpr uint32_t kMaxNested = 200;

// The rules that a rule calls without assigning.
std::vector<uint32_t> merged_calls(const Rule& rule) {
  std::vector<uint32_t> calls;
  std::function<void(const Node&)> gather = [&](const Node& node) {
    if (node.kind == Node::Kind::call) calls.push_back(node.target);
    for (const Node& child : node.children)
      if (!(node.kind == Node::Kind::assign && child.kind == Node::Kind::call)) gather(child);
  };
  gather(rule.body);
  return calls;
}

// Rules whose instances have fields: variables of their own, or of rules they call without assigning.
std::vector<bool> rules_with_fields(const Grammar& grammar) {
  std::vector<bool> out(grammar.rules.size());
  std::vector<std::vector<uint32_t>> merged(grammar.rules.size());
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = !grammar.rules[i].variables.empty();
    merged[i] = merged_calls(grammar.rules[i]);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < out.size(); ++i)
      for (uint32_t call : merged[i])
        if (!out[i] && out[call]) out[i] = changed = true;
  }
  return out;
}

void add_fields(const Grammar& grammar, const std::vector<bool>& has_fields, uint32_t rule, uint32_t depth,
                std::vector<wrap::FieldSchema>& out, std::vector<bool>& open) {
  if (open[rule] || depth > 32) return;  // recursive: the inner levels look like the outer
  open[rule] = true;
  for (const Variable& v : grammar.rules[rule].variables) {
    wrap::FieldSchema field;
    field.name = v.name;
    field.list = v.list;
    if (v.rule != kNone && has_fields[v.rule])
      add_fields(grammar, has_fields, v.rule, depth + 1, field.fields, open);
    auto known = std::ranges::find(out, v.name, &wrap::FieldSchema::name);
    if (known == out.end()) out.push_back(std::move(field));
    else known->list |= v.list;
  }
  for (uint32_t call : merged_calls(grammar.rules[rule]))
    if (has_fields[call]) add_fields(grammar, has_fields, call, depth + 1, out, open);
  open[rule] = false;
}

}  // namespace

Reader::Reader(const Program& program, OnRecord record, OnSkip skip)
    : program_(program),
      on_record_(std::move(record)),
      on_skip_(std::move(skip)),
      has_fields_(rules_with_fields(*program.grammar)) {
  const Rule& entry = program.grammar->rules[program.entry];
  const bool merges = [&] {
    for (uint32_t call : merged_calls(entry))
      if (has_fields_[call]) return true;
    return false;
  }();
  entry_list_ = entry.variables.size() == 1 && entry.variables[0].list && entry.variables[0].rule != kNone &&
                has_fields_[entry.variables[0].rule] && !merges;
  entry_is_record_ = !entry.variables.empty() && !entry_list_;
  skipped_rule_ = program.grammar->index_of("skipped");
  reset();
}

void Reader::reset() {
  open_.clear();
  variables_.clear();
  pool_.clear();
  free_.clear();
  coverage = {};
}

uint32_t Reader::acquire(uint32_t rule, uint64_t position) {
  uint32_t number;
  if (free_.empty()) {
    number = uint32_t(pool_.size());
    pool_.emplace_back();
  } else {
    number = free_.back();
    free_.pop_back();
  }
  Instance& instance = pool_[number];
  instance.rule = rule;
  instance.range = {position, position};
  instance.fields.clear();
  return number;
}

void Reader::release(uint32_t number) {
  for (const Instance::Field& field : pool_[number].fields)
    if (field.child != kNone) release(field.child);
  pool_[number].fields.clear();
  free_.push_back(number);
}

Reader::Role Reader::role_of(uint32_t rule) const {
  if (open_.empty()) return entry_is_record_ ? Role::record : Role::pass;
  const bool assigned = !variables_.empty() && variables_.back().depth == open_.size() &&
                        program_.bindings[variables_.back().binding].called == rule;
  if (open_.back().role == Role::pass) {
    if (entry_list_) return assigned ? Role::record : Role::pass;
    return has_fields_[rule] && !program_.grammar->rules[rule].variables.empty() ? Role::record : Role::pass;
  }
  if (open_.back().role == Role::ignored) return Role::ignored;
  if (!assigned || !has_fields_[rule]) return Role::merged;
  return open_.back().depth < kMaxNested ? Role::nested : Role::ignored;
}

void Reader::enter(uint32_t rule, uint64_t position) {
  const Role role = role_of(rule);
  const uint32_t instance = role == Role::merged                          ? open_.back().instance
                            : role == Role::pass || role == Role::ignored ? kNone
                                                                          : acquire(rule, position);
  if (rule == skipped_rule_) skip_begin_ = position;
  const uint32_t around = open_.empty() ? 0 : open_.back().depth;
  open_.push_back({instance, role, around + (role == Role::nested || role == Role::record), rule});
}

void Reader::exit(uint64_t position) {
  const Open top = open_.back();
  open_.pop_back();
  if (top.rule == skipped_rule_) count_skip(position);
  if (top.role == Role::record) {
    pool_[top.instance].range.end = position;
    if (on_record_) on_record_(pool_[top.instance]);
    release(top.instance);
  } else if (top.role == Role::nested) {
    pool_[top.instance].range.end = position;
    variables_.back().child = top.instance;
  }
}

void Reader::count_skip(uint64_t end) {
  coverage.skipped += end - skip_begin_;
  ++coverage.skips;
  if (on_skip_) on_skip_({skip_begin_, end});
}

// A variable that holds text, not the record of a rule.
bool Reader::is_leaf(uint32_t binding) const {
  const uint32_t called = program_.bindings[binding].called;
  return called == kNone || !has_fields_[called];
}

void Reader::assign(uint32_t binding, uint64_t position) {
  const OpenVariable open = variables_.back();
  variables_.pop_back();
  const bool leaf = is_leaf(open.binding);
  bool outermost = leaf;
  for (const OpenVariable& outer : variables_) outermost &= !is_leaf(outer.binding);
  if (outermost) coverage.assigned += position - open.begin;
  if (open_.empty() || open_.back().instance == kNone) return;
  const Binding& b = program_.bindings[binding];
  std::vector<Instance::Field>& fields = pool_[open_.back().instance].fields;
  Instance::Field field{b.rule, b.variable, b.append, {open.begin, position}, open.child, binding};
  if (open.child != kNone) field.range = pool_[open.child].range;
  if (!b.append) {
    for (Instance::Field& old : fields) {
      if (old.rule != b.rule || old.variable != b.variable || open_.back().role == Role::merged) continue;
      if (old.child != kNone) release(old.child);
      old = field;
      return;
    }
  }
  fields.push_back(field);
}

void Reader::take(const Event* events, size_t count) {
  for (const Event* e = events; e != events + count; ++e) {
    switch (e->op) {
      case Op::enter: enter(e->argument, e->position); break;
      case Op::exit: exit(e->position); break;
      case Op::begin: variables_.push_back({e->argument, uint32_t(open_.size()), e->position}); break;
      case Op::end: assign(e->argument, e->position); break;
      case Op::skip_begin: skip_begin_ = e->position; break;
      case Op::skip_end: count_skip(e->position); break;
      case Op::code:
      case Op::tail_call: break;
    }
  }
}

uint64_t Reader::keep_from(uint64_t otherwise) const {
  for (const Open& open : open_)
    if (open.role == Role::record) return std::min(otherwise, pool_[open.instance].range.begin);
  return otherwise;
}

void Reader::flush_partial(uint64_t end) {
  partial_ = true;
  for (const Open& open : open_) {
    if (open.role != Role::record || pool_[open.instance].fields.empty()) continue;
    pool_[open.instance].range.end = end;
    if (on_record_) on_record_(pool_[open.instance]);
  }
  partial_ = false;
}

wrap::Record to_record(const Reader& reader, const Program& program, const Instance& instance,
                       std::string_view text, uint64_t base) {
  wrap::Record record;
  record.span = instance.range.span();
  record.rule = instance.rule + 1;
  record.fields.reserve(instance.fields.size());
  for (const Instance::Field& field : instance.fields) {
    const Variable& variable = program.grammar->rules[field.rule].variables[field.variable];
    wrap::Value value;
    if (field.child != kNone) {
      wrap::Record nested = to_record(reader, program, reader.instance(field.child), text, base);
      value = wrap::Value::make_record(std::move(nested.fields));
      value.span = nested.span;
      value.rule = nested.rule;
    } else {
      Range range = field.range;
      if (program.bindings[field.binding].padded) {
        while (range.begin < range.end && text[range.begin - base] == ' ') ++range.begin;
        while (range.begin < range.end && text[range.end - 1 - base] == ' ') --range.end;
        if (range.begin == range.end) continue;  // an empty column
      }
      value = wrap::Value::make_text(std::string(text.substr(range.begin - base, range.end - range.begin)),
                                     Span(), field.rule + 1);
      value.span = range.span();
    }
    if (variable.list) {
      wrap::Value* list = record.find(variable.name);
      if (!list) {
        record.fields.push_back({variable.name, wrap::Value::make_list({})});
        list = &record.fields.back().value;
      }
      if (list->is_list()) {
        list->items.push_back(std::move(value));
        continue;
      }
    }
    record.add(variable.name, std::move(value));
  }
  return record;
}

wrap::Schema schema_of(const Program& program) {
  const Grammar& grammar = *program.grammar;
  const std::vector<bool> has_fields = rules_with_fields(grammar);
  std::vector<bool> open(grammar.rules.size());
  const Rule& entry = grammar.rules[program.entry];
  wrap::Schema schema;
  const bool merges = [&] {
    for (uint32_t call : merged_calls(entry))
      if (has_fields[call]) return true;
    return false;
  }();
  if (entry.variables.size() == 1 && entry.variables[0].list && entry.variables[0].rule != kNone &&
      has_fields[entry.variables[0].rule] && !merges)
    add_fields(grammar, has_fields, entry.variables[0].rule, 0, schema.fields, open);
  else add_fields(grammar, has_fields, program.entry, 0, schema.fields, open);
  return schema;
}

std::vector<wrap::Rule> rules_of(const Program& program) {
  const Grammar& grammar = *program.grammar;
  std::vector<wrap::Rule> out{{"unknown", "", "unknown", ""}};
  for (const Rule& rule : grammar.rules) {
    std::string body = grammar.source.substr(rule.begin, rule.end - rule.begin);
    std::replace(body.begin(), body.end(), '\n', ' ');
    body = shortened(body, 120);
    out.push_back(
        {rule.name, "",
         fmt::format("rule {} ({}:{}): {}", rule.name, grammar.file, grammar.line_of(rule.offset), body),
         ""});
  }
  return out;
}

}  // namespace gleaner::grammar
