// gleaner data PAGE...: what pages carry for machines, as records.
#include <fmt/format.h>

#include <numeric>

#include "base/text.h"
#include "embedded/embedded.h"
#include "options.h"
#include "output.h"
#include "page_input.h"
#include "page_name.h"
#include "verbs.h"

namespace gleaner::cli {
namespace {

struct DataArguments {
  std::vector<std::string> pages;
  std::string syntax, type;
  PageInput input;
  OutputOptions output;
  bool spans = false, as_labels = false;
  BudgetOptions budget;
};

constexpr embedded::Syntax kSyntaxes[] = {embedded::Syntax::json_ld, embedded::Syntax::microdata,
                                          embedded::Syntax::rdfa, embedded::Syntax::opengraph,
                                          embedded::Syntax::state};

// "Product" names "https://schema.org/Product" too.
bool is_of_type(const embedded::Item& item, const std::string& type) {
  if (type.empty()) return true;
  for (std::string_view word : words(item.type))
    if (equals_ignoring_case(word, type) ||
        equals_ignoring_case(word.substr(std::min(word.size(), word.find_last_of("/#:") + 1)), type))
      return true;
  return false;
}

// Labels are what is on the page: numbers and truth values lose their form, what has no place is left out.
void only_places(std::vector<wrap::Field>& fields);
void only_places(wrap::Value& value) {
  if (value.is_text()) value.typed.reset();
  if (value.is_text() && !value.span) value = wrap::Value();
  for (wrap::Value& item : value.items) only_places(item);
  std::erase_if(value.items, [](const wrap::Value& item) { return item.is_absent(); });
  only_places(value.fields);
}
void only_places(std::vector<wrap::Field>& fields) {
  for (wrap::Field& field : fields) only_places(field.value);
  std::erase_if(fields, [](const wrap::Field& field) {
    return field.value.is_absent() || field.value.kind == wrap::Value::Kind::null ||
           field.name.starts_with('@');
  });
}

class Writing {
 public:
  Writing(const DataArguments& options, Output& out, wrap::Format format, bool paged)
      : options_(options), out_(out), format_(format), paged_(paged) {}

  Status page(const std::string& name, const Document& document, std::vector<embedded::Item> items) {
    std::vector<wrap::Record> records;
    for (embedded::Item& item : items) {
      ++counts_[size_t(item.syntax)];
      if (format_ == wrap::Format::labels) {
        only_places(item.record.fields);
      } else {
        item.record.fields.insert(
            item.record.fields.begin(),
            wrap::Field{"syntax", wrap::Value::make_text(std::string(embedded::name_of(item.syntax)))});
        if (!item.type.empty())
          item.record.fields.insert(item.record.fields.begin() + 1,
                                    wrap::Field{"type", wrap::Value::make_text(item.type)});
      }
      records.push_back(std::move(item.record));
    }
    if (format_ == wrap::Format::labels) {
      if (records.empty()) return {};
      return out_.write(label_line(name, document, std::move(records), false, options_.output.path));
    }
    const std::string& url = document.url();
    if (options_.input.addressed(options_.pages) && !url.empty())  // not "url": items have that themselves
      for (wrap::Record& record : records)
        record.fields.insert(record.fields.begin(), wrap::Field{"_url", wrap::Value::make_text(url)});
    // Items of all kinds have fields of all kinds: tables want to know them first.
    kept_.push_back({name, {}});
    for (wrap::Record& record : records) {
      wrap::for_each_leaf(record.fields, [&](const std::string&, wrap::Value& value) {
        if (value.span) value.span = document.to_bytes(*value.span);
      });
      wrap::merge_schema(schema_, record);
    }
    kept_.back().records = std::move(records);
    return format_ == wrap::Format::jsonl && !out_.to_database() ? flush(true) : Status();
  }

  Status finish() {
    GLEANER_CHECK(flush(false));
    return out_.finish();
  }

  size_t total() const { return std::accumulate(std::begin(counts_), std::end(counts_), size_t(0)); }
  std::string words() const {
    std::string out;
    for (embedded::Syntax syntax : kSyntaxes)
      if (const size_t n = counts_[size_t(syntax)])
        out += fmt::format("{}{} {}", out.empty() ? "" : ", ", n, embedded::name_of(syntax));
    return out;
  }

 private:
  Status flush(bool more) {
    if (format_ == wrap::Format::labels) return {};
    GLEANER_TRY(const auto write, write_options(options_.output, options_.spans, paged_));
    wrap::Schema schema = more ? wrap::Schema() : schema_;
    if (out_.to_database()) schema = store::Shape::fit(kept_);
    if (!writer_) writer_ = out_.writer(format_, schema, write);
    for (const wrap::PageRecords& page : kept_)
      GLEANER_CHECK(writer_->page(page.page, nullptr, page.records));
    kept_.clear();
    return more ? Status() : writer_->finish();
  }

  const DataArguments& options_;
  Output& out_;
  wrap::Format format_;
  bool paged_;
  wrap::Schema schema_;
  std::vector<wrap::PageRecords> kept_;
  std::unique_ptr<wrap::Writer> writer_;
  size_t counts_[std::size(kSyntaxes)] = {};
};

Result<std::optional<embedded::Syntax>> syntax_of(const std::string& name) {
  if (name.empty()) return std::optional<embedded::Syntax>();
  for (embedded::Syntax syntax : kSyntaxes)
    if (name == embedded::name_of(syntax)) return std::optional(syntax);
  return error(Code::usage, fmt::format("there is no syntax \"{}\"", name), {},
               "syntaxes: json-ld, microdata, rdfa, opengraph, state");
}

Result<int> run_on(const std::vector<std::string>& pages, const DataArguments& options) {
  GLEANER_TRY(auto only, syntax_of(options.syntax));
  OutputOptions to = options.output;
  if (options.as_labels) to.format_name = "labels";
  GLEANER_TRY(auto format, format_of(to));
  GLEANER_CHECK(not_an_input(to.path, pages));
  GLEANER_TRY(auto out, Output::open(to));
  Writing writing(options, *out, format, pages.size() > 1);
  int exit = kDone;
  for (const std::string& page : pages) {
    std::vector<embedded::Item> items;
    const auto [document, failed] =
        work_on_page(page, options.input, options.budget, "reading the data of " + page,
                     [&](const Document& one) { items = embedded::read_embedded(one, one.url()); });
    if (failed) exit = fail(*failed);
    if (!document) continue;
    std::erase_if(items, [&](const embedded::Item& item) {
      return (only && item.syntax != *only) || !is_of_type(item, options.type);
    });
    GLEANER_CHECK(writing.page(page, *document, std::move(items)));
  }
  GLEANER_CHECK(writing.finish());
  if (out->to_file())
    say(fmt::format("{} ({}) -> {}{}", counted(writing.total(), "item"), writing.words(),
                    store::shown_place(to.path), out->told()));
  else if (!writing.total()) say("no embedded data");
  return exit != kDone ? exit : writing.total() ? kDone : kNothingFound;
}

}  // namespace

void add_data(Command& app) {
  auto options = std::make_shared<DataArguments>();
  Command& verb = add_verb(
      app, "data", "What pages carry for machines: JSON-LD, microdata, RDFa, OpenGraph, script state",
      "  gleaner data page.html\n"
      "  gleaner data 'shop/*.html' --type Product -o products.duckdb\n"
      "  gleaner data page.html --syntax json-ld --spans\n"
      "  gleaner data page.html --type Product --as-labels > shop.labels.jsonl   then learn from them");
  verb.add_option("pages", options->pages, "PAGE...", kPagesHelp)->required();
  verb.add_option("--syntax", options->syntax, "NAME", "only json-ld, microdata, rdfa, opengraph or state");
  verb.add_option("--type", options->type, "NAME", "only items of this type: Product");
  add_output(verb, options->output);
  verb.add_flag("--as-labels", options->as_labels,
                "write a label file: records with their places, to learn from");
  verb.add_flag("--spans", options->spans, "also where each value stands, in bytes of the page");
  options->input.add_options(verb, &options->budget);
  add_budget(verb, options->budget);
  verb.callback([options] {
    return options->input.run_on(options->pages, options->budget,
                                 [&](const auto& pages) { return run_on(pages, *options); });
  });
}

}  // namespace gleaner::cli
