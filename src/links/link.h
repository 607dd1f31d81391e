// Link: an <a href> of a page with what is known of it before anything is judged: its words, its address in
// parts, the class names on it and around it, and the text between it and its neighbours.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "html/address.h"
#include "html/tree.h"

namespace gleaner::links {

struct Query {
  std::string key, value;
};

struct Link {
  html::NodeId node = html::kNoNode;
  double place = 0;  // 0 at the page's beginning, 1 at its end

  std::string text;  // as the page has it: the words, or the description of its pictures
  // folded (see lexicon.h)
  std::string label;
  std::string title;               // title and aria-label
  std::string before, after;       // the text to the neighbouring links
  std::optional<uint32_t> number;  // "3", "[3]", "page 3"

  // class names and ids as words
  std::vector<std::string> rel, own, holder, around, image;

  // address
  std::string href;                              // as written
  std::string absolute;                          // "" where there is none (javascript:)
  std::string host, path, query_text, fragment;  // path decoded
  std::vector<Query> query;
  std::string mask;     // path and query with each number as 0: alike addresses have one mask
  bool script = false;  // javascript: or "#"

  // rising numbers that stand together are a run: which one (0: none), of how many, up to which number
  uint32_t run = 0, run_length = 0, run_top = 0;
};

using html::base_of;
using html::stated_address;

// All <a href> in page order.
std::vector<Link> read_links(const html::Tree& tree, const std::string& url);

// Fills in Link::run and the like.
void find_runs(std::vector<Link>& links);

}  // namespace gleaner::links
