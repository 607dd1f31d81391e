// A server that survives its own watchdog: it runs in a child process, and is started again at the same port
// when a limit, or a fault, ended it.
//
// Some work of a logic program cannot be stopped from within (see watchdog.h): the watchdog ends the process.
// For a verb that asks one question that is the end; a robot must go on for the other visitors.
#pragma once

#include <atomic>
#include <functional>

namespace gleaner::cli {

// `serve` says its port there once it listens, and finds it there when it is called
// again. REQUIRES: no threads yet.
int supervise(const std::function<int(std::atomic<int>& port, bool again)>& serve);

}  // namespace gleaner::cli
