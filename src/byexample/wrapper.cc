// Extraction and explanation; see wrapper.h.
#include "byexample/wrapper.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "byexample/costs.h"
#include "byexample/learner.h"
#include "html/slice_text.h"

namespace gleaner::byexample {
namespace {

class ExampleScratch : public wrap::Scratch {
 public:
  Occurrences occurrences;
};

// Rules 1-3 are the strategies, the patterns follow.
constexpr uint32_t kFirstPatternRule = 4;

uint32_t rule_of(Strategy strategy) { return 1 + uint32_t(strategy); }

std::string words_of(const AvpPattern& pattern) {
  std::string words;
  auto add = [&](const std::vector<Terms>& alternatives, bool left) {
    for (const Terms& terms : alternatives)
      words += (&terms == &alternatives[0] ? "" : " or ") + print_terms(terms, left);
  };
  add(pattern.left, true);
  words += " * ";
  add(pattern.right, false);
  if (!pattern.separators.empty()) words += ", repeated with ";
  add(pattern.separators, true);
  if (pattern.across) words += " (across lines)";
  if (pattern.loose) words += " (inside an object only)";
  return words;
}

std::vector<wrap::Rule> make_rules(const Model& model) {
  std::vector<wrap::Rule> rules(kFirstPatternRule);
  rules[0] = {"unknown", "", "unknown", ""};
  const std::string form = model.objects.empty() ? "" : ": " + print_object(model, model.objects[0].root);
  const std::string example = model.objects.empty() ? "" : model.objects[0].example;
  rules[rule_of(Strategy::both)] = {"object.both", "", "top-down and bottom-up agree" + form, example};
  rules[rule_of(Strategy::top_down)] = {"object.top-down", "", "a whole object, top-down" + form, example};
  rules[rule_of(Strategy::bottom_up)] = {"object.bottom-up", "", "assembled from its values, bottom-up",
                                         example};
  std::vector<uint32_t> number(model.attributes.size(), 0);
  for (const AvpPattern& pattern : model.patterns) {
    const std::string& path = model.attributes[pattern.attribute].path;
    rules.push_back(
        {fmt::format("{}.{}", path, ++number[pattern.attribute]), path, words_of(pattern), pattern.example});
  }
  return rules;
}

}  // namespace

ExampleWrapper::ExampleWrapper(Model model)
    : model_(std::move(model)), scanner_(model_.patterns, model_.attributes.size()) {
  schema_ = model_.schema();
  rules_ = make_rules(model_);
}

std::unique_ptr<wrap::Scratch> ExampleWrapper::make_scratch() const {
  return std::make_unique<ExampleScratch>();
}

void ExampleWrapper::fill_fields(const Document& document, const Assembled& object, uint32_t shape,
                                 std::vector<wrap::Field>& fields) const {
  for (uint32_t child : model_.shapes[shape].children) {
    const Shape& node = model_.shapes[child];
    std::vector<wrap::Value> values;
    if (model_.leaf(child)) {
      for (const FoundValue& cell : object.cells)
        if (cell.attribute == node.attribute && !cell.span.empty())
          values.push_back(wrap::Value::make_text(html::slice_text(document, cell.span), cell.span,
                                                  kFirstPatternRule + cell.pattern));
      if (!node.list && values.size() > 1) values.resize(1);
    } else if (node.list) {
      for (const Assembled& element : object.elements) {
        if (element.shape != child) continue;
        std::vector<wrap::Field> inner;
        fill_fields(document, element, child, inner);
        values.push_back(wrap::Value::make_record(std::move(inner)));
      }
    } else {
      std::vector<wrap::Field> inner;
      fill_fields(document, object, child, inner);
      if (!inner.empty()) values.push_back(wrap::Value::make_record(std::move(inner)));
    }
    if (values.empty()) continue;
    if (node.list) fields.push_back({node.name, wrap::Value::make_list(std::move(values))});
    else fields.push_back({node.name, std::move(values[0])});
  }
}

wrap::Record ExampleWrapper::record_of(const Document& document, const Assembled& object) const {
  wrap::Record record;
  record.span = object.extent;
  record.rule = rule_of(object.by);
  fill_fields(document, object, 0, record.fields);
  return record;
}

Status ExampleWrapper::extract(const Document& document, wrap::Scratch& scratch, wrap::RecordSink& out,
                               Budget& budget) const {
  label::ColumnSink sink(model_.columns, document, out);
  auto* own = dynamic_cast<ExampleScratch*>(&scratch);
  Occurrences local;
  Occurrences& occurrences = own ? own->occurrences : local;
  const auto left = budget.time_left();
  const bool cut = !scanner_.scan(document.text(), 0, occurrences, budget,
                                  left ? std::optional(*left * kScanShare / 100) : std::nullopt);
  std::vector<Difference> differences;
  // Assembly is paid for by the scan: what was found when that was ended is still
  // put together, marked partial.
  Budget rest;
  const std::vector<Assembled> objects =
      extract_objects(model_, document.text(), occurrences, cut ? rest : budget, &differences);
  for (size_t i = 0; i < objects.size(); ++i) {
    wrap::Record record = record_of(document, objects[i]);
    record.partial = (cut || budget.exhausted()) && i + 1 == objects.size();
    if (!sink.take(std::move(record))) return {};
  }
  if (cut && !budget.exhausted())
    sink.note(error(Code::budget,
                    fmt::format("ran out of time (limit {} ms) while matching example patterns",
                                budget.limits().time->count()),
                    {}, "what was found so far is kept and marked partial; raise the limit to go on"));
  if (budget.exhausted()) sink.note(budget.diagnostic("matching example patterns on " + document.name()));
  for (const Difference& difference : differences) {
    Diagnostic note{Severity::note, Code::drift,
                    fmt::format("top-down and bottom-up differ: {} taken (evidence {} against {})",
                                name_of(difference.taken),
                                std::max(difference.top_down_evidence, difference.bottom_up_evidence),
                                std::min(difference.top_down_evidence, difference.bottom_up_evidence)),
                    document.where(difference.extent)};
    sink.note(std::move(note));
  }
  return {};
}

namespace {

// Bytes between two spans, 0 where they touch or overlap.
uint32_t distance(Span a, Span b) {
  return a.begin >= b.end ? a.begin - b.end : b.begin >= a.end ? b.begin - a.end : 0;
}

class ExampleExplainer : public wrap::PageExplainer {
 public:
  ExampleExplainer(const ExampleWrapper& wrapper, const Document& document)
      : wrapper_(wrapper), document_(document) {}
  wrap::Explanation explain(const wrap::Record* record, std::string_view field, const wrap::Value*) override {
    return wrapper_.explain(record, field, [&]() -> const Occurrences& {
      if (!found_) wrapper_.scan(document_, found_.emplace());
      return *found_;
    });
  }

 private:
  const ExampleWrapper& wrapper_;
  const Document& document_;
  std::optional<Occurrences> found_;  // of all patterns, on the whole page
};

}  // namespace

std::unique_ptr<wrap::PageExplainer> ExampleWrapper::explainer(const Document& document) const {
  return std::make_unique<ExampleExplainer>(*this, document);
}

void ExampleWrapper::scan(const Document& document, Occurrences& into) const {
  Budget budget;
  scanner_.scan(document.text(), 0, into, budget);
}

wrap::Explanation ExampleWrapper::explain(const wrap::Record* record, std::string_view field,
                                          const std::function<const Occurrences&()>& found) const {
  wrap::Explanation out;
  if (!record) {
    out.words = "no record";
    return out;
  }
  std::vector<std::string> lacking;
  std::vector<std::pair<std::string, uint32_t>> leaves;
  wrap::for_each_leaf(*record, [&](const std::string& path, const wrap::Value& value) {
    leaves.emplace_back(path, value.rule);
  });
  for (const Attribute& attribute : model_.attributes)
    if (std::ranges::none_of(leaves, [&](const auto& leaf) { return leaf.first == attribute.path; }))
      lacking.push_back(attribute.path);
  const std::string strategy = record->rule < rules_.size() ? rules_[record->rule].words : "";
  for (const auto& [path, rule] : leaves) {
    if (path != field || rule >= rules_.size()) continue;
    out.voters.push_back(rules_[rule].id);
    if (out.words.empty()) out.words = fmt::format("{}; object: {}", rules_[rule].words, strategy);
  }
  if (!out.words.empty()) return out;
  out.words = field.empty()
                  ? strategy
                  : fmt::format("no value: none of its patterns matches inside the object ({})", strategy);
  if (!lacking.empty()) out.words += fmt::format("; missing: {}", fmt::join(lacking, ", "));
  if (field.empty() || !record->span) return out;
  // The nearest value of that field outside the object.
  for (uint32_t a = 0; a < model_.attributes.size(); ++a) {
    if (model_.attributes[a].path != field) continue;
    const std::vector<Occurrence>& all = found().of[a];
    const auto from = first_from(all, record->span->begin);
    uint32_t nearest = kNowhere;
    auto look = [&](const Occurrence& o) {  // gives whether it has a value
      if (o.value.empty()) return false;
      const uint32_t away = distance(o.value, *record->span);
      if (away < nearest)
        nearest = away, out.near_miss = o.value,
        out.failed = fmt::format("lies {} bytes away from the object", away);
      return true;
    };
    for (auto o = from; o != all.end(); ++o)  // in page order: the first on each side is the nearest
      if (look(*o)) break;
    for (auto o = from; o != all.begin();)
      if (look(*--o)) break;
  }
  return out;
}

void ExampleWrapper::save(wrap::Config& into) const { save_model(model_, into); }

Result<wrap::WrapperPtr> load_wrapper(const wrap::Config& config) {
  GLEANER_TRY(Model model, load_model(config));
  return wrap::WrapperPtr(std::make_shared<ExampleWrapper>(std::move(model)));
}

void register_family(wrap::Registry& registry) {
  registry.add(
      {"byexample",
       "objects, nested ones too, from one or two examples: windows around values, top-down and bottom-up",
       load_wrapper, std::make_shared<ExampleLearner>()});
}

}  // namespace gleaner::byexample
