// Studio: the whole product in a browser. This class holds what a running Studio knows; its functions are
// the actions and views of the API (docs/studio-api.md), each giving JSON or the reason why not.
// server.cc puts them on the web.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/json.h"
#include "documents.h"
#include "events.h"
#include "history.h"
#include "jobs.h"
#include "label_edit.h"
#include "project.h"
#include "recording.h"
#include "table.h"

namespace gleaner::studio {

using Answer = Result<std::string>;  // JSON

// What the request's address says, by name.
using Asked = std::function<std::string(const std::string& name)>;

// The command that learns what the labels of a table say, with the types of its fields.
std::string learn_command(const Table& table, const Wrapped* wrapper);
// Is it a name for a field, "offers.price" for one in a list?
Status check_field(const std::string& field);

class Studio {
 public:
  Studio(std::string folder, std::string program);
  ~Studio();

  Project& project() { return project_; }
  Documents& documents() { return documents_; }
  Events& events() { return events_; }
  Jobs& jobs() { return jobs_; }
  void set_first_page(std::string page) { first_page_ = std::move(page); }

  // --- pages, files, history (actions_project.cc)
  Answer project_view();
  Answer pages_view(const Asked& asked);
  Answer page_view(const Asked& asked);
  Answer lines_view(const Asked& asked);
  Answer find_view(const Asked& asked);
  Answer history_view(const Asked& asked);
  Answer open(const json::Value& request);
  Answer upload(const std::string& name, const std::string& bytes);
  Answer take_samples();
  Answer undo();
  Answer redo();
  Answer file_view(const std::string& name, std::string& etag);
  Answer write_file(const std::string& name, const std::string& content, const std::string& if_match,
                    std::string& etag);

  // --- tables as they are shown (actions_table.cc), and the one that a page proposes (actions_proposal.cc)
  Answer table_view(const Asked& asked);
  Answer rules_view(const Asked& asked);
  Answer why_view(const Asked& asked);
  Answer pick(const json::Value& request);
  Answer proposal_view(const Asked& asked);
  Answer accept(const json::Value& request);

  // --- what a person says of them (actions_label.cc, actions_fields.cc)
  Answer label(const json::Value& request);
  Answer answer(const json::Value& request);
  Answer change_field(const json::Value& request);
  Answer learn_again(const json::Value& request);

  // --- pages beyond the one in view (actions_onward.cc)
  Answer onward_view(const Asked& asked);
  // [next] and [follow] of the table's wrapper: "op" next (to: on or ""), follow
  // (field, to: another table or "").
  Answer lead_on(Table& table, const json::Value& request);

  // --- what comes of tables (actions_results.cc)
  Answer rows_view(const Asked& asked);
  Answer compare_view(const Asked& asked);
  Answer repair(const json::Value& request);
  // The records, or the answer to a question, in a format.
  struct Exported {
    std::string type, name;  // its media type, its file in out/
    std::string lacks;       // what a run said that could not be read to its end
  };
  Answer export_table(const Asked& asked, Exported& exported);

  // --- programs of the command line (actions_programs.cc)
  Answer query(const json::Value& request);
  Answer trace(const json::Value& request);
  Answer jobs_view(const Asked& asked);
  Answer start_job(const json::Value& request);
  Answer control_job(const json::Value& request);
  Answer match(const json::Value& request);
  Answer run_command(const json::Value& request);  // one that ends soon, waited for
  Answer config_view(const Asked& asked);          // a TOML file as JSON: flows are drawn from it

  // --- navigations (actions_navigation.cc)
  Answer record_view(const Asked& asked);
  Answer record(const json::Value& request);
  Answer replay_picture(const Asked& asked, std::string& type);

 private:
  // The command that gives a table's rows, without where to.
  Result<std::vector<std::string>> extract_words(const Asked& asked);
  Result<bool> write_addresses(const std::string& file, const wrap::Schema& schema,
                               const std::vector<std::string>& pages);
  std::string free_output(const std::string& stem, const std::string& ending) const;
  Result<Table*> table(const std::string& name);
  Result<Table*> table_or_new(const std::string& name);
  // The tables that are open learn from what the files say now; a person's step changed those of `step`.
  void wake_all(const Step& step = {});
  // Pages came or went: everybody is told, and open tables look at what is new.
  void pages_changed();
  void watch(int stop);
  Answer why_behind(const Asked& asked, const RowAt& at, const run::Follow& follow, const std::string& field);
  // A step that changes the wrapper file, without making its rules somebody's own.
  Answer change_wrapper(Table& table, const std::string& what, const std::string& command,
                        const std::string& text);
  std::shared_ptr<const Groupings> repeats_of(const DocumentPtr& page);
  Groupings groupings_of(Table& table, const DocumentPtr& page);
  Result<std::string> label_place(Table& table, wrap::Label& label, const DocumentPtr& page,
                                  const json::Value& request, std::optional<size_t>& record);
  Answer change_labels(Table& table, const std::string& page, const std::string& what,
                       const std::string& before, const std::string& after,
                       std::optional<size_t> record = {});
  // Lists in the rows that a person made and has put nothing into yet.
  std::vector<std::string> empty_lists(const Table& table) const;
  Answer change_lists(Table& table, const std::string& op, const std::string& name);
  Answer stepped(Result<Step> step);
  std::vector<DocumentPtr> kin_of(const std::string& page);

  Project project_;
  Documents documents_;
  Events events_;
  History history_;
  Jobs jobs_;
  Recording recording_;
  const std::string program_;
  std::string first_page_;
  std::mutex edits_;  // held from reading labels to writing them: windows edit one after the other
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Table>> tables_;
  std::vector<std::pair<DocumentPtr, std::shared_ptr<const Groupings>>> repeats_;  // the latest pages'
  std::thread watcher_;
  std::vector<std::thread> helpers_;  // that fetch styles and pictures
  int stop_watching_ = -1;            // a pipe's end: closed to stop
};

}  // namespace gleaner::studio
