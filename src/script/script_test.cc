// The language: statements, values, errors, queries.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "base/seed_test.h"
#include "base/temp_folder_test.h"
#include "page/load.h"
#include "script/interpreter.h"
#include "script/parser.h"
#include "store/duckdb.h"
#include "store/record_file.h"

namespace gleaner::script {
namespace {

std::string run(const std::string& source, RunOptions options = {}, BudgetLimits limits = {}) {
  std::string printed;
  auto script = parse_script(source, "t.gln");
  if (!script.ok()) return "parse: " + script.error().to_string();
  Budget budget(limits);
  options.out = [&](std::string_view text) { printed += text; };
  Interpreter interpreter(*script, options, budget);
  auto value = interpreter.run();
  return value.ok() ? printed : printed + "error: " + value.error().to_string();
}

TEST(Script, Statements) {
  EXPECT_EQ(run("x = 1; while x < 10 do x = x * 2; end println(x);"), "16\n");
  EXPECT_EQ(run("s = 0; for i in range(5) do if i == 3 then continue; end s += i; end println(s);"), "7\n");
  EXPECT_EQ(run("for i in range(9) do if i > 2 then break; end print(i); end"), "012");
  EXPECT_EQ(run("x = 5; if x > 9 then println(\"big\"); elseif x > 3 then println(\"mid\"); else "
                "println(\"small\"); end"),
            "mid\n");
  EXPECT_EQ(run("function f(n) if n < 2 then return n; end return f(n-1) + f(n-2); end println(f(15));"),
            "610\n");
  EXPECT_EQ(run("function add(n) return function(x) return x + n; end; end g = add(5); println(g(2));"),
            "7\n");
  EXPECT_EQ(run("try throw \"oops\"; catch e println(\"caught \" + e); end"), "caught oops\n");
  EXPECT_EQ(run("try x = null; println(x.y); catch e println(e); end"), "null has no field y\n");
}

TEST(Script, Values) {
  EXPECT_EQ(run("println([1, \"two\", {a: 3}].json());"), "[1, \"two\", {\"a\": 3}]\n");
  EXPECT_EQ(
      run("r = {a: 1}; r.b = 2; r[\"c\"] = [3]; r.c.add(4); println(r); println(fields(r).join(\" \"));"),
      "{\"a\": 1, \"b\": 2, \"c\": [3, 4]}\na b c\n");
  EXPECT_EQ(run("println(\" a b \".trim().split(\" \").length, \"héé\".length, \"héé\".slice(1, 2), "
                "\"a-b\".replace(\"-\", \"+\"));"),
            "23éa+b\n");
  EXPECT_EQ(run("println(typeof(1), typeof(\"\"), typeof(null), typeof([]), typeof({}), typeof(println));"),
            "numbertextnulllistrecordfunction\n");
  EXPECT_EQ(run("println(0.1 + 0.2, \" \", 7 / 2, \" \", 7 % 3, \" \", -7 % 3, \" \", 1e20);"),
            "0.30000000000000004 3.5 1 2 1e+20\n");
  EXPECT_EQ(run("println([3, 1, 2].sort().json(), [1, 2, 3].map(function(x) return x * x; end).json());"),
            "[1, 2, 3][1, 4, 9]\n");
}

TEST(Script, Documents) {
  EXPECT_EQ(run("d = html(\"<title>T</title><a href=x>one</a><a href=y>two</a>\"); "
                "println(d.title, d.css(\"a\").map(function(a) return a.href + \"=\" + a.text; end).json(), "
                "d.xpath(\"//a/@href\").json());"),
            "T[\"x=one\", \"y=two\"][\"x\", \"y\"]\n");
}

TEST(Script, Rules) {
  EXPECT_EQ(run("rule date is y=[0-9]+ '-' m=[0-9]+ end d = date(\"2024-05\"); println(d.y, \"/\", d.m, \" "
                "\", d);"),
            "2024/05 2024-05\n");
  EXPECT_EQ(run("strict rule n is [0-9]+ end println(\"12\".matches(n), \"x\".matches(n));"), "truefalse\n");
  EXPECT_EQ(run("rule all is (l += w() | .)* end strict rule w is [a-z]+ end for x in all(\"ab, cd\").l do "
                "print(x.begin, x, \" \"); end"),
            "0ab 4cd ");
}

TEST(Script, Queries) {
  const std::string data =
      "shop = [{n: \"cup\", p: 5, k: 1}, {n: \"pot\", p: 20, k: 2}, {n: \"pan\", p: 15, k: 2}]; kinds = [{k: "
      "1, name: \"small\"}, {k: 2, name: \"big\"}];";
  EXPECT_EQ(run(data + "println(select s.n from s in shop where s.p > 10 order by s.p);"),
            "[\"pan\", \"pot\"]\n");
  EXPECT_EQ(run(data + "println(select s.n as item, k.name as size from s in shop, k in kinds where s.k == "
                       "k.k order by item);"),
            "[{\"item\": \"cup\", \"size\": \"small\"}, {\"item\": \"pan\", \"size\": \"big\"}, {\"item\": "
            "\"pot\", \"size\": \"big\"}]\n");
  EXPECT_EQ(
      run(data + "println(select k, count(*) as n, max(p) as dearest from shop group by k order by 2 desc);"),
      "[{\"k\": 2, \"n\": 2, \"dearest\": 20}, {\"k\": 1, \"n\": 1, \"dearest\": 5}]\n");
  EXPECT_EQ(run(data + "println(select * from shop where n like \"p%\" limit 1);"),
            "[{\"n\": \"pot\", \"p\": 20, \"k\": 2}]\n");
  EXPECT_EQ(run(data + "println(select count(*) from shop where p > 100);"), "[{\"count\": 0}]\n");
  EXPECT_EQ(
      run(data + "view dear is select s from s in shop where s.p >= 15; println(select d.n from d in dear);"),
      "[\"pot\", \"pan\"]\n");
  EXPECT_EQ(run(data + "println(select sum(s.p) as t from s in shop group by s.k having count(*) > 1);"),
            "[{\"t\": 35}]\n");
  EXPECT_EQ(run(data + "println(select s.k as k, count(*) as n from s in shop group by s.k having n > 1 and "
                       "min(s.p) < 20 order by max(s.p));"),
            "[{\"k\": 2, \"n\": 2}]\n");
}

// Values are compared as they are.
TEST(Script, ValuesAsTheyAre) {
  EXPECT_EQ(run("println(select z, count(*) as n from csv(\"z\\n01234\\n1234\") group by z);"),
            "[{\"z\": \"01234\", \"n\": 1}, {\"z\": \"1234\", \"n\": 1}]\n");
  EXPECT_EQ(run("println(csv(\"a;b;c\\n1;;x\\n-2.50;7;01\"));"),
            "[{\"a\": 1, \"b\": null, \"c\": \"x\"}, {\"a\": -2.5, \"b\": 7, \"c\": \"01\"}]\n");
  EXPECT_EQ(run("println(json(\"[9007199254740993, 0.1, 1e400, 12345678901234567890.5]\"));"),
            "[9007199254740993, 0.1, 1e400, 12345678901234567890.5]\n");
  EXPECT_EQ(
      run("a = json(\"[9007199254740993, 9007199254740992]\"); println(a[0] == a[1], a[0] > a[1], a[0] + 1, "
          "a[0] - a[1]);"),
      "falsetrue90071992547409941\n");
  EXPECT_EQ(
      run("a = json(\"[{\\\"k\\\": \\\"1\\\"}, {\\\"k\\\": 1}]\"); println(select x.k as a, y.k as b from x in a, y in a "
          "where x.k == y.k);"),
      "[{\"a\": \"1\", \"b\": \"1\"}, {\"a\": 1, \"b\": 1}]\n");
  EXPECT_EQ(
      run("println(select sum(n) as s from json(\"[{\\\"n\\\": 9007199254740993}, {\\\"n\\\": 2}]\"));"),
      "[{\"s\": 9007199254740995}]\n");
  // texts from a source, which nobody has typed
  EXPECT_EQ(run("rule all is (l += w() | .)* end strict rule w is [0-9a-z]+ end "
                "println(select x from x in all(\"9, 10, abc\").l where x > 5 order by x desc);"),
            "[\"10\", \"9\"]\n");
}

TEST(Script, NullsAsInSql) {
  const std::string data = "t = [{n: 1, m: null}, {n: null, m: 2}, {n: 3, m: 3}];";
  EXPECT_EQ(run(data + "println(select n from t where n != 1);"), "[3]\n");
  EXPECT_EQ(run(data + "println(select n from t where not (n == 1));"), "[3]\n");
  EXPECT_EQ(run(data + "println(select m from t where n is null);"), "[2]\n");
  EXPECT_EQ(run(data + "println(select a.n as x from a in t, b in t where a.m == b.m);"),
            "[{\"x\": null}, {\"x\": 3}]\n");
  EXPECT_EQ(
      run(data +
          "println(select count(n) as c, count(*) as a, sum(n) as s, avg(n) as v, min(n) as l from t);"),
      "[{\"c\": 2, \"a\": 3, \"s\": 4, \"v\": 2, \"l\": 1}]\n");
  EXPECT_EQ(run(data + "println(select sum(n) as s, count(*) as c from t where n > 9);"),
            "[{\"s\": null, \"c\": 0}]\n");
  EXPECT_EQ(run(data + "println(select n from t where n in (1, null));"), "[1]\n");
  EXPECT_EQ(run(data + "println(select n from t where n not in (1, null));"), "[]\n");
  EXPECT_EQ(run(data + "println(select n from t order by n);"), "[1, 3, null]\n");
  EXPECT_EQ(run("d = [{loc: null}, {loc: {city: \"Bonn\"}}]; println(select x.loc.city as c from x in d);"),
            "[{\"c\": null}, {\"c\": \"Bonn\"}]\n");
}

TEST(Script, Sql) {
  const std::string data =
      "e = [{id: 1, name: \"Ann\", dept: 10}, {id: 2, name: \"Bob\", dept: 20}, {id: 3, name: \"Cid\", dept: 10}];"
      "d = [{dept: 10, title: \"Sales\"}, {dept: 30, title: \"Idle\"}];";
  EXPECT_EQ(run(data + "println(SELECT COUNT(DISTINCT dept) AS n FROM e);"), "[{\"n\": 2}]\n");
  EXPECT_EQ(
      run(data +
          "println(select x.name as a, y.title as b from e x left join d y on x.dept = y.dept order by a);"),
      "[{\"a\": \"Ann\", \"b\": \"Sales\"}, {\"a\": \"Bob\", \"b\": null}, {\"a\": \"Cid\", \"b\": \"Sales\"}]\n");
  EXPECT_EQ(
      run(data +
          "println(select x.name as a, y.title as b from e x right join d y on x.dept = y.dept where y.dept = "
          "30);"),
      "[{\"a\": null, \"b\": \"Idle\"}]\n");
  EXPECT_EQ(run(data + "println(select count(*) as n from e x full outer join d y on x.dept = y.dept);"),
            "[{\"n\": 4}]\n");
  EXPECT_EQ(
      run(data + "println(select x.name from e x where exists (select 1 from d y where y.dept = x.dept));"),
      "[\"Ann\", \"Cid\"]\n");
  EXPECT_EQ(run(data + "println(select dept from e union select dept from d order by 1 desc);"),
            "[30, 20, 10]\n");
  EXPECT_EQ(run(data + "println(select dept from e union all select dept from d limit 4);"),
            "[10, 20, 10, 10]\n");
  EXPECT_EQ(run(data + "println(select dept from e except select dept from d);"), "[20]\n");
  EXPECT_EQ(
      run(data +
          "println(select case dept when 10 then \"ten\" else \"other\" end as k, count(*) as n from e group by "
          "k order by n);"),
      "[{\"k\": \"other\", \"n\": 1}, {\"k\": \"ten\", \"n\": 2}]\n");
  EXPECT_EQ(run(data + "println(select name from e where id between 2 and 3 and name not like \"C%\");"),
            "[\"Bob\"]\n");
  EXPECT_EQ(run(data + "println(select name || '!' as n from e where dept not in (select dept from d));"),
            "[{\"n\": \"Bob!\"}]\n");
  EXPECT_NE(
      run(data + "println(select name, count(*) from e);").find("name is neither grouped by nor aggregated"),
      std::string::npos);
  EXPECT_NE(run(data + "println(select x.name, count(*) from x in e);").find("name is neither grouped"),
            std::string::npos);
  EXPECT_NE(run(data + "println(select nam from e);").find("did you mean name?"), std::string::npos);
  EXPECT_NE(run(data + "println(select x.nam from x in e);").find("did you mean name?"), std::string::npos);
  EXPECT_NE(run(data + "println(select uper(name) from e);").find("there is no function uper"),
            std::string::npos);
  EXPECT_NE(run("view a is select x from x in b; view b is select x from x in a; println(a);")
                .find("is made of itself"),
            std::string::npos);
  EXPECT_NE(run(data + "println(select name from ee);").find("nothing is called ee here"), std::string::npos);
  EXPECT_NE(run(data + "println(select dept from e, d);").find("dept is a column of e and of d"),
            std::string::npos);
}

// As XML: case, prefixes, CDATA, entities of its DTD, an empty element that swallows
// nothing; places in the source.
TEST(Script, Xml) {
  const std::string text =
      "<?xml version='1.0'?>\n<!DOCTYPE bib [<!ENTITY c 'Co&amp;'>]>\n<bib xmlns:x='urn:x'><book year='1999'><title>A &c; "
      "<![CDATA[<raw>]]></title><price/><x:note>n1</x:note></book><Book><title>B</title></Book></bib>";
  TempFolder folder;
  ASSERT_TRUE(write_file(folder / "b.xml", text).ok());
  RunOptions options;
  options.access.read = {folder.path};
  options.access.folder = folder.path;
  EXPECT_EQ(
      run("b = xml(\"b.xml\"); println(b.children.length, b.book.title, b.book.price, b.book[\"x:note\"], b.Book.title, "
          "b.book.year);",
          options),
      "2A Co& <raw>nulln1B1999\n");
  EXPECT_EQ(
      run("n = xml(\"b.xml\").xpath(\"//x:note\")[0]; println(n.local, n.namespace, n.begin, n.text.begin); "
          "println(xml(\"b.xml\").xpath(\"//book/@year\")); println(xml(\"b.xml\").xpath(\"//title[.='B']\").length);",
          options),
      "noteurn:x" + std::to_string(text.find("<x:note>")) + std::to_string(text.find("n1<")) +
          "\n[\"1999\"]\n1\n");
  EXPECT_EQ(
      run("println(select title, year, price from \"b.xml\");", options),
      "[{\"title\": \"A Co& <raw>\", \"year\": \"1999\", \"price\": null}, {\"title\": \"B\", \"year\": null, \"price\": "
      "null}]\n");
  EXPECT_NE(run("xml(\"<a>\n<b></a>\");").find("not well-formed"), std::string::npos);
  std::string bomb = "<!DOCTYPE a [<!ENTITY e0 'aaaaaaaaaa'>";
  for (int i = 1; i < 12; ++i) {
    bomb += "<!ENTITY e" + std::to_string(i) + " '";
    for (int k = 0; k < 10; ++k) bomb += "&e" + std::to_string(i - 1) + ";";
    bomb += "'>";
  }
  EXPECT_NE(run("xml(\"" + bomb + "]><a>&e11;</a>\");").find("blow up"), std::string::npos);
}

TEST(Script, Types) {
  const std::string type =
      "type Book is title, price; function cheap(most) return self.price < most; end\n"
      "from(line) p = line.split(\": \"); return {title: p[0], price: money(p[1])}; end end ";
  EXPECT_EQ(
      run(type +
          "b = Book(\"Dune: EUR 6.90\"); println(typeof(b), b.title, b.price, b.price.currency, b.cheap(7), b.cheap(5));"),
      "BookDune6.9EURtruefalse\n");
  EXPECT_EQ(
      run(type +
          "l = [\"A: EUR 3\", \"B: EUR 9\"].map(Book); println(select b.title from b in l where b.cheap(5));"),
      "[\"A\"]\n");
  EXPECT_EQ(run(type + "println(Book({title: \"x\"}));"), "{\"title\": \"x\", \"price\": null}\n");
  EXPECT_NE(run(type + "Book({tittle: \"x\"});").find("did you mean title?"), std::string::npos);
  EXPECT_NE(run(type + "Book(\"Dune: 1 EUR\").cheep(1);").find("Book has no method cheep"),
            std::string::npos);
  EXPECT_NE(run(type + "Book({}).cheap();").find("Book.cheap takes 1 argument, not 0"), std::string::npos);
  EXPECT_EQ(run("type = 5; println(type);"), "5\n");  // a name like any other
}

TEST(Script, Imports) {
  auto ask = [](const std::string& source) {
    ParseOptions options;
    options.load = [](const std::string& path, const std::string&) -> Result<std::string> {
      if (path == "lib.gln")
        return std::string("import \"base.gln\";\nfunction twice(x) return 2 * base(x); end\nrate = 3;\n");
      if (path == "base.gln")
        return std::string("function base(x)\n  return x + none.y;\nend\nnone = {y: 1};");
      return error(gleaner::Code::not_found, "there is no such file");
    };
    auto script = parse_script(source, "main.gln", options);
    if (!script.ok()) return script.error().to_string();
    std::string printed;
    Budget budget;
    RunOptions how;
    how.out = [&](std::string_view text) { printed += text; };
    Interpreter interpreter(*script, how, budget);
    auto done = interpreter.run();
    return done.ok() ? printed : done.error().to_string();
  };
  EXPECT_EQ(ask("import \"lib.gln\";\nimport \"base.gln\";\nprintln(twice(4), rate);"), "103\n");
  EXPECT_EQ(ask("import \"lib.gln\";\n\nnone = null;\nprintln(twice(4));").substr(0, 23),
            "base.gln:2:19: error: n");
  EXPECT_EQ(ask("import \"lib.gln\";\nx = ;").substr(0, 17), "main.gln:2:5: err");
  EXPECT_NE(ask("\nimport \"other.gln\";").find("main.gln:2: error: other.gln cannot be imported"),
            std::string::npos);
}

TEST(Script, ExpressionsAndDates) {
  EXPECT_EQ(
      run("m = \"call 0261 287\".find(\"(?<area>[0-9]+) (?<n>[0-9]+)\"); println(m, \"/\", m.area, \"/\", m.groups.length);"),
      "0261 287/0261/2\n");
  EXPECT_EQ(
      run("println(\"a1b22\".find_all(\"[0-9]+\")); println(\"a1b22\".replace_all(\"([0-9]+)\", \"<$1>\")); "
          "println(\"x\".find(\"y\"));"),
      "[\"1\", \"22\"]\na<1>b<22>\nnull\n");
  EXPECT_NE(run("\"x\".find(\"(\");").find("is no regular expression"), std::string::npos);
  EXPECT_EQ(
      run("d = date(\"June 29, 2010\"); println(d, \" \", d.year, \" \", d > date(\"2009-12-31\"), \" \", "
          "days(\"2010-06-01\", d), \" \", date(\"none\"));"),
      "2010-06-29 2010 true 28 null\n");
  EXPECT_EQ(
      run("l = [money(\"EUR 10\"), money(\"9.50 EUR\"), money(\"EUR 9.5\")]; println(select max(x) as m, count(distinct x) as "
          "n, sum(x) as s from x in l);"),
      "[{\"m\": 10, \"n\": 2, \"s\": 29}]\n");
}

// The code of a rule may change the script's variables; names that the script does
// not have are the rule's own.
TEST(Script, RulesChangeVariables) {
  EXPECT_EQ(run("seen = 0; names = [];\nrule item is n=[a-z]+ do seen += 1; names.add(n); own = n; end end\n"
                "rule all is (l += item() | .)+ end\nall(\"ab, cd, ef\"); println(seen, names);"),
            "3[\"ab\", \"cd\", \"ef\"]\n");
}

// What cannot be compared is said once.
TEST(Script, NotComparableIsSaid) {
  std::vector<std::string> notes;
  RunOptions options;
  options.note = [&](const std::string& note) { notes.push_back(note); };
  const std::string dirty = "t = csv(\"n,p\\na,5\\nb,\\nc,n/a\\nd,20\\ne,100\\nf,7 EUR\");";
  EXPECT_EQ(run(dirty + "println(select n from t where p > 6);", options), "[\"d\", \"e\"]\n");
  EXPECT_EQ(notes,
            std::vector<std::string>{"p: a text cannot be compared with 6 (2 times, as \"n/a\", \"7 EUR\")"});
  notes.clear();
  EXPECT_EQ(run(dirty + "println(select max(p) as m, min(p) as l, sum(p) as s from t);", options),
            "[{\"m\": 100, \"l\": 5, \"s\": 125}]\n");
  EXPECT_EQ(notes.size(), 3u);
  notes.clear();
  EXPECT_EQ(run("println(select a from [{a: \"\"}, {a: \"x\"}, {a: 5}] where a > 0);", options), "[5]\n");
  EXPECT_EQ(notes.size(), 1u);
}

// A join by index gives what the nested loop gives.
TEST(Script, JoinsEqualNestedLoops) {
  const std::string data =
      "a = []; b = []; for i in range(30) do a.add({x: i % 7}); b.add({y: i % 5, z: i}); end ";
  const std::string fast =
      run(data + "println(select p.x as x, q.z as z from p in a, q in b where p.x == q.y);");
  const std::string slow =
      run(data + "println(select p.x as x, q.z as z from p in a, q in b where not (p.x != q.y));");
  EXPECT_EQ(fast, slow);
  EXPECT_GT(fast.size(), 100u);
}

TEST(Script, ParallelForKeepsOrder) {
  RunOptions options;
  options.jobs = 4;
  EXPECT_EQ(run("r = parallel for x in range(6) do println(x); return x * x; end println(r);", options),
            "0\n1\n2\n3\n4\n5\n[0, 1, 4, 9, 16, 25]\n");
  EXPECT_NE(run("l = []; parallel for x in range(3) do l.add(x); end", options)
                .find("may only change what it made"),
            std::string::npos);
}

TEST(Script, Errors) {
  EXPECT_EQ(run("x = 1;\ny = x + [2];"),
            "error: t.gln:2:7: error: `+` needs numbers, not number and list\n    y = x + [2];\n          ^");
  EXPECT_NE(run("println(undefined_thing);").find("nothing is called undefined_thing here"),
            std::string::npos);
  EXPECT_NE(run("printn(1);").find("did you mean"), std::string::npos);
  EXPECT_NE(run("function f(x) return x.length(); end\nfunction g() return f(true); end\ng();")
                .find("in f, called in line 2"),
            std::string::npos);
  EXPECT_NE(run("if true then").find("expected `end`"), std::string::npos);
  EXPECT_NE(run("x = ;").find("expected a value"), std::string::npos);
  EXPECT_NE(run("function f() return f(); end f();").find("nested too deeply"), std::string::npos);
  EXPECT_NE(run("l = [1]; l[3];").find("there is no element 3"), std::string::npos);
}

TEST(Script, Limits) {
  BudgetLimits limits;
  limits.steps = 10'000;
  EXPECT_NE(run("while true do end", {}, limits).find("steps"), std::string::npos);
  EXPECT_NE(run("try while true do end catch e println(\"no\"); end", {}, limits).find("steps"),
            std::string::npos);
  EXPECT_NE(run("read(\"/etc/passwd\");").find("may not read /etc/passwd"), std::string::npos);
  RunOptions options;
  options.access.read = {"/tmp"};
  EXPECT_NE(run("read(\"/tmp/../etc/passwd\");", options).find("may not read"), std::string::npos);
  EXPECT_NE(run("html(\"https://example.org/\");").find("may not reach example.org"), std::string::npos);
}

// A function that is called for each element may do what it likes with the list.
TEST(Script, ListsMayChangeWhileTheyAreWalked) {
  const std::string list =
      "l = []; for i in range(50) do l.add(\"dynamic text number \" + text(50 - i)); end ";
  const std::string empty = "while l.length > 0 do l.remove(0); end ",
                    fill = "for i in range(1000) do l.add(\"x\" + i); end ";
  const std::string after =
      " s = []; for i in range(100) do s.add(\"other \" + text(i)); end println(r.length, l.length);";
  EXPECT_EQ(run(list + "r = l.filter(function(x) " + empty + "return true; end);" + after), "500\n");
  EXPECT_EQ(run(list + "r = l.map(function(x) " + empty + "return x; end);" + after), "500\n");
  EXPECT_EQ(run(list + "r = l.sort(function(x) " + empty + "return x; end);" + after), "500\n");
  EXPECT_EQ(run(list + "r = l.sort(function(x) " + fill + "return x; end);" + after), "5050050\n");
  EXPECT_EQ(run(list + "r = []; for x in l do r.add(x); l.remove(0); end" + after), "2525\n");
  EXPECT_EQ(run("l = [[3], [1]]; l.sort(function(x) l[0] = null; l[1] = null; return x; end); println(l);"),
            "[null, null]\n");
}

// No round may change what another can see, whenever that was made.
TEST(Script, RoundsChangeOnlyWhatTheyMade) {
  RunOptions jobs;
  jobs.jobs = 4;
  const std::string made = "r = parallel for x in range(8) do return {a: \"t\" + x, l: [x]}; end ";
  for (const std::string change :
       {"r[x].a = 1;", "r[x].l.add(1);", "r[x].l[0] = 1;", "r.add(1);", "r[0].set(\"a\", 1);"})
    EXPECT_NE(
        run(made + "s = parallel for x in range(8) do " + change + " return 1; end println(s.length);", jobs)
            .find("may only change what it made itself"),
        std::string::npos)
        << change;
  EXPECT_EQ(run(made + "r[0].a = 5; r[0].l.add(6); println(r[0]);", jobs), "{\"a\": 5, \"l\": [0, 6]}\n");
  // ... and everything that they made: lists that a method gave too
  EXPECT_EQ(
      run("r = parallel for x in range(3) do m = \"a b\".split(); m.add(\"c\"); n = range(2); n.add(x); k = m.slice(1); "
          "k.add(json(\"{}\")); k[2].x = 1; return k.length + n.length; end println(r);",
          jobs),
      "[6, 6, 6]\n");
  EXPECT_NE(
      run("r = parallel for x in range(3) do q = parallel for y in range(2) do return [y]; end; return q[0]; end "
          "s = parallel for x in range(3) do r[x].add(1); return 1; end",
          jobs)
          .find("may only change"),
      std::string::npos);
}

TEST(Script, LongAndDeepExpressionsAreRefused) {
  auto many = [](const std::string& text, size_t n) {
    std::string out;
    for (size_t i = 0; i < n; ++i) out += text;
    return out;
  };
  constexpr size_t n = 50'000;
  for (const std::string& source :
       {"x = " + many("-", n) + "1;", "x = " + many("not ", n) + "1;", "x = 1" + many("+1", n) + ";",
        "x = {}; y = x" + many(".a", n) + ";", "x = []; y = x" + many("[0]", n) + ";",
        "f = 1; f" + many("()", n) + ";", "x = " + many("(", n) + "1", "x = " + many("[", n),
        "x = " + many("{a:", n), "x = 1" + many(" or 1", n) + ";", "x = " + many("function() return ", n),
        many("if 1 then ", n), "x = 1" + many(" in [1]", n) + ";",
        "select a from t where 1" + many(" and 1", n), "x = " + many("select ", n),
        "x = " + many("parallel for x in ", n)})
    EXPECT_EQ(run(source).substr(0, 7), "parse: ") << source.substr(0, 30);
  EXPECT_EQ(run("x = 1" + many("+1", 900) + "; println(x);"), "901\n");
  // Both at once: deep inside long inside deep, up to what is still allowed, runs.
  std::string nested = "1";
  for (int i = 0; i < 20; ++i) nested = "(" + nested + many("+1", 40) + ")";
  EXPECT_EQ(run("println(" + nested + ");"), "801\n");
  for (int i = 0; i < 20; ++i) nested = "(" + nested + many("+1", 40) + ")";
  EXPECT_EQ(run("println(" + nested + ");").substr(0, 7), "parse: ");
}

TEST(Script, ValuesInThemselves) {
  EXPECT_EQ(run("l = []; l.add(l, 1); println(l);"), "[\"...\", 1]\n");
  EXPECT_EQ(run("r = {}; r.r = r; println(r.json());"), "{\"r\": \"...\"}\n");
  EXPECT_EQ(run("e = xml_element(\"a\"); e.addChild(e, \"t\", e); println(e.text); println(e);"),
            "t\n<a>...t...</a>\n");
  EXPECT_EQ(run("a = []; a.add(a, a); b = []; b.add(b, b); println(a < b, a == b, a == a, [a].contains(b));"),
            "falsetruetruetrue\n");
  EXPECT_EQ(run("l = []; l.add(l); e = xml_element(\"a\", l); println(e);").find("error: t.gln:1"), 0u);
  EXPECT_EQ(run("l = []; l.add(l, l); println([l, l].unique().length, \"x\" in l, l.join(\"\"));"),
            "1false[\"...\", \"...\"][\"...\", \"...\"]\n");
  // A value that holds another twice, which holds another twice, ...: small, but endless to walk.
  const std::string shared =
      "function f(n) x = [1]; for i in range(n) do x = [x, x]; end return x; end a = f(60); b = f(60); ";
  BudgetLimits limits;
  limits.steps = 200'000;
  for (const std::string use : {"println(a);", "x = a == b;", "x = a < b;", "x = text(a);",
                                "l = [a, b].sort();", "e = xml_element(\"e\", a);", "x = [a, b].unique();",
                                "x = b in [a];", "x = select distinct y from y in [a, b];"})
    EXPECT_NE(run(shared + use, {}, limits).find("ran out of steps"), std::string::npos) << use;
}

TEST(Script, AggregatesBelongToTheirQuery) {
  const std::string t = "t = [{a: 1, b: 2}, {a: 1, b: 3}]; ";
  EXPECT_NE(run(t + "println(select a, (select y from y in list(b)) as l from t group by a);")
                .find("has no meaning here"),
            std::string::npos);
  EXPECT_NE(
      run(t +
          "println(select a, count(*), (select y from y in t where count(*) > 1) as l from t group by a);")
          .find("has no meaning here"),
      std::string::npos);
  // an error inside a group leaves nothing behind
  EXPECT_NE(
      run(t +
          "try x = select sum(b) / 0 as s, count(*) as n from t; catch e println(\"caught\"); end x = select y from y in [count(t)] where sum(y) > 0; println(x);")
          .find("caught"),
      std::string::npos);
  EXPECT_EQ(
      run(t + "println(select a, (select count(*) as n from y in t) as l, count(*) as m from t group by a);"),
      "[{\"a\": 1, \"l\": [{\"n\": 2}], \"m\": 2}]\n");
}

TEST(Script, WhatHoldsItselfIsFreed) {
  for (const char* circle :
       {"l.add(l);", "r = {l: l}; l.add(r);", "r = {}; r.f = function() return r; end; l.add(r);",
        "e = xml_element(\"a\"); l.add(e); e.addChild(e);"}) {
    BudgetLimits limits;
    limits.memory = at_length(96, 1024) << 20;  // sanitizers keep what was freed for a while
    const std::string rounds = std::to_string(at_length(150'000, 15'000));
    const std::string text = "for i in range(" + rounds + ") do l = [\"" + std::string(1000, 'x') +
                             "\" + i]; " + circle + " end println(l.length);";
    EXPECT_EQ(run(text, {}, limits), "2\n") << circle;
  }
  // an answer outlives its interpreter, with what it holds, and so does what somebody else made
  Value kept, given = Value::list({Value::text("given")});
  {
    auto script =
        parse_script("l = [1, [2, [3]]]; l.add(l); g.add(g); m = []; m.add(m); l", "t.gln", {{"g"}});
    ASSERT_TRUE(script.ok()) << script.error().to_string();
    Budget budget{BudgetLimits{}};
    Interpreter interpreter(*script, {}, budget);
    interpreter.set_global("g", given);
    kept = *interpreter.run();
  }
  EXPECT_EQ(to_json(kept), "[1, [2, [3]], \"...\"]");
  EXPECT_EQ(to_json(given), "[\"given\", \"...\"]");
  kept.as_list().items.clear();  // ours to free now
  given.as_list().items.clear();
}

// Large values are refused before they are made.
TEST(Script, LargeValuesKeepToTheLimit) {
  BudgetLimits limits;
  limits.memory = 50u << 20;
  for (
      const std::string large :
      {"x = range(5e7);", "x = range(4000000) + range(4000000);", "x = \"x\".repeat(60000000);",
       "s = \"x\".repeat(10000000); x = s.replace(\"x\", \"yyyyyyyyyyyyyyyy\");",
       "s = \"x\"; while true do s = s + s; end", "l = []; while true do l.add(1); end",
       "l = []; while true do l += 1; end", "x = range(2000000).map(text);",
       "l = []; for i in range(200000) do l.add(\"0123456789012345678901234567890\"); end x = l.join(\"0123456789\".repeat(100));",
       "x = \"a \".repeat(10000000).split();", "x = \"a \".repeat(10000000).split(\" \");"}) {
    const std::string out = run(large, {}, limits);
    EXPECT_NE(out.find("ran out of memory"), std::string::npos) << large << out;
  }
  EXPECT_EQ(
      run("x = \"\".repeat(1e18); println(x, \"ab\".repeat(2.5), \"a\".repeat(-3), \"a\".repeat(\"x\"));"),
      "ababab\n");
  EXPECT_EQ(run("r = range(9007199254740992, 9007199254740994); println(r.length);"), "2\n");
  EXPECT_EQ(run("println(range(2.5).json(), range(1, 3.2), range(3, 1));"), "[0, 1, 2][1, 2, 3][]\n");
  for (const std::string bad :
       {"range(1e300, 1e301)", "range(0 - 1e308, 1e308)", "range(1e18)", "\"x\".repeat(1e18)"})
    EXPECT_NE(run("x = " + bad + ";").find("error: "), std::string::npos) << bad;
}

TEST(Script, Network) {
  RunOptions options;
  options.fetch = [](const std::string& url, const LoadOptions&) {
    DocumentOptions how;
    how.name = how.url = url;
    return Document::from_bytes(url.ends_with(".csv") ? "a,b\n1,2\n" : "<title>T</title><p>hello", how);
  };
  const std::string get = "println(html(\"http://one.example:8080/x\").title);";
  EXPECT_NE(run(get, options).find("may not reach one.example"), std::string::npos);
  EXPECT_NE(run(get, options).find("--allow-net one.example"), std::string::npos);
  options.access.net = {"one.example"};
  EXPECT_EQ(run(get, options), "T\n");
  EXPECT_EQ(run("println(select b from \"https://ONE.example/t.csv\"); "
                "println(read(\"http://one.example/\").length);",
                options),
            "[2]\n24\n");
  for (const char* bad : {"http://one.example@two.example/", "http://two.example/", "http://",
                          "http://one.example\\\\@two.example/", "http://one.example:80@two.example/"})
    EXPECT_NE(run("html(\"" + std::string(bad) + "\");", options).find("error"), std::string::npos) << bad;
  EXPECT_NE(run("table(\"postgresql://u@two.example/db#t\");", options).find("two.example"),
            std::string::npos);
}

// Values can be nested deeper than the machine's stack, and in themselves.
TEST(Script, DeepValues) {
  EXPECT_EQ(run("x = null; i = 0; while i < 1000000 do x = [x]; i += 1; end y = x; x = null; println(y == "
                "[y]); y = null; println(\"freed\");"),
            "false\nfreed\n");
  const std::string deep = "r = {a: 1}; i = 0; while i < 100000 do r = {a: r}; i += 1; end ";
  EXPECT_EQ(run(deep + "println(r.json().length > 1000, r.json().contains(\"...\"), [r, r].unique().length, "
                       "[r, {a: r}].sort().length);"),
            "truetrue12\n");
  EXPECT_EQ(
      run("e = xml_element(\"a\", \"t\"); i = 0; while i < 100000 do e = xml_element(\"a\", e); i += 1; end "
          "println(e.xml().contains(\"...\"), e.text.length);"),
      "true0\n");
  // Values are counted references: what holds itself is let go when the circle is opened.
  EXPECT_EQ(run("l = []; l.add(l); println(l.json(), l == l); l[0] = null;"), "[\"...\"]true\n");
}

// What a store does of a query must not change its answer: the same rows as when the whole table is read
// first.
TEST(Script, PushdownGivesTheSame) {
  const TempFolder folder;
  const std::string path = folder / "t.parquet";
  auto file = store::RecordFile::create(path);
  if (!file.ok()) GTEST_SKIP() << file.error().message;
  ASSERT_TRUE((*file)
                  ->add("{\"n\": 3, \"f\": 2.5, \"s\": \"10\", \"w\": \"ab\", \"b\": true}\n{\"n\": 12, "
                        "\"f\": null, \"s\": \"9\", \"w\": \"12\", \"b\": false}\n"
                        "{\"n\": null, \"f\": 3, \"s\": \"09\", \"w\": \"it's\", \"b\": null}\n{\"n\": -1, "
                        "\"f\": 0.1, \"s\": null, \"w\": \"a%\", \"b\": true}\n")
                  .ok());
  ASSERT_TRUE((*file)->finish().ok());
  RunOptions options;
  options.access.read = {folder.path};
  // One script asks everything, first the list, then the file, for which DuckDB is started each
  // time: with sanitizers, a quarter.
  uint32_t asked = test_seed(3);
  std::string asks_list = "bound = 3; t = table(\"" + path + "\");\n", asks_file = "bound = 3;\n";
  auto ask = [&](const std::string& condition) {
    if (asked++ % at_length(1, 4) != 0) return;
    const std::string end = " where " + condition + ");\n",
                      begin = "println(\"" + condition + " \", select x.n, x.w from x in ";
    asks_list += begin + "t" + end;
    asks_file += begin + "\"" + path + "\"" + end;
  };
  for (const char* column : {"n", "f", "s", "w", "b"})
    for (const char* value : {"3", "2.5", "-1", "'9'", "'ab'", "'it\\'s'", "null", "bound"}) {
      for (const char* sign : {"==", "!=", "<", ">=", "like"})
        ask(std::string("x.") + column + " " + sign + " " + value);
      ask(std::string(value) + " < x." + column);
    }
  const std::string expected = run(asks_list, options);
  EXPECT_EQ(expected.find("error"), std::string::npos) << expected.substr(0, 500);
  EXPECT_EQ(run(asks_file, options), expected);
  EXPECT_EQ(run("println(select count(*) as c from \"" + path + "\" where n > 0);", options),
            "[{\"c\": 2}]\n");
  EXPECT_EQ(run("println(select w from \"" + path + "\" where w like 'a%' order by n desc);", options),
            "[\"ab\", \"a%\"]\n");
  EXPECT_EQ(run("println(select x from x in \"" + path + "\" where x.n == 3);", options),
            "[{\"n\": 3, \"f\": 2.5, \"s\": \"10\", \"w\": \"ab\", \"b\": true}]\n");
  ::unlink(path.c_str());
}

TEST(Script, ColumnsOfOneName) {
  EXPECT_EQ(run("println(csv(\"a,a,b,a\\n1,2,3,4\"));"), "[{\"a\": 1, \"a2\": 2, \"b\": 3, \"a3\": 4}]\n");
}

}  // namespace
}  // namespace gleaner::script
