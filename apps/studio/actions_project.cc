// Studio's pages, files and history. See studio.h.
#include <fcntl.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "assets.h"
#include "base/shell_words.h"
#include "base/shorten.h"
#include "base/text.h"
#include "html/tags.h"
#include "html/tree.h"
#include "html/visible.h"
#include "page/load.h"
#include "page/url.h"
#include "pdf/read.h"
#include "places.h"
#include "resources.h"
#include "run/empty_page.h"
#include "studio.h"
#include "views.h"
#include "web/fetch.h"
#include "web/sources.h"
#include "wrap/config.h"

namespace gleaner::studio {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostLines = 2000;   // of a page's text in one answer
constexpr size_t kLongLine = 20'000;  // bytes of a line that are shown
constexpr size_t kPagesAtOnce = 2000;
constexpr size_t kMostFound = 50, kShortText = 40,
                 kLongText = 200;      // places with a text, and how much of it is shown
constexpr size_t kMostWatched = 1000;  // folders of pages whose changes are noticed by themselves
constexpr auto kQuiet = std::chrono::milliseconds(40);

std::string title_of(const Document& page) {
  if (!page.is_html()) return "";
  const html::Tree& tree = page.view<html::Tree>();
  static const html::TagId kTitle = html::tag_id("title");
  for (html::NodeId n = 0; n < tree.size() && n < 200; ++n)
    if (tree.tag(n) == kTitle) {
      const html::NodeId text = tree.first_child(n);
      return text == html::kNoNode ? "" : collapse(tree.text(text));
    }
  return "";
}

// A name for a page of the web: its host and path.
std::string name_of_address(const std::string& url) {
  const UrlParts parts = split_url(url);
  std::string words = host_of(parts) + std::string(parts.path);
  if (parts.has_query) words += "-" + std::string(parts.query);
  std::string name = file_name_of(words);
  for (const char* ending : {".html", ".htm"})
    if (name.ends_with(ending)) name.resize(name.rfind('.'));
  return name.empty() ? "page" : name;
}

bool passes(const std::string& filter, const PageState* state) {
  if (filter.empty()) return true;
  if (!state) return filter == "unlabelled";
  if (filter == "labelled") return state->labelled;
  if (filter == "unlabelled") return !state->labelled;
  if (filter == "failing") return state->test == "fail";
  if (filter.starts_with("missing:")) return state->missing.count(filter.substr(8)) > 0;
  if (filter == "missing") return !state->missing.empty();
  return state->verdict == filter;
}

}  // namespace

Studio::Studio(std::string folder, std::string program)
    : project_(std::move(folder)),
      documents_(project_),
      history_(project_),
      jobs_(project_, program),
      program_(std::move(program)) {
  int stop[2];
  if (::pipe2(stop, O_CLOEXEC)) return;
  stop_watching_ = stop[1];
  watcher_ = std::thread([this, end = stop[0]] { watch(end); });
}

Studio::~Studio() {
  events_.end();
  if (stop_watching_ >= 0) ::close(stop_watching_);
  if (watcher_.joinable()) watcher_.join();
  for (std::thread& helper : helpers_) helper.join();
}

// Files that somebody else changes: the folders of labels, wrappers and pages are
// watched, and every open table told.
void Studio::watch(int stop) {
  const int notify = ::inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  auto add = [&] {
    std::vector<std::string> below = project_.folders();
    below.resize(std::min(below.size(), kMostWatched));
    below.insert(below.end(), {"", "labels", "wrappers", "scripts", "flows"});
    for (const std::string& name : below)
      ::inotify_add_watch(notify, (project_.folder() + "/" + name).c_str(),
                          IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ONLYDIR);
  };
  add();
  while (true) {
    pollfd fds[2] = {{notify, POLLIN, 0}, {stop, POLLIN | POLLHUP, 0}};
    if (::poll(fds, 2, -1) < 0 || fds[1].revents) break;
    char buffer[8192];
    bool ours = true, folders = false;
    ssize_t n;
    while ((n = ::read(notify, buffer, sizeof buffer)) > 0)
      for (ssize_t at = 0; at < n;) {
        const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
        const std::string_view name = event->len ? std::string_view(event->name) : std::string_view();
        folders |= (event->mask & IN_ISDIR) != 0;
        ours &= name.starts_with('.') || name.find(".tmp") != std::string_view::npos;
        at += ssize_t(sizeof(inotify_event) + event->len);
      }
    if (ours) continue;
    std::this_thread::sleep_for(kQuiet);  // what belongs together comes together
    if (folders) add();
    pages_changed();
    const std::lock_guard lock(mutex_);
    for (auto& [name, table] : tables_)
      if (table->is_behind()) table->wake();
  }
  if (notify >= 0) ::close(notify);
  ::close(stop);
}

void Studio::pages_changed() {
  events_.send("files", "{}");
  const std::lock_guard lock(mutex_);
  for (auto& [name, table] : tables_) table->look_again();
}

void Studio::wake_all(const Step& step) {
  const std::lock_guard lock(mutex_);
  for (auto& [name, table] : tables_)
    table->wake({}, std::ranges::any_of(step.files, [&](const Step::Touched& file) {
                  return !file.seen && file.file == table->files().labels;
                }));
}

Answer Studio::project_view() {
  const std::vector<TableFiles> tables = project_.tables();
  GLEANER_TRY(const std::vector<PageFile> pages, project_.pages());
  JsonOut out;
  out.object().members("title", project_.title(), "folder", project_.folder(), "pages", pages.size());
  out.member("first_page", !first_page_.empty() ? first_page_
                           : pages.empty()      ? std::string()
                                                : pages[0].name);
  out.key("tables").array();
  for (const TableFiles& table : tables)
    out.raw(json_object("name", table.name, "labels", table.has_labels ? table.labels : "", "wrapper",
                        table.has_wrapper ? table.wrapper : "", "changed", double(table.changed)));
  out.end().texts("scripts", project_.files(".gln")).texts("flows", project_.files(".flow.toml"));
  out.texts("data", [&] {
    std::vector<std::string> files;
    for (const char* ending : {".csv", ".tsv", ".parquet", ".duckdb", ".sqlite", ".jsonl"})
      for (std::string& file : project_.files(ending))
        if (!file.ends_with(".labels.jsonl")) files.push_back(std::move(file));
    return files;
  }());
  const auto undoable = history_.undoable(), redoable = history_.redoable();
  out.member("undo", undoable ? undoable->what : "").member("redo", redoable ? redoable->what : "");
  return out.end().take();
}

Answer Studio::pages_view(const Asked& asked) {
  GLEANER_TRY(const std::vector<PageFile> pages, project_.pages());
  OutcomePtr outcome;
  std::map<std::string, PageState> states;
  bool all = false;
  if (auto found = asked("table").empty() ? Result<Table*>(error(Code::usage, "")) : table(asked("table"));
      found.ok()) {
    outcome = (*found)->outcome();
    if (outcome) {
      const std::lock_guard lock(outcome->mutex);
      states = outcome->states;
      all = outcome->looked_through;
    }
  }
  const std::string filter = asked("filter"), search = lower_ascii(asked("search"));
  std::vector<const PageFile*> kept;
  std::map<std::string, size_t> counts;
  for (const PageFile& page : pages) {
    const auto state = states.find(page.name);
    ++counts[state == states.end()           ? "waiting"
             : state->second.verdict.empty() ? "waiting"
                                             : state->second.verdict];
    if (state != states.end() && !state->second.missing.empty()) ++counts["missing"];
    if (state != states.end() && state->second.labelled) ++counts["labelled"];
    if (state != states.end() && state->second.test == "fail") ++counts["failing"];
    if (passes(filter, state == states.end() ? nullptr : &state->second) &&
        lower_ascii(page.name).find(search) != std::string::npos)
      kept.push_back(&page);
  }
  const size_t from = number_asked(asked("from"), 0),
               to = std::min(number_asked(asked("to"), from + kPagesAtOnce), from + kPagesAtOnce);
  JsonOut out;
  out.object()
      .members("total", kept.size(), "all", pages.size(), "looked_through", all)
      .key("counts")
      .object();
  for (const auto& [name, count] : counts) out.member(name, count);
  out.end().key("pages").array();
  for (size_t i = from; i < to && i < kept.size(); ++i) {
    out.object().member("name", kept[i]->name).member("bytes", double(kept[i]->bytes));
    if (const auto state = states.find(kept[i]->name); state != states.end()) {
      out.key("state");
      write_page_state(out, state->second);
    }
    out.end();
  }
  return out.end().end().take();
}

Answer Studio::page_view(const Asked& asked) {
  const std::string name = asked("name");
  GLEANER_TRY(const DocumentPtr page, documents_.load(name));
  const bool pdf = lower_ascii(name).ends_with(".pdf");
  JsonOut out;
  out.object().members("name", name, "kind",
                       pdf               ? "pdf"
                       : page->is_html() ? "html"
                                         : "text",
                       "title", title_of(*page));
  out.members("url", page->url(), "bytes", page->bytes().size(), "charset", page->charset().name);
  out.member("lines",
             size_t(std::ranges::count(page->text(), '\n')) + (page->text().ends_with('\n') ? 0 : 1));
  write_diagnostics(out, "notes", page->notes());
  return out.end().take();
}

// Lines of the source, with the byte at which each begins.
Answer Studio::lines_view(const Asked& asked) {
  GLEANER_TRY(const DocumentPtr page, documents_.load(asked("page")));
  const std::string_view text = page->text();
  size_t from = std::max<size_t>(1, number_asked(asked("from"), 1)),
         to = std::min(number_asked(asked("to"), from + 200), from + kMostLines);
  JsonOut out;
  out.object().key("lines").array();
  size_t at = 0, line = 1;
  for (; line < to && at <= text.size(); ++line) {
    const size_t end = std::min(text.find('\n', at), text.size());
    if (line >= from) {
      std::string_view here = text.substr(at, std::min(end - at, kLongLine));
      here = here.substr(0, valid_utf8_prefix(here));  // no half a letter where it was cut
      out.object()
          .members("number", line, "begin", double(page->to_bytes({uint32_t(at), uint32_t(at)}).begin),
                   "text", here)
          .end();
    }
    if (end == text.size()) break;
    at = end + 1;
  }
  return out.end().end().take();
}

namespace {

struct TextAt {
  std::string text;
  Span span;
  std::string before;  // the text that stands before it
};

// The texts of a page with these words in them, in its order: text nodes that are shown, or lines.
std::vector<TextAt> texts_with(const Document& page, const std::string& words) {
  std::vector<TextAt> out;
  std::string before;
  const auto take = [&](std::string text, Span span) {
    if (text.empty()) return;
    if (lower_ascii(text).find(words) != std::string::npos) out.push_back({text, span, before});
    if (std::ranges::any_of(text, [](char c) { return is_alnum(c) || c < 0; }))
      before = shortened(text, kShortText);  // a colon alone tells nothing
  };
  if (!page.is_html()) {
    const std::string_view text = page.text();
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      take(collapse(text.substr(at, end - at)), {uint32_t(at), uint32_t(end)});
      at = end + 1;
    }
    return out;
  }
  const html::Tree& tree = page.view<html::Tree>();
  for (html::NodeId n = 1; n < tree.size();) {
    if (tree.kind(n) == html::NodeKind::text) take(collapse(tree.text(n)), tree.span(n));
    n = tree.is_element(n) && html::is_invisible(tree.tag(n)) ? tree.subtree_end(n) : n + 1;
  }
  return out;
}

}  // namespace

// Where words stand on a page: a value is pointed at without a pointer.
Answer Studio::find_view(const Asked& asked) {
  GLEANER_TRY(const DocumentPtr page, documents_.load(asked("page")));
  const std::string words = lower_ascii(collapse(asked("text")));
  if (words.empty()) return error(Code::usage, "words are needed");
  const std::vector<TextAt> found = texts_with(*page, words);
  JsonOut out;
  out.object().member("total", found.size()).key("found").array();
  for (size_t i = 0; i < found.size() && i < kMostFound; ++i) {
    const TextAt& one = found[i];
    out.object().member("text", shortened(one.text, kLongText)).member("before", one.before);
    out.key("span").span(page->to_bytes(one.span));
    write_places(out, places_of(*page, one.span));
    const size_t at = lower_ascii(page->text(one.span)).find(words);
    if (at != std::string::npos) {
      const uint32_t begin = one.span.begin + uint32_t(at);
      out.key("part").span(page->to_bytes({begin, begin + uint32_t(words.size())}));
    }
    out.end();
  }
  return out.end().end().take();
}

Answer Studio::history_view(const Asked& asked) {
  const size_t from = number_asked(asked("from"), 0);
  JsonOut out;
  out.object().member("total", history_.size()).key("steps").array();
  for (const Step& step : history_.steps(from, std::min(number_asked(asked("to"), from + 100), from + 500)))
    write_step(out, step);
  return out.end().end().take();
}

// What is kept of an answer: its bytes, or UTF-8 where the server alone said how they are to be read.
static Result<std::string> bytes_to_keep(const web::Fetched& fetched) {
  if (pdf::is_pdf(fetched.body)) return fetched.body;
  GLEANER_TRY(const DocumentPtr page, web::document_of(fetched, {}));
  if (std::string why = run::why_no_page(*page); !why.empty())
    return error(Code::bad_input, std::move(why), {fetched.url},
                 "web pages, PDFs, texts and logs can be opened");
  DocumentOptions alone;
  alone.media_type = page->is_html() ? MediaType::html : MediaType::text;
  GLEANER_TRY(const DocumentPtr kept, make_document(fetched.body, std::move(alone)));
  return kept->text() == page->text() ? fetched.body : "\xef\xbb\xbf" + std::string(page->text());
}

Answer Studio::open(const json::Value& request) {
  std::string address(trim(text_of(request, "address")));
  if (address.empty())
    return error(Code::usage, "an address is needed", {}, "https://shop.example/list.html");
  if (!web::is_web_address(address)) {
    if (documents_.load(address).ok()) return json_object("page", address);
    if (address.find("://") != std::string::npos || address.find('.') == std::string::npos)
      return error(Code::usage, "this is no address of the web and no page of the project", {},
                   "addresses begin with https:// or http://; files can be dropped on the window");
    address = "https://" + address;
  }
  web::FetchOptions how;
  how.private_hosts = {host_of(split_url(address))};  // a person named it
  how.retries = 1;
  GLEANER_TRY(const auto fetcher, web::Fetcher::make(how));
  GLEANER_TRY(const web::Fetched fetched, fetcher->get(address));
  GLEANER_TRY(std::string bytes, bytes_to_keep(fetched));
  const bool pdf = pdf::is_pdf(bytes);
  const bool text = fetched.type == "text/plain";
  const std::string name = "pages/" + name_of_address(fetched.url) + (pdf ? ".pdf" : text ? ".txt" : ".html");
  GLEANER_CHECK(history_.take("opened " + fetched.url,
                              command_line({"gleaner", "fetch", address, "-o", "pages.warc.gz"}), "",
                              {{name, project_.read(name), std::move(bytes)},
                               {name + ".url", project_.read(name + ".url"), fetched.url + "\n"}}));
  pages_changed();
  if (auto page = documents_.load(name); page.ok() && !resource_addresses(**page).empty()) {
    const std::lock_guard lock(mutex_);
    helpers_.emplace_back([this, page = *page, name] {
      if (fetch_resources(project_, *page))
        events_.send("resources", "{\"page\": " + json::quote(name) + "}");
    });
  }
  return json_object("page", name);
}

// The name under which a file that a person brings is a page, or why it can be none.
static Result<std::string> page_name_for(const std::string& given, const std::string& bytes) {
  const std::string name = file_name_of(fs::path(given).filename().string());
  if (name.empty() || bytes.empty())
    return error(Code::usage, "a file with a name and some content is needed");
  if (is_page_name(name)) return name;
  const std::string ending = lower_ascii(fs::path(name).extension().string());
  for (const char* table :
       {".csv", ".tsv", ".json", ".jsonl", ".parquet", ".duckdb", ".sqlite", ".xlsx", ".xls"})
    if (ending == table)
      return error(Code::usage, name + " is a table or data already, not a page", {},
                   "put it into the project's folder and ask it under Query; to read it line by line, "
                   "rename it to .txt");
  if (pdf::is_pdf(bytes)) return name + ".pdf";
  if (bytes.find('\0') != std::string::npos)
    return error(Code::usage, name + " is no page", {}, "web pages, PDFs, texts and logs can be opened");
  return name + (bytes.find('<') < 200 ? ".html" : ".txt");
}

Answer Studio::upload(const std::string& given, const std::string& bytes) {
  GLEANER_TRY(const std::string name, page_name_for(given, bytes));
  std::string path = "pages/" + name;
  for (int i = 2; project_.read(path) && *project_.read(path) != bytes; ++i)
    path =
        fmt::format("pages/{}-{}{}", fs::path(name).stem().string(), i, fs::path(name).extension().string());
  GLEANER_CHECK(history_.take("added " + name, command_line({"cp", given, path}), "",
                              {{path, project_.read(path), bytes}}));
  pages_changed();
  return json_object("page", path);
}

// The sample shop, to try things on.
Answer Studio::take_samples() {
  std::vector<FileChange> changes;
  for (const Asset& asset : assets())
    if (asset.name.starts_with("samples/")) {
      const std::string name = "pages/" + std::string(asset.name.substr(8));
      if (!project_.read(name)) changes.push_back({name, std::nullopt, std::string(asset.content)});
    }
  if (!changes.empty()) GLEANER_CHECK(history_.take("took the sample shop", "gleaner studio", "", changes));
  pages_changed();
  return json_object("page", "pages/shop/list-01.html");
}

Answer Studio::stepped(Result<Step> step) {
  if (!step.ok()) return step.error();
  wake_all(*step);
  events_.send("files", "{}");
  JsonOut out;
  write_step(out, *step);
  return out.take();
}

Answer Studio::undo() { return stepped(history_.undo()); }
Answer Studio::redo() {
  auto step = history_.redo();
  if (step.ok() && !step->files.empty() &&
      step->files[0].before == step->files[0].after)  // rules given up again
    if (auto table = this->table(step->table); table.ok()) (*table)->learn_again();
  return stepped(std::move(step));
}

Answer Studio::file_view(const std::string& name, std::string& etag) {
  const auto content = project_.read(name);
  if (!content) return error(Code::not_found, "there is no file " + name, {name});
  etag = etag_of(content);
  return json_object("name", name, "content", *content, "etag", etag);
}

Answer Studio::write_file(const std::string& name, const std::string& content, const std::string& if_match,
                          std::string& etag) {
  static constexpr std::string_view kEditable[] = {".wrapper",     ".gln",  ".labels.jsonl", ".flow.toml",
                                                   "project.toml", ".toml", ".sql"};
  if (std::none_of(std::begin(kEditable), std::end(kEditable),
                   [&](std::string_view ending) { return name.ends_with(ending); }) ||
      name.starts_with(".gleaner"))
    return error(Code::usage, name + " cannot be edited here", {},
                 "wrappers, labels, grammars and flows can");
  const auto before = project_.read(name);
  if (etag_of(before) != if_match)
    return error(Code::drift, name + " was changed by somebody else meanwhile", {name},
                 "look at both, then save again");
  if (name.ends_with(".wrapper"))
    if (auto read = read_wrapper(content, name); !read.ok()) return read.error();
  if (name.ends_with(".labels.jsonl"))
    if (auto read = wrap::parse_labels(content, name); !read.ok()) return read.error();
  GLEANER_CHECK(
      history_.take("edited " + name, command_line({"$EDITOR", name}), "", {{name, before, content}}));
  etag = etag_of(content);
  Step edited;
  edited.files.push_back({name, "", "", false});
  wake_all(edited);
  events_.send("files", "{}");
  return json_object("name", name, "etag", etag);
}

}  // namespace gleaner::studio
