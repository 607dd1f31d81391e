// What is asked of a store of runs, with texts that databases stumble over; lineage over made-up
// tables; pairs as people name them.
#include "flow/ledger.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/temp_folder_test.h"
#include "flow/lineage.h"
#include "flow/review.h"
#include "page/load.h"

namespace gleaner::flow {
namespace {

constexpr const char* kOdd = "O'Neill \"&\" S\xc3\xb6hne; -- \\ % _";

// Two sources that are matched, and what is left of the match; the files need not be there.
constexpr const char* kGraph = R"(
store = "t.sqlite"
[source.ours]
query = "select 1 as name"
key = ["name", "size"]
[source.theirs]
query = "select 1 as name"
key = ["name"]
[step.both]
match = ["ours", "theirs"]
[step.cheap]
from = "both"
filter = "price < 5"
[deliver.out]
from = "cheap"
to = "out.csv"
)";

Flow graph() {
  Diagnostics found;
  std::optional<Flow> flow = parse_flow(kGraph, "", found);
  for (const Diagnostic& one : found) ADD_FAILURE() << one.to_string();
  return flow ? *flow : Flow();
}

Table table_of(const std::vector<std::string>& columns, const std::vector<std::vector<std::string>>& rows) {
  Table out;
  for (const std::string& name : columns) out.columns.push_back({name, wrap::Type::text});
  for (const auto& cells : rows) {
    Row row;
    for (const std::string& text : cells) row.cells.push_back(Cell::of_text(text));
    out.rows.push_back(std::move(row));
  }
  return out;
}

class Store : public testing::Test {
 protected:
  void SetUp() override {
    flow_ = graph();
    flow_.name = "t", flow_.folder = folder_ / "";
    auto opened = Ledger::open(flow_, true);
    ASSERT_TRUE(opened.ok()) << opened.error().to_string();
    ledger_ = std::move(*opened);
    ours_ = table_of({"name", "size"}, {{kOdd, "big"}, {"Cup", ""}});
    theirs_ = table_of({"name"}, {{"Cup"}, {kOdd}});
  }

  // A run in which the two sources gave their tables.
  RunCommit commit_of(int64_t number) {
    RunCommit out;
    out.record.run = number, out.record.started = 100 * number, out.record.status = "done";
    for (const char* name : {"ours", "theirs"}) {
      StepRecord step;
      step.step = name, step.kind = "source", step.table = std::string(name) + "-hash", step.note = kOdd;
      out.record.steps.push_back(step);
    }
    out.tables = {{"ours-hash", &ours_}, {"theirs-hash", &theirs_}};
    return out;
  }
  void commit(const RunCommit& what) {
    const Status done = ledger_->commit(what);
    ASSERT_TRUE(done.ok()) << done.error().to_string();
  }

  TempFolder folder_;
  Flow flow_;
  std::unique_ptr<Ledger> ledger_;
  Table ours_, theirs_;
};

TEST_F(Store, RunsTablesAndFilesComeBackAsTheyWere) {
  RunCommit first = commit_of(1);
  first.files = {{"a.wrapper", std::string("x\0y\n", 4) + kOdd}};
  commit(first);
  EXPECT_EQ(ledger_->next_run().value(), 2);
  const auto last = ledger_->last_done().value();
  ASSERT_TRUE(last);
  EXPECT_EQ(last->started, 100);
  ASSERT_EQ(last->steps.size(), 2u);
  EXPECT_EQ(last->steps[0].note, kOdd);
  auto table = ledger_->table("ours-hash");
  ASSERT_TRUE(table.ok()) << table.error().to_string();
  EXPECT_EQ(content_hash(*table), content_hash(ours_));
  EXPECT_EQ(ledger_->files_of_run(1).value(), first.files);
  EXPECT_FALSE(ledger_->table("no such").ok());
  EXPECT_FALSE(ledger_->has_table("no such").value());
  EXPECT_FALSE(ledger_->run(7).value());
}

TEST_F(Store, AFailedRunIsToldAndTheLastOneHolds) {
  commit(commit_of(1));
  RunCommit failed = commit_of(2);
  failed.record.status = "failed", failed.record.note = kOdd;
  ASSERT_TRUE(ledger_->record_failure(failed).ok());
  const auto runs = ledger_->runs(10, false).value();
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].note, kOdd);
  EXPECT_EQ(ledger_->last_done().value()->run, 1);
}

TEST_F(Store, ProblemsOfTheLastRunAndOfAll) {
  RunCommit first = commit_of(1), second = commit_of(2);
  first.problems = {{"ours", 0, "size", "huge", "no size", "page 1"},
                    {"ours", 1, "size", kOdd, "no size", "page 2"}};
  second.problems = {first.problems[1]};
  commit(first);
  commit(second);
  const auto now = ledger_->problems(false, 10).value();
  ASSERT_EQ(now.size(), 1u);
  EXPECT_EQ(now[0].problem.value, kOdd);
  EXPECT_EQ(now[0].first_run, 1);
  EXPECT_EQ(now[0].last_run, 2);
  EXPECT_EQ(ledger_->problems(true, 10).value().size(), 2u);
  EXPECT_EQ(ledger_->problems(true, 1).value().size(), 1u);
}

TEST_F(Store, AnItemOfTheOutboxChangesAlone) {
  RunCommit first = commit_of(1);
  for (int seq = 0; seq < 3; ++seq) {
    OutboxItem item;
    item.id = fmt::format("t-1-{}", seq), item.delivery = "out", item.state = "waiting", item.run = 1;
    item.seq = seq, item.payload = kOdd;
    first.outbox.push_back(item);
  }
  first.sent = {{"out", "Cup", "h1"}, {"out", kOdd, "h2"}, {"other", "Cup", "h3"}};
  commit(first);
  OutboxItem sent = ledger_->outbox("waiting", 10).value()[1];
  EXPECT_EQ(sent.payload, kOdd);
  sent.state = "sent", sent.attempts = 2, sent.error = kOdd;
  ASSERT_TRUE(ledger_->set_item(sent).ok());
  const auto counts = ledger_->outbox_counts().value();
  EXPECT_EQ(counts, (std::map<std::string, int64_t>{{"out sent", 1}, {"out waiting", 2}}));
  EXPECT_EQ(ledger_->outbox("sent", 10).value()[0].error, kOdd);
  EXPECT_EQ(ledger_->sent("out").value().at(kOdd), "h2");
  ASSERT_TRUE(ledger_->forget_sent("out").ok());
  EXPECT_TRUE(ledger_->sent("out").value().empty());
  EXPECT_EQ(ledger_->sent("other").value().size(), 1u);
}

TEST_F(Store, PairsAreFoundByTheNamesThatPeopleRead) {
  RunCommit first = commit_of(1);
  const std::string odd = std::string(kOdd) + "\x1f" + "big";
  ReviewPair waiting;
  waiting.step = "both", waiting.left = odd, waiting.right = kOdd, waiting.probability = 0.5,
  waiting.text_hash = 77;
  first.review = {waiting}, first.reviewed = {"both"};
  commit(first);
  EXPECT_EQ(shown_key(odd), std::string(kOdd) + " / big");
  // one that waits, with the texts that are judged
  auto pair = find_pair(flow_, *ledger_, "", shown_key(odd), kOdd);
  ASSERT_TRUE(pair.ok()) << pair.error().to_string();
  EXPECT_EQ(pair->left, odd);
  EXPECT_EQ(pair->text_hash, 77u);
  pair->verdict = "accept";
  ASSERT_TRUE(ledger_->decide(*pair).ok());
  EXPECT_TRUE(ledger_->review().value().empty());
  ASSERT_EQ(ledger_->decisions().value().size(), 1u);
  EXPECT_EQ(ledger_->decisions().value()[0].left, odd);
  // any other of the last run's rows
  auto other = find_pair(flow_, *ledger_, "both", shown_key(odd), "Cup");
  ASSERT_TRUE(other.ok()) << other.error().to_string();
  EXPECT_EQ(other->text_hash, 0u);
  EXPECT_FALSE(find_pair(flow_, *ledger_, "", "nobody", "Cup").ok());
  EXPECT_FALSE(find_pair(flow_, *ledger_, "cheap", "a", "b").ok());
}

// ours: rows 0, 1; theirs: row 0; both: 0 (of ours 0 and theirs 0), 1 (of ours 1); cheap: 0 (of both 1)
std::map<std::string, Table> made() {
  std::map<std::string, Table> out;
  out["ours"] = table_of({"name", "price"}, {{"Cup", "6"}, {"Jug", "4"}});
  out["theirs"] = table_of({"name", "stock"}, {{"Cup", "3"}});
  out["both"] = table_of({"name", "price", "theirs_stock"}, {{"Cup", "6", "3"}, {"Jug", "4", ""}});
  out["cheap"] = table_of({"name", "price", "theirs_stock"}, {{"Jug", "4", ""}});
  for (const char* source : {"ours", "theirs"}) {
    out[source].pages = {{"page.html", "", "", 0}, {"b.html", "http://b/", "", 0}};
    for (uint32_t r = 0; r < out[source].rows.size(); ++r) {
      out[source].rows[r].page = r;
      out[source].rows[r].places = {{{r, r + 3}, 0}, {{}, 0}};
    }
  }
  out["both"].rows[0].from = {{0, 0}, {1, 0}};
  out["both"].rows[1].from = {{0, 1}};
  out["cheap"].rows[0].from = {{0, 1}};
  return out;
}

TEST(Lineage, ValuesAreFollowedToTheirSources) {
  const Flow flow = graph();
  const auto tables = made();
  const auto price = origin_of(flow, tables, "cheap", 0, "price");
  ASSERT_TRUE(price);
  EXPECT_EQ(price->step, "ours");
  EXPECT_EQ(price->row, 1u);
  EXPECT_EQ(price->column, 1u);
  const auto stock = origin_of(flow, tables, "both", 0, "theirs_stock");  // a name that the match made
  ASSERT_TRUE(stock);
  EXPECT_EQ(stock->step, "theirs");
  EXPECT_EQ(stock->column, 1u);
  EXPECT_FALSE(origin_of(flow, tables, "both", 0, "no such"));
  EXPECT_FALSE(origin_of(flow, tables, "both", 9, "price"));
  EXPECT_FALSE(origin_of(flow, tables, "nowhere", 0, "price"));
}

TEST(Lineage, PlacesInWords) {
  auto tables = made();
  EXPECT_EQ(place_text(tables["ours"], 0, 0), "page.html, bytes 0-3");
  EXPECT_EQ(place_text(tables["ours"], 1, 0), "http://b/, bytes 1-4");
  EXPECT_EQ(place_text(tables["ours"], 1, 1), "http://b/");  // no bytes are known
  EXPECT_EQ(place_text(tables["ours"], 1, 7), "http://b/");
  EXPECT_EQ(place_text(tables["both"], 1, 0), "row 2");
}

TEST(Lineage, WhatReachedNoDeliveryForgetsWhatItWasMadeOf) {
  const Flow flow = graph();
  auto tables = made();
  const auto hashes = forget_undelivered(flow, tables);
  EXPECT_TRUE(tables["both"].rows[0].from.empty());
  EXPECT_EQ(tables["both"].rows[0].cells[0].text, "Cup");  // its values stay
  EXPECT_EQ(tables["both"].rows[1].from, (std::vector<RowRef>{{0, 1}}));
  EXPECT_TRUE(tables["ours"].rows[0].places.empty());
  EXPECT_FALSE(tables["ours"].rows[1].places.empty());
  EXPECT_TRUE(tables["theirs"].rows[0].places.empty());
  EXPECT_EQ(tables["cheap"].rows[0].from.size(), 1u);
  EXPECT_TRUE(origin_of(flow, tables, "cheap", 0, "price"));
  auto other = made();
  other["cheap"].rows[0].from = {{0, 0}};
  EXPECT_NE(forget_undelivered(flow, other).at("ours"), hashes.at("ours"));
}

}  // namespace
}  // namespace gleaner::flow
