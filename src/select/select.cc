// Running a selector wrapper over a page. See select.h.
#include "select/select.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "base/text.h"
#include "html/visible.h"
#include "html/xml.h"
#include "select/rules.h"
#include "wrap/types.h"

namespace gleaner::select {
namespace {

using html::Xml;
using wrap::Field;
using wrap::Record;
using wrap::Value;

// --- XML: XPath over the document as XML (html/xml.h), where every selector of the wrapper is XPath. Names
// keep their case and prefix, CDATA is text, an empty element is null.

bool plain_xpath(const std::vector<FieldRule>& fields) {
  return std::ranges::all_of(
      fields, [](const FieldRule& field) { return !field.selector.css && plain_xpath(field.fields); });
}

class XmlExtraction {
 public:
  XmlExtraction(const Xml& xml, Budget& budget) : xml_(xml), budget_(budget) {}

  Status fill(const std::vector<FieldRule>& rules, Xml::Node context, std::vector<Field>& into) {
    for (const FieldRule& rule : rules) {
      if (!budget_.spend_steps() || !budget_.check()) return {};
      std::vector<Value> found;
      GLEANER_TRY(const auto hits, select(rule.selector, context));
      for (const Xml::Hit& hit : hits) {
        if (!rule.fields.empty()) {
          Value nested = Value::make_record({});
          nested.rule = rule.rule;
          nested.span = xml_.span(hit.node);
          GLEANER_CHECK(fill(rule.fields, hit.node, nested.fields));
          found.push_back(std::move(nested));
        } else {
          leaf(rule, hit, found);
        }
        if (!rule.list && !found.empty()) break;
      }
      if (found.empty()) continue;
      Value value = rule.list ? Value::make_list(std::move(found)) : std::move(found.front());
      value.rule = rule.rule;
      into.push_back({rule.name, std::move(value)});
    }
    return {};
  }

  Result<std::vector<Xml::Hit>> select(const Selector& selector, Xml::Node context) {
    if (selector.none()) return std::vector<Xml::Hit>{{context, ""}};
    return xml_.xpath(selector.xpath->source(), context);
  }

 private:
  void leaf(const FieldRule& rule, const Xml::Hit& hit, std::vector<Value>& found) {
    const std::string& wanted = hit.attribute.empty() ? rule.attribute : hit.attribute;
    if (wanted.empty()) return add(rule, xml_.text(hit.node), xml_.text_span(hit.node), found);
    for (const Xml::Attribute& a : xml_.attributes(hit.node))
      if (a.name == wanted) return add(rule, a.value, a.span, found);
  }

  void add(const FieldRule& rule, const std::string& text, Span span, std::vector<Value>& found) {
    size_t from = 0, to = text.size();
    if (rule.part) {
      regex::Match match;
      if (!rule.part->find(text, 0, match)) return;
      const Span part = match.groups.size() > 1 && match.groups[1] ? *match.groups[1] : match.span;
      from = part.begin, to = part.end;
    }
    trim_range(text, from, to);
    Value value;
    value.rule = rule.rule;
    value.text = collapse(std::string_view(text).substr(from, to - from));
    value.kind = value.text.empty() ? Value::Kind::null : Value::Kind::text;
    // Written as it reads: exactly that part. With entities or other markup in it: all of it.
    if (xml_.document()->text(span) == text) span = {span.begin + uint32_t(from), span.begin + uint32_t(to)};
    if (value.is_text()) value.span = span;
    if (value.is_text() && rule.type != wrap::Type::text)
      value.typed = wrap::read_as(rule.type, value.text, xml_.document()->url());
    found.push_back(std::move(value));
  }

  const Xml& xml_;
  Budget& budget_;
};

// Whether the wrapper can read XML as such: it has no CSS.
bool only_xpath(const Rules& rules) {
  return (!rules.record || !rules.record->css) && plain_xpath(rules.fields);
}

// Records of the document, in order. REQUIRES: only_xpath(rules).
Status extract_xml(const Rules& rules, const Xml& xml, wrap::RecordSink& sink, Budget& budget) {
  XmlExtraction work(xml, budget);
  std::vector<Xml::Hit> records{{0, ""}};
  if (rules.record) {
    GLEANER_TRY(records, work.select(*rules.record, 0));
  }
  for (const Xml::Hit& hit : records) {
    Record record;
    record.rule = 1;
    if (hit.node != 0) record.span = xml.span(hit.node);
    GLEANER_CHECK(work.fill(rules.fields, hit.node, record.fields));
    if (budget.exhausted()) {
      record.partial = true;
      sink.note(budget.diagnostic("extracting"));
    }
    if (!rules.record && record.fields.empty()) return {};
    if (!sink.take(std::move(record)) || budget.exhausted()) return {};
  }
  return {};
}

// --- HTML

// One page in work.
struct Work {
  const html::Tree& tree;
  wrap::RecordSink& sink;
  Budget& budget;
  std::vector<uint32_t> given_up;  // rules whose regular expression was given up; told once each
};

struct Hit {
  html::NodeId node = html::kNoNode;
  std::string attribute;  // XPath may select an attribute itself
};

class SelectorWrapper : public wrap::Wrapper {
 public:
  explicit SelectorWrapper(Rules rules) : rules_(std::move(rules)), schema_(schema_of(rules_)) {
    said_.push_back({});
    wrap::Rule record;
    record.id = "record";
    record.words = rules_.record ? "each of " + rules_.record->words() : "the page is one record";
    said_.push_back(std::move(record));
    number(rules_.fields, "");
  }

  std::string_view kind() const override { return "selector"; }
  const wrap::Schema& schema() const override { return schema_; }
  const std::vector<wrap::Rule>& rules() const override { return said_; }
  void save(wrap::Config& into) const override { save_rules(rules_, into); }

  Status extract(const Document& document, wrap::Scratch&, wrap::RecordSink& sink,
                 Budget& budget) const override {
    if (!budget.spend_bytes(document.bytes().size())) {
      sink.note(budget.diagnostic("extracting"));
      return {};
    }
    if (html::looks_like_xml(document.text()) && only_xpath(rules_)) {
      GLEANER_TRY(const auto xml,
                  html::Xml::parse(DocumentPtr(DocumentPtr(), &document)));  // it outlives the call
      return extract_xml(rules_, *xml, sink, budget);
    }
    Work work{document.view<html::Tree>(), sink, budget, {}};
    if (!rules_.record) {
      take(work, html::kDocument);
      return {};
    }
    for (const Hit& hit : select(*rules_.record, work.tree, html::kDocument, false))
      if (!take(work, hit.node)) break;
    return {};
  }

  wrap::Explanation explain_cell(const Document& document, const Record* record, std::string_view field,
                                 const Value*) const override {
    wrap::Explanation why = Wrapper::explain_cell(document, record, field, nullptr);
    const Value* value = record ? record->find(field) : nullptr;
    if (record && (!value || value->is_absent()) && !why.words.empty()) {
      why.failed = "nothing in this record matches";
      why.words = "no " + why.words;
    }
    return why;
  }

 private:
  void number(std::vector<FieldRule>& fields, const std::string& prefix) {
    for (FieldRule& field : fields) {
      const std::string path = prefix + field.name;
      field.rule = uint32_t(said_.size());
      said_.push_back({path + ".1", path, field.words(), ""});
      number(field.fields, path + ".");
    }
  }

  // False: enough.
  bool take(Work& work, html::NodeId context) const {
    Record record;
    record.rule = 1;
    if (context != html::kDocument) record.span = work.tree.span(context);
    fill(rules_.fields, work, context, record.fields);
    if (work.budget.exhausted()) {
      record.partial = true;
      work.sink.note(work.budget.diagnostic("extracting"));
    }
    // A page without any of the fields is no record of them.
    const bool empty = !rules_.record && record.fields.empty();
    const bool more = empty || work.sink.take(std::move(record));
    return more && !work.budget.exhausted();
  }

  static std::vector<Hit> select(const Selector& selector, const html::Tree& tree, html::NodeId context,
                                 bool first) {
    std::vector<Hit> hits;
    if (selector.css) {
      if (first) {
        const html::NodeId node = selector.css->first(tree, context);
        if (node != html::kNoNode) hits.push_back({node, ""});
      } else {
        for (html::NodeId node : selector.css->select(tree, context)) hits.push_back({node, ""});
      }
    } else if (selector.xpath) {
      for (html::XPathHit& hit : selector.xpath->select(tree, context))
        hits.push_back({hit.node, std::move(hit.attribute)});
      if (first && hits.size() > 1) hits.resize(1);
    } else {
      hits.push_back({context, ""});
    }
    return hits;
  }

  void fill(const std::vector<FieldRule>& rules, Work& work, html::NodeId context,
            std::vector<Field>& into) const {
    for (const FieldRule& rule : rules) {
      if (!work.budget.spend_steps() || !work.budget.check()) return;
      Value value = read(rule, work, context);
      if (!value.is_absent()) into.push_back({rule.name, std::move(value)});
    }
  }

  Value read(const FieldRule& rule, Work& work, html::NodeId context) const {
    // With a regular expression the first element that has such a part counts, so all are needed.
    const bool first = !rule.list && !rule.part;
    std::vector<Value> found;
    for (const Hit& hit : select(rule.selector, work.tree, context, first)) {
      // an expression or a nested record may take long
      if (!work.budget.spend_steps() || ((rule.part || !rule.fields.empty()) && !work.budget.check())) break;
      if (!rule.fields.empty()) {
        Value nested = Value::make_record({});
        nested.rule = rule.rule;
        nested.span = work.tree.span(hit.node);
        fill(rule.fields, work, hit.node, nested.fields);
        found.push_back(std::move(nested));
      } else {
        read_leaf(rule, work, hit, found);
      }
      if (!rule.list && !found.empty()) break;
    }
    if (found.empty()) return {};
    if (!rule.list) return std::move(found.front());
    Value list = Value::make_list(std::move(found));
    list.rule = rule.rule;
    return list;
  }

  void read_leaf(const FieldRule& rule, Work& work, const Hit& hit, std::vector<Value>& found) const {
    const html::Tree& tree = work.tree;
    const std::string& attribute = hit.attribute.empty() ? rule.attribute : hit.attribute;
    if (!attribute.empty()) {
      const std::optional<std::string_view> text = tree.attribute(hit.node, attribute);
      if (!text) return;
      take_parts(rule, work, *text, found,
                 [&](size_t from, size_t to) { return tree.attribute_span(hit.node, attribute, from, to); });
    } else if (tree.kind(hit.node) == html::NodeKind::text ||
               tree.kind(hit.node) == html::NodeKind::comment) {
      take_parts(rule, work, tree.text(hit.node), found, [&](size_t from, size_t to) {
        return std::optional<Span>(tree.text_span(hit.node, from, to));
      });
    } else {
      const html::VisibleText seen(tree, hit.node, &tree.document().view<html::HiddenNodes>());
      take_parts(rule, work, seen.text(), found,
                 [&](size_t from, size_t to) { return std::optional<Span>(seen.span(from, to)); });
    }
  }

  template <class SpanOf>
  void take_parts(const FieldRule& rule, Work& work, std::string_view text, std::vector<Value>& found,
                  SpanOf&& span_of) const {
    if (!rule.part) {
      add(rule, work.tree, text, 0, text.size(), found, span_of);
      return;
    }
    regex::Match match;
    for (size_t from = 0; from <= text.size() && rule.part->find(text, from, match);) {
      if (!work.budget.spend_steps()) return;
      const bool group = match.groups.size() > 1 && match.groups[1];
      const Span part = group ? *match.groups[1] : match.span;
      if (!part.empty()) {
        add(rule, work.tree, text, part.begin, part.end, found, span_of);
        if (!rule.list) return;
      }
      from = match.span.end;
      if (match.span.empty()) {
        if (from >= text.size()) break;
        from += code_point_at(text, from).length;
      }
    }
    if (match.gave_up) tell_given_up(rule, work);
  }

  // The value may well be there: silence would be wrong.
  void tell_given_up(const FieldRule& rule, Work& work) const {
    if (contains(work.given_up, rule.rule)) return;
    work.given_up.push_back(rule.rule);
    work.sink.note(
        warning(Code::budget,
                fmt::format("field \"{}\": its regular expression was given up after {} steps",
                            said_[rule.rule].field, regex::kMatchLimit),
                {},
                fmt::format("/{}/ backtracks too long; the value may be missing. Name what follows a "
                            "repetition, or make it possessive: a++",
                            rule.part_source)));
  }

  template <class SpanOf>
  void add(const FieldRule& rule, const html::Tree& tree, std::string_view text, size_t from, size_t to,
           std::vector<Value>& found, SpanOf&& span_of) const {
    trim_range(text, from, to);
    std::string shown = collapse(text.substr(from, to - from));
    if (shown.empty()) {
      found.push_back(Value::make_null());
      found.back().rule = rule.rule;
      return;
    }
    const std::optional<Span> span = span_of(from, to);
    if (!span) return;  // not written on the page, so not a value of it
    Value value = Value::make_text(std::move(shown), *span, rule.rule);
    if (rule.type != wrap::Type::text)
      value.typed = wrap::read_as(rule.type, value.text, tree.document().url());
    found.push_back(std::move(value));
  }

  Rules rules_;
  wrap::Schema schema_;
  std::vector<wrap::Rule> said_;
};

}  // namespace

Result<wrap::WrapperPtr> load(const wrap::Config& config) {
  GLEANER_TRY(Rules rules, read_rules(config));
  return wrap::WrapperPtr(std::make_shared<SelectorWrapper>(std::move(rules)));
}

void register_family(wrap::Registry& registry) {
  wrap::Registry::Family family;
  family.kind = "selector";
  family.purpose = "hand-written CSS selectors and XPath";
  family.load = load;
  registry.add(std::move(family));
}

}  // namespace gleaner::select
