// See page_input.h.
#include "page_input.h"

#include <map>
#include <mutex>

namespace gleaner::cli {

struct PageInput::Impl {
  WebOptions options;
  std::mutex mutex;
  std::unique_ptr<web::Sources> sources;
  std::map<std::string, DocumentPtr> kept;  // pages that were looked at
};

PageInput::PageInput() : impl_(std::make_shared<Impl>()) {}

void PageInput::add_options(Command& verb) { add_page_sources(verb, impl_->options); }

Result<web::Sources*> PageInput::sources() const {
  const std::lock_guard lock(impl_->mutex);
  if (!impl_->sources) {
    GLEANER_TRY(impl_->sources, page_sources(impl_->options));
  }
  return impl_->sources.get();
}

Result<std::vector<std::string>> PageInput::expand(const std::vector<std::string>& arguments) const {
  GLEANER_TRY(web::Sources * from, sources());
  Diagnostics notes;
  auto pages = from->expand(arguments, &notes);
  print(notes);
  return pages;
}

Result<DocumentPtr> PageInput::peek(const std::string& name, const LoadOptions& options) const {
  auto page = load(name, options);
  const std::lock_guard lock(impl_->mutex);
  if (page.ok()) impl_->kept[name] = *page;
  return page;
}

Result<DocumentPtr> PageInput::load(const std::string& name, const LoadOptions& options) const {
  {
    const std::lock_guard lock(impl_->mutex);
    if (const auto known = impl_->kept.find(name); known != impl_->kept.end()) {
      DocumentPtr page = std::move(known->second);
      impl_->kept.erase(known);
      return page;
    }
  }
  GLEANER_TRY(web::Sources * from, sources());
  return from->load(name, options);
}

bool PageInput::say_failures() const {
  const std::lock_guard lock(impl_->mutex);
  if (!impl_->sources) return false;
  const std::vector<web::FetchFailure> failures = impl_->sources->failures();
  cli::say_failures(failures);
  return !failures.empty();
}

}  // namespace gleaner::cli
