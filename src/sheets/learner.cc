// See learner.h.
#include "sheets/learner.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "base/unicode.h"
#include "sheets/weights.h"
#include "value/reading.h"
#include "wrap/schema.h"

namespace gleaner::sheets {
namespace {

struct Example {
  const BlockGraph* graph;
  int block;
  size_t begin, end;  // in the block's text
  const Block& of() const { return graph->blocks()[size_t(block)]; }
  std::string lead() const { return std::string(trim(of().text.text().substr(0, begin))); }
  std::string tail() const { return std::string(trim(of().text.text().substr(end))); }
  std::string value() const { return of().text.text().substr(begin, end - begin); }
};

// Where a labelled value stands in the blocks; nothing if it is in none.
std::optional<Example> example_of(const BlockGraph& graph, const wrap::Value& value) {
  std::vector<Span> places = value.places;
  if (value.span) places.insert(places.begin(), *value.span);
  const std::string wanted = collapse(value.text);
  for (const Span place : places) {
    const int block = graph.block_at(place);
    if (block < 0) continue;
    const html::VisibleText& text = graph.blocks()[size_t(block)].text;
    for (size_t at = text.text().find(wanted); at != std::string::npos; at = text.text().find(wanted, at + 1))
      if (text.span(at, at + wanted.size()).overlaps(place))
        return Example{&graph, block, at, at + wanted.size()};
  }
  return std::nullopt;
}

bool has_digit(std::string_view text) { return std::ranges::any_of(text, is_digit); }

// The texts that most examples have, the commonest first; `known`: texts that are values and so vary.
std::vector<std::string> kept(const std::vector<std::string>& texts, const std::set<std::string>& values) {
  std::map<std::string, std::pair<size_t, std::string>> seen;  // by letters: how often, and as written
  for (const std::string& text : texts) {
    const std::string letters = letters_of(text);
    if (letters.empty() || values.count(letters) || (texts.size() == 1 && has_digit(text))) continue;
    auto& one = seen[letters];
    if (!one.first++) one.second = text;
  }
  std::vector<std::pair<size_t, std::string>> order;
  for (const auto& [letters, one] : seen)
    if (one.first * 2 > texts.size() || (one.first > 1 && one.first * 3 >= texts.size()))
      order.push_back(one);
  std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> out;
  for (auto& one : order) out.push_back(std::move(one.second));
  return out;
}

FieldModel model_of(const std::string& name, const std::vector<Example>& examples,
                    const std::set<std::string>& values) {
  FieldModel out;
  out.name = name;
  for (size_t side = 0; side < kSides; ++side) {
    std::vector<std::string> texts;
    for (const Example& one : examples) {
      const int other = one.of().next[side];
      texts.push_back(other < 0 ? "" : one.graph->blocks()[size_t(other)].text.text());
    }
    out.beside[side] = kept(texts, values);
  }
  std::vector<std::string> leads, tails;
  std::set<std::string> kinds, tags;
  for (const Example& one : examples) {
    leads.push_back(one.lead()), tails.push_back(one.tail());
    kinds.insert(std::string(wrap::name_of(value::recognise(one.value()))));
    tags.insert(one.of().tag);
    out.x += one.of().x / double(examples.size()), out.y += one.of().y / double(examples.size());
  }
  out.lead = kept(leads, values), out.tail = kept(tails, values);
  if (kinds.size() == 1 && *kinds.begin() != "text") out.kind = *kinds.begin();
  if (tags.size() == 1) out.tag = *tags.begin();
  return out;
}

Diagnostic cannot(const std::string& why) {
  return error(Code::cannot_learn, why, {},
               "layout learns from PDFs and pages with boxes, one record a document or sheet");
}

// All examples of all fields, in the order of the labels.
class Lesson {
 public:
  Lesson(const std::vector<wrap::LabelledPage>& pages, Budget& budget) {
    for (const wrap::LabelledPage& page : pages)
      graphs_.push_back(std::make_unique<BlockGraph>(*page.document, budget));
    for (size_t p = 0; p < pages.size(); ++p)
      for (const wrap::Record& record : pages[p].label.records) take(record, *graphs_[p]);
  }

  std::optional<Diagnostic> wrong(const std::vector<wrap::LabelledPage>& pages) const {
    for (const auto& graph : graphs_)
      if (graph->blocks().empty()) return cannot("a labelled page has no boxes");
    if (nested_) return cannot("nested records have no place of their own on a sheet");
    for (size_t p = 0; p < pages.size(); ++p)
      if (pages[p].label.records.size() > 1 && !by_sheet_)
        return cannot("a sheet has several labelled records");
    if (order_.empty()) return cannot("no labelled value stands in a block");
    return std::nullopt;
  }

  Model model() const {
    Model out;
    out.by_sheet = by_sheet_ && several_;
    std::set<std::string> values;
    for (const auto& [name, examples] : examples_)
      for (const Example& one : examples) values.insert(letters_of(one.value()));
    for (const std::string& name : order_) out.fields.push_back(model_of(name, examples_.at(name), values));
    return out;
  }
  const BlockGraph& graph(size_t page) const { return *graphs_[page]; }

 private:
  void take(const wrap::Record& record, const BlockGraph& graph) {
    std::set<uint32_t> sheets;
    for (const wrap::Field& field : record.fields) {
      nested_ |= field.value.is_record() || field.value.is_list();
      if (!field.value.is_text()) continue;
      const auto found = example_of(graph, field.value);
      if (!found) continue;
      if (!examples_.count(field.name)) order_.push_back(field.name);
      examples_[field.name].push_back(*found);
      sheets.insert(found->of().sheet);
    }
    several_ |= graph.sheets() > 1;
    by_sheet_ &= sheets.size() <= 1;
    if (!sheets.empty()) by_sheet_ &= used_.insert({&graph, *sheets.begin()}).second;
  }

  std::vector<std::unique_ptr<BlockGraph>> graphs_;
  std::map<std::string, std::vector<Example>> examples_;
  std::vector<std::string> order_;
  std::set<std::pair<const BlockGraph*, uint32_t>> used_;  // sheets that hold a record
  bool by_sheet_ = true, several_ = false, nested_ = false;
};

}  // namespace

std::vector<Found> assign(const Model& model, const BlockGraph& graph, uint32_t sheet, Budget& budget) {
  struct Offer {
    size_t field;
    Found found;
  };
  std::vector<Offer> offers;
  for (size_t f = 0; f < model.fields.size(); ++f) {
    Found best, next;
    for (size_t b = 0; b < graph.blocks().size() && budget.spend_steps(); ++b) {
      if (sheet && graph.blocks()[b].sheet != sheet) continue;
      const Found found = compare(model.fields[f], graph, int(b));
      if (found.score > best.score) next = best, best = found;
      else if (found.score > next.score) next = found;
    }
    if (best.block >= 0 && best.score >= kLeastScore && best.score - next.score >= kLeastMargin)
      offers.push_back({f, best});
  }
  std::ranges::stable_sort(offers,
                           [](const Offer& a, const Offer& b) { return a.found.score > b.found.score; });
  std::vector<Found> out(model.fields.size());
  std::set<std::pair<int, size_t>> taken;
  for (const Offer& offer : offers)
    if (taken.insert({offer.found.block, offer.found.begin}).second) out[offer.field] = offer.found;
  return out;
}

Result<wrap::Learned> LayoutLearner::learn(const std::vector<wrap::LabelledPage>& pages,
                                           const wrap::LearnOptions&, Budget& budget) const {
  for (const wrap::LabelledPage& page : pages)  // before anything is built: most pages have none
    if (page.document->text().find("data-box") == std::string_view::npos)
      return cannot("a labelled page has no boxes");
  const Lesson lesson(pages, budget);
  if (auto why = lesson.wrong(pages)) return std::move(*why);
  wrap::Learned out;
  out.wrapper = std::make_shared<LayoutWrapper>(lesson.model());
  out.report.kind = "layout";
  for (size_t i = 1; i < out.wrapper->rules().size(); ++i) {
    const wrap::Rule& rule = out.wrapper->rules()[i];
    out.report.rules.push_back(fmt::format("{}  {}", rule.field.empty() ? "record" : rule.field, rule.words));
  }
  return out;
}

void register_family(wrap::Registry& registry) {
  registry.add({"layout", "values by what stands beside and above them on a sheet: PDFs, pages with boxes",
                LayoutWrapper::load, std::make_shared<LayoutLearner>()});
}

}  // namespace gleaner::sheets
