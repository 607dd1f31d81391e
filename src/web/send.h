// Sending: one request with a body to an address that the caller's own settings name (a webhook, a
// service, a store), and one mail.
//
// Not for pages: there are no robots, no redirects to elsewhere, no retries here; whoever delivers knows
// when to try again. Answers are bounded in size and time. Nothing of a request's head is ever put into
// an error: it may hold a secret.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace gleaner::web {

struct SendRequest {
  std::string method = "POST", url;
  std::vector<std::string> headers;  // "Name: value"
  std::string body;
  double timeout = 60;  // seconds, for all of it
  std::string ca_file;
};

struct SendAnswer {
  int status = 0;
  std::string body;         // the first megabyte
  std::string retry_after;  // as the server says it, or ""
};
// Fails with Code::io where no answer came.
Result<SendAnswer> send(const SendRequest& request);

struct Mail {
  std::string server;  // smtp://host:port, smtps://...
  std::string user, password;
  std::string sender;
  std::vector<std::string> to;
  std::string message;  // RFC 5322, lines end with \r\n
  double timeout = 60;
};
Status send_mail(const Mail& mail);

}  // namespace gleaner::web
