// Reading a web archive, record by record: bench_warc FILE [ROUNDS]. Prints records, bytes of blocks and CPU
// seconds (best round); bench/web puts fastwarc's beside it.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cstdlib>

#include "web/warc.h"

int main(int argc, char** argv) {
  if (argc < 2) return fmt::print(stderr, "usage: bench_warc FILE [ROUNDS]\n"), 2;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 3;
  double best = 1e9;
  size_t records = 0;
  uint64_t bytes = 0;
  const auto cpu = [] {
    timespec now;
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + double(now.tv_nsec) / 1e9;
  };
  for (int round = 0; round < rounds; ++round) {
    const double start = cpu();
    auto reader = gleaner::web::WarcReader::open(argv[1]);
    if (!reader.ok()) return fmt::print(stderr, "{}\n", reader.error().to_string()), 3;
    gleaner::web::WarcRecord record;
    records = bytes = 0;
    while (*(*reader)->next(record)) {
      ++records;
      bytes += record.block.size();
    }
    best = std::min(best, cpu() - start);
  }
  fmt::print("{} {} {:.4f}\n", records, bytes, best);
}
