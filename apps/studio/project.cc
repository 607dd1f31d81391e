// See project.h.
#include "project.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>

#include "base/contains.h"
#include "base/text.h"
#include "page/allowed_path.h"
#include "page/load.h"
#include "web/sources.h"
#include "wrap/config.h"

namespace gleaner::studio {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLongestName = 100;  // bytes; endings and numbers come behind it
constexpr std::string_view kLabelsEnding = ".labels.jsonl", kWrapperEnding = ".wrapper";

int64_t changed_at(const fs::path& path) {
  std::error_code ignored;
  const auto time = fs::last_write_time(path, ignored);
  if (ignored) return 0;
  const auto system = std::chrono::file_clock::to_sys(time);
  return std::chrono::duration_cast<std::chrono::milliseconds>(system.time_since_epoch()).count();
}

// Folders whose files are no pages.
bool is_ours(const std::string& folder) {
  return folder == ".gleaner" || folder == ".git" || folder == "labels" || folder == "wrappers" ||
         folder == "out" || folder == "flows" || folder == "scripts" || folder == "node_modules";
}

bool is_page_file(const std::string& name) {
  for (const char* packed : {".gz", ".zst"})
    if (name.ends_with(packed) && !name.ends_with(".warc.gz"))
      return is_page_file(name.substr(0, name.rfind('.')));
  for (const char* ending : {".html", ".htm", ".xhtml", ".txt", ".log", ".pdf"})
    if (lower_ascii(name).ends_with(ending)) return true;
  return false;
}

bool is_archive_file(const std::string& name) {
  return name.ends_with(".warc") || name.ends_with(".warc.gz");
}

// As write_file, but nobody waits until it is on the disk: .gleaner/ may be lost, and a
// click writes three of its files.
Status write_passing(const std::string& path, std::string_view content) {
  static std::atomic<unsigned> writes = 0;
  const std::string part = path + "." + std::to_string(++writes) + ".tmp";
  std::error_code failed;
  if (std::ofstream file(part, std::ios::binary);
      !file.write(content.data(), std::streamsize(content.size())).flush())
    failed = std::make_error_code(std::errc::io_error);
  if (!failed) fs::rename(part, path, failed);
  if (failed) return error(Code::io, "cannot be written: " + failed.message(), {path});
  return {};
}

// Everything below the folder but what is in those that `left_out` names: files and folders,
// relative. Links are not followed.
template <class LeftOut, class Take>
void walk(const std::string& folder, LeftOut&& left_out, Take&& take) {
  std::error_code failed;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, failed), end;
  for (; !failed && at != end; at.increment(failed)) {
    const std::string file = at->path().filename().string();
    if (at->is_directory(failed) && (left_out(file) || file.starts_with('.'))) at.disable_recursion_pending();
    else if (at->is_regular_file(failed) || at->is_directory(failed))
      take(*at, at->path().lexically_relative(folder).generic_string());
  }
}

void look_in(const std::string& folder, const std::string& below, std::map<std::string, TableFiles>& found) {
  std::error_code failed;
  for (fs::directory_iterator at(fs::path(folder) / below, failed), end; !failed && at != end;
       at.increment(failed)) {
    const std::string file = at->path().filename().string();
    const std::string name = below.empty() ? file : below + "/" + file;
    for (std::string_view ending : {kLabelsEnding, kWrapperEnding}) {
      if (!file.ends_with(ending) || file.size() == ending.size()) continue;
      TableFiles& table = found[file.substr(0, file.size() - ending.size())];
      const bool labels = ending == kLabelsEnding;
      if ((labels ? table.has_labels : table.has_wrapper) && below.empty())
        continue;  // the folder's own place first
      (labels ? table.labels : table.wrapper) = name;
      (labels ? table.has_labels : table.has_wrapper) = true;
      table.changed = std::max(table.changed, changed_at(at->path()));
    }
  }
}

}  // namespace

std::string TableFiles::name_in_labels(const std::string& page) const {
  const auto archive = web::split_archive_name(page);
  const fs::path folder = fs::path(labels).parent_path();
  const std::string near = fs::path(archive ? archive->first : page)
                               .lexically_relative(folder.empty() ? fs::path(".") : folder)
                               .generic_string();
  return archive ? near + "#" + archive->second : near;
}

std::string TableFiles::page_of_label(const std::string& labelled) const {
  const auto archive = web::split_archive_name(labelled);
  const std::string path = (fs::path(labels).parent_path() / (archive ? archive->first : labelled))
                               .lexically_normal()
                               .generic_string();
  return archive ? path + "#" + archive->second : path;
}

bool is_page_name(const std::string& name) { return is_page_file(name) || is_archive_file(name); }

std::string etag_of(const std::optional<std::string>& content) {
  return content ? hex(stable_hash(*content)) : "-";
}

std::string file_name_of(std::string_view words) {
  std::string out;
  for (char c : words) {
    const bool plain =
        is_alnum(c) || c == '_' || c == '.' || c == '-' || static_cast<unsigned char>(c) >= 0x80;
    if (plain) out += c;
    else if (!out.empty() && out.back() != '-') out += '-';
  }
  while (!out.empty() && (out.front() == '.' || out.front() == '-')) out.erase(0, 1);
  while (!out.empty() && (out.back() == '-' || out.back() == '.')) out.pop_back();
  if (out.size() > kLongestName) out.resize(kLongestName);
  out.resize(valid_utf8_prefix(out));  // no half a letter
  return out;
}

std::string Project::title() const {
  if (const auto text = read("project.toml"))
    if (auto config = wrap::parse_config(*text, "project.toml"); config.ok())
      if (const wrap::Config* name = config->find("name"); name && name->is_text()) return name->as_text();
  std::string name = fs::path(folder_).filename().string();
  return name.empty() || name == "."
             ? fs::absolute(folder_).lexically_normal().parent_path().filename().string()
             : name;
}

Result<std::string> Project::path(const std::string& name) const {
  if (name.empty() || name.find('\0') != std::string::npos)
    return error(Code::usage, "a file of the project is needed");
  return allowed_path((fs::path(folder_) / name).string(), {folder_});
}

std::vector<TableFiles> Project::tables() const {
  std::map<std::string, TableFiles> found;
  look_in(folder_, "labels", found);
  look_in(folder_, "wrappers", found);
  look_in(folder_, "", found);
  std::vector<TableFiles> out;
  for (auto& [name, files] : found) {
    const TableFiles fresh = new_table(name);
    files.name = name;
    if (files.labels.empty())
      files.labels =
          files.wrapper.find('/') == std::string::npos ? name + std::string(kLabelsEnding) : fresh.labels;
    if (files.wrapper.empty())
      files.wrapper =
          files.labels.find('/') == std::string::npos ? name + std::string(kWrapperEnding) : fresh.wrapper;
    out.push_back(std::move(files));
  }
  return out;
}

std::optional<TableFiles> Project::table(const std::string& name) const {
  for (TableFiles& files : tables())
    if (files.name == name) return std::move(files);
  return std::nullopt;
}

TableFiles Project::new_table(const std::string& name) const {
  return {name, "labels/" + name + std::string(kLabelsEnding),
          "wrappers/" + name + std::string(kWrapperEnding)};
}

std::vector<PageFile> Project::pages_of_archive(const std::string& archive) const {
  const fs::path path = fs::path(folder_) / archive;
  const int64_t changed = changed_at(path);
  const std::lock_guard lock(mutex_);
  Listed& listed = archives_[archive];
  if (listed.changed == changed) return listed.pages;
  listed = {changed, {}};
  web::Sources sources;
  if (auto names = sources.expand({path.string()}); names.ok())
    for (const std::string& full : *names)
      if (const auto parts = web::split_archive_name(full))
        listed.pages.push_back({archive + "#" + parts->second, 0, changed});
  return listed.pages;
}

Result<std::vector<PageFile>> Project::pages() const {
  std::vector<PageFile> out;
  std::vector<std::string> archives;
  walk(folder_, is_ours, [&](const fs::directory_entry& entry, std::string name) {
    std::error_code ignored;
    if (entry.is_directory(ignored)) return;
    if (is_page_file(name))
      out.push_back({std::move(name), entry.file_size(ignored), changed_at(entry.path())});
    else if (is_archive_file(name)) archives.push_back(std::move(name));
  });
  for (const std::string& archive : archives)
    for (PageFile& page : pages_of_archive(archive)) out.push_back(std::move(page));
  std::ranges::sort(out, [](const PageFile& a, const PageFile& b) { return a.name < b.name; });
  return out;
}

std::vector<std::string> Project::files(const std::string& ending) const {
  std::vector<std::string> out;
  const auto left_out = [](const std::string& folder) { return folder == "node_modules"; };
  walk(folder_, left_out, [&](const fs::directory_entry& entry, std::string name) {
    std::error_code ignored;
    if (name.ends_with(ending) && entry.is_regular_file(ignored)) out.push_back(std::move(name));
  });
  std::ranges::sort(out);
  return out;
}

std::vector<std::string> Project::folders() const {
  std::vector<std::string> out;
  walk(folder_, is_ours, [&](const fs::directory_entry& entry, std::string name) {
    std::error_code ignored;
    if (entry.is_directory(ignored)) out.push_back(std::move(name));
  });
  return out;
}

std::optional<std::string> Project::read(const std::string& name) const {
  const auto real = path(name);
  if (!real.ok() || !fs::is_regular_file(*real)) return std::nullopt;
  auto content = read_file(*real);
  return content.ok() ? std::optional(std::move(*content)) : std::nullopt;
}

Status Project::write(const std::string& name, std::string_view content) const {
  GLEANER_TRY(const std::string real, path(name));
  std::error_code failed;
  fs::create_directories(fs::path(real).parent_path(), failed);
  return name.starts_with(".gleaner/") ? write_passing(real, content) : write_file(real, content);
}

Status Project::erase(const std::string& name) const {
  GLEANER_TRY(const std::string real, path(name));
  std::error_code failed;
  fs::remove(real, failed);
  if (failed) return error(Code::io, "cannot remove it: " + failed.message(), {name});
  return {};
}

std::string Project::etag(const std::string& name) const { return etag_of(read(name)); }

static std::string mark_file(const std::string& table) { return ".gleaner/learned/" + file_name_of(table); }

void Project::mark_learned(const std::string& table, const std::vector<std::string>& etags) const {
  std::string text;
  for (const std::string& etag : etags) text += etag + "\n";
  (void)(text.empty() ? erase(mark_file(table)) : write(mark_file(table), text));
}

bool Project::is_learned(const std::string& table, const std::string& etag) const {
  const std::string mark = read(mark_file(table)).value_or("");
  const auto etags = words(mark);
  return contains(etags, etag);
}

}  // namespace gleaner::studio
