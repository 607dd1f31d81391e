// See pager.h.
#include "links/pager.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "base/text.h"
#include "page/url.h"

namespace gleaner::links {
namespace {

constexpr double kClip = 8;  // a score beyond says no more, and should not outvote its run

struct FittedRow {
  double page, next;
};
constexpr FittedRow kFitted[] = {
#include "links/weights.inc"
};

Model read_fitted() {
  static_assert(std::size(kFitted) == kFeatures + 1,
                "weights.inc: fit the weights again (bench/accuracy/links.md)");
  Model model{};
  for (size_t i = 0; i <= kFeatures; ++i) {
    model.page[i] = kFitted[i].page;
    model.next[i] = kFitted[i].next;
  }
  return model;
}

// --- which links lead to the details of what a page lists
//
// A list's entries are made by one template, so their links stand at the end of the same path of elements,
// and they name what they lead to: links are grouped by that path, and groups are weighed by how many
// different addresses of the same host they hold and how much they say. Menus look alike but say less, repeat
// the same few addresses, and stand in places named so. Entries of few letters ("Cup") are told from a menu's
// by their addresses: those differ in a number only, or stand in one folder that is not the page's own.

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

// Sets Role::detail on links that are `other` so far.
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

// --- which lead on through a list

double probability(double score) { return 1 / (1 + std::exp(-score)); }

Scores score_one(const Signals& signals, const Model& model) {
  Scores out{model.page[kFeatures], model.next[kFeatures], model.next[kFeatures]};
  for (const Signal& signal : signals) {
    const size_t i = size_t(signal.feature);
    out.page += model.page[i] * signal.value;
    out.next += model.next[i] * signal.value;
    out.previous += model.next[size_t(mirrored(signal.feature))] * signal.value;
  }
  for (double* one : {&out.page, &out.next, &out.previous}) *one = std::clamp(*one, -kClip, kClip);
  return out;
}

// Gives all members the mean of what they have.
void average(const std::vector<size_t>& members, double Scores::* which, const std::vector<Scores>& from,
             std::vector<Scores>& into) {
  double sum = 0;
  for (size_t i : members) sum += from[i].*which;
  for (size_t i : members) into[i].*which = sum / double(members.size());
}

}  // namespace

std::string_view name_of(Role role) {
  static constexpr std::string_view kNames[] = {"next", "previous", "page", "detail", "other"};
  return kNames[size_t(role)];
}

const Model& fitted_model() {
  static const Model kModel = read_fitted();
  return kModel;
}

std::vector<Scores> score(const std::vector<Link>& links, const std::vector<Signals>& signals,
                          const Model& model) {
  std::vector<Scores> alone;
  alone.reserve(links.size());
  for (const Signals& one : signals) alone.push_back(score_one(one, model));
  std::vector<Scores> out = alone;
  std::map<std::pair<std::string_view, std::string_view>, std::vector<size_t>> copies;
  std::map<uint32_t, std::vector<size_t>> runs;
  for (size_t i = 0; i < links.size(); ++i) {
    copies[{links[i].absolute, links[i].label}].push_back(i);
    if (links[i].run_length > 1) runs[links[i].run].push_back(i);
  }
  for (const auto& [key, members] : copies)
    for (double Scores::* which : {&Scores::page, &Scores::next, &Scores::previous})
      average(members, which, alone, out);
  for (const auto& [run, members] : runs) average(members, &Scores::page, alone, out);
  for (size_t i = 0; i < links.size(); ++i)
    if (!candidate(signals[i])) out[i] = {-kClip, -kClip, -kClip};
  return out;
}

Role pager_role(const Scores& scores) {
  const double best = std::max({scores.page, scores.next, scores.previous});
  if (best < 0) return Role::other;
  if (best == scores.page) return Role::page;
  return best == scores.next ? Role::next : Role::previous;
}

std::vector<Judged> judge_links(const Document& document, const std::string& url) {
  const html::Tree& tree = document.view<html::Tree>();
  std::vector<Link> links = read_links(tree, url);
  const std::vector<Signals> signals = describe(links, url);
  const std::vector<Scores> scores = score(links, signals, fitted_model());
  std::vector<Judged> out;
  out.reserve(links.size());
  for (size_t i = 0; i < links.size(); ++i) {
    Judged& one = out.emplace_back();
    one.link = std::move(links[i]);
    one.role = pager_role(scores[i]);
    const double best = std::max({scores[i].page, scores[i].next, scores[i].previous});
    one.confidence = one.role == Role::other ? 1 - probability(best) : probability(best);
    one.older = has(signals[i], Feature::cross_older);
    one.newer = has(signals[i], Feature::cross_newer);
  }
  find_details(tree, url, out);
  return out;
}

namespace {

// <link rel=next> is the site's own word.
std::optional<NextPage> stated_next(const html::Tree& tree, const std::string& url) {
  const html::TagId link = html::tag_id("link");
  for (html::NodeId n = 0; n < tree.size(); ++n) {
    if (tree.tag(n) != link || tree.attribute(n, "rel").value_or("") != "next") continue;
    const std::string target = resolve_url(tree.attribute(n, "href").value_or(""), base_of(tree, url));
    if (!target.empty()) return NextPage{target, "<link rel=next>", 1};
  }
  return {};
}

bool marked_current(const Link& link, const std::string& url) {
  if (link.absolute == url || link.script) return true;
  for (const auto* words : {&link.own, &link.holder})
    for (std::string_view word : *words)
      if (word == "current" || word == "active" || word == "selected") return true;
  return false;
}

// The number that a text ends with.
std::optional<uint32_t> last_number(std::string_view text) {
  constexpr size_t kMostDigits = 5;
  while (!text.empty() && !is_digit(text.back()) && !is_alpha(text.back()) && text.back() > 0)
    text.remove_suffix(1);
  size_t begin = text.size();
  while (begin > 0 && is_digit(text[begin - 1])) --begin;
  if (begin == text.size() || text.size() - begin > kMostDigits) return {};
  return uint32_t(std::stoul(std::string(text.substr(begin))));
}

// A pager of numbers alone: the current page is the number that is no link, or a link marked as current; the
// next page is the number after it.
std::optional<NextPage> next_number(const std::vector<Judged>& links, const std::string& url) {
  for (size_t i = 0; i < links.size(); ++i) {
    const Judged& one = links[i];
    if (one.role != Role::page || !one.link.number || one.link.script || *one.link.number < 2) continue;
    const uint32_t before = *one.link.number - 1;
    const bool follows_bare = last_number(one.link.before) == before;
    const bool follows_link =
        i > 0 && links[i - 1].link.number == before && marked_current(links[i - 1].link, url);
    if (follows_bare || follows_link) return NextPage{one.link.absolute, one.link.text, one.confidence, true};
  }
  return {};
}

}  // namespace

std::optional<NextPage> next_page(const Document& document, const std::string& url) {
  if (auto stated = stated_next(document.view<html::Tree>(), url)) return stated;
  const Judged* best = nullptr;
  double best_value = 0;
  const std::vector<Judged> links = judge_links(document, url);
  for (const Judged& one : links) {
    if (one.link.script || one.link.absolute.empty()) continue;
    const bool onward = (one.role == Role::next && !one.newer) || (one.role == Role::previous && one.older);
    const double value =
        one.confidence + (one.older ? 0.5 : 0);  // a blog has both; reading on is back in time
    if (!onward || value <= best_value) continue;
    best = &one;
    best_value = value;
  }
  if (!best) return next_number(links, url);
  return NextPage{best->link.absolute, best->link.text, best->confidence};
}

}  // namespace gleaner::links
