// See kinds.h.
#include "lines/kinds.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "base/text.h"
#include "lines/weights.h"
#include "regex/regex.h"

namespace gleaner::lines {
namespace {

using Words = std::vector<std::string>;

// Compiled once; immutable and shared.
struct Masks {
  regex::Regex key = must(R"(([\[({"']?[A-Za-z_][\w.-]*=)([^=\s]+?)([\])}"',;.]*))");
  regex::Regex host_port = must(R"([\w-]+(\.[\w-]+)+:\d+)");
  regex::Regex plain[4] = {must(R"(0x[0-9a-fA-F]+)"), must(R"((?<![\w.])\d+\.\d+\.\d+\.\d+(:\d+)?)"),
                           must(R"((?<!\w)(/[\w.+-]+)+/?)"),
                           must(R"((?<![A-Za-z])[-+]?\d+(\.\d+)*(?![A-Za-z]))")};
  regex::Regex with_digit = must(R"([\w.@$/-]*\d[\w.@$/-]*)");
  regex::Regex numbered_word = must(R"(\W*[A-Za-z]{2,}\d{1,2}\W*)");  // eth0, v2: a name, not a number
  regex::Regex named = must(R"([\w.-]*<\*>[\w.-]*\.[a-z]+\b)");       // host and file names with a number
  regex::Regex several = must(R"((<\*>[-:,./@_]?)+<\*>)");
  static regex::Regex must(const char* pattern) { return std::move(*regex::Regex::compile(pattern)); }
};

const Masks& masks() {
  static const Masks all;
  return all;
}

void replace_all(std::string& text, const regex::Regex& pattern) {
  std::string out;
  size_t at = 0;
  while (at <= text.size()) {
    const auto found = pattern.find(text, at);
    if (!found || found->empty()) break;
    out.append(text, at, found->begin - at);
    out += kVariable;
    at = found->end;
  }
  if (at == 0) return;
  out.append(text, at, std::string::npos);
  text = std::move(out);
}

bool has_digit(std::string_view text) { return std::ranges::any_of(text, is_digit); }

std::string without_variables(std::string text) {
  for (size_t at; (at = text.find(kVariable)) != std::string::npos;) text.erase(at, kVariable.size());
  return text;
}

std::string masked(std::string_view word) {
  const Masks& m = masks();
  regex::Match match;
  if (word.find('=') != std::string_view::npos && m.key.matches(word, match))
    return std::string(match.groups[1]->of(word)) + std::string(kVariable) +
           std::string(match.groups[3]->of(word));
  std::string text(word);
  const bool plain = std::ranges::none_of(word, [](char c) { return is_digit(c) || c == '/'; });
  if (plain) return text;
  replace_all(text, m.host_port);
  for (const regex::Regex& one : m.plain) replace_all(text, one);
  if (has_digit(without_variables(text)) && !m.numbered_word.matches(text)) replace_all(text, m.with_digit);
  replace_all(text, m.named);
  replace_all(text, m.several);
  return text;
}

bool has_letter(const std::string& word) { return std::ranges::any_of(word, is_letter_byte); }

// One round: for each place, the kinds that are equal but for it.
class Round {
 public:
  explicit Round(const std::vector<Words>& kinds) : kinds_(kinds) {}

  // Kind -> the place that becomes variable.
  std::unordered_map<uint32_t, size_t> run() {
    std::map<size_t, std::vector<uint32_t>> by_length;
    for (uint32_t k = 0; k < kinds_.size(); ++k) by_length[kinds_[k].size()].push_back(k);
    for (const auto& [length, members] : by_length)
      for (size_t place = 0; place < length; ++place) look_at(place, members);
    return std::move(changed_);
  }

 private:
  void look_at(size_t place, const std::vector<uint32_t>& members) {
    std::map<std::string, std::vector<uint32_t>> same;
    for (uint32_t k : members) {
      std::string rest;
      for (size_t i = 0; i < kinds_[k].size(); ++i)
        if (i != place) rest += kinds_[k][i] + '\1';
      same[rest].push_back(k);
    }
    for (const auto& [rest, group] : same) {
      if (group.size() < 2) continue;
      const Words& one = kinds_[group[0]];
      size_t lettered = 0;
      for (size_t i = 0; i < one.size(); ++i) lettered += i != place && has_letter(one[i]);
      const bool variable_among =
          std::ranges::any_of(group, [&](uint32_t k) { return kinds_[k][place] == kVariable; });
      const bool many = group.size() >= kManyWords && lettered >= 2;
      const bool joins = variable_among && one.size() > 3 && lettered >= 2;
      if (!many && !joins) continue;
      for (uint32_t k : group)
        if (kinds_[k][place] != kVariable) changed_.try_emplace(k, place);
    }
  }

  const std::vector<Words>& kinds_;
  std::unordered_map<uint32_t, size_t> changed_;
};

}  // namespace

// The words of a text, those that vary masked.
static std::vector<std::string> masked_words(std::string_view text) {
  Words out;
  for (std::string_view word : words(text)) {
    std::string made = masked(word);
    if (made == kVariable && !out.empty() && out.back() == kVariable) continue;  // a list of values is one
    out.push_back(std::move(made));
  }
  return out;
}

std::string Kinds::words(uint32_t kind) const { return fmt::format("{}", fmt::join(templates[kind], " ")); }

Kinds group_kinds(const std::vector<std::string_view>& texts) {
  Kinds made;
  std::map<Words, uint32_t> known;
  for (std::string_view text : texts) {
    auto [it, fresh] = known.try_emplace(masked_words(text), uint32_t(made.templates.size()));
    if (fresh) made.templates.push_back(it->first);
    made.of.push_back(it->second);
  }
  for (;;) {
    const auto changed = Round(made.templates).run();
    if (changed.empty()) break;
    std::map<Words, uint32_t> merged;
    std::vector<Words> templates;
    std::vector<uint32_t> moved;
    for (uint32_t k = 0; k < made.templates.size(); ++k) {
      Words words = made.templates[k];
      if (auto it = changed.find(k); it != changed.end()) words[it->second] = kVariable;
      auto [it, fresh] = merged.try_emplace(words, uint32_t(templates.size()));
      if (fresh) templates.push_back(std::move(words));
      moved.push_back(it->second);
    }
    made.templates = std::move(templates);
    for (uint32_t& kind : made.of) kind = moved[kind];
  }
  made.counts.assign(made.templates.size(), 0);
  for (uint32_t kind : made.of) ++made.counts[kind];
  return made;
}

}  // namespace gleaner::lines
