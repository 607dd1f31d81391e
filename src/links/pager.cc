// See pager.h.
#include "links/pager.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "links/details.h"
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

// A pager of numbers alone: the current page is the number that is no link, or a link marked as current; the next page is the number
// after it.
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
