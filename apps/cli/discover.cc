// gleaner discover PHRASES: the sites that know of a domain, by asking a search service for phrases of it.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/json.h"
#include "base/text.h"
#include "crawl/discover.h"
#include "interrupt.h"
#include "options.h"
#include "output.h"
#include "page/load.h"
#include "progress.h"
#include "run/families.h"
#include "verbs.h"
#include "watchdog.h"
#include "web_options.h"
#include "wrap/config.h"
#include "wrap/wrapper_file.h"

namespace gleaner::cli {
namespace {

namespace fs = std::filesystem;

struct DiscoverArguments {
  std::string phrases, service, output;
  std::vector<std::string> local;
  WebOptions web;
  BudgetOptions budget;
  uint64_t in_query = 2, queries = 100, least = 10, pages = 20, seed = 0;
  double enough = 0.05;
  bool verbose = false;
};

constexpr size_t kLocalResults = 20;  // of a query, best first

// In whatever charset they are.
Result<std::vector<std::string>> read_phrases(const std::string& path) {
  GLEANER_TRY(std::string bytes, read_file(path));
  DocumentOptions as_text;
  as_text.name = path;
  as_text.media_type = MediaType::text;
  GLEANER_TRY(const DocumentPtr file, make_document(std::move(bytes), std::move(as_text)));
  std::vector<std::string> out;
  for (const std::string_view line : split(file->text(), '\n'))
    if (const std::string phrase = collapse(line); !phrase.empty() && !phrase.starts_with('#'))
      out.push_back(phrase);
  if (out.empty()) return error(Code::bad_input, "has no phrases", {path}, "one a line");
  return out;
}

// Pages that are here; `base`: the address that the files of a folder have.
Result<std::unique_ptr<crawl::SearchService>> local_service(const std::vector<std::string>& pages,
                                                            const std::string& base, size_t results,
                                                            web::Sources& sources) {
  for (const std::string& one : pages)
    if (std::error_code failed; one.find_first_of("*?#@:") == std::string::npos && !fs::exists(one, failed))
      return error(Code::not_found, "there is no such file or folder", {one});
  std::function<std::string(const std::string&)> address;
  if (!base.empty())
    address = [base, pages](const std::string& name) {
      for (const std::string& folder : pages) {
        std::error_code failed;
        const fs::path relative = fs::relative(name, folder, failed);
        if (!failed && !relative.empty() && *relative.begin() != "..")
          return base + (base.ends_with('/') ? "" : "/") + relative.generic_string();
      }
      return name;
    };
  size_t indexed = 0;
  GLEANER_TRY(auto made, crawl::LocalSearch::make(pages, sources, results, address, indexed));
  if (!indexed) return error(Code::bad_input, "there is no page to search in", {pages.front()});
  return std::unique_ptr<crawl::SearchService>(std::move(made));
}

// A search service in a file: one on the web (url, wrapper), or a local one (pages).
Result<std::unique_ptr<crawl::SearchService>> read_service(const std::string& path,
                                                           const wrap::Registry& registry,
                                                           web::Sources& sources) {
  GLEANER_TRY(const std::string text, read_file(path));
  GLEANER_TRY(const wrap::Config file, wrap::parse_config(text, path));
  const fs::path folder = fs::path(path).parent_path();
  const auto beside = [&](const std::string& name) {
    return web::is_web_address(name) || name.starts_with('/') ? name : (folder / name).string();
  };
  GLEANER_CHECK(file.only(
      {"url", "wrapper", "link", "join", "quote", "result_pages", "first_page", "pages", "base", "results"}));
  if (const wrap::Config* pages = file.find("pages"); pages && !file.find("url")) {
    GLEANER_TRY(const std::string where, file.need_text("pages"));
    GLEANER_TRY(const std::string base, file.text_or("base", ""));
    GLEANER_TRY(const int64_t results, file.integer_or("results", int64_t(kLocalResults)));
    return local_service({beside(where)}, base, size_t(std::max<int64_t>(1, results)), sources);
  }
  crawl::WebSearchRule rule;
  GLEANER_TRY(rule.url, file.need_text("url"));
  if (rule.url.find("{query}") == std::string::npos)
    return error(Code::bad_input, "url has no {query} in it", {path},
                 "url = \"https://search.example/?q={query}&page={page}\"");
  if (!web::is_web_address(rule.url))
    return error(Code::bad_input, fmt::format("url \"{}\" is no address of the web", rule.url), {path},
                 "url = \"https://search.example/?q={query}&page={page}\"");
  GLEANER_TRY(const std::string wrapper, file.need_text("wrapper"));
  GLEANER_TRY(rule.link, file.text_or("link", rule.link));
  GLEANER_TRY(rule.join, file.text_or("join", rule.join));
  GLEANER_TRY(rule.quote, file.boolean_or("quote", rule.quote));
  GLEANER_TRY(const int64_t result_pages, file.integer_or("result_pages", 1));
  GLEANER_TRY(rule.first_page, file.integer_or("first_page", rule.first_page));
  rule.pages = size_t(std::max<int64_t>(1, result_pages));
  GLEANER_TRY(auto loaded, wrap::load_wrapper(beside(wrapper), registry));
  const auto& fields = loaded.wrapper->schema().fields;
  if (std::ranges::none_of(fields, [&](const auto& field) { return field.name == rule.link; }))
    return error(Code::bad_input, fmt::format("its wrapper has no field \"{}\"", rule.link), {path},
                 "link = \"NAME\" says which field holds the address of a result");
  return std::unique_ptr<crawl::SearchService>(
      std::make_unique<crawl::WebSearch>(std::move(rule), std::move(loaded.wrapper), sources));
}

std::string line_of(const crawl::DiscoveredSite& site) {
  const std::string templates = joined(site.templates, [](const crawl::DiscoveredTemplate& one) {
    return fmt::format("{{\"url\": {}, \"why\": {}}}", json::quote(one.url), json::quote(one.why));
  });
  return fmt::format("{{\"site\": {}, \"start\": {}, \"queries\": {}, \"pages\": {}, \"templates\": [{}]}}\n",
                     json::quote(site.site), json::quote(site.start), site.queries, site.pages, templates);
}

Status check_discovery(const DiscoverArguments& options) {
  const auto wrong = [](std::string what, std::string hint) {
    return error(Code::usage, std::move(what), {}, std::move(hint));
  };
  if (options.service.empty() == options.local.empty())
    return wrong("discover needs a search service",
                 "--search SERVICE.toml (a url with {query} and a wrapper), "
                 "or --local FOLDER to search in pages that are here");
  if (!(options.enough > 0 && options.enough < 1))
    return wrong("--enough is a chance between 0 and 1", "--enough 0.05");
  if (!options.output.empty() && options.output != "-" && !options.output.ends_with(".jsonl"))
    return wrong("discover writes lines of JSON: " + options.output + " would be taken for something else",
                 "-o sites.jsonl, which gleaner crawl reads");
  return {};
}

bool has_sites(const std::string& path) {
  std::error_code failed;
  const auto size = fs::file_size(path, failed);
  return !failed && size > 0;
}

crawl::DiscoverOptions how_to_discover(const DiscoverArguments& options) {
  crawl::DiscoverOptions how;
  how.phrases = options.in_query;
  how.most_queries = options.queries;
  how.least_queries = std::min(options.least, options.queries);
  how.enough = options.enough;
  how.pages_of_site = options.pages;
  how.seed = options.seed;
  return how;
}

Result<int> run_discover(const DiscoverArguments& options) {
  GLEANER_CHECK(check_discovery(options));
  GLEANER_TRY(auto phrases, read_phrases(options.phrases));
  web::SourceOptions source;
  source.fetch = fetch_options(options.web);
  keep_within(options.budget, source.fetch);
  GLEANER_TRY(auto cache, page_cache(options.web));
  keep_in(std::move(cache), options.web, source);
  web::Sources sources(std::move(source));
  auto service = options.local.empty() ? read_service(options.service, run::families(), sources)
                                       : local_service(options.local, "", kLocalResults, sources);
  if (!service.ok()) return service.error();
  GLEANER_CHECK(may_replace(options.output, wrap::Format::jsonl, "replace"));
  GLEANER_TRY(auto out, Output::open(options.output));
  const Interrupts interrupts;
  Progress progress(0, "query", out->to_terminal());
  size_t shown = 0;
  auto found = crawl::discover(std::move(phrases), **service, sources, how_to_discover(options),
                               [&](size_t queries, size_t sites) {
                                 progress.also(counted(sites, "site"));
                                 progress.step(queries - shown);
                                 shown = queries;
                                 return !interrupts.asked() && progress.within(options.budget.seconds);
                               });
  const double time = progress.seconds();
  progress.clear();
  if (!found.ok()) return found.error();
  print(found->notes, options.verbose);
  Status written;
  size_t templates = 0;
  for (const crawl::DiscoveredSite& site : found->sites) {
    templates += site.templates.size();
    if (written.ok()) written = out->write(line_of(site));
  }
  if (out->closed()) return kDone;
  // What an earlier search found is not replaced by nothing.
  const bool keeps = found->sites.empty() && out->to_file() && has_sites(options.output);
  if (written.ok() && !keeps) written = out->finish();
  if (!written.ok()) return written.error();
  say(fmt::format("{} with {}, by {} ({} with results), {}{}; {}", counted(found->sites.size(), "site"),
                  counted(templates, "template"), counted(found->queries, "query", "queries"),
                  found->answered, seconds(time),
                  keeps            ? fmt::format("; {} is left as it was", options.output)
                  : out->to_file() ? " -> " + options.output
                                   : "",
                  found->ended));
  if (!found->answered && options.in_query > 1)
    say(fmt::format(
        "  a result has all {} phrases of its query: fewer with --phrases-in-query 1, or other phrases",
        options.in_query));
  if (found->stopped) return kPartial;
  return found->sites.empty() ? kNothingFound : kDone;
}

}  // namespace

void add_discover(Command& app) {
  auto options = std::make_shared<DiscoverArguments>();
  Command& verb = add_verb(
      app, "discover", "Find sites that know of a domain, by phrases of it and a search service",
      "  gleaner discover phrases.txt --search engine.toml -o sites.jsonl\n"
      "  gleaner crawl sites.jsonl -o found.job\n"
      "  gleaner discover phrases.txt --local crawl.warc.gz      searches in pages that are here\n"
      "engine.toml describes a service: where to ask, and a wrapper for its pages of results:\n"
      "  url = \"https://search.example/?q={query}&page={page}\"\n"
      "  wrapper = \"results.wrapper\"\n"
      "  link = \"url\"          the field with the address (default \"url\")\n"
      "  result_pages = 2       pages of results for each query (default 1)\n"
      "or a local one:  pages = \"folder\", base = \"https://shop.example/\" for the addresses of its files");
  verb.add_option("phrases", options->phrases, "PHRASES", "file with a phrase of the domain a line")
      ->required();
  verb.add_option("--search", options->service, "FILE", "the search service, described in TOML");
  verb.add_option("--local", options->local, "PAGE",
                  "search in these pages instead: folders, archives, files")
      ->repeated();
  verb.add_option("-o,--output", options->output, "FILE", "write to this file (sites.jsonl)");
  verb.add_option("--phrases-in-query", options->in_query, "N", "phrases of one query (default 2)")
      ->check(whole_from_one());
  verb.add_option("--queries", options->queries, "N", "at most (default 100)")->check(whole_from_one());
  verb.add_option("--least-queries", options->least, "N", "at least (default 10)")->check(whole_from_one());
  verb.add_option("--enough", options->enough, "P",
                  "end when the chance of a new site is below this (default 0.05)");
  verb.add_option("--pages", options->pages, "N",
                  "pages of a site that are looked at for tables and lists (default 20)")
      ->check(whole_from_one());
  verb.add_option("--seed", options->seed, "N", "of the sample (default 0)");
  verb.add_flag("-v,--verbose", options->verbose, "all warnings and notes");
  add_page_sources(verb, options->web);
  add_time_and_memory(verb, options->budget, "stop after so many seconds, with what was found until then",
                      "memory: pages of more than an eighth of it are not read");
  verb.callback([options] {
    const Watchdog watchdog(limits_of(options->budget), "searching for sites");
    return run_discover(*options);
  });
}

}  // namespace gleaner::cli
