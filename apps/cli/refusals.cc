// What an output may not be. See output.h.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "output.h"
#include "wrap/columns_there.h"

namespace gleaner::cli {
namespace {

constexpr size_t kLooked = 8192;  // bytes at the beginning of a file that show what it is

// The beginning of a regular file that is there; empty for others.
std::string head_of(const std::string& path) {
  struct stat info;
  if (path.empty() || path == "-" || ::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return "";
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return "";
  std::string head(kLooked, '\0');
  const ssize_t n = ::read(fd, head.data(), head.size());
  ::close(fd);
  head.resize(n > 0 ? size_t(n) : 0);
  if (head.starts_with("\xef\xbb\xbf")) head.erase(0, 3);
  return head;
}

bool is_label_file(std::string_view head) {
  const std::string_view line = trim(head.substr(0, head.find('\n')));
  if (!line.starts_with('{') || line.find("\"page\"") == std::string_view::npos) return false;
  if (const auto parsed = json::parse(line); parsed.ok()) {
    const json::Value* records = parsed->root.find("records");
    return records && records->is_array();
  }
  return line.find("\"records\": [") != std::string_view::npos;  // a line longer than what was looked at
}

// Every wrapper file names its kind on a line of its own.
bool is_wrapper_file(std::string_view head) {
  return head.starts_with("kind = ") || head.find("\nkind = ") != std::string_view::npos;
}

Diagnostic refused(const std::string& path, std::string_view what,
                   const std::string& hint = "write to another name, or remove it first") {
  return error(Code::usage, fmt::format("this file is there already and is {}: it would be lost", what),
               Where{.file = path}, hint);
}

bool looks_like(wrap::Format format, std::string_view head) {
  const std::string_view start = trim(head);
  if (start.empty()) return true;
  if (head.find('\0') != std::string_view::npos) return false;
  const bool markup = start.starts_with('<');
  switch (format) {
    case wrap::Format::jsonl:
    case wrap::Format::json:
    case wrap::Format::labels: return start[0] == '{' || start[0] == '[';
    case wrap::Format::xml:
      return markup && lower_ascii(start.substr(0, 9)) != "<!doctype" &&
             !lower_ascii(start).starts_with("<html");
    default: return !markup;
  }
}

}  // namespace

Status may_replace(const std::string& path, wrap::Format format, const std::string& mode) {
  const std::string head = head_of(path);
  if (head.empty()) return {};
  if (mode == "create") return refused(path, "not to be replaced (--mode create)", "write to another name");
  if (is_label_file(head)) {
    if (format != wrap::Format::labels) return refused(path, "a label file");
    if (mode == "replace") return {};
    return refused(path, "a label file, perhaps with corrections by hand",
                   "write to another name, or say --mode replace");
  }
  if (is_wrapper_file(head)) return refused(path, "a wrapper");
  if (looks_like(format, head)) return {};
  return refused(path, "nothing that this command has written");
}

Status may_replace(const std::string& path, Replaces what) {
  if (what == Replaces::checked) return {};
  const std::string head = head_of(path);
  if (head.empty()) return {};
  if (is_label_file(head)) return refused(path, "a label file");
  const bool wrapper = is_wrapper_file(head);
  if (what == Replaces::wrapper && !wrapper) return refused(path, "no wrapper");
  if (what == Replaces::text && wrapper) return refused(path, "a wrapper");
  return {};
}

std::vector<std::string> other_columns(const std::string& path, const std::string& written,
                                       wrap::Format format) {
  std::vector<std::string> there = wrap::columns_at_head(format, head_of(path));
  if (there.empty() || wrap::holds_others(there, wrap::columns_at_head(format, head_of(written))))
    return there;
  return {};
}

Status not_an_input(const std::string& output, const std::vector<std::string>& inputs) {
  struct stat out, in;
  const auto place_of = [](const std::string& name) { return name.substr(0, store::table_mark(name)); };
  const auto table_of = [](const std::string& name) {
    const size_t mark = store::table_mark(name);
    return mark == std::string::npos ? std::string("#records") : name.substr(mark);
  };
  const std::string path = place_of(output);
  if (path.empty() || path == "-" || ::stat(path.c_str(), &out) != 0 || !S_ISREG(out.st_mode)) return {};
  for (const std::string& input : inputs) {
    const bool same =
        ::stat(place_of(input).c_str(), &in) == 0 && in.st_dev == out.st_dev && in.st_ino == out.st_ino;
    if (same && table_of(input) == table_of(output))
      return error(Code::usage, fmt::format("{} is read and would be written: it would be lost", input),
                   Where{.file = output}, "write to another name");
  }
  return {};
}

}  // namespace gleaner::cli
