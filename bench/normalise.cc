// Normalising columns: bench_normalise [VALUES] reads so many (a million by default) of each kind as a
// step of a flow does, checks the sum, and prints values a second of one core. The peer is strtod on
// the same numbers written plainly.
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "bench/timing.h"
#include "flow/step.h"

namespace {

using namespace gleaner;
using namespace gleaner::flow;

struct Task {
  std::string rule;
  std::function<std::string(size_t)> text;
  std::function<double(size_t)> value;
};

std::string german(double amount) {
  std::string digits = fmt::format("{:.2f}", amount);
  digits[digits.size() - 3] = ',';
  if (digits.size() > 6) digits.insert(digits.size() - 6, ".");
  return digits;
}

void measure(const Task& task, size_t count) {
  Table in;
  in.columns.push_back({"x", wrap::Type::text});
  in.source("shop");
  double expected = 0;
  for (size_t i = 0; i < count; ++i) {
    Row row;
    row.source = 0;
    row.cells.push_back(Cell::of_text(task.text(i)));
    in.rows.push_back(std::move(row));
    expected += task.value(i);
  }
  Diagnostics found;
  const std::string folder = std::filesystem::temp_directory_path() / "gleaner_bench_normalise";
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/ecb.csv") << "Date,USD,CHF,\n2026-01-12,1.25,0.95,\n";
  const auto flow = parse_flow(
      fmt::format("[source.shop]\nquery = \"select 1 as x\"\n[step.n]\nfrom = \"shop\"\nnormalise.x = {}\n",
                  task.rule),
      folder + "/t.flow.toml", found);
  if (!flow) bench::wrong(found[0].message);
  Files files([](const std::string& path) -> Result<std::string> { return bench::slurp(path); });
  StepContext context;
  context.flow = &*flow, context.files = &files, context.today = "2026-01-12";
  double best = 1e9, sum = 0;
  for (int round = 0; round < 3; ++round) {
    const double begin = bench::cpu_seconds();
    auto out = normalise(*flow->step("n"), {&in}, context);
    best = std::min(best, bench::cpu_seconds() - begin);
    if (!out.ok()) bench::wrong(out.error().message);
    if (!out->problems.empty()) bench::wrong(out->problems[0].value + ": " + out->problems[0].reason);
    sum = 0;
    for (const Row& row : out->table.rows)
      sum += row.cells[0].kind == Cell::Kind::number ? row.cells[0].number : double(row.cells[0].text.size());
  }
  if (std::fabs(sum - expected) > 1e-6 * std::fabs(expected) + 0.006 * double(count))
    bench::wrong(fmt::format("{}: {} and not {}", task.rule, sum, expected));
  fmt::print("  {:<64} {:>6.2f} million values a second\n", task.rule, double(count) / best / 1e6);
}

}  // namespace

int main(int argc, char** argv) {
  bench::keep_memory();
  const size_t count = argc > 1 ? size_t(std::atoll(argv[1])) : 1'000'000;
  const auto amount = [](size_t i) { return double(i * 7919 % 500000) / 100 + 1; };
  measure({"{ number = true, original = false }", [&](size_t i) { return german(amount(i)); }, amount},
          count);
  measure(
      {"{ money = \"EUR\", original = false }", [&](size_t i) { return german(amount(i)) + " €"; }, amount},
      count);
  measure({"{ money = \"EUR\", rates = \"ecb.csv\", tax = \"net\", country = \"DE\" }",
           [&](size_t i) { return "CHF " + german(amount(i)); },
           [&](size_t i) { return amount(i) / 0.95 / 1.19; }},
          count);
  measure({"{ date = true }",
           [](size_t i) { return fmt::format("{:02}.{:02}.{}", i % 28 + 1, i % 12 + 1, 2000 + i % 26); },
           [](size_t) { return 10.0; }},
          count);
  measure({"{ unit = \"g\" }", [](size_t i) { return fmt::format("{},{} kg", i % 90, i % 10); },
           [](size_t i) { return double(i % 90) * 1000 + double(i % 10) * 100; }},
          count);
  return 0;
}
