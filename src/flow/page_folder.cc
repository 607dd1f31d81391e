// See page_folder.h.
#include "flow/page_folder.h"

#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "page/load.h"
#include "page/pack.h"

namespace gleaner::flow {

std::string PageFolder::hash_of(std::string_view bytes) { return hex(stable_hash(bytes)); }

void PageFolder::read_index() {
  if (std::exchange(read_, true)) return;
  const auto list = read_file(folder_ + "/pages.list");
  if (!list.ok()) return;
  for (const std::string_view line : split(*list, '\n')) {
    const auto parts = words(line);
    if (parts.size() != 3) continue;  // the last line of a run that was killed
    index_[std::string(parts[0])] = {std::strtoull(std::string(parts[1]).c_str(), nullptr, 10),
                                     std::strtoull(std::string(parts[2]).c_str(), nullptr, 10)};
  }
}

Status PageFolder::open_for_writing() {
  if (pack_) return {};
  std::error_code failed;
  std::filesystem::create_directories(folder_, failed);
  pack_.reset(std::fopen((folder_ + "/pages.pack").c_str(), "ab"));
  list_.reset(std::fopen((folder_ + "/pages.list").c_str(), "ab"));
  if (!pack_ || !list_) return error(Code::io, "cannot be written", {folder_, 0, 0, {}});
  end_ = std::filesystem::file_size(folder_ + "/pages.pack", failed);
  if (const auto size = std::filesystem::file_size(folder_ + "/pages.list", failed); size > 0)
    waiting_ = "\n";  // ends a line that was cut off
  return {};
}

Status PageFolder::keep(const std::string& hash, std::string_view bytes) {
  {
    const std::lock_guard lock(mutex_);
    read_index();
    if (index_.count(hash)) return {};
  }
  const std::string packed = pack_zstd(bytes);
  const std::lock_guard lock(mutex_);
  if (index_.count(hash)) return {};
  GLEANER_CHECK(open_for_writing());
  if (std::fwrite(packed.data(), 1, packed.size(), pack_.get()) != packed.size())
    return error(Code::io, "cannot be written: the page is not kept", {folder_, 0, 0, {}});
  index_[hash] = {end_, packed.size()};
  waiting_ += fmt::format("{} {} {}\n", hash, end_, packed.size());
  end_ += packed.size();
  return {};
}

Status PageFolder::flush() {
  const std::lock_guard lock(mutex_);
  if (!pack_) return {};
  const bool fine = std::fflush(pack_.get()) == 0 &&
                    std::fwrite(waiting_.data(), 1, waiting_.size(), list_.get()) == waiting_.size() &&
                    std::fflush(list_.get()) == 0;
  waiting_.clear();
  return fine ? Status() : error(Code::io, "cannot be written: pages are not kept", {folder_, 0, 0, {}});
}

Result<std::string> PageFolder::find(const std::string& hash) {
  GLEANER_CHECK(flush());
  const std::lock_guard lock(mutex_);
  read_index();
  const auto found = index_.find(hash);
  const auto missing = [&] {
    return error(Code::not_found, fmt::format("the page {} is not kept", hash), {folder_, 0, 0, {}});
  };
  if (found == index_.end()) return missing();
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen((folder_ + "/pages.pack").c_str(), "rb"));
  std::string packed(found->second.size, '\0');
  if (!file || std::fseek(file.get(), long(found->second.offset), SEEK_SET) != 0 ||
      std::fread(packed.data(), 1, packed.size(), file.get()) != packed.size())
    return missing();
  GLEANER_TRY(std::string bytes, gleaner::unpack(std::move(packed), folder_, UINT64_MAX >> 2));
  if (hash_of(bytes) != hash) return missing();
  return bytes;
}

}  // namespace gleaner::flow
