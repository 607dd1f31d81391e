// See wrapper.h.
#include "sheets/wrapper.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json.h"
#include "base/unicode.h"
#include "sheets/learner.h"
#include "sheets/weights.h"
#include "value/reading.h"
#include "wrap/schema.h"

namespace gleaner::sheets {
namespace {

bool same_text(const std::string& a, const std::string& b) {
  return letters_of(a) == letters_of(b) && !letters_of(a).empty();
}

// 1: the text is one of these; less where it only begins or ends like one.
double likeness(const std::string& text, const std::vector<std::string>& known) {
  double best = 0;
  const std::string mine = letters_of(text);
  for (const std::string& one : known) {
    const std::string other = letters_of(one);
    if (mine.empty() || other.empty()) continue;
    if (mine == other) return 1;
    if (other.size() >= kLeastPart && (mine.starts_with(other) || mine.ends_with(other)))
      best = std::max(best, kPartLike);
  }
  return best;
}

// Where the value begins behind one of the leads, or npos. Signs and blanks between them belong to neither.
size_t behind_lead(const std::string& text, const std::vector<std::string>& leads) {
  const std::vector<Word> have = letter_words(text);
  for (const std::string& lead : leads) {
    const std::vector<Word> want = letter_words(lead);
    if (want.empty() || want.size() >= have.size()) continue;
    bool fits = true;
    for (size_t i = 0; i < want.size() && fits; ++i) fits = have[i].folded == want[i].folded;
    if (!fits) continue;
    size_t at = have[want.size() - 1].end;
    while (at < text.size() && (text[at] == ' ' || text[at] == ':')) ++at;
    return at;
  }
  return std::string::npos;
}

void cut_tail(const std::string& text, const std::vector<std::string>& tails, Found& found) {
  for (const std::string& tail : tails)
    if (std::string_view(text).substr(found.begin).ends_with(tail) &&
        text.size() - tail.size() > found.begin) {
      found.end = text.size() - tail.size();
      while (found.end > found.begin && text[found.end - 1] == ' ') --found.end;
      return;
    }
}

struct Sum {
  double have = 0, all = 0;
  bool told = false;   // a text before it agrees
  bool after = false;  // any text around it does
  void add(double weight, double share) { have += weight * share, all += weight; }
};

}  // namespace

Found compare(const FieldModel& field, const BlockGraph& graph, int block) {
  const Block& b = graph.blocks()[size_t(block)];
  const std::string& text = b.text.text();
  Found found{block, 0, text.size(), 0};
  Sum sum;
  // A name before its value stands in the value's own block or in the one to the left: which of
  // them depends on the width of gaps.
  std::vector<std::string> names = field.lead;
  for (Side side : {Side::left, Side::row_head})
    names.insert(names.end(), field.beside[size_t(side)].begin(), field.beside[size_t(side)].end());
  const size_t behind = behind_lead(text, names);
  if (behind != std::string::npos) found.begin = behind;
  const auto beside = [&](Side side, const std::vector<std::string>& known) {
    const int other = b.next[size_t(side)];
    return other < 0 ? 0 : likeness(graph.blocks()[size_t(other)].text.text(), known);
  };
  bool texts = !names.empty(), before = false;
  if (!field.lead.empty()) {
    const double like = behind != std::string::npos
                            ? 1
                            : std::max(beside(Side::left, field.lead), beside(Side::row_head, field.lead));
    sum.add(kLeadWeight, like);
    sum.told |= like > 0;
  }
  cut_tail(text, field.tail, found);
  for (size_t i = 0; i < kSides; ++i) {
    const Side side = Side(i);
    if (field.beside[i].empty()) continue;
    texts = true;
    const bool names_it = side == Side::left || side == Side::row_head;
    const double like = names_it && behind != std::string::npos ? 1 : beside(side, field.beside[i]);
    sum.add(kSideWeight[i], like);
    before |= side != Side::right && side != Side::below;
    sum.told |= like > 0 && side != Side::right && side != Side::below;
    sum.after |= like > 0;
  }
  if (!before && field.lead.empty()) sum.told |= sum.after;  // what follows must tell where nothing else does
  const std::string value = text.substr(found.begin, found.end - found.begin);
  if (value.empty() || (texts && !sum.told)) return found;
  for (const auto& known : field.beside)  // a text that comes again is no value
    if (std::ranges::any_of(known, [&](const std::string& one) { return same_text(one, value); }))
      return found;
  if (!field.kind.empty()) {
    if (wrap::name_of(value::recognise(value)) != field.kind) return found;
    sum.add(kKindWeight, 1);
  }
  if (!field.tag.empty()) sum.add(kTagWeight, field.tag == b.tag ? 1 : 0);
  const double away = std::hypot(b.x - field.x, b.y - field.y);
  sum.add(texts ? kPlaceWeight : kPlaceAlone, std::max(0.0, 1 - away / (texts ? kFar : kFarAlone)));
  found.score = sum.have / sum.all;
  return found;
}

std::string FieldModel::words() const {
  std::string out = kind.empty() ? "text" : kind;
  auto quoted = [](const std::vector<std::string>& texts) { return json::quote(texts[0]); };
  if (!lead.empty()) out += " behind " + quoted(lead) + " in its block";
  static constexpr std::string_view kWords[kSides] = {"right of", "below",      "left of",
                                                      "above",    "in the row", "in the column"};
  for (size_t side = 0; side < kSides; ++side)
    if (!beside[side].empty())
      out += fmt::format("{} {} {}", out.size() > 6 ? "," : "", kWords[side], quoted(beside[side]));
  if (lead.empty() && std::ranges::all_of(beside, [](const auto& t) { return t.empty(); }))
    out += fmt::format(" at {:.0f} % from the left, {:.0f} % from the top", 100 * x, 100 * y);
  return out;
}

LayoutWrapper::LayoutWrapper(Model model) : model_(std::move(model)) {
  rules_.push_back({"unknown", "", "unknown", ""});
  rules_.push_back({"record.1", "", model_.by_sheet ? "each sheet" : "the document", ""});
  for (const FieldModel& field : model_.fields) {
    schema_.fields.push_back({field.name, wrap::Type::text, false, {}});
    rules_.push_back({field.name + ".1", field.name, field.words(), ""});
  }
}

Status LayoutWrapper::extract(const Document& document, wrap::Scratch&, wrap::RecordSink& sink,
                              Budget& budget) const {
  const BlockGraph graph(document, budget);
  const uint32_t units = model_.by_sheet ? graph.sheets() : std::min(1u, graph.sheets());
  for (uint32_t unit = 1; unit <= units; ++unit) {
    wrap::Record record;
    record.rule = 1;
    const std::vector<Found> found = assign(model_, graph, model_.by_sheet ? unit : 0, budget);
    for (size_t f = 0; f < found.size(); ++f) {
      if (found[f].block < 0) continue;
      const html::VisibleText& text = graph.blocks()[size_t(found[f].block)].text;
      record.fields.push_back(
          {model_.fields[f].name,
           wrap::Value::make_text(text.text().substr(found[f].begin, found[f].end - found[f].begin),
                                  text.span(found[f].begin, found[f].end), uint32_t(f + 2))});
    }
    if (budget.exhausted()) {
      sink.note(budget.diagnostic("comparing blocks"));
      return {};
    }
    if (!record.fields.empty() && !sink.take(std::move(record))) break;
  }
  return {};
}

wrap::Explanation LayoutWrapper::explain_cell(const Document& document, const wrap::Record* record,
                                              std::string_view name, const wrap::Value* value) const {
  wrap::Explanation out = Wrapper::explain_cell(document, record, name, value);
  const wrap::Value* have = value ? value : record ? record->find(name) : nullptr;
  if (have && have->is_text()) return out;
  const auto field = std::ranges::find_if(model_.fields, [&](const FieldModel& f) { return f.name == name; });
  if (field == model_.fields.end()) return out;
  out.words = "absent: no block stands as the labelled one did: " + field->words();
  Budget budget;
  const BlockGraph graph(document, budget);
  Found best;
  for (size_t b = 0; b < graph.blocks().size(); ++b)
    if (const Found found = compare(*field, graph, int(b)); found.score > best.score) best = found;
  if (best.block < 0) return out;
  out.near_miss = graph.blocks()[size_t(best.block)].text.span(best.begin, best.end);
  out.failed = fmt::format("agrees by {:.0f} %; {:.0f} % are needed, and {:.0f} % more than the next",
                           100 * best.score, 100 * kLeastScore, 100 * kLeastMargin);
  return out;
}

void LayoutWrapper::save(wrap::Config& into) const {
  if (model_.by_sheet) into.set("unit", "sheet");
  wrap::Config& fields = into.add_table("fields");
  for (const FieldModel& field : model_.fields) {
    wrap::Config& one = fields.add_table(field.name);
    for (size_t side = 0; side < kSides; ++side)
      if (!field.beside[side].empty()) one.set(std::string(sheets::name_of(Side(side))), field.beside[side]);
    if (!field.lead.empty()) one.set("lead", field.lead);
    if (!field.tail.empty()) one.set("tail", field.tail);
    if (!field.kind.empty()) one.set("kind", field.kind);
    if (!field.tag.empty()) one.set("tag", field.tag);
    one.set("place",
            std::vector<std::string>{fmt::format("{:.3f}", field.x), fmt::format("{:.3f}", field.y)});
  }
}

Result<wrap::WrapperPtr> LayoutWrapper::load(const wrap::Config& config) {
  Model model;
  GLEANER_TRY(const std::string unit, config.text_or("unit", "document"));
  if (unit != "sheet" && unit != "document")
    return config.find("unit")->wrong("the unit is \"sheet\" or \"document\"");
  model.by_sheet = unit == "sheet";
  const wrap::Config* fields = config.find("fields");
  if (!fields || !fields->is_table())
    return config.wrong("a wrapper of kind layout needs tables [fields.NAME]");
  for (const auto& [name, one] : fields->members()) {
    if (!one.is_table()) return one.wrong("a field is a table: above = [\"Bill to\"]");
    GLEANER_CHECK(one.only(
        {"left", "above", "right", "below", "row", "column", "lead", "tail", "kind", "tag", "place"}));
    FieldModel field;
    field.name = name;
    for (size_t side = 0; side < kSides; ++side) {
      GLEANER_TRY(field.beside[side], one.texts_or(sheets::name_of(Side(side)), {}));
    }
    GLEANER_TRY(field.lead, one.texts_or("lead", {}));
    GLEANER_TRY(field.tail, one.texts_or("tail", {}));
    GLEANER_TRY(field.kind, one.text_or("kind", ""));
    if (!field.kind.empty() && !wrap::type_of_name(field.kind))
      return one.find("kind")->wrong("there is no type " + field.kind);
    GLEANER_TRY(field.tag, one.text_or("tag", ""));
    GLEANER_TRY(const std::vector<std::string> place, one.texts_or("place", {"0.5", "0.5"}));
    if (place.size() != 2)
      return one.find("place")->wrong("a place is two shares of the sheet: [\"0.08\", \"0.13\"]");
    field.x = std::atof(place[0].c_str()), field.y = std::atof(place[1].c_str());
    model.fields.push_back(std::move(field));
  }
  return wrap::WrapperPtr(std::make_shared<LayoutWrapper>(std::move(model)));
}

}  // namespace gleaner::sheets
