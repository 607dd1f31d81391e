// What the forms of `gleaner flow` share: finding the file that is meant, what a run needs.
#pragma once

#include <memory>
#include <string>

#include "cli.h"
#include "flow/engine.h"

namespace gleaner::cli {

// "prices" is prices.flow.toml.
std::string flow_path(const std::string& said);
Result<flow::Flow> load_named_flow(const std::string& said);

// Families, where pages are kept, manners of fetching.
struct FlowEnvironment {
  std::unique_ptr<flow::PageFolder> pages;
  flow::Environment environment;
};
FlowEnvironment environment_of(const flow::Flow& flow, size_t jobs = 0);

// For people: step, column, value, reason and place.
std::string problem_line(const flow::Problem& problem);
std::string delivery_line(const flow::DeliveryReport& report);
int64_t now_seconds();
Result<int64_t> moment_said(const std::string& text);  // --now; empty: now

void add_flow_telling(
    Command& verb);  // status, history, problems, explain, replay, review, deliver, redeliver, report
void add_flow_daemon(Command& verb);  // daemon, install

}  // namespace gleaner::cli
