// PageLines: a page as lines of text, with the way back to the page.
//
// Of a plain text this is the text itself. Of HTML it is what a person would copy line by line: the text
// of <pre> as it is written, other text with its white space collapsed, a line end at <br> and at the
// borders of blocks. A heading is a line that begins with "# ", so that grammars can tell it from
// others. Cost: one walk over the tree.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "html/tree.h"
#include "page/document.h"
#include "wrap/record.h"

namespace gleaner::lines {

class PageLines {
 public:
  explicit PageLines(const Document& document);
  PageLines(const PageLines&) = delete;
  PageLines& operator=(const PageLines&) = delete;

  std::string_view text() const { return text_; }
  // Each line without its end.
  const std::vector<Span>& lines() const { return lines_; }
  // The line that holds the offset.
  size_t line_of(uint32_t offset) const;
  // Of HTML: a line of <pre>, or one that <br> ends or begins.
  bool is_line(size_t line) const { return !tree_ || free_[line]; }
  // From text() to Document::text(), and back: nothing if the span is not part of a line.
  Span to_page(Span span) const;
  bool from_page(Span page, Span& out) const;

 private:
  struct Run {  // text_[begin, end) came from a text node, byte for byte from `from` on
    uint32_t begin, end, from;
    html::NodeId node;
  };
  void walk(const html::Tree& tree);
  void add_text(const html::Tree& tree, html::NodeId node, bool preformatted);
  void end_line();
  void split();

  const Document& document_;
  const html::Tree* tree_ = nullptr;
  std::string own_;  // HTML only
  std::string_view text_;
  std::vector<Run> runs_;
  mutable std::once_flag spans_made_;
  mutable std::vector<Span> spans_;  // of the runs in the page, once from_page was asked
  std::vector<Span> lines_;
  std::vector<bool> free_;           // by line, HTML only
  std::vector<uint32_t> free_ends_;  // offsets of line ends that <br> or <pre> made
  bool pending_blank_ = false;
};

// A record read from the lines, its spans now those of the page.
void to_page(wrap::Record& record, const PageLines& lines);

}  // namespace gleaner::lines
