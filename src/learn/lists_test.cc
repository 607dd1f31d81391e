// What is told and asked of lists whatever the family: comparison with rows, probes, refused
// nodes. A toy family gives a record for each element of a class, or, as delimiters do, runs
// through the page from field to field.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include <fmt/format.h>

#include "html/locate.h"
#include "learn/compare.h"
#include "learn/evaluate.h"
#include "learn/like_nodes.h"
#include "learn/own_list.h"
#include "learn/probes.h"
#include "page/made_page_test.h"
#include "wrap/refusal.h"

namespace gleaner::learn {
namespace {

wrap::Record made_record(std::vector<std::pair<std::string, std::string>> fields) {
  wrap::Record record;
  for (auto& [name, text] : fields) record.add(name, wrap::Value::make_text(text));
  return record;
}

// <b>, <i>: name and price; inside of each li, or one behind the other wherever they stand.
class ToyList : public wrap::Wrapper {
 public:
  explicit ToyList(bool runs_on) : runs_on_(runs_on) {
    rules_.push_back({});
    for (const char* name : {"name", "price"}) schema_.fields.push_back({name, wrap::Type::text, false, {}});
  }
  std::string_view kind() const override { return "toy"; }
  const wrap::Schema& schema() const override { return schema_; }
  const std::vector<wrap::Rule>& rules() const override { return rules_; }
  void save(wrap::Config&) const override {}
  Status extract(const Document& page, wrap::Scratch&, wrap::RecordSink& sink, Budget&) const override {
    const std::string_view text = page.text();
    for (size_t at = text.find("<li>"); at != std::string_view::npos;) {
      const size_t end = runs_on_ ? text.size() : std::min(text.find("</li>", at), text.size());
      wrap::Record record;
      size_t from = at;
      for (const auto& [name, tag] : {std::pair{"name", "<b>"}, std::pair{"price", "<i>"}}) {
        const size_t begin = text.find(tag, from);
        if (begin >= end) continue;
        const size_t close = text.find('<', begin + 3);
        record.add(name, wrap::Value::make_text(std::string(text.substr(begin + 3, close - begin - 3)),
                                                {uint32_t(begin + 3), uint32_t(close)}));
        from = close;
      }
      if (record.find("name")) sink.take(std::move(record));
      at = text.find("<li>", std::max(from, at + 1));
    }
    return {};
  }

 private:
  bool runs_on_;
  wrap::Schema schema_;
  std::vector<wrap::Rule> rules_;
};

std::string list_of(int n) {
  std::string out = "<html><body><ul>";
  for (int i = 0; i < n; ++i) out += fmt::format("<li><b>Cup {}</b> <i>${}.50</i></li>\n", i, i + 1);
  return out + "</ul></body></html>";
}

TEST(Compare, ANullSaysThatTheRowLacksTheField) {
  wrap::Label label;
  label.records.push_back(made_record({{"name", "Cup"}}));
  const std::vector<wrap::Record> got{made_record({{"name", "Cup"}, {"price", "$2"}}),
                                      made_record({{"name", "Jug"}})};
  EXPECT_EQ(compare_label(label, got, true).at("").wrong, 0u);  // not named: unknown
  label.records[0].fields.push_back({"price", wrap::Value::make_null()});
  EXPECT_EQ(compare_label(label, got, true).at("price").wrong, 1u);
  EXPECT_EQ(compare_label(label, {got[0]}).at("price").wrong, 1u);  // as one record a page
  EXPECT_EQ(odd_rows(label.records, got), std::vector<size_t>{0});
}

TEST(Compare, LabelsCutShortAreTheBeginningOfWhatIsGiven) {
  auto row = [](const char* title, const char* about) {
    return made_record({{"title", title}, {"about", about}});
  };
  const std::vector<wrap::Record> given = {row("Amber lamp", "A lamp for the hall"),
                                           row("Blue chairs", "Chairs for a small table")};
  EXPECT_TRUE(differ_by_cuts(given, given));
  EXPECT_TRUE(differ_by_cuts({given[0], row("Blue chairs", "Chairs for a")}, given));
  EXPECT_FALSE(differ_by_cuts({given[0], row("Blue chairs", "Chairs")}, given));         // it says too little
  EXPECT_FALSE(differ_by_cuts({given[0], row("Blue chairs", "a small table")}, given));  // no beginning
  EXPECT_FALSE(differ_by_cuts({row("Amber lamp", "A lamp for"), row("Blue chairs", "Chairs for a")}, given));
  EXPECT_FALSE(differ_by_cuts({given[0], given[1]}, {given[0], made_record({{"title", "Blue chairs"}})}));
}

// Rows are paired with the records that share most with them; against the obvious way.
TEST(Compare, PairsRowsAsTheObviousWayDoes) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    auto make = [&](size_t n) {
      std::vector<wrap::Record> out;
      for (size_t i = 0; i < n; ++i) {
        out.push_back(made_record({{"a", fmt::format("x{}", random() % 4)}}));
        if (random() % 2) out.back().add("b", wrap::Value::make_text(fmt::format("y{}", random() % 3)));
        if (random() % 3 == 0) out.back().add("a", wrap::Value::make_text("x1"));
      }
      return out;
    };
    const std::vector<wrap::Record> rows = make(random() % 5), got = make(random() % 7);
    auto shared = [](const wrap::Record& row, const wrap::Record& record) {
      std::multiset<std::pair<std::string, std::string>> have;
      wrap::for_each_leaf(record,
                          [&](const std::string& f, const wrap::Value& v) { have.emplace(f, v.text); });
      size_t count = 0;
      wrap::for_each_leaf(row, [&](const std::string& f, const wrap::Value& v) {
        if (auto at = have.find({f, v.text}); at != have.end()) have.erase(at), ++count;
      });
      return count;
    };
    std::vector<bool> used(got.size(), false);
    size_t right = 0, paired = 0;
    for (const wrap::Record& row : rows) {
      size_t best = got.size(), most = 0;
      for (size_t i = 0; i < got.size(); ++i)
        if (const size_t n = used[i] ? 0 : shared(row, got[i]); n > most) best = i, most = n;
      if (best < got.size()) used[best] = true, ++paired;
      right += most;
    }
    EXPECT_EQ(compare_rows(rows, got).at("").right, right);
    EXPECT_EQ(paired_rows(rows, got), paired);
  }
}

TEST(Probes, TellWhoRunsFromOneRecordIntoTheNext) {
  const DocumentPtr page = page_of(list_of(6));
  const auto inside = std::make_shared<ToyList>(false), runs_on = std::make_shared<ToyList>(true);
  ASSERT_EQ(records_of(*inside, *page).size(), 6u);
  ASSERT_EQ(compare(records_of(*inside, *page), records_of(*runs_on, *page)).at("").wrong, 0u);
  const Probes probes(page, records_of(*inside, *page));
  ASSERT_FALSE(probes.empty());
  EXPECT_GT(probes.failed(runs_on), 0);
  EXPECT_LT(probes.failed(inside), probes.failed(runs_on));  // a row without its name is none to both
  EXPECT_TRUE(Probes(page_of(list_of(2)), records_of(*inside, *page_of(list_of(2)))).empty());
}

TEST(OwnList, ALargerListThatIsNotTakenIsNamed) {
  std::string html = "<html><body><div>";
  for (int i = 0; i < 3; ++i)
    html += fmt::format("<div class=offer><a href=/o>Desk {}</a><b>${}.00</b></div>", i, i + 7);
  html += "</div><div>";
  for (int i = 0; i < 6; ++i)
    html += fmt::format(
        "<div class=hit><h3><a href=/h{}>A page about desk {}</a></h3><p>What it says of desk {}, with drawers.</p></div>",
        i, i, i);
  const DocumentPtr page = page_of(html + "</div></body></html>");
  auto record_at = [&](std::string_view text) {
    const uint32_t at = uint32_t(page->text().find(text));
    wrap::Record record;
    record.add("name", wrap::Value::make_text(std::string(text), {at, at + uint32_t(text.size())}));
    return record;
  };
  const auto other = larger_list(*page, {record_at("Desk 0"), record_at("Desk 1"), record_at("Desk 2")});
  ASSERT_TRUE(other);
  EXPECT_EQ(other->members, 6u);
  EXPECT_EQ(other->text, "A page about desk 0");
  EXPECT_FALSE(larger_list(*page, {record_at("A page about desk 1"), record_at("A page about desk 4")}));
  EXPECT_FALSE(larger_list(*page, {}));
}

TEST(LikeNodes, AreNamedWithWhatTheyLack) {
  std::string html = list_of(4);
  html.insert(html.find("</ul>"), "<li><a href=/x>Win a teapot</a></li>");
  const auto wrapper = std::make_shared<ToyList>(false);
  const DocumentPtr page = page_of(html);
  const Diagnostics notes = notes_of(wrapper, *page);
  ASSERT_EQ(notes.size(), 1u);
  const auto refused = wrap::refusal_of(notes[0]);
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->text, "Win a teapot");
  EXPECT_EQ(refused->why, "without name, price");
  wrap::Label label;
  label.records.push_back(made_record({{"name", "Cup 1"}}));
  EXPECT_EQ(list_words(label, given_by(wrapper, *page), notes, wrapper->schema()),
            "1 labelled, 3 like it found; 1 node refused, without name, price");
}

TEST(LikeNodes, HeadersAndRecordsOfSeveralNodesAreNoneOfThem) {
  const DocumentPtr page = page_of(
      "<html><body><table><tr><th>Name</th></tr><tr><td>Cup</td></tr><tr><td>Jug</td></tr></table></body></html>");
  std::vector<wrap::Record> records;
  for (const char* name : {"Cup", "Jug"}) {
    const Span at = html::locate(*page, name, 1)[0].span;
    records.emplace_back();
    records.back().add("name", wrap::Value::make_text(name, at));
  }
  EXPECT_TRUE(refused_beside(*page, records).empty());
}

TEST(Refusals, AreReadBackAsTheyWereWritten) {
  for (const wrap::Refusal& one :
       {wrap::Refusal{"a \"b\": c", "without price", 1}, wrap::Refusal{"", "it has i", 12}}) {
    const auto back = wrap::refusal_of(wrap::note_of(one, {}));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->text, one.text);
    EXPECT_EQ(back->why, one.why);
    EXPECT_EQ(back->nodes, one.nodes);
  }
  EXPECT_FALSE(wrap::refusal_of({Severity::note, Code::bad_input, "refused to read", {}, {}}));
}

}  // namespace
}  // namespace gleaner::learn
