// See documents.h.
#include "documents.h"

#include <sys/stat.h>

#include "page/load.h"
#include "web/sources.h"

namespace gleaner::studio {
namespace {

constexpr size_t kKeptDocuments = 64;

// The address that a stored page was fetched from, kept beside it: "x.html.url".
std::string address_beside(const Project& project, const std::string& name) {
  const auto text = project.read(name + ".url");
  return text ? text->substr(0, text->find('\n')) : "";
}

}  // namespace

Result<DocumentPtr> Documents::load(const std::string& name) {
  const auto archive = web::split_archive_name(name);
  GLEANER_TRY(const std::string path, project_.path(archive ? archive->first : name));
  struct stat facts = {};
  if (::stat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode))
    return error(Code::not_found, "there is no page " + name + " in this project", {name, 0, 0, {}});
  const int64_t changed = int64_t(facts.st_mtim.tv_sec) * 1'000'000'000 + facts.st_mtim.tv_nsec;
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = kept_.find(name); found != kept_.end() && found->second.changed == changed &&
                                             found->second.bytes == uint64_t(facts.st_size)) {
      uses_.splice(uses_.begin(), uses_, found->second.use);
      return found->second.document;
    }
  }
  LoadOptions how;
  how.document.name = name;
  if (!archive) how.document.url = address_beside(project_, name);
  Result<DocumentPtr> loaded = [&]() -> Result<DocumentPtr> {
    if (!archive) return load_document(path, how);
    web::Sources sources;
    return sources.load(path + "#" + archive->second, how);
  }();
  if (!loaded.ok()) return loaded;
  const std::lock_guard lock(mutex_);
  if (const auto old = kept_.find(name); old != kept_.end()) uses_.erase(old->second.use), kept_.erase(old);
  uses_.push_front(name);
  kept_[name] = {*loaded, changed, uint64_t(facts.st_size), uses_.begin()};
  while (kept_.size() > kKeptDocuments) kept_.erase(uses_.back()), uses_.pop_back();
  return loaded;
}

}  // namespace gleaner::studio
