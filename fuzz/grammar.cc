// Grammar text and source in one input, cut at the first NUL: any grammar is read or refused, any automaton
// runs within its budget, and what it delivers is well nested and in order.
#include "fuzz/require.h"
#include "grammar/parser.h"
#include "grammar/scanner.h"

namespace {

using namespace gleaner;
using namespace gleaner::grammar;

struct Check : EventSink {
  explicit Check(uint64_t n) : size(n) {}
  void take(const Event* events, size_t count) override {
    for (const Event* e = events; e != events + count; ++e) {
      require(e->position >= last && e->position <= size, "positions are in order and in the source");
      last = e->position;
      depth += e->op == Op::enter || e->op == Op::begin || e->op == Op::skip_begin;
      depth -= e->op == Op::exit || e->op == Op::end || e->op == Op::skip_end;
      require(depth >= 0, "what ends has begun");
    }
  }
  uint64_t size, last = 0;
  int64_t depth = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input = as_text(data, size);
  const size_t cut = std::min(input.find('\0'), input.size());
  const std::string_view source = input.substr(std::min(cut + 1, input.size()));
  auto grammar = parse_grammar(std::string(input.substr(0, cut)));
  if (!grammar.ok()) {
    require(!grammar.error().message.empty() && grammar.error().where.line > 0,
            "an error says what and where");
    return 0;
  }
  auto program = Program::compile(*grammar, uint32_t(grammar->rules.size() - 1), {.inline_points = 2000});
  require(program.ok(), "a checked grammar compiles");
  for (bool eager : {false, true}) {
    Scanner scanner(*program, {.eager = eager, .cache_bytes = 1u << 20, .cover_work = 1'000});
    scanner.set_test([](uint32_t, uint64_t begin, uint64_t end) { return (end - begin) % 3 != 1; });
    BudgetLimits limits;
    limits.steps = 10'000;
    limits.memory = 64u << 20;
    Budget budget(limits);
    Check check(source.size());
    scanner.feed(source.substr(0, source.size() / 2), check, budget);
    scanner.feed(source.substr(source.size() / 2), check, budget);
    const Outcome outcome = scanner.finish(check, budget);
    if (outcome.kind == Outcome::Kind::matched) require(check.depth == 0, "everything that began has ended");
  }
  return 0;
}
