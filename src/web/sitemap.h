// Sitemaps (sitemaps.org): the addresses that a site says it has. XML with <url><loc>, an index of further
// sitemaps with <sitemap><loc>, or a plain text with an address a line; packed by gzip or not. Read as a scan
// for <loc>, not by an XML parser, and in pieces as they come: a sitemap of 50 MB then costs no tree and
// never stands in memory whole, and one that is broken in the middle gives what stands before.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "page/pack.h"
#include "web/fetch.h"

namespace gleaner::web {

struct Sitemap {
  std::vector<std::string> pages, sitemaps;
};

class SitemapReader : public BodySink {
 public:
  // `base`: the sitemap's own address, from which relative ones are resolved (they
  // are not allowed, but there).
  SitemapReader(std::string base, uint64_t most_bytes) : base_(std::move(base)), most_(most_bytes) {}

  void begin() override;  // forgets what came before
  bool take(std::string_view piece) override;
  // What was found. Damaged packing, and more than the most bytes, are errors.
  Result<Sitemap> end();

 private:
  enum class Form { unknown, xml, text };
  bool scan(std::string_view piece);
  void read(bool last);
  size_t read_xml(std::string_view text, bool last);
  size_t read_lines(std::string_view text, bool last);
  void add(std::string_view address, std::vector<std::string>& into);

  std::string base_;
  uint64_t most_, seen_ = 0;
  std::string rest_;   // of the text: what the next piece goes on with
  std::string first_;  // bytes, until it is known whether they are packed
  std::unique_ptr<GzipPieces> packed_;
  bool started_ = false;
  Form form_ = Form::unknown;
  bool of_sitemap_ = false;  // the entry that is open, in an index
  Sitemap found_;
};

// The same of a text that is here.
Sitemap read_sitemap(std::string_view text, const std::string& base);

}  // namespace gleaner::web
