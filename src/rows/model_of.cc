// See model_of.h.
#include "rows/model_of.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/contains.h"
#include "html/tags.h"
#include "rows/choose.h"
#include "rows/hypotheses.h"
#include "rows/weights.h"

namespace gleaner::rows {
namespace {

void add_head(const LearnPage& page, Model& model) {
  std::map<std::string, size_t> marks, paths;
  for (const Stretch& m : page.members) {
    for (std::string& mark : head_marks(*page.page, m.first)) ++marks[std::move(mark)];
    for (std::string& path : page.page->leaf_path_words(m.first)) ++paths[std::move(path)];
  }
  const double n = double(page.members.size());
  for (const auto& [mark, count] : marks)
    if (double(count) >= kCommonShare * n) model.head.push_back(mark);
  for (const auto& [path, count] : paths)
    if (double(count) >= kCoreShare * n) model.core.push_back(path);
}

void add_selectors(const LearnPage& page, Model& model) {
  std::vector<std::pair<Selector, size_t>> counts;
  std::map<Selector, size_t> at;
  std::map<SelectBy, std::set<std::string>> any;
  for (const Stretch& m : page.members)
    for (Selector& selector : page.scope->selectors(m.first)) {
      any[selector.by].insert(selector.of[0]);
      auto [place, fresh] = at.try_emplace(selector, counts.size());
      if (fresh) counts.emplace_back(std::move(selector), 0);
      ++counts[place->second].second;
    }
  for (auto& [selector, count] : counts)
    if (double(count) >= kLeastSelector * double(page.members.size())) model.selectors.push_back(selector);
  for (SelectBy by : {SelectBy::path, SelectBy::class_path, SelectBy::classes, SelectBy::parent_class})
    if (const auto& words = any[by]; words.size() > 1)
      model.selectors.push_back({by, {words.begin(), words.end()}, 0});
  std::set<uint32_t> heads;
  for (const Stretch& m : page.members) heads.insert(m.first);
  for (Selector& selector : model.selectors) {
    const std::vector<uint32_t> said = page.scope->select(selector);
    size_t common = 0;
    for (uint32_t n : said) common += heads.count(n);
    selector.agrees = 2 * double(common) / double(std::max<size_t>(1, said.size() + heads.size()));
  }
}

void add_several(const LearnPage& page, Model& model) {
  constexpr size_t kHeads = 5, kOthers = 12;
  SeveralNodes several;
  std::map<std::vector<std::string>, size_t> heads, others;
  std::set<std::string> tags;
  const Outline& o = page.page->outline();
  for (const Stretch& m : page.members) {
    ++heads[page.page->leaf_path_words(m.first)];
    size_t length = 1;
    for (uint32_t n = m.first; n != m.last;) {
      n = o.next_sibling(n);
      if (n == kNone) break;
      tags.insert(std::string(page.page->tag(n)));
      if (o.has_text(n)) ++others[page.page->leaf_path_words(n)], ++length;
    }
    several.longest = std::max(several.longest, length);
  }
  auto commonest = [](const auto& counts, size_t most, auto& words, auto& hashes) {
    std::vector<std::pair<size_t, const std::vector<std::string>*>> order;
    for (const auto& [paths, count] : counts) order.emplace_back(count, &paths);
    std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.first > b.first; });
    for (size_t i = 0; i < order.size() && i < most; ++i) {
      words.push_back(*order[i].second);
      hashes.push_back(hashes_of(*order[i].second));
    }
  };
  commonest(heads, kHeads, several.head_words, several.heads);
  commonest(others, kOthers, several.other_words, several.others);
  several.tags.assign(tags.begin(), tags.end());
  model.several = std::move(several);
}

// What all labelled rows have of and the marked ones nothing: a record has one of these fields.
bool need_fields(const LearnPage& page, const std::vector<Stretch>& none, Model& model) {
  std::vector<std::string> need;
  for (const FieldModel& field : model.fields) {
    auto has = [&](const Stretch& m) { return !row_of(*page.page, m, {field}).empty(); };
    const bool labelled =
        std::ranges::any_of(page.member_of, [&](int m) { return m >= 0 && has(page.members[size_t(m)]); });
    if (labelled && std::ranges::none_of(none, has)) need.push_back(field.name);
  }
  for (int m : page.member_of) {
    if (m < 0) continue;
    bool any = false;
    for (const RowValue& value : row_of(*page.page, page.members[size_t(m)], model.fields))
      any |= contains(need, model.fields[value.field].name);
    if (!any) return false;
  }
  if (!need.empty()) model.need = std::move(need);
  return !model.need.empty();
}

// Keys that no labelled member has and each of `none` has one of: the fewest, and those that few other
// members have. Nothing where some of `none` has no such. `several`: one key may not do for all.
std::optional<std::vector<KeyInfo>> keys_of(const LearnPage& page, std::vector<Stretch> none, bool several) {
  std::map<uint64_t, size_t> counts;  // members that have the key
  for (const Stretch& m : page.members) {
    uint64_t last = 0;
    for (const Member::Entry& entry : page.page->member(m).entries())
      if (entry.key != last) ++counts[last = entry.key];
  }
  auto has = [&](const Stretch& m, uint64_t key) { return !page.page->member(m).at(key).empty(); };
  auto is_labelled = [&](uint64_t key) {
    return std::ranges::any_of(page.member_of,
                               [&](int m) { return m >= 0 && has(page.members[size_t(m)], key); });
  };
  std::vector<KeyInfo> out;
  while (!none.empty()) {
    std::optional<uint64_t> best;
    double most = 0;
    for (const Member::Entry& entry : page.page->member(none[0]).entries()) {
      const KeyInfo* info = page.page->key(entry.key);
      if (!info || is_word_key(info->kind) || is_own_text(info->of)) continue;
      const auto held = std::ranges::count_if(none, [&](const Stretch& m) { return has(m, entry.key); });
      if (!several && size_t(held) < none.size()) continue;
      const double worth =
          2 * double(held) + worth_of(info->kind) - double(counts[entry.key]) / double(page.members.size());
      if (worth > most && !is_labelled(entry.key)) most = worth, best = entry.key;
    }
    if (!best) return std::nullopt;
    out.push_back(*page.page->key(*best));
    std::erase_if(none, [&](const Stretch& m) { return has(m, *best); });
  }
  return out;
}

}  // namespace

void set_fields(const LearnPage& page, std::vector<FieldModel> fields, Model& model) {
  const std::vector<double> shares = usual(*page.page, page.members, fields);
  for (size_t f = 0; f < fields.size(); ++f) fields[f].want = std::max(0.05, shares[f]);
  model.fields = std::move(fields);
  model.fields_share = field_shares(*page.page, page.members, model.fields).mean;
}

Model model_of(const LearnPage& page, std::vector<FieldModel> fields, bool with_lists) {
  Model model;
  set_fields(page, std::move(fields), model);
  add_head(page, model);
  add_selectors(page, model);
  if (std::ranges::any_of(page.members, [](const Stretch& m) { return m.first != m.last; }))
    add_several(page, model);
  if (with_lists && model.several) model.several->longest = kAnyLength;
  return model;
}

std::optional<Diagnostic> refuse_negatives(const LearnPage& page, Model& model) {
  std::vector<Stretch> none;
  std::string text;
  for (const Stretch& m : page.negatives.empty() ? std::vector<Stretch>{} : page.members)
    for (const RowValue& value : row_of(*page.page, m, model.fields))
      for (const LabelledCell& negative : page.negatives)
        if (negative.letters == value.found[0].letters &&
            (negative.field.empty() || negative.field == model.fields[value.field].name) &&
            std::ranges::any_of(negative.places,
                                [&](const Place& place) { return page.page->holds(m, place); }))
          none.push_back(m), text = negative.text;
  const bool marked = !none.empty();
  if (!marked && page.given->label.complete && page.labelled == page.rows.size())
    for (size_t m = 0; m < page.members.size(); ++m)  // on a page labelled whole the others are none
      if (!contains(page.member_of, int(m)) && !row_of(*page.page, page.members[m], model.fields).empty())
        none.push_back(page.members[m]);
  if (none.empty()) return std::nullopt;
  if (auto keys = keys_of(page, none, marked)) {
    for (const KeyInfo& key : *keys)
      if (std::ranges::none_of(model.refuse,
                               [&](const KeyInfo& k) { return k.kind == key.kind && k.of == key.of; }))
        model.refuse.push_back(key);
    return std::nullopt;
  }
  if (need_fields(page, none, model) || !marked) return std::nullopt;
  return error(Code::cannot_learn,
               fmt::format("{}: \"{}\" is marked as no value, but its record has all that labelled ones have",
                           page.given->label.page, text),
               {}, "take one of the two labels away, or mark more texts of such records");
}

}  // namespace gleaner::rows
