// The public interface (include/gleaner/gleaner.h) over the modules: copies records out into plain structs,
// so that nothing of the inside shows, and offers the same families as the program (apps/cli/families.cc).
#include "gleaner/gleaner.h"

#include <mutex>

#include "base/budget.h"
#include "base/json.h"
#include "cli/families.h"
#include "html/address.h"
#include "page/load.h"
#include "pdf/convert.h"
#include "wrap/types.h"
#include "wrap/wrapper.h"
#include "wrap/wrapper_file.h"

namespace gleaner::api {

struct Page::Impl {
  DocumentPtr document;
};

struct Wrapper::Impl {
  wrap::WrapperPtr wrapper;
};

namespace {

Error error_of(const Diagnostic& why) {
  return {
      gleaner::exit_code(why.code), why.message, why.where.file, why.where.line, why.where.column, why.hint};
}

Span stored(const Document& page, gleaner::Span span) {
  gleaner::Span bytes = page.to_bytes(span);
  return {bytes.begin, bytes.end};
}

// What all values of one page need: the page for spans, the wrapper for rules in words.
struct Copier {
  const Document& page;
  const wrap::Wrapper& wrapper;

  Value value(const wrap::Value& from) const {
    Value to;
    switch (from.kind) {
      case wrap::Value::Kind::text: to.kind = Value::Kind::text; break;
      case wrap::Value::Kind::list: to.kind = Value::Kind::list; break;
      case wrap::Value::Kind::record: to.kind = Value::Kind::record; break;
      default: to.kind = Value::Kind::null;
    }
    to.text = from.text;
    if (from.span) to.span = stored(page, *from.span);
    if (from.typed) {
      to.type = Type(from.typed->type);
      to.number = from.typed->number;
      to.normal = from.typed->normal;
    }
    if (from.rule < wrapper.rules().size()) to.rule = wrapper.rules()[from.rule].words;
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

  Record record(const wrap::Record& from) const {
    Record to{fields(from.fields), {}, from.partial};
    if (from.span) to.span = stored(page, *from.span);
    return to;
  }
};

static_assert(int(Type::boolean) == int(wrap::Type::boolean) && int(Type::money) == int(wrap::Type::money));

const Value* find_in(const std::vector<Field>& fields, std::string_view name) {
  for (const Field& field : fields)
    if (field.name == name) return &field.value;
  return nullptr;
}

void append_json(std::string& out, const std::vector<Field>& fields);

void append_json(std::string& out, const Value& value) {
  switch (value.kind) {
    case Value::Kind::null: out += "null"; break;
    case Value::Kind::text: json::append_string(out, value.text); break;
    case Value::Kind::record: append_json(out, value.fields); break;
    case Value::Kind::list:
      out += '[';
      for (size_t i = 0; i < value.items.size(); ++i) {
        if (i) out += ", ";
        append_json(out, value.items[i]);
      }
      out += ']';
  }
}

void append_json(std::string& out, const std::vector<Field>& fields) {
  out += '{';
  for (size_t i = 0; i < fields.size(); ++i) {
    if (i) out += ", ";
    json::append_string(out, fields[i].name);
    out += ": ";
    append_json(out, fields[i].value);
  }
  out += '}';
}

const wrap::Registry& registry() {
  static const wrap::Registry all = [] {
    wrap::Registry made;
    cli::register_families(made);
    return made;
  }();
  return all;
}

}  // namespace

std::string Error::to_string() const {
  std::string text = file;
  if (line) text += ":" + std::to_string(line);
  if (line && column) text += ":" + std::to_string(column);
  if (!text.empty()) text += ": ";
  text += message;
  if (!hint.empty()) text += "\n  " + hint;
  return text;
}

const Value* Value::find(std::string_view name) const { return find_in(fields, name); }
const Value* Record::find(std::string_view name) const { return find_in(fields, name); }
std::string_view Record::text(std::string_view name) const {
  const Value* value = find(name);
  return value ? std::string_view(value->text) : std::string_view();
}

namespace {

// PDFs are pages too.
void register_pdf() {
  static std::once_flag once;
  std::call_once(once, [] {
    set_page_maker({pdf::is_pdf, [](std::string_view bytes, const std::string& name) -> Result<MadePage> {
                      GLEANER_TRY(layout::Read read, pdf::convert(bytes, name, {}));
                      return MadePage{std::move(read.xhtml), std::move(read.notes)};
                    }});
  });
}

}  // namespace

Expected<Page> Page::load(const std::string& path, const PageOptions& options) {
  register_pdf();
  LoadOptions load;
  load.document = {options.name, options.url, options.charset, {}};
  auto document = load_document(path, load);
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
std::string_view Page::bytes(Span span) const { return bytes().substr(span.begin, span.end - span.begin); }
std::string Page::charset() const { return impl_->document->charset().name; }
const std::string& Page::name() const { return impl_->document->name(); }

Expected<Wrapper> Wrapper::load(const std::string& path) {
  auto file = wrap::load_wrapper(path, registry());
  if (!file) return error_of(file.error());
  Wrapper wrapper;
  wrapper.impl_ = std::make_shared<const Impl>(Impl{file->wrapper});
  return wrapper;
}

Expected<Wrapper> Wrapper::parse(std::string_view text, const std::string& name_for_messages) {
  auto file = wrap::parse_wrapper(text, name_for_messages, registry());
  if (!file) return error_of(file.error());
  Wrapper wrapper;
  wrapper.impl_ = std::make_shared<const Impl>(Impl{file->wrapper});
  return wrapper;
}

Expected<Extraction> Wrapper::extract(const Page& page, const Limits& limits) const {
  const wrap::Wrapper& wrapper = *impl_->wrapper;
  const Document& document = *page.impl_->document;
  BudgetLimits budget_limits;
  budget_limits.steps = limits.steps;
  if (limits.milliseconds != UINT64_MAX) budget_limits.time = std::chrono::milliseconds(limits.milliseconds);
  Budget budget(budget_limits);
  wrap::RecordList list;
  auto scratch = wrapper.make_scratch();
  auto status = wrapper.extract(document, *scratch, list, budget);
  if (!status) return error_of(status.error());
  Extraction found;
  const Copier copy{document, wrapper};
  const std::string base = document.url().empty() ? "" : html::base_of(document, document.url());
  for (wrap::Record& record : list.records) {
    wrap::read_types(record, wrapper.schema(), base);
    found.records.push_back(copy.record(record));
  }
  for (const Diagnostic& note : list.notes) found.notes.push_back(note.to_string());
  found.partial = budget.exhausted();
  return found;
}

std::string Wrapper::kind() const { return std::string(impl_->wrapper->kind()); }

std::vector<std::string> Wrapper::fields() const {
  std::vector<std::string> names;
  for (const wrap::FieldSchema& field : impl_->wrapper->schema().fields) names.push_back(field.name);
  return names;
}

std::string to_json(const Record& record) {
  std::string out;
  append_json(out, record.fields);
  return out;
}

std::string version() { return GLEANER_VERSION; }

}  // namespace gleaner::api
