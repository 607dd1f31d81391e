// See page_input.h.
#include "page_input.h"

#include <mutex>

namespace gleaner::cli {

struct PageInput::Impl {
  WebOptions options;
  std::mutex mutex;
  std::unique_ptr<web::Sources> sources;
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

Result<DocumentPtr> PageInput::load(const std::string& name, const LoadOptions& options) const {
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
