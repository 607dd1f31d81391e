// See learn_ask.h.
#include "learn_ask.h"

#include "options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <utility>

#include "base/json.h"
#include "base/ordered_pool.h"
#include "base/text.h"
#include "cli.h"
#include "label/resolve.h"
#include "learn/ask.h"
#include "learn/ask_rows.h"
#include "learn/evaluate.h"
#include "learn/explain.h"
#include "learn/like_nodes.h"
#include "learn/weights.h"
#include "output.h"
#include "page/load.h"
#include "run/doubts.h"
#include "wrap/refusal.h"

namespace gleaner::cli {
namespace {

constexpr size_t kMostQuestions = 50;
constexpr size_t kMostRefusals = 3;  // reasons for which nodes were refused

std::string question_json(const learn::Question& q, const Document& page) {
  std::string span = "null";
  if (q.span) {
    Span bytes = page.to_bytes(*q.span);
    span = fmt::format("[{}, {}]", bytes.begin, bytes.end);
  }
  return fmt::format(
      "{{\"page\": {}, \"field\": {}, \"text\": {}, \"span\": {}, \"rival\": {}, \"doubt\": {:.3f}, "
      "\"says\": {}, \"objects\": {}}}\n",
      json::quote(page.name()), json::quote(q.field), q.text.empty() ? "null" : json::quote(q.text), span,
      q.rival.empty() ? "null" : json::quote(q.rival), q.doubt, json_list(q.says), json_list(q.objects));
}

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

// A line of the person's. Nothing at the end of input and at "q": the questions are over.
std::optional<std::string> read_reply(bool* stop) {
  std::string reply;
  if (std::getline(std::cin, reply) && reply != "q" && reply != "quit") return reply;
  *stop = true;
  return std::nullopt;
}

wrap::Value list_value(const std::vector<std::string>& texts) {
  wrap::Value list = wrap::Value::make_list({});
  for (const std::string& text : texts) list.items.push_back(wrap::Value::make_text(text));
  return list;
}

// Several values of one record are one question, lest a yes to the first drops the others. Gives whether it is
// answered, or to be asked text by text.
bool ask_all(const learn::Question& q, std::optional<wrap::Value>& answer, bool* stop) {
  put(stderr,
      fmt::format("are these {} the {}: \"{}\"?\n[y]es all, [1] only the first, [n]o, [s]kip, [q]uit: ",
                  q.texts.size(), q.field, fmt::join(q.texts, "\", \"")));
  const auto reply = read_reply(stop);
  if (!reply) return true;
  if (reply->starts_with("y")) answer = list_value(q.texts);
  else if (reply->starts_with("1")) answer = wrap::Value::make_text(q.texts.front());
  return !reply->starts_with("n");
}

// Asks on the terminal. Nothing: skipped; a null value: the field is absent.
std::optional<wrap::Value> ask_person(const learn::Question& q, const Document& page, bool* stop) {
  std::string where = page.name();
  if (q.span)
    where += fmt::format(":{}\n  {}", page.line_column(q.span->begin).line,
                         learn::line_around(page, q.span->begin));
  put(stderr, where + "\n");
  if (q.texts.size() > 1) {
    std::optional<wrap::Value> answer;
    if (ask_all(q, answer, stop)) return answer;
  }
  for (const std::string& text : {q.text, q.rival}) {
    if (text.empty() || q.texts.size() > 1) continue;
    put(stderr,
        fmt::format("is \"{}\" {} {}? [y]es, [n]o, [s]kip, [q]uit: ", text, q.list ? "a" : "the", q.field));
    const auto reply = read_reply(stop);
    if (!reply) return std::nullopt;
    if (reply->starts_with("y")) return wrap::Value::make_text(text);
    if (!reply->starts_with("n")) return std::nullopt;
    if (q.list) return wrap::Value::make_null();
  }
  const bool none = q.text.empty() && q.rival.empty();
  put(stderr, fmt::format("{} no \"{}\" here? [y]es, [s]kip, [q]uit, or the text as the page shows it: ",
                          none ? "is there" : "then is there", q.field));
  const auto reply = read_reply(stop);
  if (!reply || reply->empty() || *reply == "s" || *reply == "skip") return std::nullopt;
  return *reply == "y" || *reply == "yes" ? wrap::Value::make_null() : wrap::Value::make_text(*reply);
}

using Texts = std::set<std::pair<std::string, std::string>>;  // field, text
Texts texts_of(const std::vector<wrap::Record>& records) {
  Texts out;
  for (const wrap::Record& record : records)
    wrap::for_each_leaf(record, [&](const std::string& field, const wrap::Value& v) {
      out.emplace(field, collapse(v.text));
    });
  return out;
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
        limits_(limits) {}

  Result<Asked> run() {
    GLEANER_CHECK(load());
    GLEANER_TRY(Round round, learn_round());
    mark_known(round.learned.wrapper->schema());
    if (round.contested.rows) return ask_rows(std::move(round));
    Asked out;
    bool stop = false;
    for (size_t asked = 0; asked < kMostQuestions && !stop; ++asked) {
      note_perfection(round, out);
      learn::Given given = learn::give(round.contested.candidates, documents_, default_jobs());
      auto question =
          learn::next_question(round.contested.candidates, given, documents_, answered_, run::own_doubts);
      if (dispelled_ >= learn::kDispelled) question.reset();  // it doubts too much here
      const bool confirming = out.agreed = !question;
      if (confirming) {
        if (confirmed_ < learn::kConfirmations && has_person())
          question = learn::least_sure(round.contested.candidates, given, documents_, answered_, pages_,
                                       run::own_doubts);
        if (!question) break;
      }
      answered_.insert({question->page, question->field});
      auto value = reply(*question, &stop);
      if (only_question_) break;
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
    out.only_question = only_question_;
    out.stopped = stop;
    out.agreed = out.agreed && !stop;
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

  // Somebody who is asked on the way; others get one question that decides, or none.
  bool has_person() const { return !options_.simulate.empty() || (isatty(0) && !options_.json); }

  // `all`: what the wrapper gives, if that is more than the text.
  static bool says(const wrap::Value& value, const std::string& text, const std::vector<std::string>& all) {
    const size_t values = value.is_list() ? value.items.size() : 1;
    if (all.size() > 1 && values != all.size()) return false;
    if (value.is_list())
      return std::any_of(value.items.begin(), value.items.end(),
                         [&](const wrap::Value& item) { return says(item, text, {}); });
    return value.is_text() ? collapse(value.text) == collapse(text) : text.empty();
  }

  Status load() {
    if (!options_.simulate.empty()) {
      GLEANER_TRY(label::Resolved full, label::resolve(options_.simulate, input_.for_labels()));
      for (wrap::LabelledPage& page : full.pages) {
        documents_.push_back(page.document);
        known_[page.document->name()] = page.label;
      }
    }
    GLEANER_TRY(auto pages, input_.load_all(options_.pages));
    for (DocumentPtr& page : pages)
      if (!known_.contains(page->name())) documents_.push_back(std::move(page));
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
  enum class RowReply { yes, no, skip, undo, none };
  using RowKey = std::pair<std::string, uint32_t>;  // page, where the record begins

  std::vector<DocumentPtr> list_pages() const {
    std::vector<DocumentPtr> out;
    for (const wrap::LabelledPage& page : pages_) out.push_back(page.document);
    for (const DocumentPtr& page : documents_)
      if (std::none_of(out.begin(), out.end(),
                       [&](const DocumentPtr& o) { return o->name() == page->name(); }))
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
  bool ask_row(learn::RowQuestion q, const DocumentPtr& page, RowsBefore& before, bool* stop) {
    const RowReply reply = reply_to(q, *page, stop);
    if (only_question_ || reply == RowReply::none) return false;
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
    if (reply == RowReply::yes) ask_field(q, *page, stop);
    if (reply == RowReply::yes) ask_lacks(q, *page, stop);
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
    bool stop = false;
    for (size_t asked = 0; asked < kMostQuestions; ++asked) {
      const std::vector<DocumentPtr> pages = list_pages();
      const std::vector<learn::RowReading> readings = readings_of(round, pages);
      learn::RowDoubts doubts = learn::row_doubts(readings, pages, known_rows(readings, pages, true));
      out.open = learn::row_doubts(readings, pages, known_rows(readings, pages, false))
                     .open;  // what was skipped is open
      if (!doubts.most && !stop) doubts.most = next_refused(round.learned.wrapper, pages);
      if (stop || (!doubts.most && (before.empty() || !wants_undo(&stop)))) break;
      if (!doubts.most) {
        take_back(before);
      } else {
        const DocumentPtr& page = pages[doubts.most->page];
        const bool taken = ask_row(std::move(*doubts.most), page, before, &stop);
        if (only_question_) break;
        if (!taken) continue;
      }
      learn_rows_again(round, before);
    }
    out.agreed = out.open == 0 && !stop;
    out.stopped = stop;
    out.only_question = only_question_;
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

  // A node that looks like a record and was refused, one of each reason: somebody who sees the page may know better.
  std::optional<learn::RowQuestion> next_refused(const wrap::WrapperPtr& wrapper,
                                                 const std::vector<DocumentPtr>& pages) {
    if (!isatty(0) || options_.json || !known_.empty()) return std::nullopt;
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

  // Does the person, with no more to ask, take the last answer back?
  bool wants_undo(bool* stop) {
    if (!isatty(0) || options_.json || !known_.empty()) return false;
    put(stderr, "no other record is in doubt. Enter ends, [u]ndo takes the last answer back: ");
    const auto reply = read_reply(stop);
    *stop = false;
    return reply && reply->starts_with("u");
  }

  // A field of the record that can be read in two ways.
  void ask_field(learn::RowQuestion& q, const Document& page, bool* stop) {
    if (q.field.empty() || options_.json) return;
    auto set = [&](wrap::Value value) {
      if (wrap::Value* old = q.record.find(q.field)) *old = std::move(value);
      else q.record.fields.push_back({q.field, std::move(value)});
      std::erase(q.lacks, q.field);
    };
    auto value_of = [](const std::string& text) {
      return text.empty() ? wrap::Value::make_null() : wrap::Value::make_text(text);
    };
    if (auto at = known_.find(page.name()); at != known_.end()) {
      const wrap::Record* gold = gold_of(q.record, at->second);
      const wrap::Value* value = gold ? gold->find(q.field) : nullptr;
      return set(value ? *value : wrap::Value::make_null());
    }
    if (!isatty(0)) return;
    auto shown = [](const std::string& text) {
      return text.empty() ? std::string("none") : "\"" + text + "\"";
    };
    put(stderr, fmt::format("its {}: [1] {}, [2] {}, [s]kip, or the text as the page shows it: ", q.field,
                            shown(q.text), shown(q.rival)));
    const auto reply = read_reply(stop);
    if (!reply || reply->empty() || *reply == "s" || *reply == "skip") return;
    set(*reply == "1"   ? value_of(q.text)
        : *reply == "2" ? value_of(q.rival)
                        : wrap::Value::make_text(*reply));
  }
  // The labelled record that shares most with it.
  static const wrap::Record* gold_of(const wrap::Record& record, const wrap::Label& label) {
    const Texts here = texts_of({record});
    const wrap::Record* best = nullptr;
    size_t most = 0;
    for (const wrap::Record& gold : label.records) {
      const Texts there = texts_of({gold});
      const size_t common =
          size_t(std::count_if(here.begin(), here.end(), [&](const auto& t) { return there.contains(t); }));
      if (common > most) most = common, best = &gold;
    }
    return best;
  }

  // A record that lacks what others have: does it, or is the field written in another way?
  void ask_lacks(learn::RowQuestion& q, const Document& page, bool* stop) {
    if (!isatty(0) || options_.json || known_.contains(page.name())) return;
    for (const std::string& field : q.lacks) {
      put(stderr, fmt::format("has it no {}? [y]es, [s]kip, or the text as the page shows it: ", field));
      const auto reply = read_reply(stop);
      if (!reply) return;
      if (reply->empty() || *reply == "s" || *reply == "skip") continue;
      q.record.fields.push_back({field, *reply == "y" || *reply == "yes" ? wrap::Value::make_null()
                                                                         : wrap::Value::make_text(*reply)});
    }
  }

  RowReply reply_to(const learn::RowQuestion& q, const Document& page, bool* stop) {
    std::string shown;
    wrap::for_each_leaf(q.record, [&](const std::string& field, const wrap::Value& v) {
      shown += fmt::format("  {}: {}\n", field, v.text.substr(0, 100));
    });
    if (auto at = known_.find(page.name()); at != known_.end()) {
      const Texts gold = texts_of(at->second.records), here = texts_of({q.record});
      const auto common =
          std::count_if(here.begin(), here.end(), [&](const auto& t) { return gold.contains(t); });
      const size_t asked =
          here.size() - (q.field.empty() || q.text.empty() ? 0 : 1);  // that field is asked for by itself
      return size_t(common) * 2 > asked ? RowReply::yes : RowReply::no;
    }
    if (!isatty(0) || options_.json) {
      put(stdout, row_json(q, page));
      only_question_ = true;
      return RowReply::none;
    }
    if (q.record.fields.empty()) {
      put(stderr,
          fmt::format(
              "{}:{}\n  {}\n  (refused: {})\nis this a record of the list all the same? [y]es, [n]o, [s]kip, "
              "[u]ndo, [q]uit: ",
              page.name(), q.record.span->begin, q.text, q.rival));
      return read_row_reply(stop);
    }
    const uint32_t line = q.record.span ? page.line_column(q.record.span->begin).line : 0;
    std::fputs(fmt::format("{}:{}\n{}{}is this a record of the list{}? [y]es, [n]o, [s]kip, [u]ndo, [q]uit: ",
                           page.name(), line, shown,
                           q.lacks.empty() ? "" : fmt::format("  (no {})\n", fmt::join(q.lacks, ", ")),
                           q.given ? "" : " (it is not taken now)")
                   .c_str(),
               stderr);
    return read_row_reply(stop);
  }
  static RowReply read_row_reply(bool* stop) {
    const auto reply = read_reply(stop);
    if (!reply) return RowReply::none;
    return reply->starts_with("y")   ? RowReply::yes
           : reply->starts_with("n") ? RowReply::no
           : reply->starts_with("u") ? RowReply::undo
                                     : RowReply::skip;
  }

  static std::string row_json(const learn::RowQuestion& q, const Document& page) {
    std::string fields;
    wrap::for_each_leaf(q.record, [&](const std::string& field, const wrap::Value& v) {
      fields += fmt::format("{}{}: {}", fields.empty() ? "" : ", ", json::quote(field), json::quote(v.text));
    });
    const Span bytes = q.record.span ? page.to_bytes(*q.record.span) : Span{};
    return fmt::format(
        "{{\"page\": {}, \"question\": \"record\", \"record\": {{{}}}, \"span\": [{}, {}], \"lacks\": {}, "
        "\"doubt\": {:.3f}{}}}\n",
        json::quote(page.name()), fields, bytes.begin, bytes.end, json_list(q.lacks), q.doubt,
        q.field.empty() ? ""
                        : fmt::format(", \"field\": {}, \"text\": {}, \"rival\": {}", json::quote(q.field),
                                      q.text.empty() ? "null" : json::quote(q.text),
                                      q.rival.empty() ? "null" : json::quote(q.rival)));
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
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return against[a] < against[b]; });
    std::vector<learn::Contestant> sorted;
    for (size_t c : order) sorted.push_back(std::move(all[c]));
    all = std::move(sorted);
    contested.given.clear();
  }

  std::optional<wrap::Value> reply(const learn::Question& question, bool* stop) {
    const Document& page = *documents_[question.page];
    if (auto at = known_.find(page.name()); at != known_.end()) {
      if (question.list) {
        const std::string& text = question.text.empty() ? question.rival : question.text;
        return texts_of(at->second.records).contains({question.field, collapse(text)})
                   ? wrap::Value::make_text(text)
                   : wrap::Value::make_null();
      }
      const wrap::Value* gold =
          at->second.records.empty() ? nullptr : at->second.records[0].find(question.field);
      return gold ? *gold : wrap::Value::make_null();
    }
    if (isatty(0) && !options_.json) return ask_person(question, page, stop);
    put(stdout, question_json(question, page));
    only_question_ = true;
    return std::nullopt;
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
    if (known_.empty() || out.perfect_after) return;
    for (const DocumentPtr& page : documents_) {
      auto at = known_.find(page->name());
      if (at == known_.end()) continue;
      auto got = wrap::extract_all(*round.learned.wrapper, *page);
      if (!got.ok() || texts_of(*got) != texts_of(at->second.records)) return;
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
  std::map<std::string, wrap::Label> known_;  // --simulate: by page name
  std::set<learn::PageField> answered_;
  std::vector<Verdict> verdicts_;
  size_t confirmed_ = 0;  // values in a row that nobody doubted and that were right
  size_t dispelled_ = 0;  // ... that were in doubt and right
  bool only_question_ = false;
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
