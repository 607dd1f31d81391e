// The links of any page: each is a node of the page, confidences are probabilities, and a
// next page is one of the links.
#include "fuzz/require.h"
#include "links/pager.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace gleaner;
  DocumentOptions options;
  options.media_type = MediaType::html;
  auto document = Document::from_bytes(std::string(reinterpret_cast<const char*>(data), size), options);
  if (!document.ok()) return 0;
  const std::string url = "https://a.example/list?page=2";
  for (const links::Judged& one : links::judge_links(**document, url)) {
    require(one.confidence >= 0 && one.confidence <= 1, "a confidence is a probability");
    require(one.link.node < (*document)->view<html::Tree>().size(), "a link is a node of the page");
  }
  links::next_page(**document, url);
  return 0;
}
