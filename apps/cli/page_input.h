// PageInput: the pages that a verb was given, wherever they are: files, folders, globs, lists, URLs, sitemaps, web archives. A verb adds
// its options, asks for the names and loads them; what the network needs is made when the first page of it is asked for.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "web_options.h"

namespace gleaner::cli {

class PageInput {
 public:
  PageInput();
  void add_options(Command& verb);

  Result<web::Sources*> sources() const;
  Result<std::vector<std::string>> expand(const std::vector<std::string>& arguments) const;
  Result<DocumentPtr> load(const std::string& name, const LoadOptions& options = {}) const;
  // A look at a page that is loaded again later: it is kept until then, so that standard input is read once, and the web
  // asked once.
  Result<DocumentPtr> peek(const std::string& name, const LoadOptions& options = {}) const;
  // Says what could not be fetched, by kind. True if there was any.
  bool say_failures() const;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;  // shared by copies of a verb's options
};

}  // namespace gleaner::cli
