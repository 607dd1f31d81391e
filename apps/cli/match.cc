// gleaner match LEFT [RIGHT]: which records of two tables, or of one, are the same thing.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "base/contains.h"
#include "base/json.h"
#include "base/ordered_pool.h"
#include "base/shorten.h"
#include "base/text.h"
#include "match_tables.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "row_writer.h"
#include "store/target.h"
#include "verbs.h"

namespace gleaner::cli {
namespace {

struct MatchArguments {
  std::vector<std::string> tables;
  OutputOptions output;
  std::string labels, clusters, known, id;
  std::vector<std::string> explain, same;
  double threshold = 0.5;
  size_t ask = 0, jobs = default_jobs();
  bool all = false, one_to_one = false, json = false, alone = false;
  BudgetOptions budget;
};

struct Tables {
  match::Table left, right;
  bool one = false;
  const match::Table& other() const { return one ? left : right; }
};

// --- one pair, for --ask and --explain

constexpr size_t kBatch = 10;   // answers after which it learns again
constexpr size_t kColumn = 48;  // width of a record beside the other
constexpr size_t kReasonsAsked = 6, kReasonsExplained = 100;

// Both records, a line for each field that is compared.
std::string side_by_side(const match::Matcher& matcher, const Tables& tables, uint32_t a, uint32_t b) {
  const match::Table &left = tables.left, &right = tables.other();
  size_t width = 2;
  for (const match::Field& field : matcher.fields().all)
    width = std::max(width, count_code_points(field.name));
  const auto line = [&](const std::string& name, std::string_view x, std::string_view y) {
    return "  " + padded(name, width) + "  " + padded(shortened(collapse(x), kColumn), kColumn) + "  " +
           shortened(collapse(y), kColumn) + "\n";
  };
  std::string out = line("id", left.id(a), right.id(b));
  for (const match::Field& field : matcher.fields().all)
    out += line(field.name, left.cell(a, field.left), right.cell(b, tables.one ? field.left : field.right));
  return out;
}

std::string or_dash(const std::vector<std::string>& words) {
  return words.empty() ? "-" : fmt::format("{}", fmt::join(words, " "));
}

std::string record_json(const match::Table& table, uint32_t row) {
  std::string out = "{";
  for (size_t i = 0; i < table.columns().size(); ++i)
    out += fmt::format("{}{}: {}", i ? ", " : "", json::quote(table.columns()[i]),
                       json::quote(table.cell(row, i)));
  return out + "}";
}

// What the records and the reasons are, for people.
std::string pair_text(const match::Matcher& matcher, const Tables& tables, uint32_t left, uint32_t right,
                      size_t reasons) {
  const match::Explanation why = matcher.explain(left, right);
  std::string out = side_by_side(matcher, tables, left, right);
  out += fmt::format("  in both titles: {}\n  only left: {}\n  only right: {}\n", or_dash(why.common),
                     or_dash(why.left_only), or_dash(why.right_only));
  if (!why.piece.empty()) out += fmt::format("  most telling piece: {}\n", why.piece);
  double rest = 0;
  size_t shown = 0, hidden = 0;
  std::string lines;
  for (size_t i = 0; i < why.reasons.size(); ++i) {
    const match::Reason& reason = why.reasons[i];
    const bool frame = i == 0 || i + 3 >= why.reasons.size();  // the average, the prior, the rivals
    if (!frame && shown++ >= reasons) {
      rest += reason.adds, ++hidden;
      continue;
    }
    if (frame && i && hidden) {
      lines += fmt::format("  {:>+7.2f}  {} smaller reasons\n", rest, hidden);
      hidden = 0;
    }
    lines += fmt::format("  {:>+7.2f}  {}\n", reason.adds, reason.words);
  }
  if (hidden) lines += fmt::format("  {:>+7.2f}  {} smaller reasons\n", rest, hidden);
  out += lines +
         fmt::format("  {:>+7.2f}  log odds, so the probability is {:.4f}", why.log_odds, why.probability);
  if (!why.decided.empty()) out += fmt::format(" ({})", why.decided);
  if (!why.candidate) out += " (nothing rare in common: not among the candidates)";
  return out + "\n";
}

std::string pair_json(const match::Matcher& matcher, const Tables& tables, uint32_t left, uint32_t right) {
  const match::Explanation why = matcher.explain(left, right);
  const std::string reasons = joined(why.reasons, [](const match::Reason& reason) {
    return fmt::format("{{\"adds\": {:.4f}, \"why\": {}}}", reason.adds, json::quote(reason.words));
  });
  return fmt::format(
      "{{\"left\": {}, \"right\": {}, \"match\": null, \"probability\": {:.6f}, \"log_odds\": {:.4f}, "
      "\"label\": {}, \"candidate\": {}, \"common\": {}, "
      "\"left_only\": {}, \"right_only\": {}, \"piece\": {}, \"reasons\": [{}], \"left_record\": {}, "
      "\"right_record\": {}}}\n",
      json::quote(tables.left.id(left)), json::quote(tables.other().id(right)), why.probability, why.log_odds,
      json::quote(why.decided), why.candidate, json_list(why.common), json_list(why.left_only),
      json_list(why.right_only), json::quote(why.piece), reasons, record_json(tables.left, left),
      record_json(tables.other(), right));
}

// On a terminal asks, and learns again after every few answers; `labels` grow. Gives how many were answered.
Result<size_t> ask_pairs(const MatchArguments& options, match::Matcher& matcher, const Tables& tables,
                         std::vector<match::Label>& labels) {
  size_t asked = 0, answered = 0;
  std::vector<std::pair<std::string, std::string>> skipped;
  while (asked < options.ask) {
    size_t now = 0;
    for (size_t k : matcher.to_ask(options.ask + skipped.size())) {
      if (now == kBatch || asked == options.ask) break;
      const match::Pair pair = matcher.pairs()[k];
      match::Label label{tables.left.id(pair.left), tables.other().id(pair.right), false};
      if (contains(skipped, std::pair(label.left, label.right))) continue;
      ++now, ++asked;
      put(stderr, fmt::format("\n{} of {}\n{}the same? [y]es, [n]o, Enter: skip, [q]uit: ", asked,
                              options.ask, pair_text(matcher, tables, pair.left, pair.right, kReasonsAsked)));
      std::string reply;
      if (!std::getline(std::cin, reply) || reply == "q" || reply == "quit") return answered;
      if (reply.empty() || (to_lower(reply[0]) != 'y' && to_lower(reply[0]) != 'n')) {
        skipped.emplace_back(label.left, label.right);
        continue;
      }
      label.match = to_lower(reply[0]) == 'y';
      GLEANER_CHECK(append_pair_label(options.labels, label));
      labels.push_back(label);
      ++answered;
    }
    if (!now) break;
    GLEANER_CHECK(matcher.relearn(labels));
  }
  return answered;
}

// --- the run

void say_fields(const match::Matcher& matcher, const Tables& tables, const MatchArguments& options) {
  std::vector<std::string> used;
  for (const match::Field& field : matcher.fields().all)
    used.push_back(fmt::format("{} ({})", field.name, match::name_of(field.kind)));
  say(fmt::format("compared: {}", fmt::join(used, ", ")));
  if (!matcher.fields().left_only.empty())
    say(fmt::format("not compared, only in {}: {}", store::shown_place(options.tables[0]),
                    fmt::join(matcher.fields().left_only, ", ")));
  if (!matcher.fields().right_only.empty())
    say(fmt::format("not compared, only in {}: {}", store::shown_place(options.tables.back()),
                    fmt::join(matcher.fields().right_only, ", ")));
  for (const match::Table* table : {&tables.left, &tables.right})
    if (!(table == &tables.right && tables.one) && !table->has_ids())
      say(fmt::format("{} has no column id: its rows are called by their number, from 1 (--id COLUMN)",
                      store::shown_place(table == &tables.left ? options.tables[0] : options.tables[1])));
  if (matcher.unknown_labels())
    say(fmt::format("{} of {} with an id that is in no table", counted(matcher.unknown_labels(), "label"),
                    options.labels));
  for (const std::string& note : matcher.notes()) say(note);
}

// The row of an id; ids that several rows have give the first.
std::optional<uint32_t> row_of(const match::Table& table, const std::string& id) {
  for (uint32_t row = 0; row < table.rows(); ++row)
    if (table.id(row) == id) return row;
  return {};
}

Result<int> explain(const MatchArguments& options, const match::Matcher& matcher, const Tables& tables) {
  const auto left = row_of(tables.left, options.explain[0]),
             right = row_of(tables.other(), options.explain[1]);
  if (!left || !right)
    return error(Code::bad_input,
                 fmt::format("{} has no record {}", options.tables[left ? options.tables.size() - 1 : 0],
                             options.explain[left ? 1 : 0]),
                 {},
                 tables.other().has_ids() ? "records are called by their column id"
                                          : "rows are called by their number, from 1");
  if (tables.one && *left == *right) return fail_usage("a record is not compared with itself");
  return write_whole(options.output.path, options.json
                                              ? pair_json(matcher, tables, *left, *right)
                                              : pair_text(matcher, tables, *left, *right, kReasonsExplained));
}

int print_questions(const MatchArguments& options, const match::Matcher& matcher, const Tables& tables) {
  std::string lines;
  for (size_t k : matcher.to_ask(options.ask))
    lines += pair_json(matcher, tables, matcher.pairs()[k].left, matcher.pairs()[k].right);
  return write_whole(options.output.path, lines);
}

// What --clusters has written before: the cluster of each row.
Result<match::Known> read_known(const std::string& known, const Tables& tables) {
  if (known.empty()) return match::Known();
  GLEANER_TRY(const match::Table table, read_match_table(known));
  const size_t side = table.column("table"), id = table.column("id"), cluster = table.column("cluster");
  if (side == match::Table::npos || id == match::Table::npos || cluster == match::Table::npos)
    return error(Code::bad_input, "known clusters need the columns table, id and cluster", {known, 1},
                 "as --clusters writes them");
  std::map<std::pair<bool, std::string>, std::string> names;
  for (size_t row = 0; row < table.rows(); ++row)
    names[{table.cell(row, side) == "right", std::string(table.cell(row, id))}] = table.cell(row, cluster);
  return match::Known([names = std::move(names), &tables](bool right, uint32_t row) {
    const auto found = names.find({right, (right ? tables.right : tables.left).id(row)});
    return found == names.end() ? std::string() : found->second;
  });
}

Status write_clusters(const MatchArguments& options, const match::Matcher& matcher,
                      const std::vector<char>& chosen, const Tables& tables, const match::Known& known) {
  OutputOptions where = options.output;
  where.path = options.clusters, where.format_name.clear();
  GLEANER_TRY(const wrap::Format format, format_of(where, wrap::Format::csv));
  GLEANER_TRY(auto out, Output::open(where));
  RowWriter writer(*out, format, schema_named({"table", "id", "cluster"}), where);
  for (const match::Matcher::Cluster& one : matcher.clusters(chosen, known)) {
    GLEANER_CHECK(writer.add({text_field("table", one.right ? "right" : "left"),
                              text_field("id", (one.right ? tables.right : tables.left).id(one.row)),
                              text_field("cluster", one.id)}));
  }
  return writer.finish();
}

Result<int> write_pairs(const MatchArguments& options, const match::Matcher& matcher, const Tables& tables,
                        const match::Known& known, double seconds_taken) {
  std::vector<char> chosen = options.one_to_one ? matcher.assign(options.threshold) : std::vector<char>();
  if (chosen.empty())
    for (const match::Pair& pair : matcher.pairs()) chosen.push_back(pair.probability >= options.threshold);
  GLEANER_TRY(auto format, format_of(options.output));
  GLEANER_TRY(auto out, Output::open(options.output));
  RowWriter writer(*out, format, schema_named({"left", "right", "probability"}, {"probability"}),
                   options.output);
  size_t matches = 0, unlabelled = 0;
  for (size_t k = 0; k < matcher.pairs().size(); ++k) {
    matches += size_t(chosen[k]);
    unlabelled += chosen[k] && !matcher.pairs()[k].labelled;
    if (!options.all && !chosen[k]) continue;
    const match::Pair& pair = matcher.pairs()[k];
    GLEANER_CHECK(writer.add({text_field("left", tables.left.id(pair.left)),
                              text_field("right", tables.other().id(pair.right)),
                              number_field("probability", pair.probability)}));
  }
  GLEANER_CHECK(writer.finish());
  if (!options.clusters.empty()) GLEANER_CHECK(write_clusters(options, matcher, chosen, tables, known));
  if (out->to_file() || !options.clusters.empty())
    say(fmt::format(
        "{} x {}: {}, {}{} ({})", tables.left.rows(), tables.other().rows(),
        counted(matcher.pairs().size(), "candidate"),
        counted(matches, "match", "matches") +
            (options.labels.empty() ? "" : fmt::format(", {} of them never labelled", unlabelled)),
        out->to_file() ? " -> " + options.output.path : "", seconds(seconds_taken)));
  return matches ? kDone : kNothingFound;
}

Result<Tables> read_tables(const MatchArguments& options) {
  Tables tables;
  tables.one = options.tables.size() == 1;
  GLEANER_TRY(tables.left, read_match_table(options.tables[0]));
  if (!tables.one) {
    GLEANER_TRY(tables.right, read_match_table(options.tables[1]));
  }
  GLEANER_CHECK(name_columns(options.id, options.same, tables.left, tables.one ? nullptr : &tables.right));
  for (size_t i = 0; i < options.tables.size(); ++i)
    if (!(i ? tables.right : tables.left).rows())
      return error(Code::bad_input, "the table has no rows", {store::shown_place(options.tables[i])});
  return tables;
}

// Answers are added at the end of the file, so the later one is what somebody thinks now.
void say_contradictions(const std::vector<match::Label>& labels, const std::string& file) {
  std::map<std::pair<std::string, std::string>, bool> said;
  size_t both = 0;
  for (const match::Label& one : labels) {
    const auto [there, fresh] = said.emplace(std::pair(one.left, one.right), one.match);
    both += !fresh && there->second != one.match;
    there->second = one.match;
  }
  if (both)
    say(fmt::format("{} of {} labelled both ways: the later label counts", counted(both, "pair"), file));
}

Result<int> match_tables_given(const MatchArguments& options) {
  Progress progress(0, "step");
  GLEANER_TRY(auto tables, read_tables(options));
  std::vector<match::Label> labels;
  if (!options.labels.empty()) {
    GLEANER_TRY(labels, read_pair_labels(options.labels, options.ask > 0));
    say_contradictions(labels, options.labels);
  }
  match::Options how;
  how.jobs = options.jobs;
  how.rivals = !options.alone;
  GLEANER_TRY(how.known, read_known(options.known, tables));
  how.tell = [&](std::string_view) { progress.step(); };
  auto matcher = match::Matcher::run(tables.left, tables.one ? nullptr : &tables.right, labels, how);
  progress.clear();
  if (!matcher.ok()) {
    Diagnostic why = std::move(matcher).error();
    if (!tables.one && why.hint.find("columns meet by their names") != std::string::npos)
      why.hint += "; or say which are the same: --same LEFT=RIGHT";
    return why;
  }
  say_fields(*matcher, tables, options);
  if (matcher->only_new())
    say(fmt::format("judged: pairs with a row that {} does not know, and those of its clusters",
                    options.known));
  if (!options.explain.empty()) return explain(options, *matcher, tables);
  if (options.ask && (!isatty(STDIN_FILENO) || options.json))
    return print_questions(options, *matcher, tables);
  if (options.ask) {
    GLEANER_TRY(auto answered, ask_pairs(options, *matcher, tables, labels));
    say(fmt::format("{} -> {}", counted(answered, "answer"), options.labels));
    if (options.output.path.empty()) return kDone;
  }
  return write_pairs(options, *matcher, tables, how.known, progress.seconds());
}

Result<int> run_match(const MatchArguments& options) {
  if (options.tables.size() > 2)
    return fail_usage("match takes one table or two", "gleaner match A.csv B.csv -o pairs.csv");
  if (!options.explain.empty() && options.explain.size() != 2)
    return fail_usage("--explain takes two ids, one of each table",
                      "gleaner match A.csv B.csv --explain 17 b-204");
  if (!(options.threshold >= 0 && options.threshold <= 1))
    return fail_usage("--threshold is a probability, from 0 to 1");
  if (options.ask && options.labels.empty() && isatty(STDIN_FILENO) && !options.json)
    return fail_usage("--ask needs a file for the answers",
                      "--labels labels.csv; it is made if it is not there");
  if (options.ask && !options.labels.empty()) GLEANER_CHECK(may_append_labels(options.labels));
  for (const std::string& output : {options.output.path, options.clusters}) {
    std::vector<std::string> inputs = options.tables;
    if (!options.labels.empty()) inputs.push_back(options.labels);
    if (output.empty()) continue;
    GLEANER_CHECK(not_an_input(output, inputs));
  }
  return run_limited(limits_of(options.budget, 1), [&] { return match_tables_given(options); });
}

}  // namespace

void add_match(Command& app) {
  auto options = std::make_shared<MatchArguments>();
  Command& verb = add_verb(
      app, "match", "Find which records of two tables, or of one, are the same thing",
      "  gleaner match ours.csv theirs.csv -o pairs.csv                  left, right, probability\n"
      "  gleaner match customers.csv -o twice.csv --clusters ids.csv     what stands twice in one table\n"
      "  gleaner match ours.csv theirs.csv --labels labels.csv --ask 20  asks about the pairs that help most\n"
      "  gleaner match ours.csv theirs.csv --labels labels.csv -o pairs.csv\n"
      "  gleaner match ours.csv theirs.csv --explain 17 b-204            why, or why not\n"
      "No labels are needed. Columns meet by their names; rows are called by the column id, "
      "else by their number.\n"
      "Tables: .csv .tsv .json .jsonl .parquet, .sqlite and .duckdb ('file.sqlite#table').");
  verb.add_option("tables", options->tables, "TABLE...", "one table or two")->required();
  add_output(verb, options->output, "csv, tsv, jsonl, json, xml, table");
  verb.add_option("--id", options->id, "COLUMN",
                  "the column that names rows, where it is not called id; LEFT=RIGHT where it has two names");
  verb.add_option("--same", options->same, "LEFT=RIGHT", "columns that have another name in the right table");
  verb.add_option("--threshold", options->threshold, "P",
                  "pairs of at least this probability (default: 0.5)");
  verb.add_flag("--all", options->all, "all candidates, whatever their probability");
  verb.add_option(
      "--labels", options->labels, "FILE",
      "pairs that are decided: columns left, right, match (1 or 0); they win, and the rest learns from them");
  verb.add_option("--ask", options->ask, "N",
                  "ask about the N pairs whose answer helps most and add the answers to --labels; "
                  "not on a terminal: print them as JSON lines")
      ->check(whole_from_one());
  verb.add_flag("--one-to-one", options->one_to_one, "at most one match for each record");
  verb.add_flag("--each-alone", options->alone, "judge each pair by itself: a record may match several");
  verb.add_option("--clusters", options->clusters, "FILE",
                  "also write a cluster for each record, named by its smallest id");
  verb.add_option(
      "--known", options->known, "FILE",
      "clusters of an earlier run: their rows stay together under the same name, new rows join them; "
      "of large tables only new rows are judged");
  verb.add_option("--explain,--why", options->explain, "LEFT RIGHT",
                  "what speaks for and against one pair: two ids");
  verb.add_flag("--json", options->json, "with --explain or --ask: JSON");
  add_jobs(verb, options->jobs);
  add_budget(verb, options->budget, "all of it");
  verb.callback([options] { return run_match(*options); });
}

}  // namespace gleaner::cli
