// Reader: turns the events of a parse into records.
//
// A rule's variables are the fields. What is assigned from a call of a rule that has variables is a nested
// record; a call that is not assigned gives its fields to the record around it. Which rule instances are the
// records:
//   the entry rule has no variables               each outermost rule instance that has some
//   its one variable is a `+=` list of such rules each element
//   otherwise                                     the entry rule itself, one record
// The first two stream: a record is handed over when it is complete, and forgotten. Recursive rules nest
// records as deep as the source says; deeper than kMaxNested a variable holds the text instead.
//
// What a rule named `skipped` reads counts as skipped, as what fallbacks skip: so a grammar can say how far
// to skip, as `strict rule skipped is [^\n]+ '\n' end` does for lines.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "grammar/scanner.h"
#include "wrap/record.h"
#include "wrap/schema.h"
#include "wrap/wrapper.h"

namespace gleaner::grammar {

// How much of the source was understood.
struct Coverage {
  uint64_t total = 0;     // bytes read
  uint64_t skipped = 0;   // by fallbacks
  uint64_t assigned = 0;  // inside a variable
  uint64_t skips = 0;     // how many portions were skipped
  uint64_t unread = 0;    // behind the place where a reading that was cut off, or failed, had got
  uint64_t matched() const { return total - std::min(total, skipped + unread); }
};

struct Range {
  uint64_t begin = 0, end = 0;
  // As records keep it. A stream can be longer than a page: what stands behind its first 4 GiB has no span.
  std::optional<Span> span() const {
    if (end > std::numeric_limits<uint32_t>::max()) return std::nullopt;
    return Span{uint32_t(begin), uint32_t(end)};
  }
};

// One rule instance with what its variables hold.
struct Instance {
  struct Field {
    uint32_t rule, variable;  // which variable of which rule
    bool append;
    Range range;
    uint32_t child = kNone;  // number of the nested instance
    uint32_t binding = 0;
  };
  uint32_t rule = kNone;
  Range range;
  std::vector<Field> fields;
};

class Reader : public EventSink {
 public:
  // `record`: called for each record; nested instances are looked up with instance().
  using OnRecord = std::function<void(const Instance& record)>;
  using OnSkip = std::function<void(Range range)>;

  Reader(const Program& program, OnRecord record, OnSkip skip = {});
  void take(const Event* events, size_t count) override;
  void reset();

  const Instance& instance(uint32_t number) const { return pool_[number]; }
  Coverage coverage;
  // Bytes before this are needed for no record that is still to come.
  uint64_t keep_from(uint64_t otherwise) const;
  // Hands over what is complete of a parse that was cut off by a budget; records that
  // hold nothing yet are left out.
  void flush_partial(uint64_t end);
  bool partial() const { return partial_; }  // the record being handed over is such a one

 private:
  enum class Role : uint8_t { pass, record, nested, merged, ignored };
  struct Open {
    uint32_t instance;
    Role role;
    uint32_t depth;  // records around it
    uint32_t rule;
  };
  struct OpenVariable {
    uint32_t binding;
    uint32_t depth;  // of open_ when it began
    uint64_t begin;
    uint32_t child = kNone;
  };
  void enter(uint32_t rule, uint64_t position);
  void exit(uint64_t position);
  void assign(uint32_t binding, uint64_t position);
  void count_skip(uint64_t end);
  bool is_leaf(uint32_t binding) const;
  uint32_t acquire(uint32_t rule, uint64_t position);
  void release(uint32_t instance);
  Role role_of(uint32_t rule) const;

  const Program& program_;
  OnRecord on_record_;
  OnSkip on_skip_;
  bool entry_is_record_ = false, entry_list_ = false;
  std::vector<bool> has_fields_;  // rule has variables, its own or through calls that are not assigned
  std::vector<Instance> pool_;
  std::vector<uint32_t> free_;
  std::vector<Open> open_;
  std::vector<OpenVariable> variables_;
  uint64_t skip_begin_ = 0;
  uint32_t skipped_rule_ = kNone;
  bool partial_ = false;
};

// A record as the wrappers give it. `text` is the source from byte `base` on; white space stays as it is
// written.
wrap::Record to_record(const Reader& reader, const Program& program, const Instance& instance,
                       std::string_view text, uint64_t base);

// The fields that records of this program can have, and the rules in words (index 0 is unknown, then one for
// each rule).
wrap::Schema schema_of(const Program& program);
std::vector<wrap::Rule> rules_of(const Program& program);

}  // namespace gleaner::grammar
