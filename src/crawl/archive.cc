// See archive.h.
#include "crawl/archive.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

#include "web/http.h"

namespace gleaner::crawl {

// A line of the index.
struct PageRow {
  std::string url;  // asked for
  std::string final_url, id, date, digest, etag, last_modified, type;
  int64_t status = 0, time = 0;
  int64_t offset = 0;  // of the record with the content
};

namespace {

constexpr const char* kSoftware = "gleaner";
constexpr const char* kAsked = "Gleaner-Asked";
constexpr const char* kArchiveSchema =
    "create table if not exists meta (key text primary key, value);"
    "create table if not exists pages (id integer primary key, url text not null, final_url text not null, "
    "status integer not null,"
    " time integer not null, offset integer not null, record text not null, date text not null, digest text "
    "not null,"
    " etag text not null, last_modified text not null, type text not null);"
    "create index if not exists pages_url on pages (url);"
    "create index if not exists pages_digest on pages (digest);";
constexpr const char* kSameContent = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
constexpr const char* kNotModified = "http://netpreserve.org/warc/1.1/revisit/server-not-modified";
constexpr const char* kResponseType = "application/http;msgtype=response";
constexpr const char* kRequestType = "application/http;msgtype=request";

Diagnostic cannot(std::string_view what, const std::string& path) {
  return error(Code::io, fmt::format("cannot be {}: {}", what, std::strerror(errno)), {path},
               errno == ENOSPC || errno == EDQUOT ? "free some space; the same command goes on" : "");
}

}  // namespace

Archive::~Archive() {
  if (fd_ >= 0) ::close(fd_);
}

Result<std::unique_ptr<Archive>> Archive::open(const std::string& path, store::State& state,
                                               Recovered& recovered) {
  std::unique_ptr<Archive> archive(new Archive(state));
  archive->path_ = path;
  GLEANER_CHECK(state.run(kArchiveSchema));
  GLEANER_CHECK(archive->prepare());
  const bool there = ::access(path.c_str(), F_OK) == 0;
  archive->fd_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND, 0666);
  if (archive->fd_ < 0) return cannot("opened", path);
  struct stat info;
  if (::fstat(archive->fd_, &info) != 0) return cannot("read", path);
  archive->size_ = uint64_t(info.st_size);
  if (Status done = archive->recover(recovered); !done.ok()) {
    if (!there) ::unlink(path.c_str());  // an empty one would look like an archive without pages
    return done.error();
  }
  if (archive->size_ == 0) GLEANER_CHECK(archive->append(web::pack_info(kSoftware)));
  return archive;
}

Status Archive::prepare() {
  GLEANER_TRY(insert_, state_.prepare("insert into pages (url, final_url, status, time, offset, record, "
                                      "date, digest, etag, last_modified, type)"
                                      " values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"));
  GLEANER_TRY(by_url_, state_.prepare("select url, final_url, status, time, offset, record, date, digest, "
                                      "etag, last_modified, type from pages"
                                      " where url = ?1 order by id desc limit 1"));
  GLEANER_TRY(by_digest_,
              state_.prepare("select url, final_url, status, time, offset, record, date from pages"
                             " where digest = ?1 limit 1"));
  GLEANER_TRY(set_size_,
              state_.prepare(
                  "insert into meta values ('archive_size', ?1) on conflict (key) do update set value = ?1"));
  return {};
}

Status Archive::append(std::string_view bytes) {
  const uint64_t before = size_;
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      Diagnostic why = cannot("written", path_);
      if (::ftruncate(fd_, off_t(before)) == 0) size_ = before;  // no half record
      return why;
    }
    bytes.remove_prefix(size_t(n));
    size_ += uint64_t(n);
  }
  return {};
}

// What the index does not know yet: answers that are whole are entered, the rest is cut off.
Status Archive::recover(Recovered& recovered) {
  GLEANER_TRY(store::Statement committed,
              state_.prepare("select value from meta where key = 'archive_size'"));
  GLEANER_TRY(const bool any, committed.step());
  const uint64_t covered = any ? uint64_t(committed.integer(0)) : 0;
  committed.reset();
  if (!any && size_ > 0) GLEANER_CHECK(refuse_foreign());
  if (covered > size_ && size_ == 0)
    return error(Code::bad_input, "the archive of this job is empty, or not there any more", {path_},
                 "put it back, or begin a new job");
  if (covered > size_)
    return error(Code::bad_input,
                 fmt::format("is shorter than its index says ({} of {} bytes)", size_, covered), {path_},
                 "it was changed by another program; begin a new job");
  if (covered == size_) return {};
  GLEANER_TRY(reader_, web::WarcReader::open(path_));
  reader_->seek(covered);
  uint64_t whole = covered;
  web::WarcRecord record;
  for (;;) {
    auto more = reader_->next(record);
    if (!more.ok() || !*more) break;
    if (record.type() == "warcinfo") whole = record.offset + record.length;
    if (web::field_of(record.fields, kAsked).empty()) continue;
    GLEANER_CHECK(take_back(record, recovered));
    whole = record.offset + record.length;
  }
  reader_.reset();
  if (whole < size_) {
    recovered.cut = size_ - whole;
    if (::ftruncate(fd_, off_t(whole)) != 0) return cannot("cut back", path_);
    size_ = whole;
  }
  return note_size();
}

// A file that is there before the job: only what an earlier start left of it, which is a first record, may be
// gone over.
Status Archive::refuse_foreign() {
  GLEANER_TRY(auto reader, web::WarcReader::open(path_));
  web::WarcRecord record;
  for (;;) {
    auto more = reader->next(record);
    if (more.ok() && !*more) break;
    if (!more.ok() || record.type() != "warcinfo")
      return error(Code::usage, "is there already, and is not of this job", {path_},
                   "choose another name, or move it away; gleaner archive merge puts archives together");
  }
  return {};
}

Status Archive::take_back(const web::WarcRecord& record, Recovered& recovered) {
  PageRow row;
  row.url = std::string(web::field_of(record.fields, kAsked));
  row.final_url = std::string(record.url());
  row.id = std::string(record.id());
  row.date = std::string(record.date());
  row.digest = std::string(web::field_of(record.fields, "WARC-Payload-Digest"));
  row.offset = int64_t(record.offset);
  row.time = web::now_milliseconds();
  if (const auto head = web::read_head(record.block); head.ok()) {
    row.status = head->status;
    row.etag = std::string(web::field_of(head->fields, "ETag"));
    row.last_modified = std::string(web::field_of(head->fields, "Last-Modified"));
    row.type = std::string(web::field_of(head->fields, "Content-Type"));
  }
  if (record.type() == "revisit") {
    GLEANER_TRY(const auto original, known(row.digest, row.url, row.status == 304));
    if (original) row.offset = original->offset;
  }
  constexpr int64_t kUnchanged = 304,
                    kNoSuccess = 300;  // what failed was not told yet: it is asked for again
  if ((row.status >= 200 && row.status < kNoSuccess) || row.status == kUnchanged)
    recovered.asked.push_back(row.url);
  return enter(row);
}

Result<std::optional<Archive::Known>> Archive::known(std::string_view digest, const std::string& url,
                                                     bool unchanged) {
  // Unchanged is the server's word: it is what this URL had.
  store::Statement& row = unchanged ? by_url_.bind_all(url) : by_digest_.bind_all(digest);
  GLEANER_TRY(const bool found, row.step());
  if (!found) return std::optional<Known>();
  Known out{std::string(row.text(5)), std::string(row.text(1)), std::string(row.text(6)), row.integer(4)};
  row.reset();
  return std::optional<Known>(std::move(out));
}

// All records of an answer, in one piece. `row` learns where its content will stand.
Result<std::string> Archive::records_of(const web::Fetched& fetched, PageRow& row) {
  std::string out;
  for (size_t i = 0; i < fetched.exchanges.size(); ++i) {
    const web::Exchange& exchange = fetched.exchanges[i];
    const bool last = i + 1 == fetched.exchanges.size();
    const std::string date = web::warc_time(exchange.time);
    const std::string digest = web::sha1_digest(exchange.body);
    std::vector<web::WarcField> fields = {
        {"WARC-Target-URI", exchange.url}, {"WARC-Date", date}, {"WARC-IP-Address", exchange.address}};
    std::string id = web::new_record_id();
    std::vector<web::WarcField> request = fields;
    request.push_back({"WARC-Concurrent-To", id});
    request.push_back({"Content-Type", kRequestType});
    if (!exchange.request_head.empty()) out += web::pack_record("request", request, exchange.request_head);
    fields.push_back({"Content-Type", kResponseType});
    if (last) fields.push_back({kAsked, fetched.asked});
    GLEANER_TRY(const auto original,
                last ? known(digest, fetched.asked, exchange.status == 304) : std::optional<Known>());
    if (last) {
      row.offset = int64_t(size_ + out.size());
      row.id = id;
      row.date = date;
      row.digest = digest;
    }
    const bool revisit = original && (exchange.status == 304 || !exchange.body.empty());
    if (!revisit) {
      fields.push_back({"WARC-Payload-Digest", digest});
      out += web::pack_record("response", fields, exchange.response_head + exchange.body, &id);
      continue;
    }
    fields.push_back({"WARC-Profile", exchange.status == 304 ? kNotModified : kSameContent});
    if (exchange.status != 304) fields.push_back({"WARC-Payload-Digest", digest});
    fields.push_back({"WARC-Refers-To", original->id});
    fields.push_back({"WARC-Refers-To-Target-URI", original->url});
    fields.push_back({"WARC-Refers-To-Date", original->date});
    row.offset = original->offset;
    out += web::pack_record("revisit", fields, exchange.response_head, &id);
  }
  return out;
}

Status Archive::enter(const PageRow& row) {
  return insert_
      .bind_all(row.url, row.final_url, row.status, row.time, row.offset, row.id, row.date, row.digest,
                row.etag, row.last_modified, row.type)
      .run();
}

Status Archive::add(const web::Fetched& fetched) {
  if (fetched.exchanges.empty()) return {};
  PageRow row;
  row.url = fetched.asked;
  row.final_url = fetched.url;
  row.status = fetched.status;
  row.time = fetched.time;
  row.etag = fetched.etag;
  row.last_modified = fetched.last_modified;
  row.type = fetched.charset.empty() ? fetched.type : fetched.type + "; charset=" + fetched.charset;
  GLEANER_TRY(const std::string records, records_of(fetched, row));
  GLEANER_CHECK(append(records));
  return enter(row);
}

Result<std::optional<web::Fetched>> Archive::find(const std::string& url) {
  GLEANER_TRY(const bool found, by_url_.bind_all(url).step());
  if (!found) return std::optional<web::Fetched>();
  web::Fetched out;
  out.asked = url;
  out.url = std::string(by_url_.text(1));
  out.status = int(by_url_.integer(2));
  out.time = by_url_.integer(3);
  const uint64_t offset = uint64_t(by_url_.integer(4));
  out.etag = std::string(by_url_.text(8));
  out.last_modified = std::string(by_url_.text(9));
  by_url_.reset();
  if (!reader_ || reader_->size() <= offset) {
    GLEANER_TRY(reader_, web::WarcReader::open(path_));
  }
  reader_->seek(offset);
  web::WarcRecord record;
  GLEANER_TRY(const bool more, reader_->next(record));
  if (!more) return error(Code::bad_input, fmt::format("has no record at byte {}", offset), {path_});
  GLEANER_TRY(const web::HttpHead head, web::read_head(record.block));
  const web::ContentType type = web::read_content_type(web::field_of(head.fields, "Content-Type"));
  out.type = type.type;
  out.charset = type.charset;
  auto body = web::read_body(head, record.block.substr(head.size), url, 3ull << 30);
  if (body.ok()) out.body = std::move(*body);
  if (out.status == 304) out.status = head.status;
  if (!body.ok())  // it is kept as it came, and was a failure then, too
    out.failed = web::FetchFailure{body.error().code == Code::budget ? "too large" : "broken", body.error()};
  else if (out.status < 200 || out.status >= 300)
    out.failed = web::FetchFailure{std::to_string(out.status),
                                   error(Code::io, fmt::format("the server answers {}", out.status), {url})};
  return std::optional<web::Fetched>(std::move(out));
}

Result<std::string> Archive::address(const std::string& url) {
  GLEANER_TRY(const bool found, by_url_.bind_all(url).step());
  if (!found) return std::string();
  std::string out(by_url_.text(1));
  by_url_.reset();
  return out;
}

Result<web::FetchRequest> Archive::condition(const std::string& url) {
  GLEANER_TRY(const bool found, by_url_.bind_all(url).step());
  if (!found) return web::FetchRequest{url, "", ""};
  web::FetchRequest out{url, std::string(by_url_.text(8)), std::string(by_url_.text(9))};
  const bool success = by_url_.integer(2) == 200 || by_url_.integer(2) == 304;
  by_url_.reset();
  return success ? out : web::FetchRequest{url, "", ""};
}

Status Archive::sync() {
  if (::fdatasync(fd_) != 0 && errno != EINVAL && errno != EROFS) return cannot("written", path_);
  return {};
}

Status Archive::note_size() { return set_size_.bind_all(size_).run(); }

}  // namespace gleaner::crawl
