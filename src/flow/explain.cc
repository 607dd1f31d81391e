// See explain.h.
#include "flow/explain.h"
#include "base/contains.h"
#include "base/lists.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/shorten.h"
#include "base/text.h"
#include "base/zone.h"
#include "flow/lineage.h"
#include "flow/schedule.h"
#include "page/load.h"
#include "store/target.h"

namespace gleaner::flow {
namespace {

constexpr uint32_t kAroundBytes = 24;  // of the page shown on both sides of a value
constexpr size_t kMostInputs = 6;      // rows of an aggregate that are followed

class Explainer {
 public:
  Explainer(const Flow& flow, const Environment& environment, Ledger& ledger, const RunRecord& run)
      : flow_(flow),
        environment_(environment),
        ledger_(ledger),
        run_(run),
        files_([this](const std::string& path) { return file_of_run(path); }) {
    context_.flow = &flow, context_.files = &files_, context_.now = run.started;
    context_.today = format_moment(run.started, zone_of_schedule(flow.schedule)).substr(0, 10);
  }

  Result<const Table*> table(const std::string& step) {
    if (const auto there = tables_.find(step); there != tables_.end()) return &there->second;
    for (const StepRecord& one : run_.steps)
      if (one.step == step) {
        GLEANER_TRY(tables_[step], ledger_.table(one.table));
        return &tables_[step];
      }
    return error(Code::not_found, fmt::format("run {} has no step {}", run_.run, step));
  }

  // Rows of a step that have all of these texts among their values.
  Result<std::vector<uint32_t>> find_rows(const std::string& step, const std::vector<std::string>& wanted,
                                          const std::string& column) {
    GLEANER_TRY(const Table* rows, table(step));
    std::vector<uint32_t> out;
    if (rows->column(column) == Table::npos) return out;
    for (uint32_t r = 0; r < rows->rows.size(); ++r) {
      const bool all = std::ranges::all_of(wanted, [&](const std::string& text) {
        return std::ranges::any_of(rows->rows[r].cells,
                                   [&](const Cell& cell) { return !cell.is_null() && shown(cell) == text; });
      });
      if (all) out.push_back(r);
    }
    return out;
  }

  Status follow(const std::string& name, uint32_t row, const std::string& column, int depth,
                std::vector<ExplainLine>& out) {
    const Step* step = flow_.step(name);
    if (!step) return error(Code::not_found, fmt::format("the flow has no step {}", name));
    GLEANER_TRY(const Table* rows, table(name));
    if (row >= rows->rows.size()) return error(Code::bad_input, fmt::format("{} has no row {}", name, row));
    const Row& here = rows->rows[row];
    const size_t at = rows->column(column);
    const std::string value = at == Table::npos ? "" : shown(here.cells[at]);
    std::string words =
        at == Table::npos
            ? fmt::format("row {}", row + 1)
            : fmt::format("{} = {}", column, here.cells[at].is_null() ? "nothing" : shortened(value, 120));
    if (here.stale) words += fmt::format(" (stale: of run {})", here.stale);
    if (step->is_source()) return source(*step, *rows, row, at, words, depth, out);
    if (here.from.empty() && !flow_.all_lineage) {
      words += " (reached no delivery: what it was made of was not kept)";
    } else if (step->kind == StepKind::normalise && !here.from.empty()) {
      GLEANER_TRY(const Table* input, table(step->inputs[0]));
      auto how = explain_normalised(*step, *input, here.from[0].row, column, context_);
      if (how.ok() && !how->empty()) words += " = " + *how;
      else if (!how.ok()) words += fmt::format(" ({})", how.error().message);
    } else {
      words += how_made(*step, here, column);
    }
    out.push_back({depth, name, std::string(name_of(step->kind)), words});
    return inputs(*step, *rows, here, column, value, depth, out);
  }

 private:
  std::string how_made(const Step& step, const Row& row, const std::string& column) const {
    switch (step.kind) {
      case StepKind::filter: return fmt::format(", kept by: {}", step.query.text);
      case StepKind::query:
        return fmt::format(", by: {} (of {})", shortened(collapse(step.query.text), 160),
                           counted_rows(row.from.size()));
      case StepKind::derive:
      case StepKind::aggregate:
        for (const auto& [name, expression] : step.query.derived)
          if (name == column) return fmt::format(" = {} (of {})", expression, counted_rows(row.from.size()));
        return "";
      case StepKind::match: {
        const auto probability = tables_.at(step.name).column("probability");
        return probability == Table::npos
                   ? ""
                   : fmt::format(", matched with probability {}", shown(row.cells[probability]));
      }
      case StepKind::integrate:
        return row.from.size() > 1 ? fmt::format(", first of {} with its key", row.from.size()) : "";
      default: return "";
    }
  }
  static std::string counted_rows(size_t n) { return fmt::format("{} row{}", n, n == 1 ? "" : "s"); }

  // The rows that it was made of: of an aggregate those that have the value, where some do.
  Status inputs(const Step& step, const Table&, const Row& row, const std::string& column,
                const std::string& value, int depth, std::vector<ExplainLine>& out) {
    std::vector<std::pair<RowRef, std::string>> ways;
    for (const RowRef& ref : row.from) {
      const std::string& input = step.inputs[ref.input];
      GLEANER_TRY(const Table* rows, table(input));
      std::string before = column;
      if (const auto renamed = step.integrate.rename.find(input); renamed != step.integrate.rename.end())
        for (const auto& [from, to] : renamed->second)
          if (to == column) before = from;
      if (rows->column(before) == Table::npos && step.kind == StepKind::normalise)
        for (const std::string_view ending : {"_text", "_currency"})
          if (column.ends_with(ending)) before = column.substr(0, column.size() - ending.size());
      if (rows->column(before) == Table::npos && column.starts_with(input + "_"))
        before = column.substr(input.size() + 1);
      if (rows->column(before) == Table::npos) before = named_in_query(step, *rows, column);
      ways.emplace_back(ref, before);
    }
    const auto has = [&](const auto& way) {
      return !way.second.empty() &&
             tables_.at(step.inputs[way.first.input]).column(way.second) != Table::npos;
    };
    const auto same = [&](const auto& way) {
      const Table& rows = tables_.at(step.inputs[way.first.input]);
      return has(way) && shown(rows.rows[way.first.row].cells[rows.column(way.second)]) == value;
    };
    if (std::ranges::any_of(ways, has)) std::erase_if(ways, [&](const auto& way) { return !has(way); });
    if (ways.size() > 1 && std::ranges::any_of(ways, same))
      std::erase_if(ways, [&](const auto& way) { return !same(way); });
    for (size_t i = 0; i < ways.size(); ++i) {
      if (i == kMostInputs) {
        out.push_back({depth + 1, "", "", fmt::format("and {} more rows", ways.size() - i)});
        break;
      }
      GLEANER_CHECK(
          follow(step.inputs[ways[i].first.input], ways[i].first.row, ways[i].second, depth + 1, out));
    }
    return {};
  }

  // A column of the input that the expression behind `column` names: min(price) as best leads to price.
  static std::string named_in_query(const Step& step, const Table& input, const std::string& column) {
    std::string expression;
    for (const auto& [name, text] : step.query.derived)
      if (name == column) expression = text;
    if (expression.empty() && step.kind == StepKind::query) {
      const size_t as = lower_ascii(step.query.text).find(" as " + lower_ascii(column));
      if (as != std::string::npos) {
        size_t from = step.query.text.rfind(',', as);
        if (from == std::string::npos) from = 0;
        expression = step.query.text.substr(from, as - from);
      }
    }
    std::string word;
    for (size_t i = 0; i <= expression.size(); ++i) {
      const char c = i < expression.size() ? expression[i] : ' ';
      if (is_alnum(c) || c == '_') {
        word += c;
        continue;
      }
      if (!word.empty() && input.column(word) != Table::npos) return word;
      word.clear();
    }
    return {};
  }

  Status source(const Step& step, const Table& rows, uint32_t row, size_t at, std::string words, int depth,
                std::vector<ExplainLine>& out) {
    const Row& here = rows.rows[row];
    if (here.page == kNoPage || here.page >= rows.pages.size()) {
      out.push_back({depth, step.name, std::string(name_of(step.kind)),
                     fmt::format("{}, row {} of {}", words, row + 1,
                                 step.source.table.empty() ? step.source.script
                                                           : store::shown_place(step.source.table))});
      return {};
    }
    if (at != Table::npos && !here.cells[at].text.empty() && here.cells[at].kind != Cell::Kind::text)
      words += fmt::format(" (written \"{}\")", here.cells[at].text);
    words += " from " + place_text(rows, row, at);
    if (at != Table::npos && at < here.places.size()) {
      const Place& place = here.places[at];
      if (const std::string text = around(rows.pages[here.page], place.span); !text.empty())
        words += ": " + text;
      if (place.rule && place.rule < rows.rules.size())
        words += fmt::format(", rule {}", rows.rules[place.rule]);
    }
    words += fmt::format(", run {} of {}", here.stale ? here.stale : run_.run, format_moment(run_.started));
    out.push_back({depth, step.name, "page", words});
    return {};
  }

  // The bytes of the page, from where it was kept, or from the file if it still is the same.
  std::string around(const PageSeen& page, Span span) const {
    if (span.empty()) return {};
    Result<std::string> bytes = environment_.pages ? environment_.pages->find(page.hash)
                                                   : Result<std::string>(error(Code::not_found, ""));
    if (!bytes.ok()) bytes = read_file(page.name);
    if (!bytes.ok() || PageFolder::hash_of(*bytes) != page.hash || span.end > bytes->size())
      return "(the page was not kept)";
    const uint32_t begin = span.begin > kAroundBytes ? span.begin - kAroundBytes : 0,
                   end = std::min(uint32_t(bytes->size()), span.end + kAroundBytes);
    return collapse(bytes->substr(begin, end - begin));
  }

  Result<std::string> file_of_run(const std::string& path) {
    if (!kept_) {
      GLEANER_TRY(kept_, ledger_.files_of_run(run_.run));
    }
    if (const auto found = kept_->find(path); found != kept_->end()) return found->second;
    return read_file(path);
  }

  const Flow& flow_;
  const Environment& environment_;
  Ledger& ledger_;
  const RunRecord& run_;
  Files files_;
  StepContext context_;
  std::map<std::string, Table> tables_;
  std::optional<std::map<std::string, std::string>> kept_;
};

}  // namespace

namespace {

// The flow as the run had it: steps may have been renamed since. That of today where it was not kept.
Flow flow_of_run(const Flow& today, Ledger& ledger, int64_t run) {
  const auto files = ledger.files_of_run(run);
  const auto text = files.ok() ? files->find(today.path) : decltype(files->end())();
  if (!files.ok() || text == files->end()) return today;
  Diagnostics ignored;
  auto then = parse_flow(text->second, today.path, ignored);
  if (then) return std::move(*then);
  return today;
}

}  // namespace

Result<std::vector<ExplainLine>> explain(const Flow& today, const Environment& environment,
                                         const ExplainQuestion& question) {
  GLEANER_TRY(const auto ledger, Ledger::open(today, false));
  GLEANER_TRY(const auto run, question.run ? ledger->run(question.run) : ledger->last_done());
  if (!run)
    return error(Code::not_found,
                 question.run ? fmt::format("there is no run {}", question.run) : "the flow has not run yet");
  const Flow flow = flow_of_run(today, *ledger, run->run);
  Explainer explainer(flow, environment, *ledger, *run);
  std::vector<std::string> steps;
  if (!question.step.empty()) steps = {question.step};
  for (const Delivery& to : flow.deliveries)
    if (question.step.empty() && !contains(steps, to.from)) steps.push_back(to.from);
  for (size_t i = flow.steps.size(); question.step.empty() && i-- > 0;) add_new(steps, flow.steps[i].name);
  std::vector<ExplainLine> out;
  for (const std::string& step : steps) {
    GLEANER_TRY(const std::vector<uint32_t> rows, explainer.find_rows(step, question.row, question.column));
    constexpr size_t kMostRows = 10;
    for (size_t i = 0; i < rows.size() && i < kMostRows; ++i)
      GLEANER_CHECK(explainer.follow(step, rows[i], question.column, 0, out));
    if (rows.size() > kMostRows)
      out.push_back(
          {0, step, "", fmt::format("and {} more rows; say more of the row", rows.size() - kMostRows)});
    if (!rows.empty()) return out;
  }
  return error(Code::not_found,
               fmt::format("no row of run {} has {} and a column {}", run->run, fmt::join(question.row, ", "),
                           question.column),
               {}, fmt::format("steps: {}", fmt::join(steps, ", ")));
}

}  // namespace gleaner::flow
