// See ledger.h.
#include "flow/ledger.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/text.h"
#include "page/load.h"
#include "page/pack.h"
#include "store/target.h"

namespace gleaner::flow {
namespace {

using store::Datum;
using store::quote_name;
using store::quote_text;

constexpr size_t kChunk = 1 << 20;  // of a packed table: rows of a database are not made for more
constexpr const char* kFormat = "1";

constexpr const char* kTables[] = {
    "flow_meta (flow TEXT, name TEXT, value TEXT)",
    "flow_runs (flow TEXT, run BIGINT, started BIGINT, finished BIGINT, scheduled BIGINT, status TEXT, flow_hash TEXT, note TEXT, problems BIGINT, seconds DOUBLE PRECISION)",
    "flow_steps (flow TEXT, run BIGINT, step TEXT, kind TEXT, rows_in BIGINT, rows_out BIGINT, problems BIGINT, seconds DOUBLE PRECISION, table_hash TEXT, input_hash TEXT, "
    "content_hash TEXT, status TEXT, note TEXT, wrapper_hash TEXT)",
    "flow_tables (hash TEXT, part BIGINT, body TEXT)",
    "flow_files (hash TEXT, body TEXT)",
    "flow_run_files (flow TEXT, run BIGINT, path TEXT, hash TEXT)",
    "flow_history (flow TEXT, step TEXT, row_key TEXT, col TEXT, value TEXT, number DOUBLE PRECISION, from_run BIGINT, to_run BIGINT)",
    "flow_problems (flow TEXT, step TEXT, col TEXT, value TEXT, place TEXT, reason TEXT, first_run BIGINT, last_run BIGINT)",
    "flow_review (flow TEXT, step TEXT, left_key TEXT, right_key TEXT, probability DOUBLE PRECISION, text_hash TEXT, left_text TEXT, right_text TEXT, why TEXT, deferred BIGINT, "
    "changed BIGINT)",
    "flow_decisions (flow TEXT, step TEXT, left_key TEXT, right_key TEXT, verdict TEXT, by_whom TEXT, decided_at TEXT, text_hash TEXT)",
    "flow_outbox (flow TEXT, id TEXT, delivery TEXT, run BIGINT, seq BIGINT, row_count BIGINT, table_hash TEXT, payload TEXT, state TEXT, attempts BIGINT, next_try BIGINT, error TEXT)",
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

Datum datum_of(const Cell& cell, RowBuffer& buffer) {
  switch (cell.kind) {
    case Cell::Kind::null: return Datum::nothing();
    case Cell::Kind::number: return Datum::of(cell.number);
    case Cell::Kind::boolean: return Datum::of_truth(cell.number != 0);
    default: return (void)buffer, Datum::of(std::string_view(cell.text));
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
    return error(Code::not_found, fmt::format("the flow {} has not run yet", flow.name), {place, 0, 0, {}},
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

Status Ledger::record_failure(const RunRecord& record) {
  return session_->transaction([&]() -> Status { return write_record(record); });
}

Status Ledger::write_record(const RunRecord& record) {
  RowBuffer runs(*session_, "flow_runs", 10), steps(*session_, "flow_steps", 14);
  const auto text = [](const std::string& s) { return Datum::of(std::string_view(s)); };
  runs.add({text(flow_), Datum::of(record.run), Datum::of(record.started), Datum::of(record.finished),
            Datum::of(record.scheduled), text(record.status), text(record.flow_hash), text(record.note),
            Datum::of(record.problems), Datum::of(record.seconds)});
  GLEANER_CHECK(runs.flush());
  for (const StepRecord& one : record.steps)
    steps.add({text(flow_), Datum::of(record.run), text(one.step), text(one.kind), Datum::of(one.rows_in),
               Datum::of(one.rows_out), Datum::of(one.problems), Datum::of(one.seconds), text(one.table),
               text(one.input), text(one.content), text(one.status), text(one.note), text(one.wrapper)});
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
      tables.add({Datum::of(std::string_view(hash)), Datum::of(int64_t(part)),
                  Datum::of(body.substr(part * kChunk, kChunk))});
  }
  GLEANER_CHECK(tables.flush());
  std::set<std::string> known;
  for (const auto& [path, content] : commit.files) {
    const std::string hash = file_hash(content);
    uses.add({Datum::of(std::string_view(flow_)), Datum::of(commit.record.run),
              Datum::of(std::string_view(path)), Datum::of(uses.keep(hash))});
    GLEANER_TRY(const int64_t there,
                session_->number("SELECT count(*) FROM flow_files WHERE hash = " + quote_text(hash)));
    if (!there && known.insert(hash).second)
      files.add({Datum::of(files.keep(hash)), Datum::of(files.keep(base64(pack_zstd(content))))});
  }
  GLEANER_CHECK(files.flush());
  GLEANER_CHECK(uses.flush());
  if (!keep_runs_) return {};
  // Tables that only runs before the last N use; their lines in flow_runs stay.
  const std::string old =
      fmt::format("SELECT table_hash FROM flow_steps{}",
                  where(fmt::format("run <= {}", commit.record.run - int64_t(keep_runs_))));
  return session_->run(fmt::format(
      "DELETE FROM flow_tables WHERE hash IN ({}) AND hash NOT IN (SELECT table_hash FROM flow_steps WHERE NOT (flow = {} AND run <= {})) AND hash NOT IN (SELECT table_hash FROM flow_outbox WHERE state <> 'done')",
      old, quote_text(flow_), commit.record.run - int64_t(keep_runs_)));
}

Status Ledger::write_current(const std::string& step, const Table& table) {
  const std::string name = table_name(step);
  GLEANER_TRY(const int64_t ours,
              session_->number("SELECT count(*) FROM flow_meta" +
                               where(fmt::format("name = {}", quote_text("table " + step)))));
  if (!ours) {
    if (auto there = session_->number("SELECT count(*) FROM information_schema.tables WHERE table_name = " +
                                      quote_text(name));
        session_->kind() != "sqlite" && there.ok() && *there)
      return error(
          Code::usage,
          fmt::format("the store has a table {} that is not of this flow: nothing was written", name), {},
          "name another store, or another step");
    if (session_->kind() == "sqlite") {
      GLEANER_TRY(const int64_t there,
                  session_->number("SELECT count(*) FROM sqlite_master WHERE name = " + quote_text(name)));
      if (there)
        return error(
            Code::usage,
            fmt::format("the store has a table {} that is not of this flow: nothing was written", name), {},
            "name another store, or another step");
    }
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
  for (const Row& row : table.rows) {
    for (size_t c = 0; c < row.cells.size(); ++c) {
      const Cell& cell = row.cells[c];
      const bool as_text = table.columns[c].type == wrap::Type::text && cell.kind != Cell::Kind::null &&
                           cell.kind != Cell::Kind::text && cell.kind != Cell::Kind::json;
      rows.add(as_text ? Datum::of(rows.keep(shown(cell))) : datum_of(cell, rows));
    }
    rows.add(row.stale ? Datum::of(row.stale) : Datum::nothing());
  }
  return rows.flush();
}

Status Ledger::write_history(const std::string& step, const Table& table, const std::vector<std::string>& key,
                             int64_t run) {
  GLEANER_TRY(const std::vector<size_t> columns, columns_of(table, key, step));
  std::map<std::pair<std::string, std::string>, std::string> before;
  GLEANER_CHECK(session_->query("SELECT row_key, col, value FROM flow_history" +
                                    where(fmt::format("step = {} AND to_run IS NULL", quote_text(step))),
                                [&](const store::Row& row) {
                                  before[{std::string(row[0].text), std::string(row[1].text)}] = row[2].text;
                                  return true;
                                }));
  RowBuffer fresh(*session_, "flow_history", 8), closing(*session_, "flow_closing", 2);
  std::set<std::pair<std::string, std::string>> seen;
  for (const Row& row : table.rows) {
    const std::string row_key = key_of(table, row, columns);
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
      fresh.add({Datum::of(std::string_view(flow_)), Datum::of(std::string_view(step)),
                 Datum::of(fresh.keep(row_key)), Datum::of(std::string_view(table.columns[c].name)),
                 Datum::of(fresh.keep(value)), number ? Datum::of(cell.number) : Datum::nothing(),
                 Datum::of(run), Datum::nothing()});
    }
  }
  // What is left was changed or is gone: closed, not lost.
  for (const auto& [where_it_was, value] : before)
    closing.add(
        {Datum::of(std::string_view(where_it_was.first)), Datum::of(std::string_view(where_it_was.second))});
  GLEANER_CHECK(closing.flush());
  if (!before.empty())
    GLEANER_CHECK(session_->run(fmt::format(
        "UPDATE flow_history SET to_run = {}{} AND EXISTS (SELECT 1 FROM flow_closing c WHERE c.row_key = flow_history.row_key AND c.col = flow_history.col)",
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
      session_->query("SELECT step, col, value, place, reason, first_run FROM flow_problems" +
                          where(fmt::format("last_run = {}", before)),
                      [&](const store::Row& row) {
                        first[{std::string(row[0].text), std::string(row[1].text), std::string(row[2].text),
                               std::string(row[3].text), std::string(row[4].text)}] = int64_t(row[5].number);
                        return true;
                      }));
  if (!first.empty())
    GLEANER_CHECK(session_->run("DELETE FROM flow_problems" + where(fmt::format("last_run = {}", before))));
  const auto text = [](const std::string& s) { return Datum::of(std::string_view(s)); };
  RowBuffer lines(*session_, "flow_problems", 8), review(*session_, "flow_review", 11);
  for (const Problem& one : commit.problems) {
    const auto known = first.find({one.step, one.column, one.value, one.place, one.reason});
    lines.add({text(flow_), text(one.step), text(one.column), text(one.value), text(one.place),
               text(one.reason), Datum::of(known == first.end() ? run : known->second), Datum::of(run)});
    if (known != first.end()) known->second = -std::abs(known->second);  // written already
  }
  for (const auto& [what, since] : first)
    if (since > 0) {
      const auto& [step, column, value, place, reason] = what;
      lines.add({text(flow_), text(step), text(column), text(value), text(place), text(reason),
                 Datum::of(since), Datum::of(before)});
    }
  GLEANER_CHECK(lines.flush());
  for (const std::string& step : commit.reviewed)
    GLEANER_CHECK(session_->run("DELETE FROM flow_review" + where("step = " + quote_text(step))));
  for (const ReviewPair& one : commit.review)
    review.add({text(flow_), text(one.step), text(one.left), text(one.right), Datum::of(one.probability),
                Datum::of(review.keep(hex(one.text_hash))), text(one.left_text), text(one.right_text),
                text(one.why), Datum::of(int64_t(one.deferred)), Datum::of(int64_t(one.changed))});
  return review.flush();
}

Status Ledger::write_outbox(const RunCommit& commit) {
  const auto text = [](const std::string& s) { return Datum::of(std::string_view(s)); };
  RowBuffer items(*session_, "flow_outbox", 12), sent(*session_, "flow_sent", 4);
  for (const OutboxItem& one : commit.outbox)
    items.add({text(flow_), text(one.id), text(one.delivery), Datum::of(one.run), Datum::of(one.seq),
               Datum::of(one.rows), text(one.table), text(one.payload), text(one.state),
               Datum::of(one.attempts), Datum::of(one.next_try), text(one.error)});
  GLEANER_CHECK(items.flush());
  std::set<std::string> deliveries;
  for (const auto& one : commit.sent) deliveries.insert(std::get<0>(one));
  for (const std::string& delivery : deliveries) GLEANER_CHECK(forget_sent(delivery));
  for (const auto& [delivery, key, hash] : commit.sent)
    sent.add({text(flow_), text(delivery), text(key), text(hash)});
  return sent.flush();
}

Result<std::vector<RunRecord>> Ledger::read_runs(const std::string& condition, size_t most, bool with_steps) {
  std::vector<RunRecord> out;
  GLEANER_CHECK(session_->query(
      fmt::format(
          "SELECT run, started, finished, scheduled, status, flow_hash, note, problems, seconds FROM flow_runs{} ORDER BY run DESC, started DESC LIMIT {}",
          where(condition), most),
      [&](const store::Row& row) {
        RunRecord one;
        one.run = int64_t(row[0].number), one.started = int64_t(row[1].number),
        one.finished = int64_t(row[2].number), one.scheduled = int64_t(row[3].number);
        one.status = row[4].text, one.flow_hash = row[5].text, one.note = row[6].text,
        one.problems = int64_t(row[7].number), one.seconds = row[8].number;
        out.push_back(std::move(one));
        return true;
      }));
  for (RunRecord& one : out)
    if (with_steps)
      GLEANER_CHECK(session_->query(
          fmt::format(
              "SELECT step, kind, rows_in, rows_out, problems, seconds, table_hash, input_hash, content_hash, status, note, wrapper_hash FROM flow_steps{}",
              where(fmt::format("run = {}", one.run))),
          [&](const store::Row& row) {
            StepRecord step;
            step.step = row[0].text, step.kind = row[1].text;
            step.rows_in = int64_t(row[2].number), step.rows_out = int64_t(row[3].number),
            step.problems = int64_t(row[4].number), step.seconds = row[5].number;
            step.table = row[6].text, step.input = row[7].text, step.content = row[8].text,
            step.status = row[9].text, step.note = row[10].text, step.wrapper = row[11].text;
            one.steps.push_back(std::move(step));
            return true;
          }));
  return out;
}

Result<std::vector<RunRecord>> Ledger::runs(size_t most, bool with_steps) {
  return read_runs("", most, with_steps);
}
Result<std::optional<RunRecord>> Ledger::last_done() {
  GLEANER_TRY(auto found, read_runs("status = 'done'", 1, true));
  return found.empty() ? std::optional<RunRecord>() : std::move(found[0]);
}
Result<std::optional<RunRecord>> Ledger::run(int64_t number) {
  GLEANER_TRY(auto found, read_runs(fmt::format("run = {}", number), 1, true));
  return found.empty() ? std::optional<RunRecord>() : std::move(found[0]);
}
Result<int64_t> Ledger::next_run() {
  GLEANER_TRY(const int64_t last, session_->number("SELECT coalesce(max(run), 0) FROM flow_runs" + where()));
  return last + 1;
}

Result<bool> Ledger::has_table(const std::string& hash) {
  GLEANER_TRY(const int64_t there,
              session_->number("SELECT count(*) FROM flow_tables WHERE hash = " + quote_text(hash)));
  return there > 0;
}

Result<Table> Ledger::table(const std::string& hash) {
  std::string body;
  GLEANER_CHECK(session_->query(
      fmt::format("SELECT body FROM flow_tables WHERE hash = {} ORDER BY part", quote_text(hash)),
      [&](const store::Row& row) { return body += row[0].text, true; }));
  if (body.empty())
    return error(Code::not_found, fmt::format("the table {} is no longer in the store", hash), {},
                 "keep_runs says how many runs keep theirs");
  return unpack(body);
}

Result<std::map<std::string, std::string>> Ledger::files_of_run(int64_t run) {
  std::map<std::string, std::string> out, hashes;
  GLEANER_CHECK(session_->query("SELECT path, hash FROM flow_run_files" + where(fmt::format("run = {}", run)),
                                [&](const store::Row& row) {
                                  hashes[std::string(row[0].text)] = row[1].text;
                                  return true;
                                }));
  for (const auto& [path, hash] : hashes) {
    GLEANER_TRY(const std::string body,
                session_->text("SELECT body FROM flow_files WHERE hash = " + quote_text(hash)));
    auto bytes = from_base64(body);
    if (!bytes) return error(Code::bad_input, fmt::format("the stored file {} is damaged", path));
    GLEANER_TRY(out[path], gleaner::unpack(std::move(*bytes), path, UINT64_MAX >> 2));
  }
  return out;
}

Result<std::vector<Decision>> Ledger::decisions() {
  std::vector<Decision> out;
  GLEANER_CHECK(session_->query(
      "SELECT step, left_key, right_key, verdict, by_whom, decided_at, text_hash FROM flow_decisions" +
          where() + " ORDER BY step, left_key, right_key",
      [&](const store::Row& row) {
        Decision one{std::string(row[0].text),
                     std::string(row[1].text),
                     std::string(row[2].text),
                     std::string(row[3].text),
                     std::string(row[4].text),
                     std::string(row[5].text),
                     0};
        one.text_hash = std::strtoull(std::string(row[6].text).c_str(), nullptr, 16);
        out.push_back(std::move(one));
        return true;
      }));
  return out;
}

Status Ledger::decide(const Decision& one) {
  return session_->transaction([&]() -> Status {
    const std::string pair = fmt::format("step = {} AND left_key = {} AND right_key = {}",
                                         quote_text(one.step), quote_text(one.left), quote_text(one.right));
    GLEANER_CHECK(session_->run("DELETE FROM flow_decisions" + where(pair)));
    GLEANER_CHECK(session_->run("DELETE FROM flow_review" + where(pair)));
    return session_->run(fmt::format("INSERT INTO flow_decisions VALUES ({}, {}, {}, {}, {}, {}, {}, '{}')",
                                     quote_text(flow_), quote_text(one.step), quote_text(one.left),
                                     quote_text(one.right), quote_text(one.verdict), quote_text(one.by),
                                     quote_text(one.when), hex(one.text_hash)));
  });
}

Result<std::vector<ReviewPair>> Ledger::review() {
  std::vector<ReviewPair> out;
  GLEANER_CHECK(session_->query(
      "SELECT step, left_key, right_key, probability, text_hash, left_text, right_text, why, deferred, changed FROM flow_review" +
          where() + " ORDER BY step, deferred, probability, left_key, right_key",
      [&](const store::Row& row) {
        ReviewPair one{std::string(row[0].text),
                       std::string(row[1].text),
                       std::string(row[2].text),
                       row[3].number,
                       0,
                       std::string(row[5].text),
                       std::string(row[6].text),
                       std::string(row[7].text),
                       row[8].number != 0,
                       row[9].number != 0};
        one.text_hash = std::strtoull(std::string(row[4].text).c_str(), nullptr, 16);
        out.push_back(std::move(one));
        return true;
      }));
  return out;
}

Result<std::vector<Ledger::ProblemLine>> Ledger::problems(bool all, size_t most) {
  std::vector<ProblemLine> out;
  std::string condition;
  if (!all) {
    GLEANER_TRY(const int64_t last,
                session_->number("SELECT coalesce(max(run), 0) FROM flow_runs" + where("status = 'done'")));
    condition = fmt::format("last_run = {}", last);
  }
  GLEANER_CHECK(
      session_->query("SELECT step, col, value, place, reason, first_run, last_run FROM flow_problems" +
                          where(condition) + fmt::format(" ORDER BY step, col, reason, value LIMIT {}", most),
                      [&](const store::Row& row) {
                        ProblemLine one;
                        one.problem = {std::string(row[0].text), 0,
                                       std::string(row[1].text), std::string(row[2].text),
                                       std::string(row[4].text), std::string(row[3].text)};
                        one.first_run = int64_t(row[5].number), one.last_run = int64_t(row[6].number);
                        out.push_back(std::move(one));
                        return true;
                      }));
  return out;
}

Result<std::map<std::string, std::vector<HistoryValue>>> Ledger::history(const std::string& step,
                                                                         const std::vector<std::string>& key,
                                                                         const std::string& column) {
  std::map<std::string, std::vector<HistoryValue>> out;
  std::string condition = "h.step = " + quote_text(step);
  if (!column.empty()) condition += " AND h.col = " + quote_text(column);
  GLEANER_CHECK(session_->query(
      fmt::format(
          "SELECT h.row_key, h.col, h.value, h.from_run, h.to_run, r.started FROM flow_history h LEFT JOIN flow_runs r ON r.flow = h.flow AND r.run = h.from_run AND r.status = 'done' WHERE "
          "h.flow = {} AND {} ORDER BY h.row_key, h.col, h.from_run",
          quote_text(flow_), condition),
      [&](const store::Row& row) {
        const auto parts = split(row[0].text, '\x1f');
        for (const std::string& wanted : key)
          if (std::find(parts.begin(), parts.end(), wanted) == parts.end()) return true;
        out[std::string(row[0].text)].push_back(
            {std::string(row[1].text), std::string(row[2].text), int64_t(row[3].number),
             row[4].kind == store::Cell::Kind::null ? 0 : int64_t(row[4].number), int64_t(row[5].number)});
        return true;
      }));
  return out;
}

Status Ledger::as_of(const std::string& step, int64_t run,
                     const std::function<void(std::string_view, std::string_view, std::string_view)>& take) {
  return session_->query(
      "SELECT row_key, col, value FROM flow_history" +
          where(fmt::format("step = {} AND from_run <= {} AND (to_run IS NULL OR to_run > {})",
                            quote_text(step), run, run)) +
          " ORDER BY row_key, col",
      [&](const store::Row& row) { return take(row[0].text, row[1].text, row[2].text), true; });
}

Result<std::vector<OutboxItem>> Ledger::outbox(const std::string& state, size_t most) {
  std::vector<OutboxItem> out;
  GLEANER_CHECK(session_->query(
      fmt::format(
          "SELECT id, delivery, run, seq, row_count, table_hash, payload, state, attempts, next_try, error FROM flow_outbox{} ORDER BY run, delivery, seq LIMIT {}",
          where(state.empty() ? "" : "state = " + quote_text(state)), most),
      [&](const store::Row& row) {
        OutboxItem one;
        one.id = row[0].text, one.delivery = row[1].text, one.run = int64_t(row[2].number),
        one.seq = int64_t(row[3].number), one.rows = int64_t(row[4].number);
        one.table = row[5].text, one.payload = row[6].text, one.state = row[7].text,
        one.attempts = int64_t(row[8].number), one.next_try = int64_t(row[9].number),
        one.error = row[10].text;
        out.push_back(std::move(one));
        return true;
      }));
  return out;
}

Result<std::map<std::string, int64_t>> Ledger::outbox_counts() {
  std::map<std::string, int64_t> out;
  GLEANER_CHECK(session_->query("SELECT delivery, state, count(*) FROM flow_outbox" + where() +
                                    " GROUP BY delivery, state ORDER BY delivery, state",
                                [&](const store::Row& row) {
                                  out[std::string(row[0].text) + " " + std::string(row[1].text)] =
                                      int64_t(row[2].number);
                                  return true;
                                }));
  return out;
}

Status Ledger::set_item(const OutboxItem& item) {
  return session_->run(fmt::format(
      "UPDATE flow_outbox SET state = {}, attempts = {}, next_try = {}, error = {}, payload = {}{}",
      quote_text(item.state), item.attempts, item.next_try, quote_text(item.error), quote_text(item.payload),
      where("id = " + quote_text(item.id))));
}

Status Ledger::forget_sent(const std::string& delivery) {
  return session_->run("DELETE FROM flow_sent" + where("delivery = " + quote_text(delivery)));
}

Result<std::map<std::string, std::string>> Ledger::sent(const std::string& delivery) {
  std::map<std::string, std::string> out;
  GLEANER_CHECK(
      session_->query("SELECT row_key, hash FROM flow_sent" + where("delivery = " + quote_text(delivery)),
                      [&](const store::Row& row) {
                        out[std::string(row[0].text)] = row[1].text;
                        return true;
                      }));
  return out;
}

}  // namespace gleaner::flow
