// Labels, learning, repair.
#include "base/json.h"
#include "inside.h"
#include "label/resolve.h"
#include "learn/named.h"
#include "learn/portfolio.h"
#include "learn/repair.h"

namespace gleaner::api {
namespace {

std::vector<std::string> words_of(const Diagnostics& notes) {
  std::vector<std::string> out;
  for (const Diagnostic& note : notes) out.push_back(note.to_string());
  return out;
}

Result<wrap::Learned> learn_by(const wrap::Registry::Family& family, const std::vector<wrap::LabelledPage>& pages,
                               const wrap::LearnOptions& options, Budget& budget, const LearnOptions& asked) {
  const auto* portfolio = dynamic_cast<const learn::Portfolio*>(family.learner.get());
  if (!portfolio) return learn::learn_named(registry(), family, pages, options, budget);
  return portfolio->learn(pages, options, budget, asked.progress);
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
  const std::string name = page.name().empty() ? "page " + std::to_string(impl_->pages.size() + 1) : page.name();
  std::string line(records);  // the page is known: it need not be named
  if (const size_t open = line.find('{'); open != std::string::npos && line.find("\"page\"") == std::string::npos)
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
  const wrap::Registry::Family* family = registry().find(options.kind.empty() ? "auto" : options.kind);
  if (!family || !family->learner) return error_of(error(Code::usage, "there is no learner of kind " + options.kind));
  std::vector<wrap::LabelledPage> pages = labels.impl().pages;
  if (pages.empty()) return error_of(error(Code::bad_input, "there are no labels to learn from"));
  learn::put_in_order(pages);
  wrap::LearnOptions inside;
  inside.kind = family->kind;
  inside.also = documents_of(options.also);
  Budget budget(limits_of(options.limits));
  auto learned = learn_by(*family, pages, inside, budget, options);
  if (!learned) return error_of(learned.error());
  wrap::Origin origin = labels.impl().origin;
  for (const wrap::LabelledPage& page : pages) origin.pages.push_back(page.label.page);
  wrap::Config extra;
  extra.set("origin", wrap::format_origin(origin));
  extra.set("profile", learn::make_profile(*learned->wrapper, pages, inside.also).save());
  auto wrapper = wrapper_of(wrap::format_wrapper(*learned->wrapper, extra), "learned");
  if (!wrapper) return wrapper.error();
  const wrap::LearnReport& report = learned->report;
  return Learned{*wrapper, report.covered, report.missed, report.wrong, words_of(report.notes)};
}

Expected<Repair> repair(const Wrapper& wrapper, const std::vector<Page>& old_pages, const std::vector<Page>& new_pages,
                        const Limits& limits) {
  const wrap::WrapperFile& file = wrapper.impl().file;
  auto profile = learn::Profile::of_file(file.whole);
  if (!profile) return error_of(profile.error());
  Budget budget(limits_of(limits));
  auto repaired = learn::repair(file.wrapper, *profile, documents_of(old_pages), documents_of(new_pages),
                                *registry().find("auto")->learner, budget);
  if (!repaired) return error_of(repaired.error());
  Repair out{wrapper, repaired->report.better, repaired->report.advice};
  if (!out.better) return out;
  wrap::Config extra;
  if (const wrap::Config* origin = file.whole.find("origin")) extra.set("origin", *origin);
  extra.set("profile", repaired->profile.save());
  auto made = wrapper_of(wrap::format_wrapper(*repaired->wrapper, extra), "repaired");
  if (!made) return made.error();
  out.wrapper = *made;
  return out;
}

}  // namespace gleaner::api
