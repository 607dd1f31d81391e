// See induce.h. The learner of pages with one record, and the choice between it and that of rows.
#include "templates/induce.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "base/elapsed.h"
#include "base/text.h"
#include "label/columns.h"
#include "label/settle.h"
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

// --- one record a page: a template a field

struct Series {  // one value on each of some pages
  std::vector<size_t> pages;
  std::vector<std::string> texts;
  std::vector<std::vector<TokenPlace>> places;
};

class PageLearner {
 public:
  PageLearner(const std::vector<Example>& pages, Budget& budget) : pages_(pages), budget_(budget) {}

  struct Induced {
    double cost = 0;
    size_t right = 0;            // pages whose value it finds
    bool other = false;          // it also matches other texts there
    size_t place = 0;            // which place of the first page it comes from
    std::vector<Pattern> parts;  // window, value, window
  };

  // Patterns of one slot, most trusted first.
  std::vector<Induced> learn(const Series& slot, const std::string& variable, bool several) const {
    std::vector<Induced> found;
    if (slot.pages.empty()) return found;
    for (size_t s = 0; s < slot.places[0].size() && s < kMaxPlaces; ++s) {
      std::vector<TokenPlace> sites = align(slot, slot.places[0][s]);
      const bool one = slot.pages.size() == 1;
      for (Words words : {Words::typed, Words::literal}) {
        if (!one && words == Words::typed) continue;
        grow(slot, sites, variable, one, words, several, s, found);
      }
    }
    std::ranges::stable_sort(found, [](const Induced& a, const Induced& b) {
      return a.right != b.right ? a.right > b.right : a.cost < b.cost;
    });
    return found;
  }

 private:
  // On the other pages, the place whose surroundings are most like this one's.
  std::vector<TokenPlace> align(const Series& slot, const TokenPlace& start) const {
    std::vector<TokenPlace> sites = {start};
    for (size_t p = 1; p < slot.pages.size(); ++p) {
      const TokenPlace* best = nullptr;
      size_t best_likeness = 0;
      for (const TokenPlace& place : slot.places[p]) {
        if (place.attribute != start.attribute) continue;
        size_t likeness = likeness_of(start, place) + 1;
        if (likeness > best_likeness) best_likeness = likeness, best = &place;
      }
      if (best) sites.push_back(*best);
    }
    return sites;
  }
  size_t likeness_of(const TokenPlace& a, const TokenPlace& b) const {
    size_t total = 0;
    for (const auto& window : {window_beside(pages_, {a, b}, true, 10, false, Words::literal),
                               window_beside(pages_, {a, b}, false, 4, false, Words::literal)})
      for (const TokenTest& test : window) total += 1 + test.features.size();
    return total;
  }

  void grow(const Series& slot, const std::vector<TokenPlace>& sites, const std::string& variable, bool one,
            Words words, bool several, size_t place, std::vector<Induced>& found) const {
    std::optional<Pattern> value = value_pattern(pages_, sites, variable, one, {});
    if (!value) return;
    const std::vector<TokenTest> before = window_beside(pages_, sites, true, 12, one, words);
    const std::vector<TokenTest> after = window_beside(pages_, sites, false, 3, one, words);
    const bool tag = !sites[0].attribute.empty();
    double cost = double(place) * kCostPlace;
    if (tag) cost += sites[0].value == sites[0].whole ? kCostAttribute : kCostPart;
    for (size_t right : kAfterWindows) {
      if (right > after.size() && !(tag && right == 1)) break;
      for (size_t left : kFirstWindows) {
        if (left > before.size() && left > 1) break;
        Induced made;
        append(made.parts, last(before, tag && left == 1 ? 0 : left));
        made.parts.push_back(*value);
        append(made.parts, first(after, tag && right == 1 ? 0 : right));
        made.place = place;
        made.right = count_right(slot, made, variable, several);
        made.cost = cost + trust(last(before, left), first(after, right), one && words == Words::literal) +
                    (made.other ? kCostOther : 0);
        if (made.right > 0) found.push_back(made);
        if (made.right == slot.pages.size() && !made.other) break;  // longer windows only cost more
      }
    }
  }

  static double trust(const std::vector<TokenTest>& before, const std::vector<TokenTest>& after,
                      bool quotes) {
    double cost = kCostToken * double(before.size() + after.size());
    for (const auto* window : {&before, &after})
      for (const TokenTest& test : *window)
        if (quotes && test.type == Type::word && !test.features.empty()) cost += kCostWord;
    for (size_t i = before.size(); i-- > 0 && before.size() - i <= 2;)
      if (before[i].type == Type::html && before[i].features.size() > 1) {
        cost -= kGainTelling;
        break;
      }
    auto is_tag = [](const TokenTest& test) {
      return test.type == Type::html || test.type == Type::html_end;
    };
    if (!before.empty() && !after.empty() && is_tag(before.back()) && is_tag(after[0])) cost -= kGainWhole;
    return cost;
  }

  size_t count_right(const Series& slot, Induced& candidate, const std::string& variable,
                     bool several) const {
    auto compiled = compile(set_of({{"field", {variable}, "", all_of({candidate}), {}}}));
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
        for (const Fact& fact : *facts)
          candidate.other = candidate.other || (fact.values[0] && fact.values[0]->text != slot.texts[i]);
      }
    }
    return right;
  }

  const std::vector<Example>& pages_;
  Budget& budget_;

 public:
  // once(any*?, first ; any*?, second ; ...)
  static Pattern single(const std::vector<Induced>& candidates) {
    Pattern either;
    either.kind = Pattern::Kind::either;
    for (const Induced& candidate : candidates) {
      std::vector<Pattern> parts = {lazy_gap({})};
      parts.insert(parts.end(), candidate.parts.begin(), candidate.parts.end());
      either.parts.push_back(sequence(std::move(parts)));
    }
    if (either.parts.size() == 1) return once(std::move(either.parts[0]));
    return once(std::move(either));
  }
  static Pattern all_of(const std::vector<Induced>& candidates) {
    std::vector<Pattern> parts = {lazy_gap({}), once(sequence(candidates[0].parts))};
    return sequence(std::move(parts));
  }
};

// A template's name for a field.
std::string template_name(const std::string& field) {
  std::string out;
  for (char c : field) out += is_alnum(c) || c == '_' ? to_lower(c) : '_';
  if (out.empty() || !is_alpha(out[0])) out = "f_" + out;
  if (tokens::type_named(out) || out == "any" || out == "not" || out == "times" || out == "once")
    out += "_value";
  return out;
}

class TemplateLearner : public wrap::Learner {
 public:
  Result<wrap::Learned> learn(const std::vector<wrap::LabelledPage>& given, const wrap::LearnOptions& options,
                              Budget& budget) const override {
    const auto start = std::chrono::steady_clock::now();
    const bool rows = !label::one_record_each(given);
    std::vector<wrap::LabelledPage> labelled = given;
    if (rows) label::settle(labelled);
    std::vector<Example> pages;
    bool any = false;
    auto lex = [&](bool whitespace) {
      TemplateSet plain = set_of({});
      plain.keep_whitespace = whitespace;
      pages.clear();
      for (const wrap::LabelledPage& page : labelled)
        pages.push_back({page.document, std::make_shared<const PageTokens>(*page.document, plain)});
    };
    lex(false);
    for (const wrap::LabelledPage& page : labelled) any = any || !page.label.records.empty();
    if (!any) return cannot("no record is labelled");
    wrap::Learned learned;
    std::string how;
    Result<TemplateSet> set =
        rows ? learn_rows(pages, labelled, false, budget, how) : learn_pages(pages, labelled, how, budget);
    if (!set.ok() && rows) {  // values that begin or end with white space
      lex(true);
      std::string again;
      Result<TemplateSet> second = learn_rows(pages, labelled, true, budget, again);
      if (second.ok()) set = std::move(second), how = again;
    }
    if (!set.ok()) return set.error();
    // Printed and read again, so that the file, not the learner, is what is used.
    const std::string text = print(*set);
    GLEANER_TRY(TemplateSet read, parse_templates(text, "learned"));
    for (const wrap::LabelledPage& page : labelled)
      for (const wrap::Record& record : page.label.records)
        for (const wrap::Field& field : record.fields)
          if (std::string parameter = parameter_name(field.name); field_name(parameter) != field.name)
            read.fields[parameter] = field.name;
    GLEANER_TRY(
        learned.wrapper,
        TemplateWrapper::make(std::move(read), {}, rows ? label::Columns::of(labelled) : label::Columns{}));
    report(options, how, text, learned.report);
    learned.report.seconds = seconds_since(start);
    return learned;
  }

 private:
  static Result<TemplateSet> learn_pages(const std::vector<Example>& pages,
                                         const std::vector<wrap::LabelledPage>& labelled, std::string& how,
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
    if (set.templates.empty())
      return cannot("no template finds field \"" + (missing.empty() ? std::string() : missing[0]) + "\"");
    for (const std::string& field : missing) how += (how.empty() ? "not learned: " : ", ") + field;
    return set;
  }

  using PageValues = std::vector<std::pair<size_t, std::vector<const wrap::Value*>>>;

  static std::vector<TokenPlace> places_of(const std::vector<Example>& pages, size_t page,
                                           const wrap::Value& value) {
    std::vector<Span> spans = value.places;
    if (value.span) spans.assign(1, *value.span);
    std::vector<TokenPlace> sites;
    for (const Span& span : spans)
      if (auto site = token_place_of(pages[page], page, span)) sites.push_back(*site);
    return sites;
  }

  static void learn_field(const std::vector<Example>& pages, const std::string& field,
                          const PageValues& values, TemplateSet& set, Budget& budget) {
    PageLearner learner(pages, budget);
    const std::string variable = parameter_name(field);
    size_t most = 1;
    for (const auto& [page, texts] : values) most = std::max(most, texts.size());
    auto add = [&](Pattern pattern) {
      const bool taken = variable == "Doc" || variable == "D" || variable == "Document";
      set.templates.push_back(
          {template_name(field), {taken ? variable + "Value" : variable}, "Doc", std::move(pattern), {}});
    };
    if (most > 1) {  // one context for all of them
      Series all;
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
      Series slot;
      for (const auto& [page, texts] : values) {
        if (i >= texts.size()) continue;
        std::vector<TokenPlace> places = places_of(pages, page, *texts[i]);
        if (places.empty()) continue;
        slot.pages.push_back(page);
        slot.texts.push_back(collapse(texts[i]->text));
        slot.places.push_back(std::move(places));
      }
      auto found = learner.learn(slot, variable, false);
      if (found.empty() || found[0].right * 2 < slot.pages.size()) continue;
      std::vector<PageLearner::Induced> kept;
      std::set<size_t> seen;  // the others from other places: they fail for other reasons
      for (const auto& candidate : found) {
        if (candidate.right < found[0].right || kept.size() >= kAlternatives) break;
        if (seen.insert(candidate.place).second) kept.push_back(candidate);
      }
      add(PageLearner::single(kept));
    }
  }

  static void report(const wrap::LearnOptions& options, const std::string& how, const std::string& text,
                     wrap::LearnReport& report) {
    report.kind = options.kind.empty() ? std::string(kKind) : options.kind;
    for (std::string_view line : split(text, '\n'))
      if (!trim(line).empty()) report.rules.emplace_back(line);
    if (!how.empty()) report.details["result"] = how;
  }
};

}  // namespace

std::shared_ptr<const wrap::Learner> make_learner() { return std::make_shared<TemplateLearner>(); }

}  // namespace gleaner::templates
