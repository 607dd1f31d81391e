// See engine.h.
#include "engine.h"

#include <algorithm>
#include <optional>

#include "base/ordered_pool.h"
#include "base/text.h"
#include "label/resolve.h"
#include "learn/named.h"
#include "records/names.h"
#include "records/region.h"
#include "run/extract.h"
#include "run/families.h"
#include "run/learn.h"
#include "run/types.h"

namespace gleaner::studio {
namespace {

constexpr size_t kMostGroupings = 12;
constexpr size_t kFirstRecords = 200;  // of a page, for an answer at once

void collect_types(const std::vector<wrap::FieldSchema>& fields, const std::string& prefix,
                   std::map<std::string, std::string>& out) {
  for (const wrap::FieldSchema& field : fields) {
    const std::string path = prefix.empty() ? field.name : prefix + "." + field.name;
    if (field.type != wrap::Type::text) out[path] = wrap::format_type(field);
    collect_types(field.fields, path, out);
  }
}

// Those of fields that are still there, as FIELD=TYPE.
std::vector<std::string> fitting(const std::map<std::string, std::string>& types, wrap::Schema schema) {
  std::vector<std::string> out;
  for (const auto& [path, type] : types)
    if (run::set_type(path, type, schema).ok()) out.push_back(path + "=" + type);
  return out;
}

const learn::Portfolio& all_families() {
  return dynamic_cast<const learn::Portfolio&>(*run::families().find("auto")->learner);
}

wrap::LearnOptions learn_options(const LearnRequest& request) { return {"auto", request.also, {}}; }

// Texts without markup have lines: of all families the one that reads these is meant, and
// it stands files of any length.
bool is_plain(const Lesson& lesson) {
  return std::ranges::none_of(lesson.pages,
                              [](const wrap::LabelledPage& page) { return page.document->is_html(); });
}

Result<wrap::Learned> learn_lines(const LearnRequest& request, const Lesson& lesson, Budget& budget) {
  wrap::LearnOptions options = learn_options(request);
  options.kind = "lines";
  std::optional<Result<wrap::Learned>> learned;
  work_within(budget, [&] {
    learned =
        learn::learn_named(run::families(), *run::families().find("lines"), lesson.pages, options, budget);
  });
  return learned ? std::move(*learned) : Result<wrap::Learned>(budget.diagnostic("learning"));
}

bool is_labelled(const Learnt& learnt, const DocumentPtr& page, const wrap::Record& record) {
  for (const wrap::LabelledPage& labelled : learnt.pages)
    if (labelled.document->name() == page->name())
      for (const wrap::Record& label : labelled.label.records)
        if (learn::f1_of(learn::compare_rows({label}, {record})) == 1) return true;
  return false;
}

Doubtful row_question(const Learnt& learnt, const std::vector<DocumentPtr>& pages, const Answered& answered) {
  learn::RowReading reading;
  std::vector<std::vector<wrap::Record>>& given = reading.given;
  for (const DocumentPtr& page : pages)
    given.push_back(learn::records_of(*learnt.wrapper->file.wrapper, *page));
  learn::KnownRows known;
  for (size_t p = 0; p < pages.size(); ++p)
    for (const wrap::Record& record : given[p]) {
      const auto key = learn::row_key(p, record);
      if (answered.rows.contains({pages[p]->name(), key.second}) || is_labelled(learnt, pages[p], record))
        known.insert(key);
    }
  learn::RowDoubts doubts = learn::row_doubts({reading}, pages, known);
  return {std::move(doubts.most), {}, doubts.open};
}

Doubtful value_question(const Learnt& learnt, const std::vector<DocumentPtr>& pages,
                        const Answered& answered) {
  std::set<learn::PageField> done;
  for (size_t p = 0; p < pages.size(); ++p) {
    for (const auto& [page, field] : answered.values)
      if (page == pages[p]->name()) done.insert({p, field});
    for (const wrap::LabelledPage& labelled : learnt.pages)
      if (labelled.document->name() == pages[p]->name())
        for (const wrap::FieldSchema& field : learnt.wrapper->schema.fields)
          if (labelled.label.complete ||
              (labelled.label.records.size() == 1 && labelled.label.records[0].find(field.name)))
            done.insert({p, field.name});
  }
  const learn::Given given = learn::give(learnt.contested.candidates, pages, default_jobs());
  return {{}, learn::next_question(learnt.contested.candidates, given, pages, done, run::own_doubts), 0};
}

}  // namespace

Result<WrappedPtr> read_wrapper(std::string text, const std::string& name) {
  auto made = std::make_shared<Wrapped>();
  GLEANER_TRY(made->file, wrap::parse_wrapper(text, name, run::families()));
  made->text = std::move(text);
  made->schema = wrap::typed_schema(made->file);
  GLEANER_TRY(made->profile, learn::Profile::of_file(made->file.whole));
  return WrappedPtr(std::move(made));
}

Result<wrap::RecordList> extract_page(const Wrapped& wrapper, const Document& page, Budget& budget) {
  return run::extract(*wrapper.file.wrapper, wrapper.schema, page, budget);
}

std::map<std::string, std::string> types_of(const wrap::Schema& schema) {
  std::map<std::string, std::string> out;
  collect_types(schema.fields, "", out);
  return out;
}

wrap::Config site_tables(const wrap::Config& whole) {
  wrap::Config out;
  for (const char* key : {"next", "follow", "browser"})
    if (const wrap::Config* kept = whole.find(key)) out.set(key, *kept);
  return out;
}

Result<std::string> with_types(const Wrapped& wrapper, const std::map<std::string, std::string>& types) {
  wrap::Schema schema = wrapper.file.wrapper->schema();
  bool typed = false;
  for (const auto& [path, type] : types) {
    GLEANER_CHECK(run::set_type(path, type, schema));
    typed |= type != "text";
  }
  wrap::Config extra = site_tables(wrapper.file.whole);
  for (const char* key : {"origin", "profile"})
    if (const wrap::Config* kept = wrapper.file.whole.find(key)) extra.set(key, *kept);
  if (typed) extra.set("schema", wrap::format_schema(schema));
  return wrap::format_wrapper(*wrapper.file.wrapper, extra);
}

Result<Lesson> read_lesson(const LearnRequest& request) {
  GLEANER_TRY(std::vector<wrap::Label> labels, wrap::parse_labels(request.labels_text, request.labels_file));
  label::ResolveOptions how;
  how.load = [&](const std::string& name, const LoadOptions&) { return request.load(name); };
  label::Resolved resolved = label::resolve_labels(std::move(labels), "", request.labels_file, how);
  Lesson out;
  out.problems = std::move(resolved.problems);
  if (resolved.values == 0)
    return out.problems.empty()
               ? error(Code::cannot_learn, "nothing is labelled yet", {}, "click a value on the page")
               : out.problems.front();
  learn::put_in_order(resolved.pages);
  out.pages = std::move(resolved.pages);
  out.hash = hex(stable_hash(request.labels_text));
  return out;
}

// Enough of long labels for a first answer; what all of them say comes after it.
static Lesson beginning_of(Lesson lesson) {
  for (wrap::LabelledPage& page : lesson.pages)
    if (page.label.records.size() > kFirstRecords) {
      page.label.records.resize(kFirstRecords);
      page.label.complete = false;
    }
  return lesson;
}

Result<WrappedPtr> learn_at_once(const LearnRequest& request, const Lesson& lesson, Budget& budget) {
  if (is_plain(lesson)) return error(Code::unsupported, "lines are learned in one step");
  const Lesson first = beginning_of(lesson);
  std::optional<Result<wrap::Learned>> learned;
  work_within(budget,
              [&] { learned = all_families().learn_first(first.pages, learn_options(request), budget); });
  if (!learned) return budget.diagnostic("learning");
  if (!learned->ok()) return learned->error();
  auto made = std::make_shared<Wrapped>();
  made->file.wrapper = (*learned)->wrapper;
  made->file.whole = request.site;
  made->schema = made->file.wrapper->schema();
  GLEANER_CHECK(run::set_types(fitting(request.types, made->schema), made->schema));
  return WrappedPtr(std::move(made));
}

// As it stands in its file, and read back from there: what is shown is what the file gives.
Result<WrappedPtr> written(const wrap::WrapperPtr& wrapper, const LearnRequest& request,
                           const Lesson& lesson) {
  run::FileOptions file;
  file.origin.labels = request.labels_file;
  file.origin.labels_hash = lesson.hash;
  file.types = fitting(request.types, wrapper->schema());
  GLEANER_TRY(std::string text,
              run::wrapper_text(wrapper, run::families(), lesson.pages, request.also, std::move(file)));
  for (const auto& [key, table] : request.site.members()) text = wrap::replace_table(text, key, table);
  return read_wrapper(std::move(text), request.labels_file);
}

Result<Learnt> learn_wrapper(const LearnRequest& request, const Lesson& lesson, Budget& budget) {
  Learnt out;
  std::optional<Diagnostic> why;
  wrap::Learned learned;
  const wrap::LearnOptions options = learn_options(request);
  if (is_plain(lesson)) {
    GLEANER_TRY(learned, learn_lines(request, lesson, budget));
  } else {
    const bool whole = work_within(budget, [&] {
      auto contested = all_families().contest(lesson.pages, options, budget);
      if (!contested.ok()) return void(why = contested.error());
      auto chosen = all_families().choose(*contested, lesson.pages, options.also);
      if (!chosen.ok()) return void(why = chosen.error());
      out.contested = std::move(*contested);
      learned = std::move(*chosen);
    });
    if (why) return *why;
    if (!whole || !learned.wrapper) return budget.diagnostic("learning");
  }
  GLEANER_TRY(out.wrapper, written(learned.wrapper, request, lesson));
  out.report = std::move(learned.report);
  out.pages = lesson.pages;
  out.problems = lesson.problems;
  return out;
}

Doubtful next_question(const Learnt& learnt, const std::vector<DocumentPtr>& pages,
                       const Answered& answered) {
  if (learnt.contested.candidates.empty()) return {};
  return learnt.contested.rows ? row_question(learnt, pages, answered)
                               : value_question(learnt, pages, answered);
}

std::vector<std::vector<Span>> record_groupings(const DocumentPtr& page) {
  std::vector<std::vector<Span>> out;
  if (!page->is_html()) return out;
  Budget budget;
  const records::Analysis analysis(page, budget);
  for (size_t candidate : analysis.distinct(kMostGroupings)) out.push_back(analysis.spans(candidate));
  return out;
}

std::string name_for(const Document& page, Span span, const std::string& text) {
  auto usable = [](std::string name) { return name.empty() || name.size() > 30 ? std::string() : name; };
  const std::string by_kind(records::kind_of_value(text));
  if (!page.is_html()) return by_kind.empty() ? "value" : by_kind;
  const html::Tree& tree = page.view<html::Tree>();
  html::NodeId n = tree.node_at(span.begin);
  if (n != html::kNoNode && tree.is_text(n)) n = tree.parent(n);
  if (n == html::kNoNode) return "value";
  for (html::NodeId up = n; up != html::kNoNode && tree.is_element(up) && tree.depth(up) + 2 > tree.depth(n);
       up = tree.parent(up))
    if (const auto stated = tree.attribute(up, "itemprop"))
      if (std::string name = usable(records::to_name(*stated)); !name.empty()) return name;
  const std::string_view tag = tree.name(n);
  if (tree.start_tag(n).contains(span)) return tag == "a" ? "link" : tag == "img" ? "image" : "value";
  if (!by_kind.empty() && by_kind != "number") return by_kind;
  for (html::NodeId up = n; up != html::kNoNode && tree.is_element(up) && tree.depth(up) + 2 > tree.depth(n);
       up = tree.parent(up))
    if (const auto classes = tree.attribute(up, "class"))
      for (std::string_view word : words(*classes))
        if (std::ranges::all_of(word, [](char c) { return is_alpha(c); }) && word.size() > 2 &&
            word.size() < 16)
          return lower_ascii(word);
  if (html::is_heading(tree.tag(n)) || tag == "a") return "name";
  return by_kind.empty() ? "value" : by_kind;
}

}  // namespace gleaner::studio
