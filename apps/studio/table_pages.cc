// What a table's wrapper gives on pages: on one that is looked at, on those that its list goes on with, and
// on all of the project, one by one, for the list of pages. See table.h; learning stands in table.cc.
#include <algorithm>
#include <chrono>
#include <filesystem>

#include "label/resolve.h"
#include "learn/compare.h"
#include "table.h"

namespace gleaner::studio {
namespace {

namespace fs = std::filesystem;

constexpr auto kPageTime = std::chrono::milliseconds(10'000);

// What the page says by itself, labels aside.
PageState state_by_itself(const Wrapped& wrapper, const Document& page,
                          const std::vector<wrap::Record>& records, learn::PageCheck& check) {
  PageState state;
  state.records = records.size();
  for (const wrap::FieldSchema& field : wrapper.schema.fields)
    for (const wrap::Record& record : records) {
      const wrap::Value* value = record.find(field.name);
      if (!value || value->is_absent() || value->kind == wrap::Value::Kind::null) ++state.missing[field.name];
    }
  if (!wrapper.profile.empty())
    check = learn::check_page(wrapper.profile, page, records, wrapper.file.wrapper->rules());
  return state;
}

// Whether a label of the page comes out. `is_list`: a person labels some of its rows,
// nothing is said of the others.
void compare_with_label(PageState& state, const Document& page, wrap::Label label,
                        const std::string& labels_file, const std::vector<wrap::Record>& records,
                        bool is_list) {
  Diagnostics problems;
  label::resolve_label(label, page, labels_file, problems);
  state.labelled = !label.records.empty() || label.complete;
  const learn::FieldMatches matches = learn::compare_label(label, records, is_list);
  state.test = problems.empty() && learn::f1_of(matches) == 1 ? "pass" : "fail";
  for (const Diagnostic& problem : problems) state.differences.push_back(problem.message);
  for (const auto& [field, match] : matches)
    if (!field.empty() && match.wrong + match.missed > 0)
      state.differences.push_back(field + ": " + std::to_string(match.right) + " right, " +
                                  std::to_string(match.missed) + " missed, " + std::to_string(match.wrong) +
                                  " wrong");
}

// Gives each page its verdict. What a page says by itself (`checks`, by page) stays for the next time.
void judge_pages(const std::map<std::string, learn::PageCheck>& checks,
                 std::map<std::string, PageState>& states) {
  std::vector<learn::PageCheck> together;
  for (const auto& [page, check] : checks) together.push_back(check);
  learn::judge_together(together);
  for (const learn::PageCheck& check : together) {
    PageState& state = states[check.page];
    state.verdict = state.records == 0 ? "empty" : std::string(learn::name_of(check.verdict));
    state.evidence = check.evidence;
    for (const learn::FieldCheck& field : check.fields)
      state.evidence += (state.evidence.empty() ? "" : "; ") + field.field + ": " + field.evidence;
  }
}

}  // namespace

std::shared_ptr<const Outcome::PageResult> Table::result_on(const OutcomePtr& outcome,
                                                            const std::string& page) const {
  auto document = documents_.load(page);
  {
    const std::lock_guard lock(outcome->mutex);
    const auto found = outcome->results.find(page);
    if (found != outcome->results.end() && document.ok() && found->second->document == *document)
      return found->second;
  }
  auto made = std::make_shared<Outcome::PageResult>();
  if (!document.ok()) {
    made->failed = document.error();
    return made;
  }
  made->document = *document;
  if (outcome->wrapper) {
    Budget budget({.time = kPageTime});
    auto records = extract_page(*outcome->wrapper, **document, budget);
    if (!records.ok()) made->failed = records.error();
    else made->records = std::move(records->records), made->notes = std::move(records->notes);
  }
  const std::lock_guard lock(outcome->mutex);
  if (outcome->results.size() > 64) outcome->results.clear();
  return outcome->results[page] = made;
}

std::shared_ptr<const Further> Table::further_of(const OutcomePtr& outcome, const std::string& page) const {
  if (!outcome->onward.next) return nullptr;
  {
    const std::lock_guard lock(outcome->mutex);
    if (const auto found = outcome->further.find(page); found != outcome->further.end()) return found->second;
  }
  auto document = documents_.load(page);
  if (!document.ok()) return nullptr;
  auto made =
      std::make_shared<const Further>(further_pages(*outcome->onward.next, documents_, page, *document));
  const std::lock_guard lock(outcome->mutex);
  return outcome->further[page] = made;
}

std::optional<RowAt> Table::row_at(const OutcomePtr& outcome, const std::string& page, size_t row) const {
  RowAt at{page, result_on(outcome, page), row};
  if (row < at.result->records.size()) return at;
  const auto further = further_of(outcome, page);
  for (size_t p = 0; further && p < further->pages.size(); ++p) {
    at.row -= at.result->records.size();
    at.page = further->pages[p].first;
    at.result = result_on(outcome, at.page);
    if (at.row < at.result->records.size()) return at;
  }
  return std::nullopt;
}

Joined Table::join(const OutcomePtr& outcome, const std::string& page, const Outcome::PageResult& result,
                   size_t from, size_t to) const {
  to = std::min(to, result.records.size());
  if (!result.document || from >= to) return {};
  return join_rows(outcome->onward, documents_, page, *result.document,
                   {result.records.begin() + ptrdiff_t(from), result.records.begin() + ptrdiff_t(to)});
}

// Of rows of a list a person labels some: nothing is said of the others.
bool Table::is_list(const Outcome& outcome, const std::vector<wrap::Record>& records) const {
  const bool learned =
      learnt_ && learnt_->wrapper == outcome.wrapper && !learnt_->contested.candidates.empty();
  return learned ? learnt_->contested.rows : records.size() > 1;
}

PageState Table::state_of(const Outcome& outcome, const PageFile& page,
                          const std::vector<wrap::Label>& labels) const {
  outcome.checks.erase(page.name);
  PageState state;
  auto document = documents_.load(page.name);
  if (document.ok()) {
    Budget budget({.time = kPageTime});
    auto given = extract_page(*outcome.wrapper, **document, budget);
    const std::vector<wrap::Record> records =
        given.ok() ? std::move(given->records) : std::vector<wrap::Record>();
    learn::PageCheck& check = outcome.checks[page.name];
    state = state_by_itself(*outcome.wrapper, **document, records, check);
    check.page = page.name;
    for (const wrap::Label& label : labels)
      if (files_.page_of_label(label.page) == page.name)
        compare_with_label(state, **document, label, files_.labels, records, is_list(outcome, records));
  } else {
    state.verdict = "unread";
    state.evidence = document.error().message;
  }
  state.version = {page.changed, page.bytes};
  return state;
}

// Those of the folder in view first.
std::vector<PageFile> Table::pages_in_order(std::vector<PageFile> pages) const {
  const auto folder = fs::path(page_in_view()).parent_path();
  std::stable_partition(pages.begin(), pages.end(),
                        [&](const PageFile& page) { return fs::path(page.name).parent_path() == folder; });
  return pages;
}

void Table::look_at_all(const OutcomePtr& outcome) {
  {
    const std::lock_guard lock(mutex_);
    look_again_ = false;
    looking_ = true;
  }
  const bool changed = look_through(*outcome);
  {
    const std::lock_guard lock(mutex_);
    looking_ = false;
    changed_.notify_all();
  }
  if (changed) tell("pages");
}

// Only pages that it has not seen as they are now are read. True: something is to be told.
bool Table::look_through(const Outcome& outcome) {
  auto listed = project_.pages();
  if (!outcome.wrapper || !listed.ok()) return false;
  std::vector<wrap::Label> labels;
  if (auto read = wrap::parse_labels(labels_text(), files_.labels); read.ok()) labels = std::move(*read);
  const std::vector<PageFile> pages = pages_in_order(std::move(*listed));
  bool changed;
  {
    std::set<std::string> names;
    for (const PageFile& page : pages) names.insert(page.name);
    const auto is_gone = [&](const auto& known) { return !names.contains(known.first); };
    const std::lock_guard lock(outcome.mutex);
    changed = std::erase_if(outcome.states, is_gone) > 0 || !outcome.looked_through;
    std::erase_if(outcome.checks, is_gone);
  }
  auto last_told = std::chrono::steady_clock::now();
  for (const PageFile& page : pages) {
    {
      const std::lock_guard lock(mutex_);
      if (over_ || wanted_ > outcome.revision) return false;
    }
    {
      const std::lock_guard lock(outcome.mutex);
      const auto known = outcome.states.find(page.name);
      if (known != outcome.states.end() && known->second.version == std::pair(page.changed, page.bytes))
        continue;
      outcome.looked_through = false;
    }
    changed = true;
    PageState state = state_of(outcome, page, labels);
    {
      const std::lock_guard lock(outcome.mutex);
      outcome.states[page.name] = std::move(state);
    }
    if (std::chrono::steady_clock::now() - last_told > std::chrono::milliseconds(500)) {
      last_told = std::chrono::steady_clock::now();
      tell("pages");
    }
  }
  if (changed) {
    const std::lock_guard lock(outcome.mutex);
    judge_pages(outcome.checks, outcome.states);
    outcome.looked_through = true;
  }
  return changed;
}

}  // namespace gleaner::studio
