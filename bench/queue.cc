// The queue of a fetch job: bench_queue [URLS] puts so many (10 million by default) of 1,000 hosts into
// a job's queue, takes all of them out again and marks them done, as a job does. Prints URLs a second
// for both, and the peak of memory.
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "crawl/queue.h"

namespace {

using Clock = std::chrono::steady_clock;
constexpr int kHosts = 1000;
constexpr int kCommitEvery = 100'000;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

int main(int argc, char** argv) {
  using namespace gleaner;
  const int count = argc > 1 ? std::atoi(argv[1]) : 10'000'000;
  std::string folder = std::filesystem::temp_directory_path() / "gleaner_bench_XXXXXX";
  if (!::mkdtemp(folder.data())) return 3;
  auto state = *store::State::open(folder + "/state.sqlite");
  auto queue = *crawl::Queue::open(*state);
  (void)state->run("begin");
  const auto commit = [&](int i) {
    if (i % kCommitEvery == 0) (void)state->run("commit; begin");
  };
  Clock::time_point start = Clock::now();
  for (int i = 0; i < count; ++i) {
    // what comes in is of many hosts, and each URL is of the usual length
    if (!*queue->add(
            fmt::format("https://www.host-{}.example/category/{}/product-{}.html", i % kHosts, i % 97, i)))
      return 4;
    commit(i);
  }
  const double in = seconds_since(start);
  start = Clock::now();
  int taken = 0;
  while (auto ticket = *queue->take(4)) {
    (void)queue->finish(*ticket, crawl::Queue::Outcome::done);
    commit(++taken);
  }
  const double out = seconds_since(start);
  (void)state->run("commit");
  struct rusage usage;
  ::getrusage(RUSAGE_SELF, &usage);
  fmt::print("{} URLs: {:.0f} a second in, {:.0f} out, {:.0f} both; peak {:.0f} MB\n", taken, count / in,
             taken / out, count / (in + out), double(usage.ru_maxrss) / 1024);
  queue.reset();
  state.reset();
  std::filesystem::remove_all(folder);
  return taken == count ? 0 : 5;
}
