// NavigationJob: the state of a navigation in its job folder (state.sqlite),
// committed with every item of a loop.
//
// A run that goes on is the script run again from its beginning: it loads its pages anew, and passes over the
// items of its loops that are done. An item is known by the loops it stands in and by what it says, not by
// its number, so a list that has grown or moved meanwhile does no harm. What was emitted is kept here too, by
// item and order, and is not emitted twice.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/file_lock.h"
#include "base/result.h"
#include "store/state.h"

namespace gleaner::script {

class NavigationJob {
 public:
  // A folder that another script's run has begun is refused, and one that another process works in.
  static Result<std::shared_ptr<NavigationJob>> open(const std::string& folder, const std::string& script);

  // --- items: the loops around what runs now, the innermost last
  void enter(const std::string& part);
  void leave() { path_.pop_back(); }
  Result<bool> is_done() const;  // the item that was entered last
  Status finish();               // it is done, and variables are as they were kept last

  // --- variables that loops change: kept with the next item that is finished
  void keep(const std::string& name, std::string value) { kept_[name] = std::move(value); }
  void forget(const std::string& name) { kept_.erase(name); }
  void forget_all() { kept_.clear(); }
  const std::string* kept(const std::string& name) const;  // null: it was not
  size_t kept_bytes() const;
  bool has_moved_on() const { return moved_on_; }  // an item was finished by this run

  // True: it is new, and kept. False: an earlier run has emitted it.
  Result<bool> emit(const std::string& record);
  Status each_record(const std::function<Status(std::string_view)>& take) const;
  size_t records() const { return records_; }

  // Cookies and storage of the browser.
  Result<std::string> browser_state() const;
  Status keep_browser_state(const std::string& state);
  bool was_complete() const { return complete_; }
  Status complete();
  bool resumed() const { return resumed_; }

 private:
  NavigationJob() = default;
  Status prepare(const std::string& script);
  std::string path() const;
  std::string variables_text() const;
  void read_variables(std::string_view text);
  Status set_fact(const char* name, std::string_view value);

  struct Part {
    std::string name;
    size_t emitted = 0;
  };
  FileLock lock_;
  mutable std::unique_ptr<store::State> state_;
  mutable store::Statement find_done_, insert_done_, insert_record_;
  std::vector<Part> path_{{"", 0}};
  std::map<std::string, std::string> kept_;
  std::string written_;  // of kept_, as it was written last
  size_t records_ = 0;
  bool complete_ = false, resumed_ = false, moved_on_ = false;
};

}  // namespace gleaner::script
