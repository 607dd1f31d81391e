// Studio: the whole product in a browser. This class holds what a running Studio knows; its functions are the actions and views
// of the API (docs/studio-api.md), each giving JSON or the reason why not. server.cc puts them on the web.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/json.h"
#include "documents.h"
#include "events.h"
#include "history.h"
#include "project.h"
#include "table.h"

namespace gleaner::studio {

using Answer = Result<std::string>;  // JSON

// What the request says, by name; numbers as text.
using Asked = std::function<std::string(const std::string& name)>;

class Studio {
 public:
  explicit Studio(std::string folder);
  ~Studio();

  Project& project() { return project_; }
  Documents& documents() { return documents_; }
  Events& events() { return events_; }
  History& history() { return history_; }

  // --- project.cc side: pages, files, history (actions_project.cc)
  Answer project_view();
  Answer pages_view(const Asked& asked);
  Answer page_view(const Asked& asked);
  Answer lines_view(const Asked& asked);
  Answer history_view(const Asked& asked);
  Answer open(const json::Value& request);
  Answer upload(const std::string& name, const std::string& bytes);
  Answer take_samples();
  Answer undo(), redo();
  Answer file_view(const Asked& asked, std::string& etag);
  Answer write_file(const std::string& name, const std::string& content, const std::string& if_match);

  // --- tables (actions_table.cc)
  Answer table_view(const Asked& asked);
  Answer rows_view(const Asked& asked);
  Answer why_view(const Asked& asked);
  Answer pick(const json::Value& request);
  Answer label(const json::Value& request);
  Answer answer(const json::Value& request);
  Answer change_field(const json::Value& request);
  Answer learn_again(const json::Value& request);
  Answer proposal_view(const Asked& asked);
  Answer accept(const json::Value& request);
  // The records in a format; `type` is its media type.
  Answer export_table(const Asked& asked, std::string& type, std::string& file_name);
  Answer compare_view(const Asked& asked);
  Answer repair(const json::Value& request);

  // --- other pages (actions_more.cc)
  Answer query(const json::Value& request);
  Answer trace(const json::Value& request);

  // A file of the project changed outside.
  void files_changed();

 private:
  Result<Table*> table(const std::string& name);
  Result<Table*> table_or_new(const std::string& name);
  Status edit_labels(Table& table, const std::string& what, const std::string& after, const std::string& if_match);
  Groupings_of_page groupings(Table& table, const DocumentPtr& page);

  Project project_;
  Documents documents_;
  Events events_;
  History history_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Table>> tables_;
};

}  // namespace gleaner::studio
