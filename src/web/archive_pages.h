// The pages of a web archive. Internal to web.
#pragma once

#include <map>
#include <unordered_map>

#include "web/sources.h"
#include "web/warc.h"

namespace gleaner::web {

// Is it one of those that "all pages of the archive" means? Not style sheets, scripts, data, robots.txt: they
// can be asked for by their address.
bool is_listed(const WarcRecord& record);

// The Document of a page's record. `block` is the record's.
Result<DocumentPtr> archived_document(std::string_view type, const std::string& url,
                                      std::string_view content_type, std::string_view block,
                                      const std::string& name, const LoadOptions& options);

// What the pages of an archive are called, in its order: by their address; those whose address was there
// before "ADDRESS@TIME", with ".2" and so on if the time was there, too. So a name means one page, whether it
// was met in passing or looked up.
class CaptureNames {
 public:
  std::string name_of(std::string_view url, std::string_view date);

 private:
  std::unordered_map<uint64_t, size_t> met_;  // hashes of names: how often
};

// Reads an archive front to back, page by page.
Result<std::unique_ptr<PageStream>> stream_archive(const std::string& path);

// An archive's pages by name.
class ArchiveIndex {
 public:
  // Reads the whole archive once.
  static Result<std::shared_ptr<const ArchiveIndex>> read(const std::string& path);
  const std::vector<std::string>& names() const { return names_; }
  // By what stands behind "path#" in names(), or by any URL that the archive holds.
  Result<DocumentPtr> load(const std::string& url, const std::string& name, const LoadOptions& options) const;
  // The last of that URL.
  Result<DocumentPtr> load_last(const std::string& url, const LoadOptions& options) const;

 private:
  std::optional<uint64_t> offset_of(const std::string& url, bool last) const;
  Result<DocumentPtr> load_at(std::optional<uint64_t> offset, const std::string& url, const std::string& name,
                              const LoadOptions& options) const;

  std::string path_;
  std::vector<std::string> names_;
  std::map<std::string, uint64_t> last_;         // page record of a URL
  std::map<std::string, uint64_t> by_name_;      // what stands after '#'
  std::map<std::string, std::string> revisits_;  // URL to the one whose content it has
  std::map<std::string, std::string> others_;    // URLs that are there but are no pages, and what they are
};

}  // namespace gleaner::web
