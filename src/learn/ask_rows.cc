// See ask_rows.h.
#include "learn/ask_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "base/lists.h"
#include "base/text.h"
#include "learn/profile.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

// Readings may draw a record's bounds otherwise and mean the same one: that whose values begin there.
uint32_t values_begin(const wrap::Record& record) {
  const std::optional<Span> hull = wrap::hull_of(record);
  return hull ? hull->begin : UINT32_MAX;
}

// 1 where halves stand against each other, 0 where all agree.
double disagreement(double share) { return 4 * share * (1 - share); }

std::string text_of_field(const wrap::Record& record, const std::string& field) {
  const wrap::Value* value = record.find(field);
  std::string out;
  if (value)
    wrap::for_each_leaf(
        *value,
        [&](const std::string&, const wrap::Value& v) {
          out += (out.empty() ? "" : "; ") + collapse(v.text);
        },
        field);
  return out;
}

struct SaidRow {
  double weight;
  const wrap::Record* record;
};

class RowJudge {
 public:
  RowJudge(const std::vector<RowReading>& readings, const std::vector<DocumentPtr>& pages)
      : readings_(readings) {
    for (size_t p = 0; p < pages.size(); ++p) {
      all_.add(*pages[p], readings[0].given[p]);
      for (const wrap::Record& record : readings[0].given[p])
        for (const wrap::Field& field : record.fields) add_new(fields_, field.name);
    }
    for (const RowReading& reading : readings) total_ += reading.weight;
  }

  // By where its values begin: what the readings say of a record.
  std::map<uint32_t, std::vector<SaidRow>> said_on(size_t page) const {
    std::map<uint32_t, std::vector<SaidRow>> out;
    for (const RowReading& reading : readings_)
      for (const wrap::Record& record : reading.given[page])
        out[values_begin(record)].push_back({reading.weight, &record});
    return out;
  }

  RowQuestion question(size_t page, const std::vector<SaidRow>& said) const {
    RowQuestion q;
    q.page = page;
    q.record = *said[0].record;
    q.given = said[0].weight == 1;
    double yes = 0;
    for (const SaidRow& one : said) yes += one.weight;
    const double odd = oddness(q), disputed = disagreement(std::min(1.0, yes / total_));
    q.doubt = q.given ? std::max(odd, disputed) : disputed * std::max(0.0, 1 - odd);
    for (const std::string& field : fields_) add_field(field, said, yes, q);
    return q;
  }

 private:
  // What it lacks of what the others have, and how unlike theirs its values are.
  double oddness(RowQuestion& q) const {
    double lacking = 0, usual = 0, strange = 0;
    for (const std::string& name : fields_) {
      const FieldProfile* profile = all_.find(name);
      const double rate = profile ? profile->present_rate() : 0;
      const wrap::Value* value = q.record.find(name);
      usual += rate;
      if (!value) {
        lacking += rate;
        if (rate >= 0.5) q.lacks.push_back(name);
      } else if (profile && value->is_text()) {
        strange = std::max(strange, strangeness(*profile, value->text));
      }
    }
    return (usual > 0 ? lacking / usual : 0) + kAskRowStrange * strange;
  }

  void add_field(const std::string& field, const std::vector<SaidRow>& said, double yes,
                 RowQuestion& q) const {
    const std::string mine = text_of_field(*said[0].record, field);
    double others = 0;
    std::optional<std::string> rival;
    for (const SaidRow& one : said)
      if (std::string text = text_of_field(*one.record, field); text != mine) {
        others += one.weight;
        if (!rival) rival = std::move(text);
      }
    const double doubt = disagreement(others / yes);
    if (!rival || doubt <= q.doubt) return;
    q.doubt = doubt;
    q.field = field, q.text = mine, q.rival = *rival;
  }

  const std::vector<RowReading>& readings_;
  Profile all_;
  std::vector<std::string> fields_;
  double total_ = 0;
};

}  // namespace

std::pair<size_t, uint32_t> row_key(size_t page, const wrap::Record& record) {
  return {page, record.span ? record.span->begin : values_begin(record)};
}

RowDoubts row_doubts(const std::vector<RowReading>& readings, const std::vector<DocumentPtr>& pages,
                     const KnownRows& known) {
  const RowJudge judge(readings, pages);
  RowDoubts out;
  for (size_t p = 0; p < pages.size(); ++p)
    for (const auto& [begin, said] : judge.said_on(p)) {
      if (std::ranges::any_of(said,
                              [&](const SaidRow& one) { return known.contains(row_key(p, *one.record)); }))
        continue;
      RowQuestion q = judge.question(p, said);
      if (q.doubt < kAskRow) continue;
      ++out.open;
      if (!out.most || q.doubt > out.most->doubt + 1e-9) out.most = std::move(q);
    }
  return out;
}

std::vector<std::pair<wrap::WrapperPtr, double>> other_readings(const wrap::Registry& families,
                                                                const std::vector<wrap::LabelledPage>& pages,
                                                                wrap::LearnOptions options, Budget& budget) {
  std::vector<std::pair<wrap::WrapperPtr, double>> out;
  const wrap::Registry::Family* family = families.find("rows");
  if (!family || !family->learner) return out;
  options.kind = family->kind;
  for (size_t n = 1; n <= kAskReadings && !budget.exhausted(); ++n) {
    options.settings["rival"] = std::to_string(n);
    auto learned = family->learner->learn(pages, options, budget);
    if (!learned.ok()) break;
    const double behind = std::strtod(learned->report.details["rows.behind"].c_str(), nullptr);
    out.emplace_back(learned->wrapper, std::min(0.99, std::exp(-behind)));
  }
  return out;
}

}  // namespace gleaner::learn
