// gleaner explain WRAPPER PAGE: why each cell is there, and why an absent one is not.
#include <fmt/format.h>

#include "base/json.h"
#include "base/lists.h"
#include "learn/explain_html.h"
#include "learn/like_nodes.h"
#include "options.h"
#include "output.h"
#include "page/load.h"
#include "page_input.h"
#include "pdf/read.h"
#include "pdf_pages.h"
#include "run/empty_page.h"
#include "run/extract.h"
#include "run/families.h"
#include "sheet_pictures.h"
#include "verbs.h"
#include "wrap/refusal.h"
#include "wrap/wrapper_file.h"

namespace gleaner::cli {
namespace {

struct ExplainArguments {
  std::string wrapper, page, html, field, diff;
  BudgetOptions budget;
  size_t record = 0;
  bool json = false, absent_records = false;
  PageInput input;
};

std::vector<std::string> rule_lines(const wrap::Wrapper& wrapper) {
  std::vector<std::string> lines;
  for (const wrap::Rule& rule : wrapper.rules())
    if (!rule.words.empty() && &rule != &wrapper.rules().front())
      lines.push_back(fmt::format("{:<12} {}", rule.field.empty() ? "record" : rule.field, rule.words));
  return lines;
}

std::vector<std::string> columns(const std::vector<wrap::FieldSchema>& fields, const std::string& prefix) {
  std::vector<std::string> out;
  for (const wrap::FieldSchema& field : fields) {
    if (field.fields.empty()) out.push_back(prefix + field.name);
    for (std::string& below : columns(field.fields, prefix + field.name + "."))
      out.push_back(std::move(below));
  }
  return out;
}

// The rules of two wrappers side by side, field by field.
int show_diff(const wrap::Wrapper& before, const wrap::Wrapper& after) {
  auto words_of = [](const wrap::Wrapper& wrapper, const std::string& field) {
    const auto& rules = wrapper.rules();
    for (size_t i = 1; i < rules.size(); ++i)  // [0] is "unknown"
      if (rules[i].field == field && !rules[i].words.empty()) return rules[i].words;
    return std::string("-");
  };
  std::string out;
  std::vector<std::string> fields{""};
  for (const wrap::Wrapper* wrapper : {&before, &after})
    for (const wrap::FieldSchema& field : wrapper->schema().fields) add_new(fields, field.name);
  for (const std::string& field : fields) {
    std::string a = words_of(before, field), b = words_of(after, field);
    std::string name = field.empty() ? "record" : field;
    out += a == b ? fmt::format("  {:<12} {}\n", name, a)
                  : fmt::format("- {:<12} {}\n+ {:<12} {}\n", name, a, name, b);
  }
  return write_whole("", out);
}

// The rule that finds records decides; those of the fields come after it.
void say_no_records(const wrap::Wrapper& wrapper, const Document& page) {
  std::string line = "no records on " + page.name();
  if (const std::string why = run::why_empty(page); !why.empty()) line += ": " + why;
  for (size_t i = 1; i < wrapper.rules().size(); ++i) {
    const wrap::Rule& rule = wrapper.rules()[i];
    if (!rule.field.empty() || rule.words.empty()) continue;
    line += "\n  looked for " + rule.words;
    break;
  }
  say(line);
}

// Of a PDF: its sheets with the values marked; empty for other pages.
Result<std::string> pictures_of(const std::string& path, const std::vector<learn::ExplainedCell>& cells) {
  if (path == "-") return std::string();
  GLEANER_TRY(const std::string bytes, read_file(path));
  if (!pdf::is_pdf(bytes)) return std::string();
  GLEANER_TRY(const layout::Read read, convert_pdf(bytes, path));
  std::vector<SheetMark> marks;
  for (size_t i = 0; i < cells.size(); ++i)
    for (const layout::Place& place : read.places)
      if (cells[i].span && place.span.overlaps(*cells[i].span))
        marks.push_back({place.sheet, place.box, "value",
                         fmt::format("{} of record {}: {}", cells[i].field, cells[i].record, cells[i].text),
                         int(i)});
  if (marks.empty()) return std::string();
  return sheet_pictures(bytes, path, [&](const layout::Sheet& sheet) {
    std::vector<SheetMark> here;
    for (const SheetMark& mark : marks)
      if (mark.sheet == sheet.number) here.push_back(mark);
    return here;
  });
}

// What looks like a record and is none: the notes that the wrapper gives of the page.
Result<int> show_absent_records(const wrap::Wrapper& wrapper, const Document& page, bool json) {
  wrap::RecordList list;
  Budget budget;
  GLEANER_CHECK(wrapper.extract(page, *wrapper.make_scratch(), list, budget));
  learn::add_refusals(wrapper, page, list.records, list.notes);
  std::string out;
  size_t nodes = 0;
  for (const Diagnostic& note : list.notes)
    if (const auto refused = wrap::refusal_of(note)) nodes += refused->nodes;
  for (const Diagnostic& note : list.notes)
    out += json ? fmt::format("{{\"line\": {}, \"why\": {}, \"hint\": {}}}\n", note.where.line,
                              json::quote(note.message), json::quote(note.hint))
                : fmt::format("line {}: {}\n{}", note.where.line, note.message,
                              note.hint.empty() ? "" : "  " + note.hint + "\n");
  if (!json)
    out += fmt::format("{}, {} refused\n", counted(list.records.size(), "record"),
                       counted(nodes, "node like them", "nodes like them"));
  return write_whole("", out);
}

Result<int> run_explain(const ExplainArguments& options) {
  GLEANER_TRY(auto loaded, wrap::load_wrapper(options.wrapper, run::families()));
  const wrap::Wrapper& wrapper = *loaded.wrapper;
  if (!options.diff.empty()) {
    GLEANER_TRY(auto other, wrap::load_wrapper(options.diff, run::families()));
    return show_diff(wrapper, *other.wrapper);
  }
  if (options.page.empty()) return fail_usage("a page is needed", "gleaner explain WRAPPER PAGE");
  GLEANER_TRY(auto named, options.input.expand({options.page}));
  if (named.size() != 1)
    return fail_usage(fmt::format("{} is {} pages: one is explained at a time", options.page, named.size()),
                      fmt::format("e.g. gleaner explain {} '{}'", options.wrapper, named.front()));
  GLEANER_CHECK(not_an_input(options.html, named));
  GLEANER_TRY(auto page, options.input.load(named.front()));
  if (options.absent_records) return show_absent_records(wrapper, *page, options.json);
  wrap::RecordList list;
  Budget budget;
  const std::unique_ptr<wrap::Scratch> scratch = wrapper.make_scratch();
  GLEANER_CHECK(wrapper.extract(*page, *scratch, list, budget));
  const std::vector<wrap::Record>* records = &list.records;
  if (options.record > records->size())
    return fail_usage(fmt::format("there is no record {}: the page has {}", options.record,
                                  counted(records->size(), "record")));
  learn::ExplainOptions what{options.field, options.record};
  const std::vector<learn::ExplainedCell> cells = run::explain(loaded, *page, *records, what);
  if (cells.empty() && !options.field.empty())
    return fail_usage(fmt::format("the wrapper has no field \"{}\"", options.field),
                      fmt::format("its fields: {}", fmt::join(columns(wrapper.schema().fields, ""), ", ")));
  if (!options.html.empty()) {
    learn::HtmlOptions html{fmt::format("{} on {}", options.wrapper, options.page),
                            rule_lines(wrapper),
                            columns(wrapper.schema().fields, ""),
                            {}};
    GLEANER_TRY(html.shown, pictures_of(options.page, cells));
    if (int exit = write_whole(options.html, learn::explanation_html(*page, cells, html))) return exit;
    say("-> " + options.html);
    return records->empty() ? kNothingFound : kDone;
  }
  std::string out;
  for (const learn::ExplainedCell& cell : cells)
    out += options.json ? learn::format_json(cell, *page) + "\n" : learn::format_text(cell, *page);
  if (records->empty()) say_no_records(wrapper, *page);
  if (int exit = write_whole("", out)) return exit;
  // which lines are no records, and why: as much of the answer as the values
  if (wrapper.kind() == "lines" && options.field.empty() && !options.record && !options.json)
    print(list.notes, true);
  if (run::read_in_part(*page)) return print(page->notes()), kPartial;
  return records->empty() ? kNothingFound : kDone;
}

}  // namespace

void add_explain(Command& app) {
  auto options = std::make_shared<ExplainArguments>();
  Command& verb = add_verb(app, "explain", "Say why each value is there, and why an absent one is not",
                           "  gleaner explain shop.wrapper page7.html --record 3 --field price\n"
                           "  gleaner explain shop.wrapper page7.html --html why.html\n"
                           "  gleaner explain shop.wrapper page7.html --absent-records\n"
                           "  gleaner explain shop.wrapper --diff shop.2.wrapper");
  verb.add_option("wrapper", options->wrapper, "WRAPPER", "wrapper file")->required();
  verb.add_option("page", options->page, "PAGE",
                  "one page: a file, - for standard input, a URL, ARCHIVE.warc.gz#URL");
  verb.add_option("--field", options->field, "FIELD", "only this field");
  verb.add_option("--record", options->record, "N", "only this record, counted from 1")
      ->check(whole_from_one());
  verb.add_option("--html", options->html, "FILE",
                  "write a page that shows source, rendering, records and rules together");
  verb.add_option("--diff", options->diff, "WRAPPER", "show how the rules of another wrapper differ");
  verb.add_flag("--absent-records", options->absent_records,
                "what looks like a record of the page and was refused, and why");
  verb.add_flag("--json", options->json, "a line of JSON a value");
  add_budget(verb, options->budget);
  options->input.add_options(verb, &options->budget);
  verb.callback([options] {
    return run_limited(limits_of(options->budget, 1), [&] { return run_explain(*options); });
  });
}

}  // namespace gleaner::cli
