// Pager: which links of a page lead to the next, the previous, or another page of the same list, and
// which to the details of what it lists. Works without labels of the site, and in any language that
// names its pages in the usual ways.
//
// Each class has a linear model over the features of a link (features.h). The weights were fitted to labelled
// pages of many sites, and pulled towards what a person would say before seeing any (weights.inc). How they
// were made, and how they do on sites they never saw: bench/accuracy/links.md. Links of one run of numbers,
// and copies of one link, decide together. Cost: a few microseconds for each link.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "links/features.h"
#include "links/link.h"

namespace gleaner::links {

enum class Role : uint8_t { next, previous, page, detail, other };
std::string_view name_of(Role role);

struct Judged {
  Link link;
  Role role = Role::other;
  double confidence = 0;  // of the role, 0 to 1
  // "Older entries" of a blog: by its words it leads back in time, but it is the next page for somebody who
  // reads on. Such a link is `previous` unless its class says otherwise, and a crawl follows it.
  bool older = false, newer = false;
};

// Weights of one linear model; the last is the constant.
using Weights = std::array<double, kFeatures + 1>;
struct Model {
  Weights page, next;  // previous is the mirror image of next
};
const Model& fitted_model();

// Scores before the logistic function.
struct Scores {
  double page = 0, next = 0, previous = 0;
};
std::vector<Scores> score(const std::vector<Link>& links, const std::vector<Signals>& signals,
                          const Model& model);
// Page, next, previous or other.
Role pager_role(const Scores& scores);

// Every <a href> of the page, in page order. REQUIRES: document.is_html().
std::vector<Judged> judge_links(const Document& document, const std::string& url);

// Where the list goes on: the address of the next page, if the page has one.
struct NextPage {
  std::string url;
  std::string words;  // of the link
  double confidence = 0;
  bool by_number = false;  // no link says "next": it is the number after the current page's
};
std::optional<NextPage> next_page(const Document& document, const std::string& url);

}  // namespace gleaner::links
