// The wrapper file's part of kind "rows".
//
//   [records]
//   typical = ["li", ".item", "1 ul"]           what most records' first nodes have, and the nodes above
//   texts = ["li/a/#", "li/span/#"]             paths to the texts that most of them have
//   share = 0.94                                of the fields that a learned record had
//   [[records.by]]
//   select = "classes", of = ["li.item"], agrees = 1.0
//   [[fields]]
//   name = "price", usual = 0.8
//   [[fields.rules]]
//   take = "path", of = "li/span", nth = 2, after = "from", before = "each"
//   without = "attribute", without_of = "td[bgcolor=red]"    units that are or have such a one do not count
//   places = [...]                              what stands at each place of the key in whole records
//   [[lists]]                                   records inside of these: the same again, below a name
//   name = "offers"
//   [lists.records] ... [[lists.fields]] ... [[lists.lists]] ...
#include <fmt/format.h>

#include <cmath>

#include "rows/wrapper.h"

namespace gleaner::rows {
namespace {

using wrap::Config;

double rounded(double value) { return std::round(value * 1000) / 1000; }

Config save_slots(const Slots& slots) {
  Config list = Config::list();
  for (const Slots::Place& place : slots.places()) {
    Config one;
    if (place.known) {
      one.set("kind", place.kind);
      if (!place.word.empty()) one.set("begins", place.word);
      if (!place.shape.empty()) one.set("shape", place.shape);
      one.set("texts", place.paths);
    }
    list.push(std::move(one));
  }
  return list;
}

Config save_rule(const FieldRule& rule) {
  Config one;
  one.set("take", name_of(rule.kind));
  one.set("of", rule.of);
  if (rule.nth != 0) one.set("nth", int64_t(rule.nth < 0 ? rule.nth : rule.nth + 1));
  if (rule.all) one.set("all", true);
  if (rule.without) one.set("without", name_of(rule.without->kind)), one.set("without_of", rule.without->of);
  if (rule.unheaded) one.set("unheaded", true);
  if (!rule.split.empty()) one.set("divided", rule.split);
  if (rule.cut) {
    if (rule.cut->number) one.set("number", int64_t(rule.cut->number));
    if (rule.cut->words_long) one.set("words", int64_t(rule.cut->words_long));
    if (!rule.cut->begin.empty()) one.set(rule.cut->with_begin ? "from" : "after", rule.cut->begin);
    if (!rule.cut->strip_begin.empty()) one.set("strip_begin", rule.cut->strip_begin);
    if (!rule.cut->strip_end.empty()) one.set("strip_end", rule.cut->strip_end);
    if (!rule.cut->end.empty()) one.set(rule.cut->with_end ? "through" : "before", rule.cut->end);
  }
  if (rule.slots) one.set("places", save_slots(*rule.slots));
  return one;
}

template <class Kind, size_t N>
Result<Kind> kind_named(const Config& config, std::string_view key) {
  GLEANER_TRY(const std::string name, config.need_text(key));
  for (size_t i = 0; i < N; ++i)
    if (name_of(Kind(i)) == name) return Kind(i);
  std::string known;
  for (size_t i = 0; i < N; ++i) known += (i ? ", " : "") + std::string(name_of(Kind(i)));
  return config.wrong(fmt::format("\"{}\" is none of {}", name, known));
}

Result<SlotsPtr> load_slots(const Config& list) {
  std::vector<Slots::Place> places;
  for (const Config& one : list.items()) {
    Slots::Place place;
    place.known = one.find("kind") != nullptr;
    GLEANER_TRY(place.kind, one.text_or("kind", ""));
    GLEANER_TRY(place.word, one.text_or("begins", ""));
    GLEANER_TRY(place.shape, one.text_or("shape", ""));
    GLEANER_TRY(place.paths, one.texts_or("texts", {}));
    places.push_back(std::move(place));
  }
  return SlotsPtr(std::make_shared<Slots>(std::move(places)));
}

Result<FieldRule> load_rule(const Config& one) {
  GLEANER_CHECK(
      one.only({"take", "of", "nth", "all", "without", "without_of", "unheaded", "divided", "number", "words",
                "strip_begin", "strip_end", "from", "after", "through", "before", "places"}));
  FieldRule rule;
  GLEANER_TRY(rule.kind, (kind_named<KeyKind, kKeyKinds>(one, "take")));
  GLEANER_TRY(rule.of, one.need_text("of"));
  rule.key = hash_of_key(rule.kind, rule.of);
  GLEANER_TRY(const int64_t nth, one.integer_or("nth", 1));
  if (nth == 0 || nth > 100'000 || nth < -100'000)
    return one.wrong("nth counts from 1, or from -1 at the end");
  rule.nth = int(nth < 0 ? nth : nth - 1);
  GLEANER_TRY(rule.all, one.boolean_or("all", false));
  GLEANER_TRY(rule.unheaded, one.boolean_or("unheaded", false));
  if (one.find("without")) {
    KeyInfo without;
    GLEANER_TRY(without.kind, (kind_named<KeyKind, kKeyKinds>(one, "without")));
    GLEANER_TRY(without.of, one.need_text("without_of"));
    rule.without_key = hash_of_key(without.kind, without.of);
    rule.without = std::move(without);
  }
  GLEANER_TRY(rule.split, one.text_or("divided", ""));
  Cut cut;
  GLEANER_TRY(const int64_t number, one.integer_or("number", 0));
  cut.number = int(number);
  GLEANER_TRY(const int64_t words_long, one.integer_or("words", 0));
  cut.words_long = int(std::clamp<int64_t>(words_long, -1000, 1000));
  GLEANER_TRY(cut.strip_begin, one.text_or("strip_begin", ""));
  GLEANER_TRY(cut.strip_end, one.text_or("strip_end", ""));
  GLEANER_TRY(const std::string from, one.text_or("from", ""));
  GLEANER_TRY(const std::string through, one.text_or("through", ""));
  GLEANER_TRY(cut.begin, one.text_or("after", from));
  GLEANER_TRY(cut.end, one.text_or("before", through));
  cut.with_begin = !from.empty() && cut.begin == from;
  cut.with_end = !through.empty() && cut.end == through;
  if (cut != Cut{}) rule.cut = std::move(cut);
  if (const Config* places = one.find("places"); places && places->is_list()) {
    GLEANER_TRY(rule.slots, load_slots(*places));
  }
  return rule;
}

Result<std::vector<std::vector<std::string>>> load_sets(const Config& table, std::string_view key) {
  std::vector<std::vector<std::string>> out;
  if (const Config* list = table.find(key))
    for (const Config& one : list->items()) {
      if (!one.is_list()) return one.wrong("a list of lists of paths is wanted");
      std::vector<std::string> paths;
      for (const Config& path : one.items()) paths.push_back(path.as_text());
      out.push_back(std::move(paths));
    }
  return out;
}

Config save_sets(const std::vector<std::vector<std::string>>& sets) {
  Config list = Config::list();
  for (const auto& set : sets) {
    Config one = Config::list();
    for (const std::string& path : set) one.push(Config::text(path));
    list.push(std::move(one));
  }
  return list;
}

Result<Selector> load_selector(const Config& one) {
  GLEANER_CHECK(one.only({"select", "of", "agrees"}));
  Selector selector;
  GLEANER_TRY(selector.by, (kind_named<SelectBy, 6>(one, "select")));
  GLEANER_TRY(selector.of, one.texts_or("of", {}));
  GLEANER_TRY(selector.agrees, one.real_or("agrees", 0));
  return selector;
}

}  // namespace

namespace {

void save_model(const Model& model, Config& into) {
  Config& records = into.add_table("records");
  records.set("typical", model.head);
  records.set("texts", model.core);
  records.set("share", rounded(model.fields_share));
  if (model.several) {
    Config& several = records.add_table("several");
    several.set("tags", model.several->tags);
    several.set("longest", int64_t(model.several->longest));
    several.set("heads", save_sets(model.several->head_words));
    several.set("others", save_sets(model.several->other_words));
  }
  if (!model.need.empty()) records.set("need", model.need);
  if (!model.within.empty()) records.set("within", model.within);
  if (model.refuse_labels) records.set("refuse_labels", true);
  if (!model.refuse.empty()) {
    Config& refuse = records.add_list("refuse");
    for (const KeyInfo& key : model.refuse) {
      Config one;
      one.set("with", name_of(key.kind));
      one.set("of", key.of);
      refuse.push(std::move(one));
    }
  }
  Config& by = records.add_list("by");
  for (const Selector& selector : model.selectors) {
    Config one;
    one.set("select", name_of(selector.by));
    one.set("of", selector.of);
    one.set("agrees", rounded(selector.agrees));
    by.push(std::move(one));
  }
  Config& fields = into.add_list("fields");
  for (const FieldModel& field : model.fields) {
    Config one;
    one.set("name", field.name);
    one.set("usual", rounded(field.want));
    if (field.list) one.set("list", true);
    Config& rules = one.add_list("rules");
    for (const FieldRule& rule : field.rules) rules.push(save_rule(rule));
    fields.push(std::move(one));
  }
  if (!model.sections.empty()) {
    Config& sections = into.add_list("sections");
    for (const SectionField& section : model.sections) {
      Config one;
      one.set("name", section.name);
      one.set("of", section.of);
      sections.push(std::move(one));
    }
  }
  if (model.lists.empty()) return;
  Config& lists = into.add_list("lists");
  for (const ListModel& list : model.lists) {
    Config one;
    one.set("name", list.name);
    if (list.single) one.set("single", true);
    save_model(list.model, one);
    lists.push(std::move(one));
  }
}

Result<SeveralNodes> load_several(const Config& table) {
  SeveralNodes several;
  GLEANER_TRY(several.tags, table.texts_or("tags", {}));
  GLEANER_TRY(const int64_t longest, table.integer_or("longest", 1));
  several.longest = size_t(std::max<int64_t>(1, longest));
  GLEANER_TRY(several.head_words, load_sets(table, "heads"));
  GLEANER_TRY(several.other_words, load_sets(table, "others"));
  for (const auto& words : several.head_words) several.heads.push_back(hashes_of(words));
  for (const auto& words : several.other_words) several.others.push_back(hashes_of(words));
  return several;
}

Status load_records(const Config& records, Model& model) {
  GLEANER_TRY(model.head, records.texts_or("typical", {}));
  GLEANER_TRY(model.core, records.texts_or("texts", {}));
  GLEANER_TRY(model.fields_share, records.real_or("share", 1));
  GLEANER_TRY(model.need, records.texts_or("need", {}));
  GLEANER_TRY(model.within, records.texts_or("within", {}));
  GLEANER_TRY(model.refuse_labels, records.boolean_or("refuse_labels", false));
  if (const Config* by = records.find("by"))
    for (const Config& one : by->items()) {
      GLEANER_TRY(model.selectors.emplace_back(), load_selector(one));
    }
  if (const Config* refuse = records.find("refuse"))
    for (const Config& one : refuse->items()) {
      KeyInfo key;
      GLEANER_TRY(key.kind, (kind_named<KeyKind, kKeyKinds>(one, "with")));
      GLEANER_TRY(key.of, one.need_text("of"));
      model.refuse.push_back(std::move(key));
    }
  if (const Config* table = records.find("several")) {
    GLEANER_TRY(model.several, load_several(*table));
  }
  return {};
}

Result<FieldModel> load_field(const Config& one) {
  FieldModel field;
  GLEANER_TRY(field.name, one.need_text("name"));
  GLEANER_TRY(field.want, one.real_or("usual", 1));
  GLEANER_TRY(field.list, one.boolean_or("list", false));
  const Config* rules = one.find("rules");
  if (!rules || !rules->is_list() || rules->items().empty())
    return one.wrong("a field needs [[fields.rules]]");
  for (const Config& rule : rules->items()) {
    GLEANER_TRY(field.rules.emplace_back(), load_rule(rule));
  }
  return field;
}

Result<Model> load_model(const Config& config, int depth) {
  constexpr int kDeepest = 20;
  if (depth > kDeepest) return config.wrong("lists are nested too deeply");
  const Config* records = config.find("records");
  const Config* fields = config.find("fields");
  if (!records || !records->is_table()) return config.wrong("a wrapper of kind rows needs a table [records]");
  if (!fields || !fields->is_list()) return config.wrong("a wrapper of kind rows needs [[fields]]");
  Model model;
  GLEANER_CHECK(load_records(*records, model));
  for (const Config& one : fields->items()) {
    GLEANER_TRY(model.fields.emplace_back(), load_field(one));
  }
  if (const Config* sections = config.find("sections"); sections && depth == 0)
    for (const Config& one : sections->items()) {
      SectionField section;
      GLEANER_TRY(section.name, one.need_text("name"));
      GLEANER_TRY(section.of, one.need_text("of"));
      model.sections.push_back(std::move(section));
    }
  if (const Config* lists = config.find("lists"))
    for (const Config& one : lists->items()) {
      ListModel list;
      GLEANER_TRY(list.name, one.need_text("name"));
      GLEANER_TRY(list.single, one.boolean_or("single", false));
      GLEANER_TRY(list.model, load_model(one, depth + 1));
      model.lists.push_back(std::move(list));
    }
  return model;
}

}  // namespace

void RowsWrapper::save(Config& into) const { save_model(model_, into); }

Result<wrap::WrapperPtr> RowsWrapper::load(const Config& config) {
  GLEANER_TRY(Model model, load_model(config, 0));
  return wrap::WrapperPtr(std::make_shared<RowsWrapper>(std::move(model)));
}

}  // namespace gleaner::rows
