// See like_nodes.h.
#include "learn/like_nodes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "base/shorten.h"
#include "learn/evaluate.h"
#include "learn/weights.h"
#include "records/header_row.h"
#include "records/outline.h"
#include "wrap/refusal.h"

namespace gleaner::learn {
namespace {

using records::Outline;

constexpr uint32_t kNowhere = records::kNone;
constexpr size_t kNoted = 20;  // nodes that are named; more are counted
constexpr size_t kShownText = 60;

// Where a record stands: siblings from first to last.
struct Stand {
  uint32_t first = kNowhere, last = kNowhere;
};

class Beside {
 public:
  Beside(const Document& page, const std::vector<wrap::Record>& records, Budget& budget)
      : page_(page), outline_(page.view<html::Tree>(), {}, budget), records_(records) {
    for (uint32_t leaf = 0; leaf < outline_.leaves().size(); ++leaf)
      spans_.push_back(outline_.leaf_span(leaf));
  }

  Diagnostics run() {
    if (!find_stands()) return {};
    find_paths();
    Diagnostics out;
    std::map<std::string, size_t> more;
    for (uint32_t node : like_nodes()) {
      std::string why = lacking(node);
      if (out.size() >= kNoted) {
        ++more[why];
        continue;
      }
      const auto& n = outline_[node];
      out.push_back(
          wrap::note_of({shortened(outline_.text(n.leaf_begin, n.leaf_end), kShownText), std::move(why), 1},
                        page_.where(outline_.tree().span(n.id))));
    }
    for (const auto& [why, count] : more)
      out.push_back(wrap::note_of({"", why, std::max<size_t>(count, 2)}, {}));
    return out;
  }

 private:
  std::optional<uint32_t> leaf_at(Span span) const {
    auto at = std::partition_point(spans_.begin(), spans_.end(), [&](Span s) { return s.end <= span.begin; });
    if (at == spans_.end() || !at->overlaps(span)) return std::nullopt;
    return uint32_t(at - spans_.begin());
  }

  // The leaves of a record's values, first and last; false where a record has none in the text.
  bool find_stands() {
    std::vector<std::pair<uint32_t, uint32_t>> leaves;
    std::unordered_map<uint32_t, uint32_t> held;  // records below a node, up to 2
    for (const wrap::Record& record : records_) {
      uint32_t low = kNowhere, high = 0;
      wrap::for_each_leaf(record, [&](const std::string&, const wrap::Value& v) {
        if (!v.span) return;
        if (auto leaf = leaf_at(*v.span)) low = std::min(low, *leaf), high = std::max(high, *leaf);
      });
      if (low == kNowhere) return false;
      leaves.emplace_back(low, high);
    }
    std::vector<uint32_t> around;
    for (const auto& [low, high] : leaves) {
      uint32_t n = outline_.leaves()[low].node;
      while (n != kNowhere && outline_[n].leaf_end <= high) n = outline_[n].parent;
      if (n == kNowhere) return false;
      around.push_back(n);
      for (uint32_t up = n; up != kNowhere && held[up]++ < 2; up = outline_[up].parent) {
      }
    }
    for (size_t i = 0; i < leaves.size(); ++i) {
      uint32_t n = around[i];
      if (held[n] > 1) {  // it spreads over siblings
        stands_.push_back({child_with(n, leaves[i].first), child_with(n, leaves[i].second)});
        continue;
      }
      while (outline_[n].parent != kNowhere && held[outline_[n].parent] == 1) n = outline_[n].parent;
      stands_.push_back({n, n});
    }
    return true;
  }

  uint32_t child_with(uint32_t node, uint32_t leaf) const {
    uint32_t c = outline_.leaves()[leaf].node;
    while (c != node && outline_[c].parent != node && outline_[c].parent != kNowhere) c = outline_[c].parent;
    return c;
  }

  // Paths from a record's node to the texts of each field.
  void find_paths() {
    for (size_t i = 0; i < records_.size(); ++i) {
      std::set<std::string> has;
      wrap::for_each_leaf(records_[i], [&](const std::string& field, const wrap::Value& v) {
        auto leaf = v.span ? leaf_at(*v.span) : std::nullopt;
        if (!leaf) return;
        has.insert(field);
        paths_[field].insert(path_to(stands_[i].first, *leaf));
      });
      for (const std::string& field : has) ++count_[field];
    }
  }
  uint64_t path_to(uint32_t node, uint32_t leaf) const {
    return outline_.path_from(outline_[node].parent, outline_.leaves()[leaf].node);
  }

  std::vector<uint32_t> like_nodes() const {
    std::unordered_set<uint32_t> inside, parents;
    std::set<html::TagId> heads;
    std::vector<uint32_t> in_order, out;
    for (const Stand& stand : stands_) {
      for (uint32_t n = stand.first; n != kNowhere; n = outline_.next_sibling(n)) {
        inside.insert(n);
        if (n == stand.last) break;
      }
      const uint32_t parent = outline_[stand.first].parent;
      heads.insert(outline_[stand.first].tag);
      if (parent != kNowhere && parents.insert(parent).second) in_order.push_back(parent);
    }
    for (uint32_t parent : in_order)
      for (uint32_t n = outline_.first_child(parent); n != kNowhere; n = outline_.next_sibling(n))
        if (!outline_.is_text(n) && outline_.has_text(n) && !inside.contains(n) &&
            heads.contains(outline_[n].tag) && !records::is_header_row(outline_, n))
          out.push_back(n);
    std::ranges::sort(out);
    return out;
  }

  std::string lacking(uint32_t node) const {
    std::unordered_set<uint64_t> here;
    for (uint32_t leaf = outline_[node].leaf_begin; leaf < outline_[node].leaf_end; ++leaf)
      here.insert(path_to(node, leaf));
    std::vector<std::string> names;
    for (const auto& [field, paths] : paths_)
      if (double(count_.at(field)) >= kUsual * double(records_.size()) &&
          std::ranges::none_of(paths, [&](uint64_t path) { return here.contains(path); }))
        names.push_back(field);
    return names.empty() ? "it is not built like the records"
                         : fmt::format("without {}", fmt::join(names, ", "));
  }

  const Document& page_;
  Outline outline_;
  const std::vector<wrap::Record>& records_;
  std::vector<Span> spans_;  // of the leaves
  std::vector<Stand> stands_;
  std::map<std::string, std::set<uint64_t>> paths_;
  std::map<std::string, size_t> count_;
};

}  // namespace

Diagnostics refused_beside(const Document& page, const std::vector<wrap::Record>& records) {
  if (!page.is_html() || records.size() < 2) return {};
  Budget budget;
  return Beside(page, records, budget).run();
}

void add_refusals(const wrap::Wrapper& wrapper, const Document& page,
                  const std::vector<wrap::Record>& records, Diagnostics& notes) {
  if (wrapper.kind() == "rows") return;  // says itself what it refuses
  for (Diagnostic& note : refused_beside(page, records)) notes.push_back(std::move(note));
}

Diagnostics notes_of(const wrap::WrapperPtr& wrapper, const Document& page) {
  const wrap::RecordList& given = read_by(wrapper, page);
  Diagnostics notes = given.notes;
  add_refusals(*wrapper, page, given.records, notes);
  return notes;
}

std::string refusal_words(const Diagnostics& notes) {
  std::map<std::string, size_t> reasons;
  for (const Diagnostic& note : notes)
    if (const auto refused = wrap::refusal_of(note)) reasons[refused->why] += refused->nodes;
  std::string out;
  for (const auto& [why, count] : reasons)
    out += fmt::format("{}{} refused, {}", out.empty() ? "" : "; ",
                       count == 1 ? "1 node" : fmt::format("{} nodes", count), why);
  return out;
}

std::string list_words(const wrap::Label& label, const std::vector<wrap::Record>& given,
                       const Diagnostics& notes, const wrap::Schema& schema) {
  const size_t found = given.size(), labelled = std::min(paired_rows(label.records, given), found);
  std::string out =
      fmt::format("{} labelled, {} like {} found", labelled, found - labelled, labelled == 1 ? "it" : "them");
  std::string lacking;
  for (const wrap::FieldSchema& field : schema.fields) {
    const auto without =
        size_t(std::ranges::count_if(given, [&](const wrap::Record& r) { return !r.find(field.name); }));
    if (without) lacking += fmt::format("{}{} without {}", lacking.empty() ? "" : ", ", without, field.name);
  }
  out += lacking.empty() ? "" : "; " + lacking;
  const std::string refused = refusal_words(notes);
  return refused.empty() ? out : out + "; " + refused;
}

void tell_lists(const wrap::WrapperPtr& wrapper, const std::vector<wrap::LabelledPage>& pages,
                wrap::LearnReport& report) {
  size_t single = 0;
  for (size_t i = 0; i < pages.size() && i < kProfilePages; ++i) {
    const wrap::LabelledPage& page = pages[i];
    const bool many = page.label.records.size() > 1;
    if (page.label.complete && !many) continue;
    const std::vector<wrap::Record>& given = given_by(wrapper, *page.document);
    if (!many && given.size() < 2) {
      ++single;
      continue;
    }
    const Diagnostics notes = notes_of(wrapper, *page.document);
    if (page.label.complete && refusal_words(notes).empty()) continue;  // all is labelled, nothing to tell
    report.details["list." + page.label.page] = list_words(page.label, given, notes, wrapper->schema());
  }
  if (single)
    report.details["assumed"] = fmt::format(
        "{} taken whole: one record is labelled and one is given (say \"complete\": true, or label a second)",
        single == 1 ? "1 page was" : fmt::format("{} pages were", single));
}

}  // namespace gleaner::learn
