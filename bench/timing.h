// What the benchmarks share: pages in memory, CPU time of this thread, competitors run in turns.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <malloc.h>

namespace bench {

inline std::vector<std::string> pages_below(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".htm" || entry.path().extension() == ".html")
      paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

inline std::string slurp(const std::string& path) {
  std::string content(std::filesystem::file_size(path), '\0');
  std::ifstream(path, std::ios::binary).read(content.data(), std::streamsize(content.size()));
  return content;
}

// Without this the allocator gives each page's memory back to the system and takes it again: the peers would
// be measured on page faults.
inline void keep_memory() {
  mallopt(M_MMAP_THRESHOLD, 256 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

inline double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + double(now.tv_nsec) / 1e9;
}

struct Competitor {
  std::string name;
  std::function<void()> run;  // all pages once
  double best = 1e9;          // CPU seconds of its best round
};

// Takes turns, so that a busy machine slows all of them alike; the best round counts.
inline void race(std::vector<Competitor>& competitors, int rounds) {
  for (int round = 0; round < rounds; ++round)
    for (Competitor& c : competitors) {
      double begin = cpu_seconds();
      c.run();
      c.best = std::min(c.best, cpu_seconds() - begin);
    }
}

// The first competitor is the peer that ratios refer to.
inline void report(const std::vector<Competitor>& competitors, double bytes) {
  for (const Competitor& c : competitors)
    std::printf("  %-34s %7.0f MB/s   %.2fx\n", c.name.c_str(), bytes / c.best / 1e6,
                competitors[0].best / c.best);
}

[[noreturn]] inline void wrong(const std::string& what) {
  std::fprintf(stderr, "bench: wrong answer: %s\n", what.c_str());
  std::exit(1);
}

}  // namespace bench
