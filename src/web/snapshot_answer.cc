// See fetch.h: what a browser shows, for archives.
#include <fmt/format.h>

#include "page/url.h"
#include "web/fetch.h"
#include "web/warc.h"

namespace gleaner::web {

Fetched snapshot_answer(const std::string& asked, const std::string& url, std::string html,
                        std::vector<Exchange> answers) {
  Fetched out;
  out.asked = asked;
  out.url = url;
  out.status = 200;
  out.type = "text/html";
  out.charset = "utf-8";
  out.body = std::move(html);
  out.time = now_milliseconds();
  Exchange last;
  last.url = url;
  last.time = out.time;
  last.status = 200;
  const UrlParts parts = split_url(url);
  last.request_head =
      fmt::format("GET {}{}{} HTTP/1.1\r\nHost: {}\r\n\r\n", parts.path.empty() ? "/" : parts.path,
                  parts.has_query ? "?" : "", parts.query, parts.authority);
  last.response_head =
      "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nGleaner-Snapshot: browser\r\n\r\n";
  last.body = out.body;
  out.exchanges = std::move(answers);
  out.exchanges.push_back(std::move(last));
  return out;
}

}  // namespace gleaner::web
