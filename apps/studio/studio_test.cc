// Studio without a browser: places and back, pages that can do nothing, labels by clicks, history.
#include <gtest/gtest.h>

#include <filesystem>

#include "base/temp_folder_test.h"
#include "history.h"
#include "html/tree.h"
#include "label_edit.h"
#include "login_limit.h"
#include "page/load.h"
#include "page_frame.h"
#include "places.h"
#include "project.h"

namespace gleaner::studio {
namespace {

DocumentPtr page_of(std::string html) {
  DocumentOptions options;
  options.name = "page.html";
  return *Document::from_bytes(std::move(html), options);
}

json::Parsed parsed(const std::string& text) {
  auto made = json::parse(text);
  EXPECT_TRUE(made.ok());
  return std::move(*made);
}

Picked picked(const Document& page, const std::string& pick) {
  auto made = read_pick(parsed(pick).root, page);
  EXPECT_TRUE(made.ok()) << pick;
  return made.ok() ? *made : Picked{};
}

// Every stretch of every text, there and back: entities, letters of several bytes and of two UTF-16 units.
TEST(Places, ThereAndBack) {
  const auto page =
      page_of("<div>a&amp;b <b>\u00e9\U0001F600x</b><!-- c --> tail&nbsp;y</div><p title='T &lt; U'>z</p>");
  const html::Tree& tree = page->view<html::Tree>();
  for (html::NodeId n = 0; n < tree.size(); ++n) {
    if (!tree.is_text(n) || tree.blank(n)) continue;
    const std::string_view text = tree.text(n);
    for (size_t from = 0; from < text.size(); ++from) {
      if ((static_cast<unsigned char>(text[from]) & 0xc0) == 0x80 || text[from] == ' ' ||
          text.substr(from).starts_with("\u00a0"))
        continue;
      size_t to = from + 1;
      while (to < text.size() && (static_cast<unsigned char>(text[to]) & 0xc0) == 0x80) ++to;
      const Span span = tree.text_span(n, from, to);
      const Places places = places_of(*page, span);
      ASSERT_EQ(places.texts.size(), 1u);
      const TextPlace& place = places.texts[0];
      const std::string at = std::to_string(place.element) + ", " + std::to_string(place.child) + ", ";
      const Picked back =
          picked(*page, "{\"kind\": \"range\", \"from\": [" + at + std::to_string(place.from) +
                            "], \"to\": [" + at + std::to_string(place.to) + "]}");
      EXPECT_EQ(back.span, span);
      EXPECT_EQ(back.text, text.substr(from, to - from));
    }
  }
}

TEST(Places, AttributesAndElements) {
  const auto page = page_of("<p title='T &lt; U'>one <i>two</i></p>");
  const html::Tree& tree = page->view<html::Tree>();
  html::NodeId p = 0;
  while (tree.name(p) != "p") ++p;
  const Picked title =
      picked(*page, "{\"kind\": \"attribute\", \"element\": " + std::to_string(p) + ", \"name\": \"title\"}");
  EXPECT_EQ(title.text, "T < U");
  EXPECT_EQ(places_of(*page, title.span).attribute, "title");
  EXPECT_EQ(picked(*page, "{\"kind\": \"element\", \"element\": " + std::to_string(p) + "}").text, "one two");
  EXPECT_FALSE(read_pick(parsed("{\"kind\": \"element\", \"element\": 9999}").root, *page).ok());
  EXPECT_FALSE(read_pick(parsed("{\"kind\": \"text\", \"element\": -1}").root, *page).ok());
}

TEST(Frame, PagesCanDoNothing) {
  const auto page = page_of(
      "<!doctype html><base href='//evil'><meta http-equiv=refresh content='0;url=//evil'><script>alert(1)</script>"
      "<body onload=alert(2)><a href='javascript:alert(3)' target=_top onclick=alert(4) data-n=7>x</a><form action=//evil><input formaction=//evil autofocus></form>"
      "<iframe srcdoc='<script>alert(5)</script>'></iframe><object data=//evil></object><svg><script>alert(6)</script><use href='//evil#a'/></svg>"
      "<style>a{}</sty<!-- </style><img src=x onerror=alert(7)> --></style><xmp><script>alert(8)</script></xmp><link rel=preload href=//evil><template><b>t</b></template>"
      "<img src='//evil/i.png' srcset='//evil/2.png'><noscript><img src=//evil></noscript>");
  const std::string html = frame_html(*page, {"/res/T/", "pages/p.html", "NONCE", "SECRET"});
  for (const char* bad :
       {"alert(1)",   "alert(2)", "alert(3)", "alert(4)",     "alert(5)",    "alert(6)", "alert(7)",
        "http-equiv", "<base",    "srcdoc",   "formaction",   "autofocus",   "target=",  "onload",
        "onclick",    "onerror=", "srcset",   "data-n=\"7\"", "javascript:", "<object",  "<template"})
    EXPECT_EQ(html.find(bad), std::string::npos) << bad << "\n" << html;
  EXPECT_EQ(html.find("//evil"), std::string::npos) << html;
  EXPECT_EQ(html.find("<script"), html.rfind("<script")) << html;  // the picker alone
  EXPECT_NE(html.find("nonce=\"NONCE\" src=\"/picker.js\" data-secret=\"SECRET\""), std::string::npos);
  EXPECT_NE(html.find("&lt;script&gt;alert(8)"), std::string::npos);  // a text stays a text
}

TEST(Frame, PolicyNamesOurResourcesAlone) {
  const std::string policy = content_policy("127.0.0.1:99", {"/res/T/", "p.html", "N", "S"});
  EXPECT_NE(policy.find("sandbox allow-scripts"), std::string::npos);
  EXPECT_NE(policy.find("script-src 'nonce-N'"), std::string::npos);
  EXPECT_EQ(policy.find("allow-same-origin"), std::string::npos);
}

// --- labels

Picked value_at(const Document& page, std::string_view text, size_t nth = 0) {
  size_t at = page.text().find(text);
  while (nth--) at = page.text().find(text, at + 1);
  return {std::string(text), {uint32_t(at), uint32_t(at + text.size())}};
}
constexpr const char* kList =
    "<ul><li><b>Cup</b> <i>1.00</i></li><li><b>Jug</b> <i>2.00</i></li><li><b>Pan</b> <i>3.00</i></li></ul>";

TEST(LabelEdit, NotARowTakesAllOfItBack) {
  const auto page = page_of(kList);
  wrap::Label label;
  for (const auto& [name, price] : {std::pair("Cup", "1.00"), std::pair("Jug", "2.00")}) {
    wrap::Record row;
    for (const char* text : {name, price}) {
      const Picked value = value_at(*page, text);
      row.add(text == name ? "name" : "price", wrap::Value::make_text(value.text, value.span));
    }
    add_record(label, row);
  }
  wrap::Record seen = label.records[0];
  ASSERT_TRUE(add_negative_record(label, seen));
  ASSERT_EQ(label.records.size(), 1u) << "no half of it stays";
  EXPECT_EQ(label.records[0].find("name")->text, "Jug");
  ASSERT_EQ(label.negative.size(), 1u);
  EXPECT_EQ(label.negative[0].text, "Cup");
  EXPECT_FALSE(add_negative_record(label, wrap::Record{}));
}

TEST(LabelEdit, ARowKeepsWhatWasShownOfIt) {
  const auto page = page_of(kList);
  std::vector<wrap::Record> shown;
  for (const char* name : {"Cup", "Jug"}) {
    wrap::Record row;
    const Picked value = value_at(*page, name);
    row.add("name", wrap::Value::make_text(value.text, value.span));
    row.span = Span{value.span.begin, value.span.end + 20};
    shown.push_back(std::move(row));
  }
  wrap::Label label;
  const Picked price = value_at(*page, "2.00");
  const size_t at = add_value(label, *page, "price", price, false, {});
  keep_shown(label, at, "price", price.span, shown);
  ASSERT_EQ(label.records.size(), 1u);
  EXPECT_EQ(label.records[0].find("name")->text, "Jug");
  EXPECT_EQ(label.records[0].find("price")->text, "2.00");
  // what is clicked is never taken from what was shown, and one thing alone is no list
  wrap::Label other;
  keep_shown(other, add_value(other, *page, "name", price, false, {}), "name", price.span, shown);
  EXPECT_EQ(other.records[0].find("name")->text, "2.00");
  wrap::Label single;
  keep_shown(single, add_value(single, *page, "price", price, false, {}), "price", price.span, {shown[1]});
  EXPECT_EQ(single.records[0].fields.size(), 1u);
}

TEST(LabelEdit, ValuesFallIntoTheirRows) {
  const auto page = page_of(kList);
  const html::Tree& tree = page->view<html::Tree>();
  Groupings rows(1);
  for (html::NodeId n = 0; n < tree.size(); ++n)
    if (tree.name(n) == "li") rows[0].push_back(tree.span(n));
  wrap::Label label;
  add_value(label, *page, "name", value_at(*page, "Cup"), false, rows);
  add_value(label, *page, "price", value_at(*page, "3.00"), false, rows);  // of another row
  add_value(label, *page, "name", value_at(*page, "Pan"), false, rows);
  add_value(label, *page, "price", value_at(*page, "1.00"), false, rows);
  ASSERT_EQ(label.records.size(), 2u);
  EXPECT_EQ(label.records[0].find("name")->text, "Cup");
  EXPECT_EQ(label.records[0].find("price")->text, "1.00");
  EXPECT_EQ(label.records[1].find("name")->text, "Pan");
  EXPECT_EQ(label.records[1].find("price")->text, "3.00");
}

TEST(LabelEdit, WithoutRowsNearnessDecides) {
  const auto page = page_of("<h1>Cup</h1><div><p>Price <b>1.00</b></p><p>Maker <b>Ahlers</b></p></div>");
  wrap::Label label;
  for (const auto& [field, text] : {std::pair("name", "Cup"), {"price", "1.00"}, {"maker", "Ahlers"}})
    add_value(label, *page, field, value_at(*page, text), false, {});
  ASSERT_EQ(label.records.size(), 1u);
  EXPECT_EQ(label.records[0].fields.size(), 3u);
  // the same field again, in the same record: another place for it, or one more
  add_value(label, *page, "maker", value_at(*page, "Price"), false,
            {{{0, uint32_t(page->text().size())}, {0, 1}}});
  EXPECT_EQ(label.records[0].find("maker")->text, "Price");
  add_value(label, *page, "maker", value_at(*page, "Ahlers"), true,
            {{{0, uint32_t(page->text().size())}, {0, 1}}});
  EXPECT_EQ(label.records[0].find("maker")->items.size(), 2u);
}

TEST(LabelEdit, NestedValuesStandWithTheirNeighbours) {
  const auto page =
      page_of("<div><h3>Cup</h3><ul><li><b>A</b> <i>1</i></li><li><b>B</b> <i>2</i></li></ul></div>");
  wrap::Label label;
  add_value(label, *page, "name", value_at(*page, "Cup"), false, {});
  add_value(label, *page, "offers.seller", value_at(*page, ">A<", 0), false, {});
  add_value(label, *page, "offers.price", value_at(*page, ">2<"), false, {});
  add_value(label, *page, "offers.seller", value_at(*page, ">B<"), false, {});
  add_value(label, *page, "offers.price", value_at(*page, ">1<"), false, {});
  ASSERT_EQ(label.records.size(), 1u);
  const wrap::Value* offers = label.records[0].find("offers");
  ASSERT_EQ(offers->items.size(), 2u);
  for (const wrap::Value& offer : offers->items) EXPECT_EQ(offer.fields.size(), 2u);
}

TEST(LabelEdit, AValueFallsWhereAPersonPutIt) {
  const auto page = page_of("<div><h3>Cup</h3><p>A 1</p><p>B 2</p></div><div><h3>Jug</h3><p>C 3</p></div>");
  wrap::Label label;
  add_value(label, *page, "name", value_at(*page, "Cup"), false, {});
  add_value(label, *page, "name", value_at(*page, "Jug"), false, {});
  ASSERT_EQ(label.records.size(), 2u);
  // row by row into the first record's list; the last item stands nearer to the other record
  EXPECT_EQ(add_value(label, *page, "offers.seller", value_at(*page, "A"), false, {}, {0, 0}), 0u);
  EXPECT_EQ(add_value(label, *page, "offers.price", value_at(*page, "2"), false, {}, {0, 1}), 0u);
  EXPECT_EQ(add_value(label, *page, "offers.seller", value_at(*page, "C"), false, {}, {0, 1}), 0u);
  const wrap::Value* offers = label.records[0].find("offers");
  ASSERT_EQ(offers->items.size(), 2u);
  EXPECT_EQ(offers->items[0].fields.size(), 1u);
  EXPECT_EQ(wrap::find(offers->items[1].fields, "price")->text, "2");
  EXPECT_EQ(wrap::find(offers->items[1].fields, "seller")->text, "C");
  // a value that leaves its record empty does not shift the one that was named
  add_value(label, *page, "name", value_at(*page, "Cup"), false, {}, {1, {}});
  EXPECT_EQ(label.records[1].find("name")->text, "Cup");
  wrap::Label other;
  add_value(other, *page, "name", value_at(*page, "Cup"), false, {});
  add_value(other, *page, "name", value_at(*page, "Jug"), false, {});
  EXPECT_EQ(add_value(other, *page, "name", value_at(*page, "Cup"), false, {}, {1, {}}), 0u);
  ASSERT_EQ(other.records.size(), 1u);
  EXPECT_EQ(other.records[0].find("name")->text, "Cup");
}

TEST(LabelEdit, NoTakesAYesBackAndAYesANo) {
  const auto page = page_of(kList);
  wrap::Label label;
  add_value(label, *page, "name", value_at(*page, "Cup"), false, {});
  add_negative(label, "name", value_at(*page, "Cup"));
  EXPECT_TRUE(label.records.empty());
  EXPECT_EQ(label.negative.size(), 1u);
  add_value(label, *page, "name", value_at(*page, "Cup"), false, {});
  EXPECT_TRUE(label.negative.empty());
  EXPECT_EQ(label.records.size(), 1u);
}

// A new field on a page labelled whole says nothing of the other rows.
TEST(LabelEdit, ANewFieldOpensAWholePage) {
  const auto page = page_of(kList);
  wrap::Label label;
  for (const char* name : {"Cup", "Jug"}) {
    wrap::Record record;
    const Picked value = value_at(*page, name);
    record.fields.push_back({"name", wrap::Value::make_text(value.text, value.span)});
    label.records.push_back(record);
  }
  label.complete = true;
  add_value(label, *page, "name", value_at(*page, "Pan"), false, {});
  EXPECT_TRUE(label.complete);
  add_value(label, *page, "price", value_at(*page, "1.00"), false, {});
  EXPECT_FALSE(label.complete);
}

TEST(LabelEdit, OtherLinesStayAsTheyAre) {
  const auto page = page_of(kList);
  const std::string other = R"({"page":"b.html",   "records":[{"name":"x"}]})";
  wrap::Label label = label_of(other + "\n", "l", "a.html", *page);
  add_value(label, *page, "name", value_at(*page, "Cup"), false, {});
  const std::string both = with_label(other + "\n", label, *page);
  EXPECT_TRUE(both.starts_with(other + "\n"));
  wrap::Label again = label_of(both, "l", "a.html", *page);
  ASSERT_EQ(again.records.size(), 1u);
  EXPECT_EQ(again.records[0].find("name")->span, label.records[0].find("name")->span);
  again.records.clear();
  EXPECT_EQ(with_label(both, again, *page), other + "\n");
}

TEST(LabelEdit, FieldsAreRenamedMovedAndDropped) {
  const std::string text =
      R"({"page": "a.html", "records": [{"name": "x", "seller": ["A", "B"], "cost": ["1", "2"]}]})";
  auto renamed = with_field(text, "l", "name", "title");
  ASSERT_TRUE(renamed.ok());
  EXPECT_EQ(labelled_fields(*renamed, "l"), (std::vector<std::string>{"title", "seller", "cost"}));
  auto moved = with_field(*with_field(text, "l", "seller", "offers.seller"), "l", "cost", "offers.cost");
  ASSERT_TRUE(moved.ok());
  EXPECT_EQ(labelled_fields(*moved, "l"),
            (std::vector<std::string>{"name", "offers", "offers.seller", "offers.cost"}));
  EXPECT_NE(moved->find(R"([{"seller": {"text": "A"}, "cost": {"text": "1"}})"), std::string::npos) << *moved;
  auto back = with_field(*moved, "l", "offers.cost", "cost");
  EXPECT_EQ(labelled_fields(*back, "l"),
            (std::vector<std::string>{"name", "offers", "offers.seller", "cost"}));
  auto dropped = with_field(*back, "l", "offers", "");
  EXPECT_EQ(labelled_fields(*dropped, "l"), (std::vector<std::string>{"name", "cost"}));
}

// --- history and project

TEST(History, UndoAndRedoAlsoAfterARestart) {
  const TempFolder folder;
  const Project project(folder.path);
  {
    History history(project);
    ASSERT_TRUE(history.take("one", "", "", {{"a.txt", std::nullopt, "1"}}).ok());
    ASSERT_TRUE(history.take("two", "", "", {{"a.txt", "1", "2"}}).ok());
    ASSERT_TRUE(history.undo().ok());
    EXPECT_EQ(project.read("a.txt"), "1");
  }
  History history(project);
  ASSERT_TRUE(history.redo().ok());
  EXPECT_EQ(project.read("a.txt"), "2");
  ASSERT_TRUE(history.undo().ok());
  ASSERT_TRUE(history.undo().ok());
  EXPECT_EQ(project.read("a.txt"), std::nullopt);
  EXPECT_FALSE(history.undo().ok());
  ASSERT_TRUE(history.take("three", "", "", {{"a.txt", std::nullopt, "3"}}).ok());
  EXPECT_FALSE(history.redo().ok());  // another way was taken
}

TEST(History, WhatOthersWroteIsNotTouched) {
  const TempFolder folder;
  const Project project(folder.path);
  History history(project);
  ASSERT_TRUE(history.take("one", "", "", {{"a.txt", std::nullopt, "1"}}).ok());
  ASSERT_TRUE(project.write("a.txt", "theirs").ok());
  const auto undone = history.undo();
  ASSERT_FALSE(undone.ok());
  EXPECT_NE(undone.error().message.find("a.txt"), std::string::npos);
  EXPECT_EQ(project.read("a.txt"), "theirs");
  const auto over = history.take("two", "", "", {{"a.txt", "1", "2"}});  // made of what stood there before
  ASSERT_FALSE(over.ok());
  EXPECT_EQ(over.error().code, Code::drift);
  EXPECT_EQ(project.read("a.txt"), "theirs");
}

TEST(History, AStepThatWasCutOffDidNotHappen) {
  const TempFolder folder;
  const Project project(folder.path);
  {
    History history(project);
    ASSERT_TRUE(history.take("one", "", "", {{"a.txt", std::nullopt, "1"}}).ok());
    ASSERT_TRUE(history.take("two", "", "", {{"a.txt", "1", "2"}}).ok());
    ASSERT_TRUE(project.write("a.txt", "1").ok());  // as a kill between the line and the file leaves it
  }
  History history(project);
  EXPECT_EQ(history.undoable()->what, "one");
  ASSERT_TRUE(history.take("three", "", "", {{"a.txt", "1", "3"}}).ok());
  ASSERT_TRUE(history.undo().ok());
  ASSERT_TRUE(history.undo().ok());
  EXPECT_EQ(project.read("a.txt"), std::nullopt);
  ASSERT_TRUE(history.redo().ok());
  ASSERT_TRUE(history.redo().ok());
  EXPECT_EQ(project.read("a.txt"), "3");
}

TEST(History, TwoStudiosOnOneFolder) {
  const TempFolder folder;
  const Project project(folder.path);
  History one(project), other(project);
  ASSERT_TRUE(one.take("one", "", "", {{"a.txt", std::nullopt, "1"}}).ok());
  ASSERT_TRUE(other.take("two", "", "", {{"a.txt", "1", "2"}}).ok());
  ASSERT_TRUE(one.undo().ok());
  EXPECT_EQ(project.read("a.txt"), "1");
  EXPECT_EQ(other.redoable()->what, "two");
  EXPECT_EQ(other.undoable()->what, "one");
}

TEST(LoginLimit, AFewAtOnceAndThenByTheClock) {
  LoginLimit limit;
  LoginLimit::Time now{std::chrono::hours(5)};
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(limit.take(now)) << i;
  EXPECT_FALSE(limit.take(now));
  EXPECT_FALSE(limit.take(now + std::chrono::seconds(5)));
  EXPECT_TRUE(limit.take(now += std::chrono::seconds(7)));
  EXPECT_FALSE(limit.take(now));
  EXPECT_FALSE(limit.take(now - std::chrono::hours(1))) << "a clock that goes back gives nothing";
  now += std::chrono::hours(9);
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(limit.take(now)) << i;
  EXPECT_FALSE(limit.take(now)) << "no more are saved up";
  limit.give_back();
  EXPECT_TRUE(limit.take(now)) << "a right password takes nothing";
}

TEST(Project, PathsStayInside) {
  const TempFolder folder;
  const Project project(folder.path);
  for (const char* name : {"../x", "/etc/passwd", "a/../../x", ""})
    EXPECT_FALSE(project.path(name).ok()) << name;
  std::filesystem::create_symlink("/etc", folder.path + std::string("/link"));
  EXPECT_FALSE(project.read("link/hostname").has_value());
  EXPECT_EQ(file_name_of("../../Caf\u00e9 M\u00fcller?.html"), "Caf\u00e9-M\u00fcller-.html");
  const std::string longest = file_name_of(
      "x" + std::string(60, 'x') +
      std::string(
          "\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9"));
  EXPECT_EQ(longest.size(), 99u) << "no half a letter at its end";
}

TEST(Project, TablesInTheFolderAndBelow) {
  const TempFolder folder;
  const Project project(folder.path);
  ASSERT_TRUE(project.write("labels/shop.labels.jsonl", "").ok());
  ASSERT_TRUE(project.write("items.wrapper", "").ok());
  ASSERT_TRUE(project.write("pages/a.html", "x").ok());
  ASSERT_TRUE(project.write("out/b.html", "x").ok());
  const auto tables = project.tables();
  ASSERT_EQ(tables.size(), 2u);
  EXPECT_EQ(tables[0].name, "items");
  EXPECT_EQ(tables[0].labels, "items.labels.jsonl");
  EXPECT_EQ(tables[1].wrapper, "wrappers/shop.wrapper");
  EXPECT_EQ(project.pages()->size(), 1u);
}

}  // namespace
}  // namespace gleaner::studio
