// See learn_ask.h.
#include "learn_ask.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/ordered_pool.h"
#include "base/text.h"
#include "cli.h"
#include "label/resolve.h"
#include "learn/evaluate.h"
#include "learn/like_nodes.h"
#include "learn/weights.h"
#include "output.h"
#include "page/load.h"
#include "respondent.h"
#include "run/learn.h"
#include "wrap/refusal.h"

namespace gleaner::cli {
namespace {

constexpr size_t kMostQuestions = 50;
constexpr size_t kMostRefusals = 3;  // reasons for which nodes were refused

// The label of the page among those learned from, made when it is new.
wrap::LabelledPage& page_of(std::vector<wrap::LabelledPage>& pages, const DocumentPtr& document) {
  for (wrap::LabelledPage& page : pages)
    if (page.document->name() == document->name()) return page;
  pages.push_back({document, {}});
  pages.back().label.page = document->name();
  return pages.back();
}

void set_field(std::vector<wrap::LabelledPage>& pages, const DocumentPtr& document, const std::string& field,
               wrap::Value value) {
  wrap::LabelledPage& page = page_of(pages, document);
  if (page.label.records.empty()) page.label.records.emplace_back();
  wrap::Record& record = page.label.records[0];
  if (wrap::Value* old = record.find(field)) *old = std::move(value);
  else record.fields.push_back({field, std::move(value)});
}

// One round of learning: the wrapper to take, and all that still fit.
struct Round {
  wrap::Learned learned;
  learn::Contested contested;
};

class Dialogue {
 public:
  Dialogue(std::vector<wrap::LabelledPage> pages, const wrap::Learner& learner,
           const wrap::LearnOptions& learn_options, const AskOptions& options, const PageInput& input,
           const BudgetLimits& limits)
      : pages_(std::move(pages)),
        learner_(learner),
        learn_options_(learn_options),
        options_(options),
        input_(input),
        limits_(limits),
        answers_(options.json) {}

  Result<Asked> run() {
    GLEANER_CHECK(load());
    GLEANER_TRY(Round round, learn_round());
    mark_known(round.learned.wrapper->schema());
    if (round.contested.rows) return ask_rows(std::move(round));
    Asked out;
    for (size_t asked = 0; asked < kMostQuestions && !answers_.stopped(); ++asked) {
      note_perfection(round, out);
      learn::Given given = learn::give(round.contested.candidates, documents_, default_jobs());
      auto question =
          learn::next_question(round.contested.candidates, given, documents_, answered_, run::own_doubts);
      if (dispelled_ >= learn::kDispelled) question.reset();  // it doubts too much here
      const bool confirming = out.agreed = !question;
      if (confirming) {
        if (confirmed_ < learn::kConfirmations && answers_.has_person())
          question = learn::least_sure(round.contested.candidates, given, documents_, answered_, pages_,
                                       run::own_doubts);
        if (!question) break;
      }
      answered_.insert({question->page, question->field});
      auto value = answers_.value(*question, *documents_[question->page]);
      if (answers_.printed()) break;
      const bool as_said = !value || says(*value, question->text, question->texts);
      size_t& in_a_row = confirming ? confirmed_ : dispelled_;
      ++in_a_row;
      if (!as_said) confirmed_ = dispelled_ = 0;
      if (!value) continue;
      ++out.clicks;
      take(*question, std::move(*value));
      if (auto again = learn_round(); again.ok()) round = std::move(*again);
    }
    note_perfection(round, out);
    out.only_question = answers_.printed();
    out.stopped = answers_.stopped();
    out.agreed = out.agreed && !out.stopped;
    out.learned = std::move(round.learned);
    out.empty = pages_without_records(*out.learned.wrapper);
    out.labels = std::move(pages_);
    out.new_labels = out.clicks - verdicts_.size();
    return out;
  }

 private:
  std::vector<std::string> pages_without_records(const wrap::Wrapper& wrapper) const {
    std::vector<std::string> out;
    for (const DocumentPtr& page : documents_)
      if (auto records = wrap::extract_all(wrapper, *page); records.ok() && records->empty())
        out.push_back(page->name());
    return out;
  }

  // `all`: what the wrapper gives, if that is more than the text.
  static bool says(const wrap::Value& value, const std::string& text, const std::vector<std::string>& all) {
    const size_t values = value.is_list() ? value.items.size() : 1;
    if (all.size() > 1 && values != all.size()) return false;
    if (value.is_list())
      return std::ranges::any_of(value.items, [&](const wrap::Value& item) { return says(item, text, {}); });
    return value.is_text() ? collapse(value.text) == collapse(text) : text.empty();
  }

  Status load() {
    if (!options_.simulate.empty()) {
      GLEANER_TRY(label::Resolved full, label::resolve(options_.simulate, input_.for_labels()));
      for (wrap::LabelledPage& page : full.pages) {
        documents_.push_back(page.document);
        answers_.know(page.document->name(), page.label);
      }
    }
    GLEANER_TRY(auto pages, input_.load_all(options_.pages));
    for (DocumentPtr& page : pages)
      if (!answers_.known(page->name())) documents_.push_back(std::move(page));
    return {};
  }

  // What is labelled need not be asked.
  void mark_known(const wrap::Schema& schema) {
    for (size_t d = 0; d < documents_.size(); ++d)
      for (const wrap::LabelledPage& page : pages_)
        if (page.document->name() == documents_[d]->name() && page.label.complete)
          for (const auto& field : schema.fields) answered_.insert({d, field.name});
  }

  // Pages that are asked about count as unlabelled ones.
  Result<Round> learn_round() const {
    Budget budget(limits_);
    Round round;
    wrap::LearnOptions options = learn_options_;
    for (const DocumentPtr& page : documents_) options.also.push_back(page);
    if (const auto* portfolio = dynamic_cast<const learn::Portfolio*>(&learner_)) {
      GLEANER_TRY(round.contested, portfolio->contest(pages_, options, budget));
      heed_verdicts(round.contested);
      GLEANER_TRY(round.learned, portfolio->choose(round.contested, pages_, learn_options_.also));
      return round;
    }
    GLEANER_TRY(round.learned, learner_.learn(pages_, learn_options_, budget));
    learn::Contestant one;
    one.kind = round.learned.wrapper->kind();
    one.wrapper = round.learned.wrapper;
    round.contested.candidates.push_back(std::move(one));
    return round;
  }

  // --- lists: is this a record?
  using RowKey = std::pair<std::string, uint32_t>;  // page, where the record begins

  std::vector<DocumentPtr> list_pages() const {
    std::vector<DocumentPtr> out;
    for (const wrap::LabelledPage& page : pages_) out.push_back(page.document);
    for (const DocumentPtr& page : documents_)
      if (std::ranges::none_of(out, [&](const DocumentPtr& o) { return o->name() == page->name(); }))
        out.push_back(page);
    return out;
  }

  // Labelled rows, and those that were answered.
  learn::KnownRows known_rows(const std::vector<learn::RowReading>& readings,
                              const std::vector<DocumentPtr>& pages, bool with_skipped) const {
    learn::KnownRows out;
    for (const learn::RowReading& reading : readings) add_known(reading.given, pages, with_skipped, out);
    return out;
  }
  void add_known(const std::vector<std::vector<wrap::Record>>& given, const std::vector<DocumentPtr>& pages,
                 bool with_skipped, learn::KnownRows& out) const {
    for (size_t p = 0; p < given.size(); ++p)
      for (const wrap::Record& record : given[p]) {
        const RowKey key{pages[p]->name(), learn::row_key(0, record).second};
        if (answered_rows_.contains(key) || (with_skipped && skipped_rows_.contains(key)))
          out.insert(learn::row_key(p, record));
        for (const wrap::LabelledPage& page : pages_)
          if (page.document->name() == pages[p]->name())
            for (const wrap::Record& label : page.label.records)
              if (learn::f1_of(learn::compare_rows({label}, {record})) == 1)
                out.insert(learn::row_key(p, record));
      }
  }

  // The wrapper's, and those of other readings of the labels.
  std::vector<learn::RowReading> readings_of(const Round& round,
                                             const std::vector<DocumentPtr>& pages) const {
    std::vector<std::pair<wrap::WrapperPtr, double>> all{{round.learned.wrapper, 1.0}};
    if (const auto* portfolio = dynamic_cast<const learn::Portfolio*>(&learner_)) {
      Budget budget(limits_);
      for (auto& other : learn::other_readings(portfolio->families(), pages_, learn_options_, budget))
        all.push_back(std::move(other));
    }
    std::vector<learn::RowReading> out;
    for (const auto& [wrapper, weight] : all) {
      learn::RowReading& reading = out.emplace_back();
      reading.weight = weight;
      for (const DocumentPtr& page : pages) reading.given.push_back(learn::given_by(wrapper, *page));
    }
    return out;
  }

  // An answer, and the labels before it, to undo it.
  using RowsBefore = std::vector<std::pair<RowKey, std::vector<wrap::LabelledPage>>>;

  void take_back(RowsBefore& before) {
    answered_rows_.erase(before.back().first);
    pages_ = std::move(before.back().second);
    before.pop_back();
  }

  // Asks whether this is a record, and takes the answer. False: nothing new is to be learned from it.
  bool ask_row(learn::RowQuestion q, const DocumentPtr& page, RowsBefore& before) {
    const RowReply reply = answers_.row(q, *page);
    if (answers_.printed() || reply == RowReply::none) return false;
    const RowKey key{page->name(), learn::row_key(0, q.record).second};
    if (reply == RowReply::skip) {
      skipped_rows_.insert(key);
      return false;
    }
    if (reply == RowReply::undo) {
      if (before.empty()) return say("nothing to undo"), false;
      return take_back(before), true;
    }
    answered_rows_.insert(key);
    if (!has_text(q.record) && reply == RowReply::no) return false;  // it is refused as it is
    std::vector<wrap::LabelledPage> labels = pages_;
    if (reply == RowReply::yes) answers_.complete(q, *page);
    if (!has_text(q.record)) {  // nobody said what its values are
      answered_rows_.erase(key);
      skipped_rows_.insert(key);
      return false;
    }
    if (!q.given && !q.rival.empty() && q.field.empty()) q.record.span.reset();
    take_row(q, page, reply == RowReply::yes);
    before.emplace_back(key, std::move(labels));
    return true;
  }

  // Learns again. An answer that contradicts what was labelled is taken back.
  void learn_rows_again(Round& round, RowsBefore& before) {
    auto again = learn_round();
    if (again.ok() && again->contested.rows) {
      round = std::move(*again);
      return;
    }
    if (again.ok()) say("with this answer no list holds the labelled rows any more: it is taken back");
    else print(again.error());
    if (before.empty()) return;
    skipped_rows_.insert(before.back().first);
    take_back(before);
  }

  Result<Asked> ask_rows(Round round) {
    Asked out;
    RowsBefore before;
    for (size_t asked = 0; asked < kMostQuestions; ++asked) {
      const std::vector<DocumentPtr> pages = list_pages();
      const std::vector<learn::RowReading> readings = readings_of(round, pages);
      learn::RowDoubts doubts = learn::row_doubts(readings, pages, known_rows(readings, pages, true));
      out.open = learn::row_doubts(readings, pages, known_rows(readings, pages, false))
                     .open;  // what was skipped is open
      if (!doubts.most && !answers_.stopped()) doubts.most = next_refused(round.learned.wrapper, pages);
      if (answers_.stopped() || (!doubts.most && (before.empty() || !answers_.wants_undo()))) break;
      if (!doubts.most) {
        take_back(before);
      } else {
        const DocumentPtr& page = pages[doubts.most->page];
        const bool taken = ask_row(std::move(*doubts.most), page, before);
        if (answers_.printed()) break;
        if (!taken) continue;
      }
      learn_rows_again(round, before);
    }
    out.stopped = answers_.stopped();
    out.agreed = out.open == 0 && !out.stopped;
    out.only_question = answers_.printed();
    out.new_labels = out.clicks = before.size();
    out.learned = std::move(round.learned);
    out.empty = pages_without_records(*out.learned.wrapper);
    out.labels = std::move(pages_);
    return out;
  }

  static bool has_text(const wrap::Record& record) {
    bool any = false;
    wrap::for_each_leaf(record, [&](const std::string&, const wrap::Value& v) { any |= v.is_text(); });
    return any;
  }

  // A node that looks like a record and was refused, one of each reason: somebody who
  // sees the page may know better.
  std::optional<learn::RowQuestion> next_refused(const wrap::WrapperPtr& wrapper,
                                                 const std::vector<DocumentPtr>& pages) {
    if (!answers_.has_terminal() || answers_.plays()) return std::nullopt;
    for (size_t p = 0; p < pages.size(); ++p)
      for (const Diagnostic& note : learn::notes_of(wrapper, *pages[p])) {
        const auto refusal = wrap::refusal_of(note);
        if (!refusal || refusal->nodes != 1 || refusal->text.empty()) continue;
        if (asked_refusals_.size() >= kMostRefusals || !asked_refusals_.insert(refusal->why).second) continue;
        learn::RowQuestion q;
        q.page = p;
        q.text = refusal->text;
        q.rival = refusal->why;
        q.given = false;
        q.record.span = Span{note.where.line, note.where.line};  // a key: it has no values yet
        for (const wrap::FieldSchema& field : wrapper->schema().fields) q.lacks.push_back(field.name);
        return q;
      }
    return std::nullopt;
  }

  void take_row(const learn::RowQuestion& q, const DocumentPtr& document, bool yes) {
    wrap::LabelledPage& page = page_of(pages_, document);
    if (yes) {
      page.label.records.push_back(q.record);
      return;
    }
    bool first = true;
    wrap::for_each_leaf(q.record, [&](const std::string&, const wrap::Value& value) {
      if (!std::exchange(first, false)) return;
      page.label.negative.push_back(value);
      page.label.negative_field.emplace_back();
    });
  }

  // On pages of many records an answer is no label, but it rules out the wrappers that say otherwise: they go
  // to the end.
  void heed_verdicts(learn::Contested& contested) const {
    if (verdicts_.empty()) return;
    std::vector<learn::Contestant>& all = contested.candidates;
    std::vector<size_t> against(all.size(), 0), order(all.size());
    for (size_t c = 0; c < all.size(); ++c) {
      order[c] = c;
      for (const Verdict& v : verdicts_) {
        auto got = wrap::extract_all(*all[c].wrapper, *documents_[v.page]);
        against[c] += (got.ok() && texts_of(*got).contains({v.field, v.text})) != v.is_value;
      }
    }
    std::ranges::stable_sort(order, [&](size_t a, size_t b) { return against[a] < against[b]; });
    std::vector<learn::Contestant> sorted;
    for (size_t c : order) sorted.push_back(std::move(all[c]));
    all = std::move(sorted);
    contested.given.clear();
  }

  void take(const learn::Question& question, wrap::Value value) {
    if (question.list) {
      const std::string& text = question.text.empty() ? question.rival : question.text;
      verdicts_.push_back({question.page, question.field, collapse(text), value.is_text()});
      return;
    }
    const DocumentPtr& document = documents_[question.page];
    set_field(pages_, document, question.field, std::move(value));
    Diagnostics problems;
    label::resolve_label(page_of(pages_, document).label, *document, document->name(), problems);
    print(problems);
  }

  void note_perfection(const Round& round, Asked& out) const {
    if (!answers_.plays() || out.perfect_after) return;
    for (const DocumentPtr& page : documents_) {
      const wrap::Label* label = answers_.known(page->name());
      if (!label) continue;
      auto got = wrap::extract_all(*round.learned.wrapper, *page);
      if (!got.ok() || texts_of(*got) != texts_of(label->records)) return;
    }
    out.perfect_after = out.clicks;
  }

  struct Verdict {
    size_t page;
    std::string field, text;
    bool is_value;
  };

  std::vector<wrap::LabelledPage> pages_;
  const wrap::Learner& learner_;
  const wrap::LearnOptions& learn_options_;
  const AskOptions& options_;
  const PageInput& input_;
  const BudgetLimits limits_;
  std::vector<DocumentPtr> documents_;
  Respondent answers_;
  std::set<learn::PageField> answered_;
  std::vector<Verdict> verdicts_;
  size_t confirmed_ = 0;  // values in a row that nobody doubted and that were right
  size_t dispelled_ = 0;  // ... that were in doubt and right
  std::set<RowKey> answered_rows_, skipped_rows_;
  std::set<std::string> asked_refusals_;  // reasons
};

}  // namespace

Result<Asked> ask(std::vector<wrap::LabelledPage> pages, const wrap::Learner& learner,
                  const wrap::LearnOptions& learn_options, const AskOptions& options, const PageInput& input,
                  const BudgetLimits& limits) {
  return Dialogue(std::move(pages), learner, learn_options, options, input, limits).run();
}

}  // namespace gleaner::cli
