// Several records a page: one template that gives a record at a time. The idea stands in induce.h.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/lists.h"
#include "base/text.h"
#include "templates/induce_parts.h"
#include "templates/learn_constants.h"
#include "templates/parse.h"
#include "templates/value.h"
#include "templates/windows.h"
#include "templates/wrapper.h"
#include "tokens/features.h"

namespace gleaner::templates {
namespace {

using tokens::Type;

struct Row {
  size_t page;
  std::vector<std::optional<TokenPlace>> sites;  // by field
  uint32_t begin = 0, end = 0;                   // tokens
};

class RowLearner {
 public:
  RowLearner(const std::vector<Example>& pages, const std::vector<wrap::LabelledPage>& labels,
             bool whitespace, Budget& budget)
      : pages_(pages), labels_(labels), whitespace_(whitespace), budget_(budget) {}

  Result<TemplateSet> learn(std::string& report) {
    GLEANER_CHECK(read_rows());
    GLEANER_CHECK(order_fields());
    find_barriers();
    std::optional<Template> best;
    double best_score = -1;
    for (size_t before : kFirstWindows)
      for (size_t inner : kInnerWindows)
        for (size_t after : kAfterWindows) {
          if (after > 2) continue;
          std::optional<Template> made = build(before, inner, after);
          if (!made) continue;
          double score = evaluate(*made);
          if (score > best_score) best_score = score, best = made;
          if (score == 1) goto done;
        }
  done:
    if (best && best_score < 1) bound(*best, best_score);
    else if (best)
      if (auto made = tolerant()) best = std::move(made);
    if (!best || best_score < 0.3)
      return cannot("no template of this kind finds the labelled records",
                    "are all records of the pages labelled, in all fields?");
    report = best_score == 1 ? "exact on all labelled pages"
                             : fmt::format("F1 {:.3f} on the labelled pages", best_score);
    return set_with({std::move(*best)});
  }

 private:
  // As exact, but with records that lack fields. Wide windows, so that a value is not taken
  // for that of the field before it.
  std::optional<Template> tolerant() const {
    for (size_t i = std::size(kInnerWindows); i-- > 0;)
      for (size_t before : kFirstWindows)
        for (size_t after : kAfterWindows) {
          if (after > 2) continue;
          std::optional<Template> made = build(before, kInnerWindows[i], after, true);
          if (made && evaluate(*made) == 1) return made;
        }
    return std::nullopt;
  }

  TemplateSet set_with(std::vector<Template> templates) const {
    TemplateSet set = set_of(std::move(templates));
    set.keep_whitespace = whitespace_;
    return set;
  }

  // What is found before the first record or behind the last: a token after which the records begin, one
  // before which they end.
  void bound(Template& best, double& best_score) {
    const Template plain = best;
    const std::vector<TokenTest> heads = edges(true), tails = edges(false);
    for (size_t h = 0; h <= heads.size(); ++h)
      for (size_t t = 0; t <= tails.size(); ++t) {
        if (!h && !t) continue;
        Template made = plain;
        made.pattern.parts[0] = t ? lazy_gap({tails[t - 1]}) : lazy_gap({});
        if (h) {
          std::vector<Pattern> start = {lazy_gap({}), token_pattern(heads[h - 1])};
          made.pattern.parts.insert(made.pattern.parts.begin(), once(sequence(std::move(start))));
        }
        double score = evaluate(made);
        if (score > best_score) best_score = score, best = made;
        if (score == 1) return;
      }
  }

  // Tokens of the first page's head (nearest the records first) or tail that bound the records on all pages.
  std::vector<TokenTest> edges(bool head) const {
    std::vector<TokenTest> found;
    std::set<std::string> tried;
    const Region first = region(rows_[0].page);
    const uint32_t size = uint32_t(pages_[rows_[0].page].tokens->all().size());
    const uint32_t count = head ? first.begin : size - first.end;
    for (uint32_t i = 0; i < count && i < kEdgeTokens && found.size() < kEdges; ++i) {
      const uint32_t at = head ? first.begin - 1 - i : first.end + i;
      std::optional<TokenTest> test = generalise(pages_, {{rows_[0].page, at}}, false, Words::literal);
      if (!test || !tried.insert(print(*test)).second || !bounds(*test, head)) continue;
      found.push_back(std::move(*test));
    }
    return found;
  }
  struct Region {
    uint32_t begin = kNone, end = 0;
  };
  Region region(size_t page) const {
    Region made;
    for (const Row& row : rows_)
      if (row.page == page)
        made.begin = std::min(made.begin, row.begin), made.end = std::max(made.end, row.end);
    return made;
  }
  bool bounds(const TokenTest& test, bool head) const {
    Arena arena;
    for (size_t p = 0; p < pages_.size(); ++p) {
      const Region rows = region(p);
      if (rows.begin == kNone) continue;
      const auto& all = pages_[p].tokens->all();
      bool before = false, inside = false, after = false;
      for (uint32_t t = 0; t < all.size(); ++t) {
        if (all[t].type != test.type) continue;
        bool fit = std::ranges::all_of(test.features, [&](const FeatureTest& feature) {
          return fits(pages_[p].text(), all[t], feature, nullptr, arena);
        });
        if (fit) (t < rows.begin ? before : t < rows.end ? inside : after) = true;
      }
      if (head ? !before : (inside || !after)) return false;
    }
    return true;
  }

  Status read_rows() {
    for (size_t p = 0; p < labels_.size(); ++p)
      for (const wrap::Record& record : labels_[p].label.records)
        for (const wrap::Field& field : record.fields) add_new(fields_, field.name);
    for (size_t p = 0; p < labels_.size(); ++p)
      for (const wrap::Record& record : labels_[p].label.records) GLEANER_CHECK(read_row(record, p));
    if (rows_.empty()) return cannot("no record is labelled");
    return {};
  }

  Status read_row(const wrap::Record& record, size_t p) {
    Row row;
    row.page = p;
    row.sites.resize(fields_.size());
    row.begin = kNone;
    for (const wrap::Field& field : record.fields) {
      if (field.value.is_absent() || field.value.kind == wrap::Value::Kind::null) continue;
      if (!field.value.is_text())
        return cannot(
            "field \"" + field.name + "\" holds a list or a record: templates of one row take single values",
            "--kind byexample or pattern learn nested records");
      size_t index = size_t(std::ranges::find(fields_, field.name) - fields_.begin());
      if (field.value.span) row.sites[index] = token_place_of(pages_[p], p, *field.value.span);
      if (!row.sites[index])
        return cannot(fmt::format("{}: field \"{}\", \"{}\" begins or ends inside a token",
                                  labels_[p].label.page, field.name, field.value.text));
      row.begin = std::min(row.begin, row.sites[index]->begin);
      row.end = std::max(row.end, row.sites[index]->end);
    }
    if (row.begin != kNone) rows_.push_back(std::move(row));
    return {};
  }

  // Fields in page order, the same in all records; fields of one tag are one element.
  Status order_fields() {
    std::vector<std::vector<int>> before(fields_.size(), std::vector<int>(fields_.size()));
    for (const Row& row : rows_)
      for (size_t a = 0; a < fields_.size(); ++a)
        for (size_t b = 0; b < fields_.size(); ++b)
          if (row.sites[a] && row.sites[b] && row.sites[a]->begin < row.sites[b]->begin) ++before[a][b];
    for (size_t a = 0; a < fields_.size(); ++a)
      for (size_t b = 0; b < a; ++b)
        if (before[a][b] && before[b][a])
          return cannot(fmt::format("\"{}\" stands before \"{}\" in some records and after it in others",
                                    fields_[a], fields_[b]));
    std::vector<size_t> order(fields_.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, [&](size_t a, size_t b) { return before[a][b] > before[b][a]; });
    for (size_t field : order) {
      bool joined = false;
      if (!elements_.empty()) {
        size_t previous = elements_.back().back();
        joined = !before[previous][field] && std::ranges::any_of(rows_, [&](const Row& row) {
          return row.sites[previous] && row.sites[field] &&
                 row.sites[previous]->begin == row.sites[field]->begin;
        });
      }
      if (joined) elements_.back().push_back(field);
      else elements_.push_back({field});
    }
    return {};
  }

  // Tags that stand between all neighbouring records and in none.
  void find_barriers() {
    auto key = [](const Example& page, uint32_t t) -> std::string {
      const tokens::Token& token = page.tokens->all()[t];
      if (token.type != Type::html && token.type != Type::html_end) return {};
      return (token.type == Type::html ? "<" : "/") + tokens::feature(page.text(), token, "tag")->value;
    };
    std::map<std::string, size_t> between;
    std::set<std::string> inside;
    size_t gaps = 0;
    for (size_t i = 0; i < rows_.size(); ++i) {
      const Example& page = pages_[rows_[i].page];
      for (uint32_t t = rows_[i].begin; t < rows_[i].end; ++t) inside.insert(key(page, t));
      if (i + 1 >= rows_.size() || rows_[i + 1].page != rows_[i].page || rows_[i + 1].begin < rows_[i].end)
        continue;
      ++gaps;
      std::set<std::string> here;
      for (uint32_t t = rows_[i].end; t < rows_[i + 1].begin; ++t) here.insert(key(page, t));
      for (const std::string& one : here) ++between[one];
    }
    if (gaps < 2) return;
    for (const auto& [name, count] : between) {
      if (name.empty() || count < gaps || inside.count(name) || barriers_.size() >= kMaxBarriers) continue;
      const Type type = name[0] == '<' ? Type::html : Type::html_end;
      const FeatureTest tag{"", {Term::Kind::text, name.substr(1)}};
      barriers_.push_back({type, std::string(tokens::name_of(type)), {tag}, {}});
    }
  }

  // `tolerant`: records may lack any field but the first, as far as something bounds them. Nothing else is
  // known of records that nobody labelled, and without it those that lack a field would be lost.
  std::optional<Template> build(size_t before, size_t inner, size_t after, bool tolerant = false) const {
    if (tolerant && barriers_.empty()) return std::nullopt;
    std::vector<Pattern> parts;
    for (size_t e = 0; e < elements_.size(); ++e) {
      std::optional<std::vector<Pattern>> element = build_element(e, e ? inner : before, after);
      if (!element) return std::nullopt;
      if ((tolerant || optional(e)) && e) {
        Pattern maybe;
        maybe.kind = Pattern::Kind::optional;
        maybe.parts.push_back(sequence(std::move(*element)));
        parts.push_back(std::move(maybe));
      } else {
        for (Pattern& part : *element) parts.push_back(std::move(part));
      }
    }
    std::vector<std::string> parameters;
    for (const std::string& field : fields_) parameters.push_back(parameter_name(field));
    return Template{"row", parameters, "Doc", sequence({lazy_gap({}), once(sequence(std::move(parts)))}), {}};
  }

  bool optional(size_t e) const {
    return std::ranges::any_of(rows_, [&](const Row& row) { return !row.sites[elements_[e][0]]; });
  }

  // [gap,] window before, value, window after
  std::optional<std::vector<Pattern>> build_element(size_t e, size_t before, size_t after) const {
    std::vector<TokenPlace> sites;
    size_t gap_before = 1000, gap_after = 1000, widest = 0;
    for (const Row& row : rows_) {
      const std::optional<TokenPlace>& site = row.sites[elements_[e][0]];
      if (!site) continue;
      sites.push_back(*site);
      if (const TokenPlace* other = neighbour(row, e, -1)) {
        gap_before = std::min<size_t>(gap_before, site->begin - other->end);
        widest = std::max<size_t>(widest, site->begin - other->end);
      }
      if (const TokenPlace* other = neighbour(row, e, 1))
        gap_after = std::min<size_t>(gap_after, other->begin - site->end);
    }
    const bool single = sites.size() == 1;
    const size_t right = std::min(after, gap_after);
    // What the element before has taken of the gap is not there any more.
    const size_t taken = e ? std::min(after, gap_before) : 0;
    std::vector<TokenTest> left = window_beside(
        pages_, sites, true, std::min(before, e ? gap_before - taken : before), single, Words::literal);
    std::vector<TokenTest> follow = window_beside(pages_, sites, false, right, single, Words::literal);
    std::vector<Pattern> parts;
    if (e && widest > taken + left.size()) parts.push_back(lazy_gap(barriers_));
    append(parts, left);
    std::optional<Pattern> value;
    for (size_t field : elements_[e]) {
      std::vector<TokenPlace> mine;
      for (const Row& row : rows_)
        if (row.sites[field]) mine.push_back(*row.sites[field]);
      std::optional<Pattern> one =
          value_pattern(pages_, mine, parameter_name(fields_[field]), single, barriers_);
      if (!one) return std::nullopt;
      if (!value) {
        value = std::move(one);
      } else {  // the same tag: one test with both attributes
        if (one->kind != Pattern::Kind::token || value->kind != Pattern::Kind::token) return std::nullopt;
        FeatureTest& added = one->tests[0].features.back();
        std::erase_if(value->tests[0].features,
                      [&](const FeatureTest& known) { return known.name == added.name; });
        value->tests[0].features.push_back(added);
      }
    }
    parts.push_back(std::move(*value));
    append(parts, follow);
    return parts;
  }

  const TokenPlace* neighbour(const Row& row, size_t e, int step) const {
    for (int other = int(e) + step; other >= 0 && other < int(elements_.size()); other += step)
      if (row.sites[elements_[size_t(other)][0]]) return &*row.sites[elements_[size_t(other)][0]];
    return nullptr;
  }

  // F1 of the leaves on the labelled pages.
  double evaluate(const Template& made) const {
    auto compiled = compile(set_with({made}));
    if (!compiled.ok()) return -1;
    size_t right = 0, wrong = 0, all = 0;
    for (size_t p = 0; p < pages_.size(); ++p) {
      std::set<std::pair<size_t, Span>> gold;
      size_t rows = 0;
      for (const Row& row : rows_) {
        if (row.page != p) continue;
        ++rows;
        for (size_t f = 0; f < fields_.size(); ++f)
          if (row.sites[f]) gold.emplace(f, span_of(*row.sites[f]));
      }
      all += gold.size();
      auto facts = try_out(**compiled, pages_[p], rows * 3 + 20, budget_);
      if (!facts) return -1;
      for (const Fact& fact : *facts)
        for (size_t f = 0; f < fact.values.size(); ++f)
          if (fact.values[f])
            gold.erase({f, fact.values[f]->span}) ? ++right : ++wrong;  // each is given once
    }
    return right ? 2.0 * double(right) / double(right + wrong + all) : 0;
  }
  Span span_of(const TokenPlace& site) const {
    if (!site.attribute.empty()) return site.value;
    const auto& all = pages_[site.page].tokens->all();
    return {all[site.begin].span.begin, all[site.end - 1].span.end};
  }

  const std::vector<Example>& pages_;
  const std::vector<wrap::LabelledPage>& labels_;
  std::vector<std::string> fields_;
  std::vector<Row> rows_;
  std::vector<std::vector<size_t>> elements_;
  std::vector<TokenTest> barriers_;
  bool whitespace_;
  Budget& budget_;
};

}  // namespace

Result<TemplateSet> learn_rows(const std::vector<Example>& pages,
                               const std::vector<wrap::LabelledPage>& labels, bool whitespace, Budget& budget,
                               std::string& report) {
  return RowLearner(pages, labels, whitespace, budget).learn(report);
}

}  // namespace gleaner::templates
