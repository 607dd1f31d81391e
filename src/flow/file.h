// The flow file (NAME.flow.toml): sources, steps and deliveries by name, a graph. Reading it is the first
// half of `lint`: keys that nobody knows, names that lead nowhere, circles, files that are not there; all
// that is found is told at once.
//
// Every step does one thing. What it is made of stands in it by name, so the graph in the file is the graph
// on the screen; a comment above a table is its note.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "wrap/config.h"

namespace gleaner::flow {

enum class StepKind : uint8_t {
  pages,      // source: a wrapper on pages
  table,      // source: a file or a table of a database
  script,     // source: what a script of the Gleaner language answers
  integrate,  // rows of several tables, one below the other
  normalise,
  filter,
  derive,
  aggregate,
  query,
  match
};
std::string_view name_of(StepKind kind);

// What happens when a wrapper no longer fits its pages.
enum class OnDrift : uint8_t { stop, keep, repair };

struct SourceSpec {
  std::string wrapper, table, script;  // one of them
  std::vector<std::string> pages;
  OnDrift on_drift = OnDrift::stop;
  bool next = false;  // follow next pages, also where the wrapper does not say so
  std::string follow, with;
  bool private_hosts = false;      // pages of this machine and the network around it may be fetched
  std::vector<std::string> reads;  // script: folders it may read
  std::vector<std::string> hosts;  // script: hosts it may reach
};

struct IntegrateSpec {
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> rename;  // by input: from, to
  std::vector<std::string> only;
  std::string origin = "source";  // the column that says which input a row is of
};

// How one column is normalised. The first that is set says what it holds.
struct NormaliseRule {
  std::string column;
  enum class Kind : uint8_t {
    number,
    money,
    date,
    unit,
    country,
    language,
    phone,
    map,
    boolean
  } kind = Kind::number;
  // money: currency, or "" as it is; unit: "g"; country, language: "code" or "name"; phone: country
  std::string target;
  std::string from;  // money: the currency of amounts that name none; unit: of numbers without one
  std::string rates, tax_table, map_file;
  std::string on = "run date";  // the date of rates and taxes: "run date", a date, or a column
  int back = 0;                 // days that a rate may be older than that
  std::string tax;              // "net", "gross", "": as it is
  std::string has;              // what the amounts on the pages are: "gross" (default) or "net"
  std::string tax_class = "standard";
  std::map<std::string, std::string> country_of;  // by source; "*": all others
  std::string order;                              // dates: "day-first", "month-first", "": found
  std::string decimal;                            // numbers: ",", ".", "": found
  enum class Unknown : uint8_t { problem, keep, null } unknown = Unknown::problem;
  bool original = true;  // keep the text in COLUMN_text
  int digits = -1;       // round to so many
  uint32_t line = 0;
};

struct QuerySpec {
  std::string text;                                          // query, filter
  std::vector<std::pair<std::string, std::string>> derived;  // derive, aggregate: name, expression
  std::vector<std::string> by;                               // aggregate
};

struct MatchSpec {
  std::vector<std::string> on;
  std::string one_to_one;  // "both", or the input of which every row has at most one match for each origin
  double threshold = 0.5;
  double review = 0;  // pairs below wait for a person
  bool hold = true;   // ... and are left out until then
  std::string labels;
  bool keep_unmatched = false;
};

struct Step {
  std::string name, note;
  StepKind kind = StepKind::table;
  std::vector<std::string> inputs;
  std::vector<std::string> key;
  uint32_t line = 0;
  uint64_t hash = 0;  // of its part of the file
  SourceSpec source;
  IntegrateSpec integrate;
  std::vector<NormaliseRule> normalise;
  QuerySpec query;
  MatchSpec match;
  bool is_source() const { return kind <= StepKind::script; }
};

enum class TargetKind : uint8_t { file, database, webhook, soap, s3, mail, stdout_ };
std::string_view name_of(TargetKind kind);

struct Delivery {
  std::string name, note, from;
  TargetKind kind = TargetKind::file;
  std::string to;  // file, database; webhook, soap: the URL; s3: bucket/key; mail: the addresses
  std::string mode = "replace";
  bool mode_said = false;  // then what somebody else's table or file holds may go
  std::vector<std::string> key;
  bool changes = false;  // only rows that are new or changed since the last delivery
  std::string secret;    // a variable of the environment
  std::string secret_file;
  std::string auth = "bearer";  // bearer, basic, header NAME
  std::string user;
  size_t batch = 0;  // rows of a message; 0: all
  int tries = 8;
  double first_pause = 2, longest_pause = 3600;  // seconds
  double timeout = 60;
  std::string method = "POST";
  std::vector<std::string> headers;
  std::string tmpl, wsdl, operation, action;  // soap
  std::string soap_version = "1.1";
  std::string endpoint, region, access_key, format;  // s3
  std::string server, sender, subject;               // mail
  uint32_t line = 0;
};

// [test.NAME]: saved pages in place of a source's, and what steps must give.
struct TestCase {
  std::string name;
  std::map<std::string, std::vector<std::string>> pages;  // by source; of a table: the file
  std::map<std::string, std::string> expect;              // by step: a table
  std::string now;
  uint32_t line = 0;
};

struct Flow {
  std::string path, folder, name, text;
  std::string schedule, missed = "once";
  std::string store;
  std::vector<Step> steps;  // inputs before what they go into
  std::vector<Delivery> deliveries;
  std::vector<TestCase> tests;
  double max_problems = -1;  // share of values, or a number of them
  bool max_problems_share = false;
  bool keep_pages = true;
  size_t keep_runs = 0;     // runs whose tables stay in the store; 0: all
  bool all_lineage = true;  // false: of rows that reached a delivery only
  std::string alert;        // a delivery (webhook or mail) that is told of drift and failures

  const Step* step(std::string_view step_name) const;
  const Delivery* delivery(std::string_view delivery_name) const;
  bool is_last(const Step& step) const;  // no source, and nothing is made of it
  // A path of the file, from its own folder; addresses stay as they are.
  std::string at(const std::string& path_or_address) const;
};

// All that is wrong is in `found`; nothing is given back if there is an error among it other
// than a file that is not there.
std::optional<Flow> parse_flow(std::string text, const std::string& path, Diagnostics& found);
std::optional<Flow> read_flow(const std::string& path, Diagnostics& found);
// The same with the first error as the result.
Result<Flow> load_flow(const std::string& path);

// Names of tables in a query: what stands behind from, join and in.
std::vector<std::string> tables_in_query(std::string_view query);

}  // namespace gleaner::flow
