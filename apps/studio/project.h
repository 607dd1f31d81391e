// Project: the folder that Studio works in. Plain files that Git likes; everything else lies
// in .gleaner/ and may be deleted.
//
//   project.toml             name (may be missing: the folder is the project)
//   pages/, any folder       pages; also pages that lie in the folder itself
//   labels/NAME.labels.jsonl wrappers/NAME.wrapper   scripts/*.gln   flows/*.flow.toml   out/
//   .gleaner/                history, job states
//
// A table is NAME: its labels, and the wrapper that is learned from them. Label files and wrappers
// beside project.toml are tables too, so that a folder which somebody made on the command line is a
// project as it is. Names of files are always relative to the folder and never lead out of it. Every
// write is to a new file and a rename.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace gleaner::studio {

struct TableFiles {
  std::string name;
  std::string labels, wrapper;  // relative names, also of files that are not there yet
  bool has_labels = false, has_wrapper = false;
  int64_t changed = 0;  // the later of both, milliseconds since 1970
  // How the label file names a page of the project, and back.
  std::string name_in_labels(const std::string& page) const;
  std::string page_of_label(const std::string& labelled) const;
};

struct PageFile {
  std::string name;  // relative; "crawl.warc.gz#URL" for a page of an archive
  uint64_t bytes = 0;
  int64_t changed = 0;  // milliseconds since 1970, of its file
};

class Project {
 public:
  explicit Project(std::string folder) : folder_(std::move(folder)) {}

  const std::string& folder() const { return folder_; }
  std::string title() const;  // of project.toml, else the folder's name
  // The real path of a relative name; an error if it leads out of the folder.
  Result<std::string> path(const std::string& name) const;

  std::vector<TableFiles> tables() const;  // by name
  std::optional<TableFiles> table(const std::string& name) const;
  TableFiles new_table(const std::string& name) const;              // where its files will be
  Result<std::vector<PageFile>> pages() const;                      // by name
  std::vector<std::string> files(const std::string& ending) const;  // e.g. ".gln", by name
  std::vector<std::string> folders() const;                         // in which pages may lie, relative

  // Nothing where there is no such file.
  std::optional<std::string> read(const std::string& name) const;
  Status write(const std::string& name, std::string_view content) const;  // folders are made
  Status erase(const std::string& name) const;
  // What stands for a file's content: changes when it does. "-": there is none.
  std::string etag(const std::string& name) const;

  // The wrapper of a table as Studio's learning wrote it, by its etag: any other was written by
  // somebody else, and stays. Two while one is written over the other, so that a server that is
  // killed meanwhile knows either again.
  void mark_learned(const std::string& table, const std::vector<std::string>& etags) const;
  bool is_learned(const std::string& table, const std::string& etag) const;

 private:
  std::vector<PageFile> pages_of_archive(const std::string& archive) const;

  std::string folder_;
  // What archives hold, by name, while they are unchanged: they are long, and listed often.
  struct Listed {
    int64_t changed = 0;
    std::vector<PageFile> pages;
  };
  mutable std::mutex mutex_;
  mutable std::map<std::string, Listed> archives_;
};

// Is a file of this name a page, or an archive of pages?
bool is_page_name(const std::string& name);

std::string etag_of(const std::optional<std::string>& content);

// Names that become file names: letters, digits, "-", "_", "."; what else a person typed becomes "-".
std::string file_name_of(std::string_view words);

}  // namespace gleaner::studio
