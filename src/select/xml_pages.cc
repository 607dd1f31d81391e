// See xml_pages.h.
#include "select/xml_pages.h"

#include <algorithm>

#include "base/text.h"
#include "wrap/types.h"

namespace gleaner::select {
namespace {

using html::Xml;

bool plain_xpath(const std::vector<FieldRule>& fields) {
  return std::ranges::all_of(
      fields, [](const FieldRule& field) { return !field.selector.css && plain_xpath(field.fields); });
}

class XmlExtraction {
 public:
  XmlExtraction(const Xml& xml, Budget& budget) : xml_(xml), budget_(budget) {}

  Status fill(const std::vector<FieldRule>& rules, Xml::Node context, std::vector<wrap::Field>& into) {
    for (const FieldRule& rule : rules) {
      if (!budget_.spend_steps() || !budget_.check()) return {};
      std::vector<wrap::Value> found;
      GLEANER_TRY(const auto hits, select(rule.selector, context));
      for (const Xml::Hit& hit : hits) {
        if (!rule.fields.empty()) {
          wrap::Value nested = wrap::Value::make_record({});
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
      wrap::Value value = rule.list ? wrap::Value::make_list(std::move(found)) : std::move(found.front());
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
  void leaf(const FieldRule& rule, const Xml::Hit& hit, std::vector<wrap::Value>& found) {
    const std::string& wanted = hit.attribute.empty() ? rule.attribute : hit.attribute;
    if (wanted.empty()) return add(rule, xml_.text(hit.node), xml_.text_span(hit.node), found);
    for (const Xml::Attribute& a : xml_.attributes(hit.node))
      if (a.name == wanted) return add(rule, a.value, a.span, found);
  }

  void add(const FieldRule& rule, const std::string& text, Span span, std::vector<wrap::Value>& found) {
    size_t from = 0, to = text.size();
    if (rule.part) {
      regex::Match match;
      if (!rule.part->find(text, 0, match)) return;
      const Span part = match.groups.size() > 1 && match.groups[1] ? *match.groups[1] : match.span;
      from = part.begin, to = part.end;
    }
    trim_range(text, from, to);
    wrap::Value value;
    value.rule = rule.rule;
    value.text = collapse(std::string_view(text).substr(from, to - from));
    value.kind = value.text.empty() ? wrap::Value::Kind::null : wrap::Value::Kind::text;
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

}  // namespace

bool only_xpath(const Rules& rules) {
  return (!rules.record || !rules.record->css) && plain_xpath(rules.fields);
}

Status extract_xml(const Rules& rules, const Xml& xml, wrap::RecordSink& sink, Budget& budget) {
  XmlExtraction work(xml, budget);
  std::vector<Xml::Hit> records{{0, ""}};
  if (rules.record) {
    GLEANER_TRY(records, work.select(*rules.record, 0));
  }
  for (const Xml::Hit& hit : records) {
    wrap::Record record;
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

}  // namespace gleaner::select
