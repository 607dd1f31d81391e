// See ask.h. What each wrapper says of a page is compared place by place; the place that splits them best is
// asked for.
#include "learn/ask.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

struct Said {
  std::string text;
  std::optional<Span> span;
};
// by collapsed text: what one candidate gives for one field of one page
using Saying = std::map<std::string, Said>;

std::map<std::string, Saying> sayings(const std::vector<wrap::Record>& records) {
  std::map<std::string, Saying> out;
  wrap::for_each_leaf(records, [&](const std::string& field, const wrap::Value& v) {
    out[field].try_emplace(collapse(v.text), Said{v.text, v.span});
  });
  return out;
}

bool same(const Saying& a, const Saying& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](const auto& x, const auto& y) { return x.first == y.first; });
}

// The first text of a that b lacks.
const Said* beyond(const Saying& a, const Saying& b) {
  for (const auto& [key, said] : a)
    if (!b.contains(key)) return &said;
  return nullptr;
}

class Committee {
 public:
  Committee(const std::vector<Contestant>& candidates, const Given& given) : candidates_(candidates) {
    for (const auto& page : given) {
      table_.emplace_back();
      for (const auto& records : page) table_.back().push_back(sayings(records));
      several_ = several_ || page.front().size() > 1;  // to judge by the best wrapper
    }
    for (const wrap::FieldSchema& field : candidates.front().wrapper->schema().fields) add_paths(field, "");
    weigh();
  }

  const std::vector<std::string>& fields() const { return fields_; }
  bool lists() const { return several_; }
  size_t pages() const {
    return table_.size();
  }  // that were read before the budget ran out: the first of all

  // What the best says here, the strongest dissent, and how strong it is.
  Question question(size_t page, const std::string& field) const {
    Question q;
    q.page = page;
    q.field = field;
    q.list = several_;
    const Saying& best = saying(page, 0, field);
    double with = 0, most = 0;
    const Saying* dissent = nullptr;
    for (size_t c = 0; c < candidates_.size(); ++c) {
      const Saying& mine = saying(page, c, field);
      if (same(mine, best)) {
        with += weight_[c];
        q.says.push_back(candidates_[c].kind);
        continue;
      }
      double against = 0;
      for (size_t o = 0; o < candidates_.size(); ++o)
        against += same(saying(page, o, field), mine) ? weight_[o] : 0;
      if (against > most) most = against, dissent = &mine;
    }
    if (!best.empty() && !several_) q.text = best.begin()->second.text, q.span = best.begin()->second.span;
    if (best.size() > 1 && !several_) {
      std::vector<const Said*> order;
      for (const auto& [key, said] : best) order.push_back(&said);
      std::ranges::stable_sort(order, [](const Said* a, const Said* b) {
        return a->span && b->span ? a->span->begin < b->span->begin : false;
      });
      for (const Said* said : order) q.texts.push_back(said->text);
      q.text = order.front()->text, q.span = order.front()->span;
    }
    if (!dissent) return q;
    q.doubt = kAskCommittee * most / (most + with);
    for (size_t c = 0; c < candidates_.size(); ++c)
      if (same(saying(page, c, field), *dissent)) q.objects.push_back(candidates_[c].kind);
    if (const Said* said = beyond(best, *dissent)) q.text = said->text, q.span = said->span;
    if (const Said* said = beyond(*dissent, best)) {
      q.rival = said->text;
      if (!q.span) q.span = said->span;
    } else if (!dissent->empty()) {
      q.rival = dissent->begin()->second.text;  // only this, says the dissent
    }
    return q;
  }

 private:
  void add_paths(const wrap::FieldSchema& field, const std::string& prefix) {
    const std::string path = prefix.empty() ? field.name : prefix + "." + field.name;
    if (field.fields.empty()) fields_.push_back(path);
    for (const wrap::FieldSchema& inner : field.fields) add_paths(inner, path);
  }

  const Saying& saying(size_t page, size_t candidate, const std::string& field) const {
    static const Saying kNothing;
    auto it = table_[page][candidate].find(field);
    return it == table_[page][candidate].end() ? kNothing : it->second;
  }

  void weigh() {
    for (size_t c = 0; c < candidates_.size(); ++c) {
      size_t agree = 0, all = 0;
      for (size_t p = 0; p < table_.size(); ++p)
        for (const std::string& field : fields_)
          agree += same(saying(p, c, field), saying(p, 0, field)), ++all;
      weight_.push_back(
          all ? std::pow(double(agree) / double(all) * candidates_[c].known_f1(), kAskAgreePower) : 1);
    }
  }

  const std::vector<Contestant>& candidates_;
  std::vector<std::vector<std::map<std::string, Saying>>> table_;  // [page][candidate]
  std::vector<std::string> fields_;
  std::vector<double> weight_;
  bool several_ = false;
};

// The chance that one of two independent warnings is right.
double either(double a, double b) { return 1 - (1 - a) * (1 - b); }

// Puts the best wrapper's own doubt to the committee's.
void add_own(Question& q, const Doubt& own) {
  q.doubt = either(q.doubt, own.doubt);
  if (q.rival.empty()) q.rival = own.rival;
  if (!q.span) q.span = own.span;
}

// What the best wrapper gives on all pages, and how far a value departs from it and from the labels.
class Custom {
 public:
  Custom(const Given& given, const std::vector<DocumentPtr>& pages,
         const std::vector<wrap::LabelledPage>& labelled) {
    for (const wrap::LabelledPage& page : labelled) labels_.add(*page.document, page.label.records);
    for (size_t p = 0; p < given.size(); ++p) {
      all_.add(*pages[p], given[p].front());
      const Sketch sketch = sketch_of(*pages[p]);
      double nearest = 0;
      for (const wrap::LabelledPage& page : labelled)
        nearest = std::max(nearest, similarity(sketch, sketch_of(*page.document)));
      unlike_.push_back(1 - nearest);
    }
  }

  double departs(size_t page, const std::string& field, const std::string& text, size_t values) const {
    const FieldProfile* here = all_.find(field);
    const FieldProfile* known = labels_.find(field);
    double doubt = kAskUnlike * unlike_[page];
    if (text.empty()) return either(doubt, here ? kAskAbsent * here->present_rate() : 0);
    if (known) doubt = either(doubt, kAskStrange * strangeness(*known, text));
    if (known && known->most == 1 && values > 1) doubt = either(doubt, kAskSeveral);
    if (here && here->values) {
      auto kind = here->kinds.find(kind_of(text));
      const double share = kind == here->kinds.end() ? 0 : double(kind->second) / here->values;
      doubt = either(doubt, kAskRare * (1 - share));
    }
    return doubt;
  }

 private:
  Profile labels_, all_;
  std::vector<double> unlike_;
};

}  // namespace

// The question of all pages and fields that `weigh` makes the most doubtful.
static std::optional<Question> most_doubtful(const std::vector<Contestant>& candidates,
                                             const Committee& committee,
                                             const std::vector<DocumentPtr>& pages,
                                             const std::set<PageField>& answered, const OwnDoubts& own_doubts,
                                             const std::function<double(const Question&)>& weigh) {
  std::optional<Question> best;
  for (size_t p = 0; p < committee.pages(); ++p) {
    std::vector<Doubt> own;
    if (own_doubts && !committee.lists()) own = own_doubts(*candidates.front().wrapper, *pages[p]);
    for (const std::string& field : committee.fields()) {
      if (answered.contains({p, field})) continue;
      Question q = committee.question(p, field);
      for (const Doubt& doubt : own)
        if (doubt.field == field) add_own(q, doubt);
      q.doubt = weigh(q);
      if (!best || q.doubt > best->doubt + 1e-9) best = std::move(q);
    }
  }
  return best;
}

std::optional<Question> least_sure(const std::vector<Contestant>& candidates, const Given& given,
                                   const std::vector<DocumentPtr>& pages, const std::set<PageField>& answered,
                                   const std::vector<wrap::LabelledPage>& labelled,
                                   const OwnDoubts& own_doubts) {
  if (candidates.empty() || given.empty()) return std::nullopt;
  const Committee committee(candidates, given);
  if (committee.lists()) return std::nullopt;
  const Custom custom(given, pages, labelled);
  return most_doubtful(candidates, committee, pages, answered, own_doubts, [&](const Question& q) {
    return either(q.doubt, custom.departs(q.page, q.field, q.text, q.texts.size()));
  });
}

std::optional<Question> next_question(const std::vector<Contestant>& candidates, const Given& given,
                                      const std::vector<DocumentPtr>& pages,
                                      const std::set<PageField>& answered, const OwnDoubts& own_doubts) {
  if (candidates.empty()) return std::nullopt;
  const Committee committee(candidates, given);
  auto best = most_doubtful(candidates, committee, pages, answered, own_doubts,
                            [](const Question& q) { return q.doubt; });
  if (best && best->doubt < kAskDoubt) best.reset();
  return best;
}

std::string question_text(const Question& question, const Document& page) {
  auto said = [](const std::string& text) {
    return text.empty() ? std::string("nothing") : "\"" + text.substr(0, 80) + "\"";
  };
  return fmt::format("label \"{}\" on {}: {} says {}, {} says {}", question.field, page.name(),
                     fmt::join(question.says, ", "), said(question.text), fmt::join(question.objects, ", "),
                     said(question.rival));
}

}  // namespace gleaner::learn
