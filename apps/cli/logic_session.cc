// See logic_session.h. Also where `:- use_templates` and `:- use_wrapper` of a program find their files:
// beside it.
#include "logic_session.h"

#include <filesystem>

#include "base/contains.h"
#include "logic/relations.h"
#include "logic_tables.h"
#include "page/allowed_path.h"
#include "page/load.h"
#include "page/url.h"
#include "run/families.h"
#include "templates/bridge.h"
#include "templates/parse.h"
#include "wrap/wrapper_file.h"

namespace gleaner::cli {
namespace {

constexpr uint64_t kStackMegabytes = 512, kMegabytes = 2048;  // unless the caller says

// Pages of the program's folder, and of the hosts that it may reach.
class PageFetcher : public logic::Fetcher {
 public:
  PageFetcher(std::string folder, bool confined, const AccessOptions& access)
      : files_(std::move(folder), confined,
               [input = access.input](const std::string& path, const LoadOptions& how) {
                 return input.load(path, how);
               }),
        input_(access.input),
        hosts_(hosts_of(access)) {}

  std::string resolve(const std::string& reference, const std::string& base) const override {
    if (!web::is_web_address(reference) && !web::is_web_address(base)) return files_.resolve(reference, base);
    if (reference.find(" with ") != std::string::npos)
      return reference;  // the answer to a form, see Session::submit
    return web::canonical_url(resolve_url(reference, base.substr(0, base.find(' '))));
  }

  Result<DocumentPtr> fetch(const std::string& url) const override {
    if (!web::is_web_address(url)) return files_.fetch(url);
    GLEANER_CHECK(allowed(url));
    GLEANER_TRY(web::Sources * from, input_.sources_of_hosts(hosts_, 0));
    return from->load(url);
  }

  Result<DocumentPtr> submit(const std::string& url, const std::string& body) const override {
    if (!web::is_web_address(url)) return files_.submit(url, body);
    GLEANER_CHECK(allowed(url));
    GLEANER_TRY(web::Sources * from, input_.sources_of_hosts(hosts_, 0));
    return from->submit(url, body);
  }

 private:
  Status allowed(const std::string& url) const {
    const std::string host = host_of(split_url(url));
    if (contains(hosts_, host)) return {};
    return error(Code::unsupported, "this program may not reach " + host, {},
                 "allow it: --allow-net " + host);
  }

  logic::FileFetcher files_;
  PageInput input_;
  std::vector<std::string> hosts_;
};

}  // namespace

void add_logic(Command& verb, LogicOptions& into) {
  verb.add_option("program", into.program, "PROGRAM", "logic program (.pl), - for none")->required();
  verb.add_option("--root", into.root, "FOLDER", "folder of the pages (default: the program's)");
  verb.add_flag("--trusted", into.trusted, "no sandbox: the program may do everything that Prolog can");
  add_net(verb, into.access);
  const Command::Heading limits = verb.under("Limits");
  limits.add_option("--max-seconds,--time", into.seconds, "S", "stop after so many seconds");
  limits.add_option("--max-steps,--inferences", into.inferences, "N",
                    "stop after so many steps of Prolog, 0: never (default 200 million)");
  limits.add_option("--max-megabytes,--stack", into.megabytes, "N",
                    "stop when it has taken so much memory (default 2048, of it 512 for Prolog's stacks)");
}

Result<std::unique_ptr<logic::Session>> open_program(const LogicOptions& options) {
  const bool file = options.program != "-";
  std::string text;
  if (file) {
    GLEANER_TRY(text, read_program(options.program));
  }
  const std::filesystem::path beside = std::filesystem::path(file ? options.program : "").parent_path();
  const std::string folder = beside.empty() ? "." : beside.string();
  logic::SessionOptions made;
  made.trusted = options.trusted;
  made.stack_bytes = (options.megabytes ? options.megabytes : kStackMegabytes) << 20;
  made.fetcher = std::make_shared<PageFetcher>(options.root.empty() ? folder : options.root, !options.trusted,
                                               options.access);
  auto records = std::make_shared<std::shared_ptr<logic::RecordRelation>>();
  const wrap::Registry& registry = run::families();
  const bool trusted = options.trusted;
  const TableAccess access{hosts_of(options.access), !trusted};
  made.use = [folder, trusted, records, access, &registry](const std::string& kind, const std::string& path,
                                                           logic::Session& into) -> Status {
    if (kind == "table") return add_table(into, path, folder, access);
    const std::string whole = (std::filesystem::path(folder) / path).string();
    if (!trusted && !allowed_path(whole, {folder}).ok())
      return error(Code::usage,
                   "a sandboxed program uses wrappers and templates of its own folder only, not " + path, {},
                   "put it beside the program, or run the program --trusted");
    if (kind == "templates") {
      GLEANER_TRY(templates::TemplateSet set, templates::load_templates(whole));
      GLEANER_TRY(auto compiled, templates::compile(std::move(set)));
      return templates::add_templates(into, std::move(compiled));
    }
    GLEANER_TRY(wrap::WrapperFile wrapper, wrap::load_wrapper(whole, registry));
    return logic::add_wrapper(into, wrapper.wrapper, wrap::typed_schema(wrapper), *records);
  };
  made.source = [folder, trusted](const std::string& path) -> Result<std::string> {
    std::string whole = (std::filesystem::path(folder) / path).string();
    std::error_code failed;
    if (!std::filesystem::exists(whole, failed) && !path.ends_with(".pl")) whole += ".pl";
    if (!trusted && !allowed_path(whole, {folder}).ok())
      return error(Code::usage, "a sandboxed program is made of files of its own folder only, not " + path,
                   {}, "put it beside the program, or run the program --trusted");
    return read_program(whole);
  };
  GLEANER_TRY(auto program, logic::Session::create(std::move(made)));
  GLEANER_CHECK(logic::add_page_relations(*program));
  GLEANER_CHECK(program->load_program(text, options.program));
  return program;
}

logic::AskOptions ask_options(const LogicOptions& options) {
  logic::AskOptions made;
  made.inferences = options.inferences;
  const BudgetLimits limits = limits_of(options);
  made.time = limits.time;
  made.memory = limits.memory;
  return made;
}

BudgetLimits limits_of(const LogicOptions& options) {
  BudgetLimits limits;
  if (options.seconds > 0) limits.time = std::chrono::milliseconds(int64_t(options.seconds * 1000));
  limits.memory = (options.megabytes ? options.megabytes : kMegabytes) << 20;
  return limits;
}

}  // namespace gleaner::cli
