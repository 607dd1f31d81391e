// See texts.h. One pass in document order that knows the heading and the skipped element it is in.
#include "html/texts.h"

#include <algorithm>
#include <cstring>

#include "base/budget.h"
#include "base/text.h"
#include "base/unicode.h"
#include "html/tags.h"

namespace gleaner::html {
namespace {

constexpr uint64_t kOnes = 0x0101010101010101ull, kHighs = 0x8080808080808080ull;
constexpr size_t kLabelBytes = 40;
constexpr uint32_t kHeadingLevels = 3;  // a text further down in a heading's element is no heading
constexpr uint32_t kJoined = 6;         // texts

// Of eight ASCII bytes: is one a control, or are two neighbours blanks?
bool uneven(uint64_t bytes) {
  uint64_t low = ~((bytes & ~(kOnes * 0x80)) + kOnes * 0x60) & kHighs;  // below 0x20
  uint64_t other = bytes ^ kOnes * ' ';
  uint64_t blank = ~(((other & ~kHighs) + ~kHighs) | other) & kHighs;
  return low || (blank & (blank >> 8));
}

}  // namespace

bool is_collapsed(std::string_view text) {
  size_t i = 0;
  while (i + 8 <= text.size()) {
    uint64_t bytes;
    std::memcpy(&bytes, text.data() + i, 8);
    if (bytes & kHighs) break;
    if (uneven(bytes)) return false;
    if (i + 8 == text.size()) return true;
    i = std::min(i + 7, text.size() - 8);  // bytes twice, so that neighbours always meet
  }
  for (; i < text.size(); ++i) {
    unsigned char c = static_cast<unsigned char>(text[i]);
    if (c < 0x20 || (c == ' ' && i > 0 && text[i - 1] == ' ') || c == 0xC2) return false;
  }
  return true;
}

// Most texts of a page are white space alone.
std::string_view strip(std::string_view text) {
  constexpr uint64_t kBlanks = 1ull << ' ' | 1ull << '\n' | 1ull << '\t' | 1ull << '\r' | 1ull << '\f';
  auto blank = [](char c) { return static_cast<unsigned char>(c) <= ' ' && (kBlanks >> c & 1); };
  const char *from = text.data(), *to = from + text.size();
  while (from < to) {
    if (blank(*from)) ++from;
    else if (*from == '\xC2' && to - from > 1 && from[1] == '\xA0') from += 2;
    else break;
  }
  while (from < to) {
    if (blank(to[-1])) --to;
    else if (to[-1] == '\xA0' && to - from > 1 && to[-2] == '\xC2') to -= 2;
    else break;
  }
  return {from, size_t(to - from)};
}

NodeId previous_element(const Tree& tree, NodeId n) {
  NodeId p = tree.previous_sibling(n);
  while (p != kNoNode && !tree.is_element(p)) p = tree.previous_sibling(p);
  return p;
}

class TextsBuilder {
 public:
  explicit TextsBuilder(Texts& out) : out_(out), tree_(out.tree_) {}

  void build() {
    const NodeId size = tree_.size();
    out_.before_.resize(size + 1);
    out_.skipped_.assign(size, false);
    out_.texts_.reserve(size / 4);
    out_.heading_.reserve(size / 4);
    Pulse pulse(Budget::current());
    for (NodeId n = 0; n < size; ++n) {
      out_.before_[n] = out_.size();
      if (!pulse.beat()) skip_end_ = size;  // the rest of the page is not there
      if (n < skip_end_) {
        out_.skipped_[n] = true;
        if (title_ == kNoNode && tree_.is_element(n) && tree_.tag(n) == tags_.title) title_ = n;
      } else if (tree_.is_text(n)) {
        if (!tree_.blank(n)) add_text(n);
      } else if (tree_.is_element(n)) {
        enter(n);
      }
    }
    out_.before_[size] = out_.size();
    if (title_ != kNoNode) read_title();
  }

 private:
  void add_text(NodeId n) {
    std::string_view text = strip(tree_.text(n));
    if (text.empty()) return;
    if (!is_collapsed(text)) text = out_.arena_.copy(collapse(text));
    out_.heading_.push_back(heading_);
    if (n < heading_end_ && tree_.depth(n) <= heading_depth_ + kHeadingLevels) open_heading();
    Text& added = out_.texts_.emplace_back();
    added.element = tree_.parent(n);
    added.node = n;
    added.text = text;
  }

  // The text that comes next is one.
  void open_heading() {
    heading_ = out_.size();
    outline_.resize(rank_, kNoText);
    for (size_t above = rank_; above-- > 0;)
      if (outline_[above] != kNoText) {
        out_.outer_.emplace(heading_, outline_[above]);
        break;
      }
    outline_.push_back(heading_);
  }

  void enter(NodeId n) {
    const TagId tag = tree_.tag(n);
    if (tag >= out_.tags_.size()) out_.tags_.resize(tag + 1, kNoNode);
    if (out_.tags_[tag] == kNoNode) out_.tags_[tag] = n;
    if (tags_.is(tag, kUnseen)) skip_end_ = tree_.subtree_end(n);
    if (tags_.is(tag, kHeading)) {
      heading_end_ = tree_.subtree_end(n), heading_depth_ = tree_.depth(n);
      rank_ = size_t(tree_.name(n)[1] - '1');
    }
    if (tag == tags_.title && title_ == kNoNode) title_ = n;
  }

  void read_title() {
    std::string all;
    for (NodeId t = title_ + 1; t < tree_.subtree_end(title_); ++t)
      if (tree_.is_text(t)) all += tree_.text(t);
    out_.title_ = out_.arena_.copy(collapse(all));
  }

  Texts& out_;
  const Tree& tree_;
  const Tags& tags_ = Tags::all();
  NodeId skip_end_ = 0, heading_end_ = 0, title_ = kNoNode;
  uint32_t heading_depth_ = 0, heading_ = kNoText;
  size_t rank_ = 0;                // of the heading we are in: 0 for h1
  std::vector<uint32_t> outline_;  // by rank, the headings that are open
};

Texts::Texts(const Document& document) : tree_(document.view<Tree>()) { TextsBuilder(*this).build(); }

std::string Texts::joined(NodeId n, size_t limit) const {
  std::string out;
  const uint32_t from = begin(n), to = std::min(end(n), from + kJoined);
  for (uint32_t i = from; i < to && out.size() <= limit; ++i) {
    if (!out.empty()) out += ' ';
    out += texts_[i].text;
  }
  return out;
}

std::string_view Texts::heading_tag(uint32_t heading) const {
  for (NodeId n = texts_[heading].element; n != kNoNode; n = tree_.parent(n))
    if (tree_.is_element(n) && is_heading(tree_.tag(n))) return tree_.name(n);
  return {};
}

bool Texts::is_label(uint32_t text) const {
  const Text& t = texts_[text];
  return t.text.size() <= kLabelBytes &&
         (t.text.back() == ':' || Tags::all().is(tree_.tag(t.element), kLabelling)) && has_letter(t.text);
}

uint32_t Texts::label_before(uint32_t text, uint32_t first) const {
  for (uint32_t back = 1; back <= kLabelReach && text >= first + back; ++back)
    if (is_label(text - back)) return text - back;
  return kNoText;
}

}  // namespace gleaner::html
