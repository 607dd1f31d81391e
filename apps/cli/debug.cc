// gleaner debug text|tokens|dom|boxes|rules|labels|wrapper|automaton: the internal forms, for people who want
// to see what the program sees. Adding a form: write its function and name it in add_debug.
#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "html/tree.h"
#include "html/visible.h"
#include "label/resolve.h"
#include "layout/settings_file.h"
#include "options.h"
#include "output.h"
#include "page/load.h"
#include "page_input.h"
#include "pdf_pages.h"
#include "run/families.h"
#include "script/parser.h"
#include "script/source_parser.h"
#include "tokens/features.h"
#include "tokens/lexer.h"
#include "verbs.h"
#include "wrap/wrapper_file.h"

namespace gleaner::cli {
namespace {

struct DebugArguments {
  PageInput pages;
  std::string input, rule;
  BudgetOptions budget;
  bool source = false, dot = false;
};

std::string shown(std::string_view text) {
  constexpr size_t kMost = 100;
  std::string quoted = json::quote(text.substr(0, kMost));
  return text.size() > kMost ? quoted + "..." : quoted;
}

std::string span_words(const Document& document, Span span) {
  const Span bytes = document.to_bytes(span);
  return fmt::format("{}-{}", bytes.begin, bytes.end);
}

std::string debug_text(const Document& document, const DebugArguments& options) {
  if (options.source || !document.is_html()) return std::string(document.text());
  return html::visible_lines(document.view<html::Tree>());
}

std::string debug_dom(const Document& document, const DebugArguments&) {
  const html::Tree& tree = document.view<html::Tree>();
  std::string out;
  std::vector<html::Attribute> attributes;
  for (html::NodeId n = 0; n < tree.size(); ++n) {
    constexpr uint32_t kIndent = 60;  // deep pages would be all blanks
    out.append(2 * std::min(tree.depth(n), kIndent), ' ');
    out += tree.name(n);
    if (tree.is_element(n))
      for (const html::Attribute& attribute : tree.attributes_of(n, attributes))
        out += fmt::format(" {}={}", attribute.name, shown(attribute.value));
    if (tree.is_text(n) || tree.kind(n) == html::NodeKind::comment) out += " " + shown(tree.text(n));
    out += fmt::format("  [{}]\n", span_words(document, tree.span(n)));
  }
  return out;
}

std::string debug_tokens(const Document& document, const DebugArguments&) {
  std::string out;
  for (const tokens::Token& token : tokens::Tokens(document))
    out += fmt::format("{:<12} {:<12} {}\n", span_words(document, token.span), tokens::name_of(token.type),
                       shown(document.text(token.span)));
  return out;
}

std::string debug_wrapper(const wrap::Wrapper& wrapper) {
  std::string out = fmt::format("kind    {}\n", wrapper.kind());
  for (const std::string& field : wrap::format_schema(wrapper.schema()))
    out += fmt::format("field   {}\n", field);
  for (size_t i = 1; i < wrapper.rules().size(); ++i) {  // [0] is "unknown"
    const wrap::Rule& rule = wrapper.rules()[i];
    out += fmt::format("rule    {}: {}", rule.id, rule.words);
    if (!rule.example.empty()) out += fmt::format("   like {}", rule.example);
    out += '\n';
  }
  return out + "\n" + wrap::format_wrapper(wrapper);
}

// A line a labelled value: where it stands, or in how many places.
Result<int> debug_labels(const std::string& file) {
  GLEANER_TRY(auto resolved, label::resolve(file, PageInput().for_labels()));
  std::string out;
  for (const wrap::LabelledPage& page : resolved.pages)
    for (const wrap::Record& record : page.label.records)
      wrap::for_each_leaf(record, [&](const std::string& path, const wrap::Value& value) {
        const std::string where = value.span ? span_words(*page.document, *value.span)
                                             : fmt::format("{} places", value.places.size());
        out += fmt::format("{:<24} {:<20} {:<14} {}\n", page.label.page, path, where, shown(value.text));
      });
  print(resolved.problems, true);
  const int exit = write_whole("", out);
  return exit || resolved.problems.empty() ? exit : int(kBadInput);
}

Result<int> print_whole_page(const DebugArguments& options,
                             std::string (*form)(const Document&, const DebugArguments&)) {
  GLEANER_TRY(auto loaded, options.pages.load(options.input));
  const int exit = write_whole("", form(*loaded, options));
  print(loaded->notes());
  return exit == kDone && run::read_in_part(*loaded) ? int(kPartial) : exit;
}

int print_page(const DebugArguments& options, std::string (*form)(const Document&, const DebugArguments&)) {
  return run_limited(limits_of(options.budget, 1), [&] { return print_whole_page(options, form); });
}

// A rule of a grammar as the engine runs it.
Result<int> debug_automaton(const DebugArguments& options) {
  GLEANER_TRY(auto source, read_file(options.input));
  GLEANER_TRY(auto script, script::parse_script(std::move(source), options.input));
  const grammar::Grammar& grammar = script->grammar;
  GLEANER_TRY(auto rule, script::choose_rule(grammar, options.rule));
  GLEANER_TRY(auto program, grammar::Program::compile(grammar, rule));
  return write_whole("", options.dot ? program->to_dot() : program->to_string());
}

// A line a word of a PDF: where it stands in the text that is made of it, and on which sheet.
Result<int> debug_boxes(const DebugArguments& options) {
  GLEANER_TRY(auto bytes, read_file(options.input));
  if (!has_sheets(bytes)) return fail_usage(options.input + " is no PDF", "boxes are of PDFs");
  GLEANER_TRY(auto read, convert_pdf(bytes, options.input));
  std::string out;
  for (const layout::Place& place : read.places)
    out += fmt::format(
        "{{\"span\": [{}, {}], \"page\": {}, \"box\": [{:.2f}, {:.2f}, {:.2f}, {:.2f}], \"characters\": [{}, {}], "
        "\"text\": {}}}\n",
        place.span.begin, place.span.end, place.sheet, place.box.x0, place.box.y0, place.box.x1, place.box.y1,
        place.first, place.last, json::quote(place.span.of(read.xhtml)));
  return write_whole("", out);
}

Command& add_form(Command& debug, const std::string& name, const std::string& purpose,
                  DebugArguments& options) {
  Command& form = debug.add_subcommand(name, purpose);
  form.add_option("page", options.input, "PAGE", "a page, - for standard input")->required();
  options.pages.add_options(form, &options.budget);
  add_budget(form, options.budget);
  return form;
}

}  // namespace

void add_debug(Command& app) {
  auto options = std::make_shared<DebugArguments>();
  Command& verb = add_verb(
      app, "debug", "Show what the program sees: text, tokens, dom, boxes, labels, wrapper, automaton",
      "  gleaner debug text page.html        as a person sees it, line by line\n"
      "  gleaner debug dom page.html         the tree, with the bytes each node stands in\n"
      "  gleaner debug tokens page.html      the tokens with type and bytes\n"
      "  gleaner debug text --source a.pdf   the page that is made of a PDF\n"
      "  gleaner debug boxes a.pdf           its words, where they stand on the sheet\n"
      "  gleaner debug labels a.labels.jsonl where each labelled text stands\n"
      "  gleaner debug wrapper shop.wrapper  what was understood of a wrapper file\n"
      "  gleaner debug automaton log.gln --dot | dot -Tsvg > log.svg");
  verb.require_subcommand();
  Command& text = add_form(verb, "text", "The page's text as a person sees it", *options);
  text.add_flag("--source", options->source, "the decoded source instead");
  text.callback([options] { return print_page(*options, debug_text); });
  add_form(verb, "dom", "The tree with spans", *options).callback([options] {
    return print_page(*options, debug_dom);
  });
  add_form(verb, "tokens", "The tokens with spans", *options).callback([options] {
    return print_page(*options, debug_tokens);
  });
  Command& boxes = add_form(verb, "boxes", "The words of a PDF with their boxes", *options);
  boxes.callback([options] { return debug_boxes(*options); });
  verb.add_subcommand("rules", "The thresholds for reading PDFs, as a file to copy and change").callback([] {
    return write_whole("", layout::format_settings({}));
  });
  Command& labels =
      verb.add_subcommand("labels", "The values of a label file and where they stand on their pages");
  labels.add_option("labels", options->input, "LABELS", "label file")->required();
  labels.callback([options] { return debug_labels(options->input); });
  Command& wrapper =
      verb.add_subcommand("wrapper", "A wrapper file as it was understood: schema, rules in words");
  wrapper.add_option("wrapper", options->input, "WRAPPER", "wrapper file")->required();
  wrapper.callback([options]() -> Result<int> {
    GLEANER_TRY(const wrap::WrapperFile loaded, wrap::load_wrapper(options->input, run::families()));
    return write_whole("", debug_wrapper(*loaded.wrapper));
  });
  Command& automaton = verb.add_subcommand(
      "automaton", "A rule of a grammar as the engine runs it: points, and edges with cost and actions");
  automaton.add_option("grammar", options->input, "GRAMMAR", "grammar or script file (.gln)")->required();
  automaton.add_option("rule", options->rule, "RULE",
                       "rule to begin with (default: the last that no other calls)");
  automaton.add_flag("--dot", options->dot, "a graph for Graphviz");
  automaton.callback([options] { return debug_automaton(*options); });
  add_serve(verb);
}

}  // namespace gleaner::cli
