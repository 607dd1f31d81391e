// See ledger.h: what is asked of the store, and the small things that change between two runs
// (decisions, items of the outbox).
#include <fmt/format.h>

#include "base/base64.h"
#include "base/contains.h"
#include "base/text.h"
#include "flow/ledger.h"
#include "page/load.h"

namespace gleaner::flow {

using store::quote_text;

namespace {

std::string text_in(const store::Cell& cell) { return std::string(cell.text); }
int64_t whole_in(const store::Cell& cell) { return int64_t(cell.number); }
uint64_t hash_in(const store::Cell& cell) { return std::strtoull(text_in(cell).c_str(), nullptr, 16); }

}  // namespace

Result<std::vector<RunRecord>> Ledger::read_runs(const std::string& condition, size_t most, bool with_steps) {
  std::vector<RunRecord> out;
  GLEANER_CHECK(session_->each(
      fmt::format("SELECT run, started, finished, scheduled, status, flow_hash, note, problems, "
                  "seconds FROM flow_runs{} ORDER BY run DESC, started DESC LIMIT {}",
                  where(condition), most),
      [&](const store::Row& row) {
        out.push_back({whole_in(row[0]),
                       whole_in(row[1]),
                       whole_in(row[2]),
                       whole_in(row[3]),
                       text_in(row[4]),
                       text_in(row[5]),
                       text_in(row[6]),
                       whole_in(row[7]),
                       row[8].number,
                       {}});
      }));
  for (RunRecord& one : out)
    if (with_steps)
      GLEANER_CHECK(session_->each(
          fmt::format("SELECT step, kind, rows_in, rows_out, problems, seconds, table_hash, input_hash, "
                      "content_hash, status, note, wrapper_hash FROM flow_steps{}",
                      where(fmt::format("run = {}", one.run))),
          [&](const store::Row& row) {
            one.steps.push_back({text_in(row[0]), text_in(row[1]), whole_in(row[2]), whole_in(row[3]),
                                 whole_in(row[4]), row[5].number, text_in(row[6]), text_in(row[7]),
                                 text_in(row[8]), text_in(row[9]), text_in(row[10]), text_in(row[11])});
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
  GLEANER_CHECK(session_->each(
      fmt::format("SELECT body FROM flow_tables WHERE hash = {} ORDER BY part", quote_text(hash)),
      [&](const store::Row& row) { body += row[0].text; }));
  if (body.empty())
    return error(Code::not_found, fmt::format("the table {} is no longer in the store", hash), {},
                 "keep_runs says how many runs keep theirs");
  return unpack(body);
}

Result<std::map<std::string, std::string>> Ledger::files_of_run(int64_t run) {
  std::map<std::string, std::string> out, hashes;
  GLEANER_CHECK(session_->each("SELECT path, hash FROM flow_run_files" + where(fmt::format("run = {}", run)),
                               [&](const store::Row& row) { hashes[text_in(row[0])] = row[1].text; }));
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
  GLEANER_CHECK(session_->each(
      "SELECT step, left_key, right_key, verdict, by_whom, decided_at, text_hash FROM flow_decisions" +
          where() + " ORDER BY step, left_key, right_key",
      [&](const store::Row& row) {
        out.push_back({text_in(row[0]), text_in(row[1]), text_in(row[2]), text_in(row[3]), text_in(row[4]),
                       text_in(row[5]), hash_in(row[6])});
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
  GLEANER_CHECK(session_->each(
      "SELECT step, left_key, right_key, probability, text_hash, left_text, right_text, why, deferred, "
      "changed FROM flow_review" +
          where() + " ORDER BY step, deferred, probability, left_key, right_key",
      [&](const store::Row& row) {
        out.push_back({text_in(row[0]), text_in(row[1]), text_in(row[2]), row[3].number, hash_in(row[4]),
                       text_in(row[5]), text_in(row[6]), text_in(row[7]), row[8].number != 0,
                       row[9].number != 0});
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
  GLEANER_CHECK(session_->each(
      "SELECT step, col, value, place, reason, first_run, last_run FROM flow_problems" + where(condition) +
          fmt::format(" ORDER BY step, col, reason, value LIMIT {}", most),
      [&](const store::Row& row) {
        out.push_back(
            {{text_in(row[0]), 0, text_in(row[1]), text_in(row[2]), text_in(row[4]), text_in(row[3])},
             whole_in(row[5]),
             whole_in(row[6])});
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
          "SELECT h.row_key, h.col, h.value, h.from_run, h.to_run, "
          "r.started FROM flow_history h LEFT JOIN flow_runs r ON r.flow = h.flow AND r.run = h.from_run "
          "AND r.status = 'done' WHERE "
          "h.flow = {} AND {} ORDER BY h.row_key, h.col, h.from_run",
          quote_text(flow_), condition),
      [&](const store::Row& row) {
        const auto parts = split(row[0].text, '\x1f');
        for (const std::string& wanted : key)
          if (!contains(parts, wanted)) return true;
        out[text_in(row[0])].push_back({text_in(row[1]), text_in(row[2]), whole_in(row[3]),
                                        row[4].kind == store::Cell::Kind::null ? 0 : whole_in(row[4]),
                                        whole_in(row[5])});
        return true;
      }));
  return out;
}

Status Ledger::as_of(const std::string& step, int64_t run,
                     const std::function<void(std::string_view, std::string_view, std::string_view)>& take) {
  return session_->each(
      "SELECT row_key, col, value FROM flow_history" +
          where(fmt::format("step = {} AND from_run <= {} AND (to_run IS NULL OR to_run > {})",
                            quote_text(step), run, run)) +
          " ORDER BY row_key, col",
      [&](const store::Row& row) { take(row[0].text, row[1].text, row[2].text); });
}

Result<std::vector<OutboxItem>> Ledger::outbox(const std::string& state, size_t most) {
  std::vector<OutboxItem> out;
  GLEANER_CHECK(session_->each(
      fmt::format("SELECT id, delivery, run, seq, row_count, table_hash, payload, state, attempts, next_try, "
                  "error FROM flow_outbox{} ORDER BY run, delivery, seq LIMIT {}",
                  where(state.empty() ? "" : "state = " + quote_text(state)), most),
      [&](const store::Row& row) {
        OutboxItem one;
        one.id = row[0].text, one.delivery = row[1].text, one.run = whole_in(row[2]),
        one.seq = whole_in(row[3]), one.rows = whole_in(row[4]);
        one.table = row[5].text, one.payload = row[6].text, one.state = row[7].text,
        one.attempts = whole_in(row[8]), one.next_try = whole_in(row[9]), one.error = row[10].text;
        out.push_back(std::move(one));
      }));
  return out;
}

Result<std::map<std::string, OutboxItem>> Ledger::last_sent() {
  std::map<std::string, OutboxItem> out;
  GLEANER_CHECK(session_->each("SELECT delivery, run, table_hash FROM flow_outbox" +
                                   where("state = 'done' AND error = '' AND seq >= 0") + " ORDER BY run",
                               [&](const store::Row& row) {
                                 OutboxItem& one = out[text_in(row[0])];
                                 one.run = whole_in(row[1]), one.table = row[2].text;
                               }));
  return out;
}

Result<std::map<std::string, int64_t>> Ledger::outbox_counts() {
  std::map<std::string, int64_t> out;
  GLEANER_CHECK(session_->each(
      "SELECT delivery, state, count(*) FROM flow_outbox" + where() +
          " GROUP BY delivery, state ORDER BY delivery, state",
      [&](const store::Row& row) { out[text_in(row[0]) + " " + text_in(row[1])] = whole_in(row[2]); }));
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
      session_->each("SELECT row_key, hash FROM flow_sent" + where("delivery = " + quote_text(delivery)),
                     [&](const store::Row& row) { out[text_in(row[0])] = row[1].text; }));
  return out;
}

}  // namespace gleaner::flow
