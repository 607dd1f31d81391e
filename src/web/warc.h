// WARC, the format of web archives (ISO 28500; versions 1.0 and 1.1): reading and writing.
//
// A file is a sequence of records, each with a head of named fields and a block of bytes. In a .warc.gz
// each record is a gzip member of its own, so that one can be read without those before it, and a file
// can grow by appending. We write that way: a request and a response record a fetch, a revisit record
// where the content is what it was.
//
// Reading is in pieces (byte_window.h) and by libdeflate, a member at a time into a buffer that is kept:
// views in a WarcRecord are valid until the next call. Under a Budget it ends with it, and a record is no
// larger than a quarter of its memory. What others wrote is read as it is: bare line feeds, several records
// in a member, missing blank lines at the end. A damaged stretch is skipped to where the next record begins,
// and noted; a file whose last record is cut off (a crash, a full disk) says so by torn().
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace gleaner::web {

using Fields = std::vector<std::pair<std::string_view, std::string_view>>;
// A line of a head without its end; `at` moves behind it. False: no line end in sight.
bool take_line(std::string_view text, size_t& at, std::string_view& line);
// The first value of that name, whatever its case; "" if there is none.
std::string_view field_of(const Fields& fields, std::string_view name);

struct WarcRecord {
  std::string_view version;  // "WARC/1.1"
  Fields fields;
  std::string_view block;
  uint64_t offset = 0,
           length = 0;  // of the member that holds it, in the file (the record, in one not packed)

  std::string_view type() const { return field_of(fields, "WARC-Type"); }
  std::string_view url() const;  // without the angle brackets that some write
  std::string_view date() const { return field_of(fields, "WARC-Date"); }
  std::string_view id() const { return field_of(fields, "WARC-Record-ID"); }
};

struct WarcLimits {
  uint64_t record = 1ull << 30;  // bytes of one member, unpacked
};

class WarcReader {
 public:
  static Result<std::unique_ptr<WarcReader>> open(const std::string& path, const WarcLimits& limits = {});
  // Of bytes in memory, which must outlive it.
  static std::unique_ptr<WarcReader> of_bytes(std::string_view bytes, std::string name,
                                              const WarcLimits& limits = {});
  ~WarcReader();

  // False at the end. An error is a file that is no WARC at all; damage further on is noted and skipped.
  Result<bool> next(WarcRecord& record);
  void seek(uint64_t offset);  // to where a record (a member) begins

  uint64_t size() const;
  uint64_t position() const;             // after the last record that was read
  std::optional<uint64_t> torn() const;  // where a last record begins that is not whole
  const Diagnostics& notes() const;

 private:
  WarcReader();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Is it a name of an archive? .warc .warc.gz .warc.zst, also .arc of old
bool is_archive_name(std::string_view path);

// --- writing

struct WarcField {
  std::string name, value;
};

// One record as it stands in a .warc.gz: a gzip member. The fields WARC-Record-ID, Content-Length and, where
// there is none, WARC-Date are added. `id` takes the record's id if it is not null.
std::string pack_record(std::string_view type, const std::vector<WarcField>& fields, std::string_view block,
                        std::string* id = nullptr);
std::string pack_info(std::string_view software);  // the first record of a file

std::string new_record_id();                  // "<urn:uuid:...>"
std::string warc_time(int64_t milliseconds);  // since 1970: "2026-01-31T12:00:00.123Z"
int64_t now_milliseconds();

// "sha1:" and base 32, as archives write digests.
std::string sha1_digest(std::string_view bytes);

}  // namespace gleaner::web
