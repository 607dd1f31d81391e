// The functions of libcurl that are used, found by name when a fetcher is first made. Internal to web.
#pragma once

#ifdef GLEANER_HAVE_CURL
#define CURL_DISABLE_TYPECHECK  // its macros stand in the way of calling through pointers
#include <curl/curl.h>

#include "base/library.h"

#include "base/result.h"

// clang-format off
#define GLEANER_CURL_FUNCTIONS(X) \
  X(curl_global_init) X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_setopt) X(curl_easy_getinfo) \
  X(curl_easy_strerror) X(curl_easy_reset) X(curl_easy_perform) X(curl_multi_init) \
  X(curl_multi_cleanup) X(curl_multi_setopt) \
  X(curl_multi_add_handle) X(curl_multi_remove_handle) X(curl_multi_perform) X(curl_multi_poll) \
  X(curl_multi_wakeup) \
  X(curl_multi_info_read) X(curl_share_init) X(curl_share_cleanup) X(curl_share_setopt) \
  X(curl_slist_append) \
  X(curl_slist_free_all) X(curl_url) X(curl_url_cleanup) X(curl_url_set) X(curl_url_get) X(curl_free)
// clang-format on

#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt
#undef curl_share_setopt

namespace gleaner::web {

struct CurlApi {
  GLEANER_CURL_FUNCTIONS(GLEANER_FUNCTION)
};

Result<CurlApi> load_curl();

}  // namespace gleaner::web
#endif
