// HTTP messages as archives and the fetcher hold them: a head and a body, which may be packed and in chunks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "page/document.h"
#include "web/warc.h"

namespace gleaner::web {

struct HttpHead {
  int status = 0;         // of a response
  std::string_view line;  // the first, whole
  Fields fields;
  size_t size = 0;  // bytes, the blank line included
};

// A message's head; views of `message`. Fails on what does not begin like one.
Result<HttpHead> read_head(std::string_view message);

// The body with chunks joined and unpacked (gzip, deflate, br, zstd, as the head says; what the head wrongly
// calls packed stays as it is). More than `most` bytes is an error.
Result<std::string> read_body(const HttpHead& head, std::string_view body, const std::string& name,
                              uint64_t most);

// "text/html; charset=utf-8"
struct ContentType {
  std::string type, charset;
};
ContentType read_content_type(std::string_view value);

// Can it be read as a page? Not pictures, PDF, archives, ...
bool is_page_type(std::string_view content_type);
// How a page of that type is read; nothing: by a look at its bytes.
std::optional<MediaType> media_type_of(std::string_view content_type);

}  // namespace gleaner::web
