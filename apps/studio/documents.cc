// See documents.h.
#include "documents.h"

#include <sys/stat.h>

#include "base/budget.h"
#include "base/memory.h"
#include "html/tree.h"
#include "page/load.h"
#include "web/sources.h"

namespace gleaner::studio {
namespace {

constexpr size_t kKeptDocuments = 64;
constexpr uint64_t kShareOfMemory = 8;  // a page may take this part (1/n) of what there is

// The address that a stored page was fetched from, kept beside it: "x.html.url".
std::string address_beside(const Project& project, const std::string& name) {
  const auto text = project.read(name + ".url");
  return text ? text->substr(0, text->find('\n')) : "";
}

int64_t changed_of(const struct stat& facts) {
  return int64_t(facts.st_mtim.tv_sec) * 1'000'000'000 + facts.st_mtim.tv_nsec;
}

// Clocks of files are coarse: an archive that grows twice in one tick is told by its size.
std::pair<int64_t, uint64_t> version_of(const struct stat& facts) {
  return {changed_of(facts), uint64_t(facts.st_size)};
}

}  // namespace

Documents::Archive Documents::archive(const std::string& path, std::pair<int64_t, uint64_t> version) {
  const std::lock_guard lock(mutex_);
  Archive& kept = archives_[path];
  if (!kept.sources || kept.version != version) kept = {version, std::make_shared<web::Sources>(), nullptr};
  return kept;
}

bool Documents::has(const std::string& name) {
  const auto archive = web::split_archive_name(name);
  const auto path = project_.path(archive ? archive->first : name);
  struct stat facts = {};
  if (!path.ok() || ::stat(path->c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return false;
  if (!archive) return true;
  Archive listed = this->archive(*path, version_of(facts));
  if (!listed.names) {
    auto names = listed.sources->expand({*path});
    listed.names = std::make_shared<const std::set<std::string>>(
        names.ok() ? std::set<std::string>(names->begin(), names->end()) : std::set<std::string>());
    const std::lock_guard lock(mutex_);
    archives_[*path].names = listed.names;
  }
  return listed.names->contains(*path + "#" + archive->second) || load(name).ok();
}

Result<DocumentPtr> Documents::load(const std::string& name) {
  const auto archive = web::split_archive_name(name);
  GLEANER_TRY(const std::string path, project_.path(archive ? archive->first : name));
  struct stat facts = {};
  if (::stat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode))
    return error(Code::not_found, "there is no page " + name + " in this project", {name});
  const int64_t changed = changed_of(facts);
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = kept_.find(name); found != kept_.end() && found->second.changed == changed &&
                                             found->second.bytes == uint64_t(facts.st_size)) {
      uses_.splice(uses_.begin(), uses_, found->second.use);
      return found->second.document;
    }
  }
  // A page of a few bytes may unpack to gigabytes. Whoever asks for it may be in a hurry: that is no
  // limit for what others are given.
  const Budget::Scope for_all(nullptr);
  BudgetLimits limits;
  limits.memory = memory::available() / kShareOfMemory;
  Budget budget(limits);
  const Budget::Scope scope(budget);
  LoadOptions how;
  how.document.name = name;
  if (!archive) how.document.url = address_beside(project_, name);
  Result<DocumentPtr> loaded = [&]() -> Result<DocumentPtr> {
    if (!archive) return load_document(path, how);
    return this->archive(path, version_of(facts)).sources->load(path + "#" + archive->second, how);
  }();
  if (!loaded.ok()) return loaded;
  if ((*loaded)->is_html()) (*loaded)->view<html::Tree>();  // now, under the limit: it is kept
  const std::lock_guard lock(mutex_);
  if (const auto old = kept_.find(name); old != kept_.end()) uses_.erase(old->second.use), kept_.erase(old);
  uses_.push_front(name);
  kept_[name] = {*loaded, changed, uint64_t(facts.st_size), uses_.begin()};
  while (kept_.size() > kKeptDocuments) kept_.erase(uses_.back()), uses_.pop_back();
  return loaded;
}

}  // namespace gleaner::studio
