// See deliver.h.
#include "flow/deliver.h"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/json.h"
#include "base/text.h"
#include "page/load.h"
#include "store/record_file.h"
#include "store/target.h"
#include "web/send.h"
#include "web/server.h"
#include "wrap/columns_there.h"
#include "wrap/literal.h"
#include "wrap/writer.h"

namespace gleaner::flow {
namespace {

constexpr size_t kRecordsAtOnce = 1024;  // on their way to a target
constexpr const char* kOthers = "deliver to another name; or give up what is there: mode = \"replace\"";

// In a text a date is the text of it; a database has a type for it.
wrap::Schema schema_of_table(const Table& table, bool dates) {
  wrap::Schema schema;
  for (const Column& column : table.columns) {
    wrap::FieldSchema field;
    field.name = column.name;
    field.type = column.type == wrap::Type::date && !dates ? wrap::Type::text : column.type;
    field.plain = field.type != wrap::Type::text;
    schema.fields.push_back(std::move(field));
  }
  return schema;
}

wrap::Value value_for(const Cell& cell, wrap::Type type, bool dates) {
  if (cell.is_null()) return wrap::Value::make_null();
  wrap::Value out = wrap::Value::make_text(shown(cell));
  if (cell.kind == Cell::Kind::number && type == wrap::Type::number)
    wrap::make_literal(out, wrap::Type::number, cell.number);
  if (cell.kind == Cell::Kind::boolean && type == wrap::Type::boolean)
    wrap::make_literal(out, wrap::Type::boolean, cell.number);
  if (type == wrap::Type::date && dates) out.typed = wrap::Typed{type, 0, out.text};
  return out;
}

// Rows as records, a part at a time: `take` writes them.
template <class Take>
Status each_part(const Package& package, bool dates, Take&& take) {
  std::vector<wrap::Record> part;
  if (package.rows.empty()) return take(part);
  for (size_t i = 0; i < package.rows.size(); ++i) {
    const Row& row = package.table->rows[package.rows[i]];
    wrap::Record& record = part.emplace_back();
    for (size_t c = 0; c < row.cells.size(); ++c)
      record.fields.push_back(
          {package.table->columns[c].name, value_for(row.cells[c], package.table->columns[c].type, dates)});
    if (part.size() < kRecordsAtOnce && i + 1 < package.rows.size()) continue;
    GLEANER_CHECK(take(part));
    part.clear();
  }
  return {};
}

Result<std::string> deliver_database(const Package& package, const std::string& secret) {
  const Delivery& to = *package.delivery;
  const bool postgres = store::kind_of(to.to) == "postgresql";
  std::string place = filled(postgres ? to.to : package.flow->at(to.to), package);
  if (postgres && !secret.empty()) {  // postgresql://user@host: the password goes behind the user
    const size_t at = place.find('@');
    if (at == std::string::npos)
      return error(Code::usage, "a password needs a user: postgresql://USER@host/database");
    place.insert(at, ":" + web::escape_url(secret));
  }
  GLEANER_TRY(store::Target target, store::parse_target(place));
  GLEANER_TRY(target.mode, store::mode_of_name(to.mode));
  target.asked = to.mode_said;
  if (target.mode == store::Mode::upsert) target.key = to.key;
  if (store::kind_of(place) != "parquet" && target.mode == store::Mode::append) target.once = package.id;
  GLEANER_TRY(const auto file, store::RecordFile::create(target));
  GLEANER_CHECK(file->begin(schema_of_table(*package.table, true), {.page = false}));
  GLEANER_CHECK(each_part(package, true, [&](const auto& part) { return file->page("", nullptr, part); }));
  auto written = file->finish();
  if (written.ok()) return written->words;
  Diagnostic why = std::move(written).error();
  if (why.hint.find("--mode") != std::string::npos) why.hint = kOthers;  // said for the command line
  return why;
}

Result<std::string> deliver_webhook(const Package& package, const std::string& secret) {
  const Delivery& to = *package.delivery;
  web::SendRequest request;
  request.method = to.method, request.url = filled(to.to, package), request.timeout = to.timeout;
  request.headers = to.headers;
  request.headers.emplace_back("Content-Type: application/json");
  request.headers.push_back("Idempotency-Key: " + package.id);
  if (const std::string auth = auth_header(to, secret); !auth.empty()) request.headers.push_back(auth);
  GLEANER_TRY(const std::string rows, text_of(package, "json"));
  request.body = fmt::format("{{\"flow\": {}, \"step\": {}, \"run\": {}, \"id\": {}, \"rows\": {}}}\n",
                             json::quote(package.flow->name), json::quote(to.from), package.run,
                             json::quote(package.id), trim(rows));
  GLEANER_TRY(const web::SendAnswer answer, web::send(request));
  GLEANER_CHECK(judge_answer(answer.status, answer.body, answer.retry_after));
  return fmt::format("accepted ({})", answer.status);
}

}  // namespace

std::string filled(std::string_view text, const Package& package) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    if (text[at] != '{') {
      out += text[at++];
      continue;
    }
    const size_t end = text.find('}', at);
    const std::string_view name = end == std::string_view::npos ? "" : text.substr(at + 1, end - at - 1);
    if (name == "flow") out += package.flow->name;
    else if (name == "run") out += std::to_string(package.run);
    else if (name == "date") out += package.today;
    else if (name == "step") out += package.delivery->from;
    else if (name == "rows") out += std::to_string(package.rows.size());
    else if (name == "id") out += package.id;
    else {
      out += text[at++];
      continue;
    }
    at = end + 1;
  }
  return out;
}

Result<std::string> secret_of(const Delivery& delivery, const Flow& flow) {
  if (!delivery.secret.empty()) {
    const char* value = std::getenv(delivery.secret.c_str());
    if (!value || !*value)
      return error(
          Code::usage,
          fmt::format("{}: the variable {} of the environment is not set", delivery.name, delivery.secret),
          {}, "set it, or name a file: secret_file = \"...\"");
    return std::string(value);
  }
  if (delivery.secret_file.empty()) return std::string();
  const std::string path = flow.at(delivery.secret_file);
  struct stat state{};
  if (::stat(path.c_str(), &state) != 0)
    return error(Code::not_found, "there is no such file of a secret", {path});
  if (state.st_mode & (S_IRWXG | S_IRWXO))
    return error(Code::usage, "others may read this file, which holds a secret", {path},
                 fmt::format("chmod 600 {}", path));
  GLEANER_TRY(const std::string text, read_file(path));
  return std::string(trim(text));
}

std::string auth_header(const Delivery& delivery, const std::string& secret) {
  if (secret.empty()) return {};
  if (delivery.auth == "basic") return "Authorization: Basic " + base64(delivery.user + ":" + secret);
  if (delivery.auth.starts_with("header ")) return std::string(trim(delivery.auth.substr(7))) + ": " + secret;
  return "Authorization: Bearer " + secret;
}

Status judge_answer(int status, std::string_view body, const std::string& retry_after) {
  if (status >= 200 && status < 300) return {};
  constexpr size_t kShown = 200;
  const std::string words = fmt::format("the target answered {}{}", status,
                                        body.empty() ? "" : ": " + collapse(body.substr(0, kShown)));
  const bool passes = status == 408 || status == 425 || status == 429 || status >= 500;
  return error(passes ? Code::io : Code::bad_input, words, {},
               retry_after.empty() ? "" : "retry after " + retry_after);
}

Result<std::string> text_of(const Package& package, std::string_view format_name, bool safe_cells) {
  const auto format = wrap::format_of_name(format_name);
  if (!format)
    return error(Code::usage, fmt::format("there is no format \"{}\"", format_name), {},
                 "csv, tsv, jsonl, json, xml");
  std::string out;
  const wrap::WriteOptions how{.page = false, .safe_cells = safe_cells};
  auto writer = wrap::make_writer(*format, schema_of_table(*package.table, false), how,
                                  [&](std::string_view text) { return out += text, Status(); });
  GLEANER_CHECK(each_part(package, false, [&](const auto& part) { return writer->page("", nullptr, part); }));
  GLEANER_CHECK(writer->finish());
  return out;
}

namespace {

// A file of the same name that holds something else is somebody's; one of these rows of another day is ours.
Status may_replace(const std::string& path, const Package& package, std::string_view text,
                   wrap::Format format) {
  if (package.delivery->mode_said) return {};
  std::ifstream in(path, std::ios::binary);
  std::string head(8192, '\0');
  in.read(head.data(), std::streamsize(head.size()));
  head.resize(size_t(std::max<std::streamsize>(0, in.gcount())));
  const std::vector<std::string> there = wrap::columns_at_head(format, head);
  if (there.empty() || !wrap::holds_others(there, wrap::columns_at_head(format, text))) return {};
  return error(Code::usage,
               fmt::format("{} is there already and has other columns ({}); it was not replaced", path,
                           fmt::join(there, ", ")),
               {}, kOthers);
}

Result<std::string> deliver_file(const Package& package) {
  const Delivery& to = *package.delivery;
  const std::string path = filled(package.flow->at(to.to), package);
  const std::string format = to.format.empty() ? path.substr(path.rfind('.') + 1) : to.format;
  GLEANER_TRY(const std::string text, text_of(package, format));
  GLEANER_CHECK(may_replace(path, package, text, *wrap::format_of_name(format)));
  std::error_code none;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), none);
  GLEANER_CHECK(write_file(path, text));
  return fmt::format("to {}", path);
}

Result<std::string> deliver_with(const std::string& secret, const Package& package) {
  const Delivery& to = *package.delivery;
  switch (to.kind) {
    case TargetKind::file: return deliver_file(package);
    case TargetKind::stdout_: {
      GLEANER_TRY(const std::string text, text_of(package, to.format.empty() ? "csv" : to.format));
      if (package.out) GLEANER_CHECK(package.out(text));
      return std::string();
    }
    case TargetKind::database: return deliver_database(package, secret);
    case TargetKind::webhook: return deliver_webhook(package, secret);
    case TargetKind::soap: return deliver_soap(package, secret);
    case TargetKind::s3: return deliver_s3(package, secret);
    case TargetKind::mail: return deliver_mail(package, secret);
  }
  return std::string();
}

// Servers say back what they were sent, and what they say is kept and shown.
std::string without(std::string text, const std::string& secret, const Delivery& to) {
  constexpr size_t kShortest = 4;  // shorter ones stand in ordinary words
  if (secret.size() < kShortest) return text;
  for (const std::string& form : {secret, web::escape_url(secret), base64(to.user + ":" + secret)})
    for (size_t at = 0; (at = text.find(form, at)) != std::string::npos;)
      text.replace(at, form.size(), "***");
  return text;
}

}  // namespace

Result<std::string> deliver(const Package& package) {
  const Delivery& to = *package.delivery;
  GLEANER_TRY(const std::string secret, secret_of(to, *package.flow));
  auto done = deliver_with(secret, package);
  if (done.ok()) return without(std::move(*done), secret, to);
  Diagnostic why = std::move(done).error();
  why.message = without(std::move(why.message), secret, to);
  why.hint = without(std::move(why.hint), secret, to);
  return why;
}

}  // namespace gleaner::flow
