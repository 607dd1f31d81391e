// See learner.h.
#include "rows/learner.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/letters.h"
#include "rows/choose.h"
#include "rows/hypotheses.h"
#include "rows/learn_fields.h"
#include "rows/refused.h"
#include "rows/weights.h"
#include "rows/wrapper.h"

namespace gleaner::rows {
namespace {

struct LearnPage {
  std::unique_ptr<Page> page;
  const wrap::LabelledPage* given;
  std::vector<LabelledRow> rows;
  std::vector<LabelledCell> negatives;
  std::vector<Stretch> members;
  std::vector<int> member_of;
  size_t cells = 0;  // that were found
  double cover = 0;  // of them in the members
};

bool overlaps(Span a, Span b) { return a.begin < b.end && b.begin < a.end; }

// The places of a label: where its span says, else wherever its letters stand.
LabelledCell cell_of(const Page& page, const std::string& field, const wrap::Value& value) {
  LabelledCell cell{field, value.text, letters_of(value.text), page.find(value.text)};
  if (cell.places.empty()) cell.places = page.find_attribute(value.text, value.span);
  if (!value.span || cell.in_attribute()) return cell;
  std::vector<Place> there;
  for (const Place& place : cell.places) {
    const uint32_t first = page.leaf_at(place.begin), last = page.leaf_at(place.end - 1);
    const Span hull = page.outline().leaf_span(first).hull(page.outline().leaf_span(last));
    if (overlaps(hull, *value.span)) there.push_back(place);
  }
  if (there.empty()) there = page.find_attribute(value.text, value.span);
  cell.places = std::move(there);
  return cell;
}

LabelledCell list_cell(const Page& page, const std::string& field, const wrap::Value& value) {
  LabelledCell cell;
  cell.field = field;
  cell.list = true;
  for (const wrap::Value& item : value.items) {
    if (!item.is_text()) continue;
    LabelledCell one = cell_of(page, field, item);
    if (one.places.empty()) continue;
    if (cell.places.empty() || one.places.size() < cell.places.size()) cell.places = one.places;
    cell.text += (cell.text.empty() ? "" : " ") + one.text;
    cell.letters += one.letters;
    cell.items.push_back(std::move(one.letters));
  }
  return cell;
}

// Is the place of the label, as far as it is known, inside a tag?
bool stands_in_attribute(const Document& document, const wrap::Value& value) {
  if (!value.span || !document.is_html()) return false;
  const std::string_view text = document.text();
  const size_t open = text.rfind('<', value.span->begin), close = text.rfind('>', value.span->begin);
  return open != std::string_view::npos && (close == std::string_view::npos || close < open) && open < value.span->begin;
}

std::string letters_of_all(const RowValue& value) {
  std::string out;
  for (const Found& found : value.found) out += found.letters;
  return out;
}

struct Trial {
  Hypothesis hypothesis;
  std::vector<FieldModel> fields;
  double score = 0;
};

class Learning {
 public:
  Learning(const std::vector<wrap::LabelledPage>& pages, Budget& budget) : budget_(budget) {
    for (const wrap::LabelledPage& given : pages)  // attributes are looked at where labels stand in them
      for (const wrap::Record& record : given.label.records)
        wrap::for_each_leaf(record, [&](const std::string&, const wrap::Value& value) {
          attributes_ = attributes_ || stands_in_attribute(*given.document, value);
        });
    for (const wrap::LabelledPage& given : pages) read(given);
  }

  Result<Model> run() {
    if (fields_.empty()) return cannot("no labelled value stands in the page's text");
    LearnPage& first = *std::max_element(pages_.begin(), pages_.end(), [](const LearnPage& a, const LearnPage& b) {
      return a.cells < b.cells;
    });
    auto best = best_trial(first);
    if (!best) return cannot("no list on the page holds the labelled rows");
    first.members = best->hypothesis.members;
    first.member_of = best->hypothesis.member_of;
    first.cover = best->hypothesis.cover;
    Model model = model_of(first, best->fields);
    if (pages_.size() > 1) model = with_other_pages(first, std::move(model));
    for (const LearnPage& page : pages_)
      if (auto contradiction = refuse_negatives(page, model)) return *contradiction;
    return model;
  }

  const std::vector<LearnPage>& pages() const { return pages_; }

 private:
  static Diagnostic cannot(std::string why) { return error(Code::cannot_learn, std::move(why)); }

  void read(const wrap::LabelledPage& given) {
    LearnPage page;
    page.given = &given;
    page.page = std::make_unique<Page>(given.document, budget_, PageOptions{true, attributes_});
    for (const wrap::Record& record : given.label.records) {
      LabelledRow row;
      row.whole = given.label.complete;
      for (const wrap::Field& field : record.fields) {
        if (!field.value.is_text() && !field.value.is_list()) continue;
        LabelledCell cell = field.value.is_list() ? list_cell(*page.page, field.name, field.value)
                                                  : cell_of(*page.page, field.name, field.value);
        if (cell.places.empty()) continue;
        if (std::find(fields_.begin(), fields_.end(), field.name) == fields_.end()) fields_.push_back(field.name);
        row.cells.push_back(std::move(cell));
        ++page.cells;
      }
      if (!row.cells.empty()) page.rows.push_back(std::move(row));
    }
    for (size_t i = 0; i < given.label.negative.size(); ++i)
      if (LabelledCell cell = cell_of(*page.page, given.label.negative_field[i], given.label.negative[i]); !cell.places.empty())
        page.negatives.push_back(std::move(cell));
    if (!page.rows.empty()) pages_.push_back(std::move(page));
  }

  std::vector<Selector> selectors_of_rows(const LearnPage& page) const {
    std::set<Selector> seen;
    std::vector<Selector> out;
    for (uint32_t n : holders(*page.page, page.rows))
      for (int level = 0; level < kSelectorLevels && n != kNone && page.page->outline()[n].parent != kNone;
           ++level, n = page.page->outline()[n].parent)
        for (Selector& selector : page.page->selectors(n))
          if (seen.insert(selector).second) out.push_back(std::move(selector));
    return out;
  }

  std::vector<Hypothesis> ranked(const LearnPage& page) const {
    std::vector<Hypothesis> all = hypotheses(*page.page, selectors_of_rows(page));
    std::vector<std::pair<double, size_t>> order;
    for (size_t i = 0; i < all.size(); ++i) {
      cover_labels(*page.page, page.rows, all[i]);
      if (all[i].cover == 0) continue;
      std::vector<uint32_t> sizes;
      for (const Stretch& m : all[i].members) {
        const Place place = page.page->place_of(m);
        sizes.push_back(place.end - place.begin);
      }
      std::nth_element(sizes.begin(), sizes.begin() + ptrdiff_t(sizes.size() / 2), sizes.end());
      const double n = double(all[i].members.size()), median = sizes[sizes.size() / 2];
      order.emplace_back(kCoverWeight * all[i].cover + kSizeWeight * std::log(n) - kSizeWeight * std::log(1 + median) +
                             kRegionWeight * all[i].region_score - (n < 2 ? kAlone : 0),
                         i);
    }
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Hypothesis> out;
    for (size_t i = 0; i < order.size() && i < kHypotheses; ++i) out.push_back(std::move(all[order[i].second]));
    for (size_t i = 0, n = out.size(); i < n && i < kJoined; ++i) {
      Hypothesis joined;
      joined.members = with_sections(*page.page, out[i].members);
      joined.from = "sections";
      if (joined.members.empty()) continue;
      cover_labels(*page.page, page.rows, joined);
      out.push_back(std::move(joined));
    }
    return out;
  }

  // Labelled members and others spread over the list, in order.
  std::vector<Sample> samples(const LearnPage& page, const std::vector<Stretch>& members,
                              const std::vector<int>& member_of) const {
    std::map<size_t, const LabelledRow*> labelled;
    for (size_t q = 0; q < member_of.size(); ++q)
      if (member_of[q] >= 0) labelled[size_t(member_of[q])] = &page.rows[q];
    std::vector<Sample> out;
    const size_t step = members.size() / kSample + 1;
    for (size_t m = 0; m < members.size(); ++m) {
      auto row = labelled.find(m);
      if (row == labelled.end() && m % step) continue;
      out.push_back({page.page.get(), members[m], row == labelled.end() ? nullptr : row->second,
                     page.negatives.empty() ? nullptr : &page.negatives});
    }
    return out;
  }

  std::optional<Trial> best_trial(const LearnPage& page) {
    std::optional<Trial> best;
    for (Hypothesis& h : ranked(page)) {
      if (!budget_.spend_steps(h.members.size())) break;
      Trial trial;
      trial.fields = learn_fields(samples(page, h.members, h.member_of), fields_, slots_);
      if (trial.fields.empty()) continue;
      weigh_by_labels(trial.fields);
      trial.hypothesis = std::move(h);
      trial.score = score(page, trial);
      if (!best || trial.score > best->score) best = std::move(trial);
    }
    return best;
  }

  // Before the list is known a field counts by how many labelled rows have it.
  void weigh_by_labels(std::vector<FieldModel>& fields) const {
    size_t rows = 0;
    for (const LearnPage& page : pages_) rows += page.rows.size();
    for (FieldModel& field : fields) {
      size_t with = 0;
      for (const LearnPage& page : pages_)
        for (const LabelledRow& row : page.rows) with += row.find(field.name) != nullptr;
      field.want = double(with) / double(rows);
    }
  }

  double score(const LearnPage& page, Trial& trial) const {
    Hypothesis& h = trial.hypothesis;
    const double n = double(h.members.size());
    if (h.region_score == 0) h.region_score = region_score(*page.page, h.members);
    double good = 0, junk = 0;
    for (double share : field_shares(*page.page, h.members, trial.fields)) {
      good += std::max(0.0, share - kFewFields);
      junk += share < kFewFields;
    }
    const double left = double(left_out(*page.page, h.members, always(page, h.members, trial.fields)).size()) / n;
    const bool outer = h.raised || raised(*page.page, h.members).empty();
    return kCoverWeight * h.cover + kHitWeight * label_hits(page, trial) + kMembersWeight * std::log(1 + good) -
           kJunkWeight * junk / n + kRegionWeight * h.region_score + (outer ? kOuterWeight : 0) - kLeftOutWeight * left;
  }

  // Fields that nearly all members have.
  static std::vector<FieldModel> always(const LearnPage& page, const std::vector<Stretch>& members,
                                        const std::vector<FieldModel>& fields) {
    std::vector<size_t> counts(fields.size(), 0);
    for (const Stretch& m : members)
      for (const RowValue& value : row_of(*page.page, m, fields)) ++counts[value.field];
    std::vector<FieldModel> out;
    for (size_t f = 0; f < fields.size(); ++f)
      if (double(counts[f]) >= kAlways * double(members.size())) out.push_back(fields[f]);
    return out;
  }

  double label_hits(const LearnPage& page, const Trial& trial) const {
    size_t hits = 0, cells = 0;
    for (size_t q = 0; q < page.rows.size(); ++q) {
      cells += page.rows[q].cells.size();
      if (trial.hypothesis.member_of[q] < 0) continue;
      const Stretch member = trial.hypothesis.members[size_t(trial.hypothesis.member_of[q])];
      for (const RowValue& value : row_of(*page.page, member, trial.fields))
        if (const LabelledCell* cell = page.rows[q].find(trial.fields[value.field].name))
          hits += cell->letters == letters_of_all(value);
    }
    return cells ? double(hits) / double(cells) : 0;
  }

  // What finds the list on other pages.
  Model model_of(const LearnPage& page, std::vector<FieldModel> fields) const {
    Model model;
    const double n = double(page.members.size());
    std::vector<size_t> counts(fields.size(), 0);
    for (const Stretch& m : page.members)
      for (const RowValue& value : row_of(*page.page, m, fields)) ++counts[value.field];
    for (size_t f = 0; f < fields.size(); ++f) fields[f].want = std::max(0.05, double(counts[f]) / n);
    model.fields = std::move(fields);
    double sum = 0;
    for (double share : field_shares(*page.page, page.members, model.fields)) sum += share;
    model.fields_share = sum / n;
    add_head(page, model);
    add_selectors(page, model);
    if (std::any_of(page.members.begin(), page.members.end(), [](const Stretch& m) { return m.first != m.last; }))
      add_several(page, model);
    return model;
  }

  static void add_head(const LearnPage& page, Model& model) {
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

  static void add_selectors(const LearnPage& page, Model& model) {
    std::vector<std::pair<Selector, size_t>> counts;
    std::map<Selector, size_t> at;
    std::map<SelectBy, std::set<std::string>> any;
    for (const Stretch& m : page.members)
      for (Selector& selector : page.page->selectors(m.first)) {
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
      const std::vector<uint32_t> said = page.page->select(selector);
      size_t common = 0;
      for (uint32_t n : said) common += heads.count(n);
      selector.agrees = 2 * double(common) / double(std::max<size_t>(1, said.size() + heads.size()));
    }
  }

  static void add_several(const LearnPage& page, Model& model) {
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
      std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
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
  static bool need_fields(const LearnPage& page, const std::vector<Stretch>& none, Model& model) {
    std::vector<std::string> need;
    for (const FieldModel& field : model.fields) {
      auto has = [&](const Stretch& m) { return !row_of(*page.page, m, {field}).empty(); };
      const bool labelled = std::any_of(page.member_of.begin(), page.member_of.end(), [&](int m) {
        return m >= 0 && has(page.members[size_t(m)]);
      });
      if (labelled && std::none_of(none.begin(), none.end(), has)) need.push_back(field.name);
    }
    for (int m : page.member_of) {
      if (m < 0) continue;
      bool any = false;
      for (const RowValue& value : row_of(*page.page, page.members[size_t(m)], model.fields))
        any |= std::find(need.begin(), need.end(), model.fields[value.field].name) != need.end();
      if (!any) return false;
    }
    if (!need.empty()) model.need = std::move(need);
    return !model.need.empty();
  }

  // Members one of whose values was marked as no value are no records. What they have and labelled ones lack,
  // and as few others as can be, tells them.
  static std::optional<Diagnostic> refuse_negatives(const LearnPage& page, Model& model) {
    std::vector<Stretch> none;
    std::string text;
    for (const Stretch& m : page.members)
      for (const RowValue& value : row_of(*page.page, m, model.fields))
        for (const LabelledCell& negative : page.negatives)
          if (negative.letters == value.found[0].letters &&
              (negative.field.empty() || negative.field == model.fields[value.field].name) &&
              std::any_of(negative.places.begin(), negative.places.end(),
                          [&](const Place& place) { return page.page->holds(m, place); }))
            none.push_back(m), text = negative.text;
    if (none.empty()) return std::nullopt;
    std::map<uint64_t, size_t> counts;  // members that have the key
    for (const Stretch& m : page.members) {
      uint64_t last = 0;
      for (const Member::Entry& entry : page.page->member(m).entries())
        if (entry.key != last) ++counts[last = entry.key];
    }
    std::optional<KeyInfo> best;
    double most = 0;
    for (const Member::Entry& entry : page.page->member(none[0]).entries()) {
      const KeyInfo* info = page.page->key(entry.key);
      auto has = [&](const Stretch& m) { return !page.page->member(m).at(entry.key).empty(); };
      if (!info || !std::all_of(none.begin(), none.end(), has)) continue;
      bool labelled = false;
      for (int m : page.member_of) labelled |= m >= 0 && has(page.members[size_t(m)]);
      const double worth = 2 + worth_of(info->kind) - double(counts[entry.key]) / double(page.members.size());
      if (!labelled && !is_word_key(info->kind) && worth > most) most = worth, best = *info;
    }
    if (!best && need_fields(page, none, model)) return std::nullopt;
    if (!best)
      return error(Code::cannot_learn,
                   fmt::format("{}: \"{}\" is marked as no value, but its record has all that labelled ones have",
                               page.given->label.page, text),
                   {}, "take one of the two labels away, or mark more texts of such records");
    if (std::none_of(model.refuse.begin(), model.refuse.end(),
                     [&](const KeyInfo& k) { return k.kind == best->kind && k.of == best->of; }))
      model.refuse.push_back(*best);
    return std::nullopt;
  }

  // The other labelled pages show more of what varies: rules are learned again from the rows of all.
  Model with_other_pages(LearnPage& first, Model model) {
    std::vector<Sample> all = samples(first, first.members, first.member_of);
    for (LearnPage& page : pages_) {
      if (&page == &first) continue;
      auto there = choose(model, *page.page, budget_, &page.rows);
      if (!there) continue;
      page.members = there->members;
      page.member_of = there->member_of;
      page.cover = there->cover;
      for (Sample& sample : samples(page, page.members, page.member_of)) all.push_back(sample);
    }
    std::vector<FieldModel> fields = learn_fields(all, fields_, slots_);
    return fields.empty() ? model : model_of(first, std::move(fields));
  }

  Budget& budget_;
  bool attributes_ = false;
  std::vector<SlotsPtr> slots_;
  std::vector<std::string> fields_;
  std::vector<LearnPage> pages_;
};

// "2 labelled, 56 like them found: 3 without "rating"".
std::string list_words(const LearnPage& page, const Model& model) {
  std::vector<size_t> without(model.fields.size(), page.members.size());
  for (const Stretch& m : page.members)
    for (const RowValue& value : row_of(*page.page, m, model.fields)) --without[value.field];
  size_t labelled = 0;
  for (int member : page.member_of) labelled += member >= 0;
  std::string out = fmt::format("{} labelled, {} like {} found", labelled, page.members.size() - labelled,
                                labelled == 1 ? "it" : "them");
  std::string lacking;
  for (size_t f = 0; f < without.size(); ++f)
    if (without[f]) lacking += fmt::format("{}{} without {}", lacking.empty() ? "" : ", ", without[f], model.fields[f].name);
  out += lacking.empty() ? "" : "; " + lacking;
  std::map<std::string, size_t> reasons;
  for (const Refused& one : refused(model, *page.page, page.members)) ++reasons[one.why];
  for (const auto& [why, count] : reasons)
    out += fmt::format("; {} refused, {}", count == 1 ? "1 node" : fmt::format("{} nodes", count), why);
  return out;
}

void report_list(const std::vector<LearnPage>& pages, const Model& model, wrap::LearnReport& report) {
  size_t least = SIZE_MAX;
  double cover = 1;
  for (const LearnPage& page : pages) {
    least = std::min(least, page.members.size());
    cover = std::min(cover, page.members.empty() ? 0 : page.cover);
    if (!page.members.empty())
      report.details["list." + page.given->label.page] = list_words(page, model);
  }
  report.details["rows.least_members"] = std::to_string(least);
  report.details["rows.least_cover"] = fmt::format("{:.3f}", cover);
  report.details["rows.share"] = fmt::format("{:.3f}", model.fields_share);
}

}  // namespace

Result<wrap::Learned> RowsLearner::learn(const std::vector<wrap::LabelledPage>& pages, const wrap::LearnOptions&,
                                         Budget& budget) const {
  Learning learning(pages, budget);
  GLEANER_TRY(Model model, learning.run());
  if (model.fields_share < kLeastFieldShare)
    return error(Code::cannot_learn, "the list that holds the labelled rows has their fields in under half of its members",
                 {}, "label one more row, or more fields of it");
  wrap::Learned learned;
  auto wrapper = std::make_shared<RowsWrapper>(std::move(model));
  learned.report.kind = "rows";
  learned.report.pages = uint32_t(pages.size());
  for (const wrap::LabelledPage& page : pages) learned.report.records += uint32_t(page.label.records.size());
  for (size_t i = 1; i < wrapper->rules().size(); ++i) {
    const wrap::Rule& rule = wrapper->rules()[i];
    learned.report.rules.push_back(fmt::format("{}  {}", rule.field.empty() ? "record" : rule.field, rule.words));
  }
  report_list(learning.pages(), wrapper->model(), learned.report);
  learned.wrapper = std::move(wrapper);
  return learned;
}

void register_family(wrap::Registry& registry) {
  wrap::Registry::Family family;
  family.kind = "rows";
  family.purpose = "lists from one, two or a few labelled rows: records first, then their fields";
  family.load = RowsWrapper::load;
  family.learner = std::make_shared<RowsLearner>();
  registry.add(std::move(family));
}

}  // namespace gleaner::rows
