// NextPages: a list that goes on over several pages, as one stream of pages: each page, then the one its
// "next" link leads to, to the end.
//
// The link is found by itself (links/pager.h) or by a rule of the wrapper's [next]. Sites lead in circles,
// give the last page again and again, or make pages without end: an address that was there, a page that was
// there byte for byte, and a limit end the list, and are said. A page from a file or an archive goes on in
// files or in the archive: nothing is fetched for it.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>

#include "html/css.h"
#include "web/sources.h"
#include "wrap/config.h"

namespace gleaner::crawl {

struct NextRule {
  std::string css;     // "": found by itself
  size_t most = 1000;  // pages of one list
};

// [next] of a wrapper file: css = "a.next", most = 100; nothing if there is none.
Result<std::optional<NextRule>> read_next_rule(const wrap::Config& whole);

// The name of the page that `reference` on the page `name` leads to, in the same kind of source. Empty where
// it leads out of it.
std::string name_of_link(const std::string& name, const Document& document, const std::string& reference);
// An address to resolve and compare links with: the page's own, or one made of its file's name.
std::string address_of(const std::string& name, const Document& document);

class NextPages : public web::PageStream {
 public:
  static Result<std::unique_ptr<NextPages>> make(std::unique_ptr<web::PageStream> starts,
                                                 web::Sources& sources, NextRule rule);
  Result<std::optional<web::PageItem>> next() override;
  // Why lists ended, where it was not simply their end.
  Diagnostics notes() const override;
  void limit(const BudgetLimits& limits) override;

 private:
  explicit NextPages(web::Sources& sources) : sources_(sources) {}
  Result<std::optional<web::PageItem>> begin();
  web::PageItem go_on(const std::string& name, DocumentPtr document);
  std::string link_of(const std::string& name, const Document& document) const;
  void say(const std::string& name, std::string why, std::string hint = "");

  web::Sources& sources_;
  std::unique_ptr<web::PageStream> starts_;
  NextRule rule_;
  std::optional<html::Css> css_;
  std::set<std::string> seen_;
  std::set<uint64_t> contents_;  // of the list in work
  std::string next_;             // "": the list is at its end
  std::string last_;             // the page that leads there
  size_t pages_ = 0;             // of the list in work
  BudgetLimits limits_;          // of a page, without its time: pages come over the network
  Diagnostics notes_;
};

}  // namespace gleaner::crawl
