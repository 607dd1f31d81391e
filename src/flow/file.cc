// See file.h.
#include "flow/file.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "base/zone.h"
#include "flow/schedule.h"
#include "page/load.h"
#include "store/target.h"
#include "wrap/writer.h"

namespace gleaner::flow {
namespace {

using wrap::Config;

bool is_address(std::string_view text) { return text.find("://") != std::string_view::npos || text.starts_with("sitemap:"); }

// Reads one table of the file. Everything that is wrong goes to `found`; reading goes on.
class TableReader {
 public:
  TableReader(const Config& config, Diagnostics& found) : config_(config), found_(found) {}

  void wrong(const Config& at, std::string message, std::string hint = {}) const {
    Diagnostic why = at.wrong(std::move(message));
    why.hint = std::move(hint);
    found_.push_back(std::move(why));
  }
  bool has(std::string_view key) { return config_.find(key) != nullptr; }
  const Config* get(std::string_view key) { return known_.emplace_back(key), config_.find(key); }
  void text(std::string_view key, std::string& into) {
    if (const Config* value = get(key)) {
      if (value->is_text()) into = value->as_text();
      else wrong(*value, "must be a text");
    }
  }
  void boolean(std::string_view key, bool& into) {
    if (const Config* value = get(key)) {
      if (value->kind() == Config::Kind::boolean) into = value->as_boolean();
      else wrong(*value, "must be true or false");
    }
  }
  void number(std::string_view key, double& into, double least, double most) {
    const Config* value = get(key);
    if (!value) return;
    const bool is_number = value->kind() == Config::Kind::integer || value->kind() == Config::Kind::real;
    if (!is_number || value->as_real() < least || value->as_real() > most) wrong(*value, fmt::format("must be a number from {} to {}", least, most));
    else into = value->as_real();
  }
  // One text, or a list of them.
  void texts(std::string_view key, std::vector<std::string>& into) {
    const Config* value = get(key);
    if (!value) return;
    if (value->is_text()) into = {value->as_text()};
    else if (value->is_list() && std::all_of(value->items().begin(), value->items().end(), [](const Config& one) { return one.is_text(); })) {
      into.clear();
      for (const Config& one : value->items()) into.push_back(one.as_text());
    } else wrong(*value, "must be a text or a list of texts");
  }
  template <class Enum>
  void choice(std::string_view key, Enum& into, const std::vector<std::pair<std::string, Enum>>& choices) {
    std::string said;
    const Config* value = get(key);
    if (!value) return;
    std::vector<std::string> names;
    for (const auto& [word, meaning] : choices) {
      names.push_back(word);
      if (value->is_text() && value->as_text() == word) return void(into = meaning);
    }
    wrong(*value, fmt::format("must be one of: {}", fmt::join(names, ", ")));
  }
  // Keys that nobody asked for.
  void finish() {
    for (const auto& [key, value] : config_.members()) {
      if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
      const auto near = nearest(key, known_);
      wrong(value, "this key is not known here", near ? fmt::format("did you mean {}?", *near) : fmt::format("known: {}", fmt::join(known_, ", ")));
    }
  }
  const Config& config() const { return config_; }

 private:
  const Config& config_;
  Diagnostics& found_;
  std::vector<std::string> known_;
};

// The comment right above the line `[name]`, without its signs.
std::string note_above(std::string_view text, std::string_view header) {
  const auto lines = split(text, '\n');
  for (size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = trim(lines[i]);
    if (line.substr(0, line.find('#')).find(header) != 0) continue;
    size_t first = i;
    while (first > 0 && trim(lines[first - 1]).starts_with('#')) --first;
    std::string note;
    for (size_t k = first; k < i; ++k) {
      std::string_view said = trim(lines[k]);
      said.remove_prefix(1);
      note += (note.empty() ? "" : " ") + std::string(trim(said));
    }
    return note;
  }
  return {};
}

uint64_t config_hash(const Config& config, uint64_t hash = 14695981039346656037ull) {
  hash = stable_hash(std::string(1, char(config.kind())), hash);
  switch (config.kind()) {
    case Config::Kind::text: return stable_hash(config.as_text(), hash);
    case Config::Kind::integer: return stable_hash(std::to_string(config.as_integer()), hash);
    case Config::Kind::real: return stable_hash(fmt::format("{}", config.as_real()), hash);
    case Config::Kind::boolean: return stable_hash(config.as_boolean() ? "1" : "0", hash);
    default: break;
  }
  for (const Config& item : config.items()) hash = config_hash(item, hash);
  for (const auto& [key, value] : config.members()) hash = config_hash(value, stable_hash(key, hash));
  return hash;
}

class FlowReader {
 public:
  FlowReader(Flow& flow, Diagnostics& found) : flow_(flow), found_(found) {}

  void read(const Config& whole) {
    TableReader top(whole, found_);
    top.text("name", flow_.name);
    if (flow_.name.empty()) flow_.name = name_of_file();
    top.text("schedule", flow_.schedule);
    if (!flow_.schedule.empty())
      if (auto schedule = Schedule::parse(flow_.schedule); !schedule.ok()) top.wrong(*whole.find("schedule"), schedule.error().message, schedule.error().hint);
    top.choice<std::string>("missed", flow_.missed, {{"once", "once"}, {"skip", "skip"}});
    flow_.store = flow_.name + ".duckdb";
    top.text("store", flow_.store);
    if (const auto kind = store::kind_of(flow_.store); kind.empty() || kind == "parquet")
      if (const Config* at = whole.find("store")) top.wrong(*at, "is no database that runs can be kept in", "use FILE.duckdb, FILE.sqlite or postgresql://...");
    top.boolean("keep_pages", flow_.keep_pages);
    double runs = 0;
    top.number("keep_runs", runs, 0, 1e9);
    flow_.keep_runs = size_t(runs);
    top.text("alert", flow_.alert);
    if (const Config* problems = top.get("problems")) read_problems(*problems);
    for (const char* section : {"source", "step", "deliver", "test"})
      if (const Config* tables = top.get(section)) read_section(section, *tables);
    top.finish();
    check_names();
    order_steps();
  }

 private:
  std::string name_of_file() const {
    std::string file = std::filesystem::path(flow_.path).filename().string();
    for (const std::string_view ending : {".toml", ".flow"})
      if (file.ends_with(ending)) file.resize(file.size() - ending.size());
    return file;
  }

  void read_problems(const Config& config) {
    TableReader in(config, found_);
    const Config* most = config.is_table() ? in.get("max") : nullptr;
    if (!config.is_table()) return in.wrong(config, "must be a table", "problems.max = \"2 %\"");
    if (most && most->kind() == Config::Kind::integer) flow_.max_problems = double(most->as_integer());
    if (most && most->is_text()) {
      std::string said(trim(most->as_text()));
      flow_.max_problems_share = said.ends_with('%');
      if (flow_.max_problems_share) said.pop_back();
      try {
        flow_.max_problems = std::stod(said) / (flow_.max_problems_share ? 100 : 1);
      } catch (const std::exception&) {
        in.wrong(*most, "is no share and no number", "\"2 %\" of the values, or 100");
      }
    }
    in.finish();
  }

  void read_section(std::string_view section, const Config& tables) {
    if (!tables.is_table()) return TableReader(tables, found_).wrong(tables, fmt::format("write [{}.NAME]", section));
    for (const auto& [name, config] : tables.members()) {
      if (!config.is_table()) {
        TableReader(config, found_).wrong(config, fmt::format("must be a table: [{}.{}]", section, name));
        continue;
      }
      const std::string note = note_above(flow_.text, fmt::format("[{}.{}]", section, name));
      if (section == "deliver") read_delivery(name, note, config);
      else if (section == "test") read_test(name, config);
      else read_step(name, note, config, section == "source");
    }
  }

  void read_step(const std::string& name, const std::string& note, const Config& config, bool source) {
    Step step;
    step.name = name, step.note = note, step.line = config.line(), step.hash = config_hash(config);
    TableReader in(config, found_);
    for (const char c : name)
      if (!is_alpha(c) && !is_digit(c) && c != '_') {
        in.wrong(config, fmt::format("\"{}\" is no name for a step", name), "letters, digits and _: queries call steps by their names");
        break;
      }
    in.texts("key", step.key);
    source ? read_source(in, step) : read_operation(in, step);
    in.finish();
    flow_.steps.push_back(std::move(step));
  }

  void read_source(TableReader& in, Step& step) {
    SourceSpec& spec = step.source;
    in.text("wrapper", spec.wrapper);
    in.text("table", spec.table);
    in.text("script", spec.script);
    in.text("query", step.query.text);
    const int said = !spec.wrapper.empty() + !spec.table.empty() + !spec.script.empty() + !step.query.text.empty();
    if (said != 1) in.wrong(in.config(), "needs one of: wrapper, table, script, query");
    step.kind = !spec.wrapper.empty() ? StepKind::pages : !spec.table.empty() ? StepKind::table : StepKind::script;
    in.texts("pages", spec.pages);
    in.boolean("next", spec.next);
    in.text("follow", spec.follow);
    in.text("with", spec.with);
    in.boolean("allow_private", spec.private_hosts);
    in.texts("allow_read", spec.reads);
    in.texts("allow_net", spec.hosts);
    in.choice("on_drift", spec.on_drift, {{"stop", OnDrift::stop}, {"keep", OnDrift::keep}, {"repair", OnDrift::repair}});
    if (step.kind == StepKind::pages && spec.pages.empty()) in.wrong(in.config(), "has a wrapper and no pages", "pages = \"shop/*.html\", a URL, an archive ...");
    if (step.kind != StepKind::pages && !spec.pages.empty()) in.wrong(in.config(), "pages need a wrapper");
    for (const std::string* file : {&spec.wrapper, &spec.script}) need_file(in, *file);
    if (const size_t mark = store::table_mark(spec.table); !spec.table.empty()) need_file(in, spec.table.substr(0, mark));
  }

  void need_file(TableReader& in, const std::string& file) {
    if (file.empty() || is_address(file)) return;
    if (std::error_code failed; !std::filesystem::exists(flow_.at(file), failed)) in.wrong(in.config(), fmt::format("there is no file {}", file));
  }

  void read_operation(TableReader& in, Step& step) {
    static const std::vector<std::pair<std::string, StepKind>> kOperations = {
        {"integrate", StepKind::integrate}, {"normalise", StepKind::normalise}, {"filter", StepKind::filter}, {"derive", StepKind::derive},
        {"aggregate", StepKind::aggregate}, {"query", StepKind::query},         {"match", StepKind::match}};
    std::vector<std::string> said;
    for (const auto& [word, kind] : kOperations)
      if (in.has(word)) said.push_back(word), step.kind = kind;
    if (said.size() != 1) {
      in.wrong(in.config(), said.empty() ? "says not what it does" : fmt::format("does several things: {}", fmt::join(said, ", ")),
               said.empty() ? "one of: integrate, normalise, filter, derive, aggregate, query, match" : "make a step of each, with from = the one before");
      if (said.empty()) return;
    }
    std::string from;
    if (step.kind != StepKind::integrate && step.kind != StepKind::match) {
      in.text("from", from);
      if (!from.empty()) step.inputs = {from};
      else if (step.kind != StepKind::query) in.wrong(in.config(), "says not what it works on", "from = \"NAME\"");
    }
    switch (step.kind) {
      case StepKind::integrate: read_integrate(in, step); break;
      case StepKind::normalise: read_normalise(in, step); break;
      case StepKind::match: read_match(in, step); break;
      default: read_query(in, step);
    }
  }

  void read_integrate(TableReader& in, Step& step) {
    in.texts("integrate", step.inputs);
    in.texts("only", step.integrate.only);
    in.text("origin", step.integrate.origin);
    const Config* rename = in.get("rename");
    if (!rename) return;
    for (const auto& [input, names] : rename->members()) {
      if (std::find(step.inputs.begin(), step.inputs.end(), input) == step.inputs.end())
        in.wrong(names, fmt::format("{} is not integrated here", input), fmt::format("integrated: {}", fmt::join(step.inputs, ", ")));
      for (const auto& [before, after] : names.members()) {
        if (after.is_text()) step.integrate.rename[input].emplace_back(before, after.as_text());
        else in.wrong(after, "must be a text: the new name");
      }
    }
  }

  void read_query(TableReader& in, Step& step) {
    if (step.kind == StepKind::query || step.kind == StepKind::filter) in.text(name_of(step.kind), step.query.text);
    if (step.kind == StepKind::query && step.inputs.empty()) step.inputs = tables_in_query(step.query.text);
    if (step.kind == StepKind::derive || step.kind == StepKind::aggregate) {
      const Config* columns = in.get(name_of(step.kind));
      if (!columns->is_table()) return in.wrong(*columns, "must be a table of columns", "derive.total = \"price * amount\"");
      for (const auto& [column, expression] : columns->members()) {
        if (step.kind == StepKind::aggregate && column == "by") {
          TableReader(*columns, found_).texts("by", step.query.by);
          continue;
        }
        if (expression.is_text()) step.query.derived.emplace_back(column, expression.as_text());
        else in.wrong(expression, "must be a text: an expression");
      }
    }
  }

  void read_match(TableReader& in, Step& step) {
    MatchSpec& spec = step.match;
    in.texts("match", step.inputs);
    if (step.inputs.empty() || step.inputs.size() > 2) in.wrong(in.config(), "match needs one table (what stands twice) or two");
    in.texts("on", spec.on);
    if (const Config* one = in.get("one_to_one")) {
      if (one->kind() == Config::Kind::boolean) spec.one_to_one = one->as_boolean() ? "both" : "";
      else if (one->is_text() && std::find(step.inputs.begin(), step.inputs.end(), one->as_text()) != step.inputs.end()) spec.one_to_one = one->as_text();
      else in.wrong(*one, "must be true or one of the tables that are matched");
    }
    in.number("threshold", spec.threshold, 0, 1);
    in.boolean("hold", spec.hold);
    in.text("labels", spec.labels);
    in.boolean("keep_unmatched", spec.keep_unmatched);
    if (const Config* review = in.get("review")) {
      std::string_view said = review->is_text() ? std::string_view(review->as_text()) : "";
      if (said.starts_with("below ")) said.remove_prefix(6);
      try {
        spec.review = review->is_text() ? std::stod(std::string(said)) : review->as_real();
      } catch (const std::exception&) {
        in.wrong(*review, "is no probability", "review = \"below 0.9\"");
      }
    }
  }

  void read_normalise(TableReader& in, Step& step) {
    const Config* columns = in.get("normalise");
    if (!columns->is_table()) return in.wrong(*columns, "must be a table of columns", "normalise.price = { money = \"EUR\" }");
    for (const auto& [column, rule] : columns->members()) read_rule(column, rule, step);
  }

  void read_rule(const std::string& column, const Config& config, Step& step) {
    TableReader in(config, found_);
    NormaliseRule rule;
    rule.column = column, rule.line = config.line();
    using Kind = NormaliseRule::Kind;
    static const std::vector<std::pair<std::string, Kind>> kKinds = {
        {"number", Kind::number},   {"money", Kind::money}, {"date", Kind::date}, {"unit", Kind::unit},      {"country", Kind::country},
        {"language", Kind::language}, {"phone", Kind::phone}, {"map", Kind::map},   {"boolean", Kind::boolean}};
    std::vector<std::string> names;
    for (const auto& one : kKinds) names.push_back(one.first);
    if (config.is_text()) {  // normalise.added = "date"
      const auto found = std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& one) { return one.first == config.as_text(); });
      if (found == kKinds.end()) return in.wrong(config, "is nothing that can be normalised", fmt::format("one of: {}", fmt::join(names, ", ")));
      rule.kind = found->second;
      if (rule.kind == Kind::map || rule.kind == Kind::unit) return in.wrong(config, "needs more", "{ unit = \"g\" }, { map = \"codes.csv\" }");
      step.normalise.push_back(rule);
      return;
    }
    if (!config.is_table()) return in.wrong(config, "must be a table", "normalise.price = { money = \"EUR\" }");
    bool said = false;
    for (const auto& [word, kind] : kKinds) {
      const Config* value = config.find(word);
      if (!value || (word == "country" && said)) continue;  // money has a country too
      (void)in.get(word);
      if (said) in.wrong(*value, "a column is normalised one way");
      said = true, rule.kind = kind;
      if (value->is_text()) (kind == Kind::map ? rule.map_file : rule.target) = value->as_text();
    }
    if (!said) return in.wrong(config, "says not what the column holds", fmt::format("one of: {}", fmt::join(names, ", ")));
    read_rule_details(in, rule);
    in.finish();
    step.normalise.push_back(rule);
  }

  void read_rule_details(TableReader& in, NormaliseRule& rule) {
    using Kind = NormaliseRule::Kind;
    in.boolean("original", rule.original);
    in.choice("unknown", rule.unknown,
              {{"problem", NormaliseRule::Unknown::problem}, {"keep", NormaliseRule::Unknown::keep}, {"null", NormaliseRule::Unknown::null}});
    double digits = -1;
    in.number("digits", digits, 0, 15);
    rule.digits = int(digits);
    in.choice<std::string>("decimal", rule.decimal, {{",", ","}, {".", "."}});
    if (rule.kind == Kind::date) in.choice<std::string>("order", rule.order, {{"day-first", "day-first"}, {"month-first", "month-first"}});
    if (rule.kind == Kind::unit || rule.kind == Kind::money) in.text("from", rule.from);
    if (rule.kind == Kind::map) need_file(in, rule.map_file);
    if (rule.kind == Kind::phone) in.text("country_code", rule.from);
    if (rule.kind != Kind::money) return;
    in.text("rates", rule.rates);
    need_file(in, rule.rates);
    in.text("on", rule.on);
    double back = 0;
    in.number("back", back, 0, 3660);
    rule.back = int(back);
    in.choice<std::string>("tax", rule.tax, {{"net", "net"}, {"gross", "gross"}});
    in.choice<std::string>("has", rule.has, {{"net", "net"}, {"gross", "gross"}});
    in.text("tax_table", rule.tax_table);
    need_file(in, rule.tax_table);
    in.text("tax_class", rule.tax_class);
    if (const Config* country = in.get("country")) {
      if (country->is_text()) rule.country_of["*"] = country->as_text();
      for (const auto& [source, code] : country->members()) rule.country_of[source] = code.as_text();
    }
    if (!rule.tax.empty() && rule.country_of.empty()) in.wrong(in.config(), "tax needs to know the country", "country = \"DE\", or country = { shop_a = \"DE\", shop_b = \"CH\" }");
  }

  void read_delivery(const std::string& name, const std::string& note, const Config& config) {
    Delivery out;
    out.name = name, out.note = note, out.line = config.line();
    TableReader in(config, found_);
    in.text("from", out.from);
    if (out.from.empty()) in.wrong(config, "says not what is delivered", "from = \"NAME\"");
    in.texts("key", out.key);
    in.choice<std::string>("mode", out.mode, {{"replace", "replace"}, {"append", "append"}, {"upsert", "upsert"}, {"create", "create"}});
    in.choice("send", out.changes, {{"all", false}, {"changes", true}});
    in.text("secret", out.secret);
    in.text("secret_file", out.secret_file);
    in.text("auth", out.auth);
    in.text("user", out.user);
    double batch = 0, tries = out.tries;
    in.number("batch", batch, 0, 1e9);
    out.batch = size_t(batch);
    in.number("tries", tries, 1, 1000);
    out.tries = int(tries);
    in.number("first_pause", out.first_pause, 0, 1e6);
    in.number("longest_pause", out.longest_pause, 0, 1e6);
    in.number("timeout", out.timeout, 0.1, 86400);
    read_target(in, out);
    if ((out.mode == "upsert" || out.changes) && out.key.empty()) in.wrong(config, "needs a key", "key = [\"article\", \"shop\"]");
    in.finish();
    flow_.deliveries.push_back(std::move(out));
  }

  void read_target(TableReader& in, Delivery& out) {
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
      else in.wrong(*target, fmt::format("\"{}\" is no place that rows can go to", out.to),
                    "FILE.csv .tsv .jsonl .json .xml .parquet .duckdb .sqlite, postgresql://..., stdout");
      in.text("format", out.format);
      if (out.kind == TargetKind::file && out.mode != "replace") in.wrong(in.config(), "a file of text is replaced whole", "append and upsert need a database");
      return;
    }
    if (target->is_text()) {  // webhook = "https://..."
      out.to = target->as_text();
      out.kind = said[0] == "webhook" ? TargetKind::webhook : said[0] == "soap" ? TargetKind::soap : said[0] == "s3" ? TargetKind::s3 : TargetKind::mail;
      if (out.kind != TargetKind::webhook) in.wrong(*target, "must be a table");
      return;
    }
    TableReader more(*target, found_);
    if (said[0] == "webhook") read_webhook(more, out);
    if (said[0] == "soap") read_soap(more, out);
    if (said[0] == "s3") read_s3(more, out);
    if (said[0] == "mail") read_mail(more, out);
    more.finish();
  }

  void need_url(TableReader& in, const std::string& url) {
    if (!url.starts_with("http://") && !url.starts_with("https://")) in.wrong(in.config(), fmt::format("\"{}\" is no address", url), "http://... or https://...");
  }
  void read_webhook(TableReader& in, Delivery& out) {
    out.kind = TargetKind::webhook;
    in.text("url", out.to);
    need_url(in, out.to);
    in.choice<std::string>("method", out.method, {{"POST", "POST"}, {"PUT", "PUT"}, {"PATCH", "PATCH"}});
    in.texts("headers", out.headers);
  }
  void read_soap(TableReader& in, Delivery& out) {
    out.kind = TargetKind::soap;
    in.text("endpoint", out.to);
    in.text("template", out.tmpl);
    in.text("wsdl", out.wsdl);
    in.text("operation", out.operation);
    in.text("action", out.action);
    in.texts("headers", out.headers);
    in.choice<std::string>("version", out.soap_version, {{"1.1", "1.1"}, {"1.2", "1.2"}});
    if (out.tmpl.empty() == out.wsdl.empty()) in.wrong(in.config(), "needs a template or a wsdl");
    if (!out.wsdl.empty() && out.operation.empty()) in.wrong(in.config(), "says not which operation of the WSDL");
    if (out.wsdl.empty() || !out.to.empty()) need_url(in, out.to);
    need_file(in, out.tmpl);
    need_file(in, out.wsdl);
  }
  void read_s3(TableReader& in, Delivery& out) {
    out.kind = TargetKind::s3;
    std::string bucket, key;
    in.text("bucket", bucket);
    in.text("object", key);
    in.text("endpoint", out.endpoint);
    out.region = "us-east-1";
    in.text("region", out.region);
    in.text("access_key", out.access_key);
    in.text("format", out.format);
    if (bucket.empty() || key.empty()) in.wrong(in.config(), "needs bucket and object", "object = \"prices/{date}.csv\"");
    if (out.endpoint.empty()) out.endpoint = fmt::format("https://s3.{}.amazonaws.com", out.region);
    need_url(in, out.endpoint);
    if (!wrap::format_of_path(key) && out.format.empty()) in.wrong(in.config(), "the object's name says no format", "object = \"prices.csv\", or format = \"csv\"");
    out.to = bucket + "/" + key;
  }
  void read_mail(TableReader& in, Delivery& out) {
    out.kind = TargetKind::mail;
    std::vector<std::string> to;
    in.texts("to", to);
    out.to = fmt::format("{}", fmt::join(to, ", "));
    in.text("from", out.sender);
    in.text("server", out.server);
    out.subject = "{flow}: {rows} rows of {step}";
    in.text("subject", out.subject);
    if (to.empty() || out.sender.empty() || out.server.empty()) in.wrong(in.config(), "needs to, from and server", "server = \"smtp://mail.example:587\"");
  }

  void read_test(const std::string& name, const Config& config) {
    TestCase out;
    out.name = name, out.line = config.line();
    TableReader in(config, found_);
    in.text("now", out.now);
    if (!out.now.empty() && !read_moment(out.now)) in.wrong(config, fmt::format("\"{}\" is no time", out.now), "now = \"2026-01-12T06:30:00Z\"");
    for (const char* section : {"pages", "expect"})
      if (const Config* tables = in.get(section))
        for (const auto& [step, value] : tables->members()) {
          TableReader one(*tables, found_);
          std::vector<std::string> files;
          one.texts(step, files);
          if (section[0] == 'p') out.pages[step] = files;
          else if (!files.empty()) out.expect[step] = files[0];
        }
    if (out.expect.empty()) in.wrong(config, "expects nothing", "expect.STEP = \"expected.csv\"");
    in.finish();
    flow_.tests.push_back(std::move(out));
  }

  void tell(uint32_t line, std::string message, std::string hint = {}) {
    found_.push_back(error(Code::bad_input, std::move(message), {flow_.path, line, 0, {}}, std::move(hint)));
  }

  void check_names() {
    std::vector<std::string> names;
    for (const Step& step : flow_.steps) {
      if (std::find(names.begin(), names.end(), step.name) != names.end()) tell(step.line, fmt::format("{} is there twice", step.name));
      names.push_back(step.name);
    }
    if (flow_.steps.empty()) tell(1, "the flow has no source", "[source.NAME] with wrapper and pages, or table");
    const auto check = [&](uint32_t line, const std::string& by, const std::string& name) {
      if (std::find(names.begin(), names.end(), name) != names.end()) return;
      const auto near = nearest(name, names);
      tell(line, fmt::format("{} works on \"{}\", which is no source and no step", by, name),
           near ? fmt::format("did you mean {}?", *near) : fmt::format("there are: {}", fmt::join(names, ", ")));
    };
    for (const Step& step : flow_.steps)
      for (const std::string& input : step.inputs) check(step.line, step.name, input);
    for (const Delivery& one : flow_.deliveries)
      if (!one.from.empty()) check(one.line, one.name, one.from);
    for (const TestCase& test : flow_.tests) {
      for (const auto& [step, files] : test.pages) check(test.line, "test " + test.name, step);
      for (const auto& [step, file] : test.expect) check(test.line, "test " + test.name, step);
    }
    if (!flow_.alert.empty() && !flow_.delivery(flow_.alert)) tell(1, fmt::format("alert: there is no [deliver.{}]", flow_.alert));
    for (const Step& step : flow_.steps) warn_unused(step);
  }

  void warn_unused(const Step& step) {
    const auto uses = [&](const Step& other) { return std::find(other.inputs.begin(), other.inputs.end(), step.name) != other.inputs.end(); };
    const bool used = std::any_of(flow_.steps.begin(), flow_.steps.end(), uses) ||
                      std::any_of(flow_.deliveries.begin(), flow_.deliveries.end(), [&](const Delivery& one) { return one.from == step.name; });
    if (!used && step.is_source()) found_.push_back(warning(Code::bad_input, fmt::format("nothing is made of {}", step.name), {flow_.path, step.line, 0, {}}));
  }

  // Inputs first; names what goes round in a circle.
  void order_steps() {
    std::vector<Step> ordered;
    std::set<std::string> done;
    std::vector<Step> left = std::move(flow_.steps);
    for (bool moved = true; moved && !left.empty();) {
      moved = false;
      for (size_t i = 0; i < left.size();) {
        const bool ready = std::all_of(left[i].inputs.begin(), left[i].inputs.end(), [&](const std::string& input) {
          return done.count(input) || std::none_of(left.begin(), left.end(), [&](const Step& one) { return one.name == input; });
        });
        if (!ready) {
          ++i;
          continue;
        }
        done.insert(left[i].name);
        ordered.push_back(std::move(left[i]));
        left.erase(left.begin() + ptrdiff_t(i));
        moved = true;
      }
    }
    if (!left.empty()) {
      std::vector<std::string> names;
      for (const Step& step : left) names.push_back(step.name);
      tell(left[0].line, fmt::format("these steps need each other: {}", fmt::join(names, ", ")));
    }
    flow_.steps = std::move(ordered);
  }

  Flow& flow_;
  Diagnostics& found_;
};

}  // namespace

std::string_view name_of(StepKind kind) {
  switch (kind) {
    case StepKind::pages: return "pages";
    case StepKind::table: return "table";
    case StepKind::script: return "script";
    case StepKind::integrate: return "integrate";
    case StepKind::normalise: return "normalise";
    case StepKind::filter: return "filter";
    case StepKind::derive: return "derive";
    case StepKind::aggregate: return "aggregate";
    case StepKind::query: return "query";
    case StepKind::match: return "match";
  }
  return "";
}

std::string_view name_of(TargetKind kind) {
  switch (kind) {
    case TargetKind::file: return "file";
    case TargetKind::database: return "database";
    case TargetKind::webhook: return "webhook";
    case TargetKind::soap: return "SOAP";
    case TargetKind::s3: return "S3";
    case TargetKind::mail: return "mail";
    case TargetKind::stdout_: return "standard output";
  }
  return "";
}

const Step* Flow::step(std::string_view step_name) const {
  for (const Step& one : steps)
    if (one.name == step_name) return &one;
  return nullptr;
}

const Delivery* Flow::delivery(std::string_view delivery_name) const {
  for (const Delivery& one : deliveries)
    if (one.name == delivery_name) return &one;
  return nullptr;
}

std::string Flow::at(const std::string& path_or_address) const {
  if (path_or_address.empty() || is_address(path_or_address) || path_or_address[0] == '/' || folder.empty() || path_or_address == "-") return path_or_address;
  return folder + "/" + path_or_address;
}

std::optional<Flow> parse_flow(std::string text, const std::string& path, Diagnostics& found) {
  Flow flow;
  flow.path = path;
  flow.folder = std::filesystem::path(path).parent_path().string();
  flow.text = std::move(text);
  auto config = wrap::parse_config(flow.text, path);
  if (!config.ok()) {
    found.push_back(config.error());
    return {};
  }
  FlowReader(flow, found).read(*config);
  for (const Diagnostic& one : found)
    if (one.severity == Severity::error) return {};
  return flow;
}

std::optional<Flow> read_flow(const std::string& path, Diagnostics& found) {
  auto text = read_file(path);
  if (!text.ok()) {
    found.push_back(text.error());
    return {};
  }
  return parse_flow(std::move(*text), path, found);
}

Result<Flow> load_flow(const std::string& path) {
  Diagnostics found;
  auto flow = read_flow(path, found);
  if (flow) return std::move(*flow);
  const auto first = std::find_if(found.begin(), found.end(), [](const Diagnostic& one) { return one.severity == Severity::error; });
  Diagnostic why = *first;
  const auto errors = std::count_if(found.begin(), found.end(), [](const Diagnostic& one) { return one.severity == Severity::error; });
  if (errors > 1 && why.hint.empty()) why.hint = fmt::format("and {} more: gleaner flow lint {}", errors - 1, path);
  return why;
}

std::vector<std::string> tables_in_query(std::string_view query) {
  std::vector<std::string> out;
  std::string before;
  bool in_from = false;
  for (size_t i = 0; i < query.size();) {
    const char c = query[i];
    if (c == '\'' || c == '"') {
      const size_t end = query.find(c, i + 1);
      i = end == std::string_view::npos ? query.size() : end + 1;
      before = "'";
      continue;
    }
    if (!is_alpha(c) && c != '_') {
      if (!is_space(c)) before = std::string(1, c);
      ++i;
      continue;
    }
    size_t end = i;
    while (end < query.size() && (is_alpha(query[end]) || is_digit(query[end]) || query[end] == '_')) ++end;
    const std::string word(query.substr(i, end - i)), lower = lower_ascii(word);
    i = end;
    if (lower == "from") in_from = true;
    for (const char* clause : {"where", "group", "having", "order", "limit", "select", "on"})
      if (lower == clause) in_from = false;
    const bool place = before == "from" || before == "join" || (before == "in" && in_from) || (before == "," && in_from);
    size_t next = i;
    while (next < query.size() && is_space(query[next])) ++next;
    const bool variable = lower_ascii(query.substr(next, 3)) == "in ";  // `from o in offers`: o is no table
    const bool call = next < query.size() && query[next] == '(';
    if (place && !variable && !call && lower != "select" && std::find(out.begin(), out.end(), word) == out.end()) out.push_back(word);
    before = lower;
  }
  return out;
}

}  // namespace gleaner::flow
