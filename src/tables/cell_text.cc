// See cell_text.h.
#include "tables/cell_text.h"

#include <algorithm>

#include "base/text.h"
#include "html/attributes.h"
#include "html/hidden.h"
#include "html/visible.h"

namespace gleaner::tables {
namespace {

using html::NodeId;

bool has_token(std::string_view list, std::string_view token) {
  for (size_t at = list.find(token); at != list.npos; at = list.find(token, at + 1)) {
    const size_t end = at + token.size();
    if ((at == 0 || is_space(list[at - 1])) && (end == list.size() || is_space(list[end]))) return true;
  }
  return false;
}

// Where a collapsed text began and ended in its nodes.
struct Ends {
  NodeId first = html::kNoNode, last = html::kNoNode;
  size_t from = 0, to = 0;
};

// Appends the node's text, white space collapsed. `blank`: a blank is due before the next character.
void append_collapsed(std::string_view text, NodeId n, std::string& out, bool& blank, Ends& ends) {
  for (size_t i = 0; i < text.size();) {
    const bool no_break = text[i] == '\xc2' && i + 1 < text.size() && text[i + 1] == '\xa0';
    if (no_break || is_space(text[i])) {
      blank = true;
      i += no_break ? 2 : 1;
      continue;
    }
    size_t end = i + 1;
    while (end < text.size() && !is_space(text[end]) && text[end] != '\xc2') ++end;
    if (end < text.size() && text[end] == '\xc2' && !(end + 1 < text.size() && text[end + 1] == '\xa0'))
      end = std::min(end + 2, text.size());
    if (blank && !out.empty()) out += ' ';
    blank = false;
    if (out.empty()) {
      ends.first = n, ends.from = i;
      out.reserve(text.size() - i);
    }
    out += text.substr(i, end - i);
    ends.last = n, ends.to = end;
    i = end;
  }
}

}  // namespace

TextReader::TextReader(const html::Tree& tree, std::vector<bool> hidden)
    : tree_(tree), hidden_(std::move(hidden)), hides_(html::is_attribute_used(tree, "hidden")) {}

bool TextReader::is_hidden(NodeId n) const {
  if (!hidden_.empty() && hidden_[n]) return true;
  if (!tree_.may_have_attributes(n)) return false;
  for (html::AttributeWalk a(tree_, n); !a.done(); a.next()) {
    if (a.known() == html::KnownAttribute::class_names) {
      const std::string_view classes = a.value();
      if (classes.size() >= 7 && (has_token(classes, "sortkey") || has_token(classes, "sr-only") ||
                                  has_token(classes, "visually-hidden")))
        return true;
    } else if (a.known() == html::KnownAttribute::looks) {
      if (a.name() == "style" && html::style_hides(a.value())) return true;
    } else if (hides_ && a.known() == html::KnownAttribute::other && a.name() == "hidden") {
      return true;
    }
  }
  return false;
}

bool TextReader::is_note_mark(NodeId n) const {
  static const html::TagId sup = html::tag_id("sup");
  if (tree_.tag(n) != sup) return false;
  const auto classes = html::find_attribute(tree_, n, html::KnownAttribute::class_names);
  return classes && has_token(*classes, "reference");
}

CellText TextReader::read(NodeId n) const {
  CellText out;
  Ends ends;
  bool blank = false;
  const NodeId end = tree_.subtree_end(n);
  std::vector<NodeId> open;  // where blocks end
  for (NodeId at = n + 1; at < end;) {
    while (!open.empty() && open.back() <= at) open.pop_back(), blank = true;
    if (tree_.is_text(at)) {
      append_collapsed(tree_.text(at), at, out.text, blank, ends);
    } else if (tree_.is_element(at)) {
      const html::TagId tag = tree_.tag(at);
      if (html::is_invisible(tag) || is_hidden(at) || is_note_mark(at)) {
        at = tree_.subtree_end(at);
        continue;
      }
      if (html::is_block(tag)) blank = true, open.push_back(tree_.subtree_end(at));
    }
    ++at;
  }
  if (out.text.empty()) return out;
  out.span = ends.first == ends.last ? tree_.text_span(ends.first, ends.from, ends.to)
                                     : tree_.text_span(ends.first, ends.from, ends.from + 1)
                                           .hull(tree_.text_span(ends.last, ends.to - 1, ends.to));
  return out;
}

}  // namespace gleaner::tables
