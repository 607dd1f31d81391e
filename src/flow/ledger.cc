// See ledger.h: the tables, and the one commit that writes them. What is read from them is in ledger_read.cc.
#include "flow/ledger.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/text.h"
#include "page/pack.h"
#include "store/target.h"

namespace gleaner::flow {
namespace {

using store::Datum;
using store::quote_name;
using store::quote_text;

constexpr size_t kRowsAtOnce = 4096;  // of a plain table: what waits to be inserted stays small
constexpr size_t kChunk = 1 << 20;    // of a packed table: rows of a database are not made for more
constexpr const char* kFormat = "1";

constexpr const char* kTables[] = {
    "flow_meta (flow TEXT, name TEXT, value TEXT)",
    "flow_runs (flow TEXT, run BIGINT, started BIGINT, finished BIGINT, scheduled BIGINT, status TEXT, "
    "flow_hash TEXT, note TEXT, problems BIGINT, seconds DOUBLE PRECISION)",
    "flow_steps (flow TEXT, run BIGINT, step TEXT, kind TEXT, rows_in BIGINT, rows_out BIGINT, "
    "problems BIGINT, seconds DOUBLE PRECISION, table_hash TEXT, input_hash TEXT, content_hash TEXT, "
    "status TEXT, note TEXT, wrapper_hash TEXT)",
    "flow_tables (hash TEXT, part BIGINT, body TEXT)",
    "flow_files (hash TEXT, body TEXT)",
    "flow_run_files (flow TEXT, run BIGINT, path TEXT, hash TEXT)",
    "flow_history (flow TEXT, step TEXT, row_key TEXT, col TEXT, value TEXT, number DOUBLE PRECISION, "
    "from_run BIGINT, to_run BIGINT)",
    "flow_problems (flow TEXT, step TEXT, col TEXT, value TEXT, place TEXT, reason TEXT, first_run BIGINT, "
    "last_run BIGINT)",
    "flow_review (flow TEXT, step TEXT, left_key TEXT, right_key TEXT, probability DOUBLE PRECISION, "
    "text_hash TEXT, left_text TEXT, right_text TEXT, why TEXT, deferred BIGINT, changed BIGINT)",
    "flow_decisions (flow TEXT, step TEXT, left_key TEXT, right_key TEXT, verdict TEXT, by_whom TEXT, "
    "decided_at TEXT, text_hash TEXT)",
    "flow_outbox (flow TEXT, id TEXT, delivery TEXT, run BIGINT, seq BIGINT, row_count BIGINT, "
    "table_hash TEXT, payload TEXT, state TEXT, attempts BIGINT, next_try BIGINT, error TEXT)",
    "flow_sent (flow TEXT, delivery TEXT, row_key TEXT, hash TEXT)",
    "flow_closing (row_key TEXT, col TEXT)",
};

std::string file_hash(std::string_view content) { return hex(stable_hash(content)); }

// Rows that wait to be inserted; texts that do not live elsewhere are kept here.
class RowBuffer {
 public:
  RowBuffer(store::Session& session, std::string table, size_t columns)
      : session_(session), table_(std::move(table)), columns_(columns) {}
  void add(std::initializer_list<Datum> cells) { cells_.insert(cells_.end(), cells.begin(), cells.end()); }
  void add(Datum cell) { cells_.push_back(cell); }
  std::string_view keep(std::string text) {
    return texts_.emplace_back(std::make_unique<std::string>(std::move(text))),
           std::string_view(*texts_.back());
  }
  Status flush() {
    if (cells_.empty()) return {};
    Status done = session_.insert(table_, columns_, cells_);
    cells_.clear();
    texts_.clear();
    return done;
  }

 private:
  store::Session& session_;
  std::string table_;
  size_t columns_;
  std::vector<Datum> cells_;
  std::vector<std::unique_ptr<std::string>> texts_;
};

Datum datum_of(const Cell& cell) {
  switch (cell.kind) {
    case Cell::Kind::null: return Datum();
    case Cell::Kind::number: return cell.number;
    case Cell::Kind::boolean: return Datum::of_truth(cell.number != 0);
    default: return cell.text;
  }
}

const char* sql_type(wrap::Type type) {
  switch (type) {
    case wrap::Type::number: return "DOUBLE PRECISION";
    case wrap::Type::integer: return "BIGINT";
    case wrap::Type::boolean: return "BOOLEAN";
    case wrap::Type::date: return "DATE";
    default: return "TEXT";
  }
}

}  // namespace

std::string Ledger::where(const std::string& more) const {
  return fmt::format(" WHERE flow = {}{}", quote_text(flow_), more.empty() ? "" : " AND " + more);
}

std::string Ledger::table_name(const std::string& step) const {
  return session_->kind() == "postgresql" ? flow_ + "_" + step : step;
}

Result<std::unique_ptr<Ledger>> Ledger::open(const Flow& flow, bool create, double wait_seconds) {
  const std::string place = store::kind_of(flow.store) == "postgresql" ? flow.store : flow.at(flow.store);
  std::error_code failed;
  if (!create && store::kind_of(place) != "postgresql" && !std::filesystem::exists(place, failed))
    return error(Code::not_found, fmt::format("the flow {} has not run yet", flow.name), {place},
                 fmt::format("gleaner flow run {}", flow.path));
  std::unique_ptr<Ledger> ledger(new Ledger());
  ledger->flow_ = flow.name;
  ledger->keep_runs_ = flow.keep_runs;
  GLEANER_TRY(ledger->session_, store::Session::open(place, wait_seconds));
  GLEANER_CHECK(ledger->make_tables());
  return ledger;
}

Status Ledger::make_tables() {
  // What is there already is left alone: asking is cheaper than a transaction.
  if (auto format = session_->text("SELECT value FROM flow_meta WHERE name = 'format'");
      format.ok() && !format->empty()) {
    if (*format == kFormat) return {};
    return error(Code::bad_input,
                 fmt::format("the store is of format {}, this program reads {}", *format, kFormat), {},
                 "a newer program wrote it");
  }
  return session_->transaction([&]() -> Status {
    GLEANER_CHECK(session_->lock("flow"));
    for (const char* table : kTables)
      GLEANER_CHECK(session_->run(fmt::format("CREATE TABLE IF NOT EXISTS {}", table)));
    GLEANER_TRY(const int64_t there,
                session_->number("SELECT count(*) FROM flow_meta WHERE name = 'format'"));
    if (!there)
      GLEANER_CHECK(session_->run(fmt::format("INSERT INTO flow_meta VALUES ('', 'format', '{}')", kFormat)));
    for (const char* index :
         {"flow_tables_hash ON flow_tables (hash)", "flow_history_key ON flow_history (flow, step, row_key)",
          "flow_outbox_id ON flow_outbox (flow, id)", "flow_closing_key ON flow_closing (row_key, col)"})
      if (session_->kind() != "duckdb")
        GLEANER_CHECK(session_->run(fmt::format("CREATE INDEX IF NOT EXISTS {}", index)));
    return {};
  });
}

Status Ledger::commit(const RunCommit& commit) {
  return session_->transaction([&]() -> Status {
    GLEANER_CHECK(session_->lock("flow"));
    GLEANER_TRY(const int64_t next, next_run());
    if (commit.record.run < next)
      return error(Code::io, fmt::format("another run {} of {} was committed meanwhile: nothing was written",
                                         commit.record.run, flow_));
    GLEANER_CHECK(write_record(commit.record));
    GLEANER_CHECK(write_tables(commit));
    for (const auto& [step, table] : commit.current) {
      GLEANER_CHECK(write_current(step, *table));
      const auto key = commit.keys.find(step);
      if (key != commit.keys.end())
        GLEANER_CHECK(write_history(step, *table, key->second, commit.record.run));
    }
    GLEANER_CHECK(write_problems(commit));
    return write_outbox(commit);
  });
}

Status Ledger::record_failure(const RunCommit& commit) {
  return session_->transaction([&]() -> Status {
    GLEANER_CHECK(write_record(commit.record));
    GLEANER_CHECK(write_tables(commit));
    return write_outbox(commit);
  });
}

Status Ledger::write_record(const RunRecord& record) {
  RowBuffer runs(*session_, "flow_runs", 10), steps(*session_, "flow_steps", 14);
  runs.add({flow_, record.run, record.started, record.finished, record.scheduled, record.status,
            record.flow_hash, record.note, record.problems, record.seconds});
  GLEANER_CHECK(runs.flush());
  for (const StepRecord& one : record.steps)
    steps.add({flow_, record.run, one.step, one.kind, one.rows_in, one.rows_out, one.problems, one.seconds,
               one.table, one.input, one.content, one.status, one.note, one.wrapper});
  return steps.flush();
}

Status Ledger::write_tables(const RunCommit& commit) {
  RowBuffer tables(*session_, "flow_tables", 3), files(*session_, "flow_files", 2),
      uses(*session_, "flow_run_files", 4);
  for (const auto& [hash, table] : commit.tables) {
    GLEANER_TRY(const bool there, has_table(hash));
    if (there) continue;
    const auto packed = commit.packed.find(hash);
    const std::string_view body =
        packed != commit.packed.end() ? std::string_view(packed->second) : tables.keep(pack(*table));
    for (size_t part = 0; part * kChunk < body.size() || part == 0; ++part)
      tables.add({hash, int64_t(part), body.substr(part * kChunk, kChunk)});
  }
  GLEANER_CHECK(tables.flush());
  std::set<std::string> known;
  for (const auto& [path, content] : commit.files) {
    const std::string hash = file_hash(content);
    uses.add({flow_, commit.record.run, path, uses.keep(hash)});
    GLEANER_TRY(const int64_t there,
                session_->number("SELECT count(*) FROM flow_files WHERE hash = " + quote_text(hash)));
    if (!there && known.insert(hash).second)
      files.add({files.keep(hash), files.keep(base64(pack_zstd(content)))});
  }
  GLEANER_CHECK(files.flush());
  GLEANER_CHECK(uses.flush());
  if (!keep_runs_) return {};
  // Tables that only runs before the last N use; their lines in flow_runs stay.
  const std::string old =
      fmt::format("SELECT table_hash FROM flow_steps{}",
                  where(fmt::format("run <= {}", commit.record.run - int64_t(keep_runs_))));
  return session_->run(fmt::format(
      "DELETE FROM flow_tables WHERE hash IN ({}) AND hash NOT IN (SELECT table_hash FROM flow_steps WHERE "
      "NOT (flow = {} AND run <= {})) AND hash NOT IN (SELECT table_hash FROM flow_outbox WHERE state <> 'done')",
      old, quote_text(flow_), commit.record.run - int64_t(keep_runs_)));
}

Status Ledger::write_current(const std::string& step, const Table& table) {
  const std::string name = table_name(step);
  GLEANER_TRY(const int64_t ours,
              session_->number("SELECT count(*) FROM flow_meta" +
                               where(fmt::format("name = {}", quote_text("table " + step)))));
  if (!ours) {
    const char* tables = session_->kind() == "sqlite" ? "sqlite_master WHERE name"
                                                      : "information_schema.tables WHERE table_name";
    GLEANER_TRY(const int64_t there,
                session_->number(fmt::format("SELECT count(*) FROM {} = {}", tables, quote_text(name))));
    if (there)
      return error(
          Code::usage,
          fmt::format("the store has a table {} that is not of this flow: nothing was written", name), {},
          "name another store, or another step");
    GLEANER_CHECK(session_->run(fmt::format("INSERT INTO flow_meta VALUES ({}, {}, '')", quote_text(flow_),
                                            quote_text("table " + step))));
  }
  std::string columns;
  for (const Column& column : table.columns)
    columns += fmt::format("{} {}, ", quote_name(column.name), sql_type(column.type));
  GLEANER_CHECK(session_->run(fmt::format("DROP TABLE IF EXISTS {}", quote_name(name))));
  GLEANER_CHECK(
      session_->run(fmt::format("CREATE TABLE {} ({}_stale_since_run BIGINT)", quote_name(name), columns)));
  RowBuffer rows(*session_, name, table.columns.size() + 1);
  size_t waiting = 0;
  for (const Row& row : table.rows) {
    for (size_t c = 0; c < row.cells.size(); ++c) {
      const Cell& cell = row.cells[c];
      const bool as_text = table.columns[c].type == wrap::Type::text && cell.kind != Cell::Kind::null &&
                           cell.kind != Cell::Kind::text && cell.kind != Cell::Kind::json;
      rows.add(as_text ? rows.keep(shown(cell)) : datum_of(cell));
    }
    rows.add(row.stale ? row.stale : Datum());
    if (++waiting % kRowsAtOnce == 0) GLEANER_CHECK(rows.flush());
  }
  return rows.flush();
}

Status Ledger::write_history(const std::string& step, const Table& table, const std::vector<std::string>& key,
                             int64_t run) {
  GLEANER_TRY(const std::vector<size_t> columns, columns_of(table, key, step));
  std::map<std::pair<std::string, std::string>, std::string> before;
  GLEANER_CHECK(session_->each("SELECT row_key, col, value FROM flow_history" +
                                   where(fmt::format("step = {} AND to_run IS NULL", quote_text(step))),
                               [&](const store::Row& row) {
                                 before[{std::string(row[0].text), std::string(row[1].text)}] = row[2].text;
                               }));
  RowBuffer fresh(*session_, "flow_history", 8), closing(*session_, "flow_closing", 2);
  std::set<std::pair<std::string, std::string>> seen;
  for (const Row& row : table.rows) {
    if (!has_key(row, columns)) continue;  // a problem of the run says so
    const std::string row_key = key_of(row, columns);
    for (size_t c = 0; c < row.cells.size(); ++c) {
      const Cell& cell = row.cells[c];
      if (cell.is_null() || !seen.emplace(row_key, table.columns[c].name).second) continue;
      const std::string value = shown(cell);
      const auto old = before.find({row_key, table.columns[c].name});
      if (old != before.end() && old->second == value) {
        before.erase(old);
        continue;
      }
      const bool number = cell.kind == Cell::Kind::number;
      fresh.add({flow_, step, fresh.keep(row_key), table.columns[c].name, fresh.keep(value),
                 number ? cell.number : Datum(), run, Datum()});
    }
  }
  // What is left was changed or is gone: closed, not lost.
  for (const auto& [where_it_was, value] : before) closing.add({where_it_was.first, where_it_was.second});
  GLEANER_CHECK(closing.flush());
  if (!before.empty())
    GLEANER_CHECK(session_->run(fmt::format(
        "UPDATE flow_history SET to_run = {}{} AND EXISTS (SELECT 1 FROM flow_closing c WHERE c.row_key = "
        "flow_history.row_key AND c.col = flow_history.col)",
        run, where(fmt::format("step = {} AND to_run IS NULL", quote_text(step))))));
  GLEANER_CHECK(session_->run("DELETE FROM flow_closing"));
  return fresh.flush();
}

Status Ledger::write_problems(const RunCommit& commit) {
  // The same problem of the last run goes on; others begin.
  const int64_t run = commit.record.run;
  std::map<std::tuple<std::string, std::string, std::string, std::string, std::string>, int64_t> first;
  GLEANER_TRY(const int64_t before,
              session_->number("SELECT coalesce(max(last_run), 0) FROM flow_problems" + where()));
  GLEANER_CHECK(
      session_->each("SELECT step, col, value, place, reason, first_run FROM flow_problems" +
                         where(fmt::format("last_run = {}", before)),
                     [&](const store::Row& row) {
                       first[{std::string(row[0].text), std::string(row[1].text), std::string(row[2].text),
                              std::string(row[3].text), std::string(row[4].text)}] = int64_t(row[5].number);
                     }));
  if (!first.empty())
    GLEANER_CHECK(session_->run("DELETE FROM flow_problems" + where(fmt::format("last_run = {}", before))));
  RowBuffer lines(*session_, "flow_problems", 8), review(*session_, "flow_review", 11);
  for (const Problem& one : commit.problems) {
    const auto known = first.find({one.step, one.column, one.value, one.place, one.reason});
    lines.add({flow_, one.step, one.column, one.value, one.place, one.reason,
               known == first.end() ? run : known->second, run});
    if (known != first.end()) known->second = -std::abs(known->second);  // written already
  }
  for (const auto& [what, since] : first)
    if (since > 0) {
      const auto& [step, column, value, place, reason] = what;
      lines.add({flow_, step, column, value, place, reason, since, before});
    }
  GLEANER_CHECK(lines.flush());
  for (const std::string& step : commit.reviewed)
    GLEANER_CHECK(session_->run("DELETE FROM flow_review" + where("step = " + quote_text(step))));
  for (const ReviewPair& one : commit.review)
    review.add({flow_, one.step, one.left, one.right, one.probability, review.keep(hex(one.text_hash)),
                one.left_text, one.right_text, one.why, int64_t(one.deferred), int64_t(one.changed)});
  return review.flush();
}

Status Ledger::write_outbox(const RunCommit& commit) {
  RowBuffer items(*session_, "flow_outbox", 12), sent(*session_, "flow_sent", 4);
  for (const OutboxItem& one : commit.outbox)
    items.add({flow_, one.id, one.delivery, one.run, one.seq, one.rows, one.table, one.payload, one.state,
               one.attempts, one.next_try, one.error});
  GLEANER_CHECK(items.flush());
  std::set<std::string> deliveries;
  for (const auto& one : commit.sent) deliveries.insert(std::get<0>(one));
  for (const std::string& delivery : deliveries) GLEANER_CHECK(forget_sent(delivery));
  for (const auto& [delivery, key, hash] : commit.sent) sent.add({flow_, delivery, key, hash});
  return sent.flush();
}

}  // namespace gleaner::flow
