// The pattern part of a wrapper file, both ways. Format: docs/pattern.md.
//
//   [page.fields.price]
//   rules = ["text label \"our price\" and is \"b.price\""]   read these, change them: changed rules answer alone
//   shape = "one"                                               one, list
//   votes = ["0.8125 text label \"our price\"", ...]             all consistent rules with their weights
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "base/text.h"
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

std::string pack(const TemplateSet& set) {
  std::vector<uint64_t> sorted(set.begin(), set.end());
  std::sort(sorted.begin(), sorted.end());
  std::string out;
  for (uint64_t h : sorted) out += fmt::format("{:010x}", h);
  return out;
}

Status unpack(const Config& at, const std::string& text, TemplateSet& into) {
  if (text.size() % 10) return at.wrong("the template texts are damaged: their length is no multiple of 10");
  for (size_t i = 0; i < text.size(); i += 10) {
    uint64_t h = 0;
    auto [end, bad] = std::from_chars(text.data() + i, text.data() + i + 10, h, 16);
    if (bad != std::errc{} || end != text.data() + i + 10)
      return at.wrong("the template texts are damaged: not hexadecimal");
    into.insert(h);
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
  into.set("shape", field.list ? "list" : "one");
  if (field.keep_all) into.set("repeats", true);
  if (field.cut) into.set("cut", field.cut->print());
  if (field.raw) into.set("part", field.raw->print());
  if (field.grow) into.set("grows", true);
  if (field.numbered) into.set("numbered", true);
  if (!field.fills.empty()) into.set("fills", field.fills);
  if (field.bare) into.set("bare", true);
  if (field.cut_off) into.set("cut_off", true);
  if (field.remarks) into.set("remarks", true);
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
  if (!field.not_template.empty()) into.set("not_template", pack(field.not_template));
  if (field.ordered) return;
  for (size_t s = 0; s < field.slots.size(); ++s) {
    into.set(key("votes_for", s), rules_hash(readable(plan, field.slots[s], false)));
    std::vector<std::string> votes;
    for (const Vote& v : field.slots[s].votes)
      votes.push_back(fmt::format("{:.6g} {}", v.weight, print_rule(plan, v.conditions)));
    into.set(key("votes", s), votes);
  }
}

void save_level(const Level& level, Config& into) {
  if (level.records) {
    Config& records = into.add_table("records");
    std::vector<std::string> lines;
    for (const auto& rule : level.records->rules) lines.push_back(print_rule(level.records->plan, rule));
    records.set("rules", lines);
    records.set("each", level.records->runs ? "run" : "node");
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
  std::set<std::string> labels;
  for (const FieldModel& f : level.fields) labels.insert(f.seen_labels.begin(), f.seen_labels.end());
  if (!labels.empty()) into.set("labels", std::vector<std::string>(labels.begin(), labels.end()));
  if (!level.template_texts.empty()) into.set("template", pack(level.template_texts));
}

// ---------------------------------------------------------------- reading

Result<std::vector<ConditionId>> read_rule(const Config& at, std::string_view line, Plan& plan) {
  auto rule = parse_rule(line, plan);
  if (!rule.ok()) return at.wrong(rule.error().message);
  return rule;
}

Result<Slot> read_slot(const Config& table, size_t number, Plan& plan, bool* ordered) {
  Slot slot;
  GLEANER_TRY(auto lines, table.texts_or(key("rules", number), {}));
  GLEANER_TRY(auto votes, table.texts_or(key("votes", number), {}));
  GLEANER_TRY(auto votes_for, table.text_or(key("votes_for", number), ""));
  const bool changed = votes.empty() || rules_hash(lines) != votes_for;
  *ordered = changed;
  if (changed) {
    const Config* at = table.find(key("rules", number));
    for (const std::string& line : lines) {
      GLEANER_TRY(auto rule, read_rule(*at, line, plan));
      slot.votes.push_back({1.0, std::move(rule)});
    }
    return slot;
  }
  const Config* at = table.find(key("votes", number));
  for (const std::string& line : votes) {
    char* end = nullptr;
    double weight = std::strtod(line.c_str(), &end);
    if (end == line.c_str() || !(weight >= 0))
      return at->wrong("a vote begins with its weight, as in: 0.8 text label \"price\"");
    GLEANER_TRY(auto rule, read_rule(*at, std::string_view(line).substr(size_t(end - line.c_str())), plan));
    slot.votes.push_back({weight, std::move(rule)});
  }
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

Result<FieldModel> read_field(const std::string& name, const Config& table, Plan& plan) {
  FieldModel f;
  f.name = name;
  if (!table.is_table()) return table.wrong("a field must be a table");
  GLEANER_TRY(std::string shape, table.text_or("shape", "one"));
  if (shape != "one" && shape != "list") return table.find("shape")->wrong("must be \"one\" or \"list\"");
  f.list = shape == "list";
  GLEANER_TRY(f.keep_all, table.boolean_or("repeats", false));
  GLEANER_TRY(f.grow, table.boolean_or("grows", false));
  GLEANER_TRY(f.numbered, table.boolean_or("numbered", false));
  GLEANER_TRY(f.fills, table.text_or("fills", ""));
  GLEANER_TRY(f.bare, table.boolean_or("bare", false));
  GLEANER_TRY(f.cut_off, table.boolean_or("cut_off", false));
  GLEANER_TRY(f.remarks, table.boolean_or("remarks", false));
  GLEANER_TRY(int64_t examples, table.integer_or("examples", 1));
  f.examples = uint32_t(std::clamp<int64_t>(examples, 1, 1 << 30));
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
  GLEANER_TRY(f.looks, read_looks(table, 0));
  GLEANER_TRY(std::string except, table.text_or("not_template", ""));
  GLEANER_CHECK(unpack(table, except, f.not_template));
  for (size_t s = 0; table.find(key("rules", s)); ++s) {
    bool ordered = false;
    GLEANER_TRY(Slot slot, read_slot(table, s, plan, &ordered));
    f.ordered |= ordered;
    GLEANER_TRY(slot.looks, read_looks(table, s));
    f.slots.push_back(std::move(slot));
  }
  return f;
}

Result<std::unique_ptr<Level>> read_level(const std::string& name, const Config& table) {
  if (!table.is_table()) return table.wrong("must be a table");
  GLEANER_CHECK(table.only({"records", "fields", "nested", "labels", "template"}));
  auto level = std::make_unique<Level>();
  level->name = name;
  if (const Config* records = table.find("records")) {
    RecordModel model;
    GLEANER_TRY(std::string each, records->text_or("each", "node"));
    if (each != "node" && each != "run") return records->find("each")->wrong("must be \"node\" or \"run\"");
    model.runs = each == "run";
    GLEANER_TRY(model.before_first, records->boolean_or("before_first", false));
    GLEANER_TRY(model.strict, records->boolean_or("strict", false));
    GLEANER_TRY(model.required, records->texts_or("required", {}));
    GLEANER_TRY(auto lines, records->texts_or("rules", {}));
    for (const std::string& line : lines) {
      GLEANER_TRY(auto rule, read_rule(*records->find("rules"), line, model.plan));
      model.rules.push_back(std::move(rule));
    }
    model.plan.finish();
    level->records = std::move(model);
  }
  GLEANER_TRY(auto labels, table.texts_or("labels", {}));
  if (const Config* fields = table.find("fields"))
    for (const auto& [field, config] : fields->members()) {
      GLEANER_TRY(FieldModel f, read_field(field, config, level->plan));
      f.seen_labels.insert(labels.begin(), labels.end());
      level->fields.push_back(std::move(f));
    }
  level->plan.finish();
  GLEANER_TRY(std::string known, table.text_or("template", ""));
  GLEANER_CHECK(unpack(table, known, level->template_texts));
  if (const Config* nested = table.find("nested"))
    for (const auto& [below, config] : nested->members()) {
      GLEANER_TRY(auto inner, read_level(below, config));
      level->nested.push_back(std::move(inner));
    }
  return level;
}

}  // namespace

void PatternWrapper::save(Config& into) const { save_level(*root_, into.add_table("page")); }

Result<wrap::WrapperPtr> PatternWrapper::load(const Config& whole) {
  const Config* page = whole.find("page");
  if (!page) return whole.wrong("a pattern wrapper needs the table [page]");
  GLEANER_TRY(auto level, read_level("", *page));
  GLEANER_TRY(wrap::Schema schema, wrap::read_schema(whole));
  return wrap::WrapperPtr(std::make_shared<PatternWrapper>(std::move(level), std::move(schema)));
}

}  // namespace gleaner::pattern
