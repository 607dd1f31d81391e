// See allowed_path.h.
#include "page/allowed_path.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

namespace gleaner {
namespace {

namespace fs = std::filesystem;

// Absolute, links followed, no `..` and no slash at the end; nothing if that cannot be found out.
std::optional<fs::path> real_name(const std::string& path) {
  if (path.empty() || path.find('\0') != std::string::npos) return std::nullopt;
  std::error_code failed;
  fs::path whole = fs::absolute(path, failed);
  if (failed) return std::nullopt;
  whole = fs::weakly_canonical(whole, failed);
  if (failed || whole.empty() || !whole.is_absolute()) return std::nullopt;
  whole = whole.lexically_normal();
  if (!whole.has_filename() && whole.has_parent_path() && whole != whole.root_path())
    whole = whole.parent_path();
  for (const fs::path& part : whole)
    if (part == "..") return std::nullopt;
  return whole;
}

bool lies_in(const fs::path& path, const fs::path& root) {
  return std::mismatch(root.begin(), root.end(), path.begin(), path.end()).first == root.end() ||
         root == root.root_path();
}

}  // namespace

Result<std::string> allowed_path(const std::string& path, const std::vector<std::string>& roots) {
  const std::optional<fs::path> real = real_name(path);
  if (real)
    for (const std::string& root : roots)
      if (const auto allowed = real_name(root); allowed && lies_in(*real, *allowed)) return real->string();
  return error(Code::usage, fmt::format("{} may not be read", path));
}

Result<std::string> path_beside(const std::string& file, const std::string& named) {
  fs::path folder = fs::path(file).parent_path();
  if (folder.empty()) folder = ".";
  const std::string whole = (folder / named).string();  // an absolute name stays as it is
  if (allowed_path(whole, {folder.string()}).ok()) return whole;
  return error(Code::usage,
               fmt::format("{} may not be read: it lies outside of the folder of this file", named),
               Where{.file = file}, "put it beside this file, or into a folder below");
}

}  // namespace gleaner
