// See logic_session.h. Also where `:- use_templates`, `:- use_wrapper` and `:- use_table` of a
// program find their files: beside it.
#include "logic_session.h"

#include <charconv>
#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/contains.h"
#include "base/lists.h"
#include "base/text.h"
#include "logic/relations.h"
#include "page/allowed_path.h"
#include "page/load.h"
#include "page/url.h"
#include "run/families.h"
#include "script/tables.h"
#include "store/postgres.h"
#include "store/target.h"
#include "templates/bridge.h"
#include "templates/parse.h"
#include "wrap/wrapper_file.h"

namespace gleaner::cli {
namespace {

constexpr uint64_t kStackMegabytes = 512, kMegabytes = 2048;  // unless the caller says

// --- tables as predicates: `:- use_table('shop.csv')` makes shop/N, an argument for each column
//
// Files of every kind that queries read (CSV, JSON, XML, SQLite, Parquet, DuckDB) and PostgreSQL. A file lies
// in the program's folder, a database on a host that was allowed, unless the program is trusted. Rows are
// read once, when the program is loaded; an argument that is known is looked up in an index of its column,
// made when it is first asked for.

struct TableAccess {
  std::vector<std::string> hosts;
  bool confined = true;
};

logic::PrologValue cell_of(const script::Value& v) {
  using script::Kind;
  logic::PrologValue out;
  switch (v.kind()) {
    case Kind::null: out.set_atom("null"); break;
    case Kind::boolean: out.set_atom(v.boolean() ? "true" : "false"); break;
    case Kind::number: out.set_number(v.number(), script::to_text(v)); break;  // exact by its text
    case Kind::exact: {
      out.text = v.as_exact().digits;
      const char* end = out.text.data() + out.text.size();
      const bool whole = std::from_chars(out.text.data(), end, out.integer).ptr == end;
      out.kind = whole ? logic::PrologValue::Kind::integer : logic::PrologValue::Kind::real;
      if (!whole) out.real = script::to_number(v).value_or(0);
      break;
    }
    case Kind::list:
      out.kind = logic::PrologValue::Kind::list;
      for (const script::Value& item : v.as_list().items) out.items.push_back(cell_of(item));
      break;
    case Kind::record:
      out.kind = logic::PrologValue::Kind::list;
      out.functor = "=";
      for (const auto& [name, value] : v.as_record().fields) {
        out.items.emplace_back().set_atom(name);
        out.items.push_back(cell_of(value));
      }
      break;
    default: out.set_atom(script::to_text(v));
  }
  return out;
}

class TableRelation : public logic::Relation {
 public:
  TableRelation(std::string name, std::string place, std::vector<std::vector<logic::PrologValue>> rows,
                size_t columns)
      : name_(std::move(name)),
        place_(std::move(place)),
        rows_(std::move(rows)),
        columns_(columns),
        indexes_(columns) {}
  std::string name() const override { return name_; }
  size_t arity() const override { return columns_; }

  Result<std::unique_ptr<logic::Cursor>> open(const logic::Given& given, logic::Session&) override {
    const std::vector<uint32_t>* some = nullptr;
    for (size_t c = 0; c < columns_; ++c) {
      if (!given[c]) continue;
      static const std::vector<uint32_t> kNone;
      const auto& index = index_of(c);
      const auto at = index.find(key(*given[c]));
      const std::vector<uint32_t>* found = at == index.end() ? &kNone : &at->second;
      if (!some || found->size() < some->size()) some = found;
    }
    return std::unique_ptr<logic::Cursor>(std::make_unique<Rows>(*this, some));
  }

 private:
  // 5, 5.0 and '5' are asked for alike; Prolog tells them apart afterwards.
  static std::string key(const std::string& text) {
    if (auto number = script::read_number(text)) return script::to_text(*number);
    return text;
  }
  using Index = std::unordered_map<std::string, std::vector<uint32_t>>;
  const Index& index_of(size_t c) {
    if (!indexes_[c]) {
      indexes_[c] = std::make_unique<Index>();
      for (uint32_t r = 0; r < rows_.size(); ++r) (*indexes_[c])[key(rows_[r][c].text)].push_back(r);
    }
    return *indexes_[c];
  }

  class Rows : public logic::Cursor {
   public:
    Rows(const TableRelation& table, const std::vector<uint32_t>* some) : table_(table), some_(some) {}
    Result<bool> next(logic::Row& row) override {
      if (at_ >= (some_ ? some_->size() : table_.rows_.size())) return false;
      row.cells = table_.rows_[some_ ? (*some_)[at_] : at_];
      row.rule = table_.place_;
      ++at_;
      return true;
    }

   private:
    const TableRelation& table_;
    const std::vector<uint32_t>* some_;
    size_t at_ = 0;
  };

  std::string name_, place_;
  std::vector<std::vector<logic::PrologValue>> rows_;
  size_t columns_;
  std::vector<std::unique_ptr<Index>> indexes_;
};

// shop.csv is shop, data/My Shop.csv my_shop, x.sqlite#Articles articles.
std::string predicate_name(const std::string& place) {
  const size_t mark = store::table_mark(place);
  std::string name =
      mark != std::string::npos ? place.substr(mark + 1) : std::filesystem::path(place).filename().string();
  if (mark == std::string::npos) name = name.substr(0, name.find('.'));
  std::string out;
  for (const char c : lower_ascii(name)) out += is_alnum(c) ? c : '_';
  return out.empty() || !is_alpha(out[0]) ? "t_" + out : out;
}

// `what`: "PATH" or "PATH\nNAME"; without a name the predicate is called like the file or the table in it.
Status add_table(logic::Session& session, const std::string& what, const std::string& folder,
                 const TableAccess& access) {
  const size_t line = what.find('\n');
  const std::string place = what.substr(0, line);
  const std::string name = line == std::string::npos ? predicate_name(place) : what.substr(line + 1);
  Budget budget;
  Result<script::Value> rows = script::Value();
  const size_t mark = store::table_mark(place);
  const std::string file = place.substr(0, mark),
                    table = mark == std::string::npos ? "" : place.substr(mark + 1);
  if (store::Postgres::is_address(place)) {
    GLEANER_TRY(const auto hosts, store::Postgres::hosts(file));
    for (const std::string& host : hosts)
      if (access.confined && !contains(access.hosts, host))
        return error(Code::usage, "this program may not reach " + host, {}, "allow it: --allow-net " + host);
    rows = script::read_stored(script::Store::postgres, file, table, budget);
  } else {
    const std::string whole = (std::filesystem::path(folder) / file).string();
    if (access.confined && !allowed_path(whole, {folder}).ok())
      return error(Code::usage, "a sandboxed program uses tables of its own folder only, not " + file, {},
                   "put it beside the program, or run the program --trusted");
    rows = script::read_table(table.empty() ? whole : whole + "#" + table, budget);
  }
  if (!rows.ok()) return rows.error();
  if (!rows->is(script::Kind::list))
    return error(Code::bad_input, place + " is no table: it holds no list of rows");
  std::vector<std::string> columns = rows->as_list().columns;
  for (const script::Value& row : rows->as_list().items)
    if (row.is(script::Kind::record))
      for (const auto& [column, value] : row.as_record().fields) add_new(columns, column);
  if (columns.empty()) return error(Code::bad_input, place + " has no columns");
  std::vector<std::vector<logic::PrologValue>> cells;
  for (const script::Value& row : rows->as_list().items) {
    if (!row.is(script::Kind::record)) continue;
    auto& made = cells.emplace_back();
    for (const std::string& column : columns) {
      const script::Value* value = row.as_record().find(column);
      made.push_back(cell_of(value ? *value : script::Value()));
      if (made.back().text.empty()) made.back().text = value ? script::to_text(*value) : "null";
    }
  }
  return session.add(std::make_shared<TableRelation>(name, place, std::move(cells), columns.size()));
}

// --- the session

// Pages of the program's folder, and of the hosts that it may reach.
class PageFetcher : public logic::Fetcher {
 public:
  PageFetcher(std::string folder, bool confined, const AccessOptions& access)
      : files_(std::move(folder), confined,
               [input = access.input](const std::string& path, const LoadOptions& how) {
                 return input.load(path, how);
               }),
        input_(access.input),
        hosts_(hosts_of(access)) {}

  std::string resolve(const std::string& reference, const std::string& base) const override {
    if (!web::is_web_address(reference) && !web::is_web_address(base)) return files_.resolve(reference, base);
    if (reference.find(" with ") != std::string::npos)
      return reference;  // the answer to a form, see Session::submit
    return web::canonical_url(resolve_url(reference, base.substr(0, base.find(' '))));
  }

  Result<DocumentPtr> fetch(const std::string& url) const override {
    if (!web::is_web_address(url)) return files_.fetch(url);
    GLEANER_CHECK(allowed(url));
    GLEANER_TRY(web::Sources * from, input_.sources_of_hosts(hosts_, 0));
    return from->load(url);
  }

  Result<DocumentPtr> submit(const std::string& url, const std::string& body) const override {
    if (!web::is_web_address(url)) return files_.submit(url, body);
    GLEANER_CHECK(allowed(url));
    GLEANER_TRY(web::Sources * from, input_.sources_of_hosts(hosts_, 0));
    return from->submit(url, body);
  }

 private:
  Status allowed(const std::string& url) const {
    const std::string host = host_of(split_url(url));
    if (contains(hosts_, host)) return {};
    return error(Code::unsupported, "this program may not reach " + host, {},
                 "allow it: --allow-net " + host);
  }

  logic::FileFetcher files_;
  PageInput input_;
  std::vector<std::string> hosts_;
};

}  // namespace

void add_logic(Command& verb, LogicOptions& into) {
  verb.add_option("program", into.program, "PROGRAM", "logic program (.pl), - for none")->required();
  verb.add_option("--root", into.root, "FOLDER", "folder of the pages (default: the program's)");
  verb.add_flag("--trusted", into.trusted, "no sandbox: the program may do everything that Prolog can");
  add_net(verb, into.access);
  const Command::Heading limits = verb.under("Limits");
  limits.add_option("--max-seconds,--time", into.seconds, "S", "stop after so many seconds");
  limits.add_option("--max-steps,--inferences", into.inferences, "N",
                    "stop after so many steps of Prolog, 0: never (default 200 million)");
  limits.add_option("--max-megabytes,--stack", into.megabytes, "N",
                    "stop when it has taken so much memory (default 2048, of it 512 for Prolog's stacks)");
}

Result<std::unique_ptr<logic::Session>> open_program(const LogicOptions& options) {
  const bool file = options.program != "-";
  std::string text;
  if (file) {
    GLEANER_TRY(text, read_program(options.program));
  }
  const std::filesystem::path beside = std::filesystem::path(file ? options.program : "").parent_path();
  const std::string folder = beside.empty() ? "." : beside.string();
  logic::SessionOptions made;
  made.trusted = options.trusted;
  made.stack_bytes = (options.megabytes ? options.megabytes : kStackMegabytes) << 20;
  made.fetcher = std::make_shared<PageFetcher>(options.root.empty() ? folder : options.root, !options.trusted,
                                               options.access);
  auto records = std::make_shared<std::shared_ptr<logic::RecordRelation>>();
  const wrap::Registry& registry = run::families();
  const bool trusted = options.trusted;
  const TableAccess access{hosts_of(options.access), !trusted};
  made.use = [folder, trusted, records, access, &registry](const std::string& kind, const std::string& path,
                                                           logic::Session& into) -> Status {
    if (kind == "table") return add_table(into, path, folder, access);
    const std::string whole = (std::filesystem::path(folder) / path).string();
    if (!trusted && !allowed_path(whole, {folder}).ok())
      return error(Code::usage,
                   "a sandboxed program uses wrappers and templates of its own folder only, not " + path, {},
                   "put it beside the program, or run the program --trusted");
    if (kind == "templates") {
      GLEANER_TRY(templates::TemplateSet set, templates::load_templates(whole));
      GLEANER_TRY(auto compiled, templates::compile(std::move(set)));
      return templates::add_templates(into, std::move(compiled));
    }
    GLEANER_TRY(wrap::WrapperFile wrapper, wrap::load_wrapper(whole, registry));
    return logic::add_wrapper(into, wrapper.wrapper, wrap::typed_schema(wrapper), *records);
  };
  made.source = [folder, trusted](const std::string& path) -> Result<std::string> {
    std::string whole = (std::filesystem::path(folder) / path).string();
    std::error_code failed;
    if (!std::filesystem::exists(whole, failed) && !path.ends_with(".pl")) whole += ".pl";
    if (!trusted && !allowed_path(whole, {folder}).ok())
      return error(Code::usage, "a sandboxed program is made of files of its own folder only, not " + path,
                   {}, "put it beside the program, or run the program --trusted");
    return read_program(whole);
  };
  GLEANER_TRY(auto program, logic::Session::create(std::move(made)));
  GLEANER_CHECK(logic::add_page_relations(*program));
  GLEANER_CHECK(program->load_program(text, options.program));
  return program;
}

logic::AskOptions ask_options(const LogicOptions& options) {
  logic::AskOptions made;
  made.inferences = options.inferences;
  const BudgetLimits limits = limits_of(options);
  made.time = limits.time;
  made.memory = limits.memory;
  return made;
}

BudgetLimits limits_of(const LogicOptions& options) {
  BudgetLimits limits;
  if (options.seconds > 0) limits.time = std::chrono::milliseconds(int64_t(options.seconds * 1000));
  limits.memory = (options.megabytes ? options.megabytes : kMegabytes) << 20;
  return limits;
}

}  // namespace gleaner::cli
