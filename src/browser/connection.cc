// See connection.h.
#include "browser/connection.h"

#include <errno.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>

#include "base/descriptor.h"

namespace gleaner::browser {
namespace {

const json::Value kNothing;
const json::ReadOptions kLoose{.control_characters = true, .max_depth = 4096};

int milliseconds_until(Clock::time_point until) {
  const auto left = std::chrono::duration_cast<Milliseconds>(until - Clock::now()).count();
  return int(std::clamp<int64_t>(left, 0, 1'000'000));
}

// A pipe whose reader is gone raises SIGPIPE; the program may not have said that it wants none.
class NoSigpipe {
 public:
  NoSigpipe() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoSigpipe() {
    const timespec at_once{0, 0};
    if (!sigismember(&before_, SIGPIPE)) ::sigtimedwait(&pipe_, nullptr, &at_once);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t pipe_, before_;
};

}  // namespace

const json::Value* member_at(const json::Value& value, std::string_view path) {
  const json::Value* at = &value;
  while (at && !path.empty()) {
    const size_t dot = std::min(path.find('.'), path.size());
    at = at->is_object() ? at->find(path.substr(0, dot)) : nullptr;
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  return at;
}

std::string text_at(const json::Value& value, std::string_view path) {
  const json::Value* at = member_at(value, path);
  return at && at->is_string() ? std::string(at->text) : std::string();
}

double number_at(const json::Value& value, std::string_view path, double otherwise) {
  const json::Value* at = member_at(value, path);
  return at && at->is_number() ? at->number : otherwise;
}

bool true_at(const json::Value& value, std::string_view path) {
  const json::Value* at = member_at(value, path);
  return at && at->kind == json::Value::Kind::boolean && at->boolean;
}

Reply::Reply(std::string bytes) : bytes_(std::make_unique<std::string>(std::move(bytes))) {
  auto parsed = json::parse(*bytes_, kLoose);
  parsed_ok_ = parsed.ok();
  if (parsed.ok()) parsed_ = std::move(*parsed);
}

const json::Value& Reply::result() const {
  const json::Value* at = root().find("result");
  return at ? *at : kNothing;
}
const json::Value* Reply::at(std::string_view path) const { return member_at(result(), path); }
std::string Reply::text(std::string_view path) const { return text_at(result(), path); }
double Reply::number(std::string_view path, double otherwise) const {
  return number_at(result(), path, otherwise);
}

int Connection::send(std::string_view method, std::string_view parameters, std::string_view session) {
  std::string text = fmt::format("{{\"id\":{},\"method\":\"{}\",\"params\":{}", ++last_id_, method,
                                 parameters.empty() ? "{}" : parameters);
  if (!session.empty()) text += fmt::format(",\"sessionId\":\"{}\"", session);
  text += '}';
  text += '\0';
  const NoSigpipe quiet;
  gone_ = gone_ || !write_all(to_, text);
  return last_id_;
}

void Connection::post(std::string_view method, std::string_view parameters, std::string_view session) {
  send(method, parameters, session);
}

bool Connection::take_message(std::string& out) {
  const size_t end = buffer_.find('\0', searched_);
  if (end == std::string::npos) {
    searched_ = buffer_.size();
    if (buffer_.size() > kLargestMessage) gone_ = true;
    return false;
  }
  out = buffer_.substr(0, end);
  buffer_.erase(0, end + 1);
  searched_ = 0;
  return true;
}

std::string Connection::receive(Clock::time_point until) {
  std::string out;
  while (!take_message(out) && !gone_) {
    pollfd waiting{from_, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, milliseconds_until(until));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return {};
    const size_t had = buffer_.size();
    buffer_.resize(had + (1 << 16));
    const ssize_t got = ::read(from_, buffer_.data() + had, 1 << 16);
    buffer_.resize(had + size_t(std::max<ssize_t>(got, 0)));
    if (got == 0 || (got < 0 && errno != EINTR)) gone_ = true;
  }
  return out;
}

Result<Reply> Connection::call(std::string_view method, std::string_view parameters, std::string_view session,
                               Milliseconds wait) {
  if (gone_) return error(Code::io, "the browser is gone");
  const int id = send(method, parameters, session);
  const Clock::time_point until = Clock::now() + wait;
  for (;;) {
    std::string bytes = receive(until);
    if (bytes.empty()) {
      if (gone_) return error(Code::io, "the browser has ended by itself");
      return error(Code::budget, fmt::format("the browser does not answer ({}) within {} s", method,
                                             wait.count() / 1000.0));
    }
    Reply reply(std::move(bytes));
    if (!reply.parsed_ok_) continue;
    if (const json::Value* name = reply.root().find("method"); name && name->is_string()) {
      const json::Value* parameters_of = reply.root().find("params");
      const std::string of = text_at(reply.root(), "sessionId");
      if (on_event) on_event({name->text, of, parameters_of ? *parameters_of : kNothing});
      continue;
    }
    if (int(number_at(reply.root(), "id")) != id) continue;
    if (const json::Value* wrong = reply.root().find("error"))
      return error(Code::bad_input, fmt::format("{}: {}", method, text_at(*wrong, "message")));
    return reply;
  }
}

bool Connection::pump(Milliseconds wait) {
  Clock::time_point until = Clock::now() + wait;
  for (;;) {
    const std::string bytes = receive(until);
    if (bytes.empty()) return !gone_;
    until = Clock::now();  // what else is here, without waiting
    auto parsed = json::parse(bytes, kLoose);
    if (!parsed.ok()) continue;
    const json::Value* name = parsed->root.find("method");
    const json::Value* parameters = parsed->root.find("params");
    if (name && name->is_string() && on_event)
      on_event({name->text, text_at(parsed->root, "sessionId"), parameters ? *parameters : kNothing});
  }
}

}  // namespace gleaner::browser
