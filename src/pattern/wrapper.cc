// See wrapper.h. Rules printed and read, extraction level by level. Explanations stand in explain.cc.
#include "pattern/wrapper.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/sorted.h"
#include "base/text.h"
#include "html/tags.h"
#include "pattern/weights.h"

namespace gleaner::pattern {
namespace {

uint32_t own_rules(const Level& level) {
  uint32_t n = level.records ? 1 : 0;
  for (const FieldModel& f : level.fields)
    for (const Slot& s : f.slots) n += uint32_t(s.votes.size());
  return n;
}

}  // namespace

// How many rules a level and those below it have; the order of rules() follows it.
static uint32_t rule_count(const Level& level) {
  uint32_t n = own_rules(level);
  for (const auto& below : level.nested) n += rule_count(*below);
  return n;
}

// The form, and what each condition says of itself.
static std::string rule_said(const Plan& plan, const std::vector<ConditionId>& conditions,
                             std::string (Condition::*said)() const, std::string_view between) {
  const auto one = [&](ConditionId id) { return (plan.condition(id).*said)(); };
  return conditions.empty() ? "" : plan.form(conditions[0]) + " " + joined(conditions, one, between);
}

std::string print_rule(const Plan& plan, const std::vector<ConditionId>& conditions) {
  return rule_said(plan, conditions, &Condition::print, " and ");
}

std::string rule_words(const Plan& plan, const std::vector<ConditionId>& conditions) {
  return rule_said(plan, conditions, &Condition::words, ", ");
}

std::string record_words(const RecordModel& model) {
  std::string words;
  for (const auto& rule : model.rules) words += (words.empty() ? "" : " or ") + rule_words(model.plan, rule);
  return model.runs ? "from each " + words + " to the next" : words;
}

std::string value_words(const Plan& plan, const FieldModel& field, const Vote& vote) {
  std::string words = rule_words(plan, vote.conditions);
  if (field.cut) words += ", " + field.cut->words();
  if (field.raw) words += ", " + field.raw->words();
  return words;
}

bool is_form(std::string_view word) {
  return word == "text" || word == "element" || word == "block" || word == "data" || word == "node" ||
         (word.starts_with("@") && word.find(' ') == std::string_view::npos) || !parse_run_tags(word).empty();
}

Result<std::vector<ConditionId>> parse_rule(std::string_view line, Plan& plan) {
  size_t at = 0;
  while (at < line.size() && is_space(line[at])) ++at;
  size_t from = at;
  while (at < line.size() && !is_space(line[at])) ++at;
  std::string form(line.substr(from, at - from));
  if (!is_form(form))
    return error(
        Code::bad_input,
        fmt::format(
            "a rule begins with text, element, block, run:TAG, data, node or @attribute, not with \"{}\"",
            form));
  std::vector<ConditionId> out;
  while (true) {
    GLEANER_TRY(Condition condition, parse_condition(line, at));
    out.push_back(plan.add(form, condition));
    while (at < line.size() && is_space(line[at])) ++at;
    if (at >= line.size()) break;
    if (!line.substr(at).starts_with("and "))
      return error(Code::bad_input, fmt::format("expected \"and\" before \"{}\"", clip(line.substr(at), 30)));
    at += 4;
  }
  sort_unique(out);
  return out;
}

namespace {

// The rules of a level's fields, a group a slot.
std::vector<RuleGroup> groups_of(const Level& level) {
  std::vector<RuleGroup> groups;
  for (const FieldModel& field : level.fields)
    for (const Slot& slot : field.slots) {
      groups.emplace_back();
      // A list is voted for as a whole, and rules in order are not weighed: there every rule must be known.
      const bool may_be_open = !field.list && !field.ordered;
      for (const Vote& vote : slot.votes) {
        groups.back().rules.push_back(&vote.conditions);
        if (may_be_open) groups.back().weights.push_back(vote.weight);
      }
    }
  return groups;
}

std::optional<HeadedField> headed_of(const FieldModel& field, const Plan& plan) {
  HeadedField out{{}, field, field};
  bool others = false;
  for (size_t s = 0; s < field.slots.size(); ++s)
    for (size_t v = 0; v < field.slots[s].votes.size(); ++v) {
      const Vote& vote = field.slots[s].votes[v];
      const ByHeader how = by_header(plan, vote.conditions);
      for (ConditionId id : vote.conditions)
        if (how == ByHeader::only && plan.condition(id).test == Test::header)
          out.headers.push_back(plan.condition(id).a);
      if (how != ByHeader::only) out.with.slots[s].votes[v].weight = 0;
      if (how != ByHeader::no) out.without.slots[s].votes[v].weight = 0;
      others |= how == ByHeader::no;
    }
  if (out.headers.empty() || !others || field.ordered) return std::nullopt;
  return out;
}

void compile(Level& level) {
  uint32_t group = 0;
  for (FieldModel& field : level.fields)
    for (Slot& slot : field.slots) slot.group = group++;
  level.program = std::make_shared<Program>(level.plan, groups_of(level));
  level.headed.clear();
  for (const FieldModel& field : level.fields) level.headed.push_back(headed_of(field, level.plan));
  if (level.records) {
    RuleGroup heads;
    for (const auto& rule : level.records->rules) heads.rules.push_back(&rule);
    level.records->program = std::make_shared<Program>(level.records->plan, std::vector<RuleGroup>{heads});
  }
  for (const auto& below : level.nested) compile(*below);
}

}  // namespace

PatternWrapper::PatternWrapper(std::unique_ptr<Level> root, wrap::Schema schema)
    : root_(std::move(root)), schema_(std::move(schema)) {
  compile(*root_);
}

// A page shows which conditions are rare on the site: better anchors for all that follow, and the same
// records. Counting pays for itself after some twenty pages, so short runs are spared it, and large pages are
// never counted.
std::shared_ptr<const Program> PatternWrapper::root_program(const PageIndex& page) const {
  if (auto tuned = tuned_.load()) return tuned;
  if (root_->records || ++pages_ != weights::kCountedPage) return root_->program;
  const RunTags runs = root_->plan.run_tags();
  Unit unit(page, Region{0, 0}, root_->plan.candidate_forms(), nullptr, Interned::all, &runs);
  if (unit.candidates.size() > weights::kCountedCandidates) return root_->program;
  Matches all(root_->plan, *root_->program, unit);
  std::vector<uint32_t> every(unit.candidates.size());
  std::iota(every.begin(), every.end(), 0);
  all.complete(root_->plan, *root_->program, unit, every);
  std::vector<uint32_t> counts(root_->plan.size());
  for (ConditionId id = 0; id < counts.size(); ++id) counts[id] = uint32_t(all.count(id));
  auto tuned = std::make_shared<const Program>(root_->plan, groups_of(*root_), counts);
  tuned_.store(tuned);
  return tuned;
}

const FieldModel& PatternWrapper::reading(const Level& level, size_t field, const Unit& unit) {
  if (!level.headed[field]) return level.fields[field];
  const HeadedField& headed = *level.headed[field];
  const html::Tree& tree = unit.page().tree();
  NodeId at = unit.begin();  // a row, or what holds one
  for (NodeId n = at; n < unit.end(); ++n)
    if (tree.is_element(n) && html::is_cell(tree.tag(n))) {
      at = n;
      break;
    }
  const bool there = std::ranges::any_of(
      headed.headers, [&](const std::string& text) { return unit.page().has_header(at, text); });
  return there ? headed.with : headed.without;
}

wrap::Record PatternWrapper::extract_record(const Level& level, const Program& program, const Unit& unit,
                                            uint32_t rule_base, Budget& budget) const {
  wrap::Record record;
  Matches matches(level.plan, program, unit, &budget);
  View view{&unit, &matches, &level.plan, &level.template_texts, &program, &matches};
  uint32_t base = rule_base + (level.records ? 1 : 0);
  for (size_t f = 0; f < level.fields.size(); ++f) {
    const FieldModel& field = reading(level, f, unit);
    std::vector<wrap::Value> values;
    for (const Answer& a : answer(field, view)) {
      uint32_t rule = base;
      for (uint32_t s = 0; s < a.slot; ++s) rule += uint32_t(field.slots[s].votes.size());
      rule += a.vote;
      const Candidate& c = unit.candidates[a.candidate];
      Span span = field.raw ? unit.raw_span(c, a.from, a.to) : unit.span(c, a.from, a.to);
      if (field.outer && !field.raw) span = unit.outer_span(c, a.from, a.to);
      values.push_back(wrap::Value::make_text(a.text, span, rule));
    }
    for (const Slot& s : field.slots) base += uint32_t(s.votes.size());
    if (values.empty()) continue;
    if (values.size() > 1 || field.list)
      record.fields.push_back({field.name, wrap::Value::make_list(std::move(values))});
    else record.fields.push_back({field.name, std::move(values[0])});
  }
  if (!unit.region().whole()) {
    const html::Tree& tree = unit.page().tree();
    record.span = tree.span(unit.region().first).hull(tree.span(unit.region().last));
  }
  for (const auto& below : level.nested) {
    std::vector<wrap::Record> inner;
    extract_level(*below, *below->program, unit, base, inner, budget);
    base += rule_count(*below);
    if (inner.empty()) continue;
    std::vector<wrap::Value> items;
    for (wrap::Record& r : inner) {
      wrap::Value v = wrap::Value::make_record(std::move(r.fields));
      v.span = r.span;
      items.push_back(std::move(v));
    }
    record.fields.push_back({below->name, wrap::Value::make_list(std::move(items))});
  }
  record.partial = budget.exhausted();
  return record;
}

void PatternWrapper::extract_level(const Level& level, const Program& program, const Unit& unit,
                                   uint32_t rule_base, std::vector<wrap::Record>& out, Budget& budget) const {
  const uint8_t forms = level.plan.candidate_forms();
  const RunTags runs = level.plan.run_tags();
  if (!level.records) {
    Unit own(unit.page(), unit.region(), forms, &budget, Interned::asked, &runs);
    wrap::Record record = extract_record(level, program, own, rule_base, budget);
    if (!record.fields.empty()) out.push_back(std::move(record));
    return;
  }
  for (Region region : find_records(*level.records, unit, &budget)) {
    if (budget.exhausted()) break;
    Unit own(unit.page(), region, forms, &budget, Interned::asked, &runs);
    wrap::Record record = extract_record(level, program, own, rule_base, budget);
    size_t there = 0;
    const std::vector<std::string>& required = level.records->required;
    for (const std::string& name : required) there += record.find(name) != nullptr;
    if (record.fields.empty() ||
        (level.records->strict ? there < required.size() : 2 * there < required.size()))
      continue;
    record.rule = rule_base + 1;
    out.push_back(std::move(record));
  }
}

Status PatternWrapper::extract(const Document& document, wrap::Scratch&, wrap::RecordSink& sink,
                               Budget& budget) const {
  PageIndex page(document);
  std::vector<wrap::Record> records;
  Unit whole(page, Region{0, 0}, 0, &budget);
  extract_level(*root_, *root_program(page), whole, 1, records, budget);
  if (budget.exhausted()) sink.note(budget.diagnostic("matching patterns"));
  for (wrap::Record& record : records)
    if (!sink.take(std::move(record))) break;
  return {};
}

void PatternWrapper::list_rules(const Level& level, const std::string& prefix,
                                std::vector<wrap::Rule>& out) const {
  if (level.records)
    out.push_back({prefix + "record.1", prefix.empty() ? "" : prefix.substr(0, prefix.size() - 1),
                   record_words(*level.records), ""});
  for (const FieldModel& f : level.fields) {
    uint32_t number = 1;
    for (const Slot& s : f.slots)
      for (const Vote& v : s.votes)
        out.push_back({fmt::format("{}{}.{}", prefix, f.name, number++), prefix + f.name,
                       value_words(level.plan, f, v), ""});
  }
  for (const auto& below : level.nested) list_rules(*below, prefix + below->name + ".", out);
}

const std::vector<wrap::Rule>& PatternWrapper::rules() const {
  std::call_once(listed_, [this] {
    rules_.push_back({"unknown", "", "unknown", ""});
    list_rules(*root_, "", rules_);
  });
  return rules_;
}

}  // namespace gleaner::pattern
