// What stands beside a value: more values of the same field, values of others, remarks, dashes. One training
// page each, because that is where it goes wrong.
#include <gtest/gtest.h>

#include "pattern/learn/learner.h"
#include "pattern/sample_pages_test.h"

namespace gleaner::pattern {
namespace {

using namespace testing_pages;

std::string film(const std::string& title, const std::string& kinds, const std::string& people) {
  return "<!doctype html><html><head><title>" + title +
         "</title></head><body><ul id=menu><li><a href='/d'>Drama</a></li>"
         "<li><a href='/n'>News</a></li></ul><div class=film><h1>" +
         title + "</h1><h4>Kinds</h4><ul class=kinds>" + kinds + "</ul><p class=by>by " + people +
         "</p><p>Runs in two halls.</p></div></body></html>";
}
std::string item(const std::string& text) { return "<li><a href='/k/" + text + "'>" + text + "</a></li>"; }
std::string person(const std::string& name) { return "<a href='/p/" + name + "'>" + name + "</a>"; }

TEST(PatternBeside, AValueThatFilledItsListBecomesAList) {
  wrap::WrapperPtr w = learn(
      {labelled(film("Dust", item("Western"), person("Ann Lee")), {{"title", "Dust"}, {"kind", "Western"}})});
  ASSERT_TRUE(w);
  EXPECT_EQ(values(*w, film("Rain", item("Comedy"), person("Bo Ek")), "kind"), "Comedy");
  EXPECT_EQ(values(*w, film("Rain", item("Comedy") + item("Music") + item("Crime"), person("Bo Ek")), "kind"),
            "Comedy | Music | Crime");
  EXPECT_EQ(values(*reload(*w), film("Rain", item("Comedy") + item("Music"), person("Bo Ek")), "kind"),
            "Comedy | Music");
}

TEST(PatternBeside, AValueThatStoodBesideOthersStaysOne) {
  wrap::WrapperPtr w = learn(
      {labelled(film("Dust", item("Western") + item("Silent"), person("Ann Lee")), {{"kind", "Western"}})});
  ASSERT_TRUE(w);
  EXPECT_EQ(values(*w, film("Rain", item("Comedy") + item("Music"), person("Bo Ek")), "kind"), "Comedy");
}

TEST(PatternBeside, TextAmongTheItemsIsNoItem) {
  wrap::WrapperPtr w =
      learn({labelled(film("Dust", item("Western"), person("Ann Lee")), {{"kind", "Western"}})});
  EXPECT_EQ(values(*w, film("Rain", item("Comedy") + "<li>see all</li>", person("Bo Ek")), "kind"), "Comedy");
}

TEST(PatternBeside, NumberedIdsAreOneList) {
  auto page = [](std::initializer_list<const char*> names) {
    std::string out = "<title>x</title><table><tr><td>Director</td><td>Credit</td></tr>";
    int n = 0;
    for (const char* name : names)
      out += "<tr><td><a id=rows_Director_0" + std::to_string(++n) + "_link href='/p'>" + name +
             "</a></td><td>Director</td></tr>";
    return out + "<tr><td><a id=rows_Writer_01_link href='/p'>Di Fox</a></td><td>Writer</td></tr></table>";
  };
  wrap::WrapperPtr w = learn({labelled(page({"Ann Lee"}), {{"director", "Ann Lee"}})});
  EXPECT_EQ(values(*w, page({"Bo Ek", "Cy Day"}), "director"), "Bo Ek | Cy Day");
  wrap::WrapperPtr first = learn({labelled(page({"Ann Lee", "Bo Ek"}), {{"director", "Ann Lee"}})});
  EXPECT_EQ(values(*first, page({"Cy Day", "Ed Gil"}), "director"), "Cy Day");
}

TEST(PatternBeside, ANumberInAnIdIsAPosition) {
  auto page = [](std::initializer_list<std::pair<const char*, const char*>> rows) {
    std::string out = "<title>x</title><table>";
    int n = 30;
    for (const auto& [name, value] : rows)
      out += "<tr><td>" + std::string(name) + "</td><td id=spec_ctl" + std::to_string(++n) + "_value>" +
             value + "</td></tr>";
    return out + "</table>";
  };
  wrap::WrapperPtr w =
      learn({labelled(page({{"Colour", "red"}, {"Model", "Kappa 3"}, {"Zoom", "4 x"}, {"Weight", "90 g"}}),
                      {{"device", "Kappa 3"}})});
  EXPECT_EQ(
      values(*w, page({{"Colour", "blue"}, {"Finish", "matt 2"}, {"Model", "Delta 7"}, {"Zoom", "9 x"}}),
             "device"),
      "Delta 7");
}

TEST(PatternBeside, NeighboursInAnotherRoleAreNotTaken) {
  wrap::WrapperPtr w =
      learn({labelled(film("Dust", item("Western"), person("Ann Lee")), {{"director", "Ann Lee"}})});
  EXPECT_EQ(values(*w, film("Rain", item("Comedy"), person("Bo Ek") + ", " + person("Cy Day")), "director"),
            "Bo Ek | Cy Day");
  EXPECT_EQ(values(*w, film("Rain", item("Comedy"), person("Bo Ek") + ", " + person("Cy Day") + " (camera)"),
                   "director"),
            "Bo Ek");
}

TEST(PatternBeside, ARemarkLosesToTheBareText) {
  auto page = [](const std::string& name, const std::string& remark) {
    return "<title>" + name + "</title><h1>" + name + remark + "</h1><table class=box><tr><th class=name>" +
           name + "</th></tr><tr><th>Team</th><td>Reds</td></tr></table>";
  };
  wrap::WrapperPtr w = learn({labelled(page("Ann Lee", ""), {{"name", "Ann Lee"}}),
                              labelled(page("Bo Ek", ""), {{"name", "Bo Ek"}})});
  EXPECT_EQ(values(*w, page("Cy Day", " (runner)"), "name"), "Cy Day");
}

TEST(PatternBeside, AColonInATitleIsNoLabel) {
  auto page = [](const std::string& title) {
    return "<title>Shop</title><div class=book><h1>" + title + "</h1><p>In stock</p><p>Ships today</p></div>";
  };
  wrap::WrapperPtr w = learn({labelled(page("Dune: a novel"), {{"title", "Dune: a novel"}})});
  EXPECT_EQ(values(*w, page("Emma: a comedy"), "title"), "Emma: a comedy");
  EXPECT_EQ(values(*w, page("Ulysses"), "title"), "Ulysses");
}

TEST(PatternBeside, AListUnderSubHeadingsIsStillUnderItsHeading) {
  auto list = [](std::initializer_list<const char*> items) {
    std::string out = "<ul>";
    for (const char* i : items) out += std::string("<li>") + i + "</li>";
    return out + "</ul>";
  };
  auto page = [&](const std::string& needs) {
    return "<title>Soup</title><h1>Soup</h1><h2>Why we like it</h2>" + list({"It is quick", "It is warm"}) +
           "<h2>You need</h2>" + needs + "<h2>Tips</h2>" + list({"Freeze it", "Share it"});
  };
  wrap::WrapperPtr w = learn({labelled(page(list({"1 onion", "2 carrots", "salt"})),
                                       {{"needs", "1 onion"}, {"needs", "2 carrots"}, {"needs", "salt"}})});
  EXPECT_EQ(values(*w,
                   page("<h3>For the broth</h3>" + list({"1 leek", "water"}) + "<h3>To serve</h3>" +
                        list({"bread", "dill"})),
                   "needs"),
            "1 leek | water | bread | dill");
}

TEST(PatternBeside, ADashStandsWhereAValueWould) {
  wrap::WrapperPtr w =
      learn({labelled(camera_page("Canon A1", "$129.00", "In stock"), {{"stock", "In stock"}})});
  EXPECT_EQ(values(*w, camera_page("Nikon D40", "$599.50", "-"), "stock"), "-");
  EXPECT_EQ(values(*w, camera_page("Nikon D40", "$599.50", ","), "stock"), "");
}

TEST(PatternBeside, SeveralValuesInOneTextAreSplit) {
  auto page = [](const std::string& kinds) {
    return "<title>x</title><div class=f><b>Kinds:</b> " + kinds + "</div><p>1999, 2004</p>";
  };
  wrap::WrapperPtr w = learn({labelled(page("Action, War"), {{"kind", "Action"}, {"kind", "War"}})});
  ASSERT_TRUE(w);
  for (const wrap::WrapperPtr& each : {w, reload(*w)}) {
    EXPECT_EQ(values(*each, page("Horror"), "kind"), "Horror");
    EXPECT_EQ(values(*each, page("Comedy, Music, Family"), "kind"), "Comedy | Music | Family");
  }
  auto records = wrap::extract_all(*w, *document(page("Comedy, Music")));
  ASSERT_TRUE(records.ok());
  wrap::for_each_leaf((*records)[0], [&](const std::string&, const wrap::Value& v) {
    ASSERT_TRUE(v.span);
    EXPECT_EQ(document(page("Comedy, Music"))->text(*v.span), v.text);
  });
}

// Two values of one field in two places: each place has its own looks, and its own explanation.
TEST(PatternBeside, EachPlaceIsExplainedByItsOwnRules) {
  auto page = [](const std::string& a, const std::string& b) {
    return "<title>x</title><div id=main><h3>Main office</h3>Long Road 1<br>" + a +
           "</div><div id=sales><h3>Sales</h3>" + b + "</div>";
  };
  wrap::WrapperPtr w = learn({labelled(page("(555) 100-2000", "(555) 300-4000"),
                                       {{"phone", "(555) 100-2000"}, {"phone", "(555) 300-4000"}})});
  std::string other = page("(555) 700-8000", "(555) 900-1000");
  EXPECT_EQ(values(*w, other, "phone"), "(555) 700-8000 | (555) 900-1000");
  DocumentPtr html = document(other);
  wrap::Value second = wrap::Value::make_text("(555) 900-1000", Span{});
  wrap::Explanation why = w->explain(*html, nullptr, "phone", &second);
  ASSERT_FALSE(why.voters.empty());
  for (const std::string& rule : why.voters) EXPECT_EQ(rule.find("#main"), std::string::npos) << rule;
}

}  // namespace
}  // namespace gleaner::pattern
