// Pages, errors, and records copied out.
#include <algorithm>
#include <mutex>

#include "base/lists.h"
#include "inside.h"
#include "layout/boxes_file.h"
#include "page/load.h"
#include "pdf/convert.h"
#include "wrap/writer.h"

namespace gleaner::api {
namespace {

// What all values of one page need: the page for spans, the wrapper for rules in words.
struct Copier {
  const Document& page;
  const wrap::Wrapper* wrapper;

  Value value(const wrap::Value& from) const {
    Value to;
    to.kind = Value::Kind(from.kind);
    to.text = from.text;
    if (from.span) to.span = stored(page, *from.span);
    if (from.typed) to.reading = Reading{Type(from.typed->type), from.typed->number, from.typed->normal};
    if (wrapper && from.rule < wrapper->rules().size()) to.rule = wrapper->rules()[from.rule].words;
    for (const wrap::Value& item : from.items) to.items.push_back(value(item));
    to.fields = fields(from.fields);
    return to;
  }

  std::vector<Field> fields(const std::vector<wrap::Field>& from) const {
    std::vector<Field> to;
    for (const wrap::Field& field : from)
      if (!field.value.is_absent()) to.push_back({field.name, value(field.value)});
    return to;
  }
};

// The public header includes nothing of ours, so it names what is named inside once more:
// name by name the same numbers.
template <auto... Outside, class... Inside>
constexpr bool same_numbers(Inside... inside) {
  return ((int(Outside) == int(inside)) && ...);
}
#define GLEANER_NAMES(E)                                                                            \
  E::text, E::number, E::money, E::date, E::url, E::boolean, E::integer, E::timestamp, E::duration, \
      E::rating, E::phone, E::isbn, E::gtin, E::size, E::ip, E::level
static_assert(same_numbers<GLEANER_NAMES(Type)>(GLEANER_NAMES(wrap::Type)));
#undef GLEANER_NAMES
#define GLEANER_NAMES(E) E::absent, E::null, E::text, E::list, E::record
static_assert(same_numbers<GLEANER_NAMES(Value::Kind)>(GLEANER_NAMES(wrap::Value::Kind)));
#undef GLEANER_NAMES
#define GLEANER_NAMES(E)                                                                             \
  E::usage, E::not_found, E::io, E::bad_input, E::drift, E::cannot_learn, E::budget, E::unsupported, \
      E::internal
static_assert(same_numbers<GLEANER_NAMES(ErrorCode)>(GLEANER_NAMES(Code)));
#undef GLEANER_NAMES

const Value& find_in(const std::vector<Field>& fields, std::string_view name) {
  static const Value absent;
  for (const Field& field : fields)
    if (field.name == name) return field.value;
  return absent;
}

// The way back, for the program's own writer.
wrap::Value inside_of(const Value& from) {
  wrap::Value to;
  to.kind = wrap::Value::Kind(from.kind);
  to.text = from.text;
  if (from.reading)
    to.typed = wrap::Typed{wrap::Type(from.reading->type), from.reading->number, from.reading->normal};
  for (const Value& item : from.items) to.items.push_back(inside_of(item));
  for (const Field& field : from.fields) to.fields.push_back({field.name, inside_of(field.value)});
  return to;
}

// PDFs are pages too.
void register_pdf() {
  static std::once_flag once;
  std::call_once(once, [] {
    const auto knows = [](std::string_view bytes) {
      return pdf::is_pdf(bytes) || layout::is_boxes_file(bytes);
    };
    set_page_maker({knows, [](std::string_view bytes, const std::string& name) -> Result<MadePage> {
                      GLEANER_TRY(layout::Read read, pdf::is_pdf(bytes)
                                                         ? pdf::convert(bytes, name, {})
                                                         : layout::read_boxes_file(bytes, name, {}));
                      return MadePage{std::move(read.xhtml), std::move(read.notes)};
                    }});
  });
}

}  // namespace

Error error_of(const Diagnostic& why) {
  return {ErrorCode(why.code), why.message, why.where.file, why.where.line, why.where.column, why.hint};
}

BudgetLimits limits_of(const Limits& limits) {
  constexpr uint64_t kLongest = 1'000'000'000'000;  // milliseconds: a lifetime
  BudgetLimits out;
  out.steps = limits.steps;
  if (limits.milliseconds < kLongest) out.time = std::chrono::milliseconds(limits.milliseconds);
  if (limits.megabytes < UINT64_MAX >> 20) out.memory = limits.megabytes << 20;
  return out;
}

DocumentPtr document_of(const DocumentPtr& shared, const Limits& limits) {
  const bool unlimited = (limits.steps & limits.milliseconds & limits.megabytes) == UINT64_MAX;
  if (unlimited) return shared;
  auto own = Document::from_view(
      shared->bytes(), shared, {shared->name(), shared->url(), shared->charset().name, shared->media_type()});
  return own.ok() ? *own : shared;
}

std::vector<DocumentPtr> documents_of(const std::vector<Page>& pages, const Limits& limits) {
  return mapped(pages, [&](const Page& page) { return document_of(page.impl().document, limits); });
}

Span stored(const Document& page, gleaner::Span span) {
  const gleaner::Span bytes = page.to_bytes(span);
  return {bytes.begin, bytes.end};
}

std::vector<Record> copy(const std::vector<wrap::Record>& records, const Document& page,
                         const wrap::Wrapper* wrapper) {
  const Copier copier{page, wrapper};
  std::vector<Record> out;
  for (const wrap::Record& from : records) {
    Record& to = out.emplace_back(Record{copier.fields(from.fields), {}, from.partial});
    if (from.span) to.span = stored(page, *from.span);
  }
  return out;
}

std::vector<Column> columns_of(const std::vector<wrap::FieldSchema>& fields) {
  return mapped(fields, [&](const wrap::FieldSchema& field) {
    return Column{field.name, Type(field.type), field.list, columns_of(field.fields)};
  });
}

int Error::exit_code() const { return gleaner::exit_code(Code(code)); }

std::string Error::to_string() const {
  std::string text = file;
  if (line) text += ":" + std::to_string(line);
  if (line && column) text += ":" + std::to_string(column);
  if (!text.empty()) text += ": ";
  text += message;
  if (!hint.empty()) text += "\n  " + hint;
  return text;
}

const Value& Value::operator[](std::string_view name) const { return find_in(fields, name); }
const Value& Record::operator[](std::string_view name) const { return find_in(fields, name); }

std::string to_json(const Record& record) {
  wrap::Record inside;
  for (const Field& field : record.fields) inside.fields.push_back({field.name, inside_of(field.value)});
  inside.partial = record.partial;
  std::string out;
  const auto writer = wrap::make_writer(wrap::Format::jsonl, wrap::schema_of({inside}), {.page = false},
                                        [&](std::string_view text) { return out += text, Status(); });
  if (!writer->page("", nullptr, {inside}).ok() || !writer->finish().ok()) return {};
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

Page::Page() {
  static const auto empty =
      std::make_shared<const Impl>(Impl{*Document::from_bytes("", {"", "", "", MediaType::html})});
  impl_ = empty;
}

Expected<Page> Page::load(const std::string& path, const PageOptions& options) {
  register_pdf();
  LoadOptions load;
  load.document = {options.name, options.url, options.charset, {}};
  BudgetLimits limits = limits_of(options.limits);
  limits.bytes = limits.memory;
  Budget budget(limits);
  Result<DocumentPtr> document = error(Code::budget, "not enough memory to read it", {path});
  work_within(budget, [&] { document = load_document(path, load); });
  if (!document) return error_of(document.error());
  Page page;
  page.impl_ = std::make_shared<const Impl>(Impl{*document});
  return page;
}

Expected<Page> Page::from_bytes(std::string bytes, const PageOptions& options) {
  auto document = Document::from_bytes(std::move(bytes), {options.name, options.url, options.charset, {}});
  if (!document) return error_of(document.error());
  Page page;
  page.impl_ = std::make_shared<const Impl>(Impl{*document});
  return page;
}

std::string_view Page::bytes() const { return impl_->document->bytes(); }
std::string_view Page::bytes(Span span) const {
  const size_t end = std::min<size_t>(span.end, bytes().size()), begin = std::min<size_t>(span.begin, end);
  return bytes().substr(begin, end - begin);
}
std::string Page::charset() const { return impl_->document->charset().name; }
const std::string& Page::name() const { return impl_->document->name(); }

std::string version() { return GLEANER_VERSION; }

}  // namespace gleaner::api
