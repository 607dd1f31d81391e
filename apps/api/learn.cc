// Labels, learning, repair.
#include "run/learn.h"
#include "base/json.h"
#include "base/lists.h"
#include "inside.h"
#include "label/resolve.h"
#include "learn/portfolio.h"
#include "run/families.h"

namespace gleaner::api {
namespace {

std::vector<std::string> words_of(const Diagnostics& notes) {
  return mapped(notes, [](const Diagnostic& note) { return note.to_string(); });
}

}  // namespace

Labels::Labels() : impl_(std::make_shared<Impl>()) {}

Expected<Labels> Labels::load(const std::string& path) {
  auto resolved = label::resolve(path);
  if (!resolved) return error_of(resolved.error());
  auto impl = std::make_shared<Impl>();
  impl->origin.labels = path;
  impl->origin.labels_hash = resolved->hash;
  impl->problems = std::move(resolved->problems);
  impl->pages = std::move(resolved->pages);
  Labels out;
  out.impl_ = std::move(impl);
  return out;
}

Expected<Labels> Labels::with(const Page& page, std::string_view records) const {
  const std::string name =
      page.name().empty() ? "page " + std::to_string(impl_->pages.size() + 1) : page.name();
  std::string line(records);  // the page is known: it need not be named
  if (const size_t open = line.find('{');
      open != std::string::npos && line.find("\"page\"") == std::string::npos)
    line.insert(open + 1, "\"page\": " + json::quote(name) + ", ");
  auto read = wrap::parse_labels(line, name);
  if (!read) return error_of(read.error());
  if (read->size() != 1)
    return error_of(error(Code::usage, "one line of labels is needed, for one page", Where{.file = name}));
  wrap::Label label = std::move(read->front());
  label.page = name;
  auto impl = std::make_shared<Impl>(*impl_);
  label::resolve_label(label, *page.impl().document, name, impl->problems);
  impl->pages.push_back({page.impl().document, std::move(label)});
  Labels out;
  out.impl_ = std::move(impl);
  return out;
}

std::vector<std::string> Labels::problems() const { return words_of(impl_->problems); }

Expected<Learned> learn(const Labels& labels, const LearnOptions& options) {
  std::vector<wrap::LabelledPage> pages = labels.impl().pages;
  if (pages.empty()) return error_of(error(Code::bad_input, "there are no labels to learn from"));
  learn::put_in_order(pages);
  for (wrap::LabelledPage& page : pages) page.document = document_of(page.document, options.limits);
  const run::LearnOptions asked{options.kind,
                                {},
                                documents_of(options.also, options.limits),
                                limits_of(options.limits),
                                options.progress};
  auto learned = run::learn(run::families(), pages, asked);
  if (!learned) return error_of(learned.error());
  auto text = run::wrapper_text(learned->wrapper, run::families(), pages, asked.also,
                                {labels.impl().origin, {}, false});
  if (!text) return error_of(text.error());
  auto wrapper = wrapper_of(std::move(*text), "learned");
  if (!wrapper) return wrapper.error();
  const wrap::LearnReport& report = learned->report;
  return Learned{*wrapper, report.covered, report.missed, report.wrong, words_of(report.notes)};
}

Expected<Repair> repair(const Wrapper& wrapper, const std::vector<Page>& old_pages,
                        const std::vector<Page>& new_pages, const Limits& limits) {
  if (old_pages.empty() || new_pages.empty())
    return error_of(error(Code::usage, "repair needs pages from before and pages of now"));
  Budget budget(limits_of(limits));
  auto repaired = run::repair(wrapper.impl().file, run::families(), documents_of(old_pages, limits),
                              documents_of(new_pages, limits), budget);
  if (!repaired) return error_of(repaired.error());
  Repair out{wrapper, repaired->report.better, repaired->report.advice};
  if (!out.better) return out;
  auto made = wrapper_of(std::move(repaired->text), "repaired");
  if (!made) return made.error();
  out.wrapper = *made;
  return out;
}

}  // namespace gleaner::api
