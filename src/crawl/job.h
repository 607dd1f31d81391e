// Job: a fetch that can be killed at any moment and goes on where it was. A folder NAME.job with state.sqlite
// (queue, index, errors), log.txt (a line an answer), the cookies, and the archive (pages.warc.gz, or where
// the caller wants it). One process owns it at a time.
//
// What is committed is never done again; answers written after the last commit are found in the archive
// (archive.h). So at most the requests that were under way are made twice.
#pragma once

#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "crawl/archive.h"
#include "crawl/queue.h"
#include "web/fetch.h"
#include "web/sources.h"

namespace gleaner::crawl {

struct JobOptions {
  web::FetchOptions fetch;
  bool follow_next = false;  // also the next pages of a list
  int max_depth = 10'000;    // of those
  uint64_t max_pages = 0;    // stop after so many fetches of this run; 0: none
  bool refresh = false;      // ask again for everything, as "changed since?"
};

struct JobProgress {
  size_t done = 0, failed = 0, waiting = 0;
  uint64_t bytes = 0;
};

struct JobError {
  std::string url, kind, message, hint;
};

struct JobReport {
  size_t fetched = 0, unchanged = 0, failed = 0;  // of this run
  size_t known = 0;                               // done by earlier runs
  size_t waiting = 0;
  uint64_t bytes = 0;                   // of bodies
  std::map<std::string, size_t> kinds;  // of all errors that stand
  bool stopped = false;                 // before the queue was empty
  Diagnostics notes;
};

class Job {
 public:
  // `archive`: "" for pages.warc.gz in the folder. A second owner is refused.
  static Result<std::unique_ptr<Job>> open(const std::string& folder, const std::string& archive = "");
  ~Job();

  // New URLs only; canonical form is made here. What is no URL is told by the Result.
  Result<bool> add(const std::string& url);
  Status commit();
  // Fetches all that waits. `progress` is called often and may return false to stop.
  Result<JobReport> run(const JobOptions& options, const std::function<bool(const JobProgress&)>& progress);
  // The first errors that stand, in the order of their URLs.
  Result<std::vector<JobError>> errors(size_t most);
  Result<std::map<std::string, size_t>> error_kinds();  // how many of each
  // Why a page could not be had, if that is so.
  Result<std::optional<JobError>> error_of(const std::string& url);

  Archive& archive() { return *archive_; }
  store::State& state() { return *state_; }
  const std::string& folder() const { return folder_; }
  void log(const std::string& url, const web::Fetched& got);
  Status note_error(const std::string& url, const web::FetchFailure& failure);
  Status clear_error(const std::string& url);
  // The pages whose errors may be over by now, also because these options are not those of the run before.
  Result<std::vector<std::string>> worth_another_try(const web::FetchOptions& options);
  static bool may_pass(std::string_view kind);  // an error of this kind, without our doing
  const Recovered& recovered() const { return recovered_; }
  size_t queued() const { return queue_->size(); }

 private:
  friend class JobCache;
  Job() = default;
  static Result<std::unique_ptr<Job>> open_whole(const std::string& folder, const std::string& archive);
  Status own(const std::string& folder);
  Result<bool> has_other_options(const web::FetchOptions& options);
  Status begin_again(const JobOptions& options);
  Status follow_recovered();
  Result<web::FetchRequest> request_of(const Ticket& ticket, bool refresh);
  Status take(const Ticket& ticket, web::Fetched got, const JobOptions& options, JobReport& report);
  Status follow_next(web::Fetched got, int depth);

  std::string folder_;
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  int lock_ = -1;
  std::unique_ptr<std::FILE, CloseFile> log_;
  std::unique_ptr<store::State> state_;
  std::unique_ptr<Queue> queue_;
  std::unique_ptr<Archive> archive_;
  store::Statement insert_error_, delete_error_;
  Recovered recovered_;
};

// What SQLite says of a job's state, with what to do about it.
Diagnostic with_advice(Diagnostic why);

// A job's archive as the cache of page sources.
std::shared_ptr<web::PageCache> cache_of(std::shared_ptr<Job> job);

// "site.warc.gz" has the job "site.job".
std::string job_folder_of(const std::string& output);
// The file of a job's cookies: who logged in once stays so.
std::string cookies_of_job(const std::string& name);

}  // namespace gleaner::crawl
