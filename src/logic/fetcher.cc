// See fetcher.h. References between files, and the fence around one folder.
#include "logic/fetcher.h"

#include <filesystem>

#include "page/allowed_path.h"
#include "page/load.h"
#include "page/url.h"

namespace gleaner::logic {
namespace fs = std::filesystem;
namespace {

bool has_scheme(const std::string& url) {
  size_t colon = url.find(':');
  return colon != std::string::npos && colon > 1 && url.find('/') > colon && url.compare(0, 5, "file:") != 0;
}

}  // namespace

std::string FileFetcher::resolve(const std::string& reference, const std::string& base) const {
  if (has_scheme(reference)) return reference;
  std::string path = reference;
  if (size_t cut = path.find_first_of("#"); cut != std::string::npos) path.resize(cut);
  if (path.compare(0, 7, "file://") == 0) path = decode_percent(path.substr(7));
  else if (path.compare(0, 5, "file:") == 0) path = decode_percent(path.substr(5));
  fs::path made(path);
  if (path.empty()) return base;
  if (made.is_relative() && !base.empty()) {
    std::error_code wrong;
    fs::path beside = fs::path(base).parent_path() / made;
    if (!fs::exists(fs::path(folder_) / beside, wrong))
      beside = fs::path(base).parent_path() / decode_percent(path);
    made = beside;
  }
  return made.lexically_normal().string();
}

Result<DocumentPtr> FileFetcher::fetch(const std::string& url) const {
  if (has_scheme(url))
    return error(Code::unsupported, "only files can be read here, not " + url, {},
                 "give the folder that holds the pages");
  const fs::path path = fs::path(folder_) / url;  // an absolute one stays as it is
  if (confined_ && !allowed_path(path.string(), {folder_.empty() ? "." : folder_}).ok())
    return error(Code::not_found, "a sandboxed program reads pages of its own folder only, not " + url, {},
                 "--root FOLDER allows another one");
  LoadOptions options;
  options.document.name = url;
  options.document.url = url;
  return load_ ? load_(path.string(), options) : load_document(path.string(), options);
}

}  // namespace gleaner::logic
