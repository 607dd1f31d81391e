// See propose.h.
#include "propose.h"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <optional>

#include "base/text.h"
#include "html/texts.h"
#include "lines/survey.h"
#include "records/convert.h"
#include "records/names.h"
#include "records/site.h"
#include "run/table_records.h"
#include "tables/reader.h"
#include "wrap/wrapper.h"

namespace gleaner::studio {
namespace {

constexpr size_t kMostChoices = 6;
// One page alone. A list that holds so much of its text is what it is about, but two things alike are no
// list; and one of more than two rows a value that the page says of itself is its list, too. On 60 search
// results and 40 things (tests/ui/figures.mjs kinds) no list is taken for a thing.
constexpr double kSureList = 0.5;
constexpr size_t kFewRows = 2;
constexpr size_t kFirstText = 80;     // bytes of a choice's first record that are told
constexpr double kRowsOfTable = 0.8;  // of a list in a table: it is that table once more

using Analyses = std::vector<std::unique_ptr<records::Analysis>>;

std::string first_texts(const records::Region& region) {
  std::string out;
  if (!region.records.empty())
    for (const records::Cell& cell : region.records[0].cells)
      if (out.size() < kFirstText && !cell.text.empty() && cell.attribute.empty())
        out += (out.empty() ? "" : " \u00b7 ") + cell.text;
  return out;
}

std::string first_texts(const wrap::Record& record) {
  std::string out;
  wrap::for_each_leaf(record, [&](const std::string&, const wrap::Value& value) {
    if (out.size() < kFirstText && !value.text.empty()) out += (out.empty() ? "" : " \u00b7 ") + value.text;
  });
  return out;
}

Result<Proposal> propose_lines(const DocumentPtr& page, size_t choice, Budget& budget) {
  const lines::Survey survey = lines::survey({page}, budget);
  if (survey.regions.empty()) return error(Code::not_found, "there are no lines of text here");
  Proposal out;
  out.kind = "lines";
  for (const lines::LineRegion& region : survey.regions)
    out.choices.push_back(
        {region.lines.size(), region.columns.size(), 1,
         region.lines.empty() ? "" : std::string(survey.lines[region.lines[0]].substr(0, 120))});
  choice = std::min(choice, survey.regions.size() - 1);
  const lines::LineRegion& region = survey.regions[choice];
  out.confidence = survey.lines.empty() ? 0 : double(region.lines.size()) / double(survey.lines.size());
  out.why = "lines of one form";
  out.schema = region.wrapper->schema();
  out.command = {"records", page->name(), "--region", std::to_string(choice + 1)};
  GLEANER_TRY(out.records, wrap::extract_all(*region.wrapper, *page));
  return out;
}

records::Site find_within(const Analyses& pages, size_t count, records::SiteOptions how, Budget& budget) {
  records::Site out;
  std::vector<const records::Analysis*> some;
  for (size_t i = 0; i < count; ++i) some.push_back(pages[i].get());
  work_within(budget, [&] {
    out = records::find_on_site(some, how, budget);
    run::use_tables(some, out, budget);
  });
  return out;
}

size_t rows_of(const records::Site& alone) { return alone.pages.empty() ? 0 : alone.pages[0].size(); }

bool is_sure_list(const records::Site& alone) {
  return alone.kind == records::SiteKind::list &&
         (alone.sure || (alone.verdict.list_share > kSureList && rows_of(alone) > kFewRows));
}

// A long list on a page that says little of itself.
bool outweighs(const records::Site& alone, const records::Site& thing) {
  return alone.kind == records::SiteKind::list && rows_of(alone) > kFewRows * thing.columns.size();
}

// A page that is one thing: what its kin say, or, where it has none and no list is sure, what it says itself.
std::optional<records::Site> find_entity(const Analyses& pages, const records::Site& alone, bool& one_thing,
                                         Budget& budget) {
  if (pages.size() > 1) {
    records::Site site = find_within(pages, pages.size(), {}, budget);
    const bool here = !site.pages.empty() && !site.pages[0].empty();
    if (here && site.kind == records::SiteKind::detail) return site;
    if (here && site.kind == records::SiteKind::list) return std::nullopt;
    for (const records::LeftOut& left : site.left_out)
      one_thing |= left.page == 0 && left.why == records::Absence::one_entity;
  }
  if (is_sure_list(alone) && !one_thing) return std::nullopt;
  records::Site site = find_within(pages, 1, {.kind = records::SiteKind::detail}, budget);
  if (site.kind != records::SiteKind::detail || (outweighs(alone, site) && !one_thing)) return std::nullopt;
  return site;
}

Proposal proposal_of(const records::Site& site, const records::Selection& selection) {
  Proposal out;
  out.kind = std::string(records::name_of(site.kind));
  out.confidence = site.confidence;
  out.why = site.why;
  out.schema = records::to_schema(site.columns, selection);
  for (const records::FoundRecord& record : site.pages[0]) {
    wrap::Record made = records::to_record(record, site.columns, selection);
    if (made.fields.empty()) continue;  // nothing of it stands in a column
    if (!made.span) made.span = record.whole;
    out.records.push_back(std::move(made));
  }
  return out;
}

// Is it made of the sheets of a PDF?
bool is_sheets(const Document& page) {
  const html::Tree& tree = page.view<html::Tree>();
  static const html::TagId kSection = html::tag_id("section");
  for (html::NodeId n = 0; n < tree.size(); ++n)
    if (tree.tag(n) == kSection) return tree.attribute(n, "data-page").has_value();
  return false;
}

// All that a page can be taken for, and the one that was chosen.
class Proposer {
 public:
  Proposer(const DocumentPtr& page, const std::vector<DocumentPtr>& kin, Budget& budget)
      : page_(page), budget_(budget) {
    work_within(budget, [&] {
      pages_.push_back(std::make_unique<records::Analysis>(page, budget));
      for (const DocumentPtr& other : kin)
        pages_.push_back(std::make_unique<records::Analysis>(other, budget));
    });
    names_.push_back(page->name());
    for (const DocumentPtr& other : kin) names_.push_back(other->name());
  }

  Result<Proposal> run(size_t choice) {
    const records::Site alone = find_within(pages_, 1, {}, budget_);
    bool one_thing = false;
    std::optional<records::Site> entity = find_entity(pages_, alone, one_thing, budget_);
    is_entity_ = entity.has_value();
    find_tables();
    if (budget_.exhausted()) return budget_.diagnostic("looking for records");
    if (!entity && tables_.empty() && (one_thing || alone.kind == records::SiteKind::none) && choice == 0)
      return error(Code::not_found,
                   one_thing ? "this page shows one thing, not a list" : "nothing on this page repeats", {},
                   "click the values you want");
    thing_ =
        entity ? std::move(*entity) : find_within(pages_, 1, {.kind = records::SiteKind::detail}, budget_);
    list_choices();
    if (choice >= choices_.size()) return error(Code::not_found, "there is no such list on this page");
    GLEANER_TRY(Proposal out, give(choices_[choice], alone));
    for (const Way& way : choices_) out.choices.push_back(way.told);
    return out;
  }

 private:
  enum class Kind { table, thing, list };
  struct Way {
    Kind kind;
    size_t index;  // of the table, or of the list
    Proposal::Choice told;
  };

  // Tables of data, those with the most in them first.
  void find_tables() {
    if (!is_sheets(*page_)) return;
    size_t number = 0;
    for (tables::Table& table :
         tables::join_continued(tables::read_tables(page_->view<html::Tree>(), {}, budget_))) {
      ++number;
      if (table.data_rows().size() >= kFewRows && table.data_columns().size() >= kFewRows)
        tables_.push_back({number, std::move(table)});
    }
    std::ranges::stable_sort(tables_, [](const Numbered& a, const Numbered& b) {
      return a.table.data_rows().size() * a.table.columns > b.table.data_rows().size() * b.table.columns;
    });
    tables_.resize(std::min(tables_.size(), kMostChoices));
  }

  bool is_in_table(size_t candidate) const {
    const std::vector<Span> spans = pages_[0]->spans(candidate);
    return std::ranges::any_of(tables_, [&](const Numbered& one) {
      return double(std::ranges::count_if(spans, [&](Span span) { return one.table.span.contains(span); })) >=
             kRowsOfTable * double(spans.size());
    });
  }

  // One row is the first choice or the last, on sheets that behind the tables: a
  // person sees at once what it is.
  void list_choices() {
    for (size_t t = 0; t < tables_.size(); ++t) {
      const auto rows = tables::to_records(tables_[t].table);
      choices_.push_back(
          {Kind::table,
           t,
           {rows.size(), tables_[t].table.data_columns().size(), 1, first_texts(rows.front())}});
    }
    const bool thing = thing_.kind == records::SiteKind::detail;
    const Way as_thing{Kind::thing, 0, {1, thing_.columns.size(), thing_.confidence, std::string(kOneRow)}};
    const bool early = is_entity_ || !tables_.empty();
    if (thing && early) choices_.push_back(as_thing);
    const std::vector<size_t> lists = pages_[0]->distinct(kMostChoices);
    for (size_t i = 0; i < lists.size(); ++i) {
      if (is_in_table(lists[i])) continue;
      const records::Region region = pages_[0]->describe(lists[i]);
      choices_.push_back(
          {Kind::list,
           i,
           {region.records.size(), region.columns.size(), region.confidence, first_texts(region)}});
    }
    if (thing && !early) choices_.push_back(as_thing);
  }

  Result<Proposal> give(const Way& way, const records::Site& alone) {
    if (way.kind == Kind::table) return give_table(tables_[way.index]);
    if (way.kind == Kind::thing) return give_thing();
    const bool other = way.index > 0 || alone.kind != records::SiteKind::list;
    const records::Site site =
        other ? find_within(pages_, 1, {.choice = way.index, .any = true}, budget_) : alone;
    if (site.kind == records::SiteKind::none || site.pages[0].empty())
      return error(Code::not_found, "there is no such list on this page");
    Proposal out = proposal_of(site, records::select_all(site.columns, records::data_columns(site.columns)));
    out.command = {"records", page_->name(), "--region", std::to_string(way.index + 1)};
    return out;
  }

  Proposal give_thing() {
    std::vector<uint32_t> all(thing_.columns.size());
    std::iota(all.begin(), all.end(), 0u);
    const bool by_kin = is_entity_ && pages_.size() > 1;
    if (by_kin) all = records::data_columns(thing_.columns);
    Proposal out = proposal_of(thing_, records::select_all(thing_.columns, all));
    out.command = {"records"};
    out.command.insert(out.command.end(), names_.begin(), by_kin ? names_.end() : names_.begin() + 1);
    out.command.insert(out.command.end(), {"--pages-are", "detail"});
    return out;
  }

  struct Numbered {
    size_t number;  // as `gleaner tables` counts them
    tables::Table table;
  };
  Proposal give_table(const Numbered& one) const {
    Proposal out;
    out.kind = "list";
    out.confidence = 1;
    out.why = "the rows of a table";
    out.schema = tables::to_schema(one.table);
    out.records = tables::to_records(one.table);
    out.command = {"tables", page_->name(), "--table", std::to_string(one.number)};
    return out;
  }

  const DocumentPtr page_;
  Budget& budget_;
  Analyses pages_;
  std::vector<std::string> names_;
  std::vector<Numbered> tables_;
  bool is_entity_ = false;
  records::Site thing_;
  std::vector<Way> choices_;
};

// Headings of tables may have dots: "No.".
void without_dots(Proposal& proposal) {
  std::vector<std::string> names;
  for (const wrap::FieldSchema& field : proposal.schema.fields) {
    std::string name = field.name;
    std::erase(name, '.');
    names.push_back(trim(name).empty() ? "column" : std::string(trim(name)));
  }
  records::make_unique(names);
  std::map<std::string, std::string> now;
  for (size_t i = 0; i < names.size(); ++i) now[proposal.schema.fields[i].name] = names[i];
  for (wrap::FieldSchema& field : proposal.schema.fields) field.name = now[field.name];
  for (wrap::Record& record : proposal.records)
    for (wrap::Field& field : record.fields)
      if (const auto found = now.find(field.name); found != now.end()) field.name = found->second;
}

}  // namespace

Result<Proposal> propose(const DocumentPtr& page, const std::vector<DocumentPtr>& kin, size_t choice,
                         Budget& budget) {
  if (page->is_html() ? page->view<html::Texts>().size() == 0 : trim(page->text()).empty())
    return error(Code::bad_input, "there is no text on this page", {page->name()},
                 "open another one; what only a browser shows, Navigate records");
  if (!page->is_html()) return propose_lines(page, choice, budget);
  GLEANER_TRY(Proposal out, Proposer(page, kin, budget).run(choice));
  without_dots(out);
  return out;
}

}  // namespace gleaner::studio
