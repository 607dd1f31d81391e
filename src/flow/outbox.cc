// The outbox: what a run has to deliver waits in the store since its commit, and is sent from
// there until the target has it.
//
// At least once: an item is marked as done after the target took it, so a crash between the two sends it
// again, under the same key. Items of one delivery go in order; one that fails holds up those behind it, not
// other deliveries. After its last try an item is a dead letter with the reason, and those behind it go on.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/text.h"
#include "base/zone.h"
#include "flow/deliver.h"
#include "flow/engine.h"
#include "flow/run_lock.h"
#include "flow/schedule.h"
#include "store/target.h"

namespace gleaner::flow {
namespace {

constexpr size_t kMostItems = 100'000;
constexpr double kOutboxWait = 60;
constexpr std::string_view kRetryAfter = "retry after ";

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
  if (hint.starts_with(kRetryAfter))
    pause = std::max(pause, std::atof(hint.substr(kRetryAfter.size()).c_str()));
  return int64_t(std::min(pause, to.longest_pause));
}

// Whole tables go to one place: what an earlier run wanted there no longer matters when
// a later one waits or has come.
bool takes_place(const Delivery& to) {
  if (to.changes || to.mode != "replace") return false;
  for (const char* own : {"{run}", "{date}", "{id}", "{rows}"})  // a place for each run
    if (to.to.find(own) != std::string::npos) return false;
  return to.kind == TargetKind::file || to.kind == TargetKind::database || to.kind == TargetKind::s3;
}

std::string day_of_item(const Flow& flow, Ledger& ledger, const OutboxItem& item, int64_t now) {
  const auto record = ledger.run(item.run);
  return format_moment(record.ok() && *record ? (*record)->started : now, zone_of_schedule(flow.schedule))
      .substr(0, 10);
}

}  // namespace

Status fill_outbox(const Flow& flow, const Delivery& to, const Table& table, Ledger& ledger, RunCommit& out) {
  std::vector<uint32_t> rows;
  if (to.changes) {
    GLEANER_TRY(const auto sent, ledger.sent(to.name));
    GLEANER_TRY(const auto key, columns_of(table, to.key, to.name));
    for (uint32_t r = 0; r < table.rows.size(); ++r) {
      const std::string name = key_of(table.rows[r], key), hash = hex(row_hash(table.rows[r]));
      const auto before = sent.find(name);
      if (before == sent.end() || before->second != hash) rows.push_back(r);
      out.sent.emplace_back(to.name, name, hash);
    }
    if (rows.empty()) return {};
  } else {
    for (uint32_t r = 0; r < table.rows.size(); ++r) rows.push_back(r);
  }
  const auto record =
      std::ranges::find_if(out.record.steps, [&](const StepRecord& one) { return one.step == to.from; });
  const bool messages = to.kind == TargetKind::webhook || to.kind == TargetKind::soap;
  const size_t batch = messages && to.batch ? to.batch : std::max<size_t>(1, rows.size());
  for (size_t at = 0, seq = 0; at < rows.size() || seq == 0; at += batch, ++seq) {
    OutboxItem item;
    uint64_t hash = mix(stable_hash(flow.name + "\n" + to.name), uint64_t(out.record.run));
    std::string list;
    size_t count = 0;
    for (size_t i = at; i < rows.size() && i < at + batch; ++i, ++count) {
      hash = mix(hash, row_hash(table.rows[rows[i]]));
      list += fmt::format("{}{}", list.empty() ? "" : ",", rows[i]);
    }
    if (!count && messages) break;  // nothing to say
    item.id = fmt::format("{}-{}-{}-{}", flow.name, out.record.run, seq, hex(hash));
    item.delivery = to.name, item.table = record->table, item.state = "waiting", item.run = out.record.run,
    item.seq = int64_t(seq), item.rows = int64_t(count);
    item.payload = rows.size() == table.rows.size() && batch >= rows.size() ? "all" : list;
    out.outbox.push_back(std::move(item));
  }
  return {};
}

Result<std::vector<DeliveryReport>> deliver_waiting(const Flow& flow, int64_t now, bool all,
                                                    const std::function<Status(std::string_view)>& out) {
  GLEANER_TRY(const FileLock lock, lock_run(flow));
  return send_waiting(flow, now, all, out);
}

namespace {

// The outbox, sent. The store is closed while a target far away works, for others may want it;
// for a file that is not worth it.
class Sender {
 public:
  Sender(const Flow& flow, int64_t now, bool all, const std::function<Status(std::string_view)>& out,
         AtHand at_hand)
      : flow_(flow), now_(now), all_(all), out_(out), at_hand_(std::move(at_hand)) {}

  Result<std::vector<DeliveryReport>> run() {
    GLEANER_CHECK(open());
    GLEANER_TRY(std::vector<OutboxItem> items, at_hand_.ledger->outbox("waiting", kMostItems));
    GLEANER_TRY(sent_, at_hand_.ledger->last_sent());
    for (const auto& [delivery, item] : sent_) newest_[delivery] = item.run;
    for (const OutboxItem& item : items) newest_[item.delivery] = std::max(newest_[item.delivery], item.run);
    for (OutboxItem& item : items) {
      if (held_.count(item.delivery)) continue;
      const Delivery* to = flow_.delivery(item.delivery);
      GLEANER_CHECK(to ? send(*to, item) : nobody_sends(item));
    }
    if (!items.empty()) GLEANER_CHECK(open());
    if (at_hand_.ledger) at_hand_.ledger->settle();
    return std::move(reports_);
  }

 private:
  Status open() {
    if (at_hand_.ledger) return {};
    GLEANER_TRY(at_hand_.ledger, Ledger::open(flow_, false, kOutboxWait));
    return {};
  }
  Status mark(const OutboxItem& item) {
    GLEANER_CHECK(open());
    return at_hand_.ledger->set_item(item);
  }
  static bool is_near(const Delivery& to) {
    return to.kind == TargetKind::file || to.kind == TargetKind::stdout_ ||
           (to.kind == TargetKind::database && store::kind_of(to.to) == "parquet");
  }
  // A pause that is longer than any that is made is one of a clock that was wrong.
  bool is_due(const Delivery& to, const OutboxItem& item) const {
    return all_ || item.next_try <= now_ || double(item.next_try - now_) > to.longest_pause;
  }

  // Its delivery was renamed or is gone.
  Status nobody_sends(OutboxItem& item) {
    item.state = "dead", item.error = fmt::format("the flow has no [deliver.{}] any more", item.delivery);
    reports_.push_back({item.delivery, item.error, item.rows, false, true});
    return mark(item);
  }

  Status send(const Delivery& to, OutboxItem& item) {
    if (takes_place(to) && item.run < newest_[item.delivery]) return mark_overtaken(item);
    DeliveryReport report{item.delivery, "", item.rows, false, false};
    if (!is_due(to, item)) {
      held_.insert(item.delivery);
      report.words = fmt::format("waits until {}: {}", format_moment(item.next_try), item.error);
      reports_.push_back(std::move(report));
      return {};
    }
    GLEANER_TRY(Package package, pack(to, item));
    if (!package.rows.empty()) {
      GLEANER_CHECK(drop_overtaken(to, item, package));
      if (package.rows.empty()) return mark_overtaken(item);
    }
    if (!is_near(to)) at_hand_.ledger.reset();
    auto delivered = deliver(package);
    ++item.attempts;
    if (delivered.ok())
      item.state = "done", item.error.clear(), report.done = true, report.words = *delivered;
    else not_taken(to, delivered.error(), item, report);
    reports_.push_back(std::move(report));
    return mark(item);
  }

  void not_taken(const Delivery& to, const Diagnostic& why, OutboxItem& item, DeliveryReport& report) {
    const bool again = (why.code == Code::io || why.code == Code::closed) && item.attempts < to.tries;
    const bool asks = why.hint.empty() || why.hint.starts_with(kRetryAfter);  // for a pause
    item.error = asks ? why.message : fmt::format("{}; {}", why.message, why.hint);
    item.state = again ? "waiting" : "dead";
    item.next_try = now_ + pause_of(to, item, why.hint);
    report.dead = !again;
    report.words =
        again ? fmt::format("{}; tried again at {}", item.error, format_moment(item.next_try)) : item.error;
    if (again) held_.insert(item.delivery);
  }

  Status mark_overtaken(OutboxItem& item) {
    item.state = "done", item.error = "a later run took its place";
    reports_.push_back(
        {item.delivery, fmt::format("not those of run {}: {}", item.run, item.error), 0, true, false});
    return mark(item);
  }
  // A dead letter that is sent again does not undo what a later run has sent: rows that it sent
  // too, by their key, are left out.
  Status drop_overtaken(const Delivery& to, const OutboxItem& item, Package& package) {
    const auto later = sent_.find(item.delivery);
    if (later == sent_.end() || later->second.run <= item.run || to.key.empty()) return {};
    GLEANER_CHECK(open());
    std::map<std::string, std::string> newer;  // by key: what was sent; empty: whatever it was
    if (to.changes) {
      GLEANER_TRY(newer, at_hand_.ledger->sent(to.name));
    } else if (to.mode == "upsert") {
      const auto table = at_hand_.ledger->table(later->second.table);
      if (!table.ok()) return {};  // no longer kept
      GLEANER_TRY(const auto key, columns_of(*table, to.key, to.name));
      for (const Row& row : table->rows) newer[key_of(row, key)];
    }
    GLEANER_TRY(const auto key, columns_of(*package.table, to.key, to.name));
    std::erase_if(package.rows, [&](uint32_t r) {
      const Row& row = package.table->rows[r];
      const auto found = newer.find(key_of(row, key));
      return found != newer.end() && (found->second.empty() || found->second != hex(row_hash(row)));
    });
    return {};
  }

  Result<Package> pack(const Delivery& to, const OutboxItem& item) {
    Package package;
    const auto here = item.run == at_hand_.run ? at_hand_.tables.find(item.table) : at_hand_.tables.end();
    const Table* rows = &table_;
    if (here != at_hand_.tables.end()) {
      rows = here->second, package.today = at_hand_.today;
    } else {
      if (item.table != table_hash_ || item.run != table_run_) {
        GLEANER_CHECK(open());
        GLEANER_TRY(table_, at_hand_.ledger->table(item.table));
        table_hash_ = item.table, table_run_ = item.run;
        today_ = day_of_item(flow_, *at_hand_.ledger, item, now_);
      }
      package.today = today_;
    }
    package.flow = &flow_, package.delivery = &to, package.table = rows, package.rows = rows_in(item, *rows),
    package.id = item.id, package.run = item.run, package.out = out_;
    return package;
  }

  const Flow& flow_;
  int64_t now_;
  bool all_;
  const std::function<Status(std::string_view)>& out_;
  AtHand at_hand_;
  std::vector<DeliveryReport> reports_;
  std::map<std::string, OutboxItem> sent_;  // by delivery: the last that the target took
  std::map<std::string, int64_t> newest_;   // by delivery: the last run that was sent or waits
  std::set<std::string> held_;
  Table table_;
  std::string table_hash_, today_;
  int64_t table_run_ = 0;
};

}  // namespace

Result<std::vector<DeliveryReport>> send_waiting(const Flow& flow, int64_t now, bool all,
                                                 const std::function<Status(std::string_view)>& out,
                                                 AtHand at_hand) {
  return Sender(flow, now, all, out, std::move(at_hand)).run();
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
