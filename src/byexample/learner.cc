// See learner.h. The steps read top-down in ModelLearner::run.
#include "byexample/learner.h"

#include <algorithm>
#include <chrono>
#include <map>

#include <fmt/format.h>

#include "base/elapsed.h"
#include "base/lists.h"
#include "byexample/costs.h"
#include "byexample/example.h"
#include "byexample/judged.h"
#include "byexample/levels.h"
#include "byexample/object_learner.h"
#include "byexample/votes.h"
#include "byexample/window.h"
#include "byexample/wrapper.h"
#include "label/settle.h"

namespace gleaner::byexample {
namespace {

class ModelLearner {
 public:
  ModelLearner(std::vector<wrap::LabelledPage> pages, const wrap::LearnOptions& options, Budget& budget,
               wrap::LearnReport& report)
      : pages_(std::move(pages)), options_(options), budget_(budget), report_(report) {}

  Result<Model> run() {
    label::settle(pages_);
    GLEANER_CHECK(all_are_placed());
    model_.columns = label::Columns::of(pages_);
    model_.html = std::ranges::all_of(pages_, [](const auto& page) { return page.document->is_html(); });
    GLEANER_TRY(examples_, make_examples(pages_, model_));
    judged_ = judge_pages(pages_, examples_, model_);
    GLEANER_CHECK(learn_windows());
    learn_objects(judged_, examples_, model_);
    GLEANER_CHECK(set_single());
    learn_levels();
    GLEANER_CHECK(choose_strategy());
    write_report();
    return std::move(model_);
  }

 private:
  Status all_are_placed() const {
    Status out;
    for (const wrap::LabelledPage& page : pages_)
      wrap::for_each_leaf(page, [&](const std::string& path, const wrap::Value& value) {
        if (!value.span && out.ok())
          out = error(Code::cannot_learn,
                      fmt::format("\"{}\" ({}) stands nowhere on the page", value.text, path),
                      {page.label.page, 0, 0, {}}, "label the text as the page shows it");
      });
    return out;
  }

  Status learn_windows() {
    const std::vector<std::optional<size_t>> balanced = balance();
    for (uint32_t a = 0; a < model_.attributes.size(); ++a) {
      const std::optional<size_t> at_most = balanced[a];
      WindowLearner learner(judged_, examples_, model_, a, budget_);
      AttributePatterns found = learner.learn(at_most);
      if (found.over > 0 && at_most) {  // the balance is only a guess: do not hold it against the labels
        AttributePatterns free = learner.learn(std::nullopt);
        if (free.over == 0) found = std::move(free);
      }
      if (budget_.exhausted()) return budget_.diagnostic("learning from examples");
      note_attribute(a, found);
      set_digits(a);
      if (one_record_pages()) {
        std::vector<AvpPattern> votes = voting_patterns(pages_, judged_, model_, a, budget_);
        // A list that is one clean run stays one; other lists are slots.
        const bool run = model_.attributes[a].list && found.over == 0 && !found.patterns.empty() &&
                         !found.patterns[0].separators.empty();
        if (!votes.empty() && !run) found.patterns = std::move(votes), found.over = 0;
      } else {
        std::vector<AvpPattern> loose = learner.learn_loose(found.patterns);
        found.patterns.insert(found.patterns.end(), loose.begin(), loose.end());
      }
      for (AvpPattern& pattern : found.patterns) add_new(model_.patterns, std::move(pattern));
    }
    if (model_.patterns.empty())
      return error(Code::cannot_learn, "no labelled value has anything around it that finds it again", {},
                   "label values that stand between words, symbols or tags");
    return {};
  }

  void set_digits(uint32_t a) {
    size_t values = 0, with = 0;
    examples_.for_each(a, [&](const Example& example, const ExampleValue& value) {
      ++values;
      with += judged_[example.page].document->text(value.span).find_first_of("0123456789") !=
              std::string_view::npos;
    });
    model_.attributes[a].digits = values == 0 || (with > 0 && with < values) ? Attribute::Digits::some
                                  : with == values                           ? Attribute::Digits::always
                                                                             : Attribute::Digits::never;
  }

  void note_attribute(uint32_t a, const AttributePatterns& found) {
    Attribute& attribute = model_.attributes[a];
    attribute.over = found.over;
    if (found.patterns.empty())
      report_.notes.push_back(
          warning(Code::cannot_learn,
                  fmt::format("\"{}\": nothing around its examples finds them again", attribute.path), {},
                  "label the value without its neighbour, or give another example"));
    else if (found.over > 0)
      report_.notes.push_back(
          warning(Code::cannot_learn,
                  fmt::format("\"{}\" matches {} value{} too many however wide the window: {}",
                              attribute.path, found.over, found.over == 1 ? "" : "s", found.over_pattern),
                  {}, "give another example, or mark one of the wrong places as negative"));
    if (found.across)
      report_.notes.push_back(
          {Severity::note, Code::cannot_learn,
           fmt::format("\"{}\": its line alone does not tell it apart; the window crosses line ends",
                       attribute.path)});
  }

  // Only pages that say nothing about how many there are need it.
  bool balances(uint32_t a) const {
    if (model_.attributes[a].level != 0 || model_.attributes[a].list) return false;
    return std::ranges::none_of(judged_,
                                [&](const JudgedPage& page) { return page.complete || page.count[a]; });
  }

  // Fields of the same objects occur about equally often. A field whose narrowest window matches far more
  // often than the middle one's is held to that count, if some window of it comes near; what is only missing
  // here and there is left alone.
  std::vector<std::optional<size_t>> balance() {
    std::vector<std::optional<size_t>> at_most(model_.attributes.size());
    std::map<uint32_t, size_t> narrowest;
    for (uint32_t a = 0; a < model_.attributes.size(); ++a) {
      if (!balances(a)) continue;
      if (auto count = WindowLearner(judged_, examples_, model_, a, budget_).first_count(0, SIZE_MAX))
        narrowest[a] = *count;
    }
    if (narrowest.size() < 2) return at_most;
    std::vector<size_t> sorted;
    for (const auto& [a, count] : narrowest) sorted.push_back(count);
    std::ranges::sort(sorted);
    const double middle = double(sorted[sorted.size() / 2]);
    const size_t least = size_t(middle / kFarMore), most = size_t(middle * (1 + kSameCount));
    for (const auto& [a, count] : narrowest)
      if (double(count) > middle * kFarMore &&
          WindowLearner(judged_, examples_, model_, a, budget_).first_count(least, most))
        at_most[a] = most;
    return at_most;
  }

  // --- what tells objects apart

  bool one_record_pages() const {
    return label::one_record_each(pages_) && std::ranges::all_of(pages_, [](const auto& page) {
             return page.label.complete && page.label.records.size() == 1;
           });
  }

  Status set_single() {
    model_.single = one_record_pages();
    const auto set = options_.settings.find("objects");
    if (set == options_.settings.end()) return {};
    model_.single = set->second == "one";
    if (!model_.single && set->second != "many")
      return error(Code::usage, fmt::format("objects cannot be \"{}\"", set->second), {}, "one or many");
    return {};
  }

  void learn_levels() {
    LevelFacts facts(model_);
    for (uint32_t p = 0; p < pages_.size(); ++p)
      facts.add(judged_[p].document->text(), assembled_on(examples_, p));
    facts.write(model_);
    if (facts.knows_between(0) || model_.single) return;
    // One example a page: assemble without boundaries and learn them from the objects that are whole.
    Scanner scanner(model_.patterns, model_.attributes.size());
    Occurrences occurrences;
    for (uint32_t p = 0; p < pages_.size(); ++p) {
      Budget free;
      const std::string_view text = judged_[p].document->text();
      scanner.scan(text, 0, occurrences, free);
      std::vector<Assembled> objects = bottom_up(model_, text, occurrences, free);
      std::vector<Assembled> run;
      for (Assembled& object : objects) {
        if (whole(object)) {
          run.push_back(std::move(object));
          continue;
        }
        facts.add(text, run);
        run.clear();
      }
      facts.add(text, run);
    }
    facts.write(model_);
  }

  bool whole(const Assembled& object) const {
    const auto lacking = missing(model_, object);
    return std::ranges::all_of(lacking, [&](const std::string& path) {
      return std::ranges::any_of(model_.attributes,
                                 [&](const Attribute& a) { return a.path == path && a.optional; });
    });
  }

  // --- strategy: what the labels of complete pages say

  Status choose_strategy() {
    const auto set = options_.settings.find("strategy");
    if (set != options_.settings.end()) {
      const auto named = strategy_of_name(set->second);
      if (!named)
        return error(Code::usage, fmt::format("no strategy \"{}\"", set->second), {},
                     "both, top-down or bottom-up");
      model_.strategy = *named;
      return {};
    }
    const bool complete = std::ranges::any_of(judged_, [](const JudgedPage& p) { return p.complete; });
    if (!complete || model_.single) return {};
    Model best = model_;
    double most = measure(model_, judged_, examples_, true).value();
    auto consider = [&](Strategy strategy, uint32_t least) {
      Model tried = model_;
      tried.strategy = strategy;
      tried.shapes[0].least = least;
      const double value = measure(tried, judged_, examples_, true).value();
      if (value > most + 1e-9) most = value, best = std::move(tried);
    };
    if (most < 2)
      for (Strategy strategy : {Strategy::both, Strategy::bottom_up, Strategy::top_down})
        for (uint32_t least = 1; least <= uint32_t(model_.attributes.size()) && least <= 6; ++least)
          if (strategy != Strategy::top_down || least == 1) consider(strategy, least);
    model_ = std::move(best);
    return {};
  }

  void write_report() {
    report_.kind = "byexample";
    const ExampleWrapper wrapper{Model(model_)};
    std::map<std::string, uint32_t> shown, all;
    for (size_t i = 4; i < wrapper.rules().size(); ++i) ++all[wrapper.rules()[i].field];
    for (size_t i = 4; i < wrapper.rules().size(); ++i) {
      const wrap::Rule& rule = wrapper.rules()[i];
      constexpr uint32_t kShown = 3;  // of windows that vote, the strongest
      if (model_.single && ++shown[rule.field] > kShown) {
        if (shown[rule.field] == kShown + 1)
          report_.rules.push_back(
              fmt::format("{:<12}  and {} more that vote", rule.field, all[rule.field] - kShown));
        continue;
      }
      report_.rules.push_back(fmt::format("{:<12}  {}   ({})", rule.field, rule.words, rule.example));
    }
    for (const ObjectPattern& object : model_.objects)
      report_.rules.push_back(
          fmt::format("{:<12}  {}   ({}{})", "object", print_object(model_, object.root), object.example,
                      object.support > 1 ? fmt::format(" and {} more", object.support - 1) : ""));
    report_.details["strategy"] = std::string(name_of(model_.strategy));
    report_.details["objects"] = model_.single ? "one a page" : "many";
    report_.details["patterns"] = std::to_string(model_.patterns.size());
    report_.details["forms"] = std::to_string(model_.objects.size());
    for (Strategy strategy : {Strategy::top_down, Strategy::bottom_up}) {
      Model tried = model_;
      tried.strategy = strategy;
      const Score score = measure(tried, judged_, examples_, false);
      report_.details[std::string(name_of(strategy))] =
          fmt::format("{} objects, {} of {} examples exact", score.given, score.same, score.wanted);
    }
  }

  std::vector<wrap::LabelledPage> pages_;
  const wrap::LearnOptions& options_;
  Budget& budget_;
  wrap::LearnReport& report_;
  Model model_;
  Examples examples_;
  std::vector<JudgedPage> judged_;
};

}  // namespace

Result<Model> learn_model(std::vector<wrap::LabelledPage> pages, const wrap::LearnOptions& options,
                          Budget& budget, wrap::LearnReport& report) {
  return ModelLearner(std::move(pages), options, budget, report).run();
}

Result<wrap::Learned> ExampleLearner::learn(const std::vector<wrap::LabelledPage>& pages,
                                            const wrap::LearnOptions& options, Budget& budget) const {
  const auto start = std::chrono::steady_clock::now();
  wrap::Learned learned;
  GLEANER_TRY(Model model, learn_model(pages, options, budget, learned.report));
  learned.wrapper = std::make_shared<ExampleWrapper>(std::move(model));
  learned.report.seconds = seconds_since(start);
  return learned;
}

}  // namespace gleaner::byexample
