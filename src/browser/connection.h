// Connection: the browser's protocol (Chrome DevTools Protocol): JSON messages over
// two pipes, each ended by a NUL.
//
// No thread of its own: whoever waits for an answer reads what comes, and events on the way are
// handed on at once. So a page's world stands still between two calls as far as we are concerned,
// and nothing has to be locked. Handlers of events must not wait for answers: they note what
// happened and post() what has to be said.
// Internal to browser.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "browser/settings.h"

namespace gleaner::browser {

// An answer; its values live as long as it does.
class Reply {
 public:
  explicit Reply(std::string bytes);
  const json::Value& root() const { return parsed_.root; }
  const json::Value& result() const;
  // A member by its path "node.frameId"; null if there is none.
  const json::Value* at(std::string_view path) const;
  std::string text(std::string_view path) const;
  double number(std::string_view path, double otherwise = 0) const;
  // A value as it stood in the message, to be handed on.
  std::string_view source(const json::Value& value) const {
    return std::string_view(*bytes_).substr(value.span.begin, value.span.end - value.span.begin);
  }

 private:
  friend class Connection;
  std::unique_ptr<std::string> bytes_;  // values view it: it must not move
  json::Parsed parsed_;
  bool parsed_ok_ = false;
};

const json::Value* member_at(const json::Value& value, std::string_view path);
std::string text_at(const json::Value& value, std::string_view path);
double number_at(const json::Value& value, std::string_view path, double otherwise = 0);
bool true_at(const json::Value& value, std::string_view path);

struct Event {
  std::string_view method, session;
  const json::Value& parameters;
};

class Connection {
 public:
  Connection(int to, int from) : to_(to), from_(from) {}

  std::function<void(const Event&)> on_event;

  // `parameters` is a JSON object. Fails when the browser says no, does not answer in time, or is gone.
  Result<Reply> call(std::string_view method, std::string_view parameters, std::string_view session,
                     Milliseconds wait = kAnswerWait);
  // Without waiting for the answer, which nobody hears.
  void post(std::string_view method, std::string_view parameters, std::string_view session);
  // Hands on the events that are here, waiting for the first for so long. False: the browser is gone.
  bool pump(Milliseconds wait);
  bool gone() const { return gone_; }

 private:
  int send(std::string_view method, std::string_view parameters, std::string_view session);
  // A whole message; empty when none came in time or the browser is gone.
  std::string receive(Clock::time_point until);
  bool take_message(std::string& out);

  int to_, from_;
  int last_id_ = 0;
  bool gone_ = false;
  std::string buffer_;
  size_t searched_ = 0;
};

}  // namespace gleaner::browser
