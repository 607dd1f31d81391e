// See cluster_names.h.
#include "match/cluster_names.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace gleaner::match {

std::vector<std::string> kept_names(const std::vector<std::string>& now,
                                    const std::vector<std::string>& before) {
  std::map<std::pair<std::string, std::string>, size_t> shared;  // cluster now, name before: rows
  for (size_t i = 0; i < now.size(); ++i)
    if (!before[i].empty()) ++shared[{now[i], before[i]}];
  // The largest agreements first; equal ones by name, so that the order of rows does not matter.
  std::vector<std::tuple<size_t, std::string, std::string>> claims;
  for (const auto& [pair, rows] : shared) claims.emplace_back(rows, pair.second, pair.first);
  std::sort(claims.begin(), claims.end(), [](const auto& a, const auto& b) {
    return std::get<0>(a) != std::get<0>(b)
               ? std::get<0>(a) > std::get<0>(b)
               : std::tie(std::get<1>(a), std::get<2>(a)) < std::tie(std::get<1>(b), std::get<2>(b));
  });
  std::map<std::string, std::string> names;
  std::set<std::string> taken;
  for (const auto& [rows, name, cluster] : claims)
    if (!names.count(cluster) && !taken.count(name)) names[cluster] = name, taken.insert(name);
  const std::set<std::string> known(before.begin(), before.end());
  for (const std::string& cluster : now) {
    if (names.count(cluster)) continue;
    std::string name = cluster;
    for (int n = 2; taken.count(name) || known.count(name); ++n)
      name = cluster + "/" + std::to_string(n);  // never a name that meant something else
    names[cluster] = name;
    taken.insert(name);
  }
  std::vector<std::string> out;
  for (const std::string& cluster : now) out.push_back(names[cluster]);
  return out;
}

}  // namespace gleaner::match
