// See load.h. Reading, unpacking, and the list of pages that a command line names.
#include "page/load.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "base/descriptor.h"
#include "base/text.h"

namespace gleaner {
namespace {

namespace fs = std::filesystem;

constexpr size_t kChunk = 256 * 1024;
constexpr uint64_t kMostProgram = 64u << 20;   // larger ones nobody learned or wrote
constexpr uint64_t kMostOfDevice = 16u << 20;  // /dev/zero has no end

Diagnostic io_error(std::string message, const std::string& file, std::string hint = {}) {
  return error(Code::io, std::move(message), {file}, std::move(hint));
}

Diagnostic too_large(const std::string& file, uint64_t limit) {
  return error(Code::budget, fmt::format("larger than the limit of {} bytes", limit), {file},
               "a larger limit: --max-megabytes N");
}

// What has to be held in memory (a pipe, a device, what is unpacked) is no more than this part of what the
// budget has, for the views of the page need some, too.
constexpr uint64_t kHeldShare = 2;

uint64_t most_held(uint64_t max_bytes) {
  const Budget* budget = Budget::current();
  return budget ? std::min(max_bytes, budget->limits().memory / kHeldShare) : max_bytes;
}

uint64_t most_read(uint64_t max_bytes) {
  const Budget* budget = Budget::current();
  return budget ? std::min(max_bytes, budget->limits().bytes) : max_bytes;
}

// A pipe may be silent for longer than there is time.
void wait_for_bytes(int fd) {
  const Budget* budget = Budget::current();
  if (!budget || !budget->time_left()) return;
  pollfd one{fd, POLLIN, 0};
  ::poll(&one, 1, int(std::min<int64_t>(budget->time_left()->count() + 1, 1 << 30)));
}

// REQUIRES: a current budget that is exhausted.
Diagnostic out_of_time(const std::string& file) {
  Diagnostic why = Budget::current()->diagnostic("reading");
  why.where.file = file;
  return why;
}

class File {
 public:
  explicit File(int fd) : fd_(fd) {}
  ~File() {
    if (fd_ > 2) ::close(fd_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int fd() const { return fd_; }

 private:
  int fd_;
};

Result<std::string> read_all(int fd, const std::string& name, uint64_t limit, size_t expected) {
  std::string out;
  out.reserve(expected);
  Pulse pulse(Budget::current(), 1);
  while (pulse.beat()) {
    size_t used = out.size();
    size_t room = std::max(expected > used ? expected - used + 1 : kChunk, size_t{4096});
    wait_for_bytes(fd);
    if (!pulse.beat()) break;
    out.resize(used + room);
    ssize_t n = ::read(fd, out.data() + used, room);
    if (n < 0 && errno == EINTR) n = 0, out.resize(used);
    else if (n < 0) return io_error(fmt::format("cannot be read: {}", std::strerror(errno)), name);
    else if (n == 0) return out.resize(used), out;
    out.resize(used + size_t(n));
    if (out.size() > limit) return too_large(name, limit);
  }
  return out_of_time(name);
}

enum class Packing { none, gzip, zstd };
Packing packing_of(std::string_view bytes) {
  if (bytes.substr(0, 2) == "\x1f\x8b") return Packing::gzip;
  if (bytes.substr(0, 4) == "\x28\xb5\x2f\xfd") return Packing::zstd;
  return Packing::none;
}

Diagnostic damaged(const std::string& name, std::string_view how) {
  return error(Code::bad_input, fmt::format("damaged {} data", how), {name});
}

// By half, so that the cost is linear; never much beyond the limit, where it is given up.
size_t room_for_more(size_t used, uint64_t limit) {
  const uint64_t left = limit > used ? limit - used : 0;
  return std::max<size_t>(kChunk, size_t(std::min<uint64_t>(used / 2, left + 1)));
}

Result<std::string> unpack_gzip(std::string_view in, const std::string& name, uint64_t limit) {
  z_stream stream{};
  if (inflateInit2(&stream, 15 + 32) != Z_OK) return damaged(name, "gzip");
  std::string out;
  size_t fed = 0;
  int status = Z_OK;
  Pulse pulse(Budget::current(), 1);
  while (true) {
    if (!pulse.beat()) return inflateEnd(&stream), out_of_time(name);
    if (!stream.avail_in && fed < in.size()) {
      size_t n = std::min<size_t>(in.size() - fed, 1u << 30);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data() + fed));
      stream.avail_in = uInt(n);
      fed += n;
    }
    size_t used = out.size();
    out.resize(used + room_for_more(used, limit));
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + used);
    stream.avail_out = uInt(std::min<size_t>(out.size() - used, 1u << 30));
    uInt room = stream.avail_out;
    status = inflate(&stream, Z_NO_FLUSH);
    out.resize(used + (room - stream.avail_out));
    if (out.size() > limit) {
      inflateEnd(&stream);
      return too_large(name, limit);
    }
    bool more_members = status == Z_STREAM_END && (stream.avail_in || fed < in.size());
    if (more_members && inflateReset(&stream) == Z_OK) continue;  // concatenated members, as WARC files have
    if (status != Z_OK || (room == stream.avail_out && !stream.avail_in && fed >= in.size())) break;
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END) return damaged(name, "gzip");
  return out;
}

Result<std::string> unpack_zstd(std::string_view in, const std::string& name, uint64_t limit) {
  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  std::string out;
  ZSTD_inBuffer from{in.data(), in.size(), 0};
  size_t left = 1;
  Pulse pulse(Budget::current(), 1);
  while (from.pos < from.size || left) {
    if (!pulse.beat()) return out_of_time(name);
    size_t used = out.size();
    out.resize(used + room_for_more(used, limit));
    ZSTD_outBuffer to{out.data() + used, out.size() - used, 0};
    size_t before = from.pos;
    left = ZSTD_decompressStream(context.get(), &to, &from);
    out.resize(used + to.pos);
    if (ZSTD_isError(left)) return damaged(name, "zstd");
    if (out.size() > limit) return too_large(name, limit);
    if (from.pos == before && to.pos == 0) return damaged(name, "zstd");  // ends too early
  }
  return out;
}

struct Opened {
  int fd = -1;
  uint64_t size = 0;
  uint64_t most = BudgetLimits::kUnlimited;  // that is read of it
};

// A file is not there: was an address meant?
std::string hint_of_address(const std::string& path) {
  if (path.starts_with("http://") || path.starts_with("https://"))
    return "this is an address, and a file is needed here: gleaner fetch '" + path + "' -o page.warc.gz";
  // "ftp://..." and "http//..."; "shop//list.html" is a file with a slash too many
  const bool meant =
      path.find("://") != path.npos || path.starts_with("http//") || path.starts_with("https//");
  return meant ? "addresses begin with http:// or https://" : "";
}

Result<Opened> open_for_reading(const std::string& path) {
  if (path.empty()) return error(Code::not_found, "an empty name is no file");
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    if (errno == ENOENT) return error(Code::not_found, "no such file", {path}, hint_of_address(path));
    if (errno == EACCES) return io_error("may not be read (permission denied)", path);
    return io_error(fmt::format("cannot be opened: {}", std::strerror(errno)), path);
  }
  struct stat info{};
  if (::fstat(fd, &info) == 0 && S_ISDIR(info.st_mode)) {
    ::close(fd);
    return error(Code::bad_input, "is a folder, not a file", {path});
  }
  return Opened{fd, S_ISREG(info.st_mode) ? uint64_t(info.st_size) : 0,
                S_ISCHR(info.st_mode) ? kMostOfDevice : BudgetLimits::kUnlimited};
}

bool is_page_name(std::string_view name) {
  for (std::string_view packed : {".gz", ".zst"})
    if (name.size() > packed.size() && name.substr(name.size() - packed.size()) == packed)
      name.remove_suffix(packed.size());
  for (std::string_view ending :
       {".html", ".htm", ".xhtml", ".asp", ".php", ".shtml", ".txt", ".log", ".pdf"})
    if (name.size() >= ending.size() &&
        equals_ignoring_case(name.substr(name.size() - ending.size()), ending))
      return true;
  return false;
}

// Files below a folder, not deeper than `levels` folders; what may not be entered is named and passed over.
// Links to folders are not followed: they may lead in a circle.
template <class Take>
Status walk_folder(const fs::path& top, int levels, Diagnostics* notes, Take&& take) {
  std::vector<std::pair<fs::path, int>> open = {{top, 0}};
  while (!open.empty()) {
    const auto [folder, level] = std::move(open.back());
    open.pop_back();
    std::error_code failed;
    for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
      std::error_code ignored;
      if (it->is_directory(ignored) && !it->is_symlink(ignored)) {
        if (level < levels) open.push_back({it->path(), level + 1});
      } else if (it->is_regular_file(ignored)) {
        take(it->path());
      }
    }
    if (!failed) continue;
    if (level == 0) return io_error(fmt::format("cannot be listed: {}", failed.message()), folder.string());
    if (notes)
      notes->push_back(
          warning(Code::io, fmt::format("passed over: this folder cannot be listed ({})", failed.message()),
                  {folder.string()}));
  }
  return {};
}

constexpr int kAnyDepth = 1000;

// Does the file begin as pages of HTML do?
bool begins_as_page(const fs::path& file) {
  char head[64] = {};
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return false;
  const ssize_t n = ::read(fd, head, sizeof head);
  ::close(fd);
  const std::string start = lower_ascii(trim(std::string_view(head, n > 0 ? size_t(n) : 0)));
  return start.starts_with("<!doctype html") || start.starts_with("<html");
}

Result<std::vector<std::string>> pages_of_folder(const std::string& folder, Diagnostics* notes) {
  std::vector<std::string> out, others;  // others: item?id=3, as copies of sites have them
  GLEANER_CHECK(walk_folder(folder, kAnyDepth, notes, [&](const fs::path& file) {
    if (is_page_name(file.filename().string())) out.push_back(file.string());
    else if (notes && begins_as_page(file)) others.push_back(file.string());
  }));
  std::ranges::sort(out);
  std::ranges::sort(others);
  if (!others.empty())
    notes->push_back(
        warning(Code::not_found,
                others.size() == 1
                    ? std::string("looks like a page and is left out: its name does not end as pages do")
                    : fmt::format("and {} more look like pages and are left out: their names do not end as "
                                  "pages do",
                                  others.size() - 1),
                {others[0]}, fmt::format("a pattern takes them: '{}/*'", folder)));
  if (out.empty())
    return error(Code::not_found, "holds no pages", {folder},
                 "pages end in .html .htm .xhtml .txt .log .pdf");
  return out;
}

bool has_glob(std::string_view text) { return text.find_first_of("*?[") != std::string_view::npos; }

Result<std::vector<std::string>> matches_of_glob(const std::string& pattern, Diagnostics* notes) {
  // Walk from the longest part of the path without a wildcard.
  size_t wild = pattern.find_first_of("*?[");
  size_t slash = pattern.rfind('/', wild);
  std::string root = slash == std::string::npos ? "." : slash == 0 ? "/" : pattern.substr(0, slash);
  bool deep = pattern.find("**") != std::string::npos;
  int levels =
      int(std::count(pattern.begin() + (slash == std::string::npos ? 0 : slash + 1), pattern.end(), '/'));
  std::vector<std::string> out;
  std::error_code unknown;
  if (!fs::exists(root, unknown)) return error(Code::not_found, "matches no file", {pattern});
  GLEANER_CHECK(walk_folder(root, deep ? kAnyDepth : levels, notes, [&](const fs::path& file) {
    std::string path = file.string();
    if (slash == std::string::npos) path = path.substr(2);  // without "./"
    if (glob_match(pattern, path)) out.push_back(path);
  }));
  std::ranges::sort(out);
  if (out.empty()) return error(Code::not_found, "matches no file", {pattern});
  return out;
}

// Set once by the front end, see load.h; read by all threads after that.
PageMaker& page_maker() {
  static PageMaker maker;
  return maker;
}

}  // namespace

Result<DocumentPtr> make_document(std::string bytes, DocumentOptions options) {
  const PageMaker& maker = page_maker();
  if (options.media_type || !maker.knows || !maker.knows(bytes))
    return Document::from_bytes(std::move(bytes), std::move(options));
  GLEANER_TRY(MadePage made, maker.make(bytes, options.name));
  options.media_type = MediaType::html;
  options.transport_charset = "utf-8";
  GLEANER_TRY(DocumentPtr document, Document::from_bytes(std::move(made.html), std::move(options)));
  for (Diagnostic& note : made.notes) document->note(std::move(note));
  return document;
}

// Files that hold other files, and packings that are not read: their bytes would be taken for a text.
Status no_archive(std::string_view bytes, const std::string& name) {
  struct Kind {
    size_t at;
    std::string_view mark, what;
  };
  static constexpr Kind kKinds[] = {{0, "PK\3\4", "a zip archive"},
                                    {257, "ustar", "a tar archive"},
                                    {0, "7z\xbc\xaf\x27\x1c", "a 7z archive"},
                                    {0, "Rar!\x1a\x07", "a rar archive"},
                                    {0, {"\xfd\x37zXZ\0", 6}, "packed with xz"},
                                    {0, "BZh", "packed with bzip2"}};
  for (const Kind& kind : kKinds)
    if (bytes.size() > kind.at + kind.mark.size() && bytes.substr(kind.at, kind.mark.size()) == kind.mark &&
        (kind.mark != "BZh" || bytes.substr(4, 6) == "1AY&SY"))
      return error(Code::bad_input, fmt::format("this is {}: it is not read", kind.what), {name},
                   "unpack it and give the files or their folder; gzip and zstd are unpacked");
  return {};
}

Result<std::string> unpack(std::string bytes, const std::string& name, uint64_t limit) {
  switch (packing_of(bytes)) {
    case Packing::gzip: return unpack_gzip(bytes, name, limit);
    case Packing::zstd: return unpack_zstd(bytes, name, limit);
    case Packing::none: break;
  }
  return bytes;
}
void set_page_maker(PageMaker maker) { page_maker() = std::move(maker); }

Result<std::string> read_file(const std::string& path, uint64_t max_bytes) {
  const uint64_t held = most_held(max_bytes);
  if (path == "-") {
    GLEANER_TRY(std::string bytes, read_all(0, "standard input", held, 0));
    return unpack(std::move(bytes), "standard input", held);
  }
  GLEANER_TRY(Opened opened, open_for_reading(path));
  File file(opened.fd);
  if (opened.size > held) return too_large(path, held);
  GLEANER_TRY(std::string bytes, read_all(file.fd(), path, std::min(held, opened.most), opened.size));
  return unpack(std::move(bytes), path, held);
}

Result<std::string> read_program(const std::string& path) {
  auto text = read_file(path, kMostProgram);
  if (!text.ok() && text.error().code == Code::budget && most_held(kMostProgram) == kMostProgram)
    return error(Code::budget,
                 fmt::format("larger than {} megabytes: too large for something written", kMostProgram >> 20),
                 text.error().where);
  return text;
}

Result<DocumentPtr> load_document(const std::string& path, const LoadOptions& options) {
  DocumentOptions document = options.document;
  if (document.name.empty()) document.name = path;
  const uint64_t most = most_read(options.max_bytes), held = most_held(most);
  if (path == "-") {
    GLEANER_TRY(std::string bytes, read_file(path, held));
    GLEANER_CHECK(no_archive(bytes, document.name));
    return make_document(std::move(bytes), std::move(document));
  }
  GLEANER_TRY(Opened opened, open_for_reading(path));
  File file(opened.fd);
  if (opened.size > most) return too_large(path, most);
  // Read, not mapped: somebody may cut or rewrite the file while its page is in use. It costs a quarter more
  // than a mapping, which is two in a hundred of an extraction (bench/load.cc).
  if (opened.size > held) return too_large(path, held);
  GLEANER_TRY(std::string bytes, read_all(file.fd(), path, std::min(held, opened.most), opened.size));
  GLEANER_TRY(std::string unpacked, unpack(std::move(bytes), path, held));
  GLEANER_CHECK(no_archive(unpacked, path));
  return make_document(std::move(unpacked), std::move(document));
}

Status write_file(const std::string& path, std::string_view content) {
  // A name that no other thread has; what else is called so is not ours, or was left
  // by a process that is gone.
  static std::atomic<unsigned> writes = 0;
  const std::string temporary = fmt::format("{}.{}-{}.tmp", path, ::getpid(), ++writes);
  ::unlink(temporary.c_str());
  struct stat before;
  const bool replaces = ::stat(path.c_str(), &before) == 0 && S_ISREG(before.st_mode);
  int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (fd < 0) return io_error(fmt::format("cannot be written: {}", std::strerror(errno)), path);
  if (replaces) ::fchmod(fd, before.st_mode & 07777);  // whatever the umask
  bool ok = write_all(fd, content);
  int why = errno;
  if (ok && ::fsync(fd) != 0 && errno != EINVAL && errno != EROFS) ok = false, why = errno;
  ::close(fd);
  if (ok && ::rename(temporary.c_str(), path.c_str()) != 0) ok = false, why = errno;
  if (ok) return {};
  ::unlink(temporary.c_str());
  return io_error(fmt::format("cannot be written: {}", std::strerror(why)), path,
                  "nothing was changed: the file is replaced only once the new one is whole");
}

Result<std::vector<std::string>> expand_inputs(const std::vector<std::string>& arguments,
                                               Diagnostics* notes) {
  std::vector<std::string> out;
  auto append = [&](std::vector<std::string> more) {
    out.insert(out.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  for (const std::string& argument : arguments) {
    std::error_code ignored;
    if (argument == "-") {
      out.push_back(argument);
    } else if (argument.size() > 1 && argument[0] == '@') {
      GLEANER_TRY(std::string list, read_file(argument.substr(1)));
      std::vector<std::string> lines;
      for (std::string_view line : split(list, '\n'))
        if (std::string_view path = trim(line); !path.empty()) lines.emplace_back(path);
      append(std::move(lines));
    } else if (fs::is_directory(argument, ignored)) {
      GLEANER_TRY(std::vector<std::string> pages, pages_of_folder(argument, notes));
      append(std::move(pages));
    } else if (has_glob(argument) && !fs::exists(argument, ignored)) {
      GLEANER_TRY(std::vector<std::string> pages, matches_of_glob(argument, notes));
      append(std::move(pages));
    } else {
      out.push_back(argument);
    }
  }
  return out;
}

}  // namespace gleaner
