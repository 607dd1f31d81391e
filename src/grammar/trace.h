// The trace page (paper, section 4.3, Debugging): one self-contained HTML file that shows the source marked
// by rule, by variable and by fallback, as the best path read it.
//
// The page holds the source once and the marks as numbers; it draws only the part that is looked at, so that
// a source of some megabytes stays pleasant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grammar/reader.h"

namespace gleaner::grammar {

// Collects all marks of a parse, in the order in which they begin.
class TraceSink : public EventSink {
 public:
  enum class Kind : uint8_t { rule, variable, skip };
  struct Mark {
    Kind kind;
    uint32_t number;  // rule, or binding
    uint64_t begin, end;
  };
  void take(const Event* events, size_t count) override;
  std::vector<Mark> marks;

 private:
  std::vector<size_t> open_;
};

std::string trace_page(const Program& program, std::string_view text, const std::string& name,
                       const TraceSink& trace, const Coverage& coverage);

}  // namespace gleaner::grammar
