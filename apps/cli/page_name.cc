// See page_name.h.
#include "page_name.h"

#include <filesystem>

#include "web/sources.h"
#include "wrap/label.h"

namespace gleaner::cli {

std::string page_name(const std::string& page, const std::string& labels) {
  if (labels.empty() || labels == "-" || page.empty() || page == "-" || web::is_web_address(page))
    return page;
  if (const auto parts = web::split_archive_name(page))
    return page_name(parts->first, labels) + "#" + parts->second;
  if (std::filesystem::path(page).is_absolute()) return page;
  std::error_code failed;
  const std::filesystem::path folder = std::filesystem::path(labels).parent_path();
  const std::filesystem::path near =
      std::filesystem::relative(page, folder.empty() ? std::filesystem::path(".") : folder, failed);
  return failed || near.empty() ? page : near.generic_string();
}

std::string label_line(const std::string& page, const Document& document, std::vector<wrap::Record> records,
                       bool complete, const std::string& labels) {
  wrap::Label label;
  label.page = page_name(page, labels);
  label.url = document.url();
  label.complete = complete;
  label.records = std::move(records);
  return wrap::format_label(label, &document) + "\n";
}

}  // namespace gleaner::cli
