// See navigation.h.
#include "script/navigation.h"

#include <fmt/format.h>

#include <cstdlib>

#include <algorithm>
#include <filesystem>

#include "base/json.h"
#include "base/text.h"
#include "html/visible.h"
#include "links/pager.h"
#include "page/allowed_path.h"

namespace gleaner::script {
namespace {

constexpr size_t kSnapshots = 16;  // whose nodes still lead to live elements

// "body/div[2]/ul/li[3]": names with their number among siblings of the name.
std::string place_of(const html::Tree& tree, html::NodeId node) {
  std::string out;
  for (html::NodeId at = node; at != html::kNoNode && at != html::kDocument; at = tree.parent(at)) {
    size_t n = 1;
    for (html::NodeId before = tree.previous_sibling(at); before != html::kNoNode;
         before = tree.previous_sibling(before))
      n += tree.is_element(before) && tree.name(before) == tree.name(at);
    out = fmt::format("{}[{}]/", tree.name(at), n) + out;
  }
  return out;
}

bool is_crash(const Diagnostic& why) { return why.code == Code::io; }

}  // namespace

Navigation::~Navigation() {
  snapshots_.clear();
  context_.reset();
}

Status Navigation::begin() {
  GLEANER_TRY(browser_, browser::Browser::start(options_.browser));
  GLEANER_TRY(context_, browser::Context::open(*browser_, options_.context));
  if (!browser_->sandboxed())
    notes_.push_back(
        warning(Code::unsupported, "the browser runs without its sandbox: it cannot have one as root"));
  if (options_.job) {
    GLEANER_TRY(const std::string state, options_.job->browser_state());
    if (!state.empty()) return context_->restore(state);
  }
  return options_.from_url.empty() ? Status() : context_->tab().load(options_.from_url);
}

Result<browser::Context*> Navigation::context() {
  if (!context_) GLEANER_CHECK(begin());
  if (!browser_->alive() || context_->tab().dead()) GLEANER_CHECK(restart());
  return context_.get();
}

Status Navigation::rest() {
  if (!context_ || context_->tabs() != 1 || !browser_->alive() || !browser_->is_large()) return {};
  GLEANER_TRY([[maybe_unused]] const std::string kept, context_->state());  // the context remembers it
  GLEANER_CHECK(browser_->restart());
  return restart();
}

Result<browser::Tab*> Navigation::tab() {
  GLEANER_TRY(browser::Context * in, context());
  return &in->tab();
}

// The page that was in work is loaded again; what its scripts had done to it by then is
// lost, and steps that need it fail.
Status Navigation::restart() {
  notes_.push_back(
      warning(Code::io, "the browser or its page was gone, or too large: started again at the last page"));
  snapshots_.clear();
  return context_->revive();
}

Result<DocumentPtr> Navigation::page() {
  GLEANER_TRY(browser::Tab * at, tab());
  auto shot = at->snapshot();
  if (!shot.ok() && is_crash(shot.error())) {
    GLEANER_TRY(at, tab());
    shot = at->snapshot();
  }
  if (!shot.ok()) return shot.error();
  if (options_.snapshot) options_.snapshot(*shot);
  // A page that is as it was before, loaded again or not, is the same Document: its nodes now lead to
  // the elements that are there now.
  const auto same = std::ranges::find_if(snapshots_, [&](const browser::Snapshot& one) {
    return one.page->bytes() == shot->page->bytes() && one.page->url() == shot->page->url();
  });
  if (same != snapshots_.end()) {
    shot->page = same->page;
    snapshots_.erase(same);
  }
  snapshots_.push_back(std::move(*shot));
  if (snapshots_.size() > kSnapshots) snapshots_.pop_front();
  return snapshots_.back().page;
}

Result<browser::NodeRef> Navigation::live(const DocumentPtr& page, html::NodeId node) {
  const auto shot = std::ranges::find(snapshots_, page, &browser::Snapshot::page);
  if (shot != snapshots_.end()) {
    const browser::SnapshotElement* element = shot->element_of(node);
    for (html::NodeId up = node; !element && up != html::kNoNode; up = page->view<html::Tree>().parent(up))
      element = shot->element_of(up);
    if (!element) return error(Code::not_found, "this part of the page is no element of it");
    GLEANER_TRY(browser::Tab * at, tab());
    if (auto there = at->describe(element->ref); there.ok() && there->shown) return element->ref;
  }
  return find_again(*page, node);
}

bool Navigation::stands_in(const DocumentPtr& page, html::NodeId node, browser::NodeRef element) const {
  const auto shot = std::ranges::find(snapshots_, page, &browser::Snapshot::page);
  if (shot == snapshots_.end()) return false;
  for (html::NodeId up = node; up != html::kNoNode; up = page->view<html::Tree>().parent(up))
    if (const browser::SnapshotElement* at = shot->element_of(up); at && at->ref == element) return true;
  return false;
}

// By its text, and where that stands in several places by its place too.
Result<browser::NodeRef> Navigation::find_again(const Document& old, html::NodeId node) {
  const html::Tree& tree = old.view<html::Tree>();
  const std::string text = html::visible_text(tree, node), place = place_of(tree, node);
  GLEANER_TRY(const DocumentPtr now, page());
  if (now.get() == &old)
    if (const browser::SnapshotElement* element = snapshots_.back().element_of(node)) return element->ref;
  const html::Tree& other = now->view<html::Tree>();
  html::NodeId by_text = html::kNoNode, by_both = html::kNoNode;
  size_t count = 0;
  for (html::NodeId n = 0; n < other.size(); ++n) {
    if (!other.is_element(n) || other.name(n) != tree.name(node) || html::visible_text(other, n) != text)
      continue;
    ++count;
    by_text = n;
    if (place_of(other, n) == place) by_both = n;
  }
  const html::NodeId found = by_both != html::kNoNode ? by_both : count == 1 ? by_text : html::kNoNode;
  const browser::SnapshotElement* element =
      found == html::kNoNode ? nullptr : snapshots_.back().element_of(found);
  if (!element)
    return error(Code::not_found,
                 fmt::format("the page has changed: {} is {}",
                             text.empty() ? "this part of it" : "\"" + std::string(text.substr(0, 60)) + "\"",
                             count ? "there several times" : "no longer there"));
  return element->ref;
}

Result<bool> Navigation::next_page() {
  GLEANER_TRY(const DocumentPtr before, page());
  GLEANER_TRY(browser::Tab * at, tab());
  const std::string url = at->url();
  browser::Target target;
  // The link that leads on, by the words and numbers of all links; else what scripts use for it.
  if (const auto next = before->is_html() ? links::next_page(*before, url) : std::nullopt)
    target.alternatives.push_back({.kind = "link", .text = next->words});
  const std::vector<browser::Alternative> tried = {
      {.kind = "css", .text = "a[rel~=next], button[rel~=next]"},
      {.kind = "button", .text = "Next"},
      {.kind = "button", .text = "Next page"},
      {.kind = "link", .text = "Next"},
      {.kind = "button", .text = "Load more"},
      {.kind = "button", .text = "Show more"},
      {.kind = "button", .text = "More"},
      {.kind = "css",
       .text = "[aria-label*='next' i]:not([disabled]), .next:not(.disabled) a, a.next, button.next"}};
  std::optional<browser::NodeRef> found;
  const auto look = [&](const browser::Target& one) -> Status {
    GLEANER_TRY(const browser::Found all, at->find(one));
    for (const auto& list : all.by_alternative)
      for (const browser::NodeRef& ref : list)
        if (const browser::Element* e = all.of(ref); !found && e && e->shown && !e->disabled) found = ref;
    return {};
  };
  if (!target.alternatives.empty()) GLEANER_CHECK(look(target));
  for (const browser::Alternative& one : tried)
    if (!found) GLEANER_CHECK(look({{one}}));
  if (!found) return false;
  GLEANER_CHECK(at->click(*found));
  GLEANER_TRY(const DocumentPtr after, page());
  return after->bytes() != before->bytes();
}

// What is written comes from a page, and its name from a script: neither may be of those who run it. So names
// do not lead out, also not by links, are not hidden (.bashrc, .git/hooks), and what is there stays, unless a
// folder was named for all this.
Result<std::string> Navigation::file_path(const std::string& name) {
  namespace fs = std::filesystem;
  const fs::path path(name);
  if (path.is_absolute() || !path.has_filename() ||
      std::ranges::any_of(path, [](const fs::path& part) { return part.string().starts_with('.'); }))
    return error(Code::usage,
                 fmt::format("{} is no name for a file in the folder for files", json::quote(name)), {},
                 "name files within it, without a dot at the beginning; choose the folder with --files");
  const fs::path folder = options_.files.empty() ? "." : options_.files;
  std::error_code failed;
  fs::create_directories(folder, failed);
  GLEANER_TRY(std::string whole, allowed_path((folder / path).string(), {folder.string()}));
  if (options_.files.empty() && !written_.count(whole) && fs::exists(whole, failed))
    return error(Code::usage, "is there already, and is not written over", {name, 0, 0, {}},
                 "--files DIR names a folder for what the script writes");
  fs::create_directories(fs::path(whole).parent_path(), failed);
  written_.insert(whole);
  return whole;
}

Result<std::string> Navigation::picture_path(const std::string& name) {
  if (!options_.files.empty()) return file_path(name);
  if (pictures_.empty()) {
    std::error_code failed;
    std::string folder = (std::filesystem::temp_directory_path(failed) / "gleaner-steps-XXXXXX").string();
    if (failed || !::mkdtemp(folder.data())) return error(Code::io, "there is no folder for pictures");
    pictures_ = folder;
  }
  return pictures_ + "/" + name;
}

Diagnostics Navigation::take_notes() {
  Diagnostics out = std::exchange(notes_, {});
  if (!context_) return out;
  const Diagnostics& more = context_->notes();
  for (; notes_taken_ < more.size(); ++notes_taken_) out.push_back(more[notes_taken_]);
  return out;
}

}  // namespace gleaner::script
