// See relations.h.
#include "logic/relations.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

#include "base/text.h"
#include "html/tree.h"
#include "html/visible.h"
#include "wrap/readings.h"
#include "wrap/types.h"

namespace gleaner::logic {

void PrologValue::set_number(double value, std::string_view written) {
  int64_t exact = 0;
  const char* end = written.data() + written.size();
  if (const auto read = std::from_chars(written.data(), end, exact);
      read.ec == std::errc() && read.ptr == end && double(exact) == value) {
    kind = Kind::integer;
    integer = exact;
  } else if (value == std::floor(value) && std::fabs(value) < 9e15) {
    kind = Kind::integer;
    integer = int64_t(value);
  } else {
    kind = Kind::real;
    real = value;
  }
  text = written;
}

namespace {

// Facts made at once, given one by one.
class Listed : public Cursor {
 public:
  explicit Listed(std::vector<Row> rows) : rows_(std::move(rows)) {}
  Result<bool> next(Row& row) override {
    if (at_ >= rows_.size()) return false;
    row = std::move(rows_[at_++]);
    return true;
  }

 private:
  std::vector<Row> rows_;
  size_t at_ = 0;
};

std::unique_ptr<Cursor> listed(std::vector<Row> rows) { return std::make_unique<Listed>(std::move(rows)); }

PrologValue atom(std::string_view text, std::optional<Span> span = {}) {
  PrologValue made;
  made.set_atom(text);
  made.span = span;
  return made;
}

Diagnostic needs_document(const std::string& relation) {
  return error(Code::bad_input, relation + " needs its document", {}, "bind it first: document(Url, Doc)");
}

class DocumentRelation : public Relation {
 public:
  explicit DocumentRelation(bool lenient) : lenient_(lenient) {}
  std::string name() const override { return lenient_ ? "follow" : "document"; }
  size_t arity() const override { return 2; }
  Result<std::unique_ptr<Cursor>> open(const Given& given, Session& session) override {
    if (!given[0]) return needs_document(name() + "/2");
    std::string url = session.resolve(*given[0]);
    auto page = session.document(url);
    if (!page.ok() && (!lenient_ || page.error().code == Code::budget)) return page.error();
    std::vector<Row> rows;
    if (page.ok()) rows.push_back({{PrologValue(), atom(url)}, *page, ""});
    return listed(std::move(rows));
  }

 private:
  bool lenient_;
};

// Facts about elements of a document: link(Doc, ...), a row for each element.
class ElementRelation : public Relation {
 public:
  size_t arity() const override { return 3; }
  Result<std::unique_ptr<Cursor>> open(const Given& given, Session& session) override {
    if (!given[0]) return needs_document(name() + "/3");
    const std::string url = session.resolve(*given[0]);
    GLEANER_TRY(DocumentPtr page, session.document(url));
    const html::Tree& tree = page->view<html::Tree>();
    std::vector<Row> rows;
    for (html::NodeId n = 0; n < tree.size(); ++n) {
      Row row;
      if (!tree.is_element(n) || !read(tree, n, url, session, row)) continue;
      row.cells.insert(row.cells.begin(), atom(*given[0]));
      row.document = page;
      rows.push_back(std::move(row));
    }
    return listed(std::move(rows));
  }

 protected:
  // The cells behind the document; false: it is no such element.
  virtual bool read(const html::Tree& tree, html::NodeId n, const std::string& url, Session& session,
                    Row& row) const = 0;
};

class LinkRelation : public ElementRelation {
 public:
  std::string name() const override { return "link"; }

 protected:
  bool read(const html::Tree& tree, html::NodeId n, const std::string& url, Session& session,
            Row& row) const override {
    const auto href =
        tree.name(n) == "a" || tree.name(n) == "area" ? tree.attribute(n, "href") : std::nullopt;
    if (!href) return false;
    const html::VisibleText text(tree, n);
    row.cells = {atom(text.text(), text.span()),
                 atom(session.resolve(std::string(*href), url), tree.attribute_span(n, "href"))};
    row.rule = "a[href]";
    return true;
  }
};

struct FormField {
  std::string name, value;
  bool sent;  // as the form stands: buttons and boxes that are not ticked are not
};

// What a browser would send of a list: the option that is selected, else the first one.
std::string selected_option(const html::Tree& tree, html::NodeId list) {
  html::NodeId chosen = html::kNoNode;
  for (html::NodeId n = list; n < tree.subtree_end(list); ++n) {
    if (!tree.is_element(n) || tree.name(n) != "option") continue;
    if (chosen == html::kNoNode) chosen = n;
    if (tree.attribute(n, "selected")) {
      chosen = n;
      break;
    }
  }
  if (chosen == html::kNoNode) return "";
  if (auto value = tree.attribute(chosen, "value")) return std::string(*value);
  return html::visible_text(tree, chosen);
}

std::vector<FormField> fields_of(const html::Tree& tree, html::NodeId form) {
  std::vector<FormField> out;
  for (html::NodeId n = form; n < tree.subtree_end(form); ++n) {
    const std::string_view tag = tree.is_element(n) ? tree.name(n) : std::string_view();
    if (tag != "input" && tag != "select" && tag != "textarea" && tag != "button") continue;
    const auto name = tree.attribute(n, "name");
    if (!name) continue;
    const std::string type = lower_ascii(tree.attribute(n, "type").value_or(""));
    const bool box = type == "checkbox" || type == "radio";
    FormField field{std::string(*name), std::string(tree.attribute(n, "value").value_or(box ? "on" : "")),
                    true};
    if (tag == "textarea") field.value = html::visible_text(tree, n);
    if (tag == "select") field.value = selected_option(tree, n);
    if (tag == "button" || type == "submit" || type == "image" || type == "reset" || type == "file" ||
        type == "button")
      field.sent = false;
    if ((box && !tree.attribute(n, "checked")) || tree.attribute(n, "disabled")) field.sent = false;
    out.push_back(std::move(field));
  }
  return out;
}

class FormRelation : public ElementRelation {
 public:
  std::string name() const override { return "form"; }

 protected:
  bool read(const html::Tree& tree, html::NodeId n, const std::string& url, Session& session,
            Row& row) const override {
    if (tree.name(n) != "form") return false;
    PrologValue fields;
    fields.kind = PrologValue::Kind::list;
    fields.functor = "=";
    fields.span = tree.span(n);
    for (const FormField& field : fields_of(tree, n)) {
      fields.items.push_back(atom(field.name));
      fields.items.push_back(atom(field.value));
    }
    const std::string action(tree.attribute(n, "action").value_or(""));
    row.cells = {atom(action.empty() ? url : session.resolve(action, url), tree.attribute_span(n, "action")),
                 fields};
    row.rule = "form";
    return true;
  }
};

std::string form_encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_alnum(c) || c == '-' || c == '_' || c == '.' || c == '*') out += c;
    else if (c == ' ') out += '+';
    else out += fmt::format("%{:02X}", uint8_t(c));
  }
  return out;
}

// submit_form(Doc, Given, Page): the first form that has all fields of Given, sent as a
// browser would, those fields filled in. Given comes from boot.pl as one text: name, value,
// name, value ... each behind its length.
class SubmitRelation : public Relation {
 public:
  std::string name() const override { return "submit_form"; }
  size_t arity() const override { return 3; }

  Result<std::unique_ptr<Cursor>> open(const Given& given, Session& session) override {
    if (!given[0] || !given[1]) return needs_document("submit/3");
    const std::string url = session.resolve(*given[0]);
    GLEANER_TRY(DocumentPtr page, session.document(url));
    const html::Tree& tree = page->view<html::Tree>();
    const auto wanted = pairs_of(*given[1]);
    for (html::NodeId n = 0; n < tree.size(); ++n) {
      if (!tree.is_element(n) || tree.name(n) != "form") continue;
      std::string body;
      if (!fill(fields_of(tree, n), wanted, body)) continue;
      const std::string base = page->url().empty() ? url : page->url();
      std::string action(tree.attribute(n, "action").value_or(""));
      action = action.empty() ? base : session.resolve(action, base);
      const bool post = equals_ignoring_case(tree.attribute(n, "method").value_or(""), "post");
      std::string name;
      if (post) {
        GLEANER_TRY(name, session.submit(action, body));
      } else {
        name = action.substr(0, action.find_first_of("?#")) + "?" + body;
        GLEANER_CHECK(session.document(name));
      }
      return listed({{{atom(*given[0]), atom(*given[1]), atom(name)}, page, "form"}});
    }
    return error(Code::not_found, "no form of " + *given[0] + " has these fields", {},
                 "form(Doc, Action, Fields) shows them");
  }

 private:
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  static Pairs pairs_of(const std::string& text) {
    std::vector<std::string> words;
    for (size_t at = 0; at < text.size();) {
      const size_t colon = text.find(':', at);
      if (colon == std::string::npos) break;
      const size_t length = std::strtoul(text.c_str() + at, nullptr, 10);
      words.push_back(text.substr(colon + 1, length));
      at = colon + 1 + length;
    }
    Pairs out;
    for (size_t i = 0; i + 1 < words.size(); i += 2) out.emplace_back(words[i], words[i + 1]);
    return out;
  }
  static bool fill(std::vector<FormField> fields, const Pairs& wanted, std::string& body) {
    for (const auto& [name, value] : wanted) {
      auto at = std::ranges::find(fields, name, &FormField::name);
      if (at == fields.end()) return false;
      for (FormField& other : fields)
        if (other.name == name) other.sent = false;  // of several buttons or boxes, the one that is meant
      at->value = value;
      at->sent = true;
    }
    for (const FormField& field : fields)
      if (field.sent)
        body += (body.empty() ? "" : "&") + form_encoded(field.name) + "=" + form_encoded(field.value);
    return true;
  }
};

// A day is date(2010, 6, 29), whose order is that of time; everything else that was read is its reading.
PrologValue cell_of(const wrap::Typed& typed, const std::string& text) {
  PrologValue made;
  int year = 0, month = 0, day = 0;
  if (typed.type == wrap::Type::boolean) {
    made.set_atom(typed.number != 0 ? "true" : "false");
  } else if (wrap::is_numeric(typed.type)) {
    made.set_number(typed.number, text);
  } else if (typed.type == wrap::Type::date &&
             std::sscanf(typed.normal.c_str(), "%d-%d-%d", &year, &month, &day) == 3) {
    made.kind = PrologValue::Kind::compound;
    made.functor = "date";
    for (int part : {year, month, day}) made.items.emplace_back().set_number(part, std::to_string(part));
    made.text = text;
  } else {
    made.set_atom(typed.normal.empty() ? text : typed.normal);
  }
  return made;
}

PrologValue cell_of(const wrap::Value& value) {
  PrologValue made;
  if (value.is_text()) {
    if (value.typed) made = cell_of(*value.typed, value.text);
    else made.set_atom(value.text);
    made.span = value.span;
  } else if (value.is_list()) {
    made.kind = PrologValue::Kind::list;
    for (const wrap::Value& item : value.items) made.items.push_back(cell_of(item));
  } else if (value.is_record()) {
    made.kind = PrologValue::Kind::list;
    made.functor = "=";
    for (const wrap::Field& field : value.fields) {
      if (field.value.is_absent()) continue;
      made.items.push_back(atom(field.name));
      made.items.push_back(cell_of(field.value));
    }
  } else {
    made.set_atom("");
  }
  return made;
}

}  // namespace

class RecordRelation : public Relation {
 public:
  std::string name() const override { return "record"; }
  size_t arity() const override { return 2; }
  void add(wrap::WrapperPtr wrapper, wrap::Schema schema) {
    wrappers_.push_back(std::move(wrapper));
    schemas_.push_back(std::move(schema));
  }

  Result<std::unique_ptr<Cursor>> open(const Given& given, Session& session) override {
    if (!given[0]) return needs_document("record/2");
    GLEANER_TRY(DocumentPtr page, session.document(session.resolve(*given[0])));
    std::vector<Row> rows;
    for (size_t w = 0; w < wrappers_.size(); ++w) {
      const wrap::WrapperPtr& wrapper = wrappers_[w];
      GLEANER_TRY(std::vector<wrap::Record> records, wrap::extract_all(*wrapper, *page));
      for (wrap::Record& record : records) {
        wrap::read_types(record, schemas_[w], page->url());
        const std::vector<wrap::Rule>& rules = wrapper->rules();
        PrologValue cell = cell_of(wrap::Value::make_record(std::move(record.fields)));
        cell.span = record.span;
        rows.push_back({{atom(*given[0]), std::move(cell)},
                        page,
                        record.rule < rules.size() ? rules[record.rule].words : ""});
      }
    }
    return listed(std::move(rows));
  }

 private:
  std::vector<wrap::WrapperPtr> wrappers_;
  std::vector<wrap::Schema> schemas_;  // of each, with the types that its file gives
};

Status add_page_relations(Session& session) {
  GLEANER_CHECK(session.add(std::make_shared<DocumentRelation>(false)));
  GLEANER_CHECK(session.add(std::make_shared<DocumentRelation>(true)));
  GLEANER_CHECK(session.add(std::make_shared<LinkRelation>()));
  GLEANER_CHECK(session.add(std::make_shared<FormRelation>()));
  GLEANER_CHECK(session.add(std::make_shared<SubmitRelation>()));
  return {};
}

Status add_wrapper(Session& session, wrap::WrapperPtr wrapper, wrap::Schema schema,
                   std::shared_ptr<RecordRelation>& into) {
  if (!into) {
    into = std::make_shared<RecordRelation>();
    GLEANER_CHECK(session.add(into));
  }
  into->add(std::move(wrapper), std::move(schema));
  return {};
}

}  // namespace gleaner::logic
