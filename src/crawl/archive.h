// Archive: what a job has fetched. A WARC file that only grows, and an index of it in the job's State.
//
// An answer is written with one call: its request and response records (redirects first), or a revisit record
// where the content is known already. The State is committed later, in batches; after a crash recover() reads
// the records behind the last commit back into the index and cuts off what is not whole. The last record of
// an answer names the URL that was asked for (Gleaner-Asked), which tells where an answer ends.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/state.h"
#include "web/fetch.h"
#include "web/warc.h"

namespace gleaner::crawl {

struct Recovered {
  std::vector<std::string> asked;  // URLs whose answers were read back, and are pages
  uint64_t cut = 0;                // bytes of a record that was not whole
};

class Archive {
 public:
  // Opens or makes the file and reads back what the index does not know. REQUIRES: the State outlives it.
  static Result<std::unique_ptr<Archive>> open(const std::string& path, store::State& state,
                                               Recovered& recovered);
  ~Archive();

  // Writes an answer with its exchanges and enters it into the index.
  Status add(const web::Fetched& fetched);
  // The last answer for that URL, as it was fetched; a revisit gives the content it refers to.
  Result<std::optional<web::Fetched>> find(const std::string& url);
  // The address that the last answer for that URL came from; "" if there is none.
  Result<std::string> address(const std::string& url);
  // Its ETag and Last-Modified, for asking whether it changed.
  Result<web::FetchRequest> condition(const std::string& url);
  Status sync();  // to the disk
  // Part of the State's transaction: how much of the file the index covers.
  Status note_size();

  const std::string& path() const { return path_; }
  uint64_t size() const { return size_; }

 private:
  struct Known {  // content that is in the archive already
    std::string id, url, date;
    int64_t offset = 0;
  };
  explicit Archive(store::State& state) : state_(state) {}
  Status prepare();
  Status recover(Recovered& recovered);
  Status refuse_foreign();
  Status take_back(const web::WarcRecord& record, Recovered& recovered);
  Result<std::optional<Known>> known(std::string_view digest, const std::string& url, bool unchanged);
  Result<std::string> records_of(const web::Fetched& fetched, struct PageRow& row);
  Status enter(const struct PageRow& row);
  Status append(std::string_view bytes);

  store::State& state_;
  store::Statement insert_, by_url_, by_digest_, set_size_;
  std::unique_ptr<web::WarcReader> reader_;
  std::string path_;
  int fd_ = -1;
  uint64_t size_ = 0;
};

}  // namespace gleaner::crawl
