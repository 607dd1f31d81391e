// See queue.h.
#include "crawl/queue.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "page/url.h"

namespace gleaner::crawl {
namespace {

constexpr int64_t kLoaded = 64;  // entries of a host that are read at a time

constexpr const char* kQueueSchema =
    "create table if not exists hosts (id integer primary key, name text not null);"
    "create table if not exists queue (host integer, number integer, url text not null, depth integer not "
    "null, outcome integer not null,"
    " primary key (host, number)) without rowid;";

}  // namespace

Result<std::unique_ptr<Queue>> Queue::open(store::State& state) {
  std::unique_ptr<Queue> queue(new Queue(state));
  GLEANER_CHECK(state.run(kQueueSchema));
  GLEANER_CHECK(queue->prepare());
  GLEANER_CHECK(queue->read_back());
  return queue;
}

Status Queue::prepare() {
  GLEANER_TRY(insert_, state_.prepare("insert into queue values (?1, ?2, ?3, ?4, ?5)"));
  GLEANER_TRY(update_, state_.prepare("update queue set outcome = ?3 where host = ?1 and number = ?2"));
  GLEANER_TRY(select_, state_.prepare("select number, url, depth from queue where host = ?1 and number >= ?2 "
                                      "and outcome = 0 order by number limit ?3"));
  GLEANER_TRY(insert_host_, state_.prepare("insert into hosts (id, name) values (?1, ?2)"));
  return {};
}

// One pass over what is there.
Status Queue::read_back() {
  GLEANER_TRY(store::Statement hosts, state_.prepare("select id, name from hosts order by id"));
  GLEANER_CHECK(hosts.each([&] {
    host_index_[std::string(hosts.text(1))] = hosts_.size();
    hosts_.emplace_back().id = hosts.integer(0);
  }));
  GLEANER_TRY(store::Statement all, state_.prepare("select host, number, url, outcome from queue"));
  return all.each([&] {
    Host& host = hosts_[size_t(all.integer(0) - 1)];
    host.last = all.integer(1);
    seen_.add(all.text(2));
    if (all.integer(3) != 0) return;
    if (!host.in_turn) host.next = host.last;
    give_turn(host);
    ++waiting_;
  });
}

void Queue::give_turn(Host& host) {
  if (!std::exchange(host.in_turn, true)) turns_.push_back(size_t(host.id - 1));
}

Result<Queue::Host*> Queue::host_of_url(const std::string& url) {
  const std::string name = host_of(split_url(url));
  const auto [at, fresh] = host_index_.try_emplace(name, hosts_.size());
  if (fresh) {
    Host& host = hosts_.emplace_back();
    host.id = int64_t(hosts_.size());
    GLEANER_CHECK(insert_host_.bind_all(host.id, name).run());
  }
  return &hosts_[at->second];
}

Result<bool> Queue::add(const std::string& url, int depth, Outcome outcome) {
  if (!seen_.add(url)) return false;
  GLEANER_TRY(Host * host, host_of_url(url));
  GLEANER_CHECK(insert_.bind_all(host->id, ++host->last, url, depth, outcome).run());
  if (outcome != Outcome::waiting) return true;
  ++waiting_;
  give_turn(*host);
  return true;
}

Status Queue::load(Host& host) {
  GLEANER_CHECK(select_.bind_all(host.id, host.next, kLoaded).each([&] {
    host.loaded.push_back(
        {host.id, select_.integer(0), std::string(select_.text(1)), int(select_.integer(2))});
  }));
  host.next = host.loaded.empty() ? host.last + 1 : host.loaded.back().number + 1;
  return {};
}

Result<std::optional<Ticket>> Queue::take(size_t most_of_host) {
  for (size_t tries = turns_.size(); tries > 0; --tries) {
    const size_t turn = turns_.front();
    turns_.pop_front();
    Host& host = hosts_[turn];
    if (host.out >= most_of_host) {  // it comes back when one of its own is finished
      host.in_turn = false;
      continue;
    }
    if (host.loaded.empty()) GLEANER_CHECK(load(host));
    if (host.loaded.empty()) {
      host.in_turn = false;
      continue;
    }
    Ticket ticket = std::move(host.loaded.front());
    host.loaded.pop_front();
    ++host.out;
    --waiting_;
    turns_.push_back(turn);
    return std::optional<Ticket>(std::move(ticket));
  }
  return std::optional<Ticket>();
}

Status Queue::finish(const Ticket& ticket, Outcome outcome) {
  GLEANER_CHECK(update_.bind_all(ticket.host, ticket.number, outcome).run());
  Host& host = hosts_[size_t(ticket.host - 1)];
  if (host.out) --host.out;
  give_turn(host);
  return {};
}

// One pass over the queue: done at a job's start, if at all.
Status Queue::finish(const std::vector<std::string>& urls, Outcome outcome) {
  if (urls.empty()) return {};
  const std::unordered_set<std::string_view> wanted(urls.begin(), urls.end());
  std::vector<std::pair<int64_t, int64_t>> found;
  GLEANER_TRY(store::Statement all,
              state_.prepare("select host, number, url from queue where outcome <> ?1"));
  GLEANER_CHECK(all.bind_all(outcome).each([&] {
    if (wanted.count(all.text(2))) found.emplace_back(all.integer(0), all.integer(1));
  }));
  for (const auto& [id, number] : found) {
    GLEANER_CHECK(update_.bind_all(id, number, outcome).run());
    Host& host = hosts_[size_t(id - 1)];
    if (outcome != Outcome::waiting) {
      if (waiting_) --waiting_;
      continue;
    }
    ++waiting_;
    host.next = std::min(host.next, number);
    give_turn(host);
  }
  return {};
}

Status Queue::requeue(const std::vector<std::string>& urls) { return finish(urls, Outcome::waiting); }

Status Queue::requeue_all() {
  GLEANER_CHECK(state_.run("update queue set outcome = 0"));
  waiting_ = seen_.size();
  turns_.clear();
  for (Host& host : hosts_) {
    host.next = 1;
    host.in_turn = false;
    give_turn(host);
  }
  return {};
}

}  // namespace gleaner::crawl
