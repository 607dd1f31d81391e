// Site: a server on this machine for tests, on any free port. Answers are made by a function of the
// path, as raw bytes, so that it can be as broken as a server can be. A thread a connection; connections
// are kept open as HTTP/1.1 does.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace gleaner::web {

struct SiteRequest {
  std::string path, head;
  int count = 0;  // how often this path was asked for, this time included
};

class Site {
 public:
  // The whole answer; one that begins with "close:" ends the connection after what follows.
  using Answer = std::function<std::string(const SiteRequest&)>;

  explicit Site(Answer answer) : answer_(std::move(answer)), socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(socket_, reinterpret_cast<sockaddr*>(&address), size);
    ::listen(socket_, 64);
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    accepting_ = std::thread([this] { accept_all(); });
  }
  ~Site() {
    stop_ = true;
    ::shutdown(socket_, SHUT_RDWR);
    accepting_.join();  // serving_ grows no more after this
    for (std::thread& thread : serving_) thread.join();
    ::close(socket_);
  }

  int port() const { return port_; }
  std::string url(const std::string& path, const std::string& host = "127.0.0.1") const {
    return "http://" + host + ":" + std::to_string(port_) + path;
  }
  int count(const std::string& path) {
    const std::lock_guard lock(mutex_);
    return counts_[path];
  }
  int requests() const { return requests_; }

  static std::string reply(const std::string& status, const std::string& headers, const std::string& body) {
    return "HTTP/1.1 " + status + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" + headers +
           "\r\n" + body;
  }
  static std::string page(const std::string& body) {
    return reply("200 OK", "Content-Type: text/html; charset=utf-8\r\n", body);
  }
  static std::string none() { return reply("404 Not Found", "", "no"); }

 private:
  void accept_all() {
    while (!stop_) {
      const int client = ::accept(socket_, nullptr, nullptr);
      if (client < 0) return;
      serving_.emplace_back([this, client] {
        serve(client);
        ::close(client);
      });
    }
  }

  bool read_head(int client, std::string& kept, std::string& head) {
    for (;;) {
      if (const size_t end = kept.find("\r\n\r\n"); end != std::string::npos) {
        head = kept.substr(0, end + 4);
        kept.erase(0, end + 4);
        return true;
      }
      pollfd waiting{client, POLLIN, 0};
      while (!stop_ && ::poll(&waiting, 1, 20) == 0) {
      }
      char buffer[4096];
      const ssize_t got = stop_ ? 0 : ::read(client, buffer, sizeof buffer);
      if (got <= 0) return false;
      kept.append(buffer, size_t(got));
    }
  }

  void serve(int client) {
    std::string kept;
    SiteRequest request;
    while (read_head(client, kept, request.head)) {
      const size_t begin = request.head.find(' ') + 1;
      request.path = request.head.substr(begin, request.head.find(' ', begin) - begin);
      {
        const std::lock_guard lock(mutex_);
        request.count = ++counts_[request.path];
      }
      ++requests_;
      std::string all = answer_(request);
      const bool close = all.starts_with("close:");
      if (close) all.erase(0, 6);
      const bool slowly = all.starts_with("slowly:");
      if (slowly) all.erase(0, 7);
      if (!send_all(client, all, slowly) || close) return;
    }
  }

  bool send_all(int client, const std::string& all, bool slowly) {
    for (size_t at = 0; at < all.size() && !stop_;) {
      const ssize_t sent = ::send(client, all.data() + at, slowly ? 1 : all.size() - at, MSG_NOSIGNAL);
      if (sent <= 0) return false;
      at += size_t(sent);
      if (slowly) ::usleep(20'000);
    }
    return true;
  }

  Answer answer_;
  int socket_;
  int port_ = 0;
  std::atomic<bool> stop_ = false;
  std::atomic<int> requests_ = 0;
  std::mutex mutex_;
  std::map<std::string, int> counts_;
  std::thread accepting_;
  std::vector<std::thread> serving_;  // the accepting thread's, until that has ended
};

}  // namespace gleaner::web
