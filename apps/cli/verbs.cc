// The verbs in the order of --help: what a new user needs first.
#include "verbs.h"

namespace gleaner::cli {

const std::vector<Verb>& verbs() {
  // clang-format off
  static const std::vector<Verb> kVerbs = {
      {"records", add_records},
      {"tables", add_tables},
      {"data", add_data},
      {"learn", add_learn},
      {"label", add_label},
      {"extract", add_extract},
      {"studio", add_studio},
      {"fetch", add_fetch},
      {"crawl", add_crawl},
      {"archive", add_archive},
      {"explain", add_explain},
      {"check", add_check},
      {"repair", add_repair},
      {"ask", add_ask},
      {"robot", add_robot},
      {"links", add_links},
      {"match", add_match},
      {"parse", add_parse},
      {"run", add_run},
      {"record", add_record},
      {"replay", add_replay},
      {"query", add_query},
      {"shell", add_shell},
      {"convert", add_convert},
      {"debug", add_debug},
      {"completion", add_completion},
      {"version", add_version},
  };
  // clang-format on
  return kVerbs;
}

}  // namespace gleaner::cli
