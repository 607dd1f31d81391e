// See resources.h.
#include "resources.h"

#include <condition_variable>
#include <filesystem>
#include <mutex>

#include "base/contains.h"
#include "base/text.h"
#include "html/address.h"
#include "html/tree.h"
#include "page/url.h"
#include "web/fetch.h"
#include "web/http.h"
#include "web/warc.h"

namespace gleaner::studio {
namespace {

constexpr size_t kMostResources = 60;
constexpr size_t kLargestResource = 4u << 20;
constexpr auto kResourceTime = std::chrono::seconds(15);

}  // namespace

std::string resource_path(std::string_view address) {
  const UrlParts parts = split_url(address);
  std::string path = std::string(parts.scheme) + "/" + std::string(parts.authority) + std::string(parts.path);
  if (parts.has_query) path += "?" + std::string(parts.query);
  return path;
}

std::string kept_resource(const std::string& path) { return ".gleaner/res/" + hex(stable_hash(path)); }

std::vector<std::string> resource_addresses(const Document& page) {
  std::vector<std::string> styles, pictures;
  if (page.url().empty() || !page.is_html()) return styles;
  const html::Tree& tree = page.view<html::Tree>();
  const std::string base = html::base_of(page, page.url());
  auto take = [&](std::vector<std::string>& to, std::optional<std::string_view> value) {
    if (!value || value->empty()) return;
    const std::string whole = resolve_url(*value, base);
    const bool web = whole.starts_with("http://") || whole.starts_with("https://");
    if (web && !contains(to, whole)) to.push_back(whole);
  };
  for (html::NodeId n = 0; n < tree.size(); ++n) {
    const std::string_view name = tree.name(n);
    if (name == "link" && tree.is_element(n)) {
      if (const auto rel = tree.attribute(n, "rel");
          rel && lower_ascii(*rel).find("stylesheet") != std::string::npos)
        take(styles, tree.attribute(n, "href"));
    } else if (name == "img") {
      for (const char* key : {"src", "data-src", "data-original", "data-lazy-src"})
        take(pictures, tree.attribute(n, key));
    }
  }
  styles.insert(styles.end(), pictures.begin(), pictures.end());
  if (styles.size() > kMostResources) styles.resize(kMostResources);
  return styles;
}

namespace {

bool is_style_or_picture(std::string_view type) {
  return type.starts_with("text/css") || type.starts_with("image/");
}

// Of an archive's answers: where each stands.
std::map<std::string, uint64_t> offsets_in(const std::string& path) {
  std::map<std::string, uint64_t> out;
  auto reader = web::WarcReader::open(path);
  web::WarcRecord record;
  while (reader.ok()) {
    const auto more = (*reader)->next(record);
    if (!more.ok() || !*more) break;
    if (record.type() != "response") continue;
    const auto head = web::read_head(record.block);
    if (head.ok() && head->status == 200 &&
        is_style_or_picture(lower_ascii(web::field_of(head->fields, "Content-Type"))))
      out[resource_path(std::string(record.url()))] = record.offset;
  }
  return out;
}

// One of them. Several records may stand in one packed member: it is looked for by its address.
std::optional<ArchivedResources::Found> read_at(const std::string& archive, uint64_t offset,
                                                const std::string& path) {
  auto reader = web::WarcReader::open(archive);
  if (!reader.ok()) return std::nullopt;
  (*reader)->seek(offset);
  web::WarcRecord record;
  for (;;) {
    const auto more = (*reader)->next(record);
    if (!more.ok() || !*more || record.offset != offset) return std::nullopt;
    if (record.type() != "response" || resource_path(std::string(record.url())) != path) continue;
    const auto head = web::read_head(record.block);
    if (!head.ok()) return std::nullopt;
    auto body = web::read_body(*head, record.block.substr(head->size), archive, kLargestResource);
    if (!body.ok()) return std::nullopt;
    return ArchivedResources::Found{lower_ascii(web::field_of(head->fields, "Content-Type")),
                                    std::move(*body)};
  }
}

}  // namespace

std::optional<ArchivedResources::Found> ArchivedResources::find(const Project& project,
                                                                const std::string& path) {
  const std::lock_guard lock(mutex_);
  for (const char* ending : {".warc.gz", ".warc"})
    for (const std::string& name : project.files(ending)) {
      const auto real = project.path(name);
      std::error_code failed;
      if (!real.ok()) continue;
      const std::string etag =
          std::to_string(std::filesystem::file_size(*real, failed)) + " " +
          std::to_string(std::filesystem::last_write_time(*real, failed).time_since_epoch().count());
      Listed& listed = archives_[name];
      if (listed.etag != etag) listed = {etag, offsets_in(*real)};
      if (const auto at = listed.offsets.find(path); at != listed.offsets.end())
        if (auto found = read_at(*real, at->second, path)) return found;
    }
  return std::nullopt;
}

bool fetch_resources(const Project& project, const Document& page) {
  std::vector<std::string> wanted;
  for (std::string& address : resource_addresses(page))
    if (!project.read(kept_resource(resource_path(address)))) wanted.push_back(std::move(address));
  if (wanted.empty()) return false;
  web::FetchOptions how;
  how.private_hosts = {host_of(split_url(page.url()))};  // the page's own host, which a person named
  how.delay = 0;                                         // parts of one page, as a browser asks for them
  how.host_connections = 4;
  how.retries = 0;
  how.max_bytes = kLargestResource;
  how.timeout = web::Milliseconds(10'000);
  auto fetcher = web::Fetcher::make(how);
  if (!fetcher.ok()) return false;
  std::mutex mutex;
  std::condition_variable changed;
  size_t open = wanted.size();
  bool any = false;
  for (const std::string& address : wanted)
    (*fetcher)->submit({address, "", "", {}}, [&, path = resource_path(address)](web::Fetched fetched) {
      const bool fine =
          !fetched.failed && !fetched.body.empty() && project.write(kept_resource(path), fetched.body).ok();
      const std::lock_guard lock(mutex);
      any |= fine;
      if (--open == 0) changed.notify_all();
    });
  std::unique_lock lock(mutex);
  changed.wait_for(lock, kResourceTime, [&] { return open == 0; });
  const bool found = any;
  lock.unlock();
  fetcher->reset();  // tells the callbacks of what is still open
  return found;
}

}  // namespace gleaner::studio
