// gleaner label PAGE... --recognisers R.toml: labels without labelling, from recognisers that may err
// (src/delimiter/corroborate.h). gleaner label LABELS --view OUT.html: what a label file says, marked on its
// pages. gleaner label FILE.pdf --box PAGE:x0,y0,x1,y1=FIELD: labels by places on the picture of a PDF.
// The words whose middles lie in a box are the value, their place in the page that is made of the PDF is
// its span: a label like any other.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/lists.h"
#include "base/shorten.h"
#include "base/text.h"
#include "delimiter/family.h"
#include "delimiter/recogniser.h"
#include "label/resolve.h"
#include "layout/reading.h"
#include "learn/explain.h"
#include "learn/explain_html.h"
#include "options.h"
#include "output.h"
#include "page/load.h"
#include "page_input.h"
#include "page_name.h"
#include "pdf_pages.h"
#include "records_report.h"
#include "verbs.h"

namespace gleaner::cli {
namespace {

struct LabelArguments {
  std::vector<std::string> pages, boxes;
  std::string recognisers, output, mode, view;
  BudgetOptions budget;
  size_t set = 0;  // which of several label sets is meant; 0: none was named
  bool json = false, verbose = false;
  PageInput input;
};

std::string folder_of(const std::string& path) { return std::filesystem::path(path).parent_path().string(); }

Result<std::vector<delimiter::Recognised>> recognise(const delimiter::Recognisers& recognisers,
                                                     const std::vector<DocumentPtr>& pages) {
  std::vector<delimiter::Recognised> found;
  for (const delimiter::FieldRecogniser& field : recognisers.fields) {
    found.push_back({field.field, field.errs, {}});
    for (const DocumentPtr& page : pages) {
      GLEANER_TRY(found.back().instances.emplace_back(), field.recogniser->find(*page));
    }
  }
  return found;
}

// What every recogniser found: the first thing to look at when nothing fits.
std::string found_by(const delimiter::Recognised& field) {
  size_t count = 0;
  for (const auto& page : field.instances) count += page.size();
  return fmt::format("{} ({}) found {}", field.field, delimiter::name_of(field.errs),
                     counted(count, "instance"));
}

Result<std::string> label_lines(const delimiter::LabelSet& set,
                                const std::vector<delimiter::Recognised>& fields,
                                const std::vector<DocumentPtr>& pages, const LabelArguments& options,
                                size_t& records) {
  delimiter::Shape shape;
  for (uint32_t f : set.order) shape.attributes.push_back({fields[f].field});
  std::string lines;
  for (size_t i = 0; i < pages.size(); ++i) {
    wrap::Label label;
    label.page = page_name(pages[i]->name(), options.output);
    label.complete = true;
    delimiter::RecordBuilder builder(shape, *pages[i], false);
    auto take = [&](wrap::Record&& record) { return label.records.push_back(std::move(record)), true; };
    for (const delimiter::Item& item : set.items[i]) builder.add(item, take);
    builder.finish(take);
    records += label.records.size();
    lines += wrap::format_label(label, pages[i].get()) + "\n";
  }
  return lines;
}

int report(const delimiter::Corroboration& found, const std::vector<delimiter::Recognised>& fields,
           size_t pages, size_t records, const LabelArguments& options) {
  const delimiter::LabelSet& best = found.kept[options.set ? options.set - 1 : 0];
  std::vector<std::string> order = mapped(best.order, [&](uint32_t f) { return fields[f].field; });
  const std::string_view title = title_of(best.learnt.delimiters.kind);
  if (options.json) {
    put(stdout, fmt::format("{{\"pages\": {}, \"records\": {}, \"consistent\": {}, \"fitting\": {}, \"all\": "
                            "{}, \"class\": \"{}\", \"holes\": {}, "
                            "\"order\": {}, \"output\": {}}}\n",
                            pages, records, found.consistent, found.fitting, found.all, title, best.holes,
                            json_list(order), json::quote(options.output)));
    return found.all ? kDone : kPartial;
  }
  say(fmt::format("{}, {} of {}: {} {} with the recognisers{}, {} of them {} a wrapper",
                  counted(pages, "page"), counted(records, "record"), fmt::join(order, ", "),
                  counted(found.consistent, "label set"), found.consistent == 1 ? "agrees" : "agree",
                  found.all ? "" : " (the search was cut short)", found.fitting,
                  found.fitting == 1 ? "has" : "have"));
  if (best.holes)
    say(fmt::format("  {} where no recogniser found one: filled in by the wrapper ({})",
                    counted(best.holes, "value"), title));
  return kDone;
}

// Several label sets fit: each is shown by its order and first record, and none is
// taken unless --set says which.
int report_sets(const delimiter::Corroboration& found, const std::vector<delimiter::Recognised>& fields,
                const std::vector<DocumentPtr>& pages, const LabelArguments& options) {
  say(fmt::format(
      "label sets that agree with the recognisers: {}, in {}{}; with a wrapper: {}; none was taken:",
      found.consistent, counted(found.orders, "order"), found.all ? "" : " (the search was cut short)",
      found.fitting));
  for (size_t i = 0; i < found.kept.size(); ++i) {
    const delimiter::LabelSet& set = found.kept[i];
    std::vector<std::string> first;
    for (const delimiter::Item& item : set.items.front()) {
      if (item.attribute == 0 && !first.empty()) break;
      first.push_back(fmt::format("{} \"{}\"", fields[set.order[item.attribute]].field,
                                  shortened(collapse(pages.front()->text(item.span)), 40)));
    }
    say(fmt::format("  {}  {}{}", i + 1, fmt::join(first, ", "),
                    set.holes ? fmt::format("; {} filled in", counted(set.holes, "value")) : ""));
  }
  return fail(error(Code::cannot_learn, "several label sets fit, and nothing tells which is meant",
                    Where{.file = options.recognisers},
                    "take one with --set N, or give an order of the fields or a second perfect recogniser"));
}

struct Choice {
  uint32_t page = 0;
  layout::Box box;
  std::string field, as_given;
};

Result<Choice> read_choice(const std::string& text) {
  Choice out;
  out.as_given = text;
  int read = 0;
  layout::Box& b = out.box;
  const int numbers =
      std::sscanf(text.c_str(), "%u:%lf,%lf,%lf,%lf=%n", &out.page, &b.x0, &b.y0, &b.x1, &b.y1, &read);
  if (numbers != 5 || read == 0 || size_t(read) >= text.size() || b.x1 <= b.x0 || b.y1 <= b.y0)
    return error(Code::usage, fmt::format("--box {}: this is no box", text), {},
                 "PAGE:x0,y0,x1,y1=FIELD, points from the top left, e.g. 1:380,52,545,66=number");
  out.field = text.substr(size_t(read));
  return out;
}

// The words in the box: one stretch of the page, or nothing.
Result<wrap::Value> value_in(const Choice& choice, const layout::Read& read, const std::string& page) {
  std::string text;
  Span span;
  for (const layout::Place& place : read.places) {
    if (place.sheet != choice.page || !choice.box.holds(place.box.center_x(), place.box.center_y())) continue;
    text += (text.empty() ? "" : " ") + std::string(place.span.of(read.xhtml));
    span = span.empty() ? place.span : span.hull(place.span);
  }
  if (span.empty())
    return error(Code::bad_input, fmt::format("--box {}: no word stands there", choice.as_given), {page},
                 "gleaner debug boxes FILE.pdf prints where the words stand");
  for (const layout::Place& place : read.places)
    if (span.contains(place.span) &&
        !(place.sheet == choice.page && choice.box.holds(place.box.center_x(), place.box.center_y())))
      return error(Code::bad_input,
                   fmt::format("--box {}: between its words stands \"{}\", which lies outside",
                               choice.as_given, place.span.of(read.xhtml)),
                   {page}, "a value is one stretch of text: choose a smaller box");
  return wrap::Value::make_text(std::move(text), span);
}

// Points from the top left of the page, as `gleaner debug boxes` and data-box give them. A field that comes
// again begins the next record.
Result<int> label_boxes(const LabelArguments& options) {
  if (options.pages.size() != 1)
    return fail_usage("--box chooses on one PDF", "gleaner label FILE.pdf --box 1:50,60,200,75=FIELD");
  const std::string &page = options.pages.front(), &output = options.output;
  GLEANER_TRY(auto bytes, read_file(page));
  if (!has_sheets(bytes)) return fail_usage(page + " is no PDF", "--box chooses on the picture of a PDF");
  GLEANER_TRY(auto read, convert_pdf(bytes, page));
  wrap::Label label;
  label.page = page_name(page, output);
  label.records.emplace_back();
  for (const std::string& text : options.boxes) {
    GLEANER_TRY(auto choice, read_choice(text));
    GLEANER_TRY(auto value, value_in(choice, read, page));
    if (label.records.back().find(choice.field)) label.records.emplace_back();
    label.records.back().add(choice.field, std::move(value));
  }
  GLEANER_TRY(auto document,
              Document::from_bytes(
                  read.xhtml,
                  {.name = page, .url = {}, .transport_charset = "utf-8", .media_type = MediaType::html}));
  GLEANER_CHECK(may_replace(output, wrap::Format::labels, options.mode));
  const std::string line = wrap::format_label(label, document.get()) + "\n";
  if (const int exit = write_whole(output, line, Replaces::checked)) return exit;
  if (!output.empty() && output != "-") {
    say(fmt::format("{} -> {}", counted(label.records.size(), "record"), output));
    say(fmt::format("Next:  gleaner learn {} -o {}", output, wrapper_name(output)));
  }
  return kDone;
}

// What --view of several pages writes to OUT.html: links to the pages of each.
std::string index_page(const std::string& title,
                       const std::vector<std::pair<std::string, std::string>>& links) {
  std::string out = fmt::format(
      "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">"
      "<title>{0}</title><style>:root{{color-scheme:light dark}}body{{font:15px/1.6 system-ui,sans-serif;"
      "max-width:50rem;margin:2rem auto;padding:0 1rem}}</style><h1>{0}</h1><ol>\n",
      escape_html(title));
  for (const auto& [file, name] : links)
    out += fmt::format("<li><a href=\"{}\">{}</a></li>\n", escape_html(file), escape_html(name));
  return out + "</ol></html>\n";
}

// OUT.html for one labelled page; OUT-1.html, OUT-2.html, ... for several, and OUT.html leads to them.
Result<int> show_labels(const LabelArguments& options) {
  if (options.pages.size() != 1)
    return fail_usage("--view shows one label file", "gleaner label LABELS --view OUT.html");
  const std::string& labels = options.pages.front();
  GLEANER_TRY(auto resolved, label::resolve(labels, options.input.for_labels()));
  print(resolved.problems, options.verbose);
  if (resolved.pages.empty())
    return fail(error(Code::bad_input, "no page of these labels can be shown", Where{.file = labels}));
  const std::filesystem::path out(options.view);
  const bool several = resolved.pages.size() > 1;
  std::vector<std::pair<std::string, std::string>> links;
  for (size_t i = 0; i < resolved.pages.size(); ++i) {
    const wrap::LabelledPage& page = resolved.pages[i];
    const std::string file =
        several ? fmt::format("{}-{}{}", out.stem().string(), i + 1, out.extension().string())
                : out.filename().string();
    learn::HtmlOptions html{fmt::format("labels of {}", page.label.page)};
    if (int exit =
            write_whole((out.parent_path() / file).string(),
                        learn::explanation_html(*page.document,
                                                learn::cells_of(*page.document, page.label.records), html)))
      return exit;
    links.emplace_back(file,
                       fmt::format("{}: {}", page.label.page, counted(page.label.records.size(), "record")));
  }
  if (several)
    if (int exit = write_whole(options.view, index_page("Labels of " + labels, links))) return exit;
  say(fmt::format("{} -> {}", counted(links.size(), "page"), options.view));
  return resolved.problems.empty() ? kDone : kBadInput;
}

Result<int> run_label(const LabelArguments& options) {
  if (!options.view.empty()) return show_labels(options);
  if (!options.boxes.empty()) return label_boxes(options);
  if (options.recognisers.empty())
    return fail_usage("--recognisers FILE or --view OUT.html is needed", "gleaner label --help shows both");
  if (options.json && (options.output.empty() || options.output == "-"))
    return fail_usage("--json is a report beside the labels: it needs -o FILE");
  GLEANER_TRY(auto text, read_file(options.recognisers));
  GLEANER_TRY(auto config, wrap::parse_config(text, options.recognisers));
  GLEANER_TRY(auto recognisers, delimiter::read_recognisers(config, folder_of(options.recognisers)));
  GLEANER_TRY(auto loaded, options.input.load_all(options.pages));
  const std::vector<DocumentPtr>& pages = loaded;
  std::vector<std::string_view> texts = mapped(pages, [](const DocumentPtr& page) { return page->text(); });
  GLEANER_TRY(auto fields, recognise(recognisers, pages));
  if (options.verbose)
    for (const delimiter::Recognised& field : fields) say(found_by(field));
  Budget budget(limits_of(options.budget));
  GLEANER_TRY(auto found, delimiter::corroborate(texts, fields, recognisers.order, budget));
  if (found.kept.empty()) {
    std::vector<std::string> counts = mapped(fields, found_by);
    return fail(error(found.all ? Code::cannot_learn : Code::budget,
                      fmt::format("no labels agree with the recognisers and have a wrapper ({} tried): {}",
                                  counted(found.consistent, "label set"), fmt::join(counts, ", ")),
                      Where{.file = options.recognisers},
                      "does one of them err in another way than it says (errs = misses, extra, both)?"));
  }
  if (options.set > found.kept.size())
    return fail_usage(fmt::format("--set {}: only {} label sets fit", options.set, found.kept.size()));
  // With a value missing at an end of a page, each may belong to the record before or behind it: if two
  // orders agree with the recognisers, that only one has a wrapper does not make it the one that is meant.
  const bool unsure = found.kept.size() > 1 || (found.orders > 1 && found.kept.front().holes > 0);
  if (unsure && !options.set) return report_sets(found, fields, pages, options);
  size_t records = 0;
  GLEANER_TRY(auto lines,
              label_lines(found.kept[options.set ? options.set - 1 : 0], fields, pages, options, records));
  GLEANER_CHECK(may_replace(options.output, wrap::Format::labels, options.mode));
  if (const int exit = write_whole(options.output, lines, Replaces::checked)) return exit;
  return report(found, fields, pages.size(), records, options);
}

}  // namespace

void add_label(Command& app) {
  auto options = std::make_shared<LabelArguments>();
  Command& verb =
      add_verb(app, "label", "Label pages by recognisers that may err; show labels on their pages",
               "  gleaner label page1.html page2.html --recognisers codes.toml -o codes.labels.jsonl\n"
               "  gleaner learn codes.labels.jsonl -o codes.wrapper\n"
               "  gleaner label codes.labels.jsonl --view codes.html     labels marked on their pages\n"
               "  gleaner label invoice.pdf --box 1:460,52,545,66=number -o invoice.labels.jsonl\n"
               "A recogniser file names a way to find each field and how it errs; one must be perfect:\n"
               "  [code]\n"
               "  regex = '<i>(\\d+)</i>'\n"
               "  [country]\n"
               "  words = [\"Congo\", \"Egypt\"]\n"
               "  errs = \"misses\"               # perfect, misses, extra or both");
  verb.add_option("pages", options->pages, "PAGE...", kPagesHelp)->required();
  verb.add_option("--recognisers", options->recognisers, "FILE", "recogniser file (TOML)");
  verb.add_option("--box", options->boxes, "PAGE:x0,y0,x1,y1=FIELD",
                  "of a PDF: the words in this box are a value; points from the top left")
      ->repeated();
  verb.add_option("--view", options->view, "OUT.html",
                  "write pages that show the labels of a label file where they stand");
  verb.add_option("-o,--output", options->output, "FILE", "label file to write (default: standard output)");
  verb.add_option("--mode", options->mode, "NAME", "replace: also a label file that is there");
  verb.add_option("--set", options->set, "N", "which label set to take where several fit");
  verb.add_flag("--json", options->json, "the report as JSON on standard output (with -o)");
  verb.add_flag("-v,--verbose", options->verbose, "say what every recogniser found");
  add_budget(verb, options->budget, "the search");
  options->input.add_options(verb, &options->budget);
  verb.callback(
      [options] { return run_limited(limits_of(options->budget, 1), [&] { return run_label(*options); }); });
}

}  // namespace gleaner::cli
