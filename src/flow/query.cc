// Filter, derive, aggregate and query: all four are queries of the Gleaner language
// on the tables of other steps.
//
// What a row was made of is found by the query itself: every input has a hidden column with the number of its
// row, and a second column of the answer collects them (list(_row) where rows are grouped). Queries of which
// that cannot be asked (distinct, union, a table joined with itself) are run without: their rows are then
// made of all rows of the inputs.
#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "flow/step.h"
#include "flow/values.h"
#include "script/interpreter.h"
#include "script/parser.h"

namespace gleaner::flow {
namespace {

using script::Value;

std::string row_column(const std::string& table) { return "_row_" + table; }
bool is_row_column(std::string_view name) { return name.starts_with("_row_"); }

Value list_of(const Table& table, const std::string& hidden) {
  std::vector<Value> rows;
  rows.reserve(table.rows.size());
  for (size_t r = 0; r < table.rows.size(); ++r) {
    Value row = Value::record();
    script::Fields& fields = row.as_record().fields;
    fields.reserve(table.columns.size() + 1);
    for (size_t c = 0; c < table.columns.size(); ++c)
      fields.emplace_back(table.columns[c].name, value_of(table.rows[r].cells[c]));
    fields.emplace_back(hidden, Value(double(r)));
    rows.push_back(std::move(row));
  }
  Value list = Value::list(std::move(rows));
  list.as_list().columns = table.names();
  list.as_list().columns.push_back(hidden);
  return list;
}

// Where the select list of the outermost query ends: its ` from `.
size_t from_of(std::string_view query) {
  int depth = 0;
  for (size_t i = 0; i < query.size(); ++i) {
    const char c = query[i];
    if (c == '\'' || c == '"') {
      const size_t end = query.find(c, i + 1);
      if (end == std::string_view::npos) return end;
      i = end;
    }
    depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    if (depth == 0 && i > 0 && is_space(query[i - 1]) && equals_ignoring_case(query.substr(i, 4), "from") &&
        i + 4 < query.size() && is_space(query[i + 4]))
      return i;
  }
  return std::string_view::npos;
}

const script::Query* query_in(const script::Script& script) {
  const auto& statements = script.main->body->kids;
  if (statements.empty()) return nullptr;
  const script::Ast* node = statements.back().get();
  while (node && node->kind != script::Ast::Kind::select)
    node = node->kids.empty() ? nullptr : node->kids[0].get();
  return node ? node->query.get() : nullptr;
}

class QueryStep {
 public:
  QueryStep(const Step& step, const Inputs& inputs, StepContext& context)
      : step_(step), inputs_(inputs), context_(context) {}

  Result<StepOutput> run() {
    const std::string text = text_of_step();
    GLEANER_TRY(const auto script, parse(text));
    std::string asking = with_rows(text, query_in(*script));
    if (!asking.empty())
      if (auto answer = ask(asking); answer.ok()) return output(*answer, true);
    GLEANER_TRY(const Value answer, ask(text));
    out_.notes.emplace_back(
        "which rows an answer was made of is not known: every row is made of all of them");
    return output(answer, false);
  }

 private:
  std::string text_of_step() const {
    const QuerySpec& spec = step_.query;
    if (step_.kind == StepKind::query) {
      std::string_view text = trim(spec.text);
      while (text.ends_with(';')) text = trim(text.substr(0, text.size() - 1));
      return std::string(text);
    }
    const std::string hidden = row_column(step_.inputs[0]);
    std::string columns;
    for (const std::string& by : spec.by) columns += by + ", ";
    for (const auto& [name, expression] : spec.derived)
      columns += fmt::format("({}) as {}, ", expression, name);
    if (!columns.empty()) columns.resize(columns.size() - 2);
    if (step_.kind == StepKind::filter)
      return fmt::format("select {} as {} from {} where ({})", hidden, hidden, step_.inputs[0], spec.text);
    if (step_.kind == StepKind::derive)
      return fmt::format("select {} as {}, {} from {}", hidden, hidden, columns, step_.inputs[0]);
    std::string text = fmt::format("select {} from {}", columns, step_.inputs[0]);
    if (!spec.by.empty()) text += fmt::format(" group by {}", fmt::join(spec.by, ", "));
    return text;
  }

  Result<std::shared_ptr<script::Script>> parse(const std::string& text) const {
    script::ParseOptions options;
    options.known_globals = step_.inputs;
    auto parsed = script::parse_script(text, step_.name, options);
    if (parsed.ok()) return std::move(*parsed);
    return in_step(parsed.error());
  }

  // With the step's name and place.
  Diagnostic in_step(Diagnostic why) const {
    why.message = fmt::format("{}: {}", step_.name, why.message);
    why.where = {context_.flow->path, step_.line};
    return why;
  }

  Result<Value> ask(const std::string& text) {
    GLEANER_TRY(const auto script, parse(text));
    script::RunOptions options;
    options.access.options = false;
    options.jobs = context_.jobs;
    options.note = [this](const std::string& note) { said_.push_back(note); };
    said_.clear();
    if (!budget_) budget_.emplace();
    interpreter_ = std::make_unique<script::Interpreter>(script, std::move(options), *budget_);
    for (size_t i = 0; i < inputs_.size(); ++i)
      interpreter_->set_global(step_.inputs[i], list_of(*inputs_[i], row_column(step_.inputs[i])));
    auto answer = interpreter_->run();
    if (answer.ok()) return answer;
    return in_step(answer.error());
  }

  // The query with the hidden columns in its answer; empty: that would change it.
  std::string with_rows(const std::string& text, const script::Query* query) const {
    if (step_.kind == StepKind::filter || step_.kind == StepKind::derive) return text;
    if (!query || query->distinct || !query->further.empty() || query->from.empty()) return {};
    const size_t at = from_of(text);
    if (at == std::string::npos) return {};
    const bool grouped = query->aggregates || !query->group.empty();
    std::string more;
    for (const script::Query::Source& source : query->from) {
      const bool plain = source.expression->kind == script::Ast::Kind::global ||
                         source.expression->kind == script::Ast::Kind::name;
      const auto input = std::ranges::find_if(
          step_.inputs, [&](const std::string& name) { return text_at(text, *source.expression) == name; });
      if (!plain || input == step_.inputs.end()) return {};
      const std::string column = row_column(*input);
      const std::string name = (source.name.empty() ? "" : source.name + ".") + column;
      more +=
          grouped ? fmt::format(", list({}) as {}", name, column) : fmt::format(", {} as {}", name, column);
    }
    std::string head = text.substr(0, at);
    while (!head.empty() && is_space(head.back())) head.pop_back();
    return head + more + " " + text.substr(at);
  }

  static std::string text_at(const std::string& text, const script::Ast& node) {
    size_t end = node.offset;
    while (end < text.size() && (is_alnum(text[end]) || text[end] == '_')) ++end;
    return node.offset < text.size() ? text.substr(node.offset, end - node.offset) : "";
  }

  Result<StepOutput> output(const Value& answer, bool rows_known) {
    Table got = table_of(answer);
    for (const Table* input : inputs_)
      for (const std::string& source : input->sources) out_.table.source(source);
    const bool whole = step_.kind == StepKind::filter || step_.kind == StepKind::derive;
    if (whole) out_.table.columns = inputs_[0]->columns;
    std::vector<size_t> places;  // of the answer's columns in the output
    for (const Column& column : got.columns) {
      const bool hidden = is_row_column(column.name);
      size_t at = hidden ? Table::npos : out_.table.column(column.name);
      if (!hidden && at == Table::npos) at = out_.table.columns.size(), out_.table.columns.push_back(column);
      else if (!hidden) out_.table.columns[at].type = wrap::Type::text;  // derived anew
      places.push_back(at);
    }
    for (const Row& row : got.rows) {
      Row made;
      made.from = rows_known ? made_of(got, row) : all_rows();
      if (whole && !made.from.empty()) made.cells = inputs_[0]->rows[made.from[0].row].cells;
      made.cells.resize(out_.table.columns.size());
      for (size_t c = 0; c < places.size(); ++c)
        if (places[c] != Table::npos) made.cells[places[c]] = row.cells[c];
      inherit(made);
      out_.table.rows.push_back(std::move(made));
    }
    find_types(out_.table);
    inherit_dates();
    for (const std::string& note : said_) out_.notes.push_back(note);
    return std::move(out_);
  }

  std::vector<RowRef> made_of(const Table& got, const Row& row) const {
    std::vector<RowRef> out;
    for (size_t c = 0; c < got.columns.size(); ++c) {
      if (!is_row_column(got.columns[c].name)) continue;
      const auto input =
          std::ranges::find(step_.inputs, got.columns[c].name.substr(5)) - step_.inputs.begin();
      const Cell& cell = row.cells[c];
      if (cell.kind == Cell::Kind::number) out.push_back({uint32_t(input), uint32_t(cell.number)});
      if (cell.kind != Cell::Kind::json) continue;
      for (const std::string_view number :
           split(std::string_view(cell.text).substr(1, cell.text.size() - 2), ','))
        if (!trim(number).empty() && is_digit(trim(number)[0]))
          out.push_back({uint32_t(input), uint32_t(std::stoul(std::string(trim(number))))});
    }
    return out;
  }

  std::vector<RowRef> all_rows() const {
    std::vector<RowRef> out;
    for (uint32_t i = 0; i < inputs_.size(); ++i)
      for (uint32_t r = 0; r < inputs_[i]->rows.size(); ++r) out.push_back({i, r});
    return out;
  }

  // A row is as stale as what it was made of, and of a source if all of that is.
  void inherit(Row& row) {
    bool first = true;
    for (const RowRef& ref : row.from) {
      const Row& before = inputs_[ref.input]->rows[ref.row];
      if (before.stale && (!row.stale || before.stale < row.stale)) row.stale = before.stale;
      const uint32_t source =
          before.source == kNoPage ? kNoPage : out_.table.source(inputs_[ref.input]->sources[before.source]);
      row.source = first || row.source == source ? source : kNoPage;
      first = false;
    }
  }

  // A column that keeps the name of a column of dates, and holds such, is one.
  void inherit_dates() {
    for (size_t c = 0; c < out_.table.columns.size(); ++c) {
      Column& column = out_.table.columns[c];
      if (column.type != wrap::Type::text) continue;
      for (const Table* input : inputs_) {
        const size_t at = input->column(column.name);
        if (at == Table::npos || input->columns[at].type != wrap::Type::date) continue;
        const bool dates = std::ranges::all_of(out_.table.rows, [&](const Row& row) {
          return row.cells[c].is_null() || (row.cells[c].kind == Cell::Kind::text &&
                                            row.cells[c].text.size() == 10 && row.cells[c].text[4] == '-');
        });
        if (dates) column.type = wrap::Type::date;
      }
    }
  }

  const Step& step_;
  const Inputs& inputs_;
  StepContext& context_;
  StepOutput out_;
  std::vector<std::string> said_;
  std::optional<Budget> budget_;
  std::unique_ptr<script::Interpreter> interpreter_;  // owns what answers are made of
};

}  // namespace

Value value_of(const Cell& cell) {
  switch (cell.kind) {
    case Cell::Kind::null: return Value();
    case Cell::Kind::number: return Value(cell.number);
    case Cell::Kind::boolean: return Value(cell.number != 0);
    default: break;
  }
  Value text = Value::text(cell.text);
  text.as_text().untyped = true;  // a price on a page is compared with a number as one
  return text;
}

Cell cell_of(const Value& value) {
  switch (value.kind()) {
    case script::Kind::null: return {};
    case script::Kind::boolean: return Cell::of_boolean(value.boolean());
    case script::Kind::number: return Cell::of_number(value.number());
    case script::Kind::text: return Cell::of_text(std::string(value.view()));
    case script::Kind::exact: return Cell::of_text(script::to_text(value));
    case script::Kind::list:
    case script::Kind::record: return Cell::of_json(script::to_json(value));
    default: return Cell::of_text(script::to_text(value));
  }
}

Table table_of(const Value& value) {
  Table out;
  std::vector<Value> rows = value.is(script::Kind::list) ? value.as_list().items : std::vector<Value>{value};
  if (value.is(script::Kind::list))
    for (const std::string& name : value.as_list().columns) out.columns.push_back({name, wrap::Type::text});
  for (const Value& one : rows) {
    Row row;
    row.cells.resize(out.columns.size());
    const auto put = [&](const std::string& name, const Value& cell) {
      size_t at = out.column(name);
      if (at == Table::npos) {
        at = out.columns.size();
        out.columns.push_back({name, wrap::Type::text});
        for (Row& before : out.rows) before.cells.emplace_back();
        row.cells.emplace_back();
      }
      row.cells[at] = cell_of(cell);
    };
    if (const script::Fields* fields = script::fields_in(one))
      for (const auto& [name, cell] : *fields) put(name, cell);
    else put("value", one);
    out.rows.push_back(std::move(row));
  }
  return out;
}

Result<StepOutput> run_query(const Step& step, const Inputs& inputs, StepContext& context) {
  return QueryStep(step, inputs, context).run();
}

}  // namespace gleaner::flow
