// XML of any bytes: it is refused with words, or its nodes lie in one another and every place in the text.
#include "html/xml.h"
#include "fuzz/require.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace gleaner;
  DocumentOptions options;
  options.name = "fuzz.xml";
  options.media_type = MediaType::text;
  auto document = Document::from_bytes(std::string(as_text(data, size)), options);
  if (!document.ok()) return 0;
  auto read = html::Xml::parse(*document);
  if (!read.ok()) {
    require(!read.error().message.empty(), "an error says what");
    return 0;
  }
  const html::Xml& xml = **read;
  const size_t length = (*document)->text().size();
  for (html::Xml::Node n = 0; n < xml.size(); ++n) {
    require(xml.end(n) > n && xml.end(n) <= xml.size(), "a subtree ends behind its node");
    if (n) require(xml.parent(n) < n && xml.end(n) <= xml.end(xml.parent(n)), "children lie in their parent");
    for (const Span span : {xml.span(n), xml.text_span(n)})
      require(span.begin <= span.end && span.end <= length, "a place lies in the text");
    for (const html::Xml::Attribute& a : xml.attributes(n))
      require(a.span.begin <= a.span.end && a.span.end <= length, "a value's place lies in the text");
    if (xml.is_element(n)) (void)xml.namespace_of(n);
  }
  require(xml.xpath("//*/@*").ok(), "it can be asked");
  return 0;
}
