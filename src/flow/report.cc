// See report.h.
#include "flow/report.h"
#include "base/lists.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/json.h"
#include "base/shorten.h"
#include "base/text.h"
#include "base/zone.h"
#include "flow/explain.h"
#include "flow/schedule.h"

namespace gleaner::flow {
namespace {

constexpr size_t kReportRows = 500;   // of a table
constexpr size_t kReportCharts = 60;  // of a step
constexpr size_t kReportLines = 8;    // of a chart
constexpr int kChartWidth = 340, kChartHeight = 150, kChartLeft = 48, kChartBottom = 20, kChartTop = 8;
constexpr const char* kInks[] = {"#2563eb", "#d97706", "#059669", "#dc2626",
                                 "#7c3aed", "#0891b2", "#be185d", "#4d7c0f"};

struct ChartPoint {
  int64_t run = 0;
  double value = 0;
};
// The runs in which a value was in force, one line for each row of a key.
struct ChartLine {
  std::string name;
  std::vector<ChartPoint> points;
};

// A list of texts as people write one.
std::string list_words(const Cell& cell) {
  if (cell.kind != Cell::Kind::json || !cell.text.starts_with("[\"")) return shown(cell);
  std::string out;
  const auto parsed = json::parse(cell.text);
  if (!parsed.ok() || !parsed->root.is_array()) return shown(cell);
  for (const json::Value& one : parsed->root.items) out += (out.empty() ? "" : ", ") + std::string(one.text);
  return out;
}

size_t decimals_of(std::string_view number) {
  const size_t point = number.find('.');
  return point == std::string_view::npos || number.find('e') != std::string_view::npos
             ? 0
             : number.size() - point - 1;
}

// Numbers of a column that is written with few decimals have as many of them each: 718.70 below 760.19.
void pad_decimals(std::string& number, size_t decimals) {
  constexpr size_t kFew = 2;
  if (decimals == 0 || decimals > kFew || number.find_first_not_of("-.0123456789") != std::string::npos)
    return;
  if (decimals_of(number) == 0) number += '.';
  number.append(decimals - std::min(decimals, decimals_of(number)), '0');
}

std::string table_part(const Table& table) {
  std::vector<size_t> decimals(table.columns.size(), 0);
  for (const Row& row : table.rows)
    for (size_t c = 0; c < row.cells.size(); ++c)
      if (row.cells[c].kind == Cell::Kind::number)
        decimals[c] = std::max(decimals[c], decimals_of(shown(row.cells[c])));
  std::string out = "<div class=wide><table><thead><tr>";
  for (const Column& column : table.columns) out += "<th>" + escape_html(column.name) + "</th>";
  out += "</tr></thead><tbody>\n";
  for (size_t r = 0; r < table.rows.size() && r < kReportRows; ++r) {
    const Row& row = table.rows[r];
    out += row.stale ? "<tr class=stale>" : "<tr>";
    for (size_t c = 0; c < row.cells.size(); ++c) {
      const bool number = row.cells[c].kind == Cell::Kind::number;
      std::string text = shortened(list_words(row.cells[c]), 120);
      if (number) pad_decimals(text, decimals[c]);
      out += (number ? "<td class=n>" : "<td>") + escape_html(text) + "</td>";
    }
    out += "</tr>\n";
  }
  out += "</tbody></table></div>\n";
  if (table.rows.size() > kReportRows)
    out += fmt::format("<p>and {} more rows</p>\n", table.rows.size() - kReportRows);
  return out;
}

std::string chart(const std::string& title, const std::vector<ChartLine>& lines,
                  const std::map<int64_t, int64_t>& starts) {
  double low = INFINITY, high = -INFINITY;
  for (const ChartLine& line : lines)
    for (const ChartPoint& point : line.points)
      low = std::min(low, point.value), high = std::max(high, point.value);
  if (!(low <= high)) return {};
  if (high == low) low -= std::max(1.0, std::abs(low) * 0.05), high += std::max(1.0, std::abs(high) * 0.05);
  const int64_t first = starts.begin()->second, last = std::max(starts.rbegin()->second, first + 1);
  const auto x_of = [&](int64_t run) {
    const auto at = starts.find(run);
    const int64_t when = at == starts.end() ? last : at->second;
    return kChartLeft + double(when - first) / double(last - first) * (kChartWidth - kChartLeft - 8);
  };
  const auto y_of = [&](double value) {
    return kChartTop + (high - value) / (high - low) * (kChartHeight - kChartTop - kChartBottom);
  };
  std::string out = fmt::format(
      "<figure><figcaption>{}</figcaption><svg width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\">",
      escape_html(title), kChartWidth, kChartHeight, kChartWidth, kChartHeight);
  for (const double value : {low, (low + high) / 2, high})
    out += fmt::format(
        "<line class=grid x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
        "<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:.2f}</text>",
        kChartLeft, kChartWidth - 8, y_of(value), y_of(value), kChartLeft - 4, y_of(value) + 3, value);
  out += fmt::format("<text x=\"{}\" y=\"{}\">{}</text><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
                     kChartLeft, kChartHeight - 4, format_moment(first).substr(0, 10), kChartWidth - 8,
                     kChartHeight - 4, format_moment(last).substr(0, 10));
  std::string names;
  for (size_t i = 0; i < lines.size() && i < kReportLines; ++i) {
    std::string path;
    for (const ChartPoint& point : lines[i].points)
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x_of(point.run), y_of(point.value));
    out += fmt::format("<path class=line stroke=\"{}\" d=\"{}\"><title>{}</title></path>", kInks[i], path,
                       escape_html(lines[i].name));
    if (lines.size() > 1)
      names += fmt::format("<span style=\"color:{}\">{}</span> ", kInks[i], escape_html(lines[i].name));
  }
  return out + "</svg>" + (names.empty() ? "" : "<div class=names>" + names + "</div>") + "</figure>\n";
}

// Charts of the number columns of a step with a key: a chart for the first part of the key, a
// line for each row that has it.
Result<std::string> charts_of(Ledger& ledger, const std::string& step, const Table& table,
                              const std::map<int64_t, int64_t>& starts) {
  std::string out;
  for (const Column& column : table.columns) {
    if (column.type != wrap::Type::number || column.name == "probability") continue;
    GLEANER_TRY(const auto values, ledger.history(step, {}, column.name));
    std::map<std::string, std::vector<ChartLine>> charts;
    for (const auto& [key, lines] : values) {
      const auto parts = split(key, '\x1f');
      ChartLine line{parts.size() > 1 ? std::string(parts[1]) : std::string(parts[0]), {}};
      for (const HistoryValue& one : lines) {
        // A value holds until the run before the next one: a step, not a slope.
        line.points.push_back({one.from, std::strtod(one.value.c_str(), nullptr)});
        const auto until = one.to ? starts.lower_bound(one.to) : starts.end();
        line.points.push_back({until == starts.begin() ? one.from : std::prev(until)->first,
                               std::strtod(one.value.c_str(), nullptr)});
      }
      charts[std::string(parts[0])].push_back(std::move(line));
    }
    // What never changed needs no picture.
    std::erase_if(charts, [](const auto& one) {
      return std::ranges::all_of(one.second, [](const ChartLine& line) {
        return std::ranges::all_of(
            line.points, [&](const ChartPoint& point) { return point.value == line.points[0].value; });
      });
    });
    if (charts.empty()) continue;
    out += fmt::format("<h3>{} over time</h3>\n<div class=charts>\n", escape_html(column.name));
    size_t n = 0;
    for (const auto& [title, lines] : charts)
      if (n++ < kReportCharts) out += chart(title, lines, starts);
    out += "</div>\n";
    if (charts.size() > kReportCharts)
      out += fmt::format("<p>and {} more</p>\n", charts.size() - kReportCharts);
  }
  return out;
}

std::string runs_part(const std::vector<RunRecord>& runs) {
  std::string out =
      "<table><thead><tr><th>run</th><th>started</th><th>status</th><th>problems</th><th>seconds</th><th>"
      "</th></tr></thead><tbody>\n";
  for (const RunRecord& one : runs)
    out += fmt::format(
        "<tr{}><td class=n>{}</td><td>{}</td><td>{}</td><td class=n>{}</td><td class=n>{:.2f}</td>"
        "<td>{}</td></tr>\n",
        one.status == "failed" ? " class=bad" : "", one.run, format_moment(one.started), one.status,
        one.problems, one.seconds, escape_html(one.note));
  return out + "</tbody></table>\n";
}

}  // namespace

std::string page_head(const std::string& title) {
  return "<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
         "<meta name=viewport content=\"width=device-width\"><title>" +
         escape_html(title) + R"(</title><style>
:root{color-scheme:light dark;--line:#c9d0d9;--box:#f4f6f9;--source:#e3f1e6;--deliver:#fdeedd;--ink:#1d2430;--soft:#667}
@media (prefers-color-scheme:dark){:root{--box:#232a35;--source:#1e3324;--deliver:#3a2b1a;--ink:#e4e8ee;--line:#4a5361;--soft:#9aa5b5}body{background:#14181f}}
body{font:15px/1.45 system-ui,sans-serif;color:var(--ink);margin:1.5rem;max-width:78rem}
table{border-collapse:collapse;margin:.5rem 0}th,td{border:1px solid var(--line);padding:.2rem .6rem;text-align:left;vertical-align:top}th{background:var(--box)}
.wide{overflow-x:auto}td.n{text-align:right;font-variant-numeric:tabular-nums}tr.stale td{color:var(--soft);font-style:italic}tr.bad td{color:#dc2626}
.charts{display:flex;flex-wrap:wrap;gap:.6rem}figure{margin:0;border:1px solid var(--line);border-radius:6px;padding:.4rem}
figcaption{font-weight:600;font-size:.85rem}svg{max-width:100%;height:auto}svg text{font:10px system-ui,sans-serif;fill:var(--ink)}.grid{stroke:var(--line);stroke-width:.6}
.line{fill:none;stroke-width:1.6}.names{font-size:.75rem}.graph .name{font:600 13px system-ui,sans-serif}
.graph rect{fill:var(--box);stroke:var(--line)}.graph .source rect{fill:var(--source)}.graph .deliver rect{fill:var(--deliver)}
.graph .edge{fill:none;stroke:var(--soft);stroke-width:1.4}.graph marker path{fill:var(--soft)}.graph{max-width:100%;height:auto}
</style></head><body>
)";
}

static std::string review_part(const std::vector<ReviewPair>& review) {
  if (review.empty()) return {};
  std::string out =
      "<h2>To review</h2>\n<table><thead><tr><th>probability</th><th>left</th><th>right</th><th>why</th>"
      "</tr></thead><tbody>\n";
  for (const ReviewPair& one : review)
    out += fmt::format("<tr><td class=n>{:.2f}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", one.probability,
                       escape_html(one.left_text), escape_html(one.right_text), escape_html(one.why));
  return out + "</tbody></table>\n";
}

static std::string problems_part(const std::vector<Ledger::ProblemLine>& problems) {
  if (problems.empty()) return {};
  std::string out =
      "<h2>Problems</h2>\n<table><thead><tr><th>step</th><th>column</th><th>value</th><th>reason</th>"
      "<th>place</th></tr></thead><tbody>\n";
  for (const Ledger::ProblemLine& one : problems)
    out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                       escape_html(one.problem.step), escape_html(one.problem.column),
                       escape_html(shortened(one.problem.value, 80)), escape_html(one.problem.reason),
                       escape_html(one.problem.place));
  return out + "</tbody></table>\n";
}

Result<std::string> report_html(const Flow& flow) {
  constexpr size_t kRuns = 400;
  GLEANER_TRY(const auto ledger, Ledger::open(flow, false));
  GLEANER_TRY(const auto last, ledger->last_done());
  if (!last) return error(Code::not_found, fmt::format("the flow {} has not run yet", flow.name));
  GLEANER_TRY(const auto runs, ledger->runs(kRuns, false));
  std::map<int64_t, int64_t> starts;
  for (const RunRecord& one : runs)
    if (one.status == "done") starts[one.run] = one.started;
  NodeWords words;
  for (const StepRecord& one : last->steps)
    words[one.step] = fmt::format("{} rows, {}", one.rows_out, one.status);
  std::string out = page_head(flow.name) + "<h1>" + escape_html(flow.name) + "</h1>\n" +
                    fmt::format(
                        "<p>Run {} of {}. Rows in italics are stale: their source is broken, "
                        "they are those of its last good run.</p>\n",
                        last->run, format_moment(last->started)) +
                    graph_svg(flow, words);
  std::vector<std::string> shown_steps;
  for (const Delivery& to : flow.deliveries) add_new(shown_steps, to.from);
  for (const std::string& step : shown_steps)
    for (const StepRecord& one : last->steps) {
      if (one.step != step) continue;
      GLEANER_TRY(const Table table, ledger->table(one.table));
      out += fmt::format("<h2>{}</h2>\n", escape_html(step));
      GLEANER_TRY(const std::string charts, charts_of(*ledger, step, table, starts));
      out += table_part(table) + charts;
    }
  GLEANER_TRY(const auto review, ledger->review());
  GLEANER_TRY(const auto problems, ledger->problems(false, kReportRows));
  return out + review_part(review) + problems_part(problems) + "<h2>Runs</h2>\n" + runs_part(runs) +
         "</body></html>\n";
}

}  // namespace gleaner::flow
