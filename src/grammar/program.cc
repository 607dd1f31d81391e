// See program.h; the stages are in program_internal.h.
#include "grammar/program.h"

#include "grammar/program_internal.h"

namespace gleaner::grammar {

Result<std::shared_ptr<const Program>> Program::compile(const Grammar& grammar, uint32_t entry,
                                                        const ProgramOptions& options) {
  auto program = std::make_shared<Program>();
  program->grammar = &grammar;
  program->entry = entry;
  program->actions.push_back({});
  const Steps steps = build_steps(grammar, entry, options, *program);
  make_bytes(steps, close_steps(steps, *program), *program);
  return std::shared_ptr<const Program>(std::move(program));
}

}  // namespace gleaner::grammar
