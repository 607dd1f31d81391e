// From candidates to regions with columns and cells. See region.h.
#include "records/region.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "html/hidden.h"
#include "html/tags.h"
#include "records/names.h"
#include "records/nested.h"
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
  std::ranges::sort(out, [](Interval a, Interval b) { return a.begin < b.begin; });
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

using Texts = std::vector<std::vector<std::string>>;

Texts texts_of(const Outline& outline, const Table& table) {
  Texts out;
  for (const auto& row : table.rows) {
    out.emplace_back();
    for (const Table::Cell& cell : row) out.back().push_back(field_text(outline, cell.field));
  }
  return out;
}

// Share of the rows, constancy and type of each column.
void judge_columns(std::vector<Column>& columns, const std::vector<const std::vector<Cell>*>& rows) {
  std::vector<std::map<std::string_view, uint32_t>> values(columns.size());
  std::vector<std::map<wrap::Type, uint32_t>> types(columns.size());
  std::vector<uint32_t> count(columns.size(), 0), with(columns.size(), 0);
  std::vector<size_t> last(columns.size(), size_t(-1));
  for (size_t r = 0; r < rows.size(); ++r)
    for (const Cell& cell : *rows[r]) {
      ++count[cell.column];
      if (last[cell.column] != r) ++with[cell.column], last[cell.column] = r;
      if (!cell.items.empty()) continue;
      ++values[cell.column][value_of(cell)];
      if (!columns[cell.column].is_link) ++types[cell.column][wrap::recognise(cell.text)];
    }
  for (size_t c = 0; c < columns.size(); ++c) {
    Column& column = columns[c];
    column.present = with[c] / double(std::max<size_t>(1, rows.size()));
    uint32_t most = 0;
    for (const auto& [value, times] : values[c]) most = std::max(most, times);
    column.constant = count[c] > 2 && most >= kSameEverywhere * count[c];
    if (column.is_link) column.type = wrap::Type::url;
    for (const auto& [type, times] : types[c])
      if (type != wrap::Type::text && times >= kKindShare * count[c]) column.type = type;
  }
}

// Cells of a list of records (or of the items of a nested list) from their table, with link columns beside.
class TableReader {
 public:
  TableReader(const Outline& outline, const std::vector<Stretch>& records, Table table)
      : outline_(outline), records_(records), table_(std::move(table)), texts_(texts_of(outline, table_)) {
    make_columns();
    add_links();
  }

  // Where no text is a link, pictures are: a column of the targets of each record's first such link.
  void add_picture_links() {
    if (std::ranges::any_of(columns, [](const Column& c) { return c.is_link; })) return;
    pictures_.assign(records_.size(), kNone);
    size_t found = 0;
    for (size_t r = 0; r < records_.size(); ++r) {
      pictures_[r] = picture_link(records_[r]);
      found += pictures_[r] != kNone;
    }
    if (found < 2 || found * 2 < records_.size()) {
      pictures_.clear();
      return;
    }
    Column link;
    link.is_link = true;
    link.base_name = "link";
    link.key = 0x706963747572656c;
    link.path = "a/@href";
    columns.push_back(std::move(link));
  }

  std::vector<Column> columns;

  std::vector<Cell> cells(size_t r) const {
    std::vector<Cell> out;
    for (size_t j = 0; j < table_.rows[r].size(); ++j) {
      const Table::Cell& cell = table_.rows[r][j];
      out.push_back({cell.column,
                     texts_[r][j],
                     field_span(outline_, cell.field),
                     outline_[cell.field.node].id,
                     {},
                     cell.led ? table_.columns[cell.column].lead : "",
                     {}});
      add_target(anchor_of(cell, r), link_of_[cell.column], out);
      if (j == 0 && !pictures_.empty()) add_target(pictures_[r], uint32_t(columns.size() - 1), out);
    }
    return out;
  }

 private:
  void make_columns() {
    std::vector<NamedColumn> names = name_columns(outline_, table_, texts_, records_);
    std::vector<uint32_t> example(table_.columns.size(), kNone);
    for (const auto& row : table_.rows)
      for (const Table::Cell& cell : row)
        if (example[cell.column] == kNone) example[cell.column] = cell.field.node;
    for (size_t c = 0; c < table_.columns.size(); ++c) {
      Column column;
      column.base_name = std::move(names[c].name);
      column.list = table_.columns[c].list;
      column.key = column_key(table_.columns[c]);
      column.place = table_.columns[c].place;
      column.is_label = names[c].is_label;
      column.path = outline_.path_words(outline_[records_[0].first].parent, example[c]);
      columns.push_back(std::move(column));
    }
  }

  void add_target(uint32_t anchor, uint32_t column, std::vector<Cell>& out) const {
    if (column == kNone || anchor == kNone) return;
    const html::NodeId id = outline_[anchor].id;
    const std::optional<Span> span = outline_.tree().attribute_span(id, "href");
    const std::string_view value = trim(outline_.tree().attribute(id, "href").value_or(""));
    if (span && !value.empty()) out.push_back({column, std::string(value), *span, id, "href", {}, {}});
  }

  uint32_t picture_link(Stretch record) const {
    for (uint32_t n = record.first; n < outline_[record.last].end; ++n) {
      if (outline_[n].tag != html::Tags::all().a || outline_.has_text(n)) continue;
      const std::string_view target = trim(outline_.attribute(n, "href"));
      if (!target.empty() && target[0] != '#' && !target.starts_with("javascript:")) return n;
    }
    return kNone;
  }

  // The link around a cell, if it stands inside the record.
  uint32_t anchor_of(const Table::Cell& cell, size_t r) const {
    uint32_t anchor = outline_.leaves()[cell.field.leaf_begin].anchor;
    return anchor == kNone || anchor < records_[r].first ? kNone : anchor;
  }

  // A column of link targets beside each text column most of whose cells are links, unless another has the
  // same targets.
  void add_links() {
    const size_t count = table_.columns.size();
    std::vector<std::map<size_t, uint64_t>> targets(count), known;
    for (size_t r = 0; r < table_.rows.size(); ++r)
      for (const Table::Cell& cell : table_.rows[r])
        if (uint32_t anchor = anchor_of(cell, r); anchor != kNone)
          targets[cell.column][r] = outline_.target_hash(anchor);
    link_of_.assign(count, kNone);
    for (size_t c = 0; c < count; ++c) {
      const size_t links = targets[c].size();
      if (links * 2 < table_.columns[c].count || links * 5 < table_.rows.size() || repeats(targets[c], known))
        continue;
      known.push_back(targets[c]);
      link_of_[c] = uint32_t(columns.size());
      Column link;
      link.is_link = true;
      link.base_name = known.size() == 1              ? "link"
                       : columns[c].base_name.empty() ? "text_link"
                                                      : columns[c].base_name + "_link";
      link.key = columns[c].key ^ 0x6c696e6b;
      link.place = columns[c].place + 1e-9;
      link.path = columns[c].path + "/@href";
      columns.push_back(std::move(link));
    }
  }

  static bool repeats(const std::map<size_t, uint64_t>& targets,
                      const std::vector<std::map<size_t, uint64_t>>& known) {
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

  const Outline& outline_;
  const std::vector<Stretch>& records_;
  Table table_;
  Texts texts_;
  std::vector<uint32_t> link_of_;
  std::vector<uint32_t> pictures_;  // a record: its first link, where links are around pictures
};

class Describer {
 public:
  Describer(const Outline& outline, Signatures& signatures, const Candidate& candidate, bool whole,
            Region& region)
      : outline_(outline), signatures_(signatures), candidate_(candidate), whole_(whole), region_(region) {}

  void run(bool nested, const Choices* choices) {
    choices_ = choices;
    for (size_t i = 0; i < candidate_.heads.size(); ++i) {
      Stretch head{candidate_.heads[i], candidate_.heads[i]};
      records_.push_back(whole_ ? candidate_.record(i) : head);
      region_.records.push_back(frame(head, records_.back()));
    }
    std::vector<NestedList> lists;
    if (nested)
      lists =
          find_nested(outline_, signatures_, records_, choices ? choices->lists : std::vector<uint64_t>());
    for (const NestedList& list : lists) region_.lists.push_back(list.path);
    Table table = make_table(outline_, records_, taken_by(lists), choices);
    take_votes(table);
    if (nested)
      region_.running = join_running(outline_, table, choices ? choices->running : std::vector<uint64_t>());
    TableReader reader(outline_, records_, std::move(table));
    reader.add_picture_links();
    for (size_t r = 0; r < records_.size(); ++r) region_.records[r].cells = reader.cells(r);
    region_.columns = std::move(reader.columns);
    for (const NestedList& list : lists) add_nested(list);
    if (!lists.empty()) place_columns();
    sort_columns();
    std::vector<const std::vector<Cell>*> rows;
    for (const FoundRecord& record : region_.records) rows.push_back(&record.cells);
    judge_columns(region_.columns, rows);
    name_apart(region_.columns);
  }

 private:
  void take_votes(const Table& table) {
    region_.votes.insert(region_.votes.end(), table.votes.begin(), table.votes.end());
    region_.leads.insert(region_.leads.end(), table.leads.begin(), table.leads.end());
  }

  FoundRecord frame(Stretch head, Stretch whole) const {
    FoundRecord out;
    out.head = span_of(outline_, head);
    out.whole = span_of(outline_, whole);
    out.leaf_begin = outline_[whole.first].leaf_begin, out.leaf_end = outline_[whole.last].leaf_end;
    out.head_leaf_begin = outline_[head.first].leaf_begin, out.head_leaf_end = outline_[head.last].leaf_end;
    return out;
  }

  // Leaves that belong to nested lists, sorted intervals.
  std::vector<LeafRange> taken_by(const std::vector<NestedList>& lists) const {
    std::vector<LeafRange> out;
    for (const NestedList& list : lists)
      for (const auto& items : list.items)
        for (uint32_t item : items) out.push_back({outline_[item].leaf_begin, outline_[item].leaf_end});
    std::ranges::sort(out, [](LeafRange a, LeafRange b) { return a.begin < b.begin; });
    return out;
  }

  void add_nested(const NestedList& list) {
    std::vector<Stretch> items;
    for (const auto& record : list.items)
      for (uint32_t item : record) items.push_back({item, item});
    Table table = make_table(outline_, items, {}, choices_, list.path);
    take_votes(table);
    TableReader reader(outline_, items, std::move(table));
    std::vector<std::vector<Cell>> made;
    for (size_t i = 0; i < items.size(); ++i) made.push_back(reader.cells(i));
    std::vector<const std::vector<Cell>*> rows;
    for (const auto& cells : made) rows.push_back(&cells);
    judge_columns(reader.columns, rows);
    name_apart(reader.columns);
    Column column;
    column.list = true;
    column.key = list.path * 1000003 + 999983;
    column.name = column.base_name = nested_name(items[0].first);
    column.path = outline_.path_words(outline_[records_[0].first].parent, items[0].first);
    size_t texts = 0;
    for (const Column& field : reader.columns) texts += !field.is_link;
    const bool plain = texts == 1;
    if (!plain) column.fields = std::move(reader.columns);
    const uint32_t at = uint32_t(region_.columns.size());
    size_t next = 0;
    for (size_t r = 0; r < list.items.size(); ++r) {
      std::vector<Cell> items_here;
      for (uint32_t item : list.items[r]) {
        std::vector<Cell>& parts = made[next++];
        Cell cell;
        cell.column = at;
        cell.span = span_of(outline_, {item, item});
        cell.node = outline_[item].id;
        cell.text = outline_.text(outline_[item].leaf_begin, outline_[item].leaf_end);
        if (plain) {
          cell.text = parts[0].text;
          cell.span = parts[0].span;
        } else {
          cell.items.push_back(std::move(parts));
        }
        items_here.push_back(std::move(cell));
      }
      put_in_order(region_.records[r].cells, std::move(items_here));
    }
    region_.columns.push_back(std::move(column));
  }

  // Links stay after the text they stand on.
  static void put_in_order(std::vector<Cell>& cells, std::vector<Cell> items) {
    if (items.empty()) return;
    std::vector<Cell> out;
    size_t next = 0;
    for (Cell& cell : cells) {
      while (cell.attribute.empty() && next < items.size() && items[next].span.begin < cell.span.begin)
        out.push_back(std::move(items[next++]));
      out.push_back(std::move(cell));
    }
    while (next < items.size()) out.push_back(std::move(items[next++]));
    cells = std::move(out);
  }

  // Columns beside lists: mean place among the record's columns, a list being one of them.
  void place_columns() {
    std::vector<double> sum(region_.columns.size(), 0), times(region_.columns.size(), 0);
    std::vector<uint32_t> here;
    for (const FoundRecord& record : region_.records) {
      here.clear();
      for (const Cell& cell : record.cells)
        if (here.empty() || here.back() != cell.column) here.push_back(cell.column);
      for (size_t j = 0; j < here.size(); ++j)
        sum[here[j]] += double(j) / double(std::max<size_t>(1, here.size() - 1)), ++times[here[j]];
    }
    for (size_t c = 0; c < region_.columns.size(); ++c)
      if (times[c] > 0) region_.columns[c].place = sum[c] / times[c];
  }

  std::string nested_name(uint32_t item) const {
    if (std::string name = to_name(HeaderRow(outline_, records_[0]).above(item)); !name.empty()) return name;
    for (uint32_t node : {outline_[item].parent, item})
      for (std::string_view token : words(outline_[node].classes))
        if (std::string name = to_name(token); name.size() >= 3 && std::ranges::all_of(token, [](char c) {
                                                 return is_alpha(c) || c == '-' || c == '_';
                                               }))
          return name;
    return "items";
  }

  // Text columns first as they stand in a record; links after the column they belong to.
  void sort_columns() {
    const std::vector<uint32_t> rank = sort_by_place(region_.columns);
    for (FoundRecord& record : region_.records)
      for (Cell& cell : record.cells) cell.column = rank[cell.column];
  }

  const Outline& outline_;
  Signatures& signatures_;
  const Candidate& candidate_;
  const bool whole_;
  const Choices* choices_ = nullptr;
  Region& region_;
  std::vector<Stretch> records_;
};

}  // namespace

Span span_of(const Outline& outline, Stretch record) {
  const html::Tree& tree = outline.tree();
  auto one = [&](uint32_t n) {
    if (!outline.is_text(n)) return tree.span(outline[n].id);
    return outline.leaf_span(outline[n].leaf_begin);
  };
  return one(record.first).hull(one(record.last));
}

bool is_data(const Column& column) {
  return !column.is_label && !column.constant && column.present >= kShownShare;
}

void name_apart(std::vector<Column>& columns) {
  std::vector<std::string> names;
  std::vector<Column*> order;
  for (bool data : {true, false})
    for (Column& column : columns)
      if (is_data(column) == data) names.push_back(column.base_name), order.push_back(&column);
  make_unique(names);
  for (size_t i = 0; i < names.size(); ++i) order[i]->name = std::move(names[i]);
}

Analysis::Analysis(DocumentPtr document, Budget& budget, const AnalysisOptions& options)
    : document_(std::move(document)) {
  const html::Tree& tree = document_->view<html::Tree>();
  std::vector<bool> hidden;
  if (options.styles) hidden = html::hidden_by_styles(tree, budget);
  outline_ = std::make_unique<Outline>(tree, hidden, budget);
  signatures_ = std::make_unique<Signatures>(*outline_);
  candidates_ = find_candidates(*outline_, *signatures_, budget, options.keep);
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

bool Analysis::good(size_t candidate) const {
  return candidate < candidates_.size() && candidates_[candidate].score >= kLeastScore;
}

double Analysis::confidence(size_t candidate) const {
  return 1 / (1 + std::exp(-(candidates_[candidate].score - kEvenScore) / kScoreScale));
}

std::vector<Span> Analysis::spans(size_t index) const {
  const Candidate& candidate = candidates_[index];
  std::vector<Span> out;
  for (size_t i = 0; i < candidate.heads.size(); ++i) out.push_back(span_of(*outline_, candidate.record(i)));
  return out;
}

Region Analysis::describe(size_t index, bool whole, bool nested, const Choices* choices) const {
  const Candidate& candidate = candidates_[index];
  Region region;
  region.candidate = index;
  region.score = candidate.score;
  region.confidence = confidence(index);
  region.where = outline_->path_words(kNone, candidate.heads[0]);
  Describer(*outline_, *signatures_, candidate, whole, region).run(nested, choices);
  return region;
}

}  // namespace gleaner::records
