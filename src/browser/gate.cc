// See gate.h.
#include "browser/gate.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <list>
#include <mutex>
#include <optional>
#include <set>
#include <system_error>
#include <thread>

#include "base/contains.h"
#include "base/exact_number.h"
#include "base/text.h"
#include "web/address.h"

namespace gleaner::browser {
namespace {

constexpr int kPollEvery = 200;           // milliseconds between looks at whether to stop
constexpr int kConnectWait = 15'000;      // milliseconds
constexpr size_t kMostConnections = 500;  // at a time; the browser has a tenth of them

enum class Socks : uint8_t { done = 0, failed = 1, refused = 2, unreachable = 4, not_understood = 7 };

bool read_all(int fd, uint8_t* into, size_t n) {
  while (n) {
    const ssize_t got = ::recv(fd, into, n, 0);
    if (got <= 0) return false;
    into += got;
    n -= size_t(got);
  }
  return true;
}

// Whoever does not read what it is sent is given up with `stop`.
bool send_all(int fd, const char* from, size_t n, const std::atomic<bool>& stop) {
  while (n) {
    const ssize_t sent = ::send(fd, from, n, MSG_NOSIGNAL);
    if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) && !stop) continue;
    if (sent <= 0) return false;
    from += sent;
    n -= size_t(sent);
  }
  return true;
}

// The user at the other end of a connection of this machine, as /proc/net/tcp has it: a line for each
// socket, with "127.0.0.1:port" of both ends as hexadecimal digits of the bytes in memory. Nothing if
// there is no such socket (any more).
std::optional<unsigned> user_at(const sockaddr_in& peer, int gate_port) {
  const uint32_t loopback = htonl(INADDR_LOOPBACK);
  const std::string ends = fmt::format(" {:08X}:{:04X} {:08X}:{:04X} ", peer.sin_addr.s_addr,
                                       ntohs(peer.sin_port), loopback, gate_port);
  std::ifstream sockets("/proc/net/tcp");
  for (std::string line; std::getline(sockets, line);) {
    const size_t at = line.find(ends);
    if (at == std::string::npos) continue;
    const auto rest = words(std::string_view(line).substr(at + ends.size()));
    // state, queues, timer, retransmits, user, ...; a socket that nobody holds any more has the user
    // 0, and is not established (01)
    if (rest.size() > 4 && rest[0] == "01") return exact_number<unsigned>(rest[4]);
  }
  return std::nullopt;
}

struct Wanted {
  std::string host;
  std::string port;
};

// The greeting and the request of RFC 1928; no authentication, CONNECT alone.
bool read_request(int fd, Wanted& out, const std::atomic<bool>& stop) {
  uint8_t head[4];
  if (!read_all(fd, head, 2) || head[0] != 5) return false;
  uint8_t methods[256];
  if (!read_all(fd, methods, head[1])) return false;
  const char fine[] = {5, 0};
  if (!send_all(fd, fine, 2, stop) || !read_all(fd, head, 4) || head[0] != 5 || head[1] != 1) return false;
  char text[INET6_ADDRSTRLEN];
  uint8_t name[256];
  if (head[3] == 3) {
    if (!read_all(fd, name, 1) || !read_all(fd, name + 1, name[0])) return false;
    out.host.assign(reinterpret_cast<char*>(name + 1), name[0]);
  } else {
    const bool v6 = head[3] == 4;
    if (!read_all(fd, name, v6 ? 16 : 4)) return false;
    out.host = ::inet_ntop(v6 ? AF_INET6 : AF_INET, name, text, sizeof text);
  }
  uint8_t port[2];
  if (!read_all(fd, port, 2)) return false;
  out.port = std::to_string(port[0] << 8 | port[1]);
  return true;
}

// A send that waits longer than this looks at whether to stop.
void set_send_wait(int fd) {
  const timeval wait{0, kPollEvery * 1000};
  ::setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
}

int connect_within(const addrinfo& to, int milliseconds, const std::atomic<bool>& stop) {
  const int fd = ::socket(to.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  int failed = 0;
  socklen_t size = sizeof failed;
  if (::connect(fd, to.ai_addr, to.ai_addrlen) != 0) {
    pollfd waiting{fd, POLLOUT, 0};
    const bool begun = errno == EINPROGRESS;
    int ready = 0;
    for (int waited = 0; begun && ready == 0 && waited < milliseconds && !stop; waited += kPollEvery)
      ready = ::poll(&waiting, 1, kPollEvery);
    if (ready != 1 || ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &failed, &size) != 0 || failed)
      return ::close(fd), -1;
  }
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK);
  const int on = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  set_send_wait(fd);
  return fd;
}

}  // namespace

struct Gate::Impl {
  GateRules rules;
  int socket = -1, port = 0;
  std::atomic<bool> stop = false;
  std::atomic<uint64_t> bytes = 0;
  mutable std::mutex mutex;
  std::set<std::string> refused;
  struct Worker {
    std::thread thread;
    std::atomic<bool> over = false;
  };
  std::list<Worker> workers;  // only the accepting thread adds and removes
  std::thread accepting;

  bool exhausted() const { return rules.max_bytes && bytes > rules.max_bytes; }

  bool may_reach(const std::string& host, const sockaddr* address) {
    const std::string_view special = web::special_address(address);
    if (special.empty() || rules.allow_private) return true;
    const std::lock_guard lock(mutex);
    const std::string low = lower_ascii(host);
    if (contains(rules.private_hosts, low)) return true;
    refused.insert(fmt::format("{} ({}, {})", host, web::address_text(address), special));
    return false;
  }

  std::string address_of(const Wanted& wanted) const {
    const std::string key = lower_ascii(wanted.host) + ":" + wanted.port + ":";
    for (const std::string& rule : rules.resolve)
      if (rule.starts_with(key)) return rule.substr(key.size());
    return wanted.host;
  }

  int reach(const Wanted& wanted, Socks& why) {
    addrinfo hints{}, *list = nullptr;
    hints.ai_socktype = SOCK_STREAM;
    why = Socks::unreachable;
    if (::getaddrinfo(address_of(wanted).c_str(), wanted.port.c_str(), &hints, &list) != 0) return -1;
    int fd = -1;
    for (const addrinfo* at = list; at && fd < 0 && !stop; at = at->ai_next) {
      if (!may_reach(wanted.host, at->ai_addr)) {
        why = Socks::refused;
        continue;
      }
      fd = connect_within(*at, kConnectWait, stop);
    }
    ::freeaddrinfo(list);
    return fd;
  }

  void pass(int client, int server) {
    pollfd both[2] = {{client, POLLIN, 0}, {server, POLLIN, 0}};
    char buffer[65536];
    while (!stop && !exhausted()) {
      if (::poll(both, 2, kPollEvery) < 0) return;
      for (int i = 0; i < 2; ++i) {
        if (!both[i].revents) continue;
        const ssize_t got = ::recv(both[i].fd, buffer, sizeof buffer, 0);
        if (got <= 0) return;
        if (i == 1) bytes += uint64_t(got);
        if (!send_all(both[1 - i].fd, buffer, size_t(got), stop)) return;
      }
    }
  }

  void serve(int client) {
    const int on = 1;
    ::setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    timeval most{15, 0};
    ::setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most);
    set_send_wait(client);
    Wanted wanted;
    if (!read_request(client, wanted, stop)) return;
    Socks why = Socks::failed;
    const int server = exhausted() ? -1 : reach(wanted, why);
    char answer[10] = {5, char(server >= 0 ? Socks::done : why), 0, 1, 0, 0, 0, 0, 0, 0};
    if (send_all(client, answer, sizeof answer, stop) && server >= 0) {
      most = {0, 0};
      ::setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most);
      pass(client, server);
    }
    if (server >= 0) ::close(server);
  }

  void accept_all() {
    while (!stop) {
      pollfd waiting{socket, POLLIN, 0};
      ::poll(&waiting, 1, kPollEvery);
      workers.remove_if([](Worker& one) { return one.over && (one.thread.join(), true); });
      if (!(waiting.revents & POLLIN)) continue;
      sockaddr_in peer{};
      socklen_t size = sizeof peer;
      const int client = ::accept4(socket, reinterpret_cast<sockaddr*>(&peer), &size, SOCK_CLOEXEC);
      if (client < 0) continue;
      if (workers.size() >= kMostConnections || user_at(peer, port) != rules.user) {
        ::close(client);
        continue;
      }
      Worker& worker = workers.emplace_back();
      try {
        worker.thread = std::thread([this, client, &worker] {
          serve(client);
          ::close(client);
          worker.over = true;
        });
      } catch (const std::system_error&) {  // no thread to be had
        workers.pop_back();
        ::close(client);
      }
    }
    for (Worker& one : workers) one.thread.join();
  }
};

Result<std::unique_ptr<Gate>> Gate::open(GateRules rules) {
  std::unique_ptr<Gate> out(new Gate());
  out->impl_ = std::make_unique<Impl>();
  Impl& impl = *out->impl_;
  for (std::string& host : rules.private_hosts) host = lower_ascii(host);
  if (rules.user == ~0u) rules.user = ::getuid();
  impl.rules = std::move(rules);
  impl.socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (impl.socket < 0 || ::bind(impl.socket, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      ::listen(impl.socket, 128) != 0 ||
      ::getsockname(impl.socket, reinterpret_cast<sockaddr*>(&address), &size) != 0)
    return error(Code::io, "no socket for the browser's gate");
  impl.port = ntohs(address.sin_port);
  impl.accepting = std::thread([&impl] { impl.accept_all(); });
  return out;
}

Gate::~Gate() {
  if (!impl_) return;
  impl_->stop = true;
  if (impl_->accepting.joinable()) impl_->accepting.join();
  if (impl_->socket >= 0) ::close(impl_->socket);
}

int Gate::port() const { return impl_->port; }
std::string Gate::proxy() const { return fmt::format("socks5://127.0.0.1:{}", impl_->port); }
uint64_t Gate::bytes() const { return impl_->bytes; }
bool Gate::exhausted() const { return impl_->exhausted(); }

std::vector<std::string> Gate::refused() const {
  const std::lock_guard lock(impl_->mutex);
  return {impl_->refused.begin(), impl_->refused.end()};
}

}  // namespace gleaner::browser
