#include "templates/induce.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "templates/learn_constants.h"
#include "templates/parse.h"
#include "templates/value.h"
#include "templates/windows.h"
#include "templates/wrapper.h"
#include "tokens/features.h"

namespace gleaner::templates {
namespace {

using tokens::Type;

Pattern sequence(std::vector<Pattern> parts) {
  Pattern made;
  made.kind = Pattern::Kind::sequence;
  made.parts = std::move(parts);
  return made;
}
Pattern once(Pattern inner) {
  Pattern made;
  made.kind = Pattern::Kind::once;
  made.parts.push_back(std::move(inner));
  return made;
}
void append(std::vector<Pattern>& into, const std::vector<TokenTest>& tests) {
  for (const TokenTest& test : tests) into.push_back(token_pattern(test));
}
std::vector<TokenTest> last(const std::vector<TokenTest>& tests, size_t n) {
  return {tests.end() - std::ptrdiff_t(std::min(n, tests.size())), tests.end()};
}
std::vector<TokenTest> first(const std::vector<TokenTest>& tests, size_t n) {
  return {tests.begin(), tests.begin() + std::ptrdiff_t(std::min(n, tests.size()))};
}

TemplateSet set_of(std::vector<Template> templates) {
  TemplateSet set;
  set.composites = false;  // values may begin or end inside a date or a price
  set.templates = std::move(templates);
  return set;
}

// All facts of the only template on a page; nothing if it ran out of steps. Trials are paid from the learner's budget: when that is out, all
// further ones fail at once, and the best template so far is kept.
std::optional<std::vector<Fact>> try_out(const Compiled& compiled, const Example& page, size_t most, Budget& whole) {
  if (whole.exhausted()) return std::nullopt;
  BudgetLimits limits;
  limits.steps = kTrialSteps;
  Budget budget(limits);
  FactStream stream(compiled, 0, *page.document, *page.tokens, budget);
  std::vector<Fact> facts;
  Fact fact;
  while (facts.size() <= most && stream.next(fact)) facts.push_back(fact);
  whole.spend_steps(budget.steps_spent());
  if (stream.problem()) return std::nullopt;
  return facts;
}

Diagnostic cannot(std::string message, std::string hint = {}) { return error(Code::cannot_learn, std::move(message), {}, std::move(hint)); }

// --- several records a page

struct Row {
  size_t page;
  std::vector<std::optional<Site>> sites;  // by field
  uint32_t begin = 0, end = 0;             // tokens
};

class RowLearner {
 public:
  RowLearner(const std::vector<Example>& pages, const std::vector<wrap::LabelledPage>& labels, bool whitespace, Budget& budget)
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
    if (!best || best_score < 0.3)
      return cannot("no template of this kind finds the labelled records", "are all records of the pages labelled, in all fields?");
    report = best_score == 1 ? "exact on all labelled pages" : fmt::format("F1 {:.3f} on the labelled pages", best_score);
    return set_with({std::move(*best)});
  }

 private:
  TemplateSet set_with(std::vector<Template> templates) const {
    TemplateSet set = set_of(std::move(templates));
    set.keep_whitespace = whitespace_;
    return set;
  }

  // What is found before the first record or behind the last: a token after which the records begin, one before which they end.
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
      if (row.page == page) made.begin = std::min(made.begin, row.begin), made.end = std::max(made.end, row.end);
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
        bool fit = std::all_of(test.features.begin(), test.features.end(), [&](const FeatureTest& feature) {
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
        for (const wrap::Field& field : record.fields)
          if (std::find(fields_.begin(), fields_.end(), field.name) == fields_.end()) fields_.push_back(field.name);
    for (size_t p = 0; p < labels_.size(); ++p) {
      uint32_t reached = 0;
      for (const wrap::Record& record : labels_[p].label.records) GLEANER_CHECK(read_row(record, p, reached));
    }
    if (rows_.empty()) return cannot("no record is labelled");
    return {};
  }

  Status read_row(const wrap::Record& record, size_t p, uint32_t& reached) {
    Row row;
    row.page = p;
    row.sites.resize(fields_.size());
    row.begin = kNone;
    for (const wrap::Field& field : record.fields) {
      if (field.value.is_absent() || field.value.kind == wrap::Value::Kind::null) continue;
      if (!field.value.is_text())
        return cannot("field \"" + field.name + "\" holds a list or a record: templates of one row take single values",
                      "--kind byexample or pattern learn nested records");
      size_t index = size_t(std::find(fields_.begin(), fields_.end(), field.name) - fields_.begin());
      std::vector<Span> places = field.value.places;
      if (field.value.span) places.assign(1, *field.value.span);
      for (const Span& place : places) {
        if (!field.value.span && place.begin < reached) continue;
        if (auto site = site_of(pages_[p], p, place)) {
          row.sites[index] = site;
          reached = std::max(reached, place.end);
          break;
        }
      }
      if (!row.sites[index])
        return cannot(fmt::format("{}: field \"{}\", \"{}\" begins or ends inside a token", labels_[p].label.page, field.name, field.value.text));
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
          return cannot(fmt::format("\"{}\" stands before \"{}\" in some records and after it in others", fields_[a], fields_[b]));
    std::vector<size_t> order(fields_.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return before[a][b] > before[b][a]; });
    for (size_t field : order) {
      bool joined = false;
      if (!elements_.empty()) {
        size_t previous = elements_.back().back();
        joined = !before[previous][field] && std::any_of(rows_.begin(), rows_.end(), [&](const Row& row) {
          return row.sites[previous] && row.sites[field] && row.sites[previous]->begin == row.sites[field]->begin;
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
      if (i + 1 >= rows_.size() || rows_[i + 1].page != rows_[i].page || rows_[i + 1].begin < rows_[i].end) continue;
      ++gaps;
      std::set<std::string> here;
      for (uint32_t t = rows_[i].end; t < rows_[i + 1].begin; ++t) here.insert(key(page, t));
      for (const std::string& one : here) ++between[one];
    }
    if (gaps < 2) return;
    for (const auto& [name, count] : between) {
      if (name.empty() || count < gaps || inside.count(name) || barriers_.size() >= kMaxBarriers) continue;
      TokenTest test;
      test.type = name[0] == '<' ? Type::html : Type::html_end;
      test.type_name = tokens::name_of(test.type);
      FeatureTest tag;
      tag.value.kind = Term::Kind::text;
      tag.value.text = name.substr(1);
      test.features.push_back(std::move(tag));
      barriers_.push_back(std::move(test));
    }
  }

  std::optional<Template> build(size_t before, size_t inner, size_t after) const {
    std::vector<Pattern> parts;
    for (size_t e = 0; e < elements_.size(); ++e) {
      std::optional<std::vector<Pattern>> element = build_element(e, e ? inner : before, after);
      if (!element) return std::nullopt;
      if (optional(e) && e) {
        Pattern maybe;
        maybe.kind = Pattern::Kind::optional;
        maybe.parts.push_back(sequence(std::move(*element)));
        parts.push_back(std::move(maybe));
      } else {
        for (Pattern& part : *element) parts.push_back(std::move(part));
      }
    }
    Template made;
    made.name = "row";
    made.document = "Doc";
    for (const std::string& field : fields_) made.parameters.push_back(parameter_name(field));
    std::vector<Pattern> whole;
    whole.push_back(lazy_gap({}));
    whole.push_back(once(sequence(std::move(parts))));
    made.pattern = sequence(std::move(whole));
    return made;
  }

  bool optional(size_t e) const {
    return std::any_of(rows_.begin(), rows_.end(), [&](const Row& row) { return !row.sites[elements_[e][0]]; });
  }

  // [gap,] window before, value, window after
  std::optional<std::vector<Pattern>> build_element(size_t e, size_t before, size_t after) const {
    std::vector<Site> sites;
    size_t gap_before = 1000, gap_after = 1000, widest = 0;
    for (const Row& row : rows_) {
      const std::optional<Site>& site = row.sites[elements_[e][0]];
      if (!site) continue;
      sites.push_back(*site);
      if (const Site* other = neighbour(row, e, -1)) {
        gap_before = std::min<size_t>(gap_before, site->begin - other->end);
        widest = std::max<size_t>(widest, site->begin - other->end);
      }
      if (const Site* other = neighbour(row, e, 1)) gap_after = std::min<size_t>(gap_after, other->begin - site->end);
    }
    const bool single = sites.size() == 1;
    const size_t right = std::min(after, gap_after);
    // What the element before has taken of the gap is not there any more.
    const size_t taken = e ? std::min(after, gap_before) : 0;
    std::vector<TokenTest> left = window_before(pages_, sites, std::min(before, e ? gap_before - taken : before), single, Words::literal);
    std::vector<TokenTest> follow = window_after(pages_, sites, right, single, Words::literal);
    std::vector<Pattern> parts;
    if (e && widest > taken + left.size()) parts.push_back(lazy_gap(barriers_));
    append(parts, left);
    std::optional<Pattern> value;
    for (size_t field : elements_[e]) {
      std::vector<Site> mine;
      for (const Row& row : rows_)
        if (row.sites[field]) mine.push_back(*row.sites[field]);
      std::optional<Pattern> one = value_pattern(pages_, mine, parameter_name(fields_[field]), single, barriers_);
      if (!one) return std::nullopt;
      if (!value) {
        value = std::move(one);
      } else {  // the same tag: one test with both attributes
        if (one->kind != Pattern::Kind::token || value->kind != Pattern::Kind::token) return std::nullopt;
        FeatureTest& added = one->tests[0].features.back();
        std::erase_if(value->tests[0].features, [&](const FeatureTest& known) { return known.name == added.name; });
        value->tests[0].features.push_back(added);
      }
    }
    parts.push_back(std::move(*value));
    append(parts, follow);
    return parts;
  }

  const Site* neighbour(const Row& row, size_t e, int step) const {
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
          if (fact.values[f]) gold.count({f, fact.values[f]->span}) ? ++right : ++wrong;
    }
    return right ? 2.0 * double(right) / double(right + wrong + all) : 0;
  }
  Span span_of(const Site& site) const {
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

// --- one record a page: a template a field

struct Slot {                                // one value on each of some pages
  std::vector<size_t> pages;
  std::vector<std::string> texts;
  std::vector<std::vector<Site>> places;
};

class PageLearner {
 public:
  PageLearner(const std::vector<Example>& pages, Budget& budget) : pages_(pages), budget_(budget) {}

  struct Candidate {
    double cost = 0;
    size_t right = 0;            // pages whose value it finds
    bool other = false;          // it also matches other texts there
    size_t place = 0;            // which place of the first page it comes from
    std::vector<Pattern> parts;  // window, value, window
  };

  // Patterns of one slot, most trusted first.
  std::vector<Candidate> learn(const Slot& slot, const std::string& variable, bool several) const {
    std::vector<Candidate> found;
    if (slot.pages.empty()) return found;
    for (size_t s = 0; s < slot.places[0].size() && s < kMaxPlaces; ++s) {
      std::vector<Site> sites = align(slot, slot.places[0][s]);
      const bool one = slot.pages.size() == 1;
      for (Words words : {Words::typed, Words::literal}) {
        if (!one && words == Words::typed) continue;
        grow(slot, sites, variable, one, words, several, s, found);
      }
    }
    std::stable_sort(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) {
      return a.right != b.right ? a.right > b.right : a.cost < b.cost;
    });
    return found;
  }

 private:
  // On the other pages, the place whose surroundings are most like this one's.
  std::vector<Site> align(const Slot& slot, const Site& start) const {
    std::vector<Site> sites = {start};
    for (size_t p = 1; p < slot.pages.size(); ++p) {
      const Site* best = nullptr;
      size_t best_likeness = 0;
      for (const Site& place : slot.places[p]) {
        if (place.attribute != start.attribute) continue;
        size_t likeness = likeness_of(start, place) + 1;
        if (likeness > best_likeness) best_likeness = likeness, best = &place;
      }
      if (best) sites.push_back(*best);
    }
    return sites;
  }
  size_t likeness_of(const Site& a, const Site& b) const {
    size_t total = 0;
    for (const auto& window : {window_before(pages_, {a, b}, 10, false, Words::literal), window_after(pages_, {a, b}, 4, false, Words::literal)})
      for (const TokenTest& test : window) total += 1 + test.features.size();
    return total;
  }

  void grow(const Slot& slot, const std::vector<Site>& sites, const std::string& variable, bool one, Words words, bool several, size_t place,
            std::vector<Candidate>& found) const {
    std::optional<Pattern> value = value_pattern(pages_, sites, variable, one, {});
    if (!value) return;
    const std::vector<TokenTest> before = window_before(pages_, sites, 12, one, words);
    const std::vector<TokenTest> after = window_after(pages_, sites, 3, one, words);
    const bool tag = !sites[0].attribute.empty();
    double cost = double(place) * kCostPlace;
    if (tag) cost += sites[0].value == sites[0].whole ? kCostAttribute : kCostPart;
    for (size_t right : kAfterWindows) {
      if (right > after.size() && !(tag && right == 1)) break;
      for (size_t left : kFirstWindows) {
        if (left > before.size() && left > 1) break;
        Candidate made;
        append(made.parts, last(before, tag && left == 1 ? 0 : left));
        made.parts.push_back(*value);
        append(made.parts, first(after, tag && right == 1 ? 0 : right));
        made.place = place;
        made.right = count_right(slot, made, variable, several);
        made.cost = cost + trust(last(before, left), first(after, right), one && words == Words::literal) + (made.other ? kCostOther : 0);
        if (made.right > 0) found.push_back(made);
        if (made.right == slot.pages.size() && !made.other) break;  // longer windows only cost more
      }
    }
  }

  static double trust(const std::vector<TokenTest>& before, const std::vector<TokenTest>& after, bool quotes) {
    double cost = kCostToken * double(before.size() + after.size());
    for (const auto* window : {&before, &after})
      for (const TokenTest& test : *window)
        if (quotes && test.type == Type::word && !test.features.empty()) cost += kCostWord;
    for (size_t i = before.size(); i-- > 0 && before.size() - i <= 2;)
      if (before[i].type == Type::html && before[i].features.size() > 1) {
        cost -= kGainTelling;
        break;
      }
    auto is_tag = [](const TokenTest& test) { return test.type == Type::html || test.type == Type::html_end; };
    if (!before.empty() && !after.empty() && is_tag(before.back()) && is_tag(after[0])) cost -= kGainWhole;
    return cost;
  }

  size_t count_right(const Slot& slot, Candidate& candidate, const std::string& variable, bool several) const {
    Template made;
    made.name = "field";
    made.parameters = {variable};
    made.pattern = all_of({candidate});
    auto compiled = compile(set_of({made}));
    if (!compiled.ok()) return 0;
    size_t right = 0;
    for (size_t i = 0; i < slot.pages.size(); ++i) {
      auto facts = try_out(**compiled, pages_[slot.pages[i]], 200, budget_);
      if (!facts || facts->empty()) continue;
      if (several) {
        std::string texts;
        for (const Fact& fact : *facts)
          if (fact.values[0]) texts += fact.values[0]->text + "\n";
        right += texts == slot.texts[i];
      } else {
        right += (*facts)[0].values[0] && (*facts)[0].values[0]->text == slot.texts[i];
        for (const Fact& fact : *facts) candidate.other = candidate.other || (fact.values[0] && fact.values[0]->text != slot.texts[i]);
      }
    }
    return right;
  }

  const std::vector<Example>& pages_;
  Budget& budget_;

 public:
  // once(any*?, first ; any*?, second ; ...)
  static Pattern single(const std::vector<Candidate>& candidates) {
    Pattern either;
    either.kind = Pattern::Kind::either;
    for (const Candidate& candidate : candidates) {
      std::vector<Pattern> parts = {lazy_gap({})};
      parts.insert(parts.end(), candidate.parts.begin(), candidate.parts.end());
      either.parts.push_back(sequence(std::move(parts)));
    }
    if (either.parts.size() == 1) return once(std::move(either.parts[0]));
    return once(std::move(either));
  }
  static Pattern all_of(const std::vector<Candidate>& candidates) {
    std::vector<Pattern> parts = {lazy_gap({}), once(sequence(candidates[0].parts))};
    return sequence(std::move(parts));
  }
};

// A template's name for a field.
std::string template_name(const std::string& field) {
  std::string out;
  for (char c : field) out += is_alpha(c) || is_digit(c) || c == '_' ? to_lower(c) : '_';
  if (out.empty() || !is_alpha(out[0])) out = "f_" + out;
  if (tokens::type_named(out) || out == "any" || out == "not" || out == "times" || out == "once") out += "_value";
  return out;
}

class TemplateLearner : public wrap::Learner {
 public:
  Result<wrap::Learned> learn(const std::vector<wrap::LabelledPage>& labelled, const wrap::LearnOptions& options, Budget& budget) const override {
    const auto start = std::chrono::steady_clock::now();
    std::vector<Example> pages;
    bool rows = false, any = false;
    auto lex = [&](bool whitespace) {
      TemplateSet plain = set_of({});
      plain.keep_whitespace = whitespace;
      pages.clear();
      for (const wrap::LabelledPage& page : labelled)
        pages.push_back({page.document, std::make_shared<const PageTokens>(*page.document, plain)});
    };
    lex(false);
    for (const wrap::LabelledPage& page : labelled) {
      rows = rows || page.label.records.size() > 1;
      any = any || !page.label.records.empty();
    }
    if (!any) return cannot("no record is labelled");
    wrap::Learned learned;
    std::string how;
    Result<TemplateSet> set = rows ? RowLearner(pages, labelled, false, budget).learn(how) : learn_pages(pages, labelled, how, budget);
    if (!set.ok() && rows) {  // values that begin or end with white space
      lex(true);
      std::string again;
      Result<TemplateSet> second = RowLearner(pages, labelled, true, budget).learn(again);
      if (second.ok()) set = std::move(second), how = again;
    }
    if (!set.ok()) return set.error();
    // Printed and read again, so that the file, not the learner, is what is used.
    const std::string text = print(*set);
    GLEANER_TRY(TemplateSet read, parse_templates(text, "learned"));
    for (const wrap::LabelledPage& page : labelled)
      for (const wrap::Record& record : page.label.records)
        for (const wrap::Field& field : record.fields)
          if (std::string parameter = parameter_name(field.name); field_name(parameter) != field.name) read.fields[parameter] = field.name;
    GLEANER_TRY(learned.wrapper, TemplateWrapper::make(std::move(read)));
    report(labelled, options, how, text, learned);
    learned.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return learned;
  }

 private:
  static Result<TemplateSet> learn_pages(const std::vector<Example>& pages, const std::vector<wrap::LabelledPage>& labelled, std::string& how,
                                         Budget& budget) {
    std::vector<std::string> fields;
    std::map<std::string, std::vector<std::pair<size_t, std::vector<const wrap::Value*>>>> values;
    for (size_t p = 0; p < labelled.size(); ++p)
      for (const wrap::Record& record : labelled[p].label.records)
        for (const wrap::Field& field : record.fields) {
          std::vector<const wrap::Value*> texts;
          if (field.value.is_text()) texts.push_back(&field.value);
          for (const wrap::Value& item : field.value.items)
            if (item.is_text()) texts.push_back(&item);
          if (field.value.is_record()) return cannot("field \"" + field.name + "\" is a nested record");
          if (texts.empty()) continue;
          if (!values.count(field.name)) fields.push_back(field.name);
          values[field.name].emplace_back(p, std::move(texts));
        }
    TemplateSet set = set_of({});
    std::vector<std::string> missing;
    for (const std::string& field : fields) {
      size_t before = set.templates.size();
      learn_field(pages, field, values[field], set, budget);
      if (set.templates.size() == before) missing.push_back(field);
      else set.page.push_back(template_name(field));
    }
    if (set.templates.empty()) return cannot("no template finds field \"" + (missing.empty() ? std::string() : missing[0]) + "\"");
    for (const std::string& field : missing) how += (how.empty() ? "not learned: " : ", ") + field;
    return set;
  }

  using PageValues = std::vector<std::pair<size_t, std::vector<const wrap::Value*>>>;

  static std::vector<Site> places_of(const std::vector<Example>& pages, size_t page, const wrap::Value& value) {
    std::vector<Span> spans = value.places;
    if (value.span) spans.assign(1, *value.span);
    std::vector<Site> sites;
    for (const Span& span : spans)
      if (auto site = site_of(pages[page], page, span)) sites.push_back(*site);
    return sites;
  }

  static void learn_field(const std::vector<Example>& pages, const std::string& field, const PageValues& values, TemplateSet& set,
                          Budget& budget) {
    PageLearner learner(pages, budget);
    const std::string variable = parameter_name(field);
    size_t most = 1;
    for (const auto& [page, texts] : values) most = std::max(most, texts.size());
    auto add = [&](Pattern pattern) {
      Template made;
      made.name = template_name(field);
      made.document = "Doc";
      made.parameters = {variable == "Doc" || variable == "D" || variable == "Document" ? variable + "Value" : variable};
      made.pattern = std::move(pattern);
      set.templates.push_back(std::move(made));
    };
    if (most > 1) {  // one context for all of them
      Slot all;
      for (const auto& [page, texts] : values) {
        std::string joined;
        for (const wrap::Value* value : texts) joined += collapse(value->text) + "\n";
        all.pages.push_back(page);
        all.texts.push_back(joined);
        all.places.push_back(places_of(pages, page, *texts[0]));
      }
      auto found = learner.learn(all, variable, true);
      if (!found.empty() && found[0].right == all.pages.size()) return add(PageLearner::all_of({found[0]}));
    }
    for (size_t i = 0; i < most; ++i) {  // a slot a value
      Slot slot;
      for (const auto& [page, texts] : values) {
        if (i >= texts.size()) continue;
        std::vector<Site> places = places_of(pages, page, *texts[i]);
        if (places.empty()) continue;
        slot.pages.push_back(page);
        slot.texts.push_back(collapse(texts[i]->text));
        slot.places.push_back(std::move(places));
      }
      auto found = learner.learn(slot, variable, false);
      if (found.empty() || found[0].right * 2 < slot.pages.size()) continue;
      std::vector<PageLearner::Candidate> kept;
      std::set<size_t> seen;  // the others from other places: they fail for other reasons
      for (const auto& candidate : found) {
        if (candidate.right < found[0].right || kept.size() >= kAlternatives) break;
        if (seen.insert(candidate.place).second) kept.push_back(candidate);
      }
      add(PageLearner::single(kept));
    }
  }

  static void report(const std::vector<wrap::LabelledPage>& labelled, const wrap::LearnOptions& options, const std::string& how,
                     const std::string& text, wrap::Learned& learned) {
    wrap::LearnReport& report = learned.report;
    report.kind = options.kind.empty() ? std::string(kKind) : options.kind;
    for (std::string_view line : split(text, '\n'))
      if (!trim(line).empty()) report.rules.emplace_back(line);
    report.pages = uint32_t(labelled.size());
    if (!how.empty()) report.details["result"] = how;
    for (const wrap::LabelledPage& page : labelled) {
      report.records += uint32_t(page.label.records.size());
      auto records = wrap::extract_all(*learned.wrapper, *page.document);
      std::multiset<std::string> got;
      if (records.ok())
        for (const wrap::Record& record : *records)
          wrap::for_each_leaf(record, [&](const std::string&, const wrap::Value& value) { got.insert(collapse(value.text)); });
      const size_t given = got.size();
      size_t covered = 0, all = 0;
      for (const wrap::Record& record : page.label.records)
        wrap::for_each_leaf(record, [&](const std::string&, const wrap::Value& value) {
          ++all;
          auto found = got.find(collapse(value.text));
          if (found != got.end()) got.erase(found), ++covered;
        });
      report.covered += uint32_t(covered);
      report.missed += uint32_t(all - covered);
      report.wrong += uint32_t(given - covered);
    }
  }
};

}  // namespace

std::shared_ptr<const wrap::Learner> make_learner() { return std::make_shared<TemplateLearner>(); }

}  // namespace gleaner::templates
