// See details.h. A list's entries are made by one template, so their links stand at the end of the same path of
// elements, and they name what they lead to: links are grouped by that path, and groups are weighed by how many
// different addresses of the same host they hold and how much they say. Menus look alike but say less, repeat
// the same few addresses, and stand in places named so. Entries of few letters ("Cup") are told from a menu's by their
// addresses: those differ in a number only, or stand in one folder that is not the page's own.
#include "links/details.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "page/url.h"

namespace gleaner::links {
namespace {

constexpr int kPathSteps = 6;         // elements above the link that make its path
constexpr size_t kFewest = 3;         // different addresses in a group
constexpr double kTextCap = 60;       // code points of a label that count
constexpr double kShareOfBest = 0.6;  // of the best group's weight
constexpr double kLeastText = 8;      // mean code points of a label,
constexpr double kShortest = 3;       // where addresses are made alike: days of a calendar are shorter

std::string path_of(const html::Tree& tree, html::NodeId n) {
  std::string out;
  for (int i = 0; i <= kPathSteps && n != html::kNoNode; ++i, n = tree.parent(n)) {
    out.append(tree.name(n)).append("/");
    if (const auto names = tree.attribute(n, "class")) {
      std::string masked;  // "post-1234" is a class of one entry
      for (char c : *names)
        if (!is_digit(c)) masked += c;
      out.append(masked.substr(0, 60)).append("/");
    }
  }
  return out;
}

bool in_furniture(const html::Tree& tree, html::NodeId n) {
  for (; n != html::kNoNode; n = tree.parent(n)) {
    const std::string_view name = tree.name(n);
    if (name == "nav" || name == "header" || name == "footer" || name == "aside") return true;
    if (name == "article" || name == "main") return false;
    for (std::string_view attribute : {"class", "id", "role"}) {
      const auto value = tree.may_have_attributes(n) ? tree.attribute(n, attribute) : std::nullopt;
      if (!value) continue;
      const std::string words = lower_ascii(*value);
      for (std::string_view word :
           {"menu", "navbar", "navigation", "footer", "sidebar", "breadcrumb", "widget", "tags"})
        if (words.find(word) != std::string::npos) return true;
    }
  }
  return false;
}

// The folder of a path; numbers as "#" where addresses are compared by how they are made.
std::string_view folder_of(std::string_view path) { return path.substr(0, path.rfind('/') + 1); }

std::string made_like(std::string_view address) {
  std::string out;
  for (const char c : address)
    if (!is_digit(c)) out += c;
    else if (!out.ends_with('#')) out += '#';
  return out;
}

struct Group {
  std::vector<size_t> members;
  std::set<std::string> addresses;
  double text = 0, weight = 0;

  // `own`: the folder of the page.
  bool made_alike(std::string_view own) const {
    std::set<std::string> forms, folders;
    for (const std::string& address : addresses) {
      forms.insert(made_like(address));
      folders.insert(std::string(folder_of(split_url(address).path)));
    }
    const std::string& folder = *folders.begin();
    return forms.size() == 1 || (folders.size() == 1 && folder.size() > 1 && folder != own);
  }
  double weigh(std::string_view own) {
    const double mean = text / double(members.size());
    const bool listed =
        addresses.size() >= kFewest && (mean >= kLeastText || (mean >= kShortest && made_alike(own)));
    return weight = listed ? mean * double(addresses.size()) : 0;
  }
};

}  // namespace

void find_details(const html::Tree& tree, const std::string& url, std::vector<Judged>& links) {
  const std::string host = host_of(split_url(url));
  std::map<std::string, Group> groups;
  for (size_t i = 0; i < links.size(); ++i) {
    const Judged& one = links[i];
    if (one.role != Role::other || one.link.script || one.link.absolute.empty()) continue;
    if (one.link.host != host || in_furniture(tree, one.link.node)) continue;
    if (one.link.fragment.size() && split_url(url).path == split_url(one.link.absolute).path) continue;
    Group& group = groups[path_of(tree, one.link.node)];
    group.members.push_back(i);
    group.addresses.insert(one.link.absolute);
    group.text += std::min(kTextCap, double(count_code_points(one.link.label)));
  }
  const std::string own(folder_of(split_url(url).path));
  double best = 0;
  for (auto& [path, group] : groups) best = std::max(best, group.weigh(own));
  if (best == 0) return;
  std::map<std::string, double> found;
  for (const auto& [path, group] : groups)
    if (group.weight >= kShareOfBest * best)
      for (const std::string& address : group.addresses) {
        double& confidence = found[address];
        confidence = std::max(confidence,
                              0.5 + 0.45 * group.weight / best * (1 - 1.0 / double(group.addresses.size())));
      }
  for (Judged& one : links) {  // the picture beside the title leads there, too
    const auto at = found.find(one.link.absolute);
    if (one.role != Role::other || at == found.end()) continue;
    one.role = Role::detail;
    one.confidence = at->second;
  }
}

}  // namespace gleaner::links
