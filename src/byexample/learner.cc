// See learner.h. The steps read top-down in ModelLearner::run.
#include "byexample/learner.h"

#include <algorithm>
#include <chrono>
#include <map>

#include <fmt/format.h>

#include "byexample/costs.h"
#include "byexample/example.h"
#include "byexample/levels.h"
#include "byexample/votes.h"
#include "byexample/window.h"
#include "byexample/wrapper.h"

namespace gleaner::byexample {
namespace {

class ModelLearner {
 public:
  ModelLearner(std::vector<wrap::LabelledPage> pages, const wrap::LearnOptions& options, Budget& budget, wrap::LearnReport& report)
      : pages_(std::move(pages)), options_(options), budget_(budget), report_(report) {}

  Result<Model> run() {
    GLEANER_CHECK(choose_places(pages_));
    model_.html = std::all_of(pages_.begin(), pages_.end(), [](const auto& page) { return page.document->is_html(); });
    GLEANER_TRY(examples_, make_examples(pages_, model_));
    make_judged_pages();
    GLEANER_CHECK(learn_windows());
    make_object_patterns();
    GLEANER_CHECK(set_single());
    learn_levels();
    GLEANER_CHECK(choose_strategy());
    write_report();
    return std::move(model_);
  }

 private:
  void make_judged_pages() {
    const size_t n = model_.attributes.size();
    for (uint32_t p = 0; p < pages_.size(); ++p) {
      JudgedPage& page = judged_.emplace_back();
      const wrap::Label& label = pages_[p].label;
      page.document = pages_[p].document.get();
      page.complete = label.complete;
      page.labelled = examples_.labelled[p];
      page.right.resize(n);
      page.excerpts.resize(n);
      page.negative.resize(n);
      page.count.resize(n);
      for (uint32_t a = 0; a < n; ++a) {
        const std::string& path = model_.attributes[a].path;
        const std::string name = path.substr(path.rfind('.') + 1);
        auto given = label.count.find(path);
        if (given == label.count.end()) given = label.count.find(name);
        if (given != label.count.end()) page.count[a] = uint32_t(std::max(0, given->second));
        for (size_t i = 0; i < label.negative.size(); ++i) {
          const std::string& field = i < label.negative_field.size() ? label.negative_field[i] : "";
          if (!field.empty() && field != path && field != name) continue;
          if (label.negative[i].span) page.negative[a].push_back(*label.negative[i].span);
          for (Span place : label.negative[i].places) page.negative[a].push_back(place);
        }
      }
      for (const wrap::Record& record : label.records) {
        wrap::for_each_leaf(record, [&](const std::string& path, const wrap::Value& value) {
          for (uint32_t a = 0; a < n; ++a)
            if (model_.attributes[a].path == path) {
              if (value.span) page.right[a].push_back(*value.span);
              page.right[a].insert(page.right[a].end(), value.places.begin(), value.places.end());
            }
        });
      }
    }
    for (const Example& example : examples_.all) add_excerpts(example.root, judged_[example.page]);
    for (JudgedPage& page : judged_)
      for (uint32_t a = 0; a < n; ++a) std::sort(page.right[a].begin(), page.right[a].end());
  }

  void add_excerpts(const ExampleNode& node, JudgedPage& page) {
    for (uint32_t a = 0; a < model_.attributes.size(); ++a) {
      if (model_.attributes[a].level != node.shape) continue;
      const bool shown = std::any_of(node.values.begin(), node.values.end(), [&](const ExampleValue& v) { return v.attribute == a; });
      if (shown) page.excerpts[a].push_back(node.extent);
    }
    for (const ExampleNode& element : node.elements) add_excerpts(element, page);
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
        const bool run = model_.attributes[a].list && found.over == 0 && !found.patterns.empty() && !found.patterns[0].separators.empty();
        if (!votes.empty() && !run) found.patterns = std::move(votes), found.over = 0;
      } else {
        std::vector<AvpPattern> loose = learner.learn_loose(found.patterns);
        found.patterns.insert(found.patterns.end(), loose.begin(), loose.end());
      }
      for (AvpPattern& pattern : found.patterns)
        if (std::find(model_.patterns.begin(), model_.patterns.end(), pattern) == model_.patterns.end())
          model_.patterns.push_back(std::move(pattern));
    }
    if (model_.patterns.empty())
      return error(Code::cannot_learn, "no labelled value has anything around it that finds it again", {},
                   "label values that stand between words, symbols or tags");
    return {};
  }

  void set_digits(uint32_t a) {
    size_t values = 0, with = 0;
    for (const Example& example : examples_.all) {
      std::vector<ExampleValue> list;
      Examples::collect(example.root, list);
      for (const ExampleValue& value : list) {
        if (value.attribute != a) continue;
        ++values;
        with += judged_[example.page].document->text(value.span).find_first_of("0123456789") != std::string_view::npos;
      }
    }
    model_.attributes[a].digits = values == 0 || (with > 0 && with < values) ? Attribute::Digits::some
                                  : with == values                           ? Attribute::Digits::always
                                                                             : Attribute::Digits::never;
  }

  void note_attribute(uint32_t a, const AttributePatterns& found) {
    Attribute& attribute = model_.attributes[a];
    attribute.over = found.over;
    if (found.patterns.empty())
      report_.notes.push_back(warning(Code::cannot_learn, fmt::format("\"{}\": nothing around its examples finds them again", attribute.path), {},
                                      "label the value without its neighbour, or give another example"));
    else if (found.over > 0)
      report_.notes.push_back(warning(
          Code::cannot_learn,
          fmt::format("\"{}\" matches {} value{} too many however wide the window: {}", attribute.path, found.over,
                      found.over == 1 ? "" : "s", found.over_pattern),
          {}, "give another example, or mark one of the wrong places as negative"));
    if (found.across)
      report_.notes.push_back({Severity::note, Code::cannot_learn,
                               fmt::format("\"{}\": its line alone does not tell it apart; the window crosses line ends", attribute.path)});
  }

  // Only pages that say nothing about how many there are need it.
  bool balances(uint32_t a) const {
    if (model_.attributes[a].level != 0 || model_.attributes[a].list) return false;
    for (const JudgedPage& page : judged_)
      if (page.complete || page.count[a]) return false;
    return true;
  }

  // Fields of the same objects occur about equally often. A field whose narrowest window matches far more often than the middle one's
  // is held to that count, if some window of it comes near; what is only missing here and there is left alone.
  std::vector<std::optional<size_t>> balance() {
    std::vector<std::optional<size_t>> at_most(model_.attributes.size());
    std::map<uint32_t, size_t> narrowest;
    for (uint32_t a = 0; a < model_.attributes.size(); ++a) {
      if (!balances(a)) continue;
      if (auto count = WindowLearner(judged_, examples_, model_, a, budget_).first_count(0, SIZE_MAX)) narrowest[a] = *count;
    }
    if (narrowest.size() < 2) return at_most;
    std::vector<size_t> sorted;
    for (const auto& [a, count] : narrowest) sorted.push_back(count);
    std::sort(sorted.begin(), sorted.end());
    const double middle = double(sorted[sorted.size() / 2]);
    const size_t least = size_t(middle / kFarMore), most = size_t(middle * (1 + kSameCount));
    for (const auto& [a, count] : narrowest)
      if (double(count) > middle * kFarMore && WindowLearner(judged_, examples_, model_, a, budget_).first_count(least, most)) at_most[a] = most;
    return at_most;
  }

  // --- object patterns: the components of each example in page order

  struct Found {
    std::vector<std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>>> by;  // attribute: value -> patterns
  };

  void make_object_patterns() {
    Scanner scanner(model_.patterns, model_.attributes.size());
    std::vector<Found> found(pages_.size());
    Occurrences occurrences;
    for (uint32_t p = 0; p < pages_.size(); ++p) {
      Budget free;
      scanner.scan(judged_[p].document->text(), 0, occurrences, free);
      found[p].by.resize(model_.attributes.size());
      for (uint32_t a = 0; a < model_.attributes.size(); ++a)
        for (const Occurrence& o : occurrences.of[a])
          for (uint32_t i = 0; i < o.count && !model_.patterns[o.pattern].loose; ++i) {
            const Span value = occurrences.values[o.first + i];
            found[p].by[a][{value.begin, value.end}].push_back(o.pattern);
          }
    }
    for (const Example& example : examples_.all) {
      ObjectPattern object;
      object.example = example.name;
      if (!make_components(example.root, 0, object.root, found[example.page]) || object.root.children.empty()) continue;
      auto same = std::find_if(model_.objects.begin(), model_.objects.end(),
                               [&](const ObjectPattern& o) { return o.root == object.root; });
      if (same != model_.objects.end()) ++same->support;
      else model_.objects.push_back(std::move(object));
    }
    std::stable_sort(model_.objects.begin(), model_.objects.end(),
                     [](const ObjectPattern& a, const ObjectPattern& b) { return a.support > b.support; });
    if (model_.objects.size() > kMaxObjectPatterns) model_.objects.resize(kMaxObjectPatterns);
  }

  // Components of `shape` (the node's own, or a record inside it) in page order. False when a value is not found again.
  bool make_components(const ExampleNode& node, uint32_t shape, Component& into, const Found& found) {
    struct Placed {
      uint32_t begin;
      Component component;
    };
    std::vector<Placed> placed;
    for (uint32_t child : model_.shapes[shape].children) {
      Component component;
      component.name = model_.shapes[child].name;
      component.shape = child;
      component.list = model_.shapes[child].list;
      uint32_t begin = kNowhere;
      if (model_.leaf(child)) {
        component.atom = true;
        component.attribute = model_.shapes[child].attribute;
        for (const ExampleValue& value : node.values) {
          if (value.attribute != component.attribute) continue;
          begin = std::min(begin, value.span.begin);
          auto at = found.by[value.attribute].find({value.span.begin, value.span.end});
          if (at == found.by[value.attribute].end()) return false;
          component.patterns.push_back(at->second.front());
          component.optional |= component.list && !model_.patterns[at->second.front()].separators.empty();
        }
      } else if (component.list) {
        const ExampleNode* usual = usual_element(node, child);
        if (!usual) continue;
        begin = usual->extent.begin;
        for (const ExampleNode& element : node.elements)
          if (element.shape == child) begin = std::min(begin, element.extent.begin);
        if (!make_components(*usual, child, component, found)) return false;
        for (const ExampleNode& element : node.elements) {  // what the other elements of this form show
          Component other;
          if (element.shape == child && &element != usual && make_components(element, child, other, found)) unite(component, other);
        }
      } else {
        if (!make_components(node, child, component, found)) return false;
        for (const ExampleValue& value : node.values)
          if (below(model_.attributes[value.attribute].shape, child)) begin = std::min(begin, value.span.begin);
      }
      if (begin == kNowhere) continue;
      std::sort(component.patterns.begin(), component.patterns.end());
      component.patterns.erase(std::unique(component.patterns.begin(), component.patterns.end()), component.patterns.end());
      placed.push_back({begin, std::move(component)});
    }
    std::stable_sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) { return a.begin < b.begin; });
    for (Placed& one : placed) into.children.push_back(std::move(one.component));
    return true;
  }

  bool below(uint32_t shape, uint32_t ancestor) const {
    for (; shape != 0; shape = model_.shapes[shape].parent)
      if (shape == ancestor) return true;
    return false;
  }

  // The element with the most components; of those the most frequent form.
  const ExampleNode* usual_element(const ExampleNode& node, uint32_t shape) const {
    std::map<std::vector<uint32_t>, uint32_t> forms;
    auto form_of = [](const ExampleNode& element) {
      std::vector<uint32_t> form;
      for (const ExampleValue& value : element.values)
        if (form.empty() || form.back() != value.attribute) form.push_back(value.attribute);
      for (const ExampleNode& inner : element.elements)
        if (form.empty() || form.back() != (0x80000000u | inner.shape)) form.push_back(0x80000000u | inner.shape);
      return form;
    };
    for (const ExampleNode& element : node.elements)
      if (element.shape == shape) ++forms[form_of(element)];
    const ExampleNode* best = nullptr;
    std::pair<size_t, uint32_t> most{0, 0};
    for (const ExampleNode& element : node.elements) {
      if (element.shape != shape) continue;
      const auto form = form_of(element);
      const std::pair<size_t, uint32_t> rank{form.size(), forms[form]};
      if (rank > most) most = rank, best = &element;
    }
    return best;
  }

  // Takes in another element whose components come in the same order: its patterns are added, what it lacks becomes optional.
  static void unite(Component& into, const Component& other) {
    size_t next = 0;
    std::vector<const Component*> partner(into.children.size(), nullptr);
    for (size_t i = 0; i < into.children.size() && next < other.children.size(); ++i)
      if (into.children[i].shape == other.children[next].shape) partner[i] = &other.children[next++];
    if (next < other.children.size()) return;  // another order
    for (size_t i = 0; i < into.children.size(); ++i) {
      Component& mine = into.children[i];
      if (!partner[i]) {
        mine.optional = !mine.list;
        continue;
      }
      mine.optional |= partner[i]->optional;
      mine.patterns.insert(mine.patterns.end(), partner[i]->patterns.begin(), partner[i]->patterns.end());
      std::sort(mine.patterns.begin(), mine.patterns.end());
      mine.patterns.erase(std::unique(mine.patterns.begin(), mine.patterns.end()), mine.patterns.end());
      if (!mine.atom) unite(mine, *partner[i]);
    }
  }

  // --- what tells objects apart

  bool one_record_pages() const {
    return std::all_of(pages_.begin(), pages_.end(),
                       [](const auto& page) { return page.label.complete && page.label.records.size() == 1; });
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
    for (uint32_t p = 0; p < pages_.size(); ++p) {
      std::vector<Assembled> objects;
      for (const Example& example : examples_.all)
        if (example.page == p) objects.push_back(assembled_of(example.root));
      facts.add(judged_[p].document->text(), objects);
    }
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
    return std::all_of(lacking.begin(), lacking.end(), [&](const std::string& path) {
      return std::any_of(model_.attributes.begin(), model_.attributes.end(), [&](const Attribute& a) { return a.path == path && a.optional; });
    });
  }

  // --- strategy: what the labels of complete pages say

  struct Score {
    uint32_t right = 0, wrong = 0, missed = 0;  // values
    uint32_t same = 0, given = 0, wanted = 0;   // objects
    static double f1(double right, double wrong, double missed) {
      return right > 0 ? 2 * right / (2 * right + wrong + missed) : 0;
    }
    double value() const { return f1(right, wrong, missed) + f1(same, given - same, wanted - same); }
  };

  static void cells_of(const Assembled& object, std::vector<Cell>& out) {
    for (const Cell& cell : object.cells)
      if (!cell.span.empty()) out.push_back({cell.attribute, cell.span, 0});
    for (const Assembled& element : object.elements) cells_of(element, out);
  }

  static std::vector<std::vector<Cell>> signatures(const std::vector<Assembled>& objects) {
    std::vector<std::vector<Cell>> out;
    for (const Assembled& object : objects) {
      cells_of(object, out.emplace_back());
      std::sort(out.back().begin(), out.back().end());
    }
    std::sort(out.begin(), out.end());
    return out;
  }

  Score measure(const Model& model, bool complete_only) const {
    Score score;
    Scanner scanner(model.patterns, model.attributes.size());
    Occurrences occurrences;
    for (uint32_t p = 0; p < pages_.size(); ++p) {
      if (complete_only && !judged_[p].complete) continue;
      Budget free;
      const std::string_view text = judged_[p].document->text();
      scanner.scan(text, 0, occurrences, free);
      const auto given = signatures(extract_objects(model, text, occurrences, free));
      std::vector<Assembled> labelled;
      for (const Example& example : examples_.all)
        if (example.page == p) labelled.push_back(assembled_of(example.root));
      const auto wanted = signatures(labelled);
      score.given += uint32_t(given.size());
      score.wanted += uint32_t(wanted.size());
      std::vector<std::vector<Cell>> same;
      std::set_intersection(given.begin(), given.end(), wanted.begin(), wanted.end(), std::back_inserter(same));
      score.same += uint32_t(same.size());
      std::vector<Cell> g, w, both;
      for (const auto& s : given) g.insert(g.end(), s.begin(), s.end());
      for (const auto& s : wanted) w.insert(w.end(), s.begin(), s.end());
      std::sort(g.begin(), g.end());
      std::sort(w.begin(), w.end());
      std::set_intersection(g.begin(), g.end(), w.begin(), w.end(), std::back_inserter(both));
      score.right += uint32_t(both.size());
      if (judged_[p].complete) score.wrong += uint32_t(g.size() - both.size());
      score.missed += uint32_t(w.size() - both.size());
    }
    return score;
  }

  Status choose_strategy() {
    const auto set = options_.settings.find("strategy");
    if (set != options_.settings.end()) {
      if (set->second == "top-down") model_.strategy = Strategy::top_down;
      else if (set->second == "bottom-up") model_.strategy = Strategy::bottom_up;
      else if (set->second != "both")
        return error(Code::usage, fmt::format("no strategy \"{}\"", set->second), {}, "both, top-down or bottom-up");
      score_ = measure(model_, false);
      return {};
    }
    const bool complete = std::any_of(judged_.begin(), judged_.end(), [](const JudgedPage& p) { return p.complete; });
    score_ = measure(model_, false);
    if (!complete || model_.single) return {};
    Model best = model_;
    double most = measure(model_, true).value();
    auto consider = [&](Strategy strategy, uint32_t least) {
      Model tried = model_;
      tried.strategy = strategy;
      tried.shapes[0].least = least;
      const double value = measure(tried, true).value();
      if (value > most + 1e-9) most = value, best = std::move(tried);
    };
    if (most < 2)
      for (Strategy strategy : {Strategy::both, Strategy::bottom_up, Strategy::top_down})
        for (uint32_t least = 1; least <= uint32_t(model_.attributes.size()) && least <= 6; ++least)
          if (strategy != Strategy::top_down || least == 1) consider(strategy, least);
    model_ = std::move(best);
    score_ = measure(model_, false);
    return {};
  }

  void write_report() {
    report_.kind = "byexample";
    report_.pages = uint32_t(pages_.size());
    report_.records = uint32_t(examples_.all.size());
    report_.covered = score_.right;
    report_.missed = score_.missed;
    report_.wrong = score_.wrong;
    const ExampleWrapper wrapper{Model(model_)};
    std::map<std::string, uint32_t> shown, all;
    for (size_t i = 4; i < wrapper.rules().size(); ++i) ++all[wrapper.rules()[i].field];
    for (size_t i = 4; i < wrapper.rules().size(); ++i) {
      const wrap::Rule& rule = wrapper.rules()[i];
      constexpr uint32_t kShown = 3;  // of windows that vote, the strongest
      if (model_.single && ++shown[rule.field] > kShown) {
        if (shown[rule.field] == kShown + 1)
          report_.rules.push_back(fmt::format("{:<12}  and {} more that vote", rule.field, all[rule.field] - kShown));
        continue;
      }
      report_.rules.push_back(fmt::format("{:<12}  {}   ({})", rule.field, rule.words, rule.example));
    }
    for (const ObjectPattern& object : model_.objects)
      report_.rules.push_back(fmt::format("{:<12}  {}   ({}{})", "object", print_object(model_, object.root), object.example,
                                          object.support > 1 ? fmt::format(" and {} more", object.support - 1) : ""));
    report_.details["strategy"] = std::string(name_of(model_.strategy));
    report_.details["objects"] = model_.single ? "one a page" : "many";
    report_.details["patterns"] = std::to_string(model_.patterns.size());
    report_.details["forms"] = std::to_string(model_.objects.size());
    for (Strategy strategy : {Strategy::top_down, Strategy::bottom_up}) {
      Model tried = model_;
      tried.strategy = strategy;
      const Score score = measure(tried, false);
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
  Score score_;
};

}  // namespace

Result<Model> learn_model(std::vector<wrap::LabelledPage> pages, const wrap::LearnOptions& options, Budget& budget,
                          wrap::LearnReport& report) {
  return ModelLearner(std::move(pages), options, budget, report).run();
}

Result<wrap::Learned> ExampleLearner::learn(const std::vector<wrap::LabelledPage>& pages, const wrap::LearnOptions& options,
                                            Budget& budget) const {
  const auto start = std::chrono::steady_clock::now();
  wrap::Learned learned;
  GLEANER_TRY(Model model, learn_model(pages, options, budget, learned.report));
  learned.wrapper = std::make_shared<ExampleWrapper>(std::move(model));
  learned.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return learned;
}

}  // namespace gleaner::byexample
