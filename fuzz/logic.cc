// Logic programs and goals of any text, sandboxed and within limits, over a page of their own: a reason or
// answers, no crash, no hang, and nothing of the machine is seen: no file but the page, no output, no shell.
// Input: the program, a NUL byte, the goal.
#include "base/text.h"
#include "fuzz/require.h"
#include "logic/relations.h"
#include "logic/session.h"
#include "logic/why.h"

namespace {

using namespace gleaner;

class OnePage : public logic::Fetcher {
 public:
  std::string resolve(const std::string& reference, const std::string&) const override { return reference; }
  Result<DocumentPtr> fetch(const std::string& url) const override {
    if (url != "a.html") return error(Code::not_found, "no such page: " + url);
    DocumentOptions named;
    named.name = url;
    return Document::from_bytes("<a href='a.html'>again</a><form action=x><input name=q></form>", named);
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text = as_text(data, size);
  text = text.substr(0, valid_utf8_prefix(text));
  const size_t end = text.find('\0');
  const std::string program(text.substr(0, end));
  const std::string goal(end == std::string_view::npos ? "true" : text.substr(end + 1));
  logic::SessionOptions options;
  options.fetcher = std::make_shared<OnePage>();
  options.stack_bytes = 8u << 20;
  options.fetches = 10;
  auto session = logic::Session::create(std::move(options));
  require(session.ok(), "Prolog starts");
  require(logic::add_page_relations(**session).ok(), "relations are added");
  if (!(*session)->load_program(program, "fuzz.pl").ok()) return 0;
  logic::AskOptions ask;
  ask.inferences = 20'000;
  for (bool proofs : {false, true}) {
    ask.proofs = proofs;
    size_t answers = 0;
    (void)(*session)->ask(goal, ask, [&](logic::Answer&& answer) {
      for (const auto& [name, value] : answer.values) (void)value.to_prolog();
      if (answer.proof) (void)logic::why_text(answer, answers);
      return ++answers < 20;
    });
  }
  return 0;
}
