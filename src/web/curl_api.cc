// See curl_api.h.
#include "web/curl_api.h"

#ifdef GLEANER_HAVE_CURL
#include <fmt/format.h>

#include "base/library.h"

namespace gleaner::web {

Result<CurlApi> load_curl() {
  GLEANER_TRY(Library library,
              Library::open({"libcurl.so.4", "libcurl-gnutls.so.4"}, "libcurl, which fetches pages,",
                            "install it: Debian's package is libcurl4"));
  CurlApi functions;
  const char* missing = nullptr;
  GLEANER_CURL_FUNCTIONS(GLEANER_FIND_FUNCTION)
  if (missing) return error(Code::unsupported, fmt::format("libcurl is too old: it has no {}", missing));
  functions.curl_global_init(CURL_GLOBAL_DEFAULT);
  return functions;
}

}  // namespace gleaner::web
#endif
