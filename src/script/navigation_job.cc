// See navigation_job.h.
#include "script/navigation_job.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/text.h"

namespace gleaner::script {

Result<std::shared_ptr<NavigationJob>> NavigationJob::open(const std::string& folder,
                                                           const std::string& script) {
  std::shared_ptr<NavigationJob> out(new NavigationJob());
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed)
    return error(Code::io, fmt::format("cannot make the folder: {}", failed.message()), {.file = folder});
  GLEANER_TRY(out->lock_, FileLock::take(folder + "/navigation.lock",
                                         error(Code::io, "another process works in this job",
                                               {.file = folder}, "wait for it, or name another --job")));
  GLEANER_TRY(out->state_, store::State::open(folder + "/navigation.sqlite"));
  if (const Status fine = out->prepare(script); !fine.ok()) {
    Diagnostic why = fine.error();
    why.where.file = folder;
    return why;
  }
  return out;
}

Status NavigationJob::prepare(const std::string& script) {
  GLEANER_CHECK(state_->run(
      "create table if not exists done(item text primary key);"
      "create table if not exists emitted(item text, number integer, record text, unique(item, number));"
      "create table if not exists facts(name text primary key, value text);"));
  const std::string hash = hex(stable_hash(script));
  GLEANER_TRY(store::Statement facts, state_->prepare("select name, value from facts"));
  std::string known;
  GLEANER_CHECK(facts.each([&] {
    if (facts.text(0) == "script") known = facts.text(1);
    if (facts.text(0) == "complete") complete_ = true;
    if (facts.text(0) == "variables") read_variables(written_ = facts.text(1));
  }));
  if (!known.empty() && known != hash)
    return error(Code::usage, "this job was begun with another script, or the script has changed since", {},
                 "remove the folder to begin anew, or name another --job");
  resumed_ = !known.empty();
  GLEANER_CHECK(set_fact("script", hash));
  GLEANER_TRY(find_done_, state_->prepare("select 1 from done where item = ?"));
  GLEANER_TRY(insert_done_, state_->prepare("insert or ignore into done values(?)"));
  GLEANER_TRY(insert_record_, state_->prepare("insert or ignore into emitted values(?, ?, ?)"));
  GLEANER_TRY(store::Statement count, state_->prepare("select count(*) from emitted"));
  GLEANER_TRY(const bool counted, count.step());
  if (counted) records_ = size_t(count.integer(0));
  return {};
}

void NavigationJob::read_variables(std::string_view text) {
  for (const std::string_view line : split(text, '\n'))
    if (const size_t space = line.find(' '); space != std::string_view::npos)
      kept_.emplace(line.substr(0, space), line.substr(space + 1));
}

void NavigationJob::enter(const std::string& part) { path_.push_back({part, 0}); }

std::string NavigationJob::path() const {
  std::string out;
  for (const Part& part : path_) out += (out.empty() ? "" : "/") + part.name;
  return out;
}

Result<bool> NavigationJob::is_done() const {
  const std::string item = path();
  find_done_.bind(1, item);
  GLEANER_TRY(const bool row, find_done_.step());
  if (row) find_done_.reset();
  return row;
}

// One record a line: its name, a space, its JSON.
std::string NavigationJob::variables_text() const {
  std::string out;
  for (const auto& [name, value] : kept_) out += name + ' ' + value + '\n';
  return out;
}

Status NavigationJob::finish() {
  const std::string item = path();
  insert_done_.bind(1, item);
  std::string text = variables_text();
  moved_on_ = true;
  if (text == written_) return insert_done_.run();
  GLEANER_CHECK(state_->run("begin"));
  Status done = insert_done_.run();
  if (done.ok()) done = set_fact("variables", text);
  if (!done.ok()) return (void)state_->run("rollback"), done;
  written_ = std::move(text);
  return state_->run("commit");
}

const std::string* NavigationJob::kept(const std::string& name) const {
  const auto it = kept_.find(name);
  return it == kept_.end() ? nullptr : &it->second;
}

size_t NavigationJob::kept_bytes() const {
  size_t bytes = 0;
  for (const auto& [name, value] : kept_) bytes += name.size() + value.size();
  return bytes;
}

Status NavigationJob::set_fact(const char* name, std::string_view value) {
  GLEANER_TRY(store::Statement set, state_->prepare("insert or replace into facts values(?, ?)"));
  set.bind(1, name).bind(2, value);
  return set.run();
}

Result<bool> NavigationJob::emit(const std::string& record) {
  const std::string item = path();
  insert_record_.bind(1, item).bind(2, int64_t(path_.back().emitted++)).bind(3, record);
  GLEANER_CHECK(insert_record_.run());
  const bool fresh = state_->changes() > 0;
  records_ += fresh;
  return fresh;
}

Status NavigationJob::each_record(const std::function<Status(std::string_view)>& take) const {
  GLEANER_TRY(store::Statement all, state_->prepare("select record from emitted order by rowid"));
  return all.each([&] { return take(all.text(0)); });
}

Result<std::string> NavigationJob::browser_state() const {
  GLEANER_TRY(store::Statement find, state_->prepare("select value from facts where name = 'browser'"));
  GLEANER_TRY(const bool row, find.step());
  return row ? std::string(find.text(0)) : std::string();
}

Status NavigationJob::keep_browser_state(const std::string& state) { return set_fact("browser", state); }

Status NavigationJob::complete() {
  complete_ = true;
  return set_fact("complete", "1");
}

}  // namespace gleaner::script
