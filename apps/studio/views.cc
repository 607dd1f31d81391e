// See views.h.
#include "views.h"

#include "places.h"

namespace gleaner::studio {
namespace {

using wrap::Value;

// A reading as a person writes it: "6.9 EUR", "2026-01-12".
std::string words_of(const wrap::Typed& typed) {
  std::string number;
  json::append_number(number, typed.number);
  switch (typed.type) {
    case wrap::Type::money: return number + (typed.normal.empty() ? "" : " " + typed.normal);
    case wrap::Type::number:
    case wrap::Type::integer: return typed.normal.empty() ? number : typed.normal;
    case wrap::Type::boolean: return typed.number != 0 ? "yes" : "no";
    case wrap::Type::duration: return number + " s";
    case wrap::Type::size: return number + " bytes";
    case wrap::Type::rating: return number + (typed.normal.empty() ? "" : " of " + typed.normal);
    default: return typed.normal;
  }
}

// What the values of a row are written with.
struct Shown {
  const Document& page;
  const LabelledPlaces& labelled;
  const std::string& elsewhere;  // the page, where it is not the one in view: places in it say nothing
};

void write_value(JsonOut& out, const Value& value, const std::string& path, const Shown& shown);

void write_fields(JsonOut& out, const std::vector<wrap::Field>& fields, const std::string& prefix,
                  const Shown& shown) {
  for (const wrap::Field& field : fields) {
    if (field.value.is_absent() || field.value.kind == Value::Kind::null) continue;
    out.object().member("name", field.name);
    write_value(out, field.value, prefix.empty() ? field.name : prefix + "." + field.name, shown);
    out.end();
  }
}

// Members of an object that is open.
void write_value(JsonOut& out, const Value& value, const std::string& path, const Shown& shown) {
  if (value.is_list()) {
    out.key("items").array();
    for (const Value& item : value.items) {
      out.object();
      write_value(out, item, path, shown);
      out.end();
    }
    out.end();
    return;
  }
  if (value.is_record()) {
    out.key("fields").array();
    write_fields(out, value.fields, path, shown);
    out.end();
    return;
  }
  out.member("text", value.text);
  if (value.typed) out.member("reading", words_of(*value.typed));
  if (!shown.elsewhere.empty()) out.member("page", shown.elsewhere);
  if (!value.span) return;
  out.key("span").span(shown.page.to_bytes(*value.span));
  if (shown.elsewhere.empty()) write_places(out, places_of(shown.page, *value.span));
  if (shown.labelled.contains({path, *value.span})) out.member("labelled", true);
}

// Members of an object that is open: a value of the page behind a link, whose spans
// are bytes of that page already.
void write_behind(JsonOut& out, const Value& value, std::string page) {
  if (value.is_list() || value.is_record()) {
    out.key(value.is_list() ? "items" : "fields").array();
    for (const Value& item : value.items) {
      out.object();
      write_behind(out, item, page);
      out.end();
    }
    if (value.is_record())
      if (const Value* where = wrap::find(value.fields, "page"); page.empty() && where) page = where->text;
    for (const wrap::Field& field : value.is_record() ? value.fields : std::vector<wrap::Field>{}) {
      if (field.value.is_absent() || field.value.kind == Value::Kind::null) continue;
      out.object().member("name", field.name);
      write_behind(out, field.value, page);
      out.end();
    }
    out.end();
    return;
  }
  out.member("text", value.text).member("page", page);
  if (value.typed) out.member("reading", words_of(*value.typed));
  if (value.span) out.key("span").span(*value.span);
}

}  // namespace

void write_diagnostic(JsonOut& out, const Diagnostic& diagnostic) {
  out.object().member("what", diagnostic.message).member("code", name_of(diagnostic.code));
  out.key("where")
      .object()
      .members("file", diagnostic.where.file, "line", diagnostic.where.line, "column",
               diagnostic.where.column)
      .end();
  out.member("hint", diagnostic.hint).end();
}

void write_diagnostics(JsonOut& out, std::string_view name, const Diagnostics& diagnostics) {
  out.key(name).array();
  for (const Diagnostic& diagnostic : diagnostics) write_diagnostic(out, diagnostic);
  out.end();
}

void write_schema(JsonOut& out, const std::vector<wrap::FieldSchema>& fields) {
  out.array();
  for (const wrap::FieldSchema& field : fields) {
    out.object().members("name", field.name, "type", wrap::format_type(field), "list", field.list);
    out.key("fields");
    write_schema(out, field.fields);
    out.end();
  }
  out.end();
}

LabelledPlaces labelled_places(const wrap::Label& label) {
  LabelledPlaces out;
  for (const wrap::Record& record : label.records)
    wrap::for_each_leaf(record, [&](const std::string& path, const Value& value) {
      if (value.span) out.insert({path, *value.span});
    });
  return out;
}

void write_record(JsonOut& out, const wrap::Record& record, size_t index, const Document& page,
                  const LabelledPlaces& labelled, const Beyond& beyond) {
  out.object().member("index", index);
  if (!beyond.page.empty()) out.member("page", beyond.page);
  if (record.span) out.key("span").span(page.to_bytes(*record.span));
  if (record.partial) out.member("partial", true);
  out.key("fields").array();
  write_fields(out, record.fields, "", {page, labelled, beyond.page});
  for (const wrap::Field& field : beyond.joined ? *beyond.joined : std::vector<wrap::Field>{}) {
    out.object().member("name", field.name);
    write_behind(out, field.value, "");
    out.end();
  }
  out.end().end();
}

std::string learning_view(const Table& table, uint64_t revision, const std::string& what,
                          std::optional<size_t> record) {
  JsonOut out;
  out.object().member("table", table.files().name).member("revision", double(revision)).member("what", what);
  if (record) out.member("record", *record);
  return out.end().take();
}

void write_question(JsonOut& out, const AskedQuestion& question, const Document& page) {
  out.object().member("id", question.id).member("page", question.page).member("open", question.open);
  if (question.row) {
    out.member("kind", "row").texts("lacks", question.row->lacks);
    out.key("record");
    write_record(out, question.row->record, 0, page, {});
  } else {
    const learn::Question& asked = *question.value;
    out.members("kind", "value", "field", asked.field, "text", asked.text, "rival", asked.rival, "list",
                asked.list);
    if (asked.span) {
      out.key("span").span(page.to_bytes(*asked.span));
      write_places(out, places_of(page, *asked.span));
    }
  }
  out.end();
}

void write_cell(JsonOut& out, const learn::ExplainedCell& cell, const Document& document,
                const std::string& page) {
  out.object().members("field", cell.field, "absent", cell.absent, "text", cell.text, "why", cell.words);
  out.texts("voters", cell.voters)
      .members("example", cell.example, "failed", cell.failed, "line", cell.line_number, "source", cell.line);
  if (!page.empty()) out.member("page", page);
  if (cell.span) out.key("span").span(document.to_bytes(*cell.span));
  if (cell.near_miss) {
    out.key("near_miss").object().key("span").span(document.to_bytes(*cell.near_miss));
    if (page.empty()) write_places(out, places_of(document, *cell.near_miss));
    out.end();
  }
  out.end();
}

void write_page_state(JsonOut& out, const PageState& state) {
  out.object().members("records", state.records, "verdict", state.verdict, "evidence", state.evidence);
  out.member("labelled", state.labelled).member("test", state.test).texts("differences", state.differences);
  out.key("missing").object();
  for (const auto& [field, count] : state.missing) out.member(field, count);
  out.end().end();
}

void write_rules(JsonOut& out, std::string_view name, const wrap::Wrapper& wrapper) {
  out.key(name).array();
  const auto& rules = wrapper.rules();
  for (size_t i = 1; i < rules.size(); ++i)  // [0] is "unknown"
    if (!rules[i].words.empty())
      out.raw(json_object("field", rules[i].field, "words", rules[i].words, "example", rules[i].example));
  out.end();
}

}  // namespace gleaner::studio
