// See visible.h. The text with its offsets.
#include "html/visible.h"

#include <algorithm>

#include "base/text.h"

namespace gleaner::html {
VisibleText::VisibleText(const Tree& tree, NodeId n, const HiddenNodes* hidden)
    : tree_(tree), hidden_(hidden) {
  add_subtree(n);
}

VisibleText::VisibleText(const Tree& tree, NodeId first, NodeId last) : tree_(tree) {
  for (NodeId n = first; n != kNoNode; n = tree.next_sibling(n)) {
    add_subtree(n);
    if (n == last) break;
  }
}

// Walks in document order; `open` holds the blocks whose end is still to come, so that their end gives a
// blank too.
void VisibleText::add_subtree(NodeId root) {
  std::vector<NodeId> open;
  NodeId end = tree_.subtree_end(root);
  for (NodeId n = root; n < end;) {
    while (!open.empty() && n >= open.back()) {
      all_.add_blank();
      open.pop_back();
    }
    if (tree_.is_text(n)) {
      all_.add(tree_.text(n), n);
    } else if (tree_.is_element(n)) {
      if (n != root && (is_invisible(tree_.tag(n)) || (hidden_ && hidden_->is_root(n)))) {
        n = tree_.subtree_end(n);
        continue;
      }
      if (is_block(tree_.tag(n))) {
        all_.add_blank();
        open.push_back(tree_.subtree_end(n));
      }
    }
    ++n;
  }
  if (!open.empty()) all_.add_blank();
}

Span VisibleText::span(size_t from, size_t to) const {
  const std::string& text = all_.text();
  to = std::min(to, text.size());
  // Blanks between words were not written as such: begin and end at characters that were.
  while (from < to && text[from] == ' ') ++from;
  while (to > from && text[to - 1] == ' ') --to;
  if (from >= to) return {};
  const Collapsed::Source first = all_.source(from), last = all_.source(to - 1);
  if (first.piece == last.piece) return tree_.text_span(first.piece, first.at, last.at + 1);
  Span begin = tree_.text_span(first.piece, first.at, first.at + 1);
  return begin.hull(tree_.text_span(last.piece, last.at, last.at + 1));
}

std::string visible_text(const Tree& tree, NodeId n) { return VisibleText(tree, n).text(); }

namespace {

// Lines as they grow: white space collapsed, or kept as it is in preformatted text.
class Lines {
 public:
  void end_line() {
    std::string_view words = trim(line_);
    if (as_written_ && !words.empty())
      words = {line_.data(), words.data() + words.size()};  // the blanks before count
    if (!words.empty()) out_.append(words) += '\n';
    line_.clear();
    as_written_ = false;
  }
  void add(std::string_view text) {
    const bool before = !text.empty() && is_space(text.front()),
               after = !text.empty() && is_space(text.back());
    const std::string words = collapse(text);
    if ((before || words.empty()) && !line_.empty() && !is_space(line_.back())) line_ += ' ';
    line_ += words;
    if (after && !words.empty()) line_ += ' ';
  }
  void add_as_written(std::string_view text) {
    for (char c : text) {
      as_written_ = true;
      if (c == '\n') end_line();
      else line_ += c;
    }
  }
  void next_cell() {
    if (!trim(line_).empty()) line_ = std::string(trim(line_)) + '\t';
  }
  std::string take() {
    end_line();
    return std::move(out_);
  }

 private:
  std::string out_, line_;
  bool as_written_ = false;
};

}  // namespace

std::string visible_lines(const Tree& tree) {
  static const TagId br = tag_id("br"), td = tag_id("td"), th = tag_id("th"), pre = tag_id("pre");
  const HiddenNodes& hidden = tree.document().view<HiddenNodes>();
  Lines lines;
  std::vector<NodeId> open;  // ends of blocks
  NodeId pre_end = 0;
  for (NodeId n = 0; n < tree.size();) {
    while (!open.empty() && n >= open.back()) lines.end_line(), open.pop_back();
    const TagId tag = tree.tag(n);
    if (tree.is_text(n)) {
      if (n < pre_end) lines.add_as_written(tree.text(n));
      else lines.add(tree.text(n));
    } else if (tree.is_element(n) && (is_invisible(tag) || hidden.is_root(n))) {
      n = tree.subtree_end(n);
      continue;
    } else if (tag == td || tag == th) {
      lines.next_cell();
    } else if (tag == br) {
      lines.end_line();
    } else if (tree.is_element(n) && is_block(tag)) {
      lines.end_line();
      open.push_back(tree.subtree_end(n));
      if (tag == pre) pre_end = std::max(pre_end, tree.subtree_end(n));
    }
    ++n;
  }
  return lines.take();
}

}  // namespace gleaner::html
