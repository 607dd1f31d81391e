// The learners as the program knows learners: labels in, a wrapper and a report out. See family.h.
#include "delimiter/family.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/elapsed.h"
#include "base/lists.h"
#include "base/text.h"
#include "delimiter/edges.h"
#include "delimiter/pac.h"
#include "delimiter/ranges.h"

namespace gleaner::delimiter {

Diagnostic cannot_learn(Class kind, const Reason& reason, const std::vector<wrap::LabelledPage>& pages,
                        const Shape& shape) {
  const bool known = reason.attribute >= 0 && size_t(reason.attribute) < shape.attributes.size();
  std::string message = known
                            ? fmt::format("cannot learn \"{}\" as {}: {}",
                                          shape.path(size_t(reason.attribute)), title_of(kind), reason.words)
                            : fmt::format("cannot learn {}: {}", title_of(kind), reason.words);
  Where where;
  std::vector<std::string> seen;
  for (const PageSpan& place : reason.places) {
    if (place.page >= pages.size()) continue;
    const Document& document = *pages[place.page].document;
    const Where here = document.where(place.span);
    if (where.file.empty()) where = here;
    // Behind a value is what differs; before it, its end is: the line tells where to look.
    std::string line = fmt::format("{}:{}:{} (bytes {}-{})", here.file, here.line, here.column,
                                   document.to_bytes(place.span).begin, document.to_bytes(place.span).end);
    add_new(seen, line);
  }
  if (seen.size() > 1) message += fmt::format(" [{}]", fmt::join(seen, "; "));
  std::string hint = "are these places labelled alike? if so, --kind delimiter tries all six classes";
  if (reason.undecided) hint = "give it more time or steps, or fewer pages";
  return error(reason.undecided ? Code::budget : Code::cannot_learn, std::move(message), where, hint);
}

namespace {

std::string one_line(const Delimiters& w, size_t k, const Shape& shape) {
  return fmt::format("{:<12} from behind {} to {}", shape.path(k), show(w.left[k]), show(w.right[k]));
}

wrap::LearnReport report_of(const Learnt& learnt, const Prepared& prepared,
                            const std::vector<wrap::LabelledPage>& pages) {
  const Delimiters& w = learnt.delimiters;
  wrap::LearnReport report;
  report.kind = name_of(w.kind);
  report.fitting = learnt.fitting;
  report.pages = uint32_t(pages.size());
  size_t shortest = std::string::npos;
  for (size_t i = 0; i < pages.size(); ++i) {
    report.records += uint32_t(pages[i].label.records.size());
    shortest = std::min(shortest, prepared.examples[i].text.size());
  }
  if (has_head_tail(w.kind))
    report.rules.push_back(fmt::format("head {}  tail {}", show(w.head), show(w.tail)));
  if (has_open_close(w.kind))
    report.rules.push_back(fmt::format("open {}  close {}", show(w.open), show(w.close)));
  for (size_t k = 0; k < w.attributes(); ++k) report.rules.push_back(one_line(w, k, prepared.shape));
  if (w.edges) report.rules.push_back("the start and the end of the text count as line ends");
  const bool exact = w.kind == Class::lr;
  report.rules.push_back(fmt::format("{}{} {} wrapper{} fit{} these labels", exact ? "" : "at least ",
                                     learnt.fitting, title_of(w.kind), learnt.fitting == 1 ? "" : "s",
                                     learnt.fitting == 1 ? "s" : ""));
  report.details["class"] = title_of(w.kind);
  for (const Alternatives& one : learnt.alternatives)
    report.details["alternatives." + one.name] = fmt::format("{}", one.count);
  auto put = [&](const std::string& name, const std::string& value) {
    report.details["delimiter." + name] = value;
  };
  if (has_head_tail(w.kind)) put("h", w.head), put("t", w.tail);
  if (has_open_close(w.kind)) put("o", w.open), put("c", w.close);
  for (size_t k = 0; k < w.attributes(); ++k)
    put(fmt::format("l{}", k + 1), w.left[k]), put(fmt::format("r{}", k + 1), w.right[k]);
  report.details["samples.needed"] =
      fmt::format("{}", samples_needed(w.kind, w.attributes(), shortest, kDefaultEpsilon, kDefaultDelta,
                                       double(report.records) / double(std::max(1u, report.pages))));
  report.details["samples.given"] = fmt::format("{}", pages.size());
  return report;
}

class DelimiterLearner : public wrap::Learner {
 public:
  explicit DelimiterLearner(std::vector<Class> classes) : classes_(std::move(classes)) {}

  Result<wrap::Learned> learn(const std::vector<wrap::LabelledPage>& pages, const wrap::LearnOptions& options,
                              Budget& budget) const override {
    const auto begin = std::chrono::steady_clock::now();
    Diagnostics refused;
    for (Class kind : classes_) {
      Result<wrap::Learned> learned = learn_class(kind, pages, options, budget);
      if (learned.ok()) {
        wrap::LearnReport& report = learned->report;
        report.seconds = seconds_since(begin);
        for (size_t i = 0; i < refused.size(); ++i)
          report.details[fmt::format("refused.{}", name_of(classes_[i]))] = refused[i].message;
        return learned;
      }
      refused.push_back(learned.error());
      if (learned.error().code == Code::budget) break;
    }
    // Of several refusals the most telling one: of HLRT for records without lists, else of the last, N-HLRT.
    auto shape = shape_of(pages);
    const bool flat =
        shape.ok() && !shape->has_lists() && refused.size() > 1 && refused.back().code == Code::cannot_learn;
    Diagnostic last = flat ? refused[1] : refused.back();
    if (classes_.size() > 1 && last.code == Code::cannot_learn)
      last.hint = "none of the six delimiter classes fits; are these places labelled alike?";
    return last;
  }

 private:
  static Result<wrap::Learned> learn_class(Class kind, const std::vector<wrap::LabelledPage>& pages,
                                           const wrap::LearnOptions& options, Budget& budget) {
    GLEANER_TRY(const Prepared prepared, prepare(kind, pages));
    std::vector<std::string_view> also;
    for (const DocumentPtr& document : options.also) also.push_back(document->text());
    Outcomes outcomes =
        delimiter::learn(kind, prepared.examples, prepared.shape.attributes.size(), also, budget);
    if (!outcomes.learnt && !is_nested(kind) && touches_edge(prepared.examples))
      outcomes.learnt = learn_with_edges(kind, prepared, also, budget);
    if (budget.ran_out() == Budget::Ran::time || budget.ran_out() == Budget::Ran::memory)
      return budget.diagnostic("learning");  // what was left unread might say otherwise
    if (!outcomes.learnt) return cannot_learn(kind, outcomes.reason, pages, prepared.shape);
    wrap::Learned learned;
    learned.report = report_of(*outcomes.learnt, prepared, pages);
    const bool lists = outcomes.learnt->delimiters.edges || prepared.shape.has_lists();
    learned.wrapper =
        make_wrapper(outcomes.learnt->delimiters, prepared.shape,
                     lists ? TupleBounds{} : bounds_of(prepared.examples, prepared.shape.attributes.size()),
                     prepared.columns);
    return learned;
  }

  static std::optional<Learnt> learn_with_edges(Class kind, const Prepared& prepared,
                                                const std::vector<std::string_view>& also, Budget& budget) {
    std::vector<std::string> texts, more;
    const std::vector<Example> examples = with_edges(prepared.examples, texts);
    std::vector<std::string_view> views;
    more.reserve(also.size());
    for (std::string_view text : also) views.push_back(more.emplace_back(with_edges(text)));
    Outcomes outcomes = delimiter::learn(kind, examples, prepared.shape.attributes.size(), views, budget);
    if (outcomes.learnt) outcomes.learnt->delimiters.edges = true;
    return std::move(outcomes.learnt);
  }

  std::vector<Class> classes_;
};

constexpr std::string_view kPurposes[] = {  // in the order of Class
    "left and right delimiters of every field",          "LR between a head and a tail delimiter",
    "LR with delimiters that open and close a record",   "head, tail, open, close, left and right delimiters",
    "LR with nested fields: lists, missing last fields", "nested LR between a head and a tail delimiter"};

}  // namespace

void register_family(wrap::Registry& registry) {
  for (Class kind : kAllClasses)
    registry.add({std::string(name_of(kind)), std::string(kPurposes[size_t(kind)]), load,
                  std::make_shared<DelimiterLearner>(std::vector<Class>{kind})});
  registry.add({"delimiter", "the simplest of lr, hlrt, oclr, hoclrt, nlr, nhlrt that fits", nullptr,
                std::make_shared<DelimiterLearner>(
                    std::vector<Class>(std::begin(kAllClasses), std::end(kAllClasses)))});
}

}  // namespace gleaner::delimiter
