// See learner.h.
#include "rows/learner.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "base/sorted.h"
#include "rows/choose.h"
#include "rows/hypotheses.h"
#include "rows/inner_records.h"
#include "rows/learn_fields.h"
#include "rows/model_of.h"
#include "rows/own_list.h"
#include "rows/refused.h"
#include "rows/section_fields.h"
#include "rows/section_rows.h"
#include "rows/weights.h"
#include "rows/wrapper.h"

namespace gleaner::rows {
namespace {

std::string letters_of_all(const RowValue& value) {
  std::string out;
  for (const Found& found : value.found) out += found.letters;
  return out;
}

void take(LearnPage& page, Hypothesis list) {
  page.members = std::move(list.members);
  page.member_of = std::move(list.member_of);
  page.cover = list.cover;
}

struct Trial {
  Hypothesis hypothesis;
  std::vector<FieldModel> fields;
  double score = 0;
};

std::vector<LearnPage> read_pages(const std::vector<wrap::LabelledPage>& pages, Budget& budget,
                                  std::vector<std::string>& fields) {
  bool attributes = false;
  for (const wrap::LabelledPage& given : pages)  // attributes are looked at where labels stand in them
    for (const wrap::Record& record : given.label.records)
      wrap::for_each_leaf(record, [&](const std::string&, const wrap::Value& value) {
        attributes = attributes || stands_in_attribute(*given.document, value);
      });
  std::vector<LearnPage> out;
  for (const wrap::LabelledPage& given : pages) {
    LearnPage page = read_page(given, {true, attributes}, budget, fields);
    if (!page.rows.empty()) out.push_back(std::move(page));
  }
  return out;
}

// One level of records: those of the pages, or those inside of the records of the level above.
class Level {
 public:
  Level(std::vector<LearnPage> pages, std::vector<std::string> fields, size_t rival, Budget& budget)
      : budget_(budget), rival_(rival), fields_(std::move(fields)), pages_(std::move(pages)) {
    for (const LearnPage& page : pages_)
      for (const LabelledRow& row : page.rows)
        for (const LabelledList& list : row.lists)
          if (std::ranges::none_of(lists_, [&](const auto& l) { return l.first == list.name; }))
            lists_.emplace_back(list.name, list.single);
  }

  Result<Model> run() {
    if (fields_.empty()) return cannot("no labelled value stands in the page's text");
    LearnPage& first = *std::ranges::max_element(pages_, {}, &LearnPage::cells);
    std::vector<Trial> best = best_trials(first);
    if (best.empty())
      return cannot(rival_ ? "there is no other reading of the labels"
                           : "no list on the page holds the labelled rows");
    Model model = model_of_one(first, best);
    if (keep_to_own_list(first, model.fields)) model = remodel(first, model.fields);
    if (pages_.size() > 1) model = with_other_pages(first, std::move(model));
    if (read_again(first, model)) model = remodel(first, fields_again(first, model.fields));
    for (LearnPage& page : pages_) read_again(page, model);
    for (const LearnPage& page : pages_) refuse_section_rows(page, model);
    for (const LearnPage& page : pages_)
      if (auto contradiction = refuse_negatives(page, model)) return *contradiction;
    for (const auto& [name, single] : lists_) GLEANER_CHECK(add_list(name, single, model));
    if (!model.lists.empty()) learn_own_fields(first, model);
    drop_unproven(model);
    add_sections(model);
    return model;
  }

  // Fields alone, in records that are known: each page's scope.
  Result<Model> run_inside() {
    if (fields_.empty()) return cannot("no labelled value stands in the page's text");
    std::vector<Sample> all;
    for (LearnPage& page : pages_) {
      page.members = page.scope->bounds();
      Hypothesis h;
      h.members = page.members;
      cover_labels(*page.page, page.rows, h);
      page.member_of = std::move(h.member_of);
      for (Sample& sample : samples(page, page.members, page.member_of)) all.push_back(std::move(sample));
    }
    Model model;
    model.fields = learn_fields(all, fields_, slots_);
    if (model.fields.empty()) return cannot("no rule gives the labelled values");
    for (const auto& [name, single] : lists_) GLEANER_CHECK(add_list(name, single, model));
    return model;
  }

  // Does the model, read without the labels, give every labelled value?
  bool gives_labels(const Model& model) const {
    for (const LearnPage& page : pages_) {
      auto there = choose(model, *page.scope, budget_);
      if (!there) return false;
      cover_labels(*page.page, page.rows, *there);
      for (size_t q = 0; q < page.rows.size(); ++q) {
        if (there->member_of[q] < 0) return false;
        size_t hits = 0;
        for (const RowValue& value :
             row_of(*page.page, there->members[size_t(there->member_of[q])], model.fields))
          if (const LabelledCell* cell = page.rows[q].find(model.fields[value.field].name))
            hits += cell->letters == letters_of_all(value);
        if (hits < page.rows[q].cells.size()) return false;
      }
    }
    return true;
  }

  const std::vector<LearnPage>& pages() const { return pages_; }
  double behind() const { return behind_; }  // the best reading, by score

 private:
  // The best list that is found again without its labels; the best where none is.
  Model model_of_one(LearnPage& page, std::vector<Trial>& trials) {
    for (size_t i = 0;; ++i) {
      const Trial& trial = trials[i < trials.size() ? i : 0];
      take(page, trial.hypothesis);
      Model model = model_of(page, trial.fields, !lists_.empty());
      if (trials.size() == 1 || i == trials.size()) return model;
      auto there = choose(model, *page.scope, budget_);
      if (!there) continue;
      cover_labels(*page.page, page.rows, *there);
      if (there->cover >= page.cover) return model;
    }
  }

  Model remodel(const LearnPage& page, std::vector<FieldModel> fields) const {
    Model model = model_of(page, std::move(fields), !lists_.empty());
    model.within = within_;
    return model;
  }

  // Of two lists that are built alike the labelled one, if there is something around it that says so and
  // around every labelled row. False where there is no other.
  bool keep_to_own_list(LearnPage& page, std::vector<FieldModel>& fields) {
    if (!page.scope->is_whole_page()) return false;
    auto own = own_list(*page.page, page.members, page.member_of);
    if (!own) return false;
    for (const LearnPage& other : pages_)
      for (const Holder& holder : holders(*other.page, other.rows))
        if (!stands_within(*other.page, holder.head, own->within)) return false;
    Hypothesis list;
    list.members = std::move(own->members);
    cover_labels(*page.page, page.rows, list);
    if (list.cover < page.cover) return false;
    take(page, std::move(list));
    within_ = std::move(own->within);
    fields = fields_again(page, fields);
    return true;
  }

  // The wrapper reads pages without their labels: what it finds then are the records, and what is told of
  // them is told of these. False where they are those that are known.
  bool read_again(LearnPage& page, const Model& model) {
    auto there = choose(model, *page.scope, budget_);
    if (!there) return false;
    cover_labels(*page.page, page.rows, *there);
    if (there->cover < page.cover) return false;  // labels know better
    const bool same = same_members(there->members, page.members);
    take(page, std::move(*there));
    return !same;
  }

  // Other records may show that a rule takes too little: titles of which some are no links.
  std::vector<FieldModel> fields_again(const LearnPage& page, const std::vector<FieldModel>& known) {
    const std::vector<Sample> all = samples(page, page.members, page.member_of);
    std::vector<FieldModel> fields = learn_fields(all, fields_, slots_);
    return label_hits(all, fields) < label_hits(all, known) ? known : fields;
  }

  // A field that gives none of its labelled values, because another took their place, gives what nobody asked
  // for. Labels may be cut short, and values be a part of what was labelled: either may hold the other.
  void drop_unproven(Model& model) const {
    std::map<std::string, size_t> labels, proven;
    for (const LearnPage& page : pages_)
      for (size_t q = 0; q < page.member_of.size(); ++q) {
        if (page.member_of[q] < 0) continue;
        for (const LabelledCell& cell : page.rows[q].cells) ++labels[cell.field];
        for (const RowValue& value :
             row_of(*page.page, page.members[size_t(page.member_of[q])], model.fields)) {
          const LabelledCell* cell = page.rows[q].find(model.fields[value.field].name);
          const std::string given = letters_of_all(value);
          if (cell && (given.find(cell->letters) != std::string::npos ||
                       cell->letters.find(given) != std::string::npos))
            ++proven[cell->field];
        }
      }
    auto is_unproven = [&](const FieldModel& field) { return labels[field.name] > 0 && !proven[field.name]; };
    if (!std::ranges::all_of(model.fields, is_unproven)) std::erase_if(model.fields, is_unproven);
  }

  // Fields that no rule gives inside of the records may stand above them.
  void add_sections(Model& model) const {
    if (!pages_[0].scope->is_whole_page()) return;
    for (const std::string& field : fields_)
      if (!find_by(model.fields, &FieldModel::name, field))
        if (auto section = section_field(pages_, model, field)) model.sections.push_back(std::move(*section));
  }

  static Diagnostic cannot(std::string why) { return error(Code::cannot_learn, std::move(why)); }

  // Learns the records inside of those that were found.
  Status add_list(const std::string& name, bool single, Model& model) {
    std::vector<LearnPage> inner;
    std::vector<std::string> fields;
    for (const LearnPage& page : pages_)
      if (page.member_of.size() == page.rows.size())
        if (auto one = inner_page(page, model.fields, name, fields)) inner.push_back(std::move(*one));
    if (inner.empty()) return {};  // labelled as empty, or by texts that stand nowhere
    Level level(std::move(inner), std::move(fields), 0, budget_);
    auto learned = single ? level.run_inside() : level.run();
    if (!learned.ok())
      return error(learned.error().code, fmt::format("\"{}\": {}", name, learned.error().message), {},
                   learned.error().hint);
    if (!single && learned->fields_share < kLeastFieldShare)
      return cannot(fmt::format("\"{}\": under half of the records that were found have its fields", name));
    model.lists.push_back({name, single, std::move(learned).value()});
    return {};
  }

  // What stands in records inside of a record is theirs: the record's own fields are learned from the rest,
  // where that gives as many labelled values.
  void learn_own_fields(LearnPage& first, Model& model) {
    std::vector<Sample> all;
    for (LearnPage& page : pages_) {
      if (page.member_of.size() != page.rows.size()) continue;
      const std::vector<std::vector<Stretch>> holes = inner_records(model, *page.page, page.members, budget_);
      for (Sample& sample : samples(page, page.members, page.member_of)) {
        const auto at =
            std::lower_bound(page.members.begin(), page.members.end(), sample.record,
                             [](const Stretch& a, const Stretch& b) { return a.first < b.first; });
        sample.holes = holes[size_t(at - page.members.begin())];
        all.push_back(std::move(sample));
      }
    }
    std::vector<FieldModel> fields = learn_fields(all, fields_, slots_);
    if (label_hits(all, fields) < label_hits(all, model.fields)) return;
    set_fields(first, std::move(fields), model);
  }

  static size_t label_hits(const std::vector<Sample>& all, const std::vector<FieldModel>& fields) {
    size_t hits = 0;
    for (const Sample& sample : all) {
      if (!sample.row) continue;
      for (const RowValue& value : row_of(*sample.page, sample.record, fields, sample.holes))
        if (const LabelledCell* cell = sample.row->find(fields[value.field].name))
          hits += cell->letters == letters_of_all(value);
    }
    return hits;
  }

  struct RowSelectors {
    std::vector<Selector> around, heads;
    std::vector<std::vector<uint64_t>> head_paths, other_paths;
  };
  // Of the nodes behind a row's first, up to what looks like the next row's: a label that was found in
  // another row must not make that a part of this one.
  static void add_other_paths(const Page& page, const Holder& holder, RowSelectors& out) {
    const Outline& o = page.outline();
    const std::vector<uint64_t>& head = page.leaf_paths(holder.head);
    for (uint32_t m = holder.head; m != holder.last;) {
      m = o.next_sibling(m);
      if (m == kNone) return;
      if (!o.has_text(m)) continue;
      if (page.with_classes(m) == page.with_classes(holder.head) &&
          jaccard(page.leaf_paths(m), head) >= kNextHead)
        return;
      out.other_paths.push_back(page.leaf_paths(m));
    }
  }

  // Of the elements that hold labelled rows, and of those that they begin with.
  RowSelectors selectors_of_rows(const LearnPage& page) const {
    std::set<Selector> seen, seen_heads;
    RowSelectors out;
    const Outline& o = page.page->outline();
    const Scope& scope = *page.scope;
    auto is_inside = [&](uint32_t n) { return scope.is_whole_page() || scope.bound_of(n) >= 0; };
    for (const Holder& holder : holders(*page.page, page.rows)) {
      uint32_t n = holder.node;
      for (int level = 0; level < kSelectorLevels && n != kNone && o[n].parent != kNone && is_inside(n);
           ++level, n = o[n].parent)
        for (Selector& selector : scope.selectors(n))
          if (seen.insert(selector).second) out.around.push_back(std::move(selector));
      if (!o.is_text(holder.head) && is_inside(holder.head))
        for (Selector& selector : scope.selectors(holder.head))
          if (seen_heads.insert(selector).second) out.heads.push_back(std::move(selector));
      out.head_paths.push_back(page.page->leaf_paths(holder.head));
      add_other_paths(*page.page, holder, out);
    }
    return out;
  }

  std::vector<Hypothesis> ranked(const LearnPage& page) const {
    const RowSelectors selectors = selectors_of_rows(page);
    std::vector<Hypothesis> all = hypotheses(*page.scope, selectors.around);
    if (!page.scope->is_whole_page() || !lists_.empty())
      for (Hypothesis& h :
           to_the_next(*page.scope, selectors.heads, selectors.head_paths, selectors.other_paths))
        all.push_back(std::move(h));
    for (Hypothesis& h : all) cover_labels(*page.page, page.rows, h);
    for (Hypothesis& h : joined_by_labels(*page.page, page.rows, all)) {
      cover_labels(*page.page, page.rows, h);
      all.push_back(std::move(h));
    }
    std::vector<std::pair<double, size_t>> order;
    for (size_t i = 0; i < all.size(); ++i) {
      if (all[i].cover == 0) continue;
      std::vector<uint32_t> sizes;
      for (const Stretch& m : all[i].members) {
        const Place place = page.page->place_of(m);
        sizes.push_back(place.end - place.begin);
      }
      const double n = double(all[i].members.size()), median = upper_median(std::move(sizes));
      order.emplace_back(kCoverWeight * all[i].cover + kSizeWeight * std::log(n) -
                             kSizeWeight * std::log(1 + median) + kRegionWeight * all[i].region_score -
                             (n < 2 ? kAlone : 0),
                         i);
    }
    std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Hypothesis> out;
    const size_t tried = kHypotheses * kSeveralFields / telling_fields();
    for (size_t i = 0; i < order.size() && i < tried; ++i) out.push_back(std::move(all[order[i].second]));
    for (size_t i = 0, n = page.scope->is_whole_page() ? out.size() : 0; i < n && i < kJoined; ++i) {
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

  // The best first, and those that are nearly as good.
  std::vector<Trial> best_trials(const LearnPage& page) {
    std::vector<Trial> all;
    for (Hypothesis& h : ranked(page)) {
      if (!budget_.spend_steps(h.members.size())) break;
      Trial trial;
      trial.fields = learn_fields(samples(page, h.members, h.member_of), fields_, slots_);
      if (trial.fields.empty()) continue;
      weigh_by_labels(trial.fields);
      trial.hypothesis = std::move(h);
      trial.score = score(page, trial);
      all.push_back(std::move(trial));
    }
    std::ranges::stable_sort(all, std::greater{}, &Trial::score);
    if (rival_ > 0 && !all.empty()) return rival_of(page, std::move(all));
    std::erase_if(all, [&](const Trial& trial) { return trial.score < all[0].score - kNearBest; });
    if (all.size() > kFoundAgain) all.resize(kFoundAgain);
    return all;
  }

  // Another reading of the labels that is nearly as good: another list that holds them, then the best one
  // with another rule for a field.
  std::vector<Trial> rival_of(const LearnPage& page, std::vector<Trial> all) {
    size_t lists = 0;
    for (size_t i = 1; i < all.size() && rival_ > lists; ++i) {
      const double behind = all[0].score - all[i].score;
      if (behind > kRivalList || all[i].hypothesis.cover < all[0].hypothesis.cover - 1e-9 || is_known(all, i))
        continue;
      behind_ = behind;
      if (++lists == rival_) return {std::move(all[i])};
    }
    const Hypothesis& h = all[0].hypothesis;
    behind_ = kRivalRule;
    all[0].fields = learn_fields(samples(page, h.members, h.member_of), fields_, slots_, rival_ - lists);
    if (all[0].fields.empty()) return {};
    weigh_by_labels(all[0].fields);
    all.resize(1);
    return all;
  }

  // Did a better trial have the same members?
  static bool is_known(const std::vector<Trial>& all, size_t i) {
    return std::any_of(all.begin(), all.begin() + ptrdiff_t(i), [&](const Trial& other) {
      return same_members(other.hypothesis.members, all[i].hypothesis.members);
    });
  }
  static bool same_members(const std::vector<Stretch>& a, const std::vector<Stretch>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Stretch& x, const Stretch& y) {
      return x.first == y.first && x.last == y.last;
    });
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
    if (h.region_score == 0) h.region_score = region_score(*page.scope, h.members);
    const FieldShares shares = field_shares(*page.page, h.members, trial.fields, kFewFields);
    const double left =
        double(left_out(*page.page, h.members, always(page, h.members, trial.fields)).size()) / n;
    const bool outer = !page.scope->is_whole_page() || h.raised || raised(*page.page, h.members).empty();
    const double say = kFieldsSay[telling_fields() - 1];
    return kCoverWeight * h.cover + kHitWeight * label_hits(page, trial) - (1 - say) * distance_of_labels(h) +
           say * (kMembersWeight * std::log(1 + shares.good) - kJunkWeight * shares.junk) +
           kRegionWeight / say * h.region_score + (outer ? kOuterWeight : 0) - kLeftOutWeight * left -
           kOwnInside * page.scope->own_inside(h.members) + kLooksWeight * looks(page, h) -
           kOtherLists * other_lists(page, h, trial.fields) - unlabelled(page, h);
  }

  // Records with lists in them are told by the fields of these as well.
  size_t telling_fields() const {
    return lists_.empty() ? std::min(fields_.size(), kSeveralFields) : kSeveralFields;
  }

  // Who labels two rows takes one and the next, and most often begins at the top: a list in which others
  // stand between them may be one of parts of records ("Cached" and "Similar pages" below each title).
  static double distance_of_labels(const Hypothesis& h) {
    std::set<int> held(h.member_of.begin(), h.member_of.end());
    held.erase(-1);
    if (held.empty()) return 0;
    const double steps = double(held.size()) - 1, way = double(*held.rbegin() - *held.begin());
    return kBeforeWeight * std::log(1.0 + *held.begin()) +
           (steps > 0 ? kApartWeight * std::log(way / steps) : 0);
  }

  // How much the other members look like the labelled ones, where records hold lists: the few fields of their
  // own that such records may have say little.
  double looks(const LearnPage& page, const Hypothesis& h) const {
    if (lists_.empty()) return 0;
    std::vector<std::vector<uint64_t>> labelled;
    std::set<uint32_t> heads;
    for (int member : h.member_of)
      if (member >= 0 && heads.insert(h.members[size_t(member)].first).second)
        labelled.push_back(page.page->leaf_paths(h.members[size_t(member)].first));
    double sum = 0, others = 0;
    for (const Stretch& m : judged(h.members))
      if (!heads.contains(m.first)) sum += most_like(*page.page, m.first, labelled), ++others;
    return others > 0 ? sum / others : 0;
  }

  // Members of lists that are not the labelled rows', told by what these have.
  static double other_lists(const LearnPage& page, const Hypothesis& h, std::vector<FieldModel> fields) {
    const Outline& o = page.page->outline();
    std::set<uint32_t> parents;
    for (int member : h.member_of)
      if (member >= 0) parents.insert(o[h.members[size_t(member)].first].parent);
    std::vector<Stretch> own;
    for (const Stretch& m : h.members)
      if (parents.contains(o[m.first].parent)) own.push_back(m);
    if (own.size() < kOtherMembers || own.size() == h.members.size()) return 0;
    const std::vector<double> shares = usual(*page.page, own, fields);
    for (size_t f = 0; f < fields.size(); ++f) fields[f].want = shares[f];
    return in_other_lists(*page.page, h.members, fields);
  }

  // On a page that is labelled whole, members without a label are none.
  static double unlabelled(const LearnPage& page, const Hypothesis& h) {
    if (!page.given->label.complete || h.members.size() <= page.labelled) return 0;
    return kUnlabelledWeight * double(h.members.size() - page.labelled) / double(h.members.size());
  }

  // Fields that nearly all members have.
  static std::vector<FieldModel> always(const LearnPage& page, const std::vector<Stretch>& members,
                                        const std::vector<FieldModel>& fields) {
    const std::vector<double> shares = usual(*page.page, members, fields);
    std::vector<FieldModel> out;
    for (size_t f = 0; f < fields.size(); ++f)
      if (shares[f] >= kAlways) out.push_back(fields[f]);
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

  // The other labelled pages show more of what varies: rules are learned again from the rows of all.
  Model with_other_pages(LearnPage& first, Model model) {
    std::vector<Sample> all = samples(first, first.members, first.member_of);
    for (LearnPage& page : pages_) {
      if (&page == &first) continue;
      auto there = choose(model, *page.scope, budget_, &page.rows);
      if (!there) continue;
      take(page, std::move(*there));
      for (Sample& sample : samples(page, page.members, page.member_of)) all.push_back(sample);
    }
    std::vector<FieldModel> fields = learn_fields(all, fields_, slots_);
    return fields.empty() ? model : remodel(first, std::move(fields));
  }

  Budget& budget_;
  const size_t rival_;
  double behind_ = 0;
  std::vector<SlotsPtr> slots_;
  std::vector<std::string> within_;  // Model::within
  std::vector<std::string> fields_;
  std::vector<std::pair<std::string, bool>> lists_;  // records inside of records: name, is it a single one
  std::vector<LearnPage> pages_;
};

// The rows without the field; nothing where no label of it can stand above the others of its row.
std::optional<std::vector<LearnPage>> without_field(std::vector<LearnPage> pages, const std::string& field) {
  for (LearnPage& page : pages)
    for (LabelledRow& row : page.rows) {
      const LabelledCell* cell = row.find(field);
      if (!cell) continue;
      if (cell->list || row.cells.size() <= kSectionItems || !row.lists.empty()) return std::nullopt;
      const bool above = std::ranges::any_of(cell->places, [&](const Place& place) {
        return std::ranges::all_of(row.cells, [&](const LabelledCell& other) {
          return other.field == field || std::ranges::any_of(other.places, [&](const Place& p) {
                   return p.node == kNone && p.begin >= place.end;
                 });
        });
      });
      if (!above) return std::nullopt;
      std::erase_if(row.cells, [&](const LabelledCell& c) { return c.field == field; });
    }
  return pages;
}

// Of the fields, on average, in members that are no headings themselves.
double share_of_records(const LearnPage& page, const Model& model) {
  std::vector<Stretch> records = page.members;
  std::erase_if(records, [&](const Stretch& m) { return why_refused(model, *page.page, m).has_value(); });
  return field_shares(*page.page, records, model.fields).mean;
}

// Who labels a row of a section with its heading labels what holds both: a section, of which the first row
// would come out alone. Where the page has more rows that have all but one of the fields, each below one of
// several such headings, those are the records; and where what holds the labels does not give them again.
std::optional<Model> with_heading(const std::vector<LearnPage>& pages, const std::vector<std::string>& fields,
                                  const Level& known, bool known_right, Budget& budget,
                                  std::unique_ptr<Level>& learned) {
  size_t labelled_rows = 0;
  for (const LearnPage& page : pages) labelled_rows += page.rows.size();
  if (labelled_rows > kSectionRows) return std::nullopt;
  for (const std::string& field : fields) {
    auto rest = without_field(pages, field);
    if (!rest) continue;
    std::vector<std::string> others = fields;
    std::erase(others, field);
    Level level(std::move(*rest), std::move(others), 0, budget);
    auto model = level.run();
    if (!model.ok() || !model->sections.empty() || share_of_records(level.pages()[0], *model) < kSectionShare)
      continue;
    std::vector<LearnPage> labelled = level.pages();
    for (size_t p = 0; p < labelled.size(); ++p) labelled[p].rows = pages[p].rows;
    bool better = true;
    for (size_t p = 0; p < labelled.size(); ++p)
      better &= labelled[p].members.size() > known.pages()[p].members.size();
    better |= !known_right;
    auto section = better ? section_field(labelled, *model, field) : std::nullopt;
    if (!section || !are_sections(labelled[0], *model, *section)) continue;
    model->sections.push_back(std::move(*section));
    learned = std::make_unique<Level>(std::move(level));
    return std::move(*model);
  }
  return std::nullopt;
}

// How sure it is that this is the list.
void report_list(const std::vector<LearnPage>& pages, const Model& model, wrap::LearnReport& report) {
  size_t least = SIZE_MAX;
  double cover = 1;
  for (const LearnPage& page : pages) {
    least = std::min(least, page.members.size());
    cover = std::min(cover, page.members.empty() ? 0 : page.cover);
  }
  report.details["rows.least_members"] = std::to_string(least);
  report.details["rows.least_cover"] = fmt::format("{:.3f}", cover);
  report.details["rows.share"] = fmt::format("{:.3f}", model.fields_share);
}

}  // namespace

Result<wrap::Learned> RowsLearner::learn(const std::vector<wrap::LabelledPage>& pages,
                                         const wrap::LearnOptions& options, Budget& budget) const {
  const auto rival = options.settings.find("rival");
  std::vector<std::string> fields;
  const std::vector<LearnPage> read = read_pages(pages, budget, fields);
  auto learning = std::make_unique<Level>(
      read, fields,
      rival == options.settings.end() ? 0 : size_t(std::strtoul(rival->second.c_str(), nullptr, 10)), budget);
  auto run = learning->run();
  std::unique_ptr<Level> below;
  if (rival == options.settings.end())
    if (auto sections =
            with_heading(read, fields, *learning, run.ok() && learning->gives_labels(*run), budget, below)) {
      run = std::move(*sections);
      learning.swap(below);
    }
  GLEANER_TRY(Model model, std::move(run));
  if (model.fields_share < kLeastFieldShare)
    return error(Code::cannot_learn,
                 "the list that holds the labelled rows has their fields in under half of its members", {},
                 "label one more row, or more fields of it");
  wrap::Learned learned;
  auto wrapper = std::make_shared<RowsWrapper>(std::move(model));
  learned.report.kind = "rows";
  for (size_t i = 1; i < wrapper->rules().size(); ++i) {
    const wrap::Rule& rule = wrapper->rules()[i];
    const bool of_record = rule.id == (rule.field.empty() ? "" : rule.field + ".") + "record.1";
    learned.report.rules.push_back(fmt::format("{}{}  {}", rule.field,
                                               !of_record           ? ""
                                               : rule.field.empty() ? "record"
                                                                    : ".record",
                                               rule.words));
  }
  report_list(learning->pages(), wrapper->model(), learned.report);
  if (rival != options.settings.end())
    learned.report.details["rows.behind"] = fmt::format("{:.3f}", learning->behind());
  learned.wrapper = std::move(wrapper);
  return learned;
}

void register_family(wrap::Registry& registry) {
  registry.add({"rows", "lists from one, two or a few labelled rows: records first, then their fields",
                RowsWrapper::load, std::make_shared<RowsLearner>()});
}
}  // namespace gleaner::rows
