// See warc.h.
#include <fcntl.h>
#include <fmt/format.h>
#include <libdeflate.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "base/text.h"
#include "page/load.h"
#include "web/warc.h"

namespace gleaner::web {
namespace {

constexpr size_t kFirstBuffer = 256u << 10;
constexpr size_t kLargestHead = 1u << 20;  // of a record: its version and fields
constexpr std::string_view kGzip = "\x1f\x8b\x08";
constexpr std::string_view kZstd = "\x28\xb5\x2f\xfd";

struct Unpacker {
  libdeflate_decompressor* handle = libdeflate_alloc_decompressor();
  ~Unpacker() { libdeflate_free_decompressor(handle); }
};

// A line without its end; `at` moves behind it. False: no line end in sight.
bool take_line(std::string_view text, size_t& at, std::string_view& line) {
  const char* found = static_cast<const char*>(std::memchr(text.data() + at, '\n', text.size() - at));
  if (!found) return false;
  const size_t end = size_t(found - text.data());
  line = text.substr(at, end - at);
  if (line.ends_with('\r')) line.remove_suffix(1);
  at = end + 1;
  return true;
}

enum class Parsed { record, end, torn, broken };

// One record at `at` of `text`, which moves behind it.
Parsed parse_record(std::string_view text, size_t& at, WarcRecord& record) {
  while (at < text.size() && (text[at] == '\r' || text[at] == '\n')) ++at;
  if (at == text.size()) return Parsed::end;
  const size_t begin = at;
  std::string_view line;
  if (!take_line(text, at, line))
    return std::string_view("WARC/1.").starts_with(text.substr(begin, 7)) ? Parsed::torn : Parsed::broken;
  if (!line.starts_with("WARC/")) return Parsed::broken;
  record.version = line;
  record.fields.clear();
  for (;;) {
    if (!take_line(text, at, line)) return Parsed::torn;
    if (line.empty()) break;
    if (at - begin > kLargestHead) return Parsed::broken;
    if ((line[0] == ' ' || line[0] == '\t') &&
        !record.fields.empty()) {  // a folded line goes on the one before
      std::string_view& value = record.fields.back().second;
      value = std::string_view(value.data(), size_t(line.data() + line.size() - value.data()));
      continue;
    }
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    record.fields.emplace_back(trim(line.substr(0, colon)), trim(line.substr(colon + 1)));
  }
  const std::string_view length = field_of(record.fields, "Content-Length");
  uint64_t bytes = 0;
  if (length.empty() || length.size() > 18) return Parsed::broken;
  for (char c : length) {
    if (!is_digit(c)) return Parsed::broken;
    bytes = bytes * 10 + uint64_t(c - '0');
  }
  if (bytes > text.size() - at) return Parsed::torn;
  record.block = text.substr(at, bytes);
  at += bytes;
  for (int i = 0; i < 2 && at < text.size(); ++i) {  // the blank lines after it
    if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n') at += 2;
    else if (text[at] == '\n') ++at;
  }
  return Parsed::record;
}

}  // namespace

std::string_view field_of(const Fields& fields, std::string_view name) {
  for (const auto& [key, value] : fields)
    if (equals_ignoring_case(key, name)) return value;
  return {};
}

std::string_view WarcRecord::url() const {
  std::string_view url = field_of(fields, "WARC-Target-URI");
  if (url.size() > 1 && url.front() == '<' && url.back() == '>') url = url.substr(1, url.size() - 2);
  return url;
}

struct WarcReader::Impl {
  std::string name;
  WarcLimits limits;
  std::string_view bytes;  // the whole file
  void* mapped = nullptr;  // unmapped at the end
  std::string owned;       // instead: a file that had to be unpacked whole
  Unpacker unpacker;
  std::string buffer;       // the member in work, unpacked
  std::string_view member;  // what of the buffer is filled
  size_t in_member = 0;
  uint64_t member_offset = 0, member_length = 0;
  uint64_t at = 0;           // in the file: the next member or record
  uint64_t whole_until = 0;  // after the last whole record
  std::optional<uint64_t> torn;
  Diagnostics notes;
  bool any = false;

  ~Impl() {
    if (mapped) ::munmap(mapped, bytes.size());
  }

  bool packed_here() const { return bytes.substr(at).starts_with(kGzip); }

  void skip_damage(uint64_t from, std::string_view what) {
    // gzip members begin with their magic, plain records with their version
    size_t next = bytes.find(kGzip, from + 1);
    next = std::min(next, bytes.find("WARC/1.", from + 1));
    notes.push_back(
        warning(Code::bad_input,
                fmt::format("{} at byte {}{}", what, from,
                            next == std::string_view::npos ? "" : fmt::format(", read on at {}", next)),
                {name, 0, 0, {}}));
    at = next == std::string_view::npos ? bytes.size() : next;
  }

  // Unpacks the member at `at`. False: there is none that is whole.
  bool unpack_member() {
    const std::string_view in = bytes.substr(at);
    if (buffer.size() < kFirstBuffer) buffer.resize(kFirstBuffer);
    for (;;) {
      size_t used = 0, made = 0;
      const libdeflate_result result = libdeflate_gzip_decompress_ex(
          unpacker.handle, in.data(), in.size(), buffer.data(), buffer.size(), &used, &made);
      if (result == LIBDEFLATE_SUCCESS) {
        member = std::string_view(buffer).substr(0, made);
        in_member = 0;
        member_offset = at;
        member_length = used;
        at += used;
        return true;
      }
      if (result != LIBDEFLATE_INSUFFICIENT_SPACE || buffer.size() >= limits.record) return false;
      buffer.resize(std::min<uint64_t>(buffer.size() * 2, limits.record));
    }
  }

  Result<bool> next_packed(WarcRecord& record, bool& again) {
    again = false;
    const uint64_t from = at;
    if (!unpack_member()) {
      member = {};
      const size_t later = bytes.find(kGzip, from + 1);
      // Nothing after it that is whole: the file was cut off.
      const bool last = later == std::string_view::npos || !whole_member_after(from);
      if (last) {
        torn = from;
        at = bytes.size();
        return false;
      }
      skip_damage(from, buffer.size() >= limits.record ? "a record too large to read" : "a damaged record");
      again = true;
      return true;
    }
    record.offset = member_offset;
    again = true;
    return true;
  }

  // A look at the few places that may be members: is any of them whole?
  bool whole_member_after(uint64_t from) {
    const uint64_t keep = at;
    bool found = false;
    constexpr int kTries = 64;
    size_t next = from;
    for (int i = 0; i < kTries && !found; ++i) {
      next = bytes.find(kGzip, next + 1);
      if (next == std::string_view::npos) break;
      at = next;
      found = unpack_member() && member.starts_with("WARC/");
    }
    at = keep;
    member = {};
    in_member = 0;
    return found;
  }
};

WarcReader::WarcReader() : impl_(std::make_unique<Impl>()) {}
WarcReader::~WarcReader() = default;

Result<std::unique_ptr<WarcReader>> WarcReader::open(const std::string& path, const WarcLimits& limits) {
  std::unique_ptr<WarcReader> made(new WarcReader());
  Impl& impl = *made->impl_;
  impl.name = path;
  impl.limits = limits;
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return error(errno == ENOENT ? Code::not_found : Code::io,
                 errno == ENOENT ? "no such file" : fmt::format("cannot be opened: {}", std::strerror(errno)),
                 {path, 0, 0, {}});
  struct stat info;
  const bool known = ::fstat(fd, &info) == 0, regular = known && S_ISREG(info.st_mode);
  if (known && (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode))) {  // it may have no end
    ::close(fd);
    return error(Code::bad_input, "is a device, no archive", {path, 0, 0, {}});
  }
  if (regular && info.st_size > 0) {
    void* address = ::mmap(nullptr, size_t(info.st_size), PROT_READ, MAP_PRIVATE, fd, 0);
    if (address != MAP_FAILED) {
      ::madvise(address, size_t(info.st_size), MADV_SEQUENTIAL);
      impl.mapped = address;
      impl.bytes = {static_cast<const char*>(address), size_t(info.st_size)};
    }
  }
  ::close(fd);
  if (!impl.mapped || impl.bytes.starts_with(kZstd)) {
    GLEANER_TRY(impl.owned, read_file(path));
    if (impl.mapped) ::munmap(impl.mapped, impl.bytes.size());
    impl.mapped = nullptr;
    impl.bytes = impl.owned;
  }
  return made;
}

std::unique_ptr<WarcReader> WarcReader::of_bytes(std::string_view bytes, std::string name,
                                                 const WarcLimits& limits) {
  std::unique_ptr<WarcReader> made(new WarcReader());
  made->impl_->name = std::move(name);
  made->impl_->bytes = bytes;
  made->impl_->limits = limits;
  return made;
}

Result<bool> WarcReader::next(WarcRecord& record) {
  Impl& impl = *impl_;
  for (;;) {
    // records that are left in the member
    if (impl.in_member < impl.member.size()) {
      const Parsed parsed = parse_record(impl.member, impl.in_member, record);
      if (parsed == Parsed::record) {
        record.offset = impl.member_offset;
        record.length = impl.member_length;
        impl.any = true;
        impl.whole_until = impl.at;
        return true;
      }
      if (parsed != Parsed::end) {
        if (!impl.any)
          return error(
              Code::bad_input,
              impl.member.starts_with("filedesc:") ? "is an ARC file, the older format of web archives"
                                                   : "is no WARC file",
              {impl.name, 0, 0, {}},
              impl.member.starts_with("filedesc:") ? "convert it: warcio recompress FILE.arc.gz FILE.warc.gz"
                                                   : "");
        impl.notes.push_back(warning(
            Code::bad_input, fmt::format("a member without a whole record at byte {}", impl.member_offset),
            {impl.name, 0, 0, {}}));
      }
      impl.member = {};
      impl.in_member = 0;
      continue;
    }
    if (impl.at >= impl.bytes.size()) return false;
    if (impl.packed_here()) {
      bool again = false;
      GLEANER_TRY(const bool more, impl.next_packed(record, again));
      if (!again) return more;
      continue;
    }
    size_t at = impl.at;
    const Parsed parsed = parse_record(impl.bytes, at, record);
    if (parsed == Parsed::end) {
      impl.at = impl.bytes.size();
      return false;
    }
    if (parsed == Parsed::record) {
      record.offset = impl.at;
      record.length = at - impl.at;
      impl.at = impl.whole_until = at;
      impl.any = true;
      return true;
    }
    const std::string_view rest = impl.bytes.substr(impl.at);
    if (!impl.any && parsed == Parsed::broken) {
      const bool arc = rest.starts_with("filedesc:");
      return error(
          Code::bad_input, arc ? "is an ARC file, the older format of web archives" : "is no WARC file",
          {impl.name, 0, 0, {}}, arc ? "convert it: warcio recompress FILE.arc.gz FILE.warc.gz" : "");
    }
    if (parsed == Parsed::torn || rest.size() < kGzip.size()) {
      impl.torn = impl.at;
      impl.at = impl.bytes.size();
      return false;
    }
    impl.skip_damage(impl.at, "bytes that are no record");
  }
}

void WarcReader::seek(uint64_t offset) {
  impl_->at = std::min<uint64_t>(offset, impl_->bytes.size());
  impl_->member = {};
  impl_->in_member = 0;
}

uint64_t WarcReader::size() const { return impl_->bytes.size(); }
uint64_t WarcReader::position() const { return impl_->whole_until; }
std::optional<uint64_t> WarcReader::torn() const { return impl_->torn; }
const Diagnostics& WarcReader::notes() const { return impl_->notes; }

bool is_archive_name(std::string_view path) {
  const std::string lower = lower_ascii(path);
  for (std::string_view ending : {".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz"})
    if (lower.size() > ending.size() && lower.ends_with(ending)) return true;
  return false;
}

}  // namespace gleaner::web
