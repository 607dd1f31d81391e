// See follow.h.
#include "run/follow.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "crawl/next_pages.h"
#include "html/address.h"
#include "page/allowed_path.h"
#include "run/stored_spans.h"
#include "wrap/types.h"

namespace gleaner::run {
namespace {

namespace fs = std::filesystem;

// A page that records lead to: opened once, however many do.
struct Link {
  std::vector<wrap::Record*> records;
  std::string name;
  web::PageItem page;  // on its way
};

wrap::Value nested(const Follow& follow, const std::string& name, const Document& document, Budget& budget,
                   Diagnostics& notes) {
  wrap::RecordList list;
  const std::unique_ptr<wrap::Scratch> scratch = follow.wrapper.wrapper->make_scratch();
  const Status status = follow.wrapper.wrapper->extract(document, *scratch, list, budget);
  if (!status.ok()) notes.push_back(status.error());
  for (Diagnostic& note : list.notes) notes.push_back(std::move(note));
  for (Diagnostic& note : notes)
    if (note.where.file.empty()) note.where.file = name;
  if (list.records.empty() && status.ok())
    notes.push_back(warning(Code::not_found, fmt::format("nothing found for {}", follow.as), {name}));
  std::vector<wrap::Value> items;
  const std::string base = html::base_of(document, document.url());
  for (wrap::Record& record : list.records) {
    wrap::read_types(record, follow.schema, base);
    to_stored(record, document);
    record.fields.insert(record.fields.begin(), wrap::Field{"page", wrap::Value::make_text(name)});
    items.push_back(wrap::Value::make_record(std::move(record.fields)));
  }
  if (items.size() == 1) return std::move(items.front());
  return items.empty() ? wrap::Value() : wrap::Value::make_list(std::move(items));
}

// The page is read under limits of its own, like the one that leads to it.
wrap::Value followed(const Follow& follow, const Link& link, const BudgetLimits& limits, Diagnostics& notes) {
  if (link.page.wait) link.page.wait();  // the network's time is not the page's
  Budget budget(limits);
  wrap::Value out;
  work_within(budget, [&] {
    const Result<DocumentPtr> opened = link.page.load({});
    if (opened.ok()) {
      out = nested(follow, link.name, **opened, budget, notes);
      for (const Diagnostic& note : (*opened)->notes())
        if (note.code == Code::budget) notes.push_back(note);
      return;
    }
    Diagnostic why = opened.error();
    why.severity = Severity::warning;
    notes.push_back(std::move(why));
  });
  const auto limited = [](const Diagnostic& note) { return note.code == Code::budget; };
  if (budget.exhausted() && std::ranges::none_of(notes, limited))
    notes.push_back(budget.diagnostic("following a link"));
  for (Diagnostic& note : notes)
    if (note.where.file.empty()) note.where.file = link.name;
  return out;
}

}  // namespace

Result<Follow> make_follow(const std::string& field, const std::string& path,
                           const wrap::Registry& registry) {
  Follow follow;
  follow.field = field;
  follow.as = fs::path(path).stem().string();
  GLEANER_TRY(follow.wrapper, wrap::load_wrapper(path, registry));
  follow.schema = wrap::typed_schema(follow.wrapper);
  return follow;
}

Result<std::vector<Follow>> read_follows(const wrap::Config& whole, const std::string& file,
                                         const wrap::Registry& registry) {
  std::vector<Follow> out;
  const wrap::Config* table = whole.find("follow");
  if (!table) return out;
  if (!table->is_table()) return table->wrong("[follow.FIELD] is a table: with = \"item.wrapper\"");
  for (const auto& [field, one] : table->members()) {
    if (!one.is_table()) return one.wrong("[follow.FIELD] is a table: with = \"item.wrapper\"");
    GLEANER_CHECK(one.only({"with", "as"}));
    GLEANER_TRY(const std::string with, one.need_text("with"));
    GLEANER_TRY(const std::string path, path_beside(file, with));
    GLEANER_TRY(Follow follow, make_follow(field, path, registry));
    GLEANER_TRY(follow.as, one.text_or("as", follow.as));
    out.push_back(std::move(follow));
  }
  return out;
}

const wrap::Value* link_value(const Follow& follow, const wrap::Record& record) {
  const wrap::Value* value = record.find(follow.field);
  while (value && value->is_list()) value = value->items.empty() ? nullptr : &value->items.front();
  return value && value->is_text() ? value : nullptr;
}

wrap::Schema followed_schema(wrap::Schema schema, const std::vector<Follow>& follows) {
  for (const Follow& follow : follows) {
    wrap::FieldSchema field;
    field.name = follow.as;
    field.list = true;
    field.fields.push_back({"page", wrap::Type::text, false, {}});
    for (const wrap::FieldSchema& inner : follow.schema.fields) field.fields.push_back(inner);
    schema.fields.push_back(std::move(field));
  }
  return schema;
}

void follow_links(const Follow& follow, const std::string& page, const Document& document,
                  web::Sources& sources, const BudgetLimits& limits, std::vector<wrap::Record>& records,
                  Diagnostics& notes) {
  std::vector<Link> links;
  std::map<std::string, size_t> known;
  for (wrap::Record& record : records) {
    const wrap::Value* value = link_value(follow, record);
    if (!value) continue;
    const std::string reference =
        value->typed && value->typed->type == wrap::Type::url ? value->typed->normal : value->text;
    std::string name = crawl::name_of_link(page, document, value->text.empty() ? reference : value->text);
    if (name.empty()) {
      notes.push_back(warning(Code::not_found,
                              fmt::format("\"{}\" in {} leads to no page that can be opened from here",
                                          value->text, follow.field),
                              {page},
                              "is it the field with the link? a field of the text beside it does not do"));
      continue;
    }
    const auto [at, fresh] = known.emplace(name, links.size());
    if (fresh) links.push_back({{}, name, sources.item(name)});
    links[at->second].records.push_back(&record);
  }
  for (Link& link : links) {
    Diagnostics inner;
    const wrap::Value value = followed(follow, link, limits, inner);
    for (Diagnostic& note : inner) notes.push_back(std::move(note));
    if (value.is_absent()) continue;
    for (wrap::Record* record : link.records) record->add(follow.as, value);
  }
}

}  // namespace gleaner::run
