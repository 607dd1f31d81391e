// Queue: the URLs of a job, each once, by host and in the order they came; what came of each. Kept in the
// job's State, so that memory does not grow with it beyond the fingerprints of UrlSet and a few URLs of each
// host that is being fetched from.
//
// Hosts take turns, so that one large site does not keep the others waiting. All changes belong to the
// State's open transaction: the job commits them.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "crawl/url_set.h"
#include "store/state.h"

namespace gleaner::crawl {

struct Ticket {
  int64_t host = 0, number = 0;  // together they name the entry
  std::string url;
  int depth = 0;  // how many links it is away from a URL that was given
};

class Queue {
 public:
  enum class Outcome { waiting = 0, done = 1, failed = 2 };

  // REQUIRES: the State outlives it.
  static Result<std::unique_ptr<Queue>> open(store::State& state);

  // False: it was queued before. REQUIRES: canonical URLs.
  Result<bool> add(const std::string& url, int depth = 0, Outcome outcome = Outcome::waiting);
  // The next one of a host that has its turn; at most `most_of_host` of one host are out at a time.
  Result<std::optional<Ticket>> take(size_t most_of_host);
  Status finish(const Ticket& ticket, Outcome outcome);
  // Entries by URL, wherever they stand: for what an archive holds already.
  Status finish(const std::vector<std::string>& urls, Outcome outcome);
  // To be fetched once more: those that failed, or all.
  Status requeue(const std::vector<std::string>& urls);
  Status requeue_all();

  size_t waiting() const { return waiting_; }  // not taken yet
  size_t size() const { return seen_.size(); }

 private:
  struct Host {
    int64_t id = 0;
    int64_t last = 0;  // number of the last entry
    int64_t next = 1;  // from which on entries are looked for
    size_t out = 0;    // taken, not finished
    bool in_turn = false;
    std::deque<Ticket> loaded;
  };

  explicit Queue(store::State& state) : state_(state) {}
  Status prepare();
  Status read_back();
  Result<Host*> host_of_url(const std::string& url);
  Status load(Host& host);
  void give_turn(Host& host);  // behind the others, unless it waits for one already

  store::State& state_;
  store::Statement insert_, update_, select_, insert_host_;
  UrlSet seen_;
  std::unordered_map<std::string, size_t> host_index_;  // by name, into hosts_
  std::vector<Host> hosts_;                             // by id - 1
  std::deque<size_t> turns_;
  size_t waiting_ = 0;
};

}  // namespace gleaner::crawl
