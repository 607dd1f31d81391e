// Template files and lexer files of any text, and whatever patterns they hold matched over a small page
// within a budget: no crash, no hang; what parses prints to something that parses to the same.
#include "base/text.h"
#include "fuzz/require.h"
#include "templates/facts.h"
#include "templates/parse.h"
#include "tokens/lexer_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace gleaner;
  std::string_view text = as_text(data, size);
  text = text.substr(0, valid_utf8_prefix(text));
  (void)tokens::LexerFile::parse(text, "fuzz.lex");
  auto set = templates::parse_templates(
      text, "fuzz.tpl", [](const std::string&) -> Result<std::string> { return std::string("x /y/\n"); });
  if (!set.ok()) return 0;
  std::string printed = templates::print(*set);
  auto again = templates::parse_templates(
      printed, "printed.tpl",
      [](const std::string&) -> Result<std::string> { return std::string("x /y/\n"); });
  require(again.ok(), "what is printed parses");
  require(templates::print(*again) == printed, "printing is stable");
  auto compiled = templates::compile(std::move(set).value());
  if (!compiled.ok()) return 0;
  DocumentOptions named;
  named.name = "page.html";
  static const DocumentPtr page =
      Document::from_bytes("<b>one 12</b> (two (three)) <a href='x'>DM 5</a> a a a <td>y</td>", named)
          .value();
  templates::PageTokens tokens(*page, (*compiled)->set);
  BudgetLimits limits;
  limits.steps = 20'000;
  limits.depth = 500;
  for (size_t output = 0; output < (*compiled)->outputs.size(); ++output) {
    Budget budget(limits);
    templates::FactStream stream(**compiled, output, *page, tokens, budget);
    templates::Fact fact;
    for (int i = 0; i < 1000 && stream.next(fact); ++i)
      for (const auto& value : fact.values)
        if (value && value->located)
          require(value->span.begin <= value->span.end && value->span.end <= page->text().size(),
                  "spans are in the page");
  }
  return 0;
}
