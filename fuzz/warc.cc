// Any bytes as a web archive, and its records as HTTP answers: every view lies in the file or its unpacked
// member, and bodies stay within bounds.
#include "web/warc.h"
#include "fuzz/require.h"
#include "web/http.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace gleaner;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  web::WarcLimits limits;
  limits.record = 1u << 20;
  auto reader = web::WarcReader::of_bytes(bytes, "fuzz", limits);
  web::WarcRecord record;
  for (;;) {
    auto more = reader->next(record);
    if (!more.ok() || !*more) break;
    require(record.offset + record.length <= size, "a record lies in the file");
    require(reader->position() <= size, "so does what was read");
    const auto head = web::read_head(record.block);
    if (!head.ok()) continue;
    require(head->size <= record.block.size(), "a head lies in its message");
    constexpr uint64_t kMost = 1u << 16;
    const auto body = web::read_body(*head, record.block.substr(head->size), "fuzz", kMost);
    if (body.ok())
      require(body->size() <= kMost || body->size() <= record.block.size(), "a body keeps to its bound");
  }
  if (reader->torn()) require(*reader->torn() <= size, "a torn record begins in the file");
  return 0;
}
