// See sources.h.
#include "web/sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <future>
#include <map>
#include <set>

#include "base/text.h"
#include "web/archive_pages.h"
#include "web/byte_window.h"
#include "web/sitemap_pages.h"
#include "web/warc.h"

namespace gleaner::web {
namespace {

constexpr std::string_view kSitemap = "sitemap:";
constexpr size_t kAhead = 32;  // pages of the web that are asked for before they are needed
constexpr std::string_view kJobFolder = ".job";

// The list of a job's candidates names its archive as seen from where the crawl ran: read from another
// folder, or after the job was moved, that is the archive beside the list, or beside its job.
std::string archive_near(const std::string& archive, const std::string& list) {
  namespace fs = std::filesystem;
  std::error_code failed;
  if (fs::exists(archive, failed)) return archive;
  const fs::path folder = fs::path(list).parent_path(), file = fs::path(archive).filename();
  for (const fs::path& near : {folder / file, folder / ".." / file})
    if (fs::exists(near, failed)) return near.lexically_normal().string();
  return archive;
}

// Files, and what is to be taken apart first: "@list" may name anything.
Result<std::vector<std::string>> lines_of(const std::string& list) {
  GLEANER_TRY(const std::string text, read_file(list));
  std::vector<std::string> out;
  std::map<std::string, std::string> archives;  // as they are named, and where they are
  for (std::string_view line : split(text, '\n')) {
    const std::string_view one = trim(line);
    if (one.empty() || one.starts_with('#')) continue;
    const auto parts = split_archive_name(std::string(one));
    if (!parts || is_web_address(one)) {
      out.emplace_back(one);
      continue;
    }
    const auto [at, fresh] = archives.try_emplace(parts->first);
    if (fresh) at->second = archive_near(parts->first, list);
    out.push_back(at->second + "#" + parts->second);
  }
  return out;
}

// "@list" that can be read line by line: a file that is not packed.
bool is_plain_list(const std::string& argument) {
  if (argument.size() < 2 || argument[0] != '@' || argument.ends_with(".gz") || argument.ends_with(".zst"))
    return false;
  std::error_code failed;
  return std::filesystem::is_regular_file(argument.substr(1), failed);
}

// A file of any size, to whoever takes pieces. What is packed otherwise than by gzip is unpacked whole.
Status read_pieces(const std::string& path, BodySink& sink) {
  std::ifstream file(path, std::ios::binary);
  std::string piece(ByteWindow::kFirstPiece, '\0');
  file.read(piece.data(), std::streamsize(piece.size()));
  if (!file.gcount() ||
      piece.starts_with("\x28\xb5\x2f\xfd")) {  // zstd; or nothing, which read_file explains
    GLEANER_TRY(const std::string text, read_file(path));
    sink.take(text);
    return {};
  }
  do sink.take({piece.data(), size_t(file.gcount())});
  while (file.read(piece.data(), std::streamsize(piece.size())) || file.gcount());
  return {};
}

bool beyond_files(const std::string& argument) {
  return is_web_address(argument) || argument.starts_with(kSitemap) || is_archive_name(argument) ||
         split_archive_name(argument) || !archives_of_job(argument).empty();
}

}  // namespace

std::vector<std::string> archives_of_job(std::string folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> out;
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  if (!folder.ends_with(kJobFolder)) return out;
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed))
    if (is_archive_name(at->path().string())) out.push_back(at->path().string());
  std::ranges::sort(out);
  if (!out.empty() || !fs::exists(folder + "/state.sqlite", failed)) return out;
  const std::string stem = folder.substr(0, folder.size() - kJobFolder.size());
  for (const std::string& beside : {stem + ".warc.gz", stem + ".warc"})
    if (fs::exists(beside, failed)) return {beside};
  return {folder + "/pages.warc.gz"};  // which is not there: the job has fetched nothing yet
}

std::optional<std::pair<std::string, std::string>> split_archive_name(const std::string& name) {
  for (size_t hash = name.find('#'); hash != std::string::npos; hash = name.find('#', hash + 1))
    if (is_archive_name(name.substr(0, hash))) return std::pair(name.substr(0, hash), name.substr(hash + 1));
  return {};
}

struct Sources::Impl {
  SourceOptions options;
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<const ArchiveIndex>> archives;
  std::vector<FetchFailure> failures;
  // Pages of the web that somebody will load: those that were named, those that are on their way.
  std::mutex ahead_mutex;
  std::deque<std::string> named;
  std::map<std::string, PageItem> on_way;
  std::set<std::string> asked;  // taken from `named`, or loaded before their turn
  std::mutex hosts_mutex;
  std::set<std::string> hosts;       // that a person named
  std::unique_ptr<Fetcher> fetcher;  // last: as it ends it tells what it did not get to

  void name_host(const std::string& url) {
    const std::lock_guard lock(hosts_mutex);
    hosts.insert(named_host(url));
  }

  // The first address is a person's in any case: a verb may have had it without our help.
  FetchRequest request_of(const std::string& url) {
    const std::lock_guard lock(hosts_mutex);
    if (hosts.empty()) hosts.insert(named_host(url));
    FetchRequest out{url, "", ""};
    out.by_page = !options.fetch.allowed && !hosts.contains(named_host(url));
    return out;
  }

  PageItem around(PageItem item) const {
    if (!options.around) return item;
    item.load = [this, name = item.name, load = std::move(item.load)](const LoadOptions& how) {
      return options.around(name, how, load);
    };
    return item;
  }

  Result<Fetcher*> need_fetcher() {
    const std::lock_guard lock(mutex);
    if (!fetcher) {
      GLEANER_TRY(fetcher, Fetcher::make(options.fetch));
    }
    return fetcher.get();
  }

  Result<std::shared_ptr<const ArchiveIndex>> archive(const std::string& path) {
    const std::lock_guard lock(mutex);
    std::shared_ptr<const ArchiveIndex>& index = archives[path];
    if (!index) {
      GLEANER_TRY(index, ArchiveIndex::read(path));
    }
    return index;
  }

  Result<Fetched> outcome(Fetched got) {
    if (!got.failed) {
      if (options.cache) GLEANER_CHECK(options.cache->keep(got));
      return got;
    }
    if (std::string& file = got.failed->why.where.file;
        file != canonical_url(got.asked) && !got.asked.empty())
      file = fmt::format("{} (from {})", file,
                         got.asked.substr(0, got.asked.find('#')));  // where it was sent to
    const std::lock_guard lock(mutex);
    failures.push_back(*got.failed);
    return std::move(got.failed->why);
  }

  // From the cache; an error where only the cache may be used and has it not.
  Result<std::optional<Fetched>> cached(const std::string& url) {
    if (options.cache)
      if (std::optional<Fetched> found = options.cache->find(url)) return found;
    if (options.cached)
      return error(Code::not_found, "is not in the archive, and --cached keeps from fetching it", {url},
                   "fetch it first, without --cached");
    return std::optional<Fetched>();
  }
};

Sources::Sources(SourceOptions options) : impl_(std::make_unique<Impl>()) {
  impl_->options = std::move(options);
}
Sources::~Sources() = default;

Result<Fetched> Sources::get(const std::string& url) {
  GLEANER_TRY(std::optional<Fetched> before, impl_->cached(url));
  if (before) return std::move(*before);
  GLEANER_TRY(Fetcher * fetcher, impl_->need_fetcher());
  return impl_->outcome(fetcher->fetch(impl_->request_of(url)));
}

void Sources::get(const std::string& url, std::function<void(Result<Fetched>)> done) {
  auto before = impl_->cached(url);
  if (!before.ok()) return done(std::move(before).error());
  if (*before) return done(std::move(**before));
  auto fetcher = impl_->need_fetcher();
  if (!fetcher.ok()) return done(std::move(fetcher).error());
  (*fetcher)->submit(impl_->request_of(url),
                     [this, done = std::move(done)](Fetched got) { done(impl_->outcome(std::move(got))); });
}

Result<DocumentPtr> Sources::submit(const std::string& url, const std::string& form) {
  const std::string name = form_name(url, form);
  GLEANER_TRY(std::optional<Fetched> before, impl_->cached(name));
  if (before) return document_of(std::move(*before));
  GLEANER_TRY(Fetcher * fetcher, impl_->need_fetcher());
  FetchRequest request = impl_->request_of(url);
  request.form = form;
  Fetched answer = fetcher->fetch(std::move(request));
  answer.asked = name;
  GLEANER_TRY(answer, impl_->outcome(std::move(answer)));
  return document_of(std::move(answer));
}

std::vector<FetchFailure> Sources::failures() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->failures;
}

Result<std::vector<std::string>> Sources::expand(const std::vector<std::string>& arguments,
                                                 Diagnostics* notes) {
  GLEANER_TRY(std::vector<std::string> names, names_of(arguments, notes));
  const std::lock_guard lock(impl_->ahead_mutex);
  for (const std::string& name : names)
    if (is_web_address(name)) impl_->named.push_back(name);
  return names;
}

// `sitemap`: with its "sitemap:". Read in pieces, unless it goes through a cache, which keeps it whole.
SitemapPages Sources::pages_of(const std::string& sitemap) {
  const std::string place = sitemap.substr(kSitemap.size());
  if (is_web_address(place)) impl_->name_host(place);
  return SitemapPages(
      place,
      [this](const std::string& part, SitemapReader& reader) -> Status {
        if (!is_web_address(part)) return read_pieces(part, reader);
        if (impl_->options.cache) {
          GLEANER_TRY(const Fetched got, get(part));
          reader.take(got.body);
          return {};
        }
        GLEANER_TRY(Fetcher * fetcher, impl_->need_fetcher());
        FetchRequest request = impl_->request_of(part);
        request.sink = &reader;
        auto got = impl_->outcome(fetcher->fetch(std::move(request)));
        return got.ok() ? Status() : Status(std::move(got).error());
      },
      impl_->options.fetch.max_bytes);
}

Status Sources::each(const std::vector<std::string>& arguments,
                     const std::function<Status(std::string)>& take) {
  for (const std::string& argument : arguments) {
    if (argument.starts_with(kSitemap)) {
      SitemapPages pages = pages_of(argument);
      for (;;) {
        GLEANER_TRY(std::optional<std::string> page, pages.next());
        if (!page) break;
        GLEANER_CHECK(take(std::move(*page)));
      }
    } else if (is_plain_list(argument)) {
      std::ifstream list(argument.substr(1));
      for (std::string line; std::getline(list, line);) {
        const std::string name(trim(line));
        if (name.empty() || name.starts_with('#')) continue;
        GLEANER_CHECK(beyond_files(name) && !is_web_address(name) ? each({name}, take) : take(name));
      }
    } else {
      GLEANER_TRY(std::vector<std::string> names, names_of({argument}, nullptr));
      for (std::string& name : names) GLEANER_CHECK(take(std::move(name)));
    }
  }
  return {};
}

Result<std::vector<std::string>> Sources::names_of(const std::vector<std::string>& arguments,
                                                   Diagnostics* notes) {
  std::vector<std::string> out;
  const auto append = [&](std::vector<std::string> more) {
    out.insert(out.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  for (const std::string& argument : arguments) {
    if (is_web_address(argument) || split_archive_name(argument)) {
      if (is_web_address(argument)) impl_->name_host(argument);
      out.push_back(argument);
    } else if (argument.starts_with(kSitemap)) {
      GLEANER_CHECK(each({argument}, [&](std::string page) {
        out.push_back(std::move(page));
        return Status();
      }));
    } else if (is_archive_name(argument)) {
      GLEANER_TRY(auto index, impl_->archive(argument));
      if (index->names().empty())
        return error(Code::not_found, "holds no pages", {argument},
                     fmt::format("what there is: gleaner archive list {}", argument));
      append(index->names());
    } else if (argument.size() > 1 && argument[0] == '@') {
      GLEANER_TRY(auto lines, lines_of(argument.substr(1)));
      // Lines are taken as they are, but those beyond files may stand for many pages.
      for (std::string& line : lines) {
        if (!beyond_files(line)) {
          out.push_back(std::move(line));
          continue;
        }
        GLEANER_TRY(auto pages, names_of({line}, notes));
        append(std::move(pages));
      }
    } else if (const auto archives = archives_of_job(argument); !archives.empty()) {
      GLEANER_TRY(auto pages, names_of(archives, notes));
      append(std::move(pages));
    } else {
      GLEANER_TRY(auto files, expand_inputs({argument}, notes));
      for (std::string& file : files) {  // a glob or a folder may give archives, too
        if (!is_archive_name(file) || file == argument) {
          out.push_back(std::move(file));
          continue;
        }
        GLEANER_TRY(auto pages, names_of({file}, notes));
        append(std::move(pages));
      }
    }
  }
  return out;
}

PageItem Sources::item(const std::string& name) {
  if (!is_web_address(name))
    return impl_->around(
        {name, [this, name](const LoadOptions& options) { return load_stored(name, options); }});
  auto promise = std::make_shared<std::promise<Result<Fetched>>>();
  std::shared_future<Result<Fetched>> future = promise->get_future().share();
  get(name, [promise](Result<Fetched> got) { promise->set_value(std::move(got)); });
  return impl_->around({name,
                        [future, name](const LoadOptions& options) -> Result<DocumentPtr> {
                          const Result<Fetched>& got = future.get();
                          if (!got.ok()) return got.error();
                          DocumentOptions document = options.document;
                          if (document.name.empty()) document.name = name;
                          return document_of(*got, std::move(document));
                        },
                        [future] { future.wait(); }});
}

// Of a file or an archive.
Result<DocumentPtr> Sources::load_stored(const std::string& name, const LoadOptions& options) {
  if (const auto parts = split_archive_name(name)) {
    GLEANER_TRY(auto index, impl_->archive(parts->first));
    return index->load(parts->second, name, options);
  }
  return load_document(name, options);
}

Result<DocumentPtr> Sources::load_last(const std::string& archive, const std::string& url,
                                       const LoadOptions& options) {
  GLEANER_TRY(auto index, impl_->archive(archive));
  return index->load_last(url, options);
}

// The page of the web that is asked for, if it is not, and those that come after it.
void Sources::ask_ahead(const std::string& name) {
  const auto ask = [this](const std::string& url) {
    impl_->asked.insert(url);
    impl_->on_way.emplace(url, item(url));
  };
  if (!impl_->on_way.count(name)) ask(name);
  while (impl_->on_way.size() < kAhead && !impl_->named.empty()) {
    const std::string next = std::move(impl_->named.front());
    impl_->named.pop_front();
    if (!impl_->asked.count(next)) ask(next);
  }
}

void Sources::wait(const std::string& name) {
  if (!is_web_address(name)) return;
  std::function<void()> here;
  {
    const std::lock_guard lock(impl_->ahead_mutex);
    ask_ahead(name);
    here = impl_->on_way.at(name).wait;
  }
  here();
}

Result<DocumentPtr> Sources::load(const std::string& name, const LoadOptions& options) {
  if (!is_web_address(name)) return item(name).load(options);
  PageItem taken;
  {
    const std::lock_guard lock(impl_->ahead_mutex);
    ask_ahead(name);
    taken = std::move(impl_->on_way.extract(name).mapped());
  }
  return taken.load(options);
}

namespace {

// Names, an archive that is read in one pass, or a sitemap.
struct Segment {
  std::vector<std::string> names;
  std::string archive = {};
  std::optional<SitemapPages> sitemap = {};
};

// Segment by segment, with pages of the web asked for ahead.
class MixedStream : public PageStream {
 public:
  using Around = std::function<PageItem(PageItem)>;
  MixedStream(Sources& sources, std::vector<Segment> segments, PagePart part, Around around)
      : sources_(sources), segments_(std::move(segments)), part_(part), around_(std::move(around)) {
    for (const Segment& segment : segments_) known_ += segment.names.size();
    known_ = (known_ + part_.of - part_.number) / part_.of;
    for (const Segment& segment : segments_)
      if (!segment.archive.empty() || segment.sitemap) known_ = 0;
  }

  size_t known() const override { return known_; }
  void limit(const BudgetLimits& limits) override { limits_ = limits; }
  Diagnostics notes() const override {
    Diagnostics out = notes_;
    for (Diagnostic& note : archive_ ? archive_->notes() : Diagnostics{}) out.push_back(std::move(note));
    return out;
  }

  Result<std::optional<PageItem>> next() override {
    for (;;) {
      GLEANER_CHECK(fill());
      if (!ahead_.empty()) {
        PageItem item = std::move(ahead_.front());
        ahead_.pop_front();
        return std::optional<PageItem>(std::move(item));
      }
      if (!archive_) return std::optional<PageItem>();
      Budget budget(limits_);
      const Budget::Scope scope(budget);
      GLEANER_TRY(std::optional<PageItem> item, archive_->next());
      if (item && !is_mine()) continue;
      if (item) return std::optional<PageItem>(around_(std::move(*item)));
      for (Diagnostic& note : archive_->notes()) notes_.push_back(std::move(note));
      archive_.reset();
    }
  }

 private:
  // Keeps some pages on their way, as long as no archive stands before them.
  Status fill() {
    while (ahead_.size() < kAhead && !archive_ && segment_ < segments_.size()) {
      Segment& segment = segments_[segment_];
      if (at_ < segment.names.size()) {
        const std::string& name = segment.names[at_++];
        if (is_mine()) ahead_.push_back(sources_.item(name));
        continue;
      }
      if (segment.sitemap) {
        GLEANER_TRY(std::optional<std::string> page, segment.sitemap->next());
        if (page) {
          if (is_mine()) ahead_.push_back(sources_.item(*page));
          continue;
        }
      }
      if (!segment.archive.empty()) {
        if (!ahead_.empty()) return {};
        GLEANER_TRY(archive_, stream_archive(segment.archive));
      }
      ++segment_;
      at_ = 0;
    }
    return {};
  }

  // Is the next page of this part?
  bool is_mine() { return passed_++ % part_.of == part_.number - 1; }

  Sources& sources_;
  std::vector<Segment> segments_;
  PagePart part_;
  size_t passed_ = 0;  // pages, of all parts
  Around around_;
  size_t segment_ = 0, at_ = 0, known_ = 0;
  std::deque<PageItem> ahead_;
  std::unique_ptr<PageStream> archive_;
  BudgetLimits limits_;
  Diagnostics notes_;  // of the archives before
};

}  // namespace

// What cannot be found is said before the first page.
Result<std::unique_ptr<PageStream>> Sources::stream(const std::vector<std::string>& arguments,
                                                    PagePart part) {
  std::vector<Segment> segments;
  const auto archive = [&](const std::string& path) -> Status {
    GLEANER_CHECK(stream_archive(path));
    segments.push_back({{}, path});
    return {};
  };
  for (const std::string& argument : arguments) {
    if (is_archive_name(argument) && !is_web_address(argument)) {
      GLEANER_CHECK(archive(argument));
      continue;
    }
    if (const auto archives = archives_of_job(argument); !archives.empty()) {
      for (const std::string& path : archives) GLEANER_CHECK(archive(path));
      continue;
    }
    if (argument.starts_with(kSitemap)) {
      SitemapPages pages = pages_of(argument);
      GLEANER_TRY(std::optional<std::string> first, pages.next());
      segments.push_back({{*first}, "", std::move(pages)});
      continue;
    }
    GLEANER_TRY(auto names, names_of({argument}, nullptr));
    segments.push_back({std::move(names)});
  }
  return std::unique_ptr<PageStream>(new MixedStream(
      *this, std::move(segments), part, [this](PageItem item) { return impl_->around(std::move(item)); }));
}

}  // namespace gleaner::web
