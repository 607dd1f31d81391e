// See page_lines.h.
#include "lines/page_lines.h"

#include <algorithm>

#include "base/text.h"
#include "html/visible.h"

namespace gleaner::lines {

PageLines::PageLines(const Document& document) : document_(document), text_(document.text()) {
  if (document.is_html()) {
    tree_ = &document.view<html::Tree>();
    walk(*tree_);
    text_ = own_;
  }
  split();
  size_t next = 0;
  for (const Span& line : lines_) {  // a line is free if its end is, or the end before it
    while (next < free_ends_.size() && free_ends_[next] + 1 < line.begin) ++next;
    const bool begins = next < free_ends_.size() && free_ends_[next] + 1 == line.begin;
    size_t end = next;
    while (end < free_ends_.size() && free_ends_[end] < line.end) ++end;
    free_.push_back(begins || (end < free_ends_.size() && free_ends_[end] <= line.end + 1));
  }
}

void PageLines::split() {
  for (size_t at = 0; at < text_.size();) {
    size_t end = text_.find('\n', at);
    if (end == std::string_view::npos) end = text_.size();
    size_t stop = end;
    if (stop > at && text_[stop - 1] == '\r') --stop;
    lines_.push_back({uint32_t(at), uint32_t(stop)});
    at = end + 1;
  }
}

void PageLines::end_line() {
  pending_blank_ = false;
  if (!own_.empty() && own_.back() != '\n') own_ += '\n';
}

void PageLines::add_text(const html::Tree& tree, html::NodeId node, bool preformatted) {
  const std::string_view text = tree.text(node);
  for (size_t at = 0; at < text.size();) {
    if (!preformatted && is_space(text[at])) {
      pending_blank_ = true;
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && (preformatted || !is_space(text[end]))) ++end;
    if (pending_blank_ && !own_.empty() && own_.back() != '\n' && own_.back() != ' ') own_ += ' ';
    pending_blank_ = false;
    runs_.push_back({uint32_t(own_.size()), uint32_t(own_.size() + end - at), uint32_t(at), node});
    for (size_t i = at; preformatted && i < end; ++i)
      if (text[i] == '\n') free_ends_.push_back(uint32_t(own_.size() + i - at));
    own_ += text.substr(at, end - at);
    at = end;
  }
}

void PageLines::walk(const html::Tree& tree) {
  const html::TagId pre = html::tag_id("pre"), br = html::tag_id("br");
  html::NodeId pre_end = 0;
  std::vector<html::NodeId> blocks;  // ends of the blocks that are open
  auto close = [&](html::NodeId upto) {
    while (!blocks.empty() && blocks.back() <= upto) {
      blocks.pop_back();
      end_line();
    }
  };
  for (html::NodeId n = 1; n < tree.size();) {
    close(n);
    if (tree.is_text(n)) add_text(tree, n, n < pre_end);
    if (!tree.is_element(n)) {
      ++n;
      continue;
    }
    const html::TagId tag = tree.tag(n);
    if (html::is_invisible(tag)) {
      n = tree.subtree_end(n);
      continue;
    }
    if (tag == br) {
      free_ends_.push_back(uint32_t(own_.size()));
      own_ += '\n';
      pending_blank_ = false;
    } else if (html::is_block(tag)) {
      end_line();
      if (html::is_heading(tag)) own_ += "# ";
      blocks.push_back(tree.subtree_end(n));
      if (tag == pre) pre_end = std::max(pre_end, tree.subtree_end(n));
    }
    ++n;
  }
  close(tree.size());
}

size_t PageLines::line_of(uint32_t offset) const {
  auto after = std::upper_bound(lines_.begin(), lines_.end(), offset,
                                [](uint32_t at, const Span& line) { return at < line.begin; });
  return after == lines_.begin() ? 0 : size_t(after - lines_.begin()) - 1;
}

Span PageLines::to_page(Span span) const {
  if (!tree_) return span;
  Span out;
  auto run = std::upper_bound(runs_.begin(), runs_.end(), span.begin,
                              [](uint32_t at, const Run& r) { return at < r.end; });
  for (; run != runs_.end() && run->begin < span.end; ++run) {
    const uint32_t from = std::max(span.begin, run->begin), to = std::min(span.end, run->end);
    const Span part =
        tree_->text_span(run->node, run->from + (from - run->begin), run->from + (to - run->begin));
    out = out.empty() ? part : out.hull(part);
  }
  return out;
}

bool PageLines::from_page(Span page, Span& out) const {
  if (!tree_) {
    out = page;
    return true;
  }
  std::call_once(spans_made_, [&] {
    for (const Run& run : runs_)
      spans_.push_back(tree_->text_span(run.node, run.from, run.from + (run.end - run.begin)));
  });
  bool found = false;
  for (size_t r = 0; r < runs_.size(); ++r) {
    const Run& run = runs_[r];
    if (!spans_[r].overlaps(page)) continue;
    uint32_t from = run.end, to = run.begin;
    for (uint32_t i = run.begin; i < run.end; ++i) {
      const Span one = tree_->text_span(run.node, run.from + (i - run.begin), run.from + (i - run.begin) + 1);
      if (!one.overlaps(page)) continue;
      from = std::min(from, i);
      to = std::max(to, i + 1);
    }
    if (from >= to) continue;
    out = found ? out.hull({from, to}) : Span{from, to};
    found = true;
  }
  return found;
}

void to_page(wrap::Record& record, const PageLines& lines) {
  if (record.span) record.span = lines.to_page(*record.span);
  wrap::for_each_leaf(record.fields, [&](const std::string&, wrap::Value& value) {
    if (value.span) value.span = lines.to_page(*value.span);
  });
}

}  // namespace gleaner::lines
