// Script text: any input is read or refused, and what is read runs within its budget without touching
// anything.
#include "fuzz/require.h"
#include "script/interpreter.h"
#include "script/parser.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace gleaner;
  auto script = script::parse_script(std::string(as_text(data, size)), "fuzz");
  if (!script.ok()) {
    require(!script.error().message.empty(), "an error says what");
    return 0;
  }
  BudgetLimits limits;
  limits.steps = 20'000;
  limits.memory = 64u << 20;
  Budget budget(limits);
  script::RunOptions options;
  options.out = [](std::string_view) {};
  script::Interpreter interpreter(*script, options, budget);
  auto ran = interpreter.run();
  if (!ran.ok()) require(!ran.error().message.empty(), "an error says what");
  return 0;
}
