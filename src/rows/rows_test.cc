// Lists of many layouts without classes, rows labelled from the top, fields missing from the third row
// on: every row must come out whole, on the learned page and on others; and what is changed in one record
// must not change another's values.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <random>
#include <set>

#include <fmt/format.h>

#include "rows/learner.h"
#include "rows/wrapper.h"
#include "wrap/wrapper_file.h"

namespace gleaner::rows {
namespace {

using Row = std::map<std::string, std::string>;
using Rows = std::vector<Row>;
using Layout = std::function<std::string(const Rows&)>;

class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}
  Rows rows(size_t count, size_t whole) {
    Rows out;
    for (size_t i = 0; i < count; ++i) {
      Row row;
      row["title"] = fmt::format("{} {} {} {}", name(), name(), name(), 10 + below(90));
      row["price"] = fmt::format("${}.{:02}", 3 + below(900), below(100));
      row["author"] = name() + " " + name();
      for (int w = 0; w < 9; ++w) row["note"] += (w ? " " : "") + word();
      row["note"] += ".";
      if (i >= whole) {
        if (below(100) < 35) row.erase("price");
        if (below(100) < 30) row.erase("author");
        if (below(100) < 20) row.erase("note");
      }
      out.push_back(std::move(row));
    }
    return out;
  }

 private:
  unsigned below(unsigned n) { return unsigned(random_() % n); }
  std::string word() {
    static const char* const kWords[] = {"amber",  "river",  "stone",  "cloud",  "maple",   "harbor",
                                         "signal", "velvet", "copper", "meadow", "lantern", "orbit",
                                         "cedar",  "falcon", "ember",  "quartz", "willow",  "summit"};
    return kWords[below(18)];
  }
  std::string name() {
    std::string out = word();
    out[0] = char(out[0] - 32);
    return out;
  }
  std::mt19937 random_;
};

std::string with(const Row& row, const std::string& field, const std::string& before,
                 const std::string& after) {
  auto at = row.find(field);
  return at == row.end() ? "" : before + at->second + after;
}
std::string text(const Row& row, const std::string& field) {
  auto at = row.find(field);
  return at == row.end() ? "" : at->second;
}

std::string each(const Rows& rows, const std::function<std::string(const Row&, size_t)>& one) {
  std::string out;
  for (size_t i = 0; i < rows.size(); ++i) out += one(rows[i], i);
  return out;
}

std::string items(const Rows& rows) {
  return "<ul>" +
         each(rows,
              [](const Row& r, size_t i) {
                return fmt::format("<li><a href=\"/i{}\">{}</a>", i, text(r, "title")) +
                       with(r, "author", " <span>", "</span>") + with(r, "price", " <b>", "</b>") +
                       with(r, "note", "<p>", "</p>") + "</li>";
              }) +
         "</ul>";
}

const std::map<std::string, Layout>& layouts() {
  static const std::map<std::string, Layout> kLayouts = {
      {"items", items},
      {"spans",
       [](const Rows& rows) {
         return "<div>" +
                each(rows,
                     [](const Row& r, size_t i) {
                       return fmt::format("<div><a href=\"/i{}\">{}</a>", i, text(r, "title")) +
                              with(r, "price", "<span>", "</span>") + with(r, "author", "<span>", "</span>") +
                              with(r, "note", "<span>", "</span>") + "</div>";
                     }) +
                "</div>";
       }},
      {"labels",
       [](const Rows& rows) {
         return "<div>" +
                each(rows,
                     [](const Row& r, size_t) {
                       return "<div><h3>" + text(r, "title") + "</h3>" +
                              with(r, "price", "<div>Price: ", "</div>") +
                              with(r, "author", "<div>Author: ", "</div>") +
                              with(r, "note", "<div>", "</div>") + "</div>";
                     }) +
                "</div>";
       }},
      {"table",
       [](const Rows& rows) {
         return "<table><tr><th>Name</th><th>Cost</th><th>Who</th><th>About</th></tr>" +
                each(rows,
                     [](const Row& r, size_t i) {
                       return fmt::format(
                           "<tr><td><a href=/{}>{}</a></td><td>{}</td><td>{}</td><td>{}</td></tr>", i,
                           text(r, "title"), r.count("price") ? text(r, "price") : "&nbsp;",
                           text(r, "author"), text(r, "note"));
                     }) +
                "</table>";
       }},
      {"cells with and without links",
       [](const Rows& rows) {
         return "<table>" +
                each(rows,
                     [](const Row& r, size_t i) {
                       const std::string title = text(r, "title");
                       return fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                                          i % 3 < 2 ? fmt::format("<a href=/{}>{}</a>", i, title) : title,
                                          text(r, "price"), text(r, "author"), text(r, "note"));
                     }) +
                "</table>";
       }},
      {"terms",
       [](const Rows& rows) {
         return "<dl>" +
                each(rows,
                     [](const Row& r, size_t i) {
                       return fmt::format("<dt><a href=/{}>{}</a></dt>", i, text(r, "title")) +
                              with(r, "author", "<dd>by ", "</dd>") + with(r, "price", "<dd>", "</dd>") +
                              with(r, "note", "<dd>", "</dd>");
                     }) +
                "</dl>";
       }},
      {"two rows a record",
       [](const Rows& rows) {
         return "<table>" +
                each(rows,
                     [](const Row& r, size_t i) {
                       return fmt::format(
                           "<tr><td colspan=2><a "
                           "href=/{}>{}</a></td></tr><tr><td>{}</td><td>{}</td><td>{}</td></tr>",
                           i, text(r, "title"), text(r, "price"), text(r, "author"), text(r, "note"));
                     }) +
                "</table>";
       }},
      {"lines",
       [](const Rows& rows) {
         return "<p>" +
                each(rows,
                     [](const Row& r, size_t i) {
                       return fmt::format("<a href=/{}>{}</a>", i, text(r, "title")) +
                              with(r, "author", " by <i>", "</i>") + with(r, "price", " <b>", "</b>") +
                              with(r, "note", " ", "") + "<br>";
                     }) +
                "</p>";
       }},
      {"sections",
       [](const Rows& rows) {
         std::string out;
         for (size_t i = 0; i < rows.size(); i += 4)
           out += fmt::format("<h2>Part {}</h2>", i / 4 + 1) +
                  items(Rows(rows.begin() + ptrdiff_t(i),
                             rows.begin() + ptrdiff_t(std::min(rows.size(), i + 4))));
         return out;
       }},
      {"cards",
       [](const Rows& rows) {
         return "<div class=grid>" +
                each(rows,
                     [](const Row& r, size_t i) {
                       return fmt::format("<div class=\"card n{}\"><div class=body><h4 class=t>{}</h4>", i,
                                          text(r, "title")) +
                              with(r, "price", "<span class=price>", "</span>") +
                              with(r, "author", "<span class=who>by ", "</span>") +
                              with(r, "note", "<p class=d>", "</p>") + "</div></div>";
                     }) +
                "</div>";
       }},
      {"headings",
       [](const Rows& rows) {
         return "<div>" +
                each(rows,
                     [](const Row& r, size_t) {
                       return "<h3>" + text(r, "title") + "</h3>" + with(r, "price", "<p>", "</p>") +
                              with(r, "author", "<p><i>", "</i></p>") + with(r, "note", "<p>", "</p>");
                     }) +
                "</div>";
       }},
  };
  return kLayouts;
}

std::string page_around(const std::string& list) {
  return "<html><head><title>x</title></head><body><div id=nav><a href=/a>Home</a> <a href=/b>About us</a> "
         "<a href=/c>Help</a></div>"
         "<h1>Results for amber</h1>" +
         list + "<div id=foot><a href=/p>Privacy</a> <a href=/t>Terms</a></div></body></html>";
}

DocumentPtr document(const std::string& html) {
  DocumentOptions options;
  options.name = "p.html";
  options.media_type = MediaType::html;
  return Document::from_bytes(html, options).value();
}

wrap::Record label_of(const Row& row) {
  wrap::Record record;
  for (const char* field : {"title", "price", "author", "note"})
    if (auto at = row.find(field); at != row.end()) {
      wrap::Value value;
      value.kind = wrap::Value::Kind::text;
      value.text = at->second;
      record.fields.push_back({field, value});
    }
  return record;
}

wrap::LabelledPage labelled(const std::string& html, std::vector<wrap::Record> records) {
  wrap::LabelledPage page;
  page.document = document(html);
  page.label.page = "p.html";
  page.label.records = std::move(records);
  return page;
}

Result<wrap::Learned> learn(const std::vector<wrap::LabelledPage>& pages) {
  Budget budget;
  return RowsLearner().learn(pages, {}, budget);
}

wrap::WrapperPtr learn_rows(const Layout& layout, const Rows& rows, size_t k) {
  std::vector<wrap::Record> records;
  for (size_t i = 0; i < k; ++i) records.push_back(label_of(rows[i]));
  auto learned = learn({labelled(page_around(layout(rows)), records)});
  return learned.ok() ? learned->wrapper : nullptr;
}

Rows rows_on(const wrap::Wrapper& wrapper, const std::string& html) {
  Rows out;
  const DocumentPtr page = document(html);
  const std::vector<wrap::Record> records = wrap::extract_all(wrapper, *page).value();
  for (const wrap::Record& record : records) {
    Row row;
    for (const wrap::Field& field : record.fields) row[field.name] = field.value.text;
    out.push_back(std::move(row));
  }
  return out;
}

std::string shown(const Rows& rows) {
  std::string out;
  for (const Row& row : rows) {
    for (const auto& [field, value] : row) out += field + "=" + value + "; ";
    out += "\n";
  }
  return out;
}

TEST(Rows, EveryLayoutIsExactFromOneTwoOrFiveRows) {
  for (const auto& [name, layout] : layouts())
    for (size_t k : {1, 2, 5})
      for (unsigned seed = 0; seed < 4; ++seed) {
        SCOPED_TRACE(fmt::format("{}, {} rows, seed {}", name, k, seed));
        Maker make(seed);
        const Rows first = make.rows(14, 2), second = make.rows(9, 2);
        const wrap::WrapperPtr wrapper = learn_rows(layout, first, k);
        ASSERT_TRUE(wrapper);
        EXPECT_EQ(shown(rows_on(*wrapper, page_around(layout(first)))), shown(first));
        EXPECT_EQ(shown(rows_on(*wrapper, page_around(layout(second)))), shown(second));
      }
}

// Whoever labels stopped too early in one of the rows: the others say what is meant.
TEST(Rows, OneLabelCutShortChangesNothing) {
  for (const auto& [name, layout] : layouts())
    for (size_t k : {2, 3})
      for (unsigned seed = 0; seed < 3; ++seed) {
        SCOPED_TRACE(fmt::format("{}, {} rows, seed {}", name, k, seed));
        const Rows rows = Maker(seed).rows(14, 3);
        Rows labels(rows.begin(), rows.begin() + long(k));
        std::string& note = labels.back()["note"];
        note.resize(note.find(' ', note.size() / 2));
        std::vector<wrap::Record> records;
        for (const Row& row : labels) records.push_back(label_of(row));
        const auto learned = learn({labelled(page_around(layout(rows)), records)});
        ASSERT_TRUE(learned.ok());
        EXPECT_EQ(shown(rows_on(*learned->wrapper, page_around(layout(rows)))), shown(rows));
      }
}

TEST(Rows, APageWithoutTheListGivesNothing) {
  for (const auto& [name, layout] : layouts()) {
    SCOPED_TRACE(name);
    const Rows rows = Maker(7).rows(12, 2);
    const wrap::WrapperPtr wrapper = learn_rows(layout, rows, 2);
    ASSERT_TRUE(wrapper);
    EXPECT_EQ(shown(rows_on(*wrapper, page_around("<p>Nothing was found.</p>"))), "");
  }
}

// What happens to one record leaves all others as they were.
TEST(Rows, WhatIsGoneFromOneRecordChangesNoOther) {
  for (const auto& [name, layout] : layouts())
    for (unsigned seed = 0; seed < 2; ++seed) {
      Maker make(seed + 20);
      const Rows rows = make.rows(12, 3);
      const wrap::WrapperPtr wrapper = learn_rows(layout, rows, 2);
      ASSERT_TRUE(wrapper) << name;
      for (const char* field : {"price", "author", "note"})
        for (size_t i : {0u, 5u, 11u}) {
          SCOPED_TRACE(fmt::format("{}, seed {}: {} of row {}", name, seed, field, i));
          Rows less = rows;
          less[i].erase(field);
          EXPECT_EQ(shown(rows_on(*wrapper, page_around(layout(less)))), shown(less));
        }
    }
}

TEST(Rows, AppendedRowsAndCutPagesChangeNoOther) {
  for (const auto& [name, layout] : layouts()) {
    SCOPED_TRACE(name);
    Maker make(31);
    const Rows rows = make.rows(12, 3);
    const wrap::WrapperPtr wrapper = learn_rows(layout, rows, 2);
    ASSERT_TRUE(wrapper);
    Rows more = rows;
    for (const Row& row : make.rows(5, 0)) more.push_back(row);
    EXPECT_EQ(shown(rows_on(*wrapper, page_around(layout(more)))), shown(more));
    const Rows fewer(rows.begin(), rows.begin() + 6);
    EXPECT_EQ(shown(rows_on(*wrapper, page_around(layout(fewer)))), shown(fewer));
  }
}

TEST(Rows, TheFileSaysAll) {
  for (const auto& [name, layout] : layouts()) {
    SCOPED_TRACE(name);
    Maker make(5);
    const Rows first = make.rows(12, 2), second = make.rows(7, 1);
    const wrap::WrapperPtr wrapper = learn_rows(layout, first, 2);
    ASSERT_TRUE(wrapper);
    wrap::Registry registry;
    register_family(registry);
    auto loaded = wrap::parse_wrapper(wrap::format_wrapper(*wrapper), "w", registry);
    ASSERT_TRUE(loaded.ok()) << loaded.error().to_string();
    for (const Rows& rows : {first, second})
      EXPECT_EQ(shown(rows_on(*loaded->wrapper, page_around(layout(rows)))),
                shown(rows_on(*wrapper, page_around(layout(rows)))));
    EXPECT_EQ(wrap::format_wrapper(*loaded->wrapper), wrap::format_wrapper(*wrapper));
  }
}

TEST(Rows, ColumnsAreFoundByTheirHeader) {
  auto table = [](const Rows& rows, std::vector<std::string> order) {
    std::string out = "<table><tr>";
    for (const std::string& field : order) out += "<th>" + field + "</th>";
    out += "</tr>";
    for (const Row& row : rows) {
      out += "<tr>";
      for (const std::string& field : order)
        out += "<td>" + (field == "stock" ? std::string("12") : text(row, field)) + "</td>";
      out += "</tr>";
    }
    return page_around(out + "</table>");
  };
  const Rows rows = Maker(3).rows(10, 3);
  std::vector<wrap::Record> records{label_of(rows[0]), label_of(rows[1])};
  auto learned = learn({labelled(table(rows, {"title", "price", "author", "note"}), records)});
  ASSERT_TRUE(learned.ok());
  for (const std::vector<std::string>& order : {std::vector<std::string>{"title", "price", "author", "note"},
                                                {"note", "author", "title", "price"},
                                                {"title", "stock", "author", "price", "note"}})
    EXPECT_EQ(shown(rows_on(*learned->wrapper, table(rows, order))), shown(rows));
}

TEST(Rows, ListsKeepEqualValuesAndAreAlwaysLists) {
  auto page = [](std::vector<std::vector<std::string>> all) {
    std::string out = "<ul class=all>";
    for (size_t i = 0; i < all.size(); ++i) {
      out += fmt::format("<li><h3>Cake {}</h3><p>", i + 1);
      for (const std::string& item : all[i]) out += "<i>" + item + "</i> ";
      out += "</p></li>";
    }
    return page_around(out + "</ul>");
  };
  const std::vector<std::vector<std::string>> all = {
      {"1 tsp. vanilla", "2 eggs", "1 tsp. vanilla"}, {"flour", "milk"}, {"rice"}, {}};
  std::vector<wrap::Record> records;
  for (size_t i = 0; i < 2; ++i) {
    wrap::Record record;
    wrap::Value title;
    title.kind = wrap::Value::Kind::text;
    title.text = fmt::format("Cake {}", i + 1);
    record.fields.push_back({"title", title});
    std::vector<wrap::Value> values;
    for (const std::string& item : all[i]) {
      values.push_back(title);
      values.back().text = item;
    }
    record.fields.push_back({"needs", wrap::Value::make_list(values)});
    records.push_back(record);
  }
  auto learned = learn({labelled(page(all), records)});
  ASSERT_TRUE(learned.ok()) << learned.error().to_string();
  const DocumentPtr there = document(page(all));
  const std::vector<wrap::Record> got = wrap::extract_all(*learned->wrapper, *there).value();
  ASSERT_EQ(got.size(), 4u);
  for (size_t i = 0; i < 3; ++i) {
    const wrap::Value* value = got[i].find("needs");
    ASSERT_TRUE(value && value->is_list());
    std::vector<std::string> texts;
    for (const wrap::Value& item : value->items) texts.push_back(item.text);
    EXPECT_EQ(texts, all[i]);
  }
  EXPECT_EQ(got[3].find("needs"), nullptr);
}

TEST(Rows, ValuesAreReadAcrossElements) {
  std::string html = "<ul>";
  for (int i = 0; i < 6; ++i)
    html += fmt::format("<li><b>Lamp {}</b> <span class=p>$<b>1{}</b><sup>.9{}</sup></span></li>",
                        char('A' + i), i, i);
  html = page_around(html + "</ul>");
  Row row{{"title", "Lamp A"}, {"price", "$10.90"}};
  auto learned = learn({labelled(html, {label_of(row)})});
  ASSERT_TRUE(learned.ok());
  const Rows got = rows_on(*learned->wrapper, html);
  ASSERT_EQ(got.size(), 6u);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(got[size_t(i)].at("price"), fmt::format("$1{}.9{}", i, i));
}

TEST(Rows, WhatIsMarkedAsNoValueIsNotGiven) {
  std::string html = "<div>";
  for (int i = 0; i < 8; ++i)
    html +=
        fmt::format("<div class=\"{}\"><h3>Thing {}</h3><b>${}.50</b>{}</div>", i % 4 == 3 ? "row ad" : "row",
                    char('A' + i), i + 2, i % 4 == 3 ? "<i>Sponsored</i>" : "");
  html = page_around(html + "</div>");
  wrap::LabelledPage page = labelled(html, {label_of({{"title", "Thing A"}, {"price", "$2.50"}}),
                                            label_of({{"title", "Thing B"}, {"price", "$3.50"}})});
  wrap::Value none;
  none.kind = wrap::Value::Kind::text;
  none.text = "Thing D";
  page.label.negative.push_back(none);
  page.label.negative_field.push_back("");
  auto learned = learn({page});
  ASSERT_TRUE(learned.ok()) << learned.error().to_string();
  std::set<std::string> titles;
  for (const Row& row : rows_on(*learned->wrapper, html)) titles.insert(row.at("title"));
  EXPECT_EQ(titles,
            (std::set<std::string>{"Thing A", "Thing B", "Thing C", "Thing E", "Thing F", "Thing G"}));
}

TEST(Rows, ANullSaysThatTheRecordLacksTheField) {
  std::string html = "<ul>";
  for (int i = 0; i < 8; ++i)
    html += fmt::format("<li><b>Thing {}</b> <span class={}>${}.50</span></li>", char('A' + i),
                        i % 2 ? "was" : "now", i + 2);
  html = page_around(html + "</ul>");
  wrap::Record lacks = label_of({{"title", "Thing B"}});
  lacks.fields.push_back({"price", {}});
  lacks.fields.back().value.kind = wrap::Value::Kind::null;
  auto learned = learn({labelled(html, {label_of({{"title", "Thing A"}, {"price", "$2.50"}}), lacks})});
  ASSERT_TRUE(learned.ok()) << learned.error().to_string();
  const Rows got = rows_on(*learned->wrapper, html);
  ASSERT_EQ(got.size(), 8u);
  for (size_t i = 0; i < 8; ++i) EXPECT_EQ(got[i].count("price"), i % 2 ? 0u : 1u) << i;
}

TEST(Rows, OnAPageLabelledWholeOtherNodesAreNone) {
  auto list = [](int n) {
    std::string html = "<ul>";
    for (int i = 0; i < n; ++i)
      html += i % 4 == 3 ? "<li><b>Win a teapot</b> <i>$0.00</i> <em>Sponsored</em></li>"
                         : fmt::format("<li><b>Thing {}</b> <i>${}.50</i></li>", char('A' + i), i + 2);
    return page_around(html + "</ul>");
  };
  std::vector<wrap::Record> records;
  for (int i = 0; i < 8; ++i)
    if (i % 4 != 3)
      records.push_back(label_of(
          {{"title", fmt::format("Thing {}", char('A' + i))}, {"price", fmt::format("${}.50", i + 2)}}));
  wrap::LabelledPage page = labelled(list(8), records);
  page.label.complete = true;
  auto learned = learn({page});
  ASSERT_TRUE(learned.ok()) << learned.error().to_string();
  for (int n : {8, 12}) {
    const Rows got = rows_on(*learned->wrapper, list(n));
    EXPECT_EQ(got.size(), size_t(n - n / 4));
    for (const Row& row : got) EXPECT_NE(row.at("title"), "Win a teapot");
  }
}

TEST(Rows, AttributesAreValues) {
  std::string html = "<ul>";
  for (int i = 0; i < 6; ++i)
    html += fmt::format("<li><a href=\"/thing/{}\">Thing {}</a> <b>${}.50</b></li>", 100 + i, char('A' + i),
                        i + 2);
  html = page_around(html + "</ul>");
  wrap::Record record = label_of({{"title", "Thing A"}, {"price", "$2.50"}});
  wrap::Value link;
  link.kind = wrap::Value::Kind::text;
  link.text = "/thing/100";
  const uint32_t at = uint32_t(html.find("/thing/100"));
  link.span = Span{at, at + 10};
  record.fields.push_back({"link", link});
  auto learned = learn({labelled(html, {record})});
  ASSERT_TRUE(learned.ok()) << learned.error().to_string();
  const Rows got = rows_on(*learned->wrapper, html);
  ASSERT_EQ(got.size(), 6u);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(got[size_t(i)].at("link"), fmt::format("/thing/{}", 100 + i));
}

}  // namespace
}  // namespace gleaner::rows
