// See addresses.h.
#include "addresses.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/text.h"
#include "page/load.h"
#include "page/url.h"
#include "wrap/writer.h"

namespace gleaner::cli {
namespace {

bool is_address(std::string_view text) {
  if (!looks_like_url(text)) return false;
  const std::string scheme = lower_ascii(split_url(text).scheme);
  return scheme == "http" || scheme == "https" || scheme == "file" || scheme == "ftp";
}

// A page is known by the name it has in the table, and by that name seen from the table's folder.
void remember(std::map<std::string, std::string>& into, const std::string& file, const std::string& page,
              const std::string& url) {
  namespace fs = std::filesystem;
  into.emplace(page, url);
  into.emplace(fs::path(page).lexically_normal().string(), url);
  into.emplace((fs::path(file).parent_path() / page).lexically_normal().string(), url);
}

}  // namespace

void add_addresses(Command& verb, AddressOptions& into) {
  verb.add_option("--url", into.url, "URL",
                  "address of the pages, to make links absolute; canonical: what each page says of itself");
  verb.add_option("--urls", into.urls, "FILE",
                  "a table (csv, tsv) with the columns page and url: the address of each page");
}

Result<Addresses> Addresses::read(const AddressOptions& options) {
  Addresses made;
  made.canonical_ = options.url == "canonical";
  if (!options.url.empty() && !made.canonical_) {
    if (!is_address(options.url))
      return error(Code::usage, fmt::format("--url {} is no address", options.url), {},
                   "write it whole: https://shop.example/list; or canonical, or --urls FILE");
    made.url_ = options.url;
  }
  if (options.urls.empty()) return made;
  GLEANER_TRY(const std::string text, read_file(options.urls));
  const bool tabs = text.substr(0, text.find('\n')).find('\t') != std::string::npos;
  GLEANER_TRY(const std::vector<wrap::PageRecords> rows,
              wrap::read_records(tabs ? wrap::Format::tsv : wrap::Format::csv, text, options.urls));
  for (const wrap::PageRecords& page : rows)
    for (const wrap::Record& record : page.records) {
      const wrap::Value* url = record.find("url");
      if (page.page.empty() || !url || !is_address(url->text))
        return error(Code::bad_input,
                     page.page.empty() || !url ? "this table has no columns page and url"
                                               : fmt::format("{} is no address", url->text),
                     Where{.file = options.urls}, "page,url\n  a.html,https://shop.example/a");
      remember(made.by_page_, options.urls, page.page, url->text);
    }
  return made;
}

std::string Addresses::of(const std::string& page) const {
  if (!by_page_.empty()) {
    auto found = by_page_.find(page);
    if (found == by_page_.end())
      found = by_page_.find(std::filesystem::path(page).lexically_normal().string());
    if (found != by_page_.end()) return found->second;
  }
  return url_;
}

}  // namespace gleaner::cli
