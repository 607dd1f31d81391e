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

// larger ones pack hardly better, and `explain` unpacks one for a page
constexpr size_t kBlockBytes = 1 << 19;

std::string PageFolder::hash_of(std::string_view bytes) { return hex(stable_hash(bytes)); }

void PageFolder::read_index() {
  if (std::exchange(read_, true)) return;
  const auto list = read_file(folder_ + "/pages.list");
  if (!list.ok()) return;
  for (const std::string_view line : split(*list, '\n')) {
    const auto parts = words(line);
    if (parts.size() != 5) continue;  // the last line of a run that was killed
    const auto number = [&](size_t i) { return std::strtoull(std::string(parts[i]).c_str(), nullptr, 10); };
    index_[std::string(parts[0])] = {number(1), number(2), number(3), number(4)};
  }
}

Status PageFolder::open_for_writing() {
  if (pack_) return {};
  std::error_code failed;
  std::filesystem::create_directories(folder_, failed);
  pack_.reset(std::fopen((folder_ + "/pages.pack").c_str(), "ab"));
  list_.reset(std::fopen((folder_ + "/pages.list").c_str(), "ab"));
  if (!pack_ || !list_) return error(Code::io, "cannot be written", {folder_});
  end_ = std::filesystem::file_size(folder_ + "/pages.pack", failed);
  if (const auto size = std::filesystem::file_size(folder_ + "/pages.list", failed); size > 0)
    waiting_.insert(0, "\n");  // ends a line that was cut off
  return {};
}

Status PageFolder::keep(const std::string& hash, std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  read_index();
  if (!index_.emplace(hash, Where{0, 0, block_.size(), bytes.size()}).second) return {};
  block_ += bytes;
  in_block_.push_back(hash);
  return block_.size() < kBlockBytes ? Status() : write_block();
}

Status PageFolder::write_block() {
  if (in_block_.empty()) return {};
  const std::vector<std::string> hashes = std::exchange(in_block_, {});
  const std::string packed = pack_zstd(std::exchange(block_, {}));
  Status done = open_for_writing();
  if (done.ok() && std::fwrite(packed.data(), 1, packed.size(), pack_.get()) != packed.size())
    done = error(Code::io, "cannot be written: pages are not kept", {folder_});
  for (const std::string& hash : hashes) {
    if (!done.ok()) {
      index_.erase(hash);
      continue;
    }
    Where& where = index_[hash];
    where.offset = end_, where.size = packed.size();
    waiting_ += fmt::format("{} {} {} {} {}\n", hash, end_, packed.size(), where.at, where.length);
  }
  if (done.ok()) end_ += packed.size();
  else pack_.reset(), list_.reset();  // where the file ends is not known: it is opened again
  return done;
}

Status PageFolder::flush() {
  const std::lock_guard lock(mutex_);
  GLEANER_CHECK(write_block());
  if (!pack_) return {};
  const bool fine = std::fflush(pack_.get()) == 0 &&
                    std::fwrite(waiting_.data(), 1, waiting_.size(), list_.get()) == waiting_.size() &&
                    std::fflush(list_.get()) == 0;
  waiting_.clear();
  return fine ? Status() : error(Code::io, "cannot be written: pages are not kept", {folder_});
}

Result<std::string> PageFolder::read_block(const Where& where) const {
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen((folder_ + "/pages.pack").c_str(), "rb"));
  std::string packed(where.size, '\0');
  if (!file || std::fseek(file.get(), long(where.offset), SEEK_SET) != 0 ||
      std::fread(packed.data(), 1, packed.size(), file.get()) != packed.size())
    return error(Code::io, "cannot be read", {folder_});
  return gleaner::unpack(std::move(packed), folder_, UINT64_MAX >> 2);
}

Result<std::string> PageFolder::find(const std::string& hash) {
  GLEANER_CHECK(flush());
  const std::lock_guard lock(mutex_);
  read_index();
  const auto found = index_.find(hash);
  if (found != index_.end())
    if (auto block = read_block(found->second); block.ok() && found->second.at <= block->size())
      if (std::string bytes = block->substr(found->second.at, found->second.length); hash_of(bytes) == hash)
        return bytes;
  return error(Code::not_found, fmt::format("the page {} is not kept", hash), {folder_});
}

}  // namespace gleaner::flow
