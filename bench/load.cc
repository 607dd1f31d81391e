// What it costs that pages are read and not mapped (a mapped page that somebody cuts ends the
// program with SIGBUS): bench_load FOLDER reads all its pages in turns by read_file() and by a
// mapping, sums up their bytes, which must be the same, and prints both speeds. The pages are in the
// system's cache after the first turn.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <numeric>

#include "bench/timing.h"
#include "page/load.h"

namespace {

uint64_t sum(std::string_view bytes) {
  return std::accumulate(bytes.begin(), bytes.end(), uint64_t{0},
                         [](uint64_t s, char c) { return s + uint8_t(c); });
}

uint64_t sum_mapped(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat info{};
  uint64_t out = 0;
  if (fd >= 0 && ::fstat(fd, &info) == 0 && info.st_size > 0) {
    void* address = ::mmap(nullptr, size_t(info.st_size), PROT_READ, MAP_PRIVATE, fd, 0);
    if (address != MAP_FAILED) {
      out = sum({static_cast<const char*>(address), size_t(info.st_size)});
      ::munmap(address, size_t(info.st_size));
    }
  }
  if (fd >= 0) ::close(fd);
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return fmt::print(stderr, "bench_load FOLDER\n"), 2;
  bench::keep_memory();
  const std::vector<std::string> pages = bench::pages_below(argv[1]);
  double bytes = 0;
  for (const std::string& page : pages) bytes += double(std::filesystem::file_size(page));
  uint64_t by_reading = 0, by_mapping = 0;
  std::vector<bench::Competitor> both = {{"mapped",
                                          [&] {
                                            by_mapping = 0;
                                            for (const std::string& page : pages)
                                              by_mapping += sum_mapped(page);
                                          }},
                                         {"read", [&] {
                                            by_reading = 0;
                                            for (const std::string& page : pages)
                                              by_reading += sum(*gleaner::read_file(page));
                                          }}};
  bench::race(both, 7);
  if (by_reading != by_mapping) return fmt::print(stderr, "the bytes differ\n"), 1;
  for (const bench::Competitor& one : both)
    fmt::print("{:<8} {:.0f} MB/s\n", one.name, bytes / 1e6 / one.best);
  fmt::print("reading takes {:.2f} times as long as mapping\n", both[1].best / both[0].best);
}
