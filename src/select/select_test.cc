// Selector wrappers: records, nested records, types, explanations, files that are wrong, and budgets.
#include "select/select.h"

#include <gtest/gtest.h>

#include "wrap/label.h"
#include "wrap/wrapper_file.h"

namespace gleaner::select {
namespace {

wrap::Registry registry() {
  wrap::Registry made;
  register_family(made);
  return made;
}

Result<wrap::WrapperFile> wrapper(const std::string& body) {
  return wrap::parse_wrapper("format = 1\nkind = \"selector\"\n" + body, "x.wrapper", registry());
}

DocumentPtr page(std::string bytes) {
  DocumentOptions options;
  options.name = "p.html";
  options.url = "http://a.org/list/";
  options.media_type = MediaType::html;
  return *Document::from_bytes(std::move(bytes), options);
}

const char* const kShop =
    "<title>Shop &amp; Co</title><ul><li class=product><h3><a href='/p/1?a=1&amp;b=2'>Cup,\n "
    "<b>large</b></a></h3>"
    "<span class=price>EUR 6.90 <s>EUR 8</s></span><i class=tag>red</i><i class=tag>new</i>"
    "<table><tr class=offer><td>A</td><td>7.10</td></tr><tr class=offer><td>B</td></tr></table></li>"
    "<li class=product data-id=17><h3><a>Saucer</a></h3><span class=price></span></li></ul>";

std::string extracted(const std::string& body, const std::string& html) {
  auto loaded = wrapper(body);
  if (!loaded.ok()) return loaded.error().to_string();
  const DocumentPtr document = page(html);
  auto records = wrap::extract_all(*loaded->wrapper, *document);
  if (!records.ok()) return records.error().to_string();
  // Every value is where it says it is.
  std::string made;
  for (const wrap::Record& record : *records) {
    for (const wrap::Field& field : record.fields) {
      wrap::for_each_leaf(
          field.value,
          [&](const std::string& path, const wrap::Value& value) {
            made += path + "=" + value.text + "[" + std::string(document->text(*value.span)) + "] ";
          },
          field.name);
      if (field.value.kind == wrap::Value::Kind::null) made += field.name + "=null ";
    }
    made += "; ";
  }
  return made;
}

// As XML: case, prefixes, CDATA and empty elements, each value where it stands.
TEST(Select, Xml) {
  EXPECT_EQ(
      extracted(
          "record = { xpath = \"//book\" }\n[fields]\ntitle = { xpath = \"title\" }\nprice = { xpath = \"price\" }\n"
          "note = { xpath = \"x:note\" }\nyear = { xpath = \"@year\" }\nfirst = { xpath = \"title\", regex = '^(\\w+)' }\n",
          "<?xml version='1.0'?><bib xmlns:x='urn:x'><book year='1999'><title>A &amp; <![CDATA[<raw>]]></title><price/>"
          "<x:note>n1</x:note></book><Book><title>B</title></Book><book><title>Cee dee</title></book></bib>"),
      "title=A & <raw>[A &amp; <![CDATA[<raw>] price=null note=n1[n1] year=1999[1999] first=A[A &amp; <![CDATA[<raw>] ; "
      "title=Cee dee[Cee dee] first=Cee[Cee] ; ");
}

TEST(Select, FieldsOfEachRecord) {
  EXPECT_EQ(
      extracted("record = \"li.product\"\n[fields]\nname = \"h3 a\"\n"
                "link = { css = \"h3 a\", attribute = \"href\", type = \"url\" }\n"
                "price = { xpath = \".//span[@class='price']\", regex = 'EUR ([0-9.]+)', type = \"money\" }\n"
                "raw = \".price\"\n"
                "tags = { css = \".tag\", list = true }\nid = { attribute = \"data-id\" }\n",
                kShop),
      "name=Cup, large[Cup,\n <b>large] link=/p/1?a=1&b=2[/p/1?a=1&amp;b=2] price=6.90[6.90] "
      "raw=EUR 6.90 EUR 8[EUR 6.90 <s>EUR 8] tags=red[red] tags=new[new] ; name=Saucer[Saucer] raw=null "
      "id=17[17] ; ");
}

TEST(Select, NestedRecords) {
  EXPECT_EQ(
      extracted("record = \"li.product\"\n[fields.offers]\ncss = \"tr.offer\"\nlist = "
                "true\n[fields.offers.fields]\n"
                "seller = \"td:nth-child(1)\"\ncost = { css = \"td:nth-child(2)\", type = \"number\" }\n",
                kShop),
      "offers.seller=A[A] offers.cost=7.10[7.10] offers.seller=B[B] ; ; ");
}

TEST(Select, ThePageAsOneRecord) {
  EXPECT_EQ(extracted("[fields]\ntitle = \"title\"\nhref = { xpath = \"//a/@href\" }\ntext = { xpath = "
                      "\"//h3/a/text()\" }\n"
                      "all = { css = \".price\", regex = '[0-9]+', list = true }\n",
                      kShop),
            "title=Shop & Co[Shop &amp; Co] href=/p/1?a=1&b=2[/p/1?a=1&amp;b=2] text=Cup,[Cup,] "
            "all=6[6] all=90[90] all=8[8] ; ");
  EXPECT_EQ(extracted("[fields]\nx = \".none\"\n", kShop), "");
  EXPECT_EQ(extracted("[fields]\nx = \".none\"\n", ""), "");
}

TEST(Select, TypesAreReadBesideTheText) {
  auto loaded = wrapper(
      "record = \"li\"\n[fields]\nlink = { css = \"a\", attribute = \"href\", type = \"url\" }\n"
      "price = { css = \".price\", regex = 'EUR [0-9.]+', type = \"money\" }\n");
  ASSERT_TRUE(loaded.ok()) << loaded.error().to_string();
  auto records = wrap::extract_all(*loaded->wrapper, *page(kShop));
  EXPECT_EQ((*records)[0].find("link")->typed->normal, "http://a.org/p/1?a=1&b=2");
  EXPECT_EQ((*records)[0].find("price")->typed->number, 6.9);
  EXPECT_EQ((*records)[0].find("price")->typed->normal, "EUR");
  EXPECT_EQ((*records)[1].find("price"), nullptr);
}

TEST(Select, SaysWhyInWords) {
  auto loaded = wrapper("record = \"li\"\n[fields]\nname = \"a\"\nx = \".none\"\n");
  const DocumentPtr document = page(kShop);
  auto records = wrap::extract_all(*loaded->wrapper, *document);
  EXPECT_EQ(loaded->wrapper->explain(*document, &(*records)[0], "name").words, "text of the first of a");
  EXPECT_FALSE(loaded->wrapper->explain(*document, &(*records)[0], "x").failed.empty());
}

TEST(Select, WritesAndReadsBack) {
  const std::string body =
      "record = \"li.product\"\n[fields]\nname = \"h3 a\"\nprice = { xpath = \".//b\", regex = '\\d+', type "
      "= \"money\" }\n"
      "tags = { css = \".tag\", list = true }\n[fields.offers]\ncss = \"tr\"\nlist = "
      "true\n[fields.offers.fields]\nx = \"td\"\n";
  auto first = wrapper(body);
  ASSERT_TRUE(first.ok()) << first.error().to_string();
  const std::string text = wrap::format_wrapper(*first->wrapper);
  auto second = wrap::parse_wrapper(text, "x", registry());
  ASSERT_TRUE(second.ok()) << second.error().to_string() << text;
  EXPECT_EQ(wrap::format_wrapper(*second->wrapper), text);
}

TEST(Select, BadWrappersSayLineKeyAndColumn) {
  struct Bad {
    const char* body;
    uint32_t line;
    const char* says;
  };
  const Bad bad[] = {
      {"", 1, "fields"},
      {"[fields]\n", 3, "fields"},
      {"[fields]\nname = \"h3 >> a[\"\n", 4, "column"},
      {"[fields]\nname = { xpath = \"//a[\" }\n", 4, "column"},
      {"[fields]\nname = { css = \"a\", regex = '(' }\n", 4, "column"},
      {"[fields]\nname = { css = \"a\", xpath = \"//a\" }\n", 4, "both"},
      {"[fields]\nname = { css = \"a\", type = \"colour\" }\n", 4, "colour"},
      {"[fields]\nname = { cs = \"a\" }\n", 4, "cs"},
      {"[fields]\nname = 3\n", 4, "name"},
      {"record = 3\n[fields]\nname = \"a\"\n", 3, "record"},
      {"record = \"li[\"\n[fields]\nname = \"a\"\n", 3, "record"},
      {"[fields.o]\ncss = \"a\"\ntype = \"number\"\n[fields.o.fields]\nx = \"b\"\n", 6, "nested"},
  };
  for (const Bad& one : bad) {
    auto loaded = wrapper(one.body);
    ASSERT_FALSE(loaded.ok()) << one.body;
    EXPECT_EQ(loaded.error().where.line, one.line) << one.body << loaded.error().to_string();
    EXPECT_NE(loaded.error().to_string().find(one.says), std::string::npos) << loaded.error().to_string();
    EXPECT_EQ(loaded.error().code, Code::bad_input);
  }
}

TEST(Select, ABudgetEndsWithANote) {
  auto loaded = wrapper("record = \"li\"\n[fields]\nname = \"a\"\nprice = \".price\"\n");
  BudgetLimits limits;
  limits.steps = 3;
  Budget budget(limits);
  wrap::RecordList list;
  auto scratch = loaded->wrapper->make_scratch();
  ASSERT_TRUE(loaded->wrapper->extract(*page(kShop), *scratch, list, budget).ok());
  EXPECT_EQ(list.notes.size(), 1u);
  EXPECT_EQ(list.records.size(), 1u);
  EXPECT_TRUE(list.records[0].partial);
}

}  // namespace
}  // namespace gleaner::select
