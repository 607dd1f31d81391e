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
      add_break();
      open.pop_back();
    }
    if (tree_.is_text(n)) {
      add_text(n);
    } else if (tree_.is_element(n)) {
      if (n != root && (is_invisible(tree_.tag(n)) || (hidden_ && hidden_->is_root(n)))) {
        n = tree_.subtree_end(n);
        continue;
      }
      if (is_block(tree_.tag(n))) {
        add_break();
        open.push_back(tree_.subtree_end(n));
      }
    }
    ++n;
  }
  if (!open.empty()) add_break();
}

void VisibleText::add_break() { pending_blank_ = true; }

void VisibleText::add_text(NodeId n) {
  std::string_view text = tree_.text(n);
  bool in_run = false;
  for (size_t i = 0; i < text.size();) {
    bool no_break = text[i] == '\xc2' && i + 1 < text.size() && text[i + 1] == '\xa0';
    if (no_break || is_space(text[i])) {
      pending_blank_ = true;
      in_run = false;
      i += no_break ? 2 : 1;
      continue;
    }
    if (pending_blank_ && !text_.empty()) text_ += ' ', in_run = false;
    pending_blank_ = false;
    if (!in_run) runs_.push_back({uint32_t(text_.size()), uint32_t(i), n}), in_run = true;
    text_ += text[i++];
  }
}

const VisibleText::Run* VisibleText::run_at(size_t at) const {
  auto after = std::upper_bound(runs_.begin(), runs_.end(), at,
                                [](size_t a, const Run& run) { return a < run.begin; });
  return after == runs_.begin() ? nullptr : &*(after - 1);
}

Span VisibleText::span(size_t from, size_t to) const {
  to = std::min(to, text_.size());
  if (from >= to) return {};
  // Blanks between runs were not written as such: begin and end at characters that were.
  while (from < to && text_[from] == ' ') ++from;
  while (to > from && text_[to - 1] == ' ') --to;
  const Run* first = run_at(from);
  const Run* last = to > from ? run_at(to - 1) : nullptr;
  if (!first || !last) return {};
  size_t begin_in_node = first->from + (from - first->begin);
  size_t end_in_node = last->from + (to - last->begin);
  if (first->node == last->node) return tree_.text_span(first->node, begin_in_node, end_in_node);
  Span begin = tree_.text_span(first->node, begin_in_node, begin_in_node + 1);
  Span end = tree_.text_span(last->node, end_in_node - 1, end_in_node);
  return begin.hull(end);
}

NodeId VisibleText::node_at(size_t at) const {
  const Run* run = run_at(at);
  return run ? run->node : kNoNode;
}

size_t VisibleText::offset_in_node(size_t at) const {
  const Run* run = run_at(at);
  return run ? run->from + (at - run->begin) : 0;
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
