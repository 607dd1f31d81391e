// Sources: where the rows of a flow come from. Pages by a wrapper (with the check for drift, and repair where
// it is wanted), tables, scripts and queries.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "flow/page_folder.h"
#include "flow/step.h"
#include "web/fetch.h"
#include "wrap/wrapper.h"

namespace gleaner::flow {

struct Environment {
  const wrap::Registry* registry = nullptr;
  web::FetchOptions fetch;
  PageFolder* pages = nullptr;  // null: pages are not kept
  size_t jobs = 1;
  // Pages of other places for a source: `flow test`, `flow run --pages`.
  std::map<std::string, std::vector<std::string>> instead;
};

struct SourceResult {
  StepOutput out;
  std::string status = "fine";  // "fine", "changed", "repaired", "broken"
  std::string words;            // what drifted
  std::string wrapper_hash;
  std::string repaired;  // text of the repaired wrapper, to be written when the run is committed
  std::map<std::string, std::string> files;  // that were read: the wrapper
};

// What the source gave in the last run: how many rows, and the rows themselves, read
// only where they are asked for.
struct LastRows {
  int64_t count = 0;
  std::function<const Table*()> table;  // null where there are none
};
Result<SourceResult> run_source(const Step& step, StepContext& context, const Environment& environment,
                                const LastRows& last);
Result<SourceResult> run_page_source(const Step& step, StepContext& context, const Environment& environment,
                                     const LastRows& last);  // page_source.cc

// A column that most rows had filled in the run before and few have now.
struct LostColumn {
  std::string name;
  std::string words;    // "0 of 9 found (the run before: 9 of 9)"
  bool none = false;    // no row has it
  bool broken = false;  // ... which nearly all had
};
std::vector<LostColumn> lost_columns(const Table& before, const Table& now);

// What a source of pages gives where none of them could be had: the columns of its wrapper, and no rows.
Result<Table> empty_page_table(const Step& step, const Flow& flow, const wrap::Registry& registry);
// Advice for a source whose address is of this machine or its network.
inline constexpr const char* kAllowPrivate = "if that is meant: allow_private = true in the source";

// Where a repaired wrapper waits for somebody to look at it: "shop.repaired.wrapper" beside "shop.wrapper".
std::string repaired_path(const std::string& wrapper);
// The columns that a source will have, as far as that is known without running it.
Result<std::vector<std::string>> source_columns(const Step& step, const Flow& flow,
                                                const wrap::Registry& registry);

}  // namespace gleaner::flow
