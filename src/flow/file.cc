// See file.h.
#include "flow/file.h"
#include "base/lists.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "flow/flow_reader.h"
#include "flow/schedule.h"
#include "page/load.h"
#include "store/target.h"

namespace gleaner::flow {

using wrap::Config;

namespace {

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

}  // namespace

bool is_address(std::string_view text) {
  return text.find("://") != std::string_view::npos || text.starts_with("sitemap:");
}

void FlowReader::read(const Config& whole) {
  KeyReader top(whole, found_);
  top.text("name", flow_.name);
  if (flow_.name.empty()) flow_.name = name_of_file();
  top.text("schedule", flow_.schedule);
  if (!flow_.schedule.empty())
    if (auto schedule = Schedule::parse(flow_.schedule); !schedule.ok())
      top.wrong(*whole.find("schedule"), schedule.error().message, schedule.error().hint);
  top.word("missed", flow_.missed, {"once", "skip"});
  flow_.store = flow_.name + ".duckdb";
  top.text("store", flow_.store);
  if (const auto kind = store::kind_of(flow_.store); kind.empty() || kind == "parquet")
    if (const Config* at = whole.find("store"))
      top.wrong(*at, "is no database that runs can be kept in",
                "use FILE.duckdb, FILE.sqlite or postgresql://...");
  top.boolean("keep_pages", flow_.keep_pages);
  top.number("keep_runs", flow_.keep_runs, 0, 1e9);
  top.choice<bool>("lineage", flow_.all_lineage, {{"all", true}, {"delivered only", false}});
  top.text("alert", flow_.alert);
  if (const Config* problems = top.get("problems")) read_problems(*problems);
  for (const char* section : {"source", "step", "deliver", "test"})
    if (const Config* tables = top.get(section)) read_section(section, *tables);
  top.finish();
  check_names();
  check_targets();
  order_steps();
}

std::string FlowReader::name_of_file() const {
  std::string file = std::filesystem::path(flow_.path).filename().string();
  for (const std::string_view ending : {".toml", ".flow"})
    if (file.ends_with(ending)) file.resize(file.size() - ending.size());
  return file;
}

void FlowReader::read_problems(const Config& config) {
  KeyReader in(config, found_);
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

void FlowReader::read_section(std::string_view section, const Config& tables) {
  if (!tables.is_table())
    return KeyReader(tables, found_).wrong(tables, fmt::format("write [{}.NAME]", section));
  for (const auto& [name, config] : tables.members()) {
    if (!config.is_table()) {
      KeyReader(config, found_).wrong(config, fmt::format("must be a table: [{}.{}]", section, name));
      continue;
    }
    const std::string note = note_above(flow_.text, fmt::format("[{}.{}]", section, name));
    if (section == "deliver") read_delivery(name, note, config);
    else if (section == "test") read_test(name, config);
    else read_step(name, note, config, section == "source");
  }
}

void FlowReader::tell(uint32_t line, std::string message, std::string hint) {
  found_.push_back(error(Code::bad_input, std::move(message), {flow_.path, line}, std::move(hint)));
}

void FlowReader::check_names() {
  std::vector<std::string> names;
  for (const Step& step : flow_.steps) {
    if (contains(names, step.name)) tell(step.line, fmt::format("{} is there twice", step.name));
    names.push_back(step.name);
  }
  if (flow_.steps.empty())
    tell(1, "the flow has no source", "[source.NAME] with wrapper and pages, or table");
  const auto check = [&](uint32_t line, const std::string& by, const std::string& name) {
    if (contains(names, name)) return;
    tell(line, fmt::format("{} works on \"{}\", which is no source and no step", by, name),
         did_you_mean(name, names, fmt::format("there are: {}", fmt::join(names, ", "))));
  };
  for (const Step& step : flow_.steps)
    for (const std::string& input : step.inputs) check(step.line, step.name, input);
  for (const Delivery& one : flow_.deliveries)
    if (!one.from.empty()) check(one.line, one.name, one.from);
  for (const TestCase& test : flow_.tests) {
    for (const auto& [step, files] : test.pages) check(test.line, "test " + test.name, step);
    for (const auto& [step, file] : test.expect) check(test.line, "test " + test.name, step);
  }
  if (!flow_.alert.empty() && !flow_.delivery(flow_.alert))
    tell(1, fmt::format("alert: there is no [deliver.{}]", flow_.alert));
  for (const Step& step : flow_.steps) warn_unused(step);
}

// A delivery must not replace what a source reads, nor what another one has just put there.
void FlowReader::check_targets() {
  const auto place_of = [&](const std::string& said) {
    const size_t mark = store::table_mark(said);
    const std::string file = said.substr(0, mark);
    const std::string table = mark != std::string::npos      ? said.substr(mark)
                              : store::kind_of(said).empty() ? ""
                                                             : "#records";
    return (is_address(file) ? file : std::filesystem::absolute(flow_.at(file)).lexically_normal().string()) +
           table;
  };
  std::map<std::string, std::string> read;  // place to who reads it
  for (const Step& step : flow_.steps)
    for (const std::string& file : {step.source.table, step.source.wrapper, step.source.script})
      if (!file.empty()) read.emplace(place_of(file), step.name);
  std::map<std::string, const Delivery*> written;
  for (const Delivery& one : flow_.deliveries) {
    if (one.kind != TargetKind::file && one.kind != TargetKind::database) continue;
    const std::string place = place_of(one.to);
    if (const auto source = read.find(place); source != read.end())
      tell(one.line,
           fmt::format("deliver.{} would replace {}, which {} reads", one.name, one.to, source->second));
    const auto [there, fresh] = written.emplace(place, &one);
    if (!fresh && (one.mode == "replace" || there->second->mode == "replace"))
      tell(one.line, fmt::format("deliver.{} and deliver.{} both go to {}: one would replace the other",
                                 there->second->name, one.name, one.to));
  }
}

void FlowReader::warn_unused(const Step& step) {
  const auto uses = [&](const Step& other) { return contains(other.inputs, step.name); };
  const bool used =
      std::ranges::any_of(flow_.steps, uses) ||
      std::ranges::any_of(flow_.deliveries, [&](const Delivery& one) { return one.from == step.name; });
  if (!used && step.is_source())
    found_.push_back(
        warning(Code::bad_input, fmt::format("nothing is made of {}", step.name), {flow_.path, step.line}));
}

// Inputs first; names what goes round in a circle.
void FlowReader::order_steps() {
  std::vector<Step> ordered;
  std::set<std::string> done;
  std::vector<Step> left = std::move(flow_.steps);
  for (bool moved = true; moved && !left.empty();) {
    moved = false;
    for (size_t i = 0; i < left.size();) {
      const bool ready = std::ranges::all_of(left[i].inputs, [&](const std::string& input) {
        return done.count(input) ||
               std::ranges::none_of(left, [&](const Step& one) { return one.name == input; });
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
    std::vector<std::string> names = mapped(left, &Step::name);
    tell(left[0].line, fmt::format("these steps need each other: {}", fmt::join(names, ", ")));
  }
  flow_.steps = std::move(ordered);
}

std::string_view name_of(StepKind kind) {
  static constexpr std::string_view kNames[] = {"pages",  "table",  "script",    "integrate", "normalise",
                                                "filter", "derive", "aggregate", "query",     "match"};
  return kNames[size_t(kind)];
}

std::string_view name_of(TargetKind kind) {
  static constexpr std::string_view kNames[] = {"file", "database", "webhook",        "SOAP",
                                                "S3",   "mail",     "standard output"};
  return kNames[size_t(kind)];
}

const Step* Flow::step(std::string_view step_name) const { return find_by(steps, &Step::name, step_name); }

bool Flow::is_last(const Step& step) const {
  return !step.is_source() &&
         std::ranges::none_of(steps, [&](const Step& other) { return contains(other.inputs, step.name); });
}

const Delivery* Flow::delivery(std::string_view delivery_name) const {
  return find_by(deliveries, &Delivery::name, delivery_name);
}

std::string Flow::at(const std::string& path_or_address) const {
  if (path_or_address.empty() || is_address(path_or_address) || path_or_address[0] == '/' || folder.empty() ||
      path_or_address == "-")
    return path_or_address;
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
  // A file that is missing today fails the run that needs it, and is no reason not to tell of earlier ones.
  for (const Diagnostic& one : found)
    if (one.severity == Severity::error && one.code != Code::not_found) return {};
  return flow;
}

std::optional<Flow> read_flow(const std::string& path, Diagnostics& found) {
  auto text = read_program(path);
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
  const auto first =
      std::ranges::find_if(found, [](const Diagnostic& one) { return one.severity == Severity::error; });
  Diagnostic why = *first;
  const auto errors =
      std::ranges::count_if(found, [](const Diagnostic& one) { return one.severity == Severity::error; });
  if (errors > 1 && why.hint.empty())
    why.hint = fmt::format("and {} more: gleaner flow lint {}", errors - 1, path);
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
    while (end < query.size() && (is_alnum(query[end]) || query[end] == '_')) ++end;
    const std::string word(query.substr(i, end - i)), lower = lower_ascii(word);
    i = end;
    if (lower == "from") in_from = true;
    for (const char* clause : {"where", "group", "having", "order", "limit", "select", "on"})
      if (lower == clause) in_from = false;
    const bool place =
        before == "from" || before == "join" || (before == "in" && in_from) || (before == "," && in_from);
    size_t next = i;
    while (next < query.size() && is_space(query[next])) ++next;
    const bool variable = lower_ascii(query.substr(next, 3)) == "in ";  // `from o in offers`: o is no table
    const bool call = next < query.size() && query[next] == '(';
    if (place && !variable && !call && lower != "select" && !contains(out, word)) out.push_back(word);
    before = lower;
  }
  return out;
}

}  // namespace gleaner::flow
