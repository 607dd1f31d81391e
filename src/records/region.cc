// From candidates to regions with columns and cells. See region.h.
#include "records/region.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "records/hidden.h"
#include "records/names.h"
#include "records/tags.h"
#include "wrap/types.h"

namespace gleaner::records {
namespace {

struct Interval {
  uint32_t begin, end;
};

std::vector<Interval> coverage(const Outline& outline, const Candidate& candidate) {
  std::vector<Interval> out;
  for (size_t i = 0; i < candidate.heads.size(); ++i) {
    Stretch record = candidate.record(i);
    out.push_back({outline[record.first].leaf_begin, outline[record.last].leaf_end});
  }
  std::sort(out.begin(), out.end(), [](Interval a, Interval b) { return a.begin < b.begin; });
  return out;
}

uint64_t size_of(const Outline& outline, const std::vector<Interval>& list) {
  uint64_t sum = 0;
  for (Interval i : list) sum += outline.chars(i.begin, i.end);
  return sum;
}

uint64_t common(const Outline& outline, const std::vector<Interval>& a, const std::vector<Interval>& b) {
  uint64_t sum = 0;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    uint32_t from = std::max(a[i].begin, b[j].begin), to = std::min(a[i].end, b[j].end);
    if (from < to) sum += outline.chars(from, to);
    if (a[i].end < b[j].end) ++i;
    else ++j;
  }
  return sum;
}

Span span_of(const Outline& outline, Stretch record) {
  const html::Tree& tree = outline.tree();
  auto one = [&](uint32_t n) {
    if (!outline.is_text(n)) return tree.span(outline[n].id);
    return outline.leaf_span(outline[n].leaf_begin);
  };
  return one(record.first).hull(one(record.last));
}

class Describer {
 public:
  Describer(const Outline& outline, const Candidate& candidate, bool whole, Region& region)
      : outline_(outline), candidate_(candidate), whole_(whole), region_(region) {}

  void run() {
    for (size_t i = 0; i < candidate_.heads.size(); ++i) {
      Stretch head{candidate_.heads[i], candidate_.heads[i]};
      records_.push_back(whole_ ? candidate_.record(i) : head);
      region_.records.push_back(frame(head, records_.back()));
    }
    Table table = make_table(outline_, records_);
    std::vector<std::vector<std::string>> texts;
    for (const auto& row : table.rows) {
      texts.emplace_back();
      for (const Table::Cell& cell : row) texts.back().push_back(field_text(outline_, cell.field));
    }
    make_columns(table, texts);
    add_links(table);
    fill(table, texts);
    judge_columns();
  }

 private:
  FoundRecord frame(Stretch head, Stretch whole) const {
    FoundRecord out;
    out.head = span_of(outline_, head);
    out.whole = span_of(outline_, whole);
    out.leaf_begin = outline_[whole.first].leaf_begin, out.leaf_end = outline_[whole.last].leaf_end;
    out.head_leaf_begin = outline_[head.first].leaf_begin, out.head_leaf_end = outline_[head.last].leaf_end;
    return out;
  }

  void make_columns(const Table& table, const std::vector<std::vector<std::string>>& texts) {
    std::vector<NamedColumn> names = name_columns(outline_, table, texts, records_);
    std::vector<uint32_t> example(table.columns.size(), kNone);
    for (const auto& row : table.rows)
      for (const Table::Cell& cell : row)
        if (example[cell.column] == kNone) example[cell.column] = cell.field.node;
    for (size_t c = 0; c < table.columns.size(); ++c) {
      Column column;
      column.name = names[c].name;
      column.base_name = names[c].base_name;
      column.key = table.columns[c].path * 1000003 + table.columns[c].occurrence;
      column.place = table.columns[c].place;
      column.is_label = names[c].is_label;
      column.path = outline_.path_words(outline_[records_[0].first].parent, example[c]);
      region_.columns.push_back(std::move(column));
    }
  }

  uint32_t anchor_of(const Table::Cell& cell) const { return outline_.leaves()[cell.field.leaf_begin].anchor; }

  // A column of link targets beside each text column most of whose cells are links, unless another has the same targets.
  void add_links(const Table& table) {
    const size_t columns = table.columns.size();
    std::vector<std::vector<uint32_t>> anchors(columns, std::vector<uint32_t>(table.rows.size(), kNone));
    std::vector<uint32_t> count(columns, 0);
    for (size_t r = 0; r < table.rows.size(); ++r)
      for (const Table::Cell& cell : table.rows[r]) {
        uint32_t anchor = anchor_of(cell);
        if (anchor == kNone || anchor < records_[r].first) continue;
        anchors[cell.column][r] = anchor;
        ++count[cell.column];
      }
    std::vector<std::string> names;
    for (const Column& column : region_.columns) names.push_back(column.name);
    std::vector<std::map<size_t, uint64_t>> known;  // targets a row of each link column made
    link_of_.assign(columns, kNone);
    for (size_t c = 0; c < columns; ++c) {
      if (count[c] * 2 < table.columns[c].count || count[c] * 5 < table.rows.size()) continue;
      std::map<size_t, uint64_t> targets;
      for (size_t r = 0; r < table.rows.size(); ++r)
        if (anchors[c][r] != kNone) targets[r] = outline_.target_hash(anchors[c][r]);
      if (repeats(targets, known)) continue;
      known.push_back(std::move(targets));
      link_of_[c] = uint32_t(region_.columns.size());
      Column link;
      link.is_link = true;
      names.push_back(known.size() == 1 ? "link" : region_.columns[c].name + "_link");
      link.base_name = names.back();
      link.key = region_.columns[c].key ^ 0x6c696e6b;
      link.place = region_.columns[c].place + 1e-9;
      link.path = region_.columns[c].path + "/@href";
      region_.columns.push_back(std::move(link));
    }
    make_unique(names);
    for (size_t i = 0; i < names.size(); ++i) region_.columns[i].name = names[i];
  }

  static bool repeats(const std::map<size_t, uint64_t>& targets, const std::vector<std::map<size_t, uint64_t>>& known) {
    for (const auto& other : known) {
      size_t same = 0;
      for (const auto& [row, target] : targets) {
        auto at = other.find(row);
        same += at != other.end() && at->second == target;
      }
      if (same * 10 >= targets.size() * 9) return true;
    }
    return false;
  }

  void fill(const Table& table, const std::vector<std::vector<std::string>>& texts) {
    const html::Tree& tree = outline_.tree();
    for (size_t r = 0; r < table.rows.size(); ++r)
      for (size_t j = 0; j < table.rows[r].size(); ++j) {
        const Table::Cell& cell = table.rows[r][j];
        std::vector<Cell>& out = region_.records[r].cells;
        out.push_back({cell.column, texts[r][j], field_span(outline_, cell.field), outline_[cell.field.node].id, {}});
        uint32_t anchor = anchor_of(cell), column = link_of_[cell.column];
        if (column == kNone || anchor == kNone || anchor < records_[r].first) continue;
        html::NodeId id = outline_[anchor].id;
        std::optional<Span> span = tree.attribute_span(id, "href");
        std::string_view value = tree.attribute(id, "href").value_or("");
        if (span && !value.empty()) out.push_back({column, std::string(trim(value)), *span, id, "href"});
      }
  }

  void judge_columns() {
    const double n = double(region_.records.size());
    std::vector<std::map<std::string_view, uint32_t>> values(region_.columns.size());
    std::vector<std::map<wrap::Type, uint32_t>> types(region_.columns.size());
    std::vector<uint32_t> count(region_.columns.size(), 0);
    for (const FoundRecord& record : region_.records)
      for (const Cell& cell : record.cells) {
        ++values[cell.column][cell.text];
        ++count[cell.column];
        if (!region_.columns[cell.column].is_link) ++types[cell.column][wrap::recognise(cell.text)];
      }
    for (size_t c = 0; c < region_.columns.size(); ++c) {
      Column& column = region_.columns[c];
      column.present = count[c] / n;
      uint32_t most = 0;
      for (const auto& [value, times] : values[c]) most = std::max(most, times);
      column.constant = count[c] > 2 && most >= 0.9 * count[c];
      if (column.is_link) column.type = wrap::Type::url;
      for (const auto& [type, times] : types[c])
        if (type != wrap::Type::text && times >= kKindShare * count[c]) column.type = type;
    }
  }

  const Outline& outline_;
  const Candidate& candidate_;
  const bool whole_;
  Region& region_;
  std::vector<Stretch> records_;
  std::vector<uint32_t> link_of_;
};

}  // namespace

Analysis::Analysis(DocumentPtr document, Budget& budget, const AnalysisOptions& options) : document_(std::move(document)) {
  const html::Tree& tree = document_->view<html::Tree>();
  std::vector<bool> hidden;
  if (options.styles) hidden = hidden_by_styles(tree, budget);
  outline_ = std::make_unique<Outline>(tree, hidden, budget);
  signatures_ = std::make_unique<Signatures>(*outline_);
  candidates_ = find_candidates(*outline_, *signatures_, budget);
  partial_ = budget.exhausted();
}

std::vector<size_t> Analysis::distinct(size_t most) const {
  std::vector<size_t> out;
  std::vector<std::vector<Interval>> kept;
  for (size_t i = 0; i < candidates_.size() && out.size() < most; ++i) {
    std::vector<Interval> own = coverage(*outline_, candidates_[i]);
    const uint64_t size = size_of(*outline_, own);
    bool repeats = false;
    for (const auto& other : kept)
      repeats |= 2 * common(*outline_, own, other) > std::min(size, size_of(*outline_, other));
    if (repeats) continue;
    out.push_back(i);
    kept.push_back(std::move(own));
  }
  return out;
}

bool Analysis::good(size_t candidate) const { return candidate < candidates_.size(); }

double Analysis::confidence(size_t candidate) const {
  return 1 / (1 + std::exp(-(candidates_[candidate].score - 10) / 3));
}

Region Analysis::describe(size_t index, bool whole) const {
  const Candidate& candidate = candidates_[index];
  Region region;
  region.candidate = index;
  region.score = candidate.score;
  region.confidence = confidence(index);
  region.several_nodes = !candidate.whole.empty();
  region.where = outline_->path_words(kNone, candidate.heads[0]);
  Describer(*outline_, candidate, whole, region).run();
  return region;
}

}  // namespace gleaner::records
