// See learn.h.
#include "run/learn.h"
#include "base/contains.h"

#include <fmt/format.h>

#include "base/nearest.h"
#include "crawl/next_pages.h"
#include "learn/mixed.h"
#include "learn/named.h"
#include "learn/portfolio.h"
#include "lines/wrapper.h"
#include "pattern/learn/ask.h"
#include "run/types.h"

namespace gleaner::run {
namespace {

constexpr double kSureNext = 0.9;  // confidence from which on a next page is spoken of

std::vector<std::string> learnable(const wrap::Registry& registry) {
  std::vector<std::string> kinds;
  for (const wrap::Registry::Family& family : registry.families())
    if (family.learner) kinds.push_back(family.kind);
  return kinds;
}

Result<wrap::Learned> learn_by(const wrap::Registry& registry, const wrap::Registry::Family& family,
                               const std::vector<wrap::LabelledPage>& pages, const LearnOptions& options,
                               Budget& budget) {
  wrap::LearnOptions inside{family.kind, options.also, options.settings};
  const auto* portfolio = dynamic_cast<const learn::Portfolio*>(family.learner.get());
  if (!portfolio) return learn::learn_named(registry, family, pages, inside, budget);
  return portfolio->learn(pages, inside, budget, options.progress);
}

// The text, if it can be read back.
Result<std::string> readable(std::string text, const std::string& labels, const wrap::Registry& registry) {
  auto back = wrap::parse_wrapper(text, "the new wrapper", registry);
  if (back.ok()) return text;
  return error(Code::cannot_learn,
               fmt::format("the new wrapper could not be read back: {}", back.error().message),
               Where{.file = labels}, "nothing was written; are the records nested too deeply?");
}

}  // namespace

Result<std::vector<const wrap::Registry::Family*>> families_of(const wrap::Registry& registry,
                                                               const std::string& kind) {
  std::vector<const wrap::Registry::Family*> chosen;
  const std::string wanted = kind.empty() && registry.find("auto") ? "auto" : kind;
  for (const wrap::Registry::Family& family : registry.families())
    if (family.learner && (wanted.empty() || family.kind == wanted)) chosen.push_back(&family);
  if (!chosen.empty()) return chosen;
  if (wanted.empty()) return error(Code::unsupported, "this program was built without a learner");
  const std::vector<std::string> kinds = learnable(registry);
  std::string hint = fmt::format("kinds that can be learned: {}", fmt::join(kinds, ", "));
  if (const auto near = nearest(wanted, kinds)) hint = fmt::format("did you mean --kind {}?", *near);
  return error(Code::usage,
               registry.find(wanted)
                   ? fmt::format("wrappers of kind \"{}\" are written by hand, not learned", wanted)
                   : fmt::format("there is no wrapper kind \"{}\"", wanted),
               {}, hint);
}

Result<wrap::Learned> learn(const wrap::Registry& registry, const std::vector<wrap::LabelledPage>& pages,
                            const LearnOptions& options) {
  GLEANER_TRY(const auto families, families_of(registry, options.kind));
  std::optional<wrap::Learned> best;
  std::optional<Diagnostic> why;
  Budget whole(options.limits);
  const Budget::Scope scope(whole, Budget::Over::throws);
  for (const wrap::Registry::Family* family : families) {
    Budget budget(options.limits);
    auto learned = learn_by(registry, *family, pages, options, budget);
    if (!learned.ok()) {
      if (!why) why = learned.error();
      continue;
    }
    const wrap::LearnReport& report = learned->report;
    if (!best || report.missed + report.wrong < best->report.missed + best->report.wrong)
      best = std::move(learned).value();
    if (best->report.missed + best->report.wrong == 0 && best->report.covered > 0) break;
  }
  if (!best) return *why;
  if (best->report.kind.empty()) best->report.kind = best->wrapper->kind();
  return std::move(*best);
}

Result<std::string> wrapper_text(const wrap::WrapperPtr& wrapper, const wrap::Registry& registry,
                                 const std::vector<wrap::LabelledPage>& pages,
                                 const std::vector<DocumentPtr>& also, FileOptions options) {
  for (const wrap::LabelledPage& page : pages) options.origin.pages.push_back(page.label.page);
  wrap::Config extra;
  extra.set("origin", wrap::format_origin(options.origin));
  extra.set("profile", learn::make_profile(wrapper, pages, also).save());
  if (!options.types.empty()) {
    wrap::Schema schema = wrapper->schema();
    GLEANER_CHECK(set_types(options.types, schema));
    extra.set("schema", wrap::format_schema(schema));
  }
  if (options.next) extra.add_table("next");
  return readable(wrap::format_wrapper(*wrapper, extra), options.origin.labels, registry);
}

std::optional<std::string> grammar_text(const wrap::Wrapper& wrapper) {
  const auto* lines = dynamic_cast<const lines::LinesWrapper*>(&wrapper);
  return lines ? std::optional(lines->grammar_text()) : std::nullopt;
}

namespace {

// A new wrapper in the old one's place: all of the old file that is no rules stays.
Result<std::string> successor_text(const wrap::WrapperFile& old, const wrap::Wrapper& wrapper,
                                   const learn::Profile& profile, const wrap::Registry& registry) {
  wrap::Config extra;
  for (const char* kept : {"origin", "next", "follow", "browser"})
    if (const wrap::Config* part = old.whole.find(kept)) extra.set(kept, *part);
  extra.set("profile", profile.save());
  wrap::Schema schema = wrapper.schema();
  if (keep_types(wrap::typed_schema(old).fields, schema.fields))
    extra.set("schema", wrap::format_schema(schema));
  return readable(wrap::format_wrapper(wrapper, extra), "", registry);
}

bool is_of(const std::string& path, const std::string& field) {
  return path == field || path.starts_with(field + ".");
}

}  // namespace

Result<Repaired> repair(const wrap::WrapperFile& file, const wrap::Registry& registry,
                        const std::vector<DocumentPtr>& old_pages, const std::vector<DocumentPtr>& new_pages,
                        Budget& budget) {
  GLEANER_TRY(const learn::Profile profile, learn::Profile::of_file(file.whole));
  GLEANER_TRY(const auto families, families_of(registry, ""));
  GLEANER_TRY(learn::Repaired made,
              learn::repair(file.wrapper, profile, old_pages, new_pages, *families.front()->learner, budget));
  Repaired out{std::move(made.report), {}};
  if (!out.report.better) return out;
  GLEANER_TRY(out.text, successor_text(file, *made.wrapper, made.profile, registry));
  return out;
}

Result<std::string> keep_fields(const wrap::WrapperFile& old, const std::string& repaired,
                                const std::vector<std::string>& fields, const wrap::Registry& registry) {
  if (fields.empty()) return repaired;
  GLEANER_TRY(const wrap::WrapperFile fresh, wrap::parse_wrapper(repaired, "the new wrapper", registry));
  GLEANER_TRY(const learn::Profile known, learn::Profile::of_file(old.whole));
  GLEANER_TRY(learn::Profile profile, learn::Profile::of_file(fresh.whole));
  learn::MixedPart part{{}, old.wrapper, 0};
  for (const std::string& path : fields) {
    const std::string field = path.substr(0, path.find('.'));
    if (!old.wrapper->schema().find(field))
      return error(Code::usage, fmt::format("the old wrapper has no field \"{}\"", field));
    if (contains(part.fields, field)) continue;
    part.fields.push_back(field);
    std::erase_if(profile.fields, [&](const auto& one) { return is_of(one.field, field); });
    for (const learn::FieldProfile& one : known.fields)
      if (is_of(one.field, field)) profile.fields.push_back(one);
  }
  const learn::MixedWrapper mixed(fresh.wrapper, {std::move(part)});
  return successor_text(old, mixed, profile, registry);
}

std::optional<GoesOn> goes_on(const std::vector<wrap::LabelledPage>& pages) {
  for (const wrap::LabelledPage& page : pages) {
    if (!page.document->is_html() || page.label.records.size() < 2) continue;
    const auto next =
        links::next_page(*page.document, crawl::address_of(page.document->name(), *page.document));
    if (next && !next->by_number && next->confidence >= kSureNext) return GoesOn{page.label.page, *next};
  }
  return std::nullopt;
}

std::vector<learn::Doubt> own_doubts(const wrap::Wrapper& wrapper, const Document& page) {
  std::vector<learn::Doubt> out;
  const auto* pattern = dynamic_cast<const pattern::PatternWrapper*>(&wrapper);
  if (!pattern) return out;
  const std::vector<DocumentPtr> here{DocumentPtr(DocumentPtr{}, &page)};  // borrowed
  std::set<std::pair<size_t, std::string>> done;
  while (auto asked = pattern::next_question(*pattern, here, done)) {
    done.insert({0, asked->field});
    out.push_back({asked->field, asked->text, asked->rival, asked->span, asked->doubt});
  }
  return out;
}

}  // namespace gleaner::run
