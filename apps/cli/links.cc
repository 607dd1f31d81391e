// gleaner links PAGE...: every link of a page, and which of them lead on through a list or to its details.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/json.h"
#include "base/shorten.h"
#include "base/text.h"
#include "links/pager.h"
#include "options.h"
#include "output.h"
#include "page_input.h"
#include "verbs.h"

namespace gleaner::cli {
namespace {

struct LinksArguments {
  std::vector<std::string> pages;
  std::string only, output;
  bool json = false;
  PageInput input;
  BudgetOptions budget;
};

constexpr std::array<links::Role, 5> kRoles = {links::Role::next, links::Role::previous, links::Role::page,
                                               links::Role::detail, links::Role::other};

std::string json_line(const std::string& page, const std::string& url, const Document& document,
                      const std::vector<links::Judged>& found) {
  const html::Tree& tree = document.view<html::Tree>();
  std::string out =
      fmt::format("{{\"page\": {}, \"url\": {}, \"links\": [", json::quote(page), json::quote(url));
  out += joined(found, [&](const links::Judged& one) {
    const Span span = document.to_bytes(tree.span(one.link.node));
    return fmt::format(
        "{{\"class\": \"{}\", \"confidence\": {:.3f}, \"text\": {}, \"href\": {}, \"url\": {}, \"span\": "
        "[{}, {}]{}}}",
        links::name_of(one.role), one.confidence, json::quote(one.link.text), json::quote(one.link.href),
        json::quote(one.link.absolute), span.begin, span.end,
        one.older   ? ", \"older\": true"
        : one.newer ? ", \"newer\": true"
                    : "");
  });
  return out + "]}\n";
}

// What a person wants to see: the pager and a few details; the rest is counted.
std::string text_of(const std::string& page, const std::vector<links::Judged>& found, bool all) {
  constexpr size_t kShown = 5, kTextWidth = 40;
  std::string out = page + "\n";
  for (links::Role role : kRoles) {
    const auto is_it = [&](const links::Judged& one) { return one.role == role; };
    const size_t count = size_t(std::ranges::count_if(found, is_it));
    if (!count) continue;
    const size_t most = all ? count : role == links::Role::other ? 0 : kShown;
    size_t shown = 0;
    for (const links::Judged& one : found) {
      if (!is_it(one) || shown == most) continue;
      ++shown;
      out += fmt::format("  {:<8}  {:.2f}  {:<40}  {}\n", links::name_of(role), one.confidence,
                         shortened(one.link.text, kTextWidth),
                         one.link.script ? one.link.href : one.link.absolute);
    }
    if (shown < count)
      out += fmt::format("  {:<8}  {} {}\n", links::name_of(role), count - shown, shown ? "more" : "links");
  }
  if (found.empty()) out += "  no links\n";
  return out;
}

Result<int> run_on(const std::vector<std::string>& pages, const LinksArguments& options) {
  std::optional<links::Role> only;
  for (links::Role role : kRoles)
    if (options.only == links::name_of(role)) only = role;
  if (!options.only.empty() && !only)
    return fail_usage(fmt::format("there is no class \"{}\"", options.only),
                      "classes: next, previous, page, detail, other");
  GLEANER_CHECK(not_an_input(options.output, pages));
  GLEANER_TRY(auto out, Output::open(options.output));
  int exit = kDone;
  size_t total = 0;
  for (const std::string& page : pages) {
    std::string url;
    std::vector<links::Judged> found;
    const auto [document, failed] = work_on_page(page, options.input, options.budget,
                                                 "reading the links of " + page, [&](const Document& one) {
                                                   url = one.url();
                                                   if (url.empty())
                                                     url = links::stated_address(one.view<html::Tree>());
                                                   found = links::judge_links(one, url);
                                                 });
    if (failed) exit = fail(*failed);
    if (!document) continue;
    if (only) std::erase_if(found, [&](const links::Judged& one) { return one.role != *only; });
    total += found.size();
    GLEANER_CHECK(out->write(options.json ? json_line(page, url, *document, found)
                                          : text_of(page, found, only.has_value())));
  }
  GLEANER_CHECK(out->finish());
  return exit != kDone ? exit : total ? kDone : kNothingFound;
}

}  // namespace

void add_links(Command& app) {
  auto options = std::make_shared<LinksArguments>();
  Command& verb =
      add_verb(app, "links", "Show the links of pages: next, previous, other pages of the list, details",
               "  gleaner links list.html --url https://shop.example/list?page=2\n"
               "  gleaner links list.html --only next\n"
               "  gleaner links 'pages/*.html' --json      a line a page, every link with its class\n"
               "The address of a page helps: what changes between it and a link tells much.");
  verb.add_option("pages", options->pages, "PAGE...", kPagesHelp)->required();
  verb.add_option("--only", options->only, "CLASS",
                  "only links of this class: next, previous, page, detail, other");
  verb.add_option("-o,--output", options->output, "FILE", "write to this file");
  verb.add_flag("--json", options->json,
                "JSON, a line a page: all links with class, confidence, text, address and place");
  options->input.add_options(verb, &options->budget);
  add_budget(verb, options->budget);
  verb.callback([options] {
    return options->input.run_on(options->pages, options->budget,
                                 [&](const auto& pages) { return run_on(pages, *options); });
  });
}

}  // namespace gleaner::cli
