// See archive_pages.h.
#include "web/archive_pages.h"

#include <fmt/format.h>

#include "base/text.h"
#include "web/http.h"

namespace gleaner::web {
namespace {

constexpr int kNoSuccess = 300;
constexpr WarcLimits kPages{128u << 20};  // what is larger is no page

std::string_view content_type_of(const WarcRecord& record) { return field_of(record.fields, "Content-Type"); }

bool is_http_response(const WarcRecord& record) {
  return record.type() == "response" &&
         (record.url().starts_with("http:") || record.url().starts_with("https:"));
}

class ArchiveStream : public PageStream {
 public:
  ArchiveStream(std::unique_ptr<WarcReader> reader, std::string path)
      : reader_(std::move(reader)), path_(std::move(path)) {}

  Result<std::optional<PageItem>> next() override {
    WarcRecord record;
    for (;;) {
      GLEANER_TRY(const bool more, reader_->next(record));
      if (!more) return std::optional<PageItem>();
      if (is_listed(record)) break;
    }
    const std::string url(record.url());
    const std::string own = names_.name_of(url, record.date()), name = path_ + "#" + own;
    if (own != url && !again_++) first_again_ = name;
    return std::optional<PageItem>(PageItem{
        name, [type = std::string(record.type()), url, content_type = std::string(content_type_of(record)),
               name, block = std::make_shared<const std::string>(record.block)](const LoadOptions& options) {
          return archived_document(type, url, content_type, *block, name, options);
        }});
  }

  Diagnostics notes() const override {
    Diagnostics out = reader_->notes();
    if (reader_->torn())
      out.push_back(warning(Code::bad_input,
                            fmt::format("its last record is cut off (from byte {} on)", *reader_->torn()),
                            {path_}));
    if (again_)
      out.push_back(
          warning(Code::bad_input,
                  fmt::format("{} of its pages are there again, as they were at another time, first {}",
                              again_, first_again_),
                  {path_}, "all are taken; in a table, --mode upsert --key url keeps the last of each"));
    return out;
  }

 private:
  std::unique_ptr<WarcReader> reader_;
  std::string path_;
  CaptureNames names_;
  size_t again_ = 0;  // pages whose address was there before
  std::string first_again_;
};

}  // namespace

// What an answer is that is no page.
static std::string words_of(const HttpHead& head) {
  const std::string_view to = field_of(head.fields, "Location");
  return to.empty() ? fmt::format("an answer {} {}", head.status, field_of(head.fields, "Content-Type"))
                    : fmt::format("an answer {} that leads to {}", head.status, to);
}

// Is this record a page: an answer of success with a text, or a resource that is one?
static bool is_page_record(const WarcRecord& record) {
  const std::string_view type = record.type();
  if (type == "resource") return is_page_type(content_type_of(record));
  if (!is_http_response(record)) return false;
  const auto head = read_head(record.block);
  return head.ok() && head->status >= 200 && head->status < kNoSuccess &&
         is_page_type(field_of(head->fields, "Content-Type"));
}

// A server that does not know the type says so, of its pages too.
static bool begins_as_html(const HttpHead& head, std::string_view block) {
  const auto body = read_body(head, block.substr(head.size), "", kPages.record);
  if (!body.ok()) return false;
  const size_t begin = body->find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (begin == std::string::npos) return false;
  constexpr size_t kLongest = 14;
  const std::string first = lower_ascii(std::string_view(*body).substr(begin, kLongest));
  return first.starts_with("<!doctype html") || first.starts_with("<html");
}

bool is_listed(const WarcRecord& record) {
  if (!is_page_record(record) || record.url().ends_with("/robots.txt")) return false;
  std::string_view served = content_type_of(record);
  if (record.type() == "response") {
    const auto head = read_head(record.block);
    if (head.ok()) served = field_of(head->fields, "Content-Type");
    if (head.ok() && read_content_type(served).type == "application/octet-stream")
      return begins_as_html(*head, record.block);
  }
  const std::string type = read_content_type(served).type;
  return type.empty() || type == "text/html" || type == "application/xhtml+xml" || type == "text/plain" ||
         type == "application/pdf";
}

Result<DocumentPtr> archived_document(std::string_view type, const std::string& url,
                                      std::string_view content_type, std::string_view block,
                                      const std::string& name, const LoadOptions& options) {
  DocumentOptions document = options.document;
  if (document.name.empty()) document.name = name;
  if (document.url.empty()) document.url = url;
  std::string body;
  std::string served(content_type);
  if (type == "resource") {
    body = std::string(block);
  } else {
    GLEANER_TRY(const HttpHead head, read_head(block));
    GLEANER_TRY(body, read_body(head, block.substr(head.size), name, options.max_bytes));
    served = std::string(field_of(head.fields, "Content-Type"));
  }
  if (body.size() > options.max_bytes)
    return error(Code::budget, fmt::format("is larger than {} bytes", options.max_bytes), {name});
  if (document.transport_charset.empty()) document.transport_charset = read_content_type(served).charset;
  if (!document.media_type) document.media_type = media_type_of(served);
  return make_document(std::move(body), std::move(document));
}

std::string CaptureNames::name_of(std::string_view url, std::string_view date) {
  std::string name(url);
  if (!met_[stable_hash(name)]++) return name;
  name.append("@").append(date);
  const size_t before = met_[stable_hash(name)]++;
  return before ? fmt::format("{}.{}", name, before + 1) : name;
}

Result<std::unique_ptr<PageStream>> stream_archive(const std::string& path) {
  GLEANER_TRY(std::unique_ptr<WarcReader> reader, WarcReader::open(path, kPages));
  return std::unique_ptr<PageStream>(new ArchiveStream(std::move(reader), path));
}

Result<std::shared_ptr<const ArchiveIndex>> ArchiveIndex::read(const std::string& path) {
  auto index = std::make_shared<ArchiveIndex>();
  index->path_ = path;
  GLEANER_TRY(std::unique_ptr<WarcReader> reader, WarcReader::open(path, kPages));
  CaptureNames names;
  WarcRecord record;
  for (;;) {
    GLEANER_TRY(const bool more, reader->next(record));
    if (!more) break;
    const std::string url(record.url());
    if (record.type() == "revisit") {
      const std::string_view of = field_of(record.fields, "WARC-Refers-To-Target-URI");
      index->revisits_[url] = of.empty() ? url : std::string(of);
      continue;
    }
    if (!is_page_record(record)) {
      if (record.type() == "response") {
        const auto head = read_head(record.block);
        index->others_[url] = head.ok() ? words_of(*head) : "no HTTP answer";
      }
      continue;
    }
    index->last_[url] = record.offset;
    if (!is_listed(record)) {
      index->by_name_.try_emplace(url, record.offset);
      continue;
    }
    const std::string name = names.name_of(url, record.date());
    index->by_name_[name] = record.offset;
    index->names_.push_back(path + "#" + name);
  }
  return std::shared_ptr<const ArchiveIndex>(std::move(index));
}

std::optional<uint64_t> ArchiveIndex::offset_of(const std::string& url, bool last) const {
  if (const auto at = last_.find(url); last && at != last_.end()) return at->second;
  if (const auto at = by_name_.find(url); at != by_name_.end()) return at->second;
  if (const auto of = revisits_.find(url); of != revisits_.end())
    if (const auto at = last_.find(of->second); at != last_.end()) return at->second;
  return {};
}

Result<DocumentPtr> ArchiveIndex::load(const std::string& url, const std::string& name,
                                       const LoadOptions& options) const {
  return load_at(offset_of(url, false), url, name, options);
}

Result<DocumentPtr> ArchiveIndex::load_last(const std::string& url, const LoadOptions& options) const {
  return load_at(offset_of(url, true), url, path_ + "#" + url, options);
}

Result<DocumentPtr> ArchiveIndex::load_at(std::optional<uint64_t> offset, const std::string& url,
                                          const std::string& name, const LoadOptions& options) const {
  if (!offset) {
    const auto other = others_.find(url);
    return error(Code::not_found,
                 other == others_.end() ? fmt::format("there is no {} in this archive", url)
                                        : fmt::format("{} is no page: {}", url, other->second),
                 {path_}, fmt::format("what there is: gleaner archive list {}", path_));
  }
  GLEANER_TRY(std::unique_ptr<WarcReader> reader, WarcReader::open(path_, kPages));
  reader->seek(*offset);
  WarcRecord record;
  for (;;) {
    GLEANER_TRY(const bool more, reader->next(record));
    if (!more || record.offset != *offset)
      return error(Code::bad_input, "changed while it was read", {path_});
    if (is_page_record(record)) break;
  }
  return archived_document(record.type(), std::string(record.url()), content_type_of(record), record.block,
                           name, options);
}

}  // namespace gleaner::web
