// What a rule's word is worth: the weights of its conditions, and more where they name the field.
#include <algorithm>

#include "base/contains.h"
#include "base/text.h"
#include "pattern/forms.h"
#include "pattern/learn/field_learner.h"
#include "pattern/weights.h"

namespace gleaner::pattern {

using namespace weights;

namespace {

// "isbnNumber" -> "isbn number"
std::string split_case(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (i && text[i] >= 'A' && text[i] <= 'Z' && text[i - 1] >= 'a' && text[i - 1] <= 'z') out += ' ';
    out += text[i];
  }
  return out;
}
// What a condition says of its place in words of the site: names and texts, not tags. address.street says
// street.
std::string named_by(const Condition& c) {
  std::string out;
  int texts = 0;
  for (const char* kind = info(c.test).arguments; *kind; ++kind) {
    if (*kind == 'n') continue;
    std::string_view text = texts++ == 0 ? c.a : c.b;
    if (*kind == 'T' || (*kind == 'N' && (text.starts_with('#') || text.starts_with('@')))) {
      out += text;
      out += ' ';
    } else if (*kind == 'N' || *kind == 'C') {
      for (std::string_view step : split(text, '/'))
        if (size_t dot = step.find('.'); dot != std::string_view::npos) (out += step.substr(dot + 1)) += ' ';
    }
  }
  return out;
}

}  // namespace

// "name" alone says little: "team name" is about the team.
void FieldLearner::name_words() {
  const std::string name = plain(field_);
  const std::vector<std::string_view> all = words(name);
  for (std::string_view word : all)
    if (word != "name") field_words_.emplace_back(word);
  if (field_words_.empty()) field_words_.assign(all.begin(), all.end());
}

double FieldLearner::weight(const std::vector<ConditionId>& rule, bool list) const {
  return rule_weight(rule, [&](ConditionId id) {
    const Condition& c = site_.plan().condition(id);
    const TestInfo& t = info(c.test);
    const double w = list && t.list_weight >= 0 ? t.list_weight : t.weight;
    return c.a.starts_with('#') && site_.numbered(c.a) ? std::min(w, kWeak) : w;
  });
}

// A condition that quotes the field's own name (label text, class, id, itemprop, key) is worth more, most
// when it says nothing else: "Price" before "Total price" for a price.
double FieldLearner::affinity(const std::vector<ConditionId>& rule) const {
  double most = 1.0;
  for (ConditionId id : rule) {
    const Condition& c = site_.plan().condition(id);
    if (!info(c.test).names) continue;
    const std::string named = plain(split_case(named_by(c)), 200);
    const std::vector<std::string_view> have = words(named);
    bool all = !field_words_.empty();
    for (const std::string& w : field_words_) all &= contains(have, w);
    if (!all) continue;
    // Tags do not name a field, but the more a condition says besides, the less it is about it.
    const size_t said = words(plain(split_case(c.a + " " + c.b), 200)).size();
    most = std::max(most, 1.0 + (kNamesField - 1.0) * double(field_words_.size()) / double(said));
  }
  return most;
}

}  // namespace gleaner::pattern
