// Match as a step: rows of one table meet rows of another (or what stands twice in one table), judged by
// module match. Pairs that are not sure wait for a person; what a person decided wins, as long as the texts
// are those that were decided on.
//
// Sources are matched one by one where every row of the other table has at most one match in each: three
// shops may all sell article 17, and are no rivals.
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/lists.h"
#include "base/shorten.h"
#include "base/text.h"
#include "flow/step.h"
#include "match/clusters.h"
#include "match/matcher.h"
#include "script/csv.h"

namespace gleaner::flow {
namespace {

constexpr size_t kShownText = 160;  // of a row in the review list
constexpr size_t kShownReasons = 4;

// A table as the matcher sees it: its ids are the numbers of rows.
struct MatchSide {
  const Table* table = nullptr;
  std::vector<size_t> on, key;
  std::vector<uint32_t> rows;  // that take part
  match::Table as_match;

  std::string text(uint32_t row) const {
    std::string out;
    for (const size_t c : on)
      if (const std::string cell = shown(table->rows[row].cells[c]); !cell.empty())
        out += (out.empty() ? "" : " | ") + cell;
    return out;
  }
  std::string key_text(uint32_t row) const { return key_of(table->rows[row], key.empty() ? on : key); }
  void fill(const std::vector<std::string>& names) {
    std::vector<std::string> columns = {"id"};
    columns.insert(columns.end(), names.begin(), names.end());
    as_match = match::Table(columns);
    std::vector<std::string> texts;
    std::vector<std::string_view> cells;
    for (const uint32_t row : rows) {
      texts.assign(1, std::to_string(row));
      for (const size_t c : on) texts.push_back(shown(table->rows[row].cells[c]));
      cells.assign(texts.begin(), texts.end());
      as_match.add(cells);
    }
  }
};

struct FoundPair {
  uint32_t left = 0, right = 0;
  double probability = 0;
  bool decided = false;
};

class MatchRun {
 public:
  MatchRun(const Step& step, const Inputs& inputs, StepContext& context)
      : step_(step), inputs_(inputs), context_(context) {}

  Result<StepOutput> run() {
    GLEANER_CHECK(prepare());
    if (one_table()) before_ = clusters_before();
    for (const auto& group : groups()) GLEANER_CHECK(match_group(group));
    std::ranges::sort(pairs_, [](const FoundPair& a, const FoundPair& b) {
      return std::pair(a.left, a.right) < std::pair(b.left, b.right);
    });
    one_table() ? write_clusters() : write_pairs();
    std::ranges::sort(out_.review, [](const ReviewPair& a, const ReviewPair& b) {
      return std::tuple(a.deferred, a.probability, a.left, a.right) <
             std::tuple(b.deferred, b.probability, b.left, b.right);
    });
    return std::move(out_);
  }

 private:
  bool one_table() const { return inputs_.size() == 1; }

  Status prepare() {
    names_ = step_.match.on;
    if (names_.empty())
      for (const Column& column : inputs_[0]->columns)
        if (inputs_.back()->column(column.name) != Table::npos) names_.push_back(column.name);
    if (names_.empty())
      return error(Code::bad_input, fmt::format("{}: the tables have no column in common", step_.name),
                   {context_.flow->path, step_.line},
                   "rename columns with an integrate step, or name them: on = [\"name\"]");
    for (size_t i = 0; i < 2; ++i) {
      const Table& table = *inputs_[std::min(i, inputs_.size() - 1)];
      const std::string& name = step_.inputs[std::min(i, inputs_.size() - 1)];
      sides_[i].table = &table;
      GLEANER_TRY(sides_[i].on, columns_of(table, names_, fmt::format("{}: {}", step_.name, name)));
      if (const Step* made = context_.flow->step(name)) {
        std::vector<std::string> key = made->key;
        for (const std::string& column : key)
          if (table.column(column) == Table::npos) key.clear();
        GLEANER_TRY(sides_[i].key, columns_of(table, key, name));
      }
    }
    return read_labels();
  }

  // Rows of the left table that are matched together.
  std::vector<std::vector<uint32_t>> groups() const {
    std::map<uint32_t, std::vector<uint32_t>> by_source;
    const bool apart = !one_table() && step_.match.one_to_one == step_.inputs.back();
    const Table& left = *inputs_[0];
    for (uint32_t r = 0; r < left.rows.size(); ++r) by_source[apart ? left.rows[r].source : 0].push_back(r);
    std::vector<std::vector<uint32_t>> out;
    for (auto& [source, rows] : by_source) out.push_back(std::move(rows));
    return out;
  }

  // Pairs of keys that a file has decided.
  Status read_labels() {
    if (step_.match.labels.empty()) return {};
    GLEANER_TRY(const std::string_view text, context_.files->get(context_.flow->at(step_.match.labels)));
    std::string bad;
    const auto take = [&](const std::vector<std::string>& names, std::vector<std::string>& cells) {
      const auto cell = [&](std::string_view column) -> std::string {
        for (size_t i = 0; i < names.size(); ++i)
          if (equals_ignoring_case(names[i], column)) return i < cells.size() ? cells[i] : "";
        bad = fmt::format("labels need the columns left, right and match, not: {}", fmt::join(names, ", "));
        return "";
      };
      const std::string left = cell("left"), right = cell("right"), said = cell("match");
      const auto answer = match::read_answer(said);
      if (answer) labelled_[{left, right}] = *answer;
      else if (!trim(said).empty()) bad = fmt::format("\"{}\" is no answer", said);
      return bad.empty();
    };
    GLEANER_CHECK(script::each_csv_row(text, step_.match.labels, take));
    if (!bad.empty())
      return error(Code::bad_input, bad, {step_.match.labels},
                   "left and right are keys, match is 1 or 0, or empty");
    return {};
  }

  const Decision* decision_on(const std::string& left, const std::string& right) const {
    for (const Decision& one : context_.decisions)
      if (one.step == step_.name && one.left == left && one.right == right) return &one;
    return nullptr;
  }
  uint64_t hash_of(uint32_t left, uint32_t right) const {
    return mix(stable_hash(sides_[0].text(left)), stable_hash(sides_[1].text(right)));
  }

  // What people said of pairs of these rows, as labels.
  std::vector<match::Label> labels_of(const MatchSide& left, const MatchSide& right) const {
    std::map<std::string, uint32_t> lefts, rights;
    for (const uint32_t row : left.rows) lefts.emplace(left.key_text(row), row);
    for (const uint32_t row : right.rows) rights.emplace(right.key_text(row), row);
    std::vector<match::Label> out;
    const auto add = [&](const std::string& a, const std::string& b, bool same, uint64_t hash) {
      const auto one = lefts.find(a), other = rights.find(b);
      if (one == lefts.end() || other == rights.end()) return;
      if (hash && hash != hash_of(one->second, other->second))
        return;  // other texts than those that were decided on
      out.push_back({std::to_string(one->second), std::to_string(other->second), same});
    };
    for (const auto& [pair, same] : labelled_) add(pair.first, pair.second, same, 0);
    for (const Decision& one : context_.decisions)
      if (one.step == step_.name && one.verdict != "defer")
        add(one.left, one.right, one.verdict == "accept", one.text_hash);
    return out;
  }

  Status match_group(const std::vector<uint32_t>& rows) {
    MatchSide& left = sides_[0];
    MatchSide& right = sides_[1];
    left.rows = rows;
    right.rows.resize(right.table->rows.size());
    for (uint32_t r = 0; r < right.rows.size(); ++r) right.rows[r] = r;
    if (left.rows.empty() || right.rows.empty()) return {};
    left.fill(names_);
    if (!one_table()) right.fill(names_);
    match::Options how;
    how.jobs = context_.jobs;
    if (one_table() && !before_.empty()) how.known = [&](bool, uint32_t row) { return before_[rows[row]]; };
    auto matcher = match::Matcher::run(left.as_match, one_table() ? nullptr : &right.as_match,
                                       labels_of(left, right), how);
    if (!matcher.ok()) {
      Diagnostic why = matcher.error();
      why.message = fmt::format("{}: {}", step_.name, why.message);
      return why;
    }
    for (const match::Pair& pair : matcher->pairs())
      if (one_table() && pair.labelled && pair.probability == 0)
        apart_.push_back({rows[pair.left], rows[pair.right], 0, true});
    for (const std::string& note : matcher->notes()) out_.notes.push_back(note);
    const bool single = !step_.match.one_to_one.empty();
    const std::vector<char> assigned = single ? matcher->assign(step_.match.threshold) : std::vector<char>();
    for (size_t k = 0; k < matcher->pairs().size(); ++k) {
      const match::Pair& pair = matcher->pairs()[k];
      const bool chosen = single ? assigned[k] : pair.probability >= step_.match.threshold;
      if (!chosen) continue;
      const uint32_t a = rows[pair.left], b = one_table() ? rows[pair.right] : pair.right;
      if (waits(*matcher, pair, a, b)) continue;
      pairs_.push_back({a, b, pair.probability, pair.labelled});
    }
    return {};
  }

  // Does a person have to say first? Then it goes to the review list.
  bool waits(const match::Matcher& matcher, const match::Pair& pair, uint32_t left, uint32_t right) {
    const std::string a = sides_[0].key_text(left), b = sides_[1].key_text(right);
    const Decision* decided = decision_on(a, b);
    const uint64_t hash = hash_of(left, right);
    const bool same_text = decided && (decided->text_hash == 0 || decided->text_hash == hash);
    if (same_text && decided->verdict == "accept") return false;
    if (!decided && (pair.labelled || pair.probability >= step_.match.review)) return false;
    ReviewPair one{step_.name,
                   a,
                   b,
                   pair.probability,
                   hash,
                   shortened(sides_[0].text(left), kShownText),
                   shortened(sides_[1].text(right), kShownText),
                   "",
                   false,
                   false};
    one.deferred = same_text && decided->verdict == "defer";
    one.changed = decided && !same_text;
    const match::Explanation why = matcher.explain(pair.left, pair.right);
    if (!why.left_only.empty()) one.why += fmt::format("only left: {}", fmt::join(why.left_only, " "));
    if (!why.right_only.empty())
      one.why += fmt::format("{}only right: {}", one.why.empty() ? "" : "; ", fmt::join(why.right_only, " "));
    for (size_t i = 1; i < why.reasons.size() && i <= kShownReasons; ++i)
      one.why += fmt::format("{}{} ({:+.1f})", one.why.empty() ? "" : "; ", why.reasons[i].words,
                             why.reasons[i].adds);
    out_.review.push_back(std::move(one));
    return step_.match.hold;
  }

  void write_pairs() {
    const Table &left = *inputs_[0], &right = *inputs_[1];
    Table& table = out_.table;
    table.columns = left.columns;
    table.sources = left.sources;
    for (const Column& column : right.columns) {
      std::string name = column.name;
      for (int n = 2; table.column(name) != Table::npos; ++n)
        name = n == 2 ? step_.inputs[1] + "_" + column.name
                      : fmt::format("{}_{}_{}", step_.inputs[1], column.name, n);
      table.columns.push_back({name, column.type});
    }
    table.columns.push_back({"probability", wrap::Type::number});
    std::vector<char> used(left.rows.size(), 0);
    const auto add = [&](uint32_t a, const FoundPair* pair) {
      Row row;
      row.cells = left.rows[a].cells;
      row.from = {{0, a}};
      row.stale = left.rows[a].stale, row.source = left.rows[a].source;
      if (pair) {
        const Row& other = right.rows[pair->right];
        row.cells.insert(row.cells.end(), other.cells.begin(), other.cells.end());
        row.from.push_back({1, pair->right});
        if (other.stale && (!row.stale || other.stale < row.stale)) row.stale = other.stale;
      }
      row.cells.resize(table.columns.size());
      constexpr double kDigits = 1e6;
      if (pair) row.cells.back() = Cell::of_number(std::round(pair->probability * kDigits) / kDigits);
      table.rows.push_back(std::move(row));
    };
    size_t next = 0, matched = 0;
    for (uint32_t a = 0; a < left.rows.size(); ++a) {
      const size_t before = next;
      for (; next < pairs_.size() && pairs_[next].left == a; ++next) add(a, &pairs_[next]);
      matched += next > before;
      if (next == before && step_.match.keep_unmatched) add(a, nullptr);
    }
    out_.notes.push_back(fmt::format("{} of {} of {} have a match in {}, {} to review", matched,
                                     left.rows.size(), step_.inputs[0], step_.inputs[1], out_.review.size()));
  }

  // The cluster of each row in the run before; empty where the row is new, or other texts are compared now.
  std::vector<std::string> clusters_before() const {
    const Table* last = context_.last;
    const size_t cluster = last ? last->column("cluster") : Table::npos;
    if (cluster == Table::npos) return {};
    MatchSide before;
    before.table = last;
    auto on = columns_of(*last, names_of(sides_[0].on), step_.name),
         key = columns_of(*last, names_of(sides_[0].key), step_.name);
    if (!on.ok() || !key.ok()) return {};
    before.on = std::move(*on), before.key = std::move(*key);
    std::map<std::string, uint32_t> known;
    for (uint32_t r = 0; r < last->rows.size(); ++r) known.emplace(before.key_text(r), r);
    std::vector<std::string> out;
    for (uint32_t r = 0; r < inputs_[0]->rows.size(); ++r) {
      const auto found = known.find(sides_[0].key_text(r));
      const bool same = found != known.end() && before.text(found->second) == sides_[0].text(r);
      out.push_back(same ? last->rows[found->second].cells[cluster].text : "");
    }
    return out;
  }
  std::vector<std::string> names_of(const std::vector<size_t>& columns) const {
    return mapped(columns, [&](const size_t c) { return inputs_[0]->columns[c].name; });
  }

  // One table: every row, and the cluster that it belongs to, called by the smallest key in
  // it or as it was called before.
  void write_clusters() {
    const Table& in = *inputs_[0];
    std::vector<match::Link> links = mapped(pairs_, [](const FoundPair& pair) {
      return match::Link{pair.left, pair.right, pair.probability, pair.decided};
    });
    const std::vector<uint32_t> roots = match::joined(in.rows.size(), std::move(links), apart_, before_);
    std::map<uint32_t, std::string> smallest;
    for (uint32_t r = 0; r < roots.size(); ++r) {
      std::string key = sides_[0].key_text(r);
      std::replace(key.begin(), key.end(), '\x1f', ' ');
      auto [at, fresh] = smallest.emplace(roots[r], key);
      if (!fresh) at->second = std::min(at->second, key);
    }
    std::vector<std::string> names = mapped(roots, [&](const uint32_t root) { return smallest[root]; });
    if (!before_.empty()) names = match::kept_names(names, before_);
    out_.table.columns = in.columns;
    out_.table.columns.push_back({"cluster", wrap::Type::text});
    out_.table.sources = in.sources;
    for (uint32_t r = 0; r < in.rows.size(); ++r) {
      Row row;
      row.cells = in.rows[r].cells;
      row.cells.push_back(Cell::of_text(names[r]));
      row.from = {{0, r}};
      row.stale = in.rows[r].stale, row.source = in.rows[r].source;
      out_.table.rows.push_back(std::move(row));
    }
    out_.notes.push_back(fmt::format("{} rows are {} things, {} pairs to review", in.rows.size(),
                                     smallest.size(), out_.review.size()));
  }

  const Step& step_;
  const Inputs& inputs_;
  StepContext& context_;
  std::vector<std::string> names_;
  MatchSide sides_[2];
  std::map<std::pair<std::string, std::string>, bool> labelled_;
  std::vector<FoundPair> pairs_;
  std::vector<std::string> before_;  // one table: the cluster of each row in the run before
  std::vector<match::Link> apart_;   // one table: decided not to be the same
  StepOutput out_;
};

}  // namespace

Result<StepOutput> match_step(const Step& step, const Inputs& inputs, StepContext& context) {
  return MatchRun(step, inputs, context).run();
}

}  // namespace gleaner::flow
