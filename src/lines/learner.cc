// See learner.h.
#include "lines/learner.h"

#include <algorithm>
#include <chrono>
#include <map>

#include <fmt/format.h>

#include "base/elapsed.h"
#include "base/json.h"
#include "base/lists.h"
#include "base/shorten.h"
#include "base/text.h"
#include "lines/columns.h"
#include "lines/dashes.h"
#include "lines/fit.h"
#include "lines/forms.h"
#include "lines/grammar_text.h"
#include "lines/groups.h"
#include "lines/labelled.h"
#include "lines/line_grammar.h"
#include "lines/rule_reader.h"
#include "lines/weights.h"
#include "lines/wrapper.h"

namespace gleaner::lines {
namespace {

using Lines = std::vector<std::string_view>;

// A choice of places for every labelled line.
struct Combination {
  double cost = 0;
  std::vector<size_t> choice;  // of placements, by labelled line
};

// The placements of the first lines in all combinations; further lines follow those
// that they are written like.
std::vector<Combination> combinations(const std::vector<LabelledLine>& lines) {
  std::vector<Combination> out{{}};
  std::vector<std::vector<std::string>> signatures;
  for (const LabelledLine& line : lines) {
    signatures.emplace_back();
    for (const Placement& p : line.placements) signatures.back().push_back(signature({line.text, p.places}));
  }
  for (size_t i = 0; i < lines.size(); ++i) {
    std::vector<Combination> longer;
    for (const Combination& one : out) {
      size_t like = lines[i].placements.size();
      for (size_t p = 0; p < lines[i].placements.size() && like == lines[i].placements.size(); ++p)
        for (size_t e = 0; e < i; ++e)
          if (signatures[e][one.choice[e]] == signatures[i][p]) like = p;
      const bool all = out.size() * lines[i].placements.size() <= kCombinations;
      for (size_t p = 0; p < lines[i].placements.size(); ++p) {
        if (!all && p != (like < lines[i].placements.size() ? like : 0)) continue;
        Combination next = one;
        next.cost += lines[i].placements[p].cost;
        next.choice.push_back(p);
        longer.push_back(std::move(next));
      }
    }
    out = std::move(longer);
  }
  for (Combination& one : out) {
    std::vector<std::string> used;
    for (size_t i = 0; i < lines.size(); ++i) used.push_back(signatures[i][one.choice[i]]);
    std::ranges::sort(used);
    const auto kinds = std::unique(used.begin(), used.end()) - used.begin();
    one.cost = one.cost / double(lines.size()) + double(kinds);
  }
  std::ranges::stable_sort(out, {}, &Combination::cost);
  return out;
}

struct Guess {
  std::vector<Pattern> kinds;
  size_t right = 0;  // labelled lines that all kinds together read as labelled
  double read = 0;   // share of the page
  double gain = -1e9;
  bool better_than(const Guess& other) const {
    return right != other.right ? right > other.right : gain > other.gain;
  }
};

// A pattern for each set of fields; one that another reads as well is left out.
class Builder {
 public:
  Builder(const LabelledLines& labelled, const std::vector<std::string>& names, const Lines& page)
      : labelled_(labelled), names_(names), page_(page) {}

  std::string failed;  // a field that no production reads

  std::optional<Guess> build(const Combination& combination) {
    std::vector<Example> all_examples;
    for (size_t i = 0; i < labelled_.lines.size(); ++i) {
      const LabelledLine& line = labelled_.lines[i];
      all_examples.push_back({line.text, line.placements[combination.choice[i]].places, labelled_.indented,
                              labelled_.lone_heads});
    }
    add_dashes(all_examples);
    std::map<std::vector<uint32_t>, std::vector<Example>> by_fields;
    for (Example& example : all_examples) {
      std::vector<uint32_t> fields = mapped(example.places, &FieldSpan::field);
      by_fields[fields].push_back(std::move(example));
    }
    std::vector<const std::vector<Example>*> order;
    for (const auto& [fields, examples] : by_fields) order.push_back(&examples);
    std::ranges::stable_sort(
        order, [](const auto* a, const auto* b) { return (*a)[0].places.size() > (*b)[0].places.size(); });
    Guess guess;
    for (const std::vector<Example>* examples : order) {
      if (is_read(guess.kinds, *examples)) continue;
      Pattern pattern = fit(*examples, names_, page_);
      if (pattern.failed()) {
        failed = labelled_.fields[pattern.failed_field()];
        return std::nullopt;
      }
      guess.kinds.push_back(std::move(pattern));
    }
    std::string all;
    for (const Pattern& kind : guess.kinds) all += (all.empty() ? "(" : " | ") + kind.production();
    guess.read = share_read(all + ")", page_);
    Form whole;
    whole.production = all + ")";
    for (const auto& [fields, examples] : by_fields)
      for (const Example& example : examples) guess.right += reads_as_labelled(whole, {example}, names_);
    guess.gain = kReadGain * guess.read - combination.cost;
    return guess;
  }

 private:
  bool is_read(const std::vector<Pattern>& kinds, const std::vector<Example>& examples) const {
    for (const Pattern& kind : kinds) {
      RuleReader reader(kind.production());
      bool all = true;
      for (const Example& example : examples) {
        const auto found = reader.read(example.line);
        const std::vector<FieldSpan> values = example.values();
        all = all && found && found->size() == values.size();
        for (size_t p = 0; all && p < found->size(); ++p)
          all = reader.names()[(*found)[p].variable] == names_[values[p].field] &&
                (*found)[p].span == values[p].span;
      }
      if (all) return true;
    }
    return false;
  }

  const LabelledLines& labelled_;
  const std::vector<std::string>& names_;
  const Lines& page_;
};

// Lines of the pages, the labelled ones among them.
Lines page_lines(const LabelledLines& labelled, const wrap::LearnOptions& options) {
  Lines out;
  std::vector<const PageLines*> pages;
  for (const LabelledLine& line : labelled.lines) add_new(pages, line.page);
  for (const DocumentPtr& also : options.also) pages.push_back(&also->view<PageLines>());
  const bool several =
      std::ranges::any_of(labelled.lines, [](const LabelledLine& line) { return line.lines > 1; });
  if (several) {  // what else is a record of several lines is not known yet
    for (const LabelledLine& line : labelled.lines) out.push_back(line.text);
    return out;
  }
  for (const PageLines* page : pages)
    for (const Span& line : page->lines()) {
      if (out.size() >= kPageLines) return out;
      if (!trim(line.of(page->text())).empty()) out.push_back(line.of(page->text()));
    }
  return out;
}

// Cells in quotes, keys in any order or fixed columns, if that reads more of the page
// than the sequence of fields does.
std::optional<Form> better_form(const LabelledLines& labelled, const std::vector<std::string>& names,
                                const Lines& page, const std::optional<Guess>& guess) {
  std::vector<Example> examples;
  bool blocks = false;
  for (const LabelledLine& line : labelled.lines) {
    examples.push_back({line.text, line.placements[0].places});
    blocks |= line.lines > 1;
  }
  const double read = guess && !blocks && guess->right == labelled.lines.size() ? guess->read : 0;
  std::optional<Form> best;
  for (auto make : {delimited_form, keyed_form, fixed_form}) {
    std::optional<Form> form = make(examples, names, page);
    if (form && form->sure) return form;
    if (form && form->read > std::max(read + kFormGain, best ? best->read : 0)) best = std::move(form);
  }
  return best;
}

// Lines above the first labelled one that are read and yet are none: where every
// record has a number, they have none.
std::vector<std::string> headings(const LabelledLines& labelled, const LineGrammar& grammar) {
  std::vector<std::string> out;
  if (labelled.lines[0].lines > 1) return out;
  RuleReader reader(grammar.kinds[0], grammar.helpers);
  auto digits = [](std::string_view text) { return std::ranges::any_of(text, is_digit); };
  std::vector<bool> numeric(reader.names().size(), true);
  for (const LabelledLine& line : labelled.lines) {
    const auto found = reader.read(line.text);
    for (size_t i = 0; found && i < found->size(); ++i)
      if (!digits((*found)[i].span.of(line.text))) numeric[(*found)[i].variable] = false;
  }
  const LabelledLine& first = labelled.lines[0];
  for (size_t i = 0; i < first.line && out.size() < 3; ++i) {
    const std::string_view line = first.page->lines()[i].of(first.page->text());
    const auto found = reader.read(line);
    if (!found) continue;
    size_t should = 0, has = 0, same = 0;
    for (const Found& one : *found) {
      should += numeric[one.variable];
      has += numeric[one.variable] && digits(one.span.of(line));
      same += equals_ignoring_case(trim(one.span.of(line)), reader.names()[one.variable]);
    }
    if ((should > 0 && has == 0) || same * 2 > found->size()) out.emplace_back(line);
  }
  return out;
}

// HTML has lines only in preformatted text and between line breaks; elsewhere other families know more.
Status check_lines(const LabelledLines& labelled, const std::vector<wrap::LabelledPage>& pages) {
  if (!pages[0].document->is_html()) return {};
  // Of a record of several lines all must be such: what stands in blocks of its own is no text in lines.
  for (const LabelledLine& line : labelled.lines)
    for (size_t i = line.line; i < line.line + line.lines; ++i)
      if (!line.page->is_line(i) && !trim(line.page->lines()[i].of(line.page->text())).empty())
        return error(Code::cannot_learn,
                     "the labelled values stand in no preformatted text and between no line breaks",
                     pages[0].document->where(line.page->to_page(line.page->lines()[i])),
                     "lines are those of <pre>, or end with <br>");
  return {};
}

// Field and text of each value, sorted.
std::vector<std::pair<std::string, std::string>> texts_of(const wrap::Record& record) {
  std::vector<std::pair<std::string, std::string>> all;
  wrap::for_each_leaf(record.fields, [&](const std::string& name, const wrap::Value& value) {
    if (std::string text = collapse(value.text); !text.empty()) all.emplace_back(name, std::move(text));
  });
  std::ranges::sort(all);
  return all;
}

// Crosses out the wanted records that come out; enough when there are none left, so that of a long log only
// its beginning is read. Of a group some lines may be labelled: the others come out, too.
class Wanteds : public wrap::RecordSink {
 public:
  Wanteds(const std::vector<wrap::Record>& records, bool groups) : groups_(groups) {
    for (const wrap::Record& record : records) {
      open.push_back(texts_of(record));
      left_ += !open.back().empty();
    }
  }
  bool take(wrap::Record&& record) override {
    const auto made = texts_of(record);
    for (auto& one : open) {
      if (one.empty()) continue;
      const bool same =
          groups_ ? std::includes(made.begin(), made.end(), one.begin(), one.end()) : made == one;
      if (!same) continue;
      found += uint32_t(one.size());
      one.clear();
      --left_;
      if (!groups_) break;
    }
    return left_ > 0;
  }
  std::vector<std::vector<std::pair<std::string, std::string>>> open;  // by labelled record; empty: came out
  uint32_t found = 0;                                                  // values

 private:
  bool groups_;
  size_t left_ = 0;
};

// What is learned, run over the labelled pages: which labelled records do not come out as labelled?
void check_learned(const wrap::Wrapper& wrapper, const std::vector<wrap::LabelledPage>& pages, bool groups,
                   wrap::LearnReport& report) {
  for (const wrap::LabelledPage& page : pages) {
    Wanteds wanted(page.label.records, groups);
    Budget budget;
    (void)wrapper.extract(*page.document, *wrapper.make_scratch(), wanted, budget);
    report.covered += wanted.found;
    for (size_t i = 0; i < wanted.open.size(); ++i) {
      const auto& lost = wanted.open[i];
      if (lost.empty()) continue;
      report.missed += uint32_t(lost.size());
      report.notes.push_back(warning(Code::cannot_learn,
                                     fmt::format("record {} does not come out as labelled: {} = {}", i + 1,
                                                 lost[0].first, json::quote(shortened(lost[0].second, 40))),
                                     Where{.file = page.label.page},
                                     "is it labelled like the others, value by value?"));
    }
  }
}

Diagnostic cannot(const std::string& field) {
  if (field.empty())
    return error(Code::cannot_learn, "no grammar of lines reads the labelled lines as labelled", {},
                 "label whole values as they stand in the line");
  return error(Code::cannot_learn,
               fmt::format("\"{}\": nothing in the labelled lines tells where its values end", field), {},
               "label the values up to a mark or a blank, and the same part in every line");
}

}  // namespace

Result<LineGrammar> productions_of(const LabelledLines& labelled, const Lines& page, Names& renamed,
                                   double* read) {
  const std::vector<std::string> names = variables_of(labelled.fields);
  Builder builder(labelled, names, page);
  std::optional<Guess> best;
  size_t tried = 0;
  for (const Combination& combination : combinations(labelled.lines)) {
    if (tried++ >= kCombinationsFit) break;
    if (Budget* budget = Budget::current(); tried > 1 && budget && !budget->check()) break;
    std::optional<Guess> guess = builder.build(combination);
    if (!guess) continue;
    if (!best || guess->better_than(*best)) best = std::move(guess);
    if (best->read >= kReadsAll && best->right == labelled.lines.size()) break;
  }
  const std::optional<Form> form = better_form(labelled, names, page, best);
  if (!best && !form) return cannot(builder.failed);
  LineGrammar grammar;
  if (form) {
    grammar.kinds = {form->production};
    grammar.helpers = form->helpers;
  } else {
    for (const Pattern& kind : best->kinds) grammar.kinds.push_back(kind.production());
  }
  if (!labelled.heads.empty()) grammar.heads = labelled.heads;
  else if (grammar.kinds.size() == 1) grammar.heads = headings(labelled, grammar);
  add_renamed(names, labelled.fields, renamed);
  if (read) *read = form ? form->read : best->read;
  return grammar;
}

Result<std::shared_ptr<const LinesWrapper>> grammar_of(const LabelledLines& labelled, const Lines& page,
                                                       std::string comment, double* read,
                                                       HashLines hash_lines) {
  Names names;
  GLEANER_TRY(LineGrammar grammar, productions_of(labelled, page, names, read));
  grammar.comment = std::move(comment);
  grammar.hash_lines = hash_lines;
  return LinesWrapper::make(grammar.text(), std::move(names));
}

namespace {

// A grammar and what comes of the labels with it.
struct Attempt {
  std::shared_ptr<const LinesWrapper> wrapper;
  wrap::LearnReport report;
  double share = 0;  // of the page's lines that it reads
};

Result<Attempt> attempt(const LabelledLines& labelled, const std::vector<wrap::LabelledPage>& pages,
                        const Lines& page) {
  const bool groups = has_groups(pages);
  const std::string comment = fmt::format("Learned from {} labelled line{} of {}.", labelled.lines.size(),
                                          labelled.lines.size() == 1 ? "" : "s", pages[0].label.page);
  Attempt out;
  GLEANER_TRY(out.wrapper,
              groups ? grammar_of_groups(pages, page, comment)
                     : grammar_of(labelled, page, comment, &out.share,
                                  pages[0].document->is_html() ? HashLines::headings : HashLines::records));
  check_learned(*out.wrapper, pages, groups, out.report);
  return out;
}

size_t records_on(const wrap::Wrapper& wrapper, const Document& page) {
  const auto records = wrap::extract_all(wrapper, page);
  return records.ok() ? records->size() : 0;
}

// Of the labels more come out; or as much, and more records: one that takes the next one's line
// for its last field swallows that.
bool is_better(const Result<Attempt>& than, const Result<Attempt>& other, const Document& page) {
  if (!other.ok() || !than.ok()) return other.ok();
  if (other->report.covered != than->report.covered) return other->report.covered > than->report.covered;
  return other->report.missed <= than->report.missed &&
         records_on(*other->wrapper, page) > records_on(*than->wrapper, page);
}

// Labels of several lines: not every record may have lines of its last field, and where labels do not come
// out, these may be told by their indentation.
Result<Attempt> best_attempt(LabelledLines& labelled, const std::vector<wrap::LabelledPage>& pages,
                             const Lines& page) {
  auto best = attempt(labelled, pages, page);
  if (std::ranges::none_of(labelled.lines, [](const LabelledLine& line) { return line.lines > 1; }))
    return best;
  for (const bool indented : {false, true})
    for (const bool lone_heads : {false, true}) {
      if (!indented && !lone_heads) continue;  // the one above
      if (indented && !lone_heads && best.ok() && !best->report.missed) return best;
      labelled.indented = indented, labelled.lone_heads = lone_heads;
      auto other = attempt(labelled, pages, page);
      if (is_better(best, other, *pages[0].document)) best = std::move(other);
    }
  return best;
}

}  // namespace

Result<wrap::Learned> LinesLearner::learn(const std::vector<wrap::LabelledPage>& pages,
                                          const wrap::LearnOptions& options, Budget& budget) const {
  const auto begin = std::chrono::steady_clock::now();
  const bool groups = has_groups(pages);
  LabelledLines labelled = find_labelled(groups ? inner_labels(pages) : pages);
  if (labelled.lines.empty()) {
    if (labelled.problems.empty())
      return error(Code::cannot_learn, "no labelled record has texts of its own", {},
                   "label the fields of a line");
    Diagnostic why = labelled.problems[0];
    why.code = Code::cannot_learn;
    return why;
  }
  if (Status lines = check_lines(labelled, pages); !lines.ok()) return lines.error();
  for (const LabelledLine& line : labelled.lines)
    if (line.text.size() > kLongestLine * std::max<size_t>(1, line.lines))
      return error(Code::cannot_learn,
                   fmt::format("a labelled line has {} bytes; lines of more than {} are no lines of a log",
                               line.text.size(), kLongestLine));
  const Lines page = page_lines(labelled, options);
  budget.spend_steps(page.size());
  GLEANER_TRY(Attempt made, best_attempt(labelled, pages, page));
  if (!made.report.covered) return cannot("");

  wrap::Learned learned{made.wrapper, std::move(made.report)};
  wrap::LearnReport& report = learned.report;
  report.kind = "lines";
  report.pages = uint32_t(pages.size());
  report.records = uint32_t(labelled.lines.size());
  if (!labelled.problems.empty()) report.notes.clear();  // those say why
  for (std::string_view line : split(made.wrapper->grammar_text(), '\n'))
    if (!line.empty()) report.rules.emplace_back(line);
  const size_t read = size_t(made.share * double(page.size()) + 0.5);
  report.details["lines"] = fmt::format("{} of {} lines read", read, page.size());
  for (Diagnostic& problem : labelled.problems) {
    problem.severity = Severity::warning;
    report.notes.push_back(std::move(problem));
  }
  if (const std::string_view line = labelled.lines[0].text; line.starts_with('{') && json::parse(line).ok())
    report.notes.push_back({Severity::note,
                            Code::not_found,
                            "these lines are JSON: they need no grammar",
                            {},
                            "gleaner convert FILE --from jsonl -o FILE.csv reads them whatever their order"});
  if (read < page.size() && !groups)
    report.notes.push_back({Severity::note,
                            Code::not_found,
                            fmt::format("{} of {} lines are of no labelled kind and will be skipped",
                                        page.size() - read, page.size()),
                            {},
                            "label one of them, if they should be records"});
  report.seconds = seconds_since(begin);
  return learned;
}

void register_family(wrap::Registry& registry) {
  registry.add({"lines", "a grammar of lines, from labelled lines of a log or list", LinesWrapper::load,
                std::make_shared<LinesLearner>()});
}

}  // namespace gleaner::lines
