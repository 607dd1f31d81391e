// See site_columns.h.
#include "records/site_columns.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "records/weights.h"

namespace gleaner::records {
namespace {

// fewer fields show nothing
bool says(const ColumnVote& vote) { return vote.count >= kSplitFields; }

std::unordered_map<uint64_t, ColumnChoice> agreed_splits(const std::vector<Region>& regions) {
  struct Count {
    uint64_t split = 0, whole = 0;
    std::set<uint64_t> parts;
  };
  std::map<uint64_t, Count> counts;
  for (const Region& region : regions)
    for (const ColumnVote& vote : region.votes) {
      Count& count = counts[vote.column];
      (vote.split ? count.split : count.whole) += says(vote) ? vote.count : 0;
      count.parts.insert(vote.parts.begin(), vote.parts.end());
    }
  std::unordered_map<uint64_t, ColumnChoice> out;
  for (const auto& [column, count] : counts) {
    ColumnChoice& choice = out[column];
    choice.split = count.split > count.whole;
    if (choice.split) choice.parts.assign(count.parts.begin(), count.parts.end());
  }
  return out;
}

std::unordered_map<uint64_t, ColumnChoice> agreed_leads(const std::vector<Region>& regions) {
  std::map<uint64_t, std::map<std::string, uint64_t>> counts;
  for (const Region& region : regions)
    for (const ColumnVote& vote : region.leads) counts[vote.column][vote.lead] += says(vote) ? vote.count : 0;
  std::unordered_map<uint64_t, ColumnChoice> out;
  for (const auto& [column, leads] : counts)
    out[column].lead = std::ranges::max_element(leads, [](const auto& a, const auto& b) {
                         return a.second < b.second;
                       })->first;
  return out;
}

// Columns of one page (or of the items of one nested list), and how many rows they are of.
struct Source {
  const std::vector<Column>* columns;
  double rows;
};
using ColumnAt = std::unordered_map<uint64_t, uint32_t>;

// One list of columns for all pages: the same path and occurrence is the same column; its name is the
// commonest.
std::vector<Column> merge_columns(const std::vector<Source>& sources, ColumnAt& at) {
  struct Sum {
    std::map<std::string, double> names;
    std::map<wrap::Type, double> types;
    double place = 0, rows = 0, present = 0, constant = 0, label = 0, nested = 0;
    bool list = false;
    const Column* example = nullptr;
    std::vector<Source> fields;
  };
  std::map<uint64_t, Sum> sums;
  double all_rows = 0;
  for (const Source& source : sources) {
    all_rows += source.rows;
    for (const Column& column : *source.columns) {
      Sum& sum = sums[column.key];
      sum.names[column.base_name] += source.rows;
      sum.types[column.type] += source.rows * column.present;
      sum.place += column.place * source.rows;
      sum.rows += source.rows;
      sum.present += column.present * source.rows;
      sum.constant += column.constant ? source.rows : 0;
      sum.label += column.is_label ? source.rows : 0;
      sum.list = sum.list || column.list;
      if (!sum.example || column.path < sum.example->path) sum.example = &column;
      if (!column.fields.empty()) sum.fields.push_back({&column.fields, source.rows});
    }
  }
  auto largest = [](const auto& votes) {
    return std::ranges::max_element(votes, [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
  };
  std::vector<std::pair<double, uint64_t>> order;
  for (const auto& [key, sum] : sums) order.push_back({sum.place / sum.rows, key});
  std::ranges::sort(order);
  std::vector<Column> out;
  for (const auto& [place, key] : order) {
    const Sum& sum = sums[key];
    at[key] = uint32_t(out.size());
    Column column = *sum.example;
    column.base_name = largest(sum.names);
    column.type = largest(sum.types);
    column.present = all_rows > 0 ? sum.present / all_rows : 0;
    column.constant = sum.constant * 2 > sum.rows;
    column.is_label = sum.label * 2 > sum.rows;
    column.place = place;
    column.list = sum.list;
    ColumnAt inner;
    if (!sum.fields.empty()) column.fields = merge_columns(sum.fields, inner);
    out.push_back(std::move(column));
  }
  name_apart(out);
  return out;
}

void renumber(std::vector<Cell>& cells, const std::vector<Column>& from, const std::vector<Column>& to,
              const ColumnAt& at) {
  for (Cell& cell : cells) {
    const Column& old = from[cell.column];
    cell.column = at.at(old.key);
    if (cell.items.empty()) continue;
    ColumnAt inner;
    const std::vector<Column>& fields = to[cell.column].fields;
    for (uint32_t c = 0; c < fields.size(); ++c) inner[fields[c].key] = c;
    for (std::vector<Cell>& item : cell.items) renumber(item, old.fields, fields, inner);
  }
}

class Merger {
 public:
  Merger(const SiteTexts& texts, const RegionKind& kind, bool whole)
      : texts_(texts), kind_(kind), whole_(whole) {}

  SiteRegions run() {
    out_.pages.resize(texts_.size());
    for (size_t p = 0; p < texts_.size(); ++p) describe(p, nullptr);
    agree();
    merge();
    return std::move(out_);
  }

 private:
  void agree() {
    std::vector<Region>& regions = out_.pages;
    if (regions.size() < 2) return;
    Choices choices;
    std::set<uint64_t> lists, running;
    for (const Region& region : regions) {
      lists.insert(region.lists.begin(), region.lists.end());
      running.insert(region.running.begin(), region.running.end());
    }
    choices.lists.assign(lists.begin(), lists.end());
    choices.running.assign(running.begin(), running.end());
    auto lacks = [&](size_t p) {
      return kind_.candidate[p] != RegionKind::npos && regions[p].lists.size() < lists.size();
    };
    for (size_t p = 0; p < regions.size(); ++p)
      if (lacks(p)) describe(p, &choices);
    choices.split = agreed_splits(regions);
    for (size_t p = 0; p < regions.size(); ++p) describe(p, &choices);
    choices.lead = agreed_leads(regions);
    for (size_t p = 0; p < regions.size(); ++p) describe(p, &choices);
  }

  void describe(size_t p, const Choices* choices) {
    if (kind_.candidate[p] != RegionKind::npos)
      out_.pages[p] = texts_.page(p).describe(kind_.candidate[p], whole_, true, choices);
  }

  void merge() {
    std::vector<Source> sources;
    for (const Region& region : out_.pages)
      sources.push_back({&region.columns, double(region.records.size())});
    ColumnAt at;
    out_.columns = merge_columns(sources, at);
    for (Region& region : out_.pages)
      for (FoundRecord& record : region.records) renumber(record.cells, region.columns, out_.columns, at);
    mark_constants();
  }

  // A column may be constant on each page (the query) and still vary between pages, or vary little on one
  // page only.
  void mark_constants() {
    std::vector<std::map<std::string_view, size_t>> values(out_.columns.size());
    std::vector<size_t> count(out_.columns.size(), 0);
    for (const Region& region : out_.pages)
      for (const FoundRecord& record : region.records)
        for (const Cell& cell : record.cells) ++values[cell.column][value_of(cell)], ++count[cell.column];
    for (size_t c = 0; c < out_.columns.size(); ++c) {
      size_t most = 0;
      for (const auto& [text, n] : values[c]) most = std::max(most, n);
      out_.columns[c].constant = count[c] > 2 && double(most) >= kSameEverywhere * double(count[c]);
    }
    name_apart(out_.columns);
  }

  const SiteTexts& texts_;
  const RegionKind& kind_;
  const bool whole_;
  SiteRegions out_;
};

}  // namespace

SiteRegions describe_kind(const SiteTexts& texts, const RegionKind& kind, bool whole) {
  return Merger(texts, kind, whole).run();
}

}  // namespace gleaner::records
