// See fetch.h. The loop: tasks wait at their host for a turn; a turn is a connection that is free and a pause
// that is over. robots.txt of a host is fetched before its first task, which waits for it.
#include "web/fetch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <future>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <thread>

#include "base/text.h"
#include "page/load.h"
#include "page/url.h"
#include "web/address.h"
#include "web/curl_api.h"
#include "web/http.h"
#include "web/robots.h"
#include "web/transfer.h"
#include "web/warc.h"

namespace gleaner::web {

std::string canonical_url(std::string_view text) {
  std::string clean;
  for (char c : trim(text)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20) {
      if (c == ' ') clean += "%20";
    } else if (byte >= 0x80) {
      clean += fmt::format("%{:02X}", byte);
    } else {
      clean += c;
    }
  }
  const UrlParts parts = split_url(clean);
  const std::string scheme = lower_ascii(parts.scheme);
  if ((scheme != "http" && scheme != "https") || host_of(parts).empty()) return "";
  std::string authority = lower_ascii(parts.authority);
  const std::string_view port = scheme == "http" ? ":80" : ":443";
  if (authority.ends_with(port)) authority.resize(authority.size() - port.size());
  std::string out = scheme + "://" + authority + (parts.path.empty() ? "/" : std::string(parts.path));
  if (parts.has_query) out.append("?").append(parts.query);
  return out;
}

bool is_web_address(std::string_view name) {
  return name.starts_with("http://") || name.starts_with("https://");
}

std::string named_host(const std::string& url) {
  const std::string canonical = canonical_url(url);
  std::string_view host = split_url(canonical).authority;
  host.remove_prefix(host.rfind('@') + 1);
  if (host.starts_with("www.")) host.remove_prefix(4);
  return std::string(host);
}

constexpr std::string_view kFormMark = "#form=";

std::string form_name(const std::string& url, std::string_view form) {
  return canonical_url(url).append(kFormMark).append(sha1_digest(form));
}
bool is_form_name(std::string_view name) { return name.find(kFormMark) != std::string_view::npos; }

Result<DocumentPtr> document_of(Fetched fetched, DocumentOptions options) {
  if (!is_page_type(fetched.type))
    return error(Code::bad_input, fmt::format("is {}, not a page of text", fetched.type), {fetched.url},
                 "pages are HTML, PDF or plain text");
  if (options.name.empty()) options.name = fetched.url;
  if (options.url.empty()) options.url = fetched.url;
  if (options.transport_charset.empty()) options.transport_charset = fetched.charset;
  if (!options.media_type) options.media_type = media_type_of(fetched.type);
  return make_document(std::move(fetched.body), std::move(options));
}

// The file of cookies is written anew in the end: what is in it must be cookies, as libcurl reads them.
static Status check_cookies(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code failed;
  if (const fs::path folder = fs::path(path).parent_path();
      !folder.empty() && !fs::is_directory(folder, failed))
    return error(Code::usage, fmt::format("there is no folder {}", folder.string()), {path},
                 "--cookies FILE is read, and written in the end");
  if (!fs::is_regular_file(path, failed)) return {};
  GLEANER_TRY(const std::string text, read_file(path));
  constexpr std::ptrdiff_t kTabs = 6;
  bool empty = true;
  for (const std::string_view line : split(text, '\n')) {
    if (trim(line).empty()) continue;
    empty = false;
    const std::string low = lower_ascii(line);
    const bool comment = line.starts_with('#');
    if (comment && low.find("cookie file") == std::string::npos && !low.starts_with("#httponly_")) continue;
    if (comment || low.starts_with("set-cookie:") || std::count(line.begin(), line.end(), '\t') >= kTabs)
      return {};
    break;
  }
  if (empty) return {};
  return error(Code::usage, "is no file of cookies, and would be written over", {path},
               "Netscape's format, as extensions of browsers and curl -c write it: cookies.txt, not JSON");
}

static Status check_headers(const std::vector<std::string>& headers) {
  for (const std::string& line : headers)
    if (const size_t colon = line.find(':');
        colon == 0 || colon == std::string::npos || line.find_first_of("\r\n") != std::string::npos)
      return error(Code::usage, fmt::format("\"{}\" is no header", line), {}, "--header 'Name: value'");
  return {};
}

Status check_options(const FetchOptions& options) {
  if (!options.cookies.empty()) GLEANER_CHECK(check_cookies(options.cookies));
  return check_headers(options.headers);
}

#ifdef GLEANER_HAVE_CURL
namespace {

using Clock = std::chrono::steady_clock;
constexpr double kDefaultDelay = 1;
constexpr size_t kRobotsHosts = 100'000;  // whose rules are kept

struct Host {
  std::deque<TaskPtr> waiting;
  int active = 0;
  Clock::time_point next{};
  std::optional<double> delay;  // robots.txt's word
  // tried as often as is asked, and no connection came about: until one does, once is enough
  bool down = false;
};

struct RobotsOf {
  bool known = false;
  Robots rules;
  std::optional<FetchFailure> unreadable;  // why all is refused: it may pass, so it is no refusal by the site
  std::vector<TaskPtr> waiting;
};

bool is_unreachable(const FetchFailure& failure) {
  return failure.kind == "dns" || failure.kind == "connect" || failure.kind == "tls";
}

std::string origin_of(const std::string& url) {
  const UrlParts parts = split_url(url);
  return lower_ascii(parts.scheme) + "://" + lower_ascii(parts.authority);
}

}  // namespace

struct Fetcher::Impl {
  CurlApi api;
  FetchOptions options;
  std::string token;  // our name in robots.txt
  CURLM* multi = nullptr;
  CURLSH* share = nullptr;

  std::mutex mutex;
  std::deque<TaskPtr> incoming;  // guarded by mutex
  bool stop = false;             // guarded by mutex
  std::thread thread;

  // of the thread alone
  std::map<std::string, Host> hosts;
  std::map<std::string, RobotsOf> robots;
  std::multimap<Clock::time_point, TaskPtr> later;  // retries
  std::set<std::string> ready;                      // hosts with waiting tasks
  std::string last_served;
  std::set<std::string> named;  // hosts
  std::vector<std::unique_ptr<Transfer>> idle;
  std::map<Transfer*, std::unique_ptr<Transfer>> active;

  ~Impl() {
    if (thread.joinable()) {
      {
        const std::lock_guard lock(mutex);
        stop = true;
      }
      api.curl_multi_wakeup(multi);
      thread.join();
    }
    active.clear();
    save_cookies();
    idle.clear();
    if (multi) api.curl_multi_cleanup(multi);
    if (share) api.curl_share_cleanup(share);
  }

  // By a handle of its own: one that is used again would keep the name of the file for good.
  void read_cookies() {
    if (options.cookies.empty()) return;
    CURL* reader = api.curl_easy_init();
    api.curl_easy_setopt(reader, CURLOPT_SHARE, share);
    api.curl_easy_setopt(reader, CURLOPT_COOKIEFILE, options.cookies.c_str());
    api.curl_easy_setopt(reader, CURLOPT_COOKIELIST, "RELOAD");
    api.curl_easy_cleanup(reader);
  }

  void save_cookies() {
    if (options.cookies.empty() || !share) return;
    // Who has them is logged in: a new file is its owner's alone. libcurl keeps the mode.
    const int fresh = ::open(options.cookies.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fresh >= 0) ::close(fresh);
    CURL* saver = api.curl_easy_init();
    api.curl_easy_setopt(saver, CURLOPT_SHARE, share);
    api.curl_easy_setopt(saver, CURLOPT_COOKIEJAR, options.cookies.c_str());
    api.curl_easy_cleanup(saver);  // which writes them
  }

  void complete(const TaskPtr& task) {
    if (task->done) std::exchange(task->done, nullptr)(std::move(task->result));
  }

  void fail(const TaskPtr& task, std::string kind, Diagnostic why) {
    task->result.url = task->url;
    task->result.attempts = task->attempts;
    task->result.failed = FetchFailure{std::move(kind), std::move(why)};
    complete(task);
  }

  void enter(const TaskPtr& task) {
    const std::string host = named_host(task->url);
    if (task->request.by_page) task->foreign = !named.contains(host);
    else named.insert(host);
    admit(task);
  }

  // May it be fetched at all? If so it waits for its turn.
  void admit(const TaskPtr& task) {
    const std::string url = canonical_url(task->url);
    if (url.empty())
      return fail(task, "scheme", error(Code::usage, "only http and https are fetched", {task->url}));
    task->url = url;
    const std::string host = host_of(split_url(url));
    if (options.allowed && !options.allowed(host))
      return fail(task, "not allowed",
                  error(Code::usage, fmt::format("{} leads to {}, which may not be reached", url, host), {},
                        fmt::format("allow it: --allow-net {}", host)));
    // Through a proxy the address is not ours to see; what the name says of it is.
    if (!private_allowed(options, host) && (host == "localhost" || !special_address(host).empty()))
      return fail(
          task, "address",
          error(Code::usage, fmt::format("leads to {}, an address of this machine or its network", host),
                {url}, options.how_to_allow_private));
    if (options.robots && !task->for_robots && !robots_allow(task, url)) return;
    hosts[host].waiting.push_back(task);
    ready.insert(host);
  }

  // False: the task waits for the rules, or was refused by them.
  bool robots_allow(const TaskPtr& task, const std::string& url) {
    const std::string origin = origin_of(url);
    if (robots.size() > kRobotsHosts && !robots.count(origin)) forget_robots();
    const auto [at, fresh] = robots.try_emplace(origin);
    if (fresh) ask_robots(origin, task->foreign);
    if (!at->second.known) {
      at->second.waiting.push_back(task);
      return false;
    }
    const RobotsOf& of = at->second;
    if (of.rules.allowed(robots_target(url))) return true;
    if (of.unreadable)
      fail(task, of.unreadable->kind,
           error(Code::io,
                 fmt::format("its robots.txt cannot be read, so it is left alone: {}",
                             of.unreadable->why.message),
                 {url}, "try later; if you may: --ignore-robots"));
    else
      fail(task, "robots",
           error(Code::usage, "robots.txt asks programs not to fetch it", {url},
                 "if you may: --ignore-robots"));
    return false;
  }

  void forget_robots() {
    std::erase_if(robots, [](const auto& one) { return one.second.known; });
  }

  void ask_robots(const std::string& origin, bool foreign) {
    auto task = std::make_shared<Task>();
    task->foreign = foreign;
    task->url = task->request.url = origin + "/robots.txt";
    task->for_robots = true;
    task->done = [this, origin](Fetched got) { take_robots(origin, std::move(got)); };
    admit(task);
  }

  // RFC 9309, section 2.3.1: no such file allows all, a server that fails refuses all.
  void take_robots(const std::string& origin, Fetched got) {
    RobotsOf& of = robots[origin];
    std::vector<TaskPtr> waiting = std::move(of.waiting);
    // A server that cannot be reached at all says nothing of robots: its pages fail as this did, and who asks
    // later asks for the rules again.
    if (got.failed && is_unreachable(*got.failed) && origin_of(got.url) == origin) {
      robots.erase(origin);
      for (const TaskPtr& task : waiting) {
        Diagnostic why = got.failed->why;
        why.where.file = task->url;
        task->attempts = got.attempts;
        fail(task, got.failed->kind, std::move(why));
      }
      return;
    }
    of.known = true;
    const bool refused_by_us =
        got.failed &&
        (got.failed->kind == "address" || got.failed->kind == "not allowed" || got.failed->kind == "scheme");
    if (!got.failed) of.rules = Robots::parse(got.body, token);
    else if ((got.status >= 400 && got.status < 500) || refused_by_us || got.failed->kind == "redirects")
      of.rules = Robots::allow_all();
    else of.rules = Robots::refuse_all(), of.unreadable = std::move(got.failed);
    if (const auto delay = of.rules.delay()) hosts[host_of(split_url(origin))].delay = delay;
    for (const TaskPtr& task : waiting) admit(task);
  }

  double delay_of(const std::string& name, const Host& host) const {
    if (options.delay) return *options.delay;
    if (host.delay) return *host.delay;
    return name == "localhost" || !special_address(name).empty()
               ? 0
               : kDefaultDelay;  // one's own machine need not be spared
  }

  // Hosts take turns: each time it begins after the one that was served last.
  void start_ready(Clock::time_point now) {
    auto it = ready.upper_bound(last_served);
    for (size_t i = 0, n = ready.size(); i < n && int(active.size()) < options.connections; ++i) {
      if (it == ready.end()) it = ready.begin();
      Host& host = hosts[*it];
      while (!host.waiting.empty() && host.active < options.host_connections && host.next <= now &&
             int(active.size()) < options.connections) {
        TaskPtr task = std::move(host.waiting.front());
        host.waiting.pop_front();
        last_served = *it;
        start(*it, host, std::move(task), now);
      }
      it = host.waiting.empty() ? ready.erase(it) : std::next(it);
    }
  }

  void start(const std::string& name, Host& host, TaskPtr task, Clock::time_point now) {
    std::unique_ptr<Transfer> transfer;
    if (idle.empty()) transfer = std::make_unique<Transfer>(api, options, share);
    else transfer = std::move(idle.back()), idle.pop_back();
    transfer->prepare(std::move(task));
    transfer->host = name;
    ++host.active;
    host.next = now + Milliseconds(int64_t(delay_of(name, host) * 1000));
    api.curl_multi_add_handle(multi, transfer->handle());
    Transfer* key = transfer.get();
    active[key] = std::move(transfer);
  }

  void finish(Transfer* which, CURLcode code) {
    auto at = active.find(which);
    std::unique_ptr<Transfer> transfer = std::move(at->second);
    active.erase(at);
    api.curl_multi_remove_handle(multi, transfer->handle());
    --hosts[transfer->host].active;
    const TaskPtr task = transfer->task();
    Transfer::Outcome outcome = transfer->finish(code);
    idle.push_back(std::move(transfer));
    if (!outcome.redirect.empty()) return redirect(task, outcome.redirect);
    Host& host = hosts[host_of(split_url(task->url))];
    const bool unreachable = outcome.failed && is_unreachable(*outcome.failed);
    if (outcome.failed && outcome.may_pass && task->attempts <= options.retries &&
        !(unreachable && host.down) && try_again(task, outcome))
      return;
    host.down = unreachable;
    task->result.failed = std::move(outcome.failed);
    complete(task);
  }

  void redirect(const TaskPtr& task, const std::string& to) {
    task->request.form.reset();  // as browsers do: what follows is got
    if (++task->redirects > options.max_redirects)
      return fail(
          task, "redirects",
          error(Code::io, fmt::format("more than {} redirects", options.max_redirects), {task->request.url},
                "the server sends in circles, perhaps for want of a cookie: --cookies FILE"));
    const bool in_clear = task->url.starts_with("https:") && to.starts_with("http:");
    task->foreign = task->foreign || in_clear || named_host(to) != named_host(task->url);
    task->url = to;
    task->attempts = 0;
    admit(task);
  }

  bool try_again(const TaskPtr& task, const Transfer::Outcome& outcome) {
    if (outcome.retry_after && *outcome.retry_after > options.longest_pause) return false;
    // What a form brings about may have been brought about: it is not sent twice.
    if (task->request.form && outcome.failed->kind != "dns" && outcome.failed->kind != "connect")
      return false;
    std::mt19937_64 random(stable_hash(task->url) + uint64_t(task->attempts));
    const double jitter = 0.5 + double(random() % 1024) / 1024;
    const double backoff = double(options.first_pause.count()) * double(1u << (task->attempts - 1)) * jitter;
    Milliseconds pause(int64_t(std::min(backoff, double(options.longest_pause.count()))));
    if (outcome.retry_after) pause = std::max(*outcome.retry_after, Milliseconds(0));
    if (!task->result.exchanges.empty())
      task->result.exchanges.pop_back();  // the answer that counts is the last
    const Clock::time_point then = Clock::now() + pause;
    if (outcome.failed->kind == "429" || outcome.retry_after) {  // the host as a whole is asked for less
      Host& host = hosts[host_of(split_url(task->url))];
      host.next = std::max(host.next, then);
    }
    if (options.on_retry) options.on_retry(*outcome.failed, pause);
    later.emplace(then, task);
    return true;
  }

  int wait_time(Clock::time_point now) const {
    constexpr int kLongest = 1000;
    Clock::time_point next = now + Milliseconds(kLongest);
    if (!later.empty()) next = std::min(next, later.begin()->first);
    if (int(active.size()) < options.connections)
      for (const std::string& name : ready) {
        const Host& host = hosts.at(name);
        if (host.active < options.host_connections) next = std::min(next, host.next);
      }
    return int(std::max<int64_t>(0, std::chrono::ceil<Milliseconds>(next - now).count()));
  }

  void run() {
    for (;;) {
      std::deque<TaskPtr> fresh;
      {
        const std::lock_guard lock(mutex);
        if (stop) break;
        fresh.swap(incoming);
      }
      for (const TaskPtr& task : fresh) enter(task);
      const Clock::time_point now = Clock::now();
      while (!later.empty() && later.begin()->first <= now) {
        const TaskPtr task = later.begin()->second;
        later.erase(later.begin());
        admit(task);
      }
      start_ready(now);
      int running = 0;
      api.curl_multi_perform(multi, &running);
      int left = 0;
      bool any = false;
      while (CURLMsg* message = api.curl_multi_info_read(multi, &left)) {
        if (message->msg != CURLMSG_DONE) continue;
        Transfer* which = nullptr;
        const CURLcode code = message->data.result;
        api.curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &which);
        finish(which, code);
        any = true;
      }
      if (!any) api.curl_multi_poll(multi, nullptr, 0, wait_time(Clock::now()), nullptr);
    }
    abandon();
  }

  void abandon() {
    const auto end = [&](const TaskPtr& task) {
      fail(task, "stopped", error(Code::io, "was not fetched: the program ends", {task->url}));
    };
    for (auto& [key, transfer] : active) {
      api.curl_multi_remove_handle(multi, transfer->handle());
      const TaskPtr task = transfer->task();
      if (!task->for_robots) end(task);
    }
    for (auto& [time, task] : later)
      if (!task->for_robots) end(task);
    for (auto& [name, host] : hosts)
      for (const TaskPtr& task : host.waiting)
        if (!task->for_robots) end(task);
    for (auto& [origin, of] : robots)
      for (const TaskPtr& task : of.waiting) end(task);
    const std::lock_guard lock(mutex);
    for (const TaskPtr& task : incoming) end(task);
  }
};

Fetcher::Fetcher() : impl_(std::make_unique<Impl>()) {}
Fetcher::~Fetcher() = default;

Result<std::unique_ptr<Fetcher>> Fetcher::make(FetchOptions options) {
  GLEANER_CHECK(check_options(options));
  std::unique_ptr<Fetcher> made(new Fetcher());
  Impl& impl = *made->impl_;
  impl.options = std::move(options);
  impl.token = impl.options.agent.substr(0, impl.options.agent.find('/'));
  GLEANER_TRY(impl.api, load_curl());
  impl.multi = impl.api.curl_multi_init();
  impl.share = impl.api.curl_share_init();
  if (!impl.multi || !impl.share) return error(Code::unsupported, "libcurl cannot start");
  impl.api.curl_share_setopt(impl.share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
  impl.read_cookies();
  impl.api.curl_multi_setopt(impl.multi, CURLMOPT_MAXCONNECTS, 2 * long(impl.options.connections));
  impl.thread = std::thread([&impl] { impl.run(); });
  return made;
}

void Fetcher::submit(FetchRequest request, std::function<void(Fetched)> done) {
  auto task = std::make_shared<Task>();
  task->url = request.url;
  task->result.asked = request.url;
  task->request = std::move(request);
  task->done = std::move(done);
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->incoming.push_back(std::move(task));
  }
  impl_->api.curl_multi_wakeup(impl_->multi);
}

#else  // built without libcurl

struct Fetcher::Impl {};
Fetcher::Fetcher() = default;
Fetcher::~Fetcher() = default;
Result<std::unique_ptr<Fetcher>> Fetcher::make(FetchOptions) {
  return error(Code::unsupported, "this program was built without libcurl: it fetches no pages", {},
               "install libcurl4-openssl-dev (scripts/setup does) and build again");
}
void Fetcher::submit(FetchRequest request, std::function<void(Fetched)> done) {
  Fetched none;
  none.asked = none.url = request.url;
  none.failed = FetchFailure{"unsupported", error(Code::unsupported, "this program fetches no pages")};
  done(std::move(none));
}

#endif

Fetched Fetcher::fetch(FetchRequest request) {
  auto promise = std::make_shared<std::promise<Fetched>>();
  auto future = promise->get_future();
  submit(std::move(request), [promise](Fetched got) { promise->set_value(std::move(got)); });
  return future.get();
}

Result<Fetched> Fetcher::get(const std::string& url) {
  Fetched got = fetch({url, "", ""});
  if (got.failed) return std::move(got.failed->why);
  return got;
}

}  // namespace gleaner::web
