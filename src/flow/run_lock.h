// One run of a flow at a time, and one sender of its outbox.
#pragma once

#include <fmt/format.h>

#include "base/file_lock.h"
#include "flow/file.h"

namespace gleaner::flow {

inline Result<FileLock> lock_run(const Flow& flow) {
  const std::string path = (flow.folder.empty() ? "" : flow.folder + "/") + "." + flow.name + ".flow.lock";
  return FileLock::take(path, error(Code::usage, fmt::format("the flow {} is running already", flow.name), {},
                                    "one run at a time; wait for it"));
}

}  // namespace gleaner::flow
