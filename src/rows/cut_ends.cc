// See cut_ends.h.
#include "rows/cut_ends.h"

#include <algorithm>

#include "base/contains.h"
#include "base/text.h"
#include "base/unicode.h"
#include "rows/weights.h"

namespace gleaner::rows {
namespace {

// A cut that ends before a text that it quotes.
bool ends_before(const FieldRule& rule) {
  return rule.cut && rule.cut->number == 0 && rule.cut->words_long == 0 && !rule.cut->strips() &&
         !rule.cut->end.empty() && !rule.cut->with_end;
}

bool same_unit(const FieldRule& a, const FieldRule& b) { return a.key == b.key && a.nth == b.nth; }

std::optional<Found> first_value(const FieldModel& field, const Sample& sample) {
  for (const FieldRule& rule : field.rules)
    if (auto value = rule.value(*sample.page, sample.member())) return value;
  return std::nullopt;
}

bool overlap(const Found& a, const Found& b) {
  return a.unit.leaf_begin < b.unit.leaf_end && b.unit.leaf_begin < a.unit.leaf_end && a.from < b.to &&
         b.from < a.to;
}

class CutEnds {
 public:
  CutEnds(const std::vector<Sample>& samples, const std::vector<std::vector<std::string>>& kinds,
          std::vector<FieldModel>& fields)
      : samples_(samples), kinds_(kinds), fields_(fields) {}

  void run() {
    for (size_t f = 0; f < fields_.size(); ++f) {
      if (!fields_[f].list && fields_[f].rules.size() == 1 && goes_on(f)) end_at_separator(fields_[f]);
      if (fields_[f].list || fields_[f].rules.size() != 1 || !ends_before(fields_[f].rules[0])) continue;
      for (const std::string& end : ends_for(f)) {
        FieldRule rule = fields_[f].rules[0];
        rule.cut->end = end;
        if (rule.cut->begin.empty() && end.empty()) rule.cut.reset();
        if (is_shown(f, rule)) fields_[f].rules.push_back(std::move(rule));
      }
    }
  }

 private:
  // Is the value what stands behind a sign between fields, to the text's end, and does that sign come again
  // in records that are not labelled?
  bool goes_on(size_t f) const {
    const FieldRule& rule = fields_[f].rules[0];
    if (!rule.cut || rule.cut->begin.empty() || !(*rule.cut == Cut{.begin = rule.cut->begin}) ||
        !is_separator(rule.cut->begin))
      return false;
    bool any = false;
    for (const Sample& sample : samples_) {
      const auto value = rule.value(*sample.page, sample.member());
      if (!value) continue;
      const std::string text = text_of(*sample.page, *value);
      for (size_t at = text.find(rule.cut->begin); at != std::string::npos;
           at = text.find(rule.cut->begin, at + 1)) {
        const size_t end = at + rule.cut->begin.size();
        if (sample.row || at == 0 || end >= text.size() || !is_space(text[at - 1]) || !is_space(text[end]))
          return false;
        any = true;
      }
    }
    return any;
  }

  // Signs alone, but those that words and numbers have in them.
  static bool is_separator(std::string_view sign) {
    return letters_of(sign).empty() && sign.find_first_of("-.,:;'\"()[]$%+") == std::string_view::npos;
  }

  static void end_at_separator(FieldModel& field) {
    FieldRule rule = field.rules[0];
    rule.cut->end = rule.cut->begin;
    field.rules.insert(field.rules.begin(), std::move(rule));
  }

  // Where other fields of the same text begin; then its end.
  std::vector<std::string> ends_for(size_t f) const {
    std::vector<std::string> out;
    const FieldRule& own = fields_[f].rules[0];
    for (size_t g = 0; g < fields_.size(); ++g) {
      const FieldRule& other = fields_[g].rules[0];
      if (g == f || !other.cut || !same_unit(own, other) || other.cut->with_begin) continue;
      const std::string& begin = other.cut->begin;
      if (!begin.empty() && begin != own.cut->begin && begin != own.cut->end && !contains(out, begin))
        out.push_back(begin);
    }
    out.emplace_back();
    return out;
  }

  // Is it what records without the labelled end have, and nothing else's?
  bool is_shown(size_t f, const FieldRule& rule) const {
    bool any = false;
    for (const Sample& sample : samples_) {
      if (first_value(fields_[f], sample)) continue;
      const auto value = rule.value(*sample.page, sample.member());
      if (!value) continue;
      const std::string kind = kind_of(text_of(*sample.page, *value));
      if (sample.row || std::ranges::none_of(kinds_[f], [&](const std::string& known) {
            return alike(known, kind) >= kAlikeEnds;
          }))
        return false;
      for (size_t g = 0; g < fields_.size(); ++g)
        if (const auto other = g == f ? std::nullopt : first_value(fields_[g], sample);
            other && overlap(*value, *other))
          return false;
      any = true;
    }
    return any;
  }

  const std::vector<Sample>& samples_;
  const std::vector<std::vector<std::string>>& kinds_;
  std::vector<FieldModel>& fields_;
};

}  // namespace

void add_cut_ends(const std::vector<Sample>& samples, const std::vector<std::vector<std::string>>& kinds,
                  std::vector<FieldModel>& fields) {
  CutEnds(samples, kinds, fields).run();
}

}  // namespace gleaner::rows
