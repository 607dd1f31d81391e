// What flows read from outside: the flow file, schedules, rates, taxes, packed tables, zone files, numbers of
// pages. The first byte says which.
#include "base/base64.h"
#include "base/zone.h"
#include "flow/column_reading.h"
#include "flow/file.h"
#include "flow/rates.h"
#include "flow/schedule.h"
#include "flow/table.h"
#include "fuzz/require.h"

using namespace gleaner;

namespace {

void read_numbers(std::string_view text) {
  flow::NumberStyle style;
  style.see(text);
  flow::DateStyle dates;
  dates.see(text);
  size_t at = flow::number_begin(text);
  if (at == std::string_view::npos) return;
  const size_t begin = at;
  bool unsure = false;
  const auto number = flow::read_number_at(text, at, style.decimal(), false, unsure);
  require(at <= text.size() && at >= begin, "a number ends in its text");
  require(!(number && unsure), "what is unsure is not read");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1 || size > 20000) return 0;
  const std::string_view text = as_text(data + 1, size - 1);
  switch (data[0] % 6) {
    case 0: {
      Diagnostics found;
      const auto read = flow::parse_flow(std::string(text), "nowhere/x.flow.toml", found);
      require(read.has_value() || !found.empty(), "a flow is read, or it is said why not");
      break;
    }
    case 1:
      if (const auto schedule = flow::Schedule::parse(text.substr(0, 100)); schedule.ok())
        if (const auto next = schedule->next_after(1768195800))
          require(*next > 1768195800, "the next moment is later");
      break;
    case 2:
      if (const auto rates = flow::Rates::parse(text, "rates"); rates.ok())
        (void)rates->find("EUR", "USD", "2026-01-12", 5);
      (void)flow::Taxes::parse(text, "taxes");
      break;
    // the packing itself is zstd's, and a few bytes of it may unpack to gigabytes:
    // the store is the user's own
    case 3:
      if (const auto bytes = from_base64(text);
          bytes && !bytes->starts_with("\x28\xb5\x2f\xfd") && !bytes->starts_with("\x1f\x8b"))
        (void)flow::unpack(text);
      break;
    case 4:
      if (const auto zone = Zone::parse(text, "x"); zone.ok()) (void)zone->moment(zone->wall(1768195800));
      break;
    default: read_numbers(text);
  }
  return 0;
}
