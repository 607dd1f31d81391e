// See warc.h.
#include <fcntl.h>
#include <fmt/format.h>
#include <libdeflate.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>

#include "base/budget.h"
#include "base/exact_number.h"
#include "base/text.h"
#include "page/load.h"
#include "page/pack.h"
#include "web/byte_window.h"
#include "web/warc.h"

namespace gleaner::web {
namespace {

constexpr size_t kFirstBuffer = 256u << 10;
constexpr size_t kLargestHead = 1u << 20;     // of a record: its version and fields
constexpr size_t kLikelyRecord = 128u << 10;  // most are smaller: so much is looked at first
constexpr size_t kBlankLines = 4;             // bytes after a record
constexpr size_t kMostNotes = 1000;           // on damage
constexpr uint64_t kMemoryShare = 4;  // a record, unpacked, may be this part (1/n) of what the work may take
constexpr std::string_view kGzip = "\x1f\x8b\x08", kPlain = "WARC/1.";
constexpr std::string_view kZstd = "\x28\xb5\x2f\xfd";

struct Unpacker {
  libdeflate_decompressor* handle = libdeflate_alloc_decompressor();
  ~Unpacker() { libdeflate_free_decompressor(handle); }
};

enum class Parsed { record, end, torn, broken };

// The whole number of a Content-Length.
std::optional<uint64_t> length_of(std::string_view text) {
  constexpr size_t kDigits = 18;
  return text.size() > kDigits ? std::nullopt : exact_number<uint64_t>(text);
}

// The version and the fields of a record at `at` of `text`, which moves behind the blank line after them.
Parsed parse_head(std::string_view text, size_t& at, WarcRecord& record) {
  const size_t begin = at;
  const auto cut_off = [&] { return text.size() - begin > kLargestHead ? Parsed::broken : Parsed::torn; };
  std::string_view line;
  if (!take_line(text, at, line))
    return kPlain.starts_with(text.substr(begin, kPlain.size())) ? cut_off() : Parsed::broken;
  if (!line.starts_with("WARC/")) return Parsed::broken;
  record.version = line;
  record.fields.clear();
  for (;;) {
    if (!take_line(text, at, line)) return cut_off();
    if (line.empty()) return Parsed::record;
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
}

// One record at `at` of `text`, which moves behind it. Torn: where its head is there, `needed`
// bytes of `text` would be all of it.
Parsed parse_record(std::string_view text, size_t& at, WarcRecord& record, uint64_t& needed) {
  needed = 0;
  while (at < text.size() && (text[at] == '\r' || text[at] == '\n')) ++at;
  if (at == text.size()) return Parsed::end;
  if (const Parsed head = parse_head(text, at, record); head != Parsed::record) return head;
  const auto bytes = length_of(field_of(record.fields, "Content-Length"));
  if (!bytes) return Parsed::broken;
  needed = at + *bytes + kBlankLines;
  if (*bytes > text.size() - at) return Parsed::torn;
  record.block = text.substr(at, *bytes);
  at += *bytes;
  for (int i = 0; i < 2 && at < text.size(); ++i) {  // the blank lines after it
    if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n') at += 2;
    else if (text[at] == '\n') ++at;
  }
  return Parsed::record;
}

}  // namespace

bool take_line(std::string_view text, size_t& at, std::string_view& line) {
  const char* found = static_cast<const char*>(std::memchr(text.data() + at, '\n', text.size() - at));
  if (!found) return false;
  const size_t end = size_t(found - text.data());
  line = text.substr(at, end - at);
  if (line.ends_with('\r')) line.remove_suffix(1);
  at = end + 1;
  return true;
}

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
  // it has to be read and unpacked at once (a pipe, zstd), when the first record is asked for
  bool whole = false;
  std::string owned;  // then it is here
  ByteWindow file;
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

  bool ends_with(std::string_view view) const { return at + view.size() >= file.size(); }
  // Of a record: what the reader was given, and no more than a part of what the work may take.
  uint64_t largest_record() const {
    const Budget* budget = Budget::current();
    return budget ? std::min(limits.record, budget->limits().memory / kMemoryShare) : limits.record;
  }

  void note(std::string what, Code code = Code::bad_input) {
    if (notes.size() > kMostNotes) return;
    if (notes.size() == kMostNotes) what = "more damage, which is not listed";
    notes.push_back(warning(code, std::move(what), {name}));
  }
  // For whom a record is too large: for the work that is limited, or for anyone.
  Code too_large() const { return largest_record() < limits.record ? Code::budget : Code::bad_input; }

  // Where the next member or plain record may begin, from `begin` on; the file's size: nowhere.
  uint64_t next_start(uint64_t begin, bool packed_only) {
    constexpr size_t kLook = 4096;
    size_t look = kLook;  // grows: one that is near costs little
    while (begin < file.size()) {
      const std::string_view text = file.from(begin, look).substr(0, look);
      const size_t packed = text.find(kGzip), plain = packed_only ? text.npos : text.find(kPlain);
      if (packed != text.npos || plain != text.npos) return begin + std::min(packed, plain);
      if (begin + text.size() >= file.size()) break;
      begin += text.size() - (kPlain.size() - 1);
      look = std::min(look * 2, ByteWindow::kLargestPiece);
    }
    return file.size();
  }

  void skip_damage(std::string_view what, Code code = Code::bad_input) {
    // gzip members begin with their magic, plain records with their version
    const uint64_t next = next_start(at + 1, false);
    note(fmt::format("{} at byte {}{}", what, at,
                     next == file.size() ? "" : fmt::format(", read on at {}", next)),
         code);
    at = next;
  }

  enum class Unpacked { whole, damaged, too_large };

  // Unpacks the member at `at`, which moves behind it if that went well.
  Unpacked unpack_member() {
    const uint64_t most = largest_record();
    if (buffer.size() < kFirstBuffer) buffer.resize(kFirstBuffer);
    for (uint64_t wanted = kLikelyRecord;;) {
      const std::string_view in = file.from(at, wanted);
      size_t used = 0, made = 0;
      const libdeflate_result result = libdeflate_gzip_decompress_ex(
          unpacker.handle, in.data(), in.size(), buffer.data(), buffer.size(), &used, &made);
      if (result == LIBDEFLATE_SUCCESS) {
        member = std::string_view(buffer).substr(0, made);
        in_member = 0;
        member_offset = at;
        member_length = used;
        at += used;
        return Unpacked::whole;
      }
      if (result == LIBDEFLATE_INSUFFICIENT_SPACE) {
        if (buffer.size() >= most) return Unpacked::too_large;
        buffer.resize(std::min<uint64_t>(buffer.size() * 2, std::max<uint64_t>(most, kFirstBuffer)));
        continue;
      }
      // It is none, or goes on behind what is here.
      if (ends_with(in) || look_at_gzip(in, most) != GzipMember::goes_on) return Unpacked::damaged;
      if (in.size() > 2 * most) return Unpacked::too_large;
      wanted = in.size() * 2;
    }
  }

  // False: it is the last, and cut off.
  bool next_packed() {
    const Unpacked unpacked = unpack_member();
    if (unpacked == Unpacked::whole) return true;
    member = {};
    if (unpacked == Unpacked::damaged &&
        !whole_member_after()) {  // nothing after it that is whole: the file was cut off
      torn = at;
      at = file.size();
      return false;
    }
    if (unpacked == Unpacked::too_large) skip_damage("a record too large to read", too_large());
    else skip_damage("a damaged record");
    return true;
  }

  // A look at the few places that may be members: is any of them whole?
  bool whole_member_after() {
    const uint64_t keep = at;
    bool found = false;
    constexpr int kTries = 64;
    for (int i = 0; i < kTries && !found; ++i) {
      at = next_start(at + 1, true);
      if (at == file.size()) break;
      found = unpack_member() == Unpacked::whole && member.starts_with("WARC/");
    }
    at = keep;
    member = {};
    in_member = 0;
    return found;
  }

  Diagnostic no_archive(std::string_view begin) const {
    const bool arc = begin.starts_with("filedesc:");
    return error(Code::bad_input,
                 arc ? "is an ARC file, the older format of web archives" : "is no WARC file", {name},
                 arc ? "convert it: warcio recompress FILE.arc.gz FILE.warc.gz" : "");
  }

  // What next() does next: there is a record, there is none, or it goes on.
  enum class Step { record, end, on };

  Result<Step> next_in_member(WarcRecord& record) {
    uint64_t needed = 0;
    const Parsed parsed = parse_record(member, in_member, record, needed);
    if (parsed == Parsed::record) {
      record.offset = member_offset;
      record.length = member_length;
      any = true;
      whole_until = at;
      return Step::record;
    }
    if (parsed != Parsed::end) {
      if (!any) return no_archive(member);
      note(fmt::format("a member without a whole record at byte {}", member_offset));
    }
    member = {};
    in_member = 0;
    return Step::on;
  }

  Result<Step> next_plain(WarcRecord& record) {
    for (uint64_t wanted = kLikelyRecord;;) {
      const std::string_view text = file.from(at, wanted);
      const bool all = ends_with(text);
      size_t used = 0;
      uint64_t needed = 0;
      const Parsed parsed = parse_record(text, used, record, needed);
      if (parsed == Parsed::end) {
        at += text.size();
        return Step::on;
      }
      if (!all && (parsed == Parsed::torn || needed > text.size())) {
        if (needed > largest_record() + kLargestHead) {
          note(fmt::format("a record too large to read at byte {}", at), too_large());
          any = true;
          at = std::min(at + needed - kBlankLines, file.size());
          return Step::on;
        }
        wanted = std::max<uint64_t>(needed, text.size() * 2);
        continue;
      }
      if (parsed == Parsed::record) {
        record.offset = at;
        record.length = used;
        at = whole_until = at + used;
        any = true;
        return Step::record;
      }
      if (!any && parsed == Parsed::broken) return no_archive(text);
      if (parsed == Parsed::torn || text.size() < kGzip.size()) {
        torn = at;
        at = file.size();
        return Step::end;
      }
      skip_damage("bytes that are no record");
      return Step::on;
    }
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
                 {path});
  struct stat info{};
  const bool known = ::fstat(fd, &info) == 0;
  impl.file = ByteWindow(fd, known ? uint64_t(info.st_size) : 0);
  if (known && (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode)))  // it may have no end
    return error(Code::bad_input, "is a device, no archive", {path});
  impl.whole = !known || !S_ISREG(info.st_mode) || impl.file.from(0, kZstd.size()).starts_with(kZstd);
  return made;
}

std::unique_ptr<WarcReader> WarcReader::of_bytes(std::string_view bytes, std::string name,
                                                 const WarcLimits& limits) {
  std::unique_ptr<WarcReader> made(new WarcReader());
  made->impl_->name = std::move(name);
  made->impl_->file = ByteWindow(bytes);
  made->impl_->limits = limits;
  return made;
}

Result<bool> WarcReader::next(WarcRecord& record) {
  Impl& impl = *impl_;
  if (impl.whole) {
    GLEANER_TRY(impl.owned, read_file(impl.name));
    impl.file = ByteWindow(std::string_view(impl.owned));
    impl.whole = false;
  }
  for (;;) {
    if (Budget* budget = Budget::current(); budget && !budget->check())
      return budget->diagnostic("reading " + impl.name);
    Impl::Step step = Impl::Step::on;
    if (impl.in_member < impl.member.size()) {  // records that are left in the member
      GLEANER_TRY(step, impl.next_in_member(record));
    } else if (impl.at >= impl.file.size()) {
      step = Impl::Step::end;
    } else if (impl.file.from(impl.at, kGzip.size()).starts_with(kGzip)) {
      if (!impl.next_packed()) step = Impl::Step::end;
    } else {
      GLEANER_TRY(step, impl.next_plain(record));
    }
    if (step == Impl::Step::record) return true;
    if (step == Impl::Step::on) continue;
    if (impl.file.failed())
      return error(Code::io, fmt::format("cannot be read: {}", std::strerror(impl.file.failed())),
                   {impl.name});
    return false;
  }
}

void WarcReader::seek(uint64_t offset) {
  impl_->at = offset;
  impl_->member = {};
  impl_->in_member = 0;
}

uint64_t WarcReader::size() const { return impl_->file.size(); }
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
