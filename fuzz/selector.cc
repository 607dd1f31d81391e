// CSS and XPath: the first byte chooses ('c' is CSS), the rest is the selector. It compiles or says at which
// column it does not.
#include "fuzz/require.h"
#include "html/css.h"
#include "html/xpath.h"
#include "page/document.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const gleaner::DocumentPtr page =
      gleaner::Document::from_bytes("<ul id=u><li class='a b'>x<b>y</b><li><a href=z>1</a></ul><p lang=en>q")
          .value();
  if (size < 2 || size > 200) return 0;
  const auto& tree = page->view<gleaner::html::Tree>();
  std::string_view source = as_text(data + 1, size - 1);
  if (data[0] == 'c') {
    auto css = gleaner::html::Css::compile(source);
    if (!css) return 0;
    for (auto n : css->select(tree)) require(n < tree.size(), "a hit is a node");
  } else {
    auto xpath = gleaner::html::XPath::compile(source);
    if (!xpath) return 0;
    for (const auto& hit : xpath->select(tree)) require(hit.node < tree.size(), "a hit is a node");
  }
  return 0;
}
