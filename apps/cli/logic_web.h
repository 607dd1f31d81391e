// Pages of the web for logic programs: document/2, follow/2 and submit/3 over HTTP, from hosts that a person named.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "logic/fetcher.h"

namespace gleaner::cli {

// `files`: what reads everything that is no URL.
std::shared_ptr<const logic::Fetcher> web_fetcher(const std::vector<std::string>& hosts, double seconds,
                                                  std::shared_ptr<const logic::Fetcher> files);

}  // namespace gleaner::cli
