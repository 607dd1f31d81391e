// See next_pages.h.
#include "crawl/next_pages.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/text.h"
#include "links/pager.h"
#include "page/allowed_path.h"
#include "page/url.h"

namespace gleaner::crawl {
namespace {

constexpr std::string_view kFiles = "http://files.invalid/";  // files as if they were a site

std::string file_address(const std::string& name) {
  std::string path = std::filesystem::path(name).lexically_normal().string();
  if (path.starts_with('/')) path.erase(0, 1);
  std::string escaped;
  for (char c : path) {
    if (c == '?' || c == '#' || c == '%' || c == ' ')
      escaped += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else escaped += c;
  }
  return std::string(kFiles) + escaped;
}

// One form for one file.
std::string plain_name(const std::string& name) {
  return web::is_web_address(name) || web::split_archive_name(name) || name == "-"
             ? name
             : std::filesystem::path(name).lexically_normal().string();
}

// Is the page one of a file of its own?
bool is_file(const std::string& name) { return !web::is_web_address(name) && !web::split_archive_name(name); }

// A page leads to files of its own site: below the folder above its own, or below the working folder, and to
// nothing that is no plain file. Whoever wrote the page chose its links, not what else is on this machine.
bool may_lead_to(const std::string& page, const std::string& file) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path folder = fs::path(page).parent_path();
  const std::vector<std::string> roots = {(folder.empty() ? fs::path(".") : folder / "..").string(), "."};
  return allowed_path(file, roots).ok() && (!fs::exists(file, ignored) || fs::is_regular_file(file, ignored));
}

}  // namespace

Result<std::optional<NextRule>> read_next_rule(const wrap::Config& whole) {
  const wrap::Config* table = whole.find("next");
  if (!table) return std::optional<NextRule>();
  if (!table->is_table())
    return table->wrong("[next] is a table: css = \"a.next\", or nothing to let the link be found");
  GLEANER_CHECK(table->only({"css", "most"}));
  NextRule rule;
  GLEANER_TRY(rule.css, table->text_or("css", ""));
  GLEANER_TRY(const int64_t most, table->integer_or("most", int64_t(rule.most)));
  if (most < 1) return table->wrong("most is a number of pages, from 1 on");
  rule.most = size_t(most);
  return std::optional<NextRule>(std::move(rule));
}

std::string address_of(const std::string& name, const Document& document) {
  return is_file(name) ? file_address(name) : document.url();
}

std::string name_of_link(const std::string& name, const Document& document, const std::string& reference) {
  const std::string absolute =
      resolve_url(reference, links::base_of(document.view<html::Tree>(), address_of(name, document)));
  const std::string_view bare = std::string_view(absolute).substr(0, absolute.find('#'));
  if (is_file(name)) {
    if (!bare.starts_with(kFiles)) return "";
    std::string_view path = bare.substr(kFiles.size());
    std::string file = (name.starts_with('/') ? "/" : "") + decode_percent(path.substr(0, path.find('?')));
    return may_lead_to(name, file) ? file : "";
  }
  if (!web::is_web_address(bare)) return "";
  if (const auto parts = web::split_archive_name(name)) return parts->first + "#" + std::string(bare);
  return std::string(bare);
}

Result<std::unique_ptr<NextPages>> NextPages::make(std::unique_ptr<web::PageStream> starts,
                                                   web::Sources& sources, NextRule rule) {
  std::unique_ptr<NextPages> made(new NextPages(sources));
  if (!rule.css.empty()) {
    auto css = html::Css::compile(rule.css);
    if (!css.ok()) return error(Code::bad_input, fmt::format("[next] css: {}", css.error().message));
    made->css_ = std::move(css).value();
  }
  made->starts_ = std::move(starts);
  made->rule_ = std::move(rule);
  return made;
}

void NextPages::say(const std::string& name, std::string why, std::string hint) {
  notes_.push_back(warning(Code::bad_input, std::move(why), {name}, std::move(hint)));
}

Diagnostics NextPages::notes() const {
  Diagnostics out = starts_->notes();
  out.insert(out.end(), notes_.begin(), notes_.end());
  return out;
}

void NextPages::limit(const BudgetLimits& limits) {
  starts_->limit(limits);
  limits_ = limits;
  limits_.time.reset();
}

Result<std::optional<web::PageItem>> NextPages::next() {
  Budget budget(limits_);
  const Budget::Scope scope(budget);
  if (next_.empty()) return begin();
  const std::string name = std::exchange(next_, "");
  auto document = sources_.load(name);
  if (!document.ok()) {  // told as a page that could not be read
    return std::optional<web::PageItem>(web::PageItem{
        name, [why = document.error()](const LoadOptions&) -> Result<DocumentPtr> { return why; }});
  }
  if (!contents_.insert(stable_hash((*document)->bytes())).second) {
    say(last_, fmt::format("its next page {} is a page that was there before: the list ends here", name));
    return begin();
  }
  return std::optional<web::PageItem>(go_on(name, *document));
}

// The next list: a start page that no other list has led to.
Result<std::optional<web::PageItem>> NextPages::begin() {
  for (;;) {
    GLEANER_TRY(std::optional<web::PageItem> start, starts_->next());
    if (!start) return start;
    if (!seen_.insert(plain_name(start->name)).second) continue;
    pages_ = 0;
    contents_.clear();
    auto document = start->load({});
    if (!document.ok()) return start;
    contents_.insert(stable_hash((*document)->bytes()));
    return std::optional<web::PageItem>(go_on(start->name, *document));
  }
}

web::PageItem NextPages::go_on(const std::string& name, DocumentPtr document) {
  ++pages_;
  last_ = name;
  const std::string to = document->is_html() ? link_of(name, *document) : "";
  if (!to.empty() && pages_ >= rule_.most)
    say(name, fmt::format("the list goes on, but {} pages are enough", rule_.most),
        "more: most = N in [next] of the wrapper, or --max-next N");
  else if (!to.empty() && !seen_.insert(plain_name(to)).second)
    say(name, fmt::format("its next page {} was there before: the list ends here", to));
  else next_ = to;
  return {name,
          [document = std::move(document)](const LoadOptions&) -> Result<DocumentPtr> { return document; }};
}

std::string NextPages::link_of(const std::string& name, const Document& document) const {
  if (!css_) {
    const auto next = links::next_page(document, address_of(name, document));
    return next ? name_of_link(name, document, next->url) : "";
  }
  const html::Tree& tree = document.view<html::Tree>();
  const html::NodeId node = css_->first(tree);
  if (node == html::kNoNode) return "";
  // the rule may name the link, what is in it, or what it is in
  const auto href_of = [&](html::NodeId n) { return tree.attribute(n, "href"); };
  for (html::NodeId up = node; up != html::kNoNode; up = tree.parent(up))
    if (tree.is_element(up) && href_of(up)) return name_of_link(name, document, std::string(*href_of(up)));
  for (html::NodeId in = node; in < tree.subtree_end(node); ++in)
    if (tree.is_element(in) && href_of(in)) return name_of_link(name, document, std::string(*href_of(in)));
  return "";
}

}  // namespace gleaner::crawl
