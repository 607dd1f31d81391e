// The outbox: what a run has to deliver waits in the store since its commit, and is sent from there until the target has it.
//
// At least once: an item is marked as done after the target took it, so a crash between the two sends it again, under the same key.
// Items of one delivery go in order; one that fails holds up those behind it, not other deliveries. After its last try an item is a
// dead letter with the reason, and those behind it go on.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "base/zone.h"
#include "flow/deliver.h"
#include "flow/engine.h"
#include "flow/run_lock.h"
#include "flow/schedule.h"

namespace gleaner::flow {
namespace {

constexpr size_t kMostItems = 100'000;
constexpr double kOutboxWait = 60;

std::vector<uint32_t> rows_in(const OutboxItem& item, const Table& table) {
  std::vector<uint32_t> out;
  if (item.payload == "all")
    for (uint32_t r = 0; r < table.rows.size(); ++r) out.push_back(r);
  else
    for (const std::string_view number : split(item.payload, ','))
      if (!number.empty()) out.push_back(uint32_t(std::stoul(std::string(number))));
  std::erase_if(out, [&](uint32_t r) { return r >= table.rows.size(); });
  return out;
}

// Seconds until the next try: doubled each time, never shorter than the target asks for.
int64_t pause_of(const Delivery& to, const OutboxItem& item, const std::string& hint) {
  double pause = to.first_pause;
  for (int64_t i = 1; i < item.attempts && pause < to.longest_pause; ++i) pause *= 2;
  constexpr std::string_view kAfter = "retry after ";
  if (hint.starts_with(kAfter)) pause = std::max(pause, std::atof(hint.substr(kAfter.size()).c_str()));
  return int64_t(std::min(pause, to.longest_pause));
}

// Whole tables that are replaced: what an earlier run wanted there no longer matters when a later one waits.
bool replaces(const Delivery& to) {
  return !to.changes && to.mode == "replace" &&
         (to.kind == TargetKind::file || to.kind == TargetKind::database);
}

std::string day_of_item(const Flow& flow, Ledger& ledger, const OutboxItem& item, int64_t now) {
  const auto record = ledger.run(item.run);
  return format_moment(record.ok() && *record ? (*record)->started : now, zone_of_schedule(flow.schedule))
      .substr(0, 10);
}

}  // namespace

Result<std::vector<DeliveryReport>> deliver_waiting(const Flow& flow, int64_t now, bool all,
                                                    const std::function<Status(std::string_view)>& out) {
  GLEANER_TRY(const RunLock lock, RunLock::take(flow));
  return send_waiting(flow, now, all, out);
}

Result<std::vector<DeliveryReport>> send_waiting(const Flow& flow, int64_t now, bool all,
                                                 const std::function<Status(std::string_view)>& out,
                                                 const AtHand& at_hand) {
  std::vector<DeliveryReport> reports;
  std::vector<OutboxItem> items;
  {
    GLEANER_TRY(const auto ledger, Ledger::open(flow, false, kOutboxWait));
    GLEANER_TRY(items, ledger->outbox("waiting", kMostItems));
  }
  std::map<std::string, int64_t> newest;
  for (const OutboxItem& item : items) newest[item.delivery] = std::max(newest[item.delivery], item.run);
  std::set<std::string> held;
  Table table;
  std::string table_hash, today;
  int64_t table_run = 0;
  for (OutboxItem& item : items) {
    const Delivery* to = flow.delivery(item.delivery);
    if (!to || held.count(item.delivery)) continue;
    DeliveryReport report{item.delivery, "", item.rows, false, false};
    if (replaces(*to) && item.run < newest[item.delivery]) {
      GLEANER_TRY(const auto ledger, Ledger::open(flow, false, kOutboxWait));
      item.state = "done", item.error = "a later run took its place";
      GLEANER_CHECK(ledger->set_item(item));
      continue;
    }
    if (!all && item.next_try > now) {
      held.insert(item.delivery);
      report.words = fmt::format("waits until {}: {}", format_moment(item.next_try), item.error);
      reports.push_back(std::move(report));
      continue;
    }
    Package package;
    const auto here = item.run == at_hand.run ? at_hand.tables.find(item.table) : at_hand.tables.end();
    if (here == at_hand.tables.end() &&
        (item.table != table_hash ||
         item.run != table_run)) {  // the store is closed while the target works: others may want it
      GLEANER_TRY(const auto ledger, Ledger::open(flow, false, kOutboxWait));
      GLEANER_TRY(table, ledger->table(item.table));
      table_hash = item.table, table_run = item.run;
      today = day_of_item(flow, *ledger, item, now);
    }
    const Table& rows = here == at_hand.tables.end() ? table : *here->second;
    package.today = here == at_hand.tables.end() ? today : at_hand.today;
    package.flow = &flow, package.delivery = to, package.table = &rows, package.rows = rows_in(item, rows),
    package.id = item.id, package.run = item.run, package.out = out;
    auto delivered = deliver(package);
    ++item.attempts;
    if (delivered.ok()) {
      item.state = "done", item.error.clear(), report.done = true, report.words = *delivered;
    } else {
      const bool again = delivered.error().code == Code::io && item.attempts < to->tries;
      item.error = delivered.error().message;
      item.state = again ? "waiting" : "dead";
      item.next_try = now + pause_of(*to, item, delivered.error().hint);
      report.dead = !again,
      report.words =
          again ? fmt::format("{}; tried again at {}", item.error, format_moment(item.next_try)) : item.error;
      if (again) held.insert(item.delivery);
    }
    GLEANER_TRY(const auto ledger, Ledger::open(flow, false, kOutboxWait));
    GLEANER_CHECK(ledger->set_item(item));
    reports.push_back(std::move(report));
  }
  return reports;
}

Result<size_t> revive(const Flow& flow, const std::string& delivery) {
  GLEANER_TRY(const auto ledger, Ledger::open(flow, false, kOutboxWait));
  GLEANER_TRY(auto items, ledger->outbox("dead", kMostItems));
  size_t count = 0;
  for (OutboxItem& item : items) {
    if (!delivery.empty() && item.delivery != delivery) continue;
    item.state = "waiting", item.attempts = 0, item.next_try = 0;
    GLEANER_CHECK(ledger->set_item(item));
    ++count;
  }
  return count;
}

}  // namespace gleaner::flow
