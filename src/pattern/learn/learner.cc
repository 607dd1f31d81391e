// From labelled pages to levels: is it a detail page or a list, where do the values stand, what separates the
// records; then every field is learned in the units so found (learn_field.h), and nested records the same way
// one level down.
#include "pattern/learn/learner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <set>

#include "base/elapsed.h"
#include "base/lists.h"
#include "base/text.h"
#include "html/source_map.h"
#include "html/visible.h"
#include "label/settle.h"
#include "pattern/learn/also.h"
#include "pattern/learn/learn_field.h"
#include "pattern/weights.h"
#include "pattern/wrapper.h"

namespace gleaner::pattern {
namespace {

using wrap::LabelledPage;
using Fields = std::vector<wrap::Field>;

// What must live while a site is learned.
struct Work {
  std::vector<std::unique_ptr<PageIndex>> pages;
  std::vector<std::unique_ptr<Unit>> units;
  std::deque<RunTags> run_tags;  // of the levels
  Diagnostics notes;
  Budget* budget = nullptr;

  const Unit* unit(const PageIndex& page, Region region, uint8_t forms, const RunTags* runs = nullptr) {
    units.push_back(std::make_unique<Unit>(page, region, forms, budget, Interned::all, runs));
    return units.back().get();
  }
};

// A unit and the records labelled in it.
struct Context {
  const PageIndex* page = nullptr;
  Region region;
  std::vector<Fields> records;  // spans filled in where places were chosen
  bool complete = true;
};

// Distinct texts of a field's value, in order.
void add_wanted(const wrap::Value& value, std::vector<Wanted>& out) {
  if (value.is_text()) {
    std::string text = collapse(value.text);
    bool known = text.empty() || std::ranges::any_of(out, [&](const Wanted& w) { return w.text == text; });
    if (!known) out.push_back({.text = text});
  }
  for (const wrap::Value& item : value.items)
    if (!item.is_record()) add_wanted(item, out);
}

void collect_names(const Fields& fields, std::vector<std::string>& plain, std::vector<std::string>& nested) {
  for (const wrap::Field& f : fields) {
    std::vector<std::string>& names = f.value.holds_records() ? nested : plain;
    if (f.value.kind == wrap::Value::Kind::absent || f.value.kind == wrap::Value::Kind::null) continue;
    if (f.value.is_list() && f.value.items.empty()) continue;  // of what, other records say
    add_new(names, f.name);
  }
}

// Keeps the conditions that votes use and renumbers them.
void move_fields(std::vector<FieldModel> fields, const Plan& from, Level& into) {
  std::vector<ConditionId> map(from.size(), Plan::kNone);
  for (FieldModel& field : fields) {
    for (Slot& slot : field.slots)
      for (Vote& vote : slot.votes) {
        for (ConditionId& id : vote.conditions) {
          if (map[id] == Plan::kNone) map[id] = into.plan.add(from.form(id), from.condition(id));
          id = map[id];
        }
        std::ranges::sort(vote.conditions);
      }
    into.fields.push_back(std::move(field));
  }
  into.plan.finish();
}

// Large pages have other conditions enough, and would take twice as long.
bool worth_more(const std::vector<Example>& examples) {
  size_t candidates = 0;
  for (const Example& e : examples) candidates += e.unit->candidates.size();
  const bool pages = !examples.empty() && examples[0].unit->region().whole();
  return candidates <= (pages ? weights::kMoreOnPages : weights::kMoreInRecords);
}

void learn_fields(std::vector<Example> examples, const std::vector<std::string>& names, Level& level,
                  Work& work) {
  LabelledSite site(std::move(examples), *work.budget);
  std::unique_ptr<LabelledSite> more;  // with conditions that are seldom needed
  std::vector<FieldModel> fields, fields_by_more;
  for (const std::string& name : names) {
    FieldModel field = learn_field(site, name, *work.budget);
    if (!field.exact && worth_more(site.examples())) {
      if (!more) more = std::make_unique<LabelledSite>(site.examples(), *work.budget, true);
      if (FieldModel again = learn_field(*more, name, *work.budget); again.exact) {
        fields_by_more.push_back(std::move(again));
        continue;
      }
    }
    if (field.slots.empty())
      work.notes.push_back(warning(Code::cannot_learn,
                                   fmt::format("field \"{}\": no rule fits its values", name), {},
                                   "are its texts on the pages as labelled? Label one more page"));
    else fields.push_back(std::move(field));
  }
  level.template_texts = template_texts(site);
  move_fields(std::move(fields), site.plan(), level);
  if (more) move_fields(std::move(fields_by_more), more->plan(), level);
}

// ---------------------------------------------------------------- nodes of values

std::vector<NodeId> leaf_nodes(const Fields& record, const html::SourceMap& map) {
  std::vector<NodeId> out;
  wrap::for_each_leaf(record, [&](const std::string&, const wrap::Value& v) {
    if (v.span) out.push_back(map.node_at(v.span->begin));
  });
  return out;
}

// Decoded offset in the candidate's raw text at which the source offset stands. REQUIRES: the raw text's
// source holds it.
size_t raw_offset(const Unit& unit, const Candidate& c, uint32_t source, bool end) {
  std::string_view raw = unit.raw(c);
  size_t low = 0, high = raw.size();
  while (low < high) {
    size_t mid = (low + high) / 2;
    uint32_t at = end ? unit.raw_span(c, 0, mid).end : unit.raw_span(c, mid, raw.size()).begin;
    if (at < source) low = mid + 1;
    else high = mid;
  }
  return low;
}

// The part of a text node or attribute value that a place is; nothing where it is in neither.
std::optional<Wanted> part_of(const Unit& unit, Span span) {
  for (uint32_t i = 0; i < unit.candidates.size(); ++i) {
    const Candidate& c = unit.candidates[i];
    if (c.form != Form::text && c.form != Form::attribute) continue;
    Span whole = unit.raw_span(c, 0, unit.raw(c).size());
    if (!whole.contains(span)) continue;
    Wanted w;
    w.at = {i};
    w.text = std::string(unit.text(c));
    w.from = raw_offset(unit, c, span.begin, false);
    w.to = raw_offset(unit, c, span.end, true);
    return w;
  }
  return std::nullopt;
}

// The candidates that hold a place, and which part of the first of them it is. An element has two readings:
// the one that the label gives counts, else (a label with its markup) the plain one.
Wanted holder_of(const Unit& unit, Span span, const std::string& text) {
  Wanted w;
  if (auto part = part_of(unit, span)) w = std::move(*part);
  else w.text = text;
  const bool known = !w.at.empty();
  if (known && unit.span(unit.candidates[w.at[0]]) != span) return w;
  for (bool outer : {false, true})
    for (bool as_labelled : {true, false}) {
      for (uint32_t i = 0; i < unit.candidates.size(); ++i) {
        const Candidate& c = unit.candidates[i];
        if (c.form == Form::text || c.form == Form::attribute || c.form == Form::data) continue;
        if ((as_labelled || known) ? unit.text(c) != w.text : c.form == Form::block) continue;
        if ((outer ? unit.outer_span(c) : unit.span(c)) != span) continue;
        w.at.push_back(i);
        w.text = std::string(unit.text(c));
        w.outer = outer;
      }
      if (!w.at.empty()) return w;
    }
  w.across = true;
  const std::string_view source = unit.page().document().text();
  w.outer = !span.empty() && (source[span.begin] == '<' || source[span.end - 1] == '>');
  return w;
}

// ---------------------------------------------------------------- values of several nodes

// The tags of elements inside of a value that is a part of its element: text, hits in <b>, text. None where
// the value is one text or all texts of an element, which are candidates without this.
void add_run_tags(const PageIndex& page, const html::SourceMap& map, Span span, std::set<std::string>& out) {
  const html::Tree& tree = page.tree();
  if (span.empty()) return;
  const NodeId first = map.node_at(span.begin), last = map.node_at(span.end - 1);
  if (first == last || first == kNoNode || last == kNoNode) return;
  NodeId around = tree.parent(first);
  while (around != kNoNode && !tree.contains(around, last)) around = tree.parent(around);
  if (around == kNoNode || !tree.is_element(around)) return;
  const uint32_t from = page.texts().begin(around), to = page.texts().end(around);
  if (from == to) return;
  const bool all = tree.text_span(page.texts()[from].node).end > span.begin &&
                   tree.text_span(page.texts()[to - 1].node).begin < span.end;
  if (all) return;
  std::set<std::string> tags;
  for (NodeId c = tree.first_child(around); c != kNoNode; c = tree.next_sibling(c)) {
    if (!tree.is_element(c)) continue;
    const Span own = tree.span(c);
    if (own.end <= span.begin || own.begin >= span.end) continue;
    if (html::is_block(tree.tag(c))) return;
    tags.emplace(tree.name(c));
  }
  out.merge(tags);
}

RunTags run_tags_of(const std::vector<Context>& contexts) {
  std::set<std::string> tags;
  for (const Context& context : contexts) {
    const html::SourceMap& map = context.page->document().view<html::SourceMap>();
    for (const Fields& record : context.records)
      for (const wrap::Field& field : record)
        if (!field.value.holds_records())
          wrap::for_each_leaf(
              field.value,
              [&](const std::string&, const wrap::Value& v) {
                if (v.span) add_run_tags(*context.page, map, *v.span, tags);
              },
              field.name);
  }
  return {{tags.begin(), tags.end()}};
}

void placed_values(const wrap::Value& value, const Unit& unit, std::vector<Wanted>& out) {
  if (value.is_text()) {
    if (value.span) out.push_back(holder_of(unit, *value.span, collapse(value.text)));
    else if (!value.text.empty()) out.push_back({.text = collapse(value.text)});
  }
  for (const wrap::Value& item : value.items)
    if (!item.is_record()) placed_values(item, unit, out);
}

// Values that share a text node bound each other's parts.
void bound_neighbours(Example& example) {
  std::vector<Wanted*> all;
  for (auto& [name, list] : example.fields)
    for (Wanted& w : list) all.push_back(&w);
  for (Wanted* w : all)
    for (Wanted* o : all) {
      if (w == o || w->at.empty() || w->at != o->at) continue;
      if (o->to <= w->from) w->after = std::max(w->after, o->to);
      if (o->from >= w->to) w->before = std::min(w->before, o->from);
    }
}

// Does some labelled place begin or end with white space? Then places are meant as they are written.
bool written_with_space(const Context& context) {
  const std::string_view text = context.page->document().text();
  bool out = false;
  for (const Fields& record : context.records)
    wrap::for_each_leaf(record, [&](const std::string&, const wrap::Value& v) {
      out |= v.span && !v.span->empty() && (is_space(text[v.span->begin]) || is_space(text[v.span->end - 1]));
    });
  return out;
}

// ---------------------------------------------------------------- levels

Result<std::unique_ptr<Level>> learn_level(const std::string& name, std::vector<Context> contexts,
                                           bool detail, Work& work);

void learn_nested(const std::vector<std::string>& names,
                  const std::vector<std::pair<Context, const Fields*>>& records, Level& level, Work& work) {
  for (const std::string& name : names) {
    std::vector<Context> below;
    for (const auto& [context, fields] : records) {
      Context c{context.page, context.region, {}, context.complete};
      if (const wrap::Value* v = wrap::find(*fields, name)) {
        if (v->is_record()) c.records.push_back(v->fields);
        for (const wrap::Value& item : v->items)
          if (item.is_record()) c.records.push_back(item.fields);
      }
      below.push_back(std::move(c));
    }
    auto inner = learn_level(name, std::move(below), false, work);
    if (!inner.ok()) {
      work.notes.push_back(
          warning(Code::cannot_learn, fmt::format("nested records \"{}\": {}", name, inner.error().message)));
      continue;
    }
    level.nested.push_back(std::move(*inner));
  }
}

Result<std::unique_ptr<Level>> learn_detail(const std::string& name, std::vector<Context>& contexts,
                                            Work& work) {
  auto level = std::make_unique<Level>();
  level->name = name;
  std::vector<Example> examples;
  std::vector<std::string> names, nested;
  std::vector<std::pair<Context, const Fields*>> records;
  for (Context& c : contexts) {
    if (c.records.empty()) continue;
    Example e;
    e.unit = work.unit(*c.page, c.region, kAllForms);
    e.complete = c.complete;
    collect_names(c.records[0], names, nested);
    for (const wrap::Field& field : c.records[0])
      if (!field.value.holds_records()) add_wanted(field.value, e.fields[field.name]);
    examples.push_back(std::move(e));
    records.push_back({Context{c.page, c.region, {}, c.complete}, &c.records[0]});
  }
  if (examples.empty()) return error(Code::cannot_learn, "no labelled records");
  learn_fields(std::move(examples), names, *level, work);
  learn_nested(nested, records, *level, work);
  return level;
}

// What the regions of a list teach, record by record.
struct ListExamples {
  std::vector<Example> examples;
  std::vector<std::string> names, nested;
  std::vector<std::pair<Context, const Fields*>> records;
  size_t held = 0;                        // regions with a labelled record
  size_t none = 0;                        // regions of whole pages without: they are no records
  std::map<std::string, size_t> present;  // of those held, by field

  void add_record(Fields& fields, Example& e) {
    collect_names(fields, names, nested);
    ++held;
    for (const wrap::Field& field : fields) {
      if (field.value.holds_records()) {
        ++present[field.name];
        continue;
      }
      placed_values(field.value, *e.unit, e.fields[field.name]);
      if (!e.fields[field.name].empty()) ++present[field.name];
    }
    bound_neighbours(e);
  }
};

ListExamples list_examples(std::vector<Context>& contexts, const LearnedRecords& found, Work& work) {
  ListExamples out;
  bool as_written = false;
  for (Context& c : contexts) as_written |= written_with_space(c);
  const RunTags* runs = &work.run_tags.emplace_back(run_tags_of(contexts));
  size_t others = 0;
  for (size_t p = 0; p < contexts.size(); ++p)
    for (size_t i = 0; i < found.regions[p].size(); ++i) {
      const Context& context = contexts[p];
      const Region& region = found.regions[p][i];
      const int r = found.record_of[p][i];
      if (r < 0) ++others, out.none += context.complete;
      if (r < 0 && (!context.complete || others > weights::kOtherUnits)) continue;
      Example e;
      e.as_written = as_written;
      e.unit = work.unit(*context.page, region, kTexts | kElements | kAttributes | kRuns, runs);
      if (r >= 0) {
        Fields& fields = contexts[p].records[size_t(r)];
        out.add_record(fields, e);
        out.records.push_back({Context{context.page, region, {}, context.complete}, &fields});
      }
      out.examples.push_back(std::move(e));
    }
  return out;
}

Result<std::unique_ptr<Level>> learn_list(const std::string& name, std::vector<Context>& contexts,
                                          Work& work) {
  auto level = std::make_unique<Level>();
  level->name = name;
  std::vector<RecordPage> pages;
  size_t labelled = 0;
  for (Context& c : contexts) {
    RecordPage page;
    page.unit = work.unit(*c.page, c.region, 0);
    page.complete = c.complete;
    const html::SourceMap& map = c.page->document().view<html::SourceMap>();
    for (Fields& record : c.records) page.records.push_back(leaf_nodes(record, map));
    labelled += c.records.size();
    pages.push_back(std::move(page));
  }
  if (!labelled) return error(Code::cannot_learn, "no labelled records");
  auto found = learn_records(pages, *work.budget);
  if (!found) return error(Code::cannot_learn, "nothing separates the labelled records from each other");
  ListExamples list = list_examples(contexts, *found, work);
  if (!list.held) return error(Code::cannot_learn, "nothing separates the labelled records from each other");
  learn_fields(std::move(list.examples), list.names, *level, work);
  level->template_texts.clear();  // the same words may well be values of another record
  learn_nested(list.nested, list.records, *level, work);
  for (const FieldModel& f : level->fields)
    if (list.present[f.name] == list.held) found->model.required.push_back(f.name);
  for (const auto& below : level->nested)
    if (list.present[below->name] == list.held) found->model.required.push_back(below->name);
  found->model.strict = list.none > 0;
  level->records = std::move(found->model);
  return level;
}

Result<std::unique_ptr<Level>> learn_level(const std::string& name, std::vector<Context> contexts,
                                           bool detail, Work& work) {
  return detail ? learn_detail(name, contexts, work) : learn_list(name, contexts, work);
}

// Unlabelled pages decide which rules are trusted and printed, level by level.
void use_also(Level& level, const std::vector<std::pair<const PageIndex*, Region>>& places, Work& work) {
  std::vector<std::pair<const PageIndex*, Region>> regions;
  for (const auto& [page, region] : places) {
    if (!level.records) {
      regions.push_back({page, region});
      continue;
    }
    Unit outer(*page, region, 0, work.budget);
    for (Region r : find_records(*level.records, outer, work.budget))
      if (regions.size() < 4 * weights::kAlsoPages) regions.push_back({page, r});
  }
  std::vector<std::unique_ptr<Unit>> units;
  std::vector<Matches> matches;
  matches.reserve(regions.size());
  std::vector<View> views;
  const RunTags runs = level.plan.run_tags();
  for (const auto& [page, region] : regions) {
    units.push_back(std::make_unique<Unit>(*page, region, level.plan.candidate_forms(), work.budget,
                                           Interned::all, &runs));
    matches.emplace_back(level.plan, *units.back(), work.budget);
    views.push_back({units.back().get(), &matches.back(), &level.plan, &level.template_texts});
  }
  for (FieldModel& field : level.fields) {
    if (work.budget->exhausted()) return;
    trust_by_agreement(field, views);
    choose_rules(field, views);
  }
  for (auto& below : level.nested) use_also(*below, regions, work);
}

void report_rules(const Level& level, const std::string& prefix, std::vector<std::string>& out) {
  if (level.records) out.push_back(fmt::format("{}record  {}", prefix, record_words(*level.records)));
  for (const FieldModel& f : level.fields)
    for (const Slot& s : f.slots)
      if (!s.votes.empty())
        out.push_back(fmt::format("{}{}  {}", prefix, f.name, value_words(level.plan, f, s.votes[0])));
  for (const auto& below : level.nested) report_rules(*below, prefix + below->name + ".", out);
}

// A header row or an advertisement among the records is no reason to drop records that lack a field, unless
// it would come out as one: pages labelled whole tell.
void be_lenient(PatternWrapper& wrapper, const std::vector<LabelledPage>& pages) {
  if (!wrapper.root().records || !wrapper.root().records->strict) return;
  wrapper.require_all(false);
  const bool too_many = std::ranges::any_of(pages, [&](const LabelledPage& page) {
    if (!page.label.complete) return false;
    const auto given = wrap::extract_all(wrapper, *page.document);
    return given.ok() && given->size() > page.label.records.size();
  });
  wrapper.require_all(too_many);
}

}  // namespace

Result<wrap::Learned> PatternLearner::learn(const std::vector<LabelledPage>& pages,
                                            const wrap::LearnOptions& options, Budget& budget) const {
  auto started = std::chrono::steady_clock::now();
  Work work;
  work.budget = &budget;
  std::vector<Context> contexts;
  std::vector<wrap::Record> records;
  const bool detail = label::one_record_each(pages);
  std::vector<LabelledPage> placed = pages;
  if (!detail || std::ranges::any_of(pages, [](const LabelledPage& page) { return page.label.is_nested(); }))
    label::settle(placed);
  for (const LabelledPage& page : placed) {
    work.pages.push_back(std::make_unique<PageIndex>(*page.document));
    Context c{work.pages.back().get(), Region{0, 0}, {}, page.label.complete};
    for (const wrap::Record& r : page.label.records) {
      c.records.push_back(r.fields);
      records.push_back(r);
    }
    contexts.push_back(std::move(c));
  }
  if (records.empty())
    return error(Code::cannot_learn, "no labelled records", {}, "label the values of one page");
  GLEANER_TRY(std::unique_ptr<Level> level, learn_level("", std::move(contexts), detail, work));
  if (level->fields.empty() && level->nested.empty()) {
    Diagnostic why = error(Code::cannot_learn, "no rule fits the labelled values");
    if (!work.notes.empty()) why.message = work.notes[0].message, why.hint = work.notes[0].hint;
    return why;
  }
  if (!options.also.empty()) {
    std::vector<std::pair<const PageIndex*, Region>> places;
    for (const DocumentPtr& page : options.also) {
      if (places.size() >= weights::kAlsoPages) break;
      work.pages.push_back(std::make_unique<PageIndex>(*page));
      places.push_back({work.pages.back().get(), Region{0, 0}});
    }
    use_also(*level, places, work);
  }
  wrap::Learned out;
  out.report.kind = "pattern";
  report_rules(*level, "", out.report.rules);
  auto wrapper = std::make_shared<PatternWrapper>(std::move(level), wrap::schema_of(records));
  be_lenient(*wrapper, pages);
  out.wrapper = std::move(wrapper);
  out.report.notes = std::move(work.notes);
  if (budget.exhausted()) out.report.notes.push_back(budget.diagnostic("learning patterns"));
  out.report.seconds = seconds_since(started);
  return out;
}

void register_family(wrap::Registry& registry) {
  registry.add({"pattern", "DOM conditions learned from a few examples; for most pages of today's web",
                PatternWrapper::load, std::make_shared<PatternLearner>()});
}
}  // namespace gleaner::pattern
