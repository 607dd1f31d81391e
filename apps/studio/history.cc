// See history.h.
#include "history.h"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>

#include "base/json.h"
#include "base/text.h"
#include "json_out.h"
#include "web/warc.h"

namespace gleaner::studio {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHistoryFile = ".gleaner/history.jsonl";

std::string object_name(const std::string& hash) { return ".gleaner/objects/" + hash; }

std::optional<Step> read_step(std::string_view line) {
  auto parsed = json::parse(line);
  if (!parsed.ok() || !parsed->root.is_object()) return std::nullopt;
  const json::Value& root = parsed->root;
  Step step;
  step.id = size_t(number_of(root, "id"));
  step.time = int64_t(number_of(root, "time"));
  step.what = text_of(root, "what");
  step.command = text_of(root, "command");
  step.table = text_of(root, "table");
  step.undoes = size_t(number_of(root, "undoes"));
  step.redoes = size_t(number_of(root, "redoes"));
  if (const json::Value* files = root.find("files"))
    for (const json::Value& file : files->items)
      step.files.push_back(
          {text_of(file, "file"), text_of(file, "before"), text_of(file, "after"), flag_of(file, "seen")});
  return step;
}

// One line at the end of a file, in one write.
Status append_line(const std::string& path, std::string_view line) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  const bool fine = file >= 0 && ::write(file, line.data(), line.size()) == ssize_t(line.size());
  if (file >= 0) ::close(file);
  if (!fine) return error(Code::io, "cannot be written", {path});
  return {};
}

}  // namespace

// Where a kill came between the line of the last step and its files, it is taken back:
// nobody was told that it is done.
History::History(const Project& project) : project_(project) {
  read_again();
  if (!steps_.empty() && !done_.empty() && done_.back() == steps_.size() - 1 && was_cut_off(steps_.back()))
    (void)revert(false);
}

bool History::was_cut_off(const Step& step) const {
  bool changes = false;
  for (const Step::Touched& file : step.files) {
    if (file.seen || file.before == file.after) continue;
    if (project_.etag(file.file) != file.before) return false;
    changes = true;
  }
  return changes;
}

// Where the file is not as long as it was left: another Studio went on with it, or somebody removed it.
void History::read_again() const {
  std::error_code none;
  const uint64_t size = fs::file_size(project_.folder() + "/" + kHistoryFile, none);
  if ((none ? 0 : size) == bytes_) return;
  const std::string text = project_.read(kHistoryFile).value_or("");
  bytes_ = text.size();
  steps_.clear(), done_.clear(), undone_.clear();
  for (std::string_view line : split(text, '\n')) {
    auto step = line.empty() ? std::nullopt : read_step(line);  // a torn last line is passed over
    if (!step) continue;
    steps_.push_back(std::move(*step));
    const size_t at = steps_.size() - 1;
    if (steps_[at].undoes) {
      if (!done_.empty()) undone_.push_back(done_.back()), done_.pop_back();
    } else if (steps_[at].redoes) {
      if (!undone_.empty()) done_.push_back(undone_.back()), undone_.pop_back();
    } else {
      done_.push_back(at);
      undone_.clear();
    }
  }
}

void write_step(JsonOut& out, const Step& step) {
  out.object().member("id", step.id).member("time", double(step.time)).member("what", step.what);
  out.member("command", step.command).member("table", step.table);
  out.member("undoes", step.undoes).member("redoes", step.redoes).key("files").array();
  for (const Step::Touched& file : step.files)
    out.raw(json_object("file", file.file, "before", file.before, "after", file.after, "seen", file.seen));
  out.end().end();
}

Status History::append(Step step, const std::vector<FileChange>& changes) {
  for (const FileChange& change : changes) {
    if (!change.seen && project_.etag(change.file) != etag_of(change.before))
      return error(Code::drift, change.file + " was changed by somebody else meanwhile", {change.file},
                   "it is shown as it is now; do it again if it is still right");
    for (const auto* content : {&change.before, &change.after})
      if (*content && !project_.read(object_name(etag_of(*content))))
        GLEANER_CHECK(project_.write(object_name(etag_of(*content)), **content));
    step.files.push_back({change.file, etag_of(change.before), etag_of(change.after), change.seen});
  }
  if (!project_.read(".gleaner/.gitignore")) GLEANER_CHECK(project_.write(".gleaner/.gitignore", "*\n"));
  step.id = steps_.empty() ? 1 : steps_.back().id + 1;
  step.time = web::now_milliseconds();
  GLEANER_TRY(const std::string path, project_.path(kHistoryFile));
  JsonOut line;
  write_step(line, step);
  const std::string written = line.take() + "\n";
  GLEANER_CHECK(append_line(path, written));
  for (const FileChange& change : changes) {
    if (change.seen) continue;
    if (Status done = change.after ? project_.write(change.file, *change.after) : project_.erase(change.file);
        !done.ok()) {
      std::error_code ignored;
      fs::resize_file(path, bytes_, ignored);  // it did not happen
      return done;
    }
  }
  bytes_ += written.size();
  steps_.push_back(std::move(step));
  return {};
}

Status History::take(const std::string& what, const std::string& command, const std::string& table,
                     const std::vector<FileChange>& changes) {
  const std::lock_guard lock(mutex_);
  read_again();
  Step step;
  step.what = what;
  step.command = command;
  step.table = table;
  GLEANER_CHECK(append(std::move(step), changes));
  done_.push_back(steps_.size() - 1);
  undone_.clear();
  return {};
}

Result<Step> History::revert(bool forward) {
  const std::lock_guard lock(mutex_);
  read_again();
  std::vector<size_t>&from = forward ? undone_ : done_, &to = forward ? done_ : undone_;
  if (from.empty())
    return error(Code::not_found, forward ? "there is nothing to do again" : "there is nothing to undo");
  const Step old = steps_[from.back()];
  std::vector<FileChange> changes;
  for (const Step::Touched& file : old.files) {
    if (file.seen) continue;
    const std::string &expected = forward ? file.before : file.after,
                      &wanted = forward ? file.after : file.before;
    FileChange change{file.file, project_.read(file.file), std::nullopt};
    const std::string now = etag_of(change.before);
    const bool ours = now == expected || now == wanted ||  // the step was cut off before it was done
                      (expected == wanted && (now == "-" || project_.is_learned(old.table, now)));
    if (!ours)
      return error(Code::bad_input, file.file + " was changed outside of Studio since then", {file.file},
                   "what stands there now is kept; undo it where it was changed");
    if (wanted != "-") {
      change.after = content(wanted);
      if (!change.after)
        return error(Code::not_found, "the earlier state of " + file.file + " is gone from .gleaner/objects");
    }
    changes.push_back(std::move(change));
  }
  Step step;
  step.what = (forward ? "again: " : "undone: ") + old.what;
  step.table = old.table;
  (forward ? step.redoes : step.undoes) = old.id;
  GLEANER_CHECK(append(std::move(step), changes));
  to.push_back(from.back());
  from.pop_back();
  return old;
}

Result<Step> History::undo() { return revert(false); }
Result<Step> History::redo() { return revert(true); }

std::vector<Step> History::steps(size_t from, size_t to) const {
  const std::lock_guard lock(mutex_);
  read_again();
  std::vector<Step> out;
  for (size_t i = from; i < to && i < steps_.size(); ++i) out.push_back(steps_[steps_.size() - 1 - i]);
  return out;
}

size_t History::size() const {
  const std::lock_guard lock(mutex_);
  read_again();
  return steps_.size();
}

std::optional<Step> History::next(bool forward) const {
  const std::lock_guard lock(mutex_);
  read_again();
  const std::vector<size_t>& from = forward ? undone_ : done_;
  return from.empty() ? std::nullopt : std::optional(steps_[from.back()]);
}
std::optional<Step> History::undoable() const { return next(false); }
std::optional<Step> History::redoable() const { return next(true); }

std::optional<std::string> History::content(const std::string& hash) const {
  return hash == "-" ? std::nullopt : project_.read(object_name(hash));
}

}  // namespace gleaner::studio
