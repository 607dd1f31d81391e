// See clusters.h.
#include "match/clusters.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>

namespace gleaner::match {
namespace {

// Sets of records; each has its smallest as the root, and at most one old cluster.
class Joining {
 public:
  explicit Joining(size_t records) : root_(records), old_(records, kNone) {
    std::iota(root_.begin(), root_.end(), 0u);
  }
  uint32_t root(uint32_t at) {
    while (root_[at] != at) at = root_[at] = root_[root_[at]];
    return at;
  }
  void set_old(uint32_t record, uint32_t cluster) { old_[record] = cluster; }
  // Not where two old clusters would become one, unless a person said so.
  void join(const Link& link) {
    const uint32_t a = root(link.a), b = root(link.b), first = std::min(a, b), other = std::max(a, b);
    if (a == b || (!link.decided && old_[a] != kNone && old_[b] != kNone && old_[a] != old_[b])) return;
    if (old_[first] == kNone) old_[first] = old_[other];
    root_[other] = first;
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  std::vector<uint32_t> root_, old_;
};

}  // namespace

std::vector<uint32_t> joined(size_t records, std::vector<Link> links, const std::vector<Link>& apart,
                             const std::vector<std::string>& before) {
  Joining sets(records);
  std::set<std::string> dissolved;
  for (const Link& pair : apart)
    if (!before.empty() && before[pair.a] == before[pair.b]) dissolved.insert(before[pair.a]);
  std::unordered_map<std::string, uint32_t> first;
  for (uint32_t i = 0; i < before.size(); ++i) {
    if (before[i].empty() || dissolved.count(before[i])) continue;
    const auto [there, fresh] = first.emplace(before[i], i);
    sets.set_old(i, there->second);
    if (!fresh) sets.join({there->second, i, 1, false});
  }
  // The likest first, so that a new row joins the likest of several old clusters.
  std::ranges::sort(links, [](const Link& one, const Link& other) {
    return std::tuple(!one.decided, -one.probability, one.a, one.b) <
           std::tuple(!other.decided, -other.probability, other.a, other.b);
  });
  for (const Link& link : links) sets.join(link);
  std::vector<uint32_t> out(records);
  for (uint32_t i = 0; i < records; ++i) out[i] = sets.root(i);
  return out;
}

std::vector<std::string> kept_names(const std::vector<std::string>& now,
                                    const std::vector<std::string>& before) {
  std::map<std::pair<std::string, std::string>, size_t> shared;  // cluster now, name before: rows
  for (size_t i = 0; i < now.size(); ++i)
    if (!before[i].empty()) ++shared[{now[i], before[i]}];
  // The largest agreements first; equal ones by name, so that the order of rows does not matter.
  std::vector<std::tuple<size_t, std::string, std::string>> claims;
  for (const auto& [pair, rows] : shared) claims.emplace_back(rows, pair.second, pair.first);
  std::ranges::sort(claims, [](const auto& a, const auto& b) {
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
