// Gate: the only way from a browser to the network, a SOCKS server (RFC 1928) on this machine.
//
// A page may name any address, also by a name that resolves differently the second time. The gate
// resolves names itself and judges the very address it then connects to, as the fetcher does, for
// every connection of whatever kind: pages, scripts, WebSockets. It also counts bytes. A thread a
// connection; bytes pass through unread.
//
// Anybody on this machine can knock at its port, and what it may reach (hosts a person named, from this
// machine's address) is ours alone: it serves sockets of one user only, which it asks the system for.
// Chromium gives SOCKS servers no password.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace gleaner::browser {

struct GateRules {
  bool allow_private = false;  // addresses of this machine and the network around it
  // hosts that may be at such an address, because a person named them
  std::vector<std::string> private_hosts;
  uint64_t max_bytes = 0;            // received in all; 0: no limit
  std::vector<std::string> resolve;  // "host:port:address": instead of asking the name service
  unsigned user = ~0u;               // whose connections are served; ~0: our own
};

class Gate {
 public:
  static Result<std::unique_ptr<Gate>> open(GateRules rules);
  ~Gate();

  int port() const;
  std::string proxy() const;                 // for Process
  uint64_t bytes() const;                    // received
  bool exhausted() const;                    // max_bytes were reached
  std::vector<std::string> refused() const;  // "10.0.0.1 (private)", each once

 private:
  Gate() = default;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gleaner::browser
