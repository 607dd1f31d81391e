// See pages.h.
#include "script/pages.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "base/elapsed.h"
#include "base/lists.h"
#include "html/address.h"
#include "page/load.h"
#include "records/convert.h"
#include "records/site.h"
#include "script/navigation.h"
#include "tables/reader.h"
#include "wrap/types.h"
#include "wrap/wrapper_file.h"

namespace gleaner::script {
namespace {

constexpr std::chrono::milliseconds kPatience{1'000};  // for records that a script of the page brings

// Collects rows; columns in the order of the schema, then of appearance.
class Rows {
 public:
  explicit Rows(Interpreter& in) : in_(in) { columns_.push_back("page"); }

  void add_columns(const wrap::Schema& schema) {
    for (const wrap::FieldSchema& field : schema.fields) add_new(columns_, field.name);
  }

  // `node`: the record's part of the page, where that is wanted.
  void add(const wrap::Record& record, const DocumentPtr& page, html::NodeId node = html::kNoNode) {
    in_.step();
    Value row = Value::record();
    if (!record.find("page"))
      row.as_record().fields.emplace_back("page", Value::text(shown_name(page->name())));
    for (const wrap::Field& field : record.fields) {
      add_new(columns_, field.name);
      row.as_record().fields.emplace_back(field.name, from_wrapped(field.value, page));
    }
    if (node != html::kNoNode && !record.find("node"))
      row.as_record().fields.emplace_back("node", new HtmlNode(page, node));
    rows_.push_back(std::move(row));
  }

  Value list() {
    Value out = Value::list(std::move(rows_));
    out.as_list().columns = std::move(columns_);
    return out;
  }

 private:
  // As a person would type it from where the script stands.
  std::string shown_name(const std::string& name) const {
    namespace fs = std::filesystem;
    if (!fs::path(name).is_absolute()) return name;
    std::error_code failed;
    const std::string& folder = in_.options().access.folder;
    const fs::path near = fs::proximate(name, folder.empty() ? "." : folder, failed);
    return failed || near.empty() || *near.begin() == ".." ? name : near.string();
  }

  Interpreter& in_;
  std::vector<Value> rows_;
  std::vector<std::string> columns_;
};

}  // namespace

std::vector<DocumentPtr> Interpreter::load_pages(const Value& from) {
  std::vector<DocumentPtr> out;
  if (from.is(Kind::list)) {
    for (const Value& one : from.as_list().items)
      for (DocumentPtr& page : load_pages(one)) out.push_back(std::move(page));
    return out;
  }
  if (from.is(Kind::html)) return {from.as_html().page};
  const std::string name = to_text(from);
  if (name.starts_with("http://") || name.starts_with("https://")) return {load_page(name)};
  if (name.starts_with('@') || name == "-") fail(fmt::format("{} is no page, folder or glob", name));
  namespace fs = std::filesystem;
  // What is listed must be allowed before it is: names of files are nobody else's business.
  const size_t wild = name.find_first_of("*?[");
  checked_path(wild == std::string::npos ? name
                                         : fs::path(name.substr(0, wild) + "x").parent_path().string());
  const bool relative = fs::path(name).is_relative() && !options_.access.folder.empty();
  const std::string whole = relative ? (fs::path(options_.access.folder) / name).string() : name;
  for (const std::string& file : take(expand_inputs({whole}), name)) {
    step();
    out.push_back(load_page(file));
  }
  return out;
}

namespace {

// A wrapper that a script names, and what it gives of a page.
class NamedWrapper {
 public:
  NamedWrapper(Interpreter& in, const std::string& name) : in_(in) {
    if (!in.options().registry) in.fail("this program was built without wrappers");
    const auto loaded = in.take(wrap::load_wrapper(in.checked_path(name), *in.options().registry), name);
    schema = wrap::typed_schema(loaded);
    wrapper_ = loaded.wrapper;
    scratch_ = wrapper_->make_scratch();
  }

  wrap::RecordList extract(const Document& page) {
    wrap::RecordList list;
    const Status status = wrapper_->extract(page, *scratch_, list, in_.budget());
    if (!status.ok()) in_.fail(status.error(), page.name());
    if (in_.budget().exhausted()) in_.out_of_budget();
    return list;
  }

  wrap::Schema schema;

 private:
  Interpreter& in_;
  wrap::WrapperPtr wrapper_;
  std::unique_ptr<wrap::Scratch> scratch_;
};

}  // namespace

Value extracted(Interpreter& in, const std::string& name, const Value& pages) {
  NamedWrapper wrapper(in, name);
  Rows rows(in);
  rows.add_columns(wrapper.schema);
  for (const DocumentPtr& page : in.load_pages(pages)) {
    wrap::RecordList list = wrapper.extract(*page);
    if (list.records.empty() && in.options().note)
      in.options().note(fmt::format("{}: {} finds nothing", page->name(), name));
    const std::string base = page->url().empty() ? "" : html::base_of(*page, page->url());
    for (wrap::Record& record : list.records) {
      wrap::read_types(record, wrapper.schema, base);
      rows.add(record, page);
    }
  }
  return rows.list();
}

// The part of the page that belongs to each record: the largest element that holds
// it and nothing of another one.
static std::vector<html::NodeId> parts_of(const html::Tree& tree, const std::vector<wrap::Record>& records) {
  std::vector<std::optional<Span>> hulls;
  for (const wrap::Record& record : records) hulls.push_back(wrap::hull_of(record));
  std::vector<html::NodeId> out(records.size(), html::kNoNode);
  for (size_t i = 0; i < records.size(); ++i) {
    if (!hulls[i]) continue;
    const auto holds = [&](html::NodeId n, const Span& span) {
      return tree.span(n).begin <= span.begin && span.end <= tree.span(n).end;
    };
    html::NodeId at = tree.node_at(hulls[i]->begin);
    while (at != html::kNoNode && (!tree.is_element(at) || !holds(at, *hulls[i]))) at = tree.parent(at);
    for (;;) {
      const html::NodeId up = at == html::kNoNode ? at : tree.parent(at);
      if (up == html::kNoNode || !tree.is_element(up) || tree.name(up) == "html") break;
      const Span span = tree.span(up);
      bool shared = false;
      for (size_t k = 0; k < records.size(); ++k)
        shared = shared || (k != i && hulls[k] && hulls[k]->begin < span.end && span.begin < hulls[k]->end);
      if (shared) break;
      at = up;
    }
    out[i] = at;
  }
  return out;
}

Value extracted_here(Interpreter& in, const std::string& name, const Value& within) {
  NamedWrapper wrapper(in, name);
  Navigation& nav = in.navigation();
  NavigationStep step;
  step.number = nav.count_step();
  step.statement = fmt::format("extract(\"{}\")", name);
  const auto begun = browser::Clock::now();
  wrap::RecordList list;
  DocumentPtr page;
  for (;;) {  // what comes a little later is waited for
    const DocumentPtr now = in.take(nav.page(), name);
    if (!page || now->bytes() != page->bytes()) {
      page = now;
      list = wrapper.extract(*page);
    }
    if (!list.records.empty() || browser::Clock::now() - begun > kPatience) break;
    if (auto tab = nav.tab(); !tab.ok() || !(*tab)->pump(browser::kFindEvery)) break;
  }
  Rows rows(in);
  rows.add_columns(wrapper.schema);
  const html::Tree* tree = page->is_html() ? &page->view<html::Tree>() : nullptr;
  const std::vector<html::NodeId> parts =
      tree ? parts_of(*tree, list.records) : std::vector<html::NodeId>(list.records.size(), html::kNoNode);
  std::optional<browser::NodeRef> only;
  if (!within.is_null()) only = in.live_node(within);
  const std::string base = page->url().empty() ? "" : html::base_of(*page, page->url());
  size_t found = 0;
  for (size_t i = 0; i < list.records.size(); ++i) {
    if (only && (parts[i] == html::kNoNode || !nav.stands_in(page, parts[i], *only))) continue;
    wrap::read_types(list.records[i], wrapper.schema, base);
    rows.add(list.records[i], page, parts[i]);
    ++found;
  }
  step.url = page->url();
  step.found = found;
  step.seconds = seconds_since(begun);
  in.tell_step(std::move(step));
  return rows.list();
}

Value found_records(Interpreter& in, const Value& from) {
  const std::vector<DocumentPtr> pages = in.load_pages(from);
  std::vector<std::unique_ptr<records::Analysis>> analyses;
  std::vector<const records::Analysis*> all;
  for (const DocumentPtr& page : pages) {
    analyses.push_back(std::make_unique<records::Analysis>(page, in.budget(), records::AnalysisOptions{}));
    all.push_back(analyses.back().get());
    if (in.budget().exhausted()) in.out_of_budget();
  }
  Rows rows(in);
  const records::Site site = records::find_on_site(all, {}, in.budget());
  if (site.kind == records::SiteKind::none) {
    if (in.options().note) in.options().note(fmt::format("{}: no records are found", to_text(from)));
    return rows.list();
  }
  const records::Selection shown = records::select_all(site.columns, records::data_columns(site.columns));
  rows.add_columns(records::to_schema(site.columns, shown));
  for (size_t p = 0; p < pages.size() && p < site.pages.size(); ++p)
    for (const records::FoundRecord& record : site.pages[p])
      rows.add(records::to_record(record, site.columns, shown), pages[p]);
  return rows.list();
}

Value found_tables(Interpreter& in, const Value& from, size_t number) {
  Rows rows(in);
  for (const DocumentPtr& page : in.load_pages(from)) {
    const auto tables =
        tables::join_continued(tables::read_tables(page->view<html::Tree>(), {}, in.budget()));
    if (in.budget().exhausted()) in.out_of_budget();
    if (number > tables.size())
      in.fail(fmt::format("{} has {} table{}", page->name(), tables.size(), tables.size() == 1 ? "" : "s"));
    for (size_t t = 0; t < tables.size(); ++t) {
      if (number && t + 1 != number) continue;
      rows.add_columns(tables::to_schema(tables[t]));
      for (const wrap::Record& record : tables::to_records(tables[t])) rows.add(record, page);
    }
  }
  return rows.list();
}

}  // namespace gleaner::script
