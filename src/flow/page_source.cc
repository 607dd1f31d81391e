// Pages as a source: a wrapper on all of them, the check for drift, and repair where the flow wants it.
//
// A page that lost something is told in the problem table, whether its rows are used or not. A wrapper
// without a profile is compared with the rows of the run before. Records become rows page by page, in the
// order of the pages: what is kept of a page is small.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/ordered_pool.h"
#include "base/text.h"
#include "crawl/next_pages.h"
#include "flow/row_maker.h"
#include "flow/sources.h"
#include "learn/check.h"
#include "page/load.h"
#include "run/extract.h"
#include "run/follow.h"
#include "run/learn.h"
#include "run/stored_spans.h"
#include "web/sources.h"
#include "wrap/wrapper_file.h"

namespace gleaner::flow {
namespace {

// Of a source's pages that may look broken before the source does: one category may be empty today.
constexpr double kMostBroken = 0.2;
constexpr double kFewLeft = 0.5;     // of the rows of the run before
constexpr int64_t kManyRows = 10;    // of the run before: fewer may be halved by chance
constexpr size_t kPagesAtOnce = 64;  // on their way through the threads
constexpr size_t kRepairPages = 30;  // old ones that a repair learns from
constexpr auto kRepairTime = std::chrono::seconds(120);
constexpr double kLeastConfidence = 0.5;  // of a repaired field; a wrapper with less waits for a person
constexpr std::string_view kRepairedFrom = "# repaired by gleaner flow from ";

// One page, extracted and judged.
struct PageWork {
  std::string name, url, hash;
  uint64_t bytes = 0;
  std::vector<wrap::Record> records;  // until they are rows
  size_t found = 0;                   // how many they were
  Diagnostics notes;
  std::optional<Diagnostic> failed;
  bool unread = false;  // could not be had, so nobody knows what it leads to
  std::optional<learn::PageCheck> check;
  DocumentPtr document;  // kept where a repair may need it
};

// The links that are opened: those of the wrapper, and the flow's own.
Result<std::vector<run::Follow>> follows_of(const Step& step, const Flow& flow, const wrap::WrapperFile& file,
                                            const std::string& path, const wrap::Registry& registry) {
  GLEANER_TRY(std::vector<run::Follow> out, run::read_follows(file.whole, path, registry));
  if (!step.source.follow.empty()) {
    GLEANER_TRY(out.emplace_back(),
                run::make_follow(step.source.follow, flow.at(step.source.with), registry));
  }
  return out;
}

class PageSource {
 public:
  PageSource(const Step& step, StepContext& context, const Environment& environment, const LastRows& last)
      : step_(step),
        context_(context),
        environment_(environment),
        last_(last),
        sources_(source_options(step, environment)) {}

  Result<SourceResult> run() {
    GLEANER_CHECK(load_wrapper());
    begin_table();
    GLEANER_CHECK(read_pages());
    judge();
    if (result_.status == "broken" && !cut_off_ && step_.source.on_drift == OnDrift::repair)
      GLEANER_CHECK(try_repair());
    tell_problems();
    return std::move(result_);
  }

 private:
  static web::SourceOptions source_options(const Step& step, const Environment& environment) {
    web::SourceOptions out;
    out.fetch = environment.fetch;
    out.fetch.allow_private |= step.source.private_hosts;
    out.fetch.how_to_allow_private = kAllowPrivate;
    return out;
  }

  std::string wrapper_path() const { return context_.flow->at(step_.source.wrapper); }

  // The file that the flow names, or what was repaired from it and waits to be looked at.
  Status load_wrapper() {
    const std::string path = wrapper_path(), repaired = repaired_path(path);
    GLEANER_TRY(std::string text, read_program(path));
    const std::string hash = hex(stable_hash(text));
    used_ = path;
    if (std::error_code failed; std::filesystem::exists(repaired, failed)) {
      GLEANER_TRY(std::string other, read_program(repaired));
      if (other.starts_with(std::string(kRepairedFrom) + hash)) text = std::move(other), used_ = repaired;
    }
    origin_hash_ = hash;
    return use(text);
  }
  // What the flow's own wrapper gives, also where a repaired one is used that gives less.
  Status load_original_schema() {
    original_ = {};
    if (used_ == wrapper_path()) return {};
    GLEANER_TRY(const wrap::WrapperFile file, wrap::load_wrapper(wrapper_path(), *environment_.registry));
    original_ = wrap::typed_schema(file);
    return {};
  }
  Status use(const std::string& text) {
    if (!used_.ends_with(".wrapper")) {  // a file of a language of its own
      GLEANER_TRY(wrap::WrapperFile file, wrap::load_wrapper(used_, *environment_.registry));
      file_ = std::move(file);
    } else {
      GLEANER_TRY(wrap::WrapperFile file, wrap::parse_wrapper(text, used_, *environment_.registry));
      file_ = std::move(file);
    }
    result_.wrapper_hash = hex(stable_hash(text));
    result_.files[used_] = text;
    schema_ = wrap::typed_schema(file_);
    GLEANER_CHECK(load_original_schema());
    GLEANER_TRY(profile_, learn::Profile::of_file(file_.whole));
    GLEANER_TRY(follows_, follows_of(step_, *context_.flow, file_, used_, *environment_.registry));
    return {};
  }

  Status read_pages() {
    std::vector<std::string> names;
    if (const auto other = environment_.instead.find(step_.name); other != environment_.instead.end())
      names = other->second;
    else
      for (const std::string& page : step_.source.pages) names.push_back(context_.flow->at(page));
    GLEANER_TRY(std::unique_ptr<web::PageStream> stream, sources_.stream(names));
    GLEANER_TRY(std::optional<crawl::NextRule> rule, crawl::read_next_rule(file_.whole));
    if (!rule && step_.source.next) rule.emplace();
    follows_next_ = rule.has_value();
    crawl::NextPages* next = nullptr;
    if (rule) {
      GLEANER_TRY(auto following, crawl::NextPages::make(std::move(stream), sources_, *rule));
      next = following.get();
      stream = std::move(following);
    }
    for (bool more = true; more;) {
      std::vector<web::PageItem> items;
      while (items.size() < kPagesAtOnce) {
        GLEANER_TRY(std::optional<web::PageItem> item, stream->next());
        if (!item) {
          more = false;
          break;
        }
        items.push_back(std::move(*item));
        if (rule) break;  // its next page is known when it is read
      }
      ordered_for(
          items.size(), environment_.jobs, [&](size_t i) { return work(items[i]); },
          [&](size_t, PageWork done) { return take(std::move(done)), true; });
    }
    if (next)
      for (const Diagnostic& note : next->notes()) result_.out.notes.push_back(note.message);
    if (pages_.empty())
      return error(Code::not_found, fmt::format("{}: there are no pages", step_.name),
                   {context_.flow->path, step_.line});
    const auto failed =
        std::ranges::count_if(pages_, [](const PageWork& page) { return page.failed.has_value(); });
    if (size_t(failed) == pages_.size()) {
      Diagnostic why = *pages_[0].failed;
      why.message = fmt::format("{}: {}", step_.name, why.message);
      return why;
    }
    return {};
  }

  // The table for the records of the wrapper at hand, and none in it.
  void begin_table() {
    Table& table = result_.out.table;
    table = Table();
    table.source(step_.name);
    for (const wrap::Rule& rule : file_.wrapper->rules())
      table.rules.push_back(rule.id.empty() ? rule.words : fmt::format("{}: {}", rule.id, rule.words));
    const wrap::Schema given = run::followed_schema(schema_, follows_);
    wrap::Schema columns;  // in the order that the table had before a repair
    lost_.clear();
    for (const wrap::FieldSchema& field : original_.fields) {
      const wrap::FieldSchema* there = given.find(field.name);
      columns.fields.push_back(there ? *there : field);
      if (!there) lost_.push_back(field.name);
    }
    for (const wrap::FieldSchema& field : given.fields)
      if (!columns.find(field.name)) columns.fields.push_back(field);
    rows_.emplace(table, columns);
    pages_.clear();
  }
  void take(PageWork page) {
    Table& table = result_.out.table;
    const auto number = uint32_t(table.pages.size());
    table.pages.push_back({page.name, page.url, page.hash, page.bytes});
    for (const wrap::Record& record : page.records) rows_->add(record, number, 0);
    page.found = page.records.size();
    page.records = {};
    pages_.push_back(std::move(page));
  }

  PageWork work(const web::PageItem& item) {
    PageWork out;
    out.name = item.name;
    if (item.wait) item.wait();
    Budget budget;
    work_within(budget, [&] {
      auto page = item.load({});
      if (!page.ok()) return void((out.failed = page.error(), out.unread = true));
      extract(**page, out, budget);
      if (step_.source.on_drift == OnDrift::repair) out.document = *page;
    });
    if (!out.failed && budget.exhausted()) out.notes.push_back(budget.diagnostic("extracting"));
    return out;
  }

  void extract(const Document& page, PageWork& out, Budget& budget) {
    out.url = page.url(), out.bytes = page.bytes().size(), out.hash = PageFolder::hash_of(page.bytes());
    if (environment_.pages)
      if (const Status kept = environment_.pages->keep(out.hash, page.bytes()); !kept.ok())
        out.notes.push_back(kept.error());
    auto list = run::extract(*file_.wrapper, schema_, page, budget);
    if (!list.ok()) return void(out.failed = list.error());
    out.records = std::move(list->records);
    for (Diagnostic& note : list->notes) out.notes.push_back(std::move(note));
    if (!profile_.empty()) out.check = learn::check_page(profile_, page, out.records, file_.wrapper->rules());
    if (out.check) out.check->page = out.name;
    for (wrap::Record& record : out.records) run::to_stored(record, page);
    for (const run::Follow& follow : follows_)
      run::follow_links(follow, out.name, page, sources_, {}, out.records, out.notes);
  }

  void judge() {
    checks_.clear();
    const size_t records = result_.out.table.rows.size();
    for (const PageWork& page : pages_)
      if (page.check) checks_.push_back(*page.check);
    learn::judge_together(checks_);
    size_t broken = 0, changed = 0, empty = 0;
    std::string first;
    cut_off_ = false;
    for (const PageWork& page : pages_) {
      cut_off_ |= follows_next_ && page.unread;  // the rest of its list is not even known
      broken += page.failed.has_value();
      empty += !page.failed && !page.check && !page.found;
      if (page.failed && first.empty()) first = fmt::format("{}: {}", page.name, page.failed->message);
    }
    for (const learn::PageCheck& check : checks_) {
      broken += check.verdict == learn::Verdict::broken;
      changed += check.verdict == learn::Verdict::changed;
      if (check.verdict == learn::Verdict::fine || !first.empty()) continue;
      std::string why = check.evidence;
      for (const learn::FieldCheck& field : check.fields)
        why += fmt::format("{}{}: {}", why.empty() ? "" : "; ", field.field, field.evidence);
      first = why;
    }
    result_.status = "fine";
    if (changed) result_.status = "changed";
    if (cut_off_ || double(broken) > kMostBroken * double(pages_.size()) ||
        (records == 0 && (profile_.empty() || profile_.fewest > 0 || last_.count > 0)))
      result_.status = "broken";
    if (records && profile_.empty()) judge_by_last(first);
    if (records && empty)
      result_.out.notes.push_back(fmt::format("{} of {} pages gave no records", empty, pages_.size()));
    if (result_.status == "fine" && !broken) return judge_by_count();
    result_.words = records == 0 ? "no records"
                    : broken || changed
                        ? fmt::format("{} of {} pages", broken ? broken : changed, pages_.size())
                        : "";
    if (!first.empty()) result_.words += (result_.words.empty() ? "" : ": ") + first;
    if (cut_off_) result_.words += "; the list breaks off there";
    if (broken && result_.status != "broken")
      result_.out.notes.push_back(fmt::format("{} looks broken and was used", result_.words));
  }

  // Every page looks right, and most of them are missing: a list that goes on in another way since.
  void judge_by_count() {
    const size_t records = result_.out.table.rows.size();
    if (last_.count < kManyRows || double(records) >= kFewLeft * double(last_.count)) return;
    result_.status = "changed";
    result_.words = fmt::format("the run before had {} rows", last_.count);
  }

  // Without a profile: is a column empty that the run before had filled?
  void judge_by_last(std::string& why) {
    const Table* before = last_.table ? last_.table() : nullptr;
    if (!before || before->rows.empty()) return;
    for (const LostColumn& lost : lost_columns(*before, result_.out.table)) {
      learn::PageCheck check;
      check.page = pages_[0].name, check.verdict = learn::Verdict::broken;
      check.fields.push_back({lost.name, learn::Verdict::broken, 0, lost.none, 0, 0, lost.words});
      why += fmt::format("{}{}: {}", why.empty() ? "" : "; ", lost.name, lost.words);
      if (result_.status != "broken") result_.status = lost.broken ? "broken" : "changed";
      checks_.push_back(std::move(check));
    }
  }

  void extract_again() {
    std::vector<PageWork> before = std::move(pages_);
    begin_table();
    for (PageWork& page : before) {
      if (!page.document) {
        take(std::move(page));
        continue;
      }
      PageWork again;
      again.name = page.name, again.document = page.document;
      Budget own;
      work_within(own, [&] { extract(*page.document, again, own); });
      take(std::move(again));
    }
  }

  // What a page lost is told row by row of the problem table, also where the page was used.
  void tell_problems() {
    for (const learn::PageCheck& check : checks_) {
      if (check.verdict == learn::Verdict::fine) continue;
      const std::string verdict(learn::name_of(check.verdict));
      if (!check.evidence.empty() || check.fields.empty())
        result_.out.problems.push_back({step_.name, 0, "", check.page,
                                        fmt::format("the page looks {}: {}", verdict, check.evidence),
                                        check.page});
      for (const learn::FieldCheck& field : check.fields)
        result_.out.problems.push_back({step_.name, 0, field.field, check.page,
                                        fmt::format("looks {}: {}", verdict, field.evidence), check.page});
    }
    for (const std::string& field : lost_)
      result_.out.problems.push_back(
          {step_.name, 0, field, used_,
           "the repaired wrapper has no rule for it: it is empty, look at the new pages", used_});
    for (const PageWork& page : pages_) {
      if (page.failed)
        result_.out.problems.push_back({step_.name, 0, "", page.name, page.failed->message, page.name});
      else if (!page.check && !page.found && !result_.out.table.rows.empty())
        result_.out.problems.push_back({step_.name, 0, "", page.name, "the page gave no records", page.name});
      for (const Diagnostic& note : page.notes)
        if (note.severity != Severity::note)
          result_.out.problems.push_back({step_.name, 0, "", page.name, note.message, page.name});
    }
  }

  Status try_repair() {
    std::vector<DocumentPtr> old_pages, new_pages;
    if (const Table* before = last_.table ? last_.table() : nullptr; before && environment_.pages)
      for (const PageSeen& page : before->pages) {
        if (old_pages.size() == kRepairPages) break;
        auto bytes = environment_.pages->find(page.hash);
        if (!bytes.ok()) continue;
        if (auto document = Document::from_bytes(std::move(*bytes), {page.name, page.url, "", {}});
            document.ok())
          old_pages.push_back(*document);
      }
    for (const PageWork& page : pages_)
      if (page.document && new_pages.size() < kRepairPages) new_pages.push_back(page.document);
    if (old_pages.empty() || new_pages.empty()) {
      result_.words += "; cannot be repaired: the pages of the last good run are not kept";
      return {};
    }
    Budget budget({.time = kRepairTime});
    auto repaired = run::repair(file_, *environment_.registry, old_pages, new_pages, budget);
    if (!repaired.ok() || repaired->text.empty()) {
      result_.words +=
          fmt::format("; could not be repaired{}",
                      repaired.ok() ? (repaired->report.advice.empty() ? "" : ": " + repaired->report.advice)
                                    : ": " + repaired.error().message);
      return {};
    }
    const std::string before = result_.words;
    double least = 1;
    for (const learn::FieldRepair& field : repaired->report.fields)
      if (!field.gone) least = std::min(least, field.confidence);
    if (least < kLeastConfidence) {
      result_.words =
          fmt::format("{}; could be repaired with confidence {:.2f} only: gleaner repair", before, least);
      return {};
    }
    return use_repaired(fmt::format("{}{}\n{}", kRepairedFrom, origin_hash_, repaired->text), before, least);
  }

  Status use_repaired(const std::string& text, const std::string& before, double least) {
    used_ = repaired_path(wrapper_path());
    GLEANER_CHECK(use(text));
    extract_again();
    judge();
    if (result_.status == "broken") {
      result_.words = before + "; repaired, but it still looks broken";
      lost_.clear();
      return load_wrapper();
    }
    result_.status = "repaired";
    result_.repaired = text;
    result_.words =
        fmt::format("{}; repaired{}, confidence {:.2f}, look at {}", before,
                    lost_.empty() ? "" : fmt::format(" without {}", fmt::join(lost_, ", ")), least, used_);
    return {};
  }

  const Step& step_;
  StepContext& context_;
  const Environment& environment_;
  LastRows last_;
  web::Sources sources_;
  std::string used_, origin_hash_;
  wrap::WrapperFile file_;
  wrap::Schema schema_, original_;
  std::vector<std::string> lost_;  // fields of the flow's own wrapper that the one in use does not give
  learn::Profile profile_;
  std::vector<run::Follow> follows_;
  std::vector<PageWork> pages_;
  bool follows_next_ = false, cut_off_ = false;
  std::optional<RowMaker> rows_;
  std::vector<learn::PageCheck> checks_;
  SourceResult result_;
};

}  // namespace

std::string repaired_path(const std::string& wrapper) {
  std::filesystem::path path(wrapper);
  const std::string ending = path.extension().string();
  return path.replace_extension().string() + ".repaired" + ending;
}

Result<Table> empty_page_table(const Step& step, const Flow& flow, const wrap::Registry& registry) {
  const std::string path = flow.at(step.source.wrapper);
  GLEANER_TRY(const wrap::WrapperFile file, wrap::load_wrapper(path, registry));
  GLEANER_TRY(const auto follows, follows_of(step, flow, file, path, registry));
  Table out;
  const RowMaker columns(out, run::followed_schema(wrap::typed_schema(file), follows));
  out.source(step.name);
  return out;
}

Result<SourceResult> run_page_source(const Step& step, StepContext& context, const Environment& environment,
                                     const LastRows& last) {
  return PageSource(step, context, environment, last).run();
}

}  // namespace gleaner::flow
