// The family as its users meet it: labels in, records out. Random line formats are generated, labelled on two
// lines and read back; the seed is printed when one is not.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include <fmt/format.h>

#include "base/seed_test.h"
#include "base/text.h"
#include "label/resolve.h"
#include "lines/head.h"
#include "lines/kinds.h"
#include "lines/learner.h"
#include "lines/page_lines.h"
#include "lines/wrapper.h"

namespace gleaner::lines {
namespace {

DocumentPtr page_of(std::string text, MediaType type = MediaType::text) {
  DocumentOptions options;
  options.name = type == MediaType::html ? "page.html" : "page.log";
  options.media_type = type;
  options.transport_charset = "utf-8";
  return *Document::from_bytes(std::move(text), options);
}

Result<wrap::Learned> learn(const DocumentPtr& page, const std::string& records) {
  auto labels = wrap::parse_labels("{\"page\": \"page.log\", \"records\": " + records + "}", "labels");
  EXPECT_TRUE(labels.ok()) << labels.error().to_string();
  Diagnostics problems;
  label::resolve_label((*labels)[0], *page, "labels", problems);
  Budget budget;
  return LinesLearner().learn({{page, (*labels)[0]}}, {}, budget);
}

// "a=1 b=2" by record.
std::vector<std::string> records_of(const wrap::Wrapper& wrapper, const DocumentPtr& page) {
  std::vector<std::string> out;
  const auto made = wrap::extract_all(wrapper, *page);
  EXPECT_TRUE(made.ok());
  for (const wrap::Record& record : *made) {
    out.emplace_back();
    wrap::for_each_leaf(record, [&](const std::string& field, const wrap::Value& value) {
      std::string written = collapse(page->text(*value.span));  // in a cell in quotes two of them are one
      for (size_t at = 0; (at = written.find("\"\"", at)) != std::string::npos; ++at) written.erase(at, 1);
      EXPECT_EQ(written, value.text);
      out.back() += (out.back().empty() ? "" : " ") + field + "=" + value.text;
    });
  }
  return out;
}

std::vector<std::string> learned_records(const std::string& text, const std::string& records,
                                         const std::string& more = "") {
  const DocumentPtr page = page_of(text);
  auto learned = learn(page, records);
  EXPECT_TRUE(learned.ok()) << learned.error().to_string();
  if (!learned.ok()) return {};
  return records_of(*learned->wrapper, more.empty() ? page : page_of(more));
}

using Texts = std::vector<std::string>;

TEST(Lines, OneLineIsEnough) {
  const std::string log =
      "Dec 10 06:55:46 box sshd[24200]: Invalid user webmaster\n"
      "Dec 10 06:55:48 box cron: no number here\n";
  EXPECT_EQ(
      learned_records(
          log,
          R"([{"time": "06:55:46", "program": "sshd", "pid": "24200", "text": "Invalid user webmaster"}])"),
      (Texts{"time=06:55:46 program=sshd pid=24200 text=Invalid user webmaster",
             "time=06:55:48 program=cron text=no number here"}));
}

TEST(Lines, LastLineWithoutEndAndCarriageReturns) {
  const std::string log = "1|a\r\n2|b\r\n3|c";
  EXPECT_EQ(learned_records(log, R"([{"n": "1", "x": "a"}, {"n": "2", "x": "b"}])"),
            (Texts{"n=1 x=a", "n=2 x=b", "n=3 x=c"}));
}

TEST(Lines, OtherLinesAreSkippedNotForced) {
  const std::string log =
      "2024-01-02 10:00:00 INFO main: started\n"
      "java.io.IOException: no file\n"
      "\tat com.acme.Main.run(Main.java:7)\n"
      "2024-01-02 10:00:01 WARN pool: slow\n";
  EXPECT_EQ(learned_records(log, R"([{"level": "INFO", "who": "main", "what": "started"}])"),
            (Texts{"level=INFO who=main what=started", "level=WARN who=pool what=slow"}));
}

TEST(Lines, AMessageIsToldByItsWords) {
  const std::string log =
      "May 1 10:00:00 box sshd[1]: Failed password for root from 10.0.0.1 port 22 ssh2\n"
      "May 1 10:00:01 box sshd[2]: Connection closed by 10.0.0.2 before it said anything else\n"
      "May 1 10:00:02 box sshd[2]: Failed password for invalid user ann from 10.0.0.3 port 23 ssh2\n"
      "Jun 1 10:00:02 box sshd[3]: Received disconnect from 10.0.0.9: 11: Bye Bye [preauth] and more\n";
  EXPECT_EQ(learned_records(log, R"([{"user": "root", "ip": "10.0.0.1"}])"),
            (Texts{"user=root ip=10.0.0.1", "user=invalid user ann ip=10.0.0.3"}));
}

TEST(Lines, RecordOfSeveralLines) {
  const std::string log =
      "2024-01-02 ERROR failed\n  at a.b(c:1)\n  at d.e(f:2)\n2024-01-03 INFO fine\n2024-01-04 ERROR again\n "
      " at g.h(i:3)\n";
  EXPECT_EQ(
      learned_records(
          log,
          R"x([{"day": "2024-01-02", "what": "failed at a.b(c:1) at d.e(f:2)"}, {"day": "2024-01-03", "what": "fine"}])x"),
      (Texts{"day=2024-01-02 what=failed at a.b(c:1) at d.e(f:2)", "day=2024-01-03 what=fine",
             "day=2024-01-04 what=again at g.h(i:3)"}));
}

TEST(Lines, KeysInAnyOrderAndBlocks) {
  EXPECT_EQ(learned_records("uid=1, pid=22\npid=33, uid=4\neuid=9, uid=5, pid=6\n",
                            R"([{"uid": "1", "pid": "22"}])"),
            (Texts{"uid=1 pid=22", "pid=33 uid=4", "uid=5 pid=6"}));
  const std::string mail =
      "From: ann\nSubject: one\nDate: today\n\nDate: yesterday\nFrom: bob\nX: y\nSubject: two\n\nFrom: "
      "eve\nSubject: three\n";
  EXPECT_EQ(
      learned_records(mail, R"([{"from": "ann", "subject": "one"}, {"from": "eve", "subject": "three"}])"),
      (Texts{"from=ann subject=one", "from=bob subject=two", "from=eve subject=three"}));
}

TEST(Lines, CellsInQuotes) {
  const std::string csv = "id,name,price\n1,Ann,2.50\n2,\"Lee, Bob\",3\n3,\"say \"\"hi\"\"\",4\n";
  EXPECT_EQ(learned_records(csv, R"([{"name": "Ann", "price": "2.50"}, {"name": "Lee, Bob", "price": "3"}])"),
            (Texts{"name=Ann price=2.50", "name=Lee, Bob price=3", "name=say \"hi\" price=4"}));
}

// Formats of three to six fields between blanks, brackets or quotes; where a line has no value it shows a
// dash. Two lines are labelled, each without what it lacks; all others must come out as they were made.
TEST(Lines, DashesAreNoValues) {
  for (uint32_t round = 0; round < 60; ++round) {
    const uint32_t seed = test_seed(round);
    std::mt19937 random(seed);
    const auto pick = [&](uint32_t below) { return uint32_t(random() % below); };
    const size_t fields = 3 + pick(4);
    std::vector<std::pair<std::string, std::string>> around;
    for (size_t f = 0; f < fields; ++f)
      around.push_back(
          std::vector<std::pair<std::string, std::string>>{{"", ""}, {"", ""}, {"\"", "\""}}[pick(3)]);
    std::string text, labels;
    Texts wanted;
    for (size_t line = 0; line < 12; ++line) {
      std::string shown, label;
      wanted.emplace_back();
      for (size_t f = 0; f < fields; ++f) {
        // each value is in one of the labelled lines, and the first is in all
        const bool has = f == 0 || (line == 0 ? f % 2 == 0 : line == 1 ? f % 2 == 1 || f == 2 : pick(3) > 0);
        const std::string value =
            f % 2 ? fmt::format("w{}{}", char('a' + pick(26)), line) : fmt::format("{}", 10 + pick(900));
        text += (f ? " " : "") + around[f].first + (has ? value : "-") + around[f].second;
        if (!has) continue;
        wanted.back() += fmt::format("{}f{}={}", wanted.back().empty() ? "" : " ", f, value);
        label += fmt::format("{}\"f{}\": \"{}\"", label.empty() ? "" : ", ", f, value);
      }
      text += "\n";
      if (line < 2) labels += (line ? ", {" : "{") + label + "}";
    }
    EXPECT_EQ(learned_records(text, "[" + labels + "]"), wanted) << "seed " << seed << "\n" << text << labels;
  }
}

TEST(Lines, AnotherTextInQuotes) {
  const std::string log =
      "a [1] \"GET /x 1.0\" 200\nb [2] \"POST /y 1.1\" 302\nc [3] \"-\" 408\nd [4] \"%%%\" 400\n";
  EXPECT_EQ(learned_records(log, R"([{"host": "a", "path": "/x", "status": "200"}])"),
            (Texts{"host=a path=/x status=200", "host=b path=/y status=302", "host=c status=408",
                   "host=d status=400"}));
}

TEST(Lines, CutAtTheLastMark) {
  const std::string log = "x [a:b:Name@7] one\ny [main:Peer@12] two\nz [/10.0.0.1:38:Other@3] three\n";
  EXPECT_EQ(learned_records(log, R"([{"thread": "a:b", "name": "Name", "n": "7", "t": "one"}])"),
            (Texts{"thread=a:b name=Name n=7 t=one", "thread=main name=Peer n=12 t=two",
                   "thread=/10.0.0.1:38 name=Other n=3 t=three"}));
}

TEST(Lines, EmptyColumnsMayBeNamed) {
  const std::string log = "a: one\nb[7]: two\nc: three\n";
  EXPECT_EQ(learned_records(log, R"([{"app": "a", "pid": "", "text": "one"}])"),
            (Texts{"app=a text=one", "app=b pid=7 text=two", "app=c text=three"}));
}

TEST(Lines, NamesThatAreNoVariables) {
  EXPECT_EQ(learned_records("1;a\n2;b\n", R"([{"the number": "1", "end": "a"}])"),
            (Texts{"the number=1 end=a", "the number=2 end=b"}));
}

TEST(Lines, PreformattedHtml) {
  const DocumentPtr page =
      page_of("<h1>CDs</h1><pre>\n12 &lt;9.99&gt; ABBA\n13 &lt;8.50&gt; U2\n</pre>", MediaType::html);
  auto learned = learn(page, R"([{"no": "12", "artist": "ABBA"}])");
  ASSERT_TRUE(learned.ok()) << learned.error().to_string();
  EXPECT_EQ(records_of(*learned->wrapper, page), (Texts{"no=12 artist=ABBA", "no=13 artist=U2"}));
}

TEST(Lines, GroupsUnderHeadings) {
  const DocumentPtr page = page_of(
      "<h2>Rock club</h2><pre>\n12  9.99 ABBA\n13  8.50 U2\n</pre><h2>Jazz club</h2><pre>\n21 12.00 "
      "Miles\n(sold out)\n22 11.00 Ella\n</pre>",
      MediaType::html);
  auto learned = learn(
      page,
      R"([{"club": "Rock club", "cds": [{"no": "12", "artist": "ABBA"}, {"no": "13", "artist": "U2"}]}])");
  ASSERT_TRUE(learned.ok()) << learned.error().to_string();
  EXPECT_EQ(records_of(*learned->wrapper, page),
            (Texts{"club=Rock club cds.no=12 cds.artist=ABBA cds.no=13 cds.artist=U2",
                   "club=Jazz club cds.no=21 cds.artist=Miles cds.no=22 cds.artist=Ella"}));
}

TEST(Lines, FixedColumnsWithEmptyCells) {
  const std::string list =
      "NUMBER  PRICE   ARTIST          TITLE\n"
      "1234    12.99   ABBA            Gold\n"
      "1235     9.50                   Various Hits\n"
      "1236     8.00   The Beatles     Help\n";
  EXPECT_EQ(learned_records(list, R"([{"no": "1234", "artist": "ABBA", "title": "Gold"}])"),
            (Texts{"no=1234 artist=ABBA title=Gold", "no=1235 title=Various Hits",
                   "no=1236 artist=The Beatles title=Help"}));
}

TEST(Lines, BankStatement) {
  const std::string list =
      "                     STATEMENT OF ACCOUNT\n"
      "\n"
      "Date        Description                     Debit      Credit     Balance\n"
      "-------------------------------------------------------------------------\n"
      "01/02/2024  Opening balance                                      1,200.00\n"
      "02/02/2024  Card payment Corner shop        45.10                1,154.90\n"
      "03/02/2024  Salary ACME Ltd                            2,000.00  3,154.90\n"
      "05/02/2024  Cash                           200.00\n"
      "06/02/2024  Transfer from J Smith                         50.00  3,004.90\n"
      "            reference 7782\n"
      "Total of debits and credits: see page two of this statement, please\n";
  const Texts wanted{"date=01/02/2024 what=Opening balance balance=1,200.00",
                     "date=02/02/2024 what=Card payment Corner shop debit=45.10 balance=1,154.90",
                     "date=03/02/2024 what=Salary ACME Ltd credit=2,000.00 balance=3,154.90",
                     "date=05/02/2024 what=Cash debit=200.00",
                     "date=06/02/2024 what=Transfer from J Smith credit=50.00 balance=3,004.90"};
  EXPECT_EQ(
      learned_records(
          list,
          R"([{"date": "02/02/2024", "what": "Card payment Corner shop", "debit": "45.10", "balance": "1,154.90"}, {"date": "03/02/2024", "what": "Salary ACME Ltd", "credit": "2,000.00", "balance": "3,154.90"}])"),
      wanted);
  Texts without_credit = wanted;  // nobody labelled it: it is in no other column
  without_credit[2] = "date=03/02/2024 what=Salary ACME Ltd balance=3,154.90";
  without_credit[4] = "date=06/02/2024 what=Transfer from J Smith balance=3,004.90";
  EXPECT_EQ(
      learned_records(
          list,
          R"([{"date": "02/02/2024", "what": "Card payment Corner shop", "debit": "45.10", "balance": "1,154.90"}])"),
      without_credit);
}

// Random tables: columns of numbers to the right and of words to the left, some
// cells empty; two rows labelled.
TEST(Lines, RandomTablesAreNeverShifted) {
  size_t recovered = 0;
  constexpr size_t kTables = at_length(100, 50);
  for (uint32_t seed = 1; seed <= kTables; ++seed) {
    std::mt19937 random(seed);
    auto below = [&](uint32_t n) { return uint32_t(random() % n); };
    const size_t columns = 3 + below(4);
    std::vector<bool> number(columns);
    std::vector<size_t> width(columns);
    for (size_t c = 0; c < columns; ++c) number[c] = below(2), width[c] = (number[c] ? 7 : 14) + below(4);
    static const char* kWords[] = {"red", "green apples", "a blue one", "North", "Acme Ltd",
                                   "x",   "paid in cash"};
    std::string text, labels;
    Texts wanted;
    size_t labelled = 0;
    std::vector<bool> shown(columns);
    for (size_t row = 0; row < 20; ++row) {
      std::string line, label, want;
      for (size_t c = 0; c < columns; ++c) {
        const bool empty = c > 0 && below(4) == 0;
        const std::string cell = empty       ? ""
                                 : number[c] ? fmt::format("{}.{:02}", below(9000), below(100))
                                             : kWords[below(7)];
        line += (c ? "  " : "") +
                (number[c] ? fmt::format("{:>{}}", cell, width[c]) : fmt::format("{:<{}}", cell, width[c]));
        if (empty) continue;
        want += fmt::format("{}f{}={}", want.empty() ? "" : " ", c, cell);
        label += fmt::format("{}\"f{}\": \"{}\"", label.empty() ? "" : ", ", c, cell);
      }
      while (line.back() == ' ') line.pop_back();
      text += line + "\n";
      wanted.push_back(want);
      if (labelled < 2 && std::count(label.begin(), label.end(), ':') == ptrdiff_t(columns))
        labels += (labelled++ ? ", {" : "{") + label + "}";
    }
    if (labelled == 0) {
      ++recovered;
      continue;
    }
    auto learned = learn(page_of(text), "[" + labels + "]");
    ASSERT_TRUE(learned.ok()) << "seed " << seed << ": " << learned.error().to_string() << "\n" << text;
    Texts got = records_of(*learned->wrapper, page_of(text));
    for (const std::string& one : got)
      EXPECT_NE(std::find(wanted.begin(), wanted.end(), one), wanted.end())
          << "seed " << seed << ": " << one << "\n"
          << text;
    // a row of its first cell alone may as well be a title: it is skipped
    auto lone = [](const std::string& row) { return row.find(" f") == std::string::npos; };
    std::erase_if(got, lone);
    std::erase_if(wanted, lone);
    recovered += got == wanted;
  }
  EXPECT_GE(recovered, kTables * 90 / 100);
}

TEST(Lines, OrderOfLabelsChangesNothing) {
  const std::string log = "1 a [x] one\n2 b two\n3 c [y] three\n";
  const DocumentPtr page = page_of(log);
  auto first = learn(page, R"([{"n": "1", "t": "one"}, {"n": "3", "t": "three"}])");
  auto second = learn(page, R"([{"n": "3", "t": "three"}, {"n": "1", "t": "one"}])");
  ASSERT_TRUE(first.ok() && second.ok());
  wrap::Config a, b;
  first->wrapper->save(a);
  second->wrapper->save(b);
  EXPECT_EQ(wrap::format_config(a), wrap::format_config(b));
}

TEST(Lines, BadLabelsAreNamed) {
  const DocumentPtr page = page_of("one two\nthree four\n");
  auto learned = learn(page, R"([{"a": "one", "b": "one"}])");
  ASSERT_FALSE(learned.ok());
  EXPECT_EQ(learned.error().code, Code::cannot_learn);
  EXPECT_NE(learned.error().to_string().find("record 1"), std::string::npos) << learned.error().to_string();
}

TEST(Lines, WhyALineIsOfNoKind) {
  const DocumentPtr page = page_of("2024-01-02 INFO: fine\noops\n");
  auto learned = learn(page, R"([{"day": "2024-01-02", "level": "INFO", "what": "fine"}])");
  ASSERT_TRUE(learned.ok());
  const auto* wrapper = dynamic_cast<const LinesWrapper*>(learned->wrapper.get());
  EXPECT_NE(wrapper->why_not("oops").find("day="), std::string::npos) << wrapper->why_not("oops");
  EXPECT_EQ(wrapper->why_not("2024-01-03 WARN: x"), "");
}

// A format is a row of fields of some kinds and marks between them.
struct Format {
  std::mt19937& random;
  std::vector<int> kinds;
  std::vector<std::string> marks;
  explicit Format(std::mt19937& r) : random(r) {
    static const char* kMarks[] = {" ", ": ", " - ", "|", ";", "\t", " [", " (", "@", "#", " = "};
    const size_t count = 2 + random() % 4;
    for (size_t i = 0; i < count; ++i) {
      kinds.push_back(int(random() % 4));
      marks.push_back(kMarks[random() % std::size(kMarks)]);
    }
  }
  std::string pick(std::initializer_list<const char*> texts) {
    return *(texts.begin() + random() % texts.size());
  }
  std::string value(int kind) {
    switch (kind) {
      case 0: return std::to_string(random() % 10000);
      case 1: return fmt::format("2024-{:02}-{:02}", 1 + random() % 12, 1 + random() % 28);
      case 2: return pick({"alpha", "beta", "gamma.x", "delta_1", "Eps"});
      default: return pick({"INFO", "WARN", "ERROR"});
    }
  }
  std::string line(std::vector<std::string>& values) {
    std::string out;
    for (size_t i = 0; i < kinds.size(); ++i) {
      values.push_back(value(kinds[i]));
      out += values.back();
      if (i + 1 == kinds.size()) break;
      out += marks[i];
    }
    return out;
  }
};

TEST(Lines, RandomFormatsAreRecovered) {
  size_t recovered = 0;
  constexpr size_t kFormats = at_length(150, 80);
  std::string lost;
  for (uint32_t seed = 1; seed <= kFormats; ++seed) {
    std::mt19937 random(seed);
    Format format(random);
    std::string text, labels;
    Texts wanted;
    for (size_t i = 0; i < 30; ++i) {
      std::vector<std::string> values;
      text += format.line(values) + "\n";
      wanted.emplace_back();
      std::string label;
      for (size_t f = 0; f < values.size(); ++f) {
        wanted.back() += fmt::format("{}f{}={}", f ? " " : "", f, values[f]);
        label += fmt::format("{}\"f{}\": \"{}\"", f ? ", " : "", f, values[f]);
      }
      if (i < 2) labels += (i ? ", {" : "{") + label + "}";
    }
    auto learned = learn(page_of(text), "[" + labels + "]");
    if (learned.ok()) {
      const size_t cut = labels.find("}, {");
      auto turned =
          learn(page_of(text), "[" + labels.substr(cut + 3) + ", " + labels.substr(0, cut + 1) + "]");
      wrap::Config a, b;
      learned->wrapper->save(a);
      if (turned.ok()) turned->wrapper->save(b);
      EXPECT_EQ(wrap::format_config(a), wrap::format_config(b)) << "seed " << seed;
    }
    const bool same = learned.ok() && records_of(*learned->wrapper, page_of(text)) == wanted;
    recovered += same;
    if (!same) lost += fmt::format("seed {}: {}\n", seed, text.substr(0, text.find('\n')));
  }
  EXPECT_GE(recovered, kFormats * 95 / 100) << lost;
}

// Every format of two fields, from a single labelled line.
TEST(Lines, AllSmallFormatsAreRecovered) {
  size_t recovered = 0, all = 0;
  std::string lost;
  for (const char* mark : {" ", ": ", " - ", "|", ";", "\t", " [", " (", "@", "#", " = ", "  ", ","})
    for (int first = 0; first < 4; ++first)
      for (int second = 0; second < 4; ++second) {
        std::mt19937 random(test_seed(7));
        Format format(random);
        format.kinds = {first, second};
        format.marks = {mark, ""};
        std::string text, label;
        Texts wanted;
        for (size_t i = 0; i < 12; ++i) {
          std::vector<std::string> values;
          text += format.line(values) + "\n";
          wanted.push_back(fmt::format("a={} b={}", values[0], values[1]));
          if (i == 0) label = fmt::format("[{{\"a\": \"{}\", \"b\": \"{}\"}}]", values[0], values[1]);
        }
        auto learned = learn(page_of(text), label);
        const bool same = learned.ok() && records_of(*learned->wrapper, page_of(text)) == wanted;
        ++all;
        recovered += same;
        if (!same) lost += text.substr(0, text.find('\n')) + "\n";
      }
  EXPECT_GE(recovered * 100, all * 97) << lost;
}

TEST(Kinds, WordsThatVaryAreMasked) {
  const std::vector<std::string_view> texts{"user ann logged in from 10.0.0.1",
                                            "user bob logged in from 10.0.0.2",
                                            "user eve logged in from 10.0.0.3", "disk /dev/sda1 is full"};
  const Kinds kinds = group_kinds(texts);
  ASSERT_EQ(kinds.templates.size(), 2u);
  EXPECT_EQ(kinds.words(0), "user <*> logged in from <*>");
  EXPECT_EQ(kinds.counts, (std::vector<uint32_t>{3, 1}));
}

TEST(Head, ColumnsOfALog) {
  const std::vector<std::string_view> lines{
      "2015-10-18 18:01:47,978 INFO [main] org.apache.App: Created one",
      "2015-10-18 18:01:48,963 WARN [pool 2] org.apache.Pool: Executing",
      "2015-10-18 18:01:48,964 INFO [main] org.apache.App: Kind: x"};
  const Head head = find_head(lines);
  Texts names;
  for (const HeadColumn& column : head.columns) names.push_back(column.name);
  EXPECT_EQ(names, (Texts{"date", "time", "level", "thread", "component", "message"}));
}

TEST(Head, ColumnsOfManyKindsOfLogs) {
  struct Case {
    std::string columns;
    std::vector<std::string_view> lines;
  };
  const std::vector<Case> cases{
      {"ip word timestamp request number number2 referrer agent",
       {R"x(10.0.0.1 - ann [02/Jan/2024:10:00:00 +0000] "GET /a HTTP/1.1" 200 512 "-" "Mozilla/5.0 (X11)")x",
        R"x(10.0.0.2 - - [02/Jan/2024:10:00:01 +0000] "POST /b c HTTP/1.1" 404 9 "http://a.org/" "curl/8.0")x",
        R"x(10.0.0.3 - bob [02/Jan/2024:10:00:02 +0000] "GET / HTTP/1.1" 200 77 "-" "curl/8.0")x"}},
      {"label time number component line message",
       {"I0102 10:00:00.123456  1234 main.cc:42] started worker",
        "E0102 10:00:01.123456 31234 net.cc:7] closed by peer",
        "I0102 10:00:02.123456  1234 main.cc:142] stopped"}},
      {"time message",
       {"[    3.000000] usb 1-1: new device", "[   14.250000] eth0: link is up",
        "[  112.000001] EXT4-fs (sda1): mounted"}},
      {"date time level ip word number",
       {"2024-01-02,10:00:00,INFO,10.0.0.1,login,3", "2024-01-02,10:00:01,WARN,10.0.0.2,logout,44",
        "2024-01-02,10:00:02,INFO,10.0.0.3,login,5"}},
      {"id name joined",
       {"id,name,joined", "1,Ann,2024-01-02", "2,\"Lee, Bob\",2024-02-03", "3,Eve,2024-03-04"}},
      {"time level took size ip",
       {"time=2024-01-02T10:00:00Z level=info took=12ms size=4KB ip=10.0.0.1",
        "time=2024-01-02T10:00:01Z level=warn took=930ms size=77KB ip=fe80::1",
        "time=2024-01-02T10:00:02Z level=info took=8ms size=1KB ip=10.0.0.9"}},
      {"month day time host component pid message",
       {"Jan 02 10:00:00 box systemd[1]: Started Session 3.", "Jan 02 10:00:01 box sshd[77]: Closed.",
        "Jan 12 10:00:02 box cron[8]: job done"}},
      {"date time word level thread component line message",
       {"2015-07-29 17:41:44,747 - a INFO [Quorum[id=1]/0:0:2181:Election@774] - Note one",
        "2015-07-29 17:41:45,747 - b WARN [main:QuorumPeer@12] - Note two",
        "2015-07-29 17:41:46,747 - a INFO [/10.1.1.1:3888:Listener@13] - Note three"}},
  };
  for (const Case& one : cases) {
    const Head head = find_head(one.lines);
    std::string names;
    for (const HeadColumn& column : head.columns) names += (names.empty() ? "" : " ") + column.name;
    EXPECT_EQ(names, one.columns) << one.lines[0];
    EXPECT_FALSE(head.examples.empty()) << one.lines[0];
  }
}

}  // namespace
}  // namespace gleaner::lines
