// The verbs in the order of --help: what a new user needs first.
#include "verbs.h"

#include <algorithm>
#include <iterator>

namespace gleaner::cli {
namespace {

struct Verb {
  std::string_view name;
  void (*add)(Command& app);
};

constexpr Verb kVerbs[] = {
    {"records", add_records}, {"tables", add_tables},
    {"data", add_data},       {"learn", add_learn},
    {"label", add_label},     {"extract", add_extract},
    {"studio", add_studio},   {"fetch", add_fetch},
    {"crawl", add_crawl},     {"discover", add_discover},
    {"archive", add_archive}, {"explain", add_explain},
    {"check", add_check},     {"repair", add_repair},
    {"ask", add_ask},         {"robot", add_robot},
    {"links", add_links},     {"match", add_match},
    {"flow", add_flow},       {"parse", add_parse},
    {"run", add_run},         {"record", add_record},
    {"replay", add_replay},   {"query", add_query},
    {"shell", add_shell},     {"convert", add_convert},
    {"debug", add_debug},     {"completion", add_completion},
    {"version", add_version},
};

}  // namespace

void add_verbs(Command& app, std::string_view asked) {
  const auto* one =
      std::find_if(std::begin(kVerbs), std::end(kVerbs), [&](const Verb& v) { return v.name == asked; });
  if (one != std::end(kVerbs) && asked != "completion") return one->add(app);  // completion tells of all
  for (const Verb& verb : kVerbs) verb.add(app);
}

}  // namespace gleaner::cli
