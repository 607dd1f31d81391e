// See advice.h. Each kind of contradiction among labels has its own sentence here.
#include "learn/advice.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/shorten.h"
#include "html/tree.h"
#include "learn/differences.h"
#include "learn/evaluate.h"
#include "learn/own_list.h"
#include "learn/skeleton.h"
#include "learn/trials.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

std::string shown(const std::optional<std::string>& text) {
  if (!text) return "nothing";
  return text->empty() ? "an empty text" : "\"" + text->substr(0, 80) + "\"";
}

// A labelled value of the field on another page; a contradiction names it beside the one that does not come
// out.
std::string example_elsewhere(const std::vector<wrap::LabelledPage>& pages, const wrap::Label& label,
                              const std::string& field) {
  for (const wrap::LabelledPage& other : pages) {
    if (other.label.page == label.page) continue;
    const wrap::Value* example = other.label.records.empty() ? nullptr : other.label.records[0].find(field);
    if (example && example->is_text())
      return fmt::format("; it contradicts {}: {}", other.label.page, shown(example->text));
  }
  return {};
}

// The one label to look at when not all come out: which field on which page, what is given instead, and an
// example that it contradicts.
std::optional<Diagnostic> first_contradiction(const wrap::WrapperPtr& wrapper,
                                              const std::vector<wrap::LabelledPage>& pages,
                                              const FieldMatches& exact) {
  constexpr const char* kHint =
      "is the label right? gleaner label LABELS --view OUT.html shows it; if it is, label one more page like "
      "this one";
  for (const wrap::LabelledPage& page : pages) {
    for (const Difference& d : differences(page.label, given_by(wrapper, *page.document))) {
      if (d.field.empty()) {  // a whole record; told by its first value
        std::string what =
            d.expected ? fmt::format("record {} of the labels is not found: {}", d.record, shown(d.expected))
                       : fmt::format("a record is given that no label has: {}", shown(d.got));
        return warning(Code::cannot_learn, page.label.page + ": " + std::move(what), {}, kHint);
      }
      std::string message = fmt::format("{}: the label of \"{}\" says {}, the rule gives {}", page.label.page,
                                        d.field, shown(d.expected), shown(d.got));
      if (auto it = exact.find(d.field); it != exact.end() && it->second.right)
        message += example_elsewhere(pages, page.label, d.field);
      return warning(Code::cannot_learn, std::move(message), {}, kHint);
    }
  }
  return std::nullopt;
}

// A row that was added to a page marked complete and names some of its fields only: those it does not name
// count as absent, and a rule that gives them counts as wrong.
std::optional<Diagnostic> half_labelled(const wrap::WrapperPtr& wrapper,
                                        const std::vector<wrap::LabelledPage>& pages) {
  for (const wrap::LabelledPage& page : pages) {
    const std::vector<wrap::Record>& records = page.label.records;
    if (!page.label.complete || records.size() < 2) continue;
    for (const Difference& d : differences(page.label, given_by(wrapper, *page.document))) {
      if (d.field.empty() || d.expected || !d.got || !d.record || d.record > records.size()) continue;
      const std::string field = d.field.substr(0, d.field.find('.'));
      const auto with = std::ranges::count_if(
          records, [&](const wrap::Record& record) { return record.find(field) != nullptr; });
      if (records[d.record - 1].find(field) || double(with) < kUsuallyNamed * double(records.size()))
        continue;
      return warning(
          Code::cannot_learn,
          fmt::format("{}: record {} does not name \"{}\", which counts as absent because the page is marked "
                      "complete; the page shows {} there",
                      page.label.page, d.record, field, shown(d.got)),
          {},
          fmt::format(
              "name all fields of the record (\"{}\": null if it has none), or take \"complete\" away",
              field));
    }
  }
  return std::nullopt;
}

std::set<std::string> fields_on(const wrap::LabelledPage& page) {
  std::set<std::string> out;
  wrap::for_each_leaf(page.label.records,
                      [&](const std::string& field, const wrap::Value&) { out.insert(field); });
  return out;
}

// Labels of two sites in one file: pages that are built alike nowhere and have mostly other fields.
std::optional<Diagnostic> two_sites(const std::vector<wrap::LabelledPage>& pages) {
  for (size_t i = 1; i < pages.size(); ++i) {
    const std::set<std::string> first = fields_on(pages[0]), here = fields_on(pages[i]);
    const auto common =
        size_t(std::ranges::count_if(here, [&](const std::string& field) { return first.contains(field); }));
    if (common * 2 > std::min(first.size(), here.size())) continue;
    if (similarity(sketch_of(*pages[0].document), sketch_of(*pages[i].document)) > kOtherSite) continue;
    return warning(Code::cannot_learn,
                   fmt::format("{} and {} are built differently and have other fields", pages[0].label.page,
                               pages[i].label.page),
                   {}, "if they are of two sites, or two kinds of page, learn a wrapper for each");
  }
  return std::nullopt;
}

// A list that was labelled in part: how many records the wrapper adds, so that nobody is surprised.
std::optional<Diagnostic> added_records(const wrap::WrapperPtr& wrapper,
                                        const std::vector<wrap::LabelledPage>& pages) {
  for (const wrap::LabelledPage& page : pages) {
    if (page.label.complete) continue;
    const std::vector<wrap::Record>& given = given_by(wrapper, *page.document);
    if (given.size() <= page.label.records.size()) continue;
    if (page.label.records.size() == 1)
      return Diagnostic{
          Severity::note,
          Code::cannot_learn,
          fmt::format("{}: one record is labelled, {} are proposed", page.label.page, given.size()),
          {},
          "a second labelled row, best one that differs, makes it sure; if the page is one record, say "
          "\"complete\": true"};
    return Diagnostic{Severity::note,
                      Code::cannot_learn,
                      fmt::format("{}: {} records are labelled, {} are given", page.label.page,
                                  page.label.records.size(), given.size()),
                      {},
                      "if these are too many, label all of a page and say \"complete\": true"};
  }
  return std::nullopt;
}

// Elements beside this one of the same name and class, itself included.
size_t alike_beside(const html::Tree& tree, html::NodeId node) {
  size_t alike = 0;
  for (html::NodeId n = tree.first_child(tree.parent(node)); n != html::kNoNode; n = tree.next_sibling(n))
    alike += tree.is_element(n) && tree.tag(n) == tree.tag(node) &&
             tree.attribute(n, "class") == tree.attribute(node, "class");
  return alike;
}

// A single record of several values, in one of several elements alike: a list, of which one row teaches only
// itself.
std::optional<Diagnostic> one_of_many(const wrap::WrapperPtr& wrapper,
                                      const std::vector<wrap::LabelledPage>& pages) {
  if (pages.size() != 1 || pages[0].label.complete || pages[0].label.records.size() != 1) return std::nullopt;
  const Document& page = *pages[0].document;
  if (!page.is_html() || given_by(wrapper, page).size() > 1) return std::nullopt;
  std::vector<uint32_t> places;
  wrap::for_each_leaf(pages[0].label.records[0], [&](const std::string&, const wrap::Value& v) {
    if (v.span) places.push_back(v.span->begin);
  });
  if (places.size() < 2) return std::nullopt;
  const html::Tree& tree = page.view<html::Tree>();
  html::NodeId around = tree.node_at(places[0]);
  for (uint32_t at : places)
    while (!tree.contains(around, tree.node_at(at))) around = tree.parent(around);
  for (size_t level = 0; level <= kListLevels && around != html::kDocument; ++level) {
    if (const size_t alike = tree.is_element(around) ? alike_beside(tree, around) : 0; alike >= kListAlike)
      return Diagnostic{Severity::note,
                        Code::cannot_learn,
                        fmt::format("{}: one record is labelled, but it stands in one of {} <{}> alike",
                                    pages[0].label.page, alike, tree.name(around)),
                        {},
                        "if they are records too, label a second one: then all are found"};
    around = tree.parent(around);
  }
  return std::nullopt;
}

// Rows of a smaller list are labelled than the page is for: products above the results of a search.
std::optional<Diagnostic> larger_list_left(const wrap::WrapperPtr& wrapper,
                                           const std::vector<wrap::LabelledPage>& pages) {
  for (const wrap::LabelledPage& page : pages) {
    const std::vector<wrap::Record>& given = given_by(wrapper, *page.document);
    if (page.label.complete || given.size() < 2) continue;
    if (const auto other = larger_list(*page.document, given))
      return Diagnostic{
          Severity::note, Code::cannot_learn,
          fmt::format("the page has a larger list that is not taken: {} records, the first \"{}\"",
                      other->members, shortened(other->text, 50)),
          page.document->where(other->first),
          "if it is wanted, label rows of it, in labels of its own where its fields are others"};
  }
  return std::nullopt;
}

}  // namespace

Diagnostic nothing_fits(const std::vector<std::pair<std::string, Diagnostic>>& failures) {
  Diagnostic why = failures.front().second;
  for (const auto& [kind, failure] : failures)
    if (kind == "pattern") why = failure;  // the richest language has the most telling reason
  why.code = Code::cannot_learn;
  std::string others;
  for (const auto& [kind, failure] : failures) others += (others.empty() ? "" : ", ") + kind;
  why.hint += fmt::format("{}no family can: {} were tried", why.hint.empty() ? "" : "\n  ", others);
  return why;
}

Diagnostic too_little(const wrap::WrapperPtr& wrapper, const std::vector<wrap::LabelledPage>& pages,
                      const FieldMatches& exact) {
  const Match& all = exact.at("");
  Diagnostic why =
      error(Code::cannot_learn,
            all.right ? fmt::format("no wrapper gives more than {} of the {} labelled values", all.right,
                                    all.right + all.missed)
                      : std::string("no wrapper gives any of the labelled values"),
            {}, "check that the labels are on the right pages: gleaner label LABELS --view OUT.html");
  if (auto first = first_contradiction(wrapper, pages, exact)) why.message += "; " + first->message;
  return why;
}

std::vector<Diagnostic> notes_on_labels(const wrap::WrapperPtr& wrapper,
                                        const std::vector<wrap::LabelledPage>& pages,
                                        const FieldMatches& exact) {
  std::vector<Diagnostic> notes;
  auto take = [&](std::optional<Diagnostic> note) {
    if (note) notes.push_back(std::move(*note));
  };
  if (exact.at("").missed || exact.at("").wrong) {
    auto half = half_labelled(wrapper, pages);
    take(half ? std::move(half) : first_contradiction(wrapper, pages, exact));
  }
  take(two_sites(pages));
  take(added_records(wrapper, pages));
  take(one_of_many(wrapper, pages));
  take(larger_list_left(wrapper, pages));
  return notes;
}

}  // namespace gleaner::learn
