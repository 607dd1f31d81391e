// See relations.h.
#include "logic/relations.h"

#include <charconv>
#include <cmath>

#include "base/ordered_pool.h"
#include "html/css.h"
#include "html/tree.h"
#include "html/visible.h"

namespace gleaner::logic {

void Cell::set_number(double value, std::string_view written) {
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

Cell atom(std::string_view text, std::optional<Span> span = {}) {
  Cell made;
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
    if (page.ok()) {
      Row row;
      row.cells = {Cell(), atom(url)};
      row.document = *page;
      rows.push_back(std::move(row));
    }
    return listed(std::move(rows));
  }

 private:
  bool lenient_;
};

class LinkRelation : public Relation {
 public:
  std::string name() const override { return "link"; }
  size_t arity() const override { return 3; }
  Result<std::unique_ptr<Cursor>> open(const Given& given, Session& session) override {
    if (!given[0]) return needs_document("link/3");
    std::string url = session.resolve(*given[0]);
    GLEANER_TRY(DocumentPtr page, session.document(url));
    const html::Tree& tree = page->view<html::Tree>();
    std::vector<Row> rows;
    const html::TagId a = html::tag_id("a"), area = html::tag_id("area");
    for (html::NodeId n = 0; n < tree.size(); ++n) {
      if (tree.tag(n) != a && tree.tag(n) != area) continue;
      auto href = tree.attribute(n, "href");
      if (!tree.is_element(n) || !href) continue;
      Row row;
      row.document = page;
      row.rule = "a[href]";
      html::VisibleText text(tree, n);
      row.cells = {atom(*given[0]), atom(text.text(), text.span()),
                   atom(session.resolve(std::string(*href), url), tree.attribute_span(n, "href"))};
      rows.push_back(std::move(row));
    }
    return listed(std::move(rows));
  }
};

class FormRelation : public Relation {
 public:
  std::string name() const override { return "form"; }
  size_t arity() const override { return 3; }
  Result<std::unique_ptr<Cursor>> open(const Given& given, Session& session) override {
    if (!given[0]) return needs_document("form/3");
    std::string url = session.resolve(*given[0]);
    GLEANER_TRY(DocumentPtr page, session.document(url));
    const html::Tree& tree = page->view<html::Tree>();
    std::vector<Row> rows;
    for (html::NodeId n = 0; n < tree.size(); ++n) {
      if (!tree.is_element(n) || tree.name(n) != "form") continue;
      Row row;
      row.document = page;
      row.rule = "form";
      Cell fields;
      fields.kind = Cell::Kind::list;
      fields.functor = "=";
      fields.span = tree.span(n);
      for (html::NodeId inner = n; inner < tree.subtree_end(n); ++inner) {
        std::string_view tag = tree.name(inner);
        auto name = tree.is_element(inner) ? tree.attribute(inner, "name") : std::nullopt;
        if (!name || (tag != "input" && tag != "select" && tag != "textarea" && tag != "button")) continue;
        fields.items.push_back(atom(*name));
        auto value = tree.attribute(inner, "value");
        fields.items.push_back(
            atom(tag == "textarea" ? html::visible_text(tree, inner) : std::string(value.value_or(""))));
      }
      std::string action(tree.attribute(n, "action").value_or(""));
      row.cells = {
          atom(*given[0]),
          atom(action.empty() ? url : session.resolve(action, url), tree.attribute_span(n, "action")),
          fields};
      rows.push_back(std::move(row));
    }
    return listed(std::move(rows));
  }
};

Cell cell_of(const wrap::Value& value) {
  Cell made;
  if (value.is_text()) {
    if (value.typed && (value.typed->type == wrap::Type::number || value.typed->type == wrap::Type::money))
      made.set_number(value.typed->number, value.text);
    else made.set_atom(value.text);
    made.span = value.span;
  } else if (value.is_list()) {
    made.kind = Cell::Kind::list;
    for (const wrap::Value& item : value.items) made.items.push_back(cell_of(item));
  } else if (value.is_record()) {
    made.kind = Cell::Kind::list;
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
  void add(wrap::WrapperPtr wrapper) { wrappers_.push_back(std::move(wrapper)); }

  Result<std::unique_ptr<Cursor>> open(const Given& given, Session& session) override {
    if (!given[0]) return needs_document("record/2");
    GLEANER_TRY(DocumentPtr page, session.document(session.resolve(*given[0])));
    std::vector<Row> rows;
    for (const wrap::WrapperPtr& wrapper : wrappers_) {
      GLEANER_TRY(std::vector<wrap::Record> records, wrap::extract_all(*wrapper, *page));
      for (wrap::Record& record : records) {
        Row row;
        row.document = page;
        if (record.rule < wrapper->rules().size()) row.rule = wrapper->rules()[record.rule].words;
        wrap::Value whole = wrap::Value::make_record(std::move(record.fields));
        Cell cell = cell_of(whole);
        cell.span = record.span;
        row.cells = {atom(*given[0]), std::move(cell)};
        rows.push_back(std::move(row));
      }
    }
    return listed(std::move(rows));
  }

 private:
  std::vector<wrap::WrapperPtr> wrappers_;
};

Status add_page_relations(Session& session) {
  GLEANER_CHECK(session.add(std::make_shared<DocumentRelation>(false)));
  GLEANER_CHECK(session.add(std::make_shared<DocumentRelation>(true)));
  GLEANER_CHECK(session.add(std::make_shared<LinkRelation>()));
  GLEANER_CHECK(session.add(std::make_shared<FormRelation>()));
  return {};
}

Status add_wrapper(Session& session, wrap::WrapperPtr wrapper, std::shared_ptr<RecordRelation>& into) {
  if (!into) {
    into = std::make_shared<RecordRelation>();
    GLEANER_CHECK(session.add(into));
  }
  into->add(std::move(wrapper));
  return {};
}

}  // namespace gleaner::logic
