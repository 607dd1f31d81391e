// A delimiter wrapper as the program knows wrappers: extraction into records, the wrapper file, the rules in
// words.
#include <fmt/format.h>

#include <algorithm>

#include "delimiter/bounded.h"
#include "delimiter/edges.h"
#include "delimiter/family.h"
#include "delimiter/ranges.h"
#include "html/slice_text.h"
#include "wrap/refusal.h"
#include "wrap/ruled_wrapper.h"

namespace gleaner::delimiter {

namespace {

class ItemScratch : public wrap::Scratch {
 public:
  std::vector<Item> items;
};

class DelimiterWrapper : public wrap::RuledWrapper {
 public:
  DelimiterWrapper(Delimiters delimiters, Shape shape, TupleBounds bounds, label::Columns columns)
      : program_(delimiters),
        shape_(std::move(shape)),
        bounds_(std::move(bounds)),
        columns_(std::move(columns)) {
    schema_ = shape_.schema();
    const Delimiters& w = program_.delimiters();
    rules_.push_back({});
    rules_.push_back({"record", "", record_words(w), ""});
    for (size_t k = 0; k < w.attributes(); ++k)
      rules_.push_back({shape_.path(k) + ".1", shape_.path(k),
                        fmt::format("from behind {} to {}", show(w.left[k]), show(w.right[k])), ""});
  }

  std::string_view kind() const override { return name_of(program_.delimiters().kind); }
  std::unique_ptr<wrap::Scratch> make_scratch() const override { return std::make_unique<ItemScratch>(); }

  Status extract(const Document& document, wrap::Scratch& scratch, wrap::RecordSink& out,
                 Budget& budget) const override {
    label::ColumnSink sink(columns_, document, out);
    if (!budget.spend_bytes(document.bytes().size())) {
      sink.note(budget.diagnostic("extracting"));
      return {};
    }
    auto* own = dynamic_cast<ItemScratch*>(&scratch);
    std::vector<Item> local;
    std::vector<Item>& items = own ? own->items : local;
    items.clear();
    std::vector<Span> refused;
    const Outcome outcome = run(document.text(), items, refused);
    for (Span span : refused)
      sink.note(wrap::note_of({html::slice_text(document, span), "nothing but its first value is there", 1},
                              document.where(span)));
    RecordBuilder builder(shape_, document, is_nested(program_.delimiters().kind));
    auto take = [&](wrap::Record&& record) {
      if (budget.exhausted()) record.partial = true;
      return sink.take(std::move(record)) && !budget.exhausted();
    };
    for (const Item& item : items) {
      budget.spend_steps();
      if (builder.add(item, take)) continue;
      if (budget.exhausted()) sink.note(budget.diagnostic("extracting"));
      return {};
    }
    builder.finish(take);
    if (budget.exhausted()) sink.note(budget.diagnostic("extracting"));
    note_end(document, outcome, sink);
    return {};
  }

  void save(wrap::Config& into) const override {
    const Delimiters& w = program_.delimiters();
    if (has_head_tail(w.kind)) into.set("head", w.head).set("tail", w.tail);
    if (has_open_close(w.kind)) into.set("open", w.open).set("close", w.close);
    if (w.edges) into.set("edges", true);
    if (!shape_.order.empty()) into.set("order", shape_.order);
    columns_.save(into);
    if (bounds_.known()) into.set("start", bounds_.start).set("reach", int64_t(bounds_.reach));
    if (bounds_.beyond && has_head_tail(w.kind)) into.set("beyond", true);
    wrap::Config& list = into.add_list("attributes");
    for (size_t k = 0; k < w.attributes(); ++k) {
      const Attribute& attribute = shape_.attributes[k];
      wrap::Config table;
      table.set("name", attribute.name);
      if (attribute.form == Attribute::Form::records) table.set("list", attribute.list);
      if (attribute.form == Attribute::Form::values) table.set("values", true);
      table.set("left", w.left[k]).set("right", w.right[k]);
      if (bounds_.known() && !bounds_.marks[k].empty()) table.set("mark", bounds_.marks[k]);
      if (attribute.type != wrap::Type::text) table.set("type", wrap::name_of(attribute.type));
      list.push(std::move(table));
    }
  }

  wrap::Explanation explain_cell(const Document& document, const wrap::Record* record, std::string_view field,
                                 const wrap::Value*) const override {
    wrap::Explanation why = Wrapper::explain_cell(document, record, field, nullptr);
    const wrap::Value* value = record ? record->find(field) : nullptr;
    if (!value || !value->span || value->span->end > document.text().size()) return why;
    const std::string_view text = document.text();
    why.words += fmt::format("; here {} stands before it, {} behind it",
                             show_end(text.substr(0, value->span->begin), 24),
                             show(text.substr(value->span->end), 24));
    return why;
  }

 private:
  static std::string record_words(const Delimiters& w) {
    std::string words =
        fmt::format("a record wherever {} stands", show(has_open_close(w.kind) ? w.open : w.left[0]));
    if (!w.head.empty()) words += fmt::format(", behind {}", show(w.head));
    if (has_head_tail(w.kind)) words += fmt::format(", before {}", show(w.tail));
    if (w.edges) words += "; the start and the end of the text count as line ends";
    return words;
  }

  void note_end(const Document& document, const Outcome& outcome, wrap::RecordSink& sink) const {
    const Delimiters& w = program_.delimiters();
    if (outcome.end == Outcome::End::no_head) {
      sink.note(warning(Code::not_found,
                        fmt::format("the head delimiter {} does not stand on the page", show(w.head)),
                        Where{.file = document.name()}));
    } else if (outcome.end == Outcome::End::endless) {
      sink.note(warning(
          Code::bad_input, "the wrapper's delimiters are empty here and would be found for ever",
          document.where({outcome.at, outcome.at}), "give each attribute delimiters that stand on the page"));
    } else if (outcome.end == Outcome::End::cut_off) {
      const bool close = outcome.attribute >= w.attributes();
      const std::string& missing = close          ? w.close
                                   : outcome.left ? w.left[outcome.attribute]
                                                  : w.right[outcome.attribute];
      const std::string of = close ? "" : fmt::format(" of \"{}\"", shape_.path(outcome.attribute));
      sink.note(
          warning(Code::not_found,
                  fmt::format("a record was begun but not finished: {}{} does not follow; it was left out",
                              show(missing), of),
                  document.where({outcome.at, outcome.at})));
    }
  }

  Outcome run(std::string_view text, std::vector<Item>& items, std::vector<Span>& refused) const {
    const Delimiters& w = program_.delimiters();
    if (!w.edges) {
      const Outcome outcome = program_.run(text, items);
      if (!bounds_.known() || !is_broken(w, bounds_, text, items, outcome)) return outcome;
      return run_bounded(w, bounds_, text, items, refused);
    }
    Outcome outcome = program_.run(with_edges(text), items);
    for (Item& item : items) item.span = without_edges(item.span, text.size());
    outcome.at = without_edges({outcome.at, outcome.at}, text.size()).begin;
    return outcome;
  }

  Program program_;
  Shape shape_;
  TupleBounds bounds_;
  label::Columns columns_;
};

// --- the wrapper file

constexpr std::string_view kSharedKeys[] = {
    "format", "kind",   "schema", "description", "origin", "profile", "url",    "attributes", "order",
    "next",   "follow", "edges",  "browser",     "start",  "reach",   "beyond", "columns"};

Result<Attribute> read_attribute(const wrap::Config& table, Class kind, size_t k, Delimiters& w,
                                 TupleBounds& bounds) {
  if (!table.is_table()) return table.wrong("an attribute is a table with name, left and right");
  GLEANER_CHECK(table.only({"name", "left", "right", "list", "values", "type", "mark"}));
  Attribute attribute;
  GLEANER_TRY(attribute.name, table.need_text("name"));
  GLEANER_TRY(std::string left, table.need_text("left"));
  GLEANER_TRY(std::string right, table.need_text("right"));
  GLEANER_TRY(attribute.list, table.text_or("list", ""));
  GLEANER_TRY(const bool values, table.boolean_or("values", false));
  GLEANER_TRY(const std::string type, table.text_or("type", "text"));
  if (attribute.name.empty()) return table.wrong("the name of an attribute must not be empty");
  if (!attribute.list.empty()) attribute.form = Attribute::Form::records;
  if (values) attribute.form = Attribute::Form::values;
  if (attribute.form != Attribute::Form::inline_ && k == 0)
    return table.wrong("the first attribute cannot be in a list");
  if (attribute.form != Attribute::Form::inline_ && !is_nested(kind))
    return table.wrong("only nlr and nhlrt have lists");
  const std::optional<wrap::Type> read = wrap::type_of_name(type);
  if (!read) return table.wrong(fmt::format("\"{}\" is no type", type));
  attribute.type = *read;
  GLEANER_TRY(bounds.marks.emplace_back(), table.text_or("mark", ""));
  w.left.push_back(std::move(left));
  w.right.push_back(std::move(right));
  return attribute;
}

}  // namespace

Result<wrap::WrapperPtr> load(const wrap::Config& config) {
  GLEANER_TRY(const std::string kind, config.need_text("kind"));
  const std::optional<Class> found = class_of_name(kind);
  if (!found) return config.wrong(fmt::format("\"{}\" is no delimiter class", kind));
  Delimiters w;
  w.kind = *found;
  std::vector<std::string_view> known(std::begin(kSharedKeys), std::end(kSharedKeys));
  if (has_head_tail(w.kind)) {
    known.insert(known.end(), {"head", "tail"});
    GLEANER_TRY(w.head, config.need_text("head"));
    GLEANER_TRY(w.tail, config.need_text("tail"));
  }
  if (has_open_close(w.kind)) {
    known.insert(known.end(), {"open", "close"});
    GLEANER_TRY(w.open, config.need_text("open"));
    GLEANER_TRY(w.close, config.need_text("close"));
  }
  GLEANER_CHECK(config.only(known));
  GLEANER_TRY(w.edges, config.boolean_or("edges", false));
  const wrap::Config* attributes = config.find("attributes");
  if (!attributes || !attributes->is_list() || attributes->items().empty())
    return (attributes ? *attributes : config)
        .wrong("a delimiter wrapper needs [[attributes]], one for each field");
  Shape shape;
  TupleBounds bounds;
  GLEANER_TRY(bounds.start, config.text_or("start", ""));
  GLEANER_TRY(bounds.reach, config.count_or("reach", 0, 1 << 30));
  GLEANER_TRY(bounds.beyond, config.boolean_or("beyond", false));
  GLEANER_TRY(label::Columns columns, label::Columns::load(config));
  GLEANER_TRY(shape.order, config.texts_or("order", {}));
  for (const wrap::Config& table : attributes->items()) {
    GLEANER_TRY(Attribute attribute, read_attribute(table, w.kind, shape.attributes.size(), w, bounds));
    if (!shape.attributes.empty() && shape.attributes.back().form == Attribute::Form::values)
      return table.wrong(
          fmt::format("\"{}\" is a list of values, so nothing can follow it", shape.attributes.back().name));
    shape.attributes.push_back(std::move(attribute));
  }
  return make_wrapper(std::move(w), std::move(shape), std::move(bounds), std::move(columns));
}

wrap::WrapperPtr make_wrapper(Delimiters delimiters, Shape shape, TupleBounds bounds,
                              label::Columns columns) {
  return std::make_shared<DelimiterWrapper>(std::move(delimiters), std::move(shape), std::move(bounds),
                                            std::move(columns));
}

}  // namespace gleaner::delimiter
