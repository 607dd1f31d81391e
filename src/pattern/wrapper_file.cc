// The pattern part of a wrapper file, both ways. Format: docs/pattern.md.
//
//   [page.fields]      read the rules, change them: changed rules answer alone
//   price = { rules = ['text label "our price" and is "b.price"'], shape = "list" }
//
// What a person need not read stands at the end of the file:
//
//   [votes.fields]     votes_for: the rules that the votes were made with
//   price = { examples = 12, kinds = ["money"], votes_for = "afb80f7985431dea", votes = ["0.94 0,1+2", ...] }
//
// Votes are all consistent rules with their weights, see vote_file.h.
#include <fmt/format.h>

#include <algorithm>

#include "base/exact_number.h"
#include "base/text.h"
#include "pattern/vote_file.h"
#include "pattern/wrapper.h"
#include "wrap/wrapper_file.h"

namespace gleaner::pattern {
namespace {

using wrap::Config;

std::string rules_hash(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  return hex(stable_hash(all));
}

// Those that are also in `known`.
std::string pack(const TemplateSet& set, const TemplateSet& known) {
  std::vector<uint64_t> sorted;
  for (uint64_t h : set)
    if (known.contains(h)) sorted.push_back(h);
  std::ranges::sort(sorted);
  std::string out;
  for (uint64_t h : sorted) out += fmt::format("{:010x}", h);
  return out;
}

Status unpack(const Config& at, const std::string& text, TemplateSet& into) {
  if (text.size() % 10) return at.wrong("the template texts are damaged: their length is no multiple of 10");
  for (size_t i = 0; i < text.size(); i += 10) {
    const auto h = exact_number<uint64_t>(std::string_view(text).substr(i, 10), 16);
    if (!h) return at.wrong("the template texts are damaged: not hexadecimal");
    into.insert(*h);
  }
  return {};
}

std::string key(const char* name, size_t slot) {
  return slot == 0 ? name : fmt::format("{}{}", name, slot + 1);
}

// The rules a person reads: the strongest votes that say different things.
std::vector<std::string> readable(const Plan& plan, const Slot& slot, bool ordered) {
  std::vector<std::string> lines;
  for (const Vote& v : slot.votes) {
    lines.push_back(print_rule(plan, v.conditions));
    if (!ordered) break;
  }
  return lines;
}

void save_field(const FieldModel& field, const Plan& plan, Config& into) {
  for (size_t s = 0; s < field.slots.size(); ++s)
    into.set(key("rules", s), readable(plan, field.slots[s], field.ordered));
  if (field.list) into.set("shape", "list");
  if (field.keep_all) into.set("repeats", true);
  if (field.outer) into.set("markup", true);
  if (field.cut) into.set("cut", field.cut->print());
  if (field.raw) into.set("part", field.raw->print());
  if (field.grow) into.set("grows", true);
  if (field.numbered) into.set("numbered", true);
  if (!field.fills.empty()) into.set("fills", field.fills);
  if (field.bare) into.set("bare", true);
  if (field.cut_off) into.set("cut_off", true);
  if (field.remarks) into.set("remarks", true);
}

// What was seen of a field while it was learned, and its votes.
void save_votes(const FieldModel& field, const Level& level, ConditionNumbers& numbers, Config& into) {
  into.set("examples", int64_t(field.examples));
  for (size_t s = 0; s < std::max<size_t>(1, field.slots.size()); ++s) {
    const Looks& looks =
        field.slots.size() > 1 && !field.slots[s].looks.kinds.empty() ? field.slots[s].looks : field.looks;
    std::vector<std::string> kinds;
    for (TextKind k : looks.kinds) kinds.push_back(name_of(k));
    into.set(key("kinds", s), kinds);
    if (!looks.own_labels.empty())
      into.set(key("own_labels", s),
               std::vector<std::string>(looks.own_labels.begin(), looks.own_labels.end()));
  }
  if (const std::string own = pack(field.not_template, level.template_texts); !own.empty())
    into.set("not_template", own);
  if (field.ordered) return;
  for (size_t s = 0; s < field.slots.size(); ++s) {
    into.set(key("votes_for", s), rules_hash(readable(level.plan, field.slots[s], false)));
    into.set(key("votes", s), pack_votes(field.slots[s].votes, level.plan, numbers));
  }
}

void save_level(const Level& level, Config& into) {
  if (level.records) {
    Config& records = into.add_table("records");
    std::vector<std::string> lines;
    for (const auto& rule : level.records->rules) lines.push_back(print_rule(level.records->plan, rule));
    records.set("rules", lines);
    if (level.records->runs) records.set("each", "run");
    if (level.records->before_first) records.set("before_first", true);
    records.set("required", level.records->required);
    if (level.records->strict) records.set("strict", true);
  }
  Config& fields = into.add_table("fields");
  for (const FieldModel& f : level.fields) save_field(f, level.plan, fields.add_table(f.name));
  if (!level.nested.empty()) {
    Config& nested = into.add_table("nested");
    for (const auto& below : level.nested) save_level(*below, nested.add_table(below->name));
  }
}

void save_level_votes(const Level& level, ConditionNumbers& numbers, Config& into) {
  std::set<std::string> labels;
  for (const FieldModel& f : level.fields) labels.insert(f.seen_labels.begin(), f.seen_labels.end());
  if (!labels.empty()) into.set("labels", std::vector<std::string>(labels.begin(), labels.end()));
  if (!level.template_texts.empty()) into.set("template", pack(level.template_texts, level.template_texts));
  Config& fields = into.add_table("fields");
  for (const FieldModel& f : level.fields) save_votes(f, level, numbers, fields.add_table(f.name));
  if (level.nested.empty()) return;
  Config& nested = into.add_table("nested");
  for (const auto& below : level.nested) save_level_votes(*below, numbers, nested.add_table(below->name));
}

// ---------------------------------------------------------------- reading

Result<std::vector<ConditionId>> read_rule(const Config& at, std::string_view line, Plan& plan) {
  auto rule = parse_rule(line, plan);
  if (!rule.ok()) return at.wrong(rule.error().message);
  if (std::ranges::all_of(*rule, [&](ConditionId id) { return is_negative(plan.condition(id).test); }))
    return at.wrong("a rule must also say what a place is, not only what it is not");
  return rule;
}

// Rules that a person changed, or wrote, answer alone.
Result<Slot> read_slot(const Config& table, const Config& seen, size_t number, Plan& plan, VoteReader& reader,
                       bool* ordered) {
  Slot slot;
  GLEANER_TRY(auto lines, table.texts_or(key("rules", number), {}));
  GLEANER_TRY(auto votes, seen.texts_or(key("votes", number), {}));
  GLEANER_TRY(auto votes_for, seen.text_or(key("votes_for", number), ""));
  *ordered = votes.empty() || rules_hash(lines) != votes_for;
  if (*ordered) {
    const Config* at = table.find(key("rules", number));
    for (const std::string& line : lines) {
      GLEANER_TRY(auto rule, read_rule(*at, line, plan));
      slot.votes.push_back({1.0, std::move(rule)});
    }
    return slot;
  }
  for (const std::string& line : votes)
    if (Status read = reader.read(line, slot.votes); !read.ok())
      return seen.find(key("votes", number))->wrong(read.error().message);
  return slot;
}

Result<Looks> read_looks(const Config& table, size_t slot) {
  Looks out;
  GLEANER_TRY(auto kinds, table.texts_or(key("kinds", slot), {}));
  for (const std::string& k : kinds) {
    TextKind kind;
    if (!parse_kind(k, kind))
      return table.find(key("kinds", slot))->wrong(fmt::format("there is no kind \"{}\"", k));
    out.kinds.push_back(kind);
  }
  GLEANER_TRY(auto own, table.texts_or(key("own_labels", slot), {}));
  out.own_labels.insert(own.begin(), own.end());
  return out;
}

Status read_options(const Config& table, FieldModel& f) {
  GLEANER_TRY(std::string shape, table.text_or("shape", "one"));
  if (shape != "one" && shape != "list") return table.find("shape")->wrong("must be \"one\" or \"list\"");
  f.list = shape == "list";
  GLEANER_TRY(f.keep_all, table.boolean_or("repeats", false));
  GLEANER_TRY(f.outer, table.boolean_or("markup", false));
  GLEANER_TRY(f.grow, table.boolean_or("grows", false));
  GLEANER_TRY(f.numbered, table.boolean_or("numbered", false));
  GLEANER_TRY(f.fills, table.text_or("fills", ""));
  GLEANER_TRY(f.bare, table.boolean_or("bare", false));
  GLEANER_TRY(f.cut_off, table.boolean_or("cut_off", false));
  GLEANER_TRY(f.remarks, table.boolean_or("remarks", false));
  GLEANER_TRY(std::string cut, table.text_or("cut", ""));
  if (!cut.empty()) {
    f.cut = Cut::parse(cut);
    if (!f.cut) return table.find("cut")->wrong("is no cut such as: after first \": \"");
  }
  GLEANER_TRY(std::string part, table.text_or("part", ""));
  if (!part.empty()) {
    f.raw = RawCut::parse(part);
    if (!f.raw) return table.find("part")->wrong("is no part such as: after \"(\" before \")\"");
  }
  return {};
}

// `seen`: the field's part of [votes], empty for rules that were written by hand.
Result<FieldModel> read_field(const std::string& name, const Config& table, const Config& seen, Plan& plan,
                              VoteReader& reader) {
  FieldModel f;
  f.name = name;
  if (!table.is_table()) return table.wrong("a field must be a table");
  GLEANER_CHECK(table.only({"rules", "rules2", "rules3", "rules4", "shape", "repeats", "markup", "cut",
                            "part", "grows", "numbered", "fills", "bare", "cut_off", "remarks"}));
  GLEANER_CHECK(read_options(table, f));
  GLEANER_TRY(int64_t examples, seen.integer_or("examples", 1));
  f.examples = uint32_t(std::clamp<int64_t>(examples, 1, 1 << 30));
  GLEANER_TRY(f.looks, read_looks(seen, 0));
  GLEANER_TRY(std::string except, seen.text_or("not_template", ""));
  GLEANER_CHECK(unpack(seen, except, f.not_template));
  for (size_t s = 0; table.find(key("rules", s)); ++s) {
    bool ordered = false;
    GLEANER_TRY(Slot slot, read_slot(table, seen, s, plan, reader, &ordered));
    f.ordered |= ordered;
    GLEANER_TRY(slot.looks, read_looks(seen, s));
    f.slots.push_back(std::move(slot));
  }
  return f;
}

Result<RecordModel> read_records(const Config& table) {
  GLEANER_CHECK(table.only({"rules", "each", "before_first", "required", "strict"}));
  RecordModel model;
  GLEANER_TRY(std::string each, table.text_or("each", "node"));
  if (each != "node" && each != "run") return table.find("each")->wrong("must be \"node\" or \"run\"");
  model.runs = each == "run";
  GLEANER_TRY(model.before_first, table.boolean_or("before_first", false));
  GLEANER_TRY(model.strict, table.boolean_or("strict", false));
  GLEANER_TRY(model.required, table.texts_or("required", {}));
  GLEANER_TRY(auto lines, table.texts_or("rules", {}));
  for (const std::string& line : lines) {
    GLEANER_TRY(model.rules.emplace_back(), read_rule(*table.find("rules"), line, model.plan));
  }
  model.plan.finish();
  return model;
}

// A part of [votes], or an empty one.
const Config& part_of(const Config& seen, std::string_view name) {
  static const Config none;
  const Config* found = seen.find(name);
  return found && found->is_table() ? *found : none;
}

Result<std::unique_ptr<Level>> read_level(const std::string& name, const Config& table, const Config& seen,
                                          const std::vector<std::string>& conditions) {
  if (!table.is_table()) return table.wrong("must be a table");
  GLEANER_CHECK(table.only({"records", "fields", "nested"}));
  auto level = std::make_unique<Level>();
  level->name = name;
  if (const Config* records = table.find("records")) {
    GLEANER_TRY(level->records, read_records(*records));
  }
  GLEANER_TRY(auto labels, seen.texts_or("labels", {}));
  VoteReader reader(conditions, level->plan);
  if (const Config* fields = table.find("fields"))
    for (const auto& [field, config] : fields->members()) {
      const Config& field_seen = part_of(part_of(seen, "fields"), field);
      GLEANER_TRY(FieldModel f, read_field(field, config, field_seen, level->plan, reader));
      f.seen_labels.insert(labels.begin(), labels.end());
      level->fields.push_back(std::move(f));
    }
  level->plan.finish();
  GLEANER_TRY(std::string known, seen.text_or("template", ""));
  GLEANER_CHECK(unpack(seen, known, level->template_texts));
  if (const Config* nested = table.find("nested"))
    for (const auto& [below, config] : nested->members()) {
      GLEANER_TRY(level->nested.emplace_back(),
                  read_level(below, config, part_of(part_of(seen, "nested"), below), conditions));
    }
  return level;
}

}  // namespace

void PatternWrapper::save(Config& into) const {
  save_level(*root_, into.add_table("page"));
  Config& votes = into.add_table("votes");
  ConditionNumbers numbers;
  save_level_votes(*root_, numbers, votes);
  votes.set("conditions", numbers.listed());
}

Result<wrap::WrapperPtr> PatternWrapper::load(const Config& whole) {
  const Config* page = whole.find("page");
  if (!page) return whole.wrong("a pattern wrapper needs the table [page]");
  const Config& seen = part_of(whole, "votes");
  GLEANER_TRY(const auto conditions, seen.texts_or("conditions", {}));
  GLEANER_TRY(auto level, read_level("", *page, seen, unlisted(conditions)));
  GLEANER_TRY(wrap::Schema schema, wrap::read_schema(whole));
  return wrap::WrapperPtr(std::make_shared<PatternWrapper>(std::move(level), std::move(schema)));
}

}  // namespace gleaner::pattern
