// A query over a table: the first line is the query, the rest the table's CSV text, called t. Any input is
// read or refused, and what is read is answered within its budget.
#include "fuzz/require.h"
#include "script/interpreter.h"
#include "script/parser.h"
#include "script/tables.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace gleaner;
  const std::string_view all = as_text(data, size);
  const size_t line = all.find('\n');
  const std::string_view query = all.substr(0, line),
                         table = line == std::string_view::npos ? "" : all.substr(line + 1);
  script::ParseOptions known;
  known.known_globals = {"t"};
  auto script = script::parse_script(std::string(query), "fuzz", known);
  if (!script.ok()) return 0;
  BudgetLimits limits;
  limits.steps = 20'000;
  limits.memory = 64u << 20;
  Budget budget(limits);
  script::RunOptions options;
  options.out = [](std::string_view) {};
  script::Interpreter interpreter(*script, options, budget);
  if (auto rows = script::read_csv(table, ',', "fuzz"); rows.ok())
    interpreter.set_global("t", std::move(*rows));
  auto answer = interpreter.run();
  if (!answer.ok()) require(!answer.error().message.empty(), "an error says what");
  else require(!script::to_json(*answer).empty(), "an answer can be written");
  return 0;
}
