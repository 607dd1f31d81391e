// Every grammar printed in the paper, as printed (comments included), gives what the paper says.
#include <gtest/gtest.h>

#include "script/parser.h"
#include "script/source_parser.h"

namespace gleaner::script {
namespace {

struct Ran {
  std::string printed;
  std::vector<std::pair<std::string, std::string>> fields;  // of all records, in order
  std::vector<std::string> skipped;
  bool matched = false;
};

void flatten(const std::vector<wrap::Field>& fields, Ran& into) {
  for (const wrap::Field& f : fields) {
    if (f.value.is_text()) into.fields.emplace_back(f.name, f.value.text);
    for (const wrap::Value& item : f.value.items) {
      if (item.is_text()) into.fields.emplace_back(f.name, item.text);
      flatten(item.fields, into);
    }
    flatten(f.value.fields, into);
  }
}

Ran run(const std::string& grammar, const std::string& source, const std::string& rule = "") {
  Ran ran;
  auto script = parse_script(grammar, "paper.gln");
  EXPECT_TRUE(script.ok()) << script.error().to_string();
  if (!script.ok()) return ran;
  Budget budget;
  RunOptions options;
  options.out = [&](std::string_view text) { ran.printed += text; };
  Interpreter interpreter(*script, options, budget);
  SourceOptions how;
  how.on_record = [&](wrap::Record&& record) {
    flatten(record.fields, ran);
    return true;
  };
  how.on_skip = [&](grammar::Range r) { ran.skipped.push_back(source.substr(r.begin, r.end - r.begin)); };
  const uint32_t index = rule.empty() ? default_rule((*script)->grammar) : (*script)->grammar.index_of(rule);
  SourceParser parser(interpreter, index, how);
  auto fed = parser.whole(source);
  EXPECT_TRUE(fed.ok());
  auto outcome = parser.finish();
  EXPECT_TRUE(outcome.ok());
  ran.matched = outcome.ok() && outcome->kind == grammar::Outcome::Kind::matched;
  return ran;
}

using Fields = std::vector<std::pair<std::string, std::string>>;

TEST(Paper, DatesOfSection31) {
  Ran ran = run(R"(
rule day is [0-9]+ end
rule month is [0-9]+ end
rule year is [0-9]+ end

rule date is
  month() '/' day() '/' year()
end

rule dates is
(
  .+ // skip anything which is not a date
  | date()
)+
end
)",
                "from 4/7/98 to 12/25/97.");
  EXPECT_TRUE(ran.matched);
  EXPECT_TRUE(ran.skipped.empty());
}

TEST(Paper, DatesToXmlOfSection33) {
  Ran ran = run(R"(
rule day is [0-9]+ end
rule month is [0-9]+ end
rule year is [0-9]+ end

rule date : res
  // declares res as result variable
is
  m=month() '/' d=day() '/' y=year()
  // assign matched data portions
  // to variables m,d,y
do
  // definition of result in code block
  res = xml_element("date");
  res.addChild(xml_element("month",m));
  res.addChild(xml_element("year",y));
  res.addChild(xml_element("day",d));
end
end

rule dates is
(
  .+ // skip anything which is not a date
|
  list += date()
  // rule variable list holds
  // a sequence of XML 'date' elements
  // returned by rule date.
)+
do
  res = xml_element("dates");
  res.addChild(list);
  res.prettyPrint();
end
end
)",
                "The offer of 4/7/98 ends on 12/25/97.");
  EXPECT_TRUE(ran.matched);
  EXPECT_EQ(ran.printed,
            "<dates>\n"
            "  <date>\n    <month>4</month>\n    <year>98</year>\n    <day>7</day>\n  </date>\n"
            "  <date>\n    <month>12</month>\n    <year>97</year>\n    <day>25</day>\n  </date>\n"
            "</dates>\n");
}

constexpr const char* kAddress = R"(
rule streetname is [A-Z][a-z]+ ' ' end
rule cityname is [A-Z][a-z]+ end
rule address is
  // ... - some rules omitted for simplicity
  s = streetname()
  (
    accept
      n = [0-9]+ // pattern for street numbers
      if $$ .length < 5;
  )?
  .* // skip non relevant characters
  (
    accept
      z = [0-9]+ // same pattern for zipcode
      if $$ .length == 5;
  )?
  .* // skip non relevant characters
  c = cityname()
end
)";

TEST(Paper, AddressWithPredicates) {
  EXPECT_EQ(run(kAddress, "Dolivostr 15, 64293 Darmstadt").fields,
            (Fields{{"s", "Dolivostr "}, {"n", "15"}, {"z", "64293"}, {"c", "Darmstadt"}}));
  EXPECT_EQ(run(kAddress, "Dolivostr 64293 Darmstadt").fields,
            (Fields{{"s", "Dolivostr "}, {"z", "64293"}, {"c", "Darmstadt"}}));
  EXPECT_EQ(run(kAddress, "Dolivostr 15, Darmstadt").fields,
            (Fields{{"s", "Dolivostr "}, {"n", "15"}, {"c", "Darmstadt"}}));
}

TEST(Paper, LiteralBeatsAny) {
  EXPECT_EQ(run("strict rule r is 'a' (l += 'b' | m += .)+ end", "abb").fields,
            (Fields{{"l", "b"}, {"l", "b"}}));
}

TEST(Paper, NumbersVersusAnything) {
  EXPECT_EQ(run("rule r is (num=[0-9]+ | .+)* end", "a1b22c").fields, (Fields{{"num", "22"}}));
  EXPECT_EQ(run("rule r is (num+=[0-9]+ | .+)* end", "a1b22c").fields, (Fields{{"num", "1"}, {"num", "22"}}));
}

TEST(Paper, BacktrackingExampleIsLinear) {
  const std::string source = std::string(200'000, 'a') + "$";
  EXPECT_EQ(run("strict rule r is x = (('a' | [a-z] | [a-z0-9])+) | y = .* end", source).fields,
            (Fields{{"y", source}}));
}

// Section 3: the second line has a word between price and quantity that nobody announced.
TEST(Paper, ArticleListWithIrregularLine) {
  Ran ran = run(R"(
rule blanks is [\t]+ end
rule number is [0-9]+ end
rule article is name=[^\t\n]+ blanks() price=number() blanks() quantity=number() '\n' end
rule articles is 'The following articles are on stock (4/7/98):\n\nArticle\tPrice/$\tQuantity\n' (list += article())+ end
)",
                "The following articles are on stock (4/7/98):\n\nArticle\tPrice/$\tQuantity\n"
                "Psion Computer\t560\t23\n8MB memory\t100 bargain!\t15\n");
  EXPECT_EQ(ran.fields, (Fields{{"name", "Psion Computer"},
                                {"price", "560"},
                                {"quantity", "23"},
                                {"name", "8MB memory"},
                                {"price", "100"},
                                {"quantity", "15"}}));
  EXPECT_EQ(ran.skipped, (std::vector<std::string>{" bargain!"}));
}

constexpr const char* kArticles = R"(
rule Article is
  '<B>'   code = ('MP' .*)
  '</B>'  description = .*
  '<B>'   price = ('$'[0-9.]+)
do
  println(
    "<Article>",
    "<Code>", code, "</Code>",
    "<Price>", price, "</Price>",
    "<Description>", description,
    "</Description></Article>"
  );
end
end

rule ArticleList is
do
  println("<ArticleList>");
end
(list += Article())+
do
  println("</ArticleList>");
end
end
)";

TEST(Paper, ArticlesOfSection5) {
  Ran ran =
      run(kArticles,
          "<html><img src=x><B>New!</B> look<br><B>MP-100</B> Psion 5 <B>$560.00</B> order <form>..</form>\n"
          "<I>text</I> <B>MP-200</B> 8MB flash, <i>fast</i> <B>$99</B></html>");
  EXPECT_EQ(
      ran.printed,
      "<ArticleList>\n"
      "<Article><Code>MP-100</Code><Price>$560.00</Price><Description> Psion 5 </Description></Article>\n"
      "<Article><Code>MP-200</Code><Price>$99</Price><Description> 8MB flash, <i>fast</i> "
      "</Description></Article>\n"
      "</ArticleList>\n");
}

TEST(Paper, NothingIsPrintedWhenNothingMatches) {
  Ran ran = run(kArticles, "<html>nothing for sale</html>");
  EXPECT_FALSE(ran.matched);
  EXPECT_EQ(ran.printed, "");
}

TEST(Paper, AnyRuleIsAnEntry) {
  EXPECT_TRUE(run("rule a is x=[0-9]+ end rule b is y=a() end", "42", "a").matched);
  EXPECT_EQ(run("rule a is x=[0-9]+ end rule b is y=a() end", "42", "a").fields, (Fields{{"x", "42"}}));
}

// Section 4.4: a predicate on every span, and a rule that calls itself from every position.
TEST(Paper, ExplosiveExamplesStayBounded) {
  EXPECT_EQ(run("strict rule r is .* accept v = .* if $$ == \"needle\"; .* end",
                std::string(60, 'x') + "needle" + "yy")
                .fields,
            (Fields{{"v", "needle"}}));
  auto script = parse_script("rule call_me_often is .+ call_me_often() end", "g");
  ASSERT_TRUE(script.ok());
  Budget budget;
  Interpreter interpreter(*script, {}, budget);
  SourceParser parser(interpreter, 0, {});
  const std::string source(1'000'000, 'x');
  ASSERT_TRUE(parser.whole(source).ok());
  EXPECT_EQ((*parser.finish()).kind, grammar::Outcome::Kind::failed);
  EXPECT_LT(parser.scanner().statistics().states, 10u);
}

TEST(Paper, StrictHasNoFallback) {
  EXPECT_TRUE(run("rule r is 'a' 'b' end", "xaybz").matched);
  EXPECT_EQ(run("rule r is 'a' 'b' end", "xaybz").skipped, (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_FALSE(run("strict rule r is 'a' 'b' end", "xaybz").matched);
  EXPECT_TRUE(run("strict rule r is 'a' 'b' end", "ab").matched);
}

// Without prune the second alternative is still alive when the first fails at the end.
TEST(Paper, PruneDropsTheLessSpecific) {
  EXPECT_TRUE(run("strict rule r is 'a' .* 'z' | .* end", "abc").matched);
  EXPECT_FALSE(run("strict rule r is 'a' prune .* 'z' | .* end", "abc").matched);
  EXPECT_TRUE(run("strict rule r is 'a' prune .* 'z' | .* end", "abz").matched);
}

}  // namespace
}  // namespace gleaner::script
