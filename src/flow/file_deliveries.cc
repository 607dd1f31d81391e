// Deliveries and tests of a flow file. See flow_reader.h.
#include <cstdlib>

#include <fmt/format.h>

#include "base/zone.h"
#include "flow/flow_reader.h"
#include "store/target.h"
#include "wrap/writer.h"

namespace gleaner::flow {

using wrap::Config;

void FlowReader::read_delivery(const std::string& name, const std::string& note, const Config& config) {
  Delivery out;
  out.name = name, out.note = note, out.line = config.line();
  KeyReader in(config, found_);
  in.text("from", out.from);
  if (out.from.empty() && name != flow_.alert)
    in.wrong(config, "says not what is delivered", "from = \"NAME\"");
  in.texts("key", out.key);
  in.word("mode", out.mode, {"replace", "append", "upsert", "create"});
  out.mode_said = in.has("mode");
  in.choice("send", out.changes, {{"all", false}, {"changes", true}});
  in.text("secret", out.secret);
  if (!out.secret.empty() && !std::getenv(out.secret.c_str()))
    found_.push_back(warning(
        Code::bad_input,
        fmt::format("deliver.{}: the variable {} of the environment is not set here", name, out.secret),
        {flow_.path, in.get("secret")->line(), 0, {}}));
  in.text("secret_file", out.secret_file);
  in.text("auth", out.auth);
  in.text("user", out.user);
  in.number("batch", out.batch, 0, 1e9);
  in.number("tries", out.tries, 1, 1000);
  in.number("first_pause", out.first_pause, 0, 1e6);
  in.number("longest_pause", out.longest_pause, 0, 1e6);
  in.number("timeout", out.timeout, 0.1, 86400);
  read_target(in, out);
  if ((out.mode == "upsert" || out.changes) && out.key.empty())
    in.wrong(config, "needs a key", "key = [\"article\", \"shop\"]");
  in.finish();
  flow_.deliveries.push_back(std::move(out));
}

void FlowReader::read_target(KeyReader& in, Delivery& out) {
  std::vector<std::string> said;
  for (const char* word : {"to", "webhook", "soap", "s3", "mail"})
    if (in.has(word)) said.emplace_back(word);
  if (said.size() != 1) return in.wrong(in.config(), "needs one of: to, webhook, soap, s3, mail");
  const Config* target = in.get(said[0]);
  if (said[0] == "to") {
    in.text("to", out.to);
    if (out.to == "-" || out.to == "stdout") out.kind = TargetKind::stdout_;
    else if (!store::kind_of(out.to).empty()) out.kind = TargetKind::database;
    else if (wrap::format_of_path(out.to)) out.kind = TargetKind::file;
    else
      in.wrong(*target, fmt::format("\"{}\" is no place that rows can go to", out.to),
               "FILE.csv .tsv .jsonl .json .xml .parquet .duckdb .sqlite, postgresql://..., stdout");
    in.text("format", out.format);
    if (out.kind == TargetKind::file && out.mode != "replace")
      in.wrong(in.config(), "a file of text is replaced whole", "append and upsert need a database");
    return;
  }
  if (target->is_text()) {  // webhook = "https://..."
    out.to = target->as_text();
    out.kind = said[0] == "webhook" ? TargetKind::webhook
               : said[0] == "soap"  ? TargetKind::soap
               : said[0] == "s3"    ? TargetKind::s3
                                    : TargetKind::mail;
    if (out.kind != TargetKind::webhook) in.wrong(*target, "must be a table");
    return;
  }
  KeyReader more(*target, found_);
  if (said[0] == "webhook") read_webhook(more, out);
  if (said[0] == "soap") read_soap(more, out);
  if (said[0] == "s3") read_s3(more, out);
  if (said[0] == "mail") read_mail(more, out);
  more.finish();
}

void FlowReader::need_url(KeyReader& in, const std::string& url) {
  if (!url.starts_with("http://") && !url.starts_with("https://"))
    in.wrong(in.config(), fmt::format("\"{}\" is no address", url), "http://... or https://...");
}

void FlowReader::read_webhook(KeyReader& in, Delivery& out) {
  out.kind = TargetKind::webhook;
  in.text("url", out.to);
  need_url(in, out.to);
  in.word("method", out.method, {"POST", "PUT", "PATCH"});
  in.texts("headers", out.headers);
}

void FlowReader::read_soap(KeyReader& in, Delivery& out) {
  out.kind = TargetKind::soap;
  in.text("endpoint", out.to);
  in.text("template", out.tmpl);
  in.text("wsdl", out.wsdl);
  in.text("operation", out.operation);
  in.text("action", out.action);
  in.texts("headers", out.headers);
  in.word("version", out.soap_version, {"1.1", "1.2"});
  if (out.tmpl.empty() == out.wsdl.empty()) in.wrong(in.config(), "needs a template or a wsdl");
  if (!out.wsdl.empty() && out.operation.empty())
    in.wrong(in.config(), "says not which operation of the WSDL");
  if (out.wsdl.empty() || !out.to.empty()) need_url(in, out.to);
  need_file(in, out.tmpl);
  need_file(in, out.wsdl);
}

void FlowReader::read_s3(KeyReader& in, Delivery& out) {
  out.kind = TargetKind::s3;
  std::string bucket, key;
  in.text("bucket", bucket);
  in.text("object", key);
  in.text("endpoint", out.endpoint);
  out.region = "us-east-1";
  in.text("region", out.region);
  in.text("access_key", out.access_key);
  in.text("format", out.format);
  if (bucket.empty() || key.empty())
    in.wrong(in.config(), "needs bucket and object", "object = \"prices/{date}.csv\"");
  if (out.endpoint.empty()) out.endpoint = fmt::format("https://s3.{}.amazonaws.com", out.region);
  need_url(in, out.endpoint);
  if (!wrap::format_of_path(key) && out.format.empty())
    in.wrong(in.config(), "the object's name says no format", "object = \"prices.csv\", or format = \"csv\"");
  out.to = bucket + "/" + key;
}

void FlowReader::read_mail(KeyReader& in, Delivery& out) {
  out.kind = TargetKind::mail;
  std::vector<std::string> to;
  in.texts("to", to);
  out.to = fmt::format("{}", fmt::join(to, ", "));
  in.text("from", out.sender);
  in.text("server", out.server);
  out.subject = "{flow}: {rows} rows of {step}";
  in.text("subject", out.subject);
  if (to.empty() || out.sender.empty() || out.server.empty())
    in.wrong(in.config(), "needs to, from and server", "server = \"smtp://mail.example:587\"");
}

void FlowReader::read_test(const std::string& name, const Config& config) {
  TestCase out;
  out.name = name, out.line = config.line();
  KeyReader in(config, found_);
  in.text("now", out.now);
  if (!out.now.empty() && !read_moment(out.now))
    in.wrong(config, fmt::format("\"{}\" is no time", out.now), "now = \"2026-01-12T06:30:00Z\"");
  for (const char* section : {"pages", "expect"})
    if (const Config* tables = in.get(section))
      for (const auto& [step, value] : tables->members()) {
        KeyReader one(*tables, found_);
        std::vector<std::string> files;
        one.texts(step, files);
        if (section[0] == 'p') out.pages[step] = files;
        else if (!files.empty()) out.expect[step] = files[0];
      }
  if (out.expect.empty()) in.wrong(config, "expects nothing", "expect.STEP = \"expected.csv\"");
  in.finish();
  flow_.tests.push_back(std::move(out));
}

}  // namespace gleaner::flow
