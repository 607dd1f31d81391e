// See sources.h.
#include "flow/sources.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/ordered_pool.h"
#include "base/text.h"
#include "crawl/next_pages.h"
#include "flow/values.h"
#include "learn/check.h"
#include "page/load.h"
#include "run/extract.h"
#include "run/follow.h"
#include "run/learn.h"
#include "run/stored_spans.h"
#include "script/csv.h"
#include "script/interpreter.h"
#include "script/parser.h"
#include "script/tables.h"
#include "store/target.h"
#include "web/sources.h"
#include "wrap/wrapper_file.h"
#include "wrap/writer.h"

namespace gleaner::flow {
namespace {

// Of a source's pages that may look broken before the source does: one category may be empty today.
constexpr double kMostBroken = 0.2;
constexpr size_t kPagesAtOnce = 64;  // on their way through the threads
constexpr size_t kRepairPages = 30;  // old ones that a repair learns from
constexpr double kRepairSeconds = 120;
constexpr std::string_view kRepairedFrom = "# repaired by gleaner flow from ";

// One page, extracted and judged.
struct PageWork {
  std::string name, url, hash;
  uint64_t bytes = 0;
  std::vector<wrap::Record> records;
  Diagnostics notes;
  std::optional<Diagnostic> failed;
  std::optional<learn::PageCheck> check;
  DocumentPtr document;  // kept where a repair may need it
};

// Values of a record as cells of a row.
class RowMaker {
 public:
  RowMaker(Table& table, const wrap::Schema& schema) : table_(table) {
    for (const wrap::FieldSchema& field : schema.fields) {
      table.columns.push_back({field.name, column_type(field)});
      if (field.type == wrap::Type::money && !field.list && field.fields.empty())
        table.columns.push_back({field.name + "_currency", wrap::Type::text});
    }
  }
  void add(const wrap::Record& record, uint32_t page, uint32_t source) {
    Row row;
    row.page = page, row.source = source;
    row.cells.resize(table_.columns.size());
    row.places.resize(table_.columns.size());
    for (const wrap::Field& field : record.fields) {
      size_t at = table_.column(field.name);
      if (at == Table::npos) {
        at = table_.columns.size();
        table_.columns.push_back({field.name, wrap::Type::text});
        for (Row& before : table_.rows) before.cells.emplace_back(), before.places.emplace_back();
        row.cells.emplace_back(), row.places.emplace_back();
      }
      put(row, at, field.value);
    }
    table_.rows.push_back(std::move(row));
  }

 private:
  static wrap::Type column_type(const wrap::FieldSchema& field) {
    if (field.list || !field.fields.empty()) return wrap::Type::text;
    switch (field.type) {
      case wrap::Type::number:
      case wrap::Type::money:
      case wrap::Type::rating:
      case wrap::Type::duration:
      case wrap::Type::size:
      case wrap::Type::integer: return wrap::Type::number;
      case wrap::Type::date: return wrap::Type::date;
      case wrap::Type::boolean: return wrap::Type::boolean;
      default: return wrap::Type::text;
    }
  }
  void put(Row& row, size_t at, const wrap::Value& value) {
    if (value.is_absent() || value.kind == wrap::Value::Kind::null) return;
    if (!value.is_text()) return void(row.cells[at] = Cell::of_json(wrap::json_of(value)));
    Cell& cell = row.cells[at];
    if (value.span) row.places[at] = {*value.span, value.rule};
    cell = Cell::of_text(value.text);
    if (!value.typed) {
      if (table_.columns[at].type != wrap::Type::text)
        table_.columns[at].type = wrap::Type::text;  // one that cannot be read: all stay texts
      return;
    }
    const wrap::Typed& typed = *value.typed;
    switch (typed.type) {
      case wrap::Type::money: {
        cell = Cell::of_number(typed.number, value.text);
        const size_t currency = table_.column(table_.columns[at].name + "_currency");
        if (currency != Table::npos && !typed.normal.empty())
          row.cells[currency] = Cell::of_text(typed.normal);
        return;
      }
      case wrap::Type::boolean: cell = {Cell::Kind::boolean, typed.number, value.text}; return;
      case wrap::Type::number:
      case wrap::Type::integer:
      case wrap::Type::rating:
      case wrap::Type::duration:
      case wrap::Type::size: cell = Cell::of_number(typed.number, value.text); return;
      default:
        if (!typed.normal.empty() && typed.normal != "literal") cell.text = typed.normal;
    }
  }
  Table& table_;
};

class PageSource {
 public:
  PageSource(const Step& step, StepContext& context, const Environment& environment, const LastRows& last)
      : step_(step),
        context_(context),
        environment_(environment),
        last_(last),
        sources_(source_options(step, environment)) {}

  Result<SourceResult> run() {
    GLEANER_CHECK(load_wrapper());
    GLEANER_CHECK(read_pages());
    judge();
    if (result_.status == "broken" && step_.source.on_drift == OnDrift::repair) GLEANER_CHECK(try_repair());
    make_table();
    return std::move(result_);
  }

 private:
  static web::SourceOptions source_options(const Step& step, const Environment& environment) {
    web::SourceOptions out;
    out.fetch = environment.fetch;
    out.fetch.allow_private |= step.source.private_hosts;
    return out;
  }

  std::string wrapper_path() const { return context_.flow->at(step_.source.wrapper); }

  // The file that the flow names, or what was repaired from it and waits to be looked at.
  Status load_wrapper() {
    const std::string path = wrapper_path(), repaired = repaired_path(path);
    GLEANER_TRY(std::string text, read_file(path));
    const std::string hash = hex(stable_hash(text));
    used_ = path;
    if (std::error_code failed; std::filesystem::exists(repaired, failed)) {
      GLEANER_TRY(std::string other, read_file(repaired));
      if (other.starts_with(std::string(kRepairedFrom) + hash)) text = std::move(other), used_ = repaired;
    }
    origin_hash_ = hash;
    return use(text);
  }
  Status use(const std::string& text) {
    if (!used_.ends_with(".wrapper")) {  // a file of a language of its own
      GLEANER_TRY(wrap::WrapperFile file, wrap::load_wrapper(used_, *environment_.registry));
      file_ = std::move(file);
    } else {
      GLEANER_TRY(wrap::WrapperFile file, wrap::parse_wrapper(text, used_, *environment_.registry));
      file_ = std::move(file);
    }
    result_.wrapper_hash = hex(stable_hash(text));
    result_.files[used_] = text;
    schema_ = wrap::typed_schema(file_);
    GLEANER_TRY(profile_, learn::Profile::of_file(file_.whole));
    GLEANER_TRY(follows_, run::read_follows(file_.whole, used_, *environment_.registry));
    if (!step_.source.follow.empty()) {
      GLEANER_TRY(run::Follow follow,
                  run::make_follow(step_.source.follow, context_.flow->at(step_.source.with),
                                   *environment_.registry));
      follows_.push_back(std::move(follow));
    }
    return {};
  }

  Status read_pages() {
    std::vector<std::string> names;
    if (const auto other = environment_.instead.find(step_.name); other != environment_.instead.end())
      names = other->second;
    else
      for (const std::string& page : step_.source.pages) names.push_back(context_.flow->at(page));
    GLEANER_TRY(std::unique_ptr<web::PageStream> stream, sources_.stream(names));
    GLEANER_TRY(std::optional<crawl::NextRule> rule, crawl::read_next_rule(file_.whole));
    if (!rule && step_.source.next) rule.emplace();
    crawl::NextPages* next = nullptr;
    if (rule) {
      GLEANER_TRY(auto following, crawl::NextPages::make(std::move(stream), sources_, *rule));
      next = following.get();
      stream = std::move(following);
    }
    for (bool more = true; more;) {
      std::vector<web::PageItem> items;
      while (items.size() < kPagesAtOnce) {
        GLEANER_TRY(std::optional<web::PageItem> item, stream->next());
        if (!item) {
          more = false;
          break;
        }
        items.push_back(std::move(*item));
        if (rule) break;  // its next page is known when it is read
      }
      ordered_for(
          items.size(), environment_.jobs, [&](size_t i) { return work(items[i]); },
          [&](size_t, PageWork done) { return pages_.push_back(std::move(done)), true; });
    }
    if (next)
      for (const Diagnostic& note : next->notes()) result_.out.notes.push_back(note.message);
    if (pages_.empty())
      return error(Code::not_found, fmt::format("{}: there are no pages", step_.name),
                   {context_.flow->path, step_.line, 0, {}});
    const auto failed = std::count_if(pages_.begin(), pages_.end(),
                                      [](const PageWork& page) { return page.failed.has_value(); });
    if (size_t(failed) == pages_.size()) {
      Diagnostic why = *pages_[0].failed;
      why.message = fmt::format("{}: {}", step_.name, why.message);
      return why;
    }
    return {};
  }

  PageWork work(const web::PageItem& item) {
    PageWork out;
    out.name = item.name;
    if (item.wait) item.wait();
    Budget budget;
    work_within(budget, [&] {
      auto page = item.load({});
      if (!page.ok()) return void(out.failed = page.error());
      extract(**page, out, budget);
      if (step_.source.on_drift == OnDrift::repair) out.document = *page;
    });
    if (!out.failed && budget.exhausted()) out.failed = budget.diagnostic("extracting");
    return out;
  }

  void extract(const Document& page, PageWork& out, Budget& budget) {
    out.url = page.url(), out.bytes = page.bytes().size(), out.hash = PageFolder::hash_of(page.bytes());
    if (environment_.pages)
      if (const Status kept = environment_.pages->keep(out.hash, page.bytes()); !kept.ok())
        out.notes.push_back(kept.error());
    auto list = run::extract(*file_.wrapper, schema_, page, budget);
    if (!list.ok()) return void(out.failed = list.error());
    out.records = std::move(list->records);
    for (Diagnostic& note : list->notes) out.notes.push_back(std::move(note));
    if (!profile_.empty()) out.check = learn::check_page(profile_, page, out.records, file_.wrapper->rules());
    if (out.check) out.check->page = out.name;
    for (wrap::Record& record : out.records) run::to_stored(record, page);
    for (const run::Follow& follow : follows_)
      run::follow_links(follow, out.name, page, sources_, {}, out.records, out.notes);
  }

  void judge() {
    std::vector<learn::PageCheck> checks;
    size_t records = 0;
    for (const PageWork& page : pages_) {
      if (page.check) checks.push_back(*page.check);
      records += page.records.size();
    }
    learn::judge_together(checks);
    size_t broken = 0, changed = 0;
    std::string first;
    for (const learn::PageCheck& check : checks) {
      broken += check.verdict == learn::Verdict::broken;
      changed += check.verdict == learn::Verdict::changed;
      if (check.verdict == learn::Verdict::fine || !first.empty()) continue;
      std::string why = check.evidence;
      for (const learn::FieldCheck& field : check.fields)
        why += fmt::format("{}{}: {}", why.empty() ? "" : "; ", field.field, field.evidence);
      first = why;
    }
    result_.status = "fine";
    if (changed) result_.status = "changed";
    if (double(broken) > kMostBroken * double(checks.size()) ||
        (records == 0 && (profile_.fewest > 0 || last_.count > 0)))
      result_.status = "broken";
    if (result_.status == "fine" && !broken) return;
    result_.words =
        records == 0 ? "no records" : fmt::format("{} of {} pages", broken ? broken : changed, checks.size());
    if (!first.empty()) result_.words += ": " + first;
    if (broken && result_.status != "broken")
      result_.out.notes.push_back(fmt::format("{} looks broken and was used", result_.words));
  }

  Status try_repair() {
    std::vector<DocumentPtr> old_pages, new_pages;
    if (last_.table && environment_.pages)
      for (const PageSeen& page : last_.table->pages) {
        if (old_pages.size() == kRepairPages) break;
        auto bytes = environment_.pages->find(page.hash);
        if (!bytes.ok()) continue;
        DocumentOptions options;
        options.name = page.name, options.url = page.url;
        if (auto document = Document::from_bytes(std::move(*bytes), options); document.ok())
          old_pages.push_back(*document);
      }
    for (const PageWork& page : pages_)
      if (page.document && new_pages.size() < kRepairPages) new_pages.push_back(page.document);
    if (old_pages.empty() || new_pages.empty()) {
      result_.words += "; cannot be repaired: the pages of the last good run are not kept";
      return {};
    }
    BudgetLimits limits;
    limits.time = std::chrono::milliseconds(int64_t(kRepairSeconds * 1000));
    Budget budget(limits);
    auto repaired = run::repair(file_, *environment_.registry, old_pages, new_pages, budget);
    if (!repaired.ok() || repaired->text.empty()) {
      result_.words +=
          fmt::format("; could not be repaired{}",
                      repaired.ok() ? (repaired->report.advice.empty() ? "" : ": " + repaired->report.advice)
                                    : ": " + repaired.error().message);
      return {};
    }
    double least = 1;
    for (const learn::FieldRepair& field : repaired->report.fields)
      least = std::min(least, field.gone ? 0 : field.confidence);
    const std::string before = result_.words;
    const std::string text = fmt::format("{}{}\n{}", kRepairedFrom, origin_hash_, repaired->text);
    used_ = repaired_path(wrapper_path());
    GLEANER_CHECK(use(text));
    for (PageWork& page : pages_)
      if (page.document) {
        PageWork again;
        again.name = page.name, again.document = page.document;
        Budget own;
        work_within(own, [&] { extract(*page.document, again, own); });
        page = std::move(again);
      }
    judge();
    if (result_.status == "broken") {
      result_.words = before + "; repaired, but it still looks broken";
      GLEANER_CHECK(load_wrapper());
      return {};
    }
    result_.status = "repaired";
    result_.repaired = text;
    result_.words = fmt::format("{}; repaired, confidence {:.2f}, look at {}", before, least, used_);
    return {};
  }

  void make_table() {
    Table& table = result_.out.table;
    const uint32_t source = table.source(step_.name);
    RowMaker rows(table, run::followed_schema(schema_, follows_));
    for (const wrap::Rule& rule : file_.wrapper->rules())
      table.rules.push_back(rule.id.empty() ? rule.words : fmt::format("{}: {}", rule.id, rule.words));
    for (const PageWork& page : pages_) {
      const auto number = uint32_t(table.pages.size());
      table.pages.push_back({page.name, page.url, page.hash, page.bytes});
      for (const wrap::Record& record : page.records) rows.add(record, number, source);
      if (page.failed)
        result_.out.problems.push_back({step_.name, 0, "", page.name, page.failed->message, page.name});
      for (const Diagnostic& note : page.notes)
        if (note.severity != Severity::note)
          result_.out.problems.push_back({step_.name, 0, "", page.name, note.message, page.name});
    }
  }

  const Step& step_;
  StepContext& context_;
  const Environment& environment_;
  LastRows last_;
  web::Sources sources_;
  std::string used_, origin_hash_;
  wrap::WrapperFile file_;
  wrap::Schema schema_;
  learn::Profile profile_;
  std::vector<run::Follow> follows_;
  std::vector<PageWork> pages_;
  SourceResult result_;
};

Result<SourceResult> table_source(const Step& step, StepContext& context, const Environment& environment) {
  SourceResult out;
  std::string path = context.flow->at(step.source.table);
  if (const auto other = environment.instead.find(step.name);
      other != environment.instead.end() && !other->second.empty())
    path = other->second[0];
  Budget budget;
  GLEANER_TRY(const script::Value value, script::read_table(path, budget));
  out.out.table = table_of(value);
  find_types(out.out.table);
  for (Row& row : out.out.table.rows) row.source = 0;
  out.out.table.source(step.name);
  return out;
}

Result<SourceResult> script_source(const Step& step, StepContext& context, const Environment& environment) {
  SourceResult out;
  const bool query = step.source.script.empty();
  const std::string path = query ? context.flow->path : context.flow->at(step.source.script);
  std::string text = step.query.text;
  if (!query) {
    GLEANER_TRY(text, read_file(path));
    out.files[path] = text;
  }
  GLEANER_TRY(const auto script, script::parse_script(text, path, {}));
  script::RunOptions options;
  options.access.folder = context.flow->folder;
  options.access.options = false;
  for (const std::string& folder : step.source.reads) options.access.read.push_back(context.flow->at(folder));
  options.access.net = step.source.hosts;
  if (query)  // the files in its quotes: the flow's author wrote them there
    for (size_t at = 0; (at = text.find_first_of("'\"", at)) != std::string::npos;) {
      const size_t end = text.find(text[at], at + 1);
      if (end == std::string::npos) break;
      const std::string word = text.substr(at + 1, end - at - 1);
      options.access.read.push_back(context.flow->at(word.substr(0, store::table_mark(word))));
      at = end + 1;
    }
  options.registry = environment.registry;
  options.jobs = environment.jobs;
  options.out = [](std::string_view) {};
  options.note = [&](const std::string& note) { out.out.notes.push_back(note); };
  std::unique_ptr<web::Sources> sources;
  if (!step.source.hosts.empty()) {
    web::SourceOptions how;
    how.fetch = environment.fetch;
    how.fetch.allow_private |= step.source.private_hosts;
    how.fetch.allowed = [hosts = step.source.hosts](const std::string& host) {
      return std::find(hosts.begin(), hosts.end(), host) != hosts.end();
    };
    sources = std::make_unique<web::Sources>(how);
    options.fetch = [&](const std::string& name, const LoadOptions& load) {
      return sources->load(name, load);
    };
  }
  Budget budget;
  script::Interpreter interpreter(script, std::move(options), budget);
  GLEANER_TRY(const script::Value value, interpreter.run());
  if (value.is_null())
    return error(Code::bad_input, fmt::format("{}: the script gives no rows", step.name), {path, 0, 0, {}},
                 "its last expression is what it gives: a list of records");
  out.out.table = table_of(value);
  find_types(out.out.table);
  for (Row& row : out.out.table.rows) row.source = 0;
  out.out.table.source(step.name);
  return out;
}

}  // namespace

std::string repaired_path(const std::string& wrapper) {
  std::filesystem::path path(wrapper);
  const std::string ending = path.extension().string();
  return path.replace_extension().string() + ".repaired" + ending;
}

Result<SourceResult> run_source(const Step& step, StepContext& context, const Environment& environment,
                                const LastRows& last) {
  switch (step.kind) {
    case StepKind::pages: return PageSource(step, context, environment, last).run();
    case StepKind::table: return table_source(step, context, environment);
    default: return script_source(step, context, environment);
  }
}

Result<std::vector<std::string>> source_columns(const Step& step, const Flow& flow,
                                                const wrap::Registry& registry) {
  std::vector<std::string> out;
  if (step.kind == StepKind::pages) {
    GLEANER_TRY(const wrap::WrapperFile file, wrap::load_wrapper(flow.at(step.source.wrapper), registry));
    GLEANER_TRY(const auto follows, run::read_follows(file.whole, flow.at(step.source.wrapper), registry));
    for (const wrap::FieldSchema& field : run::followed_schema(wrap::typed_schema(file), follows).fields) {
      out.push_back(field.name);
      if (field.type == wrap::Type::money && !field.list) out.push_back(field.name + "_currency");
    }
    return out;
  }
  if (step.kind == StepKind::table &&
      (step.source.table.ends_with(".csv") || step.source.table.ends_with(".tsv"))) {
    GLEANER_TRY(const std::string text, read_file(flow.at(step.source.table)));
    const std::string_view rows = script::without_mark(text);
    const char separator = step.source.table.ends_with(".tsv") ? '\t' : script::find_separator(rows);
    size_t at = 0;
    uint32_t line = 1;
    GLEANER_CHECK(script::csv_row(rows, at, separator, line, step.source.table, out));
    script::make_different(out);
  }
  return out;  // empty: not known
}

}  // namespace gleaner::flow
