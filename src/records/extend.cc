// Records of several nodes: (dt dd)*, (tr tr)*, (a text br)*. From one head to the next.
//
// Only where all heads have one parent. The gap is what stands between two heads; if nearly all gaps hold
// text, a record is its head and the gap after it. The last record takes following siblings while their tag
// occurred in gaps, at most as many as three quarters of the gaps have. If what stands before the first head
// ends like a gap and what follows the last does not begin like one, the head is not where records start (the
// dd of dt dd); nor is it where gaps end with a heading, which says what comes next. If all gaps end in a few
// characters ("2."), those belong to the record that follows.
#include <algorithm>

#include "base/lists.h"
#include "base/sorted.h"
#include "html/tags.h"
#include "records/candidates.h"

namespace gleaner::records {
namespace {

using html::TagId;

struct Gap {
  size_t begin, end;  // into the siblings
};

class Extender {
 public:
  Extender(const Outline& outline, Candidate& candidate)
      : outline_(outline), candidate_(candidate), tags_(html::Tags::all()), heads_(candidate.heads) {}

  void run() {
    if (heads_.size() < 2 || !one_parent() || !collect()) return;
    std::vector<Gap> gaps;
    for (size_t i = 0; i + 1 < at_.size(); ++i) gaps.push_back({at_[i] + 1, at_[i + 1]});
    std::vector<Gap> full;
    for (Gap gap : gaps)
      if (chars(gap) >= kGapChars) full.push_back(gap);
    if (full.empty() || double(full.size()) < kGapShare * double(gaps.size())) return;

    const TagId last = commonest_tag(full, [&](Gap g) { return last_text(g); });
    const TagId first = commonest_tag(full, [&](Gap g) { return first_text(g); });
    const size_t before = last_text({0, at_.front()}), after = first_text({at_.back() + 1, kids_.size()});
    const bool pre = before != kNowhere && tag(before) == last;
    const bool post = after != kNowhere && tag(after) == first && !closes_parent(first);
    const bool brief = std::ranges::all_of(full, [&](Gap g) { return size(last_text(g)) <= kShortChars; });
    if (pre && !brief && (!post || are_headed(full, last))) candidate_.shift = true;
    if (candidate_.shift || candidate_.like_between > 0) return;
    gaps.push_back(tail(full));
    assemble(gaps);
    const bool inline_heads = !tags_.is(outline_[heads_[0]].tag, html::kBlock);
    const double lines =
        !inline_heads ? 0
                      : double(std::ranges::count_if(full, [&](Gap g) { return line_start(g) != kNowhere; }));
    const double inside = double(std::ranges::count_if(full, [&](Gap g) { return starts_inside_line(g); }));
    if (lines >= kGapShare * double(full.size()) && inside >= kGapShare * double(full.size())) {
      move_lines();
      candidate_.in_phase = true;
    } else if (brief && pre) {
      move_numbers(before);
    }
    if (before == kNowhere ||
        (lines >= kGapShare * double(full.size()) && inside <= (1 - kGapShare) * double(full.size())))
      candidate_.in_phase = true;
    for (const Gap& record : records_)
      candidate_.whole.push_back({picture_before(record.begin), kids_[record.end - 1]});
  }

 private:
  static constexpr size_t kNowhere = size_t(-1);

  bool one_parent() const {
    for (uint32_t head : heads_)
      if (outline_[head].parent != outline_[heads_[0]].parent) return false;
    return outline_[heads_[0]].parent != kNone;
  }

  bool counts(uint32_t n) const {
    TagId t = outline_[n].tag;
    return outline_.has_text(n) || t == tags_.br || t == tags_.hr;
  }

  // The siblings from a little before the first head to a little after the last; false if gaps are too long
  // for records.
  bool collect() {
    std::vector<uint32_t> before;
    for (uint32_t n = outline_[heads_[0]].previous; n != kNone && before.size() < kMaxGapNodes;
         n = outline_[n].previous)
      if (counts(n)) before.push_back(n);
    kids_.assign(before.rbegin(), before.rend());
    const size_t most = kids_.size() + heads_.size() * kMaxGapNodes;
    size_t next = 0, after = 0, visited = 0;
    for (uint32_t n = heads_[0]; n != kNone && after < kMaxGapNodes; n = outline_.next_sibling(n)) {
      if (++visited > 4 * most) return false;
      if (next < heads_.size() && n == heads_[next]) {
        at_.push_back(kids_.size());
        ++next;
      } else if (next == heads_.size()) {
        ++after;
      }
      if (counts(n)) kids_.push_back(n);
      if (next < heads_.size() && kids_.size() > most) return false;
    }
    return at_.size() == heads_.size();
  }

  TagId tag(size_t i) const { return outline_[kids_[i]].tag; }
  uint64_t size(size_t i) const { return outline_.chars(kids_[i]); }
  bool has_text(size_t i) const { return outline_.has_text(kids_[i]); }
  uint64_t chars(Gap gap) const {
    uint64_t sum = 0;
    for (size_t i = gap.begin; i < gap.end; ++i) sum += size(i);
    return sum;
  }
  size_t first_text(Gap gap) const {
    for (size_t i = gap.begin; i < gap.end; ++i)
      if (has_text(i)) return i;
    return kNowhere;
  }
  size_t last_text(Gap gap) const {
    for (size_t i = gap.end; i > gap.begin; --i)
      if (has_text(i - 1)) return i - 1;
    return kNowhere;
  }

  // Do heads left out after the last head close the list (the last dd of dt dd), though gaps begin with
  // another tag?
  bool closes_parent(TagId first) const {
    const TagId head = outline_[heads_[0]].tag;
    if (head == first) return false;
    for (size_t i = kids_.size(); i-- > at_.back() + 1;)
      if (has_text(i) && (tag(i) == head || tag(i) == first)) return tag(i) == head;
    return false;
  }

  // Do the gaps end with the heading of what follows? A heading alone between two
  // heads may be the rest of a record.
  bool are_headed(const std::vector<Gap>& full, TagId last) const {
    return html::is_heading(last) && !html::is_heading(outline_[heads_[0]].tag) &&
           std::ranges::none_of(full, [&](Gap gap) { return first_text(gap) == last_text(gap); });
  }

  template <class Pick>
  TagId commonest_tag(const std::vector<Gap>& gaps, Pick pick) const {
    std::vector<TagId> tags = mapped(gaps, [&](Gap gap) { return tag(pick(gap)); });
    return commonest(tags);
  }
  Gap tail(const std::vector<Gap>& full) const {
    std::vector<TagId> seen;
    std::vector<size_t> lengths;
    for (Gap gap : full) {
      lengths.push_back(gap.end - gap.begin);
      for (size_t i = gap.begin; i < gap.end; ++i) add_new(seen, tag(i));
    }
    size_t place = size_t(double(lengths.size()) * 0.75);
    std::nth_element(lengths.begin(), lengths.begin() + place, lengths.end());
    Gap out{at_.back() + 1, at_.back() + 1};
    while (out.end < kids_.size() && out.end - out.begin < lengths[place] && contains(seen, tag(out.end)))
      ++out.end;
    return out;
  }

  void assemble(const std::vector<Gap>& gaps) {
    for (size_t i = 0; i < gaps.size(); ++i) {
      size_t end = gaps[i].end;
      while (end > gaps[i].begin && (tag(end - 1) == tags_.br || tag(end - 1) == tags_.hr)) --end;
      records_.push_back({at_[i], std::max(end, at_[i] + 1)});
    }
  }

  bool breaks(size_t i) const { return tag(i) == tags_.br || tag(i) == tags_.hr; }

  // Where the last line of a gap begins, kNowhere if it has no break.
  size_t line_start(Gap gap) const {
    for (size_t i = gap.end; i > gap.begin; --i)
      if (breaks(i - 1)) return i;
    return kNowhere;
  }
  bool starts_inside_line(Gap gap) const {
    const size_t from = line_start(gap);
    return from != kNowhere && first_text({from, gap.end}) != kNowhere;
  }

  // Heads that stand inside a line: the line belongs to the record from its beginning.
  void move_lines() {
    for (size_t k = records_.size(); k-- > 0;) {
      size_t from = at_[k];
      while (from > (k ? at_[k - 1] + 1 : 0) && !breaks(from - 1)) --from;
      if (from == at_[k] || (k == 0 && from == 0 && at_[0] >= kMaxLineNodes)) continue;
      records_[k].begin = from;
      if (k == 0) continue;
      size_t end = from;
      while (end > at_[k - 1] + 1 && breaks(end - 1)) --end;
      records_[k - 1].end = end;
    }
  }

  // A number or bullet before a head belongs to the record that follows.
  void move_numbers(size_t before_first) {
    for (size_t k = records_.size(); k-- > 1;) {
      size_t number = last_text({at_[k - 1] + 1, records_[k - 1].end});
      if (number == kNowhere || size(number) > kShortChars) continue;
      records_[k - 1].end = number;
      records_[k].begin = number;
    }
    if (size(before_first) <= kShortChars) records_[0].begin = before_first;
  }

  // A line may begin with elements that hold no text: the link of a picture.
  uint32_t picture_before(size_t begin) const {
    const uint32_t stop = begin ? kids_[begin - 1] : kNone;
    uint32_t first = kids_[begin], n = outline_[first].previous;
    if (begin && !breaks(begin - 1)) return first;
    for (size_t seen = 0; n != kNone && n != stop && seen < kMaxLineNodes; n = outline_[n].previous, ++seen)
      if (outline_[n].tag) first = n;
    return first;
  }

  const Outline& outline_;
  Candidate& candidate_;
  const html::Tags& tags_;
  const std::vector<uint32_t>& heads_;
  std::vector<uint32_t> kids_;  // siblings that hold text or break lines
  std::vector<size_t> at_;      // where the heads stand among them
  std::vector<Gap> records_;
};

}  // namespace

std::vector<uint32_t> first_of_lines(const Outline& outline, const std::vector<uint32_t>& heads) {
  const html::Tags& tags = html::Tags::all();
  std::vector<uint32_t> out;
  if (tags.is(outline[heads[0]].tag, html::kBlock)) return {};
  for (size_t i = 0; i < heads.size(); ++i) {
    if (outline[heads[i]].parent != outline[heads[0]].parent) return {};
    bool breaks = i == 0;
    uint32_t n = outline[heads[i]].previous;
    for (size_t seen = 0; !breaks && n != kNone && n > heads[i - 1] && seen < kMaxGapNodes;
         n = outline[n].previous, ++seen)
      breaks = outline[n].tag == tags.br || outline[n].tag == tags.hr;
    if (breaks) out.push_back(heads[i]);
  }
  if (out.size() == heads.size() || out.size() < 3 || double(out.size()) < kLineShare * double(heads.size()))
    return {};
  return out;
}

void extend(const Outline& outline, Candidate& candidate) { Extender(outline, candidate).run(); }

}  // namespace gleaner::records
