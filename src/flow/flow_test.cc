// The parts of a flow that need no pages: the file, tables, signatures, envelopes, the
// daemon under a clock that jumps.
#include <gtest/gtest.h>

#include <random>

#include <fmt/format.h>

#include "base/seed_test.h"
#include "base/temp_folder_test.h"
#include "flow/daemon.h"
#include "flow/deliver.h"
#include "flow/engine.h"
#include "flow/explain.h"
#include "page/load.h"

namespace gleaner::flow {
namespace {

std::vector<std::string> errors_in(const std::string& text) {
  Diagnostics found;
  (void)parse_flow(text, "", found);
  std::vector<std::string> out;
  for (const Diagnostic& one : found)
    if (one.severity == Severity::error) out.push_back(fmt::format("{}: {}", one.where.line, one.message));
  return out;
}
using Lines = std::vector<std::string>;

TEST(FlowFile, SaysAllThatIsWrong) {
  const Lines found = errors_in(
      "schedul = \"daily 06:30\"\n[source.a]\ntable = \"nowhere.csv\"\n[step.b]\nfrom = \"aa\"\nfilter = \"x > 1\"\n[deliver.c]\nfrom = \"b\"\nto = \"x.doc\"\n");
  EXPECT_EQ(found.size(), 4u) << fmt::format("{}", fmt::join(found, "\n"));
  EXPECT_EQ(
      errors_in(
          "[source.a]\nquery = \"select 1\"\n[step.b]\nfrom = \"c\"\nfilter = \"1\"\n[step.c]\nfrom = \"b\"\nfilter = \"1\"\n")
          .size(),
      1u);  // a circle
  EXPECT_EQ(
      errors_in(
          "[source.a]\nquery = \"select 1\"\n[step.b]\nfrom = \"a\"\nfilter = \"1\"\nnormalise.x = \"date\"\n")
          .size(),
      1u);
  EXPECT_EQ(errors_in("nonsense = [").size(), 1u);
}

TEST(FlowFile, TablesInAQuery) {
  EXPECT_EQ(tables_in_query(
                "select article, min(price) as best, list(shop) as shops from matched group by article"),
            Lines{"matched"});
  EXPECT_EQ(tables_in_query("select a.x from a in one, b in two where a.k == b.k"), (Lines{"one", "two"}));
  EXPECT_EQ(tables_in_query("select * from one o left join two t on o.a = t.a where x in ('from three')"),
            (Lines{"one", "two"}));
}

TEST(FlowTable, PackedAndBack) {
  std::mt19937 random(test_seed(3));
  for (int i = 0; i < 50; ++i) {
    Table table;
    for (size_t c = 0; c < random() % 5; ++c)
      table.columns.push_back({fmt::format("c{}", c), wrap::Type::text});
    table.pages.push_back({"a.html", "http://a", "00ff", 12});
    table.rules = {"", "price.1: words"};
    for (size_t r = 0; r < random() % 20; ++r) {
      Row row;
      for (size_t c = 0; c < table.columns.size(); ++c)
        row.cells.push_back(random() % 3 == 0 ? Cell()
                            : random() % 2    ? Cell::of_number(double(random()) / 7, "t\xc3\xa4xt")
                                              : Cell::of_text("ä\n\0b"));
      for (size_t n = 0; n < random() % 4; ++n)
        row.from.push_back({uint32_t(random() % 2), uint32_t(random())});
      row.places.assign(table.columns.size(), {{uint32_t(r), uint32_t(r + 5)}, 1});
      row.stale = int64_t(random() % 3), row.page = random() % 2 ? 0 : kNoPage, row.source = kNoPage;
      table.rows.push_back(std::move(row));
    }
    auto back = unpack(pack(table));
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(content_hash(*back), content_hash(table));
    ASSERT_EQ(back->rows.size(), table.rows.size());
    for (size_t r = 0; r < table.rows.size(); ++r) {
      EXPECT_EQ(back->rows[r].cells, table.rows[r].cells);
      EXPECT_EQ(back->rows[r].from, table.rows[r].from);
      EXPECT_EQ(back->rows[r].page, table.rows[r].page);
      EXPECT_EQ(back->rows[r].source, table.rows[r].source);
    }
  }
  EXPECT_FALSE(unpack("AAAA").ok());
  EXPECT_FALSE(unpack("not base64!").ok());
}

TEST(Deliver, SignatureOfThePublishedExample) {
  // docs.aws.amazon.com, "Examples: Signature Calculations": PUT object
  const auto headers =
      sign_v4({"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1", "s3",
               "20130524T000000Z"},
              "PUT", "examplebucket.s3.amazonaws.com", "/test%24file.text", "",
              {{"date", "Fri, 24 May 2013 00:00:00 GMT"}, {"x-amz-storage-class", "REDUCED_REDUNDANCY"}},
              "Welcome to Amazon S3.");
  EXPECT_NE(headers.back().find("Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
            std::string::npos)
      << headers.back();
}

Table prices() {
  Table table;
  table.columns = {{"article", wrap::Type::text}, {"best", wrap::Type::number}};
  for (const auto& [article, best] : {std::pair("A & B", 1.5), {"K1043", 34.9}}) {
    Row row;
    row.cells = {Cell::of_text(article), Cell::of_number(best)};
    table.rows.push_back(std::move(row));
  }
  table.rows.push_back({{Cell::of_text("none"), Cell()}, {}, 0, kNoPage, kNoPage, {}});
  return table;
}

TEST(Deliver, EnvelopeFromATemplate) {
  const Table table = prices();
  Flow flow;
  flow.name = "prices";
  Delivery to;
  Package package{&flow, &to, &table, {0, 1, 2}, "id1", 7, "2026-01-12", {}};
  std::string action, endpoint;
  auto made = soap_envelope(
      package,
      "<E run=\"{run}\"><!--rows--><p a=\"{article}\">{?best}<b>{best}</b>{/best}</p><!--/rows--></E>", "",
      action, endpoint);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(
      *made,
      "<E run=\"7\"><p a=\"A &amp; B\"><b>1.5</b></p><p a=\"K1043\"><b>34.9</b></p><p a=\"none\"></p></E>");
}

TEST(Deliver, EnvelopeFromAWsdl) {
  const std::string wsdl =
      R"(<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:p" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:p">
<wsdl:types><xs:schema targetNamespace="urn:p" elementFormDefault="qualified">
<xs:element name="Update"><xs:complexType><xs:sequence><xs:element name="run" type="xs:int"/><xs:element name="price" type="t:Price" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
<xs:complexType name="Price"><xs:sequence><xs:element name="article" type="xs:string"/><xs:element name="best" type="xs:decimal" minOccurs="0"/></xs:sequence></xs:complexType>
</xs:schema></wsdl:types>
<wsdl:message name="In"><wsdl:part name="p" element="t:Update"/></wsdl:message>
<wsdl:portType name="P"><wsdl:operation name="Update"><wsdl:input message="t:In"/></wsdl:operation></wsdl:portType>
<wsdl:binding name="B" type="t:P"><wsdl:operation name="Update"><soap:operation soapAction="urn:p#Update"/></wsdl:operation></wsdl:binding>
<wsdl:service name="S"><wsdl:port name="O" binding="t:B"><soap:address location="http://sap.example/x"/></wsdl:port></wsdl:service></wsdl:definitions>)";
  const Table table = prices();
  Flow flow;
  Delivery to;
  to.operation = "Update";
  Package package{&flow, &to, &table, {1, 2}, "id1", 7, "2026-01-12", {}};
  std::string action, endpoint;
  auto made = soap_envelope(package, "", wsdl, action, endpoint);
  ASSERT_TRUE(made.ok()) << made.error().message;
  EXPECT_NE(
      made->find(
          "<Update xmlns=\"urn:p\"><run>7</run><price><article>K1043</article><best>34.9</best></price><price><article>none</article></price></Update>"),
      std::string::npos)
      << *made;
  EXPECT_EQ(action, "urn:p#Update");
  EXPECT_EQ(endpoint, "http://sap.example/x");
  to.operation = "Nothing";
  EXPECT_FALSE(soap_envelope(package, "", wsdl, action, endpoint).ok());
}

TEST(Deliver, SecretsOfAFileThatOthersMayReadAreRefused) {
  TempFolder folder;
  ASSERT_TRUE(write_file(folder / "token", "geheim\n").ok());
  Flow flow;
  Delivery to;
  to.secret_file = folder / "token";
  std::filesystem::permissions(folder / "token", std::filesystem::perms(0644));
  EXPECT_FALSE(secret_of(to, flow).ok());
  std::filesystem::permissions(folder / "token", std::filesystem::perms(0600));
  auto secret = secret_of(to, flow);
  ASSERT_TRUE(secret.ok());
  EXPECT_EQ(*secret, "geheim");
}

// A flow on a table, run in a folder of its own.
struct SmallFlow {
  TempFolder folder;
  std::string path = folder / "small.flow.toml";
  Environment environment;
  explicit SmallFlow(const std::string& more, const std::string& store = "small.sqlite") {
    put("in.csv", "id,name,price\n1,Cup,\"6,90\"\n2,Saucer,\"3,50\"\n");
    put("small.flow.toml",
        fmt::format(
            "store = \"{}\"\n[source.in]\ntable = \"in.csv\"\n[step.normal]\nfrom = \"in\"\nnormalise.price = \"number\"\n{}",
            store, more));
  }
  void put(const std::string& name, const std::string& text) {
    ASSERT_TRUE(write_file(folder / name, text).ok());
  }
  Result<RunReport> run(int64_t now) {
    GLEANER_TRY(const Flow flow, load_flow(path));
    RunOptions options;
    options.now = now;
    return run_flow(flow, environment, options);
  }
  std::string read(const std::string& name) { return read_file(folder / name).value(); }
};

TEST(Engine, HistoryAndReuse) {
  for (const char* store : {"small.sqlite", "small.duckdb"}) {
    SmallFlow flow("[deliver.out]\nfrom = \"normal\"\nto = \"out.csv\"\nkey = [\"id\"]\n", store);
    auto first = flow.run(1768195800);
    ASSERT_TRUE(first.ok()) << first.error().to_string();
    EXPECT_EQ(flow.read("out.csv"), "id,name,price,price_text\n1,Cup,6.9,\"6,90\"\n2,Saucer,3.5,\"3,50\"\n");
    auto second = flow.run(1768282200);
    ASSERT_TRUE(second.ok()) << second.error().to_string();
    EXPECT_EQ(second->record.steps[1].status, "reused");
    flow.put("in.csv", "id,name,price\n1,Cup,\"7,20\"\n");
    ASSERT_TRUE(flow.run(1768368600).ok());
    auto loaded = load_flow(flow.path);
    auto ledger = Ledger::open(*loaded, false);
    auto history = (*ledger)->history("normal", {"1"}, "price");
    ASSERT_TRUE(history.ok());
    ASSERT_EQ((*history)["1"].size(), 2u);
    EXPECT_EQ((*history)["1"][0].value, "6.9");
    EXPECT_EQ((*history)["1"][0].to, 3);
    EXPECT_EQ((*history)["1"][1].value, "7.2");
    auto gone = (*ledger)->history("normal", {"2"}, "price");
    EXPECT_EQ((*gone)["2"][0].to, 3);  // closed, not lost
    size_t rows = 0;
    ASSERT_TRUE((*ledger)
                    ->as_of("normal", 2,
                            [&](std::string_view, std::string_view column, std::string_view) {
                              rows += column == "price";
                            })
                    .ok());
    EXPECT_EQ(rows, 2u);
  }
}

TEST(Engine, TooManyProblemsFailBeforeDelivery) {
  SmallFlow flow("[problems]\nmax = 0\n[deliver.out]\nfrom = \"normal\"\nto = \"out.csv\"\n");
  ASSERT_TRUE(flow.run(1768195800).ok());
  const std::string before = flow.read("out.csv");
  flow.put("in.csv", "id,name,price\n1,Cup,cheap\n2,Saucer,\"3,50\"\n");
  auto failed = flow.run(1768282200);
  ASSERT_FALSE(failed.ok());
  EXPECT_NE(failed.error().message.find("1 problems are more"), std::string::npos);
  EXPECT_EQ(flow.read("out.csv"), before);
  auto loaded = load_flow(flow.path);
  auto ledger = Ledger::open(*loaded, false);
  auto runs = (*ledger)->runs(10, false);
  ASSERT_EQ(runs->size(), 2u);
  EXPECT_EQ((*runs)[0].status, "failed");
  EXPECT_EQ((*(*ledger)->last_done())->run, 1);
}

TEST(Engine, LineageOfAggregates) {
  SmallFlow flow(
      "[step.best]\nquery = \"select count(*) as n, min(price) as best from normal\"\n[step.cheap]\nfrom = \"normal\"\nfilter = \"price < 5\"\n");
  auto report = flow.run(1768195800);
  ASSERT_TRUE(report.ok()) << report.error().to_string();
  EXPECT_EQ(report->tables["best"].rows[0].from, (std::vector<RowRef>{{0, 0}, {0, 1}}));
  ASSERT_EQ(report->tables["cheap"].rows.size(), 1u);
  EXPECT_EQ(report->tables["cheap"].rows[0].from, (std::vector<RowRef>{{0, 1}}));
  EXPECT_EQ(report->tables["cheap"].rows[0].cells[2].text, "3,50");  // the original goes along
  auto loaded = load_flow(flow.path);
  auto lines = explain(*loaded, flow.environment, {{"2"}, "best", "best", 0});
  ASSERT_TRUE(lines.ok()) << lines.error().to_string();
  EXPECT_EQ((*lines)[0].step, "best");
  EXPECT_EQ(lines->back().step, "in");
}

TEST(Engine, ReplayIsTheSame) {
  SmallFlow flow("[deliver.out]\nfrom = \"normal\"\nto = \"out.csv\"\nkey = [\"id\"]\n");
  auto report = flow.run(1768195800);
  ASSERT_TRUE(report.ok());
  auto loaded = load_flow(flow.path);
  auto again = replay(*loaded, flow.environment, 1, true);
  ASSERT_TRUE(again.ok()) << again.error().to_string();
  EXPECT_EQ(again->record.steps[0].content, report->record.steps[1].content);
}

TEST(Daemon, ARunThatItsLimitsEndIsAFailure) {
  SmallFlow flow("");
  flow.put("small.flow.toml", "schedule = \"daily 06:30 UTC\"\n" + flow.read("small.flow.toml"));
  std::vector<std::string> started;
  Daemon daemon([&](const std::vector<std::string>& arguments,
                    const std::string&) -> Result<pid_t> { return started = arguments, pid_t(1); },
                [](pid_t) { return 6; }, {"--max-seconds", "2"});
  const int64_t day = *read_moment("2026-01-12T00:00:00Z");
  ASSERT_TRUE(daemon.add(flow.path, day).ok());
  daemon.tick(day + 23400);
  ASSERT_EQ(started.size(), 7u);
  EXPECT_EQ(started[3], "--max-seconds");
  const std::vector<std::string> told = daemon.tick(day + 23401);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NE(told[0].find("ended by its limits"), std::string::npos);
  EXPECT_NE(daemon.metrics(day).find("gleaner_flow_failures_total{flow=\"small\"} 1"), std::string::npos);
}

TEST(Daemon, HandlesEachMomentOnce) {
  SmallFlow flow("");
  const std::string text = "schedule = \"daily 06:30 UTC\"\n" + flow.read("small.flow.toml");
  flow.put("small.flow.toml", text);
  std::vector<std::vector<std::string>> started;
  std::optional<int> ended;
  Daemon daemon(
      [&](const std::vector<std::string>& arguments, const std::string&) -> Result<pid_t> {
        return started.push_back(arguments), pid_t(started.size());
      },
      [&](pid_t) { return ended; });
  const int64_t day = *read_moment("2026-01-12T00:00:00Z");
  ASSERT_TRUE(daemon.add(flow.path, day).ok());
  EXPECT_TRUE(daemon.tick(day + 3600).empty());
  EXPECT_EQ(daemon.tick(day + 23400).size(), 1u);  // 06:30
  ASSERT_EQ(started.size(), 1u);
  EXPECT_EQ(started[0].back(), "2026-01-12T06:30:00Z");
  EXPECT_TRUE(daemon.tick(day + 23401).empty());
  EXPECT_EQ(daemon.running().size(), 1u);
  daemon.tick(day + 86400 + 23400);  // the run still works: the next is left out
  EXPECT_EQ(started.size(), 1u);
  ended = 0;
  daemon.tick(day + 86400 + 23500);
  EXPECT_TRUE(daemon.running().empty());
  daemon.tick(day + 3600);  // the clock goes back: nothing is run twice
  daemon.tick(day + 86400 + 23450);
  EXPECT_EQ(started.size(), 1u);
  daemon.tick(day + 9 * 86400);  // ... and far ahead: what was missed is run once
  ASSERT_EQ(started.size(), 2u);
  EXPECT_EQ(started[1].back(), "2026-01-20T06:30:00Z");
  daemon.tick(day + 4000 * 86400);  // ten years ahead by mistake, and put right: the schedule goes on
  ASSERT_EQ(started.size(), 3u);
  daemon.tick(day + 10 * 86400);
  EXPECT_EQ(daemon.tick(day + 10 * 86400 + 3600).size(), 1u);  // said once
  EXPECT_TRUE(daemon.tick(day + 10 * 86400 + 3601).empty());
  daemon.tick(day + 10 * 86400 + 23400);
  ASSERT_EQ(started.size(), 4u);
  EXPECT_EQ(started[3].back(), "2026-01-22T06:30:00Z");
  EXPECT_NE(daemon.metrics(day).find("gleaner_flow_overlaps_total{flow=\"small\"} 1"), std::string::npos);
  EXPECT_NE(daemon.status_page(day).find("small"), std::string::npos);
}

}  // namespace
}  // namespace gleaner::flow
