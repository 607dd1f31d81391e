// See job.h.
#include "crawl/job.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <mutex>

#include "base/text.h"
#include "crawl/inbox.h"
#include "links/pager.h"
#include "web/sources.h"
#include "web/warc.h"

namespace gleaner::crawl {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto kCommitEvery = std::chrono::milliseconds(500);
constexpr auto kProgressEvery = std::chrono::milliseconds(100);
constexpr size_t kAhead = 4;  // for each connection: answers that may wait while others are written

constexpr const char* kJobSchema =
    "create table if not exists errors (url text primary key, kind text not null, message text not null, "
    "hint text not null) without rowid;";

struct Arrived {
  Ticket ticket;
  web::Fetched got;
};

bool is_one_of(std::string_view kind, std::initializer_list<std::string_view> kinds) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

}  // namespace

bool Job::may_pass(std::string_view kind) {
  return is_one_of(kind, {"dns", "connect", "timeout", "broken", "proxy", "tls", "429", "500", "502", "503",
                          "504", "stopped"});
}

namespace {

// What may be had by a run with other options, as its hint said.
bool is_by_options(std::string_view kind) {
  return is_one_of(kind, {"address", "robots", "not allowed", "too large", "redirects", "401", "403", "407"});
}

// The options that decide it; a hash, since headers may hold a password.
std::string fetch_terms(const web::FetchOptions& options) {
  std::string all =
      fmt::format("{} {} {} {} {}\n{}\n{}\n{}", options.allow_private, options.robots, options.agent,
                  options.max_bytes, options.max_redirects, options.cookies, options.proxy, options.ca_file);
  for (const std::string& header : options.headers) all += "\n" + header;
  return fmt::format("{:016x}", stable_hash(all));
}

}  // namespace

std::string job_folder_of(const std::string& output) {
  std::string stem = output;
  for (std::string_view ending : {".gz", ".warc", ".job"})
    if (stem.ends_with(ending)) stem.resize(stem.size() - ending.size());
  return stem + ".job";
}

std::string cookies_of_job(const std::string& name) { return job_folder_of(name) + "/cookies.txt"; }

// A folder that is there already is a job, or one that was begun and ended before it had a state (its
// cookies, and what a script has noted, may have come first): what else stands in it is somebody's, and would
// be written over.
static Status refuse_foreign_folder(const std::string& folder) {
  std::error_code failed;
  if (fs::exists(folder + "/state.sqlite", failed)) return {};
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    const std::string name = at->path().filename().string();
    if (!is_one_of(name, {"lock", "log.txt", "cookies.txt", "pages.warc.gz"}) &&
        !name.starts_with("navigation."))
      return error(Code::usage, fmt::format("is there already, and is no job: it holds {}", name), {folder},
                   "choose another name, or move it away");
  }
  return {};
}

Status Job::own(const std::string& folder) {
  GLEANER_CHECK(refuse_foreign_folder(folder));
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return error(Code::io, fmt::format("cannot be made: {}", failed.message()), {folder});
  const std::string path = folder + "/lock";
  lock_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0)
    return error(Code::io, fmt::format("cannot be opened: {}", std::strerror(errno)), {path},
                 "a job is written to, also to look into it: copy it to a folder that can be written");
  if (::flock(lock_, LOCK_EX | LOCK_NB) != 0)
    return error(Code::usage, "is in use by another process", {folder},
                 "wait for it, or end it: this job then goes on where it was");
  return {};
}

// Where the pages are: a job that was begun with an archive beside it is gone on with by its folder alone,
// too.
static Result<std::string> archive_path(const std::string& folder, const std::string& asked) {
  const std::string inside = folder + "/pages.warc.gz";
  std::error_code failed;
  if (!asked.empty() && fs::exists(inside, failed))
    return error(Code::usage, fmt::format("the pages of {} are in {}", folder, inside), {asked},
                 fmt::format("go on with -o {}, or choose another name", folder));
  if (!asked.empty()) return asked;
  const auto there = web::archives_of_job(folder);
  return there.empty() ? inside : there[0];
}

Diagnostic with_advice(Diagnostic why) {
  if (!why.hint.empty() || !why.where.file.ends_with("state.sqlite")) return why;
  why.hint =
      why.message.find("full") != std::string::npos
          ? "free some space; the same command goes on"
          : "it is damaged, or of another program: the job cannot go on, but its pages can be read as before";
  return why;
}

Result<std::unique_ptr<Job>> Job::open(const std::string& folder, const std::string& archive) {
  auto made = open_whole(folder, archive);
  if (!made.ok()) return with_advice(std::move(made).error());
  return made;
}

Result<std::unique_ptr<Job>> Job::open_whole(const std::string& folder, const std::string& archive) {
  std::unique_ptr<Job> job(new Job());
  job->folder_ = folder;
  GLEANER_CHECK(job->own(folder));
  GLEANER_TRY(const std::string path, archive_path(folder, archive));
  job->log_.reset(std::fopen((folder + "/log.txt").c_str(), "ae"));  // without one a job works as well
  GLEANER_TRY(job->state_, store::State::open(folder + "/state.sqlite"));
  store::State& state = *job->state_;
  GLEANER_CHECK(state.run(kJobSchema));
  GLEANER_CHECK(state.run("begin"));
  GLEANER_TRY(job->queue_, Queue::open(state));
  GLEANER_TRY(job->archive_, Archive::open(path, state, job->recovered_));
  GLEANER_CHECK(job->queue_->finish(job->recovered_.asked, Queue::Outcome::done));
  GLEANER_TRY(job->insert_error_, state.prepare("insert or replace into errors values (?1, ?2, ?3, ?4)"));
  GLEANER_TRY(job->delete_error_, state.prepare("delete from errors where url = ?1"));
  return job;
}

Job::~Job() {
  if (archive_) (void)commit();
  archive_.reset();
  queue_.reset();
  insert_error_ = {};
  delete_error_ = {};
  state_.reset();
  if (lock_ >= 0) ::close(lock_);
}

Status Job::commit() {
  // A full disk makes SQLite take back all since the last commit. The archive then has answers that its index
  // does not know: they are read back when the job is opened, unless its size is noted now.
  if (state_->run("begin").ok()) {
    GLEANER_CHECK(state_->run("rollback"));
    return error(Code::io, "could not be written: what came last is taken from the archive", {folder_},
                 "free some space; the same command goes on");
  }
  GLEANER_CHECK(archive_->note_size());
  GLEANER_CHECK(archive_->sync());
  if (log_) std::fflush(log_.get());
  return state_->run("commit; begin");
}

Result<bool> Job::add(const std::string& url) {
  const std::string canonical = web::canonical_url(url);
  if (canonical.empty())
    return error(Code::usage, "is no address of a page", {url},
                 "write http://host/path or https://host/path");
  return queue_->add(canonical);
}

Status Job::note_error(const std::string& url, const web::FetchFailure& failure) {
  return insert_error_.bind_all(url, failure.kind, failure.why.message, failure.why.hint).run();
}

Status Job::clear_error(const std::string& url) { return delete_error_.bind_all(url).run(); }

Result<bool> Job::has_other_options(const web::FetchOptions& options) {
  const std::string now = fetch_terms(options);
  GLEANER_TRY(store::Statement row, state_->prepare("select value from meta where key = 'fetch_terms'"));
  GLEANER_TRY(const bool known, row.step());
  const std::string before(known ? row.text(0) : now);
  GLEANER_TRY(store::Statement write,
              state_->prepare("insert or replace into meta values ('fetch_terms', ?1)"));
  GLEANER_CHECK(write.bind_all(now).run());
  return before != now;
}

Result<std::vector<std::string>> Job::worth_another_try(const web::FetchOptions& options) {
  std::vector<std::string> again;
  GLEANER_TRY(const bool others, has_other_options(options));
  GLEANER_TRY(store::Statement all, state_->prepare("select url, kind from errors"));
  GLEANER_CHECK(all.each([&] {
    if (may_pass(all.text(1)) || (others && is_by_options(all.text(1)))) again.emplace_back(all.text(0));
  }));
  return again;
}

Result<std::map<std::string, size_t>> Job::error_kinds() {
  std::map<std::string, size_t> out;
  GLEANER_TRY(store::Statement all, state_->prepare("select kind, count(*) from errors group by kind"));
  GLEANER_CHECK(all.each([&] { out[std::string(all.text(0))] = size_t(all.integer(1)); }));
  return out;
}

Result<std::optional<JobError>> Job::error_of(const std::string& url) {
  GLEANER_TRY(store::Statement one, state_->prepare("select kind, message, hint from errors where url = ?1"));
  GLEANER_TRY(const bool found, one.bind_all(url).step());
  if (!found) return std::optional<JobError>();
  return std::optional<JobError>(
      {url, std::string(one.text(0)), std::string(one.text(1)), std::string(one.text(2))});
}

Result<std::vector<JobError>> Job::errors(size_t most) {
  std::vector<JobError> out;
  GLEANER_TRY(store::Statement all,
              state_->prepare("select url, kind, message, hint from errors order by url limit ?1"));
  GLEANER_CHECK(all.bind_all(most).each([&] {
    out.push_back({std::string(all.text(0)), std::string(all.text(1)), std::string(all.text(2)),
                   std::string(all.text(3))});
  }));
  return out;
}

Status Job::follow_next(web::Fetched got, int depth) {
  const std::string url = got.url;
  auto document = web::document_of(std::move(got));
  if (!document.ok() || !(*document)->is_html()) return {};
  const auto next = links::next_page(**document, url);
  const std::string canonical = next ? web::canonical_url(next->url) : "";
  if (canonical.empty()) return {};
  auto added = queue_->add(canonical, depth + 1);
  return added.ok() ? Status() : Status(std::move(added).error());
}

// A line an answer: when, what came, of which address.
void Job::log(const std::string& url, const web::Fetched& got) {
  if (!log_) return;
  const std::string what =
      got.failed ? fmt::format("{} {}", got.failed->kind, got.failed->why.message)
                 : fmt::format("{} {} {}", got.status, got.type.empty() ? "-" : got.type, got.body.size());
  fmt::print(log_.get(), "{} {} {}\n", web::warc_time(got.time ? got.time : web::now_milliseconds()), url,
             what);
}

// An answer: into the archive, off the queue, and what it leads to onto it.
Status Job::take(const Ticket& ticket, web::Fetched got, const JobOptions& options, JobReport& report) {
  got.asked = ticket.url;
  GLEANER_CHECK(archive_->add(got));
  log(ticket.url, got);
  if (got.failed) {
    ++report.failed;
    GLEANER_CHECK(note_error(ticket.url, *got.failed));
    return queue_->finish(ticket, Queue::Outcome::failed);
  }
  GLEANER_CHECK(clear_error(ticket.url));
  ++(got.unchanged() ? report.unchanged : report.fetched);
  report.bytes += got.body.size();
  if (options.follow_next && ticket.depth < options.max_depth)
    GLEANER_CHECK(follow_next(std::move(got), ticket.depth));
  return queue_->finish(ticket, Queue::Outcome::done);
}

Result<web::FetchRequest> Job::request_of(const Ticket& ticket, bool refresh) {
  web::FetchRequest out{ticket.url, "", ""};
  if (refresh) {
    GLEANER_TRY(out, archive_->condition(ticket.url));
  }
  out.by_page = ticket.depth > 0;
  return out;
}

// What is asked for once more: all of it, or what failed and may pass now.
Status Job::begin_again(const JobOptions& options) {
  GLEANER_TRY(const std::vector<std::string> again, worth_another_try(options.fetch));
  if (options.refresh) return queue_->requeue_all();
  return queue_->requeue(again);
}

// Where the answers lead that were not yet looked at. One may lead to another: the queue, which was never
// told of it, knows it first.
Status Job::follow_recovered() {
  for (const std::string& url : recovered_.asked)
    if (!web::is_form_name(url)) GLEANER_CHECK(queue_->add(url, 0, Queue::Outcome::done));
  for (const std::string& url : recovered_.asked) {
    GLEANER_TRY(auto page, archive_->find(url));
    if (page && !page->failed) GLEANER_CHECK(follow_next(std::move(*page), 0));
  }
  return {};
}

Result<JobReport> Job::run(const JobOptions& options,
                           const std::function<bool(const JobProgress&)>& progress) {
  JobReport report;
  if (recovered_.cut)
    report.notes.push_back(warning(
        Code::bad_input,
        fmt::format("its last {} bytes were a record that was not whole; they were cut off", recovered_.cut),
        {archive_->path()}));
  GLEANER_CHECK(begin_again(options));
  if (options.follow_next) GLEANER_CHECK(follow_recovered());
  report.known = queue_->size() - queue_->waiting();
  GLEANER_CHECK(commit());
  web::FetchOptions fetch = options.fetch;
  fetch.keep_exchanges = true;
  if (fetch.cookies.empty()) fetch.cookies = cookies_of_job(folder_);
  // The inbox outlives the fetcher, whose last answers still go there.
  auto inbox = std::make_shared<Inbox<Arrived>>();
  GLEANER_TRY(std::unique_ptr<web::Fetcher> fetcher, web::Fetcher::make(fetch));
  size_t out = 0;
  const size_t most_out = size_t(fetch.connections) * kAhead,
               most_of_host = size_t(fetch.host_connections) * kAhead;
  Clock::time_point next_commit = Clock::now() + kCommitEvery, next_progress = Clock::now();
  uint64_t started = 0;
  bool stop = false;
  for (;;) {
    while (!stop && out < most_out && (!options.max_pages || started < options.max_pages)) {
      GLEANER_TRY(std::optional<Ticket> ticket, queue_->take(most_of_host));
      if (!ticket) break;
      GLEANER_TRY(web::FetchRequest request, request_of(*ticket, options.refresh));
      ++out, ++started;
      fetcher->submit(std::move(request),
                      [inbox, ticket = *ticket](web::Fetched got) { inbox->put({ticket, std::move(got)}); });
    }
    if (!out) break;
    if (auto item = inbox->take(kProgressEvery)) {
      --out;
      GLEANER_CHECK(take(item->ticket, std::move(item->got), options, report));
    }
    const Clock::time_point now = Clock::now();
    if (now >= next_commit) {
      GLEANER_CHECK(commit());
      next_commit = now + kCommitEvery;
    }
    if (progress && now >= next_progress) {
      stop |= !progress(
          {report.fetched + report.unchanged, report.failed, queue_->waiting() + out, report.bytes});
      next_progress = now + kProgressEvery;
    }
    if (stop) break;
  }
  fetcher.reset();
  GLEANER_CHECK(commit());
  report.waiting = queue_->waiting() + out;
  report.stopped = report.waiting > 0;
  GLEANER_TRY(report.kinds, error_kinds());
  return report;
}

// Pages that a verb asks for by URL: from the archive, or fetched and kept there. Guarded: verbs load from
// several threads.
class JobCache : public web::PageCache {
  // What is behind "#" is no part of an address: there stands what was sent to it (form_name).
  static std::string key_of(const std::string& url) {
    const std::string canonical = web::canonical_url(url);
    return web::is_form_name(url) ? canonical + url.substr(url.find('#')) : canonical;
  }

 public:
  explicit JobCache(std::shared_ptr<Job> job) : job_(std::move(job)) {}

  std::optional<web::Fetched> find(const std::string& url) override {
    const std::lock_guard lock(mutex_);
    auto found = job_->archive_->find(key_of(url));
    if (!found.ok() || !*found || (*found)->failed) return {};
    return std::move(**found);
  }

  Status keep(const web::Fetched& fetched) override {
    const std::lock_guard lock(mutex_);
    web::Fetched canonical = fetched;
    canonical.asked = key_of(fetched.asked);
    GLEANER_CHECK(job_->archive_->add(canonical));
    job_->log(canonical.asked, canonical);
    if (!web::is_form_name(canonical.asked)) {  // the answer to a form is nothing that can be asked for again
      GLEANER_CHECK(job_->queue_->add(canonical.asked, 0, Queue::Outcome::done));
    }
    const Clock::time_point now = Clock::now();
    if (now < next_commit_) return {};
    next_commit_ = now + kCommitEvery;
    return job_->commit();
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<Job> job_;
  Clock::time_point next_commit_ = Clock::now() + kCommitEvery;
};

std::shared_ptr<web::PageCache> cache_of(std::shared_ptr<Job> job) {
  return std::make_shared<JobCache>(std::move(job));
}

}  // namespace gleaner::crawl
